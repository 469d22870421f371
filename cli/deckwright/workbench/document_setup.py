"""The set-up of a game in documents: its steps with how many cards are where, and the places of a drawing of the table."""

from __future__ import annotations

import re
from itertools import groupby
from math import ceil
from typing import TYPE_CHECKING, Literal, NamedTuple

from deckwright.messages import later, print_tr, print_trn
from deckwright.model.rule import matcher_of
from deckwright.model.setup import ASIDE, cards_for, read_deal, read_pile, said_label
from deckwright.press.documents.content import Item, Section
from deckwright.workbench.card_drawings import CardDrawings
from deckwright.workbench.document_sections import badge_range, mode_badges, titled_item, with_modes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from deckwright.model.card import Card
    from deckwright.model.rule import CardTest
    from deckwright.model.setup import Deal, PilePart, Step
    from deckwright.press.documents.content import Piece
    from deckwright.press.drawing.context import RenderContext

# The set-up: its steps in the order of the deal, with how many cards are where by the number of players.

_QUERY_TERM = re.compile(r"(?<![-\w])(\w+):([\w-]+)")

_SHUFFLE, _LAY_OUT = later("shuffle"), later("lay out")
_LAY_OPEN, _DEAL = later("lay face up"), later("deal")
"""What is done in a step, as a row begins; a table on a page has its own word for the button that shuffles."""

_FIRST = {
    "chance": later("Choose the first player at random."),
    "seat": later("Seat {seat} goes first."),
    "reveal": later("All show a card at once. The highest that nobody else shows goes first."),
    "all": later("All play at the same time."),
}


_SAYS_FIRST = "first"
"""Name of the sentence that says who goes first in a game's own words."""


class _Row(NamedTuple):
    """A row of the set-up: its label or sentence, and whether it is a step of its own, belongs to the row above it, or is for later.

    A step is `said` if it is a sentence; `act` is what is done in another one, and `zone` is the one that it fills.
    """

    label: str
    sort: Literal["step", "said", "part", "sentence", "later"] = "step"
    act: str = ""
    zone: str = ""


_Counts = dict[_Row, dict[int, str]]
"""Rows of a set-up, each with the printed numbers by number of players; sentences have none."""

_Way = tuple[str, tuple[str, ...], _Counts]
"""A way to do a step: the number of the step, or '' for another way to do the one above and for what is later, the modes that have it, and its rows."""


def setup(context: RenderContext, cards: Mapping[str, Card], modes: Sequence[str]) -> Section:
    """Set-up of some modes, with a column for each number of players; empty if the game does not describe it.

    Steps are numbered; one that not all modes share names those that have it, and alternatives share a number. Those that
    differ in one count alone are one row, with the count of each mode below it.
    """
    numbers = sorted({number for mode in modes for number in context.game.players_in(mode)})
    items: list[Item] = []
    told: set[_Row] = set()
    for step, names, rows in _with_counts_by_mode(_steps(context, cards, modes), context):
        (first, counts), *others = rows.items()
        named = with_modes("", names, context) if len(names) < len(modes) else ""
        if first.sort == "said":
            items.append(titled_item(named, first.label) if named else Item(text=first.label))
        else:
            label = with_modes(first.label, names if named else (), context)
            item = _setup_item(label, counts, numbers)
            name = print_tr("{label}:", label=label)
            items.append(item._replace(name=name, text=first.act) if first.act else item)
        items[-1] = items[-1]._replace(number=step)
        items += [
            Item(text=row.label) if row.sort == "sentence" else _setup_item(row.label, counts, numbers)
            for row, counts in others
            if row not in told
        ]
        told.update(row for row, _ in others if row.sort == "sentence")
    return _setup_section(items, numbers)


def _with_counts_by_mode(ways: Iterable[_Way], context: RenderContext) -> Iterator[_Way]:
    """Yield ways to do steps; those that differ in one count alone, which is that of the mode for any number of players, as one."""
    steps: list[list[_Way]] = []
    for way in ways:
        number, _, rows = way
        steps += [[]] if number or next(iter(rows)).sort == "later" else []
        steps[-1].append(way)
    for of_step in steps:
        (number, _, rows), *others = of_step
        first = next(iter(rows))
        counts = [(names, set(own.get(first, {}).values())) for _, names, own in of_step]
        rest = {row: count for row, count in rows.items() if row != first}
        are_alike = all({**own, first: {}} == {first: {}, **rest} for _, _, own in of_step)
        if others and are_alike and all(len(own) == 1 for _, own in counts):
            modes = tuple(mode for names, _ in counts for mode in names)
            badges = mode_badges(context.game)
            if all(mode in badges for mode in modes):
                labels = [badge_range([badges[mode] for mode in names], context.game) for names, _ in counts]
                told = f"{print_tr('{label}:', label=print_tr('Cards'))} {_in_a_row(labels, counts)}."
            else:
                labels = [print_tr("{label}:", label=with_modes("", names, context)) for names, _ in counts]
                told = _in_a_row(labels, counts)
            yield number, modes, {first: {}, _Row(told, "sentence"): {}, **rest}
        else:
            yield from of_step


def _in_a_row(labels: Iterable[str], counts: Iterable[tuple[object, set[str]]]) -> str:
    """Labels of modes in a row, each with their only count."""
    return " · ".join(f"{label} {count}" for label, (_, (count,)) in zip(labels, counts, strict=True))


def _steps(context: RenderContext, cards: Mapping[str, Card], modes: Iterable[str]) -> Iterator[_Way]:
    """Yield the ways to do each step in the order of the deal."""
    number, have = 0, set[str]()
    for names, rows in _shared_rows({mode: _setup_counts(context, cards, mode) for mode in modes}):
        is_later = next(iter(rows)).sort == "later"
        is_other_way = number > 0 and have.isdisjoint(names)
        have = have.union(names) if is_other_way else set(names)
        number += not (is_later or is_other_way)
        yield "" if is_later or is_other_way else str(number), names, rows


def _shared_rows(tables: Mapping[str, _Counts]) -> Iterator[tuple[tuple[str, ...], _Counts]]:
    """Yield rows, each with those that belong to it, and the modes that have the same there."""
    blocks = {mode: _blocks(rows) for mode, rows in tables.items()}
    for first in _merged(blocks.values()):
        groups: list[tuple[list[str], _Counts]] = []
        for mode, by_first in blocks.items():
            if rows := by_first.get(first):
                for names, shared in groups:
                    if _agree(rows, shared):
                        names.append(mode)
                        for row, numbers in rows.items():
                            shared[row].update(numbers)
                        break
                else:
                    groups.append(([mode], {row: dict(numbers) for row, numbers in rows.items()}))
        yield from ((tuple(names), rows) for names, rows in groups)


def _merged(orders: Iterable[Iterable[_Row]]) -> list[_Row]:
    """Merge the orders of rows: a row that is not in all of them stands before the row that follows it where it is."""
    merged: list[_Row] = []
    for rows in orders:
        place = len(merged)
        for row in reversed([*rows]):
            if row in merged:
                place = merged.index(row)
            else:
                merged.insert(place, row)
    return merged


def _blocks(rows: _Counts) -> dict[_Row, _Counts]:
    """Rows by the first, each with those that belong to it; a sentence before all others is a step."""
    blocks: dict[_Row, _Counts] = {}
    for row, numbers in rows.items():
        if not blocks or row.sort not in ("part", "sentence"):
            first = row._replace(sort="said") if row.sort == "sentence" else row
            blocks[first] = {first: numbers}
        else:
            blocks[first][row] = numbers
    return blocks


def _agree(rows: _Counts, others: _Counts) -> bool:
    """Whether rows are the same, with the same numbers for the same numbers of players."""
    return rows.keys() == others.keys() and all(
        others[row].get(players, count) == count
        for row, numbers in rows.items()
        for players, count in numbers.items()
    )


def _setup_counts(context: RenderContext, cards: Mapping[str, Card], mode: str) -> _Counts:
    counts: _Counts = {}
    for players in context.game.players_in(mode):
        rows = _SetupRows(context, cards, mode or context.game.mode_for(players), players)
        for row, count in rows.all():
            counts.setdefault(row, {}).update({players: count} if count else {})
    return counts


def _setup_section(items: Sequence[Item], numbers: Sequence[int]) -> Section:
    """The table, with a column for each number of players, or one for all if no count depends on it."""
    heads = tuple(map(str, numbers))
    is_same = all(len(item.values) <= 1 for item in items)
    if is_same and 1 < len(numbers) == numbers[-1] - numbers[0] + 1:
        heads = (f"{heads[0]}–{heads[-1]}",)
    title = print_tr("Set-up") if items else ""
    return Section(title, tuple(items), "table", (print_tr("Players"), *heads))


def _setup_item(label: str, values: Mapping[int, str], numbers: Sequence[int]) -> Item:
    """Row of the table; a count that is the same for all numbers of players is shown once."""
    if not values:
        return Item(label)
    cells = tuple(values.get(number, "–") for number in numbers)
    return Item(label, values=cells[:1] if len(set(cells)) == 1 else cells)


class _SetupRows:
    """Rows of the set-up for one number of players in one mode."""

    def __init__(self, context: RenderContext, cards: Mapping[str, Card], mode: str, players: int) -> None:
        self._context, self._cards, self._mode, self._players = context, cards, mode, players

    def all(self) -> Iterator[tuple[_Row, str]]:
        """Yield the rows and their printed counts in the order of the deal, or the piles of a game that defines no deal."""
        game = self._context.game
        if "deal" not in game.definition:
            for pile in game.names("piles"):
                yield from self._pile(pile)
            return
        deal = read_deal(game, self._mode)
        laid = max((number for number, step in enumerate(deal.steps, 1) if step.act != "say"), default=0)
        is_asked = any(step.act == "say" and step.name == _SAYS_FIRST for step in deal.steps)
        for run in _runs(deal.steps[:laid]):
            number, step = run[0]
            if deal.first.by == "chance" and not is_asked and self._is_other_for_first(step):
                yield self._goes_first(deal), ""
                is_asked = True
            if len(run) > 1:
                yield from self._dealt([other for _, other in run])
            elif not _is_told_next(step, deal.steps[number:]):
                yield from self._step(step)
        said = [row for step in deal.steps[laid:] for row, _ in self._step(step)]
        yield from ((row, "") for row in self._at_last(deal, said, is_asked=is_asked))
        yield from self._during_play(deal)

    def _is_other_for_first(self, step: Step) -> bool:
        """Whether the first player gets another number of cards in a step."""
        return step.cards(self._players, is_first=True) != step.cards(self._players)

    def _goes_first(self, deal: Deal) -> _Row:
        return _Row(print_tr(_FIRST[deal.first.by], seat=deal.first.seat), "said")

    def _at_last(self, deal: Deal, said: list[_Row], *, is_asked: bool) -> list[_Row]:
        """Rows after all is laid: who goes first, unless that `is_asked` before or the game's own sentences say it, and what happens then, step by step."""
        by = deal.first.by
        if by not in _FIRST:
            return said
        if by == "all":
            return [*said, self._goes_first(deal)]
        steps = [row._replace(sort="said") for row in said]
        is_told = is_asked or (by == "seat" and bool(steps))
        return steps if is_told else [self._goes_first(deal), *steps]

    def _step(self, step: Step) -> Iterator[tuple[_Row, str]]:
        """Yield the rows of a step."""
        if step.act == "say":
            label = said_label(step, self._context.game)
            if label.startswith("say:"):
                yield _Row(self._context.label(label), "said" if step.name == _SAYS_FIRST else "sentence"), ""
            return
        if step.act == "pile" and not step.each:
            rows = self._pile(step.name)
        else:
            rows = self._laid(step) if step.act == "cards" else self._take(step)
        act = print_tr(self._act(step))
        for row, count in rows:
            yield (row._replace(act=act, zone=step.to) if row.sort == "step" else row), count

    def _act(self, step: Step) -> str:
        """What is done in a step, which follows the label of its row."""
        is_open = self._context.game.definition["deal"]["zones"].get(step.to, {}).get("open")
        if step.act == "cards" or (step.act == "pile" and is_open):
            return _LAY_OUT
        if is_open:
            return _LAY_OPEN
        if step.act == "deck" or (step.act == "pile" and not step.each):
            return _SHUFFLE
        return _DEAL if step.each else _LAY_OUT

    def _pile(self, name: str) -> Iterator[tuple[_Row, str]]:
        """Yield the size of a pile, and the size of each part if all parts have a fixed one."""
        plan = read_pile(self._context.game, name, self._mode, matcher_of(self._context.game))
        if self._players not in plan.players:
            return
        sizes = [self.size(part) for part in plan.parts]
        yield _Row(self._context.label(f"pile:{name}")), str(sum(sizes))
        is_fixed = all(part.count(self._players) is not None for part in plan.parts)
        if len(plan.parts) > 1 and is_fixed:
            for part, size in zip(plan.parts, sizes, strict=True):
                yield _Row(f"– {self._query_words(part.query)}", "part"), str(size)

    def size(self, part: PilePart) -> int:
        """Number of cards in a part; of sorts drawn whole, an average sort's cards for each."""
        count = part.count(self._players)
        if count is None:
            return self._copies(part.of)
        if part.alike:
            return count * self._copies(part.of) // self.sorts(part.of, part.alike)
        return count

    def sorts(self, test: CardTest, field: str) -> int:
        """Number of different values of a field among some cards, at least 1."""
        return len({str(card.fields.get(field)) for card in self._cards.values() if test(card)}) or 1

    def _query_words(self, query: str) -> str:
        """Labels of the values that a query names."""
        return ", ".join(
            self._context.label(f"kind:{value}" if field == "kind" else f"field:{field}.{value}") or value
            for field, value in _QUERY_TERM.findall(query)
        )

    def _zone(self, step: Step) -> str:
        zone = self._context.label(f"zone:{step.to}")
        return print_tr("{zone}, each player", zone=zone) if step.each else zone

    def _laid(self, step: Step) -> Iterator[tuple[_Row, str]]:
        test = matcher_of(self._context.game)(step.name)
        sorts = self.sorts(test, step.alike) if step.each else 1
        yield _Row(self._zone(step)), str(self._copies(test) // sorts)

    def _take(self, step: Step) -> Iterator[tuple[_Row, str]]:
        source = f" ({self._context.label(f'zone:{step.name}')})" if self._has_other_source(step) else ""
        count, first = step.cards(self._players), step.cards(self._players, is_first=True)
        written = "" if step.act == "deck" else print_tr("all") if count is None else str(count)
        yield _Row(self._zone(step) + source), written
        if first != count:
            yield _Row(f"– {print_tr('first player')}", "part"), str(first)

    def _dealt(self, steps: Sequence[Step]) -> Iterator[tuple[_Row, str]]:
        """Yield how many cards steps deal to the same zone together, and those of each step."""
        counts = [step.cards(self._players) or 0 for step in steps]
        yield _Row(self._zone(steps[0]), act=print_tr(_DEAL), zone=steps[0].to), str(sum(counts))
        for step, count in zip(steps, counts, strict=True):
            yield _Row(f"– {self._context.label(f'zone:{step.name}')}", "part"), str(count)

    def _has_other_source(self, step: Step) -> bool:
        """Whether the zone that a step fills is filled from another zone too."""
        steps = read_deal(self._context.game, self._mode).steps
        return len({other.name for other in steps if other.act == "from" and other.to == step.to}) > 1

    def _during_play(self, deal: Deal) -> Iterator[tuple[_Row, str]]:
        """Yield the cards drawn each turn, and the limits of zones; a game that tells its turn has them there."""
        if "turn" in self._context.game.definition:
            return
        if deal.draw:
            every = deal.draw.every
            label = (
                print_tr("Draw each turn")
                if every == 1
                else print_tr("Draw every {count} turns", count=every)
            )
            yield _Row(label, "later"), str(deal.draw.cards(self._players))
        for zone, most in deal.limits.items():
            label = print_tr("{zone} limit", zone=self._context.label(f"zone:{zone}"))
            yield _Row(label, "later"), str(cards_for(most, self._players))

    def _copies(self, test: CardTest) -> int:
        return sum(card.copies for card in self._cards.values() if test(card))


def _runs(steps: Sequence[Step]) -> list[list[tuple[int, Step]]]:
    """Numbered steps, of which those that deal to the same zone of each player one after another are together."""
    numbered = enumerate(steps, 1)
    return [list(run) for _, run in groupby(numbered, lambda own: _dealt_zone(own[1]) or own[0])]


def _dealt_zone(step: Step) -> str:
    """The zone of each player that a step deals a number of cards to, the same for all; '' for other steps."""
    is_dealt = step.act == "from" and step.each and step.take is not None and step.to_first is None
    return step.to if is_dealt else ""


def _is_told_next(step: Step, later_steps: Sequence[Step]) -> bool:
    """Whether a step only gets what the next one takes some of; the others are not used."""
    takers = [number for number, other in enumerate(later_steps) if other.name == step.to]
    return step.act == "cards" and takers == [0] and later_steps[0].act == "from"


# A drawing of the table: what is where when it is set up, in the usual mode.

_USUAL_PLAYERS = 4
"""Number of players that the table is drawn for unless the game says another one; the nearest one that can play."""

_MOST_SHOWN = 6
"""Most pieces, or piles, of a place that are drawn."""


class _Share(NamedTuple):
    """Cards that come into a zone in one step: which they can be, and how many; None if the players decide that."""

    cards: list[Card]
    number: int | None


class _Zone:
    """A zone while the table is set up: what came into it, and how many cards have left it again."""

    def __init__(self, *, is_of_seat: bool) -> None:
        self.shares: list[_Share] = []
        self.is_of_seat, self.is_deck, self.first = is_of_seat, False, 0
        self.taken = 0

    @property
    def cards(self) -> list[Card]:
        """The cards that can be there."""
        return [card for share in self.shares for card in share.cards]

    @property
    def count(self) -> int | None:
        """Number of cards that are there; 0 if fewer came than are taken; None if the players decide that."""
        number = _total(self.shares)
        return None if number is None else max(0, number - self.taken)


def _total(shares: Iterable[_Share]) -> int | None:
    """Number of cards that come with some shares; None if the players decide that."""
    numbers = [share.number for share in shares]
    return None if None in numbers else sum(number for number in numbers if number is not None)


def drawn_table(context: RenderContext, cards: Mapping[str, Card], modes: Sequence[str]) -> Section:
    """The table as it is set up in a mode, the usual one if it is among them, with the steps that fill its places; without items if the game does not describe it."""
    if "deal" not in context.game.definition:
        return Section("", ())
    mode = next((mode for mode in modes if mode == context.game.default_mode), modes[0])
    wanted: int = context.game.definition.get("documents", {}).get("players", _USUAL_PLAYERS)
    allowed = read_deal(context.game, mode).players or (wanted,)
    players = min(allowed, key=lambda number: abs(number - wanted))
    zones = _TableZones(context, cards, mode, players).zones
    steps = _steps_by_zone(context, cards, mode, modes)
    items = _place_items(context, cards, zones, steps, read_deal(context.game, mode))
    title = print_trn(
        "The table when all is dealt, with {count} player",
        "The table when all is dealt, with {count} players",
        players,
    )
    title = with_modes(title, [mode] if len(modes) > 1 else (), context)
    return Section(title if items else "", items, "places")


def _steps_by_zone(
    context: RenderContext, cards: Mapping[str, Card], mode: str, modes: Sequence[str]
) -> dict[str, str]:
    """Numbers of the steps that fill each zone in a mode, as they are printed."""
    numbers: dict[str, dict[str, None]] = {}
    number = ""
    for step, names, rows in _steps(context, cards, modes):
        number = step or number
        for row in rows if mode in names else ():
            numbers.setdefault(row.zone, {})[number] = None
    return {zone: ", ".join(of_zone) for zone, of_zone in numbers.items()}


class _TableZones:
    """The zones of a table that is set up step by step, by name."""

    def __init__(self, context: RenderContext, cards: Mapping[str, Card], mode: str, players: int) -> None:
        self._game, self._cards, self._mode, self._players = context.game, cards, mode, players
        self._rows = _SetupRows(context, cards, mode, players)
        self.zones: dict[str, _Zone] = {}
        steps = read_deal(context.game, mode).steps
        laid = [step for step in steps if step.act in ("pile", "cards")]
        self._laid = {card.id for step in laid for share in self._shares(step) for card in share.cards}
        for step in steps:
            if step.act != "say" and step.to not in ("", ASIDE):
                self._take(step)

    def _take(self, step: Step) -> None:
        shares = self._shares(step)
        number = _total(shares)
        zone = self.zones.setdefault(step.to, _Zone(is_of_seat=step.each))
        zone.shares += shares
        zone.is_deck |= step.act == "deck"
        first = step.cards(self._players, is_first=True)
        zone.first = first if first is not None and first != number else zone.first
        if step.act == "from":
            source = self.zones[step.name]
            is_shared = step.each and not source.is_of_seat
            source.taken += (number or 0) * (self._players if is_shared else 1)

    def _shares(self, step: Step) -> list[_Share]:
        """The cards that a step can bring into a zone, and how many of them, for each part of a pile that is laid whole."""
        count = step.cards(self._players)
        if step.act == "from":
            source = self.zones[step.name]
            return [_Share(source.cards, source.count if count is None else count)]
        if step.act == "pile":
            plan = read_pile(self._game, step.name, self._mode, matcher_of(self._game))
            parts = [part for part in plan.parts if part.count(self._players) != 0]
            if step.each:
                return [_Share(self._found(lambda card: any(part.of(card) for part in parts)), count)]
            return [_Share(self._found(part.of), self._rows.size(part)) for part in parts]
        if step.act == "cards":
            test = matcher_of(self._game)(step.name)
            cards = self._found(test)
            sorts = self._rows.sorts(test, step.alike) if step.each else 1
            return [_Share(cards, sum(card.copies for card in cards) // sorts)]
        return [_Share([card for card in self._cards.values() if card.id not in self._laid], None)]

    def _found(self, test: Callable[[Card], bool]) -> list[Card]:
        return [card for card in self._cards.values() if test(card)]


def _place_items(
    context: RenderContext,
    cards: Mapping[str, Card],
    zones: Mapping[str, _Zone],
    steps: Mapping[str, str],
    deal: Deal,
) -> tuple[Item, ...]:
    """Items of the zones that have cards, or are empty at first: those of the table, then those of a player as points of one item."""
    named = context.game.definition["deal"]["zones"]
    shown = {name: zone for name, zone in zones.items() if name in steps and zone.count != 0 and zone.cards}
    lies = {name: _Lie(named[name], zone) for name, zone in shown.items()}
    examples = {name: lie.examples() for name, lie in lies.items()}
    drawings = CardDrawings(context, cards.values(), [card for some in examples.values() for card in some])
    items = {
        name: lie.item(
            context.label(f"zone:{name}"),
            tuple(map(drawings.front if lie.is_open else drawings.back, examples[name])),
        )._replace(number=steps.get(name, ""))
        for name, lie in lies.items()
    }
    common = [items[name] for name, zone in shown.items() if not zone.is_of_seat]
    own = [items[name] for name, zone in shown.items() if zone.is_of_seat]
    common += (_empty_item(zone, context) for zone in deal.empty_on_table)
    own += (_empty_item(zone, context) for zone in deal.empty_of_seats)
    return (*common, *([Item(print_tr("Each player"), points=tuple(own))] if own else []))


def _empty_item(zone: str, context: RenderContext) -> Item:
    """Item of a zone that is empty at first, with what comes there later, if the game says it."""
    return Item(context.label(f"zone:{zone}"), context.label(f"zone:{zone}.note"))


class _Lie:
    """How the cards of a zone lie: in a hand, in a row, or in piles."""

    def __init__(self, entry: Mapping[str, str | int | bool], zone: _Zone) -> None:
        self._zone, self._stacks = zone, entry.get("stacks", 0)
        is_pile = zone.is_deck or entry.get("shape") == "pile" or bool(self._stacks)
        is_hand = zone.is_of_seat and not is_pile
        self.is_open = bool(entry.get("open")) or is_hand or entry.get("shape") == "pile"
        self._is_row = self.is_open and not is_pile and not is_hand
        self._is_hand = is_hand

    def _piles(self) -> int:
        """Number of piles; 1 if the zone is one of them."""
        if isinstance(self._stacks, str):
            return len({str(card.fields.get(self._stacks)) for card in self._zone.cards})
        return ceil((self._zone.count or 1) / self._stacks) if self._stacks else 1

    def examples(self) -> list[Card]:
        """Cards that are drawn: as many as are there, or one for each pile, but not too many."""
        if self._is_hand or self._is_row:
            has_room = 0 < (_total(self._zone.shares) or 0) <= _MOST_SHOWN
            room = _MOST_SHOWN if has_room else _MOST_SHOWN // len(self._zone.shares)
            return [
                card
                for share in self._zone.shares
                for card in _spread(share.cards, min(share.number or room, max(1, room)))
            ]
        return _spread(self._zone.cards, min(self._piles(), _MOST_SHOWN))

    def item(self, name: str, pieces: tuple[Piece, ...]) -> Item:
        """Item of the zone with its pieces."""
        count, piles, first = self._zone.count, self._piles(), self._zone.first
        number = "" if count is None else str(count)
        if count and piles > 1 and count % piles == 0:
            number = f"{piles} × {count // piles}"
        note = f"{print_tr('{label}:', label=print_tr('first player'))} {first}" if first else ""
        lie: Literal["hand", "row", "piles"] = "hand" if self._is_hand else "row" if self._is_row else "piles"
        return Item(name, note, values=(number,) if number else (), pieces=pieces, lie=lie)


def _spread(cards: Sequence[Card], count: int) -> list[Card]:
    """Some of the cards, evenly from the first to the last; cards repeat if there are too few."""
    return [cards[number * len(cards) // count] for number in range(count)]

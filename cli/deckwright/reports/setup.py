"""Piles and tables at the start of a game: step by step, from the top, and as JSON."""

from __future__ import annotations

from collections import Counter
from itertools import groupby
from textwrap import fill
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.files.deck_writing import called
from deckwright.findings import as_json
from deckwright.messages import tr, trn
from deckwright.model.card import CardNames, distinct_names
from deckwright.model.settings import effective_settings
from deckwright.model.setup import ASIDE
from deckwright.reports.games import setting_lines
from deckwright.reports.output import note_of
from deckwright.table.deal import stacks_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from deckwright.model.card import Card
    from deckwright.model.game import Game
    from deckwright.table.deal import CompletedStep, RevealRound, Table
    from deckwright.table.piles import BuiltPile, Seed


def note_seed(output: str, seed: Seed) -> None:
    """Note the seed of what was written to a file; nothing for standard output."""
    note_of(output, tr("seed {seed}", seed=seed))


def pile_as_json(built: BuiltPile) -> dict[str, Any]:
    """JSON object of the contract for a pile."""
    return {
        "game": built.game,
        "pile": built.pile,
        "players": built.players,
        "mode": built.mode or None,
        "seed": built.seed,
        **({} if built.take is None else {"take": built.take}),
        "cards": [{"card": card, "copies": copies} for card, copies in built.cards],
        "order": list(built.order),
        "aside": list(built.aside),
    }


def pile_lines(built: BuiltPile, game: Game, cards: Mapping[str, Card], language: str) -> Iterator[str]:
    """Pile as lines from the top, and the cards set aside."""
    size = trn("{count} card", "{count} cards", len(built.order))
    yield " · ".join([game.label(f"pile:{built.pile}", language), game.title(language), size])
    yield ", ".join(_table(built, game, language))
    names = distinct_names(cards, language)
    yield from (f"{number:3}  {names[card]}" for number, card in enumerate(built.order, 1))
    if built.aside:
        yield tr("Put aside:")
        for card, copies in Counter(built.aside).items():
            yield f"  {copies}  {names[card]}"


def _table(built: BuiltPile, game: Game, language: str) -> Iterator[str]:
    yield trn("{count} player", "{count} players", built.players)
    if built.mode:
        yield game.label(f"mode:{built.mode}", language)
    yield tr("seed {seed}", seed=built.seed)


def pile_list(built: BuiltPile, cards: Mapping[str, Card], language: str) -> str:
    """Pile as a text list that can be read as a deck, one card a line, from the top."""
    names = CardNames(cards.values())
    head = {"game": built.game, "name": built.pile, "players": built.players}
    more = {**({"mode": built.mode} if built.mode else {}), "seed": built.seed}
    lines = [f"# {key}: {value}" for key, value in {**head, **more}.items()]
    lines += [f"1 {called(cards[card], names, language)}" for card in built.order]
    return "\n".join(lines) + "\n"


class GameNames(NamedTuple):
    """Names of the cards and zones of a game in a language."""

    game: Game
    cards: Mapping[str, str]
    language: str

    def zone(self, name: str) -> str:
        """Name of a zone."""
        return self.game.label(f"zone:{name}", self.language) or tr("Put aside")

    def is_open(self, name: str) -> bool:
        """Whether the cards of a zone are face up."""
        return bool(self.game.definition["deal"]["zones"].get(name, {}).get("open"))

    def stacks(self, name: str) -> int | str:
        """How the cards of a zone are stacked: a number in each stack, or by a field; 0 if they are not."""
        stacks: int | str = self.game.definition["deal"]["zones"].get(name, {}).get("stacks", 0)
        return stacks


def listed(cards: Iterable[str], names: GameNames) -> str:
    """Names of cards in order; several of one name in a row appear once, with their number."""
    runs = [(name, len(list(same))) for name, same in groupby(names.cards[card] for card in cards)]
    return " · ".join(name if times == 1 else f"{times} × {name}" for name, times in runs)


def step_lines(step: CompletedStep, table: Table, names: GameNames) -> Iterator[str]:
    """A step as lines: the instruction, then the cards that it placed if others may know them."""
    yield from _STEP_TEXTS[step.step.act](step, table, names)


def _pile(step: CompletedStep, table: Table, names: GameNames) -> Iterator[str]:
    pile = names.game.label(f"pile:{step.step.name}", names.language)
    if step.step.each:
        yield tr("Build and shuffle: {pile}; {each}", pile=pile, each=_each(step, table, names))
        yield from _per_seat(step, names)
    else:
        cards = sum(len(one.cards) for one in step.placed)
        size = [trn("{count} card", "{count} cards", cards)]
        size += [tr("{count} put aside", count=step.aside)] if step.aside else []
        yield tr("Build and shuffle: {pile} ({size}).", pile=pile, size=", ".join(size))


def _deck(step: CompletedStep, table: Table, names: GameNames) -> Iterator[str]:
    zone = names.zone(step.step.to)
    if not step.step.each:
        yield tr("Shuffle one deck for all: {zone}.", zone=zone)
        yield _deck_line(step, table, 0)
        for card, copies in table.decks.removed:
            yield trn(
                "Removed: {count} copy of {name}.",
                "Removed: {count} copies of {name}.",
                copies,
                name=names.cards[card],
            )
        return
    yield tr("Each seat shuffles its own: {zone}.", zone=zone)
    for number in range(len(step.placed)):
        seat = tr("Seat {seat}", seat=number + 1)
        yield tr("{label}: {value}", label=seat, value=_deck_line(step, table, number))


def _deck_line(step: CompletedStep, table: Table, number: int) -> str:
    size = trn("{count} card", "{count} cards", len(step.placed[number].cards))
    return f"{table.decks.decks[number].name} ({size})"


def _cards(step: CompletedStep, _: Table, names: GameNames) -> Iterator[str]:
    if step.step.each:
        yield tr("Each seat takes its own: {zone}.", zone=names.zone(step.step.to))
        yield from _per_seat(step, names)
        return
    size = trn("{count} card", "{count} cards", len(step.placed[0].cards))
    yield tr("Lay out: {zone} ({size}).", zone=names.zone(step.step.to), size=size)


def _from(step: CompletedStep, table: Table, names: GameNames) -> Iterator[str]:
    says = _each(step, table, names) if step.step.each else _laid(step, names)
    yield tr("From {zone}: {says}", zone=names.zone(step.step.name), says=says)
    if step.step.each:
        yield from _per_seat(step, names)
    elif names.is_open(step.step.to):
        yield listed(step.placed[0].cards, names)


def _laid(step: CompletedStep, names: GameNames) -> str:
    """How many cards are placed on the table, and whether face up."""
    zone, count = names.zone(step.step.to), len(step.placed[0].cards)
    if names.is_open(step.step.to):
        return trn(
            "lay {count} card face up: {zone}.", "lay {count} cards face up: {zone}.", count, zone=zone
        )
    return trn(
        "lay {count} card face down: {zone}.", "lay {count} cards face down: {zone}.", count, zone=zone
    )


def _each(step: CompletedStep, table: Table, names: GameNames) -> str:
    """How many cards each seat takes."""
    count = step.step.cards(table.players) or 0
    first = step.step.cards(table.players, is_first=True)
    zone = names.zone(step.step.to)
    if first != count:
        return trn(
            "each seat takes {count} card, the first one {first}: {zone}.",
            "each seat takes {count} cards, the first one {first}: {zone}.",
            count,
            first=first,
            zone=zone,
        )
    return trn(
        "each seat takes {count} card: {zone}.", "each seat takes {count} cards: {zone}.", count, zone=zone
    )


def _per_seat(step: CompletedStep, names: GameNames) -> Iterator[str]:
    for one in step.placed:
        seat = tr("Seat {seat}", seat=one.seat)
        yield tr("{label}: {value}", label=seat, value=listed(one.cards, names))


def _say(step: CompletedStep, _: Table, names: GameNames) -> Iterator[str]:
    yield names.game.label(f"say:{step.step.name}", names.language)


_STEP_TEXTS: dict[str, Callable[[CompletedStep, Table, GameNames], Iterator[str]]] = {
    "pile": _pile,
    "deck": _deck,
    "cards": _cards,
    "from": _from,
    "say": _say,
}


_WIDTH = 110


def deal_as_json(table: Table, game: Game, cards: Mapping[str, Card]) -> dict[str, Any]:
    """JSON object of the contract for a table: zones, stacks, decks, revealed cards, and what is drawn later."""
    names = GameNames(game, {}, "")
    stacks = {
        zone: stacks_in(there, kind, cards)
        for zone, there in table.zones.items()
        if (kind := names.stacks(zone))
    }
    decks = [deck.source or deck.name for deck in table.decks.decks]
    has_own = bool(table.deal.deck and table.deal.deck.each)
    seats = [
        {
            "seat": number,
            **({"deck": decks[number - 1]} if has_own else {}),
            "zones": {zone: list(cards) for zone, cards in zones.items()},
        }
        for number, zones in enumerate(table.seats, 1)
    ]
    removed = [{"card": card, "copies": copies} for card, copies in table.decks.removed]
    return {
        "game": table.game,
        "players": table.players,
        "mode": table.mode or None,
        "seed": table.seed,
        "first": table.first,
        "zones": {zone: list(cards) for zone, cards in table.zones.items()},
        "stacks": stacks,
        "seats": seats,
        **({"deck": decks[0], "removed": removed} if decks and not has_own else {}),
        "take": dict(table.takes),
        "settings": {**effective_settings(game, table.settings), **table.takes},
        "rounds": [[shown._asdict() for shown in one.shown] for one in table.rounds],
        "draw": _draw(table),
        "limits": table.limits,
        "findings": as_json(table.decks.findings),
    }


def _draw(table: Table) -> dict[str, Any] | None:
    draw = table.deal.draw
    if not draw:
        return None
    result = {"from": draw.source, "to": draw.to, "count": draw.cards(table.players), "every": draw.every}
    last = table.last_hands
    if not last:
        return result
    rounds, left = last.rounds(table.players)
    return {**result, "hands": last.hands, "rest": last.rest, "rounds": rounds, "left": left}


def deal_lines(table: Table, game: Game, cards: Mapping[str, Card], language: str) -> Iterator[str]:
    """Table as lines: step by step, then the cards in each zone from the top."""
    names = GameNames(game, distinct_names(cards, language), language)
    yield " · ".join(_head(table, game, language))
    yield from setting_lines(table.settings, game, table.mode, language)
    yield ""
    if not table.rounds:
        yield _beginning(table)
    for number, step in enumerate(table.steps, 1):
        first, *more = step_lines(step, table, names)
        yield fill(f"{number}. {first}", _WIDTH, subsequent_indent="   ")
        yield from (_indented(line) for line in more)
    yield from (_indented(line, "") for line in _rounds(table, names))
    yield from _going_on(table, names)
    yield ""
    yield tr("From the top:")
    yield from _layout(table, names, cards)


def _head(table: Table, game: Game, language: str) -> Iterator[str]:
    yield game.title(language)
    yield trn("{count} player", "{count} players", table.players)
    if table.mode:
        yield game.label(f"mode:{table.mode}", language)
    yield tr("seed {seed}", seed=table.seed)


def _beginning(table: Table) -> str:
    if table.first is None:
        at_once = table.deal.first.by == "all"
        return tr("All play at once.") if at_once else tr("Decide among yourselves who goes first.")
    if table.deal.first.by == "chance":
        return tr("Seat {seat} goes first, by chance.", seat=table.first)
    return tr("Seat {seat} goes first.", seat=table.first)


def _rounds(table: Table, names: GameNames) -> Iterator[str]:
    """The cards that were revealed, and who goes first because of them."""
    for number, one in enumerate(table.rounds, 1):
        yield tr("Round {number}: {shown}.", number=number, shown=_shown(one, names))
    if table.rounds:
        message = tr("Seat {seat} goes first, with the highest number.", seat=table.first)
        yield message


def _shown(one: RevealRound, names: GameNames) -> str:
    values = [
        {"seat": shown.seat, "card": names.cards[shown.card], "number": f"{shown.value:g}"}
        for shown in one.shown
    ]
    if one.dealt:
        return ", ".join(tr("seat {seat} is dealt {card} ({number})", **each) for each in values)
    return ", ".join(tr("seat {seat} shows {card} ({number})", **each) for each in values)


def _going_on(table: Table, names: GameNames) -> Iterator[str]:
    """What is drawn in the turns that follow, and the limits of zones."""
    draw = table.deal.draw
    if draw:
        values = {"zone": names.zone(draw.source), "every": draw.every}
        count = draw.cards(table.players)
        each = trn(
            "Every turn, draw {count} card: {zone}.",
            "Every turn, draw {count} cards: {zone}.",
            count,
            **values,
        )
        seldom = trn(
            "Every {every} turns, draw {count} card: {zone}.",
            "Every {every} turns, draw {count} cards: {zone}.",
            count,
            **values,
        )
        yield each if draw.every == 1 else seldom
    if last := table.last_hands:
        yield tr(
            "There are {hands} hands of {count}, including those already dealt, and {rest} left over.",
            hands=last.hands,
            count=last.size,
            rest=trn("{count} card", "{count} cards", last.rest),
        )
        rounds, left = last.rounds(table.players)
        yield trn(
            "Everybody gets {count} hand; left for the last round: {left}.",
            "Everybody gets {count} hands; left for the last round: {left}.",
            rounds,
            left=trn("{count} card", "{count} cards", left),
        )
    for zone, most in table.limits.items():
        size = trn("{count} card", "{count} cards", most)
        yield tr("{zone}: {size} at most.", zone=names.zone(zone), size=size)


def _layout(table: Table, names: GameNames, box: Mapping[str, Card]) -> Iterator[str]:
    for zone, cards in table.zones.items():
        if cards and (stacks := names.stacks(zone)):
            yield from _stacks(names.zone(zone), stacks_in(cards, stacks, box), names)
        elif cards or zone != ASIDE:
            yield from _zone(names.zone(zone), cards, names)
    for seat, zones in enumerate(table.seats, 1):
        for zone, cards in zones.items():
            label = tr("Seat {seat}, {zone}", seat=seat, zone=names.zone(zone))
            yield from _zone(label, cards, names)


def _zone(label: str, cards: Sequence[str], names: GameNames) -> Iterator[str]:
    size = trn("{count} card", "{count} cards", len(cards))
    yield tr("{label}: {value}", label=label, value=size)
    if cards:
        yield _indented(listed(cards, names))


def _stacks(label: str, stacks: Sequence[Sequence[str]], names: GameNames) -> Iterator[str]:
    size = trn("{count} card", "{count} cards", sum(map(len, stacks)))
    count = trn("{count} stack", "{count} stacks", len(stacks))
    yield tr("{label}: {value}", label=label, value=tr("{size} in {stacks}", size=size, stacks=count))
    for number, cards in enumerate(stacks, 1):
        yield _indented(f"{number}. {listed(cards, names)}")


def _indented(text: str, indent: str = "   ") -> str:
    more = f"{indent}  "
    return fill(text, _WIDTH, initial_indent=indent, subsequent_indent=more, break_on_hyphens=False)

"""Contents of reference cards: set-up, modes, points, marks and icons, from a game's data."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from deckwright.messages import later, print_tr, print_trn
from deckwright.model.game import mark_rules, numbers_in
from deckwright.model.rule import matcher_of
from deckwright.model.scoring import read_scoring
from deckwright.model.setup import cards_for, read_deal, read_pile
from deckwright.press.player_aids import Item, Reference, Section
from deckwright.workbench.cards import mark_rule
from deckwright.workbench.score_pads import part_note, tie_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from deckwright.model.card import Card
    from deckwright.model.rule import CardTest
    from deckwright.model.setup import Deal, PilePart, Step
    from deckwright.press.drawing.context import RenderContext

_QUERY_TERM = re.compile(r"(?<![-\w])(\w+):([\w-]+)")


class _SetupRow(NamedTuple):
    """A label of the set-up table, and its number of cards; None means all remaining cards."""

    label: str
    cards: int | None


def reference_card(context: RenderContext, cards: Mapping[str, Card], mode: str) -> Reference:
    """Reference card of a game for one mode, or for all modes if `mode` is empty."""
    read_aloud = tuple(Item(text=text) for text in _read_aloud(context, mode or context.game.default_mode))
    sections = [
        Section(later("Ways to play"), () if mode else tuple(_modes(context))),
        Section(later("In the box"), tuple(_kinds(context, cards.values())), "grid"),
        Section(later("Points"), tuple(_points(context, mode))),
        Section(later("Marks"), tuple(_marks(context, mode))),
        Section(later("Icons"), tuple(_icons(context, cards)), "grid"),
    ]
    titled = [Section(_read_aloud_title(context, mode), read_aloud)] if read_aloud else []
    titled += [one._replace(title=print_tr(one.title)) for one in sections if one.items]
    subtitle = context.label(f"mode:{mode}") if mode else print_tr("Reference card")
    filled = [
        section
        for section in (_setup_table(context, cards, mode), *titled, *_legends(context, cards.values()))
        if section.items
    ]
    return Reference(context.label("game:title"), subtitle, tuple(filled), context.language)


def _setup_table(context: RenderContext, cards: Mapping[str, Card], mode: str) -> Section:
    """Table of set-up, with a column for each number of players; empty if the game does not describe it."""
    numbers = context.game.players_in(mode)
    counts: dict[str, dict[int, str]] = {}
    for players in numbers:
        rows = _SetupRows(context, cards, mode or context.game.mode_for(players), players)
        for label, count in rows.all():
            counts.setdefault(label, {})[players] = print_tr("all") if count is None else str(count)
    if not counts:
        return Section("", ())
    items = tuple(_setup_item(label, values, numbers) for label, values in counts.items())
    heads = (print_tr("Players"), *map(str, numbers))
    return Section(print_tr("Set-up"), items, "table", heads)


def _setup_item(label: str, values: Mapping[int, str], numbers: Sequence[int]) -> Item:
    """Row of the set-up table; a count that is the same for all numbers of players is shown once."""
    found = tuple(values.get(number, "–") for number in numbers)
    return Item(label, values=found[:1] if len(set(found)) == 1 else found)


def _read_aloud_title(context: RenderContext, mode: str) -> str:
    """Heading of the sentences to read aloud; it names the mode if other modes have different sentences."""
    title = print_tr("At the table")
    usual = context.game.default_mode
    if mode or all(
        _read_aloud(context, other) == _read_aloud(context, usual) for other in context.game.names("modes")
    ):
        return title
    return f"{title} ({context.label(f'mode:{usual}')})"


def _read_aloud(context: RenderContext, mode: str) -> list[str]:
    """Sentences that a mode's set-up has read aloud."""
    if "deal" not in context.game.definition:
        return []
    steps = read_deal(context.game, mode).steps
    return [context.label(f"say:{step.name}") for step in steps if step.act == "say"]


def _modes(context: RenderContext) -> Iterator[Item]:
    """Yield the modes and their numbers of players, if the game has several modes."""
    modes = context.game.definition.get("modes", {})
    for mode, entry in modes.items() if len(modes) > 1 else ():
        players = numbers_in(entry.get("players"))
        text = ""
        if players:
            numbers = _number_ranges(players)
            text = print_trn("{numbers} player", "{numbers} players", max(players), numbers=numbers)
        yield _named_item(context.label(f"mode:{mode}"), text)


def _number_ranges(numbers: Sequence[int]) -> str:
    """Numbers as a range if they follow each other, or as a list."""
    first, last = numbers[0], numbers[-1]
    is_range = len(numbers) > 1 and numbers == tuple(range(first, last + 1))
    return f"{first}–{last}" if is_range else ", ".join(map(str, numbers))


def _points(context: RenderContext, mode: str) -> Iterator[Item]:
    """Yield the parts of the score and the tie-breakers; without `mode`, those of other modes that differ too."""
    if "scoring" not in context.game.definition:
        return
    usual = mode or context.game.default_mode
    scoring = read_scoring(context.game, usual, matcher_of(context.game))
    icons = context.game.definition.get("icons", {})
    for part in scoring.parts:
        yield _named_item(
            context.label(f"score:{part}"), part_note(part, scoring, context), icons.get(part, "")
        )
    usual_ties = tie_text(scoring, context)
    yield Item(text=usual_ties)
    for other in () if mode else context.game.names("modes"):
        text = tie_text(read_scoring(context.game, other, matcher_of(context.game)), context)
        if text != usual_ties:
            yield _named_item(context.label(f"mode:{other}"), text)


def _named_item(name: str, text: str, icon: str = "") -> Item:
    """Item with a name and, after a colon, a text."""
    return Item(print_tr("{label}:", label=name) if text else name, text, icon)


def _marks(context: RenderContext, mode: str) -> Iterator[Item]:
    """Yield the marks with their rule in a mode, or with their rules in all modes."""
    for mark, entry in context.game.definition.get("marks", {}).items():
        usual, others = mark_rules(context.game, mark, context.language)
        text = others.get(mode, usual) if mode else mark_rule(context.game, mark, context.language)
        yield Item(f"{context.label(f'mark:{mark}')}.", text, entry["icon"])


def _icons(context: RenderContext, cards: Mapping[str, Card]) -> Iterator[Item]:
    """Yield the icons that have a name and are shown nowhere else on the card."""
    definition = context.game.definition
    shown = {mark["icon"] for mark in definition.get("marks", {}).values()}
    shown |= {item.icon for section in _legends(context, cards.values()) for item in section.items}
    parts = definition.get("scoring", {}).get("parts", ())
    shown |= {definition["icons"][part] for part in parts if part in definition.get("icons", {})}
    for name, icon in definition.get("icons", {}).items():
        word = _icon_name(name, context)
        if word and icon not in shown:
            shown.add(icon)
            yield Item(word, icon=icon)


def _icon_name(name: str, context: RenderContext) -> str:
    """Label of the field, kind, count, zone or choice that an icon is named after."""
    choices = [
        f"field:{field}.{name}" for field, found in context.game.fields.items() if name in found.choices
    ]
    keys = (f"field:{name}", f"kind:{name}", f"score:{name}", f"zone:{name}", *choices)
    own = context.game.labels[context.game.source_language]
    return next((context.label(key) for key in keys if key in own), "")


def _legends(context: RenderContext, cards: Iterable[Card]) -> list[Section]:
    """Legends of fields that some kind of card always has and most of whose choices have an icon of their own."""
    cards = list(cards)
    kinds = context.game.definition["kinds"].values()
    always = {name for kind in kinds for name in kind.get("fields", ())}
    fields = [
        name
        for name, found in context.game.fields.items()
        if name in always and found.type == "choice" and not found.many
    ]
    return [section for name in fields if (section := _legend(context, name, cards))]


def _legend(context: RenderContext, field: str, cards: Iterable[Card]) -> Section | None:
    kinds = _kinds_in_legend(context, field)
    by_choice: dict[str, list[Card]] = {}
    for card in cards:
        value = card.fields.get(field)
        if isinstance(value, str) and card.kind in kinds:
            by_choice.setdefault(value, []).append(card)
    icons = {value: _choice_icon(context, value, found) for value, found in by_choice.items()}
    own = [icon for icon in icons.values() if icon]
    if len(set(own)) != len(own) or 2 * len(own) <= len(icons):
        return None
    items = [
        Item(
            _capitalized(context.label(f"field:{field}.{value}")),
            "",
            icons[value],
            (_copies(by_choice[value]),),
        )
        for value in context.game.fields[field].choices
        if value in by_choice
    ]
    return Section(context.label(f"field:{field}"), tuple(items), "grid")


def _kinds_in_legend(context: RenderContext, field: str) -> set[str]:
    """Kinds whose cards a legend counts: the first kind with the field, and all that require it if that one does.

    Other kinds that may have the field (an explorer of a family of tiles) are not counted.
    """
    kinds: Mapping[str, Mapping[str, Sequence[str]]] = context.game.definition["kinds"]
    always = {kind for kind, entry in kinds.items() if field in entry.get("fields", ())}
    optional = {kind for kind, entry in kinds.items() if field in entry.get("optional", ())}
    first = next(kind for kind in kinds if kind in always | optional)
    return always if first in always else {first}


def _choice_icon(context: RenderContext, value: str, cards: Sequence[Card]) -> str:
    """Icon that the game names for a choice, or that all cards with that choice have; empty otherwise."""
    named: str = context.game.definition.get("icons", {}).get(value, "")
    shown = {card.icon for card in cards}
    return named or (shown.pop() if len(shown) == 1 else "")


def _capitalized(text: str) -> str:
    """Text that begins with a capital letter."""
    return text[:1].upper() + text[1:]


def _copies(cards: Iterable[Card]) -> str:
    """Number of copies in the box."""
    return f"×{sum(card.copies for card in cards)}"


def _kinds(context: RenderContext, cards: Iterable[Card]) -> Iterator[Item]:
    for kind in context.game.names("kinds"):
        of_kind = [card for card in cards if card.kind == kind]
        if of_kind:
            yield Item(context.label(f"kind:{kind}"), values=(_copies(of_kind),))


class _SetupRows:
    """Rows of the set-up table for one number of players in one mode."""

    def __init__(self, context: RenderContext, cards: Mapping[str, Card], mode: str, players: int) -> None:
        self._context, self._cards, self._mode, self._players = context, cards, mode, players

    def all(self) -> Iterator[_SetupRow]:
        """Yield the rows in the order of the deal, or the piles of a game that defines no deal."""
        game = self._context.game
        if "deal" not in game.definition:
            for pile in game.names("piles"):
                yield from self._pile(pile)
            return
        deal = read_deal(game, self._mode)
        for step in deal.steps:
            yield from self._step(step)
        yield from self._during_play(deal)

    def _step(self, step: Step) -> Iterator[_SetupRow]:
        acts: dict[str, Callable[[Step], Iterator[_SetupRow]]] = {
            "pile": self._take if step.each else lambda step: self._pile(step.name),
            "cards": self._laid,
            "from": self._take,
        }
        if step.act in acts:
            yield from acts[step.act](step)

    def _pile(self, name: str) -> Iterator[_SetupRow]:
        """Yield the size of a pile, and the size of each part if all parts have a fixed one."""
        plan = read_pile(self._context.game, name, self._mode, matcher_of(self._context.game))
        if self._players not in plan.players:
            return
        sizes = [self._size(part) for part in plan.parts]
        yield _SetupRow(self._context.label(f"pile:{name}"), sum(sizes))
        is_fixed = all(part.count(self._players) is not None for part in plan.parts)
        if len(plan.parts) > 1 and is_fixed:
            for part, size in zip(plan.parts, sizes, strict=True):
                yield _SetupRow(f"– {self._query_words(part.query)}", size)

    def _size(self, part: PilePart) -> int:
        """Number of cards in a part; of sorts drawn whole, an average sort's cards for each."""
        count = part.count(self._players)
        if count is None:
            return self._copies(part.of)
        if part.alike:
            return count * self._copies(part.of) // self._sorts(part.of, part.alike)
        return count

    def _sorts(self, test: CardTest, field: str) -> int:
        """Number of different values of a field among some cards, at least 1."""
        return len({str(card.fields.get(field)) for card in self._cards.values() if test(card)}) or 1

    def _query_words(self, query: str) -> str:
        """Labels of the values that a query names."""
        found = [
            self._context.label(f"kind:{value}" if field == "kind" else f"field:{field}.{value}") or value
            for field, value in _QUERY_TERM.findall(query)
        ]
        return ", ".join(found)

    def _laid(self, step: Step) -> Iterator[_SetupRow]:
        test = matcher_of(self._context.game)(step.name)
        zone = self._context.label(f"zone:{step.to}")
        copies = self._copies(test)
        if step.each:
            label = print_tr("{zone}, each player", zone=zone)
            yield _SetupRow(label, copies // self._sorts(test, step.alike))
        else:
            yield _SetupRow(zone, copies)

    def _take(self, step: Step) -> Iterator[_SetupRow]:
        zone = self._context.label(f"zone:{step.to}")
        label = print_tr("{zone}, each player", zone=zone) if step.each else zone
        source = f" ({self._context.label(f'zone:{step.name}')})" if self._has_other_source(step) else ""
        count, first = step.cards(self._players), step.cards(self._players, is_first=True)
        yield _SetupRow(label + source, count)
        if first != count:
            yield _SetupRow("– " + print_tr("first player"), first)

    def _has_other_source(self, step: Step) -> bool:
        """Whether the zone that a step fills is filled from another zone too."""
        steps = read_deal(self._context.game, self._mode).steps
        return len({other.name for other in steps if other.act == "from" and other.to == step.to}) > 1

    def _during_play(self, deal: Deal) -> Iterator[_SetupRow]:
        """Yield the cards drawn each turn, and the limits of zones."""
        if deal.draw:
            every = deal.draw.every
            label = (
                print_tr("Draw each turn")
                if every == 1
                else print_tr("Draw every {count} turns", count=every)
            )
            yield _SetupRow(label, deal.draw.cards(self._players))
        for zone, most in deal.limits.items():
            label = print_tr("{zone}, at most", zone=self._context.label(f"zone:{zone}"))
            yield _SetupRow(label, cards_for(most, self._players))

    def _copies(self, test: CardTest) -> int:
        return sum(card.copies for card in self._cards.values() if test(card))

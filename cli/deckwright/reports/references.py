"""What a reference card says, from what a game says of its table, its marks and its scoring."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckwright.messages import later, print_tr, print_trn
from deckwright.model.game import mark_rules, numbers_in
from deckwright.model.rule import matcher_of
from deckwright.model.scoring import read_scoring
from deckwright.press.player_aids import Item, Reference, Section
from deckwright.reports.cards import rules_of_mark
from deckwright.reports.pads import note_of, ties
from deckwright.reports.references_setup import said, set_up

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from deckwright.model.card import Card
    from deckwright.press.drawing.context import Desk


def reference_of(desk: Desk, cards: Mapping[str, Card], mode: str) -> Reference:
    """Make a reference card for a game, with the desk's words; for one mode, or for all where it is ''."""
    meant = mode or desk.game.default_mode
    spoken = tuple(Item(text=text) for text in said(desk, meant))
    sections = [
        Section(later("Ways to play"), () if mode else tuple(_modes(desk))),
        Section(later("In the box"), tuple(_kinds(desk, cards.values())), "grid"),
        Section(later("Points"), tuple(_points(desk, mode))),
        Section(later("Marks"), tuple(_marks(desk, mode))),
        Section(later("Icons"), tuple(_icons(desk, cards)), "grid"),
    ]
    titled = [Section(_table_title(desk, mode), spoken)] if spoken else []
    titled += [one._replace(title=print_tr(one.title)) for one in sections if one.items]
    subtitle = desk.label(f"mode:{mode}") if mode else print_tr("Reference card")
    filled = [
        section
        for section in (_set_up(desk, cards, mode), *titled, *_legends(desk, cards.values()))
        if section.items
    ]
    return Reference(desk.label("game:title"), subtitle, tuple(filled), desk.language)


def _set_up(desk: Desk, cards: Mapping[str, Card], mode: str) -> Section:
    rows = set_up(desk, cards, mode)
    if not rows.items:
        return Section("", ())
    numbers = tuple(str(number) for number in rows.numbers)
    return Section(print_tr("Set-up"), rows.items, "table", (print_tr("Players"), *numbers))


def _table_title(desk: Desk, mode: str) -> str:
    """Heading of what is said at the table; it names the mode that is meant, where other modes say something else."""
    title = print_tr("At the table")
    usual = desk.game.default_mode
    if mode or all(said(desk, other) == said(desk, usual) for other in desk.game.names("modes")):
        return title
    return f"{title} ({desk.label(f'mode:{usual}')})"


def _modes(desk: Desk) -> Iterator[Item]:
    """Yield what ways there are to play, where there are several, and for how many."""
    modes = desk.game.definition.get("modes", {})
    for mode, entry in modes.items() if len(modes) > 1 else ():
        span = numbers_in(entry.get("players"))
        is_row = span == tuple(range(span[0], span[-1] + 1)) if span else False
        numbers = f"{span[0]}–{span[-1]}" if is_row and len(span) > 1 else ", ".join(map(str, span))
        text = print_trn("{numbers} player", "{numbers} players", max(span), numbers=numbers) if span else ""
        yield _told(desk.label(f"mode:{mode}"), text)


def _points(desk: Desk, mode: str) -> Iterator[Item]:
    """Yield the parts of the score and what decides a tie, which is also said of other modes if none is named."""
    if "scoring" not in desk.game.definition:
        return
    usual = mode or desk.game.default_mode
    scoring = read_scoring(desk.game, usual, matcher_of(desk.game))
    icons = desk.game.definition.get("icons", {})
    for part in scoring.parts:
        yield _told(desk.label(f"score:{part}"), note_of(part, scoring, desk), icons.get(part, ""))
    own = ties(scoring, desk)
    yield Item(text=own)
    for other in () if mode else desk.game.names("modes"):
        text = ties(read_scoring(desk.game, other, matcher_of(desk.game)), desk)
        if text != own:
            yield _told(desk.label(f"mode:{other}"), text)


def _told(name: str, text: str, icon: str = "") -> Item:
    """Make an item of a name and what is said of it."""
    return Item(print_tr("{label}:", label=name) if text else name, text, icon)


def _marks(desk: Desk, mode: str) -> Iterator[Item]:
    """Yield the marks with the rule that holds in a mode, or else with every rule that holds in some mode."""
    for mark, entry in desk.game.definition.get("marks", {}).items():
        usual, others = mark_rules(desk.game, mark, desk.language)
        text = others.get(mode, usual) if mode else rules_of_mark(desk.game, mark, desk.language)
        yield Item(f"{desk.label(f'mark:{mark}')}.", text, entry["icon"])


def _icons(desk: Desk, cards: Mapping[str, Card]) -> Iterator[Item]:
    """Yield the game's icons that have a word and stand nowhere else on the card."""
    definition = desk.game.definition
    shown = {mark["icon"] for mark in definition.get("marks", {}).values()}
    shown |= {item.icon for section in _legends(desk, cards.values()) for item in section.items}
    parts = definition.get("scoring", {}).get("parts", ())
    shown |= {definition["icons"][part] for part in parts if part in definition.get("icons", {})}
    for name, icon in definition.get("icons", {}).items():
        word = _word(name, desk)
        if word and icon not in shown:
            shown.add(icon)
            yield Item(word, icon=icon)


def _word(name: str, desk: Desk) -> str:
    """Give what an icon is called: as the field, kind, count, zone or choice of its name."""
    choices = [f"field:{field}.{name}" for field, found in desk.game.fields.items() if name in found.choices]
    contexts = (f"field:{name}", f"kind:{name}", f"score:{name}", f"zone:{name}", *choices)
    own = desk.game.labels[desk.game.source_language]
    return next((desk.label(context) for context in contexts if context in own), "")


def _legends(desk: Desk, cards: Iterable[Card]) -> list[Section]:
    """Legends of the fields that a kind of card always has, if most of their choices have an icon of their own."""
    cards = list(cards)
    kinds = desk.game.definition["kinds"].values()
    always = {name for kind in kinds for name in kind.get("fields", ())}
    fields = [
        name
        for name, found in desk.game.fields.items()
        if name in always and found.type == "choice" and not found.many
    ]
    return [section for name in fields if (section := _legend(desk, name, cards))]


def _legend(desk: Desk, field: str, cards: Iterable[Card]) -> Section | None:
    counted = _kinds_counted(desk, field)
    bearers: dict[str, list[Card]] = {}
    for card in cards:
        value = card.fields.get(field)
        if isinstance(value, str) and card.kind in counted:
            bearers.setdefault(value, []).append(card)
    icons = {value: _icon_of(desk, value, found) for value, found in bearers.items()}
    own = [icon for icon in icons.values() if icon]
    if len(set(own)) != len(own) or 2 * len(own) <= len(icons):
        return None
    items = [
        Item(_begun(desk.label(f"field:{field}.{value}")), "", icons[value], (_copies(bearers[value]),))
        for value in desk.game.fields[field].choices
        if value in bearers
    ]
    return Section(desk.label(f"field:{field}"), tuple(items), "grid")


def _kinds_counted(desk: Desk, field: str) -> set[str]:
    """Kinds whose cards a legend counts: the first kind with the field, and others that always have it as that one does.

    A kind of another sort that may bear the field too (an explorer of a family of tiles) is not counted in.
    """
    kinds: Mapping[str, Mapping[str, Sequence[str]]] = desk.game.definition["kinds"]
    always = [kind for kind, entry in kinds.items() if field in entry.get("fields", ())]
    first = next(
        k for k, entry in kinds.items() if field in (*entry.get("fields", ()), *entry.get("optional", ()))
    )
    return set(always) if first in always else {first}


def _icon_of(desk: Desk, value: str, bearers: Sequence[Card]) -> str:
    """Give the icon that the game names for a choice, or which all cards with that choice bear; else ''."""
    named: str = desk.game.definition.get("icons", {}).get(value, "")
    borne = {card.icon for card in bearers}
    return named or (borne.pop() if len(borne) == 1 else "")


def _begun(text: str) -> str:
    """Begin a text with a capital."""
    return text[:1].upper() + text[1:]


def _copies(cards: Iterable[Card]) -> str:
    """Say how many cards the box holds of some."""
    return f"×{sum(card.copies for card in cards)}"


def _kinds(desk: Desk, cards: Iterable[Card]) -> Iterator[Item]:
    for kind in desk.game.names("kinds"):
        bearers = [card for card in cards if card.kind == kind]
        if bearers:
            yield Item(desk.label(f"kind:{kind}"), values=(_copies(bearers),))

"""Contents of reference cards: a turn, reminders, marks, points, set-up and icons, from a game's data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from deckwright.messages import later, print_tr, print_trn
from deckwright.model.game import mark_rules, numbers_in
from deckwright.model.rule import matcher_of
from deckwright.model.scoring import read_scoring
from deckwright.model.setup import read_deal
from deckwright.model.turn import phases_in, reminders_in
from deckwright.press.player_aids import Item, Reference, Section
from deckwright.workbench.cards import mark_rule
from deckwright.workbench.score_pads import part_note, tie_text
from deckwright.workbench.setup_table import setup_table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from deckwright.model.card import Card
    from deckwright.model.turn import CardTable, Note, Reminder
    from deckwright.press.drawing.context import RenderContext


def reference_card(context: RenderContext, cards: Mapping[str, Card], mode: str) -> Reference:
    """Reference card of a game for one mode, or for all modes if `mode` is empty.

    It begins with how a turn goes and what players look up meanwhile; a game that describes no turn has the sentences
    that are read out when the table is set up instead.
    """
    subtitle = context.label(f"mode:{mode}") if mode else print_tr("Reference card")
    during = [
        one for one in (*turn_sections(context, mode), *_reminder_sections(context, cards, mode)) if one.items
    ]
    sections = [
        *during,
        titled(later("Marks"), mark_items(context, mode)),
        titled(later("Points"), points(context, mode)),
        *([] if during else [setup_table(context, cards, mode), _at_the_table(context, mode)]),
    ]
    others = [] if mode else _other_turns(context)
    spare = [
        *([setup_table(context, cards, mode)] if during else []),
        titled(later("Icons"), _icons(context, cards), "grid"),
        *others,
        titled(later("Ways to play"), () if mode else ways_to_play(context)),
        *legends(context, cards.values()),
        titled(later("In the box"), box(context, cards.values()), "grid"),
    ]
    return Reference(
        context.label("game:title"),
        subtitle,
        tuple(one for one in sections if one.items),
        context.language,
        tuple(one for one in spare if one.items),
    )


def titled(title: str, items: Iterable[Item], sort: Literal["list", "grid"] = "list") -> Section:
    """Section under one of the printed words, which an empty section does not need."""
    found = tuple(items)
    return Section(print_tr(title) if found else "", found, sort)


# How a turn goes, and what players look up meanwhile.


def turn_sections(context: RenderContext, mode: str) -> Iterator[Section]:
    """Yield the section of a turn in a mode, or in the default mode, which it names if others differ."""
    own = mode or context.game.default_mode
    phases = phases_in(context.game, own)
    if phases:
        is_one = mode or all(
            phases_in(context.game, other) == phases for other in context.game.names("modes")
        )
        yield turn_section(context, phases, () if is_one else (own,))


def turn_section(context: RenderContext, phases: Iterable[Reminder], modes: Iterable[str]) -> Section:
    """Section of numbered phases; its heading names the modes if there are any."""
    return Section(
        with_modes(print_tr("A turn"), modes, context),
        tuple(_phase(one, context) for one in phases),
        "steps",
    )


def _other_turns(context: RenderContext) -> list[Section]:
    """Turns of the other modes, each with the phases that the default mode does not have."""
    usual = phases_in(context.game, context.game.default_mode)
    groups: dict[tuple[Reminder, ...], list[str]] = {}
    for mode in context.game.names("modes"):
        new = tuple(one for one in phases_in(context.game, mode) if one not in usual)
        groups.setdefault(new, []).append(mode)
    return [turn_section(context, phases, modes) for phases, modes in groups.items() if phases]


def with_modes(title: str, modes: Iterable[str], context: RenderContext) -> str:
    """Heading with the names of modes in brackets, if there are any."""
    names = ", ".join(context.label(f"mode:{mode}") for mode in modes)
    return f"{title} ({names})" if names else title


def _phase(phase: Reminder, context: RenderContext) -> Item:
    text = context.label(phase.label) if phase.label else ""
    points = tuple(note_item(note, context) for note in phase.notes)
    return Item(context.label(phase.title), text, phase.icon, points=points)


def note_item(note: Note, context: RenderContext) -> Item:
    """Item of a note of the rules."""
    text = context.label(note.label)
    return (
        named_item(context.label(note.title), text, note.icon)
        if note.title
        else Item(text=text, icon=note.icon)
    )


def _reminder_sections(context: RenderContext, cards: Mapping[str, Card], mode: str) -> Iterator[Section]:
    """Yield the sections of the reminders of a mode, or of the default mode; those that are one text share a section."""
    reminders = reminders_in(context.game, mode or context.game.default_mode)
    short = [one for one in reminders if not one.notes and not one.cards]
    for reminder in reminders:
        if reminder not in short:
            yield from sections_of(reminder, context, cards)
    items = (named_item(context.label(one.title), context.label(one.label)) for one in short)
    yield titled(later("At the table"), items)


def sections_of(
    reminder: Reminder, context: RenderContext, cards: Mapping[str, Card], modes: Iterable[str] = ()
) -> Iterator[Section]:
    """Yield the sections of a reminder: its text and notes, and its table of cards."""
    title = with_modes(context.label(reminder.title), modes, context)
    items = [Item(text=context.label(reminder.label))] if reminder.label else []
    items += [note_item(note, context) for note in reminder.notes]
    if items:
        yield Section(title, tuple(items))
    if reminder.cards:
        yield _card_table("" if items else title, reminder.cards, context, cards)


def _card_table(title: str, table: CardTable, context: RenderContext, cards: Mapping[str, Card]) -> Section:
    test = matcher_of(context.game)(table.query)
    found = [card for card in cards.values() if test(card)]
    first = (
        context.label(f"field:{table.label}")
        if table.label
        else context.label(f"kind:{found[0].kind}")
        if found
        else ""
    )
    if table.across:
        return _crossed_table(Section(title, (), "table", (first,)), table, context, found)
    items = tuple(
        Item(
            _row_label(card, table.label, context),
            values=tuple(_value(card, one, context) for one in table.columns),
        )
        for card in found
    )
    heads = (first, *(context.label(f"field:{column}") for column in table.columns))
    return Section(title, items, "table", heads)


def _crossed_table(
    section: Section, table: CardTable, context: RenderContext, cards: Iterable[Card]
) -> Section:
    """Table with a row for each value of one field and a column for each choice of another."""
    rows: dict[str, dict[str, str]] = {}
    (column,) = table.columns
    for card in cards:
        row = rows.setdefault(_row_label(card, table.label, context), {})
        row[str(card.fields.get(table.across))] = _value(card, column, context)
    known = context.game.fields[table.across].choices
    choices = [one for one in known if any(one in row for row in rows.values())]
    items = tuple(
        Item(label, values=tuple(row.get(one, "–") for one in choices)) for label, row in rows.items()
    )
    heads = (*section.heads, *(context.label(f"field:{table.across}.{one}") for one in choices))
    return section._replace(items=items, heads=heads)


def _row_label(card: Card, field: str, context: RenderContext) -> str:
    return _capitalized(_value(card, field, context)) if field else card.text("name", context.language)


def _value(card: Card, field: str, context: RenderContext) -> str:
    """Value of a card's field as it is printed: the names of choices, or a number; a dash without one."""
    value = card.fields.get(field)
    values = value if isinstance(value, (list, tuple)) else [] if value is None else [value]
    return ", ".join(context.label(f"field:{field}.{one}") or str(one) for one in values) or "–"


# The start of a game.


def _at_the_table(context: RenderContext, mode: str) -> Section:
    """Sentences that are read out when the table is set up."""
    sentences = read_aloud(context, mode or context.game.default_mode)
    return Section(_read_aloud_title(context, mode), tuple(Item(text=text) for text in sentences))


def _read_aloud_title(context: RenderContext, mode: str) -> str:
    """Heading of the sentences to read aloud; it names the mode if other modes have different sentences."""
    title = print_tr("At the table")
    usual = context.game.default_mode
    if mode or all(
        read_aloud(context, other) == read_aloud(context, usual) for other in context.game.names("modes")
    ):
        return title
    return f"{title} ({context.label(f'mode:{usual}')})"


def read_aloud(context: RenderContext, mode: str) -> list[str]:
    """Sentences that a mode's set-up has read aloud."""
    if "deal" not in context.game.definition:
        return []
    steps = read_deal(context.game, mode).steps
    return [context.label(f"say:{step.name}") for step in steps if step.act == "say"]


def ways_to_play(context: RenderContext) -> Iterator[Item]:
    """Yield the modes and their numbers of players, if the game has several modes."""
    modes = context.game.definition.get("modes", {})
    for mode, entry in modes.items() if len(modes) > 1 else ():
        players = numbers_in(entry.get("players"))
        text = ""
        if players:
            numbers = _number_ranges(players)
            text = print_trn("{numbers} player", "{numbers} players", max(players), numbers=numbers)
        yield named_item(context.label(f"mode:{mode}"), text)


def _number_ranges(numbers: Sequence[int]) -> str:
    """Numbers as a range if they follow each other, or as a list."""
    first, last = numbers[0], numbers[-1]
    is_range = len(numbers) > 1 and numbers == tuple(range(first, last + 1))
    return f"{first}–{last}" if is_range else ", ".join(map(str, numbers))


def points(context: RenderContext, mode: str) -> Iterator[Item]:
    """Yield the parts of the score and the tie-breakers; without `mode`, those of other modes that differ too."""
    if "scoring" not in context.game.definition:
        return
    usual = mode or context.game.default_mode
    scoring = read_scoring(context.game, usual, matcher_of(context.game))
    icons = context.game.definition.get("icons", {})
    for part in scoring.parts:
        yield named_item(
            context.label(f"score:{part}"), part_note(part, scoring, context), icons.get(part, "")
        )
    usual_ties = tie_text(scoring, context)
    yield Item(text=usual_ties)
    for other in () if mode else context.game.names("modes"):
        text = tie_text(read_scoring(context.game, other, matcher_of(context.game)), context)
        if text != usual_ties:
            yield named_item(context.label(f"mode:{other}"), text)


def named_item(name: str, text: str, icon: str = "") -> Item:
    """Item with a name and, after a colon, a text."""
    lead = name if not text or name.endswith("?") else print_tr("{label}:", label=name)
    return Item(lead, text, icon)


def mark_items(context: RenderContext, mode: str) -> Iterator[Item]:
    """Yield the marks with their rule in a mode, or with their rules in all modes."""
    for mark, entry in context.game.definition.get("marks", {}).items():
        usual, others = mark_rules(context.game, mark, context.language)
        text = others.get(mode, usual) if mode else mark_rule(context.game, mark, context.language)
        yield Item(f"{context.label(f'mark:{mark}')}.", text, entry["icon"])


def _icons(context: RenderContext, cards: Mapping[str, Card]) -> Iterator[Item]:
    """Yield the icons that have a name and are shown nowhere else on the card."""
    definition = context.game.definition
    shown = {mark["icon"] for mark in definition.get("marks", {}).values()}
    shown |= {item.icon for section in legends(context, cards.values()) for item in section.items}
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


def legends(context: RenderContext, cards: Iterable[Card]) -> list[Section]:
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


def box(context: RenderContext, cards: Iterable[Card]) -> Iterator[Item]:
    """Yield the kinds of cards, with the number of each in the box."""
    cards = list(cards)
    for kind in context.game.names("kinds"):
        of_kind = [card for card in cards if card.kind == kind]
        if of_kind:
            yield Item(context.label(f"kind:{kind}"), values=(_copies(of_kind),))

"""Sections of documents from a game's data: a turn, reminders, marks, ways to play, icons, the box."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING

from deckwright.messages import later, print_list, print_tr, print_trn
from deckwright.model.game import mark_rules, numbers_in
from deckwright.model.languages import with_capital
from deckwright.model.rule import matcher_of
from deckwright.model.setup import cards_in_mode
from deckwright.press.documents.content import Item, Section, some_of
from deckwright.press.graphics.parts import Area
from deckwright.workbench.card_drawings import CardDrawings, seen_in

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from deckwright.model.card import Card
    from deckwright.model.game import Game, Numbers
    from deckwright.model.settings import CardTable, Note, Reminder
    from deckwright.press.documents.content import SectionSort
    from deckwright.press.drawing.context import RenderContext


def titled(title: str, items: Iterable[Item], sort: SectionSort = "list") -> Section:
    """Section under one of the printed words, which an empty section does not need."""
    content = tuple(items)
    return Section(print_tr(title) if content else "", content, sort)


def with_modes(title: str, modes: Sequence[str], context: RenderContext) -> str:
    """Title with the short names of modes in brackets, if there are any; without a title, the names alone."""
    names = _names_of(modes, context) if modes else ""
    if title and names:
        words = title.rstrip("?\u00a0\u202f")
        return f"{title} {names}" if _is_badge(names) else f"{words} ({names}){title[len(words) :]}"
    return title or with_capital(names, context.language)


def _is_badge(name: str) -> bool:
    """Whether the name of a mode is its icon."""
    return name.startswith("{")


def mode_badges(game: Game) -> dict[str, str]:
    """Icons of a game that stand for its modes where there is little room, by mode, as texts name them."""
    icons = game.definition.get("icons", {})
    names = {mode: mode.replace("-", "_") for mode in game.names("modes")}
    return {mode: f"{{{name}}}" for mode, name in names.items() if name in icons}


def badges_word(context: RenderContext) -> str:
    """Word for the icons of modes, such as Levels; '' without one."""
    words = (context.label(f"mode:{mode}.plural") for mode in mode_badges(context.game))
    return next(filter(None, words), "")


def badge_range(badges: Sequence[str], game: Game) -> str:
    """Icons of modes in a row, or the first and the last of those that follow each other."""
    every = list(mode_badges(game).values())
    start = every.index(badges[0])
    is_range = len(badges) > 1 and every[start : start + len(badges)] == list(badges)
    return f"{badges[0]}–{badges[-1]}" if is_range else "".join(badges)


def with_badges(game: Game) -> Game:
    """The game, whose modes have their icons for short names, as far as it has such icons."""
    badges = {f"mode:{mode}.short": badge for mode, badge in mode_badges(game).items()}
    labels = {language: {**of_language, **badges} for language, of_language in game.labels.items()}
    return replace(game, labels=labels) if badges else game


def _names_of(modes: Sequence[str], context: RenderContext) -> str:
    """Short names of modes in a row; numbered ones share their word, and are a range if they follow each other: Levels 2–4."""
    names = [context.label(f"mode:{mode}.short") or context.label(f"mode:{mode}") for mode in modes]
    if all(map(_is_badge, names)):
        return badge_range(names, context.game)
    words, _, numbers = zip(*(name.rpartition(" ") for name in names), strict=True)
    if len(names) == 1 or len(set(words)) > 1 or not all(map(str.isdecimal, numbers)):
        return print_list(names)
    first, last = int(numbers[0]), int(numbers[-1])
    is_range = list(map(int, numbers)) == list(range(first, last + 1))
    word = context.label(f"mode:{modes[0]}.plural") or words[0]
    return f"{word} {f'{first}–{last}' if is_range else print_list(numbers)}".strip()


def named_item(name: str, text: str, icon: str = "") -> Item:
    """Item with a name and, after a colon, a text that goes on in small letters."""
    lead = name if not text or name.endswith("?") else print_tr("{label}:", label=name)
    return Item(lead, text, icon)


def titled_item(title: str, text: str, icon: str = "") -> Item:
    """Item with a title of its own and whole sentences after it."""
    has_stop = title.endswith("?") or (_is_badge(title) and title.endswith("}"))
    return Item(title if has_stop else f"{title}.", text, icon)


def note_item(note: Note, context: RenderContext, modes: Sequence[str] = ()) -> Item:
    """Item of a note of the rules; modes are named if it is only for these, or have their icons."""
    title, text = context.label(note.title) if note.title else "", context.label(note.label)
    if modes and _is_badge(names := _names_of(modes, context)):
        return note_item(note, context)._replace(modes=names)
    if title:
        item = Item if title.endswith("?") else named_item
        return item(with_modes(title, modes, context), text, note.icon)
    return (
        titled_item(names, text, note.icon)
        if (names := with_modes("", modes, context))
        else Item("", text, note.icon)
    )


def note_items(reminder: Reminder, context: RenderContext, cards: Mapping[str, Card]) -> tuple[Item, ...]:
    """Items of the notes of a phase or reminder, with the cards that show them, but for the rows of its table; those that only some of its modes have name these."""
    names = dict.fromkeys(shown.card for note in reminder.notes for shown in note.shows)
    drawings = CardDrawings(context, cards.values(), [cards[name] for name in names]) if names else None
    items = []
    for note in reminder.notes:
        if not note.is_row:
            item = note_item(note, context, _special_modes(note, reminder, context))
            items.append(_with_pieces(item, note, drawings, cards) if drawings else item)
    return tuple(items)


def _special_modes(note: Note, reminder: Reminder, context: RenderContext) -> Sequence[str]:
    """Modes of a note if it is not for all modes of its phase or reminder."""
    whole = reminder.modes or context.game.names("modes")
    return () if set(note.modes) >= set(whole) else note.modes


def _with_pieces(item: Item, note: Note, drawings: CardDrawings, cards: Mapping[str, Card]) -> Item:
    """Item with the cards that show its note, in a row with its signs, or placed if a place of any is known."""
    sides = ((drawings.back if shown.is_back else drawings.front, shown) for shown in note.shows)
    pieces = [(side(cards[shown.card])._replace(is_free=shown.is_free), shown) for side, shown in sides]
    if any(shown.at for shown in note.shows):
        places = ((piece, cards[shown.card], shown.at or (0, 0)) for piece, shown in pieces)
        return item._replace(pieces=tuple(drawings.placed(places, note.window)), lie="placed")
    row = (piece._replace(sign=shown.sign) for piece, shown in pieces)
    seen = (seen_in(Area(*note.window), piece) for piece in row) if note.window else row
    return item._replace(pieces=tuple(seen), lie="row")


# How a turn goes, and what players look up meanwhile.


def turn_section(phases: Iterable[Item]) -> Section:
    """Section of phases, numbered but for those apart."""
    numbers = count(1)
    items = tuple(phase if phase.values else phase._replace(values=(str(next(numbers)),)) for phase in phases)
    return Section(print_tr("A turn"), items, "steps")


def phase_item(phase: Reminder, context: RenderContext, cards: Mapping[str, Card]) -> Item:
    """Item of a phase of a turn, with its points; one that is apart has no number."""
    text, values = context.label(phase.label) if phase.label else "", ("",) * phase.apart
    return Item(context.label(phase.title), text, phase.icon, values, note_items(phase, context, cards))


def reminder_sections(
    reminder: Reminder, context: RenderContext, cards: Mapping[str, Card], mode: str
) -> Iterator[Section]:
    """Yield the sections of a reminder: its text and notes, and its tables of notes and of the cards that a mode, or any (''), is played with."""
    title = context.label(reminder.title)
    if title not in {context.label(f"mode:{name}") for name in reminder.modes}:
        title = with_modes(title, reminder.modes, context)
    items = [Item(text=context.label(reminder.label), icon=reminder.icon)] if reminder.label else []
    items += note_items(reminder, context, cards)
    if items:
        yield Section(title, tuple(items), is_wide=reminder.wide)
    played = cards_in_mode(context.game, cards.values(), mode)
    if rows := [note for note in reminder.notes if note.is_row]:
        table = _note_table("" if items else title, reminder, context, rows, played)
        yield table._replace(is_wide=reminder.wide)
    if reminder.cards:
        test = matcher_of(context.game)(reminder.cards.query)
        shown_cards = [card for card in played if test(card)]
        table = _card_table("" if items or rows else title, reminder.cards, context, shown_cards)
        yield table._replace(is_wide=reminder.wide)


def _note_table(
    title: str, reminder: Reminder, context: RenderContext, rows: Sequence[Note], cards: Sequence[Card]
) -> Section:
    """Table with a row for each note, with its value, and the number of its cards with the icons of its modes, as far as any note has them."""
    test = matcher_of(context.game)
    columns: list[tuple[str, Callable[[Note], str]]] = []
    own_modes = [_special_modes(note, reminder, context) for note in rows]
    badges = mode_badges(context.game)
    is_whole = [*badges] == [*context.game.names("modes")]
    has_badges = is_whole and any(own_modes)
    if any(note.of for note in rows):
        columns += [
            (print_tr("Cards"), lambda note: _copies(filter(test(note.of), cards)) if note.of else "–")
        ]
    if any(note.value for note in rows):
        heading = context.label(reminder.values) if reminder.values else ""
        columns += [(heading, lambda note: context.label(note.value) if note.value else "–")]
    if has_badges:
        own_badges = {
            note: [badges[mode] for mode in note.modes or reminder.modes or badges] for note in rows
        }
        columns += [(badges_word(context), lambda note: badge_range(own_badges[note], context.game))]
    items = (
        note_item(note, context, () if has_badges else modes)._replace(
            values=tuple(value(note) for _, value in columns)
        )
        for note, modes in zip(rows, own_modes, strict=True)
    )
    kinds = {card.kind for note in rows if note.of for card in filter(test(note.of), cards)}
    usual = print_tr("Effect") if title else context.label(reminder.title)
    head = context.label(f"kind:{kinds.pop()}") if len(kinds) == 1 else usual
    return Section(title, tuple(items), "table", (head, *(heading for heading, _ in columns)))


def _card_table(title: str, table: CardTable, context: RenderContext, cards: Sequence[Card]) -> Section:
    """Table with a row for each card or label, and a column for each field; the first of these can have one for each choice of a field."""
    first, *others = table.columns
    choices = context.game.fields[table.across].choices if table.across else ()
    own = {card.fields.get(table.across) for card in cards}
    splits = {choice: f"field:{table.across}.{choice}" for choice in choices if choice in own}
    columns = splits if len(splits) > 1 else {first: f"field:{first}"}
    columns |= {column: f"field:{column}" for column in others}
    rows: dict[str, tuple[Item, dict[str, str]]] = {}
    for card in cards:
        label = Item(_row_label(card, table.label, context), icon=card.icon)
        _, row = rows.setdefault(label.name if table.across else card.id, (label, {}))
        key = str(card.fields.get(table.across)) if len(splits) > 1 else first
        row |= {
            key: _value(card, first, context),
            **{column: _value(card, column, context) for column in others},
        }
    head = f"field:{table.label}" if table.label else f"kind:{cards[0].kind}" if cards else ""
    heads = tuple(context.label(name) if name else "" for name in (head, *columns.values()))
    items = (
        label._replace(values=tuple(row.get(key, "–") for key in columns)) for label, row in rows.values()
    )
    return Section(title, tuple(items), "table", heads)


def _row_label(card: Card, field: str, context: RenderContext) -> str:
    return (
        with_capital(_value(card, field, context), context.language)
        if field
        else card.text("name", context.language)
    )


def _value(card: Card, field: str, context: RenderContext) -> str:
    """Value of a card's field as it is printed: the names of choices, or a number; a dash without one."""
    value = card.fields.get(field)
    values = value if isinstance(value, (list, tuple)) else [] if value is None else [value]
    return ", ".join(context.label(f"field:{field}.{part}") or str(part) for part in values) or "–"


def mark_items(context: RenderContext, mode: str, *, is_short: bool = False) -> Iterator[Item]:
    """Yield the marks with their rule in a mode, as short as it is written, or with their rules in all modes."""
    for mark, entry in context.game.definition.get("marks", {}).items():
        usual, others = mark_rules(context.game, mark, context.language)
        title = context.label(f"mark:{mark}")
        suffix = f".{mode}" if mode in others else ""
        if is_short and (short := context.label(f"mark:{mark}.short{suffix}")):
            yield named_item(title, short, entry["icon"])
            continue
        item = titled_item(title, others.get(mode, usual), entry["icon"])
        rules = (titled_item(with_modes("", [other], context), text) for other, text in others.items())
        yield item if mode else item._replace(points=tuple(rules))


def ways_to_play(context: RenderContext) -> Iterator[Item]:
    """Yield the modes and their numbers of players, if the game has several modes."""
    modes, badges = context.game.definition.get("modes", {}), mode_badges(context.game)
    for mode, entry in modes.items() if len(modes) > 1 else ():
        text = players_text(numbers_in(entry.get("players")))
        about = " ".join(filter(None, (context.label(f"mode:{mode}.{key}") for key in ("about", "setup"))))
        name = " ".join(filter(None, (badges.get(mode), _own_name(mode, context))))
        yield titled_item(f"{name} ({text})" if text else name, about) if about else named_item(name, text)


def _own_name(mode: str, context: RenderContext) -> str:
    """Name of a mode, without its short name before a colon if an icon says that."""
    name, short = context.label(f"mode:{mode}"), context.label(f"mode:{mode}.short")
    head, _, rest = name.partition(":")
    is_told = rest and mode in mode_badges(context.game) and head.strip() == short
    return with_capital(rest.strip(), context.language) if is_told else name


def players_text(numbers: Numbers) -> str:
    """How many can play: '2–4 players'; '' without numbers."""
    if not numbers:
        return ""
    return print_trn("{numbers} player", "{numbers} players", max(numbers), numbers=_written(numbers))


def range_text(first: int, last: int) -> str:
    """Numbers from the first to the last, such as 2–4, or the only one."""
    return str(first) if first == last else f"{first}–{last}"


def _written(numbers: Numbers) -> str:
    """Numbers as a range if they follow each other, or as a list."""
    first, last = numbers[0], numbers[-1]
    if numbers == tuple(range(first, last + 1)):
        return range_text(first, last)
    return print_tr("{numbers} or {last}", numbers=", ".join(map(str, numbers[:-1])), last=last)


# Icons, and what is in the box.

_TIMES = "×"
"""What a number of copies begins with."""

_MOST_EXAMPLES = 5
"""Most cards of a kind that are pictured."""


def icons_shown_nowhere(context: RenderContext, cards: Collection[Card]) -> Iterator[Item]:
    """Yield the icons that have a name, but are not those of a mark, a legend or a part of the score."""
    definition = context.game.definition
    icons = definition.get("icons", {})
    shown_icons = {mark["icon"] for mark in definition.get("marks", {}).values()}
    shown_icons |= {item.icon for section in legends(context, cards) for item in section.items}
    shown_icons |= {icons.get(part) for part in definition.get("scoring", {}).get("parts", ())}
    for name, icon in icons.items():
        word = icon_name(name, context)
        if word and icon not in shown_icons:
            shown_icons.add(icon)
            yield Item(word, icon=icon)


def icon_name(name: str, context: RenderContext) -> str:
    """Label of the field, kind, count, zone or choice that an icon is named after."""
    fields = context.game.fields.items()
    choices = [f"field:{id_}.{name}" for id_, field in fields if name in field.choices]
    keys = (f"field:{name}", f"kind:{name}", f"score:{name}", f"zone:{name}", *choices)
    labels = context.game.labels[context.game.source_language]
    return next((context.label(key) for key in keys if key in labels), "")


def legends(context: RenderContext, cards: Collection[Card]) -> list[Section]:
    """Legends of fields that some kind of card always has and most of whose choices have an icon of their own.

    A field whose choices are piles on the table has none: each pile shows one.
    """
    kinds = context.game.definition["kinds"].values()
    always = {name for kind in kinds for name in kind.get("fields", ())}
    always -= {
        zone.get("stacks") for zone in context.game.definition.get("deal", {}).get("zones", {}).values()
    }
    fields = [
        name
        for name, field in context.game.fields.items()
        if name in always and field.type == "choice" and not field.many
    ]
    return [section for name in fields if (section := _legend(context, name, cards))]


def untold_legends(legends: Iterable[Section], told: Iterable[Section]) -> list[Section]:
    """Legends but for those of which all icons are told, with their numbers, by tables of other sections."""
    rows = {
        (item.icon, value)
        for section in told
        if section.sort == "table"
        for item in section.items
        for value in item.values
    }
    return [
        legend for legend in legends if not {(item.icon, item.values[0]) for item in legend.items} <= rows
    ]


def _legend(context: RenderContext, field: str, cards: Iterable[Card]) -> Section | None:
    kinds = _kinds_in_legend(context, field)
    by_choice: dict[str, list[Card]] = {choice: [] for choice in context.game.fields[field].choices}
    for card in cards:
        value = card.fields.get(field)
        if isinstance(value, str) and value in by_choice and card.kind in kinds:
            by_choice[value].append(card)
    by_choice = {choice: of_choice for choice, of_choice in by_choice.items() if of_choice}
    icons = {choice: choice_icon(context, choice, of_choice) for choice, of_choice in by_choice.items()}
    named = [icon for icon in icons.values() if icon]
    if len(set(named)) != len(named) or 2 * len(named) <= len(icons):
        return None
    choices = context.game.definition["fields"][field].get("oneOf", ())
    signs = {choice["const"]: choice["sign"] for choice in choices if "sign" in choice}
    items = (
        Item(
            with_capital(context.label(f"field:{field}.{choice}"), context.language),
            "",
            icons[choice],
            (_copies(of_choice),),
            sign=signs.get(choice, ""),
        )
        for choice, of_choice in by_choice.items()
    )
    return Section(context.label(f"field:{field}"), tuple(items), "grid")


def with_equal_counts(legend: Section) -> Section:
    """A legend whose choices all have as many cards says that once, in its heading."""
    counts = {item.values for item in legend.items}
    if len(counts) > 1:
        return legend
    (count,) = counts.pop()
    each = print_tr("{count} of each", count=count.removeprefix(_TIMES))
    items = tuple(item._replace(values=()) for item in legend.items)
    return legend._replace(title=f"{legend.title} ({each})", items=items)


def _kinds_in_legend(context: RenderContext, field: str) -> set[str]:
    """Kinds whose cards a legend counts: the first kind with the field, and all that require it if that one does.

    Other kinds that may have the field (an explorer of a family of tiles) are not counted.
    """
    kinds: Mapping[str, Mapping[str, Sequence[str]]] = context.game.definition["kinds"]
    always = {kind for kind, entry in kinds.items() if field in entry.get("fields", ())}
    optional = {kind for kind, entry in kinds.items() if field in entry.get("optional", ())}
    first = next(kind for kind in kinds if kind in always | optional)
    return always if first in always else {first}


def choice_icon(context: RenderContext, value: str, cards: Sequence[Card]) -> str:
    """Icon that the game names for a choice, or that all cards with that choice have; empty otherwise."""
    named: str = context.game.definition.get("icons", {}).get(value, "")
    card_icons = {card.icon for card in cards}
    return named or (card_icons.pop() if len(card_icons) == 1 else "")


def _copies(cards: Iterable[Card]) -> str:
    """Number of copies in the box."""
    return f"{_TIMES}{sum(card.copies for card in cards)}"


def box(context: RenderContext, cards: Collection[Card]) -> Section:
    """Kinds of cards, with the number of each in the box."""
    items = (
        Item(context.label(f"kind:{kind}"), values=(_copies(of_kind),))
        for kind, of_kind in _by_kind(context, cards).items()
    )
    return titled(later("In the box"), items, "grid")


def pictured_box(context: RenderContext, cards: Collection[Card], played: Collection[Card]) -> Section:
    """Kinds of cards, with the number of each in the box, and pictures of some, if possible of those that are played with."""
    shown = {**_by_kind(context, cards), **_by_kind(context, played)}
    examples = {kind: some_of(of_kind, _MOST_EXAMPLES) for kind, of_kind in shown.items()}
    drawings = CardDrawings(context, cards, [card for of_kind in examples.values() for card in of_kind])
    items = (
        item._replace(pieces=tuple(map(drawings.labelled_front, of_kind)))
        for item, of_kind in zip(box(context, cards).items, examples.values(), strict=True)
    )
    return titled(later("In the box"), items, "pieces")


def _by_kind(context: RenderContext, cards: Collection[Card]) -> dict[str, list[Card]]:
    """Cards of each kind that has any."""
    kinds = context.game.names("kinds")
    by_kind = {kind: [card for card in cards if card.kind == kind] for kind in kinds}
    return {kind: of_kind for kind, of_kind in by_kind.items() if of_kind}

"""Sections of documents from a game's data: a turn, reminders, marks, points, ways to play, icons, the box, an example of scoring."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import reduce
from itertools import count
from math import ceil
from typing import TYPE_CHECKING, Any

from deckwright.files.yaml import document_of
from deckwright.messages import later, print_list, print_tr, print_trn
from deckwright.model.game import mark_rules, numbers_in
from deckwright.model.languages import with_capital
from deckwright.model.rule import matcher_of
from deckwright.model.score_counts import POINTS
from deckwright.model.scoring import read_scoring
from deckwright.model.setup import cards_in_mode
from deckwright.press.boxes.box import placed_boxes
from deckwright.press.documents.content import Item, PadRow, PartLabel, Piece, Section
from deckwright.press.drawing.card import draw_card
from deckwright.press.drawing.context import RenderContext, Scope
from deckwright.press.faces.choice import cards_by_face, face_of, load_sides, query_matcher
from deckwright.press.graphics.cuts import cut_path
from deckwright.press.graphics.parts import (
    Area,
    DrawnGroup,
    DrawnText,
    all_parts,
    bounds_of,
    common,
    rectangle,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from deckwright.model.card import Card, DeckEntry
    from deckwright.model.game import Game, Numbers
    from deckwright.model.scoring import RankingKey, Scoring, Seat, SharedCard
    from deckwright.model.settings import CardTable, Note, Reminder
    from deckwright.model.setup import Supply
    from deckwright.press.boxes.box import Box
    from deckwright.press.documents.content import SectionSort
    from deckwright.press.faces.face_file import Face
    from deckwright.scoring.score import Scores, SeatScore


def titled(title: str, items: Iterable[Item], sort: SectionSort = "list") -> Section:
    """Section under one of the printed words, which an empty section does not need."""
    content = tuple(items)
    return Section(print_tr(title) if content else "", content, sort)


def with_modes(title: str, modes: Sequence[str], context: RenderContext) -> str:
    """Title with the short names of modes in brackets, if there are any; without a title, the names alone."""
    names = _names_of(modes, context) if modes else ""
    if title and names:
        return f"{title} {names}" if _is_badge(names) else f"{title} ({names})"
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
    """Item of a note of the rules; modes are named if it is only for these."""
    title, text = context.label(note.title) if note.title else "", context.label(note.label)
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
    if any(shown.at for shown in note.shows):
        places = [(cards[shown.card], shown.at or (0, 0)) for shown in note.shows]
        return item._replace(pieces=tuple(drawings.placed(places, note.window)), lie="placed")
    sides = ((drawings.back if shown.is_back else drawings.front, shown) for shown in note.shows)
    pieces = (side(cards[shown.card])._replace(sign=shown.sign) for side, shown in sides)
    return item._replace(pieces=tuple(pieces), lie="row")


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
    has_badges = is_whole and any(own_modes) and any(note.of for note in rows)
    if has_badges:
        own_badges = {
            note: [badges[mode] for mode in note.modes or reminder.modes or badges] for note in rows
        }
        columns += [(badges_word(context), lambda note: badge_range(own_badges[note], context.game))]
    if any(note.of for note in rows):
        columns += [
            (print_tr("Cards"), lambda note: _copies(filter(test(note.of), cards)) if note.of else "–")
        ]
    if any(note.value for note in rows):
        heading = context.label(reminder.values) if reminder.values else ""
        columns += [(heading, lambda note: context.label(note.value) if note.value else "–")]
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


# How points are counted.

_TIE_ICON = "mdi:scale-balance"

_MOST_NUMBERS = 16
"""Most numbers that a player notes on a pad, each in a field of its own."""


def points(context: RenderContext, mode: str, *, is_short: bool = False) -> Iterator[Item]:
    """Yield the parts of the score and the tie-breakers; without `mode`, those of other modes that differ too.

    If `is_short`, the tie-breakers are named without a sentence.
    """
    if "scoring" not in context.game.definition:
        return
    scoring = scoring_in(context, mode or context.game.default_mode)
    for part in scoring.parts:
        note = _part_note(part, scoring, context)
        yield Item(context.label(f"score:{part}"), icon=_icon_of(part, context), values=(note,) * bool(note))
    if is_short:
        yield Item(
            print_tr("In a tie"),
            icon=_TIE_ICON,
            values=(_ties(scoring, context) or print_tr("shared victory"),),
        )
        return
    usual_ties = tie_text(scoring, context)
    yield titled_item(print_tr("In a tie"), usual_ties, _TIE_ICON)
    for other in () if mode else context.game.names("modes"):
        text = tie_text(scoring_in(context, other), context)
        if text != usual_ties:
            yield titled_item(with_modes(print_tr("In a tie"), [other], context), text, _TIE_ICON)


def _icon_of(name: str, context: RenderContext) -> str:
    """Icon that the game names for a part of the score; '' without one."""
    icon: str = context.game.definition.get("icons", {}).get(name.replace("-", "_"), "")
    return icon


def scoring_in(context: RenderContext, mode: str) -> Scoring:
    """How a mode of a game is scored."""
    return read_scoring(context.game, mode, matcher_of(context.game))


def tie_text(scoring: Scoring, context: RenderContext) -> str:
    """The tie-breakers, in order, and that the victory is shared then."""
    names = _ties(scoring, context)
    if not names:
        return print_tr("The victory is shared.")
    return print_tr("{names}. If still tied, the victory is shared.", names=names)


def _ties(scoring: Scoring, context: RenderContext) -> str:
    """Names of the tie-breakers, in order; '' without any."""
    names = [_key_label(key, context) for key in scoring.order[1:]]
    return (
        reduce(lambda names, name: print_tr("{names}, then {name}", names=names, name=name), names)
        if names
        else ""
    )


def pad_rows(scoring: Scoring, context: RenderContext, supply: Supply, seats: int) -> Iterator[PadRow]:
    """Yield the rows of a score pad: the parts of the score, the total unless it is one number, and what decides a tie."""
    numbers = _numbers(scoring, supply, seats) if len(scoring.parts) == 1 else 1
    for part in scoring.parts:
        label, note = context.label(f"score:{part}"), _part_note(part, scoring, context)
        boxes = print_tr("one number in each box") if numbers > 1 else ""
        note = "\n".join(filter(None, (note, boxes)))
        yield PadRow(label, note, _icon_of(part, context), numbers=numbers)
    if len(scoring.parts) > 1 or numbers > 1:
        yield PadRow(print_tr("Total"), sort="total")
    if scoring.team_size > 1:
        yield PadRow(print_tr("Team"), _team_score(scoring.order[0]), sort="total", seats=scoring.team_size)
    caption = print_tr("if tied")
    for key in _written_ties(scoring):
        label = _key_label(key, context)
        yield PadRow(label, with_capital(caption, context.language), sort="key", seats=scoring.team_size)
        caption = print_tr("if still tied")


def _written_ties(scoring: Scoring) -> list[RankingKey]:
    """Numbers that decide a tie and have a row of their own on a pad."""
    return [
        key
        for key in scoring.order[1:]
        if key.by not in scoring.parts and (key.by != POINTS or scoring.team_size > 1)
    ]


def pad_foot(scoring: Scoring, context: RenderContext) -> str:
    """Sentence at the foot of a pad: what its rows do not tell of a tie."""
    ties = _written_ties(scoring)
    if ties and len(ties) == len(scoring.order) - 1:
        return print_tr("If that is tied too, the victory is shared.")
    if names := _ties(scoring, context):
        return print_tr("In a tie: {names}. If still tied, the victory is shared.", names=names)
    return print_tr("In a tie, the victory is shared.")


def _numbers(scoring: Scoring, supply: Supply, seats: int) -> int:
    """How many numbers a player notes for the only part of a score.

    If numbers of cards are added up, they are those of twice an even share of the cards in play; whoever has more writes two in a field.
    """
    count = scoring.counts[scoring.parts[0]]
    if count.method.id != "sum":
        return 1
    cards = supply.most(scoring.limits(supply).test(count))
    return int(max(1, min(cards, ceil(2 * cards / seats), _MOST_NUMBERS)))


def _part_note(part: str, scoring: Scoring, context: RenderContext) -> str:
    """How a part of the score counts: the game's note, and its table of points after it; empty if it has neither."""
    count = scoring.counts[part]
    table = count.method.note(count.arguments)
    note = context.label(f"score:{part}.note") if count.has_note else ""
    return f"{print_tr('{label}:', label=note)} {table}" if note and table else note or table


def _team_score(key: RankingKey) -> str:
    """Which of the members' totals counts for a team."""
    words = {
        "least": print_tr("the lowest of its totals"),
        "most": print_tr("the highest of its totals"),
        "total": print_tr("its totals added up"),
    }
    return words[key.of]


def _key_label(key: RankingKey, context: RenderContext) -> str:
    """Label of a number that decides who wins."""
    return context.label(f"score:{key.id}") or print_tr("Points")


# Icons, and what is in the box.

_MOST_EXAMPLES = 4
"""Cards of a kind that are pictured after its first one."""

CORNER = 3.0
"""Radius of the corners of a card in pictures, in mm."""


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
    icons = {choice: _choice_icon(context, choice, of_choice) for choice, of_choice in by_choice.items()}
    named = [icon for icon in icons.values() if icon]
    if len(set(named)) != len(named) or 2 * len(named) <= len(icons):
        return None
    items = (
        Item(
            with_capital(context.label(f"field:{field}.{choice}"), context.language),
            "",
            icons[choice],
            (_copies(of_choice),),
        )
        for choice, of_choice in by_choice.items()
    )
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
    card_icons = {card.icon for card in cards}
    return named or (card_icons.pop() if len(card_icons) == 1 else "")


def _copies(cards: Iterable[Card]) -> str:
    """Number of copies in the box."""
    return f"×{sum(card.copies for card in cards)}"


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
    examples = {kind: _examples(of_kind) for kind, of_kind in shown.items()}
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


def _examples(cards: Sequence[Card]) -> list[Card]:
    """Some cards, from the first to the last one."""
    last = len(cards) - 1
    return [
        cards[number]
        for number in sorted({last * step // _MOST_EXAMPLES for step in range(_MOST_EXAMPLES + 1)})
    ]


class CardDrawings:
    """Drawings of some cards as pieces, each side drawn once. What is wrong with them is reported when they are printed."""

    def __init__(self, context: RenderContext, cards: Collection[Card], shown: Sequence[Card]) -> None:
        game = context.game
        self._context, self._cards = context, cards
        self._drawing = RenderContext(
            game, context.language, context.assets, query_matcher(game), cards_by_face(game, cards)
        )
        self._fronts, self._backs = load_sides(game, shown, context.assets, "pdf", "rules")
        self._drawn_fronts: dict[str, Piece] = {}
        self._drawn_backs: dict[str, Piece] = {}

    def front(self, card: Card) -> Piece:
        """Front of a card."""
        return self._piece(card, self._fronts, self._drawn_fronts)

    def back(self, card: Card) -> Piece:
        """Back of a card."""
        return self._piece(card, self._backs, self._drawn_backs)

    def placed(
        self, places: Iterable[tuple[Card, tuple[float, float]]], window: Sequence[float] = ()
    ) -> Iterator[Piece]:
        """Yield the fronts of cards with their corners; each place is a column and a row of the game's grid, or mm for cards without a shape there.

        Only what is in the `window` is seen, if it is not empty: its left and upper edge, width and height.
        """
        places = list(places)
        grid = self._context.game.definition.get("grid", {})
        left, top = (min(at[axis] for _, at in places) for axis in (0, 1))
        for card, (x, y) in places:
            piece, shape = self.front(card), card.fields.get(grid.get("shape"))
            columns, rows = grid["shapes"][shape] if shape else piece.size
            if (columns > rows) != (piece.size[0] > piece.size[1]) and columns != rows:
                piece = _laid_across(piece)
            width, height = piece.size[0] / columns, piece.size[1] / rows
            placed = piece._replace(corner=((x - left) * width, (y - top) * height))
            if window:
                seen = (side * unit for side, unit in zip(window, (width, height) * 2, strict=True))
                placed = _seen_in(Area(*seen), placed)
            yield placed

    def labelled_front(self, card: Card) -> Piece:
        """Front of a card with the labels of its parts; a text that all cards of its kind have is not one."""
        face = face_of(card, self._fronts).in_language(self._context.language)
        scope, icon_field = Scope(self._drawing, face, card), _icon_field(self._context, card, self._cards)
        labels = _part_labels(face.boxes, scope, icon_field)
        language = self._context.language
        texts = {other.text("text", language) for other in self._cards if other.kind == card.kind}
        untold = print_tr("Effect") if len(texts) == 1 else ""
        return self.front(card)._replace(labels=tuple(label for label in labels if label.text != untold))

    def _piece(self, card: Card, faces: Mapping[str, Face], drawn: dict[str, Piece]) -> Piece:
        if card.id not in drawn:
            face = face_of(card, faces)
            cut = cut_path(face.cut, Area(0.0, 0.0, *face.size), CORNER)
            drawn[card.id] = Piece(tuple(draw_card(card, face, self._drawing)), face.size, cut)
        return drawn[card.id]


_LARGEST_PART = 0.4
"""Largest share of a card that a part has which is named: larger ones, and those as wide as the card, are backgrounds."""

_LARGEST_ICON = 0.04
"""Largest share of a card that something without a name has which no line crosses, such as the icon before a number."""

_HEIGHTS, _ON_PICTURE = (0.5, 0.3, 0.7), 0.2
"""Heights of a part at which a line can end, as shares of its own, and how far it ends inside a picture, as a share of its width."""


def _part_labels(boxes: Iterable[Box], scope: Scope, icon_field: str) -> list[PartLabel]:
    """The parts of a card that show its name, fields, marks or texts, each named once, where it is shown first.

    `icon_field` is the field that the icons of its kind stand for, '' for none.
    """
    card, told = Area(0.0, 0.0, *scope.face.size), {""}
    labels: list[PartLabel] = []
    icons: list[Area] = []
    for box, area in placed_boxes(boxes, scope):
        parts = tuple(box.drawn(scope, area))
        bounds = bounds_of(parts)
        drawn = bounds and common(bounds, card)
        signs = box.signs | {box.row} if not box.places else frozenset()
        names = [
            name
            for sign in sorted(signs)
            if (name := _part_name(icon_field if sign == "icon" else sign, scope.context)) not in told
        ]
        if not drawn:
            continue
        share = drawn.width * drawn.height / (card.width * card.height)
        if not names and share <= _LARGEST_ICON:
            icons.append(drawn)
        elif names and share <= _LARGEST_PART and drawn.width < card.width:
            told.update(names)
            has_words = any(isinstance(part, DrawnText) for part in all_parts(parts))
            inside = 0.0 if has_words else _ON_PICTURE * drawn.width
            labels.append(PartLabel(" · ".join(names), drawn.inset(inside, 0.0)))
    areas = [*icons, *(label.area for label in labels)]
    return [label._replace(area=_clear_of(areas, label.area, card.width)) for label in labels]


def _clear_of(others: Iterable[Area], part: Area, width: float) -> Area:
    """A part at a height at which no other is between it and the nearer edge of its card; without one, with what is between."""
    middle = part.centre[1]
    is_left = part.x < width / 2 - part.width / 4
    beside = [other for other in others if (other.x < part.x if is_left else other.far[0] > part.far[0])]
    for y in (part.y + share * part.height for share in _HEIGHTS):
        if not any(other.y < y < other.far[1] for other in beside):
            return part._replace(y=y, height=0.0)
    ends = [part, *(other for other in beside if other.y < middle < other.far[1])]
    left = min(end.x for end in ends) if is_left else part.x
    right = part.far[0] if is_left else max(end.far[0] for end in ends)
    return part._replace(x=left, width=right - left)


def _part_name(sign: str, context: RenderContext) -> str:
    """What a part of a card is called that shows a field, the name, the marks, or a text; '' for others."""
    printed_words = {"name": print_tr("Name"), "marks": print_tr("Marks"), "text": print_tr("Effect")}
    return printed_words.get(sign) or context.label(f"field:{sign}") or context.label(f"text:{sign}")


def _icon_field(context: RenderContext, card: Card, cards: Iterable[Card]) -> str:
    """The field of a card's kind whose choices have an icon each, which all their cards have; '' if there is none."""
    alike = [other for other in cards if other.kind == card.kind]
    for name in card.fields:
        field = context.game.fields.get(name)
        if not field or field.type != "choice" or field.many:
            continue
        icons = {(other.fields.get(name), other.icon) for other in alike}
        if (
            1
            < len(icons)
            == len({icon for _, icon in icons})
            == len({choice for choice, _ in icons})
            < len(alike)
        ):
            return name
    return ""


# An example of scoring: what some players have, as pictures, what it counts, and who wins.

_MOST_COPIES = 7
"""Most cards of a place that are drawn."""


def score_example(game: Game, cards: Mapping[str, Card], language: str = "en") -> Scores | None:
    """Scores of the example of a game; None if it has none.

    Raises:
        InputError: the example contains what cannot be.
    """
    from deckwright.scoring.score import ScoreContext, score_document

    example = game.definition.get("scoring", {}).get("example")
    if not example:
        return None
    document = document_of(json.dumps(example), game.id)
    return score_document(document, game, cards, ScoreContext(language=language, is_whole=False))


def example_section(context: RenderContext, cards: Mapping[str, Card], mode: str) -> Section:
    """The example of scoring of a game; without items if it has none, or one of another mode."""
    from deckwright.scoring.score import verdict

    scores = score_example(context.game, cards, context.language)
    if not scores or (mode and scores.sheet.mode not in ("", mode)):
        return Section("", ())
    drawing = _Example(context, cards, scores)
    items = (*drawing.shared(), *drawing.seats(), Item(text=verdict(scores, context.label)))
    return Section(print_tr("An example of scoring"), items, "example")


def _number(number: float) -> str:
    """Number with a real minus sign."""
    return str(number).replace("-", "\N{MINUS SIGN}")


def _seen_in(window: Area, piece: Piece) -> Piece:
    """What is seen of a placed piece in a window, in mm, whose corner is that of all pieces then."""
    x, y = piece.corner[0] - window.x, piece.corner[1] - window.y
    right, low = min(piece.size[0], window.width - x), min(piece.size[1], window.height - y)
    left, top = max(0.0, -x), max(0.0, -y)
    seen = Area(left, top, right - left, low - top)
    if seen == Area(0.0, 0.0, *piece.size):
        return piece._replace(corner=(x, y))
    parts = (DrawnGroup(piece.parts, clip=piece.cut),)
    return piece._replace(parts=parts, size=(right, low), cut=rectangle(seen), corner=(x, y))


def _laid_across(piece: Piece) -> Piece:
    """A piece that is printed upright, or on its side, as it lies on the table: turned to the left."""
    width, height = piece.size
    parts = DrawnGroup((DrawnGroup(piece.parts, clip=piece.cut),), -90.0, (width / 2, width / 2))
    return piece._replace(
        parts=(parts,), size=(height, width), cut=rectangle(Area(0.0, 0.0, height, width), (CORNER,) * 4)
    )


class _Example:
    """Items of an example: the cards that several players share, and each player with places and numbers."""

    def __init__(self, context: RenderContext, cards: Mapping[str, Card], scores: Scores) -> None:
        self._context, self._cards, self._scores = context, cards, scores
        self._scoring = scoring_in(context, scores.sheet.mode or context.game.default_mode)
        sheet = scores.sheet
        names = {entry.card for seat in sheet.seats for entry in seat.entries}
        names |= {card for seat in scores.seats for card in seat.awards}
        shown = [cards[name] for name in sorted(names)]
        self._drawings = CardDrawings(context, cards.values(), shown)

    def _front(self, card: str) -> Piece:
        return self._drawings.front(self._cards[card])

    def shared(self) -> Iterator[Item]:
        """Yield an item of the cards that several players have tokens on."""
        if shared := self._scores.sheet.shared:
            title = self._context.label(f"score:zone.{shared[0].zone}")
            yield Item(title, points=tuple(map(self._shared_card, shared)))

    def _shared_card(self, shared: SharedCard) -> Item:
        name = print_tr("Completed by {seat}", seat=shared.by)
        lines = tuple(self._tokens_of(seat, shared) for seat in shared.tokens)
        return Item(name, points=lines, pieces=(self._front(shared.card),))

    def _tokens_of(self, seat: str, shared: SharedCard) -> Item:
        """Tokens of a player on a shared card; those of a sort that the player filled have the icon of what that counts."""
        from deckwright.scoring.holdings import filled_pools, needs

        pools = needs(self._cards[shared.card], self._scoring.zones[shared.zone].pools)
        filled = filled_pools(shared, seat, pools)
        icons = [
            Item(icon=_icon_of(part, self._context))
            for part in self._scoring.parts
            if self._scoring.counts[part].method.id == "filled"
        ]
        sorts = (
            self._pool(pool, count)._replace(points=tuple(icons) if pool in filled else ())
            for pool, count in shared.tokens[seat].items()
        )
        return Item(seat, points=tuple(sorts))

    def _pool(self, pool: str, count: int) -> Item:
        alike = [card for card in self._cards.values() if pool in card.fields.values()]
        icon = _choice_icon(self._context, pool, alike)
        return Item(icon_name(pool, self._context) or pool, icon=icon, values=(str(count),))

    def seats(self) -> Iterator[Item]:
        """Yield an item for each player."""
        for seat, score in zip(self._scores.sheet.seats, self._scores.seats, strict=True):
            places = tuple(self._places(seat, score))
            numbers = self._numbers(seat.name, score)
            ties = (Item(points=ties) for ties in [tuple(self._ties(seat.name))] if ties)
            yield Item(seat.name, values=(_number(score.points),), points=(*places, *numbers, *ties))

    def _ties(self, side: str) -> Iterator[Item]:
        """Yield the numbers of a side that its tie with another one was decided by, if it had one."""
        order, ranking = self._scoring.order, self._scores.ranking
        compared = [key.id for key in order]
        decisive = compared.index(ranking.decided_by) if ranking.decided_by in compared else 0
        for ranked in ranking.sides:
            if ranked.side.name == side and ranked.keys[0] == ranking.sides[0].keys[0]:
                for key, number in zip(order[1 : decisive + 1], ranked.keys[1:], strict=False):
                    yield Item(_key_label(key, self._context), icon=_TIE_ICON, values=(_number(number),))

    def _numbers(self, seat: str, score: SeatScore) -> Iterator[Item]:
        """Yield what the parts of the score are, but for those of 0; what several shared cards give is added up."""
        for part, number in score.parts.items():
            if number:
                label, icon = self._context.label(f"score:{part}"), _icon_of(part, self._context)
                terms = self._terms(part, seat)
                total = " = ".join([" + ".join(terms)] * (len(terms) > 1) + [_number(number)])
                yield Item(label, icon=icon, values=(total,))

    def _terms(self, part: str, seat: str) -> list[str]:
        """What each shared card gives for a part of the score, if it gives anything."""
        from deckwright.scoring.holdings import shared_amounts

        counted = self._scoring.counts[part].method.id
        shared_cards = self._scores.sheet.shared
        amounts = (shared_amounts(shared, seat, self._scoring, self._cards) for shared in shared_cards)
        return [str(amount[counted]) for amount in amounts if amount.get(counted)]

    def _places(self, seat: Seat, score: SeatScore) -> Iterator[Item]:
        """Yield what a player has, zone by zone: sets one by one, and placed tiles with what they are placed beside."""
        grid = self._context.game.definition.get("grid", {})
        start = grid.get("start", {}).get("zone") if seat.placed else None
        zones = self._context.game.definition["scoring"]["zones"]
        for zone, entry in zones.items():
            label = self._context.label(f"score:zone.{zone}")
            entries = [other for other in seat.entries if other.zone == zone]
            if entry["shape"] == "sets":
                yield from (self._place(label, cards) for cards in seat.sets.get(zone, ()))
            elif entry["shape"] == "placed" and entries:
                yield Item(label, pieces=tuple(self._placed(seat, grid, start)), lie="placed")
            elif entries and zone != start and entry["shape"] != "shared":
                yield self._place(label, entries)
        if score.awards:
            yield Item(pieces=tuple(map(self._front, score.awards)), lie="row")

    def _place(self, label: str, entries: Sequence[DeckEntry]) -> Item:
        pieces = [self._front(entry.card) for entry in entries for _ in range(entry.copies)]
        return Item(label, pieces=tuple(pieces[:_MOST_COPIES]), lie="row")

    def _placed(self, seat: Seat, grid: Mapping[str, Any], start: str | None) -> Iterator[Piece]:
        """Yield the tiles of a player with their corners, and the card that they are placed beside."""
        places = [(tile.card, (tile.x, tile.y)) for tiles in seat.placed.values() for tile in tiles]
        places += [(entry.card, tuple(grid["start"]["at"])) for entry in seat.entries if entry.zone == start]
        return self._drawings.placed((self._cards[name], at) for name, at in places)

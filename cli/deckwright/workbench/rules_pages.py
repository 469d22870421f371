"""Contents of rules pages: set-up, turn, reminders, marks, points and unclear rules, from a game's data."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from deckwright.messages import later, print_tr
from deckwright.model.setup import read_deal
from deckwright.model.turn import phases_in, readings_in, reminders_in
from deckwright.press.player_aids import Item, Reference, Section
from deckwright.workbench.reference_cards import (
    box,
    legends,
    mark_items,
    note_item,
    points,
    read_aloud,
    sections_of,
    titled,
    turn_section,
    ways_to_play,
    with_modes,
)
from deckwright.workbench.setup_table import setup_table

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence

    from deckwright.model.card import Card
    from deckwright.model.turn import Reminder
    from deckwright.press.drawing.context import RenderContext

_Content = TypeVar("_Content", bound="Hashable")


def rules_pages(context: RenderContext, cards: Mapping[str, Card], mode: str) -> Reference:
    """Rules of a game for one mode, or for all modes if `mode` is empty.

    The default mode comes first and whole; of other modes, only what is different.
    """
    sections = [
        titled(later("Ways to play"), () if mode else ways_to_play(context)),
        titled(later("In the box"), box(context, cards.values()), "grid"),
        *_setup_tables(context, cards, mode),
        *_at_the_table(context, mode),
        *_turns(context, mode),
        *_reminders(context, cards, mode),
        titled(later("Marks"), mark_items(context, mode)),
        titled(later("Points"), points(context, mode)),
        *legends(context, cards.values()),
        titled(later("Unclear rules, and how we read them"), _unclear(context)),
    ]
    heads = [print_tr("Rules"), *([context.label(f"mode:{mode}")] if mode else [])]
    return Reference(
        context.label("game:title"),
        " · ".join(heads),
        tuple(one for one in sections if one.items),
        context.language,
    )


def _modes(context: RenderContext, mode: str) -> list[str]:
    """The modes to describe, the default one first."""
    usual = context.game.default_mode
    return [mode] if mode else [usual, *(one for one in context.game.names("modes") if one != usual)]


def _grouped(modes: Sequence[str], content: Callable[[str], _Content]) -> dict[_Content, list[str]]:
    """The contents of some modes, each with the modes that share it."""
    groups: dict[_Content, list[str]] = {}
    for mode in modes:
        groups.setdefault(content(mode), []).append(mode)
    return groups


def _title(title: str, modes: Sequence[str], context: RenderContext, mode: str) -> str:
    """Heading that names its modes, unless all modes share what is below it."""
    return title if len(modes) == len(_modes(context, mode)) else with_modes(title, modes, context)


# Set-up.


def _setup_tables(context: RenderContext, cards: Mapping[str, Card], mode: str) -> Iterator[Section]:
    """Yield the set-up table of the default mode, and for other modes the rows that differ from it."""
    usual, *others = _modes(context, mode)
    table = setup_table(context, cards, usual)
    tables = {one: _different_rows(setup_table(context, cards, one), table) for one in others}
    same = [one for one in others if not tables[one].items]
    yield table._replace(title=_title(print_tr("Set-up"), [usual, *same], context, mode))
    for section, modes in _grouped([one for one in others if one not in same], tables.__getitem__).items():
        yield section._replace(title=with_modes(print_tr("Set-up"), modes, context))


def _different_rows(table: Section, usual: Section) -> Section:
    """Table with the rows that another table does not have for the same numbers of players."""
    known = _rows(usual)
    rows = _rows(table)
    items = tuple(
        item for item in table.items if not rows[item.name].items() <= known.get(item.name, {}).items()
    )
    return table._replace(items=items)


def _rows(table: Section) -> dict[str, dict[str, str]]:
    """The values of a table by the names of its rows, and then by the headings of its columns."""
    numbers = table.heads[1:]
    return {
        item.name: dict(zip(numbers, item.values * (len(numbers) // len(item.values)), strict=True))
        for item in table.items
    }


def _at_the_table(context: RenderContext, mode: str) -> Iterator[Section]:
    """Yield what is done to set up the table; for other modes, the sentences that the default mode does not have."""
    usual, *others = _modes(context, mode)
    sentences = {one: (*read_aloud(context, one), *_first(context, one)) for one in (usual, *others)}
    new = {one: tuple(text for text in sentences[one] if text not in sentences[usual]) for one in others}
    is_one = all(sentences[one] == sentences[usual] for one in others)
    groups = _grouped([one for one in others if new[one]], new.__getitem__)
    for texts, modes in ((sentences[usual], [] if is_one else [usual]), *groups.items()):
        yield Section(
            with_modes(print_tr("At the table"), modes, context), tuple(Item(text=text) for text in texts)
        )


def _first(context: RenderContext, mode: str) -> Iterator[str]:
    """Yield the sentence about who goes first, unless the players decide it as the game's own sentences say."""
    if "deal" in context.game.definition:
        first = read_deal(context.game, mode).first
        if first.by in _FIRST:
            yield print_tr(_FIRST[first.by], seat=first.seat)


_FIRST = {
    "chance": later("Chance decides who goes first."),
    "seat": later("Seat {seat} goes first."),
    "reveal": later("The highest card that nobody else shows goes first."),
    "all": later("All play at the same time."),
}


# A turn, and what players look up meanwhile.


def _turns(context: RenderContext, mode: str) -> Iterator[Section]:
    """Yield the phases of a turn; modes with the same phases share a section, which has all of their points."""
    phases = {one: phases_in(context.game, one) for one in _modes(context, mode)}
    groups = _grouped(list(phases), lambda one: tuple(phase.title for phase in phases[one]))
    for titles, modes in groups.items():
        if titles:
            fullest = tuple(map(_fullest, zip(*(phases[one] for one in modes), strict=True)))
            section = turn_section(context, fullest, ())
            yield section._replace(title=_title(section.title, modes, context, mode))


def _fullest(variants: Sequence[Reminder]) -> Reminder:
    """The variant of a phase or reminder with the most points."""
    return max(variants, key=lambda one: len(one.notes))


def _reminders(context: RenderContext, cards: Mapping[str, Card], mode: str) -> Iterator[Section]:
    """Yield the reminders in the game's order; a heading names the modes of what only some of them have."""
    found: dict[str, dict[str, Reminder]] = {}
    for one in context.game.names("modes") if not mode else [mode]:
        for reminder in reminders_in(context.game, one):
            found.setdefault(reminder.title, {})[one] = reminder
    order = [f"reminder:{name}" for name in context.game.names("reminders")]
    for title in sorted(found, key=order.index):
        by_mode = found[title]
        modes = () if len(by_mode) == len(_modes(context, mode)) else tuple(by_mode)
        yield from sections_of(_fullest(tuple(by_mode.values())), context, cards, modes)


# What the rules leave unclear.


def _unclear(context: RenderContext) -> Iterator[Item]:
    """Yield the settings with their default choice and the others, and the readings."""
    for name, setting in context.game.definition.get("settings", {}).items():
        usual = setting["default"]
        texts = [context.label(f"setting:{name}.{usual}")]
        for choice in setting["choices"]:
            if choice != usual:
                means = context.label(f"setting:{name}.{choice}")
                texts.append(print_tr("Or, if you agree: {choice}", choice=means))
        yield Item(print_tr("{label}:", label=context.label(f"setting:{name}")), " ".join(texts))
    yield from (note_item(reading, context) for reading in readings_in(context.game))

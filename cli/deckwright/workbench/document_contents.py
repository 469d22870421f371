"""Contents of reference cards, rules pages and score pads: which sections, in which order, for which modes."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from deckwright.messages import later, print_tr, print_trn
from deckwright.model.setup import read_deal
from deckwright.model.turn import phases_in, readings_in, reminders_in
from deckwright.press.documents.content import Document, Item, Pad, Section
from deckwright.workbench.document_sections import (
    box,
    icons_shown_nowhere,
    legends,
    mark_items,
    named_item,
    note_item,
    pad_rows,
    points,
    reminder_sections,
    scoring_in,
    tie_text,
    titled,
    turn_section,
    ways_to_play,
    with_modes,
)
from deckwright.workbench.setup_table import setup_table

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence

    from deckwright.model.card import Card
    from deckwright.model.turn import Reminder
    from deckwright.press.drawing.context import RenderContext

_Content = TypeVar("_Content", bound="Hashable")


# Score pads.


def score_pad(context: RenderContext, mode: str, seats: int) -> Pad:
    """Scoring pad for a number of seats in a mode of a game that defines its scoring."""
    scoring = scoring_in(context, mode)
    teams = seats // scoring.team_size if scoring.team_size > 1 else 0
    heads = [context.label(f"mode:{mode}")] if len(context.game.names("modes")) > 1 else []
    heads += [print_trn("{count} player", "{count} players", seats)]
    return Pad(
        title=context.label("game:title"),
        subtitle=" · ".join(heads),
        rows=tuple(pad_rows(scoring, context)),
        seats=seats,
        teams=tuple(print_tr("Team {number}", number=number + 1) for number in range(teams)),
        date=print_tr("Date"),
        name=print_tr("Name"),
        foot=tie_text(scoring, context),
        language=context.language,
    )


# Reference cards: what players look up during a game.


def reference_card(context: RenderContext, cards: Mapping[str, Card], mode: str) -> Document:
    """Reference card of a game for one mode, or for all modes if `mode` is empty.

    It begins with how a turn goes and what players look up meanwhile; a game that describes no turn has the sentences
    that are read out when the table is set up instead.
    """
    subtitle = context.label(f"mode:{mode}") if mode else print_tr("Reference card")
    during = _with_items([*_usual_turn(context, mode), *_usual_reminders(context, cards, mode)])
    setup = setup_table(context, cards, mode)
    sections = [
        *during,
        titled(later("Marks"), mark_items(context, mode)),
        titled(later("Points"), points(context, mode)),
        *([] if during else [setup, _read_aloud_section(context, mode)]),
    ]
    spare = [
        *([setup] if during else []),
        titled(later("Icons"), icons_shown_nowhere(context, cards.values()), "grid"),
        *([] if mode else _other_turns(context)),
        titled(later("Ways to play"), () if mode else ways_to_play(context)),
        *legends(context, cards.values()),
        box(context, cards.values()),
    ]
    title = context.label("game:title")
    return Document(title, subtitle, _with_items(sections), context.language, _with_items(spare))


def _with_items(sections: Iterable[Section]) -> tuple[Section, ...]:
    return tuple(section for section in sections if section.items)


def _usual_turn(context: RenderContext, mode: str) -> Iterator[Section]:
    """Yield the section of a turn in a mode, or in the default mode, which it names if others differ."""
    shown_mode = mode or context.game.default_mode
    phases = phases_in(context.game, shown_mode)
    if phases:
        is_one = mode or all(
            phases_in(context.game, other) == phases for other in context.game.names("modes")
        )
        yield turn_section(context, phases, () if is_one else (shown_mode,))


def _other_turns(context: RenderContext) -> list[Section]:
    """Turns of the other modes, each with the phases that the default mode does not have."""
    usual = phases_in(context.game, context.game.default_mode)
    groups = _grouped(
        context.game.names("modes"),
        lambda mode: tuple(phase for phase in phases_in(context.game, mode) if phase not in usual),
    )
    return [turn_section(context, phases, modes) for phases, modes in groups.items() if phases]


def _usual_reminders(context: RenderContext, cards: Mapping[str, Card], mode: str) -> Iterator[Section]:
    """Yield the sections of the reminders of a mode, or of the default mode; those that are one text share a section."""
    reminders = reminders_in(context.game, mode or context.game.default_mode)
    short = [reminder for reminder in reminders if not reminder.notes and not reminder.cards]
    for reminder in reminders:
        if reminder not in short:
            yield from reminder_sections(reminder, context, cards)
    items = (named_item(context.label(reminder.title), context.label(reminder.label)) for reminder in short)
    yield titled(later("At the table"), items)


def _read_aloud_section(context: RenderContext, mode: str) -> Section:
    """Sentences that are read out when the table is set up; the heading names the mode if other modes have different ones."""
    usual = context.game.default_mode
    sentences = _read_aloud(context, mode or usual)
    is_one = mode or all(_read_aloud(context, other) == sentences for other in context.game.names("modes"))
    title = with_modes(print_tr("At the table"), () if is_one else (usual,), context)
    return Section(title, tuple(Item(text=text) for text in sentences))


def _read_aloud(context: RenderContext, mode: str) -> list[str]:
    """Sentences that a mode's set-up has read aloud."""
    if "deal" not in context.game.definition:
        return []
    steps = read_deal(context.game, mode).steps
    return [context.label(f"say:{step.name}") for step in steps if step.act == "say"]


# Rules pages: the whole game; of modes other than the default one, only what is different.


def rules_pages(context: RenderContext, cards: Mapping[str, Card], mode: str) -> Document:
    """Rules of a game for one mode, or for all modes if `mode` is empty, the default one first."""
    sections = [
        titled(later("Ways to play"), () if mode else ways_to_play(context)),
        box(context, cards.values()),
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
    title, about = context.label("game:title"), context.label("game:about")
    return Document(title, " · ".join(heads), _with_items(sections), context.language, about=about)


def _modes(context: RenderContext, mode: str) -> list[str]:
    """The modes to describe, the default one first."""
    usual = context.game.default_mode
    return [mode] if mode else list(dict.fromkeys([usual, *context.game.names("modes")]))


def _grouped(modes: Iterable[str], content: Callable[[str], _Content]) -> dict[_Content, list[str]]:
    """The contents of some modes, each with the modes that share it."""
    groups: dict[_Content, list[str]] = {}
    for mode in modes:
        groups.setdefault(content(mode), []).append(mode)
    return groups


def _title(title: str, modes: Sequence[str], context: RenderContext, mode: str) -> str:
    """Heading that names its modes, unless all modes share what is below it."""
    return title if len(modes) == len(_modes(context, mode)) else with_modes(title, modes, context)


def _setup_tables(context: RenderContext, cards: Mapping[str, Card], mode: str) -> Iterator[Section]:
    """Yield the set-up table of the default mode, and for other modes the rows that differ from it."""
    usual, *others = _modes(context, mode)
    table = setup_table(context, cards, usual)
    tables = {other: _different_rows(setup_table(context, cards, other), table) for other in others}
    same = [other for other in others if not tables[other].items]
    yield table._replace(title=_title(print_tr("Set-up"), [usual, *same], context, mode))
    different = [other for other in others if tables[other].items]
    for section, modes in _grouped(different, tables.__getitem__).items():
        yield section._replace(title=with_modes(print_tr("Set-up"), modes, context))


def _different_rows(table: Section, usual: Section) -> Section:
    """Table with the rows that another table does not have for the same numbers of players."""
    usual_rows, rows = _rows(usual), _rows(table)
    items = tuple(
        item for item in table.items if not rows[item.name].items() <= usual_rows.get(item.name, {}).items()
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
    sentences = {name: (*_read_aloud(context, name), *_first(context, name)) for name in (usual, *others)}
    groups = _grouped(
        others, lambda other: tuple(text for text in sentences[other] if text not in sentences[usual])
    )
    is_one = all(sentences[other] == sentences[usual] for other in others)
    for texts, modes in ((sentences[usual], [] if is_one else [usual]), *groups.items()):
        if texts:
            title = with_modes(print_tr("At the table"), modes, context)
            yield Section(title, tuple(Item(text=text) for text in texts))


_FIRST = {
    "chance": later("Chance decides who goes first."),
    "seat": later("Seat {seat} goes first."),
    "reveal": later("The highest card that nobody else shows goes first."),
    "all": later("All play at the same time."),
}


def _first(context: RenderContext, mode: str) -> Iterator[str]:
    """Yield the sentence about who goes first, unless the players decide it as the game's own sentences say."""
    if "deal" in context.game.definition:
        first = read_deal(context.game, mode).first
        if first.by in _FIRST:
            yield print_tr(_FIRST[first.by], seat=first.seat)


def _turns(context: RenderContext, mode: str) -> Iterator[Section]:
    """Yield the phases of a turn; modes with the same phases share a section, which has all of their points."""
    phases = {name: phases_in(context.game, name) for name in _modes(context, mode)}
    groups = _grouped(phases, lambda name: tuple(phase.title for phase in phases[name]))
    for titles, modes in groups.items():
        if titles:
            fullest = map(_fullest, zip(*(phases[name] for name in modes), strict=True))
            section = turn_section(context, fullest)
            yield section._replace(title=_title(section.title, modes, context, mode))


def _fullest(variants: Sequence[Reminder]) -> Reminder:
    """The variant of a phase or reminder with the most points."""
    return max(variants, key=lambda variant: len(variant.notes))


def _reminders(context: RenderContext, cards: Mapping[str, Card], mode: str) -> Iterator[Section]:
    """Yield the reminders in the game's order; a heading names the modes of what only some of them have."""
    variants: dict[str, dict[str, Reminder]] = {}
    for name in context.game.names("modes") if not mode else [mode]:
        for reminder in reminders_in(context.game, name):
            variants.setdefault(reminder.title, {})[name] = reminder
    order = [f"reminder:{name}" for name in context.game.names("reminders")]
    for title in sorted(variants, key=order.index):
        by_mode = variants[title]
        modes = () if len(by_mode) == len(_modes(context, mode)) else tuple(by_mode)
        yield from reminder_sections(_fullest(tuple(by_mode.values())), context, cards, modes)


def _unclear(context: RenderContext) -> Iterator[Item]:
    """Yield what the rules leave unclear: settings with their default choice and the others, and readings."""
    for name, setting in context.game.definition.get("settings", {}).items():
        usual = setting["default"]
        texts = [context.label(f"setting:{name}.{usual}")]
        for choice in setting["choices"]:
            if choice != usual:
                means = context.label(f"setting:{name}.{choice}")
                texts.append(print_tr("Or, if you agree: {choice}", choice=means))
        yield Item(print_tr("{label}:", label=context.label(f"setting:{name}")), " ".join(texts))
    yield from (note_item(reading, context) for reading in readings_in(context.game))

"""Scoring pads, reference cards and rules pages: what is on them, by mode, number of players and language, and their printing."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING, BinaryIO

from deckwright.files.writing import atomic_file
from deckwright.messages import later, print_tr, print_trn, printing_in
from deckwright.model.game import check_mode, check_players
from deckwright.model.languages import context_of, game_words
from deckwright.model.settings import only_modes, phases_in, readings_in, reminders_in, settings_in
from deckwright.model.setup import cards_in_mode, read_supply
from deckwright.press.documents.content import Document, DocumentLook, Item, Pad, Section
from deckwright.press.drawing.context import CardsByFace, RenderContext
from deckwright.press.sheets.sheet import load_sheet
from deckwright.store.read import read_assets
from deckwright.workbench.document_examples import example_section
from deckwright.workbench.document_points import (
    pad_foot,
    pad_rows,
    part_items,
    scoring_in,
    short_ties,
    tie_items,
)
from deckwright.workbench.document_sections import (
    badge_range,
    badges_word,
    box,
    icons_shown_nowhere,
    legends,
    mark_items,
    mode_badges,
    named_item,
    note_item,
    phase_item,
    pictured_box,
    players_text,
    range_text,
    reminder_sections,
    titled,
    titled_item,
    turn_section,
    untold_legends,
    ways_to_play,
    with_badges,
    with_equal_counts,
    with_modes,
)
from deckwright.workbench.document_setup import drawn_table, setup
from deckwright.workbench.exports import (
    ExportResult,
    printing_language,
    translation_findings,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from deckwright.findings import Finding
    from deckwright.model.card import Card
    from deckwright.model.game import Game, Numbers
    from deckwright.model.settings import Reminder
    from deckwright.store.prints import Edge
    from deckwright.workbench.library import DeckLibrary


_DEFAULT_SEATS = 4
"""Seats of a pad if a game does not name its numbers of players."""


@dataclass(frozen=True, slots=True)
class PadOptions:
    """How to print scoring pads: for a number of seats (None: as many as can play), a mode ('': the usual one)."""

    players: int | None = None
    mode: str = ""
    sheet: str = "a4"


@dataclass(frozen=True, slots=True)
class ReferenceOptions:
    """How to print reference cards.

    `copies` is their number; None prints one for each player. `mode` is the mode they describe; without it, the
    usual one for each number of players. `edge` is the edge on which the printer flips the paper.
    """

    copies: int | None = None
    mode: str = ""
    sheet: str = "a4"
    edge: Edge = "long"


@dataclass(frozen=True, slots=True)
class PrintedPads:
    """Pads that were printed into a file: their content, pages, pads to a page, and findings."""

    file: str
    content: Pad
    pages: int
    pads: int
    findings: Sequence[Finding] = ()


@dataclass(frozen=True, slots=True)
class RulesOptions:
    """How to print rules pages: for a mode ('': all modes), and on the paper of a sheet."""

    mode: str = ""
    sheet: str = "a4"


@dataclass(frozen=True, slots=True)
class PrintedRules:
    """Rules pages that were printed into a file: their content, their number, and the findings."""

    file: str
    content: Document
    pages: int
    findings: Sequence[Finding] = ()


def print_score_pads(
    library: DeckLibrary, game: str, output: str | Path, options: PadOptions = PadOptions()
) -> PrintedPads:
    """Print a page of scoring pads into a PDF file; `-` is standard output.

    Raises:
        InputError: the game is not loaded or defines no scoring, the sheet is too small, or the file cannot be
            written.
        UsageError: the mode is unknown, or not for this number of players.
    """
    from deckwright.press.documents.pads import print_pads
    from deckwright.workbench.score_files import check_scoring

    context = document_context(library, library.game(game).game)
    check_scoring(context.game, options.mode)
    mode, seats = _mode_and_seats(context.game, options)
    with _printing(context, output) as file:
        pad = score_pad(context, library.game(game).cards, mode, seats)
        printed = print_pads(pad, load_sheet(options.sheet).paper, context.assets, file)
    findings = [*context.findings, *printed.findings]
    return PrintedPads(str(output), pad, printed.pages, printed.pieces, findings)


def print_reference_cards(
    library: DeckLibrary, game: str, output: str | Path, options: ReferenceOptions = ReferenceOptions()
) -> ExportResult:
    """Print reference cards for the players into a PDF file; `-` is standard output.

    Raises:
        InputError: the game is not loaded, the sheet is too small, or the file cannot be written.
        UsageError: the mode is unknown.
    """
    from deckwright.press.documents.reference_cards import DuplexPaper, print_cards

    context = document_context(library, library.game(game).game)
    check_mode(context.game, options.mode)
    copies = options.copies or max(_player_numbers(context.game, options.mode), default=1)
    paper = DuplexPaper(load_sheet(options.sheet).paper, options.edge)
    with _printing(context, output) as file:
        card = reference_card(context, library.game(game).cards, options.mode)
        printed = print_cards(card, copies, paper, context.assets, file)
    findings = [*context.findings, *printed.findings]
    return ExportResult((str(output),), printed.pieces, printed.pages, findings)


def print_rules_pages(
    library: DeckLibrary, game: str, output: str | Path, options: RulesOptions = RulesOptions()
) -> PrintedRules:
    """Print the rules of a game into a PDF file, as its data know them; `-` is standard output.

    Raises:
        InputError: the game is not loaded, the paper is too small, or the file cannot be written.
        UsageError: the mode is unknown.
    """
    from deckwright.press.documents.rules_pages import print_rules

    context = document_context(library, library.game(game).game)
    check_mode(context.game, options.mode)
    with _printing(context, output) as file:
        rules = rules_pages(context, library.game(game).cards, options.mode)
        printed = print_rules(rules, load_sheet(options.sheet).paper, context.assets, file)
    return PrintedRules(str(output), rules, printed.pages, [*context.findings, *printed.findings])


def document_context(
    library: DeckLibrary,
    game: Game,
    matches: Callable[[str, Card], bool] = lambda _, __: False,
    cards: CardsByFace | None = None,
) -> RenderContext:
    """Render context of a game's own words, with the findings about their translations."""
    language = printing_language(library, game)
    assets = read_assets(library.connection, game.id)
    context = RenderContext(game, language, assets, matches, cards or CardsByFace())
    context.findings |= dict.fromkeys(translation_findings(library, game, [language]))
    return context


@contextmanager
def _printing(context: RenderContext, output: str | Path) -> Iterator[BinaryIO]:
    """Open a file, and use the printed words of a language, with the game's own; words that only English has are noted."""
    words = game_words(context.game, context.language)

    def note_missing(message: str) -> None:
        context.report_untranslated(context_of(message), "")

    with atomic_file(output) as file, printing_in(context.language, words, note_missing):
        yield file


def _mode_and_seats(game: Game, options: PadOptions) -> tuple[str, int]:
    """Mode that is played, and its number of seats; without `options.players`, as many as can play.

    Raises:
        UsageError: this number of players cannot play the mode, or any.
    """
    mode, players = options.mode, options.players
    if not mode:
        mode = game.mode_for(players) if players else game.default_mode
    allowed = _player_numbers(game, mode)
    seats = players or max(allowed, default=_DEFAULT_SEATS)
    check_players(seats, allowed, game.id, mode)
    return mode, seats


def _player_numbers(game: Game, mode: str) -> Numbers:
    """Numbers of players that can play a mode; in teams, the ones that make whole teams."""
    size = _team_size(game, mode)
    return tuple(number for number in game.players_in(mode) if number % size == 0)


def _team_size(game: Game, mode: str) -> int:
    scoring = game.definition.get("scoring", {})
    size: int = scoring.get("modes", {}).get(mode, scoring).get("teams", scoring.get("teams", 1))
    return size


# What is on score pads.


def score_pad(context: RenderContext, cards: Mapping[str, Card], mode: str, seats: int) -> Pad:
    """Scoring pad for a number of seats in a mode of a game that defines its scoring; the mode is named if modes are scored in different ways."""
    supply = read_supply(context.game, cards.values(), mode, seats)
    scoring = scoring_in(context, mode)
    teams = seats // scoring.team_size if scoring.team_size > 1 else 0
    heads = [context.label(f"mode:{mode}")] if "modes" in context.game.definition["scoring"] else []
    players = tuple(number for number in _player_numbers(context.game, mode) if number <= seats)
    heads += [players_text(players) or print_trn("{count} player", "{count} players", seats)]
    return Pad(
        title=context.label("game:title"),
        subtitle=" · ".join(heads),
        rows=tuple(pad_rows(scoring, context, supply, seats, cards.values())),
        seats=seats,
        teams=tuple(print_tr("Team {number}", number=number + 1) for number in range(teams)),
        date=print_tr("Date"),
        name=print_tr("Name"),
        foot=pad_foot(scoring, context),
        language=context.language,
        look=look_of(context.game),
        cast=_cast(context.game, cards.values()),
    )


def _cast(game: Game, cards: Collection[Card]) -> tuple[str, ...]:
    """Pictures of the other cards of a kind that has the icon of a game, one for each name."""
    icon = game.definition.get("documents", {}).get("icon")
    kinds = {card.kind for card in cards if card.icon == icon}
    pictures: dict[str, str] = {}
    for card in cards:
        if card.kind in kinds:
            pictures.setdefault(card.name(game.source_language), card.icon)
    return tuple(name for name in pictures.values() if name != icon)


def look_of(game: Game) -> DocumentLook:
    """Look that a game has for its documents, or the usual one."""
    own = {key: value for key, value in game.definition.get("documents", {}).items() if key != "players"}
    return DocumentLook(**own, icons=game.definition.get("icons", {}))


# What is on reference cards: what players look up during a game.


def reference_card(context: RenderContext, cards: Mapping[str, Card], mode: str) -> Document:
    """Reference card of a game for one mode, or for all modes if `mode` is empty.

    It begins with how a turn goes and what players look up meanwhile, in short texts that are read at a glance; a game
    that describes no turn has the set-up, icons and the contents of the box instead. A card for all modes describes the
    default one: it names that if its turn is another than that of other modes, or else the modes of what only some have.
    """
    usual = mode or context.game.default_mode
    told = "" if not mode and _has_all(context.game, usual) else usual
    is_named = mode or (told and not _have_same_turn(context.game))
    subtitle = context.label(f"mode:{told}") if is_named else _usual_subtitle(context)
    context = replace(context, game=with_badges(context.game))
    phases = [phase_item(phase, context, cards) for phase in phases_in(context.game, told, is_short=True)]
    turn = [turn_section(phases)] if phases else []
    reminders = reminders_in(context.game, told, is_short=True)
    ends = [reminder for reminder in reminders if reminder.title == _END]
    end = [section for own in ends for section in reminder_sections(own, context, cards, told)]
    counted = [] if any(own.with_points for own in ends) else list(part_items(context, usual))
    sections = [
        *turn,
        *_usual_reminders(context, cards, told, [reminder for reminder in reminders if reminder not in ends]),
        titled(later("Marks"), mark_items(context, usual, is_short=True)),
        *_with_ties(end, counted, context, usual),
        *([] if turn or reminders else _without_turn(context, cards, mode)),
    ]
    title = context.label("game:title")
    return Document(title, subtitle, _with_items(sections), context.language, look=look_of(context.game))


_END = "reminder:end"
"""Reminder that says how the game ends, which reference cards have last, with what decides a tie, next to the points."""


def _with_ties(
    end: Sequence[Section], counted: Sequence[Item], context: RenderContext, mode: str
) -> Iterator[Section]:
    """Yield how a game ends and its points, with what decides a tie at the end of the former; of the latter, without any."""
    ties = tuple(short_ties(context, mode))
    if end and ties:
        named = tuple(named_item(tie.name, tie.values[0], tie.icon) for tie in ties)
        end, ties = [*end[:-1], end[-1]._replace(items=end[-1].items + named)], ()
    yield from end
    yield titled(later("Points"), [*counted, *ties])


def _usual_subtitle(context: RenderContext) -> str:
    """Subtitle of a card for all modes, which says what their icons mean if they have any."""
    word, badges = badges_word(context), [*mode_badges(context.game).values()]
    legend = f"{word} {badge_range(badges, context.game)}" if word else ""
    return " · ".join(filter(None, (print_tr("Reference card"), legend)))


def _without_turn(context: RenderContext, cards: Mapping[str, Card], mode: str) -> Iterator[Section]:
    """Yield the sections of a card of a game that describes no turn."""
    played = cards_in_mode(context.game, cards.values(), mode)
    yield setup(context, cards, [mode or context.game.default_mode])
    yield titled(later("Icons"), icons_shown_nowhere(context, played), "grid")
    yield from legends(context, played)
    yield box(context, cards.values())


def _with_items(sections: Iterable[Section]) -> tuple[Section, ...]:
    return tuple(section for section in sections if section.items)


def _has_all(game: Game, mode: str) -> bool:
    """Whether all that the short texts of a turn and of reminders say in any mode is said in this one, too."""
    all_phases, all_reminders = phases_in(game, mode, is_short=True), reminders_in(game, mode, is_short=True)
    return all(
        _without_notes(phases_in(game, other, is_short=True)) == _without_notes(all_phases)
        and _are_among(phases_in(game, other, is_short=True), all_phases)
        and _are_among(reminders_in(game, other, is_short=True), all_reminders)
        for other in game.names("modes")
    )


def _without_notes(parts: Iterable[Reminder]) -> list[Reminder]:
    return [part._replace(notes=()) for part in parts]


def _are_among(parts: Iterable[Reminder], others: Iterable[Reminder]) -> bool:
    """Whether parts of the rules are among others, each with all of its notes."""
    notes = {other._replace(notes=()): set(other.notes) for other in others}
    return all(
        part._replace(notes=()) in notes and set(part.notes) <= notes[part._replace(notes=())]
        for part in parts
    )


def _have_same_turn(game: Game) -> bool:
    """Whether a turn goes in the same way in all modes."""
    return len({phases_in(game, mode, is_short=True) for mode in game.names("modes")}) <= 1


def _usual_reminders(
    context: RenderContext, cards: Mapping[str, Card], mode: str, reminders: Sequence[Reminder]
) -> Iterator[Section]:
    """Yield the sections of reminders of a mode, or of all modes (''); several that are one text each share a section."""
    short = list(filter(_is_text, reminders))
    short = short if len(short) > 1 else []
    for reminder in reminders:
        if reminder not in short:
            yield from reminder_sections(reminder, context, cards, mode)
    items = (_text_item(reminder, context, context.label(reminder.title), named_item) for reminder in short)
    yield titled(later("At the table"), items)


_MANY_TEXTS = 3
"""Number of reminders of one text each, in a row, that share a section of rules pages."""


# What is on rules pages: the whole game, each rule once, with the modes that it is for unless it is for all.


def rules_pages(context: RenderContext, cards: Mapping[str, Card], mode: str) -> Document:
    """Rules of a game for one mode, or for all modes if `mode` is empty; those whose turns differ have parts of their own."""
    apart = () if mode else _modes_apart(context.game)
    shared = replace(context, game=context.game.without_modes(apart))
    played = cards_in_mode(context.game, cards.values(), mode)
    rules = _with_items(_rules(shared, cards, mode))
    questions = titled(later("Questions and variants"), _unclear(shared, mode))
    phases = _phase_titles(shared.game, mode)
    sections = [
        pictured_box(context, cards.values(), played),
        _of_mode(drawn_table(shared, cards, _modes_told(shared.game, mode)), shared, mode),
        _ways_to_play(context) if not mode else Section("", ()),
        *rules,
        *map(with_equal_counts, untold_legends(legends(context, played), rules)),
        example_section(context, cards, mode),
        questions,
        *(part for other in apart for part in _part(context, cards, other, (*rules, questions), phases)),
    ]
    heads = [print_tr("Rules"), context.label(f"mode:{mode}") if mode else "", *_for_whom(context.game, mode)]
    about = [context.label("game:about"), context.label(f"mode:{mode}.about")]
    return Document(
        context.label("game:title"),
        " · ".join(filter(None, heads)),
        _with_items(sections),
        context.language,
        about=" ".join(filter(None, about)),
        look=look_of(context.game),
    )


def _for_whom(game: Game, mode: str) -> Iterator[str]:
    """Yield how many can play, how long, and from which age, as far as the game says so."""
    yield players_text(game.players_in(mode))
    if minutes := game.definition.get("minutes"):
        numbers = range_text(minutes["min"], minutes["max"])
        yield print_trn("{numbers} minute", "{numbers} minutes", minutes["max"], numbers=numbers)
    if age := game.definition.get("age"):
        yield print_tr("age {age}+", age=age)


def _ways_to_play(context: RenderContext) -> Section:
    """Section of all modes, whose heading is the word for their icons if there is one."""
    items = tuple(ways_to_play(context))
    return Section((badges_word(context) or print_tr("Ways to play")) if items else "", items)


def _modes_apart(game: Game) -> tuple[str, ...]:
    """Modes whose turn has other phases than that of the usual mode."""
    usual = _phase_titles(game, game.default_mode)
    return tuple(mode for mode in game.names("modes") if _phase_titles(game, mode) != usual)


def _phase_titles(game: Game, mode: str) -> tuple[str, ...]:
    return tuple(phase.title for phase in phases_in(game, mode))


def _modes_told(game: Game, mode: str) -> Sequence[str]:
    """A mode, or all modes of a game but for those whose set-up is told in a text; '' is that of a game without modes."""
    modes = game.definition.get("modes", {})
    return [mode] if mode else [name for name, entry in modes.items() if "setup" not in entry] or [""]


def _of_mode(section: Section, context: RenderContext, mode: str) -> Section:
    """Section of a mode, or of all modes (''); its heading names the only mode that is not told in a text instead."""
    told = [] if mode else _modes_told(context.game, mode)
    is_only = len(told) == 1 < len(context.game.names("modes"))
    return section._replace(title=with_modes(section.title, told, context)) if is_only else section


def _rules(
    context: RenderContext, cards: Mapping[str, Card], mode: str, told: Collection[str] = ()
) -> Iterator[Section]:
    """Yield how a mode, or all modes (''), is set up, played and scored, and what is looked up in tables; the phases that were `told` are only named."""
    set_up = _of_mode(setup(context, cards, _modes_told(context.game, mode)), context, mode)
    context = replace(context, game=with_badges(context.game))
    every = reminders_in(context.game, mode)
    yield from _reminders(
        [reminder for reminder in every if reminder.before == "setup"], context, cards, mode
    )
    yield set_up
    yield from _reminders([reminder for reminder in every if reminder.before == "turn"], context, cards, mode)
    yield _turn(context, cards, mode, told)
    others = [reminder for reminder in every if not reminder.before]
    end = next((number for number, part in enumerate(others) if part.title == _END), len(others))
    sections = [
        *_reminders(others[:end], context, cards, mode),
        titled(later("Marks"), mark_items(context, mode)),
        *_reminders(others[end:], context, cards, mode),
    ]
    last = [own for own in sections if own.is_wide or (own.sort == "table" and own.title)]
    yield from _with_points((section for section in sections if section not in last), context, mode)
    yield from last


def _with_points(sections: Iterable[Section], context: RenderContext, mode: str) -> Iterator[Section]:
    """Yield sections of reminders and the points; if one of them tells these itself, only what decides a tie is below it."""
    ends = {context.label(part.title) for part in reminders_in(context.game, mode) if part.with_points}
    ties = tuple(tie_items(context, mode))
    counted = titled(later("Points"), (*part_items(context, mode), *ties))
    for section in sections:
        is_end = section.title in ends
        yield section._replace(items=section.items + ties) if is_end else section
        counted = counted._replace(items=()) if is_end else counted
    yield counted


def _part(
    context: RenderContext,
    cards: Mapping[str, Card],
    mode: str,
    told: Iterable[Section],
    phases: Collection[str],
) -> Iterator[Section]:
    """Yield a heading of a mode, its set-up and turn, and what else was not `told`; `phases` that were told are only named."""
    contents = {_content(section, item) for section in told for item in section.items}
    text = print_tr("What is not told here is as in the other ways to play.")
    yield Section(context.label(f"mode:{mode}"), (Item(text=text),), "part")
    questions = titled(later("Questions and variants"), _unclear(context, mode))
    for section in _with_items([*_rules(context, cards, mode, phases), questions]):
        is_setup = section.title == print_tr("Set-up")
        items = (
            item
            for item in section.items
            if (is_setup and item.values) or _content(section, item) not in contents
        )
        yield section._replace(items=tuple(items))


def _content(section: Section, item: Item) -> Hashable:
    """What an item tells, whatever modes it names."""
    return item.text or (item.name, () if section.sort == "table" else item.values)


def _reminders(
    reminders: Iterable[Reminder], context: RenderContext, cards: Mapping[str, Card], mode: str
) -> Iterator[Section]:
    """Yield the sections of reminders; several in a row that are one text each share a section."""
    for is_text, group in groupby(reminders, _is_text):
        texts = list(group)
        titles = {context.label(reminder.title) for reminder in texts}
        if is_text and len(titles) >= _MANY_TEXTS:
            items = (_text_item(reminder, context, context.label(reminder.title)) for reminder in texts)
            yield titled(later("At the table"), items)
        else:
            yield from _by_title(texts, context, cards, mode)


def _is_text(reminder: Reminder) -> bool:
    return not (reminder.notes or reminder.cards)


def _text_item(
    reminder: Reminder,
    context: RenderContext,
    title: str = "",
    item_of: Callable[[str, str, str], Item] = titled_item,
) -> Item:
    """Item of a reminder that is one text, with its title and the modes that it is for."""
    name = with_modes(title, reminder.modes, context)
    return item_of(name, context.label(reminder.label), reminder.icon)


def _by_title(
    reminders: Iterable[Reminder], context: RenderContext, cards: Mapping[str, Card], mode: str
) -> Iterator[Section]:
    """Yield the sections of reminders; texts of one title for different modes are one section."""
    for title, group in groupby(reminders, lambda reminder: context.label(reminder.title)):
        of_title = list(group)
        if len(of_title) > 1 and all(map(_is_text, of_title)):
            yield Section(title, tuple(_text_item(reminder, context) for reminder in of_title))
        else:
            for reminder in of_title:
                yield from reminder_sections(reminder, context, cards, mode)


def _turn(context: RenderContext, cards: Mapping[str, Card], mode: str, told: Collection[str]) -> Section:
    """The phases of a turn; those that were `told` are only named."""
    items: list[Item] = []
    for is_told, group in groupby(phases_in(context.game, mode), lambda phase: phase.title in told):
        shown = [phase_item(phase, context, cards) for phase in group]
        names = " · ".join(phase.name for phase in shown)
        items += [Item(names, print_tr("As in the other ways to play."))] if is_told else shown
    return turn_section(items)


def _unclear(context: RenderContext, mode: str) -> Iterator[Item]:
    """Yield what the rules leave unclear: settings with their default choice and the others, and readings."""
    for name, setting in settings_in(context.game, mode).items():
        usual = setting["default"]
        title = with_modes(context.label(f"setting:{name}"), only_modes(setting, mode), context)
        others = tuple(
            titled_item(print_tr("Or, if you agree"), context.label(f"setting:{name}.{choice}"))
            for choice in setting["choices"]
            if choice != usual
        )
        item = titled_item(title, context.label(f"setting:{name}.{usual}"))
        yield item._replace(points=others)
    yield from (note_item(reading, context, reading.modes) for reading in readings_in(context.game, mode))

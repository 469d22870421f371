"""Scoring pads, reference cards and rules pages, printed for a mode, a number of players and a language."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO

from deckwright.files.writing import atomic_file
from deckwright.messages import printing_in, tr
from deckwright.model.game import check_mode, is_allowed, list_numbers, wrong_players
from deckwright.model.languages import context_of, game_words
from deckwright.press.drawing.context import RenderContext
from deckwright.press.sheets.sheet import load_sheet
from deckwright.store.read import read_assets
from deckwright.workbench.printing import ExportResult, printing_language, translation_findings

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from deckwright.findings import Finding
    from deckwright.model.game import Game, Numbers
    from deckwright.press.documents.content import Document, Pad
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
    library: DeckLibrary,
    game: str,
    output: str | Path,
    options: PadOptions = PadOptions(),
) -> PrintedPads:
    """Print a page of scoring pads into a PDF file; `-` is standard output.

    Raises:
        InputError: the game is not loaded or defines no scoring, the sheet is too small, or the file cannot be
            written.
        UsageError: the mode is unknown, or not for this number of players.
    """
    from deckwright.press.documents.pads import print_pads
    from deckwright.workbench.document_contents import score_pad
    from deckwright.workbench.score_files import check_scoring

    context = _render_context(library, game)
    check_scoring(context.game, options.mode)
    mode, seats = _mode_and_seats(context.game, options)
    with _printing(context, output) as file:
        pad = score_pad(context, mode, seats)
        printed = print_pads(pad, load_sheet(options.sheet).paper, context.assets, file)
    findings = [*context.findings, *printed.findings]
    return PrintedPads(str(output), pad, printed.pages, printed.pieces, findings)


def print_reference_cards(
    library: DeckLibrary,
    game: str,
    output: str | Path,
    options: ReferenceOptions = ReferenceOptions(),
) -> ExportResult:
    """Print reference cards for the players into a PDF file; `-` is standard output.

    Raises:
        InputError: the game is not loaded, the sheet is too small, or the file cannot be written.
        UsageError: the mode is unknown.
    """
    from deckwright.press.documents.pages import DuplexPaper, print_cards
    from deckwright.workbench.document_contents import reference_card

    context = _render_context(library, game)
    check_mode(context.game, options.mode)
    copies = options.copies or max(_player_numbers(context.game, options.mode), default=1)
    paper = DuplexPaper(load_sheet(options.sheet).paper, options.edge)
    with _printing(context, output) as file:
        card = reference_card(context, library.game(game).cards, options.mode)
        printed = print_cards(card, copies, paper, context.assets, file)
    findings = [*context.findings, *printed.findings]
    return ExportResult((str(output),), printed.pieces, printed.pages, findings)


def print_rules_pages(
    library: DeckLibrary,
    game: str,
    output: str | Path,
    options: RulesOptions = RulesOptions(),
) -> PrintedRules:
    """Print the rules of a game into a PDF file, as its data know them; `-` is standard output.

    Raises:
        InputError: the game is not loaded, the paper is too small, or the file cannot be written.
        UsageError: the mode is unknown.
    """
    from deckwright.press.documents.pages import print_rules
    from deckwright.workbench.document_contents import rules_pages

    context = _render_context(library, game)
    check_mode(context.game, options.mode)
    with _printing(context, output) as file:
        rules = rules_pages(context, library.game(game).cards, options.mode)
        printed = print_rules(rules, load_sheet(options.sheet).paper, context.assets, file)
    return PrintedRules(str(output), rules, printed.pages, [*context.findings, *printed.findings])


def _render_context(library: DeckLibrary, name: str) -> RenderContext:
    """Render context of a game's own words, with the findings about their translations."""
    game = library.game(name).game
    language = printing_language(library, game)
    context = RenderContext(game, language, read_assets(library.connection, game.id), lambda _, __: False)
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
    if not is_allowed(seats, allowed):
        message = tr(
            "{game} in the mode {mode} is for {allowed} players, not for {players}.",
            game=game.id,
            mode=mode,
            allowed=list_numbers(allowed),
            players=seats,
        )
        raise wrong_players(message)
    return mode, seats


def _player_numbers(game: Game, mode: str) -> Numbers:
    """Numbers of players that can play a mode; in teams, the ones that make whole teams."""
    size = _team_size(game, mode)
    return tuple(number for number in game.players_in(mode) if number % size == 0)


def _team_size(game: Game, mode: str) -> int:
    scoring = game.definition.get("scoring", {})
    size: int = scoring.get("modes", {}).get(mode, scoring).get("teams", scoring.get("teams", 1))
    return size

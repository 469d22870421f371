"""Printing cards: on sheets, in several languages side by side, or as drawings for a proof page."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from deckwright.errors import DatabaseError, UsageError
from deckwright.files.texts import STDIN
from deckwright.files.writing import atomic_file
from deckwright.messages import tr
from deckwright.model.languages import match_language
from deckwright.press.drawing.card import CardLooks
from deckwright.press.faces.choice import cards_by_face, load_backs, load_fronts, load_sides, query_matcher
from deckwright.press.print_job import PrintJob, by_size, print_pdf, refuse_sheet
from deckwright.press.sheets.sheet import load_sheet
from deckwright.store.prints import Printer, conclude, next_number, read_printer
from deckwright.store.read import read_assets
from deckwright.workbench.exports import (
    ExportResult,
    export_result,
    filter_by_state,
    names_of_sources,
    printing_language,
    refuse_script,
    select_from_one_game,
    translation_findings,
)
from deckwright.workbench.library import no_progress
from deckwright.workbench.print_history import (
    PrintOrigin,
    changes_since_print,
    printed_cards,
    record_print,
    unprinted_copies,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from deckwright.press.proof.drawings import ProofJob
    from deckwright.press.sheets.sheet import Sheet
    from deckwright.workbench.exports import SelectedCards, Selection
    from deckwright.workbench.library import DeckLibrary, Progress

    Duplex = Literal["long", "short", "none"]


@dataclass(frozen=True, slots=True)
class SheetAdditions:
    """What a sheet gets beside its cards: a ruler of 100 mm, lines to cut along, empty cards to write on."""

    ruler: bool = False
    cut_lines: bool = False
    blanks: bool = False

    def as_yaml(self) -> dict[str, Any]:
        """The keys of a sheet's YAML file for these."""
        keys: dict[str, tuple[bool, Any]] = {
            "ruler": (self.ruler, True),
            "cut_lines": (self.cut_lines, {}),
            "blanks": (self.blanks, True),
        }
        return {key: value for key, (is_wanted, value) in keys.items() if is_wanted}


@dataclass(frozen=True, slots=True)
class HistoryOptions:
    """How to use the history of prints.

    With `changed`, print only the cards that look different than in the last print, and the copies that were not
    printed; with `since`, compare with the print of that number instead. A print is recorded unless `record` is off.
    """

    changed: bool = False
    since: int | None = None
    record: bool = True

    @property
    def is_partial(self) -> bool:
        """Whether only changes are printed."""
        return self.changed or self.since is not None


@dataclass(frozen=True, slots=True)
class SheetOptions:
    """How to print cards on sheets.

    `sheet` is the name of a packaged sheet, or the path of a YAML file. `duplex` is the edge on which the paper is
    flipped to print backs, "none" to print fronts only; None takes the edge of `printer`, the name of a printer
    profile, if there is one. With `low_ink`, cards have white grounds and coloured outlines.
    """

    sheet: str = "a4"
    duplex: Duplex | None = None
    printer: str = ""
    additions: SheetAdditions = SheetAdditions()
    history: HistoryOptions = HistoryOptions()
    low_ink: bool = False


@dataclass(frozen=True, slots=True)
class ProofOptions:
    """How to show cards in several languages: that of the library first, then `languages`.

    `sheet` is for paper; `spoken` is the language of a web page's own words.
    """

    languages: Sequence[str] = ()
    sheet: str = "a4"
    low_ink: bool = False
    spoken: str = "en"


def print_sheets(
    library: DeckLibrary,
    selection: Selection,
    output: str | Path,
    options: SheetOptions = SheetOptions(),
    progress: Progress = no_progress,
) -> ExportResult:
    """Print cards on sheets into a PDF file; `-` is standard output. The same cards make the same bytes.

    The result has no files if no card is in the wanted states, or none has changed.

    Raises:
        UsageError: the selection is empty or of several games, or the options contradict each other.
        InputError: a card, face, sheet, printer profile or print does not exist or has errors, or the file cannot be
            written.
    """
    selected = select_from_one_game(library, selection)
    language = printing_language(library, selected.game)
    selected = filter_by_state(library, selected, [language], selection.states)
    printer = read_printer(library.connection, options.printer) if options.printer else None
    on_paper = (
        printed_cards(library, selected.game.id, language, options.history.since)
        if options.history.is_partial
        else {}
    )
    if selection.states and not selected.deck.entries:
        return ExportResult()
    sheet = load_sheet(options.sheet, options.additions.as_yaml())
    job = make_print_job(library, selected, language, sheet, ("pdf",))
    job = replace(_with_backs(job, options.duplex, printer), low_ink=options.low_ink)
    changes = None
    if options.history.is_partial:
        job, changes = unprinted_copies(job, on_paper, selected.cards)
        if not job.copies:
            return ExportResult(changes=changes)
    is_recorded = options.history.record and not selection.states and _stays(output)
    looks = CardLooks(job.assets) if is_recorded else None
    if is_recorded:
        job = replace(job, print_number=str(next_number(library.connection)))
    number = 0
    try:
        with atomic_file(output) as file, progress(tr("Printing"), job.copies) as advance:
            printed = print_pdf(job, file, advance, looks)
            if looks:
                file.flush()
                names = names_of_sources(library, selection)
                origin = PrintOrigin(names, str(output), bool(on_paper), file.name)
                number = record_print(library, job, printed, looks, origin)
    finally:
        # An entry that is not confirmed counts while its file is there.
        with suppress(DatabaseError):
            if number:
                conclude(library.database, number)
    return replace(export_result(printed, [output]), changes=changes)


def _stays(output: str | Path) -> bool:
    """Whether an output is a file, and no device or pipe."""
    return str(output) != STDIN and (Path(output).is_file() or not Path(output).exists())


def print_side_by_side(
    library: DeckLibrary,
    selection: Selection,
    output: str | Path,
    options: ProofOptions = ProofOptions(),
    progress: Progress = no_progress,
) -> ExportResult:
    """Print each card once in several languages, side by side on sheets, into a PDF file; `-` is standard output.

    The result has no files if no card is in the wanted states.

    Raises:
        UsageError: the selection is empty or of several games, the game lacks a language, or the sheet is too narrow.
        InputError: a card, face or sheet does not exist or has errors, or the file cannot be written.
    """
    from deckwright.press.proof.drawings import print_side_by_side, proof_sheet

    selected, languages = _select_for_proof(library, selection, options)
    if not selected.deck.entries:
        return ExportResult()
    assets = read_assets(library.connection, selected.game.id)
    job = print_job(selected, assets, languages[0], load_sheet(options.sheet), ("pdf",))
    refuse_sheet(job, by_size(job))
    job = replace(
        job,
        cards=[(card, 1) for card, _ in job.cards],
        sheet=proof_sheet(job, len(languages)),
        low_ink=options.low_ink,
        findings=translation_findings(library, selected.game, languages, selected.ids),
    )
    jobs = [replace(job, language=language) for language in languages]
    with atomic_file(output) as file, progress(tr("Printing"), len(job.cards) * len(languages)) as advance:
        printed = print_side_by_side(jobs, file, advance)
    return export_result(printed, [output])


def write_proof_page(
    library: DeckLibrary,
    selection: Selection,
    output: str | Path,
    options: ProofOptions = ProofOptions(),
    progress: Progress = no_progress,
) -> ExportResult:
    """Write a web page that shows cards in one language or several, into an HTML file; `-` is standard output.

    The result has no files if no card is in the wanted states.

    Raises:
        UsageError: the selection is empty or of several games, or the game lacks a language.
        InputError: a card or face does not exist or has errors, no cards are to be shown, or the file cannot be
            written.
    """
    from deckwright.press.proof.drawings import draw_proof
    from deckwright.press.proof.page import proof_page

    job = make_proof_job(library, selection, options)
    if selection.states and not job.cards:
        return ExportResult()
    with atomic_file(output) as file:
        with progress(tr("Drawing"), len(job.cards) * len(job.languages)) as advance:
            proof = draw_proof(job, advance)
        for part in proof_page(job, proof, options.spoken):
            file.write(part.encode(errors="replace"))
    return ExportResult((str(output),), job.copies, 1, proof.findings, job.changes)


def make_proof_job(
    library: DeckLibrary, selection: Selection, options: ProofOptions = ProofOptions()
) -> ProofJob:
    """Job of cards and backs to draw for a proof page; without cards if none is in the wanted states."""
    from deckwright.press.proof.drawings import ProofJob
    from deckwright.workbench.cards import spoken_card

    selected, languages = _select_for_proof(library, selection, options)
    game = selected.game
    assets = read_assets(library.connection, game.id)
    faces, backs = load_sides(game, selected.chosen, assets, "html")
    return ProofJob(
        game=game,
        cards=selected.copies,
        languages=languages,
        title=selected.deck.name,
        faces=faces,
        assets=assets,
        matches=query_matcher(game),
        describe=lambda card, language: spoken_card(card, game, language),
        cards_by_face=cards_by_face(game, selected.cards.values()),
        backs=backs,
        low_ink=options.low_ink,
        findings=translation_findings(library, selected.game, languages, selected.ids),
        changes=changes_since_print(library, game.id, languages[0], selected.cards),
    )


def _select_for_proof(
    library: DeckLibrary, selection: Selection, options: ProofOptions
) -> tuple[SelectedCards, list[str]]:
    """Cards to show, and the languages to show them in."""
    selected = select_from_one_game(library, selection)
    game = selected.game
    languages = [printing_language(library, game)]
    for tag in options.languages:
        language = match_language(tag, game.languages)
        if not language:
            raise UsageError(
                "no-such-language",
                tr("{game} is not in the language {language}.", game=game.id, language=tag),
                hint=tr("Use one of: {names}.", names=", ".join(game.languages)),
            )
        refuse_script(language)
        languages.append(language)
    languages = list(dict.fromkeys(languages))
    return filter_by_state(library, selected, languages, selection.states), languages


def make_print_job(
    library: DeckLibrary,
    selected: SelectedCards,
    language: str,
    sheet: Sheet | None = None,
    target: Sequence[str] = (),
) -> PrintJob:
    """Print job of some cards, as `print_job` makes it, with the findings about their translations."""
    assets = read_assets(library.connection, selected.game.id)
    findings = translation_findings(library, selected.game, [language], selected.ids)
    return replace(print_job(selected, assets, language, sheet, target), findings=findings)


def print_job(
    selected: SelectedCards,
    assets: Mapping[str, bytes],
    language: str,
    sheet: Sheet | None = None,
    target: Sequence[str] = (),
) -> PrintJob:
    """Print job of some cards, on A4 without a sheet, for a target that is called by these names.

    `assets` are the files of their game by name.
    """
    return PrintJob(
        game=selected.game,
        cards=selected.copies,
        language=language,
        sheet=sheet or load_sheet("a4"),
        faces=load_fronts(selected.game, selected.chosen, assets, *target),
        title=selected.deck.name,
        assets=assets,
        matches=query_matcher(selected.game),
        cards_by_face=cards_by_face(selected.game, selected.cards.values()),
    )


def _with_backs(job: PrintJob, duplex: str | None, printer: Printer | None) -> PrintJob:
    """Job with the backs that are wanted, corrected for a printer; without `duplex`, turned about its edge.

    Raises:
        InputError: a back has errors.
        UsageError: a fold-over sheet, which has the backs next to the fronts, is to be printed on both sides.
    """
    edge = duplex or (printer.edge if printer else "none")
    if job.sheet.fold:
        if duplex in {"long", "short"}:
            message = tr("The sheet {name} has the backs next to the fronts.", name=job.sheet.name)
            raise UsageError("duplex", message, hint=tr("Remove --duplex."))
        edge = "none"
    if edge == "none" and not job.sheet.fold:
        return job
    cards = [card for card, _ in job.cards]
    backs = load_backs(job.game, cards, job.assets, job.faces, "pdf")
    turned: Any = None if edge == "none" else edge
    return replace(job, backs=backs, duplex=turned, printer=printer or Printer())

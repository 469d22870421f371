"""`deckwright export pdf`: cards on printable sheets."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from typer import Context, Option

from deckwright.commands import completion
from deckwright.commands.arguments import (
    GameOfSources,
    LowInk,
    Only,
    PdfFile,
    Select,
    Sources,
    Strict,
    Watch,
    With,
)
from deckwright.commands.opening import database_of, reading
from deckwright.commands.options import check_output
from deckwright.commands.parsing import one_of
from deckwright.commands.printed import report
from deckwright.commands.sources import sources_of
from deckwright.files.writing import whole_file
from deckwright.messages import tr
from deckwright.model.card import copies_by_card
from deckwright.reports.output import note, progress_bar, write_json
from deckwright.store.printer_profiles import EDGES, read_printer
from deckwright.store.read import read_assets

EXAMPLES = (
    "deckwright export pdf data-monsters/startup -o startup.pdf",
    "deckwright export pdf dataset --lang fr --sheet letter -o dataset.pdf",
    "deckwright export pdf data-monsters --target dtc-poker -o print-shop.pdf",
    "deckwright export pdf data-monsters --duplex long --printer office -o cards.pdf",
    "deckwright export pdf --select 'kind:monster' --game data-monsters -o monsters.pdf",
    "deckwright export pdf dataset --lang it --with fr --only stale -o proofs.pdf",
)
SHORTENS = True
"""Findings that are many and alike are counted, unless --all asks for them."""


def run(
    context: Context,
    sources: Sources = None,
    game: GameOfSources = "",
    select: Select = "",
    sheet: Annotated[
        str,
        Option(
            "--sheet",
            "--paper",
            autocompletion=completion.sheets,
            metavar=tr("SHEET"),
            help=tr("The sheet to print on: one that comes with Deckwright, such as a4, or a file.yaml."),
        ),
    ] = "a4",
    target: Annotated[
        str,
        Option(
            autocompletion=completion.targets,
            metavar=tr("TARGET"),
            help=tr("Where the cards go, instead of a sheet: dtc-poker, single (-o is a folder), contact …"),
        ),
    ] = "",
    duplex: Annotated[
        str | None,
        Option(
            callback=one_of(*EDGES, "none"),
            metavar="long|short|none",
            help=tr("Print backs too, for paper that is turned about its long or short edge."),
        ),
    ] = None,
    printer: Annotated[
        str,
        Option(
            autocompletion=completion.printers,
            metavar=tr("NAME"),
            help=tr("Print backs as deckwright export printer has saved it for this printer."),
        ),
    ] = "",
    *,
    ruler: Annotated[bool, Option("--ruler", help=tr("Print a ruler of 100 mm in a margin."))] = False,
    cut_lines: Annotated[
        bool, Option("--cut-lines", help=tr("Draw the edge of every card, to cut along."))
    ] = False,
    blanks: Annotated[
        bool, Option("--blanks", help=tr("Fill the last sheet with blank cards to write on."))
    ] = False,
    changed: Annotated[
        bool,
        Option(
            "--changed",
            help=tr("Only what is new, looks different, or is wanted in more copies than were printed."),
        ),
    ] = False,
    since: Annotated[
        int | None,
        Option(
            min=1,
            metavar=tr("PRINT"),
            help=tr("Only what has changed since that print of deckwright export history."),
        ),
    ] = None,
    beside: With = None,
    only: Only = "",
    low_ink: LowInk = False,
    strict: Strict = False,
    watch: Watch = False,
    output: PdfFile,
) -> None:
    """Print cards on sheets, each with its copies, in one language, with crop marks.

    Text that does not fit its place, even at its smallest, is a finding that names the card; nothing is cut
    off. The exit code is 1 if there is one. Warned of is what a card says and its face does not show, what
    stands within 3 mm of the cut, and colours that a colour-blind player cannot tell apart.
    """
    if watch:
        from deckwright.commands.watching import keep_up

        keep_up(context, run)
        return
    from deckwright.commands.paper import additions, check_paper, with_backs
    from deckwright.commands.printing import job_of, language_for, one_game, text_findings
    from deckwright.commands.prints import check_sheet, papers_since, remember
    from deckwright.commands.proofs import check_plain, export_beside, in_states, report_none
    from deckwright.commands.targets import Wanted, export_pages, sheet_for
    from deckwright.press.printing import print_pdf

    wanted = Wanted(sources or [], game, select, low_ink=low_ink)
    added = changed or since is not None
    if beside:
        has_backs = duplex not in {None, "none"}
        options = {"--target": target, "--duplex": has_backs, "--printer": printer, "--changed": added}
        check_plain("--with", {**options, "--ruler": ruler, "--cut-lines": cut_lines, "--blanks": blanks})
        export_beside(context, wanted, beside, only, sheet, output, strict=strict)
        return
    check_plain("--only", {"--target": only and target, "--changed": only and added})
    on_sheet = sheet_for(context, target) if target else sheet
    if target and not on_sheet:
        check_sheet(target, changed=added)
        check_paper(target, bool(duplex or printer or ruler or cut_lines or blanks))
        export_pages(context, target, wanted, output, strict=strict)
        return
    with reading(context) as (connection, settings):
        check_output(settings, output, ".pdf")
        source = one_game(
            sources_of(connection, sources or [], game=game, select=select, language=settings.language)
        )
        assets = read_assets(connection, source.game.id)
        language = language_for(source.game, settings)
        source = in_states(connection, source, [language], only)
        profile = read_printer(connection, printer) if printer else None
        findings = text_findings(connection, source.game, language, copies_by_card(source.deck.entries))
        papers = papers_since(connection, source.game.id, language, since) if added else {}
    if only and not source.deck.entries:
        report_none(context)
        return
    more = additions(ruler=ruler, cut_lines=cut_lines, blanks=blanks)
    job = with_backs(job_of(source, assets, on_sheet, language, more, findings), duplex, profile)
    job = replace(job, low_ink=low_ink)
    if added:
        from deckwright.press.drawing.digests import only_missing

        job = only_missing(job, papers)
        if not any(copies for _, copies in job.cards):
            _report_nothing(as_json=settings.as_json)
            return
    with (
        whole_file(output) as file,
        progress_bar(tr("Printing"), sum(copies for _, copies in job.cards)) as advance,
    ):
        printed = print_pdf(job, file, advance)
    if not settings.watching and not only:
        named = [*(sources or []), *([select] if select else [])]
        remember(database_of(settings), job, printed, output, named, added=added)
    report(context, printed, [output], output, strict=strict)


def _report_nothing(*, as_json: bool) -> None:
    if as_json:
        write_json({"files": [], "cards": 0, "pages": 0, "findings": []})
    else:
        note(tr("Nothing has changed since it was printed: nothing was written."))

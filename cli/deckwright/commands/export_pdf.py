"""`deckwright export pdf`: cards on printable sheets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, cast

from typer import Context, Exit, Option

from deckwright.commands import completion
from deckwright.commands.options import (
    INPUT,
    OUTPUT,
    PAPER,
    GameOfSources,
    LowInk,
    Only,
    PdfFile,
    Select,
    Sources,
    Strict,
    Watch,
    With,
    check_output,
    library_of,
    one_of,
    settings_of,
)
from deckwright.commands.watch import keep_exporting
from deckwright.errors import UsageError
from deckwright.findings import has_errors
from deckwright.messages import later, tr
from deckwright.reports.exports import show_export, show_nothing_exported
from deckwright.reports.output import progress_bar
from deckwright.store.prints import EDGES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deckwright.workbench import printing

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
            help=tr("Sheet to print on: a packaged one, or a file.yaml."),
            rich_help_panel=PAPER,
        ),
    ] = "a4",
    target: Annotated[
        str,
        Option(
            autocompletion=completion.targets,
            metavar=tr("TARGET"),
            help=tr("Print shop or other target, instead of a sheet."),
            rich_help_panel=OUTPUT,
        ),
    ] = "",
    duplex: Annotated[
        str | None,
        Option(
            callback=one_of(*EDGES, "none"),
            metavar="long|short|none",
            help=tr("Print backs, for paper flipped on this edge."),
            rich_help_panel=PAPER,
        ),
    ] = None,
    printer: Annotated[
        str,
        Option(
            autocompletion=completion.printers,
            metavar=tr("NAME"),
            help=tr("Align backs with a profile of “export printer”."),
            rich_help_panel=PAPER,
        ),
    ] = "",
    *,
    ruler: Annotated[
        bool, Option("--ruler", help=tr("Print a 100 mm ruler in a margin."), rich_help_panel=PAPER)
    ] = False,
    cut_lines: Annotated[
        bool,
        Option("--cut-lines", help=tr("Draw the edge of every card, to cut along."), rich_help_panel=PAPER),
    ] = False,
    blanks: Annotated[
        bool,
        Option(
            "--blanks", help=tr("Fill the last sheet with empty cards to write on."), rich_help_panel=PAPER
        ),
    ] = False,
    changed: Annotated[
        bool,
        Option(
            "--changed",
            help=tr("Only cards and copies added or changed since the last print."),
            rich_help_panel=INPUT,
        ),
    ] = False,
    since: Annotated[
        int | None,
        Option(
            min=1,
            metavar=tr("PRINT"),
            help=tr("Only changes since this print; see “export history”."),
            rich_help_panel=INPUT,
        ),
    ] = None,
    beside: With = None,
    only: Only = "",
    low_ink: LowInk = False,
    strict: Strict = False,
    watch: Watch = False,
    output: PdfFile,
) -> None:
    """Export cards as printable PDF sheets, with crop marks.

    Every copy is printed, in one language. Text that does not fit, even at its smallest size, is an error that names
    the card, and the exit code is 1; nothing is cut off. Warnings name what a face does not show of its card, text
    within 3 mm of the cut, and colours that colour-blind players cannot tell apart.
    """
    if watch:
        keep_exporting(context, run)
        return
    from deckwright.workbench import printing, targets
    from deckwright.workbench.selection import Selection

    settings = settings_of(context)
    _check_options(context.params)
    sheet = _sheet_of_target(context, target) if target else sheet
    check_output(settings, output, *(() if target and not targets.makes_one_pdf(target) else (".pdf",)))
    selection = Selection(sources or (), game, select, only or ())
    edge = cast("printing.Duplex | None", duplex)
    additions = printing.SheetAdditions(ruler=ruler, cut_lines=cut_lines, blanks=blanks)
    history = printing.HistoryOptions(changed=changed, since=since, record=not settings.watching)
    with library_of(context) as library:
        if beside:
            proofs = printing.ProofOptions(beside, sheet, low_ink)
            result = printing.print_side_by_side(library, selection, output, proofs, progress_bar)
        elif sheet:
            sheets = printing.SheetOptions(sheet, edge, printer, additions, history, low_ink)
            result = printing.print_sheets(library, selection, output, sheets, progress_bar)
        else:
            chosen = targets.TargetOptions(target, low_ink)
            result = targets.print_target(library, selection, output, chosen, progress_bar)
    if result.files:
        show_export(result, output, as_json=settings.as_json, every_finding=settings.every_finding)
    else:
        show_nothing_exported(tr(_NOTHING_IN_STATE if only else _NOTHING_CHANGED), as_json=settings.as_json)
    if has_errors(result.findings, strict=strict):
        raise Exit(1)


_NOTHING_IN_STATE = later("No card has such a translation: nothing was exported.")
_NOTHING_CHANGED = later("Nothing has changed since the last print: nothing was exported.")


def _check_options(params: Mapping[str, Any]) -> None:
    """Refuse options that proofs cannot be combined with.

    Raises:
        UsageError: there are some.
    """
    has_backs = params["duplex"] not in {None, "none"}
    on_cards = {"--target": params["target"], "--changed": params["changed"], "--since": params["since"]}
    on_paper = {"--duplex": has_backs, "--printer": params["printer"], "--ruler": params["ruler"]}
    on_paper |= {"--cut-lines": params["cut_lines"], "--blanks": params["blanks"]}
    if params["beside"]:
        _refuse_together("--with", {**on_cards, **on_paper})
    if params["only"]:
        _refuse_together("--only", on_cards)


def _refuse_together(name: str, options: Mapping[str, object]) -> None:
    others = [option for option, value in options.items() if value]
    if others:
        message = tr(
            "{name} prints proofs and cannot be used with {others}.", name=name, others=", ".join(others)
        )
        raise UsageError("proofs", message)


_SHEET_OPTIONS = ("sheet", "duplex", "printer", "ruler", "cut_lines", "blanks")
"""Options for cards on sheets."""


def _sheet_of_target(context: Context, target: str) -> str:
    """Sheet that a target prints on; empty if it prints something else.

    Raises:
        UsageError: options were used that such a target sets itself, or has no use for.
    """
    from deckwright.workbench.targets import target_sheet

    sheet = target_sheet(target)
    for name in ("sheet",) if sheet else _SHEET_OPTIONS:
        source = context.get_parameter_source(name)
        if source and source.name == "COMMANDLINE":
            option = f"--{name.replace('_', '-')}"
            message = tr(
                "{option} cannot be used with --target {name}: the target sets the layout.",
                option=option,
                name=target,
            )
            raise UsageError("target", message, hint=tr("Remove one of the two options."))
    params = context.params
    if not sheet and (params["changed"] or params["since"] is not None):
        message = tr(
            "--changed and --since cannot be used with --target {name}: it exports all cards.", name=target
        )
        raise UsageError("changed", message, hint=tr("Remove --target, or --changed and --since."))
    return sheet

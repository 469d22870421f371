"""`deckwright export pdf`: cards on printable sheets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, cast

from typer import Context

from deckwright.commands import completion
from deckwright.commands.exporting import export
from deckwright.commands.options import (
    INPUT,
    PAPER,
    LowInk,
    Only,
    WantedCards,
    With,
    check_output,
    library_of,
    output_file,
    settings_of,
    target_name,
)
from deckwright.errors import UsageError
from deckwright.messages import tr
from deckwright.reports.output import progress_bar
from deckwright.store.prints import EDGES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deckwright.workbench import sheet_exports
    from deckwright.workbench.exports import ExportResult


@export(
    "deckwright export pdf data-monsters/startup -o startup.pdf",
    "deckwright export pdf dataset --lang fr --sheet letter -o dataset.pdf",
    "deckwright export pdf data-monsters --target dtc-poker -o print-shop.pdf",
    "deckwright export pdf data-monsters --duplex long --printer office -o cards.pdf",
    "deckwright export pdf --select 'kind:monster' --game data-monsters -o monsters.pdf",
    "deckwright export pdf dataset --lang it --with fr --only stale -o proofs.pdf",
)
def run(
    context: Context,
    cards: WantedCards,
    sheet: Annotated[
        str,
        PAPER.option(
            "Sheet to print on: a packaged one, or a file.yaml.",
            "SHEET",
            "--sheet",
            "--paper",
            complete=completion.sheets,
        ),
    ] = "a4",
    target: Annotated[str, target_name("Print shop or other target, instead of a sheet.")] = "",
    duplex: Annotated[
        str | None, PAPER.choice("Print backs, for paper flipped on this edge.", (*EDGES, "none"))
    ] = None,
    printer: Annotated[
        str,
        PAPER.option("Align backs with a profile of “export printer”.", "NAME", complete=completion.printers),
    ] = "",
    *,
    ruler: Annotated[bool, PAPER.flag("Print a 100 mm ruler in a margin.")] = False,
    cut_lines: Annotated[bool, PAPER.flag("Draw the edge of every card, to cut along.")] = False,
    blanks: Annotated[bool, PAPER.flag("Fill the last sheet with empty cards to write on.")] = False,
    changed: Annotated[
        bool, INPUT.flag("Only cards and copies added or changed since the last print.")
    ] = False,
    since: Annotated[
        int | None, INPUT.option("Only changes since this print; see “export history”.", "PRINT", min=1)
    ] = None,
    beside: With = None,
    only: Only = "",
    low_ink: LowInk = False,
    output: Annotated[str, output_file("PDF file to write; - for standard output.")],
) -> ExportResult:
    """Export cards as printable PDF sheets, with crop marks.

    Every copy is printed, in one language. Text that does not fit, even at its smallest size, is an error that names
    the card, and the exit code is 1; nothing is cut off. Warnings name what a face does not show of its card, text
    within 3 mm of the cut, and colours that colour-blind players cannot tell apart.
    """
    from deckwright.workbench import sheet_exports, target_exports

    _check_options(context.params)
    sheet = _sheet_of_target(context, target) if target else sheet
    if not target or target_exports.makes_one_pdf(target):
        check_output(settings_of(context), output, ".pdf")
    edge = cast("sheet_exports.Duplex | None", duplex)
    additions = sheet_exports.SheetAdditions(ruler=ruler, cut_lines=cut_lines, blanks=blanks)
    history = sheet_exports.HistoryOptions(
        changed=changed, since=since, record=not settings_of(context).watching
    )
    selection = cards.selection(only or ())
    with library_of(context) as library:
        if beside:
            proofs = sheet_exports.ProofOptions(beside, sheet, low_ink)
            return sheet_exports.print_side_by_side(library, selection, output, proofs, progress_bar)
        if sheet:
            sheets = sheet_exports.SheetOptions(sheet, edge, printer, additions, history, low_ink)
            return sheet_exports.print_sheets(library, selection, output, sheets, progress_bar)
        chosen = target_exports.TargetOptions(target, low_ink)
        return target_exports.print_target(library, selection, output, chosen, progress_bar)


def _check_options(params: Mapping[str, Any]) -> None:
    """Refuse options that proofs cannot be combined with."""
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
    from deckwright.workbench.target_exports import target_sheet

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

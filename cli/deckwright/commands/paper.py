"""How cards go onto paper, besides the sheet: their backs, and the printer."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from deckwright.commands.printing import backs_of
from deckwright.errors import UsageError
from deckwright.messages import tr
from deckwright.store.printer_profiles import Printer

if TYPE_CHECKING:
    from deckwright.press.job import PrintJob
    from deckwright.store.printer_profiles import Edge


def additions(*, ruler: bool, cut_lines: bool, blanks: bool) -> dict[str, Any]:
    """Give what a sheet shall have besides, as its YAML would say it."""
    wanted: dict[str, tuple[bool, Any]] = {
        "ruler": (ruler, True),
        "cut_lines": (cut_lines, {}),
        "blanks": (blanks, True),
    }
    return {key: value for key, (is_wanted, value) in wanted.items() if is_wanted}


def check_paper(target: str, wanted: bool) -> None:
    """See that nothing is wanted on paper for a target that has none.

    Raises:
        UsageError: something is.
    """
    if wanted:
        message = tr(
            "{target} has no sheets: --duplex, --printer, --ruler, --cut-lines and --blanks are for these.",
            target=target,
        )
        raise UsageError("paper", message)


def with_backs(job: PrintJob, duplex: str | None, printer: Printer | None) -> PrintJob:
    """Add the backs that are asked for to a job, moved as a printer needs them.

    Without `duplex` a printer's own edge is meant.

    Raises:
        InputError: a back is wrong.
        UsageError: a fold-over sheet, which has backs of its own, is to have them on the other side too.
    """
    edge = duplex or (printer.edge if printer else "none")
    if job.sheet.fold:
        if duplex in {"long", "short"}:
            raise UsageError(
                "duplex",
                tr(
                    "The sheet {name} has the backs beside the fronts: leave --duplex out.",
                    name=job.sheet.name,
                ),
            )
        edge = "none"
    if edge == "none" and not job.sheet.fold:
        return job
    kinds = {card.kind for card, _ in job.cards}
    turned = None if edge == "none" else cast("Edge", edge)
    return replace(
        job, backs=backs_of(job.game, kinds, job.assets), duplex=turned, printer=printer or Printer()
    )

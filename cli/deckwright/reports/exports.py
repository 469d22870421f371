"""How exports are shown: what was written and found, the history of prints, and printer profiles."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from deckwright.messages import tr, trn
from deckwright.reports.findings import note_findings
from deckwright.reports.output import card_count, members, note, note_of, write_json, write_table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from deckwright.findings import Finding
    from deckwright.store.prints import Print, Printer
    from deckwright.workbench.documents import PrintedPads, PrintedRules
    from deckwright.workbench.exports import ExportResult
    from deckwright.workbench.print_history import RestoredPrint
    from deckwright.workbench.tuckboxes import PrintedTuckBox


def show_output(
    summary: str, output: str, findings: Sequence[Finding], *, every_finding: bool | None = None
) -> None:
    """Show findings, then a summary of what was written."""
    note_findings(findings, every=every_finding)
    note_of(output, summary)


def export_summary(result: ExportResult, output: str) -> str:
    """Number of an export's cards, and of its pages or files; nothing if it wrote none."""
    if not result.files:
        return ""
    cards = card_count(result.cards)
    if result.files == (output,) and not output.lower().endswith(".png"):
        return f"{cards}, {trn('{count} page', '{count} pages', result.pages)}"
    return f"{cards}, {trn('{count} file', '{count} files', len(result.files))}"


def card_summary(result: ExportResult, _: str) -> str:
    """Number of an export's cards; nothing if it wrote none."""
    return card_count(result.cards) if result.files else ""


def pads_summary(printed: PrintedPads, _: str) -> str:
    """Number of pads on a page."""
    return trn("{count} pad on a page", "{count} pads on a page", printed.pads)


def rules_summary(printed: PrintedRules, _: str) -> str:
    """Number of pages."""
    return trn("{count} page", "{count} pages", printed.pages)


def tuckbox_summary(printed: PrintedTuckBox, _: str) -> str:
    """Number of cards in a box, and its size inside."""
    cards = card_count(printed.deck.cards)
    return tr(
        "box for {cards}, {width} × {height} × {depth} mm inside", cards=cards, **printed.inside._asdict()
    )


def tuckbox_as_json(printed: PrintedTuckBox) -> dict[str, Any]:
    """JSON object of a printed tuck box; all sizes are in mm."""
    of_deck = "deck.cards deck.card deck.thickness deck.sleeve deck.dividers"
    return {"files": [printed.file], **members(printed, f"pages {of_deck} inside findings")}


def pads_as_json(printed: PrintedPads) -> dict[str, Any]:
    """JSON object of printed scoring pads."""
    content = printed.content
    rows = [{**members(row, "label note sort"), "cells": content.seats // row.seats} for row in content.rows]
    table = {"seats": content.seats, "teams": len(content.teams) or None, "rows": rows}
    return {"files": [printed.file], **members(printed, "pages pads"), **table, "findings": printed.findings}


def rules_as_json(printed: PrintedRules) -> dict[str, Any]:
    """JSON object of printed rules pages."""
    titles = [section.title for section in printed.content.sections]
    return {"files": [printed.file], "pages": printed.pages, "sections": titles, "findings": printed.findings}


def print_as_json(printed: Print) -> dict[str, Any]:
    """JSON object of a print of the history."""
    fields = printed._asdict()
    number, changed, folder = fields.pop("number"), fields.pop("added"), fields.pop("folder")
    return {"print": number, **fields, "changed": changed, "restorable": bool(folder)}


def restored_as_json(restored: RestoredPrint) -> dict[str, Any]:
    """JSON object of a restored print."""
    return members(restored, "folder files print.game print.at print=print.number")


def show_prints(prints: Sequence[Print]) -> None:
    """Write a table of prints, with times of this time zone and files by name."""
    heads = [tr("Print"), tr("When"), tr("Game"), tr("Language"), tr("Source"), tr("Cards"), tr("Pages")]
    write_table([*heads, tr("Sheet"), tr("File")], [_print_row(printed) for printed in prints])


def local_time(printed: Print) -> str:
    """When something was printed, in this time zone."""
    from datetime import datetime

    return datetime.fromisoformat(printed.at).astimezone().strftime("%Y-%m-%d %H:%M")


def _print_row(printed: Print) -> list[object]:
    time = local_time(printed)
    names = ", ".join(printed.sources)
    sources = tr("{sources} (changes only)", sources=names) if printed.added else names
    counts = (printed.cards, printed.pages)
    return [
        printed.number,
        time,
        printed.game,
        printed.language,
        sources,
        *counts,
        printed.sheet,
        Path(printed.file).name,
    ]


def show_printers(printers: Mapping[str, Printer], *, as_json: bool) -> None:
    """Write printer profiles as a table, or as JSON."""
    if as_json:
        write_json({"printers": [{"name": name, **printer._asdict()} for name, printer in printers.items()]})
    elif printers:
        heads = [tr("Printer"), tr("Right (mm)"), tr("Down (mm)"), tr("Scale (%)"), tr("Edge")]
        write_table(
            heads,
            [[name, *printer.offset, printer.scale, printer.edge] for name, printer in printers.items()],
        )
    else:
        note(tr("No printer profiles are saved."))

"""Tell what was printed, and what was found doing it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from typer import Exit

from deckwright.commands.options import settings_of
from deckwright.findings import as_json as findings_as_json
from deckwright.findings import has_errors
from deckwright.messages import trn
from deckwright.reports.findings import summary_lines
from deckwright.reports.output import note, note_of, write_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from typer import Context

    from deckwright.press.job import Printed


def report(
    context: Context, printed: Printed, files: Sequence[str], output: str, *, strict: bool = False
) -> None:
    """Tell what was written where; ends with 1 where something found is an error, or a warning and `strict`."""
    if settings_of(context).as_json:
        counts = {"cards": printed.cards, "pages": printed.pages}
        write_json({"files": list(files), **counts, "findings": findings_as_json(printed.findings)})
    else:
        for line in summary_lines(printed.findings, to_error=True, every=settings_of(context).every_finding):
            note(line)
        cards = trn("{count} card", "{count} cards", printed.cards)
        pages = trn("{count} page", "{count} pages", printed.pages)
        several = trn("{count} file", "{count} files", len(files))
        note_of(output, f"{cards}, {pages if [output] == list(files) else several}")
    if has_errors(printed.findings, strict=strict):
        raise Exit(1)

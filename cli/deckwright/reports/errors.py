"""How what ends a command is shown: one clear message, and with `--json` an object on standard output too."""

from __future__ import annotations

import os
import traceback
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from deckwright import __version__
from deckwright.errors import DeckwrightError, ReaderGone, UsageError
from deckwright.findings import where_as_json
from deckwright.messages import tr
from deckwright.model.words import on_one_line
from deckwright.reports.findings import finding_lines
from deckwright.reports.output import note, painted, write_json

if TYPE_CHECKING:
    from typer._click.exceptions import UsageError as ClickUsageError


def report_error(error: DeckwrightError, *, as_json: bool) -> int:
    """Show an error; give its exit code."""
    if as_json:
        # Where standard output is what failed, standard error says so below.
        with suppress(DeckwrightError, ReaderGone):
            write_json(error_as_json(error))
    if error.findings:
        _notes(finding_lines(error.findings, to_error=True))
    else:
        place = f"{on_one_line(str(error.where))}: " if error.where and error.where.line else ""
        note(f"{place}{painted(tr('error'), 'error', to_error=True)}: {on_one_line(error.message)}")
        if error.hint:
            note(on_one_line(error.hint))
    return error.exit_code


def _notes(lines: list[str]) -> None:
    for line in lines:
        note(line)


def error_as_json(error: DeckwrightError) -> dict[str, Any]:
    """Give the contract's object for what ended a command."""
    said = {
        "code": error.code,
        "message": error.message,
        "hint": error.hint,
        "where": where_as_json(error.where),
    }
    more = {"findings": [finding.as_json() for finding in error.findings]} if error.findings else {}
    return {"error": said, **more}


def report_usage(error: ClickUsageError, *, as_json: bool) -> int:
    """Show how a command was called wrongly; give its exit code."""
    from deckwright.reports.usage import usage_message

    if type(error).__name__ == "NoArgsIsHelpError":
        note(error.message)
        return error.exit_code
    command = error.ctx.command_path if error.ctx else "deckwright"
    hint = tr("See {command} --help.", command=command)
    return report_error(UsageError("usage", usage_message(error), hint=hint), as_json=as_json)


def report_bug(fault: Exception, *, as_json: bool) -> int:
    """Show a fault of the program's own, shortly; `DECKWRIGHT_DEBUG` shows where it arose."""
    if os.environ.get("DECKWRIGHT_DEBUG"):
        note("".join(traceback.format_exception(fault)))
    step = traceback.extract_tb(fault.__traceback__)[-1]
    place = f"{os.path.basename(step.filename)}:{step.lineno}"  # noqa: PTH119 - a name, no path
    message = tr(
        "This is a bug in Deckwright {version}: {kind}: {said} ({place}).",
        version=__version__,
        kind=type(fault).__name__,
        said=str(fault),
        place=place,
    )
    hint = tr("Please report it with what you did; DECKWRIGHT_DEBUG=1 shows more.")
    return report_error(DeckwrightError("bug", message, hint=hint), as_json=as_json)

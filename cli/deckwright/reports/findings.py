"""Findings and errors: how they are shown."""

from __future__ import annotations

import os
import traceback
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from deckwright.errors import DeckwrightError, ReaderGone, bug_in
from deckwright.messages import severity_name, tr
from deckwright.model.words import on_one_line, visible
from deckwright.reports.output import members, note, painted, write_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from deckwright.findings import Finding


def finding_lines(findings: Iterable[Finding]) -> list[str]:
    """Findings as lines: the place, the severity, the message, and the rulebook's section."""
    return [_line(finding, to_error=False) for finding in findings]


_IN_BULK = frozenset({"missing", "stale", "unsure", "untranslated", "machine"})
"""Rules with a finding for every text of a large game: their number is more useful than their list."""

_MOST, _MOST_IN_BULK = 10, 3


def summary_lines(
    findings: Iterable[Finding],
    *,
    to_error: bool = False,
    every: bool | None = None,
    is_list: bool = False,
    below: Callable[[Finding], list[str]] = lambda _: [],
) -> list[str]:
    """Findings as lines, with only the first of many similar ones and their number.

    `every` shows them all; None for a command without that option. With `is_list`, the findings are the result
    itself: only rules that apply to every text are shortened. `below` returns the lines below that of a finding.
    """
    listed = list(findings)
    if every:
        return [line for finding in listed for line in (_line(finding, to_error=to_error), *below(finding))]
    counts = Counter(map(_sort, listed))
    done: Counter[tuple[str, ...]] = Counter()
    lines: list[str] = []
    for finding in listed:
        sort = _sort(finding)
        done[sort] += 1
        shown = _shown(finding.rule, counts[sort], is_list=is_list)
        if done[sort] <= shown:
            more = _more(counts[sort], every) if done[sort] == shown < counts[sort] else ""
            lines += [_line(finding, to_error=to_error) + more, *below(finding)]
    return lines


def note_findings(findings: Iterable[Finding], *, every: bool | None = None) -> None:
    """Show findings on standard error, shortened as in `summary_lines`."""
    for line in summary_lines(findings, to_error=True, every=every):
        note(line)


def _sort(finding: Finding) -> tuple[str, ...]:
    """Key of similar findings: rule, severity and file; for decks, their folder."""
    file = finding.where.file if finding.where else ""
    return finding.rule, finding.severity, str(Path(file).parent) if finding.rule == "illegal-deck" else file


def _shown(rule: str, count: int, *, is_list: bool) -> int:
    if rule in _IN_BULK:
        return count if count <= _MOST_IN_BULK else 1
    return count if is_list else _MOST


def _more(count: int, every: bool | None) -> str:
    if every is None:
        return " " + tr("({count} in all)", count=count)
    return " " + tr("({count} in all: --all shows them)", count=count)


def _line(finding: Finding, *, to_error: bool) -> str:
    place = f"{on_one_line(str(finding.where))}: " if finding.where else ""
    severity = painted(severity_name(finding.severity), finding.severity, to_error=to_error)
    cite = painted(f" ({finding.cite})", "quiet", to_error=to_error) if finding.cite else ""
    rule = painted(f" [{finding.rule}]", "quiet", to_error=to_error)
    return f"{place}{severity}: {on_one_line(finding.message)}{cite}{rule}"


def github_lines(findings: Iterable[Finding]) -> list[str]:
    """Findings as workflow commands, which GitHub shows next to the lines of a change."""
    return [_annotation(finding) for finding in findings]


def _annotation(finding: Finding) -> str:
    command = {"error": "error", "warning": "warning", "info": "notice"}[finding.severity]
    where = finding.where
    places = {"file": os.path.normpath(where.file), "line": where.line, "col": where.column} if where else {}
    properties = {**{key: value for key, value in places.items() if value}, "title": finding.rule}
    listed = ",".join(f"{key}={_escaped(str(value), ',:')}" for key, value in properties.items())
    return f"::{command} {listed}::{_escaped(finding.message)}"


def _escaped(text: str, more: str = "") -> str:
    for sign in "%\r\n" + more:
        text = text.replace(sign, f"%{ord(sign):02X}")
    return visible(text)


def report_error(error: DeckwrightError, *, as_json: bool) -> int:
    """Show an error and return its exit code."""
    if as_json:
        # If standard output is what failed, standard error says so below.
        with suppress(DeckwrightError, ReaderGone):
            write_json(error_as_json(error))
    if error.findings:
        note_findings(error.findings, every=True)
    else:
        place = f"{on_one_line(str(error.where))}: " if error.where and error.where.line else ""
        note(f"{place}{painted(tr('error'), 'error', to_error=True)}: {on_one_line(error.message)}")
        if error.hint:
            note(on_one_line(error.hint))
    return error.exit_code


def error_as_json(error: DeckwrightError) -> dict[str, Any]:
    """JSON object of the contract for an error that ended a command."""
    return {"error": members(error, "code message hint where"), **members(error, "findings?")}


def report_bug(error: Exception, *, as_json: bool) -> int:
    """Show a bug of the program in short; with `DECKWRIGHT_DEBUG`, with its traceback."""
    if os.environ.get("DECKWRIGHT_DEBUG"):
        note("".join(traceback.format_exception(error)))
    return report_error(bug_in(error), as_json=as_json)

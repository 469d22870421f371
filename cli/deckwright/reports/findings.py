"""How findings are shown, whatever found them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckwright.messages import tr
from deckwright.model.control_characters import on_one_line, visible
from deckwright.reports.output import painted

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deckwright.model.finding import Finding


def finding_lines(findings: Iterable[Finding], *, to_error: bool = False) -> list[str]:
    """Write findings for people: the place, how bad it is, the message, and the rulebook's section."""
    return [_line(finding, to_error=to_error) for finding in findings]


def _line(finding: Finding, *, to_error: bool) -> str:
    place = f"{on_one_line(str(finding.where))}: " if finding.where else ""
    severity = painted(severity_name(finding.severity), finding.severity, to_error=to_error)
    cite = painted(f" ({finding.cite})", "quiet", to_error=to_error) if finding.cite else ""
    rule = painted(f" [{finding.rule}]", "quiet", to_error=to_error)
    return f"{place}{severity}: {on_one_line(finding.message)}{cite}{rule}"


def severity_name(severity: str) -> str:
    """Name a severity in the user's language."""
    return {"error": tr("error"), "warning": tr("warning"), "info": tr("note")}[severity]


def github_lines(findings: Iterable[Finding]) -> list[str]:
    """Write findings as the workflow commands that GitHub shows beside the lines of a change."""
    return [_annotation(finding) for finding in findings]


def _annotation(finding: Finding) -> str:
    command = {"error": "error", "warning": "warning", "info": "notice"}[finding.severity]
    where = finding.where
    places = {"file": where.file, "line": where.line, "col": where.column} if where else {}
    properties = {**{key: value for key, value in places.items() if value}, "title": finding.rule}
    listed = ",".join(f"{key}={_escaped(str(value), ',:')}" for key, value in properties.items())
    return f"::{command} {listed}::{_escaped(finding.message)}"


def _escaped(text: str, more: str = "") -> str:
    for sign in "%\r\n" + more:
        text = text.replace(sign, f"%{ord(sign):02X}")
    return visible(text)

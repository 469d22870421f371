"""How findings are shown, whatever found them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from deckwright.messages import tr
from deckwright.model.words import on_one_line, visible
from deckwright.reports.output import painted

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deckwright.findings import Finding


def finding_lines(findings: Iterable[Finding], *, to_error: bool = False) -> list[str]:
    """Write findings for people: the place, how bad it is, the message, and the rulebook's section."""
    return [_line(finding, to_error=to_error) for finding in findings]


_IN_BULK = frozenset({"missing", "stale", "unsure", "untranslated", "machine"})
"""Rules of which a large game can have a finding for every text: their number says more than their list."""

_MOST, _MOST_IN_BULK = 10, 3


def summary_lines(
    findings: Iterable[Finding], *, to_error: bool = False, every: bool | None = None, is_list: bool = False
) -> list[str]:
    """Write findings for people, and of many that are alike only the first, with how many there are.

    `every` writes them all; None where the command has no option for that. What `is_list` shows for its own sake is
    shortened only where no work is to be done text by text.
    """
    found = list(findings)
    if every:
        return finding_lines(found, to_error=to_error)
    counts = Counter(map(_sort, found))
    done: Counter[tuple[str, ...]] = Counter()
    lines: list[str] = []
    for finding in found:
        sort = _sort(finding)
        done[sort] += 1
        shown = _shown(finding.rule, counts[sort], is_list=is_list)
        if done[sort] <= shown:
            more = _more(counts[sort], every) if done[sort] == shown < counts[sort] else ""
            lines.append(_line(finding, to_error=to_error) + more)
    return lines


def _sort(finding: Finding) -> tuple[str, ...]:
    """What the findings have in common that are shortened together: the rule and the file; of decks, their folder."""
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

"""Findings: what a check reports, in one shape whatever was checked, and where in a file."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable


Severity = Literal["error", "warning", "info"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing a check found.

    `rule` names the rule; `subjects` are card ids; `found` and `limit` are what was counted and what is
    allowed (a number, or a text such as `20-30`); `cite` names the section of the rulebook.
    """

    rule: str
    severity: Severity
    message: str
    subjects: tuple[str, ...] = ()
    found: int | float | str | None = None
    limit: int | float | str | None = None
    where: Where | None = None
    cite: str = ""

    def as_json(self) -> dict[str, Any]:
        """JSON of the finding."""
        return {
            "rule": self.rule,
            "severity": self.severity,
            "message": self.message,
            "cards": list(self.subjects),
            "found": self.found,
            "limit": self.limit,
            "where": where_as_json(self.where),
            "cite": self.cite,
        }


def as_warning(finding: Finding) -> Finding:
    """Return the same finding as a warning."""
    return replace(finding, severity="warning")


def where_as_json(where: Where | None) -> dict[str, Any] | None:
    """JSON of a place; a file as a whole starts at line 1, column 1."""
    return {"file": where.file, "line": where.line or 1, "column": where.column or 1} if where else None


def as_json(findings: Iterable[Finding]) -> list[dict[str, Any]]:
    """JSON of some findings."""
    return [finding.as_json() for finding in findings]


def has_errors(findings: Iterable[Finding], *, strict: bool = False) -> bool:
    """Whether any of them makes the result wrong; where it is strict, a warning does."""
    wrong = {"error", "warning"} if strict else {"error"}
    return any(finding.severity in wrong for finding in findings)


class Where(NamedTuple):
    """A place in a file: `line` and `column` count from 1; 0 means the file as a whole."""

    file: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        """Write it as compilers do, so that editors can jump there."""
        if not self.line:
            return self.file
        return f"{self.file}:{self.line}:{self.column}" if self.column else f"{self.file}:{self.line}"

"""What a check says: one shape, whatever was checked."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from deckwright.errors import DeckwrightError, Where

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
        """Give the contract's object for it."""
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


def finding_of(fault: DeckwrightError) -> Finding:
    """Make a finding of what would end a command, so that it is reported with others."""
    return Finding(fault.code, "error", f"{fault.message} {fault.hint}".strip(), where=fault.where)


def findings_of(fault: DeckwrightError) -> Sequence[Finding]:
    """List the findings of what would end a command: those that it holds, or itself as one."""
    return fault.findings or (finding_of(fault),)


def as_warning(finding: Finding) -> Finding:
    """Return the same finding as a warning."""
    return replace(finding, severity="warning")


def where_as_json(where: Where | None) -> dict[str, Any] | None:
    """Give the contract's object for a place; a file as a whole starts at line 1, column 1."""
    return {"file": where.file, "line": where.line or 1, "column": where.column or 1} if where else None


def as_json(findings: Iterable[Finding]) -> list[dict[str, Any]]:
    """Give the contract's list for some findings."""
    return [finding.as_json() for finding in findings]


def has_errors(findings: Iterable[Finding], *, strict: bool = False) -> bool:
    """Tell whether any of them makes the result wrong; where it is strict, a warning does."""
    wrong = {"error", "warning"} if strict else {"error"}
    return any(finding.severity in wrong for finding in findings)

"""Findings: what a check reports, in one shape whatever was checked, and where in a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable


Severity = Literal["error", "warning", "info"]


class Finding(NamedTuple):
    """One result of a check.

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
        """The finding as a JSON object."""
        return {"cards" if name == "subjects" else name: value for name, value in self._asdict().items()}


def as_warning(finding: Finding) -> Finding:
    """The same finding as a warning."""
    return finding._replace(severity="warning")


def has_errors(findings: Iterable[Finding], *, strict: bool = False) -> bool:
    """Whether any of them is an error; if it is strict, or a warning."""
    wrong = {"error", "warning"} if strict else {"error"}
    return any(finding.severity in wrong for finding in findings)


class Where(NamedTuple):
    """A place in a file: `line` and `column` count from 1; 0 means the file as a whole.

    `cell` is how a spreadsheet calls the place, such as `Monsters!C7`, or `C7` in a file without worksheets. In a
    workbook, `line` and `column` are the numbers of its row and column.
    """

    file: str
    line: int = 0
    column: int = 0
    cell: str = ""

    def as_json(self) -> dict[str, Any]:
        """The place as a JSON object; a whole file is at line 1, column 1, and only places in tables have a cell."""
        place: dict[str, Any] = {"file": self.file, "line": self.line or 1, "column": self.column or 1}
        return {**place, "cell": self.cell} if self.cell else place

    def __str__(self) -> str:
        """Write it as compilers do, so that editors can jump there; a cell as spreadsheets do."""
        if self.cell:
            return f"{self.file}:{self.cell}"
        if not self.line:
            return self.file
        return f"{self.file}:{self.line}:{self.column}" if self.column else f"{self.file}:{self.line}"

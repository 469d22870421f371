"""What can end a command, each with the exit code the contract gives it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deckwright.model.finding import Finding


@dataclass(frozen=True, slots=True)
class Where:
    """A place in a file: `line` and `column` count from 1; 0 means the file as a whole."""

    file: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        """Write it as compilers do, so that editors can jump there."""
        if not self.line:
            return self.file
        return f"{self.file}:{self.line}:{self.column}" if self.column else f"{self.file}:{self.line}"


class DeckwrightError(Exception):
    """Ends a command: what is wrong, where, and what would mend it.

    `code` is a short name for scripts. `findings` holds every fault where there is more than one.
    """

    exit_code: ClassVar[int] = 70

    def __init__(
        self,
        code: str,
        message: str,
        *,
        hint: str = "",
        where: Where | None = None,
        findings: Sequence[Finding] = (),
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.hint = hint
        self.where = where
        self.findings = tuple(findings)


class ReaderGone(Exception):  # noqa: N818 - it is no error: they have read enough
    """Whoever read the output has gone, as `head` does."""


class UsageError(DeckwrightError):
    """The command was called wrongly."""

    exit_code = 2


class RefusedError(DeckwrightError):
    """What a check found of right input keeps the command from going on."""

    exit_code = 1


class InputError(DeckwrightError):
    """A file, card, game or query is bad or missing, or a result cannot be written where asked."""

    exit_code = 3


class ChangedError(InputError):
    """A file was changed by somebody else after it was read, so that writing it would lose their work."""


class DatabaseError(DeckwrightError):
    """The database is locked, corrupt, not writable, or made by a newer version."""

    exit_code = 4

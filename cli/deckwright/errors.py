"""What can end a command, each with the exit code the contract gives it."""

from __future__ import annotations

import os
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from deckwright.findings import Finding
from deckwright.messages import tr, trn

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deckwright.findings import Where


class DeckwrightError(Exception):
    """Error that ends a command: what is wrong, where, and how to fix it.

    `code` is a short name for scripts. `findings` holds every fault where there is more than one, up to a hundred of a rule in
    a file.
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
        self.findings = tuple(first_of_each_kind(findings))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pass through processes with everything that it says: an exception's own way keeps only the message."""
        again = partial(type(self), hint=self.hint, where=self.where, findings=self.findings)
        return again, (self.code, self.message)


def is_interrupted(error: BaseException | None) -> bool:
    """Whether Ctrl-C is behind an error: what is being left then may end with an error of its own.

    Python 3.11 does so while a class names its attributes, psycopg where a pipeline is left, and `ctypes` in the middle of
    a call, which tells it in words only.
    """
    while error:
        in_words = type(error).__name__ == "ArgumentError" and "KeyboardInterrupt" in str(error)
        if in_words or isinstance(error, KeyboardInterrupt):
            return True
        error = error.__cause__ or error.__context__
    return False


class ReaderGone(Exception):  # noqa: N818 - not an error: the reader has read enough
    """The reader of the output has closed it, as `head` does."""


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


MOST_OF_A_KIND = 100
"""The most findings of one rule that an error lists of a file."""


def first_of_each_kind(findings: Sequence[Finding]) -> Iterator[Finding]:
    """Yield the first hundred findings of each rule in each file, and how many more there are."""
    if len(findings) <= MOST_OF_A_KIND:
        yield from findings
        return
    from collections import Counter

    counts = Counter(map(_kind, findings))
    listed: Counter[tuple[str, str]] = Counter()
    for finding in findings:
        kind = _kind(finding)
        listed[kind] += 1
        if listed[kind] <= MOST_OF_A_KIND:
            yield finding
        elif listed[kind] == MOST_OF_A_KIND + 1:
            rest = counts[kind] - MOST_OF_A_KIND
            message = trn(
                "There is {count} more finding of the rule {rule} in this file.",
                "There are {count} more findings of the rule {rule} in this file.",
                rest,
                rule=finding.rule,
            )
            yield finding._replace(rule="more", message=message, subjects=(), found=rest, limit=None)


def _kind(finding: Finding) -> tuple[str, str]:
    return finding.rule, finding.where.file if finding.where else ""


def as_finding(fault: DeckwrightError) -> Finding:
    """An error as a finding, to report it with others."""
    return Finding(fault.code, "error", f"{fault.message} {fault.hint}".strip(), where=fault.where)


def as_findings(fault: DeckwrightError) -> Sequence[Finding]:
    """Findings of an error: those it contains, or the error itself as one."""
    return fault.findings or (as_finding(fault),)


def error_of(code: str, findings: Sequence[Finding]) -> InputError:
    """One error for all faults of a file: its message is the first, its findings are all of them."""
    first = findings[0]
    hint = more_errors(len(findings) - 1)
    return InputError(code, first.message, hint=hint, where=first.where, findings=findings)


def more_errors(count: int) -> str:
    """How many errors there are besides the one that is shown; '' if none."""
    return trn("There is {count} more error.", "There are {count} more errors.", count) if count else ""


def bug_in(error: Exception) -> DeckwrightError:
    """An unexpected error, in short: it is a bug of the program."""
    import traceback

    from deckwright import __version__

    step = traceback.extract_tb(error.__traceback__)[-1]
    place = f"{os.path.basename(step.filename)}:{step.lineno}"  # noqa: PTH119 - a name, not a path
    message = tr(
        "This is a bug in Deckwright {version}: {kind}: {error} ({place}).",
        version=__version__,
        kind=type(error).__name__,
        error=str(error),
        place=place,
    )
    hint = tr("Please report it with the steps to reproduce it; DECKWRIGHT_DEBUG=1 shows details.")
    return DeckwrightError("bug", message, hint=hint)

"""What came of checking translations."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from deckwright.findings import as_json
from deckwright.messages import tr, trn
from deckwright.reports.findings import github_lines, summary_lines
from deckwright.reports.output import note, write, write_json

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from deckwright.translation.checks.run import CheckReport


class Result(NamedTuple):
    """What came of checking one language; `spelling` is `on`, `off`, or `none` where there is no dictionary."""

    language: str
    entries: int
    checked: CheckReport
    spelling: str


def report_checks(game: str, results: Sequence[Result], form: str, *, every: bool | None = True) -> None:
    """Show what came of checking a game's translations; without `every`, missing and stale texts are counted."""
    _REPORTS[form](game, results, every)


def _text(_: str, results: Sequence[Result], every: bool | None) -> None:
    for result in results:
        for line in summary_lines(result.checked.findings, every=every, is_list=True):
            write(line)
        write(_summary(result))
    unchecked = [result.language for result in results if result.spelling == "none"]
    if unchecked:
        said = tr(
            "Spelling was not checked ({languages}): no dictionary was found.", languages=", ".join(unchecked)
        )
        way = tr(
            "Install deckwright[spelling] and a Hunspell dictionary such as {name}, or use --dictionary FILE.",
            name=f"hunspell-{unchecked[0]}",
        )
        note(f"{said} {way}")


def _summary(result: Result) -> str:
    """Count the findings of a language by how bad they are, what is waived, and what is too long."""
    counts = Counter(finding.severity for finding in result.checked.findings)
    parts = [
        trn("{count} error", "{count} errors", counts["error"]),
        trn("{count} warning", "{count} warnings", counts["warning"]),
        trn("{count} note", "{count} notes", counts["info"]),
    ]
    if result.checked.waived:
        parts.append(trn("{count} waived", "{count} waived", result.checked.waived))
    entries = trn("{count} entry", "{count} entries", result.entries)
    said = tr(
        "{language}: {entries}; {parts}.", language=result.language, entries=entries, parts=", ".join(parts)
    )
    return f"{said} {_too_long(result)}".strip()


def _too_long(result: Result) -> str:
    """Say how many lines are too long on how many cards; nothing where all fit."""
    long = [finding for finding in result.checked.findings if finding.rule == "fit"]
    if not long:
        return ""
    lines = sum(int(finding.found or 1) for finding in long)
    cards = len({card for finding in long for card in finding.subjects})
    return trn(
        "{count} line is too long, on {cards}.",
        "{count} lines are too long, on {cards}.",
        lines,
        cards=trn("{count} card", "{count} cards", cards),
    )


def _json(game: str, results: Sequence[Result], _: bool | None) -> None:
    findings = [finding for result in results for finding in result.checked.findings]
    value: dict[str, Any] = {"game": game, "to": [result.language for result in results]}
    value |= {"entries": sum(result.entries for result in results), "findings": as_json(findings)}
    value |= {"waived": sum(result.checked.waived for result in results)}
    value |= {"spelling": {result.language: result.spelling for result in results}}
    write_json(value)


def _github(_: str, results: Sequence[Result], __: bool | None) -> None:
    for result in results:
        for line in github_lines(result.checked.findings):
            write(line, commands=True)


_REPORTS: dict[str, Callable[[str, Sequence[Result], bool | None], None]] = {
    "text": _text,
    "json": _json,
    "github": _github,
}

"""What was suggested to translate with, as text and JSON."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from deckwright.findings import as_json as findings_as_json
from deckwright.messages import tr, trn
from deckwright.reports.findings import finding_lines
from deckwright.reports.output import note, write_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deckwright.findings import Finding
    from deckwright.translation.memory import Suggestion

_ORIGINS = ("glossary", "memory", "similar", "machine")


class Result(NamedTuple):
    """What came of it: suggestions for some of so many entries.

    `file` is '' where none was written; they are `merged` where the game has them now.
    """

    game: str
    source: str
    target: str
    file: str
    entries: int
    suggestions: Sequence[Suggestion]
    findings: Sequence[Finding]
    merged: bool = False

    def by_origin(self) -> dict[str, int]:
        """Count the suggestions by where they come from."""
        return {origin: sum(one.origin == origin for one in self.suggestions) for origin in _ORIGINS}


def report_suggestions(result: Result, *, as_json: bool) -> None:
    """Tell what was suggested; the file, or the game, has the suggestions."""
    if as_json:
        _write_json(result)
        return
    for line in finding_lines(result.findings, to_error=True):
        note(line)
    if not result.entries:
        note(tr("{game} lacks nothing in {language}.", game=result.game, language=result.target))
    elif not result.suggestions:
        note(
            trn(
                "Nothing is known of the {count} entry: nothing was written.",
                "Nothing is known of any of the {count} entries: nothing was written.",
                result.entries,
            )
        )
    else:
        note(_summary(result))


def _summary(result: Result) -> str:
    by = Counter(result.by_origin())
    told = {
        "glossary": trn("{count} from the glossary", "{count} from the glossary", by["glossary"]),
        "memory": trn("{count} translated before", "{count} translated before", by["memory"]),
        "similar": trn("{count} alike", "{count} alike", by["similar"]),
        "machine": trn("{count} by machine", "{count} by machine", by["machine"]),
    }
    counts = ", ".join(told[origin] for origin, count in by.items() if count)
    said = trn(
        "{done} of {count} entry has a suggestion ({counts}).",
        "{done} of {count} entries have a suggestion ({counts}).",
        result.entries,
        done=len(result.suggestions),
        counts=counts,
    )
    is_kept = result.file or result.merged
    return f"{result.file or result.game}: {said}" + ("" if is_kept else f" {tr('Nothing was written.')}")


def _write_json(result: Result) -> None:
    said = {"game": result.game, "from": result.source, "to": result.target, "file": result.file or None}
    counts = {
        "entries": result.entries,
        "suggested": len(result.suggestions),
        "by_origin": result.by_origin(),
        "merged": result.merged,
    }
    write_json({**said, **counts, "findings": findings_as_json(result.findings)})

"""How far translations have come, as tables, bars and JSON; and what has changed under the stale ones."""

from __future__ import annotations

import shutil
import sys
from typing import TYPE_CHECKING, Any

from deckwright.messages import later, tr
from deckwright.model.translation import STATES
from deckwright.reports.output import painted, write
from deckwright.reports.tables import numeral, write_table
from deckwright.translation.status import word_diff

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from deckwright.model.translation import Entry
    from deckwright.translation.status import DiffPart, LanguageStatus, MessageCounts

_SHORTEST, _LONGEST = 5, 20
"""How many signs a bar is long."""
_GAP = 3
"""How many signs stand between two columns."""


def status_as_json(game: str, statuses: Iterable[LanguageStatus], *, stale: bool) -> dict[str, Any]:
    """Give the contract's object for a game's translations; with its stale entries, if asked."""
    return {"game": game, "languages": [_language_as_json(one, stale=stale) for one in statuses]}


def _language_as_json(status: LanguageStatus, *, stale: bool) -> dict[str, Any]:
    packs = [{"pack": name, **_count_as_json(count)} for name, count in status.packs.items()]
    more = {"stale": [_stale_as_json(entry) for entry in status.stale]} if stale else {}
    return {"language": status.language, "packs": packs, **_count_as_json(status.whole), **more}


def _count_as_json(count: MessageCounts) -> dict[str, Any]:
    return {
        "entries": count.entries,
        "states": dict(count.states),
        "unsure": count.unsure,
        "broken": count.broken,
        "same_as_source": count.same_as_source,
        "percent": count.percent,
    }


def _stale_as_json(entry: Entry) -> dict[str, Any]:
    keys = ("context", "previous", "source", "text", "by", "at")
    return {key: getattr(entry, key) for key in keys}


def write_status(found: Sequence[tuple[str, Sequence[LanguageStatus]]]) -> None:
    """Write tables of packs and states: with bars for each language on a terminal, elsewhere all in one."""
    if not sys.stdout.isatty():
        rows = [
            [game, one.language, *row]
            for game, statuses in found
            for one in statuses
            for row in _rows(one, STATES, 0)
        ]
        write_table([tr("Game"), tr("Language"), *_heads(STATES)], rows)
        return
    for game, statuses in found:
        for one in statuses:
            states, length = _fitting(one)
            write(painted(f"{game} · {one.language}", "strong"))
            write_table(_heads(states), list(_rows(one, states, length)))


def _heads(states: Iterable[str]) -> list[str]:
    return [tr("Pack"), tr("all"), *(tr(_STATES[state]) for state in states), tr("same"), tr("done")]


_STATES = {
    "missing": later("missing"),
    "machine": later("machine"),
    "stale": later("stale"),
    "draft": later("draft"),
    "reviewed": later("reviewed"),
}


def _fitting(status: LanguageStatus) -> tuple[Sequence[str], int]:
    """Give the states to show and how many signs a bar is long, by the width of the terminal; 0 for no bar.

    Where a bar has no room beside all states, those that no entry is in are left out.
    """
    room = _room(status, STATES)
    if room >= _SHORTEST:
        return STATES, min(_LONGEST, room)
    states = [state for state in STATES if status.whole.states[state]]
    room = _room(status, states)
    return states, min(_LONGEST, room) if room >= _SHORTEST else 0


def _room(status: LanguageStatus, states: Sequence[str]) -> int:
    """Count the signs that a table without bars leaves for them, with the space after a bar."""
    columns = zip(_heads(states), *_rows(status, states, 0), strict=True)
    widths = [max(len(str(cell)) for cell in column) + _GAP for column in columns]
    return shutil.get_terminal_size().columns - sum(widths)


def _rows(status: LanguageStatus, states: Sequence[str], length: int) -> Iterator[list[object]]:
    for name, count in status.packs.items():
        yield [name, *_cells(count, states, length)]
    yield [tr("all"), *_cells(status.whole, states, length)]


def _cells(count: MessageCounts, states: Sequence[str], length: int) -> list[object]:
    full = int(length * count.percent / 100)
    bar = f"{'█' * full}{'░' * (length - full)} " if length else ""
    shown = [count.states[state] for state in states]
    return [
        count.entries,
        *shown,
        count.same_as_source,
        bar + tr("{number} %", number=numeral(count.percent)),
    ]


def write_stale(game: str, status: LanguageStatus) -> None:
    """Write each stale entry: what has changed in its source, and its translation."""
    for entry in status.stale:
        who = " ".join(part for part in (entry.by, entry.at) if part)
        write(
            f"\n{painted(f'{game}/{entry.context}', 'strong')} [{status.language}] {painted(who, 'quiet')}".rstrip()
        )
        write(f"  {''.join(_marked(piece) for piece in word_diff(entry.previous, entry.source))}")
        write(f"  {entry.text}")


def _marked(piece: DiffPart) -> str:
    """Mark what went and what came, so that it reads without colours too."""
    if piece.sort == "old":
        return painted(f"[-{piece.text}-]", "error")
    return painted(f"{{+{piece.text}+}}", "good") if piece.sort == "new" else piece.text

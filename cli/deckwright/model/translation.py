"""Translations: the entries of a game in one language, and how far each has come."""

from __future__ import annotations

from typing import NamedTuple

STATES = ("missing", "machine", "stale", "draft", "reviewed")
"""How far an entry can have come, from nothing to read by somebody else."""

DONE = frozenset({"draft", "reviewed"})
"""The states of an entry that is done: the source as it is now was translated by a person."""

USED = DONE | {"machine"}
"""The states of an entry whose text is printed."""


class Waiver(NamedTuple):
    """Findings of a rule that somebody accepts on an entry, and why."""

    rule: str
    reason: str


class Entry(NamedTuple):
    """One text of a game in another language.

    `context` says what it belongs to: `krol-junior.name`, or `kind:tool` for the game's own words. `source`
    is the source text as it is now; `text` is '' where it is missing. `previous` is, where the entry is
    stale, the source text that was translated. `by` and `at` (a day, ISO 8601) say who touched it last, and
    when; `notes` are the translator's own comments.
    """

    context: str
    source: str
    text: str
    state: str
    previous: str = ""
    by: str = ""
    at: str = ""
    waivers: tuple[Waiver, ...] = ()
    notes: tuple[str, ...] = ()

"""Translations: the entries of a game in one language, and how far each has come."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

STATES = ("missing", "machine", "stale", "draft", "reviewed")
"""How far an entry can have come, from nothing to read by somebody else."""

DONE = frozenset({"draft", "reviewed"})
"""The states of an entry that is done: the source as it is now was translated by a person."""

USED = DONE | {"machine"}
"""The states of an entry whose text is printed."""

WORDS = (*STATES, "unsure")
"""What can be said of an entry: how far it has come, or that its translator has doubts."""

OWN_WORDS = "game"
"""The pack that a game's own words stand in."""

_SIGNS = str.maketrans(
    {**dict.fromkeys("‘’‛´`ʼ′", "'"), **dict.fromkeys("“”„‟″«»", '"'), **dict.fromkeys("‐‑–—―−", "-")}
)
_TYPOGRAPHY = re.compile(r"(?<=«)\s+|(?<!\s)\s+(?=[»:;!?])")
"""Spaces that some languages set beside a sign, and others do not."""
_SPACES = re.compile(r"\s+")
_ICON = re.compile(r"\{([a-z][a-z0-9_]*)\}")


class Waiver(NamedTuple):
    """Findings of a rule that somebody accepts on an entry, and why."""

    rule: str
    reason: str


class Entry(NamedTuple):
    """One text of a game in another language.

    `context` says what it belongs to: `krol-junior.name`, or `kind:tool` for the game's own words. `source`
    is the source text as it is now; `text` is '' where it is missing. `previous` is, where the entry is
    stale, the source text that was translated. `by` and `at` (a day, ISO 8601) say who touched it last, and
    when; `notes` are the translator's own comments, a line each. `unsure` tells that the translator has doubts: such a
    text is neither done nor used. `place` is where the source text is written, in the game's folder
    (`cards/tools.yaml:12`); '' where that is not known.
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
    unsure: bool = False
    place: str = ""

    @property
    def is_done(self) -> bool:
        """Tell whether a person has translated the source as it is now, and has no doubts."""
        return self.state in DONE and not self.unsure

    @property
    def is_used(self) -> bool:
        """Tell whether cards are printed with this text."""
        return self.state in USED and not self.unsure

    @property
    def card(self) -> str:
        """Give the id of the card that the text stands on; '' for one of the game's own words."""
        return "" if ":" in self.context else self.context.rpartition(".")[0]


def word_of(entry: Entry) -> str:
    """Give the one of `WORDS` that says most of an entry."""
    return "unsure" if entry.unsure else entry.state


def is_same_source(one: str, other: str, icons: Mapping[str, str]) -> bool:
    """Tell whether two source texts differ in nothing that a translator would have to follow.

    Spaces, the forms of quotation marks, apostrophes and dashes do not count, nor which of several names of
    a picture a text calls an icon by; `icons` are the pictures of the game's icons by name.
    """
    return one == other or _plain(one, icons) == _plain(other, icons)


def _plain(text: str, icons: Mapping[str, str]) -> str:
    text = _ICON.sub(lambda found: f"{{{icons.get(found[1], found[1])}}}", text)
    return _SPACES.sub(" ", _TYPOGRAPHY.sub("", text)).strip().translate(_SIGNS)

"""Translations: the entries of a game in one language, and how far each has come."""

from __future__ import annotations

import re
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple

from deckwright.model.markup import has_unknown_icons

if TYPE_CHECKING:
    from collections.abc import Container, Mapping

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
    """Findings of a rule that somebody accepts on an entry, and why.

    It holds for the texts that have its `digest`; '' where nobody has noted which these are.
    """

    rule: str
    reason: str
    digest: str = ""


class Entry(NamedTuple):
    """One text of a game in another language.

    `context` says what it belongs to: `krol-junior.name`, or `kind:tool` for the game's own words. `source`
    is the source text as it is now; `text` is '' where it is missing. `previous` is, where the entry is
    stale, the source text that was translated. `by` and `at` (a day, ISO 8601) say who touched it last, and
    when; `notes` are the translator's own comments, a line each. `unsure` tells that the translator has doubts: such a
    text is neither done nor used. `place` is where the source text is written, in the game's folder
    (`cards/tools.yaml:12`); '' where that is not known. `broken` tells that the text has an icon that the game does not
    have: it is neither done nor used, and nowhere kept, as it depends on the game (`looked_through`).
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
    broken: bool = False

    @property
    def is_done(self) -> bool:
        """Return whether a person has translated the source as it is now, has no doubts, and it can be printed."""
        return self.state in DONE and not self.unsure and not self.broken

    @property
    def is_used(self) -> bool:
        """Tell whether cards are printed with this text."""
        return self.state in USED and not self.unsure and not self.broken

    def looked_through(self, icons: Container[str]) -> Entry:
        """Return the entry with `broken` as it is for a game with these icons; names and labels have none."""
        has_icons = bool(self.card) and not self.context.endswith(".name")
        broken = has_icons and self.state in USED and has_unknown_icons(self.text, icons)
        return self if broken == self.broken else self._replace(broken=broken)

    @property
    def digest(self) -> str:
        """Return the digest of the source and the translation together."""
        return digest_of_pair(self.source, self.text)

    def pinned(self) -> Entry:
        """Return the entry with its waivers held to its texts as they are now, where nobody has noted to which."""
        if all(waiver.digest for waiver in self.waivers):
            return self
        pinned = tuple(one._replace(digest=one.digest or self.digest) for one in self.waivers)
        return self._replace(waivers=pinned)

    def holds(self, waiver: Waiver) -> bool:
        """Return whether a waiver of this entry was given for its texts as they are now."""
        return waiver.digest in {"", self.digest}

    @property
    def card(self) -> str:
        """Give the id of the card that the text stands on; '' for one of the game's own words."""
        return "" if ":" in self.context else self.context.rpartition(".")[0]


def word_of(entry: Entry) -> str:
    """Give the one of `WORDS` that says most of an entry."""
    return "unsure" if entry.unsure else entry.state


def digest_of_pair(source: str, text: str) -> str:
    """Return what identifies a source text and its translation: what a reviewer, or a waiver, has looked at.

    The looks of the source do not count, as `is_same_source` has it.
    """
    return blake2b(f"{_plain(source, {})}\0{text}".encode(errors="surrogatepass"), digest_size=4).hexdigest()


def is_same_source(one: str, other: str, icons: Mapping[str, str]) -> bool:
    """Tell whether two source texts differ in nothing that a translator would have to follow.

    Spaces, the forms of quotation marks, apostrophes and dashes do not count, nor which of several names of
    a picture a text calls an icon by; `icons` are the pictures of the game's icons by name.
    """
    return one == other or _plain(one, icons) == _plain(other, icons)


def _plain(text: str, icons: Mapping[str, str]) -> str:
    text = _ICON.sub(lambda found: f"{{{icons.get(found[1], found[1])}}}", text)
    return _SPACES.sub(" ", _TYPOGRAPHY.sub("", text)).strip().translate(_SIGNS)

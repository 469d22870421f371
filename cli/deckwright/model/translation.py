"""Translations of a game in one language, how far each has come, and what goes to a translator and comes back."""

from __future__ import annotations

import re
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple

from deckwright.model.markup import has_unknown_icons

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping

    from deckwright.findings import Where


# Translations: the entries of a game in one language, and how far each has come.

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
    from hashlib import blake2b  # it loads OpenSSL

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


# What goes out to a translator, and what comes back, whatever the format of the file.

_WAIVE = "waive "
_DIGEST = re.compile(r"[0-9a-f]{8}")


class Given(NamedTuple):
    """An entry that goes out. `about` tells the translator of it, a line each; `pivot` is its text in another language.

    `known` is the entry as the game has it, where the text that goes out is only suggested.
    """

    entry: Entry
    about: tuple[str, ...] = ()
    pivot: str = ""
    known: Entry | None = None

    @property
    def mark(self) -> str:
        """Say in short what the game has, as `mark_of` does."""
        return mark_of(self.known or self.entry)


class Handout(NamedTuple):
    """A file that goes out: for which game, from which language to which, with another beside ('' for none).

    `title` is the game's; `stamp` is when it goes out, as PO files say it (2026-11-20 18:30+0000).
    """

    game: str
    title: str
    source_language: str
    language: str
    pivot: str
    stamp: str
    entries: tuple[Given, ...]


class Returned(NamedTuple):
    """An entry as it came back. `is_fuzzy` is what PO editors call fuzzy; other formats may say it by `comments`.

    `comments` are lines as `comment_lines` writes them, with the translator's own among them. `given` is what
    `mark_of` said of it when it went out; '' where that is lost.
    """

    context: str
    source: str
    text: str
    where: Where | None = None
    is_fuzzy: bool = False
    previous: str = ""
    comments: tuple[str, ...] = ()
    given: str = ""


class ReturnedFile(NamedTuple):
    """A file that came back: for which game, into which language, and by whom; each '' where it does not say."""

    file: str
    game: str
    language: str
    translator: str
    entries: tuple[Returned, ...]


class Said(NamedTuple):
    """What the comments of an entry say of it; the rest are notes. `digest` is that of the texts that were reviewed."""

    state: str
    by: str
    at: str
    waivers: tuple[Waiver, ...]
    notes: tuple[str, ...]
    digest: str = ""

    @property
    def lacks_digest(self) -> bool:
        """Return whether a review or a waiver does not say for which texts it is."""
        is_bare = self.state == "reviewed" and not self.digest
        return is_bare or any(not waiver.digest for waiver in self.waivers)

    def is_reviewed(self, source: str, text: str) -> bool:
        """Return whether these texts are those that were reviewed; without a digest, they are taken to be."""
        return self.state == "reviewed" and self.digest in {"", digest_of_pair(source, text)}


def mark_of(entry: Entry) -> str:
    """Say in short which text an entry has and how far it has come, to tell later whether either has changed."""
    return f"{digest_of(entry.text)} {'unsure' if entry.unsure else entry.state}"


def digest_of(text: str) -> str:
    """Give what names a text."""
    return blake2b(text.encode(), digest_size=4).hexdigest()


def comment_lines(entry: Entry) -> tuple[str, ...]:
    """Write what an entry carries besides its texts, as comments that any editor of translations keeps.

    A draft is what an entry is that does not say otherwise, and one that is missing shows that itself. What holds only
    for the texts as they are now has their digest.
    """
    lines = [f"state: reviewed {entry.digest}"] if entry.state == "reviewed" else []
    lines += ["state: machine"] if entry.state == "machine" else []
    lines += [f"by: {entry.by}"] if entry.by else []
    lines += [f"on: {entry.at}"] if entry.at else []
    lines += [f"{_WAIVE}{one.rule} {one.digest}: {one.reason}" for one in entry.pinned().waivers]
    return (*lines, *entry.notes)


def read_comments(lines: Iterable[str]) -> Said:
    """Read comments back; what is none of ours is a note. Of what stands twice, the last is meant."""
    said = {"state": "", "by": "", "on": ""}
    reviewed = ""
    waivers: dict[str, Waiver] = {}
    notes: list[str] = []
    for line in lines:
        key, colon, value = (part.strip() for part in line.partition(":"))
        word, digest = _with_digest(value)
        if colon and key in {"by", "on"}:
            said[key] = value
        elif colon and key == "state" and word in STATES:
            said[key], reviewed = word, digest
        elif colon and key.startswith(_WAIVE):
            rule, digest = _with_digest(key.removeprefix(_WAIVE).strip())
            waivers[rule] = Waiver(rule, value, digest)
        elif line.strip():
            notes.append(line.strip())
    return Said(said["state"], said["by"], said["on"], tuple(waivers.values()), tuple(notes), reviewed)


def _with_digest(said: str) -> tuple[str, str]:
    """Split a word from the digest after it; '' where none is there."""
    word, _, digest = said.rpartition(" ")
    return (word.strip(), digest) if _DIGEST.fullmatch(digest) and word else (said, "")

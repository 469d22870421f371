"""What goes out to a translator, and what comes back, whatever the format of the file."""

from __future__ import annotations

import re
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple

from deckwright.model.translation import STATES, Entry, Waiver, digest_of_pair

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deckwright.errors import Where

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

"""How far an entry has come, as one word, for files that have a place for one: tables and XLIFF."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckwright.errors import InputError, Where
from deckwright.messages import tr
from deckwright.model.handout import Returned, digest_of, mark_of
from deckwright.model.translation import WORDS
from deckwright.model.words import nearest

if TYPE_CHECKING:
    from deckwright.model.translation import Entry

_FUZZY = frozenset({"machine", "stale", "unsure"})
_SAID = frozenset({"machine", "reviewed"})


def mark_for(entry: Entry, game: str, language: str) -> str:
    """Give what tells later whose text it is, and whether it has changed since it went out."""
    return f"{game} {language} {mark_of(entry)}"


def read_mark(mark: str) -> tuple[str, str, str]:
    """Give the game and the language of a mark, and what was said of the entry; each '' where it is lost."""
    parts = mark.split()
    return (parts[0], parts[1], " ".join(parts[2:])) if len(parts) == 4 else ("", "", "")  # noqa: PLR2004 - see mark_for


def checked_word(word: str, where: Where) -> str:
    """Give one of the words as it was typed, in whatever case.

    Raises:
        InputError: it is none of them.
    """
    meant = word.strip().lower()
    if meant and meant not in WORDS:
        near = nearest(meant, list(WORDS)) or WORDS
        raise InputError(
            "state",
            tr("{word} is no state of a translation.", word=word.strip()),
            hint=tr("Did you mean {names}?", names=", ".join(near)),
            where=where,
        )
    return meant


def returned(entry: Returned, word: str) -> Returned:
    """Say of an entry that came back how far it has come, by a word of `WORDS`, or '' for none.

    A text that somebody has changed, but not the word beside it, is a draft: it is theirs now.
    """
    digest, _, was = entry.given.partition(" ")
    is_touched = bool(digest) and word == was and digest_of(entry.text) != digest
    if is_touched or not entry.text:
        word = ""
    said = (f"state: {word}",) if word in _SAID else ()
    return entry._replace(
        is_fuzzy=word in _FUZZY,
        previous=entry.previous if word == "stale" else "",
        comments=(*said, *entry.comments),
    )

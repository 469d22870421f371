"""How far an entry has come, as one word, for files that have a place for one: tables and XLIFF."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from deckwright.errors import InputError, Where
from deckwright.messages import tr
from deckwright.model.handout import digest_of
from deckwright.model.translation import WORDS, word_of
from deckwright.model.words import nearest

if TYPE_CHECKING:
    from deckwright.model.handout import Given, Returned

_FUZZY = frozenset({"machine", "stale", "unsure"})
_PARTS = 6
_SAID = frozenset({"machine", "reviewed"})


def mark_for(given: Given, game: str, language: str) -> str:
    """Give what tells later whose text it is, and whether it has changed: since the game had it, and since it went out."""
    return f"{game} {language} {given.mark} {digest_of(given.entry.text)} {word_of(given.entry)}"


class Mark(NamedTuple):
    """What a mark says: for which game and language, what the game had, and what went out; each '' where it is lost."""

    game: str = ""
    language: str = ""
    given: str = ""
    out: str = ""


def read_mark(mark: str) -> Mark:
    """Read a mark."""
    parts = mark.split()
    if len(parts) != _PARTS:
        return Mark()
    return Mark(parts[0], parts[1], " ".join(parts[2:4]), " ".join(parts[4:6]))


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


def returned(entry: Returned, word: str, mark: Mark) -> Returned:
    """Say of an entry that came back how far it has come, by a word of `WORDS`, or '' for none.

    A text that somebody has changed, but not the word beside it, is a draft: it is theirs now.
    """
    digest, _, was = mark.out.partition(" ")
    is_touched = bool(digest) and word == was and digest_of(entry.text) != digest
    if is_touched or not entry.text:
        word = ""
    said = (f"state: {word}",) if word in _SAID else ()
    return entry._replace(
        is_fuzzy=word in _FUZZY,
        previous=entry.previous if word == "stale" else "",
        comments=(*said, *entry.comments),
        given=mark.given,
    )

"""What all formats of translator files share: the state of a message as one word, and messages as rows of a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from deckwright.errors import InputError
from deckwright.findings import Where
from deckwright.messages import tr
from deckwright.model.translation import WORDS, Returned, ReturnedFile, comment_lines, digest_of, word_of
from deckwright.model.words import nearest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from deckwright.model.translation import Given, Handout


# How far an entry has come, as one word, for files that have a place for one: tables and XLIFF.

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


# Translations as the rows of a table, which spreadsheets show and change.

COLUMNS = ("context", "about", "source", "pivot", "translation", "state", "note", "previous", "mark")
"""The columns. `translation`, `state` and `note` are the translator's; `mark` tells later what has changed."""

_NEEDED = ("context", "source", "translation")


def rows_of(handout: Handout) -> Iterator[Sequence[str]]:
    """Yield the rows of what goes out, without the heads."""
    for given in handout.entries:
        yield _row(given, handout)


def _row(given: Given, handout: Handout) -> Sequence[str]:
    entry = given.entry
    note = [line for line in comment_lines(entry) if not line.startswith("state: ")]
    return (
        entry.context,
        "\n".join(given.about),
        entry.source,
        given.pivot,
        entry.text,
        word_of(entry),
        "\n".join(note),
        entry.previous,
        mark_for(given, handout.game, handout.language),
    )


def columns_of(heads: Sequence[str], file: str, line: int) -> dict[str, int]:
    """Give where each column stands that is there.

    Raises:
        InputError: one that is needed is missing, or one stands twice.
    """
    names = [head.strip().lower() for head in heads]
    for name in _NEEDED:
        if name not in names:
            near = nearest(name, [head for head in names if head])
            hint = tr("Did you mean {names}?", names=", ".join(near)) if near else ""
            message = tr(
                "There is no column {name}: the first row names the columns {needed}.",
                name=name,
                needed=", ".join(_NEEDED),
            )
            raise InputError("columns", message, hint=hint, where=Where(file, line, 1))
    for name in COLUMNS:
        if names.count(name) > 1:
            message = tr("There are two columns {name}.", name=name)
            raise InputError("columns", message, where=Where(file, line, 1))
    return {name: names.index(name) for name in COLUMNS if name in names}


def file_of(rows: Iterable[tuple[Mapping[str, str], Where]], file: str) -> ReturnedFile:
    """Read rows, by their columns; those without anything are left out.

    Raises:
        InputError: a row has a text and no context, or a state that is none.
    """
    games: set[str] = set()
    languages: set[str] = set()
    entries = []
    for row, where in rows:
        mark = read_mark(row.get("mark", ""))
        games.add(mark.game)
        languages.add(mark.language)
        if any(row.values()):
            entries.append(_entry(row, where, mark))
    return ReturnedFile(file, _only(games), _only(languages), "", tuple(entries))


def _entry(row: Mapping[str, str], where: Where, mark: Mark) -> Returned:
    if not row["context"].strip():
        message = tr("This row has no context, which says what it is a translation of.")
        raise InputError("context", message, where=where)
    entry = Returned(
        row["context"].strip(),
        row["source"],
        row["translation"],
        where,
        previous=row.get("previous", ""),
        comments=tuple(line.strip() for line in row.get("note", "").split("\n") if line.strip()),
    )
    return returned(entry, checked_word(row.get("state", ""), where), mark)


def _only(names: set[str]) -> str:
    """Give the one name there is; '' where there is none, or several."""
    found = names - {""}
    return next(iter(found)) if len(found) == 1 else ""

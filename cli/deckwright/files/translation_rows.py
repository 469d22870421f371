"""Translations as the rows of a table, which spreadsheets show and change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckwright.errors import InputError, Where
from deckwright.files.handout_states import checked_word, mark_for, read_mark, returned
from deckwright.messages import tr
from deckwright.model.handout import Returned, ReturnedFile, comment_lines
from deckwright.model.translation import word_of
from deckwright.model.words import nearest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from deckwright.files.handout_states import Mark
    from deckwright.model.handout import Given, Handout

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

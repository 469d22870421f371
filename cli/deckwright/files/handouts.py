"""What all formats of translator files share: the state of a message as one word, and messages as rows of a table."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from deckwright.errors import InputError
from deckwright.files.spreadsheets import Row, Worksheet, column_letters, read_spreadsheet
from deckwright.files.texts import decode
from deckwright.findings import Where
from deckwright.messages import tr
from deckwright.model.translation import (
    STATE_WORDS,
    IncomingFile,
    IncomingMessage,
    comment_lines,
    state_word,
    text_digest,
)
from deckwright.model.words import nearest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from deckwright.model.translation import OutgoingFile, OutgoingMessage


# The state of a message as one word, and its fingerprint, for tables and XLIFF.

_FUZZY = frozenset({"machine", "stale", "unsure"})
_IN_COMMENTS = frozenset({"machine", "reviewed"})


class Fingerprint(NamedTuple):
    """What is remembered of an extracted message, each part '' if it is lost.

    `known` are the digest and the state of the game’s text, `digest` and `state` those of the text in the file, which
    differ if that was suggested.
    """

    game: str = ""
    language: str = ""
    known: str = ""
    digest: str = ""
    state: str = ""


_FINGERPRINT = re.compile(
    r"(?P<game>\S+) (?P<language>\S+) (?P<known>\S+ \S+) (?P<digest>\S+) (?P<state>\S+)"
)


def fingerprint(given: OutgoingMessage, game: str, language: str) -> str:
    """Fingerprint of a message as text, to recognise later what has changed in the game and in the file."""
    return f"{game} {language} {given.mark} {text_digest(given.entry.text)} {state_word(given.entry)}"


def parse_fingerprint(text: str) -> Fingerprint:
    """Parse a fingerprint; an empty one if it is damaged."""
    found = _FINGERPRINT.fullmatch(" ".join(text.split()))
    return Fingerprint(**found.groupdict()) if found else Fingerprint()


def parse_state(word: str, where: Where) -> str:
    """Parse the word for a state, in any case; '' for none.

    Raises:
        InputError: it is unknown.
    """
    state = word.strip().lower()
    if state and state not in STATE_WORDS:
        near = nearest(state, list(STATE_WORDS)) or STATE_WORDS
        raise InputError(
            "state",
            tr("Unknown translation state: {word}.", word=word.strip()),
            hint=tr("Did you mean {names}?", names=", ".join(near)),
            where=where,
        )
    return state


def with_state(entry: IncomingMessage, word: str, extracted: Fingerprint) -> IncomingMessage:
    """Returned message with its state from a word of `WORDS`, or '' for none.

    A text that was changed without its word is a draft.
    """
    is_same_word = bool(extracted.digest) and word == extracted.state
    is_touched = is_same_word and text_digest(entry.text) != extracted.digest
    if is_touched or not entry.text:
        word = ""
    state_comment = (f"state: {word}",) if word in _IN_COMMENTS else ()
    return entry._replace(
        is_fuzzy=word in _FUZZY,
        previous=entry.previous if word == "stale" else "",
        comments=(*state_comment, *entry.comments),
        given=extracted.known,
    )


# Translations as the rows of a spreadsheet.

COLUMNS = ("context", "about", "source", "pivot", "translation", "state", "note", "previous", "mark")
"""The columns. `translation`, `state` and `note` are the translator’s; `mark` is the fingerprint."""

_NEEDED = ("context", "source", "translation")


def rows_of(handout: OutgoingFile) -> Iterator[Sequence[str]]:
    """Yield the rows of an extracted file, without the heads."""
    for given in handout.entries:
        yield _row(given, handout)


def _row(given: OutgoingMessage, handout: OutgoingFile) -> Sequence[str]:
    entry = given.entry
    note = [line for line in comment_lines(entry) if not line.startswith("state: ")]
    return (
        entry.context,
        "\n".join(given.about),
        entry.source,
        given.pivot,
        entry.text,
        state_word(entry),
        "\n".join(note),
        entry.previous,
        fingerprint(given, handout.game, handout.language),
    )


def read_returned(data: bytes, file: str) -> IncomingFile:
    """Read a spreadsheet from a translator: its first worksheet that is not hidden.

    Raises:
        InputError: it cannot be read, or is not such a table, with the cell, or the line of a text file.
    """
    book = read_spreadsheet(data, file)
    if book.findings:
        decode(data, file)  # raises: in an encoding that had to be assumed, letters may be lost already
    sheets = [one for one in book.worksheets if not one.is_hidden] or book.worksheets
    sheet = sheets[0] if sheets else Worksheet(file, "", [])
    heads, *rows = sheet.rows or [Row(1, 1, [])]
    columns = columns_of([_text(sheet, heads, at) for at in range(len(heads.cells))], file, heads.line)

    def cells(row: Row) -> dict[str, str]:
        return {name: _text(sheet, row, at) for name, at in columns.items()}

    return file_of(((cells(row), _place(sheet, row, 0)) for row in rows), file)


def _place(sheet: Worksheet, row: Row, column: int) -> Where:
    """Place of a cell, of which a text file has only the line."""
    return sheet.where(row, column) if sheet.name else Where(sheet.file, row.line, 1)


def _text(sheet: Worksheet, row: Row, column: int) -> str:
    """Text of a cell; '' beyond the last one.

    Raises:
        InputError: the spreadsheet has turned it into a formula or a date.
    """
    cell = row.cells[column] if column < len(row.cells) else ""
    if isinstance(cell, str):
        return cell
    if isinstance(cell, int | float) and not isinstance(cell, bool):
        return f"{cell:.15g}"
    raise InputError(
        "cell",
        tr(
            "{cell} is not a text but a formula, a date or something similar.",
            cell=f"{column_letters(column)}{row.number}",
        ),
        hint=tr("Format the cell as text, and type it again."),
        where=_place(sheet, row, column),
    )


def columns_of(heads: Sequence[str], file: str, line: int) -> dict[str, int]:
    """Positions of the columns, by name.

    Raises:
        InputError: a required column is missing, or one occurs twice.
    """
    names = [head.strip().lower() for head in heads]
    for name in _NEEDED:
        if name not in names:
            near = nearest(name, [head for head in names if head])
            hint = tr("Did you mean {names}?", names=", ".join(near)) if near else ""
            message = tr(
                "Missing column: {name}. The first row must name the columns {needed}.",
                name=name,
                needed=", ".join(_NEEDED),
            )
            raise InputError("columns", message, hint=hint, where=Where(file, line, 1))
    for name in COLUMNS:
        if names.count(name) > 1:
            message = tr("The column {name} is listed twice.", name=name)
            raise InputError("columns", message, where=Where(file, line, 1))
    return {name: names.index(name) for name in COLUMNS if name in names}


def file_of(rows: Iterable[tuple[Mapping[str, str], Where]], file: str) -> IncomingFile:
    """Returned file from rows by column; empty rows are skipped.

    Raises:
        InputError: a row has a text but no context, or an unknown state.
    """
    games: set[str] = set()
    languages: set[str] = set()
    entries = []
    for row, where in rows:
        extracted = parse_fingerprint(row.get("mark", ""))
        games.add(extracted.game)
        languages.add(extracted.language)
        if any(row.values()):
            entries.append(_entry(row, where, extracted))
    return IncomingFile(file, _only(games), _only(languages), "", tuple(entries))


def _entry(row: Mapping[str, str], where: Where, extracted: Fingerprint) -> IncomingMessage:
    if not row["context"].strip():
        message = tr("This row has no context, so its text is unknown.")
        raise InputError("context", message, where=where)
    entry = IncomingMessage(
        row["context"].strip(),
        row["source"],
        row["translation"],
        where,
        previous=row.get("previous", ""),
        comments=tuple(line.strip() for line in row.get("note", "").split("\n") if line.strip()),
    )
    return with_state(entry, parse_state(row.get("state", ""), where), extracted)


def _only(names: set[str]) -> str:
    """The only name; '' if there is none, or several."""
    found = names - {""}
    return next(iter(found)) if len(found) == 1 else ""

"""The formats of deck files, each a record of `FORMATS`: which of them a file has, and which one is written.

Every reader makes a list of lines (`decks.py`): of text lists (`deck_texts.py`), deck files in YAML or JSON
(`deck_documents.py`) or the files of other programs (`deck_xml.py`, `deck_tables.py`), as they write them themselves.
`deck_cards.py` finds the cards of the lines, with what a game can say (`deck_vocabulary.py`).
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from deckwright.errors import InputError, UsageError
from deckwright.files.deck_documents import JSON_FORMATS, JSON_START, OWN_JSON, deck_list_of
from deckwright.files.deck_tables import TABLE_FORMATS
from deckwright.files.deck_texts import deck_list_with_faults
from deckwright.files.deck_writing import as_arena, as_list, as_markdown, as_yaml
from deckwright.files.deck_xml import XML_FORMATS
from deckwright.files.decks import HEAD, DeckFileFormat, DeckText
from deckwright.files.texts import MEGABYTE, SPREADSHEETS, STDIN, TEXT_TABLES, decode, read_bytes, within
from deckwright.findings import Where
from deckwright.messages import later, tr
from deckwright.model.card import MAIN
from deckwright.model.words import Pattern, fold, suggest_names

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from deckwright.files.decks import DeckList
    from deckwright.model.card import Card, Deck

DECK_LIMIT = MEGABYTE
"""The most bytes of a deck list: some 30,000 lines."""

SAVED_LIMIT = 32 * MEGABYTE
"""The most bytes of a saved game of Tabletop Simulator, which has everything on the table, and its scripts."""

YAML_ENDINGS = (".yaml", ".yml")
TEXT_ENDINGS = (".txt", ".dec")
_FEW_BYTES = 100
YAML_KEY = rf"^(?:{'|'.join((MAIN, *HEAD, 'zones'))}):"
"""What a deck file in YAML has, and a text list has not: a key at the start of a line."""
_YAML_KEY = Pattern(YAML_KEY, re.MULTILINE)


def read_deck_list(path: str) -> DeckList:
    """Read a deck file, or `-` for standard input: YAML by its extension, or else any format by its content."""
    data = read_bytes(path, limit=_limit_at(path))
    return parse_deck_list(within(data, path, limit_of(data)), path)


def _limit_at(path: str) -> int:
    """The most bytes of a file that are read to see what it is: a large one is only read if it begins as a saved game does."""
    try:
        if path != STDIN and Path(path).stat().st_size > DECK_LIMIT:
            with Path(path).open("rb") as file:
                return SAVED_LIMIT if _begins_as_json(file.read(_FEW_BYTES)) else DECK_LIMIT
    except OSError:
        return DECK_LIMIT
    return SAVED_LIMIT


def limit_of(data: bytes) -> int:
    """The most bytes that a deck such as this one may have."""
    return SAVED_LIMIT if _begins_as_json(data) and b'"ObjectStates"' in data else DECK_LIMIT


def _begins_as_json(data: bytes) -> bool:
    return data[:_FEW_BYTES].lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{")


def parse_deck_list(data: bytes, path: str, first_line: int = 1) -> DeckList:
    """Read the bytes of a deck file, or the part of one that begins at `first_line`, as `read_deck_list` does.

    Raises:
        InputError: as `read_deck_list`.
    """
    ending = Path(path).suffix.lower()
    if ending in SPREADSHEETS and ending not in TEXT_TABLES:
        raise _cards(path, tr("{name} is a workbook, not a deck.", name=path))
    text = decode(data, path, first_line)
    if not text.strip():
        raise InputError("empty", tr("{name} is empty.", name=path), where=Where(path))
    source = DeckText(text, path, first_line)
    if ending not in YAML_ENDINGS and (deck_list := _read_recognized(source)):
        return deck_list
    if ending in TEXT_TABLES and _has_names(text):
        raise _cards(path, tr("{name} has no column with numbers of cards, so it is not a deck.", name=path))
    if ending in YAML_ENDINGS or (ending not in TEXT_ENDINGS and _YAML_KEY.search(text)):
        from deckwright.files.yaml import document_of

        return deck_list_of(document_of(text, path, first_line))
    return deck_list_with_faults(text, path, first_line)


def _read_recognized(source: DeckText) -> DeckList | None:
    """Read a deck in a format that its text shows; None for a deck file or a text list.

    Raises:
        InputError: it is damaged, with line and column; or it is XML, HTML or JSON, but not a deck.
    """
    for record in FORMATS:
        if record.read and record.recognizes and record.recognizes(source.text):
            return record.read(source)
    if what := next((what for sign, what in _NOT_DECKS if sign.match(source.text)), ""):
        raise _not_a_deck(source, what)
    return None


def _not_a_deck(source: DeckText, what: str) -> InputError:
    message = tr("{name} is not a deck: it is {what}.", name=source.file, what=tr(what))
    titles = [f"{record.program} ({record.endings[0]})" for record in FORMATS if record.recognizes]
    hint = tr("Deckwright reads plain lists, and decks of: {formats}.", formats=", ".join(titles))
    return InputError("not-a-deck", message, hint=hint, where=Where(source.file, source.first_line, 1))


def _has_names(text: str) -> bool:
    """Whether the first line of a table has headings, one of them for the names of cards."""
    from deckwright.files.sheet_columns import COMMON_HEADINGS

    first = text.lstrip().partition("\n")[0]
    heads = {fold(cell) for cell in re.split("[,;\t]", first)}
    return len(heads) > 1 and not heads.isdisjoint({"name", *map(fold, COMMON_HEADINGS["name"])})


def _cards(path: str, message: str) -> InputError:
    """Error for a spreadsheet that is named in place of a deck, most likely of cards."""
    from deckwright.files.starters import hint_from_sheet

    return InputError("not-a-deck", message, hint=hint_from_sheet(path), where=Where(path, 1, 1))


TEXT = DeckFileFormat(
    "plain lists", "text", TEXT_ENDINGS, "everything", "everything", write=as_list, between="\n"
)
ARENA = DeckFileFormat(
    "Arena", "arena", TEXT_ENDINGS, "cards, zones, name", "cards, zones, name", write=as_arena
)
YAML = DeckFileFormat(
    "Deckwright", "yaml", YAML_ENDINGS, "everything", "everything", write=as_yaml, between="---\n"
)
MARKDOWN = DeckFileFormat(
    "pages", "markdown", (".md", ".markdown"), saves="cards, zones, name", write=as_markdown, between="\n"
)

FORMATS = (TEXT, ARENA, *XML_FORMATS, *JSON_FORMATS, *TABLE_FORMATS, YAML, OWN_JSON, MARKDOWN)
"""Every format, in the order in which those that a file shows are tried; a file that shows none is a deck file in YAML, or else a text list.

The first one with an ending is the one that it means for a new file.
"""

_FOUND_ENDINGS = (
    ending for record in FORMATS if record.loads and record.is_found for ending in record.endings
)
DECK_ENDINGS = tuple(dict.fromkeys((*YAML_ENDINGS, *_FOUND_ENDINGS)))
"""Files in folders and archives that are decks."""

NAMED_ENDINGS = tuple(
    dict.fromkeys(ending for record in FORMATS if record.loads for ending in record.endings)
)
"""Names with these endings are always of files, even if there is none."""

WRITTEN_FORMATS = {record.name: record for record in FORMATS if record.write}
"""Formats by their names for `--as`."""

WRITTEN_ENDINGS = tuple(
    dict.fromkeys(ending for record in WRITTEN_FORMATS.values() for ending in record.endings)
)

_NOT_DECKS = (
    (Pattern(r"\s*<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE), later("a web page")),
    (Pattern(r"\s*<(?:\?xml|!|[A-Za-z][\w:.-]*[\s/>])"), later("XML of another kind")),
    (JSON_START, later("JSON without cards")),
)
"""What other files begin with, and what they are."""


def format_named(name: str) -> DeckFileFormat:
    """The format with this name.

    Raises:
        UsageError: there is none.
    """
    if name not in WRITTEN_FORMATS:
        hint = suggest_names(name, [*WRITTEN_FORMATS])
        raise UsageError("format", tr("Decks cannot be written as {ending}.", ending=name), hint=hint)
    return WRITTEN_FORMATS[name]


def format_of_file(path: str, usual: str) -> DeckFileFormat:
    """The format that the ending of a file means; `usual` for standard input, and without an ending.

    Raises:
        UsageError: it is another ending, so that nobody could read the file.
    """
    ending = Path(path).suffix.lower()
    if not ending or path.startswith("/dev/"):
        return WRITTEN_FORMATS[usual]
    file_format = next((record for record in WRITTEN_FORMATS.values() if ending in record.endings), None)
    if file_format is None:
        message = tr("Decks cannot be written as {ending}.", ending=ending)
        hint = tr("Use a file name that ends in {endings}.", endings=", ".join(WRITTEN_ENDINGS))
        raise UsageError("ending", message, hint=hint)
    return file_format


def together(decks: Sequence[tuple[Deck, Mapping[str, Card], str]], file_format: DeckFileFormat) -> str:
    """Write decks as one file, each with its cards and their language.

    Raises:
        UsageError: there are several, and the format has only one in a file.
    """
    if len(decks) > 1 and file_format.between is None:
        message = tr(
            "A file in the format {format} has one deck, not {count}.",
            format=file_format.name,
            count=len(decks),
        )
        raise UsageError("one-deck", message, hint=tr("Export the decks one by one."))
    texts = [file_format.write(*deck) for deck in decks if file_format.write]
    return (file_format.between or "").join(texts)

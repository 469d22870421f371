"""Deck files: YAML after the schema, the text lists that players write, and the files of other programs.

A list is read as written; `resolve` of `deck_cards` then finds its cards among those of the game. The formats of other programs
are in `deck_formats`, which is imported only for a text that might be one of them.
"""

from __future__ import annotations

import re
from pathlib import Path

from deckwright.errors import InputError
from deckwright.files.decks import HEAD, DeckList, deck_list_of, deck_list_with_faults
from deckwright.files.texts import (
    MEGABYTE,
    SPREADSHEETS,
    STDIN,
    TEXT_TABLES,
    decode,
    read_bytes,
    within,
)
from deckwright.findings import Where
from deckwright.messages import tr
from deckwright.model.card import MAIN
from deckwright.model.words import Pattern

DECK_LIMIT = MEGABYTE
"""The most bytes of a deck list: some 30,000 lines."""

SAVED_LIMIT = 32 * MEGABYTE
"""The most bytes of a saved game of Tabletop Simulator, which has everything on the table, and its scripts."""

YAML_ENDINGS = (".yaml", ".yml")
TEXT_ENDINGS = (".txt", ".dec")
DECK_ENDINGS = (*YAML_ENDINGS, *TEXT_ENDINGS, ".cod", ".o8d", ".dek")
"""Files in folders and archives that are decks; .csv and .json are too often something else, and are named alone."""
NAMED_ENDINGS = (*DECK_ENDINGS, ".csv", ".json")
"""Names with these endings are always of files, even if there is none."""
_MAYBE_OTHER = Pattern(r"\s*(?:<|\{|\[\s*[\[{]|[^\n\d#/]*[,;\t])")
_FEW_BYTES = 100
YAML_KEY = re.compile(rf"^(?:{'|'.join((MAIN, *HEAD, 'zones'))}):", re.MULTILINE)
"""What a deck file in YAML has, and a text list has not: a key at the start of a line."""


def read_deck_list(path: str) -> DeckList:
    """Read a deck file, or `-` for standard input: YAML by its extension, or else any format by its content.

    Raises:
        InputError: it cannot be read, or as YAML is wrong, with every fault at its line and column. What is wrong
            with lines of a text list is for `resolve` to say, together with what it finds.
    """
    data = read_bytes(path, limit=_limit_at(path))
    return parse_deck_list(within(data, path, limit_of(data)), path)


def _limit_at(path: str) -> int:
    """The most bytes of a file that are read to see what it is: more only if it begins as a saved game does."""
    if path == STDIN:
        return SAVED_LIMIT
    try:
        with Path(path).open("rb") as file:
            return SAVED_LIMIT if _begins_as_json(file.read(_FEW_BYTES)) else DECK_LIMIT
    except OSError:
        return DECK_LIMIT


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
    if ending not in YAML_ENDINGS and _MAYBE_OTHER.match(text):
        from deckwright.files.deck_formats import DeckText, read_other_format

        if found := read_other_format(DeckText(text, path, first_line)):
            return found
    if ending in TEXT_TABLES and _has_names(text):
        raise _cards(path, tr("{name} has no column with numbers of cards, so it is not a deck.", name=path))
    if ending in YAML_ENDINGS or (ending not in TEXT_ENDINGS and YAML_KEY.search(text)):
        from deckwright.files.yaml import document_of

        return deck_list_of(document_of(text, path, first_line))
    return deck_list_with_faults(text, path, first_line)


def _has_names(text: str) -> bool:
    """Whether the first line of a table has headings, one of them for the names of cards."""
    from deckwright.files.sheet_columns import COMMON_HEADINGS
    from deckwright.model.words import fold

    first = text.lstrip().partition("\n")[0]
    heads = {fold(cell) for cell in re.split("[,;\t]", first)}
    return len(heads) > 1 and not heads.isdisjoint({"name", *map(fold, COMMON_HEADINGS["name"])})


def _cards(path: str, message: str) -> InputError:
    """Error for a spreadsheet that is named in place of a deck, most likely of cards."""
    from deckwright.files.starters import hint_from_sheet

    return InputError("not-a-deck", message, hint=hint_from_sheet(path), where=Where(path, 1, 1))

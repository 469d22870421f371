"""JSON and YAML as tables: lists of objects are rows, their names are headings, and what is nested is flattened."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from deckwright.errors import InputError
from deckwright.files.spreadsheets import Row, Worksheet, trimmed
from deckwright.files.yaml import parse_document
from deckwright.findings import Where
from deckwright.messages import tr

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from deckwright.files.spreadsheets import Cell
    from deckwright.files.yaml import Document

Path = tuple[str | int, ...]
Record = dict[str, Any]
"""An object with what is around it: values by their names with dots, such as `suit.name`."""

_KEY = "id"
"""The heading for the names of objects that are not in a list."""


def read_json_tables(data: bytes, file: str, cards: str = "") -> list[Worksheet]:
    """Read the lists of objects in a JSON or YAML file as worksheets; `cards` is the path of the only one to read.

    In a path such as `suits[].cards[]`, each `[]` is all entries of a list, or all values of an object.

    Raises:
        InputError: it is neither, or has no objects in the place.
    """
    document = parse_document(data, file)
    value = document.value
    tables = (
        {"": [*_at_path(value, cards)]}
        if cards
        else dict(_tables(value)) or {"": [*_names_with_texts(value)]}
    )
    if not any(tables.values()):
        message = tr("{name} has no list of objects: {path}.", name=file, path=cards or "[]")
        raise InputError("no-cards", message, where=Where(file, 1, 1))
    return [_worksheet(document, name, records) for name, records in tables.items() if records]


def _tables(value: Any, path: Path = ()) -> Iterator[tuple[str, list[tuple[Path, Record]]]]:
    """Yield the lists of objects in a file, by the names of the objects around them; '' for one at the top."""
    if _entries(value) and not _only_names(value):
        yield ".".join(map(str, path)), [*_exploded(value, path)]
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield from _tables(inner, (*path, name))


def _names_with_texts(value: Any) -> Iterator[tuple[Path, Record]]:
    """Yield objects of an object that has only texts, by the names of cards."""
    if isinstance(value, dict) and len(value) > 1 and all(isinstance(text, str) for text in value.values()):
        for name, text in value.items():
            yield (name,), {"name": name, "text": text}


def _only_names(value: Any) -> bool:
    """Whether an object has objects that are no cards, but have several lists of them, such as one for each sort."""
    return isinstance(value, dict) and any(len(_lists_in(entry)) > 1 for _, entry in _entries(value))


def _lists_in(entry: Record) -> set[str]:
    return {name for name, inner in entry.items() if isinstance(inner, list) and _entries(inner)}


def _entries(value: Any) -> list[tuple[str | int, Record]]:
    """The objects in a list, or those in an object by their names; none if it has anything else."""
    pairs = enumerate(value) if isinstance(value, list) else value.items() if isinstance(value, dict) else ()
    entries = [(key, inner) for key, inner in pairs if isinstance(inner, dict)]
    return entries if entries and len(entries) == len(value) else []


def _exploded(value: Any, path: Path) -> Iterator[tuple[Path, Record]]:
    """Yield objects, or those in the one list that each has, with what is around them."""
    entries = _entries(value)
    lists = [_lists_in(entry) for _, entry in entries]
    nested = set[str]().union(*lists) if all(lists) else set[str]()
    for key, entry in entries:
        whole = {**({_KEY: key} if isinstance(key, str) and _KEY not in entry else {}), **entry}
        if len(nested) != 1:
            yield (*path, key), dict(_flat(whole))
            continue
        name = next(iter(nested))
        around = {f"{_singular(path)}{part}": text for part, text in _flat({**whole, name: None})}
        for place, inner in _exploded(entry.get(name) or [], (*path, key, name)):
            yield place, {**inner, **{part: text for part, text in around.items() if part not in inner}}


def _singular(path: Path) -> str:
    """What an object is called in front of its parts: `suits` gives `suit.`."""
    names = [step for step in path if isinstance(step, str)]
    return f"{names[-1].removesuffix('s')}." if names else "group."


def _at_path(value: Any, path: str) -> Iterator[tuple[Path, Record]]:
    """Yield the objects at a path, with what is around them."""
    places: list[tuple[Path, Any, Record]] = [((), value, {})]
    for step in path.replace("[]", ".[]").strip(".").split("."):
        places = [place for place_before in places for place in _step(*place_before, step)]
    for place, inner, around in places:
        if isinstance(inner, dict):
            record = dict(_flat(inner))
            yield place, {**record, **{part: text for part, text in around.items() if part not in record}}


def _step(path: Path, value: Any, around: Record, step: str) -> Iterator[tuple[Path, Any, Record]]:
    if step != "[]":
        if isinstance(value, dict) and step in value:
            plain = {name: inner for name, inner in value.items() if not isinstance(inner, dict | list)}
            yield (
                (*path, step),
                value[step],
                {**around, **{f"{_singular(path)}{name}": inner for name, inner in plain.items()}},
            )
        return
    for key, inner in enumerate(value) if isinstance(value, list) else getattr(value, "items", dict)():
        yield (*path, key), inner, around


def _flat(entry: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Cell]]:
    """Yield the values of an object, and of those inside it, by their names with dots."""
    for name, value in entry.items():
        match value:
            case None:
                pass
            case dict():
                yield from _flat(value, f"{before}{name}.")
            case list():
                yield f"{before}{name}", "; ".join(map(_words, value))
            case _:
                yield f"{before}{name}", value


def _words(value: Any) -> str:
    """A value as a person writes it into a cell: `Wood 2, Clay 1` for an object."""
    match value:
        case dict():
            return ", ".join(f"{name} {_words(inner)}" for name, inner in value.items())
        case list():
            return " ".join(map(_words, value))
        case str():
            return value
        case _:
            return json.dumps(value, default=str)


def _worksheet(document: Document, name: str, records: Sequence[tuple[Path, Record]]) -> Worksheet:
    headings = [*dict.fromkeys(heading for _, record in records for heading in record)]
    rows = [Row(1, 1, [*headings])]
    rows += [
        Row(number, document.where(*path).line or 1, _trimmed(record, headings))
        for number, (path, record) in enumerate(records, 2)
    ]
    return Worksheet(document.file, name, rows)


def _trimmed(record: Record, headings: Iterable[str]) -> list[Cell]:
    return trimmed([record.get(heading, "") for heading in headings])


# Lists in several languages, each in a file of its own.

_IDS = ("id", "code")
"""Headings of what an object is called in every language."""


def with_languages(tables: Sequence[Worksheet], others: Mapping[str, Sequence[Worksheet]]) -> list[Worksheet]:
    """Tables with columns such as `text:fr` for the texts that differ in other languages.

    Objects are the same if they have the same id or code, or else the same place.
    """
    translated = {
        tag: {(table.name, key): row for table in own for key, row in _by_key(table)}
        for tag, own in others.items()
    }
    return [_with_languages(table, translated) for table in tables]


def _by_key(table: Worksheet) -> Iterator[tuple[Cell, Mapping[str, Cell]]]:
    """Yield the rows of a table, by heading, each with its id or its place."""
    headings = [str(cell) for cell in table.rows[0].cells]
    name = next((name for name in _IDS if name in headings), "")
    for number, row in enumerate(table.rows[1:]):
        cells = dict(zip(headings, row.cells, strict=False))
        yield cells.get(name, number), cells


def _with_languages(
    table: Worksheet, translated: Mapping[str, Mapping[tuple[str, Cell], Mapping[str, Cell]]]
) -> Worksheet:
    headings = [str(cell) for cell in table.rows[0].cells]
    rows = [*_by_key(table)]
    columns: dict[str, list[Cell]] = {}
    for heading in headings:
        for tag, others in translated.items():
            texts = [others.get((table.name, key), {}).get(heading, "") for key, _ in rows]
            pairs = zip(texts, (cells.get(heading, "") for _, cells in rows), strict=True)
            if any(isinstance(text, str) and text and text != own for text, own in pairs):
                columns[f"{heading}:{tag}"] = texts
    cells = [
        [*(own.get(heading, "") for heading in headings), *(texts[at] for texts in columns.values())]
        for at, (_, own) in enumerate(rows)
    ]
    lines = [row.line for row in table.rows[1:]]
    below = [
        Row(number, line, trimmed(row))
        for number, (line, row) in enumerate(zip(lines, cells, strict=True), 2)
    ]
    return table._replace(rows=[Row(1, 1, [*headings, *columns]), *below])


def write_json_tables(tables: Sequence[Worksheet]) -> bytes:
    """Write tables as lists of objects: one alone, or several by their names."""
    lists = {table.name: _objects([row.cells for row in table.rows]) for table in tables}
    return _written(lists if len(lists) > 1 else next(iter(lists.values())))


def write_json_table(rows: Sequence[Sequence[object]]) -> bytes:
    """Write a table as a list of objects, without cells that are blank."""
    return _written(_objects(rows))


def _objects(rows: Sequence[Sequence[object]]) -> list[dict[str, object]]:
    headings, *cards = rows
    return [
        {str(name): cell for name, cell in zip(headings, row, strict=False) if cell != ""} for row in cards
    ]


def _written(value: object) -> bytes:
    return (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode()

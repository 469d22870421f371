"""Cards as tables for spreadsheets, which read back as the same cards; and lists of cards in CSV files of a game's folder."""

from __future__ import annotations

import json
import re
from datetime import date
from math import inf
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from deckwright.errors import InputError, as_finding
from deckwright.files.sheet_columns import Heading, SheetVocabulary
from deckwright.files.spreadsheets import csv_rows, write_json_table
from deckwright.files.texts import lines_of
from deckwright.files.workbook_xlsx import ColumnLook, workbook_bytes
from deckwright.files.writing import csv_text
from deckwright.findings import Finding, Where
from deckwright.messages import tr
from deckwright.model.card import own_aliases
from deckwright.model.game import TEXTS
from deckwright.model.translation import state_word
from deckwright.model.words import did_you_mean, fold, suggest_names

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from deckwright.model.card import Card, CardNames
    from deckwright.model.game import Game
    from deckwright.model.translation import Message


Value = TypeVar("Value")


# Cards as rows of cells: a column is written only if some card has something to say in it.

TableCell = str | int | float | bool


class TableCard(NamedTuple):
    """A card as a row: its game, the number of its copies, and its translations by language and name of the text."""

    card: Card
    game: Game
    copies: int
    translations: Mapping[str, Mapping[str, Message]] = {}


class _Column(NamedTuple):
    """A column: its heading, the cell of a card, and the value that it may lack if no card has another.

    A column without a `default` is always written.
    """

    heading: str
    cell: Callable[[TableCard], TableCell]
    default: TableCell | None = ""


def card_table(cards: Sequence[TableCard]) -> list[list[TableCell]]:
    """Table of cards: a row of headings, then a row for each card; the games come first if they are several.

    Lists are joined as in `joined`. Translations of a language that have one state in every row share a column for it.
    """
    columns: list[tuple[str, list[TableCell]]] = []
    for column in _columns(cards):
        cells = [column.cell(card) for card in cards]
        # Lines end as they are read back.
        cells = [
            "\n".join(lines_of(cell)) if isinstance(cell, str) and "\r" in cell else cell for cell in cells
        ]
        if column.default is None or any(cell not in {"", column.default} for cell in cells):
            columns.append((column.heading, cells))
    headings: list[TableCell] = [heading for heading, _ in columns]
    return [headings, *([cells[row] for _, cells in columns] for row in range(len(cards)))]


def _columns(cards: Sequence[TableCard]) -> Iterator[_Column]:
    games = _unique(card.game.id for card in cards)
    if len(games) > 1:
        yield _Column("game", attrgetter("game.id"), None)
    yield from _OWN
    languages = _unique(language for card in cards for language in card.card.aliases)
    yield from (_Column(f"aliases:{language}", _aliases_in(language)) for language in languages)
    vocabularies = [_vocabulary(game) for game in {card.game.id: card.game for card in cards}.values()]
    fields = _unique(field for card in cards for field in card.game.fields)
    yield from (_Column(_heading("fields", field, vocabularies), _field(field)) for field in fields)
    others = _unique(text for card in cards for text in card.game.definition.get("texts", {}))
    texts = {text: text for text in TEXTS} | {text: _heading("texts", text, vocabularies) for text in others}
    yield from (_Column(heading, _text(text)) for text, heading in texts.items() if text != "name")
    for language in _unique(language for card in cards for language in card.translations):
        yield from _translations(cards, language, texts)


def _vocabulary(game: Game) -> SheetVocabulary:
    words = (word for labels in game.labels.values() for word in labels.items())
    return SheetVocabulary(game.definition, words)


def _heading(section: str, name: str, vocabularies: Iterable[SheetVocabulary]) -> str:
    """Heading of a field or a text: its id, or in full (`field.icon`) if a game understands that as something else."""
    meant = Heading((section, name))
    is_clear = all(
        vocabulary.heading(name) == meant
        for vocabulary in vocabularies
        if name in vocabulary.definition.get(section, {})
    )
    return name if is_clear else f"{section.removesuffix('s')}.{name}"


def _translations(cards: Sequence[TableCard], language: str, texts: Mapping[str, str]) -> Iterator[_Column]:
    """Yield the columns of translations into a language; `texts` are their names with their headings."""
    is_shared = all(len(set(_states(card, language))) <= 1 for card in cards)
    for text, heading in texts.items():
        yield _Column(f"{heading}:{language}", _translation(text, language))
        if not is_shared:
            yield _Column(f"{heading}:{language}:state", _state(text, language), "draft")
    if is_shared:
        yield _Column(
            f"state:{language}", lambda card: next(iter(_states(card, language)), ""), default="draft"
        )


def _states(card: TableCard, language: str) -> list[str]:
    return [state_word(message) for message in card.translations.get(language, {}).values() if message.text]


def _unique(values: Iterable[Value]) -> list[Value]:
    return list(dict.fromkeys(values))


# The cells of a card.


def _origin(one: TableCard) -> str:
    """Origin of a card, or those of its name and its rules where they differ."""
    origins = one.card.origins
    return "; ".join(f"{part}: {origin}" for part, origin in origins.items()) or one.card.origin


def _aliases(one: TableCard) -> str:
    return joined(own_aliases(one.card, one.game.definition, one.game.source_language))


def _aliases_in(language: str) -> Callable[[TableCard], str]:
    def cell(one: TableCard) -> str:
        is_source = language == one.game.source_language
        return "" if is_source else joined(own_aliases(one.card, one.game.definition, language))

    return cell


def _text(text: str) -> Callable[[TableCard], str]:
    return lambda one: one.card.texts[one.game.source_language].get(text, "")


def _field(field: str) -> Callable[[TableCard], TableCell]:
    def cell(one: TableCard) -> TableCell:
        value = one.card.fields.get(field, "")
        return joined([str(item) for item in value]) if isinstance(value, list) else value

    return cell


def _translation(text: str, language: str) -> Callable[[TableCard], str]:
    def cell(one: TableCard) -> str:
        message = one.translations.get(language, {}).get(text)
        return message.text if message else ""

    return cell


def _state(text: str, language: str) -> Callable[[TableCard], str]:
    def cell(one: TableCard) -> str:
        message = one.translations.get(language, {}).get(text)
        return state_word(message) if message and message.text else ""

    return cell


_OWN = (
    _Column("id", attrgetter("card.id"), None),
    _Column("kind", attrgetter("card.kind"), None),
    _Column("name", _text("name"), None),
    _Column("copies", attrgetter("copies"), None),
    _Column("marks", lambda one: joined(one.card.marks)),
    _Column("origin", _origin, "sample"),
    _Column("counts", attrgetter("card.counts"), "exact"),
    _Column("revision", attrgetter("card.revision"), 1),
    _Column("icon", attrgetter("card.icon")),
    _Column("aliases", _aliases),
)
"""The columns that cards of every game may have, in their order."""

_NOT_IN_LISTS = re.compile(r"[;\n]|^\s|^$|\s$")
"""What a value has that cannot be read back from a list with semicolons."""

_ODD_CELL = re.compile(r"\[|[-–—]$")
"""What reads as something else than a list: as JSON, or as a cell without a value."""


def joined(values: Sequence[str]) -> str:
    """Values of a list in one cell, separated by semicolons; as a JSON list if they could not be read back."""
    plain = "; ".join(values)
    if any(map(_NOT_IN_LISTS.search, values)) or _ODD_CELL.match(plain):
        return json.dumps(list(values), ensure_ascii=False)
    is_one_with_separator = len(values) == 1 and ("," in plain or "|" in plain)
    return f"{plain};" if is_one_with_separator else plain


# Tables as the bytes of files, by ending.

_BETWEEN = {".csv": ",", ".tsv": "\t"}

TABLE_ENDINGS = (*_BETWEEN, ".xlsx", ".json")
"""The endings of the files that tables are written to."""


def table_bytes(rows: Sequence[Sequence[TableCell]], ending: str) -> bytes:
    """Bytes of a table in the format of an ending, one of `TABLE_ENDINGS`.

    Raises:
        InputError: a text has a character that the format cannot contain, or is longer than a cell can be.
    """
    if ending in _BETWEEN:
        return _separated(rows, _BETWEEN[ending])
    return _workbook(rows) if ending == ".xlsx" else write_json_table(rows)


def _separated(rows: Iterable[Sequence[TableCell]], between: str) -> bytes:
    """Bytes of a table as `write_csv` writes one."""
    written = ([str(cell).lower() if isinstance(cell, bool) else cell for cell in row] for row in rows)
    return csv_text(written, between).encode()


_WIDEST = 60
_NARROWEST = 8
"""Widths of columns, in letters."""

_DIGITS = 15
"""How many digits of a number spreadsheets keep; one with more is written as text."""


def _workbook(rows: Sequence[Sequence[TableCell]]) -> bytes:
    headings, *_ = rows
    frozen = headings.index("name") + 1 if "name" in headings else 0
    written = [[_written(cell) for cell in row] for row in rows]
    return workbook_bytes(
        "Cards", written, [_look(cells) for cells in zip(*rows, strict=True)], frozen=frozen
    )


def _written(cell: TableCell) -> TableCell:
    """Cell as spreadsheets keep it: a number of more digits than they have is a text."""
    is_long = not isinstance(cell, str) and float(f"{cell:.{_DIGITS}g}") != cell
    return str(cell) if is_long else cell


def _look(cells: Sequence[TableCell]) -> ColumnLook:
    """Look of a column. What is typed into a blank cell of one with texts is a text, too."""
    longest = max(len(line) for cell in cells for line in str(cell).splitlines() or [""])
    is_text = all(isinstance(cell, str) for cell in cells)
    return ColumnLook(max(_NARROWEST, min(longest + 2, _WIDEST)), is_text)


# Lists of cards: points, bans and restrictions with their days


COLUMNS = ("card", "value", "since", "until")
"""The columns of such a file; only the first is required, and others are ignored if they begin with #."""

_LARGEST = 1e15
"""Greater numbers are not exact."""


def read_card_list(data: bytes, file: str, names: CardNames) -> tuple[list[dict[str, Any]], list[Finding]]:
    """Read a list: its entries as `game.yaml` would write them, and what is wrong with other lines.

    Cards are written by id or name; lines without any text are skipped.
    """
    entries: list[dict[str, Any]] = []
    findings: list[Finding] = []
    try:
        rows = csv_rows(data, file)
        heads = next(rows, ([], 1))
        columns = _columns_by_name(*heads, file)
        for cells, line in rows:
            written = {
                name: cells[column].strip()
                for name, column in columns.items()
                if column < len(cells) and cells[column].strip()
            }
            if any(cell.strip() for cell in cells):
                faults = [*_beyond(cells, len(heads[0]))]
                entry = _entry(written, names, faults)
                findings += [
                    Finding("bad-list", "error", fault, where=Where(file, line, 1)) for fault in faults
                ]
                entries += [] if faults else [entry]
    except InputError as fault:
        findings.append(as_finding(fault))
    return entries, findings


def _columns_by_name(heads: Iterable[str], line: int, file: str) -> dict[str, int]:
    """The position of each column.

    Raises:
        InputError: a column is unknown or there twice, or that of the cards is missing.
    """
    columns: dict[str, int] = {}
    for position, head in enumerate(heads):
        name = fold(head)
        if not name or head.lstrip().startswith("#"):
            continue
        if name not in COLUMNS:
            message = tr("Unknown column: {name}.", name=head.strip())
            raise InputError(
                "bad-list", message, hint=suggest_names(name, [*COLUMNS]), where=Where(file, line, 1)
            )
        if name in columns:
            raise InputError(
                "bad-list", tr("The column {name} is there twice.", name=name), where=Where(file, line, 1)
            )
        columns[name] = position
    if "card" not in columns:
        message = tr("The first line must name the columns: {names}.", names=", ".join(COLUMNS))
        raise InputError("bad-list", message, where=Where(file, line, 1))
    return columns


def _beyond(cells: Sequence[str], width: int) -> Iterator[str]:
    """Find text in a cell without a column, such as after a comma in the name of a card."""
    extra = [cell.strip() for cell in cells[width:] if cell.strip()]
    if extra:
        yield tr(
            "“{text}” is in no column. Put quotes around a text that contains the separator.", text=extra[0]
        )


def _entry(written: Mapping[str, str], names: CardNames, faults: list[str]) -> dict[str, Any]:
    """An entry of the list; what is wrong with its cells is added to the faults."""
    entry: dict[str, Any] = {"card": _card(written.get("card", ""), names, faults)}
    if "value" in written:
        entry["value"] = _number(written["value"], faults)
    entry |= {key: _day(written[key], faults) for key in ("since", "until") if key in written}
    if not faults and entry.get("since", "") > entry.get("until", "9999-12-31"):
        faults.append(tr("This ends before it starts."))
    return entry


def _card(name: str, names: CardNames, faults: list[str]) -> str:
    ids_of_name = names.find(name) if name else []
    if len(ids_of_name) == 1:
        return ids_of_name[0]
    if not name:
        faults.append(tr("This line names no card."))
    elif ids_of_name:
        ids = names.told_apart(ids_of_name)
        faults.append(tr("{name} is the name of several cards. Use one of: {ids}.", name=name, ids=ids))
    else:
        message = tr("The game has no card {card}.", card=name)
        faults.append(f"{message} {did_you_mean(names.nearest(name))}".strip())
    return ""


def _number(text: str, faults: list[str]) -> float:
    """A number, whose decimals may follow a comma, as spreadsheets write it."""
    try:
        value = float(text.replace(",", "."))
    except ValueError:
        value = inf
    if not -_LARGEST <= value <= _LARGEST:
        faults.append(tr("“{text}” is not a number.", text=text))
        return 0
    return int(value) if value.is_integer() else value


def _day(text: str, faults: list[str]) -> str:
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        faults.append(tr("“{value}” is not a date such as 2026-01-31.", value=text))
        return ""

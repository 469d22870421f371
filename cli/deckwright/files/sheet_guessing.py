"""The columns of a sheet of cards, and what they probably have: numbers, choices, lists, days, pictures, texts; and in which language."""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.files.game_folder import ENDINGS, file_name, is_file_name
from deckwright.files.sheet_columns import (
    DASHES,
    SHEET_WORDS,
    CellValues,
    Heading,
    SheetVocabulary,
    heading_key,
    text_of,
)
from deckwright.files.spreadsheets import CellError, Row, column_letters
from deckwright.messages import later, tr
from deckwright.model.languages import canonical_tag
from deckwright.model.markup import ICON, is_foreign
from deckwright.model.words import fold, list_names, on_one_line, short_name

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from deckwright.files.spreadsheets import Cell, Worksheet

# The columns of the worksheets that have cards.


class SheetTable(NamedTuple):
    """Cards of a worksheet: the texts of its headings by column, with their rows, and the rows of cards.

    `names` are the columns with their names.
    """

    worksheet: Worksheet
    headings: Mapping[int, tuple[str, Row]]
    rows: list[Row]
    names: Collection[int] = ()


@dataclass
class SheetColumn:
    """Columns with one heading, of all worksheets that have it: where they are, and how often each value occurs.

    Cells that are blank, or have only a dash or an error, have no value. `first` is where each value occurs first.
    `is_one_of_several` if there are several worksheets.
    """

    heading: str
    is_one_of_several: bool
    places: list[tuple[SheetTable, int]] = field(default_factory=list)
    values: Counter[Cell] = field(default_factory=Counter)
    first: dict[Cell, str] = field(default_factory=dict)

    @property
    def place(self) -> str:
        """The columns as spreadsheets call them: `B`, or `Monsters!B, Spells!C`."""
        letters = [column_letters(at) for _, at in self.places]
        if self.is_one_of_several:
            tables = [table.worksheet.name for table, _ in self.places]
            letters = [f"{table}!{letter}" for table, letter in zip(tables, letters, strict=True)]
        return ", ".join(letters)

    @property
    def label(self) -> str:
        """The place with the heading: `B “Cost”`."""
        return f"{self.place} {tr('“{text}”', text=on_one_line(self.heading))}"

    @property
    def total(self) -> int:
        """Number of cells with a value."""
        return self.values.total()

    @property
    def letters(self) -> int:
        """Number of letters in all cells."""
        return sum(len(text_of(value)) * times for value, times in self.values.items())

    @property
    def texts(self) -> list[str]:
        """The values as texts, each once."""
        return [text_of(value).strip() for value in self.values]

    def shares_table(self, other: SheetColumn) -> bool:
        """Whether a worksheet has both columns."""
        return any(table is another for table, _ in self.places for another, _ in other.places)

    def cell(self, row: Row, table: SheetTable) -> Cell:
        """Cell of a row; '' if the worksheet has no such column."""
        at = next((at for other, at in self.places if other is table), len(row.cells))
        return _cell(row, at)


def columns_of(tables: Collection[SheetTable]) -> list[SheetColumn]:
    """Columns of all tables, in order; those with the same heading are one."""
    columns: dict[str, SheetColumn] = {}
    for table in tables:
        for at, (heading, _) in table.headings.items():
            column = columns.setdefault(heading_key(heading), SheetColumn(heading, len(tables) > 1))
            column.places.append((table, at))
            for row in table.rows:
                value = _cell(row, at)
                if is_filled(value):
                    column.values[value] += 1
                    if value not in column.first:
                        column.first[value] = table.worksheet.where(row, at).cell
    return list(columns.values())


def _cell(row: Row, at: int) -> Cell:
    """Cell of a row; TRUE and FALSE are texts."""
    cell = row.cells[at] if at < len(row.cells) else ""
    return text_of(cell) if isinstance(cell, bool) else cell


def is_filled(cell: Cell) -> bool:
    """Whether a cell has a value: it is not blank, not only a dash, and no formula failed."""
    if isinstance(cell, str):
        return bool(cell.strip()) and cell.strip() not in DASHES
    return not isinstance(cell, CellError)


# What the values of a column are.


class FieldGuess(NamedTuple):
    """Field that a column could be: its schema without a title, and why, with what to change if that is wrong.

    A schema without a type or choices is that of a text which is too long for a field.
    """

    schema: dict[str, Any]
    note: str
    is_picture: bool = False

    @property
    def type(self) -> str:
        """Name of the type: boolean, integer, number, date, choice, list, picture or string; '' for a longer text."""
        if self.is_picture:
            return "picture"
        if "oneOf" in self.schema:
            return "choice"
        kind = str(self.schema.get("format") or self.schema.get("type", ""))
        return "list" if kind == "array" else kind


_TRIALS: Mapping[str, Mapping[str, Any]] = {
    "boolean": {"type": "boolean"},
    "number": {"type": "number"},
    "date": {"type": "string", "format": "date"},
    "numbers": {"type": "array", "items": {"type": "number"}},
    "list": {"type": "array", "items": {"type": "string"}},
}


class TrialReader:
    """Reads values as fields of several types, exactly as the cards of a game are read later."""

    def __init__(self, worksheet: Worksheet, language: str, decimal: str = "") -> None:
        fields = {name: {"title": name, **schema} for name, schema in _TRIALS.items()}
        definition = {"id": "x", "title": "x", "source_language": language, "languages": [language]}
        vocabulary = SheetVocabulary({**definition, "kinds": {}, "fields": fields})
        self._values = CellValues(worksheet, vocabulary, decimal, [])
        self._place = (Row(1, 1, []), 0)

    def read(self, trial: str, cells: Iterable[Cell]) -> list[Any]:
        """Values of cells as a field of a type, one of `_TRIALS`; None for one that cannot be read."""
        heading = Heading(("fields", trial))
        return [self._values.value(heading, cell, self._place) for cell in cells]

    def read_lists(self, trial: str, cells: Iterable[Cell]) -> list[list[Any]]:
        """Values of cells as lists; an empty one for a cell that cannot be read, such as a day."""
        return [found or [] for found in self.read(trial, cells)]


def guess_field(column: SheetColumn, reader: TrialReader) -> FieldGuess:
    """Guess what the values of a column are, from the surest type to a text of any words."""
    if not column.values:
        note = tr(
            "Column {column}: nothing is in it yet. For numbers, use type: integer.", column=column.label
        )
        return FieldGuess({"type": "string"}, note)
    guesses = (guess(column, reader) for guess in _GUESSES)
    return next(found for found in guesses if found)


def _dates(column: SheetColumn, reader: TrialReader) -> FieldGuess | None:
    if not all(isinstance(cell, dt.date) or _is_day(cell) for cell in column.values):
        return None
    read = reader.read("date", column.values)
    if not all(isinstance(value, str) for value in read):
        return None
    note = tr("Column {column}: days.", column=column.label)
    return FieldGuess(dict(_TRIALS["date"]), note)


def _is_day(cell: Cell) -> bool:
    if not isinstance(cell, str) or not re.fullmatch(r"\d{4}-\d\d-\d\d", cell):
        return False
    try:
        return bool(dt.date.fromisoformat(cell))
    except ValueError:
        return False


def _flags(column: SheetColumn, reader: TrialReader) -> FieldGuess | None:
    is_words = not all(text in {"0", "1"} for text in column.texts)
    if not is_words or not all(isinstance(value, bool) for value in reader.read("boolean", column.values)):
        return None
    note = tr(
        "Column {column}: yes or no ({values}); a blank cell is no.",
        column=column.label,
        values=list_names(dict.fromkeys(column.texts)),
    )
    return FieldGuess({"type": "boolean"}, note)


def _numbers(column: SheetColumn, reader: TrialReader) -> FieldGuess | None:
    read = reader.read("number", column.values)
    if any(_is_code(text) for text in column.texts) or not all(_is_number(value) for value in read):
        return None
    kind = "integer" if all(isinstance(value, int) for value in read) else "number"
    whole = later("Column {column}: whole numbers. To limit them, add {limits}.")
    other = later("Column {column}: numbers. To limit them, add {limits}.")
    limits = f"minimum: {min(read)}, maximum: {max(read)}"
    note = tr(whole if kind == "integer" else other, column=column.label, limits=limits)
    return FieldGuess({"type": kind}, note)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_code(text: str) -> bool:
    """Whether digits are more than a number, such as 007 or +2, which is printed with its sign."""
    return text.startswith("+") or re.match(r"0\d", text) is not None


def _pictures(column: SheetColumn, _reader: TrialReader) -> FieldGuess | None:
    is_named = fold(column.heading) in SHEET_WORDS["pictures"] and not any(
        " " in text for text in column.texts
    )
    with_ending = sum(text.lower().endswith(ENDINGS) for text in column.texts)
    # An ending may be missing; a picture that is not there is reported later.
    if not is_named and 2 * with_ending <= len(column.texts):
        return None
    if not all(is_file_name(file_name(text)) for text in column.texts):
        return None
    note = tr(
        "Column {column}: pictures, which belong in the folder pictures. Of paths, the name of the file counts.",
        column=column.label,
    )
    return FieldGuess({"type": "string"}, note, is_picture=True)


_LONGEST_ITEM = 30
_MOST_WORDS = 4


def _lists(column: SheetColumn, reader: TrialReader) -> FieldGuess | None:
    if any(isinstance(cell, dt.date | dt.time | dt.timedelta) for cell in column.values):
        return None
    several = [text for text in column.texts if any(sign in text for sign in ";|\n,")]
    cells = [value for value in column.values if isinstance(value, str)]
    numbers = [number for found in reader.read_lists("numbers", cells) for number in found]
    if len(several) > 1 and len(cells) == len(column.values) and all(map(_is_number, numbers)):
        kind = "integer" if all(isinstance(number, int) for number in numbers) else "number"
        note = tr("Column {column}: lists of numbers.", column=column.label)
        return FieldGuess({"type": "array", "items": {"type": kind}}, note)
    items = items_of(column, reader)
    if not several or not _are_items(items, several):
        return None
    return _list_of(column, items)


def items_of(column: SheetColumn, reader: TrialReader) -> Counter[str]:
    """Entries of the lists in a column, and how often each occurs."""
    items = Counter[str]()
    for value, times in column.values.items():
        for item in reader.read_lists("list", [value])[0]:
            items[item] += times
    return items


def _are_items(items: Counter[str], several: list[str]) -> bool:
    """Whether parts of texts are entries of lists: short, and found again in other cells, unless a sign divides them."""
    if any(
        len(item) > _LONGEST_ITEM or len(item.split()) > _MOST_WORDS or item.endswith(".") for item in items
    ):
        return False
    is_sure = any(sign in text for text in several for sign in ";|")
    return is_sure or (len(several) > 1 and items.total() >= 1.5 * len(items))


def _list_of(column: SheetColumn, items: Counter[str]) -> FieldGuess:
    choices = _choices_of(items)
    if choices is None:
        note = tr("Column {column}: lists of any words.", column=column.label)
        return FieldGuess({"type": "array", "items": {"type": "string"}}, note)
    note = tr(
        "Column {column}: lists of a few values, which are the choices. Add new ones here, or use items: {any} for any "
        "words. If they are symbols with a rule, declare them under marks.",
        column=column.label,
        any="{type: string}",
    )
    return FieldGuess({"type": "array", "items": {"oneOf": choices}}, note)


_MOST_CHOICES = 24
_LONGEST_CHOICE = 40


def _choices(column: SheetColumn, _reader: TrialReader) -> FieldGuess | None:
    counts = Counter[str]()
    for value, times in column.values.items():
        counts[text_of(value).strip()] += times
    choices = _choices_of(counts)
    if choices is None or _mixed(column) or any(map(ICON.search, counts)):
        return None
    note = tr(
        "Column {column}: a few values, which are the choices, in the order in which they compare. Add new ones here, or "
        "use type: string for any words.",
        column=column.label,
    )
    return FieldGuess({"oneOf": choices}, note)


def _choices_of(counts: Counter[str]) -> list[dict[str, str]] | None:
    """Choices for values that recur; None if they are too many or too long, or cannot be told apart."""
    spellings: dict[str, Counter[str]] = {}
    for text, times in counts.items():
        spellings.setdefault(fold(text), Counter())[text] += times
    are_few = len(spellings) <= _MOST_CHOICES and counts.total() >= 1.5 * len(spellings)
    are_short = all(len(text) <= _LONGEST_CHOICE and "\n" not in text for text in counts)
    are_same = all(len({text.casefold() for text in texts}) == 1 for texts in spellings.values())
    titles = {short_name(key): texts.most_common(1)[0][0] for key, texts in spellings.items()}
    if not (are_few and are_short and are_same) or "" in titles or len(titles) < len(spellings):
        return None
    return [{"const": const, "title": title} for const, title in titles.items()]


def _any_words(column: SheetColumn, _reader: TrialReader) -> FieldGuess:
    if odd := _mixed(column):
        value = next(cell for cell in column.values if text_of(cell).strip() == odd)
        note = tr(
            "Column {column}: most are numbers, but not {cell} (“{value}”), so this is text. For numbers only, "
            "change such cells and use type: integer.",
            column=column.label,
            cell=column.first[value],
            value=on_one_line(odd),
        )
        return FieldGuess({"type": "string"}, note)
    if any(_is_prose(text) for text in column.texts):
        note = tr("Column {column}: longer texts, which are printed and translated.", column=column.label)
        return FieldGuess({}, note)
    note = tr("Column {column}: short texts of any words.", column=column.label)
    return FieldGuess({"type": "string"}, note)


def _mixed(column: SheetColumn) -> str:
    """The first value that is not a number among those of which at least half are; '' without one."""
    others = [text for text in column.texts if not re.fullmatch(r"[-−]?\d+(?:[.,]\d+)?", text)]
    return others[0] if others and 2 * len(others) <= len(column.texts) else ""


def _is_prose(text: str) -> bool:
    return len(text) > _LONGEST_CHOICE or "\n" in text or is_foreign(text)


def is_prose(column: SheetColumn) -> bool:
    """Whether a column has texts that are too long for a field, or have markup."""
    return any(_is_prose(text) for text in column.texts)


_GUESSES: tuple[Callable[[SheetColumn, TrialReader], FieldGuess | None], ...] = (
    _dates,
    _flags,
    _numbers,
    _pictures,
    _lists,
    _choices,
    _any_words,
)
"""The guesses, from the surest to the one that always fits."""


def has_decimal_commas(columns: Iterable[SheetColumn]) -> bool:
    """Whether some column has numbers with a decimal comma, and not only thousands such as 1,000."""
    return any(_has_commas(column.texts) for column in columns)


def _has_commas(texts: Collection[str]) -> bool:
    if not all(re.fullmatch(r"[-−+]?\d+(?:[.,]\d+)?", text) for text in texts):
        return False
    decimals = [text.partition(",")[2] for text in texts if "," in text]
    return any(len(decimal) != _THOUSAND for decimal in decimals)


_THOUSAND = 3


# Languages.

_COLON = re.compile(r"(?P<base>.*?\S)\s*:\s*(?P<tag>[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*)")
_DOT = re.compile(r"(?P<base>.+?)\.(?P<tag>[A-Za-z]{2}(?:[-_][A-Za-z]{2})?)")
_BRACKETS = re.compile(r"(?P<base>.*?\S)\s*[(\[](?P<tag>[A-Za-z]{2}(?:[-_][A-Za-z]{2})?)[)\]]")
_AFTER = re.compile(r"(?P<base>.*?\S)(?:_(?P<tag>[A-Za-z]{2})|\s++(?:-\s*+)?(?P<capitals>[A-Z]{2}))")
# A base ends with a letter or sign, so that a run of spaces is looked at once.


def translated_heading(heading: str) -> tuple[str, str]:
    """Heading without its language, and the tag of that; '' if it names none.

    It is written as `name:fr`, or as designers do: `Name (FR)`, `Name_fr`, `Name FR`, `French name`.
    """
    text = heading.strip()
    if found := _COLON.fullmatch(text):
        return found["base"], canonical_tag(found["tag"])
    if found := _DOT.fullmatch(text) or _BRACKETS.fullmatch(text) or _AFTER.fullmatch(text):
        named = found.groupdict()
        tag = canonical_tag(named.get("tag") or named.get("capitals") or "")
        if tag.partition("-")[0] in SHEET_WORDS["languages"]:
            return found["base"], tag
    words = text.split()
    for word, base in ((words[-1:], words[:-1]), (words[:1], words[1:])):
        if base and (tag := _language_named().get(fold("".join(word)), "")):
            return " ".join(base), tag
    return heading, ""


@cache
def _language_named() -> Mapping[str, str]:
    """Tags of languages by their names."""
    return {fold(name): tag for tag, names in SHEET_WORDS["languages"].items() for name in names}


_SURE = 10
"""How often words must tell of a language, and how much oftener than of others, so that it is the one in any case."""


_LITTLE = 6
"""Telling words of a language, in texts, of which fewer can be there by chance, such as in names."""


def language_of_texts(
    headings: Iterable[str], texts: Iterable[str], usual: str, twice: Collection[str] = ()
) -> str:
    """Language of most of the telling words in headings and texts; `usual` if they do not tell.

    If the texts tell little, the headings decide. Languages that have columns of their own beside the texts (`twice`)
    are used only if they are certain.
    """
    scores, of_texts = _telling_words(headings), _telling_words(texts)
    if max(of_texts.values()) >= _LITTLE:
        scores = {tag: score + of_texts[tag] for tag, score in scores.items()}
    others = {tag: score for tag, score in scores.items() if tag not in twice}
    most = max(others.values(), default=0)
    best = max(scores, key=lambda tag: scores[tag])
    if scores[best] > _SURE * max(1, most):
        return best
    found = [tag for tag, score in others.items() if score == most]
    if most and len(found) == 1:
        return found[0]
    return next((tag for tag in (usual, *others) if tag not in twice), usual)


def _telling_words(texts: Iterable[str]) -> dict[str, int]:
    """How many words of texts tell of each language."""
    words = Counter(word for text in texts for word in fold(text).split())
    telling: Mapping[str, Sequence[str]] = SHEET_WORDS["telling"]
    return {tag: sum(words[word] for word in {*map(fold, known)}) for tag, known in telling.items()}

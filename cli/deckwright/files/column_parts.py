"""The columns of a spreadsheet of cards before there is a game, and the part of a card that each of them probably has."""

from __future__ import annotations

import re
from collections import Counter
from itertools import count, islice
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.errors import InputError
from deckwright.files.sheet_cards import HEAD_ROWS, MOST_SHOWN, SheetHeads, SheetSettings
from deckwright.files.sheet_columns import (
    COMMENT,
    COMMON_HEADINGS,
    SHEET_WORDS,
    STATE,
    Heading,
    SheetVocabulary,
    text_of,
)
from deckwright.files.sheet_guessing import (
    FieldGuess,
    SheetColumn,
    SheetTable,
    TrialReader,
    columns_of,
    guess_field,
    has_decimal_commas,
    is_filled,
    is_prose,
    language_of_texts,
    translated_heading,
)
from deckwright.files.spreadsheets import Row, column_letters
from deckwright.findings import Where
from deckwright.messages import tr
from deckwright.model.card import BUILT_IN, ORIGINS
from deckwright.model.game import TEXTS
from deckwright.model.languages import has_decimal_comma
from deckwright.model.query.binding import HAS
from deckwright.model.words import fold, list_names, short_name
from deckwright.resources import icon_names

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

    from deckwright.files.spreadsheets import Spreadsheet, Worksheet

# The worksheets with cards.

_LONGEST_HEADING = 30


def tables_of(sheet: Spreadsheet, vocabulary: SheetVocabulary, columns: dict[str, str]) -> list[SheetTable]:
    """Worksheets that have a column with names, and cards below it.

    `columns` receives the headings of names that only a person recognizes, for `sheets` in game.yaml.

    Raises:
        InputError: there are none.
    """
    worksheets = [worksheet for worksheet in sheet.worksheets if not worksheet.is_hidden and worksheet.rows]
    if not worksheets:
        raise InputError("no-cards", tr("{name} has no rows.", name=sheet.file), where=Where(sheet.file))
    for heading in _odd_names(worksheets, vocabulary):
        columns[heading] = "name"
    settings = SheetSettings(columns={fold(heading): part for heading, part in columns.items()})
    heads = [SheetHeads(worksheet, vocabulary, settings) for worksheet in worksheets]
    tables = [
        _table(head, worksheet) for head, worksheet in zip(heads, worksheets, strict=True) if head.names
    ]
    if not tables:
        raise _no_names(heads[0], worksheets[0])
    with_cards = [table for table in tables if table.rows]
    if not with_cards:
        where = tables[0].worksheet.where(next(row for _, row in tables[0].headings.values()))
        message = tr("{name} has headings, but no cards below them.", name=sheet.file)
        raise InputError("no-cards", message, where=where)
    return with_cards


def _odd_names(worksheets: Iterable[Worksheet], vocabulary: SheetVocabulary) -> Iterator[str]:
    """Headings of names such as `Creature name` or `Name (EN)`, of worksheets without a usual one: the first of each."""
    for worksheet in worksheets:
        rows = [[text_of(cell).strip() for cell in row.cells] for row in worksheet.rows[:HEAD_ROWS]]
        if not any(vocabulary.heading(text) == Heading(("name",)) for row in rows for text in row if text):
            heads = (text for row in rows if len(list(filter(None, row))) > 1 for text in row)
            yield from [
                text
                for text in heads
                if not {*SHEET_WORDS["names"]}.isdisjoint(fold(text).split())
                and len(text) <= _LONGEST_HEADING
            ][:1]


def _table(heads: SheetHeads, worksheet: Worksheet) -> SheetTable:
    headings, rows = heads.texts, heads.rows
    if rows and heads.names and _is_second_head(rows[0], headings, min(heads.names)):
        lower = ((column, text_of(cell).strip()) for column, cell in enumerate(rows[0].cells))
        headings |= {column: (text, rows[0]) for column, text in lower if text}
        rows = rows[1:]
    headings = dict(sorted(headings.items()))
    return SheetTable(worksheet, headings, [row for row in rows if _is_card(row, heads.names)])


def _is_second_head(row: Row, headings: Mapping[int, tuple[str, Row]], name: int) -> bool:
    """Whether the row below the headings has more of them, under headings that several columns share."""
    texts = [text_of(cell).strip() for cell in row.cells]
    times = Counter(text for text, _ in headings.values())
    shared = [text for at, text in enumerate(texts) if at not in headings or times[headings[at][0]] > 1]
    own = texts[name] if name < len(texts) else ""
    return own in {"", headings[name][0]} and any(shared) and all(isinstance(cell, str) for cell in row.cells)


def _is_card(row: Row, names: Collection[int]) -> bool:
    first = next((text for cell in row.cells if (text := text_of(cell).strip())), COMMENT)
    has_name = any(at < len(row.cells) and is_filled(row.cells[at]) for at in names)
    return has_name and not first.startswith(COMMENT)


def _no_names(heads: SheetHeads, worksheet: Worksheet) -> InputError:
    texts = list_names([text for _, (text, _) in sorted(heads.texts.items())][:MOST_SHOWN])
    message = tr("No column has the names of the cards. Headings found: {names}.", names=texts or "–")
    hint = tr("Write “Name” above that column.")
    return InputError("no-names", message, hint=hint, where=worksheet.where(worksheet.rows[0]))


# What each column has.


class OwnPart(NamedTuple):
    """A field or text of the game's own: its title, what was guessed, and the column that it is from."""

    title: str
    guess: FieldGuess
    column: SheetColumn


_LONGEST_FIELD = 40
"""The most letters of the name of a field, in the schema."""

_LONGEST_KIND = 40
_MOST_KINDS, _SURE_KINDS = 24, 6
"""The most kinds of a game; and of one with fewer than two cards of each."""


def _has_ids(column: SheetColumn) -> bool:
    ids = [short_name(text) for text in column.texts]
    return all(ids) and len({*ids}) == column.total


def _has_whole_numbers(column: SheetColumn) -> bool:
    return all(re.fullmatch(r"\d{1,4}", text) for text in column.texts)


def _has_revisions(column: SheetColumn) -> bool:
    return all(re.fullmatch(r"[1-9]\d{0,3}", text) for text in column.texts)


def _has_words(words: Collection[str]) -> Callable[[SheetColumn], bool]:
    return lambda column: all(text.lower() in words for text in column.texts)


_FITS: Mapping[str, Callable[[SheetColumn], bool]] = {
    "id": _has_ids,
    "copies": _has_whole_numbers,
    "revision": _has_revisions,
    "origin": _has_words(ORIGINS),
    "counts": _has_words(("exact", "sample")),
    **dict.fromkeys((*TEXTS, "marks", "aliases"), lambda _: True),
}
"""Whether a column can be the part of cards that its heading names; kinds and icons need more."""


class ColumnParts:
    """Parts of cards that the columns of a spreadsheet have.

    `parts` are those of all columns, by heading; `own` the fields and texts of the game's own, by name. `tags` are the
    columns with a language in their heading: the heading without it, and its tag. `decimal` is what sets off decimals
    if the language does not say it.

    Raises:
        InputError: no worksheet has a column with names, or none has cards below it.
    """

    def __init__(self, sheet: Spreadsheet, languages: tuple[str, str], icons: Collection[str] = ()) -> None:
        """Read the headings and decide on each.

        `languages` are that of the cards, '' to guess it, and one for a sheet whose words do not tell; `icons` are the
        names of SVG files that cards can use.
        """
        named, usual = languages
        self._icons = icons
        self._usual = SheetVocabulary(empty_definition(named or usual))
        self._odd: dict[str, str] = {}
        self.tables = tables_of(sheet, self._usual, self._odd)
        self.columns = columns_of(self.tables)
        self._by_heading = {fold(column.heading): column for column in self.columns}
        self.tags = self._translations()
        self.language = named or self._source_language(usual)
        self.parts: dict[str, Heading] = {}
        self.own: dict[str, OwnPart] = {}
        is_odd = not has_decimal_comma(self.language) and has_decimal_commas(self.columns)
        self.decimal = "," if is_odd else ""
        self.reader = TrialReader(self.tables[0].worksheet, self.language, self.decimal)
        self._name_parts()

    def column_of(self, *path: str) -> SheetColumn | None:
        """The column with a part of the cards themselves; None if there is none."""
        return next((column for column in self.columns if self.parts[column.heading] == Heading(path)), None)

    # Languages.

    def _translations(self) -> dict[str, tuple[str, str]]:
        """Columns with a language in their heading: the heading without it, and the tag, by heading."""
        found = {column.heading: translated_heading(column.heading) for column in self.columns}
        bases = Counter(fold(base) for base, tag in found.values() if tag)
        known = {*self._by_heading, *(base for base, times in bases.items() if times > 1)}
        return {
            heading: (base, tag)
            for heading, (base, tag) in found.items()
            if tag and (fold(base) in known or self._is_text(base))
        }

    def _is_text(self, heading: str) -> bool:
        part = self._usual.heading(heading)
        return part is not None and part.is_text

    def _source_language(self, spoken: str) -> str:
        """Language of the columns without one; of the names if all have one."""
        names = [(base, tag) for base, tag in self.tags.values() if self._means(base) == ("name",)]
        bare = [column for column in self.columns if column.heading not in self.tags]
        if names and not any(self._means(column.heading) == ("name",) for column in bare):
            return names[0][1]
        twice = {tag for base, tag in self.tags.values() if fold(base) in self._by_heading}
        texts = [text for column in bare for text in (column.heading, *column.texts)]
        return language_of_texts(texts, spoken, twice)

    def _means(self, heading: str) -> tuple[str, ...]:
        part = self._usual.heading(self._odd.get(heading, heading))
        return part.path if part else ()

    # Parts of cards.

    def _name_parts(self) -> None:
        """Decide which part of cards each column has; the rest are fields and texts of the game."""
        plain = [column for column in self.columns if column.heading not in self.tags]
        for column in sorted(plain, key=lambda column: fold(column.heading) not in COMMON_HEADINGS):
            self._name_usual(column)
        self._find_text(plain)
        bases = {fold(base) for base, _ in self.tags.values()}
        for column in plain:
            if column.heading not in self.parts:
                self._name_own(column, is_translated=fold(column.heading) in bases)
        for heading, (base, tag) in self.tags.items():
            self.parts[heading] = self._translated(heading, base, tag)

    def _name_usual(self, column: SheetColumn) -> None:
        """Name the part that every card can have, if the column can be that."""
        if column.heading.startswith(COMMENT):
            self.parts[column.heading] = Heading((COMMENT,))
            return
        part = self._usual.heading(self._odd.get(column.heading, column.heading))
        if part is None or part in self.parts.values():
            return
        name = part.path[0]
        fits = self._is_kind if name == "kind" else self._are_icons if name == "icon" else _FITS.get(name)
        if part.is_state or (fits and column.values and fits(column)):
            self.parts[column.heading] = part

    def _are_icons(self, column: SheetColumn) -> bool:
        return all(
            name in icon_names(prefix) if prefix else name.removesuffix(".svg") in self._icons
            for prefix, _, name in (text.rpartition(":") for text in column.texts)
        )

    def _is_kind(self, column: SheetColumn) -> bool:
        """Whether every card has one of few values."""
        names = {fold(text) for text in column.texts}
        rows = [
            (table, row)
            for table in {id(table): table for table, _ in column.places}.values()
            for row in table.rows
        ]
        return (
            all(is_filled(column.cell(row, table)) for table, row in rows)
            and all(names)
            and len(names) <= (_SURE_KINDS if len(rows) < 2 * len(names) else _MOST_KINDS)
            and not any(text.isdecimal() or len(text) > _LONGEST_KIND for text in column.texts)
        )

    def _find_text(self, columns: Iterable[SheetColumn]) -> None:
        """Take the column with most words as the rules text, if none has its name."""
        rest = [column for column in columns if column.heading not in self.parts and not _is_remark(column)]
        long = [column for column in rest if is_prose(column) and not guess_field(column, self.reader).schema]
        if long and Heading(("text",)) not in self.parts.values():
            self.parts[max(long, key=lambda column: column.letters).heading] = Heading(("text",))

    def _name_own(self, column: SheetColumn, *, is_translated: bool) -> None:
        """Make a field or a text of a column."""
        if _is_remark(column):
            self.parts[column.heading] = Heading((COMMENT,))
            return
        guess = guess_field(column, self.reader)
        if is_translated and guess.schema:
            guess = _translated_text(column)
        name = self._new_name(column.heading, column)
        self.own[name] = OwnPart(column.heading, guess, column)
        self.parts[column.heading] = Heading(("fields" if guess.schema else "texts", name))

    def _new_name(self, heading: str, column: SheetColumn) -> str:
        """Name of a field or a text that is still free, made from its heading."""
        name = re.sub(r"[^a-z0-9]+", "_", fold(heading)).strip("_")
        name = name or f"column_{column_letters(column.places[0][1]).lower()}"
        if not name[0].isalpha() or name in {*BUILT_IN, HAS, *TEXTS, *COMMON_HEADINGS, STATE}:
            name = f"card_{name}"
        name = name[:_LONGEST_FIELD].strip("_")
        numbers = (f"{name[: _LONGEST_FIELD - 4]}_{number}" for number in count(2))
        return next(
            free_name
            for free_name in (name, *islice(numbers, len(self.own) + 1))
            if free_name not in self.own
        )

    def _translated(self, heading: str, base: str, tag: str) -> Heading:
        """Part that a column with a language has: that of the column without it, in that language."""
        plain = self._by_heading.get(fold(base))
        part = self.parts.get(plain.heading) if plain else self._part_of_base(heading, base)
        if part is None or not part.is_text or (plain and tag == self.language):
            return Heading((COMMENT,))
        return part._replace(language="" if tag == self.language else tag)

    def _part_of_base(self, heading: str, base: str) -> Heading:
        """Part of columns that all have a language: a text by its usual name, or one of the game's own."""
        usual = self._usual.heading(base)
        if usual and usual.is_text:
            return usual
        same = (name for name, own in self.own.items() if fold(own.title) == fold(base))
        column = self._by_heading[fold(heading)]
        name = next(same, "") or self._new_name(base, column)
        self.own.setdefault(name, OwnPart(base, _translated_text(column), column))
        return Heading(("texts", name))


def _translated_text(column: SheetColumn) -> FieldGuess:
    return FieldGuess({}, tr("Column {column}: texts, which are translated.", column=column.label))


def _is_remark(column: SheetColumn) -> bool:
    return not {*SHEET_WORDS["notes"]}.isdisjoint(fold(column.heading).split())


def empty_definition(language: str) -> dict[str, Any]:
    """A game.yaml that declares nothing."""
    return {"id": "x", "title": "x", "source_language": language, "languages": [language], "kinds": {}}

"""The sheets of a workbook that have cards, before there is a game, and the part of a card that each column probably has."""

from __future__ import annotations

import re
from collections import Counter
from itertools import chain, count
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.errors import InputError
from deckwright.files.sheet_cards import HEAD_ROWS, SheetHeads, SheetSettings, is_title, told_apart
from deckwright.files.sheet_columns import (
    COMMENT,
    COMMON_HEADINGS,
    COUNT,
    SHEET_WORDS,
    STATE,
    Heading,
    SheetVocabulary,
    heading_key,
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
from deckwright.files.spreadsheets import CellError, column_letters
from deckwright.findings import Finding, Where
from deckwright.messages import tr
from deckwright.model.card import BUILT_IN, ORIGINS
from deckwright.model.game import TEXTS
from deckwright.model.languages import has_decimal_comma
from deckwright.model.query.binding import HAS
from deckwright.model.words import fold, short_name, suggest_names
from deckwright.resources import icon_names

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from deckwright.files.spreadsheets import Row, Spreadsheet, Worksheet


class LeftOut(NamedTuple):
    """A worksheet that is not read as cards, and why."""

    worksheet: str
    reason: str


class SheetTables(NamedTuple):
    """The tables of cards of a spreadsheet, and the worksheets that have none.

    `names` are headings of names that only a person recognizes, or that were guessed, for `sheets` in game.yaml; and
    those whose parts the user named. `findings` say which were guessed.
    """

    cards: list[SheetTable]
    left_out: list[LeftOut]
    names: dict[str, str]
    findings: list[Finding]


def tables_of(
    sheet: Spreadsheet,
    vocabulary: SheetVocabulary,
    wanted: Collection[str] = (),
    named_parts: Mapping[str, str] = {},
) -> SheetTables:
    """Judge each worksheet by itself: cards, or left out.

    `wanted` are the worksheets to read, whatever they have; all that seem to have cards if it is empty;
    `named_parts` are the parts that the user names, by heading.

    Raises:
        InputError: no worksheet has a row that can be a card, or there is none of a wanted name.
    """
    worksheets = [worksheet for worksheet in sheet.worksheets if worksheet.rows]
    if not worksheets:
        raise InputError("no-cards", tr("{name} has no rows.", name=sheet.file), where=Where(sheet.file))
    left_out: list[LeftOut] = []
    if wanted:
        _refuse_unknown(sheet, wanted)
        chosen = {fold(name) for name in wanted}
    else:
        chosen = {fold(worksheet.name) for worksheet in worksheets if not worksheet.is_hidden}
        left_out += [LeftOut(one.name, tr("it is hidden")) for one in worksheets if one.is_hidden]
    read = [worksheet for worksheet in worksheets if fold(worksheet.name) in chosen]
    if wanted:
        left_out += [LeftOut(one.name, tr("it was not asked for")) for one in worksheets if one not in read]
    names = {**named_parts}
    findings: list[Finding] = []
    if "name" not in names.values():
        names |= _names_of(read, vocabulary, findings, every=bool(wanted))
    settings = SheetSettings(columns={heading_key(heading): part for heading, part in names.items()})
    tables: list[SheetTable] = []
    for worksheet in read:
        heads = SheetHeads(worksheet, vocabulary, settings)
        table = _table(heads, worksheet)
        if heads.names and table.rows:
            tables.append(table)
        else:
            why = tr("it has headings, but no cards") if heads.names else tr("no column has names of cards")
            left_out.append(LeftOut(worksheet.name, why))
    if not tables:
        raise InputError(
            "no-cards",
            tr("{name} has headings, but no cards below them.", name=sheet.file),
            where=read[0].where(read[0].rows[0]) if read else Where(sheet.file),
        )
    others = [] if wanted else [*_others(tables)]
    return SheetTables(
        [table for table in tables if not any(table is other for other, _ in others)],
        left_out + [LeftOut(other.worksheet.name, why) for other, why in others],
        names,
        findings,
    )


def _refuse_unknown(sheet: Spreadsheet, wanted: Iterable[str]) -> None:
    names = [worksheet.name for worksheet in sheet.worksheets]
    for name in wanted:
        if fold(name) not in {*map(fold, names)}:
            message = tr("Unknown worksheet: {name}.", name=name)
            raise InputError(
                "no-worksheet", message, hint=suggest_names(name, names), where=Where(sheet.file)
            )


# Names of cards.

_LONGEST_HEADING = 30


def _names_of(
    worksheets: Sequence[Worksheet], vocabulary: SheetVocabulary, findings: list[Finding], *, every: bool
) -> dict[str, str]:
    """Headings of names that the vocabulary does not have: such as `Creature name`; others are guessed.

    They are guessed if no worksheet has names, or for `every` one that has none; `findings` say so.
    """
    names: dict[str, str] = {}
    nameless: list[Worksheet] = []
    for worksheet in worksheets:
        if len(worksheet.rows) == 1:  # a heading without cards
            continue
        texts = ([text_of(cell).strip() for cell in row.cells] for row in worksheet.rows[:HEAD_ROWS])
        rows = [row for row in texts if not is_title([*filter(None, row)])]
        if any(vocabulary.heading(text) == Heading(("name",)) for row in rows for text in row if text):
            continue
        heads = [text for row in rows if len(list(filter(None, row))) > 1 for text in row]
        short = (text for text in heads if len(text) <= _LONGEST_HEADING)
        odd = [text for text in short if {*SHEET_WORDS["names"]}.intersection(fold(text).split())]
        names |= dict.fromkeys(odd[:1], "name")
        if not odd:
            nameless.append(worksheet)
    if every or len(nameless) == sum(len(worksheet.rows) > 1 for worksheet in worksheets):
        for worksheet in nameless:
            names |= dict.fromkeys(_guessed_names(worksheet, findings), "name")
    return names


def _guessed_names(worksheet: Worksheet, findings: list[Finding]) -> Iterator[str]:
    """The heading of the column whose texts differ most, below the first row that has most of the headings."""
    above = worksheet.rows[:-1][:HEAD_ROWS]
    widths = [len({*_words_of(row)}) for row in above]
    heads = next(row for row, width in zip(above, widths, strict=True) if width >= _MOST * max(widths))
    below = worksheet.rows[worksheet.rows.index(heads) + 1 :]
    texts = {
        at: [
            text_of(row.cells[at]).strip()
            for row in below
            if at < len(row.cells) and is_filled(row.cells[at])
        ]
        for at in range(len(heads.cells))
        if text_of(heads.cells[at]).strip()
    }
    if not texts:
        return

    def likeness(at: int) -> tuple[int, int]:
        short = [text for text in texts[at] if len(text) <= _LONGEST_NAME]
        words = {text for text in short if not _is_number(text)}
        return (len(words) if _FEW * len(words) >= len(below) else 0, len(short))

    column = max(texts, key=likeness)
    heading = text_of(heads.cells[column]).strip()
    message = tr(
        "No heading says which column has the names of cards: “{heading}” is taken, and row {row} as the headings. If that "
        "row is a card, add a row of headings above it.",
        heading=heading,
        row=heads.number,
    )
    findings.append(Finding("column", "warning", message, where=worksheet.where(heads, column)))
    yield heading


_FEW = 3
"""How many rows there may be for each text of a column of names."""

_MOST = 0.6
"""The share of the words of a row of headings that one above it has which counts instead."""

_LONGEST_NAME = 60


def _is_number(text: str) -> bool:
    return text.replace(".", "").replace(",", "").lstrip("+-−").isdecimal()


def _words_of(row: Row) -> Iterator[str]:
    texts = (text_of(cell).strip() for cell in row.cells)
    return (text for text in texts if text and not _is_number(text) and len(text) <= _LONGEST_HEADING)


# Rows.


def _table(heads: SheetHeads, worksheet: Worksheet) -> SheetTable:
    headings, rows = heads.texts, heads.rows
    if rows and heads.names and _is_second_head(rows[0], headings, min(heads.names)):
        lower = ((column, text_of(cell).strip()) for column, cell in enumerate(rows[0].cells))
        headings |= {column: (text, rows[0]) for column, text in lower if text}
        rows = rows[1:]
    cards = [row for row in rows if _is_card(row, heads.names)]
    return SheetTable(worksheet, told_apart(headings), cards, heads.names)


def _is_second_head(row: Row, headings: Mapping[int, tuple[str, Row]], name: int) -> bool:
    """Whether the row below the headings has more of them, under headings that several columns share."""
    texts = [text_of(cell).strip() for cell in row.cells]
    times = Counter(text for text, _ in headings.values())
    shared = [text for at, text in enumerate(texts) if at not in headings or times[headings[at][0]] > 1]
    own = texts[name] if name < len(texts) else ""
    return own in {"", headings[name][0]} and any(shared) and all(isinstance(cell, str) for cell in row.cells)


def _is_card(row: Row, names: Collection[int]) -> bool:
    first = next((text for cell in row.cells if (text := text_of(cell).strip())), COMMENT)
    cells = [row.cells[at] for at in names if at < len(row.cells)]
    has_name = any(not isinstance(cell, CellError) and text_of(cell).strip() for cell in cells)
    return has_name and not first.startswith(COMMENT)


# Worksheets about cards, which are none: statistics, ideas, playtests.

_SAME = 0.6
"""The share of names that are those of another worksheet, of a worksheet that is about its cards."""


def _others(tables: Sequence[SheetTable]) -> Iterator[tuple[SheetTable, str]]:
    """Yield the tables that are probably no cards, each with why; never all of them."""
    other_names = {*map(fold, SHEET_WORDS["other"])}
    words = [fold(table.worksheet.name).split() for table in tables]
    by_name = [
        table for table, parts in zip(tables, words, strict=True) if other_names & {*parts, "".join(parts)}
    ]
    rest = [table for table in tables if not any(table is other for other in by_name)]
    if rest:
        yield from ((table, tr("its name is not one of cards")) for table in by_name)
    else:
        rest = [*tables]
    names = {id(table): _name_words(table) for table in rest}
    largest = sorted(rest, key=lambda table: -len(table.headings))
    for number, table in enumerate(largest):
        own = names[id(table)]
        for other in largest[:number]:
            if own and sum(name in names[id(other)] for name in own) >= _SAME * len(own):
                yield table, tr("its names are those of {name}", name=other.worksheet.name)
                break


def _name_words(table: SheetTable) -> set[str]:
    at = min(table.names)
    return {short_name(text_of(row.cells[at])) for row in table.rows if at < len(row.cells)} - {""}


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


def _has_copies(column: SheetColumn) -> bool:
    """Whether most cells are numbers: what another one says is an error where it stands, not a text on the card."""
    numbers = sum(times for cell, times in column.values.items() if COUNT.fullmatch(text_of(cell).strip()))
    return 2 * numbers > column.total or not column.total


def _has_words(words: Collection[str]) -> Callable[[SheetColumn], bool]:
    return lambda column: all(text.lower() in words for text in column.texts)


_FITS: Mapping[str, Callable[[SheetColumn], bool]] = {
    "id": _has_ids,
    "copies": _has_copies,
    "revision": lambda column: all(re.fullmatch(r"[1-9]\d{0,3}", text) for text in column.texts),
    "origin": _has_words(ORIGINS),
    "counts": _has_words(("exact", "sample")),
    **dict.fromkeys((*TEXTS, "marks", "aliases"), lambda _: True),
}
"""Whether a column can be the part of cards that its heading names; kinds and icons need more."""


_WORDS_OF_YAML = ("null", "true", "false")
"""Words that are no texts in YAML, where a face names its fields."""


class ColumnParts:
    """Parts of cards that the columns of a spreadsheet have.

    `parts` are those of all columns, by heading; `own` the fields and texts of the game's own, by name. `tags` are the
    columns with a language in their heading: the heading without it, and its tag. `decimal` is what sets off decimals
    if the language does not say it. `findings` say which columns were taken as names without a heading that says so.

    Raises:
        InputError: no worksheet has a column with names, or none has cards below it.
    """

    def __init__(
        self,
        sheet: Spreadsheet,
        languages: tuple[str, str],
        icons: Collection[str] = (),
        worksheets: Collection[str] = (),
        named_parts: Mapping[str, str] = {},
    ) -> None:
        """Read the headings and decide on each.

        `languages` are that of the cards, '' to guess it, and one for a sheet whose words do not tell; `icons` are the
        names of SVG files that cards can use; `worksheets` are those to read, all that have cards if it is empty;
        `named_parts` are the parts that the user names, by heading.
        """
        named, usual = languages
        self._icons = icons
        self._usual = SheetVocabulary(empty_definition(named or usual))
        found = tables_of(sheet, self._usual, worksheets, named_parts)
        self.tables, self.left_out, self._odd, self.findings = found
        self.columns = columns_of(self.tables)
        self._by_heading = {heading_key(column.heading): column for column in self.columns}
        self.tags = self._translations()
        self.language = named or self._source_language(usual)
        self.parts: dict[str, Heading] = {}
        self.own: dict[str, OwnPart] = {}
        is_odd = not has_decimal_comma(self.language) and has_decimal_commas(self.columns)
        self.decimal = "," if is_odd else ""
        self.reader = TrialReader(self.tables[0].worksheet, self.language, self.decimal)
        self._name_parts()

    def with_part(self, *path: str) -> list[SheetColumn]:
        """The columns with a part of the cards themselves: at most one for each worksheet."""
        return [column for column in self.columns if self.parts[column.heading] == Heading(path)]

    # Languages.

    def _translations(self) -> dict[str, tuple[str, str]]:
        """Columns with a language in their heading: the heading without it, and the tag, by heading."""
        headings = {column.heading: translated_heading(column.heading) for column in self.columns}
        bases = Counter(heading_key(base) for base, tag in headings.values() if tag)
        translatable = {*self._by_heading, *(base for base, times in bases.items() if times > 1)}
        return {
            heading: (base, tag)
            for heading, (base, tag) in headings.items()
            if tag and (heading_key(base) in translatable or self._is_text(base))
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
        meant = {self._means(column.heading) for column in bare} - {()}
        twice = {
            tag
            for base, tag in self.tags.values()
            if heading_key(base) in self._by_heading or self._means(base) in meant
        }
        texts = [text for column in bare for text in column.texts]
        return language_of_texts([column.heading for column in bare], texts, spoken, twice)

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
        bases = {heading_key(base) for base, _ in self.tags.values()}
        for column in plain:
            if column.heading not in self.parts:
                self._name_own(column, is_translated=heading_key(column.heading) in bases)
        for heading, (base, tag) in self.tags.items():
            self.parts[heading] = self._translated(heading, base, tag)

    def _name_usual(self, column: SheetColumn) -> None:
        """Name the part that every card can have, if the column can be that."""
        if column.heading.startswith(COMMENT):
            self.parts[column.heading] = Heading((COMMENT,))
            return
        part = self._usual.heading(self._odd.get(column.heading, column.heading))
        if part is None or self._is_taken(part, column):
            return
        name = part.path[0]
        fits = self._is_kind if name == "kind" else self._are_icons if name == "icon" else _FITS.get(name)
        if part.is_state or (fits and column.values and fits(column)):
            self.parts[column.heading] = part

    def _is_taken(self, part: Heading, column: SheetColumn) -> bool:
        """Whether another column of the same worksheet has a part."""
        return any(
            self.parts.get(other.heading) == part and other.shares_table(column) for other in self.columns
        )

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
        """Take the columns with most words as the rules text, in worksheets where none has its name."""
        rest = [column for column in columns if column.heading not in self.parts and not _is_remark(column)]
        long = [column for column in rest if is_prose(column) and not guess_field(column, self.reader).schema]
        for column in sorted(long, key=lambda column: -column.letters):
            if not self._is_taken(Heading(("text",)), column):
                self.parts[column.heading] = Heading(("text",))

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
        name = re.sub(r"[^a-z0-9]+", "_", fold(heading_key(heading))).strip("_")
        name = name or f"column_{column_letters(column.places[0][1]).lower()}"
        if not name[0].isalpha() or name in {
            *BUILT_IN,
            HAS,
            *TEXTS,
            *COMMON_HEADINGS,
            STATE,
            *_WORDS_OF_YAML,
        }:
            name = f"card_{name}"
        name = name[:_LONGEST_FIELD].strip("_")
        numbers = (f"{name[: _LONGEST_FIELD - 4]}_{number}" for number in count(2))
        return next(free_name for free_name in chain((name,), numbers) if free_name not in self.own)

    def _translated(self, heading: str, base: str, tag: str) -> Heading:
        """Part that a column with a language has: that of the column without it, in that language."""
        plain = self._by_heading.get(heading_key(base))
        part = self.parts.get(plain.heading) if plain else self._part_of_base(heading, base)
        if part is None or not part.is_text or (plain and tag == self.language):
            return Heading((COMMENT,))
        column = self._by_heading[heading_key(heading)]
        if tag == self.language:
            return Heading((COMMENT,)) if self._is_taken(part, column) else part
        return (
            part._replace(language=tag) if self._is_taken(part, column) or not plain else Heading((COMMENT,))
        )

    def _part_of_base(self, heading: str, base: str) -> Heading:
        """Part of columns that all have a language: a text by its usual name, or one of the game's own."""
        usual = self._usual.heading(base)
        if usual and usual.is_text:
            return usual
        same = (name for name, own in self.own.items() if heading_key(own.title) == heading_key(base))
        column = self._by_heading[heading_key(heading)]
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

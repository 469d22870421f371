"""The worksheets of a spreadsheet that have cards, before there is a game; and why the others are left out."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from deckwright.errors import InputError
from deckwright.files.sheet_cards import HEAD_ROWS, SheetHeads, SheetSettings, is_title, told_apart
from deckwright.files.sheet_columns import (
    COMMENT,
    SHEET_WORDS,
    Heading,
    SheetVocabulary,
    heading_key,
    text_of,
)
from deckwright.files.sheet_guessing import SheetTable, is_filled
from deckwright.files.spreadsheets import CellError
from deckwright.findings import Finding, Where
from deckwright.messages import tr
from deckwright.model.words import fold, short_name, suggest_names

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

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
        odd = [text for text in heads if _speaks_of_names(text) and len(text) <= _LONGEST_HEADING]
        names |= dict.fromkeys(odd[:1], "name")
        if not odd:
            nameless.append(worksheet)
    if every or len(nameless) == sum(len(worksheet.rows) > 1 for worksheet in worksheets):
        for worksheet in nameless:
            names |= dict.fromkeys(_guessed_names(worksheet, findings), "name")
    return names


def _speaks_of_names(heading: str) -> bool:
    return not {*SHEET_WORDS["names"]}.isdisjoint(fold(heading).split())


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
    by_name = [table for table in tables if {*map(fold, SHEET_WORDS["other"])} & {*_sheet_words(table)}]
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


def _sheet_words(table: SheetTable) -> list[str]:
    words = fold(table.worksheet.name).split()
    return [*words, "".join(words)]


def _name_words(table: SheetTable) -> set[str]:
    at = min(table.names)
    return {short_name(text_of(row.cells[at])) for row in table.rows if at < len(row.cells)} - {""}

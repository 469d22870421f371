"""Tables in a text: lines of cells between bars, in columns as wide as their content, with numbers below each other."""

from __future__ import annotations

import re
from itertools import groupby, zip_longest
from typing import TYPE_CHECKING, Literal, NamedTuple

from deckwright.model.languages import has_decimal_comma
from deckwright.model.markup import is_table_row, is_table_rule
from deckwright.press.drawing.words import Paragraph, Span, TextLine, Word, measured_words, paragraphs_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from deckwright.press.drawing.words import WordPart
    from deckwright.press.looks.styles import Style

    Wrap = Callable[[Sequence[Word], float], Sequence[Sequence[Word]]]


# The paragraphs of a text, of which some are tables. Widths are in thousandths of the type size.

Alignment = Literal["left", "centre", "right", "number"]

_GAP = 1000.0
"""Space between two columns."""

_ICON = "\u25a1"
_NUMBER = re.compile(r"[-+±×\u2212\u2013]?\d[\d.,’\u00a0\u202f]*%?(?: ?\u25a1)*")
"""A number, with icons after it."""

_NOTHING = re.compile(r"[-\u2212\u2013\u2014]?")


class _Cell(NamedTuple):
    """The words of a cell, their width, and the width of what is before its decimal separator."""

    words: tuple[Word, ...]
    width: float
    whole: float


class Table(Paragraph):
    """A table as a paragraph of all its words; `rows` are its cells, and a line is drawn below the first `heads`."""

    def __init__(self, rows: Sequence[Sequence[_Cell]], aligned: Sequence[Alignment], heads: int) -> None:
        super().__init__(word for row in rows for cell in row for word in cell.words)
        self.rows, self.aligned, self.heads = rows, aligned, heads


def set_paragraphs(spans: Sequence[Span], style: Style, language: str = "") -> list[Paragraph]:
    """Paragraphs of a text, with its tables; numbers are aligned as the language writes them."""
    if "|" not in "".join([span.text for span in spans]):
        return paragraphs_of(spans, style, language)
    paragraphs: list[Paragraph] = []
    for is_table, group in groupby(_lines(spans), lambda line: is_table_row(_plain(line))):
        lines = list(group)
        if is_table:
            paragraphs += filter(None, [_table(lines, style, language)])
        else:
            for has_words, some in groupby(lines, lambda line: bool(_plain(line).strip())):
                flow = [span for line in some for span in (*line, Span("\n"))] if has_words else []
                paragraphs += paragraphs_of(flow, style, language)
    return paragraphs


def _lines(spans: Iterable[Span]) -> Iterator[list[Span]]:
    """Yield the lines of a text as it is written."""
    line: list[Span] = []
    for span in spans:
        first, *others = span.text.split("\n") if not span.icon else [span.text]
        line.append(span._replace(text=first))
        for other in others:
            yield line
            line = [span._replace(text=other)]
    yield line


def _plain(line: Iterable[Span]) -> str:
    """Text of a line, with its icons and marks as single letters."""
    return "".join(_ICON if span.icon or span.mark else span.text for span in line)


def _table(lines: Sequence[Sequence[Span]], style: Style, language: str) -> Table:
    rows = [_cells(line) for line in lines]
    texts = [[_plain(cell).strip() for cell in row] for row in rows]
    rules = [number for number, row in enumerate(texts) if is_table_rule(row)]
    heads = rules[0] if rules else 0
    body = [row for number, row in enumerate(texts) if number >= heads and number not in rules]
    width = max(len(row) for row in rows)
    asked = texts[rules[0]] if rules else []
    columns = zip_longest(*body, fillvalue="")
    aligned = [_alignment(rule, column) for rule, column in zip_longest(asked, columns, fillvalue="")]
    aligned += ["left"] * (width - len(aligned))
    kept = [row for number, row in enumerate(rows) if number not in rules]
    made = [
        [
            _cell(spans, style.with_tabular_figures if sort == "number" else style, language)
            for spans, sort in zip_longest(row, aligned, fillvalue=())
        ]
        for row in kept
    ]
    return Table(made, aligned, heads)


def _cells(line: Sequence[Span]) -> list[list[Span]]:
    """Spans of each cell of a row."""
    cells: list[list[Span]] = [[]]
    for span in line:
        first, *others = span.text.split("|") if not span.icon else [span.text]
        cells[-1].append(span._replace(text=first))
        cells += [[span._replace(text=other)] for other in others]
    return cells[1:-1]


def _alignment(rule: str, column: Sequence[str]) -> Alignment:
    """Alignment of a column: as the line below the head says, else by what its cells are."""
    if rule.endswith(":"):
        return "centre" if rule.startswith(":") else "right"
    values = [] if rule.startswith(":") else [text for text in column if not _NOTHING.fullmatch(text)]
    return "number" if values and all(_NUMBER.fullmatch(text) for text in values) else "left"


def _cell(spans: Iterable[Span], style: Style, language: str) -> _Cell:
    words = tuple(word for paragraph in paragraphs_of(spans, style, language) for word in paragraph)
    if not words:
        return _Cell((), 0.0, 0.0)
    separator = "," if has_decimal_comma(language) else "."
    width = sum(word.width + word.space for word in words) - words[-1].space
    return _Cell(words, width, width - _fraction(words[-1].pieces, separator, style.tracking))


def _fraction(pieces: Sequence[WordPart], separator: str, tracking: float) -> float:
    """Width of a number from its decimal separator, its sign of per cent or its icons on."""
    width = 0.0
    for piece in reversed(pieces):
        if piece.icon:
            width += piece.width
            continue
        places = [place for place in map(piece.text.find, (separator, "%")) if place >= 0]
        if places:
            tail = piece.text[min(places) :]
            return width + measured_words(piece.font, tracking, piece.look)[tail].width
        break
    return width


# A table in lines.


def table_lines(table: Table, measure: float, wrap: Wrap) -> list[TextLine]:
    """Lines of a table; if it is wider than the measure, its widest columns are broken into lines by `wrap`.

    No word is hyphenated: if the longest words do not fit, the table is wider than the measure.
    """
    columns = list(zip(*table.rows, strict=True))
    shapes = [_Column.of(cells, sort) for cells, sort in zip(columns, table.aligned, strict=True)]
    shapes = _narrowed(shapes, measure)
    lines: list[TextLine] = []
    width = sum(shape.width for shape in shapes) + _GAP * (len(shapes) - 1)
    for number, row in enumerate(table.rows):
        wrapped = [
            [cell.words] if cell.width <= shape.width + 1 else wrap(cell.words, shape.width)
            for cell, shape in zip(row, shapes, strict=True)
        ]
        high = max(len(cell) for cell in wrapped)
        for level in range(high):
            some = [cell[level] if level < len(cell) else () for cell in wrapped]
            is_ruled = number == table.heads - 1 and level == high - 1
            words = tuple(_placed(some, row, shapes))
            lines.append(TextLine(words, width, first=not lines, ruled=is_ruled))
    return lines


class _Column(NamedTuple):
    """Width and alignment of a column, and its least width; of numbers, also the widths before and after their separators."""

    width: float
    aligned: Alignment
    least: float
    whole: float = 0.0
    fraction: float = 0.0

    @classmethod
    def of(cls, cells: Sequence[_Cell], aligned: Alignment) -> _Column:
        width = max(cell.width for cell in cells)
        if aligned != "number":
            return cls(
                width, aligned, max((word.width for cell in cells for word in cell.words), default=0.0)
            )
        numbers = [cell for cell in cells if _is_number(cell)]
        whole = max(cell.whole for cell in numbers)
        fraction = max(cell.width - cell.whole for cell in numbers)
        width = max(width, whole + fraction)
        return cls(width, aligned, width, whole, fraction)

    def start(self, cell: _Cell, width: float) -> float:
        """Where the words of a cell, or a line of them, begin in the column."""
        if self.aligned == "number" and _is_number(cell):
            return self.width - self.fraction - cell.whole
        share = {"left": 0.0, "centre": 0.5}.get(self.aligned, 1.0)
        return (self.width - width) * share


def _is_number(cell: _Cell) -> bool:
    pieces = (piece for word in cell.words for piece in word.pieces)
    return bool(_NUMBER.fullmatch("".join(_ICON if piece.icon else piece.text for piece in pieces)))


def _narrowed(columns: Sequence[_Column], measure: float) -> list[_Column]:
    """Columns that fit into a measure: the widest become equally wide, but none narrower than its longest word."""
    widths = {number: column.least for number, column in enumerate(columns) if column.least == column.width}
    free = measure - _GAP * (len(columns) - 1)
    while len(widths) < len(columns):
        others = {number: column for number, column in enumerate(columns) if number not in widths}
        most = _common_width([column.width for column in others.values()], free - sum(widths.values()))
        stiff = {number: column.least for number, column in others.items() if column.least > most}
        widths |= stiff or {number: min(column.width, most) for number, column in others.items()}
    return [column._replace(width=widths[number]) for number, column in enumerate(columns)]


def _common_width(widths: Sequence[float], free: float) -> float:
    """Width to which the widest of some columns are narrowed, so that all fit into the free width."""
    ordered = sorted(widths)
    for number, width in enumerate(ordered):
        most = free / (len(ordered) - number)
        if width > most:
            return most
        free -= width
    return ordered[-1]


def _placed(
    cells: Sequence[Sequence[Word]], row: Sequence[_Cell], columns: Sequence[_Column]
) -> Iterator[Word]:
    """Yield the words of a line of a row, with the space before each cell."""
    x = left = 0.0
    for words, cell, column in zip(cells, row, columns, strict=True):
        if words:
            width = sum(word.width + word.space for word in words) - words[-1].space
            start = left + column.start(cell, width)
            yield Word((), start - x, 0.0)
            yield from words
            x = start + width + words[-1].space
        left += column.width + _GAP

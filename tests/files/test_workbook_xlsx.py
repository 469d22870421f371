"""XLSX workbooks: what openpyxl writes, and what other programs write that openpyxl does not."""

from __future__ import annotations

import datetime as dt
import io
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook
from openpyxl.comments import Comment

from deckwright.files.spreadsheets import CellError
from deckwright.files.workbooks import read_spreadsheet

from .workbook_parts import fault_of, inline, rows_of, xlsx

TEXTS = st.text(
    st.characters(blacklist_categories=["Cs", "Cc", "Cf", "Co", "Cn"]) | st.sampled_from("\n\t,;=+-@'\"<&_x"),
    min_size=1,
    max_size=12,
).filter(str.strip)
NUMBERS = st.integers(-(10**14), 10**14) | st.floats(-1e12, 1e12).map(lambda number: round(number, 4))
DAYS = st.dates(dt.date(1900, 3, 1), dt.date(2999, 12, 31))
MOMENTS = st.datetimes(dt.datetime.fromisoformat("1901-01-01"), dt.datetime.fromisoformat("2999-01-01")).map(
    lambda moment: moment.replace(microsecond=0, second=1)
)
VALUES = st.none() | TEXTS | NUMBERS | st.booleans() | DAYS | MOMENTS
TABLES = st.lists(st.lists(VALUES, max_size=5), max_size=6)


def saved(book):
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()


def expected(table):
    """Rows as they must be read: numbered, without blank ones, and without blank cells at their ends."""
    rows = []
    for number, row in enumerate(table, 1):
        cells = ["" if cell is None else cell for cell in row]
        while cells and cells[-1] == "":
            cells.pop()
        if cells:
            rows.append((number, cells))
    return rows


def same(cell):
    """A value with its type, as 1, 1.0 and True are equal; whole numbers are integers."""
    if isinstance(cell, float) and cell.is_integer():
        cell = int(cell)
    return (type(cell), cell)


def typed(rows):
    return [(number, [same(cell) for cell in cells]) for number, cells in rows]


@given(TABLES, st.integers(0, 3), st.integers(0, 3))
def test_what_openpyxl_writes_is_read(table, above, left):
    book = Workbook()
    for number, row in enumerate(table, 1):
        for at, value in enumerate(row, 1):
            cell = book.active.cell(number + above, at + left)
            if isinstance(value, str):
                cell.data_type, cell._value = "s", value.replace("_x", "_x005F_x")  # noqa: SLF001 - not a formula
            else:
                cell.value = value
    shifted = [[]] * above + [[None] * left + row for row in table]
    assert typed(rows_of(saved(book), "a.xlsx")) == typed(expected(shifted))


def test_worksheets_have_their_names_and_hidden_ones_say_so():
    book = Workbook()
    book.active.title = "Monsters"
    book.create_sheet("Old").sheet_state = "hidden"
    book.create_chartsheet("Chart")
    book.create_sheet("Lists").sheet_state = "veryHidden"
    book["Lists"]["C7"] = 1
    sheets = read_spreadsheet(saved(book), "cards.xlsx").worksheets
    assert [(sheet.name, sheet.is_hidden) for sheet in sheets] == [
        ("Monsters", False),
        ("Old", True),
        ("Lists", True),
    ]
    where = sheets[2].where(sheets[2].rows[0], 2)
    assert (str(where), where.line, where.column) == ("cards.xlsx:Lists!C7", 7, 3)


def test_dates_times_durations_and_percentages_have_their_values():
    book = Workbook()
    values = [
        dt.date(2026, 1, 2),
        dt.datetime.fromisoformat("2026-01-02T03:04:05"),
        dt.time(3, 4),
        dt.timedelta(hours=30),
        0.5,
    ]
    book.active.append(values)
    book.active["E1"].number_format = "0%"
    assert rows_of(saved(book), "a.xlsx") == [(1, values)]


@pytest.mark.parametrize(
    ("code", "value"),
    [
        ("yyyy-mm-dd", dt.datetime.fromisoformat("1900-02-03T12:00:00")),
        ("[$-409]d/m/yy;@", dt.datetime.fromisoformat("1900-02-03T12:00:00")),
        ("[h]:mm", dt.timedelta(hours=34 * 24 + 12)),
        ("[SS].0", dt.timedelta(hours=34 * 24 + 12)),
        ('"day" 0', 34.5),
        ("[Red]0.00;[Magenta]-0.00", 34.5),
        ("0.00E+00", 34.5),
        ("#,##0\\d_h*s", 34.5),
        ("General", 34.5),
        ("@", 34.5),
    ],
)
def test_numbers_are_dates_where_their_format_has_parts_of_dates(code, value):
    styles = (
        f"<styleSheet><numFmts><numFmt numFmtId='170' formatCode='{code.replace(chr(34), '&quot;')}'/></numFmts>"
        "<cellStyleXfs><xf numFmtId='14'/></cellStyleXfs><cellXfs><xf/><xf numFmtId='170'/></cellXfs></styleSheet>"
    )
    row = '<row><c s="1"><v>34.5</v></c><c><v>34.5</v></c><c s="7"><v>1</v></c><c s=""><v>2</v></c></row>'
    assert rows_of(xlsx(row, **{"xl/styles.xml": styles}), "a.xlsx") == [(1, [value, 34.5, 1, 2])]


def test_days_are_counted_from_1904_if_the_workbook_says_so_and_29_february_1900_never_was():
    styles = "<styleSheet><cellXfs><xf numFmtId='14'/></cellXfs></styleSheet>"
    row = "<row>" + "".join(f"<c s='0'><v>{days}</v></c>" for days in (59, 61, -1, 1e9)) + "</row>"
    data = xlsx(row, **{"xl/styles.xml": styles})
    assert rows_of(data, "a.xlsx") == [(1, [dt.date(1900, 2, 28), dt.date(1900, 3, 1), -1, 1_000_000_000])]
    with zipfile.ZipFile(io.BytesIO(data)) as book:
        since_1904 = (
            book.read("xl/workbook.xml").decode().replace("<sheets>", '<workbookPr date1904="1"/><sheets>')
        )
    data = xlsx(row, **{"xl/styles.xml": styles, "xl/workbook.xml": since_1904})
    assert rows_of(data, "a.xlsx")[0][1][:2] == [dt.date(1904, 2, 29), dt.date(1904, 3, 2)]


def test_days_and_times_in_words_are_read():
    days = ("2026-01-02", "2026-01-02T03:04:05", "03:04:05", "soon")
    row = "".join(f'<c t="d"><v>{day}</v></c>' for day in days)
    assert rows_of(xlsx(f"<row>{row}</row>"), "a.xlsx") == [
        (1, [dt.date(2026, 1, 2), dt.datetime.fromisoformat(days[1]), dt.time(3, 4, 5), "soon"])
    ]


def test_white_space_around_a_text_counts_only_if_it_is_said_to():
    texts = "<si><t> a b\n</t></si><si><t xml:space='preserve'> a </t></si><si><r><t> a </t></r><r><t xml:space='preserve'> b</t></r></si>"
    row = '<c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="s"><v>2</v></c><c t="inlineStr"><is><t> c </t></is><v>1</v></c>'
    assert rows_of(xlsx(f"<row>{row}</row>", texts=texts), "a.xlsx") == [(1, ["a b", " a ", "a b", "c"])]


def test_texts_of_digits_stay_texts_and_notes_are_not_read():
    book = Workbook()
    book.active.append(["007", 7, 3.0])
    book.active["B1"].comment = Comment("why?", "me")
    [(_, cells)] = rows_of(saved(book), "a.xlsx")
    assert cells == ["007", 7, 3]
    assert [type(cell) for cell in cells] == [str, int, int]


def test_lines_end_with_a_line_feed_however_they_were_written():
    row = inline("A1", "a_x000D_\nb") + inline("B1", "a&#13;b") + inline("C1", "a&#13;&#10;b _x005F_x000D_")
    assert rows_of(xlsx(f"<row>{row}</row>"), "a.xlsx") == [(1, ["a\nb", "a\nb", "a\nb _x000D_"])]


def test_parts_of_a_text_with_several_looks_are_one_text():
    text = "<si><r><t xml:space='preserve'>Draw </t></r><r><rPr><b/></rPr><t xml:space='preserve'>2 cards</t></r><rPh><t>x</t></rPh></si>"
    assert rows_of(xlsx('<row><c t="s"><v>0</v></c></row>', texts=text), "a.xlsx") == [(1, ["Draw 2 cards"])]


def test_formulas_have_their_values_and_say_if_they_failed_or_have_none():
    cells = (
        '<c r="A3"><f>1+1</f><v>2</v></c><c r="B3" t="str"><f>""</f><v></v></c><c r="C3" t="e"><f>NA()</f><v>#N/A</v></c>'
        '<c r="D3"><f>1+1</f></c><c r="E3"><f>1+1</f><v/></c><c r="F3" t="str"><f>"a"</f><v>a</v></c>'
        '<c r="G3" t="e"><v>#REF!</v></c>'
    )
    failed = [CellError("#N/A"), CellError(""), CellError("")]
    assert rows_of(xlsx(f'<row r="3">{cells}</row>'), "a.xlsx") == [
        (3, [2, "", *failed, "a", CellError("#REF!")])
    ]
    assert CellError("#REF!").message == "The formula of this cell shows the error #REF!. Correct it."
    assert "save it" in CellError("").message


def test_merged_cells_have_the_value_of_the_first_as_far_as_there_are_cells():
    book = Workbook()
    sheet = book.active
    sheet["A1"], sheet["B2"], sheet["C2"], sheet["B4"] = "Title", 1, 2, 3
    sheet["A2"] = "Eel"
    for area in ("A1:Z1", "A2:A4", "F5:F9"):
        sheet.merge_cells(area)
    [read] = read_spreadsheet(saved(book), "a.xlsx").worksheets
    assert [(row.number, row.cells) for row in read.rows] == [
        (1, ["Title"] * 3),
        (2, ["Eel", 1, 2]),
        (4, ["Eel", 3]),
    ]
    assert read.merged == ((1, 1, 1, 3), (2, 1, 4, 1))


def test_cells_without_a_place_follow_those_before():
    rows = '<row><c><v>1</v></c><c r="C1"><v>2</v></c><c><v>3</v></c></row><row r="5"><c><v>4</v></c></row><row><c/></row>'
    assert rows_of(xlsx(rows), "a.xlsx") == [(1, [1, "", 2, 3]), (5, [4])]


def test_cells_that_only_have_a_look_are_blank():
    assert rows_of(
        xlsx('<row><c><v>1</v></c></row><row r="1048576"><c r="XFD1048576" s="1"/></row>'), "a.xlsx"
    ) == [(1, [1])]


@pytest.mark.parametrize(
    "cell",
    [
        '<c r="A0"><v>1</v></c>',
        '<c r="1"><v>1</v></c>',
        '<c r="AAAA1"><v>1</v></c>',
        '<c r="a1"><v>1</v></c>',
        '<c r="XFE1"><v>1</v></c>',
        '<c r="A1048577"><v>1</v></c>',
        '<c t="s"><v>7</v></c>',
        '<c t="s"><v>-1</v></c>',
        "<c><v>1e999</v></c>",
        "<c><v>1</v>",
    ],
)
def test_cells_that_cannot_be_are_refused(cell):
    assert fault_of(xlsx(f"<row>{cell}</row>"), "a.xlsx").code == "bad-xlsx"


def test_a_row_without_a_number_and_a_sheet_without_a_part_are_refused():
    assert fault_of(xlsx('<row r="x"/>'), "a.xlsx").code == "bad-xlsx"
    ties = '<Relationships xmlns="a"><Relationship Id="r1" Target="worksheets/none.xml"/></Relationships>'
    assert fault_of(xlsx("<row/>", **{"xl/_rels/workbook.xml.rels": ties}), "a.xlsx").code == "bad-xlsx"
    assert fault_of(xlsx("", **{"xl/_rels/workbook.xml.rels": '<a xmlns="a"/>'}), "a.xlsx").code == "bad-xlsx"

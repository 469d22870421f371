"""ODS workbooks: what odfpy writes, and what LibreOffice writes that odfpy does not."""

from __future__ import annotations

import datetime as dt
import io

import pytest
from hypothesis import given
from odf.opendocument import OpenDocumentSpreadsheet
from odf.table import CoveredTableCell, Table, TableCell, TableRow
from odf.text import LineBreak, P, S, Tab

from deckwright.files.spreadsheets import CellError
from deckwright.files.workbooks import read_spreadsheet

from .test_workbook_xlsx import TABLES, expected, typed
from .workbook_parts import fault_of, ods, rows_of


def cell(inside, kind="string", more=""):
    return f'<table:table-cell office:value-type="{kind}" {more}>{inside}</table:table-cell>'


def row(*cells, more=""):
    return f"<table:table-row {more}>{''.join(cells)}</table:table-row>"


def valued(value):
    """A cell as odfpy writes it."""
    match value:
        case None:
            return TableCell()
        case bool():
            return TableCell(valuetype="boolean", booleanvalue=str(value).lower())
        case int() | float():
            return TableCell(valuetype="float", value=repr(value))
        case dt.date():
            return TableCell(valuetype="date", datevalue=value.isoformat())
    made = TableCell(valuetype="string")
    for line in value.split("\n"):
        paragraph = P()
        for letter in line:
            if letter == "\t":
                paragraph.addElement(Tab())
            elif letter.isspace():
                paragraph.addElement(S()) if letter == " " else paragraph.addText(letter)
            else:
                paragraph.addText(letter)
        made.addElement(paragraph)
    return made


def saved(*tables):
    book = OpenDocumentSpreadsheet()
    for table in tables:
        book.spreadsheet.addElement(table)
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()


@given(TABLES)
def test_what_odfpy_writes_is_read(table):
    made = Table(name="Cards")
    for values in table:
        line = TableRow()
        for value in values:
            line.addElement(valued(value))
        made.addElement(line)
    assert typed(rows_of(saved(made), "a.ods")) == typed(expected(table))


def test_spaces_tabs_and_line_breaks_are_those_that_are_seen():
    paragraph = P(text="a ")
    for element in (S(c=2), LineBreak(), Tab()):
        paragraph.addElement(element)
    paragraph.addText("b")
    line, made = TableRow(), TableCell(valuetype="string")
    made.addElement(paragraph)
    line.addElement(made)
    table = Table(name="S")
    table.addElement(line)
    assert rows_of(saved(table), "a.ods") == [(1, ["a   \n\tb"])]
    spread = cell(
        "\n  <text:p>  one\n   two <text:span>three</text:span> </text:p>\n <text:p/><text:p>four</text:p>"
    )
    assert rows_of(ods(row(spread)), "a.ods") == [(1, ["one two three \n\nfour"])]


def test_numbers_dates_times_and_durations_have_their_values():
    cells = [
        cell("<text:p>50 %</text:p>", "percentage", 'office:value="0.5"'),
        cell("<text:p>3 €</text:p>", "currency", 'office:value="3"'),
        cell("", "date", 'office:date-value="2026-01-02"'),
        cell("", "date", 'office:date-value="2026-01-02T00:00:00"'),
        cell("", "date", 'office:date-value="2026-01-02T03:04:05"'),
        cell("", "time", 'office:time-value="PT03H04M05S"'),
        cell("", "time", 'office:time-value="PT30H00M00S"'),
        cell("", "time", 'office:time-value="-PT1H"'),
        cell("", "date", 'office:date-value="-0044-03-15"'),
        cell("", "string", 'office:string-value="from a formula" table:formula="of:=A1"'),
    ]
    assert rows_of(ods(row(*cells)), "a.ods") == [
        (
            1,
            [
                0.5,
                3,
                dt.date(2026, 1, 2),
                dt.date(2026, 1, 2),
                dt.datetime.fromisoformat("2026-01-02T03:04:05"),
                dt.time(3, 4, 5),
                dt.timedelta(hours=30),
                dt.timedelta(hours=-1),
                "-0044-03-15",
                "from a formula",
            ],
        )
    ]


def test_formulas_that_failed_or_have_no_value_say_so():
    cells = [
        cell("<text:p>#N/A</text:p>", "string", 'calcext:value-type="error" table:formula="of:=NA()"'),
        cell("<text:p>Err:502</text:p>", "string", 'table:formula="of:=X()"'),
        '<table:table-cell table:formula="of:=1+1"/>',
        cell("<text:p>#N/A</text:p>"),
    ]
    assert rows_of(ods(row(*cells)), "a.ods") == [
        (1, [CellError("#N/A"), CellError("Err:502"), CellError(""), "#N/A"])
    ]


def test_repeated_rows_and_cells_are_as_many():
    rows = (
        row(
            '<table:table-cell table:number-columns-repeated="2"/>',
            cell("<text:p>x</text:p>", more='table:number-columns-repeated="2"'),
        )
        + row("<table:table-cell/>", more='table:number-rows-repeated="3"')
        + row(cell("<text:p>y</text:p>"), more='table:number-rows-repeated="2"')
        + row(
            '<table:table-cell table:number-columns-repeated="16384"/>',
            more='table:number-rows-repeated="1048570"',
        )
    )
    assert rows_of(ods(rows), "a.ods") == [(1, ["", "", "x", "x"]), (5, ["y"]), (6, ["y"])]


def test_merged_cells_have_the_value_of_the_first():
    table = Table(name="S")
    rows = [[TableCell(valuetype="string", numberrowsspanned=2), 1], [CoveredTableCell(), 2]]
    rows[0][0].addElement(P(text="Eel"))
    for values in rows:
        line = TableRow()
        for value in values:
            line.addElement(valued(value) if isinstance(value, int) else value)
        table.addElement(line)
    [read] = read_spreadsheet(saved(table), "a.ods").worksheets
    assert [line.cells for line in read.rows] == [["Eel", 1], ["Eel", 2]]
    assert read.merged == ((1, 1, 2, 1),)


def test_notes_drawings_and_former_values_are_not_read():
    note = "<office:annotation><text:p>why?</text:p></office:annotation>"
    picture = "<drawing:frame><drawing:text-box><text:p>a box</text:p></drawing:text-box></drawing:frame>"
    former = f"<table:tracked-changes>{row(cell('<text:p>old</text:p>'))}</table:tracked-changes>"
    shapes = f"<table:shapes>{picture}</table:shapes>"
    inside = cell(
        f"{note}{picture}<text:p>seen</text:p><table:table>{row(cell('<text:p>in</text:p>'))}</table:table>"
    )
    assert rows_of(ods(former + shapes + row(inside)), "a.ods") == [(1, ["seen"])]


def test_hidden_worksheets_say_so_and_copies_of_other_files_are_not_read():
    style = '<style:style style:name="ta2"><style:table-properties table:display="false"/></style:style>'
    one = row(cell("<text:p>x</text:p>"))
    hidden = '</table:table><table:table table:name="H" table:style-name="ta2">'
    data = ods(one, f"<table:table-source/>{one}", f"{one}{hidden}{one}", styles=style)
    assert [(sheet.name, sheet.is_hidden) for sheet in read_spreadsheet(data, "a.ods").worksheets] == [
        ("S1", False),
        ("S3", False),
        ("H", True),
    ]


@pytest.mark.parametrize(
    "made",
    [
        cell("", "float", 'office:value="x"'),
        cell("", "float", 'office:value="INF"'),
        cell("", "time", f'office:time-value="PT{"9" * 40}H"'),
        cell("<text:p>a</text:p>", more='table:number-columns-repeated="x"'),
    ],
)
def test_values_that_cannot_be_are_refused(made):
    assert fault_of(ods(row(made)), "a.ods").code == "bad-ods"

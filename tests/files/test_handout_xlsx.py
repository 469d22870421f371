import io
import tracemalloc
import zipfile
from datetime import date

import pytest
from hypothesis import given
from openpyxl import Workbook, load_workbook

from deckwright.errors import InputError
from deckwright.files.handouts import COLUMNS, read_table, write_xlsx

from .handouts import check_round_trip, handouts, small


def workbook(*rows):
    book = Workbook()
    for row in rows:
        book.active.append(row)
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()


def read(data):
    return read_table(data, "back.xlsx")


def fault_of(data):
    with pytest.raises(InputError) as caught:
        read(data)
    return caught.value


@given(handouts())
def test_what_goes_out_comes_back_the_same(handout):
    check_round_trip(handout, "back.xlsx")


def test_only_the_columns_of_the_translator_can_be_changed():
    sheet = load_workbook(io.BytesIO(write_xlsx(small()))).active
    assert sheet.protection.sheet
    open_columns = [name for name, cell in zip(COLUMNS, sheet[2], strict=True) if not cell.protection.locked]
    assert open_columns == ["translation", "state", "note"]
    assert sheet["C2"].alignment.wrap_text
    assert sheet.column_dimensions["I"].hidden
    assert (
        sheet.data_validations.dataValidation[0].formula1 == '"missing,machine,stale,draft,reviewed,unsure"'
    )


def test_the_name_of_a_sheet_is_as_long_as_excel_takes():
    languages = {"source_language": "sl-rozaj-biske", "language": "sr-Latn-RS-ekavsk"}
    sheet = load_workbook(io.BytesIO(write_xlsx(small()._replace(**languages)))).active
    assert sheet.title == "sl-rozaj-biske → sr-Latn-RS-ekavsk"[:31]


def test_a_text_that_looks_like_a_formula_or_a_number_is_a_text():
    sheet = load_workbook(io.BytesIO(write_xlsx(small(text="=1+1", source="12")))).active
    assert [(sheet[cell].value, sheet[cell].data_type) for cell in ("C2", "E2")] == [
        ("12", "s"),
        ("=1+1", "s"),
    ]


def test_numbers_that_a_spreadsheet_has_made_of_texts_are_texts_again():
    came = read(workbook(["context", "source", "translation"], ["a.name", 12, 0.5]))
    assert came.entries[0][1:3] == ("12", "0.5")


@pytest.mark.parametrize("value", ["=1+1", date(2026, 1, 31), True])
def test_formulas_dates_and_truths_are_refused_with_their_cell(value):
    fault = fault_of(workbook(["context", "source", "translation"], ["a.name", "x", value]))
    assert (fault.code, fault.where.line, fault.where.column) == ("cell", 2, 3)
    assert "C2" in fault.message


def test_half_a_character_stays_as_it_is_written():
    came = read(workbook(["context", "source", "translation"], ["a.name", "x", "_xD83D_ _x0041_"]))
    assert came.entries[0].text == "_xD83D_ A"


def test_a_workbook_without_the_columns_is_refused():
    assert fault_of(workbook(["context", "text"])).code == "columns"
    assert fault_of(workbook()).code == "columns"


def _zip(**parts):
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, text in parts.items():
            packed.writestr(name, text)
    return content.getvalue()


NO_WORKBOOKS = {
    "nothing": lambda: b"",
    "csv": lambda: b"context,source",
    "another archive": lambda: _zip(a="x"),
    "a part of one": lambda: write_xlsx(small())[:-200],
    "too much": lambda: _zip(huge=b"0" * 200_000_001),
}


@pytest.mark.parametrize("kind", NO_WORKBOOKS)
def test_what_is_no_workbook_is_refused(kind):
    assert fault_of(NO_WORKBOOKS[kind]()).code == "bad-xlsx"


def _changed(data, at, value):
    """Change a byte of the first entry of the list of files."""
    changed = bytearray(data)
    changed[data.index(b"PK\x01\x02") + at] = value
    return bytes(changed)


def test_a_list_of_files_that_no_tool_would_write_is_refused():
    data = write_xlsx(small())
    too_new, no_name = _changed(data, 6, 99), _changed(_changed(data, 9, 8), 46, 0xFF)
    assert [fault_of(one).code for one in (too_new, no_name)] == ["bad-xlsx", "bad-xlsx"]


def test_a_sheet_takes_no_more_memory_for_a_cell_far_below():
    book = Workbook()
    book.active.append(["context", "source", "translation"])
    book.active.cell(20_000, 3).number_format = "@"
    book.active.cell(20_000, 50).value = " "
    content = io.BytesIO()
    book.save(content)
    tracemalloc.start()
    came = read(content.getvalue())
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert not came.entries
    assert most < 5_000_000


def test_a_damaged_workbook_is_refused():
    source = zipfile.ZipFile(io.BytesIO(write_xlsx(small())))
    parts = {name: source.read(name) for name in source.namelist()}
    for name in ("xl/workbook.xml", "xl/worksheets/sheet1.xml", "xl/_rels/workbook.xml.rels"):
        assert fault_of(_zip(**{**parts, name: parts[name][:-40]})).code == "bad-xlsx"


def test_a_sign_that_the_format_cannot_hold_is_told_before_anything_is_written():
    with pytest.raises(InputError, match=r"krol\.text"):
        write_xlsx(small(text="a\x07b"))

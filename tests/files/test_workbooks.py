"""Workbooks that are not what they seem, or would fill the memory: one clear error each, in little time and memory."""

from __future__ import annotations

import io
import re
import struct
import zipfile
import zlib
from pathlib import Path

import pytest

from deckwright.files.workbooks import LONGEST_CELL

from .workbook_parts import fault_of, inline, ods, packed, read_apart, rows_of, xlsx

PASSWORD = (Path(__file__).parent / "workbooks" / "password.xlsx").read_bytes()
XLS = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 504
NUMBER = '<table:table-cell office:value-type="float" office:value="1"/>'
COLUMNS, ROWS = 16_384, 1_048_576


def table_row(inside, times=1):
    return f'<table:table-row table:number-rows-repeated="{times}">{inside}</table:table-row>'


def text_cell(text):
    return f'<table:table-cell office:value-type="string"><text:p>{text}</text:p></table:table-cell>'


ONE_CELL = f'<row r="1">{inline("A1", "name")}</row>'
SHARED = "<row>" + '<c t="s"><v>0</v></c>' * 16_000 + "</row>"


def good():
    return xlsx(ONE_CELL)


LARGE = {
    "repeated.ods": (
        lambda: ods(table_row(NUMBER.replace("/>", f' table:number-columns-repeated="{COLUMNS}"/>'), ROWS)),
        "too-large",
        "repeated.ods:S1!A1",
        "1000000 cells",
    ),
    "blank-before.ods": (
        lambda: ods(table_row(f'<table:table-cell table:number-columns-repeated="16000"/>{NUMBER}', 900_000)),
        "too-large",
        "blank-before.ods:S1!WQK1",
        "At most 4000000",
    ),
    "beyond.ods": (
        lambda: ods(table_row(NUMBER, 10**30)),
        "too-large",
        "beyond.ods:S1!A1",
        "",
    ),
    "cell.xlsx": (
        lambda: xlsx(f'<row r="1">{inline("A1", "x" * 190_000_000)}</row>'),
        "too-long",
        "cell.xlsx:S1!A1",
        "more than 100000 characters",
    ),
    "long-cell.xlsx": (
        lambda: xlsx(f'<row r="7">{inline("C7", "x" * 90_000_000)}</row>'),
        "too-long",
        "long-cell.xlsx:S1!C7",
        "more than 100000 characters",
    ),
    "long-cell.ods": (
        lambda: ods(table_row(NUMBER) + table_row(NUMBER + text_cell("x" * 90_000_000))),
        "too-long",
        "long-cell.ods:S1!B2",
        "more than 100000 characters",
    ),
    "spaces.ods": (
        lambda: ods(table_row(text_cell('<text:s text:c="99999999999"/>' * 100))),
        "too-long",
        "spaces.ods:S1!A1",
        "",
    ),
    "shared.xlsx": (
        lambda: xlsx(
            SHARED,
            texts=f"<si><t>{'x' * (LONGEST_CELL - 1)}</t></si>",
        ),
        "bad-xlsx",
        "shared.xlsx",
        "too large",
    ),
    "styles.xlsx": (
        lambda: xlsx(**{"xl/styles.xml": "<styles>" + " " * 300_000_000}),
        "bad-xlsx",
        "styles.xlsx",
        "too large",
    ),
    "book.xlsx": (
        lambda: packed({"xl/workbook.xml": "<workbook>" + "<a/>" * 20_000_000}),
        "bad-xlsx",
        "book.xlsx",
        "",
    ),
    "merged.xlsx": (
        lambda: xlsx(
            "<row><c><v>1</v></c></row>|<mergeCells>"
            + '<mergeCell ref="A1:B2"/>' * 3_000_000
            + "</mergeCells>"
        ),
        "bad-xlsx",
        "merged.xlsx",
        "too large",
    ),
    "parts.xlsx": (
        lambda: packed({f"a{number}": "" for number in range(60_000)}),
        "bad-xlsx",
        "parts.xlsx",
        "too large",
    ),
    "wide.csv": (lambda: b"," * 30_000_000, "too-large", "wide.csv", "4000000 cells"),
    "long.csv": (
        lambda: b'a,b\n"' + b"x" * 60_000_000 + b'"\n',
        "bad-csv",
        "long.csv:2:1",
        "Is a quotation mark missing?",
    ),
}


@pytest.mark.deep("reads large files")
@pytest.mark.parametrize("name", LARGE)
def test_what_would_fill_the_memory_is_refused_in_little_of_it(name, tmp_path):
    make, code, where, said = LARGE[name]
    file = tmp_path / name
    file.write_bytes(make())
    read = read_apart(file)
    assert (read.code, read.where) == (code, where)
    assert said in read.message
    assert read.memory < 300


FAR_CELLS = {
    "far.xlsx": lambda: xlsx(f'<row><c r="A1"><v>1</v></c></row><row><c r="XFD{ROWS}"><v>1</v></c></row>'),
    "without-places.xlsx": lambda: xlsx(
        f'<row><c><v>1</v></c></row><row r="{ROWS}">{"<c><v>1</v></c>" * 5}</row>'
    ),
    "far.ods": lambda: ods(
        table_row(f'{NUMBER}<table:table-cell table:number-columns-repeated="9999"/>{NUMBER}')
        + table_row("", 900_000)
        + table_row(NUMBER)
    ),
    "sheets.xlsx": lambda: xlsx(*[ONE_CELL] * 600),
}


@pytest.mark.parametrize("name", FAR_CELLS)
def test_cells_far_apart_and_texts_of_many_cells_take_little_memory(name, tmp_path):
    file = tmp_path / name
    file.write_bytes(FAR_CELLS[name]())
    read = read_apart(file)
    assert read.code == ""
    assert read.memory < 100


@pytest.mark.deep("reads large files")
def test_a_hundred_thousand_rows_are_read_in_bounded_memory(tmp_path):
    cells = '<c t="s"><v>{0}</v></c><c><v>{0}</v></c><c t="s"><v>{0}</v></c>'
    rows = "".join(f'<row r="{n + 1}">{cells.format(n)}</row>' for n in range(100_000))
    texts = "".join(f"<si><t>Draw a card, then discard {number}.</t></si>" for number in range(100_000))
    file = tmp_path / "long.xlsx"
    file.write_bytes(xlsx(rows, texts=texts))
    read = read_apart(file)
    assert read.code == ""
    assert read.memory < 300


def test_pictures_and_macros_are_not_even_unpacked():
    data = xlsx(ONE_CELL, **{"xl/media/huge.png": b"0" * 150_000_000, "xl/vbaProject.bin": b"evil"})
    assert rows_of(data, "macros.xlsx") == [(1, ["name"])]


OTHERS = [
    ("cards.xlsx", b"", "it is empty", "Save it again, or remove it."),
    ("cards.ods", b"", "it is empty", ""),
    ("cards.xlsx", b"name,cost\nRay,2\n", "it is not XLSX, but a text", "Rename it to cards.csv."),
    ("cards.ods", "name\tcost\n".encode("utf-16"), "it is not ODS, but a text", "Rename it to cards.csv."),
    ("cards.ods", b"<html><table>", "it is not ODS, but a web page", ""),
    ("cards.ods", b'\xef\xbb\xbf<?xml version="1.0"?><Workbook/>', "XML of another kind", ""),
    ("cards.xlsx", b"%PDF-1.7", "it is not XLSX, but PDF", ""),
    ("cards.xlsx", ods(""), "it is not XLSX, but ODS", "Rename it to cards.ods."),
    ("cards.ods", good(), "it is not ODS, but XLSX", "Rename it to cards.xlsx."),
    ("cards.csv", good(), "it is not CSV, but XLSX", "Rename it to cards.xlsx."),
    ("cards.xlsx", packed({"word/document.xml": "<a/>"}), "a ZIP file of another kind", "Save it again"),
    ("cards.xlsx", packed({"xl/workbook.bin": "a"}), "it is not XLSX, but XLSB", "Save it again"),
    (
        "cards.ods",
        packed({"content.xml": "", "mimetype": "application/vnd.oasis.opendocument.text"}),
        "OpenDocument of another kind",
        "",
    ),
    ("cards.xlsx", PASSWORD, "it has a password", "without a password"),
    ("cards.csv", PASSWORD, "it has a password", ""),
    ("cards.ods", packed({"encrypted-package": ""}), "it has a password", ""),
    (
        "cards.ods",
        ods("", **{"META-INF/manifest.xml": "<manifest:encryption-data/>"}),
        "it has a password",
        "",
    ),
    ("cards.xlsx", good()[:-200], "is being saved right now", "Try again."),
    ("cards.xlsx", good()[: len(good()) // 2], "is being saved right now", "Try again."),
    ("cards.ods", ods("")[:-30], "is being saved right now", "Try again."),
    ("cards.xlsx", xlsx(ONE_CELL, **{"xl/workbook.xml": "<"}), "damaged", ""),
]


@pytest.mark.parametrize(("file", "data", "said", "hint"), OTHERS)
def test_what_is_not_such_a_workbook_is_called_what_it_is(file, data, said, hint):
    fault = fault_of(data, file)
    assert fault.code == f"bad-{file.partition('.')[2]}"
    assert said in fault.message
    assert hint in fault.hint
    assert fault.hint
    assert str(fault.where) == file


@pytest.mark.parametrize("file", ["cards.csv", "cards.tsv", "cards.xlsx", "cards.ods"])
def test_a_workbook_of_long_ago_is_refused_whatever_its_name(file):
    fault = fault_of(XLS, file)
    assert (fault.code, str(fault.where), fault.hint) == ("old-workbook", file, "Save it as XLSX or ODS.")


def test_a_damaged_part_and_one_with_a_password_are_refused():
    data = bytearray(good())
    at = data.index(b"PK\x01\x02")
    data[at + 8] |= 1
    assert "damaged" in fault_of(bytes(data), "a.xlsx").message
    wrong_sum = bytearray(good())
    at = wrong_sum.index(b"PK\x01\x02")
    wrong_sum[at + 16] ^= 255
    assert "damaged" in fault_of(bytes(wrong_sum), "a.xlsx").message


def test_a_part_that_is_longer_than_it_says_cannot_hide_cells(tmp_path):
    """Readers differ in how far they read such a part; only what is whole is read."""
    name = b"xl/worksheets/sheet1.xml"
    data = xlsx('<row><c r="A1"><v>1</v></c><!-- -->|</row><row><c r="XFD1048576"><v>1</v></c></row>')
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        whole = archive.read(name.decode())
    shown = whole[: whole.index(b"<!--")]
    changed = bytearray(data)
    for mark, length in ((b"PK\x03\x04", 30), (b"PK\x01\x02", 46)):
        at = next(
            found.start()
            for found in re.finditer(re.escape(mark), data)
            if data[found.start() + length :].startswith(name)
        )
        sums = at + (14 if length == 30 else 16)
        struct.pack_into("<I", changed, sums, zlib.crc32(shown))
        struct.pack_into("<I", changed, sums + 8, len(shown))
    file = tmp_path / "longer.xlsx"
    file.write_bytes(changed)
    assert read_apart(file).code == "bad-xlsx"


@pytest.mark.parametrize(
    ("file", "data"),
    [
        ("a.xlsx", xlsx('<row r="2"><c r="B2" t="inlineStr"><is><t>a_x0007_b</t></is></c></row>')),
        ("a.xlsx", xlsx('<row r="2"><c r="B2" t="s"><v>0</v></c></row>', texts="<si><t>a\u202eb</t></si>")),
        ("a.ods", ods(table_row("") + table_row(NUMBER + text_cell("a\u202eb")))),
    ],
)
def test_a_control_character_is_refused_at_its_cell(file, data):
    fault = fault_of(data, file)
    assert (fault.code, str(fault.where)) == ("control-character", f"{file}:S1!B2")


@pytest.mark.parametrize(
    "part", ["xl/workbook.xml", "xl/worksheets/sheet1.xml", "xl/sharedStrings.xml", "xl/styles.xml"]
)
def test_entities_are_refused(part):
    text = '<!DOCTYPE a [<!ENTITY b "bbbbbbbbbb">]><a>&b;</a>'
    assert fault_of(xlsx(ONE_CELL, **{part: text}), "a.xlsx").code in {"bad-xlsx", "bad-xml"}
    assert fault_of(packed({"content.xml": text}), "a.ods").code == "bad-ods"

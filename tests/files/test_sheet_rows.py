"""The module files/sheet_rows: rows of text tables as lines, and back without another byte changed."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.errors import InputError
from deckwright.files.sheet_rows import row_of_card

if TYPE_CHECKING:
    from pathlib import Path

GAME = """\
id: ponds
title: Ponds
source_language: en
languages: [en, fr]
kinds: {frog: {name: Frog, optional: [size, tags]}}
fields:
  size: {title: Size, type: number}
  tags: {title: Tags, type: array, items: {type: string}}
sheets: [{file: old.csv, encoding: windows-1252}]
"""
HEAD = "id,Name,Size,Tags,Text,name:fr,# Notes,"
ROWS = [
    'bullfrog,Bullfrog,3.0,"big; loud","Croak, **twice**.\n\nThen ""rest"".",Ouaouaron,loud one,',
    "newt,Newt,,,'=swims,,,",
]
TABLE = "\r\n".join(["Ponds;a,b", "", HEAD, *ROWS, ""])


@pytest.fixture
def ponds(tmp_path):
    """Function that writes a game with one card file, and returns its folder."""

    def write(content, name="frogs.csv"):
        (tmp_path / "cards").mkdir(exist_ok=True)
        (tmp_path / "game.yaml").write_text(GAME)
        for old in (tmp_path / "cards").iterdir():
            old.unlink()
        (tmp_path / "cards" / name).write_bytes(content.encode() if isinstance(content, str) else content)
        return tmp_path

    return write


def test_a_row_is_lines_of_headings_and_cells(ponds):
    assert row_of_card(ponds(TABLE), "bullfrog").text == (
        'id: bullfrog\nName: Bullfrog\nSize: "3.0"\nTags: big; loud\n'
        'Text: |-\n  Croak, **twice**.\n\n  Then "rest".\nname:fr: Ouaouaron\n"# Notes": loud one\n'
    )
    assert row_of_card(ponds(TABLE), "newt").text == (
        'id: newt\nName: Newt\nSize:\nTags:\nText: =swims\nname:fr:\n"# Notes":\n'
    )


def test_only_the_cells_that_differ_are_written(ponds):
    row = row_of_card(ponds(TABLE), "bullfrog")
    text = row.text.replace("Bullfrog", 'Big "frog"').replace("twice", "once").replace('"3.0"', "4.5")
    made = ROWS[0].replace("Bullfrog", '"Big ""frog"""').replace("twice", "once").replace("3.0", "4.5")
    assert row.content_with(text) == TABLE.replace(ROWS[0], made).encode()
    assert row.content_with(row.text) == TABLE.encode()


def test_a_line_that_is_removed_empties_its_cell_and_lists_may_be_yaml(ponds):
    row = row_of_card(ponds(TABLE), "newt")
    text = row.text.replace("Tags:\n", "Tags: [wet, 'a; b']\n").replace("Text: =swims\n", "")
    made = 'newt,Newt,,"[""wet"", ""a; b""]",,,,'
    assert row.content_with(text) == TABLE.replace(ROWS[1], made).encode()


@pytest.mark.parametrize(("text", "cell"), [("=1+1", "'=1+1"), ("-4", "-4"), ("+x", "'+x"), ("'x", "'x")])
def test_what_a_spreadsheet_would_take_for_a_formula_is_guarded(ponds, text, cell):
    row = row_of_card(ponds(TABLE), "newt")
    content = row.content_with(row.text.replace("=swims", f'"{text}"'))
    assert content == TABLE.replace("'=swims", cell).encode()


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("between", [",", ";", "\t"])
@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "utf-16"])
def test_encoding_separator_and_line_ends_stay(ponds, line_end, between, codec):
    rows = [["id", "name", "text"], ["newt", "Triton é", 'Two.\n"lines"'], ["frog", "Frog", "x"]]
    text = io.StringIO(newline="")
    csv.writer(text, delimiter=between, lineterminator=line_end).writerows(rows)
    content = text.getvalue().encode(codec)
    row = row_of_card(ponds(content, "frogs.tsv" if between == "\t" else "frogs.csv"), "frog")
    assert (
        row.content_with(row.text.replace("text: x", "text: y")) == content[::-1].replace(b"x", b"y", 1)[::-1]
    )


def test_a_separator_that_the_first_line_names_is_used(ponds):
    content = "sep=|\r\nid|name|text\r\nnewt|Newt|a,b\r\n"
    row = row_of_card(ponds(content), "newt")
    made = content.replace("a,b", '"a|b"').encode()
    assert row.content_with(row.text.replace("a,b", "a|b")) == made


def test_an_encoding_that_was_assumed_stays(ponds):
    content = "id;name\nnewt;Tritôn\n".encode("windows-1252")
    row = row_of_card(ponds(content), "newt")
    assert row.content_with(row.text.replace("Tritôn", "Été")) == content.replace(b"Trit\xf4n", b"\xc9t\xe9")


def test_an_old_encoding_stays_and_refuses_what_it_lacks(ponds):
    content = "id;name\nnewt;Tritôn\n".encode("windows-1252")
    row = row_of_card(ponds(content, "old.csv"), "newt")
    assert row.content_with("id: newt\nname: Élan\n") == "id;name\nnewt;Élan\n".encode("windows-1252")
    with pytest.raises(InputError, match="windows-1252, which has no 🐸"):
        row.content_with("id: newt\nname: 🐸\n")


def test_cells_of_a_file_whose_cells_are_all_quoted_are_quoted(ponds):
    row = row_of_card(ponds('"id","name","text"\n"newt","Newt"\n'), "newt")
    assert row.content_with("id: newt\nname: Eft\ntext: Swims.\n").endswith(b'"newt","Eft","Swims."\n')


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("id: newt\nnmae: Eft\n", "Unknown column: nmae."),
        ("id: newt\nName: {a: b}\n", "A cell can only have"),
        ("- newt\n", "Each line must have a heading"),
        ("id: newt\nName: 'x\n", "not well-formed YAML"),
    ],
)
def test_what_a_row_cannot_hold_is_refused(ponds, text, message):
    row = row_of_card(ponds(TABLE), "newt")
    with pytest.raises(InputError, match=message) as caught:
        row.content_with(text)
    assert caught.value.where.line in {1, 2}


def test_changes_of_different_cells_are_merged(ponds):
    base = row_of_card(ponds(TABLE), "newt").text
    theirs = row_of_card(ponds(TABLE.replace("newt,Newt,", "newt,Eft,")), "newt")
    assert theirs.merge(base, base.replace("Size:", "Size: 2")) == theirs.text.replace("Size:", "Size: 2")
    assert theirs.merge(base, base.replace("Newt", "Toad")) is None
    assert theirs.merge(base, base.replace("Newt", "Eft")) == theirs.text
    gone = row_of_card(ponds(TABLE.replace(",Size,", ",# Old,")), "newt")
    assert gone.merge(base, base.replace("Size:", "Size: 2")) is None


def test_a_card_of_a_workbook_names_its_cells(ponds):
    book = openpyxl.Workbook()
    book.active.title = "Frogs"
    for row in (["Name", "Size", "Text"], ["Newt", 2, None]):
        book.active.append(row)
    data = io.BytesIO()
    book.save(data)
    folder = ponds(data.getvalue(), "frogs.xlsx")
    with pytest.raises(InputError, match="newt is in a workbook") as caught:
        row_of_card(folder, "newt")
    assert [(str(one.where), one.message) for one in caught.value.findings[1:]] == [
        (f"{folder}/cards/frogs.xlsx:Frogs!A2", "Name: Newt"),
        (f"{folder}/cards/frogs.xlsx:Frogs!B2", "Size: 2"),
        (f"{folder}/cards/frogs.xlsx:Frogs!C2", "Text: –"),
    ]


def test_a_card_that_no_sheet_has_is_not_found(ponds):
    assert row_of_card(ponds(TABLE), "toad") is None
    assert row_of_card(ponds("cards: []\n", "frogs.yaml"), "newt") is None


TEXTS = st.lists(
    st.one_of(
        st.sampled_from(["\n", " ", "'", '"', "=", "-", ":", "#", ";", ",", "\t", "1", "\u2028"]),
        st.characters(exclude_categories=["Cs", "Cc"]),
    ),
    max_size=12,
).map("".join)


@given(st.lists(TEXTS, min_size=3, max_size=3), st.lists(TEXTS, min_size=3, max_size=3))
def test_any_text_is_put_into_its_cell(tmp_path_factory, old, new):
    folder = tmp_path_factory.mktemp("ponds")
    (folder / "cards").mkdir()
    (folder / "game.yaml").write_text(GAME)
    rows = [["id", "name", "text", "flavour", "name:fr"], ["newt", "Newt", *old], ["frog", "Frog", *new]]
    text = io.StringIO(newline="")
    csv.writer(text).writerows(rows)
    file: Path = folder / "cards" / "frogs.csv"
    file.write_bytes(text.getvalue().encode())
    frog, newt = row_of_card(folder, "frog"), row_of_card(folder, "newt")
    file.write_bytes(newt.content_with(frog.text.replace("id: frog\nname: Frog\n", "id: newt\nname: Newt\n")))
    assert row_of_card(folder, "newt").cells == {**frog.cells, "id": "newt", "name": "Newt"}
    assert row_of_card(folder, "frog").text == frog.text

"""The module files/deck_tables."""

from __future__ import annotations

import pytest

from deckwright.errors import InputError
from deckwright.files.deck_formats import parse_deck_list
from deckwright.findings import Where

from .lists import entries, faults_of, read

# Tables, as spreadsheets and collection sites write them.


@pytest.mark.parametrize(
    "text",
    [
        "sep=;\nCount;Name\n2;Town\n",
        '"sep=,"\r\nFolder Name,Quantity,Trade Quantity,Card Name,Set Code\r\nx,2,0,Town,LAB\r\n',
        '"Count","Tradelist Count","Name","Edition","Condition"\n"2","0","Town","lab","Near Mint"\n',
        "Card,Set ID,Set Name,Quantity,Foil\nTown,LAB,Lab,2,REGULAR\n",
        "count,name\n2.0,Town\n",
        "count,name,deck\n,,\n2,Town,\n",
    ],
)
def test_tables_of_other_programs_are_read(vocabulary, text):
    assert entries(read(vocabulary, text)) == [("cards", "town", 2)]


def test_a_column_says_what_is_in_the_sideboard(vocabulary):
    text = "Card Name,Quantity,ID #,Sideboarded,Annotation\nTown,4,1,No,0\nPeach,2,2,Yes,0\n"
    assert entries(read(vocabulary, text)) == [("cards", "town", 4), ("side", "peach", 2)]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("count,name\n1,Nobody\n", "2:3"),
        ('note,name,count\n"a, ""b""",Nobody,1\n', "2:12"),
        ("count,name,zone\n1,Town,Nowhere!\n", "2:8"),
        ("name,count\nTown,many\n", "2:6"),
        ('note,name,count\n"a\nb",Nobody,1\n', "2:1"),
    ],
)
def test_faults_are_at_the_cell(vocabulary, text, place):
    [fault] = faults_of(vocabulary, text)
    assert fault.startswith(f"deck:{place}: ")


def test_a_row_of_a_table_without_a_zone_is_in_the_main_one_wherever_it_is(vocabulary):
    rows = "Count,Name,Zone\n1,Town,side\n2,Heart,\n1,Town, \n1,Heart,side\n2,Heart,\n"
    assert entries(read(vocabulary, rows, "deck.csv")) == [
        ("side", "town", 1),
        ("cards", "heart", 4),
        ("cards", "town", 1),
        ("side", "heart", 1),
    ]


def test_a_table_whose_headings_have_another_separator_is_refused():
    """Found by tests/fuzz."""
    with pytest.raises(InputError, match="has no column with numbers of cards") as caught:
        parse_deck_list(b"Quantity;Name,a,b,c\n2,x,y,z\n", "deck.csv")
    assert caught.value.where == Where("deck.csv", 1, 1)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("count,name\n1,Town,2,Peach\n", "2:8: This cell has no heading above it."),
        (
            "count,name,count,name\n1,Town,2,Peach\n",
            "1:12: Two columns have the heading count. Use one table.",
        ),
        ("sep=;\ncount;Name;name\n1;Town;Peach\n", "2:12: Two columns have the heading name. Use one table."),
    ],
)
def test_a_cell_that_no_column_says_is_an_error(vocabulary, text, fault):
    assert fault in [one.removeprefix("deck:") for one in faults_of(vocabulary, text)]


def test_blank_cells_beyond_the_headings_say_nothing(vocabulary):
    assert entries(read(vocabulary, "count,name\n1,Town,,\n")) == [("cards", "town", 1)]

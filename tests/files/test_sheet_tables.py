"""The worksheets of a spreadsheet that have cards, found before there is a game."""

from __future__ import annotations

import pytest

from deckwright.errors import InputError
from deckwright.files.column_parts import empty_definition
from deckwright.files.sheet_columns import SheetVocabulary
from deckwright.files.sheet_tables import columns_of, is_filled, tables_of
from deckwright.files.spreadsheets import CellError, Row, Spreadsheet, Worksheet, read_spreadsheet

USUAL = SheetVocabulary(empty_definition("en"))


def worksheet(*rows, name="", is_hidden=False):
    """A worksheet with these rows of cells; blank rows have a number, but are not there."""
    filled = [Row(number, number, list(cells)) for number, cells in enumerate(rows, 1) if any(cells)]
    return Worksheet("cards.xlsx", name, filled, is_hidden)


def found(*worksheets):
    odd: dict[str, str] = {}
    return tables_of(Spreadsheet("cards.xlsx", list(worksheets), []), USUAL, odd), odd


def headings(table):
    return {at: text for at, (text, _) in table.headings.items()}


def test_titles_above_the_headings_and_rows_that_are_no_cards_are_skipped():
    sheet = worksheet(
        ["Tide and Ember", ""], [], ["Name", "Cost"], ["Frog", 1], ["#Old", 2], ["", 3], ["Newt", "-"]
    )
    (table,), odd = found(sheet)
    assert headings(table) == {0: "Name", 1: "Cost"}
    assert [row.number for row in table.rows] == [4, 7]
    assert odd == {}


@pytest.mark.parametrize("upper", [["Name", "Stats", ""], ["Name", "Stats", "Stats"]])
@pytest.mark.parametrize("name", ["", "Name"])
def test_the_lower_of_two_rows_of_headings_counts(upper, name):
    (table,), _ = found(worksheet(upper, [name, "Cost", "Power"], ["Frog", 1, 2]))
    assert headings(table) == {0: "Name", 1: "Cost", 2: "Power"}
    assert len(table.rows) == 1


@pytest.mark.parametrize("upper", [["Card", "", "Stats", "", ""], ["Card", "Card", "Stats", "Stats", "Text"]])
def test_headings_that_group_those_below_are_not_read(upper):
    (table,), _ = found(
        worksheet(upper, ["Name", "Qty", "Attack", "Defence", "Text"], ["Frog", 1, 2, 3, "Jumps."])
    )
    assert list(headings(table).values()) == ["Name", "Qty", "Attack", "Defence", "Text"]
    assert [row.number for row in table.rows] == [3]


def test_a_card_below_the_headings_is_not_a_second_row_of_them():
    (table,), _ = found(worksheet(["Name", "Text", ""], ["Frog", "Jumps", "?"]))
    assert (headings(table), len(table.rows)) == ({0: "Name", 1: "Text"}, 1)


def test_hidden_worksheets_and_those_without_names_have_no_cards():
    tables, _ = found(
        worksheet(["Name"], ["Frog"], name="Frogs"),
        worksheet(["Abbreviation", "Meaning"], ["T", "Tap"], name="Legend"),
        worksheet(["Name"], ["Old"], name="Old", is_hidden=True),
    )
    assert [table.worksheet.name for table in tables] == ["Frogs"]


@pytest.mark.parametrize("heading", ["Creature name", "Name (EN)", "Nome mostro"])
def test_a_heading_that_says_name_only_to_a_person_is_found(heading):
    (table,), odd = found(worksheet(["Notes of Name", ""], [heading, "Cost"], ["Frog", 1]))
    assert odd == {heading: "name"}
    assert len(table.rows) == 1


@pytest.mark.parametrize(
    ("rows", "code", "message"),
    [
        ([], "no-cards", "cards.xlsx has no rows."),
        ([["Name", "Cost"]], "no-cards", "cards.xlsx has headings, but no cards below them."),
        ([["A", "B"], [1, 2]], "no-names", "No column has the names of the cards. Headings found: A, B."),
    ],
)
def test_a_sheet_without_cards_is_refused(rows, code, message):
    with pytest.raises(InputError) as caught:
        found(worksheet(*rows))
    assert (caught.value.code, caught.value.message) == (code, message)


def test_columns_of_several_worksheets_with_one_heading_are_one():
    tables, _ = found(
        worksheet(["Name", "Cost"], ["Frog", 1], ["Newt", True], name="Frogs"),
        worksheet(
            ["Name", "Size", "COST"], ["Rain", "", 1.0], ["Hail", "-", CellError("#N/A")], name="Events"
        ),
    )
    name, cost, size = columns_of(tables)
    assert (cost.label, size.label) == ("Frogs!B, Events!C “Cost”", "Events!B “Size”")
    assert cost.values == {1: 2, "TRUE": 1}
    assert (cost.first[1], cost.total, size.total) == ("Frogs!B2", 3, 0)
    assert name.texts == ["Frog", "Newt", "Rain", "Hail"]
    assert cost.cell(tables[1].rows[0], tables[1]) == 1
    assert size.cell(tables[0].rows[0], tables[0]) == ""


def test_the_apostrophe_that_guards_a_cell_of_csv_is_not_part_of_its_value():
    tables = tables_of(read_spreadsheet(b"Name,Change\nFrog,'-1\nNewt,2\n", "cards.csv"), USUAL, {})
    assert columns_of(tables)[1].texts == ["-1", "2"]


def test_an_apostrophe_before_a_dash_does_not_make_it_a_value():
    tables = tables_of(read_spreadsheet(b"Name,Power\nFrog,'-\nNewt,'-2\n", "cards.csv"), USUAL, {})
    power = columns_of(tables)[1]
    assert power.texts == ["-2"]
    assert [is_filled(power.cell(row, tables[0])) for row in tables[0].rows] == [False, True]

"""The worksheets of a spreadsheet that have cards, those that are left out, and what their columns probably have."""

from __future__ import annotations

import pytest

from deckwright.errors import InputError
from deckwright.files.sheet_columns import Heading, SheetVocabulary
from deckwright.files.sheet_guessing import columns_of, is_filled
from deckwright.files.sheet_tables import ColumnParts, empty_definition, tables_of
from deckwright.files.spreadsheets import CellError, Row, Spreadsheet, Worksheet
from deckwright.files.workbooks import read_spreadsheet

USUAL = SheetVocabulary(empty_definition("en"))


def worksheet(*rows, name="", is_hidden=False):
    """A worksheet with these rows of cells; blank rows have a number, but are not there."""
    filled = [Row(number, number, list(cells)) for number, cells in enumerate(rows, 1) if any(cells)]
    return Worksheet("cards.xlsx", name, filled, is_hidden)


def found(*worksheets, wanted=()):
    return tables_of(Spreadsheet("cards.xlsx", list(worksheets), []), USUAL, wanted)


def one(*worksheets):
    """The only table of cards."""
    (table,) = found(*worksheets).cards
    return table


def cards(*names, heads=("Name", "Cost")):
    """Rows of cards with these names."""
    return [list(heads), *([name, number] for number, name in enumerate(names))]


def headings(table):
    return {at: text for at, (text, _) in table.headings.items()}


def test_titles_above_the_headings_and_rows_that_are_no_cards_are_skipped():
    sheet = worksheet(
        ["Tide and Ember", ""], [], ["Name", "Cost"], ["Frog", 1], ["#Old", 2], ["", 3], ["Newt", "-"]
    )
    table = one(sheet)
    assert headings(table) == {0: "Name", 1: "Cost"}
    assert [row.number for row in table.rows] == [4, 7]


@pytest.mark.parametrize("upper", [["Name", "Stats", ""], ["Name", "Stats", "Stats"]])
@pytest.mark.parametrize("name", ["", "Name"])
def test_the_lower_of_two_rows_of_headings_counts(upper, name):
    table = one(worksheet(upper, [name, "Cost", "Power"], ["Frog", 1, 2]))
    assert headings(table) == {0: "Name", 1: "Cost", 2: "Power"}
    assert len(table.rows) == 1


@pytest.mark.parametrize("upper", [["Card", "", "Stats", "", ""], ["Card", "Card", "Stats", "Stats", "Text"]])
def test_headings_that_group_those_below_are_not_read(upper):
    table = one(worksheet(upper, ["Name", "Qty", "Attack", "Defence", "Text"], ["Frog", 1, 2, 3, "Jumps."]))
    assert list(headings(table).values()) == ["Name", "Qty", "Attack", "Defence", "Text"]
    assert [row.number for row in table.rows] == [3]


def test_a_card_below_the_headings_is_not_a_second_row_of_them():
    table = one(worksheet(["Name", "Text", ""], ["Frog", "Jumps", "?"]))
    assert (headings(table), len(table.rows)) == ({0: "Name", 1: "Text"}, 1)


def test_a_title_in_merged_cells_is_no_heading():
    table = one(
        worksheet(["Card", "Card", "Card"], ["Creature", "Cost", "Power"], ["Frog", 1, 2], ["Newt", 2, 3])
    )
    assert headings(table) == {0: "Creature", 1: "Cost", 2: "Power"}


def test_headings_that_are_there_again_have_a_number():
    assert [*headings(one(worksheet(["Name", "Total", "total"], ["Frog", 1, 2]))).values()] == [
        "Name",
        "Total",
        "total (2)",
    ]


def test_each_worksheet_is_cards_or_left_out_with_its_reason():
    tables = found(
        worksheet(*cards("Frog", "Newt", "Toad"), name="Skills"),
        worksheet(*cards("Rain", "Hail"), name="Events"),
        worksheet(["Abbreviation", "Meaning"], ["T", "Tap"], name="Legend"),
        worksheet(*cards("Tree"), name="Story Board"),
        worksheet(*cards("Reed"), name="Idées"),
        worksheet(["Name", "Wins"], ["Frog", 3], ["Newt", 0], name="Round one"),
        worksheet(["Name"], ["Old"], name="2019", is_hidden=True),
        worksheet(["Name", "Cost"], name="Blank"),
    )
    assert [table.worksheet.name for table in tables.cards] == ["Skills", "Events"]
    assert dict(tables.left_out) == {
        "2019": "it is hidden",
        "Legend": "no column has names of cards",
        "Blank": "it has headings, but no cards",
        "Story Board": "its name is not one of cards",
        "Idées": "its name is not one of cards",
        "Round one": "its names are those of Skills",
    }


def test_worksheets_that_are_asked_for_are_read_whatever_they_have():
    sheets = [
        worksheet(*cards("Frog", "Newt"), name="Skills"),
        worksheet(*cards("Frog"), name="Statistics"),
        worksheet(*cards("Reed"), name="Hidden", is_hidden=True),
    ]
    tables = found(*sheets, wanted=["statistics", "hidden"])
    assert [table.worksheet.name for table in tables.cards] == ["Statistics", "Hidden"]
    assert dict(tables.left_out) == {"Skills": "it was not asked for"}
    with pytest.raises(InputError) as caught:
        found(*sheets, wanted=["Skils"])
    assert caught.value.message == "Unknown worksheet: Skils."
    assert caught.value.hint.startswith("Did you mean Skills?")


def test_a_file_of_statistics_alone_is_read():
    assert one(worksheet(*cards("Frog"), name="Statistics")).worksheet.name == "Statistics"


@pytest.mark.parametrize("heading", ["Creature name", "Name (EN)", "Nome mostro"])
def test_a_heading_that_says_name_only_to_a_person_is_found(heading):
    tables = found(worksheet(["Notes of Name", ""], [heading, "Cost"], ["Frog", 1]))
    assert tables.names == {heading: "name"}
    assert len(tables.cards[0].rows) == 1


@pytest.mark.parametrize(
    ("rows", "heading"),
    [
        ([["Cost", "Creature"], [1, "Frog"], [2, "Newt"]], "Creature"),
        ([["Type", "Karte", "Regel"], ["A", "Frosch", "x"], ["A", "Molch", "x"]], "Karte"),
        ([["Our game", ""], ["Value", "Suit"], [1, "Red"], [2, "Red"], [3, "Blue"]], "Suit"),
        ([["A", "B"], [1, 1], [2, 1]], "A"),
        ([["Level", "Gold"], [1, ""], [1, 4], [2, ""], [2, "x"]], "Level"),
        ([["Volcanic", "Weapon", 2], ["Colt", "Weapon", 1], ["Old long rifle", "Weapon", "x"]], "Volcanic"),
    ],
)
def test_without_a_heading_of_names_the_texts_that_differ_most_are_names(rows, heading):
    tables = found(worksheet(*rows))
    assert tables.names == {heading: "name"}
    assert heading in headings(tables.cards[0]).values()
    (finding,) = tables.findings
    assert f"“{heading}” is taken" in finding.message


def test_a_worksheet_without_names_is_read_if_it_is_asked_for():
    book = [
        worksheet(*cards("Frog"), name="Frogs"),
        worksheet(["Car", "Speed"], ["T", 1], ["S", 2], name="Cars"),
    ]
    assert [left.worksheet for left in found(*book).left_out] == ["Cars"]
    tables = found(*book, wanted=["Frogs", "Cars"])
    assert (tables.names, tables.left_out) == ({"Car": "name"}, [])


def test_a_row_alone_does_not_say_what_names_are_called():
    tables = found(
        worksheet(["ID", "カード名"], [1, "上杉謙信"], [2, "伝説"]), worksheet(['","name":"'], name="JSON")
    )
    assert tables.names == {"カード名": "name"}
    assert [table.worksheet.name for table in tables.cards] == [""]


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([], "cards.xlsx has no rows."),
        ([["Name", "Cost"]], "cards.xlsx has headings, but no cards below them."),
    ],
)
def test_a_sheet_without_cards_is_refused(rows, message):
    with pytest.raises(InputError) as caught:
        found(worksheet(*rows))
    assert (caught.value.code, caught.value.message) == ("no-cards", message)


def test_columns_of_several_worksheets_with_one_heading_are_one():
    tables = found(
        worksheet(["Name", "Cost"], ["Frog", 1], ["Newt", True], name="Frogs"),
        worksheet(
            ["Name", "Size", "COST"], ["Rain", "", 1.0], ["Hail", "-", CellError("#N/A")], name="Events"
        ),
    )
    name, cost, size = columns_of(tables.cards)
    assert (cost.label, size.label) == ("Frogs!B, Events!C “Cost”", "Events!B “Size”")
    assert cost.values == {1: 2, "TRUE": 1}
    assert (cost.first[1], cost.total, size.total) == ("Frogs!B2", 3, 0)
    assert name.texts == ["Frog", "Newt", "Rain", "Hail"]
    assert cost.cell(tables.cards[1].rows[0], tables.cards[1]) == 1
    assert size.cell(tables.cards[0].rows[0], tables.cards[0]) == ""


def test_the_apostrophe_that_guards_a_cell_of_csv_is_not_part_of_its_value():
    tables = tables_of(read_spreadsheet(b"Name,Change\nFrog,'-1\nNewt,2\n", "cards.csv"), USUAL)
    assert columns_of(tables.cards)[1].texts == ["-1", "2"]


def test_an_apostrophe_before_a_dash_does_not_make_it_a_value():
    tables = tables_of(read_spreadsheet(b"Name,Power\nFrog,'-\nNewt,'-2\n", "cards.csv"), USUAL)
    power = columns_of(tables.cards)[1]
    assert power.texts == ["-2"]
    assert [is_filled(power.cell(row, tables.cards[0])) for row in tables.cards[0].rows] == [False, True]


LONG = "When this card enters the pond, every player draws a card and discards one."


def parts(rows, languages=("", "en"), icons=()):
    filled = [Row(number, number, list(cells)) for number, cells in enumerate(rows, 1)]
    return ColumnParts(Spreadsheet("cards.xlsx", [Worksheet("cards.xlsx", "", filled)], []), languages, icons)


def part_of(heading, *values, **more):
    """Part of a column beside one of names."""
    rows = [["Name", heading], *([f"Card {number}", value] for number, value in enumerate(values))]
    return parts(rows, **more).parts[heading]


@pytest.mark.parametrize(
    ("heading", "values", "path"),
    [
        ("Type", ["Frog", "Event", "Frog", "Frog"], ("kind",)),
        ("Type", ["Frog", "", "Frog", "Frog"], ("fields", "type")),
        ("Type", [f"Frog {number}" for number in range(9)], ("fields", "type")),
        ("Kind", ["1", "2", "1", "2"], ("fields", "card_kind")),
        ("Qty", [1, 2.0, "3"], ("copies",)),
        ("Count", ["many", "few"], ("fields", "count")),
        ("Qty", [4, "x2", "2 or 3"], ("copies",)),
        ("Copies", [2, "some"], ("fields", "card_copies")),
        ("ID", ["M-1", "M-2"], ("id",)),
        ("ID", ["1", "1"], ("fields", "card_id")),
        ("Rules", ["Hop", "Croak"], ("text",)),
        ("Description", [LONG, "Croak"], ("text",)),
        ("Playtest notes", [LONG, "weak"], ("#",)),
        ("#internal", ["a", "b"], ("#",)),
        ("Origin", ["Forest", "Pond"], ("fields", "card_origin")),
        ("Origin", ["sample", "rulebook"], ("origin",)),
        ("Version", [1, 2], ("revision",)),
        ("Version", [1.1, 2], ("fields", "version")),
        ("Icon", ["mdi:sword", "frog.svg"], ("icon",)),
        ("Icon", ["mdi:sword", "newt"], ("fields", "card_icon")),
        ("Status", ["done", "open"], ("fields", "status")),
        ("Mark", [1, 2], ("marks",)),
        ("Has", [1, 2], ("fields", "card_has")),
        ("2nd Cost", [1, 2], ("fields", "card_2nd_cost")),
        ("力", [1, 2], ("fields", "column_b")),
        ("A" * 60, [1, 2], ("fields", "a" * 40)),
    ],
)
def test_a_column_has_what_its_heading_and_its_values_say(heading, values, path):
    assert part_of(heading, *values, icons=("frog",)) == Heading(path)


def test_of_two_columns_the_one_with_the_very_name_of_a_part_has_it():
    found = parts([["Rules", "Name", "Text", "Title"], [LONG, "Frog", "Hop", "Sir"]])
    assert found.parts == {
        "Rules": Heading(("texts", "rules")),
        "Name": Heading(("name",)),
        "Text": Heading(("text",)),
        "Title": Heading(("fields", "title")),
    }


def test_columns_with_a_language_are_translations_of_those_without():
    found = parts(
        [
            ["Name", "Name (FR)", "Motto", "Motto:fr", "Cost", "Attack (HP)"],
            ["The frog and the newt", "Grenouille", "Hop", "Saute", 1, 2],
        ]
    )
    assert found.language == "en"
    assert found.parts["Name (FR)"] == Heading(("name",), "fr")
    assert found.parts["Motto"] == Heading(("texts", "motto"))
    assert found.parts["Motto:fr"] == Heading(("texts", "motto"), "fr")
    assert found.parts["Attack (HP)"].path == ("fields", "attack_hp")


def test_a_column_in_the_language_of_the_cards_is_not_read_beside_another_with_the_same_part():
    rows = [["Name", "Rules text", "Texte FR"], ["Frog", "Jump.", "Saute."]]
    assert parts(rows, ("", "fr")).language == "en"
    assert parts(rows, ("", "fr")).parts["Texte FR"] == Heading(("text",), "fr")
    assert parts(rows, ("fr", "fr")).parts["Texte FR"] == Heading(("#",))


def test_the_first_of_columns_that_all_have_a_language_is_the_source():
    found = parts(
        [
            ["Name:it", "Name:en", "Effect:it", "Effect:en", "Motto:it", "Motto:en"],
            ["Rana", "Frog", "Salta", "Hop", "Su", "Up"],
        ]
    )
    assert found.language == "it"
    assert found.parts["Name:it"] == Heading(("name",))
    assert found.parts["Effect:en"] == Heading(("text",), "en")
    assert [found.parts[one] for one in ("Motto:it", "Motto:en")] == [
        Heading(("texts", "motto")),
        Heading(("texts", "motto"), "en"),
    ]
    assert found.own["motto"].title == "Motto"


def test_the_named_language_is_that_of_the_columns_without_one():
    rows = [["Name", "Name:fr"], ["The frog", "La grenouille"]]
    assert parts(rows, ("en", "it")).language == "en"
    assert parts(rows).language == "en"
    assert parts([["Nom", "Name:en"], ["La grenouille", "The frog"]]).language == "fr"


def test_names_of_fields_are_different_even_where_headings_are_not():
    found = parts([["Name", "Hop +", "Hop −", "Hop !"], ["Frog", 1, 2, 3]])
    names = [part.path[-1] for part in found.parts.values()]
    assert len(set(names)) == len(names)


def test_each_column_of_a_wide_sheet_is_named_with_as_much_work(calls):
    def work(columns):
        return calls(
            parts, [["Name", *(f"Hop {number}" for number in range(columns))], ["Frog", *["x"] * columns]]
        )

    assert work(1600) < 5 * work(400)


def test_numbers_with_a_decimal_comma_are_numbers_in_any_language():
    rows = [["Name", "Weight"], ["Frog", "1,5"], ["Newt", "2"]]
    found = parts(rows)
    assert (found.decimal, found.own["weight"].guess.type) == (",", "number")
    assert parts(rows, ("fr", "fr")).decimal == ""


def test_a_column_that_repeats_the_language_of_the_one_without_is_not_read():
    text = "Draw a card, and when you do, put the top card of your deck with the others."
    found = parts(
        [["Name", "Text", "Text:en", "Text:fr"], *([f"Frog {one}", text, text, "Hop"] for one in range(9))]
    )
    assert found.language == "en"
    assert found.parts["Text:en"] == Heading(("#",))
    assert found.parts["Text:fr"] == Heading(("text",), "fr")


def of_worksheets(**tables):
    """Columns of several worksheets, by name: rows of cells."""
    made = [
        Worksheet(
            "cards.xlsx", name, [Row(number, number, list(cells)) for number, cells in enumerate(rows, 1)]
        )
        for name, rows in tables.items()
    ]
    return ColumnParts(Spreadsheet("cards.xlsx", made, []), ("", "en"))


def test_worksheets_that_call_the_text_differently_have_one():
    found = of_worksheets(
        Monsters=[["Name", "Rules text", "Texte FR"], ["Frog", LONG, "Chacun pioche."]],
        Spells=[["Name", "Text"], ["Rain", LONG]],
    )
    assert found.parts["Rules text"] == found.parts["Text"] == Heading(("text",))
    assert found.parts["Texte FR"] == Heading(("text",), "fr")
    assert found.own == {}


def test_a_translation_of_a_text_that_its_worksheet_does_not_have_is_not_read():
    found = of_worksheets(
        Monsters=[["Name", "Text"], ["Frog", LONG]],
        Spells=[["Name", "Text FR"], ["Rain", "Chacun pioche."]],
    )
    assert found.parts["Text FR"] == Heading(("#",))


def test_headings_of_signs_are_columns_of_their_own():
    found = parts([["Name", "💡", "🔊", "➜"], ["Frog", 1, "loud", "on"], ["Newt", 2, "low", "off"]])
    assert [found.parts[sign].path[1] for sign in "💡🔊➜"] == [
        "electric_light_bulb",
        "speaker_with_three_sound_waves",
        "heavy_round_tipped_rightwards_arrow",
    ]


@pytest.mark.parametrize("heading", ["Unique ID", "Code", "Card #", "SKU", "Codice", "Numéro de carte"])
def test_a_column_of_codes_that_differ_has_the_ids(heading):
    assert part_of(heading, "A-1", "A-2").path == ("id",)
    assert part_of(heading, "A-1", "A-1").path[0] == "fields"

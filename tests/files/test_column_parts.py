"""The columns of a spreadsheet of cards before there is a game, and what each of them has."""

from __future__ import annotations

import pytest

from deckwright.files.column_parts import ColumnParts
from deckwright.files.sheet_columns import Heading
from deckwright.files.spreadsheets import Row, Spreadsheet, Worksheet

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
        ("Copies", ["2x", "3x"], ("fields", "card_copies")),
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

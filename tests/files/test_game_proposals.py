"""A game proposed from a spreadsheet of cards: every kind of column, what it is not sure of, and its files."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from deckwright.files.game_folder import stops_load
from deckwright.files.game_package import read_package
from deckwright.files.game_proposals import (
    GameProposal,
    GameTitle,
    game_yaml,
    propose_game,
)
from deckwright.files.proposed_faces import STAND_IN, face_yaml, stand_in
from deckwright.files.schemas import schema
from deckwright.files.spreadsheets import Row, Spreadsheet, Worksheet
from deckwright.files.workbooks import read_spreadsheet
from deckwright.files.yaml import parse_document
from deckwright.model.words import fold

ABOUT = GameTitle("frogs", "Frogs")


def sheet(*tables):
    """A workbook with these worksheets: a name, and rows of cells."""
    made = [
        Worksheet(
            "cards.xlsx", name, [Row(number, number, list(cells)) for number, cells in enumerate(rows, 1)]
        )
        for name, *rows in tables
    ]
    return Spreadsheet("cards.xlsx", made, [])


def proposed(*tables, **about):
    found = propose_game(sheet(*tables), ABOUT._replace(**about))
    assert schema("game").faults(found.definition) == []
    return found


def test_kinds_are_from_their_column_with_the_fields_that_their_cards_have():
    found = proposed(
        [
            "Cards",
            ["Name", "Type", "Power", "Rare", "Motto", "Later"],
            ["Frog", "Creature", 1, "x", "Hop", ""],
            ["Newt", "creature", 2, "", "", ""],
            ["Rain", "Event", "", "", "", ""],
            ["Hail", "Event", "-", "", "", ""],
        ]
    )
    assert found.definition["kinds"] == {
        "creature": {
            "name": "Creature",
            "fields": ["power", "rare"],
            "optional": ["motto", "later"],
            "face": "card",
        },
        "event": {"name": "Event", "optional": ["later"], "face": "card"},
    }
    assert found.notes["kinds",].startswith("Column B “Type”: the kinds of cards.")


def test_a_dash_is_nothing_except_in_a_field_of_any_words():
    found = proposed(
        [
            "Cards",
            ["Name", "Type", "Since", "Motto"],
            ["Frog", "Creature", "2024-01-31", "Hop"],
            ["Rain", "Event", "-", "-"],
        ]
    )
    assert found.definition["kinds"]["event"]["fields"] == ["motto"]
    assert "optional" not in found.definition["kinds"]["event"]


def test_each_worksheet_that_has_a_name_is_a_kind():
    rows = (["Name", "Cost"], ["Frog", 1])
    found = proposed(
        ["Frogs", *rows], ["Sheet2", ["Name"], ["Rain"]], ["Legend", ["Key", "Value"], ["T", "Tap"]]
    )
    assert found.definition["kinds"] == {
        "frogs": {"name": "Frogs", "fields": ["cost"], "face": "card"},
        "card": {"name": "Card", "face": "card"},
    }
    assert found.definition["sheets"] == [
        {"worksheet": "Legend", "skip": True},
        {"worksheet": "Sheet2", "kind": "card"},
    ]


def test_a_language_of_states_or_aliases_alone_is_one_of_the_game():
    found = proposed(
        ["", ["Name", "Text:it", "aliases:fr", "state:de"], ["Frog", "Salta.", "Crapaud; Rainette", "draft"]]
    )
    assert found.definition["languages"] == ["en", "it", "fr", "de"]
    assert found.notes["languages",] == "From the columns with a language: Text:it, aliases:fr, state:de."


def test_one_worksheet_without_kinds_is_one_kind_in_the_language_of_the_cards():
    found = proposed(["Frogs", ["Nom"], ["La grenouille"]], language="fr")
    assert found.definition["kinds"] == {"carte": {"name": "Carte", "face": "card"}}
    assert ("source_language",) not in found.notes


def test_what_headings_do_not_say_is_said_under_sheets():
    found = proposed(
        [
            "",
            ["Name", "Name (FR)", "Wording", "Origin", "Weight", "Notes", "#Old", "Cost"],
            [
                "The frog",
                "La grenouille",
                "Every player draws a card and discards another.",
                "Pond",
                "1,5",
                "weak",
                "?",
                1,
            ],
            ["The newt", "Le triton", "Hop.", "Lake", "2,5", "", "", 2],
        ]
    )
    assert found.definition["sheets"] == [
        {"decimal": ","},
        {"columns": {"Name (FR)": "name:fr", "Wording": "text", "Origin": "card_origin", "Notes": "#"}},
    ]
    assert found.definition["languages"] == ["en", "fr"]
    assert ("sheets", 1) in found.notes
    assert [(one.part, one.type) for one in found.columns] == [
        ("name", ""),
        ("name:fr", ""),
        ("text", ""),
        ("card_origin", "string"),
        ("weight", "number"),
        ("#", ""),
        ("#", ""),
        ("cost", "integer"),
    ]


def test_marks_and_icons_that_cards_name_are_declared():
    found = proposed(
        [
            "",
            ["Name", "Marks", "Text"],
            ["Frog", "Unique; Slow", "Pay {coin} and {odd_thing}, not {a b}."],
            ["Newt", "unique; Огонь", "Hop."],
        ]
    )
    assert {mark: one["name"] for mark, one in found.definition["marks"].items()} == {
        "unique": "unique",
        "slow": "Slow",
        "mark-3": "Огонь",
    }
    assert found.definition["icons"] == {"coin": "mdi:alpha-c-circle", "odd_thing": "mdi:alpha-o-circle"}
    assert [mark["icon"] for mark in found.definition["marks"].values()] == [
        "mdi:alpha-u-circle",
        "mdi:alpha-s-circle",
        "mdi:alpha-m-circle",
    ]


def test_costs_of_icons_are_declared_and_stand_in_the_corner_with_the_artist_and_the_number_in_the_foot():
    rows = [
        ["Name", "Mana Cost", "Text", "Artist", "No."],
        ["Fox", "{1}{R}", "{T}: bite.", "Ann Lee", 1],
        ["Elf", "{12}{G}", "", "Ann Lee", 2],
        ["Owl", "{1}{R}", "", "Bo Yan", 3],
    ]
    found = proposed(["", *rows])
    assert found.definition["fields"]["mana_cost"] == {"title": "Mana Cost", "type": "string"}
    assert found.definition["icons"] == {
        "T": "mdi:alpha-t-circle",
        "1": "mdi:numeric-1-circle",
        "R": "mdi:alpha-r-circle",
        "12": "mdi:alpha-a-circle",
        "G": "mdi:alpha-g-circle",
    }
    assert (found.cost, found.cost_icons, found.credit, found.number) == ("mana_cost", 2, "artist", "no")


@pytest.mark.parametrize(
    ("costs", "corner"),
    [(["1", "X", "2+"], "cost"), (["1", "two coins", "2"], ""), (["{1}" * 7, "2", "3"], "")],
)
def test_costs_that_are_no_numbers_stand_in_the_corner_if_they_fit(costs, corner):
    rows = [[f"Frog {at}", cost, 7] for at, cost in enumerate(costs)]
    found = proposed(["", ["Name", "Cost", "No."], *rows])
    assert (found.cost, found.cost_icons, found.number) == (corner, 0, "")


def test_stand_in_icons_differ():
    names = ["cat", "cow", "owl", "cold", *(f"c{number}" for number in range(120))]
    texts = " ".join(f"{{{name}}}" for name in names)
    icons = [*proposed(["", ["Name", "Text"], ["Frog", texts]]).definition["icons"].values()]
    assert len({*icons}) == len(icons) == 124
    assert icons[:4] == ["mdi:cat", "mdi:cow", "mdi:owl", "mdi:alpha-c-circle"]


def test_markup_of_other_tools_is_read_and_its_icons_are_declared():
    found = proposed(
        ["", ["Name", "Text"], ["Frog", "<b>Draw</b> [card]."], ["Newt", r"Gain [card]\13\twice."]]
    )
    assert found.definition["sheets"] == [{"foreign_markup": True}]
    assert [*found.definition["icons"]] == ["card"]
    plain = proposed(["", ["Name", "Text"], ["Frog", "**Draw** {card}."], ["Newt", "Gain [gold]1[/gold]."]])
    assert "sheets" not in plain.definition


def test_a_format_lets_every_deck_pass_and_knows_the_box_if_the_sheet_counts_cards():
    found = proposed(["", ["Name", "Qty"], ["Frog", 2]])
    assert [rule["id"] for rule in found.definition["formats"]["open"]["rules"]] == ["size", "box"]
    found = proposed(["", ["Name"], ["Frog"]])
    assert [rule["id"] for rule in found.definition["formats"]["open"]["rules"]] == ["size"]


@pytest.mark.parametrize(
    ("rows", "ids"),
    [
        ([["Strike", 1, "Red"], ["Strike", 2, "Blue"], ["Frog", 1, "Red"]], ["colour"]),
        ([["Strike", 1, "Red"], ["Strike", 2, "Red"], ["Frog", 1, "Blue"]], ["cost"]),
        ([["Strike", 1, "Red"], ["Strike", 2, "Red"], ["Strike", 1, "Blue"]], ["colour", "cost"]),
        ([["TBD", 1, "Red"], ["TBD", 1, "Red"]], ["row"]),
        ([["???", 1, "Red"], ["日本", 1, "Blue"]], ["colour"]),
        ([["日本", 1, ""]], ["row"]),
        ([["Frog", 1, "Red"], ["Newt", 1, "Red"]], None),
    ],
)
def test_rows_of_one_name_are_told_apart_by_choices_then_numbers_then_their_order(rows, ids):
    more = [["A", 5, "Red"], ["B", 6, "Red"], ["C", 7, "Blue"], ["D", 8, "Blue"]]
    found = proposed(["", ["Name", "Cost", "Colour"], *rows, *more])
    assert next((entry["ids"] for entry in found.definition.get("sheets", ()) if "ids" in entry), None) == ids


def test_every_field_and_section_has_a_note():
    found = proposed(
        ["", ["Name", "Cost", "Lore"], ["Frog", 1, "A long story of a frog that was once a prince, or so."]]
    )
    declared = [("fields", name) for name in found.definition["fields"]]
    declared += [("texts", name) for name in found.definition.get("texts", ())]
    assert {*declared, ("kinds",), ("formats",), ("source_language",)} <= {*found.notes}


WORD = st.text(
    st.characters(categories=["L", "N", "P", "S", "Zs"], exclude_characters="{}*#\u00ad"),
    min_size=1,
    max_size=25,
)
CELL = st.one_of(
    st.just(""),
    st.integers(-99, 999).map(str),
    st.sampled_from(
        [
            "x",
            "yes",
            "no",
            "2024-01-31",
            "1,5",
            "2.5",
            "a; b",
            "a, b",
            "art.png",
            "-",
            "'-",
            "0",
            "Fire",
            "Water",
        ]
    ),
    WORD,
    st.just("A longer text, in which every player draws a card, and then discards it."),
)
HEADING = st.sampled_from(
    [
        *(
            "Cost",
            "Type",
            "Kind",
            "Text",
            "Rules",
            "Copies",
            "Count",
            "ID",
            "Origin",
            "Version",
            "Status",
            "Motto",
        ),
        *(
            "Motto:fr",
            "Name:fr",
            "Name (IT)",
            "Notes",
            "Lore",
            "Title",
            "Has",
            "2nd",
            "Icon",
            "Counts",
            "Flavour",
        ),
        *("Aliases", "力", "Zone", "Marks", "aliases:it"),
    ]
) | WORD.filter(lambda text: any(map(str.isalnum, text)))


@given(st.data())
def test_whatever_a_sheet_has_its_cards_are_read_with_the_game_that_is_proposed(tmp_path_factory, data):
    headings = data.draw(st.lists(HEADING, max_size=6, unique_by=lambda text: fold(text) or text))
    height = data.draw(st.integers(1, 8))
    # Columns of few values, so that some are of one type.
    values = st.lists(CELL, min_size=1, max_size=4).map(st.sampled_from)
    column = values.flatmap(lambda cells: st.lists(cells, min_size=height, max_size=height))
    columns = [data.draw(column) for _ in headings]
    rows = [
        ["Name", *headings],
        *(
            [f"Card {number}", *cells]
            for number, cells in enumerate(zip(*columns, strict=True) if columns else [()] * height)
        ),
    ]
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    content = text.getvalue().encode()
    found = propose_game(read_spreadsheet(content, "cards.csv"), ABOUT)
    copies = next((at for at, one in enumerate(found.columns) if one.part == "copies"), None)
    kept = [row for row in rows[1:] if copies is None or set(row[copies].strip()) != {"0"}]
    assume(kept)  # a card with 0 copies is skipped, with a warning
    assert schema("game").faults(found.definition) == []
    folder = tmp_path_factory.mktemp("game") / "frogs"
    (folder / "cards").mkdir(parents=True)
    (folder / "faces").mkdir()
    (folder / "pictures").mkdir()
    (folder / "pictures" / STAND_IN).write_bytes(stand_in())
    (folder / "game.yaml").write_text(game_yaml(found, "cards.csv"), encoding="utf-8")
    (folder / "faces" / "card.yaml").write_text(face_yaml(found), encoding="utf-8")
    (folder / "cards" / "cards.csv").write_bytes(content)
    package, findings = read_package(folder)
    of_copies = [
        finding for finding in findings if finding.where and finding.where.column == (copies or 0) + 1
    ]
    assume(
        copies is None or not stops_load(of_copies)
    )  # a word among numbers of copies is an error at its cell
    errors = [one for one in findings if one.severity == "error"]
    assert not stops_load(findings), (rows, errors, found.definition)
    assert package is not None
    assert len(package.cards) == len(kept)


TEXT = st.text(st.characters(exclude_categories=["Cs", "Cc", "Co", "Cn"]), max_size=30) | st.sampled_from(
    [
        "yes",
        "No",
        "null",
        "~",
        "1.5",
        "0x1f",
        "2024-01-31",
        "a: b",
        "a #b",
        "- a",
        "{a}",
        "[a",
        "’",
        "é",
        "x\ny",
        "",
        " a ",
    ]
)
LEAF = TEXT | st.integers(-9999, 9999) | st.booleans()
VALUE = st.recursive(
    LEAF,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.from_regex(r"[a-z][a-z_]{0,9}", fullmatch=True), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(
    st.dictionaries(st.sampled_from(["title", "fields", "texts", "kinds", "sheets"]), VALUE), TEXT, st.data()
)
def test_what_is_read_is_what_was_proposed(definition, note, data):
    definition = {"id": "x", **definition}
    paths = [(key,) for key in definition]
    paths += [(key, inner) for key, value in definition.items() if isinstance(value, dict) for inner in value]
    notes = dict.fromkeys(data.draw(st.lists(st.sampled_from(paths))), note)
    text = game_yaml(GameProposal(definition, notes, ()), "cards.xlsx")
    assert parse_document(text.encode(), "game.yaml").value == definition


def test_each_note_is_a_comment_above_what_it_is_about():
    definition = {
        "id": "x",
        "fields": {"cost": {"title": "Cost", "type": "integer"}},
        "sheets": [{"decimal": ","}],
    }
    notes = {
        ("fields", "cost"): "Whole numbers.",
        ("sheets", 0): "A comma.",
        ("id",): "The id.\nOf two lines.",
    }
    lines = game_yaml(GameProposal(definition, notes, ()), "cards.xlsx").splitlines()
    assert lines[-10:] == [
        "# The id.\\nOf two lines.",
        "id: x",
        "",
        "fields:",
        "  # Whole numbers.",
        "  cost: {title: Cost, type: integer}",
        "",
        "sheets:",
        "  # A comma.",
        '  - {decimal: ","}',
    ]

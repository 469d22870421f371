"""A proposed game as files: what is read from them is what was proposed."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from deckwright.files.game_proposals import GameProposal, GuessedColumn
from deckwright.files.game_writing import face_yaml, game_yaml
from deckwright.files.schemas import check_document
from deckwright.files.yaml import parse_document

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


COLUMNS = (
    GuessedColumn("Name", "A", "name"),
    GuessedColumn("Mana Cost", "B", "mana_cost", "integer"),
    GuessedColumn("Power", "C", "power", "number"),
    GuessedColumn("Rare", "D", "rare", "boolean"),
    GuessedColumn("Tags", "E", "field.tags", "list"),
    GuessedColumn("Art", "F", "art", "picture"),
    GuessedColumn("Icon", "G", "icon"),
    GuessedColumn("Marks", "H", "marks"),
    GuessedColumn("Notes", "I", "#"),
)


def test_the_face_shows_every_field_and_picture():
    text = face_yaml(GameProposal({"marks": {"unique": {}}}, {}, COLUMNS))
    document = parse_document(text.encode(), "faces/card.yaml")
    assert check_document(document, "face") == []
    for shown in (
        "number: mana_cost",
        "{power}",
        "rare:yes",
        "{field:rare}",
        "{tags}",
        '"{art}"',
        '"{icon}"',
        "{marks}",
    ):
        assert shown in text
    assert text.count("mana_cost") == 3
    assert "# cost" not in text


def test_a_game_without_fields_has_a_face_too():
    text = face_yaml(GameProposal({}, {}, COLUMNS[:1]))
    assert check_document(parse_document(text.encode(), "faces/card.yaml"), "face") == []


def test_pictures_leave_room_where_there_are_many_fields():
    many = [
        GuessedColumn(f"Field number {number} of many", "", f"f{number}", "string") for number in range(12)
    ]
    heights = [
        next(
            float(line.split("height: ")[1].split(",")[0])
            for line in face_yaml(GameProposal({}, {}, columns)).splitlines()
            if "picture" in line
        )
        for columns in (COLUMNS[5:6], (*COLUMNS[5:6], *many))
    ]
    assert heights == [30, 14]


def test_fields_that_have_no_room_are_left_out_by_name():
    many = [GuessedColumn(f"F{number}", "A", f"f{number}", "integer") for number in range(20)]
    text = face_yaml(GameProposal({}, {}, tuple(many)))
    document = parse_document(text.encode(), "faces/card.yaml")
    assert check_document(document, "face") == []
    assert document.value["leaves_out"] == [f"f{number}" for number in range(14, 20)]

"""The face of a proposed game: its look, boxes for all columns, and colours that everybody can tell apart."""

from __future__ import annotations

from itertools import combinations
from math import dist

import pytest

from deckwright.files.game_proposals import GameProposal, GuessedColumn
from deckwright.files.proposed_faces import FAMILY_COLOURS, CardRoom, face_yaml, look_of
from deckwright.files.schemas import check_document
from deckwright.files.yaml import parse_document

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
    text = face_yaml(GameProposal({"marks": {"unique": {}}}, {}, COLUMNS, cost="mana_cost"), "plain")
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


@pytest.mark.parametrize(("icons", "beside"), [(0, "13"), (3, "15.8")])
def test_costs_are_in_a_circle_or_a_row_of_icons_and_the_foot_has_artist_and_number(icons, beside):
    columns = [GuessedColumn(name, "A", name.lower(), "string") for name in ("Cost", "Artist", "No")]
    proposal = GameProposal(
        {}, {}, tuple(columns), cost="cost", cost_icons=icons, credit="artist", number="no"
    )
    text = face_yaml(proposal)
    assert check_document(parse_document(text.encode(), "faces/card.yaml"), "face") == []
    assert ("shape: circle" in text) is (icons == 0)
    assert f"2 * inset_x - {beside}), 11]" in text
    assert ('"{artist} · {game}"' in text, '"{no} · {id} · r{revision}"' in text) == (True, True)
    assert "field:artist" not in text
    assert "field:no" not in text
    assert text.count('when: "-has:artist"') == text.count(', when: "has:artist"') == 1


def test_a_narrow_foot_has_the_card_alone_and_its_artist():
    columns = (GuessedColumn("Artist", "A", "artist", "string"),)
    text = face_yaml(
        GameProposal({}, {}, columns, credit="artist"), "", CardRoom("mini", 0.6, has_two_feet=False)
    )
    assert "{id: source, drop: yes}" in text
    assert '"{artist} · {id} · r{revision}"' in text
    assert "{game}" not in text


def test_the_look_is_chosen_from_the_columns():
    numbers = [GuessedColumn(name, "A", name.lower(), "integer") for name in ("Speed", "Hull", "Crew")]
    text = GuessedColumn("Text", "B", "text")
    assert look_of(COLUMNS) == "picture"
    assert look_of([*numbers, text]) == "numbers"
    assert look_of([*numbers[:2], text]) == "text"
    assert look_of(numbers[:2]) == "plain"
    assert look_of([*numbers, text], "crew") == "text"


def test_kinds_have_colours_and_numbers_strips():
    columns = [GuessedColumn(name, "A", name.lower(), "integer") for name in ("Speed", "Hull", "Crew")]
    text = face_yaml(GameProposal({"kinds": {"ship": {}, "port": {}}}, {}, tuple(columns)), "numbers")
    document = parse_document(text.encode(), "faces/card.yaml")
    assert check_document(document, "face") == []
    head = document.value["palette"]["head"]
    assert (head["by"], len({head["ship"], head["port"]})) == ("kind", 2)
    strips = [box["group"][-1] for box in document.value["boxes"][-1]["stack"] if "group" in box]
    assert [(box["text"], box["style"]) for box in strips] == [
        (f"{{{name}}}", "value") for name in ("speed", "hull", "crew")
    ]


def test_cards_of_one_kind_are_coloured_by_their_first_choice():
    choices = [{"const": "red", "title": "Red"}, {"const": "blue", "title": "Blue"}]
    definition = {"kinds": {"card": {}}, "fields": {"suit": {"oneOf": choices}}}
    columns = (GuessedColumn("Name", "A", "name"), GuessedColumn("Suit", "B", "suit", "choice"))
    text = face_yaml(GameProposal(definition, {}, columns))
    document = parse_document(text.encode(), "faces/card.yaml")
    head = document.value["palette"]["head"]
    assert (head["by"], len({head["red"], head["blue"]})) == ("suit", 2)
    assert text.count("{suit}") == 1
    assert "{kind}" not in text


@pytest.mark.parametrize("place", ["cost", "credit", "number"])
def test_what_is_in_the_corner_or_the_foot_colours_no_card(place):
    choice = {"type": "string", "oneOf": [{"const": "ann"}, {"const": "zed"}]}
    columns = (GuessedColumn("Artist", "A", "artist", "choice"),)
    proposal = GameProposal({"fields": {"artist": choice}}, {}, columns)
    assert "by: artist" in face_yaml(proposal)
    text = face_yaml(GameProposal({"fields": {"artist": choice}}, {}, columns, **{place: "artist"}))
    assert "by: artist" not in text
    assert "style: kind" not in text


def test_a_card_with_little_on_it_has_the_initial_of_its_name():
    short = (GuessedColumn("Name", "A", "name"),)
    assert "name | first 1" in face_yaml(GameProposal({}, {}, short))
    assert "name | first 1" not in face_yaml(
        GameProposal({}, {}, (*short, GuessedColumn("Text", "B", "text"))), "plain"
    )


def test_a_game_without_fields_has_a_face_too():
    text = face_yaml(GameProposal({}, {}, COLUMNS[:1]))
    assert check_document(parse_document(text.encode(), "faces/card.yaml"), "face") == []


def test_pictures_leave_room_where_there_are_many_fields():
    many = [
        GuessedColumn(f"Field number {number} of many", "", f"f{number}", "string") for number in range(12)
    ]
    heights = [
        next(
            float(line.split("height: $(")[1].split(" ")[0])
            for line in face_yaml(GameProposal({}, {}, columns)).splitlines()
            if "picture:" in line
        )
        for columns in (COLUMNS[5:6], (*COLUMNS[5:6], *many))
    ]
    assert heights == [32, 14]


def test_fields_that_have_no_room_are_left_out_by_name():
    many = [GuessedColumn(f"F{number}", "A", f"f{number}", "integer") for number in range(20)]
    text = face_yaml(GameProposal({}, {}, tuple(many)))
    document = parse_document(text.encode(), "faces/card.yaml")
    assert check_document(document, "face") == []
    assert document.value["leaves_out"] == [f"f{number}" for number in range(14, 20)]
    with_text = face_yaml(GameProposal({}, {}, (*many, GuessedColumn("Text", "B", "text"))))
    assert parse_document(with_text.encode(), "card.yaml").value["leaves_out"][0] == "f9"


# Machado, Oliveira and Fernandes, 2009: what eyes that lack a cone make of red, green and blue light.
EYES = {
    "all cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "no green": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "no blue": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}


def light(colour):
    """Red, green and blue light of a colour, from 0 to 1."""
    shares = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return [share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]


def times(matrix, values):
    return [sum(a * b for a, b in zip(row, values, strict=True)) for row in matrix]


def lab(colour, eye):
    """Lightness and hue of a colour, CIE L*a*b*, as an eye sees it."""
    seen = [min(max(share, 0), 1) for share in times(EYES[eye], light(colour))]
    xyz = times(((0.4339, 0.3762, 0.1899), (0.2126, 0.7152, 0.0722), (0.0177, 0.1095, 0.8728)), seen)
    x, y, z = (share ** (1 / 3) if share > 0.008856 else 7.787 * share + 16 / 116 for share in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("eye", EYES)
def test_colours_differ_for_every_eye(eye):
    assert min(dist(lab(one, eye), lab(other, eye)) for one, other in combinations(FAMILY_COLOURS, 2)) > 20


@pytest.mark.parametrize("colour", FAMILY_COLOURS)
def test_white_letters_can_be_read_on_every_colour(colour):
    luminance = sum(a * b for a, b in zip((0.2126, 0.7152, 0.0722), light(colour), strict=True))
    assert 1.05 / (luminance + 0.05) > 4.5

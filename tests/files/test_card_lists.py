"""Lists of cards in CSV files."""

from __future__ import annotations

import pytest

from deckwright.files.card_tables import read_card_list
from deckwright.files.game_package import inspect_package
from deckwright.model.card import Card, CardNames

NAMES = CardNames(
    Card("tide", name, "card", "en", texts={"en": {"name": title}})
    for name, title in (("ray", "Ray"), ("eel", "Eel, grey"), ("old-ray", "Old"), ("new-ray", "Old"))
)


def read(text):
    entries, findings = read_card_list(text.encode(), "points.csv", NAMES)
    return entries, [f"{one.where.line}: {one.message}" for one in findings]


def test_cards_are_written_by_id_or_name():
    text = 'card,value,since,until,# note\nray,3,2026-01-01,2026-02-01,of old\n"Eel, grey",1.5,,,\n,,,,\n'
    assert read(text) == (
        [
            {"card": "ray", "value": 3, "since": "2026-01-01", "until": "2026-02-01"},
            {"card": "eel", "value": 1.5},
        ],
        [],
    )


def test_only_the_card_is_required_and_semicolons_separate_too():
    assert read("Card;Value\nray;2,5\n") == ([{"card": "ray", "value": 2.5}], [])
    assert read("card\nray\n") == ([{"card": "ray"}], [])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("card\nrayy\n", "2: The game has no card rayy. Did you mean ray, old-ray, new-ray?"),
        ("card\nOld\n", "2: Old is the name of several cards. Use one of: old-ray, new-ray."),
        ("card,value\n,3\n", "2: This line names no card."),
        ("card,value\nray,many\n", "2: “many” is not a number."),
        ("card,value\nray,inf\n", "2: “inf” is not a number."),
        ("card,since\nray,2026-02-30\n", "2: “2026-02-30” is not a date such as 2026-01-31."),
        ("card,since,until\nray,2026-02-02,2026-02-01\n", "2: This ends before it starts."),
        ("card,value\nEel, grey,1\n", "2: “1” is in no column. Put quotes around a text that contains"),
        ("card,valu\nray,1\n", "1: Unknown column: valu. Did you mean value?"),
        ("card,card\nray,ray\n", "1: The column card is there twice."),
        ("value\n1\n", "1: The first line must name the columns: card, value, since, until."),
        ('card\n"ray\n', "2: The quotation marks of this row do not match."),
    ],
)
def test_a_line_that_cannot_be_read_is_reported(text, message):
    entries, messages = read(text)
    assert entries == []
    assert [one for one in messages if one.startswith(message)], messages


GAME = """\
id: tide
title: Tide
source_language: en
languages: [en]
kinds: {card: {name: Card}}
lists: {points: lists/points.csv}
formats: {base: {name: Base, rules: [{id: points, measure: {sum: points}, max: 3}]}}
"""
CARDS = "cards: [{id: ray, name: Ray, kind: card}]\n"


def write_list(folder, name, text):
    (folder / "lists").mkdir()
    (folder / "lists" / name).write_text(text, encoding="utf-8")


def test_a_list_in_a_file_is_read_with_the_game(game_folder):
    folder = game_folder(GAME, CARDS)
    write_list(folder, "points.csv", "card,value\nRay,2\n")
    package, findings = inspect_package(folder)
    assert findings == []
    assert package.game.definition["lists"] == {"points": [{"card": "ray", "value": 2}]}


def test_a_file_that_is_missing_or_not_named_is_reported(game_folder):
    folder = game_folder(GAME, CARDS)
    write_list(folder, "point.csv", "card\nray\n")
    _, findings = inspect_package(folder)
    assert sorted((one.severity, one.message) for one in findings) == [
        (
            "error",
            "File not found: lists/points.csv. Did you mean lists/point.csv?",
        ),
        ("warning", "No list of game.yaml names this file: it is ignored."),
    ]

"""Formats as written in game.yaml: what they take over from others, and tables of cards."""

from __future__ import annotations

from datetime import date

import pytest

from deckwright.files.game_package import inspect_package, read_package
from deckwright.model.format import format_entry, listed_cards, read_format, with_lists
from deckwright.model.rule import matcher_of

GAME = """\
id: tide
title: Tide
source_language: en
languages: [en]
kinds: {card: {name: Card}}
lists:
  points: {ray: 3, eel: {value: 1.5, since: 2026-02-01}}
  exiled: [eel, {card: ray, until: 2026-01-31}]
formats:
  base:
    name: Base deck
    zones: [side]
    references: {leader: "id:ray"}
    banned: [eel]
    cite: Tide, 1
    rules:
      - {id: size, measure: cards, min: 40}
      - {id: copies, measure: copies, max: 3, message: Three copies.}
  small:
    name: Small deck
    like: base
    drop: [banned]
    zones: [deep]
    rules:
      - {id: extra, measure: distinct, max: 9}
      - {id: size, measure: cards, min: 20}
  smaller: {name: Smaller deck, like: small, drop: [extra]}
"""
CARDS = "defaults: {kind: card}\ncards: [{id: ray, name: Ray}, {id: eel, name: Eel}]\n"


@pytest.fixture
def tide(game_folder):
    package, findings = read_package(game_folder(GAME, CARDS))
    assert package, findings
    return package


def test_a_format_takes_over_another_and_changes_it(tide):
    entry = format_entry(tide.game.definition, "small")
    assert [(rule["id"], rule["format"]) for rule in entry["rules"]] == [
        ("size", "small"),
        ("copies", "base"),
        ("extra", "small"),
    ]
    assert entry["zones"] == ["side", "deep"]
    assert entry["cite"] == "Tide, 1"
    assert "banned" not in entry


def test_formats_can_be_like_formats_that_are_like_others(tide):
    read = read_format(tide.game, "smaller", matcher_of(tide.game))
    assert [rule.id for rule in read.rules] == ["size", "copies"]
    assert read.rules[0].requirement.limits.bounds.min == 20
    assert read.zones == ("cards", "side", "deep")
    assert set(read.references) == {"leader"}


def test_a_rule_has_the_message_of_the_format_that_writes_it(tide):
    assert "format:base.copies" in tide.game.labels["en"]
    assert not any(label.startswith("format:small.copies") for label in tide.game.labels["en"])


@pytest.mark.parametrize(
    ("change", "line", "message"),
    [
        (("like: base", "like: bsae"), "like:", "This game has no format bsae. Did you mean base?"),
        (("drop: [banned]", "drop: [sise]"), "drop:", "The format base has no rule sise. Did you mean size?"),
        (
            ("    cite: Tide, 1\n", "    like: smaller\n"),
            "like: base",
            "These formats are like each other: base, smaller, small.",
        ),
        (("points: {ray", "points: {raya"), "points:", "The game has no card raya. Did you mean ray?"),
        (("banned: [eel]", "banned: exild"), "banned:", "The game has no list exild. Did you mean exiled?"),
        (("2026-02-01}", "2026-02-30}"), "points:", "The date 2026-02-30 does not exist."),
    ],
)
def test_what_does_not_fit_is_reported_at_its_line(game_folder, change, line, message):
    text = GAME.replace(*change)
    assert text != GAME
    _, findings = inspect_package(game_folder(text, CARDS))
    found = {(one.message, text.splitlines()[one.where.line - 1].strip()) for one in findings}
    assert any(said.startswith(message) and place.startswith(line) for said, place in found), found


def test_a_list_is_a_number_field_on_its_days(tide):
    cards = {card.id: card for card in tide.cards}
    lists = tide.game.definition["lists"]

    def fields(day):
        return {name: dict(card.fields) for name, card in with_lists(cards, lists, day).items()}

    assert fields(date(2026, 1, 31)) == {"ray": {"points": 3, "exiled": 1}, "eel": {"exiled": 1}}
    assert fields(date(2026, 2, 1)) == {"ray": {"points": 3}, "eel": {"points": 1.5, "exiled": 1}}
    assert with_lists(cards, {}, date(2026, 1, 1)) is cards


def test_every_way_to_write_a_table():
    first, last = date.min, date.max
    assert [*listed_cards(["a", {"card": "b", "value": 2}])] == [("a", 1, first, last), ("b", 2, first, last)]
    assert [*listed_cards({"a": 0, "b": {"max": 4, "since": "2026-01-01"}})] == [
        ("a", 0, first, last),
        ("b", 4, date(2026, 1, 1), last),
    ]

"""A file with many faults: each is told, also those of tiles beside ones that are not written as tiles."""

from __future__ import annotations

import pytest

from deckwright.errors import InputError

TILES = [
    {"card": "swamp", "at": [2, 0]},
    {"card": "swamp", "at": [2, 1]},
    {"card": "swampp", "at": [3, 0]},
    {"card": "swamp", "at": [4, 0], "turn": 180},
    {"card": "swamp"},
    {"card": "swamp", "at": [1.5, 0]},
    "swamp",
    {"card": "medal-lava", "at": [5, 0]},
]


def faults(scored, tiles):
    with pytest.raises(InputError) as caught:
        scored("big-monster", {"mode": "competitive", "seats": {"Ann": {"tiles": tiles, "explorer": []}}})
    assert all(one.where.line and one.where.column for one in caught.value.findings)
    return sorted(one.rule for one in caught.value.findings if one.severity == "error")


def test_all_that_is_wrong_with_tiles_is_told_at_once(scored):
    assert faults(scored, TILES) == [
        "overlap",
        "schema",
        "schema",
        "schema",
        "unknown-card",
        "upright",
        "zone",
    ]


def test_no_gap_is_told_where_a_tile_could_not_be_read(scored):
    row = [{"card": "swamp", "at": [2 + column, 0]} for column in range(3)]
    assert "gap" in faults(scored, [row[0], row[2], {"card": "desert", "at": [4, 0], "turn": 90}])
    assert faults(scored, [row[0], row[1] | {"card": "swampp"}, row[2]]) == ["unknown-card"]


def test_tiles_of_one_name_are_listed_with_what_they_differ_in(scored):
    tiles = [{"card": "Frost Hen", "at": [2, 0]}]
    with pytest.raises(InputError) as caught:
        scored("big-monster", {"mode": "competitive", "seats": {"Ann": {"tiles": tiles, "explorer": []}}})
    (finding,) = [one for one in caught.value.findings if one.rule == "ambiguous-card"]
    assert "ice-blue (" in finding.message
    assert "ice-blue-5 (" in finding.message

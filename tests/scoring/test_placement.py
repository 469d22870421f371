"""Findings about tiles that overlap or are turned: where, and about which cards."""

from __future__ import annotations

import pytest

from deckwright.errors import InputError


def tiles(*placed):
    return {
        "mode": "competitive",
        "seats": {name: {"explorer": "explorer-red-man", "tiles": list(placed)} for name in ("a",)},
    }


def test_two_tiles_on_one_cell_are_named_with_their_places(scored):
    placed = ({"card": "swamp", "at": [2, 0]}, {"card": "lava-green", "at": [2, 1]})
    with pytest.raises(InputError) as caught:
        scored("big-monster", tiles(*placed))
    (finding,) = [one for one in caught.value.findings if one.rule == "overlap"]
    assert finding.message.endswith(" at [2, 1] overlaps Bog Lurker at [2, 0].")
    assert finding.subjects == ("lava-green", "swamp")
    assert finding.where.line > 1


def test_a_turned_tile_is_named(scored):
    with pytest.raises(InputError) as caught:
        scored("big-monster", tiles({"card": "swamp", "at": [2, 0], "turn": 90}))
    (finding,) = [one for one in caught.value.findings if one.rule == "upright"]
    assert (finding.message, finding.found, finding.limit) == (
        "Bog Lurker is turned: every tile must be upright.",
        90,
        0,
    )

from __future__ import annotations

from deckwright.model.definition import queries_in

DEFINITION = {
    "formats": {
        "lab": {
            "pool": "kind:tool",
            "rules": [{"over": "a", "when": "b"}, {"measure": "cards"}, {"over": "c", "of": "d"}],
        }
    },
    "piles": {
        "main": {
            "from": "e",
            "parts": [{"of": "f"}, {"of": "g", "take": 2}],
            "modes": {"fast": {"parts": [{"of": "h"}]}},
        }
    },
}

PLACES = {
    "kind:tool": ("formats", "lab", "pool"),
    "a": ("formats", "lab", "rules", 0, "over"),
    "b": ("formats", "lab", "rules", 0, "when"),
    "c": ("formats", "lab", "rules", 2, "over"),
    "d": ("formats", "lab", "rules", 2, "of"),
    "e": ("piles", "main", "from"),
    "f": ("piles", "main", "parts", 0, "of"),
    "g": ("piles", "main", "parts", 1, "of"),
    "h": ("piles", "main", "modes", "fast", "parts", 0, "of"),
}


def test_every_query_is_found_at_its_place():
    assert dict(queries_in(DEFINITION)) == PLACES


def test_a_game_may_have_neither_formats_nor_piles():
    assert list(queries_in({})) == []

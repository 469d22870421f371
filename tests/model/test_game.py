"""The module model/game."""

from __future__ import annotations

from deckwright.model.game import Game, is_allowed, list_numbers, numbers_in, queries_in, references_of

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


def test_a_format_takes_over_the_references_of_those_it_is_like():
    formats = {
        "wide": {"references": {"leader": "kind:leader", "home": "kind:home"}},
        "near": {"like": "wide", "references": {"leader": "mark:leader"}},
        "odd": {"like": "odder"},
        "odder": {"like": "odd", "references": {"one": "a"}},
    }
    definition = {"formats": formats}
    assert references_of(definition, "near") == {"leader": "mark:leader", "home": "kind:home"}
    assert references_of(definition, "wide") == formats["wide"]["references"]
    assert references_of(definition, "odd") == {"one": "a"}
    assert references_of(definition, "none") == references_of({}, "none") == {}


def test_a_span_lists_its_numbers():
    assert numbers_in({"min": 2, "max": 4}) == (2, 3, 4)
    assert numbers_in({"min": 4, "max": 2}) == ()
    assert numbers_in(None) == ()


def test_a_list_of_numbers_is_given_in_order():
    assert numbers_in([6, 4]) == (4, 6)


def test_without_a_span_anybody_may_play_but_somebody_must():
    assert is_allowed(99, ())
    assert not is_allowed(0, ())
    assert is_allowed(2, (2, 3))
    assert not is_allowed(4, (2, 3))


def test_numbers_are_listed_for_a_message():
    assert [list_numbers(numbers) for numbers in ((), (2,), (2, 3), (2, 3, 4))] == [
        "1 or more",
        "2",
        "2 or 3",
        "2, 3 or 4",
    ]


def test_a_game_without_some_modes_has_nothing_that_is_only_for_them():
    definition = {
        "modes": {"long": {"name": "Long"}, "short": {"name": "Short"}, "duel": {"name": "Duel"}},
        "turn": {
            "draw": {"text": "Draw.", "modes": ["long", "short"]},
            "bid": {"text": "Bid.", "modes": ["duel"]},
            "end": {"items": {"last": {"modes": ["short", "duel"]}, "all": {}}},
        },
        "deal": {"modes": {"duel": {"first": "all"}, "short": {"first": "people"}}},
        "list": [{"modes": ["duel"]}, {"modes": ["long"]}],
    }
    game = Game("frogs", "en", ("en",), definition)
    assert game.without_modes(()) is game
    assert game.without_modes(["duel"]).definition == {
        "modes": {"long": {"name": "Long"}, "short": {"name": "Short"}},
        "turn": {"draw": {"text": "Draw."}, "end": {"items": {"last": {"modes": ["short"]}, "all": {}}}},
        "deal": {"modes": {"short": {"first": "people"}}},
        "list": [{"modes": ["long"]}],
    }

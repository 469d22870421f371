"""The module files/deck_yaml."""

from __future__ import annotations

from hypothesis import event, given
from hypothesis import strategies as st

from deckwright.files.deck_yaml import is_plain_deck
from deckwright.files.schemas import schema

IDS = st.sampled_from(["lab", "the-office", "a" * 60, "a" * 61, "Lab", "a--b", "", 3])
COPIES = st.sampled_from([1, 2, 999, 1000, 0, -1, True, 1.0, 1.5, "2", None, {}, []])
CARDS = st.dictionaries(st.sampled_from(["krol", "Zib", "", "é"]), COPIES, max_size=3)
DECKS = st.fixed_dictionaries(
    {"cards": CARDS | st.just([{"krol": 1}]) | st.none()},
    optional={
        "game": IDS,
        "format": IDS,
        "name": st.sampled_from(["A", "", 3, None]),
        "players": st.sampled_from([1, 99, 0, 100, True, 2.0, "2"]),
        "colour": st.just("red"),
    },
)


@given(DECKS | st.sampled_from([{}, None, [], "cards"]))
def test_a_plain_deck_always_fits_the_schema(value):
    event("plain" if is_plain_deck(value) else "other")
    assert not is_plain_deck(value) or schema("deck").is_valid(value)


def test_a_deck_of_the_usual_form_is_plain():
    deck = {"game": "lab", "format": "office", "cards": {"krol": 1, "Zib": 999}}
    assert is_plain_deck(deck)
    assert is_plain_deck({**deck, "name": "Mine", "players": 3})

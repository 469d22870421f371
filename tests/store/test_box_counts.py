"""Counts of a real box against a plain dictionary, whatever the order of loads, counts and removals."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from deckwright.model.box import GameBox
from deckwright.model.card import Card
from deckwright.model.game import Game
from deckwright.store.box_counts import all_counts, remove_counts, set_counts
from deckwright.store.load import load
from deckwright.store.read import cards_of
from deckwright.store.search import search

NAMES = ("red", "blue", "green")
GAME = Game(
    "box", "en", ("en",), {"id": "box", "kinds": {"card": {"name": "Card"}}}, {"en": {"game:title": "Box"}}
)
card_counts = st.dictionaries(st.sampled_from(NAMES), st.integers(0, 9))
steps = st.lists(
    st.tuples(st.just("load"), card_counts.filter(bool))
    | st.tuples(st.just("count"), card_counts)
    | st.tuples(st.just("remove"), st.just({})),
    max_size=5,
)


def box_of(own):
    texts = {"en": {"name": "Card"}}
    cards = [
        Card("box", name, "card", "en", copies=number, counts="sample", texts=texts)
        for name, number in own.items()
    ]
    return GameBox(GAME, tuple(cards))


@settings(max_examples=15, suppress_health_check=list(HealthCheck))
@given(first=card_counts.filter(bool), steps=steps)
def test_counts_hold_until_they_are_removed(database, first, steps):
    made = database()
    own, counted = first, {}
    load(made, box_of(own))
    for step, values in steps:
        if step == "load":
            own = values
            load(made, box_of(own))
        elif step == "count":
            counted = {name: number for name, number in values.items() if name in own}
            set_counts(made, "box", counted)
        else:
            assert remove_counts(made, "box") == len(counted)
            counted = {}
    with made.reading() as connection:
        held = cards_of(connection, "box")
        assert {name: card.copies for name, card in held.items()} == {
            **own,
            **{n: c for n, c in counted.items() if n in own},
        }
        assert {name for name, card in held.items() if card.counts == "exact"} == set(counted) & set(own)
        assert {one.card: one.copies for one in all_counts(connection)} == counted
        for number in range(10):
            _, found = search(connection, f"copies={number}")
            assert {card.id for card in found} == {
                name for name, card in held.items() if card.copies == number
            }


def test_a_load_says_what_has_changed_in_the_game_and_not_what_was_counted(database):
    made = database()
    load(made, box_of({"red": 3}))
    set_counts(made, "box", {"red": 5})
    assert load(made, box_of({"red": 3})).changed == 0
    changed = load(made, replace(box_of({"red": 4})))
    assert (changed.cards, changed.changed) == (5, 5)

"""The module store/read."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.errors import InputError
from deckwright.model.card import Card
from deckwright.model.game import Game, GamePackage
from deckwright.store.load import load
from deckwright.store.read import (
    all_counts,
    card_ids,
    cards_of,
    count_cards,
    deck_ids,
    find_card,
    read_cards,
    read_deck,
    read_game,
    remove_counts,
    set_counts,
)
from deckwright.store.search import search

# Cards, games and decks are found by what people call them, or the nearest are named.


def box(game, **cards):
    made = [
        Card(
            game,
            name,
            "tool",
            "en",
            copies=2,
            texts={language: {"name": text} for language, text in zip(("en", "it"), titles, strict=False)},
        )
        for name, titles in cards.items()
    ]
    return GamePackage(
        Game(game, "en", ("en", "it"), {"id": game, "kinds": {"tool": {"name": "Tool"}}}), tuple(made)
    )


def test_what_cards_have_in_common_is_in_memory_once(database):
    cards = box("one", heart=("Heart", "Cuore"), peach=("Pêche", "Pesca"))
    made = [
        replace(card, fields={"level": "low"}, marks=("unique",), aliases={"en": ("A",)})
        for card in cards.cards
    ]
    definition = cards.game.definition | {"fields": {"level": {"title": "Level", "type": "string"}}}
    game = replace(cards.game, definition=definition)
    filled = database("empty")
    load(filled, cards._replace(game=game, cards=tuple(made)))
    with filled.reading() as opened:
        one, other = read_cards(opened, "cards.game = ?", ("one",))
    assert [one, other] == made
    assert one.fields is other.fields
    assert one.aliases is other.aliases
    assert one.origins is other.origins
    for words in zip(
        *[(card.game, card.kind, card.origin, *card.texts) for card in (one, other)], strict=True
    ):
        assert words[0] is words[1]


@pytest.fixture
def connection(database):
    made = database("filled")
    load(made, box("one", heart=("Heart", "Cuore"), peach=("Pêche",), sin=("Péché",), town=("Città",)))
    load(made, box("two", heart=("Hart",), clock=("Heart",)))
    with made.reading() as opened:
        yield opened


@pytest.mark.parametrize(
    ("name", "game", "found"),
    [
        ("one/heart", "", "one/heart"),
        ("two/Heart", "", "two/clock"),
        ("one/Cuore", "", "one/heart"),
        ("heart", "two", "two/heart"),
        ("Heart", "two", "two/clock"),
        ("clock", "", "two/clock"),
        ("cuore", "", "one/heart"),
        ("CITTA", "", "one/town"),
        ("Pêche", "", "one/peach"),
        ("mainframe", "", "data-monsters/mainframe"),
    ],
)
def test_a_card_is_found_by_what_it_is_called(connection, name, game, found):
    card = find_card(connection, name, game)
    assert f"{card.game}/{card.id}" == found


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("heart", "Use one of: one/heart (name:Heart), two/heart (name:Hart)."),
        ("HEART", "Use one of: one/heart (name:Heart), two/heart (name:Hart), two/clock (name:Heart)."),
        ("peche", "Use one of: one/peach (name:Pêche), one/sin (name:Péché)."),
    ],
)
def test_a_name_of_several_cards_is_refused_with_them(connection, name, hint):
    with pytest.raises(InputError) as caught:
        find_card(connection, name)
    assert (caught.value.code, caught.value.hint) == ("ambiguous-card", hint)


@pytest.mark.parametrize(
    ("name", "game", "near"),
    [("hearth", "one", "heart"), ("Cuorre", "", "Cuore"), ("one/heard", "", "heart")],
)
def test_a_card_that_is_not_there_is_refused_with_the_nearest(connection, name, game, near):
    with pytest.raises(InputError) as caught:
        find_card(connection, name, game)
    assert caught.value.code == "no-such-card"
    assert near in caught.value.hint


def test_a_card_of_another_game_is_named(connection):
    with pytest.raises(InputError, match="The game two has no card peach") as caught:
        find_card(connection, "peach", "two")
    assert caught.value.hint == "Did you mean one/peach?"


def test_a_card_like_no_other_names_none(connection):
    with pytest.raises(InputError) as caught:
        find_card(connection, "qqqq")
    assert caught.value.hint == ""


def test_the_game_of_a_card_must_be_there(connection):
    with pytest.raises(InputError, match="Unknown game: data-monster") as caught:
        find_card(connection, "mainframe", "data-monster")
    assert caught.value.hint == "Did you mean data-monsters?"


def test_a_game_or_deck_that_is_not_there_is_refused_with_the_nearest(connection):
    with pytest.raises(InputError, match="Unknown game: datamonsters") as caught:
        read_game(connection, "datamonsters")
    assert caught.value.hint == "Did you mean data-monsters?"
    with pytest.raises(InputError, match="File or deck not found: data-monsters/start") as caught:
        read_deck(connection, "data-monsters/start")
    assert caught.value.hint == "Did you mean data-monsters/startup?"


def test_cards_are_listed_and_counted_in_the_order_of_their_files(connection, packaged):
    monsters = packaged("data-monsters")
    assert list(cards_of(connection, "data-monsters")) == [card.id for card in monsters.cards]
    assert list(cards_of(connection, "data-monsters").values()) == list(monsters.cards)
    assert [card.id for card in read_cards(connection, "cards.game = ?", ["two"])] == ["heart", "clock"]
    assert {"heart", "one/heart", "two/clock"} <= set(card_ids(connection))
    assert count_cards(connection)["one"] == 8
    assert deck_ids(connection) == [f"data-monsters/{deck.id}" for deck in monsters.decks]


@pytest.mark.parametrize(
    ("name", "deck"),
    [
        ("Data Monsters Running a Startup", "startup"),
        ("data monsters working for the enterprise", "enterprise"),
        ("Les Data Monsters dirigent une start-up", "startup"),
        ("I Data Monsters al servizio dell'azienda", "enterprise"),
    ],
)
def test_a_deck_is_found_by_its_name_in_any_language(connection, name, deck):
    """The packs that the rulebook names (Data Monsters, §2)."""
    found = read_deck(connection, name)
    assert (found.game, found.id, found.source) == ("data-monsters", deck, f"data-monsters/{deck}")


# Counts of a real box against a plain dictionary, whatever the order of loads, counts and removals.

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
    return GamePackage(GAME, tuple(cards))


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
    changed = load(made, box_of({"red": 4}))
    assert (changed.cards, changed.changed) == (5, 5)

"""Cards are found by query in one game or all, and sorted as their game orders them."""

from __future__ import annotations

import pytest

from deckwright.errors import InputError
from deckwright.model.card import Card
from deckwright.model.game import Game
from deckwright.store.load import load
from deckwright.store.search import search, sort_cards

GAME = Game(
    "lab",
    "en",
    ("en", "it"),
    {
        "id": "lab",
        "fields": {
            "level": {"title": "Level", "enum": ["low", "middle", "high"]},
            "power": {"title": "Power", "type": "number"},
        },
    },
)


def card(name, title, **fields):
    return Card("lab", name, "tool", "en", fields=fields, texts={"en": {"name": title}})


CARDS = [
    card("a", "Zoe", level="middle", power=10),
    card("b", "élan", power=-2),
    card("c", "Eclair", level="low", power=9.5),
    card("d", "Zed", level="high"),
]


def ids(cards):
    return "".join(card.id for card in cards)


@pytest.mark.parametrize(
    ("by", "order"),
    [
        ("", "abcd"),
        ("level", "cadb"),
        ("-level", "dacb"),
        ("power", "bcad"),
        ("-power", "acbd"),
        ("name", "cbda"),
        ("-name", "adbc"),
        ("id", "abcd"),
        ("-id", "dcba"),
        ("copies", "abcd"),
    ],
)
def test_cards_sort_by_a_field_with_those_without_it_last(by, order):
    assert ids(sort_cards(list(CARDS), by, {"lab": GAME}, {"lab": "en"})) == order


@pytest.mark.parametrize("by", ["powr", "text", "-", "level desc"])
def test_an_unknown_field_to_sort_by_is_refused(by):
    with pytest.raises(InputError) as caught:
        sort_cards(list(CARDS), by, {"lab": GAME}, {"lab": "en"})
    assert caught.value.code == "bad-sort"


def test_a_query_searches_one_game_or_all(database, packaged):
    made = database("filled")
    load(made, packaged("dataset"))
    with made.reading() as connection:
        games, cards = search(connection, "")
        assert set(games) == {"data-monsters", "dataset"}
        assert len(cards) == len(packaged("dataset").cards) + len(packaged("data-monsters").cards)
        games, cards = search(connection, "kind:monster or krol", game="data-monsters")
        assert set(games) == {"data-monsters"}
        assert {card.kind for card in cards} >= {"monster"}
        with pytest.raises(InputError, match="There is no game datset"):
            search(connection, "", game="datset")
        with pytest.raises(InputError) as caught:
            search(connection, "kind:tool levle:high", game="data-monsters")
    assert (caught.value.where.line, caught.value.where.column) == (1, 11)

"""The module store/search."""

from __future__ import annotations

import sys
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.errors import InputError
from deckwright.files.game_package import read_package
from deckwright.model.card import Card
from deckwright.model.game import Game
from deckwright.model.query.binding import MOST_LEVELS, MOST_TERMS, Vocabulary, parse
from deckwright.model.query.matching import ALL, NONE, Differs, Equals, Words, card_test, load_query
from deckwright.model.words import fold
from deckwright.store.database import Database
from deckwright.store.load import load
from deckwright.store.postgres import Server
from deckwright.store.search import search, sort_cards, where_clause

GAME = Game(
    "lab", "en", ("en",), {"kinds": {"tool": {}}, "fields": {"level": {"enum": ["a", "b"]}}}, {"en": {}}
)
OTHER = Game(
    "other", "en", ("en",), {"kinds": {"hack": {}}, "fields": {"level": {"type": "number"}}}, {"en": {}}
)


@pytest.fixture(scope="session")
def one_card(card_database):
    """Make a database of one card with this name."""

    def make(name):
        return card_database([Card("lab", "one", "tool", "en", texts={"en": {"name": name}})], [GAME])

    return make


def test_nothing_that_a_user_wrote_stands_in_the_sql():
    stored = ["and", ["words", "name", "krol"], ["equals", "kind", "x') --"], ["compare", "tech", ">=", 3.0]]
    condition, values = where_clause(load_query(stored))
    assert "krol" not in condition
    assert "--" not in condition
    assert values == ['{name} : "krol" *', "kind", "x') --", "tech", 3.0]


def test_comparisons_are_asked_one_inside_the_other():
    stored = ["and", ["compare", "tech", ">=", 3.0], ["equals", "kind", "x"], ["compare", "cost", "<", 2.0]]
    condition, values = where_clause(load_query(stored))
    assert condition.count("cards.number IN") == 2
    assert values == ["kind", "x", "tech", 3.0, "cost", 2.0]


def test_a_comparison_that_is_none_is_refused():
    with pytest.raises(KeyError):
        where_clause(load_query(["compare", "tech", "> 0 OR 1 =", 3.0]))


def test_a_query_that_is_not_resolved_has_no_sql():
    with pytest.raises(TypeError, match="leader is not resolved"):
        where_clause(load_query(["refers", "name", "=", "leader", "name", "words"]))


@pytest.mark.one_engine("index")
def test_the_index_for_words_splits_as_folding_does(one_card):
    letters = " ".join(map(chr, range(sys.maxunicode + 1)))
    database = one_card(letters)
    database.execute("CREATE VIRTUAL TABLE terms USING fts5vocab(card_words, 'row')")
    assert {term for (term,) in database.execute("SELECT term FROM terms")} == set(fold(letters).split())


@given(text=st.text(), cut=st.tuples(st.integers(0, 9), st.integers(1, 9), st.integers(1, 9)))
def test_any_words_in_a_row_are_found_by_the_beginning_of_the_last(text, cut, one_card, found_in):
    known = fold(text).split()
    start, count, letters = cut
    *row, last = known[start : start + count] or [fold(text[:letters]) or "x"]
    query = Words("name", " ".join([*row, last[:letters]]))
    card = Card("lab", "one", "tool", "en", texts={"en": {"name": text}})
    assert found_in(one_card(text), query) == ([0] if card_test(query)(card) else [])
    assert card_test(query)(card) or not known[start:]


@pytest.mark.parametrize("word", [" ", " or "])
def test_the_longest_query_is_not_too_long_for_the_database(one_card, found_in, word):
    terms = ["level!=a", "-kind:tool", "tool", "kind:hack or level>1"]
    text = word.join(f"({terms[number % 4]})" for number in range(MOST_TERMS - MOST_TERMS // 5))
    found_in(one_card("a"), parse(text, Vocabulary.of([GAME, OTHER])))


@pytest.mark.parametrize(
    ("levels", "opening"), [(1, "-"), (3, "a or (b -("), (2, "-(a "), (4, "level!=a or -(b -(")]
)
def test_the_deepest_query_is_not_too_deep_for_the_database(one_card, found_in, levels, opening):
    deep = opening * (MOST_LEVELS // levels)
    text = f"{deep}level!=a{')' * deep.count('(')}"
    found_in(one_card("a"), parse(text, Vocabulary.of([GAME, OTHER])))


@pytest.mark.parametrize(
    ("query", "found"), [(ALL, [0]), (NONE, []), (Equals("kind", ()), []), (Differs("kind", ()), [0])]
)
def test_queries_for_all_and_nothing_need_no_values(one_card, found_in, query, found):
    assert found_in(one_card("a"), query) == found


@pytest.mark.parametrize(("words", "found"), [("lak", [0]), ("data la", [0]), ("ake", []), ("dat lake", [])])
def test_a_free_text_is_read_from_the_beginning_of_its_words(card_database, found_in, words, found):
    game = Game("lab", "en", ("en",), {"fields": {"motto": {"type": "string"}}})
    card = Card("lab", "one", "tool", "en", fields={"motto": "Data, lake."})
    assert found_in(card_database([card], [game]), Words("motto", words)) == found


# Cards are found by query in one game or all, and sorted as their game orders them.

SEARCH_GAME = Game(
    "lab",
    "en",
    ("en", "it"),
    {
        "id": "lab",
        "fields": {
            "level": {"title": "Level", "enum": ["low", "middle", "high"]},
            "power": {"title": "Power", "type": "number"},
            "released": {"title": "Released", "type": "string", "format": "date"},
        },
    },
)


def card(name, title, **fields):
    return Card("lab", name, "tool", "en", fields=fields, texts={"en": {"name": title}})


CARDS = [
    card("a", "Zoe", level="middle", power=10, released="2026-10-01"),
    card("b", "élan", power=-2),
    card("c", "Eclair", level="low", power=9.5, released="2026-02-01"),
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
        ("released", "cabd"),
        ("-released", "acbd"),
        ("id", "abcd"),
        ("-id", "dcba"),
        ("copies", "abcd"),
    ],
)
def test_cards_sort_by_a_field_with_those_without_it_last(by, order):
    assert ids(sort_cards(list(CARDS), by, {"lab": SEARCH_GAME}, {"lab": "en"})) == order


@pytest.mark.parametrize("by", ["powr", "text", "-", "level desc"])
def test_an_unknown_field_to_sort_by_is_refused(by):
    with pytest.raises(InputError) as caught:
        sort_cards(list(CARDS), by, {"lab": SEARCH_GAME}, {"lab": "en"})
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
        with pytest.raises(InputError, match="Unknown game: datset"):
            search(connection, "", game="datset")
        with pytest.raises(InputError) as caught:
            search(connection, "kind:tool levle:high", game="data-monsters")
    assert (caught.value.where.line, caught.value.where.column) == (1, 11)


PARTS = [
    "kind:monster",
    "tech>0",
    "data",
    "name:krol",
    "level!=junior",
    "has:flavour",
    "text:card",
    "copies>=2",
]
PARTS += ["big", "“the d”", "id:mainframe", "game:big-monster", "unique", "or", "-", "(", ")", "*"]


@given(texts=st.lists(st.lists(st.sampled_from(PARTS), max_size=4).map(" ".join), min_size=8, max_size=8))
def test_both_engines_find_the_same_cards_in_the_same_order(on_both, texts):
    """Queries about whole games, which are compared with the plain reading only for small ones."""
    for text in texts:
        found = []
        for connection in on_both:
            try:
                found.append([(card.game, card.id) for card in search(connection, text)[1]])
            except InputError as error:
                found.append([error.message])
        assert found[0] == found[1], text


@pytest.fixture(scope="module")
def on_both(models, request):
    """The same two games, open for reading on each engine."""
    server = request.getfixturevalue("postgres")
    address = server.create(models("postgres", "two"))
    with Database(models("sqlite", "two")).reading() as first, Server.at(address).reading() as second:
        yield first, second
    server.drop(address)


def test_today_is_the_day_of_the_search(database, game_folder):
    game = """
        id: ponds
        title: Ponds
        source_language: en
        languages: [en]
        fields: {released: {title: Released, type: string, format: date}}
        kinds: {frog: {name: Frog, optional: [released]}}
    """
    cards = """
        cards:
          - {id: old, name: Old, kind: frog, fields: {released: 2026-01-30}}
          - {id: new, name: New, kind: frog, fields: {released: 2026-01-31}}
          - {id: odd, name: Odd, kind: frog}
    """
    made = database("filled")
    box, _ = read_package(game_folder(game, cards))
    load(made, box)
    with made.reading() as connection:

        def found(query, day):
            return ids(search(connection, query, today=date.fromisoformat(day))[1])

        assert found("released<today", "2026-01-31") == "old"
        assert found("released<=today", "2026-01-31") == "oldnew"
        assert found("-released<=today kind:frog", "2026-01-30") == "newodd"
        assert found("has:released released>2026-01-30", "2026-01-30") == "new"

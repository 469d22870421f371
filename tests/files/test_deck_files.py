"""A deck that is written reads back as the same deck, whatever its cards are called."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.files.deck_files import as_list, as_yaml, called
from deckwright.files.decklists import resolve
from deckwright.files.documents import document_of
from deckwright.files.text_lists import deck_list_in
from deckwright.files.yaml_lists import deck_list_of
from deckwright.model.card import Card
from deckwright.model.deck import Deck, Entry
from deckwright.model.naming import CardNames

ids = st.from_regex(r"[a-z0-9]{1,3}(-[a-z0-9]{1,2}){0,2}", fullmatch=True)
odd = st.sampled_from(
    [
        "2 Krol",
        "Krol x2",
        "# x",
        "a // b",
        "Side:",
        "x",
        "-1 a",
        "!!!",
        "1.5 b",
        "# game: z",
        "a\nb",
        " a ",
        "É",
        "e",
        "ab/cd",
        "lab/a",
    ]
)
titles = odd | st.text("aBé12 x:#/\n\t\"'\\{}☺\u2028\u00a0\ud7ff", min_size=1, max_size=8).filter(str.strip)
names = st.dictionaries(st.sampled_from(["en", "it"]), titles, max_size=2)


@st.composite
def decks(draw):
    """Make cards with odd names, and a deck of them."""
    texts = draw(st.dictionaries(ids, st.tuples(titles, names), min_size=1, max_size=6))
    cards = {
        card: Card(
            "lab",
            card,
            "tool",
            "en",
            texts={language: {"name": name} for language, name in {"en": own, **more}.items()},
        )
        for card, (own, more) in texts.items()
    }
    keys = st.tuples(st.sampled_from(sorted(cards)), st.sampled_from(["cards", "side", "a_1"]))
    entries = draw(st.dictionaries(keys, st.integers(1, 999), max_size=8))
    deck = Deck(
        "lab",
        draw(titles),
        tuple(Entry(card, copies, zone) for (card, zone), copies in entries.items()),
        format=draw(st.sampled_from(["", "open"])),
        players=draw(st.none() | st.integers(1, 99)),
    )
    return deck, cards


def shape(deck):
    """Give what must stay the same: zones may be written in another order."""
    entries = sorted((entry.zone, entry.card, entry.copies) for entry in deck.entries)
    return deck.game, " ".join(deck.name.split()), deck.format, deck.players, entries


def read_back(text, deck_list, cards):
    said = deck_list(text)
    assert said.head["game"] == "lab"
    return resolve(said, "lab", CardNames(cards.values()))


@given(decks(), st.sampled_from(["en", "it", "fr"]))
def test_a_list_reads_back_as_the_same_deck(made, language):
    deck, cards = made
    text = as_list(deck, cards, language)
    assert shape(read_back(text, lambda text: deck_list_in(text, "deck.txt"), cards)) == shape(deck)


@given(decks(), st.sampled_from(["en", "it", "fr"]))
def test_a_deck_file_reads_back_as_the_same_deck(made, language):
    deck, cards = made
    text = as_yaml(deck, cards, language)
    assert shape(read_back(text, lambda text: deck_list_of(document_of(text, "deck.yaml")), cards)) == shape(
        deck
    )


def test_a_deck_file_names_its_cards_beside_their_ids(cards):
    deck = Deck(
        "lab", "My “deck”", (Entry("heart", 2), Entry("long", 1), Entry("town", 1, "side")), format="open"
    )
    assert as_yaml(deck, cards, "fr") == (
        'game: "lab"\nformat: "open"\nname: "My “deck”"\n'
        "cards:\n  heart: 2  # Cœur de données\n  long: 1  # Two lines and tabs\n"
        "zones:\n  side:\n    town: 1  # Town\n"
    )
    assert as_yaml(Deck("lab", "", players=3), cards, "en") == 'game: "lab"\nplayers: 3\ncards: []\n'


def test_a_list_names_its_cards_in_the_language(cards):
    deck = Deck("lab", "Mine", (Entry("town", 1, "side"), Entry("heart", 2), Entry("krol-senior", 1)))
    assert (
        as_list(deck, cards, "it")
        == "# game: lab\n# name: Mine\n2 Cuore di dati\n1 Krol Grande\n\nside:\n1 Città\n"
    )
    assert "1 krol-senior\n" in as_list(deck, cards, "en")


@pytest.mark.parametrize("card", ["fire-ice", "comment", "game", "long"])
def test_a_name_that_a_list_would_misread_is_written_as_the_id(cards, names, card):
    assert called(cards[card], names, "en") == card


@pytest.mark.parametrize("card", ["seven", "twice", "marks", "heading", "mainframe", "sin", "dash"])
def test_any_other_name_is_written_as_it_is(cards, names, card):
    assert called(cards[card], names, "fr") == cards[card].name("fr")


def test_what_cannot_be_seen_is_escaped(cards):
    text = as_yaml(Deck("lab", 'a\x07\u2028\u00a0"\\b'), cards, "en")
    assert re.search(r'name: "a\\U00000007 \\"\\\\b"', text)

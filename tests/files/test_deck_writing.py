"""The module files/deck_writing."""

from __future__ import annotations

import re

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from deckwright.files.deck_cards import resolve
from deckwright.files.deck_writing import as_list, as_yaml, called
from deckwright.files.decks import deck_list_in, deck_list_of
from deckwright.files.yaml import document_of
from deckwright.model.card import Card, Deck, DeckEntry, entry_fields

# A deck that is written reads back as the same deck, whatever its cards are called.

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
        "a {level: 3}",
        "Krol {x}",
        "{}",
        "a 2",
        "a (b)",
        "[3] a",
        "SB: 1 a",
        "1. a",
        "// Side",
    ]
)
titles = odd | st.text("aBé12 x:#/\n\t\"'\\{}☺\u2028\u00a0\ud7ff", min_size=1, max_size=8).filter(str.strip)
names = st.dictionaries(st.sampled_from(["en", "it"]), titles, max_size=2)


facts = st.builds(
    entry_fields,
    st.fixed_dictionaries(
        {},
        optional={
            "level": st.integers(0, 9),
            "house": st.sampled_from(["moor", "reed"]),
            "colours": st.lists(st.sampled_from(["red", "blue", "green"]), max_size=2),
            "note": titles | st.sampled_from(["", "true", "3", "a # b", "a //b", "}", '{"', "\\x23", "a-b"]),
            "lone": st.booleans(),
        },
    ),
)


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
    keys = st.tuples(st.sampled_from(sorted(cards)), st.sampled_from(["cards", "side", "a_1"]), facts)
    entries = draw(st.dictionaries(keys, st.integers(1, 999), max_size=8))
    deck = Deck(
        "lab",
        draw(titles),
        tuple(DeckEntry(card, copies, zone, fields=own) for (card, zone, own), copies in entries.items()),
        format=draw(st.sampled_from(["", "open"])),
        players=draw(st.none() | st.integers(1, 99)),
        date=draw(st.none() | st.dates()),
    )
    return deck, cards


def shape(deck):
    """What must stay the same: zones may be written in another order."""
    entries = sorted((entry.zone, entry.card, entry.copies, repr(entry.fields)) for entry in deck.entries)
    return deck.game, " ".join(deck.name.split()), deck.format, deck.players, deck.date, entries


def read_back(said, known):
    assert said.head["game"] == "lab"
    return resolve(said, known)


@given(decks(), st.sampled_from(["en", "it", "fr"]))
def test_a_list_reads_back_as_the_same_deck(vocabulary_of, made, language):
    deck, cards = made
    event("with fields" if any(entry.fields for entry in deck.entries) else "without fields")
    text = as_list(deck, cards, language)
    assert shape(read_back(deck_list_in(text, "deck.txt"), vocabulary_of(cards.values()))) == shape(deck)


@given(decks(), st.sampled_from(["en", "it", "fr"]))
def test_a_deck_file_reads_back_as_the_same_deck(vocabulary_of, made, language):
    deck, cards = made
    text = as_yaml(deck, cards, language)
    said = deck_list_of(document_of(text, "deck.yaml"))
    assert shape(read_back(said, vocabulary_of(cards.values()))) == shape(deck)


def test_a_deck_file_names_its_cards_beside_their_ids(cards):
    deck = Deck(
        "lab",
        "My “deck”",
        (DeckEntry("heart", 2), DeckEntry("long", 1), DeckEntry("town", 1, "side")),
        format="open",
    )
    assert as_yaml(deck, cards, "fr") == (
        'game: "lab"\nformat: "open"\nname: "My “deck”"\n'
        "cards:\n  heart: 2  # Cœur de données\n  long: 1  # Two lines and tabs\n"
        "zones:\n  side:\n    town: 1  # Town\n"
    )
    assert as_yaml(Deck("lab", "", players=3), cards, "en") == 'game: "lab"\nplayers: 3\ncards: []\n'


def test_a_list_names_its_cards_in_the_language(cards):
    deck = Deck(
        "lab", "Mine", (DeckEntry("town", 1, "side"), DeckEntry("heart", 2), DeckEntry("krol-senior", 1))
    )
    assert (
        as_list(deck, cards, "it")
        == "# game: lab\n# name: Mine\n2 Cuore di dati\n1 Krol Grande\n\nside:\n1 Città\n"
    )
    assert "1 krol-senior\n" in as_list(deck, cards, "en")


def test_fields_are_written_after_a_name_that_is_read_with_them():
    def card(name, title):
        return Card("lab", name, "tool", "en", texts={"en": {"name": title}})

    cards = {one.id: one for one in (card("x", "x"), card("a", "A"), card("b", "A {level: 3}"))}
    fields = entry_fields({"level": 3})
    deck = Deck("lab", "", tuple(DeckEntry(one, 1, fields=fields) for one in cards))
    assert as_list(deck, cards, "en") == (
        "# game: lab\n1 lab/x {level: 3}\n1 a {level: 3}\n1 A {level: 3} {level: 3}\n"
    )


@pytest.mark.parametrize("card", ["fire-ice", "comment", "game", "long"])
def test_a_name_that_a_list_would_misread_is_written_as_the_id(cards, names, card):
    assert called(cards[card], names, "en") == card


@pytest.mark.parametrize("card", ["seven", "twice", "marks", "heading", "mainframe", "sin", "dash"])
def test_any_other_name_is_written_as_it_is(cards, names, card):
    assert called(cards[card], names, "fr") == cards[card].name("fr")


def test_what_cannot_be_seen_is_escaped(cards):
    text = as_yaml(Deck("lab", 'a\x07\u2028\u00a0"\\b'), cards, "en")
    assert re.search(r'name: "a\\U00000007 \\"\\\\b"', text)

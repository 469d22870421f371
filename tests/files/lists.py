"""What tests of deck lists share."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest
from hypothesis import strategies as st

from deckwright.errors import InputError
from deckwright.files.deck_cards import resolve
from deckwright.files.deck_formats import parse_deck_list
from deckwright.model.card import Card, Deck, DeckEntry, entry_fields


def entries(deck):
    return [(entry.zone, entry.card, entry.copies) for entry in deck.entries]


def read(vocabulary, text, name="deck", first_line=1):
    return resolve(parse_deck_list(text.encode(), name, first_line), vocabulary)


def faults_of(vocabulary, text, name="deck", first_line=1):
    with pytest.raises(InputError) as caught:
        read(vocabulary, text, name, first_line)
    error = caught.value
    assert error.exit_code == 3
    return [f"{finding.where}: {finding.message}" for finding in error.findings] or [
        f"{error.where}: {error.message}"
    ]


# Decks of cards with odd names.

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
titles = odd | st.text("aBé12 x:#/<&>\n\t\"'\\{}☺\u2028\u00a0\ud7ff", min_size=1, max_size=8).filter(
    str.strip
)
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


def tree_of(text):
    return ET.fromstring(text)  # noqa: S314 - our own


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

"""The module files/deck_writing."""

from __future__ import annotations

import re

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from deckwright.errors import InputError, UsageError
from deckwright.files.deck_cards import resolve
from deckwright.files.deck_documents import deck_list_of
from deckwright.files.deck_formats import WRITTEN_FORMATS, format_of_file, parse_deck_list, together
from deckwright.files.deck_texts import deck_list_in
from deckwright.files.deck_writing import as_list, as_yaml, called, element_names
from deckwright.files.yaml import document_of
from deckwright.findings import Where
from deckwright.model.card import Card, Deck, DeckEntry, entry_fields

from ..registries import LANGUAGES
from .lists import decks, tree_of

# A deck that is written reads back as the same deck, whatever its cards are called.


def shape(deck):
    """What must stay the same: zones may be written in another order."""
    entries = sorted((entry.zone, entry.card, entry.copies, repr(entry.fields)) for entry in deck.entries)
    return deck.game, " ".join(deck.name.split()), deck.format, deck.players, deck.date, entries


def read_back(said, known):
    assert said.head["game"] == "lab"
    return resolve(said, known)


@given(decks(), st.sampled_from(sorted(LANGUAGES)))
def test_a_list_reads_back_as_the_same_deck(vocabulary_of, made, language):
    deck, cards = made
    event("with fields" if any(entry.fields for entry in deck.entries) else "without fields")
    text = as_list(deck, cards, language)
    assert shape(read_back(deck_list_in(text, "deck.txt"), vocabulary_of(cards.values()))) == shape(deck)


@given(decks(), st.sampled_from(sorted(LANGUAGES)))
def test_a_deck_file_reads_back_as_the_same_deck(vocabulary_of, made, language):
    deck, cards = made
    text = as_yaml(deck, cards, language)
    said = deck_list_of(document_of(text, "deck.yaml"))
    assert shape(read_back(said, vocabulary_of(cards.values()))) == shape(deck)


def read_file(data, form, known, deck):
    """Read a file; some have no place for the format, so that their sideboard is that of any format of the game."""
    read = resolve(parse_deck_list(data.encode(), f"deck.{form.name}"), known)
    if not form.saves.startswith("everything"):
        side = {"sideboard": "side"}
        entries = tuple(entry._replace(zone=side.get(entry.zone, entry.zone)) for entry in read.entries)
        return read._replace(entries=entries, format=deck.format, players=deck.players, date=deck.date)
    return read


@pytest.mark.parametrize("name", ["yaml", "json"])
def test_a_format_that_a_deck_file_cannot_name_is_refused(name):
    """Found by tests/fuzz: a text list may name anything, and what was written of it could not be read."""
    where = Where("deck.txt", 2, 11)
    deck = Deck("lab", "A", format="No format!", locations={"format": where})
    with pytest.raises(InputError, match="has no format No format!") as caught:
        WRITTEN_FORMATS[name].write(deck, {}, "en")
    assert caught.value.where == where


@pytest.mark.parametrize("name", [name for name, form in WRITTEN_FORMATS.items() if form.loads])
@given(decks(), st.sampled_from(sorted(LANGUAGES)))
def test_every_format_reads_back_as_the_same_deck(vocabulary_of, name, made, language):
    deck, cards = made
    known = vocabulary_of(cards.values())
    form = WRITTEN_FORMATS[name]
    text = form.write(deck, cards, language)
    event("with fields" if any(entry.fields for entry in deck.entries) else "without fields")
    assert shape(read_file(text, form, known, deck)) == shape(deck)


MINE = Deck(
    "lab",
    "Mine & <yours>",
    (DeckEntry("heart", 2), DeckEntry("town", 1, "side")),
    format="open",
)


def test_a_deck_for_cockatrice_has_its_zones_and_a_comment(cards):
    assert WRITTEN_FORMATS["cod"].write(MINE, cards, "it") == (
        '<?xml version="1.0" encoding="UTF-8"?>\n<cockatrice_deck version="1">\n'
        "    <deckname>Mine &amp; &lt;yours&gt;</deckname>\n"
        "    <comments># game: lab\n# format: open</comments>\n"
        '    <zone name="main">\n        <card number="2" name="Cuore di dati"/>\n    </zone>\n'
        '    <zone name="side">\n        <card number="1" name="Città"/>\n    </zone>\n</cockatrice_deck>\n'
    )


def test_a_deck_for_octgn_has_sections_and_ids_that_stay(cards):
    text = WRITTEN_FORMATS["o8d"].write(MINE, cards, "en")
    assert text == WRITTEN_FORMATS["o8d"].write(MINE, cards, "en")
    assert re.findall(r'<section name="(\w+)"', text) == ["Main", "Side"]
    assert re.fullmatch(r"[0-9a-f-]{36}", re.search(r'<card qty="1" id="([^"]+)">Town</card>', text)[1])


def test_octgn_reads_the_notes_of_a_deck_because_they_are_in_a_cdata_section(cards):
    deck = MINE._replace(name="a ]]> b & c")
    text = WRITTEN_FORMATS["o8d"].write(deck, cards, "en")
    assert "<notes><![CDATA[# game: lab" in text
    assert "# name: a ]]> b & c" in tree_of(text).findtext("notes")


@given(decks(), st.sampled_from(sorted(LANGUAGES)))
def test_names_of_elements_are_the_ones_in_decks_and_all_differ(made, language):
    _, cards = made
    names = element_names(cards, language)
    deck = Deck("lab", "All", tuple(DeckEntry(card, 1) for card in cards))
    root = tree_of(WRITTEN_FORMATS["cod"].write(deck, cards, language))
    assert [one.get("name") for one in root.iter("card")] == list(names.values())
    assert len(set(names.values())) == len(cards)


def test_a_deck_for_arena_has_its_headings(cards):
    assert WRITTEN_FORMATS["arena"].write(MINE, cards, "it") == (
        "About\nName Mine & <yours>\n\nDeck\n2 Cuore di dati\n\nSideboard\n1 Città\n"
    )


def test_a_table_of_a_deck_is_for_spreadsheets(cards):
    deck = Deck("lab", "=1+1", (DeckEntry("heart", 2),))
    assert WRITTEN_FORMATS["csv"].write(deck, cards, "it") == (
        "\ufeffcopies,name,zone,card,game,format,deck,players,date\r\n"
        "2,Cuore di dati,cards,heart,lab,,'=1+1,,\r\n"
    )


def test_markdown_is_a_page_with_nothing_that_it_could_take_for_marks(cards):
    deck = Deck("lab", "*Mine*", (DeckEntry("heart", 2, fields=(("level", 3),)),), format="open")
    assert WRITTEN_FORMATS["markdown"].write(deck, cards, "it") == (
        "# \\*Mine\\*\n\n- game: lab\n- format: open\n\n## Cards (2)\n\n- 2 Cuore di dati {level: 3}\n"
    )


@pytest.mark.parametrize(
    ("file", "wanted"),
    [
        ("x.txt", "text"),
        ("x.DEC", "text"),
        ("x.cod", "cod"),
        ("x.o8d", "o8d"),
        ("x.csv", "csv"),
        ("x.yml", "yaml"),
        ("x.json", "json"),
        ("x.md", "markdown"),
        ("x", "usual"),
        ("-", "usual"),
        ("/dev/stdout.d", "usual"),
    ],
)
def test_the_ending_of_a_file_means_its_format(monkeypatch, file, wanted):
    monkeypatch.setitem(WRITTEN_FORMATS, "usual", WRITTEN_FORMATS["text"]._replace(name="usual", endings=()))
    assert format_of_file(file, "usual").name == wanted


def test_an_ending_that_nobody_could_read_is_refused():
    with pytest.raises(UsageError, match=r"Decks cannot be written as \.docx\."):
        format_of_file("deck.docx", "yaml")


@pytest.mark.parametrize("name", WRITTEN_FORMATS)
def test_several_decks_are_one_file_only_where_it_can_be_read(cards, name):
    decks = [(MINE, cards, "en")] * 2
    if WRITTEN_FORMATS[name].between is None:
        with pytest.raises(UsageError, match=f"A file in the format {name} has one deck, not 2"):
            together(decks, WRITTEN_FORMATS[name])
    else:
        assert together(decks, WRITTEN_FORMATS[name]).count("Town") == 2


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

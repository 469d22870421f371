"""Emphasis, spaces, texts that are the same, and words that come again."""

from __future__ import annotations

import pytest

from deckwright.model.translation import Entry
from deckwright.translation.checks.keywords import (
    survey_card_names,
    survey_emphasis,
    survey_lost_emphasis,
    survey_repeats,
)

EMPHASIS = [
    ("**Now** draw *one*", "*Una* pesca **ora**", []),
    ("**Now**", "Ora", ["warning: Emphasised here: –. In the source: **Now**."]),
    ("**Now**", "*Ora*", ["warning: Emphasised here: *Ora*. In the source: **Now**."]),
    ("**Now**", "**Ora", ["error: Two stars here have no others to match: they are printed as they stand."]),
    ("**Now *then* go**", "**Ora *poi* via**", []),
    ("No stars", "Senza", []),
]
SPACES = [
    ("a b", "a b", []),
    ("a", " a", ["warning: It begins with a space, which its source does not."]),
    ("a", "a\u00a0", ["warning: It ends with a space, which its source does not."]),
    (" a", " a", []),
    ("a b", "a  b", ["warning: Two spaces stand together in “a  b”."]),
    ("a\n\nb", "a \n\nb", ["warning: A line ends with a space after “a”."]),
]
SAME = [
    ("Krol the Great", "Krol il Grande", []),
    ("Direct marketing", "Direct marketing", ["info: It is the same as its source."]),
    ("Mainframe", "Mainframe", []),
    ("Data Monsters", "Data Monsters", []),
    ("Mazzo opportunità", "Mazzo opportunità", []),
]


@pytest.mark.parametrize(("source", "text", "wanted"), EMPHASIS)
def test_the_same_is_emphasised(said, source, text, wanted):
    assert said("emphasis", source, text) == wanted


@pytest.mark.parametrize(("source", "text", "wanted"), SPACES)
def test_spaces_stand_where_they_show(said, source, text, wanted):
    assert said("spaces", source, text) == wanted


@pytest.mark.parametrize(("source", "text", "wanted"), SAME)
def test_a_text_that_is_the_same_is_noted_unless_it_is_a_word_a_name_or_a_term(said, source, text, wanted):
    assert said("same-as-source", source, text) == wanted


def surveyed(books, *triples, survey=survey_repeats):
    entries = [Entry(context, source, text, "draft") for context, source, text in triples]
    return [(entry.context, fault.message) for entry, fault in survey(books["it"], entries)]


def test_a_text_that_comes_again_is_translated_one_way(books):
    found = surveyed(
        books,
        ("a.text", "Draw a card.", "Pesca una carta."),
        ("b.text", "Draw a card.", "Prendi una carta."),
        ("c.text", "Draw a card.", "Pesca una carta."),
        ("d.text", "Draw it.", "Prendila."),
    )
    assert found == [
        (
            "b.text",
            "“Draw a card.” is translated “Prendi una carta.” here, but “Pesca una carta.” in a.text, c.text.",
        )
    ]


def test_spaces_alone_are_no_other_way(books):
    assert surveyed(books, ("a.text", "Now!", "Ora\u00a0!"), ("b.text", "Now!", "Ora !")) == []


def test_emphasised_words_are_translated_one_way(books):
    found = surveyed(
        books,
        ("a.text", "**At once**: draw.", "**Subito**: pesca."),
        ("b.text", "**At once**: draw.", "**Adesso**: pesca."),
        ("c.text", "Discard it **at once**.", "Scartala **subito**."),
        ("d.text", "**At once**, play a **tool**.", "Gioca uno **strumento** **subito**."),
        ("e.text", "**At once**, play a **tool**.", "Gioca uno **strumento** **ora**."),
        ("f.text", "**At once**: discard.", "**Subito**: scarta."),
        ("g.text", "**At once**", "Senza enfasi"),
        survey=survey_emphasis,
    )
    said = "“At once” is translated “{}” here, but “Subito” in a.text, f.text."
    assert found == [("b.text", said.format("Adesso")), ("e.text", said.format("strumento, ora"))]


AT_ONCE = [
    ("a.text", "**At once**: draw.", "**Subito**: pesca."),
    ("b.text", "**At once**: play it.", "**Subito**: giocala."),
]


@pytest.mark.parametrize(
    "text", ["Gioca **due** subito.", "Gioca due subito.", "Gioca due **subito**.", "**Due**, gioca due, **adesso**, *ora*."]
)  # fmt: skip
def test_where_emphasis_is_lost_or_added_no_word_is_blamed(books, text):
    entry = ("c.text", "Play **two** **at once**.", text)
    assert surveyed(books, *AT_ONCE, entry, survey=survey_emphasis) == []
    assert surveyed(books, *AT_ONCE, entry, survey=survey_lost_emphasis) == []


@pytest.mark.parametrize("text", ["Gioca **due** subito.", "Subito, **gioca** due."])
def test_emphasis_on_other_words_is_found_as_that(books, text):
    entry = ("c.text", "Play two **At once**.", text)
    assert surveyed(books, *AT_ONCE, entry, survey=survey_emphasis) == []
    assert surveyed(books, *AT_ONCE, entry, survey=survey_lost_emphasis) == [
        ("c.text", "“Subito” is not emphasised here; “At once” is in the source.")
    ]


def test_emphasised_words_may_be_inflected(books):
    assert not surveyed(
        books,
        ("a.text", "A **global** card", "Una carta **globale**"),
        ("b.text", "All **global** cards", "Tutte le carte **globali**"),
        survey=survey_emphasis,
    )


def test_a_card_is_named_as_it_is_called(books):
    found = surveyed(
        books,
        ("note.name", "Sticky Note", "Foglietto giallo"),
        ("note.text", "Play other **Sticky Notes**.", "Gioca altri **Foglietti gialli**."),
        ("desk.text", "Play a **Sticky Note**.", "Gioca un **Post-it**."),
        ("desk.flavour", "A sticky note.", "Un post-it."),
        ("data.name", "Data", "Dati"),
        ("call.text", "Say **DATA!**", "Di’ **DATA!**"),
        survey=survey_card_names,
    )
    assert found == [
        (
            "desk.text",
            "“Sticky Note” is a card, which is called “Foglietto giallo”, and that is missing here.",
        )
    ]

import pytest

from deckwright.model.glossary import Glossary, Term
from deckwright.model.translation import Entry
from deckwright.translation.memory import Known, Memory
from deckwright.translation.suggest import Stock, by_machine, same_case, suggestions, words_of

GLOSSARY = Glossary(
    (
        Term({"en": "data lake", "fr": "lac de données"}, {"en": ["data lakes"]}, {}),
        Term({"en": "bug"}, {}, {}),
    ),
    keep=("Krol",),
)


def known(source, text, context="a.text", state="draft"):
    return Known(source, text, state, "other", context)


def suggest(source, *memory, state="missing", context="new.text", at_least=75):
    words = {same_case(word): text for word, text in words_of(GLOSSARY, "en", "fr").items()}
    entry = Entry(context, source, "Vieux" if state == "stale" else "", state, by="Anna")
    stock = Stock("mine", words, Memory(memory), at_least)
    return next(suggestions([entry], {context: source}, stock), None)


def test_a_text_that_was_translated_before_is_a_draft():
    found = suggest("Draw a card.", known("Draw a card.", "Piochez une carte."))
    assert found.entry == Entry("new.text", "Draw a card.", "Piochez une carte.", "draft")
    assert found.origin == "memory"
    assert "100 %" in found.about
    assert "other/a.text" in found.about


def test_a_text_that_is_only_alike_is_in_doubt_so_that_no_card_is_printed_with_it():
    found = suggest("Draw 2 cards.", known("Draw 3 cards.", "Piochez 3 cartes."))
    assert (found.entry.text, found.origin) == ("Piochez 2 cartes.", "similar")
    assert found.entry.unsure
    assert not found.entry.is_used


@pytest.mark.parametrize(
    "memory",
    [
        [known("Go", "Va", "kind:go")],
        [known("Go", "Va"), known("Go", "Allez", "b.text")],
    ],
)
def test_a_text_of_another_sort_or_with_two_translations_is_in_doubt(memory):
    assert suggest("Go", *memory).entry.unsure


def test_other_translations_of_the_same_text_are_told():
    assert "“Allez”" in suggest("Go", known("Go", "Va"), known("Go", "Allez", "b.text")).about


@pytest.mark.parametrize(
    ("source", "text"),
    [("data lake", "lac de données"), ("Data Lakes", "Lac de données"), ("Krol", "Krol")],
)
def test_an_entry_that_is_a_term_is_what_the_glossary_says(source, text):
    found = suggest(source, known(source, "Autre"))
    assert (found.entry.text, found.entry.state, found.entry.unsure, found.origin) == (
        text,
        "draft",
        False,
        "glossary",
    )


def test_a_text_that_is_more_than_a_term_is_not_what_the_glossary_says():
    assert suggest("Data lake!") is None
    assert suggest("**Data lake**") is None


def test_what_is_told_of_a_suggestion_is_one_line():
    known_of = known("Draw.\nThen go.", "Piochez.\nPuis partez.")
    assert "“Draw. ¶ Then go.”" in suggest("Draw.\nThen go.", known_of).about


def test_a_term_without_a_name_in_the_language_is_none():
    assert suggest("bug") is None


def test_a_stale_entry_is_given_only_what_is_known_of_the_very_same_text():
    memory = known("Draw 3 cards.", "Piochez 3 cartes.")
    assert suggest("Draw 2 cards.", memory, state="stale") is None
    found = suggest("Draw 3 cards.", memory, state="stale")
    assert (found.entry.text, found.entry.state, found.entry.previous) == ("Piochez 3 cartes.", "draft", "")


def test_what_is_less_alike_than_wanted_is_not_suggested():
    assert suggest("Draw 2 cards now.", known("Draw 3 cards.", "Piochez 3 cartes."), at_least=95) is None


def test_an_entry_without_a_text_in_the_language_translated_from_is_given_nothing():
    stock = Stock("mine", {}, Memory([known("", "x")]), 75)
    assert list(suggestions([Entry("a.text", "Ciao", "", "missing")], {}, stock)) == []


def test_what_a_machine_says_is_never_reviewed():
    found = by_machine(Entry("a.text", "Draw.", "", "missing"), "Piochez.", "DeepL")
    assert (found.entry.state, found.entry.by, found.entry.text) == ("machine", "DeepL", "Piochez.")

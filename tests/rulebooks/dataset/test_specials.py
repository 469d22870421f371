"""Dataset, "Carte speciali", "Carte speciali opzionali", "Al suo turno" and "Capiamo meglio": what special cards do.

Each card says it in three languages: the same numbers, icons and cards.
"""

from __future__ import annotations

import re

import pytest

from deckwright.model.glossary import glossary_of, term_finder

GAME = "dataset"
LANGUAGES = ("it", "fr", "en")

# card, the numbers of its effect
NUMBERS = [
    ("purpose", ["6", "3"]),  # six cards or more make a treasure; as an attack, three are frozen
    ("sanction", []),  # all treasures go, however many
    ("lawyer", []),
    ("transparency", ["3"]),  # three turns in a row with an open hand
    ("cybersecurity", []),
    ("data-breach", ["1", "6", "1", "2"]),  # one turn; else six cards or one treasure; else two turns
    ("consent", ["3"]),  # two treasures, of three cards each at least
    ("minimisation", []),  # all unassigned cards go, however many
    ("time", ["10", "6", "1"]),  # within ten minutes, six cards or one treasure
    ("complaint", ["3"]),  # three unassigned cards
]

# card, what it can do: attack, be kept, neutralise or be neutralised, make a treasure
DOES = [
    ("purpose", {"treasure", "attack"}),
    ("sanction", {"attack", "shield"}),
    ("lawyer", {"shield", "store"}),
    ("transparency", {"attack", "store", "shield"}),
    ("cybersecurity", {"shield", "store"}),
    ("data-breach", {"shield"}),
    ("consent", {"treasure", "store", "shield"}),
    ("minimisation", {"attack", "store", "shield"}),
    ("time", {"attack", "store", "shield"}),
    ("complaint", {"attack", "shield"}),
]

# what neutralises, what is neutralised
NEUTRALISES = [
    ("lawyer", "sanction"),
    ("lawyer", "complaint"),
    ("consent", "complaint"),
    ("transparency", "transparency"),
    ("cybersecurity", "data-breach"),
    ("minimisation", "minimisation"),
    ("time", "time"),
]

# card, a word of the rules, by its Italian name, that its effect stands on
WORDS = [
    ("purpose", "congelate"),
    ("purpose", "Data-Tesoro"),
    ("purpose", "tavolo"),
    ("sanction", "Data-Tesoro"),
    ("transparency", "a carte scoperte"),
    ("data-breach", "saltare un turno"),
    ("data-breach", "restituire al mazzo"),
    ("data-breach", "gettare sul tavolo"),
    ("minimisation", "non assegnate"),
    ("complaint", "non assegnate"),
    ("time", "Carta-Finalità"),
    ("time", "Carta-Consenso"),
]

# What is said aloud: by whom, what.
CALLS = [("purpose", "DATA"), ("data-breach", "DATABREACH"), ("data-breach", "DATA")]


@pytest.fixture
def text(find):
    """The text of a special card in a language; all Purpose cards say the same."""

    def run(role, language):
        (card_text,) = {card.text("text", language) for card in find(GAME, f"role:{role}")}
        return card_text

    return run


@pytest.fixture
def terms(packaged, text):
    """The terms of the rules that stand on a special card, by their Italian names."""
    glossary = glossary_of(packaged(GAME).game)

    def run(role, language):
        return {term.names["it"] for term, _ in term_finder(glossary, language).find(text(role, language))}

    return run


each_language = pytest.mark.parametrize("language", LANGUAGES)


@each_language
@pytest.mark.parametrize(("role", "numbers"), NUMBERS)
def test_an_effect_has_the_numbers_of_the_rules(text, role, numbers, language):
    assert re.findall(r"\d+", text(role, language)) == numbers


@each_language
@pytest.mark.parametrize(("role", "does"), DOES)
def test_icons_show_what_a_card_does(packaged, text, role, does, language):
    assert set(re.findall(r"\{(\w+)\}", text(role, language))) == does
    assert does <= set(packaged(GAME).game.definition["icons"])


@each_language
@pytest.mark.parametrize(("shield", "against"), NEUTRALISES)
def test_what_neutralises_what_stands_on_both_cards(packaged, terms, text, shield, against, language):
    """ "Carte speciali": the Lawyer's second sentence names only Sanction, its first one Complaint too: we read both."""
    game = packaged(GAME).game
    name = {role: game.label(f"field:role.{role}", "it") for role in (shield, against)}
    assert name[against] in terms(shield, language)
    if shield != against:
        assert name[shield] in terms(against, language)
    after = text(shield, language).split("{shield}")[1]
    assert "neutrali" in after


@each_language
def test_nothing_else_neutralises(packaged, terms, language):
    game = packaged(GAME).game
    roles = {role: game.label(f"field:role.{role}", "it") for role, _ in NUMBERS}
    named = {
        (role, other)
        for role in ("lawyer", "cybersecurity")
        for other, name in roles.items()
        if name in terms(role, language)
    }
    assert named == {pair for pair in NEUTRALISES if pair[0] in {"lawyer", "cybersecurity"}}


@each_language
@pytest.mark.parametrize(("role", "word"), WORDS)
def test_an_effect_is_said_in_the_words_of_the_rules(terms, role, word, language):
    assert word in terms(role, language)


@each_language
@pytest.mark.parametrize(("role", "call"), CALLS)
def test_what_must_be_called_out_stands_on_the_card(text, role, call, language):
    """DATA! at the next turn, or the card is lost; DATABREACH! comes first where both were drawn."""
    assert re.search(rf"\b{call}\s?!", text(role, language))


@each_language
def test_a_breach_is_called_out_before_a_purpose(text, language):
    card_text = text("data-breach", language)
    assert card_text.index("DATABREACH") < re.search(r"\bDATA\s?!", card_text).start()


@each_language
@pytest.mark.parametrize(
    "role", ["sanction", "lawyer", "cybersecurity", "time", "complaint", "transparency", "minimisation"]
)
def test_a_card_that_is_used_goes_to_the_table(text, role, language):
    """The Italian rules say so card by card, the French ones for some: "Al suo turno", 3 has it for all."""
    thrown = {"it": "ettala sul tavolo", "fr": "osez-la sur la table", "en": "hrow it on the table"}
    assert thrown[language] in text(role, language)


@pytest.mark.parametrize("language", ["it", "fr", "en"])
@pytest.mark.parametrize("card", ["sanction", "consent"])
def test_a_card_prints_no_reading_of_ours(terms, card, language):
    """No rulebook says what becomes of Purpose cards by a Sanction, or how many a doubled Data-Treasure needs."""
    assert "Carta-Finalità" not in terms(card, language)

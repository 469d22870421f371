"""Data Monsters' glossary has the words of its rulebook, each with a French and an Italian one."""

from __future__ import annotations

import pytest

from deckwright.model.glossary import glossary_of, term_finder

TERMS = {
    "§1": ["opportunity deck", "opportunities", "products", "endeavours", "challenges", "basic", "hard", "monsters", "tools", "hacks"],
    "§2": ["laboratory deck", "copies"],
    "§3": ["market", "workshop"],
    "§4": ["next release pile", "hand", "draw", "at the beginning of your turn", "shuffle", "discard"],
    "§5": ["Engineer", "Designer", "Scientist", "Junior", "Senior", "Chief", "demote"],
    "§6": ["requirements"],
    "§7": ["effort", "portfolio", "big data points", "win"],
    "§8": ["at the end of your turn"],
    "§10": ["office deck"],
}  # fmt: skip


@pytest.mark.parametrize(
    "word", [pytest.param(word, id=f"{one} {word}") for one, words in TERMS.items() for word in words]
)
def test_a_word_of_the_rules_is_a_term_with_three_names(packaged, word):
    finder = term_finder(glossary_of(packaged("data-monsters").game), "en")
    ((term, _),) = finder.find(word)
    assert {"en", "fr", "it"} <= set(term.names)


def test_names_of_the_rulebook_stay(packaged):
    keep = glossary_of(packaged("data-monsters").game).keep
    assert {"Krol", "Scrum Planning", "Data Monsters", "TECH", "SCI"} <= set(keep)

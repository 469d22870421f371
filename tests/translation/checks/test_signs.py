"""Icons, marks, placeholders and numbers must stand in a translation as often as in its source."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

ICONS = [
    ("Gain {tech} and {sci}.", "Prendi {sci} e {tech}.", []),
    ("Gain {tech}.", "Prendi {technology}.", []),
    ("Gain {tech}.", "Prendi.", ["error: Missing here: {tech}."]),
    ("Gain.", "Prendi {sci}{sci}.", ["error: Not in the source: {sci}, {sci}."]),
    ("Gain {tech}.", "Prendi {sci}.", ["error: Missing here: {tech}. Not in the source: {sci}."]),
    ("Gain {tech} {tech}.", "Prendi {tech}.", ["error: Missing here: {tech}."]),
    ("Gain {unique} {x}.", "Prendi.", []),
]
MARKS = [
    ("A {unique} card", "Una carta {one}", []),
    ("A {unique} card", "Una carta", ["error: Missing here: {unique}."]),
    ("A {tech} card", "Una carta", []),
]
PLACEHOLDERS = [
    ("Take {count} {tech}", "Prendi {count} {tech}", []),
    ("Take {count}", "Prendi {conto}", ["error: Missing here: {count}. Not in the source: {conto}."]),
    ("Take {0}", "Prendi", ["error: Missing here: {0}."]),
    ("Take {tech}", "Prendi", []),
]
NUMBERS = [
    ("Draw 2 cards, 3 times.", "Pesca 3 volte 2 carte.", []),
    ("Draw 2 cards.", "Pesca due carte.", []),
    ("Draw a card.", "Pesca 1 carta.", []),
    ("Draw 2 cards.", "Pesca 3 carte.", ["warning: Missing here: 2. Not in the source: 3."]),
    ("Draw 2 cards.", "Pesca carte.", ["warning: Missing here: 2."]),
    ("+1 {tech}", "-1 {tech}", ["warning: Missing here: +1. Not in the source: -1."]),
    ("−1", "-1", []),
    ("20-30 cards", "20–30 carte", []),
    ("1,000 cards", "1.000 carte", []),
    ("1,000 cards", "1\u00a0000 carte", []),
    ("1.5 cm", "1,5 cm", []),
    ("99% cats", "99 % gatti", []),
    ("Two cards", "Due carte", []),
    ("7 am and 10", "7 e 10", []),
    ("X2 and B12", "X2 e B12", []),
]


@pytest.mark.parametrize(("source", "text", "wanted"), ICONS)
def test_icons_are_those_of_the_source(said, source, text, wanted):
    assert said("icons", source, text) == wanted


@pytest.mark.parametrize(("source", "text", "wanted"), MARKS)
def test_marks_are_those_of_the_source(said, source, text, wanted):
    assert said("marks", source, text) == wanted


@pytest.mark.parametrize(("source", "text", "wanted"), PLACEHOLDERS)
def test_placeholders_are_those_of_the_source(said, source, text, wanted):
    assert said("placeholders", source, text) == wanted


@pytest.mark.parametrize(("source", "text", "wanted"), NUMBERS)
def test_numbers_are_those_of_the_source_or_words_for_them(said, source, text, wanted):
    assert said("numbers", source, text) == wanted


@pytest.mark.parametrize(
    ("language", "text"), [("fr", "Piochez deux cartes et une autre."), ("it", "Pesca due carte e un’altra.")]
)
def test_number_words_are_known_in_each_language(said, language, text):
    assert said("numbers", "Draw 2 cards and 1 other.", text, language) == []


ALIASES = {"tech": ["tech", "technology"], "sci": ["sci"], "unique": ["unique", "one"]}
tokens = st.lists(st.sampled_from(list(ALIASES)), max_size=6)


@given(tokens, st.randoms(use_true_random=False))
def test_icons_in_any_order_and_by_any_of_their_names_pass(said, names, random):
    source = " x ".join(f"{{{name}}}" for name in names)
    moved = random.sample(names, len(names))
    text = " y ".join(f"{{{random.choice(ALIASES[name])}}}" for name in moved)
    assert said("icons", source, text) == said("marks", source, text) == []


@given(tokens, st.sampled_from(list(ALIASES)), st.booleans(), st.randoms(use_true_random=False))
def test_one_icon_more_or_fewer_is_found(said, names, name, adds, random):
    with_it = [*names, name]
    random.shuffle(with_it)
    more, fewer = (" ".join(f"{{{one}}}" for one in some) for some in (with_it, names))
    source, text = (fewer, more) if adds else (more, fewer)
    found = said("icons", source, text) + said("marks", source, text)
    assert len(found) == 1
    assert found[0].endswith(f"{{{name}}}.")


@given(st.integers(0, 10**9), st.sampled_from([",", ".", "\u00a0", "\u202f", "’"]), st.booleans())
def test_a_number_is_the_same_however_its_thousands_are_parted(said, number, sign, is_negative):
    source, text = f"{number:,} cards", f"{number:,}".replace(",", sign) + " carte"
    source, text = (f"-{source}", f"−{text}") if is_negative else (source, text)
    assert said("numbers", source, text) == []
    assert said("numbers", source, f"{number + 13} carte") != []

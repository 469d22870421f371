"""Icons, marks and placeholders must be in a translation as often as in its source, icons in its order."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.model.translation import Message
from deckwright.translation.checks.run import TEXT_RULES, check_messages
from deckwright.translation.checks.wordbook import wordbook

ORDER = "warning: The icons are in another order here:"
ICONS = [
    ("Gain {tech} and {sci}.", "Prendi {technology} e {sci}.", []),
    ("Gain {tech} and {sci}.", "Prendi {sci} e {tech}.", [f"{ORDER} {{sci}} {{tech}}. In the source: {{tech}} {{sci}}."]),
    ("Pay {tech}: gain {sci} {sci}.", "Paga {sci}{sci}: prendi {technology}.", [f"{ORDER} {{sci}} {{sci}} {{technology}}. In the source: {{tech}} {{sci}} {{sci}}."]),
    ("Lose {unique}, gain {tech}.", "Perdi {tech}, prendi {one}.", [f"{ORDER} {{tech}} {{one}}. In the source: {{unique}} {{tech}}."]),
    ("Gain {tech}.", "Prendi {technology}.", []),
    ("Gain {tech}.", "Prendi.", ["error: Missing: {tech}."]),
    ("Gain.", "Prendi {sci}{sci}.", ["error: Not in the source: {sci}, {sci}."]),
    ("Gain {tech}.", "Prendi {sci}.", ["error: Missing: {tech}. Not in the source: {sci}."]),
    ("Gain {tech} {tech}.", "Prendi {tech}.", ["error: Missing: {tech}."]),
    ("Gain {unique} {x}.", "Prendi.", []),
]  # fmt: skip
MARKS = [
    ("A {unique} card", "Una carta {one}", []),
    ("A {unique} card", "Una carta", ["error: Missing: {unique}."]),
    ("A {tech} card", "Una carta", []),
]
PLACEHOLDERS = [
    ("Take {count} {tech}", "Prendi {count} {tech}", []),
    ("Take {count}", "Prendi {conto}", ["error: Missing: {count}. Not in the source: {conto}."]),
    ("Take {0}", "Prendi", ["error: Missing: {0}."]),
    ("Take {tech}", "Prendi", []),
]


COINS = "one: {count} coin\nother: {count} coins"
PLURALS = [
    (COINS, "one: {count} moneta\nother: {count} monete", []),
    ("coins", "monete", []),
    (COINS, "one: {count} moneta", ["error: Plural forms are missing: other. it needs: one, other."]),
    (COINS, "{count} monete", ["error: Plural forms are missing: one, other. it needs: one, other."]),
    (COINS, "one: a\nfew: b\nother: c", ["error: Plural forms that it does not have: few."]),
]


@pytest.mark.parametrize(("source", "text", "wanted"), PLURALS)
def test_plural_forms_are_those_of_the_language(said, source, text, wanted):
    assert said("plurals", source, text, context="word:coins") == wanted


def test_each_form_is_compared_with_its_own(game):
    text = "one: {count} moneta\nother: {conto} monete"
    entry = Message("word:coins", COINS, text, "draft")
    report = check_messages(wordbook(game, "it"), [entry], TEXT_RULES)
    assert [finding.message.partition(": ")[2] for finding in report.findings] == [
        "Missing: {count}. Not in the source: {conto}."
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


ALIASES = {"tech": ["tech", "technology"], "sci": ["sci"], "unique": ["unique", "one"]}
tokens = st.lists(st.sampled_from(list(ALIASES)), max_size=6)


@given(tokens, st.randoms(use_true_random=False))
def test_icons_in_their_order_pass_by_any_of_their_names(said, names, random):
    source = " x ".join(f"{{{name}}}" for name in names)
    text = " y ".join(f"{{{random.choice(ALIASES[name])}}}" for name in names)
    assert said("icons", source, text) == said("marks", source, text) == []


@given(tokens, st.randoms(use_true_random=False))
def test_icons_in_another_order_are_found_once(said, names, random):
    moved = random.sample(names, len(names))
    source, text = (" ".join(f"{{{name}}}" for name in some) for some in (names, moved))
    assert len(said("icons", source, text)) == (names != moved)
    assert said("marks", source, text) == []


@given(tokens, st.sampled_from(list(ALIASES)), st.booleans(), st.randoms(use_true_random=False))
def test_one_icon_more_or_fewer_is_found(said, names, name, adds, random):
    with_it = [*names, name]
    random.shuffle(with_it)
    more, fewer = (" ".join(f"{{{one}}}" for one in some) for some in (with_it, names))
    source, text = (fewer, more) if adds else (more, fewer)
    found = said("icons", source, text) + said("marks", source, text)
    assert len(found) == 1
    assert found[0].endswith(f"{{{name}}}.")


EMPHASIS = [
    ("**Now** draw *one*", "*Una* pesca **ora**", []),
    ("**Now**", "**Ora", ["error: These two stars have no match: they are printed as is."]),
    ("**Now *then* go**", "**Ora *poi* via**", []),
    ("No stars", "Senza", []),
]


@pytest.mark.parametrize(("source", "text", "wanted"), EMPHASIS)
def test_stars_are_in_pairs(said, source, text, wanted):
    assert said("emphasis", source, text) == wanted


TAGS = [
    ("Gain [gold]2[/] coins.", "Prendi [gold]2[/gold] monete.", []),
    ("[gold]a[/] [term]b[/]", "[term]b[/term] [gold]a[/gold]", []),
    ("a[br]b", "a[br]b", []),
    ("[gold]2[/] coins", "2 monete", ["error: Missing: [gold]."]),
    ("2 coins", "[gold]2[/] monete", ["error: Not in the source: [gold]."]),
    ("[gold]2[/] coins", "[oro]2[/] monete", ["error: Missing: [gold]. Not in the source: [oro]."]),
    ("a[br]b", "a b", ["error: Missing: [br]."]),
    ("[gold]2[/] coins", "[gold]2 monete", ["error: These tags are not in pairs, as in the source: [gold]."]),
    (
        "[gold]2[/] coins",
        "2[/gold] monete",
        ["error: These tags are not in pairs, as in the source: [/gold]."],
    ),
    ("see [note]", "vedi [nota]", []),
]


@pytest.mark.parametrize(("source", "text", "wanted"), TAGS)
def test_tags_are_those_of_the_source(said, source, text, wanted):
    assert said("tags", source, text) == wanted


@pytest.mark.parametrize("rule", ["numbers", "typography", "spaces", "emphasis"])
def test_tags_are_no_words_for_other_checks(said, rule):
    assert said(rule, "[h1]Gain[/h1] 2[br]\ncoins!", "[h1]Prendi[/h1] 2[br]\nmonete!") == []
    assert said(rule, "| a |\n|--:|\n| 2 |", "| b |\n|--:|\n| 2 |") == []


def test_half_a_pair_of_stars_is_an_error(said):
    assert said("emphasis", "Draw *now*.", "Pesca *ora.") == [
        "error: This star has no match: it is printed as is."
    ]
    assert said("emphasis", "2 * 3", "2 * 3") == []

"""The checks together: what is not done, what is waived, in which order, and how fast."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.findings import Where
from deckwright.model.translation import Message, Waiver
from deckwright.translation.checks import run
from deckwright.translation.checks.run import RULES, check_messages, errors_in_messages
from deckwright.translation.checks.wordbook import RuleFinding, TextFinding

CHECKS = Path(run.__file__).parent
TESTS = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py"))
OF_MORE_THAN_TEXTS = {"check_fit", "check_spelling"}
"""Checks whose callers pass what they find."""


def functions(check):
    return [function for function in (check.each, *check.together, *check.alone) if function]


def test_every_check_is_in_the_registry():
    modules = [import_module(f"{run.__package__}.{file.stem}") for file in CHECKS.glob("*.py")]
    made = {
        name: one for module in modules for name, one in vars(module).items() if name.startswith("check_")
    }
    listed = [function for check in run.REGISTRY for function in functions(check)]
    assert {name for name, one in made.items() if one not in listed} == {
        "check_messages",
        *OF_MORE_THAN_TEXTS,
    }


@pytest.mark.parametrize("check", run.REGISTRY, ids=lambda check: check.rule)
def test_every_check_has_a_test(check):
    names = [f'"{check.rule}"', *(f"{function.__name__}(" for function in functions(check))]
    assert any(name in TESTS for name in names), f"no file of tests/translation/checks has any of {names}"


def lines(result):
    return [f"{one.severity} {one.rule} {one.message}" for one in result.findings]


def test_every_rule_is_looked_for_in_the_order_of_the_entries(books):
    entries = [
        Message("krol.name", "Krol", "Crollo", "reviewed"),
        Message("krol.text", "Draw 2 {tech} cards", " Prendi {sci}!!...", "draft"),
        Message("kind:tool", "Tool", "", "missing"),
        Message("a.text", "New deck", "Vecchie carte", "stale", previous="Old"),
        Message("b.text", "A deck", "Carte", "machine"),
        Message("c.text", "A deck", "Carte", "draft", unsure=True),
    ]
    result = check_messages(books["it"], entries)
    assert [(one.message.split(" in it")[0], one.rule) for one in result.findings] == [
        ("krol.name", "names"),
        ("krol.text", "icons"),
        ("krol.text", "numbers"),
        ("krol.text", "stops"),
        ("krol.text", "typography"),
        ("krol.text", "spaces"),
        ("kind:tool", "missing"),
        ("a.text", "stale"),
        ("b.text", "glossary"),
        ("c.text", "unsure"),
        ("c.text", "glossary"),
    ]
    errors = [one for one in result.findings if one.severity == "error"]
    assert list(errors_in_messages(books["it"], entries, RULES)) == errors != []
    assert result.waived == 0
    assert [one.subjects for one in result.findings][-5:] == [(), ("a",), ("b",), ("c",), ("c",)]


def test_a_line_break_in_a_plural_form_is_no_line_between_forms(books):
    source = "one: {count}[br]turn\nother: {count}[br]turns"
    text = "one: {count}[br]turno!\nother: {count}[br]turni"
    result = check_messages(books["it"], [Message("word:turns", source, text, "draft")])
    assert [finding.rule for finding in result.findings] == ["stops"]


FORMS = [
    ("One turn", "Un turno", "{count} turni", []),
    ("One turn", "{count} turno", "{count} turni", []),
    ("{count} turn", "Un turno", "{count} turni", []),
    ("{count} turn", "Un turno", "Turni", ["placeholders"]),
]


@pytest.mark.parametrize(("source", "singular", "plural", "rules"), FORMS)
def test_a_form_for_one_count_may_leave_the_number_out(books, source, singular, plural, rules):
    forms = f"one: {source}\nother: {{count}} turns", f"one: {singular}\nother: {plural}"
    result = check_messages(books["it"], [Message("word:turns", *forms, "draft")])
    assert [finding.rule for finding in result.findings if finding.severity != "info"] == rules


def test_a_waiver_takes_findings_of_its_rule_off_this_entry_and_counts_them(books):
    waiver = Waiver("typography", "as it is spoken")
    entries = [
        Message("a.text", 'Now "x"!', 'Ora "x" !', "draft", waivers=(waiver,)),
        Message("b.text", "Now!", "Ora !", "draft"),
    ]
    result = check_messages(books["it"], entries)
    assert result.waived == 2
    assert lines(result) == ["warning typography b.text in it: Remove the space before this sign: “Ora !”."]


def test_a_missing_text_can_be_waived(books):
    entries = [Message("a.flavour", "A pun", "", "missing", waivers=(Waiver("missing", "no such pun"),))]
    assert check_messages(books["it"], entries)[:2] == ([], 1)


def test_a_waiver_that_waives_nothing_or_is_wrong_is_found(books):
    waivers = (
        Waiver("icons", "in the art"),
        Waiver("iconz", "typo"),
        Waiver("numbers", ""),
        Waiver("fit", "x"),
    )
    entries = [Message("a.text", "Draw 2", "Pesca", "draft", waivers=waivers)]
    rules = [rule for rule in RULES if rule != "fit"]
    assert lines(check_messages(books["it"], entries, rules)) == [
        "error numbers a.text in it: Missing: 2.",
        "info waiver a.text in it: The waiver of icons is not needed: remove it.",
        "warning waiver a.text in it: Unknown rule in a waiver: iconz. Did you mean icons?",
        "warning waiver a.text in it: The waiver of numbers has no reason.",
    ]


def test_what_is_found_elsewhere_is_waived_and_placed_alike(books):
    entry = Message("a.text", "Draw", "Pesca", "draft")
    waived = Message("b.text", "Take", "Prendi", "draft", waivers=(Waiver("fit", "printed larger"),))
    more = [RuleFinding(one, "fit", TextFinding("error", "Too long.", 2)) for one in (entry, waived)]
    result = check_messages(books["it"], [entry, waived], more=more, places={"a.text": Where("it.po", 7, 1)})
    assert [(str(one.where), one.found) for one in result.findings] == [("it.po:7:1", 2)]
    assert result.waived == 1


def test_only_the_rules_that_are_asked_for_are_looked_for(books):
    entries = [Message("a.text", "Draw 2 {tech}", "Pesca", "draft"), Message("b.text", "x", "", "missing")]
    assert [one.rule for one in check_messages(books["it"], entries, ["numbers"]).findings] == ["numbers"]


def test_twice_as_many_entries_are_twice_the_work(books, calls):
    text = "**Alla fine del tuo turno**, pesca 2 carte dal mazzo opportunità {tech}, poi scarta."
    source = "**At the end of your turn**, draw 2 cards from the opportunity deck {tech}, then discard."
    entries = [Message(f"card-{n}.text", f"{source} {n}", f"{text} {n}", "draft") for n in range(1000, 1400)]
    assert check_messages(books["it"], entries).findings == []
    assert calls(check_messages, books["it"], entries) < 2.2 * calls(
        check_messages, books["it"], entries[:200]
    )


# Whole icons and names, since single letters could spell a number of one language only.
TOKENS = [*"ab é'’\"«»“”*{}!?:;%,.\n\u00a00129+-−", "{tech}", "Krol"]
texts = st.lists(st.sampled_from(TOKENS), max_size=40).map("".join)


@pytest.mark.parametrize("language", ["it", "fr", "en"])
@given(source=texts, text=texts)
def test_whatever_a_text_holds_the_checks_come_to_an_end(books, language, source, text):
    entries = [Message("a.text", source, text, "draft"), Message("b.text", source, "x", "draft")]
    found = check_messages(books[language], entries).findings
    assert all(one.rule in RULES for one in found)
    errors = {one for one in found if one.severity == "error"}
    assert errors == {*errors_in_messages(books[language], entries, RULES)}


@pytest.mark.parametrize("language", ["it", "fr", "en"])
@given(text=texts)
def test_a_text_that_is_its_own_translation_has_all_that_the_source_has(books, language, text):
    rules = ["icons", "marks", "placeholders", "numbers", "names"]
    assert check_messages(books[language], [Message("a.text", text, text, "draft")], rules).findings == []


SAME = [
    ("Krol the Great", "Krol il Grande", []),
    ("Direct marketing", "Direct marketing", ["info: It is the same as its source."]),
    ("Mainframe", "Mainframe", []),
    ("Data Monsters", "Data Monsters", []),
    ("Mazzo opportunità", "Mazzo opportunità", []),
]


@pytest.mark.parametrize(("source", "text", "wanted"), SAME)
def test_a_text_that_is_the_same_is_noted_unless_it_is_a_word_a_name_or_a_term(said, source, text, wanted):
    assert said("same-as-source", source, text) == wanted


def test_what_is_not_printed_says_why(books):
    entries = [
        Message("a.text", "A", "", "missing"),
        Message("b.text", "B", "b", "stale", previous="B2"),
        Message("c.text", "C", "c", "draft", unsure=True),
        Message("d.text", "A text", "A text", "draft"),
    ]
    assert lines(check_messages(books["it"], entries, ["missing", "stale", "unsure", "same-as-source"])) == [
        "warning missing a.text in it: It is not translated.",
        "warning stale b.text in it: Its source has changed since it was translated.",
        "warning unsure c.text in it: Its translator is unsure of it: it is not printed.",
        "info same-as-source d.text in it: It is the same as its source.",
    ]


def test_many_findings_of_one_kind_are_one_with_their_number(books):
    entries = [Message(f"a{number}.text", "Draw!", f"Pesca{number % 2} !", "draft") for number in range(5)]
    [finding] = check_messages(books["it"], entries, ["typography"]).findings
    assert finding.found == 5
    assert finding.message == (
        "a0.text in it: Remove the space before this sign: “Pesca0 !”. It is so in 5 texts: a0.text, a1.text, a2.text, …. "
        "To fix what has one right answer: deckwright translate fix lab --to it"
    )
    assert len(check_messages(books["it"], entries[:3], ["typography"]).findings) == 3


def test_a_finding_shows_its_passage(books):
    result = check_messages(books["it"], [Message("a.text", "Draw a card", "Pesca una una carta", "draft")])
    assert [result.passages[finding].passage for finding in result.findings] == ["una una"]

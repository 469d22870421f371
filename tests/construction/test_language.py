"""The rule engine against the naive evaluator, on random games, formats, decks and days."""

from __future__ import annotations

import json
from collections import Counter
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.construction.deck_checker import CheckContext, DeckChecker
from deckwright.files.game_package import read_package
from deckwright.model.card import Deck, DeckEntry, entry_fields
from deckwright.model.measures import MEASURES

from .naive import MEASURED, PER_CARD, READINGS, Broken, evaluate, name_of, with_likes
from .random_games import (
    BESIDE,
    FIELDS_COUNTED,
    NUMBERS,
    ZONES,
    checks,
    formats,
    formats_of_one_rule,
    games,
    measures_of_decks,
)


def opened(made):
    """A random game as the program reads it from its folder."""
    with TemporaryDirectory(prefix="deckwright-") as name:
        folder = Path(name)
        files = {
            "game.yaml": json.dumps(made.definition),
            "cards/cards.yaml": json.dumps({"cards": made.cards}),
            **made.files,
        }
        for path, text in files.items():
            (folder / path).parent.mkdir(exist_ok=True)
            (folder / path).write_text(text, encoding="utf-8")
        box, findings = read_package(folder)
    assert box, [(one.message, one.where) for one in findings if one.severity == "error"]
    return box


def entry_of(made):
    return DeckEntry(made["card"], made["copies"], made["zone"], fields=entry_fields(made["fields"]))


def test_every_measure_of_rules_has_a_naive_reading():
    in_rules = {one.id: one.per_card for one in MEASURES.values() if "rule" in one.places}
    assert in_rules == dict.fromkeys(MEASURED, False) | dict.fromkeys(PER_CARD, True)
    assert [READINGS[name].is_whole for name in MEASURES] == [one.is_whole for one in MEASURES.values()]


def broken_for_the_program(box, made, check):
    """The rules that a deck breaks, as the program finds them."""
    deck = Deck("random", "Random", tuple(map(entry_of, check.deck)))
    context = CheckContext(check.format, check.players, date.fromisoformat(check.day))
    verdict = DeckChecker(box.game, {card.id: card for card in box.cards}, context).check(deck)
    rules = {rule["id"]: rule for rule in with_likes(made.definition["formats"], check.format)["rules"]}
    return Counter(as_broken(finding, rules.get(finding.rule, {})) for finding in verdict.findings)


def as_broken(finding, rule):
    """What the naive evaluator says of a broken rule: numbers of one requirement, cards of a rule for each card."""
    if "any" in rule or "all" in rule:
        return Broken(finding.rule)
    is_for_each = "options" not in rule and name_of(rule.get("measure", "copies")) in PER_CARD
    return Broken(
        finding.rule, frozenset(finding.subjects if is_for_each else ()), finding.found, finding.limit
    )


def compare(made, several):
    """Check several decks against a random game in both ways."""
    box = opened(made)
    for check in several:
        expected = evaluate(
            made.definition,
            made.cards,
            check.deck,
            deck_format=check.format,
            day=check.day,
            players=check.players,
            files=made.files,
        )
        assert broken_for_the_program(box, made, check) == expected, (check, expected)


several_checks = st.lists(checks(), min_size=8, max_size=8)


@given(games(formats()), several_checks)
def test_formats_of_several_rules_are_judged_as_the_naive_evaluator_does(made, several):
    compare(made, several)


MEASURES_OF_DECKS = [each.id for each in MEASURES.values() if "rule" in each.places and not each.per_card]


@pytest.mark.parametrize("measure", measures_of_decks(FIELDS_COUNTED, NUMBERS), ids=MEASURES_OF_DECKS)
@pytest.mark.deep("each measure by itself")
@given(data=st.data())
def test_each_measure_finds_in_every_deck_what_the_naive_evaluator_does(measure, data):
    """The bounds are out of reach, so that each rule is broken, and says what it finds."""
    counted = {"measure": data.draw(measure), "zone": [*ZONES]}
    rules = [{"id": "more", **counted, "min": 99}, {"id": "fewer", **counted, "max": 0}]
    base = {"name": "Base", "zones": ["leader", "side"], "beside": [BESIDE], "rules": rules}
    own = {"name": "Own", "like": "base", "rules": []}
    compare(data.draw(games(st.just({"base": base, "own": own}))), data.draw(several_checks))


@given(games(formats_of_one_rule()), several_checks)
def test_single_rules_are_judged_as_the_naive_evaluator_does(made, several):
    compare(made, several)

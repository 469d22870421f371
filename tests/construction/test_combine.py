from __future__ import annotations

from datetime import date

import pytest

from deckwright.construction.combine import combine
from deckwright.construction.deck_checker import CheckContext
from deckwright.errors import InputError, UsageError
from deckwright.model.card import Deck, DeckEntry, copies_by_card


@pytest.fixture
def packs(packaged):
    """The packaged decks of Data Monsters by id."""
    return {deck.id: deck for deck in packaged("data-monsters").decks}


@pytest.fixture
def joined(packaged):
    """Join decks of Data Monsters, each so many times."""
    box = packaged("data-monsters")

    def run(*decks, format="office", **held_against):  # noqa: A002 - the word of the field
        known = {card.id: card for card in box.cards}
        name = held_against.pop("name", "")
        return combine(decks, box.game, known, CheckContext(format, **held_against), name)

    return run


def test_a_deck_within_the_limits_stays_as_it_is(packs, joined):
    result = joined((packs["startup"], 1), format="lab")
    assert result.removed == ()
    assert copies_by_card(result.deck.entries) == copies_by_card(packs["startup"].entries)


def test_nothing_but_copies_is_taken_out(packs, joined):
    result = joined((packs["startup"], 1), (packs["enterprise"], 1), format="lab")
    assert [one.rule for one in result.findings if one.severity == "error"] == ["size"]
    assert not result.legal


def test_the_joined_deck_is_named_after_its_parts_or_as_asked(packs, joined):
    pair = (packs["startup"], 1), (packs["enterprise"], 1)
    assert joined(*pair, players=2).deck.name == f"{packs['startup'].name} + {packs['enterprise'].name}"
    assert joined(*pair, players=2, name="Ours").deck.name == "Ours"


def test_no_finding_of_the_joined_deck_points_into_a_file_it_came_from(packs, joined):
    result = joined((packs["startup"], 1), format="office", players=4)
    assert result.findings
    assert all(one.where is None for one in result.findings)


def test_an_office_deck_asks_how_many_play(packs, joined):
    with pytest.raises(UsageError) as caught:
        joined((packs["startup"], 4))
    assert caught.value.code == "players-missing"


@pytest.fixture
def cut(forest):
    """Join one deck of the small game and give what was taken out and what is left, with a side zone."""

    def run(rules, cards, side=()):
        box = forest(rules)
        entries = [DeckEntry(card, copies) for card, copies in cards.items()]
        entries += [DeckEntry(card, copies, "side") for card, copies in dict(side).items()]
        deck = Deck("forest", "Test", tuple(entries))
        result = combine([(deck, 1)], box.game, {card.id: card for card in box.cards}, CheckContext("grove"))
        return dict(result.removed), [(one.card, one.copies, one.zone) for one in result.deck.entries]

    return run


def test_cards_banned_outside_the_pool_or_restricted_go(cut):
    rules = "pool: kind:beast\nbanned: [wolf]\nrestricted: {fox: 1, owl: 0}\nrules: []"
    removed, left = cut(rules, {"fox": 3, "owl": 1, "wolf": 2, "oak": 2})
    assert removed == {"fox": 2, "owl": 1, "wolf": 2, "oak": 2}
    assert left == [("fox", 1, "cards")]


def test_the_least_of_several_limits_counts(cut):
    rules = "restricted: {fox: 2}\nrules: [{id: copies, measure: copies, max: 3}]"
    assert cut(rules, {"fox": 9, "owl": 9})[1] == [("fox", 2, "cards"), ("owl", 3, "cards")]


def test_cards_that_count_together_are_taken_from_the_last(cut):
    rules = "zones: [side]\nrules: [{id: names, zone: [cards, side], measure: copies, same: [name], max: 3}]"
    removed, left = cut(rules, {"fox": 2, "owl": 1}, {"old-fox": 1, "fox": 2})
    assert removed == {"fox": 2}
    assert left == [("fox", 2, "cards"), ("owl", 1, "cards"), ("old-fox", 1, "side")]


def test_copies_in_another_zone_are_left_alone(cut):
    rules = "zones: [side]\nrules: [{id: copies, measure: copies, max: 1}]"
    assert cut(rules, {"fox": 3}, {"fox": 3})[1] == [("fox", 1, "cards"), ("fox", 3, "side")]


def test_a_limit_that_only_a_banned_card_lifted_holds_again(cut):
    rules = """
banned: [owl]
rules:
  - {id: copies, measure: copies, max: 1}
  - {id: more, when: 'id:owl', measure: copies, max: 5, replaces: [copies]}
"""
    assert cut(rules, {"fox": 5, "owl": 1}) == ({"fox": 4, "owl": 1}, [("fox", 1, "cards")])


def test_a_warning_takes_nothing_out(cut):
    rules = "rules: [{id: copies, measure: copies, max: 1, severity: warning}]"
    assert cut(rules, {"fox": 3})[0] == {}


def test_too_few_copies_are_left_alone(cut):
    assert cut("rules: [{id: copies, measure: copies, min: 3}]", {"fox": 1})[0] == {}


def test_copies_of_one_card_are_taken_from_the_last_zone_first_and_no_more_than_needed(cut):
    rules = "zones: [side]\nrules: [{id: copies, zone: [cards, side], measure: copies, max: 2}]"
    assert cut(rules, {"fox": 3}, {"fox": 2})[1] == [("fox", 2, "cards")]
    assert cut(rules, {"fox": 1}, {"fox": 4})[1] == [("fox", 1, "cards"), ("fox", 1, "side")]


def test_a_deck_of_another_game_is_named_with_what_to_do(packs, joined):
    with pytest.raises(InputError) as caught:
        joined((packs["startup"], 1), (Deck("dataset", "Other", source="other.yaml"), 1), players=2)
    assert caught.value.code == "other-game"
    assert caught.value.message == "The deck other.yaml is for the game dataset, not for data-monsters."
    assert caught.value.hint == "Combine decks of the same game."


@pytest.fixture
def left(forest):
    """Copies of the fox that are left of nine, and the rules that are then broken."""

    def run(rules, **context):
        box = forest(rules)
        deck = Deck("forest", "Test", (DeckEntry("fox", 9),))
        known = {card.id: card for card in box.cards}
        result = combine([(deck, 1)], box.game, known, CheckContext("grove", **context))
        return result.deck.size, [one.message for one in result.findings]

    return run


def test_limits_are_those_of_the_day_and_of_the_number_of_players(left):
    dated = "rules: [{id: copies, measure: copies, max: 2, until: 2026-01-31}, {id: size, measure: cards, min: 9, until: 2026-01-31}]"
    assert left(dated, on=date(2026, 1, 31))[0] == 2
    assert len(left(dated, on=date(2026, 1, 31))[1]) == 1
    assert left(dated, on=date(2026, 2, 1)) == (9, [])
    by_players = "rules: [{id: copies, measure: copies, max: 2, per_player: true}]"
    assert left(by_players, players=3) == (6, [])


def test_findings_of_the_combined_deck_are_in_the_language_asked_for(packs, joined):
    result = joined((packs["startup"], 1), players=4, language="it")
    english = joined((packs["startup"], 1), players=4, language="en")
    assert [one.message for one in result.findings] != [one.message for one in english.findings]


def test_a_format_must_be_named(packs, joined):
    with pytest.raises(UsageError) as caught:
        joined((packs["startup"], 1), format="")
    assert caught.value.code == "format-missing"

"""Data Monsters, sections 2, 5 and 10: what a laboratory deck and an office deck may hold."""

from __future__ import annotations

import re

import pytest

from deckwright.construction.combine import combine
from deckwright.construction.deck_checker import CheckContext, DeckChecker
from deckwright.model.card import Card, Deck, DeckEntry, copies_by_card

LAB, PLAYERS, OFFICE = "Data Monsters, §2", "Data Monsters, §5", "Data Monsters, §10"

# format, players, cards, least, most
SIZES = [
    ("lab", None, range(20, 31), LAB),
    ("office", 2, range(40, 200), OFFICE),
    ("office", 3, range(60, 200), OFFICE),
    ("office", 4, range(80, 200), OFFICE),
]

# format, marks, most copies, the rule that says so
COPIES = [
    ("lab", (), 2, "copies", LAB),
    ("lab", ("unique",), 1, "unique", LAB),
    ("lab", ("multiple",), 4, "multiple", LAB),
    ("office", (), 4, "copies", OFFICE),
    ("office", ("unique",), 2, "unique", OFFICE),
    ("office", ("multiple",), 8, "multiple", OFFICE),
]

# format, kind, whether it belongs there
KINDS = [
    (deck_format, kind, kind != "opportunity", cite)
    for deck_format, cite in (("lab", LAB), ("office", OFFICE))
    for kind in ("monster", "tool", "hack", "opportunity")
]

# level, the level that must be in the workshop before it
LEVELS = [("junior", None), ("senior", "junior"), ("chief", "senior")]


def card(name, kind="tool", marks=(), **fields):
    return Card("data-monsters", name, kind, "en", marks=marks, fields=fields, texts={"en": {"name": name}})


@pytest.fixture
def breaks(packaged):
    """Rules that a deck, written as pairs of a card and its copies, breaks: rule, citation, found and limit."""
    game = packaged("data-monsters").game

    def check(pairs, deck_format, players=None, rules=()):
        known = {one.id: one for one, _ in pairs}
        deck = Deck("data-monsters", "Test", tuple(DeckEntry(one.id, copies) for one, copies in pairs))
        verdict = DeckChecker(game, known, CheckContext(deck_format, players)).check(deck)
        return [
            (one.rule, one.cite, one.found, one.limit, one.severity)
            for one in verdict.findings
            if not rules or one.rule in rules
        ]

    return check


def single_cards(number):
    return [(card(f"card-{index}"), 1) for index in range(number)]


@pytest.mark.parametrize(("deck_format", "players", "allowed", "cite"), SIZES)
def test_a_deck_has_a_size(breaks, deck_format, players, allowed, cite):
    for number in (0, 1, 19, 20, 21, 29, 30, 31, 39, 40, 59, 60, 79, 80, 81, 199):
        limit = allowed.start if number < allowed.start else allowed.stop - 1
        expected = [] if number in allowed else [("size", cite, number, limit, "error")]
        assert breaks(single_cards(number), deck_format, players) == expected


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_rules_pages_say_how_large_a_deck_is_and_how_many_copies_it_has(packaged, language):
    """Data Monsters, §2: 20 to 30 cards, two copies; §10: 20 cards for each player, four copies."""
    two, four = {"en": ("two", "four"), "fr": ("deux", "quatre"), "it": ("due", "quattro")}[language]
    labels = packaged("data-monsters").game.labels[language]
    for deck, numbers, word in (("laboratory", ["30", "20", "30"], two), ("office", ["20", "4"], four)):
        text = labels[f"reminder:decks.item.{deck}"]
        assert re.findall("[0-9]+", text) == numbers
        assert word in text.split()


def test_an_office_deck_has_no_greatest_size(breaks):
    assert breaks(single_cards(1000), "office", 2) == []


@pytest.mark.parametrize("row", COPIES)
def test_a_card_has_a_greatest_number_of_copies(breaks, row):
    deck_format, marks, most, rule, cite = row
    for copies in range(1, 10):
        expected = [] if copies <= most else [(rule, cite, copies, most, "error")]
        pairs = [(card("test", marks=marks), copies)]
        assert breaks(pairs, deck_format, 2, {"copies", "unique", "multiple"}) == expected


@pytest.mark.parametrize(("deck_format", "kind", "belongs", "cite"), KINDS)
def test_only_monsters_tools_and_hacks_belong(breaks, deck_format, kind, belongs, cite):
    expected = [] if belongs else [("kinds", cite, 1, 0, "error")]
    assert breaks([(card("test", kind), 1)], deck_format, 2, {"kinds"}) == expected


@pytest.mark.parametrize(("level", "below"), LEVELS)
@pytest.mark.parametrize("deck_format", ["lab", "office"])
def test_a_monster_that_can_never_be_put_in_the_workshop_is_a_warning(breaks, deck_format, level, below):
    monster = card("Krol", "monster", level=level)
    named = {f"{upper}-without-{lower}" for upper, lower in LEVELS[1:]}
    warning = [(f"{level}-without-{below}", PLAYERS, 0, 1, "warning")] if below else []
    assert breaks([(monster, 1)], deck_format, 2, named) == warning
    grades = [
        (
            Card(
                "data-monsters",
                grade,
                "monster",
                "en",
                fields={"level": grade},
                texts={"en": {"name": "Krol"}},
            ),
            1,
        )
        for grade, _ in LEVELS
    ]
    assert breaks(grades, deck_format, 2, named) == []


def test_two_of_each_pack_make_an_office_deck_without_four_scrum_planning(packaged):
    """Section 10: four packs, two of each, with 4 supernumerary copies of Scrum Planning taken out."""
    box = packaged("data-monsters")
    packs = {deck.id: deck for deck in box.decks}
    known = {one.id: one for one in box.cards}
    two_of_each = [(packs["startup"], 2), (packs["enterprise"], 2)]
    joined = combine(two_of_each, box.game, known, CheckContext("office", 4))
    assert joined.removed == (("scrum-planning", 4),)
    assert joined.deck.size == 4 * 30 - 4
    assert joined.legal


def test_the_pre_built_packs_are_decks_for_beginners(packaged):
    """Section 2: the packs may be played as they are, and Krol comes in all three levels (section 5)."""
    box = packaged("data-monsters")
    known = {one.id: one for one in box.cards}
    packs = {deck.id: deck for deck in box.decks}
    assert set(packs) == {"startup", "enterprise"}
    assert all(DeckChecker(box.game, known).check(deck).findings == () for deck in packs.values())
    krol = {
        known[name].fields["level"]
        for deck in packs.values()
        for name in copies_by_card(deck.entries)
        if known[name].name("en") == "Krol"
    }
    assert krol == {"junior", "senior", "chief"}

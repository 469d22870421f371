from __future__ import annotations

import pytest

from deckwright.construction.check import CheckContext, check_deck, choose_players
from deckwright.errors import InputError, UsageError
from deckwright.findings import Where
from deckwright.model.card import Deck, DeckEntry
from deckwright.model.format import read_format
from deckwright.model.query.tree import ALL
from deckwright.model.rule import CardTest

FILE = "decks/mine.yaml"
WHERES = {
    "game": Where(FILE, 1, 7),
    "format": Where(FILE, 2, 9),
    "players": Where(FILE, 3, 10),
    "cards": Where(FILE, 4, 1),
}


@pytest.fixture
def check(packaged):
    """Check a deck of Data Monsters, written `{card: copies}`, as if it stood in a file."""
    box = packaged("data-monsters")

    def run(cards, deck_format="lab", deck_players=None, **held_against):
        entries = tuple(
            DeckEntry(card, copies, where=Where(FILE, line, 3))
            for line, (card, copies) in enumerate(cards.items(), 5)
        )
        deck = Deck("data-monsters", "Mine", entries, "", deck_format, deck_players, FILE, WHERES)
        known = {card.id: card for card in box.cards}
        return check_deck(deck, box.game, known, CheckContext(**held_against))

    return run


@pytest.mark.parametrize("deck", ["startup", "enterprise"])
def test_a_packaged_deck_is_legal(packaged, deck):
    box = packaged("data-monsters")
    there = next(one for one in box.decks if one.id == deck)
    verdict = check_deck(there, box.game, {card.id: card for card in box.cards})
    assert verdict.findings == ()
    assert verdict.legal
    assert (verdict.format, verdict.deck.size) == ("lab", 30)


def test_every_finding_is_given_and_points_at_its_card(check):
    verdict = check({"krol-chief": 2, "mainframe": 3, "scrum-planning": 2})
    assert not verdict.legal
    assert [(one.rule, one.subjects, one.where.line, one.severity) for one in verdict.findings] == [
        ("size", (), 4, "error"),
        ("copies", ("mainframe",), 6, "error"),
        ("unique", ("krol-chief",), 5, "error"),
        ("chief-without-senior", ("krol-chief",), 5, "warning"),
    ]
    assert all(one.cite.startswith("Data Monsters, §") for one in verdict.findings)


def test_a_warning_alone_leaves_a_deck_legal(packaged):
    box = packaged("data-monsters")
    startup = next(one for one in box.decks if one.id == "startup")
    entries = tuple(entry for entry in startup.entries if entry.card != "krol-junior")
    verdict = check_deck(startup._replace(entries=entries), box.game, {card.id: card for card in box.cards})
    assert [one.rule for one in verdict.findings] == ["senior-without-junior"]
    assert verdict.legal


def test_the_user_s_format_and_players_go_before_the_deck_s(check):
    assert check({}, "lab", 2, format="office", players=3).format == "office"
    assert [one.limit for one in check({}, "lab", 2, format="office", players=3).findings] == [60]
    assert [one.limit for one in check({}, "office", 2).findings] == [40]


def test_an_unknown_format_names_the_nearest_and_all(check):
    with pytest.raises(InputError) as caught:
        check({}, "offfice")
    assert caught.value.code == "unknown-format"
    assert "office?" in caught.value.hint
    assert "lab, office" in caught.value.hint
    assert caught.value.where == WHERES["format"]


def test_an_unknown_format_that_the_user_named_is_not_laid_on_the_file(check):
    with pytest.raises(InputError) as caught:
        check({}, format="offfice")
    assert caught.value.where is None


def test_a_deck_without_a_format_asks_for_one(check):
    with pytest.raises(UsageError) as caught:
        check({}, "")
    assert caught.value.code == "format-missing"
    assert "lab, office" in caught.value.hint


def test_a_game_without_formats_says_so(packaged):
    game = packaged("dataset").game
    with pytest.raises(InputError) as caught:
        check_deck(Deck("dataset", "Mine"), game, {})
    assert caught.value.code == "no-formats"


def test_an_office_deck_asks_how_many_play(check):
    with pytest.raises(UsageError) as caught:
        check({}, "office")
    assert caught.value.code == "players-missing"
    assert "--players 2, 3 or 4" in caught.value.message


@pytest.mark.parametrize("players", [-1, 0, 1, 5])
def test_a_number_of_players_that_may_not_play_is_refused(check, players):
    with pytest.raises(UsageError) as caught:
        check({}, "office", players=players)
    assert caught.value.code == "players-out-of-range"
    assert "2, 3 or 4" in caught.value.message
    with pytest.raises(InputError) as caught:
        check({}, "office", players)
    assert caught.value.code == "players-out-of-range"
    assert caught.value.where == WHERES["players"]


def test_a_lab_deck_does_not_ask_how_many_play(check):
    assert check({}).players is None
    assert check({}, players=3).players == 3
    with pytest.raises(UsageError, match="2, 3 or 4"):
        check({}, players=9)


def test_a_finding_points_at_the_zone_that_its_rule_looks_at(forest):
    box = forest("zones: [side]\nrules: [{id: copies, zone: side, measure: copies, max: 1}]")
    entries = (DeckEntry("fox", 2, where=Where(FILE, 5, 3)), DeckEntry("fox", 2, "side", Where(FILE, 9, 5)))
    deck = Deck("forest", "Mine", entries, format="grove", source=FILE)
    (finding,) = check_deck(deck, box.game, {card.id: card for card in box.cards}).findings
    assert finding.where == Where(FILE, 9, 5)


def test_a_finding_about_a_deck_points_at_its_cards_or_else_at_the_file_or_nowhere(packaged):
    box = packaged("data-monsters")

    def place(**known):
        return (
            check_deck(Deck("data-monsters", "Mine", format="lab", **known), box.game, {}).findings[0].where
        )

    assert place(source=FILE, locations=WHERES) == WHERES["cards"]
    assert place(source=FILE) == Where(FILE)
    assert place() is None


MESSAGES = [
    ({"mainframe": 3}, "copies", "There are 3 copies of Mainframe: remove 1."),
    ({"krol-chief": 2}, "unique", "There are 2 copies of Krol (krol-chief): remove 1."),
    ({"mainframe": 2}, "size", "A laboratory deck holds 20 to 30 cards. This deck has 2: add 18."),
    ({"mainframe": 32}, "size", "A laboratory deck holds 20 to 30 cards. This deck has 32: remove 2."),
    (
        {"krol-senior": 1},
        "senior-without-junior",
        "This deck has none for Krol (krol-senior): add Krol (krol-junior)",
    ),
]


@pytest.mark.parametrize(("cards", "rule", "message"), MESSAGES)
def test_a_message_says_the_rule_what_was_found_and_what_would_mend_it(check, cards, rule, message):
    (said,) = [one.message for one in check(cards).findings if one.rule == rule]
    assert message in said


def test_a_message_says_what_a_rule_for_each_player_comes_to(check):
    (finding,) = check({}, "office", players=3).findings
    assert finding.message == (
        "An office deck holds at least 20 cards for each player. Here the minimum is 60. This deck has 0: add 60."
    )


def test_card_names_stand_in_the_user_s_language(check, packaged):
    card = next(one for one in packaged("data-monsters").cards if one.id == "mainframe")
    for language in ("en", "fr", "it"):
        (said,) = [
            one.message for one in check({"mainframe": 3}, language=language).findings if one.rule == "copies"
        ]
        assert card.name(language) in said


OPPORTUNITY_RULE = "Only monsters, tools and hacks go into a laboratory deck. Remove "


def test_an_opportunity_is_told_to_leave(check, packaged):
    card = next(one for one in packaged("data-monsters").cards if one.kind == "opportunity")
    finding = check({card.id: 1}).findings[0]
    assert (finding.rule, finding.subjects, finding.found, finding.limit) == ("kinds", (card.id,), 1, 0)
    assert finding.message == f"{OPPORTUNITY_RULE}{card.name('en')}."


def nothing(_text):
    return CardTest(ALL)


@pytest.fixture
def allowed(forest):
    """Which of 0 to 6 players the small game's format allows."""

    def run(rules):
        rules = read_format(forest(rules).game, "grove", nothing)

        def is_allowed(players):
            try:
                return choose_players(Deck("forest", "Test"), rules, players) == players
            except UsageError:
                return False

        return [players for players in range(7) if is_allowed(players)]

    return run


def test_the_format_s_own_span_goes_before_the_game_s(allowed):
    assert allowed("players: {min: 2, max: 3}\nrules: []") == [2, 3]
    assert allowed("rules: [{id: size, measure: cards, min: 2, per_player: true}]") == [1, 2, 3, 4]


def test_a_format_that_does_not_depend_on_players_takes_what_the_game_allows(allowed):
    assert allowed("rules: []") == [1, 2, 3, 4]

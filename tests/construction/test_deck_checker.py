"""The module construction/deck_checker."""

from __future__ import annotations

from datetime import date

import pytest

from deckwright.construction.deck_checker import CheckContext, DeckChecker, choose_format, choose_players
from deckwright.errors import InputError, UsageError
from deckwright.files.game_package import read_package
from deckwright.findings import Where
from deckwright.model.card import Deck, DeckEntry, entry_fields
from deckwright.model.format import read_format
from deckwright.model.query.matching import ALL
from deckwright.model.rule import CardTest

from .conftest import GAME

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
        return DeckChecker(box.game, known, CheckContext(**held_against)).check(deck)

    return run


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
    verdict = DeckChecker(box.game, {card.id: card for card in box.cards}).check(
        startup._replace(entries=entries)
    )
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


def test_a_deck_is_for_the_only_format_of_its_game(forest):
    box = forest("rules: [{id: size, measure: cards, min: 1}]")
    deck = Deck(box.game.id, "Mine", ())
    assert [choose_format(deck, box.game)] == box.game.names("formats")


def test_a_game_without_formats_says_so(packaged):
    game = packaged("dataset").game
    with pytest.raises(InputError) as caught:
        DeckChecker(game, {}).check(Deck("dataset", "Mine"))
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
    (finding,) = DeckChecker(box.game, {card.id: card for card in box.cards}).check(deck).findings
    assert finding.where == Where(FILE, 9, 5)


def test_a_finding_about_a_deck_points_at_its_cards_or_else_at_the_file_or_nowhere(packaged):
    box = packaged("data-monsters")

    def place(**known):
        return (
            DeckChecker(box.game, {})
            .check(Deck("data-monsters", "Mine", format="lab", **known))
            .findings[0]
            .where
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


# What rules say that a designer gave no sentence, one for each measure and side.

SAID = [
    ("measure: cards, max: 2", {"fox": 3}, "The rule r allows at most 2. This deck has 3: remove 1."),
    ("measure: cards, min: 2", {"fox": 1}, "The rule r requires at least 2. This deck has 1: add 1."),
    (
        "measure: cards, per: kind, max: 2",
        {"fox": 3},
        "The rule r allows at most 2. Kind: Beast. This deck has 3: remove 1. Counted: 3 × Fox (fox).",
    ),
    (
        "over: 'kind:beast', measure: cards, max: 2",
        {"wolf": 2, "owl": 1, "oak": 1},
        "The rule r allows at most 2. This deck has 3: remove 1. Counted: 2 × Wolf, 1 × Owl.",
    ),
    (
        "measure: copies, max: 2",
        {"fox": 3},
        "The rule r allows at most 2. There are 3 copies of Fox (fox): remove 1.",
    ),
    ("measure: copies, min: 2", {"owl": 1}, "The rule r requires at least 2. There is 1 copy of Owl: add 1."),
    ("over: 'id:owl', measure: copies, max: 0", {"owl": 1}, "The rule r allows at most 0. Remove Owl."),
    (
        "measure: distinct, max: 1",
        {"owl": 1, "wolf": 4},
        "The rule r allows at most 1. This deck has 2 different cards: remove 1.",
    ),
    (
        "measure: distinct, min: 2",
        {"owl": 1},
        "The rule r requires at least 2. This deck has 1 different card: add 1.",
    ),
    (
        "measure: {sum: weight}, max: 5",
        {"owl": 2},
        "The rule r allows at most 5. Weight adds up to 6, which is 1 too much.",
    ),
    (
        "measure: {sum: weight}, min: 0.5",
        {"fox": 2},
        "The rule r requires at least 0.5. Weight adds up to 0.2, which is 0.3 too little.",
    ),
    (
        "measure: {groups: colours}, max: 1",
        {"old-fox": 1},
        (
            "The rule r allows at most 1. Colours: this deck has 2 different ones, 1 too many."
            " Counted: 1 × red, 1 × green."
        ),
    ),
    (
        "measure: {groups: kind}, min: 2",
        {"owl": 1},
        "The rule r requires at least 2. Kind: this deck has only 1, 1 too few. Counted: 1 × Beast.",
    ),
    (
        "over: 'id:oak', measure: companions, of: 'kind:beast', same: [colours], min: 2",
        {"oak": 1, "old-fox": 1},
        "The rule r requires at least 2. The game has no other card for Oak: remove Oak.",
    ),
    (
        "over: 'id:fox', measure: companions, of: 'kind:beast', same: [kind], min: 2",
        {"fox": 1},
        "The rule r requires at least 2. This deck has none for Fox (fox): add Fox (old-fox), Owl, Wolf, or remove Fox (fox).",
    ),
    (
        "over: 'id:fox', measure: companions, of: 'kind:beast', same: [kind], min: 2",
        {"fox": 1, "owl": 1},
        "The rule r requires at least 2. This deck has 1 for Fox (fox): add 1 of Fox (old-fox), Wolf, or remove Fox (fox).",
    ),
    (
        "over: 'id:oak', measure: companions, of: 'kind:beast', same: [colours], max: 0",
        {"oak": 1, "old-fox": 1},
        "The rule r allows at most 0. This deck has 1 for Oak: remove 1.",
    ),
]


SAID += [
    (
        "over: 'kind:beast or kind:tree', measure: {sum: weight}, max: 1",
        {"birch": 2, "owl": 2, "fox": 1},
        (
            "The rule r allows at most 1. Weight adds up to 6.1, which is 5.1 too much."
            " Counted: 2 × Owl = 6, 1 × Fox (fox) = 0.1."
        ),
    ),
    (
        "over: 'kind:beast or kind:tree', measure: {groups: colours}, max: 1",
        {"old-fox": 2, "wolf": 1, "oak": 1},
        (
            "The rule r allows at most 1. Colours: this deck has 2 different ones, 1 too many."
            " Counted: Fox (old-fox) (red, green), Oak (green)."
        ),
    ),
    (
        "over: 'kind:beast or kind:tree', measure: {groups: kind}, max: 0",
        {"owl": 1},
        "The rule r allows at most 0. Kind: this deck has 1, 1 too many. Counted: Owl (Beast).",
    ),
    (
        "over: 'kind:beast or kind:tree', measure: distinct, max: 1",
        {"owl": 3, "birch": 1},
        "The rule r allows at most 1. This deck has 2 different cards: remove 1. Counted: Owl, Birch.",
    ),
    (
        "measure: copies, same: [name], max: 2",
        {"fox": 1, "old-fox": 3},
        (
            "The rule r allows at most 2. There are 4 together: remove 2."
            " Counted: 1 × Fox (fox), 3 × Fox (old-fox)."
        ),
    ),
    (
        "measure: copies, same: [name], min: 4",
        {"fox": 1, "old-fox": 2},
        (
            "The rule r requires at least 4. There are 3 together: add 1."
            " Counted: 1 × Fox (fox), 2 × Fox (old-fox)."
        ),
    ),
    (
        "measure: {groups: colours, each: 3}, min: 2",
        {"fox": 1, "old-fox": 2, "owl": 1, "birch": 4},
        (
            "The rule r requires at least 2. Colours: 1 with 3 cards or more, 1 too few."
            " Counted: 3 × red, 2 × green, 1 × blue."
        ),
    ),
    (
        "measure: {groups: colours, each: 3}, max: 0",
        {"fox": 1, "old-fox": 2},
        (
            "The rule r allows at most 0. Colours: 1 with 3 cards or more, 1 too many."
            " Counted: 3 × red, 2 × green."
        ),
    ),
    (
        "measure: {lowest: weight}, min: 3",
        {"fox": 1, "old-fox": 2, "owl": 1, "birch": 1},
        (
            "The rule r requires at least 3. Weight: the lowest is 0.1, 2.9 too little."
            " Counted: Fox (fox) (0.1), Fox (old-fox) (0.2)."
        ),
    ),
    (
        "measure: {highest: weight}, max: 4",
        {"fox": 1, "oak": 2, "wolf": 1, "birch": 1},
        ("The rule r allows at most 4. Weight: the highest is 9, 5 too much. Counted: Oak (9), Wolf (5)."),
    ),
    (
        "measure: {highest: weight}, min: 4",
        {"fox": 1},
        "The rule r requires at least 4. Weight: the highest is 0.1, 3.9 too little.",
    ),
]


@pytest.mark.parametrize(("rule", "deck", "message"), SAID)
def test_a_rule_without_a_sentence_says_its_limit(findings, rule, deck, message):
    (finding,) = findings(f"rules: [{{id: r, {rule}}}]", deck)
    assert finding.message == message


def test_differences_are_exact(findings):
    (finding,) = findings("rules: [{id: r, measure: {sum: weight}, max: 0.1}]", {"fox": 3})
    assert finding.message.endswith("Weight adds up to 0.3, which is 0.2 too much.")


def test_a_limit_is_said_once(findings):
    (finding,) = findings("rules: [{id: r, measure: cards, min: 2, per_player: true}]", {"fox": 3}, players=2)
    assert finding.message == "The rule r requires at least 4. This deck has 3: add 1."


def test_a_card_of_another_zone_may_be_the_one_that_is_lacking(findings):
    rules = """
zones: [side]
rules: [{id: r, over: 'id:old-fox', measure: companions, of: 'kind:beast', same: [name], min: 1}]
"""
    (finding,) = findings(rules, {"old-fox": 1}, {"fox": 1})
    assert "add Fox (fox)" in finding.message


KEYS = [
    ("pool: kind:tree", "This card is not in the card pool of the format “grove”. Remove Owl."),
    ("banned: [owl]", "The format “grove” bans this card. Remove Owl."),
    (
        "restricted: {owl: 1}",
        "The format “grove” restricts this card to 1. There are 2 copies of Owl: remove 1.",
    ),
    ("restricted: {owl: 0}", "The format “grove” bans this card. Remove Owl."),
]


@pytest.mark.parametrize(("key", "message"), KEYS)
def test_a_format_s_own_key_says_what_it_forbids(findings, key, message):
    (finding,) = findings(f"{key}\nrules: []", {"owl": 2})
    assert finding.message == message


def test_a_limit_that_the_card_holds_is_said(findings):
    rules = "rules: [{id: own, measure: copies, max: limit, message: A card names its own limit.}]"
    (finding,) = findings(rules, {"fox": 3})
    assert finding.message == (
        "A card names its own limit. Here the maximum is 1. There are 3 copies of Fox (fox): remove 2."
    )


@pytest.mark.parametrize(
    ("bound", "deck", "limit"),
    [
        ("{count: {over: 'kind:tree'}}", {"oak": 1, "birch": 1, "fox": 4}, "2, because of Oak, Birch"),
        ("[1, {number: 2, when: 'id:oak'}]", {"oak": 1, "fox": 4}, "3, because of Oak"),
        ("[1, {number: 2, when: 'id:oak'}]", {"birch": 1, "fox": 4}, "1"),
        ("{count: {over: 'kind:tree', measure: {sum: depth}}}", {"oak": 1, "fox": 4}, "0"),
        ("{count: {}, every: 2}", {"oak": 1, "fox": 4}, "2"),
        (
            "{count: {over: '-name:yew', measure: distinct}, times: '1/3'}",
            {"old-fox": 4, "owl": 1, "wolf": 1, "oak": 1, "birch": 1, "fox": 1},
            "2, because of Fox (old-fox), Owl, Wolf, Oak, Birch, …",
        ),
    ],
)
def test_the_cards_that_make_a_bound_what_it_is_are_said(findings, bound, deck, limit):
    rules = f"rules: [{{id: r, over: 'name:Fox', measure: cards, max: {bound}, message: Few foxes.}}]"
    (finding,) = findings(rules, deck)
    assert finding.message.startswith(f"Few foxes. Here the maximum is {limit}. ")


WAYS = "{id: r, measure: cards, any: [{max: 2}, [{max: 4}, {measure: {highest: weight}, max: 1}]]"


@pytest.mark.parametrize(
    ("rule", "start"),
    [
        (f"{WAYS}}}", "The nearest of 2 ways to follow the rule r:"),
        (f"{WAYS}, message: Few or light.}}", "Few or light. The nearest of 2 ways to follow it:"),
    ],
)
def test_the_nearest_way_to_follow_a_rule_is_explained(findings, rule, start):
    (finding,) = findings(f"rules: [{rule}]", {"owl": 3})
    assert finding.message == f"{start} Here the maximum is 2. This deck has 3: remove 1."
    (finding,) = findings(f"rules: [{rule}]", {"fox": 5})
    assert finding.message == f"{start} Here the maximum is 4. This deck has 5: remove 1."


def test_cards_that_count_as_one_are_listed_for_several_zones(findings):
    rules = "zones: [side]\nrules: [{id: r, zone: [cards, side], measure: zones, same: [name], max: 1}]"
    (finding,) = findings(rules, {"fox": 1}, {"old-fox": 2})
    assert finding.message == (
        "The rule r allows at most 1. They are in 2 zones: remove them from 1."
        " Counted: 1 × Fox (fox), 2 × Fox (old-fox)."
    )


def test_a_card_with_facts_of_its_entry_is_named_once_and_listed_with_them(forest):
    box = forest("rules: [{id: r, measure: copies, max: 2}]")
    entries = (
        DeckEntry("owl", 1),
        DeckEntry("owl", 2, fields=entry_fields({"weight": 4})),
        DeckEntry("owl", 1, fields=entry_fields({"weight": 3})),
    )
    deck = Deck("forest", "Test", entries, format="grove")
    (finding,) = DeckChecker(box.game, {card.id: card for card in box.cards}).check(deck).findings
    assert finding.message == (
        "The rule r allows at most 2. There are 4 copies of Owl: remove 2."
        " Counted: 1 × Owl, 2 × Owl (Weight 4), 1 × Owl."
    )


def test_a_finding_without_cards_is_at_the_heading_of_its_zone(forest):
    box = forest("zones: [side]\nrules: [{id: r, zone: side, measure: cards, min: 1}]")
    locations = {"cards": Where("deck.yaml", 1, 1), "side": Where("deck.yaml", 3, 3)}
    deck = Deck("forest", "Test", (DeckEntry("owl", 1),), format="grove", locations=locations)
    (finding,) = DeckChecker(box.game, {card.id: card for card in box.cards}).check(deck).findings
    assert finding.where == Where("deck.yaml", 3, 3)


def test_a_strange_zone_is_told_with_those_there_are(findings):
    (finding,) = findings("rules: []", {}, {"owl": 2})
    assert finding.message == "Format “grove” has no zone “side”: move its cards. Its zones: cards."


def test_a_finding_takes_severity_and_citation_from_its_rule(findings):
    rules = "cite: Rulebook, §1\nbanned: [wolf]\nrules: [{id: r, measure: cards, max: 0, severity: info, cite: '§2'}]"
    assert [(one.severity, one.cite) for one in findings(rules, {"wolf": 1})] == [
        ("error", "Rulebook, §1"),
        ("info", "§2"),
    ]


def test_a_name_with_a_comma_stands_in_quotes_among_others(game_folder):
    cards = """
        defaults: {kind: beast}
        cards:
          - {id: owl, name: "Owl, the Old"}
          - {id: wolf, name: Wolf}
          - {id: elk, name: "Elk; Moose"}
    """
    rules = "        rules: [{id: r, over: 'kind:beast', measure: cards, max: 1}, {id: c, measure: copies, max: 1}]\n"
    box, findings = read_package(game_folder(GAME + rules, cards))
    assert box, findings
    deck = Deck(
        "forest", "Test", (DeckEntry("owl", 2), DeckEntry("wolf", 1), DeckEntry("elk", 1)), format="grove"
    )
    found = DeckChecker(box.game, {card.id: card for card in box.cards}).check(deck).findings
    assert [one.message for one in found] == [
        (
            "The rule r allows at most 1. This deck has 4: remove 3."
            " Counted: 2 × “Owl, the Old”, 1 × Wolf, 1 × “Elk; Moose”."
        ),
        "The rule c allows at most 1. There are 2 copies of “Owl, the Old”: remove 1.",
    ]


CHOICES = """
      shade: {title: Shade, oneOf: [{const: dark, title: Deep Dark}, {const: pale, title: Pale}]}
    kinds:"""


@pytest.mark.parametrize(
    ("field", "counted"),
    [
        ("kind", "Owl (Beast), Oak (Tree)"),
        ("mark", "Owl (Rare), Oak (Rare)"),
        ("shade", "Owl (Deep Dark), Oak (Pale)"),
        ("weight", "Owl (3), Oak (9)"),
    ],
)
def test_what_groups_count_is_listed_by_its_title(game_folder, field, counted):
    game = GAME.replace("\n    kinds:", CHOICES).replace("limit, colours]", "limit, colours, shade]")
    cards = """
        cards:
          - {id: owl, name: Owl, kind: beast, marks: [rare], fields: {shade: dark, weight: 3}}
          - {id: oak, name: Oak, kind: tree, marks: [rare], fields: {shade: pale, weight: 9}}
    """
    rule = (
        f"        rules: [{{id: r, over: 'kind:beast or kind:tree', measure: {{groups: {field}}}, max: 0}}]\n"
    )
    box, findings = read_package(game_folder(game + rule, cards))
    assert box, findings
    deck = Deck("forest", "Test", (DeckEntry("owl", 1), DeckEntry("oak", 1)), format="grove")
    (found,) = DeckChecker(box.game, {card.id: card for card in box.cards}).check(deck).findings
    assert found.message.endswith(f" Counted: {counted}.")


def test_a_special_rule_takes_its_cards_from_the_general_one(broken):
    rules = """
rules:
  - {id: copies, measure: copies, max: 2}
  - {id: rare, over: 'mark:rare', measure: copies, max: 1, replaces: [copies]}
  - {id: trees, over: 'kind:tree', measure: copies, max: 6, replaces: [copies]}
"""
    assert broken(rules, {"fox": 3, "owl": 3, "oak": 6, "birch": 7}) == [
        ("copies", ("fox",), 3, 2),
        ("rare", ("owl",), 3, 1),
        ("trees", ("birch",), 7, 6),
    ]


def test_a_rule_over_all_cards_replaces_another_wholly(broken):
    rules = """
rules:
  - {id: size, measure: cards, min: 4}
  - {id: size-with-wolf, when: 'id:wolf', measure: cards, min: 2, replaces: [size]}
"""
    assert broken(rules, {"fox": 1}) == [("size", (), 1, 4)]
    assert broken(rules, {"wolf": 1}) == [("size-with-wolf", (), 1, 2)]
    assert broken(rules, {"wolf": 1, "fox": 1}) == []


def test_a_rule_holds_only_when_its_card_is_in_the_deck_whatever_the_zone(broken):
    rules = """
zones: [side]
rules: [{id: no-trees, when: 'id:wolf', over: 'kind:tree', measure: cards, max: 0}]
"""
    assert broken(rules, {"oak": 1}) == []
    assert broken(rules, {"oak": 1}, {"wolf": 1}) == [("no-trees", ("oak",), 1, 0)]


def test_a_condition_can_name_the_zones_that_it_looks_at(broken):
    rules = """
zones: [side, den]
rules:
  - {id: no-trees, when: {over: 'id:wolf', zones: side}, over: 'kind:tree', measure: cards, max: 0}
  - {id: few, when: {over: 'id:wolf', zones: [cards, den]}, measure: cards, max: 1, replaces: [many]}
  - {id: many, measure: cards, max: 2}
"""
    assert broken(rules, {"oak": 1, "wolf": 1}) == [("few", (), 2, 1)]
    assert broken(rules, {"oak": 2}, {"wolf": 1}) == [("no-trees", ("oak",), 2, 0)]
    assert broken(rules, {"oak": 3}, {"fox": 1}) == [("many", (), 3, 2)]


def test_a_card_in_a_zone_that_the_format_does_not_have_changes_no_rule(broken):
    rules = "rules: [{id: no-trees, when: 'id:wolf', over: 'kind:tree', measure: cards, max: 0}]"
    assert broken(rules, {"oak": 1}, {"wolf": 1}) == [("zones", ("wolf",), 1, 0)]


def test_a_rule_looks_at_its_own_zone_or_at_several_as_one(broken):
    rules = """
zones: [side]
rules:
  - {id: size, measure: cards, max: 3}
  - {id: side-size, zone: side, measure: cards, max: 1}
  - {id: copies, zone: [cards, side], measure: copies, max: 2}
"""
    assert broken(rules, {"fox": 2, "owl": 1}, {"wolf": 1}) == []
    assert broken(rules, {"fox": 2, "owl": 2}, {"fox": 1, "wolf": 1}) == [
        ("size", (), 4, 3),
        ("side-size", (), 2, 1),
        ("copies", ("fox",), 3, 2),
    ]


def test_bounds_can_be_for_each_player(broken):
    rules = "rules: [{id: size, measure: cards, min: 2, max: 3, per_player: true}]"
    assert broken(rules, {"fox": 6}, players=2) == []
    assert broken(rules, {"fox": 6}, players=4) == [("size", (), 6, 8)]
    assert broken(rules, {"fox": 6}, players=1) == [("size", (), 6, 3)]


def test_bounds_can_be_written_for_single_numbers_of_players(broken):
    rules = "rules: [{id: size, measure: cards, max: 5, by_players: {2: {min: 7}, 3: {max: 1}}}]"
    assert broken(rules, {"fox": 6}, players=2) == [("size", (), 6, 7)]
    assert broken(rules, {"fox": 6}, players=3) == [("size", (), 6, 1)]
    assert broken(rules, {"fox": 6}, players=4) == [("size", (), 6, 5)]


def test_bounds_can_depend_on_the_size_of_the_deck(broken):
    rules = "rules: [{id: trees, over: 'kind:tree', measure: cards, by_cards: {3: {min: 1}, 6: {min: 2, max: 3}}}]"
    assert broken(rules, {"fox": 2}) == []
    assert broken(rules, {"fox": 5}) == [("trees", (), 0, 1)]
    assert broken(rules, {"fox": 5, "oak": 1}) == [("trees", ("oak",), 1, 2)]
    assert broken(rules, {"fox": 5, "oak": 4}) == [("trees", ("oak",), 4, 3)]


def test_a_rule_holds_from_its_first_to_its_last_day(broken):
    rules = "rules: [{id: no-wolf, over: 'id:wolf', measure: copies, max: 0, since: 2026-03-01, until: 2026-03-31}]"
    days = {date(2026, 2, 28): 0, date(2026, 3, 1): 1, date(2026, 3, 31): 1, date(2026, 4, 1): 0}
    assert {day: len(broken(rules, {"wolf": 1}, on=day)) for day in days} == days


def test_a_rule_that_is_not_in_force_takes_no_cards_from_another(broken):
    rules = """
rules:
  - {id: copies, measure: copies, max: 2}
  - {id: summer, over: 'kind:tree', measure: copies, max: 9, replaces: [copies], since: 2026-06-01}
"""
    assert broken(rules, {"oak": 5}, on=date(2026, 5, 31)) == [("copies", ("oak",), 5, 2)]
    assert broken(rules, {"oak": 5}, on=date(2026, 6, 1)) == []


def test_a_pool_says_what_may_be_used_in_any_zone(broken):
    rules = "pool: kind:beast\nzones: [side]\nrules: []"
    assert broken(rules, {"fox": 9, "oak": 2}, {"birch": 1}) == [
        ("pool", ("oak",), 2, 0),
        ("pool", ("birch",), 1, 0),
    ]


def test_banned_and_restricted_cards_are_found_each(broken):
    rules = "banned: [wolf, owl]\nrestricted: {oak: 1, birch: 0}\nrules: []"
    assert broken(rules, {"owl": 1, "wolf": 2, "oak": 3, "birch": 1, "fox": 9}) == [
        ("banned", ("owl",), 1, 0),
        ("banned", ("wolf",), 2, 0),
        ("restricted", ("oak",), 3, 1),
        ("restricted", ("birch",), 1, 0),
    ]


def test_a_rule_can_let_a_card_pass_a_restriction(broken):
    rules = """
restricted: {oak: 1}
rules: [{id: grove, when: 'id:owl', over: 'id:oak', measure: copies, max: 3, replaces: [restricted]}]
"""
    assert broken(rules, {"oak": 3}) == [("restricted", ("oak",), 3, 1)]
    assert broken(rules, {"oak": 3, "owl": 1}) == []
    assert broken(rules, {"oak": 4, "owl": 1}) == [("grove", ("oak",), 4, 3)]


def test_a_zone_that_the_format_does_not_have_is_found(broken):
    assert broken("rules: []", {"fox": 1}, {"owl": 2, "oak": 1}) == [("zones", ("owl", "oak"), 3, 0)]

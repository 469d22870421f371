"""`deckwright draw`, as a user types it."""

from __future__ import annotations

import re

import pypdfium2
import pytest
from PIL import Image

DECK = "data-monsters/startup"


def test_hands_and_draws_are_those_of_the_rules(deckwright):
    """Data Monsters, §3 and §4: four cards, three for whoever goes first, and two or three drawn each turn."""
    ran = deckwright("draw", DECK, "--hands", "2", "--turns", "3", "--seed", "1", "--players", "3", "--json")
    assert (ran.json["deck"], ran.json["seed"], ran.json["findings"]) == (DECK, 1, [])
    for hand in ran.json["hands"]:
        assert (len(hand["hand"]), [len(turn) for turn in hand["draws"]]) == (4, [3, 3, 3])
    first = deckwright("draw", DECK, "--first", "--players", "2", "--json").json["hands"]
    assert {(len(hand["hand"]), len(hand["draws"][0])) for hand in first} == {(3, 2)}


def test_the_same_seed_draws_the_same_hands(deckwright):
    arguments = ("draw", DECK, "--players", "2", "--seed", "friday")
    ran = deckwright(*arguments)
    assert (ran.code, ran.err, ran.out) == (0, "", deckwright(*arguments).out)
    assert ran.out.count("\nHand ") == 5
    assert ran.out != deckwright(*arguments[:-1], "monday").out


@pytest.mark.parametrize("more", [(), ("--keep", "kind:hack")])
def test_counted_hands_agree_with_stats_where_both_can_answer(deckwright, more):
    queries = ("--odds", "kind:tool tech>=2", "--odds", "level:chief")
    times = ("--times", "30000", "--turns", "2", "--seed", "7", "--players", "2", "--json")
    counted = deckwright("draw", DECK, *queries, *times, *more).json
    exact = deckwright("stats", DECK, *queries, "--turn", "2", "--second", "--players", "2", "--json").json
    assert (counted["times"], [row["query"] for row in counted["results"]][:2]) == (
        30000,
        ["kind:tool tech>=2", "level:chief"],
    )
    for row, odds in zip(counted["results"], exact["odds"], strict=True):
        assert row["queries"] == odds["queries"]
        difference = row["share"] - odds["draws"][-1]["at_least"][0]["chance"]
        assert more or abs(difference) < 2 * row["error"]


def test_a_hand_without_what_is_to_be_kept_is_shuffled_back_once(deckwright):
    ran = deckwright("draw", DECK, "--keep", "level:chief", "--hands", "20", "--seed", "1", "--json")
    chiefs = {"wisp-chief", "krol-chief", "tangle-chief"}
    hands = ran.json["hands"]
    assert {hand["mulligans"] for hand in hands} == {0, 1}
    assert all(hand["mulligans"] or chiefs & {*hand["hand"]} for hand in hands)
    assert "does not define mulligans" in ran.json["findings"][-1]["message"]


def test_a_deck_that_is_smaller_than_a_hand_is_refused_and_an_illegal_one_drawn_from(deckwright, tmp_path):
    (tmp_path / "small.txt").write_text("# game: data-monsters\n# format: lab\n2 rubber-duck\n")
    ran = deckwright("draw", "small.txt", "--players", "2")
    assert (ran.code, ran.out) == (2, "")
    assert "An opening hand has 4 cards, but the deck has only 2." in ran.err
    ran = deckwright("draw", "small.txt", "--players", "2", "--opening", "1", "--hands", "1")
    assert ran.code == 0
    assert "Turn 2: the deck is empty" in ran.out
    assert "A laboratory deck holds 20 to 30 cards." in ran.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("dataset",), "does not define how cards are drawn from a deck"),
        ((DECK, "--players", "9"), "9 players are not allowed"),
        ((DECK, "--times", "5"), "add a query with --odds"),
        ((DECK, "--odds", "kind:tool"), "add --times"),
        ((DECK, "--odds", "kind:tool", "--times", "5", "-o", "x.pdf"), "cannot be used together"),
        ((DECK, "--keep", "kin:tool"), "Unknown field: kin."),
        ((DECK, "-o", "hands.gif"), ".gif"),
    ],
)
def test_what_cannot_be_drawn_is_refused(deckwright, tmp_path, arguments, said):
    ran = deckwright("draw", *arguments)
    assert ran.code in {2, 3}
    assert said in ran.err
    assert not [*tmp_path.glob("x.*"), *tmp_path.glob("hands.*")]


def test_a_game_of_one_pile_needs_to_be_told_how_many(deckwright):
    ran = deckwright("draw", "dataset", "--opening", "3", "--turns", "1", "--json")
    assert {(len(hand["hand"]), len(hand["draws"][0])) for hand in ran.json["hands"]} == {(3, 1)}


def test_hands_are_drawn_as_pages_pictures_and_a_web_page(deckwright, tmp_path):
    for file in ("hands.pdf", "hands.png", "hands.html"):
        ran = deckwright("draw", DECK, "--hands", "2", "--players", "2", "--seed", "1", "-o", file)
        assert (ran.code, ran.err) == (0, f"{file}: 2 hands, seed 1\n")
    with pypdfium2.PdfDocument(tmp_path / "hands.pdf") as document:
        texts = [page.get_textpage().get_text_bounded() for page in document]
    assert ["Hand 1" in texts[0], "Hand 2" in texts[1], "Turn 3" in texts[1]] == [True, True, True]
    with Image.open(tmp_path / "hands.png") as picture:
        assert picture.width == 1754
    page = (tmp_path / "hands.html").read_text()
    names = re.findall(r'alt="([^"]+)"', page)
    assert len(names) == 2
    assert names[0].startswith("Hand 1: ")
    assert "Turn 1: " in names[0]


PRIZES = """\
id: prizes
title: Prizes
source_language: en
languages: [en]
players: {min: 2, max: 2}
kinds: {card: {name: Card, fields: [power]}}
fields: {power: {title: Power, type: integer}}
formats: {main: {name: Main, rules: [{id: size, measure: cards, min: 1, message: A deck has a card.}]}}
deal:
  zones: {deck: {name: Deck}, prizes: {name: Prizes, shape: pile}, hand: {name: Hand}}
  steps:
    - {deck: main, to: deck, each: true}
    - {from: deck, to: hand, each: true, take: 3}
    - {from: deck, to: prizes, each: true, take: 4}
  draw: {from: deck, to: hand, take: 2, reshuffle: true}
  mulligan: {times: 2, fewer: 1}
"""


@pytest.fixture
def prizes(deckwright, tmp_path):
    """A game whose players put four cards of their deck aside, and make a new deck when it is empty."""
    folder = tmp_path / "prizes"
    (folder / "cards").mkdir(parents=True)
    (folder / "game.yaml").write_text(PRIZES)
    cards = [
        f"  - {{id: c{number}, name: Card {number}, fields: {{power: {number}}}}}\n" for number in range(12)
    ]
    (folder / "cards" / "cards.yaml").write_text("defaults: {kind: card}\ncards:\n" + "".join(cards))
    assert deckwright("load", "prizes").code == 0
    for name in ("one", "two"):
        (tmp_path / f"{name}.txt").write_text(
            "# game: prizes\n# format: main\n" + "".join(f"1 c{n}\n" for n in range(12))
        )
    return tmp_path


@pytest.mark.usefixtures("prizes")
@pytest.mark.parametrize("turn", ["1", "4"])
def test_cards_that_begin_elsewhere_agree_with_stats(deckwright, turn):
    queries = ("--odds", "power<3", "--odds", "power>=10")
    counted = deckwright(
        "draw", "one.txt", *queries, "--times", "20000", "--turns", turn, "--seed", "3", "--json"
    ).json
    exact = deckwright("stats", "one.txt", *queries, "--turn", turn, "--json").json
    for row, odds in zip(counted["results"], exact["odds"], strict=True):
        chance = odds["draws"][-1]["at_least"][0]["chance"]
        assert abs(row["share"] - chance) < 2 * row["error"]
        assert chance < 1


@pytest.mark.usefixtures("prizes")
def test_a_deck_that_is_empty_is_made_anew_if_the_game_says_so(deckwright):
    dealt = deckwright("deal", "prizes", "--players", "2", "--deck", "1=one.txt", "--deck", "2=two.txt")
    assert "When it is empty, shuffle the cards played before into a new one." in dealt.out
    ran = deckwright("draw", "one.txt", "--turns", "6", "--hands", "3", "--seed", "1", "--json")
    for hand in ran.json["hands"]:
        assert [len(turn) for turn in hand["draws"]] == [2] * 6
        assert len({*hand["hand"], *(card for turn in hand["draws"] for card in turn)}) == 8


def test_hands_are_drawn_from_two_decks_at_once(deckwright, prizes):
    ran = deckwright(
        "draw",
        "one.txt",
        "two.txt",
        "--turns",
        "1",
        "--hands",
        "1",
        "--seed",
        "1",
        "--json",
        "-o",
        "both.pdf",
    )
    assert (ran.code, ran.json["deck"], ran.json["decks"]) == (0, "one.txt", ["one.txt", "two.txt"])
    (hand,) = ran.json["hands"]
    assert [len(hand["hand"]), *map(len, hand["draws"])] == [6, 4]
    assert (prizes / "both.pdf").exists()
    ran = deckwright("draw", "one.txt", DECK)
    assert (ran.code, ran.out) == (2, "")
    assert "The decks of a hand must be of one game, not of prizes, data-monsters." in ran.err

"""Dataset, "Al suo turno", "Capiamo meglio", "Carte speciali" and "Chi vince": Data-Treasures, and who has won.

Each citation is that of the Italian rules; the French ones say the same.
"""

from __future__ import annotations

import json
from collections import Counter

import pytest

from deckwright.errors import InputError
from deckwright.files.yaml import document_of
from deckwright.scoring.score import score_document

GAME = "dataset"
TURN, OPTIONAL, ADVICE = (
    "Dataset, Al suo turno, 2",
    "Dataset, Carte speciali opzionali",
    "Dataset, Regole del gioco, Un consiglio",
)
PURPOSE = {"purpose-profiling": 1}
SENSITIVE = {"health-red": 1, "love-blue": 1, "genetic-green": 1, "politics-yellow": 1, "beliefs-red": 2}
ONE_SIGN = {"love-red": 2, "love-blue": 1, "love-yellow": 2, "love-green": 1}
ONE_COLOUR = {"simple-green": 3, "health-green": 2, "love-green": 1}
SIMPLE = {"simple-green": 6}

# what is put together, how many Data-Treasures that is
TREASURES = [
    (SENSITIVE | PURPOSE, 1),
    (ONE_SIGN | PURPOSE, 1),
    (ONE_COLOUR | PURPOSE, 1),
    (SIMPLE | PURPOSE, 1),
    (SENSITIVE | {"love-green": 1, "judicial-blue": 1} | PURPOSE, 1),  # six or more
    (SENSITIVE | PURPOSE | {"consent": 1}, 2),  # three and three
    (ONE_COLOUR | PURPOSE | {"consent": 1}, 2),
]

# what is put together, the rule that it breaks, the section, what was found, the limit
NO_TREASURES = [
    (ONE_SIGN | {"love-red": 1} | PURPOSE, "six-cards", TURN, 5, 6),
    (SIMPLE | {"simple-green": 5} | PURPOSE, "six-cards", TURN, 5, 6),
    (SENSITIVE, "one-purpose", TURN, 0, 1),
    (SENSITIVE | PURPOSE | {"purpose-geolocation": 1}, "one-purpose", TURN, 2, 1),
    (SENSITIVE | PURPOSE | {"consent": 2}, "one-consent", OPTIONAL, 2, 1),
    ({"simple-green": 3, "simple-red": 3} | PURPOSE, "all-alike", TURN, 6, 0),
    ({"love-green": 2, "love-red": 2, "genetic-blue": 2, "simple-red": 1} | PURPOSE, "all-alike", TURN, 1, 0),
    ({"love-red": 2, "love-yellow": 1, "consent": 1} | PURPOSE, "six-cards", TURN, 3, 6),
]


@pytest.fixture
def agreed(packaged):
    """Score what each seat has at a table that agreed on some settings."""

    def run(held, settings):
        box = packaged(GAME)
        document = document_of(json.dumps({"seats": held, "settings": settings}), "evening.yaml")
        return score_document(document, box.game, {card.id: card for card in box.cards})

    return run


def seats(ada, bo=None):
    return {"Ada": ada, "Bo": bo or {}}


@pytest.mark.parametrize(("treasure", "number"), TREASURES)
def test_six_sensitive_cards_or_six_of_one_colour_make_a_treasure(score, treasure, number):
    """ "Al suo turno", 2, and both examples of "Capiamo meglio"; Consent makes two of one."""
    ada, _ = score(GAME, seats({"treasures": [treasure]})).seats
    assert ada.points == number


@pytest.mark.parametrize(
    ("item", "kinds", "colours"),
    [("all-sensitive", {"sensitive"}, 5), ("one-colour", {"simple", "sensitive"}, 1)],
)
def test_rules_pages_show_a_treasure_of_each_form(packaged, score, item, kinds, colours):
    """ "Capiamo meglio": six sensitive cards of several colours, or six cards of one colour, sensitive and simple ones."""
    box = packaged(GAME)
    cards = {card.id: card for card in box.cards}
    shows = box.game.definition["reminders"]["treasure"]["items"][item]["shows"]
    treasure = Counter(entry["card"] for entry in shows)
    ada, _ = score(GAME, seats({"treasures": [treasure]})).seats
    assert ada.points == 1
    six = [cards[name] for name in treasure.elements() if cards[name].kind != "special"]
    assert (len(six), {card.kind for card in six}) == (6, kinds)
    assert len({card.fields["colour"] for card in six}) == colours


@pytest.mark.parametrize(("treasure", "rule", "cite", "found", "limit"), NO_TREASURES)
def test_anything_else_is_no_treasure(faults_of, treasure, rule, cite, found, limit):
    """ "Al suo turno", 2; that simple cards of several colours do not do is our reading of "the same type"."""
    assert (rule, cite, found, limit, "error") in faults_of(GAME, seats({"treasures": [treasure]}))


def test_a_card_that_stands_there_0_times_is_as_good_as_none(score):
    """A table that fills in a list need not delete what it does not have."""
    ada, _ = score(
        GAME, seats({"treasures": [SENSITIVE | PURPOSE | {"consent": 0}], "frozen": {"love-red": 0}})
    ).seats
    assert (ada.points, ada.others["dataset"]) == (1, 6)


def test_purposes_of_treasures_freeze_nothing(faults_of, find):
    """Carte speciali: a Purpose card makes a Data-Treasure, or freezes three cards; nine do both together."""
    names = [card.id for card in find(GAME, "kind:sensitive")]
    treasure = {"treasures": [{"simple-red": 6} | PURPOSE]}
    frozen = ("frozen-cards", "Dataset, Carte speciali", 25, 24, "error")
    assert faults_of(GAME, seats(treasure, {"frozen": names[:24]})) == []
    assert faults_of(GAME, seats(treasure, {"frozen": names[:25]})) == [frozen]


def test_no_more_cards_are_frozen_than_nine_purpose_cards_freeze(faults_of, find):
    """ "Carte speciali": each of the 9 Purpose cards freezes three cards of an opponent."""
    names = [card.id for card in find(GAME, "kind:sensitive") for _ in range(card.copies)][:28]
    found = faults_of(GAME, seats({"frozen": names[:14]}, {"frozen": names[14:]}))
    assert found == [("frozen-cards", "Dataset, Carte speciali", 28, 27, "error")]
    assert faults_of(GAME, seats({"frozen": names[:14]}, {"frozen": names[14:27]})) == []


MIXED = {"simple-green": 3, "simple-red": 2, "simple-blue": 1}


@pytest.mark.parametrize(("choice", "points"), [("sensitive", None), ("kind", 1)])
def test_a_table_says_what_the_same_type_is(agreed, choice, points):
    """ "Al suo turno", 2, unclear: "6 cards of the same type", of which the examples name sensitive ones only."""
    held = seats({"treasures": [MIXED | PURPOSE]})
    if points is None:
        with pytest.raises(InputError, match="sensitive"):
            agreed(held, {"same-type": choice})
    else:
        assert agreed(held, {"same-type": choice}).seats[0].points == points
    mixed = seats({"treasures": [MIXED | {"love-red": 1} | PURPOSE]})
    with pytest.raises(InputError):
        agreed(mixed, {"same-type": choice})


@pytest.mark.parametrize(
    ("choice", "others", "won"),
    [("all", {"sensitive": 7, "dataset": 7}, ["Ada"]), ("loose", {"sensitive": 1, "dataset": 1}, ["Bo"])],
)
def test_a_table_says_which_cards_count_in_a_tie(agreed, choice, others, won):
    """ "Chi vince", unclear: the most sensitive cards, those in Data-Treasures too, or only the others."""
    ada = {"treasures": [SENSITIVE | PURPOSE], "collected": {"love-green": 1}}
    bo = {
        "treasures": [{"simple-green": 6, "purpose-geolocation": 1}],
        "frozen": {"love-yellow": 2},
    }
    scores = agreed(seats(ada, bo), {"tie-cards": choice})
    assert scores.seats[0].others == others
    assert [side.name for side in scores.ranking.winners] == won


def test_each_treasure_has_a_purpose_of_its_own(score, faults_of):
    """ "Capiamo meglio": a treasure with each Purpose card."""
    two = [SENSITIVE | PURPOSE, ONE_COLOUR | {"purpose-geolocation": 1}]
    assert score(GAME, seats({"treasures": two})).seats[0].points == 2
    same = [SENSITIVE | PURPOSE, ONE_COLOUR | PURPOSE]
    assert [rule for rule, *_ in faults_of(GAME, seats({"treasures": same}))] == ["box"]


def test_cards_that_nobody_made_a_treasure_of_are_none(score):
    """ "Chi vince": after the end, no more treasures can be made; and none need be."""
    ada, _ = score(GAME, seats({"collected": SENSITIVE | {"simple-red": 6}})).seats
    assert (ada.points, ada.others) == (0, {"sensitive": 6, "dataset": 12})


def test_frozen_cards_count_but_make_no_treasure(score, faults_of):
    """ "Carte speciali": an attack with a Purpose card freezes three; they count among Dataset cards only."""
    ada, _ = score(GAME, seats({"frozen": {"love-red": 2, "simple-red": 1}})).seats
    assert (ada.points, ada.others) == (0, {"sensitive": 2, "dataset": 3})
    in_both = seats({"frozen": ["judicial-red"], "treasures": [ONE_COLOUR | {"judicial-red": 1} | PURPOSE]})
    assert "box" in [rule for rule, *_ in faults_of(GAME, in_both)]


@pytest.mark.parametrize(
    ("ada", "bo", "winners", "decided"),
    [
        ({"treasures": [SIMPLE | PURPOSE]}, {"collected": ONE_SIGN}, ["Ada"], "points"),
        ({"collected": ["love-red"]}, {"collected": {"simple-red": 7}}, ["Ada"], "sensitive"),
        ({"collected": ["love-red", "simple-red"]}, {"collected": ["love-blue"]}, ["Ada"], "dataset"),
        ({"frozen": ["love-red", "simple-red"]}, {"collected": ["love-blue"]}, ["Ada"], "dataset"),
        ({"collected": ["love-red"]}, {"collected": ["love-blue"]}, ["Ada", "Bo"], "shared"),
    ],
)
def test_most_treasures_win_then_sensitive_cards_then_all_cards(score, ada, bo, winners, decided):
    """ "Chi vince"; nothing is said of a tie after that: our reading is that the victory is shared."""
    ranking = score(GAME, seats(ada, bo)).ranking
    assert sorted(side.name for side in ranking.winners) == winners
    assert ranking.decided_by == decided


@pytest.mark.parametrize(
    ("language", "most"), [("it", "più Carte"), ("fr", "le plus de Cartes"), ("en", "most ")]
)
def test_documents_say_that_the_most_cards_decide_a_tie(packaged, language, most):
    """Chi vince: “vince chi ha più Carte-Dataset Sensibili”, then more Dataset cards."""
    labels = packaged("dataset").game.labels[language]
    assert all(labels[f"score:{number}.note"].startswith(most) for number in ("sensitive", "dataset"))


def test_cards_in_treasures_count_too(score):
    """Our reading of "Chi vince": all cards that somebody has collected count when treasures are as many."""
    scores = score(
        GAME,
        seats({"treasures": [SENSITIVE | PURPOSE]}, {"treasures": [SIMPLE | {"purpose-geolocation": 1}]}),
    )
    assert [seat.others["sensitive"] for seat in scores.seats] == [6, 0]
    assert (scores.ranking.winners[0].name, scores.ranking.decided_by) == ("Ada", "sensitive")


@pytest.mark.parametrize("level", ["level-1", "level-2", "level-3"])
def test_learning_levels_play_without_consent(faults_of, level):
    """ "Un consiglio": optional cards come last."""
    doubled = seats({"treasures": [SENSITIVE | PURPOSE | {"consent": 1}]})
    assert ("no-consent", ADVICE, 1, 0, "error") in faults_of(GAME, doubled, mode=level)
    assert faults_of(GAME, doubled, mode="level-4") == []


@pytest.mark.parametrize("players", [1, 7])
def test_two_to_six_are_scored(faults_of, players):
    """The rulebooks do not say so; the publisher does."""
    held = {f"Seat {seat}": {} for seat in range(players)}
    assert [rule for rule, *_ in faults_of(GAME, held)] == ["players"]

"""Monster Office Workplace, Play, Restrictions and Scoring: how a turn goes, credit, and the Workhorse."""

from __future__ import annotations

from collections import Counter

import pytest

from deckwright.model.settings import phases_in, reminders_in

LANGUAGES = ["en", "fr", "it"]
GAME = "monster-office"

# section, context, numbers in the text
NUMBERS = [
    ("Play", "turn:action.item.draw-project", "1"),
    ("Play", "turn:action.item.play-project", "1"),
    ("Play", "turn:action.item.draw-resources", "3"),
    ("Restrictions", "turn:discard.text", "6"),
    ("Scoring", "score:tokens.note", "1"),
    ("Scoring", "score:colour-sets.note", "1"),
    ("Restrictions", "reminder:workhorse.text", "0"),
    ("Setup", "say:first", "1"),
    ("Player resources", "reminder:colour-set.item.resources", "1 2 3 4 5"),
    ("Player resources", "reminder:resources.text", "1 2 3 4 5"),
    ("End conditions", "reminder:end.item.ten", "10"),
]

PHASES = [("standard", "action complete discard")]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("section", "context", "numbers"), NUMBERS)
def test_a_text_has_the_numbers_of_the_rules(numbers_in, language, section, context, numbers):
    assert numbers_in(GAME, language, context) == sorted(map(int, numbers.split())), section


@pytest.mark.parametrize(("mode", "phases"), PHASES)
def test_a_turn_has_the_phases_of_the_rules_in_order(packaged, mode, phases):
    titles = [phase.title for phase in phases_in(packaged(GAME).game, mode)]
    assert titles == [f"turn:{name}" for name in phases.split()]


def test_a_turn_is_one_of_four_actions(packaged):
    """Play: draw or play 1 project card, draw 3 resource cards, or play any number of them."""
    action = phases_in(packaged(GAME).game, "standard")[0]
    names = [note.label.rpartition(".")[2] for note in action.notes]
    assert names == ["draw-project", "play-project", "draw-resources", "play-resources"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_workhorse_has_the_same_name_everywhere(packaged, language):
    """Restrictions."""
    labels = packaged(GAME).game.labels[language]
    title = labels["reminder:workhorse"]
    assert title == labels["turn:discard.item.workhorse.title"]
    assert title in labels["reminder:workhorse.text"]


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["least credit", "no credit", "tie"]),
        ("fr", ["le moins de mérite", "n’en a pas", "égalité"]),
        ("it", ["meno merito", "non ne ha", "parità"]),
    ],
)
def test_the_discard_phase_says_who_keeps_all_cards(packaged, language, words):
    """Restrictions: the lowest score, a score of zero, and all who are tied have no hand limit in their discard phase."""
    text = packaged(GAME).game.labels[language]["turn:discard.item.workhorse"]
    assert all(word in text for word in words)


def test_there_is_nothing_else_to_look_up(packaged):
    titles = [one.title for one in reminders_in(packaged(GAME).game, "standard")]
    assert titles == [f"reminder:{name}" for name in ("colour-set", "end")]


def test_rules_pages_show_resources_that_complete_a_colour_set(packaged):
    """Play: as many tokens as the quantities of cards of one colour are all that the project needs of it."""
    package = packaged("monster-office")
    shows = package.game.definition["reminders"]["colour-set"]["items"]["example"]["shows"]
    cards = {card.id: card for card in package.cards}
    by_kind = {}
    for card in (cards[shown["card"]] for shown in shows):
        by_kind.setdefault(card.kind, []).append(card)
    (colour,) = {card.fields["colour"] for card in by_kind["resource"]}
    first, second = (card.fields["quantity"] for card in by_kind["resource"])
    (tile,) = by_kind["project-tile"]
    tokens = Counter(card.fields["department"] for card in by_kind["player-token"])
    assert first + second == tile.fields[f"need_{colour}"] == tokens["ghosts"]
    assert tokens["bats"] == tile.fields["need_yellow"]
    for language in LANGUAGES:
        text = package.game.labels[language]["reminder:colour-set.item.example"]
        assert f"{first} + {second} = {first + second} " in text
    assert f"the {colour} colour set" in package.game.labels["en"]["reminder:colour-set.item.example"]

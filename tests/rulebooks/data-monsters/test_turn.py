"""Data Monsters, sections 4 to 9: how a turn goes, an effort, promotion and the end."""

from __future__ import annotations

import pytest

from deckwright.model.settings import phases_in, reminders_in

LANGUAGES = ["en", "fr", "it"]
GAME = "data-monsters"

# section, context, numbers in the text
NUMBERS = [
    ("§4", "turn:draw.text", "2 3"),
    ("§4", "turn:draw.item.limit", "6"),
    ("§10", "mode:office.about", ""),
]

# Section 4 has four phases; an office draws from one deck (§10).
PHASES = [
    ("standard", "beginning draw action end"),
    ("tutorial", "beginning draw action end"),
    ("office", "beginning draw action end"),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("section", "context", "numbers"), NUMBERS)
def test_a_text_has_the_numbers_of_the_rules(numbers_in, language, section, context, numbers):
    assert numbers_in(GAME, language, context) == sorted(map(int, numbers.split())), section


@pytest.mark.parametrize(("mode", "phases"), PHASES)
def test_a_turn_has_the_phases_of_the_rules_in_order(packaged, mode, phases):
    titles = [phase.title for phase in phases_in(packaged(GAME).game, mode)]
    assert titles == [f"turn:{name}" for name in phases.split()]


def test_the_action_phase_has_what_the_rules_name(packaged):
    """§4 to §7: monsters, hacks, tools in an effort, and abilities of cards in the workshop."""
    game = packaged(GAME).game
    (action,) = [phase for phase in phases_in(game, "standard") if phase.title == "turn:action"]
    assert [note.label.rpartition(".")[2] for note in action.notes] == ["monster", "hack", "tools", "ability"]


# section, context, words that its English text has
WORDS = [
    ("§4", "turn:draw.item.empty", ["laboratory deck", "empty", "shuffle", "next release pile", "new deck"]),
    ("§5", "reminder:promotion.item.up", ["senior", "junior", "chief", "same name", "workshop"]),
    ("§5", "reminder:promotion.item.down", ["demote", "same", "lower"]),
    ("§5", "reminder:promotion.item.unique", ["One in a workshop", "choose"]),
    ("§7", "reminder:effort.item.tools", ["one by one", "right after"]),
    ("§7", "reminder:effort.item.sums", ["TECH", "SCI", "at least", "several"]),
    ("§7", "reminder:effort.item.after", ["Discard", "permanent", "portfolio"]),
    (
        "§9",
        "reminder:end.text",
        ["at once", "last opportunity", "Add up the big data points", "the most win"],
    ),
]


@pytest.mark.parametrize(("section", "context", "words"), WORDS)
def test_a_reminder_says_what_the_rules_say(packaged, section, context, words):
    text = packaged(GAME).game.labels["en"][context]
    assert all(word in text for word in words), section


def test_reminders_are_the_same_in_every_mode(packaged):
    game = packaged(GAME).game
    reminders = zip(*(reminders_in(game, mode) for mode in game.names("modes")), strict=True)
    assert all(len(set(parts)) == 1 for parts in reminders)


@pytest.mark.parametrize(
    ("language", "words"), [("en", "bigger than yours"), ("fr", "plus grosses"), ("it", "più grandi")]
)
def test_the_winner_says_whose_data_is_bigger(packaged, language, words):
    """§9: “My data is bigger than yours! Thanks for the game!”"""
    assert words in packaged(GAME).game.labels[language]["reminder:end.text"]


@pytest.mark.parametrize("mode", ["standard", "tutorial", "office"])
def test_an_office_has_one_deck_for_all(packaged, mode):
    """§10: all draw from one common laboratory deck, and discard to one next release pile."""
    game = packaged(GAME).game
    short = {note.label for phase in phases_in(game, mode, is_short=True) for note in phase.notes}
    assert ("turn:draw.item.common.short" in short) == (mode == "office")
    about = game.labels["en"][f"mode:{mode}.about"]
    assert all((word in about) == (mode == "office") for word in ("one office deck", "one next release pile"))
    assert "turn:draw.item.empty" in {note.label for phase in phases_in(game, mode) for note in phase.notes}

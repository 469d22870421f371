"""Big Monster: how a turn goes in each mode, and what medals require."""

from __future__ import annotations

import pytest

from deckwright.model.languages import with_capital
from deckwright.model.settings import phases_in, reminders_in
from deckwright.workbench.document_sections import reminder_sections

from ...drawings import context_of

LANGUAGES = ["en", "fr", "it"]
GAME = "big-monster"

# section, context, numbers in the text
NUMBERS = [
    ("Rules for 2-player games", "turn:series.text", "4"),
    ("Rules for 2-player games", "turn:first.text", "1 1"),
    ("Rules for 2-player games", "turn:second.text", "1"),
    ("End of turn", "reminder:end.item.penalty", "-10"),
    ("End of turn", "reminder:team.item.penalty", "-10"),
    ("Sequence of play; End of turn", "turn:medals.item.round", "9"),
    ("Sequence of play; End of turn", "turn:medals.item.round.title", "9"),
    ("Monster tiles, 1", "reminder:mutations.item.cover", "1 2"),
    ("Rules for 2-player games, End game", "reminder:end.item.tiles", "20"),
]

PHASES = [
    ("competitive", "choose pass place medals"),
    ("team", "choose pass place medals"),
    ("two-player", "series first second place medals"),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("section", "context", "numbers"), NUMBERS)
def test_a_text_has_the_numbers_of_the_rules(numbers_in, language, section, context, numbers):
    assert numbers_in(GAME, language, context) == sorted(map(int, numbers.split())), section


@pytest.mark.parametrize(("mode", "phases"), PHASES)
def test_a_turn_has_the_phases_of_the_rules_in_order(packaged, mode, phases):
    titles = [phase.title for phase in phases_in(packaged(GAME).game, mode)]
    assert titles == [f"turn:{name}" for name in phases.split()]


# What a medal requires: one player, a team (Medals requirements description).
MEDALS = {
    "desert": (3, 6),
    "rune": (4, 8),
    "big": (2, 4),
    "swamp-grassland": (4, 8),
    "different": (5, 7),
    "lava": (5, 10),
    "crystals": (1, 3),
    "ice": (6, 12),
    "mutagenic": (4, 8),
}


@pytest.mark.parametrize(("mode", "sides"), [("competitive", 1), ("two-player", 1), ("team", 2)])
def test_the_table_of_medals_has_what_each_requires(packaged, mode, sides):
    """Medals requirements description: a mode has the numbers of its own medals, which are those of the cards."""
    package = packaged(GAME)
    context = context_of(package)
    (medals,) = [one for one in reminders_in(package.game, mode) if one.cards]
    cards = {card.id: card for card in package.cards}
    *_, table = reminder_sections(medals, context, cards, mode)
    amounts = ("How many",) if sides == 1 else ("one player", "a team")
    assert table.heads == ("Goal", *amounts, "Points")
    rows = {item.name: item.values for item in table.items}
    points = {name: "10" if name == "desert" else "5" for name in MEDALS}
    names = [with_capital(context.label(f"field:requires.{name}"), "en") for name in MEDALS]
    assert rows == {
        name: (*map(str, MEDALS[own][:sides]), points[own]) for name, own in zip(names, MEDALS, strict=True)
    }


def test_each_mode_has_its_own_end_and_penalty(packaged):
    game = packaged(GAME).game
    labels = {
        mode: [note.label for reminder in reminders_in(game, mode) for note in reminder.notes]
        for mode in game.names("modes")
    }
    end, team = "reminder:end.item", "reminder:team.item"
    assert labels["competitive"][-2:] == [f"{end}.rounds", f"{end}.penalty"]
    assert labels["team"][-6:-4] == labels["competitive"][-2:]
    assert labels["team"][-4:] == [f"{team}.{name}" for name in ("setup", "medals", "penalty", "lower")]
    assert labels["two-player"][-2:] == [f"{end}.tiles", f"{end}.penalty"]


ANNOUNCED = {
    "it": "ognuno annuncia la sua tessera",
    "fr": "chacun annonce sa tuile",
    "en": "everybody announces their tile",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_tiles_are_announced_in_a_first_game(packaged, language):
    """Game turn: “During your first game, we recommend that all players announce what tile they are placing.”"""
    game = packaged(GAME).game
    for mode in game.names("modes"):
        (place,) = [phase for phase in phases_in(game, mode) if phase.title == "turn:place"]
        assert game.labels[language][place.label].rstrip(".").endswith(ANNOUNCED[language])


@pytest.mark.parametrize(("mode", "is_told"), [("competitive", True), ("team", True), ("two-player", False)])
def test_the_second_round_is_told_where_turns_are(packaged, mode, is_told):
    """End of turn: after the first round unused tiles are discarded, and each receives a new hand of 10 tiles."""
    notes = {note.label for phase in phases_in(packaged(GAME).game, mode) for note in phase.notes}
    assert ("turn:medals.item.round" in notes) == is_told


def test_team_medals_are_told_to_teams_only(packaged):
    """Awarding medals: the tiles of both partners count together, and each receives a medal."""
    game = packaged(GAME).game
    for mode in game.names("modes"):
        notes = {note.label for reminder in reminders_in(game, mode) for note in reminder.notes}
        assert ("reminder:team.item.medals" in notes) == (mode == "team")


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_only_teams_do_is_told_in_one_section_that_has_their_name(packaged, language):
    package = packaged(GAME)
    context = context_of(package, language)
    (team,) = [one for one in reminders_in(package.game, "") if one.title == "reminder:team"]
    (section,) = reminder_sections(team, context, {}, "")
    assert section.title == context.label("mode:team")
    assert len(section.items) == 4

"""The phases of a turn, reminders and readings: read by mode, and refused with line and column if they do not fit."""

from __future__ import annotations

from textwrap import dedent

import pytest

from deckwright.files.game_package import read_package
from deckwright.model.settings import CardTable, Note, Reminder, phases_in, readings_in, reminders_in

from ..registries import GAMES

GAME = """
    id: orchard
    title: Orchard
    source_language: en
    languages: [en]
    fields:
      size: {title: Size, type: integer}
      ripe: {title: Ripe, oneOf: [{const: early, title: Early}, {const: late, title: Late}]}
    kinds: {fruit: {name: Fruit, fields: [size, ripe]}}
    modes: {calm: {name: Calm}, wild: {name: Wild}}
    turn:
      pick:
        title: Pick
        text: Pick a fruit.
        icon: mdi:fruit-cherries
        items:
          low: {text: Take a low one.}
          high: {title: High, text: Climb., icon: "mdi:ladder", modes: [wild]}
      rest: {title: Rest, text: Rest a little., modes: [calm]}
    reminders:
      fruits: {title: Fruits, cards: "kind:fruit", rows: ripe, columns: [size]}
    readings:
      rain: {about: What happens if it rains, text: You get wet., cite: §1}
"""
CARDS = "cards: [{id: pear, name: Pear, kind: fruit, copies: 9, fields: {size: 3, ripe: early}}]"


@pytest.fixture
def read(game_folder):
    """Function that reads the game with a text in it replaced."""

    def run(old="", new=""):
        assert old in GAME
        return read_package(game_folder(dedent(GAME.replace(old, new)), CARDS))

    return run


def test_a_mode_has_its_own_phases_and_points(read):
    game = read()[0].game
    low = Note("turn:pick.item.low")
    high = Note("turn:pick.item.high", "turn:pick.item.high.title", "mdi:ladder")
    pick = Reminder("turn:pick", "turn:pick.text", "mdi:fruit-cherries", (low,))
    assert phases_in(game, "calm") == (pick, Reminder("turn:rest", "turn:rest.text"))
    assert phases_in(game, "wild") == (pick._replace(notes=(low, high)),)


def test_reminders_and_readings_are_named_by_their_contexts(read):
    game = read()[0].game
    table = CardTable("kind:fruit", "ripe", ("size",))
    assert reminders_in(game, "wild") == (Reminder("reminder:fruits", cards=table),)
    assert readings_in(game, "") == (Note("reading:rain.text", "reading:rain"),)
    words = {key: text for key, text in game.labels["en"].items() if key.startswith(("turn", "remi", "read"))}
    assert words == {
        "turn:pick": "Pick",
        "turn:pick.text": "Pick a fruit.",
        "turn:pick.item.low": "Take a low one.",
        "turn:pick.item.high.title": "High",
        "turn:pick.item.high": "Climb.",
        "turn:rest": "Rest",
        "turn:rest.text": "Rest a little.",
        "reminder:fruits": "Fruits",
        "reading:rain": "What happens if it rains",
        "reading:rain.text": "You get wet.",
    }


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("modes: [calm]", "modes: [clam]", "19:53: clam is not declared in this game. Did you mean calm?"),
        ("modes: [wild]", "modes: [wold]", "18:69: wold is not declared in this game. Did you mean wild?"),
        ("rows: ripe", "rows: rip", "rip is not declared in this game. Did you mean ripe?"),
        ("columns: [size]", "columns: [sise]", "sise is not declared in this game. Did you mean size?"),
        ("columns: [size]", "across: rpe, columns: [size]", "rpe is not declared in this game."),
        ("columns: [size]", "across: ripe, columns: [size, ripe]", "can have only one field."),
        ('"kind:fruit"', '"knd:fruit"', "knd"),
        ("mdi:ladder", "mdi:lader", "Unknown icon: mdi:lader. Did you mean mdi:ladder"),
        ("text: Rest a little., ", "", "19:9: Missing one of these keys: text, items."),
        (", text: You get wet.", "", "text"),
        ("columns: [size]", "", "columns"),
    ],
)
def test_what_does_not_fit_is_found_at_its_place(read, old, new, message):
    box, findings = read(old, new)
    assert box is None
    found = [f"{one.where.line}:{one.where.column}: {one.message}" for one in findings]
    assert any(message in one for one in found), found


@pytest.mark.parametrize("name", GAMES)
def test_every_phase_reminder_and_reading_has_its_words_in_every_language(packaged, name):
    game = packaged(name).game
    prefixes = ("turn:", "reminder:", "reading:")
    contexts = {key for key in game.labels[game.source_language] if key.startswith(prefixes)}
    assert len(contexts) > 30
    for language in game.languages:
        assert {key for key in contexts if not game.labels[language].get(key)} == set()


@pytest.mark.parametrize("name", GAMES)
def test_every_phase_reminder_and_reading_has_a_citation(packaged, name):
    definition = packaged(name).game.definition
    for section in ("turn", "reminders", "readings"):
        for entry in definition[section].values():
            items = entry.get("items", {}).values()
            assert "cite" in entry or (items and all("cite" in own for own in items))


@pytest.mark.parametrize("name", GAMES)
def test_every_mode_has_a_turn_and_an_end(packaged, name):
    game = packaged(name).game
    for mode in game.names("modes"):
        assert len(phases_in(game, mode)) >= 3
        assert any(one.title.startswith("reminder:end") for one in reminders_in(game, mode))

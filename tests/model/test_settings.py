"""Settings of a game: what users write, what a choice changes, and what is wrong with them in a game.yaml."""

from __future__ import annotations

import json
from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.errors import UsageError
from deckwright.files.game_package import inspect_package, read_package
from deckwright.model.game import merge_patch, variants_of
from deckwright.model.settings import (
    CardTable,
    Note,
    Reminder,
    apply_settings,
    effective_settings,
    phases_in,
    read_pairs,
    readings_in,
    reminders_in,
    settings_of,
)

from ..registries import GAMES

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(0, 3) | st.text("ab", max_size=2),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
    max_leaves=8,
)


def naive(target, patch):
    """The pseudo code of RFC 7396, section 2, as it stands there."""
    if isinstance(patch, dict):
        if not isinstance(target, dict):
            target = {}
        target = dict(target)
        for name, value in patch.items():
            if value is None:
                if name in target:
                    del target[name]
            else:
                target[name] = naive(target.get(name), value)
        return target
    return patch


@given(VALUES, VALUES)
def test_changes_are_merged_as_the_standard_says(value, changes):
    before = json.dumps(value)
    assert merge_patch(value, changes) == naive(value, changes)
    assert json.dumps(value) == before


@pytest.mark.parametrize("name", GAMES)
def test_every_choice_of_a_packaged_game_makes_another_game(packaged, name):
    definition = packaged(name).game.definition
    usual = [entry["default"] for entry in definition["settings"].values()]
    variants = [variant for _, variant in variants_of(definition)]
    assert len(variants) == sum(len(one["choices"]) for one in definition["settings"].values()) - len(usual)
    assert all(variant != definition for variant in variants)


@pytest.mark.parametrize("name", GAMES)
def test_every_setting_and_choice_has_its_words_in_every_language(packaged, name):
    game = packaged(name).game
    for language in game.languages:
        for setting, entry in game.definition["settings"].items():
            contexts = [f"setting:{setting}", *(f"setting:{setting}.{choice}" for choice in entry["choices"])]
            assert all(game.labels[language].get(context) for context in contexts)


def test_the_usual_choices_change_nothing(packaged):
    game = packaged("big-monster").game
    usual = {one.id: one.default for one in settings_of(game).values() if not one.is_number}
    assert apply_settings(game, usual).definition == game.definition
    assert effective_settings(game, {}) == usual


# what a user writes, words of the message and its hint
WRONG = [
    ("explorer-mutagn=above", ["no setting explorer-mutagn", "Did you mean explorer-mutagen?"]),
    ("ice-tiles=mutant", ["no choice mutant", "Did you mean mutants?"]),
    ("ice-tiles", ["Use SETTING=CHOICE"]),
    ("=all", ["Use SETTING=CHOICE"]),
    ("medals=many", ["whole number from 0 to 999"]),
    ("medals=-1", ["whole number"]),
    ("medals=1000", ["whole number"]),
    (f"medals={'9' * 5000}", ["whole number"]),
]


@pytest.mark.parametrize(("pair", "words"), WRONG)
def test_what_is_no_setting_is_refused_with_the_nearest_word(packaged, pair, words):
    with pytest.raises(UsageError) as caught:
        read_pairs([pair], packaged("big-monster").game)
    message = f"{caught.value.message} {caught.value.hint}"
    assert all(word in message for word in words), message


def test_a_setting_is_named_once(packaged):
    game = packaged("big-monster").game
    assert read_pairs(["medals=4", "ice-tiles=all"], game) == {"medals": 4, "ice-tiles": "all"}
    with pytest.raises(UsageError, match="set twice"):
        read_pairs(["medals=4", "medals=4"], game)


GAME = """
    id: frogs
    title: Frogs
    source_language: en
    languages: [en]
    fields: {jump: {title: Jump, type: integer}}
    kinds: {frog: {name: Frog, fields: [jump]}}
    piles:
      pond: {name: Pond, parts: [{of: "kind:frog", take: 2, setting: true}]}
    scoring:
      zones: {pond: {name: Pond, shape: cards}}
      counts: {jumps: {name: Jumps, zone: pond, measure: {sum: jump}}}
      parts: [jumps]
"""
# a section of settings, the line and a part of the finding
FAULTS = [
    ("{a: {name: A, default: c, choices: {x: {means: X.}, y: {means: Y.}}}}", "c is not declared"),
    (
        "{a: {name: A, default: x, choices: {x: {means: X., changes: {scoring: {parts: [jumps]}}}, y: {means: Y.}}}}",
        "default choice must not change anything",
    ),
    (
        "{a: {name: A, default: x, choices: {x: {means: X.}, y: {means: Y., changes: {scoring: {parts: []}}}}}}",
        "scoring.parts is wrong",
    ),
    (
        "{a: {name: A, default: x, choices: {x: {means: X.}, y: {means: Y., changes: {scoring: {parts: [jump]}}}}}}",
        "Did you mean jumps?",
    ),
    (
        "{a: {name: A, default: x, choices: {x: {means: X.}, y: {means: Y., changes: {piles: {pond: {name: Lake}}}}}}}",
        "has another text",
    ),
    (
        "{a: {name: A, default: x, choices: {x: {means: X.}, y: {means: Y., changes: {piles: {pond: {from: 'kind:fog'}}}}}}}",
        "fog",
    ),
    (
        "{pond: {name: A, default: x, choices: {x: {means: X.}, y: {means: Y.}}}}",
        "already has a setting of this name",
    ),
    ("{a: {name: A, default: x, choices: {x: {means: X.}, y: {means: Y., changes: {cards: {}}}}}}", "cards"),
    ("{a: {name: A, default: x, choices: {x: {means: X.}}}}", ""),
]


@pytest.mark.parametrize(("settings", "message"), FAULTS)
def test_what_does_not_fit_together_is_found_at_load(game_folder, settings, message):
    folder = game_folder(f"{GAME}    settings: {settings}\n", CARDS)
    _, findings = inspect_package(folder)
    errors = [one for one in findings if one.severity == "error"]
    assert errors
    assert any(message in one.message for one in errors), errors
    assert {one.where.line for one in errors} == {14}


CARDS = "cards: [{id: tree-frog, name: Tree Frog, kind: frog, copies: 9, fields: {jump: 4}}]"


@pytest.mark.parametrize(
    ("key", "message"),
    [
        (
            "rules: [{id: one, zone: pond, measure: cards, max: 1, agreed: pnd, message: One.}]",
            "Did you mean pond?",
        ),
        ("claims: [{of: 'kind:frog', same: jmp}]", "Did you mean jump?"),
        ("claims: [{of: 'kind:frog', same: jump, count: jumps}]", "cannot be used together"),
    ],
)
def test_what_a_rule_or_claim_goes_by_is_there(game_folder, key, message):
    _, findings = inspect_package(game_folder(f"{GAME}      {key}\n", CARDS))
    assert any(message in one.message and one.severity == "error" for one in findings), findings


# The phases of a turn, reminders and readings: read by mode, and refused with line and column if they do not fit.

ORCHARD = """
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
FRUITS = "cards: [{id: pear, name: Pear, kind: fruit, copies: 9, fields: {size: 3, ripe: early}}]"


@pytest.fixture
def read(game_folder):
    """Function that reads the game with a text in it replaced."""

    def run(old="", new=""):
        assert old in ORCHARD
        return read_package(game_folder(dedent(ORCHARD.replace(old, new)), FRUITS))

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
        ('"kind:fruit"', '"knd:fruit"', "knd"),
        ("mdi:ladder", "mdi:lader", "Unknown icon: mdi:lader. Did you mean mdi:ladder"),
        ("text: Rest a little., ", "", "19:9: Missing one of these keys: text, items."),
        (", text: You get wet.", "", "text"),
        ("columns: [size]", "", "columns"),
        (
            "{text: Take a low one.}",
            "{text: Low., shows: [{card: paer}]}",
            "17:40: paer is not declared in this game. Did you mean pear?",
        ),
        ("{text: Take a low one.}", "{text: Low., shows: [{card: pear, at: [0]}]}", "at"),
        (
            "{text: Take a low one.}",
            "{text: Low., window: [0, 1, 2], shows: [{card: pear}]}",
            "[0, 1, 2] is too short",
        ),
        (
            "{text: Take a low one.}",
            '{text: Low., shows: [{card: pear}, {card: pear, sign: "mdi:plis"}]}',
            "17:66: Unknown icon: mdi:plis. Did you mean mdi:plus",
        ),
    ],
)
def test_what_does_not_fit_is_found_at_its_place(read, old, new, message):
    box, findings = read(old, new)
    assert box is None
    found = [f"{one.where.line}:{one.where.column}: {one.message}" for one in findings]
    assert any(message in one for one in found), found


def test_cards_show_an_item_on_rules_pages_and_their_short_text_stands_for_them_elsewhere(read):
    shows = 'shows: [{card: pear, at: [1, 0], free: true}, {card: pear, sign: "mdi:plus"}]'
    for short in ("", "short: Low., "):
        game = read("{text: Take a low one.}", f"{{text: Take a low one., {short}{shows}}}")[0].game
        (pick, _), (short_pick, _) = phases_in(game, "calm"), phases_in(game, "calm", is_short=True)
        assert [note.shows for note in pick.notes] == [
            (("pear", (1, 0), "", False, True), ("pear", None, "mdi:plus", False, False))
        ]
        assert short_pick.notes == ((Note("turn:pick.item.low.short"),) if short else ())


def test_a_reminder_can_be_on_rules_pages_or_reference_cards_only(read):
    table = '{title: Fruits, cards: "kind:fruit", rows: ripe, columns: [size]'
    for only, on_pages, on_cards in (("rules", True, False), ("reference", False, True)):
        game = read(f"{table}}}", f"{table}, only: {only}}}")[0].game
        for is_short, is_there in ((False, on_pages), (True, on_cards)):
            titles = [reminder.title for reminder in reminders_in(game, "wild", is_short=is_short)]
            assert titles == ["reminder:fruits"] * is_there


def test_a_reminder_of_pictures_alone_is_on_rules_pages_only(read):
    table = '{title: Fruits, cards: "kind:fruit", rows: ripe, columns: [size]}'
    game = read(table, "{title: Fruits, items: {a: {text: A pear., shows: [{card: pear}]}}}")[0].game
    assert [reminder.title for reminder in reminders_in(game, "calm")] == ["reminder:fruits"]
    assert reminders_in(game, "calm", is_short=True) == ()


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
        for entry in definition.get(section, {}).values():
            items = entry.get("items", {}).values()
            assert "cite" in entry or (items and all("cite" in own for own in items))


@pytest.mark.parametrize("name", GAMES)
def test_every_mode_has_a_turn_and_an_end(packaged, name):
    game = packaged(name).game
    for mode in game.names("modes"):
        assert len(phases_in(game, mode)) >= (2 if name == "dataset" else 3)
        assert any(one.title.startswith("reminder:end") for one in reminders_in(game, mode))

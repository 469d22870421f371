"""Settings of a game: what users write, what a choice changes, and what is wrong with them in a game.yaml."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.errors import UsageError
from deckwright.files.game_package import inspect_package
from deckwright.model.game import merge_patch, variants_of
from deckwright.model.settings import apply_settings, effective_settings, read_pairs, settings_of

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

"""A section deal that does not fit together is refused, with line and column."""

from __future__ import annotations

from textwrap import dedent

import pytest

from deckwright.files.game_package import read_package

GAME = """
    id: orchard
    title: Orchard
    source_language: en
    languages: [en]
    players: {min: 2, max: 4}
    fields: {size: {title: Size, type: integer}, note: {title: Note, type: string}}
    kinds: {fruit: {name: Fruit}}
    formats: {crate: {name: Crate, rules: [{id: size, measure: cards, min: 1}]}}
    piles: {fruits: {name: Fruits, parts: [{of: "kind:fruit"}]}}
    modes: {calm: {name: Calm}, wild: {name: Wild}}
    deal:
      zones: {tree: {name: Tree}, basket: {name: Basket}, crate: {name: Crate}}
      says: {bell: Ring the bell.}
      steps:
        - {pile: fruits, to: tree}
        - {from: tree, to: basket, each: true, take: 2}
        - {say: bell}
      first: chance
      draw: {from: tree, to: basket, take: 1}
      limits: {basket: 5}
      modes: {wild: {first: all}}
    effort: {gives: "kind:fruit", asks: "kind:fruit", adds: [size], worth: size}
"""
CARDS = "cards: [{id: pear, name: Pear, kind: fruit, copies: 9}]"


@pytest.fixture
def flaws(game_folder):
    """What is wrong with the game when a text in it is replaced, each as `line:column: message`."""

    def run(old, new):
        assert old in GAME
        box, findings = read_package(game_folder(dedent(GAME.replace(old, new)), CARDS))
        assert (box is None) == bool(findings)
        return [f"{one.where.line}:{one.where.column}: {one.message}" for one in findings]

    return run


def test_the_game_itself_is_sound(flaws):
    assert flaws("Ring the bell.", "Ring the bells.") == []


FIRST_STEP = "- {pile: fruits, to: tree}"
SECOND_STEP = "- {from: tree, to: basket, each: true, take: 2}"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("pile: fruits", "pile: fruit", "16:14: fruit is not declared in this game. Did you mean fruits?"),
        (
            FIRST_STEP,
            FIRST_STEP + "\n        - {deck: crat, to: crate}",
            "crat is not declared in this game.",
        ),
        ("say: bell", "say: bel", "bel is not declared in this game. Did you mean bell?"),
        ("to: tree", "to: tre", "tre is not declared in this game. Did you mean tree?"),
        (
            SECOND_STEP,
            SECOND_STEP.replace("from: tree", "from: crate"),
            "No earlier step fills “crate” there.",
        ),
        (
            SECOND_STEP,
            SECOND_STEP.replace("from: tree", "from: basket"),
            "No earlier step fills “basket” there.",
        ),
        (
            FIRST_STEP,
            FIRST_STEP.replace("to: tree", "to: basket"),
            "“basket” cannot be both on the table and before each",
        ),
        (
            SECOND_STEP,
            SECOND_STEP.replace("to: basket", "to: aside"),
            "“aside” cannot be both on the table and before each",
        ),
        (
            FIRST_STEP,
            f"{FIRST_STEP}\n        - {{from: tree, to: aside, take: 1}}\n        - {{from: aside, to: tree, take: 1}}",
            "No earlier step fills “aside” there.",
        ),
        (
            FIRST_STEP,
            "- {pile: fruits, to: tree, each: true}",
            "Missing number of cards for each seat",
        ),
        (FIRST_STEP, FIRST_STEP[:-1] + ", say: bell}", "A step does one thing: pile or say, not both."),
        (FIRST_STEP, '- {cards: "kind:fruit", to: tree, take: 2}', "take can only be used with pile, from."),
        (FIRST_STEP, '- {cards: "kind:frut", to: tree}', "frut"),
        (FIRST_STEP, "- {deck: crate, to: tree, each: true, packs: 2}", "“packs” makes one deck for all"),
        (
            FIRST_STEP,
            f"{FIRST_STEP}\n        - {{deck: crate, to: crate}}\n        - {{deck: crate, to: crate}}",
            "Only one step can take decks.",
        ),
        (
            "first: all",
            "first: {reveal: sice, in: basket, from: tree}",
            "Unknown number field: “sice”. Did",
        ),
        ("first: all", "first: {reveal: note, in: basket, from: tree}", "Unknown number field: “note”."),
        ("first: all", "first: {reveal: size, in: tree, from: tree}", "No step fills “tree” there."),
        ("first: all", "first: {reveal: size, in: basket, from: crate}", "No step fills “crate” there."),
        ("first: all", "first: 3", "22:25: With 2 players, seat 3 does not exist."),
        ("first: chance", "first: everybody", "everybody"),
        ("take: 2}", "take: 2, to_first: 1}", "It is not known yet who goes first"),
        ("take: 2}", "take: {2: 1, 3: 2}}", ""),
        ("take: 2}", "take: {5: 1}}", "5 players are not allowed. Allowed: 2, 3 or 4."),
        (
            "take: 2}",
            "take: {2: 1}}\n        - {from: tree, to: crate, take: {3: 1}}",
            "These tables have no allowed number of players",
        ),
        (
            "draw: {from: tree",
            "draw: {from: crate",
            "20:16: No step fills “crate” there. Use one of: basket, tree.",
        ),
        ("limits: {basket: 5", "limits: {crate: 5", "No step fills “crate” there."),
        (
            "limits: {basket: 5}",
            "empty: {table: [crate, tree]}",
            "21:26: “tree” is not empty at first: a step fills it.",
        ),
        (
            "wild: {first",
            "wild: {empty: {seats: [crat]}, first",
            "crat is not declared in this game. Did you mean crate",
        ),
        ("wild: {first", "wil: {first", "wil is not declared in this game. Did you mean wild?"),
        ("zones: {tree", "zones: {aside: {name: Aside}, tree", "Every table already has a zone “aside”"),
        ("adds: [size]", "adds: [size, note]", "Unknown number field: “note”."),
        ("worth: size", "worth: note", "Unknown number field: “note”."),
        (FIRST_STEP, "- {to: tree}", "Missing one of these keys: pile, deck, cards, from, say."),
        (FIRST_STEP, "- {pile: fruits}", "pile also requires to."),
        (SECOND_STEP, "- {from: tree, to: basket, each: true}", "from also requires to, take."),
    ],
)
def test_what_does_not_fit_together_is_found(flaws, old, new, message):
    found = flaws(old, new)
    assert any(message in one for one in found) if message else found == []

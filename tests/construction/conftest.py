"""A small game for the measures and modifiers of rules."""

from __future__ import annotations

import pytest

from deckwright.construction.deck_checker import CheckContext, DeckChecker
from deckwright.files.game_package import read_package
from deckwright.model.card import Deck, DeckEntry

GAME = """
    id: forest
    title: Forest
    source_language: en
    languages: [en]
    players: {min: 1, max: 4}
    fields:
      weight: {title: Weight, type: number, minimum: 0, maximum: 9, in_decks: true}
      limit: {title: Limit, type: integer, minimum: 0, maximum: 9}
      depth: {title: Depth, type: integer, in_decks: true}
      colours:
        title: Colours
        type: array
        items: {enum: [red, green, blue]}
    kinds:
      beast: {name: Beast, optional: [depth, weight, limit, colours]}
      tree: {name: Tree, optional: [weight, limit, colours]}
    marks:
      rare: {name: Rare, rule: Seldom seen., icon: "mdi:star"}
    formats:
      grove:
        name: Grove
"""

CARDS = """
    defaults: {kind: beast}
    cards:
      - {id: fox, name: Fox, fields: {weight: 0.1, colours: [red], limit: 1}, copies: 2}
      - {id: old-fox, name: Fox, fields: {weight: 0.2, colours: [red, green]}}
      - {id: owl, name: Owl, fields: {weight: 3, colours: [blue]}, marks: [rare]}
      - {id: wolf, name: Wolf, fields: {weight: 5}}
      - {id: oak, name: Oak, kind: tree, fields: {weight: 9, colours: [green]}, copies: 9}
      - {id: birch, name: Birch, kind: tree, copies: 9}
"""


@pytest.fixture
def forest(game_folder):
    """The small game with the rules of its one format, which are YAML as a designer writes it."""

    def make(rules):
        box, findings = read_package(game_folder(GAME + _indented(rules), CARDS))
        assert box, findings
        return box

    return make


def _indented(rules):
    return "".join(f"        {line}\n" for line in rules.strip("\n").splitlines())


@pytest.fixture
def findings(forest):
    """Check a deck of the small game, written `{card: copies}`, with a side zone beside it.

    Instead, the main zone can be a list of cards, copies and facts: `[("fox", 2, {"weight": 3})]`.
    """

    def check(rules, cards, side=(), **held_against):
        box = forest(rules)
        written = [(*one, {}) for one in cards.items()] if isinstance(cards, dict) else cards
        entries = [DeckEntry(card, copies, fields=tuple(facts.items())) for card, copies, facts in written]
        entries += [DeckEntry(card, copies, "side") for card, copies in dict(side).items()]
        deck = Deck("forest", "Test", tuple(entries), format="grove")
        known = {card.id: card for card in box.cards}
        return DeckChecker(box.game, known, CheckContext(**held_against)).check(deck).findings

    return check


@pytest.fixture
def broken(findings):
    """Rules that a deck of the small game breaks: the rule, the cards, what was found and the limit."""

    def check(*deck, **held_against):
        return [(one.rule, one.subjects, one.found, one.limit) for one in findings(*deck, **held_against)]

    return check

from __future__ import annotations

import pytest

from deckwright.construction.alike import Likeness
from deckwright.construction.check import DeckChecker
from deckwright.model.card import Deck


@pytest.fixture
def alike(forest):
    """Groups of cards of the small game that the rules of a format treat alike, without those of one card."""

    def find(rules):
        box = forest(rules)
        checker = DeckChecker(box.game, {card.id: card for card in box.cards})
        held = checker.rules_for(Deck("forest", "Test", format="grove"))
        cards = held.pool.look_up(card.id for card in box.cards)
        likeness = Likeness(held.rules, held.format.references, held.pool, cards)
        groups = {}
        for card in cards:
            groups.setdefault(likeness.sort_of(card), []).append(card.id)
        return [" ".join(group) for group in groups.values() if len(group) > 1]

    return find


ALL = "fox old-fox owl wolf oak birch"


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("measure: cards, max: 9", [ALL]),
        ("measure: copies, max: 2", [ALL]),
        ("measure: copies, same: [name], max: 2", ["fox old-fox", "owl wolf oak birch"]),
        ("measure: copies, max: limit", ["old-fox owl wolf oak birch"]),
        ("measure: copies, max: copies", ["old-fox owl wolf", "oak birch"]),
        ("measure: {sum: weight}, max: 9", []),
        ("over: 'kind:tree', measure: {sum: weight}, max: 9", ["fox old-fox owl wolf"]),
        ("measure: {groups: colours}, max: 2", ["wolf birch"]),
        ("over: 'kind:tree', measure: cards, max: 9", ["fox old-fox owl wolf", "oak birch"]),
        ("measure: cards, max: 9, when: 'mark:rare'", ["fox old-fox wolf oak birch"]),
        ("measure: cards, max: {field: weight, of: leader}", ["fox old-fox owl wolf"]),
        ("over: 'colours:leader.colours', measure: cards, max: 1", ["fox owl"]),
        ("over: '-id:leader.id', measure: cards, max: 1", ["fox old-fox owl wolf"]),
        ("measure: copies, max: {count: {over: 'id:this.id', zones: side}}", [ALL]),
        ("options: [{over: 'weight>=3'}, {max: 2}]", ["fox old-fox birch", "owl wolf oak"]),
    ],
)
def test_cards_that_rules_treat_alike(alike, rule, expected):
    references = "references: {leader: {over: 'kind:tree', zones: side}}\n" if "leader" in rule else ""
    assert alike(f"zones: [side]\n{references}rules: [{{id: rule, {rule}}}]") == expected

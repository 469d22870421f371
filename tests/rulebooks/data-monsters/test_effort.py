"""Data Monsters, section 7: an effort."""

from __future__ import annotations

import re

import pytest

from deckwright.workbench.counting import Target, largest_hauls

# what the tools give, what the opportunities ask for, which of them are won: TECH and SCI
EFFORTS = [
    ((4, 2), [(4, 2)], {(0,)}),  # equal is enough
    ((5, 9), [(4, 2)], {(0,)}),  # greater is, too
    ((3, 9), [(4, 2)], set()),  # TECH is not reached
    ((9, 1), [(4, 2)], set()),  # SCI is not reached
    ((6, 5), [(4, 2), (2, 3)], {(0, 1)}),  # one or several opportunities: their sums count
    ((5, 5), [(4, 2), (2, 3)], {(0,), (1,)}),
]


@pytest.mark.parametrize(("given", "asked", "won"), EFFORTS)
def test_both_sums_of_the_tools_must_reach_those_of_the_opportunities(given, asked, won):
    """§7: TECH of the tools equal or greater than that of the opportunities, and SCI likewise."""
    hauls = largest_hauls(given, [Target(str(number), asks) for number, asks in enumerate(asked)])
    assert {tuple(map(int, haul.cards)) for haul in hauls} == won


def test_tools_are_played_and_opportunities_won(packaged):
    """§7, and §1: the cards that make an effort, what is added up, and what they are worth."""
    effort = packaged("data-monsters").game.definition["effort"]
    assert (effort["gives"], effort["asks"]) == ("kind:tool", "kind:opportunity")
    assert (effort["adds"], effort["worth"]) == (["tech", "sci"], "bdp")


def test_the_example_of_rules_pages_wins_what_it_shows(packaged):
    """§7: the cards that are shown have the numbers that are told, and the tools reach the opportunity."""
    package = packaged("data-monsters")
    example = package.game.definition["reminders"]["effort"]["items"]["example"]
    cards = {card.id: card for card in package.cards}
    *tools, monster, opportunity = (cards[shown["card"]] for shown in example["shows"])
    assert [card.kind for card in (*tools, monster, opportunity)] == [
        "tool",
        "tool",
        "monster",
        "opportunity",
    ]
    signs = [shown.get("sign") for shown in example["shows"]]
    assert signs == [None, "mdi:plus-thick", "mdi:plus-thick", "mdi:arrow-right-bold"]
    required = [tool.text("requirement", "en").split()[1].lower() for tool in tools]
    assert {*required} == {*monster.fields["class"]}
    sums = []
    for field in ("tech", "sci"):
        given = sum(tool.fields[field] for tool in tools)
        bonus = int(re.search(rf"\+([0-9]) {{{field}}}", monster.text("text", "en"))[1])
        sums.append(f"{{{field}_sign}} {given} + {bonus} = {given + bonus}")
        assert given + bonus >= opportunity.fields[field]
    for language in package.game.languages:
        text = package.game.labels[language]["reminder:effort.item.example"]
        assert all(told in text for told in sums)

"""What the box of Monster Office Workplace holds; what its rules leave open is a sample of ours."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from deckwright import resources

# quantity on the card, cards of it in each colour
RESOURCES = [(5, 1), (4, 2), (3, 3), (2, 4), (1, 5)]
COLOURS = ("red", "orange", "yellow", "green", "blue", "violet")


def needs_of(card):
    """What a project or its tile needs, by colour."""
    return {colour: card.fields[f"need_{colour}"] for colour in COLOURS if card.fields.get(f"need_{colour}")}


def test_each_of_six_colours_has_15_cards_the_fewer_the_more_they_are_worth(packaged):
    """Player resources: one 5, two 4, three 3, four 2 and five 1 of each of six colours."""
    cards = Counter()
    for card in packaged("monster-office").cards:
        if card.kind == "resource":
            cards[card.fields["colour"], card.fields["quantity"]] += card.copies
    assert cards == {(colour, quantity): copies for colour in COLOURS for quantity, copies in RESOURCES}


def test_a_colour_has_15_cards_and_35_resources(copies, find):
    """Player resources: the sums of one colour, and of six: 90 cards, 210 resources."""
    assert (sum(count for _, count in RESOURCES), sum(value * count for value, count in RESOURCES)) == (
        15,
        35,
    )
    assert [copies("monster-office", f"kind:resource colour:{colour}") for colour in COLOURS] == [15] * 6
    cards = find("monster-office", "kind:resource")
    assert sum(card.copies for card in cards) == 90
    assert sum(card.copies * card.fields["quantity"] for card in cards) == 210


@pytest.mark.parametrize("part", ["resource", "project", "project-tile", "player-token", "credit", "map"])
def test_every_part_that_the_rules_list_is_in_the_box(copies, part):
    """Player resources; the grid map is our own."""
    assert copies("monster-office", f"kind:{part}")


@pytest.mark.parametrize("colour", COLOURS)
def test_a_tile_has_a_space_of_each_colour_that_it_needs_and_its_reward(colour):
    """Play: tokens go on the space of the colour of the resource card; the reward is listed on the tile."""
    tile = (resources.folder("exports") / "faces" / "project-tile.yaml").read_text(encoding="utf-8")
    assert re.search(rf"fill: {colour}\}}.*number: need_{colour}.*need_{colour}>=1", tile, re.DOTALL)
    assert "number: sets" in tile


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_the_reference_card_says_the_numbers_of_the_rules(find, language):
    """Play: 1 project card or 3 resource cards; Restrictions: 6 cards; Scoring: 1 and 1; End conditions: 10."""
    (card,) = find("monster-office", "kind:reference")
    assert {"0", "1", "3", "6", "10"} <= set(re.findall(r"\d+", card.texts[language]["text"]))


def test_every_project_card_has_a_tile_with_the_same_needs(packaged):
    """Player resources: project cards represent project tiles."""
    cards = {card.id: card for card in packaged("monster-office").cards}
    projects = [card for card in cards.values() if card.kind == "project"]
    tiles = [card for card in cards.values() if card.kind == "project-tile"]
    assert len(projects) == len(tiles) == 24
    for card in projects:
        tile = cards[f"{card.id}-tile"]
        assert (needs_of(card), card.fields["sets"], card.texts["en"]["name"]) == (
            needs_of(tile),
            tile.fields["sets"],
            tile.texts["en"]["name"],
        )


def test_the_reward_on_a_tile_is_its_number_of_colour_sets(packaged):
    """Scoring: the completer gets the number of colour sets, which we read as the reward listed on the tile."""
    projects = [card for card in packaged("monster-office").cards if card.kind == "project"]
    assert all(card.fields["sets"] == len(needs_of(card)) for card in projects)
    assert Counter(card.fields["sets"] for card in projects) == {1: 4, 2: 8, 3: 8, 4: 4}


def test_ten_projects_can_be_completed(packaged):
    """End conditions: ten projects. Whichever they are, the resources of each colour must be able to fill them."""
    projects = [card for card in packaged("monster-office").cards if card.kind == "project"]
    for colour in COLOURS:
        needed = sorted((needs_of(card).get(colour, 0) for card in projects), reverse=True)
        assert sum(needed[:10]) <= 35


def test_what_the_rules_do_not_describe_says_that_it_is_a_sample(packaged):
    """Resource cards are described by colour and number, and no card at all has a name."""
    cards = packaged("monster-office").cards
    assert {card.name_origin for card in cards} == {"sample"}
    assert {card.rules_origin for card in cards if card.kind in {"resource", "reference"}} == {"rulebook"}
    assert {card.kind for card in cards if card.rules_origin == "sample"} == {
        "project",
        "project-tile",
        "credit",
        "player-token",
        "map",
    }


def test_six_players_have_tokens_of_their_own(packaged):
    tokens = [card for card in packaged("monster-office").cards if card.kind == "player-token"]
    assert len({card.fields["department"] for card in tokens}) == 6
    assert len({card.icon for card in tokens}) == 6


def test_the_map_has_a_column_of_three_squares_for_each_player(packaged):
    """Setup: the appropriate grid map. The rules show none; tests/press/test_spaces.py measures its squares."""
    maps = [card for card in packaged("monster-office").cards if card.kind == "map"]
    assert [card.fields["column"] for card in maps] == [1, 3, 5]

"""Monster Office Workplace, "Setup", "Restrictions" and "Player Resources": the table at the start."""

from __future__ import annotations

from collections import Counter

import pytest

from deckwright.errors import UsageError
from deckwright.model.setup import said_label

# section, what is read out
SAID = [
    ("Setup", "first"),
    ("Setup", "projects"),
    ("Setup", "map"),
    ("Player resources", "refill"),
    ("Player resources", "department"),
    ("Setup", "columns"),
    ("Restrictions", "workhorse"),
]


@pytest.fixture
def quantity(packaged):
    """The quantity on a resource card."""
    return {
        card.id: card.fields["quantity"]
        for card in packaged("monster-office").cards
        if card.kind == "resource"
    }


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_everybody_gets_three_resource_cards_and_one_project_card(lay, quantity, players):
    """Setup. Cards dealt to settle who goes first are kept, and come after these."""
    table = lay("monster-office", players)
    for zones in table.seats:
        assert [card in quantity for card in zones["hand"][:4]] == [True, True, True, False]


def test_five_resource_cards_lie_face_up_beside_the_deck(lay, quantity, packaged):
    """Player Resources: Resource Row."""
    row = lay("monster-office", 4).zones["row"]
    assert len(row) == 5
    assert all(card in quantity for card in row)
    assert packaged("monster-office").game.definition["deal"]["zones"]["row"]["open"]


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("players", [2, 5])
def test_the_highest_card_that_nobody_else_shows_goes_first(lay, quantity, players, seed):
    """Setup, Going first: ties are out; all tied means another round, with cards not yet played."""
    table = lay("monster-office", players, seed=seed)
    *tied, last = table.rounds
    for one in tied:
        assert min(Counter(shown.value for shown in one.shown).values()) > 1
    times = Counter(shown.value for shown in last.shown)
    alone = {shown.value: shown.seat for shown in last.shown if times[shown.value] == 1}
    assert table.first == alone[max(alone)]
    for one in table.rounds:
        assert all(shown.value == quantity[shown.card] for shown in one.shown)


def test_cards_that_are_dealt_to_settle_it_are_kept(lay):
    """Setup: if all cards are played, one is dealt to each face up, and each keeps it."""
    for seed in range(400):
        table = lay("monster-office", 2, seed=seed)
        dealt = sum(one.dealt for one in table.rounds)
        assert [len(zones["hand"]) for zones in table.seats] == [4 + dealt] * 2
        if dealt:
            return
    pytest.fail("no table came so far")


@pytest.mark.parametrize("players", [2, 6])
def test_every_card_tile_and_token_lies_somewhere_once(lay, everything, packaged, players):
    """Setup; Player resources. The reference card is no part of the table."""
    cards = packaged("monster-office").cards
    expected = Counter({card.id: card.copies for card in cards if card.kind != "reference"})
    assert everything(lay("monster-office", players)) == expected


def test_project_tiles_lie_in_a_stack_and_credit_beside_it(lay, packaged):
    """Player resources: Project Tiles Stack, Credit Tokens."""
    kinds = {card.id: card.kind for card in packaged("monster-office").cards}
    zones = lay("monster-office", 3).zones
    assert {kinds[card] for card in zones["project-tiles"]} == {"project-tile"}
    assert len(zones["project-tiles"]) == 24
    assert {kinds[card] for card in zones["credit"]} == {"credit"}


@pytest.mark.parametrize("players", [2, 4, 6])
def test_each_player_has_tokens_of_their_own(lay, packaged, players):
    """Player resources: Player Tokens represent player contribution; those of nobody are put aside."""
    department = {card.id: card.fields.get("department") for card in packaged("monster-office").cards}
    table = lay("monster-office", players)
    own = [{department[card] for card in zones["tokens"]} for zones in table.seats]
    assert [len(departments) for departments in own] == [1] * players
    assert len(set().union(*own)) == players
    over = {department[card] for card in table.zones["aside"]} - {None}
    assert len(over) == 6 - players


@pytest.mark.parametrize(
    ("sentence", "words"),
    [
        (
            "map",
            {
                "en": "one column for each player",
                "it": "una colonna per giocatore",
                "fr": "une colonne par joueur",
            },
        ),
        ("map", {"en": "as few as possible", "it": "il meno possibile", "fr": "le moins possible"}),
        ("workhorse", {"en": "if tied, all are", "it": "lo sono tutti", "fr": "tous"}),
        (
            "workhorse",
            {"en": "least credit, or 0", "it": "meno merito, o 0", "fr": "le moins de mérite, ou 0"},
        ),
    ],
)
def test_how_projects_shift_and_who_is_a_workhorse_is_read_out(packaged, sentence, words):
    """Setup: the player must shift the least amount of projects; Restrictions: players tied are all Workhorses."""
    labels = packaged("monster-office").game.labels
    assert all(text in labels[language][f"reminder:{sentence}.text"] for language, text in words.items())


def test_a_hand_holds_six_cards(lay):
    """Restrictions, Hand Limit; Workhorses have none, which is said at the table."""
    table = lay("monster-office", 3)
    assert table.limits == {"hand": 6}
    assert "workhorse" in [done.step.name for done in table.steps]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_the_decks_are_what_nobody_has(lay, players):
    """Setup, and Player resources: 90 resource cards less 3 each and a row of 5; a project card less each."""
    table = lay("monster-office", players)
    dealt = sum(one.dealt for one in table.rounds) * players
    assert len(table.zones["resources"]) == 90 - 3 * players - 5 - dealt
    assert len(table.zones["projects"]) == 24 - players


@pytest.mark.parametrize("players", [1, 7])
def test_two_to_six_play(lay, players):
    """The rules name no number of players; from two to six is our reading."""
    with pytest.raises(UsageError, match="2, 3, 4, 5 or 6"):
        lay("monster-office", players)


@pytest.mark.parametrize("language", ["en", "fr", "it"])
@pytest.mark.parametrize(("section", "sentence"), SAID)
def test_what_no_card_says_is_read_out(lay, packaged, section, sentence, language):
    """Setup: project cards are played in order; Player resources: the row is filled up; Restrictions: Workhorses."""
    game = packaged("monster-office").game
    steps = game.definition["deal"]["steps"]
    assert [step["cite"] for step in steps if step.get("say") == sentence] == [f"Monster Office, {section}"]
    assert sentence in [done.step.name for done in lay("monster-office", 3).steps]
    said = [done.step for done in lay("monster-office", 3).steps if done.step.act == "say"]
    (step,) = [step for step in said if step.name == sentence]
    assert game.labels[language][said_label(step, game)]


def test_cards_that_are_shown_are_kept(lay, quantity):
    """Setup, Going first: they are not discarded; those that are shown come from hands, or are dealt to them."""
    for seed in range(40):
        table = lay("monster-office", 3, seed=seed)
        for one in table.rounds:
            for shown in one.shown:
                assert shown.card in quantity
                assert shown.card in table.seats[shown.seat - 1]["hand"]


def test_nobody_shows_a_card_twice(lay):
    """Setup, Going first: once all cards have been played, one is dealt to each for every further round."""
    for seed in range(200):
        table = lay("monster-office", 2, seed=seed)
        assert [one.dealt for one in table.rounds] == [
            int(number >= 3) for number in range(len(table.rounds))
        ]


@pytest.mark.parametrize(("players", "sheets"), [(2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_the_map_has_as_many_sheets_as_players_need(lay, players, sheets):
    """Setup: the appropriate grid map; our reading is a column for each player, two on a sheet."""
    zones = lay("monster-office", players).zones
    assert zones["map"] == ["map-1", "map-3", "map-5"][:sheets]
    assert len(zones["map"]) + len(zones["map-sheets"]) == 3

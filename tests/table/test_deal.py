"""The module table/deal."""

from __future__ import annotations

from collections import Counter
from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.errors import InputError, UsageError
from deckwright.files.game_package import read_package
from deckwright.model.card import Card, Deck, DeckEntry
from deckwright.model.setup import First
from deckwright.table.deal import (
    LastHands,
    SeatDecks,
    ShownCard,
    TableOptions,
    deal,
    deal_for,
    first_seat,
    highest_alone,
    reveal,
    stacks_in,
)
from deckwright.table.piles import random_for

FIRST = First("reveal", field="size", zone="hand", source="pile")
CARDS = {
    **{f"n{size}": Card("game", f"n{size}", "fruit", "en", fields={"size": size}) for size in range(-2, 10)},
    "blank": Card("game", "blank", "leaf", "en"),
}


def settle(hands, pile=(), seed=1):
    """Let seats show cards named by their numbers; give who begins, and where the cards lie then."""
    seats = [{"hand": list(hand)} for hand in hands]
    table = {"pile": list(pile)}
    return reveal(FIRST, table, seats, CARDS, random_for(seed)), seats, table


@pytest.mark.parametrize(
    ("values", "seat"),
    [((1, 2, 3), 3), ((7, 2), 1), ((5, 5, 2), 3), ((5, 5, 2, 2), 0), ((4,), 1), ((0, 0, -1), 3), ((), 0)],
)
def test_the_highest_number_that_one_seat_alone_shows_counts(values, seat):
    shown = tuple(ShownCard(number, f"n{value}", value) for number, value in enumerate(values, 1))
    assert highest_alone(shown) == seat


@pytest.mark.parametrize("seed", range(12))
def test_a_tie_of_all_is_broken_by_cards_not_yet_shown(seed):
    hands = [["n3", "n3", "n1"], ["n3", "n3", "n2"]]
    begin, seats, _ = settle(hands, seed=seed)
    assert [hand["hand"] for hand in seats] == hands
    for seat, hand in enumerate(hands, 1):
        shown = Counter(shown.card for one in begin.rounds for shown in one.shown if shown.seat == seat)
        assert shown <= Counter(hand)


def test_when_all_cards_were_shown_one_is_dealt_to_each_and_kept():
    begin, seats, table = settle([["n3"], ["n3"]], pile=["n1", "n1", "n2", "n4", "n5"])
    assert begin.seat == 2
    assert [one.dealt for one in begin.rounds] == [False, True, True]
    assert [seat["hand"] for seat in seats] == [["n3", "n1", "n2"], ["n3", "n1", "n4"]]
    assert table["pile"] == ["n5"]


def test_cards_without_the_number_are_not_shown():
    begin, _, _ = settle([["blank", "n1"], ["n2", "blank"]])
    assert [shown.card for shown in begin.rounds[0].shown] == ["n1", "n2"]
    assert begin.seat == 2


def test_zero_is_shown_as_the_number_it_is():
    begin, _, _ = settle([["n0"], ["n1"]])
    assert [shown.value for shown in begin.rounds[0].shown] == [0, 1]
    assert (begin.seat, len(begin.rounds)) == (2, 1)


def test_any_card_of_a_hand_can_be_shown_first():
    first = {settle([["n1", "n2", "n3"], ["n9"]], seed=seed)[0].rounds[0].shown[0].card for seed in range(30)}
    assert first == {"n1", "n2", "n3"}


def test_chance_decides_where_no_cards_are_left_to_deal():
    assert {settle([["n3"], ["n3"]], pile=["n9"], seed=seed)[0].seat for seed in range(20)} == {1, 2}


def test_a_seat_that_has_shown_all_its_cards_waits_until_the_others_have():
    begin, _, _ = settle([["n3"], ["n3", "n3"], ["n3", "n3"]], pile=["n1", "n2", "n4"])
    assert [[shown.seat for shown in one.shown] for one in begin.rounds] == [[1, 2, 3], [2, 3], [1, 2, 3]]
    assert [one.dealt for one in begin.rounds] == [False, False, True]
    assert begin.seat == 3


@given(
    hands=st.integers(1, 3).flatmap(
        lambda size: st.lists(
            st.lists(st.integers(1, 5).map("n{}".format), min_size=size, max_size=size),
            min_size=2,
            max_size=6,
        )
    ),
    pile=st.lists(st.integers(1, 5).map("n{}".format), max_size=12),
    seed=st.integers(0, 99),
)
def test_it_is_settled_by_the_last_round_alone_and_no_card_is_lost(hands, pile, seed):
    begin, seats, table = settle(hands, pile, seed)
    after = Counter(table["pile"]) + sum((Counter(seat["hand"]) for seat in seats), Counter())
    assert after == Counter(pile) + sum(map(Counter, hands), Counter())
    assert 1 <= begin.seat <= len(hands)
    for one in begin.rounds[:-1]:
        values = Counter(shown.value for shown in one.shown)
        assert min(values.values()) > 1
    last = {shown.seat: shown.value for shown in begin.rounds[-1].shown}
    if len(table["pile"]) >= len(hands) or Counter(last.values())[last.get(begin.seat)] == 1:
        assert Counter(last.values())[last[begin.seat]] == 1


def test_a_seat_can_be_fixed_or_none_where_all_play_at_once():
    assert first_seat(First("seat", seat=3), 4, random_for(1)).seat == 3
    assert first_seat(First("all"), 4, random_for(1)) == (None, ())
    assert first_seat(First("people"), 4, random_for(1)).seat is None
    assert {first_seat(First(), 3, random_for(seed)).seat for seed in range(30)} == {1, 2, 3}


GAME = """
    id: orchard
    title: Orchard
    source_language: en
    languages: [en]
    players: {min: 1, max: 4}
    fields:
      size: {title: Size, type: integer}
      place: {title: Place, type: string, enum: [wood, hill, sea]}
    kinds: {fruit: {name: Fruit, fields: [size]}, pest: {name: Pest}, leaf: {name: Leaf, optional: [place]}}
    formats:
      crate: {name: Crate, rules: [{id: size, measure: cards, min: 1}]}
    piles:
      fruits: {name: Fruits, from: "kind:fruit", parts: [{of: "kind:fruit", take: {1: 8, 2: 9, 3: 9, 4: 10}}]}
      pests: {name: Pests, parts: [{of: "kind:pest"}]}
    modes:
      calm: {name: Calm}
      crates: {name: Crates, players: {min: 2, max: 3}}
      shared: {name: Shared}
      shown: {name: Shown}
      places: {name: Places}
    deal:
      zones:
        tree: {name: Tree}
        basket: {name: Basket}
        stall: {name: Stall, open: true}
        leaves: {name: Leaves}
        pests: {name: Pests}
        crate: {name: Crate}
      says: {bell: Ring the bell.}
      steps:
        - {pile: fruits, to: tree}
        - {say: bell}
        - {from: tree, to: basket, each: true, take: 2, to_first: 1}
        - {from: tree, to: stall, take: {1: 1, 2: 2, 3: 2, 4: 2}}
        - {cards: "kind:leaf", to: leaves}
        - {pile: pests, to: pests, each: true, take: 1}
        - {from: stall, to: aside, take: 1}
      draw: {from: tree, to: basket, take: 2, every: 2, until_empty: true}
      limits: {basket: {1: 5, 2: 4, 3: 4, 4: 4}}
      modes:
        crates:
          steps: [{deck: crate, to: crate, each: true}, {from: crate, to: basket, each: true, take: 1}]
          first: 2
          draw: {from: crate, to: basket, take: 1}
          limits: {basket: 2}
        shared:
          steps: [{deck: crate, to: tree, packs: 2}]
          first: people
          draw: {from: tree, to: tree, take: 1}
          limits: {tree: 99}
        shown:
          steps: [{pile: fruits, to: tree}, {from: tree, to: basket, each: true, take: 1}]
          first: {reveal: size, in: basket, from: tree}
        places:
          steps: [{pile: fruits, to: tree}, {cards: "kind:leaf", to: leaves, each: true, alike: place}]
          draw: {from: tree, to: leaves, take: 1}
          limits: {leaves: 9}
"""

DEALING_CARDS = """
    defaults: {kind: fruit}
    cards:
      - {id: pear, name: Pear, copies: 4, fields: {size: 3}}
      - {id: apple, name: Apple, copies: 5, fields: {size: 2}}
      - {id: fig, name: Fig, copies: 1, fields: {size: 1}}
      - {id: wasp, name: Wasp, kind: pest, copies: 5}
      - {id: leaf, name: Leaf, kind: leaf, copies: 2}
"""
BOX = {"pear": 4, "apple": 5, "fig": 1, "wasp": 5, "leaf": 2}


@pytest.fixture
def lay(game_folder):
    """Lay the table of a small game, of which some lines can be other ones."""

    def run(players=2, mode="", seed=1, decks=None, *, other=None, cards=DEALING_CARDS):
        game = dedent(GAME)
        for old, new in (other or {}).items():
            assert old in game
            game = game.replace(old, new)
        box, findings = read_package(game_folder(game, cards))
        assert box, findings
        known = {card.id: card for card in box.cards}
        more = {"decks": decks} if decks else {}
        return deal(box.game, known, TableOptions(players, seed, mode, **more))

    return run


LEAF = "{id: leaf, name: Leaf, kind: leaf, copies: 2}"
PLACES = DEALING_CARDS.replace(
    f"      - {LEAF}\n",
    """\
      - {id: oak, name: Oak, kind: leaf, copies: 2, fields: {place: wood}}
      - {id: weed, name: Weed, kind: leaf, fields: {place: sea}}
      - {id: kelp, name: Kelp, kind: leaf, fields: {place: sea}}
      - {id: moss, name: Moss, kind: leaf, fields: {place: hill}}
""",
)


def all_cards(table):
    """Count every copy that lies anywhere."""
    zones = [*table.zones.values(), *(zone for seat in table.seats for zone in seat.values())]
    return Counter(card for zone in zones for card in zone)


def crate(**cards):
    return Deck("orchard", "Crate", tuple(DeckEntry(card, copies) for card, copies in cards.items()))


def test_steps_are_done_one_after_the_other(lay):
    table = lay(players=2)
    assert {zone: len(cards) for zone, cards in table.zones.items()} == {
        "tree": 9 - 3 - 2,
        "stall": 1,
        "leaves": 2,
        "aside": 1 + 3 + 1,
    }
    assert [len(seat["pests"]) for seat in table.seats] == [1, 1]
    assert [done.step.act for done in table.steps] == ["pile", "say", "from", "from", "cards", "pile", "from"]
    assert [done.aside for done in table.steps] == [1, 0, 0, 0, 0, 3, 0]
    assert table.steps[1].placed == ()


def test_a_table_names_its_game_and_seed_and_no_decks_if_none_are_played(lay):
    table = lay(seed="42")
    assert (table.game, table.seed) == ("orchard", 42)
    assert table.decks == ((), (), ())


def test_whoever_goes_first_takes_another_number_of_cards(lay):
    for seed in range(8):
        table = lay(players=4, seed=seed)
        sizes = [len(seat["basket"]) for seat in table.seats]
        assert sizes == [1 if seat == table.first else 2 for seat in range(1, 5)]


def test_whoever_goes_first_may_take_no_cards(lay):
    table = lay(players=2, other={"take: 2, to_first: 1": "take: 2, to_first: 0"})
    assert [len(seat["basket"]) for seat in table.seats] == [
        0 if seat == table.first else 2 for seat in (1, 2)
    ]


def test_several_steps_can_put_cards_aside(lay):
    aside = "{from: stall, to: aside, take: 1}"
    assert all_cards(lay(other={aside: f"{aside}\n    - {aside.replace('stall', 'tree')}"})) == Counter(BOX)


def test_chance_lets_every_seat_go_first_at_times(lay):
    assert {lay(players=4, seed=seed).first for seed in range(40)} == {1, 2, 3, 4}


def test_cards_are_taken_from_the_top(lay):
    table = lay(players=2)
    pile = [*(table.steps[0].placed[0].cards)]
    taken = [card for move in table.steps[2].placed for card in move.cards]
    opened = [*table.steps[3].placed[0].cards]
    assert pile == [*taken, *opened, *table.zones["tree"]]


@given(seed=st.integers() | st.text(), players=st.integers(1, 4), mode=st.sampled_from(["calm", "shown"]))
def test_nothing_is_lost_and_nothing_is_there_twice(lay, seed, players, mode):
    table = lay(players=players, mode=mode, seed=seed)
    wanted = BOX if mode == "calm" else {card: BOX[card] for card in ("pear", "apple", "fig")}
    assert all_cards(table) == Counter(wanted)
    assert lay(players=players, mode=mode, seed=seed) == table


def test_each_seat_shuffles_its_own_deck(lay):
    decks = SeatDecks((crate(pear=20), crate(apple=3, fig=4)))
    table = lay(mode="crates", decks=decks)
    assert table.first == 2
    assert table.steps[0].step.act == "deck"
    assert [(one.seat, len(one.cards)) for one in table.steps[0].placed] == [(1, 20), (2, 7)]
    assert Counter(table.seats[0]["crate"] + table.seats[0]["basket"]) == {"pear": 20}
    assert Counter(table.seats[1]["crate"] + table.seats[1]["basket"]) == {"apple": 3, "fig": 4}


def test_equal_decks_lie_in_other_orders_at_other_seats(lay):
    same = crate(pear=10, apple=10)
    table = lay(mode="crates", decks=SeatDecks((same, same)))
    assert table.seats[0]["crate"] != table.seats[1]["crate"]


def test_the_order_of_a_deck_does_not_hang_on_how_it_is_listed(lay):
    one = lay(mode="shared", decks=SeatDecks((crate(pear=5, apple=5),)))
    other = lay(mode="shared", decks=SeatDecks((crate(apple=5, pear=5),)))
    assert one.zones == other.zones
    assert one.first is None


def test_more_cards_than_lie_there_are_refused_with_the_step(lay):
    with pytest.raises(InputError) as caught:
        lay(mode="crates", decks=SeatDecks((crate(pear=1), Deck("orchard", "Empty"))))
    assert caught.value.code == "too-few-cards"
    assert caught.value.message == "Step 2: basket of seat 2 requires 1 card of crate, which has only 0."
    with pytest.raises(InputError) as caught:
        lay(players=1, other={"1: 1, 2: 2": "1: 99, 2: 2"})
    assert caught.value.message == "Step 4: stall requires 99 cards of tree, which has only 7."
    pests = "{pile: pests, to: pests, each: true, take: 1}"
    with pytest.raises(InputError) as caught:
        lay(other={pests: pests.replace("1", "3")})
    assert caught.value.message == "Step 6: pests of seat 2 requires 3 cards of pests, which has only 2."
    assert caught.value.hint == "Use a larger deck, add cards to the game, or play with fewer people."


def test_players_and_modes_that_may_not_play_are_refused(lay):
    for players, mode in ((5, ""), (0, ""), (-1, ""), (4, "crates"), (1, "crates")):
        with pytest.raises(UsageError) as caught:
            lay(players=players, mode=mode)
        assert caught.value.code == "players-out-of-range"
    assert "in orchard, crates. Allowed: 2 or 3." in caught.value.message
    assert caught.value.hint == "Use another number with --players."
    with pytest.raises(UsageError) as caught:
        lay(mode="clam")
    assert caught.value.hint.startswith("Did you mean calm?")


def test_the_usual_mode_is_one_for_this_many_players(lay):
    decks = SeatDecks((crate(pear=2),) * 3)
    assert lay(players=3, decks=decks, other={"{name: Calm}": "{name: Calm, players: [2]}"}).mode == "crates"


def test_the_players_of_a_mode_of_its_own_are_those_of_its_tables(lay):
    with pytest.raises(UsageError, match="Allowed: 1, 3 or 4"):
        lay(
            players=2,
            other={"limits: {basket: {1: 5, 2: 4, 3: 4, 4: 4}}": "limits: {basket: {1: 5, 3: 4, 4: 4}}"},
        )


@pytest.mark.parametrize(
    "steps",
    ["{pile: fruits, to: tree}, {cards: 'id:pear', to: tree}", "{cards: 'id:pear', to: tree}, {pile: fruits, to: tree}"],
)  # fmt: skip
def test_a_card_that_two_steps_would_lay_is_refused(lay, steps):
    with pytest.raises(InputError) as caught:
        lay(mode="shown", other={"[{pile: fruits, to: tree}, {from": f"[{steps}, {{from"})
    assert caught.value.code == "laid-twice"
    assert caught.value.message == "Step 2 uses pear, which an earlier step has used already."
    assert caught.value.hint == "Use different cards in each step of deal in game.yaml."


def test_each_seat_has_the_cards_of_one_value_in_the_order_of_its_choices(lay):
    table = lay(players=2, mode="places", cards=PLACES)
    assert [seat["leaves"] for seat in table.seats] == [["oak", "oak"], ["moss"]]
    assert table.steps[1].step.alike == "place"
    assert [(one.seat, one.cards) for one in table.steps[1].placed] == [(1, ("oak", "oak")), (2, ("moss",))]
    assert (table.steps[1].aside, table.zones["aside"][-2:], len(table.zones["aside"])) == (
        2,
        ["kelp", "weed"],
        3,
    )
    assert lay(players=3, mode="places", cards=PLACES).seats[2] == {"leaves": ["kelp", "weed"]}


def test_a_value_without_cards_is_passed_over_and_cards_without_a_value_are_dealt_last(lay):
    moss = "{id: moss, name: Moss, kind: leaf, fields: {place: hill}}"
    table = lay(players=3, mode="places", cards=PLACES.replace(moss, "{id: fern, name: Fern, kind: leaf}"))
    assert [seat["leaves"] for seat in table.seats] == [["oak", "oak"], ["kelp", "weed"], ["fern"]]


def test_a_seat_for_which_no_value_is_left_is_refused(lay):
    with pytest.raises(InputError) as caught:
        lay(players=4, mode="places", cards=PLACES)
    assert (caught.value.code, caught.value.message) == (
        "too-few-cards",
        "Step 2: leaves requires 4 cards of kind:leaf, which has only 3.",
    )


@pytest.mark.parametrize("is_first", [True, False])
def test_the_cards_of_a_seat_are_not_used_twice(lay, is_first):
    one, other = '{cards: "kind:leaf", to: leaves, each: true, alike: place}', '{cards: "id:moss", to: tree}'
    steps = f"{other}, {one}" if is_first else f"{one}, {other}"
    with pytest.raises(InputError, match="Step 2 uses moss, which an earlier step has used already"):
        lay(mode="places", cards=PLACES, other={f"{{pile: fruits, to: tree}}, {one}": steps})


def test_what_one_pile_leaves_over_another_can_lay(lay):
    pests = "pests: {name: Pests, "
    table = lay(players=2, other={pests: pests + "from: 'kind:pest or kind:fruit', "})
    assert all_cards(table) == Counter(BOX)


def test_limits_and_last_hands_are_told(lay):
    table = lay(players=1)
    assert table.limits == {"basket": 5}
    # Eight fruits: one in the stall, which is put aside; of seven, three hands of two and one over.
    assert table.last_hands == (2, 3, 1)


def test_a_zone_may_hold_no_cards_at_all(lay):
    assert lay(players=1, other={"{basket: {1: 5, 2: 4, 3: 4, 4: 4}}": "{tree: 0}"}).limits == {"tree": 0}


@pytest.mark.parametrize(
    ("draw", "last"),
    [
        # Four fruits are left in the tree, and three in the baskets.
        ("to: basket, take: {1: 2, 2: 3, 3: 2, 4: 2}", (3, 2, 1)),
        ("to: tree, take: 2", (2, 2, 0)),
    ],
)
def test_last_hands_are_counted_by_the_zone_that_cards_are_drawn_to(lay, draw, last):
    assert lay(players=2, other={"to: basket, take: 2, every: 2": draw}).last_hands == last


def test_last_hands_are_shared_out_in_whole_rounds():
    assert LastHands(size=3, hands=7, rest=2).rounds(2) == (3, 5)


def test_cards_of_a_zone_are_stacked_by_number_or_by_value():
    zone = ["n1", "n2", "n1", "n3", "blank"]
    assert stacks_in(zone, 2, CARDS) == [["n1", "n2"], ["n1", "n3"], ["blank"]]
    assert stacks_in(zone, "size", CARDS) == [["n1", "n1"], ["n2"], ["n3"], ["blank"]]


def test_a_game_without_modes_has_none(game_folder):
    game = dedent(GAME)
    lines = game.splitlines()
    start = lines.index("modes:")
    game = "\n".join(lines[:start] + lines[start + 6 :])
    box, findings = read_package(game_folder(game[: game.index("  modes:\n    crates")], DEALING_CARDS))
    assert box, findings
    assert deal_for(box.game, 2)[1] == ""
    table = deal(box.game, {card.id: card for card in box.cards}, TableOptions(2, 1))
    assert table.mode == ""
    with pytest.raises(UsageError, match="has no mode"):
        deal_for(box.game, 2, "standard")


@pytest.mark.parametrize(
    ("players", "seed", "first", "tree", "baskets"),
    [
        (2, 1, 1, "apple apple apple apple", "fig / apple pear"),
        (3, "harvest moon", 2, "apple pear", "pear apple / pear / pear apple"),
    ],
)
def test_the_table_of_a_seed_stays_as_it_is_from_version_to_version(lay, players, seed, first, tree, baskets):
    table = lay(players=players, seed=seed)
    assert table.first == first
    assert " ".join(table.zones["tree"]) == tree
    assert " / ".join(" ".join(seat["basket"]) for seat in table.seats) == baskets


@pytest.mark.parametrize(
    ("seed", "first", "shown"),
    [
        (2, 2, "pear apple pear"),
        (3, 1, "apple apple apple / pear apple apple"),
        (4, 3, "apple apple apple / apple fig pear"),
        (6, 2, "apple pear apple"),
        ("harvest moon", 3, "fig apple pear"),
    ],
)
def test_the_cards_shown_by_a_seed_stay_as_they_are_from_version_to_version(lay, seed, first, shown):
    hands = "{from: tree, to: basket, each: true, take: 1}]"
    table = lay(players=3, mode="shown", seed=seed, other={hands: hands.replace("1", "2")})
    assert table.first == first
    assert " / ".join(" ".join(card.card for card in one.shown) for one in table.rounds) == shown


@pytest.mark.parametrize(
    ("seed", "order"),
    [
        (1, "apple pear pear apple pear apple apple pear"),
        (2, "apple apple apple pear pear pear pear apple"),
        ("harvest moon", "pear apple apple pear apple apple pear pear"),
    ],
)
def test_a_deck_shuffled_by_a_seed_stays_as_it_is_from_version_to_version(lay, seed, order):
    table = lay(mode="shared", seed=seed, decks=SeatDecks((crate(pear=4, apple=4),)))
    assert " ".join(table.zones["tree"]) == order


def test_only_the_main_zone_of_a_deck_is_shuffled(lay):
    deck = Deck("orchard", "Crate", (DeckEntry("pear", 2), DeckEntry("fig", 1, "side")))
    assert lay(mode="shared", decks=SeatDecks((deck,))).zones["tree"] == ["pear", "pear"]


def test_who_goes_first_by_a_seed_stays_as_it_is_from_version_to_version(lay):
    assert [lay(players=4, seed=seed).first for seed in range(6)] == [2, 1, 1, 2, 3, 1]


def test_where_all_draw_from_their_own_there_are_no_last_hands_of_the_table(lay):
    own = {
        "draw: {from: crate, to: basket, take: 1}": "draw: {from: crate, to: basket, take: 1, until_empty: true}"
    }
    table = lay(mode="crates", other=own, decks=SeatDecks(tuple(crate(pear=2) for _ in range(2))))
    assert table.last_hands is None

"""The module workbench/document_setup: the drawing of the table has what a real deal lays there."""

from __future__ import annotations

from dataclasses import replace

import pytest

from deckwright.messages import printing_in
from deckwright.press.drawing.context import RenderContext
from deckwright.press.graphics.parts import DrawnText, all_parts
from deckwright.workbench.dealing import SetupOptions, deal_table
from deckwright.workbench.document_setup import drawn_table, setup

from ..drawings import context_of


@pytest.fixture
def table(packaged):
    """Items of the drawing of a packaged game's table."""

    def read(name, mode="", language="en"):
        package = packaged(name)
        context = context_of(package, language)
        with printing_in(language, {}):
            modes = [mode or package.game.default_mode]
            return drawn_table(context, {card.id: card for card in package.cards}, modes)

    return read


def number_of(item):
    """Number of an item: `4 × 6` is 24."""
    (written,) = item.values
    piles, _, each = written.partition(" × ")
    return int(piles) * int(each or 1)


@pytest.mark.parametrize(
    ("name", "mode"),
    [
        ("data-monsters", ""),
        ("data-monsters", "office"),
        ("dataset", "level-3"),
        ("monster-office", ""),
        ("big-monster", ""),
        ("big-monster", "team"),
        ("big-monster", "two-player"),
    ],
)
def test_each_place_has_as_many_cards_as_a_deal_lays_there(table, library, name, mode):
    game = library.game(name).game
    players = 2 if mode == "two-player" else game.definition["documents"].get("players", 4)
    dealt = deal_table(library, name, SetupOptions(players, seed=1, mode=mode)).table
    seat = dealt.seats[(dealt.first or 1) % players]
    names = {game.label(f"zone:{zone}", "en"): zone for zone in game.definition["deal"]["zones"]}
    *common, own = table(name, mode).items
    for items, zones in ((common, dealt.zones), (own.points, seat)):
        shown = {names[item.name]: item for item in items if item.pieces}
        expected = {
            zone: len(cards) for zone, cards in zones.items() if cards and zone not in ("aside", "map-sheets")
        }
        assert set(shown) == set(expected)
        counted = {zone: number_of(item) for zone, item in shown.items() if item.values}
        assert counted == {zone: expected[zone] for zone in counted}
        assert set(shown) - set(counted) <= {"laboratory"}


def test_piles_show_backs_and_hands_and_rows_show_fronts(table):
    deck, market, seat = table("data-monsters").items
    own_deck, hand, *_ = seat.points
    assert [item.lie for item in (deck, market, own_deck, hand)] == ["piles", "row", "piles", "hand"]
    assert [len(item.pieces) for item in (deck, market, own_deck, hand)] == [1, 3, 1, 4]
    assert hand.text == "first player: 3"
    assert len({id(piece) for piece in market.pieces}) == 3


def test_the_note_about_the_first_player_has_the_colon_of_the_language(table):
    *_, seat = table("data-monsters", language="fr").items
    assert seat.points[1].text == "premier joueur\u00a0: 3"


@pytest.mark.parametrize(
    ("mode", "on_table", "of_seats"),
    [
        ("standard", [], ["Workshop", "Portfolio", "Next release pile"]),
        ("office", ["Next release pile"], ["Workshop", "Portfolio"]),
    ],
)
def test_zones_that_are_empty_at_first_are_places_without_cards(table, mode, on_table, of_seats):
    *common, seat = table("data-monsters", mode).items
    for items, names in ((common, on_table), (seat.points, of_seats)):
        assert [item.name for item in items if not item.pieces] == names


def test_zones_that_are_empty_at_first_say_what_comes_there(table):
    *_, seat = table("data-monsters").items
    notes = {item.name: item.text for item in seat.points if not item.pieces}
    assert notes == {
        "Workshop": "monsters, permanent cards",
        "Portfolio": "opportunities won",
        "Next release pile": "discards",
    }


@pytest.mark.parametrize(("wanted", "drawn"), [(None, 4), (1, 2), (3, 3), (9, 4)])
def test_the_table_is_drawn_for_as_many_players_as_the_game_says_or_the_nearest_number(
    packaged, wanted, drawn
):
    package = packaged("data-monsters")
    definition = {**package.game.definition, "documents": {"players": wanted} if wanted else {}}
    game = replace(package.game, definition=definition)
    context = RenderContext(game, "en", package.assets, lambda _, __: False)
    with printing_in("en", {}):
        title = drawn_table(context, {card.id: card for card in package.cards}, ["standard"]).title
    assert title == f"The table when all is dealt, with {drawn} players"


def test_a_zone_in_stacks_shows_each(table):
    *common, _ = table("big-monster").items
    assert {item.name: item.values for item in common if " × " in "".join(item.values)} == {
        "Mutation tiles": ("4 × 6",),
        "Tiles of the second round": ("4 × 10",),
    }


def test_places_have_the_numbers_of_the_steps_that_fill_them(packaged):
    """Those of the set-up that is told: another way to do a step has its number, and what is dealt to a hand from two decks has one."""
    shown = {}
    for name in ("big-monster", "monster-office"):
        package = packaged(name)
        cards = {card.id: card for card in package.cards}
        context = context_of(package)
        modes = [mode for mode in package.game.names("modes") if mode != "two-player"] or [""]
        with printing_in("en", {}):
            *common, seat = drawn_table(context, cards, modes).items
            told = {item.number: f"{item.name} {item.text}" for item in setup(context, cards, modes).items}
        for item in (*common, *seat.points):
            assert all(item.name in told[number] for number in item.number.split(", "))
            shown[item.name] = item.number
    assert shown["Medals"] == "3"
    assert shown["Hand"] == "8"


def test_a_game_that_is_not_dealt_has_no_table(packaged):
    package = packaged("dataset")
    definition = {key: value for key, value in package.game.definition.items() if key != "deal"}
    game = replace(package.game, definition=definition)
    context = RenderContext(game, "en", package.assets, lambda _, __: False)
    assert drawn_table(context, {}, [""]).items == ()


def test_a_pile_that_is_too_small_to_be_dealt_has_no_number_of_cards_below_0(packaged):
    package = packaged("dataset")
    few = {card.id: card for card in package.cards[:3]}
    context = context_of(package)
    with printing_in("en", {}):
        items = drawn_table(context, few, ["level-4"]).items
    assert "Main deck" not in {item.name for item in items}
    assert not any(value.startswith("-") for item in items for value in item.values)


def test_a_pile_that_is_laid_whole_shows_cards_of_each_of_its_parts(table):
    """Big Monster, Set up, 2: the desert, rune and penalty medals are in every game, three others are drawn."""
    (medals,) = (item for item in table("big-monster").items if item.name == "Medals")
    numbers = [text for piece in medals.pieces for text in texts_on(piece) if text.lstrip("−").isdigit()]
    assert numbers == ["10", "5", "−10", "5", "5", "5"]


def texts_on(piece):
    """Lines of text on a piece."""
    for part in all_parts(piece.parts):
        if isinstance(part, DrawnText):
            yield from ("".join(run.text for run in line.runs) for line in part.lines)


@pytest.fixture
def steps(packaged):
    """The set-up of some modes of a packaged game: the number, name and text, and values of each row."""

    def read(name, *modes):
        package = packaged(name)
        context = context_of(package)
        with printing_in("en", {}):
            section = setup(context, {card.id: card for card in package.cards}, modes)
        return [(item.number, f"{item.name} {item.text}".strip(), item.values) for item in section.items]

    return read


def test_steps_are_numbered_in_the_order_of_the_deal_and_sentences_go_on_with_theirs(steps):
    """Dataset, Regole del gioco."""
    assert steps("dataset", "level-1") == [
        ("1", "Main deck: shuffle", ("94",)),
        ("", "Special cards of higher levels stay in the box.", ()),
        ("2", "Cards on the table: lay face up", ("5",)),
        ("", "Special cards on the table stay until the end.", ()),
        ("", "Stack those thrown later beside them.", ()),
        ("", "Cards taken are not replaced.", ()),
        ("3", "Hand, each player: deal", ("3",)),
        ("4", "The shuffler’s left neighbour goes first, then clockwise.", ()),
    ]


def test_other_ways_to_do_a_step_share_its_number_and_name_their_modes(steps):
    """Data Monsters, §1, §3 and §10."""
    rows = steps("data-monsters", "standard", "tutorial", "office")
    assert [row[:2] for row in rows if row[1].endswith(("shuffle", "lay face up"))] == [
        ("1", "Opportunity deck (standard and office): shuffle"),
        ("", "Opportunity deck (fast): shuffle"),
        ("2", "Laboratory deck, each player (standard and fast): shuffle"),
        ("", "Laboratory deck (office): shuffle"),
        ("3", "Market: lay face up"),
    ]


def test_ways_that_differ_in_one_count_alone_are_one_row_with_the_count_of_each(steps):
    """Dataset, Regole del gioco: each level has more cards; a sentence that all have goes on with the row."""
    first, sizes, boxed, table, *_ = steps("dataset", "level-1", "level-2", "level-4")
    assert first == ("1", "Main deck: shuffle", ())
    assert sizes == ("", "Cards: {level_1} 94 · {level_2} 102 · {level_4} 120.", ())
    assert boxed == ("", "Special cards of higher levels stay in the box.", ())
    assert table[:2] == ("2", "Cards on the table: lay face up")


def test_cards_dealt_from_several_decks_are_one_step(steps):
    """Monster Office, Setup: 3 resource cards and 1 project card each; the game's own sentence says who goes first."""
    rows = steps("monster-office", "standard")
    start = rows.index(("8", "Hand, each player: deal", ("4",)))
    assert rows[start + 1 : start + 3] == [("", "– Resource deck", ("3",)), ("", "– Project deck", ("1",))]
    assert [row[0] for row in rows[start + 3 :]] == ["9", "10"]
    assert rows[-2][1].startswith("All show a resource card at once")


def test_counts_of_modes_without_icons_are_below_their_row(packaged):
    package = packaged("dataset")
    icons = {name: icon for name, icon in package.game.definition["icons"].items() if name != "level_4"}
    game = replace(package.game, definition={**package.game.definition, "icons": icons})
    context = RenderContext(game, "en", package.assets, lambda _, __: False)
    with printing_in("en", {}):
        first, sizes, *_ = setup(
            context, {card.id: card for card in package.cards}, ["level-1", "level-4"]
        ).items
    assert (first.name, first.text) == ("Main deck:", "shuffle")
    assert sizes.text == "Level 1: 94 · Level 4: 120"


@pytest.mark.parametrize("split", ["level-1", "level-2"])
def test_a_way_with_parts_is_not_told_in_the_row_of_the_others(packaged, split):
    """A main deck of 30 and 40 cards has a row for each part, whichever level has it."""
    package = packaged("dataset")
    piles = package.game.definition["piles"]
    parts = [{"of": "kind:simple", "take": 30}, {"of": "kind:sensitive", "take": 40}]
    split_pile = {**piles["main"], "modes": {**piles["main"].get("modes", {}), split: {"parts": parts}}}
    game = replace(
        package.game, definition={**package.game.definition, "piles": {**piles, "main": split_pile}}
    )
    context = RenderContext(game, "en", package.assets, lambda _, __: False)
    with printing_in("en", {}):
        items = setup(context, {card.id: card for card in package.cards}, ["level-1", "level-2"]).items
    told = " ".join(f"{item.text} {' '.join(item.values)}" for item in items)
    assert "30" in told
    assert "40" in told


def test_the_drawn_table_names_its_mode_if_there_are_several(packaged):
    package = packaged("dataset")
    cards = {card.id: card for card in package.cards}
    context = context_of(package)
    titles = []
    for modes in (["level-1", "level-4"], ["level-4"]):
        with printing_in("en", {}):
            titles.append(drawn_table(context, cards, modes).title)
    usual = "The table when all is dealt, with 4 players"
    assert titles == [f"{usual} (Level 4)", usual]


def test_who_goes_first_is_asked_before_that_player_gets_another_number_of_cards(steps):
    """Data Monsters, §3."""
    rows = [text for _, text, _ in steps("data-monsters", "standard")]
    first = rows.index("Choose the first player at random.")
    assert rows[first + 1 : first + 3] == ["Hand, each player: deal", "– first player"]
    assert rows.count("Choose the first player at random.") == 1


def test_a_sentence_of_some_modes_that_is_a_step_names_them_and_none_is_told_twice(steps):
    """Big Monster, Set up, 1 and 2."""
    rows = steps("big-monster", "competitive", "team")
    assert rows[0] == ("1", "Team. Sit so that partners are not next to each other.", ())
    texts = [text for _, text, values in rows if not values]
    assert len(texts) == len(set(texts))
    assert [number for number, *_ in rows if number] == [str(number) for number in range(1, 10)]


def test_who_goes_first_is_a_step_of_its_own(steps):
    """Big Monster, Rules for 2-player games, Set up, 3 and 4."""
    rows = steps("big-monster", "two-player")
    assert rows[0] == ("1", "Explorers in black suits stay in the box.", ())
    *_, (_, back, _), (number, first, _) = rows
    assert (back, number) == ("The other explorer goes back in the box.", "7")
    assert first.startswith("Whoever was on the moon")


@pytest.mark.parametrize(
    ("before", "first", "texts"),
    [
        (["seats", "used"], "all", ["The shuffler", "Stack those", "All play"]),
        (["seats", "used"], "people", ["The shuffler", "Stack those"]),
        ([], "chance", ["Choose the first player"]),
    ],
)
def test_a_deal_that_lays_nothing_is_a_step_of_sentences(packaged, before, first, texts):
    package = packaged("dataset")
    deal = {**package.game.definition["deal"], "steps": [{"say": name} for name in before], "first": first}
    del deal["draw"]
    game = replace(package.game, definition={**package.game.definition, "deal": deal})
    context = RenderContext(game, "en", package.assets, lambda _, __: False)
    with printing_in("en", {}):
        items = setup(context, {card.id: card for card in package.cards}, ["level-1"]).items
    assert [item.text.startswith(text) for item, text in zip(items, texts, strict=True)] == [True] * len(
        texts
    )
    assert items[0].number == "1"

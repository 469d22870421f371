"""An example of scoring is scored, and drawn with what the players have."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace

import pytest

from deckwright import resources
from deckwright.files.game_package import read_package
from deckwright.messages import printing_in
from deckwright.model.settings import phases_in, reminders_in
from deckwright.model.setup import cards_in_mode
from deckwright.press.documents.content import Item, Section
from deckwright.press.drawing.context import RenderContext
from deckwright.press.graphics.parts import Area, DrawnText, all_parts, outline, rectangle
from deckwright.workbench.card_drawings import CardDrawings
from deckwright.workbench.document_examples import example_section
from deckwright.workbench.document_sections import (
    legends,
    mark_items,
    note_items,
    phase_item,
    reminder_sections,
    turn_section,
    untold_legends,
    with_badges,
    with_equal_counts,
    with_modes,
)
from deckwright.workbench.game_checks import check_package


@pytest.fixture
def example(packaged):
    """Items of the example of a packaged game."""

    def read(name, language="en", mode=""):
        package = packaged(name)
        context = RenderContext(package.game, language, package.assets, lambda _, __: False)
        with printing_in(language, {}):
            return example_section(context, {card.id: card for card in package.cards}, mode).items

    return read


def numbers_of(player):
    return {item.name: item.values[0] for item in player.points if not item.pieces}


@pytest.mark.parametrize(
    ("name", "totals", "verdict"),
    [
        (
            "data-monsters",
            {"Ann": "11", "Bob": "11"},
            "Ann wins: 11 points, as many as Bob. Most valuable opportunity: 8 against 6.",
        ),
        (
            "dataset",
            {"Ann": "1", "Bob": "1"},
            "Bob wins: 1 point, as many as Ann. Sensitive Dataset cards: 6 against 2.",
        ),
        ("monster-office", {"Ann": "11", "Bob": "13"}, "Bob wins with 13 points."),
        ("big-monster", {"Ann": "19", "Bob": "26"}, "Bob wins with 26 points."),
    ],
)
def test_players_have_their_totals_and_a_sentence_says_who_wins(example, name, totals, verdict):
    *players, end = example(name)
    assert {player.name: player.values[0] for player in players if player.values} == totals
    assert end.text == verdict


@pytest.mark.parametrize(
    ("name", "label", "numbers"),
    [
        ("dataset", "Sensitive Dataset cards", ["2", "6"]),
        ("data-monsters", "Most valuable opportunity", ["8", "6"]),
        ("monster-office", "", []),
    ],
)
def test_players_who_tie_have_the_numbers_that_decide_it(example, name, label, numbers):
    *players, _ = example(name)
    ties = [
        tie
        for player in players
        for item in player.points
        if not (item.name or item.pieces)
        for tie in item.points
    ]
    assert [(tie.name, tie.values) for tie in ties] == [(label, (number,)) for number in numbers]


def test_parts_are_those_that_count_something_and_what_several_cards_give_is_added_up(example):
    ann, bob, _ = example("big-monster")
    assert numbers_of(ann) == {
        "Ice": "7",
        "Lava": "3 + 3 + 3 = 9",
        "Swamp": "8",
        "Crystals": "2",
        "Explorer": "3",
        "Medals": "−10",
    }
    assert numbers_of(bob) == {
        "Ice": "3",
        "Big Monsters": "11",
        "Grassland": "3",
        "Explorer": "4",
        "Medals": "5",
    }


def test_tiles_lie_beside_each_other_as_they_were_placed(example):
    ann, *_ = example("big-monster")
    (zone,) = [item for item in ann.points if item.lie == "placed"]
    width = min(piece.size[0] for piece in zone.pieces)
    columns = sorted({round(piece.corner[0] / width) for piece in zone.pieces})
    assert columns == [0, 1, 2, 3, 4, 5, 6, 7]
    assert min(piece.corner[1] for piece in zone.pieces) == 0


def test_what_is_awarded_is_where_the_player_has_such_cards(example):
    ann, bob, _ = example("big-monster")
    assert [
        [(item.name, len(item.pieces)) for item in seat.points if item.lie == "row"] for seat in (ann, bob)
    ] == [
        [("Medals", 1)],
        [("Medals", 1)],
    ]


def items_of(package, title):
    context = RenderContext(package.game, "en", package.assets, lambda _, __: False)
    every = [*phases_in(package.game, ""), *reminders_in(package.game, "")]
    (own,) = [one for one in every if one.title == title]
    return note_items(own, context, {card.id: card for card in package.cards})


def test_a_free_place_and_a_back_lie_beside_what_is_placed(packaged):
    """Big Monster shows where a tile may be placed, and the ship."""
    package = packaged("big-monster")
    (zone, *_) = items_of(package, "turn:place")
    assert zone.lie == "placed"
    assert [piece.is_free for piece in zone.pieces] == [False] * 5 + [True] * 3 + [False]
    context = RenderContext(package.game, "en", package.assets, lambda _, __: False)
    explorer = next(card for card in package.cards if card.id == "explorer-blue-man")
    ship = CardDrawings(context, package.cards, [explorer]).back(explorer)
    assert zone.pieces[-1].parts == ship.parts


SHOWN = {
    "green": {"shows": [{"card": "explorer-blue-man", "back": True}]},
    "red": {"window": [0, 1.6, 1, 0.8]},
    "blue": {"window": [0.5, 1.6, 1, 0.8]},
}
"""The reverse of an explorer instead of the green crystals of Big Monster, and the windows of the others."""


def with_crystals_shown(game):
    crystals = game.definition["reminders"]["crystals"]
    items = {name: {**item, **SHOWN[name]} for name, item in crystals["items"].items()}
    del items["green"]["window"]
    reminders = {**game.definition["reminders"], "crystals": {**crystals, "items": items}}
    return replace(game, definition={**game.definition, "reminders": reminders})


def test_cards_that_show_an_item_lie_as_they_are_placed_or_in_a_row(packaged):
    def items_of(name, reminder, changed=lambda game: game):
        package = packaged(name)
        game = changed(package.game)
        context = RenderContext(game, "en", package.assets, lambda _, __: False)
        (own,) = [one for one in reminders_in(game, "") if one.title == f"reminder:{reminder}"]
        return note_items(own, context, {card.id: card for card in package.cards})

    green, red, blue = items_of("big-monster", "crystals", with_crystals_shown)
    assert red.lie == blue.lie == "placed"
    side = red.pieces[0].size[0]

    def in_sides(pairs):
        return [(round(across / side, 2), round(down / side, 2)) for across, down in pairs]

    # The window of the red ones begins 1.6 squares below their upper edge, and that of the blue ones half a square beside it too.
    assert in_sides(piece.corner for piece in red.pieces) == [(0, -1.6), (0, 0.4)]
    assert in_sides(piece.size for piece in red.pieces) == [(1, 2), (1, 0.4)]
    assert in_sides(piece.corner for piece in blue.pieces) == [
        (-0.5, -1.6),
        (0.5, -1.6),
        (-0.5, 0.4),
        (0.5, 0.4),
    ]
    # Cards without a shape on a grid are placed in mm, and those that are seen whole keep their outline.
    *_, office = items_of("monster-office", "colour-set")
    token, tile = office.pieces[-1], office.pieces[2]
    across, down = (end - start for end, start in zip(token.corner, tile.corner, strict=True))
    assert 0 < across < tile.size[0] - token.size[0]
    assert 0 < down < tile.size[1] - token.size[1]
    assert (token.size, token.cut) == ((12, 12), outline("circle", Area(0, 0, 12, 12)))
    (ship,) = green.pieces
    package = packaged("big-monster")
    context = RenderContext(package.game, "en", package.assets, lambda _, __: False)
    explorer = next(card for card in package.cards if card.id == "explorer-blue-man")
    assert ship == CardDrawings(context, package.cards, [explorer]).back(explorer)
    effort = items_of("data-monsters", "effort")
    assert [(item.lie, len(item.pieces)) for item in effort if item.pieces] == [("row", 4)]
    # The window of cards in a row is that of each of them.
    levels, *_ = items_of("data-monsters", "promotion")
    assert [(piece.size, piece.sign != "") for piece in levels.pieces] == [
        ((63, 54), False),
        ((63, 54), True),
        ((63, 54), True),
    ]
    # The corners that they have themselves are round.
    assert {piece.cut for piece in levels.pieces} == {rectangle(Area(0, 0, 63, 54), (3, 3, 0, 0))}


@pytest.fixture
def note_table(packaged):
    """The table of notes of Dataset's special cards in a mode, and the legends that it leaves."""

    def read(mode, icons=()):
        package = packaged("dataset")
        definition = package.game.definition
        definition = {**definition, "icons": icons or definition["icons"]}
        package = package._replace(game=replace(package.game, definition=definition))
        context = RenderContext(package.game, "en", package.assets, lambda _, __: False)
        (stops,) = [one for one in reminders_in(package.game, mode) if one.title == "reminder:stops"]
        *_, table = reminder_sections(stops, context, {card.id: card for card in package.cards}, mode)
        played = cards_in_mode(package.game, package.cards, mode)
        return table, [section.title for section in untold_legends(legends(context, played), [table])]

    return read


def test_the_modes_of_a_table_are_icons_in_a_column_if_each_mode_has_one(note_table, packaged):
    icons = packaged("dataset").game.definition["icons"]
    table, _ = note_table("")
    assert table.heads == ("Special card", "Levels", "Cards", "Neutralised by")
    assert table.items[1].values[0] == "{level_2}–{level_4}"
    table, _ = note_table("", {name: icon for name, icon in icons.items() if name != "level_3"})
    assert table.heads == ("Special card", "Cards", "Neutralised by")
    assert table.items[1].name == "Sanction (Levels 2–4):"


def test_notes_with_cards_or_a_value_are_a_table(note_table):
    table, _ = note_table("level-2")
    assert (table.title, table.sort, table.is_wide) == ("Special cards", "table", True)
    assert table.heads == ("Special card", "Cards", "Neutralised by")
    purpose, sanction, lawyer = table.items
    assert sanction == Item(
        "Sanction:",
        "an opponent returns all their Data-Treasures to the deck; shuffle it after every return.",
        "mdi:cash-remove",
        ("×4", "Lawyer"),
    )
    assert [item.values for item in (purpose, lawyer)] == [("×9", "–"), ("×4", "–")]


def test_a_column_that_no_note_has_a_value_for_is_left_out(note_table):
    table, _ = note_table("level-1")
    assert table.title == "Special cards"
    assert table.heads == ("Special card", "Cards")
    assert [item.values for item in table.items] == [("×9",)]


@pytest.mark.parametrize("mode", ["", "level-2"])
def test_a_legend_that_a_table_tells_is_not_shown_again(note_table, mode):
    table, others = note_table(mode)
    assert others == ["Colour", "Sign"]
    assert untold_legends([table], [table._replace(items=table.items[1:])]) == [table]


def test_what_players_share_has_the_tokens_of_each(example):
    shared, *_ = example("monster-office", "fr")
    tokens = [
        {line.name: [(pool.name, pool.values) for pool in line.points] for line in card.points}
        for card in shared.points
    ]
    assert tokens == [
        {"Ann": [("jaune", ("3",)), ("vert", ("1",))], "Bob": [("vert", ("2",)), ("bleu", ("2",))]},
        {"Ann": [("jaune", ("3",))], "Bob": [("bleu", ("3",))]},
    ]
    icons = {pool.icon for card in shared.points for line in card.points for pool in line.points}
    assert len(icons) == 3
    assert all(icons)


def test_what_players_share_says_who_completed_it_and_who_filled_what(example):
    shared, ann, _, _ = example("monster-office", "fr")
    assert [card.name for card in shared.points] == ["Terminé par Bob", "Terminé par Ann"]
    counted = {
        (number, line.name, pool.name): [item.icon for item in pool.points]
        for number, card in enumerate(shared.points)
        for line in card.points
        for pool in line.points
    }
    icon = ann.points[0].icon
    assert counted.pop((0, "Ann", "vert")) == []
    assert list(counted.values()) == [[icon]] * 5


def test_what_several_shared_cards_give_is_added_up(example):
    _, ann, bob, _ = example("monster-office", "en")
    assert [item.values for item in ann.points] == [("1 + 1 = 2",), ("4 + 3 = 7",), ("2",)]
    assert [item.values for item in bob.points] == [("2 + 1 = 3",), ("4 + 3 = 7",), ("3",)]


def test_an_example_of_another_mode_is_not_shown(example):
    assert example("dataset", mode="level-4") == ()
    assert example("dataset", mode="level-1")


def test_a_false_example_stops_the_game_at_its_place(tmp_path):
    folder = tmp_path / "data-monsters"
    shutil.copytree(resources.folder("cards") / "data-monsters", folder)
    path = folder / "game.yaml"
    path.write_text(path.read_text().replace("[server-on-the-moon,", "[server-on-the-mars,"))
    package, findings = read_package(folder)
    wrong = [
        finding
        for finding in check_package(None, package, folder, findings)
        if "server-on-the-mars" in finding.message
    ]
    line = path.read_text().split("\n").index("  example:") + 2
    assert [(finding.severity, finding.where.line) for finding in wrong] == [("error", line)]


def test_a_legend_has_the_signs_of_its_choices(packaged):
    """Monster Office's colours have shapes, and its departments none."""
    package = packaged("monster-office")
    context = RenderContext(package.game, "en", package.assets, lambda _, __: False)
    with printing_in("en", {}):
        colours, departments = legends(context, package.cards)
    shapes = ["mdi:square", "mdi:triangle", "fa:star", "mdi:rhombus", "mdi:circle", "mdi:hexagon"]
    assert [item.sign for item in colours.items] == shapes
    assert not any(item.sign for item in departments.items)


@pytest.mark.parametrize(
    ("counts", "title", "values"),
    [(["×5", "×5"], "Colour (5 of each)", [(), ()]), (["×5", "×4"], "Colour", [("×5",), ("×4",)])],
)
def test_a_legend_says_once_how_many_there_are_of_each(counts, title, values):
    items = (Item(name, icon="mdi:star", values=(count,)) for name, count in zip("ab", counts, strict=True))
    with printing_in("en", {}):
        legend = with_equal_counts(Section("Colour", tuple(items), "grid"))
    assert (legend.title, [item.values for item in legend.items]) == (title, values)


def test_what_discs_and_icons_of_an_example_are_is_told(example):
    """Monster Office's palette is the icon of colour sets that a player completed."""
    shared = example("monster-office")[0]
    assert shared.text == "Each disc is a token; {colour_sets} marks a row this player completed."


@pytest.fixture
def labels_of(packaged):
    """Function for the labels of a card of a packaged game, with the size of its front."""

    def labels(name, card):
        package = packaged(name)
        cards = {card.id: card for card in package.cards}
        context = RenderContext(package.game, "en", package.assets, lambda _, __: False)
        with printing_in("en", {}):
            front = CardDrawings(context, cards.values(), [cards[card]]).labelled_front(cards[card])
        return front.labels, front.size

    return labels


@pytest.mark.parametrize(
    ("name", "card", "names"),
    [
        (
            "data-monsters",
            "server-on-the-moon",
            {"Name", "Type", "Difficulty", "TECH", "SCI", "Big data points"},
        ),
        ("data-monsters", "data-warehouse", {"Name", "Marks", "TECH", "SCI", "Requirement", "Effect"}),
        ("dataset", "health-red", {"Sign", "Colour", "Name"}),
    ],
)
def test_parts_of_a_card_have_the_names_of_what_they_show(labels_of, name, card, names):
    labels, (width, height) = labels_of(name, card)
    assert {name for label in labels for name in label.text.split(" · ")} == names
    assert all(0 <= label.area.centre[0] <= width for label in labels)
    assert all(0 <= label.area.centre[1] <= height for label in labels)


def test_a_line_to_a_part_crosses_no_other_part_and_ends_on_a_picture(labels_of):
    species, side, _ = (label.area for label in labels_of("big-monster", "mutation-blue")[0])
    # The shape is 5 mm wide and high, at 2.8 and 48.7 mm.
    assert 2.8 < species.x < 7.8
    assert 48.7 < species.centre[1] < 53.7
    assert not 48.7 <= side.centre[1] <= 53.7


def test_a_line_to_a_number_ends_before_the_icon_beside_it(labels_of):
    tech = next(
        label.area for label in labels_of("data-monsters", "server-on-the-moon")[0] if label.text == "TECH"
    )
    # The hexagon before the number begins at 5 mm, with a line around it.
    assert 4.0 < tech.x <= 5.0


@pytest.mark.parametrize(
    ("language", "modes", "named"),
    [
        ("it", ["level-4"], "Turno (Livello 4)"),
        ("it", ["level-3", "level-4"], "Turno (Livelli 3–4)"),
        ("fr", ["level-1", "level-2"], "Turno (Niveaux 1–2)"),
        ("fr", ["level-1", "level-3"], "Turno (Niveaux 1 et 3)"),
        ("en", ["level-1", "level-2", "level-4"], "Turno (Levels 1, 2 and 4)"),
    ],
)
def test_several_numbered_modes_are_in_the_plural(packaged, language, modes, named):
    context = RenderContext(packaged("dataset").game, language, {}, lambda _, __: False)
    with printing_in(language, {}):
        assert with_modes("Turno", modes, context) == named


@pytest.mark.parametrize(
    ("language", "named"), [("en", "Is it in (Level 3)?"), ("fr", "Is it in (Niveau 3)\u00a0?")]
)
def test_a_question_ends_after_its_modes(packaged, language, named):
    context = RenderContext(packaged("dataset").game, language, {}, lambda _, __: False)
    question = "Is it in\u00a0?" if language == "fr" else "Is it in?"
    with printing_in(language, {}):
        assert with_modes(question, ["level-3"], context) == named


def test_a_note_of_some_modes_has_their_icons_at_its_edge_and_not_in_its_name(packaged):
    package = packaged("dataset")
    context = RenderContext(with_badges(package.game), "en", package.assets, lambda _, __: False)
    call, *_ = phases_in(context.game, "")
    purpose, breach, *_ = phase_item(call, context, {}).points
    assert (purpose.name, purpose.modes) == ("Purpose:", "")
    assert (breach.name, breach.modes) == ("Data Breach:", "{level_3}–{level_4}")


def test_numbered_modes_without_a_plural_share_their_word(packaged):
    game = packaged("dataset").game
    texts = {key: text for key, text in game.labels["en"].items() if not key.endswith(".plural")}
    game = replace(game, labels={**game.labels, "en": texts, "it": {}})
    context = RenderContext(game, "en", {}, lambda _, __: False)
    assert with_modes("", ["level-2", "level-3"], context) == "Level 2–3"


@pytest.mark.parametrize(
    ("language", "named"),
    [
        ("it", "Partita competitiva e a squadre"),
        ("fr", "Partie compétitive et par équipes"),
        ("en", "Competitive and team"),
    ],
)
def test_names_of_modes_are_joined_by_and(packaged, language, named):
    context = RenderContext(packaged("big-monster").game, language, {}, lambda _, __: False)
    with printing_in(language, {}):
        assert with_modes("", ["competitive", "team"], context) == named


def test_phases_are_numbered_but_for_those_that_come_only_now_and_then(packaged):
    package = packaged("dataset")
    context = RenderContext(package.game, "en", package.assets, lambda _, __: False)
    cards = {card.id: card for card in package.cards}
    phases = [phase_item(phase, context, cards) for phase in phases_in(package.game, "level-1")]
    with printing_in("en", {}):
        items = turn_section([*phases, Item("Last")]).items
    assert [(item.name, item.values) for item in items] == [
        ("Call", ("1",)),
        ("Action", ("2",)),
        ("After every 3 turns", ("",)),
        ("Last", ("3",)),
    ]


@pytest.mark.parametrize("name", ["big-monster", "data-monsters", "dataset", "monster-office"])
def test_cards_on_rules_pages_do_not_say_where_they_are_from_or_their_revision(packaged, name):
    package = packaged(name)
    context = RenderContext(package.game, "en", package.assets, lambda _, __: False)
    shown = {card.kind: card for card in package.cards}.values()
    drawings = CardDrawings(context, package.cards, [*shown])
    parts = (part for card in shown for part in all_parts(drawings.front(card).parts))
    lines = [line for part in parts if isinstance(part, DrawnText) for line in part.lines]
    printed = " ".join(run.text for line in lines for run in line.runs)
    assert len(printed) > 20
    assert not re.search(r"sample|\br\d", printed)


def test_a_mark_has_the_rule_of_a_mode_or_those_of_all(packaged):
    package = packaged("data-monsters")
    mark = package.game.definition["marks"]["unique"]
    words = {
        "mark:unique.rule": "One copy.",
        "mark:unique.rule.office": "Two copies.",
        "mark:unique.short.office": "2 copies",
    }
    game = replace(
        package.game,
        definition={**package.game.definition, "marks": {"unique": {**mark, "modes": {"office": {}}}}},
        labels={"en": {**package.game.labels["en"], **words}},
    )
    context = RenderContext(game, "en", package.assets, lambda _, __: False)
    (every,) = mark_items(context, "")
    assert (every.text, [(one.name, one.text) for one in every.points]) == (
        "One copy.",
        [("Office.", "Two copies.")],
    )
    (office,) = mark_items(context, "office")
    assert (office.text, office.points) == ("Two copies.", ())
    assert [one.text for one in mark_items(context, "office", is_short=True)] == ["2 copies"]

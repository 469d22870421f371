"""The module workbench/document_sections: phases, notes, legends and marks are told as the game says them, in its modes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from deckwright.messages import printing_in
from deckwright.model.settings import phases_in, reminders_in
from deckwright.model.setup import cards_in_mode
from deckwright.press.documents.content import Item, Section
from deckwright.press.drawing.context import RenderContext
from deckwright.press.graphics.parts import Area, outline, rectangle
from deckwright.workbench.card_drawings import CardDrawings
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

from ..drawings import context_of


def items_of(package, title):
    context = context_of(package)
    every = [*phases_in(package.game, ""), *reminders_in(package.game, "")]
    (own,) = [one for one in every if one.title == title]
    return note_items(own, context, {card.id: card for card in package.cards})


def test_a_free_place_and_a_back_lie_beside_what_is_placed(packaged):
    """Big Monster shows where a tile may be placed, and the ship."""
    package = packaged("big-monster")
    (zone, *_) = items_of(package, "turn:place")
    assert zone.lie == "placed"
    assert [piece.is_free for piece in zone.pieces] == [False] * 5 + [True] * 3 + [False]
    context = context_of(package)
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
    context = context_of(package)
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
        context = context_of(package)
        (stops,) = [one for one in reminders_in(package.game, mode) if one.title == "reminder:stops"]
        *_, table = reminder_sections(stops, context, {card.id: card for card in package.cards}, mode)
        played = cards_in_mode(package.game, package.cards, mode)
        return table, [section.title for section in untold_legends(legends(context, played), [table])]

    return read


def test_the_modes_of_a_table_are_icons_in_a_column_if_each_mode_has_one(note_table, packaged):
    icons = packaged("dataset").game.definition["icons"]
    table, _ = note_table("")
    assert table.heads == ("Special card", "Cards", "Neutralised by", "Levels")
    assert table.items[1].values[-1] == "{level_2}–{level_4}"
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


def test_a_legend_has_the_signs_of_its_choices(packaged):
    """Monster Office's colours have shapes, and its departments none."""
    package = packaged("monster-office")
    context = context_of(package)
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
    context = context_of(package)
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

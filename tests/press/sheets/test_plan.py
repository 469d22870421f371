"""Sheets with cards, and plans of sheets (press/sheets/imposition), against the figures of the sheets."""

from __future__ import annotations

import pytest

from deckwright.press.graphics.parts import (
    Area,
    DrawnGroup,
    DrawnRepeat,
    DrawnShape,
    DrawnText,
    all_parts,
    rectangle,
)
from deckwright.press.sheets.imposition import JoinedRows, backs, front_parts, placed, sheet_plan
from deckwright.press.sheets.sheet import load_sheet, sheet_names


def bounds(path):
    points = [numbers[-2:] for _, numbers in path if numbers]
    across, down = zip(*points, strict=True)
    return round(min(across), 3), round(min(down), 3), round(max(across), 3), round(max(down), 3)


def texts(parts):
    return [
        "".join(run.text for line in part.lines for run in line.runs)
        for part in all_parts(parts)
        if isinstance(part, DrawnText)
    ]


@pytest.mark.parametrize("name", sheet_names())
def test_a_plan_has_each_card_in_its_place(name):
    sheet = load_sheet(name)
    parts, size = sheet_plan(sheet)
    assert (size[0], size[1] > sheet.paper[1]) == (sheet.paper[0], True)
    width, height = sheet.card
    trims = [bounds(part.path) for part in parts if isinstance(part, DrawnShape) and part.stroke == "#c2185b"]
    expected = {
        (round(x, 3), round(y, 3), round(x + width, 3), round(y + height, 3)) for x, y in sheet.places()
    }
    assert expected <= set(trims)
    safe = [bounds(part.path) for part in parts if isinstance(part, DrawnShape) and part.stroke == "#1b7a43"]
    left, top = sheet.places()[0]
    assert (
        round(left + 3, 3),
        round(top + 3, 3),
        round(left + width - 3, 3),
        round(top + height - 3, 3),
    ) in safe
    words = texts(parts)
    assert set(map(str, range(1, sheet.cards + 1))) <= set(words)
    assert f"{sheet.corner[0]:.4g} mm" in words
    assert f"{sheet.corner[1]:.4g} mm" in words
    assert sum(word.startswith("back of") for word in words) == (sheet.cards if sheet.fold else 0)


def test_a_card_is_moved_to_its_place_and_clipped_where_its_bleed_ends():
    sheet = load_sheet("a4-bleed")
    card = DrawnShape(rectangle(Area(-3, -3, 69, 94)), fill="#123456")
    rows = JoinedRows(0, ["one", None], sheet)
    parts = list(front_parts([rows], lambda *_: [card], lambda *_: [card]))
    clips = [bounds(part.clip) for part in parts if isinstance(part, DrawnGroup)]
    places = sheet.places()[:2]
    assert clips == [(x - 3, y - 3, x + 66, y + 91) for x, y in places]
    moved = [part for part in all_parts(parts) if isinstance(part, DrawnRepeat)]
    assert [part.places for part in moved] == [(place,) for place in places]


def test_a_back_that_is_upside_down_is_turned_about_its_own_centre():
    sheet = load_sheet("a4")
    at = backs(sheet, "short")[0]
    group = placed([], at, sheet.card)
    (turned,) = group.parts
    assert (turned.turn, turned.centre) == (180.0, (at.x + 31.5, at.y + 44))


def test_backs_of_a_folded_sheet_are_beside_their_fronts():
    sheet = load_sheet("a4-gutterfold")
    seen = []
    rows = JoinedRows(0, ["one", "two"], sheet)
    front, back = (lambda _, card, side=side: seen.append((side, card)) or [] for side in ("front", "back"))
    list(front_parts([rows], front, back))
    assert seen == [("front", "one"), ("front", "two"), ("back", "one"), ("back", "two")]

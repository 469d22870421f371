"""Score files: what is on the table and at each seat, and every name that is wrong at its place."""

from __future__ import annotations

import pytest

from deckwright.files.scores import read_sheet
from deckwright.files.yaml import document_of
from deckwright.model.rule import matcher_of
from deckwright.model.scoring import read_scoring


@pytest.fixture
def read(packaged):
    """Read a score file of a packaged game: the sheet, and each finding with its place."""

    def sheet(game, text):
        box = packaged(game)
        mode = box.game.mode_for(2)
        scoring = read_scoring(box.game, mode, matcher_of(box.game))
        cards = {card.id: card for card in box.cards}
        found, findings = read_sheet(document_of(text, "s.yaml"), game, mode, scoring, cards)
        return found, [(one.rule, one.where.line, one.where.column, one.message) for one in findings]

    return sheet


SEATS = "seats: {Ann: {}, Bo: {}}\n"


@pytest.mark.parametrize(
    ("game", "text", "finding"),
    [
        ("data-monsters", "seats: {Ann: {portfolo: []}}", ("zone", 1, 15, "A seat has no zone portfolo. Did you mean portfolio?")),
        ("data-monsters", "seats: {Ann: {aside: []}}", ("zone", 1, 15, "A seat has no zone aside. Use one of: portfolio, pad.")),
        ("data-monsters", "seats: {Ann: {portfolio: [frog]}}", ("unknown-card", 1, 27, "Unknown card: frog.")),
        ("data-monsters", "seats: {Ann: {portfolio: {mainframe: 1}}}", ("zone", 1, 27, "mainframe does not belong to portfolio.")),
        ("data-monsters", "seats: {Ann: {portfolio: 3}}", ("schema", 1, 26, "")),
        ("data-monsters", SEATS + "asid: []", ("zone", 2, 1, "Unknown key: asid. Did you mean aside?")),
        ("data-monsters", SEATS + "teams: {A: [Ann, B]}", ("seat", 2, 18, "Unknown seat: B. Use one of: Ann, Bo.")),
        ("data-monsters", SEATS + "teams: {A: [Ann], B: [Bo, Ann]}", ("team", 2, 27, "Ann is already in the team A.")),
        ("data-monsters", "seats: {Ann: {pad: {big-dat: 1}}}", ("pad", 1, 30, "The score pad has no big-dat. Did you mean big-data?")),
        ("data-monsters", "seats: {Ann: {pad: {big-data: 1}, portfolio: []}}", ("pad", 1, 20, "A seat has either a pad or cards: remove the pad, or all the rest.")),
        ("data-monsters", "seats: {Ann: {pad: {big-data: many}}}", ("schema", 1, 31, "")),
        ("monster-office", SEATS + "projects: [{card: p-open-window, by: Cy, tokens: {Bo: {red: 1}}}]", ("seat", 2, 38, "Unknown seat: Cy. Use one of: Ann, Bo.")),
        ("monster-office", SEATS + "projects: [{card: p-open-window, by: Bo, tokens: {Cy: {}}}]", ("seat", 2, 55, "Unknown seat: Cy. Use one of: Ann, Bo.")),
        ("monster-office", SEATS + "projects: [{card: p-open-window, by: Bo, tokens: {Bo: {rde: 1}}}]", ("tokens", 2, 56, "Unknown tokens: rde. Did you mean red?")),
        ("monster-office", SEATS + "projects: [{card: p-open-window, by: Bo, tokens: {Bo: {red: 1}}, filled: {rde: Bo}}]", ("tokens", 2, 75, "Unknown tokens: rde. Did you mean red?")),
        ("monster-office", SEATS + "projects: [{card: p-open-window, by: Bo, tokens: {Bo: {red: 1}}, filled: {red: Cy}}]", ("seat", 2, 80, "Unknown seat: Cy. Use one of: Ann, Bo.")),
    ],
)  # fmt: skip
def test_a_name_that_is_wrong_is_told_at_its_place(read, game, text, finding):
    _, [found] = read(game, text)
    assert found[:3] == finding[:3]
    assert found[3].startswith(finding[3])


def test_cards_are_read_by_name_with_their_copies_and_places(read):
    sheet, findings = read(
        "data-monsters",
        "seats:\n  Ann: {portfolio: [clean-the-data, {coffee-forecast: 2}]}\n  Bo:\naside: [{clean-the-data: 1, coffee-forecast: 0}]\n",
    )
    assert findings == []
    ann, bo = sheet.seats
    assert [(one.card, one.copies, one.zone, str(one.where)) for one in ann.entries] == [
        ("clean-the-data", 1, "portfolio", "s.yaml:2:21"),
        ("coffee-forecast", 2, "portfolio", "s.yaml:2:38"),
    ]
    assert (bo.entries, bo.pad, bo.team) == ((), None, "")
    assert [(one.card, one.copies, one.zone) for one in sheet.aside] == [("clean-the-data", 1, "aside")]
    assert (sheet.source, sheet.game, sheet.mode) == ("s.yaml", "data-monsters", "standard")


def test_a_completed_card_belongs_to_whoever_completed_it_with_its_tokens(read):
    project = "{card: p-open-window, by: Bo, tokens: {Ann: {red: 2, blue: 0}}, filled: {red: Ann}}"
    sheet, findings = read("monster-office", f"{SEATS}teams: {{A: [Bo]}}\nprojects: [{project}]\n")
    assert findings == []
    [shared] = sheet.shared
    assert (shared.zone, shared.card, shared.by, str(shared.where)) == (
        "projects",
        "p-open-window",
        "Bo",
        "s.yaml:3:12",
    )
    assert (shared.tokens, shared.filled) == ({"Ann": {"red": 2}}, {"red": "Ann"})
    ann, bo = sheet.seats
    assert (ann.entries, ann.team) == ((), "")
    assert ([(one.card, one.copies) for one in bo.entries], bo.team) == ([("p-open-window", 1)], "A")


def test_a_pad_has_numbers_by_name_and_those_that_are_known_are_read(read):
    sheet, findings = read("data-monsters", "seats: {Ann: {pad: {big-data: 7, frogs: 2}}}")
    assert sheet.seats[0].pad == {"big-data": 7}
    assert (sheet.seats[0].is_read, [one[0] for one in findings]) == (False, ["pad"])

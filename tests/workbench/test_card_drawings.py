"""The module workbench/card_drawings: cards are drawn for documents, and their parts have names."""

from __future__ import annotations

import re

import pytest

from deckwright.messages import printing_in
from deckwright.press.graphics.parts import DrawnText, all_parts, bounds_of
from deckwright.workbench.card_drawings import CardDrawings

from ..drawings import context_of


@pytest.fixture
def labels_of(packaged):
    """Function for the labels of a card of a packaged game, with the size of its front."""

    def labels(name, card):
        package = packaged(name)
        cards = {card.id: card for card in package.cards}
        context = context_of(package)
        with printing_in("en", {}):
            front = CardDrawings(context, cards.values(), [cards[card]]).labelled_front(cards[card])
        return front.labels, front.size

    return labels


@pytest.mark.parametrize(
    ("name", "card", "field", "shape"),
    [
        ("data-monsters", "server-on-the-moon", "bdp", "circle"),
        # These stand on a strip, and in the text.
        ("data-monsters", "server-on-the-moon", "tech", None),
        ("data-monsters", "server-on-the-moon", "difficulty", None),
    ],
)
def test_a_number_has_the_frame_that_it_stands_on(packaged, name, card, field, shape):
    package = packaged(name)
    cards = {card.id: card for card in package.cards}
    drawings = CardDrawings(context_of(package), cards.values(), [cards[card]])
    frame = drawings.frame_of(cards[card], [field])
    assert (frame and frame.shape) == shape
    if frame:
        words = [
            run.text for part in frame.parts if isinstance(part, DrawnText) for run in part.lines[0].runs
        ]
        assert words == [str(cards[card].fields[field])]
        (number,) = [bounds_of([part]) for part in frame.parts if isinstance(part, DrawnText)]
        assert number.centre == pytest.approx(frame.area.centre, abs=0.5)


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


@pytest.mark.parametrize("name", ["big-monster", "data-monsters", "dataset", "monster-office"])
def test_cards_on_rules_pages_do_not_say_where_they_are_from_or_their_revision(packaged, name):
    package = packaged(name)
    context = context_of(package)
    shown = {card.kind: card for card in package.cards}.values()
    drawings = CardDrawings(context, package.cards, [*shown])
    parts = (part for card in shown for part in all_parts(drawings.front(card).parts))
    lines = [line for part in parts if isinstance(part, DrawnText) for line in part.lines]
    printed = " ".join(run.text for line in lines for run in line.runs)
    assert len(printed) > 20
    assert not re.search(r"sample|\br\d", printed)

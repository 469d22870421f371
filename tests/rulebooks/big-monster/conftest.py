"""What tests of Big Monster ask for: zones with tiles in their places, what they are worth, and what is refused."""

from __future__ import annotations

import json

import pytest

from deckwright.errors import InputError
from deckwright.files.yaml import document_of
from deckwright.scoring.score import ScoreContext, read_case, score_sheet

OTHERS = ("black-woman", "black-man", "purple-woman", "blue-man", "green-man")


@pytest.fixture
def score(packaged):
    """Score seats of a game that is still under way, so that any number of tiles will do."""

    def run(seats, *, mode="competitive", is_whole=False, **more):
        box = packaged("big-monster")
        document = document_of(json.dumps({"mode": mode, "seats": seats, **more}, indent=1), "zones.yaml")
        cards = {card.id: card for card in box.cards}
        return score_sheet(*read_case(document, box.game, cards, ScoreContext(is_whole=is_whole)))

    return run


@pytest.fixture
def zone():
    """Make a seat's zone: tiles with places lie there, tiles without beside each other, above the explorer.

    A place is the cell of the top left corner; the explorer covers [0, 0] to [1, 1].
    """

    def run(*tiles, explorer="explorer-red-woman", medals=()):
        in_row = [tile for tile in tiles if isinstance(tile, str)]
        places = [(card, number, -2) for number, card in enumerate(in_row)]
        places += [tile for tile in tiles if not isinstance(tile, str)]
        placed = [{"card": card, "at": [x, y]} for card, x, y in places]
        return {"explorer": explorer, "tiles": placed, "medals": list(medals)}

    return run


@pytest.fixture
def seat_of(score, zone):
    """Score a zone among those of four others, who have nothing yet."""

    def run(*tiles, explorer="explorer-red-woman", medals=()):
        others = [one for one in (f"explorer-{suit}" for suit in OTHERS) if one != explorer][:4]
        seats = {one: {"explorer": one} for one in others}
        own = {"Damien": zone(*tiles, explorer=explorer, medals=medals)}
        return score({**own, **seats}).seats[0]

    return run


@pytest.fixture
def parts(seat_of):
    """The points of a zone, by what they are for."""
    return lambda *tiles, **more: dict(seat_of(*tiles, **more).parts)


@pytest.fixture
def refused(score):
    """Rules by which a score file is refused; none if it is accepted."""

    def run(seats, **more):
        try:
            score(seats, **more)
        except InputError as error:
            return {finding.rule for finding in error.findings if finding.severity == "error"}
        return set()

    return run


@pytest.fixture
def pads():
    """Make seats that have nothing but points on their pads: on one line as many as it can have, the rest on the next."""
    return lambda points: {
        name: {"pad": {"grassland": min(number, 100), "ice": max(number - 100, 0)}}
        for name, number in points.items()
    }

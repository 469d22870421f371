"""Score files as plain values, scored by the packaged games."""

from __future__ import annotations

import json

import pytest

from deckwright.files.yaml import document_of
from deckwright.scoring.score import ScoreContext, read_case, score_sheet


@pytest.fixture(scope="session")
def scored(packaged):
    """Score a file given as plain values; one that is not whole may have too few cards and seats."""

    def score(game, value, *, mode="", is_whole=False):
        box = packaged(game)
        cards = {card.id: card for card in box.cards}
        document = document_of(json.dumps(value, indent=1), "scores.yaml")
        return score_sheet(*read_case(document, box.game, cards, ScoreContext(mode, is_whole=is_whole)))

    return score

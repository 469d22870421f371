"""The module press/documents/setter."""

from __future__ import annotations

import pytest

from deckwright.press.documents.setter import DEEP, INK, PAPER, SOFT, TINT
from deckwright.press.looks.colours import contrast


@pytest.mark.parametrize(
    ("ink", "ground"),
    [(INK, PAPER), (SOFT, PAPER), (DEEP, PAPER), (PAPER, DEEP), (INK, TINT), (SOFT, TINT), (DEEP, TINT)],
)
def test_words_can_be_read(ink, ground):
    assert contrast(ink, ground) >= 4.5

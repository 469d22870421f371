"""Titles and shouts of all packaged cards: no word of them is broken."""

from __future__ import annotations

import pytest

from deckwright.press.drawing.card import draw_card
from deckwright.press.drawing.context import RenderContext
from deckwright.press.graphics.parts import DrawnText, all_parts

from ..registries import GAMES


def letters(text):
    return "".join(filter(str.isalpha, text)).casefold()


@pytest.mark.parametrize("language", ["it", "fr", "en"])
@pytest.mark.parametrize("name", GAMES)
def test_no_word_of_a_title_or_a_shout_is_broken(job_of, name, language):
    job = job_of(name, language)
    context = RenderContext(job.game, language, job.assets, job.matches, job.cards_by_face)
    for card, _ in job.cards:
        title = letters(card.name(language))
        for part in all_parts(draw_card(card, job.faces[card.kind], context)):
            if isinstance(part, DrawnText):
                lines = ["".join(run.text for run in line.runs) for line in part.lines]
                ends = [line.split()[-1] for line in lines[:-1] if line.endswith("-")]
                is_title = letters("".join(lines)) == title
                assert not [end for end in ends if end.isupper() or is_title], card.id

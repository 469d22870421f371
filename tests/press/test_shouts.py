"""Titles and shouts of all packaged cards: no word of them is broken."""

from __future__ import annotations

import pytest

from deckwright.press.drawing.card import draw_card
from deckwright.press.drawing.context import RenderContext
from deckwright.press.faces.choice import face_of
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
        for part in all_parts(draw_card(card, face_of(card, job.faces), context)):
            if isinstance(part, DrawnText):
                lines = ["".join(run.text for run in line.runs) for line in part.lines]
                ends = [line.split()[-1] for line in lines[:-1] if line.endswith("-")]
                is_title = letters("".join(lines)) == title
                assert not [end for end in ends if end.isupper() or is_title], card.id


@pytest.mark.parametrize(
    ("width", "broken"), [(40, []), (26, ["broken-word"])], ids=["fits on a line", "longer than a line"]
)
def test_a_shout_that_has_to_be_broken_is_reported(small_job, read_face, card, width, broken):
    face = read_face(
        "styles: {loud: {size: 14, fit: wrap, hyphens: true}}\n"
        f"boxes: [{{text: '{{text}}', at: [8, 8, {width}, 40], style: loud}}]\n"
    )
    job = small_job(card(text="Say INTERNATIONAL! at once."), face=face)
    context = RenderContext(job.game, "en", job.assets, job.matches)
    list(draw_card(job.cards[0][0], face, context))
    assert [finding.rule for finding in context.findings] == broken

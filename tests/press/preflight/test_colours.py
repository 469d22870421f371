"""The module press/preflight/colours: what only a colour distinguishes, with the cards it is on."""

from __future__ import annotations

import pytest

from deckwright.press.drawing.context import RenderContext
from deckwright.press.preflight.colours import report_confusable_colours
from deckwright.press.preflight.run import report_problems
from deckwright.press.preflight.shown import CheckedFace

RED, GREEN, NAVY = "#a8322a", "#5f6a1c", "#10206a"


@pytest.fixture
def alike(small_job, read_face):
    """Find colours that look alike: lines of a face, cards, and messages."""

    def find(text, *cards, language="en"):
        face = read_face(text)
        job = small_job(*cards, face=face)
        context = RenderContext(job.game, language, job.assets, job.matches)
        report_problems(context, cards, job.faces)
        return [
            (one.where.line, one.subjects, one.message)
            for one in context.findings
            if one.rule == "colours-alike"
        ]

    return find


FIELD = f"""extends: base
palette: {{tone: {{by: level, junior: "{RED}", senior: "{GREEN}"}}}}
boxes:
  - {{shape: rect, at: bleed, fill: tone}}
"""


def test_two_choices_are_named_with_the_first_card_of_each(alike, card):
    levels = ("senior", "senior", "junior", "junior")
    cards = [card(number, {"level": level}) for number, level in enumerate(levels, 1)]
    ((line, subjects, message),) = alike(FIELD, *cards)
    assert (line, subjects) == (2, ("card-3", "card-1"))
    assert "level:junior (card-3)" in message
    assert "level:senior (card-1)" in message


@pytest.mark.parametrize(
    ("second", "subjects"),
    [
        ("", [("card-1", "card-2")]),
        (f'palette: {{tone: {{by: level, junior: "{RED}", senior: "{GREEN}"}}}}', [("card-1",), ("card-2",)]),
        ("boxes: [{text: '{level}', at: [5, 5, 9, 9]}]", [("card-1",)]),
    ],
)
def test_colours_that_faces_inherit_from_one_file_are_reported_once(
    small_job, card, read_face, second, subjects
):
    cards = [card(1, {"level": "junior"}), card(2, {"level": "senior"})]
    faces = [read_face(f"extends: low\n{more}", low=FIELD) for more in ("", second)]
    job = small_job(*cards)
    context = RenderContext(job.game, "en", job.assets, job.matches)
    fronts = [CheckedFace(face, [one], context) for face, one in zip(faces, cards, strict=True)]
    for front in fronts:
        report_confusable_colours(front, fronts)
    assert [one.subjects for one in context.findings] == subjects


def test_a_choice_that_no_card_has_is_named_without_one(alike, card):
    ((_, subjects, message),) = alike(FIELD, card(1, {"level": "junior"}))
    assert subjects == ("card-1",)
    assert "level:senior by" in message

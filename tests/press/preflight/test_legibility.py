"""The module press/preflight/legibility: what is hard to read on what is below it, and what is too small to print."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from deckwright.press.drawing.card import draw_card
from deckwright.press.drawing.context import RenderContext
from deckwright.press.preflight.legibility import report_too_small
from deckwright.press.preflight.run import report_problems
from deckwright.press.preflight.shown import CheckedFace

STYLES = """extends: base
palette: {night: "#101820", mist: "#e8e8e8", haze: "#a0a0a0", tone: {by: level, junior: "#ffffff", else: "#101820"}, dusk: {linear: ["#ffffff", night]}, glow: {radial: [night, mist]}, veil: {linear: [{colour: mist, opacity: 0.1}, {colour: mist, opacity: 0.1}]}}
styles: {plain: {size: 9, colour: night}, pale: {size: 9, colour: haze}, loud: {size: 20, colour: haze}}
"""


@pytest.fixture
def found(small_job, read_face, card):
    """Find what is hard to read in a face, as rules with the lines of their boxes."""

    def find(boxes, *cards, **assets):
        face = read_face(STYLES + "boxes:\n" + "".join(f"  - {one}\n" for one in boxes), **assets)
        job = small_job(*(cards or [card()]), face=face)
        everything = {**job.assets, **assets.get("assets", {})}
        context = RenderContext(job.game, "en", everything, job.matches)
        shown = [one for one, _ in job.cards]
        report_problems(context, shown, {"tool": face})
        for one in shown:
            list(draw_card(one, face, context))
        rules = {"contrast", "small-icon", "hairline", "small-text"}
        return [(one.rule, one.where.line - 4, one.found) for one in context.findings if one.rule in rules]

    return find


NIGHT = "{shape: rect, at: [5, 5, 50, 50], fill: night}"


@pytest.mark.parametrize(
    ("boxes", "expected"),
    [
        (["{text: '{name}', at: [8, 8, 40, 6], style: plain}"], []),
        (["{text: '{name}', at: [8, 8, 40, 6], style: pale}"], [("contrast", 1, 2.4)]),
        (["{text: '{name}', at: [8, 8, 40, 9], style: loud}"], [("contrast", 1, 2.4)]),
        ([NIGHT, "{text: '{name}', at: [8, 8, 40, 6], style: plain}"], [("contrast", 2, 1.0)]),
        ([NIGHT, "{text: '{name}', at: [8, 8, 40, 6], style: pale}"], []),
        ([NIGHT, "{text: '{name}', at: [8, 8, 40, 6], style: plain, panel: {fill: mist}}"], []),
        ([NIGHT, "{text: '{name}', at: [8, 60, 40, 6], style: plain}"], []),
        (
            [
                NIGHT,
                "{shape: circle, at: [8, 8, 9, 9], fill: mist}",
                "{number: tech, at: [8, 8, 9, 9], style: {extends: plain, align: centre, valign: middle}}",
            ],
            [],
        ),
        (
            [NIGHT, "{group: [{text: '{name}', at: [3, 3, 30, 6], style: plain}], at: [5, 5, 40, 40]}"],
            [("contrast", 2, 1.0)],
        ),
        ([NIGHT, "{stack: [{text: '{name}', style: plain}], at: [8, 8, 40, 20]}"], [("contrast", 2, 1.0)]),
        ([f"{NIGHT[:-1]}, when: 'level:senior'}}", "{text: '{name}', at: [8, 8, 40, 6], style: plain}"], []),
        (["{icon: 'mdi:cog', at: [8, 8, 1.5, 1.5], colour: night}"], [("small-icon", 1, 1.5)]),
        (["{shape: rect, at: [8, 8, 9, 9], stroke: night, width: 0.05}"], [("hairline", 1, 0.05)]),
        (
            ["{text: '{name}', at: [8, 8, 40, 6], style: {extends: plain, size: 5, min: 5}}"],
            [("small-text", 1, 5)],
        ),
        # Gradients: white at the top, dark at the bottom.
        (
            [
                "{shape: rect, at: [5, 5, 50, 80], fill: dusk}",
                "{text: '{name}', at: [8, 6, 40, 6], style: plain}",
            ],
            [],
        ),
        (
            [
                "{shape: rect, at: [5, 5, 50, 80], fill: dusk}",
                "{text: '{name}', at: [8, 78, 40, 6], style: plain}",
            ],
            [("contrast", 2, 1.0)],
        ),
        (
            [
                "{shape: circle, at: [5, 5, 50, 50], fill: glow}",
                "{text: '{name}', at: [20, 28, 20, 5], style: plain}",
            ],
            [("contrast", 2, 1.0)],
        ),
        (["{text: '{name}', at: [8, 6, 40, 60], style: plain, panel: {fill: dusk}}"], [("contrast", 1, 1.0)]),
        # What is seen through: on white, and one above the other.
        ([f"{NIGHT[:-1]}, opacity: 0.1}}", "{text: '{name}', at: [8, 8, 40, 6], style: plain}"], []),
        (
            [f"{{group: [{NIGHT}], opacity: 0.9}}", "{text: '{name}', at: [8, 8, 40, 6], style: plain}"],
            [("contrast", 2, 1.3)],
        ),
        (
            [
                NIGHT,
                "{shape: rect, at: card, fill: veil}",
                "{text: '{name}', at: [8, 8, 40, 6], style: plain}",
            ],
            [("contrast", 3, 1.3)],
        ),
        (["{text: '{name}', at: [8, 8, 40, 6], style: plain, opacity: 0.3}"], [("contrast", 1, 1.9)]),
        # Shadows and outlines: a soft one around pale letters makes them readable, a dark one under dark letters does not.
        (
            ["{text: '{name}', at: [8, 8, 40, 6], style: plain, shadow: {opacity: 1, blur: 0}}"],
            [("contrast", 1, 1.1)],
        ),
        (
            [
                "{text: '{name}', at: [8, 8, 40, 6], style: {extends: loud, colour: tone}, shadow: {opacity: 1, blur: 2}}"
            ],
            [],
        ),
        (["{text: '{name}', at: [8, 8, 40, 6], style: {extends: pale, outline: night}}"], []),
        (
            ["{text: '{name}', at: [8, 8, 40, 6], style: {extends: pale, outline: mist}}"],
            [("contrast", 1, 2.4)],
        ),
        (
            [
                "{shape: rect, at: [5, 5, 9, 9], fill: mist, shadow: {x: 20, opacity: 1}}",
                "{text: '{name}', at: [25, 6, 8, 6], style: plain}",
            ],
            [("contrast", 2, 1.1)],
        ),
        (
            [
                "{text: '{name}', at: [8, 8, 40, 6], style: {extends: plain, outline: mist, outline_width: 0.05}}"
            ],
            [("hairline", 1, 0.05)],
        ),
        (["{text: '{id} r{revision}', at: [8, 8, 40, 6], style: {extends: plain, size: 5, min: 5}}"], []),
    ],
)
def test_what_is_hard_to_read_is_found(found, card, boxes, expected):
    assert found(boxes, card(fields={"tech": 3, "level": "junior"})) == expected


def test_every_colour_of_the_ground_is_looked_at(found, card):
    boxes = ["{shape: rect, at: bleed, fill: tone}", "{text: '{name}', at: [8, 8, 40, 6], style: plain}"]
    junior, senior = ({"level": one} for one in ("junior", "senior"))
    assert found(boxes, card(1, fields=junior), card(2, fields=junior)) == []
    assert found(boxes, card(1, fields=junior), card(2, fields=senior)) == [("contrast", 2, 1.0)]


def picture(*colours):
    """A PNG of vertical stripes."""
    image = Image.new("RGB", (40 * len(colours), 40))
    for number, colour in enumerate(colours):
        image.paste(colour, (40 * number, 0, 40 * number + 40, 40))
    data = io.BytesIO()
    image.save(data, "PNG")
    return data.getvalue()


@pytest.mark.parametrize(
    ("colours", "expected"),
    [
        (["#ffffff"], []),
        (["#202020"], ["contrast"]),
        (["#ffffff", "#303030"], ["contrast"]),
        (["#ffffff", "#dddddd"], []),
    ],
)
def test_a_text_is_compared_with_the_part_of_a_picture_below_it(
    small_job, read_face, card, colours, expected
):
    text = (
        STYLES
        + "boxes:\n  - {picture: a.png, at: [0, 0, 60, 30]}\n  - {text: '{name}', at: [5, 5, 50, 9], style: plain}\n"
    )
    assets = {"pictures/a.png": picture(*colours), "faces/mine.yaml": text.encode()}
    face = read_face(text)
    job = small_job(card(), face=face)
    context = RenderContext(job.game, "en", assets, job.matches)
    report_problems(context, [job.cards[0][0]], {"tool": face})
    assert [one.rule for one in context.findings if one.rule == "contrast"] == expected


def test_sizes_are_written_as_in_the_printed_language(small_job, card, read_face):
    face = read_face(STYLES + "boxes: [{icon: 'mdi:cog', at: [8, 8, 1.5, 1.5], colour: night}]")
    context = RenderContext(small_job(card()).game, "fr", {}, None)
    report_too_small(CheckedFace(face, [], context))
    assert ["1,5" in one.message for one in context.findings] == [True]

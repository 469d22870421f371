"""The module press/preflight/legibility: QR codes that scanners may not read."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from deckwright.press.boxes.code import code_modules
from deckwright.press.drawing.context import RenderContext
from deckwright.press.preflight.run import report_problems

HEAD = """extends: base
palette: {night: "#101820", mist: "#e8e8e8", haze: "#a0a0a0", rose: "#d06080", dusk: {linear: ["#ffffff", night]}}
boxes:
"""
DARK = "{shape: rect, at: card, fill: night}"
CODE = "{id: link, qr: 'https://example.org/{id}', at: [20, 30, 20, 20]%s}"


@pytest.fixture
def found(small_job, read_face, card):
    """Find what is wrong with the codes of a face: rules with lines of boxes, what was found, and the message."""

    def find(*boxes, picture=b""):
        face = read_face(HEAD + "".join(f"  - {one}\n" for one in boxes))
        job = small_job(card(), face=face)
        context = RenderContext(job.game, "en", {**job.assets, "pictures/a.png": picture}, job.matches)
        report_problems(context, [card()], {"tool": face})
        rules = {"code-contrast", "quiet-zone"}
        return [
            (one.rule, one.where.line - 3, one.found, one.message)
            for one in context.findings
            if one.rule in rules
        ]

    return find


@pytest.mark.parametrize(
    ("boxes", "expected"),
    [
        ([CODE % ""], []),
        ([CODE % ", colour: rose"], []),
        ([CODE % ", colour: haze"], []),
        ([CODE % ", colour: mist"], [("code-contrast", 1, 12)]),
        ([DARK, CODE % ""], [("code-contrast", 2, 0)]),
        ([DARK, CODE % ", ground: mist"], []),
        ([DARK, CODE % ", colour: mist"], [("code-contrast", 2, -80)]),
        ([CODE % ", colour: rose, ground: haze"], [("code-contrast", 1, 12)]),
        ([CODE % ", opacity: 0.2"], [("code-contrast", 1, 33)]),
        (["{shape: rect, at: [20, 30, 20, 20], fill: dusk}", CODE % ""], [("code-contrast", 2, 2)]),
        ([f"{{group: [{CODE % ', colour: mist'}], at: [0, 0, 60, 60]}}"], [("code-contrast", 1, 12)]),
        ([f"{{group: [{CODE % ', colour: mist'}], at: [0, 0, 60, 60], when: 'level:senior'}}"], []),
        (["{qr: '{weight}', at: [20, 30, 20, 20], colour: mist}"], []),
    ],
)
def test_modules_must_be_darker_than_their_ground(found, boxes, expected):
    assert [one[:3] for one in found(*boxes)] == expected


@pytest.mark.parametrize(("shade", "expected"), [(255, []), (40, [("code-contrast", 2, 1)])])
def test_a_picture_below_a_code_is_looked_at_where_the_code_is(found, shade, expected):
    image = Image.new("L", (63, 88), 255)
    image.paste(shade, (20, 30, 40, 50))
    data = io.BytesIO()
    image.save(data, "PNG")
    boxes = ["{picture: a.png, at: card}", CODE % ""]
    assert [one[:3] for one in found(*boxes, picture=data.getvalue())] == expected


@pytest.mark.parametrize(
    ("boxes", "line", "thing"),
    [
        ([CODE % ", quiet: 4"], None, ""),
        ([CODE % ", quiet: 0"], None, ""),
        ([DARK, CODE % ", quiet: 4, ground: mist"], None, ""),
        ([DARK, CODE % ", quiet: 1, ground: mist"], 2, "a dark colour"),
        ([DARK, "{shape: rect, at: [15, 25, 30, 30], fill: mist}", CODE % ", quiet: 0"], None, ""),
        ([DARK, "{shape: rect, at: [19, 29, 22, 22], fill: mist}", CODE % ", quiet: 0"], 3, "a dark colour"),
        (["{shape: rect, at: [40.5, 30, 9, 9], fill: night}", CODE % ", quiet: 0"], 2, "a dark colour"),
        (["{shape: rect, at: [48, 30, 9, 9], fill: night}", CODE % ", quiet: 0"], None, ""),
        ([CODE % ", quiet: 0", "{id: hint, text: Scan me, at: [20, 50.5, 20, 5], style: body}"], 1, "hint"),
        ([CODE % ", quiet: 0", "{id: hint, text: Scan me, at: [20, 55, 20, 5], style: body}"], None, ""),
        ([CODE % "", "{icon: 'mdi:cog', at: [36, 30, 5, 5], colour: night}"], 1, "a text or an icon"),
        (["{icon: 'mdi:cog', at: [36, 30, 5, 5], colour: night}", CODE % ", ground: mist"], None, ""),
        (
            [CODE % ", quiet: 0", "{text: 'I', at: [41, 30, 20, 9], style: {extends: body, align: right}}"],
            None,
            "",
        ),
        (["{id: link, qr: '{id}', at: [1, 30, 20, 20], quiet: 0}"], 1, "the edge of the card"),
    ],
)
def test_the_zone_around_a_code_must_be_empty_and_light(found, boxes, line, thing):
    seen = [one for one in found(*boxes) if one[0] == "quiet-zone"]
    assert [one[1] for one in seen] == ([line] if line else [])
    assert all(thing in one[3] and "link" in one[3] for one in seen)


def test_a_zone_is_four_modules_wide_whatever_the_length_of_the_text(found):
    """The oracle: a dark shape just outside four modules, and one just inside."""
    for text in ("a", "https://example.org/a-rather-long-address/with/many/parts?and=more"):
        side = 20 / (len(code_modules(text, "M")))
        for distance, expected in ((4.2 * side, 0), (3.7 * side, 1)):
            shape = f"{{shape: rect, at: [{40 + distance}, 20, 9, 40], fill: night}}"
            code = f"{{qr: '{text}', at: [20, 30, 20, 20], quiet: 0}}"
            assert len(found(shape, code)) == expected

"""The module press/preflight/inks: tints, colours, small letters and black on ink, as a press prints them."""

from __future__ import annotations

from itertools import product
from math import dist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.press.drawing.context import RenderContext
from deckwright.press.preflight.colours import difference, lab, lab_of_xyz, rgb_of_xyz, xyz_of_lab
from deckwright.press.preflight.inks import InkCheck, printed_light
from deckwright.press.preflight.run import report_press_problems
from deckwright.press.preflight.shown import CheckedFace
from deckwright.press.targets.target import load_target

PRESS = load_target("dtc-poker").makes.press
SOLIDS = PRESS.solids

shares = st.floats(0, 1)
colours = st.tuples(*[st.integers(0, 255)] * 3).map(
    lambda parts: "#" + "".join(f"{one:02x}" for one in parts)
)


@given(colours)
def test_a_colour_comes_back_from_cielab_and_xyz(colour):
    light = xyz_of_lab(lab(colour))
    assert lab_of_xyz(light) == pytest.approx(lab(colour), abs=1e-6)
    assert rgb_of_xyz(light) == colour


@pytest.mark.parametrize(
    ("inks", "look"),
    [
        ((0, 0, 0, 0), (100, 0, 0)),
        ((1, 0, 0, 0), SOLIDS.cyan),
        ((0, 1, 0, 0), SOLIDS.magenta),
        ((0, 0, 1, 0), SOLIDS.yellow),
        ((0, 0, 0, 1), SOLIDS.black),
        ((0, 1, 1, 0), SOLIDS.red),
        ((1, 0, 1, 0), SOLIDS.green),
        ((1, 1, 0, 0), SOLIDS.blue),
    ],
)
def test_paper_and_full_inks_look_as_the_target_says(inks, look):
    assert lab_of_xyz(printed_light(inks, SOLIDS)) == pytest.approx(look, abs=1e-6)


@given(shares)
def test_a_tint_of_one_ink_is_between_paper_and_ink_by_its_square_root(share):
    for at, solid in enumerate(SOLIDS[:4]):
        inks = tuple(share if number == at else 0.0 for number in range(4))
        ends = zip(xyz_of_lab((100, 0, 0)), xyz_of_lab(solid), strict=True)
        expected = [((1 - share) * paper**0.5 + share * max(ink, 0) ** 0.5) ** 2 for paper, ink in ends]
        assert printed_light(inks, SOLIDS) == pytest.approx(expected)


@given(st.tuples(shares, shares, shares, shares), st.floats(0, 1))
def test_more_black_is_never_lighter(inks, more):
    *coloured, black = inks
    darker = *coloured, black + more * (1 - black)
    before, after = printed_light(inks, SOLIDS), printed_light(darker, SOLIDS)
    assert all(two <= one + 1e-9 for one, two in zip(before, after, strict=True))


def test_it_looks_as_samples_of_the_printing_condition_do():
    """Samples: greys in black, and tints of magenta, of U.S. Web Coated (SWOP) v2, as sRGB."""
    samples = {
        (0, 0, 0, 2 / 7): "#bfc1c3",
        (0, 0, 0, 3 / 7): "#a1a3a6",
        (0, 0, 0, 4 / 7): "#85888a",
        (0, 2 / 7, 0, 0): "#f8c5db",
        (0, 4 / 7, 0, 0): "#f38eb9",
        (0, 1, 0, 2 / 7): "#b4006a",
        (2 / 7, 2 / 7, 0, 0): "#b4b0d7",
    }
    for inks, colour in samples.items():
        assert dist(lab_of_xyz(printed_light(inks, SOLIDS)), lab(colour)) < 9, inks


# What is found on a face.

PALETTE = """extends: base
palette:
  faint: "#fbfbfb"
  mist: "#f4f4f4"
  cream: "#fbf6ea"
  nearly: "#030303"
  almost: "#fefefe"
  neon: "#00ff00"
  sky: "#0000ff"
  wine: "#7d1220"
  night: "#101820"
  red: "#ff0000"
  yellow: "#ffff00"
  tone: {by: level, junior: neon, else: night}
  dusk: {linear: [night, neon]}
  veil: {linear: [{colour: neon, opacity: 0.5}, night]}
  each: {by: entry, maker: neon, else: night}
runs: {loud: {colour: neon}, large: {size: 2}}
styles: {plain: {size: 7, colour: night}, red: {size: 7, colour: wine}}
boxes:
"""


@pytest.fixture
def found(small_job, read_face, card):
    """Find what a press cannot print of a face: rules with lines of boxes, what was found, and cards."""

    def find(boxes, *cards, press=PRESS, assets=None):
        face = read_face(PALETTE + "".join(f"  - {one}\n" for one in boxes))
        job = small_job(*(cards or [card()]), face=face)
        context = RenderContext(job.game, "en", {**job.assets, **(assets or {})}, job.matches)
        report_press_problems(context, [card for card, _ in job.cards], [job.faces], press.rules)
        assert all(one.severity == "warning" for one in context.findings)
        lines = PALETTE.count("\n")
        return [(one.rule, one.where.line - lines, one.found, one.subjects) for one in context.findings]

    return find


def shape(fill, more=""):
    return f"{{shape: rect, at: [5, 5, 9, 9], fill: {fill}{more}}}"


@pytest.mark.parametrize(
    ("boxes", "expected"),
    [
        ([shape("faint")], [("tint", 1, 1.6)]),
        ([shape("mist")], []),  # 4.3 % black
        ([shape("cream")], []),  # its yellow is held
        ([shape("almost")], []),  # nobody sees the difference
        ([shape("nearly")], [("tint", 1, 98.8)]),  # becomes full black
        ([shape("white")], []),
        ([shape("mist", ", stroke: faint")], [("tint", 1, 1.6)]),
        (
            [shape("faint"), shape("faint"), "{icon: 'mdi:cog', at: [5, 5, 9, 9], colour: faint}"],
            [("tint", 1, 1.6)],
        ),
        ([shape("neon")], [("colour-shift", 1, 64)]),
        ([shape("dusk")], [("colour-shift", 1, 64)]),
        ([shape("veil")], []),
        ([shape("neon", ", opacity: 0.5")], []),
        ([f"{{group: [{shape('neon')}], at: [0, 0, 30, 30], opacity: 0.5}}"], []),
        ([f"{{group: [{shape('neon')}], at: [0, 0, 30, 30]}}"], [("colour-shift", 1, 64)]),
        ([shape("night", ", shadow: {colour: neon}")], []),
        ([shape("night"), shape("sky"), shape("neon")], [("colour-shift", 2, 73), ("colour-shift", 3, 64)]),
        (["{text: '{name} [loud]x[/]', at: [5, 5, 50, 9], style: plain}"], [("colour-shift", 1, 64)]),
        (
            ["{text: '{name}', at: [5, 5, 50, 9], style: plain, panel: {fill: neon}}"],
            [("colour-shift", 1, 64)],
        ),
        (
            ["{text: '{name}', at: [5, 5, 50, 9], style: {extends: plain, outline: neon}}"],
            [("colour-shift", 1, 64)],
        ),
        (["{text: '{weight}', at: [5, 5, 50, 9], style: {extends: plain, colour: neon}}"], []),
        (["{stack: [{text: '{name}', style: plain}, {space: fill}], at: [5, 5, 50, 9]}"], []),
        (
            [
                "{repeat: class, cell: [9, 9], at: [5, 5, 50, 9], each: [{shape: rect, at: [0, 0, 9, 9], fill: each}]}"
            ],
            [],
        ),
    ],
)
def test_tints_and_colours_that_get_lost_are_found_at_their_box(found, card, boxes, expected):
    assert [one[:3] for one in found(boxes, card())] == expected


def test_the_first_card_with_a_colour_is_named_and_each_colour_once(found, card):
    cards = [card(number, {"level": level}) for number, level in enumerate(("senior", "junior", "junior"))]
    assert found([shape("tone"), shape("neon", ", when: 'level:junior'")], *cards) == [
        ("colour-shift", 1, 64, ("card-1",))
    ]


def test_colours_of_cells_are_found_on_the_card_that_has_the_cell(found, card):
    row = "{repeat: class, cell: [9, 9], at: [5, 5, 50, 9], each: [{shape: rect, at: [0, 0, 9, 9], fill: each}]}"
    cards = [card(1, {"class": ["thinker"]}), card(2, {"class": ["thinker", "maker"]})]
    assert found([row], *cards) == [("colour-shift", 1, 64, ("card-2",))]


def test_colours_of_a_drawing_are_found(found, card):
    svg = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0H9V9Z" fill="#00ff00"/></svg>'
    boxes = ["{picture: art.svg, at: [5, 5, 9, 9]}", "{icon: art, at: [5, 5, 9, 9], colours: own}"]
    for number, box in enumerate(boxes):
        files = {"pictures/art.svg": svg} if not number else {"icons/art.svg": svg}
        assert [one[:3] for one in found([box], card(), assets=files)] == [("colour-shift", 1, 64)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{text: '{name}', at: [5, 5, 50, 9], style: red}", [7]),
        ("{text: '{name} [large]x[/]', at: [5, 5, 50, 9], style: red}", [7]),
        ("{text: '[large]{name}[/]', at: [5, 5, 50, 9], style: red}", []),
        ("{text: '{name}', at: [5, 5, 50, 9], style: {extends: red, size: 8}}", []),
        ("{text: '{name}', at: [5, 5, 50, 9], style: plain}", []),
        (shape("wine"), []),
    ],
)
def test_small_letters_in_three_inks_are_found(found, text, expected):
    assert found([text]) == []
    strict = PRESS._replace(small_text=8)
    assert [(one[0], one[2]) for one in found([text], press=strict)] == [
        ("small-text-inks", size) for size in expected
    ]


@pytest.mark.parametrize(
    ("ground", "expected"), [("red", [300]), ("neon", [300]), ("cream", []), ("night", []), ("yellow", [])]
)
def test_black_letters_on_much_ink_are_found_where_they_overprint(found, ground, expected):
    boxes = [
        f"{{shape: rect, at: card, fill: {ground}}}",
        "{text: '{name}', at: [5, 5, 50, 9], style: plain}",
    ]
    plain, over = (
        [one[:3] for one in found(boxes, press=PRESS._replace(overprint=overprint)) if one[0] == "ink-limit"]
        for overprint in (False, True)
    )
    assert plain == []
    assert over == [("ink-limit", 2, total) for total in expected]


def test_a_thousand_cards_of_one_look_are_checked_once(small_job, card, monkeypatch):
    job = small_job(*(card(number) for number in range(50)))
    context = RenderContext(job.game, "en", job.assets, job.matches)
    looked = []
    check = InkCheck(PRESS.rules, context)
    monkeypatch.setattr(check, "_check", lambda use, *_: looked.append(use))
    check.report(CheckedFace(job.faces["tool"], [one for one, _ in job.cards], context))
    assert len(looked) == len(set(looked)) > 1


def test_pure_screen_colours_are_all_found_and_dull_ones_are_not():
    """What the limit of DriveThruCards means: the six brightest colours but red and yellow shift by more, browns do not."""
    for red, green, blue in product((0, 255), repeat=3):
        colour = f"#{red:02x}{green:02x}{blue:02x}"
        light = printed_light(PRESS.inks.parts(colour), SOLIDS)
        assert (dist(lab_of_xyz(light), lab(colour)) > PRESS.shift) == (
            colour in {"#00ff00", "#0000ff", "#00ffff", "#ff00ff"}
        )
    for colour in ("#7a5434", "#5d5c63", "#fbf6ea", "#b65717"):
        light = rgb_of_xyz(printed_light(PRESS.inks.parts(colour), SOLIDS))
        assert difference(colour, light) < PRESS.shift / 2

"""Inherited boxes that are dropped, shared boxes, variables, and changes for targets."""

import os
import re
from pathlib import Path
from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.errors import InputError
from deckwright.press.faces.choice import faces_on_target
from deckwright.press.faces.game_names import check_face_in_game

GOLDEN = Path(__file__).parents[1] / "golden"
BASE = """
    palette: {dark: "#102030", light: "#ffffff"}
    styles: {name: {size: 12, colour: dark}}
    boxes:
      - {id: ground, shape: rect, at: bleed, fill: dark}
      - {id: title, text: "{name}", at: [5, 5, 50, 9], style: name}
      - {id: sign, shape: circle, at: [5, 20, 9, 9], fill: light}
"""


@pytest.fixture
def shown(read_face, small_job, card, draw, log_of):
    """Draw a card with a face, as a log; `names` are those of a target."""

    def show(text, *names, language="en", **others):
        face = read_face(text, low=BASE, **others).on_target(*names)
        return log_of(
            draw(small_job(card(fields={"tech": 3}), face=face, language=language), card(fields={"tech": 3}))[
                0
            ]
        )

    return show


def kinds(log):
    return re.findall(r"^ *(shape|text|\|)", log, re.MULTILINE)


def test_a_dropped_box_is_not_drawn_and_the_rest_stays(shown):
    assert kinds(shown("extends: low")) == ["shape", "text", "shape"]
    assert kinds(shown("extends: low\nboxes: [{id: title, drop: yes}]")) == ["shape", "shape"]
    assert kinds(shown("extends: low\nboxes: [{id: ground, drop: true}, {id: sign, drop: yes}]")) == ["text"]


def test_a_box_that_replaces_one_is_drawn_in_its_place(shown):
    again = "extends: low\nboxes: [{id: title, drop: yes}]"
    last = "extends: mid\nboxes: [{id: title, shape: rect, at: [5, 5, 50, 9], fill: light}]"
    log = shown(last, mid=again)
    assert [line for line in log.splitlines() if "shape" in line][1].endswith("55.00 14.00 fill #ffffff")


NUMBERS = st.integers(0, 40)


@given(NUMBERS, NUMBERS, st.integers(1, 20), st.sampled_from(["+", "-", "*"]))
def test_variables_and_shared_boxes_draw_as_if_they_were_written_out(shown, x, y, side, sign):
    place = {"+": x + y, "-": x - y, "*": x * 2 + y}[sign]
    written = {"+": "x + y", "-": "x - y", "*": "x * 2 + y"}[sign]
    short = f"""
        extends: low
        variables: {{x: {x}, y: {y}, side: {side}, at_x: "$({written})", half: $(width / 2)}}
        shared:
          badge:
            - {{shape: star, at: [1, 1, $side, $side], fill: light}}
            - {{text: "{{name}}", at: [$side, 2, $half, 9], style: {{size: $(side + 4)}}}}
        boxes:
          - {{use: badge, at: [$at_x, $y, 10, 10], turn: $x}}
          - {{group: [{{use: badge}}], at: [3, 4, 1, 1]}}
    """
    boxes = f"""[{{shape: star, at: [1, 1, {side}, {side}], fill: light}},
            {{text: "{{name}}", at: [{side}, 2, 31.5, 9], style: {{size: {side + 4}}}}}]"""
    long = f"""
        extends: low
        boxes:
          - {{group: {boxes}, at: [{place}, {y}, 10, 10], turn: {x}}}
          - {{group: {boxes}, at: [3, 4, 1, 1]}}
    """
    assert shown(short) == shown(long)


def test_a_face_changes_the_variables_and_shared_boxes_it_inherits(shown):
    low = """
        extends: low
        variables: {side: 5, twice: $(2 * side)}
        shared: {badge: [{shape: rect, at: [0, 0, $twice, 5], fill: light}]}
        boxes: [{use: badge, at: [1, 1, 1, 1]}]
    """
    assert "1.00 1.00 to 11.00 6.00" in shown(low)
    assert "1.00 1.00 to 21.00 6.00" in shown("extends: mid\nvariables: {side: 10}", mid=low)
    other = "extends: mid\nshared: {badge: [{shape: rect, at: [0, 0, 3, 3], fill: dark}]}"
    assert "1.00 1.00 to 4.00 4.00 fill #102030" in shown(other, mid=low)


CHANGES = """
    extends: low
    boxes:
      - id: title
        text: "{name}"
        at: [5, 5, 50, 9]
        style: name
        languages: {fr: {style: {size: 10}, at: [6, 6, 50, 9]}}
        targets: {png: {style: {align: right}}, mpc-poker: {at: [7, 7, 50, 9]}, tts: {drop: yes}}
      - {id: sign, group: [{shape: rect, at: [1, 1, 9, 9], fill: light, targets: {tts: {fill: dark}}}], at: [0, 0, 9, 9]}
"""


def test_targets_change_boxes_after_languages(shown):
    assert "text 12 pt" in shown(CHANGES)
    assert "text 12 pt" in shown(CHANGES, "pdf")
    assert "text 10 pt" in shown(CHANGES, "png", language="fr")
    start = {
        names: re.search(r"([\d.]+) [\d.]+ \S+ \| ", shown(CHANGES, *names))[1]
        for names in [(), ("png",), ("png", "mpc-poker")]
    }
    assert float(start[()]) == 5
    assert float(start["png",]) > 20
    assert float(start["png", "mpc-poker"]) == pytest.approx(float(start["png",]) + 2)
    table = shown(CHANGES, "tts", language="fr")
    assert "text" not in table
    assert "1.00 1.00 to 10.00 10.00 fill #102030" in table


@pytest.mark.parametrize("name", ["my-shop.yaml", "./my-shop.yaml", "prints/2026/my-shop.yaml", "other.yaml"])
def test_a_target_of_ones_own_goes_by_the_name_of_its_file(read_face, name):
    face = read_face(
        "extends: base\nboxes: [{id: a, text: x, at: [5, 5, 9, 9], style: body, targets: {my-shop.yaml: {drop: yes}}}]"
    )
    (printed,) = faces_on_target({"tool": face}, "pdf", name).values()
    assert [box.id for box in printed.boxes if box.id == "a"] == ["a"] * (name == "other.yaml")


def test_a_target_that_is_neither_packaged_nor_a_file_is_refused_with_the_nearest(read_face):
    with pytest.raises(InputError) as caught:
        read_face(
            "extends: base\nboxes: [{id: a, text: x, at: [5, 5, 9, 9], style: body, targets: {mcp-poker: {turn: 9}}}]"
        )
    (finding,) = caught.value.findings
    assert (finding.rule, finding.where.line) == ("unknown-target", 2)
    assert "mpc-poker" in finding.message


@pytest.mark.parametrize(
    ("line", "place", "says"),
    [
        (
            "boxes: [{id: titel, drop: yes}]",
            (2, 14),
            "No inherited box has the id titel. Did you mean title?",
        ),
        ("boxes: [{id: mine, drop: yes}, {id: mine, shape: rect, at: card, fill: dark}]", (2, 14), "mine"),
        ("boxes: [{drop: yes}]", (2, 9), "id"),
        ("boxes: [{use: badge, at: [0, 0, 1, 1]}]", (2, 15), "Unknown shared boxes: badge"),
        ("shared: {one: [{use: two}], two: [{group: [{use: one}]}]}", (2, 15), "refers back to itself"),
        ("shared: {one: [{shape: rect, at: [0, 0, 1, 1], fill: drak}]}", (2, 54), "dark"),
        (
            "boxes: [{shape: rect, at: [$marign, 0, 1, 1], fill: dark}]\nvariables: {margin: 3}",
            (2, 28),
            "Did you mean margin",
        ),
        ("boxes: [{shape: rect, at: [$(1 / 0), 0, 1, 1], fill: dark}]", (2, 28), "divides by zero"),
        ("boxes: [{shape: rect, at: [$(1 +), 0, 1, 1], fill: dark}]", (2, 28), "missing"),
        ("variables: {a: $b, b: $(a + 1)}", (2, 16), "refers back to itself"),
        ("variables: {a: wide}\nboxes: [{shape: rect, at: [$a, 0, 1, 1], fill: dark}]", (3, 28), "number"),
        ("variables: {a: -3}\nboxes: [{shape: rect, at: [0, 0, $a, 1], fill: dark}]", (3, 34), "0"),
        (
            "boxes: [{shape: rect, at: card, fill: dark, targets: {ttss: {drop: yes}}}]",
            (2, 55),
            "Did you mean tts",
        ),
        ("boxes: [{shape: rect, at: card, fill: dark, targets: {tts: {fill: drak}}}]", (2, 67), "dark"),
        ("boxes: [{shape: rect, at: [wide, 0, 1, 1], fill: dark}]", (2, 28), "a variable such as $margin"),
        ("boxes: [{shap: rect, at: card}]", (2, 10), "Unknown key: shap. Did you mean shape?"),
        (
            "boxes: [{at: card, ground: light, qrr: x}]",
            (2, 35),
            "Unknown key: qrr. Use one of: text, number,",
        ),
        (
            "boxes: [{shape: rect, at: card, fill: '#123456'}]",
            (2, 39),
            "a colour, which you can add under palette",
        ),
    ],
)
def test_what_does_not_fit_is_reported_at_its_place(read_face, line, place, says):
    with pytest.raises(InputError) as fault:
        read_face(f"extends: low\n{line}", low=dedent(BASE))
    (finding,) = fault.value.findings[:1]
    assert says in finding.message
    assert (finding.where.line, finding.where.column) == place


def test_entries_are_only_known_in_cells(read_face, small_game):
    shared = 'extends: low\nshared: {a: [{use: b}], b: [{text: "{entry}", at: card, style: name}]}\nboxes: '
    row = "[{repeat: marks, at: card, cell: [9, 9], each: [{use: a}]}]"
    assert check_face_in_game(read_face(shared + row, low=BASE), small_game, {}) == []
    (finding,) = check_face_in_game(read_face(shared + "[{use: a}]", low=BASE), small_game, {})
    assert (finding.rule, finding.where.line) == ("unknown-field", 2)


WHOLE = """
    extends: low
    variables: {margin: 4, inner: $(width - 2 * margin), small: 8}
    shared:
      badge:
        - {shape: hexagon, at: [0, 0, $small, $small], fill: light}
        - {number: tech, at: [0, 0, $small, $small], style: {size: $small, min: 5}}
    boxes:
      - {id: sign, drop: yes}
      - {id: title, text: "{name}", at: [$margin, 5, $inner, 9], style: name, targets: {tts: {at: [2, 2, 59, 9]}}}
      - {use: badge, at: [$margin, 20, $small, $small]}
      - {use: badge, at: [$(width - margin - small), 20, $small, $small], turn: 90}
      - {qr: "https://example.org/{id}", at: [$margin, 40, 25, 25], ground: light, colour: dark, quiet: 2}
      - {shape: rect, at: [$margin, 70, $inner, 3], fill: light, targets: {tts: {drop: yes}}}
"""


@pytest.mark.parametrize("target", ["pdf", "tts"])
def test_a_whole_face_is_drawn_as_before(shown, target):
    file = GOLDEN / f"structure.{target}.txt"
    log = shown(WHOLE, target)
    if os.environ.get("DECKWRIGHT_GOLDEN") == "write":
        file.write_text(log, encoding="utf-8")
    assert log == file.read_text(encoding="utf-8")

"""What is found before printing: fields left out, things near the cut, colours that look alike."""

import pytest

from deckwright.model.card import Card
from deckwright.press.drawing.context import RenderContext
from deckwright.press.preflight.run import report_problems

from ...registries import GAMES


@pytest.fixture
def flaws(small_job, read_face):
    """Check cards on a face; the findings as pairs of rule and message."""

    def find(text, *cards, back=False, **others):
        face = read_face(text, **others)
        job = small_job(*cards, face=face)
        context = RenderContext(job.game, "en", job.assets, job.matches)
        report_problems(context, cards, {} if back else job.faces, job.faces if back else None)
        return [one for one in context.findings if one.rule != "contrast"]

    return find


def rules(findings):
    return [finding.rule for finding in findings]


NAME = '{text: "{name}", at: [5, 5, 50, 10]}'


def test_a_field_that_the_face_does_not_show_is_named_with_a_card_that_has_it(flaws, card):
    face = f"extends: base\nboxes: [{NAME}]"
    found = flaws(face, card(1), card(2, fields={"tech": 3}), card(3, fields={"tech": 4}))
    assert rules(found) == ["unused-field"]
    assert "tech" in found[0].message
    assert (found[0].subjects, found[0].severity) == (("card-2",), "warning")


@pytest.mark.parametrize("missing", ["text", "flavour", "requirement"])
def test_a_text_that_the_face_does_not_show_is_found(flaws, card, missing):
    found = flaws(f"extends: base\nboxes: [{NAME}]", card(**{missing: "Said nowhere."}))
    assert [missing in finding.message for finding in found] == [True]


def test_a_field_left_out_on_purpose_is_no_finding(flaws, card):
    face = f"extends: base\nleaves_out: [tech]\nboxes: [{NAME}]"
    assert flaws(face, card(fields={"tech": 3})) == []
    above = f"extends: above\nboxes: [{NAME}]"
    assert flaws(above, card(fields={"tech": 3}), above="extends: base\nleaves_out: [tech]") == []


@pytest.mark.parametrize(
    "shown",
    [
        "{number: tech, at: [5, 20, 9, 9]}",
        "{bar: tech, total: 9, at: [5, 20, 9, 9], fill: ink}",
        "{repeat: tech, at: [5, 20, 9, 9], cell: [2, 2], each: []}",
        "{shape: rect, at: [5, 20, 9, 9], fill: ink, when: tech>=2}",
        '{repeat: fields, at: [5, 20, 50, 20], cell: [50, 4], way: down, each: [{text: "{entry}", at: [0, 0, 9, 4]}]}',
    ],
)
def test_a_field_counts_as_shown_by_a_number_a_row_or_a_condition(flaws, card, shown):
    assert flaws(f"extends: base\nboxes: [{NAME}, {shown}]", card(fields={"tech": 3})) == []


def test_marks_that_the_face_does_not_show_are_found(flaws, card):
    assert rules(flaws(f"extends: base\nboxes: [{NAME}]", card(marks=("unique",)))) == ["unused-field"]
    row = '{repeat: marks, at: [5, 20, 9, 9], cell: [9, 9], each: [{icon: "{entry}", at: [0, 0, 9, 9], colour: ink}]}'
    assert flaws(f"extends: base\nboxes: [{NAME}, {row}]", card(marks=("unique",))) == []


@pytest.mark.parametrize(
    ("box", "near"),
    [
        ('{text: "{name}", at: [1, 40, 50, 10]}', 1.0),
        ('{text: "{name}", at: [1, 40, 61, 10], style: {align: right}}', 1.0),
        ('{icon: "mdi:cog", at: [20, 1.5, 9, 9], colour: ink}', 1.5),
        ('{group: [{icon: "mdi:cog", at: [2, 40, 9, 9], colour: ink}], at: [-1, 0, 60, 60]}', 1.0),
        ('{stack: [{text: "{name}"}], at: [2, 40, 50, 10]}', 2.0),
        ('{group: [{text: "{name}", at: [0, 0, 9, 9]}], at: [2, 20, 9, 9], both_ways: true}', 2.0),
    ],
)
def test_what_stands_too_near_to_the_cut_is_found(flaws, card, box, near):
    found = flaws(f"extends: base\nboxes: [{NAME}, {box}]", card(1), card(2))
    assert rules(found) == ["safe-zone"]
    assert found[0].found == pytest.approx(near, abs=0.15)
    assert (found[0].limit, found[0].severity, found[0].subjects) == (3.0, "warning", ("card-1",))
    assert found[0].where.line == 2


@pytest.mark.parametrize(
    "box",
    [
        '{text: "{name}", at: [1, 40, 61, 10], style: {align: centre}}',
        '{icon: "mdi:cog", at: [-5, 20, 30, 30], colour: ink}',
        "{shape: rect, at: bleed, stroke: ink}",
        '{pattern: [{icon: "mdi:cog", at: [0, 0, 5, 5], colour: ink}], at: bleed, step: [6, 6]}',
        '{text: "Turned about", at: [20, 30, 20, 20], turn: 30}',
    ],
)
def test_only_what_is_seen_near_the_cut_counts_and_no_ornament(flaws, card, box):
    assert flaws(f"extends: base\nboxes: [{NAME}, {box}]", card()) == []


def test_a_text_that_is_turned_out_of_the_safe_zone_is_found(flaws, card):
    box = '{text: "Turned about", at: [28, 4, 30, 6], turn: 90}'
    assert rules(flaws(f"extends: base\nboxes: [{NAME}, {box}]", card())) == ["safe-zone"]


def test_a_text_beyond_the_cut_is_said_to_be_cut_off(flaws, card):
    found = flaws(
        'boxes: [{text: "{name}", at: [-2, 5, 50, 10], style: {colour: ink}}]\nextends: base', card()
    )
    assert [finding.message for finding in found] == [found[0].message]
    assert "cut off" in found[0].message


def test_backs_are_looked_at_for_what_is_near_the_cut_alone(flaws, card):
    box = '{text: "Back", at: [1, 40, 50, 10]}'
    found = flaws(f"extends: base\nboxes: [{box}]", card(fields={"tech": 3}), back=True)
    assert rules(found) == ["safe-zone"]


RED_GREEN = 'level: {by: level, junior: "#a8322a", senior: "#5f6a1c"}'
LIGHT_DARK = 'level: {by: level, junior: "#f6d85c", senior: "#1d3b8f"}'
GROUND = "{shape: rect, at: bleed, fill: level}"


def levels(card):
    return card(1, fields={"level": "junior"}), card(2, fields={"level": "senior"})


def coloured(palette, *boxes):
    return f"extends: base\npalette: {{{palette}}}\nboxes: [{', '.join([GROUND, *boxes])}, {NAME}]"


def test_red_and_green_that_look_alike_to_some_are_found_at_the_colour(flaws, card):
    found = flaws(coloured(RED_GREEN), *levels(card))
    assert rules(found) == ["colours-alike"]
    assert found[0].where.line == 2
    assert "level:junior" in found[0].message
    assert found[0].severity == "warning"


def test_light_and_dark_are_told_apart_by_all(flaws, card):
    assert flaws(coloured(LIGHT_DARK), *levels(card)) == []


@pytest.mark.parametrize(
    "sign",
    [
        '{text: "{level}", at: [5, 20, 20, 5]}',
        '{icon: {by: level, junior: "mdi:egg", senior: "mdi:duck"}, at: [5, 20, 9, 9], colour: ink}',
        "{shape: {by: level, junior: square, senior: star}, at: [5, 20, 9, 9], fill: ink}",
        "{shape: star, at: [5, 20, 9, 9], fill: ink, when: level>junior}",
        "{repeat: level, at: [5, 20, 9, 3], cell: [3, 3], each: [{shape: circle, at: [0, 0, 3, 3], fill: ink}]}",
    ],
)
def test_colours_may_look_alike_where_something_else_tells_the_cases_apart(flaws, card, sign):
    assert flaws(coloured(RED_GREEN, sign), *levels(card)) == []


def test_the_cells_of_a_row_need_more_than_a_colour_too(flaws, card):
    tone = 'half: {by: entry, maker: "#a8322a", thinker: "#5f6a1c"}'
    dots = "{shape: circle, at: [0, 0, 3, 3], fill: half}"
    sign = '{icon: {by: entry, maker: "mdi:cog", thinker: "mdi:flask"}, at: [0, 0, 3, 3], colour: white}'
    row = "{repeat: class, at: [5, 20, 9, 3], cell: [3, 3], each: [%s]}"
    face = "extends: base\npalette: {%s}\nboxes: [%s, %s]"
    both = card(fields={"class": ["maker", "thinker"]})
    assert rules(flaws(face % (tone, row % dots, NAME), both)) == ["colours-alike"]
    assert flaws(face % (tone, row % f"{dots}, {sign}", NAME), both) == []


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", ["en", "it", "fr"])
def test_the_packaged_games_are_without_flaws(job_of, name, language):
    job = job_of(name, language)
    context = RenderContext(job.game, language, job.assets, job.matches)
    report_problems(context, [card for card, _ in job.cards], job.faces)
    assert list(context.findings) == []


def test_the_plain_face_shows_whatever_a_card_says(small_job, card):
    everything = card(
        fields={"tech": 3, "weight": 1.5, "lone": True, "level": "junior", "class": ["maker"]},
        marks=("unique",),
        text="Rules.",
        flavour="Talk.",
        requirement="A need.",
    )
    assert isinstance(everything, Card)
    job = small_job(everything)
    context = RenderContext(job.game, "en", job.assets, job.matches)
    report_problems(context, [everything], job.faces)
    assert list(context.findings) == []

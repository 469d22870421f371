"""The module press/preflight/colours: what only a colour distinguishes, with the cards it is on."""

from __future__ import annotations

from dataclasses import replace

import pytest

from deckwright.model.card import Card
from deckwright.press.drawing.context import RenderContext
from deckwright.press.preflight.colours import report_confusable_colours, report_confusable_kinds
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


RUNS = f"""extends: base
palette: {{red: "{RED}", green: "{GREEN}", navy: "{NAVY}"}}
runs:
  fire: {{colour: red}}
  leaf: {{colour: green}}
  deep: {{colour: navy}}
  loud: {{colour: green, bold: true}}
  line: {{colour: green, underline: true}}
  plain: {{small_caps: true}}
styles: {{rules: {{extends: body, colour: navy}}, fiery: {{extends: body, colour: red}}}}
boxes:
"""
BODY = '  - {text: "{text}", at: [5, 20, 50, 30], style: rules}\n'


def texts(card, *several):
    return [card(number, text=text) for number, text in enumerate(several, 1)]


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        (("[fire]a[/]", "[leaf]b[/]"), [(4, ("card-1", "card-2"))]),
        (("[fire]a[/] and [leaf]b[/]",), [(4, ("card-1",))]),
        (("[fire]a[/]", "[deep]b[/]"), []),
        (("[fire]a[/]", "[loud]b[/]"), []),
        (("[fire]**a**[/]", "[loud]b[/]"), [(4, ("card-1", "card-2"))]),
        (("[fire]a[/]", "[line]b[/]"), []),
        (("[fire]a[/]", "[plain][leaf]b[/][/]"), []),
        (("[fire]a[/]", "[leaf] [/]b"), []),
        (("[fire]a[/]", "[leaf]b"), []),
        (("[fire]a[/]", "nothing"), []),
    ],
)
def test_words_that_only_a_colour_sets_apart_are_found_on_their_cards(alike, card, written, expected):
    assert [one[:2] for one in alike(RUNS + BODY, *texts(card, *written))] == expected


def test_words_are_compared_with_the_plain_words_around_them(alike, card):
    fiery = BODY.replace("rules", "fiery")
    ((line, subjects, message),) = alike(RUNS + fiery, *texts(card, "a [leaf]b[/]"))
    assert (line, subjects) == (5, ("card-1",))
    assert "[leaf]" in message
    title = '  - {text: "{name}", at: [5, 8, 50, 9], style: fiery}\n'
    assert alike(RUNS + title + BODY, *texts(card, "a [leaf]b[/]")) == []


ICONS = f"""extends: base
palette: {{red: "{RED}", green: "{GREEN}"}}
icons:
  tech: red
  heart: green
boxes:
  - {{text: "{{text}}", at: [5, 20, 50, 30], style: body}}
"""


def test_icons_of_one_form_are_found_and_others_are_not(small_job, card, read_face, small_game):
    cards = texts(card, "a {tech}", "b {heart}")
    job = small_job(*cards, face=read_face(ICONS))
    found = []
    for form in ("mdi:chip", "mdi:cog"):
        icons = {"icons": {"tech": "mdi:chip", "heart": form}}
        game = replace(small_game, definition={**small_game.definition, **icons})
        context = RenderContext(game, "en", job.assets, job.matches)
        report_problems(context, cards, job.faces)
        found.append(
            [(one.where.line, one.subjects) for one in context.findings if one.rule == "colours-alike"]
        )
    assert found == [[(4, ("card-1", "card-2"))], []]


PARENT = """extends: base
palette: {tone: "#000000"}
boxes: [{shape: rect, at: bleed, fill: tone}, {text: "%s", at: [5, 5, 50, 9], style: name, panel: {fill: white}}]
"""


@pytest.mark.parametrize(
    ("first", "second", "text", "more", "is_found"),
    [
        (RED, GREEN, "{name}", "", True),
        (RED, NAVY, "{name}", "", False),
        (RED, RED, "{name}", "", False),
        (RED, GREEN, "{kind}", "", False),
        (RED, GREEN, "{name}", "boxes: [{shape: star, at: [20, 20, 9, 9], fill: white}]", False),
    ],
)
def test_kinds_whose_faces_differ_in_a_colour_alone_are_found(
    read_face, small_job, card, first, second, text, more, is_found
):
    kinds = ("tool", "hack")
    cards = [[Card("small", f"{kind}-1", kind, "en", texts={"name": {"en": kind}})] for kind in kinds]
    job = small_job(card())

    def found(*faces):
        context = RenderContext(job.game, "en", job.assets, job.matches)
        report_confusable_kinds([CheckedFace(*pair, context) for pair in zip(faces, cards, strict=True)])
        return [(one.rule, one.where.line, one.subjects) for one in context.findings]

    def own(colour, parent):
        return read_face(f"extends: parent\npalette: {{tone: '{colour}'}}\n{more}", parent=parent)

    expected = [("colours-alike", 2, ("tool-1", "hack-1"))] * is_found
    assert found(own(first, PARENT % text), own(second, PARENT % text)) == expected
    parent = PARENT.replace("#000000", first) % text
    assert found(read_face(parent), own(second, parent)) == expected

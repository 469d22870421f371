"""The module press/preflight/edges."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from PIL import Image

from deckwright.press.drawing.context import CardsByFace, RenderContext
from deckwright.press.faces.choice import load_backs
from deckwright.press.preflight.run import report_problems
from deckwright.press.print_job import print_pdf

from ...registries import GAMES

LEVELS = [{"level": "junior"}, {"level": "senior"}]


@pytest.fixture
def differences(small_job, read_face):
    """Find which backs of some cards differ, as findings."""

    def find(text, *cards, cards_by_face=(), language="en", **others):
        face = read_face(text, **others)
        job = small_job(*cards, face=face, language=language)
        context = RenderContext(
            job.game, language, job.assets, job.matches, CardsByFace(cards_by_face, lambda _: [face.name])
        )
        report_problems(context, cards, {}, {"tool": face})
        return [one for one in context.findings if one.rule == "backs-differ"]

    return find


@pytest.mark.parametrize(
    ("back", "box", "where"),
    [
        ("extends: base", "number is", ("faces/mine.yaml", 1, 10)),
        (
            "extends: plainer\nboxes:\n- {id: title, text: '{name}', at: [9, 9, 40, 9], style: body}",
            "title",
            ("faces/mine.yaml", 3, 3),
        ),
        (
            "extends: plainer\npalette: {a: {by: level, junior: '#111111', else: '#222222'}}\nboxes:\n- {id: sign, shape: star, at: [20, 20, 9, 9], fill: a}",
            "sign",
            ("faces/mine.yaml", 4, 3),
        ),
        (
            "extends: plainer\nboxes:\n- {shape: star, at: [20, 20, 9, 9], fill: ink, when: 'level:senior'}",
            "a box",
            ("faces/mine.yaml", 3, 3),
        ),
        (
            "extends: plainer\nboxes:\n- {id: cog, icon: '{icon}', at: [20, 20, 9, 9], colour: ink}",
            "cog",
            ("faces/mine.yaml", 3, 3),
        ),
    ],
    ids=["the id line of base", "a name", "a colour", "a condition", "an icon"],
)
def test_backs_that_tell_cards_apart_are_an_error_that_names_the_box(differences, card, back, box, where):
    plainer = "extends: base\nboxes:\n- {id: number, shape: circle, at: [5, 5, 2, 2], fill: ink}"
    one, two = card(1, fields=LEVELS[0]), card(2, fields=LEVELS[1], icon="mdi:egg", name="Bellows")
    (finding,) = differences(back, one, two, plainer=plainer)
    assert finding.severity == "error"
    assert finding.subjects == ("card-1", "card-2")
    assert f"face down: {box}" in finding.message
    assert (finding.where.file, finding.where.line, finding.where.column) == where


def test_a_face_may_say_that_its_backs_differ(differences, card):
    cards = card(1), card(2)
    assert differences("extends: base\nbacks_differ: true", *cards) == []
    assert differences("extends: above", *cards, above="extends: base\nbacks_differ: true") == []
    assert differences(
        "extends: above\nbacks_differ: false", *cards, above="extends: base\nbacks_differ: true"
    )


def test_backs_that_only_could_differ_and_do_not_are_right(differences, card):
    by_level = "extends: base\nboxes:\n- {id: number, text: '{level}', at: [5, 5, 20, 9], style: body}"
    assert differences(by_level, card(1, fields=LEVELS[0]), card(2, fields=LEVELS[0])) == []
    same = "extends: base\nboxes:\n- {id: number, text: '{name}', at: [5, 5, 20, 9], style: body}"
    assert differences(same, card(1), card(2)) == []
    assert differences(same, card(1)) == []


def test_kinds_may_have_backs_that_differ_from_each_other(small_job, read_face, card):
    face = read_face(
        "extends: base\npalette: {a: {by: kind, tool: '#111111', else: '#222222'}}\nboxes:\n- {id: number, shape: star, at: [5, 5, 9, 9], fill: a}"
    )
    job = small_job(card(1), face=face)
    context = RenderContext(job.game, "en", job.assets, job.matches)
    report_problems(context, [card(1), replace(card(2), kind="toy")], {}, {"tool": face, "toy": face})
    assert [one.rule for one in context.findings] == []


PILES = {
    "stock": {"name": "Stock", "parts": [{"of": "level:junior"}, {"of": "level:senior"}]},
    "lone": {
        "name": "Lone",
        "parts": [{"of": "level:junior"}],
        "modes": {"quick": {"parts": [{"of": "level:senior"}]}},
    },
}


@pytest.mark.parametrize(
    ("pile", "faces", "expected"),
    [
        ("stock", ("plain", "other"), ("card-1", "card-2")),
        ("stock", ("plain", "plain"), None),
        ("stock", ("shade", "shade"), ("card-1", "card-2")),
        ("stock", ("plain", "meant"), None),
        ("lone", ("plain", "other"), None),
    ],
)
def test_kinds_in_one_pile_need_the_same_back(small_job, read_face, small_game, card, pile, faces, expected):
    star = "extends: base\nboxes: [{id: number, shape: star, at: [5, 5, 9, 9], fill: %s}]\n%s"
    shade = "palette: {tone: {by: level, junior: '#111111', else: '#222222'}}"
    backs = {
        "plain": read_face(star % ("ink", "")),
        "other": replace(read_face(star % ("soft", "")), name="other"),
        "meant": replace(read_face(star % ("soft", "backs_differ: true")), name="meant"),
        "shade": read_face(star % ("tone", shade)),
    }
    cards = [card(1, LEVELS[0]), replace(card(2, LEVELS[1]), kind="toy")]
    job = small_job(*cards)
    game = replace(small_game, definition={**small_game.definition, "piles": {pile: PILES[pile]}})
    context = RenderContext(game, "en", job.assets, job.matches)
    report_problems(context, cards, {}, dict(zip(("tool", "toy"), map(backs.get, faces), strict=True)))
    found = [one for one in context.findings if one.rule == "backs-differ"]
    assert [one.subjects for one in found] == ([expected] if expected else [])
    assert all("The backs of stock differ" in one.message for one in found)


def test_a_card_printed_alone_counts_among_all_cards_of_its_game(differences, card):
    (finding,) = differences("extends: base", card(1), cards_by_face=(card(1), card(2)))
    assert finding.subjects == ("card-1", "card-2")


@pytest.mark.parametrize("name", GAMES)
def test_the_backs_of_the_packaged_games_tell_no_cards_apart(job_of, name):
    job = job_of(name)
    context = RenderContext(job.game, "en", job.assets, job.matches, job.cards_by_face)
    report_problems(
        context,
        [one for one, _ in job.cards],
        {},
        load_backs(job.game, [card for card, _ in job.cards], job.assets, job.faces),
    )
    assert [one for one in context.findings if one.severity == "error"] == []


# Pictures with too few pixels for their size are warned of, once for each box.


def photo(width, height):
    out = io.BytesIO()
    Image.new("L", (width, height)).save(out, "PNG")
    return out.getvalue()


ASSETS = {
    "pictures/wide.png": photo(400, 200),
    "pictures/card-1.png": photo(300, 300),
    "pictures/card-2.png": photo(100, 100),
    "pictures/a.svg": b'<svg viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>',
}


@pytest.fixture
def coarse(small_job, card, read_face):
    """Print three cards with some boxes; the findings about their pictures."""

    def make(boxes):
        cards = [card(number, fields={"level": "senior"}, marks=("unique",)) for number in (1, 2, 3)]
        job = replace(small_job(*cards, face=read_face(f"boxes: [{boxes}]")), assets=ASSETS)
        findings = print_pdf(job, io.BytesIO()).findings
        return [one for one in findings if one.rule == "coarse-picture"]

    return make


def test_one_picture_is_named_with_its_box_and_what_it_has(coarse):
    (finding,) = coarse("{id: art, picture: wide.png, at: [0, 0, 63, 40]}")
    # 200 pixels on the 40 mm that it must be high.
    assert (finding.severity, finding.found, finding.limit) == ("warning", 127, 300)
    assert finding.message.startswith(
        "1 picture in art of the face mine is below 300 dpi: wide.png (127 dpi)."
    )
    assert (finding.where.line, finding.where.column) == (1, 9)
    assert finding.subjects == ("card-1", "card-2", "card-3")


def test_several_pictures_of_a_box_are_counted_and_the_coarsest_is_named(coarse):
    (finding,) = coarse("{id: art, picture: '{id}.png', missing: nothing, at: [0, 0, 63, 40]}")
    assert finding.message.startswith(
        "2 pictures in art of the face mine are below 300 dpi: card-2.png (40 dpi), card-1.png"
    )
    assert (finding.found, finding.subjects) == (40, ("card-1", "card-2"))


@pytest.mark.parametrize(
    ("boxes", "dots"),
    [
        ("{picture: wide.png, at: [0, 0, 33.8, 1]}", []),
        ("{picture: wide.png, at: [0, 0, 34.1, 1]}", [298]),
        ("{picture: wide.png, at: [0, 0, 60, 8.4], fit: contain}", []),
        ("{picture: wide.png, at: [0, 0, 63, 8], fit: stretch}", [161]),
        ("{picture: a.svg, at: card}", []),
        ("{picture: wide.png, at: card, when: tech>=2}", []),
        ("{group: [{picture: card-2.png, at: [9, 9, 9, 9]}], at: card}", [282]),
        ("{stack: [{picture: card-2.png, height: 5}], at: [0, 0, 9, 30]}", [282]),
        ("{repeat: marks, cell: [9, 9], each: [{picture: card-2.png, at: [0, 0, 9, 9]}], at: card}", [282]),
        ("{pattern: [{picture: card-2.png, at: [0, 0, 9, 9]}], step: [9, 9], at: card}", [282]),
        ("{picture: card-2.png, at: [0, 0, 1, 1], languages: {en: {at: [0, 0, 9, 9]}}}", [282]),
    ],
)
def test_what_counts_is_the_size_in_which_it_is_printed(coarse, boxes, dots):
    assert [one.found for one in coarse(boxes)] == dots

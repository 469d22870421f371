"""The modules press/boxes/text and press/drawing/spans."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.model.card import Card
from deckwright.model.query.binding import Vocabulary, parse
from deckwright.model.query.matching import card_test
from deckwright.press.drawing.card import draw_card
from deckwright.press.drawing.context import CardsByFace, RenderContext, Scope
from deckwright.press.drawing.spans import spans_of
from deckwright.press.faces.choice import face_of
from deckwright.press.faces.face_file import face_reader, load_face
from deckwright.press.graphics.parts import DrawnGroup, DrawnRepeat, DrawnText
from deckwright.press.looks.expressions import parse_template
from deckwright.press.print_job import PrintJob
from deckwright.press.sheets.sheet import load_sheet


@pytest.fixture
def says(small_job, card):
    """What a template says on a card, as texts with what sets them apart."""

    def read(template_text, language="en", **texts):
        job = small_job(
            card(fields={"tech": 3, "weight": 1.5, "lone": True, "class": ["maker", "thinker"]}, **texts)
        )
        others = CardsByFace([card(2), job.cards[0][0], card(3)])
        context = RenderContext(job.game, language, job.assets, job.matches, others)
        spans = spans_of(parse_template(template_text), Scope(context, job.faces["tool"], job.cards[0][0]))
        read.findings = list(context.findings)
        return [(span.text, "b" * span.bold + "i" * span.italic, span.icon) for span in spans]

    return read


def test_stars_set_bold_and_italic(says):
    assert says("{text}", text="a **b** *c* ***d*** e") == [
        ("a ", "", ""),
        ("b", "b", ""),
        (" ", "", ""),
        ("c", "i", ""),
        (" ", "", ""),
        ("d", "bi", ""),
        (" e", "", ""),
    ]


def test_italic_stands_within_bold(says):
    assert says("{text}", text="**a *b* c**") == [("a ", "b", ""), ("b", "bi", ""), (" c", "b", "")]


@pytest.mark.parametrize("text", ["2 * 3", "a ** b", "5*", "**", "* *"])
def test_stars_that_set_nothing_are_printed(says, text):
    assert "".join(span[0] for span in says("{text}", text=text)) == text


def test_a_name_is_taken_as_it_stands(says):
    assert says("{name}", name="A* **search** {tech}") == [("A* **search** {tech}", "", "")]


def test_an_icon_keeps_to_the_number_before_it(says):
    assert says("{text}", text="Take 2 {tech}.") == [
        ("Take 2\u00a0", "", ""),
        ("TECH", "", "mdi:chip"),
        (".", "", ""),
    ]


def test_an_icon_keeps_to_the_sentence_that_it_begins(says):
    text = "{tech} First. {tech} Then gain 2 {tech} or {tech} more"
    assert [part for part, _, icon in says("{text}", text=text) if not icon] == [
        "\u00a0First. ",
        "\u00a0Then gain 2\u00a0",
        " or ",
        " more",
    ]


def test_an_icon_of_the_games_own_can_stand_in_a_line(says):
    assert says("{text}", text="{heart}") == [("heart", "", "heart")]


def test_an_unknown_icon_is_printed_as_it_stands_and_found(says):
    assert says("{text}", text="Take {techh}.") == [("Take {techh}.", "", "")]
    (finding,) = says.findings
    assert (finding.rule, finding.severity, finding.subjects) == ("unknown-icon", "error", ("card-1",))
    assert "{techh}" in finding.message


def test_numbers_are_written_as_the_language_does(says):
    assert says("{weight}")[0][0] == "1.5"
    assert says("{weight}", "fr")[0][0] == "1,5"


def test_choices_flags_and_lists_are_said_in_words(says):
    assert says("{lone}: {class}")[0][0] + says("{lone}: {class}")[2][0] == "AloneMaker, Thinker"


def test_nothing_is_said_where_the_card_has_none_of_the_fields(says):
    assert says("Level {level}") == []
    assert says("Level {level}, TECH {tech}") != []


@pytest.mark.parametrize(
    ("template", "printed"),
    [
        ("{tech + 1} of {tech * 2}", "4 of 6"),
        ("{tech / 2}", "1.5"),
        ("{class | count}", "2"),
        ('{class | join " & "}', "Maker & Thinker"),
        ("{name | upper}", "CARD"),
        ("{level + 1}", ""),
        ("{level + 1} and {tech}", " and 3"),
        ('{level | or "–"}', "–"),
        ("{index}/{total}", "2/3"),
        ("{index:kind} of {total:kind | pad 2}", "2 of 03"),
    ],
)
def test_expressions_print_what_they_calculate(says, template, printed):
    assert "".join(text for text, _, _ in says(template, name="Card")) == printed


def test_calculated_numbers_are_written_as_the_language_does(says):
    assert says("{tech - 4.5}", "fr")[0][0] == "−1,5"


def test_labels_and_icons_stand_in_a_face_of_its_own(says):
    assert says("**{kind:tool}** {icon:tech}{mdi:lock}") == [
        ("Tool", "b", ""),
        (" ", "", ""),
        ("TECH", "", "mdi:chip"),
        ("", "", "mdi:lock"),
    ]


def test_french_keeps_its_marks_with_the_word_before(says):
    text = "Dites « DATA » ! Oui ; non : 5 %"
    assert (
        says("{text}", "fr", text=text)[0][0]
        == "Dites «\u00a0DATA\u00a0»\u00a0! Oui\u00a0; non\u00a0: 5\u00a0%"
    )
    assert says("{text}", "en", text=text)[0][0] == text


def test_a_narrow_hard_space_becomes_one_that_fonts_have(says):
    assert says("{text}", text="a\u202fb")[0][0] == "a\u00a0b"


def test_soft_hyphens_are_not_printed(says):
    assert says("{text}", text="labo\u00adratory")[0][0] == "laboratory"


def test_other_texts_come_with_their_names(says):
    assert says("{texts}", requirement="A maker") == [("Requirement:", "b", ""), (" A maker", "", "")]


# `fit: together` keeps one size on all cards of a game that wear a face, whichever of them are printed.

FACE = """
palette: {{ink: "#000000"}}
styles: {{mine: {{size: 20, min: {least}, lines: 2, fit: {fit}}}}}
boxes: [{box}]
"""
ALONE = '{text: "{name}", at: [5, 5, 30, 12], style: mine}'
STACKED = """{stack: [{text: "{name}", style: mine}, {text: "{text}", style: mine}], at: [5, 5, 30, 16]}"""
SHORT, LONG = "Ox", "Constantinople"


@pytest.fixture(scope="module")
def sisters_job(small_game):
    """Make a job of cards with some names, whose texts fit in a way."""

    def make(names, box=ALONE, fit="together", least=8, **french):
        text = FACE.format(box=box, fit=fit, least=least)
        face = load_face("mine", face_reader({"faces/mine.yaml": text.encode()}))
        cards = [_card(number, name, french.get(name, name)) for number, name in enumerate(names, 1)]
        vocabulary = Vocabulary.of([small_game])
        return PrintJob(
            game=small_game,
            cards=[(card, 1) for card in cards],
            language="en",
            sheet=load_sheet("a4"),
            faces={"tool": face},
            title="Sisters",
            assets={},
            matches=lambda query, card: card_test(parse(query, vocabulary))(card),
            cards_by_face=CardsByFace(cards, lambda _: ["mine"]),
        )

    return make


def _card(number, name, french):
    texts = {"en": {"name": name, "text": f"{name} and so on."}, "fr": {"name": french, "text": name}}
    return Card("small", f"card-{number}", "tool", "en", texts=texts)


def context_of(job, language="en"):
    """What drawing a card has at hand."""
    return RenderContext(job.game, language, job.assets, job.matches, job.cards_by_face)


def sizes(job, language="en"):
    """The sizes of the texts on each card, and what was found."""
    context = context_of(job, language)
    drawn = [[*texts(draw_card(card, job.faces["tool"], context))] for card, _ in job.cards]
    return [[text.size for text in one] for one in drawn], list(context.findings)


def texts(parts):
    for part in parts:
        if isinstance(part, DrawnText):
            yield part
        elif isinstance(part, DrawnGroup | DrawnRepeat):
            yield from texts(part.parts)


def test_the_sister_that_needs_the_smallest_size_sets_it_for_all(sisters_job):
    own, _ = sizes(sisters_job([SHORT, LONG], fit="shrink"))
    assert own[0] > own[1]
    assert sizes(sisters_job([SHORT, LONG])) == ([own[1], own[1]], [])


def test_it_does_not_matter_which_of_them_are_printed(sisters_job):
    job = sisters_job([SHORT, LONG, "Night Owl"])
    whole, _ = sizes(job)
    for number, card in enumerate(job.cards):
        assert sizes(replace(job, cards=[card]))[0] == [whole[number]]


def test_cards_of_other_faces_do_not_count(sisters_job):
    job = sisters_job([SHORT, LONG])
    (ox, _), (long, _) = job.cards
    apart = replace(
        job, cards_by_face=CardsByFace([ox, long], lambda one: ["mine" if one is ox else "other"])
    )
    assert sizes(replace(apart, cards=[(ox, 1)]))[0] == [[20]]


def test_only_cards_on_which_the_box_is_drawn_count(sisters_job):
    box = '{text: "{name}", at: [5, 5, 30, 12], style: mine, when: "name:ox"}'
    assert sizes(sisters_job([SHORT, LONG], box))[0] == [[20], []]


def test_each_language_has_its_own_size(sisters_job):
    job = sisters_job([SHORT, "Elk"], Elk=LONG)
    assert sizes(job, "en")[0] == [[20], [20]]
    (ox,), (elk,) = sizes(job, "fr")[0]
    assert ox == elk < 20


def test_a_sister_that_does_not_fit_is_found_when_it_is_printed_and_drags_none_below_the_least(sisters_job):
    job = sisters_job([SHORT, LONG * 3], least=9)
    found, findings = sizes(job)
    assert found == [[9], [9]]
    assert [(finding.rule, finding.subjects) for finding in findings] == [("overflow", ("card-2",))]
    assert sizes(replace(job, cards=job.cards[:1]))[1] == []


def test_what_is_wrong_with_a_sister_is_not_found_on_a_card(sisters_job):
    job = sisters_job([SHORT, "Owl {token} \u4e2d"])
    assert sizes(replace(job, cards=job.cards[:1]))[1] == []
    assert {finding.rule for finding in sizes(job)[1]} == {"missing-glyph"}


NAMES = st.lists(st.text("abc ", min_size=1, max_size=24).filter(str.strip), min_size=1, max_size=6)


@given(NAMES, st.sampled_from([ALONE, STACKED]))
def test_sisters_have_the_least_of_the_sizes_that_they_need(sisters_job, names, box):
    """Each card set on its own is the oracle."""
    own, findings = sizes(sisters_job(names, box, "shrink"))
    together, found = sizes(sisters_job(names, box))
    assert [one[0] for one in together] == [min(one[0] for one in own)] * len(names)
    assert {finding.subjects for finding in found} <= {finding.subjects for finding in findings}


@pytest.mark.parametrize("game", ["data-monsters", "dataset"])
@pytest.mark.parametrize("language", ["it", "fr", "en"])
def test_the_names_of_packaged_cards_have_one_size_for_each_look(job_of, game, language):
    job = job_of(game, language)
    context = RenderContext(job.game, language, job.assets, job.matches, job.cards_by_face)
    found = {}
    for card, _ in job.cards:
        words = card.name(language).split()
        drawn = texts(draw_card(card, face_of(card, job.faces), context))
        size = max(text.size for text in drawn if text.lines[0].runs[0].text.split()[0] == words[0])
        found.setdefault(card.kind, set()).add(size)
    assert {kind: len(some) for kind, some in found.items()} == dict.fromkeys(found, 1)


def test_texts_of_a_stack_grow_together_and_no_further_than_they_may(sisters_job):
    box = (
        '{stack: [{text: "{name}", style: {extends: mine, size: 8, min: 6, max: 16, fit: grow}}, '
        '{text: "{text}", style: {extends: mine, size: 8, min: 6}}], at: [5, 5, 30, 16]}'
    )
    found, findings = sizes(sisters_job([SHORT, LONG, f"{LONG} and the {LONG}"], box))
    assert findings == []
    assert found[0] == [16, 8]
    assert 8 < found[1][0] <= 16
    assert found[1][1] == 8
    assert found[2][0] <= found[1][0]


LONGER = " ".join(["Constantinople"] * 12)


@pytest.mark.parametrize("box", [ALONE, STACKED])
@pytest.mark.parametrize("name", [LONGER, "Constantinople" * 12])
def test_what_is_too_long_is_cut_off_where_the_style_says_so(sisters_job, box, name):
    cutting = box.replace("style: mine", "style: {extends: mine, too_long: cut}")
    job = sisters_job([name], cutting, fit="shrink")
    _, findings = sizes(job)
    assert {(one.rule, one.severity) for one in findings} == {("cut-off", "warning")}
    (drawn,) = [[*texts(draw_card(card, job.faces["tool"], context_of(job)))] for card, _ in job.cards]
    for text in drawn:
        assert "".join(run.text for run in text.lines[-1].runs).endswith("…")
        assert text.lines[-1].y <= 5 + 16
    assert sizes(sisters_job([name], box, fit="shrink"))[1][0].rule == "overflow"

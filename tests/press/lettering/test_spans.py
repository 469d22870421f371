import pytest

from deckwright.press.faces.scope import Desk, Scope
from deckwright.press.faces.templates import template
from deckwright.press.lettering.spans import spans_of


@pytest.fixture
def says(small_job, card):
    """Give what a template says on a card, as texts with what sets them apart."""

    def read(template_text, language="en", **texts):
        job = small_job(
            card(fields={"tech": 3, "weight": 1.5, "lone": True, "class": ["maker", "thinker"]}, **texts)
        )
        desk = Desk(job.game, language, job.assets, job.matches)
        spans = spans_of(template(template_text), Scope(desk, job.faces["tool"], job.cards[0][0]))
        read.findings = list(desk.findings)
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

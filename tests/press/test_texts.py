"""Whatever a card says: it is all on the page, or a finding says why not."""

from dataclasses import replace
from unicodedata import category

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from deckwright.model.languages import is_unsupported
from deckwright.press.graphics.fonts import INSTALLED
from deckwright.press.graphics.icons import symbol_icon
from deckwright.press.graphics.parts import DrawnGroup, DrawnRepeat, DrawnShape, DrawnText, all_parts

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEàâçéèêëîïôœùûüìò’'.,;:!?0123456789()+–"
WORDS = st.text(LETTERS, min_size=1, max_size=18).filter(lambda word: any(map(str.isalnum, word)))
TEXTS = st.lists(WORDS, min_size=1, max_size=60).map(" ".join)


def missing(text, found, squeezed):
    return [word for word in text.split() if squeezed(word) not in found]


@given(
    name=TEXTS.map(lambda text: text[:40].strip()),
    text=TEXTS,
    flavour=TEXTS.map(lambda text: text[:80].strip()),
)
def test_every_word_is_on_the_page_or_found_not_to_fit(
    small_job, sheets_of, card, squeezed, name, text, flavour
):
    sheets = sheets_of(small_job(card(name=name, text=text, flavour=flavour, fields={"tech": 3})))
    rules = {finding.rule for finding in sheets.findings}
    assert rules <= {"overflow"}
    if not rules:
        found = squeezed(sheets.text(0))
        assert [missing(words, found, squeezed) for words in (name, text, flavour)] == [[], [], []]


@given(st.text(max_size=200).filter(str.strip))
@example("\u0590 א")
@example("\uf827 🔥")
def test_any_text_at_all_is_printed_and_every_letter_that_cannot_be_is_found(
    small_job, sheets_of, card, text
):
    sheets = sheets_of(small_job(card(name="Anvil", text=text)))
    assert sheets.printed.pages == 1
    known = INSTALLED.font("Alegreya Sans", 400, italic=False).letters | set("*{}\u202f")
    found = {finding.found for finding in sheets.findings if finding.rule == "missing-glyph"}
    of_other_scripts = set(filter(is_unsupported, text))
    emoji = {letter for letter in filter(symbol_icon, text) if category(letter) != "Co"}
    assert found == set(text) - known - of_other_scripts - emoji
    assert any(finding.rule == "unsupported-script" for finding in sheets.findings) == bool(of_other_scripts)


@given(st.text("a *{}_\n", max_size=60))
def test_no_markup_is_too_odd_to_print(small_job, sheets_of, card, text):
    assert sheets_of(small_job(card(text=text))).printed.cards == 1


def test_a_text_that_does_not_fit_is_drawn_whole_and_found(small_job, draw, card):
    text = "A rule that goes on and on. " * 60
    job = small_job(card(text=text))
    parts, findings = draw(job, job.cards[0][0])
    (finding,) = findings
    assert (finding.rule, finding.severity, finding.subjects) == ("overflow", "error", ("card-1",))
    assert finding.found > finding.limit
    assert finding.where.file.endswith("plain.yaml")
    for excerpt in ("card-1", " en", "7 pt", "mm", "Shorten"):
        assert excerpt in finding.message
    assert " ".join(read(parts)).count("goes") == 60


def outlines_of(parts):
    return [part for part in all_parts(parts) if isinstance(part, DrawnShape) and part.stroke == "#d81b60"]


@pytest.mark.parametrize(
    ("texts", "count"), [({"text": "word " * 900}, 1), ({"name": "W" * 60}, 1), ({"text": "Draw."}, 0)]
)
def test_a_text_that_does_not_fit_has_an_outline_on_paper(small_job, draw, card, texts, count):
    job = small_job(card(**texts))
    parts, findings = draw(job, job.cards[0][0])
    assert len(outlines_of(parts)) == len(findings) == count


def test_a_stack_without_texts_has_no_outline_of_one(small_job, draw, card, read_face):
    icon = "{icon: 'mdi:star', height: 8, colour: black}"
    face = read_face(
        f"palette: {{black: '#000000'}}\nboxes: [{{stack: [{icon}, {icon}], at: [5, 5, 20, 9]}}]"
    )
    job = small_job(card(), face=face)
    parts, findings = draw(job, job.cards[0][0])
    assert (outlines_of(parts), findings) == ([], [])


def read(parts):
    for part in parts:
        if isinstance(part, (DrawnRepeat, DrawnGroup)):
            yield from read(part.parts)
        elif isinstance(part, DrawnText):
            yield from (run.text for line in part.lines for run in line.runs)


def test_a_word_that_is_too_wide_is_found(small_job, draw, card):
    job = small_job(card(name="W" * 60))
    (finding,) = draw(job, job.cards[0][0])[1]
    assert finding.rule == "overflow"
    assert "wide" in finding.message


def test_a_letter_that_a_font_lacks_is_found(small_job, draw, card):
    job = small_job(card(text="Draw 牌."))
    (finding,) = draw(job, job.cards[0][0])[1]
    assert (finding.rule, finding.severity, finding.found) == ("missing-glyph", "error", "牌")
    assert "U+724C" in finding.message
    assert "AlegreyaSans-Regular" in finding.message


def test_a_text_that_is_not_translated_is_printed_in_the_source_language_and_found(job_of, draw):
    job = job_of("data-monsters", "fr", cards=lambda card: card.id == "krol-junior")
    card = job.cards[0][0]
    half = replace(card, texts={**card.texts, "fr": {"name": card.name("fr")}})
    parts, findings = draw(job, half)
    assert "It compiled on my claw." in " ".join(read(parts))
    assert {(one.rule, one.severity, one.subjects) for one in findings} == {
        ("untranslated", "warning", ("krol-junior",))
    }
    assert {one.message.split()[0] for one in findings} == {"krol-junior.text", "krol-junior.flavour"}


def test_a_word_of_the_game_that_is_not_translated_is_found_once(small_job, sheets_of, card, small_game):
    labels = {**small_game.labels, "fr": {"game:title": "Petit"}}
    job = small_job(card(1), card(2), language="fr")
    findings = sheets_of(replace(job, game=replace(small_game, labels=labels))).findings
    assert [one.message.split()[0] for one in findings if one.rule == "untranslated"] == ["kind:tool"]


def test_the_texts_of_a_stack_shrink_together(small_job, draw, card, read_face):
    face = read_face("""
        palette: {ink: "#000000"}
        boxes:
          - stack:
              - {text: "{text}", style: {size: 10, min: 6}}
              - {space: fill}
              - {text: "{flavour}", style: {size: 8, min: 6}}
            at: [5, 5, 40, 30]
            gap: 1
        """)
    job = small_job(card(text="So many words of rules. " * 9, flavour="And a line of flavour."), face=face)
    texts, findings = draw(job, job.cards[0][0])
    sizes = [text.size for text in texts]
    assert findings == []
    assert sizes[0] < 10
    assert sizes[1] == max(6, round(8 * sizes[0] / 10 * 4) / 4)
    assert texts[1].lines[-1].y <= 35
    assert texts[1].lines[0].y - texts[0].lines[-1].y > 1


BILINGUAL = """
extends: base
boxes:
- {text: "{name}", at: [5, 5, 53, 10], style: name}
- {text: "{name:fr} · {text:requirement}", at: [5, 20, 53, 10], style: body}
- {text: "{text:fr}", at: [5, 40, 53, 30], style: body}
"""


def test_a_face_shows_a_second_language(small_job, sheets_of, card, read_face):
    texts = {"en": {"name": "Frog", "text": "Jump."}, "fr": {"name": "Rainette", "text": "**Sautez** !"}}
    job = small_job(replace(card(), texts=texts), replace(card(2), texts=texts), face=read_face(BILINGUAL))
    lines = [line.strip().replace("\xa0", " ") for line in sheets_of(job).text(0).splitlines()]
    assert {"Frog", "Rainette · Requirement", "Sautez !"} <= {*lines}


def test_cards_that_differ_in_the_second_language_alone_are_not_drawn_alike(
    small_job, sheets_of, card, read_face
):
    cards = [
        replace(card(), texts={"en": {"name": "Frog"}, "fr": {"name": name}})
        for name in ("Rainette", "Crapaud")
    ]
    sheets = sheets_of(small_job(cards[0], replace(cards[1], id="card-2"), face=read_face(BILINGUAL)))
    assert ("Rainette" in sheets.text(0), "Crapaud" in sheets.text(1)) == (True, True)


def test_a_second_language_that_is_missing_is_found(small_job, draw, card, read_face):
    job = small_job(replace(card(), texts={"en": {"name": "Frog"}}), face=read_face(BILINGUAL))
    findings = draw(job, job.cards[0][0])[1]
    assert [one.message.split(",")[0] for one in findings if one.rule == "untranslated"] == [
        "card-1.name is not translated into fr"
    ]

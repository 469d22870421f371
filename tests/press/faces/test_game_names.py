"""Names in faces that their game lacks, each found at its place."""

from dataclasses import replace

import pytest

from deckwright.press.drawing.context import RenderContext, Scope
from deckwright.press.faces.game_names import check_face_in_game
from deckwright.press.looks.expressions import BUILT_IN

PALETTE = "\npalette: {ink: '#000000'}"


@pytest.fixture
def check(read_face, small_game):
    """Check a face against the small game."""

    def checked(text, assets=None):
        findings = check_face_in_game(read_face(text + PALETTE), small_game, assets or {})
        return [(one.rule, one.where.line, one.where.column) for one in findings]

    return checked


@pytest.mark.parametrize(
    ("box", "rule", "column"),
    [
        ("text: '{teck}'", "unknown-field", 10),
        ("text: '{name} {entry}'", "unknown-field", 10),
        ("number: teck", "unknown-field", 12),
        ("bar: teck, total: 3, fill: ink", "unknown-field", 9),
        ("repeat: teck, cell: [1, 1], each: []", "unknown-field", 12),
        ("text: '{kind:tol}'", "unknown-word", 10),
        ("text: '{word:draw}'", "unknown-word", 10),
        ("text: '{name:de}'", "unknown-word", 10),
        ("text: '{tech:fr}'", "unknown-word", 10),
        ("text: '{icon:teck}'", "unknown-icon", 10),
        ("icon: hart, colour: ink", "unknown-icon", 10),
        ("icon: '{icon:hart}', colour: ink", "unknown-icon", 10),
        ("icon: '{mark:uniqe}', colour: ink", "unknown-icon", 10),
        ("icon: {by: levl, else: 'mdi:cog'}, colour: ink", "unknown-field", 15),
        ("shape: {by: level, junor: rect, else: circle}, fill: ink", "unknown-case", 30),
        ("shape: {by: level, junior: rect}, fill: ink", "missing-case", 11),
        ("shape: {by: lone, 'true': rect}, fill: ink", "missing-case", 11),
        ("text: x, languages: {fr: {text: '{teck}'}}", "unknown-field", 36),
        ("text: x, languages: {de: {text: y}}", "unknown-language", 25),
        ("stack: [{text: x, languages: {de: {text: y}}}]", "unknown-language", 34),
        ("text: '{TECH}'", "braces", 11),
        ("text: 'x [nob] y'", "tags", 13),
        ("text: 'Pay {tech+} now'", "expression", 15),
        ("text: 'Pay {teck + 1} now'", "unknown-field", 10),
        ("text: 'Pay {name * 2} now'", "expression", 15),
        ("text: 'Pay {name | uper} now'", "expression", 15),
        ("text: '{ Tech }'", "braces", 11),
        ("text: '{Icon:tech}'", "braces", 11),
        ("text: 'x {} y'", "braces", 13),
        ("text: 'x {tech'", "braces", 13),
        ("text: {by: level, junior: '{Tech}', else: x}", "braces", 31),
        ("text: x, languages: {fr: {text: '{TECH}'}}", "braces", 37),
        ("text: x, when: 'levl:junior'", "bad-query", 19),
        ("text: x, when: 'level:junor'", "bad-query", 25),
    ],
)
def test_what_the_game_lacks_is_found_at_its_place(check, box, rule, column):
    assert check(f"boxes:\n- {{{box}, at: card}}") == [(rule, 2, column)]


def test_a_field_left_out_that_there_is_not_is_found(check):
    assert check("boxes: []\nleaves_out: [tech, teck, marks]") == [("unknown-field", 2, 20)]


def test_what_the_game_has_is_right(check):
    text = """\
boxes:
- {text: "{name} {requirement} {tech} {kind:tool} {icon:tech} {mdi:lock} {id} {origin} {texts}", at: card}
- {text: "{name:fr} {text:en} {text:requirement} {requirement:fr}", at: card}
- {icon: heart, at: card, colour: ink}
- {icon: "{icon:heart}", at: card, colour: ink}
- {repeat: marks, at: card, cell: [1, 1], each: [{text: "{entry} {title}", at: card}]}
- {repeat: fields, at: card, cell: [1, 1], each: [{icon: "{entry}", at: card, colour: ink}]}
- {shape: {by: level, junior: rect, senior: circle}, at: card, fill: ink, when: "level:senior tech>=2"}
"""
    assert check(text, {"icons/heart.svg": b""}) == []


def test_colours_by_case_are_checked_too(read_face, small_game):
    face = read_face("palette:\n  a: {by: level, junior: '#111111'}\n  b: {by: size, else: '#222222'}")
    found = [(one.rule, one.where.line, one.where.column) for one in check_face_in_game(face, small_game, {})]
    assert found == [("missing-case", 2, 6), ("unknown-field", 3, 11)]


def test_what_a_face_has_of_its_own_is_not_asked_of_the_one_it_extends(read_face, small_game):
    above = (
        "palette: {ink: '#000000', a: {by: size, else: '#222222'}}\nboxes: [{id: x, number: teck, at: card}]"
    )
    own = "extends: above\npalette: {a: '#111111'}\nboxes: [{id: x, number: tech, at: card}]"
    assert check_face_in_game(read_face(own, above=above), small_game, {}) == []


def test_numbers_of_cards_are_suggested_too(read_face, small_game):
    face = read_face(f"boxes: [{{text: '{{index}}/{{total:king}}', at: card}}]{PALETTE}")
    (found,) = check_face_in_game(face, small_game, {})
    assert "Unknown word: total:king. Did you mean total:kind" in found.message


def test_the_nearest_name_is_given(read_face, small_game):
    face = read_face("boxes: [{number: teck, at: card}]" + PALETTE)
    assert "tech" in check_face_in_game(face, small_game, {})[0].message


@pytest.mark.parametrize(
    ("written", "near"),
    [("{TECH}", "tech"), ("{ tecH }", "tech"), ("{ Tec }", "tech"), ("{Icon:tech}", "icon:tech")],
)
def test_a_place_that_is_written_wrong_names_the_field_that_is_meant(read_face, small_game, written, near):
    face = read_face(f"boxes: [{{text: '{written}', at: card}}]" + PALETTE)
    (finding,) = check_face_in_game(face, small_game, {})
    assert near in finding.message.partition("Did you mean")[2].partition("?")[0]


def test_an_icon_that_is_written_as_in_a_text_of_a_card_says_how_faces_do(read_face, small_game):
    face = read_face("boxes: [{text: '{T}', at: card}]" + PALETTE)
    game = replace(small_game, definition={**small_game.definition, "icons": {"T": "mdi:rotate-right"}})
    (finding,) = check_face_in_game(face, game, {})
    assert finding.message == "{T} is printed as is: a face shows an icon of the game as {icon:T}."


def test_double_braces_are_found(check):
    assert [rule for rule, _, _ in check("boxes:\n- {text: '{{tech}}', at: card}")] == ["braces"]


def test_a_brace_without_a_match_is_found_once_in_each_text(check):
    """Found by tests/fuzz: thousands in one text were located one by one, which took seconds."""
    text = "{Nme}" + "}" * 4000
    found = check("boxes:\n- {text: '" + text + "', at: card}")
    assert sorted(found) == [("braces", 2, 11), ("braces", 2, 16)]


def test_a_word_of_the_face_has_no_places(check):
    text = "words: {draw: {en: 'Draw {tech}', fr: Piochez}}\nboxes: [{text: '{word:draw}', at: card}]"
    assert check(text) == [("braces", 1, 26)]


@pytest.mark.parametrize("field", sorted(BUILT_IN))
def test_every_field_that_all_cards_have_can_be_printed(field, small_game, read_face, card):
    context = RenderContext(small_game, "en", {}, lambda _query, _card: True)
    printed = Scope(context, read_face("boxes: []"), card(icon="mdi:cog", marks=("unique",))).reads(field)
    assert printed or field in {"origin", "texts", "print", "version"}


def test_the_fields_of_a_game_are_collected_once_for_a_face(read_face, small_game, calls):
    def work(fields):
        names = [f"field{number}" for number in range(fields)]
        game = replace(
            small_game, definition={**small_game.definition, "fields": {name: {} for name in names}}
        )
        face = read_face(f"leaves_out: {names}\nboxes: []{PALETTE}")
        return calls(check_face_in_game, face, game, {})

    assert work(400) < 8 * work(100)

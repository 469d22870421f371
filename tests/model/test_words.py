"""The module model/words."""

from __future__ import annotations

import json
import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz import fuzz, process

from deckwright.model.words import (
    closest,
    code_point,
    control_character,
    few_guesses,
    fold,
    is_id,
    nearest,
    on_one_line,
    suggest_names,
    visible,
    whole_number,
)


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Cœur  transpercé!", "coeur transperce"),
        ("è già CITTÀ", "e gia citta"),
        ("L’ingénieur, l'amour", "l ingenieur l amour"),
        ("e\u0301cole", "ecole"),
        ("Straße ŁÓDŹ Ærø þorn", "strasse lodz aero thorn"),
        ("ΣΟΦΟΣ σοφος", "σοφοσ σοφοσ"),
        ("İstanbul ısı", "istanbul isi"),
        ("ﬁn ① x²", "fin 1 x2"),
        ("soft\u00adly zero\u200bwidth", "softly zerowidth"),
        ("⚔\ufe0f one", "one"),
        ("once-per-turn snake_case **bold**{tech}", "once per turn snake case bold tech"),
        ("हिन्दी", "हिनदी"),
        ("數據 데이터", "數據 \u1103\u1166\u110b\u1175\u1110\u1165"),
        ("… — !", ""),
        ("", ""),
    ],
)
def test_words_lose_case_accents_and_ligatures(text, folded):
    assert fold(text) == folded


def test_every_character_folds_to_letters_and_digits_that_fold_to_themselves():
    letters = (chr(code) for code in range(sys.maxunicode + 1))
    for letter in (letter for letter in letters if unicodedata.category(letter) not in ("Cn", "Co")):
        folded = fold(letter)
        assert fold(folded) == folded
        assert all(part.isalnum() or part == " " or not part.isascii() for part in folded)
        assert folded == " ".join(folded.split())


@given(st.text(), st.text())
def test_texts_fold_word_by_word(one, other):
    assert fold(f"{one} {other}") == f"{fold(one)} {fold(other)}".strip()


FIELDS = ["id", "kind", "mark", "copies", "text", "tech", "sci", "difficulty", "class", "level", "colour"]
FIELDS += ["arrow-left", "leaf"]


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("levl", ["level"]),
        ("KINDS", ["kind"]),
        ("mrak", ["mark"]),
        ("color", ["colour"]),
        ("clas", ["class"]),
        ("difficult", ["difficulty"]),
        ("lef", ["leaf"]),
        ("xyz", []),
        ("!!", []),
    ],
)
def test_a_slip_suggests_what_was_meant(word, expected):
    assert nearest(word, FIELDS) == expected


@pytest.mark.parametrize(("word", "expected"), [("pfd", ["pdf"]), ("lsit", ["list"]), ("xy", [])])
def test_one_slip_in_a_short_word_is_seen(word, expected):
    assert nearest(word, ["pdf", "list", "ty"]) == expected


@pytest.mark.parametrize(
    ("word", "other"),
    [
        ("moor frog", "Amour, rouge"),
        ("Bar", "Data Breach"),
        ("nope", "p-open-window"),
        ("foo", "side"),
        ("foo", "For"),
        ("--low-ink", "-o"),
    ],
)
def test_what_merely_shares_letters_is_not_suggested(word, other):
    assert nearest(word, [other]) == []


@pytest.mark.parametrize(
    ("word", "other"),
    [
        ("duck", "Rubber Duck"),
        ("dukc", "Rubber Duck"),
        ("data", "dataset"),
        ("copy", "copies"),
        ("the pond", "Pond"),
    ],
)
def test_a_short_word_is_seen_in_a_longer_name(word, other):
    assert nearest(word, [other]) == [other]


def test_accents_do_not_make_words_less_like():
    assert nearest("sante", ["amour", "santé"]) == ["santé"]


def test_no_more_are_suggested_than_asked_for():
    assert len(nearest("card", [f"card {number}" for number in range(9)], limit=2)) == 2


def test_nothing_is_like_nothing():
    assert nearest("word", []) == []


def test_only_some_words_are_guessed_at_while_a_file_is_read(monkeypatch):
    asked = []
    own = process.extract
    monkeypatch.setattr(process, "extract", lambda *words, **more: asked.append(words) or own(*words, **more))
    known = [f"name {number}" for number in range(50)]
    with few_guesses():
        guesses = [nearest(f"nome {number % 50}", known) for number in range(40_000)]
        with few_guesses():
            assert nearest("nome 1", known) == []
    assert guesses[0]
    assert guesses[-1] == []
    assert len(asked) == 100
    assert nearest("nome 1", known)


def slips(one, other):
    """Whether one letter more, less or another, or two neighbours swapped, make one word of the other; a naive oracle."""
    letters = sorted({*one, *other})
    edits = {one[:at] + one[at + 1 :] for at in range(len(one))}
    edits |= {
        one[:at] + new + one[at + rest :] for at in range(len(one) + 1) for new in letters for rest in (0, 1)
    }
    edits |= {one[:at] + one[at + 1] + one[at] + one[at + 2 :] for at in range(len(one) - 1)}
    return other in edits


@given(st.text("abc", min_size=4, max_size=6), st.lists(st.text("abc", min_size=4, max_size=6), max_size=30))
def test_one_slip_is_always_seen_and_in_the_order_of_the_names(word, known):
    found = closest(word, known, limit=100)
    if any(slips(word, name) for name in known):
        assert found
    likeness = [process.extractOne(word, [name], scorer=fuzz.WRatio)[1] for name in known]
    if max(likeness, default=0) < 72:
        assert found == [name for name in known if slips(word, name)]


def test_a_word_that_is_too_long_is_not_guessed_at():
    assert nearest("x" * 900_000, ["x" * 100]) == []


# A hint names what was meant, and all there is only where that is little.

MANY = [f"name{number}" for number in range(20)]


@pytest.mark.parametrize(
    ("name", "known", "hint"),
    [
        ("unqiue", ["unique"], "Did you mean unique?"),
        ("hock", ["hack", "monster"], "Did you mean hack? Use one of: hack, monster."),
        ("xyz", ["hack", "monster"], "Use one of: hack, monster."),
        ("xyz", [], "None are defined."),
    ],
)
def test_what_was_meant_is_said_once(name, known, hint):
    assert suggest_names(name, known) == hint


def test_of_many_names_only_some_are_given():
    assert suggest_names("xyz", MANY) == f"Use one of: {', '.join(MANY[:12])}, …."
    assert "Use one of" not in suggest_names("name3", MANY)


# Control characters: which ones no text may hold, and how they are shown.

ODD = st.text(st.characters(categories=["Cc", "Cf", "L", "Zs"]), max_size=30)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("O\x1b[31mne", "U+001B"),
        ("One\a", "U+0007"),
        ("a\x9b5m", "U+009B"),
        ("user \u202egnp.exe", "U+202E"),
        ("a\u2066b", "U+2066"),
        ("\x7f", "U+007F"),
    ],
)
def test_what_drives_a_terminal_or_turns_a_text_round_is_found(text, code):
    found = control_character(text)
    assert found is not None
    assert code_point(found[0]) == code


@pytest.mark.parametrize(
    "text", ["a\tb\r\nc\n", "Cœur \u00a0l’été", "\u200fשלום", "soft\u00adhyphen", "a\u200db"]
)
def test_what_texts_are_made_of_is_none(text):
    assert control_character(text) is None


@given(ODD)
def test_what_is_shown_has_no_control_character_and_reads_back(text):
    shown = on_one_line(text)
    assert not any(unicodedata.category(letter) == "Cc" for letter in shown)
    assert control_character(shown) is None
    assert json.loads(f'"{visible(json.dumps(text, ensure_ascii=False)[1:-1])}"') == text
    assert "\n" not in on_one_line(text + "\n::error::")


def test_line_ends_stay_where_text_has_lines():
    assert visible("a\n\tb\x1b") == "a\n\tb\\u001b"
    assert on_one_line("a\r\nb") == "a\\r\\nb"


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0", 0),
        ("007", 7),
        ("999999999", 999_999_999),
        *dict.fromkeys(["", "-1", "1.0", "٣", "²", "1" * 10, "1\n", " 1"]).items(),
    ],
)
def test_a_whole_number_has_one_to_nine_digits(text, number):
    assert whole_number(text) == number


@pytest.mark.parametrize(
    ("name", "is_one"),
    [
        ("office", True),
        ("hp-4", True),
        ("", False),
        ("Office", False),
        ("a b", False),
        ("a--b", False),
        ("x" * 61, False),
    ],
)
def test_a_name_is_what_shells_and_files_take(name, is_one):
    assert is_id(name) is is_one

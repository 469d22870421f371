"""Control characters: which ones no text may hold, and how they are shown."""

from __future__ import annotations

import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.model.control_characters import code_point, control_character, on_one_line, visible

ODD = st.text(st.characters(codec="utf-8", categories=["Cc", "Cf", "L", "Zs"]), max_size=30)


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

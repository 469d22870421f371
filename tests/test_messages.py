"""What the program says is said in French and Italian too, whole, and as those languages are written."""

from __future__ import annotations

import re
import runpy
import subprocess
from functools import cache
from pathlib import Path
from string import Formatter

import pytest

from deckwright.messages import LANGUAGES, trn

CATALOGUES = runpy.run_path(str(Path(__file__).parent.parent / "cli" / "catalogues.py"))
FILES = {file.parent.parent.name: file for file in CATALOGUES["sources"]()}

each_language = pytest.mark.parametrize("language", sorted(FILES))


@cache
def said():
    """Every message of the program, read from all modules."""
    return {entry.id for entry in CATALOGUES["gather"]() if entry.id}


@cache
def translations(language):
    return CATALOGUES["read"](FILES[language])


def entries(language):
    return [entry for entry in translations(language) if entry.id]


def done(language):
    return [entry for entry in entries(language) if all(map(str.strip, forms(entry.string)))]


def forms(text):
    return [text] if isinstance(text, str) else list(text)


def placeholders(text):
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def faults(language, pattern):
    """Every translation in which a pattern is found."""
    texts = (text for entry in done(language) for text in forms(entry.string))
    return [text for text in texts if re.search(pattern, text)]


def test_there_is_a_catalogue_for_every_language_but_english():
    assert {*FILES} == {*LANGUAGES} - {"en"}


@each_language
def test_every_message_is_translated_in_all_its_forms(language):
    missing = said() - {entry.id for entry in done(language)}
    assert sorted(missing, key=str) == [], "run: make messages, then translate"


@each_language
def test_no_translation_is_uncertain(language):
    assert [entry.id for entry in entries(language) if entry.fuzzy] == []


@each_language
def test_no_translation_is_of_what_the_program_no_longer_says(language):
    left = {entry.id for entry in entries(language)} - said()
    assert sorted(left, key=str) == [], "run: make messages"
    assert not translations(language).obsolete


@each_language
def test_each_form_of_a_translation_has_the_placeholders_of_its_message(language):
    for entry in done(language):
        expected = placeholders(forms(entry.id)[-1])
        assert [placeholders(form) for form in forms(entry.string)] == [expected] * len(forms(entry.id))


@each_language
def test_a_translation_has_the_paragraphs_of_its_message(language):
    for entry in done(language):
        breaks = forms(entry.id)[0].count("\n\n")
        assert [form.count("\n\n") for form in forms(entry.string)] == [breaks] * len(forms(entry.id))


@each_language
def test_options_that_a_message_names_stay_as_they_are(language):
    options = re.compile(r"(?<![\w-])--[a-z]+(?:-[a-z]+)*")
    for entry in done(language):
        for form in forms(entry.string):
            assert sorted(options.findall(form)) == sorted(options.findall(forms(entry.id)[0]))


@each_language
def test_apostrophes_and_quotation_marks_are_those_of_the_language(language):
    assert faults(language, r"'|(?<!\\)\"|[“”‘]") == []


def test_french_keeps_its_high_punctuation_with_the_word_before():
    assert faults("fr", r"[ \n][:;!?»]|«(?!\u00a0)|(?<!\u00a0)[;?»]") == []


def test_italian_has_no_space_inside_its_quotation_marks():
    assert faults("it", r"«\s|\s»") == []


@each_language
def test_gettext_finds_nothing_wrong(language, tmp_path, program):
    program("msgfmt")
    check = ["msgfmt", "--check", "--output-file", str(tmp_path / "checked.mo"), str(FILES[language])]
    ran = subprocess.run(check, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")


@pytest.mark.parametrize(
    ("count", "message"), [(0, "0 cards"), (1, "1 card"), (-1, "-1 card"), (1.5, "1.5 cards"), (2, "2 cards")]
)
def test_a_message_takes_the_form_that_fits_its_count(count, message):
    assert trn("{count} card", "{count} cards", count) == message

"""What the program says is said in French and Italian too, and as those languages are written."""

from __future__ import annotations

import re
import runpy
import subprocess
from functools import cache
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

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
    """Messages that have a translation; which are missing, `make lint` lists, and a release refuses."""
    missing = {entry.id for entry in CATALOGUES["untranslated"](translations(language))}
    return [entry for entry in entries(language) if entry.id not in missing]


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


def catalogue(**messages):
    """A French catalogue of messages, whose names have _ for spaces."""
    made = Catalog("fr")
    for message, translation in messages.items():
        made.add(message.replace("_", " "), translation)
    return made


def test_a_translation_of_changed_english_is_shown_only_when_somebody_has_looked_at_it():
    before = catalogue(Save_the_whole_file="Enregistrer tout le fichier", Leave="Partir", Go="Aller")
    after = CATALOGUES["renewed"](before, catalogue(Save_the_whole_files="", Leave="", New=""))
    kept = after["Save the whole files"]
    assert (kept.string, kept.fuzzy) == ("Enregistrer tout le fichier", True)
    assert not after.obsolete
    assert [message.id for message in CATALOGUES["untranslated"](after)] == ["Save the whole files", "New"]
    compiled = BytesIO()
    write_mo(compiled, after)
    compiled.seek(0)
    french = GNUTranslations(compiled)
    assert [french.gettext(text) for text in ("Save the whole files", "Leave")] == [
        "Save the whole files",
        "Partir",
    ]


def test_a_message_that_is_new_in_the_code_is_missing_from_every_language():
    new = catalogue(Only_in_the_code="")
    assert CATALOGUES["missing"](new) == ["fr: Only in the code", "it: Only in the code"]


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

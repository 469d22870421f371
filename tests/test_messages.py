"""What the program says is said in French and Italian too, and as those languages are written."""

from __future__ import annotations

import re
import runpy
import subprocess
from difflib import SequenceMatcher
from functools import cache
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from deckwright import messages
from deckwright.messages import LANGUAGES, _catalogue, print_tr, printing_in, tr, trn, use, with_decimals

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
    """Messages that have a translation; `make lint` is red for those that are missing."""
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
    assert CATALOGUES["missing"](new) == [(language, "Only in the code") for language in sorted(FILES)]


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


# Counted phrases: how a message reads with 0, 1, 2 and many.


@cache
def texts_in(language):
    """All messages in a language: a text each, or the form for one and the form for many."""
    if language == "en":
        return sorted(said(), key=str)
    return [entry.string for entry in done(language)]


def words_of(text):
    return [word.lower() for word in re.findall(r"\{\w+(?::g)?\}|[^\W\d_]+(?:’[^\W\d_]+)?", text)]


@cache
def words_by_number(language):
    """Words that stand only in forms for one, and only in forms for many: `carta` and `carte`, `avanza` and `avanzano`."""
    singular, plural = set(), set()
    for text in texts_in(language):
        if not isinstance(text, str):
            one, many = map(words_of, text)
            for change, start, end, from_, to in SequenceMatcher(
                None, one, many, autojunk=False
            ).get_opcodes():
                if change == "replace" and end - start == to - from_:
                    pairs = zip(one[start:end], many[from_:to], strict=True)
                    inflected = [pair for pair in pairs if pair[0][:2] == pair[1][:2] and "{" not in pair[0]]
                    singular |= {word for word, _ in inflected}
                    plural |= {word for _, word in inflected}
    return singular - plural, plural - singular


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_is_counted_in_words_for_one_and_many_in_words_for_many(language):
    """After a count comes no word for the other number; before one, no verb for many, as in `avanzano 1 carta`."""
    singular, plural = words_by_number(language)
    verb = {"en": "are|were|have|do", "fr": r"\w+(?<!i)(?<!em)ent|ont|sont", "it": r"\w+[aon]no"}[language]
    for one, many in (text for text in texts_in(language) if not isinstance(text, str)):
        assert not re.search(rf"\b({verb}) \{{count\}}", one), one
        for form, wrong in ((one, plural), (many, singular)):
            assert wrong.isdisjoint(re.findall(r"\{count\} ([\w’]+)", form.lower())), form


def test_a_number_that_is_not_the_count_has_no_noun_after_it():
    """`{count} print` has two forms, `{cards} cards` beside it had one: it is a counted phrase of its own."""
    for message in said():
        for form in forms(message):
            assert not re.search(r"\{(cards|hands|pieces|tiles)\} \1\b|\{(there|left)\} are\b", form), form


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("count", [0, 1, 2, 1000])
def test_every_counted_phrase_has_the_form_of_its_language(language, count):
    """French counts nothing as it counts one; English and Italian as they count many."""
    is_one = count < 2 if language == "fr" else count == 1
    use(language)
    for forms, forms_here in in_language(language).items():
        names = dict.fromkeys(placeholders(forms[1]) - {"count"}, "…")
        assert trn(*forms, count, **names) == forms_here[0 if is_one else 1].format(count=count, **names)


@cache
def in_language(language):
    """Forms of the counted phrases in a language, by those in English."""
    if language == "en":
        return {message: message for message in said() if not isinstance(message, str)}
    return {entry.id: entry.string for entry in done(language) if not isinstance(entry.id, str)}


def test_a_print_is_told_of_each_word_that_a_language_does_not_have_yet(tmp_path, monkeypatch):
    folder = tmp_path / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    begun = Catalog(locale="de")
    begun.add("Contents", "Inhalt")
    with (folder / "deckwright.mo").open("wb") as file:
        write_mo(file, begun)
    monkeypatch.setattr(messages, "_LOCALES", tmp_path)
    monkeypatch.setattr(messages, "_catalogue", cache(_catalogue.__wrapped__))
    missed = []
    with printing_in("de", {}, missed.append):
        assert (print_tr("Contents"), print_tr("Points")) == ("Inhalt", "Points")
    assert missed == ["Points"]


def test_numbers_with_decimals_are_written_as_the_language_does():
    written = {}
    for language in LANGUAGES:
        use(language)
        written[language] = (tr("{low} to {high}", low=2.5, high=64.0), with_decimals("1.50"))
    assert written == {"en": ("2.5 to 64", "1.50"), "it": ("2,5 to 64", "1,50"), "fr": ("2,5 to 64", "1,50")}
    with printing_in("fr"):
        assert print_tr("{size} mm", size=6.25) == "6,25 mm"


def test_no_message_formats_its_numbers_itself():
    """They come as numbers, and are written as the language does."""
    assert [message for message in said() if re.search(r"(?<!\{)\{[a-z_]+:[^}]*\}(?!\})", str(message))] == []

"""Dictionaries for spelling: those installed for Hunspell, and files that a user names."""

from __future__ import annotations

import gc
import warnings
from pathlib import Path

import pytest

from deckwright.errors import InputError
from deckwright.files import dictionaries
from deckwright.files.dictionaries import dictionaries_for, named_dictionary, read_dictionary


@pytest.fixture
def closed_files():
    """Collect the garbage while warnings are off: an exception of spylls keeps the file that it read open until then."""
    yield
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()


AFF = "SET UTF-8\nSFX S Y 1\nSFX S 0 s .\n"
DIC = "2\ncarta/S\nmazo\n"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder of dictionaries, the only one on this machine."""
    monkeypatch.setattr(dictionaries, "FOLDERS", ())
    monkeypatch.setenv("DICPATH", f"{tmp_path / 'missing'}:{tmp_path}")
    return tmp_path


def install(folder, *names, aff=AFF, dic=DIC):
    for name in names:
        (folder / f"{name}.aff").write_text(aff, encoding="utf-8")
        (folder / f"{name}.dic").write_text(dic, encoding="utf-8")


@pytest.mark.parametrize(
    ("language", "found"),
    [
        ("it", ["it_IT"]),
        ("fr", ["fr"]),
        ("pt-BR", ["pt_BR"]),
        ("PT-br", ["pt_BR"]),
        ("pt", ["pt_PT", "pt_BR"]),
        ("en", ["en_GB", "en_US"]),
        ("en-US", ["en_US"]),
        ("es", ["es_AR"]),
        ("es-MX", ["es_MX"]),
        ("sr-Latn", ["sr-Latn"]),
        ("e", []),
        ("zh-Hant", []),
    ],
)
def test_the_dictionary_of_a_language_is_found(folder, language, found):
    install(
        folder,
        "it_CH",
        "it_IT",
        "fr",
        "fr_BE",
        "pt_PT",
        "pt_BR",
        "en_GB",
        "en_US",
        "es_MX",
        "es_AR",
        "sr-Latn",
    )
    (folder / "zh_Hant.dic").write_text(DIC, encoding="utf-8")  # without its .aff
    assert [file.stem for file in dictionaries_for(language)] == found


def test_inflected_words_are_known_by_the_rules_beside_the_list(folder):
    install(folder, "es_ES")
    words = read_dictionary(named_dictionary("es_ES"))
    assert [words.hunspell.lookup(word) for word in ("cartas", "mazo", "mazos")] == [True, True, False]


def test_a_list_has_a_word_a_line(tmp_path):
    (tmp_path / "mine.txt").write_text("carta # sure\n\nmazo\r\n", encoding="utf-8")
    assert read_dictionary(tmp_path / "mine.txt").words == {"carta", "mazo"}
    (tmp_path / "alone.dic").write_text("2\ncarta/S\nmazo\tpo:noun\n", encoding="utf-8")
    assert read_dictionary(tmp_path / "alone.dic").words == {"carta", "mazo"}


def test_a_name_that_is_not_installed_is_answered_with_the_nearest(folder):
    install(folder, "es_ES", "it_IT")
    with pytest.raises(InputError) as caught:
        named_dictionary("es_SE")
    assert (caught.value.message, caught.value.hint) == ("Unknown dictionary: es_SE.", "Installed: es_ES.")


@pytest.mark.parametrize(
    ("names", "hint"),
    [
        (("it_IT", "es_ES"), "Installed: es_ES, it_IT."),
        ((), "Use a .dic file, or a list with one word per line."),
    ],
)
def test_a_name_that_is_like_no_other_is_answered_with_what_can_be_used(folder, names, hint):
    install(folder, *names)
    with pytest.raises(InputError) as caught:
        named_dictionary("klingon")
    assert (caught.value.code, caught.value.hint) == ("no-such-dictionary", hint)


@pytest.mark.usefixtures("closed_files")
@pytest.mark.parametrize(
    ("aff", "dic"),
    [
        ("SET no-such-encoding\n", DIC),
        ("SET UTF-8\nSFX S Y 1\nSFX S 0 s [\n", DIC),
        (AFF.replace("Y 1", "Y many"), DIC),
    ],
)
def test_a_file_that_is_not_a_dictionary_is_refused(folder, aff, dic):
    install(folder, "xx", aff=aff, dic=dic)
    with pytest.raises(InputError) as caught:
        read_dictionary(named_dictionary("xx"))
    assert caught.value.message.startswith(f"{folder / 'xx.dic'} is not a Hunspell dictionary: ")
    assert not caught.value.message.endswith(": None.")


def test_a_missing_file_is_named():
    with pytest.raises(InputError) as caught:
        read_dictionary(Path("no.txt"))
    assert caught.value.code == "no-such-file"

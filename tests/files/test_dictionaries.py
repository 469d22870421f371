"""Dictionaries for spelling: those installed for Hunspell, and files that a user names."""

from __future__ import annotations

import gc
import warnings
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from spylls.hunspell import Dictionary as Spylls

from deckwright.errors import InputError
from deckwright.files import dictionaries
from deckwright.files.dictionaries import Hunspell, dictionaries_for, named_dictionary, read_dictionary


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
    assert [words.hunspell.knows(word) for word in ("cartas", "mazo", "mazos")] == [True, True, False]


RULES = (
    AFF,
    "SET UTF-8\nFORBIDDENWORD S\n",
    "SET UTF-8\nLANG tr\nSFX S Y 1\nSFX S 0 i .\n",
    "SET UTF-8\nLANG de_DE\nCHECKSHARPS\nCOMPOUNDFLAG S\nCOMPOUNDMIN 1\n",
    "SET UTF-8\nIGNORE bß\n",
    "SET UTF-8\nCOMPOUNDFLAG S\nCOMPOUNDMIN 1\nCHECKCOMPOUNDREP\n",
)


def whole(file):
    """What spylls makes of a dictionary when it reads all lines at once."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        return Spylls.from_files(str(file.with_suffix("")))


LETTERS = "aAbsSßiIİı"
LINES = st.builds(
    "".join,
    st.tuples(
        st.sampled_from(["", "", " ", "\u00a0", "/"]),
        st.text(LETTERS + LETTERS + "1/\\ ", max_size=4),
        st.sampled_from(["", "/S", "/S ", "/S/S", "\\/S"]),
        st.sampled_from(["", " po:a", "\tpo:a", " ph:ab", " ph:ab*", " ph:b->a", " a", "\r"]),
    ),
)


@given(
    st.sampled_from(RULES),
    st.lists(LINES, max_size=8),
    st.lists(st.text(LETTERS + "1/ ", min_size=1, max_size=5), min_size=1, max_size=4),
)
@pytest.mark.usefixtures("closed_files")
def test_words_are_known_as_if_all_lines_were_read_at_once(tmp_path_factory, rules, lines, words):
    assume("İ" not in "".join([*lines, *words]) or "de_DE" not in rules)  # spylls 0.1.7 fails at it
    folder = tmp_path_factory.mktemp("dictionary")
    install(folder, "xx", aff=rules, dic="\n".join(lines))
    ours, theirs = Hunspell(folder / "xx.dic"), whole(folder / "xx.dic")
    stems = {word.stem for word in theirs.dic.words}
    words += [
        form for stem in stems if stem for form in (stem, stem.upper(), stem.lower(), f"{stem}s", stem + stem)
    ]
    # For a word in capitals, spylls 0.1.7 takes every letter of every stem for a stem.
    words = [word for word in words if not word.isupper()]
    assert [ours.knows(word) for word in words] == [theirs.lookup(word) for word in words]


def test_a_word_in_capitals_is_known_in_any_case(folder):
    install(folder, "xx", dic="2\nMcGuffin/S\nstraße\n")
    known = Hunspell(folder / "xx.dic").knows
    assert [known(word) for word in ("MCGUFFIN", "McGuffins", "mcguffin", "STRASSE")] == [
        True,
        True,
        False,
        False,
    ]


@pytest.mark.parametrize("name", ["it_IT.dic", "fr.dic", "en_GB.dic"])
def test_installed_dictionaries_have_the_words_that_spylls_reads(program, name):
    file = Path(named_dictionary(program(name)))
    ours, theirs = Hunspell(file), whole(file)
    stems = {word.stem for word in theirs.dic.words}
    assert ours.stems == {stem for stem in stems if not stem.startswith("/") and not stem.isdigit()}
    for stem in sorted(stems)[::3000]:
        words = [
            stem,
            stem.upper(),
            stem.lower(),
            stem.capitalize(),
            f"{stem}s",
            f"{stem}e",
            stem[:-1] or stem,
        ]
        assert [ours.knows(word) for word in words] == [theirs.lookup(word) for word in words]


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


@pytest.mark.parametrize("line", ["mazo\t2", "mazo\t2 ph:maso"])
def test_a_line_that_is_not_valid_is_refused_when_its_word_is_looked_up(folder, line):
    install(folder, "xx", aff=f"{AFF}AM 1\nAM po:noun\n", dic=f"2\ncarta/S\n{line}\n")
    with pytest.raises(InputError) as caught:
        Hunspell(folder / "xx.dic").knows("mazo")
    assert caught.value.message == f"{folder / 'xx.dic'} is not a Hunspell dictionary: '2'."


def test_a_rule_that_is_not_valid_is_refused_when_a_word_needs_it(folder):
    """Found by tests/fuzz: spylls takes what an ending replaces for a pattern."""
    install(folder, "xx", aff="SET UTF-8\nSFX S Y 1\nSFX S b\\x rs .\n", dic="1\nab/S\n")
    with pytest.raises(InputError, match="is not a Hunspell dictionary"):
        Hunspell(folder / "xx.dic").knows("ars")


def test_a_missing_file_is_named():
    with pytest.raises(InputError) as caught:
        read_dictionary(Path("no.txt"))
    assert caught.value.code == "no-such-file"

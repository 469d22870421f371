"""Words that no dictionary has are found, each once; those of the game are known."""

from __future__ import annotations

import gc
import warnings
from dataclasses import replace
from pathlib import Path
from zipfile import ZipFile

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from spylls.hunspell import Dictionary as Spylls

from deckwright.errors import InputError
from deckwright.model.translation import Message, Waiver
from deckwright.translation.checks import spelling
from deckwright.translation.checks.spelling import (
    Dictionary,
    Hunspell,
    Speller,
    check_spelling,
    dictionaries_for,
    named_dictionary,
    read_dictionary,
)
from deckwright.translation.checks.wordbook import wordbook

KNOWN = {
    "it": [
        "Pesca una carta dall’officina, poi scartala.",
        "Prendine una e rimettile sopra; giocale, mostralo.",
        "Devi restituirgliela o scartarla.",
        "Lo scrum di Krol usa TECH e i mostri.",
        "Un po’ di caffè, È così. Quell’altro mazzo; mettetene due.",
    ],
    "fr": [
        "Prenez-en une, montrez-le, jusqu’à quatre.",
        "L’œuf et le cœur d’un peut-être, lorsqu’il pioche",
        "Le scrum des monstres, défaussez-la. À vous !",
    ],
    "en": ["Don’t draw the player’s colour, neutralise it.", "A light-year of favourites", "Two scrums"],
}
UNKNOWN = {
    "it": [("Mescolra il mazzo", "Mescolra", "mescolare"), ("dell’oficina", "oficina", "officina")],
    "fr": [("Piochez une carrte", "carrte", "carte"), ("l’ateiler-là", "ateiler", "atelier")],
    "en": [("Shuffle the cradss", "cradss", "crass"), ("tomorow", "tomorow", "tomorrow")],
}
FILES = {"it": "it_IT.dic", "fr": "fr.dic", "en": "en_GB.dic"}


@pytest.fixture(scope="module", params=KNOWN)
def speller(request, program):
    """The speller of each language, with the dictionary that systems install."""
    file = program(FILES[request.param])
    return request.param, Speller([read_dictionary(named_dictionary(file))])


def of_words(*words):
    return Speller([Dictionary(None, frozenset(words))])


def found(book, speller, *texts, part="text"):
    entries = [Message(f"a{n}.{part}", "x", text, "draft") for n, text in enumerate(texts)]
    return [(entry.context, fault.message) for entry, _, fault in check_spelling(book, entries, speller)]


def test_words_of_the_language_and_of_the_game_are_known(books, speller):
    language, words = speller
    assert found(books[language], words, *KNOWN[language]) == []


def test_a_slip_is_found_and_the_nearest_word_named(books, speller):
    language, words = speller
    for text, slip, near in UNKNOWN[language]:
        ((context, message),) = found(books[language], words, text)
        assert (context, message.split(" Did")[0]) == ("a0.text", f"“{slip}” is not in the dictionary.")
        assert near in message.partition("Did you mean ")[2].rstrip("?").split(", ")


def test_a_word_is_reported_once_with_its_entries(books):
    texts = ["Mescla, mescla", "carta", "mescla la carta", "mescla", "mescla"]
    messages = found(books["it"], of_words("carta", "la", "mescola"), *texts)
    places = "It occurs 4 times: a0.text, a2.text, a3.text and 1 more."
    assert messages == [
        ("a0.text", "“Mescla” is not in the dictionary. Did you mean mescola?"),
        ("a0.text", f"“mescla” is not in the dictionary. {places} Did you mean mescola?"),
    ]


def test_an_entry_that_waives_spelling_is_not_counted_with_the_others(books):
    waived = Message("a.text", "x", "brummm", "draft", waivers=(Waiver("spelling", "a noise"),))
    entries = [waived, Message("b.text", "x", "brummm", "draft")]
    assert [
        (entry.context, fault.found) for entry, _, fault in check_spelling(books["it"], entries, of_words())
    ] == [("a.text", None), ("b.text", 1)]


def test_names_of_plural_forms_are_not_spelled(books):
    forms = Message("word:w", "one: a card\nother: cards", "one: una carta\nother: cartte", "draft")
    words = of_words("una", "carta", "carte")
    assert [fault.passage for _, _, fault in check_spelling(books["it"], [forms], words)] == ["cartte"]


def test_names_of_cards_are_not_spelled_and_known_in_texts(books):
    entries = [
        Message("a.name", "Cat Photo Sorter", "Smistagatti", "draft"),
        Message("a.text", "x", "Scarta Smistagatti", "draft"),
        Message("b.text", "x", "Trovagatti", "stale"),
    ]
    assert list(check_spelling(books["it"], entries, of_words("scarta"))) == []


def test_spanish_verbs_are_known_with_pronouns_at_their_end(books):
    speller = of_words("descarta", "descartar", "inflige", "muestra", "e", "lo")
    book = books["en"]._replace(language="es")
    assert found(book, speller, "Descártalo, descartarlos e inflígele; muéstramelo.") == []
    assert [message for _, message in found(book, speller, "descráta")] == [
        "“descráta” is not in the dictionary. Did you mean descarta?"
    ]


def test_words_that_a_language_joins_are_known(books):
    speller = of_words("Verderben", "Marker", "zurück", "mischen")
    book = books["en"]._replace(language="de")
    assert found(book, speller, "Verderbensmarker zurückmischen, zurückzumischen") == []
    assert len(found(book, speller, "Verderbenxmarker Verdrebensmarker")) == len(["x", "dre"])
    assert len(found(books["en"], speller, "Verderbensmarker")) == 1
    assert found(book, speller, "Verderbensmarkers, Markers") == []
    assert [message.split(" ")[0] for _, message in found(book, speller, "MArkers markerz")] == [
        "“MArkers”",
        "“markerz”",
    ]


def test_a_word_whose_letters_changed_places_is_the_first_suggestion(books):
    [(_, message)] = found(books["en"], of_words("Arad", "brad", "clad", "crab", "card"), "crad")
    assert message == "“crad” is not in the dictionary. Did you mean card, Arad, brad?"


def test_a_plural_without_its_accents_is_that_of_the_accented_word(books):
    [(_, message)] = found(books["fr"], of_words("dégât", "Degas"), "degats")
    assert message == "“degats” is not in the dictionary. Did you mean dégât?"


def test_words_of_the_game_are_parts_of_words_that_a_language_joins(books):
    book = books["en"]._replace(language="de")
    texts = [
        Message("a.name", "Shoggoth", "Schoggoth", "draft"),
        Message("b.text", "x", "Schoggothschleim", "draft"),
    ]
    assert list(check_spelling(book, texts, of_words("Schleim"))) == []


def test_names_of_the_source_may_have_a_german_ending(books):
    text = Message("a.text", "Oya’s breath", "Oyas Atem, Ozas", "draft")
    book = books["en"]._replace(language="de")
    words = [finding.passage for _, _, finding in check_spelling(book, [text], of_words("Atem"))]
    assert words == ["Ozas"]


def test_words_of_the_glossary_and_the_title_need_no_dictionary(books):
    labels = {"it": {"game:title": "Laboratorio"}}
    book = books["it"]._replace(game=replace(books["it"].game, labels=labels))
    assert found(book, of_words(), "Mazzo scarti mostro scrum Krol Laboratorio") == []


def test_a_word_with_a_hyphen_is_known_as_a_whole(books):
    assert found(books["fr"], of_words("peut-être"), "Peut-être") == []


def test_only_a_short_word_can_be_cut_by_an_apostrophe(books):
    assert found(books["it"], of_words("altro"), "Quellx’altro") == []
    [(_, message)] = found(books["it"], of_words("altro"), "Quellxy’altro")
    assert message == "“Quellxy” is not in the dictionary."


def test_a_word_may_be_in_any_of_several_dictionaries(books):
    speller = Speller([Dictionary(None, frozenset(["uno"])), Dictionary(None, frozenset(["due"]))])
    assert found(books["it"], speller, "Uno due") == []


@pytest.fixture
def closed_files():
    """Collect the garbage while warnings are off: an exception of spylls keeps the file that it read open until then."""
    gc.freeze()  # only what the test has made is looked at
    yield
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()
    gc.unfreeze()


AFF = "SET UTF-8\nSFX S Y 1\nSFX S 0 s .\n"
DIC = "2\ncarta/S\nmazo\n"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder of dictionaries, the only one on this machine."""
    monkeypatch.setattr(spelling, "FOLDERS", ())
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


HOMES = {
    "extensions/dict-it": "it_IT",
    "extensions/dict-fr/dictionaries": "fr",
    "user/uno_packages/cache/uno_packages/lu1.tmp_/dict-es.oxt": "es_ES",
}
"""Folders of LibreOffice, and the dictionary in each."""


def test_dictionaries_of_libreoffice_and_firefox_are_found_and_read(folder, monkeypatch):
    for home, name in HOMES.items():
        (folder / home).mkdir(parents=True)
        install(folder / home, name)
    install(folder, "pt-PT")
    with ZipFile(folder / "pt-PT@dictionaries.addons.mozilla.org.xpi", "w") as archive:
        for ending in ("aff", "dic"):
            archive.write(folder / f"pt-PT.{ending}", f"dictionaries/pt-PT.{ending}")
            (folder / f"pt-PT.{ending}").unlink()
    (folder / "other.xpi").write_bytes(b"no archive")
    monkeypatch.setenv("APPDATA", str(folder))
    patterns = ("extensions/dict-*", "user/uno_packages/cache/uno_packages/*/*", "*.xpi")
    monkeypatch.setattr(spelling, "FOLDERS", [f"${{APPDATA}}/{pattern}" for pattern in patterns])
    for language, name in {"it": "it_IT", "fr": "fr", "es": "es_ES", "pt": "pt-PT"}.items():
        (file,) = dictionaries_for(language)
        assert file.stem == name
        assert read_dictionary(file).hunspell.knows("mazo")


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


def test_accents_are_letters(books):
    """The name of a card makes no other word known by its letters without accents."""
    speller = of_words("danni", "città")
    name = Message("a.name", "City", "Abilità", "draft")
    texts = Message("a.text", "x", "citta, danni e abilita; Abilità", "draft")
    words = [
        finding.message.split("”")[0] for _, _, finding in check_spelling(books["it"], [name, texts], speller)
    ]
    assert words == ["“citta", "“abilita"]


def test_a_name_that_stays_as_in_the_source_is_known(books):
    entry = Message("a.text", "Krull’s Hammer hits.", "Il martello di Krull hits.", "draft")
    found_words = [
        finding.message.split("”")[0]
        for _, _, finding in check_spelling(books["it"], [entry], of_words("il", "martello", "di"))
    ]
    assert found_words == ["“hits"]


def test_a_spanish_verb_keeps_its_accent_before_pronouns(game):
    book = wordbook(game, "es")
    speller = of_words("vincula", "da", "lo")
    entry = Message("a.text", "x", "Vincúlala, dámelo, dame; vinculala", "draft")
    assert [finding.message.split("”")[0] for _, _, finding in check_spelling(book, [entry], speller)] == [
        "“vinculala"
    ]

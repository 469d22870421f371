"""Glossaries go out as TBX and CSV, and come back into game.yaml: all of a file, or nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from deckwright.errors import InputError, UsageError
from deckwright.workbench.glossary_merging import merge_glossary
from deckwright.workbench.library import find_database, open_library
from deckwright.workbench.loading import load_game
from deckwright.workbench.merging import FileMergeOptions
from deckwright.workbench.translator_package import extract_glossary

GLOSSARY = """\
glossary:
  keep: [Frogbert]
  terms:
    # Places.
    - term: {en: pond, fr: étang}
      forbidden: {fr: [mare]}

    # Verbs.
    - term: {en: leap, fr: bondir}
      forms: {fr: [bondit]}
      note: What frogs do.
"""


@pytest.fixture
def database(ponds, database_path):
    return loaded(ponds, GLOSSARY, database_path)


def loaded(ponds, glossary, database_path):
    file = ponds / "game.yaml"
    file.write_text(file.read_text().partition("glossary:")[0] + glossary, encoding="utf-8")
    database = find_database(str(database_path))
    change, findings = load_game(database, ponds)
    assert change, findings
    return database


def extract(file, language="fr"):
    with open_library("cards.db") as library:
        return extract_glossary(library, "ponds", file, language)


def merge(database, file="g.csv", language="fr", **options):
    return merge_glossary(database, file, FileMergeOptions("ponds", language, **options))


def groups(result):
    return {name: getattr(result.merged, name) for name in ("changed", "added", "unchanged", "conflicts")}


def written():
    return Path("ponds/game.yaml").read_text(encoding="utf-8").partition("glossary:")[2]


@pytest.mark.parametrize("file", ["g.csv", "g.tbx"])
def test_a_glossary_comes_back_as_it_went_out(database, file):
    before = written()
    assert [term.source[0] for term in extract(file).terms] == ["pond", "leap", "Frog", "Frogbert"]
    result = merge(database, file)
    assert groups(result) == {"changed": (), "added": (), "unchanged": ("pond", "leap"), "conflicts": ()}
    assert (result.findings, result.is_kept, written()) == ([], True, before)


def test_changed_and_new_terms_are_written_and_all_else_stays(database):
    extract("g.csv")
    text = Path("g.csv").read_text(encoding="utf-8")
    text = text.replace("What frogs do.,bondit,", "What frogs do.,bondit; bondissez,sauter")
    Path("g.csv").write_text(text + "toad,crapaud,Not a frog.,,\n", encoding="utf-8")
    result = merge(database)
    assert (result.merged.changed, result.merged.added, result.is_kept) == (("leap",), ("toad",), True)
    assert (
        written()
        == GLOSSARY.partition("glossary:")[2].replace(
            "[bondit]}\n      note: What frogs do.",
            '[bondit, bondissez]}\n      forbidden: {fr: [sauter]}\n      note: "What frogs do."',
        )
        + '    - term: {en: toad, fr: crapaud}\n      note: "Not a frog."\n'
    )
    assert merge(database).merged.unchanged == ("pond", "leap", "toad")


def test_a_language_without_terms_gets_them(database):
    extract("it.tbx", "it")
    text = Path("it.tbx").read_text(encoding="utf-8")
    added = '<langSet xml:lang="it-IT"><tig><term>stagno</term></tig></langSet>'
    Path("it.tbx").write_text(text.replace("    </termEntry>", added + "</termEntry>", 1), encoding="utf-8")
    assert merge_glossary(database, "it.tbx", FileMergeOptions()).merged.changed == ("pond",)
    assert (
        "- term: {en: pond, fr: étang, it: stagno}\n      forbidden: {fr: [mare]}\n\n    # Verbs."
        in written()
    )


@pytest.mark.parametrize("version", ["conceptEntry langSec termSec", "termEntry langSet ntig"])
def test_other_forms_of_tbx_are_read(database, version):
    entry, language, term = version.split()
    words = "".join(
        f'<{language} xml:lang="{tag}"><{term}><term>{word}</term></{term}></{language}>'
        for tag, word in (("en-GB", "toad"), ("fr-FR", "crapaud"), ("de", "Kröte"))
    )
    file = (
        f'<tbx xmlns="urn:iso:std:iso:30042:ed-2"><text><body><{entry}>{words}</{entry}></body></text></tbx>'
    )
    Path("g.tbx").write_text(file, encoding="utf-8")
    assert merge(database, "g.tbx").merged.added == ("toad",)


def test_a_table_without_forms_and_forbidden_words_keeps_those_of_the_game(database):
    Path("g.csv").write_text("source,target\npond,étang\nleap,sauter\n", encoding="utf-8")
    assert merge(database, side="theirs").merged.unchanged == ("pond",)
    assert written() == GLOSSARY.partition("glossary:")[2].replace("bondir}", "sauter}").replace(
        "What frogs do.", '"What frogs do."'
    )


def test_a_trial_has_the_terms_before_and_after(database):
    Path("g.csv").write_text("source,target\npond,bassin\ntoad,crapaud\n")
    merged = merge(database, side="theirs", dry_run=True).merged
    assert [(merged.before[term.context].text, term.text) for term in merged.touched()] == [
        (
            "{term: {en: pond, fr: étang}, forbidden: {fr: [mare]}}",
            "{term: {en: pond, fr: bassin}, forbidden: {fr: [mare]}}",
        ),
        ("", "{term: {en: toad, fr: crapaud}}"),
    ]


def test_a_conflict_stops_the_merge_until_it_is_decided(database):
    Path("g.csv").write_text("source,target\npond,bassin\ntoad,crapaud\n")
    before, result = written(), merge(database)
    [finding] = result.findings
    assert (finding.rule, finding.where.line, result.is_kept, written()) == ("conflict", 2, False, before)
    assert merge(database, side="ours", dry_run=True).merged.unchanged == ("pond",)
    assert merge(database, side="theirs").merged.changed == ("pond",)
    assert "{en: pond, fr: bassin}" in written()


def test_two_translations_of_a_term_in_one_file_stop_the_merge(database):
    Path("g.csv").write_text("source,target\ntoad,crapaud\nnewt,triton\ntoad,grenouille\n")
    result = merge(database, side="theirs")
    [finding] = result.findings
    assert (finding.message, finding.where.line, result.is_kept) == (
        "“toad” is “crapaud” in line 2, but “grenouille” here.",
        4,
        False,
    )


def test_words_of_the_game_are_not_terms(database):
    Path("g.csv").write_text("source,target\nFrog,Grenouille\nFrogbert,Frogbert\n")
    result = merge(database)
    assert [(finding.rule, finding.severity) for finding in result.findings] == [("label", "warning")]


@pytest.mark.usefixtures("database")
@pytest.mark.parametrize(
    ("file", "text", "message"),
    [
        ("g.tbx", "<tmx/>", "This is not TBX: its outermost element is tmx"),
        ("g.csv", "source,target\n", "has no terms"),
        ("g.csv", "source,target\n,mare\n", "no source"),
        (
            "g.tbx",
            '<martif><termEntry><langSet xml:lang="en"><tig><term>x</term></tig></langSet></termEntry></martif>',
            "g.tbx has no terms in fr",
        ),
    ],
)
def test_a_file_that_is_no_glossary_is_refused_with_its_place(file, text, message):
    Path(file).write_text(text)
    with pytest.raises(InputError, match=message) as raised:
        merge(find_database("cards.db"), file)
    assert raised.value.where.file == file


def test_a_glossary_that_is_written_in_another_way_is_left_alone(ponds, database_path):
    database = loaded(ponds, "glossary: {terms: [{term: {en: pond, fr: mare}}]}\n", database_path)
    Path("g.csv").write_text("source,target\ntoad,crapaud\n")
    with pytest.raises(InputError, match="written in another way"):
        merge(database)
    assert written() == " {terms: [{term: {en: pond, fr: mare}}]}\n"


def test_a_game_without_a_glossary_gets_one(ponds, database_path):
    database = loaded(ponds, "", database_path)
    Path("g.csv").write_text("source,target\ntoad,crapaud\n")
    assert merge(database).is_kept
    assert written() == "\n  terms:\n    - term: {en: toad, fr: crapaud}\n"


@pytest.mark.usefixtures("database")
def test_the_glossary_of_a_packaged_game_is_not_changed():
    Path("g.csv").write_text("source,target\ncard,fiche\n")
    with pytest.raises(InputError, match="its folder is not yours"):
        merge_glossary(find_database("cards.db"), "g.csv", FileMergeOptions("big-monster", "fr"))


@pytest.mark.usefixtures("database")
def test_a_glossary_is_written_as_tbx_or_csv():
    with pytest.raises(UsageError, match="cannot write that format"):
        extract("g.xlsx")

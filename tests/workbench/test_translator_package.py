"""Folders for translators: complete or not there, in the translator's language; and for Weblate, with all texts, flags and pictures."""

from __future__ import annotations

import json
import re
from pathlib import Path

import polib
import pytest
from PIL import Image

from deckwright.errors import InputError, UsageError
from deckwright.workbench.exports import Selection
from deckwright.workbench.library import find_database, open_library
from deckwright.workbench.loading import load_game
from deckwright.workbench.merging import FileMergeOptions, merge_file
from deckwright.workbench.sheet_exports import print_sheets
from deckwright.workbench.translating import ExtractOptions, extract_texts
from deckwright.workbench.translator_package import TranslatorPackage, write_package, write_weblate_folder

FILES = {
    "ponds.fr.po",
    "instructions.html",
    "cards.html",
    "glossary.csv",
    "glossary.tbx",
    "memory.tmx",
}
TRANSLATED = "".join(
    f'\nmsgctxt "{context}"\nmsgid "{source}"\nmsgstr "{text}"\n'
    for context, source, text in (("newt.name", "Newt", "Triton"), ("newt.text", "Gain 2.", "Gagnez 2."))
)


@pytest.fixture
def database(ponds, database_path):
    definition = (ponds / "game.yaml").read_text()
    icons = "icons: {tech: 'mdi:chip'}\nmarks: {rare: {name: Rare, rule: One only., icon: 'mdi:star'}}\n"
    (ponds / "game.yaml").write_text(definition.replace("kinds:", f"{icons}kinds:"))
    cards = (ponds / "cards/frogs.yaml").read_text()
    (ponds / "cards/frogs.yaml").write_text(cards.replace("name: Pond}", "name: Pond, text: 'Lose {tech}.'}"))
    (ponds / "locales").mkdir()
    (ponds / "locales/fr.po").write_text(
        f'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n{TRANSLATED}'
    )
    database = find_database(str(database_path))
    change, findings = load_game(database, ponds)
    assert change, findings
    return database


def package(*, folder="for-chloe", to="fr", file="", overwrite=False, **options):
    with open_library("cards.db") as library:
        return write_package(
            library,
            "ponds",
            TranslatorPackage(folder, file or f"ponds.{to}.po", overwrite),
            ExtractOptions(to, **options),
        )


def contexts(texts):
    return [entry.context for entry in texts.entries]


def page(name, folder="for-chloe"):
    return Path(folder, name).read_text(encoding="utf-8")


def edit_card(ponds, before, after, database):
    file = ponds / "cards/frogs.yaml"
    assert before in file.read_text()
    file.write_text(file.read_text().replace(before, after))
    assert load_game(database, ponds).change


@pytest.mark.usefixtures("database")
def test_the_folder_has_all_that_a_translator_needs():
    texts = package()
    assert (
        {Path(file).name for file in texts.files}
        == FILES
        == {file.name for file in Path("for-chloe").iterdir()}
    )
    assert texts.file == "for-chloe/ponds.fr.po"
    instructions = page("instructions.html")
    assert '<html lang="fr">' in instructions
    for told in ("Longueur des textes", "<code>{tech}</code>", "One only.", "<td>pond</td><td>mare</td>"):
        assert told in instructions, told
    cards = page("cards.html")
    assert cards.count("<svg") == 3  # of two cards, and the shared definitions
    assert '<dd lang="fr">Triton</dd>' in cards
    assert "Lose {tech}." in cards
    assert page("glossary.csv").splitlines()[:2] == [
        "\ufeffsource,target,note,forms,forbidden",
        "pond,mare,,,",
    ]
    assert re.findall("<term>(.*)</term>", page("glossary.tbx"))[:2] == ["pond", "mare"]
    memory = ["Newt", "Triton", "Gain 2.", "Gagnez 2."]
    assert re.findall("<seg>(.*)</seg>", page("memory.tmx")) == memory


def test_what_comes_back_is_merged(database):
    package()
    po = polib.pofile("for-chloe/ponds.fr.po")
    po.find("pond.name", by="msgctxt").msgstr = "Mare"
    po.save()
    with pytest.raises(InputError, match="not merged yet"):
        package()
    assert merge_file(database, "for-chloe/ponds.fr.po", FileMergeOptions()).is_kept
    package()
    assert "Mare" in page("memory.tmx")


def test_a_language_that_the_program_lacks_is_explained_in_english(ponds, database):
    definition = (ponds / "game.yaml").read_text()
    (ponds / "game.yaml").write_text(definition.replace("[en, fr, it]", "[en, fr, it, eo]"))
    assert load_game(database, ponds).change
    package(to="eo")
    assert '<html lang="en">' in page("instructions.html")
    assert "How long a text may be" in page("instructions.html")


def test_only_what_has_changed_since_a_print_goes_out(ponds, database):
    with open_library("cards.db") as library:
        print_sheets(library, Selection(["ponds"]), "cards.pdf")
    assert contexts(package(changed_since="1")) == []
    assert not Path("for-chloe/cards.html").exists()
    edit_card(ponds, "Gain 2.", "Gain 3.", database)
    texts = package(changed_since="1", overwrite=True)
    assert contexts(texts) == ["newt.text"]
    assert "Lose" not in page("cards.html")
    with open_library("cards.db") as library, pytest.raises(InputError, match="Unknown print of ponds: 7"):
        extract_texts(library, "ponds", "x.po", ExtractOptions("fr", changed_since="7"))


@pytest.mark.usefixtures("database")
def test_only_what_has_changed_since_a_day_goes_out():
    with open_library("cards.db") as library:
        everything = extract_texts(library, "ponds", "x.po", ExtractOptions("fr", changed_since="2000-01-01"))
        nothing = extract_texts(
            library, "ponds", "y.po", ExtractOptions("fr", changed_since="2990-01-01T12:30")
        )
        with pytest.raises(UsageError, match="Invalid date: yesterday"):
            extract_texts(library, "ponds", "z.po", ExtractOptions("fr", changed_since="yesterday"))
    assert len(everything.entries) > 5
    assert nothing.entries == []


@pytest.mark.usefixtures("database")
def test_nothing_is_written_if_one_part_cannot_be(monkeypatch):
    monkeypatch.setattr(
        Path, "write_bytes", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left on device"))
    )
    with pytest.raises(InputError, match="No space left"):
        package()
    assert not Path("for-chloe").exists()


@pytest.mark.usefixtures("database")
@pytest.mark.parametrize("file", ["../ponds.po", "x/ponds.po", "-", "memory.tmx", "Glossary.csv"])
def test_the_file_is_in_the_folder(file):
    with pytest.raises(UsageError, match="the name of a file in the folder"):
        package(file=file)
    assert not Path("for-chloe").exists()


@pytest.mark.usefixtures("database")
@pytest.mark.parametrize("way", ["for-chloe", "for-chloe/glossary.csv"])
def test_what_is_in_the_way_of_a_package_is_named(way):
    folder = way != "for-chloe"
    Path(way).mkdir(parents=True) if folder else Path(way).write_bytes(b"")
    with pytest.raises(
        InputError, match=f"{way} (cannot be written: Is a directory|is a file, not a folder)"
    ):
        package()
    assert [str(path) for path in Path("for-chloe").rglob("*")] == [way] * folder


GAME = """\
id: ponds
title: Ponds
source_language: en
languages: [en, fr]
icons: {tech: "mdi:chip"}
kinds: {newt: {name: Newt}}
glossary: {terms: [{term: {en: pond, fr: mare}}]}
"""
CARDS = """\
cards:
  - {id: newt, kind: newt, name: Newt, text: "Gain **two** {tech} in the pond.", origin: sample}
  - {id: eft, kind: newt, name: Eft, text: Stay., origin: sample}
"""


@pytest.fixture
def weblate_database(tmp_path, database_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ponds/cards").mkdir(parents=True)
    (tmp_path / "ponds/game.yaml").write_text(GAME, encoding="utf-8")
    (tmp_path / "ponds/cards/newts.yaml").write_text(CARDS, encoding="utf-8")
    database = find_database(str(database_path))
    assert load_game(database, "ponds").change
    return database


def write(weblate_database, *, overwrite=False, **options):
    with open_library(str(weblate_database.path)) as library:
        package = TranslatorPackage("w", "locales/fr.po", overwrite=overwrite)
        return write_weblate_folder(library, "ponds", package, ExtractOptions("fr", **options))


def flags_of(file, context):
    (entry,) = [entry for entry in polib.pofile(str(file)) if entry.msgctxt == context]
    return entry.flags, entry.comment


def test_the_folder_has_all_that_its_settings_name(weblate_database):
    written = write(weblate_database)
    files = {path.relative_to("w").as_posix() for path in Path("w").rglob("*.*")}
    assert files == {
        "locales/fr.po", "locales/ponds.pot", "glossary/fr.tbx", "screenshots/newt.png", "screenshots/eft.png",
        "weblate.json", "screenshots.json",
    }  # fmt: skip
    assert {Path(name).relative_to("w").as_posix() for name in written.files} == files
    texts, glossary = json.loads(Path("w/weblate.json").read_text(encoding="utf-8"))
    for component in (texts, glossary):
        assert list(Path("w").glob(component["filemask"]))
    assert Path("w", texts["new_base"]).is_file()
    assert len(list(Path("w").glob(texts["screenshot_filemask"]))) == 2
    assert (texts["source_language"], glossary["is_glossary"]) == ({"code": "en"}, True)
    for shot in json.loads(Path("w/screenshots.json").read_text(encoding="utf-8")):
        with Image.open(Path("w", shot["image"])) as picture:
            assert picture.size == (372, 520)
        assert f"{shot['name']}.name" in shot["contexts"]


@pytest.mark.parametrize("file", ["w/locales/fr.po", "w/locales/ponds.pot"])
def test_a_text_has_its_flags_and_its_picture(weblate_database, file):
    write(weblate_database)
    flags, comment = flags_of(file, "newt.text")
    assert [flag.partition(":")[0] for flag in flags][-2:] == ["placeholders", "md-text"]
    assert "placeholders:{tech}" in flags
    assert "Picture: screenshots/newt.png" in comment
    flags, _ = flags_of(file, "newt.name")
    assert [flag.partition(":")[0] for flag in flags] == ["max-length"]


def test_flags_survive_what_comes_back(weblate_database):
    write(weblate_database)
    po = polib.pofile("w/locales/fr.po")
    (entry,) = [entry for entry in po if entry.msgctxt == "newt.text"]
    entry.msgstr = "Gagnez **deux** {tech} dans la mare."
    po.save()
    with pytest.raises(InputError) as fault:
        write(weblate_database)
    assert fault.value.code == "not-merged"
    assert not [
        one
        for one in merge_file(weblate_database, "w/locales/fr.po", FileMergeOptions()).findings
        if one.severity == "error"
    ]
    before = flags_of("w/locales/fr.po", "newt.text")[0]
    assert flags_of("ponds/locales/fr.po", "newt.text")[0] == before
    write(weblate_database)
    assert flags_of("w/locales/fr.po", "newt.text")[0] == before


def test_the_template_says_nothing_on_one_language(weblate_database):
    write(weblate_database)
    assert "mare" in flags_of("w/locales/fr.po", "newt.text")[1]
    assert "mare" not in Path("w/locales/ponds.pot").read_text(encoding="utf-8")


def test_completed_settings_and_another_glossary_stay(weblate_database):
    write(weblate_database)
    settings = Path("w/weblate.json")
    settings.write_text('[{"repo": "https://example.org/ponds.git"}]', encoding="utf-8")
    write(weblate_database)
    assert "example.org" in settings.read_text(encoding="utf-8")
    Path("w/glossary/fr.tbx").write_text("another", encoding="utf-8")
    with pytest.raises(InputError) as fault:
        write(weblate_database)
    assert fault.value.code == "exists"
    write(weblate_database, overwrite=True)
    assert "example.org" not in settings.read_text(encoding="utf-8")
    assert "mare" in Path("w/glossary/fr.tbx").read_text(encoding="utf-8")


def test_a_repository_has_all_texts(weblate_database):
    with pytest.raises(UsageError):
        write(weblate_database, states=["missing"])

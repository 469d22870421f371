"""A folder for Weblate: all texts with their flags, the glossary, pictures of the cards, and settings."""

from __future__ import annotations

import json
from pathlib import Path

import polib
import pytest
from PIL import Image

from deckwright.errors import InputError, UsageError
from deckwright.workbench.library import find_database, open_library
from deckwright.workbench.loading import load_game
from deckwright.workbench.merging import FileMergeOptions, merge_file
from deckwright.workbench.translating import ExtractOptions
from deckwright.workbench.translator_package import TranslatorPackage
from deckwright.workbench.weblate import write_weblate_folder

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
def database(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ponds/cards").mkdir(parents=True)
    (tmp_path / "ponds/game.yaml").write_text(GAME, encoding="utf-8")
    (tmp_path / "ponds/cards/newts.yaml").write_text(CARDS, encoding="utf-8")
    database = find_database(str(tmp_path / "w.db"))
    assert load_game(database, "ponds").change
    return database


def write(database, *, overwrite=False, **options):
    with open_library(str(database.path)) as library:
        package = TranslatorPackage("w", "locales/fr.po", overwrite=overwrite)
        return write_weblate_folder(library, "ponds", package, ExtractOptions("fr", **options))


def flags_of(file, context):
    (entry,) = [entry for entry in polib.pofile(str(file)) if entry.msgctxt == context]
    return entry.flags, entry.comment


def test_the_folder_has_all_that_its_settings_name(database):
    written = write(database)
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
def test_a_text_has_its_flags_and_its_picture(database, file):
    write(database)
    flags, comment = flags_of(file, "newt.text")
    assert [flag.partition(":")[0] for flag in flags][-2:] == ["placeholders", "md-text"]
    assert "placeholders:{tech}" in flags
    assert "Picture: screenshots/newt.png" in comment
    flags, _ = flags_of(file, "newt.name")
    assert [flag.partition(":")[0] for flag in flags] == ["max-length"]


def test_flags_survive_what_comes_back(database):
    write(database)
    po = polib.pofile("w/locales/fr.po")
    (entry,) = [entry for entry in po if entry.msgctxt == "newt.text"]
    entry.msgstr = "Gagnez **deux** {tech} dans la mare."
    po.save()
    with pytest.raises(InputError) as fault:
        write(database)
    assert fault.value.code == "not-merged"
    assert not [
        one
        for one in merge_file(database, "w/locales/fr.po", FileMergeOptions()).findings
        if one.severity == "error"
    ]
    before = flags_of("w/locales/fr.po", "newt.text")[0]
    assert flags_of("ponds/locales/fr.po", "newt.text")[0] == before
    write(database)
    assert flags_of("w/locales/fr.po", "newt.text")[0] == before


def test_the_template_says_nothing_on_one_language(database):
    write(database)
    assert "mare" in flags_of("w/locales/fr.po", "newt.text")[1]
    assert "mare" not in Path("w/locales/ponds.pot").read_text(encoding="utf-8")


def test_completed_settings_and_another_glossary_stay(database):
    write(database)
    settings = Path("w/weblate.json")
    settings.write_text('[{"repo": "https://example.org/ponds.git"}]', encoding="utf-8")
    write(database)
    assert "example.org" in settings.read_text(encoding="utf-8")
    Path("w/glossary/fr.tbx").write_text("another", encoding="utf-8")
    with pytest.raises(InputError) as fault:
        write(database)
    assert fault.value.code == "exists"
    write(database, overwrite=True)
    assert "example.org" not in settings.read_text(encoding="utf-8")
    assert "mare" in Path("w/glossary/fr.tbx").read_text(encoding="utf-8")


def test_a_repository_has_all_texts(database):
    with pytest.raises(UsageError):
        write(database, states=["missing"])

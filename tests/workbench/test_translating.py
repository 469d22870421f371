"""Texts go out and come back through the Python API; suggestions are values until they are written."""

from __future__ import annotations

import polib
import pytest

from deckwright.workbench.library import open_library
from deckwright.workbench.merging import FileMergeOptions, merge_file
from deckwright.workbench.translating import (
    ExtractOptions,
    SuggestOptions,
    extract_texts,
    suggest_translations,
    translation_status,
    write_suggestions,
)


@pytest.fixture
def extracted(database):
    assert database.path.is_file()
    with open_library("cards.db") as library:
        return extract_texts(library, "ponds", "ponds.fr.po", ExtractOptions("fr"))


def translate(**texts):
    po = polib.pofile("ponds.fr.po")
    for entry in po:
        entry.msgstr = texts.get(entry.msgctxt.replace(".", "__").replace(":", "__"), entry.msgstr)
    po.save()


def percent(language):
    with open_library("cards.db") as library:
        [status] = translation_status(library, "ponds", language)
        return status.languages[0].whole.percent


def test_texts_go_out_and_come_back(database, extracted):
    assert (extracted.file, extracted.source, len(extracted.entries)) == ("ponds.fr.po", "en", 5)
    translate(newt__name="Triton", newt__text="Gagnez 2.")
    tried = merge_file(database, "ponds.fr.po", FileMergeOptions(dry_run=True))
    assert (tried.merged.added, tried.is_kept, percent("fr")) == (("newt.name", "newt.text"), False, 0)
    merged = merge_file(database, "ponds.fr.po", FileMergeOptions(by="Anna"))
    assert (merged.game, merged.to, merged.is_kept, merged.findings) == ("ponds", "fr", True, [])
    assert percent("fr") == 40
    po = polib.pofile("ponds/locales/fr.po")
    assert [entry.tcomment[:8] for entry in po if entry.msgstr] == ["by: Anna"] * 2


@pytest.mark.usefixtures("database")
def test_suggestions_are_written_into_a_file():
    with open_library("cards.db") as library:
        suggested = suggest_translations(library, "ponds", SuggestOptions("fr"))
        write_suggestions(library, suggested, "ponds.fr.po")
    assert suggested.found["pond.name"].origin == "glossary"
    assert polib.pofile("ponds.fr.po").find("pond.name", by="msgctxt").msgstr == "Mare"

"""Translations as PO files: what a translator's editor shows, and what is read of a file that comes back."""

from __future__ import annotations

import pytest

from deckwright.files.catalogues import parse_catalogue
from deckwright.files.handouts import read_po, write_po

from .handouts import handout, small


def written(given):
    return parse_catalogue(write_po(given), "fr.po", "fr").po


def test_the_header_names_the_game_and_both_languages():
    po = written(small())
    fields = po.fields()
    assert [
        fields[name] for name in ("Project-Id-Version", "Language", "X-Source-Language", "PO-Revision-Date")
    ] == [
        "data-monsters",
        "fr",
        "en",
        "2026-11-21",
    ]
    assert po.header.comments == ("Data Monsters: en → fr",)


def test_an_editor_shows_what_a_text_is_where_it_is_and_its_third_language():
    given = small(place="cards/tools.yaml:12").entries[0]._replace(pivot="Ricevi 2.\n\nScarta 1.")
    [entry] = written(handout(given)).entries
    assert (entry.references, entry.extracted[:2]) == (
        ("cards/tools.yaml:12",),
        ("Monster", "it: Ricevi 2. ¶ Scarta 1."),
    )
    [entry] = written(small()).entries
    assert entry.references == ()


@pytest.mark.parametrize(
    ("said", "translator"),
    [
        ("Anna <anna@example.org>", "Anna"),
        ("Anna", "Anna"),
        ("<anna@example.org>", "<anna@example.org>"),
        ("FULL NAME <EMAIL@ADDRESS>", ""),
        ("", ""),
    ],
)
def test_the_translator_is_the_one_in_the_header(said, translator):
    data = write_po(small()).replace(b"Last-Translator: ", f"Last-Translator: {said}".encode())
    assert read_po(data, "back.po").translator == translator


def test_a_file_that_comes_back_is_known_by_its_name_and_lines():
    data = write_po(small())
    back = read_po(data, "back.po")
    line = data[: data.index(b"msgctxt")].count(b"\n") + 1
    assert (back.file, [str(one.where) for one in back.entries]) == ("back.po", [f"back.po:{line}:1"])

"""A folder for a translator: complete or not there, in the translator's language, with only what has changed if wanted."""

from __future__ import annotations

import re
from pathlib import Path

import polib
import pytest

from deckwright.errors import InputError, UsageError
from deckwright.workbench.library import find_database, open_library
from deckwright.workbench.loading import load_game
from deckwright.workbench.merging import FileMergeOptions, merge_file
from deckwright.workbench.printing import print_sheets
from deckwright.workbench.selection import Selection
from deckwright.workbench.translating import ExtractOptions, extract_texts
from deckwright.workbench.translator_package import TranslatorPackage, write_package

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
def database(ponds):
    definition = (ponds / "game.yaml").read_text()
    icons = "icons: {tech: 'mdi:chip'}\nmarks: {rare: {name: Rare, rule: One only., icon: 'mdi:star'}}\n"
    (ponds / "game.yaml").write_text(definition.replace("kinds:", f"{icons}kinds:"))
    cards = (ponds / "cards/frogs.yaml").read_text()
    (ponds / "cards/frogs.yaml").write_text(cards.replace("name: Pond}", "name: Pond, text: 'Lose {tech}.'}"))
    (ponds / "locales").mkdir()
    (ponds / "locales/fr.po").write_text(
        f'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n{TRANSLATED}'
    )
    database = find_database("cards.db")
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

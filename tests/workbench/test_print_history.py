"""What has changed since a print, by the fields, texts and copies of cards."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from deckwright.model.card import CardChanges, FieldChange
from deckwright.workbench.library import find_database, open_library
from deckwright.workbench.loading import load_game
from deckwright.workbench.print_history import changes_since_print
from deckwright.workbench.printing import print_sheets
from deckwright.workbench.selection import Selection

FACE = "extends: base\nboxes: [{{text: '{{name}}', at: [5, {0}, 50, 10]}}]\n"
FILES = {
    "game.yaml": "id: pond\ntitle: Pond\nsource_language: en\nlanguages: [en, fr]\nkinds: {frog: {name: Frog, face: low}}\n",
    "faces/low.yaml": FACE.format(25),
    "faces/high.yaml": FACE.format(5),
    "cards/all.yaml": "cards: [{id: frog, kind: frog, name: Frog, copies: 3}]\n",
    "locales/fr.po": 'msgid ""\nmsgstr "Language: fr\\n"\n\nmsgctxt "frog.name"\nmsgid "Frog"\nmsgstr "Grenouille"\n',
}


class Pond(NamedTuple):
    """A game of one card, in two languages."""

    folder: object
    database: object

    def change(self, name, before, after):
        path = self.folder / name
        text = path.read_text(encoding="utf-8")
        assert before in text
        path.write_text(text.replace(before, after), encoding="utf-8")
        load_game(self.database, self.folder)

    def print(self, language="en"):
        with open_library(str(self.database.path), language=language) as library:
            print_sheets(library, Selection(["pond"]), self.folder.parent / "cards.pdf")

    def changes(self, language="en"):
        with open_library(str(self.database.path), language=language) as library:
            return changes_since_print(library, "pond", language, library.game("pond")[1])


@pytest.fixture
def pond(tmp_path):
    folder, database = tmp_path / "pond", find_database(str(tmp_path / "cards.db"))
    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    load_game(database, folder)
    return Pond(folder, database)


def test_a_translation_into_another_language_is_no_change_of_a_print(pond):
    pond.print("en")
    pond.print("fr")
    pond.change("locales/fr.po", "Grenouille", "Rainette")
    assert pond.changes("en") == CardChanges()
    assert pond.changes("fr").changed == {"frog": {"name.fr": FieldChange("Grenouille", "Rainette")}}


def test_copies_that_are_missing_or_too_many_are_changes(pond):
    pond.print()
    pond.change("cards/all.yaml", "copies: 3", "copies: 5")
    assert pond.changes().changed == {"frog": {"copies": FieldChange(3, 5)}}
    pond.change("cards/all.yaml", "copies: 5", "copies: 1")
    assert pond.changes() == CardChanges(removed={"frog": 2}, names={"frog": "Frog"})


def test_a_card_with_its_earlier_face_again_is_compared_with_its_last_print(pond):
    pond.print()
    for face, earlier, name in (("high", "low", "Tree"), ("low", "high", "Pond")):
        pond.change("game.yaml", f"face: {earlier}", f"face: {face}")
        pond.change("cards/all.yaml", "name: ", f"name: {name} ")
        pond.print()
        assert pond.changes() == CardChanges()

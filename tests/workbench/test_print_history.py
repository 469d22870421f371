"""What has changed since a print, by the fields, texts and copies of cards."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from deckwright.model.card_changes import CardChanges, FieldChange
from deckwright.workbench.exports import Selection
from deckwright.workbench.library import find_database, open_library
from deckwright.workbench.loading import load_game
from deckwright.workbench.print_history import changes_since_print
from deckwright.workbench.sheet_exports import HistoryOptions, SheetOptions, print_sheets

FACE = "extends: base\nboxes: [{{text: '{{name}}', at: [5, {0}, 50, 10]}}]\n"
FILES = {
    "game.yaml": "id: pond\ntitle: Pond\nsource_language: en\nlanguages: [en, fr]\nkinds: {frog: {name: Frog, face: low}}\n",
    "faces/low.yaml": FACE.format(25),
    "faces/high.yaml": FACE.format(5),
    "cards/all.yaml": "cards: [{id: frog, kind: frog, name: Frog, copies: 3}]\n",
    "locales/fr.po": 'msgid ""\nmsgstr "Language: fr\\n"\n\nmsgctxt "frog.name"\nmsgid "Frog"\nmsgstr "Grenouille"\n',
}


WHOLE = Selection(["pond"])
EVERYTHING = SheetOptions()
CHANGED = SheetOptions(history=HistoryOptions(changed=True))


def unnamed(changes):
    """Changes without the names that people know the cards by."""
    return changes and changes._replace(names={}, on_paper=False)


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

    def print(self, language="en", selection=WHOLE, options=EVERYTHING):
        with open_library(str(self.database.path), language=language) as library:
            return unnamed(
                print_sheets(library, selection, self.folder.parent / "cards.pdf", options).changes
            )

    def changes(self, language="en"):
        with open_library(str(self.database.path), language=language) as library:
            return unnamed(changes_since_print(library, "pond", language, library.game("pond")[1]))


@pytest.fixture
def pond(tmp_path, database_path):
    folder, database = tmp_path / "pond", find_database(str(database_path))
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
    assert pond.changes() == CardChanges(removed={"frog": 2})


def test_a_card_with_its_earlier_face_again_is_compared_with_its_last_print(pond):
    pond.print()
    for face, earlier, name in (("high", "low", "Tree"), ("low", "high", "Pond")):
        pond.change("game.yaml", f"face: {earlier}", f"face: {face}")
        pond.change("cards/all.yaml", "name: ", f"name: {name} ")
        pond.print()
        assert pond.changes() == CardChanges()


def test_a_card_with_its_earlier_face_again_is_not_on_paper(pond):
    pond.print()
    pond.change("game.yaml", "face: low", "face: high")
    pond.print()
    pond.change("game.yaml", "face: high", "face: low")
    assert pond.print(options=CHANGED) == CardChanges(changed={"frog": {}})


def test_a_card_that_is_gone_is_not_named_after_the_whole_game_was_printed(pond):
    pond.change("cards/all.yaml", "[", "[{id: newt, kind: frog, name: Newt}, ")
    pond.print()
    pond.change("cards/all.yaml", "{id: newt, kind: frog, name: Newt}, ", "")
    gone = CardChanges(removed={"newt": 1})
    assert pond.changes() == gone == pond.print(options=CHANGED)
    pond.print(selection=Selection(["pond"], query="name:frog"))
    assert pond.changes() == gone == pond.print(options=CHANGED)
    pond.print(selection=Selection([str(pond.folder)]))
    assert pond.changes() == CardChanges() == pond.print(options=CHANGED)


def test_cards_that_were_never_printed_are_new_only_after_a_print_of_the_whole_game(pond):
    deck = pond.folder.parent / "one.yaml"
    deck.write_text("game: pond\ncards: {frog: 1}\n", encoding="utf-8")
    pond.change("cards/all.yaml", "[", "[{id: newt, kind: frog, name: Newt}, ")
    pond.print(selection=Selection([str(deck)]))
    assert pond.changes() == CardChanges()
    pond.change("cards/all.yaml", "Frog", "Toad")
    assert pond.changes() == CardChanges(changed={"frog": {"name": FieldChange("Frog", "Toad")}})
    pond.print(options=CHANGED)
    pond.print()
    pond.change("cards/all.yaml", "[", "[{id: eft, kind: frog, name: Eft}, ")
    assert pond.changes() == CardChanges(("eft",))


def test_a_first_print_of_what_has_changed_is_one_of_the_whole_game(pond):
    pond.print(options=CHANGED)
    pond.change("cards/all.yaml", "[", "[{id: newt, kind: frog, name: Newt}, ")
    assert pond.changes() == CardChanges(("newt",))

"""The deck file and the lists of docs/decks.md are one deck, and its game loads."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from deckwright.construction.deck_checker import DeckChecker
from deckwright.files.deck_cards import resolve
from deckwright.files.deck_documents import deck_list_of
from deckwright.files.deck_texts import deck_list_in
from deckwright.files.deck_vocabulary import DeckVocabulary
from deckwright.files.game_package import read_package
from deckwright.files.yaml import document_of

PAGE = (Path(__file__).parent.parent.parent / "docs" / "decks.md").read_text(encoding="utf-8")
GAME, DECK = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
LISTS = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)
CARDS = """
defaults: {kind: frog}
cards:
  - {id: tree-frog, name: Tree Frog, fields: {level: 0}}
  - {id: moor-frog, name: Moor Frog, fields: {level: 0}}
  - {id: toad, name: Toad, fields: {level: 0}}
  - {id: newt, name: Newt, fields: {level: 0}}
  - {id: newt-2, name: Newt 2, fields: {level: 0}}
  - {id: fire-ice, name: Fire // Ice, fields: {level: 0}}
  - {id: unit, name: "Unit #7", fields: {level: 0}}
"""


@pytest.fixture
def frogs(tmp_path):
    (tmp_path / "cards").mkdir()
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    (tmp_path / "cards" / "frogs.yaml").write_text(CARDS, encoding="utf-8")
    box, findings = read_package(tmp_path)
    assert findings == []
    return box


@pytest.fixture
def known(frogs):
    return DeckVocabulary(frogs.game.definition, frogs.cards, frogs.game.labels)


def shape(deck):
    entries = {(entry.zone, entry.card, entry.fields): entry.copies for entry in deck.entries}
    return deck.game, deck.format, deck.name, str(deck.date), entries


def test_the_deck_file_and_the_lists_are_the_same_deck(frogs, known):
    deck = resolve(deck_list_of(document_of(DECK, "deck.yaml")), known)
    assert shape(deck) == (
        "frogs",
        "pond",
        "My frogs",
        "2026-03-01",
        {
            ("cards", "tree-frog", ()): 3,
            ("cards", "moor-frog", (("colours", ("red",)), ("level", 3))): 2,
            ("side", "toad", ()): 1,
        },
    )
    assert [shape(resolve(deck_list_in(text, "deck.txt"), known)) for text in LISTS] == [shape(deck)] * 2
    assert DeckChecker(frogs.game, {card.id: card for card in frogs.cards}).check(deck).legal


def rows():
    for forms, _ in re.findall(r"^\| (`.*`.*?) \| (.*) \|$", PAGE.partition("| written |")[2], re.MULTILINE):
        yield from re.findall(r"`([^`]+)`", forms)


@pytest.mark.parametrize("line", list(rows()))
def test_every_form_of_the_table_is_read(known, line):
    deck = resolve(deck_list_in(f"# format: pond\n{line}\n1 Newt\n", "deck.txt"), known)
    read = {entry.card: entry for entry in deck.entries}
    assert read["newt"].zone == (
        "side" if re.search("side|riserva|réserve", line, re.IGNORECASE) else "cards"
    )
    if "Tree" in line:
        assert read["tree-frog"].copies == (2 if "2" in line else 1)
    assert len(read) == 1 + any(name in line for name in ("Tree", "Toad", "Fire", "Unit"))

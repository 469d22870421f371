"""The game that docs/games.md makes is a game: it loads, its deck can be legal, its pile can be built."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from deckwright.construction.deck_checker import DeckChecker
from deckwright.files.game_package import read_package
from deckwright.model.card import Deck, DeckEntry
from deckwright.model.glossary import glossary_of, term_finder
from deckwright.table.piles import PileOptions, build_pile

PAGE = Path(__file__).parent.parent.parent / "docs" / "games.md"


@pytest.fixture
def frogs(tmp_path):
    game, cards = re.findall(r"```yaml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)[:2]
    (tmp_path / "cards").mkdir()
    (tmp_path / "game.yaml").write_text(game, encoding="utf-8")
    (tmp_path / "cards" / "frogs.yaml").write_text(cards, encoding="utf-8")
    box, findings = read_package(tmp_path)
    assert findings == []
    return box


def test_its_glossary_belongs_to_a_game(tmp_path):
    blocks = re.findall(r"```yaml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    glossary = next(block for block in blocks if block.startswith("glossary:"))
    (tmp_path / "cards").mkdir()
    game = blocks[0].replace("languages: [en]", "languages: [en, fr]")
    (tmp_path / "game.yaml").write_text(game + glossary, encoding="utf-8")
    (tmp_path / "cards" / "frogs.yaml").write_text(blocks[1], encoding="utf-8")
    box, findings = read_package(tmp_path)
    assert findings == []
    found = term_finder(glossary_of(box.game), "en").find("Leap into green ponds")
    assert [term.names["fr"] for term, _ in found if not term.is_label] == ["bondir", "étang"]


def test_its_pile_can_be_built_for_every_number_of_players(frogs):
    cards = {card.id: card for card in frogs.cards}
    for players, size in {2: 4, 3: 5, 4: 6}.items():
        assert len(build_pile(frogs.game, cards, "pond", PileOptions(players, 1)).order) == size


def test_a_legal_deck_can_be_made_of_its_cards(frogs):
    cards = {card.id: card for card in frogs.cards}
    deck = Deck("frogs", "All", tuple(DeckEntry(card.id, card.copies) for card in frogs.cards), format="pond")
    assert DeckChecker(frogs.game, cards).check(deck).legal

"""Card sets for playing online: what is a token, names that decks have, whole folders or none."""

from xml.etree import ElementTree as ET

import pytest

from deckwright.errors import InputError, UsageError
from deckwright.files.deck_formats import WRITTEN_FORMATS
from deckwright.model.card import DeckEntry
from deckwright.store.read import deck_ids, read_deck
from deckwright.workbench.exports import Selection, select_game
from deckwright.workbench.library import WantedLanguage
from deckwright.workbench.online import tokens_of, write_cockatrice_set

TOKENS = {
    "data-monsters": set(),
    "dataset": set(),
    "monster-office": {"project-tile", "credit", "player-token", "map", "reference"},
    "big-monster": {"mutation", "board", "reference"},
}
"""Kinds of cards that are in no pile and no deck."""


def tree_of(text):
    return ET.fromstring(text)  # noqa: S314 - our own


@pytest.mark.parametrize("game", TOKENS)
def test_tokens_are_what_no_pile_and_no_deck_has(library, game):
    selected = select_game(library, game)
    decks = [read_deck(library.connection, name) for name in deck_ids(library.connection, game)]
    tokens = tokens_of(selected.game, selected.cards, decks)
    assert {selected.cards[card].kind for card in tokens} == TOKENS[game]


def test_a_kind_in_a_deck_has_no_tokens(library):
    selected = select_game(library, "data-monsters")
    opportunities = {card.id for card in selected.cards.values() if card.kind == "opportunity"}
    assert tokens_of(selected.game, selected.cards, []) == selected.cards.keys() - opportunities
    [card, *_] = selected.cards.keys() - opportunities
    deck = selected.deck._replace(entries=(DeckEntry(card, 1),))
    kept = {other.id for other in selected.cards.values() if other.kind == selected.cards[card].kind}
    assert tokens_of(selected.game, selected.cards, [deck]) == selected.cards.keys() - opportunities - kept


def test_a_game_without_piles_and_decks_has_no_tokens(library):
    selected = select_game(library, "dataset")
    bare = {key: value for key, value in selected.game.definition.items() if key != "piles"}
    game = type(selected.game)("dataset", "it", selected.game.languages, bare, selected.game.labels)
    assert tokens_of(game, selected.cards, []) == set()


@pytest.mark.deep("draws a picture of each card")
@pytest.mark.parametrize(("game", "language"), [("data-monsters", "it"), ("dataset", "fr")])
def test_decks_name_cards_as_the_card_set_does(library, tmp_path, game, language):
    library.language = WantedLanguage(language)
    selected = select_game(library, game, language)
    deck = tree_of(WRITTEN_FORMATS["cod"].write(selected.deck, selected.cards, language))
    write_cockatrice_set(library, Selection((game,)), tmp_path / "made")
    database = tree_of((tmp_path / "made" / "customsets" / f"{game}.xml").read_bytes())
    names = [card.findtext("name") for card in database.iter("card")]
    assert {card.get("name") for card in deck.iter("card")} == set(names)
    assert len(names) == len(set(names))
    for name in names:
        assert (tmp_path / "made" / "pics" / "CUSTOM" / game / f"{name}.png").is_file(), name
    words = list(database.iter("maintype"))
    assert {kind.text for kind in words} == {
        selected.game.label(f"kind:{card.kind}", language) for card in selected.cards.values()
    }


@pytest.mark.deep("draws a picture of each card")
def test_a_folder_is_written_whole_or_not_at_all(library, tmp_path):
    made = tmp_path / "made"
    made.mkdir()
    (made / "mine.txt").write_text("mine")
    (made / "customsets" / "dataset.xml").mkdir(parents=True)
    before = sorted(made.rglob("*"))
    with pytest.raises(InputError, match=r"dataset\.xml"):
        write_cockatrice_set(library, Selection(game="dataset", query="kind:special"), made)
    assert sorted(made.rglob("*")) == before


def test_standard_output_and_several_games_are_refused(library, tmp_path):
    with pytest.raises(UsageError):
        write_cockatrice_set(library, Selection(("dataset",)), "-")
    with pytest.raises(UsageError):
        write_cockatrice_set(library, Selection(("dataset", "data-monsters")), tmp_path / "made")
    assert not (tmp_path / "made").exists()

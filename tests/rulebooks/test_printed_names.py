"""Every name that a rulebook prints finds its cards: in a search, and by itself where it is that of one card."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from deckwright.files.deck_cards import resolve
from deckwright.files.deck_texts import deck_list_in
from deckwright.files.deck_vocabulary import DeckVocabulary
from deckwright.model.card import CardNames
from deckwright.model.query.binding import Vocabulary, parse
from deckwright.model.query.matching import card_test

ROOT = Path(__file__).parents[2]

# game, name as the rulebook prints it, the query for the cards that are meant
NAMES = [
    # Dataset, Carte dataset: the cards, their types and what their icons show.
    ("dataset", "Carte-Dataset semplici", "kind:simple"),
    ("dataset", "Carta-Dataset semplice", "kind:simple"),
    ("dataset", "Cartes-Dataset simples", "kind:simple"),
    ("dataset", "Carte-Dataset Sensibili", "kind:sensitive"),
    ("dataset", "Carta-Dataset Sensibile", "kind:sensitive"),
    ("dataset", "Carte-Dataset sensible", "kind:sensitive"),
    ("dataset", "stetoscopio", "sign:health"),
    ("dataset", "stéthoscope", "sign:health"),
    ("dataset", "cuore trafitto", "sign:love"),
    ("dataset", "cœur transpercé", "sign:love"),
    ("dataset", "impronta digitale", "sign:biometric"),
    ("dataset", "empreinte digitale", "sign:biometric"),
    ("dataset", "elica DNA", "sign:genetic"),
    ("dataset", "hélice ADN", "sign:genetic"),
    ("dataset", "bandierine destra/sinistra", "sign:politics"),
    ("dataset", "drapeaux droite/gauche", "sign:politics"),
    ("dataset", "fiore di loto", "sign:beliefs"),
    ("dataset", "fleur de lotus", "sign:beliefs"),
    ("dataset", "convinzioni personali", "sign:beliefs"),
    ("dataset", "convictions personnelles", "sign:beliefs"),
    ("dataset", "convinzioni religiose o filosofiche", "sign:beliefs"),
    ("dataset", "convictions religieuses ou philosophiques", "sign:beliefs"),
    ("dataset", "martello del giudice", "sign:judicial"),
    ("dataset", "marteau de juge", "sign:judicial"),
    # Dataset, Carte speciali.
    ("dataset", "Carte Speciali", "kind:special"),
    ("dataset", "cartes spéciales", "kind:special"),
    ("dataset", "Carte speciali opzionali", "set:optional"),
    ("dataset", "Cartes spéciales en option", "set:optional"),
    ("dataset", "Carta-Finalità", "role:purpose"),
    ("dataset", "Carte-Finalità", "role:purpose"),
    ("dataset", "Cartes-Finalité", "role:purpose"),
    ("dataset", "Carta-Sanzione", "role:sanction"),
    ("dataset", "Carta-Sanzioni", "role:sanction"),
    ("dataset", "Cartes-Sanction", "role:sanction"),
    ("dataset", "Carta-Avvocato", "role:lawyer"),
    ("dataset", "Cartes-Avocat", "role:lawyer"),
    ("dataset", "Carta-Trasparenza", "role:transparency"),
    ("dataset", "Carte-transparence", "role:transparency"),
    ("dataset", "Carte-Cybersecurity", "role:cybersecurity"),
    ("dataset", "Cartes-Cybersecurity", "role:cybersecurity"),
    ("dataset", "Carta-Databreach", "role:data-breach"),
    ("dataset", "Carte-Databreach", "role:data-breach"),
    ("dataset", "Carta-Consenso", "role:consent"),
    ("dataset", "Carte-Consentement", "role:consent"),
    ("dataset", "Carta-Minimizzazione", "role:minimisation"),
    ("dataset", "Cartes-Minimisation", "role:minimisation"),
    ("dataset", "Carte-Tempo", "role:time"),
    ("dataset", "Carte-Temps", "role:time"),
    ("dataset", "Carte-Reclamo", "role:complaint"),
    ("dataset", "Carte-Réclamation", "role:complaint"),
    ("dataset", "direct marketing", "id:purpose-direct-marketing"),
    ("dataset", "marketing direct", "id:purpose-direct-marketing"),
    ("dataset", "smart services", "id:purpose-smart-services"),
    ("dataset", "services intelligents", "id:purpose-smart-services"),
    ("dataset", "profilazione", "id:purpose-profiling"),
    ("dataset", "profilage", "id:purpose-profiling"),
    ("dataset", "export internazionale", "id:purpose-international-export"),
    ("dataset", "exportation à l'internationale", "id:purpose-international-export"),
    ("dataset", "ricerca scientifica", "id:purpose-scientific-research"),
    ("dataset", "recherche scientifique", "id:purpose-scientific-research"),
    ("dataset", "addestramento Intelligenza Artificiale", "id:purpose-ai-training"),
    ("dataset", "addestramento dell’Intelligenza Artificiale", "id:purpose-ai-training"),
    ("dataset", "formation à l’intelligence artificielle", "id:purpose-ai-training"),
    ("dataset", "geolocalizzazione", "id:purpose-geolocation"),
    ("dataset", "géolocalisation", "id:purpose-geolocation"),
    ("dataset", "medicina personalizzata", "id:purpose-personalised-medicine"),
    ("dataset", "médecine personnalisée", "id:purpose-personalised-medicine"),
    ("dataset", "propaganda politica", "id:purpose-political-propaganda"),
    ("dataset", "propagande politique", "id:purpose-political-propaganda"),
    # Big Monster, Components, Monster tiles and Explorers.
    ("big-monster", "Monster tiles", "kind:tile"),
    ("big-monster", "Mutation tiles", "kind:mutation"),
    ("big-monster", "Explorer tile", "kind:explorer"),
    ("big-monster", "Reference card", "kind:reference"),
    ("big-monster", "ice monster", "family:ice"),
    ("big-monster", "Monster Mutant tiles", "family:ice shape:tall"),
    ("big-monster", "chicken monster", "species:blue"),
    ("big-monster", "crab monster", "species:orange kind:tile"),
    ("big-monster", "crab", "species:orange"),
    ("big-monster", "Mutagenic tiles", "mutagens>=1"),
    ("big-monster", "double mutagenic monster", "mutagens:2"),
    ("big-monster", "single mutagenic monster", "mutagens:1"),
    ("big-monster", "lava monster", "family:lava"),
    ("big-monster", "dragon", "family:lava"),
    ("big-monster", "swamp monster", "family:swamp"),
    ("big-monster", "grassland monster", "family:grassland"),
    ("big-monster", "special tiles", "family:grassland"),
    ("big-monster", "desert monster", "family:desert"),
    ("big-monster", "rune monster", "family:rune"),
    ("big-monster", "rune stone monster", "family:rune"),
    ("big-monster", "runic stone monster", "family:rune"),
    ("big-monster", "Different Monsters", "requires:different"),
    ("big-monster", "5 Different Monsters", "id:medal-different"),
    ("big-monster", "7 Different Monsters", "id:medal-different-team"),
    ("big-monster", "penalty medal", "points:-10"),
    ("big-monster", "desert medal", "requires:desert side:individual"),
    # Data Monsters, §2, §5 and §10.
    ("data-monsters", "Krol", "name:Krol"),
    ("data-monsters", "Scrum Planning", "id:scrum-planning"),
    ("data-monsters", "endeavor", "venture:endeavor"),
    # Monster Office, Player resources.
    ("monster-office", "Work (Resource) Cards", "kind:resource"),
    ("monster-office", "resource card", "kind:resource"),
    ("monster-office", "project card", "kind:project"),
    ("monster-office", "Project Tiles", "kind:project-tile"),
    ("monster-office", "Player Tokens", "kind:player-token"),
    ("monster-office", "Credit Tokens", "kind:credit"),
]

SHARED = {"crab", "crab monster", "chicken monster", "desert monster", "ice monster"}
"""Names that other cards have as well: mutations of these animals, and the explorers who start with a monster."""


@pytest.mark.parametrize(("game", "name", "query"), NAMES)
def test_a_printed_name_finds_its_cards(packaged, game, name, query):
    box = packaged(game)
    vocabulary = Vocabulary.of([box.game])
    matching = {card.id for card in box.cards if card_test(parse(query, vocabulary))(card)}
    assert matching
    searched = parse(f'name:"{name}"', vocabulary)
    found = {card.id for card in box.cards if card_test(searched)(card)}
    assert matching <= found
    assert not found - matching or name in SHARED
    called = set(CardNames(box.cards).find(name))
    assert called & matching
    assert called <= matching or name in SHARED


@pytest.mark.parametrize(
    ("game", "name", "card"),
    [(game, name, query.removeprefix("id:")) for game, name, query in NAMES if query.startswith("id:")]
    + [("dataset", "Carta-Avvocato", "lawyer"), ("dataset", "Carte-Réclamation", "complaint")],
)
def test_a_printed_name_of_one_card_stands_in_a_deck_list(packaged, game, name, card):
    box = packaged(game)
    known = DeckVocabulary(box.game.definition, box.cards, box.game.labels)
    deck = resolve(deck_list_in(f"2 {name}\n", "evening.txt"), known)
    assert [(entry.card, entry.copies) for entry in deck.entries] == [(card, 2)]


def test_the_names_that_the_page_of_a_game_lists_find_cards(packaged):
    """docs/games/big-monster.md names some of those that the rulebook prints."""
    page = (ROOT / "docs" / "games" / "big-monster.md").read_text(encoding="utf-8")
    (listed,) = re.findall(r"Names that the rulebook prints \((.*?)\)", page, re.DOTALL)
    names = CardNames(packaged("big-monster").cards)
    assert [name for name in re.findall(r"\*(.+?)\*", listed) if not names.find(name)] == []


@pytest.mark.parametrize("name", ["exportation à l’internationale", "Carta-Avvocato", "fiore di loto"])
def test_an_alias_is_not_printed(packaged, name):
    """What the cards say is their own; aliases are only found."""
    cards = packaged("dataset").cards
    assert name not in {text for card in cards for texts in card.texts.values() for text in texts.values()}


@pytest.mark.parametrize(
    ("name", "count", "total"),
    [("stetoscopio", 5, 7), ("Carte-Finalità", 9, 9), ("addestramento Intelligenza Artificiale", 1, 1)],
)
def test_a_printed_name_scores(score, packaged, name, count, total):
    """In a score file too: one card by its alias, and several are told apart by their ids."""
    box = packaged("dataset")
    found = CardNames(box.cards).find(name)
    assert len(found) == count
    assert sum(card.copies for card in box.cards if card.id in found) == total
    if count == 1:
        treasure = {"simple-red": 6, name: 1}
        ada, _ = score("dataset", {"Ada": {"treasures": [treasure]}, "Bo": {}}).seats
        assert ada.points == 1

"""Texts are set on their real faces: what is too long is found, with the entry it is in."""

from __future__ import annotations

from dataclasses import replace

import pytest

from deckwright.model.card import Deck, DeckEntry
from deckwright.model.translation import Message
from deckwright.translation.checks.fit import check_fit
from deckwright.workbench.printing import print_job
from deckwright.workbench.selection import SelectedCards

SENTENCE = "Regardez les trois premières cartes de votre paquet et remettez-les dans l’ordre de votre choix. "
WIDE = "Anticonstitutionnellement-anticonstitutionnel"


@pytest.fixture(scope="module")
def set_cards(packaged):
    """Set some cards of a packaged game in French, with some of their texts changed."""

    def found(game, state="draft", **texts):
        box = packaged(game)
        cards = {card.id: card for card in box.cards}
        entries = []
        for context, text in texts.items():
            card, _, name = context.rpartition(".")
            one = cards[card]
            cards[card] = replace(one, texts={**one.texts, "fr": {**one.texts["fr"], name: text}})
            entries.append(Message(context, "x", text, state))
        cards = {
            card.id: card for card in cards.values() if any(one.startswith(f"{card.id}.") for one in texts)
        }
        deck = Deck(game, game, tuple(DeckEntry(card, 1) for card in cards))
        job = print_job(SelectedCards(deck, box.game, cards), box.assets, "fr")
        return list(check_fit(job, entries))

    return found


def test_a_text_that_fits_has_no_finding(set_cards):
    assert set_cards("data-monsters", **{"pivot.text": "Piochez une carte.", "pivot.name": "Virage"}) == []


@pytest.mark.parametrize(("words", "lines"), [(8, None), (9, 1), (10, 2), (11, 3), (20, 12)])
def test_a_text_that_is_too_long_says_by_how_many_lines(set_cards, words, lines):
    """Eight of these words fit, each on a line of its own; the name before it has nothing to do with it."""
    found = set_cards("data-monsters", **{"pivot.name": "Virage", "pivot.text": " ".join([WIDE] * words)})
    count = "1 line" if lines == 1 else f"{lines} lines"
    message = f"It is {count} too long for text of the face hack, even at 7 pt. Shorten it."
    assert [(entry.context, rule, *fault[:3]) for entry, rule, fault in found] == (
        [("pivot.text", "fit", "error", message, lines)] if lines else []
    )


def test_a_word_that_is_too_wide_is_found(set_cards):
    ((entry, _, fault),) = set_cards("data-monsters", **{"pivot.name": "Anticonstitutionnellement" * 4})
    assert (entry.context, fault.severity, fault.found) == ("pivot.name", "error", 1)
    assert fault.message.startswith("A word is too wide for name of the face hack")


def test_so_is_one_in_a_stack_of_texts_between_its_panel_s_edges(set_cards):
    ((entry, _, fault),) = set_cards(
        "data-monsters", **{"pivot.requirement": "Anticonstitutionnellement" * 4}
    )
    assert (entry.context, fault.found) == ("pivot.requirement", 1)
    assert fault.message.startswith("A word is too wide for requirement of the face hack")


def test_each_card_that_was_set_is_counted(packaged):
    box = packaged("dataset")
    cards = {card.id: card for card in box.cards[:3]}
    deck = Deck("x", "x", tuple(DeckEntry(card, 1) for card in cards))
    counted = []
    job = print_job(SelectedCards(deck, box.game, cards), box.assets, "fr")
    assert list(check_fit(job, [], counted.append)) == []
    assert counted == [1, 2, 3]


def test_a_letter_that_the_font_does_not_have_is_found(set_cards):
    ((entry, _, fault),) = set_cards("dataset", **{"consent.flavour": "同意します"})[:1]
    assert (entry.context, fault.severity) == ("consent.flavour", "error")
    assert "U+" in fault.message


def test_a_word_of_the_game_that_is_too_long_is_found_where_it_is_translated(packaged):
    box = packaged("dataset")
    labels = {**box.game.labels["fr"], "field:set.optional": "facultative " * 30}
    game = replace(box.game, labels={**box.game.labels, "fr": labels})
    cards = {card.id: card for card in box.cards if card.id == "consent"}
    job = print_job(SelectedCards(Deck("x", "x", (DeckEntry("consent", 1),)), game, cards), box.assets, "fr")
    entries = [Message("field:set.optional", "opzionale", "facultative " * 30, "draft")]
    found = {(entry.context, fault.severity) for entry, _, fault in check_fit(job, entries)}
    assert found == {("field:set.optional", "error")}
    entries = [Message("consent.name", "Consenso", "Consentement", "draft")]
    found = {(entry.context, fault.severity) for entry, _, fault in check_fit(job, entries)}
    assert found == {("consent.name", "error")}, "no entry has the word itself"


def test_what_is_not_printed_is_not_looked_at(set_cards):
    assert set_cards("data-monsters", state="stale", **{"pivot.text": SENTENCE * 12}) == []

"""Texts are set on their real faces: what is too long is found, with the entry it is in."""

from __future__ import annotations

from dataclasses import replace

import pytest

from deckwright.files.game_package import read_package
from deckwright.model.card import Deck, DeckEntry
from deckwright.model.translation import Message
from deckwright.press.drawing.card import draw_card, set_texts
from deckwright.press.drawing.context import RenderContext
from deckwright.press.faces.choice import face_of, query_matcher
from deckwright.translation.checks.fit import check_fit
from deckwright.workbench.exports import SelectedCards
from deckwright.workbench.sheet_exports import print_job

from ...programs import deep_except
from ...registries import GAMES

SENTENCE = "Regardez les trois premières cartes de votre paquet et remettez-les dans l’ordre de votre choix. "
WIDE = "Anticonstitutionnellement-anticonstitutionnel"


def in_french(game, assets):
    return RenderContext(game, "fr", assets, query_matcher(game))


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
        return list(check_fit(in_french(box.game, box.assets), list(cards.values()), entries))

    return found


def test_a_text_that_fits_has_no_finding(set_cards):
    assert set_cards("data-monsters", **{"pivot.text": "Piochez une carte.", "pivot.name": "Virage"}) == []


@pytest.mark.parametrize(("words", "lines"), [(7, None), (8, 1), (9, 2), (10, 3), (20, 13)])
def test_a_text_that_is_too_long_says_by_how_many_lines(set_cards, words, lines):
    """Seven of these words fit, each on a line of its own; the name before it has nothing to do with it."""
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
    counted = []
    context = in_french(box.game, box.assets)
    assert list(check_fit(context, box.cards[:3], [], counted.append)) == []
    assert counted == [1, 2, 3]


def test_a_letter_that_the_font_does_not_have_is_found(set_cards):
    ((entry, _, fault),) = set_cards("dataset", **{"consent.flavour": "同意します"})[:1]
    assert (entry.context, fault.severity) == ("consent.flavour", "error")
    assert "U+" in fault.message


def test_a_word_of_the_game_that_is_too_long_is_found_where_it_is_translated(packaged):
    box = packaged("dataset")
    labels = {**box.game.labels["fr"], "field:set.optional": "facultative " * 30}
    game = replace(box.game, labels={**box.game.labels, "fr": labels})
    cards = [card for card in box.cards if card.id == "consent"]
    entries = [Message("field:set.optional", "opzionale", "facultative " * 30, "draft")]
    found = {
        (entry.context, fault.severity)
        for entry, _, fault in check_fit(in_french(game, box.assets), cards, entries)
    }
    assert found == {("field:set.optional", "error")}
    entries = [Message("consent.name", "Consenso", "Consentement", "draft")]
    found = {
        (entry.context, fault.severity)
        for entry, _, fault in check_fit(in_french(game, box.assets), cards, entries)
    }
    assert found == {("consent.name", "error")}, "no entry has the word itself"


def test_so_is_a_word_that_is_alone_in_its_box(packaged):
    box = packaged("data-monsters")
    long = "points de big data " * 10
    game = replace(box.game, labels={**box.game.labels, "fr": {**box.game.labels["fr"], "field:bdp": long}})
    cards = [card for card in box.cards if card.kind == "opportunity"]
    entries = [Message("field:bdp", "big data points", long, "draft")]
    found = {
        (entry.context, fault.severity)
        for entry, _, fault in check_fit(in_french(game, box.assets), cards, entries)
    }
    assert found == {("field:bdp", "error")}


@pytest.fixture
def found_when():
    """What is found about room and letters on all cards of a game in a language, when they are drawn and when only their texts are set."""

    def both(box, cards, language):
        deck = Deck(box.game.id, box.game.id, tuple(DeckEntry(card, 1) for card in cards))
        job = print_job(SelectedCards(deck, box.game, cards), box.assets, language)

        def found(look_at):
            context = RenderContext(job.game, job.language, job.assets, job.matches)
            for card, _ in job.cards:
                look_at(card, face_of(card, job.faces), context)
            return {finding for finding in context.findings if finding.rule in {"overflow", "missing-glyph"}}

        return found(lambda *about: list(draw_card(*about))), found(set_texts)

    return both


@pytest.mark.parametrize("times", [1.3, 1.7, 2.5])
@pytest.mark.parametrize("game", deep_except(["dataset"], GAMES, "draws all cards"))
def test_what_is_not_set_because_it_surely_fits_does_fit_when_it_is_drawn(packaged, found_when, game, times):
    box = packaged(game)
    cards = {}
    for card in box.cards:
        french = {name: longer(text, times) for name, text in card.texts.get("fr", {}).items()}
        cards[card.id] = replace(card, texts={**card.texts, "fr": french})
    drawn, told = found_when(box, cards, "fr")
    assert told == drawn
    assert drawn or times < 2


def test_a_stack_inside_a_stack_has_its_own_height(tmp_path, found_when):
    game = "id: pond\ntitle: Pond\nsource_language: en\nlanguages: [en]\nkinds: {frog: {name: Frog, face: own}}\n"
    face = (
        'extends: plain\nboxes: [{stack: [{stack: [{text: "{text}", style: {size: 9, min: 8}}], height: 4}, '
        '{text: "{name}"}], at: [5, 5, 40, 70]}]\n'
    )
    (tmp_path / "cards").mkdir()
    (tmp_path / "faces").mkdir()
    (tmp_path / "game.yaml").write_text(game)
    (tmp_path / "faces" / "own.yaml").write_text(face)
    (tmp_path / "cards" / "a.yaml").write_text(
        f"cards: [{{id: frog, name: Frog, kind: frog, text: {'Hop and croak. ' * 12}}}]\n"
    )
    box, findings = read_package(tmp_path)
    assert box, findings
    drawn, told = found_when(box, {card.id: card for card in box.cards}, "en")
    assert told == drawn != set()


def longer(text, times):
    """A text with so many times as many words."""
    words = text.split()
    return " ".join((words * 3)[: max(1, round(len(words) * times))])


def test_what_is_not_printed_is_not_looked_at(set_cards):
    assert set_cards("data-monsters", state="stale", **{"pivot.text": SENTENCE * 12}) == []

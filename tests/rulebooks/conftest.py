"""What tests of rulebooks ask of the packaged games: their cards by a query, their tables, and their scores."""

from __future__ import annotations

import json
import re
from collections import Counter

import pytest

from deckwright.construction.combine import combine
from deckwright.construction.deck_checker import CheckContext
from deckwright.errors import InputError
from deckwright.files.yaml import document_of
from deckwright.model.query.binding import Vocabulary, parse
from deckwright.model.query.matching import card_test
from deckwright.scoring.score import ScoreContext, read_case, score_sheet
from deckwright.table.deal import SeatDecks, TableOptions, deal, deal_for


@pytest.fixture
def lay(packaged):
    """Lay the table of a packaged game."""

    def run(name, players, mode="", seed=1):
        box = packaged(name)
        cards = {card.id: card for card in box.cards}
        step = deal_for(box.game, players, mode)[0].deck
        decks = ()
        if step and step.each:
            decks = tuple(box.decks[seat % len(box.decks)] for seat in range(players))
        elif step:
            packs = [(deck, step.packs) for deck in box.decks]
            decks = (combine(packs, box.game, cards, CheckContext(step.name, players)).deck,)
        return deal(box.game, cards, TableOptions(players, seed, mode, SeatDecks(decks)))

    return run


@pytest.fixture
def everything():
    """Count every copy that lies anywhere on a table."""

    def count(table):
        zones = [*table.zones.values(), *(zone for seat in table.seats for zone in seat.values())]
        return Counter(card for zone in zones for card in zone)

    return count


@pytest.fixture
def numbers_in(packaged):
    """The numbers of a text of a packaged game in a language, by their size; a minus sign belongs to its number."""

    def run(name, language, context):
        text = packaged(name).game.labels[language][context]
        return sorted(map(int, re.findall(r"-?\d+", text.replace("−", "-"))))

    return run


@pytest.fixture
def find(packaged):
    """The cards of a packaged game that a query finds."""

    def run(name, query):
        box = packaged(name)
        parsed = parse(query, Vocabulary.of([box.game]))
        return [card for card in box.cards if card_test(parsed)(card)]

    return run


@pytest.fixture
def copies(find):
    """Count the copies in the box of a packaged game that a query finds."""

    def run(name, query):
        return sum(card.copies for card in find(name, query))

    return run


@pytest.fixture
def score(packaged):
    """Score what each seat of a packaged game has; a game that is not whole is still under way."""

    def run(name, seats, *, mode="", is_whole=True):
        box = packaged(name)
        document = document_of(json.dumps({"seats": seats}, indent=1), "evening.yaml")
        cards = {card.id: card for card in box.cards}
        return score_sheet(*read_case(document, box.game, cards, ScoreContext(mode, is_whole=is_whole)))

    return run


@pytest.fixture
def faults_of(score):
    """Rules that a score file breaks: each with its citation, what was found, and the limit."""

    def run(name, seats, **more):
        try:
            findings = score(name, seats, **more).findings
        except InputError as error:
            findings = error.findings
        return [(one.rule, one.cite, one.found, one.limit, one.severity) for one in findings]

    return run

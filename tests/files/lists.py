"""What tests of deck lists share."""

from __future__ import annotations

import pytest

from deckwright.errors import InputError
from deckwright.files.deck_cards import resolve
from deckwright.files.deck_formats import parse_deck_list


def entries(deck):
    return [(entry.zone, entry.card, entry.copies) for entry in deck.entries]


def read(vocabulary, text, name="deck", first_line=1):
    return resolve(parse_deck_list(text.encode(), name, first_line), vocabulary)


def faults_of(vocabulary, text, name="deck", first_line=1):
    with pytest.raises(InputError) as caught:
        read(vocabulary, text, name, first_line)
    error = caught.value
    assert error.exit_code == 3
    return [f"{finding.where}: {finding.message}" for finding in error.findings] or [
        f"{error.where}: {error.message}"
    ]

"""Every table of every packaged game: nothing is lost, nothing is there twice, and seeds give it again."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.messages import use
from deckwright.model.game import numbers_in
from deckwright.reports.deals import deal_lines
from deckwright.table.deal import deal_for

from ..registries import GAMES


@pytest.mark.parametrize("name", GAMES)
@given(data=st.data(), seed=st.integers() | st.text(max_size=12))
def test_every_copy_lies_in_one_place(lay, everything, packaged, name, data, seed):
    box = packaged(name)
    modes = box.game.definition.get("modes", {})
    mode = data.draw(st.sampled_from(list(modes)))
    players = data.draw(
        st.sampled_from(numbers_in(modes[mode].get("players") or box.game.definition["players"]))
    )
    table = lay(name, players, mode, seed)
    there = everything(table)
    copies = {card.id: card.copies for card in box.cards}
    bring_decks = deal_for(box.game, players, mode)[0].deck
    if not bring_decks:
        assert all(count <= copies[card] for card, count in there.items())
    laid = Counter(
        card
        for done in table.steps
        if done.step.act in {"pile", "deck", "cards"}
        for move in done.placed
        for card in move.cards
    )
    assert there == laid + Counter(table.zones["aside"])
    assert lay(name, players, mode, seed) == table


@pytest.mark.parametrize(
    ("language", "one", "many"),
    [
        ("en", "1 card left over.", "2 cards left over."),
        ("fr", "il reste 1 carte.", "il reste 2 cartes."),
        ("it", "avanza 1 carta.", "avanzano 2 carte."),
    ],
)
def test_cards_that_are_left_over_are_counted_in_good_words(lay, packaged, language, one, many):
    """Dataset: level 4 leaves one card of its 120, level 1 two of its 94."""
    box = packaged("dataset")
    use(language)
    for mode, words in (("level-4", one), ("level-1", many)):
        lines = deal_lines(lay("dataset", 2, mode), box.game, {c.id: c for c in box.cards}, language)
        assert any(line.endswith(words) for line in lines)


@pytest.mark.parametrize(
    ("language", "sizes"),
    [
        ("en", ("1 board", "80 tiles", "10 tiles", "24 tiles", "92 tokens", "90 cards", "3 boards")),
        ("fr", ("1 plateau", "80 tuiles", "10 tuiles", "24 tuiles", "92 jetons", "90 cartes", "3 plateaux")),
        (
            "it",
            (
                "1 tabellone",
                "80 tessere",
                "10 tessere",
                "24 tessere",
                "92 gettoni",
                "90 carte",
                "3 tabelloni",
            ),
        ),
    ],
)
def test_tiles_tokens_and_boards_are_not_called_cards(lay, packaged, language, sizes):
    """Big Monster has no cards at the table; Monster Office has some of everything."""
    texts = {}
    use(language)
    for name in ("big-monster", "monster-office"):
        box = packaged(name)
        lines = deal_lines(lay(name, 4), box.game, {card.id: card for card in box.cards}, language)
        texts[name] = "\n".join(lines)
    assert not re.search(r"\d (card|cart)", texts["big-monster"])
    assert [size for size in sizes if size not in "".join(texts.values())] == []

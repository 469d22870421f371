"""A translator is told of the box that a text is printed in, and the text fits where it is said to."""

from __future__ import annotations

import pytest

from deckwright.translation.extract import TextSpaces, outgoing_messages


@pytest.fixture
def rooms(packaged):
    """The rooms of a packaged game in a language, its cards, and the game."""

    def make(name, language="fr"):
        box = packaged(name)
        cards = {card.id: card for card in box.cards}
        return TextSpaces(box.game, language, box.assets), cards, box

    return make


def test_the_box_is_that_of_the_card_and_its_stack(rooms):
    made, cards, _ = rooms("dataset")
    name, text = (made.room(cards["lawyer"], one) for one in ("name", "text"))
    assert (name.width, name.others) == (53, ())
    assert (text.width, text.height, text.others) == (51.8, 43.4, ("flavour",))
    # The face has one box for simple cards and one for sensitive ones.
    assert made.room(cards["simple-red"], "flavour").width == 34
    assert made.room(cards["health-red"], "flavour").width == 37.5


def test_what_a_face_does_not_print_has_no_room(rooms):
    made, cards, _ = rooms("dataset")
    assert made.room(cards["simple-red"], "text") is None


@pytest.mark.parametrize(
    ("game", "language"), [("dataset", "it"), ("dataset", "fr"), ("data-monsters", "fr")]
)
def test_every_text_that_is_printed_has_a_room_about_as_large_as_it_is(rooms, game, language):
    made, cards, _ = rooms(game, language)
    for card in cards.values():
        for name, text in card.texts.get(language, {}).items():
            room = made.room(card, name)
            assert room, (card.id, name)
            assert len(text) <= room.least.lines * room.least.letters * 1.1, (card.id, name, room)
            assert room.least.letters >= room.usual.letters


def test_every_word_of_a_game_is_told_apart(rooms):
    made, cards, box = rooms("data-monsters")
    told = outgoing_messages(box.entries["fr"], cards, made)
    words = [one for one in told if not one.entry.card]
    assert words
    assert [one.entry.context for one in words if one.about[0] == one.entry.context] == []

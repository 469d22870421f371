"""Icons in the texts of cards are written in their own way."""

from __future__ import annotations

from deckwright.files.references import unknown_icons


def test_an_icon_as_faces_write_it_says_how_texts_do():
    [(place, message)] = unknown_icons("Eat a {icon:fork}.", {"fork": "mdi:fork"})
    assert (place, message) == (6, "{icon:fork} is what a face writes: in a text it is {fork}.")
    [(_, message)] = unknown_icons("{icon:frok}", {"fork": "mdi:fork"})
    assert "Did you mean fork?" in message


def test_an_icon_that_a_game_names_is_known():
    assert not list(unknown_icons("Eat a {fork}.", {"fork": "mdi:fork"}))

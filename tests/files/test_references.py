"""Icons in the texts of cards are written in their own way."""

from __future__ import annotations

import pytest

from deckwright.files.references import printed_braces, unknown_icons


def test_an_icon_as_faces_write_it_says_how_texts_do():
    [(place, message)] = unknown_icons("Eat a {icon:fork}.", {"fork": "mdi:fork"})
    assert (place, message) == (6, "{icon:fork} is what a face writes: in a text it is {fork}.")
    [(_, message)] = unknown_icons("{icon:frok}", {"fork": "mdi:fork"})
    assert "Did you mean fork?" in message


def test_an_icon_that_a_game_names_is_known():
    assert not list(unknown_icons("Eat a {fork}.", {"fork": "mdi:fork"}))


@pytest.mark.parametrize(
    ("text", "written", "said"),
    [
        ("Pay {COST}.", "{COST}", "Did you mean {cost}?"),
        ("Pay {cost+1}.", "{cost+1}", "Did you mean {cost}?"),
        ("Pay { cost }.", "{ cost }", "Did you mean {cost}?"),
        ("Pay {Costs}.", "{Costs}", "Did you mean {cost}?"),
        ("Pay {T}.", "{T}", "no spaces."),
        ("Pay {2}.", "{2}", "no spaces."),
        ("Pay {cost.", "{", "no match"),
        ("Pay cost}.", "}", "no match"),
    ],
)
def test_what_braces_hold_and_no_icon_is_found_with_the_nearest_icon(text, written, said):
    [(place, found, message)] = printed_braces(text, ["cost", "draw"])
    assert (place, found) == (text.index(written), written)
    assert message.endswith(said) or said in message
    assert not list(unknown_icons(text, ["cost", "draw"]))


def test_a_name_shows_no_icons():
    assert not list(printed_braces("Pay {cost} or {icon:cost}", ["cost"]))
    assert [found for _, found, _ in printed_braces("The {cost}", ["cost"], is_name=True)] == ["{cost}"]

"""The module files/deck_xml."""

from __future__ import annotations

import pytest

from deckwright.errors import InputError

from .lists import entries, faults_of, read


def test_a_name_on_several_lines_of_xml_is_one_name(vocabulary):
    text = '<deck><section name="Main"><card qty="1">\n  Krol\n  Grande\n</card></section></deck>'
    assert entries(read(vocabulary, text)) == [("cards", "krol-senior", 1)]


def test_a_comment_before_the_first_element_is_no_element(vocabulary):
    text = '<!-- a <deck> -->\n<cockatrice_deck><zone name="main"><card number="1" name="Town"/></zone></cockatrice_deck>'
    assert entries(read(vocabulary, text)) == [("cards", "town", 1)]
    with pytest.raises(InputError):
        read(vocabulary, "<?x?><!--y-->" * 50_000 + "<")


BOMB = "<?xml version='1.0'?>\n<!DOCTYPE a [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;'>]>\n<{0}>&b;</{0}>"


@pytest.mark.parametrize("root", ["cockatrice_deck", "deck", "Deck"])
def test_entities_are_refused(vocabulary, root):
    [fault] = faults_of(vocabulary, BOMB.format(root))
    assert fault.startswith("deck:2:13: <!DOCTYPE … [ … ]> is not allowed in this file")


CARD = '<card qty="1" number="1" name="Town"/>'


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        (f"<cockatrice_deck>\n<zone2>{CARD}</zone2></cockatrice_deck>", ["2:1: Unknown element: <zone2>."]),
        (
            f'<cockatrice_deck><zone name="main">{CARD}\n<zone>{CARD}</zone></zone></cockatrice_deck>',
            ["2:1: Unknown element: <zone>."],
        ),
        (
            '<cockatrice_deck>\n<zone name="main">2 Town</zone></cockatrice_deck>',
            ["2:1: The element <zone> cannot contain text."],
        ),
        (f"<deck>\n<cards>{CARD}</cards></deck>", ["2:1: Unknown element: <cards>."]),
        ("<deck>\n2 Town</deck>", ["1:1: The element <deck> cannot contain text."]),
        (
            '<deck><section name="Main">\n<card qty="1"><name>Town</name></card></section></deck>',
            ["2:15: Unknown element: <name>."],
        ),
        ("<Deck>\n<Card/></Deck>", ["2:1: Unknown element: <Card>."]),
        (
            '<deck><superzone name="Deck">\n<card><name>Town</name></card><town/></superzone></deck>',
            ["2:31: Unknown element: <town>."],
        ),
    ],
)
def test_an_element_of_another_layout_is_an_error_at_its_place(vocabulary, text, faults):
    assert faults_of(vocabulary, text) == [f"deck:{fault}" for fault in faults]


@pytest.mark.parametrize(
    "text", ["<deck/>", "<Deck></Deck>", "<cockatrice_deck><deckname/></cockatrice_deck>"]
)
def test_a_file_that_says_nothing_is_no_deck(vocabulary, text):
    assert faults_of(vocabulary, text) == ["deck: deck has no cards."]


def test_a_name_in_two_places_is_read_whole(vocabulary):
    text = '<cockatrice_deck><zone name="main"><card number="1" name="Town">Peach</card></zone></cockatrice_deck>'
    assert faults_of(vocabulary, text) == ["deck:1:36: lab has no card Town Peach. Did you mean Town, Peach?"]

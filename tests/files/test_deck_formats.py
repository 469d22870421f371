"""The module files/deck_formats."""

from __future__ import annotations

import csv
import io
import json
import re
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ruamel.yaml import YAML

from deckwright import files
from deckwright.errors import InputError
from deckwright.files.deck_cards import resolve
from deckwright.files.deck_formats import FORMATS, WRITTEN_FORMATS, parse_deck_list
from deckwright.files.deck_vocabulary import DeckVocabulary
from deckwright.files.decks import DeckFileFormat

from .lists import decks, entries, faults_of, read, tree_of

DECKS = Path(__file__).parent / "decks"
MODULES = Path(files.__file__).parent


# One deck, as every program writes it.


class Example(NamedTuple):
    """What is read of a file in `decks/`: where its first card is, the name of the deck, and the zone of the side deck.

    The zone is `side` where cards are only marked, without the name that it has in a game.
    """

    first: str
    name: str = "deck"
    side: str = "sideboard"


EXAMPLES = {
    "cockatrice.cod": Example("10:9", name="The long run"),
    "octgn.o8d": Example("4:5", name="The long run"),
    "mtgo.dek": Example("5:3", side="side"),
    "lackey.dek": Example("7:3", name="The long run"),
    "mtgo.txt": Example("1:3", side="side"),
    "arena.txt": Example("5:3", name="The long run"),
    "tabletop.json": Example("12:9", name="The long run"),
    "table.csv": Example("2:3"),
    "combined.json": Example("6:24", name="The long run"),
    "moxfield.txt": Example("1:3"),
    "archidekt.txt": Example("1:4"),
    "tappedout.txt": Example("1:4"),
    "deckstats.txt": Example("2:3", side="side"),
    "workstation.txt": Example("5:7", name="The long run", side="side"),
    "cockatrice.txt": Example("7:3", side="side"),
    "tappedout.csv": Example("2:8"),
    "mtgo.csv": Example("2:1", side="side"),
}


def test_every_example_is_read():
    assert {*EXAMPLES} == {path.name for path in DECKS.iterdir()}


@pytest.mark.parametrize(("name", "example"), EXAMPLES.items())
@pytest.mark.parametrize("ending", ["", ".txt"])
def test_the_deck_of_every_program_is_the_same_deck(vocabulary, name, example, ending):
    deck = resolve(parse_deck_list((DECKS / name).read_bytes(), f"deck{ending}"), vocabulary)
    first_copies = 3 if name == "mtgo.txt" else 2
    assert sorted(entries(deck)) == [
        ("cards", "mainframe", first_copies),
        ("cards", "town", 1),
        (example.side, "krol-senior", 3),
    ]
    assert deck.name == example.name
    assert deck.format == ("grand" if "grand" in (DECKS / name).read_text(encoding="utf-8") else "")
    where = {entry.card: entry.where for entry in deck.entries}
    assert str(where["mainframe"]) == f"deck{ending}:{example.first}"


def test_lines_are_counted_from_where_the_deck_begins(vocabulary):
    for name in EXAMPLES:
        text = (DECKS / name).read_text(encoding="utf-8")
        alone, later = read(vocabulary, text), read(vocabulary, text, first_line=101)
        assert [entry.where.line + 100 for entry in alone.entries] == [
            one.where.line for one in later.entries
        ]


def recognized_as(path):
    text = path.read_text(encoding="utf-8")
    return [form for form in FORMATS if form.recognizes and form.recognizes(text)]


@pytest.mark.parametrize("name", EXAMPLES)
def test_no_format_takes_the_file_of_another(name):
    """In whatever order they are asked; a text list is what no format recognizes."""
    assert len(recognized_as(DECKS / name)) == (not name.endswith(".txt"))


@pytest.mark.parametrize("form", [form for form in FORMATS if form.recognizes], ids=lambda form: form.program)
def test_every_format_has_an_example_in_decks(form):
    assert [form] in map(recognized_as, DECKS.iterdir())


def test_every_format_is_in_the_table():
    modules = [import_module(f"deckwright.files.{file.stem}") for file in MODULES.glob("deck*.py")]
    made = [
        value for module in modules for value in vars(module).values() if isinstance(value, DeckFileFormat)
    ]
    assert [form for form in made if form not in FORMATS] == []


# The same files, read by other readers than ours.


def in_xml(path, count, text):
    def read(data):
        return [
            (zone.get("name"), int(card.get(count)), text(card))
            for zone in tree_of(data).iter(path)
            for card in zone.iter("card")
        ]

    return read


def in_csv(data):
    rows = [
        row for row in csv.DictReader(io.StringIO(data.removeprefix("\ufeff"), newline="")) if row["card"]
    ]
    return [(row["zone"], int(row["copies"]), row["card"]) for row in rows]


def in_json(data):
    deck = json.loads(data)
    zones = {"cards": deck["cards"], **deck.get("zones", {})}
    return [(zone, one["copies"], one["card"]) for zone, entries in zones.items() for one in entries]


def in_yaml(data):
    deck = YAML(typ="safe", pure=True).load(data)
    found = []
    for zone, held in {"cards": deck.get("cards", []), **deck.get("zones", {})}.items():
        for one in [held] if isinstance(held, dict) else held:
            pairs = (
                [(one["card"], one["copies"])]
                if "card" in one and isinstance(one["card"], str)
                else one.items()
            )
            found += [(zone, copies, card) for card, copies in pairs]
    return found


def in_lines(data):
    """Counted lines below headings, in a text list, an Arena list, or a page."""
    found, zone = [], "cards"
    for line in data.replace("- ", "").split("\n"):
        if counted := re.match(r"(\d+) (.*)", line):
            found.append((zone, int(counted[1]), counted[2]))
        elif heading := re.fullmatch(r"(?:## )?([A-Za-z]\w*)(?::| \(\d+\)|)", line.replace("\\", "")):
            zone = heading[1].lower()
    return found


ORACLES = {
    "text": in_lines,
    "arena": in_lines,
    "markdown": in_lines,
    "cod": in_xml("zone", "number", lambda card: card.get("name")),
    "o8d": in_xml("section", "qty", lambda card: card.text),
    "csv": in_csv,
    "json": in_json,
    "yaml": in_yaml,
}


@pytest.mark.parametrize("name", WRITTEN_FORMATS)
@given(decks(), st.sampled_from(["en", "it"]))
def test_other_readers_find_the_same_cards(name, made, language):
    deck, cards = made
    found = ORACLES[name](WRITTEN_FORMATS[name].write(deck, cards, language))
    zones = {"main": "cards", "Main": "cards", "Side": "side", "deck": "cards", "sideboard": "side"}
    ours = sorted((entry.zone, entry.copies) for entry in deck.entries)
    assert sorted((zones.get(zone, zone), copies) for zone, copies, _ in found) == ours
    if name not in {
        "yaml",
        "markdown",
    }:  # ids of digits alone are numbers to others, and pages escape their marks
        known = {text for card in cards.values() for text in (card.id, card.name(language))}
        assert all(text in known or "{" in text for *_, text in found)


# Sections and zones, by the rules for headings of text lists.


def test_a_section_that_is_neither_a_zone_nor_a_kind_is_an_error(vocabulary):
    text = '<deck>\n<section name="My hero">\n<card qty="1">Town</card></section></deck>'
    assert faults_of(vocabulary, text) == ["deck:2:1: lab has no card or zone My hero."]


def test_a_section_of_a_kind_is_in_the_main_zone_after_any_other(vocabulary):
    sections = '<section name="Leader"><card qty="1">Town</card></section><section name="Tools"><card qty="2">Peach</card></section>'
    wanted = [("leader", "town", 1), ("cards", "peach", 2)]
    assert entries(read(vocabulary, f"<deck>{sections}</deck>")) == wanted
    assert entries(read(vocabulary, "count,name,section\n1,Town,Leader\n2,Peach,Tools\n")) == wanted


def test_a_zone_of_the_game_is_found_in_every_format(vocabulary):
    cod = '<cockatrice_deck><zone name="leader"><card number="1" name="Town"/></zone></cockatrice_deck>'
    o8d = '<deck><section name="Leader"><card qty="1">Town</card></section></deck>'
    table = "zone,count,card\nLEADER,1,town\n"
    saved = '{"Nickname": "Leader", "ContainedObjects": [{"Name": "Card", "Nickname": "Town"}]}'
    for text in (cod, o8d, table, saved):
        assert entries(read(vocabulary, text)) == [("leader", "town", 1)]


# The blank line of Magic Online.


@pytest.mark.parametrize(
    ("text", "sideboard"),
    [
        ("2 Mainframe\n\n1 Town\n", ["town"]),
        ("2 Mainframe\r\n\r\n1 Town\r\n", ["town"]),
        ("1 Mainframe\n\n1 Town\n", []),
        ("2 Mainframe\n\n1 Town\n\n1 Peach\n", []),
        ("2 Mainframe\n\nTown\n", []),
        ("# game: lab\n2 Mainframe\n\n1 Town\n", []),
        ("2 Mainframe\n\n// Tools\n1 Town\n", []),
    ],
)
def test_a_blank_line_means_the_sideboard_only_in_lists_of_two_blocks(vocabulary, text, sideboard):
    deck = read(vocabulary, text)
    assert [entry.card for entry in deck.entries if entry.zone != "cards"] == sideboard


def test_a_blank_line_means_nothing_in_games_without_a_sideboard(cards):
    plain = DeckVocabulary({"id": "lab", "formats": {"solo": {"rules": []}}}, cards.values())
    assert entries(read(plain, "2 Mainframe\n\n1 Town\n")) == [
        ("cards", "mainframe", 2),
        ("cards", "town", 1),
    ]


# Bad input: one clear finding each.

COPIES = "Invalid number of copies: {}. Use 1 to 999."


@pytest.mark.parametrize("count", ["0", "-1", "1.5", "many", "1000", "٣", "1.00.", ""])
@pytest.mark.parametrize(
    ("text", "where"),
    [
        (
            '<cockatrice_deck>\n<zone name="main"><card number="@" name="Town"/></zone></cockatrice_deck>',
            "2:19",
        ),
        ('<deck>\n<section name="Main"><card qty="@">Town</card></section></deck>', "2:22"),
        ('<Deck>\n <Cards Quantity="@" Sideboard="false" Name="Town"/></Deck>', "2:2"),
        ('count,name\n"@",Town\n', "2:1"),
    ],
)
def test_a_count_that_is_not_a_number_is_an_error(vocabulary, text, where, count):
    assert faults_of(vocabulary, text.replace("@", count)) == [
        f"deck:{where}: {COPIES.format(count) if count else 'The number of copies is missing. Use 1 to 999.'}"
    ]


@pytest.mark.parametrize(
    "text",
    [
        '<cockatrice_deck><zone name="main"><card number="1"/></zone></cockatrice_deck>',
        '<deck><section name="Main"><card qty="1" id="x"/></section></deck>',
        '<Deck><Cards Quantity="1"/></Deck>',
        "count,name\n1,\n",
        '{"ObjectStates": [{"Name": "Card", "Nickname": ""}]}',
    ],
)
def test_a_card_without_a_name_is_an_error(vocabulary, text):
    [fault] = faults_of(vocabulary, text)
    assert fault.endswith(": This entry does not name a card.")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (
            "<cockatrice_deck>\n<zone>",
            "deck:2:7: This is not well-formed XML: it ends before all elements are closed.",
        ),
        (
            "<deck>\n  <section></deck>",
            "deck:2:14: This is not well-formed XML: a closing tag does not match its opening tag.",
        ),
        (
            '{"cards": [\n  {"card": "town", copies: 1}]}',
            "deck:2:20: This is not valid JSON: something else was expected here.",
        ),
        ('{"ObjectStates": [}', "deck:1:19: This is not valid JSON: something else was expected here."),
        ('count,name\n1,Town\n2,"Krol\n', "deck:3:1: The quotation marks of this row do not match."),
        (
            "count,name,game\n1,Town,lab\n1,Peach,dataset\n",
            "deck:3:9: game was “lab” before, and is “dataset” here.",
        ),
    ],
)
def test_a_damaged_file_is_one_error_with_its_place(vocabulary, text, fault):
    assert faults_of(vocabulary, text) == [fault]


# What is not a deck is one error, whatever it is.


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("<!DOCTYPE html>\n<html><body>2 Town</body></html>", "a web page"),
        ("<html lang='it'>", "a web page"),
        ('<?xml version="1.0"?>\n<svg xmlns="x"/>', "XML of another kind"),
        ('{"name": "deckwright", "version": 1}', "JSON without cards"),
        ('[{"id": 1}]', "JSON without cards"),
        (
            '<deck xmlns="x"><section name="Main"><card qty="1">Town</card></section></deck>',
            "XML of another kind",
        ),
    ],
)
def test_another_file_is_said_to_be_what_it_is(vocabulary, text, what):
    assert faults_of(vocabulary, text) == [f"deck:1:1: deck is not a deck: it is {what}."]


LETTER = """Dear Ada,

thank you for the cards that you sent me last week.
2 of them were bent, but I could play with all others.
We had a long evening with them, and Bob won twice.

See you soon,
Charles
"""


def test_a_letter_is_one_error(vocabulary):
    assert faults_of(vocabulary, LETTER) == ["deck:1:1: deck is not a deck: no line of it is a card of lab."]
    assert len(faults_of(vocabulary, LETTER + "1 Town\n")) > 1


def test_a_list_with_counts_is_a_deck_even_of_another_game(vocabulary):
    lines = "".join(f"2 Frog {number}\n" for number in range(40))
    assert len(faults_of(vocabulary, lines)) == 40


@given(st.sampled_from([path.read_bytes() for path in sorted(DECKS.iterdir())]), st.data())
def test_damaged_bytes_are_a_deck_or_one_input_error(vocabulary, data, draw):
    at = draw.draw(st.integers(0, len(data)))
    cut = data[:at] + draw.draw(st.binary(max_size=3)) + data[at + draw.draw(st.integers(0, 3)) :]
    with suppress(InputError):
        resolve(parse_deck_list(cut, "deck"), vocabulary)

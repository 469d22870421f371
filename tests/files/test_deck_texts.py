"""The module files/deck_texts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.errors import InputError
from deckwright.files.deck_texts import deck_list_in

# Text lists as players write them: no line is dropped, and every fault is said at its place.


def lines_of(text):
    return [
        (line.card, line.copies, line.where.line, line.where.column)
        for line in deck_list_in(text, "deck.txt").lines
        if line.copies
    ]


def faults_of(text):
    with pytest.raises(InputError) as caught:
        deck_list_in(text, "deck.txt")
    error = caught.value
    assert (error.code, error.exit_code, error.where) == ("bad-deck", 3, error.findings[0].where)
    return [f"{finding.where}: {finding.message}" for finding in error.findings]


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("2 Krol", ("Krol", 2, 1, 3)),
        ("2x Krol", ("Krol", 2, 1, 4)),
        ("2X Krol", ("Krol", 2, 1, 4)),
        ("2× Krol", ("Krol", 2, 1, 4)),
        ("2✕ Krol", ("Krol", 2, 1, 4)),
        ("Krol ✖2", ("Krol", 2, 1, 1)),
        ("2 x Krol", ("Krol", 2, 1, 5)),
        ("2\tKrol", ("Krol", 2, 1, 3)),
        ("  2   Krol Grande  ", ("Krol Grande", 2, 1, 7)),
        ("Krol x2", ("Krol", 2, 1, 1)),
        ("Krol X 2", ("Krol", 2, 1, 1)),
        (" Krol  ×2 ", ("Krol", 2, 1, 2)),
        ("Krol", ("Krol", 1, 1, 1)),
        ("krol-junior", ("krol-junior", 1, 1, 1)),
        ("3 lab/krol-junior", ("lab/krol-junior", 3, 1, 3)),
        ("2 Cœur de données", ("Cœur de données", 2, 1, 3)),
        ("1 7 Wonders", ("7 Wonders", 1, 1, 3)),
        ("1 Echo x2", ("Echo x2", 1, 1, 3)),
        ("01002 x2", ("01002", 2, 1, 1)),
        ("101 x2", ("101", 2, 1, 1)),
        ("2 x2", ("x2", 2, 1, 3)),
        ("002 Krol", ("Krol", 2, 1, 5)),
        ("999 Krol", ("Krol", 999, 1, 5)),
        ("2 Krol # the boss", ("Krol", 2, 1, 3)),
        ("2 Krol // the boss", ("Krol", 2, 1, 3)),
        ("2 C#", ("C#", 2, 1, 3)),
        ("2 http://x", ("http://x", 2, 1, 3)),
        ("2xKrol", ("Krol", 2, 1, 3)),
        ("2x2 Krol", ("2x2 Krol", 1, 1, 1)),
        ("- 2 Krol", ("Krol", 2, 1, 5)),
        ("* Krol", ("* Krol", 1, 1, 1)),
        ("2: Krol", ("Krol", 2, 1, 4)),
        ("2, Krol", ("Krol", 2, 1, 4)),
        ("1 xylo", ("xylo", 1, 1, 3)),
        ("x2 Krol", ("x2 Krol", 1, 1, 1)),
        ("two Krol", ("two Krol", 1, 1, 1)),
        ("2", ("2", 1, 1, 1)),
    ],
)
def test_a_line_is_a_card_and_its_copies(line, wanted):
    assert lines_of(line) == [wanted]


@pytest.mark.parametrize("text", ["", "\n\n", "# a note\n// another\n   # a third", "  \t \n", "# cards: 3"])
def test_comments_and_empty_lines_hold_no_card(text):
    assert lines_of(text) == []


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_lines_are_counted_as_editors_count_them(line_end):
    text = line_end.join(["# a note", "2 Krol", "", "  Town x3", "1 A\u2028B"])
    assert lines_of(text) == [("Krol", 2, 2, 3), ("Town", 3, 4, 3), ("A\u2028B", 1, 5, 3)]


@pytest.mark.parametrize("count", ["0", "-1", "+2", "1.5", "1,5", "1000", "00000", "٣", "9" * 5000])
@pytest.mark.parametrize("form", ["{} Krol", "{}x Krol", "Krol x{}"])
def test_a_count_that_cannot_be_is_a_fault(count, form):
    [fault] = faults_of("1 Town\n  " + form.format(count))
    quoted = count if len(count) <= 12 else f"{count[:12]}…"
    assert fault == f"deck.txt:2:3: Invalid number of copies: {quoted}. Use 1 to 999."


def test_every_fault_is_listed():
    assert [fault.split(": ")[0] for fault in faults_of("# players: many\n0 A\nB\n-1 C\nD x1000\n")] == [
        "deck.txt:2:1",
        "deck.txt:4:1",
        "deck.txt:5:1",
        "deck.txt:1:12",
    ]


def test_what_a_list_says_of_itself_stands_before_its_first_card():
    deck = deck_list_in(
        "# Game: lab\n//format:open\n  #  name :  My  deck \n# players: 3\n2 Krol\n# name: a note\n",
        "deck.txt",
    )
    assert deck.head == {"game": "lab", "format": "open", "name": "My  deck", "players": 3}
    assert {key: str(where) for key, where in deck.locations.items()} == {
        "cards": "deck.txt:1:1",
        "game": "deck.txt:1:9",
        "format": "deck.txt:2:10",
        "name": "deck.txt:3:14",
        "players": "deck.txt:4:12",
    }


@pytest.mark.parametrize(
    "text", ["# game", "# game:", "#game : ", "2 Krol # game: lab", "games: lab", "# the game: lab"]
)
def test_other_comments_say_nothing_of_the_list(text):
    assert deck_list_in(text, "deck.txt").head == {}


def test_what_is_said_twice_is_a_fault():
    assert faults_of("# game: lab\n# Game: other\n") == ["deck.txt:2:9: game is already on line 1."]


@pytest.mark.parametrize("players", ["0", "many", "2-4", "1.5", "100", "9" * 5000])
def test_players_are_a_whole_number(players):
    assert faults_of(f"# players: {players}") == [f"deck.txt:1:12: {players} is not a number of players."]


def test_a_comment_may_be_a_heading_and_has_no_copies():
    deck = deck_list_in("# game: lab\n2 Krol\n\n// Sideboard (3)  \nSB: 1 Town\nSide:\n", "deck.txt")
    assert [(line.card, line.copies, line.zone, line.is_counted, str(line.where)) for line in deck.lines] == [
        ("Krol", 2, "", True, "deck.txt:2:3"),
        ("Sideboard (3)", 0, "", False, "deck.txt:4:4"),
        ("Town", 1, "side", True, "deck.txt:5:7"),
        ("Side:", 1, "", False, "deck.txt:6:1"),
    ]


def lines_told(text):
    """The lines that a list or its faults speak of."""
    try:
        deck = deck_list_in(text, "deck.txt")
    except InputError as error:
        return {finding.where.line for finding in error.findings}, False
    return {line.where.line for line in deck.lines}, True


@given(st.lists(st.text("aK x2#/:.-0é\t", max_size=12), max_size=8))
def test_no_line_is_ever_dropped(lines):
    told, is_read = lines_told("\n".join(lines))
    for number, line in enumerate(lines, 1):
        bare = line.strip()
        says_no_card = not bare or bare.startswith(("#", "//"))
        assert says_no_card or number in told or not is_read, line

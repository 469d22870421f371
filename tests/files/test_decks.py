"""The module files/decks."""

from __future__ import annotations

import io
import re

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from deckwright.errors import InputError
from deckwright.files.decks import (
    as_list,
    as_yaml,
    called,
    deck_list_in,
    deck_list_of,
    is_plain_deck,
    read_deck_list,
    resolve,
)
from deckwright.files.schemas import schema
from deckwright.files.yaml import document_of
from deckwright.model.card import Card, Deck, DeckEntry, copies_by_card
from deckwright.model.card_names import CardNames

# Text lists as players write them: no line is dropped, and every fault is said at its place.


def lines_of(text):
    return [
        (line.card, line.copies, line.where.line, line.where.column)
        for line in deck_list_in(text, "deck.txt").lines
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


def test_a_heading_starts_a_zone():
    deck = deck_list_in("2 Krol\n\nSide:  # spare\n1 Town\n\ncards:\n1 Heart\n", "deck.txt")
    assert [(line.card, line.zone) for line in deck.lines] == [
        ("Krol", "cards"),
        ("Town", "side"),
        ("Heart", "cards"),
    ]
    assert str(deck.locations["side"]) == "deck.txt:3:1"


def lines_told(text):
    """The lines that a list or its faults speak of."""
    try:
        deck = deck_list_in(text, "deck.txt")
    except InputError as error:
        return {finding.where.line for finding in error.findings}, False
    return {line.where.line for line in deck.lines} | {where.line for where in deck.locations.values()}, True


@given(st.lists(st.text("aK x2#/:.-0é\t", max_size=12), max_size=8))
def test_no_line_is_ever_dropped(lines):
    told, is_read = lines_told("\n".join(lines))
    for number, line in enumerate(lines, 1):
        bare = line.strip()
        says_no_card = not bare or bare.startswith(("#", "//")) or re.match(r"[aKx]\w*:(\s|$)", bare)
        assert says_no_card or number in told or not is_read, line


# Deck lists in every form become the same deck, or every fault is said at its place.

KINDS = {"deck.yaml": "cards:\n  {}: 2\n", "deck.txt": "2 {}\n"}


@pytest.fixture
def read(tmp_path, names, monkeypatch):
    """Read a list from a file, or from standard input, with the cards of the laboratory."""
    monkeypatch.chdir(tmp_path)

    def read(name, text, game="lab"):
        data = text if isinstance(text, bytes) else text.encode()
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))
        if name != "-":
            (tmp_path / name).write_bytes(data)
        return resolve(read_deck_list(name), game, names)

    return read


def faults_of_list(read, name, text):
    with pytest.raises(InputError) as caught:
        read(name, text)
    assert (caught.value.code, caught.value.exit_code) == ("bad-deck", 3)
    assert caught.value.where == caught.value.findings[0].where
    return [f"{finding.where}: {finding.message}" for finding in caught.value.findings]


def entries(deck):
    return [(entry.card, entry.copies, entry.zone) for entry in deck.entries]


@pytest.mark.parametrize(
    "text",
    [
        "cards:\n  - {card: mainframe, copies: 2}\n  - card: town\n",
        "cards:\n  - mainframe: 2\n  - town: 1\n",
        "cards:\n  - {Mainframe: 2, CITTA: 1}\n",
        "cards: {mainframe: 2, Town: 1}\n",
        "cards:\n  - {card: lab/mainframe, copies: 2.0}\n  - card: Città\n    copies: 1\n",
    ],
)
def test_yaml_lists_of_every_form_are_one_deck(read, text):
    assert entries(read("deck.yaml", text)) == [("mainframe", 2, "cards"), ("town", 1, "cards")]
    assert entries(read("deck.YML", text)) == [("mainframe", 2, "cards"), ("town", 1, "cards")]
    assert entries(read("-", text)) == [("mainframe", 2, "cards"), ("town", 1, "cards")]


@pytest.mark.parametrize("name", ["deck.txt", "deck", "deck.dec", "-"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_a_text_list_adds_up(read, name, mark, line_end):
    text = mark + "2 Mainframe\nTown\nmainframe x3\nSide:\nTown\n".replace("\n", line_end)
    deck = read(name, text)
    assert entries(deck) == [("mainframe", 5, "cards"), ("town", 1, "cards"), ("town", 1, "side")]
    assert [str(entry.where) for entry in deck.entries] == [f"{name}:1:3", f"{name}:2:1", f"{name}:5:1"]
    assert (deck.size, deck.source) == (7, name)
    assert copies_by_card(deck.entries) == {"mainframe": 5, "town": 2}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("name", "card"),
    [
        ("heart", "heart"),
        ("HEART OF DATA", "heart"),
        ("Cuore di dati", "heart"),
        ("coeur de donnees", "heart"),
        ("Cœur de données", "heart"),
        ("citta", "town"),
        ("CITTÀ", "town"),
        ("Pêche", "peach"),
        ("Péché", "sin"),
        ("Krol Grande", "krol-senior"),
        ("krol-junior", "krol-junior"),
        ("lab/krol-junior", "krol-junior"),
        ("fire ice", "fire-ice"),
        ("Golem 2", "dash"),
    ],
)
def test_a_card_is_found_in_every_language_whatever_the_case_and_accents(read, kind, name, card):
    assert entries(read(kind, KINDS[kind].format(name))) == [(card, 2, "cards")]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("mainfrme", "lab has no card mainfrme. Did you mean mainframe?"),
        ("Mainfrme", "lab has no card Mainfrme. Did you mean Mainframe?"),
        ("Krol", "Krol is the name of several cards. Use one of: krol-junior, krol-senior."),
        ("KROL", "KROL is the name of several cards. Use one of: krol-junior, krol-senior."),
        ("peche", "peche is the name of several cards. Use one of: peach (name:Peach), sin (name:Sin)."),
        ("zzzzzz", "lab has no card zzzzzz."),
        ("dataset/zzzzzz", "lab has no card dataset/zzzzzz. A deck can only contain cards of one game."),
        ("???", "lab has no card ???."),
    ],
)
def test_a_card_that_is_unknown_or_ambiguous_is_a_fault(read, name, message):
    assert faults_of_list(read, "deck.txt", f"1 Town\n2x {name}\n") == [f"deck.txt:2:4: {message}"]
    assert faults_of_list(read, "deck.yaml", f"cards:\n  - Town: 1\n  - card: '{name}'\n") == [
        f"deck.yaml:3:11: {message}"
    ]


def test_decklists_every_fault_is_listed(read):
    text = "1 Town\nKrol\n3 Moon\n1 Sun\n"
    assert [fault.split(": ")[0] for fault in faults_of_list(read, "deck.txt", text)] == [
        "deck.txt:2:1",
        "deck.txt:3:3",
        "deck.txt:4:3",
    ]


def test_a_list_of_junk_is_refused_in_a_moment(read):
    text = "".join(f"1 junk {number}\n" for number in range(60_000))
    faults = faults_of_list(read, "deck.txt", text)
    assert len(faults) == 60_000


def test_a_card_twice_is_a_fault_in_yaml_even_under_two_names(read):
    text = "cards:\n  - town: 1\n  - {card: Città, copies: 2}\nzones:\n  side: {town: 1}\n"
    assert faults_of_list(read, "deck.yaml", text) == [
        "deck.yaml:3:12: Città is the same card as town on line 2. Write it once, with all its copies."
    ]


def test_copies_that_add_up_to_too_many_are_a_fault(read):
    assert faults_of_list(read, "deck.txt", "999 Town\n1 Città\n") == [
        "deck.txt:2:3: This line makes 1000 copies of Città. Use at most 999."
    ]


def test_the_head_is_kept_with_its_places(read):
    text = (
        "game: lab\nformat: open\nname: Two words\nplayers: 3\ncards: [town: 1]\nzones: {side: [town: 1]}\n"
    )
    deck = read("deck.yaml", text)
    assert (deck.game, deck.format, deck.name, deck.players) == ("lab", "open", "Two words", 3)
    assert {key: str(where) for key, where in deck.locations.items()} == {
        "game": "deck.yaml:1:7",
        "format": "deck.yaml:2:9",
        "name": "deck.yaml:3:7",
        "players": "deck.yaml:4:10",
        "cards": "deck.yaml:5:1",
        "side": "deck.yaml:6:9",
    }


def test_a_deck_is_called_as_its_file_where_it_does_not_say(read):
    assert read("startup.yaml", "cards: []").name == "startup"
    assert read("start up.txt", "1 Town").name == "start up"
    assert read("-", "1 Town").name == ""


@pytest.mark.parametrize("text", ["", "  \n\n", "\ufeff"])
@pytest.mark.parametrize("name", ["deck.yaml", "deck.txt", "-"])
def test_an_empty_file_is_refused(read, name, text):
    with pytest.raises(InputError) as caught:
        read(name, text)
    assert (caught.value.code, caught.value.message) == ("empty", f"{name} is empty.")


@pytest.mark.parametrize("name", ["deck.yaml", "deck.txt"])
@pytest.mark.parametrize(
    "data", [b"%PDF-1.7", b"\x89PNG\r\n", b"a\0b", "2 Città".encode("latin-1"), "2 Krol".encode("utf-16")]
)
def test_a_file_that_is_no_text_is_refused(read, name, data):
    with pytest.raises(InputError) as caught:
        read(name, data)
    assert caught.value.code in {"binary", "encoding"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("cards:\n  town: 1\n    city: 2\n", "deck.yaml:3:9: This is not well-formed YAML. Either this line is indented wrongly, or a text contains a colon: then put quotes around the text."),
        ("cards:\n\t- town: 1\n", "deck.yaml:2:1: This is not well-formed YAML. A tab is used to indent here; YAML requires spaces."),
        ("cards: {town: 1, town: 2}\n", "deck.yaml:1:18: The key town is already on line 1."),
        ("2 Krol\n1 Town\n", "deck.yaml:1:1: “2 Krol 1 Town” is not a mapping of keys and values."),
        ("cards: {town: two}\n", "deck.yaml:1:15: “two” is not a whole number."),
    ],
)  # fmt: skip
def test_a_yaml_file_that_is_wrong_says_where(read, text, said):
    with pytest.raises(InputError) as caught:
        read("deck.yaml", text)
    assert f"{caught.value.where}: {caught.value.message}" == said


def test_the_hint_counts_the_other_faults(read):
    for text, hint in [
        ("A\n", ""),
        ("A\nB\n", "There is 1 more error in this deck."),
        ("A\nB\nC\n", "There are 2 more errors in this deck."),
    ]:
        with pytest.raises(InputError) as caught:
            read("deck.txt", text)
        assert caught.value.hint == hint


def test_a_list_for_a_game_without_cards_finds_none():
    with pytest.raises(InputError, match="lab has no card Town"):
        resolve(deck_list_in("1 Town\n", "deck.txt"), "lab", CardNames([]))


def test_a_bad_count_and_an_unknown_name_are_told_together(read):
    with pytest.raises(InputError) as caught:
        read("deck.txt", "1 Nobody at all\n0 Town\n1 Nowhere\n")
    assert [(one.where.line, one.rule) for one in caught.value.findings] == [
        (1, "unknown-card"),
        (2, "copies"),
        (3, "unknown-card"),
    ]


IDS = st.sampled_from(["lab", "the-office", "a" * 60, "a" * 61, "Lab", "a--b", "", 3])
COPIES = st.sampled_from([1, 2, 999, 1000, 0, -1, True, 1.0, 1.5, "2", None, {}, []])
CARDS = st.dictionaries(st.sampled_from(["krol", "Zib", "", "é"]), COPIES, max_size=3)
DECKS = st.fixed_dictionaries(
    {"cards": CARDS | st.just([{"krol": 1}]) | st.none()},
    optional={"game": IDS, "format": IDS, "name": st.just("A"), "colour": st.just("red")},
)


@given(DECKS | st.sampled_from([{}, None, [], "cards"]))
def test_a_plain_deck_always_fits_the_schema(value):
    event("plain" if is_plain_deck(value) else "other")
    assert not is_plain_deck(value) or schema("deck").is_valid(value)


def test_a_deck_of_the_usual_form_is_plain():
    assert is_plain_deck({"game": "lab", "format": "office", "cards": {"krol": 1, "Zib": 999}})


# A deck that is written reads back as the same deck, whatever its cards are called.

ids = st.from_regex(r"[a-z0-9]{1,3}(-[a-z0-9]{1,2}){0,2}", fullmatch=True)
odd = st.sampled_from(
    [
        "2 Krol",
        "Krol x2",
        "# x",
        "a // b",
        "Side:",
        "x",
        "-1 a",
        "!!!",
        "1.5 b",
        "# game: z",
        "a\nb",
        " a ",
        "É",
        "e",
        "ab/cd",
        "lab/a",
    ]
)
titles = odd | st.text("aBé12 x:#/\n\t\"'\\{}☺\u2028\u00a0\ud7ff", min_size=1, max_size=8).filter(str.strip)
names = st.dictionaries(st.sampled_from(["en", "it"]), titles, max_size=2)


@st.composite
def decks(draw):
    """Make cards with odd names, and a deck of them."""
    texts = draw(st.dictionaries(ids, st.tuples(titles, names), min_size=1, max_size=6))
    cards = {
        card: Card(
            "lab",
            card,
            "tool",
            "en",
            texts={language: {"name": name} for language, name in {"en": own, **more}.items()},
        )
        for card, (own, more) in texts.items()
    }
    keys = st.tuples(st.sampled_from(sorted(cards)), st.sampled_from(["cards", "side", "a_1"]))
    entries = draw(st.dictionaries(keys, st.integers(1, 999), max_size=8))
    deck = Deck(
        "lab",
        draw(titles),
        tuple(DeckEntry(card, copies, zone) for (card, zone), copies in entries.items()),
        format=draw(st.sampled_from(["", "open"])),
        players=draw(st.none() | st.integers(1, 99)),
    )
    return deck, cards


def shape(deck):
    """What must stay the same: zones may be written in another order."""
    entries = sorted((entry.zone, entry.card, entry.copies) for entry in deck.entries)
    return deck.game, " ".join(deck.name.split()), deck.format, deck.players, entries


def read_back(text, deck_list, cards):
    said = deck_list(text)
    assert said.head["game"] == "lab"
    return resolve(said, "lab", CardNames(cards.values()))


@given(decks(), st.sampled_from(["en", "it", "fr"]))
def test_a_list_reads_back_as_the_same_deck(made, language):
    deck, cards = made
    text = as_list(deck, cards, language)
    assert shape(read_back(text, lambda text: deck_list_in(text, "deck.txt"), cards)) == shape(deck)


@given(decks(), st.sampled_from(["en", "it", "fr"]))
def test_a_deck_file_reads_back_as_the_same_deck(made, language):
    deck, cards = made
    text = as_yaml(deck, cards, language)
    assert shape(read_back(text, lambda text: deck_list_of(document_of(text, "deck.yaml")), cards)) == shape(
        deck
    )


def test_a_deck_file_names_its_cards_beside_their_ids(cards):
    deck = Deck(
        "lab",
        "My “deck”",
        (DeckEntry("heart", 2), DeckEntry("long", 1), DeckEntry("town", 1, "side")),
        format="open",
    )
    assert as_yaml(deck, cards, "fr") == (
        'game: "lab"\nformat: "open"\nname: "My “deck”"\n'
        "cards:\n  heart: 2  # Cœur de données\n  long: 1  # Two lines and tabs\n"
        "zones:\n  side:\n    town: 1  # Town\n"
    )
    assert as_yaml(Deck("lab", "", players=3), cards, "en") == 'game: "lab"\nplayers: 3\ncards: []\n'


def test_a_list_names_its_cards_in_the_language(cards):
    deck = Deck(
        "lab", "Mine", (DeckEntry("town", 1, "side"), DeckEntry("heart", 2), DeckEntry("krol-senior", 1))
    )
    assert (
        as_list(deck, cards, "it")
        == "# game: lab\n# name: Mine\n2 Cuore di dati\n1 Krol Grande\n\nside:\n1 Città\n"
    )
    assert "1 krol-senior\n" in as_list(deck, cards, "en")


@pytest.mark.parametrize("card", ["fire-ice", "comment", "game", "long"])
def test_a_name_that_a_list_would_misread_is_written_as_the_id(cards, names, card):
    assert called(cards[card], names, "en") == card


@pytest.mark.parametrize("card", ["seven", "twice", "marks", "heading", "mainframe", "sin", "dash"])
def test_any_other_name_is_written_as_it_is(cards, names, card):
    assert called(cards[card], names, "fr") == cards[card].name("fr")


def test_what_cannot_be_seen_is_escaped(cards):
    text = as_yaml(Deck("lab", 'a\x07\u2028\u00a0"\\b'), cards, "en")
    assert re.search(r'name: "a\\U00000007 \\"\\\\b"', text)

"""The module files/deck_cards."""

from __future__ import annotations

import io

import pytest

from deckwright.errors import InputError
from deckwright.files.deck_cards import DeckVocabulary, resolve
from deckwright.files.decks import deck_list_in, read_deck_list
from deckwright.model.card import copies_by_card

# Deck lists in every form become the same deck, or every fault is said at its place.

KINDS = {"deck.yaml": "cards:\n  {}: 2\n", "deck.txt": "2 {}\n"}


@pytest.fixture
def read(tmp_path, vocabulary, monkeypatch):
    """Read a list from a file, or from standard input, with the cards of the laboratory."""
    monkeypatch.chdir(tmp_path)

    def read(name, text):
        data = text if isinstance(text, bytes) else text.encode()
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))
        if name != "-":
            (tmp_path / name).write_bytes(data)
        return resolve(read_deck_list(name), vocabulary)

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
        resolve(deck_list_in("1 Town\n", "deck.txt"), DeckVocabulary({"id": "lab"}, []))


def test_a_bad_count_and_an_unknown_name_are_told_together(read):
    with pytest.raises(InputError) as caught:
        read("deck.txt", "1 Nobody at all\n0 Town\n1 Nowhere\n")
    assert [(one.where.line, one.rule) for one in caught.value.findings] == [
        (1, "unknown-card"),
        (2, "copies"),
        (3, "unknown-card"),
    ]

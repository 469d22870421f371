"""Games of Card Game Simulator, read back by a small reader that does what its sources do with them.

The facts are those of its specification (docs/schema/cgs.json) and of UnityCardGame.cs, UnityCard.cs and UnityDeck.cs, as of August
2026. The file cgs.json of all packaged games was valid against its schema; those of cards and sets name their keys by reference.
"""

from __future__ import annotations

import json
import re
import zipfile
from dataclasses import replace
from functools import cache

import pytest
from PIL import Image

from deckwright.press.targets import cgs
from deckwright.press.targets.cgs import deck_names, property_names
from deckwright.press.targets.target import PictureOutput
from deckwright.workbench.dealing import SetupOptions, dealt_table
from deckwright.workbench.exports import Selection, select_from_one_game
from deckwright.workbench.library import open_library
from deckwright.workbench.online import SimulatorOptions, write_cgs_game
from deckwright.workbench.sheet_exports import make_print_job

from ...programs import deep_except

ADDRESS = "https://example.org/game"
SMALL = 60


@pytest.fixture(scope="module")
def library(packaged_database):
    """An open library with the packaged games, in English."""
    with open_library(str(packaged_database)) as opened:
        yield opened


@pytest.fixture(scope="module")
def exported(library, tmp_path_factory):
    """The folder of a packaged game, exported once, with small pictures."""

    @cache
    def export(name):
        folder = tmp_path_factory.mktemp("cgs") / name
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(cgs, "_PICTURES", PictureOutput(dpi=SMALL))
            write_cgs_game(library, Selection([name]), folder, SimulatorOptions(ADDRESS))
        return folder

    return export


POINT = {"x": float, "y": float}
KEYS = {
    "name": str,
    "allCardsUrl": str,
    "allSetsUrl": str,
    "autoUpdate": int,
    "autoUpdateUrl": str,
    "cardBackFaceImageUrls": [{"id": str, "url": str}],
    "cardBackImageUrl": str,
    "cardImageFileTypeIdentifier": str,
    "cardImageProperty": str,
    "cardNameIsUnique": bool,
    "cardPrimaryProperty": str,
    "cardProperties": [{"name": str, "type": str, "display": str}],
    "cardSize": POINT,
    "deckFileTxtId": str,
    "deckFileType": str,
    "deckSharePreference": str,
    "deckUrls": [{"name": str, "url": str}],
    "enums": [{"property": str, "values": dict}],
    "gamePlayDeckPositions": [POINT],
    "gamePlayZones": [
        {"name": str, "type": str, "face": str, "position": POINT, "rotation": float, "size": POINT}
    ],
    "gameStartDecks": [{"name": str, "url": str}],
    "gameStartHandCount": int,
    "playMatImageUrl": str,
    "playMatSize": POINT,
    "setCodeDefault": str,
    "setNameDefault": str,
}
"""Keys of the specification that are written, and the types of their values; it allows no others."""

TYPES = {"string", "integer", "boolean", "stringEnum", "stringList", "stringEnumList"}
GAMES = ("data-monsters", "dataset", "monster-office", "big-monster")


def fits(value, kind):
    """Whether a value has the type of the specification."""
    if isinstance(kind, list):
        return isinstance(value, list) and all(fits(member, kind[0]) for member in value)
    if isinstance(kind, dict):
        return isinstance(value, dict) and all(
            name in kind and fits(value[name], kind[name]) for name in value
        )
    return isinstance(value, (int, float)) if kind is float else isinstance(value, kind)


class Simulator:
    """A game's folder as the simulator reads it: cards by id with their pictures, and decks as it parses their lines."""

    def __init__(self, folder):
        self.folder = folder
        self.game = json.loads((folder / "cgs.json").read_text(encoding="utf-8"))
        self.sets = json.loads((folder / "AllSets.json").read_text(encoding="utf-8"))
        cards = json.loads((folder / "AllCards.json").read_text(encoding="utf-8"))
        self.cards = {card["id"]: card for card in cards if card.get("id")}

    def picture(self, card):
        """The file of a card: its id, then the type of its picture, in the folder of its set."""
        kind = card[self.game["cardImageFileTypeIdentifier"]]
        return self.folder / "sets" / card["set"] / f"{card['id']}.{kind}"

    def back(self, card):
        """The file of a card's back: the first of its backs, else the one of the game."""
        first = next(iter(card.get("backs", [])), "")
        return self.folder / "backs" / f"{first}.png" if first else self.folder / "CardBack.png"

    def deck(self, name):
        """Ids of the cards of a deck: a count, an id in brackets, and a name on each line."""
        ids = []
        for line in (self.folder / "decks" / f"{name}.txt").read_text(encoding="utf-8").splitlines():
            if line and not line.startswith(("#", "//")):
                count, card, name_of_card = re.fullmatch(r"(\d+) \[([^ \]]+)\] (.+)", line).groups()
                assert self.cards[card]["name"] == name_of_card
                ids += [card] * int(count)
        return ids


@pytest.mark.parametrize("name", deep_except(["dataset"], GAMES, "draws a picture of each card"))
def test_a_game_has_all_that_the_simulator_looks_for(library, exported, name):
    folder = exported(name)
    read = Simulator(folder)
    assert all(key in KEYS and fits(value, KEYS[key]) for key, value in read.game.items()), read.game
    game, cards = library.game(name)
    in_box = {card.id: card for card in cards.values() if card.copies}
    assert read.cards.keys() == in_box.keys()
    properties = {each["name"]: each["type"] for each in read.game["cardProperties"]}
    assert set(properties.values()) <= TYPES
    assert len(properties) == len(read.game["cardProperties"]) >= len(game.fields) + 2
    choices = {each["property"]: each["values"] for each in read.game["enums"]}
    names = property_names(list(game.fields))
    width, height = (round(read.game["cardSize"][axis] * SMALL) for axis in "xy")
    for card in read.cards.values():
        with Image.open(read.picture(card)) as picture:
            assert (abs(picture.width - width), abs(picture.height - height)) <= (1, 1)
        assert card["image"] == f"{ADDRESS}/{read.picture(card).relative_to(folder).as_posix()}"
        assert read.back(card).is_file()
        for field, value in in_box[card["id"]].fields.items():
            assert card[names[field]] == value
            for choice in value if isinstance(value, list) else [value]:
                assert names[field] not in choices or str(choice) in choices[names[field]]
    assert [each["code"] for each in read.sets] == [next(iter(read.cards.values()))["set"]]
    assert {back["id"] for back in read.game["cardBackFaceImageUrls"]} == {
        file.stem for file in folder.glob("backs/*.png")
    }
    assert ((folder / "PlayMat.png").is_file(), "playMatImageUrl" in read.game) in {
        (True, True),
        (False, False),
    }


@pytest.mark.parametrize("name", GAMES)
def test_the_game_begins_with_the_piles_of_its_table(library, exported, name):
    read = Simulator(exported(name))
    selected = select_from_one_game(library, Selection([name]))
    screen = dealt_table(library, make_print_job(library, selected, "en"), SetupOptions(0))
    table = screen.table
    dealt = [*table.zones.values(), *(cards for seat in table.seats for cards in seat.values())]
    own = [table.steps[1].placed[1].cards] if name == "data-monsters" else []
    begins = sorted(card for deck in read.game["gameStartDecks"] for card in read.deck(deck["name"]))
    left_out = [*screen.boards, *table.zones["aside"], *(card for cards in own for card in cards)]
    expected = sorted(card for cards in dealt for card in cards)
    assert len(begins) == len(expected) - sum(expected.count(card) for card in screen.boards) - len(
        [card for card in left_out if card not in screen.boards]
    )
    assert len(read.game["gamePlayDeckPositions"]) == len(read.game["gameStartDecks"])
    hands = {"data-monsters": 4, "dataset": 3, "monster-office": 3, "big-monster": 10}
    assert read.game["gameStartHandCount"] == hands[name]
    for zone in read.game["gamePlayZones"]:
        assert abs(zone["position"]["x"]) + zone["size"]["x"] / 2 <= read.game["playMatSize"]["x"] / 2


@pytest.mark.deep("draws a picture of each card")
def test_the_zip_file_has_one_folder_called_as_the_file(library, tmp_path):
    write_cgs_game(library, Selection(["data-monsters/startup"]), tmp_path / "made")
    with zipfile.ZipFile(tmp_path / "made" / "data-monsters.cgs.zip") as archive:
        names = {name.removeprefix("data-monsters/") for name in archive.namelist()}
        archive.extractall(tmp_path)
    assert names == {
        file.relative_to(tmp_path / "made").as_posix()
        for file in (tmp_path / "made").rglob("*")
        if file.is_file() and file.suffix != ".zip"
    }
    read = Simulator(tmp_path / "data-monsters")
    assert read.game["autoUpdate"] == -1
    (begins,) = read.game["gameStartDecks"]
    assert begins == {"name": "Data Monsters Running a Startup"}
    assert len(read.deck(begins["name"])) == 30


@pytest.mark.deep("draws a picture of each card")
def test_a_changed_card_has_a_new_name_of_its_picture(library, tmp_path):
    write_cgs_game(library, Selection(["data-monsters/startup"]), tmp_path / "made")
    cards = library.game("data-monsters").cards
    card = cards["rubber-duck"]
    cards["rubber-duck"] = replace(card, texts={**card.texts, "en": {**card.texts["en"], "text": "Quack."}})
    write_cgs_game(library, Selection(["data-monsters/startup"]), tmp_path / "again")
    cards["rubber-duck"] = card
    before, after = (Simulator(tmp_path / name).cards for name in ("made", "again"))
    assert [name for name in before if before[name]["picture"] != after[name]["picture"]] == ["rubber-duck"]


def test_pictures_that_the_simulator_finds_too_large_are_named(library, tmp_path, monkeypatch):
    assert cgs.LARGEST_FILE == 2_000_000
    selection = Selection(card="data-monsters/mainframe")
    assert write_cgs_game(library, selection, tmp_path / "a", SimulatorOptions()).findings == ()
    read = Simulator(tmp_path / "a")
    with Image.open(read.picture(read.cards["mainframe"])) as picture:
        assert picture.size == (round(63 / 25.4 * 300), round(88 / 25.4 * 300))
    monkeypatch.setattr(cgs, "LARGEST_FILE", 10_000)
    (finding,) = write_cgs_game(library, selection, tmp_path / "b", SimulatorOptions()).findings
    assert (finding.rule, finding.severity, finding.subjects) == ("picture-size", "warning", ("mainframe",))
    assert "ImageQueueService.cs" in finding.message


def test_a_field_that_the_simulator_calls_something_else_is_told(library, tmp_path):
    (finding,) = write_cgs_game(library, Selection(card="dataset/consent"), tmp_path / "a").findings
    assert (
        finding.message
        == "The field set is called set_2 in Card Game Simulator, where set is another property."
    )


def test_fields_and_decks_do_not_take_the_names_of_others():
    assert property_names(["set", "cost", "Cost", "name"]) == {
        "set": "set_2",
        "cost": "cost",
        "Cost": "Cost_2",
        "name": "name_2",
    }
    assert deck_names(["Who/What?", "Who What", "…", ". ", "Élan", "Con"]) == [
        "Who What",
        "Who What_2",
        "…",
        "deck",
        "Élan",
        "deck Con",
    ]

"""Games of OCTGN, read back by another XML library, and checked as OCTGN's validator does (o8build/GameValidator.cs).

The files of all packaged games were valid against OCTGN's own schemas (Game.xsd, CardSet.xsd, CardGenerator.xsd of April 2026).
"""

import re
from uuid import NAMESPACE_URL, UUID, uuid5
from xml.etree import ElementTree as ET

from hypothesis import example, given
from hypothesis import strategies as st
from PIL import Image

from deckwright.press.targets.octgn import (
    OctgnGame,
    SharedPile,
    game_name,
    pile_deck,
    property_names,
    set_file,
    write_game,
)
from deckwright.press.targets.online import CardSet, OnlineCard

RESERVED = {
    *("name", "id", "alternate", "size", "type", "set"),
    *("setname", "cardsizename", "cardsizeheight", "cardsizewidth"),
}
GAME, CARD_1 = str(uuid5(NAMESPACE_URL, "small")), str(uuid5(NAMESPACE_URL, "small/card-1"))


def tree_of(text):
    return ET.fromstring(text)  # noqa: S314 - our own


def online(card, title="Anvil", **more):
    return OnlineCard(
        card, title.lower(), title, 1, "Tool", more.pop("marks", ()), more.pop("values", {}), "Heavy.\nOld."
    )


def game_of(*cards, **more):
    card_set = CardSet("small", "Small: a game", {"tech": "TECH", "kind": "Kind"}, tuple(cards))
    made = OctgnGame(card_set, "Hit, and run.", "A, B", 7, {"tech": "Integer"}, {"Main": "Deck"}, (), {})
    return made._replace(**more)


def written(job, game, folder):
    """Files of a game, with the checks of OCTGN's validator."""
    files, done = write_game(job, game, folder)
    assert sorted(file for file in folder.rglob("*") if file.is_file()) == sorted(files)
    (base,) = (folder / "GameDatabase").iterdir()
    assert [entry.name for entry in base.iterdir() if entry.is_file()] == ["definition.xml"]
    root = tree_of((base / "definition.xml").read_bytes())
    assert root.get("id") == base.name == str(uuid5(NAMESPACE_URL, job.game.id))
    assert all(
        root.get(key)
        for key in ("name", "gameurl", "setsurl", "iconurl", "version", "authors", "description")
    )
    named = {root.find("proxygen").get("definitionsrc"), root.find("table").get("background")}
    named |= {one.get(key) for one in root.iter() if one.tag in {"card", "size"} for key in ("front", "back")}
    named |= {one.get("icon") for one in root.iter("group")}
    template = tree_of((base / root.find("proxygen").get("definitionsrc")).read_bytes())
    named |= {one.get("src") for one in template.iter("template")}
    assert all((base / one).is_file() for one in named)
    groups = {one.get("name") for one in root.iterfind("player/group")}
    assert len(groups) == len(root.findall("player/group"))
    assert {one.get("group") for one in root.iterfind("deck/section")} <= groups
    shared = {one.get("name") for one in root.iterfind("shared/group")}
    assert {one.get("group") for one in root.iterfind("sharedDeck/section")} <= shared
    assert root.find("scripts") is None
    return base, root, done


def test_a_definition_has_what_a_table_needs(own_job, card, tmp_path):
    one = card(1, copies=2)
    pile = SharedPile("Events", ((online(one), 2),))
    game = game_of(
        online(one), piles=(pile,), sections={"Main": "Deck", "Side": "Sideboard"}, decks={"mine": "<deck/>"}
    )
    base, root, done = written(own_job(one, copies=2), game, tmp_path)
    assert (done.cards, done.pages) == (2, 2)
    assert (root.get("name"), root.get("version")) == ("Small – a game", "1.0.7.0")
    assert [group.get("name") for group in root.iterfind("player/group")] == [
        "Hand",
        "Deck",
        "Sideboard",
        "Discard pile",
    ]
    assert [group.get("name") for group in root.iterfind("shared/group")] == ["Events"]
    keys = [group.get("shuffle") for group in root.iter("group") if group.get("shuffle")]
    assert len(keys) == len(set(keys)) == 4
    assert [(one.get("name"), one.get("type")) for one in root.iterfind("card/property")] == [
        ("Kind", "String"),
        ("Marks", "String"),
        ("TECH", "Integer"),
        ("Kind_2", "String"),
        ("Text", "String"),
    ]
    assert root.find("card").attrib == {
        "front": "Resources/front.png",
        "back": "Resources/back-plain.png",
        "width": "63",
        "height": "88",
        "cornerRadius": "3",
    }
    assert sorted(file.name for file in (tmp_path / "Decks" / "Small – a game").iterdir()) == [
        "events.o8d",
        "mine.o8d",
    ]
    (cards,) = (tmp_path / "ImageDatabase" / base.name / "Sets").iterdir()
    assert [file.name for file in (cards / "Cards").iterdir()] == [f"{CARD_1}.png"]
    assert (base / "Sets" / cards.name / "set.xml").is_file()
    with Image.open(base / "Resources" / "front.png") as front:
        assert front.size == (744, 1039)


def test_a_set_has_the_ids_that_decks_have(card):
    one = online(card(1), marks=("Unique",), values={"tech": "3"})
    root = tree_of(set_file(game_of(one).card_set, {"card-1": "63x88 other"}))
    assert root.get("gameId") == GAME
    assert UUID(root.get("id"))
    (entry,) = root.findall("cards/card")
    assert entry.attrib == {"name": "Anvil", "id": CARD_1, "size": "63x88 other"}
    assert {one.get("name"): one.get("value") for one in entry} == {
        "Kind": "Tool",
        "Marks": "Unique",
        "TECH": "3",
        "Text": "Heavy.\nOld.",
    }


def test_cards_of_other_sizes_and_backs_name_them(shop_job, tmp_path):
    job = shop_job("monster-office")
    cards = tuple(online(one, one.name("en")) for one, _ in job.cards)
    base, root, _ = written(job, game_of(card_set=CardSet(job.game.id, "Office", {}, cards)), tmp_path)
    sizes = {one.get("name"): one.attrib for one in root.iterfind("card/size")}
    assert {(one["width"], one["height"], one["cornerRadius"]) for one in sizes.values()} == {
        ("63", "88", "3"),
        ("70", "70", "3"),
        ("25", "25", "12"),
        ("16", "16", "8"),
        ("176", "262", "3"),
    }
    (cards_of_set,) = base.glob("Sets/*/set.xml")
    entries = tree_of(cards_of_set.read_bytes()).findall("cards/card")
    assert {entry.get("size") for entry in entries} == {None, *sizes}


def test_a_pile_is_a_shared_deck(card):
    root = tree_of(pile_deck("small", SharedPile("Events", ((online(card(1)), 3),))))
    assert root.attrib == {"game": GAME}
    (section,) = root
    assert section.attrib == {"name": "Events", "shared": "True"}
    assert [(one.text, one.attrib) for one in section] == [("Anvil", {"qty": "3", "id": CARD_1})]


@given(st.lists(st.text(max_size=8), max_size=6))
@example(["Name", "TYPE", "type", "Type_2", "", " ", "CardSizeName"])
def test_properties_differ_and_none_is_reserved(labels):
    names = property_names({f"field_{number}": label for number, label in enumerate(labels)})
    folded = [name.casefold() for name in names.values()]
    assert len(set(folded)) == len(labels)
    assert not RESERVED & set(folded)
    assert all(name.strip() for name in names.values())


@given(st.text(max_size=12))
def test_any_title_is_a_name_for_folders(title):
    name = game_name(title)
    assert name
    assert not re.search(r'[<>:"/\\|?*\x00-\x1f]|^[ .]|[ .]$', name)


def test_titles_stay_readable():
    assert game_name("Data Monsters: Gather and Measure") == "Data Monsters – Gather and Measure"
    assert game_name('Frogs & "Ponds": <2>') == "Frogs & Ponds – 2"
    assert game_name("???") == "–"
    assert game_name("Con") == "Con_"

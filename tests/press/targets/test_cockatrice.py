"""Card sets of Cockatrice, read back by another XML library and by a model of the client's picture loader.

The facts of the format are those of Cockatrice's schema (doc/carddatabase_v4/cards.xsd) and of its sources, as of August 2026.
The files of all packaged games were valid against that schema itself.
"""

import unicodedata
from xml.etree import ElementTree as ET

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from PIL import Image

from deckwright.model.card import Card
from deckwright.press.targets.cockatrice import (
    CardSet,
    OnlineCard,
    card_database,
    corrected_name,
    picture_names,
    property_names,
    with_backs,
    write_card_set,
)

WITHIN_CARD = ["name", "text", "prop", "set", "related", "token", "tablerow", "cipt", "landscapeOrientation"]
"""Elements of a card in the order that the schema demands."""
OWN_KEYS = {
    *("type", "maintype", "manacost", "cmc", "colors", "coloridentity", "loyalty", "pt", "side", "layout"),
}
ROUND_FACE = """
size: [25, 25]
cut: circle
leaves_out: [name]
palette: {red: "#ff0000"}
boxes:
  - {shape: rect, at: bleed, fill: red}
"""
WIDE_FACE = """
size: [88, 63]
leaves_out: [name]
palette: {red: "#ff0000", blue: "#0000ff"}
boxes:
  - {shape: rect, at: bleed, fill: red}
  - {shape: rect, at: [0, 0, 44, 63], fill: blue}
"""


def tree_of(text):
    return ET.fromstring(text)  # noqa: S314 - our own


def online(card, name="Anvil", number=1, **more):
    return OnlineCard(
        card, name, more.pop("title", name), number, "Tool", (), more.pop("values", {}), "", **more
    )


def set_of(names):
    texts = ({"en": {"name": name}} for name in names)
    cards = [Card("small", f"card-{number}", "tool", "en", texts=one) for number, one in enumerate(texts, 1)]
    made = (online(one, name, number) for number, (one, name) in enumerate(zip(cards, names, strict=True), 1))
    return CardSet("small", "Small", {}, tuple(made))


def read(data):
    root = tree_of(data)
    assert (root.tag, root.attrib) == ("cockatrice_carddatabase", {"version": "4"})
    assert [one.tag for one in root] == ["info", "sets", "cards"]
    return root


# Names of pictures.


def letters_kept(name):
    """The name that Cockatrice makes of a card's, letter by letter: CardInfo::getCorrectedName."""
    name = name.replace(" // ", "")
    kept = [one for one in name if one not in '*<>:"\\?' and not (ord(one) <= 8 or 16 <= ord(one) <= 31)]
    return "".join(" " if one == "/" or 9 <= ord(one) <= 15 else one for one in kept)


SCHEMES = {
    "July 2025": ["{name}_{set}_{number}", "{set}-{number}-{name}", "{name}_{set}", "{set}-{name}", "{name}"],
    "August 2026": [
        *("{name}_{set}_{number}", "{name}-{set}-{number}", "{set}_{number}_{name}", "{set}-{number}-{name}"),
        *("{name}_{set}", "{name}-{set}", "{name}"),
    ],
}
"""Names that Cockatrice tries for the picture of a card without a provider id, in this order, by its version."""


def pictures_found(schemes, name, number, files):
    """The files that Cockatrice reads for a card: those of the first name that has any."""
    index = {}
    for file in files:
        stem = file.removesuffix(".png")
        for key in {stem, stem.partition(".")[0]}:
            index.setdefault(key, set()).add(file)
    tried = [scheme.format(name=letters_kept(name), set="small", number=number) for scheme in schemes]
    return next((index[one] for one in tried if one in index), set())


ODD = ["Dr", "Dr. Who", "dr", "CON", ".hack", "A/B", "A B", "Fire // Ice", "???", "a|b", "é", "e\u0301"]
LIKE_FILES = ["small-1-Dr", "Dr_small_1", "small-Dr", "Dr_small", "small-2-small-1-Dr"]
NAMES = st.lists(
    st.text(min_size=1, max_size=12) | st.sampled_from(ODD + LIKE_FILES), max_size=8, unique=True
)


@given(st.text(max_size=20))
@example("Fire // Ice: “Ach! Hans, Run!”? Who/What")
def test_a_name_loses_what_cockatrice_removes(name):
    assert corrected_name(name) == letters_kept(name)


@pytest.mark.parametrize("version", SCHEMES)
@given(names=NAMES)
@example(names=["Dr", "Dr. Who", *LIKE_FILES])
def test_each_card_finds_its_own_picture_and_no_other(version, names):
    made = picture_names(set_of(names))
    files = {name: f"{stem}.png" for name, stem in made.items()}
    for number, name in enumerate(names, 1):
        if name in files:
            assert pictures_found(SCHEMES[version], name, number, files.values()) == {files[name]}
        else:
            assert not letters_kept(name).strip() or "|" in name
    same = {unicodedata.normalize("NFC", file).casefold() for file in files.values()}
    assert len(same) == len(files)
    assert not [file for file in files.values() if file.startswith(".") or set(file) & set('<>:"/\\|?*')]


@pytest.mark.parametrize(
    ("names", "files"),
    [
        (["Anvil", "Scrum: Planning?"], ["Anvil", "Scrum Planning"]),
        (["Dr. Who", "Dr"], ["small-1-Dr. Who", "small-2-Dr"]),
        (["Dr. Who", "Dog"], ["Dr. Who", "Dog"]),
        (["Anvil", "anvil"], ["small-1-Anvil", "small-2-anvil"]),
        (["con"], ["small-1-con"]),
    ],
)
def test_plain_names_are_used_where_they_are_safe(names, files):
    assert list(picture_names(set_of(names)).values()) == files


def test_a_card_that_cannot_have_a_picture_is_reported(own_job, card, tmp_path):
    cards = CardSet("small", "Small", {}, (online(card(1), "???"), online(card(2), "é" * 101, 2)))
    files, done = write_card_set(own_job(card(1), card(2)), cards, tmp_path)
    assert [file.name for file in files] == ["small.xml", "cardback.png"]
    assert [(one.rule, one.severity, one.subjects) for one in done.findings] == [
        ("no-picture", "warning", ("card-1",)),
        ("no-picture", "warning", ("card-2",)),
    ]


# The card database.


@given(st.lists(st.text(max_size=10), max_size=6))
@example(
    ["Big data points", "Type", "type", "colors", "P-T", "xml", "3 D", "", "Difficoltà", "a:b", "a b", "a_b"]
)
def test_properties_are_elements_that_cockatrice_shows(labels):
    fields = {f"field_{number}": label for number, label in enumerate(labels)}
    names = property_names(fields)
    assert list(names) == list(fields)
    assert len(set(names.values())) == len(names)
    for name in names.values():
        assert name not in OWN_KEYS
        assert "-" not in name
        assert ":" not in name
        assert tree_of(f"<{name}/>").tag == name


def test_a_card_has_its_texts_in_the_order_of_the_schema(card):
    one = OnlineCard(
        card(),
        "card-1",
        "Anvil",
        7,
        "Tool",
        ("Unique", "Global"),
        {"tech": "3"},
        "Heavy & <old>.\n\nDrop it.",
        is_token=True,
    )
    root = read(card_database(CardSet("small", "Small game", {"tech": "Big points"}, (one,)), {"card-1"}))
    (entry,) = root.findall("sets/set")
    assert {child.tag: child.text for child in entry} == {
        "name": "small",
        "longname": "Small game",
        "settype": "Custom",
        "priority": "40",
    }
    (entry,) = root.findall("cards/card")
    tags = [child.tag for child in entry]
    assert tags == [tag for tag in WITHIN_CARD if tag in tags]
    assert entry.findtext("name") == "card-1"
    assert entry.findtext("text") == "Anvil\n\nHeavy & <old>.\n\nDrop it."
    assert {child.tag: child.text for child in entry.find("prop")} == {
        "type": "Tool — Unique, Global",
        "maintype": "Tool",
        "Big_points": "3",
    }
    assert (entry.find("set").attrib, entry.findtext("set")) == ({"num": "7", "flavorName": "Anvil"}, "small")
    flags = [entry.findtext(tag) for tag in ("token", "tablerow", "cipt", "landscapeOrientation")]
    assert flags == ["1", "1", "1", "1"]


@given(st.text(max_size=30))
def test_any_text_is_well_formed(text):
    one = OnlineCard(
        Card("small", "card-1", "tool", "en"), "Anvil", "Anvil", 1, text, (text,), {"tech": text}, text
    )
    root = read(card_database(CardSet("small", text, {"tech": text}, (one,)), set()))
    assert root.findtext("cards/card/name") == "Anvil"


def test_the_back_of_a_card_with_two_sides_is_a_token_into_which_it_turns(card):
    cards = (online(card(1), "Frog"), online(card(2), "Frog (back)", 2), online(card(3), "Fly", 3))
    made = with_backs(CardSet("small", "Small", {}, cards), {"card-1"})
    assert [(one.name, one.other_side, one.is_token, one.is_back) for one in made.cards] == [
        ("Frog", "Frog (back)_2", False, False),
        ("Frog (back)_2", "Frog", True, True),
        ("Frog (back)", "", False, False),
        ("Fly", "", False, False),
    ]
    turned = read(card_database(made, set())).findall("cards/card/related")
    assert [(one.text, one.attrib) for one in turned] == [
        ("Frog (back)_2", {"attach": "transform"}),
        ("Frog", {"attach": "transform"}),
    ]


# The files.


def test_the_folder_is_laid_out_as_the_data_folder(own_job, card, tmp_path):
    files, done = write_card_set(own_job(card(1), card(2), copies=2), set_of(["Anvil", "Hammer"]), tmp_path)
    assert [file.relative_to(tmp_path).as_posix() for file in files] == [
        "customsets/small.xml",
        "pics/CUSTOM/small/Anvil.png",
        "pics/CUSTOM/small/Hammer.png",
        "themes/small/cardback.png",
    ]
    assert sorted(file for file in tmp_path.rglob("*") if file.is_file()) == sorted(files)
    assert (done.cards, done.pages) == (4, 3)
    for file in files[1:]:
        with Image.open(file) as picture:
            assert (picture.format, picture.size) == ("PNG", (744, 1039))


def test_a_round_piece_keeps_its_shape_in_the_space_of_a_card(own_job, card, read_face, tmp_path):
    files, _ = write_card_set(own_job(card(), face=read_face(ROUND_FACE)), set_of(["Coin"]), tmp_path)
    with Image.open(files[1]) as picture:
        width, height = picture.size
        assert width / height == pytest.approx(72 / 102, abs=0.01)
        assert picture.getpixel((width // 2, height // 2)) == (255, 0, 0, 255)
        assert picture.getpixel((width // 2, 5))[3] == 0


def test_a_wide_card_is_turned_so_that_cockatrice_turns_it_back(own_job, card, read_face, tmp_path):
    files, _ = write_card_set(own_job(card(), face=read_face(WIDE_FACE)), set_of(["Bridge"]), tmp_path)
    (entry,) = read(files[0].read_bytes()).findall("cards/card")
    assert entry.findtext("landscapeOrientation") == entry.findtext("cipt") == "1"
    with Image.open(files[1]) as picture:
        assert picture.size == (744, 1039)
        shown = picture.transpose(Image.Transpose.ROTATE_270)  # by 90 degrees clockwise, as the client does
    assert shown.getpixel((100, 300)) == (0, 0, 255)
    assert shown.getpixel((900, 300)) == (255, 0, 0)

"""The commands that print for targets: print shops, tables on the screen, spreadsheets."""

import csv
import io
import json
from collections import Counter

import pikepdf
import pypdfium2
import pytest
from PIL import Image

from deckwright.press.targets.target import PageOutput, load_target, target_names

from ..programs import deep_except
from ..registries import GAMES


def read_table(data):
    assert data.startswith(b"\xef\xbb\xbf")
    rows = list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline="")))
    assert data.count(b"\r\n") == len(rows) + 1
    return rows


@pytest.mark.parametrize("name", target_names())
def test_every_packaged_target_is_exported_by_its_command(deckwright, tmp_path, name):
    target = load_target(name)
    command = target.command.split()
    cards = ("data-monsters", "--select", "pivot", "-o", "made.pdf" if command[1] == "pdf" else "made")
    if isinstance(target.makes, PageOutput) and target.makes.each:
        cards = (*cards[:-1], "made")
    ran = deckwright(*command, *cards, "--target", name, "--json")
    # These cards are 63 × 88 mm: a target for cards of another shape says so.
    is_of_another_shape = {one["rule"] for one in ran.json.get("findings", ())} == {"card-size"}
    assert (ran.code, ran.err) == (int(is_of_another_shape), "")
    assert ran.json["cards"] > 0
    assert all((tmp_path / file).stat().st_size for file in ran.json["files"])


def test_pictures_for_a_print_shop(deckwright, tmp_path):
    ran = deckwright(
        "export", "png", "data-monsters/startup", "--target", "tgc-poker", "-o", "shop/startup", "--json"
    )
    assert (ran.code, ran.err) == (0, "")
    files = ran.json.pop("files")
    assert ran.json["findings"] == []
    assert (ran.json["cards"], ran.json["pages"]) == (30, 21)
    pictures = [name for name in files if name.endswith(".png")]
    assert len(pictures) == 21
    for name in pictures:
        with Image.open(tmp_path / name) as picture:
            assert (picture.size, picture.mode) == ((825, 1125), "RGB")
    rows = read_table((tmp_path / "shop/startup/cards.csv").read_bytes())
    assert sum(int(row["copies"]) for row in rows) == 30


def test_pictures_without_a_target_are_as_fine_as_asked(deckwright, tmp_path):
    ran = deckwright(
        "export", "png", "--select", "difficulty:hard", "--game", "data-monsters", "--dpi", "100", "-o", "p"
    )
    assert ran.code == 0
    (first, *_) = sorted((tmp_path / "p").glob("01-*.png"))
    with Image.open(first) as picture:
        assert picture.size == (248, 346)


def test_a_deck_for_the_table_on_the_screen(deckwright, tmp_path):
    ran = deckwright("export", "tts", "data-monsters/startup", "--lang", "fr", "-o", "table", "--json")
    assert (ran.code, ran.err) == (0, "")
    saved, face, back = (tmp_path / name for name in ran.json["files"])
    (deck,) = json.loads(saved.read_text(encoding="utf-8"))["ObjectStates"]
    assert len(deck["DeckIDs"]) == ran.json["cards"] == 30
    assert deck["CustomDeck"]["1"]["FaceURL"] == face.as_uri()
    assert deck["CustomDeck"]["1"]["BackURL"] == back.as_uri()
    pivot = next(one for one in deck["ContainedObjects"] if one["Nickname"] == "Virage")
    assert pivot["Description"].startswith("Mettez 1 opportunité du marché sous le paquet opportunités")
    assert not any(sign in one["Description"] for one in deck["ContainedObjects"] for sign in "{}*")
    with Image.open(face) as picture:
        assert max(picture.size) <= 4096


def test_pictures_on_the_web_are_named_by_their_address(deckwright, tmp_path):
    deckwright("export", "tts", "data-monsters/startup", "--url", "https://example.org/x/", "-o", "table")
    (saved,) = (tmp_path / "table").glob("*.json")
    (face,) = (tmp_path / "table").glob("data-monsters-running-a-startup-1.????????.png")
    assert f"https://example.org/x/{face.name}" in saved.read_text(encoding="utf-8")


@pytest.mark.deep("draws a picture of each card")
def test_a_whole_game_has_its_table_too(deckwright, tmp_path):
    options = ("--players", "3", "--seed", "friday")
    ran = deckwright("export", "tts", "data-monsters", *options, "-o", "table", "--json")
    decks, table = (json.loads((tmp_path / name).read_text()) for name in ran.json["files"][:2])
    dealt = deckwright("deal", "data-monsters", *options, "--json").json
    states = {}
    piles = [state for state in table["ObjectStates"] if state["Name"] in {"Card", "DeckCustom"}]
    for state in piles:
        states.setdefault(state["Nickname"], []).append(state)
    (pile,) = states["Opportunity deck"]
    notes = [f"data-monsters/{card}" for card in dealt["zones"]["opportunity"]]
    assert [card["GMNotes"] for card in pile["ContainedObjects"]] == notes
    assert len(states["Hand"]) == len(states["Laboratory deck"]) == 3
    market = [state for state in table["ObjectStates"] if state["Name"] == "Card"]
    assert [state["GMNotes"] for state in market] == [
        f"data-monsters/{card}" for card in dealt["zones"]["market"]
    ]
    assert {state["Transform"]["rotZ"] for state in market} == {0.0}
    assert {state["Transform"]["rotZ"] for state in states["Hand"]} == {180.0}
    spots = [(state["Transform"]["posX"], state["Transform"]["posZ"]) for state in piles]
    assert len({*spots}) == len(spots)
    snaps = [(snap["Position"]["x"], snap["Position"]["z"]) for snap in table["SnapPoints"]]
    assert {*spots} <= {*snaps}
    known = [picture["FaceURL"] for deck in decks["ObjectStates"] for picture in deck["CustomDeck"].values()]
    assert {image["FaceURL"] for state in market for image in state["CustomDeck"].values()} <= {*known}
    (pad,) = (state for state in table["ObjectStates"] if state["Name"] == "Custom_PDF")
    assert pad["CustomPDF"]["PDFUrl"] in {(tmp_path / name).as_uri() for name in ran.json["files"]}
    assert [*json.loads(table["LuaScriptState"]).values()] == ["White", "Red", "Yellow"]


@pytest.mark.parametrize("game", deep_except(["dataset"], GAMES, "draws a picture of each card"))
def test_the_table_has_every_card_and_zone_of_the_deal(deckwright, tmp_path, game):
    (tmp_path / "small.yaml").write_text("about: Small.\ndeck: {side: 900, columns: 10, rows: 7, dpi: 30}\n")
    options = ("--players", "3", "--seed", "friday")
    ran = deckwright("export", "tts", game, *options, "--target", "small.yaml", "-o", "table", "--json")
    table = json.loads((tmp_path / ran.json["files"][1]).read_text(encoding="utf-8"))
    dealt = deckwright("deal", game, *options, "--json").json
    seats = [seat["zones"] for seat in dealt["seats"]]
    cards = Counter(card for zones in [dealt["zones"], *seats] for zone in zones.values() for card in zone)
    pieces = [one for state in table["ObjectStates"] for one in state.get("ContainedObjects", [state])]
    assert Counter(one["GMNotes"].split("/")[1] for one in pieces if "GMNotes" in one) == cards
    listed = deckwright("export", "list", ran.json["files"][0], "--game", game, "--json").json
    assert listed["cards"] == ran.json["cards"]
    kinds = Counter(state["Name"] for state in table["ObjectStates"])
    assert kinds["ScriptingTrigger"] == sum(map(len, [dealt["zones"], *seats]))
    assert kinds["HandTrigger"] == 3
    assert kinds["Custom_PDF"] == 1


def test_a_pdf_for_a_press(deckwright, tmp_path):
    ran = deckwright(
        "export", "pdf", "data-monsters/startup", "--target", "dtc-poker", "-o", "s.pdf", "--json"
    )
    assert ran.json == {"files": ["s.pdf"], "cards": 30, "pages": 60, "findings": []}
    with pikepdf.open(tmp_path / "s.pdf") as pdf:
        assert len(pdf.pages) == 60
        assert pdf.docinfo["/GTS_PDFXVersion"] == "PDF/X-1a:2003"


@pytest.mark.parametrize(("target", "width"), [("home-a4", 210), ("home-letter", 215.9)])
def test_sheets_for_a_printer_at_home(deckwright, tmp_path, target, width):
    assert deckwright("export", "pdf", "data-monsters/startup", "--target", target, "-o", "s.pdf").code == 0
    assert pypdfium2.PdfDocument(tmp_path / "s.pdf")[0].get_width() == pytest.approx(
        width / 25.4 * 72, abs=0.1
    )


def test_a_file_for_each_card(deckwright, tmp_path):
    ran = deckwright("export", "pdf", "data-monsters/startup", "--target", "single", "-o", "cards", "--json")
    assert (
        sorted(str(file.relative_to(tmp_path)) for file in (tmp_path / "cards").iterdir())
        == ran.json["files"]
    )
    assert len(ran.json["files"]) == 20


def test_an_overview(deckwright):
    ran = deckwright("export", "pdf", "dataset", "--target", "contact", "-o", "c.pdf", "--json")
    assert (ran.code, ran.json["cards"], ran.json["pages"]) == (0, 120, 2)


def test_a_table_of_all_cards_reads_back(deckwright, tmp_path):
    ran = deckwright("export", "csv", "data-monsters", "dataset", "--lang", "it", "-o", "c.csv", "--json")
    assert ran.json == {"files": ["c.csv"], "cards": 195, "pages": 0, "findings": []}
    rows = read_table((tmp_path / "c.csv").read_bytes())
    head = ["game", "id", "kind", "name", "copies", "marks", "origin", "counts"]
    assert list(rows[0])[:8] == head
    cards = deckwright("search", "game:data-monsters or game:dataset", "--json", "--lang", "it").json
    assert [(row["game"], row["id"], row["name:it"] or row["name"]) for row in rows] == [
        (card["game"], card["id"], card["name"]) for card in cards
    ]
    by_id = {row["id"]: row for row in rows}
    assert by_id["krol-chief"]["class"] == "engineer; scientist"
    assert by_id["krol-chief"]["name:fr"] == "Krol"
    assert by_id["pivot"]["text"].startswith("Put 1 opportunity")
    assert by_id["pivot"]["tech"] == ""


def test_a_table_counts_the_copies_of_a_deck(deckwright):
    ran = deckwright("export", "csv", "data-monsters/startup", "-o", "-")
    rows = read_table(ran.out.encode())
    assert sum(int(row["copies"]) for row in rows) == 30


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("png", "dataset", "--target", "tts", "-o", "x"), 2, "export tts --target tts"),
        (("png", "dataset", "--target", "tgc", "-o", "x"), 3, "tgc-poker"),
        (("png", "dataset", "--target", "tgc-poker", "--dpi", "300", "-o", "x"), 2, "--dpi"),
        (("png", "dataset"), 2, "-o"),
        (("png", "dataset", "-o", "-"), 2, "folder"),
        (("tts", "dataset", "--target", "dtc-poker", "-o", "x"), 2, "export pdf --target dtc-poker"),
        (("tts", "-o", "x"), 2, "deck"),
        (("pdf", "dataset", "--target", "mpc-poker", "-o", "x"), 2, "export png --target mpc-poker"),
        (("pdf", "dataset", "--target", "dtc-poker", "-o", "nowhere/x"), 3, "nowhere"),
        (("pdf", "dataset", "--target", "dtc-poker", "--duplex", "long", "-o", "x"), 2, "--duplex"),
        (("pdf", "dataset", "--target", "single", "--cut-lines", "-o", "x"), 2, "--cut-lines"),
        (("pdf", "dataset", "--target", "home-a4", "--sheet", "letter", "-o", "x"), 2, "--sheet"),
        (("csv", "dataset", "-o", "nowhere/x"), 3, "nowhere"),
        (("csv", "datasets", "-o", "x"), 3, "dataset"),
    ],
)
def test_a_mistake_is_one_clear_message_and_leaves_nothing(deckwright, tmp_path, arguments, code, message):
    ran = deckwright("export", *arguments)
    assert ran.code == code
    assert message in ran.err
    assert "Traceback" not in ran.err
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_a_file_is_an_error(deckwright, tmp_path):
    (tmp_path / "x").write_text("mine")
    ran = deckwright("export", "png", "dataset", "--dpi", "40", "-o", "x")
    assert ran.code == 3
    assert (tmp_path / "x").read_text() == "mine"


def test_a_folder_that_is_a_link_to_itself_is_an_error(deckwright, tmp_path):
    (tmp_path / "loop").symlink_to("loop")
    ran = deckwright("export", "tts", "data-monsters/startup", "-o", str(tmp_path / "loop"))
    assert ran.code == 3, ran.err
    assert "loop" in ran.err


def test_one_card_is_one_picture_or_a_folder_with_its_back(deckwright, tmp_path):
    ran = deckwright(
        "export", "png", "--card", "data-monsters/mainframe", "--corners", "3", "-o", "one.png", "--json"
    )
    assert (ran.code, ran.json["files"], ran.json["cards"]) == (0, ["one.png"], 1)
    with Image.open(tmp_path / "one.png") as picture:
        assert (picture.size, picture.mode) == ((744, 1039), "RGBA")
        assert picture.getpixel((0, 0))[3] == 0
    ran = deckwright("export", "png", "--card", "Mainframe", "--bleed", "3", "--dpi", "72", "-o", "two")
    assert ran.code == 0, ran.err
    assert {file.name for file in (tmp_path / "two").iterdir()} == {
        "01-mainframe.png",
        "back-laboratory.png",
        "cards.csv",
    }
    with Image.open(tmp_path / "two" / "01-mainframe.png") as picture:
        assert (picture.size, picture.mode) == ((196, 266), "RGB")


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["dataset", "-o", "x.png"], 2, "58 cards do not fit into one picture"),
        (["--card", "mainfram", "-o", "x.png"], 3, "Did you mean"),
        (
            ["--card", "mainframe", "--corners", "3", "--bleed", "1", "-o", "x.png"],
            2,
            "cannot be used together",
        ),
        (
            ["dataset", "--target", "mpc-poker", "--corners", "3", "-o", "x"],
            2,
            "sets the corners and the bleed",
        ),
        (["dataset", "--bleed", "4", "-o", "x"], 2, "“4” is not a number from 0 to 3"),
        (["--card", "mainframe", "dataset", "-o", "x"], 2, "several games"),
    ],
)
def test_pictures_that_cannot_be_are_refused(deckwright, tmp_path, arguments, code, message):
    ran = deckwright("export", "png", *arguments)
    assert (ran.code, ran.out) == (code, "")
    assert message in ran.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("command", "output"), [("png", "made"), ("pdf", "made.pdf")])
def test_an_unknown_target_names_those_that_fit_the_cards(deckwright, tmp_path, command, output):
    assert deckwright("new", "game", "Minis", "--size", "mini").code == 0
    ran = deckwright("export", command, "minis", "--target", "tgc-minnie", "-o", output)
    assert ran.code == 3
    near = "tgc-mini, tgc-hex-tile-small, tgc-large-circle-chit."
    assert f"error: Unknown target: tgc-minnie.\nUse one of: {near}" in ran.err
    assert "Targets that fit these cards: mpc-mini, tgc-mini." in ran.err
    assert not (tmp_path / output).exists()

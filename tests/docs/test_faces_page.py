"""docs/faces.md: its face can be printed, and it names all that a face can say."""

import json
import re
from pathlib import Path

import pytest

from deckwright import resources
from deckwright.files.yaml import parse_document
from deckwright.press.boxes.box import Box
from deckwright.press.drawing.tables import Table, set_paragraphs
from deckwright.press.drawing.words import Span
from deckwright.press.faces.face_file import face_reader, load_face
from deckwright.press.faces.game_names import check_face_in_game
from deckwright.press.looks.styles import Style, tag_faults

from ..fonts import font_bytes

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "faces.md").read_text(encoding="utf-8")
SCHEMA = json.loads(resources.schema("face").read_bytes())


def blocks(page):
    """The YAML that a page shows."""
    return re.findall(r"```yaml\n(.*?)```", (DOCS / page).read_text(encoding="utf-8"), re.DOTALL)


@pytest.fixture
def frogs(game_folder):
    """The frogs of the page on games, with the kind that this page gives them."""
    from deckwright.files.game_package import read_package

    game, cards = blocks("games.md")[:2]
    kind, face = blocks("faces.md")[:2]
    folder = game_folder(
        game.replace("kinds:\n  frog:\n    name: Frog\n    fields: [jump, colour]\n", kind), cards
    )
    (folder / "faces").mkdir()
    (folder / "faces" / "frog.yaml").write_text(face, encoding="utf-8")
    box, findings = read_package(folder)
    assert findings == []
    return box


def test_the_face_of_the_page_suits_its_game(frogs):
    assert frogs.game.definition["kinds"]["frog"]["face"] == "frog"
    face = load_face("frog", face_reader(frogs.assets))
    assert all(isinstance(box, Box) for box in face.boxes)
    assert check_face_in_game(face, frogs.game, frogs.assets) == []


def test_the_pictures_of_the_page_can_be_shown(frogs):
    face = blocks("faces.md")[1]
    (pictures,) = [block for block in blocks("faces.md") if "missing: pond.jpg" in block]
    more = pictures.removeprefix("boxes:\n")
    assets = {"faces/frog.yaml": (face + more).encode(), "pictures/pond.jpg": b""}
    findings = check_face_in_game(load_face("frog", face_reader(assets)), frogs.game, assets)
    # The frogs have no sign; the page says what comes of that.
    assert [one.rule for one in findings] == ["unknown-field"]


def test_the_paint_of_the_page_can_be_printed(frogs):
    face = blocks("faces.md")[1]
    (paint,) = [block for block in blocks("faces.md") if "dusk: {linear" in block]
    tones, boxes = paint.removeprefix("palette:\n").split("boxes:\n")
    assets = {"faces/frog.yaml": (face.replace("styles:\n", f"{tones}styles:\n") + boxes).encode()}
    loaded = load_face("frog", face_reader(assets))
    assert check_face_in_game(loaded, frogs.game, assets) == []
    assert loaded.boxes[-1].fill == "dusk"


def test_the_fonts_of_the_page_are_found_in_the_folder(frogs):
    *_, styles = blocks("faces.md")
    own = {
        "fonts/display.ttf": font_bytes("Marsh Display", weight=800),
        "fonts/text.ttf": font_bytes("Marsh Text"),
    }
    face = load_face("frog", face_reader({"faces/frog.yaml": f"extends: base\n{styles}".encode(), **own}))
    assert check_face_in_game(face, frogs.game, own) == []


def test_the_runs_of_the_page_are_those_of_its_text():
    runs, sentence, table = [
        block for block in blocks("faces.md") if "runs:" in block or "[/" in block or "|--" in block
    ]
    face = load_face("frog", face_reader({"faces/frog.yaml": f"extends: base\n{runs}".encode()}))
    text = parse_document(sentence.encode(), "page.yaml").value["text"]
    assert list(tag_faults(text, [*face.runs])) == []
    spans = [Span(parse_document(table.encode(), "page.yaml").value["text"])]
    assert [isinstance(one, Table) for one in set_paragraphs(spans, Style())] == [False, True]


def test_the_row_of_the_page_suits_its_game(frogs):
    [row] = re.findall(r"`(\{repeat: jump, total.*?\]\})`", PAGE, re.DOTALL)
    face = blocks("faces.md")[1]
    assets = {"faces/frog.yaml": f"{face}  - {' '.join(row.split())}\n".encode()}
    loaded = load_face("frog", face_reader(assets))
    assert len(loaded.boxes) == len(load_face("frog", face_reader(frogs.assets)).boxes) + 1
    assert check_face_in_game(loaded, frogs.game, assets) == []


def keys_of(name):
    """The keys of a part of the schema."""
    return SCHEMA["$defs"][name]["properties"]


BOXES = [name for name in SCHEMA["$defs"] if name.endswith("_box")]


@pytest.mark.parametrize("part", [*BOXES, "style", "panel", "run"])
def test_the_page_names_every_key(part):
    missing = [key for key in keys_of(part) if f"`{key}`" not in PAGE and f"`{key}:" not in PAGE]
    assert missing == []


def test_the_page_names_every_shape():
    assert [name for name in SCHEMA["$defs"]["shape_name"]["enum"] if f"`{name}`" not in PAGE] == []


def test_the_page_names_the_styles_and_colours_of_base():
    base = load_face("base", face_reader({})).documents[0].value
    assert [name for name in base["styles"] if f"`{name}`" not in PAGE] == []
    assert [name for name in base["palette"] if f"`{name}`" not in PAGE and name != "white"] == []

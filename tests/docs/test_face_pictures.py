"""The pictures of docs/faces.md: one for each box of the schema, drawn from the example above it."""

import json
import re
import runpy
from pathlib import Path

import pytest

from deckwright import resources
from deckwright.errors import InputError
from deckwright.files.yaml import document_of
from deckwright.press.boxes.box import nested_keys

TOOL = runpy.run_path(str(Path(__file__).parents[2] / "cli" / "face_pictures.py"))
PAGE, PICTURES, Example = TOOL["PAGE"], TOOL["PICTURES"], TOOL["Example"]
drawn = TOOL["drawn"]
EXAMPLES = TOOL["examples"]()
SCHEMA = json.loads(resources.schema("face").read_bytes())
BOXES = [name.removesuffix("_box") for name in SCHEMA["$defs"] if name.endswith("_box")]


@pytest.fixture(scope="module")
def game():
    """The game of the page on games."""
    return TOOL["frogs"]()


@pytest.mark.parametrize("example", EXAMPLES, ids=[one.name for one in EXAMPLES])
def test_the_picture_is_drawn_from_the_example(example, game):
    assert (PICTURES / f"{example.name}.svg").read_text(encoding="utf-8") == drawn(example, game), (
        "run make docs"
    )


def keys_in(boxes):
    for box in boxes:
        yield from box
        for key in nested_keys():
            yield from keys_in(box.get(key, []))


@pytest.mark.parametrize("box", BOXES)
def test_every_box_of_the_schema_has_a_picture(box):
    (example,) = [one for one in EXAMPLES if one.name == box]
    assert box in keys_in(document_of(example.face, "faces.md").value["boxes"])


def test_no_picture_is_left_over():
    page = PAGE.read_text(encoding="utf-8")
    shown = re.findall(r"\(faces/([^)]*)\)", page)
    assert sorted(shown) == sorted(file.name for file in PICTURES.glob("*.svg"))
    assert sorted(shown) == sorted(f"{one.name}.svg" for one in EXAMPLES)


def test_another_example_is_another_picture(game):
    example = EXAMPLES[0]
    other = example._replace(face=example.face.replace("{name}", "{name}!"))
    assert drawn(other, game) != drawn(example, game)
    with pytest.raises(InputError, match="Unknown colour: pund"):
        drawn(Example("x", "boxes: [{shape: rect, at: card, fill: pund}]"), game)
    with pytest.raises(ValueError, match="has no field jmp"):
        drawn(Example("x", "boxes: [{number: jmp, at: card}]"), game)

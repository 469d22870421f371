"""What a kind of box declares: its drawing depends on nothing else of a card, and what says nothing is drawn for each card."""

import runpy
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from deckwright.model.card import Card
from deckwright.press.boxes import keys
from deckwright.press.boxes.box import Box, kinds
from deckwright.press.drawing.card import share_of
from deckwright.press.drawing.context import RenderContext, Scope
from deckwright.press.faces.choice import query_matcher
from deckwright.press.faces.face_file import face_reader, load_face
from deckwright.press.graphics.parts import Area, DrawnShape, rectangle

TOOL = runpy.run_path(str(Path(__file__).parents[3] / "cli" / "face_pictures.py"))
EXAMPLES = {example.name: example for example in TOOL["examples"]()}


@pytest.fixture(scope="module")
def frogs():
    """The game of the page on games, whose frogs the examples of the page on faces show."""
    return TOOL["frogs"]()


@pytest.fixture(scope="module")
def example_face(frogs):
    """Face of the example of a kind, and the files that it is drawn with."""

    def read(kind):
        files = {
            "faces/below.yaml": TOOL["_BELOW"].encode(),
            "faces/example.yaml": TOOL["_whole"](EXAMPLES[kind].face).encode(),
        }
        assets = {**frogs.assets, **TOOL["_pictures"](), **files}
        return load_face("example", face_reader(assets)), assets

    return read


def changed_cards(card: Card):
    """Yield a card with one thing changed, and the names of what that is."""
    for name, value in card.fields.items():
        yield {name, "fields"}, replace(card, fields={**card.fields, name: other_value(value)})
    for name, text in card.texts["en"].items():
        yield {name, "texts"}, replace(card, texts={"en": {**card.texts["en"], name: f"{text} and more"}})
    yield {"icon"}, replace(card, icon="mdi:cog")
    yield {"marks"}, replace(card, marks=("rare",))
    yield {"copies"}, replace(card, copies=card.copies + 1)
    yield {"id"}, replace(card, id="moor-frog")


def other_value(value):
    return not value if isinstance(value, bool) else value + 1 if isinstance(value, int) else "blue"


def undeclared(box, face, game, assets):
    """Names of what changes the drawing of a box, and is not among the fields on which it says to depend."""
    (card,) = [one for one in game.cards if one.id == "tree-frog"]
    context = RenderContext(game.game, "en", assets, query_matcher(game.game))
    share = share_of([box], face, context.texts)

    def drawing(shown):
        return list(box.drawn(Scope(context, face, shown), box.at))

    changes = [] if share.is_own else list(changed_cards(card))
    return [
        names for names, other in changes if drawing(other) != drawing(card) and not names & {*share.fields}
    ]


@pytest.mark.parametrize("kind", [name for name in kinds() if name != "drop"])
def test_the_drawing_of_a_kind_depends_on_no_more_of_a_card_than_it_declares(kind, example_face, frogs):
    face, assets = example_face(kind)
    assert any(inner.kind == kind for box in face.boxes for inner in box.with_nested())
    assert [names for box in face.boxes for names in undeclared(box, face, frogs, assets)] == []


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Meter(Box):
    """A box that shows a number."""

    jump: str = keys.key("field", "A field, which is not declared as one.", default="jump")
    fill: str = keys.paint("A colour.")

    def draw(self, scope, area):
        """Draw as much as the number says."""
        yield DrawnShape(rectangle(area._replace(width=float(scope.raw("jump")))), scope.colour(self.fill))


class FixedMeter(Meter):
    """One that says to be the same on all cards."""

    fixed = True


class DeclaredMeter(Meter):
    """One whose key is declared as a field."""

    @property
    def mentions(self):
        """The field."""
        return (keys.Mention("field", "jump", self.place),)


def made(kind, face):
    return kind(
        place=face.boxes[0].place, value={"jump": "jump", "fill": "ink"}, at=Area(0, 0, 9, 9), fill="ink"
    )


def test_a_kind_that_declares_nothing_of_cards_is_drawn_for_each(example_face, frogs):
    face, assets = example_face("bar")
    assert share_of([made(Meter, face)], face, frozenset()).is_own
    assert undeclared(made(FixedMeter, face), face, frogs, assets) == [{"jump", "fields"}]
    shared = share_of([made(type("Shared", (DeclaredMeter,), {"fixed": True}), face)], face, frozenset())
    assert (shared.fields, shared.is_own) == (("jump",), False)


def test_every_kind_says_what_pages_and_schemas_need():
    assert [
        name for name, kind in kinds().items() if not (kind.example and kind.draws and kind.__doc__)
    ] == []
    assert [name for name, kind in kinds().items() if name not in set(kind.keys())] == []

"""What a kind of box declares: its drawing depends on nothing else of a card, and what says nothing is drawn for each card."""

import re
import runpy
from dataclasses import dataclass, replace
from inspect import isabstract
from pathlib import Path

import pytest

from deckwright.model.card import Card
from deckwright.press.boxes import keys
from deckwright.press.boxes.box import Box, kinds
from deckwright.press.boxes.text import TextBox
from deckwright.press.drawing.card import draw_card, share_of
from deckwright.press.drawing.context import RenderContext, Scope
from deckwright.press.faces.choice import query_matcher
from deckwright.press.faces.face_file import face_reader, load_face
from deckwright.press.graphics.parts import Area, DrawnShape, rectangle
from deckwright.press.preflight.colours import report_confusable_colours
from deckwright.press.preflight.shown import CheckedFace

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


@pytest.mark.parametrize("kind", [name for name in kinds() if name != "drop"])
def test_a_kind_says_how_thin_its_lines_are(kind, example_face, frogs):
    face, assets = example_face(kind)
    (card,) = [card for card in frogs.cards if card.id == "tree-frog"]
    scope = Scope(RenderContext(frogs.game, "en", assets, query_matcher(frogs.game)), face, card)
    for box in (inner for outer in face.boxes for inner in outer.with_nested() if inner.kind == kind):
        parts = [*box.draw(scope, box.at)]
        widths = [part.width for part in parts if isinstance(part, DrawnShape) and part.stroke]
        assert box.line_width == min(widths, default=0), box


@pytest.mark.parametrize("kind", kinds())
def test_every_kind_has_a_test(kind):
    press = Path(__file__).parents[1]
    texts = [file.read_text(encoding="utf-8") for file in press.rglob("test_*.py") if file != Path(__file__)]
    assert any(re.search(rf"\b{kind}:", text) for text in texts), f"no test of tests/press has the box {kind}"


def test_every_kind_says_what_pages_and_schemas_need():
    assert [
        name for name, kind in kinds().items() if not (kind.example and kind.draws and kind.__doc__)
    ] == []
    assert [name for name, kind in kinds().items() if name not in set(kind.keys())] == []


def test_no_kind_lacks_what_every_box_must_say():
    assert [name for name, kind in kinds().items() if isabstract(kind)] == []


@pytest.mark.parametrize("base", [Box, TextBox])
def test_a_kind_without_what_every_box_must_say_cannot_be_made(base, example_face):
    face, _ = example_face("bar")
    with pytest.raises(TypeError, match=next(iter(base.__abstractmethods__))):
        made(type("Forgetful", (base,), {}), face)


def schema_keys():
    """Yield each key of each kind, with the definition that its schema is, such as `colour`."""
    for name, kind in kinds().items():
        for key_name, declared in kind.keys().items():
            if "$ref" in declared.schema:
                yield f"{name}.{key_name}", declared.schema["$ref"].rpartition("/")[2], declared


def test_keys_with_one_schema_all_say_what_they_name():
    naming = {definition for _, definition, declared in schema_keys() if declared.names}
    assert {"field", "query", "colour", "colours", "text_or_cases", "icon_or_cases", "panel"} <= naming
    assert [
        where for where, definition, declared in schema_keys() if definition in naming and not declared.names
    ] == []


RED, GREEN = "#a8322a", "#5f6a1c"
"""Two colours that red-blind players cannot tell apart."""
BY_COLOUR = f"{{by: colour, green: '{GREEN}', blue: '{RED}'}}"


@pytest.fixture
def coloured(example_face, frogs):
    """The example of a kind with one of its colours by the colour of frogs, for each of them, with a context."""

    def read(kind):
        face, assets = example_face(kind)
        for tone in face.palette.tones:
            mine = f"extends: example\npalette: {{{tone}: {BY_COLOUR}}}\n".encode()
            files = {**assets, "faces/mine.yaml": mine}
            context = RenderContext(frogs.game, "en", files, query_matcher(frogs.game))
            yield tone, load_face("mine", face_reader(files)), context

    return read


def differing(face, cards, context):
    """Cards that are not printed as the first one is."""
    first, *others = ((card, list(draw_card(card, face, context))) for card in cards)
    return [card for card, drawn in others if drawn != first[1]]


def drawn_alone(face, card, context):
    """What is printed of a card that shares no drawing with another."""
    return list(draw_card(card, face, replace(context, drawings={}, texts_to_fit={})))


@pytest.mark.parametrize("kind", [name for name in kinds() if name != "drop"])
def test_every_card_is_printed_as_if_it_were_alone(kind, coloured, frogs):
    (card,) = [card for card in frogs.cards if card.id == "tree-frog"]
    for tone, face, context in coloured(kind):
        others = [other for _, other in changed_cards(card)]
        usual = drawn_alone(face, card, context)
        alone = [other for other in others if drawn_alone(face, other, context) != usual]
        assert differing(face, [card, *others], context) == alone, tone


@pytest.mark.parametrize("kind", [name for name in kinds() if name != "drop"])
def test_preflight_sees_every_colour_of_every_kind(kind, coloured, frogs):
    (green,) = [card for card in frogs.cards if card.id == "tree-frog"]
    blue = replace(green, fields={**green.fields, "colour": "blue"})
    for tone, face, context in coloured(kind):
        checked = CheckedFace(face, [green, blue], context)
        report_confusable_colours(checked, [checked])
        is_found = any(finding.rule == "colours-alike" for finding in context.findings)
        is_different = drawn_alone(face, green, context) != drawn_alone(face, blue, context)
        is_printed = is_different and "colour" not in checked.signs
        assert is_found == is_printed, tone

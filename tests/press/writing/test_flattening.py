"""The module press/writing/flattening; tests/press/test_paint.py looks at the pages."""

import pytest

from deckwright.press.graphics.parts import (
    Area,
    DrawnGroup,
    DrawnIcon,
    DrawnPicture,
    DrawnRepeat,
    DrawnShadow,
    DrawnShape,
    Gradient,
    Stop,
    all_parts,
    outline,
    polygon,
    rectangle,
)
from deckwright.press.writing.document import PdfFile
from deckwright.press.writing.flattening import Flattener
from deckwright.press.writing.images import press_inks

CARD = Area(-3, -3, 69, 94)
GROUND = DrawnShape(rectangle(CARD), "#ffcc00")
BOX = DrawnShape(rectangle(Area(10, 10, 20, 20)), "#3366cc")
DOT = DrawnIcon("mdi:duck", 20, 20, 8, "#000000")
FADED = DrawnGroup((BOX,), opacity=0.5)
ONE = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


def gradient(*opacities):
    stops = tuple(Stop(at, "#000000", opacity) for at, opacity in enumerate(opacities))
    return BOX._replace(fill=Gradient(stops, ONE))


def pictures_in(part):
    return [one for one in all_parts([part]) if isinstance(one, DrawnPicture)]


@pytest.fixture
def flat():
    """Flatten parts for a press."""
    flattener = Flattener(PdfFile({}, "en", (63, 88), press_inks(2.4)), {})
    return lambda *parts: flattener.parts(parts, CARD)


@pytest.mark.parametrize(
    "part",
    [
        BOX,
        gradient(1, 1),
        DrawnGroup((BOX,), turn=30),
        DrawnRepeat((BOX,)),
        DrawnShadow((BOX,), "#000000", (1, 1)),
    ],
)
def test_what_is_opaque_stays(flat, part):
    assert flat(GROUND, part) == [GROUND, part]


CLEAR = [
    FADED,
    gradient(1, 0),
    DrawnShadow((BOX,), "#000000", blur=1),
    DrawnShadow((BOX,), "#000000", opacity=0.5),
    DrawnGroup((FADED,), turn=30, centre=(20, 20)),
    DrawnRepeat((FADED,), ((0, 0), (5, 5))),
]


@pytest.mark.parametrize("part", CLEAR)
def test_what_is_seen_through_above_letters_becomes_a_picture_of_its_size(flat, part):
    ground, dot, picture = flat(GROUND, DOT, part)
    assert (ground, dot) == (GROUND, DOT)
    (picture,) = pictures_in(picture)
    assert picture.area.x <= 10
    assert picture.area.far[0] >= 30


@pytest.mark.parametrize("part", [FADED, gradient(1, 0), DrawnShadow((BOX,), "#000000", opacity=0.5)])
def test_above_plain_colours_it_has_the_colours_that_are_seen(flat, part):
    assert not pictures_in(flat(GROUND, part)[-1])


def test_a_colour_that_is_seen_through_is_mixed_with_each_below(flat):
    left = DrawnShape(rectangle(Area(0, 0, 15, 88)), "#000000")
    mixed = flat(GROUND, left, FADED)[-1]
    fills = [part.fill for part in all_parts([mixed]) if isinstance(part, DrawnShape)]
    assert fills == ["#999966", "#1a3366"]


def test_a_gradient_below_stays_one(flat):
    ground = GROUND._replace(fill=Gradient((Stop(0, "#000000"), Stop(1, "#ffffff")), ONE))
    (mixed,) = flat(ground, FADED)[-1].parts
    assert [stop.colour for stop in mixed.fill.stops] == ["#1a3366", "#99b2e6"]


@pytest.mark.parametrize(
    ("cover", "is_hidden"),
    [
        (DrawnShape(rectangle(Area(5, 5, 40, 40)), "#ffffff"), True),
        (DrawnShape(rectangle(Area(5, 5, 40, 40), (2.0,) * 4), "#ffffff"), True),
        (DrawnGroup((DrawnShape(rectangle(CARD), "#ffffff"),), clip=rectangle(Area(5, 5, 40, 40))), True),
        (DrawnShape(rectangle(Area(15, 5, 40, 40)), "#ffffff"), False),
        (DrawnShape(polygon([(15, 5), (45, 5), (45, 45), (5, 45)]), "#ffffff"), False),
    ],
)
def test_what_is_hidden_does_not_matter(flat, cover, is_hidden):
    dot, other = (DOT._replace(x=12, y=12, side=6, colour=colour) for colour in ("#000000", "#ff0000"))
    same = pictures_in(flat(GROUND, dot, cover, FADED)[-1]) == pictures_in(
        flat(GROUND, other, cover, FADED)[-1]
    )
    assert same == is_hidden


def test_a_shadow_inside_a_circle_is_above_its_colour_alone(flat):
    circle = DrawnShape(outline("circle", Area(0, 0, 40, 40)), "#ffffff")
    shadow = DrawnShadow((DrawnShape(outline("circle", Area(6, 6, 28, 28)), "#000000"),), "#000000", blur=1)
    assert isinstance(flat(DOT, circle, shadow)[-1], DrawnPicture)
    assert flat(DOT, circle, shadow)[-1] == flat(circle, shadow)[-1]
    moved = shadow._replace(offset=(5.0, 5.0))
    assert flat(DOT, circle, moved)[-1] != flat(circle, moved)[-1]


def test_a_shared_drawing_is_opened_so_that_the_rest_stays(flat):
    ground, box, mixed, last = flat(DrawnRepeat((GROUND, BOX, FADED)), BOX)
    assert (ground, box, last) == (GROUND, BOX, BOX)
    assert mixed != FADED


def test_what_looks_the_same_is_drawn_once(flat):
    other = DrawnShape(rectangle(Area(40, 50, 5, 5)), "#000000")
    assert flat(GROUND, DOT, FADED)[-1] == flat(GROUND, DOT, other, FADED)[-1]
    assert flat(GROUND, DOT, FADED)[-1] != flat(GROUND, DOT._replace(side=9.0), FADED)[-1]


def test_what_is_beyond_the_card_is_nothing(flat):
    beyond = DrawnGroup((DrawnShape(rectangle(Area(100, 0, 9, 9)), "#000000"),), opacity=0.5)
    assert flat(beyond) == [DrawnGroup(())]

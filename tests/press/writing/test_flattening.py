"""The module press/writing/flattening; tests/press/test_paint.py looks at the pages."""

import pytest

from deckwright.errors import UsageError
from deckwright.press.graphics.parts import (
    Area,
    DrawnGroup,
    DrawnPicture,
    DrawnRepeat,
    DrawnShadow,
    DrawnShape,
    Gradient,
    Stop,
    rectangle,
)
from deckwright.press.writing.document import PdfFile
from deckwright.press.writing.flattening import Flattener
from deckwright.press.writing.images import press_inks

CARD = Area(-3, -3, 69, 94)
GROUND = DrawnShape(rectangle(CARD), "#ffcc00")
BOX = DrawnShape(rectangle(Area(10, 10, 20, 20)), "#3366cc")
FADED = DrawnGroup((BOX,), opacity=0.5)
ONE = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


def gradient(*opacities):
    stops = tuple(Stop(at, "#000000", opacity) for at, opacity in enumerate(opacities))
    return BOX._replace(fill=Gradient(stops, ONE))


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


@pytest.mark.parametrize(
    "part",
    [
        FADED,
        gradient(1, 0),
        DrawnShadow((BOX,), "#000000", blur=1),
        DrawnShadow((BOX,), "#000000", opacity=0.5),
        DrawnGroup((FADED,), turn=30, centre=(20, 20)),
        DrawnRepeat((FADED,), ((0, 0), (5, 5))),
    ],
)
def test_what_is_seen_through_becomes_a_picture_of_its_size(flat, part):
    ground, picture = flat(GROUND, part)
    assert ground == GROUND
    assert isinstance(picture, DrawnPicture)
    assert picture.area.x <= 10
    assert picture.area.far[0] >= 30


def test_a_shared_drawing_is_opened_so_that_the_rest_stays(flat):
    ground, box, picture, last = flat(DrawnRepeat((GROUND, BOX, FADED)), BOX)
    assert (ground, box, last) == (GROUND, BOX, BOX)
    assert isinstance(picture, DrawnPicture)


def test_what_looks_the_same_is_drawn_once(flat):
    other = DrawnShape(rectangle(Area(40, 50, 5, 5)), "#000000")
    assert flat(GROUND, FADED)[-1] == flat(GROUND, other, FADED)[-1]
    assert flat(GROUND, FADED)[-1] != flat(GROUND, BOX, FADED)[-1]


def test_what_is_beyond_the_card_is_nothing(flat):
    beyond = DrawnGroup((DrawnShape(rectangle(Area(100, 0, 9, 9)), "#000000"),), opacity=0.5)
    assert flat(beyond) == [DrawnGroup(())]


def test_a_missing_package_is_named(flat, monkeypatch):
    monkeypatch.setattr("deckwright.press.writing.flattening.find_spec", lambda _: None)
    assert flat(GROUND, BOX) == [GROUND, BOX]
    with pytest.raises(UsageError, match="pypdfium2"):
        flat(GROUND, FADED)

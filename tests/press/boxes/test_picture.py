"""Pictures on faces: which one is shown, where, and what is said of it."""

import io
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image as Pillow

from deckwright.model.card import Card
from deckwright.press.boxes.picture import PictureBox
from deckwright.press.drawing.card import draw_card
from deckwright.press.drawing.context import RenderContext, Scope
from deckwright.press.faces.face_file import face_reader, load_face
from deckwright.press.graphics.parts import Area, DrawnGroup, DrawnPicture, DrawnRepeat, DrawnShape

SVG = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="5 5 40 20"><path d="M5 5h40v20h-40z"/></svg>'


def photo(width, height):
    out = io.BytesIO()
    Pillow.new("L", (width, height)).save(out, "PNG")
    return out.getvalue()


ASSETS = {
    "pictures/wide.png": photo(400, 200),
    "pictures/card-1.png": photo(300, 300),
    "pictures/a.svg": SVG,
    "pictures/junior.png": photo(1, 1),
    "pictures/maker-thinker.png": photo(1, 1),
    "pictures/été.png": photo(1, 1),
    "faces/other.yaml": b"boxes: []",
}


def flat(parts):
    for part in parts:
        yield part
        yield from flat(getattr(part, "parts", ()))


@pytest.fixture
def shown(small_job, card, read_face, draw):
    """Draw one picture box on one card: its parts, and the findings."""

    def make(box, fields=None, **texts):
        one = card(fields=fields, **texts)
        job = replace(small_job(one, face=read_face(f"boxes: [{{{box}}}]")), assets=ASSETS)
        parts, findings = draw(job, one)
        return list(flat(parts)), findings

    return make


@pytest.fixture
def name_of(shown):
    """The picture that a box shows, and the findings."""

    def make(box, fields=None, **texts):
        parts, findings = shown(f"{box}, at: [0, 0, 1, 1]", fields, **texts)
        names = [part.name for part in parts if isinstance(part, DrawnPicture)]
        return names, [(one.rule, one.where.line, one.where.column) for one in findings]

    return make


@pytest.mark.parametrize(
    ("box", "fields", "names"),
    [
        ("picture: wide.png", {}, ["wide.png"]),
        ("picture: '{id}.png'", {}, ["card-1.png"]),
        ("picture: '{name}.png'", {}, ["été.png"]),
        ("picture: '{level}.png'", {"level": "junior"}, ["junior.png"]),
        ("picture: '{class}.png'", {"class": ["maker", "thinker"]}, ["maker-thinker.png"]),
        ("picture: 'card-{tech}.png'", {"tech": 1}, ["card-1.png"]),
        ("picture: 'card-{weight}.png'", {"weight": 1.0}, ["card-1.png"]),
        ("picture: '{level}'", {"level": "art/wide.png"}, ["wide.png"]),
        ("picture: '{level}'", {"level": "C:\\art\\wide.png"}, ["wide.png"]),
        ("picture: '{level}.png'", {}, []),
        ("picture: '{level}.png', missing: wide.png", {}, []),
        ("picture: '{id}-2.png', missing: wide.png", {}, ["wide.png"]),
        ("picture: '{id}-2.png', missing: nothing", {}, []),
        ("picture: '{level}'", {"level": "Junior.PNG"}, ["junior.png"]),
        ("picture: '{level}'", {"level": "Junior"}, ["junior.png"]),
        ("picture: '{level}', missing: wide.png", {"level": "JUNIOR"}, ["junior.png"]),
        ("picture: {by: level, junior: wide.png, else: '{id}.png'}", {"level": "junior"}, ["wide.png"]),
        ("picture: {by: level, junior: wide.png, else: '{id}.png'}", {"level": "senior"}, ["card-1.png"]),
        ("picture: {by: level, junior: wide.png}", {"level": "senior"}, []),
        ("picture: wide.png, when: 'tech>=2'", {"tech": 1}, []),
        ("picture: wide.png, languages: {en: {picture: card-1.png}}", {}, ["card-1.png"]),
    ],
)
def test_the_picture_is_the_one_that_the_card_asks_for(name_of, box, fields, names):
    found, findings = name_of(box, fields, name="e\u0301te\u0301")
    assert found == names
    assert findings == []


@pytest.mark.parametrize(("missing", "names"), [("wide.png", ["wide.png"]), ("nothing", [])])
def test_a_picture_that_a_card_names_and_that_is_not_there_is_told_whatever_stands_in(
    name_of, missing, names
):
    found, findings = name_of(f"picture: '{{level}}.png', missing: {missing}", {"level": "senior"})
    assert found == names
    assert findings == [("unknown-picture", 1, 9)]


def test_a_picture_that_is_not_there_is_an_error_and_nothing_is_drawn(name_of):
    names, findings = name_of("picture: '{level}.png'", {"level": "senior"})
    assert names == []
    assert findings == [("unknown-picture", 1, 9)]


NAMES = st.text("./\\~ab:%\0\n*?|\"'é ", max_size=20) | st.sampled_from(
    [
        "../faces/other.yaml",
        "/etc/passwd",
        "..",
        "a.svg/../wide.png",
        "C:\\a.png",
        "pictures/wide.png",
        "./wide.png",
    ]
)


@given(NAMES)
def test_no_field_of_a_card_leads_to_another_file(make_scope, name):
    """Whatever a card says, its picture is looked up by name among those that were read, and never on a disk."""
    scope, box = make_scope({"level": name})
    found = box.name_on(scope)
    assert found == "" or found in {"wide.png", "a.svg"}


@pytest.fixture(scope="module")
def make_scope(small_game):
    """Make a scope for a card whose picture is all that a field says."""
    face_file = b"boxes: [{picture: '{level}', at: card, missing: nothing}]"
    face = load_face("mine", face_reader({"faces/mine.yaml": face_file}))
    (box,) = face.boxes
    assert isinstance(box, PictureBox)

    def make(fields):
        one = Card("small", "card-1", "tool", "en", fields=fields, texts={"en": {"name": "A"}})
        return Scope(RenderContext(small_game, "en", ASSETS, lambda *_: True), face, one), box

    return make


@pytest.mark.parametrize(
    ("settings", "placed"),
    [
        ("at: [10, 10, 20, 20]", (0, 10, 40, 20)),
        ("at: [10, 10, 20, 20], align: left", (10, 10, 40, 20)),
        ("at: [10, 10, 20, 20], align: right", (-10, 10, 40, 20)),
        ("at: [10, 10, 20, 5], valign: top", (10, 10, 20, 10)),
        ("at: [10, 10, 20, 5], valign: bottom", (10, 5, 20, 10)),
        ("at: [10, 10, 20, 20], fit: contain", (10, 15, 20, 10)),
        ("at: [10, 10, 20, 20], fit: contain, valign: top", (10, 10, 20, 10)),
        ("at: [10, 10, 60, 20], fit: contain, align: right", (30, 10, 40, 20)),
        ("at: [10, 10, 20, 20], fit: stretch", (10, 10, 20, 20)),
    ],
)
def test_a_picture_is_placed_as_the_box_says(shown, settings, placed):
    parts, _ = shown(f"picture: wide.png, {settings}")
    (image,) = [part for part in parts if isinstance(part, DrawnPicture)]
    assert image.area == pytest.approx(placed)


@pytest.mark.parametrize(
    ("settings", "is_cut"),
    [
        ("fit: stretch", False),
        ("fit: contain", False),
        ("fit: cover", True),
        ("fit: stretch, radius: 2", True),
    ],
)
def test_a_picture_is_cut_off_where_it_must_be(shown, settings, is_cut):
    parts, _ = shown(f"picture: wide.png, at: [1, 2, 3, 4], {settings}")
    assert any(isinstance(part, DrawnGroup) and part.clip for part in parts) == is_cut


def clip_of(parts):
    clip = next(part.clip for part in parts if getattr(part, "clip", ()))
    points = [point for _, numbers in clip for point in zip(numbers[::2], numbers[1::2], strict=True)]
    xs, ys = zip(*points, strict=True)
    return Area(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


SIDES = st.floats(1, 90).map(lambda number: round(number, 1))


@given(st.data())
def test_covering_leaves_nothing_empty_and_containing_cuts_nothing_off(make_drawn, data):
    """The proportions of the picture stay, it meets the box on two sides at least, and never more is seen than the box."""
    area = Area(*(data.draw(SIDES) for _ in range(4)))
    fit = data.draw(st.sampled_from(["cover", "contain"]))
    align, valign = (
        data.draw(st.sampled_from(["left", "centre", "right"])),
        data.draw(st.sampled_from(["top", "bottom"])),
    )
    image, clip = make_drawn(area, f"fit: {fit}, align: {align}, valign: {valign}, radius: 0.1")
    assert image.width / image.height == pytest.approx(2)
    assert any(
        one == pytest.approx(two) for one, two in ((image.width, area.width), (image.height, area.height))
    )
    slip = 1e-6
    if fit == "cover":
        assert clip == pytest.approx(area)
        inner, outer = area, image
    else:
        assert clip == pytest.approx(image)
        inner, outer = image, area
    assert inner.x >= outer.x - slip
    assert inner.y >= outer.y - slip
    assert inner.x + inner.width <= outer.x + outer.width + slip
    assert inner.y + inner.height <= outer.y + outer.height + slip


@pytest.fixture(scope="module")
def make_drawn(small_game):
    def make(area, settings):
        text = f"boxes: [{{picture: wide.png, at: [{', '.join(f'{side:g}' for side in area)}], {settings}}}]"
        face = load_face("mine", face_reader({"faces/mine.yaml": text.encode()}))
        one = Card("small", "card-1", "tool", "en", texts={"en": {"name": "A"}})
        parts = list(flat(draw_card(one, face, RenderContext(small_game, "en", ASSETS, lambda *_: True))))
        return next(part.area for part in parts if isinstance(part, DrawnPicture)), clip_of(parts)

    return make


def test_a_drawing_becomes_outlines_in_the_size_of_its_box(shown):
    parts, findings = shown("picture: a.svg, at: [10, 10, 20, 20], fit: contain")
    again = next(part for part in parts if isinstance(part, DrawnRepeat) and part.clip)
    assert again.places == ((10.0, 15.0),)
    assert again.parts[0].path[2][1] == (20.0, 10.0)
    assert clip_of(parts) == (10.0, 15.0, 20.0, 10.0)
    assert findings == []


def test_the_same_drawing_is_the_same_outlines_on_every_card(small_job, card, read_face):
    face = read_face(
        "boxes: [{text: '{name}', at: card}, {picture: '{id}.svg', missing: a.svg, at: [1, 1, 9, 9]}]"
    )
    job = replace(small_job(face=face), assets=ASSETS)
    context = RenderContext(job.game, "en", ASSETS, job.matches)
    drawn = [flat(draw_card(card(number), face, context)) for number in (1, 2)]
    one, other = (next(part.parts for part in parts if getattr(part, "clip", ())) for parts in drawn)
    assert one is other


# Drawings in their own colours, and in those of classes.

PLANT = b"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10">
<path class="pot x" d="M0 0h1v1z" fill="#101010"/>
<g class="leaf" fill="#202020"><path d="M0 0h1v1z"/><path class="light" d="M0 0h1v1z" fill="#303030"/></g>
<path class="leaf" d="M0 0h1" stroke="#404040" fill="none"/></svg>"""
PLANTS = {"icons/plant.svg": PLANT, "pictures/plant.svg": PLANT, "pictures/dots.png": photo(9, 9)}
OWN = ["#101010", "#202020", "#303030", "#404040"]


@pytest.fixture
def colours_of(small_job, card, read_face, draw):
    """Colours of the shapes that a box draws on a card, and the findings."""

    def find(box, fields=None):
        palette = "palette: {sea: '#0000aa', sky: {by: tech, '1': '#0000bb', else: '#0000cc'}}"
        face = read_face(f"{palette}\nboxes:\n- {{{box}, at: [10, 10, 20, 40]}}")
        one = card(fields=fields or {})
        parts, findings = draw(replace(small_job(one, face=face), assets=PLANTS), one)
        shapes = [part for part in flat(parts) if isinstance(part, DrawnShape)]
        return [shape.fill or shape.stroke for shape in shapes], [one.rule for one in findings]

    return find


@pytest.mark.parametrize("sort", ["icon: plant", "picture: plant.svg"])
@pytest.mark.parametrize(
    ("colours", "fields", "expected"),
    [
        ("own", {}, OWN),
        ("{pot: sea}", {}, ["#0000aa", *OWN[1:]]),
        ("{leaf: sea}", {}, [OWN[0], *["#0000aa"] * 3]),
        ("{leaf: sea, light: sky}", {"tech": 1}, [OWN[0], "#0000aa", "#0000bb", "#0000aa"]),
        ("{light: sky}", {"tech": 2}, [*OWN[:2], "#0000cc", OWN[3]]),
    ],
)
def test_a_drawing_has_its_own_colours_or_those_of_its_classes(colours_of, sort, colours, fields, expected):
    assert colours_of(f"{sort}, colours: {colours}", fields) == (expected, [])


def test_an_icon_in_its_own_colours_is_in_the_middle_of_its_box(small_job, card, read_face, draw):
    one, face = card(), read_face("boxes: [{icon: plant, at: [10, 10, 20, 40], colours: own}]")
    parts, _ = draw(replace(small_job(one, face=face), assets=PLANTS), one)
    *_, whole = (part for part in flat(parts) if isinstance(part, DrawnRepeat))
    assert whole.places == ((10.0, 25.0),)
    assert whole.parts[0].path[1][1] == (1.0, 0.0)


def test_pixels_keep_their_colours_with_a_warning(colours_of):
    assert colours_of("picture: dots.png, colours: {pot: sea}") == ([], ["picture-colours"])

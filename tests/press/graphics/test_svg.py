"""SVG pictures: what is drawn of them, and what is said of what is not."""

from math import cos, hypot, isclose, radians, sin, tan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.errors import InputError
from deckwright.press.graphics.parts import Drawing
from deckwright.press.graphics.pictures import picture
from deckwright.press.graphics.svg_document import LETTERS, PARTS, STEPS, parse_length, parse_transform

HEAD = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 40 20">'
)
SQUARE = "M1 2h3v3h-3z"


def drawn(inside, head=HEAD):
    return picture("a.svg", {"pictures/a.svg": f"{head}\n{inside}\n</svg>".encode()})


def faults(inside, head=HEAD):
    with pytest.raises(InputError) as caught:
        drawn(inside, head)
    found = caught.value.findings or [caught.value]
    return [(one.message, one.where.line, one.where.column) for one in found]


def box_of(shape):
    points = [point for _, numbers in shape.path for point in zip(numbers[::2], numbers[1::2], strict=True)]
    xs, ys = zip(*points, strict=True)
    return tuple(round(side, 3) for side in (min(xs), min(ys), max(xs), max(ys)))


@pytest.mark.parametrize(
    ("element", "box"),
    [
        (f'<path d="{SQUARE}"/>', (1, 2, 4, 5)),
        ('<path d="M0,0 A2 2 0 0 1 4 0"/>', (0, -2, 4, 0)),
        ('<rect x="1" y="2" width="3" height="4"/>', (1, 2, 4, 6)),
        ('<rect x="1" y="2" width="3" height="4" rx="1"/>', (1, 2, 4, 6)),
        ('<rect width="8" height="4" rx="3" ry="99"/>', (0, 0, 8, 4)),
        ('<circle cx="5" cy="6" r="2"/>', (3, 4, 7, 8)),
        ('<ellipse cx="5" cy="6" rx="2" ry="1"/>', (3, 5, 7, 7)),
        ('<polygon points="1,2 3 4,5,0"/>', (1, 0, 5, 4)),
        ('<line x1="1" y1="2" x2="3" y2="4" stroke="red"/>', (1, 2, 3, 4)),
        ('<polyline points="1 2 3-4" stroke="red"/>', (1, -4, 3, 2)),
        ('<rect width="1mm" height="1in"/>', (0, 0, 3.78, 96)),
        (f'<g transform="translate(10)"><path d="{SQUARE}" transform="scale(2)"/></g>', (12, 4, 18, 10)),
        (f'<defs><path id="p" d="{SQUARE}"/></defs><use href="#p" x="3" y="1"/>', (4, 3, 7, 6)),
        (f'<g id="p"><path d="{SQUARE}"/></g><use xlink:href="#p" transform="scale(2)"/>', (1, 2, 4, 5)),
    ],
)
def test_shapes_are_drawn_where_they_are(element, box):
    assert box_of(drawn(element).shapes[0]) == box


LOOKS = [
    ("", {"fill": "#000000", "stroke": ""}),
    ('fill="tomato"', {"fill": "#ff6347"}),
    (
        'style="fill:#abc;stroke:rgb(1,2,3);stroke-width:2px"',
        {"fill": "#aabbcc", "stroke": "#010203", "width": 2},
    ),
    ('fill="rgb(20.2%, 0%,100%)"', {"fill": "#3400ff"}),
    ('fill="red" style="fill: blue"', {"fill": "#0000ff"}),
    ('fill="currentColor" color="green"', {"fill": "#008000"}),
    ('class="leaf x" fill="red"', {"fill": "#123456", "stroke": "#ff0000"}),
    ('class="leaf" id="one"', {"fill": "#654321"}),
    ('fill-rule="evenodd"', {"even_odd": True}),
    ('stroke="red" stroke-linecap="round" stroke-linejoin="bevel"', {"cap": 1, "join": 2}),
    ('stroke="red" stroke-dasharray="1, 2 3"', {"dash": (1, 2, 3, 1, 2, 3)}),
    ('stroke="red" stroke-width="0"', {"stroke": ""}),
    ('stroke="red" stroke-width="3" transform="rotate(30) scale(2)"', {"width": 6}),
    ('opacity="1" clip-path="none" stroke-opacity="100%"', {"fill": "#000000"}),
]
RULES = "<style><![CDATA[<!-- .leaf{fill:#123456; stroke:red} path{fill:white} #one {fill:#654321 !important}/* . */ -->]]></style>"


@pytest.mark.parametrize(("attributes", "look"), LOOKS)
def test_colours_and_lines_are_those_that_are_said(attributes, look):
    rules = RULES if "leaf" in attributes else ""
    (shape,) = drawn(f'{rules}<path d="{SQUARE}" {attributes}/>').shapes
    found = {name: getattr(shape, name) for name in look}
    assert found == {name: pytest.approx(value) if name == "width" else value for name, value in look.items()}


def test_what_an_element_says_goes_for_those_within():
    inside = f'<g fill="red" stroke="blue"><g fill="green"><path d="{SQUARE}"/></g><path d="{SQUARE}"/></g>'
    assert [(one.fill, one.stroke) for one in drawn(inside).shapes] == [
        ("#008000", "#0000ff"),
        ("#ff0000", "#0000ff"),
    ]


def test_what_is_not_shown_is_not_drawn():
    hidden = f'<path d="{SQUARE}" display="none"/><path d="{SQUARE}" fill="none"/><path d="{SQUARE}" visibility="hidden"/>'
    words = '<title>T</title><desc>D</desc><metadata><x xmlns="other">text</x></metadata><y xmlns="other"/>'
    assert len(drawn(f'{words}{hidden}<path d="{SQUARE}"/>').shapes) == 1


@pytest.mark.parametrize(
    ("head", "seen"),
    [
        ('<svg viewBox="-1,-2 30 40" width="9">', (-1, -2, 30, 40)),
        ('<svg width="3px" height="1in">', (0, 0, 3, 96)),
        (
            '<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C" "http://w3.org/x.dtd"><svg width="3" height="4">',
            (0, 0, 3, 4),
        ),
    ],
)
def test_the_rectangle_that_is_seen_is_that_of_the_file(head, seen):
    found = drawn(f'<path d="{SQUARE}"/>', head)
    assert isinstance(found, Drawing)
    assert found[1:5] == seen


@pytest.mark.parametrize(
    ("inside", "expected", "column"),
    [
        ("<text>Hi</text>", "<text>", 1),
        ('<image href="data:,x"/>', "<image>", 1),
        (f'<g><path d="{SQUARE}" fill="url(#g)"/></g>', "fill: url(#g)", 4),
        (f'<linearGradient id="g"/><path d="{SQUARE}" fill="url(#g)"/>', "fill: url(#g)", 25),
        (f'<path d="{SQUARE}" opacity=".5"/>', "opacity: .5", 1),
        (f'<path d="{SQUARE}" fill="#11223344"/>', "fill: #11223344", 1),
        (f'<path d="{SQUARE}" style="clip-path:url(#c)"/>', "clip-path: url(#c)", 1),
        (f'<path d="{SQUARE}" transform="turn(3)"/>', "transform: turn(3)", 1),
        (f'<path d="{SQUARE}" transform="scale(1 2 3)"/>', "transform: scale(1 2 3)", 1),
        (f'<path d="{SQUARE}" stroke="red" transform="scale(1 2)"/>', "stroke: red + transform", 1),
        (f'<path d="{SQUARE}" stroke="red" stroke-width="5%"/>', "stroke", 1),
        ('<path d="M0 0 X"/>', "<path>", 1),
        ('<circle r="50%"/>', "<circle>", 1),
        ('<path d="M0 0h9e999"/>', "<path>", 1),
        (f'<g transform="scale(9e6)"><path d="{SQUARE}"/></g>', "<path>", 27),
        ('<circle r="9e999"/>', "<circle>", 1),
        ('<use href="#none"/>', "<use> #none", 1),
        ('<svg><path d="M0 0"/></svg>', "<svg>", 1),
        ("<style>g path{fill:red}</style>", "g path", 1),
        ("<style>@media print{path{fill:red}}</style>", "@media", 1),
    ],
)
def test_what_cannot_be_drawn_is_said_with_its_place(inside, expected, column):
    ((message, line, found),) = faults(inside)
    assert message.startswith(f"SVG pictures cannot show {expected}.")
    assert (line, found) == (2, column)


def test_all_that_cannot_be_drawn_is_said_and_each_thing_once():
    found = faults("<text/><image/><text/>")
    assert [message.split()[4] for message, *_ in found] == ["<text>.", "<image>."]


@pytest.mark.parametrize(
    ("inside", "head"),
    [
        ("<script>alert(1)</script>", HEAD),
        (f'<path d="{SQUARE}" onclick="x()"/>', HEAD),
        ('<image href="http://example.org/a.png"/>', HEAD),
        ('<use xlink:href="other.svg#a"/>', HEAD),
        ("&a;", '<!DOCTYPE svg [<!ENTITY a "b">]><svg viewBox="0 0 1 1">'),
        ("&a;", '<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]><svg viewBox="0 0 1 1">'),
        ("", '<?xml-stylesheet href="a.css"?><svg viewBox="0 0 1 1">'),
    ],
)
def test_what_acts_or_reaches_out_is_refused(inside, head):
    assert "Scripts and links to other files are not allowed" in faults(inside, head)[0][0]


@pytest.mark.parametrize(
    ("inside", "head", "expected"),
    [
        ("", HEAD, "nothing to draw"),
        ("<path", HEAD, "not well-formed XML"),
        ("", '<svg viewBox="0 0 0 1">', "is not valid"),
        ("", '<svg viewBox="0 0 1">', "is not valid"),
        ("", '<svg viewBox="0 0 1 9e999">', "is not valid"),
        ("", '<svg width="50%" height="1">', "is not valid"),
        ("", "<svg>", "is not valid"),
        ("<g>" * 70 + "</g>" * 70, HEAD, "60 levels"),
        ("<g/>" * (PARTS + 1), HEAD, "50000 elements"),
        ('<g id="a"><use href="#a"/></g>', HEAD, "60 levels"),
        (
            "<path id='g0' d='M0 0'/>"
            + "".join(f"<g id='g{n + 1}'>" + f"<use href='#g{n}'/>" * 9 + "</g>" for n in range(9)),
            HEAD,
            "50000 elements",
        ),
    ],
)
def test_what_is_broken_or_meant_to_do_harm_is_an_error(inside, head, expected):
    message = faults(inside, head)[0][0]
    assert expected in message


def test_another_file_is_no_svg():
    for data in (b"hello", b"", b"\x89PNG\r\n", b"<html/>", b'<?xml version="1.0" encoding="x"?><svg/>'):
        with pytest.raises(
            InputError, match=r"not well-formed XML|root element is not svg|encoding of this file"
        ):
            picture("a.svg", {"pictures/a.svg": data})


CALLS = {
    "translate": lambda x, y: ((1, 0, x), (0, 1, y)),
    "scale": lambda x, y: ((x, 0, 0), (0, y, 0)),
    "rotate": lambda a: ((cos(radians(a)), -sin(radians(a)), 0), (sin(radians(a)), cos(radians(a)), 0)),
    "skewX": lambda a: ((1, tan(radians(a)), 0), (0, 1, 0)),
    "skewY": lambda a: ((1, 0, 0), (tan(radians(a)), 1, 0)),
    "matrix": lambda a, b, c, d, e, f: ((a, c, e), (b, d, f)),
}
NUMBERS = st.floats(-80, 80).map(lambda number: round(number, 2))


@st.composite
def calls(draw):
    name = draw(st.sampled_from(sorted(CALLS)))
    count = CALLS[name].__code__.co_argcount
    return name, draw(st.lists(NUMBERS, min_size=count, max_size=count))


@given(st.lists(calls(), max_size=4), NUMBERS, NUMBERS)
def test_transformations_move_points_as_matrices_say(some, x, y):
    """SVG 1.1, 7.6: each is a matrix, and the last of a list is the first that a point goes through."""
    expected = (x, y)
    for name, numbers in reversed(some):
        rows = CALLS[name](*numbers)
        expected = tuple(a * expected[0] + b * expected[1] + c for a, b, c in rows)
    text = " , ".join(f"{name}({' '.join(map(str, numbers))})" for name, numbers in some)
    size = 1 + hypot(*expected)
    found = parse_transform(text).transformPoint((x, y))
    assert all(isclose(one, two, abs_tol=1e-6 * size) for one, two in zip(found, expected, strict=True))


@pytest.mark.parametrize(
    ("text", "length"), [("2", 2), (" 2.5px ", 2.5), ("1e2", 100), ("72pt", 96), ("2.54cm", 96)]
)
def test_lengths_are_in_pixels(text, length):
    assert parse_length(text) == pytest.approx(length)


@pytest.mark.parametrize("text", ["5ın", "5İN", "٣px", "5K"])
def test_letters_of_other_alphabets_are_no_units(text):
    """A pattern that ignores case takes `ı` for an i, of which there is no unit."""
    with pytest.raises(ValueError, match=text):
        parse_length(text)


WHOLE = f"""{HEAD}{RULES}<g transform="rotate(9)" fill="red"><rect width="3" height="4" rx="1"/></g>
<use href="#p" x="3"/><path id="p" class="leaf" d="{SQUARE}" stroke-dasharray="1 2"/></svg>"""


@given(
    st.integers(0, len(WHOLE) - 1),
    st.integers(1, 9),
    st.sampled_from(['"', "<", "&", "9", "-", "%", "#", " ", ""]),
)
def test_an_svg_that_is_changed_anywhere_is_drawn_or_refused_with_a_place(at, length, other):
    data = (WHOLE[:at] + other + WHOLE[at + length :]).encode()
    where = shapes = None
    try:
        shapes = picture("a.svg", {"pictures/a.svg": data}).shapes
    except InputError as fault:
        where = fault.where
    assert shapes or where.line


TOO_COMPLEX = "This drawing is too complex"


@pytest.mark.deep("reads large files")
@pytest.mark.parametrize(
    "inside",
    [
        f'<path id="p" d="{SQUARE * 400}"/>' + '<use href="#p"/>' * (STEPS // 1600),
        '<g id="g0"><path d="M1 2h3"/></g>'
        + "".join(f'<g id="g{n + 1}">' + f'<use href="#g{n}"/>' * 10 + "</g>" for n in range(9)),
        f'<path d="{SQUARE}" transform="{"translate(1)" * (LETTERS // 12 + 1)}"/>',
        f'<path d="{SQUARE}" class="{"a " * LETTERS}"/>',
        f'<path d="{SQUARE * 400_000}"/>',
        f'<polygon points="{"1 2 " * 1_100_000}"/>',
    ],
)
def test_what_would_take_minutes_is_refused(inside):
    ((message, line, _),) = faults(inside)
    assert message.startswith(TOO_COMPLEX)
    assert line >= 2


LONG = 500_000
"""So long that what takes the square of it does not end."""


@pytest.mark.parametrize(
    ("inside", "what"),
    [
        (f"<style>{'a ' * LONG}</style>", "a a a"),
        (f"<style>{'@a' * LONG}</style>", "@a@a"),
        (f"<style>{'@a{' * LONG}</style>", "@a"),
        (f"<style>{'/* ' * LONG}</style>", "/* /*"),
        (f"<style>{'a b,' * LONG}c{{}}</style>", "a b"),
        (f'<path d="{SQUARE}" transform="{"a" * LETTERS}"/>', "transform"),
        (f'<rect width="{"1" * (LETTERS - 1)}x" height="1"/>', "<rect>"),
        (f'<rect width="{" " * (LETTERS - 1)}x" height="1"/>', "<rect>"),
    ],
)
def test_what_is_long_and_wrong_is_read_once(inside, what):
    message, *_ = faults(f'{inside}<path d="{SQUARE}"/>')[0]
    assert what in message


def test_many_rules_and_many_elements_are_each_looked_at_once():
    rules = "".join(f".a{number}{{fill:blue}}" for number in range(PARTS))
    elements = f'<path class="b" d="{SQUARE}"/>' * 5_000
    (first, *_) = drawn(f"<style>{rules}.b{{fill:red}}</style>{elements}").shapes
    assert first.fill == "#ff0000"


@pytest.mark.parametrize("classes", ["a b", "b a", "a b a"])
def test_of_two_rules_of_a_rank_the_later_one_holds(classes):
    style = "<style>.a{fill:red} .b{fill:blue}</style>"
    assert drawn(f'{style}<path class="{classes}" d="{SQUARE}"/>').shapes[0].fill == "#0000ff"


def test_a_style_after_a_block_that_is_not_understood_is_read():
    assert faults(f"<style>@media x{{a{{}} b{{}}}} g p{{}} path{{fill:red}}</style><path d='{SQUARE}'/>") == [
        (message.replace("@media", what), 2, 1)
        for message in [faults("<style>@media x{}</style>")[0][0]]
        for what in ("@media", "g p")
    ]

"""With little ink: white grounds, coloured outlines, and everything that could be read can still be read."""

import io
from dataclasses import replace
from itertools import takewhile

import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw, ImageStat

from deckwright.press.drawing.card import draw_card
from deckwright.press.drawing.context import RenderContext
from deckwright.press.drawing.low_ink import Ground, LowInk
from deckwright.press.faces.choice import face_of, load_backs
from deckwright.press.graphics.parts import (
    Area,
    DrawnGroup,
    DrawnIcon,
    DrawnRepeat,
    DrawnShape,
    DrawnText,
    Gradient,
    Stop,
    Transform,
    is_within,
    outline_of,
    rectangle,
)
from deckwright.press.looks.colours import contrast
from deckwright.press.print_job import print_pdf

from ...programs import deep_except
from ...registries import LANGUAGES

WHITE = "#ffffff"
GAMES = ["data-monsters", "dataset"]


def flat(parts):
    """All that is drawn, whatever group it stands in."""
    for part in parts:
        if isinstance(part, DrawnGroup | DrawnRepeat):
            yield from flat(part.parts)
        else:
            yield part


@pytest.fixture
def drawn(read_face, small_job, card):
    """Draw the boxes of a face on a card with little ink."""

    def draw(boxes, palette="red: '#b3132d', night: '#151926', cream: '#fbf6ea', ink: '#171c29'", **texts):
        job = small_job(
            card(**texts), face=read_face(f"palette: {{{palette}, white: '{WHITE}'}}\nboxes:\n{boxes}")
        )
        context = RenderContext(job.game, "en", job.assets, job.matches, low_ink=True)
        return list(draw_card(job.cards[0][0], job.faces["tool"], context))

    return draw


GROUND = "- {shape: rect, at: bleed, fill: red}\n"


def test_a_large_shape_becomes_white_with_an_outline_in_its_colour(drawn):
    (shape,) = flat(drawn("- {shape: rect, at: [5, 5, 30, 30], fill: red}"))
    assert (shape.fill, shape.stroke) == (WHITE, "#b3132d")
    assert 0.3 <= shape.width <= 0.5


def test_the_ground_of_a_card_becomes_white_and_bears_no_line(drawn):
    (ground,) = flat(drawn(GROUND))
    assert (ground.fill, ground.stroke) == (WHITE, "")


def test_a_small_shape_keeps_its_fill(drawn):
    (shape,) = flat(drawn("- {shape: circle, at: [5, 5, 4, 4], fill: red}"))
    assert shape.fill == "#b3132d"


@pytest.mark.parametrize("height", [4, 12])
def test_the_filled_part_of_a_bar_keeps_a_fill_on_which_dark_words_can_be_read(drawn, height):
    bar = f"- {{bar: tech, total: 4, at: [5, 30, 40, {height}], fill: red, ground: cream}}\n"
    label = f'- {{text: "{{tech}}", at: [6, 30, 30, {height}], style: {{colour: white}}}}\n'
    shapes = [*flat(drawn(GROUND + bar + label, fields={"tech": 3}))]
    filled, text = shapes[-2:]
    assert filled.path[1][1] == (35, 30)
    assert 3 <= contrast(filled.fill, WHITE) < 4.5
    assert min(contrast(text.colour, filled.fill), contrast(text.colour, WHITE)) >= 4.5


@pytest.mark.parametrize("pale", ["white", "cream"])
def test_what_is_pale_takes_the_colour_of_its_ground(drawn, pale):
    text = f'- {{text: "{{name}}", at: [5, 5, 40, 9], style: {{colour: {pale}}}}}\n'
    icon = f'- {{icon: "mdi:cog", at: [5, 20, 6, 6], colour: {pale}}}\n'
    panel = f"- {{shape: rect, at: [5, 40, 40, 30], fill: {pale}}}"
    _, name, cog, rim = flat(drawn(GROUND + text + icon + panel))
    assert (name.colour, cog.colour, rim.stroke) == ("#b3132d",) * 3


def test_what_was_dark_stays_as_it_is(drawn):
    text = '- {text: "{name}", at: [5, 5, 40, 9], style: {colour: night}}\n'
    _, name = flat(drawn(GROUND + text))
    assert name.colour == "#151926"


@pytest.mark.parametrize(("size", "colour"), [(35, "#151926"), (40, "#73757d")])
def test_huge_letters_and_illustrations_are_paler(drawn, size, colour):
    text = f'- {{text: "7", at: [5, 5, 40, 30], style: {{colour: night, size: {size}}}}}\n'
    icons = "- {icon: 'mdi:cog', at: [5, 40, 11, 11], colour: red}\n- {icon: 'mdi:cog', at: [20, 40, 12, 12], colour: red}"
    seven, small, large = flat(drawn(text + icons))
    assert seven.colour == colour
    assert small.colour == "#b3132d"
    assert 1.9 <= contrast(large.colour, WHITE) < 2.3


def test_words_on_a_small_shape_that_keeps_its_fill_can_be_read_there(drawn):
    shape = "- {shape: rect, at: [5, 5, 7, 4], fill: red}\n"
    text = '- {text: "A", at: [5, 5, 7, 4], style: {colour: white, size: 8}}'
    badge, word = flat(drawn(shape + text, name="A"))
    assert (badge.fill, word.colour) == ("#b3132d", WHITE)


@pytest.mark.parametrize(
    "ornament",
    [
        "{pattern: [{shape: circle, at: [0, 0, 1, 1], fill: white}], at: card, step: [4, 4]}",
        "{shape: circle, at: [5, 5, 30, 30], fill: rose}",
        "{icon: 'mdi:cog', at: [5, 5, 30, 30], colour: rose}",
    ],
)
def test_ornaments_of_a_ground_are_left_out(drawn, ornament):
    palette = "red: '#b3132d', rose: '#c2233d'"
    assert len(list(flat(drawn(f"{GROUND}- {ornament}", palette)))) == 1


def test_shadows_are_left_out(drawn):
    icons = "- {icon: 'mdi:cog', at: [6, 6, 30, 30], colour: night}\n- {icon: 'mdi:cog', at: [5, 5, 30, 30], colour: red}"
    (icon,) = flat(drawn(icons))
    assert (icon.x, icon.y) == (20, 20)


def test_two_bars_are_no_shadow_of_each_other(drawn):
    bars = "- {shape: rect, at: [5, 5, 20, 1], fill: red}\n- {shape: rect, at: [5, 7, 20, 1], fill: night}"
    assert len(list(flat(drawn(bars)))) == 2


def test_an_icon_alone_in_a_text_is_drawn_too(drawn):
    assert (
        len(list(flat(drawn(GROUND + "- {text: '{mdi:lock}', at: [5, 5, 20, 9], style: {colour: white}}"))))
        == 3
    )


def test_shapes_of_one_colour_that_overlap_have_one_line_around_them(drawn):
    """The lines come first, and white over what lies inside."""
    two = (
        "- {shape: rect, at: [5, 5, 30, 30], fill: cream}\n- {shape: rect, at: [20, 20, 30, 40], fill: cream}"
    )
    _, *parts = flat(drawn(GROUND + two))
    assert [(part.fill, part.stroke) for part in parts] == [("", "#b3132d")] * 2 + [(WHITE, "")] * 2


def groups_of(parts):
    """What is drawn in each group, whose parts have one frame of coordinates."""
    yield [part for part in parts if not isinstance(part, DrawnGroup | DrawnRepeat)]
    for part in parts:
        if isinstance(part, DrawnGroup | DrawnRepeat):
            yield from groups_of(part.parts)


def contrast_of(shape, group):
    """Contrast of a shape to white, or to those that it was drawn on."""
    points = outline_of(shape.path, Transform())
    below = [
        part
        for part in takewhile(lambda part: part is not shape, group)
        if isinstance(part, DrawnShape) and part.fill
    ]
    middle = sum(points) / len(points)
    grounds = [part.fill for part in below if is_within(outline_of(part.path, Transform()), middle)]
    colours = [colour for colour in (shape.fill, shape.stroke) if colour]
    return max(contrast(colour, ground) for colour in colours for ground in [WHITE, *grounds])


@pytest.mark.parametrize("language", deep_except(["it"], LANGUAGES, "the cards in another language"))
@pytest.mark.parametrize("game", GAMES)
def test_every_word_and_sign_of_the_packaged_cards_can_be_read(job_of, game, language):
    job = job_of(game, language)
    full, low = (
        RenderContext(job.game, language, job.assets, job.matches, job.cards_by_face, low_ink=low_ink)
        for low_ink in (False, True)
    )
    backs = load_backs(job.game, [card for card, _ in job.cards], job.assets, job.faces)
    for card, _ in job.cards:
        for face in (face_of(card, job.faces), backs[card.kind]):
            drawn = list(draw_card(card, face, low))
            plain, light = list(flat(draw_card(card, face, full))), list(flat(drawn))
            words = [
                [part._replace(colour="") for part in one if isinstance(part, DrawnText)]
                for one in (plain, light)
            ]
            assert words[0] == words[1]
            for part in light:
                if isinstance(part, DrawnText):
                    assert contrast(part.colour, WHITE) >= 4.5, card.id
                elif isinstance(part, DrawnIcon):
                    assert contrast(part.colour, WHITE) >= (4.5 if part.side < 12 else 1.9), card.id
            for group in groups_of(drawn):
                shapes = [part for part in group if isinstance(part, DrawnShape)]
                seen = [part for part in shapes if part.fill != WHITE or part.stroke]
                assert all(contrast_of(part, group) >= 3 for part in seen), card.id


def ink(job):
    """The share of ink on the sheets of a job, from 0 for white paper to 1 for black."""
    out = io.BytesIO()
    print_pdf(job, out)
    pages = [page.render(scale=0.5).to_pil().convert("L") for page in pypdfium2.PdfDocument(out.getvalue())]
    return sum(1 - ImageStat.Stat(page).mean[0] / 255 for page in pages) / len(pages)


@pytest.mark.parametrize(
    ("game", "kind"),
    [
        (game, kind)
        for game, kinds in zip(
            GAMES, (("monster", "hack", "tool", "opportunity"), ("simple", "special")), strict=True
        )
        for kind in kinds
    ],
)
def test_it_takes_a_fraction_of_the_ink(job_of, game, kind):
    job = job_of(game, cards=lambda card: card.kind == kind)
    job = replace(job, cards=job.cards[:9])
    full, low = ink(job), ink(replace(job, low_ink=True))
    assert low < full / 2
    assert low < 0.12


def test_the_plain_face_of_any_game_can_be_drawn_so_too(small_job, card):
    everything = card(
        fields={"tech": 3, "level": "junior"}, marks=("unique",), text="Rules.", flavour="Talk."
    )
    job = small_job(everything)
    context = RenderContext(job.game, "en", job.assets, job.matches, low_ink=True)
    texts = [
        part
        for part in flat(draw_card(everything, job.faces["tool"], context))
        if isinstance(part, DrawnText)
    ]
    assert len(texts) > 8
    assert all(contrast(text.colour, WHITE) >= 4.5 for text in texts)


def test_what_cards_share_still_stands_in_the_file_once(job_of):
    out, full = io.BytesIO(), io.BytesIO()
    job = job_of("dataset", "it")
    print_pdf(replace(job, low_ink=True), out)
    print_pdf(job, full)
    assert len(out.getvalue()) < 1.3 * len(full.getvalue())
    again = io.BytesIO()
    print_pdf(replace(job, low_ink=True), again)
    assert again.getvalue() == out.getvalue()


@given(
    st.lists(st.tuples(st.integers(0, 60), st.integers(0, 60)), min_size=3, max_size=7, unique=True),
    st.tuples(st.integers(0, 60), st.integers(0, 60)),
)
def test_a_point_lies_in_an_outline_where_a_picture_of_it_is_filled(corners, point):
    path = tuple(("l" if number else "m", corner) for number, corner in enumerate(corners))
    picture = Image.new("1", (610, 610))
    ImageDraw.Draw(picture).polygon([(10 * x, 10 * y) for x, y in corners], fill=1)
    around = [(10 * point[0] + x, 10 * point[1] + y) for x in (-3, 0, 4) for y in (-3, 0, 4)]
    near = [picture.getpixel(pixel) for pixel in around if min(pixel) >= 0]
    if len(set(near)) == 1:
        found = Ground((outline_of(path, Transform()),), WHITE, WHITE).holds(
            complex(point[0] + 0.05, point[1] + 0.05)
        )
        assert found == bool(near[0])


@pytest.mark.parametrize(("opacity", "dark"), [(1.0, "#8090a0"), (0.5, "#c0c8d0")])
def test_an_svg_drawing_is_half_as_strong_in_all_its_parts(opacity, dark):
    square = rectangle(Area(0, 0, 9, 9))
    fade = Gradient((Stop(0, "#012141"), Stop(1, WHITE)), (9, 0, 0, 9, 0, 0))
    shapes = (DrawnShape(square, "#012141", "#012141"), DrawnGroup((DrawnShape(square, fade),)))
    low = LowInk((63, 88), {}, opacity=opacity).parts([DrawnRepeat(shapes, ((5, 5),), square)])
    plain, faded = flat(low)
    assert (plain.fill, plain.stroke) == (dark, dark)
    assert [stop.colour for stop in faded.fill.stops] == [dark, WHITE]

"""What can be read on the printed cards: contrast, size, and distance from the cut."""

from functools import cache
from itertools import combinations
from math import cos, radians, sin

import pytest

from deckwright.press.graphics.parts import DrawnGroup, DrawnIcon, DrawnRepeat, DrawnShape, DrawnText
from deckwright.press.looks.colours import contrast

from ..programs import deep_except
from ..registries import GAMES, LANGUAGES

SAFE = 3.0
LARGE = 6.0  # smaller icons stand beside text, in a line or a badge, and not under it
POINT = 25.4 / 72


def flat(parts, place=lambda x, y: (x, y), clips=()):
    """Yield what is drawn in order, with what turns its points into points of the card, and what cuts it off."""
    for part in parts:
        if isinstance(part, DrawnGroup):
            inner = turned(place, part)
            yield from flat(part.parts, inner, clipped(clips, part, inner))
        elif isinstance(part, DrawnRepeat):
            for across, down in part.places:
                yield from flat(part.parts, moved(place, across, down), clipped(clips, part, place))
        else:
            yield part, place, clips


def clipped(clips, part, place):
    return (*clips, outline(part.clip, place)) if part.clip else clips


def turned(place, group):
    across, up = cos(radians(group.turn)), sin(radians(group.turn))
    x0, y0 = group.centre

    def turn(x, y):
        x, y = x - x0, y - y0
        return place(x0 + x * across - y * up, y0 + x * up + y * across)

    return turn


def moved(place, across, down):
    return lambda x, y: place(x + across, y + down)


def outline(path, place):
    """The corners of a path, its curves taken in small steps."""
    points = []
    for _, numbers in path:
        if len(numbers) == 2:
            points.append(numbers)
        elif numbers:
            x0, y0 = points[-1]
            x1, y1, x2, y2, x3, y3 = numbers
            for step in range(1, 9):
                t = step / 8
                a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
                points.append((a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3))
    return [place(x, y) for x, y in points]


def holds(corners, x, y):
    """Whether a point is within a polygon."""
    inside = False
    for (x0, y0), (x1, y1) in zip(corners, corners[1:] + corners[:1], strict=True):
        if (y0 > y) != (y1 > y) and x < (x1 - x0) * (y - y0) / (y1 - y0) + x0:
            inside = not inside
    return inside


def seen(text):
    """Yield the lines of a text that are seen, each with its left, top, right and baseline."""
    for line in text.lines:
        for run in line.runs:
            if not run.span:
                words = run.text.strip(" \u00a0")
                length = sum(run.font.widths[part] for part in words.split(" ")) + text.tracking * len(words)
                length += words.count(" ") * run.font.widths[" "]
                width = length / 1000 * text.size * POINT
                top = line.y - run.font.cap / 1000 * text.size * POINT
                yield run, (run.start, top, run.start + width, line.y)


def square(picture, place):
    """The corners of the square that an icon stands in."""
    half = picture.side / 2
    corners = ((-half, -half), (half, -half), (half, half), (-half, half))
    return [place(picture.x + x, picture.y + y) for x, y in corners]


def under(grounds, spot):
    """Yield the colours that a spot may have: of the topmost shape there, and of the icons that stand on it."""
    for areas, colour, covers in reversed(grounds):
        if all(holds(one, *spot) for one in areas):
            yield from [colour] if isinstance(colour, str) else [stop.colour for stop in colour.stops]
            if covers:
                return


@pytest.fixture(scope="module")
def cards_of(job_of, draw):
    """The cards of a game in a language, each with all that is drawn on it."""

    @cache
    def drawn(game, language):
        job = job_of(game, language)
        return [(card, list(flat(draw(job, card)[0]))) for card, _ in job.cards]

    return drawn


@pytest.mark.parametrize(
    ("game", "language"),
    deep_except(
        [("dataset", "fr")],
        [(game, language) for game in GAMES for language in LANGUAGES],
        "looks at all cards again",
    ),
)
class TestCards:
    def test_all_text_stands_out_from_its_ground(self, cards_of, game, language):
        for card, parts in cards_of(game, language):
            grounds = []
            for part, place, clips in parts:
                if isinstance(part, DrawnShape) and part.fill:
                    grounds.append(([outline(part.path, place), *clips], part.fill, True))
                elif isinstance(part, DrawnIcon) and part.side > LARGE:
                    grounds.append(([square(part, place), *clips], part.colour, False))
                elif isinstance(part, DrawnText):
                    for run, (left, top, right, bottom) in seen(part):
                        for x in (left, (left + right) / 2, right):
                            for ground in under(grounds, place(x, (top + bottom) / 2)):
                                assert contrast(part.colour, ground) >= 4.5, (card.id, run.text, ground)

    def test_all_text_keeps_away_from_the_cut(self, job_of, cards_of, game, language):
        faces = job_of(game, language).faces
        for card, parts in cards_of(game, language):
            width, height = faces[card.kind].size
            for part, place, _ in parts:
                for run, (left, top, right, bottom) in seen(part) if isinstance(part, DrawnText) else ():
                    for x, y in (place(x, y) for x in (left, right) for y in (top, bottom)):
                        assert SAFE - 0.01 <= x <= width - SAFE + 0.01, (card.id, run.text, x)
                        assert SAFE - 0.01 <= y <= height - SAFE + 0.01, (card.id, run.text, y)

    def test_rules_and_flavour_are_large_enough_to_read(self, cards_of, game, language):
        for card, parts in cards_of(game, language):
            texts = " ".join(card.text(name, language) for name in ("text", "flavour", "requirement"))
            words = {word for word in texts.split() if word.isalpha() and len(word) > 3}
            for part, _, _ in parts:
                for run, _ in seen(part) if isinstance(part, DrawnText) else ():
                    if len(run.text.split()) > 2 and words >= set(run.text.split()):
                        assert part.size >= 7, (card.id, run.text)

    def test_no_text_runs_into_another(self, cards_of, game, language):
        for card, parts in cards_of(game, language):
            upright = [
                (part, place) for part, place, _ in parts if isinstance(part, DrawnText) and is_upright(place)
            ]
            boxes = [
                (number, run.text, (*place(left, top), *place(right, bottom)))
                for number, (part, place) in enumerate(upright)
                for run, (left, top, right, bottom) in seen(part)
            ]
            for (one, text, (x0, y0, x1, y1)), (two, other, (x2, y2, x3, y3)) in combinations(boxes, 2):
                apart = x1 <= x2 or x3 <= x0 or y1 <= y2 or y3 <= y0
                assert apart or one == two, (card.id, text, other)


def is_upright(place):
    return place(1, 1)[1] - place(0, 0)[1] == pytest.approx(1)


def test_every_colour_of_dataset_has_a_shape_of_its_own(job_of, draw):
    job = job_of("dataset", cards=lambda card: card.kind == "simple")
    shapes = {}
    for card, _ in job.cards:
        signs = [part for part, _, _ in flat(draw(job, card)[0]) if isinstance(part, DrawnShape)]
        shapes[card.fields["colour"]] = max("".join(step for step, _ in part.path) for part in signs[1:])
    assert len(shapes) == 5
    assert len(set(shapes.values())) >= 3
    # A square and a diamond have as many corners; they differ in how these stand.
    tall = {
        colour: [part.path[0][1] for part, _, _ in flat(draw(job, card)[0]) if isinstance(part, DrawnShape)]
        for card, _ in job.cards
        for colour in [card.fields["colour"]]
    }
    assert tall["red"] != tall["green"]


def test_the_sign_of_a_dataset_card_reads_both_ways_up(job_of, draw):
    job = job_of("dataset", cards=lambda card: card.id == "health-red")
    places = [
        place(part.x, part.y)
        for part, place, _ in flat(draw(job, job.cards[0][0])[0])
        if isinstance(part, DrawnIcon) and part.side == 9
    ]
    assert len(places) == 2
    (x0, y0), (x1, y1) = places
    assert (x0 + x1, y0 + y1) == pytest.approx((63, 88))


@pytest.mark.parametrize(
    ("one", "two", "expected"),
    [("#000000", "#ffffff", 21), ("#777777", "#ffffff", 4.48), ("#123456", "#123456", 1)],
)
def test_contrast_is_reckoned_as_wcag_does(one, two, expected):
    assert contrast(one, two) == pytest.approx(expected, abs=0.01)

"""What has its own space on tiles and maps: tokens, tiles and bonuses, measured on what is drawn."""

from collections import Counter
from itertools import combinations, pairwise, product
from math import dist

import pytest

from deckwright.press.graphics.parts import POINT, DrawnIcon, DrawnRepeat, DrawnShape, DrawnText

from ..programs import deep_except
from ..registries import LANGUAGES

ROOM = 0.7
"""Least distance between two tokens, in mm."""


def placed(parts, x=0.0, y=0.0):
    """Yield every part with the corner it is drawn from."""
    for part in parts:
        if isinstance(part, DrawnRepeat):
            for place in part.places:
                yield from placed(part.parts, x + place[0], y + place[1])
        else:
            yield part, x, y


def box_of(shape, x=0.0, y=0.0):
    """Left, top, right and bottom of a shape."""
    points = [step[1][-2:] for step in shape.path if step[1]]
    across, down = zip(*points, strict=True)
    return min(across) + x, min(down) + y, max(across) + x, max(down) + y


def is_circle(shape):
    """Whether a shape is a circle."""
    left, top, right, bottom = box_of(shape)
    return [step[0] for step in shape.path] == list("mcccch") and abs(right - left - bottom + top) < 0.01


def spaces_of(parts, signs):
    """Yield colour, centre and diameter of the spaces: circles with the sign of a resource, which is drawn after them."""
    for (circle, x, y), (sign, across, down) in pairwise(placed(parts)):
        if isinstance(sign, DrawnIcon) and sign.icon in signs and isinstance(circle, DrawnShape):
            left, top, right, bottom = box_of(circle, x, y)
            if is_circle(circle):
                assert dist((sign.x + across, sign.y + down), ((left + right) / 2, (top + bottom) / 2)) < 0.1
                yield signs[sign.icon], ((left + right) / 2, (top + bottom) / 2), right - left


def texts_of(parts):
    """Yield the ends of each line of text: left and right, and its baseline."""
    for text, x, y in placed(parts):
        for line in text.lines if isinstance(text, DrawnText) else ():
            for run in line.runs:
                end = run.start + run.font.widths[run.text] / 1000 * (run.size or text.size) * POINT
                yield x + run.start, x + end, y + line.y


@pytest.fixture
def token(job_of):
    """Diameter of a player's token."""
    return job_of("monster-office").faces["player-token"].size[0]


@pytest.fixture
def tiles(job_of, draw):
    """All project tiles, each with its drawing."""
    job = job_of("monster-office", "fr", lambda card: card.kind == "project-tile")
    return [(card, draw(job, card)[0]) for card, _ in job.cards]


@pytest.fixture
def signs(packaged):
    """Colour of each sign of a resource."""
    cards = packaged("monster-office").cards
    return {card.icon: card.fields["colour"] for card in cards if card.kind == "resource"}


def test_a_tile_has_a_space_for_each_token_that_it_needs(tiles, signs):
    for card, parts in tiles:
        needs = {name[5:]: need for name, need in card.fields.items() if name.startswith("need_") and need}
        assert Counter(colour for colour, _, _ in spaces_of(parts, signs)) == needs, card.id


def test_every_space_holds_its_token_and_no_token_touches_another(tiles, signs, token, job_of):
    width, height = job_of("monster-office").faces["project-tile"].size
    for card, parts in tiles:
        spaces = list(spaces_of(parts, signs))
        assert all(diameter >= token for _, _, diameter in spaces), card.id
        for (_, one, _), (_, other, _) in combinations(spaces, 2):
            assert dist(one, other) >= token + ROOM, card.id
        for _, (x, y), _ in spaces:
            assert token / 2 <= x <= width - token / 2, card.id
            assert token / 2 <= y <= height - token / 2, card.id


def test_tokens_hide_neither_names_nor_numbers(tiles, signs, token):
    for card, parts in tiles:
        spaces = list(spaces_of(parts, signs))
        for left, right, baseline in texts_of(parts):
            for _, (x, y), _ in spaces:
                beside = right <= x - token / 2 or left >= x + token / 2
                assert beside or baseline <= y - token / 2, card.id


def drawings_of(parts, x=0.0, y=0.0):
    """Yield the boxes of the shapes of each SVG: shapes alone, which cards share."""
    for part in parts:
        if isinstance(part, DrawnRepeat):
            if len(part.parts) > 4 and all(isinstance(inner, DrawnShape) for inner in part.parts):
                yield [box_of(shape, x, y) for shape, x, y in placed([part], x, y)]
            for place in part.places:
                yield from drawings_of(part.parts, x + place[0], y + place[1])


def test_tokens_do_not_hide_the_picture_at_the_right_of_short_rows(tiles, signs, token):
    tiles = [(card, parts) for card, parts in tiles if card.fields["sets"] >= 3]
    assert len(tiles) == 12
    for card, parts in tiles:
        (drawing,) = drawings_of(parts)
        for (left, top, right, bottom), (_, (x, y), _) in product(drawing, spaces_of(parts, signs)):
            beside = x + token / 2 <= left or right <= x - token / 2
            assert beside or y + token / 2 <= top or bottom <= y - token / 2, card.id


def test_the_name_of_a_tile_does_not_touch_the_line_below_it(tiles):
    for card, parts in tiles:
        heights = heights_of(parts)
        (line,) = [place for words, place in heights.items() if words.endswith(f"·r{card.revision}")]
        assert heights["".join(card.name("fr").split())][1] < line[0] - 0.3, card.id


def test_the_largest_need_has_as_many_spaces_as_a_row_holds(packaged, tiles, signs):
    """A need that the schema of the game allows has room on a tile."""
    fields = packaged("monster-office").game.definition["fields"]
    limits = {field["maximum"] for name, field in fields.items() if name.startswith("need_")}
    largest = max(
        Counter(
            (card.id, colour) for card, parts in tiles for colour, _, _ in spaces_of(parts, signs)
        ).values()
    )
    assert limits == {largest}


def test_every_square_of_the_map_holds_a_tile_and_no_tile_touches_another(job_of, draw):
    job = job_of("monster-office", "fr", lambda card: card.kind == "map")
    width, height = job.faces["project-tile"].size
    for card, _ in job.cards:
        shapes = [
            box_of(part, x, y) for part, x, y in placed(draw(job, card)[0]) if isinstance(part, DrawnShape)
        ]
        squares = {
            (left, top)
            for left, top, right, bottom in shapes
            if abs(right - left - width) < 0.01 and abs(bottom - top - height) < 0.01
        }
        assert len(squares) == 6, card.id
        for one, other in combinations(squares, 2):
            gaps = abs(one[0] - other[0]) - width, abs(one[1] - other[1]) - height
            assert max(gaps) > 2, card.id


def heights_of(parts):
    """Top and bottom of each text, by its words without spaces."""
    heights = {}
    for text, _, y in placed(parts):
        if isinstance(text, DrawnText):
            words = "".join(run.text for line in text.lines for run in line.runs)
            above, below = 0.75 * text.size * POINT, 0.25 * text.size * POINT
            heights["".join(words.split())] = (y + text.lines[0].y - above, y + text.lines[-1].y + below)
    return heights


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_the_words_of_a_bonus_touch_neither_its_number_nor_the_name(job_of, draw, language):
    job = job_of("big-monster", language, lambda card: card.fields.get("family") == "grassland")
    for card, _ in job.cards:
        heights = heights_of(draw(job, card)[0])
        number, words, name = (
            heights["".join(text.split())]
            for text in (f"+{card.fields['gives']}", card.text("text", language), card.name(language))
        )
        assert number[1] < words[0], card.id
        assert words[1] < name[0], card.id


def test_every_monster_of_the_grassland_has_a_picture_of_its_own(packaged):
    monsters = [card for card in packaged("big-monster").cards if card.fields.get("family") == "grassland"]
    assert len({card.icon for card in monsters}) == len({card.name("en") for card in monsters}) == 9
    assert not [card.id for card in monsters if ":" in card.icon], "pictures of our own, not of an icon font"


@pytest.mark.parametrize("language", deep_except(["fr"], LANGUAGES, "the cards in another language"))
@pytest.mark.parametrize(
    ("game", "kind"),
    [
        ("data-monsters", "monster"),
        ("data-monsters", "hack"),
        ("data-monsters", "tool"),
        ("data-monsters", "opportunity"),
        ("dataset", "special"),
        ("big-monster", "explorer"),
    ],
)
def test_rules_have_one_size_on_all_cards_of_a_kind(job_of, draw, game, kind, language):
    job = job_of(game, language, lambda card: card.kind == kind)
    sizes = set()
    for card, _ in job.cards:
        start = "".join(card.text("text", language).replace("*", "").split())[:6]
        for text, _, _ in placed(draw(job, card)[0]):
            if start and isinstance(text, DrawnText):
                words = "".join(run.text for line in text.lines for run in line.runs)
                if "".join(words.split()).startswith(start):
                    sizes.add(text.size)
    assert len(sizes) == 1
    assert min(sizes) >= 8


@pytest.mark.parametrize("language", ["it", "fr", "en"])
def test_an_icon_stays_with_the_sentence_that_it_begins(job_of, draw, language):
    """Dataset, where four cards have a shield in the middle of their rules."""
    job = job_of("dataset", language, lambda card: "{shield}" in card.text("text", language))
    found = 0
    for card, _ in job.cards:
        for text, _, _ in placed(draw(job, card)[0]):
            lines = text.lines if isinstance(text, DrawnText) else ()
            found += sum(line.runs[0].text == "shield" for line in lines)
            assert not [
                line for line in lines[:-1] if line.runs and line.runs[-1].text.strip() == "shield"
            ], card.id
    assert found > 4

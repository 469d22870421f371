"""Titles of documents, on a band beside the icon of the game."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, NamedTuple

from deckwright.model.languages import with_capital

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deckwright.press.documents.content import Titled
    from deckwright.press.documents.painter import Painter, TextLook
    from deckwright.press.drawing.lines import FittedText
    from deckwright.press.graphics.parts import Area, DrawnPart

BLEED = 3.0
"""How far bands run over the edges of the paper, in mm."""

_BESIDE = 4.5
"""Least space between the words and what is beside them, in mm."""

_BELOW, _LEAST_BELOW = 2.8, 1.7
"""Space between the baseline of a title and its subtitle, and the least below its descenders, in mm."""

_LARGER, _LARGER_ON_LINE = 1.25, 1.1
"""How much larger a title is on two lines, at least, above its subtitle and beside it: otherwise it has one, with more air."""

_SMALLER = 0.8
"""Share of its size that a subtitle on two lines has at most: the title needs the room."""

_SUBTITLE_SHARE = 0.45
"""Largest share of a room's width that a subtitle beside a long title has."""


_TITLE_SHARE, _BELOW_NAME = 0.56, 0.6
"""Share of a line's height that a title has above what follows its colon, and the space between them, in mm."""


class TitleLooks(NamedTuple):
    """Looks of a title, and of the subtitle below it."""

    title: TextLook
    subtitle: TextLook


def draw_title(document: Titled, room: Area, looks: TitleLooks, painter: Painter) -> Iterator[DrawnPart]:
    """Draw title and subtitle in the middle of a room's height, clear of the icon at its end."""
    room = room._replace(width=room.width - _BESIDE)
    subtitle = _set_subtitle(document.subtitle, looks.subtitle, room, painter)
    below = subtitle.body + _BELOW if subtitle else 0.0
    title_room = room._replace(height=room.height - below + _BELOW - _LEAST_BELOW)
    title = _set_title(document.title, looks.title, title_room, painter, _LARGER)
    y = room.centre[1] - ((title.body if title else 0.0) + below) / 2
    if title:
        painter.check(title, document.title, looks.title._replace(lines=0), title_room)
        yield from painter.drawn(title, room._replace(y=y), looks.title.colour)
        y += title.body + _BELOW
    if subtitle:
        painter.check(subtitle, document.subtitle, looks.subtitle._replace(lines=2), room)
        yield from painter.drawn(subtitle, room._replace(y=y), looks.subtitle.colour)


def draw_title_line(document: Titled, room: Area, looks: TitleLooks, painter: Painter) -> Iterator[DrawnPart]:
    """Draw a title, and its subtitle at the right of a room, on one baseline if each has one line."""
    title = painter.set(document.title, looks.title, inf)
    widest = max(_SUBTITLE_SHARE * room.width, room.width - _BESIDE - (title.width if title else 0.0))
    subtitle = painter.set(document.subtitle, looks.subtitle, inf)
    width = min(subtitle.width, widest) if subtitle else 0.0
    beside = room._replace(x=room.far[0] - width, width=width)
    subtitle = _set_subtitle(document.subtitle, looks.subtitle, beside, painter)
    title_room = room._replace(width=room.width - width - _BESIDE * bool(subtitle))
    name, rest = name_and_rest(document)
    title = _set_title(document.title, looks.title, title_room, painter, _LARGER_ON_LINE)
    low = room.centre[1] + (title.body / 2 if title else 0.0)
    if title and len(title.lines) > 1 and rest:
        yield from _draw_title_and_rest((name, rest), title_room, looks, painter)
    elif title:
        painter.check(title, document.title, looks.title._replace(lines=0), title_room)
        yield from painter.drawn(title, title_room._replace(y=low - title.body), looks.title.colour)
    if subtitle:
        painter.check(subtitle, document.subtitle, looks.subtitle._replace(lines=2), beside)
        is_middle = len(subtitle.lines) > 1 or (title and len(title.lines) > 1)
        y = room.centre[1] - subtitle.body / 2 if is_middle else low - subtitle.body
        yield from painter.drawn(subtitle, beside._replace(y=y), looks.subtitle.colour)


def name_and_rest(document: Titled) -> tuple[str, str]:
    """What is before the colon of a title, and what is after it, with a capital; '' without one."""
    name, _, rest = document.title.partition(": ")
    return name.strip(), with_capital(rest, document.language)


def _draw_title_and_rest(
    words: tuple[str, str], room: Area, looks: TitleLooks, painter: Painter
) -> Iterator[DrawnPart]:
    """Draw what is before a colon as a title, and what is after it smaller, on a line below."""
    upper = room._replace(height=_TITLE_SHARE * room.height)
    y = upper.far[1] + _BELOW_NAME
    lower = room._replace(y=y, height=room.far[1] - y)
    name = looks.title._replace(lines=1, valign="middle")
    small = looks.subtitle._replace(lines=1, align="left", valign="bottom")
    for text, look, area in zip(words, (name, small), (upper, lower), strict=True):
        yield from painter.text(text, look, area)


def _set_subtitle(subtitle: str, look: TextLook, room: Area, painter: Painter) -> FittedText | None:
    """Subtitle on one line if it has room, otherwise on two: the last part alone, if it fits so."""
    two = look._replace(size=_SMALLER * look.size, lines=2, leading=1.0)
    for text, looks in ((subtitle, look), ("\n".join(subtitle.rsplit(" · ", 1)), two), (subtitle, two)):
        setting = painter.set(text, looks, room.width)
        if not setting or setting.fits(room.width, room.height, looks.lines):
            break
    return setting


def _set_title(title: str, look: TextLook, room: Area, painter: Painter, larger: float) -> FittedText | None:
    """Title on one line, or on two if these are much larger; the first of two ends with a colon that it has."""
    on_one = painter.set(title, look._replace(lines=1), room.width, room.height)
    on_two = painter.set(title.replace(": ", ":\n", 1), look._replace(lines=2), room.width, room.height)
    is_larger = on_one and on_two and on_two.size >= larger * on_one.size
    return on_two if is_larger else on_one

"""Titles of documents, on a band beside the icon of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deckwright.press.documents.content import Titled
    from deckwright.press.documents.setter import Painter, TextLook
    from deckwright.press.drawing.lines import FittedText
    from deckwright.press.graphics.parts import Area, DrawnPart

BLEED = 3.0
"""How far bands run over the edges of the paper, in mm."""

_BESIDE = 4.5
"""Least space between the words and what is beside them, in mm."""

_BELOW, _LEAST_BELOW = 2.8, 1.7
"""Space between the baseline of a title and its subtitle, and the least below its descenders, in mm."""

_LARGER = 1.25
"""How much larger a title is on two lines, at least: otherwise it has one, with more air."""


_SMALLER = 0.8
"""Share of its size that a subtitle on two lines has at most: the title needs the room."""


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
    title = _set_title(document.title, looks.title, title_room, painter)
    y = room.centre[1] - ((title.body if title else 0.0) + below) / 2
    if title:
        painter.check(title, document.title, looks.title._replace(lines=0), title_room)
        yield from painter.drawn(title, room._replace(y=y), looks.title.colour)
        y += title.body + _BELOW
    if subtitle:
        painter.check(subtitle, document.subtitle, looks.subtitle._replace(lines=2), room)
        yield from painter.drawn(subtitle, room._replace(y=y), looks.subtitle.colour)


def _set_subtitle(subtitle: str, look: TextLook, room: Area, painter: Painter) -> FittedText | None:
    """Subtitle on one line if it has room, otherwise on two: the last part alone, if it fits so."""
    two = look._replace(size=_SMALLER * look.size, lines=2, leading=1.0)
    for text, looks in ((subtitle, look), ("\n".join(subtitle.rsplit(" · ", 1)), two), (subtitle, two)):
        setting = painter.set(text, looks, room.width)
        if not setting or setting.fits(room.width, room.height, looks.lines):
            break
    return setting


def _set_title(title: str, look: TextLook, room: Area, painter: Painter) -> FittedText | None:
    """Title on one line, or on two if these are much larger; the first of two ends with a colon that it has."""
    on_one = painter.set(title, look._replace(lines=1), room.width, room.height)
    on_two = painter.set(title.replace(": ", ":\n", 1), look._replace(lines=2), room.width, room.height)
    is_larger = on_one and on_two and on_two.size >= _LARGER * on_one.size
    return on_two if is_larger else on_one

"""Cards drawn one by one for a page that stays open: each drawing is complete, so that it can be replaced alone."""

from __future__ import annotations

from collections import OrderedDict
from hashlib import blake2b
from html import escape
from pathlib import PurePath
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from deckwright.press.boxes.box import BLEED
from deckwright.press.boxes.group import GroupBox, UseBox
from deckwright.press.boxes.repeat import PatternBox
from deckwright.press.boxes.shape import LineBox, ShapeBox
from deckwright.press.boxes.stack import SpaceBox
from deckwright.press.drawing.context import RenderContext, Scope
from deckwright.press.faces.choice import face_of
from deckwright.press.graphics.cuts import SAFE
from deckwright.press.graphics.geometry import around
from deckwright.press.graphics.parts import Area
from deckwright.press.preflight.run import report_problems
from deckwright.press.proof import draw_backs, draw_front, mark_icons, width_class
from deckwright.press.writing.web import PageFonts, SvgFile, font_rule, page_picture

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from deckwright.model.card import Card
    from deckwright.press.boxes.box import Box
    from deckwright.press.graphics.fonts import Font
    from deckwright.press.graphics.parts import DrawnPart, Pixels, Tint
    from deckwright.press.proof import Back, ProofJob


# What the drawings of a live page refer to: fonts, and pictures that the server has.

_MOST_BYTES = 200_000_000
"""Most bytes of pictures that are remembered; the browser keeps those that it has shown."""

_USUAL = "".join(map(chr, range(0x20, 0x7F)))
"""Characters that each font has from the start, so that most changes of a text need no other font."""


class PageStore:
    """Fonts and pictures of a live page; `rules` are those of fonts, by class. Pictures are named by their content, so no name of a file leads to one."""

    def __init__(self) -> None:
        self.fonts = PageFonts()
        self.rules: dict[str, str] = {}
        self._letters: dict[Font, set[str]] = {}
        self._pictures: OrderedDict[str, tuple[bytes, Pixels, Tint | None]] = OrderedDict()

    def address(self, data: bytes, found: Pixels, tint: Tint | None = None) -> str:
        """Address of a picture in a tint, relative to the page."""
        key = blake2b(data + repr(tint).encode(), digest_size=12).hexdigest()
        self._pictures[key] = data, found, tint
        self._pictures.move_to_end(key)
        while (
            sum(len(kept) for kept, *_ in self._pictures.values()) > _MOST_BYTES and len(self._pictures) > 1
        ):
            self._pictures.popitem(last=False)
        return f"pictures/{key}"

    def picture(self, key: str) -> tuple[str, bytes] | None:
        """Media type and bytes of a picture by the last part of its address; None if there is none."""
        known = self._pictures.get(key)
        return page_picture(*known) if known else None

    def prepare_fonts(self, until: float) -> bool:
        """Write the rules of fonts that are shown with characters they do not have yet; whether all have them.

        One is written at least, and no further one after `until`, a value of `time.monotonic`.
        """
        for number, (font, shown) in enumerate(self.fonts.letters.items()):
            known = self._letters.get(font, set())
            if shown <= known:
                continue
            if until < 0:
                return False
            self._letters[font] = known | shown | set(_USUAL)
            self.rules[f"f{number}"] = font_rule(f"f{number}", font, self._letters[font])
            until = until if monotonic() < until else -1.0
        return True


# Cards of one job in one language, drawn when they are asked for.


class Look(NamedTuple):
    """How cards are drawn: on white grounds with `low_ink`, and with trim, safe zone and `boxes` over them."""

    low_ink: bool = False
    boxes: bool = False

    @property
    def beyond(self) -> float:
        """How much of the bleed is shown, in mm."""
        return BLEED if self.boxes else 0.0


class LiveProof:
    """Drawings of a job's cards in one language, each an `svg` element that contains all it needs."""

    def __init__(self, job: ProofJob, language: str, look: Look, store: PageStore) -> None:
        self._job, self._look, self._store = job, look, store
        self.context = RenderContext(
            job.game, language, job.assets, job.matches, job.cards_by_face, low_ink=look.low_ink
        )
        report_problems(self.context, [card for card, _ in job.cards], job.faces, job.backs)

    def draw(self, card: Card) -> str:
        """Draw a card; what is found on the way is among the findings of the context."""
        file = self._file(f"{card.id}-{self.context.language}-")
        drawing = draw_front(card, self._job, self.context, file, self._look.beyond)
        over = ""
        if self._look.boxes:
            face = face_of(card, self._job.faces).in_language(self.context.language)
            over = box_overlay(Scope(self.context, face, card))
        return _complete(drawing, file, over)

    def backs(self) -> tuple[list[Back], str]:
        """Draw each back once; the definitions that they share go before them."""
        file = self._file("back-")
        return draw_backs(self._job, self.context, file), file.definitions

    def sheet(self, parts: Iterable[DrawnPart], size: tuple[float, float], title: str, number: int) -> str:
        """Drawing of a sheet of paper with cards, without rounded corners."""
        file = self._file(f"sheet{number}-")
        attributes = {"role": "img", "aria-label": title, "class": f"{width_class(size[0])} uncut"}
        return _complete(file.drawing(parts, size, attributes), file)

    def symbols(self) -> tuple[dict[str, str], str]:
        """Ids of the symbols of the game's marks, and their definitions."""
        file = self._file("mark-")
        return mark_icons(self._job, file), file.definitions

    def _file(self, prefix: str) -> SvgFile:
        return SvgFile(self._job.assets, self._store.fonts, prefix, self._store.address)


def _complete(drawing: str, file: SvgFile, over: str = "") -> str:
    """Drawing with the definitions that it refers to, and with what is shown over it."""
    return f"{drawing.removesuffix('</svg>')}<defs>{file.definitions}</defs>{over}</svg>"


# The trim, the safe zone and the boxes of a face, over a drawing.

_UNIT = 100
"""Units of a drawing to a millimetre."""


def box_overlay(scope: Scope) -> str:
    """Trim, safe zone and boxes that a face shows of a card.

    A box is named by its id, or else by its kind and its line; of shapes without an id, only the tooltip says that.
    """
    whole = Area(0.0, 0.0, *scope.face.size)
    lines = {"trim": _place(whole), "safe": _place(whole.inset(SAFE, SAFE))}
    marks = "".join(f'<rect class="under" {at}/><rect class="{name}" {at}/>' for name, at in lines.items())
    boxes = "".join(
        _box(box, area)
        for shown in scope.face.boxes
        if scope.holds(shown.when)
        for box, area in _with_inner(shown, shown.at, scope)
    )
    return f'<g class="overlay">{boxes}{marks}</g>'


def _with_inner(box: Box, area: Area, scope: Scope) -> Iterator[tuple[Box, Area]]:
    """Yield a box, unless it is only space, and those inside it."""
    corners = box.points_in(area) if isinstance(box, ShapeBox | LineBox) else []
    area = around(corners) or area
    if (area.width or area.height) and not isinstance(box, SpaceBox):
        yield box, area
    for inner, place in box.places_on(scope, area):
        yield from _with_inner(inner, place, scope)


def _box(box: Box, area: Area) -> str:
    where = box.place.where()
    where = where._replace(file="/".join(PurePath(where.file).parts[-2:]))
    is_plain = not box.id and isinstance(box, ShapeBox | LineBox | GroupBox | UseBox | PatternBox)
    name = "" if is_plain else escape(box.id or f"{box.kind} {where.line}")
    sort = ' class="plain-box"' if is_plain else ""
    turn = ""
    if box.turn:
        x, y = area.centre
        turn = f' transform="rotate({box.turn:g} {x * _UNIT:.0f} {y * _UNIT:.0f})"'
    return (
        f"<g{sort}{turn}><title>{escape(' · '.join([*([box.id] if box.id else []), box.kind, str(where)]))}</title>"
        f"<rect {_place(area)}/>"
        f'<text x="{area.x * _UNIT + 10:.0f}" y="{max(area.y * _UNIT - 30, 170 - BLEED * _UNIT):.0f}">{name}</text></g>'
    )


def _place(area: Area) -> str:
    x, y, width, height = (round(length * _UNIT) for length in area)
    return f'x="{x}" y="{y}" width="{width}" height="{height}"'

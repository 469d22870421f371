"""Preflight of inks: tints that a press cannot hold, colours that it cannot mix, small letters in many inks, black on much ink."""

from __future__ import annotations

from math import dist
from typing import TYPE_CHECKING, NamedTuple

from deckwright.messages import later, tr
from deckwright.press.boxes.box import shown_boxes
from deckwright.press.boxes.text import TextBox
from deckwright.press.graphics.icons import icon_colours, icon_drawing, icon_picture
from deckwright.press.graphics.parts import DrawnIcon, DrawnShape, Gradient, all_parts
from deckwright.press.looks.colours import OWN
from deckwright.press.preflight.colours import lab, lab_of_xyz, rgb_of_xyz, xyz_of_lab
from deckwright.press.preflight.legibility import text_grounds
from deckwright.press.writing.document import TEXT_ICON
from deckwright.press.writing.images import FULL_BLACK

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from deckwright.press.boxes.box import Box
    from deckwright.press.drawing.context import RenderContext, Scope
    from deckwright.press.graphics.parts import DrawnPart, Paint
    from deckwright.press.preflight.colours import Lab, Light
    from deckwright.press.preflight.shown import CheckedFace
    from deckwright.press.writing.images import Inks, Parts


# How inks look on paper.


class Solids(NamedTuple):
    """CIELAB of the full inks, and of two of them one on the other, relative to the paper."""

    cyan: Lab
    magenta: Lab
    yellow: Lab
    black: Lab
    red: Lab
    green: Lab
    blue: Lab


_PAPER: Lab = (100.0, 0.0, 0.0)

_SPREAD = 2.0
"""Exponent for the light that paper spreads below the dots of a screen: 1 for none, 2 for all of it."""


def printed_light(parts: Parts, solids: Solids) -> Light:
    """CIE XYZ of shares of the four inks: a mix of paper and full inks, by the areas that they cover.

    The areas are those of dots at random (Demichel 1924), and their mix is that of Yule and Nielsen (1951). Black darkens
    what is below it.
    """
    cyan, magenta, yellow, black = parts
    areas = (
        (_PAPER, (1 - cyan) * (1 - magenta) * (1 - yellow)),
        (solids.cyan, cyan * (1 - magenta) * (1 - yellow)),
        (solids.magenta, magenta * (1 - cyan) * (1 - yellow)),
        (solids.yellow, yellow * (1 - cyan) * (1 - magenta)),
        (solids.red, magenta * yellow * (1 - cyan)),
        (solids.green, cyan * yellow * (1 - magenta)),
        (solids.blue, cyan * magenta * (1 - yellow)),
        (solids.black, cyan * magenta * yellow),
    )
    lights = [(xyz_of_lab(colour), area) for colour, area in areas if area]
    darkened = zip(xyz_of_lab(solids.black), xyz_of_lab(_PAPER), strict=True)
    x, y, z = (
        sum(area * ((1 - black) + black * _root(dark / white)) * _root(light[axis]) for light, area in lights)
        ** _SPREAD
        for axis, (dark, white) in enumerate(darkened)
    )
    return x, y, z


def _root(light: float) -> float:
    return float(max(light, 0.0) ** (1 / _SPREAD))


# What a press asks for, and the colours that are printed.


class InkRules(NamedTuple):
    """What a press asks of its inks, which look like the `solids`; what is None is not checked.

    `tints` are the least and the largest share of an ink that its screens hold. `shift` is how much the look of a colour may
    change (CIE 1976). Letters smaller than `small_text` points should be in two inks at most.
    """

    inks: Inks
    solids: Solids | None = None
    tints: tuple[float, float] | None = None
    shift: float | None = None
    small_text: float | None = None


class _Use(NamedTuple):
    """A colour of a box, the shares of its inks, and the size of letters in points; 0 for anything else."""

    colour: str
    parts: Parts
    size: float = 0.0


class _Problem(NamedTuple):
    """A rule that a colour breaks: its name, what was found, what is allowed, and words of its message."""

    rule: str
    found: float
    limit: float
    words: Mapping[str, str] = {}


class InkCheck:
    """Reports what a press does not print well: each colour once for all faces, with the first box and card that has it.

    What is seen through, and pictures made of pixels, are not checked.
    """

    def __init__(self, rules: InkRules, context: RenderContext) -> None:
        self._rules, self._context = rules, context
        self._aside = context.for_measuring()
        self._known: set[_Use] = set()
        self._noted: set[tuple[str, str]] = set()

    def report(self, checked: CheckedFace) -> None:
        """Report the colours of a face on its cards."""
        face = checked.face
        clear = set(_seen_through(face.boxes))
        for scope in checked.looks:
            for box, inner, _ in shown_boxes(face.boxes, scope._replace(context=self._aside)):
                for use in () if box in clear else _uses(box, inner, self._rules.inks):
                    if use not in self._known:
                        self._known.add(use)
                        self._check(use, box, scope)
            if self._rules.inks.overprint:
                self._check_black(checked, scope)

    def _check(self, use: _Use, box: Box, scope: Scope) -> None:
        for find in (_lost_tint, _shift, _small_text):
            if problem := find(use, self._rules, scope):
                self._note(problem, use.colour, box, scope)

    def _check_black(self, checked: CheckedFace, scope: Scope) -> None:
        """Check the ink below black letters that are printed on it."""
        inks = self._rules.inks
        for box, colours, grounds in text_grounds(checked, scope):
            if not any(inks.text_parts(colour) == FULL_BLACK for colour in colours):
                continue
            for ground in grounds:
                total = 1 + sum(inks.parts(ground)[:3])
                if inks.limit is not None and total > inks.limit:
                    problem = _Problem("ink-limit", round(100 * total), round(100 * inks.limit))
                    self._note(problem, ground, box, scope)

    def _note(self, problem: _Problem, colour: str, box: Box, scope: Scope) -> None:
        rule, found, limit, words = problem
        if (rule, colour) in self._noted:
            return
        self._noted.add((rule, colour))
        message = tr(
            _MESSAGES[rule],
            card=scope.card.id,
            box=box.id or scope.face.name,
            colour=colour,
            found=scope.number(found),
            limit=scope.number(limit),
            **words,
        )
        box.report(scope, rule, "warning", message, found=found, limit=limit)


_MESSAGES = {
    "tint": later(
        "{card}: {box} has the colour {colour}, which is printed in {inks}. This press holds screens between {low} and "
        "{high} %, so it may look like {other}. Use a tint between these limits, or white or a full colour."
    ),
    "colour-shift": later(
        "{card}: {box} has the colour {colour}, which looks about like {other} in the inks of this press: a difference of "
        "{found}; the limit is {limit}. Use a duller colour, or order a proof."
    ),
    "small-text-inks": later(
        "{card}: {box} has letters of {found} pt in {inks}, which blur if the inks are not exactly aligned. Use black, a colour of two inks, or at least {limit} pt."
    ),
    "ink-limit": later(
        "{card}: {box} has black letters that are printed on {colour}. With the ink of both, that is {found} %, and the "
        "limit of this press is {limit} %. Use a lighter ground, or letters in another colour."
    ),
}
"""Messages about colours, by rule."""


# The rules.

_VISIBLE = 1.0
"""Difference (CIE 1976) from which the loss of a tint is just visible, side by side."""

_MOST_INKS = 2
"""Most inks of small letters."""

_INKS = (later("cyan"), later("magenta"), later("yellow"), later("black"))


def _lost_tint(use: _Use, rules: InkRules, scope: Scope) -> _Problem | None:
    """Find a tint of which the press holds no ink: it becomes bare paper, or full ink.

    A colour that only loses one of its inks changes by less than presses may be off (ISO 12647-2 allows 5).
    """
    if not rules.tints or not rules.solids:
        return None
    low, high = rules.tints
    held = tuple(0.0 if part < low else 1.0 if part > high else part for part in use.parts)
    if held == use.parts or not set(held) <= {0.0, 1.0}:
        return None
    light, other = (printed_light(parts, rules.solids) for parts in (use.parts, held))
    if dist(lab_of_xyz(light), lab_of_xyz(other)) < _VISIBLE:
        return None
    lost = next(part for part, held_part in zip(use.parts, held, strict=True) if part != held_part)
    words = {
        "inks": _named(use.parts, scope),
        "low": scope.number(100 * low),
        "high": scope.number(100 * high),
        "other": rgb_of_xyz(other),
    }
    return _Problem("tint", round(100 * lost, 1), round(100 * (low if lost < low else high), 1), words)


def _shift(use: _Use, rules: InkRules, _: Scope) -> _Problem | None:
    """Find a colour that looks different in print; not what is meant to be black or grey there."""
    if rules.shift is None or not rules.solids or not any(use.parts[:3]):
        return None
    light = printed_light(use.parts, rules.solids)
    found = round(dist(lab_of_xyz(light), lab(use.colour)))
    words = {"other": rgb_of_xyz(light)}
    return _Problem("colour-shift", found, rules.shift, words) if found > rules.shift else None


def _small_text(use: _Use, rules: InkRules, scope: Scope) -> _Problem | None:
    """Find small letters in many inks."""
    if rules.small_text is None or not 0 < use.size < rules.small_text:
        return None
    if sum(part > 0 for part in use.parts) <= _MOST_INKS:
        return None
    words = {"inks": _named(use.parts, scope)}
    return _Problem("small-text-inks", round(use.size, 1), rules.small_text, words)


def _named(parts: Parts, scope: Scope) -> str:
    shares = zip(parts, _INKS, strict=True)
    return ", ".join(
        tr("{share} % {ink}", share=scope.number(round(100 * part, 1)), ink=tr(name))
        for part, name in shares
        if part
    )


# The colours of boxes.


def _seen_through(boxes: Iterable[Box], *, inside: bool = False) -> Iterator[Box]:
    """Yield the boxes through which something is seen, and those inside them."""
    for box in boxes:
        is_clear = inside or box.opacity < 1
        if is_clear:
            yield box
        yield from _seen_through(box.nested, inside=is_clear)


def _uses(box: Box, scope: Scope, inks: Inks) -> Iterator[_Use]:
    """Yield the colours of a box on a card."""
    if not isinstance(box, TextBox):
        area = box.at._replace(width=box.at.width or 1.0, height=box.at.height or 1.0)
        yield from _drawn_colours(box.drawn(scope, area), inks)
        return
    spans = box.spans_on(scope)
    if not spans:
        return
    for name in (box.panel.fill, box.panel.stroke) if box.panel else ():
        yield from _painted(scope.paint(name, box.at), inks)
    if outline := scope.colour(box.style.outline) if box.style.outline else "":
        yield _Use(outline, inks.parts(outline))
    for span in spans:
        _, look = box.style.run(span.runs)
        name = look.colour or span.colour or box.style.colour
        if icon_picture(span.icon, scope.context.assets):
            continue
        if name == OWN and icon_drawing(span.icon, scope.context.assets):
            yield from (
                _Use(tone, inks.parts(tone)) for tone in icon_colours(span.icon, scope.context.assets)
            )
            continue
        colour = scope.ink(box.style.colour if name == OWN else name)
        size = 0.0 if span.icon else box.style.size * look.scale
        yield _Use(colour, inks.text_parts(colour), size)


def _painted(paint: Paint, inks: Inks) -> Iterator[_Use]:
    if isinstance(paint, Gradient):
        yield from (_Use(stop.colour, inks.parts(stop.colour)) for stop in paint.stops if stop.opacity >= 1)
    elif paint:
        yield _Use(paint, inks.parts(paint))


def _drawn_colours(parts: Iterable[DrawnPart], inks: Inks) -> Iterator[_Use]:
    """Yield the colours of shapes and icons: shadows are pale by nature, and pixels are not checked."""
    for part in all_parts(parts):
        if isinstance(part, DrawnShape):
            yield from _painted(part.fill, inks)
            yield from _painted(part.stroke, inks)
        elif isinstance(part, DrawnIcon):
            shares = (inks.text_parts if part.side <= TEXT_ICON else inks.parts)(part.colour)
            yield _Use(part.colour, shares)

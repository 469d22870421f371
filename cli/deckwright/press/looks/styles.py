"""Looks of texts: styles, which a face names, and runs, which texts mark by `[name]…[/name]`."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from deckwright.errors import InputError
from deckwright.messages import tr
from deckwright.model.markup import KEEP, RESERVED, tags_of
from deckwright.model.words import nearest, suggest_names
from deckwright.press.graphics.font_files import Cut
from deckwright.press.graphics.fonts import INSTALLED

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from deckwright.findings import Severity
    from deckwright.model.markup import Tag
    from deckwright.press.graphics.fonts import Font, Fonts


# The runs that a face names, and what they change.


class RunStyle(NamedTuple):
    """What a run changes; an empty value changes nothing. `size` is relative to the text, `colour` a name of the palette."""

    font: str | tuple[str, ...] = ""
    weight: int = 0
    bold: bool = False
    italic: bool | None = None
    size: float = 1.0
    colour: str = ""
    small_caps: bool = False
    underline: bool = False


def read_run(value: Mapping[str, Any]) -> RunStyle:
    """Read a run of a face."""
    font = value.get("font", "")
    return RunStyle(**{**value, "font": tuple(font) if isinstance(font, list) else font})


class RunLook(NamedTuple):
    """How the letters of a run differ from those around it, apart from their font.

    `scale` is their size relative to the text, `keeps` whether their words stay on one line.
    """

    scale: float = 1.0
    colour: str = ""
    underline: bool = False
    small_caps: bool = False
    keeps: bool = False

    def within(self, name: str, run: RunStyle | None) -> RunLook:
        """Look of a run inside this one; without a style, that of an unknown run, or of words that stay together."""
        if run is None:
            return self._replace(keeps=self.keeps or name == KEEP)
        return RunLook(
            self.scale * run.size,
            run.colour or self.colour,
            self.underline or run.underline,
            self.small_caps or run.small_caps,
            self.keeps,
        )


PLAIN_LOOK = RunLook()
"""Look of words in no run."""


# What is wrong with the tags of a text.


class TagFault(NamedTuple):
    """What is wrong with a tag: its position in the text, how severe it is, and a message."""

    offset: int
    severity: Severity
    message: str


def tag_faults(text: str, known: Sequence[str]) -> Iterator[TagFault]:
    """Yield what is wrong with the tags of a text, for a face with the runs `known`.

    Words in brackets are no tags unless they are in a pair, or called like a run.
    """
    for tag in tags_of(text):
        if fault := _fault(tag, known):
            yield TagFault(tag.start, *fault)


def _fault(tag: Tag, known: Sequence[str]) -> tuple[Severity, str] | None:
    is_known = tag.name in known or tag.name in RESERVED
    near = nearest(tag.name, [*known, *RESERVED])
    if tag.role == "open" and not is_known:
        message = tr("The face has no {tag} under runs.", tag=tag.written)
        return "error", f"{message} {suggest_names(tag.name, list(known))}"
    if tag.role == "crossing":
        message = tr(
            "{tag} comes too late: the tag around it is closed already. Close the inner tag first.",
            tag=tag.written,
        )
        return "error", message
    if tag.role == "unclosed" and is_known:
        message = tr(
            "{tag} is not closed. Write {end} after the last word.", tag=tag.written, end=f"[/{tag.name}]"
        )
        return "error", message
    if tag.role == "unopened" and (is_known or not tag.name):
        message = tr("{tag} closes nothing, and is printed as is.", tag=tag.written)
        return "error" if tag.name else "warning", message
    if tag.is_printed and near:
        slash = "/" if tag.role == "unopened" else ""
        message = tr(
            "{tag} is printed as is. Did you mean {names}?",
            tag=tag.written,
            names=", ".join(f"[{slash}{tag_name}]" for tag_name in near),
        )
        return "warning", message
    return None


# Styles of text, which a face defines and which can extend each other.

Align = Literal["left", "centre", "right"]
Valign = Literal["top", "middle", "bottom"]
Fit = Literal["shrink", "grow", "together", "wrap", "fixed"]
TooLong = Literal["error", "cut"]

USUAL_FONT = "Alegreya Sans"
"""Family of styles that name none."""

_SHRINKS = {"shrink", "grow", "together"}


@dataclass(frozen=True, eq=False)
class Style:
    """The style of a text. Sizes are in points; `leading` and `paragraph` in ems; `tracking` in thousandths of an em.

    Its letters have an `outline` in that colour, `outline_width` mm wide around them.

    A text shrinks down to `min`, and down to `one_line` before it is broken into lines; with `fit: grow`, it grows up
    to `max`. With `too_long: cut`, what still does not fit is cut off. `lines` is the maximum number of lines (0: as many as fit). `font` is a family among `fonts`, or several:
    each has the letters that those before it lack. `tabs` is the distance of tab stops, in ems; `tabular` sets all figures
    equally wide. `runs` are those of the face, and `of_run` is true of the style of one.
    """

    font: str | Sequence[str] = USUAL_FONT
    weight: int = 400
    bold: int = 700
    italic: bool = False
    size: float = 9.0
    min: float = 7.0
    max: float = 0.0
    one_line: float = 0.0
    lines: int = 0
    leading: float = 1.2
    paragraph: float = 0.4
    colour: str = "ink"
    outline: str = ""
    outline_width: float = 0.3
    align: Align = "left"
    valign: Valign = "top"
    uppercase: bool = False
    tracking: float = 0.0
    hyphens: bool = False
    balance: bool = False
    fit: Fit = "shrink"
    too_long: TooLong = "error"
    tabs: float = 3.0
    tabular: bool = False
    fonts: Fonts = INSTALLED
    runs: Mapping[str, RunStyle] = field(default_factory=dict)
    of_run: bool = False

    @property
    def least(self) -> float:
        """Minimum size of the text."""
        return min(self.min, self.size) if self.fit in _SHRINKS else self.size

    @property
    def most(self) -> float:
        """Maximum size of the text."""
        return max(self.max, self.size) if self.fit == "grow" else self.size

    def cut(self, bold: bool, italic: bool) -> Font:
        """Font for bold or italic parts of the text; italic parts of an italic text are upright."""
        return self.cuts(bold, italic)[0]

    def cuts(self, bold: bool, italic: bool) -> tuple[Font, ...]:
        """Font for bold or italic parts of the text, and those for letters that it lacks."""
        cuts = self._cuts.get((bold, italic))
        if cuts is None:
            cuts = tuple(self._cut(name, bold, italic) for name in self.families)
            self._cuts[bold, italic] = cuts
        return cuts

    @cached_property
    def families(self) -> tuple[str, ...]:
        """Names of the families: the first, and those for letters that it lacks."""
        return (self.font,) if isinstance(self.font, str) else tuple(self.font)

    @cached_property
    def _cuts(self) -> dict[tuple[bool, bool], tuple[Font, ...]]:
        return {}

    def _cut(self, name: str, bold: bool, italic: bool) -> Font:
        """Open the font for a part of the text, or the nearest one that the family has."""
        known = self.fonts.family(name)
        requested = self._wanted(bold, italic)
        nearest = known.closest(*requested) if known and known.files else requested
        for cut in (requested, nearest, self._wanted(bold=False, italic=False)):
            if found := self.fonts.font(name, *cut):
                return found
        message = tr("The font {name} has no printable weight {weight}.", name=name, weight=self.weight)
        raise InputError("unknown-font", message)

    def _wanted(self, bold: bool, italic: bool) -> Cut:
        return Cut(self.bold if bold else self.weight, self.italic != italic)

    def is_replaced(self, bold: bool, italic: bool) -> bool:
        """Whether the family lacks the font for bold or italic parts of the text."""
        is_other = bold or italic or self.of_run
        return is_other and self.cut(bold, italic).cut != self._wanted(bold, italic)

    def run(self, names: tuple[str, ...]) -> StyledRun:
        """Style and look of words in some runs of the face, the outermost first."""
        known = self._run_looks.get(names)
        if known is None:
            known = self._run_looks[names] = self._run(names)
        return known

    @cached_property
    def _run_looks(self) -> dict[tuple[str, ...], StyledRun]:
        return {}

    @cached_property
    def with_tabular_figures(self) -> Style:
        """The style with figures of equal width, for numbers below each other."""
        return self if self.tabular else replace(self, tabular=True)

    def _run(self, names: tuple[str, ...]) -> StyledRun:
        style, look = self, PLAIN_LOOK
        for name in names:
            run = self.runs.get(name)
            look = look.within(name, run)
            if run and (run.font or run.weight or run.bold or run.italic is not None):
                weight = run.weight or (style.bold if run.bold else style.weight)
                italic = style.italic if run.italic is None else run.italic
                font = run.font or style.font
                style = replace(style, font=font, weight=weight, italic=italic, of_run=True)
        return StyledRun(style, look)


class StyledRun(NamedTuple):
    """Words in some runs: their style, which decides their fonts, and how they look besides."""

    style: Style
    look: RunLook


def inherited_keys(name: str, styles: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Keys of a named style, inherited ones included."""
    own = styles[name]
    above = inherited_keys(own["extends"], styles) if "extends" in own else {}
    return {**above, **{key: value for key, value in own.items() if key != "extends"}}


_STYLE_KEYS = {attribute.name for attribute in fields(Style)} - {"fonts", "runs", "of_run"}
_SCALED = ("size", "min", "max", "one_line", "outline_width")
_FIGURE = {"align": "centre", "valign": "middle", "lines": 1}


class TextLooks(NamedTuple):
    """How the texts of a face look: its styles as they are written and their scale, the fonts that they can name, its runs."""

    styles: Mapping[str, Mapping[str, Any]]
    fonts: Fonts = INSTALLED
    runs: Mapping[str, RunStyle] = {}
    scale: float = 1.0

    def style(self, value: str | dict[str, Any] | None, *, figure: bool = False) -> Style:
        """Style by its name, or the one in a box, which can extend a named one."""
        own = {"extends": value} if isinstance(value, str) else value or {}
        known = own.get("extends", "") in self.styles
        above = inherited_keys(own["extends"], self.styles) if known else {}
        keys = {**(_FIGURE if figure else {}), **above, **own}
        own = {key: keys[key] for key in keys if key in _STYLE_KEYS}
        style = Style(**own, fonts=self.fonts, runs=self.runs)
        if self.scale == 1:
            return style
        return replace(style, **{name: round(getattr(style, name) * self.scale, 2) for name in _SCALED})

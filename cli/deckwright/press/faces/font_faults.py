"""Check the fonts of a face: that each style has its family, weight and slope, in a file that can be embedded.

A style takes its font from here and its weight from there, along `extends` and from face to face. What does not go
together is reported where the later of the two is written, since that is what was changed last.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.messages import later, tr
from deckwright.model.finding import Finding
from deckwright.press.faces.boxes import HELD, Place
from deckwright.press.faces.styles import Style
from deckwright.press.fonts import Cut, family, obstacle, package

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deckwright.files.documents import Document
    from deckwright.press.fonts import Family
    from deckwright.press.fonts.families import Obstacle

_KEYS = ("font", "weight", "bold", "italic")


class _Setting(NamedTuple):
    """One key of a style: its value, where it is written, and its rank: of two, the higher was said later."""

    value: Any
    place: Place
    rank: tuple[int, int]


_Settings = dict[str, _Setting]


def font_faults(documents: Sequence[Document]) -> Iterator[Finding]:
    """Find the styles, named or of a box's own, whose font is not there or cannot be printed; each fault once."""
    styles = _Styles(documents)
    found = [*styles.named(), *(one for document in documents for one in styles.of_boxes(document))]
    yield from dict.fromkeys(finding for settings in found for finding in _faults(settings))


class _Styles:
    """The named styles of a face and of those it extends."""

    def __init__(self, documents: Sequence[Document]) -> None:
        self._own: dict[str, _Settings] = {}
        self._above: dict[str, str] = {}
        for number, document in enumerate(documents):
            for name, style in document.value.get("styles", {}).items():
                settings = _settings(style, Place(document).at("styles", name), (0, number))
                self._own.setdefault(name, {}).update(settings)
                self._above[name] = style.get("extends", self._above.get(name, ""))

    def named(self) -> Iterator[_Settings]:
        """Yield the font settings of each named style, with all that it takes over."""
        yield from (self._whole(name) for name in self._own)

    def of_boxes(self, document: Document) -> Iterator[_Settings]:
        """Yield the font settings of the boxes of a file, also for single languages."""
        place = Place(document).at("boxes")
        for number, box in enumerate(document.value.get("boxes", ())):
            yield from self._of_box(box, place.at(number))

    def _of_box(self, box: dict[str, Any], place: Place) -> Iterator[_Settings]:
        style = self._of_style(box.get("style"), place.at("style"))
        if isinstance(box.get("style"), dict):
            yield style
        for language, own in box.get("languages", {}).items():
            if isinstance(other := own.get("style"), dict):
                here = place.at("languages", language, "style")
                above = self._whole(other["extends"]) if "extends" in other else style
                yield {**above, **_settings(other, here, _next(above))}
        for key in HELD:
            for number, held in enumerate(box.get(key, ())):
                yield from self._of_box(held, place.at(key, number))

    def _of_style(self, style: str | dict[str, Any] | None, place: Place) -> _Settings:
        if not isinstance(style, dict):
            return self._whole(style or "")
        above = self._whole(style.get("extends", ""))
        return {**above, **_settings(style, place, _next(above))}

    def _whole(self, name: str, seen: frozenset[str] = frozenset()) -> _Settings:
        """Collect the font settings of a named style, with all that it takes over, up to where it leads back to itself."""
        if name not in self._own or name in seen:
            return {}
        above = self._whole(self._above[name], seen | {name})
        level, _ = _next(above)
        own = {key: one._replace(rank=(level, one.rank[1])) for key, one in self._own[name].items()}
        return {**above, **own}


def _settings(style: dict[str, Any], place: Place, rank: tuple[int, int]) -> _Settings:
    return {key: _Setting(style[key], place.at(key), rank) for key in _KEYS if key in style}


def _next(above: _Settings) -> tuple[int, int]:
    """Rank of what is said below some settings."""
    return max((one.rank[0] for one in above.values()), default=-1) + 1, 0


def _faults(settings: _Settings) -> Iterator[Finding]:
    """Find what is wrong with the font of one style; that of the program is there whenever nothing is said."""
    if not settings:
        return
    name = settings["font"].value if "font" in settings else Style.font
    known = family(name)
    if known is None:
        message = tr(
            "The font {name} is not installed. Install the package {package}, or name another font.",
            name=name,
            package=package(name),
        )
        yield _fault("unknown-font", message, settings, "font")
    elif not known.files:
        yield _fault("font-format", tr(_OBSTACLES["variable"], font=name), settings, "font")
    else:
        yield from _cut_faults(known, name, settings)


def _cut_faults(known: Family, name: str, settings: _Settings) -> Iterator[Finding]:
    """Find out whether a family has the cuts of a style, and whether they can be embedded."""
    said = {key: one.value for key, one in settings.items()}
    italic = said.get("italic", Style.italic)
    for key in ("weight", "bold") if _says_bold(settings) else ("weight",):
        weight = said.get(key, getattr(Style, key))
        cut = Cut(weight, italic)
        slopes = {one.italic for one in known.files if one.weight == weight}
        if not slopes:
            yield _fault("unknown-font", _no_weight(known, name, weight, key), settings, "font", key)
        elif italic not in slopes and key == "weight":
            yield _fault("unknown-font", _no_slope(known, name, cut), settings, "font", "weight", "italic")
        elif cut in known.files and (reason := obstacle(name, cut)):
            rule = "font-licence" if reason == "restricted" else "font-format"
            named = f"{name} {weight}" + (f" {tr('italic')}" if italic else "")
            yield _fault(rule, tr(_OBSTACLES[reason], font=named), settings, "font", key)


def _says_bold(settings: _Settings) -> bool:
    """Whether the weight of bold words is meant for this font, and not taken over from a style with another one."""
    if "bold" not in settings:
        return False
    return "font" not in settings or settings["font"].rank <= settings["bold"].rank


def _no_weight(known: Family, name: str, weight: int, key: str) -> str:
    return tr(
        "The font {name} has no weight {weight}. It has: {known}. Use {key}: {nearest}.",
        name=name,
        weight=weight,
        known=", ".join(map(str, known.weights)),
        key=key,
        nearest=min(known.weights, key=lambda one: (abs(one - weight), one)),
    )


def _no_slope(known: Family, name: str, cut: Cut) -> str:
    if not cut.italic:
        return tr(
            "The font {name} has weight {weight} in italics only. Use italic: true.",
            name=name,
            weight=cut.weight,
        )
    others = sorted(one.weight for one in known.files if one.italic)
    if not others:
        return tr("The font {name} has no italics. Use italic: false, or another font.", name=name)
    return tr(
        "The font {name} has no italics in weight {weight}. It has them in: {known}.",
        name=name,
        weight=cut.weight,
        known=", ".join(map(str, others)),
    )


_OBSTACLES: dict[Obstacle, str] = {
    "variable": later(
        "{font} is a variable font: one file for all weights, which cannot be printed yet. Use a family that has a "
        "file for each weight, such as Alegreya Sans or Barlow."
    ),
    "postscript": later(
        "{font} has PostScript (CFF) outlines, which cannot be printed. Use a family with TrueType outlines (.ttf)."
    ),
    "restricted": later(
        "The maker of {font} does not allow embedding it in files (fsType). Use another font, or get a licence and a font file that allow it."
    ),
    "unreadable": later(
        "The font file of {font} cannot be read. Reinstall its package, or use another font."
    ),
}
"""Why a font that is installed cannot be used, and what to do."""


def _fault(rule: str, message: str, settings: _Settings, *keys: str) -> Finding:
    """Report at the key that was said last, of those that do not go together; of two in one style, at the second."""
    said = [settings[key] for key in keys if key in settings] or list(settings.values())
    last = max(reversed(said), key=lambda one: one.rank)
    return Finding(rule, "error", message, where=last.place.where())

"""Check the fonts of a face: whether each style has its family, weight and slope, in a file that can be embedded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.findings import Finding
from deckwright.messages import later, tr
from deckwright.model.words import suggest_names
from deckwright.press.boxes.box import written_boxes
from deckwright.press.boxes.keys import FaceLocation
from deckwright.press.graphics.font_files import Cut, CutSource
from deckwright.press.graphics.fonts import package
from deckwright.press.looks.styles import USUAL_FONT, Style

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deckwright.files.yaml import Document
    from deckwright.press.boxes.box import WrittenBox
    from deckwright.press.graphics.fonts import Family, Fonts, Obstacle


# A style can inherit its font from one place and its weight from another, along `extends` and from face to
# face. If the two do not match, the finding is at the one set later, as that is what the user changed.

_KEYS = ("font", "weight", "bold", "italic")


class _Rank(NamedTuple):
    """Order in which settings apply: by their level below the topmost style, then by file."""

    level: int
    file: int = 0


class _Setting(NamedTuple):
    """One key of a style: its value, its place in the file, and its rank: of two, the higher one was set later."""

    value: Any
    place: FaceLocation
    rank: _Rank


_Settings = dict[str, _Setting]


def check_fonts(documents: Sequence[Document], fonts: Fonts) -> Iterator[Finding]:
    """Findings about styles, named or in boxes, whose font does not exist or cannot be printed; each finding once."""
    styles = _Styles(documents)
    all_settings = [
        *styles.named(),
        *(settings for document in documents for settings in styles.of_boxes(document)),
    ]
    all_settings += _runs_with_font(documents)
    yield from dict.fromkeys(finding for settings in all_settings for finding in _faults(settings, fonts))


def _runs_with_font(documents: Sequence[Document]) -> list[_Settings]:
    """Font settings of the runs that have a font of their own: others depend on the text around them."""
    runs: dict[str, _Settings] = {}
    for number, document in enumerate(documents):
        for name, run in document.value.get("runs", {}).items():
            settings = _settings(run, FaceLocation(document).at("runs", name), _Rank(0, number))
            runs.setdefault(name, {}).update(
                (key, setting) for key, setting in settings.items() if key != "bold"
            )
    return [settings for settings in runs.values() if "font" in settings]


class _Styles:
    """The named styles of a face and of those it extends."""

    def __init__(self, documents: Sequence[Document]) -> None:
        self._own: dict[str, _Settings] = {}
        self._above: dict[str, str] = {}
        for number, document in enumerate(documents):
            for name, style in document.value.get("styles", {}).items():
                settings = _settings(style, FaceLocation(document).at("styles", name), _Rank(0, number))
                self._own.setdefault(name, {}).update(settings)
                self._above[name] = style.get("extends", self._above.get(name, ""))

    def named(self) -> Iterator[_Settings]:
        """Yield the font settings of each named style, inherited ones included."""
        yield from (self._inherited(name) for name in self._own)

    def of_boxes(self, document: Document) -> Iterator[_Settings]:
        """Yield the font settings of the boxes of a file, including those for single languages and targets."""
        for whole in written_boxes(document):
            for box in whole.with_nested():
                yield from self._of_box(box)

    def _of_box(self, box: WrittenBox) -> Iterator[_Settings]:
        written = box.value.get("style")
        style = self._of_style(written, box.place.at("style"))
        if isinstance(written, dict):
            yield style
        for key, name, changes in box.changes():
            if isinstance(other := changes.get("style"), dict):
                above = self._inherited(other["extends"]) if "extends" in other else style
                yield {**above, **_settings(other, box.place.at(key, name, "style"), _next(above))}

    def _of_style(self, style: str | dict[str, Any] | None, place: FaceLocation) -> _Settings:
        if not isinstance(style, dict):
            return self._inherited(style or "")
        above = self._inherited(style.get("extends", ""))
        return {**above, **_settings(style, place, _next(above))}

    def _inherited(self, name: str, seen: frozenset[str] = frozenset()) -> _Settings:
        """Font settings of a named style, inherited ones included; a circular `extends` is followed once."""
        if name not in self._own or name in seen:
            return {}
        above = self._inherited(self._above[name], seen | {name})
        level = _next(above).level
        own = {
            key: setting._replace(rank=setting.rank._replace(level=level))
            for key, setting in self._own[name].items()
        }
        return {**above, **own}


def _settings(style: dict[str, Any], place: FaceLocation, rank: _Rank) -> _Settings:
    return {key: _Setting(style[key], place.at(key), rank) for key in _KEYS if key in style}


def _next(above: _Settings) -> _Rank:
    """Rank of settings that apply after some others."""
    return _Rank(max((setting.rank.level for setting in above.values()), default=-1) + 1)


def _faults(settings: _Settings, fonts: Fonts) -> Iterator[Finding]:
    """Check the fonts of one style; the default font is always installed."""
    chosen = settings.get("font")
    if not settings or chosen is None or isinstance(chosen.value, str):
        yield from _family_faults(settings, fonts) if settings else ()
        return
    for number, name in enumerate(chosen.value):
        family = chosen._replace(value=name, place=chosen.place.at(number))
        yield from _family_faults({**settings, "font": family}, fonts, is_first=not number)


def _family_faults(settings: _Settings, fonts: Fonts, *, is_first: bool = True) -> Iterator[Finding]:
    """Check one family of a style; those for letters that the first lacks need no cut of the same weight."""
    name = settings["font"].value if "font" in settings else USUAL_FONT
    known = fonts.family(name)
    if known is None:
        if not _is_damaged(name, fonts):
            yield _finding("unknown-font", _unknown_font(name, fonts), settings, "font")
    elif not known.files:
        yield _finding("font-format", tr(_OBSTACLES["unreadable"], font=name), settings, "font")
    elif is_first:
        yield from _cut_faults(known, settings, fonts)
    else:
        values = {key: setting.value for key, setting in settings.items()}
        cut = known.closest(values.get("weight", Style.weight), values.get("italic", Style.italic))
        yield from _obstacle(known, cut, settings, fonts)


def _is_damaged(name: str, fonts: Fonts) -> bool:
    """Whether a file that seems to hold a family cannot be read, which is a finding of its own."""
    files = (_letters(file.rpartition("/")[2]) for file in fonts.own.unreadable)
    return any(file.startswith(_letters(name)) for file in files)


def _letters(name: str) -> str:
    return "".join(filter(str.isalnum, name)).casefold()


def _unknown_font(name: str, fonts: Fonts) -> str:
    message = tr(
        "Unknown font: {name}. Put its files into the game's folder fonts, install the package {package}, or use another font.",
        name=name,
        package=package(name),
    )
    families = [family.name for family in fonts.own.families.values()]
    return f"{message} {suggest_names(name, families)}" if families else message


def _cut_faults(known: Family, settings: _Settings, fonts: Fonts) -> Iterator[Finding]:
    """Check that a family has the cuts of a style, and that they can be embedded."""
    name = known.name
    values = {key: setting.value for key, setting in settings.items()}
    italic = values.get("italic", Style.italic)
    for key in ("weight", "bold") if _has_own_bold(settings) else ("weight",):
        weight = values.get(key, getattr(Style, key))
        cut = Cut(weight, italic)
        slopes = {cut.italic for cut in known.files if cut.weight == weight}
        if not slopes:
            yield _finding("unknown-font", _no_weight(known, name, weight, key), settings, "font", key)
        elif italic not in slopes and key == "weight":
            yield _finding("unknown-font", _no_slope(known, name, cut), settings, "font", "weight", "italic")
        elif cut in known.files:
            yield from _obstacle(known, cut, settings, fonts, key)


def _obstacle(known: Family, cut: Cut, settings: _Settings, fonts: Fonts, *keys: str) -> Iterator[Finding]:
    """Check that a cut can be embedded."""
    reason = fonts.obstacle(known.name, cut)
    if not reason:
        return
    source = known.files[cut]
    file = f" ({source.file})" if isinstance(source, CutSource) and known.is_own else ""
    named = f"{known.name} {cut.weight}" + (f" {tr('italic')}" if cut.italic else "") + file
    rule = "font-licence" if reason == "restricted" else "font-format"
    yield _finding(rule, tr(_OBSTACLES[reason], font=named), settings, "font", *keys)


def _has_own_bold(settings: _Settings) -> bool:
    """Whether the weight of bold words was set for this font, and not inherited from a style with another one."""
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
        nearest=min(known.weights, key=lambda other: (abs(other - weight), other)),
    )


def _no_slope(known: Family, name: str, cut: Cut) -> str:
    if not cut.italic:
        return tr(
            "The font {name} has weight {weight} in italics only. Use italic: true.",
            name=name,
            weight=cut.weight,
        )
    others = sorted(cut.weight for cut in known.files if cut.italic)
    if not others:
        return tr("The font {name} has no italics. Use italic: false, or another font.", name=name)
    return tr(
        "The font {name} has no italics in weight {weight}. It has them in: {known}.",
        name=name,
        weight=cut.weight,
        known=", ".join(map(str, others)),
    )


_OBSTACLES: dict[Obstacle, str] = {
    "restricted": later(
        "The maker of {font} does not allow embedding it in files (fsType). Use another font, or get a licence and a font file that allow it."
    ),
    "unreadable": later(
        "The font file of {font} cannot be read. Get the file or its package again, or use another font."
    ),
    "complex": later(
        "{font} takes too much time or memory to read. Use a file with fewer letters, such as one for a single script."
    ),
    "letterless": later("{font} has no letters in Unicode. Use another font, or its newest version."),
    "bitmap": later("{font} has only bitmaps, no outlines, so it cannot be printed. Use another font."),
}
"""Why a font cannot be used, and what to do."""


def _finding(rule: str, message: str, settings: _Settings, *keys: str) -> Finding:
    """Finding at the key that was set last, of those that do not match; of two in one style, at the second."""
    values = [settings[key] for key in keys if key in settings] or list(settings.values())
    last = max(reversed(values), key=lambda setting: setting.rank)
    return Finding(rule, "error", message, where=last.place.where())

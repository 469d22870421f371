"""Check a face by itself: that all it names exists, its fonts too, that gradients only fill, and that boxes have a size."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.files.game_folder import ENDINGS, FOLDER, is_file_name
from deckwright.findings import Finding
from deckwright.messages import later, tr
from deckwright.model.markup import RESERVED
from deckwright.model.words import in_loops, nearest, suggest_names
from deckwright.press.boxes.box import OWN_TARGET, WrittenBox, face_size, is_dropped, written_boxes
from deckwright.press.boxes.keys import FaceLocation
from deckwright.press.graphics.cuts import cut_error
from deckwright.press.graphics.font_files import Cut, CutSource
from deckwright.press.graphics.fonts import INSTALLED, package
from deckwright.press.graphics.icons import SETS
from deckwright.press.looks.colours import OWN
from deckwright.press.looks.expressions import parse_template
from deckwright.press.looks.styles import USUAL_FONT, Style
from deckwright.resources import folder, icon_names

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from deckwright.files.yaml import Document
    from deckwright.press.boxes.keys import Mention
    from deckwright.press.graphics.fonts import Family, Fonts, Obstacle


class _Names(NamedTuple):
    """What a face defines, or one that it extends."""

    styles: frozenset[str]
    colours: frozenset[str]
    gradients: frozenset[str]
    """Names of gradients, of other names for them, and of choices among them."""
    shared: frozenset[str]


def check_face_files(documents: list[Document], fonts: Fonts = INSTALLED) -> Iterator[Finding]:
    """Findings about names that neither a face nor those it extends define; `documents` begin with the topmost face."""
    names = _names(documents)
    for document in documents:
        yield from _check_looks(document, names)
        for box in written_boxes(document):
            for inner in box.with_nested():
                yield from _check_box(inner, names)
    yield from check_fonts(documents, fonts)
    yield from _check_dropped(documents)
    yield from _check_cut(documents)
    for section in ("shared", "styles", "palette"):
        yield from _check_loops(documents, section)


def _names(documents: Sequence[Document]) -> _Names:
    styles, colours, shared = (
        frozenset(name for document in documents for name in document.value.get(section, {}))
        for section in ("styles", "palette", "shared")
    )
    tones: dict[str, Any] = {}
    for document in documents:
        tones |= document.value.get("palette", {})
    gradients = {name for name, tone in tones.items() if _stops(tone)}
    size = -1
    while size < len(gradients):
        size = len(gradients)
        gradients |= {
            name
            for name, tone in tones.items()
            if any(part.name in gradients and not part.is_mixed for part in _parts_of(tone))
        }
    return _Names(styles, colours, frozenset(gradients), shared)


# Colours.


class _TonePart(NamedTuple):
    """A colour in one of the palette, with its path there; `is_mixed` if it cannot be a gradient."""

    name: str
    path: tuple[str | int, ...] = ()
    is_mixed: bool = False


def _parts_of(tone: str | dict[str, Any]) -> list[_TonePart]:
    if isinstance(tone, str):
        return [_TonePart(tone)]
    if "by" in tone:
        return [_TonePart(name, (key,)) for key, name in tone.items() if key != "by"]
    if "mix" in tone:
        return [_TonePart(name, ("mix", number), is_mixed=True) for number, name in enumerate(tone["mix"])]
    return [
        _TonePart(stop if isinstance(stop, str) else stop["colour"], (_form(tone), number), is_mixed=True)
        for number, stop in enumerate(_stops(tone))
    ]


def _form(tone: dict[str, Any]) -> str:
    return "linear" if "linear" in tone else "radial"


def _stops(tone: str | dict[str, Any]) -> list[str | dict[str, Any]]:
    """Stops of a gradient in the palette; empty for a colour."""
    return [] if isinstance(tone, str) or "by" in tone else tone.get(_form(tone), [])


def _check_looks(document: Document, names: _Names) -> Iterator[Finding]:
    """Check the palette, the styles, the runs and the colours of icons."""
    place, value = FaceLocation(document), document.value
    for name, tone in value.get("palette", {}).items():
        yield from _check_tone(tone, place.at("palette", name), names)
    for name, style in value.get("styles", {}).items():
        yield from _check_style(style, place.at("styles", name), names)
    for name, run in value.get("runs", {}).items():
        if name in RESERVED:
            message = tr("{tag} has a meaning in every face. Use another name.", tag=f"[{name}]")
            yield Finding("reserved-name", "error", message, where=document.where("runs", name, key=True))
        yield from _check_colours(run, place.at("runs", name), names, "colour")
    for name, colour in value.get("icons", {}).items():
        if colour != OWN:
            yield from _check_colour(colour, place.at("icons", name), names, {OWN})


def _check_tone(tone: str | dict[str, Any], place: FaceLocation, names: _Names) -> Iterator[Finding]:
    """Check the parts of a colour, and the places of a gradient."""
    for name, path, is_mixed in _parts_of(tone):
        if not name.startswith("#"):
            yield from _check_colour(name, place.at(*path), names, can_be_gradient=not is_mixed)
    stops = _stops(tone)
    if isinstance(tone, str) or not stops:
        return
    key = _form(tone)
    if len(stops) == 1:
        message = tr("A gradient needs at least two colours, but this one has {count}.", count=1)
        yield Finding("gradient", "error", message, where=place.where(key))
    placed = [
        (number, stop["at"]) for number, stop in enumerate(stops) if isinstance(stop, dict) and "at" in stop
    ]
    for (_, low), (number, high) in pairwise(placed):
        if high < low:
            message = tr(
                "The colours of a gradient must be in order: {high} comes after {low}.", high=high, low=low
            )
            yield Finding("gradient", "error", message, where=place.where(key, number, "at"))


def _check_style(style: str | dict[str, Any], place: FaceLocation, names: _Names) -> Iterator[Finding]:
    """Check a style, or the name of one."""
    if isinstance(style, str):
        yield from _unknown(style, names.styles, place, "unknown-style", tr("style"))
        return
    if "extends" in style:
        yield from _unknown(style["extends"], names.styles, place.at("extends"), "unknown-style", tr("style"))
    yield from _check_colours(style, place, names, "colour", "outline")


def _check_colours(
    value: Mapping[str, Any], place: FaceLocation, names: _Names, *keys: str
) -> Iterator[Finding]:
    for key in keys:
        if key in value:
            yield from _check_colour(value[key], place.at(key), names)


def _check_colour(
    name: str,
    place: FaceLocation,
    names: _Names,
    others: Iterable[str] = (),
    *,
    can_be_gradient: bool = False,
) -> Iterator[Finding]:
    """Check that a colour exists, or one of some other values, and is no gradient where only a plain colour can be."""
    yield from _unknown(name, {*names.colours, *others}, place, "unknown-colour", tr("colour"))
    if name in names.gradients and not can_be_gradient:
        message = tr(
            "{name} is a gradient, which can only fill shapes, panels and bars. Use a plain colour here.",
            name=name,
        )
        yield Finding("gradient", "error", message, where=place.where())


# Boxes.

_OUTPUTS = ("pdf", "png", "html", "rules", "tts", "cockatrice")
"""Names of targets that are commands: those of `export`."""


def _check_box(box: WrittenBox, names: _Names) -> Iterator[Finding]:
    """Check a box, without those inside it."""
    yield from _check_size(box)
    yield from box.kind.faults(box.value, box.place)
    for mention in box.mentions():
        yield from _check_mention(mention, names)
    for key, name, _ in box.changes():
        if key == "targets":
            yield from _check_target(name, box.place)


def _check_mention(mention: Mention, names: _Names) -> Iterator[Finding]:
    sort, value, place = mention
    if sort == "style":
        yield from _check_style(value, place, names)
    elif sort in {"colour", "paint"}:
        yield from _check_colour(value, place, names, can_be_gradient=sort == "paint")
    elif sort == "icon":
        yield from _check_icon(value, place)
    elif sort == "text":
        for part in parse_template(value).parts:
            if part.sort == "icon" and not part.value.startswith("icon:"):
                yield from _check_icon(part.value, place)
    elif sort == "picture":
        yield from _check_picture(value, place)
    elif sort == "shared":
        yield from _unknown(value, names.shared, place, "unknown-shared", tr("shared boxes"))


def _check_size(box: WrittenBox) -> Iterator[Finding]:
    """Check that a box has a position, and a size if its content needs one.

    Lines and polygons have points, rows have cells, and a group is as large as its content.
    """
    sizing, value, place = box.kind.sizing_of(box.value), box.value, box.place
    at = value.get("at")
    if sizing == "free":
        return
    if box.around == "stack":
        height = at[3] if isinstance(at, list) else value.get("height", 0)
        if sizing == "needed" and not height and not isinstance(at, str):
            message = tr("In a stack, this box requires a height in mm: {sort}.", sort=box.kind.kind)
            yield Finding("no-size", "error", message, where=place.where())
        return
    if at is None:
        message = tr(
            "This box has no position. Add at: [left, top, width, height] in mm, or at: card, or at: bleed."
        )
        yield Finding("no-place", "error", message, where=place.where())
    for variant, where in box.variants():
        if isinstance(variant.get("at"), list):
            yield from _check_sides(variant["at"], where.at("at"), has_line="stroke" in value)


def _check_sides(at: list[float], place: FaceLocation, *, has_line: bool) -> Iterator[Finding]:
    _, _, width, height = at
    if not (width or height) if has_line else not (width and height):
        missing = tr("height") if width else tr("width") if height else tr("width and height")
        message = tr(
            "This box has no {side}, so nothing fits into it. Use at: [left, top, width, height].",
            side=missing,
        )
        yield Finding("no-size", "error", message, where=place.where())


def _check_target(name: str, place: FaceLocation) -> Iterator[Finding]:
    files = (file.stem for file in folder("exports").glob("targets/*.yaml"))
    known = sorted({*_OUTPUTS, *files})
    if name not in known and not name.endswith(OWN_TARGET):
        message = f"{tr('Unknown target: {name}.', name=name)} {suggest_names(name, known)}"
        where = place.document.where(*place.path, "targets", name, key=True)
        yield Finding("unknown-target", "error", message, where=where)


def _check_icon(name: str, place: FaceLocation) -> Iterator[Finding]:
    prefix, colon, rest = name.partition(":")
    if colon and "{" not in name and rest not in icon_names(prefix):
        near = [f"{prefix}:{icon}" for icon in nearest(rest, list(icon_names(prefix)))]
        near = near or [f"{icon_set}:…" for icon_set in SETS]
        message = tr("Unknown icon: {name}. Did you mean {near}?", name=name, near=", ".join(near))
        yield Finding("unknown-icon", "error", message, where=place.where())


def _check_picture(name: str, place: FaceLocation) -> Iterator[Finding]:
    filled = "".join(part.value for part in parse_template(name).parts)
    if not is_file_name(filled) or "*" in name:
        message = tr(
            "Invalid name of a picture: {name}. Use the name of a file in the game's folder {folder}, without a path.",
            name=name,
            folder=FOLDER,
        )
        yield Finding("picture-name", "error", message, where=place.where())
    elif "." in (ending := name.rpartition("}")[2]) and not ending.lower().endswith(ENDINGS):
        message = tr("{name} is not a PNG, JPEG, WebP, AVIF or SVG file. Save it as one of these.", name=name)
        yield Finding("picture-name", "error", message, where=place.where())


def _unknown(name: str, known: Iterable[str], place: FaceLocation, rule: str, sort: str) -> Iterator[Finding]:
    if name not in known:
        message = (
            f"{tr('Unknown {sort}: {name}.', sort=sort, name=name)} {suggest_names(name, sorted(known))}"
        )
        yield Finding(rule, "error", message, where=place.where())


# The face as a whole.


def _check_dropped(documents: Sequence[Document]) -> Iterator[Finding]:
    """Check that boxes that are dropped are inherited."""
    inherited: set[str] = set()
    for document in documents:
        for box in written_boxes(document):
            name = box.value.get("id", "")
            if is_dropped(box.value) and name not in inherited:
                message = tr("No inherited box has the id {id}.", id=name)
                message = f"{message} {suggest_names(name, sorted(inherited))}"
                yield Finding("unknown-box", "error", message, where=box.place.where("id"))
        inherited |= {box["id"] for box in document.value.get("boxes", ()) if "id" in box}


def _check_cut(documents: Sequence[Document]) -> Iterator[Finding]:
    """Check the outline of the card, for the size that it is designed for where both are inherited or set."""
    document = next((document for document in reversed(documents) if "cut" in document.value), None)
    if document and (message := cut_error(document.value["cut"], face_size(documents, "scale_from").size)):
        yield Finding("cut", "error", message, where=document.where("cut"))


def _check_loops(documents: Sequence[Document], section: str) -> Iterator[Finding]:
    """Check that no style, colour or list of shared boxes refers back to itself."""
    references: dict[str, list[str]] = {}
    places: dict[str, FaceLocation] = {}
    for document in documents:
        for name, entry in document.value.get(section, {}).items():
            places[name] = FaceLocation(document).at(section, name)
            if section != "styles" or "extends" in entry:
                references[name] = _referred_by(section, entry, places[name])
    for name in in_loops(references):
        message = tr("{name} refers back to itself.", name=name)
        yield Finding("loop", "error", message, where=places[name].where())


def _referred_by(section: str, entry: Any, place: FaceLocation) -> list[str]:
    """Names of the same section to which an entry refers."""
    if section == "styles":
        return [entry["extends"]]
    if section == "palette":
        return [part.name for part in _parts_of(entry)]
    boxes = (inner for box in entry for inner in WrittenBox(box, place).with_nested())
    return [mention.value for box in boxes for mention in box.mentions() if mention.sort == "shared"]


# Fonts


# A style can inherit its font from one place and its weight from another, along `extends` and from face to
# face. If the two do not match, the finding is at the one set later, as that is what the user changed.

_KEYS = ("font", "weight", "bold", "italic")


class _Setting(NamedTuple):
    """One key of a style: its value, and its place in the file."""

    value: Any
    place: FaceLocation


_Settings = dict[str, _Setting]
"""Settings of a style by key, in the order in which they were set."""


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
    for document in documents:
        for name, run in document.value.get("runs", {}).items():
            plain = {key: value for key, value in run.items() if key != "bold"}
            runs[name] = _changed(runs.get(name, {}), plain, FaceLocation(document).at("runs", name))
    return [settings for settings in runs.values() if "font" in settings]


class _Styles:
    """The named styles of a face and of those it extends."""

    def __init__(self, documents: Sequence[Document]) -> None:
        self._own: dict[str, _Settings] = {}
        self._above: dict[str, str] = {}
        for document in documents:
            for name, style in document.value.get("styles", {}).items():
                place = FaceLocation(document).at("styles", name)
                self._own[name] = _changed(self._own.get(name, {}), style, place)
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
                yield _changed(above, other, box.place.at(key, name, "style"))

    def _of_style(self, style: str | dict[str, Any] | None, place: FaceLocation) -> _Settings:
        if not isinstance(style, dict):
            return self._inherited(style or "")
        return _changed(self._inherited(style.get("extends", "")), style, place)

    def _inherited(self, name: str, seen: frozenset[str] = frozenset()) -> _Settings:
        """Font settings of a named style, inherited ones included; a circular `extends` is followed once."""
        if name not in self._own or name in seen:
            return {}
        own, above = self._own[name], self._inherited(self._above[name], seen | {name})
        return {key: setting for key, setting in above.items() if key not in own} | own


def _changed(above: _Settings, style: Mapping[str, Any], place: FaceLocation) -> _Settings:
    """Settings that a style changes, those that it sets after the others."""
    own = {key: _Setting(style[key], place.at(key)) for key in _KEYS if key in style}
    return {key: setting for key, setting in above.items() if key not in own} | own


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
    keys = [key for key in settings if key in {"font", "bold"}]
    return keys[-1:] == ["bold"]


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
    """Finding at the key that was set last, of those that do not match."""
    last = [key for key in settings if not keys or key in keys] or [*settings]
    return Finding(rule, "error", message, where=settings[last[-1]].place.where())

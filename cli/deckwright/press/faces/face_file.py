"""Faces: the design of cards, each read from a YAML file and from those it extends."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright import resources
from deckwright.errors import InputError
from deckwright.files.yaml import Document, parse_document
from deckwright.findings import Finding
from deckwright.messages import tr
from deckwright.model.languages import base_of
from deckwright.model.plurals import plural_text
from deckwright.model.words import nearest, suggest_names
from deckwright.press.boxes.box import CHANGES, EVERY, BoxReader, Edition, face_size, written_boxes
from deckwright.press.boxes.keys import FaceLocation, Scale
from deckwright.press.graphics.cuts import insets_of, scaled_cut
from deckwright.press.graphics.fonts import INSTALLED, Fonts, fonts_of
from deckwright.press.looks.colours import BLACK, INK, Palette, read_colour
from deckwright.press.looks.expressions import CalculationError, evaluate, names_in, parse_expression
from deckwright.press.looks.styles import TextLooks, read_run

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from deckwright.findings import Where
    from deckwright.press.boxes.box import Box
    from deckwright.press.graphics.cuts import CardSize, Outline
    from deckwright.press.looks.expressions import Value
    from deckwright.press.looks.styles import RunStyle


class SideFields(NamedTuple):
    """The texts of a card that are the name and the text of its second side; '' for none."""

    name: str = ""
    text: str = ""


@dataclass(frozen=True)
class Face:
    """The design of a card: its size in mm, colours, boxes, and words by name and language.

    `documents` are the files it was read from, beginning with the topmost one it extends; `cut` is its outline.
    A back is the same on all cards of a kind, unless `backs_differ`, or unless it is the `second_side` of cards. `fonts`
    are the families that its styles can name, `runs` the looks that texts can name in tags, and `icon_colours` the
    colours of the game's icons in texts, by name.
    """

    name: str
    documents: tuple[Document, ...]
    size: tuple[float, float]
    palette: Palette
    words: Mapping[str, Mapping[str, str]]
    boxes: tuple[Box, ...]
    cut: Outline = "rect"
    backs_differ: bool = False
    fonts: Fonts = INSTALLED
    runs: Mapping[str, RunStyle] = field(default_factory=dict)
    icon_colours: Mapping[str, str] = field(default_factory=dict)
    edition: Edition = EVERY
    second_side: SideFields | None = None

    def in_language(self, language: str) -> Face:
        """The face for cards in a language."""
        known = self._changes["languages"]
        language = next((tag for tag in (language, base_of(language)) if tag in known), "")
        return self._in(self.edition._replace(language=language)) if language else self

    def on_target(self, *names: str) -> Face:
        """The face for the cards of a target, which is called by several names; the later ones are stronger."""
        targets = tuple(name for name in names if name in self._changes["targets"])
        return self._in(self.edition._replace(targets=targets)) if targets else self

    def _in(self, edition: Edition) -> Face:
        face = self._editions.get(edition)
        if face is None:
            face = self._editions[edition] = _face(self.name, list(self.documents), self.fonts, edition)
        return face

    @cached_property
    def _changes(self) -> dict[str, frozenset[str]]:
        """Languages and targets for which some box differs."""
        boxes = [box for document in self.documents for box in written_boxes(document)]
        changes = [change for box in boxes for inner in box.with_nested() for change in inner.changes()]
        return {key: frozenset(name for other, name, _ in changes if other == key) for key in CHANGES}

    @cached_property
    def _editions(self) -> dict[Edition, Face]:
        return {}

    @cached_property
    def centre(self) -> tuple[float, float]:
        """Centre of the card."""
        return self.size[0] / 2, self.size[1] / 2


class FaceReader(NamedTuple):
    """What faces are read from: `read` returns the file of a face by its name, `fonts` are the families for its styles."""

    read: Callable[[str], Document]
    fonts: Fonts = INSTALLED


def load_face(name: str, reader: FaceReader, usual: CardSize | None = None) -> Face:
    """Read a face and those it extends; without a size of its own, it has the `usual` one, or that of a poker card.

    Raises:
        InputError: the face does not exist or has errors; with a finding for each error.
    """
    documents = _chain(name, reader.read)
    if usual and not any("size" in document.value for document in documents):
        sized = {"size": list(usual.size), "cut": usual.shape}
        documents[0] = documents[0]._replace(value={**sized, **documents[0].value})
    raise_findings(name, _violations(documents))
    filled, findings = _fill_variables(documents, _usual_variables(documents))
    raise_findings(name, findings or _faults(documents, filled, reader.fonts))
    return _face(name, filled, reader.fonts, EVERY)


def raise_findings(name: str, findings: list[Finding]) -> None:
    """Raise an error if a face has findings.

    Raises:
        InputError: there are findings; it has all of them, and the place of the first.
    """
    if findings:
        raise InputError(
            "bad-face",
            tr("The face {name} has errors. {first}", name=name, first=findings[0].message),
            where=findings[0].where,
            findings=findings,
        )


def _violations(documents: Iterable[Document]) -> list[Finding]:
    """Check the files of a face against the schema, unless all are packaged: tests check those."""
    if all(is_packaged(document) for document in documents):
        return []
    from deckwright.files.schemas import check_document

    return [finding for document in documents for finding in check_document(document, "face")]


def _faults(documents: list[Document], filled: list[Document], fonts: Fonts) -> list[Finding]:
    """Check the files of a face with the values of its variables, unless all are packaged."""
    if all(is_packaged(document) for document in documents):
        return []
    from deckwright.press.faces.face_checks import check_face_files

    changed = [document for document, before in zip(filled, documents, strict=True) if document is not before]
    return _violations(changed) or list(check_face_files(filled, fonts))


def is_packaged(document: Document) -> bool:
    """Whether a file is part of Deckwright."""
    return document.file.startswith(str(resources.folder("exports")))


def face_reader(assets: Mapping[str, bytes]) -> FaceReader:
    """Reader that finds a face among the files of a game, else among the packaged ones; and fonts likewise."""

    def read(name: str) -> Document:
        data = assets.get(f"faces/{name}.yaml")
        if data is not None:
            return parse_document(data, f"faces/{name}.yaml")
        packaged = _packaged_faces()
        if file := packaged.get(name):
            return _packaged_face(file)
        own_faces = [
            key.removeprefix("faces/").removesuffix(".yaml") for key in assets if key.startswith("faces/")
        ]
        raise _no_face(name, sorted({*own_faces, *packaged}))

    return FaceReader(read, fonts_of(assets))


@cache
def _packaged_faces() -> dict[str, Path]:
    return {file.stem: file for file in (resources.folder("exports") / "faces").glob("*.yaml")}


@cache
def _packaged_face(file: Path) -> Document:
    """A face that comes with the program; most faces extend the same few."""
    return parse_document(file.read_bytes(), str(file))


def _no_face(name: str, names: list[str]) -> InputError:
    near = ", ".join(nearest(name, names) or names)
    return InputError(
        "no-face", tr("Unknown face: {name}.", name=name), hint=tr("Use one of: {names}.", names=near)
    )


def _chain(name: str, read: Callable[[str], Document]) -> list[Document]:
    """Files of a face and of those it extends, the topmost first."""
    documents: list[Document] = []
    seen: list[str] = []
    where: Where | None = None
    while name:
        if name in seen:
            raise InputError("face-loop", tr("The face {name} extends itself.", name=name), where=where)
        seen.append(name)
        document = _read(name, read, where)
        documents.insert(0, document)
        above = document.value.get("extends", "") if isinstance(document.value, dict) else ""
        name, where = str(above), document.where("extends")
    return documents


def _read(name: str, read: Callable[[str], Document], where: Where | None) -> Document:
    try:
        return read(name)
    except InputError as error:
        if error.where is None and where is not None:
            raise InputError(error.code, error.message, hint=error.hint, where=where) from None
        raise


def _boxes(documents: list[Document], reader: BoxReader) -> Iterator[Box]:
    """Yield the boxes of a face: those it inherits, unless it replaces or drops them, and its own."""
    boxes: dict[str, Box | None] = {}
    for level, document in enumerate(documents):
        place = FaceLocation(document).at("boxes")
        for number, value in enumerate(document.value.get("boxes", ())):
            boxes[value.get("id") or f"{level}.{number}"] = reader.box(value, place.at(number))
    yield from (box for box in boxes.values() if box)


def _design_size(documents: Sequence[Document]) -> tuple[float, float]:
    """Size of the cards that a face is designed for."""
    return face_size(documents, "scale_from").size


def _nearest(documents: Sequence[Document], key: str, default: Any) -> Any:
    """Value of a key in a face, else in the nearest one that it extends."""
    return next((document.value[key] for document in reversed(documents) if key in document.value), default)


def _face(name: str, documents: list[Document], fonts: Fonts, edition: Edition) -> Face:
    sized = face_size(documents)
    shared = {
        key: (boxes, FaceLocation(document).at("shared", key))
        for document in documents
        for key, boxes in document.value.get("shared", {}).items()
    }
    runs = {key: read_run(run) for key, run in merge_section(documents, "runs").items()}
    width, height = _design_size(documents)
    scale = Scale(sized.size[0] / width, sized.size[1] / height, (0.0, 0.0, width, height))
    looks = TextLooks(merge_section(documents, "styles"), fonts, runs, scale.least)
    reader = BoxReader(sized.size, looks, shared, edition, scale)
    tones = {key: read_colour(tone) for key, tone in merge_section(documents, "palette").items()}
    words = {
        name: {language: plural_text(word) for language, word in words.items()}
        for name, words in merge_section(documents, "words").items()
    }
    cut = scaled_cut(_nearest(documents, "cut", sized.shape), scale.across, scale.down)
    palette = Palette({INK: BLACK, **tones})
    side = _nearest(documents, "second_side", None)
    differ = _nearest(documents, "backs_differ", default=side is not None)
    second = None if side is None else SideFields(**side)
    return Face(
        name,
        tuple(documents),
        sized.size,
        palette,
        words,
        tuple(_boxes(documents, reader)),
        cut,
        differ,
        fonts,
        runs,
        merge_section(documents, "icons"),
        edition,
        second,
    )


_MERGED = {"styles", "runs"}
"""Sections whose entries inherit keys, too."""


def merge_section(documents: list[Document], section: str) -> dict[str, Any]:
    """Section of a face merged with those of the faces it extends, whose values it overrides."""
    entries: dict[str, Any] = {}
    for document in documents:
        for key, entry in document.value.get(section, {}).items():
            entries[key] = {**entries.get(key, {}), **entry} if section in _MERGED else entry
    return entries


# Variables: named numbers and texts, used as `$margin` or `$(width - 2 * margin)` in boxes and styles.

_USE = re.compile(r"\$(?:([a-z][a-z0-9_]*)|\((.*)\))", re.DOTALL)

_SECTIONS = ("styles", "shared", "boxes")
"""Sections of a face that can use variables."""

_Path = tuple[str | int, ...]


def _usual_variables(documents: Sequence[Document]) -> dict[str, float]:
    """Variables that every face has: the card's width and height, and how far texts stay from its edges, in mm."""
    cut: Outline = _nearest(documents, "cut", face_size(documents).shape)
    width, height = size = _design_size(documents)
    across, down = insets_of(size, cut)
    return {"width": width, "height": height, "inset_x": across, "inset_y": down}


def _fill_variables(
    documents: Sequence[Document], usual: Mapping[str, float]
) -> tuple[list[Document], list[Finding]]:
    """The files of a face with values for its variables, and findings about those that have none.

    `documents` begin with the topmost face, whose variables the others can change; `usual` are those that every face has.
    """
    values: dict[str, Any] = dict(usual)
    findings: list[Finding] = []
    own = _variables(documents)
    for name in own:
        _value_of(name, own, values, findings, ())
    filled = [_filled_document(document, values, findings) for document in documents]
    return filled, list(dict.fromkeys(findings))


def _variables(documents: Sequence[Document]) -> dict[str, tuple[Document, Any]]:
    """Each variable with its value as written, and the last file that sets it."""
    return {
        name: (document, value)
        for document in documents
        for name, value in document.value.get("variables", {}).items()
    }


def _value_of(
    name: str,
    own: Mapping[str, tuple[Document, Any]],
    values: dict[str, Any],
    findings: list[Finding],
    above: tuple[str, ...],
) -> None:
    """Calculate a variable and those that it refers to."""
    if name not in own or (name in values and not above):
        return
    document, written = own[name]
    if name in above:
        message = tr("{name} refers back to itself.", name=name)
        findings.append(Finding("loop", "error", message, where=document.where("variables", name)))
        values.setdefault(name, 0)
        return
    for other in _names(written):
        if other not in values:
            _value_of(other, own, values, findings, (*above, name))
    values[name] = _filled(written, ("variables", name), document, values, findings)


def _names(written: Any) -> list[str]:
    use = _USE.fullmatch(written) if isinstance(written, str) else None
    if use is None:
        return []
    try:
        return list(names_in(parse_expression(use[1] or use[2])))
    except InputError:
        return []


def _filled_document(document: Document, values: Mapping[str, Any], findings: list[Finding]) -> Document:
    if "$" not in document.text:
        return document
    value = {
        key: _filled(part, (key,), document, values, findings) if key in _SECTIONS else part
        for key, part in document.value.items()
    }
    return document._replace(value=value)


def _filled(
    part: Any, path: _Path, document: Document, values: Mapping[str, Any], findings: list[Finding]
) -> Any:
    if isinstance(part, dict):
        return {key: _filled(inner, (*path, key), document, values, findings) for key, inner in part.items()}
    if isinstance(part, list):
        return [_filled(inner, (*path, at), document, values, findings) for at, inner in enumerate(part)]
    use = _USE.fullmatch(part) if isinstance(part, str) else None
    if use is None:
        return part
    try:
        return _calculated(use[1] or use[2], values.get, values)
    except (InputError, CalculationError) as fault:
        reason = fault.message if isinstance(fault, InputError) else str(fault)
        findings.append(Finding("variable", "error", reason, where=document.where(*path)))
        return 0


def _calculated(written: str, look_up: Callable[[str], Value | None], known: Mapping[str, Any]) -> Any:
    """Value of an expression.

    Raises:
        InputError: it is not valid, or has the name of no variable.
        CalculationError: it has no value.
    """
    expression = parse_expression(written)
    for name in names_in(expression):
        if name not in known:
            message = tr("Unknown variable: {name}.", name=name)
            raise InputError("variable", f"{message} {suggest_names(name, [*known])}")
    return evaluate(expression, look_up)

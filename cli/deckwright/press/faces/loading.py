"""Faces: what a card looks like, as data. One file a face, which may extend another."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from deckwright import resources
from deckwright.errors import InputError, Where
from deckwright.files.documents import Document, parse_document
from deckwright.messages import tr
from deckwright.model.languages import base_of
from deckwright.model.words import nearest
from deckwright.press.faces.boxes import HELD, Box, Place
from deckwright.press.faces.colours import BLACK, INK, Mix, Palette, Tone
from deckwright.press.faces.reading import BoxReader, cases

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from deckwright.model.finding import Finding
    from deckwright.press.sheets.sheet import Shape

PLAIN = "plain"
"""The face of a kind that names none."""

PLAIN_BACK = "back-plain"
"""The back of a kind that names none."""

_CARD = (63.0, 88.0)


@dataclass(frozen=True)
class Face:
    """What a card looks like: its size in mm, its colours, its own words by name and language, its boxes.

    `documents` are the files it was read from, those it extends first; `cut` is the outline along which it is cut.
    As a back it looks the same on all cards of a kind, unless `backs_differ`.
    """

    name: str
    documents: tuple[Document, ...]
    size: tuple[float, float]
    palette: Palette
    words: Mapping[str, Mapping[str, str]]
    boxes: tuple[Box, ...]
    cut: Shape = "rect"
    backs_differ: bool = False

    def in_language(self, language: str) -> Face:
        """Give the face as it is for cards printed in a language."""
        language = next((one for one in (language, base_of(language)) if one in self._languages), "")
        if not language:
            return self
        face = self._by_language.get(language)
        if face is None:
            face = self._by_language[language] = _face(self.name, list(self.documents), language)
        return face

    @cached_property
    def _languages(self) -> frozenset[str]:
        """List the languages in which some box differs."""
        return frozenset(
            language
            for document in self.documents
            for box in document.value.get("boxes", ())
            for language in _languages_of(box)
        )

    @cached_property
    def _by_language(self) -> dict[str, Face]:
        return {}

    def where_of(self, box: Box) -> Where:
        """Line and column of a box in the file of this face; of `extends`, if the box is one that it takes over."""
        own = self.documents[-1]
        return box.place.where() if box.place.document is own else own.where("extends")

    def inherited_note(self, box: Box) -> str:
        """Note on where an inherited box is written; '' for a box of this face."""
        if box.place.document is self.documents[-1]:
            return ""
        return " " + tr(
            "{face} inherits this box: it is written at {place}.", face=self.name, place=box.place.where()
        )

    @cached_property
    def centre(self) -> tuple[float, float]:
        """Give the middle of the card."""
        return self.size[0] / 2, self.size[1] / 2


def load_face(name: str, read: Callable[[str], Document]) -> Face:
    """Read a face and those it extends; `read` gives the file of a face by its name.

    Raises:
        InputError: there is no such face, or it is wrong; with every fault at its line and column.
    """
    documents = _chain(name, read)
    raise_faults(name, _faults(documents))
    return _face(name, documents)


def raise_faults(name: str, findings: list[Finding]) -> None:
    """Raise what is wrong with a face, if anything is.

    Raises:
        InputError: there are findings; it is at the place of the first, and holds all.
    """
    if findings:
        raise InputError(
            "bad-face",
            tr("The face {name} is wrong. {fault}", name=name, fault=findings[0].message),
            where=findings[0].where,
            findings=findings,
        )


def _faults(documents: list[Document]) -> list[Finding]:
    """Check files of the user's; those that come with the program are checked by its tests."""
    if all(is_packaged(document) for document in documents):
        return []
    from deckwright.files.schemas import check_document
    from deckwright.press.faces.faults import faults_of

    findings = [finding for document in documents for finding in check_document(document, "face")]
    return findings or list(faults_of(documents))


def is_packaged(document: Document) -> bool:
    """Tell whether a file comes with the program."""
    return document.file.startswith(str(resources.folder("exports")))


def face_reader(assets: Mapping[str, bytes]) -> Callable[[str], Document]:
    """Give a function that finds a face: among the files a game brings, else among those of the program."""

    def read(name: str) -> Document:
        own = assets.get(f"faces/{name}.yaml")
        if own is not None:
            return parse_document(own, f"faces/{name}.yaml")
        file = resources.folder("exports") / "faces" / f"{name}.yaml"
        if file.is_file():
            return parse_document(file.read_bytes(), str(file))
        known = [file.stem for file in file.parent.glob("*.yaml")]
        known += [key[6:-5] for key in assets if key.startswith("faces/")]
        raise _no_face(name, sorted(known))

    return read


def _no_face(name: str, known: list[str]) -> InputError:
    near = ", ".join(nearest(name, known) or known)
    return InputError(
        "no-face", tr("There is no face {name}.", name=name), hint=tr("Known: {names}.", names=near)
    )


def _chain(name: str, read: Callable[[str], Document]) -> list[Document]:
    """Read a face and those above it, the topmost first."""
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
    except InputError as fault:
        if fault.where is None and where is not None:
            raise InputError(fault.code, fault.message, hint=fault.hint, where=where) from None
        raise


def _languages_of(box: dict[str, Any]) -> Iterator[str]:
    yield from box.get("languages", ())
    for key in HELD:
        for inner in box.get(key, ()):
            yield from _languages_of(inner)


def _face(name: str, documents: list[Document], language: str = "") -> Face:
    across, down = next((one.value["size"] for one in reversed(documents) if "size" in one.value), _CARD)
    reader = BoxReader((float(across), float(down)), merged(documents, "styles"), language)
    boxes: dict[str, Box] = {}
    for level, document in enumerate(documents):
        place = Place(document).at("boxes")
        for number, box in enumerate(reader.boxes(document.value.get("boxes", []), place)):
            boxes[box.id or f"{level}.{number}"] = box
    tones = {key: tone_of(tone) for key, tone in merged(documents, "palette").items()}
    words = merged(documents, "words")
    size = float(across), float(down)
    cut: Shape = next((one.value["cut"] for one in reversed(documents) if "cut" in one.value), "rect")
    palette = Palette({INK: BLACK, **tones})
    differ = next(
        (one.value["backs_differ"] for one in reversed(documents) if "backs_differ" in one.value), False
    )
    return Face(name, tuple(documents), size, palette, words, tuple(boxes.values()), cut, differ)


def merged(documents: list[Document], section: str) -> dict[str, Any]:
    """Put together a section of a face with those it extends: the nearest says what a colour or a word is."""
    entries: dict[str, Any] = {}
    for document in documents:
        for key, entry in document.value.get(section, {}).items():
            entries[key] = {**entries.get(key, {}), **entry} if section == "styles" else entry
    return entries


def tone_of(value: str | dict[str, Any]) -> Tone:
    """Read a colour of the palette."""
    if isinstance(value, str):
        return value
    if "mix" in value:
        one, two = value["mix"]
        return Mix(one, two, float(value["share"]))
    return cases(value)

"""Export targets: reading one, and the names of the files it makes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright import resources
from deckwright.errors import InputError
from deckwright.files.schemas import check_document
from deckwright.files.writing import is_reserved
from deckwright.files.yaml import read_document
from deckwright.messages import tr
from deckwright.model.words import fold, nearest
from deckwright.press.boxes.box import OWN_TARGET
from deckwright.press.drawing.card import drawing_key
from deckwright.press.faces.choice import face_of
from deckwright.press.writing.images import press_inks

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence

    from deckwright.files.yaml import Document
    from deckwright.model.card import Card
    from deckwright.press.drawing.context import RenderContext
    from deckwright.press.faces.face_file import Face
    from deckwright.press.preflight.inks import InkRules, Solids
    from deckwright.press.print_job import PrintJob
    from deckwright.press.writing.images import Inks


# Names of the files of cards, backs and decks.

_LONGEST = 60
"""Most characters of a title in a file name."""


def card_files(cards: Sequence[tuple[Card, int]]) -> list[str]:
    """File name of each card without its extension: its number in the deck and its id, so that the files sort."""
    digits = max(2, len(str(len(cards))))
    return [f"{number:0{digits}}-{card.id}" for number, (card, _) in enumerate(cards, 1)]


def back_file(face: Face) -> str:
    """File name of a picture of a back."""
    return f"back-{face.name.removeprefix('back-')}.png"


def back_files(job: PrintJob, context: RenderContext) -> dict[str, str]:
    """File name of the picture of each card's back, by the card's id.

    Cards whose backs look the same share a picture. If the backs of a face differ in size or colour, such as ships of each
    player, each picture is named after the first of its cards.
    """
    firsts: dict[str, dict[Hashable, str]] = {}
    for card, _ in job.cards:
        face = face_of(card, job.backs)
        firsts.setdefault(face.name, {}).setdefault(drawing_key(card, face, context), card.id)
    return {card.id: _back_of(card, face_of(card, job.backs), firsts, context) for card, _ in job.cards}


def _back_of(card: Card, face: Face, firsts: dict[str, dict[Hashable, str]], context: RenderContext) -> str:
    looks, name = firsts[face.name], back_file(face)
    return (
        name if len(looks) == 1 else name.replace(".png", f"-{looks[drawing_key(card, face, context)]}.png")
    )


def deck_file(title: str) -> str:
    """File name of a whole deck, without its extension."""
    name = fold(title)[:_LONGEST].strip().replace(" ", "-") or "deck"
    return f"deck-{name}" if is_reserved(name) else name


# Targets: where cards go, each a file with one kind of output.
#
# `OUTPUTS` has every kind of output by its key in the file: the command that makes it, and the record of its
# settings.


class PictureOutput(NamedTuple):
    """A picture for each face: its size (none: the size of the face, and of its bleed), bleed and safety margin, in pixels.

    Without `safe`, the margin is the one for cards cut at home. Rectangles have round corners of the radius `corner`,
    which are transparent outside. With `srgb`, files say so of their colours; with `folders`, each deck has one.
    """

    dpi: int
    size: tuple[int, int] | None = None
    bleed: float = 0.0
    safe: float | None = None
    corner: float = 0.0
    srgb: bool = False
    folders: bool = False


class Press(NamedTuple):
    """Requirements of a printing press: a standard, a registered printing condition, and the most ink in per cent.

    `tints` are the smallest and the largest screen in per cent that it holds, `solids` the CIELAB of full inks on its paper,
    by their names, `shift` the most difference of a colour, and `small_text` a size in points, as in `InkRules`. With
    `overprint`, black letters are printed on what is below them.
    """

    standard: str
    condition: str
    name: str
    registry: str
    ink: float
    overprint: bool = False
    tints: tuple[float, float] | None = None
    solids: Solids | None = None
    shift: float | None = None
    small_text: float | None = None

    @property
    def inks(self) -> Inks:
        """Inks in which its files are written."""
        return press_inks(self.ink / 100, overprint=self.overprint)

    @property
    def rules(self) -> InkRules:
        """What preflight checks of its inks."""
        from deckwright.press.preflight.inks import InkRules

        tints = (self.tints[0] / 100, self.tints[1] / 100) if self.tints else None
        return InkRules(self.inks, self.solids, tints, self.shift, self.small_text)


class PageOutput(NamedTuple):
    """A PDF page for each face: the size of the trimmed card (none: the size of the face), bleed and safety margin, in mm.

    Without `safe`, the margin is the one for cards cut at home. `backs` is whether the page of a back is before or after
    its front. `each` makes one file for each card.
    """

    bleed: float
    card: tuple[float, float] | None = None
    safe: float | None = None
    backs: str = "none"
    each: bool = False
    press: Press | None = None


class DeckOutput(NamedTuple):
    """Many cards in one picture: the most pixels of a side, the most columns and rows, and the highest resolution."""

    side: int
    columns: int
    rows: int
    dpi: int


class ContactOutput(NamedTuple):
    """Small cards on paper, in mm, with captions of a size in points."""

    paper: tuple[float, float]
    columns: int
    margin: float
    gap: float
    size: float


class SheetOutput(NamedTuple):
    """Cards on a sheet, by its name."""

    sheet: str


Output = PictureOutput | PageOutput | DeckOutput | ContactOutput | SheetOutput
"""Output of a target."""


class Target(NamedTuple):
    """Where cards go: its name, a sentence about it, the command that makes its output, and the output's settings."""

    name: str
    about: str
    command: str
    makes: Output


class OutputKind(NamedTuple):
    """Kind of output: the command that makes it, and what reads its settings from a target's file."""

    command: str
    read: Callable[[Any], Output]


UNKNOWN_TARGET = "no-target"


def is_target(name: str) -> bool:
    """Whether a name is that of a packaged target, or can be that of a file."""
    return name.endswith(OWN_TARGET) or name in target_names()


def load_target(name: str) -> Target:
    """Read a target: a packaged one by its name, or a user's own file by its path.

    Raises:
        InputError: the target is unknown or not valid; with every finding at its line and column.
    """
    document = _read_own(name) if name.endswith(OWN_TARGET) else _read_packaged(name)
    keys = [key for key in OUTPUTS if key in document.value]
    if len(keys) > 1:
        fault = tr("A target has one kind of output: {names} cannot be used together.", names=", ".join(keys))
        raise _invalid(name, fault, where=document.where(keys[1], key=True))
    (key,) = keys
    output = OUTPUTS[key]
    _check_tints(name, document)
    return Target(name, document.value["about"], output.command, output.read(document.value[key]))


def target_names() -> list[str]:
    """Names of the packaged targets."""
    return sorted(file.stem for file in (resources.folder("exports") / "targets").glob("*.yaml"))


def _read_own(name: str) -> Document:
    """A user's own file, checked; packaged ones are checked by the tests."""
    document = read_document(name)
    findings = check_document(document, "target")
    if findings:
        raise _invalid(name, findings[0].message, where=findings[0].where, findings=findings)
    return document


def _read_packaged(name: str) -> Document:
    names = target_names()
    if name not in names:
        alike = [other for other in names if other.startswith(name)] or nearest(name, names)
        near = ", ".join(alike or names)
        message = tr("Unknown target: {name}.", name=name)
        raise InputError(UNKNOWN_TARGET, message, hint=tr("Use one of: {names}.", names=near))
    return read_document(resources.folder("exports") / "targets" / f"{name}.yaml")


def _check_tints(name: str, document: Document) -> None:
    """Check that the smallest screen that a press holds is smaller than the largest.

    Raises:
        InputError: it is not.
    """
    low, high = document.value.get("pages", {}).get("press", {}).get("tints", (0, 100))
    if low >= high:
        fault = tr(
            "tints must be a smaller and a larger percentage, not {low} and {high}.", low=low, high=high
        )
        raise _invalid(name, fault, where=document.where("pages", "press", "tints"))


def _invalid(name: str, fault: str, **more: Any) -> InputError:
    message = tr("Target {name} is not valid. {fault}", name=name, fault=fault)
    return InputError("bad-target", message, **more)


def _record(kind: Callable[..., Any]) -> Callable[[dict[str, Any]], Any]:
    return lambda value: kind(
        **{key: tuple(part) if isinstance(part, list) else part for key, part in value.items()}
    )


def _pictures(value: dict[str, Any]) -> PictureOutput:
    """Pictures, whose lengths may be written in mm."""
    pixels = value["dpi"] / 25.4 if value.get("unit") == "mm" else 1
    lengths = {key: value[key] * pixels for key in ("bleed", "safe", "corner") if key in value}
    size = {"size": [round(side * pixels) for side in value["size"]]} if "size" in value else {}
    settings = {key: setting for key, setting in value.items() if key != "unit"}
    pictures: PictureOutput = _record(PictureOutput)(settings | lengths | size)
    return pictures


def _pages(value: dict[str, Any]) -> PageOutput:
    press = _press(value["press"]) if "press" in value else None
    pages: PageOutput = _record(PageOutput)({**value, "press": press})
    return pages


def _press(value: dict[str, Any]) -> Press:
    from deckwright.press.preflight.inks import Solids

    solids = {name: tuple(lab) for name, lab in value.get("solids", {}).items()}
    press: Press = _record(Press)({**value, "solids": Solids(**solids) if solids else None})
    return press


OUTPUTS = {
    "pictures": OutputKind("export png", _pictures),
    "pages": OutputKind("export pdf", _pages),
    "deck": OutputKind("export tts", _record(DeckOutput)),
    "contact": OutputKind("export pdf", _record(ContactOutput)),
    "sheet": OutputKind("export pdf", SheetOutput),
}
"""Kinds of output, by their key in a target's file."""

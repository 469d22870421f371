"""Export targets: reading one, and the names of the files it makes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright import resources
from deckwright.errors import InputError
from deckwright.files.writing import is_reserved
from deckwright.files.yaml import read_document
from deckwright.messages import tr
from deckwright.model.words import fold, nearest
from deckwright.press.drawing.card import look_of

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence

    from deckwright.files.yaml import Document
    from deckwright.model.card import Card
    from deckwright.press.drawing.context import Desk
    from deckwright.press.faces.face_file import Face
    from deckwright.press.job import PrintJob


# What the files of cards, backs and decks are called.

_LONGEST = 60
"""The most letters of a title in a file's name."""


def card_files(cards: Sequence[tuple[Card, int]]) -> list[str]:
    """Give a name, less its ending, for each card: its number in the deck and its id, so that they sort."""
    digits = max(2, len(str(len(cards))))
    return [f"{number:0{digits}}-{card.id}" for number, (card, _) in enumerate(cards, 1)]


def back_file(face: Face) -> str:
    """Give the name of the picture of a back."""
    return f"back-{face.name.removeprefix('back-')}.png"


def back_files(job: PrintJob, desk: Desk) -> dict[str, str]:
    """Give the name of the picture of each card's back, by the card's id.

    Cards whose backs look the same share one; where a back differs, as a ship in each player's colour, a picture is
    named after the first of its cards.
    """
    firsts: dict[str, dict[Hashable, str]] = {}
    for card, _ in job.cards:
        face = job.backs[card.kind]
        firsts.setdefault(face.name, {}).setdefault(look_of(card, face, desk), card.id)
    return {card.id: _back_of(card, job.backs[card.kind], firsts, desk) for card, _ in job.cards}


def _back_of(card: Card, face: Face, firsts: dict[str, dict[Hashable, str]], desk: Desk) -> str:
    looks, name = firsts[face.name], back_file(face)
    return name if len(looks) == 1 else name.replace(".png", f"-{looks[look_of(card, face, desk)]}.png")


def deck_file(title: str) -> str:
    """Give a name, less its ending, for what is made of a whole deck."""
    name = fold(title)[:_LONGEST].strip().replace(" ", "-") or "deck"
    return f"deck-{name}" if is_reserved(name) else name


# Read a target: where cards go, and what is made for it.


class Pictures(NamedTuple):
    """A picture for each face: its size (none: the card's own), the bleed of each side, and how far inside the cut is safe.

    All in pixels; without `safe`, what is safe at home is meant.
    """

    dpi: int
    size: tuple[int, int] | None = None
    bleed: float = 0.0
    safe: float | None = None


class Press(NamedTuple):
    """What a printing press asks for: a standard, a registered printing condition, and the most ink in per cent."""

    standard: str
    condition: str
    name: str
    registry: str
    ink: float


class Pages(NamedTuple):
    """A PDF page for each face: the card as cut (none: as large as its face), its bleed, and how far inside the cut is safe.

    All in mm; without `safe`, what is safe at home is meant.
    """

    bleed: float
    card: tuple[float, float] | None = None
    safe: float | None = None
    backs: str = "none"
    each: bool = False
    press: Press | None = None


class DeckPictures(NamedTuple):
    """Many cards in one picture: the most pixels of a side, the most cards, and the finest they are drawn."""

    side: int
    columns: int
    rows: int
    dpi: int


class Contact(NamedTuple):
    """Small cards on paper, in mm, with type of a size in points below."""

    paper: tuple[float, float]
    columns: int
    margin: float
    gap: float
    size: float


class OnSheet(NamedTuple):
    """Cards on a sheet, by its name."""

    sheet: str


Made = Pictures | Pages | DeckPictures | Contact | OnSheet
"""What is made for a target."""


class Target(NamedTuple):
    """Where cards go."""

    name: str
    makes: Made


def load_target(name: str) -> Target:
    """Read a target: one that comes with the program, by its name, or a file of the user's, by its path.

    Raises:
        InputError: there is no such target, or it is wrong; with every fault at its line and column.
    """
    document = _own(name) if name.endswith((".yaml", ".yml")) else _packaged(name)
    made = [(key, make) for key, make in _MAKES.items() if key in document.value]
    if len(made) > 1:
        fault = tr(
            "It makes one thing only: {names} cannot stand together.", names=", ".join(key for key, _ in made)
        )
        raise _wrong(name, fault, where=document.where(made[1][0], key=True))
    ((key, make),) = made
    return Target(name, make(document.value[key]))


def target_names() -> list[str]:
    """List the targets that come with the program."""
    return sorted(file.stem for file in (resources.folder("exports") / "targets").glob("*.yaml"))


def _own(name: str) -> Document:
    """Read and check a file of the user's; those that come with the program are checked by its tests."""
    from deckwright.files.schemas import check_document

    document = read_document(Path(name))
    findings = check_document(document, "target")
    if findings:
        raise _wrong(name, findings[0].message, where=findings[0].where, findings=findings)
    return document


def _packaged(name: str) -> Document:
    known = target_names()
    if name not in known:
        near = ", ".join(nearest(name, known) or known)
        message = tr("There is no target {name}.", name=name)
        raise InputError("no-target", message, hint=tr("Known: {names}.", names=near))
    return read_document(resources.folder("exports") / "targets" / f"{name}.yaml")


def _wrong(name: str, fault: str, **more: Any) -> InputError:
    message = tr("The target {name} is wrong. {fault}", name=name, fault=fault)
    return InputError("bad-target", message, **more)


def _pair(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _made(kind: Callable[..., Any]) -> Callable[[dict[str, Any]], Any]:
    return lambda value: kind(**{key: _pair(one) for key, one in value.items()})


def _pages(value: dict[str, Any]) -> Pages:
    press = Press(**value["press"]) if "press" in value else None
    pages: Pages = _made(Pages)({**value, "press": press})
    return pages


_MAKES: dict[str, Callable[[Any], Made]] = {
    "pictures": _made(Pictures),
    "pages": _pages,
    "deck": _made(DeckPictures),
    "contact": _made(Contact),
    "sheet": OnSheet,
}

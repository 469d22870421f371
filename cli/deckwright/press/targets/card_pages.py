"""Pages that each hold one face, as large as the card with its bleed."""

from __future__ import annotations

from typing import IO, TYPE_CHECKING, NamedTuple

from deckwright.errors import InputError
from deckwright.messages import tr
from deckwright.model.finding import Finding
from deckwright.press.about import about
from deckwright.press.drawing.cards import draw_card, look_of
from deckwright.press.faces.reading import BLEED
from deckwright.press.parts import POINT, Area
from deckwright.press.preflight import bare_desk, note_flaws
from deckwright.press.preflight.zone import SAFE, Zone, zone_at_home
from deckwright.press.writing.operators import Content
from deckwright.press.writing.pdf_file import PdfFile

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from deckwright.model.card import Card
    from deckwright.press.faces import Face
    from deckwright.press.faces.scope import Desk
    from deckwright.press.job import PrintJob
    from deckwright.press.writing.inks import Inks


class CardPage(NamedTuple):
    """A page for one face: its size in mm, of which `bleed` is cut away at each side."""

    width: float
    height: float
    bleed: float = 0.0

    @property
    def trim(self) -> tuple[float, float]:
        """Give the size of the card as cut."""
        return self.width - 2 * self.bleed, self.height - 2 * self.bleed

    def scale(self, size: tuple[float, float]) -> float:
        """Tell how much larger a face of that size is drawn: its card fills the cut, and its bleed the page.

        Cards of 63 × 88 mm count as poker cards, of which print shops cut 63.5 × 88.9 mm: a face grows by
        about one per cent, evenly, so that no white shows at an edge.
        """
        trim, whole = self.trim, (self.width, self.height)
        return max(
            share
            for axis in (0, 1)
            for share in (trim[axis] / size[axis], whole[axis] / (size[axis] + 2 * BLEED))
        )

    def fits(self, size: tuple[float, float]) -> bool:
        """Tell whether a face of that size can be drawn with nothing that matters cut off."""
        scale = self.scale(size)
        cut = max(scale * side - trimmed for side, trimmed in zip(size, self.trim, strict=True))
        return abs(scale - 1) <= _GROWTH and cut <= 2 * _CUT

    def zone(self, face: Face, safe: float | None) -> Zone | None:
        """Give the safe zone of a face drawn on this page; `safe` mm within the cut, or as far as at home.

        There is none for a face that does not fit: that it is cut off is said once, and not of each of its boxes.
        """
        if not self.fits(face.size):
            return None
        scale = self.scale(face.size)
        width, height = (side / scale for side in self.trim)
        across, down = (face.size[0] - width) / 2, (face.size[1] - height) / 2
        return Zone(Area(across, down, width, height), scale, SAFE if safe is None else safe)


_GROWTH = 0.03
"""How much larger or smaller a face may be drawn."""

_CUT = 0.5
"""How much of a face may be cut off at a side, in mm: cutting is no finer than that."""


class CardPages:
    """A PDF in the making, with a page for each face. What is found doing it is in `desk.findings`."""

    def __init__(self, job: PrintJob, desk: Desk, inks: Inks | None = None) -> None:
        self._job, self._desk = job, desk
        sizes = [face.size for face in (*job.faces.values(), *job.backs.values())]
        reach = max(side for size in sizes for side in size)
        self.file = PdfFile(job.assets, job.language, (reach, reach), inks)
        self._forms: dict[tuple[Hashable, CardPage], str] = {}

    def front(self, card: Card, page: CardPage) -> None:
        """Add a page with the front of a card."""
        self._add(card, self._job.faces[card.kind], page)

    def back(self, card: Card, page: CardPage) -> None:
        """Add a page with the back of a card."""
        self._add(card, self._job.backs[card.kind], page)

    def _add(self, card: Card, face: Face, page: CardPage) -> None:
        key = look_of(card, face, self._desk), page
        form = self._forms.get(key)
        if form is None:
            form = self._forms[key] = self._form(card, face, page)
        content = Content(self.file)
        content.show(form)
        self.file.page(content, page.width, page.height, page.bleed)

    def _form(self, card: Card, face: Face, page: CardPage) -> str:
        if not page.fits(face.size):
            self._desk.note(_wrong_size(face, page))
        content = Content(self.file)
        scale = page.scale(face.size)
        x, y = (page.width - scale * face.size[0]) / 2, (page.height - scale * face.size[1]) / 2
        content.operators.append(f"q {scale:.6f} 0 0 {scale:.6f} {x / POINT:.3f} {-y / POINT:.3f} cm")
        content.draw(draw_card(card, face, self._desk))
        content.operators.append("Q")
        return self.file.form(content, (0.0, -page.height / POINT, page.width / POINT, 0.0))

    def save(self, out: IO[bytes], made_for: str) -> None:
        """Write the file; `made_for` says for what target."""
        for name in self.file.hardened:
            self._desk.note(_hardened(name))
        self.file.save(out, about(self._job, self.file, made_for))


def desk_of(job: PrintJob, zone_of: Callable[[Face], Zone | None] = zone_at_home) -> Desk:
    """Give a desk for a job, with what its preflight found; `zone_of` gives the safe zone of each face.

    Raises:
        InputError: there is no card to print.
    """
    if not any(copies for _, copies in job.cards):
        raise InputError("nothing-to-print", tr("There is no card to print."))
    desk = bare_desk(job)
    note_flaws(desk, [card for card, copies in job.cards if copies], job.faces, job.backs, zone_of)
    return desk


def _hardened(name: str) -> Finding:
    message = tr(
        "The picture {name} is half transparent in places, which this target cannot print: such a place is drawn in "
        "full, or not at all. Save the picture on its ground.",
        name=name,
    )
    return Finding("half-transparent", "warning", message)


def _wrong_size(face: Face, page: CardPage) -> Finding:
    message = tr(
        "The face {name} is {width} × {height} mm, but the card is cut at {card_width} × {card_height} mm: "
        "part of it is cut off, or it is drawn much larger or smaller.",
        name=face.name,
        width=f"{face.size[0]:g}",
        height=f"{face.size[1]:g}",
        card_width=f"{page.trim[0]:g}",
        card_height=f"{page.trim[1]:g}",
    )
    return Finding("card-size", "error", message, where=face.documents[-1].where("size"))

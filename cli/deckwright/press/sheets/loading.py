"""Sheets: how cards stand on paper, as data."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright import resources
from deckwright.errors import InputError
from deckwright.files.documents import Document, read_document
from deckwright.messages import tr
from deckwright.model.words import nearest
from deckwright.press.parts import Shape

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deckwright.errors import Where


class CropMarks(NamedTuple):
    """Lines that show where to cut, all in mm: how far from the cards they start, how long and wide they are."""

    gap: float = 1.0
    length: float = 4.0
    width: float = 0.1
    colour: str = "#000000"


class Footer(NamedTuple):
    """A line of small type in the lower margin: what stands left, in the middle and right; sizes in points."""

    left: str = ""
    middle: str = ""
    right: str = ""
    size: float = 6.0
    font: str = "Alegreya Sans"
    colour: str = "#555555"


class Sheet(NamedTuple):
    """A sheet of paper with cards on it, centred. All sizes are in mm."""

    name: str
    paper: tuple[float, float]
    card: tuple[float, float]
    columns: int
    rows: int
    gutter: tuple[float, float]
    marks: CropMarks | None
    footer: Footer | None

    @property
    def cards(self) -> int:
        """Count the cards on a full sheet."""
        return self.columns * self.rows

    @property
    def block(self) -> tuple[float, float]:
        """Give the size of all cards together."""
        return (
            self.columns * (self.card[0] + self.gutter[0]) - self.gutter[0],
            self.rows * (self.card[1] + self.gutter[1]) - self.gutter[1],
        )

    @property
    def corner(self) -> tuple[float, float]:
        """Give the top left corner of the first card."""
        return (self.paper[0] - self.block[0]) / 2, (self.paper[1] - self.block[1]) / 2

    def places(self) -> list[tuple[float, float]]:
        """List the top left corners of the cards, row by row."""
        left, top = self.corner
        across, down = self.card[0] + self.gutter[0], self.card[1] + self.gutter[1]
        return [
            (left + column * across, top + row * down)
            for row in range(self.rows)
            for column in range(self.columns)
        ]

    def crop_marks(self) -> Iterator[Shape]:
        """Draw the crop marks: in the margins, never over a card."""
        if self.marks is None:
            return
        (left, top), (width, height) = self.corner, self.block
        for x in self._cuts(0):
            for start, way in ((top, -1), (top + height, 1)):
                yield self._mark((x, start), (0, way))
        for y in self._cuts(1):
            for start, way in ((left, -1), (left + width, 1)):
                yield self._mark((start, y), (way, 0))

    def _cuts(self, axis: int) -> list[float]:
        """List where to cut, across (0) or down (1)."""
        step, start = self.card[axis] + self.gutter[axis], self.corner[axis]
        count = (self.columns, self.rows)[axis]
        edges = (start + number * step + edge for number in range(count) for edge in (0.0, self.card[axis]))
        return sorted({round(edge, 4) for edge in edges})

    def _mark(self, point: tuple[float, float], way: tuple[int, int]) -> Shape:
        marks = self.marks or CropMarks()
        margin = self.corner[0] if way[0] else self.corner[1]
        end = min(marks.gap + marks.length, margin)
        ends = ((point[0] + way[0] * reach, point[1] + way[1] * reach) for reach in (marks.gap, end))
        (a, b) = ends
        return Shape((("m", a), ("l", b)), stroke=marks.colour, width=marks.width)


def load_sheet(name: str) -> Sheet:
    """Read a sheet: one that comes with the program, by its name, or a file of the user's, by its path.

    Raises:
        InputError: there is no such sheet, or it is wrong; with every fault at its line and column.
    """
    return _sheet(name, _own(name) if name.endswith((".yaml", ".yml")) else _packaged(name))


def _own(name: str) -> Document:
    """Read and check a file of the user's; those that come with the program are checked by its tests."""
    from deckwright.files.schemas import check_document

    document = read_document(Path(name))
    findings = check_document(document, "sheet")
    if findings:
        raise _wrong(name, findings[0].message, findings[0].where, findings)
    return document


def _packaged(name: str) -> Document:
    file = resources.folder("exports") / "sheets" / f"{name}.yaml"
    if not file.is_file():
        known = sorted(file.stem for file in file.parent.glob("*.yaml"))
        near = ", ".join(nearest(name, known) or known)
        message = tr("There is no sheet {name}.", name=name)
        raise InputError("no-sheet", message, hint=tr("Known: {names}.", names=near))
    return read_document(file)


def _sheet(name: str, document: Document) -> Sheet:
    value: dict[str, Any] = document.value
    paper, card, gutter = (_pair(value.get(key, [0, 0])) for key in ("paper", "card", "gutter"))
    margin = _pair(value.get("margin", [5, 5]))
    counts = [
        int((paper[axis] - 2 * margin[axis] + gutter[axis] + 1e-6) // (card[axis] + gutter[axis]))
        for axis in (0, 1)
    ]
    columns, rows = value.get("columns", counts[0]), value.get("rows", counts[1])
    marks = CropMarks(**value["marks"]) if "marks" in value else None
    footer = Footer(**value["footer"]) if "footer" in value else None
    sheet = Sheet(name, paper, card, columns, rows, gutter, marks, footer)
    if not sheet.cards or sheet.block[0] > paper[0] or sheet.block[1] > paper[1]:
        raise _wrong(
            name, tr("So many cards of that size do not fit on the paper."), document.where("card"), []
        )
    return sheet


def _wrong(name: str, fault: str, where: Where | None, findings: Any) -> InputError:
    message = tr("The sheet {name} is wrong. {fault}", name=name, fault=fault)
    return InputError("bad-sheet", message, where=where, findings=findings)


def _pair(value: list[float]) -> tuple[float, float]:
    return float(value[0]), float(value[1])

"""Read a sheet: a packaged one or a user's file, checked to hold its cards and marks."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from deckwright import resources
from deckwright.errors import InputError
from deckwright.files.yaml import Document, read_document
from deckwright.messages import tr
from deckwright.model.words import nearest
from deckwright.press.sheets.marks import registration_areas, ruler_area
from deckwright.press.sheets.sheet import (
    CropMarks,
    CutLines,
    Fold,
    Footer,
    Registration,
    Sheet,
    card_of,
    paper_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deckwright.findings import Where
    from deckwright.press.graphics.parts import Area


# How many cards go on a sheet, and what does not go together.

_SLIP = 1e-6
"""What sizes may be too large by mere rounding, in mm."""


def counts(
    paper: tuple[float, float],
    card: tuple[float, float],
    gutter: tuple[float, float],
    margin: tuple[float, float],
    fold: Fold | None,
) -> tuple[int, int]:
    """Give how many cards fit side by side, and one below the other; on a fold-over sheet with their backs."""
    across, down = (paper[axis] - 2 * margin[axis] + gutter[axis] + _SLIP for axis in (0, 1))
    rows = int(down // (card[1] + gutter[1]))
    if fold:
        across += gutter[0] - fold.gap
        return 2 * max(int(across // (2 * (card[0] + gutter[0]))), 0), rows
    return int(across // (card[0] + gutter[0])), rows


def faults(sheet: Sheet) -> Iterator[tuple[str, str]]:
    """Yield what does not fit on a sheet, with the key that says it."""
    if sheet.columns < 1 or sheet.rows < 1 or min(sheet.corner) < -_SLIP:
        yield "card", tr("So many cards of that size do not fit on the paper.")
        return
    if sheet.fold and sheet.columns % 2:
        yield (
            "columns",
            tr("A fold-over sheet has as many columns of backs as of fronts: say an even number."),
        )
    areas = registration_areas(sheet)
    if any(min(area.x, area.y) < 0 or _beyond(area, sheet.paper) for area in areas):
        yield "registration", tr("The paper is too small for the registration marks.")
        return
    for area in areas:
        if _meet(area, sheet):
            yield "registration", tr("The registration marks lie on the cards: leave wider margins.")
            break
    if sheet.ruler and ruler_area(sheet) is None:
        yield "ruler", tr("No margin has room for a ruler of 100 mm: leave wider margins.")


def _beyond(area: Area, paper: tuple[float, float]) -> bool:
    return any(far > side + _SLIP for far, side in zip(area.far, paper, strict=True))


def _meet(area: Area, sheet: Sheet) -> bool:
    (left, top), (width, height), reach = sheet.corner, sheet.block, sheet.bleed - _SLIP
    across = area.x < left + width + reach and left - reach < area.x + area.width
    return across and area.y < top + height + reach and top - reach < area.y + area.height


# Read a sheet: one that comes with the program, or a file of the user's.

_MARGIN = [5.0, 5.0]

_PARTS = {"marks": CropMarks, "registration": Registration, "fold": Fold, "footer": Footer}


def load_sheet(name: str, more: Mapping[str, Any] | None = None) -> Sheet:
    """Read a sheet: one that comes with the program, by its name, or a file of the user's, by its path.

    `more` is what it shall have besides, where it has none, as its YAML would say it: `{"ruler": True}`.

    Raises:
        InputError: there is no such sheet, or it is wrong; with every fault at its line and column.
    """
    document = _own(name) if name.endswith((".yaml", ".yml")) else _packaged(name)
    added = {key: value for key, value in (more or {}).items() if not document.value.get(key)}
    return _sheet(name, document, {**document.value, **added})


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


def _sheet(name: str, document: Document, value: Mapping[str, Any]) -> Sheet:
    card = card_of(value["card"], document.where("card"))
    gutter, margin = _pair(value.get("gutter", [0, 0])), _pair(value.get("margin", _MARGIN))
    parts: dict[str, Any] = {key: make(**value[key]) for key, make in _PARTS.items() if key in value}
    if "cut_lines" in value:
        parts["cut_lines"] = CutLines(**{"radius": card.corner, **value["cut_lines"]})
    paper, (columns, rows) = _paper(document, value, card.size, gutter, margin)
    plain = {key: value[key] for key in ("bleed", "order", "blanks", "ruler") if key in value}
    columns, rows = value.get("columns", columns), value.get("rows", rows)
    sheet = Sheet(name, paper, card.size, columns, rows, gutter, shape=card.shape, **plain, **parts)
    for key, fault in faults(sheet):
        raise _wrong(name, fault, document.where(key), [])
    return sheet


def _paper(
    document: Document,
    value: Mapping[str, Any],
    card: tuple[float, float],
    gutter: tuple[float, float],
    margin: tuple[float, float],
) -> tuple[tuple[float, float], tuple[int, int]]:
    """Give the paper the way round that is asked for, and how many cards fit on it across and down."""
    said = paper_of(value["paper"], document.where("paper"))
    upright, across = (min(said), max(said)), (max(said), min(said))
    ways = {"portrait": [upright], "landscape": [across], "best": [upright, across]}
    papers = ways.get(value.get("orientation", ""), [said])
    fold = Fold(**value["fold"]) if "fold" in value else None
    found = [(paper, counts(paper, card, gutter, margin, fold)) for paper in papers]
    return max(found, key=lambda one: one[1][0] * one[1][1])


def _wrong(name: str, fault: str, where: Where | None, findings: Any) -> InputError:
    message = tr("The sheet {name} is wrong. {fault}", name=name, fault=fault)
    return InputError("bad-sheet", message, where=where, findings=findings)


def _pair(value: float | list[float]) -> tuple[float, float]:
    across, down = value if isinstance(value, list) else (value, value)
    return float(across), float(down)

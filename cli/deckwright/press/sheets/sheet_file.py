"""Read a sheet: a packaged one or a user's file, with room for its cards and marks."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

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
    card_size,
    paper_size,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deckwright.findings import Where
    from deckwright.press.graphics.parts import Area


# How many cards fit on a sheet, and checks of its layout.

_SLIP = 1e-6
"""Tolerance for rounding, in mm."""


def count_fitting(
    paper: tuple[float, float],
    card: tuple[float, float],
    gutter: tuple[float, float],
    margin: tuple[float, float],
    fold: Fold | None,
) -> tuple[int, int]:
    """Number of columns and rows that fit on the paper; on a fold-over sheet, columns of backs included."""
    across, down = (paper[axis] - 2 * margin[axis] + gutter[axis] + _SLIP for axis in (0, 1))
    rows = int(down // (card[1] + gutter[1]))
    if fold:
        across += gutter[0] - fold.gap
        return 2 * max(int(across // (2 * (card[0] + gutter[0]))), 0), rows
    return int(across // (card[0] + gutter[0])), rows


def layout_errors(sheet: Sheet) -> Iterator[tuple[str, str]]:
    """Yield errors in the layout of a sheet, each with the key that causes it."""
    if sheet.columns < 1 or sheet.rows < 1 or min(sheet.corner) < -_SLIP:
        yield "card", tr("The cards do not fit on the paper. Use fewer or smaller cards, or larger paper.")
        return
    if sheet.fold and sheet.columns % 2:
        yield (
            "columns",
            tr("A fold-over sheet has as many columns of backs as of fronts: use an even number."),
        )
    areas = registration_areas(sheet)
    if any(min(area.x, area.y) < 0 or _beyond(area, sheet.paper) for area in areas):
        yield "registration", tr("The paper is too small for the registration marks.")
        return
    for area in areas:
        if _overlaps_cards(area, sheet):
            yield "registration", tr("The registration marks overlap the cards. Use wider margins.")
            break
    if sheet.ruler and ruler_area(sheet) is None:
        yield "ruler", tr("A ruler of 100 mm does not fit. Use wider margins.")


def _beyond(area: Area, paper: tuple[float, float]) -> bool:
    return any(far > side + _SLIP for far, side in zip(area.far, paper, strict=True))


def _overlaps_cards(area: Area, sheet: Sheet) -> bool:
    (left, top), (width, height), reach = sheet.corner, sheet.block, sheet.bleed - _SLIP
    across = area.x < left + width + reach and left - reach < area.x + area.width
    return across and area.y < top + height + reach and top - reach < area.y + area.height


# Reader of sheets: packaged ones, or files of the user.

_MARGIN = [5.0, 5.0]

_PARTS = {"marks": CropMarks, "registration": Registration, "fold": Fold, "footer": Footer}


def load_sheet(name: str, more: Mapping[str, Any] | None = None) -> Sheet:
    """Read a packaged sheet by its name, or a file of the user by its path.

    `more` are values, as in its YAML, for keys that the sheet lacks: `{"ruler": True}`.

    Raises:
        InputError: the sheet does not exist or has errors; with a finding for each error.
    """
    document = _own(name) if name.endswith((".yaml", ".yml")) else _packaged(name)
    added = {key: value for key, value in (more or {}).items() if not document.value.get(key)}
    return _sheet(name, document, {**document.value, **added})


def _own(name: str) -> Document:
    """Read and check a file of the user; tests check the packaged ones."""
    from deckwright.files.schemas import check_document

    document = read_document(Path(name))
    findings = check_document(document, "sheet")
    if findings:
        raise _wrong(name, findings[0].message, findings[0].where, findings)
    return document


def sheet_names() -> list[str]:
    """Names of the packaged sheets."""
    return sorted(file.stem for file in (resources.folder("exports") / "sheets").glob("*.yaml"))


def _packaged(name: str) -> Document:
    known = sheet_names()
    if name not in known:
        near = ", ".join(nearest(name, known) or known)
        message = tr("Unknown sheet: {name}.", name=name)
        raise InputError("no-sheet", message, hint=tr("Use one of: {names}.", names=near))
    return read_document(resources.folder("exports") / "sheets" / f"{name}.yaml")


def _sheet(name: str, document: Document, value: Mapping[str, Any]) -> Sheet:
    card = card_size(value["card"], document.where("card"))
    gutter, margin = _pair(value.get("gutter", [0, 0])), _pair(value.get("margin", _MARGIN))
    parts: dict[str, Any] = {key: make(**value[key]) for key, make in _PARTS.items() if key in value}
    if "cut_lines" in value:
        parts["cut_lines"] = CutLines(**{"radius": card.corner, **value["cut_lines"]})
    layout = _layout(document, value, card.size, gutter, margin)
    plain = {key: value[key] for key in ("bleed", "order", "blanks", "ruler", "about") if key in value}
    columns, rows = value.get("columns", layout.columns), value.get("rows", layout.rows)
    sheet = Sheet(name, layout.paper, card.size, columns, rows, gutter, shape=card.shape, **plain, **parts)
    for key, error in layout_errors(sheet):
        raise _wrong(name, error, document.where(key), [])
    return sheet


class _Layout(NamedTuple):
    """A size of paper, and how many columns and rows of cards fit on it."""

    paper: tuple[float, float]
    columns: int
    rows: int


def _layout(
    document: Document,
    value: Mapping[str, Any],
    card: tuple[float, float],
    gutter: tuple[float, float],
    margin: tuple[float, float],
) -> _Layout:
    """Layout in the orientation of the sheet, or in the one with more cards if it says `best`."""
    paper = paper_size(value["paper"], document.where("paper"))
    portrait, landscape = (min(paper), max(paper)), (max(paper), min(paper))
    orientations = {"portrait": [portrait], "landscape": [landscape], "best": [portrait, landscape]}
    papers = orientations.get(value.get("orientation", ""), [paper])
    fold = Fold(**value["fold"]) if "fold" in value else None
    layouts = [_Layout(paper, *count_fitting(paper, card, gutter, margin, fold)) for paper in papers]
    return max(layouts, key=lambda layout: layout.columns * layout.rows)


def _wrong(name: str, error: str, where: Where | None, findings: Any) -> InputError:
    message = tr("The sheet {name} has errors. {first}", name=name, first=error)
    return InputError("bad-sheet", message, where=where, findings=findings)


def _pair(value: float | list[float]) -> tuple[float, float]:
    across, down = value if isinstance(value, list) else (value, value)
    return float(across), float(down)

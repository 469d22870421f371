"""Sheets of paper to print on: which there are, how many cards they hold, and their plans."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.messages import tr
from deckwright.press.sheets.sheet_file import load_sheet, sheet_names

if TYPE_CHECKING:
    from pathlib import Path

    from deckwright.press.sheets.sheet import Sheet
    from deckwright.workbench.printing import SheetAdditions


class SheetSummary(NamedTuple):
    """A sheet in figures: paper, cards, gutter, margins and bleed in mm, and the number of fronts.

    `margin` is at the left and right, then at the top and bottom; `order` is `rows` or `stack`.
    """

    name: str
    about: str
    paper: tuple[float, float]
    card: tuple[float, float]
    cards: int
    columns: int
    rows: int
    margin: tuple[float, float]
    gutter: tuple[float, float]
    bleed: float
    order: str
    folded: bool

    def as_json(self) -> dict[str, Any]:
        """The summary as a JSON object."""
        fields = {"sheet": self.name, **self._asdict()}
        del fields["name"]
        return fields


def list_sheets() -> list[SheetSummary]:
    """Summaries of all packaged sheets."""
    return [_summary(load_sheet(name)) for name in sheet_names()]


def describe_sheet(name: str, additions: SheetAdditions) -> SheetSummary:
    """Summary of a packaged sheet, by its name, or of a YAML file, by its path.

    Raises:
        InputError: the sheet does not exist or has errors.
    """
    return _summary(load_sheet(name, additions.as_yaml()))


def _summary(sheet: Sheet) -> SheetSummary:
    across, down = (round(margin, 3) for margin in sheet.corner)
    return SheetSummary(
        name=sheet.name,
        about=sheet.about,
        paper=sheet.paper,
        card=sheet.card,
        cards=sheet.cards,
        columns=sheet.columns,
        rows=sheet.rows,
        margin=(across, down),
        gutter=sheet.gutter,
        bleed=sheet.bleed,
        order=sheet.order,
        folded=sheet.fold is not None,
    )


def draw_sheet_plan(name: str, output: str | Path, additions: SheetAdditions, language: str = "en") -> None:
    """Draw where cards go on a sheet, with cuts, bleed, safe zones, margins and marks, as .svg, .pdf or .png.

    Raises:
        UsageError: a package that draws pictures is not installed.
        InputError: the sheet does not exist or has errors, or the file cannot be written.
    """
    from deckwright.press.sheets.plan import sheet_plan
    from deckwright.press.writing.raster import SingleDrawing, save_drawing

    sheet = load_sheet(name, additions.as_yaml())
    parts, size = sheet_plan(sheet)
    title = tr("Plan of the sheet {name}", name=sheet.name)
    save_drawing(SingleDrawing(title, f"{title}. {sheet.about}", language, parts, size), output)

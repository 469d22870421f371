"""Plans of sheets of paper; and printer profiles, which align backs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from deckwright.errors import UsageError
from deckwright.files.writing import atomic_file
from deckwright.messages import in_language, tr, used_language
from deckwright.model.words import is_id
from deckwright.press.sheets.sheet import load_sheet
from deckwright.store.prints import Printer, read_printer, read_printers, remove_printer, save_printer

if TYPE_CHECKING:
    from pathlib import Path

    from deckwright.store.database import Database
    from deckwright.store.prints import Edge
    from deckwright.workbench.library import DeckLibrary
    from deckwright.workbench.sheet_exports import SheetAdditions


def draw_sheet_plan(name: str, output: str | Path, additions: SheetAdditions, language: str = "en") -> None:
    """Draw where cards go on a sheet, with cuts, bleed, safe zones, margins and marks, as .svg, .pdf or .png.

    Raises:
        InputError: the sheet does not exist or has errors, or the file cannot be written.
    """
    from deckwright.press.sheets.imposition import sheet_plan
    from deckwright.press.writing.raster import SingleDrawing, save_drawing

    sheet = load_sheet(name, additions.as_yaml())
    parts, size = sheet_plan(sheet)
    title = tr("Plan of the sheet {name}", name=sheet.name)
    about = in_language(used_language(), sheet.about)
    save_drawing(SingleDrawing(title, f"{title}. {about}", language, parts, size), output)


@dataclass(frozen=True, slots=True)
class PrinterChanges:
    """New values of a printer profile; None keeps the value.

    `offset` moves backs to the right and down, in mm; `scale` enlarges them, in per cent; `edge` is the edge about
    which the printer turns the paper.
    """

    offset: tuple[float, float] | None = None
    scale: float | None = None
    edge: Edge | None = None

    def __bool__(self) -> bool:
        return (self.offset, self.scale, self.edge) != (None, None, None)


def list_printers(library: DeckLibrary) -> dict[str, Printer]:
    """All printer profiles by name, in the order of their names."""
    return read_printers(library.connection)


def find_printer(library: DeckLibrary, name: str) -> Printer:
    """The printer profile of this name.

    Raises:
        InputError: it does not exist.
    """
    return read_printer(library.connection, name)


def change_printer(database: Database, name: str, changes: PrinterChanges) -> None:
    """Save a new printer profile, or change one.

    Raises:
        UsageError: the name is not valid.
        DatabaseError: the database cannot be written.
    """
    if not is_id(name):
        message = tr(
            "Invalid printer name: {name}. Use lowercase letters, digits and hyphens, at most 60.", name=name
        )
        raise UsageError("usage", message)
    values = {"offset": changes.offset, "scale": changes.scale, "edge": changes.edge}
    save_printer(database, name, {key: value for key, value in values.items() if value is not None})


def forget_printer(database: Database, name: str) -> None:
    """Delete a printer profile.

    Raises:
        InputError: it does not exist.
        DatabaseError: the database cannot be written.
    """
    remove_printer(database, name)


def print_calibration_sheet(
    output: str | Path, printer: Printer | None = None, sheet: str = "a4", language: str = "en"
) -> None:
    """Write a PDF, front and back, that shows how far a printer's backs miss its fronts.

    `sheet` names the paper. With a `printer` profile the back is corrected by it: all readings should be 0.

    Raises:
        InputError: the sheet does not exist or is too small, or the file cannot be written.
    """
    from deckwright.press.sheets.calibration import print_calibration

    paper = load_sheet(sheet).paper
    with atomic_file(output) as file:
        print_calibration(paper, printer or Printer(), language, file)

"""Make the pictures of printed pages in docs/ anew: boards and maps, sample hands, and the page of proofs in a browser.

`make pictures` runs it, whenever the look of the packaged games has changed. Pages are rendered with pypdfium2; the page of proofs needs
Chromium, and its picture stays as it is without one.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import pypdfium2
from PIL import Image

from deckwright import workbench
from deckwright.workbench.printing import ProofOptions, SheetOptions, print_sheets, write_proof_page
from deckwright.workbench.selection import Selection

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

DOCS = Path(__file__).parent.parent / "docs"

_GAP = 12
_GROUND = "#9aa3ad"
"""Space between pages, in pixels, and its colour."""

_SCREEN = "1280,820"
"""Width and height of the browser's window, in pixels."""


def side_by_side(pages: Iterable[Image.Image]) -> Image.Image:
    """Picture of pages next to each other, with a space around each."""
    pages = list(pages)
    height = max(page.height for page in pages)
    whole = Image.new("RGB", (sum(page.width + _GAP for page in pages) + _GAP, height + 2 * _GAP), _GROUND)
    left = _GAP
    for page in pages:
        whole.paste(page, (left, _GAP))
        left += page.width + _GAP
    return whole


def pages_of(file: Path, numbers: Sequence[int], dpi: int) -> Iterator[Image.Image]:
    """Yield pages of a PDF file as pictures; the first page is number 0."""
    document = pypdfium2.PdfDocument(file)
    for number in numbers:
        yield document[number].render(scale=dpi / 72).to_pil()


def maps(library: workbench.DeckLibrary, folder: Path) -> Image.Image:
    """Both sides of the board of Big Monster, and the first sheet of Monster Office's map."""
    board, sheet = folder / "board.pdf", folder / "map.pdf"
    duplex = SheetOptions(duplex="long")
    print_sheets(library, Selection(game="big-monster", query="kind:board"), board, duplex)
    print_sheets(library, Selection(game="monster-office", query="kind:map"), sheet)
    return side_by_side([*pages_of(board, (0, 1), 50), *pages_of(sheet, (0,), 50)])


def hands(library: workbench.DeckLibrary, folder: Path) -> Image.Image:
    """Two hands of a deck of Data Monsters, with what is drawn after them."""
    file = folder / "hands.pdf"
    options = workbench.HandOptions(hands=2, turns=2, players=2, seed=1)
    workbench.print_hands(library, workbench.draw_hands(library, "data-monsters/startup", options), file)
    return below_each_other(pages_of(file, (0, 1), 80))


def boxes(library: workbench.DeckLibrary, folder: Path) -> Image.Image:
    """A tuck box for a deck of Data Monsters, and its dividers."""
    file = folder / "box.pdf"
    options = workbench.TuckBoxOptions(dividers=("Monsters", "Tools", "Resources"))
    workbench.print_tuckbox(library, Selection(("data-monsters",)), file, options)
    return side_by_side(pages_of(file, (0, 1), 50))


def below_each_other(pages: Iterable[Image.Image]) -> Image.Image:
    """Picture of pages one below the other."""
    pages = list(pages)
    whole = Image.new("RGB", (max(page.width for page in pages), sum(page.height for page in pages)), "white")
    top = 0
    for page in pages:
        whole.paste(page, (0, top))
        top += page.height
    return whole


def take_proofs(library: workbench.DeckLibrary, folder: Path, browser: str, picture: Path) -> None:
    """Take a picture of the first cards on the page of proofs, in two languages."""
    page = folder / "proofs.html"
    options = ProofOptions(languages=("fr",), spoken="en")
    write_proof_page(library, Selection(("dataset",)), page, options)
    flags = (
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--hide-scrollbars",
        f"--user-data-dir={folder}",
    )
    command = [browser, *flags, f"--window-size={_SCREEN}", f"--screenshot={picture}", page.as_uri()]
    subprocess.run(command, check=True, capture_output=True, timeout=120)  # noqa: S603 - our own page


def main() -> None:
    """Make all pictures."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        database = str(folder / "cards.db")
        with workbench.open_library(database) as library:
            maps(library, folder).save(DOCS / "maps.png", optimize=True)
            hands(library, folder).save(DOCS / "hands.png", optimize=True)
            boxes(library, folder).save(DOCS / "tuckbox.png", optimize=True)
        browser = shutil.which("chromium")
        if browser:
            with workbench.open_library(database, language="it") as library:
                take_proofs(library, folder, browser, DOCS / "proofs.png")


if __name__ == "__main__":
    main()

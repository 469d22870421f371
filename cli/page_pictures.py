"""Make the pictures of printed pages in docs/ anew: boards, tiles, hands, documents, and the pages of proofs and of a table.

`make pictures` runs it, whenever the look of the packaged games has changed. Pages are rendered with pypdfium2; the last two need
Chromium, and their pictures stay as they are without one.
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
from deckwright.workbench.exports import Selection
from deckwright.workbench.sheet_exports import (
    ProofOptions,
    SheetAdditions,
    SheetOptions,
    print_sheets,
    write_proof_page,
)

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


_SAMPLES = {
    "data-monsters": "krol-senior wisp-chief legacy-golem mainframe minimum-viable-product hype-wave"
    " translate-the-internet cat-photo-sorter scrum-planning",
    "dataset": "health-red beliefs-green love-fuchsia genetic-yellow simple-blue judicial-blue"
    " purpose-ai-training lawyer time",
    "monster-office": "red-4 orange-2 p-ghost-onboarding green-5 p-slime-proof-floor blue-3 violet-1 p-launch-party"
    " yellow-5",
    "big-monster": "ice-blue ice-orange ice-green ice-red lava-blue-red-below grassland-rune rune-green big-left"
    " big-right lava-blue-red-above swamp rune-double grassland-medal desert lava-green rune-blue-top"
    " grassland-desert rune-red-top lava-purple-red-below grassland-big-complete",
}
"""Cards of each game that fill a sheet."""


def sample(database: str, folder: Path, game: str, language: str, options: SheetOptions) -> Image.Image:
    """A sheet of cards of a game in a language."""
    deck, file = folder / f"{game}.txt", folder / f"{game}.pdf"
    deck.write_text("\n".join(f"1 {card}" for card in _SAMPLES[game].split()), encoding="utf-8")
    with workbench.open_library(database, language=language) as library:
        print_sheets(library, Selection((str(deck),), game=game), file, options)
    return next(pages_of(file, (0,), 90))


def documents(library: workbench.DeckLibrary, folder: Path) -> Image.Image:
    """A page of score pads, one of reference cards, and rules pages."""
    pads, cards, rules = (folder / f"{name}.pdf" for name in ("pads", "cards", "rules"))
    workbench.print_score_pads(library, "big-monster", pads)
    workbench.print_reference_cards(library, "data-monsters", cards)
    workbench.print_rules_pages(library, "data-monsters", rules)
    pages = (*pages_of(pads, (0,), 60), *pages_of(cards, (0,), 60), *pages_of(rules, (0, 1), 60))
    return side_by_side(pages)


def hands(library: workbench.DeckLibrary, folder: Path) -> Image.Image:
    """Two hands of a deck of Data Monsters, with what is drawn after them."""
    file = folder / "hands.pdf"
    options = workbench.HandOptions(hands=2, turns=2, players=2, seed=1)
    workbench.print_hands(library, workbench.draw_hands(library, ["data-monsters/startup"], options), file)
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
    take_picture(browser, page, picture)


def table(library: workbench.DeckLibrary, folder: Path, browser: str) -> Image.Image:
    """The table of Data Monsters for two, as `play` shows it."""
    page, picture = folder / "table.html", folder / "table.png"
    played = workbench.play_table(library, "data-monsters", workbench.SetupOptions(2, seed="friday"))
    page.write_text(played.page(), encoding="utf-8")
    take_picture(browser, page, picture)
    return Image.open(picture)


def take_picture(browser: str, page: Path, picture: Path) -> None:
    """Take a picture of a page in a browser."""
    flags = (
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--hide-scrollbars",
        f"--user-data-dir={page.parent}",
    )
    command = [browser, *flags, f"--window-size={_SCREEN}", f"--screenshot={picture}", page.as_uri()]
    subprocess.run(command, check=True, capture_output=True, timeout=120)  # noqa: S603 - our own page


def save(picture: Image.Image, name: str) -> None:
    """Save a picture of the documentation, in 256 colours."""
    picture.quantize(256, kmeans=1).save(DOCS / f"{name}.png", optimize=True)


def main() -> None:
    """Make all pictures."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        database = str(folder / "cards.db")
        with workbench.open_library(database) as library:
            save(maps(library, folder), "maps")
            save(hands(library, folder), "hands")
            save(documents(library, folder), "aids")
            save(boxes(library, folder), "tuckbox")
        little_ink = SheetOptions(low_ink=True, additions=SheetAdditions(cut_lines=True))
        first, second = (
            {"data-monsters": "en", "dataset": "it"},
            {"monster-office": "fr", "big-monster": "en"},
        )
        for picture, games, options in (
            ("sheets", first, SheetOptions()),
            ("tiles", second, SheetOptions()),
            ("low-ink", first, little_ink),
        ):
            pages = [sample(database, folder, game, language, options) for game, language in games.items()]
            save(side_by_side(pages), picture)
        browser = shutil.which("chromium")
        if browser:
            with workbench.open_library(database, language="it") as library:
                take_proofs(library, folder, browser, DOCS / "proofs.png")
            with workbench.open_library(database) as library:
                save(table(library, folder, browser), "play")


if __name__ == "__main__":
    main()

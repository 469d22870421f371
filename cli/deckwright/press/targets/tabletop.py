"""Decks for Tabletop Simulator: pictures with many cards in a grid."""

from __future__ import annotations

import io
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from deckwright.press.job import Printed
from deckwright.press.targets.card_pages import CardPage, CardPages, desk_of
from deckwright.press.targets.grids import Grid, grid_for
from deckwright.press.targets.names import back_file, deck_file
from deckwright.press.targets.pictures import save_png
from deckwright.press.targets.rasters import pictures_of, pixels

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path
    from typing import Any

    from deckwright.model.card import Card
    from deckwright.press.job import PrintJob
    from deckwright.press.targets.loading import DeckPictures
    from deckwright.press.targets.rasters import Size


class Pile(NamedTuple):
    """One picture: the key that cards name it by, its cards with their copies, its grid, and its two files."""

    key: int
    cards: list[tuple[Card, int]]
    grid: Grid
    face: str
    back: str


def piles_of(job: PrintJob, deck: DeckPictures) -> list[Pile]:
    """Deal the cards of a job onto pictures: cards with different backs, or of different sizes, go apart."""
    stem = deck_file(job.title)
    alike: dict[tuple[str, tuple[float, float]], list[tuple[Card, int]]] = {}
    for card, copies in job.cards:
        back = f"{stem}-{back_file(job.backs[card.kind])}"
        alike.setdefault((back, job.faces[card.kind].size), []).append((card, copies))
    some = (
        (back, size, part)
        for (back, size), cards in alike.items()
        for part in _parts(cards, deck.columns * deck.rows)
    )
    return [
        Pile(key, cards, grid_for(len(cards), size, deck), f"{stem}-{key}.png", back)
        for key, (back, size, cards) in enumerate(some, 1)
    ]


def _parts(cards: Sequence[tuple[Card, int]], most: int) -> Iterator[list[tuple[Card, int]]]:
    rest = iter(cards)
    while part := list(islice(rest, most)):
        yield part


def print_piles(
    job: PrintJob,
    deck: DeckPictures,
    piles: Sequence[Pile],
    folder: Path,
    progress: Callable[[int], None] | None = None,
) -> tuple[list[Path], Printed]:
    """Write the pictures of some piles, and their backs, into a folder; give the files.

    Raises:
        InputError: there is no card to print, or the folder cannot be written.
    """
    desk = desk_of(job)
    files: dict[Path, None] = {}
    done = 0
    for pile in piles:
        pages = CardPages(job, desk)
        for name, picture in zip((pile.face, pile.back), _drawn(job, pages, pile, deck), strict=True):
            save_png(picture, folder / name, deck.dpi)
            files[folder / name] = None
        done += len(pile.cards)
        if progress:
            progress(done)
    count = sum(copies for _, copies in job.cards)
    return list(files), Printed(len(files), count, list(desk.findings))


def _drawn(job: PrintJob, pages: CardPages, pile: Pile, deck: DeckPictures) -> tuple[Any, Any]:
    """Draw all cards of a pile in one picture, and their back in another."""
    from PIL import Image

    grid, (first, _) = pile.grid, pile.cards[0]
    width, height = job.faces[first.kind].size
    single = pixels(width, deck.dpi), pixels(height, deck.dpi)
    for card, _ in pile.cards:
        pages.front(card, _page(width, grid.cell))
    pages.back(first, _page(width, single))
    pdf = io.BytesIO()
    pages.save(pdf, "tts")
    drawn = pictures_of(pdf.getvalue(), [*[grid.cell] * len(pile.cards), single])
    whole = Image.new("RGB", grid.size, "white")
    for number in range(len(pile.cards)):
        whole.paste(next(drawn), grid.place(number))
    return whole, next(drawn)


def _page(width: float, size: Size) -> CardPage:
    """Give a page as wide as a card, with the proportions of its picture."""
    return CardPage(width, width * size[1] / size[0])

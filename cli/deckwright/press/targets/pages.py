"""PDF files of targets: a page for each face, as large as the card with its bleed, or small cards side by side with captions."""

from __future__ import annotations

from dataclasses import replace
from typing import IO, TYPE_CHECKING, BinaryIO, NamedTuple

from deckwright.errors import InputError
from deckwright.files.writing import atomic_file
from deckwright.findings import Finding
from deckwright.messages import tr
from deckwright.press.boxes.box import BLEED
from deckwright.press.drawing.card import draw_card, drawing_key
from deckwright.press.drawing.words import check_letters
from deckwright.press.faces.choice import face_of
from deckwright.press.graphics.cuts import SAFE
from deckwright.press.graphics.parts import POINT, Area, DrawnShape, rectangle
from deckwright.press.preflight.edges import Zone, outline_of, zone_at_home
from deckwright.press.preflight.run import report_press_problems, report_problems
from deckwright.press.print_job import PrintResult, about, render_context
from deckwright.press.sheets.sheet import SmallText, draw_small_text
from deckwright.press.targets.target import PageOutput, PictureOutput, card_files, load_target, target_names
from deckwright.press.writing.document import Content, PdfFile

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
    from pathlib import Path

    from deckwright.model.card import Card
    from deckwright.press.drawing.context import RenderContext
    from deckwright.press.faces.face_file import Face
    from deckwright.press.graphics.parts import DrawnPart
    from deckwright.press.print_job import PrintJob
    from deckwright.press.targets.target import ContactOutput
    from deckwright.press.writing.flattening import Flattener
    from deckwright.press.writing.images import Inks


# Pages with one face each, as large as the card with its bleed.


class CardPage(NamedTuple):
    """Page for one face: its size in mm, of which `bleed` is trimmed at each side."""

    width: float
    height: float
    bleed: float = 0.0

    @property
    def trim(self) -> tuple[float, float]:
        """Size of the trimmed card."""
        return self.width - 2 * self.bleed, self.height - 2 * self.bleed

    def scale(self, size: tuple[float, float]) -> float:
        """Factor by which a face of that size is enlarged, so that its card fills the trim and its bleed the page.

        A face of 63 × 88 mm is enlarged by about 1 % in both directions for poker cards, which print shops trim to
        63.5 × 88.9 mm: no white shows at an edge.
        """
        trim, whole = self.trim, (self.width, self.height)
        return max(
            share
            for axis in (0, 1)
            for share in (trim[axis] / size[axis], whole[axis] / (size[axis] + 2 * BLEED))
        )

    def fits(self, size: tuple[float, float]) -> bool:
        """Whether a face of that size can be drawn without losing anything important at the trim."""
        scale = self.scale(size)
        cut = max(scale * side - trimmed for side, trimmed in zip(size, self.trim, strict=True))
        return abs(scale - 1) <= _GROWTH and cut <= 2 * _CUT

    def zone(self, face: Face, safe: float | None) -> Zone | None:
        """Safe zone of a face on this page, `safe` mm inside the trim; None for a face that does not fit.

        A face that does not fit is reported once, rather than box by box.
        """
        if not self.fits(face.size):
            return None
        scale = self.scale(face.size)
        width, height = (side / scale for side in self.trim)
        across, down = (face.size[0] - width) / 2, (face.size[1] - height) / 2
        area = Area(across, down, width, height)
        return Zone(area, scale, SAFE if safe is None else safe, outline_of(face))


_GROWTH = 0.03
"""Largest change of a face's size."""

_CUT = 0.5
"""How much of a face may be trimmed at a side, in mm: cutting is not more precise than that."""


class CardPages:
    """PDF being written, with a page for each face. `context.findings` collects what is found on the way."""

    def __init__(self, job: PrintJob, context: RenderContext, inks: Inks | None = None) -> None:
        self._job, self._context = job, context
        sizes = [face.size for face in (*job.faces.values(), *job.backs.values())]
        reach = max(side for size in sizes for side in size)
        self.file = PdfFile(job.assets, job.language, (reach, reach), inks)
        self._forms: dict[tuple[Hashable, CardPage], str] = {}
        self._flattener: Flattener | None = None

    def front(self, card: Card, page: CardPage) -> None:
        """Add a page with the front of a card."""
        self._add(card, face_of(card, self._job.faces), page)

    def back(self, card: Card, page: CardPage) -> None:
        """Add a page with the back of a card."""
        self._add(card, face_of(card, self._job.backs), page)

    def _add(self, card: Card, face: Face, page: CardPage) -> None:
        key = drawing_key(card, face, self._context), page
        form = self._forms.get(key)
        if form is None:
            form = self._forms[key] = self._form(card, face, page)
        content = Content(self.file)
        content.show(form)
        self.file.page(content, page.width, page.height, page.bleed)

    def _form(self, card: Card, face: Face, page: CardPage) -> str:
        if not page.fits(face.size):
            self._context.note(_wrong_size(face, page))
        content = Content(self.file)
        scale = page.scale(face.size)
        x, y = (page.width - scale * face.size[0]) / 2, (page.height - scale * face.size[1]) / 2
        content.operators.append(f"q {scale:.6f} 0 0 {scale:.6f} {x / POINT:.3f} {-y / POINT:.3f} cm")
        content.draw(self._drawn(card, face))
        content.operators.append("Q")
        return self.file.form(content, (0.0, -page.height / POINT, page.width / POINT, 0.0))

    def _drawn(self, card: Card, face: Face) -> Iterable[DrawnPart]:
        drawn = draw_card(card, face, self._context)
        if self.file.inks.limit is None:
            return drawn
        from deckwright.press.writing.flattening import Flattener

        self._flattener = self._flattener or Flattener(self.file, self._job.assets)
        return self._flattener.parts(drawn, Area(0.0, 0.0, *face.size).inset(-BLEED, -BLEED))

    def save(self, out: IO[bytes], made_for: str) -> None:
        """Write the file; `made_for` is the name of the target."""
        self.file.save(out, about(self._job, self.file, made_for))


def checked_context(job: PrintJob, zone_of: Callable[[Face], Zone | None] = zone_at_home) -> RenderContext:
    """Render context of a job, with the findings of its preflight; `zone_of` returns the safe zone of a face.

    Raises:
        InputError: no cards are to be printed.
    """
    if not job.copies:
        raise InputError("nothing-to-print", tr("No cards to print."))
    context = render_context(job)
    report_problems(context, job.cards_to_print, job.faces, job.backs, zone_of)
    return context


def _wrong_size(face: Face, page: CardPage) -> Finding:
    message = tr(
        "The face {name} is {width} × {height} mm, but the cards of this target are {card_width} × {card_height} mm: "
        "part of the face is cut off, or its size changes a lot. Use a face of that size, or another target.",
        name=face.name,
        width=face.size[0],
        height=face.size[1],
        card_width=page.trim[0],
        card_height=page.trim[1],
    )
    if fitting := fitting_targets(face.size):
        message += " " + tr("Targets that fit it: {names}.", names=", ".join(fitting))
    return Finding("card-size", "error", message, where=face.documents[-1].where("size"))


def fitting_targets(size: tuple[float, float]) -> list[str]:
    """Names of the packaged targets of print shops that a face of that size fits."""
    pages = {name: _fixed_page(load_target(name).makes) for name in target_names()}
    return [name for name, page in pages.items() if page and page.fits(size)]


def _fixed_page(output: object) -> CardPage | None:
    """Page of an output whose cards have one size; None for others."""
    if isinstance(output, PictureOutput) and output.size:
        return CardPage(*(side / output.dpi * 25.4 for side in (*output.size, output.bleed)))
    if isinstance(output, PageOutput) and output.card:
        width, height = (side + 2 * output.bleed for side in output.card)
        return CardPage(width, height, output.bleed)
    return None


# PDF files with a page for each face: a whole deck in one file, or a file for each card.


def print_pages(
    job: PrintJob, pages: PageOutput, name: str, out: BinaryIO, progress: Callable[[int], None] | None = None
) -> PrintResult:
    """Write every copy of every card for a target; the same job produces the same bytes.

    Raises:
        InputError: no cards are to be printed.
    """
    context = _page_context(job, pages)
    file = _file(job, pages, context)
    done = 0
    for card, copies in job.cards:
        for _ in range(copies):
            _add(card, job, pages, file)
        done += copies
        if progress:
            progress(done)
    file.save(out, name)
    return PrintResult(done * _faces(pages), done, list(context.findings))


def print_each(
    job: PrintJob, pages: PageOutput, name: str, folder: Path, progress: Callable[[int], None] | None = None
) -> tuple[list[Path], PrintResult]:
    """Write a file for each card, regardless of its copies, into a folder, and return the files.

    Raises:
        InputError: no cards are to be printed, or the folder is not writable.
    """
    context = _page_context(job, pages)
    files = [folder / f"{stem}.pdf" for stem in card_files(job.cards)]
    for number, ((card, _), path) in enumerate(zip(job.cards, files, strict=True), 1):
        file = _file(job, pages, context)
        _add(card, job, pages, file)
        with atomic_file(path) as out:
            file.save(out, name)
        if progress:
            progress(number)
    return files, PrintResult(len(files) * _faces(pages), len(files), list(context.findings))


def _page_context(job: PrintJob, pages: PageOutput) -> RenderContext:
    job = replace(job, backs={}) if pages.backs == "none" else job
    context = checked_context(job, lambda face: _page(pages, face).zone(face, pages.safe))
    if pages.press and not job.low_ink:
        report_press_problems(context, job.cards_to_print, (job.faces, job.backs), pages.press.rules)
    return context


def _page(pages: PageOutput, face: Face) -> CardPage:
    width, height = pages.card or face.size
    return CardPage(width + 2 * pages.bleed, height + 2 * pages.bleed, pages.bleed)


def _file(job: PrintJob, pages: PageOutput, context: RenderContext) -> CardPages:
    if pages.press is None:
        return CardPages(job, context)
    press = pages.press
    file = CardPages(job, context, press.inks)
    file.file.document.declare(press.standard, press.condition, press.name, press.registry)
    return file


def _add(card: Card, job: PrintJob, pages: PageOutput, file: CardPages) -> None:
    page = _page(pages, face_of(card, job.faces))
    for add in _ORDERS[pages.backs]:
        add(file, card, page)


_ORDERS: dict[str, tuple[Callable[[CardPages, Card, CardPage], None], ...]] = {
    "before": (CardPages.back, CardPages.front),
    "after": (CardPages.front, CardPages.back),
    "none": (CardPages.front,),
}
"""Pages of a card, by where its back goes."""


def _faces(pages: PageOutput) -> int:
    return len(_ORDERS[pages.backs])


# Contact sheets: each card once, small, with its id and its number of copies.

_RIM = "#b9b9b9"
_RIM_WIDTH = 0.1
_LEAST = 5.0
"""Smallest width of a card, in mm."""

_LINES = 2
"""An id that is wider than its card is broken into two lines."""


class Layout(NamedTuple):
    """Layout of small cards on a page, in mm: the room for each card, and the height of the caption below it."""

    contact: ContactOutput
    cell: tuple[float, float]
    caption: float

    @property
    def rows(self) -> int:
        """Number of rows on a page."""
        room = self.contact.paper[1] - 2 * self.contact.margin + self.contact.gap
        return max(1, int(room / (self.cell[1] + self.caption + self.contact.gap)))

    @property
    def cards(self) -> int:
        """Number of cards on a page."""
        return self.rows * self.contact.columns

    def places(self) -> Iterator[tuple[float, float]]:
        """Yield the top left corner of each card, row by row."""
        start, gap = self.contact.margin, self.contact.gap
        for row in range(self.rows):
            for column in range(self.contact.columns):
                yield start + column * (self.cell[0] + gap), start + row * (self.cell[1] + self.caption + gap)


def layout_of(job: PrintJob, contact: ContactOutput) -> Layout:
    """Layout for the cards of a job, with rows as high as its narrowest face needs.

    Raises:
        InputError: the cards do not fit on the paper.
    """
    width = (contact.paper[0] - 2 * contact.margin + contact.gap) / contact.columns - contact.gap
    if width < _LEAST:
        raise InputError(
            "bad-target",
            tr(
                "The paper is too small for {columns} columns of cards: use fewer columns or a smaller margin or gap.",
                columns=contact.columns,
            ),
        )
    height = max(width * face.size[1] / face.size[0] for face in job.faces.values())
    return Layout(contact, (width, height), _LINES * 1.2 * contact.size * POINT + 1)


def print_contact(
    job: PrintJob,
    contact: ContactOutput,
    name: str,
    out: BinaryIO,
    progress: Callable[[int], None] | None = None,
) -> PrintResult:
    """Write the overview of a job for a target; `progress` is called with the number of cards done.

    Raises:
        InputError: no cards are to be printed.
    """
    context = checked_context(replace(job, backs={}))
    layout = layout_of(job, contact)
    file = PdfFile(job.assets, job.language, max(face.size for face in job.faces.values()))
    cards = list(job.cards)
    starts = range(0, len(cards), layout.cards)
    for number, start in enumerate(starts, 1):
        content = Content(file)
        some = cards[start : start + layout.cards]
        _draw_cards(job, context, layout, content, some)
        line = f"{job.title} · {job.language.upper()} · {number}/{len(starts)}"
        foot = Area(
            contact.margin,
            contact.paper[1] - contact.margin * 0.7,
            contact.paper[0] - 2 * contact.margin,
            1e6,
        )
        small = tuple(draw_small_text(SmallText(line, foot, contact.size), job.language))
        context.findings |= dict.fromkeys(check_letters(small))
        content.draw(small)
        file.page(content, *contact.paper)
        if progress:
            progress(start + len(some))
    file.save(out, about(job, file, name))
    count = sum(copies for _, copies in cards)
    return PrintResult(len(starts), count, list(context.findings))


def _draw_cards(
    job: PrintJob, context: RenderContext, layout: Layout, content: Content, cards: Sequence[tuple[Card, int]]
) -> None:
    width, height = layout.cell
    for (card, copies), (x, y) in zip(cards, layout.places(), strict=False):
        face = face_of(card, job.faces)
        scale = width / face.size[0]
        left, down = face.size[0] / POINT, face.size[1] / POINT
        content.operators.append(f"q {scale:.6f} 0 0 {scale:.6f} {x / POINT:.3f} {-y / POINT:.3f} cm")
        content.operators.append(f"0 0 {left:.2f} {-down:.2f} re W n")
        content.draw(draw_card(card, face, context))
        content.operators.append("Q")
        rim = rectangle(Area(x, y, width, scale * face.size[1]))
        content.draw([DrawnShape(rim, stroke=_RIM, width=_RIM_WIDTH)])
        caption = f"{card.id} ×{copies}" if copies > 1 else card.id
        area = Area(x, y + height + 1, width, layout.caption)
        content.draw(
            draw_small_text(
                SmallText(caption, area, layout.contact.size, "centre", lines=_LINES), job.language
            )
        )

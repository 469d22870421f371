"""Print a job as PDF sheets: cards once in the file however many copies, pages of fronts, pages of backs."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, BinaryIO

import deckwright
from deckwright.errors import InputError
from deckwright.files.yaml import read_document
from deckwright.findings import Finding
from deckwright.messages import numeral, tr
from deckwright.press.boxes.box import OWN_TARGET
from deckwright.press.drawing.card import draw_blank_card, draw_card
from deckwright.press.drawing.context import CardsByFace, RenderContext, stamps_of
from deckwright.press.drawing.words import check_letters
from deckwright.press.faces.choice import face_of
from deckwright.press.graphics.parts import POINT
from deckwright.press.preflight.run import report_problems
from deckwright.press.sheets.imposition import (
    JoinedRows,
    at_rows,
    folded_backs,
    impose,
    join_last_sheets,
    lay_out_for,
    page_marks,
    printer_shift,
    repeated_cards,
)
from deckwright.press.sheets.sheet import SmallText, draw_small_text, footer_texts, load_sheet, sheet_names
from deckwright.press.writing.document import Content, PdfFile
from deckwright.store.prints import Printer

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from deckwright.model.card import Card
    from deckwright.model.game import Game
    from deckwright.press.drawing.card import CardLooks
    from deckwright.press.faces.face_file import Face
    from deckwright.press.graphics.cuts import Outline
    from deckwright.press.graphics.parts import DrawnPart
    from deckwright.press.sheets.imposition import Placement
    from deckwright.press.sheets.sheet import Sheet
    from deckwright.store.prints import Edge


@dataclass(frozen=True, slots=True, kw_only=True)
class CardJob:
    """Cards of one game to draw, in order, each with its number of copies.

    - `faces` and `backs` are by kind of card, `assets` the game's files by name (`icons/pierced-heart.svg`).
    - `matches` decides whether a card fits a query.
    - `cards_by_face` are all cards of the game, drawn or not: some texts have the same size on all with one face.
    - `low_ink` draws white grounds and coloured outlines.
    - `findings` are those about the texts, known before drawing.
    """

    game: Game
    cards: Sequence[tuple[Card, int]]
    title: str
    faces: Mapping[str, Face]
    assets: Mapping[str, bytes]
    matches: Callable[[str, Card], bool]
    backs: Mapping[str, Face] = field(default_factory=dict)
    cards_by_face: CardsByFace = field(default_factory=CardsByFace)
    low_ink: bool = False
    findings: Sequence[Finding] = ()

    @property
    def copies(self) -> int:
        """Number of all copies."""
        return sum(copies for _, copies in self.cards)

    @property
    def cards_to_print(self) -> list[Card]:
        """The cards with copies, each once."""
        return [card for card, copies in self.cards if copies]

    def context(self, language: str, print_number: str = "") -> RenderContext:
        """Context for drawing in a language, with only the findings about the texts."""
        context = RenderContext(
            self.game,
            language,
            self.assets,
            self.matches,
            self.cards_by_face,
            low_ink=self.low_ink,
            print_number=print_number,
        )
        context.findings |= dict.fromkeys(self.findings)
        return context


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintJob(CardJob):
    """Cards to print on sheets in one language.

    - `duplex` is the edge about which the paper is turned: each sheet then has a page of backs, shifted for `printer`.
    - `print_number` is the number that the print will have in the history, if any.
    """

    language: str
    sheet: Sheet
    duplex: Edge | None = None
    printer: Printer = field(default_factory=Printer)
    print_number: str = ""


@dataclass(frozen=True, slots=True)
class PrintResult:
    """The result of printing: the number of pages and of cards (counting copies), and the findings."""

    pages: int
    cards: int
    findings: list[Finding] = field(default_factory=list)


# What is said of a whole job.


def render_context(job: PrintJob) -> RenderContext:
    """Render context of a job, with only the findings about its texts."""
    return job.context(job.language, job.print_number)


def footer(job: PrintJob, page: int, pages: int) -> Iterator[DrawnPart]:
    """Draw the footer of a page."""
    line = job.sheet.footer
    if line is None:
        return
    values = {
        "title": job.title,
        "game": job.game.title(job.language),
        "language": job.language.upper(),
        "page": page,
        "pages": pages,
        **stamps_of(job.game, job.print_number),
    }
    for text, area, align in footer_texts(job.sheet):
        small = SmallText(text.format(**values), area, line.size, align, line.colour, line.font)
        yield from draw_small_text(small, job.language)


def about(job: PrintJob, file: PdfFile, made_for: str) -> dict[str, str]:
    """Title, author, subject, keywords and creator; `made_for` is the name of the sheet or target."""
    game = job.game.title(job.language)
    return {
        "title": job.title,
        "author": game,
        "subject": f"{game} ({job.language}). " + "; ".join(file.credits),
        "keywords": f"{game}, {job.language}, {made_for}",
        "creator": f"Deckwright {deckwright.__version__}",
    }


# Print cards on pages: a card with several copies is in the file once.

_OVERLAP = 0.15
"""How far ink without bleed reaches beyond the right and lower cut, in mm: cards that only touch have a light seam on screens."""


class CardPress:
    """Prints the cards of one job to one file.

    Cards that are drawn `often`, by id, are written to the file once. `looks` collects the digests of all drawings.
    """

    def __init__(
        self,
        job: PrintJob,
        context: RenderContext,
        file: PdfFile,
        often: Collection[str] = (),
        looks: CardLooks | None = None,
    ) -> None:
        self._job, self._context, self._file = job, context, file
        self._often, self._looks = often, looks
        self._forms: dict[str, str] = {}
        self._last = job.cards[-1][0]

    def print_front(self, card: Card | None, content: Content, at: Placement) -> None:
        """Print a card, or a blank one, with its top left corner at a place on the page, clipped where it has to end."""
        if card is None:
            self._open(content, at)
            content.draw([draw_blank_card(self._job.sheet.card)])
        elif card.id in self._often and not self._job.sheet.bleed:
            content.show(self._form(card), at.x, at.y)
            return
        else:
            self._open(content, at)
            if card.id in self._often:
                content.show(self._form(card))
            else:
                content.draw(self._front(card))
        content.operators.append("Q")

    def print_back(self, card: Card | None, content: Content, at: Placement) -> None:
        """Print the back of a card; that of the last one for a blank card."""
        self._open(content, at)
        content.draw(self._back(card or self._last))
        content.operators.append("Q")

    def _open(self, content: Content, at: Placement) -> None:
        """Start to draw at a place, clipped where the card has to end, and turned if the place is."""
        width, height = self._job.sheet.card
        left, top, right, bottom = at.reach
        right, bottom = right or _OVERLAP, bottom or _OVERLAP
        if at.turned:
            place = f"-1 0 0 -1 {(at.x + width) / POINT:.2f} {-(at.y + height) / POINT:.2f}"
            left, top, right, bottom = right, bottom, left, top
        else:
            place = f"1 0 0 1 {at.x / POINT:.2f} {-at.y / POINT:.2f}"
        corner = f"{_points(-left)} {_points(top)}"
        size = f"{_points(width + left + right)} {_points(-height - top - bottom)}"
        content.operators += [f"q {place} cm", f"{corner} {size} re W n"]

    def _form(self, card: Card) -> str:
        form = self._forms.get(card.id)
        if form is None:
            content = Content(self._file)
            content.draw(self._front(card))
            (width, height), bleed = self._job.sheet.card, self._job.sheet.bleed
            beyond = bleed or _OVERLAP
            box = (-bleed, -height - beyond, width + beyond, bleed)
            left, bottom, right, top = (side / POINT for side in box)
            form = self._forms[card.id] = self._file.form(content, (left, bottom, right, top))
        return form

    def _front(self, card: Card) -> list[DrawnPart]:
        return self._draw(card, face_of(card, self._job.faces))

    def _back(self, card: Card) -> list[DrawnPart]:
        return self._draw(card, face_of(card, self._job.backs))

    def _draw(self, card: Card, face: Face) -> list[DrawnPart]:
        parts = list(draw_card(card, face, self._context))
        if self._looks:
            self._looks.add(card, face, parts, self._context)
        return parts


def _points(length: float) -> str:
    text = f"{length / POINT:.2f}"
    return "0" if text in {"0.00", "-0.00"} else text


# The pages of a printed file: sheets of fronts, each followed by its page of backs if backs are printed.


class SheetPages:
    """Adds the pages of a job's sheets to a file; equal sheets in a row are drawn once. `presses` print the cards of each size."""

    def __init__(self, job: PrintJob, file: PdfFile, presses: Sequence[CardPress]) -> None:
        self._job, self._file, self._presses = job, file, presses
        self._rows: Sequence[JoinedRows[Card]] = ()
        self._front = self._back = Content(file)

    def add(self, rows: Sequence[JoinedRows[Card]], number: int, total: int) -> int:
        """Add a sheet, and its page of backs if backs are printed; return the number of these pages."""
        if rows != self._rows:
            self._rows, self._front, self._back = rows, self._fronts(rows), self._backs(rows)
        foot, last, paper = Content(self._file), rows[-1], self._job.sheet.paper
        foot.draw(at_rows(last, footer(replace(self._job, sheet=last.sheet), number, total)))
        self._file.page(self._front, *paper, over=foot)
        if not self._job.duplex:
            return 1
        self._file.page(self._back, *paper)
        return 2

    def _fronts(self, rows: Sequence[JoinedRows[Card]]) -> Content:
        content = Content(self._file)
        for row in rows:
            press = self._presses[row.part]
            for card, at in zip(row.cards, row.fronts(), strict=False):
                press.print_front(card, content, at)
            for card, at in zip(row.cards, folded_backs(row.sheet) if row.sheet.fold else (), strict=False):
                press.print_back(card, content, at)
        content.draw(page_marks(rows))
        return content

    def _backs(self, rows: Sequence[JoinedRows[Card]]) -> Content:
        content = Content(self._file)
        if self._job.duplex:
            content.operators += printer_shift(self._job.sheet.paper, self._job.printer)
            for row in rows:
                for card, at in zip(row.cards, row.backs(self._job.duplex), strict=False):
                    self._presses[row.part].print_back(card, content, at)
        return content


# Print jobs as PDF sheets.


def print_pdf(
    job: PrintJob,
    out: BinaryIO,
    progress: Callable[[int], None] | None = None,
    looks: CardLooks | None = None,
) -> PrintResult:
    """Write the sheets of a job to `out`; `progress` is called after each page with the number of cards done.

    `looks` collects the digests of the drawings. The same job produces the same bytes. A text that does not fit is drawn, and is a finding.

    Raises:
        InputError: no cards are to be printed, or the user's own sheet is for cards of another size.
    """
    if not job.copies:
        raise InputError("nothing-to-print", tr("No cards to print."))
    parts = by_size(job)
    refuse_sheet(job, parts)
    context = sheet_context(job, parts)
    file = PdfFile(job.assets, job.language, _largest(parts))
    imposed = [impose(part.cards, part.sheet) for part in parts]
    presses = [
        CardPress(part, context, file, repeated_cards(sheets), looks)
        for part, sheets in zip(parts, imposed, strict=True)
    ]
    joined = join_last_sheets([part.sheet for part in parts], imposed)
    for rows in itertools.chain(*joined):
        imposed[rows.part].pop()
    sheets = [
        [JoinedRows(number, cards, part.sheet)]
        for number, part in enumerate(parts)
        for cards in imposed[number]
    ]
    printer = SheetPages(job, file, presses)
    pages = done = 0
    for number, sheet in enumerate([*sheets, *joined], 1):
        pages += printer.add(sheet, number, len(sheets) + len(joined))
        done += sum(_count(rows.cards) for rows in sheet)
        if progress:
            progress(done)
    file.save(out, about(job, file, job.sheet.name))
    return PrintResult(pages, done, list(context.findings))


def _count(cards: Iterable[Card | None]) -> int:
    return sum(card is not None for card in cards)


def by_size(job: PrintJob) -> list[PrintJob]:
    """Split a job by the size and outline of its faces; each part has its cards, and a sheet laid out for them.

    The parts are in the order of their first cards.
    """
    faces = (face_of(card, job.faces) for card in job.cards_to_print)
    sizes = dict.fromkeys((face.size, face.cut) for face in faces)
    return [_part(job, size, cut) for size, cut in sizes]


def _part(job: PrintJob, size: tuple[float, float], cut: Outline) -> PrintJob:
    def is_shown(card: Card) -> bool:
        face = face_of(card, job.faces)
        return (face.size, face.cut) == (size, cut)

    cards = [(card, copies) for card, copies in job.cards if is_shown(card)]
    return replace(job, cards=cards, sheet=lay_out_for(job.sheet, size, cut))


def _largest(jobs: Sequence[PrintJob]) -> tuple[float, float]:
    return max((job.sheet.card for job in jobs), key=max)


def sheet_context(job: PrintJob, parts: Sequence[PrintJob] = ()) -> RenderContext:
    """Render context of a job, with the findings of its preflight.

    `parts` are the parts of the job by size, if it has cards of several sizes.
    """
    context = render_context(job)
    for part in parts or [job]:
        _note_sizes(context, part)
        context.findings |= dict.fromkeys(check_letters(footer(part, 1, 1)))
    backs = job.backs if job.duplex or job.sheet.fold else {}
    report_problems(context, job.cards_to_print, job.faces, backs)
    return context


def refuse_sheet(job: PrintJob, parts: Sequence[PrintJob]) -> None:
    """Refuse a sheet of the user's own for cards of a size that no card has; packaged ones are for cards of any size.

    `parts` are the parts of the job by size.

    Raises:
        InputError: it is for cards of another size.
    """
    name, card = job.sheet.name, job.sheet.card
    if not name.endswith(OWN_TARGET) or any(part.sheet.card == card for part in parts):
        return
    sizes = dict.fromkeys(" × ".join(map(numeral, part.sheet.card)) for part in parts)
    message = tr(
        "The sheet {sheet} is for cards of {width} × {height} mm, but the cards are {sizes} mm.",
        sheet=name,
        width=card[0],
        height=card[1],
        sizes=", ".join(sizes),
    )
    hint = tr("Change card in the sheet, or size in the faces.")
    raise InputError("card-size", message, hint=hint, where=read_document(name).where("card"))


def _note_sizes(context: RenderContext, job: PrintJob) -> None:
    backs = job.backs if job.duplex or job.sheet.fold else {}
    for faces, fault in ((job.faces, _wrong_size), (backs, _wrong_back)):
        cards = job.cards_to_print if faces else []
        shown = {(card.kind, (face := face_of(card, faces)).name): face for card in cards}
        for (kind, _), face in sorted(shown.items(), key=lambda item: item[0]):
            if face.size != job.sheet.card:
                context.note(fault(kind, face, job))


def _wrong_size(kind: str, face: Face, job: PrintJob) -> Finding:
    if not _holds(job.sheet, face):
        message = tr(
            "The face of {kind} is {width} × {height} mm, too large for the paper of the sheet {sheet}: it is cut off.",
            kind=kind,
            **_sizes(face, job),
        )
        larger = ", ".join(name for name in sheet_names() if _holds(load_sheet(name), face))
        way = tr("Use --sheet {names}.", names=larger) if larger else tr("Use a smaller size in the face.")
        message = f"{message} {way}"
    else:
        message = tr(
            "The face of {kind} is {width} × {height} mm, but the sheet {sheet} is for cards of "
            "{card_width} × {card_height} mm: the face is cut off or leaves a margin.",
            kind=kind,
            **_sizes(face, job),
        )
    return Finding("card-size", "error", message, where=face.documents[-1].where("size"))


def _holds(sheet: Sheet, face: Face) -> bool:
    """Whether a card with this face fits on the paper of a sheet."""
    return lay_out_for(sheet, face.size, face.cut).card == face.size


def _wrong_back(kind: str, face: Face, job: PrintJob) -> Finding:
    message = tr(
        "The back of {kind} is {width} × {height} mm, but the sheet {sheet} is for cards of "
        "{card_width} × {card_height} mm: set back in game.yaml to a face of that size.",
        kind=kind,
        **_sizes(face, job),
    )
    return Finding("card-size", "error", message, where=face.documents[-1].where("size"))


def _sizes(face: Face, job: PrintJob) -> dict[str, object]:
    return {
        "sheet": job.sheet.name,
        "width": face.size[0],
        "height": face.size[1],
        "card_width": job.sheet.card[0],
        "card_height": job.sheet.card[1],
    }

"""Cards in one language or several: drawn for a web page, whole or one by one, and side by side on sheets of paper."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from hashlib import blake2b
from html import escape
from io import SEEK_END
from pathlib import PurePath
from tempfile import SpooledTemporaryFile
from time import monotonic
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from deckwright.errors import InputError, UsageError
from deckwright.messages import tr
from deckwright.press.boxes.box import BLEED, placed_boxes
from deckwright.press.drawing.card import draw_card, drawing_key
from deckwright.press.drawing.context import Scope
from deckwright.press.faces.choice import face_of, second_side
from deckwright.press.graphics.cuts import SAFE, cut_path, has_path
from deckwright.press.graphics.parts import Area, DrawnGroup
from deckwright.press.preflight.run import report_problems
from deckwright.press.print_job import CardJob, CardPress, PrintResult, about, footer, sheet_context
from deckwright.press.sheets.imposition import fronts, impose, lay_out_for
from deckwright.press.sheets.sheet import crop_marks, cut_lines
from deckwright.press.writing.document import Content, PdfFile
from deckwright.press.writing.web import PageFonts, SvgFile, font_rule, font_rules, page_picture

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence

    from deckwright.findings import Finding
    from deckwright.model.card import Card
    from deckwright.model.card_changes import CardChanges
    from deckwright.press.boxes.box import Box
    from deckwright.press.drawing.context import RenderContext
    from deckwright.press.faces.face_file import Face
    from deckwright.press.graphics.fonts import Font
    from deckwright.press.graphics.parts import DrawnPart, Pixels, Tint
    from deckwright.press.print_job import PrintJob
    from deckwright.press.sheets.sheet import Sheet

# Proof sheets for translators: each card in several languages, side by side.


def sheet_for_size(job: PrintJob) -> Sheet:
    """The sheet of a job, laid out for its cards if all have one size."""
    sizes = {(face.size, face.cut) for face in (face_of(card, job.faces) for card, _ in job.cards)}
    return lay_out_for(job.sheet, *sizes.pop()) if len(sizes) == 1 else job.sheet


def proof_sheet(job: PrintJob, languages: int) -> Sheet:
    """The sheet of a job with columns for a whole number of cards, each in several languages.

    Raises:
        UsageError: it is too narrow, or folded.
    """
    sheet = sheet_for_size(job)
    columns = sheet.columns - sheet.columns % languages
    if sheet.fold or not columns:
        message = tr(
            "The sheet {name} has no room for {count} cards side by side.", name=sheet.name, count=languages
        )
        raise UsageError("sheet", message, hint=tr("Use another sheet, such as --sheet a4."))
    return sheet._replace(columns=columns, order="rows", blanks=False, registration=None)


def print_side_by_side(
    jobs: Sequence[PrintJob], out: BinaryIO, progress: Callable[[int], None] | None = None
) -> PrintResult:
    """Write sheets with each card once in the language of each job, on the sheet of the first job.

    `progress` receives the number of finished drawings after each page.
    """
    first = _titled(jobs)
    file = PdfFile(first.assets, first.language, first.sheet.card)
    findings: dict[Finding, None] = {}
    contexts = [sheet_context(job) for job in jobs]
    presses = [CardPress(job, context, file) for job, context in zip(jobs, contexts, strict=True)]
    drawings = [((card, press), 1) for card, _ in first.cards for press in presses]
    sheets = impose(drawings, first.sheet)
    done = 0
    for number, row in enumerate(sheets, 1):
        content = Content(file)
        for drawing, at in zip(row, fronts(first.sheet), strict=False):
            if drawing:
                card, press = drawing
                press.print_front(card, content, at)
        content.draw(cut_lines(first.sheet, len(row)))
        content.draw(crop_marks(first.sheet))
        content.draw(footer(first, number, len(sheets)))
        file.page(content, *first.sheet.paper)
        done += len(row)
        if progress:
            progress(done)
    file.save(out, about(first, file, first.sheet.name))
    for context in contexts:
        findings |= dict.fromkeys(context.findings)
    return PrintResult(len(sheets), len(first.cards), list(findings))


def _titled(jobs: Sequence[PrintJob]) -> PrintJob:
    """The first job, with the languages in its title."""
    languages = " · ".join(job.language.upper() for job in jobs)
    return replace(jobs[0], title=f"{jobs[0].title}, {languages}")


# Cards drawn for a web page.


@dataclass(frozen=True, slots=True, kw_only=True)
class ProofJob(CardJob):
    """Cards to show in one or more languages; the first language is the main one.

    `describe` returns the text of a card in a language. `changes` are those of all cards since the last print, if there was one.
    """

    languages: Sequence[str]
    describe: Callable[[Card, str], str]
    changes: CardChanges | None = None


class Back(NamedTuple):
    """Back as an `svg` element, the kinds of the cards that have it, and its name if it is a second side."""

    kinds: Sequence[str]
    drawing: str
    name: str = ""


class SharedParts(NamedTuple):
    """What the cards of a page share: the ids of the symbols of marks, definitions of drawings, and the backs."""

    icons: Mapping[str, str]
    definitions: str
    backs: Sequence[Back]


class Proof(NamedTuple):
    """Drawn cards: an `svg` element for each card's id and language, and what all of them share.

    `definitions` go into a `defs` element before them, `rules` into the page's style sheet; `icons` has the ids of the
    symbols of the game's marks; `credits` are those of fonts and icons. Backs are in the main language.
    """

    drawings: Mapping[tuple[str, str], str]
    backs: Sequence[Back]
    definitions: str
    rules: str
    icons: Mapping[str, str]
    credits: Sequence[str]
    findings: Sequence[Finding]


_IN_MEMORY = 16 * 2**20
"""Most bytes of drawings that are kept in memory."""


class _Drawings(Mapping[tuple[str, str], str]):
    """Drawings by card and language, which are not all in memory when there are many."""

    def __init__(self) -> None:
        self._file = SpooledTemporaryFile(_IN_MEMORY)  # noqa: SIM115 - closed with the drawings
        self._places: dict[tuple[str, str], tuple[int, int]] = {}

    def __del__(self) -> None:
        self._file.close()

    def add(self, key: tuple[str, str], drawing: str) -> None:
        """Add a drawing."""
        data = drawing.encode("utf-8", "surrogatepass")
        self._file.seek(0, SEEK_END)
        self._places[key] = self._file.tell(), len(data)
        self._file.write(data)

    def __getitem__(self, key: tuple[str, str]) -> str:
        start, length = self._places[key]
        self._file.seek(start)
        return self._file.read(length).decode("utf-8", "surrogatepass")

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


class CardDrawer(NamedTuple):
    """Draws the cards of a job in the language of a context, into a file of drawings."""

    job: ProofJob
    context: RenderContext
    file: SvgFile

    def front(self, card: Card, beyond: float = 0.0) -> str:
        """Draw a card, with `beyond` mm of its bleed, as an `svg` element."""
        face = face_of(card, self.job.faces)
        label = self.job.describe(card, self.context.language)
        attributes = {
            "role": "img",
            "lang": self.context.language,
            "aria-label": label,
            "class": _classes(face, beyond),
        }
        return self.file.drawing(self._parts(card, face, beyond), face.size, attributes, beyond)

    def backs(self) -> list[Back]:
        """Draw each version of each back once."""
        kinds = self.job.game.names("kinds")
        versions: dict[Hashable, tuple[Face, dict[str, Card]]] = {}
        for card in sorted((card for card, _ in self.job.cards), key=lambda card: kinds.index(card.kind)):
            face = face_of(card, self.job.backs)
            _, by_kind = versions.setdefault(drawing_key(card, face, self.context), (face, {}))
            by_kind.setdefault(card.kind, card)
        return [self._back(face, list(by_kind.values())) for face, by_kind in versions.values()]

    def _back(self, face: Face, cards: Sequence[Card]) -> Back:
        """Draw the back of the first card of each kind that has it."""
        kinds, language = [card.kind for card in cards], self.context.language
        side = second_side(cards[0], self.job.backs, language)
        name = side.name if side else ""
        names = ", ".join(self.job.game.label(f"kind:{kind}", language) for kind in kinds)
        label = name or tr("Back of {kinds}", kinds=names)
        attributes = {"role": "img", "aria-label": label, "class": _classes(face)}
        return Back(kinds, self.file.drawing(self._parts(cards[0], face), face.size, attributes), name)

    def _parts(self, card: Card, face: Face, beyond: float = 0.0) -> Iterator[DrawnPart]:
        """Parts of a card, without what is outside of a path along which it is cut, unless it is shown `beyond` that."""
        drawn = draw_card(card, face, self.context)
        if beyond or not has_path(face.cut):
            yield from drawn
        else:
            yield DrawnGroup(tuple(drawn), clip=cut_path(face.cut, Area(0.0, 0.0, *face.size)))

    def mark_icons(self) -> dict[str, str]:
        """Ids of the symbols of a game's marks."""
        marks = self.job.game.definition.get("marks", {})
        return {name: self.file.icon_id(mark["icon"]) for name, mark in marks.items()}


def _classes(face: Face, beyond: float = 0.0) -> str:
    """Classes of a drawing for the page's style sheet: its width, and how it is cut, unless it is shown `beyond` that."""
    name = "path" if has_path(face.cut) else face.cut
    cut = "uncut" if beyond else "" if name == "rect" else f"cut-{name}"
    return f"{width_class(face.size[0] + 2 * beyond)} {cut}".strip()


def width_class(width: float) -> str:
    """Class of drawings of a width in mm."""
    return f"w{width:g}".replace(".", "-")


def _context(job: ProofJob, language: str, backs: Mapping[str, Face] | None) -> RenderContext:
    """Render context of a job in a language, with what preflight reports."""
    context = job.context(language)
    report_problems(context, [card for card, _ in job.cards], job.faces, backs)
    return context


# All cards at once: drawings share fonts and definitions.


def draw_proof(job: ProofJob, progress: Callable[[int], None] | None = None) -> Proof:
    """Draw the cards of a job, each once regardless of its copies; `progress` is called with the number of drawings done.

    Raises:
        InputError: no cards are to be shown.
    """
    if not job.cards:
        raise InputError("nothing-to-print", tr("No cards to print."))
    file = SvgFile(job.assets)
    drawings = _Drawings()
    backs: list[Back] = []
    findings: dict[Finding, None] = {}
    for language in job.languages:
        drawer = CardDrawer(job, _context(job, language, None if backs else job.backs), file)
        backs = backs or drawer.backs()
        for card, _ in job.cards:
            drawings.add((card.id, language), drawer.front(card))
            if progress:
                progress(len(drawings))
        findings |= dict.fromkeys(drawer.context.findings)
    icons = drawer.mark_icons()
    rules = font_rules(file.letters)
    return Proof(drawings, backs, file.definitions, rules, icons, file.credits, list(findings))


# Cards one by one, for a page that stays open: each drawing is complete, so that it can be replaced alone.

_MOST_BYTES = 200_000_000
"""Most bytes of pictures that are remembered; the browser keeps those that it has shown."""

_USUAL = "".join(map(chr, range(0x20, 0x7F)))
"""Characters that each font has from the start, so that most changes of a text need no other font."""


class PageStore:
    """Fonts and pictures of a live page; `rules` are those of fonts, by class. Pictures are named by their content, so no name of a file leads to one."""

    def __init__(self) -> None:
        self.fonts = PageFonts()
        self.rules: dict[str, str] = {}
        self._letters: dict[Font, set[str]] = {}
        self._pictures: OrderedDict[str, tuple[bytes, Pixels, Tint | None]] = OrderedDict()

    def address(self, data: bytes, found: Pixels, tint: Tint | None = None) -> str:
        """Address of a picture in a tint, relative to the page."""
        key = blake2b(data + repr(tint).encode(), digest_size=12).hexdigest()
        self._pictures[key] = data, found, tint
        self._pictures.move_to_end(key)
        while (
            sum(len(kept) for kept, *_ in self._pictures.values()) > _MOST_BYTES and len(self._pictures) > 1
        ):
            self._pictures.popitem(last=False)
        return f"pictures/{key}"

    def picture(self, key: str) -> tuple[str, bytes] | None:
        """Media type and bytes of a picture by the last part of its address; None if there is none."""
        known = self._pictures.get(key)
        return page_picture(*known) if known else None

    def prepare_fonts(self, until: float) -> bool:
        """Write the rules of fonts that are shown with characters they do not have yet; whether all have them.

        One is written at least, and no further one after `until`, a value of `time.monotonic`.
        """
        for number, (font, shown) in enumerate(self.fonts.letters.items()):
            known = self._letters.get(font, set())
            if shown <= known:
                continue
            if until < 0:
                return False
            self._letters[font] = known | shown | set(_USUAL)
            self.rules[f"f{number}"] = font_rule(f"f{number}", font, self._letters[font])
            until = until if monotonic() < until else -1.0
        return True


class Look(NamedTuple):
    """How cards are drawn: on white grounds with `low_ink`, and with trim, safe zone and `boxes` over them."""

    low_ink: bool = False
    boxes: bool = False

    @property
    def beyond(self) -> float:
        """How much of the bleed is shown, in mm."""
        return BLEED if self.boxes else 0.0


class LiveProof:
    """Drawings of a job's cards in one language, each an `svg` element that contains all it needs."""

    def __init__(self, job: ProofJob, language: str, look: Look, store: PageStore) -> None:
        self._job, self._look, self._store = job, look, store
        self.context = _context(job, language, job.backs)

    def draw(self, card: Card) -> str:
        """Draw a card; what is found on the way is among the findings of the context."""
        drawer = self._drawer(f"{card.id}-{self.context.language}-")
        drawing = drawer.front(card, self._look.beyond)
        over = ""
        if self._look.boxes:
            face = face_of(card, self._job.faces).in_language(self.context.language)
            over = box_overlay(face, Scope(self.context, face, card))
        return _complete(drawing, drawer.file, over)

    def shared(self) -> SharedParts:
        """Draw the symbols of marks, and each back once."""
        marks, backs = self._drawer("mark-"), self._drawer("back-")
        icons, drawn_backs = marks.mark_icons(), backs.backs()
        return SharedParts(icons, marks.file.definitions + backs.file.definitions, drawn_backs)

    def sheet(self, parts: Iterable[DrawnPart], size: tuple[float, float], title: str, number: int) -> str:
        """Drawing of a sheet of paper with cards, without rounded corners."""
        file = self._drawer(f"sheet{number}-").file
        attributes = {"role": "img", "aria-label": title, "class": f"{width_class(size[0])} uncut"}
        return _complete(file.drawing(parts, size, attributes), file)

    def _drawer(self, prefix: str) -> CardDrawer:
        """Drawer into a file of its own, whose ids begin with `prefix`."""
        file = SvgFile(self._job.assets, self._store.fonts, prefix, self._store.address)
        return CardDrawer(self._job, self.context, file)


def _complete(drawing: str, file: SvgFile, over: str = "") -> str:
    """Drawing with the definitions that it refers to, and with what is shown over it."""
    return f"{drawing.removesuffix('</svg>')}<defs>{file.definitions}</defs>{over}</svg>"


# The trim, the safe zone and the boxes of a face, over a drawing.

_UNIT = 100
"""Units of a drawing to a millimetre."""


def box_overlay(face: Face, scope: Scope) -> str:
    """Trim, safe zone and boxes that a face shows of a card.

    A box is named by its id, or else by its kind and its line; of shapes without an id, only the tooltip says that.
    """
    whole = Area(0.0, 0.0, *face.size)
    lines = {"trim": _place(whole), "safe": _place(whole.inset(SAFE, SAFE))}
    marks = "".join(f'<rect class="under" {at}/><rect class="{name}" {at}/>' for name, at in lines.items())
    boxes = "".join(_box(box, area) for box, area in placed_boxes(face.boxes, scope))
    return f'<g class="overlay">{boxes}{marks}</g>'


def _box(box: Box, area: Area) -> str:
    where = box.place.where()
    where = where._replace(file="/".join(PurePath(where.file).parts[-2:]))
    is_plain = not (box.id or box.is_labelled)
    name = "" if is_plain else escape(box.id or f"{box.kind} {where.line}")
    sort = ' class="plain-box"' if is_plain else ""
    turn = ""
    if box.turn:
        x, y = area.centre
        turn = f' transform="rotate({box.turn:g} {x * _UNIT:.0f} {y * _UNIT:.0f})"'
    return (
        f"<g{sort}{turn}><title>{escape(' · '.join([*([box.id] if box.id else []), box.kind, str(where)]))}</title>"
        f"<rect {_place(area)}/>"
        f'<text x="{area.x * _UNIT + 10:.0f}" y="{max(area.y * _UNIT - 30, 170 - BLEED * _UNIT):.0f}">{name}</text></g>'
    )


def _place(area: Area) -> str:
    x, y, width, height = (round(length * _UNIT) for length in area)
    return f'x="{x}" y="{y}" width="{width}" height="{height}"'

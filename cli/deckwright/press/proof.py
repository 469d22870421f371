"""Proofs for translators: cards in several languages, side by side or for one web page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from io import SEEK_END
from tempfile import SpooledTemporaryFile
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from deckwright.errors import InputError, UsageError
from deckwright.messages import tr
from deckwright.press.drawing.card import draw_card, drawing_key
from deckwright.press.drawing.context import RenderContext
from deckwright.press.faces.choice import face_of, second_side
from deckwright.press.graphics.cuts import cut_path, has_path
from deckwright.press.graphics.parts import Area, DrawnGroup
from deckwright.press.preflight.run import report_problems
from deckwright.press.printing import CardPress, PrintResult, checked_context
from deckwright.press.sheets.imposition import fronts, impose
from deckwright.press.sheets.marks import crop_marks, cut_lines, footer
from deckwright.press.writing.document import Content, PdfFile, about
from deckwright.press.writing.web import SvgFile, font_rules

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Sequence

    from deckwright.findings import Finding
    from deckwright.model.card import Card
    from deckwright.model.game import Game
    from deckwright.press.drawing.context import CardsByFace
    from deckwright.press.faces.face_file import Face
    from deckwright.press.graphics.parts import DrawnPart
    from deckwright.press.printing import PrintJob
    from deckwright.press.sheets.sheet import Sheet


# Proof sheets for translators: each card in several languages, side by side.


def proof_sheet(sheet: Sheet, languages: int) -> Sheet:
    """The sheet with columns for a whole number of cards, each in several languages.

    Raises:
        UsageError: it is too narrow, or folded.
    """
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
    contexts = [checked_context(job) for job in jobs]
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


# Proofs: cards in one language or several, drawn for one web page.


class ProofJob(NamedTuple):
    """Cards of one game, with their copies, to show in one or more languages; the first language is the main one.

    `faces`, `backs`, `assets`, `matches`, `cards_by_face` and `low_ink` are as in a `PrintJob`; `describe` returns the text of a
    card in a language.
    """

    game: Game
    cards: Sequence[tuple[Card, int]]
    languages: Sequence[str]
    title: str
    faces: Mapping[str, Face]
    assets: Mapping[str, bytes]
    matches: Callable[[str, Card], bool]
    describe: Callable[[Card, str], str]
    cards_by_face: CardsByFace
    backs: Mapping[str, Face]
    low_ink: bool = False
    findings: Sequence[Finding] = ()


class Back(NamedTuple):
    """Back as an `svg` element, the kinds of the cards that have it, and its name if it is a second side."""

    kinds: Sequence[str]
    drawing: str
    name: str = ""


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
    findings: dict[Finding, None] = dict.fromkeys(job.findings)
    for language in job.languages:
        context = RenderContext(
            job.game, language, job.assets, job.matches, job.cards_by_face, low_ink=job.low_ink
        )
        report_problems(context, [card for card, _ in job.cards], job.faces, None if backs else job.backs)
        backs = backs or draw_backs(job, context, file)
        for card, _ in job.cards:
            drawings.add((card.id, language), draw_front(card, job, context, file))
            if progress:
                progress(len(drawings))
        findings |= dict.fromkeys(context.findings)
    icons = mark_icons(job, file)
    rules = font_rules(file.letters)
    return Proof(drawings, backs, file.definitions, rules, icons, file.credits, list(findings))


def mark_icons(job: ProofJob, file: SvgFile) -> dict[str, str]:
    """Ids of the symbols of a game's marks."""
    return {mark: file.icon_id(one["icon"]) for mark, one in job.game.definition.get("marks", {}).items()}


def draw_backs(job: ProofJob, context: RenderContext, file: SvgFile) -> list[Back]:
    """Draw each version of each back once."""
    backs = job.backs
    return [_back(face, cards, (context, backs), file) for face, cards in _worn(job, context)]


def _worn(job: ProofJob, context: RenderContext) -> list[tuple[Face, list[Card]]]:
    """Each version of each back, with the first card of each kind that has it."""
    kinds = job.game.names("kinds")
    drawn: dict[Hashable, tuple[Face, dict[str, Card]]] = {}
    for card in sorted((card for card, _ in job.cards), key=lambda card: kinds.index(card.kind)):
        face = face_of(card, job.backs)
        drawn.setdefault(drawing_key(card, face, context), (face, {}))[1].setdefault(card.kind, card)
    return [(face, list(cards.values())) for face, cards in drawn.values()]


def _back(
    face: Face, cards: Sequence[Card], known: tuple[RenderContext, Mapping[str, Face]], file: SvgFile
) -> Back:
    """Draw a back; `known` are the context and the backs of all cards."""
    context, backs = known
    kinds = [card.kind for card in cards]
    names = ", ".join(context.game.label(f"kind:{kind}", context.language) for kind in kinds)
    side = second_side(cards[0], backs, context.language)
    name = side.name if side else ""
    label = name or tr("Back of {kinds}", kinds=names)
    attributes = {"role": "img", "aria-label": label, **_drawing_class(face)}
    return Back(kinds, file.drawing(_parts(cards[0], face, context), face.size, attributes), name)


def draw_front(card: Card, job: ProofJob, context: RenderContext, file: SvgFile, beyond: float = 0.0) -> str:
    """Draw a card, with `beyond` mm of its bleed, as an `svg` element."""
    face = face_of(card, job.faces)
    label = job.describe(card, context.language)
    attributes = {
        "role": "img",
        "lang": context.language,
        "aria-label": label,
        **_drawing_class(face, beyond),
    }
    return file.drawing(_parts(card, face, context, beyond), face.size, attributes, beyond)


def _drawing_class(face: Face, beyond: float = 0.0) -> dict[str, str]:
    """Classes of a drawing for the page's style sheet: its width, and how it is cut, unless it is shown `beyond` that."""
    name = "path" if has_path(face.cut) else face.cut
    cut = "uncut" if beyond else "" if name == "rect" else f"cut-{name}"
    return {"class": f"{width_class(face.size[0] + 2 * beyond)} {cut}".strip()}


def width_class(width: float) -> str:
    """Class of drawings of a width in mm."""
    return f"w{width:g}".replace(".", "-")


def _parts(card: Card, face: Face, context: RenderContext, beyond: float = 0.0) -> Iterator[DrawnPart]:
    """Parts of a card, without what is outside of a path along which it is cut, unless it is shown `beyond` that."""
    drawn = draw_card(card, face, context)
    if beyond or not has_path(face.cut):
        yield from drawn
    else:
        yield DrawnGroup(tuple(drawn), clip=cut_path(face.cut, Area(0.0, 0.0, *face.size)))

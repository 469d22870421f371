"""What a live page shows: the cards of a game's folder in one language and look, and the sheets that they are printed on."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, groupby
from typing import TYPE_CHECKING, NamedTuple

from deckwright.errors import DeckwrightError, as_findings, bug_in
from deckwright.messages import tr, trn
from deckwright.model.languages import unsupported_script
from deckwright.press.drawing.card import draw_blank_card, draw_card
from deckwright.press.faces.choice import face_of, faces_on_target
from deckwright.press.printing import PrintJob, by_size
from deckwright.press.proof import ProofJob
from deckwright.press.proof_page import width_rule
from deckwright.press.sheets.imposition import impose, join_last_sheets
from deckwright.press.sheets.marks import footer
from deckwright.press.sheets.plan import (
    SheetDrawing,
    back_parts,
    joined_back_parts,
    joined_parts,
    sheet_parts,
)
from deckwright.press.sheets.sheet import load_sheet
from deckwright.workbench.cards import spoken_card
from deckwright.workbench.game_faces import cards_by_face, load_backs, load_fronts, query_matcher

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from deckwright.findings import Finding
    from deckwright.model.card import Card
    from deckwright.model.game import GamePackage
    from deckwright.press.faces.face_file import Face
    from deckwright.press.graphics.parts import DrawnPart
    from deckwright.press.live_proof import LiveProof
    from deckwright.press.proof import Back
    from deckwright.press.sheets.imposition import JoinedRows
    from deckwright.store.printer_profiles import Edge


# The content of a folder that can be drawn.


class PreviewContent(NamedTuple):
    """A game that was read without errors, its faces, and the ids of the cards that have `changed` since the last content.

    Contents are numbered. With the `same_design`, no other card can look different, unless a card shows something of another one.
    """

    package: GamePackage
    fronts: Mapping[str, Face]
    backs: Mapping[str, Face]
    matches: Callable[[str, Card], bool]
    findings: Sequence[Finding]
    changed: frozenset[str] = frozenset()
    same_design: bool = False
    number: int = 0

    @property
    def languages(self) -> list[str]:
        """Languages of the game that can be printed, its own first."""
        game = self.package.game
        every = dict.fromkeys([game.source_language, *game.languages])
        return [one for one in every if not unsupported_script(one)]

    def job(self, languages: Sequence[str], *, low_ink: bool = False) -> ProofJob:
        """Job of all cards."""
        package = self.package
        return ProofJob(
            game=package.game,
            cards=[(card, card.copies) for card in package.cards],
            languages=languages,
            title=package.game.title(package.game.source_language),
            faces=self.fronts,
            assets=package.assets,
            matches=self.matches,
            describe=lambda card, language: spoken_card(card, package.game, language),
            cards_by_face=cards_by_face(package.game, package.cards),
            backs=self.backs,
            low_ink=low_ink,
        )

    def print_job(self, language: str, sheet: str) -> PrintJob:
        """Job of all copies on a packaged sheet."""
        package = self.package
        return PrintJob(
            game=package.game,
            cards=[(card, card.copies) for card in package.cards if card.copies],
            language=language,
            sheet=load_sheet(sheet),
            faces=self.fronts,
            title=package.game.title(language),
            assets=package.assets,
            matches=self.matches,
            backs=self.backs,
            cards_by_face=cards_by_face(package.game, package.cards),
        )


def content_of(
    package: GamePackage, findings: Sequence[Finding], last: PreviewContent | None
) -> PreviewContent:
    """Content of a package; what it has in common with the last one is taken from there.

    Raises:
        InputError: a face has errors.
    """
    if last and _has_same_design(package, last.package):
        known = {card.id: card for card in last.package.cards}
        changed = frozenset(card.id for card in package.cards if known.get(card.id) != card)
        return last._replace(
            package=package, findings=findings, changed=changed, same_design=True, number=last.number + 1
        )
    game, assets, cards = package.game, package.assets, package.cards
    fronts = faces_on_target(load_fronts(game, cards, assets), "html")
    backs = faces_on_target(load_backs(game, cards, assets), "html")
    number = last.number + 1 if last else 0
    return PreviewContent(package, fronts, backs, query_matcher(game), findings, number=number)


def _has_same_design(one: GamePackage, other: GamePackage) -> bool:
    """Whether two versions of a game differ only in their cards; kinds without cards have no face yet.

    Where a query chooses the face, a changed card may have another one.
    """
    sides = (kind.get(side) for kind in one.game.definition["kinds"].values() for side in ("face", "back"))
    return (
        not any(isinstance(side, list) for side in sides)
        and one.game == other.game
        and one.assets == other.assets
        and {card.kind for card in one.cards} <= {card.kind for card in other.cards}
    )


# Drawings of the cards in one language, which survive a change of other cards.


class DrawnCard(NamedTuple):
    """Drawing of a card, and what was found about it."""

    drawing: str
    findings: tuple[Finding, ...]


class Edition:
    """Cards of one content in one language and look.

    Cards that have changed are drawn first, from the `first` one on. If nothing but cards has changed, the others keep the drawings of the last
    edition until there is time to draw them again.
    """

    def __init__(
        self, content: PreviewContent, proof: LiveProof, last: Edition | None, first: str = ""
    ) -> None:
        self.content, self.proof = content, proof
        # An edition of an older content knows nothing of what has changed since.
        is_next = last is not None and last.content.number == content.number - 1
        same = last if is_next and content.same_design else None
        ids = [card.id for card in content.package.cards]
        start = ids.index(first) if first in ids else 0
        ids = [*ids[start:], *ids[:start]]
        self.cards: dict[str, DrawnCard] = {}
        if same:
            self.cards = {one: same.cards[one] for one in ids if one in same.cards}
        self.urgent = [one for one in ids if one in content.changed or one not in self.cards]
        urgent = set(self.urgent)
        self.later = [one for one in ids if one not in urgent]
        self.general: dict[Finding, None] = dict(same.general) if same else {}
        self.faults: dict[Finding, None] = {}
        self.marks, self._symbols = proof.symbols()
        self.backs: Sequence[Back]
        self.shared: str
        self.backs, self.shared = (same.backs, same.shared) if same else proof.backs()
        self._by_id = {card.id: card for card in content.package.cards}
        self._seen = 0
        self._about: dict[str, dict[Finding, None]] = {}

    def draw(self, *, has_time: bool) -> bool:
        """Draw the next card; False if all are drawn, or those that are left can wait and `has_time` is false."""
        queue = self.urgent or (self.later if has_time else [])
        if not queue:
            return False
        card = queue.pop(0)
        try:
            drawing = self.proof.draw(self._by_id[card])
        except Exception as error:  # noqa: BLE001 - one card that cannot be drawn must not stop the others
            self.faults |= dict.fromkeys(faults_of(error, card))
            return True
        self._collect()
        self.cards[card] = DrawnCard(drawing, tuple(self._about.get(card, ())))
        if not self.urgent and not self.later:
            self.backs, self.shared = self.proof.backs()
            self.general = {one: None for one in self.proof.context.findings if not one.subjects}
        return True

    @property
    def definitions(self) -> str:
        """What the backs share, and the symbols of marks."""
        return self._symbols + self.shared

    def _collect(self) -> None:
        """Sort the findings that are new in the context by their cards."""
        found = list(self.proof.context.findings)
        for finding in found[self._seen :]:
            for card in finding.subjects:
                self._about.setdefault(card, {})[finding] = None
            if not finding.subjects:
                self.general[finding] = None
        self._seen = len(found)


def faults_of(error: Exception, card: str = "") -> list[Finding]:
    """Findings for an error, about a card; if it was not expected, that it is a bug."""
    fault = error if isinstance(error, DeckwrightError) else bug_in(error)
    return [replace(one, subjects=one.subjects or ((card,) if card else ())) for one in as_findings(fault)]


# Sheets of paper with the cards of one content.


class _Page(NamedTuple):
    """Page of a sheet: its job, its cards, how many sheets are the same, and whether it has their backs.

    A page with cards of several sizes has them in `rows`.
    """

    job: PrintJob
    cards: Sequence[Card | None]
    times: int = 1
    is_back: bool = False
    rows: Sequence[JoinedRows[Card]] = ()


class PreviewSheets:
    """Pages on a sheet, each different one once; `pages` are those that are drawn, by number from 0.

    With `duplex`, the edge about which the paper is turned, each page of fronts is followed by that of their backs.
    """

    def __init__(
        self, content: PreviewContent, proof: LiveProof, sheet: str, duplex: Edge | None = None
    ) -> None:
        self.content, self.proof = content, proof
        self.pages: dict[int, tuple[str, str]] = {}
        job = content.print_job(proof.context.language, sheet)
        self._sizes = by_size(job)
        fronts = _pages(job, self._sizes)
        self._total = sum(page.times for page in fronts)
        self._edge: Edge = duplex or "long"
        self._rows = [
            page
            for front in fronts
            for page in (
                front,
                *([front._replace(is_back=True)] if duplex and not front.job.sheet.fold else []),
            )
        ]

    def __len__(self) -> int:
        """Number of different pages."""
        return len(self._rows)

    @property
    def size_rules(self) -> str:
        """Style rules for the widths of the sheets."""
        return "\n".join(dict.fromkeys(width_rule(page.job.sheet.paper[0]) for page in self._rows))

    def draw(self) -> bool:
        """Draw the next page; False if all are drawn."""
        number = len(self.pages)
        if number == len(self._rows):
            return False
        page = self._rows[number]
        first = sum(before.times for before in self._rows[:number] if not before.is_back) + (not page.is_back)
        title = tr("Sheet {number} of {total}", number=first, total=self._total)
        title += f" · {tr('Backs')}" if page.is_back else ""
        picture = self.proof.sheet(self._parts(page, first), page.job.sheet.paper, title, number)
        again = " · " + trn("{count} copy", "{count} copies", page.times) if page.times > 1 else ""
        self.pages[number] = f"{title}{again}", picture
        return True

    def _parts(self, page: _Page, number: int) -> Iterator[DrawnPart]:
        if page.rows:

            def of_rows(rows: JoinedRows[Card]) -> SheetDrawing:
                return self._drawing(replace(self._sizes[rows.part], sheet=rows.sheet), number)

            if page.is_back:
                return joined_back_parts(page.rows, self._edge, of_rows)
            return joined_parts(page.rows, of_rows)
        drawing = self._drawing(page.job, number)
        if page.is_back:
            return back_parts(page.job.sheet, page.cards, self._edge, drawing.back)
        return sheet_parts(page.job.sheet, page.cards, drawing)

    def _drawing(self, job: PrintJob, number: int) -> SheetDrawing:
        """How the cards of one size, and the footer of a sheet, are drawn."""
        context, last = self.proof.context, job.cards[-1][0]

        def front(card: Card | None) -> list[DrawnPart]:
            if card is None:
                return [draw_blank_card(job.sheet.card)]
            return list(draw_card(card, face_of(card, job.faces), context))

        def back(card: Card | None) -> list[DrawnPart]:
            # Blank cards have the back of the last card, as in print.
            card = card or last
            return list(draw_card(card, face_of(card, job.backs), context))

        return SheetDrawing(front, back, footer(job, number, self._total))


def _pages(job: PrintJob, sizes: Sequence[PrintJob]) -> list[_Page]:
    """Pages of fronts as they are printed: those of each size, and those with rows of several sizes."""
    imposed = [impose(part.cards, part.sheet) for part in sizes]
    joined = join_last_sheets([part.sheet for part in sizes], imposed)
    for rows in chain(*joined):
        imposed[rows.part].pop()
    return [
        *(
            _Page(part, cards, len(list(same)))
            for part, sheets in zip(sizes, imposed, strict=True)
            for cards, same in groupby(sheets)
        ),
        *(_Page(job, (), rows=rows) for rows in joined),
    ]

"""The live page of a game's folder: what it shows now, and what a page has not been told yet, without a database."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from itertools import chain, groupby
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.errors import DeckwrightError, as_findings, bug_in
from deckwright.files.game_folder import ParsedFiles, stops_load
from deckwright.files.game_package import inspect_package
from deckwright.messages import tr, trn
from deckwright.model.game import Game
from deckwright.model.languages import unsupported_script
from deckwright.press.drawing.card import draw_blank_card, draw_card
from deckwright.press.faces.choice import cards_by_face, face_of, load_sides, open_fonts, query_matcher
from deckwright.press.print_job import PrintJob, by_size, footer
from deckwright.press.proof.drawings import LiveProof, Look, PageStore, ProofJob, SharedParts
from deckwright.press.proof.page import (
    ProofPage,
    data_of,
    filled_page,
    findings_by_card,
    live_controls,
    page_code,
    problems_banner,
    sheet_item,
    size_rules,
    width_rule,
)
from deckwright.press.sheets.imposition import (
    JoinedRows,
    at_rows,
    back_parts,
    front_parts,
    impose,
    join_last_sheets,
)
from deckwright.press.sheets.sheet import load_sheet, sheet_names
from deckwright.workbench.cards import spoken_card
from deckwright.workbench.game_checks import CardFiles, check_package
from deckwright.workbench.library import reading_language

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from deckwright.findings import Finding, Where
    from deckwright.model.card import Card
    from deckwright.model.game import GamePackage
    from deckwright.press.faces.face_file import Face
    from deckwright.press.graphics.parts import DrawnPart
    from deckwright.press.sheets.sheet import Sheet
    from deckwright.store.prints import Edge
    from deckwright.workbench.library import WantedLanguage


# The content of a folder that can be drawn.


class PreviewContent(NamedTuple):
    """A game that was read without errors, its faces, and the ids of the cards that have `changed` since the last content."""

    package: GamePackage
    fronts: Mapping[str, Face]
    backs: Mapping[str, Face]
    matches: Callable[[str, Card], bool]
    findings: Sequence[Finding]
    changed: frozenset[str] = frozenset()

    @property
    def languages(self) -> list[str]:
        """Languages of the game that can be printed, its own first."""
        game = self.package.game
        every = dict.fromkeys([game.source_language, *game.languages])
        return [language for language in every if not unsupported_script(language)]

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
    """Content of a package; faces that it has in common with the last one are taken from there."""
    game, assets, cards = package.game, package.assets, package.cards
    lacks_letters = open_fonts(game, cards, assets)
    if last and not lacks_letters and _has_same_faces(package, last.package):
        before = {card.id: card for card in last.package.cards}
        changed = frozenset(card.id for card in cards if before.get(card.id) != card)
        return last._replace(package=package, findings=findings, changed=changed)
    fronts, backs = load_sides(game, cards, assets, "html")
    return PreviewContent(package, fronts, backs, query_matcher(game), findings)


def _has_same_faces(package: GamePackage, other: GamePackage) -> bool:
    """Whether two versions of a game differ only in their cards; kinds without cards have no face yet.

    Where a query chooses the face, a changed card may have another one.
    """
    kinds = package.game.definition["kinds"].values()
    return (
        not any(isinstance(kind.get(side), list) for kind in kinds for side in ("face", "back"))
        and package.game == other.game
        and package.assets == other.assets
        and {card.kind for card in package.cards} <= {card.kind for card in other.cards}
    )


# Drawings of the cards in one language.


class Edition:
    """Cards of one content in one language and look. Those that have changed are drawn first, then from the `first` one on."""

    def __init__(self, content: PreviewContent, proof: LiveProof, first: str = "") -> None:
        self.proof = proof
        self.drawings: dict[str, str] = {}
        self.faults: dict[Finding, None] = {}
        cards = list(content.package.cards)
        start = next((number for number, card in enumerate(cards) if card.id == first), 0)
        cards = [*cards[start:], *cards[:start]]
        self._changed = [card for card in cards if card.id in content.changed]
        self._others = [card for card in cards if card.id not in content.changed]

    @cached_property
    def shared(self) -> SharedParts:
        """What the cards share."""
        return self.proof.shared()

    @property
    def findings(self) -> Iterable[Finding]:
        """What was found until now."""
        return self.proof.context.findings

    def draw(self, *, is_changed: bool) -> bool:
        """Draw the next card that has changed, or that has not; False if there are none left."""
        queue = self._changed if is_changed else self._others
        if not queue:
            return False
        card = queue.pop(0)
        try:
            self.drawings[card.id] = self.proof.draw(card)
        except Exception as error:  # noqa: BLE001 - one card that cannot be drawn must not stop the others
            self.faults |= dict.fromkeys(faults_of(error, card.id))
        return True


def faults_of(error: Exception, card: str = "") -> list[Finding]:
    """Findings for an error, about a card; if it was not expected, that it is a bug."""
    fault = error if isinstance(error, DeckwrightError) else bug_in(error)
    subjects = (card,) if card else ()
    return [finding._replace(subjects=finding.subjects or subjects) for finding in as_findings(fault)]


# Sheets of paper with the cards of one content.


class _Page(NamedTuple):
    """Page of a sheet: its rows, of one size or of several, how many sheets are the same, and whether it has their backs."""

    rows: Sequence[JoinedRows[Card]]
    times: int = 1
    is_back: bool = False

    @property
    def sheet(self) -> Sheet:
        """The sheet of paper, as that of its last rows."""
        return self.rows[-1].sheet


class PreviewSheets:
    """Pages on a sheet, each different one once; `pages` are those that are drawn, by number from 0.

    With `duplex`, the edge about which the paper is turned, each page of fronts is followed by that of their backs.
    """

    def __init__(
        self, content: PreviewContent, proof: LiveProof, sheet: str, duplex: Edge | None = None
    ) -> None:
        self.proof = proof
        self.pages: dict[int, tuple[str, str]] = {}
        self._job = content.print_job(proof.context.language, sheet)
        self._sizes = by_size(self._job)
        fronts = _pages(self._sizes)
        self._total = sum(page.times for page in fronts)
        self._edge: Edge = duplex or "long"
        has_backs = duplex and not self._job.sheet.fold
        sides = (False, True) if has_backs else (False,)
        self._pages = [front._replace(is_back=is_back) for front in fronts for is_back in sides]

    def __len__(self) -> int:
        """Number of different pages."""
        return len(self._pages)

    @property
    def size_rules(self) -> str:
        """Style rules for the widths of the sheets."""
        return "\n".join(dict.fromkeys(width_rule(page.sheet.paper[0]) for page in self._pages))

    def draw(self) -> bool:
        """Draw the next page; False if all are drawn."""
        number = len(self.pages)
        if number == len(self._pages):
            return False
        page = self._pages[number]
        first = sum(before.times for before in self._pages[:number] if not before.is_back) + (
            not page.is_back
        )
        title = tr("Sheet {number} of {total}", number=first, total=self._total)
        title += f" · {tr('Backs')}" if page.is_back else ""
        picture = self.proof.sheet(self._parts(page, first), page.sheet.paper, title, number)
        again = " · " + trn("{count} copy", "{count} copies", page.times) if page.times > 1 else ""
        self.pages[number] = f"{title}{again}", picture
        return True

    def _parts(self, page: _Page, number: int) -> Iterator[DrawnPart]:
        if page.is_back:
            return back_parts(page.rows, self._edge, self._back)
        foot = footer(replace(self._job, sheet=page.sheet), number, self._total)
        return chain(front_parts(page.rows, self._front, self._back), at_rows(page.rows[-1], foot))

    def _front(self, rows: JoinedRows[Card], card: Card | None) -> Iterable[DrawnPart]:
        if card is None:
            return [draw_blank_card(rows.sheet.card)]
        return draw_card(card, face_of(card, self._job.faces), self.proof.context)

    def _back(self, rows: JoinedRows[Card], card: Card | None) -> Iterable[DrawnPart]:
        # Blank cards have the back of the last card, as in print.
        card = card or self._sizes[rows.part].cards[-1][0]
        return draw_card(card, face_of(card, self._job.backs), self.proof.context)


def _pages(sizes: Sequence[PrintJob]) -> list[_Page]:
    """Pages of fronts as they are printed: those of each size, and those with rows of several sizes."""
    imposed = [impose(part.cards, part.sheet) for part in sizes]
    joined = join_last_sheets([part.sheet for part in sizes], imposed)
    for rows in chain(*joined):
        imposed[rows.part].pop()
    pages = [
        _Page([JoinedRows(number, cards, part.sheet)], len(list(same)))
        for number, (part, sheets) in enumerate(zip(sizes, imposed, strict=True))
        for cards, same in groupby(sheets)
    ]
    return [*pages, *map(_Page, joined)]


# What a page asks for, and what it has been told.


class View(NamedTuple):
    """What a page shows: the cards in some languages, drawn in a way; or, with the name of a `sheet`, printed on it.

    With `duplex`, the edge about which the paper is turned, sheets have their backs.
    """

    languages: tuple[str, ...] = ()
    look: Look = Look()
    sheet: str = ""
    duplex: Edge | None = None


class News:
    """What a page has not been told yet. Values that it knows are left out; cards and sheets are told one by one."""

    def __init__(self) -> None:
        self.parts: dict[str, Any] = {}
        self._told: dict[str, Any] = {}
        self._items: dict[str, object] = {}

    @property
    def known(self) -> Collection[str]:
        """Names of the values that the page knows."""
        return self._told.keys()

    def put(self, name: str, value: Any) -> None:
        """Send the page a value, unless it has it."""
        if name not in self._told or self._told[name] != value:
            self._told[name] = self.parts[name] = value

    def is_new(self, item: str, key: object) -> bool:
        """Whether the page does not know an item as it is now; `key` is equal as long as the item is."""
        if item in self._items and self._items[item] == key:
            return False
        self._items[item] = key
        return True

    def retain(self, items: Collection[str]) -> None:
        """Forget all items but these: the page removes the others, and must be told if they come back."""
        self._items = {item: key for item, key in self._items.items() if item in items}

    def take(self) -> dict[str, Any]:
        """All that is new, once."""
        parts, self.parts = self.parts, {}
        return parts


_PARSED = 8_000_000
"""Bytes of files that are kept parsed, which takes ten times as much memory: those of some 20,000 cards."""

_BATCH = 0.04
"""Seconds of drawing after which what is drawn is shown."""


# The page of one folder.


class Preview:
    """The live page of a game's folder. A folder with errors keeps the content that it had before.

    Methods can be called from several threads; `version` changes whenever there may be something new to show.
    """

    def __init__(self, folder: Path, wanted: WantedLanguage) -> None:
        self.folder, self.version = folder, 0
        self.errors: Sequence[Finding] = ()
        self._wanted = wanted
        self._language = ""
        self._lock = Lock()
        self._content: PreviewContent | None = None
        self._parsed = ParsedFiles(_PARSED)
        self._checked: tuple[PreviewContent | None, Sequence[Finding]] = None, ()
        self._editions: dict[tuple[str, Look], Edition] = {}
        self._sheets: dict[View, PreviewSheets] = {}
        self._first = ""
        self._places: dict[str, Where] = {}
        self._card_files = CardFiles(folder)
        self._store = PageStore()

    def reload(self) -> None:
        """Read the folder again."""
        with self._lock:
            self.version += 1
            try:
                package, findings = inspect_package(self.folder, self._parsed)
                if package is None or stops_load(findings):
                    self.errors = [finding for finding in findings if finding.severity == "error"]
                    return
                self._language = reading_language(package.game, self._wanted)
                self._content = content_of(package, findings, self._content)
                self._editions, self._sheets = {}, {}
            except Exception as error:  # noqa: BLE001 - whatever is wrong, the page goes on with what it has
                self.errors = faults_of(error)
                return
            self.errors = ()
            self._places, self._card_files = {}, CardFiles(self.folder)

    def check(self) -> None:
        """Look for all that loading the game would report, once for each content: that takes longer than drawing."""
        content = self._content
        if content is None or self._checked[0] is content or self.errors:
            return
        findings = check_package(None, content.package, self.folder)
        with self._lock:
            if self._content is content:
                self._checked = content, findings
                self.version += 1

    def picture(self, key: str) -> tuple[str, bytes] | None:
        """Media type and bytes of a picture that the page shows; None if it shows none of this name."""
        with self._lock:
            return self._store.picture(key)

    def look_at(self, card: str) -> None:
        """Draw this card and those after it first, when many are drawn again: they are in sight."""
        self._first = card

    def page(self, spoken: str) -> str:
        """The page before anything is drawn, with its own words in a language."""
        with self._lock:
            job = self._job()
        html = dict.fromkeys(("definitions", "cards", "backs", "choices", "remarks", "credits"), "")
        page = ProofPage(job, chosen=job.languages[:1])
        html["data"] = data_of({**page.settings, "cards": []})
        html["controls"] = live_controls(sheet_names())
        return "".join(filled_page(page, page_code("", is_live=True), spoken, html))

    def _job(self) -> ProofJob:
        """Job of the page, in all languages; without content, of a game without cards that is named after the folder."""
        if self._content:
            return self._content.job(self._languages(self._content))
        name = self.folder.resolve().name
        game = Game(name, "en", ("en",), {"kinds": {}}, {"en": {"game:title": name}})
        return ProofJob(
            game=game,
            cards=[],
            languages=["en"],
            title=name,
            faces={},
            assets={},
            matches=lambda *_: False,
            describe=lambda *_: "",
        )

    def _languages(self, content: PreviewContent) -> list[str]:
        """Languages of the game, the one wanted first."""
        known = content.languages
        return sorted(known, key=lambda language: language != self._language)

    def update(self, view: View, news: News) -> bool:
        """Draw for a short time, and add what a page that shows `view` has not been told; whether nothing is left."""
        with self._lock:
            is_done, faults = True, dict.fromkeys(self.errors)
            try:
                if self._content:
                    is_done = self._show(self._content, view, news)
            except Exception as error:  # noqa: BLE001 - as above
                faults |= dict.fromkeys(faults_of(error))
            faults |= dict.fromkeys(
                chain.from_iterable(edition.faults for edition in self._editions.values())
            )
            news.put("problems", problems_banner([self._located(fault) for fault in faults]))
            return is_done

    def _show(self, content: PreviewContent, view: View, news: News) -> bool:
        start = monotonic()
        languages = self._languages(content)
        shown = [language for language in languages if language in view.languages] or languages[:1]
        editions = {language: self._edition(content, language, view.look) for language in shown}
        page = ProofPage(content.job(languages), shown, shown[:1])
        # Before any card, and also when nothing else is told yet: the page keeps those cards only.
        news.put("order", [card.id for card in content.package.cards])
        is_sheet = view.sheet in sheet_names()
        if is_sheet:
            is_done = self._draw_sheets(content, view._replace(languages=tuple(shown)), news)
        else:
            is_done = _draw_cards(editions.values(), start)
        drawn = chain.from_iterable(edition.findings for edition in editions.values())
        findings = dict.fromkeys([*content.findings, *self._checked[1], *drawn])
        by_card = findings_by_card(findings)
        if is_done or "words" not in news.known:
            general = [self._located(finding) for finding in findings if not finding.subjects]
            parts = page.content(editions[shown[0]].shared, general, by_card)
            for name, value in {**page.settings, **page.heads, **parts}.items():
                news.put(name, value)
            news.put("shown", languages[:1])
            news.put("sizes", size_rules(content.fronts.values(), view.look.beyond))
        if not is_sheet:
            self._tell_cards(page, editions, by_card, news)
        is_done = self._store.prepare_fonts(start + _BATCH) and is_done
        for name, rule in self._store.rules.items():
            news.put(f"font {name}", rule)
        return is_done

    def _edition(self, content: PreviewContent, language: str, look: Look) -> Edition:
        key = language, look
        if key not in self._editions:
            proof = LiveProof(content.job([language], low_ink=look.low_ink), language, look, self._store)
            self._editions[key] = Edition(content, proof, self._first)
        return self._editions[key]

    def _draw_sheets(self, content: PreviewContent, view: View, news: News) -> bool:
        """Draw the next sheet; whether nothing is left to draw."""
        language = view.languages[0]
        view = view._replace(languages=(language,), look=view.look._replace(boxes=False))
        sheets = self._sheets.get(view)
        if not sheets:
            job = content.job([language], low_ink=view.look.low_ink)
            proof = LiveProof(job, language, view.look, self._store)
            sheets = self._sheets[view] = PreviewSheets(content, proof, view.sheet, view.duplex)
        is_done = not sheets.draw()
        news.retain({f"sheet {number}" for number in range(len(sheets))})
        for number, (title, drawing) in sheets.pages.items():
            if news.is_new(f"sheet {number}", drawing):
                news.parts.setdefault("sheets", []).append([number, sheet_item(title, drawing)])
        news.put("sheet sizes", sheets.size_rules)
        news.put("sheet count", len(sheets))
        return is_done

    def _tell_cards(
        self,
        page: ProofPage,
        editions: Mapping[str, Edition],
        by_card: Mapping[str, Sequence[Finding]],
        news: News,
    ) -> None:
        """Add the cards that the page does not know as they are now, with their drawings as far as there are any."""
        news.retain({card.id for card, _ in page.job.cards})
        for number, (card, _) in enumerate(page.job.cards):
            drawings = {
                (card.id, language): edition.drawings[card.id]
                for language, edition in editions.items()
                if card.id in edition.drawings
            }
            findings = [self._located(finding) for finding in by_card.get(card.id, ())]
            if len(drawings) == len(editions) and news.is_new(card.id, (card, drawings, findings)):
                told = [page.card(number, drawings, findings), page.card_data(number, len(findings))]
                news.parts.setdefault("cards", []).append(told)

    # Findings, each with its place.

    def _located(self, finding: Finding) -> Finding:
        """Finding with its place in the folder; without a place of its own, that of its first card."""
        where = finding.where
        if where is None and finding.subjects:
            where = self._place_of(finding.subjects[0])
        if where and Path(where.file).is_relative_to(self.folder):
            where = where._replace(file=Path(where.file).relative_to(self.folder).as_posix())
        return finding._replace(where=where)

    def _place_of(self, card: str) -> Where:
        if card not in self._places:
            self._places[card] = self._card_files.location(card, ())
        return self._places[card]


def _draw_cards(editions: Collection[Edition], start: float) -> bool:
    """Draw cards until the time is over, or all that have changed are drawn; whether nothing is left to draw."""
    for is_changed in (True, False):
        is_drawn = False
        for edition in editions:
            while edition.draw(is_changed=is_changed):
                is_drawn = True
                if monotonic() - start > _BATCH:
                    return False
        if is_drawn and is_changed:
            return False
    return True

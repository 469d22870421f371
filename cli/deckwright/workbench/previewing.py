"""The live page of a game's folder: what it shows now, and what a page has not been told yet, without a database."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.files.game_folder import ParsedFiles, stops_load
from deckwright.files.game_package import inspect_package
from deckwright.model.game import Game
from deckwright.press.drawing.context import CardsByFace
from deckwright.press.live_proof import LiveProof, Look, PageStore
from deckwright.press.proof import ProofJob
from deckwright.press.proof_filters import filters
from deckwright.press.proof_page import (
    backs_list,
    card_data,
    card_item,
    count_words,
    data_of,
    filled_page,
    live_controls,
    page_about,
    page_code,
    page_data,
    page_title,
    problems_banner,
    remarks,
    sheet_item,
    size_rules,
)
from deckwright.press.sheets.sheet import sheet_names
from deckwright.workbench.game_checks import CardFiles, check_package
from deckwright.workbench.library import reading_language
from deckwright.workbench.preview_content import (
    Edition,
    PreviewContent,
    PreviewSheets,
    content_of,
    faults_of,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from deckwright.findings import Finding, Where
    from deckwright.store.printer_profiles import Edge
    from deckwright.workbench.library import WantedLanguage

_PARSED = 8_000_000
"""Bytes of files that are kept parsed, which takes ten times as much memory: those of some 20,000 cards."""

_BATCH = 0.04
"""Seconds of drawing after which what is drawn is shown."""


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
                    self.errors = [one for one in findings if one.severity == "error"]
                    return
                self._language = reading_language(package.game, self._wanted)
                self._content = content_of(package, findings, self._content)
                self._forget_old(self._content.number)
            except Exception as error:  # noqa: BLE001 - whatever is wrong, the page goes on with what it has
                self.errors = faults_of(error)
                return
            self.errors = ()
            self._places, self._card_files = {}, CardFiles(self.folder)

    def _forget_old(self, number: int) -> None:
        """Drop drawings of contents before the last one, whose pictures would fill the memory."""
        self._editions = {key: one for key, one in self._editions.items() if one.content.number >= number - 1}
        self._sheets = {key: one for key, one in self._sheets.items() if one.content.number >= number - 1}

    def check(self) -> None:
        """Look for all that loading the game would report, once for each content: that takes longer than drawing."""
        content = self._content
        if content is None or self._checked[0] is content or self.errors:
            return
        found = check_package(None, content.package, self.folder)
        with self._lock:
            if self._content is content:
                self._checked = content, found
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
        html["data"] = data_of(page_data(job, job.languages[:1]))
        html["controls"] = live_controls(sheet_names())
        return "".join(filled_page(job, page_code("", is_live=True), spoken, html))

    def _job(self) -> ProofJob:
        """Job of the page, in all languages; without content, of a game without cards that is named after the folder."""
        if self._content:
            return self._content.job(self._languages(self._content))
        name = self.folder.resolve().name
        game = Game(name, "en", ("en",), {"kinds": {}}, {"en": {"game:title": name}})
        return ProofJob(
            game,
            [],
            ["en"],
            name,
            {},
            {},
            lambda _query, _card: False,
            lambda _card, _: "",
            CardsByFace(),
            {},
        )

    def _languages(self, content: PreviewContent) -> list[str]:
        """Languages of the game, the one wanted first."""
        known = content.languages
        return sorted(known, key=lambda language: language != self._language)

    def update(self, view: View, news: News, *, has_time: bool = False) -> bool:
        """Draw for a short time, and add what a page that shows `view` has not been told; whether nothing is left.

        With time, cards are drawn again that most probably look the same.
        """
        with self._lock:
            is_done, faults = True, dict.fromkeys(self.errors)
            try:
                if self._content:
                    is_done = self._show(self._content, view, news, has_time=has_time)
            except Exception as error:  # noqa: BLE001 - as above
                faults |= dict.fromkeys(faults_of(error))
            for edition in self._editions.values():
                faults |= edition.faults if edition.content is self._content else {}
            news.put("problems", problems_banner([self._located(one) for one in faults]))
            return is_done

    def _show(self, content: PreviewContent, view: View, news: News, *, has_time: bool) -> bool:
        start = monotonic()
        languages = self._languages(content)
        shown = [one for one in languages if one in view.languages] or languages[:1]
        editions = {language: self._edition(content, language, view.look) for language in shown}
        first = editions[shown[0]]
        job = content.job(languages)
        # Before any card, and also when nothing else is told yet: the page keeps those cards only.
        news.put("order", [card.id for card, _ in job.cards])
        is_sheet = view.sheet in sheet_names()
        if is_sheet:
            is_done = self._draw_sheets(content, view._replace(languages=tuple(shown)), news)
        else:
            is_done = self._draw_cards(editions.values(), start, has_time=has_time)
        found = self._found_by_card(content, editions.values())
        if is_done or "words" not in news.known:
            self._tell_about(job, first, shown, news)
            count = sum(bool(found.get(card.id)) for card, _ in job.cards)
            news.put("choices", filters(job, first.marks, count, shown[:1]))
            news.put("sizes", size_rules(content.fronts.values(), view.look.beyond))
            general = {one: None for edition in editions.values() for one in edition.general}
            general |= {one: None for one in self._general(content) if not one.subjects}
            news.put("remarks", remarks([self._located(one) for one in general]))
        if not is_sheet:
            self._tell_cards(job, editions, found, news)
        is_done = self._store.prepare_fonts(start + _BATCH) and is_done
        for name, rule in self._store.rules.items():
            news.put(f"font {name}", rule)
        return is_done

    def _edition(self, content: PreviewContent, language: str, look: Look) -> Edition:
        last = self._editions.get((language, look))
        if last and last.content is content:
            return last
        proof = LiveProof(content.job([language], low_ink=look.low_ink), language, look, self._store)
        edition = self._editions[language, look] = Edition(content, proof, last, self._first)
        return edition

    def _draw_cards(self, editions: Iterable[Edition], start: float, *, has_time: bool) -> bool:
        """Draw cards until the time is over; whether nothing is left to draw."""
        for edition in editions:
            while edition.draw(has_time=has_time):
                if monotonic() - start > _BATCH:
                    return False
        return True

    def _draw_sheets(self, content: PreviewContent, view: View, news: News) -> bool:
        """Draw the next sheet; whether nothing is left to draw."""
        language = view.languages[0]
        view = view._replace(languages=(language,), look=view.look._replace(boxes=False))
        sheets = self._sheets.get(view)
        if not sheets or sheets.content is not content:
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

    def _tell_about(self, job: ProofJob, first: Edition, shown: Sequence[str], news: News) -> None:
        """Add what a page says besides cards."""
        news.put("title", page_title(job))
        news.put("about", page_about(job._replace(languages=shown)))
        news.put("leading", shown[0])
        news.put("languages", list(job.languages))
        news.put("shown", list(job.languages[:1]))
        news.put("words", count_words(job))
        news.put("definitions", first.definitions)
        news.put("backs", backs_list(job._replace(languages=shown), first.backs))

    def _tell_cards(
        self,
        job: ProofJob,
        editions: dict[str, Edition],
        found: dict[str, dict[Finding, None]],
        news: News,
    ) -> None:
        """Add the cards that the page does not know as they are now, with their drawings as far as there are any."""
        news.retain({card.id for card, _ in job.cards})
        for number, (card, copies) in enumerate(job.cards):
            drawn = {
                (card.id, language): edition.cards[card.id].drawing
                for language, edition in editions.items()
                if card.id in edition.cards
            }
            findings = [self._located(one) for one in found.get(card.id, ())]
            if len(drawn) < len(editions) or not news.is_new(card.id, (card, drawn, findings)):
                continue
            shown = job._replace(languages=list(editions))
            item = card_item(shown, number, drawn, findings)
            news.parts.setdefault("cards", []).append([item, card_data(card, copies, job, len(findings))])

    # Findings, each with its place.

    def _general(self, content: PreviewContent) -> Iterable[Finding]:
        """Findings about the files of a content; those of the last checks until there are new ones."""
        return dict.fromkeys([*content.findings, *self._checked[1]])

    def _found_by_card(
        self, content: PreviewContent, editions: Iterable[Edition]
    ) -> dict[str, dict[Finding, None]]:
        found: dict[str, dict[Finding, None]] = {}
        for finding in self._general(content):
            for card in finding.subjects:
                found.setdefault(card, {})[finding] = None
        for edition in editions:
            for card, drawn in edition.cards.items():
                for finding in drawn.findings:
                    found.setdefault(card, {})[finding] = None
        return found

    def _located(self, finding: Finding) -> Finding:
        """Finding with its place in the folder; without a place of its own, that of its first card."""
        where = finding.where
        if where is None and finding.subjects:
            where = self._place_of(finding.subjects[0])
        if where and Path(where.file).is_relative_to(self.folder):
            where = where._replace(file=Path(where.file).relative_to(self.folder).as_posix())
        return replace(finding, where=where)

    def _place_of(self, card: str) -> Where:
        if card not in self._places:
            self._places[card] = self._card_files.location(card, ())
        return self._places[card]

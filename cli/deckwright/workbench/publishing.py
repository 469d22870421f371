"""Whole folders for others: all that players need to print a game at home; and the demonstration with the packaged games."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from deckwright.files.deck_writing import as_yaml
from deckwright.files.writing import atomic_file, make_folder, whole_folder, write_text
from deckwright.findings import Finding
from deckwright.messages import numeral, tr, trn
from deckwright.press.faces.choice import load_fronts
from deckwright.store.read import deck_ids, folder_of, read_assets
from deckwright.workbench.dealing import SetupOptions, build_pile
from deckwright.workbench.deck_checks import CheckedDeck, CombineOptions, check_each, combine_decks
from deckwright.workbench.deck_sources import find_decks
from deckwright.workbench.documents import (
    PadOptions,
    ReferenceOptions,
    RulesOptions,
    print_reference_cards,
    print_rules_pages,
    print_score_pads,
)
from deckwright.workbench.exports import ExportResult, Selection, printing_language
from deckwright.workbench.library import WantedLanguage, no_progress
from deckwright.workbench.sheet_exports import HistoryOptions, SheetAdditions, SheetOptions, print_sheets
from deckwright.workbench.target_exports import refuse_stdout

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from deckwright.model.card import Card
    from deckwright.model.game import Game
    from deckwright.store.prints import Edge
    from deckwright.workbench.dealing import PileOnTable
    from deckwright.workbench.library import DeckLibrary, Progress


_PAPERS = {"a4": "A4", "letter": "Letter"}
"""Sheets of the two papers that printers at home have, and the names of the papers."""

_README = "README.md"

_LICENCE = re.compile(r"(un)?licen[cs]e([-._].*)?|copying([-._].*)?", re.IGNORECASE)
"""Names of files with the licence of a game."""


def _progress_of(file: Path, progress: Progress) -> Progress:
    """Progress that shows the name of a file as its task."""
    return lambda _, steps: progress(file.name, steps)


class _WrittenFile(NamedTuple):
    """A file that was written: what it contains, for the user to read, and the result of printing it."""

    file: Path
    content: str
    paper: str
    result: ExportResult


def print_and_play(
    library: DeckLibrary, game: str, folder: str | Path, edge: Edge = "long", progress: Progress = no_progress
) -> ExportResult:
    """Write a game for printing at home into a folder, or nothing: PDF files for two papers, licence and README.

    Backs are printed for paper flipped on `edge`. The game's licence is that in its folder.

    Raises:
        UsageError: the output is not a folder.
        InputError: the game is not loaded, a face has errors, or a file cannot be written.
    """
    refuse_stdout(folder)
    loaded, cards = library.game(game)
    language = printing_language(library, loaded)
    library = replace(library, language=WantedLanguage(language))
    with whole_folder(folder) as made:
        printer = _Printer(library, loaded, made, f"{loaded.id}-{language}", edge, progress)
        files = [*printer.cards(), *printer.documents()]
        licences = _copy_licences(folder_of(library.connection, loaded.id), made)
        page = _Page(loaded, language, edge, files, licences, _card_sizes(library, loaded, cards.values()))
        write_text(made / _README, page.text())
        results = [written_file.result for written_file in files]
        written = [made / _README, *(written_file.file for written_file in files), *licences]
    findings = [finding for result in results for finding in result.findings]
    findings += [] if licences else [_no_licence(loaded)]
    return ExportResult(
        tuple(str(Path(folder) / file.name) for file in written),
        results[0].cards,
        sum(result.pages for result in results),
        list(dict.fromkeys(findings)),
    )


@dataclass(frozen=True, slots=True)
class _Printer:
    """Prints the PDF files of a game into a folder, under names that begin with `stem`."""

    library: DeckLibrary
    game: Game
    folder: Path
    stem: str
    edge: Edge
    progress: Progress

    def cards(self) -> Iterator[_WrittenFile]:
        for low_ink in (False, True):
            for sheet, paper in _PAPERS.items():
                file = self.folder / f"{self.stem}-cards-{sheet}{'-low-ink' if low_ink else ''}.pdf"
                options = SheetOptions(
                    sheet,
                    self.edge,
                    additions=SheetAdditions(ruler=True),
                    history=HistoryOptions(record=False),
                    low_ink=low_ink,
                )
                result = print_sheets(
                    self.library, Selection((self.game.id,)), file, options, _progress_of(file, self.progress)
                )
                count = trn("{count} card", "{count} cards", result.cards)
                content = (
                    tr("{cards}, white instead of coloured backgrounds", cards=count) if low_ink else count
                )
                yield _WrittenFile(file, content, paper, result)

    def documents(self) -> Iterator[_WrittenFile]:
        """Print the rules, reference cards and score pads, each on both papers."""
        prints = {"rules": self._rules, "reference": self._references, "pad": self._pads}
        for name, print_document in prints.items():
            for sheet, paper in _PAPERS.items():
                if name != "pad" or "scoring" in self.game.definition:
                    file = self.folder / f"{self.stem}-{name}-{sheet}.pdf"
                    content, result = print_document(file, sheet)
                    yield _WrittenFile(file, content, paper, result)

    def _rules(self, file: Path, sheet: str) -> tuple[str, ExportResult]:
        rules = print_rules_pages(self.library, self.game.id, file, RulesOptions(sheet=sheet))
        return tr("the rules in short"), ExportResult((), 0, rules.pages, rules.findings)

    def _references(self, file: Path, sheet: str) -> tuple[str, ExportResult]:
        options = ReferenceOptions(sheet=sheet, edge=self.edge)
        result = print_reference_cards(self.library, self.game.id, file, options)
        return trn("{count} reference card", "{count} reference cards", result.cards), result

    def _pads(self, file: Path, sheet: str) -> tuple[str, ExportResult]:
        pads = print_score_pads(self.library, self.game.id, file, PadOptions(sheet=sheet))
        content = trn("{count} pad on a page", "{count} pads on a page", pads.pads)
        return content, ExportResult((), 0, pads.pages, pads.findings)


# The licence of a game.


def _copy_licences(source: Path | None, folder: Path) -> list[Path]:
    """Copy the licence files in a game's folder, if that is still there, and return the copies."""
    licences = _licences_in(source) if source else []
    for licence in licences:
        with atomic_file(folder / licence.name) as file:
            file.write(licence.read_bytes())
    return [folder / licence.name for licence in licences]


def _licences_in(folder: Path) -> list[Path]:
    """Licence files in a folder; none to which a link leads from another place."""
    inside = sorted(folder.iterdir()) if folder.is_dir() else []
    real_folder = folder.resolve()
    return [
        file
        for file in inside
        if _LICENCE.fullmatch(file.name) and file.is_file() and file.resolve().is_relative_to(real_folder)
    ]


def _no_licence(game: Game) -> Finding:
    message = tr(
        "The folder of {game} has no licence, so others may not share what they print. Whoever holds the rights must add a "
        "file LICENSE to it before this is published.",
        game=game.id,
    )
    return Finding("no-licence", "warning", message)


# The README.


def _card_sizes(library: DeckLibrary, game: Game, cards: Iterable[Card]) -> list[str]:
    """Sizes of the cards of a game in mm, each once."""
    faces = load_fronts(
        game, [card for card in cards if card.copies], read_assets(library.connection, game.id)
    )
    sizes = dict.fromkeys(face.size for face in faces.values())
    return [f"{numeral(width)} × {numeral(height)} mm" for width, height in sizes]


@dataclass(frozen=True, slots=True)
class _Page:
    """The page that explains the files, in Markdown."""

    game: Game
    language: str
    edge: Edge
    files: Sequence[_WrittenFile]
    licences: Sequence[Path]
    sizes: Sequence[str]

    def text(self) -> str:
        about = self.game.label("game:about", self.language)
        blocks = [f"# {_plain(self.game.title(self.language))}", *([_plain(about)] if about else [])]
        blocks += [f"## {tr('Files')}", "\n".join(self._table())]
        blocks += [
            f"## {tr('How to print')}",
            "\n".join(f"{n}. {step}" for n, step in enumerate(self._steps(), 1)),
        ]
        blocks += [f"## {tr('Licence')}", *self._licence()]
        return "\n\n".join(blocks) + "\n"

    def _table(self) -> Iterator[str]:
        heads = (tr("File"), tr("Content"), tr("Paper size"), tr("Pages"), tr("Size"))
        yield _row(heads)
        yield _row(["---"] * len(heads))
        for written in self.files:
            size = tr("{count} KB", count=max(1, round(written.file.stat().st_size / 1000)))
            link = f"[{written.file.name}]({written.file.name})"
            yield _row((link, written.content, written.paper, str(written.result.pages), size))

    def _steps(self) -> Iterator[str]:
        yield tr(
            "Choose the files for your paper: A4 or Letter. The low-ink files have the same cards with less colour."
        )
        yield tr(
            "Print at 100 % (“actual size”), never “fit to page”. If a page has a ruler in its margin, it must be 100 mm "
            "long on paper."
        )
        yield self._duplex()
        yield tr("Use heavy paper (200 to 300 g/m²), or plain paper and card sleeves.")
        yield tr(
            "Cut along the marks at the edges of the cards. Finished cards are {sizes}.",
            sizes=", ".join(self.sizes),
        )

    def _duplex(self) -> str:
        if self.edge == "long":
            return tr(
                "Each page of card fronts is followed by its backs: print on both sides, flipped on the long edge. To print "
                "fronts only, print the odd pages."
            )
        return tr(
            "Each page of card fronts is followed by its backs: print on both sides, flipped on the short edge. To print "
            "fronts only, print the odd pages."
        )

    def _licence(self) -> Iterator[str]:
        if self.licences:
            names = ", ".join(f"[{file.name}]({file.name})" for file in self.licences)
            yield tr("The licence of the game: {names}.", names=names)
        else:
            source = self.game.definition.get("source", "")
            yield tr(
                "The game comes without a licence, so you may not share it. Whoever holds the rights must add one here before "
                "publishing this folder."
            )
            if source:
                yield tr("Source: {source}.", source=_plain(source))
        yield tr("The authors and licences of fonts and icons are in the properties of each PDF file.")


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def _plain(text: str) -> str:
    """Text on one line without anything that Markdown would read as markup."""
    return re.sub(r"([\\`*_\[\]<>#|~])", r"\\\1", " ".join(text.split()))


# The demonstration: check, combine, build and print the packaged games


PACKS = ("data-monsters/startup", "data-monsters/enterprise")
"""Packaged decks that the office deck is made of."""

PRINTED = ("data-monsters", "dataset", "monster-office", "big-monster")
"""Games to print, in all their languages."""

_ONE_SIZE = ("data-monsters", "dataset")
"""Games with one size of cards: their last sheet is filled with empty cards to write on."""

_SEED = "demo"


@dataclass(frozen=True, slots=True)
class DemoFile:
    """File that the demonstration wrote, and what it contains, in the user's language."""

    file: Path
    content: str
    findings: list[Finding] = field(default_factory=list)


def run_demo(
    library: DeckLibrary,
    folder: Path,
    result_lines: Callable[[CheckedDeck], Iterable[str]],
    pile_lines: Callable[[PileOnTable], Iterable[str]],
    progress: Progress = no_progress,
) -> Iterator[DemoFile]:
    """Write the files of the demonstration into a folder, which is created if needed; yield each when it is written."""
    make_folder(folder)
    demo = _Demo(library, folder, result_lines, pile_lines, progress)
    yield demo.checks()
    yield demo.office_deck()
    for players in (2, 3, 4):
        yield demo.opportunities(players)
    for game in PRINTED:
        for language in library.game(game).game.languages:
            yield from demo.prints(game, language)


@dataclass(frozen=True, slots=True)
class _Demo:
    library: DeckLibrary
    folder: Path
    result_lines: Callable[[CheckedDeck], Iterable[str]]
    pile_lines: Callable[[PileOnTable], Iterable[str]]
    progress: Progress

    def checks(self) -> DemoFile:
        decks = find_decks(self.library, deck_ids(self.library.connection)).decks
        checked = [*check_each(self.library, decks)]
        lines = [line for deck in checked for line in self.result_lines(deck)]
        findings = [finding for deck in checked for finding in deck.findings]
        return self._written("checks.txt", lines, tr("whether the packaged decks are legal"), findings)

    def office_deck(self) -> DemoFile:
        options = CombineOptions("office", players=4, times=dict.fromkeys(PACKS, 2))
        combined = combine_decks(self.library, PACKS, options)
        deck, removed = combined.result.deck, combined.result.removed
        content = tr(
            "an office deck for 4 players from two of each pack, {count} cards; {removed} removed",
            count=deck.size,
            removed=sum(copies for _, copies in removed),
        )
        file = self.folder / "office-deck.yaml"
        write_text(file, as_yaml(deck, combined.cards, combined.language))
        return DemoFile(file, content, list(combined.result.findings))

    def opportunities(self, players: int) -> DemoFile:
        built = build_pile(self.library, "data-monsters", "opportunity", SetupOptions(players, seed=_SEED))
        content = tr("an opportunity deck for {players} players", players=players)
        return self._written(f"opportunities-{players}-players.txt", self.pile_lines(built), content)

    def prints(self, game: str, language: str) -> Iterator[DemoFile]:
        """Print the sheets, score pads and reference cards of a game."""
        library = replace(self.library, language=WantedLanguage(language))
        file = self.folder / f"{game}-{language}.pdf"
        additions = SheetAdditions(blanks=game in _ONE_SIZE)
        options = SheetOptions(additions=additions, history=HistoryOptions(record=False))
        sheets = print_sheets(library, Selection((game,)), file, options, _progress_of(file, self.progress))
        cards = trn("{count} card", "{count} cards", sheets.cards)
        pages = trn("{count} page", "{count} pages", sheets.pages)
        yield DemoFile(file, f"{cards}, {pages}", list(sheets.findings))

        file = self.folder / f"{game}-pad-{language}.pdf"
        pads = print_score_pads(library, game, file)
        content = trn("{count} pad on a page", "{count} pads on a page", pads.pads)
        yield DemoFile(file, content, list(pads.findings))

        file = self.folder / f"{game}-reference-{language}.pdf"
        references = print_reference_cards(library, game, file)
        content = trn("{count} reference card", "{count} reference cards", references.cards)
        yield DemoFile(file, content, list(references.findings))

    def _written(
        self, name: str, lines: Iterable[str], content: str, findings: Iterable[Finding] = ()
    ) -> DemoFile:
        file = self.folder / name
        write_text(file, "\n".join(lines) + "\n")
        return DemoFile(file, content, list(findings))

"""The demonstration: check, combine, build and print the packaged games into one folder."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from deckwright.files.deck_writing import as_yaml
from deckwright.files.writing import make_folder, write_text
from deckwright.messages import tr, trn
from deckwright.store.read import deck_ids
from deckwright.workbench.checking import CheckOptions, CombineOptions, check_decks, combine_decks
from deckwright.workbench.dealing import SetupOptions, build_pile
from deckwright.workbench.library import WantedLanguage, no_progress

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from deckwright.construction.check import Unchecked, Verdict
    from deckwright.findings import Finding
    from deckwright.workbench.dealing import PileOnTable
    from deckwright.workbench.library import DeckLibrary, Progress

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


@dataclass(frozen=True, slots=True)
class DemoTexts:
    """Functions that write a verdict or a pile as lines of text."""

    verdict: Callable[[Verdict | Unchecked], Iterable[str]]
    pile: Callable[[PileOnTable], Iterable[str]]


def run_demo(
    library: DeckLibrary, folder: Path, texts: DemoTexts, progress: Progress = no_progress
) -> Iterator[DemoFile]:
    """Write the files of the demonstration into a folder, which is created if needed; yield each when it is written."""
    make_folder(folder)
    demo = _Demo(library, folder, texts, progress)
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
    texts: DemoTexts
    progress: Progress

    def checks(self) -> DemoFile:
        verdicts = check_decks(self.library, deck_ids(self.library.connection), CheckOptions())
        lines = [line for verdict in verdicts for line in self.texts.verdict(verdict)]
        findings = [finding for verdict in verdicts for finding in getattr(verdict, "findings", ())]
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
        return self._written(f"opportunities-{players}-players.txt", self.texts.pile(built), content)

    def prints(self, game: str, language: str) -> Iterator[DemoFile]:
        """Print the sheets, score pads and reference cards of a game."""
        from deckwright.workbench.documents import print_reference_cards, print_score_pads
        from deckwright.workbench.printing import (
            HistoryOptions,
            SheetAdditions,
            SheetOptions,
            print_sheets,
        )
        from deckwright.workbench.selection import Selection

        library = replace(self.library, language=WantedLanguage(language))
        file = self.folder / f"{game}-{language}.pdf"
        additions = SheetAdditions(blanks=game in _ONE_SIZE)
        options = SheetOptions(additions=additions, history=HistoryOptions(record=False))
        sheets = print_sheets(library, Selection((game,)), file, options, self._progress_of(file))
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

    def _progress_of(self, file: Path) -> Progress:
        """Progress that shows the name of a file as its task."""
        return lambda _, steps: self.progress(file.name, steps)

    def _written(
        self, name: str, lines: Iterable[str], content: str, findings: Iterable[Finding] = ()
    ) -> DemoFile:
        file = self.folder / name
        write_text(file, "\n".join(lines) + "\n")
        return DemoFile(file, content, list(findings))

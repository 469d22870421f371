"""`deckwright demo`: the main job in one go."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Argument, Context, Exit

from deckwright.commands.opening import Shelf, reading
from deckwright.construction.check import CheckContext, check_deck
from deckwright.construction.combine import combine
from deckwright.files.decks import as_yaml
from deckwright.files.writing import make_folder, write_text
from deckwright.findings import has_errors
from deckwright.messages import tr, trn
from deckwright.reports.decks import verdict_lines
from deckwright.reports.findings import summary_lines
from deckwright.reports.output import note, progress_bar, write, write_json
from deckwright.reports.setup import pile_lines
from deckwright.store.read import deck_ids
from deckwright.table.piles import build_pile
from deckwright.workbench.library import DeckLibrary, WantedLanguage

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator

    from deckwright.findings import Finding
    from deckwright.workbench.printing import Progress

EXAMPLES = ("deckwright demo", "deckwright demo somewhere --lang fr")

_PACKS = ("data-monsters/startup", "data-monsters/enterprise")
_SEED = "demo"
_PRINTED = ("data-monsters", "dataset", "monster-office", "big-monster")


def run(
    context: Context,
    folder: Annotated[
        Path,
        Argument(metavar=tr("[DIR]"), show_default=False, help=tr("The folder to fill; out without it.")),
    ] = Path("out"),
) -> None:
    """Do the main job on the packaged games: check, combine, build and print, into one folder.

    Afterwards the folder holds the sheets, pads and reference cards of all four games in three languages, what
    the check of both packs says, the office deck made of two packs of each, and an opportunity deck for each
    number of players.
    """
    with reading(context) as (connection, settings):
        make_folder(folder)
        job = _Demo(connection, folder, settings.spoken)
        files = [str(file) for file, about in job.files() if _told(file, about, quiet=settings.as_json)]
    for line in summary_lines(job.findings, to_error=True):
        note(line)
    if settings.as_json:
        write_json({"files": files})
    if has_errors(job.findings):
        raise Exit(1)


def _told(file: Path, about: str, *, quiet: bool) -> bool:
    if not quiet:
        write(f"{file}: {about}")
    return True


class _Demo:
    """What the demonstration makes, file by file; `findings` grow as it goes."""

    def __init__(self, connection: sqlite3.Connection, folder: Path, language: str) -> None:
        self.findings: list[Finding] = []
        self._connection = connection
        self._folder = folder
        self._language = language
        self._shelf = Shelf(connection)

    def files(self) -> Iterator[tuple[Path, str]]:
        """Make each file; yield it with what it holds."""
        yield self._checks()
        yield self._office_deck()
        for players in (2, 3, 4):
            yield self._opportunities(players)
        for game in _PRINTED:
            for language in self._shelf.game(game)[0].languages:
                yield self._sheets(game, language)
                yield self._pads(game, language)
                yield self._references(game, language)

    def _checks(self) -> tuple[Path, str]:
        lines: list[str] = []
        for name in deck_ids(self._connection):
            deck = self._shelf.deck(name)
            verdict = check_deck(deck, *self._shelf.game(deck.game), CheckContext(language=self._language))
            self.findings += verdict.findings
            lines += verdict_lines(verdict)
        return self._text("checks.txt", "\n".join(lines) + "\n"), tr("whether the packaged decks are legal")

    def _office_deck(self) -> tuple[Path, str]:
        game, cards = self._shelf.game("data-monsters")
        packs = [(self._shelf.deck(name), 2) for name in _PACKS]
        made = combine(packs, game, cards, CheckContext("office", 4, language=self._language))
        self.findings += made.findings
        about = tr(
            "an office deck for 4 of two packs each, {count} cards; {removed} taken out",
            count=made.deck.size,
            removed=sum(copies for _, copies in made.removed),
        )
        return self._text("office-deck.yaml", as_yaml(made.deck, cards, self._language)), about

    def _opportunities(self, players: int) -> tuple[Path, str]:
        game, cards = self._shelf.game("data-monsters")
        built = build_pile(game, cards, "opportunity", PileOptions(players, _SEED))
        text = "\n".join(pile_lines(built, game, cards, self._language)) + "\n"
        return self._text(f"opportunities-{players}-players.txt", text), tr(
            "an opportunity deck for {players}", players=players
        )

    def _sheets(self, game: str, language: str) -> tuple[Path, str]:
        from deckwright.workbench.printing import HistoryOptions, SheetOptions, print_sheets
        from deckwright.workbench.selection import Selection

        file = self._folder / f"{game}-{language}.pdf"
        options = SheetOptions(history=HistoryOptions(record=False))
        progress = _progress_of(file)
        result = print_sheets(self._library(language), Selection((game,)), file, options, progress)
        self.findings += result.findings
        cards = trn("{count} card", "{count} cards", result.cards)
        pages = trn("{count} page", "{count} pages", result.pages)
        return file, f"{cards}, {pages}"

    def _pads(self, game: str, language: str) -> tuple[Path, str]:
        from deckwright.workbench.aids import print_score_pads

        file = self._folder / f"{game}-pad-{language}.pdf"
        printed = print_score_pads(self._library(language), game, file)
        self.findings += printed.findings
        return file, trn("{count} pad on a page", "{count} pads on a page", printed.pads)

    def _references(self, game: str, language: str) -> tuple[Path, str]:
        from deckwright.workbench.aids import print_reference_cards

        file = self._folder / f"{game}-reference-{language}.pdf"
        result = print_reference_cards(self._library(language), game, file)
        self.findings += result.findings
        return file, trn("{count} reference card", "{count} reference cards", result.cards)

    def _library(self, language: str) -> DeckLibrary:
        return DeckLibrary(self._shelf.database, self._connection, WantedLanguage(language))

    def _text(self, name: str, text: str) -> Path:
        file = self._folder / name
        write_text(file, text)
        return file


def _progress_of(file: Path) -> Progress:
    """Progress bar that names a file."""
    return lambda _, steps: progress_bar(file.name, steps)

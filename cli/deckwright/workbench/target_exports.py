"""Exports for targets: print shops, picture sets, contact sheets and Tabletop Simulator."""

from __future__ import annotations

import json
import os
from contextlib import contextmanager
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from deckwright.errors import InputError, UsageError
from deckwright.files.texts import STDIN
from deckwright.files.writing import atomic_file, whole_folder, write_text
from deckwright.messages import tr
from deckwright.press.faces.choice import load_backs, load_fronts
from deckwright.press.targets.target import (
    UNKNOWN_TARGET,
    ContactOutput,
    DeckOutput,
    PageOutput,
    PictureOutput,
    SheetOutput,
    deck_file,
    is_target,
    load_target,
)
from deckwright.store.read import read_assets
from deckwright.workbench.cards import printed_texts
from deckwright.workbench.dealing import SetupOptions, dealt_table
from deckwright.workbench.exports import export_result, printing_language, select_from_one_game
from deckwright.workbench.library import no_progress
from deckwright.workbench.sheet_exports import make_print_job

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from deckwright.model.card import Card
    from deckwright.press.print_job import PrintJob, PrintResult
    from deckwright.press.targets.tabletop import ZoneCards
    from deckwright.press.targets.target import Target
    from deckwright.workbench.exports import ExportResult, Selection
    from deckwright.workbench.library import DeckLibrary, Progress


@dataclass(frozen=True, slots=True)
class TargetOptions:
    """Name of a packaged target, or the path of a YAML file; with `low_ink`, cards have white grounds."""

    target: str
    low_ink: bool = False


@dataclass(frozen=True, slots=True)
class PictureOptions:
    """How to draw cards as pictures: for a target, or with `dpi` pixels to an inch.

    Without a target, cards are as cut, with round corners of the radius `corner`, or with `bleed` around the cut, both
    in mm.
    """

    target: str = ""
    dpi: int | None = None
    low_ink: bool = False
    corner: float = 0.0
    bleed: float = 0.0


@dataclass(frozen=True, slots=True)
class TabletopOptions:
    """How to draw decks for Tabletop Simulator: for a target, with pictures at `url` or else in the output folder.

    `players` is the number of players of the table of a whole game, 0 for as few as the game allows, and `seed` that of its
    deal.
    """

    target: str = "tts"
    url: str = ""
    players: int = 0
    seed: str = ""


_DEFAULT_DPI = 300


def target_sheet(name: str) -> str:
    """Name of the sheet that a target prints on; empty if it makes something else, or is unknown."""
    product = load_target(name).makes if is_target(name) else None
    return product.sheet if isinstance(product, SheetOutput) else ""


def makes_one_pdf(name: str) -> bool:
    """Whether a target makes a single PDF file."""
    product = load_target(name).makes if is_target(name) else None
    return isinstance(product, SheetOutput | ContactOutput) or (
        isinstance(product, PageOutput) and not product.each
    )


def print_target(
    library: DeckLibrary,
    selection: Selection,
    output: str | Path,
    options: TargetOptions,
    progress: Progress = no_progress,
) -> ExportResult:
    """Print cards for a print shop or as a contact sheet: a PDF file, or a folder with one for each card.

    Raises:
        UsageError: the target makes something else, or the selection is empty or of several games.
        InputError: a card, face or target does not exist or has errors, or a file cannot be written.
    """
    from deckwright.press.targets.pages import print_contact, print_each, print_pages

    name = options.target
    with _fitting_named(library, selection):
        target = load_target(name)
    product = target.makes
    if not isinstance(product, PageOutput | ContactOutput):
        raise _other_command(target)
    job = target_job(library, selection, "pdf", name, low_ink=options.low_ink)
    with progress(tr("Printing"), job.copies) as advance:
        if isinstance(product, PageOutput) and product.each:
            return into_folder(output, lambda made: print_each(job, product, name, made, advance))
        with atomic_file(output) as file:
            if isinstance(product, ContactOutput):
                printed = print_contact(job, product, name, file, advance)
            else:
                printed = print_pages(job, product, name, file, advance)
    return export_result(printed, [output])


def print_card_pictures(
    library: DeckLibrary,
    selection: Selection,
    output: str | Path,
    options: PictureOptions = PictureOptions(),
    progress: Progress = no_progress,
) -> ExportResult:
    """Draw a PNG picture of each card and back into a folder, with a list of the copies.

    If `output` is a file that ends in .png, or `-` for standard output, it is the picture of the front of a single card.

    Raises:
        UsageError: the target makes something else, options contradict it or each other, the selection is empty or of
            several games, or several cards are to be one file.
        InputError: a card, face or target does not exist or has errors, or a file cannot be written.
    """
    from deckwright.press.targets.pictures import print_card_picture, print_pictures

    with _fitting_named(library, selection):
        product = _pictures_of(options)
    job = target_job(library, selection, "png", options.target, low_ink=options.low_ink)
    if not is_picture_file(output):
        with progress(tr("Printing"), len(job.cards)) as advance:
            return into_folder(output, lambda made: print_pictures(job, product, made, advance))
    if len(job.cards) != 1:
        message = tr("{count} cards do not fit into one picture.", count=len(job.cards))
        raise UsageError("output", message, hint=tr("Use a folder with -o, or name one card with --card."))
    return export_result(print_card_picture(job, product, output), [output])


@contextmanager
def _fitting_named(library: DeckLibrary, selection: Selection) -> Iterator[None]:
    """Name the targets that fit the cards of a selection in the error for an unknown one."""
    from deckwright.press.targets.pages import fitting_targets

    try:
        yield
    except InputError as error:
        if error.code != UNKNOWN_TARGET:
            raise
        selected = select_from_one_game(library, selection)
        faces = load_fronts(selected.game, selected.chosen, read_assets(library.connection, selected.game.id))
        sizes = {face.size for face in faces.values()}
        names = sorted({name for size in sizes for name in fitting_targets(size)})
        fitting = tr("Targets that fit these cards: {names}.", names=", ".join(names))
        hint = f"{error.hint} {fitting}" if names else error.hint
        raise InputError(UNKNOWN_TARGET, error.message, hint=hint) from None


def is_picture_file(output: str | Path) -> bool:
    """Whether an output is the file of one picture, not a folder."""
    return str(output) == STDIN or str(output).lower().endswith(".png")


def _pictures_of(options: PictureOptions) -> PictureOutput:
    """Settings of pictures.

    Raises:
        UsageError: the target makes something else, or options contradict it or each other.
        InputError: the target does not exist or has errors.
    """
    if options.bleed and options.corner:
        message = tr("--corners and --bleed cannot be used together: the corners are cut off with the bleed.")
        raise UsageError("corners", message)
    if not options.target:
        dpi = options.dpi or _DEFAULT_DPI
        share = dpi / 25.4
        return PictureOutput(dpi, bleed=options.bleed * share, corner=options.corner * share)
    if options.dpi:
        hint = tr("Remove --dpi, or --target.")
        raise UsageError("dpi", tr("The target sets the resolution itself."), hint=hint)
    if options.bleed or options.corner:
        hint = tr("Remove --corners and --bleed, or --target.")
        raise UsageError("corners", tr("The target sets the corners and the bleed itself."), hint=hint)
    target = load_target(options.target)
    if not isinstance(target.makes, PictureOutput):
        raise _other_command(target)
    return target.makes


def print_tabletop_decks(
    library: DeckLibrary,
    selection: Selection,
    folder: str | Path,
    options: TabletopOptions = TabletopOptions(),
    progress: Progress = no_progress,
) -> ExportResult:
    """Draw decks for Tabletop Simulator into a folder: pictures of many cards each, the saved object, and of a game its table.

    Raises:
        UsageError: the target makes something else, or the selection is empty or of several games.
        InputError: a card, face or target does not exist or has errors, or a file cannot be written.
    """
    from deckwright.press.targets.tabletop import (
        TableContent,
        deck_pictures_of,
        print_deck_pictures,
        saved_object,
        saved_table,
    )

    target = load_target(options.target)
    product = target.makes
    if not isinstance(product, DeckOutput):
        raise _other_command(target)
    job = target_job(library, selection, "tts", options.target)
    piles = deck_pictures_of(job, product)
    zones = _zones_of_table(library, job, options)

    def describe(card: Card) -> str:
        return "\n".join(printed_texts(card, job.game, job.language))

    def write(made: Path) -> tuple[list[Path], PrintResult]:
        named, files, printed = print_deck_pictures(job, product, piles, made, advance)
        base = (options.url or Path(os.path.realpath(folder)).as_uri()).rstrip("/")
        stem = deck_file(job.title)
        saved = {f"{stem}.json": saved_object(job, named, base, describe)}
        if zones:
            pads = list(_print_pads(library, job, max(zone.place.seat for zone in zones), made))
            addresses = [f"{base}/{quote(file.name)}" for file in pads]
            saved[f"{stem}-table.json"] = saved_table(
                job, named, base, describe, TableContent(zones, addresses)
            )
            files += pads
        for name, value in saved.items():
            write_text(made / name, json.dumps(value, ensure_ascii=False, indent=2) + "\n")
        return [*(made / name for name in saved), *files], printed

    with progress(tr("Printing"), len(job.cards)) as advance:
        return into_folder(folder, write)


def _print_pads(library: DeckLibrary, job: PrintJob, players: int, folder: Path) -> Iterator[Path]:
    """Print the page of score pads of a game that has scores; a digest is part of its name, as of those of pictures."""
    from deckwright.workbench.documents import PadOptions, print_score_pads

    if "scoring" not in job.game.definition:
        return
    file = folder / f"{deck_file(job.title)}-pad.pdf"
    print_score_pads(library, job.game.id, file, PadOptions(players))
    yield file.rename(file.with_suffix(f".{sha256(file.read_bytes()).hexdigest()[:8]}.pdf"))


def _zones_of_table(library: DeckLibrary, job: PrintJob, options: TabletopOptions) -> list[ZoneCards]:
    """Zones of the dealt table, with their cards; none if some of these are not exported.

    Raises:
        UsageError: this number of players is not allowed.
    """
    from deckwright.press.targets.tabletop import ZoneCards

    screen = dealt_table(library, job, SetupOptions(options.players, seed=options.seed))
    if not screen:
        return []
    zones = [
        ZoneCards(screen.name_of(place.zone, job.language), place, screen.cards_at(place))
        for place in screen.places
    ]
    ids = {card.id for card, _ in job.cards}
    return zones if all(ids.issuperset(zone.cards) for zone in zones) else []


def target_job(library: DeckLibrary, selection: Selection, *names: str, low_ink: bool = False) -> PrintJob:
    """Job of cards with their backs, in the language of the library, for a target that is called by these names.

    Raises:
        UsageError: the selection is empty or of several games.
        InputError: a card or face does not exist or has errors.
    """
    selected = select_from_one_game(library, selection)
    job = make_print_job(library, selected, printing_language(library, selected.game), target=names)
    backs = load_backs(job.game, selected.chosen, job.assets, job.faces, *names)
    return replace(job, backs=backs, low_ink=low_ink)


def refuse_stdout(output: str | Path) -> Path:
    """Folder that is named for several files.

    Raises:
        UsageError: it is standard output.
    """
    if str(output) == STDIN:
        raise UsageError("output", tr("Several files are written: use a folder with -o."))
    return Path(output)


def into_folder(output: str | Path, write: Callable[[Path], tuple[list[Path], PrintResult]]) -> ExportResult:
    """Write a folder whole, or nothing; the result names its files where they are in the end."""
    folder = refuse_stdout(output)
    with whole_folder(folder) as made:
        files, printed = write(made)
    return export_result(printed, [folder / file.relative_to(made) for file in files])


def _other_command(target: Target) -> UsageError:
    """Error for a target whose output is made by another command."""
    message = tr("This command does not export for the target {name}.", name=target.name)
    command = f"deckwright {target.command} --target {target.name}"
    return UsageError("target", message, hint=tr("Use {command}.", command=command))

"""The history of prints: what was printed before, and what has changed since."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.errors import DatabaseError, InputError
from deckwright.files.game_folder import contents_as_loaded, is_file_name
from deckwright.files.writing import whole_folder
from deckwright.findings import Where
from deckwright.messages import tr
from deckwright.model.card_changes import CardChanges, FieldChange, card_parts, changed_parts
from deckwright.model.query.matching import day_of
from deckwright.press.faces.choice import face_of
from deckwright.store.folders import loaded_folder
from deckwright.store.prints import (
    Paper,
    Print,
    content_digest,
    is_kept,
    kept_files,
    last_print,
    numbered_print,
    on_paper,
    prints,
    record,
)
from deckwright.store.read import read_game

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from deckwright.model.card import Card
    from deckwright.press.drawing.card import CardLooks
    from deckwright.press.faces.face_file import Face
    from deckwright.press.print_job import PrintJob, PrintResult
    from deckwright.workbench.library import DeckLibrary

PrintedCards = dict[tuple[str, str], Paper]
"""How each card looks on paper, and its copies there, by the ids of card and face."""


class PrintOrigin(NamedTuple):
    """Where a print comes from and goes to: the names of its cards, its file, and whether it holds only what changed.

    It is `written` under another name before it takes its place.
    """

    sources: Sequence[str]
    file: str
    is_partial: bool
    written: str


def list_prints(library: DeckLibrary, game: str = "") -> list[Print]:
    """All prints, or those of a game, the newest first.

    Raises:
        InputError: the game is not loaded and was never printed.
    """
    game = library.game_id(game)
    history = prints(library.connection, game)
    if game and not history:
        read_game(library.connection, game)
    return history


def printed_cards(library: DeckLibrary, game: str, language: str, since: int | None = None) -> PrintedCards:
    """Cards of a game on paper in a language after a print; without `since`, after the last one."""
    if since is not None:
        return on_paper(library.connection, numbered_print(library.connection, game, since, language))
    last = last_print(library.connection, game, language)
    if last is None:
        message = tr(
            "{game} was never printed in {language}: every card is new.", game=game, language=language
        )
        library.notify(message)
        return {}
    return on_paper(library.connection, last)


def changes_since_print(
    library: DeckLibrary, game: str, language: str, cards: Mapping[str, Card]
) -> CardChanges | None:
    """What has changed in all cards of a game since the last print in a language; None if there was none.

    Fields, texts and copies are compared, not drawings. Which cards and copies are new is only known after a print of
    the whole game.
    """
    earlier_prints = [print_ for print_ in prints(library.connection, game) if print_.language == language]
    if not earlier_prints:
        return None
    last, has_all = earlier_prints[0], any(game in print_.sources for print_ in earlier_prints)
    earlier = {card: paper for (card, _), paper in on_paper(library.connection, last).items()}
    changed: dict[str, dict[str, FieldChange]] = {}
    removed = {card: paper.copies for card, paper in earlier.items() if card not in cards}
    for card in (card for card in cards.values() if card.id in earlier):
        paper = earlier[card.id]
        if fields := _changed_fields(paper.fields, card, language):
            changed[card.id] = fields
        elif has_all and card.copies > paper.copies:
            changed[card.id] = {"copies": FieldChange(paper.copies, card.copies)}
        elif has_all and card.copies < paper.copies:
            removed[card.id] = paper.copies - card.copies
    printed_names = {card: str(earlier[card].fields.get("name", card)) for card in removed}
    return CardChanges(
        tuple(card for card in cards if has_all and card not in earlier),
        changed,
        removed,
        {**{card.id: card.name(language) for card in cards.values()}, **printed_names},
        on_paper=True,
    )


class Unprinted(NamedTuple):
    """A job with only those copies that are not on paper, and what has changed since."""

    job: PrintJob
    changes: CardChanges


def unprinted_copies(job: PrintJob, on_paper: PrintedCards, game_cards: Collection[str]) -> Unprinted:
    """The job with only those copies of each card that are not printed as the card looks now; maybe 0.

    What is on paper of cards that are not among `game_cards` any more, or beyond the copies that a card has now, is to be
    removed from the old box.

    Drawings are not cached: drawing a few cards again takes little time, but caching all of them takes much memory.
    """
    from deckwright.press.drawing.card import Digests, draw_card
    from deckwright.press.print_job import render_context

    context = render_context(job).for_comparing()
    digests = Digests(job.assets)
    sides = [job.faces, job.backs] if job.duplex or job.sheet.fold else [job.faces]

    def printed(card: Card, face: Face) -> int:
        paper = on_paper.get((card.id, face.name))
        if paper is None or paper.digest != digests.of(draw_card(card, face, context), face.size):
            return 0
        return paper.copies

    on_hand = {card.id: min(printed(card, face_of(card, faces)) for faces in sides) for card, _ in job.cards}
    needed = {card.id: copies for card, copies in job.cards}
    cards = [(card, max(0, copies - on_hand[card.id])) for card, copies in job.cards]
    unprinted = [card for card, copies in cards if copies]
    earlier = {card: paper.fields for (card, _), paper in on_paper.items()}
    surplus = {card.id: on_hand[card.id] - max(needed[card.id], card.copies) for card, _ in job.cards}
    removed = {card: copies for card, copies in surplus.items() if copies > 0}
    for (card_id, _), paper in on_paper.items():
        if card_id not in game_cards:
            removed[card_id] = max(removed.get(card_id, 0), paper.copies)

    def changes(card: Card) -> dict[str, FieldChange]:
        if on_hand[card.id]:
            return {"copies": FieldChange(on_hand[card.id], needed[card.id])}
        return _changed_fields(earlier[card.id], card, job.language)

    names = {card.id: card.name(job.language) for card, _ in cards} if unprinted or removed else {}
    printed_names = {card: str(earlier[card].get("name", card)) for card in removed}
    return Unprinted(
        replace(job, cards=cards),
        CardChanges(
            tuple(card.id for card in unprinted if card.id not in earlier),
            {card.id: changes(card) for card in unprinted if card.id in earlier},
            removed,
            {**names, **printed_names},
            on_paper=True,
        ),
    )


def _changed_fields(printed: Mapping[str, Any], card: Card, language: str) -> dict[str, FieldChange]:
    """Fields and texts in which a card differs from what was printed in a language; other translations do not count."""
    changes = changed_parts(printed, _printed_parts(card))
    return {name: change for name, change in changes.items() if name.partition(".")[2] in {"", language}}


def _printed_parts(card: Card) -> dict[str, Any]:
    """What was printed on a card, to be compared with what it has later; its copies are counted apart."""
    return {name: value for name, value in card_parts(card).items() if name != "copies"}


def record_print(
    library: DeckLibrary, job: PrintJob, printed: PrintResult, looks: CardLooks, origin: PrintOrigin
) -> int:
    """Record a print whose file is about to take its place; return its number, 0 if it has none.

    A database that cannot be written is a notice, not an error; and so is a folder that has changed meanwhile: its files
    are not those that were printed, and are not kept.
    """
    loaded = loaded_folder(library.connection, job.game.id)
    has_files = is_kept(library.connection, loaded.digest)
    files = {} if has_files else contents_as_loaded(loaded.path, loaded.digest, loaded.stamp, job.assets)
    is_restorable = has_files or bool(files)
    # As text that a database can store: bytes of a name that are not UTF-8 as escapes.
    file = str(Path(origin.file).absolute()).encode(errors="backslashreplace").decode()
    print_ = Print(
        number=0,
        at="",
        game=job.game.id,
        language=job.language,
        sources=tuple(origin.sources),
        sheet=job.sheet.name,
        file=file,
        cards=printed.cards,
        pages=printed.pages,
        added=origin.is_partial,
        folder=loaded.digest if is_restorable else "",
    )
    copies = {card.id: count for card, count in job.cards}
    parts = {card.id: _printed_parts(card) for card, _ in job.cards}
    papers = {
        (card, face): Paper(digest, copies[card], parts[card])
        for (card, face), digest in looks.digests.items()
        if copies[card]
    }
    try:
        number = record(library.database, print_, papers, content_digest(origin.written), files)
    except DatabaseError as error:
        library.notify(
            tr("This print was not recorded: --changed will not know about it. {fault}", fault=error.message)
        )
        return 0
    if not is_restorable:
        library.notify(_not_kept(job.game.id, number))
    return number


def _not_kept(game: str, number: int) -> str:
    return tr(
        "The folder of {game} is not as it was loaded: print {number} cannot be restored.",
        game=game,
        number=number,
    )


# Restoring the folder of a game as it was printed.

LATEST = "latest"


class RestoredPrint(NamedTuple):
    """The folder of a game as a print was made from it: the print, the folder that it is in now, and its files there."""

    print: Print
    folder: str
    files: tuple[str, ...]


def restore_print(library: DeckLibrary, name: str, folder: str | Path, game: str = "") -> RestoredPrint:
    """Write the folder of a game as it was when it was printed; `folder` must be new or empty.

    `name` is a number of the history, a day (the last print of that day or before), or `latest`; with a `game`, only
    prints of that game have a day.

    Raises:
        InputError: the print does not exist, its files are not kept, or the folder is not empty or not writable.
    """
    print_ = _find_print(list_prints(library, game), name)
    target = Path(folder)
    if target.is_file() or (target.is_dir() and any(target.iterdir())):
        message = tr("{name} is not an empty folder.", name=folder)
        hint = tr("Nothing was changed. Use a new folder.")
        raise InputError("exists", message, hint=hint, where=Where(str(folder)))
    files = dict(kept_files(library.connection, print_.folder))
    if not files:
        raise _not_restorable(print_)
    with whole_folder(target) as made:
        for path, content in files.items():
            if not all(is_file_name(part) for part in path.split("/")):
                raise _not_restorable(print_)
            file = made / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
    return RestoredPrint(print_, str(folder), tuple(files))


def _not_restorable(print_: Print) -> InputError:
    message = tr("Print {number} cannot be restored: its files were not kept.", number=print_.number)
    hint = tr("The folder of the game was not at hand, or not as it was loaded.")
    return InputError("print-not-kept", message, hint=hint)


def _find_print(history: Sequence[Print], name: str) -> Print:
    """Print of this name; the history has the newest first."""
    day = day_of(name)
    for print_ in history:
        at = datetime.fromisoformat(print_.at).astimezone().date()
        if name in {LATEST, str(print_.number)} or (day and at <= day):
            return print_
    message = tr("Unknown print: {name}.", name=name)
    hint = tr(
        "Use a number of “deckwright export history”, a day such as 2026-01-31, or {latest}.", latest=LATEST
    )
    raise InputError("no-such-print", message, hint=hint)

"""What a load looks at besides what a game's folder says: how its cards print, and what it takes the place of."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from deckwright.errors import InputError, UsageError, Where
from deckwright.files.game_folder import GAME_FILE
from deckwright.files.pictures import FOLDER
from deckwright.files.references import missing_file
from deckwright.messages import tr
from deckwright.model.finding import Finding, finding_of, has_errors

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from deckwright.model.box import GameBox
    from deckwright.model.game import Game
    from deckwright.store.database import Database


def check_translations(box: GameBox, path: Path) -> Iterator[Finding]:
    """Warn of translations that `translate check` finds wrong: they stop no other language."""
    from deckwright.commands.translations import places_of
    from deckwright.translation.checks.run import CHECKS, checked
    from deckwright.translation.checks.wordbook import wordbook

    for language, entries in box.entries.items():
        book = wordbook(box.game, language)
        if has_errors(checked(book, entries, tuple(CHECKS)).findings):
            found = checked(book, entries, tuple(CHECKS), places=places_of(str(path), language)).findings
            yield from (replace(one, severity="warning") for one in found if one.severity == "error")


def check_decks(box: GameBox, path: Path) -> Iterator[Finding]:
    """Warn of a game's own decks that break a rule of their format; what is not said cannot be checked."""
    from deckwright.construction.check import check_deck

    cards = {card.id: card for card in box.cards}
    for deck in box.decks:
        if not deck.format:
            continue
        try:
            verdict = check_deck(deck, box.game, cards, language=box.game.source_language)
        except (InputError, UsageError):
            continue
        for finding in verdict.findings:
            if finding.severity == "error":
                said = {
                    "deck": deck.id,
                    "format": deck.format,
                    "rule": finding.rule,
                    "fault": finding.message,
                }
                message = tr("The deck {deck} breaks the rule {rule} of the format {format}: {fault}", **said)
                where = finding.where or Where(str(path / "decks" / f"{deck.id}.yaml"), 1, 1)
                yield Finding("illegal-deck", "warning", message, finding.subjects, where=where)


def check_drawings(box: GameBox, path: Path) -> Iterator[Finding]:
    """Find the icons of a game that cannot be drawn."""
    from deckwright.press.icons import icon

    for file in box.assets:
        if file.startswith("icons/"):
            try:
                icon(file.removeprefix("icons/").removesuffix(".svg"), box.assets)
            except InputError as fault:
                yield replace(finding_of(fault), where=Where(str(path / file), 1, 1))


def check_pictures(box: GameBox, path: Path) -> Iterator[Finding]:
    """Find the pictures of a game that cannot be shown, and those that are shown of a card and not there."""
    if not any(file.startswith(f"{FOLDER}/") for file in box.assets):
        return
    from deckwright.press.pictures import picture

    for file in box.assets:
        if file.startswith(f"{FOLDER}/"):
            try:
                picture(file.removeprefix(f"{FOLDER}/"), box.assets)
            except InputError as fault:
                for finding in fault.findings or (finding_of(fault),):
                    where = finding.where or Where(file, 1, 1)
                    yield replace(finding, where=replace(where, file=str(path / where.file)))


def check_shown(box: GameBox, path: Path) -> Iterator[Finding]:
    """Find the pictures that faces show of single cards and that are not there, where those cards are written.

    The faces that come with the program show none.
    """
    if not any(b"picture" in data for file, data in box.assets.items() if file.startswith("faces/")):
        return
    from deckwright.commands.printing import backs_of, faces_of, matcher_of
    from deckwright.press.drawing.shown import has_pictures
    from deckwright.press.preflight.absences import absent

    kinds = {card.kind for card in box.cards}
    sides = [faces_of(box.game, kinds, box.assets), backs_of(box.game, kinds, box.assets)]
    for faces in sides:
        wearing = [card for card in box.cards if has_pictures(faces[card.kind])]
        if wearing:
            matches = cache(matcher_of(box.game))
            for one in absent(wearing, faces, box, matches):
                message = missing_file(f"{FOLDER}/{{}}", one.name, box.assets)
                said = tr("The face {face} shows a picture of this card.", face=one.face)
                where = _place_of_card(path, one.card, one.fields)
                yield Finding("unknown-picture", "error", f"{said} {message}", (one.card,), where=where)


def _place_of_card(path: Path, card: str, fields: tuple[str, ...]) -> Where:
    """Find where a card says the first of some fields, or else where it is called."""
    from deckwright.files.documents import read_document

    for file in sorted((path / "cards").glob("*.yaml")):
        document = read_document(file)
        for number, entry in enumerate(document.value["cards"]):
            if entry["id"] == card:
                own = [("fields", name) for name in fields if name in entry.get("fields", {})]
                return document.where("cards", number, *(own[0] if own else ("id",)))
    return Where(str(path / GAME_FILE), 1, 1)


def check_faces(box: GameBox, path: Path) -> Iterator[Finding]:
    """Find what the faces and backs of a game's kinds ask for that the game does not have, each once."""
    yield from dict.fromkeys(_faults_of_faces(box, path))


def _faults_of_faces(box: GameBox, path: Path) -> Iterator[Finding]:
    for name, steps in _named(box.game).items():
        for finding in _check_face(name, box):
            where = finding.where
            if where and where.file.startswith("faces/"):
                yield replace(finding, where=replace(where, file=str(path / where.file)))
            else:
                message = tr(
                    "The face {name} does not fit this game: {fault}", name=name, fault=finding.message
                )
                yield Finding(finding.rule, "error", message, where=_place(path, *steps))


def _named(game: Game) -> dict[str, tuple[str, ...]]:
    """Give the faces that a game's kinds have, and where they are named first."""
    from deckwright.press.faces import PLAIN, PLAIN_BACK

    definition = game.definition
    whole = {"face": PLAIN, "back": definition.get("back", PLAIN_BACK)}
    named: dict[str, tuple[str, ...]] = {definition["back"]: ("back",)} if "back" in definition else {}
    for kind, entry in definition["kinds"].items():
        for side, usual in whole.items():
            named.setdefault(entry.get(side, usual), ("kinds", kind, side))
    return named


def _check_face(name: str, box: GameBox) -> Sequence[Finding]:
    from deckwright.press.faces import face_reader, load_face
    from deckwright.press.faces.checking import check_face

    try:
        return check_face(load_face(name, face_reader(box.assets)), box.game, box.assets)
    except InputError as fault:
        return fault.findings or (finding_of(fault),)


def check_replaced(database: Database, box: GameBox, path: Path) -> Iterator[Finding]:
    """Warn of a game that takes the place of another one with the same id, from another folder."""
    from deckwright.store.read import cards_of, folder_of, game_ids, read_game

    name = box.game.id
    with database.reading() as connection:
        if name not in game_ids(connection) or folder_of(connection, name) == box.folder:
            return
        known = read_game(connection, name)
        cards = cards_of(connection, name)
    title = known.title(known.source_language)
    # A copy of a game, or one whose folder was moved, has its title and some of its cards.
    is_other = title != box.game.title(box.game.source_language)
    if is_other or not any(card.id in cards for card in box.cards):
        message = tr(
            "The database holds another game with the id {game}, “{title}”: this one takes its place. "
            "Give yours another id to keep both.",
            game=name,
            title=title,
        )
        yield Finding("replaces-game", "warning", message, where=_place(path, "id"))


def check_merged(database: Database, box: GameBox) -> Iterator[Finding]:
    """Warn of translations that only the database has, and whose source text has changed."""
    from deckwright.files.catalogues import stale_entry
    from deckwright.store.translations import kept_alone

    yield from (stale_entry(entry, None) for entry in kept_alone(database, box))


def _place(path: Path, *steps: str) -> Where:
    from deckwright.files.documents import read_document

    return read_document(path / GAME_FILE).where(*steps)

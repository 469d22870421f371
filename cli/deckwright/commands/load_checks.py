"""What a load looks at besides what a game's folder says: how its cards print, and what it takes the place of."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any
from unicodedata import combining

from deckwright.errors import InputError, UsageError, finding_of
from deckwright.files.definitions import missing_file
from deckwright.files.game_folder import FOLDER, GAME_FILE
from deckwright.findings import Finding, Where, as_warning, has_errors
from deckwright.messages import tr, trn
from deckwright.model.game import TEXTS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from deckwright.files.yaml import Document
    from deckwright.model.game import Game
    from deckwright.model.game_package import GameBox
    from deckwright.press.faces.face_file import Face
    from deckwright.store.database import Database


def check_translations(box: GameBox, path: Path) -> Iterator[Finding]:
    """Warn of translations that `translate check` finds wrong: they stop no other language."""
    from deckwright.commands.translations import written_places
    from deckwright.translation.checks.run import TEXT_RULES, check_messages
    from deckwright.translation.checks.wordbook import wordbook

    icons = box.game.definition.get("icons", {})
    for language, entries in box.entries.items():
        book = wordbook(box.game, language)
        # A text with an icon that the game lacks is reported with the file, and is not printed.
        sound = [entry for entry in entries if not entry.looked_through(icons).broken]
        if has_errors(check_messages(book, sound, tuple(TEXT_RULES)).findings):
            places, _ = written_places(str(path), language)
            found = check_messages(book, sound, tuple(TEXT_RULES), places=places).findings
            yield from (as_warning(one) for one in found if one.severity == "error")


def check_decks(box: GameBox, path: Path) -> Iterator[Finding]:
    """Warn of a game's own decks that break a rule of their format; what is not said cannot be checked."""
    from deckwright.construction.check import CheckContext, check_deck

    cards = {card.id: card for card in box.cards}
    context = CheckContext(language=box.game.source_language)
    for deck in box.decks:
        if not deck.format:
            continue
        try:
            verdict = check_deck(deck, box.game, cards, context)
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


def check_conditions(box: GameBox, path: Path) -> Iterator[Finding]:
    """Warn of conditions of deck rules that leave more decks alone, or look at more cards, than was surely meant."""
    from deckwright.model.rule_checks import doubtful_conditions

    for flaw in doubtful_conditions(box.game, box.cards):
        yield Finding("condition", "warning", flaw.message, where=_place(path, *flaw.path))


def check_drawings(box: GameBox, path: Path) -> Iterator[Finding]:
    """Find the icons of a game that cannot be drawn, and those of several colours, which would run into one."""
    from deckwright.press.graphics.icons import icon_colours

    for file in box.assets:
        if file.startswith("icons/"):
            try:
                colours = icon_colours(file.removeprefix("icons/").removesuffix(".svg"), box.assets)
            except InputError as fault:
                yield from _in_assets(fault, file, path)
                continue
            if len(colours) > 1:
                message = tr(
                    "This icon has several colours ({colours}), but the shapes of an icon are all printed in one, which "
                    "the face chooses. Merge them into one shape, or use the drawing as a picture.",
                    colours=", ".join(colours),
                )
                yield Finding("icon-colours", "warning", message, where=Where(str(path / file), 1, 1))


def _in_assets(fault: InputError, file: str, path: Path) -> Iterator[Finding]:
    """Yield what is wrong with a file that a game brings, each at its place in the game's folder."""
    for finding in fault.findings or (finding_of(fault),):
        where = finding.where or Where(file, 1, 1)
        yield replace(finding, where=where._replace(file=str(path / where.file)))


def check_pictures(box: GameBox, path: Path) -> Iterator[Finding]:
    """Find the pictures of a game that cannot be shown, and those that are shown of a card and not there."""
    if not any(file.startswith(f"{FOLDER}/") for file in box.assets):
        return
    from deckwright.press.graphics.pictures import picture

    for file in box.assets:
        if file.startswith(f"{FOLDER}/"):
            try:
                picture(file.removeprefix(f"{FOLDER}/"), box.assets)
            except InputError as fault:
                yield from _in_assets(fault, file, path)


def check_shown(box: GameBox, path: Path) -> Iterator[Finding]:
    """Find the pictures that faces show of single cards and that are not there, where those cards are written.

    The faces that come with the program show none.
    """
    if not any(b"picture" in data for file, data in box.assets.items() if file.startswith("faces/")):
        return
    from deckwright.press.drawing.card import has_pictures
    from deckwright.press.preflight.texts import absent
    from deckwright.workbench.game_faces import query_matcher

    matches, places = cache(query_matcher(box.game)), _CardPlaces(path)
    for faces in _sides(box):
        wearing = [card for card in box.cards if has_pictures(faces[card.kind])]
        for one in absent(wearing, faces, box, matches):
            message = missing_file(f"{FOLDER}/{{}}", one.name, box.assets)
            said = tr("The face {face} shows a picture of this card.", face=one.face)
            where = places.where(one.card, [("fields", name) for name in one.fields])
            yield Finding("unknown-picture", "error", f"{said} {message}", (one.card,), where=where)


def check_letters(box: GameBox, path: Path) -> Iterator[Finding]:
    """Warn of letters in a game's texts that the fonts of its faces do not have, and of emphasis that looks otherwise."""
    from deckwright.press.preflight.texts import lacking_fonts
    from deckwright.workbench.game_faces import query_matcher

    matches, places = query_matcher(box.game), _CardPlaces(path)
    found = [lacking_fonts(box.cards, faces, box, matches) for faces in _sides(box)]
    for lacking, _ in found:
        for one in lacking:
            message = trn(
                "The font {font} does not have {letters}, which {count} card in {language} needs: {card}. Choose a font that has them, or change the text.",
                "The font {font} does not have {letters}, which {count} cards in {language} need, {card} first. "
                "Choose a font that has them, or change the text.",
                len(one.cards),
                font=one.font,
                letters=_listed(sorted(one.letters)),
                language=one.language,
                card=next(iter(one.cards)),
            )
            first, letter = next(iter(one.cards)), next(iter(one.letters))
            where = _place_of_letter(box, places, first, one.language, letter)
            yield Finding("missing-glyph", "warning", message, tuple(one.cards), where=where)
    for finding in dict.fromkeys(finding for _, replaced in found for finding in replaced):
        yield _in_folder(finding, path)


_MOST_LETTERS = 20


def _listed(letters: Sequence[str]) -> str:
    """List some letters, each with its code if it cannot be seen by itself."""
    named = [
        letter if letter.isprintable() and not combining(letter) else f"U+{ord(letter):04X}"
        for letter in letters
    ]
    return " ".join(named[:_MOST_LETTERS]) + (" …" if len(named) > _MOST_LETTERS else "")


def _sides(box: GameBox) -> list[dict[str, Face]]:
    """Load the faces of the fronts and of the backs of a game's cards, by kind."""
    from deckwright.workbench.game_faces import load_backs, load_fronts

    kinds = {card.kind for card in box.cards}
    return [load_fronts(box.game, kinds, box.assets), load_backs(box.game, kinds, box.assets)]


def _place_of_letter(box: GameBox, places: _CardPlaces, card: str, language: str, letter: str) -> Where:
    """Find the text of a card that has a letter, or is capitals of it; or else where the card is called."""
    from deckwright.files.po import parse_po
    from deckwright.files.texts import decode, read_bytes
    from deckwright.files.yaml import DATA_LIMIT

    texts = next(one for one in box.cards if one.id == card).texts.get(language, {})
    having = [name for name, text in texts.items() if letter in text or letter in text.upper()]
    if language == box.game.source_language or not having:
        paths = [(name,) if name in TEXTS else ("texts", name) for name in having]
        return places.where(card, paths, letter)
    file = places.path / "locales" / f"{language}.po"
    entries = parse_po(decode(read_bytes(file, limit=DATA_LIMIT), str(file)), str(file)).entries
    lines = {entry.context: entry.line for entry in entries}
    return Where(str(file), lines.get(f"{card}.{having[0]}", 1), 1)


class _CardPlaces:
    """Where the cards of a game are written; the files are read once, when the first place is asked for."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @cached_property
    def _written(self) -> dict[str, tuple[Document, int]]:
        from deckwright.files.yaml import read_document

        documents = [read_document(file) for file in sorted((self.path / "cards").glob("*.yaml"))]
        return {
            entry["id"]: (document, number)
            for document in documents
            for number, entry in enumerate(document.value["cards"])
        }

    def where(self, card: str, paths: Iterable[tuple[str, ...]], letter: str = "") -> Where:
        """Find where a card has the first of some of its parts, and a letter in that; or else where it is called."""
        if card not in self._written:
            return Where(str(self.path / GAME_FILE), 1, 1)
        document, number = self._written[card]
        parts = {steps: _part(document.value["cards"][number], steps) for steps in paths}
        steps, part = next(((steps, part) for steps, part in parts.items() if part), (("id",), ""))
        offset = max(str(part).find(letter), 0)
        return document.where_in(offset, str(part), "cards", number, *steps)


def _part(entry: Any, steps: tuple[str, ...]) -> Any:
    for step in steps:
        entry = entry.get(step, {})
    return entry


def check_faces(box: GameBox, path: Path) -> Iterator[Finding]:
    """Find what the faces and backs of a game's kinds ask for that the game does not have, each once."""
    yield from dict.fromkeys(_faults_of_faces(box, path))


def _faults_of_faces(box: GameBox, path: Path) -> Iterator[Finding]:
    for name, steps in _named(box.game).items():
        for finding in _check_face(name, box):
            if finding.where and finding.where.file.startswith("faces/"):
                yield _in_folder(finding, path)
            else:
                message = tr(
                    "The face {name} does not fit this game: {fault}", name=name, fault=finding.message
                )
                yield Finding(finding.rule, "error", message, where=_place(path, *steps))


def _in_folder(finding: Finding, path: Path) -> Finding:
    """Name the file of a finding in a face of the game's own by its path, as users see it."""
    where = finding.where
    is_own = where is not None and where.file.startswith("faces/")
    return (
        replace(finding, where=where._replace(file=str(path / where.file))) if where and is_own else finding
    )


def _named(game: Game) -> dict[str, tuple[str, ...]]:
    """Give the faces that a game's kinds have, and where they are named first."""
    from deckwright.press.faces.face_file import PLAIN, PLAIN_BACK

    definition = game.definition
    whole = {"face": PLAIN, "back": definition.get("back", PLAIN_BACK)}
    named: dict[str, tuple[str, ...]] = {definition["back"]: ("back",)} if "back" in definition else {}
    for kind, entry in definition["kinds"].items():
        for side, usual in whole.items():
            named.setdefault(entry.get(side, usual), ("kinds", kind, side))
    return named


def _check_face(name: str, box: GameBox) -> Sequence[Finding]:
    from deckwright.press.faces.face_file import face_reader, load_face
    from deckwright.press.faces.game_checks import check_face

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


def check_counts(database: Database, box: GameBox) -> Iterator[Finding]:
    """Warn of counts of the owner's box that are of cards which the game no longer has."""
    from deckwright.store.read import all_counts

    cards = {card.id for card in box.cards}
    with database.reading() as connection:
        gone = [one.card for one in all_counts(connection, box.game.id) if one.card not in cards]
    if gone:
        message = tr(
            "The counts of your box name cards that {game} no longer has: {cards}.",
            game=box.game.id,
            cards=", ".join(gone),
        )
        yield Finding("counts", "warning", message, tuple(gone))


def _place(path: Path, *steps: str | int) -> Where:
    from deckwright.files.yaml import read_document

    return read_document(path / GAME_FILE).where(*steps)

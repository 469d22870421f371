"""Put together what goes out to a translator, and write over no work."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from deckwright.commands.translations import stamp
from deckwright.errors import InputError
from deckwright.files.texts import STDIN
from deckwright.files.writing import content_of, whole_file
from deckwright.findings import Where
from deckwright.messages import tr
from deckwright.model.translation import Handout
from deckwright.store.read import cards_of, read_assets
from deckwright.store.translations import read_entries
from deckwright.translation.checks.wordbook import wordbook
from deckwright.translation.extract import TranslatorAids, glossary_lines, outgoing_messages
from deckwright.translation.formats import read_returned, write_handout
from deckwright.translation.merge import MergeOptions, merge

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Sequence
    from types import EllipsisType

    from deckwright.model.game import Game
    from deckwright.model.translation import Entry
    from deckwright.translation.extract import TextSpaces


def handed_out(
    connection: sqlite3.Connection, game: Game, entries: Iterable[Entry], to: str, pivot: str
) -> Handout:
    """Give what goes out of a game: some entries in one language, with another beside it ('' for none).

    Raises:
        InputError: the face of a card is wrong.
    """
    beside = {one.context: one for one in read_entries(connection, game.id, pivot)} if pivot else {}
    own, cards = game.source_language, cards_of(connection, game.id)
    book = wordbook(game, to, [card.name(own) for card in cards.values()])
    aids = TranslatorAids(_rooms(connection, game, to), beside, lambda text: glossary_lines(book, text))
    given_out = tuple(outgoing_messages(entries, game, cards, aids))
    return Handout(game.id, game.title(own), own, to, pivot, stamp(), given_out)


def _rooms(connection: sqlite3.Connection, game: Game, language: str) -> TextSpaces:
    """Make what knows how much room texts have."""
    from deckwright.press.faces.face_file import face_reader
    from deckwright.translation.extract import TextSpaces

    return TextSpaces(game, language, face_reader(read_assets(connection, game.id)), matcher_of(game))


def write_out(handout: Handout, file: str, entries: Sequence[Entry], game: Game, *, overwrite: bool) -> None:
    """Write what goes out to a file; work that the game does not have is only replaced with `overwrite`.

    Raises:
        InputError: the file holds such work, somebody saves it meanwhile, or it cannot be written.
    """
    content = write_handout(handout, file)
    if overwrite or file == STDIN or not _is_free_or_file(file):
        before: bytes | EllipsisType | None = ...
    else:
        before = content_of(file)
        _refuse_unmerged(file, entries, game)
    with whole_file(file, before=before) as opened:
        opened.write(content)


def _is_free_or_file(file: str) -> bool:
    return Path(file).is_file() or not Path(file).exists()


def _refuse_unmerged(file: str, entries: Sequence[Entry], game: Game) -> None:
    """See that no file is written over that holds work which the game has not.

    Raises:
        InputError: the file does, or it cannot be told.
    """
    if file == STDIN or not Path(file).is_file():
        return
    try:
        merged = merge(entries, read_returned(file), game.definition.get("icons", {}), MergeOptions(""))
        is_safe = not merged.touched() and not any(one.severity == "error" for one in merged.findings)
    except InputError:
        is_safe = False
    if not is_safe:
        raise InputError(
            "not-merged",
            tr("{name} holds work that the game has not.", name=file),
            hint=tr("Merge it first, name another file with -o, or write over it with --overwrite."),
            where=Where(file),
        )

"""`deckwright new game`: start a game's folder."""

from __future__ import annotations

from typing import Annotated

from typer import Argument, Context

from deckwright import resources
from deckwright.commands.options import settings_of
from deckwright.files.starters import start_game
from deckwright.messages import tr
from deckwright.reports.output import note, write, write_json
from deckwright.store.database import Database, path_of
from deckwright.store.read import game_ids

EXAMPLES = ("deckwright new game 'Frogs and Ponds'", "deckwright load frogs-and-ponds --dry-run")


def run(
    context: Context,
    name: Annotated[str, Argument(metavar=tr("NAME"), help=tr("The game's title."))],
) -> None:
    """Start a game: a folder with a small game in it that loads, to be made into your own.

    The folder is called by a short form of the title, and the cards are in the language of --lang.
    """
    settings = settings_of(context)
    language = settings.language if settings.is_named else settings.spoken
    files = start_game(name, language, _known(settings.database), spoken=settings.spoken)
    if settings.as_json:
        write_json({"files": [str(file) for file in files]})
        return
    for file in files:
        write(str(file))
    note(tr("Change what you like, then: deckwright load {folder}", folder=files[0].parts[0]))


def _known(location: str) -> set[str]:
    """Give the ids of the games that come with the program, and of those in a database that is there already."""
    packaged = {folder.name for folder in resources.packaged_games()}
    path = path_of(location)
    if not path.is_file() or not path.stat().st_size:
        return packaged
    with Database(path).reading() as connection:
        return packaged.union(game_ids(connection))

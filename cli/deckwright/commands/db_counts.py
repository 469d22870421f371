"""`deckwright db counts`: the counts of real boxes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from typer import Argument, Context, Option

from deckwright.commands import completion
from deckwright.commands.opening import existing_database_of
from deckwright.commands.options import settings_of
from deckwright.errors import UsageError
from deckwright.messages import tr, trn
from deckwright.reports.output import write, write_json
from deckwright.reports.tables import write_table
from deckwright.store.read import all_counts, read_game, remove_counts

if TYPE_CHECKING:
    from deckwright.store.database import Database
    from deckwright.store.read import BoxCount

EXAMPLES = ("deckwright db counts", "deckwright db counts dataset --remove")


def run(
    context: Context,
    game: Annotated[
        str,
        Argument(
            autocompletion=completion.games, metavar=tr("[GAME]"), help=tr("The game; default: all of them.")
        ),
    ] = "",
    *,
    remove: Annotated[bool, Option("--remove", help=tr("Use the game's own counts again."))] = False,
) -> None:
    """List the counts of real boxes that were loaded, or remove those of a game."""
    settings = settings_of(context)
    database = existing_database_of(settings)
    if remove and not game:
        message = tr("--remove requires a game.")
        raise UsageError(
            "game-missing", message, hint=tr("For example: deckwright db counts dataset --remove")
        )
    counts = _counts(database, game)
    removed = remove_counts(database, game) if remove and counts else 0
    if settings.as_json:
        write_json({"counts": [] if remove else [one._asdict() for one in counts], "removed": removed})
    elif remove:
        said = trn(
            "Removed {count} count of {game}.", "Removed {count} counts of {game}.", removed, game=game
        )
        write(said if removed else tr("No counts to remove: {game} has its own.", game=game))
    elif counts:
        heads = [tr("Game"), tr("Card"), tr("In the box"), tr("In the game")]
        write_table(heads, [list(one) for one in counts])
    else:
        write(tr("No counts of a real box are loaded: deckwright load FILE adds them."))


def _counts(database: Database, game: str) -> list[BoxCount]:
    with database.reading() as connection:
        if game:
            read_game(connection, game)
        return all_counts(connection, game)

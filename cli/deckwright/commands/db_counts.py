"""`deckwright db counts`: the counts of real boxes."""

from __future__ import annotations

from typing import Annotated

from click import Context

from deckwright.commands import completion
from deckwright.commands.command import command
from deckwright.commands.declaring import OUTPUT, argument
from deckwright.commands.options import settings_of, show_notice
from deckwright.errors import UsageError
from deckwright.messages import tr, trn
from deckwright.reports.output import write, write_json
from deckwright.reports.tables import write_table
from deckwright.workbench.database import list_box_counts, remove_box_counts
from deckwright.workbench.library import existing_database


@command("deckwright db counts", "deckwright db counts dataset --remove")
def run(
    context: Context,
    game: Annotated[str, argument("Game; default: all games.", "[GAME]", completion.games)] = "",
    *,
    remove: Annotated[bool, OUTPUT.flag("Remove the counts: use the game’s own numbers.")] = False,
) -> None:
    """List the counts of real boxes, or remove those of a game."""
    settings = settings_of(context)
    database = existing_database(settings.database, show_notice)
    if remove and not game:
        hint = tr("For example: deckwright db counts dataset --remove")
        raise UsageError("game-missing", tr("--remove requires a game."), hint=hint)
    counts = [] if remove else list_box_counts(database, game)
    removed = remove_box_counts(database, game) if remove else 0
    if settings.as_json:
        write_json({"counts": [one._asdict() for one in counts], "removed": removed})
    elif remove:
        write(_removed_line(game, removed))
    elif counts:
        heads = [tr("Game"), tr("Card"), tr("In the box"), tr("In the game")]
        write_table(heads, [list(one) for one in counts])
    else:
        write(tr("No counts of a real box are loaded. To add some: deckwright load FILE"))


def _removed_line(game: str, removed: int) -> str:
    if not removed:
        return tr("No counts to remove: {game} uses its own numbers.", game=game)
    return trn("Removed {count} count of {game}.", "Removed {count} counts of {game}.", removed, game=game)

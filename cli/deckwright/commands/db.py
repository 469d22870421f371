"""`deckwright db`: the card database itself: what it has, its damage, copies of it, and who may use it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from typer import Context, Exit

from deckwright.commands import completion
from deckwright.commands.command import command
from deckwright.commands.options import OUTPUT, argument, settings_of, show_notice, show_result
from deckwright.errors import UsageError
from deckwright.findings import has_errors
from deckwright.messages import tr, trn
from deckwright.reports.findings import finding_lines
from deckwright.reports.output import card_count, note, write, write_json, write_table
from deckwright.store.database import Database
from deckwright.store.locations import database_at
from deckwright.workbench.database import (
    backup_database,
    check_database,
    copy_database,
    database_info,
    list_box_counts,
    remove_box_counts,
    remove_game,
    restore_database,
    role_script,
    upgrade_database,
)
from deckwright.workbench.library import existing_database


@command("deckwright db info", "deckwright db info --db team.db --json")
def info(context: Context) -> None:
    """Show the path, version, content and last load of the database."""
    database = _database(context)
    info = database_info(database)
    shown = {
        tr("File") if database.is_file else tr("Address"): info.path,
        tr("Bytes"): info.bytes,
        tr("Revision"): info.revision,
        tr("Games"): info.games,
        tr("Cards"): info.cards,
        tr("Decks"): info.decks,
        tr("Texts"): info.texts,
        tr("Bytes kept of prints"): info.kept,
        tr("Last load"): info.last_load,
        tr("Boxes counted"): ", ".join(info.counted) or "–",
    }
    width = max(map(len, shown))
    show_result(context, info, (f"{name:{width}}  {value}" for name, value in shown.items()))


def _database(context: Context) -> Database:
    return existing_database(settings_of(context).database, show_notice)


@command("deckwright db counts", "deckwright db counts dataset --remove")
def counts(
    context: Context,
    game: Annotated[str, argument("Game; default: all games.", "[GAME]", completion.games)] = "",
    *,
    remove: Annotated[bool, OUTPUT.flag("Remove the counts: use the game’s own numbers.")] = False,
) -> None:
    """List the counts of real boxes, or remove those of a game."""
    database = _database(context)
    if remove and not game:
        hint = tr("For example: deckwright db counts dataset --remove")
        raise UsageError("game-missing", tr("--remove requires a game."), hint=hint)
    counts = [] if remove else list_box_counts(database, game)
    removed = remove_box_counts(database, game) if remove else 0
    if settings_of(context).as_json:
        write_json({"counts": counts, "removed": removed})
    elif remove:
        write(_removed_line(game, removed))
    elif counts:
        heads = [tr("Game"), tr("Card"), tr("In the box"), tr("In the game")]
        write_table(heads, [list(count) for count in counts])
    else:
        write(tr("No counts of a real box are loaded. To add some: deckwright load FILE"))


def _removed_line(game: str, removed: int) -> str:
    if not removed:
        return tr("No counts to remove: {game} uses its own numbers.", game=game)
    return trn("Removed {count} count of {game}.", "Removed {count} counts of {game}.", removed, game=game)


@command("deckwright db remove frogs", "deckwright db remove frogs --json")
def remove(
    context: Context, game: Annotated[str, argument("Id of the game.", "GAME", completion.games)]
) -> None:
    """Remove a game from the database; its folder stays as it is.

    Everything that the database knows of it goes: cards, translations, counts and the history of its prints.
    """
    removed = remove_game(_database(context), game)
    line = trn(
        "Removed {game}: {cards}, and {count} print from the history.",
        "Removed {game}: {cards}, and {count} prints from the history.",
        removed.prints,
        game=removed.game,
        cards=card_count(removed.cards),
    )
    show_result(context, removed, [line])


@command("deckwright db check", "deckwright db check --db team.db --json")
def check(context: Context) -> None:
    """Check the database for damage, and for games whose folders have changed.

    It checks the file, the references between rows, and the word index. A changed folder is a warning: the next
    command that reads games reloads it. The pages of a PostgreSQL database are left to its server.
    """
    database = _database(context)
    result = check_database(database)
    verdict = [] if result.damage else [tr("{name} is not damaged.", name=database.name)]
    document = {"path": database.whole_name, "findings": result.findings}
    show_result(context, document, [*finding_lines(result.findings), *verdict])
    if has_errors(result.findings):
        raise Exit(1)


@command("deckwright db backup cards-monday.db", "deckwright db backup cards.db --overwrite")
def backup(
    context: Context,
    file: Annotated[Path, argument("File to write the copy to.", "FILE")],
    overwrite: Annotated[bool, OUTPUT.flag("Overwrite an existing file.")] = False,
) -> None:
    """Copy the database into a file, even while other programs use it.

    To use the copy again, run “deckwright db restore”. For a PostgreSQL database, the copy is a dump by pg_dump.
    """
    database = _database(context)
    size = backup_database(database, file, overwrite=overwrite)
    show_result(context, {"files": [file], "bytes": size}, [str(file)])


@command("deckwright db restore cards-monday.db")
def restore(
    context: Context, file: Annotated[Path, argument("Copy made by “deckwright db backup”.", "FILE")]
) -> None:
    """Replace the database with a backup, and save the old one.

    The exchange is a single step: other commands always find one database or the other. In a PostgreSQL database,
    pg_restore does it in one transaction, and the old content is saved as a dump next to the file.
    """
    restored = restore_database(settings_of(context).database, file)
    previous = restored.replaced
    document = {"path": restored.name, "kept": previous.absolute() if previous else None}
    show_result(context, document, [str(restored.path or restored.name)])
    if previous and not settings_of(context).as_json:
        note(tr("The previous database was saved as {name}.", name=previous))


@command("deckwright db upgrade", "deckwright db upgrade --db team.db")
def upgrade(context: Context) -> None:
    """Upgrade the database of an older version of Deckwright."""
    database = _database(context)
    result = upgrade_database(database)
    names = {"name": database.name, "revision": result.after}
    line = (
        tr("{name} is up to date (revision {revision}).", **names)
        if result.before == result.after
        else tr("Upgraded {name} from revision {before} to {revision}.", before=result.before, **names)
    )
    show_result(context, {"path": database.whole_name, "from": result.before, "to": result.after}, [line])


@command(
    "deckwright db copy cards.db postgresql+psycopg://anna@db.example.org/cards",
    "deckwright db copy postgresql+psycopg://anna@db.example.org/cards cards.db --json",
)
def copy(
    context: Context,
    source: Annotated[str, argument("Database to copy: a file or a PostgreSQL address.", "SOURCE")],
    target: Annotated[str, argument("New or empty database: a file or a PostgreSQL address.", "TARGET")],
) -> None:
    """Copy a whole database, such as a file to a PostgreSQL server, and compare all rows.

    Everything is copied: games, translations, counts, printers and the history of loads and prints.
    """
    tables = copy_database(existing_database(source, show_notice), target)
    rows = sum(table.rows for table in tables)
    line = trn("Copied {count} row, and compared it.", "Copied {count} rows, and compared them.", rows)
    show_result(context, {"path": database_at(target).whole_name, "tables": tables}, [line])


@command("deckwright db roles | psql cards")
def roles(context: Context) -> None:
    """Print SQL that makes the roles of a team in a PostgreSQL database: reader, translator and editor.

    A reader changes nothing, a translator only texts, and an editor everything except the tables themselves.
    """
    script = role_script()
    show_result(context, {"sql": script}, [script.rstrip()])

"""`deckwright load`: check game folders and put them into the database."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Context, Exit

from deckwright.commands.command import command
from deckwright.commands.options import INPUT, OUTPUT, ReportForm, Strict, argument, settings_of, show_notice
from deckwright.errors import InputError, UsageError
from deckwright.findings import has_errors
from deckwright.messages import tr, trn
from deckwright.reports.cards import write_card_changes
from deckwright.reports.findings import error_as_json, github_lines, note_findings
from deckwright.reports.output import card_count, note, write, write_json
from deckwright.store.folders import forget_findings
from deckwright.workbench.library import find_database
from deckwright.workbench.loading import LoadResult, load_paths, renumber_cards

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deckwright.store.database import Database
    from deckwright.store.folders import Change
    from deckwright.workbench.loading import BoxCounts
    from deckwright.workbench.sheet_updates import SheetChanges


@command(
    "deckwright load",
    "deckwright load my-game",
    "deckwright load my-game --dry-run",
    "deckwright load my-game --dry-run --strict --report github",
    "deckwright load my-game --fetch",
    "deckwright load my-game --add-columns",
    "deckwright load my-box.yaml",
    shortens=True,
)
def run(
    context: Context,
    paths: Annotated[
        list[Path] | None,
        argument(
            "Game folders, files in them, or files of counts; default: the packaged games.", "[PATH...]"
        ),
    ] = None,
    dry_run: Annotated[bool, OUTPUT.flag("Check and show changes, but save nothing.")] = False,
    again: Annotated[bool, INPUT.flag("Also load games that have not changed.")] = False,
    fetch: Annotated[
        bool, INPUT.flag("Fetch the cards again from the address in game.yaml (source).")
    ] = False,
    force: Annotated[bool, INPUT.flag("Take a fetched sheet that has lost half of its cards.")] = False,
    add_columns: Annotated[bool, INPUT.flag("Declare new columns of spreadsheets in game.yaml.")] = False,
    renumber: Annotated[
        bool, INPUT.flag("Give cards new collector numbers, from 1, if they keep theirs.")
    ] = False,
    skip_others: Annotated[bool, INPUT.flag("Skip files that no game reads.")] = False,
    strict: Strict = False,
    report: ReportForm = "text",
) -> None:
    """Check game folders and load them into the database.

    Each game is loaded whole, or not at all if it has errors. A file that a game reads, such as cards/heroes.yaml,
    means the whole folder of the game. If no file has changed since the last load, only its findings are shown again.
    If the folder has PO files and a template for translators, these have the texts of the game afterwards.

    With --fetch, the cards come again from where they are kept: the address that source in game.yaml names. What has
    changed is shown card by card. If the game has errors with it, or half of its cards are gone, the folder stays as it is.

    With --add-columns, columns of spreadsheets that game.yaml does not declare become fields or texts there, as in a
    new game. If the game has errors with them, game.yaml stays as it is.

    With --renumber, cards of games whose numbers stay are numbered from 1 again.

    A file of counts says how many copies of its cards your box really has. These counts are used until you run:
    deckwright db counts GAME --remove
    """
    settings = settings_of(context)
    if again and dry_run:
        raise UsageError("usage", tr("--again and --dry-run cannot be used together: --again writes."))
    if add_columns and fetch:
        raise UsageError("usage", tr("--add-columns and --fetch cannot be used together."))
    if (add_columns or fetch) and not paths:
        raise UsageError("usage", tr("Name the folder of the game."))
    database = find_database(settings.database, show_notice)
    if again:
        forget_findings(database)
    fetched: list[SheetChanges] = []
    if fetch:
        result, fetched = _fetch(database, paths or (), dry_run=dry_run, force=force)
    elif add_columns:
        result = _add_columns(database, paths or (), dry_run=dry_run)
    else:
        result = load_paths(
            database, paths or (), dry_run=dry_run, skip_others=skip_others, notify=show_notice
        )
    if not dry_run:
        _finish(database, result, renumber=renumber)
    if settings.as_json or report == "json":
        write_json({**_as_json(result), **({"fetched": fetched} if fetch else {})})
    else:
        _show_findings(result, report, every=settings.every_finding)
        _show_changes(result, dry_run=dry_run)
    if has_errors(result.findings, strict=strict):
        raise Exit(InputError.exit_code if result.first_error else 1)


def _fetch(
    database: Database, folders: Sequence[Path], *, dry_run: bool, force: bool
) -> tuple[LoadResult, list[SheetChanges]]:
    """Load game folders with what their addresses have now."""
    from deckwright.workbench.sheet_updates import load_fetched

    result, fetched = LoadResult(), []
    for folder in folders:
        changes, loaded = load_fetched(
            database, folder, dry_run=dry_run, accepts_losses=force, notify=show_notice
        )
        fetched.append(changes)
        result.add(loaded)
    return result, fetched


def _add_columns(database: Database, folders: Sequence[Path], *, dry_run: bool) -> LoadResult:
    """Load game folders, and declare the new columns of their sheets."""
    from deckwright.workbench.sheet_updates import load_with_new_columns

    result = LoadResult()
    for folder in folders:
        result.add(load_with_new_columns(database, folder, dry_run=dry_run, notify=show_notice))
    return result


def _finish(database: Database, result: LoadResult, *, renumber: bool) -> None:
    """Number cards again if that is asked for, and bring PO files beside a template up to what the games say now."""
    from deckwright.workbench.merging import refresh_catalogues

    if renumber and not renumber_cards(database, result):
        note(tr("No cards were renumbered: no loaded game has “{setting}”.", setting="numbers: stay"))
    games = [change.game for change in result.changes]
    told = {finding.where for finding in result.findings}
    about_files = refresh_catalogues(database, games, show_notice)
    result.findings.extend(finding for finding in about_files if finding.where not in told)


def _as_json(result: LoadResult) -> dict[str, object]:
    error = result.first_error
    stopped = InputError(error.rule, error.message, where=error.where) if error else None
    return {
        **(error_as_json(stopped) if stopped else {}),
        "games": result.changes,
        **({"counts": result.counts} if result.counts else {}),
        "findings": result.findings,
    }


def _show_findings(result: LoadResult, report: str, *, every: bool | None) -> None:
    if report == "github":
        for line in github_lines(result.findings):
            write(line)
        return
    note_findings(result.findings, every=every)


def _show_changes(result: LoadResult, *, dry_run: bool) -> None:
    for change in result.changes:
        counted = _game_line(change)
        write(f"{counted} {tr('Nothing was written.')}" if dry_run else counted)
        if len(change.changes.new) < change.distinct:  # a game that was not loaded before is all new
            write_card_changes(change.changes)
    for counts in result.counts:
        write(_counts_line(counts, dry_run=dry_run))
    if result.first_error:
        note(tr("Games with errors were not loaded."))


def _game_line(change: Change) -> str:
    return trn(
        "{game}: {count} card ({distinct} different); {added} added, {changed} changed, {removed} removed.",
        "{game}: {count} cards ({distinct} different); {added} added, {changed} changed, {removed} removed.",
        change.cards,
        game=change.game,
        distinct=change.distinct,
        added=change.added,
        changed=change.changed,
        removed=change.removed,
    )


def _counts_line(counts: BoxCounts, *, dry_run: bool) -> str:
    if dry_run:
        return trn(
            "{game}: {count} count would be saved. Nothing was written.",
            "{game}: {count} counts would be saved. Nothing was written.",
            counts.counted,
            game=counts.game,
        )
    return trn(
        "{game}: the count of {count} card was saved; the box has {cards}.",
        "{game}: the counts of {count} cards were saved; the box has {cards}.",
        counts.counted,
        game=counts.game,
        cards=card_count(counts.cards),
    )

"""`deckwright load`: check game folders and put them into the database."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Argument, Context, Exit, Option

from deckwright import resources
from deckwright.commands.load_checks import (
    check_decks,
    check_drawings,
    check_faces,
    check_merged,
    check_pictures,
    check_replaced,
    check_shown,
    check_translations,
)
from deckwright.commands.opening import database_of
from deckwright.commands.options import settings_of
from deckwright.errors import InputError
from deckwright.files.game_box import look_at
from deckwright.messages import tr
from deckwright.model.finding import Finding, as_json, finding_of, has_errors
from deckwright.reports.errors import error_as_json
from deckwright.reports.findings import summary_lines
from deckwright.reports.output import note, write, write_json

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from deckwright.model.translation import Entry
    from deckwright.store.database import Database
    from deckwright.store.load import Change

EXAMPLES = ("deckwright load", "deckwright load my-game", "deckwright load my-game --dry-run")
SHORTENS = True
"""Findings that are many and alike are counted, unless --all asks for them."""


def run(
    context: Context,
    paths: Annotated[
        list[Path] | None,
        Argument(metavar=tr("[PATH...]"), help=tr("Game folders; without any, the packaged games.")),
    ] = None,
    dry_run: Annotated[
        bool, Option("--dry-run", help=tr("Check, and tell what would change, but change nothing."))
    ] = False,
) -> None:
    """Check whole game folders and load them: each game with all that is in it, or not at all."""
    settings = settings_of(context)
    database = database_of(settings)
    changes: list[Change] = []
    findings: list[Finding] = []
    for path in paths or resources.packaged_games():
        change, found = load_folder(database, path, dry_run=dry_run)
        findings += found
        changes += [change] if change else []
    if settings.as_json:
        write_json(
            {
                **_error(findings),
                "games": [change.as_json() for change in changes],
                "findings": as_json(findings),
            }
        )
    else:
        _report(changes, findings, dry_run=dry_run, every=settings.every_finding)
    if has_errors(findings):
        raise Exit(InputError.exit_code)


def load_folder(
    database: Database, path: Path, *, dry_run: bool, own: Mapping[str, Sequence[Entry]] | None = None
) -> tuple[Change | None, list[Finding]]:
    """Check one game and load it, if nothing is wrong with it; `own` is as `deckwright.store.load.load` takes it."""
    from deckwright.store.load import compare, load

    try:
        box, findings = look_at(path)
    except InputError as fault:
        return None, [finding_of(fault)]
    if box is None:
        return None, findings
    findings += check_drawings(box, path)
    findings += [] if _has_faulty_face(findings, path) else check_faces(box, path)
    if has_errors(findings):
        return None, [*findings, *check_pictures(box, path)]
    findings += [*check_replaced(database, box, path), *check_merged(database, box)]
    findings += [*check_pictures(box, path), *check_decks(box, path), *check_translations(box, path)]
    findings += [] if has_errors(findings) else check_shown(box, path)
    if has_errors(findings):
        return None, findings
    return compare(database, box) if dry_run else load(database, box, own), findings


def _has_faulty_face(findings: list[Finding], path: Path) -> bool:
    """Tell whether something is wrong with a face already, which need not be said once more."""
    faces = str(path / "faces")
    return any(one.where and one.where.file.startswith(faces) for one in findings)


def _error(findings: list[Finding]) -> dict[str, object]:
    """Give the first error as what ended the command, if there is one."""
    first = next((one for one in findings if one.severity == "error"), None)
    return error_as_json(InputError(first.rule, first.message, where=first.where)) if first else {}


def _report(changes: list[Change], findings: list[Finding], *, dry_run: bool, every: bool | None) -> None:
    for line in summary_lines(findings, to_error=True, every=every):
        note(line)
    for change in changes:
        counts = {
            "cards": change.cards,
            "added": change.added,
            "changed": change.changed,
            "removed": change.removed,
        }
        said = tr(
            "{game}: {cards} cards; {added} added, {changed} changed, {removed} removed.",
            game=change.game,
            **counts,
        )
        write(f"{said} {tr('Nothing was written.')}" if dry_run else said)
    if has_errors(findings):
        note(tr("A game with an error changes nothing in the database."))

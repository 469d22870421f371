"""`deckwright translate suggest`: fill in what was translated before, or what a machine says."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Annotated

from typer import Context, Exit, Option

from deckwright.commands import completion
from deckwright.commands.opening import fresh_database_of
from deckwright.commands.options import check_output, one_of, settings_of
from deckwright.commands.suggesting import Desk, ask, known_of, open_desk
from deckwright.commands.translations import HandoutFile, Overwrite, To, TranslatedGame, today
from deckwright.errors import UsageError
from deckwright.findings import Finding, has_errors
from deckwright.messages import tr
from deckwright.reports.suggestions import Result, report_suggestions
from deckwright.translation.memory import EXACT
from deckwright.translation.services import SERVICES, connect_service

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deckwright.model.translation import Handout
    from deckwright.store.database import Database
    from deckwright.translation.memory import Suggestion

EXAMPLES = (
    "deckwright translate suggest my-game --to fr -o my-game.fr.po",
    "deckwright translate suggest my-game --to fr --from it --at-least 90 -o my-game.fr.xlsx",
    "deckwright translate suggest my-game --to fr --with deepl",
)
_LEAST = 50
"""How like two texts must be at least, in per cent, for one to help with the other."""


def run(
    context: Context,
    game: TranslatedGame,
    to: To,
    source: Annotated[
        str,
        Option(
            "--from",
            autocompletion=completion.translated,
            metavar=tr("LANG"),
            help=tr("Translate from this language of the game; without it, from its source."),
        ),
    ] = "",
    at_least: Annotated[
        int,
        Option(
            min=_LEAST, max=EXACT, metavar="50-100", help=tr("How like a known text must be, in per cent.")
        ),
    ] = 75,
    service: Annotated[
        str | None,
        Option(
            "--with",
            callback=one_of(*SERVICES),
            metavar="|".join(SERVICES),
            help=tr("Ask this service for what the memory does not know. It is sent the texts."),
        ),
    ] = None,
    stale: Annotated[
        bool,
        Option("--stale", help=tr("Stale entries too, where the very same text was translated elsewhere.")),
    ] = False,
    merge: Annotated[
        bool, Option("--merge", help=tr("Put the suggestions into the game at once, without a file."))
    ] = False,
    output: HandoutFile = "",
    overwrite: Overwrite = False,
) -> None:
    """Fill in missing translations: from the glossary, from all loaded games, and from a service if one is named.

    The result is a file to look through and to merge. A text that was translated before is a draft; one that is only
    alike is marked as unsure, with the icons and numbers of the new text; what a service says is marked as a machine's.
    """
    if merge and output:
        raise UsageError("output", tr("--merge and -o exclude each other: what is merged needs no file."))
    settings = settings_of(context)
    file = "" if merge else output or f"{game}.{to}.po"
    check_output(settings, file)
    asked = connect_service(service, os.environ) if service else None
    database = fresh_database_of(settings)
    with database.reading() as connection:
        desk = open_desk(connection, game, to, source, stale=stale)
        found = known_of(connection, desk, at_least)
    findings = ask(asked, desk, found) if asked else []
    if found and file:
        _write(database, desk, found, file, overwrite=overwrite)
    faults = _merge(database, desk, found) if found and merge else []
    result = Result(
        game,
        desk.language,
        to,
        file if found else "",
        len(desk.wanted),
        list(found.values()),
        [*findings, *faults],
        merged=bool(found) and merge and not has_errors(faults),
    )
    report_suggestions(result, as_json=settings.as_json)
    if has_errors(result.findings):
        raise Exit(1)


def _write(
    database: Database, desk: Desk, found: Mapping[str, Suggestion], file: str, *, overwrite: bool
) -> None:
    from deckwright.commands.handing_out import handed_out, write_out

    pivot = desk.language if desk.language != desk.game.source_language else ""
    with database.reading() as connection:
        handout = handed_out(connection, desk.game, desk.wanted, desk.to, pivot)
    write_out(_filled(handout, found), file, desk.entries, desk.game, overwrite=overwrite)


def _filled(handout: Handout, found: Mapping[str, Suggestion]) -> Handout:
    """Put suggestions into what goes out, each with where it comes from."""
    return handout._replace(
        entries=tuple(
            given._replace(entry=one.entry, about=(one.about, *given.about), known=given.entry)
            if (one := found.get(given.entry.context))
            else given
            for given in handout.entries
        )
    )


def _merge(database: Database, desk: Desk, found: Mapping[str, Suggestion]) -> list[Finding]:
    """Put suggestions into the game: all, or, where one is so wrong that it cannot be kept, none."""
    from deckwright.commands.keeping import reserved, unhindered

    with reserved(database, desk.game.id):
        return unhindered(lambda: _merge_now(database, desk, found))


def _merge_now(database: Database, desk: Desk, found: Mapping[str, Suggestion]) -> list[Finding]:
    from deckwright.commands.keeping import home_of, keep
    from deckwright.model.translation import ReturnedFile
    from deckwright.translation.merge import MergeResult

    home = home_of(database, desk.game.id, desk.to)
    known = {one.context: one for one in desk.wanted}
    changed = [one.context for one in home.entries if one.context in found and one != known[one.context]]
    filled = {
        one.context: found[one.context].entry._replace(at=today(), place=one.place)
        for one in home.entries
        if one.context in found and one == known[one.context]
    }
    findings = home.faults_in(list(filled.values()), ReturnedFile("", desk.game.id, desk.to, "", ()))
    if changed:
        message = tr("Skipped, because they have changed in the meantime: {names}.", names=", ".join(changed))
        findings.append(Finding("changed-meanwhile", "warning", message))
    if not has_errors(findings) and filled:
        entries = tuple(filled.get(one.context, one) for one in home.entries)
        merged = MergeResult(entries, (), tuple(filled), (), (), (), ())
        findings += keep(database, home, merged, "")
    return findings

"""`deckwright translate merge`: put what came back from a translator into its game."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, Annotated, Any, Literal

from typer import Argument, Context, Exit, Option

from deckwright.commands import completion
from deckwright.commands.keeping import Home, home_of, keep, reserved, unhindered
from deckwright.commands.opening import fresh_database_of
from deckwright.commands.options import settings_of
from deckwright.commands.translations import read_language, today
from deckwright.errors import InputError, UsageError
from deckwright.files.starters import refuse_unprintable_name
from deckwright.findings import Where, as_json, has_errors
from deckwright.messages import later, tr, trn
from deckwright.model.languages import canonical, found_among
from deckwright.reports.findings import summary_lines
from deckwright.reports.output import note, write, write_json
from deckwright.store.read import game_ids, no_such, read_game
from deckwright.translation.formats import read_returned
from deckwright.translation.merge import MergeOptions, MergeResult, merge

if TYPE_CHECKING:
    from deckwright.findings import Finding
    from deckwright.model.translation import ReturnedFile
    from deckwright.store.database import Database

EXAMPLES = (
    "deckwright translate merge dataset.fr.po --dry-run",
    "deckwright translate merge dataset.fr.po --by Anna",
    "deckwright translate merge dataset.fr.po --reviewed --theirs",
)
SHORTENS = True
"""Findings that are many and alike are counted, unless --all asks for them."""


def run(
    context: Context,
    file: Annotated[
        str, Argument(metavar=tr("FILE"), help=tr("The file that came back; - is PO on standard input."))
    ],
    game: Annotated[
        str,
        Option(
            autocompletion=completion.games,
            metavar=tr("GAME"),
            help=tr("The game, where the file does not say it."),
        ),
    ] = "",
    to: Annotated[
        str,
        Option(
            parser=read_language,
            metavar=tr("LANG"),
            help=tr("The language, where the file does not say it."),
        ),
    ] = "",
    dry_run: Annotated[
        bool, Option("--dry-run", help=tr("Check, and tell what would change, but change nothing."))
    ] = False,
    by: Annotated[
        str, Option(metavar=tr("NAME"), help=tr("Who did the work, for entries that do not name anyone."))
    ] = "",
    reviewed: Annotated[
        bool, Option("--reviewed", help=tr("Somebody else has read the texts: mark them reviewed."))
    ] = False,
    ours: Annotated[
        bool, Option("--ours", help=tr("Where both have changed, keep the game’s text."))
    ] = False,
    theirs: Annotated[
        bool, Option("--theirs", help=tr("Where both have changed, take the file’s text."))
    ] = False,
    empties: Annotated[
        bool, Option("--take-out", help=tr("Where the file has no text now, take the translation out."))
    ] = False,
) -> None:
    """Put a file that came back from a translator into its game: all of it, or nothing.

    What the file leaves alone stays as it is. A text that was changed on both sides is shown, and changed only with
    --ours or --theirs; one whose source has changed since is kept as stale. The exit code is 1 if nothing could be
    merged for what was found.
    """
    if ours and theirs:
        raise UsageError("both-sides", tr("--ours and --theirs exclude each other."))
    refuse_unprintable_name(by)
    settings = settings_of(context)
    database = fresh_database_of(settings)
    returned = read_returned(file)
    if not returned.entries:
        raise InputError("no-entries", tr("{name} holds no translations.", name=file), where=Where(file))
    game, language = _game_and_language(database, returned, game, to)
    side: Literal["", "ours", "theirs"] = "ours" if ours else "theirs" if theirs else ""
    ways = MergeOptions(today(), by, reviewed=reviewed, side=side, empties=empties)

    def work() -> tuple[Home, MergeResult, list[Finding], bool]:
        home = home_of(database, game, language)
        merged = merge(home.entries, returned, home.icons, ways)
        findings = [*merged.findings, *home.faults_in(merged.touched(), returned)]
        is_kept = not dry_run and not has_errors(findings)
        if is_kept and merged.touched():
            findings += keep(database, home, merged, by or returned.translator)
            is_kept = not has_errors(findings)
        return home, merged, findings, is_kept

    with nullcontext() if dry_run else reserved(database, game):
        home, merged, findings, is_kept = unhindered(work)
    if settings.as_json:
        write_json(_as_json(file, home, merged, findings, dry_run=dry_run))
    else:
        _report(home, merged, findings, is_kept=is_kept, every=settings.every_finding)
    if has_errors(findings):
        raise Exit(1)


def _game_and_language(database: Database, returned: ReturnedFile, game: str, to: str) -> tuple[str, str]:
    """Game and language that a file is for, by what it says or by the options.

    Raises:
        InputError: the game is not loaded, or what is asked for is not what the file says.
        UsageError: neither the file nor the options say which.
    """
    with database.reading() as connection:
        known = game_ids(connection)
    said = returned.game.split(" ")[0] if returned.game.split(" ")[0] in known else ""
    language = _language(database, game or said, returned.language)
    for option, wanted, own in (("--game", game, said), ("--to", to, language)):
        if wanted and own and wanted != own:
            message = tr(
                "{name} says that it is for {own}, not {wanted}.", name=returned.file, own=own, wanted=wanted
            )
            hint = tr("Leave out {option}, or mend the head of the file.", option=option)
            raise InputError("other-game" if option == "--game" else "other-language", message, hint=hint)
        if not wanted and not own:
            message = tr("{name} does not say for which game and language it is.", name=returned.file)
            raise UsageError("game-missing", message, hint=tr("Name them with --game and --to."))
    if (game or said) not in known:
        raise no_such("no-such-game", tr("There is no game {name}.", name=game or said), game or said, known)
    return game or said, to or language


def _language(database: Database, game: str, said: str) -> str:
    """Language of the game that a file says it is in: files of other tools may say a region that a game does not."""
    with database.reading() as connection:
        known = read_game(connection, game).languages if game in game_ids(connection) else ()
    return found_among(said, known) or canonical(said) or said


def _as_json(
    file: str, home: Home, merged: MergeResult, findings: list[Finding], *, dry_run: bool
) -> dict[str, Any]:
    groups = ("changed", "unchanged", "added", "stale", "conflicts")
    return {
        "file": file,
        "game": home.game.id,
        "to": home.language,
        **{name: len(getattr(merged, name)) for name in groups},
        "findings": as_json(findings),
        "dry_run": dry_run,
    }


_WAIVE = later(
    "A finding that you accept is waived on its entry, in the file: # waive RULE: reason. A waiver holds for the text "
    "that it was written for: to renew it, remove the code after its rule."
)
_HINTS = {
    "conflict": later(
        "--ours keeps the game’s texts, --theirs takes the file’s. To choose one by one, write what is to stay into the file, and use --theirs."
    ),
    "unknown-entry": later(
        "Give an entry the context that its text has in the game, or take it out of the file."
    ),
    **dict.fromkeys(("icons", "marks", "placeholders", "emphasis", "glossary", "names"), _WAIVE),
}
"""What to do about errors, by their rule."""


def _report(
    home: Home, merged: MergeResult, findings: list[Finding], *, is_kept: bool, every: bool | None
) -> None:
    for line in summary_lines(findings, to_error=True, every=every):
        note(line)
    parts = [
        trn("{count} added", "{count} added", len(merged.added)),
        trn("{count} changed", "{count} changed", len(merged.changed)),
        trn("{count} stale", "{count} stale", len(merged.stale)),
        trn("{count} unchanged", "{count} unchanged", len(merged.unchanged)),
    ]
    said = tr(
        "{game} in {language}: {counts}.", game=home.game.id, language=home.language, counts=", ".join(parts)
    )
    write(said if is_kept else f"{said} {tr('Nothing was written.')}")
    wrong = {finding.rule for finding in findings if finding.severity == "error"}
    for hint in dict.fromkeys(hint for rule, hint in _HINTS.items() if rule in wrong):
        note(tr(hint))

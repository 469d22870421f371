"""`deckwright translate merge`: put what came back from a translator into its game."""

from __future__ import annotations

from typing import Annotated, Literal

from click import Context
from click.exceptions import Exit

from deckwright.commands import completion
from deckwright.commands.command import command
from deckwright.commands.declaring import INPUT, OUTPUT, TRANSLATION, argument
from deckwright.commands.options import settings_of, show_notice
from deckwright.commands.translate_options import read_language
from deckwright.errors import UsageError
from deckwright.findings import has_errors
from deckwright.messages import tr
from deckwright.reports.translations import report_merge
from deckwright.workbench.library import current_database
from deckwright.workbench.merging import FileMergeOptions, merge_file


@command(
    "deckwright translate merge dataset.fr.po --dry-run",
    "deckwright translate merge dataset.fr.po --by Anna",
    "deckwright translate merge dataset.fr.po --reviewed --theirs",
    shortens=True,
)
def run(
    context: Context,
    file: Annotated[str, argument("File from the translator; - for PO on standard input.", "FILE")],
    game: Annotated[
        str, INPUT.option("Game, if the file does not name it.", "GAME", complete=completion.games)
    ] = "",
    to: Annotated[
        str, INPUT.option("Language, if the file does not name it.", "LANG", parse=read_language)
    ] = "",
    by: Annotated[str, TRANSLATION.option("Translator, if a text does not name one.", "NAME")] = "",
    reviewed: Annotated[bool, TRANSLATION.flag("Mark the texts as reviewed by a second reader.")] = False,
    ours: Annotated[bool, TRANSLATION.flag("If both sides have changed a text, keep the game’s.")] = False,
    theirs: Annotated[bool, TRANSLATION.flag("If both sides have changed a text, use the file’s.")] = False,
    empties: Annotated[
        bool, TRANSLATION.flag("Remove translations that are empty in the file.", "--take-out")
    ] = False,
    dry_run: Annotated[bool, OUTPUT.flag("Check and show changes, but save nothing.")] = False,
) -> None:
    """Merge a translator's file into its game: all of it, or nothing.

    Texts that the file leaves unchanged stay as they are. A text that was changed on both sides is a conflict: choose
    with --ours or --theirs. A translation whose source has changed since is marked as stale. If errors prevent the
    merge, the exit code is 1.
    """
    if ours and theirs:
        raise UsageError("both-sides", tr("--ours and --theirs cannot be used together."))
    settings = settings_of(context)
    side: Literal["", "ours", "theirs"] = "ours" if ours else "theirs" if theirs else ""
    options = FileMergeOptions(game, to, by, reviewed=reviewed, side=side, empties=empties, dry_run=dry_run)
    result = merge_file(
        current_database(settings.database, show_notice, compares=False), file, options, show_notice
    )
    report_merge(result, as_json=settings.as_json, every=settings.every_finding)
    if has_errors(result.findings):
        raise Exit(1)

"""`deckwright translate merge`: put what came back from a translator into its game."""

from __future__ import annotations

from typing import Annotated, Literal

from typer import Argument, Context, Exit, Option

from deckwright.commands import completion
from deckwright.commands.options import INPUT, OUTPUT, TRANSLATION, settings_of, show_notice
from deckwright.commands.translate_options import read_language
from deckwright.errors import UsageError
from deckwright.findings import has_errors
from deckwright.messages import tr
from deckwright.reports.translations import report_merge
from deckwright.workbench.library import current_database
from deckwright.workbench.merging import FileMergeOptions, merge_file

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
        str, Argument(metavar=tr("FILE"), help=tr("File from the translator; - for PO on standard input."))
    ],
    game: Annotated[
        str,
        Option(
            autocompletion=completion.games,
            metavar=tr("GAME"),
            rich_help_panel=INPUT,
            help=tr("Game, if the file does not name it."),
        ),
    ] = "",
    to: Annotated[
        str,
        Option(
            parser=read_language,
            metavar=tr("LANG"),
            rich_help_panel=INPUT,
            help=tr("Language, if the file does not name it."),
        ),
    ] = "",
    by: Annotated[
        str,
        Option(
            metavar=tr("NAME"),
            rich_help_panel=TRANSLATION,
            help=tr("Translator, if a text does not name one."),
        ),
    ] = "",
    reviewed: Annotated[
        bool,
        Option(
            "--reviewed",
            rich_help_panel=TRANSLATION,
            help=tr("Mark the texts as reviewed by a second reader."),
        ),
    ] = False,
    ours: Annotated[
        bool,
        Option(
            "--ours",
            rich_help_panel=TRANSLATION,
            help=tr("If both sides have changed a text, keep the game’s."),
        ),
    ] = False,
    theirs: Annotated[
        bool,
        Option(
            "--theirs",
            rich_help_panel=TRANSLATION,
            help=tr("If both sides have changed a text, use the file’s."),
        ),
    ] = False,
    empties: Annotated[
        bool,
        Option(
            "--take-out",
            rich_help_panel=TRANSLATION,
            help=tr("Remove translations that are empty in the file."),
        ),
    ] = False,
    dry_run: Annotated[
        bool,
        Option("--dry-run", rich_help_panel=OUTPUT, help=tr("Check and show changes, but save nothing.")),
    ] = False,
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

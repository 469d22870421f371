"""`deckwright new game`: start a game's folder."""

from __future__ import annotations

from typing import Annotated

from typer import Argument, Context, Option

from deckwright.commands.options import OUTPUT, settings_of
from deckwright.messages import tr
from deckwright.reports.output import note, write, write_json
from deckwright.workbench.authoring import new_game

EXAMPLES = (
    "deckwright new game 'Frogs and Ponds'",
    "deckwright new game 'Frogs and Ponds' --ci",
    "deckwright load frogs-and-ponds --dry-run",
)


def run(
    context: Context,
    title: Annotated[str, Argument(metavar=tr("NAME"), help=tr("Title of the game."))],
    ci: Annotated[
        bool,
        Option(
            "--ci", rich_help_panel=OUTPUT, help=tr("Add a workflow for GitHub: check, then print as PDF.")
        ),
    ] = False,
) -> None:
    """Create a small game in a new folder, to load and change.

    The folder is named after the title, and the cards are in the language of --lang.
    """
    settings = settings_of(context)
    language = settings.language if settings.is_named else settings.spoken
    files = new_game(title, location=settings.database, language=language, spoken=settings.spoken, has_ci=ci)
    if settings.as_json:
        write_json({"files": [str(file) for file in files]})
        return
    for file in files:
        write(str(file))
    note(tr("Change it as you like, then run: deckwright load {folder}", folder=files[0].parts[0]))

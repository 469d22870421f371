"""`deckwright demo`: the main job in one go."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Context, Exit

from deckwright.commands.command import command
from deckwright.commands.options import argument, library_of, settings_of
from deckwright.findings import has_errors
from deckwright.reports.deals import pile_lines
from deckwright.reports.decks import result_lines
from deckwright.reports.findings import note_findings
from deckwright.reports.output import progress_bar, write, write_json
from deckwright.workbench.library import WantedLanguage
from deckwright.workbench.publishing import run_demo

if TYPE_CHECKING:
    from deckwright.findings import Finding


@command("deckwright demo", "deckwright demo somewhere --lang fr")
def run(
    context: Context,
    folder: Annotated[
        Path, argument("Folder to write to; default: out.", "[DIR]", show_default=False)
    ] = Path("out"),
) -> None:
    """Check, build and print all packaged games into one folder.

    The folder then has the sheets, score pads and reference cards of all four games in three languages, the check of
    both packs, the office deck made of two of each pack, and an opportunity deck for each number of players.
    """
    settings = settings_of(context)
    files: list[str] = []
    findings: list[Finding] = []
    with library_of(context) as library:
        library.language = WantedLanguage(settings.spoken)
        for made in run_demo(
            library,
            folder,
            result_lines,
            lambda built: pile_lines(built.pile, built.game, built.cards, built.language),
            progress_bar,
        ):
            files.append(str(made.file))
            findings += made.findings
            if not settings.as_json:
                write(f"{made.file}: {made.content}")
    note_findings(findings)
    if settings.as_json:
        write_json({"files": files})
    if has_errors(findings):
        raise Exit(1)

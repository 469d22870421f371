"""`deckwright export tts`: decks for Tabletop Simulator."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from typer import Context

from deckwright.commands import completion
from deckwright.commands.declaring import OUTPUT
from deckwright.commands.exporting import export, slow_progress
from deckwright.commands.options import Folder, SelectedCards, library_of

if TYPE_CHECKING:
    from deckwright.workbench.printing import ExportResult


@export(
    "deckwright export tts data-monsters/startup -o table",
    "deckwright export tts dataset --lang fr --url https://example.org/cards -o table",
)
def run(
    context: Context,
    cards: SelectedCards,
    url: Annotated[
        str, OUTPUT.option("Web address of the pictures; default: the output folder.", "URL")
    ] = "",
    target: Annotated[
        str,
        OUTPUT.option(
            "Size limits of the pictures: tts, or a file.yaml.", "TARGET", autocompletion=completion.targets
        ),
    ] = "tts",
    *,
    output: Folder,
) -> ExportResult:
    """Export decks for Tabletop Simulator: pictures and a saved object.

    A picture contains up to 70 cards. Move the JSON file to the folder of the game's saved objects. Cards with different
    backs become separate decks.
    """
    from deckwright.workbench.target_exports import TabletopOptions, print_tabletop_decks

    with library_of(context) as library:
        return print_tabletop_decks(
            library, cards.selection(), output, TabletopOptions(target, url), slow_progress
        )

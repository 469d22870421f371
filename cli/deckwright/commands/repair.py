"""`deckwright repair`: the nearest legal deck."""

from __future__ import annotations

from typing import Annotated

from typer import Context, Exit

from deckwright.commands import completion
from deckwright.commands.command import command
from deckwright.commands.declaring import CHECKS, argument
from deckwright.commands.options import (
    DeckOutput,
    GameOfLists,
    Players,
    RulesOn,
    check_output,
    library_of,
    settings_of,
)
from deckwright.files.deck_formats import format_of_file
from deckwright.files.writing import write_text
from deckwright.reports.decks import repaired_as_json, report_repaired
from deckwright.reports.output import write_json
from deckwright.workbench.checking import CheckOptions, repair_deck


@command(
    "deckwright repair my-deck.yaml -o legal-deck.yaml",
    "deckwright repair data-monsters/startup --format office --players 2",
)
def run(
    context: Context,
    deck: Annotated[
        str, argument("Deck file, game/deck-id, or - for standard input.", "DECK", completion.decks)
    ],
    form: Annotated[
        str,
        CHECKS.option(
            "Format of the repaired deck; default: the deck's own.",
            "FORMAT",
            "--format",
            autocompletion=completion.formats,
        ),
    ] = "",
    players: Players = None,
    on: RulesOn = None,
    game: GameOfLists = "",
    output: DeckOutput = "",
) -> None:
    """Make a deck legal with the fewest changes.

    The result is the nearest legal deck: the one with the fewest copies removed and added. Every change is
    shown. If no legal deck is found, nothing is written and the exit code is 1.
    """
    settings = settings_of(context)
    check_output(settings, output)
    wanted = format_of_file(output, "yaml")
    with library_of(context) as library:
        repaired = repair_deck(library, deck, CheckOptions(form, players, game, on))
    if output and repaired.result.legal:
        write_text(output, wanted.write(repaired.result.deck, repaired.cards, repaired.language))
    if settings.as_json:
        write_json(repaired_as_json(repaired.result))
    else:
        report_repaired(repaired, has_list=not output)
    if not repaired.result.legal:
        raise Exit(1)

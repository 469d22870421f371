"""`deckwright combine`: join decks into one."""

from __future__ import annotations

from typing import Annotated

from typer import Context, Exit, Option

from deckwright.commands import completion
from deckwright.commands.options import (
    CHECKS,
    INPUT,
    OUTPUT,
    DeckOutput,
    Decks,
    GameOfLists,
    Players,
    check_output,
    library_of,
    read_times,
    settings_of,
)
from deckwright.files.deck_formats import format_of_file
from deckwright.files.writing import write_text
from deckwright.messages import tr
from deckwright.reports.decks import combined_as_json, report_combined
from deckwright.reports.output import write_json
from deckwright.workbench.checking import CombineOptions, combine_decks

EXAMPLES = (
    "deckwright combine data-monsters/startup data-monsters/enterprise \\",
    "    --times data-monsters/startup=2 --times data-monsters/enterprise=2 \\",
    "    --format office --players 4 -o office.yaml",
)


def run(
    context: Context,
    decks: Decks,
    form: Annotated[
        str,
        Option(
            "--format",
            autocompletion=completion.formats,
            metavar=tr("FORMAT"),
            help=tr("Format of the combined deck."),
            rich_help_panel=CHECKS,
        ),
    ],
    players: Players = None,
    game: GameOfLists = "",
    times: Annotated[
        list[str] | None,
        Option(
            metavar=tr("DECK=N"), help=tr("Use a deck this many times; repeatable."), rich_help_panel=INPUT
        ),
    ] = None,
    name: Annotated[
        str, Option(metavar=tr("NAME"), help=tr("Name of the combined deck."), rich_help_panel=OUTPUT)
    ] = "",
    output: DeckOutput = "",
) -> None:
    """Combine decks into one, without copies that its format does not allow.

    No other cards are removed. The combined deck is checked; the exit code is 1 if it is not legal.
    """
    settings = settings_of(context)
    options = CombineOptions(form, players, game, read_times(times or [], decks), name)
    check_output(settings, output)
    wanted = format_of_file(output, "yaml")
    with library_of(context) as library:
        combined = combine_decks(library, decks, options)
    if output:
        write_text(output, wanted.write(combined.result.deck, combined.cards, combined.language))
    if settings.as_json:
        write_json(combined_as_json(combined.result))
    else:
        report_combined(combined, has_list=not output)
    if not combined.result.legal:
        raise Exit(1)

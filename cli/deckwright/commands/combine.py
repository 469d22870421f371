"""`deckwright combine`: join decks into one."""

from __future__ import annotations

from typing import Annotated

from typer import Context, Exit

from deckwright.commands import completion
from deckwright.commands.command import command
from deckwright.commands.declaring import CHECKS, INPUT, OUTPUT
from deckwright.commands.options import (
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
from deckwright.reports.decks import combined_as_json, report_combined
from deckwright.reports.output import write_json
from deckwright.workbench.checking import CombineOptions, combine_decks


@command(
    "deckwright combine data-monsters/startup data-monsters/enterprise \\",
    "    --times data-monsters/startup=2 --times data-monsters/enterprise=2 \\",
    "    --format office --players 4 -o office.yaml",
)
def run(
    context: Context,
    decks: Decks,
    form: Annotated[
        str,
        CHECKS.option(
            "Format of the combined deck.", "FORMAT", "--format", autocompletion=completion.formats
        ),
    ],
    players: Players = None,
    game: GameOfLists = "",
    times: Annotated[
        list[str] | None, INPUT.option("Use a deck this many times; repeatable.", "DECK=N")
    ] = None,
    name: Annotated[str, OUTPUT.option("Name of the combined deck.", "NAME")] = "",
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

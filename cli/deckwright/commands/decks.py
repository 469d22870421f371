"""`deckwright combine` and `repair`: decks joined into one, and made legal."""

from __future__ import annotations

from typing import Annotated

from typer import Context, Exit

from deckwright.commands import completion
from deckwright.commands.command import command
from deckwright.commands.options import (
    CHECKS,
    INPUT,
    OUTPUT,
    DeckOutput,
    Decks,
    GameOfLists,
    Players,
    RulesOn,
    argument,
    library_of,
    read_times,
    settings_of,
)
from deckwright.files.deck_formats import format_of_file, together
from deckwright.files.writing import write_text
from deckwright.reports.decks import combined_as_json, repaired_as_json, report_combined, report_repaired
from deckwright.reports.output import write_json
from deckwright.workbench.checking import CheckOptions, CombineOptions, combine_decks, repair_deck


@command(
    "deckwright combine data-monsters/startup data-monsters/enterprise \\",
    "    --times data-monsters/startup=2 --times data-monsters/enterprise=2 \\",
    "    --format office --players 4 -o office.yaml",
)
def combine(
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
    options = CombineOptions(form, players, game, read_times(times or [], decks), name)
    wanted = format_of_file(output, "yaml")
    with library_of(context) as library:
        combined = combine_decks(library, decks, options)
    if output:
        write_text(output, together([(combined.result.deck, combined.cards, combined.language)], wanted))
    if settings_of(context).as_json:
        write_json(combined_as_json(combined.result))
    else:
        report_combined(combined, has_list=not output)
    if not combined.result.legal:
        raise Exit(1)


@command(
    "deckwright repair my-deck.yaml -o legal-deck.yaml",
    "deckwright repair data-monsters/startup --format office --players 2",
)
def repair(
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
    wanted = format_of_file(output, "yaml")
    with library_of(context) as library:
        repaired = repair_deck(library, deck, CheckOptions(form, players, game, on))
    if output and repaired.result.legal:
        write_text(output, together([(repaired.result.deck, repaired.cards, repaired.language)], wanted))
    if settings_of(context).as_json:
        write_json(repaired_as_json(repaired.result))
    else:
        report_repaired(repaired, has_list=not output)
    if not repaired.result.legal:
        raise Exit(1)

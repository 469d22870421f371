"""`deckwright build`: a shuffled pile for a table."""

from __future__ import annotations

from typing import Annotated

from typer import Context

from deckwright.commands import completion
from deckwright.commands.command import command
from deckwright.commands.declaring import OUTPUT, TABLE, argument
from deckwright.commands.options import (
    Mode,
    PlayerCount,
    Rules,
    SeedText,
    TheGame,
    check_output,
    library_of,
    settings_of,
)
from deckwright.files.deck_formats import TEXT_ENDINGS
from deckwright.files.writing import write_text
from deckwright.reports.deals import note_seed, pile_as_json, pile_lines, pile_list
from deckwright.reports.output import write, write_json
from deckwright.workbench.dealing import SetupOptions, build_pile


@command(
    "deckwright build data-monsters opportunity --players 3",
    "deckwright build data-monsters opportunity --players 2 --mode tutorial --seed friday",
    "deckwright build dataset main --players 4 --mode level-2 -o pile.txt",
    "deckwright build big-monster medals --players 4 --take 4",
)
def run(
    context: Context,
    game: TheGame,
    pile: Annotated[str, argument("Pile to build; see “deckwright games”.", "PILE", completion.piles)],
    players: PlayerCount,
    mode: Mode = "",
    seed: SeedText = "",
    take: Annotated[
        int | None, TABLE.option("Number of cards, if the rules leave it open.", "N", min=0)
    ] = None,
    rule: Rules = None,
    output: Annotated[
        str, OUTPUT.option("File to write the pile to, as a list from the top.", "FILE", "-o", "--output")
    ] = "",
) -> None:
    """Build and shuffle a pile for a number of players."""
    settings = settings_of(context)
    check_output(settings, output, *TEXT_ENDINGS)
    takes = {} if take is None else {pile: take}
    options = SetupOptions(players, mode, seed, rule or (), takes)
    with library_of(context) as library:
        built = build_pile(library, game, pile, options)
    if output:
        write_text(output, pile_list(built.pile, built.cards, built.language))
    if settings.as_json:
        write_json(pile_as_json(built.pile))
    elif output:
        note_seed(output, built.pile.seed)
    else:
        write("\n".join(pile_lines(*built)))

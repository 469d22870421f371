"""`deckwright deal`: the whole table at the start of a game."""

from __future__ import annotations

from typing import Annotated

from typer import Context

from deckwright.commands.command import command
from deckwright.commands.declaring import INPUT, OUTPUT, TABLE
from deckwright.commands.options import (
    Mode,
    PlayerCount,
    Rules,
    SeedText,
    TheGame,
    check_output,
    library_of,
    read_takes,
    settings_of,
)
from deckwright.files.writing import write_text
from deckwright.reports.deals import deal_as_json, deal_lines, note_seed
from deckwright.reports.findings import finding_lines
from deckwright.reports.output import note, write, write_json
from deckwright.workbench.dealing import SetupOptions, deal_table


@command(
    "deckwright deal data-monsters --players 3 --seed friday",
    "deckwright deal data-monsters --players 2 --deck 1=my-deck.txt --deck 2=data-monsters/startup",
    "deckwright deal data-monsters --players 4 --mode office",
    "deckwright deal dataset --players 5 --mode level-2 -o table.txt",
    "deckwright deal big-monster --players 4 --take medals=4",
    "deckwright deal dataset --players 3 --mode level-3 --rule transparency=level-3",
)
def run(
    context: Context,
    game: TheGame,
    players: PlayerCount,
    deck: Annotated[
        list[str] | None, INPUT.option("SEAT=DECK for one seat, or DECK for all; repeatable.", "SEAT=DECK")
    ] = None,
    force: Annotated[bool, INPUT.flag("Deal even if decks are illegal.")] = False,
    mode: Mode = "",
    seed: SeedText = "",
    take: Annotated[
        list[str] | None, TABLE.option("Cards in a pile, if the rules leave it open.", "PILE=N")
    ] = None,
    rule: Rules = None,
    output: Annotated[str, OUTPUT.option("Text file to write the table to.", "FILE", "-o", "--output")] = "",
) -> None:
    """Set up the table: piles, market, hands and first player.

    Seats without --deck use the packaged decks in turn. An illegal deck is refused with exit code 1, and nothing is
    dealt.
    """
    settings = settings_of(context)
    options = SetupOptions(players, mode, seed, rule or (), read_takes(take or []), deck or (), force)
    check_output(settings, output, ".txt")
    with library_of(context) as library:
        dealt = deal_table(library, game, options)
    for line in finding_lines(dealt.table.decks.findings, to_error=True):
        note(line)
    if output:
        write_text(output, "\n".join([*deal_lines(*dealt), ""]))
    if settings.as_json:
        write_json(deal_as_json(dealt.table, dealt.game, dealt.cards))
    elif output:
        note_seed(output, dealt.table.seed)
    else:
        write("\n".join(deal_lines(*dealt)))

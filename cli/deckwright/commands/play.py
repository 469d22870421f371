"""`deckwright play`: the table of a game in the browser, for several players, or as one page to send."""

from __future__ import annotations

import webbrowser
from typing import Annotated

from typer import Context

from deckwright.commands.command import command
from deckwright.commands.declaring import INPUT, OUTPUT, TABLE
from deckwright.commands.exporting import slow_progress
from deckwright.commands.options import (
    GameHere,
    Mode,
    PlayerCount,
    SeedText,
    library_of,
    output_file,
    settings_of,
    show_notice,
)
from deckwright.files.writing import write_text
from deckwright.messages import tr
from deckwright.reports.findings import note_findings
from deckwright.reports.output import note, note_of, write, write_json
from deckwright.workbench.dealing import SetupOptions


@command(
    "deckwright play data-monsters --players 3 --open",
    "deckwright play dataset --players 4 --network",
    "deckwright play data-monsters --players 2 --deck 1=my-deck.txt --seed friday -o table.html",
)
def run(
    context: Context,
    game: GameHere = ".",
    *,
    players: PlayerCount,
    deck: Annotated[
        list[str] | None, INPUT.option("SEAT=DECK for one seat, or DECK for all; repeatable.", "SEAT=DECK")
    ] = None,
    mode: Mode = "",
    seed: SeedText = "",
    port: Annotated[int, OUTPUT.option("Port; default: a free one.", "N", min=0, max=65535)] = 0,
    network: Annotated[bool, TABLE.flag("Let other computers in your network join.", "--network")] = False,
    open_browser: Annotated[bool, OUTPUT.flag("Open the page in the browser.", "--open")] = False,
    output: Annotated[str, output_file("Page to write instead, which plays offline: .html.", ".html")] = "",
) -> None:
    """Play a game's table in the browser, as it is dealt.

    Cards are dragged, flipped, turned and shuffled; no rules are enforced, and every move can be undone. All browsers that
    open the address see one table: with --network, also on other computers. An illegal deck is played, with a warning.
    Ctrl-C stops it.
    """
    from deckwright.commands.play_server import PlayServer
    from deckwright.workbench.playing import play_table

    settings = settings_of(context)
    options = SetupOptions(players, mode, seed, decks=deck or ())
    with library_of(context) as library:
        table = play_table(library, game, options, slow_progress)
    if not settings.as_json:
        note_findings(table.findings)
    seed_of_table = table.data["about"]["seed"]
    if output:
        write_text(output, table.page())
        if settings.as_json:
            write_json({"files": [output], "seed": seed_of_table})
        else:
            note_of(output, tr("seed {seed}", seed=seed_of_table))
        return
    with PlayServer(table, port, is_shared=network) as server:
        if settings.as_json:
            write_json({"address": server.address, "seed": seed_of_table})
        else:
            write(server.address)
            note(tr("The table is open. Press Ctrl-C to stop."))
        if open_browser and not webbrowser.open(server.address):
            show_notice(tr("No browser was found. Open the address above."))
        server.serve_forever()

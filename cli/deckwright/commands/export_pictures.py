"""`deckwright export png`, `tts`, `cockatrice` and `cgs`: a picture for each card, alone or for playing on a screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from typer import Context

from deckwright.commands import completion
from deckwright.commands.exporting import export, slow_progress
from deckwright.commands.options import (
    APPEARANCE,
    INPUT,
    OUTPUT,
    TABLE,
    Folder,
    LowInk,
    SeedText,
    WantedCards,
    library_of,
    output_file,
    target_name,
)

if TYPE_CHECKING:
    from deckwright.workbench.exports import ExportResult


PlayersOfTable = Annotated[
    int,
    TABLE.option(
        "Number of players of the table; default: the smallest.",
        "N",
        "--players",
        min=0,
        max=99,
        show_default=False,
    ),
]

BLEED = 3
"""How far faces reach beyond the cut, in mm."""


@export(
    "deckwright export png data-monsters/startup --target tgc-poker -o startup",
    "deckwright export png dataset --dpi 150 --lang it -o pictures",
    "deckwright export png --card data-monsters/mainframe --corners 3 -o mainframe.png",
)
def png(
    context: Context,
    cards: WantedCards,
    card: Annotated[
        str, INPUT.option("Only this card, by id, game/card-id, or name.", "CARD", complete=completion.cards)
    ] = "",
    target: Annotated[str, target_name("Print shop, such as mpc-poker; default: trimmed cards.")] = "",
    dpi: Annotated[
        int | None,
        APPEARANCE.option("Pixels per inch, without --target; default: 300.", "N", min=30, max=2400),
    ] = None,
    corners: Annotated[
        float, APPEARANCE.option("Radius of round corners, transparent outside.", "MM", min=0, max=20)
    ] = 0.0,
    bleed: Annotated[
        float, APPEARANCE.option("Bleed to keep around the cut, up to 3 mm.", "MM", min=0, max=BLEED)
    ] = 0.0,
    *,
    low_ink: LowInk = False,
    output: Annotated[str, output_file("Folder to write to; or file.png for a single card.", metavar="DIR")],
) -> ExportResult:
    """Export a PNG picture of each card and each back.

    All copies of a card share one picture: cards.csv lists how many copies each card has, and which back. With a
    single card, -o can be a PNG file, which is its front.
    """
    from deckwright.workbench.target_exports import PictureOptions, print_card_pictures

    options = PictureOptions(target, dpi, low_ink, corners, bleed)
    with library_of(context) as library:
        return print_card_pictures(library, cards.selection(card=card), output, options, slow_progress)


@export(
    "deckwright export tts data-monsters/startup -o table",
    "deckwright export tts dataset --lang fr --url https://example.org/cards -o table",
    "deckwright export tts monster-office --players 4 --seed friday -o table",
)
def tts(
    context: Context,
    cards: WantedCards,
    url: Annotated[
        str, OUTPUT.option("Web address of the pictures; default: the output folder.", "URL")
    ] = "",
    target: Annotated[str, target_name("Size limits of the pictures: tts, or a file.yaml.")] = "tts",
    players: PlayersOfTable = 0,
    seed: SeedText = "",
    *,
    output: Folder,
) -> ExportResult:
    """Export decks for Tabletop Simulator: pictures and a saved object.

    A picture contains up to 70 cards. Move the JSON file to the folder of the game's saved objects. Cards with different
    backs become separate decks. A whole game has a second JSON file: its table as it is dealt, for the folder of saved games.
    """
    from deckwright.workbench.target_exports import TabletopOptions, print_tabletop_decks

    with library_of(context) as library:
        return print_tabletop_decks(
            library, cards.selection(), output, TabletopOptions(target, url, players, seed), slow_progress
        )


@export(
    "deckwright export cockatrice data-monsters -o cockatrice",
    "deckwright export cockatrice monster-office --lang fr -o cockatrice",
)
def cockatrice(context: Context, cards: WantedCards, *, output: Folder) -> ExportResult:
    """Export a game as a card set for Cockatrice.

    The folder is laid out as the data folder of Cockatrice: copy its contents there. Decks exported with export list --as
    cod have the same names of cards.
    """
    from deckwright.workbench.online import write_cockatrice_set

    with library_of(context) as library:
        return write_cockatrice_set(library, cards.selection(), output, slow_progress)


@export(
    "deckwright export cgs data-monsters -o data-monsters",
    "deckwright export cgs dataset --lang fr --url https://example.org/dataset-fr -o dataset-fr",
)
def cgs(
    context: Context,
    cards: WantedCards,
    url: Annotated[
        str, OUTPUT.option("Web address where you host the folder; default: import the ZIP file.", "URL")
    ] = "",
    players: PlayersOfTable = 0,
    *,
    output: Folder,
) -> ExportResult:
    """Export a game for Card Game Simulator.

    Import the ZIP file in the simulator, or host the folder and give players the address of cgs.json: the simulator then
    looks every day for what has changed. Cards with all their fields, backs, decks, the piles of the table and its zones are
    in it; a game in another language is a game of its own.
    """
    from deckwright.workbench.online import SimulatorOptions, write_cgs_game

    with library_of(context) as library:
        options = SimulatorOptions(url, players)
        return write_cgs_game(library, cards.selection(), output, options, slow_progress)

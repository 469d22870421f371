"""`deckwright build`: a shuffled pile for a table."""

from __future__ import annotations

from typing import Annotated

from typer import Argument, Context, Option

from deckwright.commands import completion
from deckwright.commands.arguments import Mode, Rules
from deckwright.commands.opening import Shelf, language_in, reading
from deckwright.commands.options import check_output
from deckwright.commands.parsing import read_plain
from deckwright.files.decks import TEXT_ENDINGS
from deckwright.files.writing import write_text
from deckwright.messages import tr
from deckwright.model.settings import played, read_pairs
from deckwright.reports.output import note, write, write_json
from deckwright.reports.piles import pile_as_json, pile_lines, pile_list
from deckwright.table.piles import build_pile, new_seed

EXAMPLES = (
    "deckwright build data-monsters opportunity --players 3",
    "deckwright build data-monsters opportunity --players 2 --mode tutorial --seed friday",
    "deckwright build dataset main --players 4 --mode level-2 -o pile.txt",
    "deckwright build big-monster medals --players 4 --take 4",
)


def run(
    context: Context,
    game: Annotated[str, Argument(autocompletion=completion.games, metavar=tr("GAME"), help=tr("The game."))],
    pile: Annotated[
        str,
        Argument(
            autocompletion=completion.piles,
            metavar=tr("PILE"),
            help=tr("The pile, as deckwright games lists them."),
        ),
    ],
    players: Annotated[int, Option(metavar="N", help=tr("How many play."))],
    mode: Mode = "",
    seed: Annotated[
        str,
        Option(
            parser=read_plain,
            metavar=tr("SEED"),
            help=tr("A word or number; the same one gives the same order everywhere."),
        ),
    ] = "",
    take: Annotated[
        int | None,
        Option(metavar="N", min=0, help=tr("How many cards are drawn, where the rules leave that to you.")),
    ] = None,
    rule: Rules = None,
    output: Annotated[
        str,
        Option(
            "-o", "--output", metavar=tr("FILE"), help=tr("Write the pile there, as a list from the top.")
        ),
    ] = "",
) -> None:
    """Build a pile for so many players: gather its cards, shuffle it, and put the others aside."""
    with reading(context) as (connection, settings):
        check_output(settings, output, *TEXT_ENDINGS)
        own_game, cards = Shelf(connection).game(game)
        language = language_in(own_game, settings)
    own_game = played(own_game, read_pairs(rule or [], own_game))
    built = build_pile(own_game, cards, pile, players=players, mode=mode, seed=seed or new_seed(), take=take)
    if output:
        write_text(output, pile_list(built, cards, language))
    if settings.as_json:
        write_json(pile_as_json(built))
    elif output and output != "-":
        note(tr("{label}: {value}", label=output, value=tr("seed {seed}", seed=built.seed)))
    elif not output:
        write("\n".join(pile_lines(built, own_game, cards, language)))

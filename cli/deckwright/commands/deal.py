"""`deckwright deal`: the whole table at the start of a game."""

from __future__ import annotations

from typing import Annotated

from typer import Context, Option

from deckwright.commands.arguments import Mode, Rules, TheGame
from deckwright.commands.opening import Shelf, language_in, reading
from deckwright.commands.options import check_output
from deckwright.commands.parsing import read_plain
from deckwright.commands.seating import Seating
from deckwright.errors import UsageError
from deckwright.files.writing import write_text
from deckwright.messages import tr
from deckwright.model.settings import played, read_pairs
from deckwright.reports.deals import deal_as_json, deal_lines
from deckwright.reports.findings import finding_lines
from deckwright.reports.output import note, write, write_json
from deckwright.table.deal import NO_DECKS, deal, deal_for
from deckwright.table.piles import new_seed

EXAMPLES = (
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
    players: Annotated[int, Option(metavar="N", max=99, help=tr("How many play."))],
    mode: Mode = "",
    seed: Annotated[
        str,
        Option(
            parser=read_plain,
            metavar=tr("SEED"),
            help=tr("A word or number; the same one gives the same table everywhere."),
        ),
    ] = "",
    deck: Annotated[
        list[str] | None,
        Option(
            metavar=tr("SEAT=DECK"),
            help=tr(
                "The deck of a seat, 1=my-deck.txt, or just DECK where all play with one. Other seats take the packaged decks in turn."
            ),
        ),
    ] = None,
    take: Annotated[
        list[str] | None,
        Option(
            metavar=tr("PILE=N"),
            help=tr("How many cards are drawn for a pile whose rules leave that to you: medals=4."),
        ),
    ] = None,
    rule: Rules = None,
    force: Annotated[bool, Option("--force", help=tr("Deal decks that are not legal, too."))] = False,
    output: Annotated[
        str, Option("-o", "--output", metavar=tr("FILE"), help=tr("Write the table there, as text."))
    ] = "",
) -> None:
    """Lay the whole table for so many players, step by step: piles, market, hands, and who goes first.

    A deck that is not legal is refused with exit code 1, and nothing is dealt.
    """
    takes = dict(map(_agreed, take or []))
    with reading(context) as (connection, settings):
        check_output(settings, output, ".txt")
        shelved = Shelf(connection)
        own_game, cards = shelved.game(game)
        language = language_in(own_game, settings)
        chosen = read_pairs(rule or [], own_game)
        _check_once(takes, chosen)
        playing = played(own_game, chosen)
        plan, mode = deal_for(playing, players, mode)
        if deck and not plan.deck:
            raise UsageError("decks", tr("Nobody brings a deck here: leave --deck out."))
        seating = plan.deck and Seating(shelved, playing, plan.deck, players, language)
        seated = seating.decks(deck or [], force=force) if seating else NO_DECKS
    table = deal(
        own_game,
        cards,
        players=players,
        mode=mode,
        seed=seed or new_seed(),
        seated=seated,
        takes=takes,
        settings=chosen,
    )
    for line in finding_lines(seated.findings, to_error=True):
        note(line)
    if output or not settings.as_json:
        lines = "\n".join(deal_lines(table, own_game, cards, language))
        if output:
            write_text(output, f"{lines}\n")
        else:
            write(lines)
    if settings.as_json:
        write_json(deal_as_json(table, own_game, cards))
    elif output and output != "-":
        note(tr("{label}: {value}", label=output, value=tr("seed {seed}", seed=table.seed)))


def _check_once(takes: dict[str, int], chosen: dict[str, str | int]) -> None:
    """Check that no number is named by both --take and --rule."""
    for name in takes:
        if name in chosen:
            raise UsageError("setting", tr("The setting {name} is named twice.", name=name))


def _agreed(written: str) -> tuple[str, int]:
    """Read a number that people agreed on, as PILE=N."""
    pile, _, number = written.partition("=")
    if not pile or not number.isdecimal():
        raise UsageError(
            "take", tr("{text}: write a pile and how much is taken for it, as medals=4.", text=written)
        )
    return pile, int(number)

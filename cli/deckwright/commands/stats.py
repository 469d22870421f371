"""`deckwright stats`: what a deck is made of, and the odds of drawing."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Argument, Context, Exit, Option

from deckwright.commands import completion
from deckwright.commands.arguments import GameOfLists, Mode
from deckwright.commands.drawing_odds import Asked, Reckoned, odds_asked
from deckwright.commands.opening import Shelf, language_in, reading
from deckwright.commands.options import check_output
from deckwright.construction.tallies import count_deck
from deckwright.files.writing import write_text
from deckwright.findings import as_json, has_errors
from deckwright.messages import tr
from deckwright.reports.findings import finding_lines
from deckwright.reports.output import note, write, write_json
from deckwright.reports.stats import chart_of, stats_as_json, stats_lines
from deckwright.store.read import game_ids
from deckwright.workbench.selection import SelectedCards, whole_game

if TYPE_CHECKING:
    from deckwright.findings import Finding
    from deckwright.press.charts import Chart

EXAMPLES = (
    "deckwright stats data-monsters/startup",
    "deckwright stats my-deck.txt --odds 'kind:tool tech>=3' --turn 3 --players 2",
    "deckwright stats data-monsters/startup --odds kind:monster --odds kind:tool --drawn 5",
    "deckwright stats data-monsters/enterprise -o enterprise.svg",
)


def run(
    context: Context,
    deck: Annotated[
        str,
        Argument(
            autocompletion=completion.sources,
            metavar=tr("DECK"),
            help=tr("A deck: a file, - for standard input, or game/deck-id; or a game with all its cards."),
        ),
    ],
    game: GameOfLists = "",
    odds: Annotated[
        list[str] | None,
        Option(
            metavar=tr("QUERY"),
            help=tr(
                "Tell the odds of holding a card that this query finds; of several queries, one for each."
            ),
        ),
    ] = None,
    turn: Annotated[
        int, Option(metavar="N", min=0, max=99, help=tr("Up to which turn; 0 is the opening hand."))
    ] = 5,
    players: Annotated[
        int | None, Option(metavar="N", max=99, help=tr("How many play, where it matters."))
    ] = None,
    mode: Mode = "",
    first: Annotated[bool, Option("--first", help=tr("Tell the odds of whoever goes first only."))] = False,
    second: Annotated[bool, Option("--second", help=tr("Tell the odds of the other players only."))] = False,
    drawn: Annotated[
        int | None,
        Option(metavar="N", min=0, help=tr("Tell the odds of so many cards, whatever the game says.")),
    ] = None,
    output: Annotated[
        str,
        Option("-o", "--output", metavar=tr("FILE"), help=tr("Draw it there, too: .svg or .png.")),
    ] = "",
) -> None:
    """Count what a deck is made of, and tell the odds of drawing what a query finds.

    Odds are exact. They follow the game's own rules of how many cards are held at the start and drawn each
    turn; no card is put back, and every card drawn counts, even if it was discarded since.
    """
    seats = ("first",) if first and not second else ("other",) if second and not first else ("first", "other")
    asked = Asked(odds or [], turn, players, mode, seats, drawn)
    with reading(context) as (connection, settings):
        check_output(settings, output, ".svg", ".png")
        shelved = Shelf(connection)
        source = _source(shelved, deck, game, settings.language)
    counted = count_deck(source.deck, source.game, source.cards)
    found = odds_asked(asked, source.deck, source.game, source.cards) if odds else Reckoned()
    if found.is_assumed:
        note(tr("Odds for {count} players; name another number with --players.", count=found.players or 0))
    told = (source.deck, source.game, counted, found.odds, found.players)
    language = language_in(source.game, settings)
    chart = chart_of(*told, language=language)
    findings = _draw(chart, output) if output else []
    if settings.as_json:
        write_json({**stats_as_json(*told, language=language), "findings": as_json(findings)})
    elif output != "-":
        write("\n".join(stats_lines(chart)))
        for line in finding_lines(findings, to_error=True):
            note(line)
        if output:
            note(tr("Drawn: {path}.", path=output))
    if has_errors(findings):
        raise Exit(1)


def _source(shelved: Shelf, name: str, game: str, language: str) -> SelectedCards:
    """Give a deck, or a whole game, as a deck."""
    if name in game_ids(shelved.connection):
        return whole_game(shelved, name, language)
    deck = shelved.deck(name, game, language)
    return SelectedCards(deck, *shelved.game(deck.game))


def _draw(chart: Chart, output: str) -> list[Finding]:
    """Draw a chart; what is found of its letters comes back."""
    from deckwright.press.charts import chart_svg, check_chart, save_chart_png
    from deckwright.workbench.printing import refuse_script

    refuse_script(chart.language)
    if Path(output).suffix.lower() == ".png":
        save_chart_png(chart, Path(output))
    else:
        write_text(output, chart_svg(chart))
    return check_chart(chart)

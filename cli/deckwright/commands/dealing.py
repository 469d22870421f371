"""`deckwright build`, `deal` and `score`: a pile and the whole table at the start of a game, and points and ranks at its end."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Annotated

from typer import Context

from deckwright.commands import completion
from deckwright.commands.command import command
from deckwright.commands.options import (
    INPUT,
    OUTPUT,
    TABLE,
    GameHere,
    Mode,
    PlayerCount,
    Rules,
    SeatDecks,
    SeedText,
    TheGame,
    argument,
    library_of,
    output_file,
    play_mode,
    settings_of,
    show_notice,
    show_result,
)
from deckwright.errors import UsageError
from deckwright.files.deck_formats import TEXT_ENDINGS, YAML_ENDINGS
from deckwright.files.writing import write_text
from deckwright.messages import tr
from deckwright.reports.deals import (
    deal_as_json,
    deal_lines,
    pile_as_json,
    pile_lines,
    pile_list,
    score_lines,
    scores_as_json,
)
from deckwright.reports.findings import note_findings
from deckwright.reports.output import note, note_of, write_json
from deckwright.workbench.dealing import SetupOptions, build_pile, deal_table
from deckwright.workbench.score_files import (
    Conversation,
    ScoreOptions,
    ScoreOutput,
    score_answers,
    score_file,
    score_template,
)


@command(
    "deckwright build data-monsters opportunity --players 3",
    "deckwright build data-monsters opportunity --players 2 --mode tutorial --seed friday",
    "deckwright build dataset main --players 4 --mode level-2 -o pile.txt",
    "deckwright build big-monster medals --players 4 --rule medals=4",
)
def build(
    context: Context,
    game: TheGame,
    pile: Annotated[str, argument("Pile to build; see “deckwright games”.", "PILE", completion.piles)],
    players: PlayerCount,
    mode: Mode = "",
    seed: SeedText = "",
    rule: Rules = None,
    output: Annotated[
        str, output_file("File to write the pile to, as a list from the top.", *TEXT_ENDINGS)
    ] = "",
) -> None:
    """Build and shuffle a pile for a number of players."""
    options = SetupOptions(players, mode, seed, rule or ())
    with library_of(context) as library:
        built = build_pile(library, game, pile, options)
    if output:
        write_text(output, pile_list(built.pile, built.cards, built.language))
    _show(context, output, built.pile.seed, pile_as_json(built.pile), pile_lines(*built))


def _show(context: Context, output: str, seed: object, document: object, lines: Iterable[str]) -> None:
    """Write what was set up, or of one that is in a file only the seed."""
    if output and not settings_of(context).as_json:
        note_of(output, tr("seed {seed}", seed=seed))
    else:
        show_result(context, document, lines)


@command(
    "deckwright deal data-monsters --players 3 --seed friday",
    "deckwright deal data-monsters --players 2 --deck 1=my-deck.txt --deck 2=data-monsters/startup",
    "deckwright deal data-monsters --players 4 --mode office",
    "deckwright deal dataset --players 5 --mode level-2 -o table.txt",
    "deckwright deal big-monster --players 4 --rule medals=4",
    "deckwright deal dataset --players 3 --mode level-3 --rule transparency=level-3",
)
def deal(
    context: Context,
    game: GameHere = ".",
    *,
    players: PlayerCount,
    deck: SeatDecks = None,
    force: Annotated[bool, INPUT.flag("Deal even if decks are illegal.")] = False,
    mode: Mode = "",
    seed: SeedText = "",
    rule: Rules = None,
    output: Annotated[str, output_file("Text file to write the table to.", ".txt")] = "",
) -> None:
    """Set up the table: piles, market, hands and first player.

    Seats without --deck use the packaged decks in turn. An illegal deck is refused with exit code 1, and nothing is
    dealt.
    """
    options = SetupOptions(players, mode, seed, rule or (), deck or (), force)
    with library_of(context) as library:
        dealt = deal_table(library, game, options)
    note_findings(dealt.table.decks.findings, every=True)
    if output:
        write_text(output, "\n".join([*deal_lines(*dealt), ""]))
    _show(
        context,
        output,
        dealt.table.seed,
        deal_as_json(dealt.table, dealt.game, dealt.cards),
        deal_lines(*dealt),
    )


# Score


@command(
    "deckwright score dataset --template -o evening.yaml",
    "deckwright score dataset evening.yaml",
    "deckwright score big-monster evening.yaml --mode team --json",
    "deckwright score monster-office monday.yaml --rule exact-fill=bonus",
    "deckwright score data-monsters table.json",
    "deckwright score data-monsters --interactive -o evening.yaml",
)
def score(
    context: Context,
    game: TheGame,
    file: Annotated[str, argument("Score file, log of a table, or - for standard input.", "[FILE]")] = "",
    interactive: Annotated[
        bool, INPUT.flag("Ask questions instead of reading a file; check each answer.")
    ] = False,
    template: Annotated[bool, INPUT.flag("Write a score file to fill in, without scoring.")] = False,
    mode: Annotated[str, play_mode("Mode of play; default: the file's, or the usual one.")] = "",
    rule: Rules = None,
    players: Annotated[int, TABLE.option("Number of seats in the template.", "N", min=1, max=99)] = 2,
    output: Annotated[str, output_file("File to write the template or the answers to.", *YAML_ENDINGS)] = "",
    overwrite: Annotated[bool, OUTPUT.flag("Overwrite an existing file.")] = False,
) -> None:
    """Score a finished game from a score file: points, ranks and winner.

    If the file has errors, all are shown with their lines, and nothing is scored. The log that the page of “deckwright play”
    saves is read too, as far as it says what each seat has.
    """
    _check_choice(file, interactive=interactive, template=template, output=output)
    settings, target = settings_of(context), ScoreOutput(output, overwrite)
    options = ScoreOptions(mode, rule or ())
    target.refuse_existing()
    with library_of(context) as library:
        if template:
            target.write(score_template(library, game, players, options))
            if output and settings.as_json:
                write_json({"files": [output]})
            return
        conversation = Conversation(_ask, show_notice)
        scores = (
            score_answers(library, game, conversation, options, target)
            if interactive
            else score_file(library, game, file, options)
        )
    if scores:
        show_result(context, scores_as_json(scores.scores, scores.game), score_lines(*scores))


def _check_choice(file: str, *, interactive: bool, template: bool, output: str) -> None:
    if [bool(file), interactive, template].count(True) != 1:
        raise UsageError(
            "wishes",
            tr("Use exactly one of these: a score file, --interactive or --template."),
            hint=tr("See {command} --help.", command="deckwright score"),
        )
    if file and output:
        raise UsageError("output", tr("-o can only be used with --interactive or --template."))


def _ask(question: str) -> str | None:
    """Ask on standard error and read the answer from standard input; None at its end."""
    note(tr("{question}:", question=question))
    return sys.stdin.readline() or None

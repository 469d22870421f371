"""`deckwright score`: points, ranks and tie-breaks at the end of a game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Argument, Context, Option

from deckwright.commands import completion
from deckwright.commands.arguments import Rules, TheGame
from deckwright.commands.opening import Shelf, language_in, reading
from deckwright.commands.options import check_output
from deckwright.errors import InputError, UsageError
from deckwright.files.decks import DECK_LIMIT, YAML_ENDINGS
from deckwright.files.writing import write_text
from deckwright.files.yaml import read_document
from deckwright.findings import Where
from deckwright.messages import tr, trn
from deckwright.model.game import check_mode, is_allowed, listed
from deckwright.model.settings import read_pairs
from deckwright.reports.output import write, write_json
from deckwright.reports.scores import score_lines, scores_as_json
from deckwright.scoring.reading import score_document

if TYPE_CHECKING:
    from deckwright.model.game import Game

EXAMPLES = (
    "deckwright score dataset --template -o evening.yaml",
    "deckwright score dataset evening.yaml",
    "deckwright score big-monster evening.yaml --mode team --json",
    "deckwright score monster-office monday.yaml --rule exact-fill=bonus",
    "deckwright score data-monsters --interactive -o evening.yaml",
)


def run(
    context: Context,
    game: TheGame,
    file: Annotated[
        str, Argument(metavar=tr("[FILE]"), help=tr("The score file, or - for standard input."))
    ] = "",
    mode: Annotated[
        str,
        Option(
            autocompletion=completion.modes,
            metavar=tr("MODE"),
            help=tr("The way it was played; without it, what the file says, or the game's usual one."),
        ),
    ] = "",
    rule: Rules = None,
    interactive: Annotated[
        bool, Option("--interactive", help=tr("Ask for what everybody has, and check each answer."))
    ] = False,
    template: Annotated[
        bool, Option("--template", help=tr("Write a score file to be filled in, instead of scoring one."))
    ] = False,
    players: Annotated[
        int, Option(metavar="N", min=1, max=99, help=tr("How many seats the template has."))
    ] = 2,
    output: Annotated[
        str,
        Option(
            "-o", "--output", metavar=tr("FILE"), help=tr("Write the template, or what was answered, there.")
        ),
    ] = "",
    overwrite: Annotated[
        bool, Option("--overwrite", help=tr("Write over a file that is there already."))
    ] = False,
) -> None:
    """Count the points of a finished game from a score file, and tell who wins and what decided it.

    A file that says what cannot be is refused with every fault at its line, and nothing is scored.
    """
    _check_wishes(file, interactive=interactive, template=template, output=output)
    if output and not overwrite:
        _check_free(output)
    with reading(context) as (connection, settings):
        check_output(settings, output, *YAML_ENDINGS)
        own_game, cards = Shelf(connection).game(game)
        language = language_in(own_game, settings)
    check_game(own_game, mode)
    chosen = read_pairs(rule or [], own_game)
    if template:
        from deckwright.scoring.template import template_of

        _check_players(own_game, mode or own_game.mode_for(players), players)
        written = template_of(own_game, cards, mode, players, language, settings=chosen)
        write_text(output or "-", written, before=... if overwrite else None)
        if output and settings.as_json:
            write_json({"files": [output]})
        return
    if interactive:
        from deckwright.commands.asking import ask

        document = ask(own_game, cards, mode, output, language, settings=chosen, overwrite=overwrite)
        if document is None:
            return
    else:
        document = read_document(Path(file), limit=DECK_LIMIT)
    scores = score_document(document, own_game, cards, mode=mode, language=language, settings=chosen)
    if settings.as_json:
        write_json(scores_as_json(scores, own_game))
    else:
        write("\n".join(score_lines(scores, own_game, cards, language)))


def _check_wishes(file: str, *, interactive: bool, template: bool, output: str) -> None:
    """See that exactly one thing is asked for."""
    wishes = [bool(file), interactive, template]
    if sum(wishes) != 1:
        raise UsageError(
            "wishes",
            tr("Name a score file, or use --interactive or --template: one of the three."),
            hint=tr("See {command} --help.", command="deckwright score"),
        )
    if file and output:
        raise UsageError("output", tr("-o goes with --interactive and --template only."))


def _check_free(output: str) -> None:
    """See that no score file is lost."""
    if Path(output).is_file():
        message = tr("{name} already exists.", name=output)
        hint = tr("Name another file with -o, or write over it with --overwrite.")
        raise InputError("file-exists", message, hint=hint, where=Where(output))


def check_game(game: Game, mode: str) -> None:
    """See that the game says how it is scored, and has the mode."""
    if "scoring" not in game.definition:
        raise InputError(
            "no-scoring",
            tr("The game {game} does not say how it is scored.", game=game.id),
            hint=tr("Write a section scoring into its game.yaml; docs/scoring.md shows how."),
        )
    check_mode(game, mode)


def _check_players(game: Game, mode: str, players: int) -> None:
    """See that so many may play in a mode."""
    allowed = game.players_in(mode)
    if not is_allowed(players, allowed):
        message = trn(
            "There is {count} seat, but {allowed} play {mode}.",
            "There are {count} seats, but {allowed} play {mode}.",
            players,
            allowed=listed(allowed),
            mode=mode,
        )
        hint = tr("Name another number with --players.")
        raise UsageError("players-out-of-range", message, hint=hint)

"""`deckwright score`: points, ranks and tie-breaks at the end of a game."""

from __future__ import annotations

import sys
from typing import Annotated

from typer import Context

from deckwright.commands import completion
from deckwright.commands.command import command
from deckwright.commands.options import (
    INPUT,
    OUTPUT,
    TABLE,
    Rules,
    TheGame,
    argument,
    library_of,
    output_file,
    settings_of,
    show_notice,
    show_result,
)
from deckwright.errors import UsageError
from deckwright.files.deck_formats import YAML_ENDINGS
from deckwright.messages import tr
from deckwright.reports.output import note, write_json
from deckwright.reports.scores import score_lines, scores_as_json
from deckwright.workbench.score_files import (
    Conversation,
    ScoreOptions,
    ScoreOutput,
    score_answers,
    score_file,
    score_template,
)


@command(
    "deckwright score dataset --template -o evening.yaml",
    "deckwright score dataset evening.yaml",
    "deckwright score big-monster evening.yaml --mode team --json",
    "deckwright score monster-office monday.yaml --rule exact-fill=bonus",
    "deckwright score data-monsters table.json",
    "deckwright score data-monsters --interactive -o evening.yaml",
)
def run(
    context: Context,
    game: TheGame,
    file: Annotated[str, argument("Score file, log of a table, or - for standard input.", "[FILE]")] = "",
    interactive: Annotated[
        bool, INPUT.flag("Ask questions instead of reading a file; check each answer.")
    ] = False,
    template: Annotated[bool, INPUT.flag("Write a score file to fill in, without scoring.")] = False,
    mode: Annotated[
        str,
        TABLE.option(
            "Mode of play; default: the file's, or the usual one.", "MODE", autocompletion=completion.modes
        ),
    ] = "",
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

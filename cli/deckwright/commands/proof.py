"""`deckwright proof`: what a proofreader finds in the texts of a game."""

from __future__ import annotations

from typing import Annotated

from typer import Context, Exit

from deckwright.commands import completion
from deckwright.commands.command import command
from deckwright.commands.options import (
    CHECKS,
    GameHere,
    ReportForm,
    Strict,
    library_of,
    settings_of,
)
from deckwright.findings import has_errors
from deckwright.messages import tr
from deckwright.reports.translations import report_checks
from deckwright.translation.checks.run import PROOF_RULES
from deckwright.workbench.translating import ProofreadOptions, proofread


@command(
    "deckwright proof data-monsters",
    "deckwright proof my-game --lang fr --strict",
    "deckwright proof my-game --rule spelling --dictionary my-words.txt",
    shortens=True,
)
def run(
    context: Context,
    game: GameHere = ".",
    rules: Annotated[
        list[str] | None,
        CHECKS.choice(
            tr("Only these rules (repeatable): {names}.", names=", ".join(PROOF_RULES)),
            PROOF_RULES,
            "--rule",
            metavar=tr("RULE"),
        ),
    ] = None,
    *,
    dictionary: Annotated[
        list[str] | None,
        CHECKS.option(
            "Hunspell dictionary or word list (repeatable).", "FILE", autocompletion=completion.dictionaries
        ),
    ] = None,
    strict: Strict = False,
    report: ReportForm = "text",
) -> None:
    """Proofread the texts of a game: spelling, doubled words, brackets, stops, names, style.

    These are the texts in the game’s own language, or in that of --lang. “translate check” compares a translation with
    its source.
    """
    settings = settings_of(context)
    language = settings.language if settings.is_asked else ""
    with library_of(context) as library:
        game = library.game_alone(game).id
        proof = proofread(library, game, ProofreadOptions(language, rules or PROOF_RULES, dictionary or ()))
    report_checks(game, [proof], "json" if settings.as_json else report, every=settings.every_finding)
    if has_errors(proof.checked.findings, strict=strict):
        raise Exit(1)

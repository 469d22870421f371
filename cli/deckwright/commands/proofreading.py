"""`deckwright translate check` and `proof`: what a proofreader finds in translations, and in texts by themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from typer import Context, Exit

from deckwright.commands import completion
from deckwright.commands.command import command
from deckwright.commands.options import (
    CHECKS,
    INPUT,
    OUTPUT,
    GameHere,
    ReportForm,
    Strict,
    library_of,
    output_file,
    read_language,
    settings_of,
)
from deckwright.errors import UsageError
from deckwright.findings import has_errors
from deckwright.messages import tr, trn
from deckwright.reports.output import note, progress_bar
from deckwright.reports.translations import report_checks
from deckwright.translation.checks.run import PROOF_RULES, RULES
from deckwright.workbench.proofreading import (
    ProofreadOptions,
    TranslationCheckOptions,
    check_translations,
    proofread,
    write_check_page,
)

if TYPE_CHECKING:
    from collections.abc import Collection

Dictionaries = Annotated[
    list[str] | None,
    CHECKS.option("Hunspell dictionary or word list (repeatable).", "FILE", complete=completion.dictionaries),
]


def _rules_option(names: Collection[str]) -> Any:
    text = tr("Only these rules (repeatable): {names}.", names=", ".join(names))
    return CHECKS.choice(text, names, "--rule", metavar=tr("RULE"))


@command(
    "deckwright translate check dataset --to fr",
    "deckwright translate check data-monsters --rule icons --rule glossary",
    "deckwright translate check my-game --no-fit --report github",
    "deckwright translate check my-game --to es --dictionary es_MX --dictionary my-words.txt",
    "deckwright translate check my-game --strict --report github",
    shortens=True,
)
def check(
    context: Context,
    game: GameHere = ".",
    to: Annotated[str, INPUT.option("Language; default: all languages.", "LANG", parser=read_language)] = "",
    rules: Annotated[list[str] | None, _rules_option(RULES)] = None,
    *,
    no_fit: Annotated[bool, CHECKS.flag("Do not check whether texts fit their cards.")] = False,
    no_spelling: Annotated[bool, CHECKS.flag("Do not check the spelling.")] = False,
    dictionary: Dictionaries = None,
    strict: Strict = False,
    report: Annotated[
        str, OUTPUT.choice("Format of the report.", ("text", "json", "github", "html"), "--report")
    ] = "text",
    output: Annotated[
        str, output_file("File for --report html: one language; default: GAME.LANG.html.", ".html")
    ] = "",
) -> None:
    """Check translations: icons, numbers, terms, typography, spelling and fit.

    To accept a finding, waive it with a comment on its entry in the PO file: # waive typography: it is a quotation.
    If there are errors, the exit code is 1.
    """
    if output and (report != "html" or not to):
        raise UsageError("output", tr("-o is for --report html and one language: add --to LANG."))
    settings = settings_of(context)
    skipped = {"fit": no_fit, "spelling": no_spelling}
    selected = [rule for rule in rules or RULES if not skipped.get(rule)]
    options = TranslationCheckOptions(to, selected, dictionary or ())
    with library_of(context) as library:
        game = library.game_alone(game).id
        checks = check_translations(library, game, options, progress_bar)
        for checked in checks if report == "html" else ():
            file = output or f"{game}.{checked.language}.html"
            write_check_page(library, game, checked, file, progress_bar)
            count = len(checked.checked.findings)
            note(trn("{file}: {count} finding.", "{file}: {count} findings.", count, file=file))
    if report != "html":
        report_checks(game, checks, "json" if settings.as_json else report, every=settings.every_finding)
    if any(has_errors(check.checked.findings, strict=strict) for check in checks):
        raise Exit(1)


@command(
    "deckwright proof data-monsters",
    "deckwright proof my-game --lang fr --strict",
    "deckwright proof my-game --rule spelling --dictionary my-words.txt",
    shortens=True,
)
def proof(
    context: Context,
    game: GameHere = ".",
    rules: Annotated[list[str] | None, _rules_option(PROOF_RULES)] = None,
    *,
    dictionary: Dictionaries = None,
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

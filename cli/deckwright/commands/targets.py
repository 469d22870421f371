"""Print cards for a target: what a command is asked for, made into files, and told."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from deckwright.commands.opening import reading
from deckwright.commands.options import check_ending, check_output
from deckwright.commands.printed import report
from deckwright.commands.printing import backs_of, job_of, language_for, one_game, text_findings
from deckwright.commands.sources import sources_of
from deckwright.errors import UsageError
from deckwright.files.texts import STDIN
from deckwright.files.writing import make_folder, whole_file
from deckwright.messages import tr
from deckwright.model.card import copies_by_card
from deckwright.press.targets.target import Contact, DeckPictures, OnSheet, Pages, Pictures, load_target
from deckwright.reports.output import progress_bar
from deckwright.store.read import read_assets

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from typer import Context

    from deckwright.press.job import PrintJob
    from deckwright.press.targets.target import Made


class Wanted(NamedTuple):
    """The cards that a user names, and whether they shall be drawn with little ink."""

    sources: Sequence[str]
    game: str
    select: str
    low_ink: bool = False


def job_for(context: Context, wanted: Wanted, output: str) -> PrintJob:
    """Make a job of the cards that a user names, with their backs.

    Raises:
        UsageError: nothing is named, or cards of several games, or standard output is wanted twice.
        InputError: something named is not there.
    """
    with reading(context) as (connection, settings):
        check_output(settings, output)
        found = sources_of(
            connection, wanted.sources, game=wanted.game, select=wanted.select, language=settings.language
        )
        source = one_game(found)
        assets = read_assets(connection, source.game.id)
        language = language_for(source.game, settings)
        findings = text_findings(connection, source.game, language, copies_by_card(source.deck.entries))
    job = job_of(source, assets, "a4", language, findings=findings)
    backs = backs_of(job.game, set(job.faces), assets)
    return replace(job, backs=backs, low_ink=wanted.low_ink)


def folder_for(output: str) -> Path:
    """Make the folder that several files go to.

    Raises:
        UsageError: standard output is named.
        InputError: the folder cannot be made.
    """
    if output == STDIN:
        raise UsageError("output", tr("Several files are made: name a folder with -o."))
    return make_folder(output)


def sheet_for(context: Context, name: str) -> str:
    """Give the sheet that a target prints on; none where it makes something else.

    Raises:
        UsageError: options are given that such a target has no use for.
    """
    made = load_target(name).makes
    sheet = made.sheet if isinstance(made, OnSheet) else ""
    for option in ("sheet",) if sheet else _OF_SHEETS:
        source = context.get_parameter_source(option)
        if source and source.name == "COMMANDLINE":
            message = tr(
                "--{option} and --target {name} do not go together: the target says itself what is made.",
                option=option.replace("_", "-"),
                name=name,
            )
            raise UsageError("target", message, hint=tr("Leave out one of them."))
    return sheet


_OF_SHEETS = ("sheet", "duplex", "printer", "ruler", "cut_lines", "blanks")
"""The options of export pdf that are only for cards on sheets."""


def export_pages(context: Context, name: str, wanted: Wanted, output: str, *, strict: bool) -> None:
    """Write the PDF, or the folder of PDFs, of a target whose cards stand on no sheet; `strict` makes warnings errors.

    Raises:
        UsageError: the target is not for PDF.
    """
    from deckwright.press.targets.contact import print_contact
    from deckwright.press.targets.print_shops import print_each, print_pages

    made = load_target(name).makes
    if not isinstance(made, Pages | Contact):
        raise not_for(name, made)
    if not (isinstance(made, Pages) and made.each):
        check_ending(output, ".pdf")
    job = job_for(context, wanted, output)
    with progress_bar(tr("Printing"), sum(copies for _, copies in job.cards)) as advance:
        if isinstance(made, Pages) and made.each:
            files, printed = print_each(job, made, name, folder_for(output), advance)
            report(context, printed, [str(file) for file in files], output, strict=strict)
            return
        with whole_file(output) as file:
            if isinstance(made, Contact):
                printed = print_contact(job, made, name, file, advance)
            else:
                printed = print_pages(job, made, name, file, advance)
    report(context, printed, [output], output, strict=strict)


def not_for(name: str, made: Made) -> UsageError:
    """Make the error for a target that another command is for."""
    command = _COMMANDS[type(made)]
    message = tr("The target {name} is not made by this command.", name=name)
    hint = tr("Try {command}.", command=f"deckwright {command} --target {name}")
    return UsageError("target", message, hint=hint)


_COMMANDS: dict[type, str] = {
    Pictures: "export png",
    DeckPictures: "export tts",
    Pages: "export pdf",
    Contact: "export pdf",
    OnSheet: "export pdf",
}

"""What is printed for translators: cards in several languages, and only those that still need them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from deckwright.commands.opening import reading
from deckwright.commands.options import check_output, settings_of
from deckwright.commands.printed import report
from deckwright.commands.sources import sources_of
from deckwright.errors import UsageError
from deckwright.files.writing import whole_file
from deckwright.messages import tr
from deckwright.model.card import copies_by_card
from deckwright.model.languages import found_among
from deckwright.reports.output import note, progress_bar, write_json
from deckwright.store.read import read_assets
from deckwright.store.translations import read_entries

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping, Sequence

    from typer import Context

    from deckwright.commands.sources import Source
    from deckwright.commands.targets import Wanted
    from deckwright.model.game import Game
    from deckwright.press.job import Printed, PrintJob


def languages_beside(game: Game, leading: str, beside: Sequence[str]) -> list[str]:
    """Give the languages to show, the leading one first, each once.

    Raises:
        UsageError: the game does not have one of them.
        InputError: the press cannot set the script of one of them.
    """
    from deckwright.commands.printing import refuse_script

    found = [leading]
    for wanted in beside:
        language = found_among(wanted, game.languages)
        if not language:
            raise UsageError(
                "no-such-language",
                tr("{game} is not in the language {language}.", game=game.id, language=wanted),
                hint=tr("Known: {names}.", names=", ".join(game.languages)),
            )
        refuse_script(language)
        found.append(language)
    return list(dict.fromkeys(found))


def in_states(
    connection: sqlite3.Connection, source: Source, languages: Sequence[str], states: Sequence[str]
) -> Source:
    """Give those cards of which a text, in one of some languages, is in one of some states; all, without any.

    Raises:
        UsageError: no language is one that the game is translated into.
    """
    if not states:
        return source
    translated = [language for language in languages if language != source.game.source_language]
    if not translated:
        message = tr(
            "{game} is written in {language}: --only asks for a language it is translated into.",
            game=source.game.id,
            language=source.game.source_language,
        )
        raise UsageError("only", message, hint=tr("Name one with --lang, or with --with."))
    cards = {
        entry.card
        for language in translated
        for entry in read_entries(connection, source.game.id, language)
        if entry.state in states
    }
    entries = tuple(entry for entry in source.deck.entries if entry.card in cards)
    return replace(source, deck=replace(source.deck, entries=entries))


def report_none(context: Context) -> None:
    """Tell that no card has a text that has come so far."""
    if settings_of(context).as_json:
        write_json({"files": [], "cards": 0, "pages": 0, "findings": []})
    else:
        note(tr("No card has such a text: nothing was written."))


def check_plain(name: str, options: Mapping[str, object]) -> None:
    """See that a sheet of proofs is not asked to be more than that; `options` are by their names.

    Raises:
        UsageError: it is.
    """
    others = [option for option, value in options.items() if value]
    if others:
        message = tr(
            "{name} is for proof sheets, not for cards to play with: leave out {others}.",
            name=name,
            others=", ".join(others),
        )
        raise UsageError("proofs", message)


def export_beside(
    context: Context,
    wanted: Wanted,
    beside: Sequence[str],
    states: Sequence[str],
    sheet: str,
    output: str,
    *,
    strict: bool,
) -> None:
    """Print each card once in the user's language and in others, side by side.

    Raises:
        InputError: there is no such sheet, a face is wrong, or the file cannot be written.
        UsageError: the game lacks one of the languages, or the sheet has no room for so many.
    """
    from deckwright.commands.printing import job_of, language_for, one_game, text_findings

    with reading(context) as (connection, settings):
        check_output(settings, output, ".pdf")
        source = one_game(
            sources_of(
                connection,
                wanted.sources,
                game=wanted.game,
                select=wanted.select,
                language=settings.language,
            )
        )
        assets = read_assets(connection, source.game.id)
        leading = language_for(source.game, settings)
        languages = languages_beside(source.game, leading, beside)
        source = in_states(connection, source, languages, states)
        cards = copies_by_card(source.deck.entries)
        findings = [
            one for language in languages for one in text_findings(connection, source.game, language, cards)
        ]
    if source.deck.entries:
        job = replace(job_of(source, assets, sheet, leading, findings=findings), low_ink=wanted.low_ink)
        report(context, _print(job, languages, output), [output], output, strict=strict)
    else:
        report_none(context)


def _print(job: PrintJob, languages: Sequence[str], output: str) -> Printed:
    from deckwright.press.proof import print_side_by_side, proof_sheet

    once = [(card, 1) for card, _ in job.cards]
    job = replace(job, cards=once, sheet=proof_sheet(job.sheet, len(languages)))
    with whole_file(output) as file, progress_bar(tr("Printing"), len(once) * len(languages)) as advance:
        return print_side_by_side([replace(job, language=language) for language in languages], file, advance)

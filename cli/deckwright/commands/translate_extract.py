"""`deckwright translate extract`: hand a game's texts out to a translator."""

from __future__ import annotations

from typing import Annotated

from typer import Context, Option

from deckwright.commands import completion
from deckwright.commands.handing_out import handed_out, write_out
from deckwright.commands.opening import reading
from deckwright.commands.options import check_output, read_states
from deckwright.commands.translations import (
    HandoutFile,
    Overwrite,
    To,
    TranslatedGame,
    check_pivot,
    read_language,
)
from deckwright.files.texts import STDIN
from deckwright.messages import tr, trn
from deckwright.reports.output import note, write_json
from deckwright.store.read import read_game
from deckwright.store.translations import read_entries
from deckwright.translation.status import count_states, in_states

EXAMPLES = (
    "deckwright translate extract dataset --to fr",
    "deckwright translate extract dataset --to fr --from en -o dataset.fr.po",
    "deckwright translate extract data-monsters --to it --only missing,stale,machine",
)


def run(
    context: Context,
    game: TranslatedGame,
    to: To,
    source: Annotated[
        str,
        Option(
            "--from",
            parser=read_language,
            autocompletion=completion.translated,
            metavar=tr("LANG"),
            help=tr("Show the texts in this language beside the source."),
        ),
    ] = "",
    only: Annotated[
        str,
        Option(
            parser=read_states,
            metavar=tr("STATE,..."),
            help=tr("Only entries of these states: missing, machine, stale, draft, reviewed, or unreviewed."),
        ),
    ] = "",
    output: HandoutFile = "",
    overwrite: Overwrite = False,
) -> None:
    """Write a game's texts into a file for a translator: gettext PO, for Poedit, Weblate and the like.

    Each text comes with what there is to know of it: its card, how much room it has there, its icons, and what the
    glossary says. translate merge brings the file back.
    """
    file = output or f"{game}.{to}.po"
    with reading(context) as (connection, settings):
        check_output(settings, file)
        known = read_game(connection, game)
        entries = read_entries(connection, game, to)
        pivot = check_pivot(known, source, to)
        picked = in_states(entries, only) if only else entries
        handout = handed_out(connection, known, picked, to, pivot)
    write_out(handout, file, entries, known, overwrite=overwrite)
    if settings.as_json:
        said = {"file": file, "game": game, "from": known.source_language, "to": to, "pivot": pivot or None}
        write_json({**said, "entries": len(picked), "by_state": count_states(picked)})
    elif file != STDIN:
        note(trn("{file}: {count} entry.", "{file}: {count} entries.", len(picked), file=file))

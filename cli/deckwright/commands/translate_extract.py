"""`deckwright translate extract`: hand a game's texts out to a translator."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Context, Option

from deckwright.commands import completion
from deckwright.commands.opening import reading
from deckwright.commands.options import check_output
from deckwright.commands.parsing import read_states
from deckwright.commands.translations import To, TranslatedGame, check_pivot, stamp
from deckwright.errors import InputError, Where
from deckwright.files.results import whole_file
from deckwright.files.texts import STDIN
from deckwright.messages import tr, trn
from deckwright.model.handout import Handout
from deckwright.reports.output import note, write_json
from deckwright.store.read import cards_of, read_assets, read_game
from deckwright.store.translations import read_entries
from deckwright.translation.checks.wordbook import wordbook
from deckwright.translation.extract import Aids, by_state, chosen, given, glossary_lines
from deckwright.translation.formats import read_returned, write_handout
from deckwright.translation.merge import Ways, merge

if TYPE_CHECKING:
    import sqlite3

    from deckwright.model.game import Game
    from deckwright.model.translation import Entry
    from deckwright.translation.room import Rooms

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
            help=tr("Only entries of these states: missing, machine, stale, draft, reviewed."),
        ),
    ] = "",
    output: Annotated[
        str,
        Option(
            "-o",
            "--output",
            metavar=tr("FILE"),
            help=tr(
                "The file to write; its ending says of which sort. Without it, GAME.LANG.po; - is standard output."
            ),
        ),
    ] = "",
    overwrite: Annotated[
        bool, Option("--overwrite", help=tr("Write over a file even if it holds work that is not merged."))
    ] = False,
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
        beside = {one.context: one.text for one in read_entries(connection, game, pivot)} if pivot else {}
        cards = cards_of(connection, game)
        book = wordbook(known, to)
        aids = Aids(_rooms(connection, known, to), beside, lambda text: glossary_lines(book, text))
    if not overwrite:
        _refuse_unmerged(file, entries, known)
    picked = chosen(entries, only) if only else entries
    handout = Handout(
        game,
        known.title(known.source_language),
        known.source_language,
        to,
        pivot,
        stamp(),
        tuple(given(picked, known, cards, aids)),
    )
    content = write_handout(handout, file)
    with whole_file(file) as opened:
        opened.write(content)
    if settings.as_json:
        said = {"file": file, "game": game, "from": known.source_language, "to": to, "pivot": pivot or None}
        write_json({**said, "entries": len(picked), "by_state": by_state(picked)})
    elif file != STDIN:
        note(trn("{file}: {count} entry.", "{file}: {count} entries.", len(picked), file=file))


def _rooms(connection: sqlite3.Connection, game: Game, language: str) -> Rooms:
    """Make what knows how much room texts have."""
    from deckwright.commands.printing import matcher_of
    from deckwright.press.faces import face_reader
    from deckwright.translation.room import Rooms

    return Rooms(game, language, face_reader(read_assets(connection, game.id)), matcher_of(game))


def _refuse_unmerged(file: str, entries: list[Entry], game: Game) -> None:
    """See that no file is written over that holds work which the game has not.

    Raises:
        InputError: the file does, or it cannot be told.
    """
    if file == STDIN or not Path(file).is_file():
        return
    try:
        merged = merge(entries, read_returned(file), game.definition.get("icons", {}), Ways(""))
        is_safe = not merged.touched() and not any(one.severity == "error" for one in merged.findings)
    except InputError:
        is_safe = False
    if not is_safe:
        raise InputError(
            "not-merged",
            tr("{name} holds work that the game has not.", name=file),
            hint=tr("Merge it first, name another file with -o, or write over it with --overwrite."),
            where=Where(file),
        )

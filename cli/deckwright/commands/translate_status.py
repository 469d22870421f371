"""`deckwright translate status`: how far the translations of games have come."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from typer import Argument, Context, Exit, Option

from deckwright.commands import completion
from deckwright.commands.opening import reading
from deckwright.commands.translations import read_language, read_percent
from deckwright.messages import tr, trn
from deckwright.reports.output import note, write_json
from deckwright.reports.translations import status_as_json, write_stale, write_status
from deckwright.store.read import cards_of, game_ids, read_game
from deckwright.store.translations import languages_of, read_entries
from deckwright.translation.status import LanguageStatus, language_status

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator

EXAMPLES = (
    "deckwright translate status",
    "deckwright translate status dataset --to fr --require 100",
    "deckwright translate status data-monsters --stale",
)


def run(
    context: Context,
    game: Annotated[
        str | None,
        Argument(
            autocompletion=completion.games,
            metavar=tr("[GAME]"),
            help=tr("A game that is loaded; without it, all of them."),
        ),
    ] = None,
    to: Annotated[
        str,
        Option(
            parser=read_language,
            autocompletion=completion.translated,
            metavar=tr("LANG"),
            help=tr("Only this language."),
        ),
    ] = "",
    require: Annotated[
        float,
        Option(
            parser=read_percent,
            metavar=tr("PERCENT"),
            help=tr("End with 1 if less of a language is done."),
            show_default=False,
        ),
    ] = 0,
    stale: Annotated[
        bool, Option("--stale", help=tr("Show what has changed in the sources of stale entries."))
    ] = False,
) -> None:
    """Show how far translations have come: by language, by pack of cards, by state.

    Done is what a person has translated from the source as it is now: drafts and reviewed texts, without those that
    are marked as unsure. Texts that are the same as their source are counted apart.
    """
    with reading(context) as (connection, settings):
        names = [game] if game else game_ids(connection)
        found = [(name, _statuses(connection, name, to)) for name in names]
    if settings.as_json:
        objects = [status_as_json(name, statuses, stale=stale) for name, statuses in found]
        write_json(objects[0] if game else {"games": objects})
    else:
        write_status(found)
        for name, statuses in found:
            for one in statuses if stale else ():
                write_stale(name, one)
    languages = [(name, one) for name, statuses in found for one in statuses]
    for line in _notes(languages, require):
        note(line)
    if any(one.whole.percent < require for _, one in languages):
        raise Exit(1)


def _notes(languages: Iterable[tuple[str, LanguageStatus]], require: float) -> Iterator[str]:
    for game, one in languages:
        said = {"game": game, "language": one.language}
        if one.whole.unsure:
            yield trn(
                "{game} in {language}: {count} draft is marked as unsure: it is not printed.",
                "{game} in {language}: {count} drafts are marked as unsure: they are not printed.",
                one.whole.unsure,
                **said,
            )
        if one.whole.broken:
            yield trn(
                "{game} in {language}: {count} text has an icon that the game does not have: its source is printed.",
                "{game} in {language}: {count} texts have an icon that the game does not have: their sources are printed.",
                one.whole.broken,
                **said,
            )
        if one.whole.percent < require:
            yield tr(
                "{game} in {language}: {percent} is done, {required} is required.",
                percent=f"{one.whole.percent:g} %",
                required=f"{require:g} %",
                **said,
            )


def _statuses(connection: sqlite3.Connection, game: str, to: str) -> list[LanguageStatus]:
    known, cards = read_game(connection, game), cards_of(connection, game)
    languages = [to] if to else languages_of(known)
    return [
        language_status(language, read_entries(connection, game, language), cards) for language in languages
    ]

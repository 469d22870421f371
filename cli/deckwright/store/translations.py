"""The translations of a game as the database holds them, and the whole game with them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from deckwright.errors import InputError
from deckwright.messages import tr
from deckwright.model.game import GamePackage, translated
from deckwright.model.translation import STATES, Message, Waiver, is_same_source
from deckwright.store.read import cards_of, deck_ids, folder_of, read_assets, read_deck, read_game

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from deckwright.model.game import Game
    from deckwright.store.database import Database
    from deckwright.store.dialects import OpenDatabase

_COLUMNS = "context, source, text, state, previous, who, at, waivers, notes, unsure, place, reviewer"
_ROWS = f"SELECT {_COLUMNS} FROM translations WHERE game = ? AND language = ? AND NOT own ORDER BY position"


_SAME = {state: state for state in STATES}
"""The states, of which each is in memory once."""


def read_entries(connection: OpenDatabase, game: str, language: str) -> list[Message]:
    """Every text of a game in a language, missing ones too, in the order of the game's files.

    Raises:
        InputError: the game is unknown, or is not translated into that language.
    """
    stored_game = read_game(connection, game)
    check_language(stored_game, language)
    icons = stored_game.definition.get("icons", {})
    return [_entry(row).with_broken_flag(icons) for row in connection.execute(_ROWS, (game, language))]


def contexts_since(connection: OpenDatabase, game: str, time: str) -> set[str]:
    """Contexts of the texts of a game that are new or have changed after a time (UTC, ISO 8601)."""
    rows = connection.execute("SELECT context FROM text_dates WHERE game = ? AND at > ?", (game, time))
    return {context for (context,) in rows}


def languages_of(game: Game) -> list[str]:
    """List the languages that a game is translated into."""
    return [language for language in game.languages if language != game.source_language]


def check_language(game: Game, language: str) -> None:
    """Check that a game is translated into a language.

    Raises:
        InputError: it is not.
    """
    if language in languages_of(game):
        return
    message = tr("{game} is not translated into {language}.", game=game.id, language=language)
    if language == game.source_language:
        message = tr(
            "{game} is written in {language}: it needs no translation into it.",
            game=game.id,
            language=language,
        )
    hint = tr(
        "Its languages are listed under languages in game.yaml: {names}.", names=", ".join(game.languages)
    )
    raise InputError("no-such-language", message, hint=hint)


def _entry(row: tuple[Any, ...]) -> Message:
    context, source, text, state, previous, by, at, waivers, notes, unsure, place, reviewer = row
    pairs = tuple(Waiver(*pair) for pair in json.loads(waivers)) if waivers != "[]" else ()
    lines = tuple(json.loads(notes)) if notes != "[]" else ()
    state = _SAME.get(state, state)
    written = (context, source, text, state, previous, by, at, pairs, lines, bool(unsure), place)
    return Message(*written, reviewer=reviewer).pinned()


def entry_rows(
    game: str, language: str, entries: Sequence[Message], *, own: bool, first: int = 0
) -> list[tuple[Any, ...]]:
    """Rows of the table for some entries; `first` is the place of the first of them in the game's files."""
    return [
        (
            *(game, language, entry.context, own, position, *entry[1:7]),
            *(*_lists(entry), entry.unsure, entry.place, entry.reviewer),
        )
        for position, entry in enumerate(entries, first)
    ]


def _lists(entry: Message) -> tuple[str, str]:
    if not entry.waivers and not entry.notes:
        return "[]", "[]"
    return json.dumps(entry.waivers, ensure_ascii=False), json.dumps(entry.notes, ensure_ascii=False)


def read_stored_package(connection: OpenDatabase, game: str) -> GamePackage:
    """Game with its whole content in the database."""
    stored_game = read_game(connection, game)
    digest, stamp = connection.execute("SELECT digest, stamp FROM games WHERE id = ?", (game,)).fetchone()
    return GamePackage(
        stored_game,
        tuple(cards_of(connection, game).values()),
        tuple(read_deck(connection, name) for name in deck_ids(connection, game)),
        read_assets(connection, game),
        digest,
        str(folder_of(connection, game) or ""),
        {language: tuple(read_entries(connection, game, language)) for language in languages_of(stored_game)},
        stamp,
    )


def kept_alone(database: Database, package: GamePackage) -> list[Message]:
    """Those translations merged into the database alone that are stale once a game is loaded."""
    with database.reading() as connection:
        kept = read_own(connection, package.game.id)
    entries = with_own(package, kept).entries
    return [
        entry
        for language, by_context in kept.items()
        for entry in entries.get(language, ())
        if entry.context in by_context and entry.state == "stale"
    ]


Own = dict[str, dict[str, Message]]
"""Translations that were merged into the database alone, by language and context."""


def read_own(connection: OpenDatabase, game: str) -> Own:
    """Translations of a game that were merged into the database alone."""
    own: Own = {}
    rows = connection.execute(
        f"SELECT language, {_COLUMNS} FROM translations WHERE own AND game = ?", (game,)
    )
    for language, *row in rows:
        own.setdefault(language, {})[row[0]] = _entry(tuple(row))
    return own


def arrived(package: GamePackage, own: Own) -> list[tuple[str, str, str]]:
    """Game, language and context of translations merged into the database alone that the folder now has too."""
    return [
        (package.game.id, language, entry.context)
        for language, by_context in own.items()
        for entry in package.entries.get(language, ())
        if entry.context in by_context and _is_same(entry, by_context[entry.context])
    ]


def _is_same(entry: Message, own: Message) -> bool:
    names = ("source", "text", "state", "unsure", "waivers", "notes", "reviewer")
    return all(getattr(entry, name) == getattr(own, name) for name in names)


def with_own(package: GamePackage, own: Own) -> GamePackage:
    """Replace translations of a game's folder by those that were merged into the database alone.

    One whose source has changed since is stale, unless the folder has one that is not.
    """
    languages = [language for language in own if language in package.entries]
    if not languages:
        return package
    icons = package.game.definition.get("icons", {})
    return translated(
        package,
        {
            **package.entries,
            **{
                language: _settled_all(package.entries[language], own[language], icons)
                for language in languages
            },
        },
    )


def _settled_all(
    entries: Sequence[Message], own: Mapping[str, Message], icons: Mapping[str, str]
) -> tuple[Message, ...]:
    return tuple(
        _settled(entry, own[entry.context], icons) if entry.context in own else entry for entry in entries
    )


def _settled(entry: Message, own: Message, icons: Mapping[str, str]) -> Message:
    mended = own._replace(source=entry.source, place=entry.place)
    if is_same_source(own.source, entry.source, icons):
        return mended
    if entry.is_done or not own.text:
        return entry
    previous = own.previous if own.state == "stale" else own.source
    return mended._replace(state="stale", previous=previous)

"""Open what a command works on: the database, and decks from files or from it."""

from __future__ import annotations

import os
import shlex
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from deckwright.commands.options import Settings, settings_of
from deckwright.errors import InputError, UsageError, findings_of
from deckwright.files.texts import STDIN
from deckwright.messages import speaks, tr, trn
from deckwright.model.card_names import CardNames
from deckwright.model.languages import found_among
from deckwright.reports.output import note
from deckwright.store.database import path_of, refuse_missing
from deckwright.store.load import cards_at, changed_folders
from deckwright.store.read import cards_of, game_ids, no_such, read_deck, read_game

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from typer import Context

    from deckwright.files.decks import DeckList
    from deckwright.model.card import Card, Deck
    from deckwright.model.game import Game
    from deckwright.store.database import Database

Read = TypeVar("Read")
"""What is read under a name."""

_DECK_ENDINGS = {".yaml", ".yml", ".txt", ".dec"}


def database_of(settings: Settings) -> Database:
    """Give the database that the settings name, made at first use."""
    return cards_at(
        settings.database, lambda made: note(tr("Made the card database {path}.", path=made.path))
    )


def fresh_database_of(settings: Settings) -> Database:
    """Database that the settings name, with the user's own games as their folders have them now.

    A folder that has an error now is said to have one, and its game is used as it was loaded.
    """
    database = database_of(settings)
    if changed := changed_folders(database):
        from deckwright.commands.load import load_again

        load_again(database, changed)
    return database


def existing_database_of(settings: Settings) -> Database:
    """Give the database that the settings name, for a command that looks after it: only the user's own is made.

    Raises:
        DatabaseError: there is none at the place that is named.
    """
    if settings.database:
        refuse_missing(path_of(settings.database))
    return database_of(settings)


@contextmanager
def reading(context: Context) -> Iterator[tuple[sqlite3.Connection, Settings]]:
    """Open the database for reading, with the games as their folders have them now; the settings come with it."""
    settings = settings_of(context)
    with fresh_database_of(settings).reading() as connection:
        yield connection, settings


def language_in(game: Game, settings: Settings) -> str:
    """Language of a game's cards: the one that is wanted, or the nearest that the game has, or its own.

    The locale is only a preference: a game that lacks its language is read in English before its own.

    Raises:
        InputError: --lang names a language that neither the game nor the program has.
    """
    found = found_among(settings.language, game.languages)
    if not found and settings.is_asked and not speaks(settings.language):
        message = tr("{game} is not in the language {language}.", game=game.id, language=settings.language)
        raise InputError(
            "no-such-language", message, hint=tr("Known: {names}.", names=", ".join(game.languages))
        )
    if not found and not speaks(settings.language):
        found = found_among("en", game.languages)
    return found or game.source_language


def languages_in(games: Iterable[Game], settings: Settings) -> dict[str, str]:
    """Language of the cards of each of several games, by the game's id; a game that lacks the one wanted has its own.

    Raises:
        InputError: --lang names a language that neither any of the games nor the program has.
    """
    games = list(games)
    is_known = any(found_among(settings.language, game.languages) for game in games)
    if games and settings.is_asked and not is_known and not speaks(settings.language):
        known = sorted({language for game in games for language in game.languages})
        message = tr("No game is in the language {language}.", language=settings.language)
        raise InputError("no-such-language", message, hint=tr("Known: {names}.", names=", ".join(known)))
    preferred = replace(settings, is_asked=False)
    return {game.id: language_in(game, preferred) for game in games}


@dataclass(slots=True)
class Shelf:
    """The games that decks belong to, each read once."""

    connection: sqlite3.Connection
    _read: dict[str, tuple[Game, Mapping[str, Card]]] = field(default_factory=dict)

    def game(self, name: str) -> tuple[Game, Mapping[str, Card]]:
        """Give a game and its cards by id.

        Raises:
            InputError: it is not loaded.
        """
        if name not in self._read:
            try:
                self._read[name] = read_game(self.connection, name), cards_of(self.connection, name)
            except InputError as fault:
                if not Path(name).is_dir():
                    raise
                raise _folder_instead(fault.code, name, game_ids(self.connection)) from None
        return self._read[name]

    def deck(self, name: str, game: str = "", language: str = "") -> Deck:
        """Give the deck that a user names: a file, `-`, or `game/deck-id`, which is called so in `language`.

        Raises:
            InputError: there is none, or its list is wrong.
            UsageError: a list does not say for which game it is.
        """
        if not is_file(name):
            return self._kept(name, language)
        from deckwright.files.decks import faulty_deck, read_deck_list, resolve

        deck_list = read_deck_list(name)
        try:
            owner = self._game_of(deck_list, game)
        except (InputError, UsageError):
            if deck_list.faults:
                raise faulty_deck(list(deck_list.faults)) from None
            raise
        _, cards = self.game(owner)
        return resolve(deck_list, owner, CardNames(cards.values()), self._elsewhere(owner))

    def _elsewhere(self, owner: str) -> Callable[[str], list[str]]:
        """Give what tells which cards of other games have a name; they are read when it is first asked."""

        @cache
        def others() -> dict[str, CardNames]:
            known = game_ids(self.connection)
            return {one: CardNames(self.game(one)[1].values()) for one in known if one != owner}

        return lambda name: [
            f"{game}/{card}"
            for game, names in others().items()
            for card in names.find(name) or names.find(name.removeprefix(f"{game}/"))
        ]

    def _kept(self, name: str, language: str) -> Deck:
        """Give a deck of the database, or say that a folder is none."""
        try:
            deck = read_deck(self.connection, name)
            game = self.game(deck.game)[0]
            called = game.label(f"deck:{deck.id}", found_among(language, game.languages))
            return replace(deck, name=called or deck.name)
        except InputError as fault:
            if not Path(name).is_dir():
                raise
            raise _folder_instead(fault.code, name, game_ids(self.connection)) from None

    def _game_of(self, deck_list: DeckList, meant: str) -> str:
        """Give the game that a list says it is for; `meant` is for those that say none."""
        known = game_ids(self.connection)
        said = deck_list.head.get("game") or meant
        if not said:
            raise UsageError(
                "game-missing",
                tr("{deck} does not say for which game it is.", deck=deck_list.source),
                hint=tr(
                    "Name one with --game, or write “{line}” into it: {games}.",
                    line="# game: …" if deck_list.adds_up else "game: …",
                    games=", ".join(known),
                ),
            )
        if said not in known:
            fault = no_such("no-such-game", tr("There is no game {name}.", name=said), said, known)
            fault.where = deck_list.wheres.get("game")
            raise fault
        return str(said)


def _folder_instead(code: str, name: str, known: Sequence[str]) -> InputError:
    """Make the error for a folder that is named in place of a deck or a game: most often a game's, loaded or not."""
    from deckwright.files.game_folder import GAME_FILE
    from deckwright.files.yaml import read_document

    if not (Path(name) / GAME_FILE).is_file():
        return InputError(
            code, tr("{name} is a folder, not a deck.", name=name), hint=tr("Name a file in it.")
        )
    game = read_document(Path(name) / GAME_FILE).value
    loaded = game.get("id") if isinstance(game, dict) else None
    if loaded in known:
        hint = tr("Use the id of the game: {name}.", name=loaded)
        return InputError(code, tr("{name} is the folder of a game, not its id.", name=name), hint=hint)
    command = f"deckwright load {shlex.quote(name)}"
    hint = tr("Load it first with “{command}”, then use the id of the game.", command=command)
    return InputError(code, tr("{name} is the folder of a game that is not loaded.", name=name), hint=hint)


def read_all(names: Iterable[str], read: Callable[[str], Read]) -> list[Read]:
    """Read all that is named, such as decks.

    Raises:
        InputError: something is wrong with any of them; it holds every finding about all of them.
        UsageError: nothing but wrong usage keeps them from being read.
    """
    found: list[Read] = []
    faults: list[InputError | UsageError] = []
    for name in names:
        try:
            found.append(read(name))
        except (InputError, UsageError) as fault:
            faults.append(fault)
    if faults:
        raise whole_fault(faults)
    return found


def whole_fault(faults: Sequence[InputError | UsageError]) -> InputError | UsageError:
    """Make one error of what is wrong with several decks, games or files: the first, with the findings of all."""
    first = next((fault for fault in faults if isinstance(fault, InputError)), faults[0])
    if len(faults) == 1 or isinstance(first, UsageError):
        return first
    findings = [finding for fault in faults for finding in findings_of(fault)]
    more = len(findings) - 1
    hint = trn("There is {count} more fault.", "There are {count} more faults.", more)
    return InputError(first.code, first.message, hint=hint, where=first.where, findings=findings)


def is_file(name: str) -> bool:
    """Tell whether a deck that a user names is a file, or standard input."""
    return name == STDIN or Path(name).suffix.lower() in _DECK_ENDINGS or os.path.isfile(name)  # noqa: PTH113 - in a locked folder, is_file raises

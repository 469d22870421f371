"""The library that everything works on: a card database with its games, cards and decks."""

from __future__ import annotations

import os
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

from deckwright import resources
from deckwright.errors import DeckwrightError, InputError, UsageError, as_findings, more_errors
from deckwright.files.texts import SPREADSHEETS, STDIN
from deckwright.messages import speaks, tr
from deckwright.model.game import GAME_FILE
from deckwright.model.languages import canonical_tag, match_language
from deckwright.store.folders import changed_folders, gone_folder, is_as_loaded, load_command, loaded_folder
from deckwright.store.locations import fill_with_games, open_database, refuse_missing
from deckwright.store.read import cards_of, find_card, game_ids, read_deck, read_game, unknown_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from contextlib import AbstractContextManager

    from deckwright.files.deck_vocabulary import DeckVocabulary
    from deckwright.files.decks import DeckList
    from deckwright.findings import Finding
    from deckwright.model.card import Card, Deck
    from deckwright.model.game import Game
    from deckwright.store.database import Database
    from deckwright.store.dialects import OpenDatabase

    Progress = Callable[[str, int], AbstractContextManager[Callable[[int], None] | None]]

Value = TypeVar("Value")


class Notify(Protocol):
    """Callback for what a person should know meanwhile, such as a new database or a game folder with errors."""

    def __call__(self, message: str, findings: Sequence[Finding] = (), /) -> None:
        """Show the findings first, then the message."""


def ignore_notices(message: str, findings: Sequence[Finding] = (), /) -> None:
    """Ignore what a person should know meanwhile."""


def no_progress(task: str, steps: int) -> AbstractContextManager[None]:  # noqa: ARG001 - the signature of progress
    """Show no progress; a function in its place gets the name of a task and its number of steps."""
    return nullcontext()


class WantedLanguage(NamedTuple):
    """Language wanted for cards; if it is only preferred, a game without it is read in another.

    `is_named` if a person named it; the language of the locale was not.
    """

    tag: str = "en"
    is_required: bool = False
    is_named: bool = False


def reading_language(game: Game, wanted: WantedLanguage) -> str:
    """Language to read a game's cards in: the one wanted, or the nearest that the game has.

    If it is only preferred, a game that lacks it is read in English, else in its own language.

    Raises:
        InputError: it is required, and neither the game nor the program has it.
    """
    language = match_language(wanted.tag, game.languages)
    if not language and wanted.is_required and not speaks(wanted.tag):
        message = tr("{game} is not in the language {language}.", game=game.id, language=wanted.tag)
        raise _unknown_language(message, game.languages)
    return language or _usual_language(game, wanted.tag)


class LoadedGame(NamedTuple):
    """A game of the database with its cards by id."""

    game: Game
    cards: Mapping[str, Card]


def find_database(location: str = "", notify: Notify = ignore_notices) -> Database:
    """Card database at `location` ('' for the user's own), created on first use with the packaged games.

    Raises:
        DatabaseError: it cannot be created.
        UsageError: `location` is an address without a driver.
    """
    filled: list[Database] = []

    def fill(database: Database) -> None:
        fill_with_games(database)
        filled.append(database)

    database = open_database(location, fill)
    if filled:
        notify(tr("Created the card database {path}.", path=database.name))
    return database


def current_database(
    location: str = "", notify: Notify = ignore_notices, *, compares: bool = True
) -> Database:
    """Card database at `location`, after loading again games whose folders have changed, and what another release had loaded.

    On a server, no game is loaded, and `notify` hears which folders have something else, unless the command itself
    `compares` no folders but its own.

    Raises:
        DatabaseError: the database cannot be created, read or written.
    """
    return _reloaded(location, notify, compares=compares)[0]


def _reloaded(
    location: str, notify: Notify, *, compares: bool = True
) -> tuple[Database, dict[str, DeckwrightError]]:
    """Card database with the games as their folders are now, and why some of them are not, by their ids."""
    database = find_database(location, notify)
    errors: dict[str, DeckwrightError] = {}
    if (compares or database.is_file) and (changed := changed_folders(database)):
        from deckwright.workbench.loading import reload_games

        for reload in reload_games(database, changed, notify):
            if reload.error:
                errors[reload.game] = reload.error
            else:
                notify(reload.message, reload.findings)
    return database, errors


def existing_database(location: str = "", notify: Notify = ignore_notices) -> Database:
    """Card database at `location`, for maintenance: only the user's own is created on first use.

    Raises:
        DatabaseError: `location` is named, but there is no database.
    """
    if location:
        refuse_missing(location)
    return find_database(location, notify)


@contextmanager
def open_library(
    location: str = "",
    *,
    language: WantedLanguage | str = "",
    notify: Notify = ignore_notices,
    last_good: bool = False,
) -> Iterator[DeckLibrary]:
    """Open a card database for reading, created on first use, with the games as their folders are now.

    `location` is a path or URL, '' for the user's own database. A `language` that is a string is required of
    every game that is used; '' prefers English. A game whose folder has errors, or is gone, can only be used as it was
    `last_good`.

    Raises:
        DatabaseError: the database cannot be created or read.
        UsageError: `language` is not a language tag.
    """
    database, errors = _reloaded(location, notify)
    with database.reading() as connection:
        yield DeckLibrary(database, connection, _wanted(language), notify, last_good, errors)


def _wanted(language: WantedLanguage | str) -> WantedLanguage:
    if isinstance(language, WantedLanguage):
        return language
    tag = canonical_tag(language)
    if language and not tag:
        message = tr("{value} is not a language tag. Examples: it, pt-BR, zh-Hant.", value=language)
        raise UsageError("language", message)
    return WantedLanguage(tag, is_required=True, is_named=True) if tag else WantedLanguage()


@dataclass(slots=True)
class DeckLibrary:
    """An open card database: its games, each read once, and decks from it or from files.

    `errors` says why games are not as their folders are now: they can be used if `last_good` accepts that.
    A game is named by its id or by its folder; '' and '.' mean the folder that one is in.
    """

    database: Database
    connection: OpenDatabase
    language: WantedLanguage = field(default_factory=WantedLanguage)
    notify: Notify = ignore_notices
    last_good: bool = False
    errors: dict[str, DeckwrightError] = field(default_factory=dict)
    _ids: dict[str, str] = field(default_factory=dict)
    _loaded: dict[str, LoadedGame] = field(default_factory=dict)
    _vocabularies: dict[str, DeckVocabulary] = field(default_factory=dict)

    def game_ids(self) -> list[str]:
        """Ids of all games, in order."""
        return game_ids(self.connection)

    def game(self, name: str) -> LoadedGame:
        """A game and its cards, by the game's id or folder.

        Raises:
            InputError: it is not loaded, or its folder is gone.
            RefusedError: its folder has errors.
        """
        if name not in self._loaded:
            game = self.game_alone(name)
            self._loaded[name] = LoadedGame(game, cards_of(self.connection, game.id))
        return self._loaded[name]

    def game_alone(self, name: str) -> Game:
        """A game without its cards, which take longer to read than all else.

        Raises:
            UsageError: '.' is not in the folder of a game.
            InputError: it is not loaded, or its folder is gone.
            RefusedError: its folder has errors.
        """
        game = self.game_id(name)
        try:
            loaded = read_game(self.connection, game)
        except InputError as error:
            if not Path(game).is_dir():
                raise
            if game == ".":
                message = tr("This folder is not in the folder of a game.")
                hint = tr("Name a game: “deckwright games” lists them.")
                raise UsageError(error.code, message, hint=hint) from None
            raise _not_a_folder(error.code, name) from None
        self.refuse_outdated(game)
        return loaded

    def game_id(self, name: str) -> str:
        """Id of the game that a name means: a game's folder, which is loaded if it is not; else the name itself.

        '' and '.' are the folder that one is in, or the nearest above that is a game's; without any, they stay as they are.

        Raises:
            InputError: the folder of a game cannot be loaded.
            RefusedError: it has errors.
        """
        if name not in self._ids:
            folder = _folder_here() if name in {"", "."} else _folder_named(name)
            self._ids[name] = self._game_in(folder) if folder else name
            self._ids.setdefault(self._ids[name], self._ids[name])  # from now on, the id means this game
        return self._ids[name]

    def _game_in(self, folder: Path) -> str:
        """Id of the game in a folder, after loading it from there, unless it is."""
        row = self.connection.execute(
            "SELECT id FROM games WHERE folder = ?", (resources.stored_folder(folder),)
        ).fetchone()
        if row:
            return str(row[0])
        game = _id_of_game(folder)
        if game in self.game_ids():
            game = str(game)
            loaded = loaded_folder(self.connection, game)._replace(path=folder)
            is_usable = game not in self.errors and not gone_folder(self.database, self.connection, game)
            if not self.database.is_file or (is_usable and is_as_loaded(loaded)):
                return game
        if not self.database.is_file:
            raise _not_loaded(str(folder))
        from deckwright.workbench.loading import load_from

        self.notify(*load_from(self.database, folder, self.notify))
        self.errors.pop(str(game), None)  # those of the folder that it was loaded from before
        return str(game)

    def _with_game(self, name: str) -> str:
        """Name of a card or a deck with the id of the game before its slash, which is named by its id or its folder.

        Raises:
            InputError: the folder of this game is gone.
            RefusedError: it has errors.
        """
        owner, slash, rest = name.rpartition("/")
        if owner:
            owner = self.game_id(owner)
            self.refuse_outdated(owner)
        return f"{owner}{slash}{rest}"

    def refuse_outdated(self, game: str) -> None:
        """Refuse a game that the database does not have as its folder is now, unless that is accepted.

        Raises:
            InputError: its folder is gone.
            RefusedError: its folder has errors.
        """
        error = self.errors.get(game) or gone_folder(self.database, self.connection, game)
        if error and not self.last_good:
            raise error

    def language_of(self, game: Game) -> str:
        """Language to read a game's cards in: see `reading_language`.

        Raises:
            InputError: the language is required, and neither the game nor the program has it.
        """
        return reading_language(game, self.language)

    def languages_of(self, games: Iterable[Game]) -> dict[str, str]:
        """Language to read each of several games in, by the game's id; one of them at least must have a required one.

        Raises:
            InputError: it is required, and neither any of the games nor the program has it.
        """
        games, requested = list(games), self.language
        languages = {game.id: match_language(requested.tag, game.languages) for game in games}
        if games and requested.is_required and not any(languages.values()) and not speaks(requested.tag):
            message = tr("No game is in the language {language}.", language=requested.tag)
            raise _unknown_language(message, sorted({tag for game in games for tag in game.languages}))
        return {game.id: languages[game.id] or _usual_language(game, requested.tag) for game in games}

    def card(self, name: str, game: str = "") -> Card:
        """The card with this name: `game/card-id`, its id, or its name in any language.

        Raises:
            InputError: there is none, or several; `game` then says which.
        """
        card = find_card(self.connection, self._with_game(name), self.game_id(game))
        self.refuse_outdated(card.game)
        return card

    def deck(self, name: str, game: str = "", language: str = "") -> Deck:
        """The deck with this name: a file, `-` for standard input, or `game/deck-id`.

        `game` is the game of lists that do not name one. A deck of the database is named in `language`.

        Raises:
            InputError: there is none, or its list has errors.
            UsageError: a list does not name its game.
        """
        if not is_file(name):
            return self._stored_deck(name, language)
        from deckwright.files.deck_formats import read_deck_list

        return self.find_cards(read_deck_list(name), game)

    def find_cards(self, deck_list: DeckList, game: str = "") -> Deck:
        """The deck that a list describes, with its cards; `game` is its game if it does not name one.

        Raises:
            InputError: the list has errors.
            UsageError: it does not name its game.
        """
        from deckwright.files.deck_cards import resolve
        from deckwright.files.decks import bad_deck

        try:
            owner = self._game_of(deck_list, game)
        except (InputError, UsageError):
            if deck_list.faults:
                raise bad_deck(list(deck_list.faults)) from None
            raise
        return resolve(deck_list, self._vocabulary(owner), self._finder_elsewhere(owner))

    def decks(self, names: Iterable[str], game: str = "", language: str = "") -> list[Deck]:
        """Decks with these names, as `deck` reads one.

        Raises:
            InputError: something is wrong with any of them; it has the findings about all of them.
            UsageError: a list does not name its game.
        """
        return read_all(names, lambda name: self.deck(name, game, language))

    def _finder_elsewhere(self, owner: str) -> Callable[[str], list[str]]:
        """Return a search for cards by name in all other games, which are read when it is first called."""
        return lambda name: [
            f"{game}/{card}"
            for game in self.game_ids()
            if game != owner and game not in self.errors
            for card in self._vocabulary(game).find(name)
        ]

    def _vocabulary(self, name: str) -> DeckVocabulary:
        """What deck lists of a game can say, built once."""
        if name not in self._vocabularies:
            from deckwright.files.deck_vocabulary import DeckVocabulary

            game, cards = self.game(name)
            self._vocabularies[name] = DeckVocabulary(game.definition, cards.values(), game.labels)
        return self._vocabularies[name]

    def _stored_deck(self, name: str, language: str) -> Deck:
        try:
            deck = read_deck(self.connection, self._with_game(name))
            game = self.game(deck.game).game
            label = game.label(f"deck:{deck.id}", match_language(language, game.languages))
            return deck._replace(name=label or deck.name)
        except InputError as error:
            if not os.path.isdir(name):  # noqa: PTH112 - too long a name is that of no folder
                raise
            raise _not_a_folder(error.code, name) from None

    def _game_of(self, deck_list: DeckList, default: str) -> str:
        """Game that a deck list names, else `default`."""
        named = deck_list.head.get("game")
        if not named or ((here := _folder_here()) and _id_of_game(here) == named):
            named = self.game_id("" if named else default)
        if named in self._loaded:
            return str(named)
        known_games = self.game_ids()
        if not named:
            games, line = ", ".join(known_games), deck_list.head_line
            hint = tr("Add --game. Games: {games}.", games=games)
            if line:
                hint = tr(
                    "Add --game, or the line “{line}” to the list. Games: {games}.", line=line, games=games
                )
            if Path(deck_list.source).suffix.lower() in SPREADSHEETS:
                from deckwright.files.starters import hint_from_sheet

                hint = f"{hint} {hint_from_sheet(deck_list.source)}"
            message = tr("{deck} does not name its game.", deck=deck_list.source)
            raise UsageError("game-missing", message, hint=hint)
        if named not in known_games:
            error = unknown_name("no-such-game", tr("Unknown game: {name}.", name=named), named, known_games)
            error.where = deck_list.locations.get("game")
            raise error
        return str(named)


def _unknown_language(message: str, languages: Iterable[str]) -> InputError:
    return InputError(
        "no-such-language", message, hint=tr("Use one of: {names}.", names=", ".join(languages))
    )


def _usual_language(game: Game, tag: str) -> str:
    """Language of a game that lacks the one wanted: English if nothing speaks that one, else the game's own."""
    return ("" if speaks(tag) else match_language("en", game.languages)) or game.source_language


def _folder_named(name: str) -> Path | None:
    """Folder of a game that has this name or path."""
    return Path(name).resolve() if os.path.isfile(os.path.join(name, GAME_FILE)) else None  # noqa: PTH113, PTH118 - in a locked folder, is_file raises


def _folder_here() -> Path | None:
    """Folder of a game that one is in, or the nearest above."""
    here = Path.cwd()
    return next((folder for path in (here, *here.parents) if (folder := _folder_named(str(path)))), None)


def _not_a_folder(code: str, name: str) -> InputError:
    """Error for a folder that is named in place of a deck or a game."""
    if (Path(name) / GAME_FILE).is_file():
        hint = tr("Name one of its decks, such as {name}.", name=f"{name}/decks/…")
        return InputError(code, tr("{name} is the folder of a game, not a deck.", name=name), hint=hint)
    return InputError(code, tr("{name} is a folder, not a deck.", name=name), hint=tr("Use a file in it."))


def _id_of_game(folder: Path) -> object:
    from deckwright.files.yaml import read_document

    definition = read_document(folder / GAME_FILE).value
    return definition.get("id") if isinstance(definition, dict) else None


def _not_loaded(name: str) -> InputError:
    hint = tr("As an editor, load it first: {command}", command=load_command(Path(name)))
    return InputError(
        "no-such-game", tr("{name} is the folder of a game that is not loaded.", name=name), hint=hint
    )


def read_all(names: Iterable[str], read: Callable[[str], Value]) -> list[Value]:
    """Read everything that is named, such as decks, and report the errors of all together.

    Raises:
        InputError: something is wrong with any of them; it has the findings about all of them.
        UsageError: nothing but wrong usage keeps them from being read.
    """
    values: list[Value] = []
    errors: list[InputError | UsageError] = []
    for name in names:
        try:
            values.append(read(name))
        except (InputError, UsageError) as error:
            errors.append(error)
    if errors:
        raise combined_error(errors)
    return values


def combined_error(errors: Sequence[InputError | UsageError]) -> InputError | UsageError:
    """One error for several decks, games or files: the first, with the findings of all."""
    first = next((error for error in errors if isinstance(error, InputError)), errors[0])
    if len(errors) == 1 or isinstance(first, UsageError):
        return first
    findings = [finding for error in errors for finding in as_findings(error)]
    hint = more_errors(len(findings) - 1)
    return InputError(first.code, first.message, hint=hint, where=first.where, findings=findings)


def is_file(name: str) -> bool:
    """Whether a deck's name means a file, or standard input."""
    if name == STDIN or os.path.isfile(name):  # noqa: PTH113 - in a locked folder, is_file raises
        return True
    ending = Path(name).suffix.lower()
    if not ending:
        return False
    from deckwright.files.deck_formats import NAMED_ENDINGS

    return ending in NAMED_ENDINGS

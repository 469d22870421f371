"""Merge translations into a game, and keep them in its folder, or in the database if the folder is not the user's."""

from __future__ import annotations

import os
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Literal, TypeVar

from deckwright import resources
from deckwright.errors import ChangedError, InputError, UsageError, as_finding
from deckwright.files.catalogues import LocaleUpdate, TextNotes, locale_text, parse_catalogue, template_text
from deckwright.files.game_folder import TEMPLATE, from_here, refuse_outside, stops_load
from deckwright.files.handout_formats import read_returned
from deckwright.files.po import PoFile, po_time
from deckwright.files.texts import refuse_unprintable_name
from deckwright.files.writing import content_of, locked, make_folder
from deckwright.findings import Finding, Where, as_warning, has_errors
from deckwright.messages import speaking, tr
from deckwright.model.game import GAME_FILE
from deckwright.model.languages import canonical_tag, match_language
from deckwright.model.translation import USED
from deckwright.store.folders import difference, is_as_loaded, loaded_folder
from deckwright.store.read import folder_of, game_ids, read_game, unknown_name
from deckwright.store.translations import check_language, read_own, read_stored_package, with_own
from deckwright.translation.merge import MergeOptions, merge, today

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from deckwright.model.game import Game, GamePackage
    from deckwright.model.translation import IncomingFile, Message
    from deckwright.store.database import Database
    from deckwright.store.load import LoadBase
    from deckwright.store.translations import Own
    from deckwright.translation.merge import MergeResult
    from deckwright.workbench.loading import FileChange

_Result = TypeVar("_Result")


@dataclass(frozen=True, slots=True)
class FileMergeOptions:
    """How to merge a file that came back from a translator.

    `game` and `to` are for files that do not name them. `by` signs messages that name no author, `reviewed` marks all
    as reviewed. `side` decides conflicts: `ours` keeps the game's text, `theirs` takes the file's. A `dry_run` checks and counts, and changes nothing.
    """

    game: str = ""
    to: str = ""
    by: str = ""
    reviewed: bool = False
    side: Literal["", "ours", "theirs"] = ""
    dry_run: bool = False


@dataclass(frozen=True, slots=True)
class FileMerge:
    """Result of merging a file: what became of its messages, all findings, and whether the result was kept."""

    file: str
    game: str
    to: str
    merged: MergeResult
    findings: Sequence[Finding]
    is_kept: bool
    is_dry_run: bool = False


def merge_file(
    database: Database,
    file: str,
    options: FileMergeOptions = FileMergeOptions(),
    notify: Callable[[str], None] = lambda _: None,
) -> FileMerge:
    """Merge a file that came back from a translator into its game, whole or not at all; `-` is PO on standard input.

    If the findings have errors, nothing was merged. `notify` receives a message while another command is changing
    the translations.

    Raises:
        InputError: the file cannot be read, has no translations or is for another game, or cannot be kept.
        UsageError: neither the file nor the options name a game and a language.
        DatabaseError: the database cannot be read or written.
    """
    refuse_unprintable_name(options.by)
    returned = read_returned(file)
    if not returned.entries:
        raise InputError("no-entries", tr("{name} has no translations.", name=file), where=Where(file))
    game, language = game_and_language(database, returned, options)
    with nullcontext() if options.dry_run else lock_translations(database, game, notify):
        return retry_if_changed(lambda: _merge(translation_home(database, game, language), returned, options))


def _merge(home: TranslationHome, returned: IncomingFile, options: FileMergeOptions) -> FileMerge:
    ways = MergeOptions(today(), options.by, reviewed=options.reviewed, side=options.side)
    merged = merge(home.entries, returned, home.icons, ways)
    findings = [*merged.findings, *home.errors_in(merged.touched(), returned)]
    is_kept = not options.dry_run and not has_errors(findings)
    if is_kept and (merged.touched() or home.is_behind()):
        findings += home.keep(merged.entries, merged.touched(), options.by or returned.translator)
        is_kept = not has_errors(findings)
    return FileMerge(
        returned.file, home.game.id, home.language, merged, findings, is_kept, is_dry_run=options.dry_run
    )


@dataclass(frozen=True, slots=True)
class TranslationFix:
    """Slips of typography that were corrected: the messages before and after, and whether they were kept."""

    game: str
    to: str
    fixed: Sequence[tuple[Message, Message]]
    findings: Sequence[Finding]
    is_kept: bool
    is_dry_run: bool = False


def fix_translations(
    database: Database,
    game: str,
    language: str,
    *,
    dry_run: bool = False,
    notify: Callable[[str], None] = lambda _: None,
) -> TranslationFix:
    """Correct slips of typography that have one right answer in the translations of a game.

    Raises:
        InputError: the game is not loaded, is not in this language, or its folder has errors.
        DatabaseError: the database cannot be read or written.
    """
    with database.reading() as connection:
        known_games = game_ids(connection)
    if game not in known_games:
        raise unknown_name("no-such-game", tr("Unknown game: {name}.", name=game), game, known_games)
    with nullcontext() if dry_run else lock_translations(database, game, notify):
        return retry_if_changed(lambda: _fix(translation_home(database, game, language), dry_run=dry_run))


def _fix(home: TranslationHome, *, dry_run: bool) -> TranslationFix:
    from deckwright.translation.checks.typography import fix_typography

    entries = tuple(
        fix_typography(home.language, entry) if entry.state in USED else entry for entry in home.entries
    )
    fixed = [(old, new) for old, new in zip(home.entries, entries, strict=True) if old != new]
    findings: list[Finding] = []
    if fixed and not dry_run:
        findings = home.keep(entries, [new for _, new in fixed])
    is_kept = bool(fixed) and not dry_run and not has_errors(findings)
    return TranslationFix(home.game.id, home.language, fixed, findings, is_kept, is_dry_run=dry_run)


def refresh_catalogues(
    database: Database, games: Iterable[str], notify: Callable[[str], None] = lambda _: None
) -> list[Finding]:
    """Bring PO files up to what their games say now, in folders where a merge has put a template beside them.

    A language without a file gets none, and a file that is up to date stays as it is. The result names each file that was written,
    and each that was not because it cannot be read whole.

    Raises:
        InputError: a file cannot be written.
        DatabaseError: the database cannot be read or written.
    """
    findings = []
    for game in games:
        with database.reading() as connection:
            folder, languages = folder_of(connection, game), read_game(connection, game).languages
        if folder is None or not is_writable(folder) or not _template_file(folder, game).exists():
            continue
        with lock_translations(database, game, notify):
            for language in (known for known in languages if _locale_file(folder, known).exists()):
                findings += retry_if_changed(partial(_refresh, database, game, language))
    return findings


def _refresh(database: Database, game: str, language: str) -> list[Finding]:
    home = translation_home(database, game, language)
    try:
        if home.folder is None or not home.is_behind():
            return []
    except InputError as fault:
        return [as_warning(as_finding(fault))]
    message = tr("This file has the texts of the game as they are now.")
    where = Where(str(from_here(_locale_file(home.folder, language))))
    written = Finding("catalogue", "info", message, where=where)
    return [*home.keep(home.entries, (), None), written]


def game_and_language(
    database: Database, returned: IncomingFile, options: FileMergeOptions
) -> tuple[str, str]:
    """Game and language of a file, named by the file itself or by the options.

    Raises:
        InputError: the game is not loaded, or the file names another game or language than the options.
        UsageError: neither names them.
    """
    with database.reading() as connection:
        known_games = game_ids(connection)
    first_word = returned.game.split(" ")[0]
    game = first_word if first_word in known_games else ""
    language = _language_of(database, options.game or game, returned.language)
    for option, requested, from_file in (("--game", options.game, game), ("--to", options.to, language)):
        if requested and from_file and requested != from_file:
            message = tr(
                "{name} is for {own}, not for {wanted}.", name=returned.file, own=from_file, wanted=requested
            )
            hint = tr("Remove {option}, or fix the header of the file.", option=option)
            raise InputError("other-game" if option == "--game" else "other-language", message, hint=hint)
        if not requested and not from_file:
            message = tr("{name} does not name its game and language.", name=returned.file)
            raise UsageError("game-missing", message, hint=tr("Add --game and --to."))
    name = options.game or game
    if name not in known_games:
        raise unknown_name("no-such-game", tr("Unknown game: {name}.", name=name), name, known_games)
    return name, options.to or language


def _language_of(database: Database, game: str, named: str) -> str:
    """Language of the game that a file means: files of other tools may add a region that the game does not name."""
    with database.reading() as connection:
        languages = read_game(connection, game).languages if game in game_ids(connection) else ()
    return match_language(named, languages) or canonical_tag(named) or named


@dataclass(frozen=True, slots=True)
class TranslationHome:
    """Where the translations of a game into a language are kept: its folder, or the database alone if that is None.

    `own` are translations that only the database has; `before` is the content of the folder's file, if it exists. `base`
    is what a database on a server has, and `aside` is a message about a folder that has something else.
    """

    database: Database
    package: GamePackage
    language: str
    folder: Path | None
    own: Own
    before: bytes | None = None
    base: LoadBase | None = None
    aside: str = ""

    @property
    def game(self) -> Game:
        """The game."""
        return self.package.game

    @property
    def entries(self) -> tuple[Message, ...]:
        """Every text of the game with its translation."""
        return self.package.entries[self.language]

    @property
    def icons(self) -> Mapping[str, str]:
        """Pictures of the icons in the game's texts, by name."""
        icons: Mapping[str, str] = self.game.definition.get("icons", {})
        return icons

    def errors_in(self, touched: Sequence[Message], returned: IncomingFile) -> list[Finding]:
        """Errors in changed translations that prevent keeping them."""
        if not touched:
            return []
        from deckwright.files.game_package import check_texts
        from deckwright.translation.checks.run import MERGE_RULES, errors_in_messages
        from deckwright.translation.checks.wordbook import names_of, wordbook

        locations = {back.context: back.where for back in returned.entries if back.where}
        unknown = check_texts(touched, self.icons, locations.get)
        book = wordbook(self.game, self.language, names_of(self.entries))
        text_errors = errors_in_messages(book, touched, MERGE_RULES, locations)
        return [*(finding for finding in unknown if finding.severity == "error"), *text_errors]

    def keep(
        self, entries: Sequence[Message], touched: Sequence[Message], translator: str | None = ""
    ) -> list[Finding]:
        """Keep translations, of which those `touched` have changed, and load the game; the result has the problems."""
        if self.folder is None:
            return [self._keep_in_database(touched)]
        from deckwright.workbench.loading import FileChange, LoadOptions, load_changed_file

        file = _locale_file(self.folder, self.language)
        refuse_outside(file, self.folder)
        make_folder(file.parent)
        text = self._locale_text(file, entries, translator)
        contexts = {entry.context for entry in entries}
        elsewhere = [
            entry for entry in self.own.get(self.language, {}).values() if entry.context not in contexts
        ]
        template = self._template_change(self.folder, entries)
        change = FileChange(self.folder, file, text, self.before, template)
        options = LoadOptions(translations={self.language: elsewhere}, base=self.base)
        loaded = load_changed_file(self.database, change, options)
        return [finding for finding in loaded.findings if loaded.change is None or stops_load([finding])]

    def is_behind(self) -> bool:
        """Whether the folder has no file yet, or it and the template beside it, which a merge wrote, lack what the game says now."""
        if self.folder is None:
            return False
        if self.before is None:
            return True
        if not _template_file(self.folder, self.game.id).exists():
            return False
        file = _locale_file(self.folder, self.language)
        is_same = self._locale_text(file, self.entries) == self.before
        return not is_same or self._template_change(self.folder, self.entries) is not None

    def _locale_text(self, file: Path, entries: Sequence[Message], translator: str | None = None) -> bytes:
        """Content of the game’s file with these translations; its time and translator stay without a new `translator`."""
        present = PoFile(None, (), ())
        if self.before is not None:
            present = parse_catalogue(self.before, str(from_here(file)), self.language).po
        stamp = present.fields().get("PO-Revision-Date", "") if translator is None else po_time()
        notes = text_notes(self.package, self.language, entries)
        update = LocaleUpdate(self.game, self.language, stamp, translator or "", notes)
        return locale_text(present, entries, update).encode(errors="replace")

    def _template_change(self, folder: Path, entries: Sequence[Message]) -> FileChange | None:
        """New content of the template beside the translations; None if at most its time would differ."""
        from deckwright.workbench.loading import FileChange

        file = _template_file(folder, self.game.id)
        before = content_of(file)
        written = parse_catalogue(before, str(from_here(file)), "").po.fields() if before else {}
        stamp = written.get("POT-Creation-Date") or po_time()
        notes = text_notes(self.package, "", entries)
        for time in (stamp, po_time()):
            text = template_text(entries, LocaleUpdate(self.game, "", time, notes=notes)).encode(
                errors="replace"
            )
            if text == before:
                return None
        return FileChange(folder, file, text, before)

    def _keep_in_database(self, touched: Sequence[Message]) -> Finding:
        from deckwright.store.load import keep_translations

        keep_translations(self.database, self.game.id, self.language, touched, self.entries)
        message = tr(
            "The folder of {game} cannot be changed, so these translations were only saved in the database. They stay there when the game is loaded again.",
            game=self.game.id,
        )
        if self.aside:
            sentence = tr(
                "These translations were only saved in the database. They stay there when the game is loaded again."
            )
            message = f"{self.aside} {sentence}"
        return Finding("kept-alone", "info", message)


def text_notes(package: GamePackage, language: str, entries: Sequence[Message]) -> dict[str, TextNotes]:
    """Notes on a game’s texts by context, in English, since a repository is shared; without a language, for a template."""
    from deckwright.translation.extract import TextSpaces, outgoing_messages

    cards = {card.id: card for card in package.cards}
    rooms = TextSpaces(package.game, language, package.assets)
    with speaking("en"):
        return {
            outgoing.entry.context: TextNotes(outgoing.about, outgoing.flags)
            for outgoing in outgoing_messages(entries, cards, rooms)
        }


def translation_home(database: Database, game: str, language: str) -> TranslationHome:
    """Where translations of a game are kept, with the game as its folder is now.

    On a server, a folder that has not what the database has is set aside: what it has may be older.

    Raises:
        InputError: the game is not in this language, or its folder cannot be loaded.
    """
    with database.reading() as connection:
        check_language(read_game(connection, game), language)
        own_translations = read_own(connection, game)
        loaded = loaded_folder(connection, game)
        folder, aside = loaded.path, ""
        if not database.is_file and is_writable(folder):
            from deckwright.workbench.loading import settle

            settle(loaded, _locale_file(folder, language))
        is_set_aside = not database.is_file and is_writable(folder) and not is_as_loaded(loaded)
        if is_set_aside or not is_writable(folder):
            aside = difference(database, loaded) if is_set_aside else ""
            stored = read_stored_package(connection, game)
            return TranslationHome(database, stored, language, None, own_translations, aside=aside)
    from deckwright.files.game_package import read_package
    from deckwright.store.load import LoadBase

    before = content_of(_locale_file(folder, language))
    opened, findings = read_package(folder)
    if opened is None or opened.game.id != game:
        raise InputError(
            "bad-game",
            tr("The folder of {game} has errors and cannot be loaded: {name}.", game=game, name=folder),
            where=Where(str(folder)),
            findings=[finding for finding in findings if finding.severity == "error"],
        )
    check_language(opened.game, language)
    base = None if database.is_file else LoadBase(loaded.digest, own_translations)
    if base and opened.digest != base.digest:
        raise ChangedError("changed", tr("{name} has been changed in the meantime.", name=folder))
    return TranslationHome(
        database, with_own(opened, own_translations), language, folder, own_translations, before, base
    )


def _locale_file(folder: Path, language: str) -> Path:
    return folder / "locales" / f"{language}.po"


def _template_file(folder: Path, game: str) -> Path:
    return folder / "locales" / f"{game}{TEMPLATE}"


def is_writable(folder: Path) -> bool:
    """Whether a game's folder exists, belongs to the user rather than the program, and can be written."""
    is_there = folder.is_absolute() and (folder / GAME_FILE).is_file()
    return is_there and not resources.is_packaged(folder) and os.access(folder, os.W_OK)


@contextmanager
def lock_translations(
    database: Database, game: str, notify: Callable[[str], None] = lambda _: None
) -> Iterator[None]:
    """Keep other commands from changing a game's translations, from reading them until they are kept."""
    with database.reading() as connection:
        folder = folder_of(connection, game)
    with locked(folder, notify) if folder and is_writable(folder) else database.alone(game, notify):
        yield


_MOST_TRIES = 20
"""How often to start again because a file was changed in the meantime."""


def retry_if_changed(work: Callable[[], _Result]) -> _Result:
    """Start again whenever somebody changes a file in the meantime, by hand or with git."""
    for _ in range(_MOST_TRIES):
        try:
            return work()
        except ChangedError:
            continue
    return work()

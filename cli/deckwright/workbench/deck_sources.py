"""Find decks: files, folders, patterns, archives, and many decks on standard input."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, NamedTuple

from deckwright.errors import InputError
from deckwright.files.texts import MEGABYTE, STDIN, read_bytes, within
from deckwright.findings import Where
from deckwright.messages import tr, trn
from deckwright.model.game import GAME_FILE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from zipfile import ZipFile, ZipInfo

    from deckwright.errors import UsageError
    from deckwright.model.card import Deck
    from deckwright.workbench.library import DeckLibrary


class DeckSource(NamedTuple):
    """A deck to read: by its name, or from `data`, which was found in an archive or on standard input.

    `data` begins at `first_line` of `file`.
    """

    name: str
    data: bytes | None = None
    file: str = ""
    first_line: int = 1


class Unchecked(NamedTuple):
    """A deck that could not be checked, by the name that the user wrote, and why."""

    deck: str
    error: InputError | UsageError


class FoundDecks(NamedTuple):
    """Decks in the order in which they were named, and the files beside them that are not decks.

    What cannot be searched, and a deck that cannot be unpacked, is among the decks as `Unchecked`.
    """

    decks: list[DeckSource | Unchecked]
    others: list[str]


def find_decks(library: DeckLibrary, names: Iterable[str]) -> FoundDecks:
    """Find the decks that names mean, and the files in folders and archives that are not decks.

    A name is that of a file, `game/deck-id`, a folder, a pattern such as `decks/**/*.txt`, a ZIP archive, or `-` for
    standard input, which may contain several decks. In a folder or an archive, every file with the ending of a deck
    file is a deck, and archives in folders are searched too. Hidden files are ignored. Of a game's folder, only `decks`
    is searched.
    """
    sources = FoundDecks([], [])
    for name in names:
        try:
            _find(library, name, sources)
        except InputError as error:
            sources.decks.append(Unchecked(name, error))
    return sources


def _find(library: DeckLibrary, name: str, sources: FoundDecks) -> None:
    if name == STDIN:
        sources.decks.extend(_on_standard_input())
    elif os.path.isdir(name):  # noqa: PTH112 - in a locked folder, is_dir raises
        if _is_stored(library, name):
            sources.decks.append(DeckSource(name))
        else:
            library.game_id(name)  # loads the game of these decks
            _refuse_none(name, sources, _search_folder)
    elif _is_archive(name):
        _refuse_none(name, sources, _search_zip)
    else:
        sources.decks.extend(DeckSource(name) for name in _matching(library, name, sources))


def _is_stored(library: DeckLibrary, name: str) -> bool:
    """Whether a deck of the database has the name of this folder."""
    from deckwright.store.read import read_deck

    try:
        read_deck(library.connection, name)
    except InputError:
        return False
    return True


def _refuse_none(name: str, sources: FoundDecks, search: Callable[[str, FoundDecks], None]) -> None:
    """Search a folder or an archive.

    Raises:
        InputError: it contains no decks.
    """
    from deckwright.files.deck_formats import DECK_ENDINGS

    decks, others = len(sources.decks), len(sources.others)
    search(name, sources)
    if len(sources.decks) == decks:
        count = len(sources.others) - others
        message = tr("{name} contains no decks.", name=name)
        more = trn("It has {count} other file.", "It has {count} other files.", count) if count else ""
        hint = tr("The names of deck files end in {endings}.", endings=", ".join(DECK_ENDINGS))
        raise InputError("no-decks", message, hint=f"{more} {hint}".strip(), where=Where(name))


def _matching(library: DeckLibrary, name: str, sources: FoundDecks) -> Iterator[str]:
    """Yield the files that a pattern means where the shell did not expand it, such as on Windows; or the name itself."""
    if not any(sign in name for sign in "*?[") or os.path.lexists(name):
        yield name
        return
    from glob import glob

    matches = sorted(glob(name, recursive=True))  # noqa: PTH207 - the paths as they were typed
    if not matches:
        raise InputError("no-such-file", tr("No file matches {pattern}.", pattern=name))
    for match in _each_once(matches):
        if os.path.isfile(match) and not _is_archive(match):  # noqa: PTH113 - in a locked folder, is_file raises
            yield match
        else:
            _find(library, match, sources)


def _each_once(paths: Iterable[str]) -> Iterator[str]:
    """Yield paths that lead to different files: a link to a folder above would otherwise repeat all of them."""
    real_paths: set[str] = set()
    for path in paths:
        if (real := os.path.realpath(path)) not in real_paths:
            real_paths.add(real)
            yield path


def read_source(library: DeckLibrary, source: DeckSource, game: str = "") -> Deck:
    """The deck of a source; `game` is the game of lists that do not name one."""
    if source.data is None:
        return library.deck(source.name, game)
    from deckwright.files.deck_formats import limit_of, parse_deck_list

    data = within(source.data, source.name, limit_of(source.data))
    deck_list = parse_deck_list(data, source.file or source.name, source.first_line)
    return library.find_cards(deck_list._replace(source=source.name), game)


# Decks in folders.


def _search_folder(folder: str, sources: FoundDecks) -> None:
    """Add the decks in a folder and in those below it, in the order of their names."""
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError as fault:
        sources.decks.append(Unchecked(folder, _unreadable(folder, fault)))
        return
    is_game = any(entry.name == GAME_FILE for entry in entries)
    for entry in entries:
        path = os.path.join(folder, entry.name)  # noqa: PTH118 - the path as it was typed
        if _is_hidden(entry.name):
            continue
        if entry.is_dir(follow_symlinks=False) and (entry.name == "decks" or not is_game):
            _search_folder(path, sources)
        elif os.path.isfile(path) and _has_deck_ending(entry.name) and not is_game:  # noqa: PTH113 - a link to itself is none
            sources.decks.append(DeckSource(path))
        elif not is_game and _is_archive(path):
            _search_zip(path, sources)
        else:
            sources.others.append(path)


def _is_hidden(path: str) -> bool:
    """Whether a file, or a folder above it, is one that systems and editors keep for themselves."""
    return any(
        part.startswith(".") or part == "__MACOSX" for part in path.split("/") if part not in {".", ".."}
    )


def _has_deck_ending(name: str) -> bool:
    from deckwright.files.deck_formats import DECK_ENDINGS

    return name.lower().endswith(DECK_ENDINGS)


def _unreadable(name: str, fault: Exception) -> InputError:
    reason = getattr(fault, "strerror", None) or str(fault) or type(fault).__name__
    message = tr("{name} cannot be read: {reason}.", name=name, reason=reason.rstrip("."))
    return InputError("unreadable", message, where=Where(name))


# Decks in archives. Nothing is unpacked to the disk, and no more than some limits into memory.

ARCHIVE_LIMIT = 256 * MEGABYTE
"""The most bytes of the decks of an archive."""

MOST_MEMBERS = 100_000
"""The most files of an archive."""

_GROWTH = 20
"""What decks may unpack to besides the first megabyte, as a multiple of the archive: a small one may not take much time."""


def _is_archive(name: str) -> bool:
    return name.lower().endswith(".zip") and os.path.isfile(name)  # noqa: PTH113 - in a locked folder, is_file raises


class _TooMuch(Exception):  # noqa: N818 - becomes an error with the name of the archive
    """An archive has more files or bytes than are read."""


class _Archive:
    """Sorts the members of an archive into decks and others, and counts them."""

    def __init__(self, path: str, sources: FoundDecks) -> None:
        self._path = path
        self._found = sources
        self._members = 0
        size = os.stat(path).st_size  # noqa: PTH116 - the path as it was typed
        self._remaining_bytes = min(ARCHIVE_LIMIT, MEGABYTE + _GROWTH * size)

    def add(self, name: str, read: Callable[[int], bytes]) -> None:
        """Add a member; `read` reads so many bytes of it."""
        from deckwright.files.deck_formats import DECK_LIMIT

        self._members += 1
        if self._members > MOST_MEMBERS:
            raise _TooMuch
        path = f"{self._path}/{name}"
        if _is_hidden(name):
            return
        if not _has_deck_ending(name):
            self._found.others.append(path)
            return
        data = read(min(DECK_LIMIT, self._remaining_bytes) + 1)
        self._remaining_bytes -= len(data)
        if self._remaining_bytes < 0:
            raise _TooMuch
        self._found.decks.append(DeckSource(path, data))


def _search_zip(path: str, sources: FoundDecks) -> None:
    from zipfile import BadZipFile, ZipFile

    archive = _Archive(path, sources)
    try:
        with ZipFile(path) as file:
            _refuse_overlaps(file)
            for member in file.infolist():
                _add_zipped(archive, file, member, sources)
    except _TooMuch:
        sources.decks.append(Unchecked(path, _too_large(path)))
    except (OSError, BadZipFile, NotImplementedError, ValueError) as fault:
        sources.decks.append(Unchecked(path, _unreadable(path, fault)))


def _refuse_overlaps(file: ZipFile) -> None:
    """Refuse an archive in which two files share bytes, so that a small one could have any number of them.

    Raises:
        BadZipFile: it is such an archive.
    """
    from zipfile import BadZipFile

    end = 0
    for member in sorted(file.infolist(), key=lambda member: member.header_offset):
        if member.header_offset < end:
            raise BadZipFile(tr("two of its files are in the same place"))
        end = member.header_offset + member.compress_size


def _add_zipped(archive: _Archive, file: ZipFile, member: ZipInfo, sources: FoundDecks) -> None:
    """Add a member of a ZIP archive; a damaged or encrypted one hides no other."""
    from zipfile import BadZipFile
    from zlib import error as zlib_error

    def read(limit: int) -> bytes:
        with file.open(member) as content:
            return content.read(limit)

    if member.filename.endswith("/"):
        return
    try:
        archive.add(member.filename, read)
    except (OSError, EOFError, RuntimeError, BadZipFile, zlib_error) as fault:
        name = f"{file.filename}/{member.filename}"
        sources.decks.append(Unchecked(name, _unreadable(name, fault)))


def _too_large(name: str) -> InputError:
    message = tr("{name} has too many files, or unpacks to many times its size.", name=name)
    return InputError("too-large", message, hint=tr("Unpack it, and check the folder."), where=Where(name))


# Several decks on standard input: YAML documents, and text lists.
#
# A line `---` separates decks of any kind. A text list also ends where the head of the next one begins, as
# `export list` writes several decks, and where a heading of Arena lists repeats.

STREAM_LIMIT = 256 * MEGABYTE
"""The most bytes of all decks on standard input."""

# Patterns are compiled, and kept by `re`, only when a stream is read: most commands read none.
_LINE = rb"[^\r\n]*(?:\r\n?|\n|\Z)"
_SEPARATOR = rb"---[ \t]*(?:#.*)?[\r\n]*\Z"
_NOT_A_CARD = rb"(?s)(?:\xef\xbb\xbf)?[ \t]*(?:(?:#|//|%).*)?[\r\n]*\Z"
_ARENA_HEADING = rb"[ \t]*(About|Commander|Companion|Deck|Sideboard)[ \t]*[\r\n]*\Z"
_NEXT_HEAD = rb"(?i)[ \t]*(?:#|//)[ \t]*(?:game|name)[ \t]*:[ \t]*\S"


def _on_standard_input() -> list[DeckSource]:
    data = read_bytes(STDIN, limit=STREAM_LIMIT)
    parts = split_decks(data)
    if len(parts) == 1:
        return [DeckSource(STDIN, parts[0][1], STDIN, parts[0][0])]
    return [
        DeckSource(f"{STDIN}#{number}", part, STDIN, line) for number, (line, part) in enumerate(parts, 1)
    ]


def split_decks(data: bytes) -> list[tuple[int, bytes]]:
    """Split a stream into decks, each with the number of its first line; at least one."""
    splitter = _Splitter()
    for number, line in enumerate(re.findall(_LINE, data), 1):
        splitter.take(number, line)
    return [(first, b"".join(lines)) for first, lines in splitter.parts() if lines] or [(1, data)]


class _Splitter:
    """Takes the lines of a stream one by one, and decides which begin a deck."""

    def __init__(self) -> None:
        from deckwright.files.deck_formats import YAML_KEY

        self._yaml_key = re.compile(YAML_KEY.encode())
        self._parts: list[tuple[int, list[bytes]]] = []
        self._first = 1
        self._lines: list[bytes] = []
        self._since: list[bytes] = []
        """Comments and empty lines since the last card: they belong to the next deck if its head is among them."""
        self._headings: set[bytes] = set()
        self._has_cards = self._is_yaml = self._has_next_head = False

    def take(self, number: int, line: bytes) -> None:
        if re.match(_SEPARATOR, line):
            self._finish_deck(number + 1)
        elif re.match(_NOT_A_CARD, line):
            self._since.append(line)
            self._has_next_head |= bool(re.match(_NEXT_HEAD, line))
        else:
            heading = re.match(_ARENA_HEADING, line)
            is_next = self._has_next_head or (heading is not None and heading[1] in self._headings)
            if self._has_cards and is_next and not self._is_yaml:
                head, self._since = self._since, []
                self._finish_deck(number - len(head))
                self._since = head
            self._lines += [*self._since, line]
            self._since, self._has_next_head, self._has_cards = [], False, True
            self._is_yaml |= bool(self._yaml_key.match(line))
            self._headings |= {heading[1]} if heading else set()

    def _finish_deck(self, first: int) -> None:
        """End a deck; the next one begins at the line `first`."""
        if self._has_cards or self._has_next_head:
            self._parts.append((self._first, [*self._lines, *self._since]))
        self._first, self._lines, self._since, self._headings = first, [], [], set()
        self._has_cards = self._is_yaml = self._has_next_head = False

    def parts(self) -> list[tuple[int, list[bytes]]]:
        """The decks, when all lines are taken."""
        self._finish_deck(0)
        return self._parts

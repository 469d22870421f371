"""A game's folder: its data files, pictures, fonts and locales, and files in it that are not read although they look as if they should be."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from functools import cache
from hashlib import blake2b
from pathlib import Path
from stat import S_ISDIR
from time import time_ns
from typing import TYPE_CHECKING, Any, TypeVar
from unicodedata import normalize

from deckwright.errors import InputError, as_finding
from deckwright.files.texts import CARD_TABLES, MEGABYTE, OLD_WORKBOOK, old_workbook, read_bytes
from deckwright.files.yaml import DATA_LIMIT, Document, parse_document
from deckwright.findings import Finding, Where
from deckwright.messages import tr
from deckwright.model.game import GAME_FILE
from deckwright.model.words import code_point, control_character, did_you_mean, nearest

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

    from deckwright.files.catalogues import Catalogue


# Which files of a game's folder are pictures.

FOLDER = "pictures"
"""The folder of a game's pictures."""

ENDINGS = (".png", ".jpg", ".jpeg", ".webp", ".avif", ".svg")

LIMIT = 32 * MEGABYTE
"""The most bytes of a picture, or of a font."""

FONTS = "fonts"
"""The folder of a game's fonts."""

_FONT_ENDINGS = (".ttf", ".otf", ".ttc")


def is_file_name(name: str) -> bool:
    """Whether a name can be that of a file in a folder: it leads nowhere else, on no system."""
    return bool(name.strip(". ")) and not any(letter in r'\/:*?"<>|' or letter < " " for letter in name)


def file_name(path: str) -> str:
    """The name of a file in a path, as any system writes it."""
    return path.replace("\\", "/").rpartition("/")[2]


# Files in a game's folder that look like data but are not read.

_DATA = frozenset({".yaml", ".yml", ".po"})
_PICTURES = frozenset(ENDINGS)
_WEB_FONTS = frozenset({".woff", ".woff2"})
_ALL_FONTS = frozenset({*_FONT_ENDINGS, *_WEB_FONTS})

_BESIDE = {"counts.yaml"}
"""Files beside game.yaml that others read."""


@cache
def _folder_names() -> Mapping[str, Any]:
    """What else designers call the folders that are read, and folders for something else, in which only data is named."""
    found: Mapping[str, Any] = json.loads(Path(__file__).with_name("folder_names.json").read_bytes())
    return found


def find_unread_files(entries: Iterable[Path], known: Collection[str]) -> Iterator[Finding]:
    """Warn of files next to game.yaml that are not read; `known` are the folders that are.

    Whatever has nothing to do with a game's data, such as README.md, is not named.
    """
    for entry in entries:
        if entry.is_dir():
            if entry.name not in known:
                yield from _folder(entry, known)
        elif entry.name not in _BESIDE and entry.suffix.lower() in {*_DATA, ".svg"}:
            yield _warning(entry, _only(known) + _belongs(entry))
        else:
            yield from _unread_font(entry)


def _folder(folder: Path, known: Collection[str]) -> Iterator[Finding]:
    try:
        files = sorted(file for file in folder.iterdir() if not file.name.startswith("."))
    except OSError:
        return
    sorts = {file.suffix.lower() for file in files}
    if sorts & _ALL_FONTS:
        message = tr(
            "The fonts in this folder are not read. Move them to {name}, without a folder.", name=FONTS
        )
        yield _warning(folder, message)
        return
    suggestion = _intended_folder(folder.name, known)
    has_lists = suggestion == "lists" and ".csv" in sorts
    if has_lists or sorts & (
        _DATA if folder.name.lower() in _folder_names()["unrelated"] else _DATA | _PICTURES
    ):
        message = tr(
            "The folder {name} is not read. Did you mean {meant}?", name=folder.name, meant=suggestion
        )
        yield _warning(folder, message if suggestion else _only(known))


def _intended_folder(name: str, known: Collection[str]) -> str:
    """Name the folder that is meant by another name; '' if none is."""
    lower = name.lower()
    if lower in _folder_names()["unrelated"]:
        return ""
    others = (folder for folder, names in _folder_names()["called"].items() if lower in names)
    return next(others, "") or next(iter(nearest(name, list(known))), "")


def _belongs(file: Path) -> str:
    """Advice on where a drawing belongs; '' for other files."""
    return f" {tr('Move it to icons or pictures.')}" if file.suffix.lower() == ".svg" else ""


def _only(known: Collection[str]) -> str:
    return tr(
        "This file is ignored: only game.yaml and the files in {names} are read.", names=", ".join(known)
    )


def _unread_font(entry: Path) -> Iterator[Finding]:
    """Warn of a font that is not read where it is; files that often come with fonts, such as OFL.txt, are not named."""
    if entry.suffix.lower() in _WEB_FONTS:
        message = tr(
            "Web fonts are not read. Save the font as .ttf or .otf, in the folder {name}.", name=FONTS
        )
        yield _warning(entry, message)
    elif entry.suffix.lower() in _FONT_ENDINGS:
        yield _warning(entry, tr("This font is not read here. Move it to the folder {name}.", name=FONTS))


def _warning(path: Path, message: str) -> Finding:
    return Finding("not-read", "warning", message, where=Where(str(path)))


# A game's folder, read whole: game.yaml, cards, decks, locales, and what it brings for printing.

ICON_ENDINGS = (".svg", ".png")
"""Endings of a game's own icons; of two files of one name, the first is the icon."""


def missing_file(form: str, name: str, known: Iterable[str]) -> str:
    """Message for a missing file of a form such as `icons/{}.svg`; '' if it exists."""
    before, after = form.split("{}")
    names = [name.removeprefix(before).removesuffix(after) for name in known if name.startswith(before)]
    if name in names:
        return ""
    message = tr("File not found: {name}.", name=form.format(name))
    return f"{message} {did_you_mean(nearest(name, names))}".strip()


def own_icon_file(name: str, assets: Collection[str]) -> str:
    """File of a game's own icon, which is perhaps among its pictures; '' if it has none of that name."""
    files = (f"{folder}/{name}{ending}" for folder in ("icons", FOLDER) for ending in ICON_ENDINGS)
    return "" if ":" in name else next((file for file in files if file in assets), "")


ASSETS = {"icons": ICON_ENDINGS, "faces": (".yaml",), FOLDER: ENDINGS, FONTS: _FONT_ENDINGS}
"""The folders of files that a game brings for printing, and the endings they have."""

TEMPLATE = ".pot"
"""The ending of the file with a game's texts for new languages, which a merge writes and nothing reads."""

BAD_LOCALE = "bad-locale"
"""The rule of the finding for a file of translations that cannot be read."""

_LARGE = {FOLDER, FONTS}
"""Folders of pictures and fonts."""

_READ = {
    "cards": (".yaml", *CARD_TABLES),
    "decks": (".yaml",),
    "locales": (".po",),
    "lists": (".csv",),
    **ASSETS,
}

_Parsed = TypeVar("_Parsed")

_SETTLED = 2_000_000_000
"""Nanoseconds after which a file that is saved once more has another time, on every file system."""
_ALSO = dict.fromkeys(map(ord, "\t\n\r"), "\0")
"""Characters that texts may have, but no names."""


class ParsedFiles:
    """Files as they were parsed last, by path, so that those with the same content are not parsed again.

    Nothing changes what was parsed. Up to `most` bytes of files are kept, those used last; with 0, none.
    """

    def __init__(self, most: int = 0) -> None:
        self._most, self._size = most, 0
        self._kept: dict[str, tuple[int, bytes, Any]] = {}

    def get(self, data: bytes, file: str, parse: Callable[[bytes, str], _Parsed]) -> _Parsed:
        """What `parse` makes of the content of a file; raises what it raises."""
        if len(data) > self._most:
            return parse(data, file)
        digest = blake2b(data, digest_size=16).digest()
        size, known, parsed = self._kept.pop(file, (0, b"", None))
        self._size -= size
        if known != digest:
            parsed = parse(data, file)
        self._kept[file] = len(data), digest, parsed
        self._size += len(data)
        while self._size > self._most:
            self._size -= self._kept.pop(next(iter(self._kept)))[0]
        found: _Parsed = parsed
        return found


@dataclass(slots=True)
class GameFolder:
    """Parsed content of a folder; `findings` list what could not be read.

    `cards` are the card files in YAML, by path: they are parsed one after another, as all of a large game take much
    memory. `sheets` are those that are spreadsheets: how they are read, only a valid game.yaml can say.
    `digest` names the exact content, `stamp` is that of `stamp_of` from before it was read. `parsed` are files that need not
    be parsed again.
    """

    path: Path
    game: Document
    cards: dict[str, bytes] = field(default_factory=dict)
    sheets: dict[str, bytes] = field(default_factory=dict)
    decks: list[tuple[str, Document]] = field(default_factory=list)
    faces: list[Document] = field(default_factory=list)
    catalogues: list[Catalogue] = field(default_factory=list)
    lists: dict[str, bytes] = field(default_factory=dict)
    assets: dict[str, bytes] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    digest: str = ""
    stamp: str = ""
    parsed: ParsedFiles = field(default_factory=ParsedFiles)


def read_game_folder(path: Path, parsed: ParsedFiles | None = None) -> GameFolder:
    """Read every file of a game's folder; those that are among the files `parsed` before are not parsed again.

    Raises:
        InputError: the folder does not exist, has no readable game.yaml, or its path is not UTF-8.
    """
    if reason := _bad_name(str(path.absolute())):
        raise InputError("file-name", reason, where=Where(str(path)))
    if not path.is_dir():
        raise InputError("no-such-folder", tr("Folder not found: {name}.", name=path), where=Where(str(path)))
    game = path / GAME_FILE
    refuse_outside(game, path)
    if not game.is_file():
        raise InputError(
            "no-game",
            tr("{name} is not a game folder: it has no game.yaml.", name=path),
            hint=tr("To create one: deckwright new game NAME"),
            where=Where(str(path)),
        )
    stamp = stamp_of(path)
    digest = blake2b(digest_size=16)
    parsed = parsed or ParsedFiles()
    document = parsed.get(_bytes(game, path, digest), str(game), parse_document)
    folder = GameFolder(path, document, stamp=stamp, parsed=parsed)
    for file in _files(path, folder.findings):
        try:
            _take(folder, file, _bytes(file, path, digest))
        except InputError as fault:
            is_locale = file.parent.name == "locales"
            folder.findings.append(_bad_locale(fault, file) if is_locale else as_finding(fault))
    if not folder.cards and not folder.sheets and not stops_load(folder.findings):
        message = tr(
            "This game has no cards: add them in {name}, as YAML files or as a spreadsheet.",
            name=path / "cards",
        )
        folder.findings.append(Finding("no-cards", "error", message, where=Where(str(game), 1, 1)))
    folder.digest = digest.hexdigest()
    return folder


def game_folder_of(file: Path) -> Path | None:
    """Folder of the game that reads a file; None if no game does."""
    if file.name == GAME_FILE:
        return file.parent
    for parent in (*file.parents, *file.absolute().parents):
        # Pictures may be in folders below theirs.
        is_read = parent.name == FOLDER or parent.absolute() == file.absolute().parent
        if is_read and parent.name in _READ and (parent.parent / GAME_FILE).is_file():
            return parent.parent
    return None


def findings_of_listing(path: Path) -> list[Finding]:
    """Findings about the names of files in a game's folder, found without reading them; empty if it cannot be listed."""
    findings: list[Finding] = []
    list(_files(path, findings))
    return findings


def digest_of(path: Path) -> str:
    """Name of the exact content of a game's folder, as `read_game_folder` makes it; '' if it cannot be read."""
    digest = blake2b(digest_size=16)
    try:
        for _ in _contents(path, digest):
            pass
    except InputError:
        return ""
    return digest.hexdigest()


def contents_as_loaded(
    path: Path, digest: str, stamp: str, known: Collection[str]
) -> dict[str, bytes | None]:
    """Files of a game's folder by their paths in it; none if its content is not the one with this name.

    Those that are `known` are None; while the stamp is that of the folder, they are not even read.
    """
    try:
        if stamp and stamp_of(path) == stamp:
            contents = {
                name: None if name in known else read_bytes(file, limit=LIMIT)
                for name, file in ((file.relative_to(path).as_posix(), file) for file in files_of(path))
            }
            if stamp_of(path) == stamp:
                return contents
        read = blake2b(digest_size=16)
        contents = {name: None if name in known else data for name, data in _contents(path, read)}
    except InputError:
        return {}
    return contents if read.hexdigest() == digest else {}


def _contents(path: Path, digest: blake2b) -> Iterator[tuple[str, bytes]]:
    """Yield the files of a folder by their paths in it, adding each to the digest."""
    for file in files_of(path):
        yield file.relative_to(path).as_posix(), _bytes(file, path, digest)


def stamp_of(path: Path) -> str:
    """Name of the sizes and times of a game's files, made without reading them: as long as it stays, they do.

    It is '' where it cannot be trusted: a file that was saved just now may be saved again at the same time.
    """
    digest = blake2b(digest_size=16)
    newest = 0
    try:
        for name, state in _states(path):
            digest.update(
                f"{name}\0{state.st_size} {state.st_mtime_ns} {state.st_ino}\0".encode(
                    errors="surrogateescape"
                )
            )
            digest.update(f"{state.st_ctime_ns}\0".encode())
            newest = max(newest, state.st_mtime_ns, state.st_ctime_ns)
    except OSError:
        return ""
    return digest.hexdigest() if newest < time_ns() - _SETTLED else ""


def _states(path: Path) -> Iterator[tuple[str, os.stat_result]]:
    yield GAME_FILE, os.stat(path / GAME_FILE)  # noqa: PTH116 - Path costs more than the call - as below
    for name in _READ:
        yield from _states_in(path, name)


def _states_in(path: Path, name: str) -> Iterator[tuple[str, os.stat_result]]:
    try:
        inside = sorted(os.listdir(path / name))  # noqa: PTH208 - half the time of pathlib, before every command
    except FileNotFoundError:
        return
    for file in inside:
        if not file.startswith((".", "~$")):
            state = os.stat(f"{path}/{name}/{file}")  # noqa: PTH116 - Path costs more than the call
            yield f"{name}/{file}", state
            if name.startswith(FOLDER) and S_ISDIR(state.st_mode):
                yield from _states_in(path, f"{name}/{file}")


def _bad_locale(fault: InputError, file: Path) -> Finding:
    """Finding for a file of translations that cannot be read: only its language is not loaded."""
    message = tr(
        "The translations into {language} are not loaded: its cards print in the source language.",
        language=file.stem,
    )
    finding = as_finding(fault)
    return finding._replace(rule=BAD_LOCALE, message=f"{finding.message} {message}")


def stops_load(findings: Iterable[Finding]) -> bool:
    """Whether a finding stops the game from being loaded; a bad translation file stops only its language."""
    return any(finding.severity == "error" and finding.rule != BAD_LOCALE for finding in findings)


def files_of(path: Path) -> list[Path]:
    """List the files that a game's folder is read from, as they are now."""
    return [path / GAME_FILE, *_files(path, [])]


def _bytes(file: Path, root: Path, digest: blake2b) -> bytes:
    """Read a file, and add its name and content to the digest."""
    name = file.relative_to(root)
    data = read_bytes(file, limit=LIMIT if name.parts[0] in _LARGE else DATA_LIMIT)
    digest.update(f"{name.as_posix()}\0{len(data)}\0".encode())
    digest.update(data)
    return data


def _take(folder: GameFolder, file: Path, data: bytes) -> None:
    name = file.relative_to(folder.path)
    sort = name.parts[0]
    if sort in ASSETS:
        # Some systems take letters and accents apart in the names of files; faces name them as they are typed.
        folder.assets[normalize("NFC", name.as_posix())] = data
    match sort:
        case "cards" if file.suffix.lower() in CARD_TABLES:
            folder.sheets[str(file)] = data
        case "cards":
            folder.cards[str(file)] = data
        case "decks":
            folder.decks.append((file.stem, folder.parsed.get(data, str(file), parse_document)))
        case "locales":
            # Not imported with stamps, before every command.
            from deckwright.files.catalogues import MOST_KEPT, parse_catalogue

            catalogue = folder.parsed.get(
                data,
                str(file),
                lambda data, name: parse_catalogue(data, name, file.stem, MOST_KEPT, skips=True),
            )
            folder.catalogues.append(catalogue)
        case "lists":
            folder.lists[f"lists/{file.name}"] = data
        case "faces":
            folder.faces.append(folder.parsed.get(data, str(file), parse_document))


def _files(path: Path, findings: list[Finding]) -> Iterator[Path]:
    """Yield the files to read in order; report all others that look like data as not read."""
    for name, endings in _READ.items():
        for file in _own(path / name, path, endings, findings):
            if _ending(file, name) in endings and file.is_file():
                yield file
            elif name == FONTS:
                findings += _folder(file, _READ) if file.is_dir() else _unread_font(file)
            elif name == "locales" and file.suffix == TEMPLATE:
                continue
            else:
                findings.append(_not_read(file, name, endings))
    findings += find_unread_files(_others(path, findings), _READ)


def _others(path: Path, findings: list[Finding]) -> Iterator[Path]:
    """Yield the files and folders next to game.yaml, without links that lead out of the folder."""
    for entry in _inside(path, findings):
        if entry.name != GAME_FILE and not (entry.is_symlink() and leads_out(entry, path)):
            yield entry


def _own(folder: Path, path: Path, endings: Collection[str], findings: list[Finding]) -> Iterator[Path]:
    """Yield the entries of one of the game's folders; report what would be read but leads out of the game, and odd names.

    Pictures may be in folders below theirs.
    """
    if os.path.lexists(folder) and leads_out(folder, path):
        findings.append(_leads_out(folder))
        return
    names: dict[str, str] = {}
    sort = folder.relative_to(path).parts[0]
    for file in _inside(folder, findings):
        if _ending(file, sort) in endings and file.is_symlink() and leads_out(file, path):
            findings.append(_leads_out(file))
        elif reason := _bad_name(file.name):
            findings.append(Finding("file-name", "error", reason, where=Where(str(file))))
        elif sort == FOLDER and file.is_dir() and not file.is_symlink():
            yield from _own(file, path, endings, findings)
        else:
            if _ending(file, sort) in endings:
                findings += _check_elsewhere(file, names)
            yield file


def _check_elsewhere(file: Path, names: dict[str, str]) -> Iterator[Finding]:
    """Find a name that another system cannot have beside others, `names`, to which it is added."""
    from deckwright.files.writing import name_fault  # not with stamps, before every command

    if fault := name_fault(file.name):
        message = tr("Rename the file, so that the game can be used there too.")
        yield Finding("file-name", "warning", f"{fault} {message}", where=Where(str(file)))
    other = names.setdefault(normalize("NFC", file.name).casefold(), file.name)
    if other != file.name:
        message = tr(
            "Its name differs from {name} only in upper and lower case, or in how accents are stored: Windows and "
            "macOS keep one of these files. Rename one.",
            name=other,
        )
        yield Finding("file-name", "warning", message, where=Where(str(file)))


def from_here(path: Path) -> Path:
    """A path relative to the current folder, if it is inside."""
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path


def leads_out(file: Path, root: Path) -> bool:
    """Whether a link makes a file, or a folder above it, one outside the game's folder `root`, be it there or not."""
    try:
        return not file.resolve().is_relative_to(root.resolve())
    except (OSError, RuntimeError):
        return False  # a link that leads round in a circle leads to no file


def refuse_outside(file: Path, root: Path) -> None:
    """Check before a file of a game is read or written that no link leads out of the game's folder `root`.

    Raises:
        InputError: one does.
    """
    if leads_out(file, root):
        way = _leads_out(file)
        raise InputError(way.rule, way.message, where=way.where)


def _leads_out(file: Path) -> Finding:
    message = tr(
        "This link leads out of the game's folder: nothing is read or written there. Copy the file here."
    )
    return Finding("leads-out", "error", message, where=Where(str(file)))


def _bad_name(name: str) -> str:
    """Reason why the name of a file or folder cannot be stored or reported; '' if it can."""
    if found := control_character(name.translate(_ALSO)):
        return tr(
            "This name has the control character {code}: rename it.", code=code_point(name[found.start()])
        )
    try:
        name.encode()
    except UnicodeEncodeError:
        return tr("This name is not UTF-8: rename it.")
    return ""


def _ending(file: Path, sort: str) -> str:
    """Ending of a file; cameras and old systems write those of pictures, fonts and spreadsheets in capitals."""
    lower = file.suffix.lower()
    return lower if sort in _LARGE or lower in CARD_TABLES else file.suffix


def _not_read(file: Path, folder: str, endings: tuple[str, ...]) -> Finding:
    """Finding for a file that is not read; one that would be missed, by its ending, is an error."""
    if folder == "cards" and file.suffix.lower() == OLD_WORKBOOK:
        return as_finding(old_workbook(str(file)))
    ending = ", ".join(endings)
    is_missed = ".yaml" in endings and file.suffix.lower() in {".yaml", ".yml"}
    message = tr(
        "This file is ignored: in {folder}, only files ending in {ending} are read.",
        folder=folder,
        ending=ending,
    )
    return Finding("not-read", "error" if is_missed else "warning", message, where=Where(str(file)))


def _inside(folder: Path, findings: list[Finding]) -> list[Path]:
    """Content of a folder without hidden files, and those that Excel makes while it has a workbook open.

    It is empty if the folder does not exist.
    """
    try:
        return sorted(file for file in folder.iterdir() if not file.name.startswith((".", "~$")))
    except FileNotFoundError:
        return []
    except OSError as fault:
        message = tr("{name} cannot be read: {reason}.", name=folder, reason=fault.strerror or str(fault))
        findings.append(Finding("unreadable", "error", message, where=Where(str(folder))))
        return []

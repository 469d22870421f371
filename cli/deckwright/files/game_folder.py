"""A game's folder, read whole: game.yaml, cards, decks, locales, and what it brings for printing."""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import blake2b
from typing import TYPE_CHECKING
from unicodedata import normalize

from deckwright.errors import InputError, Where
from deckwright.files.catalogues import Catalogue, parse_catalogue
from deckwright.files.documents import DATA_LIMIT, Document, parse_document
from deckwright.files.pictures import ENDINGS, FOLDER, LIMIT
from deckwright.files.texts import read_bytes
from deckwright.messages import tr
from deckwright.model.control_characters import code_point, control_character
from deckwright.model.finding import Finding, finding_of, has_errors

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

GAME_FILE = "game.yaml"
ASSETS = {"icons": (".svg",), "faces": (".yaml",), FOLDER: ENDINGS}
"""The folders of files that a game brings for printing, and the endings they have."""

_READ = {"cards": (".yaml",), "decks": (".yaml",), "locales": (".po",), **ASSETS}
_ALSO = dict.fromkeys(map(ord, "\t\n\r"), "\0")
"""Characters that texts may have, but no names."""
_DATA = {".yaml", ".yml", ".po"}


@dataclass(slots=True)
class GameFolder:
    """What a folder holds, parsed; `findings` say what could not be read, `digest` names the exact content."""

    path: Path
    game: Document
    cards: list[Document] = field(default_factory=list)
    decks: list[tuple[str, Document]] = field(default_factory=list)
    faces: list[Document] = field(default_factory=list)
    catalogues: list[Catalogue] = field(default_factory=list)
    assets: dict[str, bytes] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    digest: str = ""


def read_game_folder(path: Path) -> GameFolder:
    """Read every file of a game's folder.

    Raises:
        InputError: there is no such folder, or no game.yaml in it that can be read; or its path is not UTF-8.
    """
    if reason := _bad_name(str(path.absolute())):
        raise InputError("file-name", reason, where=Where(str(path)))
    if not path.is_dir():
        raise InputError(
            "no-such-folder", tr("There is no folder {name}.", name=path), where=Where(str(path))
        )
    game = path / GAME_FILE
    refuse_outside(game, path)
    if not game.is_file():
        raise InputError(
            "no-game",
            tr("{name} is not a game's folder: it holds no game.yaml.", name=path),
            hint=tr("deckwright new game NAME starts one."),
            where=Where(str(path)),
        )
    digest = blake2b(digest_size=16)
    folder = GameFolder(path, parse_document(_bytes(game, path, digest), str(game)))
    for file in _files(path, folder.findings):
        try:
            _take(folder, file, _bytes(file, path, digest))
        except InputError as fault:
            folder.findings.append(finding_of(fault))
    if not folder.cards and not has_errors(folder.findings):
        message = tr("This game has no cards: they stand in {name}.", name=path / "cards" / "*.yaml")
        folder.findings.append(Finding("no-cards", "error", message, where=Where(str(game), 1, 1)))
    folder.digest = digest.hexdigest()
    return folder


def files_of(path: Path) -> list[Path]:
    """List the files that a game's folder is read from, as they are now."""
    return [path / GAME_FILE, *_files(path, [])]


def _bytes(file: Path, root: Path, digest: blake2b) -> bytes:
    """Read a file, and add its name and content to the digest."""
    data = read_bytes(file, limit=LIMIT if file.parent.name == FOLDER else DATA_LIMIT)
    digest.update(f"{file.relative_to(root).as_posix()}\0{len(data)}\0".encode())
    digest.update(data)
    return data


def _take(folder: GameFolder, file: Path, data: bytes) -> None:
    sort = file.parent.name
    if sort in ASSETS:
        # Some systems take letters and accents apart in the names of files; faces name them as they are typed.
        folder.assets[f"{sort}/{normalize('NFC', file.name)}"] = data
    match sort:
        case "cards":
            folder.cards.append(parse_document(data, str(file)))
        case "decks":
            folder.decks.append((file.stem, parse_document(data, str(file))))
        case "locales":
            folder.catalogues.append(parse_catalogue(data, str(file), file.stem))
        case "faces":
            folder.faces.append(parse_document(data, str(file)))


def _files(path: Path, findings: list[Finding]) -> Iterator[Path]:
    """Yield the files to read in order; say of all others that look like data that they are not read."""
    for name, endings in _READ.items():
        for file in _own(path / name, path, findings):
            if _ending(file) in endings and file.is_file():
                yield file
            else:
                findings.append(_not_read(file, name, endings))
    message = tr("This is not read: only game.yaml and what stands in {names} is.", names=", ".join(_READ))
    others = [file for file in _elsewhere(path, findings) if file.suffix in _DATA]
    findings += [Finding("not-read", "warning", message, where=Where(str(file))) for file in others]


def _own(folder: Path, path: Path, findings: list[Finding]) -> Iterator[Path]:
    """Yield what stands in a folder of the game; say of what leads out of the game, or has an odd name, that it is not read."""
    if leads_out(folder, path):
        findings.append(_leads_out(folder))
        return
    for file in _inside(folder, findings):
        if file.is_symlink() and leads_out(file, path):
            findings.append(_leads_out(file))
        elif reason := _bad_name(file.name):
            findings.append(Finding("file-name", "error", reason, where=Where(str(file))))
        else:
            yield file


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
        found = _leads_out(file)
        raise InputError(found.rule, found.message, where=found.where)


def _leads_out(file: Path) -> Finding:
    message = tr(
        "This link leads out of the game's folder: nothing is read or written there. Copy the file here."
    )
    return Finding("leads-out", "error", message, where=Where(str(file)))


def _bad_name(name: str) -> str:
    """Reason why neither a database nor a report can hold a name of a file or folder; '' where both can."""
    if found := control_character(name.translate(_ALSO)):
        return tr(
            "This name has the control character {code}: rename it.", code=code_point(name[found.start()])
        )
    try:
        name.encode()
    except UnicodeEncodeError:
        return tr("This name is not UTF-8: rename it.")
    return ""


def _ending(file: Path) -> str:
    """Give the ending of a file; cameras write those of pictures in capitals."""
    return file.suffix.lower() if file.parent.name == FOLDER else file.suffix


def _not_read(file: Path, folder: str, endings: tuple[str, ...]) -> Finding:
    """Say that a file is not read; one that is YAML by its ending would be missed, so that is an error."""
    ending = ", ".join(endings)
    is_missed = ending == ".yaml" and file.suffix.lower() in {".yaml", ".yml"}
    message = tr(
        "This is not read: in {folder}, only files that end in {ending} are.", folder=folder, ending=ending
    )
    return Finding("not-read", "error" if is_missed else "warning", message, where=Where(str(file)))


def _inside(folder: Path, findings: list[Finding]) -> list[Path]:
    """List what a folder holds, but for hidden files; one that is not there holds nothing."""
    try:
        return sorted(file for file in folder.iterdir() if not file.name.startswith("."))
    except FileNotFoundError:
        return []
    except OSError as fault:
        message = tr("{name} cannot be read: {reason}.", name=folder, reason=fault.strerror or str(fault))
        findings.append(Finding("unreadable", "error", message, where=Where(str(folder))))
        return []


def _elsewhere(path: Path, findings: list[Finding]) -> Iterable[Path]:
    """Yield what stands beside game.yaml, and in folders beside those that are read; nothing that a link leads out to."""
    for file in _inside(path, findings):
        if file.is_dir() and file.name not in _READ:
            yield from () if leads_out(file, path) else _inside(file, findings)
        elif file.name != GAME_FILE:
            yield file

"""A game's folder, read whole: game.yaml, cards, decks, locales, and what it brings for printing."""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from deckwright.errors import InputError, Where
from deckwright.files.catalogues import Catalogue, read_catalogue
from deckwright.files.documents import DATA_LIMIT, Document, parse_document
from deckwright.files.texts import read_bytes
from deckwright.messages import tr
from deckwright.model.finding import Finding

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

GAME_FILE = "game.yaml"
ASSETS = {"icons": {".svg"}, "faces": {".yaml"}}
"""The folders of files that a game brings for printing, and the endings they may have."""

_READ = {"cards": {".yaml"}, "decks": {".yaml"}, "locales": {".po"}, **ASSETS}


@dataclass(slots=True)
class GameFolder:
    """What a folder holds, parsed; `findings` say what could not be read, `digest` names the exact content."""

    path: Path
    game: Document
    cards: list[Document] = field(default_factory=list)
    decks: list[tuple[str, Document]] = field(default_factory=list)
    catalogues: list[Catalogue] = field(default_factory=list)
    assets: dict[str, bytes] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    digest: str = ""


def read_game_folder(path: Path) -> GameFolder:
    """Read every file of a game's folder.

    Raises:
        InputError: there is no such folder, or no game.yaml in it that can be read.
    """
    if not path.is_dir():
        raise InputError(
            "no-such-folder", tr("There is no folder {name}.", name=path), where=Where(str(path))
        )
    if not (path / GAME_FILE).is_file():
        raise InputError(
            "no-game",
            tr("{name} is not a game's folder: it holds no game.yaml.", name=path),
            hint=tr("deckwright new game NAME starts one."),
            where=Where(str(path)),
        )
    reader = _Reader(path)
    folder = GameFolder(path, reader.document(path / GAME_FILE))
    for file in _files(path):
        _take(folder, reader, file)
    folder.findings += _strangers(path)
    folder.digest = reader.digest.hexdigest()
    return folder


class _Reader:
    """Reads files and keeps a digest of all that was read."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self.digest = blake2b(digest_size=16)

    def bytes(self, file: Path) -> bytes:
        data = read_bytes(file, limit=DATA_LIMIT)
        self.digest.update(f"{file.relative_to(self._root).as_posix()}\0{len(data)}\0".encode())
        self.digest.update(data)
        return data

    def document(self, file: Path) -> Document:
        return parse_document(self.bytes(file), str(file))

    def catalogue(self, file: Path) -> Catalogue:
        self.bytes(file)
        return read_catalogue(file)


def _files(path: Path) -> Iterator[Path]:
    for name, endings in _READ.items():
        yield from sorted(
            file for file in (path / name).glob("*") if file.suffix in endings and file.is_file()
        )


def _take(folder: GameFolder, reader: _Reader, file: Path) -> None:
    sort = file.parent.name
    takes: dict[str, Callable[[], Any]] = {
        "cards": lambda: folder.cards.append(reader.document(file)),
        "decks": lambda: folder.decks.append((file.stem, reader.document(file))),
        "locales": lambda: folder.catalogues.append(reader.catalogue(file)),
    }
    try:
        if sort in takes:
            takes[sort]()
        else:
            folder.assets[f"{sort}/{file.name}"] = reader.bytes(file)
    except InputError as fault:
        folder.findings.append(finding_of(fault))


def finding_of(fault: InputError) -> Finding:
    """Make a finding of what could not be read, so that it is reported with all the others."""
    message = f"{fault.message} {fault.hint}".strip()
    return Finding(fault.code, "error", message, where=fault.where)


def _strangers(path: Path) -> Iterator[Finding]:
    """Name the files that stand where data is read, but are of another sort: none is passed over in silence."""
    for name, endings in _READ.items():
        for file in sorted((path / name).glob("*")):
            if file.suffix not in endings and not file.name.startswith("."):
                message = tr(
                    "This file is not read: only {endings} are, in {folder}.",
                    endings=", ".join(endings),
                    folder=name,
                )
                yield Finding("not-read", "warning", message, where=Where(str(file)))

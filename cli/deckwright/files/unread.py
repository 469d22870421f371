"""What stands in a game's folder and is not read, although it looks as if it should be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckwright.errors import Where
from deckwright.messages import tr
from deckwright.model.finding import Finding
from deckwright.model.words import nearest

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator
    from pathlib import Path

_DATA = frozenset({".yaml", ".yml", ".po"})
_PICTURES = frozenset({".svg", ".png", ".jpg", ".jpeg"})
_FONTS = frozenset({".ttf", ".otf", ".ttc", ".woff", ".woff2"})

_BESIDE = {"counts.yaml"}
"""Files beside game.yaml that others read."""

_OTHER_NAMES = {
    "pictures": {"images", "img", "art", "artwork", "illustrations", "photos", "pics", "media", "assets"},
    "icons": {"symbols", "glyphs", "svg"},
    "faces": {"layouts", "layout", "templates", "template"},
    "locales": {"translations", "translation", "i18n", "lang", "languages", "po"},
    "decks": {"decklists", "lists"},
}
"""What else designers call the folders that are read."""

_QUIET = {
    *(
        "out",
        "output",
        "export",
        "exports",
        "print",
        "prints",
        "pdf",
        "build",
        "dist",
        "tmp",
        "temp",
        "backup",
        "old",
    ),
    *("doc", "docs", "notes", "rules", "rulebook", "archive", "src", "source", "sources", "test", "tests"),
}
"""Folders that are for something else: only data in them is named."""


def unread(entries: Iterable[Path], known: Collection[str]) -> Iterator[Finding]:
    """Warn of what stands beside game.yaml and is not read; `known` are the folders that are.

    Whatever has nothing to do with a game's data, such as README.md, is not named.
    """
    for entry in entries:
        if entry.is_dir():
            if entry.name not in known:
                yield from _folder(entry, known)
        elif entry.name not in _BESIDE and entry.suffix.lower() in {*_DATA, ".svg"}:
            yield _warning(entry, _only(known) + _belongs(entry))
        elif entry.suffix.lower() in _FONTS:
            yield _warning(entry, _fonts())


def _folder(folder: Path, known: Collection[str]) -> Iterator[Finding]:
    try:
        files = sorted(file for file in folder.iterdir() if not file.name.startswith("."))
    except OSError:
        return
    sorts = {file.suffix.lower() for file in files}
    if sorts & _FONTS:
        yield _warning(folder, _fonts())
    elif sorts & (_DATA if folder.name.lower() in _QUIET else _DATA | _PICTURES):
        meant = _meant(folder.name, known)
        message = tr("The folder {name} is not read. Did you mean {meant}?", name=folder.name, meant=meant)
        yield _warning(folder, message if meant else _only(known))


def _meant(name: str, known: Collection[str]) -> str:
    """Name the folder that is meant by another name; '' if none is."""
    lower = name.lower()
    if lower in _QUIET:
        return ""
    others = (folder for folder, names in _OTHER_NAMES.items() if lower in names)
    return next(others, "") or next(iter(nearest(name, list(known))), "")


def _belongs(file: Path) -> str:
    """Advice on where a drawing belongs; '' for other files."""
    return f" {tr('Move it to icons or pictures.')}" if file.suffix.lower() == ".svg" else ""


def _only(known: Collection[str]) -> str:
    return tr("This is not read: only game.yaml and what stands in {names} is.", names=", ".join(known))


def _fonts() -> str:
    return tr(
        "Fonts are not read from a game's folder. Install the family's package (fontpkg-…), and name the family under font in a style."
    )


def _warning(path: Path, message: str) -> Finding:
    return Finding("not-read", "warning", message, where=Where(str(path)))

"""Font families, found among the installed `fontpkg-*` packages: which cuts each has, and whether they can be printed."""

from __future__ import annotations

import json
import struct
from functools import cache
from struct import unpack_from
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from deckwright.press.fonts.font import Font
from deckwright.press.packages import package_folder

if TYPE_CHECKING:
    from pathlib import Path

Obstacle = Literal["", "variable", "postscript", "restricted", "unreadable"]
"""Why a font file cannot be embedded in what is printed; '' where it can."""

_TRUETYPE = {b"\x00\x01\x00\x00", b"true"}
_POSTSCRIPT = b"OTTO"

_USAGE, _RESTRICTED = 0x000F, 0x0002
_WHOLE_OR_BITMAPS = 0x0300
"""Bits of `fsType` (OpenType, table OS/2): only the whole font, or only its bitmaps, may be embedded. We embed the
outlines of those letters that are printed."""


class Cut(NamedTuple):
    """One cut of a family: how heavy it is, and whether it is italic."""

    weight: int
    italic: bool


class Family(NamedTuple):
    """An installed family: its name, whose it is, and the file of each cut. A variable one has a single file for many."""

    name: str
    notice: str
    files: dict[Cut, Path]
    is_variable: bool

    @property
    def weights(self) -> list[int]:
        """Weights of its upright cuts, or of its italics if it has nothing else."""
        upright = {cut.weight for cut in self.files if not cut.italic}
        return sorted(upright or {cut.weight for cut in self.files})

    def closest(self, weight: int, italic: bool) -> Cut:
        """Find the cut that is nearest to a wanted one: first in its weight, then in its slope."""
        return min(self.files, key=lambda cut: (abs(cut.weight - weight), cut.italic != italic, cut.weight))


@cache
def family(name: str) -> Family | None:
    """Find an installed family by its name; None if it is not installed, or its package cannot be read."""
    folder = package_folder(_module(name))
    try:
        about: dict[str, Any] = json.loads((folder / "metadata.json").read_bytes()) if folder else {}
        notice = f"{about['family']}: {about['copyright']} ({about['license']})"
        files = about["files"]
        static = [file for file in files if not file.get("variable") and isinstance(file["weight"], int)]
        cuts = {
            Cut(file["weight"], file["style"] == "italic"): folder / file["path"] for file in static if folder
        }
        return Family(about["family"], notice, cuts, len(static) < len(files))
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return None


def package(name: str) -> str:
    """Name of the Python package that brings a family."""
    return "fontpkg-" + "-".join(name.lower().split())


def _module(name: str) -> str:
    return package(name).replace("-", "_")


@cache
def font(name: str, weight: int, italic: bool) -> Font | None:
    """Open one cut of a family; None if it is not there, or cannot be embedded in what is printed."""
    known = family(name)
    path = known.files.get(Cut(weight, italic)) if known else None
    if known is None or path is None or _refused(path):
        return None
    try:
        return Font(path, known.notice, (name, weight, italic))
    except Exception:  # noqa: BLE001 - reportlab raises whatever a damaged table leads it to
        return None


def obstacle(name: str, cut: Cut) -> Obstacle:
    """Reason why a cut that a family has cannot be embedded in a PDF or a web page; '' if it can."""
    known = family(name)
    refused = _refused(known.files[cut]) if known else "unreadable"
    return refused or ("" if font(name, *cut) else "unreadable")


@cache
def _refused(path: Path) -> Obstacle:
    """Look at the tables of a font file for what cannot be printed, or must not be."""
    try:
        data = path.read_bytes()
        if data[:4] == _POSTSCRIPT:
            return "postscript"
        if data[:4] not in _TRUETYPE:
            return "unreadable"
        tables = _tables(data)
        if "fvar" in tables:
            return "variable"
        return "restricted" if "OS/2" in tables and _is_restricted(data, tables["OS/2"]) else ""
    except (OSError, struct.error):
        return "unreadable"


def _tables(data: bytes) -> dict[str, int]:
    """Offset at which each table of a font file begins."""
    count = unpack_from(">H", data, 4)[0]
    records = (unpack_from(">4sIII", data, 12 + 16 * number) for number in range(count))
    return {tag.decode("latin-1"): start for tag, _, start, _ in records}


def _is_restricted(data: bytes, start: int) -> bool:
    permission = unpack_from(">H", data, start + 8)[0]
    return permission & _USAGE == _RESTRICTED or bool(permission & _WHOLE_OR_BITMAPS)

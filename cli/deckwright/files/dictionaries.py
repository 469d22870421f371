"""Dictionaries for spelling: those that are installed for Hunspell, and files that a user names."""

from __future__ import annotations

import os
import re
import warnings
from pathlib import Path
from typing import Any, NamedTuple

from deckwright.errors import InputError
from deckwright.files.texts import decode, read_bytes
from deckwright.findings import Where
from deckwright.messages import tr
from deckwright.model.words import nearest

FOLDERS = (
    "~/.local/share/hunspell",
    "/usr/share/hunspell",
    "/usr/local/share/hunspell",
    "/usr/share/myspell",
    "/usr/share/myspell/dicts",
    "~/Library/Spelling",
    "/Library/Spelling",
    "/opt/homebrew/share/hunspell",
)
"""Where systems install dictionaries for Hunspell; folders in DICPATH, Hunspell's own variable, go before them."""

LIMIT = 20_000_000
"""The most bytes of a dictionary; the largest of LibreOffice's have 10 million."""

_USUAL = {"en": ("en_GB", "en_US"), "pt": ("pt_PT", "pt_BR"), "de": ("de_DE",)}
"""The dictionaries for a language that has several, where a game does not say of which country it is."""


class Dictionary(NamedTuple):
    """The words of a language: what spylls has read, or None, and a plain list."""

    hunspell: Any
    words: frozenset[str]


def installed() -> dict[str, Path]:
    """Dictionaries on this machine by name, such as `it_IT`, each as the path of its .dic file."""
    found: dict[str, Path] = {}
    for folder in [*os.environ.get("DICPATH", "").split(os.pathsep), *FOLDERS]:
        if folder:
            for file in sorted(Path(folder).expanduser().glob("*.dic")):
                if file.with_suffix(".aff").is_file():
                    found.setdefault(file.stem, file)
    return found


def dictionaries_for(language: str) -> list[Path]:
    """Installed dictionaries for a language tag such as `it` or `pt-BR`; of several for one language, the usual ones."""
    known = {name.lower().replace("-", "_"): path for name, path in installed().items()}
    tag = language.lower().replace("-", "_")
    usual = [
        known[name.lower()] for name in (*_USUAL.get(tag, ()), tag, f"{tag}_{tag}") if name.lower() in known
    ]
    others = [known[name] for name in sorted(known) if name.startswith(f"{tag}_")]
    return usual[: len(_USUAL.get(tag, "1"))] or others[:1]


def named_dictionary(name: str) -> Path:
    """The file of a dictionary that a user names: a path, or the name of one that is installed.

    Raises:
        InputError: the file does not exist, and no dictionary of that name is installed.
    """
    if Path(name).is_file():
        return Path(name)
    known = installed()
    if name in known:
        return known[name]
    near = ", ".join(nearest(name, list(known)) or sorted(known))
    hint = (
        tr("Installed: {names}.", names=near)
        if near
        else tr("Use a .dic file, or a list with one word per line.")
    )
    raise InputError(
        "no-such-dictionary", tr("Unknown dictionary: {name}.", name=name), hint=hint, where=Where(name)
    )


def read_dictionary(file: Path) -> Dictionary:
    """Read a Hunspell dictionary (a .dic file with its .aff file), or a list with one word per line.

    Raises:
        InputError: it cannot be read or is not a dictionary, or spylls, which reads Hunspell's, is not installed.
    """
    data = read_bytes(file, limit=LIMIT)
    if not file.with_suffix(".aff").is_file() or file.suffix not in {".dic", ".aff"}:
        lines = (
            re.split(r"[/\t#]", line, maxsplit=1)[0].strip() for line in decode(data, str(file)).splitlines()
        )
        return Dictionary(None, frozenset(line for line in lines if line and not line.isdigit()))
    try:
        from spylls.hunspell import Dictionary as Hunspell
    except ImportError:
        message = tr("Hunspell dictionaries require the package spylls.")
        hint = "pip install 'deckwright[spelling]'"
        raise InputError("extra-missing", message, hint=hint) from None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)  # spylls leaves closing its files to Python
        try:
            hunspell = Hunspell.from_files(str(file.with_suffix("")))
            hunspell.lookup("a")
            return Dictionary(hunspell, frozenset())
        except Exception as fault:  # noqa: BLE001 - it says what is wrong by whatever exception comes first
            reason = str(fault)
    message = tr("{name} is not a Hunspell dictionary: {reason}.", name=file, reason=reason)
    raise InputError("bad-dictionary", message, where=Where(str(file)))

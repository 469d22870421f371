"""Start a game's folder or a deck from the files under `exports/starters`."""

from __future__ import annotations

import json
import re
import shlex
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from deckwright import resources
from deckwright.errors import InputError
from deckwright.files.texts import refuse_unprintable_name
from deckwright.files.writing import clear_left_behind, is_reserved, write_text
from deckwright.findings import Where
from deckwright.messages import tr
from deckwright.model.words import short_name

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

_STARTERS = "starters"


def id_of(name: str) -> str:
    """Short name for a title: `Frogs & Ponds` becomes `frogs-ponds`.

    Raises:
        InputError: it has no letters or digits that a short name can be made of, has a control character, or makes
            a name that a system reserves.
    """
    short = short_name(name)
    if not name.strip():
        raise InputError("bad-name", tr("The name is empty."), hint=tr("Add one: deckwright new game Frogs"))
    refuse_unprintable_name(name)
    if is_reserved(short):
        message = tr("Windows reserves the name {name}.", name=short)
        raise InputError("bad-name", message, hint=tr("Nothing was changed. Use another name."))
    if not short:
        raise InputError("bad-name", tr("{name} has no letters for a short name.", name=name))
    return short


def start_game(name: str, language: str, known: Collection[str] = (), *, spoken: str = "") -> list[Path]:
    """Create a game's folder here, named after its title; its files.

    `known` are the ids of games that it would take the place of. Its first cards are in the language `spoken`, where
    there are none in the game's.

    Raises:
        InputError: there is something of that name already, or it cannot be made, or is a path.
    """
    with new_game_folder(name, known) as folder:
        words = {"id": folder.name, "game": folder.name, "title": name}
        words |= {"source_language": language, "languages": language}
        files = _fill(folder, words, spoken or language)
    return [Path(folder.name) / file for file in files]


@contextmanager
def new_game_folder(name: str, known: Collection[str] = ()) -> Iterator[Path]:
    """Yield a folder to write a new game to, named by its id; it is moved here when all is written.

    `known` are the ids of games that it would take the place of.

    Raises:
        InputError: there is something of that name already, or it cannot be made, or is a path.
    """
    _refuse_path(name)
    short = id_of(name)
    if short in known:
        message = tr("A game with the id {id} already exists: this one would replace it.", id=short)
        raise InputError("exists", message, hint=tr("Nothing was changed. Use another name."))
    folder = Path(short)
    _refuse_existing(folder)
    clear_left_behind(Path.cwd())
    try:
        with tempfile.TemporaryDirectory(prefix=".deckwright-", dir=".") as made:
            yield Path(made, short)
            Path(made, short).rename(folder)
    except OSError as fault:
        _refuse_existing(folder)
        message = tr("{name} cannot be written: {reason}.", name=folder, reason=fault.strerror or str(fault))
        raise InputError("unwritable", message, where=Where(str(folder))) from fault


def hint_from_sheet(sheet: str) -> str:
    """Hint for a spreadsheet that was named in place of a game or a deck."""
    command = f"deckwright new game NAME --from {shlex.quote(sheet)}"
    return tr("To start a game with these cards: {command}", command=command)


def start_deck(path: Path, words: Mapping[str, str]) -> None:
    """Write a deck file to be filled in; `words` are the values of its keys.

    Raises:
        InputError: there is a file of that name already, or it cannot be written.
    """
    _refuse_existing(path)
    starter = resources.folder("exports") / _STARTERS / "decks" / "new.yaml"
    write_text(path, _text(starter, words), before=None)


def _refuse_existing(path: Path) -> None:
    if path.exists():
        raise InputError(
            "exists",
            tr("{name} already exists.", name=path),
            hint=tr("Nothing was changed. Use another name."),
            where=Where(str(path)),
        )


def _refuse_path(name: str) -> None:
    """Refuse a title that names a place: a game is started here, and `Either/Or` is a title."""
    if "/" in name and (name.startswith((".", "/", "~")) or Path(name).parent.is_dir()):
        message = tr("{name} is a path, not a title.", name=name)
        hint = tr(
            "Change to the folder that will contain it, and use the title alone: deckwright new game Frogs"
        )
        raise InputError("bad-name", message, hint=hint)


def _fill(folder: Path, words: Mapping[str, str], language: str) -> list[Path]:
    """Copy the game that is written in a language, with `words` for the values of its keys."""
    source = resources.folder("exports") / _STARTERS / "game" / language
    files = sorted(file.relative_to(source) for file in source.rglob("*.yaml"))
    for file in files:
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text(_text(source / file, words), encoding="utf-8")
    return files


def _text(starter: Path, words: Mapping[str, str]) -> str:
    """Starter with the values of some keys put in the place of its own, and its schema where it now is."""
    text = starter.read_text(encoding="utf-8")
    text = re.sub(
        r"(?<=schema=)\S*/(\w+)\.schema\.json",
        lambda found: resources.schema(found[1]).as_uri(),
        text,
        count=1,
    )
    for key, word in words.items():
        quoted = json.dumps(word, ensure_ascii=False)
        line = f"{key}: [{quoted}]" if key == "languages" else f"{key}: {quoted}"
        text = re.sub(rf"^{key}: .*", line.replace("\\", r"\\"), text, flags=re.MULTILINE)
    return text

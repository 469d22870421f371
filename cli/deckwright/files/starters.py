"""Start a game's folder, the files of its project, or a deck from the files under `exports/starters`."""

from __future__ import annotations

import json
import os
import re
import shlex
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from deckwright import resources
from deckwright.errors import InputError
from deckwright.files.texts import refuse_unprintable_name
from deckwright.files.writing import (
    clear_left_behind,
    content_of,
    flush_folder,
    flush_tree,
    is_reserved,
    make_folder,
    unfinished_folder,
    write_text,
)
from deckwright.findings import Where
from deckwright.messages import tr
from deckwright.model.words import short_name

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

_STARTERS = "starters"

_SCHEMAS = ".schemas"
"""Folder of a game with copies of the schemas that editors read: these are on every machine, wherever Deckwright is."""


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


def fill_game(folder: Path, title: str, language: str, spoken: str = "", size: str = "") -> list[Path]:
    """Write a small game into its folder, and return its files there.

    Its first cards are in the language `spoken`, where there are none in the game's. With a `size`, it has a face for
    cards of this size.
    """
    words = {"id": folder.name, "game": folder.name, "title": title}
    words |= {"source_language": language, "languages": language}
    files = _fill(folder, words, spoken or language)
    return [*files, *(_size_face(folder, size) if size else ()), *_editor_files()]


@contextmanager
def new_game_folder(name: str, known: Collection[str] = (), *, has_ci: bool = False) -> Iterator[Path]:
    """Yield a folder to write a new game to, named by its id; it is moved here when all is written.

    It has what editors read of a game. `known` are the ids of games that it would take the place of. With `has_ci`, the
    workflow of the game is written, too.

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
    workflow = _Workflow.of(folder, name) if has_ci else None
    try:
        if workflow:
            workflow.refuse_other()
        with unfinished_folder(Path()) as scratch:
            made = scratch / short
            for file, text in _editor_files().items():
                _write(made / file, text)
            yield made
            _move_game(made, folder, workflow)
    except OSError as fault:
        _refuse_existing(folder)
        raise _unwritable(folder, fault) from fault


def _move_game(made: Path, folder: Path, workflow: _Workflow | None) -> None:
    """Move a finished game to its place; last, so that a killed command can be run again."""
    is_written = workflow is not None and workflow.write(made, folder)
    flush_tree(made)
    try:
        made.rename(folder)
    except OSError:
        if workflow and is_written:
            workflow.file.unlink(missing_ok=True)
        raise
    try:
        flush_folder(Path())
    except OSError as fault:
        hint = tr("The folder is in its place, but the disk may lose it: check the disk.")
        raise _unwritable(folder, fault, hint) from fault


def _unwritable(folder: Path, fault: OSError, hint: str = "") -> InputError:
    message = tr("{name} cannot be written: {reason}.", name=folder, reason=fault.strerror or str(fault))
    return InputError("unwritable", message, hint=hint, where=Where(str(folder)))


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
    write_text(path, _text(starter, words, path), before=None)


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
        _write(folder / file, _text(source / file, words, folder / file))
    return files


def _size_face(folder: Path, size: str) -> list[Path]:
    """Write a face of a named size, which all kinds of a game that was started have; its file."""
    game, face = folder / "game.yaml", Path("faces", "card.yaml")
    before, kinds, after = game.read_text(encoding="utf-8").partition("\nkinds:\n")
    kinds_of_game, end, rest = after.partition("\n\n")
    named = re.sub(r"^(  [\w-]+:)$", r"\1\n    face: card", kinds_of_game, flags=re.MULTILINE)
    game.write_text(f"{before}{kinds}{named}{end}{rest}", encoding="utf-8")
    about = tr("The face of all cards. Change their size here, or add boxes of your own.")
    schema = f"# yaml-language-server: $schema={_schema_path(folder / face, 'face.schema.json')}"
    text = f"{schema}\nabout: {about}\nextends: plain\nsize: {size}\n"
    _write(folder / face, text)
    return [face]


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def _editor_files() -> dict[Path, str]:
    """Settings for VS Code that connect the files of a game with their schemas, and copies of these."""
    source = resources.folder("exports") / _STARTERS / "project" / "vscode"
    settings = {
        Path(".vscode", file.name): file.read_text(encoding="utf-8") for file in sorted(source.iterdir())
    }
    paths = json.loads(settings[Path(".vscode", "settings.json")])["yaml.schemas"]
    names = [Path(path).name.partition(".")[0] for path in paths]
    schemas = {Path(_SCHEMAS, f"{name}.schema.json"): resources.schema(name) for name in names}
    return {**settings, **{path: file.read_text(encoding="utf-8") for path, file in schemas.items()}}


def _text(starter: Path, words: Mapping[str, str], target: Path) -> str:
    """Text of the starter for the file `target`, with the values of some keys replaced, and the path of its schema."""
    text = starter.read_text(encoding="utf-8")
    schema = partial(_schema_path, target)
    text = re.sub(r"(?<=schema=)\S*/(\w+\.schema\.json)", lambda found: schema(found[1]), text, count=1)
    for key, word in words.items():
        quoted = json.dumps(word, ensure_ascii=False)
        line = f"{key}: [{quoted}]" if key == "languages" else f"{key}: {quoted}"
        text = re.sub(rf"^{key}: .*", line.replace("\\", r"\\"), text, flags=re.MULTILINE)
    return text


def _schema_path(file: Path, name: str) -> str:
    """Path of a schema from a file: that of the game's own copy, or of the program's if no folder above has a copy."""
    above = (folder / _SCHEMAS / name for folder in file.absolute().parents)
    own = next((schema for schema in above if schema.is_file()), None)
    if own is None:
        return (resources.folder("schemas") / name).as_uri()
    return Path(os.path.relpath(own, file.absolute().parent)).as_posix()


# The workflow with which GitHub checks and prints a game.


def workflow_of(folder: Path) -> Path:
    """File of the workflow for a game's folder: GitHub reads it at the root of the repository only."""
    root = _repository_root()
    project = Path(os.path.relpath(root)) if root else folder
    return project / ".github" / "workflows" / f"{folder.name}.yml"


def _repository_root() -> Path | None:
    """Root of the git repository that contains the current folder; None if none does."""
    here = Path.cwd()
    return next((folder for folder in (here, *here.parents) if (folder / ".git").exists()), None)


class _Workflow(NamedTuple):
    """The workflow of a new game: its file and its text."""

    file: Path
    text: str

    @classmethod
    def of(cls, folder: Path, title: str) -> _Workflow:
        file = workflow_of(folder)
        starter = resources.folder("exports") / _STARTERS / "project" / "github" / "workflow.yml"
        inside = Path(os.path.relpath(folder, file.parents[2])).as_posix().replace("'", "''")
        words = {"name": title, "  FOLDER": f"${{{{ inputs.folder || '{inside}' }}}}"}
        return cls(file, _text(starter, words, file))

    def refuse_other(self) -> None:
        """Refuse a file of that name, unless a killed command has left the same one."""
        if content_of(self.file) != self.text.encode():
            _refuse_existing(self.file)

    def write(self, made: Path, folder: Path) -> bool:
        """Write the workflow into the game's folder, or at the root of the repository; whether it is a new file there.

        Raises:
            InputError: it cannot be written.
        """
        if self.file.is_relative_to(folder):
            _write(made / self.file.relative_to(folder), self.text)
            return False
        clear_left_behind(self.file.absolute().parent)
        if content_of(self.file) == self.text.encode():
            return False
        make_folder(self.file.parent)
        write_text(self.file, self.text, before=None)
        return True

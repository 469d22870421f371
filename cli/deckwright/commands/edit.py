"""`deckwright edit`: one card, changed in an editor."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from typer import Context, confirm

from deckwright import resources
from deckwright.commands.load import load_folder, load_with_file
from deckwright.commands.opening import fresh_database_of
from deckwright.commands.options import InGame, TheCard, settings_of
from deckwright.commands.watch import source_folder
from deckwright.errors import ChangedError, DeckwrightError, InputError, UsageError
from deckwright.files.cards import lines_of_card, merged_text
from deckwright.files.game_folder import LIMIT, files_of, stops_load
from deckwright.files.texts import decode, read_bytes
from deckwright.files.writing import locked, make_folder, write_text
from deckwright.files.yaml import DATA_LIMIT
from deckwright.findings import Finding, Where, as_json
from deckwright.messages import tr
from deckwright.reports.findings import summary_lines
from deckwright.reports.output import note, write, write_json
from deckwright.store.read import find_card, folder_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from deckwright.files.cards import CardLines
    from deckwright.store.database import Database

EXAMPLES = ("deckwright edit my-game/first-card", "EDITOR='code --wait' deckwright edit first-card")

_EDITORS = ("sensible-editor", "nano", "vi", "notepad")
"""What is tried where neither VISUAL nor EDITOR names one."""


def run(
    context: Context,
    card: TheCard,
    game: InGame = "",
) -> None:
    """Change a card in your editor: it is kept in the game's folder and loaded, if the whole game is right with it.

    The editor is what VISUAL or EDITOR names. It shows the card's lines of its file, and nothing is changed
    around them.
    """
    settings = settings_of(context)
    editor = _Editor(_editor(), quiet=settings.as_json)
    database = fresh_database_of(settings)
    with database.reading() as connection:
        found = find_card(connection, card, game)
        folder = _own(source_folder(found.game, folder_of(connection, found.game)), found.game)
    lines = lines_of_card(folder, found.id)
    with _draft(found.id, lines.text) as draft:
        text, findings = _edited(draft, editor, lambda text: _check(lines, text, database, folder))
        is_changed = text != lines.text
        if is_changed:
            game_with_card = _GameOnDisk(database, folder, found.id)
            lines, findings = game_with_card.keep(lines.text, text, draft)
    if settings.as_json:
        said = {"card": f"{found.game}/{found.id}", "file": str(lines.file), "changed": is_changed}
        write_json({**said, "findings": as_json(findings)})
    else:
        write(str(lines.file) if is_changed else tr("Nothing was changed."))


def _own(folder: Path, game: str) -> Path:
    """Refuse a packaged game's folder, which belongs to the program."""
    if folder.resolve() in [packaged.resolve() for packaged in resources.packaged_games()]:
        message = tr("{game} is a packaged game: its files are not changed.", game=game)
        hint = tr("Copy its folder {folder}, load the copy, and edit that.", folder=folder)
        raise InputError("packaged-game", message, hint=hint)
    return folder


def _edited(draft: Path, editor: _Editor, check: Callable[[str], list[Finding]]) -> tuple[str, list[Finding]]:
    """Let the user edit until the game is right, or give up."""
    while True:
        editor.open(draft)
        text = decode(read_bytes(draft, limit=DATA_LIMIT), str(draft))
        findings = check(text)
        if not stops_load(findings):
            _tell(findings)
            return text, findings
        if not sys.stdin.isatty():
            raise _refused(findings, draft)
        _tell(findings)
        if not confirm(tr("Edit it again?"), default=True, err=True):
            raise _refused([], draft)


@contextmanager
def _draft(card: str, text: str) -> Iterator[Path]:
    """Give a file to edit; where what was written there does not get into the game, it is kept."""
    handle, name = tempfile.mkstemp(prefix=f"deckwright-{card}-", suffix=".yaml")
    os.close(handle)
    draft = Path(name)
    draft.write_text(text, encoding="utf-8")
    try:
        yield draft
    except BaseException:
        if draft.is_file() and draft.read_bytes() == text.encode():
            draft.unlink()
        raise
    draft.unlink(missing_ok=True)


_TRIES = 20
"""How often to begin again because the file was changed in the meantime."""


class _GameOnDisk(NamedTuple):
    """The game that a card is changed in, while others may be changing it too."""

    database: Database
    folder: Path
    card: str

    def keep(self, before: str, text: str, draft: Path) -> tuple[CardLines, list[Finding]]:
        """Put a card that was changed into the game as it is now, with what others have changed meanwhile.

        Raises:
            InputError: others have changed the same lines, or the game would not be right. Then nothing is changed.
            DatabaseError: the database cannot be written. Then nothing is changed.
        """
        try:
            with locked(self.folder, note):
                for _ in range(_TRIES):
                    try:
                        return self._keep(before, text, draft)
                    except ChangedError as fault:
                        changed = fault
                raise changed
        except DeckwrightError as fault:
            if not fault.findings:
                fault.hint = _kept(draft)
            raise

    def _keep(self, before: str, text: str, draft: Path) -> tuple[CardLines, list[Finding]]:
        lines = lines_of_card(self.folder, self.card)
        merged = merged_text(before, text, lines.text)
        if merged is None:
            message = tr("The same lines of {card} were changed while you were editing.", card=self.card)
            raise InputError("conflict", message, where=Where(str(lines.file), lines.first + 1, 1))
        if merged == lines.text:
            return lines, []
        # What the user wrote was checked already; with the changes of others it is something new.
        findings = [] if merged == text else _check(lines, merged, self.database, self.folder)
        if not stops_load(findings):
            whole = lines.whole(merged)
            change, findings = load_with_file(self.database, self.folder, lines.file, whole, lines.content)
            if change:
                return lines, findings
        raise _refused(findings, draft)


def _kept(draft: Path) -> str:
    return tr("Nothing was changed. What you wrote is kept in {file}.", file=draft)


def _tell(findings: list[Finding]) -> None:
    for line in summary_lines(findings, to_error=True):
        note(line)


def _refused(findings: list[Finding], draft: Path) -> InputError:
    kept = _kept(draft)
    told = [*findings, Finding("kept", "info", kept)] if findings else []
    return InputError("faulty-card", kept, findings=told)


class _Editor(NamedTuple):
    """The program that changes a file; a `quiet` one leaves standard output to the result."""

    command: str
    quiet: bool

    def open(self, draft: Path) -> None:
        """Have a file changed.

        Raises:
            UsageError: the editor cannot be started.
            InputError: it says that it failed.
        """
        to = sys.stderr if self.quiet else None
        try:
            done = subprocess.run([*shlex.split(self.command), str(draft)], stdout=to, check=False)  # noqa: S603 - the user's own editor
        except (OSError, ValueError) as fault:
            message = tr("The editor {name} cannot be started: {reason}.", name=self.command, reason=fault)
            raise UsageError("editor", message) from fault
        if done.returncode:
            said = {"name": self.command, "code": done.returncode}
            raise InputError(
                "editor", tr("The editor {name} ended with {code}: nothing was changed.", **said)
            )


def _editor() -> str:
    """Give the user's editor; one that nobody named is only opened on a terminal."""
    if named := os.environ.get("VISUAL") or os.environ.get("EDITOR"):
        return named
    if not sys.stdin.isatty():
        message = tr("EDITOR names no editor, and there is no terminal to open one on.")
        hint = tr("Name one that needs none: {example}", example="EDITOR='code --wait' deckwright edit …")
        raise UsageError("editor", message, hint=hint)
    if found := next(filter(shutil.which, _EDITORS), ""):
        return found
    hint = tr("Name one: EDITOR=nano deckwright edit CARD.")
    raise UsageError("editor", tr("There is no editor."), hint=hint)


def _check(lines: CardLines, text: str, database: Database, folder: Path) -> list[Finding]:
    """Check the whole game as it would be, in a copy of its files; findings name the places in the real ones."""
    if text == lines.text:
        return []
    with tempfile.TemporaryDirectory() as name:
        copy = Path(name) / folder.name
        for file in files_of(folder):
            make_folder(copy / file.parent.relative_to(folder))
            (copy / file.relative_to(folder)).write_bytes(read_bytes(file, limit=LIMIT))
        write_text(copy / lines.file.relative_to(folder), lines.whole(text))
        _, findings = load_folder(database, copy, dry_run=True)
    return [_at_home(finding, copy, folder) for finding in findings]


def _at_home(finding: Finding, copy: Path, folder: Path) -> Finding:
    if finding.where is None:
        return finding
    file = finding.where.file.replace(str(copy), str(folder), 1)
    return replace(finding, where=finding.where._replace(file=file))

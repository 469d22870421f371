"""`deckwright edit`: one card, changed in an editor."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from typer import Context, confirm

from deckwright.commands.command import command
from deckwright.commands.options import InGame, TheCard, settings_of, show_notice
from deckwright.errors import DeckwrightError, InputError, UsageError
from deckwright.files.game_folder import stops_load
from deckwright.files.texts import decode, read_bytes
from deckwright.files.writing import REPLACED
from deckwright.files.yaml import DATA_LIMIT
from deckwright.findings import Finding
from deckwright.messages import tr
from deckwright.reports.findings import note_findings
from deckwright.reports.output import write, write_json
from deckwright.store.database import LOST
from deckwright.workbench.authoring import draft_card
from deckwright.workbench.library import current_database

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deckwright.workbench.authoring import CardChange, CardDraft


_EDITORS = ("sensible-editor", "nano", "vi", "notepad")
"""Editors to try if neither VISUAL nor EDITOR names one."""


_CHANGED = {REPLACED, "disk"}
"""Codes of errors after which the card may have been changed: the disk failed when it was in its place."""


@command("deckwright edit my-game/first-card", "EDITOR='code --wait' deckwright edit first-card")
def run(context: Context, card: TheCard, game: InGame = "") -> None:
    """Change a card in your text editor.

    The editor is the one that VISUAL or EDITOR names. It shows only the lines of the card. When you save and close it,
    the card is saved in the game's folder and the game is loaded, unless it would have errors. For a card in a
    spreadsheet, its cells are listed: change them there.
    """
    settings = settings_of(context)
    draft = draft_card(current_database(settings.database, show_notice, compares=False), card, game)
    editor = _Editor(_editor_command(), quiet=settings.as_json)
    with _draft_file(draft) as file:
        change = _edit(draft, file, editor)
    if settings.as_json:
        document = {
            "card": f"{change.card.game}/{change.card.id}",
            "file": str(change.file),
            "changed": change.is_changed,
        }
        write_json({**document, "findings": change.findings})
    else:
        write(str(change.file) if change.is_changed else tr("Nothing was changed."))


@contextmanager
def _draft_file(draft: CardDraft) -> Iterator[Path]:
    """File to edit; it stays if its text cannot be saved as the card."""
    handle, name = tempfile.mkstemp(prefix=f"deckwright-{draft.card.id}-", suffix=".yaml")
    os.close(handle)
    file = Path(name)
    file.write_text(draft.text, encoding="utf-8")
    try:
        yield file
    except BaseException:
        if file.is_file() and file.read_bytes() == draft.text.encode():
            _remove(file)
        raise
    _remove(file)


def _remove(file: Path) -> None:
    """Remove a file that is not needed any more, if the disk lets us: the card is what matters."""
    with suppress(OSError):
        file.unlink()


def _edit(draft: CardDraft, file: Path, editor: _Editor) -> CardChange:
    """Let the user edit until the game can be loaded with the card, and save it.

    Raises:
        DeckwrightError: it cannot be saved; the error names the file that still has what the user wrote.
    """
    while True:
        editor.open(file)
        text = decode(read_bytes(file, limit=DATA_LIMIT), str(file))
        findings = draft.check(text)
        is_refused = stops_load(findings)
        if is_refused and not sys.stdin.isatty():
            raise _refused(findings, file)
        note_findings(findings)
        if not is_refused:
            break
        if not confirm(tr("Edit it again?"), default=True, err=True):
            raise _refused([], file)
    try:
        change = draft.save(text, show_notice)
    except DeckwrightError as error:
        if error.code == "faulty-card":
            raise _refused(list(error.findings), file) from error
        if not error.findings and error.code != LOST:
            saved = tr("Your text was saved as {file}.", file=file)
            error.hint = f"{saved if error.code in _CHANGED else _kept(file)} {error.hint}".strip()
        raise
    # A check in a copy of the folder does not know the cards that were loaded from the real one.
    shown = {(finding.rule, finding.message) for finding in findings}
    note_findings([finding for finding in change.findings if (finding.rule, finding.message) not in shown])
    return change


def _kept(file: Path) -> str:
    return tr("Nothing was changed. Your text was saved as {file}.", file=file)


def _refused(findings: list[Finding], file: Path) -> InputError:
    message = _kept(file)
    shown = [*findings, Finding("kept", "info", message)] if findings else []
    return InputError("faulty-card", message, findings=shown)


class _Editor(NamedTuple):
    """Command of a text editor; a `quiet` one leaves standard output to the result."""

    command: str
    quiet: bool

    def open(self, file: Path) -> None:
        """Let the user edit a file.

        Raises:
            UsageError: the editor cannot be started.
            InputError: it reports a failure.
        """
        to = sys.stderr if self.quiet else None
        try:
            done = subprocess.run([*shlex.split(self.command), str(file)], stdout=to, check=False)  # noqa: S603 - the user's own editor
        except (OSError, ValueError) as error:
            message = tr("The editor {name} cannot be started: {reason}.", name=self.command, reason=error)
            raise UsageError("editor", message) from error
        if done.returncode:
            message = tr(
                "The editor {name} failed with exit code {code}. Nothing was changed.",
                name=self.command,
                code=done.returncode,
            )
            raise InputError("editor", message)


def _editor_command() -> str:
    """The user's editor; one that is not named is started on a terminal only.

    Raises:
        UsageError: there is none.
    """
    if named := os.environ.get("VISUAL") or os.environ.get("EDITOR"):
        return named
    if not sys.stdin.isatty():
        message = tr("EDITOR is not set, and there is no terminal to start an editor on.")
        hint = tr(
            "Use an editor with a window of its own: {example}",
            example="EDITOR='code --wait' deckwright edit …",
        )
        raise UsageError("editor", message, hint=hint)
    if editor := next(filter(shutil.which, _EDITORS), ""):
        return editor
    hint = tr("Set it, for example: EDITOR=nano deckwright edit CARD")
    raise UsageError("editor", tr("No text editor was found."), hint=hint)

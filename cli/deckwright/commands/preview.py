"""`deckwright preview`: a page in the browser that follows every saved change of a game."""

from __future__ import annotations

import webbrowser
from functools import partial
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING, Annotated

from typer import Context

from deckwright import resources
from deckwright.commands.command import command
from deckwright.commands.declaring import OUTPUT, argument
from deckwright.commands.options import settings_of, show_notice
from deckwright.commands.watch import changes
from deckwright.errors import InputError
from deckwright.files.game_folder import files_of
from deckwright.messages import tr
from deckwright.model.game import GAME_FILE
from deckwright.reports.findings import note_findings
from deckwright.reports.output import note, write, write_json

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deckwright.commands.preview_server import PreviewServer
    from deckwright.workbench.previewing import Preview


@command(
    "deckwright preview frogs --open",
    "deckwright preview data-monsters --lang it",
    "deckwright preview frogs --port 8000",
)
def run(
    context: Context,
    folder: Annotated[
        str,
        argument(
            "Folder or id of the game; default: this folder.",
            "[GAME-FOLDER]",
            lambda incomplete: [name for name in _packaged() if name.startswith(incomplete)],
            show_default=False,
        ),
    ] = ".",
    port: Annotated[int, OUTPUT.option("Port; default: a free one.", "N", min=0, max=65535)] = 0,
    *,
    open_browser: Annotated[bool, OUTPUT.flag("Open the page in the browser.", "--open")] = False,
) -> None:
    """Show a game's cards in the browser, following each saved change.

    The page shows every card and back as printed, with findings, boxes, languages side by side, and sheets. It is for
    this computer alone, needs no network, and changes neither the folder nor the database. Ctrl-C stops it.
    """
    from deckwright.commands.preview_server import PreviewServer
    from deckwright.workbench.previewing import Preview

    settings = settings_of(context)
    path = game_folder(folder, settings.database)
    stop = Event()
    # The first of these are all files, which have been read already: they may have changed since.
    saved = changes(partial(files_of, path), stop)
    preview = Preview(path, settings.wanted_language)
    preview.reload()
    note_findings(preview.errors)
    with PreviewServer(preview, port, settings.spoken) as server:
        if settings.as_json:
            write_json({"address": server.address, "folder": str(path)})
        else:
            write(server.address)
            note(tr("Watching {names}. Press Ctrl-C to stop.", names=path))
        if open_browser and not webbrowser.open(server.address):
            show_notice(tr("No browser was found. Open the address above."))
        follower = Thread(target=_follow, args=(saved, preview, server), daemon=True)
        follower.start()
        try:
            server.serve_forever()
        finally:
            stop.set()
            follower.join()
    if server.failure:
        raise server.failure


def _follow(saved: Iterable[object], preview: Preview, server: PreviewServer) -> None:
    """Read the folder again whenever files were saved, and tell all pages; a failure ends the server, too."""
    from deckwright.workbench.previewing import News, View

    try:
        # What a page shows first is drawn before a browser asks for it.
        while not preview.update(View(), News()):
            continue
        for _ in saved:
            preview.reload()
            server.changed()
    except Exception as failure:  # noqa: BLE001 - the command raises it
        server.failure = failure
        server.shutdown()


def game_folder(name: str, location: str) -> Path:
    """Folder of a game by its path; or by its id, if the game comes with the program, or is in a database.

    Raises:
        InputError: the folder does not exist, or contains no game.
        DatabaseError: the database cannot be read.
    """
    folder = Path(name)
    if not folder.is_dir():
        return _by_id(name, location)
    if not (folder / GAME_FILE).is_file():
        message = tr("{name} is not a game folder: it has no game.yaml.", name=folder.resolve())
        raise InputError("no-game", message, hint=tr("To create one: deckwright new game NAME"))
    return folder


def _by_id(name: str, location: str) -> Path:
    """Folder of a packaged or loaded game by its id."""
    from deckwright.workbench.authoring import loaded_folders, source_folder

    packaged = _packaged()
    if name in packaged:
        return packaged[name]
    loaded = loaded_folders(location)
    if name in loaded:
        return source_folder(name, loaded[name])
    names = ", ".join(dict.fromkeys([*packaged, *loaded]))
    raise InputError(
        "no-such-folder",
        tr("Folder not found: {name}.", name=name),
        hint=tr("Use the folder with the game.yaml, or one of: {names}.", names=names),
    )


def _packaged() -> dict[str, Path]:
    """Folders of the games that come with the program, by id."""
    return {folder.name: folder for folder in resources.packaged_games()}

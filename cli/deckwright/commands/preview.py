"""`deckwright preview`: a page in the browser that follows every saved change of a game, with its server, for this computer alone."""

from __future__ import annotations

import json
from functools import partial
from http import HTTPStatus
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import parse_qsl, unquote

from typer import Context

from deckwright import resources
from deckwright.commands.command import command
from deckwright.commands.exporting import changes
from deckwright.commands.options import argument, settings_of
from deckwright.commands.page_server import ALIVE, OpenBrowser, PageHandler, PageServer, Port, announce
from deckwright.errors import InputError
from deckwright.files.game_folder import files_of
from deckwright.messages import tr
from deckwright.model.game import GAME_FILE
from deckwright.press.proof.drawings import Look
from deckwright.reports.findings import note_findings
from deckwright.store.prints import EDGES
from deckwright.workbench.previewing import News, Preview, View

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping


_QUIET = 0.4
"""Seconds without a change after which there is time for what takes longer."""


class PreviewServer(PageServer):
    """Serves the page of a preview on a port, 0 for a free one. `changed` tells all pages to look for what is new.

    `failure` is why nothing new would be found any more.

    Raises:
        InputError: the port is used already, or not allowed.
    """

    def __init__(self, preview: Preview, port: int, spoken: str) -> None:
        self.preview, self.spoken = preview, spoken
        self.failure: Exception | None = None
        super().__init__(port, _Handler)

    def news(self, view: View) -> Iterator[dict[str, Any] | None]:
        """Yield what a page has not been told, whenever there is something, until it or the server ends; None keeps it alive."""
        waker, news = Event(), News()
        self.wakers.add(waker)
        try:
            while not self.is_stopped:
                waker.clear()
                yield from self._until_done(view, news, waker)
                while not waker.wait(ALIVE):
                    yield None
        finally:
            self.wakers.discard(waker)

    def _until_done(self, view: View, news: News, waker: Event) -> Iterator[dict[str, Any]]:
        """Yield all that is new; if nothing changes for a while, look for what takes longer to find."""
        is_done = False
        while not (is_done or self.is_stopped):
            is_done = self.preview.update(view, news)
            parts = news.take()
            if parts or is_done:
                yield {"parts": parts, "done": is_done}
            if waker.is_set():
                return
        if waker.wait(_QUIET):
            return
        version = self.preview.version
        self.preview.check()
        if self.preview.version != version:
            waker.set()


class _Handler(PageHandler):
    """Answers with the page, its news and its pictures."""

    server: PreviewServer

    def show(self, below: str) -> None:
        """Answer with the page, its news or a picture."""
        path, _, query = below.partition("?")
        name, _, key = path.partition("/")
        preview = self.server.preview
        if (name, key) == ("", ""):
            self.answer("text/html; charset=utf-8", preview.page(self.server.spoken).encode())
        elif (name, key) == ("events", ""):
            self._stream(view_of(dict(parse_qsl(query))))
        elif name == "at":
            preview.look_at(unquote(key))
            self.answer("", b"", HTTPStatus.NO_CONTENT)
        elif name == "pictures" and (picture := preview.picture(key)):
            cache = {"cache-control": "private, max-age=31536000, immutable"}
            self.answer(*picture, headers=cache)
        else:
            self.refuse()

    def _stream(self, view: View) -> None:
        """Send a page its news as events."""
        self.start_events()
        for message in self.server.news(view):
            text = json.dumps(message, ensure_ascii=False, separators=(",", ":")) if message else ""
            self.wfile.write(f"data: {text}\n\n".encode() if text else b":\n\n")


def view_of(query: Mapping[str, str]) -> View:
    """View that a page asks for; what it does not know is ignored."""
    languages = tuple(query.get("lang", "").split(","))
    look = Look(low_ink=query.get("low-ink") == "1", boxes=query.get("boxes") == "1")
    duplex = next((edge for edge in EDGES if edge == query.get("duplex")), None)
    return View(languages, look, query.get("sheet", ""), duplex)


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
    port: Port = 0,
    *,
    open_browser: OpenBrowser = False,
) -> None:
    """Show a game's cards in the browser, following each saved change.

    The page shows every card and back as printed, with findings, boxes, languages side by side, and sheets. It is for
    this computer alone, needs no network, and changes neither the folder nor the database. Ctrl-C stops it.
    """
    settings = settings_of(context)
    path = game_folder(folder, settings.database)
    stop = Event()
    # The first of these are all files, which have been read already: they may have changed since.
    saved = changes(partial(files_of, path), stop)
    preview = Preview(path, settings.wanted_language)
    preview.reload()
    note_findings(preview.errors)
    with PreviewServer(preview, port, settings.spoken) as server:
        text = tr("Watching {names}. Press Ctrl-C to stop.", names=path)
        announce(context, server, {"folder": str(path)}, text, open_browser=open_browser)
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

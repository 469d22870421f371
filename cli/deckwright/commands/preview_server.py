"""The server of `preview`: one page, its events and its pictures, for this computer alone."""

from __future__ import annotations

import json
from http import HTTPStatus
from threading import Event
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, unquote

from deckwright.commands.page_server import ALIVE, PageHandler, PageServer
from deckwright.press.proof.drawings import Look
from deckwright.store.prints import EDGES
from deckwright.workbench.previewing import News, View

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deckwright.workbench.previewing import Preview

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

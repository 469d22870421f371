"""The server of `preview`: one page, its events and its pictures, for this computer alone.

It listens on the loopback interface, and answers only requests that have the token of this run in their path and name
this server as their host, so that no other page in the browser can read it (DNS rebinding). No path of a file is ever
taken from a request.
"""

from __future__ import annotations

import json
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from secrets import compare_digest, token_urlsafe
from socketserver import TCPServer
from threading import Event
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, unquote

from deckwright.errors import InputError
from deckwright.messages import tr
from deckwright.press.proof.drawings import Look
from deckwright.store.prints import EDGES
from deckwright.workbench.previewing import News, View

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deckwright.workbench.previewing import Preview

HOST = "127.0.0.1"

_QUIET = 0.4
"""Seconds without a change after which there is time for what takes longer."""

_ALIVE = 15.0
"""Seconds after which a page without news is written to, which ends the thread of one that was closed."""

_HEADERS = {
    "cache-control": "no-store",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}


class PreviewServer(ThreadingHTTPServer):
    """Serves the page of a preview on a port, 0 for a free one. `changed` tells all pages to look for what is new.

    Raises:
        InputError: the port is used already, or not allowed.
    """

    allow_reuse_address = False
    daemon_threads = True

    def __init__(self, preview: Preview, port: int, spoken: str) -> None:
        self.token, self.preview, self.spoken = token_urlsafe(16), preview, spoken
        self.is_stopped = False
        self._wakers: set[Event] = set()
        try:
            super().__init__((HOST, port), _Handler)
        except OSError as error:
            message = tr("Port {port} cannot be used: {reason}.", port=port, reason=error.strerror or error)
            raise InputError(
                "port", message, hint=tr("Use another --port, or none for a free one.")
            ) from error
        self.hosts = {f"{name}:{self.server_port}" for name in (HOST, "localhost")}

    def server_bind(self) -> None:
        """Open the port, without looking up the name of this computer."""
        TCPServer.server_bind(self)
        self.server_port = self.server_address[1]

    @property
    def address(self) -> str:
        """Address of the page."""
        return f"http://{HOST}:{self.server_port}/{self.token}/"

    def changed(self) -> None:
        """Wake all pages, from any thread."""
        for waker in [*self._wakers]:
            waker.set()

    def server_close(self) -> None:
        """End all pages, and close the port."""
        self.is_stopped = True
        self.changed()
        super().server_close()

    def handle_error(self, *_: object) -> None:
        """Ignore a page that was closed."""

    def news(self, view: View) -> Iterator[dict[str, Any] | None]:
        """Yield what a page has not been told, whenever there is something, until it or the server ends; None keeps it alive."""
        waker, news = Event(), News()
        self._wakers.add(waker)
        try:
            while not self.is_stopped:
                waker.clear()
                yield from self._until_done(view, news, waker)
                while not waker.wait(_ALIVE):
                    yield None
        finally:
            self._wakers.discard(waker)

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


class _Handler(BaseHTTPRequestHandler):
    """Answers requests for this server with its token, and refuses all others without a hint at what is there."""

    server: PreviewServer
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """Answer with the page, its news or a picture."""
        # The path as it was asked for: http.server joins slashes at its start.
        path, _, query = self.requestline.split()[1].partition("?")
        start = f"/{self.server.token}/"
        is_allowed = compare_digest(path[: len(start)].encode(), start.encode())
        if self.headers.get_all("host", []) not in [[host] for host in self.server.hosts] or not is_allowed:
            self._refuse()
            return
        name, _, key = path.removeprefix(start).partition("/")
        preview = self.server.preview
        if (name, key) == ("", ""):
            self._answer("text/html; charset=utf-8", preview.page(self.server.spoken).encode())
        elif (name, key) == ("events", ""):
            self._stream(view_of(dict(parse_qsl(query))))
        elif name == "at":
            preview.look_at(unquote(key))
            self._answer("", b"", HTTPStatus.NO_CONTENT)
        elif name == "pictures" and (picture := preview.picture(key)):
            cache = {"cache-control": "private, max-age=31536000, immutable"}
            self._answer(*picture, headers=cache)
        else:
            self._refuse()

    def do_POST(self) -> None:
        """Refuse to change anything."""
        self._answer("text/plain", b"405", 405, {"connection": "close"})

    def _refuse(self) -> None:
        self._answer("text/plain", b"404", 404)

    def _answer(
        self, media_type: str, body: bytes, status: int = 200, headers: Mapping[str, str] | None = None
    ) -> None:
        length = (
            {}
            if status == HTTPStatus.NO_CONTENT
            else {"content-type": media_type, "content-length": str(len(body))}
        )
        self._start(status, {**length, **(headers or {})})
        self.wfile.write(body)

    def _start(self, status: int, headers: Mapping[str, str]) -> None:
        self.send_response_only(status)
        for name, value in {**_HEADERS, **headers}.items():
            self.send_header(name, value)
        self.end_headers()

    def _stream(self, view: View) -> None:
        """Send a page its news as events."""
        self.close_connection = True
        self._start(200, {"content-type": "text/event-stream", "connection": "close"})
        for message in self.server.news(view):
            text = json.dumps(message, ensure_ascii=False, separators=(",", ":")) if message else ""
            self.wfile.write(f"data: {text}\n\n".encode() if text else b":\n\n")

    def log_message(self, *_: object) -> None:
        """Log no requests."""


def view_of(query: Mapping[str, str]) -> View:
    """View that a page asks for; what it does not know is ignored."""
    languages = tuple(query.get("lang", "").split(","))
    look = Look(low_ink=query.get("low-ink") == "1", boxes=query.get("boxes") == "1")
    duplex = next((edge for edge in EDGES if edge == query.get("duplex")), None)
    return View(languages, look, query.get("sheet", ""), duplex)

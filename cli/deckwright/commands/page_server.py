"""A server for pages of this run alone: its guard, and the events that wake them.

It answers only requests that have the token of this run in their path and name this server as their host, so that no other
page in the browser can read it (DNS rebinding). No path of a file is ever taken from a request.
"""

from __future__ import annotations

import socket
import webbrowser
from abc import ABC, abstractmethod
from contextlib import suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from secrets import compare_digest, token_urlsafe
from socketserver import TCPServer
from threading import Event
from typing import TYPE_CHECKING, Annotated

from typer import Context

from deckwright.commands.options import OUTPUT, settings_of, show_notice
from deckwright.errors import InputError
from deckwright.messages import tr
from deckwright.reports.output import note, write, write_json

if TYPE_CHECKING:
    from collections.abc import Mapping

HOST = "127.0.0.1"

Port = Annotated[
    int, OUTPUT.option("Port; default: a free one.", "N", "--port", min=0, max=65535, show_default=False)
]
OpenBrowser = Annotated[bool, OUTPUT.flag("Open the page in the browser.", "--open")]

ALIVE = 15.0
"""Seconds after which a page without news is written to, which ends the thread of one that was closed."""

_HEADERS = {
    "cache-control": "no-store",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}


class PageServer(ThreadingHTTPServer):
    """Serves pages on a port, 0 for a free one, to this computer or, if it `is_shared`, to those of its network.

    Raises:
        InputError: the port is used already, or not allowed.
    """

    allow_reuse_address = False
    daemon_threads = True

    def __init__(self, port: int, handler: type[PageHandler], *, is_shared: bool = False) -> None:
        self.token, self.is_stopped = token_urlsafe(16), False
        self.wakers: set[Event] = set()
        self.host = _address_in_network() if is_shared else HOST
        try:
            super().__init__(("" if is_shared else HOST, port), handler)
        except OSError as error:
            message = tr("Port {port} cannot be used: {reason}.", port=port, reason=error.strerror or error)
            raise InputError(
                "port", message, hint=tr("Use another --port, or none for a free one.")
            ) from error
        self.hosts = {f"{name}:{self.server_port}" for name in (self.host, HOST, "localhost")}

    def server_bind(self) -> None:
        """Open the port, without looking up the name of this computer."""
        TCPServer.server_bind(self)
        self.server_port = self.server_address[1]

    @property
    def address(self) -> str:
        """Address of the page."""
        return f"http://{self.host}:{self.server_port}/{self.token}/"

    def changed(self) -> None:
        """Wake all pages, from any thread."""
        for waker in [*self.wakers]:
            waker.set()

    def server_close(self) -> None:
        """End all pages, and close the port."""
        self.is_stopped = True
        self.changed()
        super().server_close()

    def handle_error(self, *_: object) -> None:
        """Ignore a page that was closed."""


def _address_in_network() -> str:
    """Address of this computer for others in its network; that of this computer alone if it has none."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("10.255.255.255", 1))  # sends nothing: it only chooses an address
        return str(probe.getsockname()[0])
    return HOST


def announce(
    context: Context, server: PageServer, about: Mapping[str, object], text: str, *, open_browser: bool
) -> None:
    """Show the address of a page, with what it is about or a text for people, and open it in the browser if wanted."""
    if settings_of(context).as_json:
        write_json({"address": server.address, **about})
    else:
        write(server.address)
        note(text)
    if open_browser and not webbrowser.open(server.address):
        show_notice(tr("No browser was found. Open the address above."))


class PageHandler(BaseHTTPRequestHandler, ABC):
    """Answers requests for this server with its token, and refuses all others without a hint at what is there."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """Answer a request that is for this server and run."""
        below = self.path_below()
        if below is None:
            self.refuse()
        else:
            self.show(below)

    def do_POST(self) -> None:
        """Answer a request that sends something."""
        self.take()

    def take(self) -> None:
        """Refuse to change anything."""
        self.answer("text/plain", b"405", 405, {"connection": "close"})

    @abstractmethod
    def show(self, below: str) -> None:
        """Answer with what is at a path below the token, with its query."""

    def path_below(self) -> str | None:
        """Path and query of the request below the token; None if the request is not for this server and run."""
        server = self.server
        assert isinstance(server, PageServer)  # noqa: S101 - for the type checker
        # The path as it was asked for: http.server joins slashes at its start.
        path = self.requestline.split()[1]
        start = f"/{server.token}/"
        is_allowed = compare_digest(path[: len(start)].encode(), start.encode())
        if self.headers.get_all("host", []) not in [[host] for host in server.hosts] or not is_allowed:
            return None
        return path.removeprefix(start)

    def refuse(self) -> None:
        """Answer that there is nothing."""
        self.answer("text/plain", b"404", 404)

    def answer(
        self, media_type: str, body: bytes, status: int = 200, headers: Mapping[str, str] | None = None
    ) -> None:
        """Answer with a whole body."""
        length = (
            {}
            if status == HTTPStatus.NO_CONTENT
            else {"content-type": media_type, "content-length": str(len(body))}
        )
        self.start(status, {**length, **(headers or {})})
        self.wfile.write(body)

    def start(self, status: int, headers: Mapping[str, str]) -> None:
        """Begin an answer."""
        self.send_response_only(status)
        for name, value in {**_HEADERS, **headers}.items():
            self.send_header(name, value)
        self.end_headers()

    def start_events(self) -> None:
        """Begin an answer of events that come one after the other."""
        self.close_connection = True
        self.start(200, {"content-type": "text/event-stream", "connection": "close"})

    def log_message(self, *_: object) -> None:
        """Log no requests."""

"""The server of `preview`: one page, its events and its pictures, for this computer alone.

It listens on the loopback interface, and answers only requests that have the token of this run in their path and name
this server as their host, so that no other page in the browser can read it (DNS rebinding). No path of a file is ever
taken from a request.
"""

from __future__ import annotations

import asyncio
import json
import socket
from secrets import compare_digest, token_urlsafe
from typing import TYPE_CHECKING, Any

import uvicorn
from starlette.applications import Starlette
from starlette.responses import HTMLResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from deckwright.errors import InputError
from deckwright.messages import tr
from deckwright.press.proof.drawings import Look
from deckwright.store.prints import EDGES
from deckwright.workbench.previewing import News, View

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from types import FrameType

    from starlette.requests import Request
    from starlette.types import ASGIApp, Receive, Scope, Send

    from deckwright.workbench.previewing import Preview

HOST = "127.0.0.1"

_QUIET = 0.4
"""Seconds without a change after which there is time for what takes longer."""

_HEADERS = {
    "Cache-Control": "no-store",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


def listen(port: int) -> socket.socket:
    """Open a port of this computer alone; 0 is any free one.

    Raises:
        InputError: the port is used already, or not allowed.
    """
    opened = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        opened.bind((HOST, port))
    except OSError as error:
        opened.close()
        message = tr("Port {port} cannot be used: {reason}.", port=port, reason=error.strerror or error)
        raise InputError("port", message, hint=tr("Use another --port, or none for a free one.")) from error
    return opened


class Guard:
    """Answers requests for this server with its token, and refuses all others without a hint at what is there."""

    def __init__(self, app: ASGIApp, port: int, token: str) -> None:
        self._app, self._path = app, f"/{token}/".encode()
        self._hosts = {f"{name}:{port}".encode() for name in (HOST, "localhost")}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] == "http" and not self._is_allowed(scope):
            await PlainTextResponse("404", 404, headers=_HEADERS)(scope, receive, send)
            return
        await self._app(scope, receive, send)

    def _is_allowed(self, scope: Scope) -> bool:
        hosts = [value for name, value in scope["headers"] if name == b"host"]
        path = scope["path"].encode()[: len(self._path)]
        return len(hosts) == 1 and hosts[0] in self._hosts and compare_digest(path, self._path)


class PreviewServer(uvicorn.Server):
    """Serves the page of a preview until it is interrupted. `changed` tells all pages to look for what is new."""

    def __init__(self, preview: Preview, opened: socket.socket, spoken: str) -> None:
        self.token, self._preview, self._spoken = token_urlsafe(16), preview, spoken
        self._opened, self._port = opened, opened.getsockname()[1]
        self._loop: asyncio.AbstractEventLoop | None = None
        self._wakers: set[asyncio.Event] = set()
        routes = [
            Route(f"/{self.token}/", self._page),
            Route(f"/{self.token}/events", self._events),
            Route(f"/{self.token}/at/{{card}}", self._at),
            Route(f"/{self.token}/pictures/{{key}}", self._picture),
        ]
        app = Guard(Starlette(routes=routes), self._port, self.token)
        config = uvicorn.Config(
            app,
            log_config=None,
            access_log=False,
            lifespan="off",
            server_header=False,
            timeout_graceful_shutdown=1,
        )
        super().__init__(config)

    @property
    def address(self) -> str:
        """Address of the page."""
        return f"http://{HOST}:{self._port}/{self.token}/"

    def serve_until_stopped(self, when_ready: Callable[[], None]) -> None:
        """Serve the page; `when_ready` is called as soon as it can be opened.

        Raises:
            KeyboardInterrupt: the user has stopped it.
        """
        self._opened.listen()
        when_ready()
        self.run(sockets=[self._opened])

    def changed(self) -> None:
        """Wake all pages, from any thread."""
        if self._loop:
            self._loop.call_soon_threadsafe(self._wake)

    def _wake(self) -> None:
        for waker in self._wakers:
            waker.set()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End at once: the pages would keep their streams open."""
        super().handle_exit(sig, frame)
        self.changed()

    async def _page(self, _: Request) -> Response:
        page = await asyncio.to_thread(self._preview.page, self._spoken)
        return HTMLResponse(page, headers=_HEADERS)

    async def _at(self, request: Request) -> Response:
        """Remember which card is the first in sight."""
        self._preview.look_at(request.path_params["card"])
        return Response(status_code=204, headers=_HEADERS)

    async def _picture(self, request: Request) -> Response:
        found = await asyncio.to_thread(self._preview.picture, request.path_params["key"])
        if found is None:
            return PlainTextResponse("404", 404, headers=_HEADERS)
        headers = {**_HEADERS, "Cache-Control": "private, max-age=31536000, immutable"}
        return Response(found[1], media_type=found[0], headers=headers)

    async def _events(self, request: Request) -> Response:
        self._loop = asyncio.get_running_loop()
        return StreamingResponse(
            self._news(view_of(request.query_params)), media_type="text/event-stream", headers=_HEADERS
        )

    async def _news(self, view: View) -> AsyncIterator[str]:
        """Yield what a page has not been told, whenever there is something, until it or the server ends."""
        waker, news = asyncio.Event(), News()
        self._wakers.add(waker)
        try:
            while not self.should_exit:
                waker.clear()
                async for message in self._until_done(view, news, waker):
                    yield message
                await waker.wait()
        finally:
            self._wakers.discard(waker)

    async def _until_done(self, view: View, news: News, waker: asyncio.Event) -> AsyncIterator[str]:
        """Yield all that is new; if nothing changes for a while, look for what takes longer to find."""
        is_done = False
        while not (is_done or self.should_exit):
            is_done = await asyncio.to_thread(self._preview.update, view, news)
            parts = news.take()
            if parts or is_done:
                yield _message({"parts": parts, "done": is_done})
            if waker.is_set():
                return
        if await _happens(waker, _QUIET):
            return
        version = self._preview.version
        await asyncio.to_thread(self._preview.check)
        if self._preview.version != version:
            waker.set()


async def _happens(event: asyncio.Event, seconds: float) -> bool:
    """Whether something happens within some seconds."""
    try:
        async with asyncio.timeout(seconds):
            await event.wait()
    except TimeoutError:
        return False
    return True


def _message(value: Any) -> str:
    return f"data: {json.dumps(value, ensure_ascii=False, separators=(',', ':'))}\n\n"


def view_of(query: Any) -> View:
    """View that a page asks for; what it does not know is ignored."""
    languages = tuple(query.get("lang", "").split(","))
    look = Look(low_ink=query.get("low-ink") == "1", boxes=query.get("boxes") == "1")
    duplex = next((edge for edge in EDGES if edge == query.get("duplex")), None)
    return View(languages, look, query.get("sheet", ""), duplex)

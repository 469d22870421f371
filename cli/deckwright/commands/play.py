"""`deckwright play`: the table of a game in the browser, served to several players in one order of moves, or as one page to send."""

from __future__ import annotations

import json
from http import HTTPStatus
from threading import Event, Lock
from typing import TYPE_CHECKING, Annotated, Any

from typer import Context

from deckwright.commands.command import command
from deckwright.commands.exporting import slow_progress
from deckwright.commands.options import (
    TABLE,
    GameHere,
    Mode,
    PlayerCount,
    SeatDecks,
    SeedText,
    library_of,
    output_file,
    settings_of,
)
from deckwright.commands.page_server import ALIVE, OpenBrowser, PageHandler, PageServer, Port, announce
from deckwright.files.writing import write_text
from deckwright.messages import tr
from deckwright.model.words import whole_number
from deckwright.reports.findings import note_findings
from deckwright.reports.output import note_of, write_json
from deckwright.workbench.dealing import SetupOptions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deckwright.workbench.online import PlayTable

_LARGEST = 2000
"""Most bytes of a move."""

_MOST_MOVES = 20_000

MOVES = ("move", "flip", "turn", "shuffle", "count", "roll", "look", "undo")
"""Types of moves; what each does, the page says."""


class PlayServer(PageServer):
    """Serves the page of a table on a port, 0 for a free one; with `is_shared`, to other computers of the network.

    Raises:
        InputError: the port is used already, or not allowed.
    """

    def __init__(self, table: PlayTable, port: int, *, is_shared: bool = False) -> None:
        self.page = table.page(is_live=True).encode()
        self.moves: list[str] = []
        self._lock = Lock()
        super().__init__(port, _Handler, is_shared=is_shared)

    def make(self, move: str) -> bool:
        """Add a move after all others, and tell all pages; False if there are too many."""
        with self._lock:
            if len(self.moves) >= _MOST_MOVES:
                return False
            self.moves.append(move)
        self.changed()
        return True

    def events(self, start: int) -> Iterator[str]:
        """Yield the moves after the first `start`, numbered from 1, until the page or the server ends; '' keeps it alive."""
        waker = Event()
        self.wakers.add(waker)
        try:
            while not self.is_stopped:
                waker.clear()
                while start < len(self.moves):
                    start += 1
                    yield f"id: {start}\ndata: {self.moves[start - 1]}\n\n"
                if not waker.wait(ALIVE):
                    yield ":\n\n"
        finally:
            self.wakers.discard(waker)


class _Handler(PageHandler):
    """Answers with the page and the moves, and takes moves of pages that this server has sent."""

    server: PlayServer

    def show(self, below: str) -> None:
        """Answer with the page, or with the moves after the last one that it has."""
        if not below:
            self.answer("text/html; charset=utf-8", self.server.page)
        elif below == "events":
            self.start_events()
            start = whole_number(self.headers.get("last-event-id", "0")) or 0
            for text in self.server.events(start):
                self.wfile.write(text.encode())
                self.wfile.flush()
        else:
            self.refuse()

    def take(self) -> None:
        """Take a move."""
        origins = {f"http://{host}" for host in self.server.hosts}
        size = whole_number(self.headers.get("content-length", "")) or 0
        is_json = self.headers.get("content-type") == "application/json"
        is_ours = self.path_below() == "moves" and self.headers.get("origin") in origins
        if not (is_ours and is_json and 0 < size <= _LARGEST):
            super().take()
            return
        move = read_move(self.rfile.read(size))
        if move and self.server.make(move):
            self.answer("", b"", HTTPStatus.NO_CONTENT)
        else:
            self.answer("text/plain", b"400", 400)


def read_move(body: bytes) -> str:
    """Move on one line of JSON, '' if it is not one: an object with a known type, and plain values."""
    try:
        move: Any = json.loads(body)
    except (ValueError, RecursionError):
        return ""
    is_plain = isinstance(move, dict) and all(isinstance(value, (str, int)) for value in move.values())
    return json.dumps(move, ensure_ascii=False) if is_plain and move.get("type") in MOVES else ""


@command(
    "deckwright play data-monsters --players 3 --open",
    "deckwright play dataset --players 4 --network",
    "deckwright play data-monsters --players 2 --deck 1=my-deck.txt --seed friday -o table.html",
)
def run(
    context: Context,
    game: GameHere = ".",
    *,
    players: PlayerCount,
    deck: SeatDecks = None,
    mode: Mode = "",
    seed: SeedText = "",
    port: Port = 0,
    network: Annotated[bool, TABLE.flag("Let other computers in your network join.", "--network")] = False,
    open_browser: OpenBrowser = False,
    output: Annotated[str, output_file("Page to write instead, which plays offline: .html.", ".html")] = "",
) -> None:
    """Play a game's table in the browser, as it is dealt.

    Cards are dragged, flipped, turned and shuffled; no rules are enforced, and every move can be undone. All browsers that
    open the address see one table: with --network, also on other computers. An illegal deck is played, with a warning.
    Ctrl-C stops it.
    """
    from deckwright.workbench.online import play_table

    settings = settings_of(context)
    options = SetupOptions(players, mode, seed, decks=deck or ())
    with library_of(context) as library:
        table = play_table(library, game, options, slow_progress)
    if not settings.as_json:
        note_findings(table.findings)
    seed_of_table = table.data["about"]["seed"]
    if output:
        write_text(output, table.page())
        if settings.as_json:
            write_json({"files": [output], "seed": seed_of_table})
        else:
            note_of(output, tr("seed {seed}", seed=seed_of_table))
        return
    with PlayServer(table, port, is_shared=network) as server:
        text = tr("The table is open. Press Ctrl-C to stop.")
        announce(context, server, {"seed": seed_of_table}, text, open_browser=open_browser)
        server.serve_forever()

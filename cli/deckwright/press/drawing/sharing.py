"""Draw once what many cards have in common."""

from __future__ import annotations

import os
import pickle
import threading
from contextlib import contextmanager, suppress
from io import BytesIO
from itertools import groupby
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

from deckwright.press.drawing.context import needs_of
from deckwright.press.faces.face import Box
from deckwright.press.graphics.fonts import Font, font

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence

    from deckwright.findings import Finding
    from deckwright.model.card import Card
    from deckwright.press.drawing.context import Desk, Scope
    from deckwright.press.faces.face_file import Face
    from deckwright.press.graphics.parts import Drawn

    Draw = Callable[[Card], tuple[list[Drawn], str]]


# Draw once what many cards have in common.
#
# What a box draws depends on some of the card's fields and on conditions. Boxes that ask for what is
# different on every card (its name, its text) are drawn anew; all others are drawn once for each combination
# of the values they ask for, and that drawing is used again.

OWN = frozenset({"id", "name", "text", "flavour", "icon", "texts"})
"""What hardly two cards have in common; a game's other texts are like these."""


class Share(NamedTuple):
    """What some boxes depend on; `is_own` where that is different on every card."""

    fields: tuple[str, ...]
    queries: tuple[str, ...]
    is_own: bool
    turns: bool

    def case(self, scope: Scope) -> Hashable:
        """Give what tells two drawings of the boxes apart."""
        return (
            scope.entry,
            *[scope.raw(name) for name in self.fields],
            *[scope.holds(query) for query in self.queries],
        )


def share_of(boxes: Iterable[Box], face: Face, desk: Desk) -> Share:
    """Find out what some boxes depend on."""
    needs = [needs_of(box, face) for box in boxes]
    fields = frozenset().union(*(need.fields for need in needs))
    queries = frozenset().union(*(need.queries for need in needs))
    is_own = bool(fields & (OWN | desk.texts))
    return Share(tuple(sorted(fields)), tuple(sorted(queries)), is_own, any(need.turns for need in needs))


def case_of(what: Box | tuple[Box, ...], scope: Scope) -> Hashable:
    """Give the key under which what a box draws, or some boxes do, can be kept; None where it is not worth it."""
    shares = scope.desk.shares
    share = shares.get(id(what))
    if share is None:
        boxes = (what,) if isinstance(what, Box) else what
        share = shares[id(what)] = share_of(boxes, scope.face, scope.desk)
    return None if share.is_own else (id(what), share.case(scope))


def drawn_once(
    boxes: tuple[Box, ...], scope: Scope, draw: Callable[[tuple[Box, ...], Scope], Iterable[Drawn]]
) -> tuple[Drawn, ...] | None:
    """Give the kept drawing of some boxes, whose places count from the top left corner; None where none is kept.

    A box that is drawn both ways up is turned about the middle of the card, so its place there matters.
    """
    key = case_of(boxes, scope)
    if key is None or scope.desk.shares[id(boxes)].turns:
        return None
    kept = scope.desk.drawn.get(key)
    if kept is None:
        kept = scope.desk.drawn[key] = tuple(draw(boxes, scope))
    return kept


def runs_of(face: Face, desk: Desk) -> list[tuple[tuple[Box, ...], Share]]:
    """Take a face apart into runs of boxes that cards can share, and those they cannot."""
    shares = [(box, share_of((box,), face, desk)) for box in face.boxes]
    runs = [tuple(box for box, _ in run) for _, run in groupby(shares, key=lambda pair: pair[1].is_own)]
    return [(run, share_of(run, face, desk)) for run in runs]


# Draw two sheets of three in a second process, where there are enough cards for that to pay.
#
# Setting text is most of the work. The second process draws its cards with a copy of the same desk and hands
# back their parts, sheet by sheet in order, so that the file comes out as it would from one process, to the
# byte.

LEAST = 300
"""How many different cards a second process pays for."""

_IDLE = 0.5
"""How many processors must have been idle in the last minute; this process has kept one busy itself."""

_HERE = 3
"""One sheet of so many is drawn here: whoever writes the file has a third of the work with that alone."""

_PIPE = 1 << 20
"""How far ahead the second process may get, in bytes."""

_NEW_PARTS, _SHEET = b"+", b"="
"""The sorts of message: parts that cards share, sent before the first sheet they are on; and a sheet."""

_LENGTH = 8
"""How many bytes say how long a message is."""


class _Sheet(NamedTuple):
    """What the second process hands back for a sheet: its cards' parts and digests by id, and what was new."""

    cards: dict[str, tuple[list[Drawn], str]]
    findings: list[Finding]


class Beside:
    """Draws cards here, but for those that a second process owes."""

    def __init__(self, desk: Desk, draw: Draw, owed: frozenset[str], source: BinaryIO) -> None:
        self._desk, self._draw, self._owed, self._source = desk, draw, owed, source
        self._shared: list[tuple[Drawn, ...]] = []
        self._ready: dict[str, tuple[list[Drawn], str]] = {}

    def draw(self, card: Card) -> tuple[list[Drawn], str]:
        """Give the parts and the digest of a card."""
        if card.id in self._owed and card.id not in self._ready:
            self._receive()
        return self._ready.pop(card.id, None) or self._draw(card)

    def _receive(self) -> None:
        """Take in one more sheet; where the second process has gone, what it owes is drawn here."""
        sort, message = _read(self._source)
        while sort == _NEW_PARTS:
            key, parts = _Unpickler(message, self._shared).load()
            self._shared.append(self._desk.drawn.setdefault(key, parts))
            sort, message = _read(self._source)
        if not sort:
            self._owed = frozenset()
            return
        sheet: _Sheet = _Unpickler(message, self._shared).load()
        self._ready.update(sheet.cards)
        for finding in sheet.findings:
            self._desk.note(finding)


@contextmanager
def beside(desk: Desk, sheets: Sequence[Sequence[Card | None]], draw: Draw) -> Iterator[Draw]:
    """Have the cards of most sheets drawn in a second process, where that pays; give what draws any card.

    `draw` gives the parts and the digest of a card. Each card is drawn for the first sheet it is on.
    """
    shares = _shares(sheets) if _pays(sheets) else []
    if not shares:
        yield draw
        return
    reading, writing = _pipe()
    process = os.fork()
    if not process:
        os.close(reading)
        _serve(desk, shares, draw, writing)
    os.close(writing)
    owed = frozenset(card.id for share in shares for card in share)
    try:
        with os.fdopen(reading, "rb") as source:
            yield Beside(desk, draw, owed, source).draw
    finally:
        os.waitpid(process, 0)


def _pipe() -> tuple[int, int]:
    import fcntl  # which only systems have that can copy a process

    reading, writing = os.pipe()
    if hasattr(fcntl, "F_SETPIPE_SZ"):
        with suppress(OSError):  # the system may allow less
            fcntl.fcntl(writing, fcntl.F_SETPIPE_SZ, _PIPE)
    return reading, writing


def _pays(sheets: Sequence[Sequence[Card | None]]) -> bool:
    """Tell whether there are enough cards, an idle processor, and no thread that a copy of the process would lack."""
    if not (hasattr(os, "fork") and hasattr(os, "sched_getaffinity")):
        return False
    cards = {card.id for sheet in sheets for card in sheet if card}
    idle = len(os.sched_getaffinity(0)) - os.getloadavg()[0]
    return len(cards) >= LEAST and idle >= _IDLE and threading.active_count() == 1


def _shares(sheets: Sequence[Sequence[Card | None]]) -> list[list[Card]]:
    """Give what the second process draws: of two sheets of three, the cards that no sheet before it has."""
    seen: set[str] = set()
    shares: list[list[Card]] = []
    for number, sheet in enumerate(sheets):
        new = {card.id: card for card in sheet if card and card.id not in seen}
        seen.update(new)
        if number % _HERE and new:
            shares.append(list(new.values()))
    return shares


def _serve(desk: Desk, shares: Sequence[Sequence[Card]], draw: Draw, writing: int) -> None:
    """Draw the shares, hand them over, and end this process, whatever happens; the other one notices."""
    with suppress(BaseException), os.fdopen(writing, "wb") as target:
        shared: dict[int, int] = {}
        told = noted = 0
        for share in shares:
            cards = {card.id: draw(card) for card in share}
            for number, (key, parts) in enumerate(list(desk.drawn.items())[told:], told):
                _send(target, _NEW_PARTS, _pickled((key, parts), shared))
                shared[id(parts)] = number
                told += 1
            findings = list(desk.findings)[noted:]
            noted += len(findings)
            _send(target, _SHEET, _pickled(_Sheet(cards, findings), shared))
    os._exit(0)


def _send(target: BinaryIO, sort: bytes, message: bytes) -> None:
    target.write(sort + len(message).to_bytes(_LENGTH) + message)


def _read(source: BinaryIO) -> tuple[bytes, bytes]:
    """Give the sort of the next message and its content; nothing where there is no more, or not all of it."""
    sort, length = source.read(1), int.from_bytes(source.read(_LENGTH))
    message = source.read(length)
    return (sort, message) if len(message) == length else (b"", b"")


def _pickled(value: object, shared: dict[int, int]) -> bytes:
    file = BytesIO()
    _Pickler(file, shared).dump(value)
    return file.getvalue()


class _Pickler(pickle.Pickler):
    """Names fonts by their cut, and parts that many cards share by the number under which they were sent."""

    def __init__(self, file: BinaryIO, shared: dict[int, int]) -> None:
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self._shared = shared

    def persistent_id(self, obj: object) -> object:
        if type(obj) is tuple and obj:
            return self._shared.get(id(obj))
        return obj.cut if isinstance(obj, Font) else None


class _Unpickler(pickle.Unpickler):
    """Finds the fonts, and the shared parts as they are known here, so that they stay the very same ones."""

    def __init__(self, message: bytes, shared: list[tuple[Drawn, ...]]) -> None:
        super().__init__(BytesIO(message))
        self._shared = shared

    def persistent_load(self, pid: Any) -> object:
        return self._shared[pid] if isinstance(pid, int) else font(*pid)

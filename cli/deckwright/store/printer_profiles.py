"""Printers that a user has measured: how far each moves the backs of a sheet."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from deckwright.errors import InputError
from deckwright.messages import tr
from deckwright.model.words import nearest
from deckwright.store.database import retried

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deckwright.store.database import Database, OpenDatabase


# How far a printer shifts the back of a sheet, as its user measured it.

Edge = Literal["long", "short"]
"""The edge of the paper over which a sheet is turned to print its back."""

EDGES: tuple[Edge, ...] = ("long", "short")


class Printer(NamedTuple):
    """How to move the backs (mm to the right and down) and enlarge them (per cent) to match the fronts."""

    offset: tuple[float, float] = (0.0, 0.0)
    scale: float = 100.0
    edge: Edge = "long"


# Printer profiles in the database: measured by the user, with names of the user's choice.

_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_LONGEST_NAME = 60


def read_printers(connection: OpenDatabase) -> dict[str, Printer]:
    """All printers by name, in the order of their names."""
    rows = connection.execute('SELECT name, "right", down, scale, edge FROM printers ORDER BY name')
    return {name: Printer((right, down), scale, edge) for name, right, down, scale, edge in rows}


def read_printer(connection: OpenDatabase, name: str) -> Printer:
    """The printer of a name.

    Raises:
        InputError: the printer is unknown.
    """
    known = read_printers(connection)
    if name in known:
        return known[name]
    near = ", ".join(nearest(name, list(known)) or known)
    measure = tr("Measure one with deckwright export calibrate, and save it with deckwright export printer.")
    hint = tr("Use one of: {names}.", names=near) if known else measure
    raise InputError("no-printer", tr("Unknown printer profile: {name}.", name=name), hint=hint)


def is_printer_name(name: str) -> bool:
    """Whether a name is small letters, digits and hyphens, which any shell and file name takes."""
    return _NAME.fullmatch(name) is not None and len(name) <= _LONGEST_NAME


@retried
def save_printer(database: Database, name: str, changes: Mapping[str, Any]) -> None:
    """Save a printer, or change some values of one that is saved; `changes` are fields of `Printer`.

    Raises:
        DatabaseError: it cannot be written.
    """
    with database.writing() as connection:
        known = read_printers(connection).get(name, Printer())
        offset, scale, edge = known._replace(**changes)
        connection.execute("DELETE FROM printers WHERE name = ?", (name,))
        connection.execute("INSERT INTO printers VALUES (?, ?, ?, ?, ?)", (name, *offset, scale, edge))


@retried
def remove_printer(database: Database, name: str) -> None:
    """Forget a printer.

    Raises:
        InputError: the printer is unknown.
        DatabaseError: it cannot be written.
    """
    with database.writing() as connection:
        read_printer(connection, name)
        connection.execute("DELETE FROM printers WHERE name = ?", (name,))

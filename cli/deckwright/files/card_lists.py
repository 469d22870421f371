"""Lists of cards in CSV files of a game's folder: points, bans and restrictions with their days."""

from __future__ import annotations

from datetime import date
from math import inf
from typing import TYPE_CHECKING, Any

from deckwright.errors import InputError, as_finding
from deckwright.files.spreadsheets import csv_rows
from deckwright.findings import Finding, Where
from deckwright.messages import tr
from deckwright.model.words import fold, list_names, suggest_names

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from deckwright.model.card import CardNames

COLUMNS = ("card", "value", "since", "until")
"""The columns of such a file; only the first is required, and others are ignored if they begin with #."""

_LARGEST = 1e15
"""Greater numbers are not exact."""


def read_card_list(data: bytes, file: str, names: CardNames) -> tuple[list[dict[str, Any]], list[Finding]]:
    """Read a list: its entries as `game.yaml` would write them, and what is wrong with other lines.

    Cards are written by id or name; lines without any text are skipped.
    """
    entries: list[dict[str, Any]] = []
    findings: list[Finding] = []
    try:
        rows = csv_rows(data, file)
        heads = next(rows, ([], 1))
        columns = _columns(*heads, file)
        for cells, line in rows:
            written = {
                name: cells[column].strip()
                for name, column in columns.items()
                if column < len(cells) and cells[column].strip()
            }
            if any(cell.strip() for cell in cells):
                faults = [*_beyond(cells, len(heads[0]))]
                entry = _entry(written, names, faults)
                findings += [
                    Finding("bad-list", "error", fault, where=Where(file, line, 1)) for fault in faults
                ]
                entries += [] if faults else [entry]
    except InputError as fault:
        findings.append(as_finding(fault))
    return entries, findings


def _columns(heads: Iterable[str], line: int, file: str) -> dict[str, int]:
    """The position of each column.

    Raises:
        InputError: a column is unknown or there twice, or that of the cards is missing.
    """
    columns: dict[str, int] = {}
    for position, head in enumerate(heads):
        name = fold(head)
        if not name or head.lstrip().startswith("#"):
            continue
        if name not in COLUMNS:
            message = tr("Unknown column: {name}.", name=head.strip())
            raise InputError(
                "bad-list", message, hint=suggest_names(name, [*COLUMNS]), where=Where(file, line, 1)
            )
        if name in columns:
            raise InputError(
                "bad-list", tr("The column {name} is there twice.", name=name), where=Where(file, line, 1)
            )
        columns[name] = position
    if "card" not in columns:
        message = tr("The first line must name the columns: {names}.", names=", ".join(COLUMNS))
        raise InputError("bad-list", message, where=Where(file, line, 1))
    return columns


def _beyond(cells: Sequence[str], width: int) -> Iterator[str]:
    """Find text in a cell without a column, such as after a comma in the name of a card."""
    extra = [cell.strip() for cell in cells[width:] if cell.strip()]
    if extra:
        yield tr(
            "“{text}” is in no column. Put quotes around a text that contains the separator.", text=extra[0]
        )


def _entry(written: Mapping[str, str], names: CardNames, faults: list[str]) -> dict[str, Any]:
    """An entry of the list; what is wrong with its cells is added to the faults."""
    entry: dict[str, Any] = {"card": _card(written.get("card", ""), names, faults)}
    if "value" in written:
        entry["value"] = _number(written["value"], faults)
    entry |= {key: _day(written[key], faults) for key in ("since", "until") if key in written}
    if not faults and entry.get("since", "") > entry.get("until", "9999-12-31"):
        faults.append(tr("This ends before it starts."))
    return entry


def _card(name: str, names: CardNames, faults: list[str]) -> str:
    ids_of_name = names.find(name) if name else []
    if len(ids_of_name) == 1:
        return ids_of_name[0]
    if not name:
        faults.append(tr("This line names no card."))
    elif ids_of_name:
        ids = names.told_apart(ids_of_name)
        faults.append(tr("{name} is the name of several cards. Use one of: {ids}.", name=name, ids=ids))
    else:
        near = names.nearest(name)
        message = tr("The game has no card {card}.", card=name)
        faults.append(f"{message} {tr('Did you mean {names}?', names=list_names(near))}" if near else message)
    return ""


def _number(text: str, faults: list[str]) -> float:
    """A number, whose decimals may follow a comma, as spreadsheets write it."""
    try:
        value = float(text.replace(",", "."))
    except ValueError:
        value = inf
    if not -_LARGEST <= value <= _LARGEST:
        faults.append(tr("“{text}” is not a number.", text=text))
        return 0
    return int(value) if value.is_integer() else value


def _day(text: str, faults: list[str]) -> str:
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        faults.append(tr("“{value}” is not a date such as 2026-01-31.", value=text))
        return ""

"""What a scoring pad and a reference card say, as plain values, for whoever draws them."""

from __future__ import annotations

from typing import Literal, NamedTuple


class PadRow(NamedTuple):
    """A row to write in: what it is for, and how that counts. `seats` is how many share one cell of it."""

    label: str
    note: str = ""
    icon: str = ""
    sort: Literal["part", "total", "key"] = "part"
    seats: int = 1


class Pad(NamedTuple):
    """A scoring pad: a column for each seat, those of a team beside each other.

    `teams` are the heads of these, where there are teams; `date` and `name` ask for what is to be written there, and
    `foot` is a line below.
    """

    title: str
    subtitle: str
    rows: tuple[PadRow, ...]
    seats: int
    teams: tuple[str, ...]
    date: str
    name: str
    foot: str
    language: str

    @property
    def team_size(self) -> int:
        """Count the seats of a team."""
        return self.seats // len(self.teams) if self.teams else 1


class Item(NamedTuple):
    """A line of a section: an icon, a name, what is said of it, and its numbers."""

    name: str = ""
    text: str = ""
    icon: str = ""
    values: tuple[str, ...] = ()


class Section(NamedTuple):
    """A part of a reference card under its head.

    `list` has a paragraph for each item, `grid` two columns of names, each with a number, `table` a column for each
    of `heads`; an item with one value has it for all of these.
    """

    title: str
    items: tuple[Item, ...]
    sort: Literal["list", "grid", "table"] = "list"
    heads: tuple[str, ...] = ()


class Reference(NamedTuple):
    """A reference card."""

    title: str
    subtitle: str
    sections: tuple[Section, ...]
    language: str

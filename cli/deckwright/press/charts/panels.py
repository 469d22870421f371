"""What a chart shows, as plain values, for whoever draws it or writes it as text."""

from __future__ import annotations

from typing import Literal, NamedTuple


class Bar(NamedTuple):
    """One value: what it is called, how large it is, and how that is said, `briefly` where there is little room.

    `series` counts colours from 0.
    """

    label: str
    value: float
    said: str
    series: int = 0
    briefly: str = ""


class Panel(NamedTuple):
    """Some values under a head, as `bars` that lie below each other or `columns` that stand beside each other.

    `most` is the value of a bar that fills its room. `keys` name the series, where there are several.
    """

    title: str
    note: str
    bars: tuple[Bar, ...]
    style: Literal["bars", "columns"] = "bars"
    most: float = 0.0
    keys: tuple[str, ...] = ()

    @property
    def full(self) -> float:
        """Give the value of a bar that fills its room: never 0."""
        return self.most or max((bar.value for bar in self.bars), default=0) or 1


class Chart(NamedTuple):
    """Panels under one title, in a language."""

    title: str
    subtitle: str
    panels: tuple[Panel, ...]
    language: str

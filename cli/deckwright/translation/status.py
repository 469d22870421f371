"""How far the translations of a game have come: by language, by pack of cards, by state."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from deckwright.model.translation import OWN_WORDS
from deckwright.translation.extract import by_state

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from deckwright.model.card import Card
    from deckwright.model.translation import Entry


class Count(NamedTuple):
    """Some entries counted: all, by state, those that are done, and those that say the same as the source.

    `unsure` are drafts that their translator has doubts of, `broken` texts with an icon that the game does not have.
    """

    entries: int
    states: Mapping[str, int]
    done: int
    same_as_source: int
    unsure: int = 0
    broken: int = 0

    @property
    def percent(self) -> float:
        """Give the share that is done, to a tenth, and never rounded up: 100 are all."""
        return self.done * 1000 // self.entries / 10 if self.entries else 100.0


class Status(NamedTuple):
    """A language of a game: its packs by name, all of them together, and the stale entries."""

    language: str
    packs: Mapping[str, Count]
    whole: Count
    stale: tuple[Entry, ...]


def status(language: str, entries: Sequence[Entry], cards: Mapping[str, Card]) -> Status:
    """Count the entries of a language."""
    packs: dict[str, list[Entry]] = {}
    for entry in entries:
        packs.setdefault(pack_of(entry, cards), []).append(entry)
    counts = {name: _count(own) for name, own in packs.items()}
    return Status(language, counts, _count(entries), tuple(one for one in entries if one.state == "stale"))


def pack_of(entry: Entry, cards: Mapping[str, Card]) -> str:
    """Name the pack of an entry: the file its card stands in, or else the card's kind."""
    if not entry.card:
        return OWN_WORDS
    file = entry.place.rpartition(":")[0].rpartition("/")[2]
    return file.removesuffix(".yaml") or cards[entry.card].kind


def _count(entries: Iterable[Entry]) -> Count:
    entries = tuple(entries)
    same = sum(entry.text == entry.source for entry in entries)
    done, unsure = sum(entry.is_done for entry in entries), sum(entry.unsure for entry in entries)
    broken = sum(entry.broken for entry in entries)
    return Count(len(entries), by_state(entries), done, same, unsure, broken)

"""How far the translations of a game have come, by language, pack and state; and what has changed in a text."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Literal, NamedTuple

from deckwright.model.translation import GAME_PACK, STATES

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from deckwright.model.card import Card
    from deckwright.model.translation import Message


class MessageCounts(NamedTuple):
    """Counts of messages: all, by state, those that are done, and those that equal their source.

    `unsure` counts drafts that their translator is unsure of, `broken` texts with an icon that the game does not have.
    """

    entries: int
    states: Mapping[str, int]
    done: int
    same_as_source: int
    unsure: int = 0
    broken: int = 0

    @property
    def percent(self) -> float:
        """Share that is done, to a tenth and never rounded up: 100 means all."""
        return self.done * 1000 // self.entries / 10 if self.entries else 100.0


class LanguageStatus(NamedTuple):
    """A language of a game: the counts of its packs by name and of all together, and its stale messages."""

    language: str
    packs: Mapping[str, MessageCounts]
    whole: MessageCounts
    stale: tuple[Message, ...]


def language_status(language: str, entries: Sequence[Message], cards: Mapping[str, Card]) -> LanguageStatus:
    """Count the messages of a language."""
    packs: dict[str, list[Message]] = {}
    for entry in entries:
        packs.setdefault(pack_of(entry, cards), []).append(entry)
    counts = {name: _count(own) for name, own in packs.items()}
    return LanguageStatus(
        language, counts, _count(entries), tuple(one for one in entries if one.state == "stale")
    )


def pack_of(entry: Message, cards: Mapping[str, Card]) -> str:
    """Pack of a message: the file of its card, or else the card’s kind."""
    if not entry.card:
        return GAME_PACK
    file = entry.place.rpartition(":")[0].rpartition("/")[2]
    return file.removesuffix(".yaml") or cards[entry.card].kind


def _count(entries: Iterable[Message]) -> MessageCounts:
    entries = tuple(entries)
    same = sum(entry.text == entry.source for entry in entries)
    done, unsure = sum(entry.is_done for entry in entries), sum(entry.unsure for entry in entries)
    broken = sum(entry.broken for entry in entries)
    return MessageCounts(len(entries), count_states(entries), done, same, unsure, broken)


_WORD = re.compile(r"\w+|\s+|[^\w\s]")


class DiffPart(NamedTuple):
    """A stretch of text that both have (`same`), or only the `old` or the `new` one."""

    sort: Literal["same", "old", "new"]
    text: str


def word_diff(old: str, new: str) -> Iterator[DiffPart]:
    """Yield the parts of two texts in order; old words come before those that replace them."""
    before, after = _WORD.findall(old), _WORD.findall(new)
    for sort, start, end, first, last in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if sort == "equal":
            yield DiffPart("same", "".join(before[start:end]))
            continue
        if start < end:
            yield DiffPart("old", "".join(before[start:end]))
        if first < last:
            yield DiffPart("new", "".join(after[first:last]))


def in_states(entries: Iterable[Message], states: Collection[str]) -> list[Message]:
    """Messages in some states; unsure ones are drafts."""
    return [entry for entry in entries if entry.state in states]


def count_states(entries: Iterable[Message]) -> dict[str, int]:
    """Numbers of messages by state."""
    counts = dict.fromkeys(STATES, 0)
    for entry in entries:
        counts[entry.state] += 1
    return counts

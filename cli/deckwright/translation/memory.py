"""The translation memory: what was translated before, found again for texts that are the same or alike."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from deckwright.translation.tokens import adapted, skeleton

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

EXACT = 100
"""The likeness of two texts that are the same, in per cent."""

_MOST = 5
"""How many texts that are alike are looked at: the best may have icons that do not go over."""

_RANKS = {"reviewed": 0, "draft": 1}


class Known(NamedTuple):
    """A text and its translation, as some game has them; `sort` is `name`, `text`, …, or `kind` for a label."""

    source: str
    text: str
    state: str
    game: str
    context: str

    @property
    def sort(self) -> str:
        """Give the sort of text it is."""
        return sort_of(self.context)


class Match(NamedTuple):
    """What the memory knows for a text: its translation, how like the sources are in per cent, and from where.

    `others` are different translations of the very same text, which are as good.
    """

    text: str
    score: int
    known: Known
    others: tuple[str, ...] = ()


def sort_of(context: str) -> str:
    """Give the sort of text that a context stands for: `krol.name` is a `name`, `kind:tool` a `kind`."""
    section, colon, _ = context.partition(":")
    return section if colon else context.rpartition(".")[2]


class _Alike:
    """Texts of one sort, by their skeletons: those of about the same length stand together."""

    def __init__(self, skeletons: Iterable[str]) -> None:
        self._texts = sorted(skeletons, key=len)
        self._lengths = [len(text) for text in self._texts]

    def find(self, wanted: str, at_least: int) -> Sequence[tuple[str, float, int]]:
        """Give what is at least so alike, best first. Texts of other lengths cannot be."""
        from rapidfuzz import fuzz, process  # a memory in which all is found exactly never pays for it

        share = at_least / (2 * EXACT - at_least)
        first = bisect_left(self._lengths, len(wanted) * share)
        last = bisect_right(self._lengths, len(wanted) / share)
        return process.extract(
            wanted, self._texts[first:last], scorer=fuzz.ratio, score_cutoff=at_least, limit=_MOST
        )


class Memory:
    """Everything that was translated from one language into another."""

    def __init__(self, known: Iterable[Known]) -> None:
        self._by_source: defaultdict[str, list[Known]] = defaultdict(list)
        self._by_skeleton: defaultdict[tuple[str, str], list[Known]] = defaultdict(list)
        for one in known:
            self._by_source[_key(one.source)].append(one)
            self._by_skeleton[one.sort, skeleton(one.source)].append(one)
        self._alike: dict[str, _Alike] = {}

    def find(self, source: str, context: str, game: str, at_least: int = 75) -> Match | None:
        """Give the best translation known for the text of a context of a game, none of its own; None if there is none.

        The same text is found whatever it is of. One that is only alike, by `at_least` per cent, must be of the
        same sort: names are not like rules. Its icons and numbers are those of `source`.
        """
        same = [one for one in self._by_source.get(_key(source), ()) if _is_other(one, context, game)]
        if same:
            return _best_of_same(same, sort_of(context), game)
        return next(self._matches(source, context, game, at_least), None) if at_least < EXACT else None

    def _matches(self, source: str, context: str, game: str, at_least: int) -> Iterator[Match]:
        sort, wanted = sort_of(context), skeleton(source)
        for found, score, _ in self._of(sort).find(wanted, at_least) if wanted else ():
            for one in sorted(self._by_skeleton[sort, found], key=lambda known: _rank(known, sort, game)):
                text = adapted(one.text, one.source, source)
                if text is not None and _is_other(one, context, game):
                    yield Match(text, min(int(score), EXACT - 1), one)

    def _of(self, sort: str) -> _Alike:
        if sort not in self._alike:
            self._alike[sort] = _Alike(key[1] for key in self._by_skeleton if key[0] == sort)
        return self._alike[sort]


def _key(source: str) -> str:
    return " ".join(source.split())


def _is_other(known: Known, context: str, game: str) -> bool:
    return (known.context, known.game) != (context, game)


def _rank(known: Known, sort: str, game: str) -> tuple[bool, int, bool]:
    """Give the order in which translations of one text are trusted, the best least."""
    return known.sort != sort, _RANKS.get(known.state, len(_RANKS)), known.game != game


def _best_of_same(same: Sequence[Known], sort: str, game: str) -> Match:
    best = min(same, key=lambda known: _rank(known, sort, game))
    equals = [one.text for one in same if _rank(one, sort, game) == _rank(best, sort, game)]
    return Match(best.text, EXACT, best, tuple(text for text in dict.fromkeys(equals) if text != best.text))

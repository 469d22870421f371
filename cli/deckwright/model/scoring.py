"""How a game is scored in one mode: what seats hold, what is counted of it, and what decides who wins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, cast

from deckwright.model.grid import Grid, read_grid
from deckwright.model.rule import Rule, Test, read_rule

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deckwright.model.game import Game
    from deckwright.model.rule import Matcher

Shape = Literal["cards", "sets", "placed", "shared", "aside"]

Sort = Literal["zone", "joins", "least", "add", "table"]
SORTS: tuple[Sort, ...] = ("zone", "joins", "least", "add", "table")
"""The keys of a count that tell what sort of count it is."""

POINTS = "points"
"""The count that is all parts added up; games cannot name another one so."""


class Zone(NamedTuple):
    """A key of a score file: which cards it holds, and in what shape. `forms` are what a set may be.

    `allows_excess` says that shared cards may have more tokens than they need.
    """

    id: str
    shape: Shape
    of: Test | None
    is_limited: bool
    forms: tuple[tuple[Rule, ...], ...]
    pools: Mapping[str, str]
    allows_excess: bool = False

    @property
    def is_common(self) -> bool:
        """Whether it belongs to the whole table rather than to each seat."""
        return self.shape in {"shared", "aside"}


class Count(NamedTuple):
    """A number that is counted for a seat; `entry` is what the game says of it."""

    id: str
    sort: Sort
    entry: Mapping[str, Any]
    zones: tuple[str, ...] = ()
    of: Test | None = None


class Key(NamedTuple):
    """What decides who wins: a count or the points, and what of it counts for a team. `id` is for results."""

    id: str
    by: str
    of: Literal["least", "most", "total"] = "total"


class Award(NamedTuple):
    """A card that goes to whoever has the fewest of a count; `stands_for` finds those a file may list for it."""

    card: str
    zone: str
    fewest: str
    stands_for: Test | None
    cite: str


class Claim(NamedTuple):
    """What a seat must have of a count to hold a card: the number in its field `min`.

    `team` finds the cards that a whole team has, whose counts are added up; `always` those that are in every game.
    Where `same` names a field, the cards are spares instead: each stands for a card of another claim with the same
    number there, which somebody else has too.
    """

    of: Test
    counted: str
    min: str
    team: Test | None
    always: Test | None
    cite: str
    same: str = ""


@dataclass(frozen=True, slots=True)
class Scoring:
    """How a game is scored in one mode. `team_size` is 1 where each seat plays alone."""

    zones: Mapping[str, Zone]
    rules: tuple[Rule, ...]
    together: tuple[Rule, ...]
    counts: Mapping[str, Count]
    parts: tuple[str, ...]
    order: tuple[Key, ...]
    team_size: int
    awards: tuple[Award, ...]
    claims: tuple[Claim, ...]
    grid: Grid | None
    cite: str = ""

    def is_tally(self, name: str) -> bool:
        """Tell whether a count counts things, and so is a whole number and not below 0."""
        count = self.counts[name]
        if count.sort == "zone":
            measure = count.entry.get("measure", "cards")
            return isinstance(measure, str) or "groups" in measure
        if count.sort == "add":
            return all(
                self.is_tally(part) and times >= 0 and times == int(times)
                for part, times in count.entry["add"].items()
            )
        return count.sort == "joins" or (
            count.sort == "least" and all(self.is_tally(part) for part in count.entry["least"])
        )

    @property
    def on_the_pad(self) -> list[str]:
        """List the counts that a scoring pad can hold: the parts, and what decides a tie."""
        return list(dict.fromkeys([*self.parts, *(key.by for key in self.order if key.by != POINTS)]))


def read_scoring(game: Game, mode: str, matcher: Matcher) -> Scoring:
    """Read the scoring of a validated game that has one, in one of its modes."""
    entry: Mapping[str, Any] = game.definition["scoring"]
    own = {**entry, **entry.get("modes", {}).get(mode, {})}
    return Scoring(
        zones={name: _zone(name, zone, mode, matcher) for name, zone in entry["zones"].items()},
        rules=_rules(entry.get("rules", ()), mode, matcher),
        together=_rules(entry.get("together", ()), mode, matcher),
        counts={name: _count(name, count, matcher) for name, count in entry["counts"].items()},
        parts=tuple(entry["parts"]),
        order=tuple(map(_key, own.get("order", [{"by": POINTS}]))),
        team_size=own.get("teams", 1),
        awards=tuple(_award(award, matcher) for award in entry.get("awards", ())),
        claims=tuple(_claim(claim, matcher) for claim in entry.get("claims", ())),
        grid=read_grid(game.definition),
        cite=own.get("cite", ""),
    )


def _zone(name: str, entry: Mapping[str, Any], mode: str, matcher: Matcher) -> Zone:
    return Zone(
        id=name,
        shape=cast("Shape", entry["shape"]),
        of=matcher(entry["of"]) if "of" in entry else None,
        is_limited=not entry.get("unlimited", False),
        forms=tuple(_rules(form, mode, matcher) for form in entry.get("forms", ())),
        pools=entry.get("pools", {}),
        allows_excess=entry.get("excess", False),
    )


def _rules(entries: Any, mode: str, matcher: Matcher) -> tuple[Rule, ...]:
    """Read the rules that hold in a mode."""
    return tuple(read_rule(rule, matcher) for rule in entries if mode in rule.get("modes", [mode]))


def _count(name: str, entry: Mapping[str, Any], matcher: Matcher) -> Count:
    zone = entry.get("zone", ())
    return Count(
        id=name,
        sort=next(sort for sort in SORTS if sort in entry),
        entry=entry,
        zones=(zone,) if isinstance(zone, str) else tuple(zone),
        of=matcher(entry["of"]) if "of" in entry else None,
    )


def _key(entry: Mapping[str, Any]) -> Key:
    return Key(entry.get("id", entry["by"]), entry["by"], entry.get("of", "total"))


def _award(entry: Mapping[str, Any], matcher: Matcher) -> Award:
    stands_for = matcher(entry["of"]) if "of" in entry else None
    return Award(entry["card"], entry["zone"], entry["fewest"], stands_for, entry.get("cite", ""))


def _claim(entry: Mapping[str, Any], matcher: Matcher) -> Claim:
    team = matcher(entry["team"]) if "team" in entry else None
    always = matcher(entry["always"]) if "always" in entry else None
    return Claim(
        of=matcher(entry["of"]),
        counted=entry.get("count", ""),
        min=entry.get("min", ""),
        team=team,
        always=always,
        cite=entry.get("cite", ""),
        same=entry.get("same", ""),
    )

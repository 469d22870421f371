"""How a game is scored in one mode, what a score file says, and checks of the definition that the schema cannot express."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from dataclasses import field as attribute
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, cast

from deckwright.messages import tr
from deckwright.model.game import PathFinding, rule_lists_in
from deckwright.model.measures import mentions
from deckwright.model.rule import CardTest, Rule, RuleReader
from deckwright.model.rule_checks import check_rule, known_names
from deckwright.model.score_counts import (
    COUNT_METHODS,
    POINTS,
    Count,
    CountLimits,
    method_names,
    read_count,
    written_method,
)
from deckwright.model.score_zones import ScoreZone, read_grid
from deckwright.model.words import in_loops, suggest_names

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from deckwright.findings import Where
    from deckwright.model.card import DeckEntry
    from deckwright.model.game import Game, Path, Section
    from deckwright.model.measures import Mention
    from deckwright.model.rule import Matcher
    from deckwright.model.score_zones import Grid, Shape
    from deckwright.model.setup import Supply


# A score file whose cards are known: what each seat has, and where in the file.


class TilePosition(NamedTuple):
    """A tile and its place: the cell of its top left corner, to the right and down; `turn` is in degrees."""

    card: str
    x: int
    y: int
    turn: int
    where: Where | None = None


@dataclass(frozen=True, slots=True)
class SharedCard:
    """A card that seats put tokens on: who completed it, the tokens by seat and pool, who filled each pool.

    `filled` holds only what the file says itself.
    """

    zone: str
    card: str
    by: str
    tokens: Mapping[str, Mapping[str, int]]
    filled: Mapping[str, str] = attribute(default_factory=dict)
    where: Where | None = None

    @property
    def there(self) -> Counter[str]:
        """Tokens of each pool, of all seats together."""
        totals: Counter[str] = Counter()
        for tokens in self.tokens.values():
            totals.update(tokens)
        return totals


@dataclass(frozen=True, slots=True)
class Seat:
    """What one seat has. `entries` are all its cards by zone, also those of sets, tiles and shared cards.

    `pad` has the numbers of its score pad instead of cards; None where it has cards. `is_read` means that
    everything in the file about the seat could be read.
    """

    name: str
    entries: tuple[DeckEntry, ...] = ()
    sets: Mapping[str, tuple[tuple[DeckEntry, ...], ...]] = attribute(default_factory=dict)
    placed: Mapping[str, tuple[TilePosition, ...]] = attribute(default_factory=dict)
    pad: Mapping[str, float] | None = None
    team: str = ""
    is_read: bool = True
    where: Where | None = None


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """A whole score file. `mode` is '' in a game that has no modes; `wheres` are the locations of its parts.

    `aside` are the cards that the table did without, as far as the file lists them; `settings` those of the game that
    the table agreed on.
    """

    source: str
    game: str
    mode: str
    seats: tuple[Seat, ...]
    shared: tuple[SharedCard, ...] = ()
    locations: Mapping[tuple[str | int, ...], Where] = attribute(default_factory=dict)
    aside: tuple[DeckEntry, ...] = ()
    settings: Mapping[str, str | int] = attribute(default_factory=dict)

    def where(self, *path: str | int) -> Where | None:
        """Location of a part of the file, or of the nearest known part above it."""
        return self.locations.get(path) or (self.where(*path[:-1]) if path else None)


# How a game is scored in one mode: what seats have, what is counted, and what decides who wins.


class RankingKey(NamedTuple):
    """What decides who wins: a count or the points, and what of it counts for a team. `id` is for results."""

    id: str
    by: str
    of: Literal["least", "most", "total"] = "total"


class Award(NamedTuple):
    """A card for the seat with the lowest count; `stands_for` finds cards that a file may list for it."""

    card: str
    zone: str
    fewest: str
    stands_for: CardTest | None
    cite: str


class Claim(NamedTuple):
    """Count that a seat must reach to have a card: the number in its field `min`.

    `team` finds the cards that a whole team has, whose counts are added up; `always` those that are in every game.
    Where `same` names a field, the cards are spares instead: each replaces a card of another claim with the same
    number there, which somebody else has too.
    """

    of: CardTest
    counted: str
    min: str
    team: CardTest | None
    always: CardTest | None
    cite: str
    same: str = ""


@dataclass(frozen=True, slots=True)
class Scoring:
    """How a game is scored in one mode. `team_size` is 1 where each seat plays alone."""

    zones: Mapping[str, ScoreZone]
    rules: tuple[Rule, ...]
    together: tuple[Rule, ...]
    counts: Mapping[str, Count]
    parts: tuple[str, ...]
    order: tuple[RankingKey, ...]
    team_size: int
    awards: tuple[Award, ...]
    claims: tuple[Claim, ...]
    grid: Grid | None
    cite: str = ""

    @property
    def on_the_pad(self) -> list[str]:
        """The counts on a score pad: the parts of the score and the tie-breakers."""
        return list(dict.fromkeys([*self.parts, *(key.by for key in self.order if key.by != POINTS)]))

    def limits(self, supply: Supply) -> CountLimits:
        """Limits of its counts with the cards that a table plays with."""
        return CountLimits(self.counts, self.zones, self.rules, self.grid, supply)


def read_scoring(game: Game, mode: str, matcher: Matcher) -> Scoring:
    """Read the scoring of a validated game that has one, in one of its modes."""
    entry: Mapping[str, Any] = game.definition["scoring"]
    in_mode = {**entry, **entry.get("modes", {}).get(mode, {})}
    return Scoring(
        zones={name: _zone(name, zone, mode, matcher) for name, zone in entry["zones"].items()},
        rules=_rules(entry.get("rules", ()), mode, matcher),
        together=_rules(entry.get("together", ()), mode, matcher),
        counts={
            name: read_count(name, count, matcher(count["of"]) if "of" in count else None)
            for name, count in entry["counts"].items()
        },
        parts=tuple(entry["parts"]),
        order=tuple(map(_key, in_mode.get("order", [{"by": POINTS}]))),
        team_size=in_mode.get("teams", 1),
        awards=tuple(_award(award, matcher) for award in entry.get("awards", ())),
        claims=tuple(_claim(claim, matcher) for claim in entry.get("claims", ())),
        grid=read_grid(game.definition),
        cite=in_mode.get("cite", ""),
    )


def _zone(name: str, entry: Mapping[str, Any], mode: str, matcher: Matcher) -> ScoreZone:
    return ScoreZone(
        id=name,
        shape=cast("Shape", entry["shape"]),
        of=matcher(entry["of"]) if "of" in entry else None,
        is_limited=not entry.get("unlimited", False),
        forms=tuple(_rules(form, mode, matcher) for form in entry.get("forms", ())),
        pools=entry.get("pools", {}),
        allows_excess=entry.get("excess", False),
    )


def _rules(entries: Any, mode: str, matcher: Matcher) -> tuple[Rule, ...]:
    """Read the rules that apply in a mode."""
    return tuple(RuleReader(matcher).rule(rule) for rule in entries if mode in rule.get("modes", [mode]))


def _key(entry: Mapping[str, Any]) -> RankingKey:
    return RankingKey(entry.get("id", entry["by"]), entry["by"], entry.get("of", "total"))


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


# Checks of a game's scoring that the schema cannot express: unknown names and circular counts.


def check_scoring(definition: Section) -> Iterator[PathFinding]:
    """Find everything that is inconsistent in the scoring of a game."""
    if "scoring" in definition:
        yield from _counts(definition)
        yield from _claims(definition["scoring"])
        for path, rules in rule_lists_in(definition["scoring"]):
            zones = [] if "forms" in path else list(definition["scoring"]["zones"])
            for number, rule in enumerate(rules):
                yield from check_rule((*path, number), rule, {"zones": zones, "rules": rules}, definition)
        yield from _circles(definition["scoring"]["counts"])


def _unknown(path: Path, name: str, names: Iterable[str]) -> Iterator[PathFinding]:
    """Find a name that is not one of those known."""
    listed = list(names)
    if name not in listed:
        message = tr("Unknown name: “{name}”.", name=name)
        yield PathFinding(path, f"{message} {suggest_names(name, listed)}")


def _counts(definition: Section) -> Iterator[PathFinding]:
    """Find flaws of counts, and parts of the points that players see without a name."""
    counts = definition["scoring"]["counts"]
    for name, entry in counts.items():
        path = ("scoring", "counts", name)
        if name == POINTS:
            yield PathFinding(
                path, tr("“{name}” is the total of all parts: use another name for this count.", name=name)
            )
        yield from _count_flaws(path, entry, definition)
    for number, part in enumerate(definition["scoring"]["parts"]):
        if part in counts and "name" not in counts[part]:
            message = tr("“{name}” is shown to players: add a “name”.", name=part)
            yield PathFinding(("scoring", "parts", number), message)


def _claims(scoring: Section) -> Iterator[PathFinding]:
    """Find claims with keys that contradict each other."""
    for number, claim in enumerate(scoring.get("claims", ())):
        others = [key for key in ("count", "min", "team", "always") if key in claim and "same" in claim]
        if others:
            message = tr("These keys cannot be used together: {names}.", names=", ".join(["same", *others]))
            yield PathFinding(("scoring", "claims", number, "same"), message)


def _count_flaws(path: Path, entry: Section, definition: Section) -> Iterator[PathFinding]:
    keys = [key for key in ("zone", *method_names(of_zone=False)) if key in entry]
    if len(keys) > 1:
        yield PathFinding(path, tr("A count takes only one of these keys: {names}.", names=", ".join(keys)))
    method = COUNT_METHODS[written_method(entry).id]
    for mention in _mentions(entry):
        mention_path = (*path, "measure", mention.key) if method.of_zone else (*path, mention.key)
        yield from _unknown(mention_path, mention.name, known_names(mention.names, definition))


def _mentions(entry: Section) -> list[Mention]:
    written = written_method(entry)
    return mentions(COUNT_METHODS[written.id].arguments, written.arguments)


def _circles(counts: Section) -> Iterator[PathFinding]:
    """Find counts that use themselves."""
    uses = {
        name: [mention.name for mention in _mentions(entry) if mention.names.startswith("count")]
        for name, entry in counts.items()
    }
    for name in in_loops(uses):
        message = tr("The count “{name}” depends on itself.", name=name)
        yield PathFinding(("scoring", "counts", name), message)

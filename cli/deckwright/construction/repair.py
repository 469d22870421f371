"""The legal deck that is nearest to a deck: the one with the fewest copies removed and added.

A legal deck that follows the findings is found first. Then a solver looks for nearer ones: the rules are conditions on the numbers
of copies, and what cannot be said in these is checked in each deck that it finds. Rules that compare cards with reference cards, such as a leader, are
conditions as long as these are the same, so the solver looks at the decks with each choice of them in turn.
"""

from __future__ import annotations

from collections import defaultdict
from math import inf
from typing import TYPE_CHECKING, NamedTuple

from deckwright.construction.deck_checker import DeckChecker, Verdict, choose_players
from deckwright.construction.linear import Solution, at_most, total
from deckwright.construction.repair_model import DeckModel, parts_of
from deckwright.construction.repair_steps import FindingsFollower, NearbyDecks, Slot, distance
from deckwright.files.decks import MOST_COPIES
from deckwright.model.measures import read_values
from deckwright.model.query.matching import Refers, words_of
from deckwright.model.rule import CardTest, Term

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence

    from deckwright.construction.deck_checker import CheckContext
    from deckwright.construction.linear import Linear
    from deckwright.construction.repair_steps import Edits
    from deckwright.model.card import Card, Deck, DeckEntry
    from deckwright.model.game import Game
    from deckwright.model.rule import Rule


EFFORT = 7_000
"""How much the solver does: a unit takes about a millisecond."""


class Change(NamedTuple):
    """Copies of a card that were added to a zone of a deck, or removed from it if `copies` is below 0."""

    card: str
    zone: str
    copies: int


class Repaired(NamedTuple):
    """Result of a repair: a legal deck and its changes, or the same deck if no legal one was found.

    Every legal deck has at least `least` changes, unless `is_impossible`: then it is proved that there is none.
    `verdict` is the check of `deck`.
    """

    deck: Deck
    changes: tuple[Change, ...]
    least: int
    is_impossible: bool
    verdict: Verdict

    @property
    def legal(self) -> bool:
        """Whether the deck is legal."""
        return self.verdict.legal

    @property
    def changed(self) -> int:
        """How many copies were removed and added."""
        return sum(abs(change.copies) for change in self.changes)

    @property
    def nearest(self) -> bool:
        """Whether the deck is legal and no legal deck has fewer changes."""
        return self.legal and self.changed <= self.least


def repair(
    deck: Deck, game: Game, cards: Mapping[str, Card], context: CheckContext, effort: int = EFFORT
) -> Repaired:
    """Find the legal deck with the fewest copies removed and added, for the format that a check would use.

    First, one that follows the findings is found. As long as `effort` lasts, nearer ones are searched for with
    the solver HiGHS. The same deck has the same result each time.
    """
    checker = DeckChecker(game, cards, context)
    rules_on_day = checker.rules_for(deck)
    players = choose_players(deck, rules_on_day.format, context.players)
    entries = [entry for entry in deck.entries if entry.zone in rules_on_day.format.zones]
    decks = NearbyDecks(rules_on_day, players, entries, [*cards])
    search = _Search(decks, FindingsFollower(decks).legal_edits(), effort)
    search.run()
    result = deck
    changes: tuple[Change, ...] = ()
    if search.best is not None:
        changed = tuple(decks.edited(search.best))
        result = deck._replace(
            format=rules_on_day.format.id, players=players, entries=changed, source="", locations={}
        )
        changes = _changes(deck.entries, changed)
    in_other_zones = deck.size - sum(entry.copies for entry in entries)
    is_impossible = search.least == inf
    least = 0 if is_impossible else int(search.least) + in_other_zones
    return Repaired(result, changes, least, is_impossible, checker.check(result))


def _changes(before: Iterable[DeckEntry], after: Iterable[DeckEntry]) -> tuple[Change, ...]:
    """What was removed and added in each zone; entries of one card with different facts are not told apart."""
    copies: dict[tuple[str, str, object], int] = defaultdict(int)
    for entries, sign in ((before, -1), (after, 1)):
        for entry in entries:
            copies[entry.zone, entry.card, entry.fields] += sign * entry.copies
    changes = [Change(card, zone, number) for (zone, card, _), number in copies.items() if number]
    return tuple(sorted(changes, key=lambda change: change.copies > 0))


class Candidates(NamedTuple):
    """Cards that can be a reference and have the same values wherever rules read them, as far as decks have room for them."""

    reference: str
    card: Card
    slots: tuple[Slot, ...]


World = frozenset[int]
"""The candidates of which a deck has any, by their numbers."""


class _Search:
    """The search for legal decks that are nearer than the first one.

    `best` are the edits of the nearest so far, and `least` is how many changes each legal deck has at least.
    """

    def __init__(self, decks: NearbyDecks, first: Edits | None, effort: int) -> None:
        self.best = first
        self.least: float = 0 if first == {} else 1
        self._decks = decks
        self._effort = effort
        self._rules = [rule for rule in decks.rules_on_day.rules if rule.severity == "error"]
        self._read = {
            (part.reference, part.other) if isinstance(part, Refers) else (part.of, part.field)
            for part in parts_of(tuple(self._rules))
            if isinstance(part, Refers) or (isinstance(part, Term) and part.field)
        }
        self._references = {name for name, _ in self._read} & decks.rules_on_day.format.references.keys()
        self._modelled_cards = {entry.card for entry in decks.entries}

    def run(self) -> None:
        """Search until the nearest deck is found, or the effort is used up."""
        if self._reached <= self.least or self._effort <= 0:
            return
        room = MOST_COPIES if self.best is None else distance(self.best) - 1
        master = DeckModel(self._decks, room)
        self._require_nearer(master)
        self._require(master, [rule for rule in self._rules if not self._is_of_references(rule)])
        if self._references:
            self._search_worlds(master)
        else:
            self._prove([self._solve_legal(master)])

    def _search_worlds(self, master: DeckModel) -> None:
        """Look at the world of the deck, at those with another reference, and then at all others that may have a nearer deck."""
        candidates = [*self._candidates()]
        here = [master.model.reaches(master.size(each.slots), 1) for each in candidates]
        world = frozenset(
            number for number, each in enumerate(candidates) if self._decks.start.keys() & {*each.slots}
        )
        self._prove([self._solve(master).least])
        worlds = [world]
        for number, each in enumerate(candidates):
            same = {other for other in world if candidates[other].reference != each.reference}
            worlds.append(frozenset({*same, number}))
        bounds = list[float]()
        for world in self._worlds(master, worlds, here, bounds):
            reached = self._reached
            bounds.append(self._solve_legal(self._in_world(master, candidates, world)))
            if self._reached < reached:
                self._require_nearer(master)
            others = (1 - is_here if number in world else is_here for number, is_here in enumerate(here))
            master.model.require(at_most(1, total(others)))
        self._prove(bounds)

    def _worlds(
        self, master: DeckModel, first: Iterable[World], here: Sequence[Linear], bounds: list[float]
    ) -> Iterator[World]:
        """Yield worlds that may have a nearer deck: the first ones, and those that the solver finds, until `bounds` has that of all others."""
        for world in dict.fromkeys(first):
            if self._reached <= self.least:
                return
            yield world
        while (solution := self._solve(master)).values is not None:
            yield frozenset(number for number, is_here in enumerate(here) if is_here.value(solution.values))
        bounds.append(solution.least)

    def _prove(self, bounds: Iterable[float]) -> None:
        """Take over what is proved: each legal deck is at least as far as the nearest of these bounds, or of the best deck."""
        self.least = max(self.least, min([*bounds, self._reached]))

    @property
    def _reached(self) -> float:
        return inf if self.best is None else distance(self.best)

    def _require_nearer(self, model: DeckModel) -> None:
        if self.best is not None:
            model.model.limit_cost(distance(self.best) - 1)

    def _is_of_references(self, rule: Rule) -> bool:
        return any(
            not self._references.isdisjoint(part.mentions if isinstance(part, CardTest) else {part.of})
            for part in parts_of((rule, *(other for other in self._rules if rule.id in other.replaces)))
            if isinstance(part, CardTest | Term)
        )

    def _require(self, model: DeckModel, rules: Iterable[Rule]) -> None:
        model.require(rules, frozenset(self._modelled_cards))

    def _candidates(self) -> Iterator[Candidates]:
        """Yield the cards that can be references, those with the same values together."""
        decks = self._decks
        for name in sorted(self._references):
            count = decks.rules_on_day.format.references[name].counted
            is_found = decks.rules_on_day.pool.finds(count.over, {}) if count.over else None
            fields = sorted(field for reference, field in self._read if reference == name)
            alike: dict[Hashable, list[int]] = defaultdict(list)
            for number, card in enumerate(decks.cards):
                if is_found is None or is_found[id(card)]:
                    values = ((read_values(card, field), *words_of(card, field)) for field in fields)
                    alike[tuple(values)].append(number)
            for numbers in alike.values():
                slots = (Slot(zone, number) for zone in count.zones for number in numbers)
                yield Candidates(name, decks.cards[numbers[0]], tuple(slots))

    def _in_world(self, master: DeckModel, candidates: Sequence[Candidates], world: World) -> DeckModel:
        """The decks that have just these candidates."""
        references: dict[str, list[Card]] = {name: [] for name in self._decks.rules_on_day.format.references}
        for number in world:
            references[candidates[number].reference].append(candidates[number].card)
        model = master.of_references({name: tuple(cards) for name, cards in references.items()})
        for number, each in enumerate(candidates):
            copies = model.size(each.slots)
            model.model.require(at_most(1, copies) if number in world else at_most(copies, 0))
        self._require(model, filter(self._is_of_references, self._rules))
        return model

    def _solve_legal(self, model: DeckModel) -> float:
        """Find the nearest legal deck of a model, if one is nearer than the best; how many changes such a deck has at least.

        Where there are other references to look at, half of the effort is left for those.
        """
        last_effort = self._effort // 2 if self._references else 0
        while True:
            solution = self._solve(model)
            if solution.values is None:
                return solution.least
            edits = model.edits(solution.values)
            violations = self._decks.violations(self._decks.contents(edits))
            if not violations:
                self.best = edits
                return solution.least
            if self._effort < last_effort:
                return solution.least
            cards = {card.id for violation in violations for card in violation.cards}
            if cards <= self._modelled_cards:
                model.exclude(solution.values)
            else:
                self._modelled_cards |= cards
                self._require(model, [violation.rule for violation in violations])

    def _solve(self, model: DeckModel) -> Solution:
        if self._effort <= 0:
            return Solution(None, 0, 0)
        solution = model.model.solve(self._effort)
        self._effort -= solution.effort
        return solution

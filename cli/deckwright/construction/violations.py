"""Broken construction rules: found for each rule of a format, and put into words with what to change."""

from __future__ import annotations

from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from deckwright.messages import tr
from deckwright.model.card import copies_by_card
from deckwright.model.card_names import distinct_names
from deckwright.model.measures import exact_sum, plain, read_number, read_values, size
from deckwright.model.query.matching import text_of
from deckwright.model.rule import BANNED, POOL, RESTRICTED
from deckwright.model.words import list_names

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from deckwright.model.card import Card, Deck, DeckEntry
    from deckwright.model.game import Game
    from deckwright.model.measures import Contribution, Copies, Measurement
    from deckwright.model.query.matching import Value
    from deckwright.model.rule import Bound, Rule


# Messages of violated rules: the rule in one sentence, what was found, and how to fix it.

_MOST_NAMED = 3


class Wording:
    """Messages for violations of one format, with card names in the user's language."""

    def __init__(
        self, game: Game, format_name: str, deck: Deck, cards: Mapping[str, Card], language: str
    ) -> None:
        self._game = game
        self._format = format_name
        self._deck = deck
        self._cards = cards
        self._language = language

    def message(self, violation: Violation) -> str:
        """The rule, what is in the deck, and what to do, in a few sentences."""
        written = self._game.label(f"format:{self._format}.{violation.rule.id}", self._language)
        limit = _limit(violation) if written and _has_variable_limit(violation.rule) else ""
        sentences = (
            written or _rule(violation, self._format),
            limit,
            self._found(violation),
            self._counted(violation),
        )
        return " ".join(filter(None, sentences))

    def _found(self, violation: Violation) -> str:
        """What is in the deck and how to fix it."""
        rule = violation.rule
        sentence = rule.measure.too_many if violation.excess > 0 else rule.measure.too_few
        return sentence(
            {
                "found": violation.found,
                "limit": violation.limit,
                "excess": violation.excess,
                "missing": -violation.excess,
                "cards": self._names(violation.cards),
                "wanted": self._wanted(violation),
                "field": self._game.label(f"field:{rule.reads}", self._language) or rule.reads,
            }
        )

    def _counted(self, violation: Violation) -> str:
        """The cards that add to what was found, if the rule is about some cards and its sentence does not name them."""
        rule, counted = violation.rule, violation.contributions
        if not counted or (len(counted) == 1 if rule.measure.per_card else rule.over is None):
            return ""
        listed = (
            rule.measure.contribution.format(
                name=self.name(one.card), copies=one.copies, amount=self._amount(rule.reads, one)
            )
            for one in counted
        )
        return tr("Counted: {cards}.", cards=", ".join(listed))

    def _amount(self, field: str, contribution: Contribution) -> str:
        amount = contribution.amount
        return (
            ", ".join(self.value(field, one) for one in amount) if isinstance(amount, tuple) else str(amount)
        )

    def name(self, card: Card) -> str:
        """Name of a card in a list, with its id if several cards of the game have that name."""
        return list_names([self._known[card.id]])

    def value(self, field: str, value: Value) -> str:
        """Name of a field's value for readers."""
        text = text_of(value)
        context = f"{field}:{text}" if field in {"kind", "mark"} else f"field:{field}.{text}"
        return list_names([self._game.label(context, self._language) or text])

    def _wanted(self, violation: Violation) -> str:
        """Names of some cards that a card requires and the deck lacks."""
        rule = violation.rule
        if "of" not in rule.measure.rule_keys:
            return ""
        selection = rule.selection([], [])
        there = {entry.card for entry in self._deck.entries if entry.zone in rule.zones}
        candidates = (
            card
            for card in self._cards.values()
            if card.id not in there and selection.is_companion(card, violation.cards[0])
        )
        return self._names(islice(candidates, _MOST_NAMED))

    def _names(self, cards: Iterable[Card]) -> str:
        """Names of some cards, each with its id if several cards of the game have that name."""
        return list_names(self._known[card.id] for card in cards)

    @cached_property
    def _known(self) -> dict[str, str]:
        return distinct_names(self._cards, self._language)


def _rule(violation: Violation, format_name: str) -> str:
    """Sentence for a rule that has none of its own."""
    if violation.rule.id == POOL:
        return tr("This card is not in the card pool of the format {format}.", format=format_name)
    if violation.rule.id == BANNED:
        return tr("The format {format} bans this card.", format=format_name)
    if violation.rule.id == RESTRICTED:
        return tr(
            "The format {format} restricts this card to {limit}.", format=format_name, limit=violation.limit
        )
    if violation.excess > 0:
        return tr("The rule {rule} allows at most {limit}.", rule=violation.rule.id, limit=violation.limit)
    return tr("The rule {rule} requires at least {limit}.", rule=violation.rule.id, limit=violation.limit)


def _has_variable_limit(rule: Rule) -> bool:
    """Whether the limit depends on the deck or the players, so that the rule's own sentence cannot name it."""
    bounds = (rule.bounds.min, rule.bounds.max)
    return rule.asks_players or bool(rule.by_cards) or any(isinstance(bound, str) for bound in bounds)


def _limit(violation: Violation) -> str:
    if violation.excess > 0:
        return tr("Here the maximum is {limit}.", limit=violation.limit)
    return tr("Here the minimum is {limit}.", limit=violation.limit)


# The rule engine: which rules a deck violates, and by how much.


class Violation(NamedTuple):
    """A violated rule: what was found, what each card adds to it, and the bound that it is beyond."""

    rule: Rule
    contributions: tuple[Contribution, ...]
    found: float
    limit: float

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards that add something to what was found."""
        return tuple(one.card for one in self.contributions)

    @property
    def excess(self) -> float:
        """How many there are too many, exactly; below 0 if there are too few."""
        return plain(exact_sum((self.found, -self.limit)))


class Contents:
    """The cards of a deck by zone, as rules look at them."""

    def __init__(self, entries: Sequence[DeckEntry], cards: Mapping[str, Card]) -> None:
        self._entries = entries
        self._cards = cards

    def in_zones(self, zones: Iterable[str]) -> Copies:
        """The cards of some zones together."""
        there = copies_by_card(entry for entry in self._entries if entry.zone in zones)
        return [(self._cards[card], copies) for card, copies in there.items()]

    def meets_condition(self, rule: Rule) -> bool:
        """Whether a rule applies to this deck."""
        when = rule.when
        return when is None or any(
            when.holds_for(self._cards[entry.card], entry.zone) for entry in self._entries
        )


def find_violations(rules: Iterable[Rule], contents: Contents, players: int | None) -> list[Violation]:
    """Find every violation of some rules, in their order."""
    applied = [rule for rule in rules if contents.meets_condition(rule)]
    return [
        violation
        for rule in applied
        for violation in _violations_of(
            rule, [other for other in applied if rule.id in other.replaces], contents, players
        )
    ]


def _violations_of(
    rule: Rule, replacing: Sequence[Rule], contents: Contents, players: int | None
) -> Iterator[Violation]:
    """Find the violations of one rule among the cards that no rule replacing it looks at."""
    if any(other.over is None for other in replacing):
        return
    zone = contents.in_zones(rule.zones)
    matched = [
        (card, copies)
        for card, copies in zone
        if rule.looks_at(card) and not any(other.looks_at(card) for other in replacing)
    ]
    bounds = rule.bounds_for(players, size(zone))
    for measured in rule.measured(matched, zone):
        least, most = _bound(bounds.min, measured, max), _bound(bounds.max, measured, min)
        if least is not None and measured.found < least:
            yield Violation(rule, measured.contributions, measured.found, least)
        if most is not None and measured.found > most:
            yield Violation(rule, measured.contributions, measured.found, most)


def _bound(bound: Bound, measured: Measurement, strictest: Callable[[list[float]], float]) -> float | None:
    """A bound as a number: as written, or the strictest value in the counted cards."""
    if not isinstance(bound, str):
        return bound
    held = [plain(read_number(card, bound)) for card in measured.cards if read_values(card, bound)]
    return strictest(held) if held else None

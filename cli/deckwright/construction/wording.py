"""Messages of violated rules: the rule in one sentence, what was found, and how to fix it."""

from __future__ import annotations

from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

from deckwright.messages import tr
from deckwright.model.card_names import distinct_names
from deckwright.model.query.matching import text_of
from deckwright.model.rule import BANNED, POOL, RESTRICTED
from deckwright.model.words import list_names

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from deckwright.construction.violations import Violation
    from deckwright.model.card import Card, Deck
    from deckwright.model.game import Game
    from deckwright.model.measures import Contribution
    from deckwright.model.query.matching import Value
    from deckwright.model.rule import Rule

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
        """Names of some cards of the game that a card lacks beside it."""
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

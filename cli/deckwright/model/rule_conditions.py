"""Which conditions of a game's rules leave more decks alone, or look at more cards, than their author meant."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from deckwright.messages import tr
from deckwright.model.definition import Flaw, formats_in
from deckwright.model.format import read_format
from deckwright.model.matching import matcher_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from deckwright.model.card import Card
    from deckwright.model.definition import Path
    from deckwright.model.game import Game
    from deckwright.model.rule import Rule

_OF_EACH_CARD = {"copies", "companions"}
"""The measures that ask nothing of a deck without the cards that they look at."""


@dataclass(frozen=True)
class _Case:
    """One rule of a format, as written and as read, with the ids of the cards that it looks at."""

    entry: Mapping[str, Any]
    path: Path
    rule: Rule
    cards: Collection[Card]

    @cached_property
    def counted(self) -> frozenset[str]:
        """The cards that the rule counts."""
        return frozenset(card.id for card in self.cards if self.rule.looks_at(card))

    @cached_property
    def triggers(self) -> frozenset[str]:
        """The cards that make the rule hold."""
        when = self.rule.when
        return frozenset(card.id for card in self.cards if when and when.over(card))

    @property
    def has_minimum(self) -> bool:
        """Whether a minimum for the deck is written, be it 0."""
        return self.rule.measure not in _OF_EACH_CARD and any(
            bounds.min is not None for bounds in self.rule.all_bounds
        )

    @property
    def asks_for_cards(self) -> bool:
        """Whether a deck needs cards to keep the rule."""
        return self.has_minimum and any(
            isinstance(bounds.min, int | float) and bounds.min > 0 for bounds in self.rule.all_bounds
        )

    def is_about_the_same(self, other: _Case) -> bool:
        """Whether both rules count the same cards in the same zones."""
        return {*self.rule.zones} == {*other.rule.zones} and self.counted == other.counted


def doubtful_conditions(game: Game, cards: Collection[Card]) -> Iterator[Flaw]:
    """Find minimums that a deck escapes by doing without some cards, and conditions on cards that belong elsewhere."""
    for path, entry in formats_in(game.definition):
        if any("when" in rule for rule in entry["rules"]):
            known = read_format(game, str(path[-1]), matcher_of(game))
            written = known.rules[len(known.rules) - len(entry["rules"]) :]
            cases = [
                _Case(rule, (*path, "rules", number), read, cards)
                for number, (rule, read) in enumerate(zip(entry["rules"], written, strict=True))
            ]
            yield from _escaped(cases)
            yield from _misplaced(cases, known.zones)


def _escaped(cases: Sequence[_Case]) -> Iterator[Flaw]:
    """Find rules with a condition whose minimum no other rule asks of the decks that the condition spares."""
    always = [case for case in cases if case.rule.when is None]
    for case in cases:
        if case.triggers and case.asks_for_cards and not _is_settled(case, cases, always):
            message = tr(
                "A deck without a card of this condition need not keep the minimum of the rule {rule}, and no rule "
                "without a condition asks for these cards. If the minimum is for all decks, remove when; if not, add "
                "a rule without when that gives the minimum for the others (min: 0 for none).",
                rule=case.rule.id,
            )
            yield Flaw((*case.path, "when"), message)


def _is_settled(case: _Case, cases: Sequence[_Case], always: Sequence[_Case]) -> bool:
    """Whether the format says what holds for the decks that the condition spares."""
    if any(
        one.has_minimum and (one.rule.id in case.rule.replaces or one.is_about_the_same(case))
        for one in always
    ):
        return True
    if _is_ensured(
        [one for one in cases if one.rule.when and one.asks_for_cards and one.is_about_the_same(case)], always
    ):
        return True
    return not case.triggers <= case.counted and any(one.asks_for_cards for one in always)


def _is_ensured(conditional: Sequence[_Case], always: Iterable[_Case]) -> bool:
    """Whether every deck must have a card that one of the conditions asks for, where they look for it."""
    triggers = frozenset[str]().union(*(one.triggers for one in conditional))
    zones = [{*one.rule.when.zones} for one in conditional if one.rule.when]
    return any(
        one.asks_for_cards
        and one.counted
        and one.counted <= triggers
        and all({*one.rule.zones} <= own for own in zones)
        for one in always
    )


def _misplaced(cases: Sequence[_Case], zones: Sequence[str]) -> Iterator[Flaw]:
    """Find conditions that look at every zone although another rule says in which one their cards belong."""
    anywhere = [case for case in cases if isinstance(case.entry.get("when"), str) and case.triggers]
    homes = [case for case in cases if _is_home(case, zones)]
    for case in anywhere:
        home = next((one for one in homes if case.triggers <= one.counted), None)
        if home:
            named = ", ".join(home.rule.zones)
            message = tr(
                "This condition looks at every zone, but the rule {rule} asks for such cards in {zones}. Name the "
                "zones, so that a card that is elsewhere by mistake changes nothing: {example}.",
                rule=home.rule.id,
                zones=named,
                example=f"when: {{over: …, zones: [{named}]}}",
            )
            yield Flaw((*case.path, "when"), message)


def _is_home(case: _Case, zones: Sequence[str]) -> bool:
    """Whether every deck must have certain cards in some of its zones only."""
    rule = case.rule
    return not rule.when and bool(rule.over) and case.asks_for_cards and {*rule.zones} < {*zones}

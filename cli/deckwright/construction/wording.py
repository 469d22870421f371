"""Messages of violated rules: the rule in one sentence, what was found, and how to fix it."""

from __future__ import annotations

from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

from deckwright.messages import later, tr, trn
from deckwright.model.card_names import distinct_names
from deckwright.model.format import BANNED, POOL, RESTRICTED
from deckwright.model.measures import Selection, read_values
from deckwright.model.query.matching import text_of
from deckwright.model.words import list_names

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from deckwright.construction.evaluation import Breach, Contents, Violation
    from deckwright.model.card import Card
    from deckwright.model.game import Game
    from deckwright.model.measures import Contribution
    from deckwright.model.query.matching import Value
    from deckwright.model.rule import Count

_MOST_NAMED = 3
_COPIES_OF = "{copies} × {name}"


_TITLES = {"name": later("Name"), "kind": later("Kind"), "mark": later("Mark"), "copies": later("Copies")}
"""The titles of fields that every card has."""


class Wording:
    """Messages about the decks of one game, with card names in the user's language."""

    def __init__(self, game: Game, cards: Mapping[str, Card], language: str) -> None:
        self._game = game
        self._cards = cards
        self._language = language

    def message(self, violation: Violation, format_name: str, contents: Contents) -> str:
        """The rule, what is in the deck, and what to do, in a few sentences."""
        rule = violation.rule
        written = self._game.label(f"format:{rule.format}.{rule.id}", self._language)
        sentences = [written or _rule(violation, format_name)]
        if len(rule.ways) > 1 and written:
            sentences.append(tr("The nearest of {count} ways to follow it:", count=len(rule.ways)))
        for breach in violation.breaches:
            sentences += [
                self._limit(breach) if _needs_limit(violation, breach, is_written=bool(written)) else "",
                self._of_value(breach),
                self._found(breach, contents),
                self._counted(breach),
            ]
        return " ".join(filter(None, sentences))

    def _found(self, breach: Breach, contents: Contents) -> str:
        """What is in the deck and how to fix it."""
        if breach.requirement.options:
            return _unplaced(breach, ", ".join(self._listed(breach, breach.contributions)))
        count = breach.requirement.counted
        sentence = count.measure.too_many if breach.excess > 0 else count.measure.too_few
        return sentence(
            {
                "found": breach.found,
                "limit": breach.limit,
                "excess": breach.change or breach.excess,
                "missing": breach.change or -breach.excess,
                "cards": self._names(one.card for one in breach.contributions),
                "wanted": self._wanted(breach, contents),
                "different": len({card.id for card, _ in breach.cards}),
                "field": " + ".join(map(self._quoted_title, count.reads)),
                "arguments": count.arguments,
            }
        )

    def _of_value(self, breach: Breach) -> str:
        """The value that a requirement for each value of a field is about."""
        if breach.value is None:
            return ""
        per = breach.requirement.counted.per
        return tr("{field}: {value}.", field=self._title(per), value=self.value(per, breach.value))

    def _title(self, field: str) -> str:
        own = self._game.label(f"field:{field}", self._language)
        return own or (tr(_TITLES[field]) if field in _TITLES else field)

    def _quoted_title(self, field: str) -> str:
        """Title of a field in a sentence; a name without a title, such as that of a list, is quoted."""
        title = self._title(field)
        return tr("“{text}”", text=title) if title == field else title

    def _limit(self, breach: Breach) -> str:
        cards = self._names(breach.limit_of)
        if breach.excess > 0:
            if cards:
                return tr("Here the maximum is {limit}, because of {cards}.", limit=breach.limit, cards=cards)
            return tr("Here the maximum is {limit}.", limit=breach.limit)
        if cards:
            return tr("Here the minimum is {limit}, because of {cards}.", limit=breach.limit, cards=cards)
        return tr("Here the minimum is {limit}.", limit=breach.limit)

    def _counted(self, breach: Breach) -> str:
        """What adds to what was found, if the sentence of the rule does not name it: cards, or values of all cards."""
        count, counted = breach.requirement.counted, breach.contributions
        if breach.requirement.options:
            return ""
        if count.measure.per_card:
            listed = self._listed(breach, counted) if len(counted) > 1 else []
        elif count.over is None and not count.per:
            listed = self._listed(breach, (one for one in counted if count.measure.beyond(one, breach.limit)))
            listed += self._listed_values(breach)
        else:
            listed = self._listed(breach, counted)
        return tr("Counted: {cards}.", cards=", ".join(listed)) if listed else ""

    def _listed(self, breach: Breach, counted: Iterable[Contribution]) -> list[str]:
        count = breach.requirement.counted
        form = _COPIES_OF if breach.requirement.options else count.measure.contribution
        return [
            form.format(name=self.name(one.card), copies=one.copies, amount=self._amount(count, one))
            for one in counted
        ]

    def _listed_values(self, breach: Breach) -> list[str]:
        count = breach.requirement.counted
        copies = count.measure.copies_by_value(breach.cards, count.arguments)
        return [
            _COPIES_OF.format(name=self.value(count.reads[0], value), copies=number)
            for value, number in copies.items()
        ]

    def _amount(self, count: Count, contribution: Contribution) -> str:
        amount = contribution.amount
        if not isinstance(amount, tuple):
            return str(amount)
        return ", ".join(self.value(count.reads[0], one) for one in amount)

    def name(self, card: Card) -> str:
        """Name of a card in a list, with its id if several cards of the game have that name, and the facts of its entry."""
        name = list_names([self._known[card.id]])
        facts = ", ".join(
            f"{self._title(field)} {self._field_text(card, field)}" for field in self._facts(card)
        )
        return f"{name} ({facts})" if facts else name

    def _facts(self, card: Card) -> list[str]:
        """The fields that an entry of the deck sets otherwise than its card."""
        own = self._cards[card.id].fields
        return [name for name in self._entry_fields if card.fields.get(name) != own.get(name)]

    def _field_text(self, card: Card, field: str) -> str:
        return ", ".join(self.value(field, one) for one in read_values(card, field))

    def value(self, field: str, value: Value) -> str:
        """Name of a field's value for readers."""
        text = text_of(value)
        context = f"{field}:{text}" if field in {"kind", "mark"} else f"field:{field}.{text}"
        return list_names([self._game.label(context, self._language) or text])

    def _wanted(self, breach: Breach, contents: Contents) -> str:
        """Names of some cards that a card requires and the deck lacks."""
        count = breach.requirement.counted
        if "of" not in count.measure.rule_keys:
            return ""
        there = {card.id for card, _ in contents.in_zones(count.of_zones)}
        others = contents.pool.look_up(card for card in self._cards if card not in there)
        selection = Selection((), of=contents.companions_of(count), same=count.same)
        return self._names(islice(selection.companions(breach.cards[0][0], others), _MOST_NAMED))

    def _names(self, cards: Iterable[Card]) -> str:
        """Names of some cards, each with its id if several cards of the game have that name."""
        return list_names(dict.fromkeys(self._known[card.id] for card in cards))

    @cached_property
    def _entry_fields(self) -> list[str]:
        """The fields that entries of a deck can set."""
        return [
            name for name, field in self._game.definition.get("fields", {}).items() if field.get("in_decks")
        ]

    @cached_property
    def _known(self) -> dict[str, str]:
        return distinct_names(self._cards, self._language)


_OF_KEYS = {
    POOL: later("This card is not in the card pool of the format “{format}”."),
    BANNED: later("The format “{format}” bans this card."),
    RESTRICTED: later("The format “{format}” restricts this card to {limit}."),
}
"""The sentences of the rules that a format has by its own keys."""


def _rule(violation: Violation, format_name: str) -> str:
    """Sentence for a rule that has none of its own."""
    rule = violation.rule
    if rule.id in _OF_KEYS:
        key = BANNED if rule.id == RESTRICTED and not violation.limit else rule.id
        return tr(_OF_KEYS[key], format=format_name, limit=violation.limit)
    if len(rule.ways) > 1 or len(violation.breaches) > 1:
        return _ways(violation)
    if violation.first.requirement.options:
        return tr("The rule {rule} does not allow these cards.", rule=rule.id)
    if violation.excess > 0:
        return tr("The rule {rule} allows at most {limit}.", rule=rule.id, limit=violation.limit)
    return tr("The rule {rule} requires at least {limit}.", rule=rule.id, limit=violation.limit)


def _ways(violation: Violation) -> str:
    rule = violation.rule
    if len(rule.ways) > 1:
        return tr(
            "The nearest of {count} ways to follow the rule {rule}:", count=len(rule.ways), rule=rule.id
        )
    return tr("To follow the rule {rule}:", rule=rule.id)


def _needs_limit(violation: Violation, breach: Breach, *, is_written: bool) -> bool:
    """Whether to name the limit, because it depends on the deck or the players, or the rule's sentence does not."""
    if breach.requirement.options:
        return False
    return len(violation.rule.ways) > 1 or (is_written and not breach.requirement.limits.are_fixed)


def _unplaced(breach: Breach, cards: str) -> str:
    return trn(
        "No option is left for {count} card: remove it, or another that takes its place. Left: {cards}.",
        "No option is left for {count} cards: remove them, or others that take their places. Left: {cards}.",
        int(breach.found),
        cards=cards,
    )

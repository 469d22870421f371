"""What a broken rule says: the rule in one sentence, what was found, and what would mend it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any

from deckwright.construction.measures import is_companion
from deckwright.messages import tr, trn
from deckwright.model.card_names import names_apart
from deckwright.model.query.matching import text_of
from deckwright.model.rule import BANNED, POOL, RESTRICTED
from deckwright.model.words import list_names

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from deckwright.construction.breaches import Breach
    from deckwright.construction.measures import Share
    from deckwright.model.card import Card, Deck
    from deckwright.model.game import Game
    from deckwright.model.query.matching import Value
    from deckwright.model.rule import Measure, Rule

Values = Mapping[str, Any]
"""What a sentence can show: `found`, `limit`, `excess`, `missing`, names of `cards` and of those `wanted` beside
them, the title of a `field`."""

_MOST_NAMED = 3


class Wording:
    """Puts the breaches of one format into words, with card names in the user's language."""

    def __init__(
        self, game: Game, format_name: str, deck: Deck, cards: Mapping[str, Card], language: str
    ) -> None:
        self._game = game
        self._format = format_name
        self._deck = deck
        self._cards = cards
        self._language = language

    def message(self, breach: Breach) -> str:
        """Say what the rule is, what stands in the deck, and what to do."""
        written = self._game.label(f"format:{self._format}.{breach.rule.id}", self._language)
        limit = _limit(breach) if written and _depends(breach.rule) else ""
        sentences = (written or _rule(breach, self._format), limit, self._found(breach), self._which(breach))
        return " ".join(filter(None, sentences))

    def _found(self, breach: Breach) -> str:
        """Say what stands in the deck and what would mend it."""
        field = breach.rule.reads
        said: Values = {
            "found": breach.found,
            "limit": breach.limit,
            "excess": breach.excess,
            "missing": -breach.excess,
            "cards": self._names(breach.cards),
            "wanted": self._wanted(breach),
            "field": self._game.label(f"field:{field}", self._language) or field,
        }
        sentences = TOO_MANY if breach.excess > 0 else TOO_FEW
        return sentences.get(breach.rule.measure, _plainly)(said)

    def _which(self, breach: Breach) -> str:
        """Name the cards that add to the count, where the rule's sentence is about more than one and names none."""
        measure = breach.rule.measure
        is_named = measure in {"copies", "companions"}
        if not breach.shares or (len(breach.shares) == 1 if is_named else breach.rule.over is None):
            return ""
        said = _COUNTED.get(measure, _amount)
        field = breach.rule.reads
        return tr("Counted: {cards}.", cards=", ".join(said(self, share, field) for share in breach.shares))

    def name(self, card: Card) -> str:
        """Return what a list calls a card: its name, with the id if several cards of the game have that name."""
        return list_names([self._known[card.id]])

    def value(self, field: str, value: Value) -> str:
        """Return what readers call a value of a field."""
        text = text_of(value)
        context = f"{field}:{text}" if field in {"kind", "mark"} else f"field:{field}.{text}"
        return list_names([self._game.label(context, self._language) or text])

    def _wanted(self, breach: Breach) -> str:
        """Name some cards of the game that a card lacks beside it."""
        rule = breach.rule
        if rule.measure != "companions":
            return ""
        there = {entry.card for entry in self._deck.entries if entry.zone in rule.zones}
        candidates = (
            card
            for card in self._cards.values()
            if card.id not in there and is_companion(rule, card, breach.cards[0])
        )
        return self._names(islice(candidates, _MOST_NAMED))

    def _names(self, cards: Iterable[Card]) -> str:
        """Name some cards, with the id where several cards of the game bear one name."""
        return list_names(self._known[card.id] for card in cards)

    @cached_property
    def _known(self) -> dict[str, str]:
        return names_apart(self._cards, self._language)


def _copied(wording: Wording, share: Share, _field: str) -> str:
    return f"{share.copies} × {wording.name(share.card)}"


def _amount(wording: Wording, share: Share, field: str) -> str:
    return f"{_copied(wording, share, field)} = {share.adds}"


def _values(wording: Wording, share: Share, field: str) -> str:
    values = share.adds if isinstance(share.adds, tuple) else (share.adds,)
    return f"{wording.name(share.card)} ({', '.join(wording.value(field, value) for value in values)})"


_COUNTED: Mapping[Measure, Callable[[Wording, Share, str], str]] = {
    "cards": _copied,
    "copies": _copied,
    "distinct": lambda wording, share, _: wording.name(share.card),
    "sum": _amount,
    "groups": _values,
}


def _rule(breach: Breach, format_name: str) -> str:
    """Put a rule that has no sentence of its own into words."""
    if breach.rule.id == POOL:
        return tr("This card is not among those that the format {format} uses.", format=format_name)
    if breach.rule.id == BANNED:
        return tr("The format {format} bans this card.", format=format_name)
    if breach.rule.id == RESTRICTED:
        return tr(
            "The format {format} restricts this card to {limit}.", format=format_name, limit=breach.limit
        )
    if breach.excess > 0:
        return tr("The rule {rule} allows at most {limit}.", rule=breach.rule.id, limit=breach.limit)
    return tr("The rule {rule} asks for at least {limit}.", rule=breach.rule.id, limit=breach.limit)


def _depends(rule: Rule) -> bool:
    """Tell whether the rule's own sentence cannot know the number."""
    bounds = (rule.bounds.min, rule.bounds.max)
    return rule.asks_players or bool(rule.by_cards) or any(isinstance(bound, str) for bound in bounds)


def _limit(breach: Breach) -> str:
    if breach.excess > 0:
        return tr("Here that is at most {limit}.", limit=breach.limit)
    return tr("Here that is at least {limit}.", limit=breach.limit)


def _copies_too_many(said: Values) -> str:
    if not said["limit"]:
        return tr("Take out {cards}.", **said)
    return trn(
        "There is {count} copy of {cards}: take out {excess}.",
        "There are {count} copies of {cards}: take out {excess}.",
        said["found"],
        **said,
    )


def _companions_too_few(said: Values) -> str:
    if not said["wanted"]:
        return tr("The game has no other card for {cards}: take {cards} out.", **said)
    if not said["found"]:
        return tr("This deck has none for {cards}: add {wanted}, or take {cards} out.", **said)
    return tr("This deck has {found} for {cards}: add {missing} of {wanted}, or take {cards} out.", **said)


def _plainly(said: Values) -> str:
    """Message for what was found by a measure that has no sentence of its own."""
    return tr("This deck has {found}.", **said)


TOO_MANY: dict[Measure, Callable[[Values], str]] = {
    "cards": lambda said: tr("This deck has {found}: take out {excess}.", **said),
    "copies": _copies_too_many,
    "distinct": lambda said: trn(
        "This deck has {count} different card: take out {excess}.",
        "This deck has {count} different cards: take out {excess}.",
        said["found"],
        **said,
    ),
    "companions": lambda said: tr("This deck has {found} for {cards}: take out {excess}.", **said),
    "sum": lambda said: tr("{field} adds up to {found}, which is {excess} too much.", **said),
    "groups": lambda said: trn(
        "{field}: this deck has {count}, {excess} too many.",
        "{field}: this deck has {count} different ones, {excess} too many.",
        said["found"],
        **said,
    ),
}

TOO_FEW: dict[Measure, Callable[[Values], str]] = {
    "cards": lambda said: tr("This deck has {found}: add {missing}.", **said),
    "copies": lambda said: trn(
        "There is {count} copy of {cards}: add {missing}.",
        "There are {count} copies of {cards}: add {missing}.",
        said["found"],
        **said,
    ),
    "distinct": lambda said: trn(
        "This deck has {count} different card: add {missing}.",
        "This deck has {count} different cards: add {missing}.",
        said["found"],
        **said,
    ),
    "companions": _companions_too_few,
    "sum": lambda said: tr("{field} adds up to {found}, which is {missing} too little.", **said),
    "groups": lambda said: trn(
        "{field}: this deck has only {count}, {missing} too few.",
        "{field}: this deck has {count} different ones, {missing} too few.",
        said["found"],
        **said,
    ),
}

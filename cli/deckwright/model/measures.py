"""What rules and scores can count in cards. Each measure is one record; `MEASURES` lists them all.

A record is everything there is to know about a measure: how it counts, which fields it takes, where it may be used, and
the sentences of its findings. The schema of `game.yaml` and the tables in the documentation are written from the records
by `make docs`; loading, checking, scoring and messages read them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from deckwright.messages import tr, trn
from deckwright.model.card import Card
from deckwright.model.query.matching import Value, number_of, values_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from decimal import Decimal

Copies = list[tuple[Card, int]]
"""Different cards, each with its number of copies."""

Place = Literal["rule", "score_rule", "score_count"]
"""Where a measure may be used, by the name of the schema's definition: rules of formats and of scores, and counts."""

EVERYWHERE: frozenset[Place] = frozenset({"rule", "score_rule", "score_count"})

Names = Literal[
    "field",
    "number field",
    "field of numbers",
    "join",
    "count",
    "counts",
    "count factors",
    "count by choice",
    "no name, but numbers",
]
"""What the value of an argument names: one thing, a list of them, or a mapping with them as keys or as values."""


class Argument(NamedTuple):
    """A key that a measure takes: what its value names, and its description for people who write a game."""

    names: Names
    description: str
    is_required: bool = True


class Mention(NamedTuple):
    """A name that the arguments of a measure mention: the key, what it names, and the name."""

    key: str
    names: Names
    name: str


def mentions(arguments: Mapping[str, Argument], written: Mapping[str, Any]) -> list[Mention]:
    """List every name that is mentioned by the arguments of a measure as written."""
    return [
        Mention(key, argument.names, name)
        for key, argument in arguments.items()
        if key in written
        for name in _names_in(argument.names, written[key])
    ]


def _names_in(names: Names, value: Any) -> list[str]:
    if names == "no name, but numbers":
        return []
    if names == "count by choice":
        return list(value.values())
    return [value] if isinstance(value, str) else list(value)


@dataclass(frozen=True, slots=True)
class Selection:
    """The cards that are measured, and how.

    `matched` are the cards that a rule or a count looks at, `zone` all cards of its zones. `arguments` are the keys of the
    measure as written. `of` and `same` are those of the rule.
    """

    matched: Copies
    zone: Copies
    arguments: Mapping[str, Any] = field(default_factory=dict)
    of: Callable[[Card], bool] | None = None
    same: tuple[str, ...] = ()

    def is_companion(self, other: Card, card: Card) -> bool:
        """Whether `other` is a companion of `card`: another card of `of` that shares a value of each name in `same`."""
        return (
            other.id != card.id
            and (self.of is None or self.of(other))
            and all(set(read_values(other, name)) & set(read_values(card, name)) for name in self.same)
        )


class Contribution(NamedTuple):
    """What one card adds to a measurement: a number, or its values of a field."""

    card: Card
    copies: int
    amount: float | tuple[Value, ...]


class Measurement(NamedTuple):
    """A number that was counted, and what each card adds to it."""

    contributions: tuple[Contribution, ...]
    found: float

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards that add something."""
        return tuple(one.card for one in self.contributions)


Sentence = Callable[[Mapping[str, Any]], str]
"""What a violated rule says, from `found`, `limit`, `excess`, `missing`, the names of the `cards`, the names of some cards
`wanted` beside them, and the title of the `field`."""


def _too_many(shown: Mapping[str, Any]) -> str:
    """Sentence of a measure that has none of its own."""
    return tr("This deck has {found}.", **shown)


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """A way to count cards.

    `counts` completes "counts …" in the documentation. `arguments` are the keys of a measure that is written as an object,
    the first of which has the measure's own name. `rule_keys` are the keys of a rule that only some measures take, with
    whether they are required. `per_card` measures give a measurement for each card rather than one for all; their bounds may
    be number fields if `bounded_by_fields`. `is_whole` says that the result is always a whole number from 0 up.
    `contribution` shows one card in a list of what was counted.
    """

    id: str
    counts: str
    measure: Callable[[Selection], list[Measurement]]
    places: frozenset[Place] = EVERYWHERE
    arguments: Mapping[str, Argument] = field(default_factory=dict)
    rule_keys: Mapping[str, bool] = field(default_factory=dict)
    per_card: bool = False
    bounded_by_fields: bool = False
    is_whole: bool = True
    contribution: str = "{copies} × {name} = {amount}"
    too_many: Sentence = _too_many
    too_few: Sentence = _too_many


def _count_cards(selection: Selection) -> list[Measurement]:
    return [Measurement(_copied(selection.matched), size(selection.matched))]


CARDS = Measure(
    id="cards",
    counts="the cards, every copy one",
    measure=_count_cards,
    contribution="{copies} × {name}",
    too_many=lambda shown: tr("This deck has {found}: remove {excess}.", **shown),
    too_few=lambda shown: tr("This deck has {found}: add {missing}.", **shown),
)


def _count_distinct(selection: Selection) -> list[Measurement]:
    contributions = tuple(Contribution(card, copies, 1) for card, copies in selection.matched)
    return [Measurement(contributions, len(contributions))]


DISTINCT = Measure(
    id="distinct",
    counts="the different cards",
    measure=_count_distinct,
    contribution="{name}",
    too_many=lambda shown: trn(
        "This deck has {count} different card: remove {excess}.",
        "This deck has {count} different cards: remove {excess}.",
        shown["found"],
        **shown,
    ),
    too_few=lambda shown: trn(
        "This deck has {count} different card: add {missing}.",
        "This deck has {count} different cards: add {missing}.",
        shown["found"],
        **shown,
    ),
)


def _add_up(selection: Selection) -> list[Measurement]:
    """Add up in decimals, so that three times 0.1 is 0.3."""
    name = selection.arguments["sum"]
    added = [(card, copies, read_number(card, name) * copies) for card, copies in selection.matched]
    contributions = tuple(
        Contribution(card, copies, plain(amount)) for card, copies, amount in added if amount
    )
    return [Measurement(contributions, plain(sum(amount for _, _, amount in added)))]


SUM = Measure(
    id="sum",
    counts="the field’s number, once for each copy; a card without it adds nothing",
    measure=_add_up,
    arguments={"sum": Argument("number field", "The number field to add up, once for each copy.")},
    is_whole=False,
    too_many=lambda shown: tr("{field} adds up to {found}, which is {excess} too much.", **shown),
    too_few=lambda shown: tr("{field} adds up to {found}, which is {missing} too little.", **shown),
)


def _count_groups(selection: Selection) -> list[Measurement]:
    name = selection.arguments["groups"]
    held = (Contribution(card, copies, read_values(card, name)) for card, copies in selection.matched)
    contributions = tuple(one for one in held if one.amount)
    return [
        Measurement(
            contributions, len({value for one in contributions for value in read_values(one.card, name)})
        )
    ]


GROUPS = Measure(
    id="groups",
    counts="the different values of the field; each value of a list counts",
    measure=_count_groups,
    arguments={"groups": Argument("field", "The field whose different values are counted.")},
    contribution="{name} ({amount})",
    too_many=lambda shown: trn(
        "{field}: this deck has {count}, {excess} too many.",
        "{field}: this deck has {count} different ones, {excess} too many.",
        shown["found"],
        **shown,
    ),
    too_few=lambda shown: trn(
        "{field}: this deck has only {count}, {missing} too few.",
        "{field}: this deck has {count} different ones, {missing} too few.",
        shown["found"],
        **shown,
    ),
)


def _count_copies(selection: Selection) -> list[Measurement]:
    """Count each card, or together all cards that are the same in what the rule names."""
    alike: dict[object, Copies] = {}
    for card, copies in selection.matched:
        alike.setdefault(_sameness(card, selection.same), []).append((card, copies))
    return [Measurement(_copied(same), size(same)) for same in alike.values()]


def _sameness(card: Card, names: Sequence[str]) -> object:
    """What cards share that count as one: the card itself, if it lacks one of the names."""
    shared = tuple(frozenset(read_values(card, name)) for name in names)
    return shared if shared and all(shared) else card.id


def _too_many_copies(shown: Mapping[str, Any]) -> str:
    if not shown["limit"]:
        return tr("Remove {cards}.", **shown)
    return trn(
        "There is {count} copy of {cards}: remove {excess}.",
        "There are {count} copies of {cards}: remove {excess}.",
        shown["found"],
        **shown,
    )


COPIES = Measure(
    id="copies",
    counts="the copies of a card; a card that is not in the deck violates no `min`",
    measure=_count_copies,
    places=frozenset({"rule", "score_rule"}),
    rule_keys={"same": False},
    per_card=True,
    bounded_by_fields=True,
    contribution="{copies} × {name}",
    too_many=_too_many_copies,
    too_few=lambda shown: trn(
        "There is {count} copy of {cards}: add {missing}.",
        "There are {count} copies of {cards}: add {missing}.",
        shown["found"],
        **shown,
    ),
)


def _count_companions(selection: Selection) -> list[Measurement]:
    return [
        Measurement(
            (Contribution(card, copies, copies),),
            sum(selection.is_companion(other, card) for other, _ in selection.zone),
        )
        for card, copies in selection.matched
    ]


def _too_few_companions(shown: Mapping[str, Any]) -> str:
    if not shown["wanted"]:
        return tr("The game has no other card for {cards}: remove {cards}.", **shown)
    if not shown["found"]:
        return tr("This deck has none for {cards}: add {wanted}, or remove {cards}.", **shown)
    return tr("This deck has {found} for {cards}: add {missing} of {wanted}, or remove {cards}.", **shown)


COMPANIONS = Measure(
    id="companions",
    counts="the different cards that belong beside a card and are there",
    measure=_count_companions,
    places=frozenset({"rule"}),
    rule_keys={"of": True, "same": True},
    per_card=True,
    too_many=lambda shown: tr("This deck has {found} for {cards}: remove {excess}.", **shown),
    too_few=_too_few_companions,
)


def _find_highest(selection: Selection) -> list[Measurement]:
    name = selection.arguments["highest"]
    held = tuple(
        Contribution(card, copies, plain(read_number(card, name))) for card, copies in selection.matched
    )
    return [Measurement(held, max((plain(read_number(one.card, name)) for one in held), default=0))]


HIGHEST = Measure(
    id="highest",
    counts="the greatest number that a card has in the field",
    measure=_find_highest,
    places=frozenset({"score_count"}),
    arguments={"highest": Argument("number field", "The number field of which the highest counts.")},
    is_whole=False,
)

MEASURES: Mapping[str, Measure] = {
    one.id: one for one in (CARDS, COPIES, DISTINCT, COMPANIONS, SUM, HIGHEST, GROUPS)
}
"""Every measure, by its name in `game.yaml`."""


class WrittenMeasure(NamedTuple):
    """A measure as a game's data writes it: its name, and its arguments by key."""

    id: str
    arguments: Mapping[str, Any]


def written_measure(value: str | Mapping[str, Any], known: Iterable[str]) -> WrittenMeasure:
    """Split a measure of a validated `game.yaml` into its name, one of those known, and its arguments."""
    if isinstance(value, str):
        return WrittenMeasure(value, {})
    return WrittenMeasure(next(name for name in known if name in value), value)


def _copied(copies_of: Copies) -> tuple[Contribution, ...]:
    return tuple(Contribution(card, copies, copies) for card, copies in copies_of)


def size(cards: Copies) -> int:
    """Number of cards, every copy one."""
    return sum(copies for _, copies in cards)


def read_values(card: Card, name: str) -> tuple[Value, ...]:
    """Values of a card under a name: none, one or several. Names are in the source language."""
    return (card.name(card.source_language),) if name == "name" else tuple(values_of(card, name))


def read_number(card: Card, name: str) -> Decimal | int:
    """Number of a card under a name, exactly as written; 0 if it has none."""
    numbers = [value for value in read_values(card, name) if number_of(value) is not None]
    return exact_sum(numbers)


def exact_sum(numbers: Iterable[Value]) -> Decimal | int:
    """Sum of numbers without the rounding of binary fractions; `decimal` is imported only if there are fractions."""
    numbers = list(numbers)
    if all(isinstance(number, int) for number in numbers):
        return sum(int(number) for number in numbers)
    from decimal import Decimal

    return sum((Decimal(str(number)) for number in numbers), Decimal(0))


def plain(value: Decimal | float) -> float:
    """A number as people write it: an integer if it is whole."""
    return int(value) if value == int(value) else float(value)

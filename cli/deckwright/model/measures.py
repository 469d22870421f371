"""What rules and scores can count in cards. Each measure is one record; `MEASURES` lists them all.

A record is everything there is to know about a measure: how it counts, which fields it takes, where it may be used, and
the sentences of its findings. The schema of `game.yaml` and the tables in the documentation are written from the records
by `make docs`; loading, checking, scoring and messages read them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from deckwright.messages import tr, trn
from deckwright.model.card import Card, Value, values_of
from deckwright.model.query.matching import number_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from decimal import Decimal

Copies = Sequence[tuple[Card, int]]
"""Different cards, each with its number of copies."""

Place = Literal["rule", "score_rule", "score_count"]
"""Where a measure may be used, by the name of the schema's definition: rules of formats and of scores, and counts."""

EVERYWHERE: frozenset[Place] = frozenset({"rule", "score_rule", "score_count"})

Names = Literal[
    "field",
    "number field",
    "number fields",
    "field of numbers",
    "join",
    "count",
    "counts",
    "count factors",
    "count by choice",
    "no name, but numbers",
    "whole number",
    "yes or no",
]
"""What the value of an argument names: one thing, a list of them, a mapping with them as keys or as values, or nothing."""

_NAMELESS: frozenset[Names] = frozenset({"no name, but numbers", "whole number", "yes or no"})


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
    if names in _NAMELESS:
        return []
    if names == "count by choice":
        return list(value.values())
    return [value] if isinstance(value, str) else list(value)


def _no_zones() -> list[Copies]:
    return []


class Selection(NamedTuple):
    """The cards that are measured, and how.

    `matched` are the cards that a rule or a count looks at, `beside` those among which their companions are. `arguments`
    are the keys of the measure as written. `of`, which finds the companions of a card, and `same` are those of the rule.
    `by_zone` returns the matched cards of each zone.
    """

    matched: Copies
    beside: Copies = ()
    arguments: Mapping[str, Any] = {}
    of: Callable[[Card], Callable[[Card], bool]] | None = None
    same: tuple[str, ...] = ()
    by_zone: Callable[[], list[Copies]] = _no_zones

    def companions(self, card: Card, others: Iterable[Card]) -> Iterator[Card]:
        """Yield the companions of a card: other cards of `of` that share a value of each name in `same`."""
        is_meant = self.of(card) if self.of else None
        values_of_card = [(name, {*read_values(card, name)}) for name in self.same]
        for other in others:
            if (
                other.id != card.id
                and (is_meant is None or is_meant(other))
                and all(values & {*read_values(other, name)} for name, values in values_of_card)
            ):
                yield other


class Measurement(NamedTuple):
    """A number that was counted, and the cards that it was counted in."""

    found: float
    cards: Copies


class Contribution(NamedTuple):
    """What one card adds to a measurement: a number, or its values of a field."""

    card: Card
    copies: int
    amount: float | tuple[Value, ...]


Sentence = Callable[[Mapping[str, Any]], str]
"""What a violated rule says, from `found`, `limit`, `excess`, `missing`, the names of the `cards`, the names of some cards
`wanted` beside them, the number of `different` cards, the title of the `field`, and the `arguments` of the measure."""


def _too_many(parts: Mapping[str, Any]) -> str:
    """Sentence of a measure that has none of its own."""
    return tr("This deck has {found}.", **parts)


class Measure(NamedTuple):
    """A way to count cards.

    `counts` completes "counts …" in the documentation. `arguments` are the keys of a measure that is written as an object,
    the first of which has the measure's own name. `rule_keys` are the keys of a rule that only some measures take, with
    whether they are required. `per_card` measures give a measurement for each card rather than one for all; their bounds may
    be number fields if `bounded_by_fields`. `is_whole` says that the result is always a whole number from 0 up, and `counts_copies`
    that it is the number of copies. `repair` plans for rules with it, unless it is not `in_sums` of copies. `reach` is the most that can be measured in any number of copies of some cards, if they limit it.
    `amount` is what some copies of a card add, and `contribution` shows it in a list; a card that adds nothing is not shown.
    For a rule about all cards, the list has only the contributions that are `beyond` a limit, or the copies by value. `surplus`
    are the cards to blame for too much, all unless a measure can tell; then they are listed for every rule.
    """

    id: str
    counts: str
    measure: Callable[[Selection], list[Measurement]]
    places: frozenset[Place] = EVERYWHERE
    arguments: Mapping[str, Argument] = {}
    rule_keys: Mapping[str, bool] = {}
    per_card: bool = False
    bounded_by_fields: bool = False
    is_whole: bool = True
    counts_copies: bool = False
    in_sums: bool = True
    reach: Callable[[Sequence[Card], Mapping[str, Any]], float | None] = lambda _cards, _arguments: None
    amount: Callable[[Card, int, Mapping[str, Any]], float | tuple[Value, ...]] = (
        lambda _card, copies, _arguments: copies
    )
    contribution: str = "{copies} × {name} = {amount}"
    beyond: Callable[[Contribution, float], bool] = lambda _contribution, _limit: False
    copies_by_value: Callable[[Copies, Mapping[str, Any]], Mapping[Value, int]] = lambda _cards, _arguments: {}
    surplus: Callable[[Copies, Mapping[str, Any], float], Copies] | None = None
    too_many: Sentence = _too_many
    too_few: Sentence = _too_many

    def contributions(self, cards: Copies, arguments: Mapping[str, Any]) -> list[Contribution]:
        """What each card adds, without those that add nothing."""
        added = (Contribution(card, copies, self.amount(card, copies, arguments)) for card, copies in cards)
        return [contribution for contribution in added if contribution.amount]


def _count_cards(selection: Selection) -> list[Measurement]:
    return [Measurement(size(selection.matched), selection.matched)]


CARDS = Measure(
    id="cards",
    counts="the cards, every copy one",
    measure=_count_cards,
    counts_copies=True,
    contribution="{copies} × {name}",
    too_many=lambda parts: tr("This deck has {found}: remove {excess}.", **parts),
    too_few=lambda parts: tr("This deck has {found}: add {missing}.", **parts),
)


def _count_distinct(selection: Selection) -> list[Measurement]:
    return [Measurement(len({card.id for card, _ in selection.matched}), selection.matched)]


DISTINCT = Measure(
    id="distinct",
    counts="the different cards",
    measure=_count_distinct,
    reach=lambda cards, _arguments: len(cards),
    contribution="{name}",
    too_many=lambda parts: trn(
        "This deck has {count} different card: remove {excess}.",
        "This deck has {count} different cards: remove {excess}.",
        parts["found"],
        **parts,
    ),
    too_few=lambda parts: trn(
        "This deck has {count} different card: add {missing}.",
        "This deck has {count} different cards: add {missing}.",
        parts["found"],
        **parts,
    ),
)


def _add_up(selection: Selection) -> list[Measurement]:
    """Add up in decimals, so that three times 0.1 is 0.3."""
    arguments = selection.arguments
    counted = _once(selection.matched) if arguments.get("once") else selection.matched
    amounts = [_added(card, copies, arguments) for card, copies in counted]
    return [Measurement(plain(sum(amounts)), counted)]


def _once(copies_of: Copies) -> Copies:
    """Each different card once, with the facts of its first entry."""
    first: dict[str, Card] = {}
    for card, _ in copies_of:
        first.setdefault(card.id, card)
    return [(card, 1) for card in first.values()]


def _added(card: Card, copies: int, arguments: Mapping[str, Any]) -> Decimal | int:
    names = arguments["sum"]
    if callable(names):
        weight: Decimal | int = names(card)
        return weight * copies
    if isinstance(names, str):
        return read_number(card, names) * copies
    return sum(read_number(card, name) for name in names) * copies


def _reach_of_sum(cards: Sequence[Card], arguments: Mapping[str, Any]) -> float | None:
    return 0 if all(_added(card, 1, arguments) <= 0 for card in cards) else None


SUM = Measure(
    id="sum",
    counts="the field’s number, or those of several fields, once for each copy; a card without it adds nothing",
    measure=_add_up,
    arguments={
        "sum": Argument(
            "number fields", "The number field to add up, once for each copy, or a list of such fields."
        ),
        "once": Argument("yes or no", "Whether each different card counts only once.", is_required=False),
    },
    is_whole=False,
    reach=_reach_of_sum,
    amount=lambda card, copies, arguments: plain(_added(card, copies, arguments)),
    too_many=lambda parts: tr("{field} adds up to {found}, which is {excess} too much.", **parts),
    too_few=lambda parts: tr("{field} adds up to {found}, which is {missing} too little.", **parts),
)


def _count_groups(selection: Selection) -> list[Measurement]:
    copies_by_value = _copies_by_value(selection.matched, selection.arguments)
    groups = sum(copies >= selection.arguments.get("each", 1) for copies in copies_by_value.values())
    return [Measurement(groups, selection.matched)]


def _copies_by_value(cards: Copies, arguments: Mapping[str, Any]) -> Mapping[Value, int]:
    copies_by_value: dict[Value, int] = {}
    for card, copies in cards:
        for value in dict.fromkeys(read_values(card, arguments["groups"])):
            copies_by_value[value] = copies_by_value.get(value, 0) + copies
    return copies_by_value


def _too_many_groups(parts: Mapping[str, Any]) -> str:
    if least := parts["arguments"].get("each"):
        return trn(
            "{field}: {found} with {count} card or more, {excess} too many.",
            "{field}: {found} with {count} cards or more, {excess} too many.",
            least,
            **parts,
        )
    return trn(
        "{field}: this deck has {count}, {excess} too many.",
        "{field}: this deck has {count} different ones, {excess} too many.",
        parts["found"],
        **parts,
    )


def _too_few_groups(parts: Mapping[str, Any]) -> str:
    if least := parts["arguments"].get("each"):
        return trn(
            "{field}: {found} with {count} card or more, {missing} too few.",
            "{field}: {found} with {count} cards or more, {missing} too few.",
            least,
            **parts,
        )
    return trn(
        "{field}: this deck has only {count}, {missing} too few.",
        "{field}: this deck has {count} different ones, {missing} too few.",
        parts["found"],
        **parts,
    )


GROUPS = Measure(
    id="groups",
    counts="the different values of the field; each value of a list counts; with `each`, only those of so many cards or more",
    measure=_count_groups,
    arguments={
        "groups": Argument("field", "The field whose different values are counted."),
        "each": Argument(
            "whole number",
            "How many cards must have a value for it to count; 1 by default.",
            is_required=False,
        ),
    },
    reach=lambda cards, arguments: len(
        {value for card in cards for value in read_values(card, arguments["groups"])}
    ),
    amount=lambda card, _copies, arguments: read_values(card, arguments["groups"]),
    contribution="{name} ({amount})",
    copies_by_value=_copies_by_value,
    too_many=_too_many_groups,
    too_few=_too_few_groups,
)


def _count_cover(selection: Selection) -> list[Measurement]:
    cards = {frozenset(read_values(card, selection.arguments["cover"])) for card, _ in selection.matched}
    needed = {values for values in cards if values and not any(other < values for other in cards if other)}
    number = 0
    while not _can_cover(needed, number):
        number += 1
    return [Measurement(number, selection.matched)]


def _can_cover(needed: AbstractSet[frozenset[Value]], number: int) -> bool:
    """Whether so many values are enough for each of some sets to have one of them."""
    apart: list[frozenset[Value]] = []  # sets without a common value need one each
    for values in sorted(needed, key=len):
        if all(values.isdisjoint(other) for other in apart):
            apart.append(values)
    if len(apart) > number:
        return False
    return not apart or any(
        _can_cover({values for values in needed if value not in values}, number - 1) for value in apart[0]
    )


def _uncovered(cards: Copies, arguments: Mapping[str, Any], limit: float) -> Copies:
    """The cards without any of so many values, each of which is chosen as the one that most other copies have."""
    uncovered = [pair for pair in cards if read_values(pair[0], arguments["cover"])]
    for _ in range(int(limit)):
        copies = _copies_by_value(uncovered, {"groups": arguments["cover"]})
        chosen = max(copies, key=lambda value: copies[value], default=None)
        uncovered = [pair for pair in uncovered if chosen not in read_values(pair[0], arguments["cover"])]
    return uncovered


COVER = Measure(
    id="cover",
    counts="the fewest values of the field of which every card has one; a card without the field needs none",
    measure=_count_cover,
    places=frozenset({"rule"}),
    arguments={"cover": Argument("field", "The field of whose values every card has one that is counted.")},
    reach=lambda cards, arguments: len(
        {value for card in cards for value in read_values(card, arguments["cover"])}
    ),
    amount=lambda card, _copies, arguments: read_values(card, arguments["cover"]),
    contribution="{copies} × {name} ({amount})",
    surplus=_uncovered,
    too_many=lambda parts: tr(
        "{field}: it takes {found} so that every card has one of them, {excess} too many.", **parts
    ),
    too_few=lambda parts: tr(
        "{field}: {found} are enough for every card to have one of them, {missing} too few.", **parts
    ),
)


def _count_copies(selection: Selection) -> list[Measurement]:
    """Count each card, or together all cards that are the same in what the rule names."""
    return [Measurement(size(same), same) for same in _alike(selection.matched, selection.same).values()]


def _alike(copies_of: Copies, names: Sequence[str]) -> Mapping[Hashable, Copies]:
    alike: dict[Hashable, list[tuple[Card, int]]] = {}
    for pair in copies_of:
        alike.setdefault(sameness(pair[0], names), []).append(pair)
    return alike


def sameness(card: Card, names: Sequence[str]) -> Hashable:
    """What cards share that count as one: the card itself, without names or if it lacks one of them."""
    if not names:
        return card.id
    shared = tuple(frozenset(read_values(card, name)) for name in names)
    return shared if all(shared) else card.id


def _too_many_copies(parts: Mapping[str, Any]) -> str:
    if not parts["limit"]:
        return tr("Remove {cards}.", **parts)
    if parts["different"] > 1:
        return tr("There are {found} together: remove {excess}.", **parts)
    return trn(
        "There is {count} copy of {cards}: remove {excess}.",
        "There are {count} copies of {cards}: remove {excess}.",
        parts["found"],
        **parts,
    )


def _too_few_copies(parts: Mapping[str, Any]) -> str:
    if parts["different"] > 1:
        return tr("There are {found} together: add {missing}.", **parts)
    return trn(
        "There is {count} copy of {cards}: add {missing}.",
        "There are {count} copies of {cards}: add {missing}.",
        parts["found"],
        **parts,
    )


COPIES = Measure(
    id="copies",
    counts="the copies of a card; a card that is not in the deck violates no `min`",
    measure=_count_copies,
    places=frozenset({"rule", "score_rule"}),
    rule_keys={"same": False},
    per_card=True,
    bounded_by_fields=True,
    counts_copies=True,
    contribution="{copies} × {name}",
    too_many=_too_many_copies,
    too_few=_too_few_copies,
)


def _count_zones(selection: Selection) -> list[Measurement]:
    """Count in how many zones each card is, or together all cards that are the same in what the rule names."""
    keys_by_zone = [{*_alike(zone, selection.same)} for zone in selection.by_zone()]
    return [
        Measurement(sum(key in keys for keys in keys_by_zone), same)
        for key, same in _alike(selection.matched, selection.same).items()
    ]


def _too_many_zones(parts: Mapping[str, Any]) -> str:
    if parts["different"] > 1:
        return tr("They are in {found} zones: remove them from {excess}.", **parts)
    return trn(
        "{cards} is in {count} zone: remove it from {excess}.",
        "{cards} is in {count} zones: remove it from {excess}.",
        parts["found"],
        **parts,
    )


ZONES = Measure(
    id="zones",
    counts="for each card, how many of the rule’s zones have it",
    measure=_count_zones,
    places=frozenset({"rule"}),
    rule_keys={"same": False},
    per_card=True,
    contribution="{copies} × {name}",
    too_many=_too_many_zones,
    too_few=lambda parts: trn(
        "{cards} is in {count} zone: add it to {missing}.",
        "{cards} is in {count} zones: add it to {missing}.",
        parts["found"],
        **parts,
    ),
)


def _count_companions(selection: Selection) -> list[Measurement]:
    """Count for each card; if the deck has it with different facts, a companion of any of them counts."""
    others = [card for card, _ in selection.beside]
    return [
        Measurement(len({other.id for card, _ in same for other in selection.companions(card, others)}), same)
        for same in _alike(selection.matched, ()).values()
    ]


def _too_few_companions(parts: Mapping[str, Any]) -> str:
    if not parts["wanted"]:
        return tr("The game has no other card for {cards}: remove {cards}.", **parts)
    if not parts["found"]:
        return tr("This deck has none for {cards}: add {wanted}, or remove {cards}.", **parts)
    return tr("This deck has {found} for {cards}: add {missing} of {wanted}, or remove {cards}.", **parts)


COMPANIONS = Measure(
    id="companions",
    counts="the different cards that belong beside a card and are there",
    measure=_count_companions,
    places=frozenset({"rule"}),
    rule_keys={"of": True, "of_zone": False, "same": False},
    per_card=True,
    too_many=lambda parts: tr("This deck has {found} for {cards}: remove {excess}.", **parts),
    too_few=_too_few_companions,
)


def _numbers(cards: Copies, name: str) -> list[float]:
    return [plain(read_number(card, name)) for card, _ in cards if read_values(card, name)]


def _number(key: str) -> Callable[[Card, int, Mapping[str, Any]], float | tuple[Value, ...]]:
    """What a card adds to a measure of single numbers: its values of the field."""
    return lambda card, _copies, arguments: read_values(card, arguments[key])


def _number_in(contribution: Contribution) -> float:
    """The number of a contribution that is the values of a number field."""
    amount = contribution.amount
    return (number_of(amount[0]) or 0) if isinstance(amount, tuple) else amount


def _find_highest(selection: Selection) -> list[Measurement]:
    return [Measurement(_highest(selection.matched, selection.arguments), selection.matched)]


def _highest(cards: Copies, arguments: Mapping[str, Any]) -> float:
    return max(_numbers(cards, arguments["highest"]), default=0)


HIGHEST = Measure(
    id="highest",
    counts="the greatest number that a card has in the field; 0 if none has it",
    measure=_find_highest,
    arguments={"highest": Argument("number field", "The number field of which the highest counts.")},
    is_whole=False,
    reach=lambda cards, arguments: max(0, _highest([(card, 1) for card in cards], arguments)),
    amount=_number("highest"),
    contribution="{name} ({amount})",
    beyond=lambda contribution, limit: _number_in(contribution) > limit,
    too_many=lambda parts: tr("{field}: the highest is {found}, {excess} too much.", **parts),
    too_few=lambda parts: tr("{field}: the highest is {found}, {missing} too little.", **parts),
)


def _find_lowest(selection: Selection) -> list[Measurement]:
    numbers = _numbers(selection.matched, selection.arguments["lowest"])
    return [Measurement(min(numbers), selection.matched)] if numbers else []


LOWEST = Measure(
    id="lowest",
    counts="the least number that a card has in the field; if none has it, the rule cannot be broken",
    measure=_find_lowest,
    arguments={"lowest": Argument("number field", "The number field of which the lowest counts.")},
    is_whole=False,
    amount=_number("lowest"),
    contribution="{name} ({amount})",
    beyond=lambda contribution, limit: _number_in(contribution) < limit,
    too_many=lambda parts: tr("{field}: the lowest is {found}, {excess} too much.", **parts),
    too_few=lambda parts: tr("{field}: the lowest is {found}, {missing} too little.", **parts),
)


def _find_span(selection: Selection) -> list[Measurement]:
    numbers = _numbers(selection.matched, selection.arguments["span"])
    span = exact_sum((max(numbers), -min(numbers))) if numbers else 0
    return [Measurement(plain(span), selection.matched)]


SPAN = Measure(
    id="span",
    counts="the greatest number in the field minus the least; 0 if no card has it",
    measure=_find_span,
    arguments={
        "span": Argument("number field", "The number field whose greatest and least numbers are compared.")
    },
    is_whole=False,
    amount=_number("span"),
    contribution="{name} ({amount})",
    too_many=lambda parts: tr(
        "{field}: the greatest and the least are {found} apart, {excess} too much.", **parts
    ),
    too_few=lambda parts: tr(
        "{field}: the greatest and the least are {found} apart, {missing} too little.", **parts
    ),
)

MEASURES: Mapping[str, Measure] = {
    measure.id: measure
    for measure in (CARDS, COPIES, DISTINCT, ZONES, COMPANIONS, SUM, GROUPS, COVER, HIGHEST, LOWEST, SPAN)
}
"""Every measure, by its name in `game.yaml`."""


def _listed(names: str | Sequence[str]) -> Sequence[str]:
    return [names] if isinstance(names, str) else names


class WrittenMeasure(NamedTuple):
    """A measure as a game's data writes it: its name, and its arguments by key."""

    id: str
    arguments: Mapping[str, Any]


def written_measure(
    value: str | Mapping[str, Any] | Sequence[Mapping[str, Any]], names: Iterable[str]
) -> WrittenMeasure:
    """Split a measure of a validated `game.yaml` into its name, one of those known, and its arguments; a list is a sum."""
    if isinstance(value, str):
        return WrittenMeasure(value, {})
    if not isinstance(value, Mapping):
        return WrittenMeasure(SUM.id, {SUM.id: [name for part in value for name in _listed(part[SUM.id])]})
    return WrittenMeasure(next(name for name in names if name in value), value)


def size(cards: Copies) -> int:
    """Number of cards, every copy one."""
    return sum([copies for _, copies in cards])  # a list is faster than a generator


def read_values(card: Card, name: str) -> tuple[Value, ...]:
    """Values of a card under a name: none, one or several. Names are in the source language."""
    return (card.name(card.source_language),) if name == "name" else tuple(values_of(card, name))


def read_number(card: Card, name: str) -> Decimal | int:
    """Number of a card under a name, exactly as written; 0 if it has none."""
    value = card.fields.get(name)
    if type(value) is int:
        return value
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

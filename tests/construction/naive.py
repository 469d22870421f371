"""A naive second evaluator of the rule language: the oracle of the rules, slow and literal.

It shares no code with the program. It reads a game as parsed YAML, and a deck as a list of single cards, one for each
copy. Its queries are small trees that know their own text, so that it needs no parser.
"""

from __future__ import annotations

import csv
import io
import operator
from collections import Counter
from fractions import Fraction
from functools import cache, reduce
from itertools import combinations, product
from math import ceil, floor
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

SIGNS = {
    ":": operator.eq,
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}

SHARED = ("over", "zone", "measure", "same", "of", "of_zone", "free", "per")
"""What a rule can say for all its requirements."""


# Queries as trees that know their own text.


class Query(str):
    """The text of a query, with the tree that it was written from."""

    __slots__ = ("tree",)

    def __new__(cls, *tree):
        made = super().__new__(cls, text_of(tree))
        made.tree = tree
        return made


def text_of(tree):
    match tree:
        case ("and", *parts):
            text = f"({' '.join(map(text_of, parts))})"
        case ("or", *parts):
            text = f"({' or '.join(map(text_of, parts))})"
        case ("not", part):
            text = f"-{text_of(part)}"
        case ("has", field):
            text = f"has:{field}"
        case ("is" | "fields", field, sign, value):
            text = f"{field}{sign}{_written(value)}"
        case ("refers", field, sign, reference, other):
            text = f"{field}{sign}{reference}.{other}"
        case ("today", field, sign):
            text = f"{field}{sign}today"
        case _:
            text = "*"
    return text


def _written(value):
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f'"{value}"' if " " in str(value) else str(value)


def references_in(tree):
    """Names of the reference cards that a tree mentions."""
    match tree:
        case ("refers", _, _, "this", _):
            return set()
        case ("refers", _, _, reference, _):
            return {reference}
        case ("and" | "or" | "not", *parts):
            return set().union(*map(references_in, parts))
    return set()


# The table: a deck as single cards, and all that rules can ask about.


class Single(NamedTuple):
    """One copy of a card, with the facts of its entry among its fields, in a zone."""

    card: dict[str, Any]
    zone: str

    @property
    def id(self):
        return self.card["id"]


class Table(NamedTuple):
    """A deck on a day: its copies, those of the game's box, its reference cards, and the lists of that day.

    `zones` are those that count where nothing names a zone; there are copies in zones beside them too.
    """

    fields: dict[str, Any]
    lists: dict[str, dict[str, Fraction]]
    zones: tuple[str, ...]
    day: str
    players: int | None
    copies: tuple[Single, ...]
    box: tuple[Single, ...]
    references: dict[str, list[dict[str, Any]]]


class Broken(NamedTuple):
    """A broken rule: its id; the cards, if it judges each card; and the numbers, if it counts."""

    rule: str
    cards: frozenset[str] = frozenset()
    found: float | None = None
    limit: float | None = None


def evaluate(game, cards, deck, *, deck_format, day, players=None, files=None):
    """Rules that a deck breaks, as a Counter of `Broken`.

    `game` is the parsed game.yaml; `cards` and `deck` are lists as in their files, and `files` holds the texts of the CSV
    lists by path.
    """
    held = with_likes(game["formats"], deck_format)
    beside = held.get("beside", [])
    zones = ("cards", *(zone for zone in held.get("zones", ()) if zone not in beside))
    lists = {name: values_on(written, cards, day, files) for name, written in game.get("lists", {}).items()}
    copies = expanded(cards, deck)
    inside = tuple(one for one in copies if one.zone in (*zones, *beside))
    box = expanded(cards, [{"card": card["id"], "copies": card.get("copies", 1)} for card in cards])
    table = Table(game.get("fields", {}), lists, zones, day, players, inside, tuple(box), {})
    found = {name: reference_cards(one, table) for name, one in held.get("references", {}).items()}
    table = table._replace(references={name: there for name, there in found.items() if there})
    rules = [rule for rule in all_rules(held, table) if applies(rule, table)]
    return Counter(
        [
            *foreign_zones(copies, (*zones, *beside)),
            *(one for rule in rules for one in judged(rule, rules, table)),
        ]
    )


def expanded(cards, deck):
    """Every copy of a deck as a single card."""
    known = {card["id"]: card for card in cards}
    return [
        Single(with_facts(known[entry["card"]], entry.get("fields", {})), entry.get("zone", "cards"))
        for entry in deck
        for _ in range(entry["copies"])
    ]


def with_facts(card, facts):
    return {**card, "fields": {**card.get("fields", {}), **facts}}


def foreign_zones(copies, zones):
    """Rule `zones`: cards in a zone that the format does not have."""
    for zone, number in Counter(one.zone for one in copies if one.zone not in zones).items():
        yield Broken("zones", frozenset(one.id for one in copies if one.zone == zone), number, 0)


def reference_cards(written, table):
    """The cards of the deck that a reference names."""
    one = {"over": written} if isinstance(written, str) else written
    zones = as_list(one.get("zones", table.zones))
    return [copy.card for copy in in_zones(zones, table) if matches(one["over"].tree, copy.card, table)]


def as_list(written):
    return list(written) if isinstance(written, list | tuple) else [written]


# Formats that build on formats.


def with_likes(formats, name):
    """A format with all that it takes over from the one that it is like."""
    own = formats[name]
    if "like" not in own:
        return own
    other = {
        key: value
        for key, value in with_likes(formats, own["like"]).items()
        if key not in own.get("drop", ())
    }
    rules = [rule for rule in other.get("rules", ()) if rule["id"] not in own.get("drop", ())]
    return {
        **other,
        **own,
        **{key: list(dict.fromkeys([*other.get(key, ()), *own.get(key, ())])) for key in ("zones", "beside")},
        "references": {**other.get("references", {}), **own.get("references", {})},
        "rules": in_place(rules, own.get("rules", ())),
    }


def in_place(inherited, own):
    """Rules of which those with the same id replace the inherited ones, and others follow."""
    mine = {rule["id"]: rule for rule in own}
    ids = [rule["id"] for rule in inherited]
    return [mine.get(rule["id"], rule) for rule in inherited] + [
        rule for rule in own if rule["id"] not in ids
    ]


def all_rules(held, table):
    """The rules of a format, those that its keys mean first."""
    everywhere = {"measure": "copies", "zone": list(table.zones)}
    if "pool" in held:
        yield {"id": "pool", "over": Query("not", held["pool"].tree), "max": 0, **everywhere}
    for card in banned_on(held.get("banned", ()), table):
        yield {"id": "banned", "over": Query("is", "id", "=", card), "max": 0, **everywhere}
    for card, most in restricted_on(held.get("restricted", {}), table):
        yield {"id": "restricted", "over": Query("is", "id", "=", card), "max": most, **everywhere}
    yield from held.get("rules", ())


def banned_on(written, table):
    """Ids of the cards that are banned on the day."""
    if isinstance(written, str):
        return set(table.lists[written])
    return {one if isinstance(one, str) else one["card"] for one in written if in_force(one, table.day)}


def restricted_on(written, table):
    """Ids of the restricted cards on the day, each with its most copies."""
    if isinstance(written, str):
        return table.lists[written].items()
    return [
        (card, one["max"] if isinstance(one, dict) else one)
        for card, one in written.items()
        if in_force(one, table.day)
    ]


def in_force(written, day):
    """Whether something with `since` and `until` is in force on a day."""
    days = written if isinstance(written, dict) else {}
    return days.get("since", "") <= day <= days.get("until", "9999-12-31")


# Lists: number fields that cards have by a table.


def values_on(written, cards, day, files):
    """The values of a list on a day, by card."""
    found = {}
    for row in rows_of(written, files):
        written = {key: value for key, value in row.items() if value != ""}
        if in_force(written, day):
            for card in cards:
                if row["card"] in (card["id"], card["name"]):
                    found[card["id"]] = exact(written.get("value", 1))
    return found


def rows_of(written, files):
    """The rows of a list, however it is written."""
    if isinstance(written, str):
        return list(csv.DictReader(io.StringIO(files[written])))
    if isinstance(written, dict):
        return [
            {"card": card, **(one if isinstance(one, dict) else {"value": one})}
            for card, one in written.items()
        ]
    return [one if isinstance(one, dict) else {"card": one} for one in written]


def exact(number):
    """A number without the rounding of binary fractions."""
    return Fraction(str(number))


# What cards have, and which a query finds.


def values(card, field, table):
    """Values that a card has under the name of a field: none, one or several."""
    if field in ("id", "name", "kind"):
        return [card[field]]
    if field == "mark":
        return list(card.get("marks", ()))
    if field in ("copies", "revision"):
        return [exact(card.get(field, 1))]
    if field in table.lists:
        return [table.lists[field][card["id"]]] if card["id"] in table.lists[field] else []
    written = card["fields"].get(field, [])
    return [as_number(one) for one in as_list(written)]


def as_number(value):
    return exact(value) if isinstance(value, int | float) and not isinstance(value, bool) else value


def number(card, field, table):
    """The number that a card has in a field, or None."""
    found = values(card, field, table)
    return found[0] if found else None


def rank(field, value, table):
    """The place of a value among others: a number, a day, or a choice's place in the game's order."""
    schema = table.fields.get(field, {})
    choices = [one["const"] for one in schema.get("oneOf", ())] or schema.get("items", {}).get("enum", [])
    return choices.index(value) if choices else as_number(value)


def matches(tree, card, table, this=()):
    """Whether a query finds a card; `this` are the entries of the card that is counted."""
    match tree:
        case ("all",):
            return True
        case ("and", *parts):
            return all(matches(part, card, table, this) for part in parts)
        case ("or", *parts):
            return any(matches(part, card, table, this) for part in parts)
        case ("not", part):
            return not matches(part, card, table, this)
    return term_matches(tree, card, table, this)


def term_matches(tree, card, table, this):
    """Whether a term of a query finds a card."""
    kind, field, *rest = tree
    own, sign = values(card, field, table), rest[0] if rest else ""
    if kind == "has":
        return own != []
    if kind == "today":
        return compares(field, sign, own, [table.day], table)
    if kind == "is":
        return compares(field, sign, own, [as_number(rest[1])], table)
    if kind == "fields":
        others = values(card, rest[1], table)
        return others != [] and compares(field, sign, own, others, table)
    named = this if rest[1] == "this" else table.references[rest[1]]
    return compares(
        field, sign, own, [value for one in named for value in values(one, rest[2], table)], table
    )


def compares(field, sign, own, others, table):
    """Whether some value compares so with some other; for `!=`, whether some value is none of the others."""
    if sign == "!=":
        return any(value not in others for value in own)
    return any(
        SIGNS[sign](rank(field, one, table), rank(field, other, table)) for one in own for other in others
    )


# Which rules apply.


def applies(rule, table):
    """Whether a rule is judged: on its days, with the reference cards that it names, and under its conditions."""
    return (
        in_force(rule, table.day)
        and named_in(rule) <= table.references.keys()
        and holds(rule.get("when", []), table)
    )


def named_in(written):
    """The reference cards that a rule names, anywhere but in its options and free copies."""
    if isinstance(written, Query):
        return references_in(written.tree)
    if isinstance(written, list):
        return set().union(*map(named_in, written))
    if not isinstance(written, dict):
        return set()
    own = {written["of"]} if "field" in written and "of" in written else set()
    return own.union(*(named_in(part) for key, part in written.items() if key not in ("options", "free")))


def known(entries, table):
    """Options or free copies without those that name a reference card which the deck lacks."""
    return [one for one in entries if named_in(one) <= table.references.keys()]


def holds(when, table, this=()):
    """Whether every condition of a list holds."""
    return all(condition_holds(one, table, this) for one in as_list(when))


def condition_holds(written, table, this):
    """Whether the deck has what a condition counts: at least one card, if it has no bounds."""
    one = {"over": written} if isinstance(written, str) else written
    if "any" in one:
        return any(holds(way, table, this) for way in one["any"])
    there = in_zones(as_list(one.get("zones", table.zones)), table)
    counted = [copy for copy in there if matches(query_of(one), copy.card, table, this)]
    bounds = one if "min" in one or "max" in one else {"min": 1}
    found = measured(one.get("measure", "cards"), counted, table)
    return not list(beyond(found, bounds, there, [this], one.get("measure", "cards"), table))


def query_of(one):
    return one["over"].tree if "over" in one else ("all",)


def in_zones(zones, table):
    """The copies in some zones, in the order of the deck, those of a card with the same facts together."""
    copies = [copy for copy in table.copies if copy.zone in zones]
    variants = [copy.card for copy in copies]
    return sorted(copies, key=lambda copy: variants.index(copy.card))


# Bounds.


def beyond(found, bounds, there, counted, measure, table, factor=1):
    """Yield the limits that a number is beyond; `counted` are the cards that count as one, each as `this`."""
    for key, strictest, is_beyond in (("min", max, operator.lt), ("max", min, operator.gt)):
        limit = limit_of(bounds.get(key), strictest, there, counted, table)
        if limit is not None and found is not None:
            written = bounds[key]
            limit *= 1 if isinstance(written, str) else factor
            limit = limit if isinstance(written, int | float) else rounded(limit, key, measure)
            if is_beyond(found, limit):
                yield limit


def rounded(limit, key, measure):
    """A computed bound of a measure that counts whole things: a minimum rounded up, a maximum rounded down."""
    if not READINGS[name_of(measure)].is_whole:
        return limit
    return ceil(limit) if key == "min" else floor(limit)


def limit_of(written, strictest, there, counted, table):
    """A bound as a number, the strictest of those of the counted cards; None for no bound."""
    if written is None:
        return None
    totals = [total(written, strictest, there, this, table) for this in counted]
    return strictest([one for one in totals if one is not None], default=None)


def total(written, strictest, there, this, table):
    """The terms of a bound, added; None if one of them is missing."""
    terms = [term(one, strictest, there, this, table) for one in as_list(written)]
    return None if None in terms else sum(terms, Fraction(0))


def term(written, strictest, there, this, table):
    """One term of a bound: a number, the name of a field of the counted card, or an object."""
    if isinstance(written, str):
        return strictest(field_of(written, this, table), default=None)
    if not isinstance(written, dict):
        return exact(written)
    if not holds(written.get("when", []), table, this):
        return Fraction(0)
    found = [stepped(amount, written) for amount in amounts(written, there, this, table)]
    least, most = (
        total(written[key], one, there, this, table) if key in written else None
        for key, one in (("min", max), ("max", min))
    )
    found = [one if most is None else min(one, most) for one in found]
    return strictest([one if least is None else max(one, least) for one in found], default=None)


def stepped(amount, written):
    """How many times `every` goes into an amount, whole times or rounded up, `times` so much."""
    whole = ceil if written.get("round") == "up" else floor
    steps = amount if "every" not in written else Fraction(whole(amount / exact(written["every"])))
    return steps * fraction(written.get("times", 1))


def amounts(written, there, this, table):
    """What an object of a bound stands for: several numbers, if several cards have one."""
    if "number" in written:
        return [exact(written["number"])]
    if "field" in written:
        return field_of(written["field"], table.references[written["of"]] if "of" in written else this, table)
    if "share" in written:
        return [fraction(written["share"]) * len(there)]
    one = written["count"]
    copies = table.box if one.get("box") else in_zones(as_list(one.get("zones", table.zones)), table)
    counted = [copy for copy in copies if matches(query_of(one), copy.card, table, this)]
    found = measured(one.get("measure", "cards"), counted, table)
    return [] if found is None else [found]


def field_of(name, cards, table):
    """The numbers that some cards have in a field."""
    return [found for card in cards if (found := number(card, name, table)) is not None]


def fraction(written):
    """A share or a factor: `1/3`, `40%` or a number."""
    text = str(written)
    return Fraction(text[:-1]) / 100 if text.endswith("%") else Fraction(text)


# Measures.


def name_of(measure):
    """The name of a measure as written: a word, or the first key that is one; terms are sums."""
    if isinstance(measure, list):
        return "sum"
    return measure if isinstance(measure, str) else next(key for key in measure if key in MEASURED)


def measured(measure, counted, table):
    """A number for all counted copies together; None for the lowest of none."""
    return MEASURED[name_of(measure)].read(measure, counted, table)


def numbers(field, counted, table):
    return [one for copy in counted for one in values(copy.card, field, table)]


def grouped(measure, counted, table):
    """How many values of a field enough cards have."""
    held = Counter(value for copy in counted for value in set(values(copy.card, measure["groups"], table)))
    return sum(times >= measure.get("each", 1) for times in held.values())


def covered(measure, counted, table):
    """The fewest values of which every card with values has one, by trying them all."""
    cards = [held for copy in counted if (held := set(values(copy.card, measure["cover"], table)))]
    every = sorted(set().union(*cards), key=str)
    return next(
        number
        for number in range(len(every) + 1)
        for chosen in combinations(every, number)
        if all(held & {*chosen} for held in cards)
    )


def highest(measure, counted, table):
    return max(numbers(measure["highest"], counted, table), default=0)


def lowest(measure, counted, table):
    return min(numbers(measure["lowest"], counted, table), default=None)


def span(measure, counted, table):
    """How far the greatest number and the least are apart."""
    there = numbers(measure["span"], counted, table)
    return max(there, default=0) - min(there, default=0)


def added(measure, counted, table):
    """The numbers of one or more fields, added for each copy, or `once` for each different card; or terms for some cards each."""
    if isinstance(measure, list):
        return sum(added(one, admitted(one, counted, table), table) for one in measure)
    if measure.get("once"):
        counted = list({copy.id: copy for copy in reversed(counted)}.values())
    return sum(
        (number(copy.card, one, table) or 0 for copy in counted for one in as_list(measure["sum"])),
        Fraction(0),
    )


def admitted(one, counted, table):
    """The copies that the query of a term finds."""
    return [copy for copy in counted if matches(query_of(one), copy.card, table)]


def measured_each(rule, counted, table):
    """For each card, or for cards that count as one: their copies, and the number."""
    for copies in alike(rule, counted, table):
        yield copies, PER_CARD[rule["measure"]].read(rule, copies, table)


def alike(rule, counted, table):
    """Copies that count as one card: the same card or, with `same`, cards that share all of these."""
    names = rule.get("same", ()) if rule["measure"] != "companions" else ()
    groups = {}
    for copy in counted:
        shared = tuple(frozenset(values(copy.card, name, table)) for name in names)
        groups.setdefault(shared if shared and all(shared) else copy.id, []).append(copy)
    return groups.values()


def companions(rule, copies, table):
    """How many cards belong beside a card, with the facts of one of its entries, and are there."""
    others = in_zones(as_list(rule.get("of_zone", rule.get("zone", "cards"))), table)
    return len({other.id for copy in copies for other in others if belongs_beside(other, copy, rule, table)})


def belongs_beside(other, copy, rule, table):
    """Whether a copy is a companion of another."""
    return (
        other.id != copy.id
        and matches(rule["of"].tree, other.card, table, [copy.card])
        and all(shares(other.card, copy.card, name, table) for name in rule.get("same", ()))
    )


def shares(card, other, name, table):
    """Whether two cards share a value of a field."""
    own = values(other, name, table)
    return any(value in own for value in values(card, name, table))


BY_HAND = {"old-fox": 2, "owl": 3, "oak": 1, "birch": 1}
"""A deck of conftest.py's forest in which each measure was worked out by hand."""


class Reading(NamedTuple):
    """A measure read slowly; what a rule with it finds in the deck `BY_HAND`; and whether it counts whole things, so that bounds are rounded."""

    rule: str
    found: tuple[float, ...]
    read: Callable[..., Any]
    is_whole: bool = True


MEASURED = {
    "cards": Reading("measure: cards", (7,), lambda _, counted, __: len(counted)),
    "distinct": Reading("measure: distinct", (4,), lambda _, counted, __: len({copy.id for copy in counted})),
    "sum": Reading("measure: {sum: weight}", (18.4,), added, is_whole=False),
    "groups": Reading("measure: {groups: colours}", (3,), grouped),
    "cover": Reading("measure: {cover: colours}", (2,), covered),
    "highest": Reading("measure: {highest: weight}", (9,), highest, is_whole=False),
    "lowest": Reading("measure: {lowest: weight}", (0.2,), lowest, is_whole=False),
    "span": Reading("measure: {span: weight}", (8.8,), span, is_whole=False),
}
"""The measures of all counted copies together."""

PER_CARD = {
    "copies": Reading("measure: copies", (2, 3, 1, 1), lambda _, copies, __: len(copies)),
    "zones": Reading(
        "measure: zones", (1, 1, 1, 1), lambda _, copies, __: len({copy.zone for copy in copies})
    ),
    "companions": Reading("measure: companions, of: 'kind:tree'", (2, 2, 1, 1), companions),
}
"""The measures of each card, or of cards that count as one."""

READINGS = MEASURED | PER_CARD


# Judging a rule.


def judged(rule, rules, table):
    """Yield how a deck breaks a rule that applies."""
    replacing = [other for other in rules if rule["id"] in other.get("replaces", ())]
    if any("over" not in other for other in replacing):
        return
    replaced = [other["over"].tree for other in replacing]
    if "any" in rule or "all" in rule:
        ways = rule["any"] if "any" in rule else [rule["all"]]
        if not any(all(met(one, rule, replaced, table) for one in as_list(way)) for way in ways):
            yield Broken(rule["id"])
    elif "options" in rule:
        if left := unadmitted(rule, replaced, table):
            yield Broken(rule["id"], frozenset(), left, 0)
    elif "measure" in rule:
        yield from counted_beyond(rule, replaced, table)


def met(requirement, rule, replaced, table):
    """Whether a requirement of a way is met; what it does not say, its rule says for all its ways."""
    one = {key: rule[key] for key in SHARED if key in rule} | requirement
    if "options" in one:
        return not unadmitted(one, replaced, table)
    return not list(counted_beyond({"id": "", "measure": "cards", **one}, replaced, table))


def counted_copies(rule, replaced, table):
    """The copies that a rule counts: of its zones and its query, not replaced, and not free."""
    counted = [
        copy
        for copy in in_zones(as_list(rule.get("zone", "cards")), table)
        if matches(query_of(rule), copy.card, table)
        and not any(matches(other, copy.card, table) for other in replaced)
    ]
    return reduce(
        lambda left, free: without_free(left, free, table),
        [free for free in known(rule.get("free", ()), table) if "cards" not in free],
        counted,
    )


def without_free(counted, free, table):
    """Copies without the first so many of each card that a free entry names, or without all of them."""
    left, taken = [], Counter()
    for copy in counted:
        if is_free(copy, free, table) and taken[copy.id] < free.get("copies", len(counted)):
            taken[copy.id] += 1
        else:
            left.append(copy)
    return left


def is_free(copy, free, table):
    """Whether a free entry names a copy, and its conditions hold."""
    return matches(query_of(free), copy.card, table, [copy.card]) and holds(
        free.get("when", []), table, [copy.card]
    )


def without_free_cards(counted, free, measure, table):
    """Copies without the free ones of so many cards as leave the least, by trying every choice."""
    ids = list(dict.fromkeys(copy.id for copy in counted))
    choices = (
        chosen for number in range(min(free["cards"], len(ids)) + 1) for chosen in combinations(ids, number)
    )
    left = [
        [copy for copy in counted if copy.id not in chosen]
        + without_free([copy for copy in counted if copy.id in chosen], free, table)
        for chosen in choices
    ]
    return min(left, key=lambda copies: measured(measure, copies, table))


def excused(broken, free, table):
    """Broken limits on copies when so many of those cards may exceed them as helps most, by trying every choice."""
    most = free.get("copies", 10**9)
    over = [
        (limit - found, min(most, sum(is_free(copy, free, table) for copy in copies)))
        for copies, found, limit in broken
    ]

    def left_by(chosen):
        left = [
            max(0, -short - freed * (number in chosen)) if short < 0 else short
            for number, (short, freed) in enumerate(over)
        ]
        return sum(one for one in left if one > 0), sum(one > 0 for one in left)

    number = min(free["cards"], len(broken))
    chosen = min(combinations(range(len(broken)), number), key=left_by)
    for index, (copies, found, limit) in enumerate(broken):
        freed = min(over[index][1], found - limit) if index in chosen and found > limit else 0
        if found - freed != limit or not freed:
            yield copies, found - freed, limit


def counted_beyond(rule, replaced, table):
    """Yield how a rule that counts is broken: once for the deck, or for each card."""
    there = in_zones(as_list(rule.get("zone", "cards")), table)
    counted = counted_copies(rule, replaced, table)
    bounds, factor = bounds_for(rule, len(there), table.players)
    measure = rule["measure"]
    of_cards = [free for free in known(rule.get("free", ()), table) if "cards" in free]
    for free in of_cards if measure != "copies" else ():
        counted = without_free_cards(counted, free, measure, table)
    if name_of(measure) not in PER_CARD:
        for copies in parts(rule, counted, table):
            found = measured(measure, copies, table)
            for limit in beyond(found, bounds, there, [()], measure, table, factor):
                yield Broken(rule["id"], frozenset(), float(found), float(limit))
        return
    broken = [
        (copies, found, limit)
        for copies, found in measured_each(rule, counted, table)
        for limit in beyond(found, bounds, there, [[copy.card] for copy in copies], measure, table, factor)
    ]
    for free in of_cards if measure == "copies" else ():
        broken = [*excused(broken, free, table)]
    for copies, found, limit in broken:
        yield Broken(rule["id"], frozenset(copy.id for copy in copies), float(found), float(limit))


def parts(rule, counted, table):
    """All copies that a rule counts or, with `per`, those with each value of a field."""
    if "per" not in rule:
        return [counted]
    parted = {}
    for copy in counted:
        several = (set(values(copy.card, name, table)) for name in as_list(rule["per"]))
        for each in product(*several):
            parted.setdefault(each, []).append(copy)
    return [*parted.values()]


def bounds_for(rule, cards, players):
    """The bounds for a number of players, or from a number of cards on, and what they are multiplied by."""
    by_players = {int(key): bounds for key, bounds in rule.get("by_players", {}).items()}
    if players in by_players:
        return by_players[players], 1
    reached = {int(key): bounds for key, bounds in rule.get("by_cards", {}).items() if int(key) <= cards}
    if reached:
        return reached[max(reached)], 1
    return rule, players if rule.get("per_player") and players else 1


# Options: every copy must be admitted by one of them.


def unadmitted(rule, replaced, table):
    """Number of copies that no option can take, by trying every way to divide them."""
    copies = counted_copies(rule, replaced, table)
    there = in_zones(as_list(rule.get("zone", "cards")), table)
    options = [option for option in known(rule["options"], table) if holds(option.get("when", []), table)]
    quotas = tuple(quota(option, there, table, len(copies)) for option in options)
    fits = [
        tuple(number for number, option in enumerate(options) if matches(query_of(option), copy.card, table))
        for copy in copies
    ]
    return len(copies) - most_admitted(tuple(fits), quotas)


def quota(option, there, table, most):
    """The most copies that an option admits."""
    limit = limit_of(option.get("max"), min, there, [()], table)
    return most if limit is None else min(most, max(0, floor(limit)))


def most_admitted(fits, quotas):
    """The most copies that options with quotas can take, if each copy fits only some of them."""

    @cache
    def most(first, left):
        if first == len(fits):
            return 0
        taken = [
            1 + most(first + 1, (*left[:option], left[option] - 1, *left[option + 1 :]))
            for option in fits[first]
            if left[option]
        ]
        return max([most(first + 1, left), *taken])

    return most(0, quotas)

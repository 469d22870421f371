"""Small random games with formats of every sort of rule, and decks for them, as hypothesis strategies."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from hypothesis import strategies as st

from deckwright.model.measures import MEASURES, written_measure
from deckwright.model.query.language import FOR_ALL_FIELDS, OPERATORS

from .naive import Query

DAYS = ("2026-01-01", "2026-02-01", "2026-03-01", "2026-04-01")
ZONES = ("cards", "leader", "side")
BESIDE = "drafted"

LEVELS, HOUSES, COLOURS = ("low", "middle", "high"), ("moor", "wood"), ("red", "green", "blue")

FIELDS = {
    "size": {"title": "Size", "type": "number"},
    "own": {"title": "Own", "type": "integer"},
    "level": {"title": "Level", "oneOf": [{"const": one, "title": one.title()} for one in LEVELS]},
    "released": {"title": "Released", "type": "string", "format": "date"},
    "lone": {"title": "Lone", "type": "boolean"},
    "rank": {"title": "Rank", "type": "integer", "in_decks": True},
    "house": {
        "title": "House",
        "oneOf": [{"const": one, "title": one.title()} for one in HOUSES],
        "in_decks": True,
    },
    "partner": {"title": "Partner", "type": "string", "in_decks": True},
    "colours": {"title": "Colours", "type": "array", "items": {"enum": list(COLOURS)}, "in_decks": True},
}

KINDS, MARKS, NAMES = ("beast", "tree", "chief"), ("rare", "royal"), ("Ash", "Old Oak", "Fox")
IDS = tuple(f"card-{number}" for number in range(6))

LISTS = ("points", "limits")
NUMBERS = ("size", "own", "rank", "copies", *LISTS)
FACTS = ("rank", "house", "partner", "colours")
LITERALS = {
    "id": IDS,
    "kind": KINDS,
    "mark": MARKS,
    "name": NAMES,
    "house": HOUSES,
    "partner": IDS,
    "colours": COLOURS,
    "lone": (True, False),
    "level": LEVELS,
    "released": DAYS,
    **dict.fromkeys(NUMBERS, (0, 1, 2, 3)),
}
"""The fields that terms of queries name, with values that they are compared with."""

COMPARED = {**dict.fromkeys(NUMBERS, NUMBERS), "id": ("id", "partner"), "partner": ("partner", "id")}
"""The fields whose values can be compared with those of another field, if not only with their own."""

ORDERED = ("level", "released", *NUMBERS)

EACH = tuple(one.id for one in MEASURES.values() if one.per_card)
"""The measures that count for each card."""

few = st.integers(0, 3)
some = st.integers(1, 4)
sizes = st.sampled_from([-1, 0, 0.1, 0.2, 0.5, 1, 2, 3])


class Scope(NamedTuple):
    """What queries and bounds may name at a place: reference cards, and for the card that is counted `this`."""

    references: tuple[str, ...] = ()
    this: bool = False

    @property
    def names(self):
        return (*self.references, "this") if self.this else self.references

    @property
    def of_each(self):
        return self._replace(this=True)

    @property
    def of_all(self):
        return self._replace(this=False)


NOTHING_NAMED = Scope()


def maybe(strategy):
    return st.none() | strategy


def record(required, **optional):
    """Records with some keys always and others sometimes."""
    return st.fixed_dictionaries(required, optional=optional)


# Cards and lists.

OWN_VALUES = {
    "size": sizes,
    "own": few,
    "level": st.sampled_from(LEVELS),
    "released": st.sampled_from(DAYS),
    "lone": st.booleans(),
    "rank": few,
    "house": st.sampled_from(HOUSES),
    "partner": st.sampled_from(IDS),
    "colours": st.lists(st.sampled_from(COLOURS), unique=True, min_size=1, max_size=2),
}


@st.composite
def cards(draw):
    """Make the cards of a game, all of whose fields are optional, with names that several have."""
    return [
        {
            "id": one,
            "kind": draw(st.sampled_from(KINDS)),
            "name": draw(st.sampled_from(NAMES)),
            "marks": draw(st.lists(st.sampled_from(MARKS), unique=True, max_size=2)),
            "copies": draw(st.integers(1, 3)),
            "fields": draw(record({}, **OWN_VALUES)),
        }
        for one in IDS
    ]


@cache
def days():
    """Keys of something that is in force from a day, until a day, or always."""
    spans = st.lists(st.sampled_from(DAYS), min_size=2, max_size=2).map(sorted)
    return st.one_of(
        st.just({}),
        spans.map(lambda span: {"since": span[0]}),
        spans.map(lambda span: {"until": span[1]}),
        spans.map(lambda span: {"since": span[0], "until": span[1]}),
    )


@st.composite
def dated(draw, key, values=few):
    """Make a number, or an object with it and its days."""
    value = draw(values)
    return draw(st.just(value) | days().map(lambda own: {key: value, **own}))


@st.composite
def listed_cards(draw):
    """Make a list of cards, some with days."""
    ids = draw(st.lists(st.sampled_from(IDS), unique=True, min_size=1, max_size=3))
    return [draw(st.just(one) | days().map(lambda own, one=one: {"card": one, **own})) for one in ids]


@cache
def tables():
    """Lists of cards as game.yaml has them: cards with values, or cards alone."""
    return st.dictionaries(st.sampled_from(IDS), dated("value"), min_size=1, max_size=4) | listed_cards()


@st.composite
def csv_tables(draw):
    """Make the text of a CSV list, with cards by their ids."""
    rows = ["card,value,since,until"]
    for card in draw(st.lists(st.sampled_from(IDS), unique=True, max_size=4)):
        own = draw(days())
        rows.append(f"{card},{draw(st.just('') | few)},{own.get('since', '')},{own.get('until', '')}")
    return "\n".join(rows) + "\n"


# Queries.


@st.composite
def terms(draw, scope):
    """Make a term of a query, as a tree."""
    field = draw(st.sampled_from(sorted(LITERALS)))
    operators = OPERATORS if field in ORDERED else FOR_ALL_FIELDS
    sign = draw(st.sampled_from([*dict.fromkeys(OPERATORS[name].sign for name in operators)]))
    kinds = ["is", "is", "has" if field in {*FIELDS, *LISTS} else "is"]
    kinds += ["today"] * (field == "released") + ["fields"] * (field in NUMBERS)
    kinds += ["refers"] * 2 * bool(scope.names)
    kind = draw(st.sampled_from(kinds))
    if kind == "has":
        return ("has", field)
    if kind == "today":
        return ("today", field, sign)
    if kind == "is":
        return ("is", field, sign, draw(st.sampled_from(LITERALS[field])))
    other = draw(st.sampled_from(COMPARED.get(field, (field,))))
    if kind == "fields":
        return ("fields", field, sign, other)
    return ("refers", field, sign, draw(st.sampled_from(scope.names)), other)


@cache
def trees(scope):
    """Queries as trees, most of them simple."""
    return st.recursive(
        terms(scope) | st.just(("all",)),
        lambda parts: (
            st.tuples(st.sampled_from(["and", "or"]), parts, parts) | st.tuples(st.just("not"), parts)
        ),
        max_leaves=3,
    )


@cache
def queries(scope):
    return trees(scope).map(lambda tree: Query(*tree))


@cache
def zones():
    """One zone, or several."""
    several = st.lists(st.sampled_from(ZONES), min_size=1, max_size=3, unique=True)
    return st.sampled_from([*ZONES, *ZONES, BESIDE]) | several | several.map(lambda some: [*some, BESIDE])


# Measures, conditions and bounds.


FIELDS_COUNTED = ("level", "house", "colours", "name", "kind", "mark", "own", "partner")


@cache
def measures(scope=NOTHING_NAMED, fields=FIELDS_COUNTED, numbers=NUMBERS):
    """Every measure for the deck, written with some fields and number fields, and lists of sums with queries."""
    return st.one_of(st.just("cards"), sums(scope), *measures_of_decks(fields, numbers))


def measures_of_decks(fields, numbers):
    """Every measure for the deck but lists, written with some fields and number fields."""
    field, number = st.sampled_from(fields), st.sampled_from(numbers)
    values = {
        "field": field,
        "number field": number,
        "number fields": number | st.lists(number, min_size=1, max_size=2, unique=True),
        "whole number": st.integers(1, 3),
        "yes or no": st.booleans(),
    }

    def written(measure):
        keys = {True: {}, False: {}}
        for key, argument in measure.arguments.items():
            keys[argument.is_required][key] = values[argument.names]
        return record(keys[True], **keys[False]) if measure.arguments else st.just(measure.id)

    return [written(one) for one in MEASURES.values() if "rule" in one.places and not one.per_card]


@cache
def sums(scope):
    """Sums with a query each, which are added up."""
    number = st.sampled_from(NUMBERS)
    fields = number | st.lists(number, min_size=1, max_size=2, unique=True)
    return st.lists(
        record({"sum": fields}, over=queries(scope.of_all)), min_size=1, max_size=2, unique_by=repr
    )


@cache
def conditions(scope):
    """Conditions: a query, a count with bounds, several of which one is enough, or a list of them."""
    one = queries(scope) | counts(scope)
    several = one | st.lists(one, min_size=1, max_size=2)
    one |= st.lists(several, min_size=2, max_size=2).map(lambda ways: {"any": ways})
    return one | st.lists(one, min_size=1, max_size=2)


@st.composite
def counts(draw, scope):
    """Make a condition that counts."""
    made = draw(record({"over": queries(scope)}, zones=zones(), measure=measures(scope.of_all)))
    return {**made, **draw(st.just({}) | limits(scope.of_all, simple=True))}


@st.composite
def amounts(draw, scope, *, of_card):
    """Make an object of a bound: a number, a field, a count or a share, perhaps in steps, times and on a condition."""
    kinds = ["number", "count", "share", *["field"] * 3 * (of_card or bool(scope.references))]
    kind = draw(st.sampled_from(kinds))
    made = {}
    if kind == "number":
        made["number"] = draw(few | st.just(2.5))
    elif kind == "field":
        made["field"] = draw(st.sampled_from(NUMBERS))
        if not of_card or (scope.references and draw(st.booleans())):
            made["of"] = draw(st.sampled_from(scope.references))
    elif kind == "count":
        where = st.just({"box": True}) | record({}, zones=zones())
        measure = measures(scope.of_all)
        made["count"] = {**draw(record({}, over=queries(scope), measure=measure)), **draw(where)}
    else:
        made["share"] = draw(st.sampled_from(["1/3", "40%", 0.25, "100%"]))
    steps = record(
        {},
        every=st.sampled_from([1, 2, 3, 0.5, 1.5]),
        times=st.sampled_from([1, 2, 3, "1/2", "2/3", 0.5]),
        when=conditions(scope),
        min=few,
        max=few | st.just({"number": 2}) | st.just([1, {"share": "1/3"}]),
    )
    made |= draw(st.just({}) | steps)
    return made | (draw(record({}, round=st.just("up"))) if "every" in made else {})


@cache
def bounds(scope, *, of_card=False):
    """Bounds that are computed: an object, or several terms."""
    one = amounts(scope, of_card=of_card)
    return one | st.lists(few | one, min_size=1, max_size=3)


@st.composite
def limits(draw, scope, *, of_card=False, simple=False):
    """Make `min`, `max` or both, as numbers or computed."""
    keys = draw(st.sampled_from([("min",), ("max",), ("max",), ("min", "max")]))
    if len(keys) == 2:
        return dict(zip(keys, sorted([draw(few), draw(some)]), strict=True))
    values = st.integers(0, 3 if of_card else 6)
    if not simple or draw(st.integers(0, 2)) == 0:
        values |= bounds(scope, of_card=of_card)
    if of_card:
        values |= st.sampled_from(NUMBERS)
    return {key: draw(values) for key in keys}


# Rules.


@cache
def free_entries(scope):
    """Copies that a rule does not count: of some cards, or of each."""
    over, copies, when = queries(scope.of_each), st.integers(1, 2), conditions(scope.of_each)
    one = record({"over": over}, copies=copies, when=when) | record({"copies": copies}, when=when)
    return st.lists(one, min_size=1, max_size=2)


@st.composite
def counted(draw, scope):
    """Make the keys of a rule, or of a requirement, that counts."""
    is_for_each = draw(st.booleans())
    written = draw(st.sampled_from([*EACH, "copies"]) if is_for_each else measures(scope))
    made = draw(record({"measure": st.just(written)}, over=queries(scope), zone=zones()))
    measure = MEASURES[written_measure(written, MEASURES).id]
    if not measure.per_card:
        made |= draw(record({}, per=divisions()))
    if measure.counts_copies or not measure.per_card:
        made |= draw(record({}, free=free_entries(scope)))
    is_sum = measure.id == "sum" and "once" not in written
    if "free" in made and (written in ("cards", "copies") or is_sum):
        made["free"][0] |= draw(record({}, cards=st.integers(1, 2)))
    keys = {"of": queries(scope.of_each), "of_zone": zones(), "same": same_fields()}
    needed = {key: keys[key] for key, is_needed in measure.rule_keys.items() if is_needed}
    made |= draw(record(needed, **{key: keys[key] for key in measure.rule_keys if key not in needed}))
    own = scope.of_each if measure.per_card else scope
    return {**made, **draw(limits(own, of_card=measure.bounded_by_fields))}


@cache
def divisions():
    """Fields whose values, or combinations of values, divide cards."""
    field = st.sampled_from(["name", "level", "kind", "house", "colours", "mark", "rank"])
    return field | st.lists(field, min_size=1, max_size=2, unique=True)


@cache
def same_fields():
    """Fields that cards share."""
    fields = st.sampled_from(["name", "level", "kind", "house", "colours", "partner"])
    return st.lists(fields, min_size=1, max_size=2, unique=True)


@st.composite
def optioned(draw, scope):
    """Make the keys of a rule, or of a requirement, with options."""
    quota = few | few | few | bounds(scope)
    option = record({"over": queries(scope)}, max=quota, when=conditions(scope)) | record({"max": quota})
    made = draw(record({}, over=queries(scope), zone=zones(), free=free_entries(scope)))
    return {**made, "options": draw(st.lists(option, min_size=1, max_size=3))}


@st.composite
def joined(draw, scope):
    """Make a rule with several requirements, or ways to meet them, which says some things for all of them."""
    measure = draw(st.none() | st.sampled_from(["cards", "copies", "distinct"]))
    keys = {"over": queries(scope), "zone": zones()}
    made = draw(record({} if measure is None else {"measure": st.just(measure)}, **keys))
    if measure in ("cards", "distinct"):
        made |= draw(record({}, per=divisions()))
    is_copies = measure == "copies"
    short = st.tuples(record({}, **keys), limits(scope.of_each if is_copies else scope, of_card=is_copies))
    own = {"measure": "cards"} if measure is None else {}
    one = short.map(lambda pair: {**own, **pair[0], **pair[1]})
    if "per" not in made:
        one |= counted(scope)
    if measure is None:
        one |= optioned(scope)
    if draw(st.integers(0, 2)) == 0:
        return {**made, "all": draw(st.lists(one, min_size=2, max_size=2))}
    ways = one | st.lists(one, min_size=2, max_size=2)
    return {**made, "any": draw(st.lists(ways, min_size=2, max_size=2))}


@st.composite
def rules(draw, scope, name):
    """Make a rule of one of the four sorts, without what it replaces."""
    kind = draw(st.sampled_from([counted, counted, counted, counted, optioned, joined]))
    made = {"id": name, **draw(kind(scope))}
    if draw(st.integers(0, 4)) == 0:
        made |= draw(days())
    if draw(st.integers(0, 3)) == 0:
        made["when"] = draw(conditions(scope))
    if kind is counted and draw(st.integers(0, 3)) == 0:
        made |= draw(numbers_of_players())
    return made


@cache
def numbers_of_players():
    """Bounds that depend on the number of players or of cards."""
    own = few.map(lambda number: {"min": number}) | few.map(lambda number: {"max": number})
    return record(
        {},
        per_player=st.just(True),
        by_players=st.dictionaries(st.sampled_from([1, 2, 3]), own, min_size=1, max_size=2),
        by_cards=st.dictionaries(st.sampled_from([1, 3, 5]), own, min_size=1, max_size=2),
    )


@st.composite
def rule_lists(draw, scope, names, reserved=()):
    """Make the rules of a format, some of which replace others of the same zones, or those of its keys."""
    made = [draw(rules(scope, name)) for name in names]
    if draw(st.booleans()):
        made.append(draw(freeing(scope)))
    for rule in made:
        targets = [other["id"] for other in made if can_replace(rule, other)]
        targets += [key for key in reserved if zones_of(rule) == {*ZONES}]
        if targets and (rule["id"] == "free" or draw(st.integers(0, 2)) == 0):
            rule["replaces"] = [draw(st.sampled_from(targets))]
    return [rule for rule in made if rule["id"] != "free" or "replaces" in rule]


def freeing(scope):
    """Rules that count nothing, but free their cards from another rule."""
    return record({"id": st.just("free"), "over": queries(scope)}, zone=zones(), when=conditions(scope))


def can_replace(rule, other):
    return rule is not other and other["id"] != "free" and zones_of(rule) == zones_of(other)


def zones_of(rule):
    zone = rule.get("zone", "cards")
    return {zone} if isinstance(zone, str) else {*zone}


# Formats, games and decks.


@st.composite
def keys_of_formats(draw, scope):
    """Make the pool and the banned and restricted cards of a format."""
    return draw(
        record(
            {},
            pool=queries(scope),
            banned=st.sampled_from(LISTS) | listed_cards(),
            restricted=st.just("limits")
            | st.dictionaries(st.sampled_from(IDS), dated("max"), min_size=1, max_size=2),
        )
    )


@st.composite
def references(draw, names):
    """Make reference cards, which most decks have."""
    common = [*[Query("all")] * 3, *(Query("is", "kind", ":", one) for one in KINDS)]
    found = {}
    for name in names:
        query = draw(st.sampled_from(common) | queries(Scope()))
        found[name] = draw(st.just(query) | st.just({"over": query, "zones": draw(zones())}))
    return found


@st.composite
def formats(draw):
    """Make two formats, of which the second builds on the first."""
    names = ("leader", "partner")
    scope = Scope(names)
    base = {"name": "Base", "zones": ["leader", "side"], "beside": [BESIDE]}
    base["references"] = draw(references(names))
    base |= draw(keys_of_formats(scope))
    reserved = [key for key in ("pool", "banned", "restricted") if key in base]
    base["rules"] = draw(rule_lists(scope, ["one", "two", "three"][: draw(some)], reserved))
    droppable = [*reserved, *(rule["id"] for rule in base["rules"])]
    own = {"name": "Own", "like": "base", **draw(keys_of_formats(scope))}
    if droppable and draw(st.booleans()):
        own["drop"] = [draw(st.sampled_from(droppable))]
    own["rules"] = draw(rule_lists(scope, ["two", "four"][: draw(few)]))
    return {"base": base, "own": own}


@st.composite
def formats_of_one_rule(draw):
    """Make two formats that have the same single rule, which most decks are judged by."""
    scope = Scope(("leader",))
    leader = {"over": Query("all"), "zones": draw(zones())}
    rule = {"id": "one", **draw(counted(scope) | optioned(scope) | joined(scope))}
    base = {"name": "Base", "zones": ["leader", "side"], "beside": [BESIDE], "references": {"leader": leader}}
    return {"base": {**base, "rules": [rule]}, "own": {"name": "Own", "like": "base", "rules": []}}


class MadeGame(NamedTuple):
    """A random game: the contents of its game.yaml, its cards, and its other files by path."""

    definition: dict
    cards: list
    files: dict


@st.composite
def games(draw, made_formats):
    """Make a game with some formats."""
    files = {"lists/points.csv": draw(csv_tables())} if draw(st.booleans()) else {}
    definition = {
        "id": "random",
        "title": "Random",
        "source_language": "en",
        "languages": ["en"],
        "players": {"min": 1, "max": 4},
        "fields": FIELDS,
        "kinds": {one: {"name": one.title(), "optional": list(FIELDS)} for one in KINDS},
        "marks": {one: {"name": one.title(), "rule": "Seldom seen.", "icon": "mdi:star"} for one in MARKS},
        "lists": {
            "points": "lists/points.csv" if files else draw(tables()),
            "limits": draw(tables()),
        },
        "formats": draw(made_formats),
    }
    return MadeGame(definition, draw(cards()), files)


FACTS_OF_ENTRIES = record({}, **{name: OWN_VALUES[name] for name in FACTS})


@st.composite
def decks(draw):
    """Make the entries of a deck, some with facts, one in many decks in a zone that the format does not have."""
    return [
        {
            "card": draw(st.sampled_from([*IDS, *IDS[:2] * 3])),
            "copies": draw(st.integers(1, 3)),
            "zone": draw(st.sampled_from([*ZONES * 3, "cards", "cards", BESIDE, "attic"])),
            "fields": draw(st.just({}) | FACTS_OF_ENTRIES),
        }
        for _ in range(draw(st.sampled_from([1, 0, 2, 3, 4, 4, 5, 5, 6, 6])))
    ]


class MadeCheck(NamedTuple):
    """A deck, and what it is checked against."""

    deck: list
    format: str
    day: str
    players: int


@cache
def checks():
    """Decks to check against one of the two formats, on a day, for a number of players."""
    return st.builds(
        MadeCheck, decks(), st.sampled_from(["base", "own"]), st.sampled_from(DAYS), st.integers(1, 4)
    )

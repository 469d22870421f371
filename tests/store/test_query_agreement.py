"""What a query finds: the databases, the cards themselves and a slow, plain reading of it must all agree."""

from __future__ import annotations

import json
import math
import operator
import re
from datetime import date
from typing import Any, NamedTuple, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.errors import InputError
from deckwright.model.card import Card, FieldType
from deckwright.model.game import Game
from deckwright.model.query.binding import Vocabulary, parse
from deckwright.model.query.language import FOR_ALL_FIELDS, OPERATORS
from deckwright.model.query.matching import TODAY, card_test, dump_query, load_query, references_in, resolve
from deckwright.model.words import control_character, fold

from .engines import ENGINES

SAME = {":": operator.eq, "=": operator.eq, "!=": operator.ne}
SIGNS = {**SAME, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
SIGN_LETTERS = re.escape("".join(OPERATORS))
FIELDS = ["power", "rank", "tags", "lone"]
IDS = ["one", "two", "a-b"]
CHOICES = [*IDS, "ONE", "öne", "C++", "c++", "C#", "★", "yes", "3", "2026-01-31"]
LABELS = ["Uno", "uno!", "UNO", "Due", "a b", "Élan vital", "two", "★★"]
WORDS = ["data", "DATA!", "dat", "ake", "lake", "cœur", "coeur", "e\u0301te", "l’eau", "Œuvre", "ﬁn", "fi"]
WORDS += ["Straße", "a-b", "or", "a", "3", "x²", "İı", "soft\u00adly"]
WORDS += ["데이터", "हिन्दी", "數據"]
SILENT = ["⚔\ufe0f", "!!", "_", '"', ""]
DAYS = ["2026-01-31", "2025-12-31", "2026-02-01", "2024-02-29"]
DAY = date(2026, 1, 31)
FIGURES = ["0", "1", "2", "-1", ".5", "+2.0"]
PHRASES = ["data", "dat", "lake", "data lake", "lake data", "a data lake", "date", ""]


class Sort(NamedTuple):
    """What a field is in a game: its type, and for choices the other names of each, in their order."""

    type: str
    many: bool = False
    names: dict[str, list[str]] | None = None
    ordered: bool = False


FLAG = {"no": ["false", "non"], "yes": ["true", "sì", "oui"]}
ORIGINS = {"rulebook": [], "community": [], "sample": []}

letters = st.text(max_size=3).filter(lambda text: not control_character(text))
texts = st.builds(
    str.join,
    st.sampled_from([" ", " ", "-", "’", "\n", "**"]),
    st.lists(st.sampled_from(WORDS + SILENT) | letters, max_size=4),
)
numbers = st.integers(-1, 3) | st.sampled_from([0.5, -0.0, 10**400, 2**53 + 1, math.nan, math.inf])
labels = st.lists(st.sampled_from(LABELS), max_size=2)


def named(ids, least=1):
    return st.dictionaries(st.sampled_from(ids), labels, min_size=least, max_size=5)


class Unnamed(NamedTuple):
    """A type of fields whose values have no names: how a game declares it, what cards hold, and what is asked of it."""

    schema: dict[str, str]
    values: st.SearchStrategy[Any]
    near: list[Any]
    asked: list[str]


UNNAMED = {
    "number": Unnamed({"type": "number"}, numbers, [-1, 0, 0.5, 1, 2, 3], FIGURES),
    "text": Unnamed({"type": "string"}, texts, PHRASES, [phrase for phrase in PHRASES if phrase]),
    "date": Unnamed({"type": "string", "format": "date"}, st.sampled_from(DAYS), DAYS, [*DAYS, "2026-02-30"]),
}

own_sorts = (
    st.tuples(st.sampled_from([*UNNAMED]), st.booleans()).map(lambda made: Sort(*made))
    | st.tuples(st.booleans(), named(CHOICES)).map(lambda made: Sort("choice", *made, ordered=True))
    | st.just(Sort("flag", names=FLAG))
)


@st.composite
def worlds(draw, most=3):
    """Make some games whose fields are called alike, but need not be of one sort: by game and field."""
    titles = {game: draw(labels) for game in ["g1", "g2", "g3"][: draw(st.integers(1, most))]}
    common = {
        "id": Sort("id"),
        "game": Sort("choice", names=titles),
        "origin": Sort("choice", names=ORIGINS),
        **dict.fromkeys(["name", "text"], Sort("text", many=True)),
        **dict.fromkeys(["copies", "revision"], Sort("number")),
    }
    return {
        game: {
            **common,
            "kind": Sort("choice", names=draw(named(IDS))),
            "mark": Sort("choice", many=True, names=draw(named(IDS, 0))),
            **draw(st.dictionaries(st.sampled_from(FIELDS), own_sorts)),
        }
        for game in titles
    }


def schema_of(sort):
    if sort.type in UNNAMED:
        return UNNAMED[sort.type].schema
    return {"type": "boolean"} if sort.type == "flag" else {"type": "string", "enum": list(sort.names or ())}


def game_of(name, sorts):
    """Write a game as its game.yaml and catalogues would."""
    fields = {}
    words = {"it": {}, "en": {}}
    for field, sort in sorts.items():
        schema = schema_of(sort)
        fields[field] = {"type": "array", "items": schema} if sort.many else schema
        prefix = "" if field in ("kind", "mark") else "field:"
        separator = "." if prefix else ":"
        for choice, called in (sort.names or {}).items():
            for language, label in zip(words, called, strict=False):
                words[language][f"{prefix}{field}{separator}{choice}"] = label
    for language, title in zip(words, sorts["game"].names[name], strict=False):
        words[language]["game:title"] = title
    sections = {"kinds": {kind: {} for kind in sorts["kind"].names}, "marks": sorts["mark"].names}
    own = {field: schema for field, schema in fields.items() if field in FIELDS}
    return Game(name, "it", ("it", "en"), {"fields": own, **sections}, words)


def values_for(sort):
    """Make the values that a card may have in a field."""
    if sort.names == {}:
        return st.just([])
    value = UNNAMED[sort.type].values if sort.type in UNNAMED else st.sampled_from(list(sort.names or [""]))
    few = (0, 3) if sort.many else (1, 1)
    return st.lists(value, min_size=few[0], max_size=few[1], unique=sort.names is not None)


@st.composite
def holdings(draw, world, number):
    """Make what a card holds, by field, and its printed texts by language."""
    game = draw(st.sampled_from(list(world)))
    sorts = world[game]
    held = {"id": [f"card-{number}"], "game": [game], "origin": [draw(st.sampled_from(list(ORIGINS)))]}
    held |= {name: [draw(st.integers(1, 3))] for name in ("copies", "revision")}
    held["kind"] = [draw(st.sampled_from(list(sorts["kind"].names)))]
    for field in ("mark", *FIELDS):
        if field in sorts and draw(st.integers(0, 4)):
            held[field] = draw(values_for(sorts[field]))
    languages = ["it", *draw(st.sets(st.sampled_from(["en", "fr"])))]
    keys = ["name", *draw(st.sets(st.sampled_from(["text", "flavour", "more"])))]
    printed = {language: {key: draw(texts) for key in keys} for language in languages}
    held["name"] = [texts["name"] for texts in printed.values()]
    called = draw(st.dictionaries(st.sampled_from(["it", "en"]), st.lists(texts, max_size=2).map(tuple)))
    held["name"] += [alias for aliases in called.values() for alias in aliases]
    held["text"] = [text for texts in printed.values() for key, text in texts.items() if key != "name"]
    return held, printed, called


def card_of(world, held, printed, called):
    sorts = world[held["game"][0]]
    fields = {}
    for field in FIELDS:
        if field in held:
            values = [value == "yes" for value in held[field]] if sorts[field].type == "flag" else held[field]
            fields[field] = values if sorts[field].many else values[0]
    single = {field: held[field][0] for field in ("game", "id", "kind", "copies", "origin", "revision")}
    return Card(
        **single,
        source_language="it",
        marks=tuple(held.get("mark", ())),
        fields=fields,
        texts=printed,
        aliases=called,
    )


def queries(world, *, can_refer=False):
    """Make queries that mostly mean something in a world of games; some can refer to cards called `leader`."""
    terms = [
        (field, list(SIGNS if sort.ordered or sort.type in ("number", "date") else SAME), suited(sort, sorts))
        for sorts in world.values()
        for field, sort in sorts.items()
        if sort.names != {}
    ]
    term = st.sampled_from(terms).flatmap(
        lambda one: st.tuples(
            st.just("term"), st.just(one[0]), st.sampled_from(one[1]), st.sampled_from(one[2])
        )
    )
    wild = st.tuples(st.just("term"), st.sampled_from(FIELDS), st.sampled_from(list(SIGNS)), texts)
    spoken = st.lists(st.sampled_from(WORDS), min_size=1, max_size=2).map(" ".join)
    words = st.tuples(st.just("words"), st.one_of(spoken, spoken, spoken, texts))
    fields = st.sampled_from(sorted({field for sorts in world.values() for field in sorts}))
    has = st.tuples(st.just("has"), fields)
    referring = referrals(*world.values()) if can_refer else has
    term |= referring
    leaf = st.one_of(term, term, term, referring, referring, words, words, st.just(("all",)), wild, has)
    joined = st.tuples(st.sampled_from(["and", "or"]), st.lists(term, min_size=1, max_size=3))
    return st.recursive(
        leaf | joined,
        lambda part: (
            st.tuples(st.just("not"), part)
            | st.tuples(st.sampled_from(["and", "or"]), st.lists(part, min_size=1, max_size=3))
        ),
        max_leaves=4,
    )


def referrals(sorts):
    """Make terms that compare with the fields of a leader: mostly those of one type, by any sign."""
    fields = list(sorts)
    anyhow = st.tuples(st.just("refers"), *map(st.sampled_from, (fields, list(SIGNS), fields)))
    alike = {}
    for field, sort in sorts.items():
        alike.setdefault(f"{sort.type} {list(sort.names or ())}", []).append(field)
    measured = [kind for kind in alike if kind.startswith(("number", "date"))] * 3
    likely = st.sampled_from(measured + list(alike)).flatmap(
        lambda kind: st.tuples(
            st.just("refers"), *map(st.sampled_from, (alike[kind], list(SIGNS), alike[kind]))
        )
    )
    return anyhow | likely | likely | likely


def suited(sort, sorts):
    if sort.type == "number":
        return FIGURES + [field.title() for field, other in sorts.items() if other.type == "number"]
    if sort.type == "date":
        others = [field for field, other in sorts.items() if other.type == "date"]
        return [*DAYS, "2026-02-30", "today", "Today", *others]
    if sort.names:
        return [
            *sort.names,
            *(name.upper() for names in sort.names.values() for name in names if fold(name)),
        ] * 4 + LABELS[:3]
    return [*WORDS, "data lake", "card-1", "CARD-2"]


def written(query, style):
    """Write a query as a user might."""
    sort, *rest = query
    if sort == "all":
        return "*"
    if sort == "not":
        return style.choice(["-", "not ", "- ", "NOT "]) + f"({written(*rest, style)})"
    if sort == "has":
        return style.choice(["has:", "Has = "]) + style.choice([rest[0], rest[0].upper()])
    if sort in ("and", "or"):
        joins = [" ", "  and ", " AND "] if sort == "and" else [" or ", " OR "]
        return f"({style.choice(joins).join(written(part, style) for part in rest[0])})"
    if sort == "words":
        return quoted(
            rest[0], style, rf'(?!(or|and|not)$)[^-\s()"“«{SIGN_LETTERS}*][^\s()"“«{SIGN_LETTERS}]*'
        )
    return term_written(sort, *rest, style)


def term_written(sort, field, sign, value, style):
    if sort == "refers":
        return "".join([field, sign, style.choice(["leader.", "Leader."]), value])
    space = style.choice(["", "", " "])
    return (
        style.choice([field, field.title()])
        + space
        + sign
        + space
        + quoted(value, style, rf'[^\s()"“«{SIGN_LETTERS}][^\s()"“«]*')
    )


def quoted(text, style, bare):
    if re.fullmatch(bare, text, re.IGNORECASE) and style.random() < 0.7:
        return text
    opening, closing = style.choice(['""', "“”", "«»"])
    return opening + text.replace(closing, " ") + closing


class Meaningless(Exception):  # noqa: N818 - nothing is wrong in the test
    """A part of the query means nothing in any game."""


def reads(query, held, world, leaders=()):
    """Read a query the slow way: look at every part of it, and compare every value with every value."""
    sort, *rest = query
    if sort == "all":
        return True
    if sort == "not":
        return not reads(*rest, held, world, leaders)
    if sort in ("and", "or"):
        return {"and": all, "or": any}[sort]([reads(part, held, world, leaders) for part in rest[0]])
    if sort == "words":
        return in_a_row(rest[0], held["name"] + held["text"])
    if sort == "has":
        return any(is_value(world[held["game"][0]], rest[0], value) for value in held.get(rest[0], []))
    return refers(*rest, held, world, leaders) if sort == "refers" else holds(*rest, held, world)


def is_value(sorts, field, value):
    return field in sorts and (sorts[field].type != "text" or bool(fold(value)))


def refers(field, sign, other, held, world, leaders):
    """Compare a field with the field of other cards of its game."""
    [sorts] = world.values()
    mine, theirs = sorts[field], sorts[other]
    if mine.type != theirs.type and {mine.type, theirs.type} & {"number", "date"}:
        raise Meaningless
    has_order = mine.ordered and theirs.ordered and list(mine.names) == list(theirs.names)
    if sign not in SAME and mine.type not in {"number", "date"} and not has_order:
        raise Meaningless
    own = alike(mine, held, field)
    those = [value for leader in leaders for value in alike(mine, leader, other)]
    if sign == "!=":
        found = [value not in those for value in own]
        return bool(found) and (all(found) if mine.type == "text" else any(found))
    place = list(mine.names).index if has_order else lambda value: value
    return any(SIGNS[sign](place(one), place(value)) for one in own for value in those)


def alike(sort, held, field):
    """Values as a field of this sort compares them."""
    if sort.type == "number":
        return doubles(held, field)
    values = held.get(field, [])
    if sort.type == "text":
        return [fold(value) for value in values if fold(value)]
    return [value.casefold() for value in values] if sort.type == "id" else values


def holds(field, sign, value, held, world):
    senses = {game: sense(sorts, field, sign, value) for game, sorts in world.items() if field in sorts}
    if not any(senses.values()):
        raise Meaningless
    game = held["game"][0]
    if game not in senses or field not in held:
        return False
    if senses[game]:
        return senses[game](held)
    free = world[game][field].type == "text"
    return sign == "!=" and any(not free or fold(value) for value in held[field])


def in_a_row(words, among):
    if not fold(words):
        raise Meaningless
    *first, last = fold(words).split()
    for known in map(str.split, map(fold, among)):
        for start in range(len(known) - len(first)):
            end = start + len(first)
            if known[start:end] == first and known[end].startswith(last):
                return True
    return False


def sense(sorts, field, sign, value):
    """What a term asks of a card of a game; None where it means nothing there."""
    sort = sorts[field]
    if sort.type == "number":
        return number_sense(sorts, field, SIGNS[sign], value)
    if sort.type == "date":
        return date_sense(sorts, field, SIGNS[sign], value.casefold())
    if sort.names is not None:
        return choice_sense(sort, field, sign, value)
    if sign not in SAME:
        return None
    if sort.type == "id":
        return lambda held: SAME[sign](held["id"][0], value.casefold())
    return text_sense(field, sign, value) if fold(value) else None


def number_sense(sorts, field, compare, value):
    other = value.casefold()
    if re.fullmatch(r"[+-]?[0-9]*\.?[0-9]+", value):
        return lambda held: any(compare(number, float(value)) for number in doubles(held, field))
    if other not in sorts or sorts[other].type != "number":
        return None
    return lambda held: any(compare(one, two) for one in doubles(held, field) for two in doubles(held, other))


def date_sense(sorts, field, compare, value):
    day = DAY.isoformat() if value == "today" else value
    if day in DAYS:
        return lambda held: any(compare(one, day) for one in held[field])
    if value not in sorts or sorts[value].type != "date":
        return None
    return lambda held: any(compare(one, two) for one in held[field] for two in held.get(value, []))


def doubles(held, field):
    """Numbers as a database holds them."""
    numbers = [number for number in held.get(field, []) if number == number]  # noqa: PLR0124 - or it is not a number
    return [float(max(-(10**300), min(10**300, number))) for number in numbers]


def choice_sense(sort, field, sign, value):
    order = list(sort.names)
    meant = [name for name in order if name == value]
    meant = meant or [name for name in order if name.casefold() == value.casefold()]
    meant = meant or [name for name in order if value in sort.names[name]]
    meant = meant or [
        one for one in order if fold(value) and fold(value) in map(fold, [one, *sort.names[one]])
    ]
    if not meant or not (sign in SAME or sort.ordered):
        return None
    if sign == "!=":
        return lambda held: any(one not in meant for one in held[field])
    places = list(map(order.index, meant))
    return lambda held: any(SIGNS[sign](order.index(one), place) for one in held[field] for place in places)


def text_sense(field, sign, value):
    if sign == ":":
        return lambda held: in_a_row(value, held[field])
    wholes = {"=": lambda held: fold(value) in map(fold, held[field])}
    wholes["!="] = lambda held: any(map(fold, held[field])) and fold(value) not in map(fold, held[field])
    return wholes[sign]


def test_every_operator_has_a_plain_reading():
    assert {*SIGNS} == {*OPERATORS}
    assert {*SAME} == {*FOR_ALL_FIELDS}


NAMED = {
    "choice": Sort("choice", names={"low": ["Basso"], "high": ["Alto", "Big"], "top": []}, ordered=True),
    "flag": Sort("flag", names=FLAG),
}
COMMON = {
    "game": Sort("choice", names={"a": []}),
    "kind": Sort("choice", names={"one": []}),
    "name": Sort("text"),
}
COMMON["mark"] = Sort("choice", many=True, names={})


@pytest.mark.parametrize("sign", OPERATORS)
@pytest.mark.parametrize("type_", get_args(FieldType))
def test_each_operator_finds_what_a_plain_reading_does_in_every_type(type_, sign, card_databases, found_in):
    """Random queries seldom have values that are near those of a card: these are."""
    sort = NAMED.get(type_) or Sort(type_)
    sorts = {**COMMON, "power": sort}
    values = [*sort.names] if sort.names else UNNAMED[type_].near
    asked = [*sort.names, "basso", "BIG", "vrai"] if sort.names else UNNAMED[type_].asked
    common = {"game": ["a"], "kind": ["one"], "origin": ["rulebook"], "copies": [1], "revision": [1]}
    held = [
        {**common, "id": [f"card-{number}"], "power": [value], "name": [str(value)]}
        for number, value in enumerate(values)
    ]
    game = game_of("a", sorts)
    cards = [card_of({"a": sorts}, one, {"it": {"name": one["name"][0]}}, {}) for one in held]
    databases = [card_databases(engine, cards, [game]) for engine in ENGINES]
    for field in ("name", "power") if type_ == "text" else ("power",):
        for value in asked:
            query = f'{field}{sign}"{value}"'
            try:
                expected = [
                    number for number, one in enumerate(held) if holds(field, sign, value, one, {"a": sorts})
                ]
            except Meaningless:
                with pytest.raises(InputError):
                    parse(query, Vocabulary.of([game]))
                continue
            parsed = parse(query, Vocabulary.of([game]))
            assert [number for number, card in enumerate(cards) if card_test(parsed)(card)] == expected, query
            assert [found_in(database, parsed) for database in databases] == [expected] * 2, query


@given(data=st.data(), style=st.randoms(use_true_random=False))
def test_both_databases_and_the_cards_and_a_plain_reading_agree(data, style, card_databases, found_in):
    world = data.draw(worlds())
    held = [data.draw(holdings(world, number)) for number in range(data.draw(st.integers(1, 9)))]
    games = [game_of(game, sorts) for game, sorts in world.items()]
    cards = [card_of(world, *one) for one in held]
    databases = [card_databases(engine, cards, games) for engine in ENGINES]
    for query in data.draw(st.lists(queries(world), min_size=4, max_size=12)):
        text = written(query, style)
        try:
            expected = {number for number, (one, *_) in enumerate(held) if reads(query, one, world)}
        except Meaningless:
            with pytest.raises(InputError):
                parse(text, Vocabulary.of(games, references=[TODAY]))
            continue
        parsed = resolve(parse(text, Vocabulary.of(games, references=[TODAY])), {}, DAY)
        assert {number for number, card in enumerate(cards) if card_test(parsed)(card)} == expected, text
        in_order = sorted(expected, key=lambda number: (cards[number].game, number))
        assert [found_in(database, parsed) for database in databases] == [in_order] * 2, text
        assert load_query(json.loads(json.dumps(dump_query(parsed)))) == parsed


@given(data=st.data(), style=st.randoms(use_true_random=False))
def test_queries_compare_with_other_cards_as_a_plain_reading_does(data, style, card_databases, found_in):
    world = data.draw(worlds(most=1))
    held = [data.draw(holdings(world, number)) for number in range(data.draw(st.integers(3, 9)))]
    games = [game_of(game, sorts) for game, sorts in world.items()]
    cards = [card_of(world, *one) for one in held]
    leaders = data.draw(st.sets(st.sampled_from(range(len(held))), min_size=data.draw(st.integers(0, 3))))
    databases = [card_databases(engine, cards, games) for engine in ENGINES]
    vocabulary = Vocabulary.of(games, references=[TODAY, "leader"])
    for query in data.draw(st.lists(queries(world, can_refer=True), min_size=6, max_size=12)):
        text = written(query, style)
        try:
            named = [held[number][0] for number in leaders]
            expected = {n for n, (one, *_) in enumerate(held) if reads(query, one, world, named)}
        except Meaningless:
            with pytest.raises(InputError):
                parse(text, vocabulary)
            continue
        parsed = parse(text, vocabulary)
        assert load_query(json.loads(json.dumps(dump_query(parsed)))) == parsed
        resolved = resolve(parsed, {"leader": [cards[number] for number in leaders]}, DAY)
        assert {number for number, card in enumerate(cards) if card_test(resolved)(card)} == expected, text
        in_order = sorted(expected, key=lambda number: (cards[number].game, number))
        assert [found_in(database, resolved) for database in databases] == [in_order] * 2, text
        assert references_in(parsed) <= {"leader"}
        assert not references_in(resolved)
        assert resolve(resolved, {}, DAY) is resolved

"""What each way to count gives for a seat, from cards and holdings written by hand."""

from __future__ import annotations

from collections import Counter

import pytest

from deckwright.model.card import Card, DeckEntry
from deckwright.model.score_counts import COUNT_METHODS, POINTS, Holding, SeatCounts, read_count

CARDS = {
    "fox": {"worth": 3, "size": 0.1, "colours": ["red", "green"], "per": "oaks", "steps": [1, 4, 9]},
    "owl": {"worth": 2, "size": 5, "colours": ["red"], "per": "oaks", "most": 4},
    "oak": {"size": 2, "per": "birches"},
}
HELD = [
    DeckEntry("fox", 2, "den"),
    DeckEntry("owl", 3, "den"),
    DeckEntry("oak", 4, "grove"),
    DeckEntry("owl", 1, "grove"),
]


def cards():
    return {name: Card("forest", name, "beast", "en", fields=fields) for name, fields in CARDS.items()}


def holding():
    known = cards()
    return Holding(
        entries=HELD,
        joins=Counter(brook=7, path=2),
        tiles=[(known["fox"], Counter(brook=1)), (known["fox"], Counter(brook=8)), (known["oak"], Counter())],
        amounts=Counter(
            {("den", "sets"): 2, ("grove", "sets"): 3, ("den", "tokens"): 5, ("den", "pools"): 6}
        ),
    )


def is_owl(card):
    return card.id == "owl"


def counts_of(written, of=None):
    counts = {name: read_count(name, entry, None) for name, entry in written.items()}
    if of:
        counts["it"] = read_count("it", written["it"], of)
    return SeatCounts(counts, ["it"], cards(), holding())


@pytest.mark.parametrize(
    ("entry", "of", "value"),
    [
        ({"zone": "den"}, None, 5),
        ({"zone": "den"}, is_owl, 3),
        ({"zone": ["den", "grove"], "measure": "cards"}, None, 10),
        ({"zone": ["den", "grove"], "measure": "distinct"}, None, 3),
        ({"zone": "den", "measure": {"sum": "worth"}}, None, 12),
        ({"zone": "den", "measure": {"sum": "size"}}, None, 15.2),
        ({"zone": ["den", "grove"], "measure": {"highest": "worth"}}, None, 3),
        ({"zone": "grove", "measure": {"highest": "worth"}}, None, 2),
        ({"zone": "nowhere", "measure": {"highest": "worth"}}, None, 0),
        ({"zone": "den", "measure": {"groups": "colours"}}, None, 2),
        ({"zone": "den", "measure": {"groups": "colours"}}, is_owl, 1),
        ({"zone": "den", "measure": "sets"}, None, 2),
        ({"zone": ["den", "grove"], "measure": "sets"}, None, 5),
        ({"zone": "den", "measure": "tokens"}, None, 5),
        ({"zone": "grove", "measure": "tokens"}, None, 0),
        ({"zone": "den", "measure": "filled"}, None, 0),
        ({"zone": "den", "measure": "pools"}, None, 6),
        ({"zone": "den", "measure": {"stages": "steps", "joins": "brook"}}, None, 4 + 9),
        ({"zone": "den", "measure": {"joins": "path", "stages": "steps"}}, None, 1 + 1),
        ({"zone": "den", "measure": {"stages": "steps", "joins": "brook"}}, is_owl, 0),
        ({"joins": "brook"}, None, 7),
        ({"joins": "none"}, None, 0),
    ],
)
def test_what_is_counted(entry, of, value):
    counts = counts_of({"it": entry}, of)
    assert counts["it"] == value
    assert isinstance(counts["it"], int) == (value == int(value))
    assert counts[POINTS] == value


@pytest.mark.parametrize(
    ("entry", "terms"),
    [
        ({"zone": "den", "measure": {"sum": "worth"}}, [3, 3, 2, 2, 2]),
        ({"zone": "den", "measure": {"sum": "worth", "once": True}}, [3, 2]),
        ({"zone": "den", "measure": {"stages": "steps", "joins": "brook"}}, [4, 9]),
        ({"zone": "den", "measure": "cards"}, []),
        ({"joins": "brook"}, []),
    ],
)
def test_what_each_card_gives_is_known_where_that_is_added_up(entry, terms):
    assert counts_of({"it": entry}).terms("it") == terms


OTHERS = {
    "oaks": {"zone": "grove", "measure": "cards"},
    "brooks": {"joins": "brook"},
    "none": {"joins": "none"},
}


@pytest.mark.parametrize(
    ("entry", "value"),
    [
        ({"least": ["brooks", "oaks"]}, 5),
        ({"least": ["brooks", "none", "oaks"]}, 0),
        ({"add": {"brooks": 2, "oaks": -1}}, 9),
        ({"add": {"brooks": 0.5}}, 3.5),
        ({"table": [0, 1, 3, 6, 10, 15], "by": "oaks"}, 15),
        ({"table": [0, 1, 3, 6], "by": "brooks"}, 6),
        ({"table": [-2, 1], "by": "none"}, -2),
    ],
)
def test_what_is_made_of_other_counts(entry, value):
    assert counts_of({"it": entry, **OTHERS})["it"] == value


BONUS = {"bonus": "worth", "per": "per", "counts": {"oaks": "oaks"}}


def test_a_bonus_is_given_by_each_copy_for_what_it_names():
    """Two foxes give 3 for each of the 5 oaks; three owls give 2, without a limit; oaks name what counts for nothing."""
    counts = counts_of({"it": {"zone": ["den", "grove"], "measure": BONUS}, **OTHERS})
    assert counts["it"] == 2 * 3 * 5 + 4 * 2 * 5


def test_a_bonus_has_a_limit_for_each_copy():
    measure = {**BONUS, "most": "most"}
    counts = counts_of({"it": {"zone": "den", "measure": measure}, **OTHERS})
    assert counts["it"] == 2 * 3 * 5 + 3 * 4
    assert counts.terms("it") == [15, 15, 4, 4, 4]


@pytest.mark.parametrize(
    ("entry", "uses"),
    [
        ({"zone": "den"}, []),
        ({"zone": "den", "measure": "distinct"}, []),
        ({"zone": "den", "measure": {"groups": "colours"}}, []),
        ({"zone": "den", "measure": {"sum": "worth"}}, []),
        ({"zone": "den", "measure": {"highest": "worth"}}, []),
        ({"zone": "den", "measure": "pools"}, []),
        ({"zone": "den", "measure": {"stages": "steps", "joins": "brook"}}, []),
        ({"zone": "den", "measure": BONUS}, ["oaks"]),
        ({"joins": "brook"}, []),
        ({"least": ["a", "b"]}, ["a", "b"]),
        ({"add": {"a": 2, "b": 0}}, ["a", "b"]),
        ({"add": {"a": 2, "b": -1}}, ["a", "b"]),
        ({"add": {"a": 0.5}}, ["a"]),
        ({"table": [0, 1], "by": "a"}, ["a"]),
    ],
)
def test_the_counts_that_a_count_uses(entry, uses):
    assert read_count("it", entry, None).uses == uses


def test_only_a_table_has_a_note_of_its_own():
    notes = {name: one.note({"table": [0, 1, 2.5]}) for name, one in COUNT_METHODS.items()}
    assert {name for name, note in notes.items() if note} == {"table"}
    assert notes["table"] == "1 · 2.5"
    assert COUNT_METHODS["table"].note({"table": [5, 3, 0]}) == "5 · 3 · 0"
    assert read_count("it", {"zone": "den", "note": "1 each"}, None).has_note
    assert not read_count("it", {"zone": "den"}, None).has_note


def test_holdings_add_up():
    whole = Holding()
    whole.add(holding())
    whole.add(holding())
    assert len(whole.entries) == 2 * len(HELD)
    assert (whole.joins["brook"], len(whole.tiles), whole.amounts["grove", "sets"]) == (14, 6, 6)

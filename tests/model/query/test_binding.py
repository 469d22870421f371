from __future__ import annotations

import pytest

from deckwright.errors import InputError
from deckwright.model.game import Game
from deckwright.model.query.binding import Vocabulary, parse
from deckwright.model.query.language import FOR_ALL_FIELDS
from deckwright.model.query.matching import (
    NONE,
    And,
    Compare,
    CompareFields,
    Differs,
    Equals,
    Not,
    Or,
    Refers,
    Whole,
    Words,
)

WITHOUT_ORDER = f"Use one of: {' '.join(FOR_ALL_FIELDS)}."


@pytest.mark.parametrize(
    ("query", "meaning"),
    [
        ("data-lake", Words("*", "data lake")),
        ("name:Krol", Words("name", "krol")),
        ("text='Krol!", Whole("text", "krol")),
        ("tech>=3", Compare("tech", ">=", 3.0)),
        ("tech:-.5", Compare("tech", "=", -0.5)),
        ("tech<Sci", CompareFields("tech", "<", "sci")),
        ("level>=senior", Equals("level", ("senior", "chief"))),
        ("level!=senior", Differs("level", ("senior",))),
        ("level>chief", Equals("level", ())),
        ("-lone:yes", Not(Equals("lone", ("yes",)))),
        ("name!=krol", And((Words("name", ""), Not(Whole("name", "krol"))))),
    ],
)
def test_a_term_is_resolved_once_and_for_all(lab, query, meaning):
    assert parse(query, lab) == meaning


@pytest.mark.parametrize(
    ("query", "meaning"),
    [
        ("level:chief", And((Equals("game", ("lab",)), Equals("level", ("chief",))))),
        ("level>=2", And((Equals("game", ("palette",)), Compare("level", ">=", 2.0)))),
        ("kind:tool", Equals("kind", ("tool",))),
        ("kind:pennello", And((Equals("game", ("palette",)), Equals("kind", ("tool",))))),
        ("kind:monster", And((Equals("game", ("lab",)), Equals("kind", ("monster",))))),
        ("colour:Rosso", Equals("colour", ("red",))),
        ("game:tavolozza", Equals("game", ("palette",))),
        (
            "kind!=monster",
            Or(
                (
                    And((Equals("game", ("lab",)), Differs("kind", ("monster",)))),
                    And((Equals("game", ("palette",)), Differs("kind", ()))),
                )
            ),
        ),
    ],
)
def test_each_game_reads_a_term_in_its_own_way(both, query, meaning):
    assert parse(query, both) == meaning


@pytest.mark.parametrize(
    ("query", "column", "message", "hint"),
    [
        ("levl:chief", 1, "Unknown field: levl.", "Did you mean level?"),
        ("krol or livello:capo", 9, "Unknown field: livello.", "Did you mean level?"),
        ("level:cheif", 7, "“cheif” is not a value of level.", "Did you mean chief?"),
        ("level>=capo", 8, "“capo” is not a value of level.", 'Did you mean "Capo reparto"?'),
        ("level:xyz", 7, "“xyz” is not a value of level.", "Use one of: junior, senior, chief."),
        ("kind:monstre", 6, "“monstre” is not a value of kind.", "Did you mean monster, Mostro?"),
        ("mark: uniqe", 7, "“uniqe” is not a value of mark.", "Did you mean unique?"),
        ("game:laboratory", 6, "“laboratory” is not a value of game.", 'Did you mean "The Laboratory", lab?'),
        ("origin:smple", 8, "“smple” is not a value of origin.", "Did you mean sample?"),
        ("lone:perhaps", 6, "“perhaps” is not a value of lone.", "Use one of: no, yes."),
        (
            "tech>many",
            6,
            "“many” is neither a number nor a number field.",
            "Use a number such as 3, or one of: copies, revision, tech, sci.",
        ),
        ("tech=>3", 6, "“>3” is neither a number nor a number field.", None),
        ("tech>1e3", 6, "“1e3” is neither a number nor a number field.", None),
        ("tech>scii", 6, "“scii” is neither a number nor a number field.", "Did you mean sci?"),
        ("kind>tool", 6, "> cannot be used with kind: its values have no order.", WITHOUT_ORDER),
        ("name<=krol", 7, "<= cannot be used with name: its values have no order.", WITHOUT_ORDER),
        ("motto>a", 7, "> cannot be used with motto: its values have no order.", WITHOUT_ORDER),
        ("name:“—”", 6, "“—” has no letter or digit to search for.", "Add at least one, or remove the term."),
        (
            "data & lake",
            6,
            "“&” has no letter or digit to search for.",
            "Add at least one, or remove the term.",
        ),
    ],
)
def test_a_name_that_is_not_known_suggests_the_nearest(lab, query, column, message, hint):
    with pytest.raises(InputError) as caught:
        parse(query, lab)
    assert caught.value.code == "bad-query"
    assert (caught.value.where.column, caught.value.message) == (column, message)
    assert hint in (None, caught.value.hint)


@pytest.mark.parametrize(
    ("query", "column", "message", "hint"),
    [
        ("class:laeder.class", 7, "“laeder.class” is not a value of class.", "Did you mean leader.class?"),
        ("class:leader", 7, "“leader” is not a value of class.", "Did you mean leader.class?"),
        (
            "tech<=laeder.tech",
            7,
            "“laeder.tech” is neither a number nor a number field.",
            "Did you mean leader.tech?",
        ),
        ("class:leader.clas", 14, "Unknown field: clas.", "Did you mean class?"),
        ("lone:no tech<Leader.Tehc", 21, "Unknown field: Tehc.", "Did you mean tech?"),
        (
            "class=leader.",
            7,
            "Missing field name after “leader.”.",
            "Add the field to compare with, as in leader.class.",
        ),
        ("id:laeder.id", 4, "Unknown reference: laeder.", "Did you mean leader? Use one of: this, leader."),
        ("tech>leader.level", 6, "tech cannot be compared with leader.level.", None),
        ("released=leader.tech", 10, "released cannot be compared with leader.tech.", None),
        (
            "level<leader.rank",
            7,
            "< cannot compare level with leader.rank: their values have no common order.",
            WITHOUT_ORDER,
        ),
        (
            "name>leader.name",
            6,
            "> cannot compare name with leader.name: their values have no common order.",
            WITHOUT_ORDER,
        ),
        ("released<todya", 10, "“todya” is not a date.", "Did you mean today?"),
        ("released<roteats", 10, "“roteats” is not a date.", "Did you mean rotates?"),
        ("released<leader", 10, "“leader” is not a date.", "Did you mean leader.released?"),
        (
            "released<3",
            10,
            "“3” is not a date.",
            "Use a date such as 2026-01-31, or one of: today, released, rotates.",
        ),
        ("released=20260131", 10, "“20260131” is not a date.", None),
        ("released=2026-02-30", 10, "The date 2026-02-30 does not exist.", "Use a date such as 2026-01-31."),
        ("has:teech", 5, "Unknown field: teech.", "Did you mean tech?"),
        (
            "krol has!=tech",
            9,
            "!= cannot be used with has.",
            "Write has:tech, or -has:tech for cards without it.",
        ),
    ],
)
def test_a_slip_in_what_a_card_compares_with_is_named(referring, query, column, message, hint):
    with pytest.raises(InputError) as caught:
        parse(query, referring)
    assert (caught.value.where.column, caught.value.message) == (column, message)
    assert hint in (None, caught.value.hint)


@pytest.mark.parametrize(("mine", "theirs"), [("rank", "mark"), ("mark", "rank")])
def test_the_same_choices_have_an_order_only_if_both_fields_do(mine, theirs):
    choices = ["low", "high"]
    game = Game(
        "lab",
        "en",
        ("en",),
        {"fields": {"rank": {"enum": choices}}, "marks": {choice: {} for choice in choices}},
    )
    with pytest.raises(InputError) as caught:
        parse(f"{mine}<leader.{theirs}", Vocabulary.of([game], references=("leader",)))
    assert caught.value.message == (
        f"< cannot compare {mine} with leader.{theirs}: their values have no common order."
    )


def test_without_references_a_value_with_a_dot_is_what_it_was(lab):
    assert parse("name=leader.name id:leader.id", lab) == And(
        (Whole("name", "leader name"), Equals("id", ("leader.id",)))
    )


def test_in_quotes_a_value_with_a_dot_is_a_text(referring):
    assert parse('name="leader.name"', referring) == Whole("name", "leader name")
    assert parse("name=nobody.name", referring) == Whole("name", "nobody name")


def test_today_is_a_day_only_where_there_is_one(lab):
    with pytest.raises(InputError, match="today can only be used in searches"):
        parse("released<=Today", lab)
    assert parse("name=today", lab) == Whole("name", "today")


def test_a_list_of_cards_is_a_number_field_where_it_is_known(lab, referring):
    assert parse("points>=2 tech<points", referring) == And(
        (Compare("points", ">=", 2.0), CompareFields("tech", "<", "points"))
    )
    assert parse("has:points", referring) == Differs("points", ())
    assert parse("points<leader.points", referring) == Refers("points", "<", "leader", "points", "number")
    with pytest.raises(InputError, match="Unknown field: points"):
        parse("points>=2", lab)


def test_a_field_of_days_in_one_game_can_be_a_number_in_another():
    dated = Game("dated", "en", ("en",), {"fields": {"due": {"type": "string", "format": "date"}}})
    counted = Game("counted", "en", ("en",), {"fields": {"due": {"type": "number"}}})
    vocabulary = Vocabulary.of([dated, counted])
    assert parse("due<2026-01-31", vocabulary) == And(
        (Equals("game", ("dated",)), Compare("due", "<", 20260131.0))
    )
    assert parse("due<5", vocabulary) == And((Equals("game", ("counted",)), Compare("due", "<", 5.0)))


def test_a_field_like_no_other_lists_all_fields_and_how_to_look_for_the_words(lab):
    with pytest.raises(InputError) as caught:
        parse("12:30", lab)
    assert "kind, mark" in caught.value.hint
    assert "in quotes" in caught.value.hint


def test_a_game_without_marks_knows_no_mark(both):
    with pytest.raises(InputError, match="not a value of mark"):
        parse("mark:global", both)


def test_without_games_no_card_matches_a_field():
    assert parse("kind:tool", Vocabulary.of([])) == NONE


@pytest.mark.parametrize(
    ("query", "values"),
    [
        ("set:ani", ("ani",)),
        ("set:ANI", ("ANI",)),
        ("set:Ani", ("ani", "ANI")),
        ("set:pêche", ("pêche",)),
        ("set:péché", ("péché",)),
        ("set:PECHE", ("pêche", "péché")),
        ("set:Summer", ("s1",)),
        ("set:SUMMER", ("s2",)),
        ("set:summer", ("s1", "s2")),
    ],
)
def test_choices_that_read_alike_are_told_apart_by_how_they_are_spelled(query, values):
    sets = {"enum": ["ani", "ANI", "pêche", "péché", "s1", "s2"]}
    labels = {"en": {"field:set.s1": "Summer", "field:set.s2": "SUMMER"}}
    game = Game("sets", "en", ("en",), {"fields": {"set": sets}}, labels)
    assert parse(query, Vocabulary.of([game])) == Equals("set", values)


def test_all_choices_that_read_alike_are_suggested():
    game = Game("sets", "en", ("en",), {"fields": {"set": {"enum": ["anima", "ANIMA", "beta"]}}})
    with pytest.raises(InputError) as caught:
        parse("set:animo", Vocabulary.of([game]))
    assert caught.value.hint == "Did you mean anima, ANIMA?"


def test_a_sign_that_only_one_game_knows_differs_from_any_text_of_the_others():
    starred = Game("starred", "en", ("en",), {"fields": {"motto": {"enum": ["★", "♥"]}}})
    spoken = Game("spoken", "en", ("en",), {"fields": {"motto": {"type": "string"}}})
    assert parse("motto!=★", Vocabulary.of([starred, spoken])) == Or(
        (
            And((Equals("game", ("starred",)), Differs("motto", ("★",)))),
            And((Equals("game", ("spoken",)), Words("motto", ""))),
        )
    )

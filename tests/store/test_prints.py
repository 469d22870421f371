"""What was printed, and on which printers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.errors import InputError
from deckwright.store.prints import (
    Paper,
    Print,
    Printer,
    is_kept,
    last_print,
    next_number,
    numbered_print,
    on_paper,
    prints,
    read_printer,
    read_printers,
    record,
    remove_printer,
    save_printer,
)

HEART, TOWN = ("heart", "tool"), ("town", "tool")


def a_print(*, game="lab", language="en", added=False, **more):
    return Print(0, "", game, language, ("lab/mine",), "a4", "/out.pdf", 3, 1, added)._replace(**more)


@pytest.fixture
def printed(database):
    """Remember prints one after another; give what is on paper after each."""
    made = database()

    def remember(*steps, game="lab", language="en"):
        for added, papers in steps:
            sources = ("lab/mine",) if added else (game,)
            record(made, a_print(game=game, language=language, added=added, sources=sources), papers)
        with made.reading() as connection:
            last = last_print(connection, game, language)
            return on_paper(connection, last) if last else {}

    remember.database = made
    return remember


def test_a_print_is_listed_with_all_that_is_known_of_it(printed):
    printed((False, {HEART: Paper("a", 3)}), (True, {HEART: Paper("b", 3)}))
    printed((False, {}), game="other")
    with printed.database.reading() as connection:
        newest, second, first = prints(connection)
        assert [one.number for one in prints(connection, "lab")] == [2, 1]
    assert (newest.game, second.added, first.added) == ("other", True, False)
    assert first._replace(number=0, at="") == a_print(sources=("lab",))
    assert first.at.endswith("+00:00")


def test_the_number_of_the_next_print_is_known_before(printed):
    for papers in ({}, {HEART: Paper("a", 1, {"name": "Heart"})}):
        with printed.database.reading() as connection:
            number = next_number(connection)
        assert record(printed.database, a_print(), papers) == number


def test_what_was_printed_on_a_card_is_known_later(printed):
    paper = Paper("a", 1, {"name": "Hérisson", "cost": 3, "marks": ["unique"]})
    assert printed((False, {HEART: paper, TOWN: paper})) == {HEART: paper, TOWN: paper}


def test_files_that_a_game_does_not_have_any_more_are_not_kept(printed):
    """Another program may load the game anew while it is printed."""
    number = record(printed.database, a_print(folder="gone"), {}, files={"game.yaml": b"id: lab"})
    with printed.database.reading() as connection:
        assert not is_kept(connection, "gone")
        assert next(each for each in prints(connection) if each.number == number).folder == ""


def test_a_print_of_everything_takes_the_place_of_what_was_there(printed):
    assert printed((False, {HEART: Paper("a", 3)}), (False, {HEART: Paper("a", 2)})) == {HEART: Paper("a", 2)}


def test_after_a_print_of_the_whole_game_nothing_else_is_on_paper(printed):
    other_face = ("heart", "full-art")
    assert printed(
        (False, {HEART: Paper("a", 3), TOWN: Paper("t", 1)}),
        (False, {other_face: Paper("b", 3)}),
    ) == {other_face: Paper("b", 3)}


@pytest.mark.parametrize(
    ("earlier", "new", "copies"), [(("a", 3), ("a", 1), 3), (("a", 1), ("a", 2), 2), (("b", 3), ("a", 1), 1)]
)
def test_a_print_of_some_cards_takes_the_place_of_those_that_look_different(printed, earlier, new, copies):
    printed((False, {HEART: Paper(*earlier), TOWN: Paper("t", 1)}))
    record(printed.database, a_print(), {HEART: Paper(*new)})
    assert printed() == {HEART: Paper("a", copies), TOWN: Paper("t", 1)}


def test_another_face_takes_the_place_of_an_earlier_one(printed):
    other_face = ("heart", "full-art")
    assert printed((False, {HEART: Paper("a", 3)}), (True, {other_face: Paper("b", 3)})) == {
        other_face: Paper("b", 3)
    }


def test_a_card_with_another_back_starts_anew(printed):
    back = ("heart", "back")
    both = {HEART: Paper("a", 2), back: Paper("c", 2)}
    assert printed((False, {HEART: Paper("a", 2), back: Paper("b", 2)}), (True, both)) == both


def test_copies_that_were_missing_add_up(printed):
    assert printed(
        (False, {HEART: Paper("a", 3)}), (True, {HEART: Paper("a", 1)}), (True, {HEART: Paper("a", 1)})
    ) == {HEART: Paper("a", 5)}


def test_a_card_that_looks_different_starts_anew(printed):
    assert printed(
        (False, {HEART: Paper("a", 3), TOWN: Paper("t", 1)}),
        (True, {HEART: Paper("b", 2)}),
        (True, {HEART: Paper("a", 1)}),
    ) == {HEART: Paper("a", 1), TOWN: Paper("t", 1)}


def test_each_face_of_a_card_is_a_matter_of_its_own(printed):
    back = ("heart", "back")
    assert printed((False, {HEART: Paper("a", 1), back: Paper("b", 1)})) == {
        HEART: Paper("a", 1),
        back: Paper("b", 1),
    }


def test_games_and_languages_know_nothing_of_one_another(printed):
    printed((False, {HEART: Paper("a", 1)}))
    assert printed(language="it") == {}
    assert printed(game="other") == {}
    assert printed((False, {TOWN: Paper("t", 1)}), language="it") == {TOWN: Paper("t", 1)}
    assert printed((False, {TOWN: Paper("u", 1)}), game="other") == {TOWN: Paper("u", 1)}


def test_what_was_on_paper_after_an_earlier_print_is_known(printed):
    printed((False, {HEART: Paper("a", 1)}), (True, {HEART: Paper("b", 1), TOWN: Paper("t", 1)}))
    with printed.database.reading() as connection:
        first = numbered_print(connection, "lab", 1, "en")
        assert on_paper(connection, first) == {HEART: Paper("a", 1)}


@pytest.mark.parametrize(
    ("game", "language", "number"), [("lab", "en", 7), ("lab", "it", 1), ("no", "en", 1)]
)
def test_a_print_that_is_not_there_is_an_error(printed, game, language, number):
    printed((False, {}))
    with printed.database.reading() as connection, pytest.raises(InputError) as raised:
        numbered_print(connection, game, number, language)
    assert raised.value.code == "no-such-print"


# Printers.

lengths = st.floats(-20, 20)


def saved(database):
    with database.reading() as connection:
        return read_printers(connection)


def test_a_database_that_knows_no_printer_says_how_to_measure_one(database):
    with database("filled").reading() as connection:
        assert read_printers(connection) == {}
        with pytest.raises(InputError, match="office") as caught:
            read_printer(connection, "office")
    assert "export calibrate" in caught.value.hint


def test_the_nearest_printer_is_named(database):
    made = database("filled")
    for name in ("office", "attic"):
        save_printer(made, name, {})
    with made.reading() as connection, pytest.raises(InputError) as caught:
        read_printer(connection, "ofice")
    assert caught.value.hint == "Use one of: office."


def test_a_printer_that_is_not_there_cannot_be_forgotten(database):
    made = database("filled")
    save_printer(made, "office", {})
    with pytest.raises(InputError, match="attic"):
        remove_printer(made, "attic")
    remove_printer(made, "office")
    assert saved(made) == {}


@given(offset=st.tuples(lengths, lengths), scale=st.floats(90, 110), edge=st.sampled_from(["long", "short"]))
def test_what_is_not_said_stays_as_it_was(database, offset, scale, edge):
    made = database("filled")
    save_printer(made, "office", {"offset": offset, "scale": scale})
    save_printer(made, "office", {"edge": edge})
    assert saved(made) == {"office": Printer(offset, scale, edge)}

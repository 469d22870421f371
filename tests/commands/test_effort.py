from __future__ import annotations

import pytest


def numbers(deckwright, query):
    """The cards that a query finds, by id."""
    return {
        card["id"]: card for card in deckwright("search", query, "--game", "data-monsters", "--json").json
    }


def test_an_effort_wins_what_its_tools_reach_in_both_sums(deckwright):
    """Data Monsters, §7: both sums at least as high, of one or several opportunities."""
    effort = deckwright("effort", "data-monsters", "mainframe", "2 rubber-duck", "--json").json
    tools, targets = numbers(deckwright, "kind:tool"), numbers(deckwright, "kind:opportunity")
    for field in ("tech", "sci"):
        assert effort["gives"][field] == tools["mainframe"][field] + 2 * tools["rubber-duck"][field]
    assert sorted(effort["from"]) == sorted(targets)
    assert effort["sets"]
    for one in effort["sets"]:
        for field in ("tech", "sci"):
            asked = sum(targets[card][field] for card in one["cards"])
            assert one["left"][field] == effort["gives"][field] - asked >= 0
        assert one["worth"] == sum(targets[card]["bdp"] for card in one["cards"])
        others = [target for card, target in targets.items() if card not in one["cards"]]
        assert not any(
            other["tech"] <= one["left"]["tech"] and other["sci"] <= one["left"]["sci"] for other in others
        )


def test_targets_can_be_the_open_ones(deckwright):
    effort = deckwright(
        "effort",
        "data-monsters",
        "5 mainframe",
        "--from",
        "clean-the-data",
        "--from",
        "coffee-forecast",
        "--json",
    ).json
    assert effort["from"] == ["clean-the-data", "coffee-forecast"]


def test_counts_may_stand_alone_and_names_in_any_language(deckwright):
    one = deckwright("effort", "data-monsters", "2", "rubber-duck", "--json").json
    other = deckwright("effort", "data-monsters", "2 Rubber Duck", "--json").json
    assert one == other
    assert one["cards"] == [{"card": "rubber-duck", "copies": 2}]


def test_text_names_the_best_set_first_and_says_what_it_does_not_look_at(deckwright):
    lines = deckwright("effort", "data-monsters", "mainframe", "2 rubber-duck").out.splitlines()
    assert lines[0] == "Mainframe, 2 × Rubber Duck: TECH 5, SCI 3"
    assert lines[1] == "  1  Cat Photo Sorter + Lost Sock Finder (Big data points 5; left: TECH 0, SCI 0)"
    assert lines[-1] == "Only numbers are added up. Whether a card may be played is in its text."


def test_an_effort_that_wins_nothing_says_so(deckwright):
    ran = deckwright("effort", "data-monsters", "rubber-duck", "--from", "clean-the-data")
    assert (ran.code, "These cards win nothing." in ran.out) == (0, True)


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("data-monsters", "krol-junior"), 3, "CARD:1:1: error: krol-junior cannot be used here"),
        (("data-monsters", "mainframe", "mainfrme"), 3, "Did you mean mainframe?"),
        (("data-monsters", "mainframe", "--from", "mainframe"), 3, "mainframe cannot be used here"),
        (("data-monsters", "0 mainframe"), 3, "CARD:1:"),
        (("data-monsters", "2"), 3, "2"),
        (("dataset", "sanction"), 3, "does not define which cards are won"),
        (("datset", "sanction"), 3, "Unknown game: datset."),
        (("data-monsters",), 2, "CARD"),
        (
            ("data-monsters", "mainframe", *("--from", "coffee-forecast") * 21),
            2,
            "21 cards have too many sets",
        ),
    ],
)
def test_bad_input_is_said(deckwright, arguments, code, message):
    ran = deckwright("effort", *arguments)
    assert (ran.code, message in ran.err) == (code, True), ran.err
    assert "bug" not in ran.err


@pytest.mark.parametrize("word", ["Tools", "Side:", "Deck"])
def test_every_word_is_a_card(deckwright, word):
    ran = deckwright("effort", "data-monsters", "mainframe", word)
    assert ran.code == 3
    assert f"data-monsters has no card {word}." in ran.err

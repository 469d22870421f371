import re
from textwrap import dedent

import pytest

from ..registries import GAMES

EVENING = """
    game: dataset
    mode: level-4
    seats:
      Ann:
        treasures:
          - [purpose-profiling, health-red: 2, health-blue, health-yellow, health-green: 2]
        collected: {simple-red: 3}
      Bob:
        treasures:
          - [purpose-geolocation, simple-blue: 6, love-blue]
        frozen: [Amore rosso]
"""


@pytest.fixture
def evening(tmp_path):
    """Write a score file."""

    def write(text=EVENING):
        (tmp_path / "evening.yaml").write_text(dedent(text))

    return write


def test_points_ranks_and_what_decided(deckwright, evening):
    evening()
    found = deckwright("score", "dataset", "evening.yaml", "--json").json
    assert {"seats", "winners", "decided_by"} <= found.keys()
    assert [(seat["seat"], seat["points"], seat["parts"], seat["rank"]) for seat in found["seats"]] == [
        ("Ann", 1, {"treasures": 1}, 1),
        ("Bob", 1, {"treasures": 1}, 2),
    ]
    assert (found["winners"], found["decided_by"]) == (["Ann"], "sensitive")


@pytest.mark.parametrize(
    ("language", "message"), [("en", "Ann wins: 1 point, as many as Bob"), ("it", "vince"), ("fr", "gagne")]
)
def test_it_can_be_read_out(deckwright, evening, language, message):
    evening()
    ran = deckwright("score", "dataset", "evening.yaml", "--lang", language)
    assert ran.code == 0, ran.err
    assert message in ran.out


def test_everything_wrong_is_told_at_its_place_and_nothing_scored(deckwright, evening):
    """Names, numbers and places that a score file may not have."""
    evening("""
        game: dataset
        mode: level-9
        seats:
          Ann:
            treasures:
              - [health-red: 2, health-blue, health-yellow, health-green: 2]
              - [purpose-profiling, simple-red: 3, love-blue: 3]
            colected: [simple-red]
            frozen: [sinple-red, purpose-geolocation]
    """)
    ran = deckwright("score", "dataset", "evening.yaml", "--json")
    assert ran.code == 3
    assert "seats" not in ran.json
    places = {(one["rule"], one["where"]["line"], one["where"]["column"]) for one in ran.json["findings"]}
    assert places == {
        ("unknown-mode", 3, 7),
        ("players", 2, 1),
        ("one-purpose", 7, 9),
        ("all-alike", 8, 9),
        ("box", 8, 44),
        ("zone", 9, 5),
        ("unknown-card", 10, 14),
        ("zone", 10, 26),
    }
    assert any("simple-red" in one["message"] for one in ran.json["findings"])


@pytest.mark.parametrize("game", GAMES)
def test_a_template_is_a_score_file(deckwright, game):
    deckwright("score", game, "--template", "--players", "4", "-o", "new.yaml")
    ran = deckwright("score", game, "new.yaml", "--json")
    faults = {one["rule"] for one in ran.json["findings"]}
    assert faults <= {"one-explorer", "eighteen-tiles", "all-won", "ten-projects"}


def test_a_template_for_teams_has_them(deckwright):
    ran = deckwright("score", "big-monster", "--template", "--players", "6", "--mode", "team")
    assert "C: [Player 5, Player 6]" in ran.out


def test_a_template_is_not_made_for_more_than_may_play(deckwright):
    ran = deckwright("score", "big-monster", "--template", "--players", "7")
    assert ran.code == 2
    assert "7 players are not allowed in big-monster" in ran.err


def test_questions_are_asked_again_until_the_answer_can_be(deckwright):
    answers = ["Ann, Bob", "level-1", "purpose-profiling", "purpose-profiling, simple-blue x6", ""]
    answers += ["nonsense", "2 simple-red", "", "", "", "", ""]
    ran = deckwright_with(
        deckwright, answers, "score", "dataset", "--interactive", "-o", "kept.yaml", "--json"
    )
    assert ran.code == 0, ran.err
    assert "Unknown card: nonsense" in ran.err
    assert [seat["points"] for seat in ran.json["seats"]] == [1, 0]
    again = deckwright("score", "dataset", "kept.yaml", "--json").json
    assert again["seats"] == ran.json["seats"]


def test_as_many_as_may_play_are_asked_for_at_once(deckwright):
    answers = ["Ann", "Ann, Bob", "competitive", "", "q"]
    ran = deckwright_with(deckwright, answers, "score", "big-monster", "--interactive")
    assert "1 player is not allowed in big-monster. Allowed: 2, 3, 4, 5 or 6." in ran.err
    assert "2 players are not allowed in big-monster, competitive. Allowed: 3, 4, 5 or 6." in ran.err
    assert "mode: two-player" in ran.out
    answers = ["Ann, Bob, Cleo", "Ann, Bob", "q"]
    ran = deckwright_with(
        deckwright, answers, "score", "big-monster", "--mode", "two-player", "--interactive"
    )
    assert "3 players are not allowed in big-monster, two-player. Allowed: 2." in ran.err


def test_places_and_shared_projects_are_asked_for(deckwright):
    answers = ["a, b, c", "competitive", "", "explorer-red-man", "", "swamp 5 5", "swamp 2 0", "q"]
    ran = deckwright_with(deckwright, answers, "score", "big-monster", "--interactive")
    assert "there is a gap" in ran.err
    assert "{card: swamp, at: [2, 0]}" in ran.out
    answers = [
        "Ann, Bob",
        f"p-coffee-machine, Ann; Ann: red {'3' * 5000}!",
        "p-coffee-machine, Ann; Ann: red 3!; Bob: red 1",
        "p-coffee-machine, Ann; Ann: red 3!; Bob: red 2",
        "",
    ]
    ran = deckwright_with(deckwright, answers, "score", "monster-office", "--interactive", "--json")
    assert "Type each sort of token and its number" in ran.err
    assert "requires exactly 5 red tokens, but has 4" in ran.err
    assert [seat["points"] for seat in ran.json["seats"]] == [5, 2]


def test_the_pad_is_enough_where_tiles_have_places(deckwright):
    ann = ["20", "12", "x", "14", "", "", "17", "", "-10", "3"]
    answers = [
        "Ann, Bob",
        "two-player",
        "pad",
        *(one for one in ann[:-1]),
        *["1", "1", "1", "1", "2", "2", "1", "5"],
    ]
    ran = deckwright_with(deckwright, answers, "score", "big-monster", "--interactive", "--json")
    assert "x is not a whole number" in ran.err
    assert [seat["points"] for seat in ran.json["seats"]] == [53, 14]


def test_stopping_early_loses_nothing(deckwright, tmp_path):
    answers = ["Ann, Bob", "tutorial", "cat-photo-sorter", "q"]
    ran = deckwright_with(deckwright, answers, "score", "data-monsters", "--interactive", "-o", "kept.yaml")
    assert ran.code == 0
    assert "cat-photo-sorter" in (tmp_path / "kept.yaml").read_text()


@pytest.mark.parametrize(
    "arguments", [[], ["evening.yaml", "--interactive"], ["evening.yaml", "-o", "x.yaml"]]
)
def test_one_thing_is_asked_for_at_a_time(deckwright, arguments):
    assert deckwright("score", "dataset", *arguments).code == 2


def test_an_unknown_mode_on_the_command_line_is_wrong_usage(deckwright, evening):
    evening()
    assert deckwright("score", "dataset", "evening.yaml", "--mode", "level-8").code == 2


def deckwright_with(deckwright, answers, *arguments):
    return deckwright(*arguments, text="\n".join([*answers, ""]))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "seats: [a]",
        "seats: {}",
        "seats: {a: 3}",
        "seats: {a: {collected: 3}}",
        "seats: {a: {pad: {x: 1}}}",
    ],
)
def test_a_file_that_is_none_is_refused_with_its_place(deckwright, tmp_path, text):
    (tmp_path / "odd.yaml").write_text(text)
    ran = deckwright("score", "dataset", "odd.yaml", "--json")
    assert ran.code == 3
    assert all(one["where"]["line"] for one in ran.json["findings"])


def test_what_could_not_be_read_is_not_told_to_be_missing(deckwright, tmp_path):
    (tmp_path / "odd.yaml").write_text("seats: {a: {explorer: 3}, b: {pad: {ice: 1}}, c: {pad: {ice: 1}}}")
    ran = deckwright("score", "big-monster", "odd.yaml", "--json")
    assert [one["rule"] for one in ran.json["findings"]] == ["schema"]


def test_a_filled_in_file_is_not_written_over(deckwright, evening, tmp_path):
    evening()
    for more in (["--template"], ["--interactive"]):
        ran = deckwright("score", "dataset", *more, "-o", "evening.yaml")
        assert (ran.code, "evening.yaml already exists." in ran.err) == (3, True)
    assert (tmp_path / "evening.yaml").read_text() == dedent(EVENING)
    assert deckwright("score", "dataset", "--template", "-o", "evening.yaml", "--overwrite").code == 0
    assert "Player 1" in (tmp_path / "evening.yaml").read_text()


def test_what_is_counted_on_a_pad_is_a_whole_number_and_not_below_0(deckwright, evening):
    evening("""
        game: dataset
        seats:
          Ann: {pad: {treasures: -5, sensitive: 0, dataset: 3}}
          Bob: {pad: {treasures: 2.5, sensitive: 0, dataset: 3}}
    """)
    ran = deckwright("score", "dataset", "evening.yaml", "--json")
    assert ran.code == 3
    assert [one["where"]["line"] for one in ran.json["findings"]] == [4, 5]
    assert {one["message"] for one in ran.json["findings"]} == {
        "treasures must be 0 or more, not -5.",
        "treasures must be a whole number, not 2.5.",
    }
    assert (
        "un nombre entier, et non 2,5." in deckwright("--lang", "fr", "score", "dataset", "evening.yaml").err
    )


# game, mode, players
TEMPLATES = [
    ("dataset", "level-1", 2),
    ("dataset", "level-4", 6),
    ("data-monsters", "standard", 2),
    ("data-monsters", "tutorial", 4),
    ("monster-office", "standard", 3),
    ("big-monster", "competitive", 3),
    ("big-monster", "team", 4),
    ("big-monster", "two-player", 2),
]
UNFINISHED = {"one-explorer", "eighteen-tiles", "twenty-tiles", "all-won", "ten-projects", "claim"}
"""What is wrong with a game of which hardly anything is filled in; a medal needs the tiles that it asks for."""


@pytest.mark.parametrize(("game", "mode", "players"), TEMPLATES)
def test_every_example_of_a_template_can_be_taken_at_its_word(deckwright, tmp_path, game, mode, players):
    """Dataset, Al suo turno, 2: what a template shows as a Data-Treasure is one."""
    ran = deckwright("score", game, "--template", "--mode", mode, "--players", str(players))
    first, *rest = ran.out.partition("  Player 2:")
    filled = re.sub(r"\[\]( .*\n *)#", r"\1 ", first)
    assert filled != first
    (tmp_path / "new.yaml").write_text("".join([filled, *rest]), encoding="utf-8")
    ran = deckwright("score", game, "new.yaml", "--json")
    assert {one["rule"] for one in ran.json["findings"]} <= UNFINISHED
    if game in {"dataset", "data-monsters", "monster-office"}:
        assert ran.code == 0, ran.out
        assert ran.json["seats"][0]["points"] > 0


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "# Are 6 simple cards of mixed colours a Data-Treasure? sensitive, kind"),
        ("fr", "# 6 cartes simples de couleurs mêlées font-elles un Data-Trésor\u00a0? sensitive, kind"),
        ("it", "# 6 carte semplici di più colori sono un Data-Tesoro? sensitive, kind"),
    ],
)
def test_a_template_says_the_choices_of_settings_in_its_language(deckwright, language, line):
    assert line in deckwright("score", "dataset", "--template", "--lang", language).out


def test_a_template_lists_settings_and_keeps_those_that_are_named(deckwright):
    ran = deckwright(
        "score", "big-monster", "--template", "--players", "4", "--mode", "team", "--rule", "ice-tiles=all"
    )
    assert (
        "  ice-tiles: all  # What does the explorer Captain Brrr count as ice tiles? mutants, all" in ran.out
    )
    assert "  medals: 2  # Medals" in ran.out


OFFICE = """
    game: monster-office
    settings: {SETTING}
    seats: {Ann: , Bob: }
    projects:
      - card: p-coffee-machine
        by: Ann
        tokens: {Ann: {red: 6, blue: 0}, Bob: {}}
"""


def test_a_setting_is_kept_in_the_file_and_the_option_goes_before_it(deckwright, evening):
    evening(OFFICE.replace("SETTING", "exact-fill: bonus"))
    ran = deckwright("score", "monster-office", "evening.yaml", "--json")
    assert (ran.json["settings"], ran.json["seats"][0]["points"]) == ({"exact-fill": "bonus"}, 7)
    text = deckwright("score", "monster-office", "evening.yaml").out
    assert "exact-fill=bonus: More tokens than needed" in text
    ran = deckwright("score", "monster-office", "evening.yaml", "--rule", "exact-fill=only", "--json")
    assert (ran.code, [one["rule"] for one in ran.json["findings"] if one["severity"] == "error"]) == (
        3,
        ["tokens"],
    )


@pytest.mark.parametrize(
    ("setting", "line", "message"),
    [
        ("exactfill: bonus", 3, "Did you mean exact-fill?"),
        ("exact-fill: bonos", 3, "Did you mean bonus?"),
        ("exact-fill: 3", 3, "no choice 3"),
        ("exact-fill: [bonus]", 3, ""),
    ],
)
def test_a_setting_of_a_file_that_is_none_is_told_at_its_place(deckwright, evening, setting, line, message):
    evening(OFFICE.replace("SETTING", setting))
    ran = deckwright("score", "monster-office", "evening.yaml", "--json")
    assert ran.code == 3
    found = ran.json["findings"][0]
    assert (found["where"]["line"], message in found["message"]) == (line, True)


def test_an_option_that_is_no_setting_is_wrong_usage(deckwright, evening):
    evening(OFFICE.replace("SETTING", "exact-fill: bonus"))
    ran = deckwright("score", "monster-office", "evening.yaml", "--rule", "exact-fil=bonus")
    assert (ran.code, "Did you mean exact-fill?" in ran.err) == (2, True)


def test_questions_keep_the_settings_of_the_table(deckwright):
    answers = ["Ann, Bob", "p-coffee-machine, Ann; Ann: red 6", "", "", ""]
    ran = deckwright_with(
        deckwright,
        answers,
        "score",
        "monster-office",
        "--rule",
        "exact-fill=bonus",
        "--interactive",
        "-o",
        "kept.yaml",
        "--json",
    )
    assert (ran.code, ran.json["seats"][0]["points"]) == (0, 7), ran.err
    assert deckwright("score", "monster-office", "kept.yaml", "--json").json["settings"] == {
        "exact-fill": "bonus"
    }


TEAMS = """
    game: big-monster
    mode: team
    teams: {A: [Ann, Bob], B: [Cleo, Dan]}
    seats:
      Ann: {pad: {ice: 10}}
      Bob: {pad: {ice: 30}}
      Cleo: {pad: {ice: 20}}
      Dan: {pad: {ice: 20}}
"""


def test_winners_of_a_team_game_are_named_by_seat_and_by_team(deckwright, evening):
    evening(TEAMS)
    found = deckwright("score", "big-monster", "evening.yaml", "--json").json
    assert (found["winners"], found["winning_teams"]) == (["Cleo", "Dan"], ["B"])
    evening(TEAMS.replace("20", "10", 1).replace("20", "30"))
    found = deckwright("score", "big-monster", "evening.yaml", "--json")
    assert (
        found.code == 3
    )  # both the lower and the higher scores are equal, and no pad says who has more Big Monsters
    evening(EVENING)
    assert "winning_teams" not in deckwright("score", "dataset", "evening.yaml", "--json").json


def test_a_tie_among_losers_names_the_winner_and_a_note_says_it(deckwright, evening):
    """50, 10 and 10 points."""
    evening("""
        game: big-monster
        seats:
          Ann: {pad: {ice: 50}}
          Bob: {pad: {ice: 10}}
          Cleo: {pad: {ice: 10}}
    """)
    ran = deckwright("score", "big-monster", "evening.yaml")
    assert ran.code == 0, ran.err
    assert "Ann wins with 50 points." in ran.out
    assert "note: Bob, Cleo are tied: “big-tiles” would break the tie" in ran.out


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "medals: 3  # Medals, how many are drawn"),
        ("fr", "Casse-Croûte\N{NO-BREAK SPACE}? medals, penalty, everything"),
    ],
)
def test_a_template_names_what_is_agreed_on_as_each_language_writes_it(deckwright, language, message):
    ran = deckwright("score", "big-monster", "--template", "--players", "3", "--lang", language)
    assert ran.code == 0, ran.err
    assert message in ran.out

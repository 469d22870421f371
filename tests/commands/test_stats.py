from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from fractions import Fraction
from math import comb

import pytest
from PIL import Image

from ..registries import LANGUAGES


def test_json_has_counts_curves_and_odds(deckwright):
    stats = deckwright(
        "stats", "data-monsters/startup", "--odds", "kind:hack", "--turn", "3", "--players", "2", "--json"
    ).json
    assert (stats["deck"], stats["game"], stats["cards"]) == ("data-monsters/startup", "data-monsters", 30)
    assert {"kind", "mark", "class", "level"} <= set(stats["counts"])
    assert {"tech", "sci"} == set(stats["curves"])
    (odds,) = stats["odds"]
    assert (odds["queries"], odds["of"]) == (["kind:hack"], 30)
    # Data Monsters, §3 and §4: three cards for whoever goes first, four for others, and two drawn each turn.
    seen = [(draw["seat"], draw["turn"], draw["cards"]) for draw in odds["draws"]]
    assert seen == [("first", turn, 3 + 2 * turn) for turn in range(4)] + [
        ("other", turn, 4 + 2 * turn) for turn in range(4)
    ]
    matching = odds["matching"]
    for draw in odds["draws"]:
        none = Fraction(comb(30 - matching, draw["cards"]), comb(30, draw["cards"]))
        assert Fraction(draw["at_least"][0]["fraction"]) == 1 - none
        assert draw["at_least"][0]["chance"] == pytest.approx(float(1 - none))


def test_three_players_draw_three_cards_a_turn(deckwright):
    """Data Monsters, §4."""
    ran = deckwright(
        "stats",
        "data-monsters/startup",
        "--odds",
        "kind:hack",
        "--turn",
        "2",
        "--players",
        "3",
        "--second",
        "--json",
    )
    assert [draw["cards"] for draw in ran.json["odds"][0]["draws"]] == [4, 7, 10]


def test_without_players_the_odds_are_those_of_the_fewest_and_it_is_said(deckwright):
    arguments = ("stats", "data-monsters/startup", "--odds", "kind:tool tech>=3", "--turn", "3")
    ran, asked = deckwright(*arguments), deckwright(*arguments, "--players", "2")
    assert (ran.code, ran.out) == (0, asked.out)
    assert "· 2 players" in ran.out
    assert ran.err == "Odds for 2 players; use --players for another number.\n"
    assert not asked.err
    assert deckwright(*arguments, "--json").json["players"] == 2


def test_more_cards_than_the_deck_has_are_all_of_it(deckwright):
    ran = deckwright("stats", "data-monsters/startup", "--odds", "kind:hack", "--drawn", "99", "--json")
    (draw,) = ran.json["odds"][0]["draws"]
    assert (draw["cards"], draw["at_least"][0]["fraction"]) == (30, "1")


def test_several_queries_are_told_alone_and_together(deckwright):
    ran = deckwright(
        "stats",
        "data-monsters/startup",
        "--odds",
        "kind:hack",
        "--odds",
        "kind:tool",
        "--drawn",
        "5",
        "--json",
    )
    assert [odds["queries"] for odds in ran.json["odds"]] == [
        ["kind:hack"],
        ["kind:tool"],
        ["kind:hack", "kind:tool"],
    ]


def test_text_has_bars_and_says_who_goes_first(deckwright):
    ran = deckwright(
        "stats", "data-monsters/startup", "--odds", "kind:tool tech>=3", "--turn", "1", "--players", "2"
    )
    assert re.search(r"^  Monster +13  █+", ran.out, re.MULTILINE)
    assert re.search(r"^  turn 1  goes first +43\.3 %  █+", ran.out, re.MULTILINE)


def test_a_whole_game_is_counted_too(deckwright):
    stats = deckwright("stats", "dataset", "--json").json
    assert stats["cards"] == 120
    assert {part["value"]: part["cards"] for part in stats["counts"]["kind"]} == {
        "simple": 35,
        "sensitive": 50,
        "special": 35,
    }


def test_a_list_from_standard_input_is_counted(run, packaged_database, tmp_path):
    ran = run(
        "stats",
        "-",
        "--game",
        "data-monsters",
        "--json",
        "--db",
        str(packaged_database),
        cwd=tmp_path,
        text="2 mainframe\n",
    )
    assert (ran.json["cards"], ran.json["curves"]["tech"]["sum"]) == (2, 10)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_drawing_is_an_svg_with_its_letters(deckwright, tmp_path, language):
    ran = deckwright("stats", "data-monsters/startup", "-o", "stats.svg", "--lang", language)
    assert ran.code == 0
    root = ET.parse(tmp_path / "stats.svg").getroot()  # noqa: S314 - our own file
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    text = (tmp_path / "stats.svg").read_text(encoding="utf-8")
    assert "@font-face" in text
    assert {"en": "Monster", "fr": "Monstre", "it": "Mostro"}[language] in text


def test_the_picture_is_a_png(deckwright, tmp_path):
    deckwright("stats", "data-monsters/startup", "--odds", "kind:tool", "--players", "2", "-o", "stats.png")
    with Image.open(tmp_path / "stats.png") as picture:
        assert picture.format == "PNG"
        assert abs(picture.width - 210 / 25.4 * 200) < 1.5
        assert len(picture.convert("RGB").getcolors(1 << 24)) > 20


def test_an_svg_goes_to_standard_output_alone(deckwright):
    assert deckwright("stats", "data-monsters/startup", "-o", "-").out.startswith("<svg ")


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (
            ("data-monsters/startup", "--odds", "kind:tool", "--players", "5"),
            2,
            "5 players are not allowed in data-monsters. Allowed: 2, 3 or 4.",
        ),
        (("data-monsters/startup", "--odds", "kind:tol", "--players", "2"), 3, "Did you mean"),
        (("data-monsters/startup", "--odds", "kind:tool", "--mode", "lab"), 2, "has no mode lab"),
        (("data-monsters/startup", "--odds", "kind:tool", "--turn", "100"), 2, "100"),
        (("data-monsters/startup", "--odds", "kind:tool", "--drawn", "-1"), 2, "-1"),
        (("data-monsters/startup", "-o", "stats.pdf"), 2, "stats.pdf ends in .pdf"),
        (("data-monsters/startup", "-o", "no/stats.svg"), 3, "no"),
        (("dataset", "--odds", "role:purpose"), 2, "--drawn N"),
        (("data-monsters/start",), 3, "Did you mean data-monsters/startup?"),
        (("side.txt", "--odds", "kind:tool", "--drawn", "1"), 2, "The deck has no cards to draw."),
        (
            ("data-monsters/startup", "--drawn", "1", *("--odds", "kind:tool") * 9),
            2,
            "Too many queries: use at most 8.",
        ),
    ],
)
def test_bad_input_is_said(deckwright, tmp_path, arguments, code, message):
    (tmp_path / "side.txt").write_text("# game: data-monsters\nside:\n1 mainframe\n", encoding="utf-8")
    ran = deckwright("stats", *arguments)
    assert (ran.code, message in ran.err) == (code, True), ran.err
    assert "bug" not in ran.err

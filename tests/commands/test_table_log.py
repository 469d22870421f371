"""Scores from the log of a table that was played in the browser."""

from __future__ import annotations

import json
from functools import cache

import pytest


@pytest.fixture(scope="module")
def dealt(run, packaged_database, tmp_path_factory):
    """What the page of a game holds for its players, made once."""
    folder = tmp_path_factory.mktemp("play")

    @cache
    def data_of(game, players):
        words = ("--players", players, "--seed", "friday", "-o", "page.html", "--db", str(packaged_database))
        assert run("play", game, *words, cwd=folder).code == 0
        page = (folder / "page.html").read_text(encoding="utf-8")
        return page.split('id="data">')[1].split("</script>")[0]

    return data_of


@pytest.fixture
def log(dealt, tmp_path):
    """Write the log of a game, as the page saves it, after some cards were moved from their zones to others."""

    def write(game, *moved, players=2, **about):
        data = json.loads(dealt(game, str(players)))
        zones = {zone["id"]: [card["card"] for card in zone["cards"]] for zone in data["zones"]}
        for source, target in moved:
            zones[target].append(zones[source].pop(0))
        saved = {"table": {**data["about"], **about}, "moves": [], "zones": zones}
        (tmp_path / "table.json").write_text(json.dumps(saved, indent=1))
        return zones

    return write


def test_cards_in_the_zones_that_count_are_scored(deckwright, log, tmp_path):
    zones = log("data-monsters", ("0/market", "1/portfolio"), ("0/opportunity", "2/portfolio"))
    ran = deckwright("score", "data-monsters", "table.json", "--json")
    assert ran.code == 0
    seats = {f"Seat {seat}": {"portfolio": zones[f"{seat}/portfolio"]} for seat in (1, 2)}
    document = {"game": "data-monsters", "seats": seats, "aside": zones["0/aside"]}
    (tmp_path / "evening.yaml").write_text(json.dumps(document))
    filled = deckwright("score", "data-monsters", "evening.yaml", "--json").json
    assert {**filled, "findings": []} == {**ran.json, "findings": []}
    assert [seat["points"] > 0 for seat in ran.json["seats"]] == [True, True]


def test_a_card_that_was_put_aside_is_known_from_the_log(deckwright, log, tmp_path):
    zones = log("data-monsters")
    saved = json.loads((tmp_path / "table.json").read_text())
    saved["zones"]["1/portfolio"] = zones["0/aside"][:1]
    (tmp_path / "table.json").write_text(json.dumps(saved))
    ran = deckwright("score", "data-monsters", "table.json")
    assert (ran.code, ran.out) == (3, "")
    assert "was set aside: nobody can have it" in ran.err


@pytest.mark.deep("plays many games")
def test_what_a_log_does_not_say_is_named(deckwright, log):
    log("monster-office")
    ran = deckwright("score", "monster-office", "table.json")
    assert ran.code == 0
    said = "Not counted, because a log does not say how tiles lie, or whose tokens are on a card: Completed projects."
    assert said in ran.out + ran.err


def test_sets_lie_side_by_side(deckwright, log, tmp_path):
    log("dataset")
    saved = json.loads((tmp_path / "table.json").read_text())
    treasures = [
        ["purpose-profiling", *["simple-red"] * 6],
        ["purpose-geolocation", "consent", *["simple-blue"] * 6],
    ]
    saved["zones"]["1/treasures"] = [card for treasure in treasures for card in treasure]
    saved["zones"]["2/collected"] = ["simple-green", "simple-green"]
    (tmp_path / "table.json").write_text(json.dumps(saved))
    seats = {"Seat 1": {"treasures": treasures}, "Seat 2": {"collected": {"simple-green": 2}}}
    (tmp_path / "evening.yaml").write_text(json.dumps({"seats": seats}))
    ran = deckwright("score", "dataset", "table.json", "--json")
    assert ran.code == 0
    assert ran.json["seats"] == deckwright("score", "dataset", "evening.yaml", "--json").json["seats"]
    assert ran.json["seats"][0]["points"] > 0
    saved["zones"]["1/treasures"].append("simple-green")
    (tmp_path / "table.json").write_text(json.dumps(saved))
    ran = deckwright("score", "dataset", "table.json")
    assert (ran.code, ran.out) == (3, "")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"table": 3}, "This log of a table is damaged."),
        ({"zones": {"1/portfolio": [3]}}, "This log of a table is damaged."),
        (
            {"table": {"game": "dataset", "mode": "", "players": 2}},
            "This file is for dataset, not for data-monsters.",
        ),
        ({"table": {"game": "data-monsters", "mode": "duel", "players": 2}}, "has no mode duel."),
        ({"zones": {"1/portfolio": ["mainframe"]}}, "mainframe does not belong to portfolio."),
        ({"zones": {"1/portfolio": ["no-such-card"]}}, "Unknown card: no-such-card."),
    ],
)
def test_a_log_that_cannot_be_right_is_refused(deckwright, log, tmp_path, change, said):
    log("data-monsters")
    saved = json.loads((tmp_path / "table.json").read_text())
    (tmp_path / "table.json").write_text(json.dumps({**saved, **change}))
    ran = deckwright("score", "data-monsters", "table.json")
    assert (ran.code, ran.out) == (3, "")
    assert said in ran.err

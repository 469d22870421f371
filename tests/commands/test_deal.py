from __future__ import annotations

from collections import Counter

import pytest

from ..registries import GAMES


def test_json_has_the_keys_of_the_contract(deckwright):
    dealt = deckwright("deal", "data-monsters", "--players", "2", "--seed", "42", "--json").json
    assert {"game", "players", "mode", "seed", "first", "zones", "seats"} <= set(dealt)
    assert (dealt["game"], dealt["players"], dealt["mode"], dealt["seed"]) == (
        "data-monsters",
        2,
        "standard",
        42,
    )
    assert {"market", "opportunity"} <= set(dealt["zones"])
    assert [seat["seat"] for seat in dealt["seats"]] == [1, 2]
    assert [set(seat["zones"]) for seat in dealt["seats"]] == [{"laboratory", "hand"}] * 2
    assert (dealt["draw"]["count"], dealt["limits"]) == (2, {"hand": 6})


@pytest.mark.parametrize("game", GAMES)
def test_a_seed_gives_the_same_table(deckwright, game):
    """Whatever the order in which this Python happens to keep its sets, and the language."""
    settings = ({"PYTHONHASHSEED": "0", "LANG": "C"}, {"PYTHONHASHSEED": "4242", "DECKWRIGHT_LANG": "fr"})
    one, two = (
        deckwright("deal", game, "--players", "4", "--seed", "friday", "--json", **more).json
        for more in settings
    )
    assert one == two


def test_json_tells_what_was_shown_to_settle_who_goes_first(deckwright):
    table = deckwright("deal", "monster-office", "--players", "4", "--seed", "friday", "--json").json
    assert table["rounds"][0][0].keys() == {"seat", "card", "value"}


def test_the_pile_is_the_one_that_build_makes(deckwright):
    arguments = ("--players", "3", "--seed", "7", "--json")
    dealt = deckwright("deal", "data-monsters", *arguments).json
    built = deckwright("build", "data-monsters", "opportunity", *arguments).json
    assert dealt["zones"]["market"] + dealt["zones"]["opportunity"] == built["order"]
    assert sorted(dealt["zones"]["aside"]) == sorted(built["aside"])


def test_seats_that_name_no_deck_take_the_packaged_ones_in_turn(deckwright):
    dealt = deckwright("deal", "data-monsters", "--players", "3", "--json").json
    decks = [seat["deck"] for seat in dealt["seats"]]
    assert decks == ["data-monsters/enterprise", "data-monsters/startup", "data-monsters/enterprise"]
    dealt = deckwright(
        "deal", "data-monsters", "--players", "3", "--deck", "1=data-monsters/startup", "--json"
    ).json
    decks = [seat["deck"] for seat in dealt["seats"]]
    assert decks == ["data-monsters/startup", "data-monsters/enterprise", "data-monsters/startup"]


def test_a_deck_from_a_file_is_dealt_to_its_seat(deckwright, tmp_path):
    deck = ["2 mainframe", "2 garage-server", *(f"1 {card}" for card in LEGAL)]
    (tmp_path / "mine.txt").write_text("\n".join(deck), encoding="utf-8")
    dealt = deckwright("deal", "data-monsters", "--players", "2", "--deck", "2=mine.txt", "--json").json
    held = dealt["seats"][1]["zones"]
    assert Counter(held["laboratory"] + held["hand"])["mainframe"] == 2
    assert (dealt["seats"][1]["deck"], len(held["laboratory"] + held["hand"])) == ("mine.txt", 20)


LEGAL = [
    "krol-junior",
    "krol-senior",
    "krol-chief",
    "count-distinct-junior",
    "count-distinct-senior",
    "zib-junior",
    "legacy-golem",
    "calendar-kraken",
    "compliance-cyclops",
    "signed-form",
    "data-warehouse",
    "two-hundred-slides",
    "expert-report",
    "enterprise-suite",
    "scrum-planning",
    "rubber-duck",
]


@pytest.fixture
def small(tmp_path):
    """A deck that is too small for a laboratory deck, and whose third copy is one too many."""
    (tmp_path / "small.txt").write_text("3 mainframe\n2 signed-form\n", encoding="utf-8")
    return "small.txt"


def test_a_deck_that_is_not_legal_is_refused_with_its_seat(deckwright, small):
    ran = deckwright("deal", "data-monsters", "--players", "2", "--deck", f"2={small}")
    assert (ran.code, ran.out) == (1, "")
    assert "small.txt:1:3: error: Seat 2: " in ran.err
    assert "[size]" in ran.err
    assert "--force" in ran.err
    ran = deckwright("deal", "data-monsters", "--players", "2", "--deck", f"2={small}", "--json")
    assert ran.json["error"]["code"] == "illegal-deck"
    assert {"size", "copies"} <= {finding["rule"] for finding in ran.json["findings"]}


def test_force_deals_it_all_the_same_and_warns(deckwright, small):
    ran = deckwright("deal", "data-monsters", "--players", "2", "--deck", f"2={small}", "--force", "--json")
    assert ran.code == 0
    assert "warning: Seat 2: " in ran.err
    assert {finding["severity"] for finding in ran.json["findings"]} == {"warning"}
    held = ran.json["seats"][1]["zones"]
    assert sorted(held["hand"] + held["laboratory"]) == ["mainframe"] * 3 + ["signed-form"] * 2


def test_too_small_a_deck_runs_out_while_it_is_dealt(deckwright, tmp_path):
    (tmp_path / "tiny.txt").write_text("1 mainframe\n", encoding="utf-8")
    ran = deckwright("deal", "data-monsters", "--players", "2", "--deck", "1=tiny.txt", "--force", "--json")
    assert ran.code == 3
    assert ran.json["error"]["code"] == "too-few-cards"
    assert ran.json["error"]["message"].startswith("Step 5: hand of seat 1 requires ")


def test_the_office_plays_with_one_deck(deckwright):
    dealt = deckwright("deal", "data-monsters", "--players", "4", "--mode", "office", "--json").json
    assert dealt["removed"] == [{"card": "scrum-planning", "copies": 4}]
    assert dealt["deck"] == "2 × data-monsters/enterprise + 2 × data-monsters/startup"
    assert len(dealt["zones"]["laboratory"]) == 116 - 3 - 4 * 3


@pytest.mark.parametrize("name", ["office.yaml", "office=office.yaml"])
def test_the_office_deck_can_be_named(deckwright, name):
    deckwright(
        "combine", "data-monsters/startup", "data-monsters/enterprise", "--times", "data-monsters/startup=2",
        "--format", "office", "--players", "2", "-o", "office.yaml",
    )  # fmt: skip
    dealt = deckwright(
        "deal", "data-monsters", "--players", "2", "--mode", "office", "--deck", name, "--json"
    ).json
    assert dealt["deck"] == "office.yaml"


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (
            ("dataset", "--players", "7"),
            2,
            "7 players are not allowed in dataset, level-4. Allowed: 2, 3, 4, 5 or 6.",
        ),
        (("dataset", "--players", "2", "--mode", "lvel-1"), 2, "has no mode lvel-1"),
        (("datasett", "--players", "2"), 3, "Unknown game: datasett."),
        (("dataset", "--players", "2", "--deck", "1=x.txt"), 2, "Nobody brings a deck to this game"),
        (("data-monsters", "--players", "2", "--deck", "x.txt"), 2, "Use SEAT=DECK"),
        (("data-monsters", "--players", "2", "--deck", "one=x.txt"), 2, "Use SEAT=DECK"),
        (("data-monsters", "--players", "2", "--deck", f"{'1' * 5000}=x.txt"), 2, "Use SEAT=DECK"),
        (("data-monsters", "--players", "2", "--deck", "1="), 2, "Use SEAT=DECK"),
        (
            ("data-monsters", "--players", "2", "--deck", "3=x.txt"),
            2,
            "Unknown seat: 3. Use 1 to 2.",
        ),
        (("data-monsters", "--players", "2", "--deck", "0=x.txt"), 2, "Unknown seat: 0"),
        (("data-monsters", "--players", "2", "--deck", "1=x", "--deck", "1=y"), 2, "Seat 1 has two decks"),
        (("data-monsters", "--players", "2", "--deck", "1=no.txt"), 3, "File not found: no.txt."),
        (("data-monsters", "--players", "2", "--deck", "1=data-monsters/start"), 3, "data-monsters/start"),
        (
            ("data-monsters", "--players", "2", "--deck", "1=other.yaml"),
            3,
            "is for the game dataset, not for",
        ),
        (
            ("data-monsters", "--players", "2", "--mode", "office", "--deck", "1=x.txt"),
            2,
            "All play with the same deck",
        ),
        (
            ("data-monsters", "--players", "2", "--mode", "office", "--deck", "x", "--deck", "y"),
            2,
            "Use --deck DECK once",
        ),
        (("data-monsters",), 2, "--players"),
        (("data-monsters", "--players", "two"), 2, "two"),
        (("data-monsters", "--players", "2", "--json", "-o", "-"), 2, "--json and -o -"),
    ],
)
def test_bad_input_is_said_and_nothing_is_dealt(deckwright, tmp_path, arguments, code, message):
    (tmp_path / "other.yaml").write_text("game: dataset\ncards: {sanction: 1}\n", encoding="utf-8")
    ran = deckwright("deal", *arguments)
    assert (ran.code, message in ran.err) == (code, True), ran.err
    assert "bug" not in ran.err


def test_the_table_reads_aloud_step_by_step(deckwright):
    lines = deckwright("deal", "data-monsters", "--players", "2", "--seed", "friday").out.splitlines()
    assert lines[0] == "Data Monsters: Gather and Measure · 2 players · Standard game · seed friday"
    assert lines[2] == "Seat 2 goes first, by chance."
    assert lines[3] == "1. Build and shuffle: Opportunity deck (12 cards, 3 put aside)."
    assert "3. From Opportunity deck: lay 3 cards face up: Market." in lines
    assert "Every turn, draw 2 cards: Laboratory deck." in lines
    assert "Hand: 6 cards at most." in lines


@pytest.mark.parametrize(("language", "message"), [("fr", "face visible"), ("it", "Carte sul tavolo")])
def test_the_table_reads_in_other_languages(deckwright, language, message):
    ran = deckwright("deal", "dataset", "--players", "3", "--lang", language)
    assert message in ran.out
    assert "shuffle" not in ran.out


def test_what_was_shown_to_settle_who_goes_first_is_told(deckwright):
    ran = deckwright("deal", "monster-office", "--players", "3", "--seed", "1")
    assert "Round 1: seat 1 shows " in ran.out
    assert "goes first, with the highest number." in " ".join(ran.out.split())


def test_the_table_is_written_to_a_file_whole(deckwright, tmp_path):
    ran = deckwright("deal", "dataset", "--players", "2", "--seed", "9", "-o", "table.txt")
    assert (ran.code, ran.out) == (0, "")
    assert "seed 9" in ran.err
    assert (tmp_path / "table.txt").read_text(encoding="utf-8").startswith("Dataset · 2 players · ")


def test_a_seed_is_drawn_and_reported_where_none_is_named(deckwright):
    dealt = deckwright("deal", "big-monster", "--players", "3", "--json").json
    again = deckwright("deal", "big-monster", "--players", "3", "--seed", str(dealt["seed"]), "--json").json
    assert again == dealt
    assert dealt["first"] is None


def test_a_new_game_can_be_dealt_at_once(deckwright):
    deckwright("new", "game", "Frogs and Ponds")
    assert deckwright("load", "frogs-and-ponds").code == 0
    ran = deckwright("deal", "frogs-and-ponds", "--players", "3", "--json")
    assert ran.code == 0, ran.err
    assert [len(seat["zones"]["hand"]) for seat in ran.json["seats"]] == [2, 2, 2]
    assert deckwright("stats", "frogs-and-ponds/first", "--odds", "kind:hero", "--json").code == 0


def test_people_may_agree_on_how_much_is_drawn(deckwright):
    arguments = ("big-monster", "--players", "4", "--seed", "friday")
    table = deckwright("deal", *arguments, "--rule", "medals=4", "--json").json
    pile = deckwright("build", arguments[0], "medals", *arguments[1:], "--rule", "medals=4", "--json").json
    assert (table["take"], pile["take"]) == ({"medals": 4}, 4)
    assert table["zones"]["medals"] == pile["order"]
    assert table["settings"]["medals"] == 4


@pytest.mark.parametrize(
    ("written", "code", "message"),
    [
        ("medals", 2, "Use SETTING=CHOICE"),
        ("medals=four", 2, "must be a whole number"),
        (f"medals={'4' * 5000}", 2, "must be a whole number"),
        ("tiles=4", 2, "has no setting tiles"),
        ("medals=8", 3, "Use 7 or fewer."),
    ],
)
def test_numbers_that_cannot_be_agreed_on_are_refused(deckwright, written, code, message):
    ran = deckwright("deal", "big-monster", "--players", "4", "--rule", written)
    assert (ran.code, ran.out, message in ran.err) == (code, "", True), ran.err


@pytest.mark.parametrize(
    ("players", "rounds", "left"), [(2, 19, 1), (3, 12, 7), (4, 9, 7), (5, 7, 10), (6, 6, 7)]
)
def test_what_is_left_for_the_last_round_is_told(deckwright, players, rounds, left):
    """Dataset: of 120 cards five lie open; hands of three for everybody, as long as there are enough."""
    arguments = ("deal", "dataset", "--players", str(players), "--seed", "1")
    draw = deckwright(*arguments, "--json").json["draw"]
    assert (draw["rounds"], draw["left"]) == (rounds, left)
    assert rounds * 3 * players + left == 120 - 5
    ending = f"left for the last round: {left} card{'' if left == 1 else 's'}."
    assert f"Everybody gets {rounds} hands; {ending}" in deckwright(*arguments).out


def test_a_setting_changes_the_table_and_is_reported(deckwright):
    arguments = ("deal", "dataset", "--players", "2", "--mode", "level-3", "--seed", "7")
    usual = deckwright(*arguments, "--json").json
    other = deckwright(*arguments, "--rule", "transparency=level-3", "--json").json
    assert (len(usual["zones"]["main"]), len(other["zones"]["main"])) == (108 - 5 - 6, 110 - 5 - 6)
    assert (usual["settings"]["transparency"], other["settings"]["transparency"]) == ("level-4", "level-3")
    assert (
        "transparency=level-3: "
        in deckwright(*arguments, "--rule", "transparency=level-3", "--lang", "en").out
    )
    built = deckwright(
        "build", "dataset", "main", *arguments[2:], "--rule", "transparency=level-3", "--json"
    ).json
    assert len(built["order"]) == 110


def test_an_unknown_setting_is_refused_with_the_nearest_one(deckwright):
    ran = deckwright("deal", "big-monster", "--players", "4", "--rule", "medal=4")
    assert (ran.code, "Did you mean medals?" in ran.err) == (2, True)
    ran = deckwright("effort", "data-monsters", "mainframe", "--rule", "game-end=decks")
    assert (ran.code, "Did you mean deck?" in ran.err) == (2, True)


def test_monster_office_lays_all_that_is_in_the_box(deckwright):
    """Project tiles, player tokens and credit tokens too."""
    dealt = deckwright("deal", "monster-office", "--players", "3", "--seed", "7", "--json").json
    assert {"resources", "row", "projects", "project-tiles", "credit"} <= set(dealt["zones"])
    assert [set(seat["zones"]) for seat in dealt["seats"]] == [{"hand", "tokens"}] * 3
    text = deckwright("deal", "monster-office", "--players", "3", "--seed", "7").out
    assert "as few as possible" in " ".join(text.split())
    assert "whoever has the least credit, or 0, is a Workhorse" in " ".join(text.split())

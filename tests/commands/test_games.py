import pytest


def test_lists_the_packaged_games(deckwright):
    games = {game["id"]: game for game in deckwright("games", "--json").json}
    assert set(games) == {"data-monsters", "dataset", "monster-office", "big-monster"}
    assert games["data-monsters"]["formats"] == ["lab", "office"]
    assert games["data-monsters"]["piles"] == ["opportunity"]
    assert games["data-monsters"]["modes"] == ["tutorial", "standard", "office"]
    assert games["dataset"]["modes"] == ["level-1", "level-2", "level-3", "level-4"]
    assert games["dataset"]["piles"] == ["main"]
    assert games["dataset"]["cards"] == 120
    assert games["dataset"]["source_language"] == "it"
    assert games["dataset"]["languages"] == ["it", "fr", "en"]
    assert games["monster-office"]["piles"] == ["resources", "projects"]
    assert games["monster-office"]["modes"] == ["standard"]
    assert games["big-monster"]["piles"] == ["tiles", "explorers", "medals"]
    assert games["big-monster"]["modes"] == ["competitive", "team", "two-player"]
    assert games["big-monster"]["formats"] == games["dataset"]["formats"] == []


def test_titles_are_in_the_language_asked_for(deckwright):
    assert "Dataset" in deckwright("games", "--lang", "fr").out


def test_on_a_pipe_values_stand_between_tabs(deckwright):
    lines = deckwright("games").out.splitlines()
    assert len(lines) == 5
    assert all(line.count("\t") == lines[0].count("\t") for line in lines)


def test_settings_are_listed_with_what_each_choice_means(deckwright):
    games = {game["id"]: game for game in deckwright("games", "--json", "--lang", "it").json}
    (exact,) = games["monster-office"]["settings"]
    assert (exact["setting"], exact["default"], exact["cite"]) == (
        "exact-fill",
        "only",
        "Monster Office, Scoring",
    )
    assert exact["title"] == "Completare esattamente una serie di colore"
    assert [choice["choice"] for choice in exact["choices"]] == ["only", "bonus"]
    assert "gettoni" in exact["choices"][1]["means"]
    medals = games["big-monster"]["settings"][-1]
    assert (medals["setting"], medals["default"], medals["modes"], medals["choices"]) == (
        "medals",
        3,
        {"team": 2},
        [],
    )


def test_one_game_is_told_with_its_settings(deckwright):
    text = deckwright("games", "monster-office").out
    assert "exact-fill: Completing a colour set exactly (Monster Office, Scoring)" in text
    assert "only (usual): It takes as many tokens as it needs" in text
    assert "data-monsters" not in text
    assert [game["id"] for game in deckwright("games", "dataset", "--json").json] == ["dataset"]
    assert deckwright("games", "datase").code == 3


# what is typed, what the shell offers for the last word
TYPED = [
    ("score monster-office evening.yaml --rule ex", ["exact-fill=bonus", "exact-fill=only"]),
    ("deal data-monsters --players 2 --rule ", ["game-end=deck", "game-end=market"]),
    ("deal dataset --players 2 --mode ", ["level-1", "level-2", "level-3", "level-4"]),
    ("build monster-office ", ["projects", "resources"]),
]


@pytest.mark.parametrize(("typed", "offered"), TYPED)
def test_a_shell_offers_what_the_typed_game_has(deckwright_process, typed, offered):
    deckwright_process("games")
    words = f"deckwright {typed}"
    more = {
        "_DECKWRIGHT_COMPLETE": "complete_bash",
        "COMP_WORDS": words,
        "COMP_CWORD": str(len(words.split(" ")) - 1),
    }
    assert deckwright_process(**more).out.split() == offered

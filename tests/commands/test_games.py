def test_lists_the_packaged_games(deckwright):
    games = {game["id"]: game for game in deckwright("games", "--json").json}
    assert set(games) == {"data-monsters", "dataset", "monster-office", "big-monster"}
    assert games["data-monsters"]["formats"] == ["lab", "office"]
    assert games["data-monsters"]["piles"] == ["opportunity"]
    assert games["data-monsters"]["modes"] == ["standard", "tutorial", "office"]
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

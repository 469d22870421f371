def test_tells_what_the_database_holds(deckwright, own_database):
    facts = deckwright("db", "info", "--json").json
    assert facts["path"] == str(own_database)
    assert (facts["games"], facts["decks"]) == (4, 2)
    assert facts["cards"] == 75 + 120 + 419 + 198


def test_options_may_stand_before_the_command(deckwright, packaged_database):
    assert (
        str(packaged_database)
        in deckwright("--db", str(packaged_database), "--lang", "it", "db", "info", DECKWRIGHT_DB="").out
    )

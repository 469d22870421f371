def ids(ran):
    assert ran.code == 0, ran.err
    return [card["id"] for card in ran.json]


def test_finds_by_fields(deckwright):
    cards = deckwright("search", "kind:tool tech>=3", "--json").json
    assert cards
    assert all(card["kind"] == "tool" and card["tech"] >= 3 for card in cards)


def test_a_card_has_the_keys_of_the_contract(deckwright):
    card = deckwright("search", "kind:opportunity", "--limit", "1", "--json").json[0]
    keys = {
        "id",
        "game",
        "kind",
        "name",
        "copies",
        "marks",
        "origin",
        "tech",
        "sci",
        "bdp",
        "difficulty",
        "venture",
    }
    assert set(card) == keys


def test_looks_in_one_game_where_asked(deckwright):
    assert {card["game"] for card in deckwright("search", "--game", "dataset", "--json").json} == {"dataset"}


def test_dataset_has_the_120_cards_of_the_box(deckwright):
    cards = deckwright("search", "--game", "dataset", "--json").json
    assert sum(card["copies"] for card in cards) == 120
    assert sum(card["copies"] for card in cards if card["kind"] == "simple") == 35
    assert sum(card["copies"] for card in cards if card["kind"] == "sensitive") == 50


def test_sorts_numbers_and_choices_in_their_order(deckwright):
    prizes = [card["bdp"] for card in deckwright("search", "kind:opportunity", "--sort=-bdp", "--json").json]
    assert prizes == sorted(prizes, reverse=True)
    levels = [
        card["level"] for card in deckwright("search", "kind:monster", "--sort", "level", "--json").json
    ]
    assert levels == sorted(levels, key=["junior", "senior", "chief"].index)


def test_a_limit_says_how_many_are_shown(deckwright):
    assert "cards found. 3 are shown." in deckwright("search", "--limit", "3").err
    assert "shown" not in deckwright("search", "kind:monster").err


def test_nothing_found_is_no_fault(deckwright):
    ran = deckwright("search", "zzzz", "--json")
    assert (ran.code, ran.json) == (0, [])


def test_an_unknown_field_names_the_nearest_and_its_column(deckwright):
    ran = deckwright("search", "kind:tool tehc>=3", "--json")
    assert ran.code == 3
    assert "tech" in ran.json["error"]["message"] + ran.json["error"]["hint"]
    assert ran.json["error"]["where"] == {"file": "query", "line": 1, "column": 11}


def test_an_unknown_game_names_the_nearest(deckwright):
    ran = deckwright("search", "--game", "datasett", "--json")
    assert ran.code == 3
    assert "dataset" in ran.json["error"]["hint"]


def test_an_unknown_sort_field_names_the_nearest(deckwright):
    ran = deckwright("search", "--sort", "teck", "--json")
    assert ran.code == 3
    assert "tech" in ran.json["error"]["hint"]


def test_names_are_in_the_language_asked_for(deckwright):
    names = {
        lang: deckwright("search", "role:lawyer", "--lang", lang, "--json").json[0]["name"]
        for lang in ("it", "fr", "en")
    }
    assert names == {"it": "Avvocato", "fr": "Avocat", "en": "Lawyer"}


def test_a_query_may_start_with_a_minus_sign(deckwright):
    cards = deckwright("search", "-kind:monster", "--game", "data-monsters", "--json").json
    assert cards
    assert all(card["kind"] != "monster" for card in cards)


def test_a_mistyped_option_is_no_query(deckwright):
    assert deckwright("search", "krol", "--jsonn").code == 2

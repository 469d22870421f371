import pytest


@pytest.mark.parametrize("name", ["krol-senior", "data-monsters/krol-senior", "KROL-SENIOR"])
def test_a_card_is_found_by_its_id(deckwright, name):
    assert deckwright("show", name, "--json").json["id"] == "krol-senior"


@pytest.mark.parametrize("name", ["Avvocato", "avocat", "LAWYER", "dataset/Avocat"])
def test_a_card_is_found_by_its_name_in_any_language(deckwright, name):
    assert deckwright("show", name, "--json").json["id"] == "lawyer"


def test_json_has_the_texts_of_every_language(deckwright):
    texts = deckwright("show", "lawyer", "--json").json["texts"]
    assert set(texts) == {"it", "fr", "en"}
    assert all({"name", "text"} <= set(own) for own in texts.values())


def test_a_name_of_several_cards_lists_them(deckwright):
    ran = deckwright("show", "Krol", "--json")
    assert ran.code == 3
    assert all(
        f"data-monsters/krol-{level}" in ran.json["error"]["hint"] for level in ("junior", "senior", "chief")
    )


def test_an_unknown_card_names_the_nearest(deckwright):
    ran = deckwright("show", "krol-senor")
    assert ran.code == 3
    assert "krol-senior" in ran.err


def test_an_icon_that_is_no_field_is_read_by_its_name(deckwright):
    assert "[shield] Throw it on the table" in deckwright("show", "lawyer", "--lang", "en").out


def test_a_card_reads_as_it_is_printed(deckwright):
    out = deckwright("show", "krol-senior", "--lang", "fr").out
    assert out.startswith("Krol\nMonstre")
    assert "**" not in out
    assert "{" not in out

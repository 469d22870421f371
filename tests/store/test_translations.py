"""The translations of a game are in the database, each with how far it has come, and those merged there stay."""

from __future__ import annotations

import threading

import pytest

from deckwright.errors import ChangedError, InputError
from deckwright.model.card import Card
from deckwright.model.game import Game, GamePackage, translated
from deckwright.model.query.matching import word_rows
from deckwright.model.translation import Message, Waiver
from deckwright.store.load import compare, keep_translations, load
from deckwright.store.search import search
from deckwright.store.translations import kept_alone, languages_of, read_entries, read_stored_package

from .engines import draft, everything

DEFINITION = {"title": "Lab", "kinds": {"tool": {"name": "Tool"}}, "icons": {"tech": "mdi:chip"}}
ENTRIES = (
    Message("game:title", "Lab", "Labo", "reviewed", "", "Anna", "2026-11-20", place="game.yaml"),
    Message("kind:tool", "Tool", "", "missing", notes=("Not “machine”.",)),
    Message(
        "saw.name", "Great Saw", "Scie", "stale", "Saw", waivers=(Waiver("fit", "it is small"),)
    ).pinned(),
    Message("saw.text", "Saw.", "Sciez.", "draft", place="cards/tools.yaml:3"),
    Message("saw.flavour", "Zzz.", "Rrr.", "draft", unsure=True),
)
LABELS = {"en": {"game:title": "Lab", "kind:tool": "Tool"}}
TEXTS = {"name": "Great Saw", "text": "Saw.", "flavour": "Zzz."}


def box_of(entries=ENTRIES):
    game = Game("lab", "en", ("en", "fr"), DEFINITION, LABELS)
    card = Card("lab", "saw", "tool", "en", texts={"en": TEXTS})
    return translated(GamePackage(game, (card,), digest="d", folder="/lab"), {"fr": tuple(entries)})


def kept(database, language="fr"):
    with database.reading() as connection:
        return read_entries(connection, "lab", language)


def texts_of(database):
    with database.reading() as connection:
        box = read_stored_package(connection, "lab")
    return box.cards[0].texts.get("fr", {}), box.game.labels["fr"]


def test_what_is_loaded_is_read_back(database):
    made = database()
    load(made, box_of())
    assert kept(made) == list(ENTRIES)
    assert texts_of(made) == ({"text": "Sciez."}, {"game:title": "Labo"})
    with made.reading() as connection:
        assert read_stored_package(connection, "lab") == box_of()
    load(made, box_of(ENTRIES[:2]))
    assert kept(made) == list(ENTRIES[:2])


def test_a_translation_in_the_database_replaces_the_words_that_a_search_finds(database):
    made = database()
    load(made, box_of())
    known = kept(made)
    changed = [one._replace(text="Coupez vite.", state="draft") for one in known if one.context == "saw.text"]
    keep_translations(made, "lab", "fr", changed, known)
    with made.reading() as connection:
        found = {words: search(connection, words)[1] for words in ("sciez", "coupez", "saw")}
        rows = "card, language, name, text FROM card_words ORDER BY card, language, name, text"
        after = connection.execute(f"SELECT {rows}").fetchall()
    assert {words: len(cards) for words, cards in found.items()} == {"sciez": 0, "coupez": 1, "saw": 1}
    card = found["saw"][0]
    assert after == sorted((1, *row) for row in word_rows(card))


def test_a_game_is_asked_only_for_languages_it_is_translated_into(database):
    made = database()
    load(made, box_of())
    assert languages_of(box_of().game) == ["fr"]
    for language, said in (("en", "lab is written in en"), ("it", "lab is not translated into it")):
        with pytest.raises(InputError, match=said):
            kept(made, language)
    with made.reading() as connection, pytest.raises(InputError, match="Unknown game: labb"):
        read_entries(connection, "labb", "fr")


OWN = Message("saw.text", "Saw.", "Sciez donc.", "reviewed", "", "Chloé", "2026-11-21")


def test_what_was_merged_there_holds_through_every_load(database):
    made = database()
    load(made, box_of())
    assert load(made, box_of(), {"fr": [OWN]}).changed == 1
    for _ in range(2):
        assert kept(made)[3] == OWN._replace(place="cards/tools.yaml:3")
        assert texts_of(made)[0] == {"text": "Sciez donc."}
        assert compare(made, box_of()).changed == 0
        load(made, box_of())


@pytest.mark.parametrize(
    ("folder", "holds", "stale"),
    [
        (Message("saw.text", " Saw. ", "Sciez.", "draft"), "Sciez donc.", False),
        (Message("saw.text", "Saw it.", "", "missing"), None, True),
        (Message("saw.text", "Saw it.", "Sciez.", "stale", "Saw."), None, True),
        (Message("saw.text", "Saw it.", "Sciez-la.", "draft"), "Sciez-la.", False),
    ],
)
def test_once_the_source_has_changed_it_is_stale_unless_the_folder_has_a_better_one(
    database, folder, holds, stale
):
    made = database()
    load(made, box_of(), {"fr": [OWN]})
    changed = box_of([*ENTRIES[:3], folder])
    assert [entry.context for entry in kept_alone(made, changed)] == (["saw.text"] if stale else [])
    load(made, changed)
    assert texts_of(made)[0].get("text") == holds
    assert (kept(made)[3].state == "stale") is stale
    assert kept(made)[3].previous == ("Saw." if stale else "")
    load(made, box_of())
    assert texts_of(made)[0] == {"text": "Sciez donc."}


def test_what_was_merged_there_holds_no_longer_once_the_folder_has_it(database):
    made = database()
    load(made, box_of(), {"fr": [OWN]})
    arrived = OWN._replace(by="Bruno", at="2026-11-22", place="cards/tools.yaml:9")
    assert load(made, box_of([*ENTRIES[:3], arrived])).changed == 0
    assert kept(made)[3] == arrived
    newer = arrived._replace(text="Sciez bien.")
    load(made, box_of([*ENTRIES[:3], newer]))
    assert kept(made)[3] == newer
    with made.reading() as connection:
        assert connection.execute("SELECT count(*) FROM translations WHERE own").fetchone() == (0,)


@pytest.mark.parametrize("change", [{"text": "Sciez."}, {"state": "draft"}, {"notes": ("Hm.",)}])
def test_what_the_folder_has_otherwise_goes_on_holding_there(database, change):
    made = database()
    load(made, box_of(), {"fr": [OWN]})
    load(made, box_of([*ENTRIES[:3], OWN._replace(**change)]))
    assert kept(made)[3] == OWN


# Several people translate in one database.


def test_translators_at_once_lose_nothing(database):
    made = database("filled")
    with made.reading() as connection:
        contexts = [one.context for one in read_entries(connection, "data-monsters", "fr")][5:11]

    def translate(context):
        keep_translations(made, "data-monsters", "fr", *draft(made, context, f"Mot {context}"))

    threads = [threading.Thread(target=translate, args=(context,)) for context in contexts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with made.reading() as connection:
        kept = {one.context: one.text for one in read_entries(connection, "data-monsters", "fr")}
    assert {context: kept[context] for context in contexts} == {one: f"Mot {one}" for one in contexts}


def test_a_translation_that_somebody_else_has_changed_is_refused(database):
    made = database("filled")
    with made.reading() as connection:
        context = read_entries(connection, "data-monsters", "fr")[7].context
    mine, known = draft(made, context, "À moi")
    keep_translations(made, "data-monsters", "fr", *draft(made, context, "À elle"))
    before = everything(made)
    with pytest.raises(ChangedError):
        keep_translations(made, "data-monsters", "fr", mine, known)
    assert everything(made) == before


# Kept translations are what a load would make of them


@pytest.mark.parametrize("number", [0, 7, 30])
def test_a_translation_that_is_kept_is_as_a_load_would_keep_it(database, packaged, number):
    made = database("filled")
    with made.reading() as connection:
        entry = read_entries(connection, "data-monsters", "fr")[number]
    changed = [entry._replace(text="Mot unique", state="draft")]
    with made.reading() as connection:
        known = read_entries(connection, "data-monsters", "fr")
    keep_translations(made, "data-monsters", "fr", changed, known)
    kept = everything(made)
    load(made, packaged("data-monsters"), {"fr": changed})
    loaded = everything(made)
    for name in ("games", "texts", "card_words"):
        assert sorted(row[1:] for row in kept[name]) == sorted(row[1:] for row in loaded[name]), name
    assert kept["translations"] == loaded["translations"]
    assert [row[1:] for row in kept["cards"]] == [row[1:] for row in loaded["cards"]]

"""The module store/load."""

from __future__ import annotations

import os
import shutil
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright import resources
from deckwright.errors import DatabaseError
from deckwright.files import game_folder
from deckwright.files.game_folder import digest_of, stamp_of
from deckwright.files.game_package import read_package
from deckwright.model.card import Card, Deck, DeckEntry, entry_fields
from deckwright.model.card_changes import CardChanges, changed_fields
from deckwright.model.game import Game, GamePackage, labels_of
from deckwright.store.folders import Change, changed_folders, check_folders, gone_folder
from deckwright.store.load import compare, load
from deckwright.store.maintenance import facts_of
from deckwright.store.read import cards_of, deck_ids, folder_of, read_assets, read_deck, read_game
from deckwright.store.search import search

from .engines import alter, another_writer, everything

# A game is loaded whole or not at all, and reads back as it was.

DEFINITION = {
    "title": "Laboratory",
    "fields": {
        "power": {"title": "Power", "type": "number"},
        "motto": {"title": "Motto", "type": "string"},
        "lone": {"title": "Lone", "type": "boolean"},
        "level": {"title": "Level", "enum": ["low", "high"]},
        "classes": {"title": "Classes", "type": "array", "items": {"enum": ["a", "b", "c"]}},
    },
    "kinds": {"tool": {"name": "Tool"}, "hack": {"name": "Hack"}},
}
# Files have no control characters; PostgreSQL takes no U+0000.
texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=8)
fields = st.fixed_dictionaries(
    {},
    optional={
        "power": st.integers(-(10**20), 10**20) | st.floats(allow_nan=False, allow_infinity=False),
        "motto": texts,
        "lone": st.booleans(),
        "level": st.sampled_from(["low", "high"]),
        "classes": st.lists(st.sampled_from("abc"), unique=True),
    },
)
printed = st.fixed_dictionaries({"name": texts}, optional={"text": texts, "flavour": texts, "more": texts})
ids = st.from_regex(r"[a-z0-9]{1,3}", fullmatch=True)


def card(game, name, **more):
    return Card(game, name, "tool", "en", **{"texts": {"en": {"name": name.title()}}, **more})


@st.composite
def boxes(draw, name="lab"):
    """Make a game with random cards and decks."""
    cards = [
        card(
            name,
            one,
            copies=draw(st.integers(1, 999)),
            origin=draw(st.sampled_from(["rulebook", "community", "sample"])),
            revision=draw(st.integers(1, 9)),
            icon=draw(st.sampled_from(["", "mdi:flask"])),
            marks=tuple(draw(st.lists(st.sampled_from(["unique", "global"]), unique=True))),
            fields=draw(fields),
            texts={
                language: draw(printed) for language in ["en", *draw(st.sets(st.sampled_from(["it", "fr"])))]
            },
        )
        for one in draw(st.lists(ids, unique=True, max_size=5))
    ]
    entries = [
        DeckEntry(
            one.id,
            draw(st.integers(1, 99)),
            draw(st.sampled_from(["cards", "side"])),
            fields=entry_fields(draw(fields)),
        )
        for one in cards
    ]
    decks = [
        Deck(
            name,
            draw(texts),
            tuple(entries),
            deck,
            "open",
            draw(st.none() | st.integers(1, 9)),
            source=f"{name}/{deck}",
            date=draw(st.none() | st.dates()),
        )
        for deck in draw(st.lists(ids, unique=True, max_size=2))
    ]
    definition = {"id": name, **DEFINITION}
    game = Game(
        name,
        "en",
        ("en", "it", "fr"),
        definition,
        {"en": labels_of(definition), "it": {"kind:tool": draw(texts)}},
        {"kind:tool": ["all"]},
    )
    return GamePackage(
        game, tuple(cards), tuple(decks), {"icons/a.svg": draw(st.binary(max_size=9))}, draw(texts)
    )


def read_back(database, name):
    """Everything that the database holds of a game."""
    with database.reading() as connection:
        game = read_game(connection, name)
        cards = cards_of(connection, name)
        decks = [read_deck(connection, one) for one in deck_ids(connection, name)]
        return game, list(cards.values()), decks, read_assets(connection, name)


@given(boxes(), boxes(), boxes("other"))
def test_a_game_reads_back_as_it_was_loaded(database, first, second, other):
    made = database()
    for box in (first, other, second):
        load(made, box)
    for box in (second, other):
        game, cards, decks, assets = read_back(made, box.game.id)
        assert game == box.game
        assert cards == list(box.cards)
        assert decks == list(box.decks)
        assert assets == box.assets


@given(boxes(), boxes())
def test_what_a_load_changes_is_what_was_said_before(database, first, second):
    made = database()
    load(made, first)
    before = everything(made)
    said = compare(made, second)
    assert everything(made) == before
    assert load(made, second) == said
    old, new = ({one.id: one for one in box.cards} for box in (first, second))
    assert said == Change(
        "lab",
        sum(one.copies for one in new.values()),
        len(new),
        sum(one.copies for name, one in new.items() if name not in old),
        sum(one.copies for name, one in new.items() if name in old and old[name] != one),
        sum(one.copies for name, one in old.items() if name not in new),
        second.digest,
        CardChanges(
            tuple(name for name in new if name not in old),
            {
                name: changed_fields(old[name], new[name])
                for name in new
                if name in old and old[name] != new[name]
            },
            {name: one.copies for name, one in old.items() if name not in new},
            {name: one.name(one.source_language) for name, one in {**old, **new}.items() if old != new},
        ),
    )
    nothing = {"added": 0, "changed": 0, "removed": 0, "changes": CardChanges()}
    assert compare(made, second) == said._replace(**nothing)


def test_only_the_last_load_of_a_game_stays(database):
    made = database()
    for number in range(3):
        load(
            made,
            GamePackage(
                Game("lab", "en", ("en",), {"id": "lab", **DEFINITION}), (card("lab", f"c{number}"),)
            ),
        )
    names = ("games", "cards", "texts", "card_values", "card_words", "loads")
    with made.reading() as connection:
        counts = [len(connection.execute(f"SELECT * FROM {name}").fetchall()) for name in names]  # noqa: S608 - names of ours
    assert dict(zip(names, counts, strict=True)) == {
        "games": 1,
        "cards": 1,
        "texts": 1,
        "card_values": 7,
        "card_words": 1,
        "loads": 3,
    }


def test_the_order_of_texts_and_fields_changes_no_card(database):
    made = database()
    one = card(
        "lab",
        "a",
        fields={"power": 1, "motto": "x"},
        texts={"en": {"name": "A", "text": "B"}, "it": {"name": "C"}},
    )
    turned = card(
        "lab",
        "a",
        fields={"motto": "x", "power": 1},
        texts={"it": {"name": "C"}, "en": {"text": "B", "name": "A"}},
    )
    game = Game("lab", "en", ("en", "it"), {"id": "lab", **DEFINITION})
    load(made, GamePackage(game, (one,)))
    assert compare(made, GamePackage(game, (turned,))).changed == 0
    assert compare(made, GamePackage(game, (replace(one, revision=2),))).changed == 1


def test_a_load_is_noted(database, packaged):
    made = database()
    load(made, packaged("data-monsters"))
    load(made, packaged("data-monsters"))
    with made.reading() as connection:
        rows = connection.execute(
            "SELECT number, game, at, program, digest, cards, added, changed, removed FROM loads ORDER BY number"
        ).fetchall()
    cards = sum(one.copies for one in packaged("data-monsters").cards)
    assert [(row[0], row[1], *row[5:]) for row in rows] == [
        (1, "data-monsters", cards, cards, 0, 0),
        (2, "data-monsters", cards, 0, 0, 0),
    ]
    assert all(row[4] == packaged("data-monsters").digest for row in rows)
    assert facts_of(made)["last_load"] == rows[1][2]


FAIL_AT = {
    "the first card": "BEFORE INSERT ON cards",
    "the last card": "AFTER INSERT ON cards FOR EACH ROW WHEN (new.position = 40)",
    "a text": "AFTER INSERT ON texts FOR EACH ROW WHEN (new.language = 'it')",
    "a value": "AFTER INSERT ON card_values FOR EACH ROW WHEN (new.card > 20)",
    "a deck entry": "BEFORE INSERT ON deck_entries",
    "a removal": "BEFORE DELETE ON games",
    "the note of the load": "BEFORE INSERT ON loads",
}
FAILING = {
    "sqlite": ["CREATE TRIGGER fail {when} BEGIN SELECT RAISE(ABORT, 'no more'); END"],
    "postgres": [
        "CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no more'; END $$",
        "CREATE TRIGGER fail {when} EXECUTE FUNCTION fail()",
    ],
}


@pytest.mark.parametrize("when", FAIL_AT.values(), ids=FAIL_AT)
def test_a_load_that_fails_in_the_middle_changes_nothing(database, packaged, when, engine):
    made = database("filled")
    alter(made, *(statement.format(when=when) for statement in FAILING[engine]))
    before = everything(made)
    with pytest.raises(DatabaseError) as caught:
        load(made, packaged("data-monsters"))
    assert caught.value.message == f"The database {made.name} failed: no more."
    assert everything(made) == before


def test_what_interrupts_a_load_changes_nothing(database, packaged, monkeypatch):
    made = database("filled")
    before = everything(made)
    monkeypatch.setattr("deckwright.store.load.load_values", interrupted)
    with pytest.raises(KeyboardInterrupt):
        load(made, packaged("data-monsters"))
    assert everything(made) == before


def interrupted(*_):
    raise KeyboardInterrupt


@pytest.mark.usefixtures("impatient")
def test_a_load_into_a_locked_database_changes_nothing(database, packaged):
    made = database("filled")
    before = everything(made)
    with another_writer(made):
        with pytest.raises(DatabaseError) as caught:
            load(made, packaged("data-monsters"))
        assert everything(made) == before
    assert (caught.value.code, caught.value.exit_code) == ("locked", 4)
    assert load(made, packaged("data-monsters")).changed == 0


@pytest.mark.parametrize(
    ("words", "found"),
    [("coeur", 1), ("cœur", 1), ("COEUR", 1), ("citta", 1), ("città", 1), ("cit", 1), ("itta", 0)],
)
def test_words_are_found_whatever_their_accents_and_ligatures(database, words, found):
    made = database()
    names = {"en": {"name": "Heart"}, "fr": {"name": "Cœur transpercé"}, "it": {"name": "Città"}}
    load(
        made,
        GamePackage(
            Game("lab", "en", ("en",), {"id": "lab", **DEFINITION}), (card("lab", "a", texts=names),)
        ),
    )
    with made.reading() as connection:
        assert len(search(connection, words)[1]) == found


# Whether a folder still holds what the database holds is seen from its files' times, or else from their
# content.

PAST = 1_700_000_000


@pytest.fixture
def own(packaged, tmp_path):
    """Copy a packaged game to a folder of the user's own."""
    return shutil.copytree(packaged("monster-office").folder, tmp_path / "own")


@pytest.fixture(params=["settled", "just saved"])
def loaded(request, database, own, monkeypatch):
    """Load it, long after its files were saved, or at once."""
    if request.param == "settled":
        monkeypatch.setattr(game_folder, "_SETTLED", -(10**18))
    made = database("filled")
    load(made, read_package(own)[0])
    return made


def rules(database):
    return [finding.rule for finding in check_folders(database)]


def stamps(database):
    with database.reading() as connection:
        return dict(connection.execute("SELECT id, stamp FROM games").fetchall())


def test_what_was_loaded_just_now_has_not_changed(loaded):
    assert changed_folders(loaded) == []
    assert rules(loaded) == []


def test_the_name_of_the_content_is_the_one_that_a_load_gives_it(own):
    assert digest_of(own) == read_package(own)[0].digest


def save_as_before(file):
    """Save a file in place with as many bytes and at the same time."""
    found = file.stat()
    with file.open("r+b") as opened:
        opened.write(b"@")
    os.utime(file, ns=(found.st_atime_ns, found.st_mtime_ns))


@pytest.mark.parametrize(
    "change",
    [
        lambda own: (own / "cards" / "projects.yaml").write_text("cards: []"),
        lambda own: (own / "cards" / "more.yaml").write_text("cards: []"),
        lambda own: (own / "locales" / "fr.po").unlink(),
        lambda own: (own / "game.yaml").write_bytes((own / "game.yaml").read_bytes() + b"#"),
        lambda own: save_as_before(own / "game.yaml"),
        lambda own: shutil.rmtree(own / "locales"),
    ],
)
def test_every_change_of_a_folder_is_seen(loaded, own, change):
    change(own)
    assert [one.game for one in changed_folders(loaded)] == ["monster-office"]
    assert rules(loaded) == ["folder-changed"]


@pytest.mark.parametrize("file", ["game.yaml", "cards/projects.yaml"])
def test_a_file_that_is_saved_as_it_was_is_no_change(loaded, own, file):
    (own / file).write_bytes((own / file).read_bytes())
    os.utime(own / file, (PAST, PAST))
    assert changed_folders(loaded) == []


def test_what_does_not_belong_to_the_game_does_not_count(loaded, own):
    (own / "cards" / ".deckwright-1").write_text("half")
    (own / ".deckwright.lock").touch()
    (own / "README.md").write_text("Mine.")
    assert changed_folders(loaded) == []


def test_files_are_read_once_more_until_their_times_can_be_trusted(database, own, monkeypatch):
    made = database("filled")
    assert stamp_of(own) == ""
    load(made, read_package(own)[0])
    assert stamps(made)["monster-office"] == ""
    monkeypatch.setattr(game_folder, "_SETTLED", -(10**18))
    assert changed_folders(made) == []
    assert stamps(made)["monster-office"] == stamp_of(own) != ""
    monkeypatch.setattr(game_folder, "read_bytes", None)
    assert changed_folders(made) == []


def test_a_database_that_another_program_writes_to_does_not_keep_anybody_waiting(database, own, monkeypatch):
    made = database("filled")
    load(made, read_package(own)[0])
    monkeypatch.setattr(game_folder, "_SETTLED", -(10**18))
    with another_writer(made):
        assert changed_folders(made) == []
    assert stamps(made)["monster-office"] == ""


def test_a_folder_that_is_gone_is_no_change_and_is_found_by_a_check(loaded, own):
    shutil.rmtree(own)
    assert changed_folders(loaded) == []
    (finding,) = check_folders(loaded)
    assert (finding.rule, finding.severity) == ("folder-missing", "info")


def test_packaged_games_are_not_looked_at(database, packaged, monkeypatch):
    made = database("filled")
    load(made, packaged("dataset"))
    monkeypatch.setattr(game_folder, "stamp_of", None)
    assert changed_folders(made) == []
    assert rules(made) == []


def test_packaged_games_stay_where_the_program_is_when_it_is_installed_elsewhere(
    database, packaged, monkeypatch, tmp_path
):
    made = database("filled")
    load(made, packaged("dataset"))
    shutil.copytree(resources.folder("cards") / "dataset", tmp_path / "cards" / "dataset")
    monkeypatch.setattr(resources, "folder", lambda name: tmp_path / name)
    with made.reading() as connection:
        assert folder_of(connection, "dataset") == tmp_path / "cards" / "dataset"
        assert folder_of(connection, "ponds") is None
        assert gone_folder(made, connection, "dataset") is None
    assert rules(made) == []


def test_a_game_that_was_renamed_has_its_folder_no_longer(loaded, own):
    text = (own / "game.yaml").read_text().replace("id: monster-office", "id: own-office", 1)
    (own / "game.yaml").write_text(text)
    assert [one.game for one in changed_folders(loaded)] == ["monster-office"]
    load(loaded, read_package(own)[0])
    assert changed_folders(loaded) == []
    assert rules(loaded) == []

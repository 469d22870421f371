"""The module workbench/cards."""

from __future__ import annotations

import csv
from dataclasses import replace

import pytest

from deckwright.errors import UsageError
from deckwright.files.writing import unguarded
from deckwright.workbench.cards import SearchOptions, search_cards, spoken_card, write_card_table
from deckwright.workbench.exports import Selection
from deckwright.workbench.library import find_database, open_library
from deckwright.workbench.loading import load_paths

from ..registries import GAMES

# A card in plain words, for who cannot see it.


@pytest.fixture
def words(packaged):
    """Function that lists the spoken lines of a packaged card."""

    def write(game, name, language):
        box = packaged(game)
        (card,) = [card for card in box.cards if card.id == name]
        return spoken_card(card, box.game, language).split("\n")

    return write


def test_all_of_a_card_is_said_in_the_order_of_reading(words):
    assert words("data-monsters", "krol-chief", "en") == [
        "Krol.",
        "Monster.",
        "Class: Engineer, Scientist.",
        "Level: Chief.",
        "One in a workshop.",
        "Unique.",
        "At the beginning of your turn, draw a card. In your first effort each turn, +2 TECH and +2 SCI.",
        "Forty servers. Knows each one by its cough.",
    ]


def test_french_keeps_its_spaces(words):
    lines = words("data-monsters", "krol-chief", "fr")
    assert "Classe\u00a0: Ingénieur, Scientifique." in lines


def test_tags_and_bars_of_tables_are_not_said(packaged):
    box = packaged("dataset")
    card = replace(
        box.cards[0],
        source_language="en",
        texts={"en": {"name": "One", "text": "[gold]Two[/][br]a\n\n| b | c |\n|---|---|\n| d | e |"}},
    )
    assert spoken_card(card, box.game, "en").split("\n")[-1] == "Two a b, c; d, e;."


def test_a_card_with_little_to_say_has_no_empty_lines(words):
    for language in ("it", "fr", "en"):
        lines = words("dataset", "love-fuchsia", language)
        assert all(line.strip(" .") for line in lines)


@pytest.mark.parametrize("game", GAMES)
def test_every_text_of_every_card_is_said(packaged, game):
    box = packaged(game)
    for card in box.cards:
        for language, texts in card.texts.items():
            spoken = "".join(spoken_card(card, box.game, language).split())
            for text in texts.values():
                plain = text.replace("*", "").split("{")[0]
                assert "".join(plain.split()) in spoken


# Cards as tables.


@pytest.fixture
def table(database_path, tmp_path):
    """Function that writes a selection as a CSV file, and returns its rows by heading."""

    def write(*sources, **more):
        with open_library(str(database_path)) as library:
            write_card_table(library, Selection(sources, **more), tmp_path / "cards.csv")
        with (tmp_path / "cards.csv").open(encoding="utf-8-sig", newline="") as file:
            return list(csv.DictReader(file))

    return write


@pytest.mark.parametrize("name", GAMES)
def test_every_card_of_a_game_is_a_row_with_its_texts_in_every_language(table, packaged, name):
    box = packaged(name)
    rows = table(name)
    assert [(row["id"], row["kind"], row["copies"]) for row in rows] == [
        (card.id, card.kind, str(card.copies)) for card in box.cards
    ]
    for row, card in zip(rows, box.cards, strict=True):
        for language, texts in card.texts.items():
            ending = "" if language == box.game.source_language else f":{language}"
            for text, written in texts.items():
                assert unguarded(row[f"{text}{ending}"]) == written


def test_a_deck_has_its_own_copies_and_each_card_once(table):
    rows = table("data-monsters/startup")
    assert sum(int(row["copies"]) for row in rows) == 30
    assert len({row["id"] for row in rows}) == len(rows)
    assert "game" not in rows[0]


def test_cards_of_several_games_say_theirs_first(table):
    rows = table("data-monsters/startup", "dataset")
    assert next(iter(rows[0])) == "game"
    assert {row["game"] for row in rows} == {"data-monsters", "dataset"}


def test_a_query_selects_rows(table):
    rows = table(query="kind:tool", game="data-monsters")
    assert {row["kind"] for row in rows} == {"tool"}


def test_a_game_is_written_as_it_is_and_not_as_a_box_that_was_counted(table, database_path, tmp_path):
    before = table("dataset")
    counted = tmp_path / "counts.yaml"
    counted.write_text(f"game: dataset\ncounts: {{{before[0]['id']}: 0, {before[1]['id']}: 1}}\n")
    assert load_paths(find_database(str(database_path)), [counted]).counts
    assert table("dataset") == before


@pytest.mark.parametrize(
    ("name", "start"),
    [("a.csv", b"\xef\xbb\xbfid,kind"), ("a.TSV", b"\xef\xbb\xbfid\tkind"), ("a.xlsx", b"PK")],
)
def test_the_ending_decides(library, tmp_path, name, start):
    write_card_table(library, Selection(["dataset"]), tmp_path / name)
    write_card_table(library, Selection(["dataset"]), tmp_path / "none", ".xlsx")
    with pytest.raises(UsageError, match=r"cards\.ods ends in \.ods"):
        write_card_table(library, Selection(["dataset"]), "cards.ods")
    assert (tmp_path / name).read_bytes().startswith(start)
    assert (tmp_path / "none").read_bytes().startswith(b"PK")


# A search reads no more cards than it shows.


def test_a_search_reads_only_the_cards_that_it_shows(library):
    for options, read in ((SearchOptions(limit=2), 2), (SearchOptions(limit=2, sort="-copies"), 2)):
        statements = []
        library.connection.set_trace_callback(statements.append)
        found = search_cards(library, "", options)
        library.connection.set_trace_callback(None)
        assert (len(found.cards), found.total > 200) == (read, True)
        (texts,) = [one for one in statements if "FROM texts" in one]
        numbers = texts[texts.index("IN (") : texts.index(")")]
        assert numbers.count(",") == read - 1
        assert len(search_cards(library, "").cards) == found.total


def test_a_search_reads_words_from_their_index_alone(library):
    statements = []
    library.connection.set_trace_callback(statements.append)
    search_cards(library, "data -kind:tool", SearchOptions(limit=2))
    library.connection.set_trace_callback(None)
    (one,) = [one for one in statements if one.startswith("WITH found")]
    assert "SELECT rowid >> 20 FROM card_words" in one
    assert "SELECT card FROM card_words" not in one


@pytest.mark.parametrize("sort", ["", "name", "-name", "copies", "-copies", "kind", "tech", "-tech", "id"])
@pytest.mark.parametrize("query", ["", "kind:monster", "a", "copies>=2 -kind:tool"])
def test_a_limit_shows_the_first_of_all_that_are_found(library, query, sort):
    every = search_cards(library, query, SearchOptions(sort=sort))
    for limit in (1, 3, 20, 1000):
        first = search_cards(library, query, SearchOptions(sort=sort, limit=limit))
        assert (list(first.cards), first.total) == (list(every.cards[:limit]), every.total)


def test_all_cards_of_a_search_are_read_at_one_moment(library):
    statements = []
    library.connection.set_trace_callback(statements.append)
    search_cards(library, "kind:monster")
    library.connection.set_trace_callback(None)
    inside = statements[statements.index("BEGIN") : statements.index("ROLLBACK")]
    assert sum("FROM cards" in one or "FROM texts" in one for one in inside) == sum(
        "FROM cards" in one or "FROM texts" in one for one in statements
    )

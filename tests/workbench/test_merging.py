"""On a server, merging writes the game's folder and the texts of the database, whoever has the right to do it."""

from __future__ import annotations

import socket
import tempfile
import threading
from contextlib import suppress
from pathlib import Path

import polib
import pytest

from deckwright.errors import ChangedError, DatabaseError
from deckwright.files.game_folder import digest_of
from deckwright.store.folders import changed_folders
from deckwright.store.locations import database_at
from deckwright.store.maintenance import rows_of
from deckwright.store.tables import all_tables
from deckwright.workbench.library import open_library
from deckwright.workbench.loading import load_game
from deckwright.workbench.merging import FileMergeOptions, merge_file, translation_home
from deckwright.workbench.translating import (
    ExtractOptions,
    SuggestOptions,
    extract_texts,
    merge_suggestions,
    suggest_translations,
)

FRENCH = Path("ponds/locales/fr.po")
NUMBERED = {"cards": 1, "texts": 1, "card_words": 1, "card_values": 2, "decks": 1}
"""How many numbers, which no user sees, the rows of a table begin with."""


def translated_file(team, **texts):
    """Extract the French texts, as they are in the database, with some of them translated."""
    with open_library(team["reader"].address) as library:
        extract_texts(library, "ponds", "ponds.fr.po", ExtractOptions("fr"), overwrite=True)
    po = polib.pofile("ponds.fr.po")
    for entry in po:
        entry.msgstr = texts.get(entry.msgctxt.replace(".", "__"), entry.msgstr)
    po.save()
    return "ponds.fr.po"


def everything(database):
    """Rows of all tables, without the numbers that a load gives anew, and what it says of itself."""
    with database.reading() as connection:
        rows = {table.name: list(rows_of(connection, table)) for table in all_tables()}
    rows["games"] = [row[:-2] for row in rows["games"]]  # without stamps and findings
    del rows["loads"]
    return {name: sorted(row[NUMBERED.get(name, 0) :] for row in found) for name, found in rows.items()}


def with_triton(entry):
    return entry._replace(text="Triton", state="draft") if entry.context == "newt.name" else entry


def french(database):
    home = translation_home(database, "ponds", "fr")
    return {one.context: one.text for one in home.entries if one.text}


def loads(database):
    with database.reading() as connection:
        return connection.execute("SELECT who, digest FROM loads ORDER BY number").fetchall()


@pytest.mark.parametrize("role", ["translator", "editor"])
def test_whoever_may_translate_merges_into_the_folder_and_the_database(team, ponds, role):
    file = translated_file(team, newt__name="Triton", newt__text="Gagnez 2.")
    merged = merge_file(team[role], file, FileMergeOptions(by="Tina"))
    assert (merged.is_kept, merged.findings) == (True, [])
    assert [entry.msgstr for entry in polib.pofile(str(FRENCH))] == ["Triton", "Gagnez 2."]
    assert changed_folders(team["editor"]) == []
    assert loads(team["reader"])[-1] == (f"a_{role}", digest_of(ponds))
    after = everything(team["reader"])
    assert not any(row[3] for row in after["translations"])
    assert load_game(team["editor"], ponds).change.changed == 0
    assert everything(team["reader"]) == after


def test_suggestions_are_merged_alike(team, ponds):
    with open_library(team["translator"].address) as library:
        suggested = suggest_translations(library, "ponds", SuggestOptions("fr"))
    assert merge_suggestions(team["translator"], suggested) == []
    assert [entry.msgstr for entry in polib.pofile(str(FRENCH))] == ["Mare"]
    assert changed_folders(team["editor"]) == []
    after = everything(team["reader"])
    load_game(team["editor"], ponds)
    assert everything(team["reader"]) == after


def test_whoever_may_not_translate_changes_neither(team):
    file = translated_file(team, newt__name="Triton")
    before = everything(team["reader"])
    with pytest.raises(DatabaseError) as caught:
        merge_file(team["reader"], file)
    assert (caught.value.code, "deckwright_translator" in caught.value.hint) == ("no-rights", True)
    assert not FRENCH.exists()
    assert everything(team["reader"]) == before


def test_a_folder_that_differs_is_set_aside_and_nothing_is_lost(team, ponds):
    cards = ponds / "cards" / "frogs.yaml"
    older = cards.read_bytes()
    cards.write_bytes(older + b"  - {id: toad, name: Toad}\n")
    load_game(team["editor"], ponds)
    cards.write_bytes(older)
    merged = merge_file(team["translator"], translated_file(team, toad__name="Crapaud"))
    [note] = merged.findings
    assert (note.rule, merged.is_kept, FRENCH.exists()) == ("kept-alone", True, False)
    assert "an earlier version of ponds (loaded by a_editor on " in note.message
    assert french(team["reader"]) == {"toad.name": "Crapaud"}
    cards.write_bytes(older + b"  - {id: toad, name: Toad}\n")
    load_game(team["editor"], ponds)
    assert french(team["reader"]) == {"toad.name": "Crapaud"}
    # The next merge takes it into the folder.
    merge_file(team["translator"], translated_file(team, newt__name="Triton"))
    assert [entry.msgstr for entry in polib.pofile(str(FRENCH))] == ["Triton", "Crapaud"]
    assert not any(row[3] for row in everything(team["reader"])["translations"])


def test_a_merge_from_what_somebody_else_has_changed_since_starts_again(team, ponds):
    home = translation_home(team["translator"], "ponds", "fr")
    entries = tuple(with_triton(one) for one in home.entries)
    changed = [one for one in entries if one not in home.entries]
    merge_file(team["editor"], translated_file(team, pond__name="Étang"))
    FRENCH.unlink()  # on another computer, the folder is as it was
    before = everything(team["reader"])
    with pytest.raises(ChangedError):
        home.keep(entries, changed)
    assert not FRENCH.exists()
    assert everything(team["reader"]) == before
    assert digest_of(ponds) != loads(team["reader"])[-1][1]


def test_what_another_kept_in_the_database_alone_meanwhile_is_not_forgotten(team, ponds, tmp_path):
    home = translation_home(team["translator"], "ponds", "fr")
    entries = tuple(with_triton(one) for one in home.entries)
    changed = [one for one in entries if one not in home.entries]
    ponds.rename(tmp_path / "elsewhere")  # another computer has no such folder
    merge_file(team["translator"], translated_file(team, pond__name="Étang"))
    (tmp_path / "elsewhere").rename(ponds)
    with pytest.raises(ChangedError):
        home.keep(entries, changed)
    merge_file(team["translator"], translated_file(team, newt__name="Triton"))
    assert french(team["reader"]) == {"newt.name": "Triton", "pond.name": "Étang"}
    assert changed_folders(team["reader"]) == []


# Connections that end while a merge is written


def test_a_transaction_that_the_server_ends_changes_neither(team, postgres, address):
    name = address.partition("?")[0].rpartition("/")[2]
    end = "PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL"
    postgres.sql(
        f"CREATE FUNCTION leave() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN {end}; END $$",
        name,
    )
    file = translated_file(team, newt__name="Triton")
    postgres.sql("CREATE TRIGGER leave AFTER INSERT ON loads EXECUTE FUNCTION leave()", name)
    before = everything(team["reader"])
    with pytest.raises(DatabaseError, match="was lost"):
        merge_file(team["translator"], file)
    assert not FRENCH.exists()
    assert everything(team["reader"]) == before
    postgres.sql("DROP TRIGGER leave ON loads", name)
    assert merge_file(team["translator"], file).is_kept
    assert french(team["reader"]) == {"newt.name": "Triton"}


class Wire:
    """A way to a server that is cut when the end of the transaction that records a load is sent over it."""

    def __init__(self, folder, server, *, arrives):
        self._server, self._arrives = f"{server}/.s.PGSQL.5432", arrives
        self._listening = socket.socket(socket.AF_UNIX)
        self._listening.bind(str(folder / ".s.PGSQL.5432"))
        self._listening.listen()
        self._threads = [threading.Thread(target=self._accept)]
        self._threads[0].start()

    def close(self):
        self._listening.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join()
        self._listening.close()

    def _accept(self):
        with suppress(OSError):
            while True:
                here, _ = self._listening.accept()
                self._threads.append(threading.Thread(target=self._carry, args=(here,)))
                self._threads[-1].start()

    def _carry(self, here):
        with here, socket.socket(socket.AF_UNIX) as there:
            there.connect(self._server)
            answering = threading.Thread(target=self._answer, args=(there, here))
            answering.start()
            self._send(here, there)
            with suppress(OSError):
                there.shutdown(socket.SHUT_WR)
            answering.join()

    def _send(self, here, there):
        has_written = False
        with suppress(OSError):
            while data := here.recv(65536):
                has_written = has_written or b"INSERT INTO loads" in data
                if has_written and b"COMMIT" in data:
                    here.shutdown(socket.SHUT_RDWR)
                    if self._arrives:
                        there.sendall(data)
                    return
                there.sendall(data)

    def _answer(self, there, here):
        with suppress(OSError):
            while data := there.recv(65536):
                here.sendall(data)


@pytest.fixture
def short_folder():
    """A folder whose path is short enough for a socket."""
    with tempfile.TemporaryDirectory(prefix="dw-") as folder:
        yield Path(folder)


@pytest.fixture
def wire(postgres):
    """Make a wire to the server."""
    made = []

    def make(folder, *, arrives):
        made.append(Wire(folder, postgres.folder, arrives=arrives))

    yield make
    for one in made:
        one.close()


@pytest.mark.parametrize("arrives", [True, False])
def test_when_nobody_knows_what_became_of_a_merge_both_ends_lose_nothing(
    team, wire, ponds, short_folder, arrives
):
    file = translated_file(team, newt__name="Triton")
    wire(short_folder, arrives=arrives)
    there = team["translator"].address.rpartition("=")[0]
    with pytest.raises(DatabaseError) as caught:
        merge_file(database_at(f"{there}={short_folder}"), file)
    assert caught.value.code == "connection-lost"
    assert f"{FRENCH} was written" in caught.value.hint.replace(f"{ponds.parent}/", "")
    assert [entry.msgstr for entry in polib.pofile(str(FRENCH))] == ["Triton"]
    merge_file(team["translator"], file)
    assert french(team["reader"]) == {"newt.name": "Triton"}
    load_game(team["editor"], ponds)
    assert french(team["reader"]) == {"newt.name": "Triton"}
    assert changed_folders(team["reader"]) == []
    assert not any(row[3] for row in everything(team["reader"])["translations"])

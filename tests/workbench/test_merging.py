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
from deckwright.store.load import keep_translations
from deckwright.store.locations import database_at
from deckwright.store.maintenance import rows_of
from deckwright.store.tables import all_tables
from deckwright.workbench.library import open_library
from deckwright.workbench.loading import load_game
from deckwright.workbench.merging import FileMergeOptions, merge_file, translation_home
from deckwright.workbench.translating import (
    ExtractOptions,
    extract_texts,
)

from ..servers import name_in, running_server
from ..store.engines import draft

FRENCH = Path("ponds/locales/fr.po")
NUMBERED = {"cards": 1, "texts": 1, "card_words": 1, "card_values": 2, "decks": 1}
"""How many numbers, which no user sees, the rows of a table begin with."""


@pytest.fixture(scope="module")
def postgres():
    """A server of these tests alone: when a process of it is killed, all its connections are lost."""
    with running_server() as server:
        yield server


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


def french_texts():
    """Translations in the folder; the file has the other texts, too."""
    return [entry.msgstr for entry in polib.pofile(str(FRENCH)) if entry.msgstr]


@pytest.mark.parametrize("role", ["translator", "editor"])
def test_whoever_may_translate_merges_into_the_folder_and_the_database(team, ponds, role):
    file = translated_file(team, newt__name="Triton", newt__text="Gagnez 2.")
    merged = merge_file(team[role], file, FileMergeOptions(by="Tina"))
    assert (merged.is_kept, merged.findings) == (True, [])
    assert french_texts() == ["Triton", "Gagnez 2."]
    assert changed_folders(team["editor"]) == []
    assert loads(team["reader"])[-1] == (f"a_{role}", digest_of(ponds))
    after = everything(team["reader"])
    assert not any(row[3] for row in after["translations"])
    assert load_game(team["editor"], ponds).change.changed == 0
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
    assert french_texts() == ["Triton", "Crapaud"]
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


END = "PERFORM pg_terminate_backend(pg_backend_pid())"
KILL = "COPY (SELECT) TO PROGRAM 'kill -9 $PPID'"
"""Ways to lose the process of the server: it is told to end, or killed."""


@pytest.mark.parametrize(
    ("moment", "end"),
    [
        ("AFTER DELETE ON translations", END),
        ("AFTER UPDATE ON translations", END),
        ("AFTER INSERT ON texts", END),
        ("AFTER UPDATE ON games", END),
        ("AFTER INSERT ON loads", END),
        ("AFTER INSERT ON loads", KILL),
        ("AT COMMIT", END),
    ],
)
def test_a_merge_whose_connection_is_lost_changes_neither(team, postgres, address, capfd, moment, end):
    name = name_in(address)
    deferred = "DEFERRABLE INITIALLY DEFERRED" if moment == "AT COMMIT" else ""
    kind = "CONSTRAINT TRIGGER" if deferred else "TRIGGER"
    event = moment.replace("AT COMMIT", "AFTER INSERT ON loads")
    postgres.sql(
        f"CREATE FUNCTION leave() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS"
        f" $$ BEGIN {end}; RETURN NULL; END $$",
        name,
    )
    file = translated_file(team, newt__name="Triton", pond__name="Mare")
    keep_translations(
        team["translator"], "ponds", "fr", *draft(team["translator"], "pond.name", "Mare", "ponds")
    )
    postgres.sql(f"CREATE {kind} leave {event} {deferred} FOR EACH ROW EXECUTE FUNCTION leave()", name)
    postgres.sql("CHECKPOINT")  # tests' servers lose what they have not yet written
    before = everything(team["reader"])
    with pytest.raises(DatabaseError, match="was lost") as caught:
        merge_file(team["translator"], file)
    assert (caught.value.code, capfd.readouterr().err) == ("unreachable", "")
    assert not FRENCH.exists()
    postgres.wait()
    assert everything(team["reader"]) == before
    postgres.sql("DROP FUNCTION leave CASCADE", name)
    assert merge_file(team["translator"], file).is_kept
    assert french(team["reader"]) == {"newt.name": "Triton", "pond.name": "Mare"}


class Wire:
    """A way to a server that is cut when the end of the transaction that records a load is sent over it.

    Whether that `arrives`, can be asked over another connection, unless the way `stays_cut`.
    """

    def __init__(self, folder, server, *, arrives, stays_cut):
        self._server, self._arrives, self._stays_cut = f"{server}/.s.PGSQL.5432", arrives, stays_cut
        self._listening = socket.socket(socket.AF_UNIX)
        self._listening.bind(str(folder / ".s.PGSQL.5432"))
        self._listening.listen()
        self._threads = [threading.Thread(target=self._accept)]
        self._threads[0].start()

    def close(self):
        with suppress(OSError):
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
                has_written = has_written or b"record_load" in data
                if has_written and b"COMMIT" in data:
                    if self._stays_cut:
                        self._listening.shutdown(socket.SHUT_RDWR)
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

    def make(folder, **how):
        made.append(Wire(folder, postgres.folder, **how))

    yield make
    for one in made:
        one.close()


def over(team, folder):
    """The database of a translator, over the wire of a folder."""
    return database_at(f"{team['translator'].address.rpartition('=')[0]}={folder}")


@pytest.mark.parametrize("arrives", [True, False])
def test_whether_a_commit_was_kept_is_asked_when_its_answer_is_lost(team, wire, ponds, short_folder, arrives):
    file = translated_file(team, newt__name="Triton")
    wire(short_folder, arrives=arrives, stays_cut=False)
    if arrives:
        assert merge_file(over(team, short_folder), file).is_kept
    else:
        with pytest.raises(DatabaseError) as caught:
            merge_file(over(team, short_folder), file)
        assert (caught.value.code, FRENCH.exists()) == ("unreachable", False)
    assert french(team["reader"]) == ({"newt.name": "Triton"} if arrives else {})
    assert digest_of(ponds) == loads(team["reader"])[-1][1]


@pytest.mark.parametrize("arrives", [True, False])
def test_the_next_merge_mends_what_nobody_knows_of_a_merge(
    team, wire, ponds, short_folder, arrives, monkeypatch
):
    monkeypatch.setattr("deckwright.store.postgres._ASKING_AGAIN", (0.0,))
    file = translated_file(team, newt__name="Triton")
    wire(short_folder, arrives=arrives, stays_cut=True)
    with pytest.raises(DatabaseError) as caught:
        merge_file(over(team, short_folder), file)
    assert caught.value.code == "connection-lost"
    assert f"{FRENCH} was written" in caught.value.hint.replace(f"{ponds.parent}/", "")
    assert french_texts() == ["Triton"]
    assert merge_file(team["translator"], file).findings == []
    assert french(team["reader"]) == {"newt.name": "Triton"}
    assert digest_of(ponds) == loads(team["reader"])[-1][1]
    assert not any(row[3] for row in everything(team["reader"])["translations"])
    assert [path.name for path in FRENCH.parent.iterdir() if path.suffix != ".pot"] == ["fr.po"]

"""Keep what this revision makes of the game in `pond` as SQL, before the next migration: python tests/store/revisions/keep.py."""

from __future__ import annotations

import sqlite3
import tempfile
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from deckwright.files.game_package import read_package
from deckwright.store.database import REVISION
from deckwright.store.load import load
from deckwright.store.locations import open_database
from deckwright.store.print_history import Paper, Print, record
from deckwright.store.printer_profiles import save_printer

FOLDER = Path(__file__).parent
PRINT = Print(0, "", "pond", "en", ("pond",), "a4", "/out.pdf", 4, 1, added=False)
MADE = (
    "SELECT name, sql, type FROM sqlite_master WHERE sql NOT NULL AND name NOT LIKE 'card\\_words\\_%' ESCAPE '\\'"
    " ORDER BY type DESC, rowid"
)
"""Tables before indexes, without those that the index for words makes for itself."""


def fill(database):
    package, findings = read_package(FOLDER / "pond")
    assert package, findings
    load(database, replace(package, folder="/games/pond", stamp=""))
    record(database, PRINT, {("green-frog", "frog"): Paper("d", 3)})
    save_printer(database, "office", {"offset": (0.5, -0.25), "scale": 99.5})


def statements(connection):
    made = connection.execute(MADE).fetchall()
    yield from (sql for _, sql, _ in made)
    for name in (name for name, _, kind in made if kind == "table"):
        names = [f'"{row[1]}"' for row in connection.execute(f"PRAGMA table_info({name})")]
        names = [*(["rowid"] if name == "card_words" else []), *names]  # by which a search finds the cards
        values = " || ', ' || ".join(f"quote({column})" for column in names)
        rows = connection.execute(f"SELECT {values} FROM {name} ORDER BY rowid")  # noqa: S608 - our own
        yield from (f"INSERT INTO {name} ({', '.join(names)}) VALUES ({row})" for (row,) in rows)  # noqa: S608 - as above


def main():
    with tempfile.TemporaryDirectory() as folder:
        made = open_database(f"{folder}/cards.db", fill)
        with closing(sqlite3.connect(made.path)) as connection:
            text = ";\n".join(statements(connection))
    (FOLDER / f"{REVISION}.sql").write_text(f"{text};\n", encoding="utf-8")


if __name__ == "__main__":
    main()

"""Look after a database on a server: backups by PostgreSQL's own programs, and the roles of a team."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from typing import TYPE_CHECKING

from deckwright.errors import DatabaseError
from deckwright.findings import Where
from deckwright.messages import tr
from deckwright.store.database import names_of_replaced
from deckwright.store.postgres import Server, conninfo

if TYPE_CHECKING:
    from pathlib import Path

    from deckwright.store.database import Database


# Backups: pg_dump writes them, and pg_restore reads them back, in one transaction.


def dump(server: Database, to: Path) -> None:
    """Write a backup of a database into a new file, in the custom format of pg_dump.

    Raises:
        DatabaseError: pg_dump is missing, or older than the server, or reports an error.
    """
    if isinstance(server, Server):
        # Policies let every role read all rows.
        _run(server, "pg_dump", "--format=custom", "--enable-row-security", f"--file={to}")


def restore_dump(server: Server, copy: Path) -> Path | None:
    """Replace the content of a database with a backup, in one transaction; return a backup of what was there, if any.

    Raises:
        DatabaseError: the file is not a backup of a card database, another program is writing, or PostgreSQL's programs
            report an error. Then nothing has changed.
    """
    _refuse_other_files(server, copy)
    previous = None
    options = ("--clean", "--if-exists", "--no-owner", "--single-transaction", "--exit-on-error")
    with server.unused():
        try:
            if server.is_made():
                previous = _free_name(copy)
                dump(server, previous)
            _run(server, "pg_restore", *options, str(copy))
        except BaseException:
            if previous:
                previous.unlink(missing_ok=True)
            raise
    return previous


def _refuse_other_files(server: Server, copy: Path) -> None:
    listing = subprocess.run(  # noqa: S603 - a program of PostgreSQL's, and the file that the user names
        [_program("pg_restore", server), "--list", str(copy)], capture_output=True, text=True, check=False
    )
    if listing.returncode or "TABLE DATA" not in listing.stdout or "card_values" not in listing.stdout:
        message = tr("{name} is not a backup of a Deckwright database on a server.", name=copy)
        hint = tr(
            "To move a database from a file: deckwright db copy FILE {address}",
            address=shlex.quote(server.name),
        )
        raise DatabaseError("not-a-card-database", message, hint=hint, where=Where(str(copy)))


def _free_name(copy: Path) -> Path:
    return next(name for name in names_of_replaced(copy) if not name.exists())


def _run(server: Server, name: str, *arguments: str) -> None:
    """Run a program of PostgreSQL on a database; the password is not among its arguments, which others may see."""
    from psycopg.conninfo import conninfo_to_dict, make_conninfo

    named = {key: str(value) for key, value in conninfo_to_dict(conninfo(server.address)).items()}
    password = named.pop("password", "")
    # Its errors are found by their English words.
    environment = {**os.environ, "LC_ALL": "C", **({"PGPASSWORD": password} if password else {})}
    environment.pop("LANGUAGE", None)
    command = [_program(name, server), f"--dbname={make_conninfo('', **named)}", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)  # noqa: S603 - as above
    if done.returncode:
        said = [line for line in done.stderr.splitlines() if "error:" in line] or done.stderr.splitlines()
        reason = said[0].partition("error: ")[2] or said[0] if said else str(done.returncode)
        message = tr("{program} failed for {name}: {reason}.", program=name, name=server.name, reason=reason)
        hint = tr("Nothing was changed.")
        raise DatabaseError("postgres-program", message, hint=hint, where=Where(server.name))


def _program(name: str, server: Server) -> str:
    """Path of a program of PostgreSQL, which itself refuses a server that is newer.

    Raises:
        DatabaseError: it is not installed.
    """
    if path := shutil.which(name):
        return path
    message = tr("The program {program} is not installed.", program=name)
    hint = tr("Install PostgreSQL’s programs, as new as the server: apt install postgresql-client")
    raise DatabaseError("postgres-program", message, hint=hint, where=Where(server.name))


# Roles of a team, by PostgreSQL's own grants.

ROLES = """\
-- Roles of a team for a Deckwright database. Run it as the owner of the tables, with the right to create roles:
--   deckwright db roles | psql DATABASE
-- Then add people:  GRANT deckwright_translator TO anna;
-- Run it again after an upgrade of Deckwright: it can be repeated.
BEGIN;
DO $$
DECLARE role text; place text;
BEGIN
  -- Before PostgreSQL 15, everybody may create tables there.
  EXECUTE format('REVOKE CREATE ON SCHEMA %I FROM PUBLIC', current_schema());
  FOREACH role IN ARRAY ARRAY['deckwright_reader', 'deckwright_translator', 'deckwright_editor'] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = role) THEN
      EXECUTE format('CREATE ROLE %I NOLOGIN', role);
    END IF;
    EXECUTE format('GRANT USAGE ON SCHEMA %I TO %I', current_schema(), role);
    FOREACH place IN ARRAY ARRAY['TABLES', 'SEQUENCES', 'FUNCTIONS'] LOOP
      EXECUTE format('REVOKE ALL ON ALL %s IN SCHEMA %I FROM %I', place, current_schema(), role);
    END LOOP;
    EXECUTE format('GRANT SELECT ON ALL TABLES IN SCHEMA %I TO %I', current_schema(), role);
    EXECUTE format('GRANT SELECT ON ALL SEQUENCES IN SCHEMA %I TO %I', current_schema(), role); -- for backups
  END LOOP;
  FOREACH place IN ARRAY ARRAY['translations', 'texts', 'card_words'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', place);
    EXECUTE format('DROP POLICY IF EXISTS reading ON %I', place);
    EXECUTE format('DROP POLICY IF EXISTS translating ON %I', place);
    EXECUTE format('DROP POLICY IF EXISTS editing ON %I', place);
    EXECUTE format('CREATE POLICY reading ON %I FOR SELECT TO deckwright_reader, deckwright_translator USING (true)', place);
    EXECUTE format('CREATE POLICY editing ON %I TO deckwright_editor USING (true)', place);
    CONTINUE WHEN place = 'translations';
    EXECUTE format('CREATE POLICY translating ON %I TO deckwright_translator USING (language <> (SELECT source_language'
      ' FROM cards JOIN games ON games.id = game WHERE number = card))', place);
  END LOOP;
END $$;
-- A translator changes texts in other languages than the game's own, and what is searched in them. Of the texts of a game,
-- only those that the database alone keeps come and go; the others are only translated. Who merges into a game's folder also
-- records that, and the folder's new content, by functions of the owner.
GRANT INSERT, DELETE ON translations, texts, card_words TO deckwright_translator;
GRANT UPDATE (text, state, previous, who, at, waivers, notes, unsure, reviewer) ON translations TO deckwright_translator;
GRANT UPDATE (digest) ON cards TO deckwright_translator;
CREATE POLICY translating ON translations TO deckwright_translator
  USING (own AND language <> (SELECT source_language FROM games WHERE id = game));
DROP POLICY IF EXISTS changing ON translations;
CREATE POLICY changing ON translations FOR UPDATE TO deckwright_translator USING (NOT own);
GRANT EXECUTE ON FUNCTION record_load, set_digest, set_labels TO deckwright_translator, deckwright_editor;
-- An editor loads games, keeps counts, printers and prints, and changes texts.
GRANT INSERT, UPDATE, DELETE ON games, cards, texts, card_values, card_words, decks, deck_entries, assets,
  translations, text_dates, box_counts, printers, prints, printed_cards, contents, kept_files TO deckwright_editor;
GRANT USAGE ON SEQUENCE cards_number_seq, card_values_number_seq, decks_number_seq, prints_number_seq TO deckwright_editor;
COMMIT;
"""
"""SQL that makes the roles; the tables themselves belong to whoever made them."""

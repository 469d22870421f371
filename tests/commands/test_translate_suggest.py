"""A small game that has much in common with those that come with the program."""

import csv
import io
import shutil
import sqlite3
from contextlib import closing

import polib
import pytest

from deckwright.model.translation import digest_of_both

GAME = """
id: ponds
title: Puddleworks
source_language: en
languages: [en, fr, it]
kinds: {thing: {name: Tool}, frog: {name: Batrachian}}
icons:
  tech: ph:cpu-fill
  sci: ph:flask-fill
glossary:
  terms:
    - {term: {en: opportunity, fr: occasion}}
"""
CARDS = """
cards:
  - {id: one, kind: thing, name: Health data, text: "**In your first effort each turn**, +1 {sci}."}
  - {id: two, kind: thing, name: Opportunity, text: "Swim {tech} *far* for each opportunity."}
  - {id: three, kind: thing, name: Lily pad of the moor, text: Croak at the moon until it answers.}
"""
STALE = """
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\n"

#, fuzzy
#| msgid "Spade"
msgctxt "kind:thing"
msgid "Tool"
msgstr "Bêche"
"""


@pytest.fixture(scope="module")
def model(tmp_path_factory, packaged_database, run):
    """The game's folder, with a database that holds it beside the packaged ones."""
    folder = tmp_path_factory.mktemp("model")
    for name in ("cards", "locales"):
        (folder / "ponds" / name).mkdir(parents=True)
    (folder / "ponds" / "game.yaml").write_text(GAME, encoding="utf-8")
    (folder / "ponds" / "cards" / "cards.yaml").write_text(CARDS, encoding="utf-8")
    (folder / "ponds" / "locales" / "fr.po").write_text(STALE, encoding="utf-8")
    shutil.copy(packaged_database, folder / "cards.db")
    assert run("load", "ponds", cwd=folder, DECKWRIGHT_DB="cards.db").code == 0
    return folder


@pytest.fixture
def command(tmp_path, model, run):
    """Run the command on that database, which nothing is merged into."""
    where = {"DECKWRIGHT_DB": str(model / "cards.db"), "NO_PROXY": "*"}
    return lambda *arguments, **more: run(*arguments, cwd=tmp_path, **where, **more)


@pytest.fixture
def merging_command(tmp_path, model, run):
    """Run the command beside a copy of the game's folder, as if loaded from there, to merge into."""
    shutil.copytree(model, tmp_path, dirs_exist_ok=True)
    with closing(sqlite3.connect(tmp_path / "cards.db")) as connection, connection:
        connection.execute("UPDATE games SET folder = ? WHERE id = 'ponds'", [str(tmp_path / "ponds")])

    def command(*arguments, **more):
        return run(*arguments, cwd=tmp_path, DECKWRIGHT_DB=str(tmp_path / "cards.db"), NO_PROXY="*", **more)

    return command


def entries(path):
    return {entry.msgctxt: entry for entry in polib.pofile(str(path))}


def test_what_is_known_is_filled_in_and_the_rest_is_left(command, tmp_path):
    ran = command("translate", "suggest", "ponds", "--to", "fr", "-o", "s.po", "--json")
    assert ran.code == 0
    assert ran.json == {
        "game": "ponds",
        "from": "en",
        "to": "fr",
        "file": "s.po",
        "entries": 8,
        "suggested": 3,
        "by_origin": {"glossary": 1, "memory": 0, "similar": 2, "machine": 0},
        "findings": [],
    }
    found = entries(tmp_path / "s.po")
    assert len(found) == 8
    assert found["two.name"].msgstr == "Occasion"
    assert not found["two.name"].fuzzy
    assert found["one.text"].msgstr == "**Dans votre premier effort du tour**, +1 {sci}."
    assert found["one.text"].fuzzy
    assert "data-monsters/krol-junior.text" in found["one.text"].comment
    assert found["three.name"].msgstr == ""


def test_the_game_is_as_it_was_until_the_file_is_merged(merging_command, tmp_path):
    catalogue = tmp_path / "ponds" / "locales" / "fr.po"
    before = catalogue.read_bytes()
    assert merging_command("translate", "suggest", "ponds", "--to", "fr", "-o", "s.po").code == 0
    assert catalogue.read_bytes() == before
    assert merging_command("translate", "merge", "s.po").code == 0
    merged = entries(catalogue)
    assert merged["two.name"].msgstr == "Occasion"
    assert merged["one.text"].fuzzy
    assert "From the memory" not in catalogue.read_text(encoding="utf-8")
    assert merged["kind:thing"].msgstr == "Bêche"


def test_between_two_languages_what_was_written_in_a_third_is_known(command, tmp_path):
    """Dataset is written in Italian, and has both English and French."""
    command("translate", "suggest", "ponds", "--to", "fr", "-o", "s.po")
    assert "dataset/" in entries(tmp_path / "s.po")["one.name"].comment


@pytest.mark.parametrize("ending", ["csv", "xlsx", "xlf"])
def test_other_files_go_out_and_are_merged_as_well(merging_command, tmp_path, ending):
    file = f"s.{ending}"
    assert merging_command("translate", "suggest", "ponds", "--to", "fr", "-o", file).code == 0
    assert merging_command("translate", "merge", file).code == 0
    merged = entries(tmp_path / "ponds" / "locales" / "fr.po")
    assert merged["two.name"].msgstr == "Occasion"
    assert merged["one.text"].fuzzy


def test_a_table_that_somebody_has_worked_on_is_merged(merging_command, tmp_path):
    merging_command("translate", "suggest", "ponds", "--to", "fr", "-o", "s.csv")
    rows = list(csv.DictReader(io.StringIO((tmp_path / "s.csv").read_text(encoding="utf-8-sig"))))
    for row in rows:
        if row["context"] == "three.name":
            row["translation"], row["state"], row["note"] = "Nénuphar", "reviewed", "by: Anna"
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]), delimiter=";")
    writer.writeheader()
    writer.writerows(rows)
    (tmp_path / "s.csv").write_text(text.getvalue(), encoding="utf-8")
    ran = merging_command("translate", "merge", "s.csv", "--json")
    assert (ran.json["added"], ran.json["conflicts"]) == (4, 0)
    merged = entries(tmp_path / "ponds" / "locales" / "fr.po")["three.name"]
    state = f"state: reviewed {digest_of_both(merged.msgid, 'Nénuphar')}"
    assert (merged.msgstr, merged.tcomment.split("\n")[:2]) == ("Nénuphar", [state, "by: Anna"])


@pytest.mark.parametrize("service", ["deepl", "libretranslate"])
def test_a_service_is_asked_for_the_rest_and_is_never_reviewed(merging_command, tmp_path, services, service):
    keys = {
        "DEEPL_AUTH_KEY": services.key,
        "DEEPL_SERVER_URL": services.url,
        "LIBRETRANSLATE_URL": services.url,
    }
    ran = merging_command(
        "translate", "suggest", "ponds", "--to", "fr", "--with", service, "-o", "s.po", "--json", **keys
    )
    assert ran.json["by_origin"] == {"glossary": 1, "memory": 0, "similar": 2, "machine": 5}, ran.err
    found = entries(tmp_path / "s.po")
    assert found["two.text"].msgstr == "SWIM {tech} *FAR* FOR EACH occasion."
    assert found["two.text"].fuzzy
    assert "state: machine" in found["two.text"].tcomment
    assert "Recevez" not in str(services.asked)
    assert merging_command("translate", "merge", "s.po").code == 0
    status = merging_command("translate", "status", "ponds", "--json").json
    french = next(one for one in status["languages"] if one["language"] == "fr")
    assert (french["states"]["machine"], french["states"]["reviewed"]) == (5, 0)


def test_a_machines_text_that_a_translator_accepts_is_a_draft(merging_command, tmp_path, services):
    merging_command(
        "translate",
        "suggest",
        "ponds",
        "--to",
        "fr",
        "--with",
        "libretranslate",
        "-o",
        "s.po",
        LIBRETRANSLATE_URL=services.url,
    )
    file = polib.pofile(str(tmp_path / "s.po"))
    file.find("three.name", by="msgctxt").flags.remove("fuzzy")
    file.save()
    merging_command("translate", "merge", "s.po")
    merged = entries(tmp_path / "ponds" / "locales" / "fr.po")
    assert not merged["three.name"].fuzzy
    assert merged["two.text"].fuzzy


def test_a_service_that_fails_leaves_no_file(command, tmp_path, services):
    services.failures = [(403, {"error": "Invalid API key"})]
    ran = command(
        "translate",
        "suggest",
        "ponds",
        "--to",
        "fr",
        "--with",
        "libretranslate",
        "-o",
        "s.po",
        LIBRETRANSLATE_URL=services.url,
    )
    assert ran.code == 3
    assert "Invalid API key" in ran.err
    assert not (tmp_path / "s.po").exists()


def test_work_that_is_not_merged_is_not_written_over(command):
    assert command("translate", "suggest", "ponds", "--to", "fr").code == 0
    assert command("translate", "suggest", "ponds", "--to", "fr").code == 3
    assert command("translate", "suggest", "ponds", "--to", "fr", "--overwrite").code == 0


def test_where_nothing_is_known_nothing_is_written(merging_command, tmp_path):
    assert merging_command("translate", "suggest", "ponds", "--to", "fr", "-o", "s.po").code == 0
    assert merging_command("translate", "merge", "s.po").code == 0
    ran = merging_command("translate", "suggest", "ponds", "--to", "fr", "-o", "x.po", "--json")
    assert (ran.json["suggested"], ran.json["file"]) == (0, None)
    assert not (tmp_path / "x.po").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--with", "deepl"], "DEEPL_AUTH_KEY"),
        (["--with", "libretranslate"], "LIBRETRANSLATE_URL"),
        (["--with", "google"], "Unknown value: google. Did you mean deepl, libretranslate?"),
        (["--at-least", "20"], "--at-least"),
        (["-o", "x.doc"], "x.doc"),
    ],
)
def test_what_is_wrong_with_the_call_is_told(command, tmp_path, arguments, message):
    ran = command("translate", "suggest", "ponds", "--to", "fr", *arguments)
    assert ran.code == 2
    assert message in ran.err
    assert not list(tmp_path.glob("x.*"))


@pytest.mark.parametrize("arguments", [["--to", "en"], ["--to", "de"], ["--to", "fr", "--from", "fr"]])
def test_languages_that_the_game_does_not_have_are_told(command, arguments):
    assert command("translate", "suggest", "ponds", *arguments).code == 3

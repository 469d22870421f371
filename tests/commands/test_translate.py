"""Translations as their users handle them: texts go out, come back, and are printed."""

from __future__ import annotations

import csv
import re
import shutil
import sqlite3
import subprocess
from contextlib import closing
from io import BytesIO

import openpyxl
import polib
import pypdfium2
import pytest
from babel.messages.pofile import read_po, write_po

from deckwright.store import database as store_database

from ..programs import found

GAME = """\
id: lab
title: Lab
source_language: en
languages: [en, fr]
icons: {tech: "mdi:chip", sci: "mdi:flask"}
kinds: {tool: {name: Tool}}
"""
CARDS = """\
defaults: {kind: tool, origin: sample}
cards:
  - id: hammer
    name: Hammer
    text: Take one {tech} from the market.
  - id: saw
    name: Saw
    flavour: Better than a hammer.
"""
PO = """\
# The lab, in French.
msgid ""
msgstr ""
"Project-Id-Version: lab\\n"
"Language: fr\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"X-Own: kept\\n"

# state: reviewed
# by: Anna
# on: 2026-11-01
#. Look at the picture.
#: elsewhere.txt:3
#, no-wrap
msgctxt "hammer.name"
msgid "Hammer"
msgstr "Marteau"

# A pun.
msgctxt "saw.name"
msgid "Saw"
msgstr "Scie"

# gone
#~ msgctxt "axe.name"
#~ msgid "Axe"
#~ msgstr "Hache"
"""


@pytest.fixture
def lab(deckwright, tmp_path):
    """Write a game of one's own, and load it."""
    folder = tmp_path / "lab"
    files = {"game.yaml": GAME, "cards/tools.yaml": CARDS, "locales/fr.po": PO}
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    assert deckwright("load", "lab").code == 0
    return folder


_ONCE: list[bytes] = []


@pytest.fixture
def exchange(deckwright, tmp_path):
    """Hand texts out, change what came of it, and merge it."""

    class Exchange:
        file = tmp_path / "back.po"

        def once(self):
            """Hand out the game as it was loaded; the first test does it for all."""
            if not _ONCE:
                self.out()
                _ONCE.append(self.file.read_bytes())
            self.file.write_bytes(_ONCE[0])

        def out(self, *arguments, game="lab"):
            ran = deckwright(
                "translate", "extract", game, "--to", "fr", "-o", "back.po", "--overwrite", *arguments
            )
            assert ran.code == 0, ran.err
            return polib.pofile(str(self.file))

        def back(self, *arguments, **texts):
            po = polib.pofile(str(self.file))
            for context, text in texts.items():
                entry = next(one for one in po if one.msgctxt == context.replace("__", "."))
                entry.msgstr = text
            po.save()
            return self.merge(*arguments)

        def merge(self, *arguments):
            return deckwright("translate", "merge", "back.po", *arguments, "--json")

    return Exchange()


def edit(folder, name, old, new):
    text = (folder / name).read_text(encoding="utf-8")
    assert old in text
    (folder / name).write_text(text.replace(old, new), encoding="utf-8")


def counts(ran):
    keys = ("added", "changed", "stale", "unchanged", "conflicts")
    return {key: ran.json[key] for key in keys if ran.json[key]}


def rules(ran):
    return [finding["rule"] for finding in ran.json["findings"]]


# Texts go out.


@pytest.mark.parametrize(
    ("game", "language"), [("dataset", "fr"), ("dataset", "en"), ("data-monsters", "it")]
)
def test_gettext_accepts_what_goes_out_of_every_game(deckwright, tmp_path, game, language, program):
    assert deckwright("translate", "extract", game, "--to", language).code == 0
    file = tmp_path / f"{game}.{language}.po"
    program("msgfmt")
    for command in (["msgfmt", "--check", "-o", "/dev/null"], ["msgcat", "-o", "/dev/null"]):
        done = subprocess.run([*command, str(file)], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.usefixtures("lab")
def test_each_text_comes_with_what_there_is_to_know_of_it(exchange):
    po = exchange.out("--from", "en")
    assert po.metadata["Project-Id-Version"] == "lab"
    assert (po.metadata["Language"], po.metadata["X-Source-Language"]) == ("fr", "en")
    text = next(one for one in po if one.msgctxt == "hammer.text")
    assert (text.msgid, text.msgstr, text.occurrences) == (
        "Take one {tech} from the market.", "", [("cards/tools.yaml", "5")],
    )  # fmt: skip
    about, room, icons, mark = text.comment.split("\n")
    assert about == "Hammer (Tool): text"
    holds = r"[\d.]+ pt: about \d+ lines of \d+ letters"
    assert re.fullmatch(rf"Room: 53 × 39.8 mm; {holds}; at least {holds}; shared with: flavour text\.", room)
    assert icons == "Icons: {tech}"
    assert mark.startswith("given:")
    [name] = [one for one in po if one.msgctxt == "hammer.name"]
    assert re.fullmatch("state: reviewed [0-9a-f]{8}\nby: Anna\non: 2026-11-01", name.tcomment)
    [word] = [one for one in po if one.msgctxt == "kind:tool"]
    assert word.comment.startswith("The name of a kind of card.")


@pytest.mark.parametrize("character", ["\x1b", "\x9b", "\u202e"])
def test_an_author_that_could_not_be_read_again_is_refused(exchange, lab, character):
    exchange.out()
    before = (lab / "locales" / "fr.po").read_bytes()
    ran = exchange.back("--by", f"Anna{character}[31m", saw__name="Scie à métaux")
    assert (ran.code, ran.json["error"]["code"]) == (3, "bad-name")
    assert (lab / "locales" / "fr.po").read_bytes() == before


def test_another_language_stands_beside_the_source(deckwright, tmp_path):
    ran = deckwright("translate", "extract", "dataset", "--to", "fr", "--from", "en", "--json")
    assert {key: ran.json[key] for key in ("file", "game", "from", "to", "pivot")} == {
        "file": "dataset.fr.po", "game": "dataset", "from": "it", "to": "fr", "pivot": "en",
    }  # fmt: skip
    assert ran.json["entries"] == sum(ran.json["by_state"].values())
    with (tmp_path / "dataset.fr.po").open("rb") as file:
        catalogue = read_po(file, locale="fr")
    lawyer = catalogue.get("Avvocato", context="lawyer.name")
    assert lawyer.string == "Avocat"
    assert "en: Lawyer" in lawyer.auto_comments


@pytest.mark.usefixtures("lab")
def test_only_the_entries_of_some_states_go_out(exchange, deckwright):
    po = exchange.out("--only", "missing")
    assert {one.msgctxt for one in po} == {
        "game:title", "kind:tool", "hammer.text", "saw.flavour",
    }  # fmt: skip
    po = exchange.out("--only", "unreviewed")
    assert len(po) == 5
    assert "hammer.name" not in {one.msgctxt for one in po}
    ran = deckwright("translate", "extract", "lab", "--to", "fr", "--only", "missin")
    assert ran.code == 2
    assert "Did you mean missing?" in ran.err


@pytest.mark.usefixtures("lab")
def test_a_file_with_work_that_is_not_merged_is_not_written_over(exchange, deckwright):
    exchange.once()
    again = ("translate", "extract", "lab", "--to", "fr", "-o", "back.po")
    assert deckwright(*again).code == 0
    po = polib.pofile(str(exchange.file))
    po[-1].msgstr = "Mieux qu’un marteau."
    po.save()
    before = exchange.file.read_bytes()
    ran = deckwright(*again)
    assert ran.code == 3
    assert "has translations that are not merged yet" in ran.err
    assert exchange.file.read_bytes() == before
    assert deckwright(*again, "--overwrite").code == 0
    exchange.file.write_text("notes")
    assert deckwright(*again).code == 3


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["lab", "--to", "en"], 3, "lab is written in en: it needs no translation into it."),
        (["labb", "--to", "fr"], 3, "Unknown game: labb.\nDid you mean lab?"),
        (["lab", "--to", "fr", "--from", "fr"], 3, "A language cannot be translated into itself: fr."),
        (["lab", "--to", "fr", "--from", "it"], 3, "lab is not in the language it."),
        (["lab", "--to", "fr", "-o", "lab.doc"], 2, "Unknown format of a translation file: lab.doc."),
    ],
)  # fmt: skip
@pytest.mark.usefixtures("lab")
def test_what_cannot_go_out_is_said(deckwright, arguments, code, message):
    ran = deckwright("translate", "extract", *arguments)
    assert ran.code == code
    assert message in ran.err


# They come back, into a folder of one's own.


def test_work_comes_back_into_the_games_own_file_and_onto_its_cards(lab, exchange, deckwright):
    exchange.once()
    ran = exchange.back("--by", "Chloé", saw__flavour="Mieux qu’un marteau.")
    assert (ran.code, counts(ran)) == (0, {"added": 1, "unchanged": 5})
    assert deckwright("show", "lab/saw", "--json").json["texts"]["fr"]["flavour"] == "Mieux qu’un marteau."
    written = (lab / "locales" / "fr.po").read_text(encoding="utf-8")
    assert written.startswith("# The lab, in French.\n")
    for line in (
        '"X-Own: kept\\n"',
        "#. Hammer (Tool): name",
        "#: cards/tools.yaml",
        "no-wrap",
        "# A pun.",
        '#~ msgstr "Hache"',
        "# gone",
    ):
        assert line in written, line
    assert '"Last-Translator: Chloé\\n"' in written
    assert re.search(r"# by: Chloé\n# on: \d{4}-\d\d-\d\d\n(#[.:,] .*\n)+msgctxt \"saw.flavour\"\n", written)
    assert "given:" not in written


def test_what_was_merged_is_merged_no_second_time(lab, exchange):
    exchange.once()
    assert counts(exchange.back(saw__flavour="Mieux.")) == {"added": 1, "unchanged": 5}
    before = (lab / "locales" / "fr.po").read_bytes()
    assert counts(exchange.merge()) == {"unchanged": 6}
    assert (lab / "locales" / "fr.po").read_bytes() == before


@pytest.mark.usefixtures("lab")
def test_a_dry_run_shows_texts_before_and_after_and_states(exchange, deckwright):
    exchange.once()
    exchange.back("--dry-run", hammer__name="Le\u00a0marteau", saw__name="Scie")
    lines = deckwright("translate", "merge", "back.po", "--dry-run", "--reviewed").out.splitlines()
    assert lines[:5] == ["hammer.name", "- Marteau", "+ Le␣marteau", "saw.name", "  draft → reviewed"]


def test_a_second_reader_is_not_the_translator(lab, exchange, deckwright):
    exchange.once()
    assert exchange.back("--by", "Anna", saw__flavour="Mieux.").code == 0
    exchange.out()
    assert exchange.merge("--by", "Bruno", "--reviewed").code == 0
    comments = polib.pofile(str(lab / "locales" / "fr.po")).find("saw.flavour", by="msgctxt").tcomment
    assert re.fullmatch("state: reviewed [0-9a-f]{8}\nreviewed by: Bruno\nby: Anna\non: .*", comments)
    deckwright("load", "lab")
    exchange.out()
    assert exchange.back("--by", "Carla", saw__flavour="Bien mieux.").code == 0
    comments = polib.pofile(str(lab / "locales" / "fr.po")).find("saw.flavour", by="msgctxt").tcomment
    assert re.fullmatch("by: Carla\non: .*", comments)


def test_a_dry_run_changes_nothing(lab, exchange, deckwright, own_database):
    exchange.once()
    before = (lab / "locales" / "fr.po").read_bytes(), own_database.read_bytes()
    ran = exchange.back("--dry-run", saw__flavour="Mieux.")
    assert (ran.code, ran.json["dry_run"], counts(ran)) == (0, True, {"added": 1, "unchanged": 5})
    assert ((lab / "locales" / "fr.po").read_bytes(), own_database.read_bytes()) == before
    assert ran.json["texts"] == [{"context": "saw.flavour", "before": "", "after": "Mieux."}]
    out = deckwright("translate", "merge", "back.po", "--dry-run").out
    assert out.startswith("saw.flavour\n+ Mieux.\n")
    assert "Nothing was written." in out


def test_a_language_without_a_file_gets_one_that_gettext_accepts(lab, exchange, deckwright):
    (lab / "locales" / "fr.po").unlink()
    assert deckwright("load", "lab").code == 0
    exchange.out()
    assert exchange.back(saw__name="Scie").code == 0
    po = polib.pofile(str(lab / "locales" / "fr.po"))
    assert [(one.msgctxt, one.msgstr) for one in po if one.msgstr] == [("saw.name", "Scie")]
    assert len(po) == len(polib.pofile(str(exchange.file)))
    assert po.metadata["Content-Type"] == "text/plain; charset=UTF-8"


def test_a_source_that_changed_since_leaves_the_text_stale_and_not_on_the_card(lab, exchange, deckwright):
    exchange.once()
    edit(lab, "cards/tools.yaml", "name: Saw", "name: Great Saw")
    ran = exchange.back("--by", "Chloé", saw__name="La scie")
    assert (ran.code, counts(ran), rules(ran)) == (0, {"stale": 1, "unchanged": 5}, ["stale"])
    [entry] = [one for one in polib.pofile(str(lab / "locales" / "fr.po")) if one.msgctxt == "saw.name"]
    assert (entry.msgid, entry.previous_msgid, entry.msgstr) == ("Great Saw", "Saw", "La scie")
    assert entry.flags[0] == "fuzzy"
    assert "name" not in deckwright("show", "lab/saw", "--json").json["texts"].get("fr", {})
    status = deckwright("translate", "status", "lab", "--stale")
    assert "{+Great +}Saw" in status.out
    assert "La scie" in status.out
    assert "the translation is stale" in deckwright("load", "lab").err
    exchange.out()
    po = polib.pofile(str(exchange.file))
    [entry] = [one for one in po if one.msgctxt == "saw.name"]
    entry.flags, entry.previous_msgid = [], None
    entry.msgstr = "Grande scie"
    po.save()
    assert counts(exchange.merge()) == {"changed": 1, "unchanged": 5}
    assert deckwright("show", "lab/saw", "--json").json["texts"]["fr"]["name"] == "Grande scie"


def test_a_conflict_stops_the_whole_merge(lab, exchange, deckwright):
    exchange.once()
    edit(lab, "locales/fr.po", "Scie", "Une scie")
    before = (lab / "locales" / "fr.po").read_bytes()
    ran = exchange.back(saw__name="La scie", saw__flavour="Mieux.")
    assert (ran.code, rules(ran), ran.json["conflicts"]) == (1, ["conflict"], 1)
    assert (lab / "locales" / "fr.po").read_bytes() == before
    assert "--theirs uses the file’s" in deckwright("translate", "merge", "back.po").err
    assert "# waive" not in deckwright("translate", "merge", "back.po").err
    assert exchange.merge("--ours").code == 0
    assert deckwright("show", "lab/saw", "--json").json["texts"]["fr"] == {
        "name": "Une scie",
        "flavour": "Mieux.",
    }
    exchange.back(saw__name="La scie")
    assert exchange.merge("--theirs").code == 0
    assert deckwright("show", "lab/saw", "--json").json["texts"]["fr"]["name"] == "La scie"
    assert exchange.merge("--ours", "--theirs").code == 2


def test_wrong_icons_are_refused_with_the_line_and_may_be_waived(lab, exchange, deckwright):
    exchange.once()
    before = (lab / "locales" / "fr.po").read_bytes()
    ran = exchange.back(hammer__text="Prenez un {sci} au marché.")
    assert (ran.code, rules(ran)) == (1, ["icons"])
    assert ran.json["findings"][0]["where"]["file"] == "back.po"
    assert "waive it on its entry" in deckwright("translate", "merge", "back.po").err
    assert (
        exchange.back(hammer__text="Prenez un {tec} au marché.").json["findings"][0]["rule"] == "unknown-icon"
    )
    assert (lab / "locales" / "fr.po").read_bytes() == before
    po = polib.pofile(str(exchange.file))
    [entry] = [one for one in po if one.msgctxt == "hammer.text"]
    entry.msgstr, entry.tcomment = "Prenez un {sci} au marché.", "waive icons: the French rules differ"
    po.save()
    assert exchange.merge().code == 0
    written = (lab / "locales" / "fr.po").read_text(encoding="utf-8")
    assert re.search("# waive icons [0-9a-f]{8}: the French rules differ", written)


@pytest.mark.usefixtures("lab")
def test_unknown_entries_are_all_named_and_nothing_is_merged(exchange, deckwright):
    exchange.once()
    edit(exchange.file.parent, "back.po", '"saw.name"', '"sew.name"')
    edit(exchange.file.parent, "back.po", '"saw.flavour"', '"axe.name"')
    ran = exchange.back(hammer__text="Prenez un {tech} au marché.")
    assert (ran.code, rules(ran)) == (1, ["unknown-entry", "unknown-entry"])
    assert [finding["severity"] for finding in ran.json["findings"]] == ["error", "warning"]
    assert "or remove it from the file." in deckwright("translate", "merge", "back.po").err


def test_a_folder_that_cannot_be_loaded_is_left_alone(lab, exchange):
    exchange.once()
    edit(lab, "cards/tools.yaml", "kind: tool", "kind: tol")
    before = (lab / "locales" / "fr.po").read_bytes()
    ran = exchange.back(saw__flavour="Mieux.")
    assert (ran.code, ran.json["error"]["code"]) == (3, "bad-game")
    assert ran.json["findings"][0]["where"]["line"] == 1
    assert (lab / "locales" / "fr.po").read_bytes() == before


def test_where_the_database_cannot_be_written_the_folder_stays_as_it_was(
    lab, exchange, own_database, monkeypatch
):
    exchange.once()
    monkeypatch.setattr(store_database, "PATIENCE", 0.05)
    before = (lab / "locales" / "fr.po").read_bytes()
    with closing(sqlite3.connect(own_database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        ran = exchange.back(saw__flavour="Mieux.")
        other.execute("ROLLBACK")
    assert (ran.code, ran.json["error"]["code"]) == (4, "locked")
    assert (lab / "locales" / "fr.po").read_bytes() == before


# Or into a game that is not one's own.


def test_work_on_a_packaged_game_is_kept_in_the_database_and_survives_a_load(exchange, deckwright):
    exchange.out(game="dataset")
    ran = exchange.back("--by", "Chloé", lawyer__name="Maître Avocat")
    assert (ran.code, rules(ran)) == (0, ["kept-alone"])
    assert ran.json["findings"][0]["severity"] == "info"

    def name():
        return deckwright("show", "dataset/lawyer", "--json").json["texts"]["fr"]["name"]

    assert name() == "Maître Avocat"
    assert "0 changed" in deckwright("load").out
    assert name() == "Maître Avocat"
    assert exchange.merge().json["changed"] == 0
    assert deckwright("search", "maitre", "--lang", "fr", "--json").json[0]["id"] == "lawyer"


def test_what_was_merged_becomes_stale_when_the_source_changes_and_holds_again_when_it_comes_back(
    lab, exchange, deckwright, tmp_path
):
    exchange.once()
    shutil.copytree(lab, tmp_path / "moved")
    # The folder is gone: only the database can take it.
    shutil.rmtree(lab)
    assert rules(exchange.back(saw__name="La scie")) == ["kept-alone"]

    def name():
        return deckwright("show", "lab/saw", "--json").json["texts"].get("fr", {}).get("name")

    assert deckwright("load", "moved").code == 0
    assert name() == "La scie"
    edit(tmp_path, "moved/cards/tools.yaml", "name: Saw", "name: Great Saw")
    ran = deckwright("load", "moved", "--json")
    assert set(rules(ran)) == {"stale"}
    assert name() is None
    edit(tmp_path, "moved/cards/tools.yaml", "name: Great Saw", "name: Saw")
    assert deckwright("load", "moved").code == 0
    assert name() == "La scie"


# Files that are none.


@pytest.mark.parametrize(
    ("change", "code", "message"),
    [
        (lambda data: data[:-4], 3, "back.po:{last}:1: error: A line must be a comment, or msgctxt, msgid or msgstr"),
        (lambda data: data[: data.rindex(b"msgstr")], 3, "The last entry is cut off: msgstr is missing."),
        (lambda data: data.replace("’".encode(), b"\x92").replace(b"Marteau", b"Marte\xe9"), 3, "The byte 0xe9 is not UTF-8."),
        (lambda data: data.replace(b"charset=UTF-8", b"charset=ISO-8859-1"), 3, "The header declares the charset ISO-8859-1."),
        (lambda data: data.decode().encode("utf-16"), 3, "is UTF-16"),
        (lambda _: b"", 3, "back.po has no translations."),
        (lambda _: b"Dear translator,\n", 3, "back.po:1:1: error: A line must be a comment"),
        (lambda _: b"\x89PNG\r\n", 3, "not a text file, but PNG"),
        (lambda data: data + b'\nmsgctxt "saw.name"\nmsgid "Saw"\nmsgstr "Scie"\n', 1, "saw.name is already translated on line"),
        (lambda data: data.replace(b"Project-Id-Version: lab", b"Project-Id-Version: ?"), 2, "does not name its game and language"),
    ],
)  # fmt: skip
def test_a_file_that_is_no_good_changes_nothing_and_says_where(
    lab, exchange, deckwright, change, code, message
):
    exchange.once()
    exchange.file.write_bytes(change(exchange.file.read_bytes()))
    before = (lab / "locales" / "fr.po").read_bytes()
    ran = deckwright("translate", "merge", "back.po")
    last = len(exchange.file.read_bytes().split(b"\n"))
    assert ran.code == code
    assert message.format(last=last) in ran.err
    assert (lab / "locales" / "fr.po").read_bytes() == before


@pytest.mark.parametrize(
    "change",
    [
        lambda data: b"\xef\xbb\xbf" + data,
        lambda data: data.replace(b"\n", b"\r\n"),
        lambda data: b"\xef\xbb\xbf" + data.replace(b"\n", b"\r\n"),
    ],
)
@pytest.mark.usefixtures("lab")
def test_marks_and_line_ends_of_windows_are_taken(exchange, change):
    exchange.once()
    data = exchange.file.read_bytes().replace(
        b'msgid "Better than a hammer."\nmsgstr ""', b'msgid "Better than a hammer."\nmsgstr "Mieux."'
    )
    exchange.file.write_bytes(change(data))
    assert counts(exchange.merge()) == {"added": 1, "unchanged": 5}


@pytest.mark.usefixtures("lab")
def test_the_game_and_language_may_be_named_but_not_against_the_file(exchange):
    exchange.once()
    text = exchange.file.read_text(encoding="utf-8")
    bare = text.replace("Project-Id-Version: lab", "Project-Id-Version: PACKAGE").replace(
        "Language: fr", "Language: "
    )
    exchange.file.write_text(bare, encoding="utf-8")
    assert exchange.merge("--game", "lab", "--to", "fr").code == 0
    exchange.file.write_text(text.replace("Language: fr", "Language: fr_FR"), encoding="utf-8")
    assert exchange.merge().code == 0
    ran = exchange.merge("--to", "en")
    assert (ran.code, ran.json["error"]["code"]) == (3, "other-language")
    assert exchange.merge("--game", "dataset").json["error"]["code"] == "other-game"


# How far it has come.


@pytest.mark.usefixtures("lab")
def test_status_counts_by_language_pack_and_state(exchange, deckwright):
    ran = deckwright("translate", "status", "lab", "--json")
    [language] = ran.json["languages"]
    assert (language["language"], language["entries"], language["percent"]) == ("fr", 6, 33.3)
    assert language["states"] == {"missing": 4, "machine": 0, "stale": 0, "draft": 1, "reviewed": 1}
    assert {pack["pack"]: pack["percent"] for pack in language["packs"]} == {"game": 0, "tools": 50}
    assert language["same_as_source"] == 0
    exchange.out()
    exchange.back(saw__name="Saw")
    assert deckwright("translate", "status", "lab", "--json").json["languages"][0]["same_as_source"] == 1


@pytest.mark.usefixtures("lab")
def test_status_ends_with_1_below_what_is_required(deckwright):
    assert deckwright("translate", "status", "lab", "--require", "33").code == 0
    exactly = deckwright("translate", "status", "lab", "--require", "33.3")
    assert (exactly.code, "is required" in exactly.err) == (0, False)
    ran = deckwright("translate", "status", "lab", "--require", "100")
    assert ran.code == 1
    assert "lab in fr: 33.3 % is done, 100 % is required." in ran.err
    assert "lab\tfr\ttools\t4\t2\t0\t0\t1\t1\t0\t50 %" in ran.out
    assert deckwright("translate", "status", "--json").json["games"][0]["game"] == "big-monster"


def test_a_percentage_may_have_its_sign_and_must_be_one(lab, deckwright):
    assert lab.is_dir()
    assert deckwright("translate", "status", "lab", "--require", "33 %").code == 0
    ran = deckwright("translate", "status", "lab", "--require", "all")
    assert ran.code == 2
    assert "Invalid percentage: all. Use a number from 0 to 100." in ran.err


# Other people's tools.


@pytest.mark.parametrize(
    "tool",
    [
        ["msgcat", "--sort-output", "--width=40"],
        ["msgcat", "--no-wrap", "--no-location"],
        ["msgattrib", "--sort-by-file", "--add-location=file"],
        ["msgconv", "--to-code=UTF-8", "--indent"],
        ["msgcat", "--escape", "--width=20"],
        ["msgcat", "--escape", "--no-wrap"],
    ],
    ids=lambda tool: tool[0] + tool[1],
)
def test_gettexts_own_tools_lose_nothing_on_the_way(lab, exchange, tool, program):
    program(tool[0])
    exchange.once()
    before = (lab / "locales" / "fr.po").read_bytes()
    subprocess.run([*tool, "-o", str(exchange.file), str(exchange.file)], check=True)
    assert counts(exchange.merge()) == {"unchanged": 6}
    assert (lab / "locales" / "fr.po").read_bytes() == before


def by_polib(file):
    po = polib.pofile(str(file))
    for entry in po:
        entry.comment = ""
    po.save()


def by_babel(file):
    catalogue = read_po(BytesIO(file.read_bytes()), locale="fr")
    for message in catalogue:
        message.auto_comments = []
    with file.open("wb") as written:
        write_po(written, catalogue)


def by_msgmerge(file):
    """A project's own template has none of our comments, and msgmerge takes those of the template."""
    template = polib.pofile(str(file))
    for entry in template:
        entry.comment = entry.tcomment = entry.msgstr = ""
    template.save(str(file.with_suffix(".pot")))
    subprocess.run([found("msgmerge"), "--quiet", "-o", file, file, file.with_suffix(".pot")], check=True)


@pytest.mark.parametrize(
    "drop", [by_polib, by_babel, pytest.param(by_msgmerge, marks=pytest.mark.deep("gettext"))]
)
def test_what_a_tool_has_left_without_our_comments_is_merged_by_its_source(lab, exchange, deckwright, drop):
    exchange.once()
    drop(exchange.file)
    assert "given:" not in exchange.file.read_text(encoding="utf-8")
    assert counts(exchange.merge()) == {"unchanged": 6}
    ran = exchange.back("--by", "Chloé", saw__name="La scie", saw__flavour="Mieux.", hammer__name="Maillet")
    assert (ran.code, rules(ran)) == (0, ["no-digest"])
    assert counts(ran) == {"added": 1, "changed": 2, "unchanged": 3}
    message = ran.json["findings"][0]["message"]
    assert "saw.name (“Scie” → “La scie”)" in message
    assert "changed since" not in message
    assert deckwright("show", "lab/saw", "--json").json["texts"]["fr"]["name"] == "La scie"
    states = deckwright("translate", "status", "lab", "--json").json["languages"][0]["states"]
    assert (states["draft"], states["reviewed"]) == (3, 0)
    assert lab.is_dir()


def without_mark(file):
    with file.open(encoding="utf-8-sig", newline="") as read:
        rows = list(csv.reader(read))
    columns = [at for at, name in enumerate(rows[0]) if name not in {"mark", "about", "previous"}]
    with file.open("w", encoding="utf-8", newline="") as written:
        csv.writer(written).writerows([[row[at] for at in columns] for row in rows])


def without_mark_in_xlsx(file):
    book = openpyxl.load_workbook(file)
    book.worksheets[0].protection.sheet = False
    heads = [cell.value for cell in book.worksheets[0][1]]
    book.worksheets[0].delete_cols(heads.index("mark") + 1)
    book.save(file)


def without_notes(file):
    text = re.sub(r"<notes>.*?</notes>", "", file.read_text(encoding="utf-8"), flags=re.DOTALL)
    file.write_text(re.sub(' subState="[^"]*"', "", text), encoding="utf-8")


@pytest.mark.parametrize(
    ("ending", "drop"), [("csv", without_mark), ("xlsx", without_mark_in_xlsx), ("xlf", without_notes)]
)
@pytest.mark.usefixtures("lab")
def test_tables_and_xliff_without_what_we_wrote_beside_are_merged_by_source(
    deckwright, tmp_path, ending, drop
):
    file = tmp_path / f"back.{ending}"
    named = ("--game", "lab", "--to", "fr", "--json")
    assert deckwright("translate", "extract", "lab", "--to", "fr", "-o", file.name).code == 0
    drop(file)
    assert counts(deckwright("translate", "merge", file.name, *named)) == {"unchanged": 6}
    if ending == "xlsx":
        book = openpyxl.load_workbook(file)
        for row in book.worksheets[0].iter_rows():
            for cell in row:
                cell.value = "La scie" if cell.value == "Scie" else cell.value
        book.save(file)
    else:
        file.write_text(file.read_text(encoding="utf-8").replace("Scie", "La scie"), encoding="utf-8")
    ran = deckwright("translate", "merge", file.name, *named)
    assert (ran.code, rules(ran), counts(ran)) == (0, ["no-digest"], {"changed": 1, "unchanged": 5})


# What has been looked at.


def test_a_review_ends_when_the_text_is_changed_by_hand(lab, exchange, deckwright):
    exchange.once()
    assert exchange.merge("--reviewed").code == 0

    def states():
        ran = deckwright("translate", "status", "lab", "--json")
        return ran.json["languages"][0]["states"]

    assert (states()["reviewed"], states()["draft"]) == (2, 0)
    edit(lab, "locales/fr.po", 'msgstr "Marteau"', 'msgstr "Maillet"')
    assert deckwright("load", "lab").code == 0
    assert (states()["reviewed"], states()["draft"]) == (1, 1)


def test_a_waiver_ends_when_the_text_is_changed_and_is_renewed_without_its_code(lab, exchange, deckwright):
    exchange.once()
    po = polib.pofile(str(exchange.file))
    [entry] = [one for one in po if one.msgctxt == "hammer.text"]
    entry.msgstr, entry.tcomment = "Prenez deux {tech} au marché.", "waive numbers: one is two here"
    po.save()
    assert exchange.merge().code == 0

    def found():
        ran = deckwright("translate", "check", "lab", "--rule", "numbers", "--json")
        return [(one["rule"], one["severity"]) for one in ran.json["findings"] if one["rule"] != "no-digest"]

    assert found() == []
    edit(lab, "locales/fr.po", "Prenez deux", "Prenez trois")
    assert deckwright("load", "lab").code == 0
    assert found() == [("numbers", "warning"), ("waiver", "info")]
    text = (lab / "locales" / "fr.po").read_text(encoding="utf-8")
    renewed = re.sub("waive numbers [0-9a-f]{8}", "waive numbers", text)
    (lab / "locales" / "fr.po").write_text(renewed, encoding="utf-8")
    assert deckwright("load", "lab").code == 0
    assert found() == []


def test_the_language_beside_the_source_says_where_it_is_not_to_be_trusted(lab, exchange, deckwright):
    edit(lab, "game.yaml", "languages: [en, fr]", "languages: [en, fr, it]")
    doubtful = (
        PO.replace('"Marteau"', '"Martello"')
        .replace('msgid "Saw"', 'msgid "Old saw"')
        .replace('"Scie"', '"Sega"')
        .replace("Language: fr", "Language: it")
    )
    doubtful += '\n#, fuzzy\nmsgctxt "saw.flavour"\nmsgid "Better than a hammer."\nmsgstr "Meglio."\n'
    doubtful += '\nmsgctxt "hammer.text"\nmsgid "Take one {tech} from the market."\nmsgstr "Prendi {tecc}."\n'
    (lab / "locales" / "it.po").write_text(doubtful, encoding="utf-8")
    assert deckwright("load", "lab").code == 0
    comments = {one.msgctxt: one.comment for one in exchange.out("--from", "it")}
    assert "it: Martello" in comments["hammer.name"]
    assert "it: [stale] Sega" in comments["saw.name"]
    assert "The other language is stale" in comments["saw.name"]
    assert "it: [unsure] Meglio." in comments["saw.flavour"]
    assert "it: [broken] Prendi {tecc}." in comments["hammer.text"]


# What cannot be printed.


@pytest.mark.parametrize(
    "text", ["Prenez un {tecc}.", "Prenez un {icon:tech}.", "Prenez un {tech}{Tec}{tec}."]
)
def test_a_bad_icon_in_a_translation_prints_its_source_and_is_counted(lab, deckwright, text):
    with (lab / "locales" / "fr.po").open("a", encoding="utf-8") as po:
        po.write(f'\nmsgctxt "hammer.text"\nmsgid "Take one {{tech}} from the market."\nmsgstr "{text}"\n')
    ran = deckwright("load", "lab", "--json")
    assert (ran.code, set(rules(ran))) == (0, {"unknown-icon"})
    assert all(one["where"]["line"] > 1 for one in ran.json["findings"])
    texts = deckwright("show", "lab/hammer", "--json").json["texts"]
    assert ("text" in texts["en"], "text" in texts["fr"]) == (True, False)
    status = deckwright("translate", "status", "lab", "--json")
    [language] = status.json["languages"]
    assert (language["broken"], language["percent"]) == (1, 33.3)
    assert "its source is printed" in status.err
    ran = deckwright("translate", "check", "lab", "--no-fit", "--no-spelling", "--json")
    assert (ran.code, "placeholders" in rules(ran)) == (1, True)
    printed = ("export", "pdf", "lab", "--lang", "fr", "-o", "lab.pdf", "--json")
    assert deckwright(*printed).code == 0
    ran = deckwright(*printed, "--strict")
    assert (ran.code, set(rules(ran))) == (1, {"untranslated"})


def test_a_file_of_translations_that_cannot_be_read_stops_its_language_alone(lab, deckwright):
    edit(lab, "locales/fr.po", 'msgctxt "saw.name"', 'msgctxt "saw.name')
    edit(lab, "cards/tools.yaml", "name: Saw", "name: Great Saw")
    ran = deckwright("load", "lab")
    assert ran.code == 1
    assert "lab/locales/fr.po:20:1: error: " in ran.err
    assert "The translations into fr are not loaded" in ran.err
    assert deckwright("show", "lab/saw", "--json").json["name"] == "Great Saw"
    ran = deckwright("translate", "check", "lab", "--no-fit", "--no-spelling", "--json")
    assert (ran.code, rules(ran)[0]) == (1, "bad-po")


def test_what_the_database_kept_alone_goes_into_the_folder_with_the_next_merge(
    lab, exchange, tmp_path, own_database
):
    exchange.once()
    lab.rename(tmp_path / "away")
    assert rules(exchange.back(saw__name="La scie")) == ["kept-alone"]
    (tmp_path / "away").rename(lab)
    assert exchange.back(saw__flavour="Mieux.").code == 0
    written = polib.pofile(str(lab / "locales" / "fr.po"))
    assert {one.msgctxt: one.msgstr for one in written if one.msgctxt.startswith("saw")} == {
        "saw.name": "La scie", "saw.flavour": "Mieux.",
    }  # fmt: skip
    with closing(sqlite3.connect(own_database)) as connection:
        assert connection.execute("SELECT count(*) FROM translations WHERE own").fetchone() == (0,)


def test_drafts_that_somebody_is_unsure_of_are_told_apart(lab, exchange, deckwright):
    edit(lab, "locales/fr.po", "# A pun.\n", "# A pun.\n#, fuzzy\n")
    assert deckwright("load", "lab").code == 0
    ran = deckwright("translate", "status", "lab", "--to", "fr", "--json")
    assert (ran.json["languages"][0]["unsure"], ran.json["languages"][0]["percent"]) == (1, 16.6)
    assert "lab in fr: 1 draft is marked as unsure, so it is not printed." in ran.err
    assert "name" not in deckwright("show", "lab/saw", "--json").json["texts"].get("fr", {})
    po = exchange.out()
    [entry] = [one for one in po if one.msgctxt == "saw.name"]
    assert entry.flags == ["fuzzy", "max-length:74"]
    entry.flags = []
    po.save()
    assert counts(exchange.merge()) == {"changed": 1, "unchanged": 5}
    assert deckwright("show", "lab/saw", "--json").json["texts"]["fr"]["name"] == "Scie"


# A folder for a translator, and the glossary.


def test_a_folder_for_a_translator_comes_back_as_it_went_out(deckwright, tmp_path):
    ran = deckwright("translate", "extract", "dataset", "--to", "fr", "--package", "out", "--json")
    assert (ran.code, ran.json["file"], len(ran.json["files"])) == (0, "out/dataset.fr.po", 6)
    assert all((tmp_path / file).is_file() for file in ran.json["files"])
    texts = len(polib.pofile(str(tmp_path / "out" / "dataset.fr.po")))
    for file, number in (("dataset.fr.po", texts), ("glossary.tbx", 51)):
        assert counts(deckwright("translate", "merge", f"out/{file}", "--json")) == {"unchanged": number}
    table = ("out/glossary.csv", "--game", "dataset", "--to", "fr", "--json")
    assert counts(deckwright("translate", "merge", *table)) == {"unchanged": 51}


def test_the_glossary_is_written_whole(deckwright):
    whole = ("translate", "extract", "dataset", "--to", "fr")
    ran = deckwright(*whole, "--glossary", "--json")
    assert (ran.code, ran.json["file"], ran.json["terms"]) == (0, "dataset.fr.tbx", 70)
    assert "already exists" in deckwright(*whole, "--glossary").err
    assert deckwright(*whole, "--glossary", "--overwrite").code == 0
    for option in (("--package", "x"), ("--only", "stale"), ("--changed-since", "2026-11-20")):
        assert deckwright(*whole, "-o", "x.tbx", *option).code == 2


def test_only_texts_that_changed_since_a_print_are_written(lab, deckwright):
    assert deckwright("export", "pdf", "lab", "-o", "lab.pdf").code == 0
    edit(lab, "cards/tools.yaml", "Better than a hammer.", "Better than an axe.")
    assert deckwright("load", "lab").code == 0
    ran = deckwright("translate", "extract", "lab", "--to", "fr", "--changed-since", "1", "--json")
    assert (ran.code, ran.json["entries"], ran.json["by_state"]["missing"]) == (0, 1, 1)


# Plural forms.

COINS = 'words: {coins: {en: {one: "{count} coin", other: "{count} coins"}}}\n'
FORMS = {"one": "{count} moneta", "few": "{count} monety", "many": "{count} monet"}


@pytest.fixture
def plural_lab(deckwright, tmp_path):
    """Load a game whose face counts, written in English, with Polish."""
    game = GAME.replace("fr]", "pl]").replace("name: Tool", "name: Tool, face: coins, fields: [cost]")
    files = {
        "game.yaml": game + "fields: {cost: {title: Cost, type: integer}}\n",
        "cards/all.yaml": CARDS
        + "".join(
            f"  - {{id: c{cost}, name: C{cost}, fields: {{cost: {cost}}}}}\n" for cost in (1, 2, 5, 22)
        ).replace("- {id", "- {id"),
        "faces/coins.yaml": f"extends: plain\n{COINS}"
        "boxes:\n  - {text: '{cost | counted \"coins\"}', at: [5, 70, 50, 8]}\n",
    }
    files["cards/all.yaml"] = (
        files["cards/all.yaml"]
        .replace("    name: Hammer", "    fields: {cost: 0}\n    name: Hammer")
        .replace("    name: Saw", "    fields: {cost: 3}\n    name: Saw")
    )
    for name, text in files.items():
        (tmp_path / "lab" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "lab" / name).write_text(text, encoding="utf-8")
    ran = deckwright("load", "lab")
    assert ran.code == 0, ran.err


def with_forms(file):
    """Fill in the Polish forms, as a translator does in the program for this format."""
    lines = "\n".join(f"{category}: {form}" for category, form in FORMS.items())
    if file.suffix == ".po":
        po = polib.pofile(str(file))
        (entry,) = [entry for entry in po if entry.msgctxt == "word:coins"]
        assert (entry.msgid, entry.msgid_plural) == ("{count} coin", "{count} coins")
        entry.msgstr_plural = dict(enumerate(FORMS.values()))
        po.save()
    elif file.suffix == ".xlsx":
        book = openpyxl.load_workbook(file)
        (row,) = [row for row in book.active.iter_rows() if row[0].value == "word:coins"]
        heads = [cell.value for cell in book.active[1]]
        row[heads.index("translation")].value = lines
        book.save(file)
    elif file.suffix == ".csv":
        rows = list(csv.reader(file.read_text(encoding="utf-8-sig").splitlines(keepends=True)))
        (row,) = [row for row in rows if row[0] == "word:coins"]
        row[next(head for head in rows if "translation" in head).index("translation")] = lines
        with file.open("w", encoding="utf-8", newline="") as out:
            csv.writer(out).writerows(rows)
    else:
        text = file.read_text(encoding="utf-8")
        start = text.index("word:coins")
        target = re.sub(r"\{count\}", "{count}", lines)
        end = text.index("</source>", start) + len("</source>")
        rest = re.sub(
            r"^\s*<target[^>]*>.*?</target>|^\s*<target[^>]*/>", "", text[end:], count=1, flags=re.DOTALL
        )
        file.write_text(f"{text[:end]}<target>{target}</target>{rest}", encoding="utf-8")


@pytest.mark.parametrize("file", ["pl.po", "pl.csv", "pl.xlsx", "pl.xlf", "pl.xliff"])
@pytest.mark.usefixtures("plural_lab")
def test_plural_forms_go_through_every_format_onto_the_cards(deckwright, tmp_path, file):
    ran = deckwright("translate", "extract", "lab", "--to", "pl", "-o", file)
    assert ran.code == 0, ran.err
    assert "one, few, many" in re.sub(
        r"[\x00-\x08]", "", (tmp_path / file).read_bytes().decode(errors="ignore")
    ) or file.endswith("xlsx")
    with_forms(tmp_path / file)
    ran = deckwright("translate", "merge", file, "--json")
    assert (ran.code, ran.json["added"]) == (0, 1), ran.out + ran.err
    (entry,) = [
        entry for entry in polib.pofile(str(tmp_path / "lab/locales/pl.po")) if entry.msgctxt == "word:coins"
    ]
    assert [*entry.msgstr_plural.values()] == [*FORMS.values()]
    assert deckwright("export", "pdf", "lab", "--lang", "pl", "-o", "pl.pdf").code == 0
    with pypdfium2.PdfDocument(tmp_path / "pl.pdf") as document:
        printed = document[0].get_textpage().get_text_range()
    assert sorted(re.findall(r"\d+ monet\w*", printed)) == [
        "0 monet",
        "1 moneta",
        "2 monety",
        "22 monety",
        "3 monety",
        "5 monet",
    ]
    again = tmp_path / f"again{(tmp_path / file).suffix}"
    assert deckwright("translate", "extract", "lab", "--to", "pl", "-o", again.name).code == 0
    assert deckwright("translate", "merge", again.name, "--json").json["unchanged"] == entry_count(tmp_path)


def entry_count(folder):
    return len(polib.pofile(str(folder / "lab/locales/pl.po")))


@pytest.mark.usefixtures("plural_lab")
def test_a_merge_with_too_few_forms_is_refused(deckwright, tmp_path):
    assert deckwright("translate", "extract", "lab", "--to", "pl", "-o", "pl.po").code == 0
    po = polib.pofile(str(tmp_path / "pl.po"))
    (entry,) = [entry for entry in po if entry.msgctxt == "word:coins"]
    entry.msgstr_plural = {0: "{count} moneta", 1: "", 2: ""}
    po.save()
    ran = deckwright("translate", "merge", "pl.po", "--json")
    assert ran.code == 1
    assert [one["rule"] for one in ran.json["findings"]] == ["plurals"]


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        (', other: "{count} coins"', "", "lab/faces/coins.yaml:2"),
        ('"{count} coins"', '"{cost} coins"', "lab/faces/coins.yaml:2"),
        ('counted \\"coins\\"', 'counted \\"coin\\"', "lab/faces/coins.yaml:4"),
    ],
)
@pytest.mark.usefixtures("plural_lab")
def test_forms_that_a_face_lacks_or_cannot_fill_are_found(deckwright, tmp_path, old, new, place):
    face = tmp_path / "lab/faces/coins.yaml"
    text = face.read_text(encoding="utf-8")
    face.write_text(text.replace(old.replace("\\", ""), new.replace("\\", "")), encoding="utf-8")
    ran = deckwright("load", "lab", "--json")
    assert ran.code in {1, 3}
    assert {f"{one['where']['file']}:{one['where']['line']}" for one in ran.json["findings"]} == {place}


# Refusals before anything is written.


@pytest.mark.parametrize("arguments", [("-o", "lab.es.doc"), ("--glossary", "-o", "lab.po"), ("-o", "lab")])
def test_no_language_is_added_for_a_file_that_cannot_be_written(deckwright, lab, arguments):
    before = (lab / "game.yaml").read_bytes()
    assert deckwright("translate", "extract", "lab", "--to", "es", *arguments).code == 2
    assert (lab / "game.yaml").read_bytes() == before


@pytest.mark.usefixtures("lab")
@pytest.mark.parametrize("name", ["glossary.csv", "glossary.tbx"])
def test_a_glossary_in_a_folder_for_a_translator_is_replaced_only_if_asked(deckwright, tmp_path, name):
    package = ("translate", "extract", "lab", "--to", "fr", "--package", "out")
    assert deckwright(*package).code == 0
    assert deckwright(*package).code == 0
    written = (tmp_path / "out" / name).read_bytes()
    (tmp_path / "out" / name).write_bytes(written + b" ")
    ran = deckwright(*package)
    assert (ran.code, name in ran.err, "--overwrite" in ran.err) == (3, True, True)
    assert (tmp_path / "out" / name).read_bytes() == written + b" "
    assert deckwright(*package, "--overwrite").code == 0
    assert (tmp_path / "out" / name).read_bytes() == written


@pytest.mark.usefixtures("lab")
def test_a_glossary_on_standard_input_is_refused_for_what_it_is(deckwright):
    ran = deckwright("translate", "merge", "-", text="source,target\nhammer,marteau\n")
    assert (ran.code, "Standard input must be PO." in ran.err, "name of the file" in ran.err) == (
        3,
        True,
        True,
    )


@pytest.mark.parametrize("languages", ["languages: [en, fr]", "languages:\n  - en\n  - fr"])
def test_lines_that_are_written_into_a_file_of_windows_end_as_its_others(
    deckwright, lab, tmp_path, languages
):
    file = lab / "game.yaml"
    text = GAME.replace("languages: [en, fr]", languages)
    file.write_bytes(text.replace("\n", "\r\n").encode())
    (tmp_path / "terms.csv").write_text("source,target\nhammer,martillo\n", encoding="utf-8")
    assert deckwright("translate", "extract", "lab", "--to", "es").code == 0
    ran = deckwright("translate", "merge", "terms.csv", "--game", "lab", "--to", "es")
    assert ran.code == 0, ran.err
    content = file.read_bytes()
    assert b"martillo" in content
    assert content.count(b"\r\n") == content.count(b"\n") > text.count("\n")

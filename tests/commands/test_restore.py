"""The command `restore`: the folder of a game comes back as it was printed, once kept however often it was printed."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from datetime import date, timedelta
from html import escape as html_escape

import pytest
from PIL import Image

CARDS = """\
Name,Cost,Text,Count
Tangle of Roots,3,Draw two,2
Owl,1,Fly,1
Frog,2,Jump,3
"""
EXPORT_PAGE = ("export", "html", "moonlight", "-o", "page.html")


@pytest.fixture
def moonlight(deckwright, tmp_path):
    """A printed game, with a picture, and a copy of its folder as it was printed."""
    (tmp_path / "cards.csv").write_text(CARDS, encoding="utf-8")
    assert deckwright("new", "game", "Moonlight", "--from", "cards.csv").code == 0
    folder = tmp_path / "moonlight"
    (folder / "pictures" / "birds" / "night").mkdir(parents=True)
    Image.new("RGB", (40, 40), "#226644").save(folder / "pictures" / "birds" / "night" / "owl.png")
    (folder / "proof.pdf").unlink()
    assert deckwright("load", "moonlight").code == 0
    assert deckwright("export", "pdf", "moonlight", "-o", "first.pdf").code == 0
    shutil.copytree(folder, tmp_path / "as-printed")
    return folder


def files_in(folder):
    """Content of each file by its path; what editors have of their own is in hidden folders."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and not any(part.startswith(".") for part in path.relative_to(folder).parts)
    }


def change(folder, before, after):
    sheet = folder / "cards" / "cards.csv"
    text = sheet.read_text(encoding="utf-8")
    assert before in text
    sheet.write_text(text.replace(before, after), encoding="utf-8")


def kept_bytes(deckwright):
    return json.loads(deckwright("db", "info", "--json").out)["kept"]


def test_a_print_is_restored_as_it_was(deckwright, moonlight, tmp_path):
    change(moonlight, "Frog,2,Jump,3", "Toad,5,Croak,1")
    (moonlight / "pictures" / "birds" / "night" / "owl.png").unlink()
    ran = deckwright("restore", "1", "-o", "old", "--json")
    assert ran.code == 0, ran.err
    restored = files_in(tmp_path / "old")
    assert restored == files_in(tmp_path / "as-printed")
    report = json.loads(ran.out)
    assert (report["print"], report["game"], report["folder"]) == (1, "moonlight", "old")
    assert sorted(report["files"]) == sorted(restored)
    assert deckwright("export", "pdf", "old", "-o", "again.pdf").code == 0
    assert (tmp_path / "again.pdf").read_bytes() == (tmp_path / "first.pdf").read_bytes()


def test_what_prints_have_in_common_is_kept_once(deckwright, moonlight):
    once = kept_bytes(deckwright)
    assert once > 1_000
    assert deckwright("export", "pdf", "moonlight", "-o", "second.pdf").code == 0
    assert kept_bytes(deckwright) == once
    change(moonlight, "Frog,2", "Frog,4")
    assert deckwright("export", "pdf", "moonlight", "-o", "third.pdf").code == 0
    sheet = (moonlight / "cards" / "cards.csv").stat().st_size
    # The sheet again, and what is printed on one card.
    assert sheet < kept_bytes(deckwright) - once < sheet + 200
    assert deckwright("db", "remove", "moonlight").code == 0
    assert kept_bytes(deckwright) == 0


@pytest.mark.usefixtures("moonlight")
@pytest.mark.parametrize(("days", "found"), [(0, 2), (400, 2), (-400, 0)])
def test_a_day_stands_for_its_last_print(deckwright, days, found):
    assert deckwright("export", "pdf", "moonlight", "-o", "second.pdf").code == 0
    printed = date.fromisoformat(json.loads(deckwright("export", "history", "--json").out)[0]["at"][:10])
    # A day of this time zone and that of UTC differ by one at most.
    day = printed + timedelta(days=days + (days > 0))
    ran = deckwright("restore", str(day), "-o", "old", "--json")
    assert (ran.json["print"] if found else ran.json["error"]["code"]) == (found or "no-such-print")


@pytest.mark.usefixtures("moonlight")
def test_the_latest_print_may_be_that_of_a_game(deckwright, tmp_path):
    assert deckwright("export", "pdf", "dataset", "-o", "other.pdf").code == 0
    assert deckwright("restore", "latest", "-o", "dataset").code == 0
    assert (tmp_path / "dataset" / "game.yaml").read_text(encoding="utf-8").count("id: dataset") == 1
    assert deckwright("restore", "latest", "--game", "moonlight", "-o", "old", "--json").json["print"] == 1


def test_a_folder_that_has_files_is_not_touched(deckwright, moonlight, tmp_path):
    before = files_in(moonlight)
    ran = deckwright("restore", "1", "-o", "moonlight")
    assert (ran.code, ran.out) == (3, "")
    assert "error: moonlight is not an empty folder.\nNothing was changed. Use a new folder." in ran.err
    assert files_in(moonlight) == before
    (tmp_path / "empty").mkdir()
    assert deckwright("restore", "1", "-o", "empty").code == 0


@pytest.mark.usefixtures("moonlight")
@pytest.mark.parametrize("name", ["7", "yesterday", "2020-01-01", "20991231", "0"])
def test_an_unknown_print_is_refused(deckwright, tmp_path, name):
    ran = deckwright("restore", name, "-o", "old")
    assert ran.code == 3
    assert f"Unknown print: {name}." in ran.err
    assert "deckwright export history" in ran.err
    assert not (tmp_path / "old").exists()


def test_a_folder_that_is_not_as_it_was_loaded_is_said_not_to_be_kept(deckwright, moonlight):
    change(moonlight, "Owl,1", "Owl,7")
    assert deckwright("load", "moonlight").code == 0
    (moonlight / "game.yaml").write_text("id: [", encoding="utf-8")
    ran = deckwright("export", "pdf", "moonlight", "--last-good", "-o", "second.pdf")
    assert ran.code == 0
    assert "The folder of moonlight is not as it was loaded: print 2 cannot be restored." in ran.err
    history = json.loads(deckwright("export", "history", "--json").out)
    assert [(each["print"], each["restorable"]) for each in history] == [(2, False), (1, True)]
    ran = deckwright("restore", "2", "-o", "old")
    assert ran.code == 3
    assert "Print 2 cannot be restored: its files were not kept." in ran.err


@pytest.mark.usefixtures("moonlight")
def test_a_path_that_leads_out_of_the_folder_is_refused(deckwright, own_database, tmp_path):
    with closing(sqlite3.connect(own_database)) as connection, connection:
        connection.execute("UPDATE kept_files SET path = '../out.yaml' WHERE path = 'game.yaml'")
    ran = deckwright("restore", "1", "-o", "inner/old")
    assert ran.code == 3
    assert not (tmp_path / "inner" / "old").exists()
    assert not list(tmp_path.rglob("out.yaml"))


def test_changes_since_a_print_name_what_was_printed_then(deckwright, moonlight):
    change(moonlight, "Frog,2,Jump,3", "Frog,4,Jump far,3")
    change(moonlight, "Tangle of Roots,3,Draw two,2\n", "")
    ran = deckwright("export", "pdf", "moonlight", "--changed", "-o", "second.pdf", "--json")
    assert ran.json["changes"] == {
        "new": [],
        "changed": [
            {
                "id": "frog",
                "fields": {"cost": {"before": 2, "now": 4}, "text": {"before": "Jump", "now": "Jump far"}},
            }
        ],
        "removed": [{"id": "tangle-of-roots", "copies": 2}],
    }


def test_changes_in_words_name_what_to_remove(deckwright, moonlight):
    change(moonlight, "Tangle of Roots,3,Draw two,2\n", "")
    change(moonlight, "Owl,1", "Owl,2")
    ran = deckwright("export", "pdf", "moonlight", "--since", "1", "-o", "second.pdf")
    assert "Owl: cost: 1 → 2\n" in ran.err
    assert "Tangle of Roots ×2: remove from the old box\n" in ran.err


def test_proofs_name_what_differs_from_the_last_print(deckwright, moonlight, tmp_path):
    proof, page = (deckwright(*words) for words in (("proof", "moonlight"), EXPORT_PAGE))
    assert not any("on paper" in ran.err for ran in (proof, page))
    change(moonlight, "Frog,2,Jump,3", "Frog,4,Jump far,3\nNewt,1,Swim,1")
    change(moonlight, "Tangle of Roots,3,Draw two,2\n", "")
    lines = [
        "3 cards differ from what is on paper.",
        "Newt: new",
        "Frog: cost: 2 → 4, text: Jump → “Jump far”",
        "Tangle of Roots ×2: remove from the old box",
    ]
    for words in (("proof", "moonlight"), EXPORT_PAGE):
        assert "\n".join(lines) in deckwright(*words).err
        changes = deckwright(*words, "--json").json["changes"]
        assert (changes["new"], [card["id"] for card in changes["changed"]]) == (["newt"], ["frog"])
        assert changes["removed"] == [{"id": "tangle-of-roots", "copies": 2}]
    html = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert all(html_escape(line, quote=False) in html for line in lines)


def test_a_game_that_was_never_printed_differs_from_nothing(deckwright):
    ran = deckwright("proof", "dataset", "--json")
    assert "changes" not in ran.json

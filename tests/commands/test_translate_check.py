"""`deckwright translate check`, as a translator runs it."""

from __future__ import annotations

import re
import shutil

import pytest

from deckwright import resources


@pytest.fixture
def lab(deckwright, tmp_path):
    """Load a copy of Dataset as a game of one's own, with some French texts changed; give the folder."""

    def load(**changes):
        folder = tmp_path / "lab"
        shutil.copytree(resources.folder("cards") / "dataset", folder)
        game = folder / "game.yaml"
        text = game.read_text(encoding="utf-8").replace("id: dataset", "id: lab", 1)
        game.write_text(text.replace("schema=../../schemas", "schema=x"), encoding="utf-8")
        po = folder / "locales" / "fr.po"
        text = po.read_text(encoding="utf-8")
        for old, new in changes.items():
            assert old in text
            text = text.replace(old, new, 1)
        po.write_text(text, encoding="utf-8")
        ran = deckwright("load", "lab")
        assert ran.code == 0, ran.err

    return load


@pytest.mark.parametrize("game", ["big-monster", "data-monsters", "dataset", "monster-office"])
def test_the_packaged_translations_have_no_error_and_no_warning(deckwright, game):
    ran = deckwright("translate", "check", game, "--json")
    assert ran.code == 0
    assert [one["message"] for one in ran.json["findings"] if one["severity"] != "info"] == []
    assert set(ran.json) == {"game", "to", "entries", "findings", "waived", "spelling"}
    assert ran.json["spelling"] == dict.fromkeys(ran.json["to"], "on")


def test_findings_have_their_place_and_errors_end_with_one(deckwright, lab):
    lab(**{"{attack} Posez-la": "Posez-la", "«\u00a0Encore cinq": "« Encore cinq"})
    ran = deckwright("translate", "check", "lab", "--to", "fr", "--rule", "icons", "--rule", "typography")
    assert ran.code == 1
    first, *_, last = ran.out.splitlines()
    assert first.startswith("lab/locales/fr.po:")
    assert "error: sanction.text in fr: Missing here: {attack}. [icons]" in first
    assert "time.flavour in fr: A no-break space belongs after the sign in “«”" in ran.out
    assert re.fullmatch(r"fr: \d+ entries; 1 error, 1 warning, 0 notes\.", last)


def test_what_is_too_long_is_counted_in_lines_and_cards(deckwright, lab):
    lab(
        **{
            "Une Carte-Avocat la neutralise.": "Une Carte-Avocat la neutralise. "
            + "Encore et toujours. " * 60
        }
    )
    ran = deckwright("translate", "check", "lab", "--to", "fr", "--rule", "fit")
    assert ran.code == 1
    assert "sanction.text in fr: It is " in ran.out
    assert ran.out.splitlines()[-1].endswith("lines are too long, on 1 card.")
    assert deckwright("translate", "check", "lab", "--to", "fr", "--rule", "icons").code == 0


def test_a_text_that_is_missing_is_a_warning(deckwright, lab):
    lab(**{'msgstr "Réclamation"': 'msgstr ""'})
    ran = deckwright("translate", "check", "lab", "--to", "fr", "--rule", "missing", "--json")
    assert ran.code == 0
    assert "complaint.name in fr: It is not translated." in [one["message"] for one in ran.json["findings"]]


def test_a_server_gets_annotations(deckwright, lab):
    lab(**{"{attack} Posez-la": "Posez-la"})
    ran = deckwright("translate", "check", "lab", "--rule", "icons", "--report", "github")
    assert ran.code == 1
    assert ran.out.startswith("::error file=lab/locales/fr.po,line=")


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["dataset", "--to", "de"], 3, "de"),
        (["datset"], 3, "dataset"),
        (["dataset", "--rule", "icon"], 2, "icons"),
        (["dataset", "--report", "xml"], 2, "text, json, github"),
    ],
)
def test_slips_in_the_command_are_said(deckwright, arguments, code, said):
    ran = deckwright("translate", "check", *arguments)
    assert ran.code == code
    assert said in ran.err


def test_a_game_in_one_language_has_nothing_to_check(deckwright):
    assert deckwright("new", "game", "Frogs").code == 0
    assert deckwright("load", "frogs").code == 0
    ran = deckwright("translate", "check", "frogs")
    assert (ran.code, ran.out) == (0, "")
    assert "no language but its own" in ran.err

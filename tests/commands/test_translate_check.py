"""`deckwright translate check`, as a translator runs it."""

from __future__ import annotations

import re
import shutil

import pytest

from deckwright import resources

from ..registries import GAMES


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


@pytest.mark.parametrize("game", GAMES)
def test_the_packaged_translations_have_no_error_and_no_warning(deckwright, game, program):
    for dictionary in ("it_IT.dic", "fr.dic", "en_GB.dic"):
        program(dictionary)
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
    assert "error: sanction.text in fr: Missing: {attack}. [icons]" in first
    assert "time.flavour in fr: Missing no-break space after the sign in “«”" in ran.out
    assert re.fullmatch(r"fr: \d+ texts; 1 error, 1 warning, 0 notes\.", last)


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
    assert ran.out.splitlines()[-1].endswith("lines do not fit, on 1 card.")
    assert deckwright("translate", "check", "lab", "--to", "fr", "--rule", "icons").code == 0


def test_a_text_that_is_missing_is_a_warning(deckwright, lab):
    lab(**{'msgstr "Réclamation"': 'msgstr ""'})
    ran = deckwright("translate", "check", "lab", "--to", "fr", "--rule", "missing", "--json")
    assert ran.code == 0
    (found,) = ran.json["findings"]
    assert found["message"] == "reminder:stops.item.complaint.title in fr: It is not translated."


def test_a_server_gets_annotations(deckwright, lab):
    lab(**{"{attack} Posez-la": "Posez-la"})
    ran = deckwright("translate", "check", "lab", "--rule", "icons", "--report", "github")
    assert ran.code == 1
    assert ran.out.startswith("::error file=lab/locales/fr.po,line=")


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["dataset", "--to", "de"], 3, "de"),
        (["datset"], 3, "dataset"),
        (["dataset", "--rule", "icon"], 2, "icons"),
        (["dataset", "--report", "xml"], 2, "text, json, github"),
    ],
)
def test_slips_in_the_command_are_said(deckwright, arguments, code, message):
    ran = deckwright("translate", "check", *arguments)
    assert ran.code == code
    assert message in ran.err


def test_a_game_in_one_language_has_nothing_to_check(deckwright):
    assert deckwright("new", "game", "Frogs").code == 0
    assert deckwright("load", "frogs").code == 0
    ran = deckwright("translate", "check", "frogs")
    assert (ran.code, ran.out) == (0, "")
    assert "has no translations" in ran.err


def test_an_unknown_word_is_one_line_however_often_it_occurs(deckwright, lab, tmp_path):
    lab(**{"Cartes-Dataset": "Crates-Dataset", "Réclamation": "Réclamatoin"})
    (tmp_path / "words.txt").write_text("carte\n", encoding="utf-8")
    ran = deckwright(
        "translate", "check", "lab", "--to", "fr", "--rule", "spelling", "--dictionary", "words.txt"
    )
    assert ran.code == 0
    (line,) = [line for line in ran.out.splitlines() if "“Crates”" in line]
    assert line.endswith("Did you mean carte? [spelling]")
    assert sum("“vous”" in line for line in ran.out.splitlines()) == 1


def test_a_dictionary_in_the_folder_that_hunspell_is_told_of_is_used(deckwright, lab, tmp_path):
    lab()
    (tmp_path / "fr.aff").write_text("SET UTF-8\n", encoding="utf-8")
    (tmp_path / "fr.dic").write_text("1\nvous\n", encoding="utf-8")
    asked = ("translate", "check", "lab", "--to", "fr", "--rule", "spelling")
    ran = deckwright(*asked, DICPATH=str(tmp_path))
    assert "“vous”" not in ran.out
    assert "“Ramassez”" in ran.out


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("--dictionary", "nowhere.txt", "--to", "fr"), 3, "Unknown dictionary: nowhere.txt."),
        (("--dictionary", "fr_FR"), 2, "A dictionary is for one language.\nAdd it with --to LANG."),
        (("--dictionary", "game.yaml", "--to", "fr"), 3, "Unknown dictionary: game.yaml."),
    ],
)
def test_a_dictionary_that_cannot_be_used_is_named(deckwright, arguments, code, message):
    ran = deckwright("translate", "check", "data-monsters", "--rule", "spelling", *arguments)
    assert (ran.code, ran.out) == (code, "")
    assert message in ran.err


def test_slips_with_one_right_answer_are_fixed_in_the_file(deckwright, lab, tmp_path):
    lab(**{"«\u00a0Encore cinq": "« Encore  cinq"})
    file = tmp_path / "lab" / "locales" / "fr.po"
    before = file.read_text(encoding="utf-8")
    ran = deckwright("translate", "fix", "lab", "--to", "fr", "--dry-run")
    assert (ran.code, file.read_text(encoding="utf-8")) == (0, before)
    context, old, new, count = ran.out.splitlines()
    assert context == "time.flavour"
    assert old.startswith("- « Encore  cinq")
    assert new.startswith("+ «␣Encore cinq")
    assert count == "lab in fr: 1 text changed. Nothing was written."
    ran = deckwright("translate", "fix", "lab", "--to", "fr", "--json")
    assert [text["context"] for text in ran.json["texts"]] == ["time.flavour"]
    assert "«\u00a0Encore cinq" in file.read_text(encoding="utf-8")
    ran = deckwright("translate", "fix", "lab", "--to", "fr")
    assert (ran.code, ran.out) == (0, "lab in fr: 0 texts changed.\n")
    ran = deckwright("translate", "fix", "lbb", "--to", "fr")
    assert (ran.code, "Unknown game: lbb." in ran.err) == (3, True)

"""A language that a game lacks, what a repository of translations holds, and the page of a check."""

from __future__ import annotations

import shutil

import polib
import pytest

from deckwright import resources


@pytest.mark.deep("loads whole games again and again")
def test_a_packaged_game_gets_a_language_in_a_copy_here(deckwright, tmp_path):
    result = deckwright("translate", "extract", "data-monsters", "--to", "es")
    assert result.code == 0
    assert "The language es was added to data-monsters, in data-monsters." in result.err
    assert "languages: [en, fr, it, es]" in (tmp_path / "data-monsters" / "game.yaml").read_text(
        encoding="utf-8"
    )
    again = deckwright("translate", "extract", "data-monsters", "--to", "es", "--overwrite")
    assert (again.code, "added" in again.err) == (0, False)
    # A file that comes back untouched says on Weblate that nothing is translated.
    assert deckwright("translate", "merge", "data-monsters.es.po").code == 0
    spanish = tmp_path / "data-monsters" / "locales" / "es.po"
    po = polib.pofile(str(tmp_path / "data-monsters.es.po"))
    assert len(polib.pofile(str(spanish)).untranslated_entries()) == len(po)
    first = next(entry for entry in po if entry.msgctxt.endswith(".name"))
    first.msgstr = f"Nombre de {first.msgid}"
    po.save()
    assert deckwright("translate", "merge", "data-monsters.es.po", "--by", "Ana").code == 0
    merged = polib.pofile(str(spanish))
    assert (len(merged), len(merged.translated_entries())) == (len(po), 1)
    template = polib.pofile(str(tmp_path / "data-monsters" / "locales" / "data-monsters.pot"))
    assert [entry.msgctxt for entry in template] == [entry.msgctxt for entry in po]
    assert all(entry.comment for entry in template)
    assert "not-read" not in deckwright("load", "data-monsters").err


MERGE = "translate", "merge", "dataset/locales/fr.po", "--game", "dataset", "--to", "fr"


@pytest.mark.deep("loads whole games again and again")
@pytest.mark.parametrize("command", [MERGE, ("load", "dataset")])
def test_the_file_of_a_language_and_its_template_are_brought_up_to_date(deckwright, tmp_path, command):
    shutil.copytree(resources.folder("cards") / "dataset", tmp_path / "dataset")
    assert deckwright("load", "dataset").code == 0
    cards, locales = tmp_path / "dataset" / "cards", tmp_path / "dataset" / "locales"
    file = next(file for file in cards.iterdir() if "Consenso" in file.read_text(encoding="utf-8"))
    french, template = locales / "fr.po", locales / "dataset.pot"
    before = french.read_bytes()
    assert deckwright(*command).code == 0
    assert (french.read_bytes(), template.exists()) == (before, False), "no merge has written it"
    template.write_bytes(b"")
    file.write_text(file.read_text(encoding="utf-8").replace("Consenso", "Nuovo consenso"), encoding="utf-8")
    assert deckwright(*command).code == 0
    texts = {entry.msgctxt: entry for entry in polib.pofile(str(french))}
    assert (texts["consent.name"].msgid, texts["consent.name"].fuzzy) == ("Nuovo consenso", True)
    assert "Nuovo consenso" in template.read_text(encoding="utf-8")
    written = french.read_bytes(), template.read_bytes()
    assert deckwright(*command).code == 0
    assert (french.read_bytes(), template.read_bytes()) == written
    assert "changed" not in deckwright("load", "dataset").err


@pytest.mark.deep("loads whole games again and again")
@pytest.mark.parametrize("fault", ["control character", "quotation mark"])
def test_a_file_that_cannot_be_read_whole_stays_and_the_rest_is_loaded(deckwright, tmp_path, fault):
    shutil.copytree(resources.folder("cards") / "dataset", tmp_path / "dataset")
    french, template = (tmp_path / "dataset" / "locales" / name for name in ("fr.po", "dataset.pot"))
    template.write_bytes(b"")
    assert deckwright("load", "dataset").code == 0
    wrong = {
        "control character": 'msgstr "Géolocali\u0090sation"',
        "quotation mark": "msgstr Géolocalisation",
    }[fault]
    text = french.read_text(encoding="utf-8")
    assert text.count('msgstr "Géolocalisation"') == 1
    french.write_text(text.replace('msgstr "Géolocalisation"', wrong), encoding="utf-8")
    before, line = french.read_bytes(), text[: text.index('msgstr "Géolocalisation"')].count("\n") + 1
    result = deckwright("load", "dataset")
    assert [at for at in result.err.splitlines() if f"locales/fr.po:{line}:" in at] != []
    assert result.err.count(f"locales/fr.po:{line}:") == 1, "said once"
    assert french.read_bytes() == before
    assert "dataset: 120 cards" in result.out


def test_a_folder_of_that_name_stays_as_it_is(deckwright, tmp_path):
    (tmp_path / "dataset").mkdir()
    result = deckwright("translate", "extract", "dataset", "--to", "es")
    assert result.code == 3
    assert "dataset exists already" in result.err
    assert list((tmp_path / "dataset").iterdir()) == []


def test_a_game_of_ones_own_gets_it_in_its_folder(deckwright, tmp_path):
    shutil.copytree(resources.folder("cards") / "dataset", tmp_path / "dataset")
    assert deckwright("load", "dataset").code == 0
    assert deckwright("translate", "extract", "dataset", "--to", "pt_BR").code == 0
    assert "[it, fr, en, pt-BR]" in (tmp_path / "dataset" / "game.yaml").read_text(encoding="utf-8")


def test_a_game_without_its_folder_gets_none(deckwright, tmp_path):
    shutil.copytree(resources.folder("cards") / "dataset", tmp_path / "dataset")
    assert deckwright("load", "dataset").code == 0
    shutil.rmtree(tmp_path / "dataset")
    result = deckwright("translate", "extract", "dataset", "--to", "pt")
    assert result.code == 3
    assert "no longer exists" in result.err


def test_a_game_whose_folder_has_another_id_now_gets_none_there(deckwright, tmp_path, monkeypatch):
    folder = tmp_path / "dataset"
    shutil.copytree(resources.folder("cards") / "dataset", folder)
    assert deckwright("load", "dataset").code == 0
    text = (folder / "game.yaml").read_text(encoding="utf-8").replace("id: dataset", "id: rows", 1)
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    assert deckwright("load", "dataset").code == 0
    monkeypatch.chdir(folder)
    result = deckwright("translate", "extract", "dataset", "--to", "de")
    assert (result.code, "dataset is not translated into de" in result.err) == (3, True)
    (folder / "terms.csv").write_text("source,target\ngiudice,juge\n", encoding="utf-8")
    merged = deckwright("translate", "merge", "terms.csv", "--game", "dataset", "--to", "fr")
    assert (merged.code, "its folder is not yours" in merged.err) == (3, True)
    assert (folder / "game.yaml").read_text(encoding="utf-8") == text


def test_the_page_of_a_check_has_cards_beside_their_texts(deckwright, tmp_path):
    result = deckwright(
        "translate", "check", "data-monsters", "--to", "fr", "--report", "html", "--no-fit", "--no-spelling"
    )
    assert result.code == 0
    page = (tmp_path / "data-monsters.fr.html").read_text(encoding="utf-8")
    assert "<section>" in page
    assert "<svg" in page.partition("<section>")[2]


def test_a_page_is_for_one_language(deckwright):
    assert deckwright("translate", "check", "data-monsters", "--report", "html", "-o", "x.html").code == 2
    assert deckwright("translate", "check", "data-monsters", "--to", "fr", "-o", "x.html").code == 2

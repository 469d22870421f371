"""What the systems of users do otherwise: an interpreter as on Windows (tests/windows), and names as people there have them."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from deckwright.files.yaml import parse_document

SHEET = "Name,Cost,Text,Count\nCon,1,Draw a card.,2\nFrog,2,Go.,1\nfrog,3,Stay.,1\n"

SESSION = (
    "new game Été --from|Mes cartes.csv",
    "load ete",
    "export pdf ete -o|a b.pdf",
    "export pdf ete -o|a b.pdf",
    "export png ete -o png",
    "export cockatrice ete -o cockatrice",
    "export xlsx ete -o cards.xlsx",
    "translate extract ete --to fr -o fr.po",
    "translate merge fr.po --game ete --to fr",
    "new game pond",
    "load pond",
    "edit pond/rain",
    "db backup copy.db",
    "db restore copy.db",
    "export pdf pond -o pond.pdf",
    "db remove ete",
)
"""Commands that write every kind of file, some of them twice; words with spaces are behind a bar."""


@pytest.mark.deep("runs commands of every kind")
@pytest.mark.skipif(sys.platform != "linux", reason="other systems are themselves")
def test_a_session_needs_nothing_that_windows_lacks_and_moves_no_open_file(run_process, tmp_path):
    here = tmp_path / "Jeux d’été (v 2)"
    here.mkdir()
    (here / "Mes cartes.csv").write_text(SHEET, encoding="utf-8")
    for line in SESSION:
        words, _, last = line.partition("|")
        done = run_process(
            *words.split(),
            *filter(None, [last]),
            cwd=here,
            PYTHONPATH=str(Path(__file__).parent / "windows"),
            DECKWRIGHT_DB="C:\\Users\\Ada\\cards.db",
            EDITOR="sed -i s/Rain/Storm/",
        )
        assert done.code == 0, f"{line}: {done.out}{done.err}"
    assert {file.name for file in here.iterdir()} >= {
        "C:\\Users\\Ada\\cards.db",
        "C:\\Users\\Ada\\cards.db.replaced",
        "a b.pdf",
        "pond.pdf",
    }


def test_the_files_of_cards_named_alike_or_like_a_device_differ_in_more_than_case(run, tmp_path):
    (tmp_path / "cards.csv").write_text(SHEET, encoding="utf-8")
    for words in (
        "new game ete --from cards.csv",
        "load ete",
        "export png ete -o png",
        "export tts ete -o tts",
    ):
        run(*words.split(), cwd=tmp_path, DECKWRIGHT_DB="cards.db")
    pictures = [file.name.lower() for file in (tmp_path / "png").iterdir()]
    assert len({*pictures}) == len(pictures) >= 3
    assert not {"con.png", "con"} & {*pictures}


def test_yaml_is_read_alike_without_the_parser_that_windows_on_arm_lacks(monkeypatch, packaged):
    root = Path(packaged("dataset").folder)
    files = {file: file.read_bytes() for file in sorted(root.rglob("*.yaml"))}
    fast = {file: parse_document(data, str(file)) for file, data in files.items()}
    monkeypatch.setitem(sys.modules, "_ruamel_yaml", None)
    for file, data in files.items():
        slow = parse_document(data, str(file))
        assert slow.value == fast[file].value
        for key in slow.value:
            assert slow.where(key) == fast[file].where(key)

"""Workbooks that LibreOffice has written and changed are read as they are shown, and it opens ours."""

from __future__ import annotations

import datetime as dt
import shutil
import subprocess
from pathlib import Path

import pytest

from deckwright import resources
from deckwright.files.workbooks import read_spreadsheet

from ..processes import PATIENCE

SHEET = Path(__file__).parents[1] / "files" / "workbooks" / "libreoffice.fods"
"""A title in merged cells, a merged kind, formulas, a date, a currency, a comment, a filter, a hidden row and a hidden column."""

ROWS = [
    ["Name", "Kind", "Cost", "Double", "Made", "Price", "Rare", "Text"],
    ["Épée d’été", "Spell", 3, 6, dt.date(2026, 1, 31), 1.5, True, "First line,\n“second; line”."],
    ["Hidden eel", "Spell", 0.5, 1, "", "", False, "Hidden eel swims."],
    ["Newt", "Beast", 2, 4, "", "", "", "Œufs: 5 €"],
]
TEXTS = [
    ROWS[0],
    ["Épée d’été", "Spell", "3", "6", "31.1.2026", "€1.50", "TRUE", ROWS[1][-1]],
    ["Hidden eel", "", "0.5", "1", "", "", "FALSE", "Hidden eel swims."],
    ["Newt", "Beast", "2", "4", "", "", "", "Œufs: 5 €"],
]


@pytest.fixture(scope="module")
def convert(program, tmp_path_factory):
    """Open a file in LibreOffice, and save it in another format."""
    office, profile = program("soffice"), tmp_path_factory.mktemp("profile")

    def converted(file, form, folder):
        folder.mkdir(exist_ok=True)
        command = [office, f"-env:UserInstallation={profile.as_uri()}", "--headless", "--norestore"]
        command += ["--infilter=Text - txt - csv (StarCalc):44,34,76"] if file.suffix == ".csv" else []
        command += ["--convert-to", form, "--outdir", str(folder), str(file)]
        subprocess.run(command, check=True, capture_output=True, timeout=PATIENCE)
        return folder / f"{file.stem}.{form.partition(':')[0]}"

    return converted


def rows_of(file, encoding=""):
    """Rows below the title."""
    (worksheet,) = read_spreadsheet(file.read_bytes(), file.name, encoding).worksheets
    return [row.cells for row in worksheet.rows[1:]]


def test_what_it_saves_as_xlsx_and_ods_is_read_as_it_is_shown(convert, tmp_path):
    workbook = convert(SHEET, "xlsx", tmp_path / "first")
    assert rows_of(workbook) == ROWS
    changed = convert(workbook, "ods", tmp_path / "second")
    assert rows_of(changed) == ROWS
    assert rows_of(convert(changed, "xlsx", tmp_path / "third")) == ROWS


@pytest.mark.parametrize(
    ("number", "encoding"), [(76, ""), (65535, ""), (1, ""), (22, "iso-8859-15"), (2, "mac-roman")]
)
def test_what_it_saves_as_csv_is_read_in_its_encoding(convert, tmp_path, number, encoding):
    file = convert(SHEET, f"csv:Text - txt - csv (StarCalc):44,34,{number}", tmp_path / "csv")
    plain = str.maketrans("’“”", '\'""') if encoding == "iso-8859-15" else {}
    assert rows_of(file, encoding) == [[cell.translate(plain) for cell in row] for row in TEXTS]


@pytest.mark.parametrize("form", ["xlsx", "csv"])
def test_our_exports_that_it_has_saved_are_the_same_cards(convert, deckwright, tmp_path, form):
    before = deckwright("search", "game:data-monsters", "--json").json
    exported = tmp_path / f"monsters.{form}"
    deckwright("export", form, "data-monsters", "-o", str(exported))
    saved = convert(exported, "ods", tmp_path / "saved")
    game = tmp_path / "monsters"
    shutil.copytree(resources.folder("cards") / "data-monsters", game)
    for file in (game / "cards").iterdir():
        file.unlink()
    shutil.copy(saved, game / "cards" / "monsters.ods")
    assert deckwright("load", str(game)).code == 0
    assert deckwright("search", "game:data-monsters", "--json").json == before

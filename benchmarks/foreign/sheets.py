"""Start a game from card sheets of public repositories, and count the cells that are accounted for.

    python benchmarks/foreign/sheets.py COPIES

COPIES is a folder with copies of the repositories, each called OWNER+NAME; those that are missing are skipped. A cell is
used if its column has a part of cards, told if the report names its column, row or worksheet, and blank otherwise.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from deckwright.errors import InputError
from deckwright.files.sheet_columns import text_of
from deckwright.files.spreadsheets import column_letters
from deckwright.files.workbooks import read_spreadsheet
from deckwright.workbench.sheet_games import NewGameOptions, new_game_from_sheet

if TYPE_CHECKING:
    from deckwright.files.spreadsheets import Worksheet
    from deckwright.workbench.sheet_games import NewGame

LIST = Path(__file__).with_suffix(".txt")


class Count(NamedTuple):
    """Cells of a sheet that have something, and those of them that are used or told; the rest is lost in silence."""

    used: int
    told: int
    lost: tuple[str, ...]

    @property
    def total(self) -> int:
        """All cells that have something."""
        return self.used + self.told + len(self.lost)


def main() -> int:
    """Try each sheet of the list; whether one was refused, or has cells that are not accounted for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("copies", type=Path, help="a folder with copies of the repositories")
    copies = parser.parse_args().copies.resolve()
    tried = refused = 0
    counts: list[Count] = []
    with tempfile.TemporaryDirectory() as scratch:
        os.chdir(scratch)
        for line in LIST.read_text("utf-8").splitlines():
            repository, path = line.split(" ", maxsplit=1)
            data = stored(copies / repository.replace("/", "+"), path)
            if data is None:
                print(f"{line}: no copy")
                continue
            tried += 1
            sheet = Path(f"{tried}{Path(path).suffix.lower()}")
            sheet.write_bytes(data)
            try:
                made = new_game_from_sheet(f"Game {tried}", sheet, NewGameOptions(location="cards.db"))
            except InputError as error:
                refused += 1
                print(f"{line}: REFUSED: {error} {[finding.message for finding in error.findings][:3]}")
                continue
            counts.append(count := cells(made))
            lost = f", lost {len(count.lost)} ({', '.join(count.lost[:5])})" if count.lost else ""
            print(f"{line}: {made.cards} cards, used {count.used}, told {count.told}{lost}")
    total, lost_cells = sum(count.total for count in counts), sum(len(count.lost) for count in counts)
    print(
        f"{tried - refused} of {tried} sheets come in; {total - lost_cells} of {total} cells are accounted for."
    )
    return int(bool(refused or lost_cells))


def stored(copy: Path, path: str) -> bytes | None:
    """Bytes of a file in a copy of a repository, with or without its files; None if there is no copy."""
    folders = (copy / "repo/.git", copy / "repo", copy / ".git")
    git = next((folder for folder in folders if (folder / "HEAD").is_file()), None)
    if git is None:
        return None
    show = ["git", "-c", "safe.directory=*", f"--git-dir={git}", "show", f"HEAD:{path}"]
    shown = subprocess.run(show, capture_output=True, check=False)
    return shown.stdout if shown.returncode == 0 else None


def cells(made: NewGame) -> Count:
    """Count the cells of the sheet that a game has by what became of them."""
    sheet = next(file for file in made.files if file.parts[1] == "cards")
    out = {left.worksheet for left in made.left_out}
    parts = {
        (*place.rpartition("!")[::2],): column.part
        for column in made.columns
        for place in column.column.split(", ")
    }
    cells_told = {finding.where.cell for finding in made.findings if finding.where}
    rows_told = {
        (cell.rpartition("!")[0], re.sub(r".*?(\d+)$", r"\1", cell))
        for finding in made.findings
        if finding.where and finding.rule in {"row", "copies"} and (cell := finding.where.cell)
    }
    columns_told = {
        re.sub(r"\d+$", "", finding.where.cell)
        for finding in made.findings
        if finding.where and finding.rule == "column"
    }
    used = told = 0
    lost: list[str] = []
    worksheets = [
        worksheet
        for worksheet in read_spreadsheet(sheet.read_bytes(), str(sheet)).worksheets
        if worksheet.rows
    ]
    for worksheet in worksheets:
        for number, at, cell in filled(worksheet):
            letter = column_letters(at)
            part = parts.get((worksheet.name, letter), parts.get(("", letter)))
            row = (cell.rpartition("!")[0], str(number))
            if worksheet.name in out or part == "#" or cell in cells_told or row in rows_told:
                told += 1
            elif part:
                used += 1
            elif re.sub(r"\d+$", "", cell) in columns_told:
                told += 1
            else:
                lost.append(cell)
    return Count(used, told, tuple(lost))


def filled(worksheet: Worksheet) -> list[tuple[int, int, str]]:
    """Row, column and name of each cell that has something."""
    return [
        (row.number, at, worksheet.where(row, at).cell)
        for row in worksheet.rows
        for at, cell in enumerate(row.cells)
        if text_of(cell).strip()
    ]


if __name__ == "__main__":
    sys.exit(main())

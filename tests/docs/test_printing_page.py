"""The page on printing says what is so."""

import re
from pathlib import Path

from deckwright import resources
from deckwright.press.sheets.sheet import load_sheet

PAGE = (Path(__file__).parents[2] / "docs" / "printing.md").read_text(encoding="utf-8")
COUNTS = {3: "three", 4: "four", 8: "eight", 9: "nine", 10: "ten", 18: "eighteen"}


def test_the_sheet_that_it_shows_is_right(tmp_path):
    (tmp_path / "mine.yaml").write_text(re.search(r"```yaml\n(.*?)```", PAGE, re.DOTALL)[1], encoding="utf-8")
    sheet = load_sheet(str(tmp_path / "mine.yaml"))
    assert (sheet.card, sheet.bleed, sheet.ruler) == ((70, 120), 2, True)


def test_it_names_every_sheet_with_the_cards_that_it_holds():
    rows = [row.split("|")[1:3] for row in PAGE.splitlines() if row.startswith("| `") and "--" not in row]
    counts = {}
    for names, text in rows:
        found = re.findall(r"`([^`]+)`", names)
        numbers = [word for word in re.findall(r"\w+", text) if word in COUNTS.values()]
        counts |= {name: numbers[min(place, len(numbers) - 1)] for place, name in enumerate(found) if numbers}
    files = (resources.folder("exports") / "sheets").glob("*.yaml")
    counts["letter"] = counts["a4"]
    assert counts == {file.stem: COUNTS[load_sheet(file.stem).cards] for file in files}

"""What the preview does when one card is saved: reading and checking the folder, and drawing that card.

The 1,000 cards are in ten files. Beside the milliseconds of work (processor time), the ratio to reading the folder alone.
"""

from __future__ import annotations

import shutil
import statistics
import tempfile
import time
from pathlib import Path

RUNS = 7
GOAL = 50
"""Most milliseconds for a card."""

CARDS, FILES = 1_000, 10
_GAME = """\
id: bench
title: Bench
source_language: en
languages: [en]
fields: {cost: {title: Cost, type: integer}}
kinds: {card: {name: Card, fields: [cost]}}
"""


def main() -> None:
    """Measure a packaged game and a large one."""
    from deckwright import resources

    with tempfile.TemporaryDirectory() as name:
        small = Path(shutil.copytree(resources.folder("cards") / "data-monsters", Path(name, "small")))
        _print("one of 53 cards", small, small / "cards" / "hacks.yaml", "name: Scrum Planning", GOAL)
        large = _large_game(Path(name, "large"))
        _print(f"one of {CARDS:,} cards", large, large / "cards" / "0.yaml", "name: Card 10,", GOAL)


def _large_game(folder: Path) -> Path:
    (folder / "cards").mkdir(parents=True)
    (folder / "game.yaml").write_text(_GAME)
    for number in range(FILES):
        cards = [
            f"- {{id: card-{card}, kind: card, name: Card {card}, text: Draw {card} cards., fields: {{cost: {card % 9}}}}}\n"
            for card in range(number, CARDS, FILES)
        ]
        (folder / "cards" / f"{number}.yaml").write_text(f"cards:\n{''.join(cards)}")
    return folder


def _print(title: str, folder: Path, file: Path, words: str, goal: int) -> None:
    from deckwright.files.game_package import inspect_package

    reading, whole = [], []
    for times in _measured(folder, file, words):
        start = time.process_time()
        inspect_package(folder)
        reading.append(time.process_time() - start)
        whole.append(times)
    spent, floor = 1000 * statistics.median(whole), 1000 * statistics.median(reading)
    verdict = f"  (goal {goal} ms)" + ("" if spent <= goal else "  MISSED")
    print(f"preview: {title:<22} {spent:6.1f} ms  {spent / floor:4.2f} × reading{verdict}")


def _measured(folder: Path, file: Path, words: str) -> list[float]:
    """Seconds of work from reading the folder to what a page is told, for each change."""
    from deckwright.workbench.library import WantedLanguage
    from deckwright.workbench.previewing import News, Preview, View

    preview, news, view = Preview(folder, WantedLanguage()), News(), View(("en",))
    preview.reload()
    while not preview.update(view, news):
        continue
    news.take()
    text, found = file.read_text(), []
    for number in range(RUNS):
        changed = text.replace(words, words.replace("name: ", f"name: {number} "), 1)
        file.write_text(changed)
        start = time.process_time()
        preview.reload()
        preview.update(view, news)
        found.append(time.process_time() - start)
        if len(news.take()["cards"]) != 1:
            raise RuntimeError(file)
    file.write_text(text)
    return found


if __name__ == "__main__":
    main()

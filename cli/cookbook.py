"""Write below each illegal deck of docs/rules-cookbook.md what `deckwright check` prints about it.

`make docs` runs it; a test holds the page to it. Whoever changes a message edits no deck of the page.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.files.yaml import parse_document

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

PAGE = Path(__file__).parent.parent / "docs" / "rules-cookbook.md"

_YAML = re.compile(r"^```yaml\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_CSV = re.compile(r"^```csv\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_DECK = re.compile(r"^(Legal|Illegal): `(.+)`$(?:\n\n>.*(?:\n>.*)*)?", re.MULTILINE)
_FINDING = re.compile(r"^ +(\d+)/(deck\.yaml:.*)$")


class PageDeck(NamedTuple):
    """A deck of the page: its file without the game and the format, the format, and whether the page calls it legal."""

    text: str
    format: str
    is_legal: bool

    @property
    def file(self) -> str:
        """The whole file; what is added moves nothing."""
        if self.text.startswith("{"):
            return f"{self.text[:-1]}, game: tideways, format: {self.format}}}\n"
        return f"{self.text}\ngame: tideways\nformat: {self.format}\n"


class Recipe(NamedTuple):
    """A recipe of the page: its part of `game.yaml`, the CSV files of its lists, and its decks."""

    title: str
    snippet: str
    files: Mapping[str, str]
    decks: Sequence[PageDeck]

    @property
    def definition(self) -> Mapping[str, Any]:
        """The part of `game.yaml` as data."""
        return _parsed(self.snippet)


def recipes(page: str) -> list[Recipe]:
    """Every recipe of the page."""
    return [_recipe(part) for part in page.split("\n### ")[1:]]


def _recipe(part: str) -> Recipe:
    title, snippet = part.split("\n", 1)[0], "".join(_YAML.findall(part))
    names = re.findall(r"lists/\S+\.csv", snippet)
    form = list(_parsed(snippet)["formats"])[-1]
    decks = [PageDeck(deck[2], form, deck[1] == "Legal") for deck in _DECK.finditer(part)]
    return Recipe(title, snippet, dict(zip(names, _CSV.findall(part), strict=True)), decks)


def base_of(page: str) -> str:
    """The `game.yaml` that all recipes extend."""
    return _YAML.findall(page)[0]


def cards_of(page: str) -> str:
    """The file of cards that the tables at the top of the page describe."""
    return json.dumps({"defaults": {"origin": "sample"}, "cards": [*_cards(page.partition("\n### ")[0])]})


def _cards(text: str) -> Iterator[dict[str, Any]]:
    """Cards of the tables: a row each, with a column for each field, and `also` for what few cards have."""
    titles: list[str] = []
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")] if line.startswith("|") else []
        if cells and cells[0].startswith("`"):
            yield _card(cells[0].strip("`"), dict(zip(titles[1:], cells[1:], strict=True)))
        elif cells and not cells[0].startswith("-"):
            titles = cells


def _card(name: str, cells: dict[str, str]) -> dict[str, Any]:
    written = ", ".join(f"{title}: {_list(title, cell)}" for title, cell in cells.items() if cell)
    fields = _parsed(f"{{{written.replace('also: ', '')}}}")
    mark = fields.pop("mark", "")
    return {
        "id": name,
        "name": fields.pop("name", name.replace("-", " ").title()),
        "kind": fields.pop("kind", "captain"),
        "copies": fields.pop("copies", 1),
        "marks": [mark] if mark else [],
        "fields": fields,
    }


def _list(title: str, cell: str) -> str:
    return f"[{cell}]" if title == "colours" else cell


def _parsed(text: str) -> dict[str, Any]:
    value: dict[str, Any] = parse_document(text.encode(), PAGE.name).value
    return value


# What the program prints about the decks.


def write_game(page: str, folder: Path, parts: Sequence[Recipe]) -> None:
    """Write the game of the page with some of its recipes."""
    definition = _parsed(base_of(page))
    for recipe in parts:
        for section, entries in recipe.definition.items():
            definition.setdefault(section, {}).update(entries)
        for name, text in recipe.files.items():
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_text(text, encoding="utf-8")
    (folder / "cards").mkdir()
    (folder / "cards" / "cards.yaml").write_text(cards_of(page), encoding="utf-8")
    (folder / "game.yaml").write_text(json.dumps(definition), encoding="utf-8")


def findings_of(page: str) -> list[list[str]]:
    """The lines that `deckwright check` prints about each deck of the page, in their order."""
    parts = recipes(page)
    decks = [deck for recipe in parts for deck in recipe.decks]
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "game").mkdir()
        write_game(page, folder / "game", parts)
        for number, deck in enumerate(decks):
            (folder / str(number)).mkdir()
            (folder / str(number) / "deck.yaml").write_text(deck.file, encoding="utf-8")
        _run(folder, "load", "game")
        files = [f"{number}/deck.yaml" for number in range(len(decks))]
        return _by_deck(_run(folder, "check", *files), len(decks))


def _run(folder: Path, *arguments: str) -> str:
    environment = {
        **os.environ,
        "DECKWRIGHT_DB": str(folder / "x.db"),
        "LC_ALL": "C.UTF-8",
        "LANGUAGE": "en",
    }
    command = [sys.executable, "-m", "deckwright", *arguments]
    done = subprocess.run(  # noqa: S603 - the command is this program
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode > 1:
        raise RuntimeError(done.stdout + done.stderr)
    return done.stdout


def _by_deck(printed: str, number: int) -> list[list[str]]:
    """The findings of each deck; nothing is printed about legal ones."""
    found: list[list[str]] = [[] for _ in range(number)]
    for line in printed.splitlines():
        if finding := _FINDING.match(line):
            found[int(finding[1])].append(finding[2])
    return found


def written(page: str) -> str:
    """The page with what the program prints below each deck."""
    findings = iter(findings_of(page))

    def with_findings(deck: re.Match[str]) -> str:
        lines = next(findings)
        quote = "\n>\n".join(f"> {line}" for line in lines)
        return f"{deck[1]}: `{deck[2]}`" + (f"\n\n{quote}" if lines else "")

    return _DECK.sub(with_findings, page)


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")

"""What the checks of translations find of faults that translators corrected later.

    python benchmarks/foreign/corrections.py REPOSITORY [--to it,fr,es] [--seed 1] [--list 40]

REPOSITORY is a copy, with its history, of OWASP/cornucopia: cards in YAML files that end with the code of their language. Nothing of
it is kept. The first translation of each card is checked, and compared with its last one of the same source text. A text that
was changed a little was corrected; one that was translated anew counts neither way. Recall is how many of the corrected texts have a
finding that is not a mere note, precision how many of the texts with findings were corrected; `--list` shows some of the others, to
be read: many have faults that nobody has corrected yet.
"""

from __future__ import annotations

import argparse
import random
import re
import subprocess
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from rapidfuzz import fuzz
from translations import listed_findings

from deckwright.model.game import Game
from deckwright.model.translation import Message
from deckwright.translation.checks.spelling import Speller, dictionaries_for, read_dictionary

if TYPE_CHECKING:
    from collections.abc import Mapping

_FILE = re.compile(r"source/(?:archive/)?(?:ecommerce|webapp|mobileapp)-cards-[\d.]+-(\w+)\.yaml$")
_TAGS = {"no_nb": "nb", "pt_br": "pt-BR", "pt_pt": "pt-PT"}
_ALIKE = 75.0
"""How alike, in percent, a text and its correction are; others were translated anew."""


class _Text(NamedTuple):
    """A source text, with its first and last translation."""

    source: str
    first: str
    last: str


def main() -> None:
    """Read the history, check, and print a row for each language."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("repository", type=Path)
    parser.add_argument("--to", default="it,fr,es")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--list", type=int, default=0, help="show so many texts with findings that nobody corrected"
    )
    options = parser.parse_args()
    print("| language | texts | corrected | of them found | with findings | of them corrected |")
    print("|---|---|---|---|---|---|")
    for language in options.to.split(","):
        _measure(options, language)


def _measure(options: argparse.Namespace, language: str) -> None:
    texts = {
        text.source: text
        for text in _translations(options.repository, language).values()
        if text.first == text.last or fuzz.ratio(text.first, text.last) >= _ALIKE
    }
    entries = [
        Message(f"card-{number}.text", source, text.first, "draft")
        for number, (source, text) in enumerate(texts.items())
    ]
    tag = _TAGS.get(language, language)
    game = Game("foreign", "en", ("en", tag), {"title": "Foreign"}, {"en": {}, tag: {}})
    speller = Speller([read_dictionary(file) for file in dictionaries_for(tag)])
    found: dict[str, list[str]] = {}
    for finding in listed_findings(game, tag, entries, speller):
        found.setdefault(finding.entry.source, []).append(f"{finding.rule}: {finding.finding.message}")
    corrected = {source for source, text in texts.items() if text.first != text.last}
    both = len(corrected & found.keys())
    print(
        f"| {language} | {len(texts)} | {len(corrected)} | {both} ({both / max(1, len(corrected)):.0%}) "
        f"| {len(found)} | {both} ({both / max(1, len(found)):.0%}) |"
    )
    others = sorted(found.keys() - corrected)
    chance = random.Random(options.seed)  # noqa: S311 - not for secrets
    for source in chance.sample(others, min(options.list, len(others))):
        print(f"{source!r}\n  {texts[source].first!r}\n  " + "\n  ".join(found[source]))


def _translations(repository: Path, language: str) -> dict[str, _Text]:
    """First and last translation of each source text, by the order of commits."""
    texts: dict[str, _Text] = {}
    before: set[str] = set()
    for commit in _git(
        repository, "log", "--full-history", "--reverse", "--format=%H", "--", "source"
    ).split():
        tree = [
            line.split()
            for line in _git(repository, "ls-tree", "-r", commit, "source").split("\n")
            if "-cards-" in line
        ]
        files = {file: blob for _, _, blob, file in tree}
        for file, blob in files.items():
            if (match := _FILE.match(file)) and match[1] == language and blob not in before:
                before.add(blob)
                sources = _cards(repository, files.get(_english(file, files), ""))
                for card, text in _cards(repository, blob).items():
                    if (source := sources.get(card, text)) != text:
                        letters = re.sub(r"\W", "", source).casefold()
                        first = texts[letters] if letters in texts else _Text(source, text, text)
                        texts[letters] = first._replace(last=text)
    return texts


def _english(file: str, files: Mapping[str, str]) -> str:
    """The English file of the same version, or of the last one of the same game."""
    game = file.partition("-cards-")[0]
    same = re.sub(r"-\w+\.yaml$", "-en.yaml", file)
    others = [name for name in files if name.startswith(game) and name.endswith("-en.yaml")]
    return same if same in files else max(others, default="")


_CARD = re.compile(
    r"""^[\s-]+(?:id: "?(?P<id>\w+)"?|(?P<key>[A-Z]\w+):)\s*$(?:(?!^[\s-]+(?:id:|[A-Z]\w+:\s*$)).)*?^\s+desc: ["'](?P<text>.*?)["']\s*$""",
    re.DOTALL | re.MULTILINE,
)
"""A card with its text: older files are no YAML, with keys below a text."""


@cache
def _cards(repository: Path, blob: str) -> dict[str, str]:
    """Texts of cards in a file, by their codes."""
    text = _git(repository, "cat-file", "blob", blob) if blob else ""
    return {match["id"] or match["key"]: " ".join(match["text"].split()) for match in _CARD.finditer(text)}


def _git(repository: Path, *arguments: str) -> str:
    command = ["git", "-C", str(repository), *arguments]
    return subprocess.run(command, check=True, capture_output=True, encoding="utf-8").stdout


if __name__ == "__main__":
    main()

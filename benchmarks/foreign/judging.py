"""Judge decks of a foreign game with Deckwright, and compare the verdicts with those of the game's own checker."""

from __future__ import annotations

import json
import re
import time
import unicodedata
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from ruamel.yaml import YAML

from deckwright.construction.deck_checker import DeckChecker
from deckwright.files.game_package import read_package
from deckwright.model.card import Deck, DeckEntry, entry_fields

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import date
    from pathlib import Path

MOST_SHOWN = 12
"""Disagreements that are shown of each sort."""


class Sample(NamedTuple):
    """A deck to judge: copies by card id for each zone, its format, the day of the check, and where it is from.

    `facts` are fields that the deck itself sets, by card.
    """

    zones: Mapping[str, Mapping[str, int]]
    format: str
    day: date
    source: str
    facts: Mapping[str, Mapping[str, Any]] = {}


class Ruling(NamedTuple):
    """What a checker says of a deck: whether it is legal, and the sorts of rules that it breaks."""

    legal: bool
    broken: frozenset[str]
    words: tuple[str, ...] = ()


@dataclass(frozen=True)
class Comparison:
    """Which sort of rule each rule of ours is, and known differences by sort.

    `faults` of the other checker can change its verdict; `reports` differ only in which broken rules it names, and never in
    the verdict. A checker may not look at `late` sorts once it has found another broken rule.
    """

    sorts: Mapping[str, str]
    faults: Mapping[str, str] = field(default_factory=dict)
    reports: Mapping[str, str] = field(default_factory=dict)
    late: frozenset[str] = frozenset()


def slug(name: str) -> str:
    """An id for a name: small letters, digits and hyphens."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain.replace("'", "")).strip("-")


def ids_for(names: Iterable[tuple[str, str]]) -> list[str]:
    """Ids for pairs of a name and what distinguishes cards of one name."""
    pairs = [(slug(name), slug(other)) for name, other in names]
    count = Counter(name for name, _ in pairs)
    return [f"{name}-{other}" if count[name] > 1 or not name else name for name, other in pairs]


def read_template(file: Path) -> dict[str, Any]:
    """The rules of a game as its YAML file has them."""
    loaded: dict[str, Any] = YAML(typ="safe").load(file.read_text("utf-8"))
    return loaded


def choices(values: Iterable[str]) -> list[dict[str, str]]:
    """Choices of a field, by the names that its cards have."""
    return [{"const": slug(value), "title": value} for value in sorted(set(values))]


def write_game(folder: Path, game: Mapping[str, Any], cards: Sequence[Mapping[str, Any]]) -> None:
    """Write a game's folder. JSON is YAML."""
    (folder / "cards").mkdir(parents=True, exist_ok=True)
    (folder / "game.yaml").write_text(json.dumps(game, indent=1), "utf-8")
    (folder / "cards" / "all.yaml").write_text(json.dumps({"cards": cards}, indent=1), "utf-8")


class Judge:
    """Deckwright as a judge of one game."""

    def __init__(self, folder: Path) -> None:
        """Load the game of a folder.

        Raises:
            SystemExit: the game has errors.
        """
        start = time.process_time()
        box, findings = read_package(folder)
        for one in findings[:MOST_SHOWN]:
            print(f"{one.where}: {one.severity}: {one.message}")
        if box is None:
            raise SystemExit(f"{folder} has errors.")
        self._box = box
        self._cards = {card.id: card for card in box.cards}
        self._checker = DeckChecker(box.game, self._cards)
        print(f"Loaded {len(box.cards)} cards in {time.process_time() - start:.1f} s.")

    @property
    def rules(self) -> set[str]:
        """Ids of the rules that formats write."""
        formats = self._box.game.definition["formats"].values()
        return {rule["id"] for one in formats for rule in one.get("rules", [])}

    def print_size(self, official: int) -> None:
        """Print how many rules the formats have, beside the number of rules in the official text."""
        formats = self._box.game.definition["formats"].values()
        rules = [rule for one in formats for rule in one.get("rules", [])]
        keys = sum(key in one for one in formats for key in ("pool", "banned", "restricted"))
        parts = sum(len(rule.get(key, ())) for rule in rules for key in ("options", "free", "any"))
        written = len(rules) + keys
        print(
            f"{len(rules)} rules and {keys} pools and lists, with {parts} options and exceptions in them, for {official} rules"
            f" of the official text: {written / official:.2f} for each, or {(written + parts) / official:.2f} with the parts."
        )

    def verdict(self, sample: Sample) -> Ruling:
        """Judge one deck; it breaks the rules of which a finding is an error."""
        entries = [
            DeckEntry(card, copies, zone, fields=entry_fields(sample.facts.get(card, {})))
            for zone, cards in sample.zones.items()
            for card, copies in cards.items()
        ]
        deck = Deck(self._box.game.id, sample.source, tuple(entries), format=sample.format, date=sample.day)
        found = self._checker.check(deck).findings
        errors = [one for one in found if one.severity == "error"]
        return Ruling(
            not errors,
            frozenset(one.rule for one in errors),
            tuple(f"[{one.rule}] {one.message}" for one in errors),
        )


def compare(
    samples: Sequence[Sample], theirs: Sequence[Ruling], judge: Judge, comparison: Comparison
) -> bool:
    """Print how far two judges agree; whether every disagreement is a known fault of the other checker."""
    start = time.process_time()
    ours = [judge.verdict(sample) for sample in samples]
    seconds = time.process_time() - start
    print(f"Judged {len(samples)} decks in {seconds:.1f} s.")
    _print_verdicts(samples, ours, theirs)
    unexplained = _print_sorts(samples, ours, theirs, comparison)
    _print_kept(ours, judge)
    return not unexplained


def _print_verdicts(samples: Sequence[Sample], ours: Sequence[Ruling], theirs: Sequence[Ruling]) -> None:
    groups = {(sample.source.split(" ", maxsplit=1)[0], sample.format) for sample in samples}
    for source, name in sorted(groups):
        pairs = [
            (our, their)
            for sample, our, their in zip(samples, ours, theirs, strict=True)
            if sample.format == name and sample.source.split(" ", maxsplit=1)[0] == source
        ]
        same = sum(our.legal == their.legal for our, their in pairs)
        legal = sum(their.legal for _, their in pairs)
        print(f"{source:10} {name:18} {same} of {len(pairs)} verdicts agree ({legal} legal)")
    same = sum(our.legal == their.legal for our, their in zip(ours, theirs, strict=True))
    print(f"In all: {same} of {len(samples)} verdicts agree.")


def _print_sorts(
    samples: Sequence[Sample], ours: Sequence[Ruling], theirs: Sequence[Ruling], comparison: Comparison
) -> int:
    """Print agreement by sort of rule; the number of decks on which a disagreement is not known."""
    table: dict[str, Counter[str]] = {}
    known: Counter[str] = Counter()
    unexplained = 0
    for sample, our, their in zip(samples, ours, theirs, strict=True):
        found = {comparison.sorts.get(rule, rule) for rule in our.broken}
        for sort in found | their.broken:
            state = "both" if sort in found & their.broken else "ours" if sort in found else "theirs"
            table.setdefault(sort, Counter())[state] += 1
        differing = found ^ their.broken
        if found & their.broken:
            differing -= comparison.late
        excused = (
            comparison.faults if our.legal != their.legal else {**comparison.reports, **comparison.faults}
        )
        known.update(sort for sort in differing if sort in excused)
        if any(sort not in excused for sort in differing) or (our.legal != their.legal and not differing):
            unexplained += 1
            if unexplained <= MOST_SHOWN:
                print(f"-- {sample.source} ({sample.format}, {sample.day}): {sorted(differing)}")
                print("   ours:  ", *our.words[:5], sep="\n     ")
                print("   theirs:", *their.words[:5], sep="\n     ")
    for sort, count in sorted(table.items()):
        print(
            f"{sort:24} broken for both {count['both']:6}, only ours {count['ours']}, only theirs {count['theirs']}"
        )
    for sort, number in sorted(known.items()):
        print(f"Known: {sort}: {number} decks. {({**comparison.reports, **comparison.faults})[sort]}")
    print(f"{unexplained} decks with a difference that is not known.")
    return unexplained


def _print_kept(ours: Sequence[Ruling], judge: Judge) -> None:
    broken = Counter(rule for one in ours for rule in one.broken)
    print("Rules of ours by how many decks break them:", dict(sorted(broken.items())))
    print("Never broken:", sorted(judge.rules - set(broken)) or "none")

"""Judge decks of Doomtown with Deckwright and with townsquare's own deck helper.

    python benchmarks/foreign/doomtown.py HELPER DATA [--decks 3000] [--seed 1]

HELPER and DATA are copies of the repositories townteki/townsquare-deck-helper, in which `npm install` was run, and
townteki/townsquare-json-data; `node` runs the deck helper.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import subprocess
import tempfile
from datetime import date, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from judging import Comparison, Judge, Ruling, Sample, choices, compare, ids_for, read_template, write_game

HERE = Path(__file__).parent
OFFICIAL = 13
"""Rules in the official text, as README.md lists them."""

LATEST = date(2026, 11, 1)
FORMATS = ("original", "new")
POSSE = 5
PLACES = {"09006": 0, "16005": 3}
"""Cards that do not count as one of the starting posse."""

THEIRS = (
    (r"cards with printed value", "size"),
    (r"^Too many Joker", "jokers"),
    (r"^Too many cards in starting", "posse"),
    (r"^Too many Core", "core"),
    (r"^Negative starting", "wealth"),
    (r"not yet released$", "pool"),
    (r"^Starting multiple copies", "unique"),
    (r"^Starting non-core deed", "deeds"),
    (r"^Too many cards with same value", "values"),
    (r"more than 1 card on the restricted list", "restricted"),
    (r"cards that are banned", "banned"),
)
"""Messages of the other checker, by the sort of rule that they report."""

FAULTS = {
    "core": "It adds core deeds to a number that is not one, so that it never finds too many.",
    "banned": "It does not look at outfits and legends.",
    "pool": "It does not look at outfits and legends.",
}

REPORTS = {
    "values": "It counts jokers, which have no value, as cards of one value, so that five break that rule too."
}


class Data(NamedTuple):
    """Their cards by id, with the packs, the lists of the tournament rules by format, and ready-made decks."""

    cards: dict[str, dict[str, Any]]
    packs: list[dict[str, Any]]
    lists: dict[str, dict[str, Any]]
    decks: list[dict[str, Any]]


def read_data(folder: Path) -> Data:
    """Read their data, with an id for each card."""
    packs = json.loads((folder / "dtr-packs.json").read_text("utf-8"))
    files = sorted((folder / "packs").glob("*.json"))
    known = [card for file in files for card in json.loads(file.read_text("utf-8"))["cards"]]
    ids = ids_for((card["title"], card["code"]) for card in known)
    written = json.loads((folder / "restricted-list.json").read_text("utf-8"))
    lists = {
        one["cardSet"]: {**one["formats"][0], "name": one["issuer"], "banned": one["bannedCards"]}
        for one in written
    }
    decks = json.loads((folder / "standalone-decks.json").read_text("utf-8"))
    return Data(dict(zip(ids, known, strict=True)), packs, lists, decks)


def keywords(card: dict[str, Any]) -> list[str]:
    """The keywords of a card, in lower case."""
    return [keyword.strip().lower() for keyword in card["keywords"].split("•")]


def is_restricted(code: str, rules: dict[str, Any]) -> bool:
    """Whether a list restricts a card: from a number on, or up to one, with exceptions."""
    if "restrictedUpTo" in rules:
        is_listed = code <= rules["restrictedUpTo"]
    else:
        is_listed = code >= rules["restrictedFrom"]
    return code in rules["restricted"] or (is_listed and code not in rules["restrictedExceptions"])


def convert(data: Data, folder: Path) -> None:
    """Write the game's folder: their cards and lists with our rules."""
    game = read_template(HERE / "doomtown.yaml")
    game["fields"]["suit"]["oneOf"] = choices(card["suit"] for card in data.cards.values() if card["suit"])
    game["lists"] = {}
    for name, rules in data.lists.items():
        game["lists"][f"banned_{name}"] = [
            one for one, card in data.cards.items() if card["code"] in rules["banned"]
        ]
        game["lists"][f"restricted_{name}"] = [
            one for one, card in data.cards.items() if is_restricted(card["code"], rules)
        ]
    for kind in {card["type_code"] for card in data.cards.values()}:
        game["kinds"][kind] = {"name": kind.title(), "optional": list(game["fields"])}
    released = {pack["code"]: pack["available"] or pack.get("date_release") for pack in data.packs}
    cards = []
    for name, card in data.cards.items():
        values = {key: card[key] for key in ("rank", "cost", "wealth") if card[key] is not None}
        values |= {"suit": choices([card["suit"]])[0]["const"]} if card["suit"] else {}
        values |= {"released": day} if (day := released.get(card["pack_code"])) else {}
        values |= {"core": True} if "core" in keywords(card) else {}
        values |= {"many": True} if "non-unique" in keywords(card) else {}
        values["places"] = PLACES.get(card["code"], 1)
        cards.append(
            {
                "id": name,
                "name": card["title"],
                "kind": card["type_code"],
                "origin": "community",
                "fields": values,
            }
        )
    write_game(folder, game, cards)


class Generator:
    """Decks from a seed: mostly legal ones, and ones with a few changes."""

    def __init__(self, data: Data, seed: int) -> None:
        self._random = random.Random(seed)  # noqa: S311 - decks, not secrets
        self._cards = data.cards
        released = {pack["code"] for pack in data.packs if pack["available"]}
        self._by_kind: dict[str, list[str]] = {}
        for name, card in data.cards.items():
            if card["pack_code"] in released:
                self._by_kind.setdefault(card["type_code"], []).append(name)
        self._playable = [
            name for kind in ("dude", "action", "deed", "goods", "spell") for name in self._by_kind[kind]
        ]
        self._lists = data.lists
        self._changes = (
            self._add_any,
            self._add_copies,
            self._remove_one,
            self._add_joker,
            self._add_to_posse,
            self._add_to_posse,
            self._double_in_posse,
            self._start_a_deed,
            self._exchange,
        )

    def deck(self, number: int) -> Sample:
        """One deck, with no change or up to four."""
        form = FORMATS[number % 2]
        outfit = self._random.choice(self._by_kind["outfit"])
        posse = self._posse(self._cards[outfit]["wealth"] or 0, form)
        deck = {"cards": self._rest(posse, form), "posse": posse, "outfit": {outfit: 1}, "legend": {}}
        if self._happens(0.3):
            deck["legend"] = {self._random.choice(self._by_kind["legend"]): 1}
        for joker in self._random.sample(self._by_kind["joker"], self._random.choice((0, 1, 2))):
            deck["cards"][joker] = 1
        for _ in range(self._random.choice((0, 0, 1, 1, 2, 4))):
            self._random.choice(self._changes)(deck)
        is_late = self._happens(0.9)
        day = LATEST if is_late else date(2014, 9, 1) + timedelta(self._random.randrange(2900))
        return Sample(deck, form, day, f"generated {number}")

    def _is_free(self, name: str, form: str) -> bool:
        code, rules = self._cards[name]["code"], self._lists[form]
        return code not in rules["banned"] and not is_restricted(code, rules)

    def _posse(self, wealth: int, form: str) -> dict[str, int]:
        posse: dict[str, int] = {}
        places = cost = 0
        dudes = [name for name in self._by_kind["dude"] if self._is_free(name, form)]
        for name in self._random.sample(dudes, 40):
            card = self._cards[name]
            more = PLACES.get(card["code"], 1)
            if places + more <= POSSE and cost + card["cost"] <= wealth:
                posse[name] = 1
                places, cost = places + more, cost + card["cost"]
        return posse

    def _rest(self, posse: dict[str, int], form: str) -> dict[str, int]:
        by_value: dict[str, int] = {}
        for name, copies in posse.items():
            value = self._cards[name]["value"]
            by_value[value] = by_value.get(value, 0) + copies
        cards: dict[str, int] = {}
        remaining = 52 - sum(posse.values())
        pool = [name for name in self._playable if name not in posse and self._is_free(name, form)]
        self._random.shuffle(pool)
        for name in pool:
            value = self._cards[name]["value"]
            copies = min(self._random.choice((1, 2, 3, 4)), 4 - by_value.get(value, 0), remaining)
            if copies > 0:
                cards[name] = copies
                by_value[value] = by_value.get(value, 0) + copies
                remaining -= copies
        return cards

    def _happens(self, share: float) -> bool:
        return self._random.random() < share

    # Changes.

    def _add_any(self, deck: dict[str, dict[str, int]]) -> None:
        deck["cards"][self._random.choice(list(self._cards.keys() - self._apart()))] = 1

    def _apart(self) -> set[str]:
        return {
            name for name, card in self._cards.items() if card["type_code"] in {"outfit", "legend", "joker"}
        }

    def _add_copies(self, deck: dict[str, dict[str, int]]) -> None:
        deck["cards"][self._random.choice(list(deck["cards"]))] += self._random.choice((1, 2))

    def _remove_one(self, deck: dict[str, dict[str, int]]) -> None:
        del deck["cards"][self._random.choice(list(deck["cards"]))]

    def _exchange(self, deck: dict[str, dict[str, int]]) -> None:
        name = self._random.choice(list(deck["cards"]))
        copies = deck["cards"].pop(name)
        deck["cards"][self._random.choice(self._playable)] = copies

    def _add_joker(self, deck: dict[str, dict[str, int]]) -> None:
        deck["cards"][self._random.choice(self._by_kind["joker"])] = self._random.choice((1, 2, 3))

    def _add_to_posse(self, deck: dict[str, dict[str, int]]) -> None:
        deck["posse"][self._random.choice(self._by_kind["dude"])] = 1

    def _double_in_posse(self, deck: dict[str, dict[str, int]]) -> None:
        if deck["posse"]:
            deck["posse"][self._random.choice(list(deck["posse"]))] += 1

    def _start_a_deed(self, deck: dict[str, dict[str, int]]) -> None:
        core = [name for name in self._by_kind["deed"] if "core" in keywords(self._cards[name])]
        deeds = self._random.choice((core, core, self._by_kind["deed"]))
        for name in self._random.sample(deeds, self._random.choice((1, 1, 2))):
            deck["posse"][name] = 1


def ready_decks(data: Data) -> list[Sample]:
    """The ready-made decks of their repository, in both formats."""
    by_code = {card["code"]: name for name, card in data.cards.items()}
    samples = []
    for deck in data.decks:
        zones: dict[str, dict[str, int]] = {"cards": {}, "posse": {}, "outfit": {}, "legend": {}}
        zones["outfit"] = {by_code[deck["outfit"]["code"]]: 1}
        if deck.get("legend"):
            zones["legend"] = {by_code[deck["legend"]["code"]]: 1}
        for line in deck["drawCards"]:
            name, starting = by_code[line["card"]["code"]], line.get("starting") or 0
            zones["posse"] |= {name: starting} if starting else {}
            zones["cards"] |= {name: line["count"] - starting} if line["count"] > starting else {}
        samples += [Sample(zones, form, LATEST, f"published {deck['name']}") for form in FORMATS]
    return samples


def foreign_deck(sample: Sample, data: Data) -> dict[str, Any]:
    """A deck as the other checker reads it: copies of the starting posse are among those of the deck."""
    cards, posse = sample.zones["cards"], sample.zones["posse"]
    lines = [
        {
            "card": {"code": data.cards[name]["code"]},
            "count": cards.get(name, 0) + posse.get(name, 0),
            "starting": posse.get(name, 0),
        }
        for name in {**cards, **posse}
    ]
    sides = {
        zone: {"code": data.cards[name]["code"]}
        for zone in ("outfit", "legend")
        for name in sample.zones[zone]
    }
    deck = {"name": sample.source, "drawCards": lines, **sides}
    return {"day": sample.day.isoformat(), "list": sample.format, "deck": deck}


def foreign_rulings(samples: list[Sample], data: Data, helper: Path) -> list[Ruling]:
    """What the other checker says of some decks."""
    by_code = {card["code"]: card for card in data.cards.values()}
    decks = [foreign_deck(sample, data) for sample in samples]
    asked = {"packs": data.packs, "cards": by_code, "lists": data.lists, "decks": decks}
    done = subprocess.run(
        ["node", str(HERE / "doomtown.mjs"), str(helper)],
        input=json.dumps(asked).encode(),
        capture_output=True,
        check=True,
    )
    return [
        Ruling(not one["reasons"], frozenset(map(sort_of, one["reasons"])), tuple(one["reasons"]))
        for one in json.loads(done.stdout)
    ]


def sort_of(reason: str) -> str:
    """The sort of rule that a message of the other checker reports."""
    return next((sort for pattern, sort in THEIRS if re.search(pattern, reason)), f"unknown: {reason}")


def main() -> None:
    """Convert the game, judge its decks twice, and print how far the judges agree."""
    reader = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    reader.add_argument("helper", type=Path)
    reader.add_argument("data", type=Path)
    reader.add_argument("--decks", type=int, default=3000)
    reader.add_argument("--seed", type=int, default=1)
    options = reader.parse_args()
    data = read_data(options.data)
    generator = Generator(data, options.seed)
    samples = ready_decks(data) + [generator.deck(number) for number in range(options.decks)]
    theirs = foreign_rulings(samples, data, options.helper)
    with tempfile.TemporaryDirectory() as folder:
        convert(data, Path(folder) / "doomtown")
        judge = Judge(Path(folder) / "doomtown")
        compare(samples, theirs, judge, Comparison({"one-restricted": "restricted"}, FAULTS, REPORTS))
        judge.print_size(OFFICIAL)


if __name__ == "__main__":
    main()

"""Judge decks of A Game of Thrones (second edition) with Deckwright and with throneteki's own deck helper.

    python benchmarks/foreign/agot.py THRONETEKI DATA [--decks 3000] [--seed 1]

THRONETEKI and DATA are copies of the repositories throneteki/throneteki and throneteki/throneteki-json-data; `node` runs
the deck helper.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import subprocess
import tempfile
from collections import Counter
from datetime import date, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from judging import (
    Comparison,
    Judge,
    Ruling,
    Sample,
    choices,
    compare,
    ids_for,
    read_template,
    write_game,
)

HERE = Path(__file__).parent
OFFICIAL = 64
"""Rules in the official text, as README.md lists them."""

KINDS = {"character": "Character", "location": "Location", "attachment": "Attachment", "event": "Event"}
KINDS |= {"plot": "Plot", "agenda": "Agenda"}
LATEST = date(2026, 11, 1)
SORTS = {
    "plots": "plots",
    "agenda-plots": "plots",
    "draw": "draw",
    "agenda-draw": "draw",
    "brotherhood": "faction",
    "free-folk": "faction",
    "shunned-plots": "faction",
    "sea-of-blood": "faction",
    "faction": "faction",
    "restricted-list": "restricted",
    "attachments-by-title": "attachments",
    "events-by-title": "events",
}
"""Sorts of rules in which the other checker has one message for several rules of ours."""

THEIRS = (
    (r" - Contains more than 1 card on the restricted list:", "restricted"),
    (r" - Contains cards on the banned list:", "banned"),
    (r" - Contains multiple cards from pod", "pods"),
    (r"^Too (few|many) plot cards$", "plots"),
    (r"^Too few draw cards$", "draw"),
    (r"^Cards are not yet released|^You cannot include Draft cards", "pool"),
    (r"^Cards not allowed by faction|^Kings of|^The Brotherhood", "faction"),
    (r"^Must only contain neutral", "free-folk-redesign"),
    (r"^Maximum allowed number of doubled", "doubled-plots"),
    (r" has limit \d+$", "copies"),
    (r"^Must contain 12 or more Maester", "conclave"),
    (r"^Must contain 12 or more House Arryn", "falcon"),
    (r"^Must contain 12", "banner-twelve"),
    (r"^Must contain 7 or more different Kingsguard", "white-book"),
    (r"^Must contain 7 or more different Small Council", "small-council"),
    (r"^You cannot include more than 15 neutral", "fealty"),
    (r"^Rains of Castamere", "rains"),
    (r"^Alliance cannot", "banners"),
    (r"copy of each attachment", "attachments"),
    (r"copy of each event", "events"),
    (r"copy of each non-limited location", "locations"),
    (r"^Battle of the Trident", "trident"),
    (r"^Cannot contain more than 3 different", "three-of-each"),
    (r"outside factions?$", "wealth"),
    (r"drafted", "drafted"),
)
"""Messages of the other checker, by the sort of rule that they report."""

FAULTS = {
    "copies": "Where the limits of two printings of one title differ, it uses that of the first in the deck.",
    "armed": "The other checker has no rule for the agenda Armed to the Teeth (2026).",
    "three-of-each": "It counts different cards; the agenda counts them by title.",
    "small-council": "It counts copies; the agenda requires different characters.",
}

REPORTS = {
    "doubled-plots": "It counts plots of which there are exactly two; three copies break the limit as well."
}


class Data(NamedTuple):
    """Their cards by id, with the packs, the lists of the tournament rules and ready-made decks."""

    cards: dict[str, dict[str, Any]]
    packs: list[dict[str, Any]]
    legality: dict[str, dict[str, Any]]
    decks: list[dict[str, Any]]


def read_data(folder: Path) -> Data:
    """Read their data, with an id for each card that can be in a deck."""
    packs = [json.loads(file.read_text("utf-8")) for file in sorted((folder / "packs").glob("*.json"))]
    known = [(pack, card) for pack in packs for card in pack["cards"] if card["type"] in KINDS]
    ids = ids_for((card["name"], pack["code"]) for pack, card in known)
    cards = {
        name: {**card, "packCode": pack["code"], "label": card["name"], "released": pack.get("releaseDate")}
        for name, (pack, card) in zip(ids, known, strict=True)
    }
    lists = json.loads((folder / "restricted-list.json").read_text("utf-8"))
    newest = max(lists, key=lambda one: (one["date"], len(one["code"])))
    legality = {one["name"]: {"restricted": [], "banned": [], "pods": [], **one} for one in newest["formats"]}
    decks = json.loads((folder / "standalone-decks.json").read_text("utf-8"))
    return Data(cards, packs, legality, decks)


def keywords(card: dict[str, Any]) -> list[str]:
    """The keywords on a card's first line."""
    first = card["text"].split("\n")[0].split(".")
    patterns = {"limited": "Limited", "shadow": r"Shadow \((\d+|X)\)", "bestow": r"Bestow \(\d+\)"}
    return [
        name for name, pattern in patterns.items() if any(re.fullmatch(pattern, one.strip()) for one in first)
    ]


def agenda_facts(text: str) -> dict[str, Any]:
    """What an agenda's text says about decks that differs only in a name or a number."""
    plain = re.sub(r"<.*?>", "", text)
    found: dict[str, Any] = {}
    patterns = {
        "opens": r"include non-loyal \[(\w+)\] cards",
        "welcomes": r"non-loyal ([A-Z][\w ]+?) characters from any",
        "shuns": r"cannot include (?:any )?(\w+) plot cards",
    }
    for name, pattern in patterns.items():
        if said := re.search(pattern, plain):
            found[name] = [said[1].lower().replace(" ", "-")]
    if said := re.search(r"minimum deck size is (\d+)", plain):
        found["deck_size"] = int(said[1])
    if said := re.search(r"plot deck must be (?:exactly )?(\d+)", plain):
        found["plot_cards"] = int(said[1])
    return found


def convert(data: Data, folder: Path) -> None:
    """Write the game's folder: their cards and lists with our rules."""
    game = read_template(HERE / "agot.yaml")
    traits = choices(trait for card in data.cards.values() for trait in card.get("traits", []))
    factions = [{"const": name, "title": name} for name in sorted(_factions(data))]
    fields = game["fields"]
    fields["faction"]["oneOf"] = factions
    fields["opens"]["items"] = {"oneOf": factions}
    fields["pack"]["oneOf"] = [{"const": pack["code"].lower(), "title": pack["name"]} for pack in data.packs]
    for name in ("traits", "welcomes", "shuns"):
        fields[name]["items"] = {"oneOf": traits}
    by_code = {card["code"]: name for name, card in data.cards.items()}
    pods: dict[str, dict[str, list[str]]] = {}
    game["lists"] = {}
    for name, legal in data.legality.items():
        numbered = {f"pod-{number}": pod["cards"] for number, pod in enumerate(legal["pods"], 1)}
        fields[f"pods_{name}"]["items"] = {"enum": list(numbered)}
        pods[name] = {
            code: [pod for pod, cards in numbered.items() if code in cards]
            for cards in numbered.values()
            for code in cards
        }
        for sort in ("restricted", "banned"):
            listed = [by_code[code] for code in legal[sort] if code in by_code]
            if listed:
                game["lists"][f"{sort}_{name}"] = listed
    optional = [name for name in fields if name != "faction"]
    for kind, title in KINDS.items():
        game["kinds"][kind] = {"name": title, "fields": ["faction"], "optional": optional}
    cards: list[dict[str, Any]] = [
        {
            "id": f"house-{name}",
            "name": name,
            "kind": "house",
            "origin": "community",
            "fields": {"faction": name},
        }
        for name in sorted(_factions(data) - {"neutral"})
    ]
    for name, card in data.cards.items():
        values: dict[str, Any] = {
            "faction": card["faction"],
            "pack": card["packCode"].lower(),
            "deck_limit": card["deckLimit"],
        }
        values |= {"loyal": True} if card.get("loyal") else {}
        values |= {"released": card["released"]} if card["released"] else {}
        lists = {"traits": [one["const"] for trait in card.get("traits", []) for one in choices([trait])]}
        lists["keywords"] = keywords(card)
        lists |= {f"pods_{sort}": codes.get(card["code"], []) for sort, codes in pods.items()}
        values |= {key: value for key, value in lists.items() if value}
        values |= agenda_facts(card["text"]) if card["type"] == "agenda" else {}
        cards.append(
            {"id": name, "name": card["name"], "kind": card["type"], "origin": "community", "fields": values}
        )
    write_game(folder, game, cards)


def _factions(data: Data) -> set[str]:
    return {card["faction"] for card in data.cards.values()}


class Generator:
    """Decks from a seed: mostly legal ones, and ones with a few changes."""

    def __init__(self, data: Data, seed: int) -> None:
        self._random = random.Random(seed)  # noqa: S311 - decks, not secrets
        self._cards = data.cards
        self._legality = data.legality
        self._pods = [pod["cards"] for one in data.legality.values() for pod in one["pods"]]
        self._by_code = {card["code"]: name for name, card in data.cards.items()}
        self._factions = sorted(_factions(data) - {"neutral"})
        released = [name for name, card in data.cards.items() if card["released"]]
        self._agendas = [name for name in released if data.cards[name]["type"] == "agenda"]
        usual = [name for name in released if data.cards[name]["packCode"] not in {"VDS", "ToJ"}]
        self._draw = [name for name in usual if data.cards[name]["type"] not in {"plot", "agenda"}]
        self._plots = [name for name in usual if data.cards[name]["type"] == "plot"]
        self._changes = (
            self._add_plot,
            self._remove_plot,
            self._double_plot,
            self._shrink,
            self._add_stranger,
            self._add_stranger,
            self._add_copies,
            self._add_listed,
            self._add_pod,
            self._add_pod,
            self._add_special,
            self._add_namesake,
            self._remove_some,
            self._add_neutral_event,
        )

    def deck(self, format_name: str, number: int) -> Sample:
        """One deck of a format, with no change or up to four."""
        house = self._random.choice(self._factions)
        agenda = self._agenda(format_name)
        banners = self._banners() if agenda == "alliance" else []
        sides = [one for one in [agenda, *banners] if one]
        plots = self._random_plots(house, sides, 5 if format_name == "draft" else self._plot_count(sides))
        draw = self._random_draw(house, sides, self._size(format_name, sides))
        deck = {
            "cards": draw,
            "plots": plots,
            "agenda": {agenda: 1} if agenda else {},
            "banners": dict.fromkeys(banners, 1),
        }
        for _ in range(self._random.choice((0, 0, 1, 1, 2, 4))):
            self._random.choice(self._changes)(deck)
        zones: dict[str, dict[str, int]] = {"house": {f"house-{house}": 1}, **deck}
        if format_name == "draft":
            zones["drafted"] = self._drafted(deck)
        day = LATEST if self._happens(0.9) else date(2016, 1, 1) + timedelta(self._random.randrange(3900))
        return Sample(zones, format_name, LATEST if format_name == "draft" else day, f"generated {number}")

    def _agenda(self, format_name: str) -> str:
        drafted = [name for name in self._agendas if self._cards[name]["packCode"] == "VDS"]
        if format_name == "draft" and self._happens(0.8):
            return self._random.choice(drafted)
        usual = [name for name in self._agendas if self._cards[name]["packCode"] not in {"VDS", "ToJ"}]
        return self._random.choice(["", "alliance", "alliance", *usual, drafted[0]])

    def _banners(self) -> list[str]:
        banners = [name for name in self._agendas if "Banner" in self._cards[name].get("traits", [])]
        return self._random.sample(banners, self._random.choice((0, 1, 2, 2, 2, 2, 3)))

    def _plot_count(self, sides: list[str]) -> int:
        return next((facts["plot_cards"] for one in sides if "plot_cards" in (facts := self._facts(one))), 7)

    def _size(self, format_name: str, sides: list[str]) -> int:
        least: int = max(
            [40 if format_name == "draft" else 60, *(self._facts(one).get("deck_size", 0) for one in sides)]
        )
        return least + self._random.choice((0, 0, 0, 1, 3))

    def _facts(self, name: str) -> dict[str, Any]:
        return agenda_facts(self._cards[name]["text"])

    def _random_plots(self, house: str, sides: list[str], count: int) -> dict[str, int]:
        traits = {"the-rains-of-castamere": ("Scheme",), "battle-of-the-trident": ("Edict", "Siege", "War")}
        wanted = next((traits[one] for one in sides if one in traits), ())
        pool = [
            name
            for name in self._plots
            if self._cards[name]["faction"] in {house, "neutral"} and not self._is_listed(name)
        ]
        chosen: dict[str, int] = {}
        special = [name for name in pool if set(self._cards[name].get("traits", [])) & set(wanted)]
        if wanted and self._happens(0.9):
            number = count if wanted[0] == "Edict" else self._random.choice((4, 5, 5, 5, 5, 6))
            chosen = dict.fromkeys(self._random.sample(special, min(number, len(special))), 1)
        rest = [name for name in pool if name not in chosen and name not in special]
        self._random.shuffle(rest)
        names = {self._cards[name]["name"] for name in chosen}
        shuns = [trait.title() for one in sides for trait in self._facts(one).get("shuns", [])]
        for name in rest:
            if sum(chosen.values()) >= count:
                break
            is_shunned = set(shuns) & set(self._cards[name].get("traits", [])) and self._happens(0.95)
            if self._cards[name]["name"] not in names and not is_shunned:
                names.add(self._cards[name]["name"])
                chosen[name] = 1
        return chosen

    def _random_draw(self, house: str, sides: list[str], size: int) -> dict[str, int]:
        chosen: dict[str, int] = {}
        for one in sides:
            self._favour(one, chosen)
        pool = [name for name in self._draw if self._fits(name, house, sides)]
        self._random.shuffle(pool)
        most_neutral = self._random.choice((13, 15, 16)) if "fealty" in sides else 999
        titles = {self._cards[name]["name"] for name in chosen}
        neutral = 0
        for name in pool:
            left = size - sum(chosen.values())
            if left <= 0:
                break
            copies = min(left, self._random.choice((1, 1, 2, 3)), self._most(name, sides))
            if self._cards[name]["faction"] == "neutral":
                if neutral + copies > most_neutral:
                    continue
                neutral += copies
            if self._cards[name]["name"] not in titles:
                chosen[name] = copies
                titles.add(self._cards[name]["name"])
        return chosen

    def _most(self, name: str, sides: list[str]) -> int:
        single = {"valyrian-steel": "attachment", "dark-wings": "event", "trading-with-braavos": "location"}
        return next(
            (
                1
                for agenda, kind in single.items()
                if self._cards[name]["type"] == kind and any(one.startswith(agenda) for one in sides)
            ),
            min(3, self._cards[name]["deckLimit"]),
        )

    def _fits(self, name: str, house: str, sides: list[str]) -> bool:
        card = self._cards[name]
        kept = card["faction"] in {house, "neutral"} and not self._is_listed(name)
        unwanted = {
            "the-brotherhood-without-banners": card["type"] == "character" and card.get("loyal"),
            "the-free-folk-mod": card["faction"] != "neutral",
            "the-free-folk-r": card["faction"] != "neutral" and "Wildling" not in card.get("traits", []),
            "sea-of-blood-r": card["type"] == "event" and card["faction"] == "neutral",
            "armed-to-the-teeth": card["type"] == "attachment" and "Weapon" not in card.get("traits", []),
            "uniting-the-realm": card["faction"] != "neutral",
        }
        return kept and not any(unwanted.get(one) for one in sides)

    def _is_listed(self, name: str) -> bool:
        code = self._cards[name]["code"]
        return any(code in one["restricted"] + one["banned"] for one in self._legality.values()) or any(
            code in pod for pod in self._pods
        )

    def _favour(self, agenda: str, chosen: dict[str, int]) -> None:
        """Add cards that an agenda opens or requires."""
        facts = self._facts(agenda)
        pool = []
        number = self._random.choice((11, 12, 12, 12, 13, 14))
        for name in self._draw:
            card = self._cards[name]
            traits = {trait.lower().replace(" ", "-") for trait in card.get("traits", [])}
            fits = (
                card["faction"] in facts.get("opens", [])
                or (card["type"] == "character" and traits & set(facts.get("welcomes", [])))
                or (
                    agenda == "banner-of-the-falcon"
                    and "house-arryn" in traits
                    and card["faction"] == "neutral"
                )
                or (agenda.startswith("kingdom") and "shadow" in keywords(card))
                or (agenda == "trading-with-braavos" and "warship" in traits)
                or (agenda.startswith("protectors") and traits & {"knight", "army"})
                or (
                    agenda == "uniting-the-realm" and card["type"] != "event" and card["faction"] != "neutral"
                )
                or (agenda in {"treaty", "the-power-of-wealth"} and card["faction"] in self._factions[:2])
            )
            if fits and not card.get("loyal") and not self._is_listed(name):
                pool.append(name)
        self._random.shuffle(pool)
        taken: Counter[str] = Counter()
        titles: set[str] = set()
        for name in pool:
            card = self._cards[name]
            copies = self._random.choice((1, 1, 1, 2, 2, 3))
            if agenda == "uniting-the-realm" and taken[card["faction"]] >= self._random.choice(
                (3, 3, 3, 3, 4)
            ):
                continue
            if sum(chosen.values()) >= number and agenda != "uniting-the-realm":
                break
            if card["name"] not in titles:
                chosen[name] = min(copies, self._most(name, [agenda]))
                taken[card["faction"]] += 1
                titles.add(card["name"])

    def _drafted(self, deck: dict[str, dict[str, int]]) -> dict[str, int]:
        drafted: Counter[str] = Counter()
        for cards in deck.values():
            drafted.update(cards)
        for name in self._random.sample(self._draw, 20):
            drafted[name] += 1
        if self._happens(0.4):
            drafted[self._random.choice(list(drafted))] -= 1
        return {name: copies for name, copies in drafted.items() if copies > 0}

    def _happens(self, share: float) -> bool:
        return self._random.random() < share

    # Changes.

    def _add_plot(self, deck: dict[str, dict[str, int]]) -> None:
        deck["plots"][self._random.choice(self._plots)] = 1

    def _remove_plot(self, deck: dict[str, dict[str, int]]) -> None:
        if deck["plots"]:
            del deck["plots"][self._random.choice(list(deck["plots"]))]

    def _double_plot(self, deck: dict[str, dict[str, int]]) -> None:
        for name in self._random.sample(
            list(deck["plots"]), min(self._random.choice((1, 2, 2, 3)), len(deck["plots"]))
        ):
            if name in deck["plots"]:
                deck["plots"][name] += self._random.choice((1, 1, 1, 2))
                if self._happens(0.8) and len(deck["plots"]) > 1:
                    other = self._random.choice([one for one in deck["plots"] if one != name])
                    del deck["plots"][other]

    def _shrink(self, deck: dict[str, dict[str, int]]) -> None:
        if deck["cards"]:
            name = self._random.choice(list(deck["cards"]))
            deck["cards"][name] -= 1
            if not deck["cards"][name]:
                del deck["cards"][name]

    def _add_stranger(self, deck: dict[str, dict[str, int]]) -> None:
        deck["cards"][self._random.choice(self._draw)] = self._random.choice((1, 1, 2))

    def _add_copies(self, deck: dict[str, dict[str, int]]) -> None:
        if deck["cards"]:
            deck["cards"][self._random.choice(list(deck["cards"]))] += self._random.choice((1, 2, 3))

    def _add_listed(self, deck: dict[str, dict[str, int]]) -> None:
        listed = [code for one in self._legality.values() for code in one["restricted"] + one["banned"]]
        for code in self._random.sample(listed, self._random.choice((1, 2, 2))):
            self._add(deck, code)

    def _add_pod(self, deck: dict[str, dict[str, int]]) -> None:
        pod = self._random.choice(self._pods)
        for code in self._random.sample(pod, min(len(pod), self._random.choice((1, 2, 2, 3)))):
            self._add(deck, code)

    def _add(self, deck: dict[str, dict[str, int]], code: str) -> None:
        name = self._by_code.get(code, "")
        if name and self._cards[name]["type"] != "agenda":
            deck["plots" if self._cards[name]["type"] == "plot" else "cards"][name] = 1

    def _add_special(self, deck: dict[str, dict[str, int]]) -> None:
        special = [
            name
            for name, card in self._cards.items()
            if card["type"] not in {"agenda", "plot"}
            and (card["packCode"] in {"VDS", "ToJ"} or not card["released"])
        ]
        deck["cards"][self._random.choice(special)] = 1

    def _add_namesake(self, deck: dict[str, dict[str, int]]) -> None:
        names = {self._cards[name]["name"] for name in deck["cards"]}
        others = [
            name for name in self._draw if self._cards[name]["name"] in names and name not in deck["cards"]
        ]
        if others:
            deck["cards"][self._random.choice(others)] = self._random.choice((1, 2))

    def _add_neutral_event(self, deck: dict[str, dict[str, int]]) -> None:
        events = [name for name in self._draw if self._cards[name]["type"] == "event"]
        neutral = [name for name in events if self._cards[name]["faction"] == "neutral"]
        deck["cards"][self._random.choice(neutral)] = self._random.choice((1, 2))

    def _remove_some(self, deck: dict[str, dict[str, int]]) -> None:
        for name in self._random.sample(list(deck["cards"]), min(3, len(deck["cards"]))):
            del deck["cards"][name]


def ready_decks(data: Data) -> list[Sample]:
    """The ready-made decks of their repository, as decks for two and for many players."""
    by_code = {card["code"]: name for name, card in data.cards.items()}
    samples = []
    for deck in data.decks:
        cards = {by_code[one["code"]]: one["count"] for one in deck["cards"]}
        plots = {name: copies for name, copies in cards.items() if data.cards[name]["type"] == "plot"}
        zones = {
            "house": {f"house-{deck['faction']}": 1},
            "agenda": {by_code[deck["agenda"]]: 1} if deck.get("agenda") else {},
            "plots": plots,
            "cards": {name: copies for name, copies in cards.items() if name not in plots},
        }
        samples += [Sample(zones, name, LATEST, f"published {deck['name']}") for name in ("joust", "melee")]
    return samples


def foreign_deck(sample: Sample, data: Data) -> dict[str, Any]:
    """A deck as the other checker reads it."""

    def counted(zone: str) -> list[dict[str, Any]]:
        return [
            {"count": copies, "card": data.cards[name]["code"]}
            for name, copies in sample.zones.get(zone, {}).items()
        ]

    house = next(iter(sample.zones["house"])).removeprefix("house-")
    agendas = counted("agenda")
    return {
        "day": sample.day.isoformat(),
        "format": sample.format,
        "list": sample.format,
        "deck": {
            "faction": {"value": house, "name": house},
            "agenda": agendas[0]["card"] if agendas else None,
            "bannerCards": [one["card"] for one in counted("banners")],
            "drawCards": counted("cards"),
            "plotCards": counted("plots"),
            "draftedCards": [{"code": one["card"], "count": one["count"]} for one in counted("drafted")],
        },
    }


def foreign_rulings(samples: list[Sample], data: Data, throneteki: Path) -> list[Ruling]:
    """What the other checker says of some decks."""
    by_code = {card["code"]: card for card in data.cards.values()}
    packs = [{"code": pack["code"], "releaseDate": pack.get("releaseDate")} for pack in data.packs]

    decks = [foreign_deck(sample, data) for sample in samples]
    given = {"packs": packs, "cards": by_code, "factions": [], "legality": data.legality, "decks": decks}
    done = subprocess.run(
        ["node", str(HERE / "agot.mjs"), str(throneteki)],
        input=json.dumps(given).encode(),
        capture_output=True,
        check=True,
    )
    return [
        Ruling(one["legal"], frozenset(map(sort_of, one["reasons"])), tuple(one["reasons"]))
        for one in json.loads(done.stdout)
    ]


def sort_of(reason: str) -> str:
    """The sort of rule that a message of the other checker reports."""
    for pattern, sort in THEIRS:
        if re.search(pattern, reason):
            return sort
    return f"unknown: {reason}"


def main() -> None:
    """Convert the game, judge its decks twice, and print how far the judges agree."""
    reader = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    reader.add_argument("throneteki", type=Path)
    reader.add_argument("data", type=Path)
    reader.add_argument("--decks", type=int, default=3000)
    reader.add_argument("--seed", type=int, default=1)
    given = reader.parse_args()
    data = read_data(given.data)
    generator = Generator(data, given.seed)
    formats = ("joust", "joust", "melee", "draft")
    samples = ready_decks(data)
    samples += [generator.deck(formats[number % len(formats)], number) for number in range(given.decks)]
    theirs = foreign_rulings(samples, data, given.throneteki)
    with tempfile.TemporaryDirectory() as folder:
        convert(data, Path(folder) / "agot")
        judge = Judge(Path(folder) / "agot")
        compare(samples, theirs, judge, Comparison(SORTS, FAULTS, REPORTS))
        judge.print_size(OFFICIAL)


if __name__ == "__main__":
    main()

"""Judge decks of Netrunner with Deckwright and with the deck validator of jinteki.net.

    python benchmarks/foreign/netrunner.py VALIDATOR DATA [--decks 3000] [--seed 1]

VALIDATOR and DATA are copies of the repositories mtgred/netrunner and NetrunnerDB/netrunner-cards-json; `clojure` runs the
validator. Decks are judged as of a day since October 2017, when restricted lists took the form that it knows.
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

from judging import (
    Comparison,
    Judge,
    Ruling,
    Sample,
    choices,
    compare,
    ids_for,
    read_template,
    slug,
    write_game,
)

HERE = Path(__file__).parent
OFFICIAL = 30
"""Rules in the official text, as README.md lists them."""

FIRST = date(2017, 10, 1)
LATEST = date(2026, 11, 1)
FORMATS = ("casual", "standard", "startup", "eternal", "system-gateway")
TITLES = {
    "haas_bioroid": "Haas-Bioroid",
    "nbn": "NBN",
    "neutral_corp": "Neutral",
    "neutral_runner": "Neutral",
}
SINGLETON = ("nova-initiumia-catalyst-impetus", "ampere-cybernetics-for-anyone")
SORTS = {
    "no-identity": "identity-cards",
    "side": "identity-cards",
    "agendas": "identity-cards",
    "custom-biotics": "identity-cards",
    "singleton": "copies",
    "restricted-list": "restricted",
}

REPORTS = {
    "agenda-points": "It counts a deck that is too small as if it had the least number of cards.",
    "banned": "It does not look for cards on the lists that are not in the pool.",
    "identity-cards": "Without an identity, no other card can be judged by it.",
    "points": "It does not look for cards on the lists that are not in the pool.",
    "restricted": "It does not look for cards on the lists that are not in the pool.",
    "one-box": "It allows three copies of cards that are not in the box, which are not in the pool either.",
}


class Period(NamedTuple):
    """Cards of a format and its lists, from one day until the next period begins."""

    since: date
    cards: frozenset[str]
    banned: frozenset[str]
    restricted: frozenset[str]
    points: dict[str, int]
    limit: int | None


class Data(NamedTuple):
    """Their cards by our ids, and the periods of each format."""

    cards: dict[str, dict[str, Any]]
    periods: dict[str, list[Period]]


def read_json(file: Path) -> Any:
    """What a file of theirs holds."""
    return json.loads(file.read_text("utf-8"))


def read_data(folder: Path) -> Data:
    """Read their data, with an id for each card."""
    root = folder / "v2"
    found = [read_json(file) for file in sorted((root / "cards").glob("*.json"))]
    sets: dict[str, set[str]] = {}
    boxes: dict[str, int] = {}
    for file in (root / "printings").glob("*.json"):
        for printing in read_json(file):
            sets.setdefault(printing["card_id"], set()).add(printing["card_set_id"])
            if printing["card_set_id"] == "system_gateway":
                boxes[printing["card_id"]] = printing["quantity"]
    ids = ids_for((card["title"], card["id"]) for card in found)
    ours = {card["id"]: name for name, card in zip(ids, found, strict=True)}
    cards = {
        ours[card["id"]]: {**card, "sets": sets.get(card["id"], set()), "in_box": boxes.get(card["id"])}
        for card in found
    }
    names = {name: _periods(root, name, cards, ours) for name in ("standard", "startup", "eternal")}
    return Data(cards, names)


def _periods(root: Path, name: str, cards: dict[str, dict[str, Any]], ours: dict[str, str]) -> list[Period]:
    """The periods of a format; a list begins on its own day if that is later than the format's."""
    pools = {
        pool["id"]: set(pool["card_set_ids"]) for pool in read_json(root / "card_pools" / f"{name}.json")
    }
    found = []
    for one in read_json(root / "formats" / f"{name}.json")["snapshots"]:
        if one["id"].startswith("sunset"):
            continue
        listed: dict[str, Any] = {}
        if "restriction_id" in one:
            listed = read_json(root / "restrictions" / name / f"{one['restriction_id']}.json")
        pool = pools[one["card_pool_id"]]
        subtypes = set(listed.get("subtypes", {}).get("banned", []))
        found.append(
            Period(
                date.fromisoformat(max(one["date_start"], listed.get("date_start", ""))),
                frozenset(card for card, facts in cards.items() if facts["sets"] & pool),
                frozenset(ours[card] for card in listed.get("banned", []))
                | {card for card, facts in cards.items() if subtypes & set(facts.get("subtypes") or [])},
                frozenset(ours[card] for card in listed.get("restricted", [])),
                {
                    ours[card]: int(points)
                    for points, names in listed.get("points", {}).items()
                    for card in names
                },
                listed.get("point_limit"),
            )
        )
    return sorted(found, key=lambda period: period.since)


def period_on(periods: list[Period], day: date) -> Period | None:
    """The period of a format that a day is in."""
    begun = [period for period in periods if period.since <= day]
    return begun[-1] if begun else None


def kind_of(card: dict[str, Any]) -> str:
    """The kind of a card: an identity is one of either side."""
    kind: str = card["card_type_id"]
    return "identity" if kind.endswith("identity") else kind


def faction_of(card: dict[str, Any]) -> str:
    """The faction as a choice: neutral cards of both sides are of one."""
    return "neutral" if card["faction_id"].startswith("neutral") else slug(card["faction_id"])


def dated(periods: list[Period], read: Any) -> list[dict[str, Any]]:
    """Entries of a list: for each card, the days on which it is on the list, and its number."""
    entries: list[dict[str, Any]] = []
    for name in sorted({card for period in periods for card in read(period)}):
        spans: list[dict[str, Any]] = []
        for number, period in enumerate(periods):
            value = read(period).get(name)
            last = periods[number + 1].since - timedelta(1) if number + 1 < len(periods) else None
            if value is None:
                continue
            if spans and spans[-1]["value"] == value and spans[-1]["next"] == number:
                spans[-1] |= {"until": last, "next": number + 1}
            else:
                spans.append({"value": value, "since": period.since, "until": last, "next": number + 1})
        for span in spans:
            days = {"since": span["since"].isoformat()} | (
                {"until": span["until"].isoformat()} if span["until"] else {}
            )
            entries.append({"card": name, "value": span["value"], **days})
    return entries


def convert(data: Data, folder: Path) -> None:
    """Write the game's folder: their cards and lists with our rules."""
    game = read_template(HERE / "netrunner.yaml")
    fields = game["fields"]
    fields["faction"]["oneOf"] = choices(faction_of(card) for card in data.cards.values())
    fields["subtypes"]["items"] = {
        "oneOf": choices(one for card in data.cards.values() for one in card.get("subtypes") or [])
    }
    optional = list(fields)
    kinds = sorted({kind_of(card) for card in data.cards.values()})
    game["kinds"] = {kind: {"name": kind.title(), "optional": optional} for kind in kinds}
    written: dict[str, list[dict[str, Any]]] = {}
    for name, periods in data.periods.items():
        written[f"{name}_pool"] = dated(periods, lambda period: dict.fromkeys(period.cards, 1))
        written[f"{name}_banned"] = dated(periods, lambda period: dict.fromkeys(period.banned, 1))
    written["standard_restricted"] = dated(
        data.periods["standard"], lambda period: dict.fromkeys(period.restricted, 1)
    )
    written["eternal_points"] = dated(data.periods["eternal"], lambda period: period.points)
    game["lists"] = {name: f"lists/{name}.csv" for name in written}
    write_game(folder, game, [_card(name, card) for name, card in data.cards.items()])
    (folder / "lists").mkdir()
    for name, entries in written.items():
        lines = [f"{one['card']},{one['value']},{one['since']},{one.get('until', '')}\n" for one in entries]
        (folder / "lists" / f"{name}.csv").write_text("card,value,since,until\n" + "".join(lines), "utf-8")


def _card(name: str, card: dict[str, Any]) -> dict[str, Any]:
    values = {
        "side": card["side_id"],
        "faction": faction_of(card),
        "subtypes": [slug(one) for one in card.get("subtypes") or []] or None,
        "deck_limit": card["deck_limit"],
        "influence": card.get("influence_cost"),
        "agenda_points": card.get("agenda_points"),
        "deck_size": card.get("minimum_deck_size"),
        "influence_limit": card.get("influence_limit"),
        "in_box": card["in_box"],
        "is_draft": (kind_of(card) == "identity" and card["sets"] == {"draft"}) or None,
        "is_singleton": name in SINGLETON or None,
    }
    known = {key: value for key, value in values.items() if value is not None}
    return {"id": name, "name": card["title"], "kind": kind_of(card), "origin": "community", "fields": known}


class Generator:
    """Decks from a seed: mostly legal ones, and ones with a few changes."""

    def __init__(self, data: Data, seed: int) -> None:
        self._random = random.Random(seed)  # noqa: S311 - decks, not secrets
        self._data = data
        self._cards = data.cards
        self._identities = [name for name, card in data.cards.items() if kind_of(card) == "identity"]
        self._changes = (
            self._shrink,
            self._grow,
            self._add_stranger,
            self._add_stranger,
            self._add_copies,
            self._add_agenda,
            self._remove_agenda,
            self._add_other_side,
            *[self._add_listed] * 5,
            self._add_alliance,
            self._add_alliance,
        )

    def deck(self, format_name: str, number: int) -> Sample:
        """One deck of a format, with no change or up to four."""
        periods = self._data.periods.get(format_name)
        begun = [one.since for one in periods or () if one.since >= FIRST]
        day = self._random.choice(
            [FIRST, LATEST, *begun, *(one - timedelta(1) for one in begun if one > FIRST)]
        )
        period = period_on(periods, day) if periods else None
        allowed = self._allowed(format_name, period)
        identities = [name for name in self._identities if name in allowed]
        usual = [name for name in identities if "side_id" in self._cards[name]]
        special = [*SINGLETON, "the-professor-keeper-of-knowledge", "custom-biotics-engineered-for-success"]
        identity = self._random.choice([*usual, *special] if self._happens(0.9) else self._identities)
        draw = self._legal(identity, sorted(allowed))
        for _ in range(self._random.choice((0, 0, 0, 1, 1, 3))):
            self._random.choice(self._changes)(draw, identity, period)
        zones = {"cards": draw, "identity": {} if self._happens(0.01) else {identity: 1}}
        return Sample(zones, format_name, day, f"generated {number}")

    def _allowed(self, format_name: str, period: Period | None) -> set[str]:
        if format_name == "system-gateway":
            return {name for name, card in self._cards.items() if card["in_box"]}
        if period is None:
            return set(self._cards)
        listed = set(period.restricted) | set(period.points)
        return (
            set(period.cards) - period.banned - set(self._random.sample(sorted(listed), len(listed) * 3 // 4))
        )

    def _legal(self, identity: str, allowed: list[str]) -> dict[str, int]:
        facts = self._cards[identity]
        faction, side = faction_of(facts), facts["side_id"]
        size = facts.get("minimum_deck_size", 30) + self._random.choice((0, 0, 0, 4, 4, 9, -1))
        most = 1 if identity in SINGLETON else self._random.choice((2, 3, 3))
        deck: dict[str, int] = {}
        if side == "corp":
            self._put_agendas(deck, identity, allowed, size)
        own = [
            name
            for name in allowed
            if self._cards[name]["side_id"] == side
            and kind_of(self._cards[name]) not in {"agenda", "identity"}
            and faction_of(self._cards[name]) in {faction, "neutral"}
        ]
        self._random.shuffle(own)
        left = facts.get("influence_limit")
        left = self._random.choice((0, 15)) if left is None else left + self._random.choice((0, 0, 0, 1))
        others = [
            name
            for name in allowed
            if self._cards[name]["side_id"] == side
            and kind_of(self._cards[name]) not in {"agenda", "identity"}
            and faction_of(self._cards[name]) != faction
        ]
        self._random.shuffle(others)
        alliances = [name for name in others if "alliance" in (self._cards[name].get("subtypes") or [])]
        for name in [*self._random.sample(alliances, min(2, len(alliances))), *others][:15]:
            cost = self._cards[name].get("influence_cost") or 0
            copies = self._random.choice((1, 1, 2, 3))
            if self._happens(0.7) and cost * copies <= left and "ambiotics" not in identity:
                deck[name] = min(copies, most, self._cards[name]["deck_limit"])
                left -= cost * deck[name]
        for name in own:
            missing = size - sum(deck.values())
            if missing <= 0:
                break
            if name not in deck:
                deck[name] = min(missing, most, self._cards[name]["deck_limit"])
        return deck

    def _put_agendas(self, deck: dict[str, int], identity: str, allowed: list[str], size: int) -> None:
        faction = faction_of(self._cards[identity])
        wanted = 2 + 2 * (size // 5)
        agendas = [
            name
            for name in allowed
            if kind_of(self._cards[name]) == "agenda"
            and (faction_of(self._cards[name]) in {faction, "neutral"} or identity in SINGLETON)
        ]
        self._random.shuffle(agendas)
        points = 0
        taken: dict[str, int] = {}
        for name in agendas:
            each = self._cards[name].get("agenda_points") or 0
            copies = 1 if identity in SINGLETON else self._random.choice((1, 2, 3))
            copies = min(
                copies, self._cards[name]["deck_limit"], (wanted + 1 - points) // each if each else 1
            )
            group = faction_of(self._cards[name])
            is_full = (
                identity in SINGLETON
                and group != "neutral"
                and taken.get(group, 0) >= self._random.choice((2, 2, 2, 3))
            )
            if copies > 0 and points < wanted and not is_full:
                deck[name] = copies
                points += copies * each
                taken[group] = taken.get(group, 0) + copies

    def _happens(self, share: float) -> bool:
        return self._random.random() < share

    # Changes.

    def _shrink(self, deck: dict[str, int], _identity: str, _period: Period | None) -> None:
        name = self._random.choice(list(deck))
        deck[name] -= 1
        if not deck[name]:
            del deck[name]

    def _grow(self, deck: dict[str, int], identity: str, _period: Period | None) -> None:
        for _ in range(self._random.choice((1, 2, 4))):
            self._put(deck, self._like(identity, lambda card: kind_of(card) not in {"agenda", "identity"}))

    def _add_stranger(self, deck: dict[str, int], identity: str, _period: Period | None) -> None:
        self._put(deck, self._like(identity, lambda card: kind_of(card) != "identity"))

    def _add_copies(self, deck: dict[str, int], _identity: str, _period: Period | None) -> None:
        deck[self._random.choice(list(deck))] += self._random.choice((1, 2))

    def _add_agenda(self, deck: dict[str, int], identity: str, _period: Period | None) -> None:
        if self._cards[identity]["side_id"] == "corp":
            self._put(deck, self._like(identity, lambda card: kind_of(card) == "agenda"))

    def _remove_agenda(self, deck: dict[str, int], _identity: str, _period: Period | None) -> None:
        agendas = [name for name in deck if kind_of(self._cards[name]) == "agenda"]
        if agendas and len(deck) > 1:
            del deck[self._random.choice(agendas)]

    def _add_other_side(self, deck: dict[str, int], _identity: str, _period: Period | None) -> None:
        self._put(deck, self._random.choice(list(self._cards)))

    def _add_listed(self, deck: dict[str, int], identity: str, period: Period | None) -> None:
        if period is None:
            return
        listed = period.banned if self._happens(0.3) else {*period.restricted, *period.points}
        side = self._cards[identity]["side_id"]
        fitting = sorted(name for name in listed if self._cards[name]["side_id"] == side)
        for name in self._random.sample(fitting, min(len(fitting), self._random.choice((1, 2, 3, 6)))):
            self._put(deck, name)

    def _add_alliance(self, deck: dict[str, int], identity: str, _period: Period | None) -> None:
        self._put(deck, self._like(identity, lambda card: "alliance" in (card.get("subtypes") or [])))

    def _like(self, identity: str, test: Any) -> str:
        side = self._cards[identity]["side_id"]
        fitting = [name for name, card in self._cards.items() if card["side_id"] == side and test(card)]
        return self._random.choice(fitting) if fitting else identity

    def _put(self, deck: dict[str, int], name: str) -> None:
        deck[name] = deck.get(name, 0) + self._random.choice((1, 1, 2))


def published_decks(data: Data, validator: Path) -> list[Sample]:
    """The ready-made decks of the other checker's repository, most of them of world championships, in every format."""
    done = subprocess.run(
        ["clojure", str(HERE / "netrunner.clj"), str(validator)],
        capture_output=True,
        check=True,
        encoding="utf-8",
    )
    by_title = {slug(card["title"]): name for name, card in data.cards.items()}
    samples = []
    for line in done.stdout.splitlines():
        name, identity, cards = json.loads(line)
        found = {by_title[slug(title)]: copies for copies, title in cards if slug(title) in by_title}
        if len(found) == len(cards) and slug(identity) in by_title:
            year = re.search(r"20(1[7-9]|2\d)", name)
            day = min(date(int(year[0]), 12, 1), LATEST) if year else LATEST
            zones = {"cards": found, "identity": {by_title[slug(identity)]: 1}}
            samples += [Sample(zones, one, day, f"published {name}") for one in FORMATS]
        else:
            print(f"Not judged, because their data does not have all of its cards: {name}")
    return samples


def edn(value: Any) -> str:
    """A value as Clojure reads it; keys that begin with a colon are keywords."""
    if isinstance(value, dict):
        return "{" + " ".join(f"{edn(key)} {edn(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + " ".join(map(edn, value)) + "]"
    if isinstance(value, str):
        return value if value.startswith(":") else json.dumps(value, ensure_ascii=False)
    return "nil" if value is None else json.dumps(value)


def foreign_card(card: dict[str, Any]) -> dict[str, Any]:
    """A card as the other checker knows it."""
    kind = kind_of(card)
    values = {
        ":title": card["title"],
        ":type": "ICE" if kind == "ice" else kind.title(),
        ":side": card["side_id"].title(),
        ":faction": TITLES.get(card["faction_id"], card["faction_id"].replace("_", " ").title()),
        ":subtypes": [one.replace("_", " ").title() for one in card.get("subtypes") or []],
        ":factioncost": card.get("influence_cost"),
        ":agendapoints": card.get("agenda_points"),
        ":minimumdecksize": card.get("minimum_deck_size"),
        ":influencelimit": card.get("influence_limit"),
        ":deck-limit": card["deck_limit"],
        ":quantity": card["in_box"],
        ":setname": "Draft" if card["sets"] == {"draft"} else "",
    }
    return {key: value for key, value in values.items() if value is not None}


def foreign_deck(sample: Sample, data: Data) -> dict[str, Any]:
    """A deck as the other checker reads it, with the state of each of its cards in the format on the day."""
    names = [*sample.zones["cards"], *sample.zones["identity"]]
    periods = data.periods.get(sample.format)
    period = period_on(periods, sample.day) if periods else None

    def state(name: str) -> dict[str, Any]:
        if sample.format == "casual":
            return {":legal": True}
        if sample.format == "system-gateway":
            return {":legal": True} if data.cards[name]["in_box"] else {":rotated": True}
        if period is None or name not in period.cards:
            return {":rotated": True}
        if name in period.banned:
            return {":banned": True}
        restricted: dict[str, Any] = {":restricted": True} if name in period.restricted else {}
        points = {":points": period.points[name]} if name in period.points else {}
        return {":legal": True} | restricted | points

    return {
        ":identity": next(iter(sample.zones["identity"]), None),
        ":lines": dict(sample.zones["cards"]),
        ":fmt": f":{sample.format}",
        ":legal": {name: state(name) for name in names},
        ":limit": period.limit if period else None,
    }


def foreign_rulings(samples: list[Sample], data: Data, validator: Path) -> list[Ruling]:
    """What the other checker says of some decks."""
    given = {
        ":cards": {name: foreign_card(card) for name, card in data.cards.items()},
        ":decks": [foreign_deck(sample, data) for sample in samples],
    }
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "decks.edn"
        file.write_text(edn(given), "utf-8")
        done = subprocess.run(
            ["clojure", str(HERE / "netrunner.clj"), str(validator), str(file)],
            capture_output=True,
            check=True,
            encoding="utf-8",
        )
    found = [json.loads(line) for line in done.stdout.splitlines()]
    return [Ruling(legal, frozenset(broken), (reason,)) for legal, reason, broken in found]


def main() -> None:
    """Convert the game, judge its decks twice, and print how far the judges agree."""
    reader = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    reader.add_argument("validator", type=Path)
    reader.add_argument("data", type=Path)
    reader.add_argument("--decks", type=int, default=3000)
    reader.add_argument("--seed", type=int, default=1)
    given = reader.parse_args()
    data = read_data(given.data)
    generator = Generator(data, given.seed)
    samples = published_decks(data, given.validator)
    formats = ("casual", "standard", "standard", "startup", "eternal", "system-gateway")
    samples += [generator.deck(formats[number % len(formats)], number) for number in range(given.decks)]
    theirs = foreign_rulings(samples, data, given.validator)
    with tempfile.TemporaryDirectory() as folder:
        convert(data, Path(folder) / "netrunner")
        judge = Judge(Path(folder) / "netrunner")
        compare(samples, theirs, judge, Comparison(SORTS, reports=REPORTS))
        judge.print_size(OFFICIAL)


if __name__ == "__main__":
    main()

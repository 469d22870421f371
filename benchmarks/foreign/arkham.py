"""Judge decks of Arkham Horror with Deckwright and with the deck validation of ArkhamCards.

    python benchmarks/foreign/arkham.py VALIDATION DATA TOOLS [--decks 3000] [--seed 1]

VALIDATION and DATA are copies of the repositories zzorba/ArkhamCards and Kamalisk/arkhamdb-json-data, TOOLS a folder in which
`npm install esbuild lodash` was run; `node` runs the validation.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import subprocess
import tempfile
from datetime import date
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
CLASSES = ("guardian", "seeker", "rogue", "mystic", "survivor")
KINDS = ("investigator", "asset", "event", "skill", "treachery", "enemy")
LATEST = date(2026, 11, 1)
SKIPPED = ("08114", "08115", "11080", "12181", "04236")
"""Cards that the other checker treats in a way of its own, by facts that a list of cards does not have."""
KEPT = (
    *("code", "type_code", "subtype_code", "faction_code", "faction2_code", "faction3_code"),
    *("deck_limit", "permanent", "double_sided", "myriad", "pack_code"),
)
"""What the other checker reads of a card as it is in the data."""

GENERAL = 16
"""Rules in the official text besides the options of investigators, as README.md lists them."""

SORTS = {"own-copies": "copies", "support": "copies"}
INVALID = ("owners", "for-traits", "no-allies", "options")
"""Rules of ours for which the other checker has one word: an invalid card."""
SORTS |= dict.fromkeys(INVALID, "invalid")
THEIRS = {
    "Covenant": "covenant",
    "Ancestral Knowledge": "skills",
    "investigator atleast": "classes",
    "investigator limit": "invalid",
    "investigator required": "required",
    "too_many_copies": "copies",
    "invalid_cards": "invalid",
    "too_few_cards": "size",
    "too_many_cards": "size",
}
FAULTS = {
    "covenant": "The option that should count Covenants comes after those that allow the cards, and so never counts.",
    "for-class": "It allows every weakness, also one that is only for another class.",
}

REPORTS = {"invalid": "It says of a card with the limit 0 that it is not allowed, too."}
LATE = frozenset({"skills", "classes"})
"""Sorts of rules that the other checker does not look at once it has found another problem."""


class Data(NamedTuple):
    """Their player cards and investigators by our ids."""

    cards: dict[str, dict[str, Any]]
    investigators: dict[str, dict[str, Any]]


def read_data(folder: Path) -> Data:
    """Read their data, with an id for each card that can be in a deck."""
    files = sorted((folder / "pack").glob("*/*.json"))
    known = [card for file in files for card in json.loads(file.read_text("utf-8"))]
    known = [card for card in known if card.get("name") and not card.get("encounter_code")]
    cards = [card for card in known if _is_player_card(card)]
    investigators = [
        card for card in known if card["type_code"] == "investigator" and card.get("deck_options")
    ]
    ids = ids_for((card["name"], card["code"]) for card in [*investigators, *cards])
    number = len(investigators)
    return Data(
        dict(zip(ids[number:], cards, strict=True)), dict(zip(ids[:number], investigators, strict=True))
    )


def _is_player_card(card: dict[str, Any]) -> bool:
    return (
        card["type_code"] in KINDS[1:]
        and card["faction_code"] in {*CLASSES, "neutral"}
        and card.get("deck_limit") is not None
        and not card.get("double_sided")
        and card["code"] not in SKIPPED
    )


def values_in(restrictions: str, name: str) -> list[str]:
    """What a card is restricted to: `investigator:01001, trait:scholar`."""
    pairs = [one.strip().split(":", 1) for one in restrictions.split(",") if ":" in one]
    return [part for key, value in pairs if key == name for part in value.split(":")]


def requirements(text: str) -> tuple[int, list[list[str]]]:
    """The deck size of an investigator, and the cards that it requires, each with those that can replace it."""
    size, required = 30, []
    for one in text.split(","):
        name, _, value = one.strip().partition(":")
        if name == "size":
            size = int(value)
        elif name == "card":
            required.append(value.split(":"))
    return size, required


def traits_of(card: dict[str, Any]) -> list[str]:
    """The traits of a card, as ids."""
    return [slug(one) for one in card.get("traits", "").split(".") if one.strip()]


def uses_of(card: dict[str, Any]) -> list[str]:
    """The kinds of uses in a card's text, such as charges in `Uses (3 charges).`, as the other checker finds them."""
    return [slug(one) for one in re.findall(r"(\w+)\)\.", card.get("text", ""))]


# Options of investigators as ours.


def option_query(option: dict[str, Any]) -> str:
    """The cards that an option allows."""
    parts = []
    if factions := option.get("faction"):
        parts.append(_one_of("class", factions))
    if option.get("faction_select"):
        number = re.search(r"\d", option.get("id", ""))
        parts.append(f"class:investigator.chosen{'_' + number[0] if number else ''}")
    if kinds := option.get("type"):
        parts.append(_one_of("kind", kinds))
    if traits := option.get("trait"):
        parts.append(_one_of("traits", map(slug, traits)))
    if uses := option.get("uses"):
        parts.append(_one_of("uses", uses))
    if tags := option.get("tag"):
        parts.append(_one_of("tags", tags))
    if "permanent" in option:
        parts.append("permanent:yes" if option["permanent"] else "-permanent:yes")
    if level := option.get("level"):
        parts.append(f"level>={level['min']} level<={level['max']}")
    return " ".join(parts)


def _one_of(field: str, values: Any) -> str:
    terms = [f"{field}:{value}" for value in values]
    return terms[0] if len(terms) == 1 else f"({' or '.join(terms)})"


def converted_options(
    names: list[str], options: list[dict[str, Any]]
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Options of investigators as options of ours, and rules for what they forbid or require besides."""
    condition = {"over": _one_of("id", names), "zones": "investigator"}
    found: list[dict[str, Any]] = []
    rules: list[dict[str, Any]] = []
    choices_of = [(one, option) for option in options for one in option.get("option_select", [option])]
    for one, option in sorted(choices_of, key=lambda pair: "limit" in pair[0]):
        query = option_query(one)
        when: list[Any] = [condition]
        if one is not option:
            when.append({"over": f"choice:{one['id']}", "zones": "investigator"})
        if one.get("not"):
            rules.append(
                _rule(names[0], "not", f"{query} {allowed_before(found)}", {"measure": "cards", "max": 0})
            )
        elif "deck_size_select" not in one and not one.get("ignore_match"):
            most = {"max": one["limit"]} if "limit" in one else {}
            found.append({"over": query, "when": when, **most})
        if least := one.get("atleast"):
            counted = {"measure": {"groups": "class", "each": least["min"]}, "min": least["factions"]}
            rules.append(_rule(names[0], "classes", query, counted))
    for rule in rules:
        rule["when"] = condition
    return found, rules


def allowed_before(options: list[dict[str, Any]]) -> str:
    """The cards that no earlier option allows: one that forbids cards does not apply to others."""
    return " ".join(f"not ({option['over']})" for option in options)


def _rule(name: str, sort: str, over: str, counted: dict[str, Any]) -> dict[str, Any]:
    over = f"-has:owners -has:weakness {over}".strip()
    return {"id": f"{sort}-{name}", "over": over, **counted}


def convert(data: Data, folder: Path) -> int:
    """Write the game's folder: their cards and lists with our rules; the number of options in their texts."""
    game = read_template(HERE / "arkham.yaml")
    fields = game["fields"]
    everything = [*data.cards.values(), *data.investigators.values()]
    known = {tuple(one) for card in data.investigators.values() for one in _required(card)}
    ids = {one: _requirement_id(one, known) for one in known}
    people = sorted(
        {code for card in data.investigators.values() for code in _person(card)}
        | {
            code
            for card in data.cards.values()
            for code in values_in(card.get("restrictions", ""), "investigator")
        }
    )
    enums = {
        "traits": {trait for card in everything for trait in traits_of(card)},
        "tags": {tag for card in everything for tag in card.get("tags", "").split(".") if tag}
        | {"se", "st", "uc"},
        "uses": {use for card in everything for use in uses_of(card)} | {"charge", "charges"},
    }
    enums["for_traits"] = enums["traits"] | {
        slug(trait) for card in everything for trait in values_in(card.get("restrictions", ""), "trait")
    }
    for name, values in enums.items():
        fields[name]["items"] = {"oneOf": choices(values)}
    for name in ("person", "owners"):
        fields[name]["items"] = {"enum": [f"c{code}" for code in people]}
    for name in ("meets", "needs"):
        fields[name]["items"] = {"enum": sorted(set(ids.values()))}
    options = {name: card["deck_options"] for name, card in data.investigators.items()}
    fields["choice"]["oneOf"] = choices(
        one["id"] for each in options.values() for option in each for one in option.get("option_select", [])
    )
    game["kinds"] = {kind: {"name": kind.title(), "optional": list(fields)} for kind in KINDS}
    rules = game["formats"]["campaign"]["rules"]
    chosen = next(rule for rule in rules if rule["id"] == "options")
    texts: dict[str, list[str]] = {}
    for name, written in options.items():
        texts.setdefault(json.dumps(written, sort_keys=True), []).append(name)
    for text, names in texts.items():
        found, more = converted_options(names, json.loads(text))
        chosen["options"] += found
        rules += more
    meets: dict[str, list[str]] = {}
    for one, name in ids.items():
        for code in one:
            meets.setdefault(code, []).append(name)
    cards = [_card(name, card, meets) for name, card in data.cards.items()]
    write_game(
        folder, game, [*cards, *(_investigator(name, card, ids) for name, card in data.investigators.items())]
    )
    return sum(len(json.loads(text)) for text in texts)


def _required(card: dict[str, Any]) -> list[list[str]]:
    return requirements(card.get("deck_requirements", ""))[1]


def _person(card: dict[str, Any]) -> list[str]:
    return [code for code in (card["code"], card.get("alternate_of")) if code]


def _card(name: str, card: dict[str, Any], meets: dict[str, list[str]]) -> dict[str, Any]:
    restrictions = card.get("restrictions", "")
    values = {
        "class": _classes(card),
        "level": card.get("xp"),
        "traits": traits_of(card),
        "tags": [tag for tag in card.get("tags", "").split(".") if tag],
        "uses": uses_of(card),
        "slots": ["ally"] if "Ally" in card.get("slot", "") else [],
        "permanent": card.get("permanent"),
        "weakness": {"basicweakness": "basic", "weakness": "other"}.get(card.get("subtype_code", "")),
        "deck_limit": 3 if card.get("myriad") else card["deck_limit"],
        "owners": [f"c{code}" for code in values_in(restrictions, "investigator")],
        "for_traits": [slug(trait) for trait in values_in(restrictions, "trait")],
        "for_class": values_in(restrictions, "faction"),
        "meets": list(dict.fromkeys(meets.get(card["code"], []))),
    }
    return _entry(name, card, values)


def _requirement_id(required: tuple[str, ...], known: set[tuple[str, ...]]) -> str:
    """An id that a requirement shares with one that more cards meet."""
    wider = sorted((len(one), one) for one in known if {*required} <= {*one})
    return "c" + "-".join(wider[-1][1])


def _investigator(name: str, card: dict[str, Any], ids: dict[tuple[str, ...], str]) -> dict[str, Any]:
    size, required = requirements(card.get("deck_requirements", ""))
    needs = list(dict.fromkeys(ids[tuple(one)] for one in required))
    values = {
        "class": _classes(card),
        "traits": traits_of(card),
        "person": [f"c{code}" for code in _person(card)],
        "deck_size": size,
        "needs": needs,
        "needed": len(needs),
    }
    return _entry(name, card, values)


def _classes(card: dict[str, Any]) -> list[str]:
    named = [card.get(key) for key in ("faction_code", "faction2_code", "faction3_code")]
    return [one for one in named if one]


def _entry(name: str, card: dict[str, Any], values: dict[str, Any]) -> dict[str, Any]:
    known = {
        key: list(dict.fromkeys(value)) if isinstance(value, list) else value
        for key, value in values.items()
        if value is not None and value is not False and value != []
    }
    return {
        "id": name,
        "name": card["name"],
        "kind": card["type_code"],
        "origin": "community",
        "fields": known,
    }


# Decks.


class Built(NamedTuple):
    """A deck as we judge it, and the choices that its investigator made, as the other checker reads them."""

    sample: Sample
    meta: dict[str, str]


class Generator:
    """Decks from a seed: mostly legal ones, and ones with a few changes."""

    def __init__(self, data: Data, seed: int) -> None:
        self._random = random.Random(seed)  # noqa: S311 - decks, not secrets
        self._data = data
        self._special = [
            name
            for name in (
                "versatile",
                "ancestral-knowledge",
                "forced-learning",
                "underworld-market",
                "underworld-support",
                "on-your-own",
            )
            if name in data.cards
        ]
        self._covenants = [name for name, card in data.cards.items() if "covenant" in traits_of(card)]
        self._changes = (
            self._add_any,
            self._add_any,
            self._remove,
            self._add_copy,
            self._remove_required,
            self._add_covenants,
            self._add_restricted,
            self._swap,
            self._swap,
        )

    def deck(self, number: int) -> Built:
        """One deck, with no change or up to four."""
        name = self._random.choice(list(self._data.investigators))
        investigator = self._data.investigators[name]
        facts, meta = self._choices(investigator)
        deck = self._required(investigator)
        special = self._random.sample(self._special, self._random.choice((0, 0, 0, 1, 1, 2)))
        size = facts.get("deck_size", requirements(investigator.get("deck_requirements", ""))[0])
        size += 5 if facts.get("choice") == "both" else 0
        changed = {"forced-learning": 15, "underworld-market": 10, "underworld-support": -5, "on-your-own": 0}
        for one in special:
            deck[one] = 1
            size += changed.get(one, 5)
        self._fill(deck, investigator, meta, size)
        for _ in range(self._random.choice((0, 0, 0, 1, 1, 3))):
            self._random.choice(self._changes)(deck)
        zones = {"cards": deck, "investigator": {name: 1}}
        return Built(Sample(zones, "campaign", LATEST, f"generated {number}", {name: facts}), meta)

    def _choices(self, investigator: dict[str, Any]) -> tuple[dict[str, Any], dict[str, str]]:
        facts: dict[str, Any] = {}
        meta: dict[str, str] = {}
        for option in investigator["deck_options"]:
            if "faction_select" in option:
                chosen = self._random.choice(option["faction_select"])
                number = re.search(r"\d", option.get("id", ""))
                facts[f"chosen_{number[0]}" if number else "chosen"] = [chosen]
                meta[option.get("id", "faction_selected")] = chosen
            if "option_select" in option:
                facts["choice"] = meta["option_selected"] = self._random.choice(option["option_select"])["id"]
            if "deck_size_select" in option:
                meta["deck_size_selected"] = self._random.choice(option["deck_size_select"])
                facts["deck_size"] = int(meta["deck_size_selected"])
        return facts, meta

    def _required(self, investigator: dict[str, Any]) -> dict[str, int]:
        by_code = {card["code"]: name for name, card in self._data.cards.items()}
        groups = [[by_code[code] for code in one if code in by_code] for one in _required(investigator)]
        return {self._random.choice(one): 1 for one in groups if one}

    def _fill(
        self, deck: dict[str, int], investigator: dict[str, Any], meta: dict[str, str], size: int
    ) -> None:
        """Add cards that the options allow, as far as their limits go."""
        options = []
        for option in investigator["deck_options"]:
            chosen = option.get("option_select", [option])
            options += [one for one in chosen if one is option or one["id"] == meta.get("option_selected")]
        used = [0] * len(options)
        pool = list(self._data.cards)
        self._random.shuffle(pool)
        most = 1 if "underworld-support" in deck else 2
        names: set[str] = set()
        count = sum(copies for name, copies in deck.items() if self._counts(name))
        for name in pool:
            card = self._data.cards[name]
            if count >= size:
                break
            if card.get("subtype_code") or card.get("restrictions") or card["name"] in names or name in deck:
                continue
            if "on-your-own" in deck and "Ally" in card.get("slot", ""):
                continue
            copies = min(self._random.choice((1, 2)), most, card["deck_limit"])
            copies = min(copies, size - count) if self._counts(name) else copies
            if copies and self._allowed(card, options, used, copies, meta):
                deck[name] = copies
                names.add(card["name"])
                count += copies if self._counts(name) else 0

    def _counts(self, name: str) -> bool:
        card = self._data.cards[name]
        return "xp" in card and card["xp"] is not None and not card.get("permanent")

    def _allowed(
        self,
        card: dict[str, Any],
        options: list[dict[str, Any]],
        used: list[int],
        copies: int,
        meta: dict[str, str],
    ) -> bool:
        for number, option in sorted(enumerate(options), key=lambda one: "limit" in one[1]):
            if self._fits(card, option, meta):
                if option.get("not"):
                    return False
                if option.get("ignore_match"):
                    continue
                if "limit" not in option or used[number] + copies <= option["limit"]:
                    used[number] += copies if "limit" in option else 0
                    return True
        return False

    def _fits(self, card: dict[str, Any], option: dict[str, Any], meta: dict[str, str]) -> bool:
        level = option.get("level")
        selected = meta.get(option.get("id", "faction_selected"), meta.get("faction_selected"))
        tests = (
            "deck_size_select" not in option,
            not option.get("faction") or set(option["faction"]) & set(_classes(card)),
            not option.get("faction_select") or selected in _classes(card),
            not option.get("type") or card["type_code"] in option["type"],
            not option.get("trait") or {slug(one) for one in option["trait"]} & set(traits_of(card)),
            not option.get("tag") or set(option["tag"]) & set(card.get("tags", "").split(".")),
            not option.get("uses") or set(option["uses"]) & set(uses_of(card)),
            "permanent" not in option or option["permanent"] == bool(card.get("permanent")),
            not level or (card.get("xp") is not None and level["min"] <= card["xp"] <= level["max"]),
        )
        return all(tests)

    # Changes.

    def _add_any(self, deck: dict[str, int]) -> None:
        deck[self._random.choice(list(self._data.cards))] = self._random.choice((1, 1, 2))

    def _remove(self, deck: dict[str, int]) -> None:
        if deck:
            del deck[self._random.choice(list(deck))]

    def _add_copy(self, deck: dict[str, int]) -> None:
        if deck:
            deck[self._random.choice(list(deck))] += 1

    def _remove_required(self, deck: dict[str, int]) -> None:
        own = [name for name in deck if self._data.cards[name].get("restrictions")]
        if own:
            del deck[self._random.choice(own)]

    def _add_covenants(self, deck: dict[str, int]) -> None:
        for name in self._random.sample(self._covenants, self._random.choice((1, 2))):
            deck[name] = 1

    def _add_restricted(self, deck: dict[str, int]) -> None:
        restricted = [
            name
            for name, card in self._data.cards.items()
            if re.search("trait:|faction:", card.get("restrictions", ""))
        ]
        deck[self._random.choice(restricted)] = 1

    def _swap(self, deck: dict[str, int]) -> None:
        counted = [name for name in deck if self._counts(name) and deck[name] == 1]
        others = [name for name in self._data.cards if self._counts(name) and name not in deck]
        if counted:
            del deck[self._random.choice(counted)]
            deck[self._random.choice(others)] = 1


# The other checker.


def foreign_card(card: dict[str, Any]) -> dict[str, Any]:
    """A card as the other checker knows it."""
    restrictions = card.get("restrictions", "")
    owners = values_in(restrictions, "investigator")
    traits = [f"#{trait}#" for trait in values_in(restrictions, "trait")]
    factions = [f"#{faction}#" for faction in values_in(restrictions, "faction")]
    size, required = requirements(card.get("deck_requirements", ""))
    needs = [{"code": one[0], "alternates": one[1:]} for one in required]
    kept = [*KEPT, "deck_options"]
    return {key: card[key] for key in kept if key in card} | {
        "xp": card.get("xp"),
        "real_name": card["name"],
        "real_traits": card.get("traits", ""),
        "real_traits_normalized": ",".join(
            f"#{one.strip().lower()}#" for one in card.get("traits", "").split(".") if one.strip()
        ),
        "real_text": card.get("text", ""),
        "real_slot": card.get("slot", ""),
        "tags": [tag for tag in card.get("tags", "").split(".") if tag],
        "alternate_of_code": card.get("alternate_of"),
        "canonicalInvestigatorId": card.get("alternate_of") or card["code"],
        "has_restrictions": bool(owners),
        "restrictions_investigator": min(owners) if owners else None,
        "restrictions_all_investigators": owners or None,
        "restrictions_trait": traits or None,
        "restrictions_faction": factions or None,
        "deck_requirements": {"size": size, "card": needs} if card["type_code"] == "investigator" else None,
    }


def foreign_rulings(decks: list[Built], data: Data, validation: Path, tools: Path) -> list[Ruling]:
    """What the other checker says of some decks."""
    investigators = {name: foreign_card(card) for name, card in data.investigators.items()}
    given = {
        "cards": {card["code"]: foreign_card(card) for card in data.cards.values()},
        "investigators": investigators,
        "decks": [
            {
                "investigator": next(iter(one.sample.zones["investigator"])),
                "slots": {
                    data.cards[name]["code"]: copies for name, copies in one.sample.zones["cards"].items()
                },
                "meta": one.meta,
            }
            for one in decks
        ],
    }
    done = subprocess.run(
        ["node", str(HERE / "arkham.mjs"), str(validation), str(tools)],
        input=json.dumps(given).encode(),
        stdout=subprocess.PIPE,
        check=True,
    )
    return [
        Ruling(
            one["legal"],
            frozenset([*one["others"], *([sort_of(" ".join(one["named"]))] if one["named"] else [])]),
            tuple(one["named"]),
        )
        for one in json.loads(done.stdout)
    ]


def sort_of(said: str) -> str:
    """The sort of rule that the other checker reports, in a word and perhaps a message."""
    return next((sort for words, sort in THEIRS.items() if words in said), said)


def main() -> None:
    """Convert the game, judge its decks twice, and print how far the judges agree."""
    reader = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    reader.add_argument("validation", type=Path)
    reader.add_argument("data", type=Path)
    reader.add_argument("tools", type=Path)
    reader.add_argument("--decks", type=int, default=3000)
    reader.add_argument("--seed", type=int, default=1)
    given = reader.parse_args()
    data = read_data(given.data)
    generator = Generator(data, given.seed)
    decks = [generator.deck(number) for number in range(given.decks)]
    theirs = foreign_rulings(decks, data, given.validation, given.tools)
    with tempfile.TemporaryDirectory() as folder:
        texts = convert(data, Path(folder) / "arkham")
        judge = Judge(Path(folder) / "arkham")
        sorts = {rule: "classes" if rule.startswith("classes-") else rule for rule in judge.rules}
        sorts |= {rule: "invalid" for rule in judge.rules if rule.startswith("not-")}
        sorts |= SORTS
        compare([one.sample for one in decks], theirs, judge, Comparison(sorts, FAULTS, REPORTS, LATE))
        judge.print_size(GENERAL + texts)


if __name__ == "__main__":
    main()

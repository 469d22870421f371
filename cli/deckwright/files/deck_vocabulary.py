"""What the deck lists of one game can say: its cards by name, fields of entries, zones and headings."""

from __future__ import annotations

import re
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.errors import InputError, as_finding
from deckwright.files.deck_texts import PRINTING_BEFORE, is_understood, name_ends
from deckwright.files.decks import SIDE
from deckwright.findings import Finding, Where
from deckwright.messages import tr
from deckwright.model.card import MAIN, CardNames, aliases_in, entry_fields, titled_zones
from deckwright.model.words import Pattern, fold, nearest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from deckwright.files.schemas import Schema
    from deckwright.files.yaml import Document
    from deckwright.model.card import Card, EntryFields

_SYNONYMS = (
    (
        *(MAIN, "main", "main deck", "maindeck", "main board", "mainboard", "deck"),
        *("mazzo", "mazzo principale", "paquet", "paquet principal"),
    ),
    (SIDE, "sideboard", "side board", "side deck", "sidedeck", "sb", "riserva", "reserve"),
)
"""Headings that mean the same zone, whichever of these names it has in a game, folded; the main one first."""
_FIRST_TOTAL = Pattern(r"^\d+\s+")
"""The number of cards before the words of a heading, as Cockatrice writes it."""
_TOTAL = Pattern(r"[\s:(\[{=–—-]+\d+(?:\s*(?:cards?|carte|carta|cartes?))?\W*$", re.IGNORECASE)
"""The number of cards that a heading adds to its words."""
_FACTS = Pattern(r"(?<=\s)\{")
_CATEGORY = Pattern(r"\[([^\[\]]*)\][^\[\]]*$")
# The last text in square brackets, where Archidekt has the categories of a card.
_COMMENTED = Pattern(r".*\s(?:#|//)")
_VERSION = Pattern(r"^(.*?\S)\s+[\d(\[]")
_ENDING = Pattern(r"[aeiouy]*[sx]?$")
_LEAST_STEM = 3
# Longer lines are no headings: for one of thousands of signs, the patterns above take minutes.
_LONGEST_HEADING = 200
# Longer lines have no odd forms, and no line is tried in more ways.
_LONGEST = 100_000
_MOST_BRACES = 3
_MOST_PRINTINGS = 3
_MOST_KNOWN = 50_000
_LONGEST_SHOWN = 200


class CardReading(NamedTuple):
    """What a line says: a name, the ids of the cards called so, and the fields that the entry sets.

    `faults` are of these fields, with columns that count from the start of what was read. `category` is where a
    list puts this card alone, such as `Sideboard`.
    """

    name: str
    ids: Sequence[str] = ()
    fields: EntryFields = ()
    faults: tuple[Finding, ...] = ()
    category: str = ""


class DeckVocabulary:
    """What the deck lists of one game can say: its cards by name, fields of entries, zones and headings.

    It is built once for a game, however many decks are read, and remembers the lines that it has read.
    """

    def __init__(
        self,
        definition: Mapping[str, Any],
        cards: Iterable[Card],
        labels: Mapping[str, Mapping[str, str]] | None = None,
    ) -> None:
        """`labels` are the names of kinds and choices, by language and context."""
        self.game: str = definition["id"]
        self.names = CardNames(cards)
        self._definition = definition
        self._labels = labels or {}
        self._readings: dict[tuple[str, bool], CardReading] = {}
        self._fields: dict[str, tuple[EntryFields, list[Finding]]] = {}
        self._zones: dict[str, dict[str, str]] = {}

    def find(self, name: str) -> Sequence[str]:
        """The ids of the cards called `name`, which may begin with the game: none, one, or several."""
        return self.names.find(name) or self.names.find(name.removeprefix(f"{self.game}/"))

    def reading(self, text: str, *, is_counted: bool = True) -> CardReading:
        """What the text of a line says after its count: a name, fields in braces, and perhaps more, which is not part of them.

        What follows a name, such as `(Core Set) 12`, is skipped only if nothing is called so with it; without a count
        before the name, numbers are not: they might be the count.
        """
        key = text, is_counted
        reading = self._readings.get(key)
        if reading is None:
            if len(self._readings) >= _MOST_KNOWN:
                self._readings.clear()
                self._fields.clear()
            reading = self._readings[key] = self._read(text, is_counted=is_counted)
        return reading

    def zone(self, heading: str, deck_format: str) -> str:
        """The zone that a heading names in a format, or else in another one, or '' if none."""
        zones = self._zones_by_name(deck_format)
        words = (heading, _without_total(heading), _FIRST_TOTAL.sub("", heading))
        return next(filter(None, (zones.get(fold(spelling)) for spelling in words)), "")

    def is_group(self, heading: str) -> bool:
        """Whether a heading names a kind of card or a choice of a field, in any language, plural or not."""
        if len(heading) > _LONGEST_HEADING:
            return False
        return not self._groups.isdisjoint((_stem(fold(heading)), _stem(fold(_without_total(heading)))))

    def has_comment_sign(self, name: str) -> bool:
        """Whether this is a name with what else begins a comment, such as `Fire // Ice`."""
        return fold(name) in self._commented

    def nearest_zones(self, heading: str, deck_format: str) -> list[str]:
        """Zones whose names are nearest to a heading."""
        zones = self._zones_by_name(deck_format)
        return list(dict.fromkeys(zones[name] for name in nearest(heading, list(zones))))

    def fields_in(self, document: Document, *path: str | int) -> tuple[EntryFields, list[Finding]]:
        """Fields that an entry of a deck sets, which are at `path` of a document; and every fault of them."""
        value: Any = document.value
        for step in path:
            value = value[step]
        allowed = {name for name in value if name in self._facts or name not in self._declared}
        faults = [*self._not_in_decks(value.keys() - allowed, document, path)]
        if self._facts:
            faults += self._schema.check({name: value[name] for name in allowed}, document, *path)
        elif allowed:
            message = tr(
                "{game} has no fields that deck entries can set: mark one with “in_decks: true” in game.yaml.",
                game=self.game,
            )
            faults.append(Finding("entry-field", "error", message, where=document.where(*path)))
        return (() if faults else entry_fields(value)), faults

    def _not_in_decks(
        self, names: Iterable[str], document: Document, path: tuple[str | int, ...]
    ) -> Iterator[Finding]:
        for name in sorted(names):
            message = tr(
                "Deck entries cannot set {field}: mark it with “in_decks: true” in game.yaml.", field=name
            )
            yield Finding("entry-field", "error", message, where=document.where(*path, name, key=True))

    @cached_property
    def _declared(self) -> Mapping[str, Any]:
        declared: Mapping[str, Any] = self._definition.get("fields", {})
        return declared

    @cached_property
    def _facts(self) -> dict[str, Any]:
        return {name: schema for name, schema in self._declared.items() if schema.get("in_decks")}

    @cached_property
    def _schema(self) -> Schema:
        from deckwright.files.schemas import Schema

        return Schema({"type": "object", "additionalProperties": False, "properties": self._facts})

    @cached_property
    def _groups(self) -> frozenset[str]:
        names = {
            name
            for _, aliases in aliases_in(self._definition)
            for names_of_value in aliases.values()
            for name in names_of_value
        }
        names |= {*self._definition.get("kinds", {})}
        for labels in self._labels.values():
            names |= {name for context, name in labels.items() if re.match(r"kind:|field:.*\.", context)}
        return frozenset(_stem(fold(name)) for name in names) - {""}

    @cached_property
    def _versions(self) -> frozenset[str]:
        """Names that others continue with a number or in brackets: what follows them may be a part of the name."""
        versions = (_VERSION.match(name) for name in self.names.all)
        return frozenset(fold(version[1]) for version in versions if version)

    @cached_property
    def _commented(self) -> frozenset[str]:
        return frozenset(fold(name) for name in self.names.all if _COMMENTED.match(name))

    def _zones_by_name(self, deck_format: str) -> dict[str, str]:
        """Zones by the headings that name them; those of the format go before those of others."""
        formats = self._definition.get("formats", {})
        key = deck_format if deck_format in formats else ""
        if key not in self._zones:
            self._zones[key] = _named_zones(formats, key, self._titles_of_zones)
        return self._zones[key]

    @cached_property
    def _titles_of_zones(self) -> Mapping[str, Sequence[str]]:
        """Titles and aliases of zones in all languages."""
        titles: dict[str, list[str]] = {}
        for deck_format in self._definition.get("formats", {}).values():
            for zone, written in titled_zones(deck_format):
                aliases = written.get("aliases", {}).values()
                names = [written["title"], *(alias for several in aliases for alias in several)]
                names += [
                    labels[f"zone:{zone}"] for labels in self._labels.values() if f"zone:{zone}" in labels
                ]
                titles.setdefault(zone, []).extend(names)
        return titles

    def _read(self, text: str, *, is_counted: bool) -> CardReading:
        if "{" in text and len(text) <= _LONGEST:
            if ids := self.names.spelled(text):
                return CardReading(text, ids)
            if reading := self._read_fields(text, is_counted=is_counted):
                whole = CardReading(text, self.find(text) if reading.faults else ())
                return whole if whole.ids else reading
        return self._read_name(text, is_counted=is_counted)

    def _read_fields(self, text: str, *, is_counted: bool) -> CardReading | None:
        """Read a name and the fields in braces after it; a name may have braces itself."""
        faulty = None
        for fields_in_braces in islice(_FACTS.finditer(text), _MOST_BRACES):
            reading_of_name = self._read_name(
                text[: fields_in_braces.start()].rstrip(), is_counted=is_counted
            )
            if not reading_of_name.ids:
                continue
            fields, faults = self._parsed(text[fields_in_braces.start() :])
            start = Where("", 1, fields_in_braces.start() + 1)
            reading = reading_of_name._replace(
                fields=fields, faults=tuple(shifted(fault, start) for fault in faults)
            )
            if not faults:
                return reading
            faulty = faulty or reading
        return faulty

    def _parsed(self, text: str) -> tuple[EntryFields, list[Finding]]:
        """Fields in braces, and their faults; parsing YAML takes longer than all the rest of a line."""
        if text not in self._fields:
            self._fields[text] = self._parse(text)
        return self._fields[text]

    def _parse(self, text: str) -> tuple[EntryFields, list[Finding]]:
        from deckwright.files.yaml import document_of

        try:
            return self.fields_in(document_of(text, ""))
        except InputError as error:
            return (), [as_finding(error)]

    def _read_name(self, text: str, *, is_counted: bool) -> CardReading:
        remaining_text = text
        for _ in range(_MOST_PRINTINGS + 1):
            reading = self._read_marked(remaining_text, is_counted=is_counted)
            if reading is not None:
                offset = Where("", 1, len(text) - len(remaining_text) + 1)
                faults = tuple(shifted(fault, offset) for fault in reading.faults)
                return reading._replace(faults=faults) if reading.ids or faults else CardReading(text)
            printing = PRINTING_BEFORE.match(remaining_text) if is_counted else None
            if not printing:
                break
            remaining_text = remaining_text[printing.end() :]
        return CardReading(text)

    def _read_marked(self, text: str, *, is_counted: bool) -> CardReading | None:
        """Read a name, or one with what other programs write after names; None if it may begin with a printing."""
        ids = self.find(text)
        if ids or len(text) > _LONGEST:
            return CardReading(text, ids)
        not_understood: CardReading | None = None
        for end in name_ends(text):
            name, rest = text[:end], text[end:]
            if not_understood and fold(name) != fold(not_understood.name):
                break
            if not (ids := self.find(name)):
                continue
            if is_understood(rest, is_counted=is_counted):
                if fold(name) in self._versions:
                    return CardReading(text)
                category = _CATEGORY.search(rest)
                return CardReading(name, ids, category=category[1] if category else "")
            if is_counted:
                not_understood = CardReading(name, faults=(_not_understood(name, rest),))
        return not_understood


def _not_understood(name: str, rest: str) -> Finding:
    message = tr(
        "“{text}” after {card} is not understood. Write each card on a line of its own, and notes after “#”.",
        text=shortened(rest.strip()),
        card=name.rstrip(" ,;"),
    )
    column = len(name) + len(rest) - len(rest.lstrip()) + 1
    return Finding("bad-deck", "error", message, where=Where("", 1, column))


def zones_of(formats: Mapping[str, Any], name: str) -> list[str]:
    """Zones that a format names besides the main one, and those of the formats that it builds on."""
    zones: list[str] = []
    seen: set[str] = set()
    while name in formats and name not in seen:
        seen.add(name)
        zones += (*formats[name].get("zones", ()), *formats[name].get("beside", ()))
        name = formats[name].get("like", "")
    return zones


def _named_zones(
    formats: Mapping[str, Any], deck_format: str, titles: Mapping[str, Sequence[str]]
) -> dict[str, str]:
    named = {fold(MAIN): MAIN}
    for zones in (
        zones_of(formats, deck_format),
        [zone for name in formats for zone in zones_of(formats, name)],
    ):
        for zone in zones:
            for title in (zone, *titles.get(zone, ())):
                named.setdefault(fold(title), zone)
        for zone in zones:
            alike = next((names for names in _SYNONYMS if fold(zone) in names), ())
            named = {**dict.fromkeys(alike, zone), **named}
    return {**dict.fromkeys(_SYNONYMS[0], MAIN), **named}


def _without_total(heading: str) -> str:
    """Words of a heading without the number of cards after them."""
    # The pattern takes 0.7 ms to compile, and most headings have no number.
    is_short = len(heading) <= _LONGEST_HEADING
    return _TOTAL.sub("", heading) if is_short and any(map(str.isdecimal, heading)) else heading


def _stem(words: str) -> str:
    """Words without the endings that differ between singular and plural: `monsters`, `abilit`, `mostr`."""
    return " ".join(
        stem if len(stem := _ENDING.sub("", word)) >= _LEAST_STEM else word for word in words.split()
    )


def shifted(fault: Finding, where: Where) -> Finding:
    """Finding about a part of a text that begins at `where`."""
    column = where.column + (fault.where.column - 1 if fault.where else 0)
    return fault._replace(where=where._replace(column=column))


def shortened(name: str) -> str:
    """A name on one line of a message; a long text that should be one is cut."""
    name = name.replace("\n", " ")
    return name if len(name) <= _LONGEST_SHOWN else f"{name[:_LONGEST_SHOWN]}…"

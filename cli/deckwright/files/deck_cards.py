"""The cards of a deck list: what its lines say, found among the cards, fields and zones of its game."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.errors import InputError, as_finding
from deckwright.files.decks import MOST_COPIES, SIDE, bad_deck, card_line
from deckwright.files.texts import STDIN
from deckwright.findings import Finding, Where
from deckwright.messages import tr
from deckwright.model.card import MAIN, CardNames, Deck, DeckEntry, aliases_in, entry_fields
from deckwright.model.words import Pattern, few_guesses, fold, list_names, nearest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from deckwright.files.decks import DeckLine, DeckList
    from deckwright.files.schemas import Schema
    from deckwright.files.yaml import Document
    from deckwright.model.card import Card, EntryFields

    Elsewhere = Callable[[str], list[str]]
    """Finds the cards of other games that have a name, as `game/card-id`."""

# What deck lists of a game can say.

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
_TAIL = Pattern(r"\s*\n\s*|\s+(?=[^\w\s{]|\d)")
# What follows a name: another line, or as in tournament lists its printing or a count in brackets, its foil or colour
# between signs, numbers, and signs without letters.
_BRACKETS = Pattern(r"[(\[<].*[^\W\d_].*")
_STATISTICS = Pattern(r"[(\[<].*|\d.*|[^\w\s].*\d.*|[*!^][\w:-]+[*^]?(?:\s.*)?|[^\w{}]+")
_CATEGORY = Pattern(r"\[([^\[\]]*)\][^\[\]]*$")
# The last text in square brackets, where Archidekt has the categories of a card.
_PRINTING = Pattern(r"\[[^\[\]]+\]\s*(?=\S)")
# The printing before a name, as Magic Workstation, XMage and Deckstats write it.
_COMMENTED = Pattern(r".*\s(?:#|//)")
_VERSION = Pattern(r"^(.*?\S)\s+[\d(\[]")
_ENDING = Pattern(r"[aeiouy]*[sx]?$")
_LEAST_STEM = 3
# Longer lines are no headings: for one of thousands of signs, the patterns above take minutes.
_LONGEST_HEADING = 200
# Longer lines have no odd forms, and no line is tried in more ways.
_LONGEST = 100_000
_MOST_TAILS = 20
_MOST_BRACES = 3
_MOST_PRINTINGS = 3
_MOST_KNOWN = 50_000


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
            self._zones[key] = _named_zones(formats, key)
        return self._zones[key]

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
            reading = self._read_tailed(remaining_text, is_counted=is_counted)
            if reading is not None:
                return reading if reading.ids else CardReading(text)
            printing = _PRINTING.match(remaining_text) if is_counted else None
            if not printing:
                break
            remaining_text = remaining_text[printing.end() :]
        return CardReading(text)

    def _read_tailed(self, text: str, *, is_counted: bool) -> CardReading | None:
        """Read a name, or one with what other programs write after names; None if it may begin with a printing."""
        ids = self.find(text)
        if ids or len(text) > _LONGEST:
            return CardReading(text, ids)
        tails = _STATISTICS if is_counted else _BRACKETS
        for tail in reversed([*islice(_TAIL.finditer(text), _MOST_TAILS)]):
            name = text[: tail.start()]
            is_tail = "\n" in tail[0] or tails.fullmatch(text, tail.end())
            if is_tail and (ids := self.find(name)):
                if fold(name) in self._versions:
                    return CardReading(text)
                category = _CATEGORY.search(text[tail.start() :])
                return CardReading(name, ids, category=category[1] if category else "")
        return None


def zones_of(formats: Mapping[str, Any], name: str) -> list[str]:
    """Zones that a format names besides the main one, and those of the formats that it builds on."""
    zones: list[str] = []
    seen: set[str] = set()
    while name in formats and name not in seen:
        seen.add(name)
        zones += (*formats[name].get("zones", ()), *formats[name].get("beside", ()))
        name = formats[name].get("like", "")
    return zones


def _named_zones(formats: Mapping[str, Any], deck_format: str) -> dict[str, str]:
    named = {fold(MAIN): MAIN}
    for zones in (
        zones_of(formats, deck_format),
        [zone for name in formats for zone in zones_of(formats, name)],
    ):
        for zone in zones:
            named.setdefault(fold(zone), zone)
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
    return replace(fault, where=where._replace(column=column))


# A line without a count may be a heading of these forms, even if a card is called alike.
_HEADING = Pattern(r"[\[=*#~_-]|.*[:\])=*#~_-]$")
_ZONE = Pattern(r"([A-Za-z][A-Za-z0-9_]{0,39}):")
_NUMBERED = Pattern(r"(\d{1,3})[.)]\s+(\S.*)")
# So many lines of a letter are not reported one by one.
_FEW_LINES = 5
# The unknown names with suggestions for each card of a list that is found: they are misspelt only if the list is of this
# game. Each is compared with all names, so a list of another game has few, unless it is short.
_FEW_GUESSES = 5
_LEAST_GUESSES = 2
_LONGEST_SHOWN = 200
_NOT_IN_DECK = "{noDeck}"
_OF_A_GAME = Pattern(r"[a-z0-9-]+/[a-z0-9-]+")


def _nowhere(_: str) -> list[str]:
    return []


@few_guesses()
def resolve(deck_list: DeckList, vocabulary: DeckVocabulary, elsewhere: Elsewhere = _nowhere) -> Deck:
    """Find the cards of a list among those of its game; `elsewhere` finds those of other games."""
    resolver = _Resolver(deck_list, vocabulary, elsewhere)
    for line in deck_list.lines:
        resolver.take(line)
    return resolver.deck()


class _Resolver:
    """Takes the lines of a list one by one."""

    def __init__(self, deck_list: DeckList, vocabulary: DeckVocabulary, elsewhere: Elsewhere) -> None:
        self._list = deck_list
        self._known = vocabulary
        self._elsewhere = elsewhere
        self._format: str = deck_list.head.get("format", "")
        self._zone = MAIN
        self._number = 0
        self._findings = list(deck_list.faults)
        self._locations = dict(deck_list.locations)
        self._unknown: list[tuple[DeckLine, str]] = []
        self._entries: dict[tuple[str, str, EntryFields], DeckEntry] = {}
        self._first: dict[tuple[str, str, EntryFields], DeckLine] = {}

    def take(self, line: DeckLine) -> None:
        if line.whole and self._take_whole(line.whole):
            return
        if not self._list.adds_up:
            self._take_written(line)
        elif line.is_counted or not self._list.has_headings:
            self._add(line, self._known.reading(line.card, is_counted=line.is_counted))
        else:
            self._take_bare(line)

    def _take_whole(self, line: DeckLine) -> bool:
        """Take a line with what may be a comment if a card is called so; a longer name goes before a shorter one."""
        if line.whole and self._take_whole(line.whole):
            return True
        reading = self._known.reading(line.card, is_counted=line.is_counted)
        is_name = bool(reading.ids) and self._known.has_comment_sign(reading.name)
        if is_name:
            self._add(line, reading)
        return is_name

    def deck(self) -> Deck:
        if self._findings or self._unknown:
            if self._is_another_text():
                raise self._not_a_deck()
            is_short = len(self._unknown) <= _FEW_GUESSES
            guesses = max(_FEW_GUESSES * (len(self._entries) + is_short), _LEAST_GUESSES)
            for number, (line, name) in enumerate(self._unknown):
                self._findings.append(self._unknown_card(line, name, is_guessed=number < guesses))
            raise bad_deck(sorted(self._findings, key=_place))
        head, source = self._list.head, self._list.source
        name, unnamed = head.get("name", ""), "" if source == STDIN else Path(source).stem
        return Deck(
            game=self._known.game,
            name=name if name.strip() else unnamed,
            entries=tuple(self._entries.values()),
            format=self._format,
            players=head.get("players"),
            source=source,
            locations=self._locations,
            date=head.get("date"),
        )

    def _is_another_text(self) -> bool:
        """Whether a text list is something else, such as a letter: no line is a card, and most have no count."""
        deck_list, lines = self._list, self._list.lines
        counted = sum(line.is_counted for line in lines) + len(deck_list.faults)
        return (
            not self._entries
            and deck_list.adds_up
            and deck_list.has_headings
            and len(self._findings) + len(self._unknown) >= _FEW_LINES
            and counted * 2 < len(lines)
        )

    def _not_a_deck(self) -> InputError:
        source = self._list.source
        message = tr(
            "{name} is not a deck: no line of it is a card of {game}.", name=source, game=self._known.game
        )
        hint = tr("A deck has one card per line, such as “2 Name”. Is it the right file, and the right game?")
        return InputError(
            "not-a-deck", message, hint=hint, where=Where(source, self._list.lines[0].where.line, 1)
        )

    def _take_written(self, line: DeckLine) -> None:
        """Take an entry of a deck file, which has no odd forms."""
        reading = CardReading(line.card, self._known.find(line.card))
        if line.facts:
            fields, faults = self._known.fields_in(line.facts.document, *line.facts.path)
            self._findings += faults
            reading = reading._replace(fields=fields)
        self._add(line, reading)

    def _take_bare(self, line: DeckLine) -> None:
        """Take a line without a count: a heading, or one copy of a card."""
        text, vocabulary = line.card, self._known
        if not line.copies:
            self._start_zone(line, vocabulary.zone(text, self._format))
        elif zone := _ZONE.fullmatch(text):
            named_zone = vocabulary.zone(text, self._format)
            self._start_zone(line, named_zone or ("" if vocabulary.is_group(text) else zone[1].lower()))
        elif ids := vocabulary.names.spelled(text):
            self._add(line, CardReading(text, ids))
        elif not (_HEADING.match(text) and self._take_heading(line)):
            reading = vocabulary.reading(text, is_counted=False)
            if reading.ids or not (self._take_heading(line) or self._take_numbered(line)):
                self._add(line, reading)

    def _take_heading(self, line: DeckLine) -> bool:
        zone = self._known.zone(line.card, self._format)
        self._start_zone(line, zone)
        return bool(zone) or self._known.is_group(line.card)

    def _start_zone(self, line: DeckLine, zone: str) -> None:
        if zone:
            self._zone = zone
            self._locations[zone] = line.where

    def _take_numbered(self, line: DeckLine) -> bool:
        """Take a line of a numbered list: its numbers count from 1, so they are not copies."""
        numbered_line = _NUMBERED.fullmatch(line.card)
        if not numbered_line or int(numbered_line[1]) not in {1, self._number + 1}:
            return False
        where = line.where._replace(column=line.where.column + numbered_line.start(2))
        inside = card_line(numbered_line[2], where, line.zone)
        if isinstance(inside, Finding):
            self._findings.append(inside)
        else:
            self._add(inside, self._known.reading(inside.card, is_counted=inside.is_counted))
        self._number = int(numbered_line[1])
        return True

    def _add(self, line: DeckLine, reading: CardReading) -> None:
        """Add the copies of a line to those of the same card with the same fields in the same zone."""
        if reading.faults:
            self._findings += (shifted(fault, line.where) for fault in reading.faults)
            return
        if not reading.ids:
            self._unknown.append((line, reading.name))
            return
        if len(reading.ids) > 1:
            self._findings.append(self._ambiguous(line, reading))
            return
        card, fields, zone = reading.ids[0], reading.fields, self._zone_of(line, reading.category)
        key = zone, card, fields
        entry = self._entries.get(key)
        if entry is None:
            self._first[key] = line
            self._entries[key] = DeckEntry(card, line.copies, zone, line.where, fields)
            return
        if not self._list.adds_up:
            self._findings.append(_twice(line, self._first[key], card))
        copies = entry.copies + line.copies
        if copies > MOST_COPIES:
            self._findings.append(_too_many(reading.name, copies, line.where))
        self._entries[key] = entry._replace(copies=copies)

    def _zone_of(self, line: DeckLine, category: str) -> str:
        """The zone of a line: of its entry in a deck file, or else the one named on it, or that of the last heading."""
        if not self._list.adds_up:
            return line.zone
        if line.zone:
            return self._known.zone(line.zone, self._format) or line.zone
        return (category and self._zone_of_category(line, category)) or self._zone

    def _zone_of_category(self, line: DeckLine, category: str) -> str:
        """The zone that a card's first category names; Archidekt marks those that are not in the deck."""
        first = category.partition(",")[0]
        name = first.partition("{")[0].strip()
        zone = self._known.zone(name, self._format)
        if not zone and _NOT_IN_DECK in first:
            message = tr("{game} has no card or zone {name}.", game=self._known.game, name=name)
            self._findings.append(Finding("unknown-card", "error", message, where=line.where))
        return zone

    def _ambiguous(self, line: DeckLine, reading: CardReading) -> Finding:
        message = tr(
            "{name} is the name of several cards. Use one of: {ids}.",
            name=reading.name,
            ids=self._known.names.told_apart(reading.ids),
        )
        return Finding("ambiguous-card", "error", message, tuple(reading.ids), where=line.where)

    def _unknown_card(self, line: DeckLine, written: str, *, is_guessed: bool) -> Finding:
        game, names = self._known.game, self._known.names
        name = _shortened(written.removeprefix(f"{game}/"))
        may_be_heading = self._list.has_headings and not line.is_counted
        is_heading = may_be_heading and name.endswith((":", "]", "="))
        if is_heading:
            message = tr("{game} has no card or zone {name}.", game=game, name=name.rstrip(": "))
        else:
            message = tr("{game} has no card {name}.", game=game, name=name)
        near: list[str] = []
        if is_guessed:
            zones = self._known.nearest_zones(name, self._format) if may_be_heading else []
            near = (zones or names.nearest(name)) if is_heading else (names.nearest(name) or zones)
        message = f"{message} {_guess(name, near, self._elsewhere(name))}"
        return Finding("unknown-card", "error", message.strip(), where=line.where)


def _shortened(name: str) -> str:
    """A name on one line of a message; a long text that should be one is cut."""
    name = name.replace("\n", " ")
    return name if len(name) <= _LONGEST_SHOWN else f"{name[:_LONGEST_SHOWN]}…"


def _place(finding: Finding) -> tuple[int, int]:
    where = finding.where or Where("")
    return where.line, where.column


def _guess(name: str, near: Sequence[str], strangers: Sequence[str]) -> str:
    """Which card was most likely meant, or that it is another game's."""
    if strangers:
        names = ", ".join(strangers)
        return tr(
            "It is a card of another game, {names}: a deck can only contain cards of one game.", names=names
        )
    if near:
        return tr("Did you mean {names}?", names=list_names(near))
    return tr("A deck can only contain cards of one game.") if _OF_A_GAME.fullmatch(name) else ""


def _twice(line: DeckLine, first: DeckLine, card: str) -> Finding:
    message = tr(
        "{card} is already on line {line}. Write it once, with all its copies.",
        card=line.card,
        line=first.where.line,
    )
    if line.card != first.card:
        message = tr(
            "{card} is the same card as {first} on line {line}. Write it once, with all its copies.",
            card=line.card,
            first=first.card,
            line=first.where.line,
        )
    return Finding("card-twice", "error", message, (card,), where=line.where)


def _too_many(card: str, copies: int, where: Where) -> Finding:
    message = tr(
        "This line makes {copies} copies of {card}. Use at most {most}.",
        copies=copies,
        card=card,
        most=MOST_COPIES,
    )
    return Finding("copies", "error", message, where=where)

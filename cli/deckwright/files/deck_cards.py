"""The cards of a deck list: what its lines say, found among the cards, fields and zones of its game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from deckwright.errors import MOST_OF_A_KIND, InputError
from deckwright.files.deck_texts import card_line
from deckwright.files.deck_vocabulary import CardReading, shifted, shortened
from deckwright.files.decks import GAME_AND_ID, MOST_COPIES, bad_deck
from deckwright.files.texts import STDIN
from deckwright.findings import Finding, Where
from deckwright.messages import tr
from deckwright.model.card import MAIN, Deck, DeckEntry
from deckwright.model.words import Pattern, did_you_mean, few_guesses

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from deckwright.files.deck_vocabulary import DeckVocabulary
    from deckwright.files.decks import DeckLine, DeckList
    from deckwright.model.card import EntryFields

    Elsewhere = Callable[[str], list[str]]
    """Finds the cards of other games that have a name, as `game/card-id`."""

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
_NOT_IN_DECK = "{noDeck}"


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
            for number, (line, name) in enumerate(self._unknown[:MOST_OF_A_KIND]):
                self._findings.append(self._unknown_card(line, name, is_guessed=number < guesses))
            for line, name in self._unknown[MOST_OF_A_KIND:]:  # only counted
                self._findings.append(Finding("unknown-card", "error", name, where=line.where))
            raise bad_deck(sorted(self._findings, key=_place))
        head, source = self._list.head, self._list.source
        if not self._entries and self._list.adds_up and not head:
            raise InputError("not-a-deck", tr("{name} has no cards.", name=source), where=Where(source))
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
        name = shortened(written.removeprefix(f"{game}/"))
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
        return did_you_mean(near)
    return tr("A deck can only contain cards of one game.") if GAME_AND_ID.fullmatch(name) else ""


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

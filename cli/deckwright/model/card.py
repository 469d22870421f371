"""Cards and decks as plain values."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterable, Mapping

    from deckwright.findings import Where


# A card, as every room sees it.

FieldValue = str | int | float | bool | list[str] | list[int]
"""What a game's own field can hold: a text, choice or date, a number, yes or no, or several choices."""

FieldType = Literal["number", "date", "choice", "flag", "text"]

Origin = Literal["rulebook", "community", "sample"]
"""Where something on a card comes from, the surest first."""

ORIGINS: tuple[Origin, ...] = get_args(Origin)

CopiesOrigin = Literal["exact", "sample"]
"""Whether the number of copies is that of the game box, or a guess that is not checked."""


class Field(NamedTuple):
    """One of a game's own fields. `choices` are in the game's order, which is also how they compare."""

    id: str
    type: FieldType
    many: bool = False
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Card:
    """One card of a game. `copies` is the number in the box; `fields` are the game's own.

    `texts` holds what is printed, by language and then by name (`name`, `text`, `flavour`, and what the
    game adds). The game's source language is complete; a translation holds only what was translated.
    `aliases` are other names that people know it by, by language: its own, and those of its kind and choices.
    `origin` is the least sure of the origins of its parts; `origins` holds those of `name` and `rules` where they differ.

    Cards can be keys of a cache: what holds lists and dictionaries is compared, but not hashed.
    """

    game: str
    id: str
    kind: str
    source_language: str
    copies: int = 1
    counts: CopiesOrigin = "exact"
    origin: Origin = "sample"
    origins: Mapping[str, Origin] = field(default_factory=dict, hash=False)
    revision: int = 1
    icon: str = ""
    marks: tuple[str, ...] = ()
    fields: Mapping[str, FieldValue] = field(default_factory=dict, hash=False)
    texts: Mapping[str, Mapping[str, str]] = field(default_factory=dict, hash=False)
    aliases: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)

    @property
    def name_origin(self) -> Origin:
        """Where the card's name comes from."""
        return self.origins.get("name", self.origin)

    @property
    def rules_origin(self) -> Origin:
        """Where what the card is and does comes from: its text, marks and fields."""
        return self.origins.get("rules", self.origin)

    def text(self, name: str, language: str) -> str:
        """A printed text in a language, in the source language if not translated, or ''."""
        translated = self.texts.get(language, {}).get(name)
        return translated if translated is not None else self.texts[self.source_language].get(name, "")

    def name(self, language: str) -> str:
        """The card's name in a language."""
        return self.text("name", language)

    def is_translated(self, name: str, language: str) -> bool:
        """Whether a printed text of the card is translated into a language; a text that it lacks counts as translated."""
        return name not in self.texts[self.source_language] or name in self.texts.get(language, {})


# A deck: which cards, how many copies, for which game and format.

MAIN = "cards"
"""The zone that every deck has."""


EntryFields = tuple[tuple[str, Hashable], ...]
"""Fields that an entry sets itself: pairs of name and `FieldValue`, in order of name, with tuples for its lists."""


class DeckEntry(NamedTuple):
    """Some copies of one card in a zone of a deck, and their location in a file.

    `fields` are facts of this entry, such as a level that its copies have reached: fields that the game lets deck
    entries set. Entries of one card with different fields are different entries, but of the same card.
    """

    card: str
    copies: int
    zone: str = MAIN
    where: Where | None = None
    fields: EntryFields = ()

    @property
    def values(self) -> dict[str, Any]:
        """Values of the fields that the entry sets, as cards hold them."""
        return {name: [*value] if isinstance(value, tuple) else value for name, value in self.fields}


def entry_fields(values: Mapping[str, Any]) -> EntryFields:
    """Fields of an entry from their values by name."""
    return tuple(
        (name, tuple(value) if isinstance(value, list) else value) for name, value in sorted(values.items())
    )


def card_of(entry: DeckEntry, cards: Mapping[str, Card]) -> Card:
    """Card of an entry as rules judge it: with the fields that the entry sets instead of the card's own."""
    card = cards[entry.card]
    return replace(card, fields={**card.fields, **entry.values}) if entry.fields else card


class Deck(NamedTuple):
    """A deck list. `source` is what the user named it by; `format` may be empty, `players` unknown.

    `date` is the day whose rules the deck was built for; None if it does not say one.
    """

    game: str
    name: str
    entries: tuple[DeckEntry, ...] = ()
    id: str = ""
    format: str = ""
    players: int | None = None
    source: str = ""
    locations: Mapping[str, Where] = {}
    date: dt.date | None = None

    @property
    def size(self) -> int:
        """Number of cards in all zones, every copy one."""
        return sum(entry.copies for entry in self.entries)


def copies_by_card(entries: Iterable[DeckEntry]) -> dict[str, int]:
    """Copies of each card, in order of first appearance."""
    copies: dict[str, int] = {}
    for entry in entries:
        copies[entry.card] = copies.get(entry.card, 0) + entry.copies
    return copies

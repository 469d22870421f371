"""Cards and decks as plain values, and how a card is found by its id, name or alias in any language."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass, replace
from dataclasses import field as attribute
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

from deckwright.model.words import closest, fold, may_guess

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from deckwright.findings import Where

    Aliases = Mapping[str, Sequence[str]]
    """Names by language."""


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
    origins: Mapping[str, Origin] = attribute(default_factory=dict, hash=False)
    revision: int = 1
    icon: str = ""
    marks: tuple[str, ...] = ()
    fields: Mapping[str, FieldValue] = attribute(default_factory=dict, hash=False)
    texts: Mapping[str, Mapping[str, str]] = attribute(default_factory=dict, hash=False)
    aliases: Mapping[str, tuple[str, ...]] = attribute(default_factory=dict, hash=False)

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


# What a card has in its fields, as rules and queries see it.

Value = str | float | bool

ValueType = Literal["number", "date", "choice", "text", "id"]


class CommonField(NamedTuple):
    """A field that the cards of every game have. A new one needs this record and a row in docs/queries.md.

    The values that a choice can have are `choices`, or the entries of the section `declared_in` of a `game.yaml`.
    Texts have no `values`: their words are searched.
    """

    id: str
    type: ValueType
    values: Callable[[Card], Sequence[Value]] | None = None
    choices: tuple[str, ...] = ()
    declared_in: Literal["", "games", "kinds", "marks"] = ""


COMMON_FIELDS = (
    CommonField("id", "id", lambda card: (card.id,)),
    CommonField("game", "choice", lambda card: (card.game,), declared_in="games"),
    CommonField("kind", "choice", lambda card: (card.kind,), declared_in="kinds"),
    CommonField("mark", "choice", lambda card: card.marks, declared_in="marks"),
    CommonField("origin", "choice", lambda card: (card.origin,), ORIGINS),
    CommonField("rules_origin", "choice", lambda card: (card.rules_origin,), ORIGINS),
    CommonField("copies", "number", lambda card: (card.copies,)),
    CommonField("revision", "number", lambda card: (card.revision,)),
    CommonField("name", "text"),
    CommonField("text", "text"),
)
_COMMON = {field.id: field for field in COMMON_FIELDS}

BUILT_IN = tuple(_COMMON)
"""The fields of every game, whose names a game's own fields may not take."""

NUMBERS = tuple(field.id for field in COMMON_FIELDS if field.type == "number")
"""The numbers that a card of any game has."""


def values_of(card: Card, field: str) -> Sequence[Value]:
    """Values of a field of a card; none if it has no such field."""
    return value_reader(field)(card)


def text_of(value: Value) -> str:
    """Value as text: a choice's id, a number's digits, `yes` or `no`."""
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)


def value_reader(field: str) -> Callable[[Card], Sequence[Value]]:
    """The function that reads the values of a field from cards, as `values_of` does."""
    common = _COMMON.get(field)
    return common.values if common and common.values else lambda card: _own_values(card, field)


def _own_values(card: Card, field: str) -> Sequence[Value]:
    value = card.fields.get(field, ())
    return value if isinstance(value, list | tuple) else (value,)


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

    @property
    def further_zones(self) -> dict[str, int]:
        """Number of cards in each zone but the main one."""
        sizes: dict[str, int] = {}
        for entry in self.entries:
            if entry.zone != MAIN:
                sizes[entry.zone] = sizes.get(entry.zone, 0) + entry.copies
        return sizes


def copies_by_card(entries: Iterable[DeckEntry]) -> dict[str, int]:
    """Copies of each card, in order of first appearance."""
    copies: dict[str, int] = {}
    for entry in entries:
        copies[entry.card] = copies.get(entry.card, 0) + entry.copies
    return copies


# Find a card by its id, name or alias in any language, ignoring case and accents.

Known = dict[str, dict[str, None]]
"""The ids of the cards with a name, in order, each once."""

_MOST_LISTED = 12
# Unknown names whose nearest names are remembered: decks of another game repeat them.
_MOST_REMEMBERED = 10_000
_LONGEST = 40


class CardNames:
    """The ids of some cards, and their names and aliases in all languages."""

    def __init__(self, cards: Iterable[Card]) -> None:
        self._ids: Known = {}
        self._names: Known = {}
        self._folded: Known = {}
        self._aliases: Known = {}
        self._folded_aliases: Known = {}
        self._cards: dict[str, Card] = {}
        self._nearest: dict[str, list[str]] = {}
        for card in cards:
            self._cards[card.id] = card
            _add(self._ids, card.id, card)
            _add(self._folded, fold(card.id), card)
            for name in {texts["name"]: None for texts in card.texts.values() if "name" in texts}:
                _add(self._names, name, card)
                _add(self._folded, fold(name), card)
            for alias in {alias: None for aliases in card.aliases.values() for alias in aliases}:
                _add(self._aliases, alias, card)
                _add(self._folded_aliases, fold(alias), card)

    def find(self, name: str) -> list[str]:
        """The ids of the cards called `name`: none, one, or several if it is ambiguous.

        An id goes before a name, a name before an alias, and what is spelled just so before what only reads alike.
        """
        folded = fold(name)
        ids = self._ids.get(name) or self._names.get(name) or (folded and self._folded.get(folded))
        ids = ids or self._aliases.get(name) or (folded and self._folded_aliases.get(folded))
        return list(ids or self._numbered(name))

    def _numbered(self, text: str) -> list[str]:
        """The card that a name with an id in brackets means, as `distinct_names` writes it."""
        name, _, card = text.removesuffix(")").rpartition(" (")
        is_card = bool(name) and text.endswith(")") and card in self._ids and card in self.find(name)
        return [card] if is_card else []

    def spelled(self, name: str) -> list[str]:
        """The ids of the cards whose id, name or alias is spelled just so."""
        return list(self._ids.get(name) or self._names.get(name) or self._aliases.get(name) or ())

    @property
    def all(self) -> Iterable[str]:
        """Every id, name and alias."""
        return (*self._ids, *self._names, *self._aliases)

    def told_apart(self, ids: Iterable[str]) -> str:
        """Some of the cards by their ids, each with its differences from the others."""
        return told_apart([self._cards[card] for card in ids])

    def nearest(self, name: str) -> list[str]:
        """Ids or names, or else aliases, that are nearest to `name`; only one of two that read alike."""
        if not may_guess(name):
            return []
        if name not in self._nearest:
            if len(self._nearest) >= _MOST_REMEMBERED:
                self._nearest.clear()
            self._nearest[name] = self._closest(name)
        return self._nearest[name]

    def _closest(self, name: str) -> list[str]:
        is_id = name == name.lower() and " " not in name
        names = self._ids_last if is_id else self._names_last
        return closest(name, names) or closest(name, self._known_aliases)

    @cached_property
    def _ids_last(self) -> list[str]:
        return list({fold(name): name for name in (*self._names, *self._ids)}.values())

    @cached_property
    def _known_aliases(self) -> list[str]:
        return list({fold(alias): alias for alias in self._aliases}.values())

    @cached_property
    def _names_last(self) -> list[str]:
        return list({fold(name): name for name in (*self._ids, *self._names)}.values())


def distinct_names(cards: Mapping[str, Card], language: str) -> dict[str, str]:
    """Name of each of a game's cards; if several have that name, their full names, or else the name with its id."""
    names = {card.id: card.name(language) for card in cards.values()}
    bearers = Counter(names.values())
    full_names = {
        card.id: alias
        for card in cards.values()
        if bearers[names[card.id]] > 1
        for alias in (*card.aliases.get(card.source_language, ()), *card.aliases.get(language, ()))
        if alias.startswith(names[card.id] + _APART)
    }
    bearers.update(full_names.values())
    return {
        card: next(
            (text for text in (name, full_names.get(card, "")) if bearers[text] == 1), f"{name} ({card})"
        )
        for card, name in names.items()
    }


_APART = ", "
"""What is between the name of a card and what tells it apart from others of that name."""


def with_full_names(card: Card, definition: Mapping[str, Any], before: Card | None = None) -> Card:
    """Card with its full names as aliases, if its game says which fields or texts tell cards of one name apart.

    `before` is the card with the texts that its aliases are of, if they have changed.
    """
    if "names" not in definition:
        return card
    old, new = _full_names(before or card, definition), _full_names(card, definition)
    kept = {
        language: [alias for alias in aliases if alias != old.get(language)]
        for language, aliases in card.aliases.items()
    }
    aliases = {
        language: (*kept.get(language, ()), *([new[language]] if language in new else []))
        for language in {**kept, **new}
    }
    return replace(card, aliases={language: names for language, names in aliases.items() if names})


def _full_names(card: Card, definition: Mapping[str, Any]) -> dict[str, str]:
    """The name of a card in each language, with what tells it apart from others of that name."""
    full_names = {}
    for language in card.texts:
        parts = [
            card.text(part, language) or ", ".join(map(text_of, values_of(card, part)))
            for part in definition.get("names", ())
        ]
        if len([*filter(None, parts)]) > 1:
            full_names[language] = _APART.join(filter(None, parts))
    return full_names


def told_apart(cards: Sequence[Card], names: Sequence[str] = ()) -> str:
    """List cards by their ids, or by other names, each with the values in which it differs, as queries write them.

    No more fields are shown than it takes to tell the cards apart.
    """
    parts: list[tuple[str, ...]] = [()] * len(cards)
    values_by_field = {field: [_written(card, field) for card in cards] for field in _fields_of(cards)}
    enough = [field for field, values in values_by_field.items() if len({*values}) == len(cards)]
    for field in enough[:1] or values_by_field:
        finer = [(*before, value) for before, value in zip(parts, values_by_field[field], strict=True)]
        parts = finer if len({*finer}) > len({*parts}) else parts
    listed = []
    for name, values in zip(names or [card.id for card in cards], parts, strict=True):
        differing = " ".join(filter(None, values))
        listed.append(f"{name} ({differing})" if differing else name)
    return ", ".join(listed[:_MOST_LISTED]) + (", …" if len(listed) > _MOST_LISTED else "")


def _fields_of(cards: Sequence[Card]) -> list[str]:
    fields = dict.fromkeys(name for card in cards for name in card.fields)
    return ["name", "kind", *fields, "mark", "origin", "copies", "revision"]


def _written(card: Card, field: str) -> str:
    """Values of a card's field as terms of a query, or '' if they are too long to read at a glance."""
    values = [card.name(card.source_language)] if field == "name" else map(text_of, values_of(card, field))
    written = " ".join(
        f'{field}:"{value}"' if re.search(r"[\s()]", value) else f"{field}:{value}" for value in values
    )
    return written if len(written) <= _LONGEST else ""


def _add(ids_by_name: Known, name: str, card: Card) -> None:
    ids_by_name.setdefault(name, {})[card.id] = None


# Other names by which people know cards, kinds and choices: what rulebooks print, and what icons are called.
#
# They are data, by language: `aliases: {it: [stetoscopio], en: [stethoscope]}`. A card is found by its own
# and by those of its kind and choices. An alias is never printed, and a name takes precedence over it.


def aliases_of_kind(definition: Mapping[str, Any], kind: str) -> Aliases:
    """Aliases of a kind."""
    aliases: Aliases = (definition.get("kinds", {}).get(kind) or {}).get("aliases", {})
    return aliases


def aliases_of_choice(definition: Mapping[str, Any], field: str, choice: str) -> Aliases:
    """Aliases of a choice of a field."""
    for entry in _choices(definition.get("fields", {}).get(field, {})):
        if entry["const"] == choice:
            aliases: Aliases = entry.get("aliases", {})
            return aliases
    return {}


def aliases_of_card(definition: Mapping[str, Any], entry: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """Aliases of a card from a file: its own, and those of its kind and choices, each once."""
    sources = [entry.get("aliases", {}), *_shared(definition, entry.get("kind", ""), entry.get("fields", {}))]
    joined: dict[str, dict[str, None]] = {}
    for source in sources:
        for language, names in source.items():
            joined.setdefault(language, {}).update(dict.fromkeys(names))
    return {language: tuple(names) for language, names in joined.items()}


def own_aliases(card: Card, definition: Mapping[str, Any], language: str) -> list[str]:
    """Aliases of a card in a language that it does not share with others of its kind or choices."""
    shared = {
        name for aliases in _shared(definition, card.kind, card.fields) for name in aliases.get(language, ())
    }
    shared.update(filter(None, [_full_names(card, definition).get(language)]))
    return [alias for alias in card.aliases.get(language, ()) if alias not in shared]


def _shared(definition: Mapping[str, Any], kind: str, fields: Mapping[str, Any]) -> Iterator[Aliases]:
    """Yield the aliases of a kind and of the choices that fields hold."""
    yield aliases_of_kind(definition, kind)
    for field, value in fields.items():
        for member in value if isinstance(value, list) else [value]:
            yield aliases_of_choice(definition, field, str(member))


def aliases_in(definition: Mapping[str, Any]) -> Iterator[tuple[tuple[str | int, ...], Aliases]]:
    """Yield the aliases in a game's definition, each with the path of the mapping."""
    for kind, entry in definition.get("kinds", {}).items():
        if "aliases" in entry:
            yield ("kinds", kind, "aliases"), entry["aliases"]
    for field, schema in definition.get("fields", {}).items():
        steps = ("items", "oneOf") if schema.get("type") == "array" else ("oneOf",)
        for number, choice in enumerate(_choices(schema)):
            if "aliases" in choice:
                yield ("fields", field, *steps, number, "aliases"), choice["aliases"]
    for name, deck_format in definition.get("formats", {}).items():
        for zone, written in titled_zones(deck_format):
            if "aliases" in written:
                yield ("formats", name, "zones", zone, "aliases"), written["aliases"]


def titled_zones(deck_format: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the zones of a format, as written, that have titles, each with its title and perhaps aliases."""
    zones = deck_format.get("zones", ())
    if isinstance(zones, dict):
        yield from ((zone, {"title": own} if isinstance(own, str) else own) for zone, own in zones.items())


def _choices(schema: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    item = schema.get("items", {}) if schema.get("type") == "array" else schema
    choices: Sequence[Mapping[str, Any]] = item.get("oneOf", ())
    return choices

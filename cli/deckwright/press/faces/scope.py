"""What a face can ask of a card: its texts, fields and colours, in the language printed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.messages import tr
from deckwright.model.finding import Finding
from deckwright.model.languages import by_language, has_decimal_comma
from deckwright.model.printed_words import CONTEXT, own_word
from deckwright.press.faces.colours import INK

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping, Sequence

    from deckwright.model.card import Card, FieldValue
    from deckwright.model.finding import Severity
    from deckwright.model.game import Game
    from deckwright.press.drawing.sharing import Share
    from deckwright.press.faces.boxes import Box, TextBox
    from deckwright.press.faces.choices import Cases, Raw
    from deckwright.press.faces.loading import Face
    from deckwright.press.lettering.fit import Copy
    from deckwright.press.parts import Drawn

ENTRY = frozenset({"entry", "title"})
"""What can be asked within the cells of a row: the entry the cell is for, and what it is called."""


@dataclass(slots=True)
class Desk:
    """What all cards of one job share, and the findings that come up on the way.

    `sisters` are all cards of the game that wear a face, by its name. `sizes` are those, in points, in which
    texts are set on all of them; a desk that is `gauging` finds them out. With `low_ink` cards have white grounds.
    """

    game: Game
    language: str
    assets: Mapping[str, bytes]
    matches: Callable[[str, Card], bool]
    sisters: Mapping[str, Sequence[Card]] = field(default_factory=dict)
    gauging: bool = False
    low_ink: bool = False
    sizes: dict[TextBox, float] = field(default_factory=dict)
    findings: dict[Finding, Box | None] = field(default_factory=dict)
    runs: dict[str, list[tuple[tuple[Box, ...], Share]]] = field(default_factory=dict)
    shares: dict[int, Share] = field(default_factory=dict)
    drawn: dict[Hashable, tuple[Drawn, ...]] = field(default_factory=dict)
    copies: dict[Hashable, Copy | None] = field(default_factory=dict)
    icons: Mapping[str, str] = field(init=False)
    marks: Mapping[str, str] = field(init=False)
    texts: frozenset[str] = field(init=False)
    choices: Mapping[str, tuple[str, ...]] = field(init=False)

    def __post_init__(self) -> None:
        definition = self.game.definition
        self.icons = definition.get("icons", {})
        self.marks = {name: mark["icon"] for name, mark in definition.get("marks", {}).items()}
        self.texts = frozenset(("name", "text", "flavour", *definition.get("texts", {})))
        self.choices = {name: one.choices for name, one in self.game.fields.items()}

    def gauge(self) -> Desk:
        """Give a desk of its own for finding out sizes, which leaves no finding here."""
        return Desk(self.game, self.language, self.assets, self.matches, gauging=True)

    def label(self, context: str) -> str:
        """Give a word of the game, noting where it is not translated."""
        label = self.game.label(context, self.language)
        if label and context not in self.game.labels.get(self.language, {}):
            self.note_untranslated(context, "")
        return label

    def note_untranslated(self, what: str, card: str) -> None:
        """Note that a text is printed in the source language."""
        message = tr(
            "{what} is not translated into {language}: the source text is printed.",
            what=f"{card}.{what}" if card else what,
            language=self.language,
        )
        self.note(Finding("untranslated", "warning", message, (card,) if card else ()))

    def note_unknown_token(self, token: str, card: str) -> None:
        """Note a place in a text that asks for an icon the game does not name."""
        message = tr(
            "{card} writes {token}, but the game names no such icon: it is printed as it stands. Known: {names}.",
            card=card,
            token=token,
            names=", ".join(self.icons) or "–",
        )
        self.note(Finding("unknown-icon", "error", message, (card,)))

    def note_printed_braces(self, written: str, card: str) -> None:
        """Note what a text has in braces and prints as it stands."""
        message = tr(
            "{card} writes {written}, which is printed as is: it is not an icon.",
            card=card,
            written=written,
        )
        self.note(Finding("braces", "warning", message, (card,)))

    def note(self, finding: Finding, box: Box | None = None) -> None:
        """Keep a finding, once, with the box that it is about."""
        self.findings.setdefault(finding, box)


class Entry(NamedTuple):
    """What a cell of a row is for: as the data holds it, as it reads, what it is called, and its icon."""

    raw: str
    reads: str
    title: str = ""
    icon: str = ""


class Scope(NamedTuple):
    """One card under one face; within the cells of a row also the entry that a cell is for."""

    desk: Desk
    face: Face
    card: Card
    entry: Entry | None = None

    def note_box(self, box: Box, rule: str, severity: Severity, message: str, **more: Any) -> None:
        """Note a finding about a box on this card, at its place in the face that draws it."""
        subjects = (self.card.id,)
        where = self.face.where_of(box)
        message += self.face.inherited_note(box)
        self.desk.note(Finding(rule, severity, message, subjects, where=where, **more), box)

    def at(self, entry: Entry) -> Scope:
        """Give the scope of the cell that is for an entry."""
        return Scope(self.desk, self.face, self.card, entry)

    def raw(self, name: str) -> Raw:
        """Give a field as the data holds it."""
        card = self.card
        if self.entry and name == "entry":
            return self.entry.raw
        if name in card.fields:
            value = card.fields[name]
            return tuple(map(str, value)) if isinstance(value, list) else value
        if name in self.desk.texts:
            return card.text(name, self.desk.language) or None
        raw: Raw = getattr(card, name, None) if name in _BUILT_IN else None
        return raw

    def reads(self, name: str) -> str:
        """Give a field as it reads on the card; empty where the card has none."""
        if self.entry and name in ENTRY:
            return self.entry.title if name == "title" else self.entry.reads
        if name in self.desk.texts:
            return self._text(name)
        if name in _BUILT_IN:
            return _BUILT_IN[name](self)
        value = self.card.fields.get(name)
        return "" if value is None else self._field(name, value)

    def _text(self, name: str) -> str:
        language = self.desk.language
        if not self.card.is_translated(name, language):
            self.desk.note_untranslated(name, self.card.id)
        return self.card.text(name, language)

    def _field(self, name: str, value: FieldValue) -> str:
        if isinstance(value, bool):
            return self.desk.label(f"field:{name}") if value else ""
        if isinstance(value, (int, float)):
            return self.number(value)
        values = value if isinstance(value, list) else [value]
        return ", ".join(self.one(name, one) for one in values)

    def one(self, name: str, value: str | float) -> str:
        """Give one entry of a list as it reads."""
        return self.choice(name, value) if isinstance(value, str) else self.number(value)

    def choice(self, name: str, value: str) -> str:
        """Give one choice of a field as it reads."""
        if not self.desk.choices.get(name):
            return value
        return self.desk.label(f"field:{name}.{value}") or value

    def number(self, value: float) -> str:
        """Write a number as the language printed does."""
        text = f"{value:g}".replace("-", "\u2212")
        return text.replace(".", ",") if has_decimal_comma(self.desk.language) else text

    def word(self, context: str) -> str:
        """Give a word of the game by its context, or of the face as `word:…`."""
        prefix, _, name = context.partition(":")
        if prefix == "word":
            return self.own_word(name)
        return self.desk.label(context)

    def own_word(self, name: str) -> str:
        """A word of the face's own: as the game translates it, else as the face does; or the name itself."""
        words = self.face.words.get(name)
        if words is None:
            return name
        language = self.desk.language
        word = own_word(self.desk.game, name, language) or by_language(words, language)
        if not word:
            self.desk.note_untranslated(f"{CONTEXT}{name}", "")
        return word or words["en"]

    def icon(self, name: str) -> str:
        """Give the icon that a face means: an icon's name, or `{icon}`, `{entry}`, `{icon:…}`, `{mark:…}`."""
        if not name.startswith("{"):
            return name
        place = name[1:-1]
        prefix, colon, rest = place.partition(":")
        if not colon:
            return self.card.icon if place == "icon" else self.entry.icon if self.entry else ""
        sets: dict[str, Mapping[str, str]] = {"icon": self.desk.icons, "mark": self.desk.marks}
        return sets.get(prefix, {}).get(rest, "")

    def colour(self, name: str) -> str:
        """Give a colour of the palette for this card."""
        return self.face.palette.colour(name, self.raw) if name else ""

    def ink(self, name: str) -> str:
        """Give a colour in which something is said, which is never nothing: where no case fits, it is ink."""
        return self.colour(name) or self.colour(INK)

    def chosen(self, value: str | Cases[str]) -> str:
        """Give a value that may stand by case."""
        return value if isinstance(value, str) else value.choose(self.raw) or ""

    def holds(self, query: str) -> bool:
        """Tell whether the card is what a condition asks for."""
        return not query or self.desk.matches(query, self.card)


def _marks(scope: Scope) -> str:
    return ", ".join(scope.desk.label(f"mark:{mark}") for mark in scope.card.marks)


def _other_texts(scope: Scope) -> str:
    """Give the texts that only this game has, each a paragraph that begins with its name."""
    others = {name: scope.reads(name) for name in scope.desk.game.definition.get("texts", {})}
    return "\n\n".join(
        f"**{scope.desk.label(f'text:{name}')}:** {text}" for name, text in others.items() if text
    )


_BUILT_IN: dict[str, Callable[[Scope], str]] = {
    "id": lambda scope: scope.card.id,
    "kind": lambda scope: scope.desk.label(f"kind:{scope.card.kind}"),
    "game": lambda scope: scope.desk.label("game:title"),
    "copies": lambda scope: str(scope.card.copies),
    "revision": lambda scope: str(scope.card.revision),
    "origin": lambda scope: scope.own_word(scope.card.origin),
    "icon": lambda scope: scope.card.icon,
    "marks": _marks,
    "texts": _other_texts,
}

BUILT_IN = frozenset(_BUILT_IN)
"""The fields that a card of any game has beside its texts."""

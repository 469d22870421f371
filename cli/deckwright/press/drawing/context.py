"""Context for drawing a card: the job, and what a face may ask of a card: its texts, fields and colours in the printed language."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from deckwright.findings import Finding
from deckwright.messages import tr
from deckwright.model.game import KEPT_NUMBERS
from deckwright.model.languages import by_language, game_word, with_decimal_sign
from deckwright.model.plurals import CONTEXT
from deckwright.press.graphics.pictures import has_picture, pictures_by_loose_name
from deckwright.press.looks.colours import INK
from deckwright.press.looks.expressions import (
    ENTRY,
    NUMBERS,
    CalculationError,
    Cases,
    digits_of,
    evaluate,
    names_in,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping

    from deckwright.files.yaml import Document
    from deckwright.model.card import Card, FieldValue
    from deckwright.model.game import Game
    from deckwright.press.drawing.lines import TextToFit
    from deckwright.press.graphics.cuts import Outline
    from deckwright.press.graphics.parts import Area, DrawnPart, Paint
    from deckwright.press.looks.colours import Palette
    from deckwright.press.looks.expressions import Expression, RawValue, Value
    from deckwright.press.looks.styles import RunStyle

ClassColours = tuple[tuple[str, str], ...]
"""Colours for the classes of a drawing."""


# What is drawn: the boxes of a face, whatever their kinds are and however the face was read.


class BoxToDraw(Protocol):
    """A box of a face, as far as drawing knows it."""

    @property
    def at(self) -> Area:
        """Its place in mm, from the corner of the card or of the box around it."""

    @property
    def when(self) -> str:
        """The condition under which a card shows it; '' for any card."""

    @property
    def both_ways(self) -> bool:
        """Whether it is drawn a second time, upside down."""

    @property
    def has_text(self) -> bool:
        """Whether it shows the texts of cards, whose icons can have colours."""

    @property
    def card_fields(self) -> frozenset[str] | None:
        """Fields of a card on which its drawing depends, but for its colours; None if its class does not say."""

    @property
    def colour_names(self) -> tuple[str, ...]:
        """Names of its colours, without those of boxes inside it."""

    def with_nested(self) -> Iterator[BoxToDraw]:
        """Yield the box and all boxes inside it."""

    def surely_fits(self, scope: Scope, area: Area) -> bool:
        """Whether it is plain, without drawing it, that its texts fit in an area and have all their letters."""

    def drawn(self, scope: Scope, area: Area) -> Iterator[DrawnPart]:
        """Draw the box on a card in an area."""


class FaceToDraw(Protocol):
    """The design of a card, as far as drawing knows it."""

    @property
    def name(self) -> str:
        """Its name."""

    @property
    def documents(self) -> tuple[Document, ...]:
        """The files it was read from, beginning with the topmost one it extends."""

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in mm."""

    @property
    def cut(self) -> Outline:
        """Outline along which the card is cut."""

    @property
    def centre(self) -> tuple[float, float]:
        """Centre of the card."""

    @property
    def palette(self) -> Palette:
        """Its colours."""

    @property
    def words(self) -> Mapping[str, Mapping[str, str]]:
        """Its words, by name and language."""

    @property
    def boxes(self) -> tuple[BoxToDraw, ...]:
        """Its boxes, in the order in which they are drawn."""

    @property
    def runs(self) -> Mapping[str, RunStyle]:
        """The looks that texts can name in tags."""

    @property
    def icon_colours(self) -> Mapping[str, str]:
        """The colours of the game's icons in texts, by name."""

    def in_language(self, language: str) -> FaceToDraw:
        """The face for cards in a language."""


# The context of a drawing: texts, fields and colours of a card, in the printed language.


class CardsByFace(dict[str, list["Card"]]):
    """Cards of a game, printed or not, by the names of their faces; `every` are all, in the order of the game's data."""

    def __init__(
        self, cards: Iterable[Card] = (), names_of: Callable[[Card], Iterable[str]] = lambda _: ()
    ) -> None:
        super().__init__()
        self.every = list(cards)
        for card in self.every:
            for name in dict.fromkeys(names_of(card)):
                self.setdefault(name, []).append(card)


_LONGEST_EPOCH = 11
"""Digits of the seconds up to the year 5138."""


def stamps_of(game: Game, print_number: str = "") -> dict[str, str]:
    """The `STAMPS` of what is drawn now; the day is that of SOURCE_DATE_EPOCH if it is set, as builds that are to repeat do."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    is_set = epoch.isdecimal() and len(epoch) <= _LONGEST_EPOCH
    day = datetime.fromtimestamp(int(epoch), UTC) if is_set else datetime.now().astimezone()
    version: str = game.definition.get("version", "")
    return {"date": day.date().isoformat(), "print": print_number, "version": version}


@dataclass(slots=True)
class RenderContext:
    """What the cards of one print job share: the game, caches of drawings, and the findings.

    `cards_by_face` are all cards of the game. `sizes`, in points, are those of texts that have one
    size on all of them, found by a context that is `measuring`. With `low_ink`, cards have white grounds. `print_number` is
    that of the history, if there is one. What is `blank` is not printed, so that cards can be compared without it.
    """

    game: Game
    language: str
    assets: Mapping[str, bytes]
    matches: Callable[[str, Card], bool]
    cards_by_face: CardsByFace = field(default_factory=CardsByFace)
    measuring: bool = False
    low_ink: bool = False
    print_number: str = ""
    blank: frozenset[str] = frozenset()
    sizes: dict[BoxToDraw, float] = field(default_factory=dict)
    findings: dict[Finding, BoxToDraw | None] = field(default_factory=dict)
    box_groups: dict[Hashable, list[tuple[tuple[BoxToDraw, ...], Share]]] = field(default_factory=dict)
    shares: dict[int, Share] = field(default_factory=dict)
    drawings: dict[Hashable, tuple[DrawnPart, ...]] = field(default_factory=dict)
    texts_to_fit: dict[Hashable, TextToFit | None] = field(default_factory=dict)
    heights: dict[Hashable, float] = field(default_factory=dict)
    icons: Mapping[str, str] = field(init=False)
    marks: Mapping[str, str] = field(init=False)
    texts: frozenset[str] = field(init=False)
    stamps: Mapping[str, str] = field(init=False)
    choices: Mapping[str, tuple[str, ...]] = field(init=False)
    numbers: dict[str, dict[str, int]] = field(default_factory=dict)
    small_texts: set[BoxToDraw] = field(default_factory=set)
    loose_pictures: dict[str, str] | None = None

    def __post_init__(self) -> None:
        definition = self.game.definition
        self.icons = definition.get("icons", {})
        self.marks = {name: mark["icon"] for name, mark in definition.get("marks", {}).items()}
        self.texts = frozenset(("name", "text", "flavour", *definition.get("texts", {})))
        self.choices = {name: field.choices for name, field in self.game.fields.items()}
        stamps = stamps_of(self.game, self.print_number)
        self.stamps = {name: stamp for name, stamp in stamps.items() if name not in self._own_names}

    @property
    def _own_names(self) -> set[str]:
        """Names of the game's own fields and texts, which a stamp does not replace."""
        return {*self.texts, *self.choices}

    def for_measuring(self) -> RenderContext:
        """Context for measuring type sizes, whose findings are discarded."""
        return self._anew(measuring=True, print_number=self.print_number, blank=self.blank)

    def for_comparing(self) -> RenderContext:
        """Context for drawing cards to be compared: without what differs in each print, and what the game says does not count."""
        ignored = self.game.definition.get("reprint", {}).get("ignore", ())
        return self._anew(low_ink=self.low_ink, blank=frozenset((*self.stamps, *ignored)))

    def _anew(self, **options: Any) -> RenderContext:
        """Context of the same cards, without findings and what is cached."""
        return RenderContext(
            self.game, self.language, self.assets, self.matches, self.cards_by_face, **options
        )

    def stored_picture(self, name: str) -> str:
        """Name of the picture in the folder that a card means by a name in other case, or without the ending; else that name."""
        if has_picture(name, self.assets):
            return name
        if self.loose_pictures is None:
            self.loose_pictures = pictures_by_loose_name(self.assets)
        return self.loose_pictures.get(name.lower(), name)

    def numbers_of(self, card: Card) -> Mapping[str, int]:
        """The `NUMBERS` of a card: cards are counted kind by kind, each once, in the order of the game's data."""
        if not self.numbers:
            kept: Mapping[str, int] = self.game.definition.get(KEPT_NUMBERS, {})
            for kind in self.game.names("kinds"):
                alike = [card.id for card in self.cards_by_face.every if card.kind == kind]
                for number, name in enumerate(alike, 1):
                    place = len(self.numbers) + 1
                    self.numbers[name] = {
                        "index": place,
                        "number": kept.get(name, place),
                        "index:kind": number,
                        "total:kind": len(alike),
                    }
            for numbers in self.numbers.values():
                numbers["total"] = len(self.numbers)
        return self.numbers.get(card.id, dict.fromkeys(NUMBERS, 0))

    def label(self, context: str) -> str:
        """Word of the game; a missing translation is reported."""
        label = self.game.label(context, self.language)
        if label and context not in self.game.labels.get(self.language, {}):
            self.report_untranslated(context, "")
        return label

    def report_untranslated(self, what: str, card: str, language: str = "") -> None:
        """Report a text that is printed in the source language; `language` is the printed one if it is not named."""
        message = tr(
            "{what} is not translated into {language}, so the source text is printed.",
            what=f"{card}.{what}" if card else what,
            language=language or self.language,
        )
        self.note(Finding("untranslated", "warning", message, (card,) if card else ()))

    def report_unknown_icon(self, token: str, card: str) -> None:
        """Report an unknown icon in a text."""
        message = tr(
            "{card}: the game has no icon {token}, so it is printed as is. Use one of: {names}.",
            card=card,
            token=token,
            names=", ".join(self.icons) or "–",
        )
        self.note(Finding("unknown-icon", "error", message, (card,)))

    def report_braces(self, written: str, card: str) -> None:
        """Report text in braces that is printed as it is."""
        message = tr("{card}: {written} is not an icon and is printed as is.", card=card, written=written)
        self.note(Finding("braces", "warning", message, (card,)))

    def number(self, value: float) -> str:
        """Number in the format of the printed language."""
        text = digits_of(value).replace("-", "\u2212")
        return with_decimal_sign(text, self.language)

    def note(self, finding: Finding, box: BoxToDraw | None = None) -> None:
        """Add a finding, once, with the box that it is about."""
        self.findings.setdefault(finding, box)


class RowItem(NamedTuple):
    """An item of a row: its value in the data, its printed text, the name of the row, and its icon."""

    raw: str
    reads: str
    title: str = ""
    icon: str = ""


class Scope(NamedTuple):
    """One card with one face; in the cells of a row also the item of the cell."""

    context: RenderContext
    face: FaceToDraw
    card: Card
    entry: RowItem | None = None

    def at(self, entry: RowItem) -> Scope:
        """Scope of the cell for an item of a row."""
        return Scope(self.context, self.face, self.card, entry)

    def raw(self, name: str) -> RawValue:
        """Value of a field in the data."""
        card = self.card
        if name in self.context.blank:
            return None
        if self.entry and name == "entry":
            return self.entry.raw
        if ":" in name and self.is_translation(name):
            return card.text(*name.split(":")) or None
        if name in card.fields:
            value = card.fields[name]
            return tuple(map(str, value)) if isinstance(value, list) else value
        if name in self.context.texts:
            return card.text(name, self.context.language) or None
        raw: RawValue = getattr(card, name, None) if name in _BUILT_IN else self._counted(name)
        return raw

    def _counted(self, name: str) -> int | str | None:
        """Number of the card in its game, or stamp of the print; None for other names."""
        if name in NUMBERS and name not in self.context.choices:
            return self.context.numbers_of(self.card)[name]
        return self.context.stamps.get(name)

    def reads(self, name: str) -> str:
        """Printed text of a field; '' if the card does not have it."""
        if name in self.context.blank:
            return ""
        if self.entry and name in ENTRY:
            return self.entry.title if name == "title" else self.entry.reads
        if name in self.context.texts:
            return self._text(name)
        if (counted := self._counted(name)) is not None:
            return str(counted)
        if name in _BUILT_IN:
            return _BUILT_IN[name](self)
        value = self.card.fields.get(name)
        return "" if value is None else self._field(name, value)

    def value(self, name: str) -> Value | None:
        """Value of a field or text in an expression, or word of the face as `word:…`; None if the card does not have it."""
        if name.startswith(CONTEXT):
            return self.game_word(name.removeprefix(CONTEXT))
        raw = self.raw(name)
        if isinstance(raw, int | float) and not isinstance(raw, bool):
            return raw
        value = self.card.fields.get(name)
        if isinstance(value, list) and name not in self.context.texts:
            return [self.item(name, item) for item in value]
        if name == "marks":
            return [self.context.label(f"mark:{mark}") for mark in self.card.marks]
        return self.reads(name) or None

    def calculated(self, expression: Expression) -> str:
        """Printed value of an expression; '' if the card lacks a value that it needs, or it cannot be calculated."""
        try:
            result = evaluate(expression, self.value, self._language_of(expression))
        except CalculationError:
            return ""  # loading reports it
        if isinstance(result, int | float):
            return self.number(result)
        return ", ".join(result) if isinstance(result, list) else result or ""

    def _language_of(self, expression: Expression) -> str:
        """Language of an expression: the source language if a text of the card in it is not translated."""
        texts = (name for name in names_in(expression) if name in self.context.texts)
        is_translated = all(self.card.is_translated(name, self.context.language) for name in texts)
        return self.context.language if is_translated else self.card.source_language

    def is_translation(self, name: str) -> bool:
        """Whether a name is that of a text in a language of the game, such as `name:fr`."""
        text, colon, language = name.partition(":")
        return bool(colon) and text in self.context.texts and language in self.context.game.languages

    def translation(self, name: str) -> str:
        """Text of the card in the language that is named, such as `name:fr`; one that is missing is reported."""
        return self._text(*name.split(":"))

    def _text(self, name: str, language: str = "") -> str:
        language = language or self.context.language
        if not self.card.is_translated(name, language):
            self.context.report_untranslated(name, self.card.id, language)
        return self.card.text(name, language)

    def _field(self, name: str, value: FieldValue) -> str:
        if isinstance(value, bool):
            return self.context.label(f"field:{name}") if value else ""
        if isinstance(value, (int, float)):
            return self.number(value)
        values = value if isinstance(value, list) else [value]
        return ", ".join(self.item(name, item) for item in values)

    def item(self, name: str, value: str | float) -> str:
        """Printed text of one item of a list."""
        return self.choice(name, value) if isinstance(value, str) else self.number(value)

    def choice(self, name: str, value: str) -> str:
        """Printed text of one choice of a field."""
        if not self.context.choices.get(name):
            return value
        return self.context.label(f"field:{name}.{value}") or value

    def number(self, value: float) -> str:
        """Number in the format of the printed language."""
        return self.context.number(value)

    def word(self, context: str) -> str:
        """Word of the game by its context, or of the face as `word:…`."""
        prefix, _, name = context.partition(":")
        if prefix == "word":
            return self.game_word(name)
        return self.context.label(context)

    def game_word(self, name: str) -> str:
        """Word of the face: in the game's translation, else in that of the face; or the name itself."""
        words = self.face.words.get(name)
        if words is None:
            return name
        language = self.context.language
        word = game_word(self.context.game, name, language) or by_language(words, language)
        if not word:
            self.context.report_untranslated(f"{CONTEXT}{name}", "")
        return word or words["en"]

    def icon(self, name: str) -> str:
        """Name of an icon in a face, which can be `{icon}`, `{entry}`, `{icon:…}` or `{mark:…}`."""
        if not name.startswith("{"):
            return name
        place = name[1:-1]
        prefix, colon, rest = place.partition(":")
        if not colon:
            return self.card.icon if place == "icon" else self.entry.icon if self.entry else ""
        sets: dict[str, Mapping[str, str]] = {"icon": self.context.icons, "mark": self.context.marks}
        return sets.get(prefix, {}).get(rest, "")

    def colour(self, name: str) -> str:
        """Colour of the palette for this card; '' if it has none."""
        return self.face.palette.colour(name, self.raw) if name else ""

    def paint(self, name: str, area: Area) -> Paint:
        """Colour or gradient of the palette that fills a shape in an area, for this card; '' if it has none."""
        return self.face.palette.paint(name, self.raw, area) if name else ""

    def ink(self, name: str) -> str:
        """Colour of a text or an icon for this card: the default colour if no case fits."""
        return self.colour(name) or self.colour(INK)

    def chosen(self, value: str | Cases[str]) -> str:
        """Value for this card, of one that can depend on a field."""
        return value if isinstance(value, str) else value.choose(self.raw) or ""

    def class_colours(self, colours: Mapping[str, str] | None) -> ClassColours:
        """Colours for the classes of a drawing on this card, without those of which no case fits."""
        chosen = ((name, self.colour(colour)) for name, colour in (colours or {}).items())
        return tuple((name, colour) for name, colour in chosen if colour)

    def file_part(self, name: str) -> str:
        """Field as part of a file name or an address: the value in the data, the same in every language."""
        value = self.raw(name)
        if isinstance(value, tuple):
            return "-".join(value)
        if isinstance(value, bool):
            return str(value).lower()
        return digits_of(value) if isinstance(value, (int, float)) else value or ""

    # The items of rows.

    def amount(self, name: str) -> float:
        """Length of a list, rank of a choice (from 1), or the number itself."""
        value, choices = self.raw(name), self.context.choices.get(name, ())
        if isinstance(value, tuple):
            return len(value)
        if isinstance(value, str):
            return choices.index(value) + 1 if value in choices else 0
        return value or 0

    def row_items(self, name: str) -> list[RowItem]:
        """Items of a row, one for each cell: marks, fields, items of a list, or the numbers up to a count.

        A choice counts as its rank in the game's order, from 1; a flag that is set counts as 1.
        """
        context, card = self.context, self.card
        if name == "marks":
            return [
                RowItem(mark, context.label(f"mark:{mark}"), icon=context.marks.get(mark, ""))
                for mark in card.marks
            ]
        if name == "fields":
            own = self._shown_fields()
            return [RowItem(field, self._row_text(field), context.label(f"field:{field}")) for field in own]
        title = context.label(f"field:{name}")
        if isinstance(listed := card.fields.get(name), list):
            return [RowItem(str(item), self.item(name, item), title) for item in listed]
        return [RowItem(str(number), str(number), title) for number in range(1, self.row_length(name) + 1)]

    def row_length(self, name: str) -> int:
        """Number of the items of a row, whose texts nobody needs for that."""
        if name == "marks":
            return len(self.card.marks)
        return len(self._shown_fields()) if name == "fields" else int(self.amount(name))

    def _shown_fields(self) -> list[str]:
        fields = self.card.fields
        return [field for field in self.context.choices if fields.get(field, False) is not False]

    def _row_text(self, field: str) -> str:
        """Value of a field, to be shown next to its name; '' for a flag, whose name is enough."""
        return "" if self.raw(field) is True else self.reads(field)

    def holds(self, query: str) -> bool:
        """Whether the card fits a condition."""
        return not query or self.context.matches(query, self.card)


class Share(NamedTuple):
    """What the drawing of some boxes depends on; `is_own` if that differs on nearly every card.

    `turns` if a box is drawn both ways up, which depends on its position on the card.
    """

    fields: tuple[str, ...]
    queries: tuple[str, ...]
    is_own: bool
    turns: bool

    def case(self, scope: Scope) -> Hashable:
        """Key under which two drawings of the same boxes are equal."""
        return (
            scope.entry,
            *[scope.raw(name) for name in self.fields],
            *[scope.holds(query) for query in self.queries],
        )


def _marks(scope: Scope) -> str:
    return ", ".join(scope.context.label(f"mark:{mark}") for mark in scope.card.marks)


def _other_texts(scope: Scope) -> str:
    """Additional texts of this game, each a paragraph that begins with its name."""
    others = {name: scope.reads(name) for name in scope.context.game.definition.get("texts", {})}
    return "\n\n".join(
        f"**{scope.context.label(f'text:{name}')}:** {text}" for name, text in others.items() if text
    )


_BUILT_IN: dict[str, Callable[[Scope], str]] = {
    "id": lambda scope: scope.card.id,
    "kind": lambda scope: scope.context.label(f"kind:{scope.card.kind}"),
    "game": lambda scope: scope.context.label("game:title"),
    "copies": lambda scope: str(scope.card.copies),
    "revision": lambda scope: str(scope.card.revision),
    "origin": lambda scope: scope.game_word(scope.card.origin),
    "icon": lambda scope: scope.card.icon,
    "marks": _marks,
    "texts": _other_texts,
}

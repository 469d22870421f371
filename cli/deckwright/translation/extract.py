"""Texts prepared for a translator, each with its context, the space on its card and its glossary terms."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from deckwright.messages import later, tr, trn
from deckwright.model.game import TEXTS
from deckwright.model.markup import EMPHASIS
from deckwright.model.plurals import plural_rule
from deckwright.model.translation import OutgoingMessage, state_word
from deckwright.press.boxes.text import TextBox
from deckwright.press.faces.choice import front_name, query_matcher
from deckwright.press.faces.face_file import face_reader, load_face
from deckwright.press.graphics.parts import POINT
from deckwright.translation.checks.terms import names_in
from deckwright.translation.checks.wordbook import wordbook
from deckwright.translation.memory import icons_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from deckwright.model.card import Card
    from deckwright.model.game import Game
    from deckwright.model.glossary import Term
    from deckwright.model.translation import Message
    from deckwright.press.boxes.box import Box
    from deckwright.press.graphics.parts import Area
    from deckwright.press.looks.styles import Style
    from deckwright.translation.checks.wordbook import Wordbook


_TEXTS = {"name": later("name"), "text": later("text"), "flavour": later("flavour text")}


_WORDS = {
    "game:title": later("The game's title."),
    "game:about": later("What the game is about, in a sentence."),
    "kind": later("The name of a kind of card."),
    "mark": later("The name of a mark."),
    "mark.": later("The rule of a mark."),
    "text": later("The name of a text on cards."),
    "field": later("The name of a field."),
    "field.": later("A value of a field."),
    "format": later("The name of a format, a set of rules for decks."),
    "format.": later("The message for a deck that breaks a rule."),
    "pile": later("The name of a pile."),
    "setting": later("The name of a setting, a rule that tables read in different ways."),
    "setting.": later("The meaning of a choice of a setting."),
    "mode": later("The name of a mode of play."),
    "deck": later("The name of a deck."),
    "zone": later("The name of a zone on the table."),
    "say": later("An instruction for setting up the table."),
    "turn": later("The title of a phase of a turn."),
    "turn.": later("What is done in a phase of a turn."),
    "reminder": later("A heading of a reference card."),
    "reminder.": later("A rule that players look up on a reference card."),
    "reading": later("What the rules leave unclear."),
    "reading.": later("How an unclear rule is read."),
    "score": later("A word of the scoring."),
    "word": later("A word that is printed on cards, pads or reference cards."),
}
"""Descriptions of the game’s own words, by the beginning of their contexts."""


_DOUBTS = {
    "stale": later("The other language is stale: the source has changed since it was translated."),
    "machine": later("The other language is a machine translation that nobody has reviewed."),
    "unsure": later("The other language is uncertain: its translator is unsure."),
    "broken": later("The other language is broken: it has an icon that the game does not have."),
}
"""Warnings about a text in the second language, by the word that is written before it."""


def outgoing_messages(
    entries: Iterable[Message],
    cards: Mapping[str, Card],
    rooms: TextSpaces,
    pivots: Mapping[str, Message] = MappingProxyType({}),
) -> Iterator[OutgoingMessage]:
    """Yield messages as they are extracted, each with notes for the translator; a template has no language, and none on it.

    `cards` are those of the game whose texts have these `rooms`, and `pivots` the messages of a second language by context.
    """
    game, language = rooms.game, rooms.language
    book = wordbook(game, language, [card.name(game.source_language) for card in cards.values()])
    for entry in entries:
        card = cards.get(entry.card)
        about = _about_card(entry, card, game, rooms) if card else [_about_word(entry.context)]
        icons = dict.fromkeys(icons_of(entry.source))
        about += [tr("Icons: {names}", names=" ".join(icons))] if icons else []
        needed = plural_rule(language).categories if language and entry.source_forms else ()
        about += [tr("Plural forms: {names}", names=", ".join(needed))] if needed else []
        pivot = pivots.get(entry.context)
        doubt = _doubt(pivot) if pivot else ""
        about += [tr(_DOUBTS[doubt])] if doubt else []
        text = f"[{doubt}] {pivot.text}" if pivot and doubt else pivot.text if pivot else ""
        if language and entry.broken:
            about += [tr("This translation has an icon that the game does not have.")]
        about += glossary_lines(book, entry.source) if language else ()
        yield OutgoingMessage(entry, tuple(about), text, flags=_flags(entry, card, rooms))


def _flags(entry: Message, card: Card | None, rooms: TextSpaces) -> tuple[str, ...]:
    """Flags that Weblate reads: the most letters that fit on the card, the icons that must stay, and that stars emphasise."""
    room = rooms.room(card, entry.context.rpartition(".")[2]) if card else None
    fits = room is not None and not room.others
    flags = (
        [f"max-length:{max(room.least.lines * room.least.letters, len(entry.source))}"]
        if room and fits
        else []
    )
    icons = dict.fromkeys(icons_of(entry.source))
    flags += [f"placeholders:{':'.join(icons)}"] if icons else []
    return (*flags, *(["md-text"] if EMPHASIS.search(entry.source) else []))


def _doubt(pivot: Message) -> str:
    """Word for why a translation cannot be trusted; '' for one that is done."""
    if not pivot.text or pivot.is_done:
        return ""
    return "broken" if pivot.broken else state_word(pivot)


def glossary_lines(book: Wordbook, text: str) -> list[str]:
    """Lines on the glossary terms in a source text: how each is translated, and how it must not be."""
    form_and_term = ((form, term) for term, form in book.in_source.find(text))
    lines = [_glossary_line(form, term, book.language) for form, term in form_and_term if _binds(term, book)]
    kept_names = names_in(book, text)
    lines += [tr("Keep as is: {names}", names=", ".join(kept_names))] if kept_names else []
    return list(dict.fromkeys(lines))


def _binds(term: Term, book: Wordbook) -> bool:
    return book.language in term.names or book.language in term.forbidden


def _glossary_line(form: str, term: Term, language: str) -> str:
    line = tr("Term: {source} → {target}", source=form, target=" / ".join(term.accepted(language)) or "?")
    if term.forbidden.get(language):
        line += "; " + tr("not: {names}", names=", ".join(term.forbidden[language]))
    return f"{line}. {term.note}" if term.note else line


def _about_card(entry: Message, card: Card, game: Game, rooms: TextSpaces) -> list[str]:
    language, name = game.source_language, entry.context.rpartition(".")[2]
    what = text_name(game, name)
    kind = game.label(f"kind:{card.kind}", language)
    room = rooms.room(card, name)
    lines = [tr("{card} ({kind}): {what}", card=card.name(language), kind=kind, what=what)]
    return [*lines, _printed(room, game) if room else tr("Its face does not print it.")]


def text_name(game: Game, text: str) -> str:
    """Name of a text of cards, such as “flavour text”."""
    return tr(_TEXTS[text]) if text in _TEXTS else game.label(f"text:{text}", game.source_language)


def _printed(room: TextSpace, game: Game) -> str:
    """Line on the space that a text has on its card."""
    space = tr("Room: {width} × {height} mm", width=room.width, height=room.height)
    space += "; " + _capacity_text(room.usual)
    if room.least != room.usual:
        space += "; " + tr("at least {held}", held=_capacity_text(room.least))
    if not room.others:
        return f"{space}."
    names = [text_name(game, name) for name in room.others]
    return f"{space}; {tr('shared with: {names}', names=', '.join(names))}."


def _capacity_text(capacity: Capacity) -> str:
    lines = trn("{count} line", "{count} lines", capacity.lines)
    return tr(
        "{size} pt: about {lines} of {letters} letters",
        size=capacity.size,
        lines=lines,
        letters=capacity.letters,
    )


def _about_word(context: str) -> str:
    section, _, detail = context.partition(":")
    description = (
        _WORDS.get(context) or _WORDS.get(f"{section}." if "." in detail else section) or _WORDS.get(section)
    )
    return tr(description) if description else context


_LETTER = 0.45
"""Average width of a letter, in type sizes; measured on Alegreya Sans with texts in three languages."""


class Capacity(NamedTuple):
    """What a box can hold at a type size in points: a number of lines, and of letters in each."""

    size: float
    lines: int
    letters: int


class TextSpace(NamedTuple):
    """The box that a text is printed in: its width and height in mm, and its capacity.

    `usual` is the capacity at the size of its style, `least` at the smallest size that it may shrink to. `others` are
    the texts that share the box.
    """

    width: float
    height: float
    usual: Capacity
    least: Capacity
    others: tuple[str, ...] = ()


class _PlacedBox(NamedTuple):
    box: TextBox
    area: Area
    conditions: tuple[str, ...]
    beside: tuple[Box, ...]


class TextSpaces:
    """The spaces of a game’s texts in a language, by kind of card; `assets` are the files of the game by name."""

    def __init__(self, game: Game, language: str, assets: Mapping[str, bytes]) -> None:
        self.game, self.language = game, language
        self._reader, self._holds = face_reader(assets), query_matcher(game)
        self._own = tuple(game.definition.get("texts", {}))
        self._faces: dict[str, Mapping[str, list[_PlacedBox]]] = {}
        self._rooms: dict[tuple[int, str], TextSpace] = {}

    def room(self, card: Card, text: str) -> TextSpace | None:
        """Space of a card’s text; None if its face does not print it."""
        boxes = self._boxes(front_name(self.game, card, self._holds)).get(text, ())
        for box in boxes:
            if all(self._holds(condition, card) for condition in box.conditions):
                return self._room(box, text)
        return None

    def _boxes(self, name: str) -> Mapping[str, list[_PlacedBox]]:
        """Boxes of a face, by the text that they print."""
        if name not in self._faces:
            face = load_face(name, self._reader).in_language(self.language)
            boxes: dict[str, list[_PlacedBox]] = {}
            for found_box in _text_boxes(face.boxes, (), None, ()):
                for text in _texts(found_box.box, self._own):
                    boxes.setdefault(text, []).append(found_box)
            self._faces[name] = boxes
        return self._faces[name]

    def _room(self, box: _PlacedBox, text: str) -> TextSpace:
        key = (id(box.box), text)
        if key not in self._rooms:
            self._rooms[key] = _measured(box, text, self._own)
        return self._rooms[key]


def _text_boxes(
    boxes: Iterable[Box], conditions: tuple[str, ...], area: Area | None, beside: tuple[Box, ...]
) -> Iterator[_PlacedBox]:
    """Yield the text boxes inside some boxes, each with its area and the conditions under which it is drawn."""
    for box in boxes:
        under = (*conditions, box.when) if box.when else conditions
        if isinstance(box, TextBox):
            yield _PlacedBox(box, area or box.at, under, beside)
        elif box.stacks:
            yield from _text_boxes(box.nested, under, area or box.at, box.nested)
        elif not box.is_ground:
            yield from _text_boxes(box.nested, under, None, ())


def _texts(box: TextBox, own_texts: tuple[str, ...]) -> set[str]:
    """Texts of a card that a box prints."""
    fields = {field for template in box.templates for field in template.fields}
    return fields | set(own_texts) if "texts" in fields else fields


def _measured(placed: _PlacedBox, text: str, own_texts: tuple[str, ...]) -> TextSpace:
    box, style = placed.box, placed.box.style
    area = placed.area.inset(*box.panel.pad) if box.panel else placed.area
    texts = [
        neighbour for neighbour in placed.beside if isinstance(neighbour, TextBox) and neighbour is not box
    ]
    others = {other for neighbour in texts for other in _texts(neighbour, own_texts)} & {
        *TEXTS,
        *own_texts,
    } - {text}
    usual, least = (_capacity(area, style, size) for size in (style.size, style.least))
    return TextSpace(area.width, area.height, usual, least, tuple(sorted(others)))


def _capacity(area: Area, style: Style, size: float) -> Capacity:
    line = size * POINT
    lines = 1 + max(0, int((area.height / line - 1) / style.leading))
    return Capacity(
        size, min(lines, style.lines) if style.lines else lines, int(area.width / (line * _LETTER))
    )

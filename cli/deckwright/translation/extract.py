"""Hand a game's texts out to a translator, each with what there is to know of it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from deckwright.messages import later, tr, trn
from deckwright.model.translation import STATES, Given, word_of
from deckwright.translation.checks.terms import names_in

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

    from deckwright.model.card import Card
    from deckwright.model.game import Game
    from deckwright.model.glossary import Term
    from deckwright.model.translation import Entry
    from deckwright.translation.checks.wordbook import Wordbook
    from deckwright.translation.room import Holds, Room, Rooms

_ICON = re.compile(r"\{[a-z][a-z0-9_]*\}")
_TEXTS = {"name": later("name"), "text": later("text"), "flavour": later("flavour text")}
_WORDS = {
    "game:title": later("The game's title."),
    "game:about": later("What the game is about, in a sentence."),
    "kind": later("The name of a kind of card."),
    "mark": later("The name of a mark."),
    "mark.": later("The rule of a mark."),
    "text": later("What a text on cards is called."),
    "field": later("The name of a field."),
    "field.": later("What a field can be."),
    "format": later("The name of a format, a set of rules for decks."),
    "format.": later("What is said of a deck that breaks a rule."),
    "pile": later("The name of a pile."),
    "setting": later("The name of a setting, a rule that tables read in different ways."),
    "setting.": later("What a choice of a setting means."),
    "mode": later("The name of a way to play."),
    "deck": later("The name of a deck."),
    "zone": later("The name of a zone on the table."),
    "say": later("What is said while the table is laid."),
    "score": later("A word of the scoring."),
    "word": later("A word that is printed on cards, pads or reference cards."),
}
"""What the game's own words are, by the beginning of their contexts."""

_DOUBTS = {
    "stale": later("The other language is stale: the source has changed since it was translated."),
    "machine": later("The other language is a machine’s, and nobody has looked at it."),
    "unsure": later("The other language is in doubt: its translator is unsure."),
    "broken": later("The other language is broken: it has an icon that the game does not have."),
}
"""Why not to trust a text in the language beside the source, by the word that stands before it."""


class Aids(NamedTuple):
    """What helps a translator: the room that texts have, the entries of another language by context, and a glossary.

    `terms` gives what the glossary says of a text, a line each.
    """

    rooms: Rooms
    pivot: Mapping[str, Entry]
    terms: Callable[[str], Iterable[str]]


def given(entries: Iterable[Entry], game: Game, cards: Mapping[str, Card], aids: Aids) -> Iterator[Given]:
    """Yield entries as they go out, each with what a translator should know of it.

    Raises:
        InputError: the face of a card is wrong.
    """
    for entry in entries:
        card = cards.get(entry.card)
        about = _about_card(entry, card, game, aids.rooms) if card else [_about_word(entry.context)]
        icons = dict.fromkeys(_ICON.findall(entry.source))
        about += [tr("Icons: {names}", names=" ".join(icons))] if icons else []
        pivot = aids.pivot.get(entry.context)
        doubt = _doubt(pivot) if pivot else ""
        about += [tr(_DOUBTS[doubt])] if doubt else []
        text = f"[{doubt}] {pivot.text}" if pivot and doubt else pivot.text if pivot else ""
        about += [tr("This translation has an icon that the game does not have.")] if entry.broken else []
        yield Given(entry, (*about, *aids.terms(entry.source)), text)


def _doubt(pivot: Entry) -> str:
    """Return why a translation is not to be trusted, as a word; '' for one that is done."""
    if not pivot.text or pivot.is_done:
        return ""
    return "broken" if pivot.broken else word_of(pivot)


def glossary_lines(book: Wordbook, text: str) -> list[str]:
    """Say of each term in a source text how it is to be translated, and how not, a line each."""
    found = ((form, term) for term, form in book.in_source.find(text))
    lines = [_glossary_line(form, term, book.language) for form, term in found if _binds(term, book)]
    kept = names_in(book, text)
    lines += [tr("Stays as it is: {names}", names=", ".join(kept))] if kept else []
    return list(dict.fromkeys(lines))


def _binds(term: Term, book: Wordbook) -> bool:
    return book.language in term.names or book.language in term.forbidden


def _glossary_line(form: str, term: Term, language: str) -> str:
    line = tr("Term: {source} → {target}", source=form, target=" / ".join(term.accepted(language)) or "?")
    if term.forbidden.get(language):
        line += "; " + tr("not: {names}", names=", ".join(term.forbidden[language]))
    return f"{line}. {term.note}" if term.note else line


def chosen(entries: Iterable[Entry], states: Collection[str]) -> list[Entry]:
    """Give the entries of some states; those that somebody is unsure of are with the drafts."""
    return [entry for entry in entries if entry.state in states]


def by_state(entries: Iterable[Entry]) -> dict[str, int]:
    """Count entries by their state."""
    counts = dict.fromkeys(STATES, 0)
    for entry in entries:
        counts[entry.state] += 1
    return counts


def _about_card(entry: Entry, card: Card, game: Game, rooms: Rooms) -> list[str]:
    language, name = game.source_language, entry.context.rpartition(".")[2]
    what = tr(_TEXTS[name]) if name in _TEXTS else game.label(f"text:{name}", language)
    kind = game.label(f"kind:{card.kind}", language)
    room = rooms.room(card, name)
    lines = [tr("{card} ({kind}): {what}", card=card.name(language), kind=kind, what=what)]
    return [*lines, _printed(room, game) if room else tr("Its face does not print it.")]


def _printed(room: Room, game: Game) -> str:
    """Say how much room a text has."""
    said = tr("Room: {width:g} × {height:g} mm", width=room.width, height=room.height)
    said += "; " + _held(room.usual)
    if room.least != room.usual:
        said += "; " + tr("at least {held}", held=_held(room.least))
    if not room.others:
        return f"{said}."
    names = [
        tr(_TEXTS[one]) if one in _TEXTS else game.label(f"text:{one}", game.source_language)
        for one in room.others
    ]
    return f"{said}; {tr('shared with: {names}', names=', '.join(names))}."


def _held(holds: Holds) -> str:
    lines = trn("{count} line", "{count} lines", holds.lines)
    return tr(
        "{size:g} pt: about {lines} of {letters} letters", size=holds.size, lines=lines, letters=holds.letters
    )


def _about_word(context: str) -> str:
    section, _, rest = context.partition(":")
    said = _WORDS.get(context) or _WORDS.get(f"{section}." if "." in rest else section) or _WORDS.get(section)
    return tr(said) if said else context

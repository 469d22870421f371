"""Words that the program prints on cards, pads and reference cards, and a game’s own versions of them.

The program has them in its own languages. A game provides them in any other: under `words` in `game.yaml` in its source
language, and in its PO files under the context `word:NAME` in the others.
"""

from __future__ import annotations

from string import Formatter
from typing import TYPE_CHECKING, NamedTuple

from deckwright.messages import in_language, later, speaks
from deckwright.model.languages import by_language

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deckwright.model.game import Game

CONTEXT = "word:"
"""The beginning of the contexts of these words."""

_ON_CARDS = {
    "rulebook": later("rulebook"),
    "community": later("community"),
    "sample": later("sample"),
}
_ON_PADS = {
    "pad-date": later("Date"),
    "pad-name": later("Name"),
    "pad-total": later("Total"),
    "pad-team": later("Team"),
    "team-number": later("Team {number}"),
    "if-tied": later("if tied"),
    "lowest-of-totals": later("the lowest of its totals"),
    "highest-of-totals": later("the highest of its totals"),
    "totals-added": later("its totals added up"),
    "shared-victory": later("In a tie the victory is shared."),
    "pad-ties": later("In a tie: {names}. Still tied: the victory is shared."),
    "pad-points": later("Points"),
    "one-player": later("{count} player"),
    "several-players": later("{count} players"),
}
_ON_REFERENCES = {
    "reference-card": later("Reference card"),
    "set-up": later("Set-up"),
    "reference-players": later("Players"),
    "one-player-of": later("{numbers} player"),
    "several-players-of": later("{numbers} players"),
    "at-the-table": later("At the table"),
    "ways-to-play": later("Ways to play"),
    "in-the-box": later("In the box"),
    "reference-marks": later("Marks"),
    "reference-icons": later("Icons"),
    "reference-all": later("all"),
    "reference-label": later("{label}:"),
    "zone-each": later("{zone}, each player"),
    "zone-at-most": later("{zone}, at most"),
    "first-player": later("first player"),
    "draw-each-turn": later("Draw each turn"),
    "draw-every": later("Draw every {count} turns"),
    "page-of": later("{page} of {pages}"),
}
WORDS: Mapping[str, str] = {**_ON_CARDS, **_ON_PADS, **_ON_REFERENCES}
"""Every word by its name, in English; a test holds the names to what is really printed.

But for those on cards, which faces share, they have a hyphen, which no word of a face has.
"""

_BY_MESSAGE = {message: name for name, message in WORDS.items()}

FaceWords = dict[str, dict[str, str]]
"""The own words of a game's faces: by name, then by language."""


class PrintedWords(NamedTuple):
    """The words a game can translate: `texts` in its source language by context; `faces` are those of its faces."""

    texts: Mapping[str, str]
    faces: Mapping[str, Mapping[str, str]]

    def lacking(self, language: str) -> frozenset[str]:
        """Contexts of the words that nobody but the game can bring in a language."""
        return frozenset(context for context in self.texts if not self._has(context, language))

    def _has(self, context: str, language: str) -> bool:
        name = context.removeprefix(CONTEXT)
        return bool(by_language(self.faces.get(name, {}), language)) or (name in WORDS and speaks(language))


def printed_words(definition: Mapping[str, object], faces: FaceWords) -> PrintedWords:
    """Words that are printed for a game: on its cards, its reference cards and, if it is scored, its pads."""
    language, said = str(definition["source_language"]), definition.get("words", {})
    own: Mapping[str, str] = said if isinstance(said, dict) else {}
    program = {**_ON_CARDS, **(_ON_PADS if "scoring" in definition else {}), **_ON_REFERENCES}
    texts = {name: in_language(language, message) for name, message in program.items()}
    texts |= {name: by_language(words, language) or words["en"] for name, words in faces.items()}
    return PrintedWords({CONTEXT + name: own.get(name, text) for name, text in texts.items()}, faces)


def own_word(game: Game, name: str, language: str) -> str:
    """Name that a game itself has for one of these words in a language; '' where it has none."""
    if language == game.source_language:
        own: str = game.definition.get("words", {}).get(name, "")
        return own
    return game.labels.get(language, {}).get(CONTEXT + name, "")


def own_words_of(game: Game, language: str) -> dict[str, str]:
    """Words of the program as a game itself has them in a language, by the English message.

    One whose placeholders are not those of the message is left to the program: it could not be filled.
    """
    said = {message: own_word(game, name, language) for name, message in WORDS.items()}
    return {message: text for message, text in said.items() if text and _holds(text) == _holds(message)}


def context_of(message: str) -> str:
    """Context of a printed word by its English message."""
    return CONTEXT + _BY_MESSAGE[message]


def _holds(text: str) -> set[str] | None:
    """Names of the placeholders in a text; None where its braces do not match."""
    try:
        return {name for _, name, _, _ in Formatter().parse(text) if name is not None}
    except ValueError:
        return None

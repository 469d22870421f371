"""What the checks of one game and language go by, worked out once."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from deckwright.model.glossary import Finder, finder_of, glossary_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deckwright.model.finding import Severity
    from deckwright.model.game import Game
    from deckwright.model.glossary import Glossary


class Wordbook(NamedTuple):
    """A game's words for translations into `language`.

    `in_source` finds terms in source texts; `in_text` finds them in translations, and the words that are
    forbidden for them. `pictures` are by the names that texts have for icons; `marks` are the pictures of marks.
    """

    game: Game
    language: str
    glossary: Glossary
    in_source: Finder
    in_text: Finder
    pictures: Mapping[str, str]
    marks: frozenset[str]


class Fault(NamedTuple):
    """What a check finds on an entry, as a whole sentence; `found` is how much of it, where that can be counted."""

    severity: Severity
    message: str
    found: int | None = None


def wordbook(game: Game, language: str) -> Wordbook:
    """Make what the checks of a game's translations into a language go by."""
    glossary = glossary_of(game)
    source = game.source_language
    definition = game.definition
    return Wordbook(
        game,
        language,
        glossary,
        finder_of(glossary, source),
        Finder(
            [
                (term, [*term.accepted(language), *term.forbidden.get(language, ())])
                for term in glossary.terms
            ],
            language,
        ),
        definition.get("icons", {}),
        frozenset(mark["icon"] for mark in definition.get("marks", {}).values()),
    )


def part_of(context: str) -> str:
    """Give which text of a card a context is of, such as `flavour`; '' for the game's own words."""
    return "" if ":" in context else context.rpartition(".")[2]

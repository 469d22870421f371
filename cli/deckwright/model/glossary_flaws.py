"""What does not fit together in a game's glossary, beyond what the schema can say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckwright.messages import tr
from deckwright.model.definition import Flaw
from deckwright.model.hints import all_of
from deckwright.model.inflection import bare_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deckwright.model.definition import Entry, Path

_TERMS = ("glossary", "terms")


def flaws_in_glossary(definition: Entry) -> Iterator[Flaw]:
    """Find languages that the game does not have, terms that stand twice, and forms at odds with each other."""
    glossary = definition.get("glossary", {})
    yield from _languages(("glossary", "words"), glossary.get("words", {}), definition["languages"])
    seen: dict[tuple[str, ...], int] = {}
    for number, entry in enumerate(glossary.get("terms", ())):
        path = (*_TERMS, number)
        for key in ("term", "forms", "forbidden"):
            yield from _languages((*path, key), entry.get(key, {}), definition["languages"])
        yield from _unnamed(path, entry, definition["languages"])
        yield from _at_odds(path, entry)
        yield from _source(path, entry, definition["source_language"], seen)


def _languages(path: Path, by_language: Entry, known: Sequence[str]) -> Iterator[Flaw]:
    for language in by_language:
        if language not in known:
            message = tr("The game is not in the language {language}.", language=language)
            yield Flaw((*path, language), f"{message} {all_of(known)}")


def _unnamed(path: Path, entry: Entry, known: Sequence[str]) -> Iterator[Flaw]:
    """Find forms of a language in which the term itself has no name."""
    for language in entry.get("forms", {}):
        if language in known and language not in entry["term"]:
            message = tr("The term has no name in {language}: write it under term.", language=language)
            yield Flaw((*path, "forms", language), message)


def _at_odds(path: Path, entry: Entry) -> Iterator[Flaw]:
    """Find forbidden words that are allowed too."""
    for language, words in entry.get("forbidden", {}).items():
        named = [entry["term"][language]] if language in entry["term"] else []
        allowed = {bare_words(one, language) for one in (*named, *entry.get("forms", {}).get(language, ()))}
        for number, word in enumerate(words):
            if bare_words(word, language) in allowed:
                message = tr("{word} is allowed above, and forbidden here.", word=word)
                yield Flaw((*path, "forbidden", language, number), message)


def _source(path: Path, entry: Entry, language: str, seen: dict[tuple[str, ...], int]) -> Iterator[Flaw]:
    """Find a term without its name in the source language, or one that has the name of another."""
    term = entry["term"].get(language)
    if term is None:
        message = tr("The term has no name in {language}, the language of the cards.", language=language)
        yield Flaw((*path, "term"), message)
        return
    first = seen.setdefault(bare_words(term, language), int(path[-1]))
    if first != path[-1]:
        message = tr("{term} is term {number} of this list already.", term=term, number=first + 1)
        yield Flaw((*path, "term", language), message)

"""The glossary of a game: its terms and names in each language, their inflected forms, and what does not fit together in it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.messages import tr
from deckwright.model.game import Flaw, labels_of
from deckwright.model.languages import base_of
from deckwright.model.markup import without_icons
from deckwright.model.words import all_of, fold

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from deckwright.findings import Severity
    from deckwright.model.game import Entry, Game, Path


# Words whatever their number and gender: the plural of a term counts as the term.
#
# Only regular endings are known, by language; of a language that is not here, every form is a word of its
# own. What they leave of a word is no stem in the grammar's sense: it is only ever compared with another one.

_ENDINGS: dict[str, tuple[tuple[str, str], ...]] = {
    "en": (
        ("ies", "y"),
        ("sses", "ss"),
        ("shes", "sh"),
        ("ches", "ch"),
        ("xes", "x"),
        ("ss", "ss"),
        ("s", ""),
    ),
    "fr": (
        ("eaux", "eau"),
        ("aux", "al"),
        ("ees", ""),
        ("ee", ""),
        ("es", ""),
        ("s", ""),
        ("x", ""),
        ("e", ""),
    ),
    "it": (
        ("che", "c"),
        ("chi", "c"),
        ("ghe", "g"),
        ("ghi", "g"),
        ("io", ""),
        ("ia", ""),
        ("ie", ""),
        ("ii", ""),
        ("a", ""),
        ("e", ""),
        ("i", ""),
        ("o", ""),
    ),
}
_LEAST = 3
"""The letters that must be left of a word for an ending to be one."""


def has_endings(language: str) -> bool:
    """Return whether the endings of a language are known."""
    return language in _ENDINGS


@lru_cache(maxsize=16384)
def bare(word: str, language: str) -> str:
    """Give a folded word without the ending that its number and gender give it."""
    for ending, instead in _ENDINGS.get(base_of(language), ()):
        if word.endswith(ending):
            left = word.removesuffix(ending) + instead
            return left if len(left) >= _LEAST else word
    return word


@lru_cache(maxsize=16384)
def bare_words(text: str, language: str) -> tuple[str, ...]:
    """Give the words of a text for finding terms in it."""
    return tuple(bare(word, language) for word in fold(text).split())


def holds(words: tuple[str, ...], form: tuple[str, ...]) -> bool:
    """Tell whether some words stand in others, together and in order."""
    return any(words[at : at + len(form)] == form for at in range(len(words) - len(form) + 1))


# What the translations of a game keep to: its terms, its names, and the words that its labels make keywords.


class Term(NamedTuple):
    """A word of the rules: what it is called in each language, which other forms count, and which must not stand.

    `is_label` where it is the name of a kind, a mark or a choice; `note` is for translators.
    """

    names: Mapping[str, str]
    forms: Mapping[str, Sequence[str]]
    forbidden: Mapping[str, Sequence[str]]
    severity: Severity = "warning"
    note: str = ""
    is_label: bool = False

    def accepted(self, language: str) -> list[str]:
        """List what may stand for it in a language, the term itself first; nothing where it has no name there."""
        name = self.names.get(language)
        return [name, *self.forms.get(language, ())] if name else []


class Glossary(NamedTuple):
    """A game's glossary.

    `keep` are names that stay as they are; `words` are by language those that no dictionary has.
    """

    terms: tuple[Term, ...] = ()
    keep: tuple[str, ...] = ()
    words: Mapping[str, Sequence[str]] = {}


def glossary_of(game: Game) -> Glossary:
    """Give a game's glossary: its own terms first, then its keywords, unless a term says the same."""
    said: Mapping[str, Any] = game.definition.get("glossary", {})
    terms = [_term(one) for one in said.get("terms", ())]
    own = {form for term in terms for form in _sources(term, game)}
    labels = [label for label in _keywords(game) if own.isdisjoint(_sources(label, game))]
    return Glossary((*terms, *labels), tuple(said.get("keep", ())), said.get("words", {}))


def _term(entry: Mapping[str, Any]) -> Term:
    return Term(
        entry["term"],
        entry.get("forms", {}),
        entry.get("forbidden", {}),
        entry.get("severity", "warning"),
        entry.get("note", ""),
    )


def _sources(term: Term, game: Game) -> list[tuple[str, ...]]:
    return [bare_words(form, game.source_language) for form in term.accepted(game.source_language)]


def _keywords(game: Game) -> Iterable[Term]:
    """Yield the names of kinds, marks and choices as terms; of those that are called the same, one for all."""
    names: dict[str, list[str]] = {}
    for context, label in labels_of(game.definition).items():
        if _is_keyword(context):
            names.setdefault(label, []).append(context)
    for label, contexts in names.items():
        said = {
            language: _translated(game, contexts, language)
            for language in game.languages
            if language != game.source_language
        }
        first = {
            language: label for language, (label, *_) in ((one, many) for one, many in said.items() if many)
        }
        more = {language: many[1:] for language, many in said.items() if len(many) > 1}
        yield Term({game.source_language: label, **first}, more, {}, is_label=True)


def _is_keyword(context: str) -> bool:
    section, _, name = context.partition(":")
    is_rule = "." in name
    return section == "kind" or (section == "mark" and not is_rule) or (section == "field" and is_rule)


def _translated(game: Game, contexts: Iterable[str], language: str) -> list[str]:
    labels = game.labels.get(language, {})
    return list(dict.fromkeys(labels[context] for context in contexts if context in labels))


_Known = tuple[tuple[str, ...], str, Term | None]
"""A form of a term: its words for comparing, as the glossary has it, and the term; None for a name that stays."""


class Finder:
    """Finds some terms in texts of one language: the longest first, and no word twice.

    The words of names that are `kept` are part of no term.
    """

    def __init__(
        self, named: Iterable[tuple[Term, Sequence[str]]], language: str, kept: Sequence[str] = ()
    ) -> None:
        self._language = language
        self._by_first: dict[str, list[_Known]] = {}
        for term, forms in (*named, (None, kept)):
            # The first of the forms that differ in an ending only stands for all.
            for words, form in {bare_words(form, language): form for form in reversed(forms)}.items():
                if words:
                    self._by_first.setdefault(words[0], []).append((words, form, term))
        for known in self._by_first.values():
            known.sort(key=lambda one: -len(one[0]))

    def find(self, text: str) -> list[tuple[Term, str]]:
        """List the terms that stand in a text, in order, each time with the form that the glossary has of it."""
        words = bare_words(without_icons(text), self._language)
        found: list[tuple[Term, str]] = []
        at = 0
        while at < len(words):
            here = self._here(words, at) if words[at] in self._by_first else ()
            named = [(term, form) for _, form, term in here if term]
            found += named if len(named) == len(here) else ()
            at += len(here[0][0]) if here else 1
        return found

    def _here(self, words: tuple[str, ...], at: int) -> list[_Known]:
        """List the longest terms that begin at a word; several where they are called the same."""
        known = self._by_first[words[at]]
        fitting = [one for one in known if words[at : at + len(one[0])] == one[0]]
        return [one for one in fitting if len(one[0]) == len(fitting[0][0])]


def finder_of(glossary: Glossary, language: str) -> Finder:
    """Make what finds the terms of a glossary in texts of a language."""
    return Finder([(term, term.accepted(language)) for term in glossary.terms], language, glossary.keep)


# What does not fit together in a game's glossary, beyond what the schema can say.

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

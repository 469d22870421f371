"""The glossary of a game: its terms and names in each language, their inflected forms, and what does not fit together in it."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.messages import tr
from deckwright.model.game import PathFinding, labels_of
from deckwright.model.languages import base_of
from deckwright.model.markup import without_markup
from deckwright.model.words import fold, list_known

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from deckwright.findings import Severity
    from deckwright.model.game import Game, Path, Section


# Comparison of words regardless of number and gender: the plural of a term counts as the term.
#
# Only regular endings are known here; other languages have the stems of Snowball, and in one without those every form is a
# word of its own. What is left of a word is not a grammatical stem: it is only compared with what is left of another one.

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
_SHORTEST_STEM = 3
"""The fewest letters that an ending must leave."""

STEMMED = {
    "ar": "arabic", "ca": "catalan", "da": "danish", "de": "german", "el": "greek", "es": "spanish", "et": "estonian",
    "eu": "basque", "fi": "finnish", "ga": "irish", "hi": "hindi", "hu": "hungarian", "hy": "armenian", "id": "indonesian",
    "lt": "lithuanian", "nb": "norwegian", "ne": "nepali", "nl": "dutch", "nn": "norwegian", "no": "norwegian",
    "pl": "polish", "pt": "portuguese", "ro": "romanian", "ru": "russian", "sr": "serbian", "sv": "swedish", "ta": "tamil",
    "tr": "turkish", "yi": "yiddish",
}  # fmt: skip
"""Languages whose words have stems, by Snowball's names of them."""

_COMPOUNDING = frozenset({"da", "de", "et", "fi", "hu", "nb", "nl", "nn", "no", "sv"})


def joins_words(language: str) -> bool:
    """Whether words of a language may be parts of others (German Monsterkarte), or its endings are not known."""
    base = base_of(language)
    return base in _COMPOUNDING or (base not in _ENDINGS and base not in STEMMED)


@cache
def _stemmer(language: str) -> Any:
    """Snowball's stemmer of a language; None without one."""
    if language not in STEMMED:
        return None
    import snowballstemmer  # 20 ms, which games in other languages do not need

    name = STEMMED[language]
    return snowballstemmer.stemmer(name) if name in snowballstemmer.algorithms() else None


@lru_cache(maxsize=16384)
def without_ending(word: str, language: str) -> str:
    """Folded word without its ending of number and gender, or its stem."""
    if stemmer := _stemmer(base_of(language)):
        stem, before = word, ""
        # A stem may have an ending itself: lugares, lugar, lug.
        while stem != before and len(stem) > _SHORTEST_STEM:
            stem, before = str(stemmer.stemWord(stem)), stem
        return stem if len(stem) >= _SHORTEST_STEM else before or word
    return without_regular_ending(word, language)


def without_regular_ending(word: str, language: str) -> str:
    """Word without its ending of number and gender, in the languages whose endings are known here."""
    for ending, instead in _ENDINGS.get(base_of(language), ()):
        if word.endswith(ending):
            stem = word.removesuffix(ending) + instead
            return stem if len(stem) >= _SHORTEST_STEM else word
    return word


@lru_cache(maxsize=16384)
def words_without_endings(text: str, language: str) -> tuple[str, ...]:
    """Words of a text without endings, to find terms in it."""
    return tuple(without_ending(word, language) for word in fold(text).split())


def has_words(words: tuple[str, ...], form: tuple[str, ...]) -> bool:
    """Whether some words contain others, together and in order."""
    return any(words[start : start + len(form)] == form for start in range(len(words) - len(form) + 1))


# The glossary of a game: its terms, names that stay, and the names of kinds, marks and choices as keywords.


class Term(NamedTuple):
    """A word of the rules: its name in each language, other forms that count, and words that are forbidden for it.

    `is_label` if it is the name of a kind, a mark or a choice; `note` is for translators.
    """

    names: Mapping[str, str]
    forms: Mapping[str, Sequence[str]]
    forbidden: Mapping[str, Sequence[str]]
    severity: Severity = "warning"
    note: str = ""
    is_label: bool = False

    def accepted(self, language: str) -> list[str]:
        """Accepted words for it in a language, its name first; none if it has no name there."""
        name = self.names.get(language)
        return [name, *self.forms.get(language, ())] if name else []


class Glossary(NamedTuple):
    """The glossary of a game; `keep` are names that stay as they are, `words` are known to spelling, by language."""

    terms: tuple[Term, ...] = ()
    keep: tuple[str, ...] = ()
    words: Mapping[str, Sequence[str]] = {}


def glossary_of(game: Game) -> Glossary:
    """Glossary of a game: its own terms, then keywords that are not among them."""
    glossary: Mapping[str, Any] = game.definition.get("glossary", {})
    terms = [_term(term) for term in glossary.get("terms", ())]
    own_forms = {form for term in terms for form in _sources(term, game)}
    labels = [label for label in _keywords(game) if own_forms.isdisjoint(_sources(label, game))]
    return Glossary((*terms, *labels), tuple(glossary.get("keep", ())), glossary.get("words", {}))


class BilingualTerm(NamedTuple):
    """A term in two languages: its name and other forms in each, words that are forbidden for it, and a note."""

    source: tuple[str, ...]
    target: tuple[str, ...]
    forbidden: tuple[str, ...] = ()
    note: str = ""


class BilingualGlossary(NamedTuple):
    """A glossary of a game in two languages, as it goes out to translators."""

    game: str
    source_language: str
    language: str
    terms: tuple[BilingualTerm, ...]


def bilingual_glossary(game: Game, language: str) -> BilingualGlossary:
    """Glossary of a game for translators into a language; names that stay are terms that are the same in both."""
    glossary, source_language = glossary_of(game), game.source_language
    terms = [
        BilingualTerm(
            tuple(term.accepted(source_language)),
            tuple(term.accepted(language)),
            tuple(term.forbidden.get(language, ())),
            term.note,
        )
        for term in glossary.terms
    ]
    kept_names = [BilingualTerm((name,), (name,)) for name in glossary.keep]
    return BilingualGlossary(game.id, source_language, language, (*terms, *kept_names))


def _term(entry: Mapping[str, Any]) -> Term:
    return Term(
        entry["term"],
        entry.get("forms", {}),
        entry.get("forbidden", {}),
        entry.get("severity", "warning"),
        entry.get("note", ""),
    )


def _sources(term: Term, game: Game) -> list[tuple[str, ...]]:
    return [words_without_endings(form, game.source_language) for form in term.accepted(game.source_language)]


def _keywords(game: Game) -> Iterable[Term]:
    """Yield the names of kinds, marks and choices as terms; equal names are one term."""
    names: dict[str, list[str]] = {}
    for context, label in labels_of(game.definition).items():
        if _is_keyword(context):
            names.setdefault(label, []).append(context)
    for label, contexts in names.items():
        translations = {
            language: _translated(game, contexts, language)
            for language in game.languages
            if language != game.source_language
        }
        first = {
            language: label
            for language, (label, *_) in ((tag, many) for tag, many in translations.items() if many)
        }
        more = {language: many[1:] for language, many in translations.items() if len(many) > 1}
        yield Term({game.source_language: label, **first}, more, {}, is_label=True)


def _is_keyword(context: str) -> bool:
    section, _, name = context.partition(":")
    is_rule = "." in name
    return section == "kind" or (section == "mark" and not is_rule) or (section == "field" and is_rule)


def _translated(game: Game, contexts: Iterable[str], language: str) -> list[str]:
    labels = game.labels.get(language, {})
    return list(dict.fromkeys(labels[context] for context in contexts if context in labels))


class _Form(NamedTuple):
    """A form of a term: its words for comparisons, its spelling in the glossary, and the term; None for a name that stays."""

    words: tuple[str, ...]
    written: str
    term: Term | None


class TermMatch(NamedTuple):
    """A term found in a text, and its form in the glossary."""

    term: Term
    written: str


class TermFinder:
    """Finds terms in texts of one language: the longest first, and no word twice.

    Words of names that are `kept` are not part of terms.
    """

    def __init__(
        self, named: Iterable[tuple[Term, Sequence[str]]], language: str, unchanged: Sequence[str] = ()
    ) -> None:
        self._language = language
        self._forms: dict[tuple[str, ...], list[_Form]] = {}
        self._lengths: dict[str, list[int]] = {}  # of forms, by their first word, the longest first
        for term, forms in (*named, (None, unchanged)):
            # Of forms that differ only in an ending, the first counts for all.
            for words, form in {
                words_without_endings(form, language): form for form in reversed(forms)
            }.items():
                if words:
                    self._forms.setdefault(words, []).append(_Form(words, form, term))
        for words in self._forms:
            self._lengths.setdefault(words[0], []).append(len(words))
        for first, lengths in self._lengths.items():
            self._lengths[first] = sorted(set(lengths), reverse=True)

    def find(self, text: str) -> list[TermMatch]:
        """Terms in a text in order, each with its form in the glossary."""
        words = words_without_endings(without_markup(text), self._language)
        matches: list[TermMatch] = []
        index = 0
        while index < len(words):
            forms = self._forms_at(words, index)
            terms = [TermMatch(form.term, form.written) for form in forms if form.term]
            matches += terms if len(terms) == len(forms) else ()
            index += len(forms[0].words) if forms else 1
        return matches

    def _forms_at(self, words: tuple[str, ...], index: int) -> Sequence[_Form]:
        """Longest terms that begin at a word; several if they have the same name."""
        for length in self._lengths.get(words[index], ()):
            if forms := self._forms.get(words[index : index + length]):
                return forms
        return ()


def term_finder(glossary: Glossary, language: str) -> TermFinder:
    """Finder of a glossary’s terms in texts of a language."""
    return TermFinder([(term, term.accepted(language)) for term in glossary.terms], language, glossary.keep)


# Checks of a game’s glossary beyond its schema.

_TERMS = ("glossary", "terms")


def flaws_in_glossary(definition: Section) -> Iterator[PathFinding]:
    """Find unknown languages, repeated terms, and words that are both accepted and forbidden."""
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


def _languages(path: Path, by_language: Section, languages: Sequence[str]) -> Iterator[PathFinding]:
    for language in by_language:
        if language not in languages:
            message = tr("The game does not have the language {language}.", language=language)
            yield PathFinding((*path, language), f"{message} {list_known(languages)}")


def _unnamed(path: Path, entry: Section, languages: Sequence[str]) -> Iterator[PathFinding]:
    """Find forms in languages in which the term has no name."""
    for language in entry.get("forms", {}):
        if language in languages and language not in entry["term"]:
            message = tr("The term has no name in {language}: add it under term.", language=language)
            yield PathFinding((*path, "forms", language), message)


def _at_odds(path: Path, entry: Section) -> Iterator[PathFinding]:
    """Find forbidden words that are also accepted."""
    for language, words in entry.get("forbidden", {}).items():
        name_of_term = [entry["term"][language]] if language in entry["term"] else []
        allowed = {
            words_without_endings(word, language)
            for word in (*name_of_term, *entry.get("forms", {}).get(language, ()))
        }
        for number, word in enumerate(words):
            if words_without_endings(word, language) in allowed:
                message = tr("{word} is accepted above, but forbidden here.", word=word)
                yield PathFinding((*path, "forbidden", language, number), message)


def _source(
    path: Path, entry: Section, language: str, seen: dict[tuple[str, ...], int]
) -> Iterator[PathFinding]:
    """Find a term without a name in the source language, or with that of another term."""
    term = entry["term"].get(language)
    if term is None:
        message = tr("The term has no name in {language}, the language of the cards.", language=language)
        yield PathFinding((*path, "term"), message)
        return
    first = seen.setdefault(words_without_endings(term, language), int(path[-1]))
    if first != path[-1]:
        message = tr("{term} is already term {number} of this list.", term=term, number=first + 1)
        yield PathFinding((*path, "term", language), message)

"""Suggestions for untranslated texts: from the glossary, and from past translations of the same or similar texts."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Literal, NamedTuple

from deckwright.messages import tr
from deckwright.model.languages import with_capital
from deckwright.model.markup import ICON, tag_names, tags_of, without_tags
from deckwright.model.translation import STATES
from deckwright.model.words import fold
from deckwright.store.read import read_games
from deckwright.store.translations import read_entries

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from deckwright.model.game import Game
    from deckwright.model.glossary import Glossary
    from deckwright.model.translation import Message
    from deckwright.store.dialects import OpenDatabase


_NUMBER = re.compile(r"\d+")


_ICON_OR_NUMBER = re.compile(rf"{ICON.pattern}|{_NUMBER.pattern}")


def icons_of(text: str) -> list[str]:
    """Icons of a text as they are written, in order."""
    return [icon[0] for icon in ICON.finditer(text)]


def has_same_icons(text: str, other: str) -> bool:
    """Whether two texts have the same icons, each as often, in any order."""
    return Counter(icons_of(text)) == Counter(icons_of(other))


def has_same_tags(text: str, other: str) -> bool:
    """Whether two texts have the same tags, each as often, in any order, and as many without a pair."""
    if "[" not in text and "[" not in other:
        return True
    lost = [sum(tag.is_printed for tag in tags_of(tagged)) for tagged in (text, other)]
    return Counter(tag_names(text)) == Counter(tag_names(other)) and lost[0] == lost[1]


def skeleton(text: str) -> str:
    """Text for comparisons: its words folded and without tags, every number as `0`, every icon as `00`.

    `Gain {tech} 2!` becomes `gain 00 0`, as `Gain {sci} 3` does.
    """
    return fold(
        _ICON_OR_NUMBER.sub(lambda token: " 00 " if token[0][0] == "{" else " 0 ", without_tags(text))
    )


def adapt_tokens(text: str, old: str, new: str) -> str | None:
    """Translate `new` by the translation `text` of a similar source `old`, with the icons and numbers of `new`.

    None if it is not clear which icon replaces which, or if `new` has other tags; numbers that are not clear stay as
    they are.
    """
    if not has_same_tags(text, new):
        return None
    icons = _renamed(icons_of, text, old, new)
    if icons is None:
        return text if has_same_icons(text, new) else None
    numbers = _renamed(_numbers_of, text, old, new) or {}
    names = icons | numbers
    return _ICON_OR_NUMBER.sub(lambda token: names.get(token[0], token[0]), text)


def _numbers_of(text: str) -> list[str]:
    return _NUMBER.findall(ICON.sub("", text))


def _renamed(
    signs_of: Callable[[str], Sequence[str]], text: str, old: str, new: str
) -> dict[str, str] | None:
    """Replacement of each token when the source is `new` instead of `old`; None if unclear."""
    before, after = signs_of(old), signs_of(new)
    if len(before) != len(after) or Counter(signs_of(text)) != Counter(before):
        return None
    names = dict(zip(before, after, strict=True))
    is_clear = all(names[sign] == wanted for sign, wanted in zip(before, after, strict=True))
    return names if is_clear else None


EXACT = 100
"""Similarity of two equal texts, in per cent."""


_MOST_MATCHES = 5
"""The most similar texts that are tried: the icons of the best may not fit."""


_RANKS = {"reviewed": 0, "draft": 1}


class PastTranslation(NamedTuple):
    """A text and its translation in some game; `sort` is `name`, `text`, …, or `kind` for a label."""

    source: str
    text: str
    state: str
    game: str
    context: str

    @property
    def sort(self) -> str:
        """Sort of text, as `sort_of` has it."""
        return sort_of(self.context)


class MemoryMatch(NamedTuple):
    """What the memory finds for a text: a translation, the similarity of the sources in per cent, and its origin.

    `others` are different translations of an equal text that are as good.
    """

    text: str
    score: int
    known: PastTranslation
    others: tuple[str, ...] = ()


def sort_of(context: str) -> str:
    """Sort of the text with a context: `name` for `krol.name`, `kind` for `kind:tool`."""
    section, colon, _ = context.partition(":")
    return section if colon else context.rpartition(".")[2]


class _Alike:
    """Skeletons of the texts of one sort, ordered by length."""

    def __init__(self, skeletons: Iterable[str]) -> None:
        self._texts = sorted(skeletons, key=len)
        self._lengths = [len(text) for text in self._texts]

    def find(self, sought: str, at_least: int) -> Sequence[tuple[str, float, int]]:
        """Most similar skeletons, best first; only those of a similar length can be."""
        from rapidfuzz import fuzz, process  # a memory in which all is found exactly never pays for it

        share = at_least / (2 * EXACT - at_least)
        first = bisect_left(self._lengths, len(sought) * share)
        last = bisect_right(self._lengths, len(sought) / share)
        return process.extract(
            sought, self._texts[first:last], scorer=fuzz.ratio, score_cutoff=at_least, limit=_MOST_MATCHES
        )


class TranslationMemory:
    """All past translations from one language into another."""

    def __init__(self, translations: Iterable[PastTranslation]) -> None:
        self._by_source: defaultdict[str, list[PastTranslation]] = defaultdict(list)
        self._by_skeleton: defaultdict[tuple[str, str], list[PastTranslation]] = defaultdict(list)
        for translation in translations:
            self._by_source[_key(translation.source)].append(translation)
            self._by_skeleton[translation.sort, skeleton(translation.source)].append(translation)
        self._alike: dict[str, _Alike] = {}

    def find(self, source: str, context: str, game: str, at_least: int = 75) -> MemoryMatch | None:
        """Find the best past translation for a text, other than its own; None if there is none.

        An equal text is found whatever its sort. One that is only similar, by `at_least` per cent, must be of the same
        sort: names are not like rules. Its icons and numbers become those of `source`.
        """
        same = [
            translation
            for translation in self._by_source.get(_key(source), ())
            if _is_other(translation, context, game)
        ]
        if same:
            return _best_of_same(same, sort_of(context), game)
        return next(self._matches(source, context, game, at_least), None) if at_least < EXACT else None

    def _matches(self, source: str, context: str, game: str, at_least: int) -> Iterator[MemoryMatch]:
        sort, sought = sort_of(context), skeleton(source)
        for similar, score, _ in self._of(sort).find(sought, at_least) if sought else ():
            for past in sorted(
                self._by_skeleton[sort, similar], key=lambda translation: _rank(translation, sort, game)
            ):
                text = adapt_tokens(past.text, past.source, source)
                if text is not None and _is_other(past, context, game):
                    yield MemoryMatch(text, min(int(score), EXACT - 1), past)

    def _of(self, sort: str) -> _Alike:
        if sort not in self._alike:
            self._alike[sort] = _Alike(key[1] for key in self._by_skeleton if key[0] == sort)
        return self._alike[sort]


def _key(source: str) -> str:
    return " ".join(source.split())


def _is_other(past: PastTranslation, context: str, game: str) -> bool:
    return (past.context, past.game) != (context, game)


def _rank(past: PastTranslation, sort: str, game: str) -> tuple[bool, int, bool]:
    """Sort key for how far a translation can be trusted, the best first."""
    return past.sort != sort, _RANKS.get(past.state, len(_RANKS)), past.game != game


def _best_of_same(same: Sequence[PastTranslation], sort: str, game: str) -> MemoryMatch:
    best = min(same, key=lambda past: _rank(past, sort, game))
    equals = [past.text for past in same if _rank(past, sort, game) == _rank(best, sort, game)]
    return MemoryMatch(
        best.text, EXACT, best, tuple(text for text in dict.fromkeys(equals) if text != best.text)
    )


_WRITTEN = frozenset({"draft", "reviewed", "stale"})
"""States of texts by persons: machine translations and doubtful ones are not reused."""


def past_translations(connection: OpenDatabase, source: str, target: str) -> Iterator[PastTranslation]:
    """Yield the texts of all games that exist in both languages.

    Texts that were translated from a third language into both are among them: a game written in Italian gives pairs of
    its English and its French.
    """
    for game in read_games(connection):
        if {source, target} <= set(game.languages):
            yield from _past_of(connection, game, source, target)


def _past_of(connection: OpenDatabase, game: Game, source: str, target: str) -> Iterator[PastTranslation]:
    source_language = game.source_language
    languages = [language for language in (source, target) if language != source_language]
    entries = {language: _written(connection, game.id, language) for language in languages}
    for context, entry in entries[languages[-1]].items():
        first = entries[languages[0]].get(context)
        if first and _translated(first) == _translated(entry):
            texts = {source_language: _translated(entry), languages[0]: first.text, languages[-1]: entry.text}
            state = min(first.state, entry.state, key=STATES.index)
            yield PastTranslation(texts[source], texts[target], state, game.id, context)


def _written(connection: OpenDatabase, game: str, language: str) -> dict[str, Message]:
    entries = read_entries(connection, game, language)
    return {
        entry.context: entry
        for entry in entries
        if entry.state in _WRITTEN and entry.text and not entry.unsure
    }


def _translated(entry: Message) -> str:
    """Source that the text was translated from."""
    return entry.previous if entry.state == "stale" else entry.source


Origin = Literal["glossary", "memory", "similar", "machine"]
"""Where a suggestion comes from; `similar` is the translation of a text that is not equal."""


class Suggestion(NamedTuple):
    """A message with a suggested text, its origin, and a note for the translator."""

    entry: Message
    origin: Origin
    about: str


class SuggestionSources(NamedTuple):
    """The sources of suggestions for a game: the words of its glossary, and the memory.

    `words` are translations into the language by their source, as `without_case` writes it; `at_least` is the least similarity
    in per cent.
    """

    game: str
    language: str
    words: Mapping[str, str]
    memory: TranslationMemory
    at_least: int


def glossary_words(glossary: Glossary, source: str, target: str) -> dict[str, str]:
    """Translations of a glossary’s terms, by each form in the source language; names that stay are among them."""
    terms = {
        form: term.names[target]
        for term in glossary.terms
        if target in term.names
        for form in term.accepted(source)
    }
    return {**terms, **{name: name for name in glossary.keep}}


def suggest_texts(
    entries: Iterable[Message], texts: Mapping[str, str], stock: SuggestionSources
) -> Iterator[Suggestion]:
    """Yield suggestions for messages; `texts` are their texts in the source language, by context."""
    for entry in entries:
        source = texts.get(entry.context, "")
        word = stock.words.get(without_case(source)) if source else None
        if word:
            word = cased_like(word, source, stock.language)
            yield Suggestion(_filled(entry, word), "glossary", tr("From the glossary."))
            continue
        match = stock.memory.find(source, entry.context, stock.game, stock.at_least) if source else None
        if match:
            yield _from_match(match, entry)


def without_case(text: str) -> str:
    """Text for comparisons that ignore case and spaces."""
    return " ".join(text.casefold().split())


def _from_match(match: MemoryMatch, entry: Message) -> Suggestion:
    """Suggestion from a match: unsure, unless an equal text of the same sort has one translation."""
    past = match.known
    about = tr(
        "From the memory, {score}: “{source}” ({game}/{context}).",
        score=f"{match.score} %",
        source=_line(past.source),
        game=past.game,
        context=past.context,
    )
    if match.others:
        others = ", ".join(tr("“{text}”", text=_line(text)) for text in match.others)
        about += " " + tr("Translated elsewhere as {texts}.", texts=others)
    is_same = match.score == EXACT
    is_sure = is_same and not match.others and past.sort == sort_of(entry.context)
    return Suggestion(
        _filled(entry, match.text, unsure=not is_sure), "memory" if is_same else "similar", about
    )


def _line(text: str) -> str:
    """Text on one line, for a comment."""
    return " ¶ ".join(line.strip() for line in text.split("\n") if line.strip())


def machine_suggestion(entry: Message, text: str, service: str) -> Suggestion:
    """Suggestion from a service, which a person has to look at."""
    filled = _filled(entry, text)._replace(state="machine", by=service)
    return Suggestion(filled, "machine", tr("Translated by {service}.", service=service))


def _filled(entry: Message, text: str, *, unsure: bool = False) -> Message:
    return entry._replace(text=text, state="draft", previous="", by="", at="", unsure=unsure)


def cased_like(word: str, source: str, language: str) -> str:
    """Word of a language with the capital of its source."""
    return with_capital(word, language) if source[:1].isupper() else word

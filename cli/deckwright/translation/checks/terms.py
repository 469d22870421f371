"""Checks of a game’s vocabulary: glossary terms, names, and words that recur."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from deckwright.messages import tr
from deckwright.model.glossary import has_words, joins_words, words_without_endings
from deckwright.model.markup import EMPHASIS, unpaired_stars, without_markup
from deckwright.model.words import fold
from deckwright.translation.checks.wordbook import (
    HYPHENED,
    TextFinding,
    list_of_places,
    part_of,
    words_of_language,
)
from deckwright.translation.checks.wording import emphasised

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from deckwright.findings import Severity
    from deckwright.model.glossary import Term
    from deckwright.model.translation import Message
    from deckwright.translation.checks.wordbook import Wordbook
    from deckwright.translation.checks.wording import EmphasisedPassage

    Words = tuple[str, ...]


_LONGEST = 60
"""The most letters of a passage in a message."""


_PARTS_WITHOUT_TERMS = frozenset({"flavour"})
"""Texts whose words need not be those of the glossary."""


_SHORTEST_KEYWORD = 4
"""The fewest letters of a keyword that is recognised inside a longer word."""


_BEFORE_SIGN = re.compile(r"(?<!\s)\s+(?=[!?:;])")


def check_glossary(book: Wordbook, entry: Message) -> Iterator[TextFinding]:
    """Find terms of the source that are missing in the translation, and words that are forbidden for them."""
    required = {} if entry.text == entry.source else _required_terms(book, entry)
    if not required:
        return
    forbidden = _forbidden(book, entry, required)
    words = words_without_endings(without_markup(entry.text), book.language)
    for source, term in required.items():
        accepted = term.accepted(book.language)
        if source in forbidden:
            word = forbidden[source]
            message = tr("“{word}” is not allowed as a translation of “{source}”.", word=word, source=source)
            advice = tr("The glossary says “{term}”.", term=accepted[0]) if accepted else ""
            yield TextFinding(term.severity, f"{message} {advice}".strip())
        elif accepted and not any(_has_form(book, words, form) for form in accepted):
            message = tr(
                "“{source}” is “{term}” in the glossary, which is missing here.",
                source=source,
                term=accepted[0],
            )
            yield TextFinding(term.severity, message)


def _has_form(book: Wordbook, words: tuple[str, ...], form: str) -> bool:
    """Whether a translation has a form of a term, which may be part of a word (German Monsterkarte)."""
    required = words_without_endings(form, book.language)
    if has_words(words, required):
        return True
    may_join = joins_words(book.language) and len(required) == 1 and len(required[0]) >= _SHORTEST_KEYWORD
    return may_join and any(word.startswith(required) or word.endswith(required) for word in words)


def _required_terms(book: Wordbook, entry: Message) -> dict[str, Term]:
    """Terms in a source text that its translation must follow, by their source name."""
    part = part_of(entry.context)
    if part in _PARTS_WITHOUT_TERMS or _is_label(entry.context):
        return {}
    source = book.game.source_language
    finder = book.in_source if part == "name" else book.outside_names
    terms = [term for term, _ in finder.find(entry.source)]
    if any(term.is_label for term in terms):
        keywords = [] if part == "name" else _keywords(book, entry.source)
        terms = [term for term in terms if not term.is_label or term in keywords]
    return {term.names[source]: term for term in terms}


def _keywords(book: Wordbook, source: str) -> list[Term]:
    """Keywords that are words of their own in a source text, not parts of a compound."""

    def without_compounds(word: re.Match[str]) -> str:
        return word[0] if word[0].casefold() in book.hyphened else "·"

    return [term for term, _ in book.keywords.find(HYPHENED.sub(without_compounds, source))]


def _is_label(context: str) -> bool:
    """Whether a context is of a keyword itself, whose translation defines the term."""
    section, _, name = context.partition(":")
    return section in {"kind", "field"} or (section == "mark" and "." not in name)


def _forbidden(book: Wordbook, entry: Message, required: Mapping[str, Term]) -> dict[str, str]:
    """First forbidden word of a translation for each of its terms, by the term’s source name."""
    language, source = book.language, book.game.source_language
    if not any(language in term.forbidden for term in required.values()):
        return {}
    allowed = {form for term in required.values() for form in term.accepted(language)}
    first: dict[str, str] = {}
    for term, form in book.in_text.find(entry.text):
        name = term.names.get(source, "")
        if name in required and form in term.forbidden.get(language, ()) and form not in allowed:
            first.setdefault(name, form)
    return first


def check_names(book: Wordbook, entry: Message) -> Iterator[TextFinding]:
    """Find names that must stay as they are, and are missing."""
    kept_names = names_in(book, entry.source)
    text = _BEFORE_SIGN.sub("", entry.text) if kept_names else ""
    for name in kept_names:
        if not _stands(_BEFORE_SIGN.sub("", name), text):
            yield TextFinding(
                "error", tr("{name} must stay as it is in every language, and is missing here.", name=name)
            )


def names_in(book: Wordbook, source: str) -> list[str]:
    """Names in a source text that must stay as they are."""
    return [name for name in book.glossary.keep if name in source and _stands(name, source)]


def _stands(name: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None


_ARTICLE = re.compile(
    r"^(?:the|an?|il|lo|la|i|gli|le|l’|les?|el|l[ao]s|der|die|das|den|de|het|os?|as?)(?:(?<=’)|[ \u00a0])",
    re.IGNORECASE,
)
_SPACES = re.compile(r"\s+")


def check_repeats(_: Wordbook, entries: Sequence[Message]) -> Iterator[tuple[Message, TextFinding]]:
    """Find equal sources with different translations, each once: at the first text that differs from the commonest."""
    by_source: dict[str, list[Message]] = {}
    for entry in entries:
        if entry.text != entry.source:
            by_source.setdefault(entry.source, []).append(entry)
    for alike in by_source.values():
        texts = Counter(map(_comparable, alike))
        if len(texts) > 1:
            yield from _differing(alike, texts.most_common(1)[0][0])


def _comparable(entry: Message) -> str:
    """Text to compare with others: spaces do not count, nor an article before a name."""
    return _ARTICLE.sub("", _SPACES.sub(" ", entry.text))


def _differing(alike: Sequence[Message], usual: str) -> Iterator[tuple[Message, TextFinding]]:
    same = [entry for entry in alike if _comparable(entry) == usual]
    rest = [entry for entry in alike if _comparable(entry) != usual]
    others = [entry.context for entry in same]
    for number, entry in enumerate(rest):
        fault = _fault(entry.source, entry.text, same[0].text, others)
        yield entry, fault._replace(severity="info") if number else fault


def _fault(source: str, text: str, usual: str, places: Sequence[str]) -> TextFinding:
    pairs = zip(text, usual, strict=False)
    shared = next((index for index, (here, there) in enumerate(pairs) if here != there), 0)
    start = text.rfind(" ", 0, shared) + 1 if shared > _LONGEST // 2 else 0
    text, usual = (f"{'…' * bool(start)}{part[start:]}" for part in (text, usual))
    message = tr(
        "“{source}” is translated “{text}” here, but “{usual}” in {places}.",
        source=_short(source),
        text=_short(text),
        usual=_short(usual),
        places=list_of_places(places),
    )
    return TextFinding("warning", message)


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1].rstrip()}…"


def check_emphasised_terms(
    book: Wordbook, entries: Sequence[Message]
) -> Iterator[tuple[Message, TextFinding]]:
    """Find emphasised words that are translated differently than elsewhere.

    Texts with a single emphasised passage show what translates what.
    """
    for unlike in _unlike(book, entries):
        if not _has_name(unlike.entry.text, unlike.usual, book.language):
            emphasised = ", ".join(_passages(unlike.entry.text))
            yield unlike.entry, _fault(unlike.passage, emphasised, unlike.usual, unlike.places)


def check_emphasised_counts(
    book: Wordbook, entries: Sequence[Message]
) -> Iterator[tuple[Message, TextFinding]]:
    """Find texts that emphasise more or fewer passages than their sources.

    What many texts add or lack is one finding: it may be the translator's way.
    """
    usual = _usual(entries)
    unmatched = {
        entry.context: _unmatched(book, entry, usual) for entry in entries if not _has_same_emphasis(entry)
    }
    counts = Counter(passage for passages in unmatched.values() for passage in set(passages))
    for entry in entries:
        passages = unmatched.get(entry.context, [])
        if not passages or unpaired_stars(entry.text) >= 0:
            continue
        message = tr(
            "Emphasised here: {here}. In the source: {there}.",
            here=_list(emphasised(entry.text)),
            there=_list(emphasised(entry.source)),
        )
        rarest = min(passages, key=lambda passage: counts[passage])
        severity: Severity = "info" if part_of(entry.context) == "flavour" else "warning"
        yield entry, TextFinding(severity, message, kind=f"emphasis {rarest}")


def _list(passages: Iterable[EmphasisedPassage]) -> str:
    return ", ".join(map(str, passages)) or "–"


def _has_same_emphasis(entry: Message) -> bool:
    """Whether a translation emphasises as many passages of each sort as its source."""
    in_text, in_source = (
        sorted(passage.stars for passage in emphasised(text)) for text in (entry.text, entry.source)
    )
    return in_text == in_source


def _unmatched(
    book: Wordbook, entry: Message, usual: Mapping[str, tuple[str, Sequence[str]]]
) -> list[EmphasisedPassage]:
    """Emphasised passages of a source and its text, without those that are translations of each other."""
    added = emphasised(entry.text)
    missing: list[EmphasisedPassage] = []
    for passage in emphasised(entry.source):
        words = words_without_endings(usual.get(passage.words, ("",))[0], book.language)
        alike = [
            other
            for other in added
            if other.stars == passage.stars and words_without_endings(other.words, book.language) == words
        ]
        if alike:
            added.remove(alike[0])
        else:
            missing.append(passage)
    sorts = Counter(passage.stars for passage in added)
    lost = Counter(passage.stars for passage in missing)
    return [
        passage
        for passages, others in ((missing, sorts), (added, lost))
        for passage in passages
        if others[passage.stars] < sum(other.stars == passage.stars for other in passages)
    ]


def check_lost_emphasis(book: Wordbook, entries: Sequence[Message]) -> Iterator[tuple[Message, TextFinding]]:
    """Find words that are translated as elsewhere, but are not emphasised while others are."""
    for unlike in _unlike(book, entries):
        if _has_name(unlike.entry.text, unlike.usual, book.language):
            message = tr(
                "“{text}” is not emphasised here; “{source}” is in the source.",
                text=unlike.usual,
                source=unlike.passage,
            )
            yield unlike.entry, TextFinding("warning", message)


class _Unlike(NamedTuple):
    """An emphasised passage of a source whose usual translation is not emphasised in this message."""

    entry: Message
    passage: str
    usual: str
    places: Sequence[str]


def _unlike(book: Wordbook, entries: Sequence[Message]) -> Iterator[_Unlike]:
    """Yield the passages that differ, unless more or fewer are emphasised, which is another finding."""
    usual = _usual(entries)
    for entry in entries:
        usual_passages = [
            (passage, usual[passage]) for passage in _passages(entry.source) if passage in usual
        ]
        emphasised = (
            {words_without_endings(passage, book.language) for passage in _passages(entry.text)}
            if usual_passages
            else set()
        )
        for passage, (text, places) in usual_passages:
            if words_without_endings(text, book.language) not in emphasised and _has_same_emphasis(entry):
                yield _Unlike(entry, passage, text, places)


def _usual(entries: Sequence[Message]) -> dict[str, tuple[str, list[str]]]:
    """Commonest translation of each emphasised passage, and the contexts that have it.

    Texts that emphasise in the order of their sources show what translates what.
    """
    contexts_by_passage: dict[str, dict[str, list[str]]] = {}
    for entry in entries:
        source, text = emphasised(entry.source), emphasised(entry.text)
        if source and [passage.stars for passage in source] == [passage.stars for passage in text]:
            for there, here in zip(source, text, strict=True):
                contexts_by_passage.setdefault(there.words, {}).setdefault(here.words, []).append(
                    entry.context
                )
    return {
        passage: max(texts.items(), key=lambda text_and_contexts: len(text_and_contexts[1]))
        for passage, texts in contexts_by_passage.items()
        if max(map(len, texts.values())) > 1
    }


def _passages(text: str) -> list[str]:
    return [match[2] for match in EMPHASIS.finditer(text)] if "*" in text else []


_THRICE = 3


def check_card_names(book: Wordbook, entries: Sequence[Message]) -> Iterator[tuple[Message, TextFinding]]:
    """Find texts that name a card in bold or italics by another name than the card’s translation has."""
    source = book.game.source_language
    names = {
        words_without_endings(message.source, source): message
        for message in entries
        if part_of(message.context) == "name"
    }
    usual = _usual(entries)
    for entry in entries:
        for passage in _passages(entry.source):
            card = (
                None if passage in book.glossary.keep else names.get(words_without_endings(passage, source))
            )
            word, places = usual.get(passage, ("", []))
            if " " not in passage and len(places) >= _THRICE and _has_name(entry.text, word, book.language):
                continue  # a word that is also a name
            if card and not _has_name(entry.text, card.text, book.language):
                message = tr(
                    "“{source}” is the card “{name}”, but that name is missing here.",
                    source=passage,
                    name=card.text,
                )
                yield entry, TextFinding("warning", message)


_NAME_WORD = re.compile(r"[\w’'-]+")
_ALIKE = 75.0
"""How alike, in percent, a passage and a name are if the passage means the name."""


def check_names_in_texts(book: Wordbook, entries: Sequence[Message]) -> Iterator[tuple[Message, TextFinding]]:
    """Find texts that name another card than their source, or a card by another name than the card has.

    Names of one word are looked for only where they are emphasised (`check_card_names`), or where the text names a card that its
    source does not name: they may be words.
    """
    names = [entry for entry in entries if part_of(entry.context) == "name" and entry.text]
    in_sources, in_texts = (
        _NameFinder((one.source, one) for one in names),
        _NameFinder((one.text, one) for one in names),
    )
    translations: dict[str, set[str]] = {}
    sources: dict[str, set[str]] = {}
    for name in names:
        translations.setdefault(name.source, set()).add(name.text)
        sources.setdefault(name.text, set()).add(name.source)
    for entry in entries:
        if part_of(entry.context) == "name":
            continue
        named = {name.source for name in in_sources.find(entry.source)}
        others = {name.text for name in in_texts.find(entry.text)}
        rest = others.difference(*(translations[source] for source in named)) if others else set()
        if rest and not named:
            rest = {name for name in rest if not any(source in entry.source for source in sources[name])}
            named = {word for word in _NAME_WORD.findall(entry.source) if rest and word in translations}
        for source in named:
            is_named = any(
                _has_name(entry.text, _ARTICLE.sub("", text), book.language) for text in translations[source]
            )
            finding = None if is_named else _misnamed(entry.text, source, min(translations[source]), rest)
            if finding:
                yield entry, finding


class _NameFinder:
    """Finds names of several words in texts, with their capitals."""

    def __init__(self, names: Iterable[tuple[str, Message]]) -> None:
        self._names: dict[tuple[str, ...], Message] = {}
        for name, entry in names:
            if len(words := tuple(_NAME_WORD.findall(name))) > 1:
                self._names.setdefault(words, entry)
        self._lengths: dict[tuple[str, ...], list[int]] = {}  # of names, by their first two words
        for words in sorted(self._names, key=len, reverse=True):
            lengths = self._lengths.setdefault(words[:2], [])
            if len(words) not in lengths:
                lengths.append(len(words))

    def find(self, text: str) -> list[Message]:
        """Names in a text: the longest at each word."""
        words = tuple(_NAME_WORD.findall(text))
        found: list[Message] = []
        end = 0
        if self._lengths.keys().isdisjoint(pairwise(words)):
            return found
        for index, start in enumerate(pairwise(words)):
            for length in self._lengths.get(start, ()) if index >= end else ():
                if entry := self._names.get(words[index : index + length]):
                    found.append(entry)
                    end = index + length
                    break
        return found


def _misnamed(text: str, source: str, name: str, others: set[str]) -> TextFinding | None:
    """Finding on a name that is missing, if another stands there, or one like it."""
    if others:
        other = min(others)
        message = tr(
            "The source names “{source}” ({name}), this text “{other}”.",
            source=source,
            name=name,
            other=other,
        )
        return TextFinding("warning", message, passage=other)
    words, length = _NAME_WORD.findall(text), len(_NAME_WORD.findall(name))
    from rapidfuzz import fuzz

    passages = [
        " ".join(words[start : start + size])
        for size in (length - 1, length, length + 1)
        if size > 0
        for start in range(len(words) - size + 1)
        if words[start][0].isupper()
    ]
    nearest = max(passages, key=lambda passage: fuzz.ratio(passage, name), default="")
    if not nearest or fuzz.ratio(nearest, name) < _ALIKE:
        return None
    message = tr(
        "The card “{source}” is called “{name}”, here “{passage}”.", source=source, name=name, passage=nearest
    )
    return TextFinding("warning", message, passage=nearest)


_NEAR = 85.0
"""How alike, in percent, a passage is to a name of which it is a slip."""


def check_near_names(_: Wordbook, entries: Sequence[Message]) -> Iterator[tuple[Message, TextFinding]]:
    """Find passages with capitals that are nearly the name of a card, in texts that have no such name."""
    from rapidfuzz import fuzz, process

    names = {entry.text for entry in entries if part_of(entry.context) == "name" and " " in entry.text}
    for entry in entries:
        passages = {} if part_of(entry.context) == "name" else dict.fromkeys(_CAPITALISED.findall(entry.text))
        for passage in passages:
            near = process.extractOne(passage, names, scorer=fuzz.ratio, score_cutoff=_NEAR)
            if (
                near
                and passage not in names
                and not any(passage in name or name in passage for name in names)
            ):
                message = tr("Is “{passage}” the card “{name}”?", passage=passage, name=near[0])
                yield entry, TextFinding("warning", message, passage=passage)


_CAPITALISED = re.compile(r"(?<!\w)[A-ZÀ-Þ][\w’'-]*(?:[ \u00a0][A-ZÀ-Þ][\w’'-]*)+")


def check_keyword_forms(_: Wordbook, entries: Sequence[Message]) -> Iterator[tuple[Message, TextFinding]]:
    """Find words in bold that most texts write otherwise: with a capital, or a stop."""
    forms: dict[str, dict[str, list[Message]]] = {}
    for entry in entries:
        for match in EMPHASIS.finditer(entry.text):
            stars, passage = match[1], match[2]
            if stars == "**" and fold(passage):
                forms.setdefault(fold(passage), {}).setdefault(passage, []).append(entry)
    for by_form in forms.values():
        usual = max(by_form, key=lambda form: len(by_form[form]))
        for form, messages in by_form.items():
            if form != usual and len(by_form[usual]) >= _THRICE * len(messages):
                message = tr("Most texts write “{usual}”, this one “{form}”.", usual=usual, form=form)
                yield from ((entry, TextFinding("warning", message, passage=form)) for entry in messages)


_FULL, _LEAST_TEXTS = 0.85, 8
"""The share of texts that have a term as often as their sources, if the others are slips, and how many texts show it."""


def check_term_counts(book: Wordbook, entries: Sequence[Message]) -> Iterator[tuple[Message, TextFinding]]:
    """Find a term that the source has more often than the translation, which has it at least once.

    If nearly all texts have it as often as their sources, that is a warning, and else a note: a pronoun may stand for it.
    """
    counts: dict[int, list[_TermCount]] = {}
    for entry in entries:
        if part_of(entry.context) not in _PARTS_WITHOUT_TERMS and not _is_label(entry.context):
            for count in _term_counts(book, entry):
                counts.setdefault(id(count.term), []).append(count)
    for of_term in counts.values():
        full = sum(count.here >= count.there for count in of_term)
        is_rare = len(of_term) >= _LEAST_TEXTS and full >= _FULL * len(of_term)
        for count in of_term:
            if 0 < count.here < count.there:
                yield count.entry, TextFinding("warning" if is_rare else "info", count.message(book))


class _TermCount(NamedTuple):
    """How often a term is in a source, more than once, and in its translation."""

    entry: Message
    term: Term
    there: int
    here: int

    def message(self, book: Wordbook) -> str:
        return tr(
            "“{source}” occurs {there} × in the source, “{term}” {here} × here.",
            source=self.term.names[book.game.source_language],
            term=self.term.names[book.language],
            there=self.there,
            here=self.here,
        )


def _term_counts(book: Wordbook, entry: Message) -> Iterator[_TermCount]:
    in_source = [match.term for match in book.outside_names.find(entry.source)]
    repeated = {key: count for key, count in Counter(map(id, in_source)).items() if count > 1}
    if not repeated:
        return
    here = Counter(id(match.term) for match in book.in_text.find(entry.text))
    terms = {id(term): term for term in in_source if book.language in term.names}
    for key, count in repeated.items():
        if key in terms:
            translated = here[key]
            if 0 < translated < count:
                translated += _count_shared(book, terms[key], entry.source)
                translated = max(translated, _count_beginning_words(terms[key], entry.text, book.language))
            yield _TermCount(entry, terms[key], count, min(translated, count))


def _count_shared(book: Wordbook, term: Term, source: str) -> int:
    """How often a source has a term on both sides of “or” or “and”, where a translation may have it once: your location or another location."""
    language = book.game.source_language
    name, joining = re.escape(term.names[language]), "|".join(words_of_language(language, "coordinating"))
    pattern = rf"\b{name}\w*+(?=(?: [^\W\d]+){{,3}} (?:{joining}) (?:[^\W\d]+ ){{,3}}{name})"
    return len(re.findall(pattern, source, re.IGNORECASE)) if joining else 0


def _count_beginning_words(term: Term, text: str, language: str) -> int:
    """How many words begin with a term, where a language joins words: Schadensmarker."""
    if not joins_words(language):
        return 0
    forms = tuple(form.casefold() for form in term.accepted(language))
    return sum(word.startswith(forms) for word in re.findall(r"\w+", text.casefold()))


def check_one_for_two(_: Wordbook, entries: Sequence[Message]) -> Iterator[tuple[Message, TextFinding]]:
    """Find names of different cards that have one translation."""
    by_text: dict[str, list[Message]] = {}
    for entry in entries:
        if part_of(entry.context) == "name" and entry.text:
            by_text.setdefault(entry.text.casefold(), []).append(entry)
    for alike in by_text.values():
        sources = Counter(entry.source.casefold() for entry in alike)
        usual = sources.most_common(1)[0][0]
        for entry in alike if len(sources) > 1 else ():
            if entry.source.casefold() != usual:
                other = next(other for other in alike if other.source.casefold() == usual)
                message = tr(
                    "“{text}” is also the name of {other}, “{source}”.",
                    text=entry.text,
                    other=other.context,
                    source=other.source,
                )
                yield entry, TextFinding("warning", message)


def _has_name(text: str, name: str, language: str) -> bool:
    words, of_name = (words_without_endings(without_markup(part), language) for part in (text, name))
    return has_words(words, of_name)

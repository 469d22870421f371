"""Suggest translations for entries: from the glossary, the memory, and at last a machine, if one is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from deckwright.messages import tr
from deckwright.translation.memory import EXACT, sort_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from deckwright.model.glossary import Glossary
    from deckwright.model.translation import Entry
    from deckwright.translation.memory import Match, Memory

Origin = Literal["glossary", "memory", "similar", "machine"]
"""Where a suggestion comes from; what is `similar` is the translation of a text that is only alike."""


class Suggestion(NamedTuple):
    """An entry with a text that is suggested, where that comes from, and what a translator is told of it."""

    entry: Entry
    origin: Origin
    about: str


class Stock(NamedTuple):
    """What suggestions for a game are made from: the words of its glossary, and the memory.

    `words` are translations by what they translate, as `same_case` writes it; `at_least` is how like a text must be, in per cent.
    """

    game: str
    words: Mapping[str, str]
    memory: Memory
    at_least: int


def words_of(glossary: Glossary, source: str, target: str) -> dict[str, str]:
    """Give the translation of each of a glossary's terms, by every form it has in the language translated from.

    Names that stay as they are are among them.
    """
    terms = {
        form: term.names[target]
        for term in glossary.terms
        if target in term.names
        for form in term.accepted(source)
    }
    return {**terms, **{name: name for name in glossary.keep}}


def suggestions(entries: Iterable[Entry], texts: Mapping[str, str], stock: Stock) -> Iterator[Suggestion]:
    """Yield what is suggested for entries; `texts` are theirs, by context, in the language translated from.

    A stale entry, whose translation somebody has to mend, is only given that of the very same text.
    """
    for entry in entries:
        source = texts.get(entry.context, "")
        word = stock.words.get(same_case(source)) if source else None
        if word:
            yield Suggestion(_filled(entry, _cased(word, source)), "glossary", tr("From the glossary."))
            continue
        at_least = EXACT if entry.state == "stale" else stock.at_least
        match = stock.memory.find(source, entry.context, stock.game, at_least) if source else None
        if match:
            yield _of(match, entry)


def same_case(text: str) -> str:
    """Give a text for comparing, whatever its case and spaces."""
    return " ".join(text.casefold().split())


def _of(match: Match, entry: Entry) -> Suggestion:
    """Take over what the memory knows: in doubt, unless the very same text of the same sort has one translation."""
    known = match.known
    about = tr(
        "From the memory, {score}: “{source}” ({game}/{context}).",
        score=f"{match.score} %",
        source=_line(known.source),
        game=known.game,
        context=known.context,
    )
    if match.others:
        about += " " + tr(
            "Elsewhere it is {texts}.", texts=", ".join(f"“{_line(text)}”" for text in match.others)
        )
    is_same = match.score == EXACT
    is_sure = is_same and not match.others and known.sort == sort_of(entry.context)
    return Suggestion(
        _filled(entry, match.text, unsure=not is_sure), "memory" if is_same else "similar", about
    )


def _line(text: str) -> str:
    """Write a text in one line, as a comment is."""
    return " ¶ ".join(line.strip() for line in text.split("\n") if line.strip())


def by_machine(entry: Entry, text: str, service: str) -> Suggestion:
    """Take over what a machine has translated; a person has to look at it."""
    filled = _filled(entry, text)._replace(state="machine", by=service)
    return Suggestion(filled, "machine", tr("Translated by {service}.", service=service))


def _filled(entry: Entry, text: str, *, unsure: bool = False) -> Entry:
    return entry._replace(text=text, state="draft", previous="", by="", at="", unsure=unsure)


def _cased(word: str, source: str) -> str:
    """Begin a word as its source begins."""
    return word[:1].upper() + word[1:] if source[:1].isupper() else word

"""What the checks of a game and language need to know, computed once."""

from __future__ import annotations

import json
import re
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from deckwright.messages import tr, trn
from deckwright.model.glossary import TermFinder, glossary_of, term_finder, words_without_endings
from deckwright.model.languages import base_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from deckwright.findings import Severity
    from deckwright.model.game import Game
    from deckwright.model.glossary import Glossary
    from deckwright.model.translation import Message

HYPHENED = re.compile(r"\w+(?:[-‐‑]\w+)+")
"""Words that a hyphen makes one: `tool-like`, `non-monster`."""

_SENTENCES = frozenset({"game", "say"})


class Wordbook(NamedTuple):
    """A game’s vocabulary for translations into `language`.

    `in_source` finds terms in source texts, `outside_names` those that are not part of a card's name; `in_text` finds them, and the words that they forbid, in translations.
    `keywords` finds the names of kinds, marks and choices that are words of their own in source texts, not parts of
    longer names; `hyphened` are those with a hyphen. `pictures` are by the names of icons; `marks` are the pictures
    of marks.
    """

    game: Game
    language: str
    glossary: Glossary
    in_source: TermFinder
    outside_names: TermFinder
    in_text: TermFinder
    keywords: TermFinder
    hyphened: frozenset[str]
    pictures: Mapping[str, str]
    marks: frozenset[str]


class TextFinding(NamedTuple):
    """What a check finds in a text, as a whole sentence; `found` is the number of cases, if it can be counted.

    `passage` is the part of the text that is meant, if it has one. Findings of one `kind` in many texts are shown once.
    """

    severity: Severity
    message: str
    found: int | None = None
    passage: str = ""
    kind: str = ""


class RuleFinding(NamedTuple):
    """What the check of a rule finds in a message."""

    entry: Message
    rule: str
    finding: TextFinding


def difference_text(missing: Sequence[str], added: Sequence[str]) -> str:
    """What a translation lacks of its source, and what it adds; '' if nothing."""
    sentences = [tr("Missing: {names}.", names=", ".join(missing))] if missing else []
    sentences += [tr("Not in the source: {names}.", names=", ".join(added))] if added else []
    return " ".join(sentences)


def wordbook(game: Game, language: str, cards: Iterable[str] = ()) -> Wordbook:
    """Vocabulary of a game for translations into a language; `cards` are the names of its cards."""
    glossary = glossary_of(game)
    source = game.source_language
    definition = game.definition
    keywords = [term for term in glossary.terms if term.is_label]
    names = dict.fromkeys((*cards, *_name_labels(game.labels.get(source, {}))))
    longer = [name for name in names if len(words_without_endings(name, source)) > 1]
    forms = {words_without_endings(form, source) for term in glossary.terms for form in term.accepted(source)}
    first_words = {form[0] for form in forms if form}
    compounds = (
        *glossary.keep,
        *(
            name
            for name in longer
            for words in [words_without_endings(name, source)]
            if words not in forms and not first_words.isdisjoint(words)
        ),
    )
    accepted = [(term, term.accepted(source)) for term in glossary.terms]
    return Wordbook(
        game,
        language,
        glossary,
        term_finder(glossary, source),
        TermFinder(accepted, source, compounds),
        TermFinder(
            [
                (term, [*term.accepted(language), *term.forbidden.get(language, ())])
                for term in glossary.terms
            ],
            language,
        ),
        TermFinder([(term, term.accepted(source)) for term in keywords], source, compounds),
        frozenset(
            word.casefold()
            for term in keywords
            for form in term.accepted(source)
            for word in HYPHENED.findall(form)
        ),
        definition.get("icons", {}),
        frozenset(mark["icon"] for mark in definition.get("marks", {}).values()),
    )


def _name_labels(labels: Mapping[str, str]) -> Iterator[str]:
    """Yield the game’s own words that are names, not sentences."""
    for context, label in labels.items():
        section, _, name = context.partition(":")
        if section not in _SENTENCES and "." not in name:
            yield label


@lru_cache(maxsize=16384)
def part_of(context: str) -> str:
    """Text of a card that a context is of, such as `flavour`; '' for the game’s own words."""
    return "" if ":" in context else context.rpartition(".")[2]


_PLACES = 3
"""The most messages that a finding names; the others are counted."""


def list_of_places(contexts: Sequence[str]) -> str:
    """The first of some messages, and how many others there are."""
    names, others = ", ".join(contexts[:_PLACES]), len(contexts) - _PLACES
    return (
        trn("{names} and {count} more", "{names} and {count} more", others, names=names)
        if others > 0
        else names
    )


def names_of(entries: Iterable[Message]) -> list[str]:
    """Names of a game’s cards in its source language."""
    return [entry.source for entry in entries if part_of(entry.context) == "name"]


@cache
def words_of_language(language: str, name: str) -> frozenset[str]:
    """Words of a language from a list of `wording.json`; none if the language has no such list."""
    lists: Mapping[str, str] = _wording().get(base_of(language), {})
    return frozenset(lists.get(name, "").split())


@cache
def _wording() -> Mapping[str, Mapping[str, str]]:
    languages: Mapping[str, Mapping[str, str]] = json.loads(_WORDING.read_bytes())
    return languages


_WORDING = Path(__file__).with_name("wording.json")

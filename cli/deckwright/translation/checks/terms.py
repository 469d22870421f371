"""Checks of a game's words: its terms, and names that stay."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from deckwright.messages import tr
from deckwright.model.glossary import bare_words, has_endings, holds
from deckwright.model.markup import without_icons
from deckwright.translation.checks.wordbook import HYPHENED, Fault, part_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deckwright.model.glossary import Term
    from deckwright.model.translation import Entry
    from deckwright.translation.checks.wordbook import Wordbook

_FREE = frozenset({"flavour"})
"""Texts without rules: their words need not be the terms."""

_LEAST = 4
"""The letters that a keyword must have to be seen within a longer word."""

_BEFORE_SIGN = re.compile(r"(?<!\s)\s+(?=[!?:;])")


def check_glossary(book: Wordbook, entry: Entry) -> Iterator[Fault]:
    """Find terms of the source that the translation does not say, and words that are forbidden for them."""
    wanted = _wanted(book, entry)
    if not wanted:
        return
    forbidden = _forbidden(book, entry, wanted)
    words = bare_words(without_icons(entry.text), book.language)
    for source, term in wanted.items():
        accepted = term.accepted(book.language)
        if source in forbidden:
            word = forbidden[source]
            message = tr("“{word}” must not stand for “{source}”.", word=word, source=source)
            said = tr("The glossary says “{term}”.", term=accepted[0]) if accepted else ""
            yield Fault(term.severity, f"{message} {said}".strip())
        elif accepted and not any(_says(book, words, form, is_label=term.is_label) for form in accepted):
            message = tr(
                "“{source}” is “{term}” in the glossary, which is missing here.",
                source=source,
                term=accepted[0],
            )
            yield Fault(term.severity, message)


def _says(book: Wordbook, words: tuple[str, ...], form: str, *, is_label: bool) -> bool:
    """Return whether a translation has a form of a term; a keyword may be part of a word (German Monsterkarte)."""
    wanted = bare_words(form, book.language)
    if holds(words, wanted):
        return True
    may_join = is_label and not has_endings(book.language) and len(wanted) == 1 and len(wanted[0]) >= _LEAST
    return may_join and any(word.startswith(wanted) or word.endswith(wanted) for word in words)


def _wanted(book: Wordbook, entry: Entry) -> dict[str, Term]:
    """Give the terms that stand in a source text and bind its translation, by their name in its language."""
    part = part_of(entry.context)
    if part in _FREE or _is_label(entry.context):
        return {}
    source = book.game.source_language
    found = [term for term, _ in book.in_source.find(entry.source)]
    if any(term.is_label for term in found):
        keywords = [] if part == "name" else _keywords(book, entry.source)
        found = [term for term in found if not term.is_label or term in keywords]
    return {term.names[source]: term for term in found}


def _keywords(book: Wordbook, source: str) -> list[Term]:
    """List the keywords that are words of their own in a source text, and no part of a compound."""

    def without_compounds(found: re.Match[str]) -> str:
        return found[0] if found[0].casefold() in book.hyphened else "·"

    return [term for term, _ in book.keywords.find(HYPHENED.sub(without_compounds, source))]


def _is_label(context: str) -> bool:
    """Tell whether a context is that of a keyword itself, which says what its translation is."""
    section, _, name = context.partition(":")
    return section in {"kind", "field"} or (section == "mark" and "." not in name)


def _forbidden(book: Wordbook, entry: Entry, wanted: Mapping[str, Term]) -> dict[str, str]:
    """Give the first word in a translation that is forbidden for each of its terms, by the term's name."""
    language, source = book.language, book.game.source_language
    if not any(language in term.forbidden for term in wanted.values()):
        return {}
    allowed = {form for term in wanted.values() for form in term.accepted(language)}
    first: dict[str, str] = {}
    for term, form in book.in_text.find(entry.text):
        name = term.names.get(source, "")
        if name in wanted and form in term.forbidden.get(language, ()) and form not in allowed:
            first.setdefault(name, form)
    return first


def check_names(book: Wordbook, entry: Entry) -> Iterator[Fault]:
    """Find names of the source that are to stay as they are, and have not."""
    kept = names_in(book, entry.source)
    text = _BEFORE_SIGN.sub("", entry.text) if kept else ""
    for name in kept:
        if not _stands(_BEFORE_SIGN.sub("", name), text):
            yield Fault(
                "error", tr("{name} stays as it is in every language, and is missing here.", name=name)
            )


def names_in(book: Wordbook, source: str) -> list[str]:
    """Give the names in a source text that stay as they are."""
    return [name for name in book.glossary.keep if name in source and _stands(name, source)]


def _stands(name: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None

"""Checks of icons, marks, placeholders, tags and emphasis: each must occur as often as in the source."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from deckwright.messages import tr
from deckwright.model.markup import EMPHASIS, ICON, tag_names, tags_of, unpaired_stars
from deckwright.translation.checks.wordbook import TextFinding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deckwright.model.translation import Message
    from deckwright.translation.checks.wordbook import Wordbook


_BRACES = re.compile(r"\{[^{}\s]*\}")


def check_icons(book: Wordbook, entry: Message) -> Iterator[TextFinding]:
    """Find icons that are missing, added, or in another order; two names of one picture are one icon.

    The order is compared only if all icons are there, including those of marks.
    """
    source, text = _pictures(book, entry.source), _pictures(book, entry.text)
    yield from _compared(_icons(book, source, marks=False), _icons(book, text, marks=False))
    before, after = [picture for picture, _ in source], [picture for picture, _ in text]
    if before != after and Counter(before) == Counter(after):
        message = tr(
            "The icons are in another order here: {here}. In the source: {there}.",
            here=" ".join(token for _, token in text),
            there=" ".join(token for _, token in source),
        )
        yield TextFinding("warning", message)


def check_marks(book: Wordbook, entry: Message) -> Iterator[TextFinding]:
    """Find icons of marks that are missing or added."""
    source, text = _pictures(book, entry.source), _pictures(book, entry.text)
    yield from _compared(_icons(book, source, marks=True), _icons(book, text, marks=True))


def _pictures(book: Wordbook, text: str) -> list[tuple[str, str]]:
    """Icons of a text in order, each with its picture."""
    found = ICON.finditer(text) if "{" in text else ()
    return [(book.pictures[one[1]], one[0]) for one in found if one[1] in book.pictures]


def _icons(book: Wordbook, pictures: list[tuple[str, str]], *, marks: bool) -> list[tuple[str, str]]:
    return [(picture, token) for picture, token in pictures if (picture in book.marks) == marks]


def check_placeholders(book: Wordbook, entry: Message) -> Iterator[TextFinding]:
    """Find words in braces that are not icons, and are missing or added."""
    yield from _compared(_placeholders(book, entry.source), _placeholders(book, entry.text))


def _placeholders(book: Wordbook, text: str) -> list[tuple[str, str]]:
    found = _BRACES.findall(text) if "{" in text else []
    return [(token, token) for token in found if token[1:-1] not in book.pictures]


def check_tags(_: Wordbook, entry: Message) -> Iterator[TextFinding]:
    """Find tags that are missing, added, or without their pair; their order follows the language."""
    if "[" not in entry.text and "[" not in entry.source:
        return
    source = [tag for tag in tags_of(entry.source) if not tag.is_printed]
    known = {tag.name for tag in source}
    lost = [tag.written for tag in tags_of(entry.text) if tag.is_printed and tag.name in known | {""}]
    if lost and source:
        names = ", ".join(lost)
        yield TextFinding("error", tr("These tags are not in pairs, as in the source: {names}.", names=names))
        return
    there, here = ([(name, name) for name in sorted(tag_names(text))] for text in (entry.source, entry.text))
    yield from _compared(there, here)


def _compared(source: list[tuple[str, str]], text: list[tuple[str, str]]) -> Iterator[TextFinding]:
    """Compare tokens by their meaning, and show them as they are written."""
    if [meaning for meaning, _ in source] == [meaning for meaning, _ in text]:
        return
    written = dict([*text, *source])
    there, here = (Counter(meaning for meaning, _ in signs) for signs in (source, text))
    missing, more = list((there - here).elements()), list((here - there).elements())
    said = [tr("Missing: {names}.", names=", ".join(written[one] for one in missing))] if missing else []
    said += [tr("Not in the source: {names}.", names=", ".join(written[one] for one in more))] if more else []
    if said:
        yield TextFinding("error", " ".join(said))


def check_emphasis(_: Wordbook, entry: Message) -> Iterator[TextFinding]:
    """Find unmatched stars, and more or fewer emphasised passages than in the source."""
    if "*" not in entry.text and "*" not in entry.source:
        return
    if unpaired_stars(entry.text) >= 0:
        yield TextFinding("error", tr("These two stars have no match: they are printed as is."))
        return
    if not has_same_emphasis(entry):
        here, there = _shown(entry.text), _shown(entry.source)
        yield TextFinding(
            "warning", tr("Emphasised here: {here}. In the source: {there}.", here=here, there=there)
        )


def has_same_emphasis(entry: Message) -> bool:
    """Whether a translation emphasises as many passages of each sort as its source."""
    here, there = (sorted(stars for stars, _ in _passages(text)) for text in (entry.text, entry.source))
    return here == there


def _passages(text: str) -> Iterator[tuple[int, str]]:
    """Yield emphasised passages with their number of stars, also inside each other."""
    for found in EMPHASIS.finditer(text):
        yield len(found[1]), found[0]
        yield from _passages(found[2])


def _shown(text: str) -> str:
    return ", ".join(passage for _, passage in _passages(text)) or "–"

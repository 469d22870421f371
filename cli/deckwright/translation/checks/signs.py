"""Checks of what must be in a translation as often as in its source, icons also in the same order."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from deckwright.messages import tr
from deckwright.model.markup import ICON
from deckwright.translation.checks.wordbook import Fault

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deckwright.model.translation import Entry
    from deckwright.translation.checks.wordbook import Wordbook

_BRACES = re.compile(r"\{[^{}\s]*\}")


def check_icons(book: Wordbook, entry: Entry) -> Iterator[Fault]:
    """Find icons that are not those of the source; two names of one picture count as one icon.

    The order is looked at where all icons are there, those of marks among them.
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
        yield Fault("warning", message)


def check_marks(book: Wordbook, entry: Entry) -> Iterator[Fault]:
    """Find icons of marks that are not those of the source."""
    source, text = _pictures(book, entry.source), _pictures(book, entry.text)
    yield from _compared(_icons(book, source, marks=True), _icons(book, text, marks=True))


def _pictures(book: Wordbook, text: str) -> list[tuple[str, str]]:
    """List the icons in a text in order, each with its picture and as it is written."""
    found = ICON.finditer(text) if "{" in text else ()
    return [(book.pictures[one[1]], one[0]) for one in found if one[1] in book.pictures]


def _icons(book: Wordbook, pictures: list[tuple[str, str]], *, marks: bool) -> list[tuple[str, str]]:
    return [(picture, token) for picture, token in pictures if (picture in book.marks) == marks]


def check_placeholders(book: Wordbook, entry: Entry) -> Iterator[Fault]:
    """Find braces that name no icon, and are not those of the source."""
    yield from _compared(_placeholders(book, entry.source), _placeholders(book, entry.text))


def _placeholders(book: Wordbook, text: str) -> list[tuple[str, str]]:
    found = _BRACES.findall(text) if "{" in text else []
    return [(token, token) for token in found if token[1:-1] not in book.pictures]


def _compared(source: list[tuple[str, str]], text: list[tuple[str, str]]) -> Iterator[Fault]:
    """Compare signs by what they stand for, and show them as they are written."""
    if [meaning for meaning, _ in source] == [meaning for meaning, _ in text]:
        return
    written = dict([*text, *source])
    there, here = (Counter(meaning for meaning, _ in signs) for signs in (source, text))
    missing, more = list((there - here).elements()), list((here - there).elements())
    said = [tr("Missing: {names}.", names=", ".join(written[one] for one in missing))] if missing else []
    said += [tr("Not in the source: {names}.", names=", ".join(written[one] for one in more))] if more else []
    if said:
        yield Fault("error", " ".join(said))

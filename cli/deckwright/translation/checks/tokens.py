"""Checks of icons, marks, placeholders, tags and emphasis: each must occur as often as in the source."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from deckwright.messages import tr
from deckwright.model.markup import EMPHASIS, ICON, tag_names, tags_of, unpaired_stars
from deckwright.model.plurals import forms_of, missing_forms, plural_rule
from deckwright.translation.checks.wordbook import TextFinding, difference_text

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
    icons = ICON.finditer(text) if "{" in text else ()
    return [(book.pictures[icon[1]], icon[0]) for icon in icons if icon[1] in book.pictures]


def _icons(book: Wordbook, pictures: list[tuple[str, str]], *, marks: bool) -> list[tuple[str, str]]:
    return [(picture, token) for picture, token in pictures if (picture in book.marks) == marks]


def check_placeholders(book: Wordbook, entry: Message) -> Iterator[TextFinding]:
    """Find words in braces that are not icons, and are missing or added."""
    yield from _compared(_placeholders(book, entry.source), _placeholders(book, entry.text))


def _placeholders(book: Wordbook, text: str) -> list[tuple[str, str]]:
    tokens = _BRACES.findall(text) if "{" in text else []
    return [(token, token) for token in tokens if token[1:-1] not in book.pictures]


def check_plurals(book: Wordbook, entry: Message) -> Iterator[TextFinding]:
    """Find plural forms that the language needs, or does not have."""
    if not forms_of(entry.source):
        return
    forms = forms_of(entry.text)
    if message := missing_forms(forms, book.language):
        yield TextFinding("error", message)
    if others := forms.keys() - {*plural_rule(book.language).categories, "other"}:
        message = tr(
            "Plural forms that {language} does not have: {names}.",
            language=book.language,
            names=", ".join(sorted(others)),
        )
        yield TextFinding("error", message)


def check_tags(_: Wordbook, entry: Message) -> Iterator[TextFinding]:
    """Find tags that are missing, added, or without their pair; their order follows the language."""
    if "[" not in entry.text and "[" not in entry.source:
        return
    source = [tag for tag in tags_of(entry.source) if not tag.is_printed]
    source_names = {tag.name for tag in source}
    lost = [tag.written for tag in tags_of(entry.text) if tag.is_printed and tag.name in source_names | {""}]
    if lost and source:
        names = ", ".join(lost)
        yield TextFinding("error", tr("These tags are not in pairs, as in the source: {names}.", names=names))
        return
    in_source, in_text = (
        [(name, name) for name in sorted(tag_names(text))] for text in (entry.source, entry.text)
    )
    yield from _compared(in_source, in_text)


def _compared(source: list[tuple[str, str]], text: list[tuple[str, str]]) -> Iterator[TextFinding]:
    """Compare tokens by their meaning, and show them as they are written."""
    if [meaning for meaning, _ in source] == [meaning for meaning, _ in text]:
        return
    written = dict([*text, *source])
    in_source, in_text = (Counter(meaning for meaning, _ in signs) for signs in (source, text))
    missing = [written[meaning] for meaning in (in_source - in_text).elements()]
    added = [written[meaning] for meaning in (in_text - in_source).elements()]
    if problem := difference_text(missing, added):
        yield TextFinding("error", problem)


def check_emphasis(_: Wordbook, entry: Message) -> Iterator[TextFinding]:
    """Find unmatched stars, and passages that go over the end of a line."""
    if "*" not in entry.text and "*" not in entry.source:
        return
    if unpaired_stars(entry.text) >= 0:
        yield TextFinding("error", tr("These two stars have no match: they are printed as is."), passage="**")
        return
    is_alone = entry.source == entry.text
    if _single_stars(entry.text) > (0 if is_alone else _single_stars(entry.source)):
        yield TextFinding("error", tr("This star has no match: it is printed as is."), passage="*")
        return
    broken = next((passage for _, passage in _passages(entry.text) if "\n" in passage), "")
    if broken and not is_alone and "\n" not in _list_passages(entry.source):
        message = tr("This passage goes over the end of a line: a star is missing, or too many.")
        yield TextFinding("warning", message, passage=broken)
        return


_AT_WORD = re.compile(r"\*(?=\w)|(?<=\w)\*")


def _single_stars(text: str) -> int:
    """Number of stars at a word that emphasise nothing."""
    return len(_AT_WORD.findall(EMPHASIS.sub("", text)))


def emphasised(text: str) -> list[EmphasisedPassage]:
    """Emphasised passages of a text, also those inside each other."""
    passages = _passages(text) if "*" in text else ()
    return [EmphasisedPassage(stars, passage.strip("*")) for stars, passage in passages]


class EmphasisedPassage(NamedTuple):
    """A passage between stars, and how many stars."""

    stars: int
    words: str

    def __str__(self) -> str:
        return f"{'*' * self.stars}{self.words}{'*' * self.stars}"


def _passages(text: str) -> Iterator[tuple[int, str]]:
    """Yield emphasised passages with their number of stars, also inside each other."""
    for passage in EMPHASIS.finditer(text):
        yield len(passage[1]), passage[0]
        yield from _passages(passage[2])


def _list_passages(text: str) -> str:
    return ", ".join(passage for _, passage in _passages(text)) or "–"

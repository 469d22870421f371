"""Translations as XLIFF 2.0, for the tools of agencies.

Written here, because the kept library for it (translate-toolkit) would bring 20 MB, lxml among them, for what is a
page of XML.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

from deckwright.files.control_signs import refuse_control_signs
from deckwright.files.handout_states import mark_for
from deckwright.model.handout import comment_lines
from deckwright.model.translation import word_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deckwright.model.handout import Given, Handout

ABOUT, PIVOT, COMMENT, PREVIOUS, MARK = "about", "pivot", "comment", "previous", "mark"
"""The categories of our notes."""

PREFIX = "deckwright"
STATES = {"draft": "translated", "reviewed": "reviewed"}
"""The state of a segment for each word of ours; that of all others, which nobody has confirmed, is `initial`."""

_ICON = re.compile(r"(\{[a-z][a-z0-9_]*\})")


def xliff_state(word: str) -> str:
    """Give the state of a segment for how far its entry has come."""
    return STATES.get(word, "initial")


def write_handout(handout: Handout) -> bytes:
    """Write what goes out. Icons are placeholders, which translation tools keep whole.

    Raises:
        InputError: a text has a sign that XML cannot hold.
    """
    refuse_control_signs(handout, "XLIFF")
    return "\n".join(_lines(handout)).encode()


def _lines(handout: Handout) -> Iterator[str]:
    languages = f"srcLang={quoteattr(handout.source_language)} trgLang={quoteattr(handout.language)}"
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield f'<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" {languages}>'
    yield f"  <file id={quoteattr(handout.game)} original={quoteattr(handout.title)}>"
    for number, given in enumerate(handout.entries, 1):
        yield from _unit(given, number, handout)
    yield "  </file>"
    yield "</xliff>"
    yield ""


def _unit(given: Given, number: int, handout: Handout) -> Iterator[str]:
    entry = given.entry
    yield f'    <unit id="u{number}" name={quoteattr(entry.context)}>'
    yield "      <notes>"
    for category, text in _notes(given, handout):
        yield f'        <note category="{category}">{escape(text)}</note>'
    yield "      </notes>"
    icons = dict.fromkeys([*_ICON.findall(entry.source), *_ICON.findall(entry.text)])
    data = {icon: f"d{at}" for at, icon in enumerate(icons, 1)}
    if data:
        kept = "".join(f'<data id="{name}">{icon}</data>' for icon, name in data.items())
        yield f"      <originalData>{kept}</originalData>"
    word = word_of(entry)
    yield f'      <segment state="{xliff_state(word)}" subState="{PREFIX}:{word}">'
    places = _Places(entry.source, data)
    yield f'        <source xml:space="preserve">{places.source}</source>'
    if entry.text:
        yield f'        <target xml:space="preserve">{places.written(entry.text)}</target>'
    yield "      </segment>"
    yield "    </unit>"


def _notes(given: Given, handout: Handout) -> Iterator[tuple[str, str]]:
    entry = given.entry
    yield from ((ABOUT, line) for line in given.about)
    if given.pivot:
        yield PIVOT, given.pivot
    if entry.previous:
        yield PREVIOUS, entry.previous
    yield from ((COMMENT, line) for line in comment_lines(entry) if not line.startswith("state: "))
    yield MARK, mark_for(given, handout.game, handout.language)


class _Places:
    """The placeholders of a unit: an icon of the translation has the number of the same one in the source."""

    def __init__(self, source: str, data: Mapping[str, str]) -> None:
        self._data = data
        self._icons = list(_ICON.findall(source))
        self._count = len(self._icons)
        self.source = self._with(source, list(range(1, self._count + 1)))

    def written(self, text: str) -> str:
        """Write a translation; icons that the source does not have get numbers of their own."""
        left = dict(enumerate(self._icons, 1))
        numbers = []
        for icon in _ICON.findall(text):
            number = next((number for number, one in left.items() if one == icon), 0)
            if not number:
                self._count += 1
            left.pop(number, None)
            numbers.append(number or self._count)
        return self._with(text, numbers)

    def _with(self, text: str, numbers: list[int]) -> str:
        following = iter(numbers)
        return "".join(
            self._placeholder(part, next(following)) if _ICON.fullmatch(part) else escape(part)
            for part in _ICON.split(text)
        )

    def _placeholder(self, icon: str, number: int) -> str:
        return f'<ph id="p{number}" equiv="{icon}" disp="{icon}" dataRef="{self._data[icon]}"/>'

"""Translations as XLIFF 2, for the tools of agencies: written and read back."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

from deckwright.errors import InputError
from deckwright.files.handouts import fingerprint, parse_fingerprint, with_state
from deckwright.files.xml import Element, parse_xml
from deckwright.messages import tr
from deckwright.model.markup import tags_of
from deckwright.model.translation import STATE_WORDS, IncomingFile, IncomingMessage, comment_lines, state_word
from deckwright.model.words import refuse_not_in_xml

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deckwright.model.translation import OutgoingFile, OutgoingMessage


# Translations as XLIFF 2.0, for the tools of agencies.
#
# The maintained library for it (translate-toolkit) would add 20 MB, including lxml, for what is a page of
# XML.

ABOUT, PIVOT, COMMENT, PREVIOUS, MARK = "about", "pivot", "comment", "previous", "mark"
"""The categories of Deckwright’s notes; `mark` is the fingerprint."""

PREFIX = "deckwright"
STATES = {"draft": "translated", "reviewed": "reviewed"}
"""States of segments by our words; all others, which nobody has confirmed, are `initial`."""

_ICON = r"\{[a-z][a-z0-9_]*\}"


def _tokens(*texts: str) -> re.Pattern[str]:
    """Pattern of what a translator must not change, as one group: icons, and the tags of these texts."""
    tags = {tag.written for text in texts for tag in tags_of(text) if not tag.is_printed}
    return re.compile(f"({'|'.join([_ICON, *map(re.escape, sorted(tags))])})")


def xliff_state(word: str) -> str:
    """State of a segment for the state of its message."""
    return STATES.get(word, "initial")


def write_handout(handout: OutgoingFile) -> bytes:
    """Write a file for translators. Icons and tags are placeholders, which translation tools do not change.

    Raises:
        InputError: a text has a character that XML cannot contain.
    """
    refuse_not_in_xml(handout, "XLIFF")
    return "\n".join(_lines(handout)).encode()


def _lines(handout: OutgoingFile) -> Iterator[str]:
    languages = f"srcLang={quoteattr(handout.source_language)} trgLang={quoteattr(handout.language)}"
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield f'<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" {languages}>'
    yield f"  <file id={quoteattr(handout.game)} original={quoteattr(handout.title)}>"
    for number, given in enumerate(handout.entries, 1):
        yield from _unit(given, number, handout)
    yield "  </file>"
    yield "</xliff>"
    yield ""


def _unit(given: OutgoingMessage, number: int, handout: OutgoingFile) -> Iterator[str]:
    entry = given.entry
    yield f'    <unit id="u{number}" name={quoteattr(entry.context)}>'
    yield "      <notes>"
    for category, text in _notes(given, handout):
        yield f'        <note category="{category}">{escape(text)}</note>'
    yield "      </notes>"
    tokens = _tokens(entry.source, entry.text)
    found = dict.fromkeys([*tokens.findall(entry.source), *tokens.findall(entry.text)])
    data = {token: f"d{at}" for at, token in enumerate(found, 1)}
    if data:
        originals = "".join(f'<data id="{name}">{token}</data>' for token, name in data.items())
        yield f"      <originalData>{originals}</originalData>"
    word = state_word(entry)
    yield f'      <segment state="{xliff_state(word)}" subState="{PREFIX}:{word}">'
    places = _Places(entry.source, tokens, data)
    yield f'        <source xml:space="preserve">{places.source}</source>'
    if entry.text:
        yield f'        <target xml:space="preserve">{places.written(entry.text)}</target>'
    yield "      </segment>"
    yield "    </unit>"


def _notes(given: OutgoingMessage, handout: OutgoingFile) -> Iterator[tuple[str, str]]:
    entry = given.entry
    yield from ((ABOUT, line) for line in given.about)
    if given.pivot:
        yield PIVOT, given.pivot
    if entry.previous:
        yield PREVIOUS, entry.previous
    yield from ((COMMENT, line) for line in comment_lines(entry) if not line.startswith("state: "))
    yield MARK, fingerprint(given, handout.game, handout.language)


class _Places:
    """The placeholders of a unit: a token of the translation has the number of its equal in the source."""

    def __init__(self, source: str, tokens: re.Pattern[str], data: Mapping[str, str]) -> None:
        self._tokens, self._data = tokens, data
        self._own = list(tokens.findall(source))
        self._count = len(self._own)
        self.source = self._with(source, list(range(1, self._count + 1)))

    def written(self, text: str) -> str:
        """Translation with placeholders; tokens that the source lacks get numbers of their own."""
        left = dict(enumerate(self._own, 1))
        numbers = []
        for token in self._tokens.findall(text):
            number = next((number for number, one in left.items() if one == token), 0)
            if not number:
                self._count += 1
            left.pop(number, None)
            numbers.append(number or self._count)
        return self._with(text, numbers)

    def _with(self, text: str, numbers: list[int]) -> str:
        following = iter(numbers)
        return "".join(
            self._placeholder(part, next(following)) if self._tokens.fullmatch(part) else escape(part)
            for part in self._tokens.split(text)
        )

    def _placeholder(self, token: str, number: int) -> str:
        return f'<ph id="p{number}" equiv="{token}" disp="{token}" dataRef="{self._data[token]}"/>'


# The reader of XLIFF 2 from any translation tool.

_NAMESPACE = "urn:oasis:names:tc:xliff:document:2."
_OLD = "urn:oasis:names:tc:xliff:document:1."
_DONE = {"reviewed": "reviewed", "final": "reviewed", "translated": "draft"}


def read_returned(data: bytes, file: str) -> IncomingFile:
    """Read a file from a translator, in XLIFF 2.0 to 2.2.

    Raises:
        InputError: it is not XLIFF, or of another version, with the location.
    """
    top = parse_xml(data, file)
    if not top.name.startswith(_NAMESPACE):
        raise _no_xliff(top)
    reader = _Reader(top.name.rpartition(" ")[0] + " ")
    files = list(top.named(reader.prefix + "file"))
    entries = [reader.entry(unit) for one in files for unit in reader.units(one)]
    games = {one.get("id") for one in files}
    return IncomingFile(file, games.pop() if len(games) == 1 else "", top.get("trgLang"), "", tuple(entries))


def _no_xliff(top: Element) -> InputError:
    if top.name.startswith(_OLD):
        message = tr("This is XLIFF 1, which lacks the states of texts: XLIFF 2 is required.")
        hint = tr("Export it as XLIFF 2.0, or as a .po file.")
        return InputError("bad-xliff", message, hint=hint, where=top.where)
    name = top.name.rpartition(" ")[2]
    return InputError(
        "bad-xliff", tr("This is not XLIFF: its outermost element is {name}.", name=name), where=top.where
    )


class _Reader:
    """Reads units; `prefix` is the namespace before the names of elements."""

    def __init__(self, prefix: str) -> None:
        self.prefix = prefix

    def units(self, inside: Element) -> Iterator[Element]:
        """Yield the units of a file or group."""
        for one in inside.children:
            if one.name == f"{self.prefix}unit":
                yield one
            elif one.name == f"{self.prefix}group":
                yield from self.units(one)

    def entry(self, unit: Element) -> IncomingMessage:
        """Read a unit, which a tool may have split into segments."""
        notes = self._notes(unit)
        segments = [one for one in unit.children if one.name in self._parts]
        data = self._data(unit)
        for one in segments:
            data |= self._placeholders(one, data)
        source = "".join(self._text(one, "source", data) for one in segments)
        text = self._target(segments, data)
        entry = IncomingMessage(
            self._context(unit),
            source,
            text,
            unit.where,
            previous="".join(notes.get(PREVIOUS, [])),
            comments=tuple(
                line for note in notes.get(COMMENT, ()) for line in note.split("\n") if line.strip()
            ),
        )
        extracted = parse_fingerprint("".join(notes.get(MARK, [])))
        words = [_word(one, extracted.state) for one in segments if one.name == f"{self.prefix}segment"]
        return with_state(entry, min(words, key=_least, default=""), extracted)

    @property
    def _parts(self) -> set[str]:
        return {f"{self.prefix}segment", f"{self.prefix}ignorable"}

    def _context(self, unit: Element) -> str:
        if not unit.get("name"):
            message = tr("This unit has no name, so its text is unknown.")
            raise InputError("context", message, where=unit.where)
        return unit.get("name")

    def _notes(self, unit: Element) -> dict[str, list[str]]:
        """Notes by category; those of translators have none."""
        found: dict[str, list[str]] = {}
        for notes in unit.named(f"{self.prefix}notes"):
            for note in notes.named(f"{self.prefix}note"):
                found.setdefault(note.get("category") or COMMENT, []).append(note.text)
        return found

    def _data(self, unit: Element) -> dict[str, str]:
        all_of = unit.named(f"{self.prefix}originalData")
        return {one.get("id"): one.text for data in all_of for one in data.named(f"{self.prefix}data")}

    def _placeholders(self, segment: Element, data: Mapping[str, str]) -> dict[str, str]:
        """Icons of the source’s placeholders by id, for tools that preserve only the id."""
        found = {}
        for source in segment.named(f"{self.prefix}source"):
            for one in source.named(f"{self.prefix}ph"):
                found[f"#{one.get('id')}"] = data.get(one.get("dataRef"), one.get("equiv"))
        return found

    def _target(self, segments: list[Element], data: Mapping[str, str]) -> str:
        """Translation; what is between sentences is taken from the source if a tool has dropped it."""
        texts = [self._text(one, "target", data) for one in segments]
        if not any(texts):
            return ""
        return "".join(
            text or (self._text(one, "source", data) if one.name == f"{self.prefix}ignorable" else "")
            for text, one in zip(texts, segments, strict=True)
        )

    def _text(self, segment: Element, name: str, data: Mapping[str, str]) -> str:
        return "".join(self._inline(one, data) for one in segment.named(self.prefix + name))

    def _inline(self, element: Element, data: Mapping[str, str]) -> str:
        """Text of an element, with icons for placeholders."""
        name = element.name.removeprefix(self.prefix)
        if name == "cp":
            message = tr("Control characters are not allowed in the texts of cards.")
            raise InputError("control-character", message, where=element.where)
        if name == "ph":
            known = data.get(element.get("dataRef"), element.get("equiv"))
            return known or data.get(f"#{element.get('id')}", "")
        return "".join(one if isinstance(one, str) else self._inline(one, data) for one in element.inside)


def _word(segment: Element, out: str) -> str:
    """Word for the state of a segment: as extracted, unless a tool has changed it since."""
    state, substate = segment.get("state") or "initial", segment.get("subState")
    prefix, _, word = substate.partition(":")
    if prefix == PREFIX and word in STATE_WORDS and xliff_state(word) == state:
        return word
    return out if state == "initial" else _DONE.get(state, "")


def _least(word: str) -> int:
    return STATE_WORDS.index(word) if word in STATE_WORDS else -1

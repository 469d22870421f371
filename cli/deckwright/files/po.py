"""Translations as gettext PO files: read strictly, with the line of every message, and always written the same way."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple

from deckwright.errors import InputError
from deckwright.files.texts import not_allowed
from deckwright.findings import Finding, Where
from deckwright.messages import tr
from deckwright.model.plurals import categories_in_order_of, forms_of, plural_rule, plural_text, word_forms
from deckwright.model.words import code_point, control_character

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence


# The reader of gettext PO files: strict, with the line of every message and all its comments.
#
# polib silently drops what is cut off or half quoted, and loses count of lines (seen in 1.2.0).

_STRING = re.compile(
    r'(?:(msgctxt|msgid_plural|msgid|msgstr(?:\[[0-5]\])?)\s+)?"([^"\\]*(?:\\.[^"\\]*)*)"\s*'
)
_ESCAPE = re.compile(r"((?:\\(?:[0-7]{1,3}|x[0-9A-Fa-f]{1,2}))+)|\\(.)")
_BYTE = re.compile(r"\\(?:([0-7]{1,3})|x([0-9A-Fa-f]{1,2}))")
"""A byte by its octal or hexadecimal number, as msgcat --escape writes letters beyond ASCII."""
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", '"': '"', "\\": "\\", "a": "\a", "b": "\b", "f": "\f", "v": "\v"}
_BEFORE = {
    "msgctxt": {""},
    "msgid": {"", "msgctxt"},
    "msgid_plural": {"msgid"},
    "msgstr": {"msgid"},
    "msgstr[0]": {"msgid_plural"},
    **{f"msgstr[{number}]": {f"msgstr[{number - 1}]"} for number in range(1, 6)},
}
"""The keyword that each keyword follows; a `msgstr` ends a message."""

_SORTS = frozenset(".:,|~")
"""Signs after `#` that say what a comment is; without one, it is the translator’s."""

_OF_AN_ENTRY = frozenset(".:,")
"""Comments that a message must follow; those of translators may end a file."""


class PoMessage(NamedTuple):
    """A message: its three texts, with an empty `context` if it has none, and the line it starts on.

    Of a message with plural forms, the source and the text are both such texts as `model/plurals` describes.

    `comments` are the translator’s, `extracted` those that begin with `#.`, `references` those with `#:`. `previous` is
    the source that was translated before, '' if it is not stated.
    """

    context: str
    source: str
    text: str
    line: int = 0
    comments: tuple[str, ...] = ()
    extracted: tuple[str, ...] = ()
    references: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    previous: str = ""

    @property
    def is_fuzzy(self) -> bool:
        """Whether editors show that it needs work."""
        return "fuzzy" in self.flags


class PoFile(NamedTuple):
    """A PO file: its header (the message without a source, if any), its messages, and the obsolete ones as written."""

    header: PoMessage | None
    entries: tuple[PoMessage, ...]
    obsolete: tuple[str, ...]

    def fields(self) -> dict[str, str]:
        """Fields of the header, by name."""
        lines = self.header.text.split("\n") if self.header else []
        return {
            name.strip(): value.strip() for name, _, value in (line.partition(":") for line in lines if line)
        }


class _Open:
    """A message that is being read: its texts by keyword, its comments by their first sign."""

    def __init__(self) -> None:
        self.texts: dict[str, list[str]] = {}
        self.keyword = ""
        self.line = 0
        self.comments: dict[str, list[str]] = {}
        self.previous: dict[str, list[str]] = {}
        self.written: list[str] = []
        self.control: tuple[str, Where] | None = None
        self.is_complete = False  # whether its translation has been read

    def closed(self, header: Mapping[str, str]) -> PoMessage:
        """The message, in a file with these fields in its header."""
        texts, comments = {name: "".join(lines) for name, lines in self.texts.items()}, self.comments
        flags = [flag.strip() for line in comments.get(",", ()) for flag in line.split(",")]
        return PoMessage(
            texts.get("msgctxt", ""),
            _source_with_forms(texts),
            _text_with_forms(texts, header) if "msgid_plural" in texts else texts["msgstr"],
            self.line,
            tuple(comments.get(" ", ())),
            tuple(comments.get(".", ())),
            tuple(comments.get(":", ())),
            tuple(flag for flag in flags if flag),
            _source_with_forms({name: "".join(lines) for name, lines in self.previous.items()}),
        )


def _source_with_forms(texts: Mapping[str, str]) -> str:
    """Source of a message: if it has a plural, both forms, or one if they are equal."""
    one, other = texts.get("msgid", ""), texts.get("msgid_plural")
    return (
        one
        if other is None
        else plural_text({"other": other} if one == other else {"one": one, "other": other})
    )


def _text_with_forms(texts: Mapping[str, str], header: Mapping[str, str]) -> str:
    """Translation of a message with a plural, each form by its category."""
    numbered = ((texts.get(f"msgstr[{number}]"), category) for number, category in enumerate(_order(header)))
    return plural_text({category: form for form, category in numbered if form})


def _order(header: Mapping[str, str]) -> tuple[str, ...]:
    """Plural forms of the language of a file, as gettext numbers them there."""
    return categories_in_order_of(plural_rule(header.get("Language", "")), header.get("Plural-Forms", ""))


class PoReader:
    """Reads a file line by line; `header` and `obsolete` are complete when all its messages were yielded.

    It is in the `language` that its header names, or else in this one. One that `skips` goes on after a message with a
    control character, which `findings` then report.
    """

    def __init__(self, file: str, language: str = "", *, skips: bool = False) -> None:
        self._file = file
        self._language = language
        self._skips = skips
        self.findings: list[Finding] = []
        self._open = _Open()
        self._raw, self._number = "", 0
        self._read: list[PoMessage] = []
        self._headers: list[PoMessage] = []
        self.obsolete: list[str] = []

    @property
    def header(self) -> PoMessage | None:
        """The message without a source, if the file has one."""
        return self._headers[0] if self._headers else None

    def _fields(self) -> dict[str, str]:
        """Fields of the header, as soon as it has been read, with a language."""
        first = self._read[:1]
        header = self.header or (first[0] if first and not first[0].source and not first[0].context else None)
        fields = PoFile(header, (), ()).fields()
        return {**fields, "Language": fields.get("Language") or self._language}

    def messages(self, lines: Iterable[str]) -> Iterator[PoMessage]:
        """Read a whole file, and yield each of its messages but the header when it is complete.

        Raises:
            InputError: the file is not well-formed, with the first error.
        """
        for number, line in enumerate(lines, 1):
            self._line(line, number)
            if self._read:
                yield from self._complete_messages()
        self._finish()
        yield from self._complete_messages()
        if len(self._headers) > 1:
            first, second, *_ = self._headers
            message = tr("The header is already on line {line}.", line=first.line)
            raise _not_po(message, Where(self._file, second.line, 1))

    def _complete_messages(self) -> list[PoMessage]:
        """Messages that are complete; headers are kept."""
        messages, self._read = self._read, []
        self._headers += [entry for entry in messages if not entry.source and not entry.context]
        return [entry for entry in messages if entry.source or entry.context]

    def _line(self, raw: str, number: int) -> None:
        self._raw, self._number = raw, number
        line = raw.strip()
        if not line:
            self._close()
        elif line[0] == "#":
            self._comment(line)
        else:
            self._text(line)
        if control := control_character(raw):
            self._control(control[0], Where(self._file, number, control.start() + 1))

    def _control(self, character: str, where: Where) -> None:
        """Refuse a control character, or remember it with the message that has it."""
        if not self._skips:
            raise not_allowed(character, where)
        self._open.control = self._open.control or (character, where)

    def _where(self) -> Where:
        return Where(self._file, self._number, len(self._raw) - len(self._raw.lstrip()) + 1)

    def _close(self) -> None:
        """Finish the current message, if it is complete or obsolete."""
        entry = self._open
        if entry.is_complete:
            self._complete(
                entry.closed(self._fields() if "msgid_plural" in entry.texts else {}), entry.control
            )
        elif "~" in entry.comments and not entry.keyword:
            self.obsolete.append("\n".join(entry.written))
        elif entry.keyword or entry.comments or entry.previous:
            return
        self._open = _Open()

    def _complete(self, message: PoMessage, control: tuple[str, Where] | None) -> None:
        """Keep a message, or report its control character; a header with one is refused, since it is about all messages."""
        if control is None:
            self._read.append(message)
        elif not message.context and not message.source:
            raise not_allowed(*control)
        else:
            self.findings.append(_skipped_message(message.context or message.source, *control))

    def _finish(self) -> None:
        """Finish the file; refuse a message that is cut off."""
        self._close()
        cut = self._open
        if cut.keyword or cut.previous or not cut.comments.keys().isdisjoint(_OF_AN_ENTRY):
            where = Where(self._file, cut.line or self._number, 1)
            raise _not_po(tr("The last entry is cut off: msgstr is missing."), where)

    def _comment(self, line: str) -> None:
        sort = line[1:2] if line[1:2] in _SORTS else " "
        if self._open.is_complete or ("~" in self._open.comments and sort != "~"):
            self._close()
        self._open.written.append(line)
        content = line[1:] if sort == " " else line[2:]
        if sort == "|":
            self._previous(content.strip())
        else:
            self._open.comments.setdefault(sort, []).append(content.strip())

    def _previous(self, line: str) -> None:
        """Read a line of the previous texts of a message."""
        match = _STRING.fullmatch(line)
        if match is None:
            raise _malformed(line, self._where())
        before = self._open.previous
        keyword = match[1] or next(reversed(before), "msgid")
        if match[1]:
            before[keyword] = []
        before.setdefault(keyword, []).append(self._unescaped(match[2]))

    def _text(self, line: str) -> None:
        match = _STRING.fullmatch(line)
        if match is None:
            raise _malformed(line, self._where())
        keyword = match[1]
        if "~" in self._open.comments or (keyword in {"msgctxt", "msgid"} and self._open.is_complete):
            self._close()
        self._add(keyword, self._unescaped(match[2]))

    def _add(self, keyword: str | None, text: str) -> None:
        entry = self._open
        if keyword is None and entry.keyword:
            entry.texts[entry.keyword].append(text)
        elif keyword and entry.keyword in _BEFORE[keyword]:
            entry.line = entry.line or self._number
            entry.keyword = keyword
            entry.is_complete = keyword.startswith("msgstr")
            entry.texts[keyword] = [text]
        elif keyword:
            raise _not_po(tr("{keyword} is in the wrong place.", keyword=keyword), self._where())
        else:
            raise _not_po(tr("This text does not belong to a msgctxt, msgid or msgstr."), self._where())

    def _unescaped(self, text: str) -> str:
        if "\\" not in text:
            return text
        unescaped = _ESCAPE.sub(lambda match: _unescaped_sign(match, self._where), text)
        if control := control_character(unescaped):
            self._control(control[0], self._where())
        return unescaped


def _unescaped_sign(match: re.Match[str], where: Callable[[], Where]) -> str:
    if match[1]:
        return _decoded(match[1], where)
    if match[2] not in _ESCAPED:
        message = tr("{escape} is not a valid escape; write \\\\ for a backslash.", escape=match[0])
        raise _not_po(message, where())
    return _ESCAPED[match[2]]


def _decoded(escapes: str, where: Callable[[], Where]) -> str:
    """Text of escaped bytes, as UTF-8."""
    numbers = [int(octal, 8) if octal else int(digits, 16) for octal, digits in _BYTE.findall(escapes)]
    try:
        return bytes(numbers).decode()
    except ValueError:
        raise _not_po(tr("The bytes {escapes} are not UTF-8.", escapes=escapes), where()) from None


def _skipped_message(context: str, character: str, where: Where) -> Finding:
    message = tr(
        "The control character {code} is not allowed: this translation of {context} is not used. Remove the character.",
        code=code_point(character),
        context=context,
    )
    return Finding("control-character", "error", message, where=where)


def _malformed(line: str, where: Where) -> InputError:
    if line.count('"') - line.count('\\"') > 1:
        return _not_po(tr('Write \\" for a quotation mark inside a text.'), where)
    return _not_po(
        tr("A line must be a comment, or msgctxt, msgid or msgstr with a text in quotation marks."), where
    )


def _not_po(message: str, where: Where) -> InputError:
    return InputError("bad-po", message, hint=tr("msgfmt --check shows what is wrong."), where=where)


# The writer of gettext PO files: all that the reader keeps, always in the same form.

WIDTH = 100
"""Longest line of the file, in letters."""

_ESCAPES = str.maketrans(
    {
        "\\": "\\\\",
        '"': '\\"',
        "\n": "\\n",
        "\t": "\\t",
        "\r": "\\r",
        "\a": "\\a",
        "\b": "\\b",
        "\f": "\\f",
        "\v": "\\v",
    }
)
_PARAGRAPH = re.compile(r"[^\n]*\n|[^\n]+")

LANGUAGES = {"it": "Italian", "fr": "French", "en": "English"}
"""Names of language teams: the English names of languages, as in other projects."""


def po_text(file: PoFile) -> str:
    """Text of a PO file."""
    entries = (file.header, *file.entries) if file.header else file.entries
    order = _order(file.fields())
    return "\n".join(
        [*(_entry(entry, order) for entry in entries), *(f"{block}\n" for block in file.obsolete)]
    )


def make_header(fields: Mapping[str, str], comments: tuple[str, ...] = ()) -> PoMessage:
    """Header of a PO file, from its fields."""
    return PoMessage(
        "", "", "".join(f"{name}: {value}\n" for name, value in fields.items()), comments=comments
    )


def po_time() -> str:
    """Time now, as PO files write it."""
    return datetime.now(UTC).strftime("%Y-%m-%d %H:%M+0000")


def complete_header(fields: Mapping[str, str], game: str, language: str, stamp: str) -> dict[str, str]:
    """Fields of a header with all that PO editors and msgfmt expect, in their order.

    `fields` are those it has, which stay; `stamp` is the time of writing in the notation of PO files.
    """
    usual = {
        "Project-Id-Version": game,
        "PO-Revision-Date": stamp,
        "Last-Translator": "",
        "Language-Team": LANGUAGES.get(language, language),
        "Language": language,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
    }
    return {**usual, "Plural-Forms": plural_rule(language).gettext, **fields}


def _entry(entry: PoMessage, order: Sequence[str]) -> str:
    return "\n".join([*_beside(entry), *_texts(entry, order), ""])


def _beside(entry: PoMessage) -> Iterator[str]:
    for sign, lines in (("#", entry.comments), ("#.", entry.extracted), ("#:", entry.references)):
        yield from (f"{sign} {line}".rstrip() for line in lines)
    if entry.flags:
        yield f"#, {', '.join(entry.flags)}"
    yield from (f"#{line}" for line in previous_lines(entry.context, entry.previous))


def previous_lines(context: str, previous: str) -> list[str]:
    """Comment lines, without the number sign, for the previous source of a message; none for ''."""
    return [f"| {line}" for line in _source(context, previous)] if previous else []


def _texts(entry: PoMessage, order: Sequence[str]) -> Iterator[str]:
    """Lines of the texts of a message; `order` are the plural forms of the language as gettext numbers them."""
    if entry.context:
        yield from _quoted("msgctxt", entry.context)
    yield from _source(entry.context, entry.source)
    if _gettext_forms(entry.context, entry.source):
        forms = forms_of(entry.text) or dict.fromkeys(order, entry.text)
        for number, category in enumerate(order):
            yield from _quoted(f"msgstr[{number}]", forms.get(category, ""))
    else:
        yield from _quoted("msgstr", entry.text)


def _source(context: str, text: str) -> Iterator[str]:
    forms = _gettext_forms(context, text)
    yield from _quoted("msgid", forms.get("one", forms.get("other", text)))
    if forms:
        yield from _quoted("msgid_plural", forms["other"])


def _gettext_forms(context: str, source: str) -> dict[str, str]:
    """Plural forms of a source as gettext can have them: two at most."""
    forms = word_forms(context, source)
    return forms if "other" in forms and set(forms) <= {"one", "other"} else {}


def _quoted(keyword: str, text: str) -> list[str]:
    """Text after its keyword, or below it if it takes several lines."""
    lines = [line for paragraph in _PARAGRAPH.findall(text) or [""] for line in _wrapped(paragraph)]
    if len(lines) == 1 and len(lines[0]) + len(keyword) + len(' ""') <= WIDTH:
        return [f'{keyword} "{lines[0]}"']
    return [f'{keyword} ""', *(f'"{line}"' for line in lines)]


def _wrapped(paragraph: str) -> list[str]:
    """Break a text that is longer than a line between words, keeping all spaces."""
    escaped = paragraph.translate(_ESCAPES)
    room = WIDTH - len('""')
    if len(escaped) <= room:
        return [escaped]
    from textwrap import TextWrapper

    wrapper = TextWrapper(room, expand_tabs=False, replace_whitespace=False, drop_whitespace=False)
    wrapper.break_long_words = wrapper.break_on_hyphens = False
    return wrapper.wrap(escaped)

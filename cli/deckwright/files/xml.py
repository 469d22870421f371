"""XML: the one reader, which makes a tree of elements with their locations, and the one writer.

The reader is safe for files from anywhere. Expat reads; entities, and whatever else could make a small file large or reach out of it, are refused.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING, NamedTuple
from xml.parsers import expat
from xml.parsers.expat import errors

from deckwright.errors import InputError
from deckwright.files.texts import refuse_control_characters
from deckwright.findings import Where
from deckwright.messages import later, tr
from deckwright.model.words import Pattern

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from xml.etree.ElementTree import Element as Tree


@dataclass(slots=True)
class Element:
    """An element: its name and attributes, with their namespaces before a space, and its content in order."""

    name: str
    attributes: dict[str, str]
    where: Where
    inside: list[Element | str] = field(default_factory=list)

    @property
    def children(self) -> Iterator[Element]:
        """Elements directly inside."""
        return (part for part in self.inside if isinstance(part, Element))

    def named(self, name: str) -> Iterator[Element]:
        """Elements of a name directly inside."""
        return (element for element in self.children if element.name == name)

    def all(self) -> Iterator[Element]:
        """The element itself and all inside it, at any depth."""
        yield self
        for child in self.children:
            yield from child.all()

    def get(self, name: str) -> str:
        """Value of an attribute; '' if it is missing."""
        return self.attributes.get(name, "")

    @property
    def text(self) -> str:
        """All text inside, at any depth."""
        return "".join(part if isinstance(part, str) else part.text for part in self.inside)


def _too_large(where: Where) -> InputError:
    return InputError(
        "bad-xml", tr("This file has too many elements, or too many inside each other."), where=where
    )


def _unsafe(what: str, where: Where) -> InputError:
    message = tr("{what} is not allowed in this file: it could load or define anything.", what=what)
    return InputError("doctype", message, hint=tr("Remove it."), where=where)


@dataclass(frozen=True, slots=True)
class XmlPolicy:
    """What the reader accepts; the defaults are for data.

    `depth` and `elements` are the most that a file may have. `has_bare_doctype` accepts a document type that defines
    nothing, as drawing programs write it; `has_instructions` accepts processing instructions, and ignores them. `check`
    looks at each element as soon as it opens, and raises what its format does not allow. `too_large` and `unsafe` are
    the errors of the format, if it has its own.
    """

    depth: int = 100
    elements: int = 1_000_000
    has_bare_doctype: bool = False
    has_instructions: bool = True
    check: Callable[[Element], None] | None = None
    too_large: Callable[[Where], InputError] = _too_large
    unsafe: Callable[[str, Where], InputError] = _unsafe


_DATA = XmlPolicy()


def parse_xml(data: bytes, file: str, policy: XmlPolicy = _DATA) -> Element:
    """Parse XML into its outermost element.

    Raises:
        InputError: it is not well-formed, or not what the policy accepts, with the location.
    """
    reader = _Reader(file, policy)
    try:
        reader.parser.Parse(data, True)
    except expat.ExpatError as error:
        usual = _REASONS.get(error.code, later("its markup is damaged (Expat error {code})"))
        where = Where(file, error.lineno, error.offset + 1)
        message = tr("This is not well-formed XML: {reason}.", reason=tr(usual, code=error.code))
        raise InputError("bad-xml", message, where=where) from None
    except (LookupError, ValueError):
        # The encoding that the file declares: Python does not know it, or Expat cannot read it.
        raise InputError(
            "encoding",
            tr("The encoding of this file is not supported."),
            hint=tr("Save the file as UTF-8, and change the encoding in its first line."),
            where=Where(file, 1, 1),
        ) from None
    return next(reader.top.children)


class _Reader:
    """Builds the tree from what Expat reports."""

    def __init__(self, file: str, policy: XmlPolicy) -> None:
        self._file, self._policy = file, policy
        self.top = Element("", {}, Where(file))
        self._open = [self.top]
        self._count = 0
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text
        self.parser.StartDoctypeDeclHandler = self._doctype
        self.parser.ProcessingInstructionHandler = self._instruction

    def _here(self) -> Where:
        return Where(self._file, self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1)

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        element = Element(name, attributes, self._here())
        self._count += 1
        if self._count > self._policy.elements or len(self._open) > self._policy.depth:
            raise self._policy.too_large(element.where)
        for value in attributes.values():
            refuse_control_characters(value, element.where)
        if self._policy.check:
            self._policy.check(element)
        self._open[-1].inside.append(element)
        self._open.append(element)

    def _end(self, _name: str) -> None:
        self._open.pop()

    def _text(self, text: str) -> None:
        refuse_control_characters(text, self._open[-1].where)
        self._open[-1].inside.append(text)

    def _doctype(self, _name: str, _system: str | None, _public: str | None, defines: int) -> None:
        if defines or not self._policy.has_bare_doctype:
            raise self._policy.unsafe("<!DOCTYPE … [ … ]>" if defines else "<!DOCTYPE …>", self._here())

    def _instruction(self, target: str, _data: str) -> None:
        if not self._policy.has_instructions:
            raise self._policy.unsafe(f"<?{target}?>", self._here())


class XmlHandlers(NamedTuple):
    """What is called for each start, end and text of a large file."""

    start: Callable[[str, dict[str, str]], None] | None = None
    end: Callable[[str], None] | None = None
    text: Callable[[str], None] | None = None


def scan_xml(pieces: Iterable[bytes], handlers: XmlHandlers, damaged: Callable[[], InputError]) -> None:
    """Read a file that is too large for a tree, piece after piece.

    Raises:
        InputError: the error that `damaged` makes: it is not well-formed, or has a document type; or a handler raises a
            `ValueError`, a `LookupError` or an `OverflowError`.
    """
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = handlers.start
    parser.EndElementHandler = handlers.end
    parser.CharacterDataHandler = handlers.text

    def refuse(*_: object) -> None:
        raise damaged()

    parser.StartDoctypeDeclHandler = refuse
    try:
        for piece in pieces:
            parser.Parse(piece, False)
        parser.Parse(b"", True)
    except (expat.ExpatError, ValueError, LookupError, OverflowError) as fault:
        raise damaged() from fault


_REASONS = {
    errors.codes[name]: reason
    for name, reason in {
        errors.XML_ERROR_SYNTAX: later("it does not begin with an element"),
        errors.XML_ERROR_NO_ELEMENTS: later("it ends before all elements are closed"),
        errors.XML_ERROR_INVALID_TOKEN: later("a character is not allowed here (& and < must be escaped)"),
        errors.XML_ERROR_UNCLOSED_TOKEN: later("a tag is not closed"),
        errors.XML_ERROR_TAG_MISMATCH: later("a closing tag does not match its opening tag"),
        errors.XML_ERROR_DUPLICATE_ATTRIBUTE: later("an element has an attribute twice"),
        errors.XML_ERROR_JUNK_AFTER_DOC_ELEMENT: later("there is content after the outermost element"),
        errors.XML_ERROR_UNDEFINED_ENTITY: later(
            "an entity is unknown (only amp, lt, gt, quot and apos can be used)"
        ),
        errors.XML_ERROR_MISPLACED_XML_PI: later("there is something before its XML declaration"),
        errors.XML_ERROR_INCORRECT_ENCODING: later("it is not in the encoding that it declares"),
        errors.XML_ERROR_UNBOUND_PREFIX: later("a namespace prefix is not declared"),
    }.items()
}
"""What is usually wrong, by Expat’s number of the error."""


# Written documents.


_NOT_XML = Pattern("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What no XML document can have (XML 1.0, production Char)."""


def xml_document(tree: Tree) -> bytes:
    """Document of a tree, in UTF-8, indented; characters that XML cannot have are removed."""
    from xml.etree.ElementTree import indent, tostring

    for element in tree.iter():
        element.text = _NOT_XML.sub("", element.text) if element.text else element.text
        for name, value in element.attrib.items():
            element.set(name, _NOT_XML.sub("", value))
    indent(tree, "    ")
    body: bytes = tostring(tree, encoding="utf-8", xml_declaration=True, short_empty_elements=True)
    return body + b"\n"


def xml_text(text: str) -> str:
    """Text between tags, written in XML."""
    return escape(text, quote=False)


def xml_value(text: str) -> str:
    """Value of an attribute, written in XML with its quotation marks."""
    return f'"{escape(text)}"'


def is_element_name(name: str) -> bool:
    """Whether an element without a namespace can have this name."""
    try:
        return ":" not in name and parse_xml(f"<{name}/>".encode(), "").name == name
    except InputError:
        return False

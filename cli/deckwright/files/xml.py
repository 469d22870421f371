"""The one reader of XML: a tree of elements with their locations, safe for files from anywhere."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from xml.parsers import expat

from deckwright.errors import InputError
from deckwright.files.texts import refuse_control_characters
from deckwright.findings import Where
from deckwright.messages import tr

if TYPE_CHECKING:
    from collections.abc import Iterator


_DEEPEST = 100
"""How deep elements may stand in each other."""


@dataclass(slots=True)
class Element:
    """An element: its name and attributes, with their namespaces before a space, and what stands in it."""

    name: str
    attributes: dict[str, str]
    where: Where
    inside: list[Element | str] = field(default_factory=list)

    def named(self, name: str) -> Iterator[Element]:
        """Yield the elements of a name that stand in it."""
        return (one for one in self.inside if isinstance(one, Element) and one.name == name)

    def get(self, name: str) -> str:
        """Give an attribute; '' where it is missing."""
        return self.attributes.get(name, "")

    @property
    def text(self) -> str:
        """Give all text in it."""
        return "".join(one if isinstance(one, str) else one.text for one in self.inside)


def parse_xml(data: bytes, file: str) -> Element:
    """Read XML.

    Raises:
        InputError: it is not well formed, with the place, or has a document type, which could hold entities.
    """
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    top = Element("", {}, Where(file))
    opened = [top]

    def start(name: str, attributes: dict[str, str]) -> None:
        element = Element(name, attributes, here())
        for value in attributes.values():
            refuse_control_characters(value, element.where)
        opened[-1].inside.append(element)
        opened.append(element)
        if len(opened) > _DEEPEST:
            raise InputError("bad-xml", tr("Elements stand in each other too deep."), where=here())

    def here() -> Where:
        return Where(file, parser.CurrentLineNumber, parser.CurrentColumnNumber + 1)

    def refuse(*_: object) -> None:
        message = tr("A document type (DOCTYPE) is not read, because it could hold anything.")
        raise InputError("doctype", message, hint=tr("Take that line out."), where=here())

    def text(said: str) -> None:
        refuse_control_characters(said, opened[-1].where)
        opened[-1].inside.append(said)

    parser.StartElementHandler = start
    parser.EndElementHandler = lambda _: opened.pop()
    parser.CharacterDataHandler = text
    parser.StartDoctypeDeclHandler = refuse
    try:
        parser.Parse(data, True)
    except expat.ExpatError as fault:
        raise InputError(
            "bad-xml",
            tr("This is not well-formed XML: {reason}.", reason=expat.ErrorString(fault.code)),
            where=Where(file, fault.lineno, fault.offset + 1),
        ) from None
    except (LookupError, ValueError):
        # The encoding that the file declares: Python does not know it, or Expat cannot read it.
        raise InputError(
            "encoding",
            tr("The encoding of this file is not supported."),
            hint=tr("Save the file as UTF-8, and change the encoding in its first line."),
            where=Where(file, 1, 1),
        ) from None
    return next(one for one in top.inside if isinstance(one, Element))

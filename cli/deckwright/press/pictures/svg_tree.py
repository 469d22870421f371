"""Read an SVG as a tree. Whatever could act or reach out of it (scripts, entities, other files) is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple
from xml.parsers import expat

from deckwright.errors import InputError, Where
from deckwright.messages import tr
from deckwright.model.finding import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

PARTS = 50_000
"""The most elements of a picture, those that are used again counted each time."""

DEPTH = 60
"""How deep elements may stand in each other."""

STEPS = 1_000_000
"""The most steps of all outlines of a picture, those that are used again counted each time."""

LETTERS = 10_000
"""The most letters of an attribute, but for those that hold outlines."""

LETTERS_OF_OUTLINES = 4_000_000
"""The most letters of all outlines together."""

_OUTLINES = {"d", "points"}
_SVG = "http://www.w3.org/2000/svg "
_LINK = "http://www.w3.org/1999/xlink href"


class Node(NamedTuple):
    """An element: its name, its attributes, where it stands, what it holds, and its text.

    Elements of other kinds of XML, which editors leave in their files and which draw nothing, have no name.
    """

    tag: str
    attributes: dict[str, str]
    line: int
    column: int
    children: list[Node]
    text: list[str]

    def all(self) -> Iterator[Node]:
        """Yield this element and all within it."""
        yield self
        for child in self.children:
            yield from child.all()

    @property
    def link(self) -> str:
        """Give what the element refers to."""
        return self.attributes.get("href", self.attributes.get(_LINK, ""))


def tree_of(data: bytes, file: str) -> Node:
    """Parse an SVG.

    Raises:
        InputError: it is no XML, no SVG, too large, or holds what could act or reach out.
    """
    reader = _Reader(file)
    try:
        reader.parser.Parse(data, True)
    except (expat.ExpatError, ValueError, LookupError) as fault:
        reason = expat.ErrorString(fault.code) if isinstance(fault, expat.ExpatError) else str(fault)
        raise unreadable(reason, reader.here()) from fault
    root = reader.root
    if root is None or root.tag != "svg":
        raise unreadable(tr("its outermost element is not svg"), Where(file, 1, 1))
    faults = [fault for node in root.all() for fault in _actions(node, file)]
    if faults:
        raise InputError("unsafe-picture", faults[0].message, where=faults[0].where, findings=faults)
    return root


class _Reader:
    """Builds the tree while expat reads."""

    def __init__(self, file: str) -> None:
        self.root: Node | None = None
        self._file, self._open, self._count, self._outlines = file, list[Node](), 0, 0
        self.parser: Any = expat.ParserCreate(namespace_separator=" ")
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = lambda _: self._open.pop()
        self.parser.CharacterDataHandler = self._letters
        self.parser.StartDoctypeDeclHandler = self._doctype
        self.parser.ProcessingInstructionHandler = self._instruction

    def here(self) -> Where:
        return Where(self._file, self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1)

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        self._count += 1
        if self._count > PARTS or len(self._open) > DEPTH:
            raise too_much(self.here())
        self._refuse_long(attributes)
        name = tag.removeprefix(_SVG)
        here = self.here()
        node = Node("" if " " in name else name, attributes, here.line, here.column, [], [])
        if self._open:
            self._open[-1].children.append(node)
        else:
            self.root = node
        self._open.append(node)

    def _refuse_long(self, attributes: dict[str, str]) -> None:
        """Refuse attributes that would take long to read; links, and those that editors keep for themselves, are not read."""
        for name, value in attributes.items():
            if name in _OUTLINES:
                self._outlines += len(value)
            elif len(value) > LETTERS and " " not in name and name != "href":
                raise too_much(self.here())
        if self._outlines > LETTERS_OF_OUTLINES:
            raise too_much(self.here())

    def _letters(self, text: str) -> None:
        if self._open[-1].tag == "style":
            self._open[-1].text.append(text)

    def _doctype(self, _name: str, _system: str | None, _public: str | None, has_subset: int) -> None:
        if has_subset:
            raise _refused("<!DOCTYPE … [ … ]>", self.here())

    def _instruction(self, target: str, _data: str) -> None:
        raise _refused(f"<?{target}?>", self.here())


def _actions(node: Node, file: str) -> Iterator[Finding]:
    """Find what acts, or asks for another file."""
    if node.tag == "script":
        yield _unsafe("<script>", Where(file, node.line, node.column))
    for name, value in node.attributes.items() if node.tag else ():
        is_link = name in {"href", _LINK} and node.tag != "a" and not value.startswith(("#", "data:"))
        if name.startswith("on") or is_link:
            yield _unsafe(f"{name.rpartition(' ')[2]}=…", Where(file, node.line, node.column))


def _unsafe(what: str, where: Where) -> Finding:
    message = tr("A picture may run no scripts, and ask for no other files: take out {what}.", what=what)
    return Finding("unsafe-picture", "error", message, where=where)


def _refused(what: str, where: Where) -> InputError:
    return InputError("unsafe-picture", _unsafe(what, where).message, where=where)


def too_much(where: Where) -> InputError:
    """Error for a drawing that has more than anyone would see."""
    message = tr(
        "This drawing is too complex: at most {parts} parts, {depth} deep, with {steps} steps in all outlines, and "
        "{letters} letters in an attribute. Save it as PNG.",
        parts=PARTS,
        depth=DEPTH,
        steps=STEPS,
        letters=LETTERS,
    )
    return InputError("picture-size", message, where=where)


def unreadable(reason: str, where: Where) -> InputError:
    """Say that an SVG cannot be read."""
    message = tr("This is no SVG drawing that can be read: {reason}.", reason=reason)
    return InputError("bad-picture", message, where=where)

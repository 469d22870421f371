"""The text of a box as spans: words that are set alike, and icons between them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from deckwright.model.languages import base_of
from deckwright.model.markup import EMPHASIS, FACE_ICON, ICON, odd_braces
from deckwright.press.faces.choices import Cases
from deckwright.press.icons import has_icon, icon

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deckwright.press.faces.scope import Scope
    from deckwright.press.faces.templates import Part, Template

_BEFORE_ICON = re.compile(r"(?<=\d) $")
_FRENCH = re.compile(r" (?=[;:!?»%])|(?<=«) ")
_PLAIN = frozenset({"id", "name", "kind", "game", "origin", "copies", "revision"})


class Span(NamedTuple):
    """Words set alike; or an icon, for which they stand.

    A reader who copies the text finds them in its place; one that is mere ornament has none.
    `ink` is where in its square, from 0 to 1, an icon begins and ends.
    """

    text: str
    bold: bool = False
    italic: bool = False
    icon: str = ""
    ink: tuple[float, float] = (0.0, 1.0)


def spans_of(text: Template | Cases[Template], scope: Scope) -> list[Span]:
    """Give what a box says on a card; nothing where it shows fields and the card has none of them."""
    template = text.choose(scope.raw) if isinstance(text, Cases) else text
    if template is None:
        return []
    filled = {name: scope.reads(name) for name in template.fields}
    if filled and not any(filled.values()):
        return []
    return [span for part in template.parts for span in _part(part, filled, scope)]


def _part(part: Part, filled: dict[str, str], scope: Scope) -> Sequence[Span]:
    if part.sort == "text":
        return (Span(part.value, part.bold, part.italic),)
    if part.sort == "label":
        return (Span(_spaced(scope.word(part.value), scope), part.bold, part.italic),)
    look = Span("", part.bold, part.italic)
    if part.sort == "icon":
        prefix, _, rest = part.value.partition(":")
        if prefix == "icon":
            return list(_icon(scope.icon("{" + part.value + "}"), _reads(rest, scope), look, scope))
        return list(_icon(part.value, "", look, scope))
    text = _spaced(filled[part.value], scope)
    if part.value in _PLAIN or not ("*" in text or "{" in text):
        return (Span(text, part.bold, part.italic),)
    return list(marked_up(text, look, scope))


def marked_up(text: str, look: Span, scope: Scope) -> Iterator[Span]:
    """Read stars and `{icon}` in a card's text; `look` is how the text around it is set."""
    end = 0
    for match in EMPHASIS.finditer(text):
        yield from _with_icons(text[end : match.start()], look, scope)
        stars = len(match[1])
        inner = look._replace(bold=look.bold ^ (stars > 1), italic=look.italic ^ (stars % 2 == 1))
        yield from marked_up(match[2], inner, scope)
        end = match.end()
    yield from _with_icons(text[end:], look, scope)


def _with_icons(text: str, look: Span, scope: Scope) -> Iterator[Span]:
    end = 0
    for _, written in odd_braces(text, ICON, FACE_ICON) if "{" in text or "}" in text else ():
        scope.desk.note_printed_braces(written, scope.card.id)
    for match in ICON.finditer(text) if "{" in text else ():
        name = scope.desk.icons.get(match[1], "")
        if not has_icon(name, scope.desk.assets):
            scope.desk.note_unknown_token(match[0], scope.card.id)
            continue
        if match.start() > end:
            yield Span(_BEFORE_ICON.sub("\u00a0", text[end : match.start()]), look.bold, look.italic)
        yield from _icon(name, _reads(match[1], scope), look, scope)
        end = match.end()
    if end < len(text):
        yield Span(text[end:], look.bold, look.italic)


def _icon(name: str, reads: str, look: Span, scope: Scope) -> Iterator[Span]:
    found = icon(name, scope.desk.assets)
    if found:
        left, right = ((edge - found.left) / found.side for edge in (found.ink[0], found.ink[2]))
        yield look._replace(text=reads, icon=name, ink=(left, right))


def _reads(token: str, scope: Scope) -> str:
    """Give the word for an icon: that of the field or mark of its name, else the name itself."""
    game = scope.desk.game
    for context in (f"field:{token}", f"mark:{token.replace('_', '-')}"):
        label = game.label(context, scope.desk.language)
        if label:
            return label
    return token


def _spaced(text: str, scope: Scope) -> str:
    """Keep together what the language does not part: in French, a mark and the space before it.

    Soft hyphens are left out: where words are broken is for the language to say.
    """
    text = text.replace("\u202f", "\u00a0").replace("\u00ad", "")
    return _FRENCH.sub("\u00a0", text) if base_of(scope.desk.language) == "fr" else text

"""The text of a box on a card, as spans of one style and icons: templates filled with its fields, stars, tags and icons."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from deckwright.findings import Finding
from deckwright.model.languages import base_of
from deckwright.model.markup import EMPHASIS, FACE_ICON, ICON, TAG, Tag, tags_of, unknown_braces
from deckwright.press.drawing.words import Span, missing_letters, runs_by_font
from deckwright.press.graphics.fonts import BLANKS
from deckwright.press.graphics.icons import has_icon, icon, symbol_icon
from deckwright.press.looks.expressions import Cases
from deckwright.press.looks.styles import tag_faults

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from deckwright.press.drawing.context import Scope
    from deckwright.press.graphics.fonts import Font
    from deckwright.press.looks.expressions import Template, TemplatePart
    from deckwright.press.looks.styles import Style


_BEFORE_ICON = re.compile(r"(?<=\d) $")
_BEGINNING = re.compile(r"(?:^|\n|[.!?:;»”)]\s)\s*$")
"""What is before an icon at the beginning of a sentence, which stays on the line of the sentence's first word."""

_FRENCH = re.compile(r" (?=[;:!?»%])|(?<=«) ")
_PLAIN = frozenset({"id", "name", "kind", "game", "origin", "copies", "revision"})


def spans_of(text: Template | Cases[Template], scope: Scope) -> list[Span]:
    """Spans of a box on a card; empty if the box shows fields and the card has none of them."""
    template = text.choose(scope.raw) if isinstance(text, Cases) else text
    if template is None:
        return []
    filled = {
        part.value: _filled(part, scope)
        for part in template.parts
        if part.sort in _FILLED or (part.sort == "label" and scope.is_translation(part.value))
    }
    if filled and not any(filled.values()):
        return []
    return [span for part in template.parts for span in _part(part, filled, scope)]


_FILLED = frozenset({"field", "expression"})
"""Parts of a template that depend on the card."""


def _filled(part: TemplatePart, scope: Scope) -> str:
    if part.sort == "field":
        return scope.reads(part.value)
    if part.sort == "label":
        return scope.translation(part.value)
    return scope.calculated(part.expression) if part.expression else ""


def _part(part: TemplatePart, filled: dict[str, str], scope: Scope) -> Sequence[Span]:
    if part.sort == "text":
        return (Span(part.value, part.bold, part.italic, runs=part.runs),)
    look = Span("", part.bold, part.italic, runs=part.runs)
    if part.sort == "single":
        return (look._replace(mark=part.value),)
    if part.sort == "icon":
        return list(_icon_part(part.value, look, scope))
    if part.sort == "label" and part.value not in filled:
        return (look.with_text(_spaced(scope.word(part.value), scope)),)
    text = _spaced(filled[part.value], scope)
    if part.value.partition(":")[0] in _PLAIN or not ("*" in text or "{" in text or "[" in text):
        return (look.with_text(text),)
    if "[" in text:
        _note_tags(text, scope)
    return list(_emphasised(text, look, _Reading(scope, tags_of(text), list(part.runs))))


def _icon_part(name: str, look: Span, scope: Scope) -> Iterator[Span]:
    prefix, _, rest = name.partition(":")
    if prefix == "icon":
        look = look._replace(colour=scope.face.icon_colours.get(rest, ""))
        return _icon(scope.icon("{" + name + "}"), _reads(rest, scope), look, scope.context.assets)
    return _icon(name, "", look, scope.context.assets)


class _Reading(NamedTuple):
    """The reading of a card's text: the tags that follow, in order, and the runs that are open."""

    scope: Scope
    tags: list[Tag]
    runs: list[str]


def _note_tags(text: str, scope: Scope) -> None:
    for fault in tag_faults(text, [*scope.face.runs]):
        message = f"{scope.card.id}: {fault.message}"
        scope.context.note(Finding("tags", fault.severity, message, (scope.card.id,)))


def _emphasised(text: str, look: Span, reading: _Reading) -> Iterator[Span]:
    """Parse stars, tags and `{icon}` in a card's text; `look` is the style of the text around it."""
    end = 0
    for match in EMPHASIS.finditer(text):
        yield from _between_stars(text[end : match.start()], look, reading)
        stars = len(match[1])
        inner = look._replace(bold=look.bold ^ (stars > 1), italic=look.italic ^ (stars % 2 == 1))
        yield from _emphasised(match[2], inner, reading)
        end = match.end()
    yield from _between_stars(text[end:], look, reading)


def _between_stars(text: str, look: Span, reading: _Reading) -> Iterable[Span]:
    """Spans of a text without stars, most of which have neither tags nor icons."""
    if reading.tags or reading.runs or "{" in text or "}" in text:
        return _with_tags(text, look, reading)
    return (look.with_text(text),) if text else ()


def _with_tags(text: str, look: Span, reading: _Reading) -> Iterator[Span]:
    """Parse tags between stars, which no tag contains: so they come in the order in which they were matched."""
    end = 0
    for match in TAG.finditer(text) if reading.tags else ():
        tag = reading.tags.pop(0)
        if tag.is_printed:
            continue
        yield from _with_icons(
            text[end : match.start()], look._replace(runs=tuple(reading.runs)), reading.scope
        )
        end = match.end()
        if tag.role == "open":
            reading.runs.append(tag.name)
        elif tag.role == "close":
            reading.runs.pop()
        else:
            yield look._replace(mark=tag.name)
    rest = look._replace(runs=tuple(reading.runs)) if reading.runs else look
    yield from _with_icons(text[end:], rest, reading.scope)


def _with_icons(text: str, look: Span, scope: Scope) -> Iterator[Span]:
    end, leads = 0, False
    for _, written in unknown_braces(text, ICON, FACE_ICON) if "{" in text or "}" in text else ():
        scope.context.report_braces(written, scope.card.id)
    for match in ICON.finditer(text) if "{" in text else ():
        name = scope.context.icons.get(match[1], "")
        if not has_icon(name, scope.context.assets):
            scope.context.report_unknown_icon(match[0], scope.card.id)
            continue
        if match.start() > end:
            before = _BEFORE_ICON.sub("\u00a0", text[end : match.start()])
            yield look.with_text(_after_icon(before) if leads else before)
        named = look._replace(colour=scope.face.icon_colours.get(match[1], ""))
        yield from _icon(name, _reads(match[1], scope), named, scope.context.assets)
        end, leads = match.end(), bool(_BEGINNING.search(text[: match.start()]))
    if end < len(text):
        yield look.with_text(_after_icon(text[end:]) if leads else text[end:])


def _after_icon(text: str) -> str:
    """Text that stays on the line of the icon before it."""
    return "\u00a0" + text[1:] if text.startswith(" ") and text != " " else text


def _icon(name: str, reads: str, look: Span, assets: Mapping[str, bytes]) -> Iterator[Span]:
    drawing = icon(name, assets)
    if drawing:
        left, _, right, _ = drawing.ink
        ink = (left - drawing.left) / drawing.side, (right - drawing.left) / drawing.side
        yield look._replace(text=reads, icon=name, ink=ink)


def with_named_icons(
    text: str, look: Span, icons: Mapping[str, str], assets: Mapping[str, bytes]
) -> Iterator[Span]:
    """Spans of a text in which the names of `icons` in braces are these icons."""
    end = 0
    for match in ICON.finditer(text):
        if has_icon(name := icons.get(match[1], ""), assets):
            yield look.with_text(text[end : match.start()])
            yield from _icon(name, match[1], look, assets)
            end = match.end()
    yield look.with_text(text[end:])


def _reads(token: str, scope: Scope) -> str:
    """Word for an icon: the label of the field or mark with its name, else the name itself."""
    game = scope.context.game
    for context in (f"field:{token}", f"mark:{token.replace('_', '-')}"):
        label = game.label(context, scope.context.language)
        if label:
            return label
    return token


def _spaced(text: str, scope: Scope) -> str:
    """Replace spaces by no-break spaces where French typography needs them, and remove soft hyphens.

    Hyphenation follows the language, not the text.
    """
    text = text.replace("\u202f", "\u00a0").replace("\u00ad", "")
    return _FRENCH.sub("\u00a0", text) if base_of(scope.context.language) == "fr" else text


# Letters of spans that their fonts lack.


def missing_letters_of_span(span: Span, style: Style) -> list[str]:
    """Letters of a span that all its fonts lack; `style` is that of its runs."""
    return missing_letters(span.text, *style.cuts(span.bold, span.italic))


_SELECTORS = re.compile("[\ufe0e\ufe0f]")
"""What asks for the plain or the coloured form of the symbol before it."""

EMPTY_BOX = "mdi:square-outline"
"""Icon for a letter that cannot be printed."""


def with_symbols(
    spans: Iterable[Span], style: Style, assets: Mapping[str, bytes], other: str = ""
) -> Iterator[Span]:
    """Spans in which emoji and symbols that all fonts lack are icons, where there is one; `other` is that for all others."""
    for written in spans:
        if written.text.isascii() or written.icon:
            yield written
            continue
        span = written.with_text(_SELECTORS.sub("", written.text))
        lacking = missing_letters_of_span(span, style.run(span.runs).style)
        symbols = {
            letter: name
            for letter in lacking
            if (name := symbol_icon(letter) or (other if letter.isprintable() else ""))
        }
        if not symbols:
            yield span
            continue
        for part in re.split(f"([{re.escape(''.join(symbols))}])", span.text):
            if part in symbols:
                reads = "" if symbols[part] == other else symbols[part].partition(":")[2].replace("-", " ")
                yield from _icon(symbols[part], reads, span.with_text(""), assets)
            elif part:
                yield span.with_text(part)


def borrowed_letters(span: Span, style: Style) -> dict[Font, list[str]]:
    """Letters of a span that its first font lacks, by the font that they are set in; `style` is that of its runs."""
    first, *others = style.cuts(span.bold, span.italic)
    if not others or span.icon or first.letters.issuperset(span.text):
        return {}
    runs = [run for run in runs_by_font(span.text, (first, *others)) if run[0] is not first]
    return {font: sorted({*"".join(part for one, part in runs if one is font)} - BLANKS) for font, _ in runs}


def lacks_small_caps(span: Span, style: Style) -> bool:
    """Whether a span in a style is in small capitals, and its font has none."""
    own, look = style.run(span.runs)
    return look.small_caps and not own.cut(span.bold, span.italic).small_caps

"""Draw the texts and numbers of a face: templates filled with spans, set at one size for all cards that share it where the face asks for that."""

from __future__ import annotations

import re
from math import inf
from typing import TYPE_CHECKING, NamedTuple

from deckwright.findings import Finding
from deckwright.messages import tr
from deckwright.model.languages import base_of
from deckwright.model.markup import EMPHASIS, FACE_ICON, ICON, TAG, Tag, tags_of, unknown_braces
from deckwright.press.drawing.context import Scope, all_boxes, templates_of
from deckwright.press.drawing.elements import draw_own_icons
from deckwright.press.drawing.lines import FREE_SHARE, TextToFit, fit_text
from deckwright.press.drawing.shadows import outline_of_text
from deckwright.press.drawing.sharing import sharing_key
from deckwright.press.drawing.tables import set_paragraphs
from deckwright.press.drawing.words import (
    Span,
    missing_letters,
    runs_by_font,
    shown_text,
    unsupported_script,
)
from deckwright.press.faces.boxes import OWN
from deckwright.press.faces.styles import tag_faults
from deckwright.press.faces.values import NUMBERS, Cases
from deckwright.press.graphics.fonts import BLANKS
from deckwright.press.graphics.icons import has_icon, icon
from deckwright.press.graphics.parts import Area, DrawnShape, rectangle

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from deckwright.press.drawing.lines import FittedText
    from deckwright.press.faces.boxes import Box, Panel, TextBox
    from deckwright.press.faces.styles import Style
    from deckwright.press.faces.values import Template, TemplatePart
    from deckwright.press.graphics.fonts import Font
    from deckwright.press.graphics.parts import DrawnPart

    Draw = Callable[[Box, Scope, Area], Iterator[DrawnPart]]


# The text of a box on a card, as spans of one style and icons.

_BEFORE_ICON = re.compile(r"(?<=\d) $")
_FRENCH = re.compile(r" (?=[;:!?»%])|(?<=«) ")
_PLAIN = frozenset({"id", "name", "kind", "game", "origin", "copies", "revision"})


def spans_of(text: Template | Cases[Template], scope: Scope) -> list[Span]:
    """Spans of a box on a card; empty if the box shows fields and the card has none of them."""
    template = text.choose(scope.raw) if isinstance(text, Cases) else text
    if template is None:
        return []
    filled = {part.value: _filled(part, scope) for part in template.parts if part.sort in _FILLED}
    if filled and not any(filled.values()):
        return []
    return [span for part in template.parts for span in _part(part, filled, scope)]


_FILLED = frozenset({"field", "expression"})
"""Parts of a template that depend on the card."""


def _filled(part: TemplatePart, scope: Scope) -> str:
    if part.sort == "field":
        return scope.reads(part.value)
    return scope.calculated(part.expression) if part.expression else ""


def _part(part: TemplatePart, filled: dict[str, str], scope: Scope) -> Sequence[Span]:
    if part.sort == "text":
        return (Span(part.value, part.bold, part.italic, runs=part.runs),)
    look = Span("", part.bold, part.italic, runs=part.runs)
    if part.sort == "single":
        return (look._replace(mark=part.value),)
    if part.sort == "icon":
        return list(_icon_part(part.value, look, scope))
    if part.sort == "label":
        return (look.with_text(_spaced(scope.word(part.value), scope)),)
    text = _spaced(filled[part.value], scope)
    if part.value in _PLAIN or not ("*" in text or "{" in text or "[" in text):
        return (look.with_text(text),)
    if "[" in text:
        _note_tags(text, scope)
    return list(_emphasised(text, look, _Reading(scope, tags_of(text), list(part.runs))))


def _icon_part(name: str, look: Span, scope: Scope) -> Iterator[Span]:
    prefix, _, rest = name.partition(":")
    if prefix == "icon":
        look = look._replace(colour=scope.face.icon_colours.get(rest, ""))
        return _icon(scope.icon("{" + name + "}"), _reads(rest, scope), look, scope)
    return _icon(name, "", look, scope)


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
    for found in TAG.finditer(text) if reading.tags else ():
        tag = reading.tags.pop(0)
        if tag.is_printed:
            continue
        yield from _with_icons(
            text[end : found.start()], look._replace(runs=tuple(reading.runs)), reading.scope
        )
        end = found.end()
        if tag.role == "open":
            reading.runs.append(tag.name)
        elif tag.role == "close":
            reading.runs.pop()
        else:
            yield look._replace(mark=tag.name)
    rest = look._replace(runs=tuple(reading.runs)) if reading.runs else look
    yield from _with_icons(text[end:], rest, reading.scope)


def _with_icons(text: str, look: Span, scope: Scope) -> Iterator[Span]:
    end = 0
    for _, written in unknown_braces(text, ICON, FACE_ICON) if "{" in text or "}" in text else ():
        scope.context.report_braces(written, scope.card.id)
    for match in ICON.finditer(text) if "{" in text else ():
        name = scope.context.icons.get(match[1], "")
        if not has_icon(name, scope.context.assets):
            scope.context.report_unknown_icon(match[0], scope.card.id)
            continue
        if match.start() > end:
            yield look.with_text(_BEFORE_ICON.sub("\u00a0", text[end : match.start()]))
        named = look._replace(colour=scope.face.icon_colours.get(match[1], ""))
        yield from _icon(name, _reads(match[1], scope), named, scope)
        end = match.end()
    if end < len(text):
        yield look.with_text(text[end:])


def _icon(name: str, reads: str, look: Span, scope: Scope) -> Iterator[Span]:
    found = icon(name, scope.context.assets)
    if found:
        left, _, right, _ = found.ink
        ink = (left - found.left) / found.side, (right - found.left) / found.side
        yield look._replace(text=reads, icon=name, ink=ink)


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


# One type size for the same text box of all cards with the same face, in one language.
#
# A text with `fit: together` has the size of the card that needs the smallest, whichever cards are printed.
# For this, the text is fitted once for each card of the game with that face, and nothing else of these cards
# is drawn.


def common_size(box: TextBox, scope: Scope, draw: Draw) -> float:
    """Largest size, in points, that fits on all cards with this face; `draw` draws any box."""
    context = scope.context
    if box.style.fit != "together" or context.measuring:
        return inf
    if box not in context.sizes:
        context.sizes.update(_measured(box, scope, draw))
    return context.sizes.setdefault(box, inf)


def record_size(box: TextBox, size: float, scope: Scope) -> None:
    """Record the size in which a text fits on a card, while sizes are measured."""
    if scope.context.measuring and box.style.fit == "together":
        scope.context.sizes[box] = min(size, scope.context.sizes.get(box, inf))


def _measured(box: TextBox, scope: Scope, draw: Draw) -> dict[TextBox, float]:
    """Sizes of a text and of all texts in the same stack or group, measured on every card with this face."""
    face = scope.face
    whole = next(one for one in face.boxes if any(inner is box for inner in all_boxes(one)))
    measuring = scope.context.for_measuring()
    for card in scope.context.cards_by_face.get(face.name, ()):
        inner = Scope(measuring, face, card)
        if inner.holds(whole.when):
            for _ in draw(whole, inner, whole.at):
                pass
    return measuring.sizes


# The texts and numbers of a face.

_SHARES = {"top": 0.0, "middle": 0.5, "bottom": 1.0}


def draw_text(box: TextBox, scope: Scope, area: Area, draw: Draw) -> Iterator[DrawnPart]:
    """Draw a text in the area of its box, unless it is empty on this card; `draw` draws any box."""
    copy = text_to_fit(box, scope)
    if copy is None:
        return
    room = area.inset(*box.panel.pad) if box.panel else area
    setting = fit_text(copy, room.width, room.height, most=common_size(box, scope, draw))
    record_size(box, setting.size, scope)
    report_overflow(setting, room.width, room.height, box, scope)
    style = box.style
    # Vertically centred text is centred optically: from the top of the capitals to the last baseline.
    height = setting.body if style.valign == "middle" else setting.height
    top = room.y + (room.height - height) * _SHARES[style.valign]
    yield from draw_fitted_text(setting, box, scope, area, top)


def draw_fitted_text(
    setting: FittedText, box: TextBox, scope: Scope, area: Area, top: float
) -> Iterator[DrawnPart]:
    """Draw a fitted text from `top` downwards, with its panel over the whole area."""
    if box.panel:
        yield from _panel(box.panel, setting, scope, area)
        area = area.inset(box.panel.pad[0], 0)
    place = Area(area.x, top, area.width, area.height)
    colour = scope.ink(box.style.colour)
    drawn = setting.drawn(place, colour, scope.ink)
    if OWN in scope.face.icon_colours.values():
        drawn = draw_own_icons(drawn, colour, scope.context)
    if box.style.outline:
        parts = list(drawn)
        yield from outline_of_text(parts, box.style, scope)
        yield from parts
    else:
        yield from drawn


def _panel(panel: Panel, setting: FittedText, scope: Scope, area: Area) -> Iterator[DrawnShape]:
    if panel.hug:
        width = min(area.width, setting.width + 2 * panel.pad[0])
        slack = FREE_SHARE[setting.copy.style.align]
        area = area._replace(x=area.x + (area.width - width) * slack, width=width)
    fill, stroke = scope.paint(panel.fill, area), scope.colour(panel.stroke)
    if fill or stroke:
        yield DrawnShape(rectangle(area, panel.radii), fill, stroke, panel.width)


def text_to_fit(box: TextBox, scope: Scope) -> TextToFit | None:
    """Text of a box on a card, ready to be fitted; None if it is empty."""
    key = sharing_key(box, scope)
    if key is None:
        return _copy(box, scope)
    copies = scope.context.texts_to_fit
    if key not in copies:
        copies[key] = _copy(box, scope)
    return copies[key]


def _copy(box: TextBox, scope: Scope) -> TextToFit | None:
    spans = spans_of(box.text, scope)
    _note_missing(spans, box, scope)
    language = _language(box, scope)
    paragraphs = set_paragraphs(spans, box.style, language)
    return TextToFit(paragraphs, box.style, language, figure=box.figure) if paragraphs else None


def _language(box: TextBox, scope: Scope) -> str:
    """Language of the printed text: the source language if a text of the card is not translated."""
    card, language, texts = scope.card, scope.context.language, scope.context.texts
    if language == card.source_language:
        return language
    shown = (name for template in templates_of(box) for name in template.fields if name in texts)
    return language if all(card.is_translated(name, language) for name in shown) else card.source_language


def _note_missing(spans: Sequence[Span], box: TextBox, scope: Scope) -> None:
    for span in spans:
        style = box.style.run(span.runs).style if span.runs else box.style
        text = shown_text(span, style)
        if not (text.isascii() and style.cut(span.bold, span.italic).letters.issuperset(text)):
            _note_letters(span, box, style, scope)
        if style.is_replaced(span.bold, span.italic):
            scope.context.note(replaced_font(span, box, scope), box)
        if span.runs and lacks_small_caps(span, box.style):
            scope.context.note(replaced_small_caps(span, box, scope), box)


def _note_letters(span: Span, box: TextBox, style: Style, scope: Scope) -> None:
    """Report letters of a span that cannot be printed, or are set in another font."""
    for finding in unsupported_script(shown_text(span, style), scope.card.id):
        scope.context.note(finding)
    for letter in missing_letters_of_span(span, style):
        _note_letter(letter, style.cut(span.bold, span.italic).name, box, scope)
    for font, letters in borrowed_letters(span, style).items():
        _note_borrowed(letters, font, (span, box), scope)


def missing_letters_of_span(span: Span, style: Style) -> list[str]:
    """Letters of a span that all its fonts lack; `style` is that of its runs."""
    return missing_letters(shown_text(span, style), *style.cuts(span.bold, span.italic))


def borrowed_letters(span: Span, style: Style) -> dict[Font, list[str]]:
    """Letters of a span that its first font lacks, by the font that they are set in; `style` is that of its runs."""
    first, *others = style.cuts(span.bold, span.italic)
    text = shown_text(span, style)
    if not others or span.icon or first.letters.issuperset(text):
        return {}
    runs = [run for run in runs_by_font(text, (first, *others)) if run[0] is not first]
    return {font: sorted({*"".join(part for one, part in runs if one is font)} - BLANKS) for font, _ in runs}


def _note_borrowed(letters: Sequence[str], font: Font, shown: tuple[Span, TextBox], scope: Scope) -> None:
    span, box = shown
    message = tr(
        "{card} in {language}: {letters} is set in {font}, because {first} lacks it.",
        card=scope.card.id,
        language=scope.context.language,
        letters=" ".join(letters),
        font=font.name,
        first=box.style.run(span.runs).style.cut(span.bold, span.italic).name,
    )
    scope.report_box(box, "font-fallback", "info", message)


def _note_letter(letter: str, font: str, box: TextBox, scope: Scope) -> None:
    message = tr(
        "{card} in {language}: the font {font} does not have the letter {letter} (U+{code}).",
        card=scope.card.id,
        language=scope.context.language,
        letter=letter,
        code=f"{ord(letter):04X}",
        font=font,
    )
    scope.report_box(box, "missing-glyph", "error", message, found=letter)


def replaced_font(span: Span, box: TextBox, scope: Scope) -> Finding:
    """Finding for emphasised words whose font has no bold or italic of the wanted weight."""
    style = box.style.run(span.runs).style
    message = tr(
        "{face}: the font {name} has no weight {weight}, {slope}, for the emphasised words of {box}: they are set in {font}. Set bold to another weight, or use another font.",
        face=scope.face.name,
        name=style.families[0],
        box=box.id or tr("a box"),
        weight=style.bold if span.bold else style.weight,
        slope=tr("italic") if style.italic != span.italic else tr("upright"),
        font=style.cut(span.bold, span.italic).name,
    )
    where = scope.face.where_of(box)
    return Finding("font-replaced", "warning", message + scope.face.inherited_note(box), where=where)


def lacks_small_caps(span: Span, style: Style) -> bool:
    """Whether a span in a style is in small capitals, and its font has none."""
    own, look = style.run(span.runs)
    return look.small_caps and not own.cut(span.bold, span.italic).small_caps


def replaced_small_caps(span: Span, box: TextBox, scope: Scope) -> Finding:
    """Finding for words in small capitals whose font has none."""
    message = tr(
        "{face}: the font {font} has no small capitals for {tag}: the words are set in smaller capitals. Use another font for these words to change that.",
        face=scope.face.name,
        font=box.style.run(span.runs).style.cut(span.bold, span.italic).name,
        tag=f"[{span.runs[-1]}]",
    )
    where = scope.face.where_of(box)
    return Finding("font-replaced", "warning", message + scope.face.inherited_note(box), where=where)


SMALLEST = 6.0
"""Size, in points, below which a text is hard to read at arm's length."""

_CREDITS = frozenset({"id", "kind", "revision", "game", "origin", "copies", *NUMBERS})
"""What a line of credits shows: nobody has to read it to play."""


def _report_small(setting: FittedText, box: TextBox, scope: Scope) -> None:
    """Report a text that is printed too small to be read at the table, at the first card with it."""
    small = scope.context.small_texts
    size = setting.size * setting.copy.smallest
    if (
        size >= SMALLEST
        or box in small
        or all(set(template.fields) <= _CREDITS for template in templates_of(box))
    ):
        return
    small.add(box)
    message = tr(
        "{card} in {language}: {box} is printed in {size} pt, which is hard to read: make it at least {least} pt.",
        card=scope.card.id,
        language=scope.context.language,
        box=box.id or scope.face.name,
        size=scope.number(round(size, 2)),
        least=scope.number(SMALLEST),
    )
    scope.report_box(box, "small-text", "warning", message, found=round(size, 2), limit=SMALLEST)


def report_overflow(setting: FittedText, width: float, height: float, box: TextBox, scope: Scope) -> None:
    """Report a text that is too small, or does not fit even at its minimum size; it is drawn anyway."""
    _report_small(setting, box, scope)
    if setting.fits(width, height, box.style.lines):
        return
    is_wide = not setting.fits(width, setting.height)
    room = (setting.width, width) if is_wide else (setting.height, height)
    if not is_wide and setting.height <= height:
        room = setting.height, height * box.style.lines / len(setting.lines)
    report_too_long(scope, box, room, setting.size, is_wide=is_wide)


def report_too_long(
    scope: Scope, box: TextBox, room: tuple[float, float], size: float, *, is_wide: bool = False
) -> None:
    """Report how much space, in mm, a text needs and has, and what to do."""
    needed, had = (round(length, 1) for length in room)
    values = {
        "card": scope.card.id,
        "language": scope.context.language,
        "box": box.id or scope.face.name,
        "needed": scope.number(needed),
        "had": scope.number(had),
        "size": scope.number(size),
    }
    message = (
        tr(
            "{card} in {language}: a word of {box} is {needed} mm wide even at {size} pt, but the box has only {had} mm. "
            "Shorten the word, or widen the box in the face.",
            **values,
        )
        if is_wide
        else tr(
            "{card} in {language}: the text of {box} is {needed} mm high even at {size} pt, but the box has only "
            "{had} mm. Shorten the text, or make the box higher in the face.",
            **values,
        )
    )
    scope.report_box(box, "overflow", "error", message, found=needed, limit=had)

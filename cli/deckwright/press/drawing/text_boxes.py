"""Draw the texts and numbers of a face."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckwright.messages import tr
from deckwright.model.finding import Finding
from deckwright.press.drawing.shapes import rectangle
from deckwright.press.drawing.sharing import case_of
from deckwright.press.drawing.sisters import most_of, note_size
from deckwright.press.faces.needs import templates_of
from deckwright.press.lettering.fit import SLACK, Copy, fitted
from deckwright.press.lettering.letters import missing_letters, unset_text
from deckwright.press.lettering.spans import spans_of
from deckwright.press.lettering.words import paragraphs_of
from deckwright.press.parts import Area, Shape

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deckwright.press.drawing.sisters import Draw
    from deckwright.press.faces.boxes import Panel, TextBox
    from deckwright.press.faces.scope import Scope
    from deckwright.press.faces.styles import Style
    from deckwright.press.lettering.fit import Setting
    from deckwright.press.lettering.spans import Span
    from deckwright.press.parts import Drawn

_SHARES = {"top": 0.0, "middle": 0.5, "bottom": 1.0}


def draw_text(box: TextBox, scope: Scope, area: Area, draw: Draw) -> Iterator[Drawn]:
    """Draw a text where its box is; nothing where the card has nothing to say there. `draw` draws any box."""
    copy = copy_of(box, scope)
    if copy is None:
        return
    room = area.inset(*box.panel.pad) if box.panel else area
    setting = fitted(copy, room.width, room.height, most=most_of(box, scope, draw))
    note_size(box, setting.size, scope)
    note_overflow(setting, room.width, room.height, box, scope)
    style = box.style
    # What stands in the middle is centred as the eye sees it: from the capitals to the last baseline.
    height = setting.body if style.valign == "middle" else setting.height
    top = room.y + (room.height - height) * _SHARES[style.valign]
    yield from draw_setting(setting, box, scope, area, top)


def draw_setting(setting: Setting, box: TextBox, scope: Scope, area: Area, top: float) -> Iterator[Drawn]:
    """Draw a text that is set already, from `top` down, with its panel over the whole area."""
    if box.panel:
        yield from _panel(box.panel, setting, scope, area)
        area = area.inset(box.panel.pad[0], 0)
    yield from setting.drawn(area._replace(y=top), scope.ink(box.style.colour))


def _panel(panel: Panel, setting: Setting, scope: Scope, area: Area) -> Iterator[Shape]:
    if panel.hug:
        width = min(area.width, setting.width + 2 * panel.pad[0])
        slack = SLACK[setting.copy.style.align]
        area = area._replace(x=area.x + (area.width - width) * slack, width=width)
    fill, stroke = scope.colour(panel.fill), scope.colour(panel.stroke)
    if fill or stroke:
        yield Shape(rectangle(area, panel.radii), fill, stroke, panel.width)


def copy_of(box: TextBox, scope: Scope) -> Copy | None:
    """Give what a box says on a card, ready to be set; None where that is nothing."""
    key = case_of(box, scope)
    if key is None:
        return _copy(box, scope)
    copies = scope.desk.copies
    if key not in copies:
        copies[key] = _copy(box, scope)
    return copies[key]


def _copy(box: TextBox, scope: Scope) -> Copy | None:
    spans = spans_of(box.text, scope)
    _note_missing(spans, box, scope)
    paragraphs = paragraphs_of(spans, box.style)
    return Copy(paragraphs, box.style, _language(box, scope), figure=box.figure) if paragraphs else None


def _language(box: TextBox, scope: Scope) -> str:
    """Give the language of what is printed: the source language where a text of the card is not translated."""
    card, language, texts = scope.card, scope.desk.language, scope.desk.texts
    shown = (name for template in templates_of(box) for name in template.fields if name in texts)
    return language if all(card.is_translated(name, language) for name in shown) else card.source_language


def _note_missing(spans: Sequence[Span], box: TextBox, scope: Scope) -> None:
    for span in spans:
        for finding in unset_text(shown_text(span, box.style), scope.card.id):
            scope.desk.note(finding)
        for letter in lacking_letters(span, box.style):
            _note_letter(letter, box.style.cut(span.bold, span.italic).name, box, scope)
        if box.style.is_replaced(span.bold, span.italic):
            scope.desk.note(replaced_cut(span, box, scope), box)


def shown_text(span: Span, style: Style) -> str:
    """Text of a span as a style shows it."""
    return span.text.upper() if style.uppercase else span.text


def lacking_letters(span: Span, style: Style) -> list[str]:
    """Letters of a span that its font does not have."""
    return missing_letters(shown_text(span, style), style.cut(span.bold, span.italic))


def _note_letter(letter: str, font: str, box: TextBox, scope: Scope) -> None:
    message = tr(
        "{card} in {language} holds {letter} (U+{code}), which the font {font} does not have.",
        card=scope.card.id,
        language=scope.desk.language,
        letter=letter,
        code=f"{ord(letter):04X}",
        font=font,
    )
    scope.note_box(box, "missing-glyph", "error", message, found=letter)


def replaced_cut(span: Span, box: TextBox, scope: Scope) -> Finding:
    """Report emphasised words that are set in another cut, because the family lacks the one they need."""
    style = box.style
    message = tr(
        "{face}: the font {name} has no cut for the emphasised words of {box} (weight {weight}, {slope}): they are set in {font}. Set bold to another weight, or use another font.",
        face=scope.face.name,
        name=style.font,
        box=box.id or tr("a box"),
        weight=style.bold if span.bold else style.weight,
        slope=tr("italic") if style.italic != span.italic else tr("upright"),
        font=style.cut(span.bold, span.italic).name,
    )
    where = scope.face.where_of(box)
    return Finding("font-replaced", "warning", message + scope.face.inherited_note(box), where=where)


def note_overflow(setting: Setting, width: float, height: float, box: TextBox, scope: Scope) -> None:
    """Note a text that does not fit even in its least size; it is drawn all the same."""
    if setting.fits(width, height, box.style.lines):
        return
    is_wide = not setting.fits(width, setting.height)
    room = (setting.width, width) if is_wide else (setting.height, height)
    if not is_wide and setting.height <= height:
        room = setting.height, height * box.style.lines / len(setting.lines)
    note_too_long(scope, box, room, setting.size, is_wide=is_wide)


def note_too_long(
    scope: Scope, box: TextBox, room: tuple[float, float], size: float, *, is_wide: bool = False
) -> None:
    """Note that a text needs more room than there is, how much in mm, and what to do about it."""
    needed, had = (round(length, 1) for length in room)
    values = {
        "card": scope.card.id,
        "language": scope.desk.language,
        "box": box.id or scope.face.name,
        "needed": scope.number(needed),
        "had": scope.number(had),
        "size": scope.number(size),
    }
    message = (
        tr(
            "{card} in {language}: a word of {box} is {needed} mm wide even at {size} pt, and has {had} mm. "
            "Shorten it, or widen the box in the face.",
            **values,
        )
        if is_wide
        else tr(
            "{card} in {language}: the text of {box} needs {needed} mm of height even at {size} pt, and has "
            "{had} mm. Shorten it, or give it more room in the face.",
            **values,
        )
    )
    scope.note_box(box, "overflow", "error", message, found=needed, limit=had)

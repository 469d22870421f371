"""The check of fit: what does not surely fit is set on its face at its real size, as for printing."""

from __future__ import annotations

from dataclasses import replace
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from deckwright.messages import tr, trn
from deckwright.press.boxes.text import TextBox
from deckwright.press.drawing.card import set_texts
from deckwright.press.faces.choice import face_of, load_fronts
from deckwright.press.graphics.parts import POINT
from deckwright.translation.checks.wordbook import RuleFinding, TextFinding

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from deckwright.findings import Finding
    from deckwright.model.card import Card
    from deckwright.model.translation import Message
    from deckwright.press.boxes.box import Box
    from deckwright.press.drawing.context import RenderContext
    from deckwright.press.faces.face_file import Face

_SLIP = 1e-3
_WORDLESS = frozenset({"copies", "id", "index", "index:kind", "number", "revision"})
_RULES = frozenset({"overflow", "missing-glyph"})


class _Spot(NamedTuple):
    """A text box of a face: the height of its lines and its width in mm, and the texts and words that it shows."""

    name: str
    face: str
    lead: float
    width: float
    size: float
    shows: tuple[str, ...]


def check_fit(
    context: RenderContext,
    cards: Sequence[Card],
    entries: Sequence[Message],
    progress: Callable[[int], None] | None = None,
) -> Iterator[RuleFinding]:
    """Find texts that do not fit their box on a card, or have letters that its font lacks.

    Raises:
        InputError: a face has an error.
    """
    loaded_faces = load_fronts(context.game, cards, context.assets)
    faces = {
        name: replace(face, boxes=tuple(filter(_has_words, face.boxes)))
        for name, face in loaded_faces.items()
    }
    for number, card in enumerate(cards, 1):
        set_texts(card, face_of(card, faces), context)
        if progress:
            progress(number)
    used = {entry.context: entry for entry in entries if entry.is_used}
    cards_by_id = {card.id: card for card in cards}
    spots = {box: spot for face in faces.values() for box, spot in _spots(face, context.language)}
    for finding, box in context.findings.items():
        if finding.rule in _RULES and isinstance(box, TextBox) and box in spots:
            spot = spots[box]
            entry = _entry_of(cards_by_id[finding.subjects[0]], spot, used)
            if entry:
                yield RuleFinding(entry, "fit", _fault(finding, spot))


def _has_words(box: Box) -> bool:
    """Whether a box shows anything that translators write: texts of cards, or words of the game."""
    return any(
        part.sort != "text" and part.value not in _WORDLESS
        for nested in box.with_nested()
        if isinstance(nested, TextBox)
        for template in nested.templates
        for part in template.parts
    )


def _spots(face: Face, language: str) -> Iterator[tuple[TextBox, _Spot]]:
    face = face.in_language(language)
    for box, width in _with_widths(face.boxes):
        style, pad = box.style, box.panel.pad[0] if box.panel else 0.0
        lead = style.leading * style.least * POINT
        shows = [
            part.value
            for template in box.templates
            for part in template.parts
            if part.sort in {"field", "label"}
        ]
        spot = _Spot(
            box.id or next(iter(shows), face.name),
            face.name,
            lead,
            width - 2 * pad,
            style.least,
            tuple(shows),
        )
        yield box, spot


def _with_widths(boxes: Sequence[Box]) -> Iterator[tuple[TextBox, float]]:
    """Yield the text boxes with their width, which in a stack is the stack’s."""
    for box in boxes:
        for nested in box.with_nested():
            if isinstance(nested, TextBox):
                yield nested, box.at.width if box.stacks else nested.at.width


def _entry_of(card: Card, spot: _Spot, used: Mapping[str, Message]) -> Message | None:
    """Message that a box shows on a card; None if it shows none."""
    for name in spot.shows:
        values = card.fields.get(name, ())
        choices = values if isinstance(values, list) else [values]
        contexts = [f"{card.id}.{name}", name, *(f"{name}:{getattr(card, name, '')}",)]
        contexts += [f"field:{name}.{choice}" for choice in choices]
        for context in contexts:
            if context in used:
                return used[context]
    return next((used[context] for context in used if context.startswith(f"{card.id}.")), None)


def _fault(finding: Finding, spot: _Spot) -> TextFinding:
    if (
        finding.rule != "overflow"
        or not isinstance(finding.found, float)
        or not isinstance(finding.limit, float)
    ):
        return TextFinding(finding.severity, finding.message)
    place = {"box": spot.name, "face": spot.face, "size": spot.size}
    if abs(finding.limit - spot.width) < 0.1:  # noqa: PLR2004 - widths are reported to a tenth of a millimetre
        message = tr(
            "A word is too wide for {box} of the face {face}, even at {size} pt. Shorten it.", **place
        )
        return TextFinding(finding.severity, message, 1)
    lines = max(1, ceil((finding.found - finding.limit) / spot.lead - _SLIP))
    message = trn(
        "It is {count} line too long for {box} of the face {face}, even at {size} pt. Shorten it.",
        "It is {count} lines too long for {box} of the face {face}, even at {size} pt. Shorten it.",
        lines,
        **place,
    )
    return TextFinding(finding.severity, message, lines)

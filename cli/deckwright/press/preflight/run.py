"""Preflight: find what a print shop, a cutter or a colour-blind player would stumble over, before printing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckwright.press.faces.choice import face_of
from deckwright.press.preflight.colours import report_confusable_colours
from deckwright.press.preflight.edges import (
    report_coarse_pictures,
    report_differing_backs,
    report_outside_safe_zone,
    zone_at_home,
)
from deckwright.press.preflight.legibility import (
    report_low_contrast,
    report_too_small,
    report_unreadable_codes,
)
from deckwright.press.preflight.shown import CheckedFace, report_omissions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from deckwright.model.card import Card
    from deckwright.press.drawing.context import RenderContext
    from deckwright.press.faces.face_file import Face
    from deckwright.press.preflight.edges import Zone
    from deckwright.press.preflight.inks import InkRules


def report_problems(
    context: RenderContext,
    cards: Iterable[Card],
    faces: Mapping[str, Face],
    backs: Mapping[str, Face] | None = None,
    zone_of: Callable[[Face], Zone | None] = zone_at_home,
) -> None:
    """Add the problems of cards under the faces of their kinds to the findings of `context`, each once for all cards.

    `zone_of` returns the safe zone of a face, which depends on who cuts the cards; None if a face has none.

    Problems that only show when a card is drawn (a text that is too long, a missing character) are found there.
    """
    cards = list(cards)
    fronts = _checked_faces(cards, faces, context)
    for checked in fronts:
        report_omissions(checked)
        report_confusable_colours(checked, fronts)
    for checked in (*fronts, *_checked_faces(cards, backs or {}, context)):
        report_outside_safe_zone(checked, zone_of(checked.face))
        report_coarse_pictures(checked)
        report_low_contrast(checked)
        report_unreadable_codes(checked)
        report_too_small(checked)
    report_differing_backs(cards, backs or {}, context)


def report_press_problems(
    context: RenderContext, cards: Iterable[Card], sides: Iterable[Mapping[str, Face]], rules: InkRules
) -> None:
    """Add what a press does not print well, on each side of the cards, to the findings of `context`."""
    from deckwright.press.preflight.inks import InkCheck

    check, cards = InkCheck(rules, context), list(cards)
    for faces in sides:
        for checked in _checked_faces(cards, faces, context):
            check.report(checked)


def _checked_faces(
    cards: Iterable[Card], faces: Mapping[str, Face], context: RenderContext
) -> list[CheckedFace]:
    """Each face, with the cards that have it."""
    by_face: dict[str, tuple[Face, list[Card]]] = {}
    for card in cards if faces else ():
        face = face_of(card, faces)
        by_face.setdefault(face.name, (face.in_language(context.language), []))[1].append(card)
    return [CheckedFace(face, some, context) for face, some in by_face.values()]

"""Preflight: find what a print shop, a cutter or a colour-blind player would stumble over, before printing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckwright.press.drawing.context import RenderContext
from deckwright.press.faces.choice import face_of
from deckwright.press.preflight.codes import report_unreadable_codes
from deckwright.press.preflight.colours import (
    report_confusable_colours,
    report_confusable_kinds,
    report_confusable_runs,
)
from deckwright.press.preflight.edges import (
    report_coarse_pictures,
    report_differing_backs,
    report_outside_safe_zone,
    zone_at_home,
)
from deckwright.press.preflight.legibility import report_low_contrast, report_too_small
from deckwright.press.preflight.texts import report_omissions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from deckwright.model.card import Card
    from deckwright.press.faces.face_file import Face
    from deckwright.press.preflight.edges import Zone
    from deckwright.press.preflight.inks import InkRules
    from deckwright.press.printing import PrintJob


def render_context(job: PrintJob) -> RenderContext:
    """Render context of a job, with only the findings about its texts."""
    context = RenderContext(
        job.game, job.language, job.assets, job.matches, job.cards_by_face, low_ink=job.low_ink
    )
    context.findings |= dict.fromkeys(job.findings)
    return context


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
    fronts = _cards_by_face(cards, faces, context.language)
    report_confusable_kinds(fronts, context)
    for face, shown_cards in fronts:
        report_omissions(face, shown_cards, context)
        report_outside_safe_zone(face, shown_cards, context, zone_of(face))
        report_confusable_colours(face, fronts, context)
        report_confusable_runs(face, shown_cards, context)
        report_coarse_pictures(face, shown_cards, context)
        report_low_contrast(face, shown_cards, context)
        report_unreadable_codes(face, shown_cards, context)
        report_too_small(face, context)
    for face, shown_cards in _cards_by_face(cards, backs or {}, context.language):
        report_outside_safe_zone(face, shown_cards, context, zone_of(face))
        report_coarse_pictures(face, shown_cards, context)
        report_low_contrast(face, shown_cards, context)
        report_unreadable_codes(face, shown_cards, context)
        report_too_small(face, context)
    report_differing_backs(cards, backs or {}, context)


def report_press_problems(context: RenderContext, job: PrintJob, rules: InkRules) -> None:
    """Add what a press does not print well, on fronts and backs of a job, to the findings of `context`."""
    from deckwright.press.preflight.inks import InkCheck

    check = InkCheck(rules, context)
    cards = [card for card, copies in job.cards if copies]
    for faces in (job.faces, job.backs):
        for face, shown_cards in _cards_by_face(cards, faces, context.language):
            check.report(face, shown_cards)


def _cards_by_face(
    cards: Iterable[Card], faces: Mapping[str, Face], language: str
) -> list[tuple[Face, list[Card]]]:
    """Each face, with the cards that have it."""
    by_face: dict[str, tuple[Face, list[Card]]] = {}
    for card in cards:
        if faces:
            face = face_of(card, faces)
            by_face.setdefault(face.name, (face.in_language(language), []))[1].append(card)
    return list(by_face.values())

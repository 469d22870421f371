"""Decks and combined decks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from deckwright.findings import as_json
from deckwright.messages import tr, trn
from deckwright.model.card_names import distinct_names
from deckwright.reports.findings import finding_lines
from deckwright.reports.output import note, painted, write

if TYPE_CHECKING:
    from deckwright.construction.combine import Combined
    from deckwright.workbench.checking import CombinedDeck


def legality(*, legal: bool) -> str:
    """Whether a deck is legal, in words."""
    return painted(tr("legal"), "good") if legal else painted(tr("not legal"), "error")


def combined_as_json(combined: Combined) -> dict[str, Any]:
    """JSON object of the contract for a combined deck."""
    from deckwright.files.deck_writing import deck_as_json

    return {
        "deck": deck_as_json(combined.deck),
        "removed": [{"card": card, "copies": copies} for card, copies in combined.removed],
        "legal": combined.legal,
        "findings": as_json(combined.findings),
    }


def report_combined(combined: CombinedDeck, *, has_list: bool) -> None:
    """Show what was removed from a combined deck and whether it is legal; with `has_list`, the deck itself."""
    from deckwright.files.deck_writing import as_list

    result = combined.result
    if has_list:
        write(as_list(result.deck, combined.cards, combined.language).rstrip())
    names = distinct_names(combined.cards, combined.language)
    for card, copies in result.removed:
        note(
            trn(
                "Removed: {count} copy of {name}.",
                "Removed: {count} copies of {name}.",
                copies,
                name=names[card],
            )
        )
    size = trn("{count} card", "{count} cards", result.deck.size)
    verdict = f"{legality(legal=result.legal)} ({result.deck.format}, {size})"
    note(tr("{label}: {value}", label=result.deck.name, value=verdict))
    for line in finding_lines(result.findings, to_error=True):
        note(line)

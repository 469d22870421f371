"""Decks and combined decks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from deckwright.findings import as_json
from deckwright.messages import tr, trn
from deckwright.model.card import MAIN
from deckwright.model.card_names import distinct_names
from deckwright.reports.findings import finding_lines
from deckwright.reports.output import note, painted, write

if TYPE_CHECKING:
    from deckwright.construction.combine import Combined
    from deckwright.model.card import Deck
    from deckwright.workbench.checking import CombinedDeck


def legality(*, legal: bool) -> str:
    """Whether a deck is legal, in words."""
    return painted(tr("legal"), "good") if legal else painted(tr("not legal"), "error")


def deck_as_json(deck: Deck) -> dict[str, Any]:
    """Deck as a deck file has it."""
    head = {"game": deck.game, "format": deck.format, "name": deck.name, "players": deck.players}
    zones = {
        zone: _entries(deck, zone)
        for zone in dict.fromkeys(entry.zone for entry in deck.entries)
        if zone != MAIN
    }
    return {
        **{key: value for key, value in head.items() if value},
        **({"date": deck.date.isoformat()} if deck.date else {}),
        "cards": _entries(deck, MAIN),
        **({"zones": zones} if zones else {}),
    }


def _entries(deck: Deck, zone: str) -> list[dict[str, Any]]:
    return [
        {"card": entry.card, "copies": entry.copies, **({"fields": entry.values} if entry.fields else {})}
        for entry in deck.entries
        if entry.zone == zone
    ]


def combined_as_json(combined: Combined) -> dict[str, Any]:
    """JSON object of the contract for a combined deck."""
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

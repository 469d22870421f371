"""How decks are shown, and what a check says of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from deckwright.construction.check import Unchecked
from deckwright.errors import findings_of
from deckwright.findings import as_json
from deckwright.messages import tr, trn
from deckwright.model.card import MAIN
from deckwright.model.words import on_one_line
from deckwright.reports.errors import error_as_json
from deckwright.reports.findings import finding_lines
from deckwright.reports.output import painted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deckwright.construction.check import Verdict
    from deckwright.model.card import Deck


def verdict_as_json(verdict: Verdict | Unchecked) -> dict[str, Any]:
    """Return the contract's object for a checked deck, or for one that cannot be checked."""
    if isinstance(verdict, Unchecked):
        return {"deck": verdict.deck, **error_as_json(verdict.error)}
    deck = verdict.deck
    return {
        "deck": deck.source or deck.name,
        "game": deck.game,
        "format": verdict.format,
        "players": verdict.players,
        "legal": verdict.legal,
        "cards": deck.size,
        "findings": as_json(verdict.findings),
    }


def verdict_lines(verdict: Verdict | Unchecked) -> Iterator[str]:
    """Write what a check says: the verdict, then every finding."""
    if isinstance(verdict, Unchecked):
        yield f"{on_one_line(verdict.deck)}: {painted(tr('not checked'), 'error')}"
        yield from (f"  {line}" for line in finding_lines(findings_of(verdict.error)))
        return
    name = on_one_line(verdict.deck.source or verdict.deck.name)
    yield f"{name}: {legality(legal=verdict.legal)} ({_held_against(verdict)})"
    yield from (f"  {line}" for line in finding_lines(verdict.findings))


def legality(*, legal: bool) -> str:
    """Say whether a deck is legal."""
    return painted(tr("legal"), "good") if legal else painted(tr("not legal"), "error")


def _held_against(verdict: Verdict) -> str:
    parts = [verdict.format, trn("{count} card", "{count} cards", verdict.deck.size)]
    if verdict.players:
        parts.append(trn("{count} player", "{count} players", verdict.players))
    return ", ".join(parts)


def deck_as_json(deck: Deck) -> dict[str, Any]:
    """Give a deck as a deck file holds it."""
    head = {"game": deck.game, "format": deck.format, "name": deck.name, "players": deck.players}
    zones = {
        zone: _entries(deck, zone)
        for zone in dict.fromkeys(entry.zone for entry in deck.entries)
        if zone != MAIN
    }
    return {
        **{key: value for key, value in head.items() if value},
        "cards": _entries(deck, MAIN),
        **({"zones": zones} if zones else {}),
    }


def _entries(deck: Deck, zone: str) -> list[dict[str, Any]]:
    return [{"card": entry.card, "copies": entry.copies} for entry in deck.entries if entry.zone == zone]

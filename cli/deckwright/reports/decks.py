"""Decks, and combined and repaired decks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from deckwright.messages import tr, trn
from deckwright.model.card import MAIN, distinct_names
from deckwright.reports.findings import finding_lines
from deckwright.reports.output import note, painted, write

if TYPE_CHECKING:
    from deckwright.construction.combine import Combined
    from deckwright.construction.repair import Change, Repaired
    from deckwright.workbench.checking import CombinedDeck, RepairedDeck


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
        "findings": combined.findings,
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


def repaired_as_json(repaired: Repaired) -> dict[str, Any]:
    """JSON object of the contract for a repaired deck; without a legal deck, that is null."""
    from deckwright.files.deck_writing import deck_as_json

    return {
        "deck": deck_as_json(repaired.deck) if repaired.legal else None,
        "added": [one for one in repaired.changes if one.copies > 0],
        "removed": [one._replace(copies=-one.copies) for one in repaired.changes if one.copies < 0],
        "nearest": repaired.nearest,
        "legal": repaired.legal,
        "findings": repaired.verdict.findings,
    }


def report_repaired(repaired: RepairedDeck, *, has_list: bool) -> None:
    """Show what was changed in a deck to make it legal; with `has_list`, also the legal deck itself."""
    from deckwright.files.deck_writing import as_list

    result = repaired.result
    if has_list and result.legal:
        write(as_list(result.deck, repaired.cards, repaired.language).rstrip())
    names = distinct_names(repaired.cards, repaired.language)
    for change in result.changes:
        note(_change(change, names[change.card]))
    size = trn("{count} card", "{count} cards", result.deck.size)
    verdict = f"{legality(legal=result.legal)} ({result.verdict.format}, {size})"
    note(tr("{label}: {value}", label=result.deck.name, value=verdict))
    note(_outcome(result))
    for line in finding_lines(result.verdict.findings, to_error=True):
        note(line)


def _change(change: Change, name: str) -> str:
    """What was done with a card, with the zone unless that is the main one."""
    copies, zone = abs(change.copies), change.zone
    if zone == MAIN and change.copies < 0:
        return trn(
            "Removed: {count} copy of {name}.", "Removed: {count} copies of {name}.", copies, name=name
        )
    if zone == MAIN:
        return trn("Added: {count} copy of {name}.", "Added: {count} copies of {name}.", copies, name=name)
    if change.copies < 0:
        return trn(
            "Removed from {zone}: {count} copy of {name}.",
            "Removed from {zone}: {count} copies of {name}.",
            copies,
            name=name,
            zone=zone,
        )
    return trn(
        "Added to {zone}: {count} copy of {name}.",
        "Added to {zone}: {count} copies of {name}.",
        copies,
        name=name,
        zone=zone,
    )


def _outcome(repaired: Repaired) -> str:
    """What the changes are worth: the fewest, or perhaps not."""
    changed = sum(abs(one.copies) for one in repaired.changes)
    if not repaired.legal:
        return tr("No legal deck was found near this one.")
    if not changed:
        return tr("The deck is already legal: nothing was changed.")
    if repaired.nearest:
        return trn(
            "{count} copy was changed. No legal deck is nearer.",
            "{count} copies were changed. No legal deck is nearer.",
            changed,
        )
    return trn(
        "{count} copy was changed. A nearer legal deck may exist: not all could be tried.",
        "{count} copies were changed. A nearer legal deck may exist: not all could be tried.",
        changed,
    )

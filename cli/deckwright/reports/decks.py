"""Decks, the verdicts of a check, and combined and repaired decks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from deckwright.construction.check import Unchecked, Verdict
from deckwright.errors import as_findings
from deckwright.findings import as_json
from deckwright.messages import tr, trn
from deckwright.model.card import MAIN
from deckwright.model.card_names import distinct_names
from deckwright.model.words import list_names, on_one_line
from deckwright.reports.findings import error_as_json, finding_lines, github_lines, report_error
from deckwright.reports.output import note, painted, write, write_json
from deckwright.workbench.library import combined_error

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deckwright.construction.combine import Combined
    from deckwright.construction.repair import Change, Repaired
    from deckwright.model.card import Deck
    from deckwright.workbench.checking import CombinedDeck
    from deckwright.workbench.repairing import RepairedDeck


def report_verdicts(verdicts: Sequence[Verdict | Unchecked], form: str) -> None:
    """Show the verdicts of a check as text, json or github; the error of a single deck is shown as any error."""
    {"text": _report_text, "json": _report_json, "github": _report_github}[form](verdicts)
    unchecked = [one for one in verdicts if isinstance(one, Unchecked)]
    if len(verdicts) == len(unchecked) == 1:
        report_error(unchecked[0].error, as_json=False)
    elif unchecked:
        note(
            trn(
                "{count} deck of {all} could not be checked: {names}.",
                "{count} decks of {all} could not be checked: {names}.",
                len(unchecked),
                all=len(verdicts),
                names=list_names(one.deck for one in unchecked),
            )
        )


def _report_text(verdicts: Sequence[Verdict | Unchecked]) -> None:
    for verdict in verdicts:
        if len(verdicts) > 1 or isinstance(verdict, Verdict):
            write("\n".join(verdict_lines(verdict)))


def _report_json(verdicts: Sequence[Verdict | Unchecked]) -> None:
    errors = [one.error for one in verdicts if isinstance(one, Unchecked)]
    error = error_as_json(combined_error(errors)) if errors else {}
    write_json({**error, "decks": [verdict_as_json(verdict) for verdict in verdicts]})


def _report_github(verdicts: Sequence[Verdict | Unchecked]) -> None:
    for verdict in verdicts:
        found = as_findings(verdict.error) if isinstance(verdict, Unchecked) else verdict.findings
        for line in github_lines(found):
            write(line, commands=True)


def verdict_as_json(verdict: Verdict | Unchecked) -> dict[str, Any]:
    """JSON object of the contract for a checked deck, or for one that cannot be checked."""
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
    """Verdict of a check as lines, with every finding."""
    if isinstance(verdict, Unchecked):
        yield f"{on_one_line(verdict.deck)}: {painted(tr('not checked'), 'error')}"
        yield from (f"  {line}" for line in finding_lines(as_findings(verdict.error)))
        return
    name = on_one_line(verdict.deck.source or verdict.deck.name)
    yield f"{name}: {legality(legal=verdict.legal)} ({_checked_for(verdict)})"
    yield from (f"  {line}" for line in finding_lines(verdict.findings))


def legality(*, legal: bool) -> str:
    """Whether a deck is legal, in words."""
    return painted(tr("legal"), "good") if legal else painted(tr("not legal"), "error")


def _checked_for(verdict: Verdict) -> str:
    parts = [verdict.format, trn("{count} card", "{count} cards", verdict.deck.size)]
    if verdict.players:
        parts.append(trn("{count} player", "{count} players", verdict.players))
    return ", ".join(parts)


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
        "cards": _entries(deck, MAIN),
        **({"zones": zones} if zones else {}),
    }


def _entries(deck: Deck, zone: str) -> list[dict[str, Any]]:
    return [{"card": entry.card, "copies": entry.copies} for entry in deck.entries if entry.zone == zone]


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
    from deckwright.files.decks import as_list

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
    return {
        "deck": deck_as_json(repaired.deck) if repaired.legal else None,
        "changes": [one._asdict() for one in repaired.changes],
        "nearest": repaired.nearest,
        "legal": repaired.legal,
        "findings": as_json(repaired.verdict.findings),
    }


def report_repaired(repaired: RepairedDeck, *, has_list: bool) -> None:
    """Show what was changed in a deck to make it legal; with `has_list`, also the legal deck itself."""
    from deckwright.files.decks import as_list

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

"""The names in a score file: its zones, seats, tokens and cards, and what is wrong with one that is not known."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from deckwright.files.schemas import Schema, definition_in
from deckwright.messages import tr
from deckwright.model.finding import Finding
from deckwright.model.hints import meant
from deckwright.model.naming import CardNames, list_names

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deckwright.errors import Where
    from deckwright.files.documents import Document
    from deckwright.model.card import Card
    from deckwright.model.scoring import Scoring, Zone

PAD = "pad"
"""The key of a seat under which the numbers of a scoring pad stand, instead of cards."""


@cache
def shape_of(name: str) -> Schema:
    """Give the schema of what stands in a zone of a shape."""
    return definition_in("score", name)


class Names:
    """Knows the names that one file may use, and collects what is wrong with it."""

    def __init__(self, document: Document, scoring: Scoring, cards: Mapping[str, Card]) -> None:
        self.findings: list[Finding] = []
        self.wheres: dict[tuple[str | int, ...], Where] = {(): document.where()}
        self._document = document
        self._scoring = scoring
        self._cards = cards
        self._names = CardNames(cards.values())

    def _unknown_zone(self, key: str, at: tuple[str, ...]) -> None:
        known = [zone.id for zone in self._scoring.zones.values() if not zone.is_common]
        message = tr("A seat has no zone {zone}.", zone=key)
        self._fault("zone", f"{message} {meant(key, [*known, PAD])}", *at, key, key=True)

    def _known_seat(self, name: str, *at: str | int) -> None:
        seats = list(self._document.value["seats"])
        if name not in seats:
            message = tr("There is no seat {seat}.", seat=name)
            self._fault("seat", f"{message} {meant(name, seats)}", *at)

    def _known_pool(self, zone: Zone, name: str, *at: str | int) -> None:
        if name not in zone.pools:
            message = tr("There are no {pool} tokens.", pool=name)
            self._fault("tokens", f"{message} {meant(name, list(zone.pools))}", *at, key=True)

    def _card(self, zone: Zone, name: str, where: Where) -> str:
        """Give the card that a name means in a zone; '' where there is none, or not one, or it is not for it."""
        found = self._names.find(name)
        fitting = [card for card in found if zone.of is None or zone.of(self._cards[card])]
        if len(fitting) == 1:
            return fitting[0]
        if len(fitting) > 1:
            message = tr(
                "{name} is the name of several cards: write one of {ids}.",
                name=name,
                ids=self._names.told_apart(fitting),
            )
            self.findings.append(Finding("ambiguous-card", "error", message, tuple(fitting), where=where))
        elif found:
            message = tr("{card} does not belong to {zone}.", card=name, zone=zone.id)
            self.findings.append(Finding("zone", "error", message, tuple(found), where=where))
        else:
            near = self._names.nearest(name)
            message = tr("There is no card {name}.", name=name)
            guess = tr("Did you mean {names}?", names=list_names(near)) if near else ""
            self.findings.append(Finding("unknown-card", "error", f"{message} {guess}".strip(), where=where))
        return ""

    def _fits(self, shape: str, value: Any, *at: str | int) -> bool:
        """Tell whether a value has the shape of its zone, and find what is wrong with it."""
        faults = shape_of(shape).check(value, self._document, *at)
        self.findings += faults
        return not faults

    def _fault(self, rule: str, message: str, *at: str | int, key: bool = False) -> None:
        self.findings.append(Finding(rule, "error", message, where=self._document.where(*at, key=key)))

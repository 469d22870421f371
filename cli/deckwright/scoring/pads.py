"""What score pads cannot say: numbers that no cards of the box can give, on one pad or on all of them together."""

from __future__ import annotations

from itertools import permutations
from math import inf
from typing import TYPE_CHECKING

from deckwright.files.scores import PAD
from deckwright.findings import Finding
from deckwright.messages import tr, trn
from deckwright.model.rule import matcher_of, totals_of
from deckwright.model.score_limits import CountLimits, Limits
from deckwright.model.supply import read_supply

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deckwright.findings import Severity
    from deckwright.scoring.check import ScoreCase


def check_pads(case: ScoreCase) -> Iterator[Finding]:
    """Find numbers that cannot be right; a warning if the number of copies in the box is a guess."""
    if any(seat.pad is not None for seat in case.sheet.seats):
        yield from _PadCheck(case).all()


def _fault(name: str, number: float, limits: Limits) -> str:
    """Why a count cannot be a number, however many copies there are; '' if it can."""
    values = {"name": name, "value": f"{number:g}"}
    if limits.values:
        listed = ", ".join(f"{value:g}" for value in sorted(limits.values))
        message = tr("{name} cannot be {value}. Possible: {listed}.", listed=listed, **values)
        return "" if number in limits.values else message
    if limits.step and number != int(number):
        return tr("{name} must be a whole number, not {value}.", **values)
    if limits.step and number % limits.step:
        return tr("{name} must be a multiple of {step}, not {value}.", step=limits.step, **values)
    if number < limits.least:
        return tr("{name} must be {least} or more, not {value}.", least=f"{limits.least:g}", **values)
    return ""


class _PadCheck:
    """Checks the pads of one score file."""

    def __init__(self, case: ScoreCase) -> None:
        players = len(case.sheet.seats) or None
        supply = read_supply(case.game, case.cards.values(), case.sheet.mode, players)
        self._case = case
        self._limits = CountLimits(case.scoring.counts, case.scoring.zones, supply, case.scoring.grid)

    def all(self) -> Iterator[Finding]:
        """Yield every finding."""
        pads = {seat.name: seat.pad for seat in self._case.sheet.seats if seat.pad is not None}
        for name in self._case.scoring.on_the_pad:
            numbers = {seat: pad[name] for seat, pad in pads.items() if name in pad}
            faults = {seat: _fault(name, number, self._limits[name]) for seat, number in numbers.items()}
            for seat, message in faults.items():
                if message:
                    yield self._finding(message, seat, name, numbers[seat])
                elif numbers[seat] > self._limits[name].most:
                    yield self._excess(seat, name, numbers[seat])
                    faults[seat] = name
            if not any(faults.values()):
                yield from self._together(name, numbers)
        for seat, pad in pads.items():
            yield from self._parts(seat, pad)

    def _together(self, name: str, numbers: Mapping[str, float]) -> Iterator[Finding]:
        """Find numbers that single seats can have, but not all of these seats."""
        limit, seats = self._limits[name], list(numbers)
        taken = sum(limit.values.get(number, 0) if limit.values else number for number in numbers.values())
        if limit.supply != inf and taken > limit.supply:
            listed = " + ".join(f"{number:g}" for number in numbers.values())
            message = tr(
                "{name}: the box has too little for all pads together ({value}).", name=name, value=listed
            )
            yield self._finding(message, seats[-1], name, taken, self._severity(name))
        for number in dict.fromkeys(numbers.values()):
            holders = [seat for seat in seats if numbers[seat] == number]
            most = limit.holders.get(number, inf)
            if len(holders) > most:
                message = trn(
                    "{seats} cannot all have {value} for {name}: {count} card has it.",
                    "{seats} cannot all have {value} for {name}: {count} cards have it.",
                    most,
                    seats=", ".join(holders),
                    value=f"{number:g}",
                    name=name,
                )
                yield self._finding(message, holders[-1], name, number, self._severity(name))

    def _parts(self, seat: str, pad: Mapping[str, float]) -> Iterator[Finding]:
        """Find counts that are greater than one that counts the same cards and more, or adds up their numbers."""
        names = [name for name in self._case.scoring.on_the_pad if name in pad]
        for part, whole in permutations(names, 2):
            if pad[part] > pad[whole] and self._is_part(part, whole):
                message = tr(
                    "{name} cannot be more than {other}: {value} and {found}.",
                    name=part,
                    other=whole,
                    value=f"{pad[part]:g}",
                    found=f"{pad[whole]:g}",
                )
                yield self._finding(message, seat, part, pad[part])

    def _is_part(self, part: str, whole: str) -> bool:
        """Whether one count can never be more than another."""
        one, other = (self._case.scoring.counts[name] for name in (part, whole))
        methods = (one.method.id, other.method.id)
        is_same = methods == ("cards", "cards") or (
            methods == ("highest", "sum") and [*one.arguments.values()] == [*other.arguments.values()]
        )
        cards = self._limits.cards(other)
        return is_same and one.zones == other.zones and all(card in cards for card in self._limits.cards(one))

    def _excess(self, seat: str, name: str, number: float) -> Finding:
        most = self._limits[name].most
        values = {"name": name, "value": f"{number:g}", "most": f"{most:g}"}
        message = tr("{name} cannot be {value}: with this box, {most} is the most.", **values)
        return self._finding(message, seat, name, number, self._severity(name))

    def _finding(
        self, message: str, seat: str, name: str, number: float, severity: Severity = "error"
    ) -> Finding:
        where = self._case.sheet.where("seats", seat, PAD, name)
        return Finding("pad", severity, message, found=number, where=where, cite=self._case.scoring.cite)

    def _severity(self, name: str) -> Severity:
        return "warning" if self._is_guess(name) else "error"

    def _is_guess(self, name: str) -> bool:
        """Whether a count depends on cards whose copies in the box are a guess, and on no official total of them."""
        case = self._case
        cards = {card.id: card for card in self._limits.cards(case.scoring.counts[name])}
        sorts = [
            {card.id for card in case.cards.values() if total.of(card)}
            for total in totals_of(case.game, matcher_of(case.game))
        ]
        sure = {card for sort in sorts if sort <= cards.keys() for card in sort}
        return any(card.counts == "sample" and card.id not in sure for card in cards.values())

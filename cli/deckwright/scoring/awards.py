"""Cards that are awarded at the end of a game, and cards that seats may claim only if they meet a requirement."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from deckwright.findings import Finding
from deckwright.messages import tr, trn
from deckwright.model.card import DeckEntry, distinct_names
from deckwright.model.score_counts import POINTS, SeatCounts
from deckwright.scoring.holdings import holding_of, together

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from deckwright.model.card import Card
    from deckwright.model.scoring import Award, Claim, Seat
    from deckwright.scoring.check import ScoreCase


class FinalSeats:
    """The seats of a file after the awards at the end of the game; `findings` are about awards and claims."""

    def __init__(self, case: ScoreCase) -> None:
        self.findings: list[Finding] = []
        self.awarded: dict[str, list[str]] = {}
        self._case = case
        self._names = distinct_names(case.cards, case.language)
        self.seats = list(case.sheet.seats)
        for award in case.scoring.awards:
            self._award(award)
        for claim in case.scoring.claims:
            if claim.same:
                self.findings += self._spares(claim)
            else:
                self.findings += self._unfounded(claim)
                self.findings += self._unlisted(claim)

    def counts(self, *seats: Seat) -> SeatCounts | dict[str, float]:
        """The counts of a seat, or of several together; for one with a pad, the numbers on it."""
        if len(seats) == 1 and seats[0].pad is not None:
            pad = seats[0].pad
            parts = {part: pad.get(part, 0) for part in self._case.scoring.parts}
            return {**pad, **parts, POINTS: sum(parts.values())}
        case = self._case
        holding = together(holding_of(seat, case.sheet, case.scoring, case.cards) for seat in seats)
        return SeatCounts(case.scoring.counts, case.scoring.parts, case.cards, holding)

    @property
    def _has_pads(self) -> bool:
        return any(seat.pad is not None for seat in self.seats)

    def _side(self, seat: Seat) -> list[Seat]:
        """A seat, with the others of its team."""
        return [other for other in self.seats if other is seat or (seat.team and other.team == seat.team)]

    def _award(self, award: Award) -> None:
        """Award a card to all seats with the fewest of a count, and find seats that list it although others have fewer."""
        if self._has_pads:
            return
        fewest = {seat.name: self.counts(*self._side(seat))[award.fewest] for seat in self.seats}
        winners = [seat for seat, count in fewest.items() if count == min(fewest.values())]
        copies = {
            seat.name: _copies(entry for entry in seat.entries if self._stands_for(award, entry))
            for seat in self.seats
        }
        self.findings += self._listed_twice(award, copies)
        listed = {name for name, count in copies.items() if count}
        if listed and listed != set(winners):
            message = tr(
                "{card} goes to the seat with the fewest: {seats}, with {count}.",
                card=self._names[award.card],
                seats=", ".join(winners),
                count=min(fewest.values()),
            )
            where = next(seat.where for seat in self.seats if seat.name in listed ^ set(winners))
            self.findings.append(
                Finding("award", "error", message, (award.card,), where=where, cite=award.cite)
            )
        self.seats = [self._with(award, seat, is_given=seat.name in winners) for seat in self.seats]

    def _listed_twice(self, award: Award, copies: Mapping[str, int]) -> Iterator[Finding]:
        """Find seats that list the card of an award, or a substitute for it, more than once."""
        for seat in self.seats:
            count = copies[seat.name]
            if count > 1:
                message = tr(
                    "{seat} lists {card} {count} times, but can have it only once.",
                    seat=seat.name,
                    card=self._names[award.card],
                    count=count,
                )
                yield Finding("award", "error", message, (award.card,), count, 1, seat.where, award.cite)

    def _stands_for(self, award: Award, entry: DeckEntry) -> bool:
        if entry.zone != award.zone:
            return False
        card = self._case.cards[entry.card]
        return card.id == award.card or (award.stands_for is not None and award.stands_for(card))

    def _with(self, award: Award, seat: Seat, *, is_given: bool) -> Seat:
        others = [entry for entry in seat.entries if not self._stands_for(award, entry)]
        if is_given:
            others.append(DeckEntry(award.card, 1, award.zone))
            self.awarded.setdefault(seat.name, []).append(award.card)
        return replace(seat, entries=tuple(others))

    def _unfounded(self, claim: Claim) -> Iterator[Finding]:
        """Find cards that a seat cannot have: a requirement is not met, or not all of the team have them."""
        cards = self._case.cards
        for seat in self.seats:
            for entry in seat.entries:
                card = cards[entry.card]
                if claim.of(card) and seat.pad is None:
                    is_team = claim.team is not None and claim.team(card)
                    side = self._side(seat) if is_team else [seat]
                    yield from self._check(claim, entry, side, seat.team if is_team else seat.name)

    def _unlisted(self, claim: Claim) -> Iterator[Finding]:
        """Find cards of every game that a seat or a team could have, but nobody lists."""
        if claim.always is None or self._has_pads:
            return
        listed = {entry.card for seat in self.seats for entry in seat.entries}
        for card in self._case.cards.values():
            is_team = claim.team is not None and claim.team(card)
            is_meant = claim.of(card) and claim.always(card) and card.id not in listed
            if is_meant and (not is_team or self._case.scoring.team_size > 1):
                yield from self._missed(claim, card, is_team=is_team)

    def _missed(self, claim: Claim, card: Card, *, is_team: bool) -> Iterator[Finding]:
        needed = self._number(card.id, claim.min)
        sides = {
            seat.team if is_team else seat.name: self._side(seat) if is_team else [seat]
            for seat in self.seats
        }
        counts = {name: self.counts(*side)[claim.counted] for name, side in sides.items()}
        could = [name for name, count in counts.items() if count >= needed]
        if could:
            message = tr(
                "Nobody lists {card}, but {seats} could have it: it requires {wanted}.",
                card=self._names[card.id],
                seats=", ".join(could),
                wanted=needed,
            )
            count, where = counts[could[0]], sides[could[0]][0].where
            yield Finding("unlisted", "info", message, (card.id,), count, needed, where, claim.cite)

    def _spares(self, claim: Claim) -> Iterator[Finding]:
        """Find spare cards of seats that could not earn a card of the same number together with somebody else."""
        if self._has_pads:
            return
        for seat in self.seats:
            spares = self._spares_of(claim, seat)
            for number, entries in spares.items():
                if not self._could_have(claim, seat, number):
                    entry = entries[0]
                    message = trn(
                        "{seat} cannot have {card}: a spare goes to a player who meets the requirement of another card of {count} point on the same turn as the owner of that card.",
                        "{seat} cannot have {card}: a spare goes to a player who meets the requirement of another card of {count} points on the same turn as the owner of that card.",
                        number,
                        seat=seat.name,
                        card=self._names[entry.card],
                    )
                    copies = _copies(entries)
                    yield Finding(
                        "claim", "error", message, (entry.card,), copies, None, entry.where, claim.cite
                    )

    def _number(self, card: str, field: str) -> int:
        return int(str(self._case.cards[card].fields.get(field, 0)))

    def _spares_of(self, claim: Claim, seat: Seat) -> dict[int, list[DeckEntry]]:
        """Spares of a seat by their numbers."""
        spares: dict[int, list[DeckEntry]] = {}
        for entry in seat.entries:
            if claim.of(self._case.cards[entry.card]):
                spares.setdefault(self._number(entry.card, claim.same), []).append(entry)
        return spares

    def _could_have(self, claim: Claim, seat: Seat, number: int) -> bool:
        """Whether the spares of a side can be split into those of its team, one for each seat, and of single seats."""
        side = self._side(seat)
        for_team = len(self._shared_claims(claim, seat, number, is_team=True))
        alone = [len(self._shared_claims(claim, member, number, is_team=False)) for member in side]
        spares = [_copies(self._spares_of(claim, member).get(number, ())) for member in side]
        return any(
            all(0 <= copies - in_team <= most for copies, most in zip(spares, alone, strict=True))
            for in_team in range(for_team + 1)
        )

    def _shared_claims(self, spare: Claim, seat: Seat, number: int, *, is_team: bool) -> list[str]:
        """Cards that a spare of a seat can replace: others have them, and the seat meets their requirements."""
        cards = []
        for claim in self._case.scoring.claims:
            for card in self._case.cards.values():
                if claim.same or not claim.of(card) or self._number(card.id, spare.same) != number:
                    continue
                if bool(claim.team and claim.team(card)) != is_team:
                    continue
                side = self._side(seat) if is_team else [seat]
                others = [other for other in self.seats if other not in side]
                is_met = self.counts(*side)[claim.counted] >= self._number(card.id, claim.min)
                if is_met and _has(card.id, others) and not _has(card.id, side):
                    cards.append(card.id)
        return cards

    def _check(self, claim: Claim, entry: DeckEntry, side: list[Seat], name: str) -> Iterator[Finding]:
        if any(seat.pad is not None for seat in side):
            return
        names = {"seat": name, "card": self._names[entry.card]}
        needed = self._number(entry.card, claim.min)
        count = self.counts(*side)[claim.counted]
        if count < needed:
            message = tr(
                "{seat} cannot have {card}: it requires {wanted}, but there are {found}.",
                wanted=needed,
                found=count,
                **names,
            )
            yield Finding("claim", "error", message, (entry.card,), count, needed, entry.where, claim.cite)
        for other in side:
            if all(played.card != entry.card for played in other.entries):
                message = tr(
                    "A partner of {seat} has {card}: every seat of the team has one.",
                    **{**names, "seat": other.name},
                )
                yield Finding("claim", "error", message, (entry.card,), where=other.where, cite=claim.cite)


def _copies(entries: Iterable[DeckEntry]) -> int:
    return sum(entry.copies for entry in entries)


def _has(card: str, seats: Sequence[Seat]) -> bool:
    return any(entry.card == card for seat in seats for entry in seat.entries)

"""Score a file: read it, check it, apply what is awarded at the end, count, and rank the sides."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

from deckwright.errors import UsageError
from deckwright.files.schemas import check_document
from deckwright.files.scores import PAD, read_sheet, score_error
from deckwright.findings import Finding, has_errors
from deckwright.messages import print_list, print_tr, print_trn, tr, trn
from deckwright.model.card import DeckEntry, distinct_names
from deckwright.model.rule import matcher_of
from deckwright.model.score_counts import POINTS, SeatCounts
from deckwright.model.scoring import read_scoring
from deckwright.model.settings import apply_settings, find_setting
from deckwright.model.words import suggest_names
from deckwright.scoring.check import ScoreCase, check_score
from deckwright.scoring.holdings import holding_of, together

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from deckwright.files.yaml import Document
    from deckwright.model.card import Card
    from deckwright.model.game import Game
    from deckwright.model.scoring import Award, Claim, RankingKey, ScoreSheet, Seat


# Who wins: sides ranked by the order of what decides.

SHARED = "shared"
"""What decided, if nothing did."""


class Side(NamedTuple):
    """Who plays against the others: one seat, or a team, with the counts of each of its seats."""

    name: str
    seats: tuple[str, ...]
    counts: tuple[Mapping[str, float], ...]


class RankedSide(NamedTuple):
    """A side with its rank, from 1, and its number for each key that was compared."""

    side: Side
    rank: int
    keys: tuple[float, ...]


class OpenTie(NamedTuple):
    """Sides that are equal up to a key that `missing` seats do not have on their pads, so that they remain tied.

    `is_first` means that the victory depends on it.
    """

    sides: tuple[Side, ...]
    key: RankingKey
    missing: tuple[str, ...]
    is_first: bool


class Ranking(NamedTuple):
    """All sides, the best first; `decided_by` is the id of a key, or `shared`. `open_ties` could not be broken."""

    sides: tuple[RankedSide, ...]
    decided_by: str
    open_ties: tuple[OpenTie, ...] = ()

    @property
    def winners(self) -> list[Side]:
        """The side that wins, or those that share the victory."""
        return [ranked.side for ranked in self.sides if ranked.rank == 1]


def rank(sides: Sequence[Side], order: Sequence[RankingKey]) -> Ranking:
    """Rank sides by the keys of an order, each compared only where those before it are equal."""
    keys, ties = _compared(sides, order)
    best_first = sorted(range(len(sides)), key=lambda number: keys[number], reverse=True)
    ranked = tuple(
        RankedSide(sides[number], 1 + sum(other > keys[number] for other in keys), keys[number])
        for number in best_first
    )
    return Ranking(ranked, _decided_by(ranked, order), ties)


_OF: Mapping[str, Callable[[list[float]], float]] = {"least": min, "most": max, "total": sum}


def _compared(
    sides: Sequence[Side], order: Sequence[RankingKey]
) -> tuple[list[tuple[float, ...]], tuple[OpenTie, ...]]:
    """Keys of each side, as many as are needed to distinguish the sides (others count 0), and the open ties."""
    keys: list[tuple[float, ...]] = [() for _ in sides]
    settled: set[int] = set()
    ties: list[OpenTie] = []
    for key in order:
        best = max(keys)
        values = dict.fromkeys(range(len(sides)), 0.0)
        for group in _equal(keys, settled):
            equal = tuple(sides[number] for number in group)
            counts = [pair for side in equal for pair in zip(side.seats, side.counts, strict=True)]
            if missing := tuple(seat for seat, of_seat in counts if key.by not in of_seat):
                ties.append(OpenTie(equal, key, missing, is_first=keys[group[0]] == best))
                settled.update(group)
                continue
            for number in group:
                values[number] = _OF[key.of]([of_seat[key.by] for of_seat in sides[number].counts])
        keys = [(*known, values[number]) for number, known in enumerate(keys)]
    return keys, tuple(ties)


def _equal(keys: Sequence[tuple[float, ...]], settled: set[int]) -> Iterator[list[int]]:
    """Yield the numbers of the sides that are still equal; before the first key, all are, even one alone."""
    for shared in dict.fromkeys(keys):
        group = [number for number, other in enumerate(keys) if other == shared and number not in settled]
        if len(group) > 1 or (group and not shared):
            yield group


def _decided_by(ranked: Sequence[RankedSide], order: Sequence[RankingKey]) -> str:
    """The first key in which the winner is ahead of the next side."""
    if len(ranked) == 1:
        return order[0].id
    first, second = ranked[0].keys, ranked[1].keys
    decisive = (key.id for key, one, other in zip(order, first, second, strict=True) if one != other)
    return next(decisive, SHARED)


# Score files: read, checked and counted.


@dataclass(frozen=True, slots=True)
class ScoreContext:
    """Context of a score file; `mode` and `settings` take precedence over those of the file.

    Messages name cards in `language`. A file that is not whole is still being filled in: it may have too few cards and seats.
    """

    mode: str = ""
    language: str = "en"
    settings: Mapping[str, str | int] = field(default_factory=dict)
    is_whole: bool = True


@dataclass(frozen=True, slots=True)
class SeatScore:
    """Points of a seat: in total, by part, and its other counts that can decide; `awards` are cards that it received."""

    seat: str
    team: str
    points: float
    parts: Mapping[str, float]
    others: Mapping[str, float]
    awards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Scores:
    """Result of a game: the points of every seat in the order of the file, the ranking, and findings that are not errors."""

    sheet: ScoreSheet
    seats: tuple[SeatScore, ...]
    ranking: Ranking
    findings: tuple[Finding, ...]


def score_document(
    document: Document, game: Game, cards: Mapping[str, Card], options: ScoreContext | None = None
) -> Scores:
    """Score a parsed file of a game that has scoring.

    Raises:
        InputError: the file contains what cannot be, with every finding; then nothing is scored.
    """
    return score_sheet(*read_case(document, game, cards, options or ScoreContext()))


def read_case(
    document: Document, game: Game, cards: Mapping[str, Card], options: ScoreContext
) -> tuple[ScoreCase, list[Finding]]:
    """Read a file as far as it can be read, with findings for the rest.

    Raises:
        InputError: it has no seats, or they are not written as such.
    """
    findings = check_document(document, "score")
    if findings:
        raise score_error(findings)
    findings += _check_head(document, game)
    chosen = {**_read_settings(document, game, findings), **options.settings}
    game = apply_settings(game, chosen)
    mode = options.mode or _read_mode(document, game)
    scoring = read_scoring(game, mode, matcher_of(game))
    declared = mode if game.names("modes") else ""
    sheet, more = read_sheet(document, game.id, declared, scoring, cards)
    sheet = replace(sheet, settings=chosen)
    return ScoreCase(sheet, scoring, game, cards, options.language, options.is_whole), findings + more


def _check_head(document: Document, game: Game) -> Iterator[Finding]:
    """Find a file that is for another game, or an unknown mode."""
    declared = document.value.get("game", game.id)
    if declared != game.id:
        message = tr("This file is for {other}, not for {game}.", other=declared, game=game.id)
        yield Finding("game", "error", message, where=document.where("game"))
    mode, modes = document.value.get("mode"), game.names("modes")
    if mode and mode not in modes:
        message = tr("The game {game} has no mode {mode}.", game=game.id, mode=mode)
        where = document.where("mode")
        yield Finding("unknown-mode", "error", f"{message} {suggest_names(mode, modes)}", where=where)


def _read_settings(document: Document, game: Game, findings: list[Finding]) -> dict[str, str | int]:
    """Read the settings in a file that the game has, and add findings for the others."""
    chosen: dict[str, str | int] = {}
    for name, value in document.value.get("settings", {}).items():
        try:
            setting = find_setting(name, game)
        except UsageError as error:
            where = document.where("settings", name, key=True)
            findings.append(Finding("setting", "error", f"{error.message} {error.hint}".strip(), where=where))
            continue
        try:
            chosen[name] = setting.read(value)
        except UsageError as error:
            where = document.where("settings", name)
            findings.append(Finding("setting", "error", f"{error.message} {error.hint}".strip(), where=where))
    return chosen


def _read_mode(document: Document, game: Game) -> str:
    mode = document.value.get("mode", "")
    return mode if mode in game.names("modes") else game.mode_for(len(document.value["seats"]))


def score_sheet(case: ScoreCase, findings: Sequence[Finding] = ()) -> Scores:
    """Score a file that was read; `findings` are those from reading it.

    Raises:
        InputError: the file contains what cannot be, with every finding; then nothing is scored.
    """
    all_findings = [*findings, *check_score(case)]
    _refuse(all_findings)
    final = FinalSeats(case)
    all_findings += final.findings
    _refuse(all_findings)
    counts = [final.counts(seat) for seat in final.seats]
    seats = tuple(_seat_score(case, seat, own, final) for seat, own in zip(final.seats, counts, strict=True))
    ranking = rank(_sides(seats), case.scoring.order)
    for tie in ranking.open_ties:
        all_findings += _open_tie(case, tie)
    _refuse(all_findings)
    return Scores(case.sheet, seats, ranking, tuple(all_findings))


def _open_tie(case: ScoreCase, tie: OpenTie) -> Iterator[Finding]:
    """Ask for what breaks a tie for first place; for others, only note that they are tied."""
    if tie.is_first:
        for seat in tie.missing:
            message = tr(
                "First place is tied, and the pad of {seat} lacks the tie-breaker: add “{name}”.",
                seat=seat,
                name=tie.key.by,
            )
            where = case.sheet.where("seats", seat, PAD)
            yield Finding("pad", "error", message, where=where, cite=case.scoring.cite)
        return
    message = tr(
        "{sides} are tied: “{name}” would break the tie, but is not on the pad of {seats}.",
        sides=", ".join(side.name for side in tie.sides),
        name=tie.key.by,
        seats=", ".join(tie.missing),
    )
    yield Finding("tie", "info", message, where=case.sheet.where("seats", tie.missing[0], PAD))


def _refuse(findings: list[Finding]) -> None:
    if has_errors(findings):
        raise score_error(sorted(findings, key=_by_place))


def _by_place(finding: Finding) -> tuple[bool, int, int]:
    where = finding.where
    return finding.severity != "error", where.line if where else 0, where.column if where else 0


def _seat_score(
    case: ScoreCase, seat: Seat, counts: SeatCounts | dict[str, float], final: FinalSeats
) -> SeatScore:
    parts = case.scoring.parts
    others = [name for name in case.scoring.on_the_pad if name not in parts]
    known = [name for name in others if not isinstance(counts, dict) or name in counts]
    return SeatScore(
        seat=seat.name,
        team=seat.team,
        points=counts[POINTS],
        parts={name: counts[name] for name in parts},
        others={name: counts[name] for name in known},
        awards=tuple(final.awarded.get(seat.name, ())),
    )


def _sides(seats: Sequence[SeatScore]) -> list[Side]:
    """The sides that play against each other: each seat, or the seats of each team."""
    sides: dict[str, list[SeatScore]] = {}
    for seat in seats:
        sides.setdefault(seat.team or seat.seat, []).append(seat)
    return [
        Side(
            name,
            tuple(seat.seat for seat in own),
            tuple({POINTS: seat.points, **seat.parts, **seat.others} for seat in own),
        )
        for name, own in sides.items()
    ]


# Who wins, in words.


def points(number: float) -> str:
    """Number of points, in words."""
    return print_trn("{count} point", "{count} points", number)


def verdict(scores: Scores, label: Callable[[str], str]) -> str:
    """Who wins, and what decided it; `label` is a game's own word for a context."""
    ranking = scores.ranking
    winners = [side.name for side in ranking.winners]
    values = {"names": print_list(winners), "points": points(ranking.sides[0].keys[0])}
    if len(winners) > 1:
        return print_tr("{names} share the victory with {points}.", **values)
    if len(ranking.sides) == 1 or ranking.decided_by in {POINTS, SHARED}:
        return print_tr("{names} wins with {points}.", **values)
    first, second = ranking.sides[:2]
    number = next(index for index, key in enumerate(first.keys) if key != second.keys[index])
    return print_tr(
        "{names} wins: {points}, as many as {other}. {what}: {found} against {less}.",
        other=second.side.name,
        what=label(f"score:{ranking.decided_by}"),
        found=first.keys[number],
        less=second.keys[number],
        **values,
    )


# Cards that are awarded at the end of a game, and cards that seats may claim only if they meet a requirement


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

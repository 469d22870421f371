"""What a score file cannot contain: too many seats or copies, invalid sets, violated rules, and numbers no cards can give."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import permutations
from math import gcd, inf
from typing import TYPE_CHECKING

from deckwright.construction.evaluation import CardPool, Contents, find_violations
from deckwright.files.scores import PAD
from deckwright.findings import Finding
from deckwright.messages import numeral, tr, trn
from deckwright.model.card import MAIN, copies_by_card, distinct_names
from deckwright.model.game import is_allowed, list_numbers
from deckwright.model.rule import matcher_of, totals_of
from deckwright.model.setup import Share, Supply, read_supply
from deckwright.scoring.holdings import check_placement, fillers, needs, placed_tiles

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from deckwright.construction.evaluation import Violation
    from deckwright.findings import Severity, Where
    from deckwright.model.card import Card, DeckEntry
    from deckwright.model.game import Game
    from deckwright.model.rule import Rule
    from deckwright.model.score_counts import CountLimits, Limits
    from deckwright.model.score_zones import ScoreZone
    from deckwright.model.scoring import ScoreSheet, Scoring, Seat, SharedCard


@dataclass(frozen=True, slots=True)
class ScoreCase:
    """A score file with everything that it is checked against. One that is not whole is still being filled in."""

    sheet: ScoreSheet
    scoring: Scoring
    game: Game
    cards: Mapping[str, Card]
    language: str
    is_whole: bool = True


def check_score(case: ScoreCase) -> Iterator[Finding]:
    """Find everything that a score file cannot contain, and what is only unusual (a warning)."""
    if case.is_whole:
        yield from _check_seats(case)
        yield from _check_teams(case)
    limited = {zone.id for zone in case.scoring.zones.values() if zone.is_limited}
    limited_entries = [entry for seat in case.sheet.seats for entry in seat.entries if entry.zone in limited]
    yield from _check_supply(case, limited_entries)
    yield from _check_supply(case, case.sheet.aside)
    yield from _check_aside(case, limited_entries)
    for seat in case.sheet.seats:
        if seat.pad is None:
            yield from _check_seat(case, seat)
    yield from _check_shared(case.sheet, case.scoring, case.cards, case.language)
    yield from _check_pads(case)
    if case.is_whole and all(seat.pad is None for seat in case.sheet.seats):
        entries = [*(entry for seat in case.sheet.seats for entry in seat.entries), *case.sheet.aside]
        is_read = all(seat.is_read for seat in case.sheet.seats)
        yield from _check_rules(case, case.scoring.together, entries, case.sheet.where(), is_whole=is_read)


def _check_seats(case: ScoreCase) -> Iterator[Finding]:
    """Find too few or too many seats for the mode."""
    mode = case.game.definition.get("modes", {}).get(case.sheet.mode, {})
    allowed = case.game.players_in(case.sheet.mode)
    players = len(case.sheet.seats)
    if not is_allowed(players, allowed):
        message = trn(
            "{count} seat is not allowed for {mode}. Allowed: {allowed}.",
            "{count} seats are not allowed for {mode}. Allowed: {allowed}.",
            players,
            allowed=list_numbers(allowed),
            mode=case.sheet.mode or case.game.id,
        )
        where = case.sheet.where()
        yield Finding(
            "players", "error", message, (), players, list_numbers(allowed), where, mode.get("cite", "")
        )


def _check_teams(case: ScoreCase) -> Iterator[Finding]:
    """Find seats without a team, teams in a mode without teams, and teams that are too small or too large."""
    size = case.scoring.team_size
    members = Counter(seat.team for seat in case.sheet.seats)
    for seat in case.sheet.seats:
        if size > 1 and not seat.team:
            message = tr("{seat} is not in a team: add it under “teams”.", seat=seat.name)
            yield Finding("team", "error", message, where=seat.where)
        if size == 1 and seat.team:
            yield Finding(
                "team",
                "error",
                tr("{seat} plays alone in this mode: remove “teams”.", seat=seat.name),
                where=seat.where,
            )
    for team, count in members.items():
        if team and size > 1 and count != size:
            message = trn(
                "Team “{team}” has {count} seat, but must have {limit}.",
                "Team “{team}” has {count} seats, but must have {limit}.",
                count,
                team=team,
                limit=size,
            )
            yield Finding("team", "error", message, (), count, size, case.sheet.where())


def _check_aside(case: ScoreCase, entries: Sequence[DeckEntry]) -> Iterator[Finding]:
    """Find cards that a seat has although all their copies were set aside."""
    aside = copies_by_card(case.sheet.aside)
    names = distinct_names(case.cards, case.language)
    for card, copies in copies_by_card(entries).items():
        limit = case.cards[card].copies - aside.get(card, 0)
        if card in aside and copies > max(limit, 0):
            message = tr("{card} was set aside: nobody can have it.", card=names[card])
            yield Finding(
                "aside", "error", message, (card,), copies, max(limit, 0), _beyond(entries, card, limit)
            )


def _check_supply(case: ScoreCase, entries: Sequence[DeckEntry]) -> Iterator[Finding]:
    """Find more copies of a card than the game box has, over all seats; a warning if that number is a guess."""
    names = distinct_names(case.cards, case.language)
    for card, copies in copies_by_card(entries).items():
        limit = case.cards[card].copies
        if copies > limit:
            message = trn(
                "{card} is listed {found} times, but the box has {count} copy.",
                "{card} is listed {found} times, but the box has {count} copies.",
                limit,
                card=names[card],
                found=copies,
            )
            is_guess = case.cards[card].counts == "sample"
            if is_guess:
                message += " " + tr("This number is only a sample: your box may differ.")
            severity: Severity = "warning" if is_guess else "error"
            yield Finding("box", severity, message, (card,), copies, limit, _beyond(entries, card, limit))
    yield from _check_totals(case, entries)


def _check_totals(case: ScoreCase, entries: Sequence[DeckEntry]) -> Iterator[Finding]:
    """Find more cards of a sort than the game box has, if the copies of each card are not known."""
    copies = copies_by_card(entries)
    for total in totals_of(case.game, matcher_of(case.game)):
        cards = [card for card in copies if total.of(case.cards[card])]
        count = sum(copies[card] for card in cards)
        if count > total.copies and any(case.cards[card].counts == "sample" for card in cards):
            message = trn(
                "{count} card here matches {query}, but the box has only {total}.",
                "{count} cards here match {query}, but the box has only {total}.",
                count,
                query=total.query,
                total=total.copies,
            )
            where = case.sheet.where()
            yield Finding("box", "error", message, tuple(cards), count, total.copies, where, total.cite)


def _beyond(entries: Iterable[DeckEntry], card: str, limit: int) -> Where | None:
    """Location of the first entry with which a card has too many copies."""
    copies = 0
    for entry in entries:
        copies += entry.copies if entry.card == card else 0
        if copies > limit:
            return entry.where
    return None


def _check_seat(case: ScoreCase, seat: Seat) -> Iterator[Finding]:
    tiles = placed_tiles(seat, case.scoring.grid, case.cards)
    yield from check_placement(tiles, case.cards, case.language, is_read=seat.is_read)
    for name, sets in seat.sets.items():
        zone = case.scoring.zones[name]
        for number, entries in enumerate(sets):
            yield from _check_set(case, zone, entries, case.sheet.where("seats", seat.name, name, number))
    is_whole = case.is_whole and seat.is_read
    yield from _check_rules(case, case.scoring.rules, seat.entries, seat.where, is_whole=is_whole)


def _check_set(
    case: ScoreCase, zone: ScoreZone, entries: Iterable[DeckEntry], where: Where | None
) -> Iterator[Finding]:
    """Find why a set has none of its possible forms, for the form that it is nearest to."""
    in_one_zone = [entry._replace(zone=MAIN) for entry in entries]
    violations = [list(_check_rules(case, rules, in_one_zone, where, is_whole=True)) for rules in zone.forms]
    if violations and all(violations):
        yield from min(violations, key=len)


def _check_rules(
    case: ScoreCase,
    rules: Iterable[Rule],
    entries: Iterable[DeckEntry],
    where: Where | None,
    *,
    is_whole: bool,
) -> Iterator[Finding]:
    """Find the rules that some cards violate; too few matters only once the file is complete."""
    for violation in find_violations(rules, Contents(entries, CardPool(case.cards)), len(case.sheet.seats)):
        if violation.excess > 0 or is_whole:
            yield _finding(case, violation, where)


def _finding(case: ScoreCase, violation: Violation, where: Where | None) -> Finding:
    label = case.game.label(f"score:rule.{violation.rule.id}", case.language)
    count = (
        tr("Here: {found}, {excess} too many.", found=violation.found, excess=violation.excess)
        if violation.excess > 0
        else tr("Here: {found}, {missing} too few.", found=violation.found, missing=-violation.excess)
    )
    subjects = tuple(card.id for card in violation.cards) if violation.rule.over else ()
    return Finding(
        violation.rule.id,
        violation.rule.severity,
        f"{label} {count}",
        subjects,
        violation.found,
        violation.limit,
        where,
        violation.rule.cite,
    )


def _check_shared(
    sheet: ScoreSheet, scoring: Scoring, cards: Mapping[str, Card], language: str
) -> Iterator[Finding]:
    """Find shared cards that are not filled correctly, or whose filler is unclear."""
    names = distinct_names(cards, language)
    for shared in sheet.shared:
        zone = scoring.zones[shared.zone]
        needed = needs(cards[shared.card], zone.pools)
        wrong = [*_check_tokens(shared, needed, names[shared.card], allows_excess=zone.allows_excess)]
        yield from wrong
        if not wrong:
            yield from _check_fillers(shared, needed, names[shared.card])


def _check_tokens(
    shared: SharedCard, needed: Mapping[str, int], name: str, *, allows_excess: bool
) -> Iterator[Finding]:
    there = shared.there
    for pool in dict.fromkeys((*needed, *there)):
        count, required = there[pool], needed.get(pool, 0)
        if count == required or (allows_excess and count > required > 0):
            continue
        values = {"card": name, "pool": pool, "found": count}
        message = (
            trn(
                "{card} requires at least {count} {pool} token, but has {found}.",
                "{card} requires at least {count} {pool} tokens, but has {found}.",
                required,
                **values,
            )
            if allows_excess and required
            else trn(
                "{card} requires exactly {count} {pool} token, but has {found}.",
                "{card} requires exactly {count} {pool} tokens, but has {found}.",
                required,
                **values,
            )
        )
        yield Finding("tokens", "error", message, (shared.card,), count, required, shared.where)


def _check_fillers(shared: SharedCard, needed: Mapping[str, int], name: str) -> Iterator[Finding]:
    """Find pools that nobody, or more than one seat, can have filled, and a card completed by a seat that filled none of it."""
    by_pool = {pool: fillers(shared.tokens, shared.filled, pool) for pool in needed}
    for pool, seats in by_pool.items():
        if len(seats) > 1 and shared.there[pool] == needed[pool]:
            message = tr(
                "{seats} have {pool} tokens on {card}: add the seat that placed the last one under “filled”.",
                seats=", ".join(seats),
                pool=pool,
                card=name,
            )
            yield Finding("filled", "error", message, (shared.card,), where=shared.where)
        elif not any(pool in shared.tokens.get(seat, {}) for seat in seats):
            message = tr("{seat} has no {pool} tokens on {card}.", seat=seats[0], pool=pool, card=name)
            yield Finding("filled", "error", message, (shared.card,), where=shared.where)
    if not any(shared.by in seats for seats in by_pool.values()):
        message = tr(
            "{seat} cannot have completed {card} without filling anything on it.", seat=shared.by, card=name
        )
        yield Finding("by", "error", message, (shared.card,), where=shared.where)


# Score pads: numbers that no cards of the box can give, on one pad or on all of them together.


def _check_pads(case: ScoreCase) -> Iterator[Finding]:
    """Find numbers that cannot be right; a warning if the number of copies in the box is a guess."""
    if any(seat.pad is not None for seat in case.sheet.seats):
        yield from _PadCheck(case).all()


def _fault(name: str, number: float, limits: Limits) -> str:
    """Why a count cannot be a number, however many copies there are; '' if it can."""
    values = {"name": name, "value": numeral(number)}
    if limits.values:
        listed = ", ".join(map(numeral, sorted(limits.values)))
        message = tr("{name} cannot be {value}. Possible: {listed}.", listed=listed, **values)
        return "" if number in limits.values else message
    if limits.addends and number != int(number):
        return tr("{name} must be a whole number, not {value}.", **values)
    step = gcd(*limits.addends)
    if step and number % step:
        return tr("{name} must be a multiple of {step}, not {value}.", step=step, **values)
    if number < limits.least:
        return tr("{name} must be {least} or more, not {value}.", least=limits.least, **values)
    if number <= limits.most and not _is_sum(number, limits.addends):
        listed = ", ".join(map(numeral, sorted(limits.addends)))
        return tr("{name} cannot be {value}: it is a sum of {listed}.", listed=listed, **values)
    return ""


def _is_sum(number: float, addends: Collection[int]) -> bool:
    """Whether a number can be a sum of some others, each as often as one likes; above the squares of these it always can."""
    if not addends or min(addends) < 0 or number > max(addends) ** 2:
        return True
    sums = {0}
    for total in range(1, int(number) + 1):
        if any(total - addend in sums for addend in addends):
            sums.add(total)
    return number in sums


class _PadCheck:
    """Checks the pads of one score file."""

    def __init__(self, case: ScoreCase) -> None:
        players = len(case.sheet.seats) or None
        supply = read_supply(case.game, case.cards.values(), case.sheet.mode, players)
        self._case = case
        self._limits = case.scoring.limits(supply)

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
            listed = " + ".join(map(numeral, numbers.values()))
            message = tr(
                "{name}: the box has too little for all pads together ({value}).", name=name, value=listed
            )
            yield self._finding(message, seats[-1], name, taken, self._severity(name))
        for number in dict.fromkeys(numbers.values()):
            holders = [seat for seat in seats if numbers[seat] == number]
            most = limit.holders.get(number, inf)
            if len(holders) > most:
                message = trn(
                    "{value} for {name} is on the pads of {seats}, but only {count} card has it.",
                    "{value} for {name} is on the pads of {seats}, but only {count} cards have it.",
                    most,
                    seats=", ".join(holders),
                    value=number,
                    name=name,
                )
                yield self._finding(message, holders[-1], name, number, self._severity(name))

    def _parts(self, seat: str, pad: Mapping[str, float]) -> Iterator[Finding]:
        """Find counts that contradict another one of the same pad: no cards give both."""
        names = [name for name in self._case.scoring.on_the_pad if name in pad]
        beside = {name: self._limits_beside(name, pad[name]) for name in names if self._counts_cards(name)}
        for name, other in permutations(names, 2):
            if not self._agree(pad, name, other, beside.get(other)):
                message = tr(
                    "{name} cannot be {value} if {other} is {found}.",
                    name=name,
                    value=numeral(pad[name]),
                    other=other,
                    found=numeral(pad[other]),
                )
                yield self._finding(message, seat, name, pad[name])

    def _agree(self, pad: Mapping[str, float], name: str, other: str, beside: CountLimits | None) -> bool:
        """Whether a seat can have a number beside that of another count, which sets limits if it counts cards."""
        number, found = pad[name], pad[other]
        if self._is_highest(name, other):
            return 0 < number <= found or number == found == 0
        if beside is None or number > self._limits[name].most:
            return True
        return number <= beside[name].most

    def _counts_cards(self, name: str) -> bool:
        """Whether a count is how many of some cards a seat has, wherever they lie."""
        count, zones = self._case.scoring.counts[name], self._case.scoring.zones
        elsewhere = [zone for zone in zones.values() if zone.id not in count.zones]
        cards = self._limits.cards(count)
        return count.method.id == "cards" and not any(
            zone.of is None or zone.of(card) for zone in elsewhere for card in cards
        )

    def _limits_beside(self, name: str, found: float) -> CountLimits:
        """Limits of all counts with no more of the cards that one counts than found."""
        test = self._limits.test(self._case.scoring.counts[name])
        rest = self._limits.supply.cards(lambda card: not test(card))
        cards = self._limits.supply.cards(test)
        return self._case.scoring.limits(Supply((Share(tuple(cards), int(found)), Share(tuple(rest)))))

    def _is_highest(self, part: str, whole: str) -> bool:
        """Whether one count is the highest of the numbers that another adds up."""
        one, other = (self._case.scoring.counts[name] for name in (part, whole))
        methods = (one.method.id, other.method.id)
        return methods == ("highest", "sum") and [*one.arguments.values()] == [*other.arguments.values()]

    def _excess(self, seat: str, name: str, number: float) -> Finding:
        most = self._limits[name].most
        message = tr(
            "{name} cannot be {value}: with this box, {most} is the most.", name=name, value=number, most=most
        )
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

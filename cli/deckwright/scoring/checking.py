"""What cannot be in a score file: too many seats or copies, sets that are none, rules that are broken."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from deckwright.construction.breaches import Contents, breaches
from deckwright.findings import Finding
from deckwright.messages import tr, trn
from deckwright.model.card import MAIN, copies_by_card
from deckwright.model.card_names import names_apart
from deckwright.model.game import is_allowed, listed
from deckwright.model.game_package import totals_of
from deckwright.model.rule import matcher_of
from deckwright.scoring.placement import pieces_of, placement_faults
from deckwright.scoring.sharing import shared_faults

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from deckwright.construction.breaches import Breach
    from deckwright.findings import Severity, Where
    from deckwright.model.card import Card, Entry
    from deckwright.model.game import Game
    from deckwright.model.rule import Rule
    from deckwright.model.score_sheet import ScoreSheet, Seat
    from deckwright.model.scoring import Scoring, Zone


@dataclass(frozen=True, slots=True)
class Case:
    """A score file with all that it is held against. While it is being filled in, it lacks nothing yet."""

    sheet: ScoreSheet
    scoring: Scoring
    game: Game
    cards: Mapping[str, Card]
    language: str
    is_whole: bool = True


def faults_in(case: Case) -> Iterator[Finding]:
    """Find everything that a score file cannot say, and what is only strange (a warning)."""
    if case.is_whole:
        yield from _seats(case)
        yield from _teams(case)
    limited = {zone.id for zone in case.scoring.zones.values() if zone.is_limited}
    held = [entry for seat in case.sheet.seats for entry in seat.entries if entry.zone in limited]
    yield from _box(case, held)
    yield from _box(case, case.sheet.aside)
    yield from _aside(case, held)
    for seat in case.sheet.seats:
        if seat.pad is None:
            yield from _seat(case, seat)
    yield from shared_faults(case.sheet, case.scoring, case.cards, case.language)
    if case.is_whole and all(seat.pad is None for seat in case.sheet.seats):
        entries = [*(entry for seat in case.sheet.seats for entry in seat.entries), *case.sheet.aside]
        is_read = all(seat.is_read for seat in case.sheet.seats)
        yield from _broken(case, case.scoring.together, entries, case.sheet.where(), is_whole=is_read)


def _seats(case: Case) -> Iterator[Finding]:
    """Find that more or fewer play than may."""
    mode = case.game.definition.get("modes", {}).get(case.sheet.mode, {})
    allowed = case.game.players_in(case.sheet.mode)
    players = len(case.sheet.seats)
    if not is_allowed(players, allowed):
        message = trn(
            "There is {count} seat, but {allowed} play {mode}.",
            "There are {count} seats, but {allowed} play {mode}.",
            players,
            allowed=listed(allowed),
            mode=case.sheet.mode or case.game.id,
        )
        where = case.sheet.where()
        yield Finding("players", "error", message, (), players, listed(allowed), where, mode.get("cite", ""))


def _teams(case: Case) -> Iterator[Finding]:
    """Find seats without a team, teams where each plays alone, and teams that are too small or too large."""
    size = case.scoring.team_size
    members = Counter(seat.team for seat in case.sheet.seats)
    for seat in case.sheet.seats:
        if size > 1 and not seat.team:
            message = tr("{seat} is in no team: list it under teams.", seat=seat.name)
            yield Finding("team", "error", message, where=seat.where)
        if size == 1 and seat.team:
            yield Finding(
                "team",
                "error",
                tr("{seat} plays alone in this mode: leave teams out.", seat=seat.name),
                where=seat.where,
            )
    for team, found in members.items():
        if team and size > 1 and found != size:
            message = trn(
                "The team {team} has {count} seat: it must have {limit}.",
                "The team {team} has {count} seats: it must have {limit}.",
                found,
                team=team,
                limit=size,
            )
            yield Finding("team", "error", message, (), found, size, case.sheet.where())


def _aside(case: Case, held: Sequence[Entry]) -> Iterator[Finding]:
    """Find cards that a seat has although all their copies were put aside."""
    aside = copies_by_card(case.sheet.aside)
    names = names_apart(case.cards, case.language)
    for card, copies in copies_by_card(held).items():
        most = case.cards[card].copies - aside.get(card, 0)
        if card in aside and copies > max(most, 0):
            message = tr("{card} was put aside: nobody can have it.", card=names[card])
            yield Finding("aside", "error", message, (card,), copies, max(most, 0), _beyond(held, card, most))


def _box(case: Case, entries: Sequence[Entry]) -> Iterator[Finding]:
    """Find more copies of a card than the box holds, over all seats; where their number is a guess, a warning."""
    names = names_apart(case.cards, case.language)
    for card, copies in copies_by_card(entries).items():
        most = case.cards[card].copies
        if copies > most:
            message = trn(
                "{card} stands here {found} times: the box holds {count} copy.",
                "{card} stands here {found} times: the box holds {count} copies.",
                most,
                card=names[card],
                found=copies,
            )
            is_guess = case.cards[card].counts == "sample"
            if is_guess:
                message += " " + tr("This count is only a sample: your box may differ.")
            severity: Severity = "warning" if is_guess else "error"
            yield Finding("box", severity, message, (card,), copies, most, _beyond(entries, card, most))
    yield from _totals(case, entries)


def _totals(case: Case, entries: Sequence[Entry]) -> Iterator[Finding]:
    """Find more cards of some sort than the box holds, where the copies of single cards are not known."""
    there = copies_by_card(entries)
    for total in totals_of(case.game, matcher_of(case.game)):
        cards = [card for card in there if total.of(case.cards[card])]
        found = sum(there[card] for card in cards)
        if found > total.copies and any(case.cards[card].counts == "sample" for card in cards):
            message = trn(
                "{count} card here matches {query}: the box holds only {total}.",
                "{count} cards here match {query}: the box holds only {total}.",
                found,
                query=total.query,
                total=total.copies,
            )
            where = case.sheet.where()
            yield Finding("box", "error", message, tuple(cards), found, total.copies, where, total.cite)


def _beyond(entries: Iterable[Entry], card: str, most: int) -> Where | None:
    """Give the place of the entry with which there are too many of a card."""
    there = 0
    for entry in entries:
        there += entry.copies if entry.card == card else 0
        if there > most:
            return entry.where
    return None


def _seat(case: Case, seat: Seat) -> Iterator[Finding]:
    pieces = pieces_of(seat, case.scoring.grid, case.cards)
    yield from placement_faults(pieces, case.cards, case.language, is_read=seat.is_read)
    for name, sets in seat.sets.items():
        zone = case.scoring.zones[name]
        for number, entries in enumerate(sets):
            yield from _set(case, zone, entries, case.sheet.where("seats", seat.name, name, number))
    is_whole = case.is_whole and seat.is_read
    yield from _broken(case, case.scoring.rules, seat.entries, seat.where, is_whole=is_whole)


def _set(case: Case, zone: Zone, entries: Iterable[Entry], where: Where | None) -> Iterator[Finding]:
    """Find what keeps a set from being any of its forms: of the form that it is nearest to."""
    alone = [replace(entry, zone=MAIN) for entry in entries]
    found = [list(_broken(case, rules, alone, where, is_whole=True)) for rules in zone.forms]
    if found and all(found):
        yield from min(found, key=len)


def _broken(
    case: Case,
    rules: Iterable[Rule],
    entries: Iterable[Entry],
    where: Where | None,
    *,
    is_whole: bool,
) -> Iterator[Finding]:
    """Find the rules that some cards break; what lacks only matters where nothing more is to come."""
    for breach in breaches(rules, Contents(list(entries), case.cards), len(case.sheet.seats)):
        if breach.excess > 0 or is_whole:
            yield _finding(case, breach, where)


def _finding(case: Case, breach: Breach, where: Where | None) -> Finding:
    said = case.game.label(f"score:rule.{breach.rule.id}", case.language)
    count = (
        tr("Here: {found}, {excess} too many.", found=breach.found, excess=breach.excess)
        if breach.excess > 0
        else tr("Here: {found}, {missing} too few.", found=breach.found, missing=-breach.excess)
    )
    subjects = tuple(card.id for card in breach.cards) if breach.rule.over else ()
    return Finding(
        breach.rule.id,
        breach.rule.severity,
        f"{said} {count}",
        subjects,
        breach.found,
        breach.limit,
        where,
        breach.rule.cite,
    )

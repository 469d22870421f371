"""Score a file: read it, check it, apply what is awarded at the end, count, and rank the sides."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

from deckwright.errors import UsageError
from deckwright.files.scores import PAD, check_head, read_sheet, score_error
from deckwright.findings import Finding, has_errors
from deckwright.messages import print_tr, print_trn, tr
from deckwright.model.rule import matcher_of
from deckwright.model.score_counts import POINTS
from deckwright.model.scoring import read_scoring
from deckwright.model.settings import apply_settings, find_setting
from deckwright.model.words import suggest_names
from deckwright.scoring.awards import FinalSeats
from deckwright.scoring.check import ScoreCase, check_score

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from deckwright.files.yaml import Document
    from deckwright.model.card import Card
    from deckwright.model.game import Game
    from deckwright.model.score_counts import SeatCounts
    from deckwright.model.scoring import RankingKey, ScoreSheet, Seat


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
            if missing := [seat for side in equal for seat in _without(side, key)]:
                ties.append(OpenTie(equal, key, tuple(missing), is_first=keys[group[0]] == best))
                settled.update(group)
            else:
                values.update({number: _value(sides[number], key) for number in group})
        keys = [(*known, values[number]) for number, known in enumerate(keys)]
    return keys, tuple(ties)


def _equal(keys: Sequence[tuple[float, ...]], settled: set[int]) -> Iterator[list[int]]:
    """Yield the numbers of the sides that are still equal; before the first key, all are, even one alone."""
    for shared in dict.fromkeys(keys):
        group = [number for number, other in enumerate(keys) if other == shared and number not in settled]
        if len(group) > 1 or (group and not shared):
            yield group


def _without(side: Side, key: RankingKey) -> list[str]:
    """Seats of a side that do not have what a key compares."""
    return [seat for seat, counts in zip(side.seats, side.counts, strict=True) if key.by not in counts]


def _value(side: Side, key: RankingKey) -> float:
    return _OF[key.of]([counts[key.by] for counts in side.counts])


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
    findings = check_head(document)
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
    values = {"names": _joined(winners), "points": points(ranking.sides[0].keys[0])}
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


def _joined(names: Sequence[str]) -> str:
    *most, last = names
    return print_tr("{names} and {last}", names=", ".join(most), last=last) if most else last

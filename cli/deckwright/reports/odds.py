"""How odds are shown: by turn, as shares of a hundred, and exactly as fractions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from deckwright.messages import tr
from deckwright.press.charts import Bar, Panel
from deckwright.reports.numbers import percent, share

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from fractions import Fraction

    from deckwright.table.odds import Drawn, Odds


_COUNTS = 6
"""Up to how many cards of one hand are shown; JSON has all."""

_MANY = 8
"""From how many turns on they are shown by their numbers alone."""


def odds_as_json(odds: Odds) -> dict[str, Any]:
    """Give an object for the odds of one query, or of several in one hand."""
    return {
        "queries": list(odds.queries),
        "matching": odds.matching,
        "of": odds.size,
        "draws": [_draw_as_json(drawn, odds) for drawn in odds.draws],
    }


def _draw_as_json(drawn: Drawn, odds: Odds) -> dict[str, Any]:
    counted = min(drawn.seen.cards, odds.size)
    return {
        "seat": drawn.seen.seat or None,
        "turn": drawn.seen.turn,
        "cards": counted,
        "at_least": [
            {"count": count, "chance": float(chance), "fraction": str(chance)}
            for count, chance in enumerate(drawn.at_least, 1)
        ],
        "expected": counted * odds.matching / odds.size,
    }


def odds_panels(odds: Sequence[Odds]) -> Iterator[Panel]:
    """Give a panel for each query: the chance of one card at least, by turn; and one more for how many at the end."""
    for one in odds:
        yield _by_turn(one)
        last = one.draws[-1]
        if len(one.queries) == 1 and len(last.at_least) > 1:
            yield _by_count(one)


def _by_turn(one: Odds) -> Panel:
    seats = list(dict.fromkeys(drawn.seen.seat for drawn in one.draws))
    draws = sorted(one.draws, key=lambda drawn: (drawn.seen.turn, seats.index(drawn.seen.seat)))
    bars = (_bar(_label(drawn, one), drawn.at_least[0], seats.index(drawn.seen.seat)) for drawn in draws)
    title = tr("A card for each of {queries}", queries=", ".join(one.queries))
    if len(one.queries) == 1:
        title = tr("At least one of {query}", query=one.queries[0])
    note = f"{_of(one)}, {tr('in percent')}"
    return Panel(title, note, tuple(bars), _style(one), 1.0, _keys(seats))


def _by_count(one: Odds) -> Panel:
    """Show how likely it is to have drawn at least so many by the end."""
    seats = list(dict.fromkeys(drawn.seen.seat for drawn in one.draws))
    last = {drawn.seen.seat: drawn for drawn in one.draws}
    most = min(max(len(drawn.at_least) for drawn in last.values()), _COUNTS)
    bars = tuple(
        _bar(tr("{count} or more", count=count), chance, number)
        for count in range(1, most + 1)
        for number, seat in enumerate(seats)
        for chance in last[seat].at_least[count - 1 : count]
    )
    title = tr("How many of {query}, {when}", query=one.queries[0], when=_when(one.draws[-1], one))
    return Panel(title, _of(one), bars, "bars", 1.0, _keys(seats))


def _bar(label: str, chance: Fraction, series: int) -> Bar:
    return Bar(label, float(chance), share(chance), series, percent(chance))


def _style(one: Odds) -> Any:
    return "columns" if len(one.draws) > 1 else "bars"


def _keys(seats: Sequence[str]) -> tuple[str, ...]:
    names = {"first": tr("goes first"), "other": tr("the others")}
    return tuple(names[seat] for seat in seats if seat)


def _of(one: Odds) -> str:
    note = tr("{matching} of {size} cards", matching=one.matching, size=one.size)
    return f"{note}, {tr('by turns')}" if one.draws[-1].seen.turn > _MANY else note


def _label(drawn: Drawn, one: Odds) -> str:
    return str(drawn.seen.turn) if one.draws[-1].seen.turn > _MANY else _when(drawn, one)


def _when(drawn: Drawn, one: Odds) -> str:
    """Say by when, or out of how many cards, where there is one time only."""
    if len({other.seen.turn for other in one.draws}) == 1:
        return tr("{count} drawn", count=min(drawn.seen.cards, one.size))
    return tr("turn {turn}", turn=drawn.seen.turn) if drawn.seen.turn else tr("at the start")

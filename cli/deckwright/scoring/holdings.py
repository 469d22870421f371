"""What seats have: cards, joins of tiles, sets, and tokens on shared cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckwright.model.measures import read_number
from deckwright.model.score_counts import Holding
from deckwright.scoring.placement import joins_at, placed_tiles

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from deckwright.model.card import Card
    from deckwright.model.score_sheet import ScoreSheet, Seat
    from deckwright.model.scoring import Scoring


def together(holdings: Iterable[Holding]) -> Holding:
    """What some seats have together."""
    whole = Holding()
    for holding in holdings:
        whole.add(holding)
    return whole


def holding_of(seat: Seat, sheet: ScoreSheet, scoring: Scoring, cards: Mapping[str, Card]) -> Holding:
    """What one seat has."""
    held = Holding(entries=list(seat.entries))
    if scoring.grid:
        tiles = placed_tiles(seat, scoring.grid, cards)
        held.joins, single = joins_at(tiles, scoring.grid)
        held.tiles = [(tile.card, joined) for tile, joined in zip(tiles, single, strict=True)]
    for zone, sets in seat.sets.items():
        held.amounts[zone, "sets"] += len(sets)
    for one in sheet.shared:
        pools = needs(cards[one.card], scoring.zones[one.zone].pools)
        held.amounts[one.zone, "tokens"] += sum(one.tokens.get(seat.name, {}).values())
        held.amounts[one.zone, "filled"] += sum(
            fillers(one.tokens, one.filled, pool) == [seat.name] and one.there[pool] == needed
            for pool, needed in pools.items()
        )
        held.amounts[one.zone, "pools"] += len(pools) if one.by == seat.name else 0
    return held


def needs(card: Card, pools: Mapping[str, str]) -> dict[str, int]:
    """Number of tokens of each pool that fill a card, without pools that it does not need."""
    needed = {pool: int(read_number(card, name)) for pool, name in pools.items()}
    return {pool: count for pool, count in needed.items() if count}


def fillers(tokens: Mapping[str, Mapping[str, int]], filled: Mapping[str, str], pool: str) -> list[str]:
    """Seats that can have filled a pool: the one that the file names, or else all that have tokens in it."""
    return [filled[pool]] if pool in filled else [seat for seat, own in tokens.items() if pool in own]

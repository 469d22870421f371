"""Cards that several seats put tokens on: whether they are filled as they may be, and by whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckwright.findings import Finding
from deckwright.messages import tr
from deckwright.model.card_names import names_apart
from deckwright.scoring.counting import fillers, needs

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deckwright.model.card import Card
    from deckwright.model.score_sheet import ScoreSheet, Shared
    from deckwright.model.scoring import Scoring


def shared_faults(
    sheet: ScoreSheet, scoring: Scoring, cards: Mapping[str, Card], language: str
) -> Iterator[Finding]:
    """Find shared cards that are not filled as they may be, and those of which it is not clear who filled what."""
    names = names_apart(cards, language)
    for one in sheet.shared:
        zone = scoring.zones[one.zone]
        needed = needs(cards[one.card], zone.pools)
        wrong = [*_amounts(one, needed, names[one.card], allows_excess=zone.allows_excess)]
        yield from wrong
        if not wrong:
            yield from _fillers(one, needed, names[one.card])


def _amounts(one: Shared, needed: Mapping[str, int], name: str, *, allows_excess: bool) -> Iterator[Finding]:
    there = one.there
    for pool in dict.fromkeys((*needed, *there)):
        found, wanted = there[pool], needed.get(pool, 0)
        if found == wanted or (allows_excess and found > wanted > 0):
            continue
        said = {"card": name, "wanted": wanted, "pool": pool, "found": found}
        message = (
            tr("{card} needs at least {wanted} {pool} tokens, and has {found}.", **said)
            if allows_excess and wanted
            else tr("{card} needs exactly {wanted} {pool} tokens, and has {found}.", **said)
        )
        yield Finding("tokens", "error", message, (one.card,), found, wanted, one.where)


def _fillers(one: Shared, needed: Mapping[str, int], name: str) -> Iterator[Finding]:
    """Find pools that nobody, or more than one, can have filled, and a completer who filled none."""
    by_pool = {pool: fillers(one.tokens, one.filled, pool) for pool in needed}
    for pool, seats in by_pool.items():
        if len(seats) > 1 and one.there[pool] == needed[pool]:
            message = tr(
                "{seats} have {pool} tokens on {card}: write under filled who put the last of them.",
                seats=", ".join(seats),
                pool=pool,
                card=name,
            )
            yield Finding("filled", "error", message, (one.card,), where=one.where)
        elif not any(pool in one.tokens.get(seat, {}) for seat in seats):
            message = tr("{seat} has no {pool} tokens on {card}.", seat=seats[0], pool=pool, card=name)
            yield Finding("filled", "error", message, (one.card,), where=one.where)
    if not any(one.by in seats for seats in by_pool.values()):
        message = tr(
            "{seat} cannot have completed {card} without filling anything on it.", seat=one.by, card=name
        )
        yield Finding("by", "error", message, (one.card,), where=one.where)

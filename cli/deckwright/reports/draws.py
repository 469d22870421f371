"""Hands drawn from a deck: card by card, or how many of very many have what was asked for."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from deckwright.messages import tr, trn
from deckwright.model.card import distinct_names
from deckwright.reports.output import decimal, members

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deckwright.table.draws import CountedHands
    from deckwright.workbench.hands import SampleHands


def hands_as_json(sample: SampleHands) -> dict[str, Any]:
    """JSON object of the contract for hands, or for the counts of many."""
    names = [deck.source or deck.name for deck in sample.decks]
    head = {
        "deck": names[0],
        "decks": names,
        "game": sample.game.id,
        **members(sample, "seed players"),
    }
    if not sample.counts:
        return {**head, "hands": sample.hands, "findings": sample.findings}
    results = [
        {"query": counted.queries[0], "queries": counted.queries, **members(counted, "share error hands")}
        for counted in sample.counts
    ]
    times = sample.counts[0].all
    return {
        **head,
        "times": times,
        "turn": len(sample.rules.turns),
        "results": results,
        "findings": sample.findings,
    }


def hand_lines(sample: SampleHands) -> Iterator[str]:
    """Hands as lines, the cards of each turn after them; or the share of each query."""
    yield " · ".join([sample.title, sample.game.title(sample.language), tr("seed {seed}", seed=sample.seed)])
    if sample.counts:
        yield from _counts(sample.counts, len(sample.rules.turns))
        return
    names = distinct_names(sample.cards, sample.language)
    for number, hand in enumerate(sample.hands, 1):
        yield ""
        label = tr("Hand {number}", number=number)
        if hand.mulligans:
            label += f" ({trn('{count} mulligan', '{count} mulligans', hand.mulligans)})"
        yield tr("{label}: {value}", label=label, value=_named(hand.hand, names))
        for turn, cards in enumerate(hand.draws, 1):
            if sample.rules.turns[turn - 1]:
                label = tr("Turn {turn}", turn=turn)
                yield f"  {tr('{label}: {value}', label=label, value=_named(cards, names))}"


def _named(cards: Sequence[str], names: dict[str, str]) -> str:
    return " · ".join(names[card] for card in cards) or tr("the deck is empty")


def _counts(counts: Sequence[CountedHands], turn: int) -> Iterator[str]:
    when = tr("by turn {turn}", turn=turn) if turn else tr("in the opening hand")
    yield trn("{count} hand drawn, {when}:", "{count} hands drawn, {when}:", counts[0].all, when=when)
    for counted in counts:
        label = tr("A card for each of {queries}", queries=", ".join(counted.queries))
        if len(counted.queries) == 1:
            label = tr("At least one of {query}", query=counted.queries[0])
        share, error = (decimal(Fraction(100 * number), 2) for number in (counted.share, counted.error))
        value = tr("{number} %", number=f"{share} ± {error}")
        yield f"  {tr('{label}: {value}', label=label, value=value)}"

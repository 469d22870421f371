"""An example of scoring: what some players have, as pictures, what it counts, and who wins."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from deckwright.files.yaml import document_of
from deckwright.messages import print_tr
from deckwright.model.card import DeckEntry
from deckwright.model.score_counts import SeatCounts
from deckwright.press.documents.content import Item, Piece, Section
from deckwright.workbench.card_drawings import CardDrawings
from deckwright.workbench.document_points import TIE_ICON, icon_of, key_label, scoring_in
from deckwright.workbench.document_sections import choice_icon, icon_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from deckwright.model.card import Card
    from deckwright.model.game import Game
    from deckwright.model.scoring import Seat, SharedCard
    from deckwright.press.drawing.context import RenderContext
    from deckwright.scoring.score import Scores, SeatScore


_MOST_COPIES, _MOST_TERMS = 7, 4
"""Most cards of a place that are drawn, and most numbers that are added up in a line."""

_COVERED = "covered"
"""Key of an example with the cards that are covered when they are scored, each with the one on it, which is not of a score file."""


def score_example(game: Game, cards: Mapping[str, Card], language: str = "en") -> Scores | None:
    """Scores of the example of a game; None if it has none.

    Raises:
        InputError: the example contains what cannot be.
    """
    from deckwright.scoring.score import ScoreContext, score_document

    example = game.definition.get("scoring", {}).get("example")
    if not example:
        return None
    score_file = {key: value for key, value in example.items() if key != _COVERED}
    document = document_of(json.dumps(score_file), game.id)
    return score_document(document, game, cards, ScoreContext(language=language, is_whole=False))


def example_section(context: RenderContext, cards: Mapping[str, Card], mode: str) -> Section:
    """The example of scoring of a game; without items if it has none, or one of another mode."""
    from deckwright.scoring.score import verdict

    scores = score_example(context.game, cards, context.language)
    if not scores or (mode and scores.sheet.mode not in ("", mode)):
        return Section("", ())
    drawing = _Example(context, cards, scores)
    items = (*drawing.shared(), *drawing.seats(), Item(text=verdict(scores, context.label)))
    return Section(print_tr("An example of scoring"), items, "example")


def _number(number: float) -> str:
    """Number with a real minus sign."""
    return str(number).replace("-", "\N{MINUS SIGN}")


class _Example:
    """Items of an example: the cards that several players share, and each player with places and numbers."""

    def __init__(self, context: RenderContext, cards: Mapping[str, Card], scores: Scores) -> None:
        self._context, self._cards, self._scores = context, cards, scores
        self._scoring = scoring_in(context, scores.sheet.mode or context.game.default_mode)
        sheet = scores.sheet
        names = {entry.card for seat in sheet.seats for entry in seat.entries}
        names |= {card for seat in scores.seats for card in seat.awards}
        shown = [cards[name] for name in sorted(names)]
        self._covers: Mapping[str, str] = context.game.definition["scoring"]["example"].get(_COVERED, {})
        shown += [cards[name] for name in self._covers.values()]
        self._drawings = CardDrawings(context, cards.values(), shown)

    def _front(self, card: str) -> Piece:
        return self._drawings.front(self._cards[self._covers.get(card, card)])

    def shared(self) -> Iterator[Item]:
        """Yield an item of the cards that several players have tokens on."""
        if shared := self._scores.sheet.shared:
            title = self._context.label(f"score:zone.{shared[0].zone}")
            icons = "".join(f"{{{part.replace('-', '_')}}}" for part in self._filled_counts())
            text = print_tr("{icon} marks a row this player completed.", icon=icons) if icons else ""
            yield Item(title, text, points=tuple(map(self._shared_card, shared)))

    def _shared_card(self, shared: SharedCard) -> Item:
        name = print_tr("Completed by {seat}", seat=shared.by)
        lines = tuple(self._tokens_of(seat, shared) for seat in shared.tokens)
        return Item(name, points=lines, pieces=(self._front(shared.card),))

    def _tokens_of(self, seat: str, shared: SharedCard) -> Item:
        """Tokens of a player on a shared card; those of a sort that the player filled have the icon of what that counts."""
        from deckwright.scoring.holdings import filled_pools, needs

        pools = needs(self._cards[shared.card], self._scoring.zones[shared.zone].pools)
        filled = filled_pools(shared, seat, pools)
        icons = tuple(Item(icon=icon_of(part, self._context)) for part in self._filled_counts())
        sorts = (
            self._pool(pool, count)._replace(points=icons if pool in filled else (), sign=self._sign_of(seat))
            for pool, count in shared.tokens[seat].items()
        )
        return Item(seat, points=tuple(sorts))

    def _sign_of(self, seat: str) -> str:
        """Icon of the tokens of a player, as they are dealt; '' if they have none of their own."""
        steps = self._context.game.definition.get("deal", {}).get("steps", ())
        fields = [step["alike"] for step in steps if "alike" in step]
        choices = [*self._context.game.fields[fields[0]].choices] if fields else []
        number = [own.name for own in self._scores.sheet.seats].index(seat)
        return self._pool(choices[number], 1).icon if number < len(choices) else ""

    def _filled_counts(self) -> list[str]:
        """Parts of the score that count the sorts of tokens that a player filled."""
        parts = self._scoring.parts
        return [part for part in parts if self._scoring.counts[part].method.id == "filled"]

    def _pool(self, pool: str, count: int) -> Item:
        alike = [card for card in self._cards.values() if pool in card.fields.values()]
        icon = choice_icon(self._context, pool, alike)
        return Item(icon_name(pool, self._context) or pool, icon=icon, values=(str(count),))

    def seats(self) -> Iterator[Item]:
        """Yield an item for each player."""
        for seat, score in zip(self._scores.sheet.seats, self._scores.seats, strict=True):
            places = tuple(self._places(seat, score))
            numbers = self._numbers(seat, score)
            ties = (Item(points=ties) for ties in [tuple(self._ties(seat.name))] if ties)
            yield Item(seat.name, values=(_number(score.points),), points=(*places, *numbers, *ties))

    def _ties(self, side: str) -> Iterator[Item]:
        """Yield the numbers of a side that its tie with another one was decided by, if it had one."""
        order, ranking = self._scoring.order, self._scores.ranking
        compared = [key.id for key in order]
        decisive = compared.index(ranking.decided_by) if ranking.decided_by in compared else 0
        for ranked in ranking.sides:
            if ranked.side.name == side and ranked.keys[0] == ranking.sides[0].keys[0]:
                for key, number in zip(order[1 : decisive + 1], ranked.keys[1:], strict=False):
                    yield Item(key_label(key, self._context), icon=TIE_ICON, values=(_number(number),))

    def _numbers(self, seat: Seat, score: SeatScore) -> Iterator[Item]:
        """Yield what the parts of the score are, but for those of 0; what several cards give is added up."""
        from deckwright.scoring.holdings import holding_of

        holding = holding_of(seat, self._scores.sheet, self._scoring, self._cards)
        counts = SeatCounts(self._scoring.counts, self._scoring.parts, self._cards, holding)
        for part, number in score.parts.items():
            if number:
                label, icon = self._context.label(f"score:{part}"), icon_of(part, self._context)
                terms = self._shared_terms(part, seat.name) or self._terms(part, counts, number)
                total = " = ".join([" + ".join(terms)] * (len(terms) > 1) + [_number(number)])
                yield Item(label, icon=icon, values=(total,))

    def _terms(self, part: str, counts: SeatCounts, number: float) -> list[str]:
        """What each card gives for one of several parts of the score, if it gives anything; none if they are too many, or others count too."""
        terms = list(filter(None, counts.terms(part)))
        is_told = len(self._scoring.parts) > 1 and len(terms) <= _MOST_TERMS and sum(terms) == number
        return [*map(str, terms)] if is_told else []

    def _shared_terms(self, part: str, seat: str) -> list[str]:
        """What each shared card gives for a part of the score, if it gives anything."""
        from deckwright.scoring.holdings import shared_amounts

        counted = self._scoring.counts[part].method.id
        shared_cards = self._scores.sheet.shared
        amounts = (shared_amounts(shared, seat, self._scoring, self._cards) for shared in shared_cards)
        return [str(amount[counted]) for amount in amounts if amount.get(counted)]

    def _places(self, seat: Seat, score: SeatScore) -> Iterator[Item]:
        """Yield what a player has, zone by zone: sets one by one, and placed tiles with what they are placed beside."""
        grid = self._context.game.definition.get("grid", {})
        start = grid.get("start", {}).get("zone") if seat.placed else None
        zones = self._context.game.definition["scoring"]["zones"]
        awards = {award.card: award.zone for award in self._scoring.awards}
        for zone, entry in zones.items():
            label = self._context.label(f"score:zone.{zone}")
            entries = [other for other in seat.entries if other.zone == zone]
            entries += [DeckEntry(card, 1, zone) for card in score.awards if awards[card] == zone]
            if entry["shape"] == "sets":
                yield from (self._place(label, cards) for cards in seat.sets.get(zone, ()))
            elif entry["shape"] == "placed" and entries:
                yield Item(label, pieces=tuple(self._placed(seat, grid, start)), lie="placed")
            elif entries and zone != start and entry["shape"] != "shared":
                yield self._place(label, entries)

    def _place(self, label: str, entries: Sequence[DeckEntry]) -> Item:
        pieces = [self._front(entry.card) for entry in entries for _ in range(entry.copies)]
        return Item(label, pieces=tuple(pieces[:_MOST_COPIES]), lie="row")

    def _placed(self, seat: Seat, grid: Mapping[str, Any], start: str | None) -> Iterator[Piece]:
        """Yield the tiles of a player with their corners, and the card that they are placed beside."""
        places = [(tile.card, (tile.x, tile.y)) for tiles in seat.placed.values() for tile in tiles]
        places += [(entry.card, tuple(grid["start"]["at"])) for entry in seat.entries if entry.zone == start]
        return self._drawings.placed((self._front(name), self._cards[name], at) for name, at in places)

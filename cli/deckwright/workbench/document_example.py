"""An example of scoring on rules pages: what some players have, as pictures, what it counts, and who wins."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from deckwright.messages import print_tr
from deckwright.press.documents.content import Item, Section
from deckwright.press.graphics.parts import Area, DrawnGroup, rectangle
from deckwright.workbench.document_sections import CORNER, drawn_pieces, icon_name, named_item

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from deckwright.model.card import Card, DeckEntry
    from deckwright.model.game import Game
    from deckwright.model.scoring import Seat, SharedCard
    from deckwright.press.documents.content import Piece
    from deckwright.press.drawing.context import RenderContext
    from deckwright.scoring.score import Scores, SeatScore

_MOST_COPIES = 7
"""Most cards of a place that are drawn."""


def score_example(game: Game, cards: Mapping[str, Card], language: str = "en") -> Scores | None:
    """Scores of the example of a game; None if it has none.

    Raises:
        InputError: the example contains what cannot be.
    """
    from deckwright.files.yaml import document_of
    from deckwright.scoring.score import ScoreContext, score_document

    example = game.definition.get("scoring", {}).get("example")
    if not example:
        return None
    document = document_of(json.dumps(example), game.id)
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


def _laid_across(piece: Piece) -> Piece:
    """A piece that is printed upright, or on its side, as it lies on the table: turned to the left."""
    width, height = piece.size
    parts = DrawnGroup((DrawnGroup(piece.parts, clip=piece.cut),), -90.0, (width / 2, width / 2))
    return piece._replace(
        parts=(parts,), size=(height, width), cut=rectangle(Area(0.0, 0.0, height, width), (CORNER,) * 4)
    )


class _Example:
    """Items of an example: the cards that several players share, and each player with places and numbers."""

    def __init__(self, context: RenderContext, cards: Mapping[str, Card], scores: Scores) -> None:
        self._context, self._cards, self._scores = context, cards, scores
        sheet = scores.sheet
        shown = {entry.card for seat in sheet.seats for entry in seat.entries}
        shown |= {card for seat in scores.seats for card in seat.awards}
        self._pieces, _ = drawn_pieces(context, cards.values(), [cards[name] for name in sorted(shown)])

    def shared(self) -> Iterator[Item]:
        """Yield an item of the cards that several players have tokens on."""
        if shared := self._scores.sheet.shared:
            title = self._context.label(f"score:zone.{shared[0].zone}")
            yield Item(title, points=tuple(map(self._shared_card, shared)))

    def _shared_card(self, shared: SharedCard) -> Item:
        lines = (
            named_item(
                seat, ", ".join(f"{count}\u00a0×\u00a0{self._pool(pool)}" for pool, count in tokens.items())
            )
            for seat, tokens in shared.tokens.items()
        )
        return Item(points=tuple(lines), pieces=(self._pieces[shared.card],))

    def _pool(self, pool: str) -> str:
        return icon_name(pool, self._context) or pool

    def seats(self) -> Iterator[Item]:
        """Yield an item for each player."""
        for seat, score in zip(self._scores.sheet.seats, self._scores.seats, strict=True):
            places = tuple(self._places(seat, score))
            yield Item(seat.name, values=(_number(score.points),), points=(*places, *self._numbers(score)))

    def _numbers(self, score: SeatScore) -> Iterator[Item]:
        """Yield what the parts of the score are, but for those of 0."""
        icons = self._context.game.definition.get("icons", {})
        for part, number in score.parts.items():
            if number:
                icon = icons.get(part.replace("-", "_"), "")
                yield Item(self._context.label(f"score:{part}"), icon=icon, values=(_number(number),))

    def _places(self, seat: Seat, score: SeatScore) -> Iterator[Item]:
        """Yield what a player has, zone by zone: sets one by one, and placed tiles with what they are placed beside."""
        grid = self._context.game.definition.get("grid", {})
        start = grid.get("start", {}).get("zone") if seat.placed else None
        zones = self._context.game.definition["scoring"]["zones"]
        for zone, entry in zones.items():
            label = self._context.label(f"score:zone.{zone}")
            entries = [other for other in seat.entries if other.zone == zone]
            if entry["shape"] == "sets":
                yield from (self._place(label, cards) for cards in seat.sets.get(zone, ()))
            elif entry["shape"] == "placed" and entries:
                yield Item(label, pieces=tuple(self._placed(seat, grid, start)), lie="placed")
            elif entries and zone != start and entry["shape"] != "shared":
                yield self._place(label, entries)
        if score.awards:
            yield Item(pieces=tuple(self._pieces[card] for card in score.awards), lie="row")

    def _place(self, label: str, entries: Sequence[DeckEntry]) -> Item:
        pieces = [self._pieces[entry.card] for entry in entries for _ in range(entry.copies)]
        return Item(label, pieces=tuple(pieces[:_MOST_COPIES]), lie="row")

    def _placed(self, seat: Seat, grid: Mapping[str, Any], start: str | None) -> Iterator[Piece]:
        """Yield the tiles of a player with their corners, and the card that they are placed beside."""
        places = [(tile.card, (tile.x, tile.y)) for tiles in seat.placed.values() for tile in tiles]
        places += [(entry.card, tuple(grid["start"]["at"])) for entry in seat.entries if entry.zone == start]
        left, top = (min(at[axis] for _, at in places) for axis in (0, 1))
        for name, (x, y) in places:
            columns, rows = grid["shapes"][self._cards[name].fields[grid["shape"]]]
            piece = self._pieces[name]
            if (columns > rows) != (piece.size[0] > piece.size[1]) and columns != rows:
                piece = _laid_across(piece)
            width, height = piece.size[0] / columns, piece.size[1] / rows
            yield piece._replace(corner=((x - left) * width, (y - top) * height))

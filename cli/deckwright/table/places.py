"""The zones of a table: how their cards lie and who sees them, the usual ones, and where they are on a screen."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from deckwright.messages import in_language, later
from deckwright.model.query.binding import Vocabulary, parse
from deckwright.model.query.matching import dump_query
from deckwright.model.setup import ASIDE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from deckwright.model.game import Game
    from deckwright.model.setup import Deal
    from deckwright.table.deal import Table

Shape = Literal["pile", "row", "hand"]
"""How cards lie in a zone: on top of each other, side by side, or in the hand of a player, who alone sees them."""


class TableZone(NamedTuple):
    """A zone of a table, or of every seat; the cards of an open one are face up. `stacks` is how a pile is divided.

    `at` is its place in mm from the middle of the table, or of its seat; None where the game does not say it.
    """

    name: str
    is_of_seats: bool
    shape: Shape
    is_open: bool
    stacks: int | str = 0
    at: tuple[float, float] | None = None


def zones_on_table(game: Game, deal: Deal) -> tuple[TableZone, ...]:
    """Zones that the steps of a deal fill, in the order of `game.yaml`; last, the zone of cards put aside.

    A zone that does not say its shape is a row if it is open, a hand if seats have it and it is not their deck, else a
    pile.
    """
    seats = {step.to for step in deal.steps if step.each}
    decks = {step.to for step in deal.steps if step.act == "deck"}
    filled = {step.to for step in deal.steps if step.to}
    zones = game.definition["deal"]["zones"].items()
    table = [_zone(name, zone, name in seats, decks) for name, zone in zones if name in filled]
    return (*table, TableZone(ASIDE, is_of_seats=False, shape="pile", is_open=True))


def _zone(name: str, zone: Mapping[str, Any], is_of_seats: bool, decks: set[str]) -> TableZone:
    is_open, stacks = zone.get("open", False), zone.get("stacks", 0)
    usual: Shape = "pile"
    if is_open and not stacks:
        usual = "row"
    elif is_of_seats and name not in decks:
        usual = "hand"
    at = tuple(zone["at"]) if "at" in zone else None
    return TableZone(name, is_of_seats, zone.get("shape", usual), is_open, stacks, at)


# The usual table.

_DECK = "deck"
_DECK_NAME = later("Deck")


def with_table(game: Game, *, has_decks: bool) -> Game:
    """A game that says how its table is set up: itself, or with the usual table if it does not.

    If the game has formats, and players have decks, that is a deck for each seat. Otherwise it has each pile of the game;
    without piles, one of all the cards that share a back.
    """
    if "deal" in game.definition:
        return game
    formats = game.names("formats")
    if formats and has_decks:
        name = {language: in_language(language, _DECK_NAME) for language in game.languages}
        return _with_steps(game, [{"deck": formats[0], "to": _DECK, "each": True}], {_DECK: name})
    label = "pile" if game.names("piles") else "kind"
    game = game if game.names("piles") else _with_piles(game)
    names = {
        pile: {language: game.label(f"{label}:{pile}", language) for language in game.languages}
        for pile in game.names("piles")
    }
    return _with_steps(game, [{"pile": pile, "to": pile} for pile in names], names)


def _with_steps(game: Game, steps: list[dict[str, Any]], names: Mapping[str, Mapping[str, str]]) -> Game:
    """A game with these steps of a deal; `names` are those of its zones, in each language."""
    zones = {zone: {"name": name[game.source_language]} for zone, name in names.items()}
    labels = {
        language: dict(game.labels.get(language, {}))
        | {f"{what}:{zone}": name[language] for zone, name in names.items() for what in ("zone", "pile")}
        for language in game.languages
    }
    return replace(
        game, definition={**game.definition, "deal": {"zones": zones, "steps": steps}}, labels=labels
    )


def _with_piles(game: Game) -> Game:
    """A game with a pile for each back, named after the first of its kinds."""
    by_back: dict[str, list[str]] = {}
    for kind, entry in game.definition["kinds"].items():
        by_back.setdefault(str(entry.get("back", game.definition.get("back", ""))), []).append(kind)
    queries = {kinds[0]: " or ".join(f"kind:{kind}" for kind in kinds) for kinds in by_back.values()}
    piles = {pile: {"name": pile, "parts": [{"of": query}]} for pile, query in queries.items()}
    vocabulary = Vocabulary.of([game])
    compiled = {query: dump_query(parse(query, vocabulary)) for query in queries.values()}
    definition = {**game.definition, "piles": piles}
    return replace(game, definition=definition, queries={**game.queries, **compiled})


# Where the zones are on a screen: shared ones in the middle, those of the seats along two sides.

Size = tuple[float, float]

_GAP = 15.0
"""Space between zones, in mm."""

_WIDTH = 800.0
"""Width of the middle of a table, in mm: further zones are in another row."""


class Place(NamedTuple):
    """Place of a zone, before a seat or on the table (0): its centre in mm to the right of the table's, and up; its size.

    Zones of seats on the far side are turned: their players look at them from there.
    """

    zone: TableZone
    seat: int
    x: float
    y: float
    width: float
    height: float
    is_turned: bool = False


def place_zones(
    table: Table, zones: Sequence[TableZone], size_of: Callable[[str], Size], card: Size
) -> list[Place]:
    """Place the zones of a table; `size_of` returns the size of a card in mm, and `card` is the usual one."""

    def size(zone: TableZone, cards: Mapping[str, Sequence[str]]) -> Size:
        sizes = [size_of(name) for name in cards.get(zone.name, ())] or [card]
        width, height = max(side for side, _ in sizes), max(side for _, side in sizes)
        columns = max(len(sizes), 1) if zone.shape == "row" else 1
        return min(columns * width + (columns - 1) * 3, _WIDTH), height

    shared = [(zone, size(zone, table.zones)) for zone in zones if not zone.is_of_seats]
    places = _middle(sorted(_without_place(shared), key=lambda pair: pair[0].name == ASIDE))
    places += _at_their_places(0, shared, (0.0, 0.0))
    edge = max((place.y + place.height / 2 for place in places), default=0.0) + 2 * _GAP
    of_seats = [zone for zone in zones if zone.is_of_seats]
    near = range(1, (table.players + 1) // 2 + 1)
    for seat in range(1, table.players + 1):
        sizes = [(zone, size(zone, table.seats[seat - 1])) for zone in of_seats]
        sizes = [(zone, (min(width, _WIDTH / 3), height)) for zone, (width, height) in sizes]
        is_turned = seat not in near
        row = near if not is_turned else range(table.players, len(near), -1)
        middle = ((len(row) - 1) / 2 - row.index(seat)) * _WIDTH / len(row)
        places += _before_seat(seat, sizes, (-middle if is_turned else middle, edge), is_turned=is_turned)
    return places


def _without_place(zones: Iterable[tuple[TableZone, Size]]) -> list[tuple[TableZone, Size]]:
    return [pair for pair in zones if pair[0].at is None]


def _at_their_places(seat: int, zones: Iterable[tuple[TableZone, Size]], middle: Size) -> list[Place]:
    """Places of the zones whose places the game says, from a middle."""
    return [
        Place(zone, seat, middle[0] + zone.at[0], middle[1] + zone.at[1], *size)
        for zone, size in zones
        if zone.at
    ]


def _middle(zones: list[tuple[TableZone, Size]]) -> list[Place]:
    """Places of the shared zones, in rows of which each is centred."""
    rows: list[list[tuple[TableZone, Size]]] = [[]]
    for zone in zones:
        if rows[-1] and _width([*rows[-1], zone]) > _WIDTH:
            rows.append([])
        rows[-1].append(zone)
    heights = [max((size[1] for _, size in row), default=0.0) for row in rows]
    top, places = (sum(heights) + _GAP * (len(rows) - 1)) / 2, []
    for row, height in zip(rows, heights, strict=True):
        places += _in_row(0, row, (0.0, top - height / 2))
        top -= height + _GAP
    return places


def _width(zones: list[tuple[TableZone, Size]]) -> float:
    return sum(size[0] for _, size in zones) + _GAP * (len(zones) - 1)


def _in_row(seat: int, zones: list[tuple[TableZone, Size]], middle: Size) -> list[Place]:
    left, places = middle[0] - _width(zones) / 2, []
    for zone, (width, height) in zones:
        places.append(Place(zone, seat, left + width / 2, middle[1], width, height))
        left += width + _GAP
    return places


def _before_seat(
    seat: int, zones: list[tuple[TableZone, Size]], middle: Size, *, is_turned: bool
) -> list[Place]:
    """Places of the zones of a seat, which lie beyond the middle, as its player sees them."""
    height = max((size[1] for _, size in zones), default=0.0)
    x, edge = middle
    centre = x, -edge - height / 2
    places = [*_in_row(seat, _without_place(zones), centre), *_at_their_places(seat, zones, centre)]
    if not is_turned:
        return places
    return [place._replace(x=-place.x, y=-place.y, is_turned=True) for place in places]

"""The table of a game as programs for playing on a screen show it: dealt, with its zones in their places."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from deckwright.errors import UsageError
from deckwright.model.setup import read_deal
from deckwright.model.zones import zones_on_table
from deckwright.press.faces.choice import face_of
from deckwright.table.places import place_zones
from deckwright.workbench.dealing import SetupOptions, deal_table, game_with_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deckwright.model.game import Game
    from deckwright.model.zones import TableZone
    from deckwright.press.printing import PrintJob
    from deckwright.table.deal import Table
    from deckwright.table.places import Place, Size
    from deckwright.workbench.library import DeckLibrary


class ScreenTable(NamedTuple):
    """A table with its game, zones and places, the size of the usual card in mm, and the ids of large boards on it."""

    table: Table
    game: Game
    zones: Sequence[TableZone]
    places: Sequence[Place]
    card: Size
    boards: frozenset[str]


_BOARD = 3.0
"""How many times as large as the usual card a board is at least."""


def dealt_table(library: DeckLibrary, job: PrintJob, options: SetupOptions) -> ScreenTable | None:
    """Deal the table of a game whose cards are printed by a job; None if players bring decks and none is at hand.

    With 0 players, the table is for as few as the game allows. Illegal decks are dealt too.

    Raises:
        UsageError: the number of players is not allowed, or the mode is unknown.
    """
    game = game_with_table(library, job.game.id, options.decks)
    mode = options.mode or game.default_mode
    players = options.players or min(read_deal(game, mode).players, default=2)
    setup = SetupOptions(players, options.mode, options.seed or 1, decks=options.decks, force=True)
    try:
        dealt = deal_table(library, game.id, setup)
    except UsageError as error:
        if error.code != "deck-missing":
            raise
        return None
    sizes = {card.id: face_of(card, job.faces).size for card, _ in job.cards}
    card = usual_size(job)
    table = dealt.table
    zones = zones_on_table(dealt.game, table.deal)
    boards = frozenset(name for name, size in sizes.items() if size[0] * size[1] > _BOARD * card[0] * card[1])
    places = place_zones(table, zones, lambda name: sizes.get(name, card), card)
    return ScreenTable(table, dealt.game, zones, places, card, boards)


def usual_size(job: PrintJob) -> Size:
    """Size in mm of the faces that most cards of a job have, each counted once: tokens have many copies."""
    return Counter(face_of(card, job.faces).size for card, _ in job.cards).most_common(1)[0][0]


class PileOfCards(NamedTuple):
    """Cards that begin the game together, by their ids: their zone and its name."""

    zone: str
    name: str
    cards: Sequence[str]


def piles_of(screen: ScreenTable, language: str) -> list[PileOfCards]:
    """Piles and decks that a table is dealt from, with the cards that were dealt from them; of own decks, the first."""
    piles = []
    for done in screen.table.steps:
        step = done.step
        if step.act in {"pile", "cards", "deck"} and done.placed:
            placed = done.placed[:1] if step.act == "deck" else done.placed
            cards = [card for part in placed for card in part.cards if card not in screen.boards]
            name = screen.game.label(f"zone:{step.to}", language) or step.to
            piles.append(PileOfCards(step.to, name, cards))
    return [pile for pile in piles if pile.cards]


class OpeningHand(NamedTuple):
    """Number of cards in an opening hand, and the zone that they are dealt from, '' if there are no hands."""

    source: str
    cards: int


def opening_hand(screen: ScreenTable) -> OpeningHand:
    """The most cards that a seat is dealt into its hand from one zone."""
    hands = {zone.name for zone in screen.zones if zone.shape == "hand"}
    dealt = [
        OpeningHand(done.step.name, max(len(part.cards) for part in done.placed))
        for done in screen.table.steps
        if done.step.act == "from" and done.step.to in hands
    ]
    return max(dealt, key=lambda hand: hand.cards, default=OpeningHand("", 0))

"""How a pile is shown."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from deckwright.files.decks import called
from deckwright.messages import tr, trn
from deckwright.model.card_names import CardNames, names_apart

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deckwright.model.card import Card
    from deckwright.model.game import Game
    from deckwright.table.piles import BuiltPile


def pile_as_json(built: BuiltPile) -> dict[str, Any]:
    """Give the contract's object for a pile."""
    return {
        "game": built.game,
        "pile": built.pile,
        "players": built.players,
        "mode": built.mode or None,
        "seed": built.seed,
        **({} if built.take is None else {"take": built.take}),
        "cards": [{"card": card, "copies": copies} for card, copies in built.cards],
        "order": list(built.order),
        "aside": list(built.aside),
    }


def pile_lines(built: BuiltPile, game: Game, cards: Mapping[str, Card], language: str) -> Iterator[str]:
    """Write a pile from the top, and what was put aside."""
    size = trn("{count} card", "{count} cards", len(built.order))
    yield " · ".join([game.label(f"pile:{built.pile}", language), game.title(language), size])
    yield ", ".join(_table(built, game, language))
    names = names_apart(cards, language)
    yield from (f"{number:3}  {names[card]}" for number, card in enumerate(built.order, 1))
    if built.aside:
        yield tr("Put aside:")
        for card, copies in Counter(built.aside).items():
            yield f"  {copies}  {names[card]}"


def _table(built: BuiltPile, game: Game, language: str) -> Iterator[str]:
    yield trn("{count} player", "{count} players", built.players)
    if built.mode:
        yield game.label(f"mode:{built.mode}", language)
    yield tr("seed {seed}", seed=built.seed)


def pile_list(built: BuiltPile, cards: Mapping[str, Card], language: str) -> str:
    """Write a pile as a list that reads as a deck, one card a line, from the top."""
    names = CardNames(cards.values())
    head = {"game": built.game, "name": built.pile, "players": built.players}
    more = {**({"mode": built.mode} if built.mode else {}), "seed": built.seed}
    lines = [f"# {key}: {value}" for key, value in {**head, **more}.items()]
    lines += [f"1 {called(cards[card], names, language)}" for card in built.order]
    return "\n".join(lines) + "\n"

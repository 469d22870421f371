"""Which format a deck is held against, and for how many players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckwright.errors import InputError, UsageError
from deckwright.messages import tr
from deckwright.model.card import MAIN
from deckwright.model.game import is_allowed, listed
from deckwright.model.rule import Format, matcher_of, read_format
from deckwright.model.words import meant

if TYPE_CHECKING:
    from deckwright.model.card import Deck
    from deckwright.model.game import Game


def choose_format(deck: Deck, game: Game, named: str = "") -> Format:
    """Give the format that a user named, else the one the deck is for.

    Raises:
        InputError: the game has no formats, or none of that name.
        UsageError: neither the user nor the deck says which.
    """
    known = game.names("formats")
    name = named or deck.format
    if not known:
        raise InputError(
            "no-formats",
            tr("The game {game} has no formats: its decks are not built by players.", game=game.id),
            where=deck.wheres.get("format"),
        )
    if not name:
        raise UsageError(
            "format-missing",
            tr("The deck {deck} does not say which format it is for.", deck=deck.source or deck.name),
            hint=tr("Name one with --format: {formats}.", formats=", ".join(known)),
            where=deck.wheres.get(MAIN),
        )
    if name not in known:
        raise InputError(
            "unknown-format",
            tr("The game {game} has no format {format}.", game=game.id, format=name),
            hint=meant(name, known),
            where=None if named else deck.wheres.get("format"),
        )
    return read_format(game, name, matcher_of(game))


def choose_players(deck: Deck, rules: Format, named: int | None = None) -> int | None:
    """Give the number of players that a user named, else the deck's; None where neither says and it is all one.

    Raises:
        InputError: the deck is for a number of players that the format does not allow.
        UsageError: the user named such a number, or nobody named any and the format asks for it.
    """
    number = deck.players if named is None else named
    if number is None and not rules.asks_players:
        return None
    if number is not None and is_allowed(number, rules.players):
        return number
    allowed = listed(rules.players)
    if number is None:
        raise UsageError(
            "players-missing",
            tr(
                "In the format {format} it matters how many play: say --players {allowed}.",
                format=rules.id,
                allowed=allowed,
            ),
            where=deck.wheres.get(MAIN),
        )
    message = tr(
        "The format {format} is for {allowed} players, not for {players}.",
        format=rules.id,
        allowed=allowed,
        players=number,
    )
    if named is None:
        raise InputError("players-out-of-range", message, where=deck.wheres.get("players"))
    raise UsageError("players-out-of-range", message, hint=tr("Name another number with --players."))

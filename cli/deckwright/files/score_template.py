"""A score file to be filled in: the game's zones for so many seats, each with a word on what to write."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckwright.messages import tr
from deckwright.model.matching import matcher_of
from deckwright.model.scoring import read_scoring

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deckwright.model.card import Card
    from deckwright.model.game import Game
    from deckwright.model.scoring import Scoring, Zone


def template_of(game: Game, cards: Mapping[str, Card], mode: str, players: int, language: str) -> str:
    """Write a score file for a mode and number of seats; what is to be written stands in comments."""
    mode = mode or game.mode_for(players)
    scoring = read_scoring(game, mode, matcher_of(game))
    seats = [tr("Player {number}", number=number) for number in range(1, players + 1)]
    return "\n".join([*_lines(game, mode, scoring, cards, seats, language), ""])


def _lines(  # noqa: PLR0913, PLR0917 - all that a template shows
    game: Game, mode: str, scoring: Scoring, cards: Mapping[str, Card], seats: list[str], language: str
) -> Iterator[str]:
    command = f"deckwright score {game.id} {tr('FILE')}"
    yield f"# {tr('Fill in, then: {command}', command=command)}"
    yield f"game: {game.id}"
    if game.names("modes"):
        yield f"mode: {mode}  # {game.label(f'mode:{mode}', language)}"
    if scoring.team_size > 1:
        yield "teams:"
        for number, start in enumerate(range(0, len(seats), scoring.team_size)):
            yield f"  {chr(ord('A') + number)}: [{', '.join(seats[start : start + scoring.team_size])}]"
    for zone in scoring.zones.values():
        if zone.shape == "shared":
            yield from _zone(game, zone, _example(zone, cards), "", seats[0], language)
    yield "seats:"
    for seat in seats:
        yield f"  {seat}:"
        for zone in scoring.zones.values():
            if zone.shape != "shared":
                yield from _zone(game, zone, _example(zone, cards), "    ", seat, language)
    yield f"    # {tr('Or, instead of cards, what stands on the scoring pad:')}"
    yield f"    # pad: {{{', '.join(f'{name}: 0' for name in scoring.on_the_pad)}}}"


def _zone(  # noqa: PLR0913, PLR0917 - all that a zone shows
    game: Game, zone: Zone, card: str, indent: str, seat: str, language: str
) -> Iterator[str]:
    shown = {
        "cards": f"{{{card}: 1}}",
        "sets": f"[{card}, {card}]",
        "placed": f"{{card: {card}, at: [2, 0]}}",
        "shared": f"{{card: {card}, by: {seat}, tokens: {{{seat}: {{{next(iter(zone.pools), '')}: 1}}}}}}",
    }[zone.shape]
    yield f"{indent}{zone.id}: []  # {game.label(f'score:zone.{zone.id}', language)}"
    yield f"{indent}#  - {shown}"


def _example(zone: Zone, cards: Mapping[str, Card]) -> str:
    """Give a card that may be in a zone."""
    return next((name for name, card in cards.items() if zone.of is None or zone.of(card)), "card")

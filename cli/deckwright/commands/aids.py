"""What scoring pads and reference cards are made for: a mode, so many seats, and a language."""

from __future__ import annotations

from typing import TYPE_CHECKING, BinaryIO

from deckwright.errors import UsageError
from deckwright.messages import printing_in, tr
from deckwright.model.game import is_allowed, listed
from deckwright.model.printed_words import context_of, own_words_of
from deckwright.press.drawing.context import Desk
from deckwright.press.player_aids import DuplexPaper, print_pads, print_references
from deckwright.reports.pads import pad_of
from deckwright.reports.references import reference_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from contextlib import AbstractContextManager

    from deckwright.findings import Finding
    from deckwright.model.card import Card
    from deckwright.model.game import Game, Numbers
    from deckwright.press.player_aids import Made, Pad
    from deckwright.store.printer_profiles import Edge

_SEATS = 4
"""For how many seats, where a game does not say how many play it."""


def mode_and_seats(game: Game, mode: str, players: int | None) -> tuple[str, int]:
    """Give the mode that is meant, and how many sit at the table: as many as can, where nothing is said.

    Raises:
        UsageError: so many may not play, in the mode that is named or in any.
    """
    if not mode:
        mode = game.mode_for(players) if players else game.default_mode
    allowed = numbers_of(game, mode)
    seats = players or max(allowed, default=_SEATS)
    if not is_allowed(seats, allowed):
        said = {"game": game.id, "mode": mode, "allowed": listed(allowed), "players": seats}
        raise UsageError(
            "players-out-of-range",
            tr("{game} in the mode {mode} is for {allowed} players, not for {players}.", **said),
            hint=tr("Name another number with --players."),
        )
    return mode, seats


def numbers_of(game: Game, mode: str) -> Numbers:
    """List the numbers of players that may play a game in a mode; in teams, those that make whole ones."""
    size = _team_size(game, mode)
    return tuple(number for number in game.players_in(mode) if number % size == 0)


def _team_size(game: Game, mode: str) -> int:
    scoring = game.definition.get("scoring", {})
    size: int = scoring.get("modes", {}).get(mode, scoring).get("teams", scoring.get("teams", 1))
    return size


def write_pads(
    desk: Desk, mode: str, seats: int, paper: tuple[float, float], out: BinaryIO
) -> tuple[Pad, Made]:
    """Print pads of a desk's game in its language; what was found of words and of print is put together.

    Raises:
        InputError: the paper has no room for one.
    """
    with _printing(desk):
        pad = pad_of(desk, mode, seats)
    made = print_pads(pad, paper, desk.assets, out)
    return pad, made._replace(findings=[*desk.findings, *made.findings])


def _printing(desk: Desk) -> AbstractContextManager[None]:
    """Print in a desk's language: with its game's own words, noting those that only English has."""
    own = own_words_of(desk.game, desk.language)
    return printing_in(desk.language, own, lambda message: desk.note_untranslated(context_of(message), ""))


def write_references(
    desk: Desk,
    cards: Mapping[str, Card],
    mode: str,
    copies: int,
    paper: tuple[float, float],
    *,
    edge: Edge = "long",
    out: BinaryIO,
) -> Made:
    """Print reference cards of a desk's game in its language; what was found of words and of print is put together.

    Raises:
        InputError: the paper has no room for one.
    """
    with _printing(desk):
        reference = reference_of(desk, cards, mode)
        made = print_references(reference, copies, DuplexPaper(paper, edge), desk.assets, out)
    return made._replace(findings=[*desk.findings, *made.findings])


def desk_for(
    game: Game, language: str, assets: Mapping[str, bytes], findings: Iterable[Finding] = ()
) -> Desk:
    """Desk for a game's words, which notes those that are not translated, beside what is known of them."""
    desk = Desk(game, language, assets, lambda _, __: False)
    desk.findings |= dict.fromkeys(findings)
    return desk

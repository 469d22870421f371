"""The decks that are dealt from: those that a user names for seats, and packaged ones for the others."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from deckwright.errors import InputError, RefusedError, UsageError
from deckwright.findings import Finding, has_errors
from deckwright.messages import tr
from deckwright.store.read import deck_ids
from deckwright.table.deal import Seated
from deckwright.workbench.library import read_all

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from deckwright.commands.opening import Shelf
    from deckwright.findings import Severity
    from deckwright.model.card import Card, Deck
    from deckwright.model.game import Game
    from deckwright.model.setup import Step


class Seating:
    """Finds the decks for one step of a game's deal, and checks them."""

    def __init__(self, shelved: Shelf, game: Game, step: Step, players: int, language: str) -> None:
        self._shelved, self._game, self._step = shelved, game, step
        self._players, self._language = players, language
        self._cards: Mapping[str, Card] = shelved.game(game.id)[1]

    def decks(self, named: Sequence[str], *, force: bool) -> Seated:
        """Give the decks, of which some are `named`, as `SEAT=DECK` or just `DECK` where there is one for all.

        Raises:
            InputError: a deck is not there, or for another game.
            UsageError: a seat is not there, or has two decks, or no packaged deck fits.
            RefusedError: a deck is not legal, unless `force` is given.
        """
        if self._step.each:
            return self._checked(Seated(self._for_seats(read_seats(named, self._players))), force=force)
        if len(named) > 1:
            raise UsageError("decks", tr("All play with one deck here: name it once, as --deck DECK."))
        if named:
            one = self._deck(_one_deck(named[0], self._step.name))
            return self._checked(Seated((one,)), force=force)
        return self._checked(self._made(), force=force)

    def _for_seats(self, named: Mapping[int, str]) -> tuple[Deck, ...]:
        """Give seats that name none the packaged decks in turn."""
        others = [seat for seat in range(1, self._players + 1) if seat not in named]
        packaged = [deck for deck in self._packaged() if deck.format == self._step.name] if others else []
        if others and not packaged:
            raise UsageError(
                "deck-missing",
                tr("{game} has no packaged deck for seat {seat}.", game=self._game.id, seat=others[0]),
                hint=tr("Name one with --deck {seat}=DECK.", seat=others[0]),
            )
        given = {seat: packaged[number % len(packaged)] for number, seat in enumerate(others)}
        given |= zip(named, read_all(named.values(), self._deck), strict=True)
        return tuple(given[seat] for seat in range(1, self._players + 1))

    def _made(self) -> Seated:
        """Give the first packaged deck for all, or make one of packs."""
        packaged = self._packaged()
        fitting = [deck for deck in packaged if deck.format == self._step.name]
        if fitting:
            return Seated((fitting[0],))
        if not (packaged and self._step.packs):
            raise UsageError(
                "deck-missing",
                tr("{game} has no packaged deck for all to play with.", game=self._game.id),
                hint=tr("Name one with --deck DECK."),
            )
        from deckwright.construction.combine import combine

        joined = combine(
            [(deck, self._step.packs) for deck in packaged],
            self._game,
            self._cards,
            format=self._step.name,
            players=self._players,
            language=self._language,
        )
        source = " + ".join(f"{self._step.packs} × {deck.source}" for deck in packaged)
        return Seated((replace(joined.deck, source=source),), joined.removed)

    def _packaged(self) -> list[Deck]:
        known = [name for name in deck_ids(self._shelved.connection) if name.startswith(f"{self._game.id}/")]
        return [self._shelved.deck(name, language=self._language) for name in known]

    def _deck(self, name: str) -> Deck:
        deck = self._shelved.deck(name, self._game.id, self._language)
        if deck.game == self._game.id:
            return deck
        raise InputError(
            "other-game",
            tr(
                "The deck {deck} is for the game {other}, not for {game}.",
                deck=name,
                other=deck.game,
                game=self._game.id,
            ),
            hint=tr("Name a deck of this game."),
            where=deck.wheres.get("game"),
        )

    def _checked(self, seated: Seated, *, force: bool) -> Seated:
        """Hold every deck against the format; where dealing is forced, what is wrong is only a warning."""
        from deckwright.construction.check import check_deck

        findings: list[Finding] = []
        for seat, deck in enumerate(seated.decks, 1):
            verdict = check_deck(
                deck,
                self._game,
                self._cards,
                format=self._step.name,
                players=self._players,
                language=self._language,
            )
            said = verdict.findings
            findings += [_of_seat(seat, finding) for finding in said] if self._step.each else said
        if has_errors(findings) and not force:
            raise _refusal(findings)
        return seated._replace(findings=tuple(replace(one, severity=_softer(one)) for one in findings))


def _of_seat(seat: int, finding: Finding) -> Finding:
    label = tr("Seat {seat}", seat=seat)
    return replace(finding, message=tr("{label}: {value}", label=label, value=finding.message))


def _softer(finding: Finding) -> Severity:
    return "warning" if finding.severity == "error" else finding.severity


def _refusal(findings: list[Finding]) -> RefusedError:
    message = tr("With decks that are not legal, nothing is dealt.")
    hint = tr("Mend them, or deal all the same with --force.")
    last = Finding("not-dealt", "info", f"{message} {hint}")
    return RefusedError("illegal-deck", message, hint=hint, findings=(*findings, last))


def read_seats(pairs: Sequence[str], players: int) -> dict[int, str]:
    """Read `SEAT=DECK` pairs: which deck each seat has.

    Raises:
        UsageError: one is no such pair, or there is no such seat, or it is named twice.
    """
    decks: dict[int, str] = {}
    for pair in pairs:
        said, equals, deck = pair.partition("=")
        if not (equals and deck and said.isascii() and said.isdigit()):
            raise UsageError("seat", tr("{pair}: write the seat before its deck, as 1=DECK.", pair=pair))
        seat = int(said)
        if not 1 <= seat <= players:
            message = tr("There is no seat {seat}: the seats are 1 to {players}.", seat=seat, players=players)
            raise UsageError("seat", message)
        if seat in decks:
            raise UsageError("seat", tr("Seat {seat} has two decks: name one.", seat=seat))
        decks[seat] = deck
    return decks


def _one_deck(pair: str, form: str) -> str:
    """Read the name of the deck for all, which the format may stand before."""
    said, equals, deck = pair.partition("=")
    if equals and said.isascii() and said.isdigit():
        message = tr("All play with one deck here, and no seat has its own: write --deck {deck}.", deck=deck)
        raise UsageError("seat", message)
    return deck if equals and said == form else pair

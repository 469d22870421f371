"""Ask for what a score file holds, zone by zone, and check each answer before the next question."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from deckwright.commands.answers import HINTS, TAKERS, take_number, written
from deckwright.errors import ChangedError, InputError
from deckwright.files.scores import PAD
from deckwright.files.writing import free_name, write_text
from deckwright.files.yaml import document_of
from deckwright.findings import has_errors
from deckwright.messages import tr
from deckwright.model.game import is_allowed, listed
from deckwright.model.rule import matcher_of
from deckwright.model.scoring import read_scoring
from deckwright.model.settings import NO_SETTINGS, played
from deckwright.reports.output import note
from deckwright.scoring.check import check_score
from deckwright.scoring.score import ScoreOptions, read_case, score_document

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from deckwright.files.yaml import Document
    from deckwright.model.card import Card
    from deckwright.model.game import Game
    from deckwright.model.scoring import Scoring, Zone

END = "q"
"""What ends the questions."""


class Ended(Exception):  # noqa: N818 - it is no error: somebody stops answering
    """No more answers come."""


def ask(
    game: Game,
    cards: Mapping[str, Card],
    mode: str,
    output: str,
    language: str,
    *,
    settings: Mapping[str, str | int] = NO_SETTINGS,
    overwrite: bool = False,
) -> Document | None:
    """Ask for a whole score file; give it, or None where somebody ended the questions before.

    What was answered is written to `output`, also where the end came early; without one, it is shown then. Where
    there is a file of that name by now, it goes beside it, unless that may be overwritten.
    """
    questions = _Questions(game, cards, mode, language, settings)
    try:
        questions.all()
    except Ended:
        saved = _save(output, questions.text(), overwrite=overwrite)
        if output:
            note(tr("What was answered is in {name}.", name=saved))
        return None
    document = document_of(questions.text(), output or tr("answers"))
    if output:
        _save(output, questions.text(), overwrite=overwrite)
    else:
        _keep_if_wrong(document, game, cards, questions.mode, language)
    return document


def _save(output: str, text: str, *, overwrite: bool) -> str:
    """Write what was answered, beside a file that somebody else has made meanwhile; the name of the file."""
    try:
        write_text(output or "-", text, before=... if overwrite else None)
    except ChangedError as fault:
        other = str(free_name(Path(output)))
        write_text(other, text, before=None)
        note(f"{fault.message} {tr('What was answered is in {name}.', name=other)}")
        return other
    return output


def _keep_if_wrong(
    document: Document, game: Game, cards: Mapping[str, Card], mode: str, language: str
) -> None:
    """Show what was answered where it cannot be scored, so that it can be mended."""
    try:
        score_document(document, game, cards, ScoreOptions(mode, language))
    except InputError:
        write_text("-", document.text)
        raise


class _Questions:
    """Asks one question after the other, and holds what was answered as a score file does."""

    def __init__(
        self,
        game: Game,
        cards: Mapping[str, Card],
        mode: str,
        language: str,
        settings: Mapping[str, str | int],
    ) -> None:
        self._game = game
        self._cards = cards
        self._language = language
        self.mode = mode
        self._said: dict[str, Any] = {
            "game": game.id,
            "mode": mode,
            "settings": dict(settings),
            "seats": {},
        }

    def text(self) -> str:
        """Write what was answered as a score file."""
        return "\n".join([*written(self._said), ""])

    def all(self) -> None:
        """Ask for everything.

        Raises:
            Ended: somebody wants to stop.
        """
        note(tr("An empty answer goes on, {end} ends; nothing that was answered is lost.", end=END))
        self._until(tr("Who played? Names with commas between them"), self._take_seats)
        seats = list(self._said["seats"])
        self.mode = self.mode or self._game.mode_for(len(seats))
        self._until_mode(len(seats))
        game = played(self._game, self._said["settings"])
        scoring = read_scoring(game, self.mode, matcher_of(game))
        if scoring.team_size > 1:
            self._until(tr("Teams, as: A: name, name; B: name, name"), self._take_teams)
        if any(zone.shape == "placed" for zone in scoring.zones.values()) and self._wants_pad():
            self._ask_pads(scoring, seats)
            return
        for zone in scoring.zones.values():
            if zone.shape == "shared":
                self._ask_zone(zone, self._said, "")
        for seat in seats:
            for zone in scoring.zones.values():
                if not zone.is_common:
                    self._ask_zone(zone, self._said["seats"][seat], seat)

    def _until_mode(self, players: int) -> None:
        """Ask for the mode where none was named and the game has several."""
        modes = self._game.names("modes")
        if self._said["mode"] or len(modes) < 2:  # noqa: PLR2004 - of one, there is nothing to choose
            return
        question = tr("Which mode: {modes}? Empty: {mode}", modes=", ".join(modes), mode=self.mode)
        while True:
            answer = _answer(question) or self.mode
            if answer not in modes:
                note(tr("The game {game} has no mode {mode}.", game=self._game.id, mode=answer))
                continue
            try:
                self._check_players(players, answer)
            except InputError as fault:
                note(fault.message)
                continue
            self.mode = self._said["mode"] = answer
            return

    def _check_players(self, players: int, mode: str) -> None:
        """See that so many may play, in a mode or at all.

        Raises:
            InputError: they may not.
        """
        allowed = self._game.players_in(mode)
        if not is_allowed(players, allowed):
            game = f"{self._game.id}, {mode}" if mode else self._game.id
            said = {"allowed": listed(allowed), "game": game, "players": players}
            raise InputError("players", tr("{allowed} may play {game}, not {players}.", **said))

    def _wants_pad(self) -> bool:
        """Ask whether the numbers of the scoring pad will do, where placing every tile would take long."""
        return _answer(tr("Tiles with their places, or just the scoring pad? Write pad, or nothing")) == PAD

    def _ask_pads(self, scoring: Scoring, seats: list[str]) -> None:
        for seat in seats:
            pad = self._said["seats"][seat].setdefault(PAD, {})
            for name in scoring.on_the_pad:
                label = self._game.label(f"score:{name}", self._language)
                self._until(f"{seat}, {label}", partial(take_number, pad, name))

    def _take_seats(self, answer: str) -> None:
        names = [name.strip() for name in answer.split(",") if name.strip()]
        if not names or len(names) != len(set(names)):
            raise InputError("seats", tr("Name every player once."))
        self._check_players(len(names), self._said["mode"])
        self._said["seats"] = {name: {} for name in names}

    def _take_teams(self, answer: str) -> None:
        teams: dict[str, list[str]] = {}
        for part in answer.split(";"):
            team, _, names = part.partition(":")
            teams[team.strip()] = [name.strip() for name in names.split(",") if name.strip()]
        self._said["teams"] = teams
        self._check(rules={"team", "seat", "players", "schema"}, is_whole=True)

    def _ask_zone(self, zone: Zone, held: dict[str, Any], seat: str) -> None:
        """Ask for the entries of a zone until an empty answer, and until the whole zone is right."""
        take = TAKERS[zone.shape]
        label = self._game.label(f"score:zone.{zone.id}", self._language)
        place = f"{seat}, {label}" if seat else label
        question = f"{place} ({tr(HINTS[zone.shape])})"
        entries: list[Any] = held.setdefault(zone.id, [])
        while answer := _answer(question):
            before = len(entries)
            try:
                entries += take(answer)
                self._check()
            except InputError as fault:
                del entries[before:]
                note(fault.message)

    def _until(self, question: str, take: Callable[[str], None]) -> None:
        """Ask until the answer can be taken."""
        while True:
            try:
                take(_answer(question))
            except InputError as fault:
                note(fault.message)
            else:
                return

    def _check(self, rules: set[str] | None = None, *, is_whole: bool = False) -> None:
        """See that what was answered so far can be.

        Raises:
            InputError: it cannot.
        """
        document = document_of(self.text(), tr("answers"))
        options = ScoreOptions(self.mode or self._game.default_mode, self._language, is_whole=is_whole)
        case, findings = read_case(document, self._game, self._cards, options)
        findings += [] if has_errors(findings) else check_score(case)
        wrong = [one for one in findings if one.severity == "error" and (rules is None or one.rule in rules)]
        if wrong:
            raise InputError("answer", " ".join(dict.fromkeys(one.message for one in wrong)))


def _answer(question: str) -> str:
    """Ask, and give the answer without spaces around it."""
    note(tr("{question}:", question=question))
    line = sys.stdin.readline()
    if not line or line.strip().lower() == END:
        raise Ended
    return line.replace("\N{NO-BREAK SPACE}", " ").strip()

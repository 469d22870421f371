"""Ask for what a score file has, zone by zone, and check each answer before the next question."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from deckwright.errors import ChangedError, InputError
from deckwright.files.scores import PAD
from deckwright.findings import Where, has_errors
from deckwright.messages import later, tr
from deckwright.model.game import is_allowed, players_refused
from deckwright.model.settings import NO_SETTINGS, apply_settings
from deckwright.model.words import whole_number

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from deckwright.files.yaml import Document
    from deckwright.model.card import Card
    from deckwright.model.game import Game
    from deckwright.model.scoring import ScoreZone, Scoring
    from deckwright.workbench.library import Notify

END = "q"
"""Answer that ends the questions."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game that has scoring, its cards by id, and how it was played."""

    game: Game
    cards: Mapping[str, Card]
    mode: str = ""
    language: str = "en"
    settings: Mapping[str, str | int] = field(default_factory=lambda: NO_SETTINGS)


@dataclass(frozen=True, slots=True)
class Conversation:
    """How questions are asked: `ask` returns the answer to one, None to end; `notify` shows what is wrong with it."""

    ask: Callable[[str], str | None]
    notify: Notify


@dataclass(frozen=True, slots=True)
class ScoreOutput:
    """Score file to write; '' is standard output. An existing file is refused, unless `overwrite` is set."""

    file: str = ""
    overwrite: bool = False

    def refuse_existing(self) -> None:
        """Refuse a file that exists.

        Raises:
            InputError: it does, and may not be overwritten.
        """
        if self.file and not self.overwrite and Path(self.file).is_file():
            message = tr("{name} already exists.", name=self.file)
            hint = tr("Use another file with -o, or --overwrite.")
            raise InputError("file-exists", message, hint=hint, where=Where(self.file))

    def write(self, text: str) -> None:
        """Write the score file.

        Raises:
            ChangedError: another file was created meanwhile, and may not be overwritten.
            InputError: it cannot be written.
        """
        from deckwright.files.writing import write_text

        write_text(self.file or "-", text, before=... if self.overwrite else None)


class _EndedError(Exception):
    """The questions were ended."""


def ask_scores(played: PlayedGame, conversation: Conversation, output: ScoreOutput) -> Document | None:
    """Ask for a whole score file; None if the questions were ended before the last.

    Answers are written to `output` even then; if it names no file, they are shown then, or if they are wrong. If
    another program has created the file meanwhile, they go to a new one beside it.
    """
    from deckwright.files.yaml import document_of

    questions = _Questions(played, conversation)
    try:
        questions.ask_all()
    except _EndedError:
        saved = _save(output, questions.text(), conversation.notify)
        if output.file:
            conversation.notify(tr("The answers were saved in {name}.", name=saved))
        return None
    document = document_of(questions.text(), output.file or tr("answers"))
    if output.file:
        _save(output, document.text, conversation.notify)
    else:
        _show_if_wrong(document, played, questions.mode)
    return document


def _save(output: ScoreOutput, text: str, notify: Notify) -> str:
    """Write the answers, and return the name of the file; a new one if another program has created it meanwhile."""
    from deckwright.files.writing import free_name, write_text

    try:
        output.write(text)
    except ChangedError as error:
        other = str(free_name(Path(output.file)))
        write_text(other, text, before=None)
        notify(f"{error.message} {tr('The answers were saved in {name}.', name=other)}")
        return other
    return output.file


def _show_if_wrong(document: Document, game: PlayedGame, mode: str) -> None:
    """Show answers that cannot be scored, so that they can be corrected."""
    from deckwright.scoring.score import ScoreContext, score_document

    try:
        score_document(document, game.game, game.cards, ScoreContext(mode, game.language))
    except InputError:
        ScoreOutput().write(document.text)
        raise


class _Questions:
    """Asks one question after another, and keeps the answers as a score file has them."""

    def __init__(self, played: PlayedGame, conversation: Conversation) -> None:
        self._game, self._cards, self._language = played.game, played.cards, played.language
        self._conversation = conversation
        self.mode = played.mode
        self._answers: dict[str, Any] = {
            "game": played.game.id,
            "mode": played.mode,
            "settings": dict(played.settings),
            "seats": {},
        }

    def text(self) -> str:
        """Answers as a score file."""
        return "\n".join([*_score_file(self._answers), ""])

    def ask_all(self) -> None:
        """Ask for everything.

        Raises:
            _EndedError: the questions were ended.
        """
        from deckwright.model.rule import matcher_of
        from deckwright.model.scoring import read_scoring

        self._conversation.notify(
            tr("Press Enter for the next question, {end} to end; your answers are saved.", end=END)
        )
        self._until(tr("Who played? Names with commas between them"), self._take_seats)
        seats = list(self._answers["seats"])
        self.mode = self.mode or self._game.mode_for(len(seats))
        self._until_mode(len(seats))
        game = apply_settings(self._game, self._answers["settings"])
        scoring = read_scoring(game, self.mode, matcher_of(game))
        if scoring.team_size > 1:
            self._until(tr("Teams, as: A: name, name; B: name, name"), self._take_teams)
        if any(zone.shape == "placed" for zone in scoring.zones.values()) and self._wants_pad():
            self._ask_pads(scoring, seats)
            return
        for zone in scoring.zones.values():
            if zone.shape == "shared":
                self._ask_zone(zone, self._answers, "")
        for seat in seats:
            for zone in scoring.zones.values():
                if not zone.is_common:
                    self._ask_zone(zone, self._answers["seats"][seat], seat)

    def _until_mode(self, players: int) -> None:
        """Ask for the mode, if none was named and the game has several."""
        modes = self._game.names("modes")
        if self._answers["mode"] or len(modes) < 2:  # noqa: PLR2004 - with one, there is no choice
            return
        question = tr("Which mode: {modes}? Empty: {mode}", modes=", ".join(modes), mode=self.mode)
        while True:
            answer = self._answer(question) or self.mode
            if answer not in modes:
                message = tr("The game {game} has no mode {mode}.", game=self._game.id, mode=answer)
                self._conversation.notify(message)
                continue
            try:
                self._check_players(players, answer)
            except InputError as error:
                self._conversation.notify(error.message)
                continue
            self.mode = self._answers["mode"] = answer
            return

    def _check_players(self, players: int, mode: str) -> None:
        """Check that a mode, or any, allows this number of players.

        Raises:
            InputError: it does not.
        """
        allowed = self._game.players_in(mode)
        if not is_allowed(players, allowed):
            game = f"{self._game.id}, {mode}" if mode else self._game.id
            raise InputError("players", players_refused(players, allowed, game))

    def _wants_pad(self) -> bool:
        """Ask whether the numbers of the score pad are enough, because placing every tile takes long."""
        return self._answer(tr("Tiles with their places, or only the score pad? Type pad, or nothing")) == PAD

    def _ask_pads(self, scoring: Scoring, seats: list[str]) -> None:
        for seat in seats:
            pad = self._answers["seats"][seat].setdefault(PAD, {})
            for name in scoring.on_the_pad:
                label = self._game.label(f"score:{name}", self._language)
                self._until(f"{seat}, {label}", partial(_take_number, pad, name))

    def _take_seats(self, answer: str) -> None:
        names = [name.strip() for name in answer.split(",") if name.strip()]
        if not names or len(names) != len(set(names)):
            raise InputError("seats", tr("Enter each player once."))
        self._check_players(len(names), self._answers["mode"])
        self._answers["seats"] = {name: {} for name in names}

    def _take_teams(self, answer: str) -> None:
        teams: dict[str, list[str]] = {}
        for part in answer.split(";"):
            team, _, names = part.partition(":")
            teams[team.strip()] = [name.strip() for name in names.split(",") if name.strip()]
        self._answers["teams"] = teams
        self._check(rules={"team", "seat", "players", "schema"}, is_whole=True)

    def _ask_zone(self, zone: ScoreZone, answers: dict[str, Any], seat: str) -> None:
        """Ask for the entries of a zone until an empty answer."""
        parse = _PARSERS[zone.shape]
        label = self._game.label(f"score:zone.{zone.id}", self._language)
        place = f"{seat}, {label}" if seat else label
        question = f"{place} ({tr(_HINTS[zone.shape])})"
        entries: list[Any] = answers.setdefault(zone.id, [])
        while answer := self._answer(question):
            before = len(entries)
            try:
                entries += parse(answer)
                self._check()
            except InputError as error:
                del entries[before:]
                self._conversation.notify(error.message)

    def _until(self, question: str, take: Callable[[str], None]) -> None:
        """Ask until the answer is right."""
        while True:
            try:
                take(self._answer(question))
            except InputError as error:
                self._conversation.notify(error.message)
            else:
                return

    def _check(self, rules: set[str] | None = None, *, is_whole: bool = False) -> None:
        """Check the answers so far.

        Raises:
            InputError: they cannot be right.
        """
        from deckwright.files.yaml import document_of
        from deckwright.scoring.check import check_score
        from deckwright.scoring.score import ScoreContext, read_case

        document = document_of(self.text(), tr("answers"))
        context = ScoreContext(self.mode or self._game.default_mode, self._language, is_whole=is_whole)
        case, findings = read_case(document, self._game, self._cards, context)
        findings += [] if has_errors(findings) else check_score(case)
        wrong = [one for one in findings if one.severity == "error" and (rules is None or one.rule in rules)]
        if wrong:
            raise InputError("answer", " ".join(dict.fromkeys(one.message for one in wrong)))

    def _answer(self, question: str) -> str:
        """Answer to a question, without spaces around it."""
        answer = self._conversation.ask(question)
        if answer is None or answer.strip().lower() == END:
            raise _EndedError
        return answer.replace("\N{NO-BREAK SPACE}", " ").strip()


_TILE = re.compile(r"(.*[^\s,])[\s,]+(-?\d{1,3})[\s,]+(-?\d{1,3})")


def _take_number(pad: dict[str, int], name: str, answer: str) -> None:
    """Enter a whole number on a pad; an empty answer is 0."""
    if not re.fullmatch(r"-?\d{0,4}", answer) or answer == "-":
        raise InputError("pad", tr("{value} is not a whole number.", value=answer))
    pad[name] = int(answer or 0)


def _cards_in(answer: str) -> list[Any]:
    """Parse cards as in text lists: 2 Name, or Name x2, with commas or semicolons between them."""
    from deckwright.files.decks import MOST_COPIES, deck_list_in

    parts = answer.split(";" if ";" in answer else ",")
    lines = deck_list_in("\n".join(parts), tr("answers")).lines
    return [{line.card: min(line.copies, MOST_COPIES)} for line in lines if line.copies]


def _set_in(answer: str) -> list[Any]:
    return [_cards_in(answer)]


def _tile_in(answer: str) -> list[Any]:
    """Parse a tile and its place: the last two words are numbers."""
    found = _TILE.fullmatch(answer)
    if not found:
        raise InputError(
            "tile", tr("Type a tile and two whole numbers, such as: {example}.", example="tile 2 -1")
        )
    return [{"card": found[1], "at": [int(found[2]), int(found[3])]}]


def _shared_in(answer: str) -> list[Any]:
    """Parse a card, who completed it, and the tokens of each seat, with semicolons between them."""
    first, *others = (part.strip() for part in answer.split(";"))
    card, _, by = first.rpartition(",")
    tokens: dict[str, dict[str, int]] = {}
    filled: dict[str, str] = {}
    for part in others:
        seat, _, words = part.partition(":")
        for pair in words.split(","):
            pool, _, number = pair.strip().partition(" ")
            count = whole_number(number.strip("! "))
            if count is None:
                raise InputError(
                    "tokens",
                    tr("Type each sort of token and its number, such as: {example}.", example="red 3"),
                )
            tokens.setdefault(seat.strip(), {})[pool] = count
            if number.rstrip().endswith("!"):
                filled[pool] = seat.strip()
    return [{"card": card.strip(), "by": by.strip(), "tokens": tokens, "filled": filled}]


_PARSERS: dict[str, Callable[[str], list[Any]]] = {
    "cards": _cards_in,
    "sets": _set_in,
    "placed": _tile_in,
    "shared": _shared_in,
}

_HINTS = {
    "cards": later("cards with commas between them, or semicolons where names have commas"),
    "sets": later("the cards of one set with commas between them, one set a line"),
    "placed": later("a tile, and its cell to the right and down, one tile a line"),
    "shared": later("card, seat; seat: red 3, blue 2!; … – “!” after the last token of a sort"),
}


def _score_file(answers: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of a score file, with each entry of a zone on its own."""
    for key, value in answers.items():
        if key == "seats":
            yield "seats:"
            for seat, zones in value.items():
                yield f"  {_quoted(seat)}:"
                for zone, entries in zones.items():
                    yield from _entries(zone, entries, "    ")
        elif isinstance(value, list):
            yield from _entries(key, value, "")
        elif value:
            yield f"{key}: {_quoted(value)}"


def _entries(zone: str, entries: Any, indent: str) -> Iterator[str]:
    if zone == PAD:
        yield f"{indent}{zone}: {_quoted(entries)}"
        return
    yield f"{indent}{zone}:{'' if entries else ' []'}"
    yield from (f"{indent}  - {_quoted(entry)}" for entry in entries)


def _quoted(value: Any) -> str:
    """Value as JSON, which is also YAML."""
    return json.dumps(value, ensure_ascii=False)

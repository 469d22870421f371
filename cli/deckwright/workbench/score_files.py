"""Score a finished game: from a score file, or from answers to questions; and score files to fill in."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.errors import ChangedError, InputError
from deckwright.files.commented_yaml import commented_entry
from deckwright.files.scores import PAD
from deckwright.files.writing import file_exists, free_name, write_text
from deckwright.findings import Finding, has_errors
from deckwright.messages import later, tr
from deckwright.model.game import check_mode, players_refused, wrong_players
from deckwright.model.rule import matcher_of
from deckwright.model.scoring import read_scoring
from deckwright.model.settings import apply_settings, read_pairs
from deckwright.model.words import whole_number

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from deckwright.files.yaml import Document
    from deckwright.model.card import Card
    from deckwright.model.game import Game
    from deckwright.model.score_zones import ScoreZone
    from deckwright.model.scoring import Scoring
    from deckwright.scoring.score import ScoreContext, Scores
    from deckwright.workbench.library import DeckLibrary, Notify


@dataclass(frozen=True, slots=True)
class ScoreOptions:
    """How a game was played: its mode, and choices for open rules as `SETTING=CHOICE`; '' is as the file says."""

    mode: str = ""
    rules: Sequence[str] = ()


class GameScores(NamedTuple):
    """Scores with their game, the game's cards, and the language to name them in."""

    scores: Scores
    game: Game
    cards: Mapping[str, Card]
    language: str


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
            raise file_exists(self.file)

    def write(self, text: str) -> None:
        """Write the score file.

        Raises:
            ChangedError: another file was created meanwhile, and may not be overwritten.
            InputError: it cannot be written.
        """
        write_text(self.file or "-", text, before=... if self.overwrite else None)


@dataclass(frozen=True, slots=True)
class Conversation:
    """How questions are asked: `ask` returns the answer to one, None to end; `notify` shows what is wrong with it."""

    ask: Callable[[str], str | None]
    notify: Notify


def score_file(
    library: DeckLibrary, game: str, file: str | Path, options: ScoreOptions | None = None
) -> GameScores:
    """Score a game from a filled-in score file or the log of a table on a screen, or `-` for standard input.

    Raises:
        InputError: the game or mode is unknown, or the file has errors, each with its place.
    """
    from deckwright.files.deck_formats import DECK_LIMIT
    from deckwright.files.yaml import read_document

    played = _played_game(library, game, options)
    return played.scores(read_document(file, limit=DECK_LIMIT))


def score_template(
    library: DeckLibrary, game: str, players: int = 2, options: ScoreOptions | None = None
) -> str:
    """Score file to fill in, for this number of players.

    Raises:
        InputError: the game or mode is unknown.
        UsageError: this number of players is not allowed.
    """
    from deckwright.scoring.template import template_of

    played = _played_game(library, game, options)
    refusal = played.refusal(players, played.context.mode or played.game.mode_for(players))
    if refusal:
        raise wrong_players(refusal)
    return template_of(played.game, played.cards, players, played.context)


def score_answers(
    library: DeckLibrary,
    game: str,
    conversation: Conversation,
    options: ScoreOptions | None = None,
    output: ScoreOutput = ScoreOutput(),
) -> GameScores | None:
    """Score a game by asking what everybody has; None if the questions were ended before the last.

    Answers are written to `output` even then; if there is none, only answers that cannot be scored are shown. If another
    program has created the file meanwhile, they go to a new one beside it.

    Raises:
        InputError: the game or mode is unknown, or the answers cannot be scored.
    """
    from deckwright.files.yaml import document_of

    played = _played_game(library, game, options)
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
    try:
        return played.scores(document)
    except InputError:
        if not output.file:
            output.write(document.text)
        raise


def check_scoring(game: Game, mode: str) -> None:
    """Check that a game says how it is scored, and has a mode.

    Raises:
        InputError: it does not.
    """
    if "scoring" not in game.definition:
        raise InputError(
            "no-scoring",
            tr("The game {game} does not define how it is scored.", game=game.id),
            hint=tr("Add a section scoring to its game.yaml; see docs/scoring.md."),
        )
    check_mode(game, mode)


class _PlayedGame(NamedTuple):
    """A game that has scoring, its cards by id, and how it was played."""

    game: Game
    cards: Mapping[str, Card]
    context: ScoreContext

    def scores(self, document: Document) -> GameScores:
        """Scores of a score file."""
        from deckwright.scoring.score import score_document
        from deckwright.scoring.template import is_table_log, score_file_of

        findings: list[Finding] = []
        if is_table_log(document):
            document, findings = score_file_of(document, self.game, self.cards, self.context)
        scores = score_document(document, self.game, self.cards, self.context)
        scores = replace(scores, findings=(*findings, *scores.findings))
        return GameScores(scores, self.game, self.cards, self.context.language)

    def refusal(self, players: int, mode: str) -> str:
        """Why a mode, or every mode, does not allow this number of players; '' if it does."""
        return players_refused(players, self.game.players_in(mode), self.game.id, mode)


def _played_game(library: DeckLibrary, name: str, options: ScoreOptions | None) -> _PlayedGame:
    from deckwright.scoring.score import ScoreContext

    options = options or ScoreOptions()
    game, cards = library.game(name)
    language = library.language_of(game)
    check_scoring(game, options.mode)
    return _PlayedGame(game, cards, ScoreContext(options.mode, language, read_pairs(options.rules, game)))


# Questions about what a score file has, zone by zone; each answer is checked before the next question.

END = "q"
"""Answer that ends the questions."""


class _EndedError(Exception):
    """The questions were ended."""


def _save(output: ScoreOutput, text: str, notify: Notify) -> str:
    """Write the answers, and return the name of the file; a new one if another program has created it meanwhile."""
    try:
        output.write(text)
    except ChangedError as error:
        other = str(free_name(Path(output.file)))
        write_text(other, text, before=None)
        notify(f"{error.message} {tr('The answers were saved in {name}.', name=other)}")
        return other
    return output.file


class _Questions:
    """Asks one question after another, and keeps the answers as a score file has them."""

    def __init__(self, played: _PlayedGame, conversation: Conversation) -> None:
        self._played, self._conversation = played, conversation
        self._game, self._mode = played.game, played.context.mode
        self._seats: dict[str, dict[str, Any]] = {}
        self._answers: dict[str, Any] = {
            "game": played.game.id,
            "mode": self._mode,
            "settings": dict(played.context.settings),
            "seats": self._seats,
        }

    def text(self) -> str:
        """Answers as a score file."""
        answers = {key: value for key, value in self._answers.items() if value or isinstance(value, list)}
        lines = [line for key, value in answers.items() for line in commented_entry(key, value, (key,), {})]
        return "\n".join([*lines, ""])

    def ask_all(self) -> None:
        """Ask for everything."""
        self._conversation.notify(
            tr("Press Enter for the next question, {end} to end; your answers are saved.", end=END)
        )
        self._until(tr("Who played? Names with commas between them"), self._take_seats)
        self._ask_mode()
        game = apply_settings(self._game, self._played.context.settings)
        scoring = read_scoring(game, self._mode, matcher_of(game))
        if scoring.team_size > 1:
            self._until(tr("Teams, as: A: name, name; B: name, name"), self._take_teams)
        zones = scoring.zones.values()
        if any(zone.shape == "placed" for zone in zones):  # placing every tile takes long
            question = tr("Tiles with their places, or only the score pad? Type pad, or nothing")
            if self._answer(question) == PAD:
                self._ask_pads(scoring)
                return
        for zone in zones:
            if zone.shape == "shared":
                self._ask_zone(zone, self._answers, "")
        for seat, answers in self._seats.items():
            for zone in zones:
                if not zone.is_common:
                    self._ask_zone(zone, answers, f"{seat}, ")

    def _ask_mode(self) -> None:
        """Ask for the mode, if none was named and the game has several."""
        modes = self._game.names("modes")
        self._mode = self._mode or self._game.mode_for(len(self._seats))
        if not self._answers["mode"] and len(modes) > 1:
            question = tr("Which mode: {modes}? Empty: {mode}", modes=", ".join(modes), mode=self._mode)
            self._until(question, self._take_mode)

    def _take_mode(self, answer: str) -> None:
        mode = answer or self._mode
        if mode not in self._game.names("modes"):
            raise InputError("mode", tr("The game {game} has no mode {mode}.", game=self._game.id, mode=mode))
        self._check_players(len(self._seats), mode)
        self._mode = self._answers["mode"] = mode

    def _check_players(self, players: int, mode: str) -> None:
        refusal = self._played.refusal(players, mode)
        if refusal:
            raise InputError("players", refusal)

    def _take_seats(self, answer: str) -> None:
        names = _names_in(answer)
        if not names or len(names) != len(set(names)):
            raise InputError("seats", tr("Enter each player once."))
        self._check_players(len(names), self._mode)
        self._seats.update({name: {} for name in names})

    def _take_teams(self, answer: str) -> None:
        teams = (part.partition(":") for part in answer.split(";"))
        self._answers["teams"] = {team.strip(): _names_in(names) for team, _, names in teams}
        self._check(rules={"team", "seat", "players", "schema"}, is_whole=True)

    def _ask_pads(self, scoring: Scoring) -> None:
        for seat, answers in self._seats.items():
            pad = answers.setdefault(PAD, {})
            for name in scoring.on_the_pad:
                label = self._game.label(f"score:{name}", self._played.context.language)
                self._until(f"{seat}, {label}", partial(_take_number, pad, name))

    def _ask_zone(self, zone: ScoreZone, answers: dict[str, Any], seat: str) -> None:
        """Ask for the entries of a zone until an empty answer."""
        label = self._game.label(f"score:zone.{zone.id}", self._played.context.language)
        question = f"{seat}{label} ({tr(_HINTS[zone.shape])})"
        entries: list[Any] = answers.setdefault(zone.id, [])
        while answer := self._answer(question):
            before = len(entries)
            try:
                entries += _PARSERS[zone.shape](answer)
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
        context = ScoreContext(self._mode, self._played.context.language, is_whole=is_whole)
        case, findings = read_case(document, self._game, self._played.cards, context)
        findings += [] if has_errors(findings) else check_score(case)
        errors = [finding for finding in findings if finding.severity == "error"]
        messages = [error.message for error in errors if rules is None or error.rule in rules]
        if messages:
            raise InputError("answer", " ".join(dict.fromkeys(messages)))

    def _answer(self, question: str) -> str:
        """Answer to a question, without spaces around it."""
        answer = self._conversation.ask(question)
        if answer is None or answer.strip().lower() == END:
            raise _EndedError
        return answer.replace("\N{NO-BREAK SPACE}", " ").strip()


def _names_in(answer: str) -> list[str]:
    """Names with commas between them."""
    return [name.strip() for name in answer.split(",") if name.strip()]


_TILE = re.compile(r"(.*[^\s,])[\s,]+(-?\d{1,3})[\s,]+(-?\d{1,3})")


def _take_number(pad: dict[str, int], name: str, answer: str) -> None:
    """Enter a whole number on a pad; an empty answer is 0."""
    if not re.fullmatch(r"-?\d{0,4}", answer) or answer == "-":
        raise InputError("pad", tr("{value} is not a whole number.", value=answer))
    pad[name] = int(answer or 0)


def _cards_in(answer: str) -> list[Any]:
    """Parse cards as in text lists: 2 Name, or Name x2, with commas or semicolons between them."""
    from deckwright.files.deck_texts import deck_list_in
    from deckwright.files.decks import MOST_COPIES

    parts = answer.split(";" if ";" in answer else ",")
    lines = deck_list_in("\n".join(parts), tr("answers")).lines
    return [{line.card: min(line.copies, MOST_COPIES)} for line in lines if line.copies]


def _tile_in(answer: str) -> list[Any]:
    """Parse a tile and its place: the last two words are numbers."""
    tile = _TILE.fullmatch(answer)
    if not tile:
        raise InputError(
            "tile", tr("Type a tile and two whole numbers, such as: {example}.", example="tile 2 -1")
        )
    return [{"card": tile[1], "at": [int(tile[2]), int(tile[3])]}]


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
    "sets": lambda answer: [_cards_in(answer)],
    "placed": _tile_in,
    "shared": _shared_in,
}

_HINTS = {
    "cards": later("cards with commas between them, or semicolons where names have commas"),
    "sets": later("the cards of one set with commas between them, one set a line"),
    "placed": later("a tile, and its cell to the right and down, one tile a line"),
    "shared": later("card, seat; seat: red 3, blue 2!; … – “!” after the last token of a sort"),
}

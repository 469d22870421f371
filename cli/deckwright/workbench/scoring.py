"""Score a finished game: from a score file, or from answers to questions; and templates of score files."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from deckwright.errors import InputError
from deckwright.messages import tr
from deckwright.model.game import check_mode, is_allowed, players_refused, wrong_players
from deckwright.model.settings import read_pairs
from deckwright.workbench.score_questions import PlayedGame, ScoreOutput

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from deckwright.files.yaml import Document
    from deckwright.model.card import Card
    from deckwright.model.game import Game
    from deckwright.scoring.score import ScoreContext, Scores
    from deckwright.workbench.library import DeckLibrary
    from deckwright.workbench.score_questions import Conversation


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


def score_file(
    library: DeckLibrary, game: str, file: str | Path, options: ScoreOptions | None = None
) -> GameScores:
    """Score a game from a filled-in score file, or `-` for standard input.

    Raises:
        InputError: the game or mode is unknown, or the file has errors, each with its place.
    """
    from deckwright.files.deck_formats import DECK_LIMIT
    from deckwright.files.yaml import read_document

    played = _played_game(library, game, options)
    return _scores(played, read_document(Path(file), limit=DECK_LIMIT))


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
    _check_players(played.game, played.mode or played.game.mode_for(players), players)
    return template_of(played.game, played.cards, players, _context(played))


def score_answers(
    library: DeckLibrary,
    game: str,
    conversation: Conversation,
    options: ScoreOptions | None = None,
    output: ScoreOutput | None = None,
) -> GameScores | None:
    """Score a game by asking what everybody has; None if the questions were ended before the last.

    Answers are written to `output` even then; if there is none, only answers that cannot be scored are shown.

    Raises:
        InputError: the game or mode is unknown, or the answers cannot be scored.
    """
    from deckwright.workbench.score_questions import ask_scores

    played = _played_game(library, game, options)
    document = ask_scores(played, conversation, output or ScoreOutput())
    return _scores(played, document) if document else None


def _played_game(library: DeckLibrary, name: str, options: ScoreOptions | None) -> PlayedGame:
    options = options or ScoreOptions()
    game, cards = library.game(name)
    language = library.language_of(game)
    check_scoring(game, options.mode)
    return PlayedGame(game, cards, options.mode, language, read_pairs(options.rules, game))


def _scores(played: PlayedGame, document: Document) -> GameScores:
    from deckwright.scoring.score import score_document

    scores = score_document(document, played.game, played.cards, _context(played))
    return GameScores(scores, played.game, played.cards, played.language)


def _context(played: PlayedGame) -> ScoreContext:
    from deckwright.scoring.score import ScoreContext

    return ScoreContext(played.mode, played.language, played.settings)


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


def _check_players(game: Game, mode: str, players: int) -> None:
    allowed = game.players_in(mode)
    if not is_allowed(players, allowed):
        raise wrong_players(players_refused(players, allowed, f"{game.id}, {mode}" if mode else game.id))

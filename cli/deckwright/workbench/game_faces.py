"""The faces and backs of a game's cards, checked against the game, and the cards that share them."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from deckwright.model.query.binding import parse
from deckwright.model.query.matching import matches
from deckwright.model.query.vocabulary import Vocabulary
from deckwright.press.drawing.context import CardsByFace
from deckwright.press.faces.choice import back_name, faces_by_card, front_name
from deckwright.press.faces.face_file import face_reader, is_packaged, load_face, raise_findings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from deckwright.model.card import Card
    from deckwright.model.game import Game
    from deckwright.model.query.tree import Query
    from deckwright.press.faces.face_file import Face


def load_fronts(game: Game, cards: Iterable[Card], assets: Mapping[str, bytes]) -> dict[str, Face]:
    """Load the front faces of cards, for `face_of`.

    Raises:
        InputError: a face has an error.
    """
    holds = query_matcher(game)
    return faces_by_card(cards, lambda card: front_name(game, card, holds), _face_loader(game, assets))


def load_backs(game: Game, cards: Iterable[Card], assets: Mapping[str, bytes]) -> dict[str, Face]:
    """Load the back faces of cards, for `face_of`.

    Raises:
        InputError: a face has an error.
    """
    holds = query_matcher(game)
    return faces_by_card(cards, lambda card: back_name(game, card, holds), _face_loader(game, assets))


def cards_by_face(game: Game, cards: Iterable[Card]) -> CardsByFace:
    """Cards by the names of their front and back faces."""
    holds = query_matcher(game)
    return CardsByFace(cards, lambda card: (front_name(game, card, holds), back_name(game, card, holds)))


def _face_loader(game: Game, assets: Mapping[str, bytes]) -> Callable[[str], Face]:
    """Function that loads a face, once, and checks it against the game."""
    read = face_reader(assets)

    @cache
    def load(name: str) -> Face:
        face = load_face(name, read)
        if not all(is_packaged(document) for document in face.documents):
            from deckwright.press.faces.game_checks import check_face_in_game

            raise_findings(name, check_face_in_game(face, game, assets))
        return face

    return load


def query_matcher(game: Game) -> Callable[[str, Card], bool]:
    """Function that tests a card against the text of a query, parsing each query once."""
    vocabulary = Vocabulary.of([game])

    @cache
    def query_of(text: str) -> Query:
        return parse(text, vocabulary)

    return lambda text, card: matches(query_of(text), card)

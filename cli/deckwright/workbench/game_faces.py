"""The faces and backs of a game's cards, checked against the game, the cards that share them, and the fonts they use."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from deckwright.model.query.binding import parse
from deckwright.model.query.matching import matches
from deckwright.model.query.vocabulary import Vocabulary
from deckwright.press.faces.face_file import (
    PLAIN,
    PLAIN_BACK,
    face_reader,
    is_packaged,
    load_face,
    raise_findings,
)
from deckwright.press.graphics.font_files import CUTS
from deckwright.press.graphics.fonts import fonts_of
from deckwright.store.read import read_assets

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from deckwright.model.card import Card
    from deckwright.model.game import Game
    from deckwright.model.game_package import GamePackage
    from deckwright.model.query.tree import Query
    from deckwright.press.faces.face_file import Face
    from deckwright.store.database import Database


def load_fronts(game: Game, kinds: Iterable[str], assets: Mapping[str, bytes]) -> dict[str, Face]:
    """Load the front face of each kind of card.

    Raises:
        InputError: a face has an error.
    """
    load = _face_loader(game, assets)
    return {kind: load(_front_name(game, kind)) for kind in sorted(kinds)}


def load_backs(game: Game, kinds: Iterable[str], assets: Mapping[str, bytes]) -> dict[str, Face]:
    """Load the back face of each kind of card.

    Raises:
        InputError: a face has an error.
    """
    load = _face_loader(game, assets)
    return {kind: load(_back_name(game, kind)) for kind in sorted(kinds)}


def cards_by_face(game: Game, cards: Iterable[Card]) -> dict[str, list[Card]]:
    """Cards by the names of their front and back faces."""
    sharing: dict[str, list[Card]] = {}
    for card in cards:
        for face in (_front_name(game, card.kind), _back_name(game, card.kind)):
            sharing.setdefault(face, []).append(card)
    return sharing


def _front_name(game: Game, kind: str) -> str:
    name: str = game.definition["kinds"][kind].get("face", PLAIN)
    return name


def _back_name(game: Game, kind: str) -> str:
    name: str = game.definition["kinds"][kind].get("back", game.definition.get("back", PLAIN_BACK))
    return name


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


# Cuts of variable and PostScript fonts, which take a second each to make: they are stored with the files of a game.


def with_known_cuts(database: Database, package: GamePackage) -> GamePackage:
    """Game with the cuts of fonts that were stored when it was loaded before.

    Raises:
        DatabaseError: the database cannot be read.
    """
    with database.reading() as connection:
        known = read_assets(connection, package.game.id, CUTS)
    package = replace(package, assets={**package.assets, **known}) if known else package
    fonts_of(package.assets).forget()
    return package


def with_used_cuts(package: GamePackage) -> GamePackage:
    """Game with the cuts of fonts that its checks have used, and no others."""
    used = fonts_of(package.assets).made
    files = {name: data for name, data in package.assets.items() if not name.startswith(f"{CUTS}/")}
    return replace(package, assets={**files, **used}) if used or len(files) < len(package.assets) else package

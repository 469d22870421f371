"""The faces and backs of a game’s cards: which each card has, loaded, and the cards that share them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from deckwright.model.query.binding import Vocabulary, parse
from deckwright.model.query.matching import card_test
from deckwright.press.boxes.box import OWN_TARGET
from deckwright.press.drawing.context import CardsByFace
from deckwright.press.faces.face_file import face_reader, is_packaged, load_face, raise_findings
from deckwright.press.graphics.cuts import CardSize
from deckwright.press.graphics.fonts import fonts_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from deckwright.model.card import Card
    from deckwright.model.game import Game
    from deckwright.press.faces.face_file import Face

    Holds = Callable[[str, Card], bool]


Name = TypeVar("Name")

PLAIN = "plain"
"""Face of kinds that name none."""

PLAIN_BACK = "back-plain"
"""Back of kinds that name none."""


def front_name(game: Game, card: Card, holds: Holds) -> str:
    """Name of the face of a card's front; `holds` decides whether a card matches the text of a query."""
    return _chosen(game.definition["kinds"][card.kind].get("face", PLAIN), PLAIN, card, holds)


def back_name(game: Game, card: Card, holds: Holds) -> str:
    """Name of the face of a card's back; `holds` decides whether a card matches the text of a query."""
    usual: str = game.definition.get("back", PLAIN_BACK)
    return _chosen(game.definition["kinds"][card.kind].get("back", usual), usual, card, holds)


def _chosen(value: str | list[dict[str, str]], usual: str, card: Card, holds: Holds) -> str:
    if isinstance(value, str):
        return value
    return next(
        (choice["face"] for choice in value if "when" not in choice or holds(choice["when"], card)), usual
    )


def faces_by_card(
    cards: Iterable[Card], name_of: Callable[[Card], Name], load: Callable[[Name], Face]
) -> dict[str, Face]:
    """Faces for `face_of`: by kind, and by kind and id for cards whose face differs from the first one of their kind."""
    names: dict[str, Name] = {}
    for card in cards:
        name = name_of(card)
        if names.setdefault(card.kind, name) != name:
            names[f"{card.kind}/{card.id}"] = name
    return {key: load(names[key]) for key in sorted(names)}


def faces_on_target(faces: Mapping[str, Face], *names: str) -> dict[str, Face]:
    """Faces for the cards of a target, which is called by several names; changes for the later ones are stronger.

    A user's own file goes by its name, whatever its folder.
    """
    called = [Path(name).name if name.endswith(OWN_TARGET) else name for name in names]
    return {key: face.on_target(*called) for key, face in faces.items()}


class SideTexts(NamedTuple):
    """Name and text of the second side of a card, in the printed language; '' for none."""

    name: str
    text: str


def second_side(card: Card, backs: Mapping[str, Face], language: str) -> SideTexts | None:
    """Texts of the second side of a card; None if its back is only a back."""
    fields = face_of(card, backs).second_side
    return SideTexts(*(card.text(name, language) if name else "" for name in fields)) if fields else None


def face_of(card: Card, faces: Mapping[str, Face]) -> Face:
    """Face of a card: its own, or that of its kind.

    Raises:
        KeyError: the kind has no face.
    """
    return faces.get(f"{card.kind}/{card.id}") or faces[card.kind]


def open_fonts(game: Game, cards: Iterable[Card], assets: Mapping[str, bytes]) -> bool:
    """Let large fonts have all letters that a game can print; return whether fonts that were opened before lack some."""
    return fonts_of(assets).cover(_printed(game, cards, assets))


def _printed(game: Game, cards: Iterable[Card], assets: Mapping[str, bytes]) -> Iterator[str]:
    """Yield whatever may be printed, one text after another: those of a large game take much memory."""
    for name, data in assets.items():
        if name.endswith((".yaml", ".svg")):
            yield data.decode(errors="replace")
    yield str(game.definition)
    for labels in game.labels.values():
        yield from labels.values()
    for card in cards:
        for of_language in card.texts.values():
            yield from of_language.values()
        yield from (str(value) for value in card.fields.values() if not isinstance(value, int))


def load_fronts(
    game: Game, cards: Sequence[Card], assets: Mapping[str, bytes], *target: str
) -> dict[str, Face]:
    """Load the front faces of cards, for `face_of`, as on a target that is called by these names.

    Raises:
        InputError: a face has an error.
    """
    open_fonts(game, cards, assets)
    holds = query_matcher(game)
    faces = faces_by_card(cards, lambda card: front_name(game, card, holds), _face_loader(game, assets))
    return faces_on_target(faces, *target)


def load_backs(
    game: Game, cards: Iterable[Card], assets: Mapping[str, bytes], fronts: Mapping[str, Face], *target: str
) -> dict[str, Face]:
    """Load the back faces of cards as `load_fronts` does; one that has no size is as large as the front of its card.

    Raises:
        InputError: a face has an error.
    """
    holds, load = query_matcher(game), _face_loader(game, assets)

    def name_of(card: Card) -> tuple[str, CardSize]:
        front = face_of(card, fronts)
        return back_name(game, card, holds), CardSize(front.size, shape=front.cut)

    return faces_on_target(faces_by_card(cards, name_of, lambda back: load(*back)), *target)


def load_sides(
    game: Game, cards: Sequence[Card], assets: Mapping[str, bytes], *target: str
) -> tuple[dict[str, Face], dict[str, Face]]:
    """Load the front and the back faces of cards, as `load_fronts` and `load_backs` do.

    Raises:
        InputError: a face has an error.
    """
    fronts = load_fronts(game, cards, assets, *target)
    return fronts, load_backs(game, cards, assets, fronts, *target)


def cards_by_face(game: Game, cards: Iterable[Card]) -> CardsByFace:
    """Cards by the names of their front and back faces."""
    holds = query_matcher(game)
    return CardsByFace(cards, lambda card: (front_name(game, card, holds), back_name(game, card, holds)))


def _face_loader(game: Game, assets: Mapping[str, bytes]) -> Callable[..., Face]:
    """Function that loads a face by its name, once, and checks it against the game; for a back, with the size of its front."""
    read = face_reader(assets)

    @cache
    def load(name: str, front: CardSize | None = None) -> Face:
        face = load_face(name, read, front)
        if not all(is_packaged(document) for document in face.documents):
            from deckwright.press.faces.game_names import check_face_in_game

            raise_findings(name, check_face_in_game(face, game, assets))
        return face

    return load


def query_matcher(game: Game) -> Callable[[str, Card], bool]:
    """Function that tests a card against the text of a query, parsing each query once."""
    vocabulary = Vocabulary.of([game])

    @cache
    def test(text: str) -> Callable[[Card], bool]:
        return card_test(parse(text, vocabulary))

    return lambda text, card: test(text)(card)

"""Tuck boxes: how many cards of which size go in, and the back that is printed on them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from deckwright.files.writing import atomic_file
from deckwright.findings import Finding
from deckwright.messages import printing_in, trn
from deckwright.model.languages import game_words
from deckwright.press.documents.tuckbox import CARD_THICKNESS, Art, BoxedDeck, BoxSize, TuckBox
from deckwright.press.documents.tuckbox import print_tuckbox as print_box
from deckwright.press.drawing.card import draw_card
from deckwright.press.faces.choice import cards_by_face, face_of, load_sides, query_matcher
from deckwright.press.sheets.sheet import load_sheet
from deckwright.workbench.documents import document_context, look_of
from deckwright.workbench.exports import (
    select_from_one_game,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from deckwright.model.card import Card
    from deckwright.press.drawing.context import RenderContext
    from deckwright.press.faces.face_file import Face
    from deckwright.press.graphics.cuts import Outline
    from deckwright.workbench.exports import SelectedCards, Selection
    from deckwright.workbench.library import DeckLibrary


@dataclass(frozen=True, slots=True)
class TuckBoxOptions:
    """How to print a box: for a number of cards (None: all copies of its size), and on the paper of a sheet.

    `thickness` is that of a card, and `sleeve` what a sleeve adds to it (0 for none), in mm. `dividers` are titles.
    """

    cards: int | None = None
    thickness: float = CARD_THICKNESS
    sleeve: float = 0.0
    dividers: Sequence[str] = ()
    sheet: str = "a4"


@dataclass(frozen=True, slots=True)
class PrintedTuckBox:
    """A box that was printed into a file: the deck it is for, its inside, the pages, and the findings."""

    file: str
    deck: BoxedDeck
    pages: int
    findings: Sequence[Finding] = ()

    @property
    def inside(self) -> BoxSize:
        """Size of the box inside, in mm."""
        return self.deck.box


def print_tuckbox(
    library: DeckLibrary, selection: Selection, output: str | Path, options: TuckBoxOptions = TuckBoxOptions()
) -> PrintedTuckBox:
    """Print a folding box for cards of one size, and its dividers, into a PDF file; `-` is standard output.

    Raises:
        UsageError: the selection is empty or of several games.
        InputError: a card or face does not exist or has errors, the paper is too small, or the file cannot be written.
    """
    selected = select_from_one_game(library, selection)
    game = selected.game
    context = document_context(
        library, game, query_matcher(game), cards_by_face(game, selected.cards.values())
    )
    with printing_in(context.language, game_words(game, context.language)):
        box = _tuck_box(selected, context, options, is_query=bool(selection.query))
        with atomic_file(output) as file:
            printed = print_box(box, load_sheet(options.sheet).paper, context.assets, file)
    return PrintedTuckBox(str(output), box.deck, printed.pages, [*context.findings, *printed.findings])


def _tuck_box(
    selected: SelectedCards, context: RenderContext, options: TuckBoxOptions, *, is_query: bool
) -> TuckBox:
    """Box for the cards of the size that is most of the deck; that others are left out is a finding."""
    game = selected.game
    fronts, backs = load_sides(game, selected.chosen, context.assets, "pdf")
    by_size: dict[tuple[tuple[float, float], Outline], list[tuple[Card, int]]] = {}
    for card, count in selected.copies:
        face = face_of(card, fronts)
        by_size.setdefault((face.size, face.cut), []).append((card, count))
    counts = {key: sum(count for _, count in of_size) for key, of_size in by_size.items()}
    size, cut = max(counts, key=lambda key: counts[key] * key[0][0] * key[0][1])
    inside, number = by_size[size, cut], counts[size, cut]
    if others := sum(counts.values()) - number:
        context.note(_left_out(others, size))
    card = _card_with_usual_back(inside, backs)
    deck = BoxedDeck(options.cards or number, size, options.thickness, options.sleeve, len(options.dividers))
    art = Art(tuple(draw_card(card, face_of(card, backs), context)), size, cut)
    title, name = context.label("game:title"), selected.deck.name
    subtitle = "" if is_query or name == title else name
    return TuckBox(title, subtitle, context.language, deck, art, look_of(game), tuple(options.dividers))


def _left_out(count: int, size: tuple[float, float]) -> Finding:
    message = trn(
        "The box is for cards of {width} × {height} mm. {count} card has another size: use --select for its box.",
        "The box is for cards of {width} × {height} mm. {count} cards have other sizes: use --select for their boxes.",
        count,
        width=size[0],
        height=size[1],
    )
    return Finding("card-size", "info", message)


def _card_with_usual_back(cards: Sequence[tuple[Card, int]], backs: Mapping[str, Face]) -> Card:
    """First card with the back that most copies have; one that is a back only, if there is one."""
    uses = Counter[str]()
    for card, count in cards:
        back = face_of(card, backs)
        uses[back.name] += 0 if back.second_side else count
    usual = uses.most_common(1)[0][0]
    return next(card for card, _ in cards if face_of(card, backs).name == usual)

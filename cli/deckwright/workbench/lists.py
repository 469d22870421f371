"""Cards as tables for spreadsheets, and decks as text lists."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from deckwright.files.decks import as_list
from deckwright.files.writing import write_csv
from deckwright.model.card import copies_by_card
from deckwright.model.game import TEXTS
from deckwright.workbench.selection import select_cards

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from deckwright.model.card import Card, FieldValue
    from deckwright.model.game import Game
    from deckwright.workbench.library import DeckLibrary
    from deckwright.workbench.selection import SelectedCards, Selection

COMMON_COLUMNS = ("game", "id", "kind", "name", "copies", "marks", "origin", "revision")
"""Columns for the cards of every game; `name` is in the wanted language."""

Row = tuple[object, ...]

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class DeckLists:
    """Decks as text that reads back as the same decks, and their number of cards."""

    text: str
    cards: int


def list_decks(library: DeckLibrary, selection: Selection) -> DeckLists:
    """Text lists of the selected cards, `2 Name` a line, in the wanted language.

    Raises:
        UsageError: the selection is empty.
        InputError: a deck or game does not exist, the query finds nothing, or no game has the wanted language.
    """
    selected = select_cards(library, selection, library.language.tag)
    languages = library.languages_of(one.game for one in selected)
    text = "\n".join(as_list(one.deck, one.cards, languages[one.game.id]) for one in selected)
    return DeckLists(text, sum(one.deck.size for one in selected))


def write_card_table(library: DeckLibrary, selection: Selection, output: str | Path) -> int:
    """Write the selected cards as a CSV table, `-` is standard output; the number of cards, with all copies.

    Raises:
        UsageError: the selection is empty.
        InputError: a deck or game does not exist, the query finds nothing, no game has the wanted language, or the
            file cannot be written.
    """
    selected = select_cards(library, selection)
    write_csv(str(output), card_rows(selected, library.languages_of(one.game for one in selected)))
    return sum(one.deck.size for one in selected)


def card_rows(selected: Sequence[SelectedCards], languages: Mapping[str, str]) -> list[Row]:
    """Table of cards: a row with the headings, then a row for each card with its copies.

    `languages` are those of the names, by game. After the common columns come the fields of all games, then the texts
    in each language: `text.fr`. Several values of a field are separated by `; `.
    """
    fields = _unique(name for one in selected for name in one.game.fields)
    texts = _unique(text for one in selected for text in _texts(one.game))
    rows: list[Row] = [(*COMMON_COLUMNS, *fields, *(f"{name}.{language}" for language, name in texts))]
    for one in selected:
        for name, copies in copies_by_card(one.deck.entries).items():
            card = one.cards[name]
            values = (_cell(card.fields.get(field, "")) for field in fields)
            printed = (card.texts.get(language, {}).get(text, "") for language, text in texts)
            rows.append((*_common_cells(card, copies, languages[card.game]), *values, *printed))
    return rows


def _unique(values: Iterable[Value]) -> list[Value]:
    return list(dict.fromkeys(values))


def _texts(game: Game) -> list[tuple[str, str]]:
    """Languages and names of the texts that a game's cards can have, its own language first."""
    languages = _unique((game.source_language, *game.languages))
    names = (*TEXTS, *game.definition.get("texts", {}))
    return [(language, name) for language in languages for name in names]


def _common_cells(card: Card, copies: int, language: str) -> Row:
    marks = "; ".join(card.marks)
    return card.game, card.id, card.kind, card.name(language), copies, marks, card.origin, card.revision


def _cell(value: FieldValue) -> object:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "; ".join(map(str, value)) if isinstance(value, list) else value

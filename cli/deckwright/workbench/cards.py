"""Cards of the database: search, show, list, and write them as texts and tables."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from deckwright.messages import tr
from deckwright.model.card import copies_by_card
from deckwright.model.game import mark_rules
from deckwright.model.markup import EMPHASIS, spoken_tables, without_tags
from deckwright.model.words import Pattern
from deckwright.store.read import (
    all_counts,
    cards_numbered,
    count_cards,
    read_game,
    read_games,
    snapshot,
    uncounted,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from deckwright.files.card_tables import TableCard
    from deckwright.model.card import Card, FieldValue
    from deckwright.model.game import Game
    from deckwright.model.translation import Message
    from deckwright.workbench.exports import SelectedCards, Selection
    from deckwright.workbench.library import DeckLibrary


# What a card says, in plain text: values, printed texts and rules without icons or emphasis.

_ICON = Pattern(r"\{(\w+)\}")

_COLONS = {"fr": "\u00a0: "}
"""Colons with the spacing of a language; others use the English one."""

_BREAKS = Pattern(r"[ \t\n]+")

_SENTENCE_ENDS = (".", "!", "?", "…", ":", "»", "”")


def value_text(name: str, value: FieldValue, game: Game, language: str) -> str:
    """Value of a field as readers see it: a choice by its label, a flag as yes or no."""
    if isinstance(value, bool):
        return tr("yes") if value else tr("no")
    if isinstance(value, list):
        return ", ".join(value_text(name, member, game, language) for member in value)
    return game.label(f"field:{name}.{value}", language) or str(value)


def plain_text(text: str, game: Game, language: str) -> str:
    """Printed text with the names of its icons, and without emphasis and tags."""
    plain = without_tags(text, "\n")
    return EMPHASIS.sub(r"\2", _ICON.sub(lambda icon: _icon_name(icon[1], game, language), plain))


def _icon_name(token: str, game: Game, language: str) -> str:
    mark = token.replace("_", "-")
    label = game.label(f"field:{token}", language) or game.label(f"mark:{mark}", language)
    if label or token not in game.definition.get("icons", {}):
        return label or f"{{{token}}}"
    return f"[{token.replace('_', ' ')}]"


def printed_texts(card: Card, game: Game, language: str) -> Iterator[str]:
    """Yield the texts printed on a card besides its name, the flavour text last."""
    for name in (*game.definition.get("texts", {}), "text", "flavour"):
        if name in card.texts[card.source_language]:
            label = game.label(f"text:{name}", language)
            text = plain_text(card.text(name, language), game, language)
            yield labelled(label, text) if label else text


def mark_rule(game: Game, mark: str, language: str) -> str:
    """Rule of a mark, followed by the rules that replace it in some modes."""
    usual, others = mark_rules(game, mark, language)
    rules_in_modes = [labelled(game.label(f"mode:{mode}", language), rule) for mode, rule in others.items()]
    return " ".join([usual, *rules_in_modes])


def labelled(label: str, value: str) -> str:
    """Label and value, with the punctuation of the user's language."""
    return tr("{label}: {value}", label=label, value=value)


def spoken_card(card: Card, game: Game, language: str) -> str:
    """Everything that a card says in one language, a sentence a line, for screen readers."""
    lines = (_BREAKS.sub(" ", line).strip() for line in _spoken_lines(card, game, language))
    return "\n".join(line if line.endswith(_SENTENCE_ENDS) else f"{line}." for line in lines if line)


def _spoken_lines(card: Card, game: Game, language: str) -> Iterator[str]:
    yield card.name(language)
    yield game.label(f"kind:{card.kind}", language)
    colon = _COLONS.get(language, ": ")
    for name, value in card.fields.items():
        label = game.label(f"field:{name}", language)
        if value is not False:
            yield label if value is True else f"{label}{colon}{value_text(name, value, game, language)}"
    yield ", ".join(game.label(f"mark:{mark}", language) for mark in card.marks)
    for name in (*game.definition.get("texts", {}), "text", "flavour"):
        label = game.label(f"text:{name}", language)
        text = plain_text(spoken_tables(card.text(name, language)), game, language)
        yield f"{label}{colon}{text}" if label and text else text


# Find cards and games of a library.


class SearchOptions(NamedTuple):
    """Where to search, and how the cards found are sorted and cut off.

    `sort` is a field, with `-` before it for descending order. `limit` is the largest number of cards; 0 is no limit.
    """

    game: str = ""
    sort: str = ""
    limit: int = 0


class FoundCards(NamedTuple):
    """Cards that a query finds, and how many there are without the limit; games and their languages by game id."""

    cards: Sequence[Card]
    total: int
    games: Mapping[str, Game]
    languages: Mapping[str, str]


def search_cards(library: DeckLibrary, query: str = "", options: SearchOptions | None = None) -> FoundCards:
    """Find cards by a query, such as `kind:tool tech>=3`; an empty one finds all."""
    from deckwright.store.search import find_numbers, sort_cards, sort_numbers

    options, connection = options or SearchOptions(), library.connection
    game = library.game_id(options.game)
    with snapshot(connection):
        limit = 0 if options.sort else options.limit
        games, numbers, total, named = find_numbers(connection, query.strip(), game=game, limit=limit)
        languages = library.languages_of(games.values())
        if options.sort and 0 < options.limit < total:
            numbers = sort_numbers(connection, numbers, options.sort, games, languages)[: options.limit]
        cards = cards_numbered(connection, numbers)
    for name in sorted(named.union(card.game for card in cards)):
        library.refuse_outdated(name)
    return FoundCards(sort_cards(cards, options.sort, games, languages), total, games, languages)


class FoundCard(NamedTuple):
    """A card, its game, and the language to read it in."""

    card: Card
    game: Game
    language: str


def find_card(library: DeckLibrary, name: str, game: str = "") -> FoundCard:
    """Find a card by `game/card-id`, its id, or its name in any language."""
    card = library.card(name, game)
    game_of_card = read_game(library.connection, card.game)
    return FoundCard(card, game_of_card, library.language_of(game_of_card))


class GameSummary(NamedTuple):
    """A game, its number of cards (every copy), how many of its counts are the owner's own, and a language."""

    game: Game
    cards: int
    own_counts: int
    language: str


def list_games(library: DeckLibrary, game: str = "") -> list[GameSummary]:
    """Summaries of all games of the library, or of one."""
    connection, game = library.connection, game and library.game_id(game)
    own_counts = Counter(count.game for count in all_counts(connection))
    games = [read_game(connection, game)] if game else read_games(connection)
    if game:
        library.refuse_outdated(game)
    copies, languages = count_cards(connection), library.languages_of(games)
    return [
        GameSummary(
            listed_game, copies.get(listed_game.id, 0), own_counts[listed_game.id], languages[listed_game.id]
        )
        for listed_game in games
    ]


# Cards as tables for spreadsheets, and decks as text lists.


class DeckLists(NamedTuple):
    """Decks as text that reads back as the same decks, and their number of cards."""

    text: str
    cards: int


def list_decks(library: DeckLibrary, selection: Selection, written_as: str = "text") -> DeckLists:
    """Lists of the selected cards in the wanted language, in a format of `export list --as`."""
    from deckwright.files.deck_formats import format_named, together
    from deckwright.workbench.exports import select_cards

    file_format = format_named(written_as)
    selected = select_cards(library, selection, library.language.tag)
    languages = library.languages_of(chosen.game for chosen in selected)
    decks = [(chosen.deck, chosen.cards, languages[chosen.game.id]) for chosen in selected]
    text = together(decks, file_format)
    return DeckLists(text, sum(chosen.deck.size for chosen in selected))


def write_card_table(
    library: DeckLibrary, selection: Selection, output: str | Path, ending: str = ".csv"
) -> int:
    """Write the selected cards as a table that reads back as the same cards; the number of cards, with all copies.

    The ending of the file decides whether it is CSV, TSV or XLSX; `ending` does so for one without, such as `-`, which
    is standard output. Cards of a game have the copies that the game says, cards of a deck those in the deck.
    """
    from deckwright.files.card_tables import TABLE_ENDINGS, card_table, table_bytes
    from deckwright.files.writing import atomic_file, check_ending
    from deckwright.workbench.exports import select_cards

    written_as = check_ending(str(output), TABLE_ENDINGS) or ending
    selected = select_cards(library, selection)
    cards = [card for chosen in selected for card in _table_cards(library, chosen)]
    content = table_bytes(card_table(cards), written_as)
    with atomic_file(output) as file:
        file.write(content)
    return sum(chosen.copies for chosen in cards)


def _table_cards(library: DeckLibrary, selected: SelectedCards) -> Iterator[TableCard]:
    """Yield the rows of a selection, the cards of a game with the copies that the game says, not a counted box."""
    from deckwright.files.card_tables import TableCard
    from deckwright.store.translations import languages_of, read_entries

    game, connection = selected.game, library.connection
    translations: dict[str, dict[str, dict[str, Message]]] = {}
    for language in languages_of(game):
        for message in read_entries(connection, game.id, language):
            text = message.context.rpartition(".")[2]
            translations.setdefault(message.card, {}).setdefault(language, {})[text] = message
    cards = uncounted(connection, selected.cards)
    for name, copies in _copies(selected, cards).items():
        yield TableCard(cards[name], game, copies, translations.get(name, {}))


def _copies(selected: SelectedCards, cards: Mapping[str, Card]) -> dict[str, int]:
    """Copies by card: those of a deck, or those that the game says, also of cards that a counted box lacks."""
    copies = copies_by_card(selected.deck.entries)
    if selected.deck.source != selected.game.id:
        return copies
    is_whole = len(copies) == sum(card.copies > 0 for card in selected.cards.values())
    return {name: cards[name].copies for name in (cards if is_whole else copies)}

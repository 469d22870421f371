"""Card sets for playing online, in Cockatrice."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from deckwright.construction.check import CheckContext, DeckChecker
from deckwright.construction.evaluation import find_violations
from deckwright.files.deck_writing import element_names
from deckwright.messages import tr
from deckwright.model.card import Deck, DeckEntry
from deckwright.model.game import parts_in
from deckwright.press.faces.choice import query_matcher
from deckwright.press.targets.cockatrice import CardSet, OnlineCard
from deckwright.store.read import deck_ids, read_deck
from deckwright.workbench.cards import labelled, mark_rule, printed_texts, value_text
from deckwright.workbench.library import no_progress
from deckwright.workbench.selection import select_from_one_game
from deckwright.workbench.target_exports import into_folder, refuse_stdout, target_job

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from deckwright.construction.evaluation import Violation
    from deckwright.model.card import Card
    from deckwright.model.game import Game
    from deckwright.press.printing import PrintJob
    from deckwright.workbench.library import DeckLibrary, Progress
    from deckwright.workbench.printing import ExportResult
    from deckwright.workbench.selection import SelectedCards, Selection


def write_cockatrice_set(
    library: DeckLibrary, selection: Selection, folder: str | Path, progress: Progress = no_progress
) -> ExportResult:
    """Write cards as a card set of Cockatrice, with pictures, into a folder laid out as its data folder, or nothing.

    Raises:
        UsageError: pypdfium2 or Pillow is missing, or the selection is empty or of several games.
        InputError: a card or face does not exist or has errors, or a file cannot be written.
    """
    from deckwright.press.targets.cockatrice import write_card_set
    from deckwright.press.writing.raster import check_raster

    check_raster()
    refuse_stdout(folder)
    selected = select_from_one_game(library, selection)
    job = target_job(library, selected, ("cockatrice",))
    card_set = _card_set(library, selected, job)
    with progress(tr("Printing"), len(job.cards)) as advance:
        return into_folder(folder, lambda made: write_card_set(job, card_set, made, advance))


# What Cockatrice knows of a card.


def _card_set(library: DeckLibrary, selected: SelectedCards, job: PrintJob) -> CardSet:
    """Selected cards as Cockatrice has them, in the language of a job."""
    game, language = selected.game, job.language
    names = element_names(selected.cards, language)
    numbers = {card: number for number, card in enumerate(selected.cards, 1)}
    tokens = tokens_of(game, selected.cards, _decks_of(library, game))
    cards = tuple(
        OnlineCard(
            card,
            names[card.id],
            card.name(language),
            numbers[card.id],
            game.label(f"kind:{card.kind}", language),
            tuple(game.label(f"mark:{mark}", language) for mark in card.marks),
            {
                name: value_text(name, value, game, language)
                for name, value in card.fields.items()
                if value is not False
            },
            "\n\n".join(_texts(card, game, language)),
            card.id in tokens,
        )
        for card, _ in job.cards
    )
    labels = {name: game.label(f"field:{name}", language) for name in game.fields}
    return CardSet(game.id, game.title(language), labels, cards)


def _texts(card: Card, game: Game, language: str) -> Iterator[str]:
    """Yield the texts of a card, then the rules of its marks."""
    yield from printed_texts(card, game, language)
    for mark in card.marks:
        rule = mark_rule(game, mark, language)
        if rule:
            yield labelled(game.label(f"mark:{mark}", language), rule)


def _decks_of(library: DeckLibrary, game: Game) -> list[Deck]:
    names = deck_ids(library.connection)
    return [read_deck(library.connection, name) for name in names if name.startswith(f"{game.id}/")]


# Tokens: cards that are played, but never drawn.


def tokens_of(game: Game, cards: Mapping[str, Card], decks: Iterable[Deck]) -> set[str]:
    """Ids of the cards of those kinds of which no card is in a pile or deck of the game, or allowed in one by a format.

    Kinds decide, so that a banned card is not a token. A game without piles, decks and formats has none.
    """
    drawn = {cards[entry.card].kind for deck in decks for entry in deck.entries}
    for pile in game.names("piles"):
        drawn |= {cards[card].kind for card in cards_in_pile(game, pile, cards.values())}
    if not (drawn or game.names("formats")):
        return set()
    rest = [card for card in cards.values() if card.kind not in drawn]
    drawn |= _allowed_kinds(game, cards, rest)
    return {card.id for card in rest if card.kind not in drawn}


def cards_in_pile(game: Game, name: str, cards: Iterable[Card]) -> set[str]:
    """Ids of the cards that a pile can have, in any mode."""
    matches = query_matcher(game)
    pile = game.definition["piles"][name]
    queries = [part["of"] for _, part in parts_in(("piles", name), pile)]
    return {card.id for card in cards if any(matches(query, card) for query in queries)}


def _allowed_kinds(game: Game, cards: Mapping[str, Card], candidates: Iterable[Card]) -> set[str]:
    """Kinds of candidates of which a deck of some format can have a card, on whatever day, and whatever else it needs."""
    checker = DeckChecker(game, cards, CheckContext(on=date.min))
    allowed: set[str] = set()
    for card in candidates:
        if card.kind not in allowed and any(
            _is_allowed(checker, game, name, card) for name in game.names("formats")
        ):
            allowed.add(card.kind)
    return allowed


def _is_allowed(checker: DeckChecker, game: Game, format_name: str, card: Card) -> bool:
    """Whether no rule finds that one copy of a card, in any zone, is one too many."""
    rules = checker.rules_for(Deck(game.id, "", format=format_name))
    players = min(rules.format.players, default=None) if rules.format.asks_players else None
    return any(
        not _is_too_many(
            card, find_violations(rules.rules, rules.contents((DeckEntry(card.id, 1, zone),)), players)
        )
        for zone in rules.format.zones
    )


def _is_too_many(card: Card, violations: Iterable[Violation]) -> bool:
    too_many = (
        violation for violation in violations if violation.rule.severity == "error" and violation.excess > 0
    )
    return any(card.id == counted.id for violation in too_many for counted in violation.cards)

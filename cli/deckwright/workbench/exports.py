"""What all exports share: the cards that they select, the language in which they print these, and what they return."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from deckwright.errors import InputError, UsageError
from deckwright.findings import Finding, as_warning
from deckwright.messages import tr
from deckwright.model.card import Deck, DeckEntry, copies_by_card
from deckwright.model.languages import match_language, unsupported_script
from deckwright.model.plurals import CONTEXT
from deckwright.store.search import search
from deckwright.store.translations import read_entries
from deckwright.workbench.library import read_all

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence
    from pathlib import Path

    from deckwright.model.card import Card
    from deckwright.model.card_changes import CardChanges
    from deckwright.model.game import Game
    from deckwright.model.translation import Message
    from deckwright.press.print_job import PrintResult
    from deckwright.workbench.library import DeckLibrary


@dataclass(frozen=True, slots=True)
class Selection:
    """Names of the cards to export.

    `sources` are decks (files, `-`, `game/deck-id`) and ids of games, with all their cards. `query` finds further
    cards in `game`, which is also the game of deck lists that do not name theirs. If there are `states`, only cards
    with a translation in one of these are exported (model.translation.STATES). `card` is the name of one more card.
    """

    sources: Sequence[str] = ()
    game: str = ""
    query: str = ""
    states: Sequence[str] = ()
    card: str = ""


@dataclass(frozen=True, slots=True)
class SelectedCards:
    """A deck of cards to export, its game, and all cards of the game by id."""

    deck: Deck
    game: Game
    cards: Mapping[str, Card]

    @property
    def copies(self) -> list[tuple[Card, int]]:
        """The cards in order, each once, with its number of copies."""
        return [(self.cards[card], count) for card, count in copies_by_card(self.deck.entries).items()]

    @property
    def ids(self) -> set[str]:
        """Ids of these cards."""
        return {entry.card for entry in self.deck.entries}

    @property
    def chosen(self) -> list[Card]:
        """The cards in order, each once."""
        return [card for card, _ in self.copies]


def select_cards(library: DeckLibrary, selection: Selection, language: str = "") -> list[SelectedCards]:
    """Read the cards that a selection names, a list item for each source; decks and games are titled in `language`.

    A game that is named next to a query is the game of the query; its other cards are not selected.

    Raises:
        UsageError: nothing is named, or a query without its game.
        InputError: a deck or game does not exist, or the query finds nothing.
    """
    names, game = _sources_and_game(library, selection)
    if not (names or selection.query or selection.card):
        hint = tr("Add a deck or a game, or select cards with --select and --game.")
        raise UsageError("nothing-named", tr("No cards are selected."), hint=hint)
    if selection.query and not game:
        message = tr("A query requires the game of its cards.")
        raise UsageError("game-missing", message, hint=tr("Add it with --game."))
    known_games = library.game_ids()

    def read(name: str) -> SelectedCards:
        if name in known_games:
            return select_game(library, name, language)
        deck = library.deck(name, game, language)
        return SelectedCards(deck, *library.game(deck.game))

    selected = read_all(names, read)
    if selection.query:
        selected.append(_found_cards(library, game, selection.query))
    if selection.card:
        selected.append(_one_card(library, selection.card, game))
    return selected


def _sources_and_game(library: DeckLibrary, selection: Selection) -> tuple[list[str], str]:
    """Decks and whole games of a selection, games by their ids; and the game of its query and of its deck lists."""
    names, game = list(map(library.game_id, selection.sources)), library.game_id(selection.game)
    if selection.query:
        known_games = library.game_ids()
        game = (selection.game and game) or next((name for name in names if name in known_games), game)
        return [name for name in names if name != game], game
    is_current = game and not (names or selection.game or selection.card)
    return ([game] if is_current else names), game


def names_of_sources(library: DeckLibrary, selection: Selection) -> list[str]:
    """What a selection prints, as the history lists it: decks, whole games by their ids, and a query."""
    names, game = _sources_and_game(library, selection)
    query = selection.query
    if query and query == game:  # quoted, it means the same, but is not the name of the whole game
        query = f'"{query}"'
    return [*names, *([query] if query else [])]


def _one_card(library: DeckLibrary, name: str, game: str) -> SelectedCards:
    """A single card, in as many copies as its game has, but at least one."""
    card = library.card(name, game)
    deck = Deck(card.game, card.id, (DeckEntry(card.id, max(card.copies, 1)),), source=card.game)
    return SelectedCards(deck, *library.game(card.game))


def select_game(library: DeckLibrary, name: str, language: str = "") -> SelectedCards:
    """All cards of a game with the copies in its box, as a deck that has the game's title in `language`."""
    game, cards = library.game(name)
    title = game.title(match_language(language, game.languages))
    return SelectedCards(Deck(game.id, title, _entries(cards.values()), source=game.id), game, cards)


def _found_cards(library: DeckLibrary, game: str, query: str) -> SelectedCards:
    _, cards = search(library.connection, query, game=game)
    if not cards:
        message = tr("No card of {game} matches the query {query}.", query=query, game=game)
        raise InputError("nothing-found", message)
    return SelectedCards(Deck(game, query, _entries(cards), source=game), *library.game(game))


def _entries(cards: Iterable[Card]) -> tuple[DeckEntry, ...]:
    return tuple(DeckEntry(card.id, card.copies) for card in cards if card.copies)


def select_from_one_game(library: DeckLibrary, selection: Selection) -> SelectedCards:
    """Read the cards that a selection names, joined into one deck; `selection.states` are not applied yet.

    Raises:
        UsageError: nothing is named, a query without its game, or cards of several games.
        InputError: a deck or game does not exist, or the query finds nothing.
    """
    selected = select_cards(library, selection, library.language.tag)
    first = selected[0]
    others = [part.game.id for part in selected if part.game.id != first.game.id]
    if others:
        message = tr(
            "Cards of several games cannot be exported together: {games}.",
            games=", ".join([first.game.id, *others]),
        )
        raise UsageError("several-games", message, hint=tr("Export each game to its own file."))
    entries = tuple(entry for part in selected for entry in part.deck.entries)
    name = " + ".join(part.deck.name for part in selected)
    return SelectedCards(Deck(first.game.id, name, entries), first.game, first.cards)


def filter_by_state(
    library: DeckLibrary, selected: SelectedCards, languages: Sequence[str], states: Sequence[str]
) -> SelectedCards:
    """Keep the cards with a text that is in one of these states in one of these languages; all cards without states.

    Raises:
        UsageError: the game is not translated into any of the languages.
    """
    if not states:
        return selected
    game = selected.game
    translated = [language for language in languages if language != game.source_language]
    if not translated:
        message = tr(
            "{game} is written in {language}: only the texts of other languages have a state.",
            game=game.id,
            language=game.source_language,
        )
        raise UsageError("only", message, hint=tr("Add one with --lang or --with."))
    cards = {
        entry.card
        for language in translated
        for entry in read_entries(library.connection, game.id, language)
        if entry.state in states
    }
    entries = tuple(entry for entry in selected.deck.entries if entry.card in cards)
    return replace(selected, deck=selected.deck._replace(entries=entries))


# The language in which cards are printed, and what is wrong with their translations.


def printing_language(library: DeckLibrary, game: Game) -> str:
    """Language to print a game in; if it is not the one wanted, the library's user is notified."""
    requested, language = library.language, library.language_of(game)
    refuse_script(language)
    is_other = language != match_language(requested.tag, [language])
    if is_other and (requested.is_named or language != "en"):
        names = {"game": game.id, "language": requested.tag, "own": language}
        library.notify(tr("{game} is not available in {language}: printing it in {own}.", **names))
    return language


def refuse_script(language: str) -> None:
    """Refuse a language whose script cannot be printed.

    Raises:
        InputError: its script runs from right to left, or its letters join or change places.
    """
    script = unsupported_script(language)
    if script:
        message = tr(
            "The language {language} cannot be printed: Deckwright sets letters one after the other from left to "
            "right, and its script ({script}) needs more.",
            language=language,
            script=script,
        )
        hint = tr(
            "Its texts can still be exported with csv and list, and translated. Add --lang to print another language."
        )
        raise InputError("unsupported-script", message, hint=hint)


_PRINTED_CONTEXTS = ("game:title", "kind:", "mark:", "field:", "text:", CONTEXT)
"""The beginnings of the contexts of a game's own words that are printed on cards."""


def translation_findings(
    library: DeckLibrary, game: Game, languages: Iterable[str], cards: Collection[str] = ()
) -> list[Finding]:
    """Findings about the translations of some cards and of the words printed on cards, as warnings.

    These are the errors of `translate check`, machine translations, and texts marked as unsure.
    """
    return [
        finding
        for language in languages
        if language != game.source_language
        for finding in _findings_in(library, game, language, cards)
    ]


def _findings_in(library: DeckLibrary, game: Game, language: str, cards: Collection[str]) -> list[Finding]:
    from deckwright.translation.checks.run import TEXT_RULES, check_messages
    from deckwright.translation.checks.wordbook import wordbook

    entries = [
        entry
        for entry in read_entries(library.connection, game.id, language)
        if (entry.card in cards if entry.card else entry.context.startswith(_PRINTED_CONTEXTS))
        and not entry.broken  # its source is printed, which is a finding of its own
    ]
    findings = check_messages(wordbook(game, language), entries, (*TEXT_RULES, "unsure")).findings
    wrong = [
        as_warning(finding) for finding in findings if finding.severity == "error" or finding.rule == "unsure"
    ]
    machine = [
        _machine_finding(entry, language) for entry in entries if entry.is_used and entry.state == "machine"
    ]
    return [*wrong, *machine]


def _machine_finding(entry: Message, language: str) -> Finding:
    message = tr(
        "{context} in {language} is a machine translation that nobody has reviewed.",
        context=entry.context,
        language=language,
    )
    return Finding("machine", "warning", message, (entry.card,) if entry.card else ())


# What an export wrote.


@dataclass(frozen=True, slots=True)
class ExportResult:
    """What an export wrote: files (none if there was nothing to export), cards with all copies, pages, and findings.

    `changes` are those since the last print, if only they were exported.
    """

    files: tuple[str, ...] = ()
    cards: int = 0
    pages: int = 0
    findings: Sequence[Finding] = ()
    changes: CardChanges | None = None

    def as_json(self) -> dict[str, Any]:
        """JSON object of the contract, with the changes only if they were looked for."""
        named = {"files": self.files, "cards": self.cards, "pages": self.pages, "findings": self.findings}
        return named if self.changes is None else {**named, "changes": self.changes}


def export_result(printed: PrintResult, files: Iterable[str | Path]) -> ExportResult:
    """Result of an export into these files."""
    return ExportResult(tuple(map(str, files)), printed.cards, printed.pages, printed.findings)

"""Count and calculate: what a deck is made of, the odds of drawing, and what an effort wins."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from deckwright.errors import InputError, UsageError
from deckwright.messages import tr
from deckwright.model.card import MAIN, Deck, card_of, copies_by_card, values_of
from deckwright.model.query.matching import number_of
from deckwright.model.rule import matcher_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from deckwright.construction.statistics import Statistics
    from deckwright.findings import Finding
    from deckwright.model.card import Card
    from deckwright.model.game import Game
    from deckwright.model.setup import Deal
    from deckwright.press.charts import Chart
    from deckwright.table.draws import Odds
    from deckwright.table.effort import Amounts, Haul
    from deckwright.workbench.library import DeckLibrary

MOST_QUERIES = 8
"""Largest number of queries for one hand: each doubles the work."""

MOST_TARGETS = 20
"""Largest number of cards to look for sets among: each one more can double the work."""

SEATS = ("first", "other")
"""Who draws: the player who goes first, and the others."""


@dataclass(frozen=True, slots=True)
class OddsOptions:
    """Odds to calculate: of drawing a card that each query matches, by `turn` (0 is the opening hand).

    By the rules of the game, `players` and `mode` decide how many cards are drawn by then; a number in `drawn` replaces
    that. `seats` are the seats to calculate for.
    """

    queries: Sequence[str] = ()
    turn: int = 5
    players: int | None = None
    mode: str = ""
    seats: tuple[str, ...] = SEATS
    drawn: int | None = None


class OddsResult(NamedTuple):
    """Odds, and the number of players that they are for (None if it makes no difference); `is_assumed` if not named."""

    odds: Sequence[Odds] = ()
    players: int | None = None
    is_assumed: bool = False


class DeckStatistics(NamedTuple):
    """Counts and odds of a deck, its game, and the language to name things in."""

    deck: Deck
    game: Game
    counts: Statistics
    odds: OddsResult
    language: str


def deck_statistics(
    library: DeckLibrary, name: str, options: OddsOptions | None = None, *, game: str = ""
) -> DeckStatistics:
    """Count what a deck, or a whole game, is made of, and calculate odds of drawing from it.

    `name` is a file, `-`, `game/deck-id`, or a game; `game` is the game of deck lists that name none.

    Raises:
        InputError: the deck cannot be read, or a query is wrong.
        UsageError: the game does not say how cards are drawn, or this number of players is not allowed.
    """
    from deckwright.construction.statistics import count_deck

    deck = deck_or_game(library, name, game)
    own_game, cards = library.game(deck.game)
    counts = count_deck(deck, own_game, cards)
    odds = OddsResult()
    if options and options.queries:
        odds = drawing_odds(deck, own_game, cards, options)
    return DeckStatistics(deck, own_game, counts, odds, library.language_of(own_game))


def deck_or_game(library: DeckLibrary, name: str, game: str = "") -> Deck:
    """Deck that is named by a file, `-` or `game/deck-id`, or all cards of a game; `game` is that of lists that name none.

    Raises:
        InputError: the deck cannot be read.
    """
    from deckwright.workbench.selection import select_game

    tag, name = library.language.tag, library.game_id(name)
    return (
        select_game(library, name, tag).deck if name in library.game_ids() else library.deck(name, game, tag)
    )


def drawing_odds(deck: Deck, game: Game, cards: Mapping[str, Card], options: OddsOptions) -> OddsResult:
    """Odds for each query and, if there are several, for drawing a card for every one of them.

    If the number of players matters and is not named, odds are for the smallest number allowed.

    Raises:
        InputError: a query is wrong.
        UsageError: the game does not say how cards are drawn, or this number of players is not allowed.
    """
    from deckwright.model.query.binding import Vocabulary, parse
    from deckwright.model.query.matching import matches
    from deckwright.table.draws import DrawnBy, cards_seen, odds_of

    if len(options.queries) > MOST_QUERIES:
        raise UsageError("odds", tr("Too many queries: use at most {count}.", count=MOST_QUERIES))
    entries = [entry for entry in deck.entries if entry.zone == MAIN]
    if not sum(entry.copies for entry in entries):
        raise UsageError("odds", tr("The deck has no cards to draw."))
    vocabulary = Vocabulary.of([game])
    queries = [parse(text, vocabulary) for text in options.queries]
    masks = [
        sum(matches(query, card_of(entry, cards)) << number for number, query in enumerate(queries))
        for entry in entries
        for _ in range(entry.copies)
    ]
    if options.drawn is not None:
        return OddsResult(odds_of(options.queries, masks, [DrawnBy("", 0, options.drawn)]))
    plan = draw_plan(options, game, tr("Add the number of cards drawn with --drawn N."))
    named = options.players if options.players is not None else deck.players
    players = players_for(options, plan, game, named)
    count = players or min(plan.players, default=1)
    # Cards that begin in another pile are not drawn when the deck is empty.
    available = len(masks) - plan.elsewhere(count, is_first=False)
    drawn = [
        by._replace(cards=min(by.cards, available))
        for by in cards_seen(plan, count, options.turn, options.seats)
    ]
    is_assumed = players is not None and named is None
    return OddsResult(odds_of(options.queries, masks, drawn), players, is_assumed)


def draw_plan(options: OddsOptions, game: Game, hint: str) -> Deal:
    """How a game is dealt that says how cards are drawn from a deck.

    Raises:
        UsageError: it does not, which `hint` helps with; or it has no such mode.
    """
    from deckwright.model.game import check_mode
    from deckwright.model.setup import read_deal

    check_mode(game, options.mode)
    plan = read_deal(game, options.mode or game.default_mode) if "deal" in game.definition else None
    if not (plan and plan.deck):
        raise UsageError(
            "no-draw",
            tr("The game {game} does not define how cards are drawn from a deck.", game=game.id),
            hint=hint,
        )
    return plan


def players_for(options: OddsOptions, plan: Deal, game: Game, named: int | None) -> int | None:
    """Number of players that is named, else the smallest allowed; None if it makes no difference.

    Raises:
        UsageError: the number that is named is not allowed.
    """
    from deckwright.model.game import is_allowed, players_refused, wrong_players
    from deckwright.table.draws import cards_seen

    if named is not None and not is_allowed(named, plan.players):
        raise wrong_players(players_refused(named, plan.players, game.id))
    draws = {tuple(cards_seen(plan, players, options.turn, options.seats)) for players in plan.players}
    if named is None and len(draws) <= 1:
        return None
    return named if named is not None else min(plan.players)


def draw_chart(chart: Chart, output: str | Path) -> list[Finding]:
    """Write a chart as .svg or .png, and return findings about its letters."""
    from deckwright.files.writing import write_text
    from deckwright.press.charts import chart_svg, check_chart, save_chart_png
    from deckwright.workbench.printing import refuse_script

    refuse_script(chart.language)
    file = Path(output)
    if file.suffix.lower() == ".png":
        save_chart_png(chart, file)
    else:
        write_text(str(file), chart_svg(chart))
    return check_chart(chart)


class Effort(NamedTuple):
    """Cards played with their copies, their amounts, the cards that could be won, and the sets that can be won.

    `game` and `cards` are those of the game, `language` the one to name them in.
    """

    played: Mapping[str, int]
    amounts: Amounts
    sources: tuple[str, ...]
    hauls: Sequence[Haul]
    game: Game
    cards: Mapping[str, Card]
    language: str


@dataclass(frozen=True, slots=True)
class EffortOptions:
    """Cards that can be won (none means all of the game), and choices for open rules, as `SETTING=CHOICE`."""

    sources: Sequence[str] = ()
    rules: Sequence[str] = ()


def find_effort(
    library: DeckLibrary, game: str, names: Sequence[str], options: EffortOptions | None = None
) -> Effort:
    """Find the sets of cards that some cards win together, to which no other card can be added.

    `names` are the cards played, with their copies before them: `2 rubber-duck`.

    Raises:
        InputError: a card is unknown, or the game does not define what an effort wins.
        UsageError: there are too many cards to look for sets among.
    """
    from deckwright.model.settings import apply_settings, read_pairs
    from deckwright.table.effort import Target, largest_hauls

    options = options or EffortOptions()
    own_game, cards = library.game(game)
    language = library.language_of(own_game)
    search = _EffortSearch(apply_settings(own_game, read_pairs(options.rules, own_game)), cards)
    search.refuse_without_effort()
    used = search.named(names, "gives")
    available = search.named(options.sources, "asks") if options.sources else search.all("asks")
    ids = tuple(card for card, copies in available.items() for _ in range(copies))
    if len(ids) > MOST_TARGETS:
        raise UsageError(
            "too-many",
            tr("{count} cards have too many sets.", count=len(ids)),
            hint=tr("Use at most {count} cards with --from.", count=MOST_TARGETS),
        )
    targets = [Target(card, search.requirements(card), search.worth(card)) for card in ids]
    amounts = [search.amounts(card) for card, copies in used.items() for _ in range(copies)]
    total = tuple(map(sum, zip(*amounts, strict=True)))
    return Effort(used, total, ids, largest_hauls(total, targets), search.game, cards, language)


@dataclass(frozen=True, slots=True)
class _EffortSearch:
    """A game that says what an effort is, and its cards by id."""

    game: Game
    cards: Mapping[str, Card]

    def refuse_without_effort(self) -> None:
        """Refuse a game that does not say which cards are won with which others."""
        if "effort" not in self.game.definition:
            raise InputError(
                "no-effort",
                tr(
                    "The game {game} does not define which cards are won with which others.",
                    game=self.game.id,
                ),
                hint=tr("Add a section effort to its game.yaml."),
            )

    def named(self, words: Sequence[str], key: str) -> dict[str, int]:
        """Parse names of cards with their copies; each must match the query under `key` of effort.

        Raises:
            InputError: the card is unknown, or does not match.
        """
        from deckwright.files.deck_cards import resolve
        from deckwright.files.deck_texts import deck_list_in
        from deckwright.files.deck_vocabulary import DeckVocabulary

        deck_list = deck_list_in("\n".join(_with_counts(words)), tr("CARD"))
        vocabulary = DeckVocabulary(self.game.definition, self.cards.values(), self.game.labels)
        lines = tuple(line for line in deck_list.lines if line.copies)
        deck = resolve(deck_list._replace(lines=lines, has_headings=False), vocabulary)
        query = self.game.definition["effort"][key]
        is_match = matcher_of(self.game)(query)
        for entry in deck.entries:
            if not is_match(self.cards[entry.card]):
                message = tr(
                    "{card} cannot be used here: only cards that match {query} can.",
                    card=entry.card,
                    query=query,
                )
                raise InputError("wrong-card", message, where=entry.where)
        return copies_by_card(deck.entries)

    def all(self, key: str) -> dict[str, int]:
        """All cards that match the query under `key` of effort, with the copies in the box."""
        is_match = matcher_of(self.game)(self.game.definition["effort"][key])
        return {card.id: card.copies for card in self.cards.values() if is_match(card)}

    def amounts(self, card: str) -> Amounts:
        """What a card has of each field that is added up."""
        return tuple(self._number(card, field) for field in self.game.definition["effort"]["adds"])

    def requirements(self, card: str) -> Amounts:
        """What a card requires of each field; a negative amount is refused."""
        amounts = self.amounts(card)
        if min(amounts) < 0:
            raise InputError("wrong-card", tr("{card} requires a negative amount.", card=card))
        return amounts

    def worth(self, card: str) -> float:
        """What winning a card is worth."""
        field = self.game.definition["effort"].get("worth", "")
        return self._number(card, field) if field else 0

    def _number(self, card: str, field: str) -> float:
        """Number in a field of a card; 0 if it has none."""
        return next((number_of(value) or 0 for value in values_of(self.cards[card], field)), 0)


def _with_counts(words: Sequence[str]) -> list[str]:
    """Join numbers with the names after them, which a shell separates."""
    lines: list[str] = []
    for word in words:
        if lines and lines[-1].isdigit():
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines

"""Draw hands from a deck: some to look at, or very many to count."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from deckwright.construction.check import CheckContext, check_deck
from deckwright.errors import UsageError
from deckwright.findings import Finding
from deckwright.messages import tr, trn
from deckwright.model.card import MAIN, card_of
from deckwright.model.query.binding import Vocabulary, parse
from deckwright.model.query.matching import matches
from deckwright.model.setup import read_deal
from deckwright.table.draws import (
    DrawnHand,
    HandQueries,
    HandRules,
    count_hands,
    draw_hand,
    hand_rules,
    joined,
)
from deckwright.table.piles import new_seed, random_for, read_seed
from deckwright.workbench.counting import MOST_QUERIES, OddsOptions, deck_or_game, draw_plan, players_for
from deckwright.workbench.selection import SelectedCards

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from deckwright.model.card import Card, Deck
    from deckwright.model.game import Game
    from deckwright.table.draws import CountedHands
    from deckwright.table.piles import Seed
    from deckwright.workbench.library import DeckLibrary
    from deckwright.workbench.printing import ExportResult


@dataclass(frozen=True, slots=True)
class HandOptions:
    """Hands to draw: how many, and for how many turns after the opening hand; '' is a random seed.

    By the rules of the game, `players` and `mode` decide how many cards are drawn; a number in `opening` replaces that for
    the opening hand. With `is_first`, they are those of the player who goes first. A hand is shuffled back, as often as
    the game allows, unless it has a card for each query in `keep`. With `times`, so many hands are drawn, and only those
    counted that have a card for the queries in `odds` by the last turn.
    """

    hands: int = 5
    turns: int = 3
    players: int | None = None
    mode: str = ""
    seed: Seed = ""
    keep: Sequence[str] = ()
    opening: int | None = None
    is_first: bool = False
    odds: Sequence[str] = ()
    times: int | None = None


class SampleHands(NamedTuple):
    """Hands of cards by their ids, with the decks, their game, the rules, and findings about the decks.

    `players` is None if it makes no difference. `counts` are the results of many hands.
    """

    decks: Sequence[Deck]
    game: Game
    cards: Mapping[str, Card]
    rules: HandRules
    players: int | None
    seed: Seed
    findings: Sequence[Finding]
    language: str
    hands: Sequence[DrawnHand[str]] = ()
    counts: Sequence[CountedHands] = ()

    @property
    def title(self) -> str:
        """Names of the decks."""
        return " + ".join(deck.name or deck.source for deck in self.decks)


def draw_hands(
    library: DeckLibrary, names: Sequence[str], options: HandOptions = HandOptions(), *, game: str = ""
) -> SampleHands:
    """Draw hands from shuffled decks of a player, or count very many; the same seed draws the same hands everywhere.

    Each of `names` is a file, `-`, `game/deck-id`, or a game; `game` is the game of deck lists that name none.

    Raises:
        InputError: a deck cannot be read, or a query is wrong.
        UsageError: the game does not say how cards are drawn, this number of players is not allowed, there is nothing to
            count, the decks are of several games, or one has fewer cards than an opening hand.
    """
    _check_queries(options)
    sample, decks = _prepare(library, names, options, game)
    random = random_for(sample.seed, sample.game.id, "hands")
    kept = (1 << len(options.keep)) - 1
    if options.times:
        masks = [_masks(sample, cards, [*options.odds, *options.keep]) for cards in decks]
        wanted = HandQueries(tuple(options.odds), masks, kept << len(options.odds))
        return sample._replace(counts=count_hands(wanted, sample.rules, options.times, random))
    copies = [
        [(card.id, mask) for card, mask in zip(cards, _masks(sample, cards, options.keep), strict=True)]
        for cards in decks
    ]

    def keeps(hand: Sequence[tuple[str, int]]) -> bool:
        return joined(mask for _, mask in hand) == kept

    drawn = [draw_hand(copies, sample.rules, keeps, random) for _ in range(options.hands)]
    return sample._replace(hands=[_ids(hand) for hand in drawn])


def _check_queries(options: HandOptions) -> None:
    """Check that there are queries to count, and not too many."""
    if options.times and not options.odds:
        raise UsageError("odds", tr("Nothing to count: add a query with --odds."))
    if options.odds and not options.times:
        raise UsageError("odds", tr("--odds counts hands: add --times."))
    if len(options.odds) > MOST_QUERIES:
        raise UsageError("odds", tr("Too many queries: use at most {count}.", count=MOST_QUERIES))


def _ids(drawn: DrawnHand[tuple[str, int]]) -> DrawnHand[str]:
    """Hand of cards by their ids, without their masks."""
    hand, *draws = (tuple(card for card, _ in part) for part in (drawn.hand, *drawn.draws))
    return DrawnHand(hand, tuple(draws), drawn.mulligans)


def _prepare(
    library: DeckLibrary, names: Sequence[str], options: HandOptions, game: str
) -> tuple[SampleHands, list[list[Card]]]:
    """What hands are drawn by, before any is drawn, and the cards of each deck, each copy once."""
    decks = [deck_or_game(library, name, game) for name in names]
    if len({deck.game for deck in decks}) > 1:
        games = ", ".join(dict.fromkeys(deck.game for deck in decks))
        raise UsageError("games", tr("The decks of a hand must be of one game, not of {games}.", games=games))
    own_game, by_id = library.game(decks[0].game)
    rules, players = _rules(own_game, decks[0], options)
    cards = [_cards_of(deck, by_id) for deck in decks]
    smallest = min(map(len, cards))
    if smallest < max(rules.opening + rules.elsewhere, 1):
        message = trn(
            "An opening hand has {count} card, but the deck has only {cards}.",
            "An opening hand has {count} cards, but the deck has only {cards}.",
            rules.opening + rules.elsewhere,
            cards=smallest,
        )
        hint = tr("Add cards to the deck, or use --opening N for a smaller hand.")
        raise UsageError("small-deck", message, hint=hint)
    seed = read_seed(new_seed() if options.seed == "" else options.seed)
    language = library.language_of(own_game)
    sample = SampleHands(decks, own_game, by_id, rules, players, seed, (), language)
    return sample._replace(findings=tuple(_notes(sample, options, players))), cards


def _cards_of(deck: Deck, by_id: Mapping[str, Card]) -> list[Card]:
    """Cards of the main zone of a deck, each copy once, in the order of their ids."""
    entries = sorted((entry for entry in deck.entries if entry.zone == MAIN), key=lambda entry: entry.card)
    return [card_of(entry, by_id) for entry in entries for _ in range(entry.copies)]


def _rules(game: Game, deck: Deck, options: HandOptions) -> tuple[HandRules, int | None]:
    """Rules of a hand, and the number of players if it makes a difference."""
    odds = OddsOptions((), options.turns, options.players, options.mode)
    if options.opening is not None and not _has_decks(game, options.mode):
        rules, players = HandRules(options.opening, (1,) * options.turns), None
    else:
        plan = draw_plan(odds, game, tr("Add the number of cards of an opening hand with --opening N."))
        players = players_for(odds, plan, game, options.players or deck.players)
        count = players or min(plan.players, default=1)
        rules = hand_rules(plan, count, options.turns, is_first=options.is_first)
    if options.opening is not None:
        rules = rules._replace(opening=options.opening)
    return (rules._replace(mulligans=1) if _assumes_mulligan(game, options) else rules), players


def _has_decks(game: Game, mode: str) -> bool:
    """Whether a game says how its players draw from decks."""
    return "deal" in game.definition and read_deal(game, mode or game.default_mode).deck is not None


def _assumes_mulligan(game: Game, options: HandOptions) -> bool:
    """Whether hands are shuffled back although the game does not say how often."""
    mode = options.mode or game.default_mode
    return bool(options.keep) and not ("deal" in game.definition and read_deal(game, mode).mulligan)


def _notes(sample: SampleHands, options: HandOptions, players: int | None) -> Iterator[Finding]:
    """Yield what is assumed, and what makes the deck illegal, which does not keep anybody from drawing."""
    game = sample.game
    if players is not None and options.players is None and sample.decks[0].players is None:
        yield Finding(
            "assumed",
            "info",
            trn(
                "Hands for {count} player; use --players for another number.",
                "Hands for {count} players; use --players for another number.",
                players,
            ),
        )
    if _assumes_mulligan(game, options):
        message = tr("The game does not define mulligans: a hand that is not kept is shuffled back once.")
        yield Finding("assumed", "info", message)
    for deck in sample.decks:
        if deck.format:
            context = CheckContext(players=players, language=sample.language)
            findings = check_deck(deck, game, sample.cards, context).findings
            yield from (
                finding._replace(severity="warning") for finding in findings if finding.severity == "error"
            )


def _masks(sample: SampleHands, cards: Sequence[Card], queries: Sequence[str]) -> list[int]:
    """For every card a bit for each query that matches it."""
    vocabulary = Vocabulary.of([sample.game])
    parsed = [parse(text, vocabulary) for text in queries]
    return [sum(matches(query, card) << number for number, query in enumerate(parsed)) for card in cards]


def print_hands(library: DeckLibrary, sample: SampleHands, output: str | Path) -> ExportResult:
    """Draw hands with their cards side by side: as a PDF file with a page for each, a PNG picture, or a web page.

    Raises:
        InputError: a face does not exist or has errors, or the file cannot be written.
    """
    from deckwright.press.targets.hands import write_hands
    from deckwright.workbench.printing import export_result, make_print_job, printing_language

    entries = tuple(entry for deck in sample.decks for entry in deck.entries)
    deck = sample.decks[0]._replace(entries=entries, name=sample.title)
    selected = SelectedCards(deck, sample.game, sample.cards)
    job = make_print_job(library, selected, printing_language(library, sample.game))
    return export_result(write_hands(job, sample.hands, output), [output])

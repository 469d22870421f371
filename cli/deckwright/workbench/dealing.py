"""Set up a game: shuffled piles, the whole table with its players' decks, that table on a screen; and hands from a deck."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from deckwright.construction.deck_checker import CheckContext, DeckChecker
from deckwright.errors import InputError, RefusedError, UsageError
from deckwright.findings import Finding, as_warning, has_errors
from deckwright.messages import tr, trn
from deckwright.model.card import MAIN, card_of
from deckwright.model.settings import apply_settings, read_pairs
from deckwright.model.setup import read_deal
from deckwright.model.words import whole_number
from deckwright.store.read import deck_ids
from deckwright.table.draws import (
    DrawnHand,
    HandQueries,
    HandRules,
    count_hands,
    draw_hand,
    hand_rules,
    joined,
)
from deckwright.table.piles import PileOptions, random_for, seed_or_new
from deckwright.table.piles import build_pile as build
from deckwright.workbench.counting import (
    OddsOptions,
    deck_or_game,
    draw_plan,
    players_for,
    query_masks,
    refuse_many_queries,
)
from deckwright.workbench.exports import SelectedCards
from deckwright.workbench.library import read_all

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from deckwright.model.card import Card, Deck
    from deckwright.model.game import Game
    from deckwright.model.setup import Step
    from deckwright.press.print_job import PrintJob
    from deckwright.table.deal import SeatDecks, Table
    from deckwright.table.draws import CountedHands
    from deckwright.table.piles import BuiltPile, Seed
    from deckwright.table.places import Place, Size, TableZone
    from deckwright.workbench.exports import ExportResult
    from deckwright.workbench.library import DeckLibrary


@dataclass(frozen=True, slots=True)
class SetupOptions:
    """For whom a game is set up: number of players, mode ('' for the usual one), seed ('' for a random one).

    `rules` are choices for open rules, as `SETTING=CHOICE`. `decks` names the decks of seats, as `SEAT=DECK`, or just `DECK` if
    all play with one; other seats use the packaged decks in turn. A deck that is not legal is refused, unless `force` is set.
    """

    players: int
    mode: str = ""
    seed: Seed = ""
    rules: Sequence[str] = ()
    decks: Sequence[str] = ()
    force: bool = False


class PileOnTable(NamedTuple):
    """A pile that was built, with the game as it is played, its cards, and the language to name them in."""

    pile: BuiltPile
    game: Game
    cards: Mapping[str, Card]
    language: str


def build_pile(library: DeckLibrary, game: str, pile: str, options: SetupOptions) -> PileOnTable:
    """Build and shuffle a pile of a game; the same seed makes the same order everywhere.

    Raises:
        InputError: the game or pile is unknown, or has fewer cards than needed.
        UsageError: the mode or setting is unknown, or this number of players or cards is not allowed.
    """
    own_game, cards = library.game(game)
    language = library.language_of(own_game)
    playing = apply_settings(own_game, read_pairs(options.rules, own_game))
    built = build(playing, cards, pile, PileOptions(options.players, seed_or_new(options.seed), options.mode))
    return PileOnTable(built, playing, cards, language)


class GameTable(NamedTuple):
    """A table that was set up, with its game, the game's cards, and the language to name them in."""

    table: Table
    game: Game
    cards: Mapping[str, Card]
    language: str


def deal_table(library: DeckLibrary, game: str, options: SetupOptions) -> GameTable:
    """Set up the whole table of a game; the same seed, decks and options make the same table everywhere.

    A game that does not say how has its piles, or the decks of its players, on the table.

    Raises:
        InputError: the game or a deck is unknown, or there are fewer cards than a step needs.
        UsageError: a mode, setting, pile or seat is unknown, or this number of players is not allowed.
        RefusedError: a deck is not legal, unless `options.force` is set.
    """
    from deckwright.table.deal import NO_DECKS, TableOptions, deal, deal_for

    own_game, cards = game_with_table(library, game, options.decks), library.game(game).cards
    language = library.language_of(own_game)
    settings = read_pairs(options.rules, own_game)
    playing = apply_settings(own_game, settings)
    plan, mode = deal_for(playing, options.players, options.mode)
    if options.decks and not plan.deck:
        raise UsageError("decks", tr("Nobody brings a deck to this game."), hint=tr("Remove --deck."))
    seats = plan.deck and _DeckFinder(library, playing, plan.deck, options.players, language)
    decks = seats.decks(options.decks, force=options.force) if seats else NO_DECKS
    request = TableOptions(options.players, seed_or_new(options.seed), mode, decks, settings)
    return GameTable(deal(own_game, cards, request), own_game, cards, language)


def game_with_table(library: DeckLibrary, game: str, decks: Sequence[str] = ()) -> Game:
    """A game that says how its table is set up, or with the usual table, for players who bring these decks.

    Raises:
        InputError: the game is unknown.
    """
    from deckwright.table.places import with_table

    has_decks = bool(decks or deck_ids(library.connection, game))
    return with_table(library.game(game).game, has_decks=has_decks)


@dataclass(frozen=True, slots=True)
class _DeckFinder:
    """Finds and checks the decks for one step of a game's deal."""

    library: DeckLibrary
    game: Game
    step: Step
    players: int
    language: str

    def decks(self, named: Sequence[str], *, force: bool) -> SeatDecks:
        """Decks of all seats, some of which are `named`, as `SEAT=DECK` or just `DECK` if there is one for all.

        Raises:
            InputError: a deck cannot be read, or is for another game.
            UsageError: a seat is unknown or has two decks, or no packaged deck fits.
            RefusedError: a deck is not legal, unless `force` is set.
        """
        from deckwright.table.deal import SeatDecks

        if self.step.each:
            return self._checked(SeatDecks(self._for_seats(read_seats(named, self.players))), force=force)
        if len(named) > 1:
            hint = tr("Use --deck DECK once.")
            raise UsageError("decks", tr("All play with the same deck in this game."), hint=hint)
        if named:
            deck = self._deck(_common_deck(named[0], self.step.name))
            return self._checked(SeatDecks((deck,)), force=force)
        return self._checked(self._packaged_for_all(), force=force)

    def _for_seats(self, named: Mapping[int, str]) -> tuple[Deck, ...]:
        """Deck of each seat; those without a named one use the packaged decks in turn."""
        others = [seat for seat in range(1, self.players + 1) if seat not in named]
        packaged = [deck for deck in self._packaged() if deck.format == self.step.name] if others else []
        if others and not packaged:
            raise UsageError(
                "deck-missing",
                tr("{game} has no packaged deck for seat {seat}.", game=self.game.id, seat=others[0]),
                hint=tr("Add one with --deck {seat}=DECK.", seat=others[0]),
            )
        decks = {seat: packaged[number % len(packaged)] for number, seat in enumerate(others)}
        decks |= zip(named, read_all(named.values(), self._deck), strict=True)
        return tuple(decks[seat] for seat in range(1, self.players + 1))

    def _packaged_for_all(self) -> SeatDecks:
        """The first packaged deck of the format, else one combined from packs."""
        from deckwright.table.deal import SeatDecks

        packaged = self._packaged()
        fitting = [deck for deck in packaged if deck.format == self.step.name]
        if fitting:
            return SeatDecks((fitting[0],))
        if not (packaged and self.step.packs):
            raise UsageError(
                "deck-missing",
                tr("{game} has no packaged deck for all players.", game=self.game.id),
                hint=tr("Add one with --deck DECK."),
            )
        from deckwright.construction.combine import combine

        context = CheckContext(self.step.name, self.players, language=self.language)
        packs = [(deck, self.step.packs) for deck in packaged]
        combined = combine(packs, self.game, self._cards, context)
        source = " + ".join(f"{self.step.packs} × {deck.source}" for deck in packaged)
        return SeatDecks((combined.deck._replace(source=source),), combined.removed)

    @property
    def _cards(self) -> Mapping[str, Card]:
        return self.library.game(self.game.id).cards

    def _packaged(self) -> list[Deck]:
        ids = deck_ids(self.library.connection, self.game.id)
        return [self.library.deck(name, language=self.language) for name in ids]

    def _deck(self, name: str) -> Deck:
        deck = self.library.deck(name, self.game.id, self.language)
        if deck.game == self.game.id:
            return deck
        raise InputError(
            "other-game",
            tr(
                "The deck {deck} is for the game {other}, not for {game}.",
                deck=name,
                other=deck.game,
                game=self.game.id,
            ),
            hint=tr("Use a deck of this game."),
            where=deck.locations.get("game"),
        )

    def _checked(self, decks: SeatDecks, *, force: bool) -> SeatDecks:
        """Decks with the findings of their checks, which are only warnings if forced."""
        context = CheckContext(self.step.name, self.players, language=self.language)
        checker = DeckChecker(self.game, self._cards, context)
        findings = [
            _of_seat(seat, finding) if self.step.each else finding
            for seat, deck in enumerate(decks.decks, 1)
            for finding in checker.check(deck).findings
        ]
        if has_errors(findings) and not force:
            raise _illegal_decks(findings)
        softened = (as_warning(finding) if finding.severity == "error" else finding for finding in findings)
        return decks._replace(findings=tuple(softened))


def _of_seat(seat: int, finding: Finding) -> Finding:
    label = tr("Seat {seat}", seat=seat)
    return finding._replace(message=tr("{label}: {value}", label=label, value=finding.message))


def _illegal_decks(findings: list[Finding]) -> RefusedError:
    message = tr("Not dealing: some decks are illegal.")
    hint = tr("Fix them or use --force.")
    last = Finding("not-dealt", "info", f"{message} {hint}")
    return RefusedError("illegal-deck", message, hint=hint, findings=(*findings, last))


def read_seats(pairs: Sequence[str], players: int) -> dict[int, str]:
    """Parse `SEAT=DECK` pairs: the name of the deck of each seat.

    Raises:
        UsageError: one is not such a pair, or its seat is unknown or named twice.
    """
    decks: dict[int, str] = {}
    for pair in pairs:
        number, equals, deck = pair.partition("=")
        seat = whole_number(number)
        if not (equals and deck) or seat is None:
            raise UsageError("seat", tr("Invalid deck: {pair}. Use SEAT=DECK, such as 1=DECK.", pair=pair))
        if not 1 <= seat <= players:
            message = tr("Unknown seat: {seat}. Use 1 to {players}.", seat=seat, players=players)
            raise UsageError("seat", message)
        if seat in decks:
            raise UsageError("seat", tr("Seat {seat} has two decks: use only one.", seat=seat))
        decks[seat] = deck
    return decks


def _common_deck(pair: str, form: str) -> str:
    """Name of the deck for all, which may follow the format."""
    label, equals, deck = pair.partition("=")
    if equals and label.isascii() and label.isdigit():
        hint = tr("Use --deck {deck}, without a seat.", deck=deck)
        raise UsageError("seat", tr("All play with the same deck in this game."), hint=hint)
    return deck if equals and label == form else pair


class ScreenTable(NamedTuple):
    """A table with its game, zones and places, the size of the usual card in mm, and the ids of large boards on it."""

    table: Table
    game: Game
    zones: Sequence[TableZone]
    places: Sequence[Place]
    card: Size
    boards: frozenset[str]

    def cards_at(self, place: Place) -> Sequence[str]:
        """Ids of the cards in a zone at its place."""
        zones = self.table.seats[place.seat - 1] if place.seat else self.table.zones
        return zones.get(place.zone.name, ())

    def name_of(self, zone: TableZone, language: str) -> str:
        """What the game calls a zone."""
        return self.game.label(f"zone:{zone.name}", language) or tr("Put aside")


_BOARD = 3.0
"""How many times as large as the usual card a board is at least."""


def dealt_table(library: DeckLibrary, job: PrintJob, options: SetupOptions) -> ScreenTable | None:
    """Deal the table of a game whose cards are printed by a job; None if players bring decks and none is at hand.

    With 0 players, the table is for as few as the game allows. Illegal decks are dealt too.

    Raises:
        UsageError: the number of players is not allowed, or the mode is unknown.
    """
    from deckwright.press.faces.choice import face_of
    from deckwright.table.places import place_zones, zones_on_table

    game = game_with_table(library, job.game.id, options.decks)
    mode = options.mode or game.default_mode
    players = options.players or min(read_deal(game, mode).players, default=2)
    setup = SetupOptions(players, options.mode, options.seed or 1, decks=options.decks, force=True)
    try:
        dealt = deal_table(library, game.id, setup)
    except UsageError as error:
        if error.code != "deck-missing":
            raise
        return None
    sizes = {card.id: face_of(card, job.faces).size for card, _ in job.cards}
    card = usual_size(job)
    table = dealt.table
    zones = zones_on_table(dealt.game, table.deal)
    boards = frozenset(name for name, size in sizes.items() if size[0] * size[1] > _BOARD * card[0] * card[1])
    places = place_zones(table, zones, lambda name: sizes.get(name, card), card)
    return ScreenTable(table, dealt.game, zones, places, card, boards)


def usual_size(job: PrintJob) -> Size:
    """Size in mm of the faces that most cards of a job have, each counted once: tokens have many copies."""
    from deckwright.press.faces.choice import face_of

    return Counter(face_of(card, job.faces).size for card, _ in job.cards).most_common(1)[0][0]


class PileOfCards(NamedTuple):
    """Cards that begin the game together, by their ids: their zone and its name."""

    zone: str
    name: str
    cards: Sequence[str]


def piles_of(screen: ScreenTable, language: str) -> list[PileOfCards]:
    """Piles and decks that a table is dealt from, with the cards that were dealt from them; of own decks, the first."""
    piles = []
    for done in screen.table.steps:
        step = done.step
        if step.act in {"pile", "cards", "deck"} and done.placed:
            placed = done.placed[:1] if step.act == "deck" else done.placed
            cards = [card for part in placed for card in part.cards if card not in screen.boards]
            name = screen.game.label(f"zone:{step.to}", language) or step.to
            piles.append(PileOfCards(step.to, name, cards))
    return [pile for pile in piles if pile.cards]


class OpeningHand(NamedTuple):
    """Number of cards in an opening hand, and the zone that they are dealt from, '' if there are no hands."""

    source: str
    cards: int


def opening_hand(screen: ScreenTable) -> OpeningHand:
    """The most cards that a seat is dealt into its hand from one zone."""
    hands = {zone.name for zone in screen.zones if zone.shape == "hand"}
    dealt = [
        OpeningHand(done.step.name, max(len(part.cards) for part in done.placed))
        for done in screen.table.steps
        if done.step.act == "from" and done.step.to in hands
    ]
    return max(dealt, key=lambda hand: hand.cards, default=OpeningHand("", 0))


# Hands drawn from a deck: some to look at, or very many to count


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
        masks = [query_masks(sample.game, cards, [*options.odds, *options.keep]) for cards in decks]
        wanted = HandQueries(tuple(options.odds), masks, kept << len(options.odds))
        return sample._replace(counts=count_hands(wanted, sample.rules, options.times, random))
    copies = [
        [
            (card.id, mask)
            for card, mask in zip(cards, query_masks(sample.game, cards, options.keep), strict=True)
        ]
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
    refuse_many_queries(options.odds)


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
    seed, language = seed_or_new(options.seed), library.language_of(own_game)
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
    checker = DeckChecker(game, sample.cards, CheckContext(players=players, language=sample.language))
    for deck in sample.decks:
        if deck.format:
            findings = checker.check(deck).findings
            yield from (as_warning(finding) for finding in findings if finding.severity == "error")


def print_hands(library: DeckLibrary, sample: SampleHands, output: str | Path) -> ExportResult:
    """Draw hands with their cards side by side: as a PDF file with a page for each, a PNG picture, or a web page.

    Raises:
        InputError: a face does not exist or has errors, or the file cannot be written.
    """
    from deckwright.press.targets.pictures import write_hands
    from deckwright.workbench.exports import export_result, printing_language
    from deckwright.workbench.sheet_exports import make_print_job

    entries = tuple(entry for deck in sample.decks for entry in deck.entries)
    deck = sample.decks[0]._replace(entries=entries, name=sample.title)
    selected = SelectedCards(deck, sample.game, sample.cards)
    job = make_print_job(library, selected, printing_language(library, sample.game))
    return export_result(write_hands(job, sample.hands, output), [output])

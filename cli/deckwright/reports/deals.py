"""The table at the start of a game, step by step, from the top and as JSON; and the scores at its end."""

from __future__ import annotations

from collections import Counter
from itertools import chain, groupby
from textwrap import fill
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.files.deck_writing import called
from deckwright.messages import tr, trn
from deckwright.model.card import CardNames, distinct_names
from deckwright.model.settings import effective_settings
from deckwright.model.setup import said_label
from deckwright.reports.cards import setting_lines
from deckwright.reports.decks import change_line
from deckwright.reports.findings import finding_lines
from deckwright.reports.output import card_count, members, painted, piece_count
from deckwright.scoring.score import points, verdict
from deckwright.table.deal import stacks_in

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from deckwright.model.card import Card
    from deckwright.model.game import Game
    from deckwright.scoring.score import Scores, SeatScore
    from deckwright.table.deal import CompletedStep, RevealRound, Table
    from deckwright.table.piles import BuiltPile


# The start


def pile_as_json(built: BuiltPile) -> dict[str, Any]:
    """JSON object of the contract for a pile."""
    return {
        **members(built, "game pile players mode| seed take?"),
        "cards": [{"card": card, "copies": copies} for card, copies in built.cards],
        **members(built, "order aside"),
    }


def pile_lines(built: BuiltPile, game: Game, cards: Mapping[str, Card], language: str) -> Iterator[str]:
    """Pile as lines from the top, and the cards set aside."""
    kinds = {card: cards[card].kind for card in built.order}
    size = GameNames(game, {}, language, kinds).size(built.order)
    yield " · ".join([game.label(f"pile:{built.pile}", language), game.title(language), size])
    yield ", ".join(_occasion(built, game, language))
    names = distinct_names(cards, language)
    yield from (f"{number:3}  {names[card]}" for number, card in enumerate(built.order, 1))
    if built.aside:
        yield tr("Put aside:")
        for card, copies in Counter(built.aside).items():
            yield f"  {copies}  {names[card]}"


def _occasion(start: BuiltPile | Table, game: Game, language: str) -> Iterator[str]:
    """For how many players, in which mode and with which seed something was set up."""
    yield trn("{count} player", "{count} players", start.players)
    if start.mode:
        yield game.label(f"mode:{start.mode}", language)
    yield tr("seed {seed}", seed=start.seed)


def pile_list(built: BuiltPile, cards: Mapping[str, Card], language: str) -> str:
    """Pile as a text list that can be read as a deck, one card a line, from the top."""
    names = CardNames(cards.values())
    head = {"game": built.game, "name": built.pile, "players": built.players}
    more = {**({"mode": built.mode} if built.mode else {}), "seed": built.seed}
    lines = [f"# {key}: {value}" for key, value in {**head, **more}.items()]
    lines += [f"1 {called(cards[card], names, language)}" for card in built.order]
    return "\n".join(lines) + "\n"


class GameNames(NamedTuple):
    """Names of the cards and zones of a game in a language, and the kinds of cards."""

    game: Game
    cards: Mapping[str, str]
    language: str
    kinds: Mapping[str, str] = MappingProxyType({})

    def size(self, cards: Collection[str], count: int | None = None) -> str:
        """Number of cards in words, as cards, tiles, tokens or boards; or `count` of such cards."""
        entries = self.game.definition["kinds"]
        pieces = {
            entries[kind].get("piece", "card") for kind in {self.kinds[card] for card in cards} or entries
        }
        piece = pieces.pop() if len(pieces) == 1 else "piece"
        return piece_count(len(cards) if count is None else count, piece)

    def zone(self, name: str) -> str:
        """Name of a zone."""
        return self.game.label(f"zone:{name}", self.language) or tr("Put aside")

    def is_open(self, name: str) -> bool:
        """Whether the cards of a zone are face up."""
        return bool(self.game.definition["deal"]["zones"].get(name, {}).get("open"))

    def stacks(self, name: str) -> int | str:
        """How the cards of a zone are stacked: a number in each stack, or by a field; 0 if they are not."""
        stacks: int | str = self.game.definition["deal"]["zones"].get(name, {}).get("stacks", 0)
        return stacks


def listed(cards: Iterable[str], names: GameNames) -> str:
    """Names of cards in order; several of one name in a row appear once, with their number."""
    runs = [(name, len(list(same))) for name, same in groupby(names.cards[card] for card in cards)]
    return " · ".join(name if times == 1 else f"{times} × {name}" for name, times in runs)


def deal_as_json(table: Table, game: Game, cards: Mapping[str, Card]) -> dict[str, Any]:
    """JSON object of the contract for a table: zones, stacks, decks, revealed cards, and what is drawn later."""
    names = GameNames(game, {}, "")
    stacks = {
        zone: stacks_in(there, kind, cards)
        for zone, there in table.zones.items()
        if (kind := names.stacks(zone))
    }
    decks = [deck.source or deck.name for deck in table.decks.decks]
    has_own = bool(table.deal.deck and table.deal.deck.each)
    seats = [
        {"seat": number, **({"deck": decks[number - 1]} if has_own else {}), "zones": zones}
        for number, zones in enumerate(table.seats, 1)
    ]
    removed = [{"card": card, "copies": copies} for card, copies in table.decks.removed]
    common_deck = {"deck": decks[0], "removed": removed} if decks and not has_own else {}
    return {
        **members(table, "game players mode| seed first zones"),
        "stacks": stacks,
        "seats": seats,
        **common_deck,
        "take": table.takes,
        "settings": {**effective_settings(game, table.settings), **table.takes},
        "rounds": [reveal.shown for reveal in table.rounds],
        "draw": _draw(table),
        **members(table, "limits decks.findings"),
    }


def _draw(table: Table) -> dict[str, Any] | None:
    draw = table.deal.draw
    if not draw:
        return None
    result = {"from": draw.source, "to": draw.to, "count": draw.cards(table.players), "every": draw.every}
    last = table.last_hands
    if not last:
        return result
    rounds, left = last.rounds(table.players)
    return {**result, **members(last, "hands rest"), "rounds": rounds, "left": left}


def deal_lines(table: Table, game: Game, cards: Mapping[str, Card], language: str) -> Iterator[str]:
    """Table as lines: step by step, then the cards in each zone from the top."""
    kinds = {card.id: card.kind for card in cards.values()}
    text = _TableText(table, GameNames(game, distinct_names(cards, language), language, kinds))
    yield " · ".join([game.title(language), *_occasion(table, game, language)])
    yield from setting_lines(table.settings, game, table.mode, language)
    yield ""
    yield from text.beginning()
    for number, step in enumerate(table.steps, 1):
        first, *more = text.step(step)
        yield fill(f"{number}. {first}", _WIDTH, subsequent_indent="   ")
        yield from (_indented(line) for line in more)
    yield from (_indented(line, "") for line in text.rounds())
    yield from text.going_on()
    yield ""
    yield tr("From the top:")
    yield from text.layout(cards)


_WIDTH = 110


def _indented(text: str, indent: str = "   ") -> str:
    more = f"{indent}  "
    return fill(text, _WIDTH, initial_indent=indent, subsequent_indent=more, break_on_hyphens=False)


class _TableText:
    """Lines about one table."""

    def __init__(self, table: Table, names: GameNames) -> None:
        self._table, self._names = table, names

    # The steps of the deal.

    def step(self, step: CompletedStep) -> Iterator[str]:
        """A step as lines: the instruction, then the cards that it placed if others may know them."""
        texts: dict[str, Callable[[CompletedStep], Iterator[str]]] = {
            "pile": self._pile,
            "deck": self._deck,
            "cards": self._cards,
            "from": self._from,
            "say": self._say,
        }
        return texts[step.step.act](step)

    def _pile(self, step: CompletedStep) -> Iterator[str]:
        pile = self._names.game.label(f"pile:{step.step.name}", self._names.language)
        if step.step.each:
            yield tr("Build and shuffle: {pile}; {each}", pile=pile, each=self._each(step))
            yield from self._per_seat(step)
        else:
            size = [self._names.size([card for part in step.placed for card in part.cards])]
            size += [tr("{count} put aside", count=step.aside)] if step.aside else []
            yield tr("Build and shuffle: {pile} ({size}).", pile=pile, size=", ".join(size))

    def _deck(self, step: CompletedStep) -> Iterator[str]:
        zone, decks = self._names.zone(step.step.to), self._table.decks
        sizes = [
            f"{deck.name} ({card_count(len(part.cards))})"
            for deck, part in zip(decks.decks, step.placed, strict=False)
        ]
        if step.step.each:
            yield tr("Each seat shuffles its own: {zone}.", zone=zone)
            for number, size in enumerate(sizes, 1):
                yield tr("{label}: {value}", label=tr("Seat {seat}", seat=number), value=size)
            return
        yield tr("Shuffle one deck for all: {zone}.", zone=zone)
        yield sizes[0]
        for card, copies in decks.removed:
            yield change_line(self._names.cards[card], -copies)

    def _cards(self, step: CompletedStep) -> Iterator[str]:
        zone = self._names.zone(step.step.to)
        if step.step.each:
            yield tr("Each seat takes its own: {zone}.", zone=zone)
            yield from self._per_seat(step)
        else:
            yield tr("Lay out: {zone} ({size}).", zone=zone, size=self._names.size(step.placed[0].cards))

    def _from(self, step: CompletedStep) -> Iterator[str]:
        says = self._each(step) if step.step.each else self._laid(step)
        yield tr("From {zone}: {says}", zone=self._names.zone(step.step.name), says=says)
        if step.step.each:
            yield from self._per_seat(step)
        elif self._names.is_open(step.step.to):
            yield listed(step.placed[0].cards, self._names)

    def _laid(self, step: CompletedStep) -> str:
        """How many cards are placed on the table, and whether face up."""
        zone, size = self._names.zone(step.step.to), self._names.size(step.placed[0].cards)
        if self._names.is_open(step.step.to):
            return tr("lay {size} face up: {zone}.", size=size, zone=zone)
        return tr("lay {size} face down: {zone}.", size=size, zone=zone)

    def _each(self, step: CompletedStep) -> str:
        """How many cards each seat takes."""
        count = step.step.cards(self._table.players) or 0
        first = step.step.cards(self._table.players, is_first=True)
        zone, size = self._names.zone(step.step.to), self._names.size(step.placed[0].cards, count)
        if first != count:
            return tr(
                "each seat takes {size}, the first one {first}: {zone}.", size=size, first=first, zone=zone
            )
        return tr("each seat takes {size}: {zone}.", size=size, zone=zone)

    def _per_seat(self, step: CompletedStep) -> Iterator[str]:
        for part in step.placed:
            seat = tr("Seat {seat}", seat=part.seat)
            yield tr("{label}: {value}", label=seat, value=listed(part.cards, self._names))

    def _say(self, step: CompletedStep) -> Iterator[str]:
        yield self._names.game.label(said_label(step.step, self._names.game), self._names.language)

    # Who goes first, and what follows.

    def beginning(self) -> Iterator[str]:
        """Who goes first, unless revealed cards decide it, or the game's own sentences may say it."""
        seat, by = self._table.first, self._table.deal.first.by
        if self._table.rounds:
            return
        if seat is None:
            if by == "all":
                yield tr("All play at once.")
            elif not any(done.step.act == "say" for done in self._table.steps):
                yield tr("Decide among yourselves who goes first.")
        elif by == "chance":
            yield tr("Seat {seat} goes first, by chance.", seat=seat)
        else:
            yield tr("Seat {seat} goes first.", seat=seat)

    def rounds(self) -> Iterator[str]:
        """The cards that were revealed, and who goes first because of them."""
        for number, shown in enumerate(self._table.rounds, 1):
            yield tr("Round {number}: {shown}.", number=number, shown=self._revealed(shown))
        if self._table.rounds:
            yield tr("Seat {seat} goes first, with the highest number.", seat=self._table.first)

    def _revealed(self, reveal: RevealRound) -> str:
        values = [
            {"seat": shown.seat, "card": self._names.cards[shown.card], "number": shown.value}
            for shown in reveal.shown
        ]
        if reveal.dealt:
            return ", ".join(tr("seat {seat} is dealt {card} ({number})", **each) for each in values)
        return ", ".join(tr("seat {seat} shows {card} ({number})", **each) for each in values)

    def going_on(self) -> Iterator[str]:
        """What is drawn in the turns that follow, and the limits of zones."""
        table, draw = self._table, self._table.deal.draw
        if draw:
            values = {"zone": self._names.zone(draw.source), "every": draw.every}
            count = draw.cards(table.players)
            each = trn(
                "Every turn, draw {count} card: {zone}.",
                "Every turn, draw {count} cards: {zone}.",
                count,
                **values,
            )
            seldom = trn(
                "Every {every} turns, draw {count} card: {zone}.",
                "Every {every} turns, draw {count} cards: {zone}.",
                count,
                **values,
            )
            yield each if draw.every == 1 else seldom
            if draw.reshuffles:
                yield tr("When it is empty, shuffle the cards played before into a new one.")
        if last := table.last_hands:
            yield trn(
                "Hands of {size}, including those already dealt: {hands}, and {count} card left over.",
                "Hands of {size}, including those already dealt: {hands}, and {count} cards left over.",
                last.rest,
                hands=last.hands,
                size=last.size,
            )
            rounds, left = last.rounds(table.players)
            yield trn(
                "Everybody gets {count} hand; left for the last round: {left}.",
                "Everybody gets {count} hands; left for the last round: {left}.",
                rounds,
                left=card_count(left),
            )
        for zone, limit in table.limits.items():
            yield tr("{zone}: {size} at most.", zone=self._names.zone(zone), size=card_count(limit))

    # Where all cards are.

    def layout(self, box: Mapping[str, Card]) -> Iterator[str]:
        """The zones that are not empty, with their cards from the top; `box` has all cards of the game."""
        for zone, cards in self._table.zones.items():
            if cards and (stacks := self._names.stacks(zone)):
                yield from self._stacks(self._names.zone(zone), stacks_in(cards, stacks, box))
            else:
                yield from self._zone(self._names.zone(zone), cards)
        for seat, zones in enumerate(self._table.seats, 1):
            for zone, cards in zones.items():
                yield from self._zone(
                    tr("Seat {seat}, {zone}", seat=seat, zone=self._names.zone(zone)), cards
                )

    def _zone(self, label: str, cards: Sequence[str]) -> Iterator[str]:
        if cards:
            yield tr("{label}: {value}", label=label, value=self._names.size(cards))
            yield _indented(listed(cards, self._names))

    def _stacks(self, label: str, stacks: Sequence[Sequence[str]]) -> Iterator[str]:
        count = trn("{count} stack", "{count} stacks", len(stacks))
        size = tr("{size} in {stacks}", size=self._names.size(list(chain(*stacks))), stacks=count)
        yield tr("{label}: {value}", label=label, value=size)
        for number, cards in enumerate(stacks, 1):
            yield _indented(f"{number}. {listed(cards, self._names)}")


# Scores, at the end


def scores_as_json(scores: Scores, game: Game) -> dict[str, Any]:
    """JSON object of the contract for the scores of a game; the winners are seats, even if teams play."""
    ranks = {seat: ranked.rank for ranked in scores.ranking.sides for seat in ranked.side.seats}
    seats = [
        {**members(seat, "seat team? points parts others awards"), "rank": ranks[seat.seat]}
        for seat in scores.seats
    ]
    teams = [
        {**members(ranked, "team=side.name side.seats"), "points": ranked.keys[0], "rank": ranked.rank}
        for ranked in scores.ranking.sides
    ]
    is_team = any(seat.team for seat in scores.seats)
    return {
        **members(scores, "sheet.game sheet.mode|"),
        "settings": effective_settings(game, scores.sheet.settings),
        "seats": seats,
        **({"teams": teams} if is_team else {}),
        "winners": [seat for side in scores.ranking.winners for seat in side.seats],
        **({"winning_teams": [side.name for side in scores.ranking.winners]} if is_team else {}),
        **members(scores, "ranking.decided_by findings"),
    }


def score_lines(scores: Scores, game: Game, cards: Mapping[str, Card], language: str) -> Iterator[str]:
    """Scores to read out: each seat with its parts, then the ranks, and who wins and why."""
    heads = [game.title(language), trn("{count} player", "{count} players", len(scores.seats))]
    heads += [game.label(f"mode:{scores.sheet.mode}", language)] if scores.sheet.mode else []
    yield " · ".join(heads)
    yield from setting_lines(scores.sheet.settings, game, scores.sheet.mode, language)
    names = distinct_names(cards, language)
    for seat in scores.seats:
        yield ""
        yield from _seat_lines(seat, game, names, language)
    yield ""
    yield from _ranks(scores)
    yield ""
    yield verdict(scores, lambda context: game.label(context, language))
    yield from finding_lines(scores.findings)


def _seat_lines(seat: SeatScore, game: Game, names: Mapping[str, str], language: str) -> Iterator[str]:
    yield painted(tr("{name}: {points}", name=seat.seat, points=points(seat.points)), "strong")
    width = max(len(game.label(f"score:{part}", language)) for part in seat.parts)
    for part, number in seat.parts.items():
        yield f"  {game.label(f'score:{part}', language):{width}}  {number:>4}"
    for card in seat.awards:
        yield "  " + tr("Awarded at the end: {card}", card=names[card])


def _ranks(scores: Scores) -> Iterator[str]:
    for ranked in scores.ranking.sides:
        side = ranked.side
        name = side.name if side.seats == (side.name,) else f"{side.name} ({', '.join(side.seats)})"
        yield f"{ranked.rank}.  {tr('{name}: {points}', name=name, points=points(ranked.keys[0]))}"

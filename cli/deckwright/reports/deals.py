"""How a table is shown: step by step, as one reads it out, and as JSON."""

from __future__ import annotations

from textwrap import fill
from typing import TYPE_CHECKING, Any

from deckwright.findings import as_json
from deckwright.messages import tr, trn
from deckwright.model.card_names import names_apart
from deckwright.model.settings import in_force
from deckwright.model.setup import ASIDE
from deckwright.reports.deal_steps import Words, listed, step_lines
from deckwright.reports.settings import setting_lines
from deckwright.table.deal import stacks_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from deckwright.model.card import Card
    from deckwright.model.game import Game
    from deckwright.table.deal import Round, Table

_WIDTH = 110


def deal_as_json(table: Table, game: Game, cards: Mapping[str, Card]) -> dict[str, Any]:
    """Build the contract's object for a table: zones, stacks, decks, the rounds that were shown, and what goes on."""
    words = Words(game, {}, "")
    stacks = {
        zone: stacks_in(there, kind, cards)
        for zone, there in table.zones.items()
        if (kind := words.stacks(zone))
    }
    decks = [deck.source or deck.name for deck in table.seated.decks]
    has_own = bool(table.deal.deck and table.deal.deck.each)
    seats = [
        {
            "seat": number,
            **({"deck": decks[number - 1]} if has_own else {}),
            "zones": {zone: list(cards) for zone, cards in zones.items()},
        }
        for number, zones in enumerate(table.seats, 1)
    ]
    removed = [{"card": card, "copies": copies} for card, copies in table.seated.removed]
    return {
        "game": table.game,
        "players": table.players,
        "mode": table.mode or None,
        "seed": table.seed,
        "first": table.first,
        "zones": {zone: list(cards) for zone, cards in table.zones.items()},
        "stacks": stacks,
        "seats": seats,
        **({"deck": decks[0], "removed": removed} if decks and not has_own else {}),
        "take": dict(table.takes),
        "settings": {**in_force(game, table.settings), **table.takes},
        "rounds": [[shown._asdict() for shown in one.shown] for one in table.rounds],
        "draw": _draw(table),
        "limits": table.limits,
        "findings": as_json(table.seated.findings),
    }


def _draw(table: Table) -> dict[str, Any] | None:
    draw = table.deal.draw
    if not draw:
        return None
    said = {"from": draw.source, "to": draw.to, "count": draw.cards(table.players), "every": draw.every}
    last = table.last_hands
    if not last:
        return said
    rounds, left = last.rounds(table.players)
    return {**said, "hands": last.hands, "rest": last.rest, "rounds": rounds, "left": left}


def deal_lines(table: Table, game: Game, cards: Mapping[str, Card], language: str) -> Iterator[str]:
    """Write a table step by step, then what lies where, from the top."""
    words = Words(game, names_apart(cards, language), language)
    yield " · ".join(_head(table, game, language))
    yield from setting_lines(table.settings, game, table.mode, language)
    yield ""
    if not table.rounds:
        yield _beginning(table)
    for number, done in enumerate(table.done, 1):
        first, *more = step_lines(done, table, words)
        yield fill(f"{number}. {first}", _WIDTH, subsequent_indent="   ")
        yield from (_indented(line) for line in more)
    yield from (_indented(line, "") for line in _rounds(table, words))
    yield from _going_on(table, words)
    yield ""
    yield tr("From the top:")
    yield from _layout(table, words, cards)


def _head(table: Table, game: Game, language: str) -> Iterator[str]:
    yield game.title(language)
    yield trn("{count} player", "{count} players", table.players)
    if table.mode:
        yield game.label(f"mode:{table.mode}", language)
    yield tr("seed {seed}", seed=table.seed)


def _beginning(table: Table) -> str:
    if table.first is None:
        at_once = table.deal.first.by == "all"
        return tr("All play at once.") if at_once else tr("Settle among yourselves who goes first.")
    if table.deal.first.by == "chance":
        return tr("Seat {seat} goes first, by chance.", seat=table.first)
    return tr("Seat {seat} goes first.", seat=table.first)


def _rounds(table: Table, words: Words) -> Iterator[str]:
    """Tell what was shown, and who goes first by that."""
    for number, one in enumerate(table.rounds, 1):
        yield tr("Round {number}: {shown}.", number=number, shown=_shown(one, words))
    if table.rounds:
        message = tr("Seat {seat} goes first: nobody else shows so high a number.", seat=table.first)
        yield message


def _shown(one: Round, words: Words) -> str:
    said = [
        {"seat": shown.seat, "card": words.names[shown.card], "number": f"{shown.value:g}"}
        for shown in one.shown
    ]
    if one.dealt:
        return ", ".join(tr("seat {seat} is dealt {card} ({number})", **each) for each in said)
    return ", ".join(tr("seat {seat} shows {card} ({number})", **each) for each in said)


def _going_on(table: Table, words: Words) -> Iterator[str]:
    """Tell what is drawn from now on, and how many cards may be held."""
    draw = table.deal.draw
    if draw:
        said = {"zone": words.zone(draw.source), "every": draw.every}
        count = draw.cards(table.players)
        each = trn(
            "Every turn, draw {count} card: {zone}.", "Every turn, draw {count} cards: {zone}.", count, **said
        )
        seldom = trn(
            "Every {every} turns, draw {count} card: {zone}.",
            "Every {every} turns, draw {count} cards: {zone}.",
            count,
            **said,
        )
        yield each if draw.every == 1 else seldom
    if last := table.last_hands:
        yield tr(
            "There are {hands} hands of {count}, those dealt among them, and {rest} over.",
            hands=last.hands,
            count=last.size,
            rest=trn("{count} card", "{count} cards", last.rest),
        )
        rounds, left = last.rounds(table.players)
        yield trn(
            "Everybody gets {count} hand; left for the last round: {left}.",
            "Everybody gets {count} hands; left for the last round: {left}.",
            rounds,
            left=trn("{count} card", "{count} cards", left),
        )
    for zone, most in table.limits.items():
        size = trn("{count} card", "{count} cards", most)
        yield tr("{zone}: {size} at most.", zone=words.zone(zone), size=size)


def _layout(table: Table, words: Words, box: Mapping[str, Card]) -> Iterator[str]:
    for zone, cards in table.zones.items():
        if cards and (stacks := words.stacks(zone)):
            yield from _stacks(words.zone(zone), stacks_in(cards, stacks, box), words)
        elif cards or zone != ASIDE:
            yield from _zone(words.zone(zone), cards, words)
    for seat, zones in enumerate(table.seats, 1):
        for zone, cards in zones.items():
            label = tr("Seat {seat}, {zone}", seat=seat, zone=words.zone(zone))
            yield from _zone(label, cards, words)


def _zone(label: str, cards: Sequence[str], words: Words) -> Iterator[str]:
    size = trn("{count} card", "{count} cards", len(cards))
    yield tr("{label}: {value}", label=label, value=size)
    if cards:
        yield _indented(listed(cards, words))


def _stacks(label: str, stacks: Sequence[Sequence[str]], words: Words) -> Iterator[str]:
    size = trn("{count} card", "{count} cards", sum(map(len, stacks)))
    count = trn("{count} stack", "{count} stacks", len(stacks))
    yield tr("{label}: {value}", label=label, value=tr("{size} in {stacks}", size=size, stacks=count))
    for number, cards in enumerate(stacks, 1):
        yield _indented(f"{number}. {listed(cards, words)}")


def _indented(text: str, indent: str = "   ") -> str:
    more = f"{indent}  "
    return fill(text, _WIDTH, initial_indent=indent, subsequent_indent=more, break_on_hyphens=False)

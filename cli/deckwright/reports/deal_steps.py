"""The steps by which a table is laid, in words for those who sit at it."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from deckwright.messages import tr, trn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from deckwright.model.game import Game
    from deckwright.table.deal import Done, Table


class Words(NamedTuple):
    """What the cards and zones of a game are called in a language."""

    game: Game
    names: Mapping[str, str]
    language: str

    def zone(self, name: str) -> str:
        """Give what a zone is called."""
        return self.game.label(f"zone:{name}", self.language) or tr("Put aside")

    def is_open(self, name: str) -> bool:
        """Tell whether the cards of a zone lie face up."""
        return bool(self.game.definition["deal"]["zones"].get(name, {}).get("open"))

    def stacks(self, name: str) -> int | str:
        """How the cards of a zone are stacked: so many in each stack, or by a field; 0 where they are not."""
        stacks: int | str = self.game.definition["deal"]["zones"].get(name, {}).get("stacks", 0)
        return stacks


def listed(cards: Iterable[str], words: Words) -> str:
    """Write cards in their order; several of one name in a row stand once."""
    runs = [(name, len(list(same))) for name, same in groupby(words.names[card] for card in cards)]
    return " · ".join(name if times == 1 else f"{times} × {name}" for name, times in runs)


def step_lines(done: Done, table: Table, words: Words) -> Iterator[str]:
    """Yield what a step says, then what it laid where, as far as others need to know that."""
    yield from _SAY[done.step.act](done, table, words)


def _pile(done: Done, table: Table, words: Words) -> Iterator[str]:
    pile = words.game.label(f"pile:{done.step.name}", words.language)
    if done.step.each:
        yield tr("Build and shuffle: {pile}; {each}", pile=pile, each=_each(done, table, words))
        yield from _per_seat(done, words)
    else:
        cards = sum(len(move.cards) for move in done.moves)
        size = [trn("{count} card", "{count} cards", cards)]
        size += [tr("{count} put aside", count=done.aside)] if done.aside else []
        yield tr("Build and shuffle: {pile} ({size}).", pile=pile, size=", ".join(size))


def _deck(done: Done, table: Table, words: Words) -> Iterator[str]:
    zone = words.zone(done.step.to)
    if not done.step.each:
        yield tr("Shuffle one deck for all: {zone}.", zone=zone)
        yield _deck_line(done, table, 0)
        for card, copies in table.seated.removed:
            yield trn(
                "Taken out: {count} copy of {name}.",
                "Taken out: {count} copies of {name}.",
                copies,
                name=words.names[card],
            )
        return
    yield tr("Each seat shuffles its own: {zone}.", zone=zone)
    for number in range(len(done.moves)):
        seat = tr("Seat {seat}", seat=number + 1)
        yield tr("{label}: {value}", label=seat, value=_deck_line(done, table, number))


def _deck_line(done: Done, table: Table, number: int) -> str:
    size = trn("{count} card", "{count} cards", len(done.moves[number].cards))
    return f"{table.seated.decks[number].name} ({size})"


def _cards(done: Done, _: Table, words: Words) -> Iterator[str]:
    if done.step.each:
        yield tr("Each seat takes its own: {zone}.", zone=words.zone(done.step.to))
        yield from _per_seat(done, words)
        return
    size = trn("{count} card", "{count} cards", len(done.moves[0].cards))
    yield tr("Lay out: {zone} ({size}).", zone=words.zone(done.step.to), size=size)


def _from(done: Done, table: Table, words: Words) -> Iterator[str]:
    says = _each(done, table, words) if done.step.each else _laid(done, words)
    yield tr("From {zone}: {says}", zone=words.zone(done.step.name), says=says)
    if done.step.each:
        yield from _per_seat(done, words)
    elif words.is_open(done.step.to):
        yield listed(done.moves[0].cards, words)


def _laid(done: Done, words: Words) -> str:
    """Say how many cards come to lie on the table, and how."""
    zone, count = words.zone(done.step.to), len(done.moves[0].cards)
    if words.is_open(done.step.to):
        return trn(
            "lay {count} card face up: {zone}.", "lay {count} cards face up: {zone}.", count, zone=zone
        )
    return trn(
        "lay {count} card face down: {zone}.", "lay {count} cards face down: {zone}.", count, zone=zone
    )


def _each(done: Done, table: Table, words: Words) -> str:
    """Say how many cards each seat takes."""
    count = done.step.cards(table.players) or 0
    first = done.step.cards(table.players, is_first=True)
    zone = words.zone(done.step.to)
    if first != count:
        return trn(
            "each seat takes {count} card, the first one {first}: {zone}.",
            "each seat takes {count} cards, the first one {first}: {zone}.",
            count,
            first=first,
            zone=zone,
        )
    return trn(
        "each seat takes {count} card: {zone}.", "each seat takes {count} cards: {zone}.", count, zone=zone
    )


def _per_seat(done: Done, words: Words) -> Iterator[str]:
    for move in done.moves:
        seat = tr("Seat {seat}", seat=move.seat)
        yield tr("{label}: {value}", label=seat, value=listed(move.cards, words))


def _say(done: Done, _: Table, words: Words) -> Iterator[str]:
    yield words.game.label(f"say:{done.step.name}", words.language)


_SAY: dict[str, Callable[[Done, Table, Words], Iterator[str]]] = {
    "pile": _pile,
    "deck": _deck,
    "cards": _cards,
    "from": _from,
    "say": _say,
}

"""`deckwright effort`: what some cards win together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, NamedTuple

from typer import Argument, Context, Option

from deckwright.commands import completion
from deckwright.commands.arguments import Rules, TheGame
from deckwright.commands.opening import Shelf, language_in, reading
from deckwright.errors import InputError, UsageError
from deckwright.messages import tr
from deckwright.model.card import copies_by_card
from deckwright.model.card_names import CardNames
from deckwright.model.query.matching import number_of, values_of
from deckwright.model.rule import matcher_of
from deckwright.model.settings import played, read_pairs
from deckwright.reports.efforts import Effort, effort_as_json, effort_lines
from deckwright.reports.output import write, write_json
from deckwright.table.effort import Target, largest_hauls

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from deckwright.model.card import Card
    from deckwright.model.game import Game
    from deckwright.table.effort import Amounts

EXAMPLES = (
    "deckwright effort data-monsters mainframe '2 rubber-duck'",
    "deckwright effort data-monsters mainframe --from clean-the-data --from coffee-forecast",
)
_MOST = 20
"""Among how many cards sets are looked for: each one more can double the work."""


class _Asking(NamedTuple):
    """A game that tells what an effort is, and its cards by id."""

    game: Game
    cards: Mapping[str, Card]

    def named(self, words: Sequence[str], key: str) -> dict[str, int]:
        """Read cards that a user names, with their copies, and see that each is one that `key` of effort finds.

        Raises:
            InputError: there is no such card, or it is of another sort.
        """
        from deckwright.files.decks import deck_list_in, resolve

        listed = deck_list_in("\n".join(_with_counts(words)), tr("CARD"))
        deck = resolve(listed, self.game.id, CardNames(self.cards.values()))
        query = self.game.definition["effort"][key]
        is_meant = matcher_of(self.game)(query)
        for entry in deck.entries:
            if not is_meant(self.cards[entry.card]):
                message = tr(
                    "{card} has no part in that: {query} finds those that do.", card=entry.card, query=query
                )
                raise InputError("wrong-card", message, where=entry.where)
        return copies_by_card(deck.entries)

    def all(self, key: str) -> dict[str, int]:
        """Give all cards that `key` of effort finds, with the copies that the box holds."""
        is_meant = matcher_of(self.game)(self.game.definition["effort"][key])
        return {card.id: card.copies for card in self.cards.values() if is_meant(card)}

    def amounts(self, card: str) -> Amounts:
        """Give what a card has of each field that is added up."""
        return tuple(self.number(card, field) for field in self.game.definition["effort"]["adds"])

    def number(self, card: str, field: str) -> float:
        """Give the number of a field; 0 where the card has none."""
        return next((number_of(value) or 0 for value in values_of(self.cards[card], field)), 0)


def run(
    context: Context,
    game: TheGame,
    card: Annotated[
        list[str],
        Argument(
            autocompletion=completion.cards,
            metavar=tr("CARD..."),
            help=tr("The cards that are played, with their copies where there are several: '2 rubber-duck'."),
        ),
    ],
    source: Annotated[
        list[str] | None,
        Option(
            "--from",
            autocompletion=completion.cards,
            metavar=tr("CARD"),
            help=tr("A card that can be won; without any, all that the game has."),
        ),
    ] = None,
    rule: Rules = None,
) -> None:
    """Tell which cards can be won together with some others: every set to which no more can be added.

    Only numbers are added up. Whether a card may be played, and what else it does, its text says.
    """
    with reading(context) as (connection, settings):
        own_game, cards = Shelf(connection).game(game)
        language = language_in(own_game, settings)
    asking = _asking(played(own_game, read_pairs(rule or [], own_game)), cards)
    effort = _effort(asking, card, source or [])
    if settings.as_json:
        write_json(effort_as_json(effort, asking.game))
    else:
        write("\n".join(effort_lines(effort, asking.game, asking.cards, language)))


def _asking(game: Game, cards: Mapping[str, Card]) -> _Asking:
    if "effort" not in game.definition:
        raise InputError(
            "no-effort",
            tr("The game {game} does not say which cards are won with which others.", game=game.id),
            hint=tr("Add a section effort to its game.yaml."),
        )
    return _Asking(game, cards)


def _effort(asking: _Asking, played: Sequence[str], source: Sequence[str]) -> Effort:
    given = asking.named(played, "gives")
    there = asking.named(source, "asks") if source else asking.all("asks")
    ids = [card for card, copies in there.items() for _ in range(copies)]
    if len(ids) > _MOST:
        raise UsageError(
            "too-many",
            tr("Among {count} cards there are too many sets.", count=len(ids)),
            hint=tr("Name {count} at most with --from.", count=_MOST),
        )
    worth = asking.game.definition["effort"].get("worth", "")
    targets = [Target(card, asking.amounts(card), asking.number(card, worth) if worth else 0) for card in ids]
    for target in targets:
        if min(target.asks) < 0:
            message = tr(
                "{card} asks for less than nothing, which cannot be reckoned with.", card=target.card
            )
            raise InputError("wrong-card", message)
    amounts = [asking.amounts(card) for card, copies in given.items() for _ in range(copies)]
    total = tuple(map(sum, zip(*amounts, strict=True)))
    return Effort(given, total, tuple(ids), largest_hauls(total, targets))


def _with_counts(words: Sequence[str]) -> list[str]:
    """Join counts that stand alone to the names after them, as a shell parts them."""
    lines: list[str] = []
    for word in words:
        if lines and lines[-1].isdigit():
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines

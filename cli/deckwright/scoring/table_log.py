"""The log of a table that was played on a screen, read as a score file: the cards in the zones that the game scores.

Sets lie side by side, one after the other. How tiles lie, and whose tokens are on a card, a log does not say.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.construction.evaluation import CardPool, Contents, find_violations
from deckwright.errors import InputError
from deckwright.findings import Finding
from deckwright.messages import tr
from deckwright.model.card import DeckEntry
from deckwright.model.rule import matcher_of
from deckwright.model.scoring import read_scoring
from deckwright.model.settings import apply_settings
from deckwright.model.setup import ASIDE

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from deckwright.files.yaml import Document
    from deckwright.model.card import Card
    from deckwright.model.game import Game
    from deckwright.model.score_zones import ScoreZone
    from deckwright.model.scoring import Scoring
    from deckwright.scoring.score import ScoreContext


_MOST_SEATS = 99
_MOST_IN_SETS = 100
"""Most cards of a seat that are divided into sets: each run of them is checked."""


def is_table_log(document: Document) -> bool:
    """Whether a file is the log of a table, rather than a score file."""
    return isinstance(document.value, dict) and {"table", "moves", "zones"} <= document.value.keys()


def score_file_of(
    document: Document, game: Game, cards: Mapping[str, Card], context: ScoreContext
) -> tuple[Document, list[Finding]]:
    """Score file with what a log has for each seat, and a finding about zones of which a log says too little.

    Raises:
        InputError: the log is damaged.
    """
    about, zones = document.value["table"], document.value["zones"]
    if not _is_sound(about, zones):
        message = tr("This log of a table is damaged.")
        hint = tr("Save it again on the page of the table.")
        raise InputError("bad-log", message, hint=hint, where=document.where())
    players, mode = about["players"], context.mode or about["mode"]
    game = apply_settings(game, context.settings)
    scoring = read_scoring(game, mode or game.mode_for(players), matcher_of(game))
    reader = _LogReader(zones, scoring, cards, players)
    seats = {tr("Seat {seat}", seat=seat): reader.of_seat(seat) for seat in range(1, players + 1)}
    head = {"game": about["game"], **({"mode": about["mode"]} if about["mode"] else {})}
    # Errors show the line of the zones: a score file has other paths.
    read = document._replace(
        value={**head, "seats": seats, **reader.aside()}, marks=document.marks.part("zones")
    )
    return read, list(_not_read(read, game, scoring, context.language))


def _is_sound(about: Any, zones: Any) -> bool:
    """Whether a log has what the page of a table writes."""
    return (
        isinstance(about, dict)
        and isinstance(about.get("game"), str)
        and isinstance(about.get("mode"), str)
        and type(about.get("players")) is int
        and 0 < about["players"] <= _MOST_SEATS
        and isinstance(zones, dict)
        and all(
            isinstance(cards, list) and all(isinstance(card, str) for card in cards)
            for cards in zones.values()
        )
    )


class _LogReader(NamedTuple):
    """The cards of each zone of a log, and what its game scores."""

    zones: Mapping[str, Sequence[str]]
    scoring: Scoring
    cards: Mapping[str, Card]
    players: int

    def of_seat(self, seat: int) -> dict[str, Any]:
        """What a seat has in each zone that a log says enough of."""
        content: dict[str, Any] = {}
        for zone in self.scoring.zones.values():
            cards = self.zones.get(f"{seat}/{zone.id}", ())
            if zone.shape == "cards":
                content[zone.id] = list(cards)
            elif zone.shape == "sets":
                content[zone.id] = self._sets(cards, zone)
        return content

    def _sets(self, cards: Sequence[str], zone: ScoreZone) -> list[list[str]]:
        """Cards divided into as few sets as the forms of a zone allow; in one set if they do not."""
        if len(cards) > _MOST_IN_SETS or not self.cards.keys() >= {*cards}:
            return [list(cards)]
        best: list[list[list[str]] | None] = [[]]
        for end in range(1, len(cards) + 1):
            ways = [
                [*sets, list(cards[start:end])]
                for start, sets in enumerate(best)
                if sets is not None and self._is_set(cards[start:end], zone)
            ]
            best.append(min(ways, key=len, default=None))
        return best[-1] if best[-1] is not None else [list(cards)]

    def _is_set(self, cards: Sequence[str], zone: ScoreZone) -> bool:
        """Whether cards have one of the forms of a zone."""
        contents = Contents([DeckEntry(card, 1) for card in cards], CardPool(self.cards))
        return not zone.forms or any(
            not find_violations(rules, contents, self.players) for rules in zone.forms
        )

    def aside(self) -> dict[str, list[str]]:
        """Zones of cards that nobody can have, with those put aside at the start."""
        cards = [card for card in self.zones.get(f"0/{ASIDE}", ()) if card in self.cards]
        return {
            zone.id: [card for card in cards if zone.of is None or zone.of(self.cards[card])]
            for zone in self.scoring.zones.values()
            if zone.shape == "aside"
        }


def _not_read(document: Document, game: Game, scoring: Scoring, language: str) -> Iterator[Finding]:
    missing = [
        game.label(f"score:zone.{zone.id}", language)
        for zone in scoring.zones.values()
        if zone.shape in {"placed", "shared"}
    ]
    if missing:
        message = tr(
            "Not counted, because a log does not say how tiles lie, or whose tokens are on a card: {zones}. Write them into a "
            "score file (--template).",
            zones=", ".join(missing),
        )
        yield Finding("log", "warning", message, where=document.where())

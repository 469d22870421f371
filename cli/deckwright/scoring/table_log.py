"""The log of a table that was played on a screen, read as a score file: the cards in the zones that the game scores."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from deckwright.errors import InputError
from deckwright.findings import Finding
from deckwright.messages import tr
from deckwright.model.rule import matcher_of
from deckwright.model.setup import ASIDE

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from deckwright.files.yaml import Document
    from deckwright.model.card import Card
    from deckwright.model.game import Game


_MOST_SEATS = 99


def is_table_log(document: Document) -> bool:
    """Whether a file is the log of a table, rather than a score file."""
    return isinstance(document.value, dict) and {"table", "moves", "zones"} <= document.value.keys()


def score_file_of(
    document: Document, game: Game, cards: Mapping[str, Card], language: str
) -> tuple[Document, list[Finding]]:
    """Score file with what a log has for each seat, and a finding about zones of which a log says too little.

    Raises:
        InputError: the log is damaged.
    """
    about, zones = document.value["table"], document.value["zones"]
    if not _is_sound(about, zones):
        message = tr("This log of a table is damaged.")
        raise InputError(
            "bad-log", message, hint=tr("Save it again on the page of the table."), where=document.where()
        )
    declared = game.definition["scoring"]["zones"]
    seats = {
        tr("Seat {seat}", seat=seat): {
            zone: zones.get(f"{seat}/{zone}", [])
            for zone, entry in declared.items()
            if entry["shape"] == "cards"
        }
        for seat in range(1, about["players"] + 1)
    }
    value = {"game": about["game"], **({"mode": about["mode"]} if about["mode"] else {}), "seats": seats}
    value |= dict(_aside(zones, game, cards))
    # Errors show the line of the zones: a score file has other paths.
    read = document._replace(value=value, marks=document.marks.part("zones"))
    return read, list(_not_read(read, game, language))


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


def _aside(
    zones: Mapping[str, Sequence[str]], game: Game, cards: Mapping[str, Card]
) -> Iterator[tuple[str, list[str]]]:
    """Yield the zones of cards that nobody can have, with those put aside at the start."""
    for name, entry in game.definition["scoring"]["zones"].items():
        if entry["shape"] == "aside":
            belongs = matcher_of(game)(entry["of"]) if "of" in entry else None
            aside = [card for card in zones.get(f"0/{ASIDE}", []) if card in cards]
            yield name, [card for card in aside if belongs is None or belongs(cards[card])]


def _not_read(document: Document, game: Game, language: str) -> Iterator[Finding]:
    shapes = {name: entry["shape"] for name, entry in game.definition["scoring"]["zones"].items()}
    missing = [
        game.label(f"score:zone.{name}", language)
        for name, shape in shapes.items()
        if shape not in {"cards", "aside"}
    ]
    if missing:
        message = tr(
            "Not counted, because a log does not say which cards make a set, or how they lie: {zones}. Write them into a score "
            "file (--template).",
            zones=", ".join(missing),
        )
        yield Finding("log", "warning", message, where=document.where())

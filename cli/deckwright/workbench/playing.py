"""A table to play at in the browser: its beginning as it is dealt, on one page with the pictures of its cards."""

from __future__ import annotations

import io
import json
import re
from base64 import b64encode
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING, Any

import deckwright
from deckwright import resources
from deckwright.errors import UsageError
from deckwright.messages import tr
from deckwright.press.proof.page import PageCode
from deckwright.press.targets.pages import checked_context
from deckwright.press.targets.pictures import CardSide, draw_sides
from deckwright.press.targets.target import PictureOutput, back_files
from deckwright.table.piles import new_seed
from deckwright.workbench.cards import printed_texts
from deckwright.workbench.dealing import SetupOptions, dealt_table
from deckwright.workbench.library import no_progress
from deckwright.workbench.selection import Selection, select_from_one_game
from deckwright.workbench.target_exports import target_job

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from deckwright.findings import Finding
    from deckwright.press.printing import PrintJob
    from deckwright.table.places import Place, Shape
    from deckwright.workbench.dealing import ScreenTable
    from deckwright.workbench.library import DeckLibrary, Progress

_PICTURES = PictureOutput(dpi=150)
_QUALITY = 85
_SHOWN = 0.3
"""Part of a picture's width at which a card lies on the table."""


@dataclass(frozen=True, slots=True)
class PlayTable:
    """A table that was dealt: what its page is made of, the findings about its decks and cards, and its language."""

    title: str
    language: str
    data: Mapping[str, Any]
    findings: Sequence[Finding] = field(default=())

    def page(self, *, is_live: bool = False) -> str:
        """The web page; a live one sends moves to the server that it comes from, another one plays alone."""
        code = PageCode(_part("table.css"), _part("table.js"), is_live)
        data = json.dumps({**self.data, "live": is_live}, ensure_ascii=False).replace("</", "<\\/")
        texts = {
            **_words_of_page(),
            "title": self.title,
            "language": self.language,
            "policy": code.policy,
            "generator": f"Deckwright {deckwright.__version__}",
        }
        parts = {"style": code.style, "script": code.script, "data": data}
        parts |= {name: escape(text) for name, text in texts.items()}
        return _PLACEHOLDER.sub(lambda placeholder: parts[placeholder[1]], _part("table.html"))


_PLACEHOLDER = re.compile(r"\{\{(\w+)\}\}")


def _part(name: str) -> str:
    return (resources.folder("exports") / "play" / name).read_text(encoding="utf-8")


def play_table(
    library: DeckLibrary, game: str, options: SetupOptions, progress: Progress = no_progress
) -> PlayTable:
    """Deal the table of a game, and draw its cards; the same seed, decks and options make the same table everywhere.

    Raises:
        UsageError: the game has no decks for its players, or as for `deal_table`.
        InputError: the game, a deck or a face does not exist or has errors.
    """
    game = library.game_alone(game).id
    job = target_job(library, select_from_one_game(library, Selection([game])), ("play",))
    seed = new_seed() if options.seed == "" else options.seed
    setup = SetupOptions(options.players, options.mode, seed, decks=options.decks)
    screen = dealt_table(library, job, setup)
    if screen is None:
        message = tr("The game {game} has no packaged decks.", game=game)
        raise UsageError("deck-missing", message, hint=tr("Add one for each seat with --deck SEAT=DECK."))
    with progress(tr("Printing"), len(job.cards)):
        pictures = _pictures(job, screen)
    return PlayTable(
        job.title,
        job.language,
        {**_beginning(screen, job), **pictures, "words": _words_of_moves()},
        (*screen.table.decks.findings, *job.findings),
    )


def _beginning(screen: ScreenTable, job: PrintJob) -> dict[str, Any]:
    """The zones with their cards, each copy with an id of its own; and the names and texts of the cards."""
    table, zones, number = screen.table, [], 0
    hands = {zone.name for zone in screen.zones if zone.shape == "hand"}
    for place in sorted(screen.places, key=_reading_order):
        zone = place.zone
        cards = (table.seats[place.seat - 1] if place.seat else table.zones).get(zone.name, ())
        zones.append(
            {
                "id": f"{place.seat}/{zone.name}",
                "name": screen.game.label(f"zone:{zone.name}", job.language) or tr("Put aside"),
                "seat": place.seat,
                "shape": zone.shape,
                "open": zone.is_open,
                "cards": [{"id": f"{number + index}", "card": card} for index, card in enumerate(cards)],
            }
        )
        number += len(cards)
    names = {zone["id"] for zone in zones}
    for seat in range(1, table.players + 1):
        zones += [zone for zone in _added_zones(seat, job, has_hand=bool(hands)) if zone["id"] not in names]
    return {
        "about": {"game": table.game, "players": table.players, "mode": table.mode, "seed": table.seed},
        "seats": table.players,
        "zones": zones,
        "names": {card.id: card.name(job.language) for card, _ in job.cards},
        "texts": {card.id: "\n".join(printed_texts(card, job.game, job.language)) for card, _ in job.cards},
    }


def _reading_order(place: Place) -> tuple[int, float, float]:
    """Key that sorts zones from the left, row by row, as the player before whom they lie sees them."""
    turn = -1 if place.is_turned else 1
    return place.seat, round(-place.y * turn), place.x * turn


def _added_zones(seat: int, job: PrintJob, *, has_hand: bool) -> Iterator[dict[str, Any]]:
    """Yield the empty zones that every seat has: a hand, one for the cards that it plays, and those that it scores."""
    if not has_hand:
        yield _zone(seat, "hand", tr("Hand"), "hand")
    yield _zone(seat, "own", tr("Played cards"), "row")
    for name, zone in job.game.definition.get("scoring", {}).get("zones", {}).items():
        if zone["shape"] not in {"shared", "aside"}:
            yield _zone(seat, name, job.game.label(f"score:zone.{name}", job.language), "row")


def _zone(seat: int, name: str, title: str, shape: Shape) -> dict[str, Any]:
    return {
        "id": f"{seat}/{name}",
        "name": title,
        "seat": seat,
        "shape": shape,
        "open": shape == "row",
        "cards": [],
    }


def _pictures(job: PrintJob, screen: ScreenTable) -> dict[str, Any]:
    """Pictures of fronts and backs of the cards on the table as data addresses, and which each card has."""
    context = checked_context(job)
    backs = back_files(job, context)
    dealt = {*(card for zone in screen.table.zones.values() for card in zone)}
    dealt |= {card for seat in screen.table.seats for zone in seat.values() for card in zone}
    cards = [card for card, _ in job.cards if card.id in dealt]
    behind = {backs[card.id]: CardSide(card, is_back=True) for card in cards}
    sides = [*map(CardSide, cards), *behind.values()]
    names = [*(f"front-{card.id}" for card in cards), *behind]
    drawn = dict(zip(names, draw_sides(job, context, _PICTURES, sides), strict=True))
    return {
        "fronts": {card.id: f"front-{card.id}" for card in cards},
        "backs": {card.id: backs[card.id] for card in cards},
        "pictures": {name: _address(picture) for name, picture in drawn.items()},
        "widths": {name: round(picture.width * _SHOWN) for name, picture in drawn.items()},
    }


def _address(picture: Any) -> str:
    out = io.BytesIO()
    picture.save(out, "WEBP", quality=_QUALITY)
    return f"data:image/webp;base64,{b64encode(out.getvalue()).decode()}"


# Words of the page.


def _words_of_page() -> dict[str, str]:
    return {
        "you_are": tr("You are"),
        "undo": tr("Undo"),
        "roll": tr("Roll a die"),
        "save": tr("Save the log"),
        "load": tr("Open a log"),
        "log": tr("Moves"),
        "close": tr("Close"),
        "help": tr(
            "Drag cards from zone to zone, or press one for all that it can do. With the keyboard: Tab and Enter, f flips a "
            "card, t turns it. No rules are enforced; the page hides the hands of others, but knows them."
        ),
    }


def _words_of_moves() -> dict[str, str]:
    """Words of the script; those in braces are filled in there."""
    return {
        "seat": tr("Seat {seat}", seat="{seat}"),
        "everybody": tr("Everybody"),
        "table": tr("Table"),
        "zone": tr("{zone} of {seat}", zone="{zone}", seat="{seat}"),
        "hidden": tr("Card face down"),
        "move": tr("{who}: {card} to {zone}", who="{who}", card="{card}", zone="{zone}"),
        "flip": tr("{who} flips {card}", who="{who}", card="{card}"),
        "turn": tr("{who} turns {card}", who="{who}", card="{card}"),
        "shuffle": tr("{who} shuffles {zone}", who="{who}", zone="{zone}"),
        "look": tr("{who} looks through {zone}", who="{who}", zone="{zone}"),
        "count": tr("{who} counts {result}", who="{who}", result="{result}"),
        "roll": tr("{who} rolls {result}", who="{who}", result="{result}"),
        "undo": tr("{who} undoes the last move", who="{who}"),
        "late": tr("Somebody else was faster: this card is not there any more."),
        "refused": tr("The server refused this move."),
        "away": tr("The table cannot be reached. Trying again…"),
        "closed": tr("This table was closed. Ask for its new address."),
        "other": tr("This log is of another table."),
        "draw": tr("Draw"),
        "look_at": tr("Look through"),
        "shuffle_it": tr("Shuffle"),
        "flip_it": tr("Flip"),
        "turn_it": tr("Turn"),
        "turned": tr("turned"),
        "move_to": tr("Move to"),
        "below": tr("Put under"),
        "less": tr("One less"),
        "more": tr("One more"),
    }

"""Games for playing on a screen: in Cockatrice, in Card Game Simulator, and as a table in the browser."""

from __future__ import annotations

import io
import json
import re
from base64 import b64encode
from dataclasses import dataclass, field, replace
from html import escape
from itertools import count
from typing import TYPE_CHECKING, Any

import deckwright
from deckwright import resources
from deckwright.errors import UsageError
from deckwright.files.deck_writing import element_names
from deckwright.findings import Finding
from deckwright.messages import tr
from deckwright.model.game import parts_in
from deckwright.press.faces.choice import query_matcher
from deckwright.press.proof.page import PageCode
from deckwright.press.targets.cockatrice import CardSet, OnlineCard, write_card_set
from deckwright.press.targets.pages import checked_context
from deckwright.press.targets.pictures import CardSide, draw_sides
from deckwright.press.targets.target import PictureOutput, back_files
from deckwright.store.read import deck_ids, read_deck
from deckwright.table.piles import seed_or_new
from deckwright.workbench.cards import labelled, mark_rule, printed_texts, value_text
from deckwright.workbench.dealing import (
    PileOfCards,
    SetupOptions,
    dealt_table,
    opening_hand,
    piles_of,
    usual_size,
)
from deckwright.workbench.exports import Selection
from deckwright.workbench.library import no_progress
from deckwright.workbench.target_exports import into_folder, refuse_stdout, target_job

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from deckwright.model.card import Card, Deck, Field
    from deckwright.model.game import Game
    from deckwright.press.print_job import PrintJob
    from deckwright.press.targets.cgs import GameProperty, SimulatedGame, StartDeck
    from deckwright.table.places import Place, Shape
    from deckwright.workbench.dealing import ScreenTable
    from deckwright.workbench.exports import ExportResult
    from deckwright.workbench.library import DeckLibrary, Progress


@dataclass(frozen=True, slots=True)
class SimulatorOptions:
    """Address of the folder, '' if it is not hosted; number of players of the table, 0 for as few as the game allows."""

    url: str = ""
    players: int = 0


def write_cockatrice_set(
    library: DeckLibrary, selection: Selection, folder: str | Path, progress: Progress = no_progress
) -> ExportResult:
    """Write cards as a card set of Cockatrice, with pictures, into a folder laid out as its data folder, or nothing.

    Raises:
        UsageError: the selection is empty or of several games.
        InputError: a card or face does not exist or has errors, or a file cannot be written.
    """
    refuse_stdout(folder)
    job = target_job(library, selection, "cockatrice")
    card_set = _card_set(library, job)
    with progress(tr("Printing"), len(job.cards)) as advance:
        return into_folder(folder, lambda made: write_card_set(job, card_set, made, advance))


def write_cgs_game(
    library: DeckLibrary,
    selection: Selection,
    folder: str | Path,
    options: SimulatorOptions = SimulatorOptions(),
    progress: Progress = no_progress,
) -> ExportResult:
    """Write cards as a game of Card Game Simulator into a folder that can be hosted, with a ZIP file to import.

    Raises:
        UsageError: the selection is empty or of several games, or this number of players
            is not allowed.
        InputError: a card or face does not exist or has errors, or a file cannot be written.
    """
    from deckwright.press.targets.cgs import write_game

    refuse_stdout(folder)
    job = target_job(library, selection, "cgs")
    game = _simulated_game(library, job, options)
    with progress(tr("Printing"), len(job.cards)) as advance:
        result = into_folder(folder, lambda made: write_game(job, game, made, advance))
    return replace(result, findings=(*result.findings, *_renamed(job.game)))


def _renamed(game: Game) -> Iterator[Finding]:
    """Yield a finding for each field that has another name in the simulator."""
    from deckwright.press.targets.cgs import property_names

    for own_name, name in property_names(list(game.fields)).items():
        if name != own_name:
            message = tr(
                "The field {field} is called {name} in Card Game Simulator, where {field} is another property.",
                field=own_name,
                name=name,
            )
            yield Finding("renamed-field", "info", message)


def _simulated_game(library: DeckLibrary, job: PrintJob, options: SimulatorOptions) -> SimulatedGame:
    """The cards of a job as Card Game Simulator has them, with its table and decks."""
    from deckwright.press.targets.cgs import SimulatedCard, SimulatedGame, property_names

    game, language = job.game, job.language
    names = property_names(list(game.fields))
    cards = tuple(
        SimulatedCard(
            card, {names[field]: value for field, value in card.fields.items()} | _common(card, job)
        )
        for card, _ in job.cards
    )
    screen = dealt_table(library, job, SetupOptions(options.players))
    title = game.title(language)
    simulated = SimulatedGame(
        game.id if language == game.source_language else f"{game.id}-{language}",
        title if language == game.source_language else f"{title} ({language})",
        _properties(game, names, language),
        cards,
        _decks(library, job, screen),
        (),
        {},
        0,
        usual_size(job),
        options.url,
    )
    if not screen:
        return simulated
    exported = screen.boards & {card.id for card, _ in job.cards}
    boards = {
        card: place
        for place in screen.places
        if place.zone.is_open and not place.seat and place.zone.shape == "row"
        for card in screen.table.zones[place.zone.name]
        if card in exported
    }
    return simulated._replace(
        zones=[
            (screen.name_of(place.zone, language), place)
            for place in screen.places
            if place.zone.shape != "hand"
            and not screen.boards & {*screen.table.zones.get(place.zone.name, ())}
        ],
        boards=boards,
        hand=opening_hand(screen).cards,
        brings_decks=bool(screen.table.deal.deck and screen.table.deal.deck.each),
    )


def _common(card: Card, job: PrintJob) -> dict[str, object]:
    """Properties that the cards of every game have."""
    text = "\n\n".join(printed_texts(card, job.game, job.language))
    return {"kind": card.kind, "marks": list(card.marks), "text": text}


def _properties(game: Game, names: Mapping[str, str], language: str) -> list[GameProperty]:
    """Properties of a game's cards: kind, marks, text, and its own fields."""
    from deckwright.press.targets.cgs import GameProperty

    def labels(prefix: str, ids: Iterable[str]) -> dict[str, str]:
        return {name: game.label(f"{prefix}{name}", language) or name for name in ids}

    properties = [
        GameProperty("kind", "stringEnum", tr("Kind"), labels("kind:", game.names("kinds"))),
        GameProperty("text", "string", tr("Text"), {}),
    ]
    if game.names("marks"):
        marks = labels("mark:", game.names("marks"))
        properties.append(GameProperty("marks", "stringEnumList", tr("Marks"), marks))
    for name, declared in game.fields.items():
        label, choices = game.label(f"field:{name}", language), labels(f"field:{name}.", declared.choices)
        properties.append(
            GameProperty(names[name], _type_of(declared, game.definition["fields"][name]), label, choices)
        )
    return properties


def _type_of(field: Field, schema: Mapping[str, Any]) -> str:
    """Type of a field, declared by a schema, in Card Game Simulator, which knows whole numbers only."""
    if field.many:
        return "stringEnumList" if field.choices else "stringList"
    match field.type:
        case "number":
            return "integer" if schema["type"] == "integer" else "string"
        case "choice":
            return "stringEnum"
        case "flag":
            return "boolean"
        case "date" | "text":
            return "string"


def _decks(library: DeckLibrary, job: PrintJob, screen: ScreenTable | None) -> list[StartDeck]:
    """Piles of the table, with which the game begins, and the packaged decks.

    Hands are dealt from the last one that is loaded, which is made of all exported cards if they are not those of the
    table. Other piles and decks with cards that are not exported are left out.
    """
    from deckwright.press.targets.cgs import StartDeck, deck_names

    ids = {card.id for card, _ in job.cards}
    decks = []
    if screen:
        places = {place.zone.name: place for place in screen.places}
        source = opening_hand(screen).source
        piles = [pile for pile in piles_of(screen, job.language) if ids.issuperset(pile.cards)]
        if source and source not in {pile.zone for pile in piles}:
            all_cards = [card.id for card, copies in job.cards for _ in range(copies)]
            piles.append(PileOfCards(source, job.title, all_cards))
        decks = [
            StartDeck(pile.name, pile.cards, is_at_start=True, place=places.get(pile.zone))
            for pile in sorted(piles, key=lambda pile: pile.zone == source)
        ]
    for name in deck_ids(library.connection, job.game.id):
        deck = library.deck(name, language=job.language)
        decks.append(
            StartDeck(deck.name, [entry.card for entry in deck.entries for _ in range(entry.copies)])
        )
    decks = [deck for deck in decks if ids.issuperset(deck.cards)]
    names = deck_names([deck.name for deck in decks])
    return [deck._replace(name=name) for deck, name in zip(decks, names, strict=True)]


# What Cockatrice knows of a card.


def _card_set(library: DeckLibrary, job: PrintJob) -> CardSet:
    """Cards of a job as Cockatrice has them."""
    game, language, cards_of_game = job.game, job.language, library.game(job.game.id).cards
    names = element_names(cards_of_game, language)
    numbers = {card: number for number, card in enumerate(cards_of_game, 1)}
    decks = [read_deck(library.connection, name) for name in deck_ids(library.connection, game.id)]
    tokens = tokens_of(game, cards_of_game, decks)
    cards = tuple(
        OnlineCard(
            card,
            names[card.id],
            card.name(language),
            numbers[card.id],
            game.label(f"kind:{card.kind}", language),
            tuple(game.label(f"mark:{mark}", language) for mark in card.marks),
            {
                name: value_text(name, value, game, language)
                for name, value in card.fields.items()
                if value is not False
            },
            "\n\n".join(_texts(card, game, language)),
            card.id in tokens,
        )
        for card, _ in job.cards
    )
    labels = {name: game.label(f"field:{name}", language) for name in game.fields}
    return CardSet(game.id, game.title(language), labels, cards)


def _texts(card: Card, game: Game, language: str) -> Iterator[str]:
    """Yield the texts of a card, then the rules of its marks."""
    yield from printed_texts(card, game, language)
    for mark in card.marks:
        rule = mark_rule(game, mark, language)
        if rule:
            yield labelled(game.label(f"mark:{mark}", language), rule)


# Tokens: cards that are played, but never drawn.


def tokens_of(game: Game, cards: Mapping[str, Card], decks: Iterable[Deck]) -> set[str]:
    """Ids of the cards of those kinds of which no card is in a pile or deck of the game; a game without these has none."""
    drawn = {cards[entry.card].kind for deck in decks for entry in deck.entries}
    for pile in game.names("piles"):
        drawn |= {cards[card].kind for card in cards_in_pile(game, pile, cards.values())}
    return {card.id for card in cards.values() if card.kind not in drawn} if drawn else set()


def cards_in_pile(game: Game, name: str, cards: Iterable[Card]) -> set[str]:
    """Ids of the cards that a pile can have, in any mode."""
    matches = query_matcher(game)
    pile = game.definition["piles"][name]
    queries = [part["of"] for _, part in parts_in(("piles", name), pile)]
    return {card.id for card in cards if any(matches(query, card) for query in queries)}


# A table in the browser: its beginning as it is dealt, on one page with the pictures of its cards


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
    job = target_job(library, Selection([game]), "play")
    setup = SetupOptions(options.players, options.mode, seed_or_new(options.seed), decks=options.decks)
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
    table, numbers = screen.table, count()
    zones = {}
    for place in sorted(screen.places, key=_reading_order):
        zone = place.zone
        made = _zone(
            place.seat, zone.name, screen.name_of(zone, job.language), zone.shape, is_open=zone.is_open
        )
        made["cards"] = [{"id": f"{next(numbers)}", "card": card} for card in screen.cards_at(place)]
        zones[made["id"]] = made
    has_hand = any(zone.shape == "hand" for zone in screen.zones)
    for seat in range(1, table.players + 1):
        for made in _added_zones(seat, job, has_hand=has_hand):
            zones.setdefault(made["id"], made)
    return {
        "about": {"game": table.game, "players": table.players, "mode": table.mode, "seed": table.seed},
        "seats": table.players,
        "zones": [*zones.values()],
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
        yield _zone(seat, "hand", tr("Hand"), "hand", is_open=False)
    yield _zone(seat, "own", tr("Played cards"), "row")
    for name, zone in job.game.definition.get("scoring", {}).get("zones", {}).items():
        if zone["shape"] not in {"shared", "aside"}:
            yield _zone(seat, name, job.game.label(f"score:zone.{name}", job.language), "row")


def _zone(seat: int, name: str, title: str, shape: Shape, *, is_open: bool = True) -> dict[str, Any]:
    """A zone as the page has it, without cards."""
    about = {"id": f"{seat}/{name}", "name": title, "seat": seat, "shape": shape}
    return {**about, "open": is_open, "cards": []}


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

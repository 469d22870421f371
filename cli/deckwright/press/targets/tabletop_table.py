"""Tabletop Simulator: a saved game, which is the table at the start, with its zones, hands, score pad and script.

Names of objects and of what the script calls are those of the game's scripting reference (api.tabletopsimulator.com); what
an object has in the file is as the game writes it.
"""

from __future__ import annotations

import json
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from deckwright import resources
from deckwright.messages import tr
from deckwright.press.targets.tabletop import INCH, State, card_objects, joined

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from deckwright.model.card import Card
    from deckwright.press.printing import PrintJob
    from deckwright.press.targets.tabletop import DeckPicture
    from deckwright.table.places import Place

SEATS = ("White", "Red", "Yellow", "Green", "Blue", "Purple", "Orange", "Pink", "Brown", "Teal")
"""The game's colours of players, by seat; further seats have no hands."""

_HAND_WIDTH, _HAND_DEPTH, _ZONE_HEIGHT = 7.5, 4.0, 3.0
"""Size of a hand, and height of a zone, in the game's inches."""

_PAD_APART = 6.0
"""Distance of the score pad from the zones, in the game's inches."""

_USUAL: State = {"LayoutGroupSortIndex": 0, "Value": 0, "LuaScript": "", "LuaScriptState": "", "XmlUI": ""}
"""What the game expects of every object, and of zones in particular."""


class ZoneCards(NamedTuple):
    """A zone on the table: its name, its place, and its cards by their ids, top first."""

    name: str
    place: Place
    cards: Sequence[str]


class TableContent(NamedTuple):
    """What lies on a table besides pictures: its zones, and the addresses of the pages of score pads."""

    zones: Sequence[ZoneCards]
    pads: Sequence[str] = ()


def saved_table(
    job: PrintJob,
    pictures: Sequence[DeckPicture],
    base: str,
    describe: Callable[[Card], str],
    content: TableContent,
) -> State:
    """A table with its piles, rows and hands, as a saved game that players load; cards snap to the places of zones.

    Cards in hands lie before their seats, and a script deals them when the game is loaded for the first time.
    """
    zones = content.zones
    objects = card_objects(job, pictures, base, describe)
    placed = [(zone, state) for zone in zones for state in _zone_objects(zone, objects)]
    hands = {zone.place.seat: zone for zone in reversed(zones) if _is_hand(zone)}
    states = [state for _, state in placed]
    states += [*map(_scripting_zone, zones), *map(_hand_zone, hands.values())]
    states += [_pad_object(address, zones) for address in content.pads]
    for number, state in enumerate(states, 1):
        state.update(_USUAL, GUID=f"{number:06x}")
    waiting = {
        state["GUID"]: SEATS[zone.place.seat - 1]
        for zone, state in placed
        if _is_hand(zone) and state["Name"] != "Bag"
    }
    return {
        "SaveName": job.title,
        "GameMode": job.title,
        "Table": "Table_RPG",
        "SnapPoints": [
            {"Position": {"x": x, "y": 1.0, "z": z}, "Rotation": {"x": 0.0, "y": turn, "z": 0.0}}
            for zone in zones
            for x, z, turn in _points(zone)
        ],
        "LuaScript": (resources.folder("exports") / "play" / "deal.lua").read_text(encoding="utf-8"),
        "LuaScriptState": json.dumps(waiting) if waiting else "",
        "ObjectStates": states,
    }


def _is_hand(zone: ZoneCards) -> bool:
    return zone.place.zone.shape == "hand" and zone.place.seat <= len(SEATS)


def _zone_objects(zone: ZoneCards, objects: Mapping[str, State]) -> Iterator[State]:
    """Yield the objects of a zone: its cards side by side, equal ones in a deck, or a deck of all."""
    # An empty zone has a point too.
    for cards, (x, z, turn) in zip(_stacks(zone), _points(zone), strict=False):
        is_row = zone.place.zone.shape == "row"
        title = objects[cards[0]]["Nickname"] if is_row else zone.name
        state = joined([objects[card] for card in cards], title)
        is_up = zone.place.zone.is_open or state["Name"] == "Bag"
        place = {"posX": x, "posZ": z, "rotY": turn, "rotZ": 0.0 if is_up else 180.0}
        yield {**state, "Transform": {**state["Transform"], **place}}


def _stacks(zone: ZoneCards) -> list[list[str]]:
    """Cards of a zone that lie on top of each other."""
    if zone.place.zone.shape == "row":
        return [list(cards) for _, cards in groupby(zone.cards)]
    return [list(zone.cards)] if zone.cards else []


def _points(zone: ZoneCards) -> list[tuple[float, float, float]]:
    """Place of each stack of a zone, in the game's inches, and its turn for the player before whom it lies."""
    place, turn = zone.place, 0.0 if zone.place.is_turned else 180.0
    count = max(len(_stacks(zone)), 1)
    step = place.width / count
    left = place.x - place.width / 2 + step / 2
    return [
        (round((left + number * step) / INCH, 3), round(place.y / INCH, 3), turn) for number in range(count)
    ]


def _scripting_zone(zone: ZoneCards) -> State:
    """Zone of the table by its name, for those who write scripts."""
    place = zone.place
    size = (place.width / INCH, _ZONE_HEIGHT, place.height / INCH)
    return _zone("ScriptingTrigger", zone.name, (place.x / INCH, place.y / INCH), size)


def _hand_zone(zone: ZoneCards) -> State:
    """Hand of a seat, behind its zones."""
    place, size = zone.place, (_HAND_WIDTH, _ZONE_HEIGHT, _HAND_DEPTH)
    away = place.height / 2 / INCH + _HAND_DEPTH
    z = place.y / INCH + (away if place.is_turned else -away)
    state = _zone("HandTrigger", zone.name, (place.x / INCH, z), size)
    state["Transform"]["rotY"] = 180.0 if place.is_turned else 0.0
    return {**state, "FogColor": SEATS[place.seat - 1]}


def _zone(kind: str, name: str, place: tuple[float, float], size: tuple[float, float, float]) -> State:
    position = {"posX": round(place[0], 3), "posY": _ZONE_HEIGHT / 2, "posZ": round(place[1], 3)}
    scale = {f"scale{axis}": round(side, 3) for axis, side in zip("XYZ", size, strict=True)}
    turn = {"rotX": 0.0, "rotY": 0.0, "rotZ": 0.0}
    return {"Name": kind, "Nickname": name, "Locked": True, "Transform": {**position, **turn, **scale}}


def _pad_object(address: str, zones: Sequence[ZoneCards]) -> State:
    """Page of score pads to the right of all zones."""
    right = max(zone.place.x + zone.place.width / 2 for zone in zones) / INCH
    state = _zone("Custom_PDF", tr("Score pad"), (right + _PAD_APART, 0.0), (1.0, 1.0, 1.0))
    state["Transform"] |= {"posY": 1.0, "rotY": 180.0}
    document = {"PDFUrl": address, "PDFPassword": "", "PDFPage": 0, "PDFPageOffset": 0}
    return {**state, "Locked": False, "CustomPDF": document}

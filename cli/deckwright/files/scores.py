"""Score files: YAML whose keys are the game's own zones, with the location of every error."""

from __future__ import annotations

from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

from deckwright.errors import error_of
from deckwright.files.schemas import Schema, definition_in
from deckwright.findings import Finding
from deckwright.messages import tr
from deckwright.model.card import CardNames, DeckEntry
from deckwright.model.scoring import ScoreSheet, Seat, SharedCard, TilePosition
from deckwright.model.words import did_you_mean, few_guesses, suggest_names

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deckwright.errors import InputError
    from deckwright.files.yaml import Document
    from deckwright.findings import Where
    from deckwright.model.card import Card
    from deckwright.model.score_zones import ScoreZone
    from deckwright.model.scoring import Scoring


PAD = "pad"
"""The key of a seat for the numbers of its score pad, instead of cards."""


@cache
def shape_of(name: str) -> Schema:
    """Schema of the content of a zone of a shape."""
    return definition_in("score", name)


HEAD = ("game", "mode", "settings", "seats", "teams")
"""The keys of a score file that are not zones of the game."""


def score_error(findings: list[Finding]) -> InputError:
    """One error for all errors of a score file."""
    return error_of("bad-score-file", findings)


@few_guesses()
def read_sheet(
    document: Document, game: str, mode: str, scoring: Scoring, cards: Mapping[str, Card]
) -> tuple[ScoreSheet, list[Finding]]:
    """Read a score file with a valid header; return what could be read, and the errors of the rest."""
    reader = _Reader(document, scoring, cards)
    shared = reader.shared()
    seats = tuple(reader.seats(shared))
    aside = tuple(reader.aside())
    reader.check_keys()
    sheet = ScoreSheet(document.file, game, mode, seats, tuple(shared), reader.locations, aside)
    return sheet, reader.findings


class _Reader:
    """Reads the parts of one file one by one, and collects the errors in it."""

    def __init__(self, document: Document, scoring: Scoring, cards: Mapping[str, Card]) -> None:
        self.findings: list[Finding] = []
        self.locations: dict[tuple[str | int, ...], Where] = {(): document.where()}
        self._document = document
        self._scoring = scoring
        self._cards = cards
        self._names = CardNames(cards.values())

    @cached_property
    def _teams(self) -> dict[str, str]:
        """Team of each seat, and find seats of teams that are not there, or in two."""
        teams: dict[str, str] = {}
        for team, seats in self._document.value.get("teams", {}).items():
            for number, seat in enumerate(seats):
                path = ("teams", team, number)
                self._check_seat(seat, *path)
                if seat in teams:
                    self._report(
                        "team",
                        tr("{seat} is already in the team {team}.", seat=seat, team=teams[seat]),
                        *path,
                    )
                teams[seat] = team
        return teams

    def seats(self, shared: list[SharedCard]) -> Iterator[Seat]:
        """Yield the cards of each seat, including those that it completed."""
        for name, content in self._document.value["seats"].items():
            done = tuple(DeckEntry(card.card, 1, card.zone, card.where) for card in shared if card.by == name)
            yield self._seat(name, content or {}, done)

    def _seat(self, name: str, content: Mapping[str, Any], done: tuple[DeckEntry, ...]) -> Seat:
        path = ("seats", name)
        self.locations[path] = self._document.where(*path, key=True)
        sets: dict[str, tuple[tuple[DeckEntry, ...], ...]] = {}
        placed: dict[str, tuple[TilePosition, ...]] = {}
        entries = list(done)
        before = len(self.findings)
        for key, value in content.items():
            zone = self._scoring.zones.get(key)
            if key == PAD:
                continue
            if zone is None or zone.is_common:
                self._report_zone(key, path)
            elif self._fits(zone.shape, value, *path, key) or (
                zone.shape == "placed" and isinstance(value, list)
            ):
                self.locations[*path, key] = self._document.where(*path, key, key=True)
                if zone.shape == "sets":
                    sets[key] = tuple(self._sets(zone, value, path))
                    entries += [entry for cards in sets[key] for entry in cards]
                elif zone.shape == "placed":
                    placed[key] = tuple(self._placed(zone, value, path))
                    entries += [DeckEntry(tile.card, 1, key, tile.where) for tile in placed[key]]
                else:
                    entries += self._listed(zone, value, *path, key)
        pad = self._pad(content, path)
        is_read = len(self.findings) == before
        team = self._teams.get(name, "")
        return Seat(name, tuple(entries), sets, placed, pad, team, is_read, self.locations[path])

    def _sets(self, zone: ScoreZone, value: Any, path: tuple[str, ...]) -> Iterator[tuple[DeckEntry, ...]]:
        for number, cards in enumerate(value):
            self.locations[*path, zone.id, number] = self._document.where(*path, zone.id, number)
            yield tuple(self._listed(zone, cards, *path, zone.id, number))

    def _placed(self, zone: ScoreZone, value: Any, path: tuple[str, ...]) -> Iterator[TilePosition]:
        """Yield the valid tiles of a zone."""
        for number, tile in enumerate(value):
            tile_path: tuple[str | int, ...] = (*path, zone.id, number)
            if shape_of("placed").check([tile], self._document, *tile_path[:-1]):
                continue
            if card := self._find_card(zone, tile["card"], self._document.where(*tile_path, "card")):
                where = self._document.where(*tile_path)
                x, y = tile["at"]
                yield TilePosition(card, x, y, tile.get("turn", 0), where)

    def _listed(self, zone: ScoreZone, value: Any, *path: str | int) -> Iterator[DeckEntry]:
        """Yield some cards of a zone: one by name, or a list of them, or of card: copies."""
        if isinstance(value, list):
            for number, part in enumerate(value):
                yield from self._listed(zone, part, *path, number)
            return
        pairs = value.items() if isinstance(value, dict) else [(value, 1)]
        for name, copies in pairs:
            where = (
                self._document.where(*path, name, key=True)
                if isinstance(value, dict)
                else self._document.where(*path)
            )
            if (card := self._find_card(zone, name, where)) and copies:
                yield DeckEntry(card, copies, zone.id, where)

    def aside(self) -> Iterator[DeckEntry]:
        """Yield the cards that the table did without."""
        for zone in self._scoring.zones.values():
            value = self._document.value.get(zone.id)
            if zone.shape == "aside" and value is not None and self._fits("cards", value, zone.id):
                yield from self._listed(zone, value, zone.id)

    def shared(self) -> list[SharedCard]:
        """Cards on the table that have tokens."""
        cards: list[SharedCard] = []
        for zone in self._scoring.zones.values():
            value = self._document.value.get(zone.id)
            if zone.shape == "shared" and value is not None and self._fits("shared", value, zone.id):
                cards += self._on_the_table(zone, value)
        return cards

    def _on_the_table(self, zone: ScoreZone, value: Any) -> Iterator[SharedCard]:
        for number, entry in enumerate(value):
            path = (zone.id, number)
            self._check_seat(entry["by"], *path, "by")
            for seat, tokens in entry["tokens"].items():
                self._check_seat(seat, *path, "tokens", seat)
                for pool in tokens:
                    self._check_pool(zone, pool, *path, "tokens", seat, pool)
            for pool, seat in entry.get("filled", {}).items():
                self._check_pool(zone, pool, *path, "filled", pool)
                self._check_seat(seat, *path, "filled", pool)
            if card := self._find_card(zone, entry["card"], self._document.where(*path, "card")):
                where = self._document.where(*path)
                tokens = {
                    seat: {pool: count for pool, count in counts.items() if count}
                    for seat, counts in entry["tokens"].items()
                }
                yield SharedCard(zone.id, card, entry["by"], tokens, entry.get("filled", {}), where)

    def _pad(self, content: Mapping[str, Any], path: tuple[str, ...]) -> Mapping[str, float] | None:
        if PAD not in content:
            return None
        self.locations[*path, PAD] = self._document.where(*path, PAD, key=True)
        if len(content) > 1:
            message = tr("A seat has either a pad or cards: remove the pad, or all the rest.")
            self._report("pad", message, *path, PAD)
        if not self._fits(PAD, content[PAD], *path, PAD):
            return {}
        kinds = self._scoring.on_the_pad
        for name in content[PAD]:
            if name not in kinds:
                message = tr("The score pad has no {name}.", name=name)
                self._report("pad", f"{message} {suggest_names(name, kinds)}", *path, PAD, name)
            self.locations[*path, PAD, name] = self._document.where(*path, PAD, name)
        return {name: number for name, number in content[PAD].items() if name in kinds}

    def check_keys(self) -> None:
        """Find keys of the file that are neither its own nor zones of the table."""
        zones = [zone.id for zone in self._scoring.zones.values() if zone.is_common]
        for key in self._document.value:
            if key not in HEAD and key not in zones:
                message = tr("Unknown key: {key}.", key=key)
                self._report("zone", f"{message} {suggest_names(key, [*HEAD, *zones])}", key, key=True)

    # Names, and what is wrong with one that is not known.

    def _report_zone(self, key: str, path: tuple[str, ...]) -> None:
        known = [zone.id for zone in self._scoring.zones.values() if not zone.is_common]
        message = tr("A seat has no zone {zone}.", zone=key)
        self._report("zone", f"{message} {suggest_names(key, [*known, PAD])}", *path, key, key=True)

    def _check_seat(self, name: str, *path: str | int) -> None:
        seats = list(self._document.value["seats"])
        if name not in seats:
            message = tr("Unknown seat: {seat}.", seat=name)
            self._report("seat", f"{message} {suggest_names(name, seats)}", *path)

    def _check_pool(self, zone: ScoreZone, name: str, *path: str | int) -> None:
        if name not in zone.pools:
            message = tr("Unknown tokens: {pool}.", pool=name)
            self._report("tokens", f"{message} {suggest_names(name, list(zone.pools))}", *path, key=True)

    def _find_card(self, zone: ScoreZone, name: str, where: Where) -> str:
        """Card that a name means in a zone; '' where there is none, or not one, or it is not for it."""
        matching = self._names.find(name)
        fitting = [card for card in matching if zone.of is None or zone.of(self._cards[card])]
        if len(fitting) == 1:
            return fitting[0]
        if len(fitting) > 1:
            message = tr(
                "{name} is the name of several cards. Use one of: {ids}.",
                name=name,
                ids=self._names.told_apart(fitting),
            )
            self.findings.append(Finding("ambiguous-card", "error", message, tuple(fitting), where=where))
        elif matching:
            message = tr("{card} does not belong to {zone}.", card=name, zone=zone.id)
            self.findings.append(Finding("zone", "error", message, tuple(matching), where=where))
        else:
            message = tr("Unknown card: {name}.", name=name)
            guess = did_you_mean(self._names.nearest(name))
            self.findings.append(Finding("unknown-card", "error", f"{message} {guess}".strip(), where=where))
        return ""

    def _fits(self, shape: str, value: Any, *path: str | int) -> bool:
        """Whether a value has the shape of its zone; report its errors."""
        faults = shape_of(shape).check(value, self._document, *path)
        self.findings += faults
        return not faults

    def _report(self, rule: str, message: str, *path: str | int, key: bool = False) -> None:
        self.findings.append(Finding(rule, "error", message, where=self._document.where(*path, key=key)))

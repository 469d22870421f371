"""Cards as files hold them: checked against the schema and the game's own fields, and made into values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from deckwright.files.schemas import Schema, check_document
from deckwright.messages import tr
from deckwright.model.card import Card
from deckwright.model.finding import Finding
from deckwright.model.game import TEXTS
from deckwright.model.words import nearest

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deckwright.errors import Where
    from deckwright.files.documents import Document

FONT_ICONS = ("mdi:", "ph:", "fa:")
"""What the names of icons from the icon fonts start with; any other name is a file of the game."""


class CardReader:
    """Reads the card files of one game: `cards` in order, and in `findings` all that is wrong with them."""

    def __init__(self, definition: Mapping[str, Any], assets: Mapping[str, bytes]) -> None:
        self.cards: dict[str, Card] = {}
        self.findings: list[Finding] = []
        self._definition = definition
        self._assets = assets
        self._kinds = {name: _kind_schema(definition, kind) for name, kind in definition["kinds"].items()}
        self._wheres: dict[str, Where] = {}

    def read(self, document: Document) -> None:
        """Read one card file."""
        faults = check_document(document, "cards")
        self.findings += faults
        if faults:
            return
        defaults = document.value.get("defaults", {})
        for number, written in enumerate(document.value["cards"]):
            self._read(_Written({**defaults, **written}, document, ("cards", number)))

    def _read(self, card: _Written) -> None:
        faults = [*self._check_names(card), *self._check_fields(card)]
        self.findings += faults
        if not faults:
            self._wheres[card.id] = card.where("id")
            self.cards[card.id] = self._card(card.entry)

    def _check_names(self, card: _Written) -> Iterator[Finding]:
        known = self._definition
        if card.id in self._wheres:
            first = self._wheres[card.id]
            message = tr("Two cards are called {id}; the first is at {where}.", id=card.id, where=first)
            yield Finding("card-twice", "error", message, (card.id,), where=card.where("id"))
        if "kind" not in card.entry:
            message = tr(
                "The card {id} has no kind: write one of {names}.", id=card.id, names=", ".join(self._kinds)
            )
            yield Finding("kind", "error", message, (card.id,), where=card.where())
        else:
            yield from card.known("kind", card.entry["kind"], self._kinds)
        for number, mark in enumerate(card.entry.get("marks", ())):
            yield from card.known("mark", mark, known.get("marks", {}), "marks", number)
        for text in card.entry.get("texts", {}):
            yield from card.known("text", text, known.get("texts", {}), "texts", text)
        icon = card.entry.get("icon", "")
        if icon and not icon.startswith(FONT_ICONS):
            yield from card.known("icon", f"icons/{icon}.svg", self._assets, "icon")

    def _check_fields(self, card: _Written) -> list[Finding]:
        schema = self._kinds.get(card.entry.get("kind", ""))
        if schema is None:
            return []
        path = ("fields",) if "fields" in card.entry else ()
        return schema.check(card.entry.get("fields", {}), card.document, *card.path, *path)

    def _card(self, entry: Mapping[str, Any]) -> Card:
        language = self._definition["source_language"]
        printed = {name: entry[name] for name in TEXTS if name in entry} | entry.get("texts", {})
        return Card(
            game=self._definition["id"],
            id=entry["id"],
            kind=entry["kind"],
            source_language=language,
            copies=entry.get("copies", 1),
            origin=entry.get("origin", "sample"),
            revision=entry.get("revision", 1),
            icon=entry.get("icon", ""),
            marks=tuple(entry.get("marks", ())),
            fields=entry.get("fields", {}),
            texts={language: printed},
        )


class _Written:
    """A card as it is written, with what its file gives to all its cards, and its place."""

    def __init__(self, entry: Mapping[str, Any], document: Document, path: tuple[str | int, ...]) -> None:
        self.entry = entry
        self.document = document
        self.path = path
        self.id: str = entry["id"]

    def where(self, *path: str | int) -> Where:
        return self.document.where(*self.path, *path)

    def known(self, rule: str, name: str, known: Mapping[str, Any], *path: str | int) -> Iterator[Finding]:
        """Find a name that the game does not declare."""
        if name in known:
            return
        near = nearest(name, list(known))
        message = tr("{name} is not declared in this game.", name=name)
        if near or known:
            message += " " + tr("Did you mean {names}?", names=", ".join(near or known))
        yield Finding(rule, "error", message, (self.id,), where=self.where(*(path or (rule,))))


def _kind_schema(definition: Mapping[str, Any], kind: Mapping[str, Any]) -> Schema:
    """Make the schema for the fields of a card of one kind."""
    needed, optional = kind.get("fields", []), kind.get("optional", [])
    declared = definition.get("fields", {})
    return Schema(
        {
            "type": "object",
            "additionalProperties": False,
            "required": needed,
            "properties": {name: declared[name] for name in (*needed, *optional)},
        }
    )

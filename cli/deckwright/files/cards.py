"""Cards as files hold them: checked against what their game declares, and made into values."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.files.references import missing_icon, printed_braces, undeclared, unknown_icons
from deckwright.files.schemas import Schema
from deckwright.messages import tr, trn
from deckwright.model.aliases import aliases_of_card
from deckwright.model.card import ORIGINS, Card
from deckwright.model.finding import Finding
from deckwright.model.game import TEXTS
from deckwright.model.markup import unpaired_stars

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deckwright.errors import Where
    from deckwright.files.documents import Document
    from deckwright.model.card import Origin
    from deckwright.model.finding import Severity


class CardReader:
    """Reads the card files of one game: `cards` by id in order, and in `findings` all that is wrong with them.

    A card with a fault is one of the `cards` too: what refers to it is not wrong as well.
    """

    def __init__(self, definition: Mapping[str, Any], assets: Mapping[str, bytes]) -> None:
        self.cards: dict[str, Card] = {}
        self.findings: list[Finding] = []
        self._definition = definition
        self._assets = assets
        self._kinds = {name: _kind_schema(definition, kind) for name, kind in definition["kinds"].items()}
        self._first: dict[str, _Written] = {}
        self._braces: dict[tuple[str, bool], list[Finding]] = {}

    def read(self, document: Document) -> None:
        """Read one card file, which fits its schema."""
        defaults = document.value.get("defaults", {})
        self.findings += self._check_names(_Written(defaults, document, ("defaults",)))
        for number, entry in enumerate(document.value["cards"]):
            self._read(_Written(entry, document, ("cards", number)), {**defaults, **entry})

    def braces(self) -> Iterator[Finding]:
        """Warn of what texts have in braces and print as it stands: each once, where it stands first, with all its cards."""
        for found in self._braces.values():
            cards = tuple(dict.fromkeys(card for one in found for card in one.subjects))
            count = trn("({count} card)", "({count} cards)", len(cards)) if len(cards) > 1 else ""
            yield replace(found[0], message=f"{found[0].message} {count}".strip(), subjects=cards)

    def places(self) -> Iterator[tuple[str, Where]]:
        """Yield where each text of each card is written, by its context."""
        for name, card in self.cards.items():
            for text in card.texts[card.source_language]:
                path = (text,) if text in TEXTS else ("texts", text)
                yield f"{name}.{text}", self._first[name].where(*path)

    def _read(self, written: _Written, entry: Mapping[str, Any]) -> None:
        self.findings += self._check_card(written, entry)
        if entry["id"] not in self.cards:
            self._first[entry["id"]] = written
            self.cards[entry["id"]] = self._card(entry)

    def _check_card(self, written: _Written, entry: Mapping[str, Any]) -> Iterator[Finding]:
        if written.id in self._first:
            first = self._first[written.id].where("id")
            message = tr("Two cards are called {id}; the first is at {where}.", id=written.id, where=first)
            yield written.finding("card-twice", message, "id")
        if "kind" not in entry:
            names = ", ".join(self._kinds)
            message = tr("The card {id} has no kind: write one of {names}.", id=written.id, names=names)
            yield written.finding("kind", message)
        yield from self._check_names(written)
        yield from self._check_texts(written)
        yield from self._check_fields(written, entry)

    def _check_names(self, written: _Written) -> Iterator[Finding]:
        entry, known = written.entry, self._definition
        if entry.get("kind", "") not in {"", *self._kinds}:
            yield written.finding("kind", undeclared(entry["kind"], self._kinds), "kind")
        if message := "icon" in entry and missing_icon(entry["icon"], self._assets):
            yield written.finding("icon", message, "icon")
        for number, mark in enumerate(entry.get("marks", ())):
            if mark not in known.get("marks", {}):
                yield written.finding("mark", undeclared(mark, known.get("marks", {})), "marks", number)
        for language in entry.get("aliases", {}):
            if language not in known["languages"]:
                message = undeclared(language, known["languages"])
                yield written.finding("language", message, "aliases", language, key=True)
        for name in entry.get("texts", {}):
            if name not in known.get("texts", {}):
                yield written.finding(
                    "text", undeclared(name, known.get("texts", {})), "texts", name, key=True
                )

    def _check_texts(self, written: _Written) -> Iterator[Finding]:
        texts: list[tuple[tuple[str, ...], str]] = [
            ((name,), written.entry[name]) for name in TEXTS[1:] if name in written.entry
        ]
        texts += [(("texts", name), text) for name, text in written.entry.get("texts", {}).items()]
        texts += [(("fields", name), text) for name, text in self._free_texts(written.entry)]
        self._note_braces(written, ("name",), written.entry.get("name", ""))
        for path, text in texts:
            self._note_braces(written, path, text)
            for offset, message in unknown_icons(text, self._definition.get("icons", {})):
                where = written.document.where_in(offset, text, *written.path, *path)
                # A field need not be printed; a text is.
                severity: Severity = "warning" if path[0] == "fields" else "error"
                yield Finding("unknown-icon", severity, message, (written.id,), where=where)
            if (offset := unpaired_stars(text)) >= 0:
                where = written.document.where_in(offset, text, *written.path, *path)
                message = tr("These two stars have no others to match: they are printed as they stand.")
                yield Finding("emphasis", "warning", message, (written.id,), where=where)

    def _free_texts(self, entry: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        """Yield the fields of a card that hold a text of any words."""
        declared = self._definition.get("fields", {})
        for name, value in entry.get("fields", {}).items():
            if isinstance(value, str) and not {"oneOf", "enum"} & declared.get(name, {}).keys():
                yield name, value

    def _note_braces(self, written: _Written, path: tuple[str, ...], text: str) -> None:
        known, is_name = self._definition.get("icons", {}), path == ("name",)
        for offset, said, message in (
            printed_braces(text, known, is_name=is_name) if "{" in text or "}" in text else ()
        ):
            where = written.document.where_in(offset, text, *written.path, *path)
            finding = Finding("braces", "warning", message, (written.id,), where=where)
            self._braces.setdefault((said, is_name), []).append(finding)

    def _check_fields(self, written: _Written, entry: Mapping[str, Any]) -> list[Finding]:
        schema = self._kinds.get(entry.get("kind", ""))
        fields = entry.get("fields", {})
        return schema.check(fields, written.document, *written.path, "fields") if schema else []

    def _card(self, entry: Mapping[str, Any]) -> Card:
        language = self._definition["source_language"]
        origin: Origin | dict[str, Origin] = entry.get("origin", "sample")
        origins = origin if isinstance(origin, dict) else {"name": origin, "rules": origin}
        printed = {name: entry[name] for name in TEXTS if name in entry} | entry.get("texts", {})
        return Card(
            game=self._definition["id"],
            id=entry["id"],
            kind=entry.get("kind", ""),
            source_language=language,
            copies=entry.get("copies", 1),
            counts=entry.get("counts", "exact"),
            origin=max(origins.values(), key=ORIGINS.index),
            origins=origins if len(set(origins.values())) > 1 else {},
            revision=entry.get("revision", 1),
            icon=entry.get("icon", ""),
            marks=tuple(entry.get("marks", ())),
            fields=entry.get("fields", {}),
            texts={language: printed},
            aliases=aliases_of_card(self._definition, entry),
        )


class _Written(NamedTuple):
    """A card, or what a file gives to all its cards, as it is written, and its place."""

    entry: Mapping[str, Any]
    document: Document
    path: tuple[str | int, ...]

    @property
    def id(self) -> str:
        return str(self.entry.get("id", ""))

    def where(self, *path: str | int, key: bool = False) -> Where:
        return self.document.where(*self.path, *path, key=key)

    def finding(self, rule: str, message: str, *path: str | int, key: bool = False) -> Finding:
        subjects = (self.id,) if self.id else ()
        return Finding(rule, "error", message, subjects, where=self.where(*path, key=key))


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

"""What has changed between two states of a game's cards, by name: new cards, changed fields and texts, removed copies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deckwright.model.card import Card


class FieldChange(NamedTuple):
    """A field or text of a card before and now; None where the card has none."""

    before: Any
    now: Any


class CardChanges(NamedTuple):
    """Ids of new cards, changed fields by card, and copies of cards that are there no longer, by card.

    A card that looks different for another reason, such as its face, has no changed fields. `names` are those of cards
    that are there no longer, as they were printed.
    """

    new: tuple[str, ...] = ()
    changed: Mapping[str, Mapping[str, FieldChange]] = {}
    removed: Mapping[str, int] = {}
    names: Mapping[str, str] = {}

    def as_json(self) -> dict[str, Any]:
        """JSON object of the contract."""
        changed = [
            {"id": card, "fields": {name: change._asdict() for name, change in fields.items()}}
            for card, fields in self.changed.items()
        ]
        removed = [{"id": card, "copies": copies} for card, copies in self.removed.items()]
        return {"new": list(self.new), "changed": changed, "removed": removed}


def changed_fields(before: Card, now: Card) -> dict[str, FieldChange]:
    """Fields and texts in which two states of a card differ; a translated text is named with its language, as in text.fr.

    A translation of a text that has changed itself is not named: it is stale, which is reported.
    """
    return changed_parts(card_parts(before), card_parts(now))


def changed_parts(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, FieldChange]:
    """Fields and texts in which two states of a card differ, as `card_parts` has them."""
    names = [name for name in {**old, **new} if old.get(name) != new.get(name)]
    return {
        name: FieldChange(old.get(name), new.get(name))
        for name in names
        if "." not in name or name.partition(".")[0] not in names
    }


def card_parts(card: Card) -> dict[str, Any]:
    """Fields and texts of a card by name, with its kind, copies, marks and icon; all are values of JSON."""
    texts = {
        name if language == card.source_language else f"{name}.{language}": text
        for language, named in card.texts.items()
        for name, text in named.items()
    }
    return {
        "kind": card.kind,
        "copies": card.copies,
        "marks": list(card.marks),
        "icon": card.icon,
        **card.fields,
        **texts,
    }

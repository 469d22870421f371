"""What differs between two states of cards: since a print, or since they were loaded."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.messages import later, numeral, tr, trn
from deckwright.model.words import on_one_line

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deckwright.model.card import Card


class FieldChange(NamedTuple):
    """A field or text of a card before and now; None where the card has none."""

    before: Any
    now: Any


class CardChanges(NamedTuple):
    """Ids of new cards, changed fields by card, and copies of cards that are there no longer, by card.

    A card that looks different for another reason, such as its face, has no changed fields. `names` are those that people
    know all cards by; `on_paper` says that removed cards were printed, and are to be removed from the box.
    """

    new: tuple[str, ...] = ()
    changed: Mapping[str, Mapping[str, FieldChange]] = {}
    removed: Mapping[str, int] = {}
    names: Mapping[str, str] = {}
    on_paper: bool = False

    def as_json(self) -> dict[str, Any]:
        """JSON object of the contract."""
        changed = [{"id": card, "fields": fields} for card, fields in self.changed.items()]
        removed = [{"id": card, "copies": copies} for card, copies in self.removed.items()]
        return {"new": self.new, "changed": changed, "removed": removed}

    def since_print(self) -> str:
        """How many cards are not on paper as they are now; '' if all are."""
        count = len(self.new) + len(self.changed) + len(self.removed)
        if not count:
            return ""
        return trn(
            "{count} card differs from what is on paper.",
            "{count} cards differ from what is on paper.",
            count,
        )

    def lines(self) -> list[str]:
        """A line for each card: new ones, changed ones, and those that are removed."""
        times = Counter(self.names.values())

        def known_as(card: str) -> str:
            name = self.names.get(card, card)
            return f"{name} ({card})" if times[name] > 1 else name

        removed = later("{card}: removed (×{count})")
        if self.on_paper:
            removed = later("{card} ×{count}: remove from the old box")
        return [
            *(tr("{card}: new", card=known_as(card)) for card in self.new),
            *(_changed_line(known_as(card), fields) for card, fields in self.changed.items()),
            *(tr(removed, card=known_as(card), count=copies) for card, copies in self.removed.items()),
        ]


def _changed_line(card: str, fields: Mapping[str, FieldChange]) -> str:
    if not fields:
        return tr("{card}: looks different", card=card)
    changes = (
        tr("{heading}: {before} → {now}", heading=name, before=_shown(change.before), now=_shown(change.now))
        for name, change in fields.items()
    )
    return tr("{label}: {value}", label=card, value=", ".join(changes))


def _shown(value: object) -> str:
    """Value of a field or text, in one line; a dash for none."""
    if value is None or value in ("", []):
        return "–"
    if isinstance(value, list):
        return ", ".join(map(_shown, value))
    if isinstance(value, bool):
        return tr("yes") if value else tr("no")
    if isinstance(value, float):
        return numeral(value)
    if isinstance(value, str) and " " in value:
        return tr("“{text}”", text=on_one_line(value))
    return str(value)


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

"""Cards: as JSON, as rows of a table, and as one reads them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from deckwright.messages import tr, trn
from deckwright.model.card import own_aliases
from deckwright.reports.output import note
from deckwright.reports.tables import write_table
from deckwright.workbench.cards import labelled, mark_rule, printed_texts, value_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deckwright.model.card import Card
    from deckwright.model.game import Game
    from deckwright.workbench.cards import FoundCards


def card_as_json(card: Card, language: str) -> dict[str, Any]:
    """JSON object of the contract for a card, with the game's own fields next to the common ones."""
    return {
        "id": card.id,
        "game": card.game,
        "kind": card.kind,
        "name": card.name(language),
        "copies": card.copies,
        "marks": list(card.marks),
        "origin": card.origin,
        **card.fields,
    }


def card_details_as_json(card: Card, language: str) -> dict[str, Any]:
    """JSON object for everything about a card, in every language."""
    texts = {one: dict(own) for one, own in card.texts.items()}
    aliases = {one: list(own) for one, own in card.aliases.items()}
    return {
        **card_as_json(card, language),
        "revision": card.revision,
        "icon": card.icon,
        "counts": card.counts,
        "origins": {"name": card.name_origin, "rules": card.rules_origin},
        "texts": texts,
        "aliases": aliases,
    }


def row_of(card: Card, game: Game, language: str) -> list[object]:
    """Row of a card: id, name, kind, copies, marks, fields."""
    marks = ", ".join(game.label(f"mark:{mark}", language) for mark in card.marks)
    fields = " · ".join(f"{label} {value}" for label, value in labelled_fields(card, game, language))
    kind = game.label(f"kind:{card.kind}", language)
    return [f"{card.game}/{card.id}", card.name(language), kind, card.copies, marks, fields]


def row_heads() -> list[str]:
    """Headings of these rows."""
    return [tr("Card"), tr("Name"), tr("Kind"), tr("Copies"), tr("Marks"), tr("Fields")]


def report_cards(found: FoundCards) -> None:
    """Show cards that a query finds as a table, and their number."""
    if found.cards:
        rows = [row_of(card, found.games[card.game], found.languages[card.game]) for card in found.cards]
        write_table(row_heads(), rows)
    message = trn("{count} card found.", "{count} cards found.", found.total)
    if len(found.cards) < found.total:
        message += " " + trn("{count} is shown.", "{count} are shown.", len(found.cards))
    note(message)


def labelled_fields(card: Card, game: Game, language: str) -> Iterator[tuple[str, str]]:
    """Yield the game's own fields of a card, name and value as readers see them."""
    for name, value in card.fields.items():
        yield game.label(f"field:{name}", language), value_text(name, value, game, language)


def card_details(card: Card, game: Game, language: str) -> Iterator[str]:
    """Card as lines, as one reads it."""
    yield card.name(language)
    yield " · ".join([game.label(f"kind:{card.kind}", language), game.title(language)])
    yield from (labelled(label, value) for label, value in labelled_fields(card, game, language))
    for mark in card.marks:
        yield labelled(game.label(f"mark:{mark}", language), mark_rule(game, mark, language))
    for text in printed_texts(card, game, language):
        yield ""
        yield text
    yield ""
    aliases = own_aliases(card, game.definition, language)
    if aliases:
        yield labelled(tr("Also called"), ", ".join(aliases))
    yield " · ".join(
        [
            _copies_of(card),
            tr("revision {number}", number=card.revision),
            _origin_of(card),
            f"{card.game}/{card.id}",
        ]
    )


def _copies_of(card: Card) -> str:
    if card.counts == "exact":
        return trn("{count} copy in the box", "{count} copies in the box", card.copies)
    return trn("{count} copy (sample count)", "{count} copies (sample count)", card.copies)


def _origin_of(card: Card) -> str:
    """Where a card comes from, and where its name does if that is elsewhere."""
    if not card.origins:
        return origin_name(card.origin)
    rules, name = origin_name(card.rules_origin), origin_name(card.name_origin)
    return tr("{rules} (name: {name})", rules=rules, name=name)


def origin_name(origin: str) -> str:
    """Where a card comes from, in words."""
    return {
        "rulebook": tr("from the rulebook"),
        "community": tr("from the community"),
        "sample": tr("sample"),
    }[origin]

"""A card in plain words, and what the page's program filters by."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from deckwright.reports.cards import plain, shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from deckwright.findings import Finding
    from deckwright.model.card import Card
    from deckwright.model.game import Game
    from deckwright.press.proof import ProofJob

_COLONS = {"fr": "\u00a0: "}
"""The colon of a language that sets it its own way."""

_BREAKS = re.compile(r"[ \t\n]+")

_ENDS = (".", "!", "?", "…", ":", "»", "”")


def card_text(card: Card, game: Game, language: str) -> str:
    """Give all that a card says in one language, a line each: who listens to it misses nothing."""
    lines = (_BREAKS.sub(" ", line).strip() for line in _lines(card, game, language))
    return "\n".join(line if line.endswith(_ENDS) else f"{line}." for line in lines if line)


def _lines(card: Card, game: Game, language: str) -> Iterator[str]:
    yield card.name(language)
    yield game.label(f"kind:{card.kind}", language)
    colon = _COLONS.get(language, ": ")
    for name, value in card.fields.items():
        label = game.label(f"field:{name}", language)
        if value is not False:
            yield label if value is True else f"{label}{colon}{shown(name, value, game, language)}"
    yield ", ".join(game.label(f"mark:{mark}", language) for mark in card.marks)
    for name in (*game.definition.get("texts", {}), "text", "flavour"):
        label = game.label(f"text:{name}", language)
        text = plain(card.text(name, language), game, language)
        yield f"{label}{colon}{text}" if label and text else text


def data_of(job: ProofJob, findings: Mapping[str, Sequence[Finding]], words: Mapping[str, str]) -> str:
    """Write as JSON what the page's program needs to know, so that it can stand within a `script` element."""
    cards = [_card(card, copies, job, len(findings.get(card.id, ()))) for card, copies in job.cards]
    data = {"languages": list(job.languages), "words": dict(words), "cards": cards}
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _card(card: Card, copies: int, job: ProofJob, findings: int) -> dict[str, Any]:
    return {
        "id": card.id,
        "kind": card.kind,
        "marks": list(card.marks),
        "copies": copies,
        "fields": dict(card.fields),
        "findings": findings,
        "names": {language: card.name(language) for language in job.languages},
        "texts": {language: job.describe(card, language) for language in job.languages},
    }

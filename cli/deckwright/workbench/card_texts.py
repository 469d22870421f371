"""What a card says, in plain text: values, printed texts and rules without icons or emphasis."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from deckwright.messages import tr
from deckwright.model.game import mark_rules
from deckwright.model.markup import EMPHASIS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deckwright.model.card import Card, FieldValue
    from deckwright.model.game import Game

_ICON = re.compile(r"\{(\w+)\}")

_COLONS = {"fr": "\u00a0: "}
"""Colons with the spacing of a language; others use the English one."""

_BREAKS = re.compile(r"[ \t\n]+")

_SENTENCE_ENDS = (".", "!", "?", "…", ":", "»", "”")


def value_text(name: str, value: FieldValue, game: Game, language: str) -> str:
    """Value of a field as readers see it: a choice by its label, a flag as yes or no."""
    if isinstance(value, bool):
        return tr("yes") if value else tr("no")
    if isinstance(value, list):
        return ", ".join(value_text(name, one, game, language) for one in value)
    return game.label(f"field:{name}.{value}", language) or str(value)


def plain_text(text: str, game: Game, language: str) -> str:
    """Printed text with the names of its icons, and without emphasis."""
    return EMPHASIS.sub(r"\2", _ICON.sub(lambda found: _icon_name(found[1], game, language), text))


def _icon_name(token: str, game: Game, language: str) -> str:
    own = token.replace("_", "-")
    label = game.label(f"field:{token}", language) or game.label(f"mark:{own}", language)
    if label or token not in game.definition.get("icons", {}):
        return label or f"{{{token}}}"
    return f"[{token.replace('_', ' ')}]"


def printed_texts(card: Card, game: Game, language: str) -> Iterator[str]:
    """Yield the texts printed on a card besides its name, the flavour text last."""
    for name in (*game.definition.get("texts", {}), "text", "flavour"):
        if name in card.texts[card.source_language]:
            label = game.label(f"text:{name}", language)
            text = plain_text(card.text(name, language), game, language)
            yield labelled(label, text) if label else text


def mark_rule(game: Game, mark: str, language: str) -> str:
    """Rule of a mark, followed by the rules that replace it in some modes."""
    usual, others = mark_rules(game, mark, language)
    own = [labelled(game.label(f"mode:{mode}", language), rule) for mode, rule in others.items()]
    return " ".join([usual, *own])


def labelled(label: str, value: str) -> str:
    """Label and value, with the punctuation of the user's language."""
    return tr("{label}: {value}", label=label, value=value)


def spoken_card(card: Card, game: Game, language: str) -> str:
    """Everything that a card says in one language, a sentence a line, for screen readers."""
    lines = (_BREAKS.sub(" ", line).strip() for line in _spoken_lines(card, game, language))
    return "\n".join(line if line.endswith(_SENTENCE_ENDS) else f"{line}." for line in lines if line)


def _spoken_lines(card: Card, game: Game, language: str) -> Iterator[str]:
    yield card.name(language)
    yield game.label(f"kind:{card.kind}", language)
    colon = _COLONS.get(language, ": ")
    for name, value in card.fields.items():
        label = game.label(f"field:{name}", language)
        if value is not False:
            yield label if value is True else f"{label}{colon}{value_text(name, value, game, language)}"
    yield ", ".join(game.label(f"mark:{mark}", language) for mark in card.marks)
    for name in (*game.definition.get("texts", {}), "text", "flavour"):
        label = game.label(f"text:{name}", language)
        text = plain_text(card.text(name, language), game, language)
        yield f"{label}{colon}{text}" if label and text else text

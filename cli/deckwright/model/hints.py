"""What an error suggests when a name is not known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckwright.messages import tr
from deckwright.model.words import nearest

if TYPE_CHECKING:
    from collections.abc import Sequence


def meant(name: str, known: Sequence[str]) -> str:
    """Name the entries of `known` that `name` was most likely meant to be, and then all of them."""
    near = nearest(name, list(known))
    guess = tr("Did you mean {names}?", names=", ".join(near)) if near else ""
    return f"{guess} {tr('Known are: {names}.', names=', '.join(known) or '–')}".strip()

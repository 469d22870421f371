"""What an error suggests when a name is not known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckwright.messages import tr
from deckwright.model.naming import list_names
from deckwright.model.words import nearest

if TYPE_CHECKING:
    from collections.abc import Sequence


_MOST_NAMED = 12


def meant(name: str, known: Sequence[str]) -> str:
    """Name the entries of `known` that `name` was most likely meant to be, and all others if they are few."""
    near = nearest(name, list(known))
    if not near:
        return all_of(known)
    guess = tr("Did you mean {names}?", names=list_names(near))
    is_enough = len(known) > _MOST_NAMED or set(near) >= set(known)
    return guess if is_enough else f"{guess} {all_of(known)}"


def all_of(known: Sequence[str]) -> str:
    """Name some entries, or the first of them if they are many."""
    if not known:
        return tr("There are none.")
    more = ", …" if len(known) > _MOST_NAMED else ""
    return tr("Known are: {names}.", names=list_names(known[:_MOST_NAMED]) + more)

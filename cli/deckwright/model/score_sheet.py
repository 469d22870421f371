"""What a score file says, once its cards are known: what each seat has, and where the file says so."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deckwright.errors import Where
    from deckwright.model.deck import Entry


class Placed(NamedTuple):
    """A tile and its place: the cell of its top left corner, to the right and down; `turn` is in degrees."""

    card: str
    x: int
    y: int
    turn: int
    where: Where | None = None


@dataclass(frozen=True, slots=True)
class Shared:
    """A card that seats put tokens on: who completed it, the tokens by seat and pool, who filled each pool.

    `filled` holds only what the file says itself.
    """

    zone: str
    card: str
    by: str
    tokens: Mapping[str, Mapping[str, int]]
    filled: Mapping[str, str] = field(default_factory=dict)
    where: Where | None = None

    @property
    def there(self) -> Counter[str]:
        """Tokens of each pool, of all seats together."""
        found: Counter[str] = Counter()
        for tokens in self.tokens.values():
            found.update(tokens)
        return found


@dataclass(frozen=True, slots=True)
class Seat:
    """What one seat has. `entries` are all its cards by zone, also those of sets, tiles and shared cards.

    `pad` is what stands on its scoring pad instead of cards; None where it has cards. `is_read` tells whether all
    that the file says of it could be read.
    """

    name: str
    entries: tuple[Entry, ...] = ()
    sets: Mapping[str, tuple[tuple[Entry, ...], ...]] = field(default_factory=dict)
    placed: Mapping[str, tuple[Placed, ...]] = field(default_factory=dict)
    pad: Mapping[str, float] | None = None
    team: str = ""
    is_read: bool = True
    where: Where | None = None


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """A whole score file. `mode` is '' in a game that has no modes; `wheres` tell where its parts stand.

    `aside` are the cards that the table did without, as far as the file lists them; `settings` those of the game that
    the table agreed on.
    """

    source: str
    game: str
    mode: str
    seats: tuple[Seat, ...]
    shared: tuple[Shared, ...] = ()
    wheres: Mapping[tuple[str | int, ...], Where] = field(default_factory=dict)
    aside: tuple[Entry, ...] = ()
    settings: Mapping[str, str | int] = field(default_factory=dict)

    def where(self, *path: str | int) -> Where | None:
        """Give the place of a part of the file, or of the nearest part above it that is known."""
        return self.wheres.get(path) or (self.where(*path[:-1]) if path else None)

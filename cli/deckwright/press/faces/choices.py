"""Values by case: what a face draws where it depends on one of the card's fields."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

T = TypeVar("T")

Raw = str | int | float | bool | tuple[str, ...] | None
"""A field as the data holds it; a list is a tuple, and None means that the card has no such field."""


@dataclass(frozen=True, slots=True)
class Cases(Generic[T]):
    """One value for each value of a field, and one for all others (None where nothing is to be drawn)."""

    by: str
    cases: Mapping[str, T]
    otherwise: T | None = None

    def choose(self, raw: Callable[[str], Raw]) -> T | None:
        """Give the value for a card whose fields `raw` gives; of several choices, the first that has a case."""
        value = raw(self.by)
        for key in value if isinstance(value, tuple) else (value,):
            case = self.cases.get(_key(key))
            if case is not None:
                return case
        return self.otherwise

    def results(self) -> list[T]:
        """List all values there may be."""
        rest = [] if self.otherwise is None else [self.otherwise]
        return [*self.cases.values(), *rest]


def variants(value: str | Mapping[str, str] | None) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield a value of a face's YAML, or each of its cases, with the steps that lead there."""
    if isinstance(value, str):
        yield (), value
    elif value:
        yield from (((case,), one) for case, one in value.items() if case != "by")


def _key(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)

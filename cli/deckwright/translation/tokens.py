"""Icons and numbers in the texts of cards: what a translation must keep, and what two texts may differ in."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from deckwright.model.words import fold

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

ICON = re.compile(r"\{[a-z][a-z0-9_]*\}")
_NUMBER = re.compile(r"\d+")
_EITHER = re.compile(rf"{ICON.pattern}|{_NUMBER.pattern}")


def icons_of(text: str) -> list[str]:
    """List the icons in a text, as they are written, in order."""
    return ICON.findall(text)


def has_same_icons(text: str, other: str) -> bool:
    """Tell whether two texts have the same icons, each as often, in whatever order."""
    return Counter(icons_of(text)) == Counter(icons_of(other))


def skeleton(text: str) -> str:
    """Give a text for comparing: its words folded, every number as `0` and every icon as `00`.

    `Gain {tech} 2!` becomes `gain 00 0`, as `Gain {sci} 3` does.
    """
    return fold(_EITHER.sub(lambda found: " 00 " if found[0][0] == "{" else " 0 ", text))


def adapted(text: str, old: str, new: str) -> str | None:
    """Put the icons and numbers of a source text into the translation of another one, `old`, that is like it.

    None where it is not clear which icon goes where; numbers of which that is not clear are left as they are.
    """
    icons = _renamed(icons_of, text, old, new)
    if icons is None:
        return text if has_same_icons(text, new) else None
    numbers = _renamed(_numbers_of, text, old, new) or {}
    names = icons | numbers
    return _EITHER.sub(lambda found: names.get(found[0], found[0]), text)


def _numbers_of(text: str) -> list[str]:
    return _NUMBER.findall(ICON.sub("", text))


def _renamed(
    signs_of: Callable[[str], Sequence[str]], text: str, old: str, new: str
) -> dict[str, str] | None:
    """Give what each sign of a translation becomes where the source is `new` instead of `old`; None if unclear."""
    before, after = signs_of(old), signs_of(new)
    if len(before) != len(after) or Counter(signs_of(text)) != Counter(before):
        return None
    names = dict(zip(before, after, strict=True))
    is_clear = all(names[sign] == wanted for sign, wanted in zip(before, after, strict=True))
    return names if is_clear else None

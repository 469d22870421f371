"""Find letters that cannot be printed as they should: their font has none, or their script needs more than letters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckwright.messages import tr
from deckwright.model.finding import Finding
from deckwright.model.languages import is_unset, unset_letter
from deckwright.press.parts import Again, Group, Text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from deckwright.press.fonts import Font
    from deckwright.press.parts import Drawn


def missing_letters(text: str, font: Font) -> list[str]:
    """Letters of a text that a font has no picture of; none of a script that cannot be set anyway."""
    if font.letters.issuperset(text):
        return []
    return [letter for letter in sorted(set(text) - font.letters) if not is_unset(letter)]


def missing_letter(text: str, letter: str, font: Font) -> Finding:
    """Make the finding for a letter that a font does not have."""
    message = tr(
        "“{text}” holds {letter} (U+{code}), which the font {font} does not have.",
        text=text.strip(),
        letter=letter,
        code=f"{ord(letter):04X}",
        font=font.name,
    )
    return Finding("missing-glyph", "error", message, found=letter)


def unset_text(text: str, *cards: str) -> Iterator[Finding]:
    """Yield the finding for a text with letters that join, change places or run from right to left."""
    letter = unset_letter(text)
    if letter:
        message = tr(
            "“{text}” cannot be printed right: {letter} (U+{code}) is of a script whose letters join or run from "
            "right to left, and Deckwright sets letters one after the other.",
            text=text.strip(),
            letter=letter,
            code=f"{ord(letter):04X}",
        )
        yield Finding("unsupported-script", "error", message, cards, found=letter)


def wrong_letters(parts: Iterable[Drawn]) -> Iterator[Finding]:
    """Yield what is wrong with the letters of drawn texts."""
    for part in parts:
        if isinstance(part, Group | Again):
            yield from wrong_letters(part.parts)
        elif isinstance(part, Text):
            for run in (run for line in part.lines for run in line.runs if not run.span):
                yield from unset_text(run.text)
                yield from (
                    missing_letter(run.text, letter, run.font)
                    for letter in missing_letters(run.text, run.font)
                )

"""How texts are written in a PDF: letters by the subset of their font, words with their kerning."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from deckwright.press.fonts import Font

_ESCAPES = {"(": r"\(", ")": r"\)", "\\": r"\\", "\r": r"\r", "\n": r"\n"}


class Letters(dict[int, str]):
    """How the letters of one font are written in its first subset, filled as they come up."""

    def __init__(self, font: Font, document: Any) -> None:
        self.font, self._document = font, document
        self.others = False

    def __missing__(self, code: int) -> str:
        ((subset, data),) = self.font.ttf.splitString(chr(code), self._document)
        self.others = self.others or subset > 0
        self[code] = escaped(data) if subset == 0 else ""
        return self[code]


class Words(dict[str, str]):
    """How words stand within the brackets of a PDF text, parted where they are kerned."""

    def __init__(self, letters: Letters) -> None:
        self.letters = letters

    def __missing__(self, word: str) -> str:
        *kerned, (last, _) = [
            (part.translate(self.letters), gap) for part, gap in self.letters.font.kerned(word)
        ]
        written = self[word] = "".join([f"{part}){-gap:g}(" for part, gap in kerned]) + last
        return written


def escaped(data: bytes) -> str:
    """Write bytes so that they can stand within the brackets of a PDF text."""
    return "".join(_ESCAPES.get(letter, letter) for letter in data.decode("latin-1"))

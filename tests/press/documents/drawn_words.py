"""The words of drawn parts, for tests of documents."""

from __future__ import annotations

from deckwright.press.graphics.parts import DrawnText


def words(parts):
    """All words of some parts, without spaces."""
    texts = [
        run.text for part in parts if isinstance(part, DrawnText) for line in part.lines for run in line.runs
    ]
    return "".join(texts).replace(" ", "")

"""How packaged games are drawn, for tests of documents."""

from __future__ import annotations

from deckwright.press.drawing.context import RenderContext


def context_of(package, language="en"):
    """Context that draws the cards of a package in a language, with no condition of a face met."""
    return RenderContext(package.game, language, package.assets, lambda _, __: False)

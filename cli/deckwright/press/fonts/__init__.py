"""Fonts: the families that are installed, and what they say of setting their letters."""

from deckwright.press.fonts.families import Cut, Family, family, font, obstacle, package
from deckwright.press.fonts.font import Font

__all__ = ["Cut", "Family", "Font", "family", "font", "obstacle", "package"]

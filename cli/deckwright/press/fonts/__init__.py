"""Fonts: the families that are installed, and what they say of setting their letters."""

from deckwright.press.fonts.families import Font, font, package, weights

__all__ = ["Font", "font", "package", "weights"]

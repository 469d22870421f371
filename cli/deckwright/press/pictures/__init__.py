"""Pictures: a game's own PNG, JPEG and SVG files, for the boxes of faces.

files      a picture by its name
kinds      what a picture is: made of pixels, or drawn
pixels     what a PNG or JPEG says of itself
svg_tree   an SVG as a tree, without anything that could act or reach out
svg_looks  its colours, lines and style rules
svg_moves  its transformations and lengths
svg_shapes the outlines of its elements
svg        all that it draws
"""

from deckwright.press.pictures.files import has_picture, picture
from deckwright.press.pictures.kinds import Drawing, Pixels

__all__ = ["Drawing", "Pixels", "has_picture", "picture"]

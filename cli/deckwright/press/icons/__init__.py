"""Icons: outlines of one colour, from icon fonts or a game's own drawings."""

from deckwright.press.icons.sets import SETS, Icon, has_icon, icon, icon_colours

__all__ = ["SETS", "Icon", "has_icon", "icon", "icon_colours"]

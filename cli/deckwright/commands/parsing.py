"""Old place of what is in options, until every command imports it from there."""

from deckwright.commands.options import *  # noqa: F403

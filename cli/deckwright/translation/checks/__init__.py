"""Checks of translations: each looks at entries and says what is wrong with them; waivers are taken off after."""

from deckwright.translation.checks.run import CHECKS, RULES, Checked, checked
from deckwright.translation.checks.wordbook import Fault, Wordbook, wordbook

__all__ = ["CHECKS", "RULES", "Checked", "Fault", "Wordbook", "checked", "wordbook"]

"""What the page itself says, in the user's language."""

from __future__ import annotations

from deckwright.messages import tr

LANGUAGE_NAMES = {"en": "English", "fr": "Français", "it": "Italiano"}
"""Languages as their own readers call them; others are shown by their code."""


def page_words() -> dict[str, str]:
    """Give the words of the page's template, by the names it has for them."""
    return {
        "skip": tr("Skip to the cards"),
        "filters": tr("Filters"),
        "search": tr("Search"),
        "search_hint": tr("In any language; case and accents do not matter."),
        "clear": tr("Clear all"),
        "keyboard": tr("Keyboard"),
        "key_search": tr("to the search"),
        "key_arrows": tr("from card to card"),
        "key_enter": tr("enlarge the card"),
        "key_escape": tr("back to the page"),
        "key_slash": tr("Use / as a shortcut"),
        "cards_title": tr("Cards"),
        "backs_title": tr("Backs"),
        "none": tr("No card fits. Change the words, or choose less."),
        "previous": tr("Previous"),
        "next": tr("Next"),
        "close": tr("Close"),
    }


def count_words(shown: object, total: object) -> str:
    """Say how many cards are shown; the page's program does it with places for the numbers."""
    return tr("{shown} of {total} cards", shown=shown, total=total)

"""The proof page: all cards of a game or deck on one web page that needs nothing else.

page        the whole page, from the templates in exports/proof
markup      the cards and filters on it
texts       a card in plain words, and what the page's program filters by
words       what the page itself says, in the user's language
"""

from deckwright.reports.proof.page import proof_page
from deckwright.reports.proof.texts import card_text

__all__ = ["card_text", "proof_page"]

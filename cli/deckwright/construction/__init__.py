"""Deck construction: check decks against a format, combine them within its limits, repair them, and count what is in them."""

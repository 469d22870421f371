"""Deck construction: check decks against a format, combine them within its limits, and count what is in them."""

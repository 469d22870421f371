"""Deck construction: check decks against a format, combine them within its limits, and repair them."""

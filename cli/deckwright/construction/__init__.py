"""Deck construction: check decks against a format, and join them within its limits."""

"""Deckwright: a command-line workbench for custom card games."""

__version__ = "0.1.0"

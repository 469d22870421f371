"""The Python API: what Deckwright can do, as typed functions from values to values, without a command line."""

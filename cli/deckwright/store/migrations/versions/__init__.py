"""The steps, in order of number."""

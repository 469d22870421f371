"""Scoring: what is true of a score file, what is counted of it, and who wins."""

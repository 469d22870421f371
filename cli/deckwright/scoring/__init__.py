"""Scoring: check a score file, count the points of each seat, and rank the seats."""

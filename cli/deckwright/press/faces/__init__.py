"""Faces: what a card looks like, as data."""

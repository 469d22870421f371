"""Faces: what a card looks like, as data."""

from deckwright.press.faces.loading import PLAIN, Face, face_reader, load_face

__all__ = ["PLAIN", "Face", "face_reader", "load_face"]

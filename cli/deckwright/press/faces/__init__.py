"""Faces: what a card looks like, as data."""

from deckwright.press.faces.loading import PLAIN, PLAIN_BACK, Face, face_reader, load_face

__all__ = ["PLAIN", "PLAIN_BACK", "Face", "face_reader", "load_face"]

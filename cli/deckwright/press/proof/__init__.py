"""Proofs: cards in several languages side by side, and on the page that `export html` writes and `preview` serves."""

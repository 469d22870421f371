"""What players have beside the cards: pads to score on, and reference cards."""

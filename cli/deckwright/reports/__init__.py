"""How results are shown: text for people, JSON for scripts, annotations for continuous integration."""

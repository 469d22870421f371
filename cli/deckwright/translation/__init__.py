"""Translation: texts are extracted for translators, merged when they come back, checked, counted and suggested."""

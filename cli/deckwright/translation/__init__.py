"""The translation desk: texts go out to translators and come back, checked, and nothing is lost."""

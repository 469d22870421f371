"""The entry point."""

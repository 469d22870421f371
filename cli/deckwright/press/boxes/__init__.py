"""Boxes of faces: one file for each kind, or for a few of a family; what a kind reads, shows and draws stands in its class."""

"""Preflight: checks of a job before it is printed."""

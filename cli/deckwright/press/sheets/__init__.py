"""Sheets of paper: layout, imposition, marks, calibration."""

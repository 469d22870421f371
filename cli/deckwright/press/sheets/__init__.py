"""Sheets: how cards stand on paper, as data, and what is drawn around them."""

from deckwright.press.sheets.loading import load_sheet
from deckwright.press.sheets.sheet import CropMarks, CutLines, Fold, Footer, Registration, Sheet, Sides

__all__ = ["CropMarks", "CutLines", "Fold", "Footer", "Registration", "Sheet", "Sides", "load_sheet"]

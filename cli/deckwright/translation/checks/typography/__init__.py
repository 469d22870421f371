"""Typography by language: spaces, quotation marks, apostrophes and accents, as a printer sets them."""

from deckwright.translation.checks.typography.check import check_typography, survey_quotes

__all__ = ["check_typography", "survey_quotes"]

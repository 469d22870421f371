"""Numbers as a language writes them."""

from __future__ import annotations

from fractions import Fraction

from deckwright.messages import tr


def decimal(number: Fraction, places: int) -> str:
    """Write a number with some decimals."""
    whole, rest = divmod(round(abs(number) * 10**places), 10**places)
    sign = "-" if number < 0 and (whole or rest) else ""
    return tr("{whole}.{decimals}", whole=f"{sign}{whole}", decimals=f"{rest:0{places}}")


def numeral(number: float) -> str:
    """Write a number with the decimals that it has."""
    whole, _, decimals = f"{number:g}".partition(".")
    return tr("{whole}.{decimals}", whole=whole, decimals=decimals) if decimals else whole


def share(chance: Fraction) -> str:
    """Write a chance as a share of a hundred, to a tenth; what is neither never nor always never reads so."""
    tenths = round(chance * 1000)
    tenths = min(max(tenths, 1), 999) if 0 < chance < 1 else tenths
    return tr("{number} %", number=decimal(Fraction(tenths, 10), 1))


def percent(chance: Fraction) -> str:
    """Write a chance as a whole number out of a hundred; what is neither never nor always never reads so."""
    number = round(chance * 100)
    return str(min(max(number, 1), 99) if 0 < chance < 1 else number)

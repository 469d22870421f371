"""What a font knows about setting its letters: kerning, and figures as high as capitals."""

from __future__ import annotations

import logging
from functools import cached_property
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

_SCRIPTS = ("latn", "DFLT")


def open_font(path: Path) -> Any:
    """Open a font with fontTools, its glyphs named by their numbers: the names in it are not needed."""
    from fontTools.ttLib import TTFont

    # It warns of dates that no one reads, straight onto a user's terminal.
    logging.getLogger("fontTools").addHandler(logging.NullHandler())
    font = TTFont(path, lazy=True)
    font.setGlyphOrder([str(number) for number in range(font["maxp"].numGlyphs)])
    return font


class OpenType:
    """The kerning and the figures of one font; glyphs are numbers, lengths thousandths of the type size."""

    def __init__(self, path: Path) -> None:
        self._font = open_font(path)
        self._unit = 1000 / self._font["head"].unitsPerEm
        self._pairs: dict[tuple[int, int], float] = {}

    def lining(self) -> dict[int, tuple[int, float]]:
        """Give the glyph and width of the figures that stand as high as capitals, where others are usual."""
        metrics = self._font["hmtx"] if "GSUB" in self._font else {}
        return {
            int(glyph): (int(other), metrics[other][0] * self._unit)
            for table in self._tables("GSUB", "lnum")
            for glyph, other in getattr(table, "mapping", {}).items()
        }

    def kern(self, left: int, right: int) -> float:
        """Give what is added between two glyphs."""
        pair = left, right
        if pair not in self._pairs:
            self._pairs[pair] = round(self._kern(str(left), str(right)) * self._unit, 1)
        return self._pairs[pair]

    def _kern(self, left: str, right: str) -> int:
        for table, covered in self._kerning:
            if left in covered:
                value = _value(table, covered[left], left, right)
                if value is not None:
                    return value
        return 0

    @cached_property
    def _kerning(self) -> list[tuple[Any, dict[str, int]]]:
        tables = self._tables("GPOS", "kern")
        return [
            (table, {glyph: place for place, glyph in enumerate(table.Coverage.glyphs)})
            for table in tables
            if hasattr(table, "Format")
        ]

    def _tables(self, name: str, feature: str) -> list[Any]:
        """List the tables of a feature, for Latin letters."""
        if name not in self._font:
            return []
        table = self._font[name].table
        records = table.FeatureList.FeatureRecord
        scripts = {record.ScriptTag: record.Script.DefaultLangSys for record in table.ScriptList.ScriptRecord}
        system = next((scripts[script] for script in _SCRIPTS if scripts.get(script)), None)
        lookups = [
            lookup
            for number in (system.FeatureIndex if system else [])
            if records[number].FeatureTag == feature
            for lookup in records[number].Feature.LookupListIndex
        ]
        found = [one for lookup in lookups for one in table.LookupList.Lookup[lookup].SubTable]
        return [getattr(one, "ExtSubTable", one) for one in found]


def _value(table: Any, place: int, left: str, right: str) -> int | None:
    """Give what a table says of a pair; None where it leaves the pair to the next table."""
    if table.Format == 1:
        records = table.PairSet[place].PairValueRecord
        found = next((record.Value1 for record in records if record.SecondGlyph == right), None)
        return None if found is None else found.XAdvance
    one, two = table.ClassDef1.classDefs.get(left, 0), table.ClassDef2.classDefs.get(right, 0)
    value = table.Class1Record[one].Class2Record[two].Value1
    return value.XAdvance if value is not None and hasattr(value, "XAdvance") else 0

"""The columns of a spreadsheet of cards before there is a game, and the part of a card that each of them probably has."""

from __future__ import annotations

import re
from collections import Counter
from itertools import chain, count
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.files.sheet_columns import (
    COMMENT,
    COMMON_HEADINGS,
    SHEET_WORDS,
    STATE,
    Heading,
    SheetVocabulary,
    heading_key,
)
from deckwright.files.sheet_guessing import (
    FieldGuess,
    SheetColumn,
    TrialReader,
    columns_of,
    guess_field,
    has_decimal_commas,
    is_filled,
    is_prose,
    language_of_texts,
    translated_heading,
)
from deckwright.files.sheet_tables import tables_of
from deckwright.files.spreadsheets import column_letters
from deckwright.messages import tr
from deckwright.model.card import BUILT_IN, ORIGINS
from deckwright.model.game import TEXTS
from deckwright.model.languages import has_decimal_comma
from deckwright.model.query.binding import HAS
from deckwright.model.words import fold, short_name
from deckwright.resources import icon_names

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping

    from deckwright.files.spreadsheets import Spreadsheet

# What each column has.


class OwnPart(NamedTuple):
    """A field or text of the game's own: its title, what was guessed, and the column that it is from."""

    title: str
    guess: FieldGuess
    column: SheetColumn


_LONGEST_FIELD = 40
"""The most letters of the name of a field, in the schema."""

_LONGEST_KIND = 40
_MOST_KINDS, _SURE_KINDS = 24, 6
"""The most kinds of a game; and of one with fewer than two cards of each."""


def _has_ids(column: SheetColumn) -> bool:
    ids = [short_name(text) for text in column.texts]
    return all(ids) and len({*ids}) == column.total


def _has_copies(column: SheetColumn) -> bool:
    return all(re.fullmatch(r"\d{1,3}", text) for text in column.texts)


def _has_revisions(column: SheetColumn) -> bool:
    return all(re.fullmatch(r"[1-9]\d{0,3}", text) for text in column.texts)


def _has_words(words: Collection[str]) -> Callable[[SheetColumn], bool]:
    return lambda column: all(text.lower() in words for text in column.texts)


_FITS: Mapping[str, Callable[[SheetColumn], bool]] = {
    "id": _has_ids,
    "copies": _has_copies,
    "revision": _has_revisions,
    "origin": _has_words(ORIGINS),
    "counts": _has_words(("exact", "sample")),
    **dict.fromkeys((*TEXTS, "marks", "aliases"), lambda _: True),
}
"""Whether a column can be the part of cards that its heading names; kinds and icons need more."""


class ColumnParts:
    """Parts of cards that the columns of a spreadsheet have.

    `parts` are those of all columns, by heading; `own` the fields and texts of the game's own, by name. `tags` are the
    columns with a language in their heading: the heading without it, and its tag. `decimal` is what sets off decimals
    if the language does not say it. `findings` say which columns were taken as names without a heading that says so.

    Raises:
        InputError: no worksheet has a column with names, or none has cards below it.
    """

    def __init__(
        self,
        sheet: Spreadsheet,
        languages: tuple[str, str],
        icons: Collection[str] = (),
        worksheets: Collection[str] = (),
        named_parts: Mapping[str, str] = {},
    ) -> None:
        """Read the headings and decide on each.

        `languages` are that of the cards, '' to guess it, and one for a sheet whose words do not tell; `icons` are the
        names of SVG files that cards can use; `worksheets` are those to read, all that have cards if it is empty;
        `named_parts` are the parts that the user names, by heading.
        """
        named, usual = languages
        self._icons = icons
        self._usual = SheetVocabulary(empty_definition(named or usual))
        found = tables_of(sheet, self._usual, worksheets, named_parts)
        self.tables, self.left_out, self._odd, self.findings = found
        self.columns = columns_of(self.tables)
        self._by_heading = {heading_key(column.heading): column for column in self.columns}
        self.tags = self._translations()
        self.language = named or self._source_language(usual)
        self.parts: dict[str, Heading] = {}
        self.own: dict[str, OwnPart] = {}
        is_odd = not has_decimal_comma(self.language) and has_decimal_commas(self.columns)
        self.decimal = "," if is_odd else ""
        self.reader = TrialReader(self.tables[0].worksheet, self.language, self.decimal)
        self._name_parts()

    def with_part(self, *path: str) -> list[SheetColumn]:
        """The columns with a part of the cards themselves: at most one for each worksheet."""
        return [column for column in self.columns if self.parts[column.heading] == Heading(path)]

    # Languages.

    def _translations(self) -> dict[str, tuple[str, str]]:
        """Columns with a language in their heading: the heading without it, and the tag, by heading."""
        headings = {column.heading: translated_heading(column.heading) for column in self.columns}
        bases = Counter(heading_key(base) for base, tag in headings.values() if tag)
        translatable = {*self._by_heading, *(base for base, times in bases.items() if times > 1)}
        return {
            heading: (base, tag)
            for heading, (base, tag) in headings.items()
            if tag and (heading_key(base) in translatable or self._is_text(base))
        }

    def _is_text(self, heading: str) -> bool:
        part = self._usual.heading(heading)
        return part is not None and part.is_text

    def _source_language(self, spoken: str) -> str:
        """Language of the columns without one; of the names if all have one."""
        names = [(base, tag) for base, tag in self.tags.values() if self._means(base) == ("name",)]
        bare = [column for column in self.columns if column.heading not in self.tags]
        if names and not any(self._means(column.heading) == ("name",) for column in bare):
            return names[0][1]
        meant = {self._means(column.heading) for column in bare} - {()}
        twice = {
            tag
            for base, tag in self.tags.values()
            if heading_key(base) in self._by_heading or self._means(base) in meant
        }
        texts = [text for column in bare for text in column.texts]
        return language_of_texts([column.heading for column in bare], texts, spoken, twice)

    def _means(self, heading: str) -> tuple[str, ...]:
        part = self._usual.heading(self._odd.get(heading, heading))
        return part.path if part else ()

    # Parts of cards.

    def _name_parts(self) -> None:
        """Decide which part of cards each column has; the rest are fields and texts of the game."""
        plain = [column for column in self.columns if column.heading not in self.tags]
        for column in sorted(plain, key=lambda column: fold(column.heading) not in COMMON_HEADINGS):
            self._name_usual(column)
        self._find_text(plain)
        bases = {heading_key(base) for base, _ in self.tags.values()}
        for column in plain:
            if column.heading not in self.parts:
                self._name_own(column, is_translated=heading_key(column.heading) in bases)
        for heading, (base, tag) in self.tags.items():
            self.parts[heading] = self._translated(heading, base, tag)

    def _name_usual(self, column: SheetColumn) -> None:
        """Name the part that every card can have, if the column can be that."""
        if column.heading.startswith(COMMENT):
            self.parts[column.heading] = Heading((COMMENT,))
            return
        part = self._usual.heading(self._odd.get(column.heading, column.heading))
        if part is None or self._is_taken(part, column):
            return
        name = part.path[0]
        fits = self._is_kind if name == "kind" else self._are_icons if name == "icon" else _FITS.get(name)
        if part.is_state or (fits and column.values and fits(column)):
            self.parts[column.heading] = part

    def _is_taken(self, part: Heading, column: SheetColumn) -> bool:
        """Whether another column of the same worksheet has a part."""
        return any(
            self.parts.get(other.heading) == part and other.shares_table(column) for other in self.columns
        )

    def _are_icons(self, column: SheetColumn) -> bool:
        return all(
            name in icon_names(prefix) if prefix else name.removesuffix(".svg") in self._icons
            for prefix, _, name in (text.rpartition(":") for text in column.texts)
        )

    def _is_kind(self, column: SheetColumn) -> bool:
        """Whether every card has one of few values."""
        names = {fold(text) for text in column.texts}
        rows = [
            (table, row)
            for table in {id(table): table for table, _ in column.places}.values()
            for row in table.rows
        ]
        return (
            all(is_filled(column.cell(row, table)) for table, row in rows)
            and all(names)
            and len(names) <= (_SURE_KINDS if len(rows) < 2 * len(names) else _MOST_KINDS)
            and not any(text.isdecimal() or len(text) > _LONGEST_KIND for text in column.texts)
        )

    def _find_text(self, columns: Iterable[SheetColumn]) -> None:
        """Take the columns with most words as the rules text, in worksheets where none has its name."""
        rest = [column for column in columns if column.heading not in self.parts and not _is_remark(column)]
        long = [column for column in rest if is_prose(column) and not guess_field(column, self.reader).schema]
        for column in sorted(long, key=lambda column: -column.letters):
            if not self._is_taken(Heading(("text",)), column):
                self.parts[column.heading] = Heading(("text",))

    def _name_own(self, column: SheetColumn, *, is_translated: bool) -> None:
        """Make a field or a text of a column."""
        if _is_remark(column):
            self.parts[column.heading] = Heading((COMMENT,))
            return
        guess = guess_field(column, self.reader)
        if is_translated and guess.schema:
            guess = _translated_text(column)
        name = self._new_name(column.heading, column)
        self.own[name] = OwnPart(column.heading, guess, column)
        self.parts[column.heading] = Heading(("fields" if guess.schema else "texts", name))

    def _new_name(self, heading: str, column: SheetColumn) -> str:
        """Name of a field or a text that is still free, made from its heading."""
        name = re.sub(r"[^a-z0-9]+", "_", fold(heading_key(heading))).strip("_")
        name = name or f"column_{column_letters(column.places[0][1]).lower()}"
        if not name[0].isalpha() or name in {*BUILT_IN, HAS, *TEXTS, *COMMON_HEADINGS, STATE}:
            name = f"card_{name}"
        name = name[:_LONGEST_FIELD].strip("_")
        numbers = (f"{name[: _LONGEST_FIELD - 4]}_{number}" for number in count(2))
        return next(free_name for free_name in chain((name,), numbers) if free_name not in self.own)

    def _translated(self, heading: str, base: str, tag: str) -> Heading:
        """Part that a column with a language has: that of the column without it, in that language."""
        plain = self._by_heading.get(heading_key(base))
        part = self.parts.get(plain.heading) if plain else self._part_of_base(heading, base)
        if part is None or not part.is_text or (plain and tag == self.language):
            return Heading((COMMENT,))
        column = self._by_heading[heading_key(heading)]
        if tag == self.language:
            return Heading((COMMENT,)) if self._is_taken(part, column) else part
        return (
            part._replace(language=tag) if self._is_taken(part, column) or not plain else Heading((COMMENT,))
        )

    def _part_of_base(self, heading: str, base: str) -> Heading:
        """Part of columns that all have a language: a text by its usual name, or one of the game's own."""
        usual = self._usual.heading(base)
        if usual and usual.is_text:
            return usual
        same = (name for name, own in self.own.items() if heading_key(own.title) == heading_key(base))
        column = self._by_heading[heading_key(heading)]
        name = next(same, "") or self._new_name(base, column)
        self.own.setdefault(name, OwnPart(base, _translated_text(column), column))
        return Heading(("texts", name))


def _translated_text(column: SheetColumn) -> FieldGuess:
    return FieldGuess({}, tr("Column {column}: texts, which are translated.", column=column.label))


def _is_remark(column: SheetColumn) -> bool:
    return not {*SHEET_WORDS["notes"]}.isdisjoint(fold(column.heading).split())


def empty_definition(language: str) -> dict[str, Any]:
    """A game.yaml that declares nothing."""
    return {"id": "x", "title": "x", "source_language": language, "languages": [language], "kinds": {}}

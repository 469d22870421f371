"""Columns of card sheets: the part of a card that a heading names, in any language of the game, and what its cells mean."""

from __future__ import annotations

import datetime as dt
import json
import re
import unicodedata
from functools import lru_cache
from math import isinf
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.files.spreadsheets import CellError
from deckwright.findings import Finding
from deckwright.messages import tr
from deckwright.model.game import TEXTS, labels_of
from deckwright.model.languages import canonical_tag, has_decimal_comma
from deckwright.model.translation import STATE_WORDS
from deckwright.model.words import did_you_mean, fold, nearest, short_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from deckwright.files.spreadsheets import Cell, Row, Worksheet
    from deckwright.findings import Severity

# Headings.

COMMENT = "#"
"""What a heading, or the first cell of a row, begins with if it is not read."""

STATE = "state"
"""The path of a column with the state of all translations of its row into a language."""

SHEET_WORDS: Mapping[str, Any] = json.loads(Path(__file__).with_name("sheet_words.json").read_bytes())
"""Words of headings, cells and worksheets in several languages, by what they mean."""

COMMON_HEADINGS: Mapping[str, Sequence[str]] = SHEET_WORDS["headings"]
"""Parts of every card, with what else they are called."""

_WITH_LANGUAGE = re.compile(
    r"(?P<part>.*?\S)\s*[:.]\s*(?P<language>[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*)(?P<state>\s*[:.]\s*state)?"
)


@lru_cache(maxsize=4096)
def heading_key(text: str) -> str:
    """What tells headings apart: letters, digits, signs such as 💡 or ↑ by their names, and the colon of a translation."""
    spelled = (
        f" {unicodedata.name(sign, sign)} "
        if sign == "#" or unicodedata.category(sign).startswith("S")
        else sign
        for sign in text
    )
    key = fold("".join(spelled)) or text.strip()
    return f"{key}:" if ":" in text else key


class Heading(NamedTuple):
    """What a column has: a part of the card, as the path of the key in a YAML file.

    `language` is that of a translation, '' for the card itself. With `is_state`, it has the state of this translation;
    the path `state` is that of all translations of the row.
    """

    path: tuple[str, ...]
    language: str = ""
    is_state: bool = False

    @property
    def is_text(self) -> bool:
        """Whether it is a text that is printed, and so can be translated."""
        return self.path[0] in {*TEXTS, "texts"}


class SheetVocabulary:
    """The words of one game's card sheets: headings, kinds, marks and choices, by their names in every language.

    `words` are the game's own words in other languages, by context.
    """

    def __init__(self, definition: Mapping[str, Any], words: Iterable[tuple[str, str]] = ()) -> None:
        self.definition = definition
        self._labels: dict[str, set[str]] = {}
        for context, label in (*labels_of(definition).items(), *words):
            self._labels.setdefault(context, set()).update({fold(label), heading_key(label)} - {""})
        self.kinds = self._named("kinds", "kind")
        self.marks = self._named("marks", "mark")
        self._headings = dict(self._all_headings())
        # In full, such as field.text, for a name that something else has too.
        self._full = {
            fold(f"{prefix} {name}"): Heading((section, name))
            for section, prefix in (("texts", "text"), ("fields", "field"))
            for name in definition.get(section, {})
        }
        self._choices: dict[str, dict[str, str]] = {}

    def heading(self, text: str) -> Heading | None:
        """What a column with this heading has; None if that is unknown."""
        keys = (heading_key(text), fold(text))
        found = next(
            (known[key] for key in keys for known in (self._headings, self._full) if key in known), None
        )
        # With a colon it is a translation, even if a field has the same letters: name:fr, name_fr.
        return self._translation(text) or found if ":" in text else found or self._translation(text)

    def _translation(self, text: str) -> Heading | None:
        """What a column has whose heading ends with a language, such as name:fr."""
        parts = _WITH_LANGUAGE.fullmatch(text.strip())
        language = canonical_tag(parts["language"]) if parts else ""
        if parts is None or not language:
            return None
        if fold(parts["part"]) in SHEET_WORDS["states"]:
            return Heading((STATE,), language, is_state=True)
        part = self.heading(parts["part"])
        if part is None or part.language or not (part.is_text or part.path == ("aliases",)):
            return None
        if language == self.definition["source_language"]:
            return None if parts["state"] else part
        return part._replace(language=language, is_state=bool(parts["state"]))

    def nearest(self, text: str) -> list[str]:
        """The headings nearest to one that is unknown: parts of cards, or what the game declares."""
        declared = {label for label, heading in self._headings.items() if len(heading.path) > 1}
        return nearest(fold(text), [*declared, *COMMON_HEADINGS])

    def choice(self, field: str, schema: Mapping[str, Any], text: str) -> str | None:
        """The choice of a field that a text names, by its value or its title in any language; None if there is none.

        Choices that differ only in case or accents are distinguished by their spelling.
        """
        if field not in self._choices:
            self._choices[field] = dict(self._all_choices(field, schema))
        choices = self._choices[field]
        return choices.get(f"={text.strip()}") or choices.get(fold(text))

    def _named(self, section: str, prefix: str) -> dict[str, str]:
        """Ids of a section of the game, by all their names."""
        ids = list(self.definition.get(section, {}))
        named = {label: name for name in ids for label in self._labels.get(f"{prefix}:{name}", ())}
        return named | {fold(name): name for name in ids}

    def _all_headings(self) -> Iterator[tuple[str, Heading]]:
        """Yield every heading, folded, the surest last: of two that are the same, the later one counts."""
        fields, texts = self.definition.get("fields", {}), self.definition.get("texts", {})
        yield from ((label, Heading(("marks", mark))) for label, mark in self.marks.items())
        for name, others in COMMON_HEADINGS.items():
            yield from ((heading_key(other), Heading((name,))) for other in others)
        for section, prefix, names in (("texts", "text", texts), ("fields", "field", fields)):
            for name in names:
                labels = self._labels.get(f"{prefix}:{name}", ())
                yield from ((label, Heading((section, name))) for label in labels)
            yield from ((fold(name), Heading((section, name))) for name in names)
        yield from ((name, Heading((name,))) for name in COMMON_HEADINGS)

    def _all_choices(self, field: str, schema: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        values = [choice["const"] for choice in schema.get("oneOf", ())] or schema.get("enum", ())
        for value in values:
            yield from ((label, value) for label in self._labels.get(f"field:{field}.{value}", ()))
        yield from ((fold(value), value) for value in values)
        yield from ((f"={value}", value) for value in values)


# The values of cells, as the parts of cards have them.

_YES, _NO = frozenset(SHEET_WORDS["yes"]), frozenset(SHEET_WORDS["no"])
DASHES = frozenset("-–—")
"""What people write into a cell that has no value."""
COUNT = re.compile(r"(?:[x×]\s*)?(\d{1,3})(?:\s*[x×])?", re.IGNORECASE)
"""A number of copies, which people also write as “x3” or “3×”."""

_WHOLE = re.compile(r"[-+]?\d{1,18}")
_FRACTION = re.compile(r"[-+]?(\d{1,40}\.\d{0,40}|\.\d{1,40}|\d{1,40}(?=[eE]))([eE][-+]?\d{1,3})?")
_LONGEST_NUMBER = 15
"""Digits that a number can have: others are not exact."""


class CellValues:
    """Reads the cells of a worksheet as values of parts of cards."""

    def __init__(
        self,
        worksheet: Worksheet,
        vocabulary: SheetVocabulary,
        decimal: str,
        findings: list[Finding],
        severity: Severity = "error",
    ) -> None:
        """`findings` receives what cannot be read, with this severity."""
        language = vocabulary.definition["source_language"]
        self._comma = decimal == "," or (not decimal and has_decimal_comma(language))
        self._worksheet = worksheet
        self._vocabulary = vocabulary
        self._findings, self._severity = findings, severity

    def value(self, heading: Heading, cell: Cell, place: tuple[Row, int]) -> Any:
        """Value of a cell that is not blank; None if it is an error, which is reported, or only a dash."""
        if isinstance(cell, CellError):
            self._fault(place, cell.message)
            return None
        schema: Mapping[str, Any] = {"type": "string"}
        if heading.path[0] == "fields":
            schema = self._vocabulary.definition["fields"].get(heading.path[1], schema)
        is_day = schema.get("format") == "date" or schema.get("items", {}).get("format") == "date"
        if isinstance(cell, dt.date | dt.time | dt.timedelta) and not is_day:
            message = tr("This cell is a date or a time: format it as text, and type it again.")
            self._fault(place, message)
            return None
        if heading.is_text:
            return text_of(cell).replace("\r\n", "\n")
        return (
            self._part(heading, cell)
            if heading.path[0] != "fields"
            else self._field(heading.path[1], schema, cell)
        )

    def state(self, cell: Cell, place: tuple[Row, int]) -> str:
        """The state of a translation; an unknown one is reported, and is a draft."""
        word = fold(text_of(cell))
        if word in STATE_WORDS:
            return word
        near = nearest(word, [*STATE_WORDS]) or STATE_WORDS
        message = tr("Unknown translation state: {word}.", word=text_of(cell).strip())
        self._fault(place, f"{message} {did_you_mean(near)}")
        return "draft"

    def _fault(self, place: tuple[Row, int], message: str) -> None:
        self._findings.append(Finding("cell", self._severity, message, where=self._worksheet.where(*place)))

    def _part(self, heading: Heading, cell: Cell) -> Any:
        """Value of a part that every card can have; None for a cell with only a dash."""
        if text_of(cell).strip() in DASHES:
            return None
        if heading.path == ("copies",) and (count := COUNT.fullmatch(text_of(cell).strip())):
            return int(count[1])
        if heading.path in {("copies",), ("revision",)}:
            return self._number(cell)
        if heading.path[0] == "marks" and len(heading.path) > 1:
            return self._flag(cell)
        return self._word(heading.path[0], text_of(cell).strip())

    def _word(self, part: str, text: str) -> Any:
        kinds, marks = self._vocabulary.kinds, self._vocabulary.marks
        read: dict[str, Callable[[], Any]] = {
            "id": lambda: short_name(text),
            "kind": lambda: kinds.get(fold(text)) or short_name(text),
            "marks": lambda: [marks.get(fold(mark)) or short_name(mark) for mark in _split(text)],
            "aliases": lambda: _split(text, "\n;|"),
            "icon": lambda: text.removesuffix(".svg"),
            "origin": lambda: _pairs(text) if ":" in text else text.lower(),
        }
        return read.get(part, text.lower)()

    def _field(self, name: str, schema: Mapping[str, Any], cell: Cell) -> Any:
        text = text_of(cell)
        kind = schema.get("type", "choice")
        is_free = kind == "string" and "enum" not in schema and "oneOf" not in schema
        if is_free and not (text.strip() in DASHES and "format" in schema):
            return cell.isoformat()[:10] if isinstance(cell, dt.date) else text.replace("\r\n", "\n")
        items = schema.get("items", schema)
        if text.strip() in DASHES and not self._vocabulary.choice(name, items, text):
            return None
        value = text.strip() if isinstance(cell, str) else cell
        if kind != "array":
            return self._single(name, schema, value)
        parts = self._parts(name, items, text) if isinstance(cell, str) else [value]
        return [self._single(name, items, part) for part in parts]

    def _parts(self, name: str, items: Mapping[str, Any], text: str) -> list[str]:
        """Values of a list; a choice whose title has a separator is one, unless all its parts are choices too."""
        is_number = items.get("type") in {"integer", "number"}
        parts = _split(text, ";|\n" if is_number and self._comma else ";|\n,")
        choice = self._vocabulary.choice
        is_whole = choice(name, items, text) and not all(choice(name, items, part) for part in parts)
        return [text.strip()] if is_whole else parts

    def _single(self, name: str, schema: Mapping[str, Any], cell: Cell) -> Any:
        """One value by its schema; what does not fit stays, for the schema to report."""
        if schema.get("type") == "boolean":
            return self._flag(cell)
        if schema.get("type") in {"integer", "number"}:
            return self._number(cell)
        if isinstance(cell, dt.date):
            return cell.isoformat()[:10]
        text = text_of(cell)
        return self._vocabulary.choice(name, schema, text) or text

    def _flag(self, cell: Cell) -> bool | str:
        word = text_of(cell).strip().lower()
        if isinstance(cell, bool) or word in _NO | DASHES:
            return cell is True
        word = fold(word) or word
        return True if word in _YES else False if word in _NO else text_of(cell).strip()

    def _number(self, cell: Cell) -> int | float | str:
        if isinstance(cell, bool) or not isinstance(cell, int | float | str):
            return text_of(cell)
        text = text_of(cell).strip().replace("−", "-")
        plain = text.replace(",", ".") if self._comma else text
        if _WHOLE.fullmatch(plain):
            return int(plain)
        if not _FRACTION.fullmatch(plain) or isinf(number := float(plain)):
            return text
        return int(number) if number.is_integer() and abs(number) < 10**_LONGEST_NUMBER else number


def text_of(cell: Cell) -> str:
    """Text of a cell as it is shown; whole numbers without decimals."""
    match cell:
        case str():
            return cell
        case bool():
            return "TRUE" if cell else "FALSE"
        case float():
            return str(int(cell)) if cell.is_integer() and abs(cell) < 10**_LONGEST_NUMBER else f"{cell:.15g}"
        case CellError():
            return cell.code
        case dt.date():
            return cell.isoformat()
        case _:
            return str(cell)


def _split(text: str, separators: str = ";|\n,") -> list[str]:
    """Parts of a list, separated by the first of the separators that it has; or a list as JSON writes it."""
    if text.startswith("[") and (found := _json_list(text)):
        return found
    separator = next((sign for sign in separators if sign in text), separators[0])
    return [part.strip() for part in text.split(separator) if part.strip()]


def _pairs(text: str) -> dict[str, str]:
    """Mapping written as `name: rulebook; rules: sample`."""
    pairs = (part.partition(":") for part in _split(text))
    return {name.strip(): value.strip() for name, _, value in pairs}


def _json_list(text: str) -> list[str]:
    """The texts of a list in JSON, which can have separators in them; an empty list if it is something else."""
    try:
        found = json.loads(text)
    except ValueError:
        return []
    return found if isinstance(found, list) and all(isinstance(text, str) for text in found) else []

"""A game proposed from a spreadsheet of cards and its game.yaml, with why each part was guessed."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from string import ascii_lowercase
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.files.commented_yaml import commented_entry, yaml_comment
from deckwright.files.sheet_cards import BY_ORDER
from deckwright.files.sheet_columns import COMMENT, SHEET_WORDS, Heading, SheetVocabulary, text_of
from deckwright.files.sheet_guessing import is_filled, items_of
from deckwright.files.sheet_tables import ColumnParts, empty_definition
from deckwright.messages import in_language, later, tr
from deckwright.model.markup import ICON, icons_in_brackets, is_foreign
from deckwright.model.words import fold, list_names, on_one_line, short_name
from deckwright.resources import icon_names

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from deckwright.files.commented_yaml import KeyPath
    from deckwright.files.sheet_guessing import SheetColumn, SheetTable
    from deckwright.files.sheet_tables import LeftOut, OwnPart
    from deckwright.files.spreadsheets import Cell, Row, Spreadsheet
    from deckwright.findings import Finding


class GameTitle(NamedTuple):
    """What is known of a game before its sheet is read: its id, its title, and its language, '' if that is guessed.

    `spoken` is the language of its user, for a sheet whose words do not tell; `encoding` is that of the sheet, '' if it
    need not be said. `source` is its address in the web, '' for a file. `columns` are the parts that its user names, by heading, and
    `cards` where the cards are in a JSON file. `worksheets` are those to read, all that have cards if it is empty.
    """

    id: str
    title: str
    language: str = ""
    spoken: str = "en"
    encoding: str = ""
    worksheets: tuple[str, ...] = ()
    source: str = ""
    columns: Mapping[str, str] = {}
    cards: str = ""


class GuessedColumn(NamedTuple):
    """What a column was guessed to have: the part of cards, as `sheets` in game.yaml names it.

    `column` is how spreadsheets call it, such as `B` or `Monsters!B, Spells!C`. `part` is `#` for a column that is not
    read. `type` is that of a field: integer, number, boolean, date, choice, list, picture or string; '' for other parts.
    """

    heading: str
    column: str
    part: str
    type: str = ""


@dataclass(frozen=True, slots=True)
class GameProposal:
    """A proposed game.yaml as plain values, with a note about each guess by the path of what it is about.

    `pictures` and `icons` are the files that its cards name; `left_out` are the worksheets that are not read. `findings`
    are guesses that everybody should check. `cost` is the field for the corner of a card, `cost_icons` the most icons that
    it has, 0 for figures; `credit` and `number` are the fields of its artist and of its own number, for the foot; '' for none.
    """

    definition: dict[str, Any]
    notes: dict[KeyPath, str]
    columns: tuple[GuessedColumn, ...]
    pictures: tuple[str, ...] = ()
    icons: tuple[str, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    findings: tuple[Finding, ...] = ()
    cost: str = ""
    cost_icons: int = 0
    credit: str = ""
    number: str = ""

    def skipping_errors(self) -> GameProposal:
        """The same game, which leaves out what cannot be read, with a warning."""
        entry = {"skip_errors": True}
        note = tr(
            "Cells and rows that cannot be read are left out, with a warning. Once the sheet is right, remove this line, so "
            "that slips are errors."
        )
        sheets = [*self.definition.get("sheets", ()), entry]
        definition = {key: value for key, value in self.definition.items() if key != "sheets"}
        notes = {**self.notes, ("sheets", len(sheets) - 1): note}
        return replace(self, definition={**definition, "sheets": sheets}, notes=notes)


def propose_game(sheet: Spreadsheet, about: GameTitle, icons: Collection[str] = ()) -> GameProposal:
    """Propose the game of a spreadsheet whose rows are cards; `icons` are the names of SVG files that it can use.

    Raises:
        InputError: no worksheet has a column with names, or none has cards below it.
    """
    return _Proposer(sheet, about, icons).propose()


class _Proposer:
    """Proposes the game of one spreadsheet."""

    def __init__(self, sheet: Spreadsheet, about: GameTitle, icons: Collection[str]) -> None:
        self._icons, self._taken = icons, set[str]()
        self._sheet = sheet
        self._encoding, self._cards = about.encoding, about.cards
        self._columns = ColumnParts(
            sheet, (about.language, about.spoken), icons, about.worksheets, about.columns
        )
        self._language = self._columns.language
        self._definition: dict[str, Any] = {
            **empty_definition(self._language),
            "id": about.id,
            "title": about.title,
            **({"source": about.source} if about.source else {}),
        }
        self._notes: dict[KeyPath, str] = {}
        self._kinds: dict[str, str] = {}
        if not about.language:
            self._note(tr("Guessed from the words of the sheet."), "source_language")

    def propose(self) -> GameProposal:
        """Decide on each column, then on what the whole needs."""
        self._add_languages()
        self._declare_own()
        self._declare_marks()
        self._declare_icons()
        self._declare_kinds()
        self._add_format()
        self._add_sheets()
        columns = tuple(self._guessed())
        pictures = [own_part.column for own_part in self._columns.own.values() if own_part.guess.is_picture]
        names = dict.fromkeys(text for column in pictures for text in column.texts)
        icons = dict.fromkeys(
            text.removesuffix(".svg").removesuffix(".png")
            for text in (
                *(text for column in self._columns.with_part("icon") for text in column.texts),
                *self._definition.get("icons", {}).values(),
            )
            if ":" not in text
        )
        definition = {key: self._definition[key] for key in _ORDER if key in self._definition}
        left_out = tuple(self._columns.left_out)
        findings = tuple(self._columns.findings)
        cost = self._field_headed("costs", _fits_corner)
        return GameProposal(
            *(definition, self._notes, columns, tuple(names), tuple(icons), left_out, findings),
            cost=cost,
            cost_icons=_icons_of_costs(self._columns.own[cost].column) if cost else 0,
            credit=self._field_headed("credits", lambda column: column.letters > 0),
            number=self._field_headed("numbers", self._numbers_all),
        )

    def _note(self, text: str, *path: str | int) -> None:
        self._notes[path] = text

    def _field_headed(self, words: str, fits: Callable[[SheetColumn], bool]) -> str:
        """The first field with one of some words as its title, or for costs in it, whose column fits; '' without one."""
        headings = {*map(fold, SHEET_WORDS[words])}
        for name, part in self._columns.own.items():
            titles = {fold(part.title), *(fold(part.title).split() if words == "costs" else ())}
            if not headings.isdisjoint(titles) and part.guess.type in _PRINTED_TYPES and fits(part.column):
                return name
        return ""

    def _numbers_all(self, column: SheetColumn) -> bool:
        """Whether a column has another value for each card; a row of totals has none."""
        rows = sum(len(table.rows) for table in self._columns.tables)
        return len(column.values) == column.total >= rows - 1

    # Languages.

    def _add_languages(self) -> None:
        tags = {heading: tag for heading, (_, tag) in self._columns.tags.items()}
        tags |= {heading: part.language for heading, part in self._columns.parts.items() if part.language}
        others = dict.fromkeys(tag for tag in tags.values() if tag != self._language)
        self._definition["languages"] = [self._language, *others]
        if others:
            note = tr("From the columns with a language: {names}.", names=list_names(tags))
            self._note(note, "languages")

    # The game's own declarations.

    def _declare_own(self) -> None:
        for name, part in self._columns.own.items():
            title = " ".join(part.title.split())
            section = "fields" if part.guess.schema else "texts"
            entry = {"title": title, **part.guess.schema} if part.guess.schema else title
            self._definition.setdefault(section, {})[name] = entry
            self._note(part.guess.note, section, name)

    def _declare_marks(self) -> None:
        """Declare the marks that a column of marks has; what they mean, only a person knows."""
        columns = self._columns.with_part("marks")
        names = {fold(mark): mark for column in columns for mark in items_of(column, self._columns.reader)}
        if not names:
            return
        rule = in_language(self._language, later("What this mark means."))
        marks = zip(_ids_of(names.values(), "mark"), names.values(), strict=True)
        self._definition["marks"] = {
            short: {"name": name, "rule": rule, "icon": self._stand_in_icon(short)} for short, name in marks
        }
        note = tr(
            "Column {column}: printed symbols with a rule. Write what each means, and choose its icon.",
            column=columns[0].label,
        )
        self._note(note, "marks")

    def _declare_icons(self) -> None:
        """Declare the icons that texts name in braces."""
        texts = [text for column in self._text_columns() for text in column.texts]
        words = [part.column for part in self._columns.own.values() if part.guess.type == "string"]
        printed = [*texts, *(text for column in words for text in column.texts)]
        names = dict.fromkeys(name for text in printed if "{" in text for name in ICON.findall(text))
        names |= dict.fromkeys(icons_in_brackets(texts, self._icons))
        if names:
            self._definition["icons"] = {
                name: icon if (icon := name.replace("_", "-")) in self._icons else self._stand_in_icon(icon)
                for name in names
            }
            note = tr(
                "Texts have these names in braces or brackets, such as {name}: choose their icons.",
                name=next(iter(names)),
            )
            self._note(note, "icons")

    def _stand_in_icon(self, name: str) -> str:
        """An icon of a font that nothing else has: one of that name, or its number or one of its letters in a shape."""
        letters = [letter for letter in name.lower() if letter in ascii_lowercase] + [*ascii_lowercase]
        signs = [f"numeric-{name}", *(f"alpha-{letter}" for letter in letters)]
        signed = (f"{sign}-{shape}" for sign in signs for shape in _LETTER_SHAPES)
        icons = icon_names("mdi")
        icon = next(icon for icon in (name, *signed, *icons) if icon in icons and icon not in self._taken)
        self._taken.add(icon)
        return f"mdi:{icon}"

    def _text_columns(self) -> list[SheetColumn]:
        """The columns with texts that are printed."""
        parts = self._columns.parts
        return [column for column in self._columns.columns if parts[column.heading].is_text]

    # Kinds.

    def _declare_kinds(self) -> None:
        """Declare the kinds, each with the fields that all or some of its cards have."""
        columns = self._columns.with_part("kind")
        cards = Counter[str]()
        filled: dict[str, Counter[str]] = {}
        names: dict[str, str] = {}
        for table in self._columns.tables:
            own = [(name, own_part) for name, own_part in self._columns.own.items() if own_part.guess.schema]
            own = [
                (name, own_part)
                for name, own_part in own
                if any(other is table for other, _ in own_part.column.places)
            ]
            for row in table.rows:
                name = self._kind_of(table, row, columns)
                names.setdefault(fold(name), name)
                cards[fold(name)] += 1
                counts = filled.setdefault(fold(name), Counter())
                counts.update(
                    field for field, own_part in own if _has_value(own_part, own_part.column.cell(row, table))
                )
        self._kinds = dict(zip(names, _ids_of(names.values(), "kind"), strict=True))
        self._definition["kinds"] = {
            self._kinds[key]: self._kind(name, cards[key], filled[key]) for key, name in names.items()
        }
        self._note(self._why_kinds(columns), "kinds")

    def _kind_of(self, table: SheetTable, row: Row, columns: Iterable[SheetColumn]) -> str:
        """Name of a card's kind: from its column, from its worksheet, or that of all cards."""
        for column in columns:
            if is_filled(cell := column.cell(row, table)):
                return text_of(cell).strip()
        if len(self._columns.tables) > 1 and not _DEFAULT_WORKSHEET.fullmatch(table.worksheet.name):
            return table.worksheet.name
        return in_language(self._language, _CARD)

    def _kind(self, name: str, cards: int, filled: Counter[str]) -> dict[str, Any]:
        needed: list[str] = []
        optional: list[str] = []
        for field, part in self._columns.own.items():
            if not part.guess.schema or (part.column.values and not filled[field]):
                continue
            is_needed = filled[field] == cards or part.guess.schema.get("type") == "boolean"
            (needed if is_needed and part.column.values else optional).append(field)
        entry: dict[str, Any] = {"name": " ".join(name.split())}
        entry |= {"fields": needed} if needed else {}
        return {**entry, **({"optional": optional} if optional else {}), "face": FACE}

    def _why_kinds(self, columns: Sequence[SheetColumn]) -> str:
        fields = tr("“fields” are on every card of a kind, “optional” ones on some.")
        if columns:
            why = tr(
                "Column {column}: the kinds of cards. If it is only a property, declare a field with that title, and one kind.",
                column=columns[0].label,
            )
        elif len(self._definition["kinds"]) > 1:
            why = tr("Each worksheet is a kind.")
        else:
            why = tr("No column has kinds, so there is one. For more, add a column Kind.")
        return f"{why} {fields}"

    # Decks, and how the sheet is read.

    def _add_format(self) -> None:
        """Add a format that every deck fits, so that check can be used; with a sheet of copies, within the box."""
        words = {name: in_language(self._language, text) for name, text in _FORMAT_WORDS.items()}
        rules: list[dict[str, Any]] = [{"id": "size", "measure": "cards", "min": 1, "message": words["size"]}]
        if self._columns.with_part("copies"):
            rules.append({"id": "box", "measure": "copies", "max": "copies", "message": words["box"]})
        self._definition["formats"] = {"open": {"name": words["name"], "rules": rules}}
        note = tr(
            "Rules for decks, which hardly limit them yet: change them to those of the game, or remove them."
        )
        self._note(note, "formats")

    def _add_sheets(self) -> None:
        """Add the section `sheets`: how the sheet is read where its headings and worksheets do not show it."""
        vocabulary = SheetVocabulary(self._definition)
        texts = [text for column in self._text_columns() for text in column.texts]
        columns = {
            column.heading: self._spelled(part, vocabulary)
            for column in self._columns.columns
            if (part := self._columns.parts[column.heading]) != vocabulary.heading(column.heading)
            and not column.heading.startswith(COMMENT)
        }
        general = {
            "cards": self._cards,
            "encoding": self._encoding,
            "decimal": self._columns.decimal,
            "columns": columns,
            "ids": self._ids(vocabulary),
            "foreign_markup": any(map(is_foreign, texts)) or bool(icons_in_brackets(texts, self._icons)),
        }
        sheets: list[dict[str, Any]] = [{key: value} for key, value in general.items() if value]
        with_cards = {table.worksheet.name for table in self._columns.tables}
        sheets += [
            {"worksheet": worksheet.name, "skip": True}
            for worksheet in self._sheet.worksheets
            if worksheet.name not in with_cards and worksheet.rows and not worksheet.is_hidden
        ]
        with_kinds = [table for column in self._columns.with_part("kind") for table, _ in column.places]
        for table in self._columns.tables:
            kind = self._kinds.get(fold(in_language(self._language, _CARD)))
            is_unnamed = fold(table.worksheet.name) not in vocabulary.kinds
            if (
                kind
                and len(self._kinds) > 1
                and is_unnamed
                and not any(other is table for other in with_kinds)
            ):
                sheets.append({"worksheet": table.worksheet.name, "kind": kind})
        if sheets:
            self._definition["sheets"] = sheets
            self._note_sheets(sheets)

    def _ids(self, vocabulary: SheetVocabulary) -> list[str]:
        """Parts of cards that tell apart rows of one name, or without letters: a choice first, then numbers."""
        rows = [
            (table, row, name)
            for table in self._columns.tables
            for row in table.rows
            if not any(is_filled(column.cell(row, table)) for column in self._columns.with_part("id"))
            for name in [short_name(text_of(row.cells[min(at for at in table.names if at < len(row.cells))]))]
        ]
        times = Counter(name for _, _, name in rows)
        alike = [(table, row, name) for table, row, name in rows if times[name] > 1 or not name]
        keys: list[tuple[str, ...]] = [(name,) for _, _, name in alike]
        parts: list[str] = []
        for column in sorted(self._columns.columns, key=self._tells_apart):
            if len({*keys}) == len(keys):
                break
            if self._tells_apart(column) >= len(_TELLING):
                continue
            longer = [
                (*key, short_name(text_of(column.cell(row, table))))
                for key, (table, row, _) in zip(keys, alike, strict=True)
            ]
            if len({*longer}) > len({*keys}):
                keys, parts = longer, [*parts, self._spelled(self._columns.parts[column.heading], vocabulary)]
        is_sure = len({*keys}) == len(keys) and all(any(key) for key in keys)
        return parts if is_sure else [*parts, BY_ORDER]

    def _tells_apart(self, column: SheetColumn) -> int:
        """How well the values of a column name variants of a card: its place in `_TELLING`, or beyond."""
        part = self._columns.parts[column.heading]
        own_part = self._columns.own.get(part.path[-1]) if part.path[0] == "fields" else None
        kind = own_part.guess.type if own_part else part.path[0]
        return _TELLING.index(kind) if kind in _TELLING else len(_TELLING)

    def _note_sheets(self, sheets: Iterable[Mapping[str, Any]]) -> None:
        notes = {
            "cards": tr("Where the cards are in the file."),
            "encoding": tr("The file is not Unicode. If letters are wrong, this is another encoding."),
            "decimal": tr("Numbers have a decimal comma."),
            "ids": tr(
                "Several rows have one name: their ids are made of it and of these columns; row is their order. With a column "
                "of ids, this is not needed."
            ),
            "foreign_markup": tr(
                "Texts have markup of other tools, such as <b>, \\13\\ or [coin]: it is read as **, line ends and {coin}. Without "
                "this line, texts are printed as they are.",
                coin="{coin}",
            ),
            "columns": tr("Columns whose headings do not say what they have; # is for one that is not read."),
            "skip": tr("No cards were found in this worksheet, so it is not read."),
            "kind": tr("The kind of all cards of this worksheet."),
        }
        for number, entry in enumerate(sheets):
            self._note(next(text for key, text in notes.items() if key in entry), "sheets", number)

    def _spelled(self, part: Heading, vocabulary: SheetVocabulary) -> str:
        """Part of cards as `sheets` in game.yaml names it."""
        name = part.path[-1]
        if part.path[0] in {"fields", "texts"} and vocabulary.heading(name) != Heading(part.path):
            name = f"{part.path[0].removesuffix('s')}.{name}"
        return ":".join(filter(None, (name, part.language, "state" if part.is_state else "")))

    def _guessed(self) -> Iterator[GuessedColumn]:
        vocabulary = SheetVocabulary(self._definition)
        for column in self._columns.columns:
            part = self._columns.parts[column.heading]
            own_part = self._columns.own.get(part.path[-1]) if part.path[0] == "fields" else None
            kind = own_part.guess.type if own_part else ""
            yield GuessedColumn(column.heading, column.place, self._spelled(part, vocabulary), kind)


_ORDER = (
    *("id", "title", "source", "source_language", "languages"),
    *("fields", "texts", "kinds", "marks", "icons", "formats", "sheets"),
)
"""The keys of a proposed game.yaml."""

_PRINTED_TYPES = frozenset({"integer", "number", "string", "choice"})

_LONGEST_COST, _MOST_COST_ICONS = 3, 6
"""The most letters of a cost in the corner of a card, and the most icons."""


def _fits_corner(column: SheetColumn) -> bool:
    icons = _icons_of_costs(column)
    return icons <= _MOST_COST_ICONS if icons else all(len(text) <= _LONGEST_COST for text in column.texts)


def _icons_of_costs(column: SheetColumn) -> int:
    """The most icons and letters of a cost such as `{2}{R}`; 0 if no cost has icons."""
    has_icons = any(map(ICON.search, column.texts))
    return max(len(ICON.sub("x", text)) for text in column.texts) if has_icons else 0


_TELLING = ("choice", "kind", "integer", "number", "boolean", "string")
"""What tells variants of a card apart, the surest first."""

FACE = "card"
"""The face of all kinds of a proposed game, in its folder."""

_LETTER_SHAPES = ("circle", "box", "circle-outline", "box-outline")
"""Shapes around the letters of the icons that stand in for those to be chosen."""

_DEFAULT_WORKSHEET = re.compile(rf"({'|'.join(SHEET_WORDS['worksheets'])})?\s*\d*", re.IGNORECASE)
"""What spreadsheet programs call a worksheet before a person does."""

_CARD = later("Card")
_FORMAT_WORDS = {
    "name": later("Any deck"),
    "size": later("A deck has at least one card."),
    "box": later("A deck has no more copies of a card than the box."),
}


def _has_value(own: OwnPart, cell: Cell) -> bool:
    """Whether a field is on the card of a cell: a dash is nothing, except as the words of a text."""
    is_free = own.guess.type in {"string", "picture"}
    return is_filled(cell) or (is_free and isinstance(cell, str) and bool(cell.strip()))


def _ids_of(names: Iterable[str], usual: str) -> list[str]:
    """An id for each name, made of its letters and digits if they are Latin, else of `usual` and a number."""
    ids: list[str] = []
    for number, name in enumerate(names, 1):
        short = short_name(name)
        ids.append(short if short and short not in ids else f"{usual}-{number}")
    return ids


# Its game.yaml, with a comment about each guess.


def game_yaml(proposal: GameProposal, sheet: str) -> str:
    """The game.yaml of a proposed game, whose cards are in the file `sheet`."""
    about = tr(
        "Proposed from {sheet}: the comments say what was guessed, and how to change it. The cards are in "
        "cards/{sheet}: change them there, then run “deckwright load {game}”.",
        sheet=on_one_line(sheet),
        game=proposal.definition["id"],
    )
    lines = ["# yaml-language-server: $schema=.schemas/game.schema.json", *yaml_comment(about, 0)]
    for key, value in proposal.definition.items():
        is_section = isinstance(value, dict) or key == "sheets"
        lines += (
            ["", *commented_entry(key, value, (key,), proposal.notes)]
            if is_section
            else commented_entry(key, value, (key,), proposal.notes)
        )
    return "\n".join(lines) + "\n"


def entry_lines(proposal: GameProposal, section: str, name: str) -> Iterator[str]:
    """Lines of one field or text of a proposed game.yaml."""
    return commented_entry(name, proposal.definition[section][name], (section, name), proposal.notes)

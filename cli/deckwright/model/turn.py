"""What players look up during a game: the phases of a turn, reminders, and how unclear rules are read."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from deckwright.messages import tr
from deckwright.model.game import PathFinding
from deckwright.model.words import suggest_names

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deckwright.model.game import Game, Parts, Path, Section


class Note(NamedTuple):
    """A text of the rules. `label` is the context of its text, `title` that of its title, '' if it has none.

    `modes` are the only ones that it is for, () for all, or where just one mode is read.
    """

    label: str
    title: str = ""
    icon: str = ""
    modes: tuple[str, ...] = ()


class CardTable(NamedTuple):
    """A table of cards: the query that finds them, the field that labels a row, and the fields of the columns.

    Without a field, the names of the cards are the labels. With `across`, there is a column for each choice of that
    field instead, and `columns` has the one field whose value is in the cells.
    """

    query: str
    label: str
    columns: tuple[str, ...]
    across: str = ""


class Reminder(NamedTuple):
    """A titled part of the rules: a text, notes, and a table of cards, each of which may be missing.

    `title` is the context of the title, and `label` that of the text. `modes` are those of a note.
    """

    title: str
    label: str = ""
    icon: str = ""
    notes: tuple[Note, ...] = ()
    cards: CardTable | None = None
    modes: tuple[str, ...] = ()


def phases_in(game: Game, mode: str) -> tuple[Reminder, ...]:
    """Phases of a turn in a mode, or in any mode (''), in order; empty if the game does not describe its turn."""
    return tuple(_read_all("turn", game, mode))


def reminders_in(game: Game, mode: str) -> tuple[Reminder, ...]:
    """Reminders of a mode, or of all modes (''), in order."""
    return tuple(_read_all("reminders", game, mode))


def readings_in(game: Game, mode: str) -> tuple[Note, ...]:
    """What the rules of a mode, or of any (''), leave unclear, with the reading that the data follow; settings are not among them."""
    return tuple(
        Note(f"reading:{name}.text", f"reading:{name}")
        for name, entry in game.definition.get("readings", {}).items()
        if _applies(entry, mode)
    )


_PREFIXES = {"turn": "turn", "reminders": "reminder"}


def _read_all(section: str, game: Game, mode: str) -> Iterator[Reminder]:
    for name, entry in game.definition.get(section, {}).items():
        if _applies(entry, mode):
            yield _read(f"{_PREFIXES[section]}:{name}", entry, mode)


def _applies(entry: Section, mode: str) -> bool:
    return not mode or mode in entry.get("modes", (mode,))


def _only_modes(entry: Section, mode: str) -> tuple[str, ...]:
    return () if mode else tuple(entry.get("modes", ()))


def _read(title: str, entry: Section, mode: str) -> Reminder:
    notes = tuple(
        Note(
            f"{title}.item.{name}",
            f"{title}.item.{name}.title" if "title" in item else "",
            item.get("icon", ""),
            _only_modes(item, mode),
        )
        for name, item in entry.get("items", {}).items()
        if _applies(item, mode)
    )
    cards = None
    if "cards" in entry:
        cards = CardTable(
            entry["cards"], entry.get("rows", ""), tuple(entry["columns"]), entry.get("across", "")
        )
    label = f"{title}.text" if "text" in entry else ""
    return Reminder(title, label, entry.get("icon", ""), notes, cards, _only_modes(entry, mode))


def notes_in(definition: Section) -> Parts:
    """Yield every phase, reminder, item of one, and reading, each with its path."""
    for section in (*_PREFIXES, "readings"):
        for name, entry in definition.get(section, {}).items():
            yield (section, name), entry
            for item, note in entry.get("items", {}).items():
                yield (section, name, "items", item), note


def check_turn(definition: Section) -> Iterator[PathFinding]:
    """Find modes and fields of phases and reminders that the game does not have, and tables with cells of two fields."""
    modes, fields = definition.get("modes", {}), definition.get("fields", {})
    for path, entry in notes_in(definition):
        for number, mode in enumerate(entry.get("modes", ())):
            if mode not in modes:
                message = tr("The game has no mode {mode}.", mode=mode)
                yield PathFinding((*path, "modes", number), f"{message} {suggest_names(mode, list(modes))}")
        if "across" in entry and len(entry["columns"]) > 1:
            yield PathFinding((*path, "columns", 1), tr("With “across”, “columns” can have only one field."))
        for field_path, name in _fields_of(path, entry):
            if name not in fields:
                message = tr("{name} is not declared in this game.", name=name)
                yield PathFinding(field_path, f"{message} {suggest_names(name, list(fields))}")


def _fields_of(path: Path, entry: Mapping[str, object]) -> Iterator[tuple[Path, str]]:
    """Yield the fields that the table of a reminder names, each with its path."""
    named_fields = ((key, entry.get(key)) for key in ("rows", "across"))
    yield from (((*path, key), name) for key, name in named_fields if isinstance(name, str))
    columns = entry.get("columns", ())
    if isinstance(columns, list):
        yield from (((*path, "columns", number), name) for number, name in enumerate(columns))

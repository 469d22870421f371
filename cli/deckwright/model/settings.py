"""What a game's rules leave to the table or leave unclear, each a setting with choices; and what players look up in a turn."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from deckwright.errors import UsageError
from deckwright.messages import tr
from deckwright.model.game import merge_patch
from deckwright.model.words import suggest_names, whole_number

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from deckwright.model.game import Game, Parts, Section


MOST = 999
"""The highest number that a setting can have."""


class Setting(NamedTuple):
    """A setting: its choices and the usual one.

    One that is the number of a pile has no choices; `by_mode` are numbers of single modes, and `default` is None
    where the number depends on how many play.
    """

    id: str
    choices: tuple[str, ...] = ()
    default: str | int | None = None
    by_mode: Mapping[str, int] = MappingProxyType({})

    @property
    def is_number(self) -> bool:
        """Whether it is a number of cards, or of sorts of cards, to draw for a pile."""
        return not self.choices

    def usual(self, mode: str) -> str | int | None:
        """The choice or number of a mode if nothing else is agreed."""
        return self.by_mode.get(mode, self.default)

    def read(self, value: str | float) -> str | int:
        """Read a value as a user writes it.

        Raises:
            UsageError: it is none of the choices, or not a whole number.
        """
        written = str(value)
        if not self.is_number:
            if written in self.choices:
                return written
            message = tr("The setting {name} has no choice {value}.", name=self.id, value=written)
            raise UsageError("setting", message, hint=suggest_names(written, self.choices))
        number = whole_number(written)
        if number is not None and number <= MOST:
            return number
        message = tr(
            "The setting {name} must be a whole number from 0 to {most}, not {value}.",
            name=self.id,
            most=MOST,
            value=written,
        )
        raise UsageError("setting", message)


def settings_of(game: Game) -> dict[str, Setting]:
    """Collect the settings of a game by name."""
    entries = game.definition.get("settings", {})
    settings = {
        name: Setting(name, tuple(entry["choices"]), entry["default"]) for name, entry in entries.items()
    }
    for pile, entry in game.definition.get("piles", {}).items():
        by_mode = {
            mode: _number(pile_in_mode)
            for mode, pile_in_mode in entry.get("modes", {}).items()
            if _is_left(pile_in_mode)
        }
        if _is_left(entry) or by_mode:
            numbers = {mode: number for mode, number in by_mode.items() if number is not None}
            settings[pile] = Setting(pile, default=_number(entry), by_mode=numbers)
    return settings


def title_of(setting: Setting, game: Game, language: str) -> str:
    """Title of a setting, or what is counted if it is a number."""
    if setting.is_number:
        return tr("{pile}, how many are drawn", pile=game.label(f"pile:{setting.id}", language))
    return game.label(f"setting:{setting.id}", language)


def _is_left(owner: Section) -> bool:
    """Whether a pile, or one of its modes, leaves a number to the table."""
    return any(part.get("setting") for part in owner["parts"])


def _number(owner: Section) -> int | None:
    takes = [part.get("take") for part in owner["parts"] if part.get("setting")]
    return takes[0] if takes and isinstance(takes[0], int) else None


def read_pairs(pairs: Sequence[str], game: Game) -> dict[str, str | int]:
    """Read settings that a user names as NAME=CHOICE.

    Raises:
        UsageError: one is not such a pair, or is named twice, or the game does not have it.
    """
    read: dict[str, str | int] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not (name and equals and value):
            message = tr("Invalid setting: {text}. Use SETTING=CHOICE.", text=pair)
            raise UsageError("setting", message, hint=suggest_names(name, list(settings_of(game))))
        if name in read:
            raise UsageError("setting", tr("The setting {name} is set twice.", name=name))
        read[name] = find_setting(name, game).read(value)
    return read


def find_setting(name: str, game: Game) -> Setting:
    """The setting with a name.

    Raises:
        UsageError: the game does not have it.
    """
    settings = settings_of(game)
    if name not in settings:
        message = tr("The game {game} has no setting {name}.", game=game.id, name=name)
        raise UsageError("setting", message, hint=suggest_names(name, list(settings)))
    return settings[name]


def effective_settings(game: Game, chosen: Mapping[str, str | int]) -> dict[str, str | int]:
    """Every setting with its value, except for usual numbers, which depend on the mode."""
    usual = {name: setting.default for name, setting in settings_of(game).items() if not setting.is_number}
    return {name: value for name, value in {**usual, **chosen}.items() if value is not None}


def apply_settings(game: Game, chosen: Mapping[str, str | int]) -> Game:
    """The game as a table plays it; other settings have their usual values."""
    definition: Mapping[str, Any] = game.definition
    for name, value in chosen.items():
        if isinstance(value, int):
            definition = _with_number(definition, name, value)
        else:
            choice = game.definition["settings"][name]["choices"][value]
            definition = merge_patch(definition, choice.get("changes", {}))
    return replace(game, definition=definition) if chosen else game


def _with_number(definition: Section, pile: str, number: int) -> Section:
    """A definition whose pile, and the rules that depend on it, have another number."""

    def parts(entry: Section) -> dict[str, Any]:
        parts_with_number = [
            {**part, "take": number} if part.get("setting") else part for part in entry["parts"]
        ]
        return {**entry, "parts": parts_with_number}

    entry = definition["piles"][pile]
    whole = parts(entry)
    if "modes" in entry:
        whole["modes"] = {mode: parts(pile_in_mode) for mode, pile_in_mode in entry["modes"].items()}
    piles = {**definition["piles"], pile: whole}
    scoring = dict(definition.get("scoring", {}))
    for key in ("rules", "together"):
        if key in scoring:
            scoring[key] = [
                {**rule, "max": number} if rule.get("agreed") == pile else rule for rule in scoring[key]
            ]
    return {**definition, "piles": piles, **({"scoring": scoring} if scoring else {})}


# What players look up during a game: the phases of a turn, reminders, and how unclear rules are read


class ShownCard(NamedTuple):
    """A card that shows a text of the rules: its place, None for cards in a row, the icon between it and the card before it, whether its back is up, and whether only its place is shown, which is free."""

    card: str
    at: tuple[float, float] | None = None
    sign: str = ""
    is_back: bool = False
    is_free: bool = False


class Note(NamedTuple):
    """A text of the rules. `label` is the context of its text, `title` that of its title, '' if it has none.

    `modes` are the only ones that it is for, () for all, or where just one mode is read; `shows` are the cards that
    show it, and `window` is what is seen of placed ones: left, top, width and height, () for all. One that is a row of a table has the query `of` its cards, or the context of its `value`, or both.
    """

    label: str
    title: str = ""
    icon: str = ""
    modes: tuple[str, ...] = ()
    shows: tuple[ShownCard, ...] = ()
    of: str = ""
    value: str = ""
    window: tuple[float, ...] = ()

    @property
    def is_row(self) -> bool:
        """Whether it is a row of a table."""
        return bool(self.of or self.value)


class CardTable(NamedTuple):
    """A table of cards: the query that finds them, the field that labels a row, and the fields of the columns.

    Without a field, the names of the cards are the labels. With `across`, the first of `columns` is a column for each choice
    of that field which the cards have.
    """

    query: str
    label: str
    columns: tuple[str, ...]
    across: str = ""


class Reminder(NamedTuple):
    """A titled part of the rules: a text, notes, and a table of cards, each of which may be missing.

    `title` is the context of the title, and `label` that of the text. `modes` are those of a note. A phase that is `apart`
    comes only now and then. `values` is the context of the heading of the values of notes. A reminder is told
    `before` the set-up or the turn on rules pages, or after both (''); one that is `wide` may be across a page, and one `with_points` tells how points are counted itself.
    """

    title: str
    label: str = ""
    icon: str = ""
    notes: tuple[Note, ...] = ()
    cards: CardTable | None = None
    modes: tuple[str, ...] = ()
    apart: bool = False
    values: str = ""
    before: Literal["", "setup", "turn"] = ""
    wide: bool = False
    with_points: bool = False


def phases_in(game: Game, mode: str, *, is_short: bool = False) -> tuple[Reminder, ...]:
    """Phases of a turn in a mode, or in any mode (''), in order; empty if the game does not describe its turn.

    They have their short texts, where there are any, if `is_short`.
    """
    return tuple(_read_all("turn", game, mode, is_short=is_short))


def reminders_in(game: Game, mode: str, *, is_short: bool = False) -> tuple[Reminder, ...]:
    """Reminders of a mode, or of all modes (''), in order.

    They are those of rules pages, or if `is_short` those of reference cards, with their short texts, where there are any.
    """
    return tuple(_read_all("reminders", game, mode, is_short=is_short))


def readings_in(game: Game, mode: str) -> tuple[Note, ...]:
    """What the rules of a mode, or of any (''), leave unclear, with the reading that the data follow; settings are not among them."""
    return tuple(
        Note(f"reading:{name}.text", f"reading:{name}", modes=only_modes(entry, mode))
        for name, entry in game.definition.get("readings", {}).items()
        if _applies(entry, mode)
    )


def settings_in(game: Game, mode: str) -> dict[str, Section]:
    """Settings of a mode, or of any (''), by name, as game.yaml has them."""
    settings: dict[str, Section] = game.definition.get("settings", {})
    return {name: entry for name, entry in settings.items() if _applies(entry, mode)}


_PREFIXES = {"turn": "turn", "reminders": "reminder"}


def _read_all(section: str, game: Game, mode: str, *, is_short: bool) -> Iterator[Reminder]:
    for name, entry in game.definition.get(section, {}).items():
        if _applies(entry, mode) and _is_shown(entry, is_short=is_short):
            reminder = _read(f"{_PREFIXES[section]}:{name}", entry, mode, is_short=is_short)
            if reminder.label or reminder.notes or reminder.cards:
                yield reminder


def _shown(item: Section) -> tuple[ShownCard, ...]:
    """Cards that show an item."""
    return tuple(
        ShownCard(
            shown["card"],
            tuple(shown["at"]) if "at" in shown else None,
            shown.get("sign", ""),
            "back" in shown,
            "free" in shown,
        )
        for shown in item.get("shows", ())
    )


def _applies(entry: Section, mode: str) -> bool:
    return not mode or mode in entry.get("modes", (mode,))


def _is_shown(entry: Section, *, is_short: bool) -> bool:
    """Whether a part of the rules is on reference cards, or else on rules pages; a picture without a short text is on pages only."""
    is_picture = "shows" in entry and "short" not in entry
    return entry.get("only") != ("rules" if is_short else "reference") and not (is_short and is_picture)


def only_modes(entry: Section, mode: str) -> tuple[str, ...]:
    """Modes that a part of the rules is only for; () for all, or where just one mode is read."""
    return () if mode else tuple(entry.get("modes", ()))


def _read(title: str, entry: Section, mode: str, *, is_short: bool) -> Reminder:
    notes = tuple(
        Note(
            f"{title}.item.{name}" + (".short" if is_short and "short" in item else ""),
            f"{title}.item.{name}.title" if "title" in item else "",
            item.get("icon", ""),
            only_modes(item, mode),
            () if is_short else _shown(item),
            item.get("of", ""),
            f"{title}.item.{name}.value" if "value" in item else "",
            () if is_short else tuple(item.get("window", ())),
        )
        for name, item in entry.get("items", {}).items()
        if _applies(item, mode) and _is_shown(item, is_short=is_short)
    )
    cards = None
    if "cards" in entry:
        cards = CardTable(
            entry["cards"], entry.get("rows", ""), tuple(entry["columns"]), entry.get("across", "")
        )
    label = f"{title}.short" if is_short and "short" in entry else f"{title}.text" if "text" in entry else ""
    apart, values = entry.get("apart", False), f"{title}.values" if "values" in entry else ""
    is_told = entry.get("before", ""), "wide" in entry, "points" in entry
    icon, modes = entry.get("icon", ""), only_modes(entry, mode)
    return Reminder(title, label, icon, notes, cards, modes, apart, values, *is_told)


def notes_in(definition: Section) -> Parts:
    """Yield every phase, reminder, item of one, and reading, each with its path."""
    for section in (*_PREFIXES, "readings"):
        for name, entry in definition.get(section, {}).items():
            yield (section, name), entry
            for item, note in entry.get("items", {}).items():
                yield (section, name, "items", item), note

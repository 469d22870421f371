"""A proposed game as files: game.yaml with a comment about each guess, and the face of its cards."""

from __future__ import annotations

import re
import textwrap
from typing import TYPE_CHECKING, Any

from deckwright import resources
from deckwright.files.game_proposals import FACE
from deckwright.messages import tr
from deckwright.model.words import fold, on_one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from deckwright.files.game_proposals import GameProposal, GuessedColumn, Path

_WIDTH = 110
_PLAIN = re.compile(r"[^\W\d_](?:[\w '’()/.–—-]*[\w)])?")
"""Texts that are the same in YAML without quotation marks, if they are no words of YAML."""

_WORDS = frozenset(["y", "n", "yes", "no", "true", "false", "on", "off", "null", "none", "inf", "nan"])


def game_yaml(proposal: GameProposal, sheet: str) -> str:
    """The game.yaml of a proposed game, whose cards are in the file `sheet`."""
    about = tr(
        "Proposed from {sheet}: the comments say what was guessed, and how to change it. The cards are in "
        "cards/{sheet}: change them there, then run “deckwright load {game}”.",
        sheet=on_one_line(sheet),
        game=proposal.definition["id"],
    )
    lines = ["# yaml-language-server: $schema=.schemas/game.schema.json", *_comment(about, 0)]
    for key, value in proposal.definition.items():
        is_section = isinstance(value, dict) or key == "sheets"
        lines += (
            ["", *_entry(key, value, (key,), proposal.notes)]
            if is_section
            else _entry(key, value, (key,), proposal.notes)
        )
    return "\n".join(lines) + "\n"


def _comment(text: str, indent: int) -> list[str]:
    pad = " " * indent + "# "
    return textwrap.wrap(
        on_one_line(text),
        _WIDTH,
        initial_indent=pad,
        subsequent_indent=pad,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _entry(key: str, value: Any, path: Path, notes: Mapping[Path, str]) -> Iterator[str]:
    """Lines of a key and its value, below the note about it."""
    indent = 2 * (len(path) - 1)
    if path in notes:
        yield from _comment(notes[path], indent)
    pad, name = " " * indent, _scalar(key)
    line = f"{pad}{name}: {_flow(value)}"
    if not isinstance(value, dict | list) or (len(path) > 1 and len(line) <= _WIDTH) or not _is_deep(value):
        yield line
        return
    yield f"{pad}{name}:"
    if isinstance(value, list):
        for number, one in enumerate(value):
            if (*path, number) in notes:
                yield from _comment(notes[*path, number], indent + 2)
            yield from _item(one, indent + 2)
    else:
        for inner, one in value.items():
            yield from _entry(inner, one, (*path, inner), notes)


def _is_deep(value: Any) -> bool:
    """Whether a value has more than a line of scalars."""
    inside = value.values() if isinstance(value, dict) else value
    return bool(value) and (isinstance(value, dict) or any(isinstance(one, dict | list) for one in inside))


def _item(value: Any, indent: int) -> Iterator[str]:
    """Lines of an entry of a list; one that is too long for a line has its keys below each other."""
    line = f"{' ' * indent}- {_flow(value)}"
    if len(line) <= _WIDTH or not isinstance(value, dict):
        yield line
        return
    lead = "- "
    for key, one in value.items():
        if isinstance(one, dict) and one:
            yield f"{' ' * indent}{lead}{_scalar(key)}:"
            yield from (f"{' ' * (indent + 4)}{_scalar(name)}: {_flow(part)}" for name, part in one.items())
        else:
            yield f"{' ' * indent}{lead}{_scalar(key)}: {_flow(one)}"
        lead = "  "


def _flow(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_scalar(key)}: {_flow(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_flow, value)) + "]"
    return _scalar(value)


def _scalar(value: str | float | bool) -> str:
    """Write a value as YAML: a text without quotation marks if it is the same then."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if not isinstance(value, str):
        return str(value)
    if _PLAIN.fullmatch(value) and value.lower() not in _WORDS:
        return value
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(one if one.isprintable() else f"\\U{ord(one):08x}" for one in escaped) + '"'


# The face of its cards.

_COSTS = frozenset(
    ["cost", "mana", "price", "cout", "prix", "costo", "prezzo", "kosten", "preis", "coste", "precio"]
)
"""Words of headings for the number that is largest on a card."""

_WIDTH_OF_CARD = 53
_ROW = 3.6
"""Millimetres of a row of fields."""

_SHORT = frozenset({"integer", "number", "boolean", "date"})
_LONGEST_SHORT = 14
"""The most letters of the title of a field that shares its row."""

_PICTURE, _LEAST_PICTURE = 30.0, 14.0
"""Millimetres for a picture with few fields, and with many."""

_FEW_ROWS = 3

_MOST_FIELDS = 14
"""The fields that have room on a card."""


def face_yaml(proposal: GameProposal) -> str:
    """The face of all cards of a proposed game: its pictures, its numbers and other fields, its texts."""
    starter = resources.folder("exports") / "starters" / "faces" / f"{FACE}.yaml"
    text = starter.read_text(encoding="utf-8")
    text = text.replace("../../../schemas/face.schema.json", "../.schemas/face.schema.json")
    cost = next((one for one in proposal.columns if _is_cost(one)), None)
    if cost:
        text = text.replace("at: [5, 4, 53, 10.4]", "at: [5, 4, 40, 10.4]")
    fields = [one for one in proposal.columns if one != cost and (one.type or one.part == "marks")]
    shown, hidden = fields[:_MOST_FIELDS], fields[_MOST_FIELDS:]
    rows = [*_rows(shown)]
    boxes = [*_pictures(shown, len(rows)), *_icon(proposal.columns), *rows]
    if hidden:
        comment = "\n".join(
            _comment(tr("There is no room for these fields yet. Add boxes for those you need."), 0)
        )
        names = ", ".join(map(_field, hidden))
        text = text.replace("extends: base\n", f"extends: base\n{comment}\nleaves_out: [{names}]\n")
    badge = "".join(f"  - {box}\n" for box in (_cost_boxes(_field(cost)) if cost else ()))
    text = text.replace("  # cost\n", badge)
    return text.replace("      # fields\n", "".join(f"      - {row}\n" for row in boxes))


def _is_cost(column: GuessedColumn) -> bool:
    is_number = column.type in {"integer", "number"}
    return is_number and not _COSTS.isdisjoint(fold(column.heading).split())


def _cost_boxes(name: str) -> tuple[str, str]:
    at = "at: [46, 2.2, 12, 12]"
    return (
        f'{{shape: circle, {at}, fill: accent, when: "has:{name}"}}',
        f'{{number: {name}, {at}, style: cost, when: "has:{name}"}}',
    )


def _field(column: GuessedColumn) -> str:
    return column.part.removeprefix("field.")


def _pictures(columns: Sequence[GuessedColumn], rows: int) -> Iterator[str]:
    """Boxes for pictures: the more rows of fields there are, the smaller."""
    pictures = [_field(one) for one in columns if one.type == "picture"]
    room = max(_LEAST_PICTURE, _PICTURE - _ROW * max(0, rows - _FEW_ROWS))
    for name in pictures:
        height = f"{room / len(pictures):.1f}"
        yield f'{{picture: "{{{name}}}", height: {height}, radius: 2, missing: nothing, when: "has:{name}"}}'


def _icon(columns: Sequence[GuessedColumn]) -> Iterator[str]:
    if any(one.part == "icon" for one in columns):
        height = 6 if any(one.type == "picture" for one in columns) else 14
        yield f'{{icon: "{{icon}}", height: {height}, colour: head}}'


def _rows(columns: Iterable[GuessedColumn]) -> Iterator[str]:
    """Rows of fields: short ones in twos, then each of the others."""
    short: list[GuessedColumn] = []
    long: list[GuessedColumn] = []
    for one in columns:
        is_short = one.type in _SHORT and len(one.heading) <= _LONGEST_SHORT
        (short if is_short else long).append(one)
    for pair in (short[at : at + 2] for at in range(0, len(short), 2)):
        cells = [
            f'{{text: "{_words(one)}", style: entry, at: [{at * _WIDTH_OF_CARD / 2:g}, 0, {_WIDTH_OF_CARD / 2:g}, {_ROW}], '
            f'when: "{_condition(one)}"}}'
            for at, one in enumerate(pair)
        ]
        condition = " or ".join(map(_condition, pair))
        yield f'{{group: [{", ".join(cells)}], height: {_ROW}, when: "{condition}"}}'
    for one in long:
        if one.part == "marks":
            yield '{text: "**{marks}**", style: entry}'
        elif one.type != "picture":
            yield f'{{text: "{_words(one)}", style: entry, when: "{_condition(one)}"}}'


def _words(column: GuessedColumn) -> str:
    name = _field(column)
    return f"**{{field:{name}}}**" if column.type == "boolean" else f"{{field:{name}}} **{{{name}}}**"


def _condition(column: GuessedColumn) -> str:
    return f"{_field(column)}:yes" if column.type == "boolean" else f"has:{_field(column)}"

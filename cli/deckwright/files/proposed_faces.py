"""The face of a proposed game: a look from `exports/starters/faces`, with boxes for the columns of its sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckwright import resources
from deckwright.files.game_proposals import yaml_comment
from deckwright.files.sheet_columns import SHEET_WORDS
from deckwright.messages import tr
from deckwright.model.words import fold

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from deckwright.files.game_proposals import GameProposal, GuessedColumn

LOOKS = ("plain", "text", "picture", "numbers")
"""What a proposed face can look like, each a file of that name."""

STAND_IN = "stand-in.svg"
"""The picture for those that are not there yet, in the folder of pictures."""

_HEAD = '"#243049"'
_KIND_COLOURS = ("#243049", "#7a2f0c", "#00503e", "#5e2363", "#4a4000", "#0a4a75")
"""Colours of kinds under white letters. The name of the kind is on each card too."""

_MANY_NUMBERS, _MOST_VALUES = 3, 5

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


def look_of(columns: Sequence[GuessedColumn]) -> str:
    """The look for cards of these columns: what most of a card is."""
    if any(column.type == "picture" for column in columns):
        return "picture"
    shown = [column for column in columns if column.type and not _is_cost(column)]
    if len(_numbers(shown)) >= _MANY_NUMBERS:
        return "numbers"
    has_text = any(column.part == "text" for column in columns)
    return "text" if has_text and len(shown) < _MANY_NUMBERS else "plain"


def face_yaml(proposal: GameProposal, look: str = "") -> str:
    """The face of all cards of a proposed game in a look, or in the one that its columns suggest."""
    text = _starter(f"{look or look_of(proposal.columns)}.yaml").read_text(encoding="utf-8")
    text = text.replace("../../../schemas/face.schema.json", "../.schemas/face.schema.json")
    cost = next((column for column in proposal.columns if _is_cost(column)), None)
    if cost:
        text = text.replace("at: [5, 4, 53, 10.4]", "at: [5, 4, 40, 10.4]")
    fields = [
        column for column in proposal.columns if column != cost and (column.type or column.part == "marks")
    ]
    shown, hidden = fields[:_MOST_FIELDS], fields[_MOST_FIELDS:]
    values = _numbers(shown)[:_MOST_VALUES] if "# values" in text else []
    rows = [*_rows(column for column in shown if column not in values)]
    if hidden:
        comment = "\n".join(
            yaml_comment(tr("There is no room for these fields yet. Add boxes for those you need."))
        )
        names = ", ".join(map(_field, hidden))
        text = text.replace("extends: base\n", f"extends: base\n{comment}\nleaves_out: [{names}]\n")
    kinds = [*proposal.definition.get("kinds", ())][: len(_KIND_COLOURS)]
    if len(kinds) > 1:
        cases = ", ".join(f'"{kind}": "{colour}"' for kind, colour in zip(kinds, _KIND_COLOURS, strict=False))
        text = text.replace(f"head: {_HEAD}", f"head: {{by: kind, {cases}, else: {_HEAD}}}")
    pictures = [*_pictures(shown, len(rows) + 3 * bool(values)), *_icon(proposal.columns)]
    boxes = {"pictures": pictures, "fields": rows, "values": [*_values(values)]}
    for mark, lines in boxes.items():
        text = text.replace(f"      # {mark}\n", "".join(f"      - {line}\n" for line in lines))
    return text.replace(
        "  # cost\n", "".join(f"  - {box}\n" for box in (_cost_boxes(_field(cost)) if cost else ()))
    )


def stand_in() -> bytes:
    """The picture for those that are not there yet."""
    return _starter(STAND_IN).read_bytes()


def _starter(name: str) -> Path:
    return resources.folder("exports") / "starters" / "faces" / name


def _numbers(columns: Iterable[GuessedColumn]) -> list[GuessedColumn]:
    return [column for column in columns if column.type in {"integer", "number"}]


def _values(columns: Sequence[GuessedColumn]) -> Iterator[str]:
    """A row of large figures, each above its title."""
    if not columns:
        return
    width = _WIDTH_OF_CARD / len(columns)
    cells = [
        f'{{text: "{{field:{name}}}", at: [{at * width + 0.5:.2f}, 0, {width - 1:.2f}, 3], style: caption, when: "has:{name}"}}, '
        f'{{number: {name}, at: [{at * width + 0.5:.2f}, 3, {width - 1:.2f}, 6], style: value, when: "has:{name}"}}'
        for at, name in enumerate(map(_field, columns))
    ]
    condition = " or ".join(map(_condition, columns))
    yield f'{{group: [{", ".join(cells)}], height: 9, when: "{condition}"}}'


def _is_cost(column: GuessedColumn) -> bool:
    is_number = column.type in {"integer", "number"}
    return is_number and not {*SHEET_WORDS["costs"]}.isdisjoint(fold(column.heading).split())


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
    pictures = [_field(column) for column in columns if column.type == "picture"]
    room = max(_LEAST_PICTURE, _PICTURE - _ROW * max(0, rows - _FEW_ROWS))
    for name in pictures:
        height = f"{room / len(pictures):.1f}"
        yield f'{{picture: "{{{name}}}", height: {height}, radius: 2, missing: {STAND_IN}, when: "has:{name}"}}'


def _icon(columns: Sequence[GuessedColumn]) -> Iterator[str]:
    if any(column.part == "icon" for column in columns):
        height = 6 if any(column.type == "picture" for column in columns) else 14
        yield f'{{icon: "{{icon}}", height: {height}, colour: head}}'


def _rows(columns: Iterable[GuessedColumn]) -> Iterator[str]:
    """Rows of fields: short ones in twos, then each of the others."""
    short: list[GuessedColumn] = []
    long: list[GuessedColumn] = []
    for column in columns:
        is_short = column.type in _SHORT and len(column.heading) <= _LONGEST_SHORT
        (short if is_short else long).append(column)
    for pair in (short[at : at + 2] for at in range(0, len(short), 2)):
        cells = [
            f'{{text: "{_words(column)}", style: entry, at: [{at * _WIDTH_OF_CARD / 2:g}, 0, {_WIDTH_OF_CARD / 2:g}, {_ROW}], '
            f'when: "{_condition(column)}"}}'
            for at, column in enumerate(pair)
        ]
        condition = " or ".join(map(_condition, pair))
        yield f'{{group: [{", ".join(cells)}], height: {_ROW}, when: "{condition}"}}'
    for column in long:
        if column.part == "marks":
            yield '{text: "**{marks}**", style: entry}'
        elif column.type != "picture":
            yield f'{{text: "{_words(column)}", style: entry, when: "{_condition(column)}"}}'


def _words(column: GuessedColumn) -> str:
    name = _field(column)
    return f"**{{field:{name}}}**" if column.type == "boolean" else f"{{field:{name}}} **{{{name}}}**"


def _condition(column: GuessedColumn) -> str:
    return f"{_field(column)}:yes" if column.type == "boolean" else f"has:{_field(column)}"

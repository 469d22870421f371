"""The face of a proposed game: a look from `exports/starters/faces`, with boxes for the columns of its sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from deckwright import resources
from deckwright.files.commented_yaml import yaml_comment
from deckwright.messages import tr

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from deckwright.files.game_proposals import GameProposal, GuessedColumn

LOOKS = ("plain", "text", "picture", "numbers")
"""What a proposed face can look like, each a file of that name."""

STAND_IN = "stand-in.svg"
"""The picture for those that are not there yet, in the folder of pictures."""

_HEAD = '"#243049"'
FAMILY_COLOURS = ("#243049", "#9d5206", "#007451", "#8844b8", "#350a06", "#3735dd")
"""Colours of kinds, or of the values of a choice, under white letters; they differ for colour-blind eyes too."""

_MANY_NUMBERS, _MOST_VALUES = 3, 5

_WIDTH = "(width - 2 * inset_x - 3)"
"""Millimetres of a row of fields: 50 on a poker card."""

_ROW = 3.6
"""Millimetres of a row of fields in running type."""

_STRIP, _TALL_STRIP, _GAP = 6.6, 8.6, 0.9
"""Millimetres of a strip with one field, and with a large figure; and between strips."""

_ROOM, _ROOM_BESIDE_TEXT = 58.0, 30.0
_ROOM_FOR_INITIAL = 24.0
"""Millimetres of strips that fit on a card, on one with texts, and above the initial of a name."""

_INITIAL = '{text: "{name | first 1}", style: initial}'
"""A letter for cards with little else on them."""

_SHORT = frozenset({"integer", "number", "boolean", "date"})
_LONGEST_SHORT = 14
"""The most letters of the title of a field that shares its row."""

_PICTURE, _LEAST_PICTURE = 32.0, 14.0
"""Millimetres for a picture with few fields, and with many."""

_FEW_ROWS = 3

_COST_CIRCLE, _COST_ICON = 12, 4.6
"""Millimetres of the circle around a cost, and of one of its icons."""

_MOST_FIELDS, _MOST_BESIDE_TEXT = 14, 9
"""The fields that have room on a card, and on one with texts."""


def look_of(columns: Sequence[GuessedColumn], *apart: str) -> str:
    """The look for cards of these columns: what most of a card is, besides the fields in its corner and its foot."""
    if any(column.type == "picture" for column in columns):
        return "picture"
    shown = [column for column in columns if column.type and _field(column) not in apart]
    if len(_numbers(shown)) >= _MANY_NUMBERS:
        return "numbers"
    has_text = any(column.part == "text" for column in columns)
    return "text" if has_text and len(shown) < _MANY_NUMBERS else "plain"


class CardRoom(NamedTuple):
    """Room on cards of a named size: its share of a poker card's below the name, and whether both feet fit side by side."""

    size: str = ""
    below_name: float = 1.0
    has_two_feet: bool = True


POKER_ROOM = CardRoom()


def face_yaml(proposal: GameProposal, look: str = "", card: CardRoom = POKER_ROOM) -> str:
    """The face of all cards of a proposed game in a look, or in the one that its columns suggest."""
    size, room, has_two_feet = card
    look = look or look_of(proposal.columns, proposal.cost, proposal.credit, proposal.number)
    text = _starter(f"{look}.yaml").read_text(encoding="utf-8")
    text = text.replace("../../../schemas/face.schema.json", "../.schemas/face.schema.json")
    if proposal.cost:
        beside = f"{_cost_width(proposal) + 1:g}"
        text = text.replace("$(width - 2 * inset_x), 11]", f"$(width - 2 * inset_x - {beside}), 11]")
    if size:
        text = text.replace("extends: base\n", f"extends: base\nsize: {size}\n")
    family, values_of_family = _family(proposal)
    apart = {proposal.cost, proposal.credit, proposal.number, family}
    fields = [
        column
        for column in proposal.columns
        if (column.type and _field(column) not in apart) or column.part == "marks"
    ]
    has_text = any(column.part in {"text", "flavour"} for column in proposal.columns)
    most = round(min(1.0, room) * (_MOST_BESIDE_TEXT if has_text else _MOST_FIELDS))
    shown, hidden = fields[:most], fields[most:]
    values = _numbers(shown)[:_MOST_VALUES] if "# values" in text else []
    rest = [column for column in shown if column not in values]
    height = len(rest) * (_STRIP + _GAP) + len(values) * (_TALL_STRIP + _GAP)
    has_strips = look in {"plain", "numbers"} and height <= room * (_ROOM_BESIDE_TEXT if has_text else _ROOM)
    rows = [*(_strips(rest, _STRIP, "fact") if has_strips else _rows(rest))]
    if hidden:
        comment = "\n".join(
            yaml_comment(tr("There is no room for these fields yet. Add boxes for those you need."))
        )
        names = ", ".join(map(_field, hidden))
        text = text.replace("extends: base\n", f"extends: base\n{comment}\nleaves_out: [{names}]\n")
    if family:
        colours = zip(values_of_family, FAMILY_COLOURS, strict=False)
        cases = ", ".join(f'"{value}": "{colour}"' for value, colour in colours)
        text = text.replace(f"head: {_HEAD}", f"head: {{by: {family}, {cases}, else: {_HEAD}}}")
    boxes = {
        "kind": [f'{{text: "{{{family}}}", style: kind}}'] if family else [],
        "pictures": [*_pictures(shown, len(rows) + 3 * bool(values)), *_icon(proposal.columns)],
        "fields": rows,
        "initial": [] if has_text or height > room * _ROOM_FOR_INITIAL else [_INITIAL],
        "values": [*(_strips(values, _TALL_STRIP, "value") if look == "numbers" else _figures(values))],
    }
    for mark, lines in boxes.items():
        text = text.replace(f"      # {mark}\n", "".join(f"      - {line}\n" for line in lines))
    foot = _feet(proposal, with_game=has_two_feet)
    for mark, around in {"foot": foot, "cost": _cost_boxes(proposal)}.items():
        text = text.replace(f"  # {mark}\n", "".join(f"  - {box}\n" for box in around))
    return text


def _family(proposal: GameProposal) -> tuple[str, Sequence[str]]:
    """What cards are coloured by, with its values: their kind, or else the first choice of few values below the name."""
    kinds = [*proposal.definition.get("kinds", ())]
    if len(kinds) > 1:
        return "kind", kinds
    for name, schema in proposal.definition.get("fields", {}).items():
        values = [choice["const"] for choice in schema.get("oneOf", ())]
        is_below = name not in {proposal.cost, proposal.credit, proposal.number}
        if is_below and 1 < len(values) <= len(FAMILY_COLOURS):
            return name, values
    return "", ()


def stand_in() -> bytes:
    """The picture for those that are not there yet."""
    return _starter(STAND_IN).read_bytes()


def _starter(name: str) -> Path:
    return resources.folder("exports") / "starters" / "faces" / name


def _numbers(columns: Iterable[GuessedColumn]) -> list[GuessedColumn]:
    return [column for column in columns if column.type in {"integer", "number"}]


def _figures(columns: Sequence[GuessedColumn]) -> Iterator[str]:
    """A row of large figures, each above its title."""
    if not columns:
        return
    share = len(columns)
    cells = [
        f'{{text: "{{field:{name}}}", at: [$({_WIDTH} * {at} / {share} + 0.5), 0, $({_WIDTH} / {share} - 1), 3.4], style: caption, when: "has:{name}"}}, '
        f'{{number: {name}, at: [$({_WIDTH} * {at} / {share} + 0.5), 3.4, $({_WIDTH} / {share} - 1), 6], style: value, when: "has:{name}"}}'
        for at, name in enumerate(map(_field, columns))
    ]
    condition = " or ".join(map(_condition, columns))
    yield f'{{group: [{", ".join(cells)}], height: 9.4, when: "{condition}"}}'


def _strips(columns: Iterable[GuessedColumn], height: float, style: str) -> Iterator[str]:
    """A strip for each field, with its title at the left and its value at the right."""
    ground = f"{{shape: rect, at: [0, 0, ${_WIDTH}, {height}], radius: 1.5, fill: tint}}"
    for column in columns:
        name = _field(column)
        if column.part == "marks":
            yield '{text: "**{marks}**", style: entry}'
        elif column.type == "boolean":
            words = f'{{text: "{{field:{name}}}", at: [2, 0, $({_WIDTH} - 4), {height}], style: caption}}'
            yield f'{{group: [{ground}, {words}], height: {height}, when: "{name}:yes"}}'
        elif column.type != "picture":
            title = f'{{text: "{{field:{name}}}", at: [2, 0, $({_WIDTH} * 0.4), {height}], style: caption}}'
            value = f'{{text: "{{{name}}}", at: [$({_WIDTH} * 0.46), 0, $({_WIDTH} * 0.5), {height}], style: {style}}}'
            yield f'{{group: [{ground}, {title}, {value}], height: {height}, when: "has:{name}"}}'


_FOOT_TOP = "$(height - inset_y - 2.6)"
"""Where the small line below the panel begins: its letters end in the safe zone of print shops."""


def _feet(proposal: GameProposal, *, with_game: bool) -> Iterator[str]:
    """The game at the left and the card at the right, or the card alone; with the artist and the number that cards have."""
    inner, align = "(width - 2 * inset_x)", "{extends: foot, align: right}"
    number = f"{{{proposal.number}}} · " if proposal.number else ""
    card = number + "{id} · r{revision}"
    if not with_game:
        yield "{id: source, drop: yes}"
        yield from _foot("number", card, f"[$inset_x, {_FOOT_TOP}, ${inner}, 3]", align, proposal.credit)
        return
    game = f"[$inset_x, {_FOOT_TOP}, $({inner} * 25 / 53), 3]"
    yield from _foot("source", "{game}", game, "foot", proposal.credit)
    right = f"[$(width - inset_x - {inner} * 27.2 / 53), {_FOOT_TOP}, $({inner} * 27.2 / 53), 3]"
    yield from _foot("number", card, right, align)


def _foot(name: str, text: str, place: str, style: str, credit: str = "") -> Iterator[str]:
    """A small line; if cards have an artist, another one for those."""
    others = f', when: "-has:{credit}"' if credit else ""
    yield f'{{id: {name}, text: "{text}", at: {place}, style: {style}{others}}}'
    if credit:
        yield f'{{id: credit, text: "{{{credit}}} · {text}", at: {place}, style: {style}, when: "has:{credit}"}}'


def _cost_width(proposal: GameProposal) -> float:
    """Millimetres of a card's corner: of a circle for figures, or of a row of icons."""
    return 1 + _COST_ICON * proposal.cost_icons if proposal.cost_icons else _COST_CIRCLE


def _cost_boxes(proposal: GameProposal) -> Iterator[str]:
    name, width = proposal.cost, _cost_width(proposal)
    if not name:
        return
    at = f"at: [$(width - inset_x - {width:g}), $(inset_y - 1.4), {width:g}, {_COST_CIRCLE}]"
    if proposal.cost_icons:
        style = "{extends: cost, colour: white, size: 13, align: right, valign: middle}"
        yield f'{{text: "{{{name}}}", {at}, style: {style}}}'
        return
    yield f'{{shape: circle, {at}, fill: accent, when: "has:{name}"}}'
    style = "{extends: cost, align: centre, valign: middle}"
    is_number = any(_field(column) == name for column in _numbers(proposal.columns))
    value = f"number: {name}" if is_number else f'text: "{{{name}}}"'
    yield f'{{{value}, {at}, style: {"cost" if is_number else style}, when: "has:{name}"}}'


def _field(column: GuessedColumn) -> str:
    return column.part.removeprefix("field.")


def _pictures(columns: Sequence[GuessedColumn], rows: int) -> Iterator[str]:
    """Boxes for pictures: the more rows of fields there are, the smaller."""
    pictures = [_field(column) for column in columns if column.type == "picture"]
    room = max(_LEAST_PICTURE, _PICTURE - _ROW * max(0, rows - _FEW_ROWS))
    for name in pictures:
        height = f"$({room / len(pictures):.1f} * (height - 2 * inset_y - 38) / 42)"
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
            f'{{text: "{_words(column)}", style: entry, at: [$({_WIDTH} * {at} / 2), 0, $({_WIDTH} / 2), {_ROW}], '
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

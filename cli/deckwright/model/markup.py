"""The markup in the texts of cards: emphasis, icons in braces, tags in brackets, tables; and that of other tools, rewritten."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Literal, NamedTuple

from deckwright.model.words import Pattern

if TYPE_CHECKING:
    from collections.abc import Collection, Container, Iterable, Iterator


EMPHASIS = Pattern(r"(\*\*?\*?)(?=\S)(.{1,1000}?)(?<=[^\s*])\1(?!\*)", re.DOTALL)
"""One star is for italics, two are for bold type, three for both; the second group is the text between.

Its length is bounded, since the search starts at every star. The first star is written apart: Python looks for such a letter fast."""

ICON_FORM = r"\{[A-Za-z0-9][A-Za-z0-9_]*\}"
"""An icon in a text, such as `{coin}`, `{2}` or `{T}`, as a pattern without groups."""

ICON = re.compile(r"\{([A-Za-z0-9][A-Za-z0-9_]*)\}")
"""An icon in a text; the group is its name in the game."""

FACE_ICON = re.compile(r"\{icon:([^{}\s]*)\}")
"""An icon as written in the texts of faces, not of cards."""


_BRACES = Pattern(r"\{[^{}\n]*\}|[{}]")
_WORD = Pattern(r"[a-z0-9][a-z0-9_]*")


def unknown_braces(text: str, *others: re.Pattern[str]) -> Iterator[tuple[int, str]]:
    """Yield braces with their content, or single braces, that none of the `others` matches: their position and text."""
    unmatched = text
    for pattern in others:
        unmatched = pattern.sub(lambda match: " " * len(match[0]), unmatched)
    yield from ((brace.start(), text[brace.start() : brace.end()]) for brace in _BRACES.finditer(unmatched))


def word_in(written: str) -> str:
    """First word in a pair of braces, in lower case: `cost` for `{ COST+1 }`; '' without one."""
    word = _WORD.search(written.lower())
    return word[0] if word else ""


def has_unknown_icons(text: str, names: Container[str]) -> bool:
    """Whether a text has an icon with an unknown name, or written as in faces."""
    if "{" not in text:
        return False
    return FACE_ICON.search(text) is not None or any(icon[1] not in names for icon in ICON.finditer(text))


def unpaired_stars(text: str) -> int:
    """Position of two stars that emphasise nothing; -1 if there are none."""
    return EMPHASIS.sub(lambda passage: " " * len(passage[0]), text).find("**")


def without_markup(text: str) -> str:
    """Text with a space in place of each icon, and without tags."""
    return without_tags(ICON.sub(" ", text))


# Tags: `[gold]…[/gold]` or `[gold]…[/]` sets words in a style that the face names; `[br]` begins a line.
#
# Which names a face has is not known here. A tag is one of a pair, or `[br]` or `[tab]`; any other word in brackets is
# printed as it is.

TAG = re.compile(r"\[(?:/|/?[a-z][a-z0-9_-]{0,39})\]")
"""What looks like a tag."""

LINE_BREAK, TAB, KEEP = "br", "tab", "nobr"
"""Tags that every face has: a new line, a jump to the next tab stop, and words that stay on one line."""

_LINE_END = Pattern(r"[ \t]*(?:\n[ \t]*(?!\s))?")

_SINGLE = frozenset({LINE_BREAK, TAB})

RESERVED = frozenset({*_SINGLE, KEEP})
"""Names of tags that are not styles of a face."""

TagRole = Literal["open", "close", "single", "unclosed", "unopened", "crossing"]


class Tag(NamedTuple):
    """A tag or what looks like one: its position, how it is written, its name (of `[/]`, that of its pair), and its role.

    The last three roles are those of tags without a pair. One is `crossing` if it closes a pair that another tag,
    opened before, has closed already.
    """

    start: int
    written: str
    name: str
    role: TagRole

    @property
    def is_printed(self) -> bool:
        """Whether it is printed as it is."""
        return self.role in {"unclosed", "unopened", "crossing"}


def tags_of(text: str) -> list[Tag]:
    """Tags of a text, in order, each pair matched."""
    if "[" not in text:
        return []
    tags: list[Tag] = []
    opened: list[int] = []
    for tag in TAG.finditer(text):
        name = tag[0].strip("[/]")
        role: TagRole = "single" if name in _SINGLE else "unclosed"
        if tag[0].startswith("[/"):
            role, name = _close(name, tags, opened)
        elif role == "unclosed":
            opened.append(len(tags))
        tags.append(Tag(tag.start(), tag[0], name, role))
    return tags


def _close(name: str, tags: list[Tag], opened: list[int]) -> tuple[TagRole, str]:
    """Match a closing tag with the last open one of its name, and return its role and name."""
    level = next(
        (index for index in reversed(range(len(opened))) if name in {"", tags[opened[index]].name}), None
    )
    if level is None:
        is_crossing = any(tag.name == name and tag.role == "unclosed" for tag in tags)
        return ("crossing" if is_crossing else "unopened"), name
    place = opened[level]
    del opened[level:]
    tags[place] = tags[place]._replace(role="open")
    return "close", tags[place].name


def without_tags(text: str, line_break: str = " ") -> str:
    """Text without its tags; those that are printed stay, `line_break` replaces line breaks, and a space tabs."""
    plain, end = "", 0
    for tag in tags_of(text):
        if not tag.is_printed:
            plain += text[end : tag.start]
            end = tag.start + len(tag.written)
            if tag.name == LINE_BREAK:
                plain, end = plain.rstrip(" \t") + line_break, _after_break(text, end)
            elif tag.name == TAB:
                plain += " "
    return plain + text[end:]


def _after_break(text: str, start: int) -> int:
    """Where a line begins after a line break: beyond the spaces after it, and the end of its line in the file."""
    line_end = _LINE_END.match(text, start)
    return line_end.end() if line_end else start


def tag_names(text: str) -> list[str]:
    """Tags of a text as translations must keep them: its pairs by name and its line breaks, in order."""
    return [f"[{tag.name}]" for tag in tags_of(text) if tag.role in {"open", "single"}]


# Tables: lines that begin and end with a bar.

_ROW = Pattern(r"[ \t]*\|.*\|[ \t]*")
_RULE = Pattern(r":?-{2,}:?|:-:?|-:")


def is_table_row(line: str) -> bool:
    """Whether a line of a text is a row of a table."""
    return _ROW.fullmatch(line) is not None


def cells_of(line: str) -> list[str]:
    """Cells of a row of a table, without the spaces around them."""
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def is_table_rule(cells: Iterable[str]) -> bool:
    """Whether a row of cells is the line below the head of a table, such as `|---|--:|`."""
    return all(_RULE.fullmatch(cell) for cell in cells)


def without_table_rules(text: str) -> str:
    """Text without the lines below the heads of its tables, which have no words."""
    if "|" not in text:
        return text
    lines = text.split("\n")
    return "\n".join(line for line in lines if not (is_table_row(line) and is_table_rule(cells_of(line))))


def spoken_tables(text: str) -> str:
    """Text with the cells of its tables after commas, one row a sentence."""
    if "|" not in text:
        return text
    lines = without_table_rules(text).split("\n")
    return "\n".join(
        f"{', '.join(filter(None, cells_of(line)))};" if is_table_row(line) else line for line in lines
    )


# Markup of other tools in sheets: HTML, line ends of nanDECK and Squib, and names of icons, as Deckwright writes them


_EMPHASIS = {
    "***": Pattern(
        r"<(?:b|strong)><(?:i|em)>(\s*)(.*?)(\s*)</(?:i|em)></(?:b|strong)>", re.IGNORECASE | re.DOTALL
    ),
    "**": Pattern(r"<(?:b|strong)>(\s*)(.*?)(\s*)</(?:b|strong)>", re.IGNORECASE | re.DOTALL),
    "*": Pattern(r"<(?:i|em)>(\s*)(.*?)(\s*)</(?:i|em)>", re.IGNORECASE | re.DOTALL),
}
_FOREIGN_LINE_END = Pattern(r"\s*(?:<br\s*/?>|</p>\s*<p>|\\13\\|\\n|(?-i:%n(?![a-z])))[ \t]*", re.IGNORECASE)
_ITEM = Pattern(r"\s*<li>\s*", re.IGNORECASE)
_TAG = Pattern(
    r"</?(?:b|strong|i|em|u|br|p|div|span|font|sup|sub|small|big|center|ul|ol|li|h[1-6])(?:\s[^<>]*)?/?>",
    re.IGNORECASE,
)
_ENTITY = Pattern(r"&(?:[a-z]{2,8}|#\d{1,6}|#x[0-9a-f]{1,5});", re.IGNORECASE)
_ICON = Pattern(
    r"\[([a-z][a-z0-9_-]{0,29})\]|(?<!\w):([a-z][a-z0-9_-]{1,29}):|\{\(([a-z][a-z0-9_-]{0,29})\)\}"
)
_FOREIGN_BRACES = Pattern(r"\{(\([^{}]*\))\}")

_RECURRING = 2
"""How often a name in brackets is there if it is that of an icon."""


def is_foreign(text: str) -> bool:
    """Whether a text has markup of other tools, besides names of icons."""
    return bool(
        _TAG.search(text)
        or _ENTITY.search(text)
        or _FOREIGN_LINE_END.search(text)
        or _FOREIGN_BRACES.search(text)
    )


def icons_in_brackets(texts: Iterable[str], files: Collection[str] = ()) -> list[str]:
    """Names of icons that recur as `[name]`, `:name:` or `{(name)}`, or have a file, as a game declares them."""
    names = Counter(name for text in texts for _, name in bracketed(text))
    return [name for name, times in names.items() if times >= _RECURRING or name.replace("_", "-") in files]


def bracketed(text: str) -> list[tuple[re.Match[str], str]]:
    """What other tools read as icons, `[name]`, `:name:` or `{(name)}`, each with that name as a game declares it."""
    matches = (
        [(match, _name(match)) for match in _ICON.finditer(text)]
        if "[" in text or ":" in text or "{(" in text
        else []
    )
    if not matches:
        return []
    paired = {tag.name for tag in tags_of(text) if not tag.is_printed}
    return [(match, name) for match, name in matches if name not in {*paired, *RESERVED}]


def converted(text: str, icons: Collection[str]) -> str:
    """A text with stars, line ends and braces in place of the markup of other tools; `icons` are those of the game."""
    from html import unescape

    for stars, pattern in _EMPHASIS.items():
        text = pattern.sub(rf"\1{stars}\2{stars}\3", text)
    text = _TAG.sub("", _ITEM.sub("\n• ", _FOREIGN_LINE_END.sub("\n", text)))
    text = _ICON.sub(lambda match: f"{{{_name(match)}}}" if _name(match) in icons else match[0], text)
    return unescape(_FOREIGN_BRACES.sub(r"\1", text)).strip()


def _name(match: re.Match[str]) -> str:
    return str(next(filter(None, match.groups()))).replace("-", "_")

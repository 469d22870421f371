"""Runs: words of a text in a look of their own, which a face names and texts mark by `[name]…[/name]`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.messages import tr
from deckwright.model.markup import KEEP, RESERVED, tags_of
from deckwright.model.words import nearest, suggest_names

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from deckwright.findings import Severity
    from deckwright.model.markup import Tag


# The runs that a face names, and what they change.


class RunStyle(NamedTuple):
    """What a run changes; an empty value changes nothing. `size` is relative to the text, `colour` a name of the palette."""

    font: str | tuple[str, ...] = ""
    weight: int = 0
    bold: bool = False
    italic: bool | None = None
    size: float = 1.0
    colour: str = ""
    small_caps: bool = False
    underline: bool = False


def read_run(value: Mapping[str, Any]) -> RunStyle:
    """Read a run of a face."""
    font = value.get("font", "")
    return RunStyle(**{**value, "font": tuple(font) if isinstance(font, list) else font})


class RunLook(NamedTuple):
    """How the letters of a run differ from those around it, apart from their font.

    `scale` is their size relative to the text, `keeps` whether their words stay on one line.
    """

    scale: float = 1.0
    colour: str = ""
    underline: bool = False
    small_caps: bool = False
    keeps: bool = False

    def within(self, name: str, run: RunStyle | None) -> RunLook:
        """Look of a run inside this one; without a style, that of an unknown run, or of words that stay together."""
        if run is None:
            return self._replace(keeps=self.keeps or name == KEEP)
        return RunLook(
            self.scale * run.size,
            run.colour or self.colour,
            self.underline or run.underline,
            self.small_caps or run.small_caps,
            self.keeps,
        )


PLAIN_LOOK = RunLook()
"""Look of words in no run."""


# What is wrong with the tags of a text.


class TagFault(NamedTuple):
    """What is wrong with a tag: its position in the text, how severe it is, and a message."""

    offset: int
    severity: Severity
    message: str


def tag_faults(text: str, known: Sequence[str]) -> Iterator[TagFault]:
    """Yield what is wrong with the tags of a text, for a face with the runs `known`.

    Words in brackets are no tags unless they are in a pair, or called like a run.
    """
    for tag in tags_of(text):
        if fault := _fault(tag, known):
            yield TagFault(tag.start, *fault)


def _fault(tag: Tag, known: Sequence[str]) -> tuple[Severity, str] | None:
    is_known = tag.name in known or tag.name in RESERVED
    near = nearest(tag.name, [*known, *RESERVED])
    if tag.role == "open" and not is_known:
        message = tr("The face has no {tag} under runs.", tag=tag.written)
        return "error", f"{message} {suggest_names(tag.name, list(known))}"
    if tag.role == "crossing":
        message = tr(
            "{tag} comes too late: the tag around it is closed already. Close the inner tag first.",
            tag=tag.written,
        )
        return "error", message
    if tag.role == "unclosed" and is_known:
        message = tr(
            "{tag} is not closed. Write {end} after the last word.", tag=tag.written, end=f"[/{tag.name}]"
        )
        return "error", message
    if tag.role == "unopened" and (is_known or not tag.name):
        message = tr("{tag} closes nothing, and is printed as is.", tag=tag.written)
        return "error" if tag.name else "warning", message
    if tag.is_printed and near:
        slash = "/" if tag.role == "unopened" else ""
        message = tr(
            "{tag} is printed as is. Did you mean {names}?",
            tag=tag.written,
            names=", ".join(f"[{slash}{one}]" for one in near),
        )
        return "warning", message
    return None

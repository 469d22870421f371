"""Find colours that mean something, but that a colour-blind player cannot tell apart."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from deckwright.messages import tr
from deckwright.model.finding import Finding
from deckwright.press.faces.boxes import Place
from deckwright.press.faces.choices import Cases
from deckwright.press.faces.needs import colours_of
from deckwright.press.preflight.signs import asked_of, counted, signs_of, walk
from deckwright.press.preflight.vision import SIGHTS, USUAL, difference

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deckwright.press.faces import Face
    from deckwright.press.faces.scope import Desk

LEAST = 10.0
"""How unlike two colours must look to be told apart at a glance, on two cards that do not lie side by side."""


def note_confusions(face: Face, kinds: Sequence[str], desk: Desk) -> None:
    """Note colours by case of which two look alike, where nothing but the colour tells the cases apart."""
    fields = desk.game.fields
    signs = signs_of(face) | {name for name in counted(face) if name in fields and not fields[name].many}
    doubtful = [(field, tone) for field, tone in _meaning(face) if field not in signs]
    found = [finding for field, tone in doubtful for finding in _confusions(face, field, tone, kinds, desk)]
    if not found:
        return
    asked = asked_of(face, desk)
    for field, finding in found:
        if field not in asked:
            desk.note(finding)


def _meaning(face: Face) -> list[tuple[str, str]]:
    """List the fields, with the names of the colours that depend on them, of which something is drawn."""
    pairs = (pair for box, row in walk(face) for pair in _tones(face, colours_of(box), row))
    return list(dict.fromkeys(pairs))


def _tones(face: Face, colours: Sequence[str], row: str) -> Iterator[tuple[str, str]]:
    for name in colours:
        tone = face.palette.tones.get(name, "")
        if isinstance(tone, Cases) and (row or tone.by != "entry"):
            yield (row if tone.by == "entry" else tone.by), name
        elif isinstance(tone, str) and tone in face.palette.tones:
            yield from _tones(face, [tone], row)


def _confusions(
    face: Face, field: str, tone: str, kinds: Sequence[str], desk: Desk
) -> Iterator[tuple[str, Finding]]:
    cases = face.palette.tones[tone]
    values = list(kinds) if field == "kind" else list(desk.choices.get(field) or ())
    by = cases.by if isinstance(cases, Cases) else field
    said = values or (list(cases.cases) if isinstance(cases, Cases) else [])
    colours = {value: face.palette.colour(tone, {by: value}.get) for value in said}
    for one, two in combinations([value for value in colours if colours[value]], 2):
        sight = _confusing(colours[one], colours[two])
        if sight:
            yield field, _finding(face, tone, f"{field}:{one}", f"{field}:{two}", sight)


def _confusing(one: str, two: str) -> str:
    """Name the sight to which two colours look alike that are not; empty where there is none."""
    if difference(one, two, USUAL) < LEAST:
        return ""
    return next((name for name, sight in SIGHTS.items() if difference(one, two, sight) < LEAST), "")


def _finding(face: Face, tone: str, one: str, two: str, sight: str) -> Finding:
    document = next(one for one in reversed(face.documents) if tone in one.value.get("palette", {}))
    message = tr(
        "A {sight} player cannot tell {one} from {two} by the colour {tone}. Choose a lighter and a darker "
        "one, or add a word, an icon or a shape.",
        sight={"protan": tr("red-blind"), "deutan": tr("green-blind"), "tritan": tr("blue-blind")}[sight],
        one=one,
        two=two,
        tone=tone,
    )
    where = Place(document).at("palette", tone).where()
    return Finding("colours-alike", "warning", message, found=sight, where=where)

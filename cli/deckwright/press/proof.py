"""Draw cards for a proof: each in some languages, for one web page."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from deckwright.errors import InputError
from deckwright.messages import tr
from deckwright.press.drawing.cards import draw_card
from deckwright.press.faces.scope import Desk
from deckwright.press.preflight import note_flaws
from deckwright.press.writing.svg import SvgFile
from deckwright.press.writing.web_fonts import font_rules

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from deckwright.model.card import Card
    from deckwright.model.finding import Finding
    from deckwright.model.game import Game
    from deckwright.press.faces import Face


class ProofJob(NamedTuple):
    """Cards of one game, with the copies of each, to show in some languages, the first of which leads.

    `faces`, `assets`, `matches` and `sisters` are as those of a `PrintJob`; `describe` gives a card's words in a language.
    """

    game: Game
    cards: Sequence[tuple[Card, int]]
    languages: Sequence[str]
    title: str
    faces: Mapping[str, Face]
    assets: Mapping[str, bytes]
    matches: Callable[[str, Card], bool]
    describe: Callable[[Card, str], str]
    sisters: Mapping[str, Sequence[Card]]


class Proof(NamedTuple):
    """Cards drawn: an `svg` element for each card's id and language, and what all of them need.

    `definitions` stand in a `defs` element before them, `rules` in the page's style sheet; `icons` are the ids
    of the symbols of the game's marks; `credits` say whose fonts and icons these are.
    """

    drawings: Mapping[tuple[str, str], str]
    definitions: str
    rules: str
    icons: Mapping[str, str]
    credits: Sequence[str]
    findings: Sequence[Finding]


def draw_proof(job: ProofJob, progress: Callable[[int], None] | None = None) -> Proof:
    """Draw the cards of a job, each once however many copies; `progress` is told how many drawings are done.

    Raises:
        InputError: there is no card to show.
    """
    if not job.cards:
        raise InputError("nothing-to-print", tr("There is no card to print."))
    file = SvgFile(job.assets)
    drawings: dict[tuple[str, str], str] = {}
    findings: dict[Finding, None] = {}
    for language in job.languages:
        desk = Desk(job.game, language, job.assets, job.matches, job.sisters)
        note_flaws(desk, [card for card, _ in job.cards], job.faces)
        for card, _ in job.cards:
            drawings[card.id, language] = _drawing(card, job, desk, file)
            if progress:
                progress(len(drawings))
        findings.update(desk.findings)
    icons = {mark: file.icon(one["icon"]) for mark, one in job.game.definition.get("marks", {}).items()}
    rules = font_rules(file.letters)
    return Proof(drawings, file.definitions, rules, icons, file.credits, list(findings))


def _drawing(card: Card, job: ProofJob, desk: Desk, file: SvgFile) -> str:
    face = job.faces[card.kind]
    label = job.describe(card, desk.language)
    attributes = {"role": "img", "lang": desk.language, "aria-label": label}
    return file.drawing(draw_card(card, face, desk), face.size, attributes)

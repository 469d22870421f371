"""Draw cards for a proof: each in some languages, for one web page."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from deckwright.errors import InputError
from deckwright.messages import tr
from deckwright.press.drawing.cards import draw_card, look_of
from deckwright.press.faces.scope import Desk
from deckwright.press.preflight import note_flaws
from deckwright.press.writing.svg import SvgFile
from deckwright.press.writing.web_fonts import font_rules

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping, Sequence

    from deckwright.model.card import Card
    from deckwright.model.finding import Finding
    from deckwright.model.game import Game
    from deckwright.press.faces import Face


class ProofJob(NamedTuple):
    """Cards of one game, with the copies of each, to show in some languages, the first of which leads.

    `faces`, `backs`, `assets`, `matches`, `sisters` and `low_ink` are as those of a `PrintJob`; `describe` gives a
    card's words in a language.
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
    backs: Mapping[str, Face]
    low_ink: bool = False
    findings: Sequence[Finding] = ()


class Back(NamedTuple):
    """A back as an `svg` element, and the kinds of the cards that have it."""

    kinds: Sequence[str]
    drawing: str


class Proof(NamedTuple):
    """Cards drawn: an `svg` element for each card's id and language, and what all of them need.

    `definitions` stand in a `defs` element before them, `rules` in the page's style sheet; `icons` are the ids
    of the symbols of the game's marks; `credits` say whose fonts and icons these are. Backs are in the leading language.
    """

    drawings: Mapping[tuple[str, str], str]
    backs: Sequence[Back]
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
    backs: list[Back] = []
    findings: dict[Finding, None] = dict.fromkeys(job.findings)
    for language in job.languages:
        desk = Desk(job.game, language, job.assets, job.matches, job.sisters, low_ink=job.low_ink)
        note_flaws(desk, [card for card, _ in job.cards], job.faces, None if backs else job.backs)
        backs = backs or [_back(face, cards, job, desk, file) for face, cards in _worn(job, desk)]
        for card, _ in job.cards:
            drawings[card.id, language] = _drawing(card, job, desk, file)
            if progress:
                progress(len(drawings))
        findings |= dict.fromkeys(desk.findings)
    icons = {mark: file.icon(one["icon"]) for mark, one in job.game.definition.get("marks", {}).items()}
    rules = font_rules(file.letters)
    return Proof(drawings, backs, file.definitions, rules, icons, file.credits, list(findings))


def _worn(job: ProofJob, desk: Desk) -> list[tuple[Face, list[Card]]]:
    """Give each back, and each look of it, with the first card of each kind that has it."""
    kinds = job.game.names("kinds")
    worn: dict[Hashable, tuple[Face, dict[str, Card]]] = {}
    for card in sorted((card for card, _ in job.cards), key=lambda card: kinds.index(card.kind)):
        face = job.backs[card.kind]
        worn.setdefault(look_of(card, face, desk), (face, {}))[1].setdefault(card.kind, card)
    return [(face, list(cards.values())) for face, cards in worn.values()]


def _back(face: Face, cards: Sequence[Card], job: ProofJob, desk: Desk, file: SvgFile) -> Back:
    kinds = [card.kind for card in cards]
    names = ", ".join(job.game.label(f"kind:{kind}", desk.language) for kind in kinds)
    attributes = {"role": "img", "aria-label": tr("Back of {kinds}", kinds=names), **_cut(face)}
    return Back(kinds, file.drawing(draw_card(cards[0], face, desk), face.size, attributes))


def _drawing(card: Card, job: ProofJob, desk: Desk, file: SvgFile) -> str:
    face = job.faces[card.kind]
    label = job.describe(card, desk.language)
    attributes = {"role": "img", "lang": desk.language, "aria-label": label, **_cut(face)}
    return file.drawing(draw_card(card, face, desk), face.size, attributes)


def _cut(face: Face) -> dict[str, str]:
    """Name the outline along which a face is cut, for the page's style sheet."""
    return {} if face.cut == "rect" else {"class": f"cut-{face.cut}"}

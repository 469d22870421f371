"""Leave out of a job what is on paper already."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from deckwright.press.digests import Digests
from deckwright.press.drawing.cards import draw_card
from deckwright.press.faces.scope import Desk

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deckwright.model.card import Card
    from deckwright.press.faces import Face
    from deckwright.press.job import PrintJob
    from deckwright.store.prints import Paper


def only_missing(job: PrintJob, papers: Mapping[tuple[str, str], Paper]) -> PrintJob:
    """Give the job with just those copies of each card that are not on paper as it looks now, maybe none.

    `papers` say by card and face what is there. A card of which nothing is missing stays in the job, with no
    copies. The drawings are not kept: they would take more memory than the few that are drawn again take time.
    """
    desk = Desk(job.game, job.language, job.assets, job.matches, job.sisters, low_ink=job.low_ink)
    digests = Digests(job.assets)

    def there(card: Card, face: Face) -> int:
        paper = papers.get((card.id, face.name))
        if paper is None or paper.digest != digests.of(draw_card(card, face, desk), face.size):
            return 0
        return paper.copies

    def missing(card: Card, wanted: int) -> int:
        return max(0, *[wanted - there(card, faces[card.kind]) for faces in _sides(job)])

    return replace(job, cards=[(card, missing(card, wanted)) for card, wanted in job.cards])


def _sides(job: PrintJob) -> list[Mapping[str, Face]]:
    """List the faces by kind that are printed: those of the fronts, and of the backs where there are any."""
    return [job.faces, job.backs] if job.duplex or job.sheet.fold else [job.faces]

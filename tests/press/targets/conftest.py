"""What tests of targets need: jobs with backs, and PDFs taken apart."""

from __future__ import annotations

from dataclasses import replace

import pikepdf
import pytest

from deckwright.press.faces.choice import load_backs
from deckwright.press.faces.face_file import face_reader, load_face


@pytest.fixture(scope="session")
def shop_job(job_of):
    """Make a job of a packaged game's cards, with their backs."""

    def make(name, **more):
        job = job_of(name, **more)
        cards = [card for card, _ in job.cards]
        return replace(job, backs=load_backs(job.game, cards, job.assets, job.faces))

    return make


@pytest.fixture
def own_job(small_job):
    """Make a job of cards of the small game, with the plain back or another."""

    def make(*cards, back=None, **more):
        return replace(
            small_job(*cards, **more), backs={"tool": back or load_face("back-plain", face_reader({}))}
        )

    return make


def contents(pdf):
    """Yield the operands and operators of every page and form in a PDF."""
    for thing in pdf.objects:
        if isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") == "/Form":
            yield from pikepdf.parse_content_stream(thing)
    for page in pdf.pages:
        yield from pikepdf.parse_content_stream(page)


@pytest.fixture(scope="session")
def contents_of():
    """List the operands and operators of a PDF."""
    return lambda pdf: [(tuple(one.operands), str(one.operator)) for one in contents(pdf)]

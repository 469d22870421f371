"""What tests of the proof page need: pages of real cards and of cards made up."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from deckwright.press.faces.choice import cards_by_face, load_backs, load_fronts, query_matcher
from deckwright.press.print_job import CardJob
from deckwright.press.proof.drawings import ProofJob, draw_proof
from deckwright.press.proof.page import proof_page
from deckwright.workbench.cards import spoken_card


@pytest.fixture(scope="session")
def proof_job(packaged):
    """Function that makes a job of a packaged game's cards, or of changed ones."""

    def make(name, *languages, change=lambda cards: cards):
        box = packaged(name)
        cards = change(list(box.cards))
        return ProofJob(
            game=box.game,
            cards=[(card, card.copies) for card in cards],
            languages=languages,
            title=box.game.title(box.game.source_language),
            faces=(fronts := load_fronts(box.game, cards, box.assets)),
            assets=box.assets,
            matches=query_matcher(box.game),
            describe=lambda card, language: spoken_card(card, box.game, language),
            cards_by_face=cards_by_face(box.game, box.cards),
            backs=load_backs(box.game, cards, box.assets, fronts),
        )

    return make


def shared_fields(job):
    """What a job of any kind has, for one of another kind."""
    return {field.name: getattr(job, field.name) for field in fields(CardJob)}


@pytest.fixture(scope="session")
def page_of():
    """Function that writes the page of a job."""
    return lambda job: "".join(proof_page(job, draw_proof(job), "en"))


@pytest.fixture(scope="session")
def monsters_job(proof_job):
    """Make a job of some cards of one game, in two languages; a browser takes its time over a whole one."""
    return proof_job("data-monsters", "it", "fr", change=lambda cards: cards[::3])


@pytest.fixture(scope="session")
def monsters(monsters_job, page_of, tmp_path_factory):
    """Write the page of that job."""
    return _written(page_of(monsters_job), tmp_path_factory)


@pytest.fixture(scope="session")
def dataset_job(proof_job):
    """Make a job of some cards of another game, in three languages."""
    signs = ("love", "consent", "simple", "purpose")
    return proof_job(
        "dataset",
        "it",
        "fr",
        "en",
        change=lambda cards: [card for card in cards if card.id.startswith(signs)],
    )


@pytest.fixture(scope="session")
def dataset(dataset_job, page_of, tmp_path_factory):
    """Write the page of that job."""
    return _written(page_of(dataset_job), tmp_path_factory)


@pytest.fixture(scope="session")
def long(proof_job, page_of, tmp_path_factory):
    """Write a page on which the first of three cards has more text than room."""

    def change(cards):
        texts = {**cards[0].texts["it"], "text": "parola " * 400}
        return [replace(cards[0], texts={**cards[0].texts, "it": texts}), *cards[1:3]]

    return _written(page_of(proof_job("data-monsters", "it", change=change)), tmp_path_factory)


def _written(page, folders):
    file = folders.mktemp("proof") / "page.html"
    file.write_text(page, encoding="utf-8")
    return file

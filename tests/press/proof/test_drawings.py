"""Cards drawn for a proof page: each look of a back, and the outline of each piece."""

from dataclasses import replace

from deckwright.press.faces.choice import load_backs
from deckwright.press.proof.drawings import ProofJob, draw_proof

from .conftest import shared_fields


def test_each_look_of_a_back_stands_there_and_round_pieces_are_round(job_of):
    job = job_of("big-monster", cards=lambda card: card.kind in {"explorer", "medal"})
    cards = [card for card, _ in job.cards]
    job = replace(job, backs=load_backs(job.game, cards, job.assets, job.faces))
    proof = draw_proof(ProofJob(languages=["en"], describe=lambda card, _: card.id, **shared_fields(job)))
    suits = {card.fields["suit"] for card, _ in job.cards if card.kind == "explorer"}
    assert [list(back.kinds) for back in proof.backs] == [["explorer"]] * len(suits) + [["medal"]]
    assert [key[0] for key, drawing in proof.drawings.items() if "cut-circle" in drawing] == [
        card.id for card, _ in job.cards if card.kind == "medal"
    ]

"""One card of each kind in each language, as a log of what is drawn.

After a change that is meant, `DECKWRIGHT_GOLDEN=write pytest tests/press/test_goldens.py` writes the logs anew;
look at the difference, and at the printed card.
"""

import os
from pathlib import Path

import pytest

GOLDEN = Path(__file__).parent / "golden"
CARDS = {
    "data-monsters": ["krol-chief", "minimum-viable-product", "hype-wave", "digital-twin-of-the-boss"],
    "dataset": ["simple-yellow", "love-red", "data-breach", "consent"],
    "monster-office": [
        "p-slime-proof-floor",
        "p-launch-party-tile",
        "orange-3",
        "credit-5",
        "token-skulls",
        "map-3",
        "day-at-the-office",
    ],
    "big-monster": [
        "lava-purple-red-below",
        "explorer-black-woman",
        "mutation-red",
        "medal-crystals",
        "board",
        "points-of-the-planet",
    ],
}


@pytest.mark.parametrize("name", [f"{game}/{card}" for game, cards in CARDS.items() for card in cards])
def test_a_card_is_drawn_as_before(job_of, draw, log_of, name):
    game, card_id = name.split("/")
    job = job_of(game, "fr", lambda card: card.id == card_id)
    parts, findings = draw(job, job.cards[0][0])
    assert findings == []
    file = GOLDEN / f"{card_id}.txt"
    if os.environ.get("DECKWRIGHT_GOLDEN") == "write":
        file.parent.mkdir(exist_ok=True)
        file.write_text(log_of(parts), encoding="utf-8")
    assert log_of(parts) == file.read_text(encoding="utf-8")


def test_there_is_a_log_for_each_kind_of_card(packaged):
    kinds = {card.kind for game, ids in CARDS.items() for card in packaged(game).cards if card.id in ids}
    assert kinds == {kind for game in CARDS for kind in packaged(game).game.names("kinds")}

"""What differs between two states of cards, as people read it."""

from __future__ import annotations

import pytest

from deckwright.messages import use
from deckwright.model.card_changes import CardChanges, FieldChange


def test_changed_values_are_written_as_people_write_them():
    fields = {
        "price": FieldChange(2.5, 3),
        "sizes": FieldChange([], [1.5, 2]),
        "solo": FieldChange(before=True, now=False),
        "text": FieldChange("Draw a card.", ""),
    }
    use("fr")
    [line] = CardChanges(changed={"anvil": fields}).lines()
    text = "text : « Draw a card. » → –"
    assert (
        line.replace("\u00a0", " ")
        == f"anvil : price : 2,5 → 3, sizes : – → 1,5, 2, solo : oui → non, {text}"
    )


@pytest.mark.parametrize(
    ("on_paper", "gone"), [(True, "Owl ×3: remove from the old box"), (False, "Owl: removed (×3)")]
)
def test_changed_cards_are_named_as_people_know_them(on_paper, gone):
    names = {"newt": "Newt", "newt-b": "Newt", "toad": "Toad", "owl": "Owl"}
    changes = CardChanges(("newt", "newt-b"), {"toad": {}}, {"owl": 3}, names, on_paper)
    assert changes.lines() == ["Newt (newt): new", "Newt (newt-b): new", "Toad: looks different", gone]

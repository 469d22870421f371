"""A hint names what was meant, and all there is only where that is little."""

from __future__ import annotations

import pytest

from deckwright.model.hints import meant

MANY = [f"name{number}" for number in range(20)]


@pytest.mark.parametrize(
    ("name", "known", "hint"),
    [
        ("unqiue", ["unique"], "Did you mean unique?"),
        ("hock", ["hack", "monster"], "Did you mean hack? Known are: hack, monster."),
        ("xyz", ["hack", "monster"], "Known are: hack, monster."),
        ("xyz", [], "There are none."),
    ],
)
def test_what_was_meant_is_said_once(name, known, hint):
    assert meant(name, known) == hint


def test_of_many_names_only_some_are_given():
    assert meant("xyz", MANY) == f"Known are: {', '.join(MANY[:12])}, …."
    assert "Known are" not in meant("name3", MANY)

"""A language that a game lacks is added in its folder, or in a copy of a packaged game."""

from __future__ import annotations

from pathlib import Path

import pytest

from deckwright.errors import InputError
from deckwright.workbench.new_languages import with_language

LISTS = [
    ("title: A\nlanguages: [en, fr]\nkinds: {}\n", "title: A\nlanguages: [en, fr, es]\nkinds: {}\n"),
    ("languages:\n  - en\n  - fr\nkinds: {}\n", "languages:\n  - en\n  - fr\n  - es\nkinds: {}\n"),
    ("languages:\n- en\n", "languages:\n- en\n- es\n"),
]


@pytest.mark.parametrize(("before", "after"), LISTS)
def test_the_language_is_last_in_the_list_however_that_is_written(before, after):
    assert with_language(before, "es", Path("game.yaml")) == after


def test_another_way_is_an_error():
    with pytest.raises(InputError, match="list of languages"):
        with_language("languages: &all\n  [en]\n".replace("[en]", "*x"), "es", Path("game.yaml"))

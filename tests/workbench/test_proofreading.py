"""Translations of each language are checked by themselves, through the Python API."""

from __future__ import annotations

import pytest

from deckwright.errors import UsageError
from deckwright.workbench.library import open_library
from deckwright.workbench.proofreading import TranslationCheckOptions, check_translations


def test_each_language_is_checked_by_itself(database):
    with open_library("cards.db") as library:
        options = TranslationCheckOptions(rules=["missing", "fit"])
        steps = []
        checks = check_translations(library, "ponds", options, lambda _, count: _counting(steps, count))
        assert [(check.language, len(check.checked.findings), check.spelling) for check in checks] == [
            ("fr", 5, "off"),
            ("it", 5, "off"),
        ]
        assert steps == [1, 2, 1, 2]
        with pytest.raises(UsageError, match="one language"):
            check_translations(library, "ponds", TranslationCheckOptions(dictionaries=["fr_FR"]))
    assert database.path.is_file()


class _counting:  # noqa: N801 - a context manager
    def __init__(self, steps, count):
        assert count == 2
        self._steps = steps

    def __enter__(self):
        return self._steps.append

    def __exit__(self, *_):
        return None

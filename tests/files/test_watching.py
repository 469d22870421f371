"""Watching files begins with what it needs."""

from __future__ import annotations

import importlib.util

import pytest

from deckwright.errors import UsageError
from deckwright.files.watching import changes


def test_a_missing_package_is_missed_before_anything_is_watched(monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    with pytest.raises(UsageError, match="watchfiles"):
        changes(list)

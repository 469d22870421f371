"""Slips of English typography."""

from __future__ import annotations

import re

from deckwright.translation.checks.typography.slip import NO_SPACE, QUOTES, Slip

ENGLISH = (
    NO_SPACE,
    Slip(re.compile(r'"[^"]*"?|«[^»]*»?'), QUOTES, "“ ”"),
)

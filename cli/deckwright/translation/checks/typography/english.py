"""Slips of English typography."""

from __future__ import annotations

import re

from deckwright.messages import later
from deckwright.translation.checks.typography.slip import NO_SPACE, Slip

ENGLISH = (
    NO_SPACE,
    Slip(re.compile(r'"[^"]*"?|«[^»]*»?'), later("English quotation marks are “ and ”: {found}")),
)

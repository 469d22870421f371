"""Slips of Italian typography: accents above all, which keyboards make apostrophes of."""

from __future__ import annotations

import re

from deckwright.messages import later
from deckwright.translation.checks.typography.slip import NBSP, NO_SPACE, QUOTES, WORD, Slip

_CUT_SHORT = "be|ca|co|da|de|di|e|fa|fe|i|mo|ne|o|pe|po|sta|su|to|tra|va|ve|vo"
"""Words that end in an apostrophe by right, such as `po’` and `di’`."""

_ACUTE = (
    "acciocch|affinch|allorch|anzich|bench|cosicch|dacch|finch|fuorch|giacch|macch|nonch|perch|poich|purch"
    "|sicch|talch|n|s|vicer|trentatr|ventitr"
)
"""What stands before an é at the end of a word."""

_BARE = "fà|fù|mò|nò|pò|quà|quì|sà|sò|stà|sù|và"
"""Words that have no accent."""

ITALIAN = (
    NO_SPACE,
    Slip(re.compile(r"\b[Ee]['’](?=\s|$)"), later("“{found}” wants an accent: È, è.")),
    Slip(
        re.compile(rf"\b(?!(?:{_CUT_SHORT})['’])\w+[aeiou]['’](?=[\s.,;:!?»”)]|$)", re.IGNORECASE),
        later("“{found}” wants an accent, not an apostrophe."),
    ),
    Slip(
        re.compile(rf"\b(?:{_ACUTE})è\b|\b(?:caff|cio|t)é\b|\bé\b|{WORD}[áíóú]\b", re.IGNORECASE),
        later("The accent of “{found}” leans the wrong way: perché, né, but è, cioè, più."),
    ),
    Slip(re.compile(rf"\b(?:{_BARE})\b", re.IGNORECASE), later("“{found}” has no accent.")),
    Slip(re.compile(r"\bqual['’]\s?è\b", re.IGNORECASE), later("“{found}” is written qual è.")),
    Slip(re.compile(r'"[^"]*"?'), QUOTES, "« », “ ”"),
    Slip(
        re.compile(rf"«[\s{NBSP}]\w*|{WORD}?[\s{NBSP}]»"),
        later("No space stands inside quotation marks: “{found}”."),
    ),
)

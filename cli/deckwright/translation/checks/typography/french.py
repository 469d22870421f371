"""Slips of French typography: spaces before signs, quotation marks, accents on capitals, œ."""

from __future__ import annotations

import re

from deckwright.messages import later
from deckwright.translation.checks.typography.slip import NBSP, QUOTES, WORD, Slip

_AFTER_A = (
    "apr|aucun|avant|bord|ce|cela|ces|cet|cette|chacun|chacune|chaque|ciel|condition|côté|côtés|court|défaut"
    "|deux|droite|eux|force|gauche|jamais|la|laquelle|l|lui|moins|mesure|mon|notre|nous|nouveau|partir|peine"
    "|plusieurs|propos|quatre|qui|quoi|ses|son|sa|temps|tour|tous|tout|toute|toutes|travers|trois|utiliser|vos"
    "|votre|vous"
)
"""Words after which, at the start of a sentence, A is À and not the verb."""

_ACCENTED = (
    "chang|chapp|charp|chec|chelle|chelon|clair|clat|clips|cole|conom|cout|cran|crase|crir|crit|cume|cureuil"
    "|col|dit(?:er|eur|ion)|duc|gal|glis|lan|lect|lev|lim|lit|loign|merveill|mett|mission|mot|motion|nergi|nigm|norme|nonc|pais"
    "|paule|pee|ph[eé]m|pice|pine|poque|preuve|puis|quip|quit|rudit|tabl|tag|tal|tang|tap|tat|te\\b|tern|tincel"
    "|tir|toil|tonn|trang|tre\\b|troit|tud|vad|vai|val|veill|v[eéè]ne|vid|vit|vol|voqu"
)
"""What follows an initial É or Ê."""

FRENCH = (
    Slip(
        re.compile(rf"{WORD}? ?(?:(?<=[^{NBSP}?!;:])[;!?»]|(?<=[^{NBSP}?!;:]):(?!//)(?!(?<=\d:)\d))"),
        later("A no-break space belongs before the sign in “{found}”."),
    ),
    Slip(
        re.compile(r"(?<!\d)\d+ ?%"),
        later("A no-break space belongs before the sign in “{found}”."),
    ),
    Slip(re.compile(rf"«(?![{NBSP}])\w*"), later("A no-break space belongs after the sign in “{found}”.")),
    Slip(
        re.compile(r'"[^"]*"?|(?:^|(?<=[^«“]))“[^”]*”?'),
        QUOTES,
        "« »",
    ),
    Slip(
        re.compile(rf"(?:^|(?<=[.!?:…«]\s))A(?=\s(?:{_AFTER_A})\b)\s\w+|\bE(?:{_ACCENTED})\w*|\bCa\b"),
        later("Capitals keep their accents: “{found}”."),
    ),
    Slip(
        re.compile(
            r"\b(?:c|s|ch|ranc)oeurs?\b|\boeufs?\b|\b\w*oeuvr\w*|\bn?oeuds?\b|\bvoeux?\b|\boeil\w*|\bboeufs?\b"
            r"|\bmoeurs\b|\bfoet\w*",
            re.IGNORECASE,
        ),
        later("“{found}” is written with œ."),
    ),
)

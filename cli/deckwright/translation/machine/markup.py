"""Texts of cards as HTML and back, so that a machine that translates leaves alone what it must not touch.

Icons, and glossary terms, which are put in already translated, stand in `code` elements; what is emphasised stands
in `b` and `i`.
"""

from __future__ import annotations

import re
from html import escape, unescape
from typing import TYPE_CHECKING

from deckwright.model.markup import EMPHASIS, unpaired_stars
from deckwright.translation.tokens import ICON, has_same_icons

if TYPE_CHECKING:
    from collections.abc import Mapping

_OPEN, _CLOSE = '<code translate="no">', "</code>"
_KEPT = re.compile(r"<code\b[^<>]*>(.*?)</code>", re.DOTALL)
_EMPHASISED = re.compile(r"<(b|i)>(\s*)(.*?)(\s*)</\1>", re.DOTALL)
_TAGS = {1: ("<i>", "</i>"), 2: ("<b>", "</b>"), 3: ("<b><i>", "</i></b>")}
_TOO_LONG = 1_000
"""How much longer than 20 times its source, in letters, what a machine made of a text cannot be."""
_STARS = {"b": "**", "i": "*"}


def masked(text: str, terms: Mapping[str, str]) -> str:
    """Write a text as HTML; `terms` give the translation of each glossary term."""
    return _emphasised(_kept(escape(text, quote=False), terms))


def _kept(text: str, terms: Mapping[str, str]) -> str:
    """Put icons, and the translations of terms, where they are left alone; the longest term first."""
    translations = {term.casefold(): translation for term, translation in terms.items() if term}
    words = [re.escape(escape(term, quote=False)) for term in sorted(terms, key=len, reverse=True) if term]
    pattern = "|".join([ICON.pattern, *(rf"(?<![\w&]){word}(?!\w)" for word in words)])

    def kept(found: re.Match[str]) -> str:
        said = unescape(found[0])
        translation = translations.get(said.casefold(), said)
        return f"{_OPEN}{escape(_cased(translation, said), quote=False)}{_CLOSE}"

    return re.sub(pattern, kept, text, flags=re.IGNORECASE if words else 0)


def _cased(translation: str, said: str) -> str:
    return translation[:1].upper() + translation[1:] if said[:1].isupper() else translation


def _emphasised(text: str) -> str:
    def tagged(found: re.Match[str]) -> str:
        before, after = _TAGS[len(found[1])]
        return f"{before}{_emphasised(found[2])}{after}"

    return EMPHASIS.sub(tagged, text)


def unmasked(html: str, source: str) -> str | None:
    """Read what a machine made of a text; None where the icons, or the stars, are not those of its source."""
    if len(html) > _TOO_LONG + 20 * len(source):
        return None
    text = _KEPT.sub(lambda found: found[1], html.strip())
    for _ in range(2):
        text = _EMPHASISED.sub(
            lambda found: f"{found[2]}{_STARS[found[1]]}{found[3]}{_STARS[found[1]]}{found[4]}", text
        )
    text = "" if re.search(r"</?(?:code|b|i)\b", text) else unescape(text)
    is_whole = text.strip() and has_same_icons(text, source) and text.count("*") == source.count("*")
    return text if is_whole and (unpaired_stars(text) >= 0) == (unpaired_stars(source) >= 0) else None

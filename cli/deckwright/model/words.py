"""Comparison of words, ignoring case, accents and ligatures; the nearest known word; control characters."""

from __future__ import annotations

import re
import unicodedata
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from deckwright.messages import tr

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence


class Pattern:
    """A regular expression that is compiled when it is first used: a short command uses few of all."""

    def __init__(self, pattern: str, flags: int = 0) -> None:
        self._source = (pattern, flags)

    @cached_property
    def _compiled(self) -> re.Pattern[str]:
        return re.compile(*self._source)

    @cached_property
    def match(self) -> Callable[..., re.Match[str] | None]:
        """Match at the start of a text, or at a position."""
        return self._compiled.match

    @cached_property
    def fullmatch(self) -> Callable[..., re.Match[str] | None]:
        """Match a whole text, or the part from one position to another."""
        return self._compiled.fullmatch

    @cached_property
    def search(self) -> Callable[[str], re.Match[str] | None]:
        """Find the first match in a text."""
        return self._compiled.search

    @cached_property
    def finditer(self) -> Callable[[str], Iterator[re.Match[str]]]:
        """Find all matches in a text."""
        return self._compiled.finditer

    @cached_property
    def sub(self) -> Callable[..., str]:
        """Replace all matches in a text."""
        return self._compiled.sub

    @cached_property
    def split(self) -> Callable[[str], list[str]]:
        """Split a text at all matches."""
        return self._compiled.split


# Compare words as people type them, ignoring case, accents and ligatures.

# Letters that Unicode does not take apart into a base and an accent.
_APART = {
    "œ": "oe",
    "æ": "ae",
    "ø": "o",
    "ł": "l",
    "đ": "d",
    "ð": "d",
    "ħ": "h",
    "ŧ": "t",
    "þ": "th",
    "ı": "i",
}
# The least likeness, of 100, that two words must have for one to be meant by the other.
_LIKE = 72.5
# The letters of a word that one slip, in a letter or in the order of two, leaves recognisable.
_NOT_SHORT = 3
# The letters of a word that is like another one only if they have much in common.
_LONG = 5

# The most words with suggestions in one file or game: each is compared with all names.
_MOST_GUESSES = 100
# The longest word with a suggestion, in letters: the time grows with their square.
_LONGEST = 200

_guesses: ContextVar[list[int] | None] = ContextVar("guesses", default=None)


@contextmanager
def few_guesses() -> Iterator[None]:
    """Limit `nearest` to the first hundred words while a file or a game is read, however many are unknown."""
    token = _guesses.set([_MOST_GUESSES]) if _guesses.get() is None else None
    try:
        yield
    finally:
        if token:
            _guesses.reset(token)


def may_guess(word: str) -> bool:
    """Whether a word may have suggestions; each call counts as one within `few_guesses`."""
    remaining_guesses = _guesses.get()
    if remaining_guesses is None:
        return len(word) <= _LONGEST
    remaining_guesses[0] -= 1
    return remaining_guesses[0] >= 0 and len(word) <= _LONGEST


class _Folds(dict[int, str]):
    """What each character becomes, calculated when it first occurs, for `str.translate`."""

    def __missing__(self, code: int) -> str:
        apart = unicodedata.normalize("NFKD", chr(code).casefold()).casefold()
        self[code] = "".join(map(_fold_character, apart))
        return self[code]


def _fold_character(character: str) -> str:
    category = unicodedata.category(character)
    if category in {"Mn", "Me", "Cf"}:  # accents, soft hyphens: what takes no room of its own
        return ""
    if character.isalnum() or category == "Mc":  # the vowel signs of many scripts are not letters
        return _APART.get(character, character)
    return " "


_FOLDS = _Folds()


@lru_cache(maxsize=16384)
def fold(text: str) -> str:
    """The words of `text` for comparison: lower-case letters without accents and digits, one space between words.

    `Cœur  transpercé!` becomes `coeur transperce`; a text without letters and digits becomes empty.
    """
    return " ".join(text.translate(_FOLDS).split())


LONGEST_ID = 60
"""The most letters of an id, in the schemas."""


def short_name(text: str) -> str:
    """Short name for a title, of at most 60 characters: `Frogs & Ponds` becomes `frogs-ponds`; '' without Latin letters or digits."""
    return re.sub(r"[^a-z0-9]+", "-", fold(text)).strip("-")[:LONGEST_ID].strip("-")


def nearest(word: str, names: list[str], *, limit: int = 3) -> list[str]:
    """The `names` that are nearest to `word`, best first; often none."""
    return closest(word, names, limit=limit) if may_guess(word) else []


def closest(word: str, names: list[str], *, limit: int = 3) -> list[str]:
    """What `nearest` finds, for any number of words."""
    if not names:
        return []
    from rapidfuzz import fuzz, process  # only a mistake pays for it
    from rapidfuzz.distance import OSA

    # Folded here: as a processor, `fold` would be called for the word again and again.
    folded_word, folded = fold(word), [*map(fold, names)]
    matches = process.extract(folded_word, folded, scorer=fuzz.WRatio, limit=limit, score_cutoff=_LIKE)
    best = [(names[place], score) for _, score, place in matches if _is_plausible(word, names[place])]
    if not best or not _is_slip(
        folded_word, fold(best[0][0])
    ):  # one slip is likelier than part of a longer name
        slips = process.extract(folded_word, folded, scorer=OSA.distance, limit=None, score_cutoff=1)
        places = sorted(place for name, _, place in slips if _is_slip(folded_word, name))
        if places or not best:
            return [names[place] for place in places[:limit]]
    return [name for name, score in best if score >= best[0][1] - 15]


def _is_plausible(word: str, name: str) -> bool:
    """Whether two similar words share more than the few letters that any two may share.

    One of fewer than five letters must begin as the other or a word of it does, or have but one slip.
    """
    folded_word, folded_name = fold(word), fold(name)
    if min(len(folded_word), len(folded_name)) >= _LONG:
        return True
    pairs = ((a, b) for a in {folded_word, *folded_word.split()} for b in {folded_name, *folded_name.split()})
    return any((len(a) > 1 and b.startswith(a[:_NOT_SHORT])) or _is_slip(a, b) for a, b in pairs)


def _is_slip(word: str, another: str) -> bool:
    """Whether one typing error turns one word into the other; with three letters, only a swap counts."""
    from rapidfuzz.distance import OSA

    lengths = (len(word), len(another))
    is_seen = max(lengths) > _NOT_SHORT or sorted(word) == sorted(another)
    return min(lengths) >= _NOT_SHORT and is_seen and OSA.distance(word, another, score_cutoff=1) <= 1


# Suggestions for unknown names.

_MOST_NAMED = 12


def suggest_names(name: str, known_names: Sequence[str]) -> str:
    """Suggest the known names nearest to a name, and list all if they are few."""
    near = nearest(name, list(known_names))
    if not near:
        return list_known(known_names)
    guess = did_you_mean(near)
    is_enough = len(known_names) > _MOST_NAMED or set(near) >= set(known_names)
    return guess if is_enough else f"{guess} {list_known(known_names)}"


def did_you_mean(near: Iterable[str]) -> str:
    """Question whether one of some names was meant; '' without any."""
    names = list_names(near)
    return tr("Did you mean {names}?", names=names) if names else ""


def list_known(names: Sequence[str]) -> str:
    """List known names, or the first of them if they are many."""
    if not names:
        return tr("None are defined.")
    more = ", …" if len(names) > _MOST_NAMED else ""
    return tr("Use one of: {names}.", names=list_names(names[:_MOST_NAMED]) + more)


def list_names(names: Iterable[str]) -> str:
    """Join names with commas; a name that contains a comma or a semicolon is quoted."""
    return ", ".join(name if _SEPARATORS.isdisjoint(name) else tr("“{text}”", text=name) for name in names)


_SEPARATORS = frozenset(",;，、")


# Control characters, which control a terminal or make a text appear different from what it is.
#
# They are rejected in input and escaped in output: an older database may contain some.

_DIRECTIONS = "\u202a-\u202e\u2066-\u2069"
"""Embeddings, overrides and isolates of the bidirectional algorithm (Unicode UAX 9); plain marks are harmless."""

_CONTROL = f"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f{_DIRECTIONS}]"
_NOT_SHOWN = Pattern(f"[\x00-\x08\x0b-\x1f\x7f-\x9f{_DIRECTIONS}]")
_NOT_IN_XML = "[\x00-\x08\x0b-\x1f\ud800-\udfff\ufffe\uffff]"
_LINE_END = re.compile("[\n\r\t]")
_LINE_ENDS = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


_WHOLE = Pattern(r"[0-9]{1,9}")


def whole_number(text: str) -> int | None:
    """Number that one to nine digits write; None for any other text. Python reads no number of thousands of digits."""
    return int(text) if _WHOLE.fullmatch(text) else None


_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def is_id(text: str) -> bool:
    """Whether a text is small letters, digits and hyphens, which any shell and file name takes."""
    return len(text) <= LONGEST_ID and _ID.fullmatch(text) is not None


def control_character(text: str) -> re.Match[str] | None:
    """The first control character that is not allowed in a text, or None."""
    return None if text.isprintable() else re.search(_CONTROL, text)


def control_character_message(character: str) -> tuple[str, str]:
    """Message for a control character, and how to fix it."""
    return (
        tr("The control character {code} is not allowed.", code=code_point(character)),
        tr("Remove it: it does not print, and could change how a terminal shows the text."),
    )


def code_point(character: str) -> str:
    """Name of a character, such as U+001B."""
    return f"U+{ord(character):04X}"


def visible(text: str) -> str:
    """Text with its control characters as JSON escapes, except for line ends and tabs."""
    if text.replace("\n", "").replace("\t", "").isprintable():
        return text
    return _NOT_SHOWN.sub(lambda sign: f"\\u{ord(sign[0]):04x}", text)


def in_loops(references: Mapping[str, Iterable[str]]) -> Iterator[str]:
    """Yield the names that lead back to themselves."""
    for start in references:
        seen, pending = set[str](), [start]
        while pending:
            names = {*references.get(pending.pop(), ())} - seen
            seen |= names
            pending += names
        if start in seen:
            yield start


def on_one_line(text: str) -> str:
    """Text with all its control characters as JSON escapes, including line ends and tabs."""
    return visible(_LINE_END.sub(lambda line_end: _LINE_ENDS[line_end[0]], text))


def writable(text: str) -> str:
    """Text with the characters that XML and UTF-8 cannot contain as JSON escapes."""
    return re.sub(_NOT_IN_XML, lambda sign: f"\\u{ord(sign[0]):04x}", visible(text))


def fits_xml(text: str) -> bool:
    """Whether a file format based on XML can contain a text."""
    return not re.search(_NOT_IN_XML, text)

"""Languages by their BCP 47 tags, the words that the program itself prints in them, and capitals as each of them has them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple
from unicodedata import normalize

from deckwright.messages import LANGUAGES, counted_in_language, in_language, later, speaks
from deckwright.model.plurals import (
    CONTEXT,
    form_for,
    forms_of,
    forms_without_number,
    plural_rule,
    plural_text,
)
from deckwright.model.words import Pattern

if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Iterable, Mapping

    from deckwright.model.game import Game

# Languages by their tags, as BCP 47 writes them: `fr`, `pt-BR`, `zh-Hant`.

TAG = "^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?(-([a-z0-9]{5,8}|[0-9][a-z0-9]{3}))*$"
"""Form of a tag: language, script, region and variants, each in its usual case. The schemas have the same."""

_TAG = Pattern(TAG)
_SCRIPT, _REGION = 4, 2
"""How many letters the subtags of a script and of a region have."""


def canonical_tag(text: str) -> str:
    """Tag in its usual form, ignoring case and hyphens: `pt-BR` for `pt_br`; '' if it is not a tag."""
    first, *others = text.strip().replace("_", "-").lower().split("-")
    parts = [first]
    for part in others:
        is_script = len(part) == _SCRIPT and part.isalpha()
        parts.append(part.title() if is_script else part.upper() if len(part) == _REGION else part)
    tag = "-".join(parts)
    return tag if tag in LANGUAGES or _TAG.match(tag) else ""


def base_of(language: str) -> str:
    """Tag of the language alone, without script and region."""
    return language.partition("-")[0]


def match_language(requested: str, languages: Iterable[str]) -> str:
    """Known language that matches a tag; '' if none or several do.

    `pt` matches `pt-BR` if no other Portuguese is known, and `fr-CA` matches `fr` if no nearer French is; `pt-PT` never
    matches `pt-BR`.
    """
    tags = list(languages)
    tag = canonical_tag(requested)
    narrower = [candidate for candidate in tags if candidate.startswith(f"{tag}-")]
    if tag and tag not in tags and narrower:
        return narrower[0] if len(narrower) == 1 else ""
    while tag and tag not in tags:
        tag = tag.rpartition("-")[0]
    return tag


def by_language(table: Mapping[str, str], language: str) -> str:
    """Value of a table for a language, or for the language without its region; else ''."""
    return table.get(language) or table.get(base_of(language), "")


_COMMA = frozenset((
    "af", "az", "be", "bg", "bs", "ca", "cs", "da", "de", "el", "es", "et", "eu", "fi", "fr", "gl", "hr",
    "hu", "hy", "id", "is", "it", "ka", "kk", "lt", "lv", "mk", "nb", "nl", "nn", "no", "pl", "pt", "ro",
    "ru", "sk", "sl", "sq", "sr", "sv", "tr", "uk", "vi",
))  # fmt: skip
_POINT = frozenset((
    "de-CH", "de-LI", "es-419", "es-DO", "es-GT", "es-HN", "es-MX", "es-NI", "es-PA", "es-PE", "es-PR",
    "es-SV", "es-US", "it-CH",
))  # fmt: skip


def has_decimal_comma(language: str) -> bool:
    """Whether a language writes decimals after a comma (Unicode CLDR)."""
    return base_of(language) in _COMMA and language not in _POINT


def with_decimal_sign(digits: str, language: str) -> str:
    """Digits with the decimal point or comma of a language."""
    return digits.replace(".", ",") if has_decimal_comma(language) else digits


_WRITTEN_IN = {
    "ar": "Arab", "as": "Beng", "bho": "Deva", "bn": "Beng", "bo": "Tibt", "ckb": "Arab", "dv": "Thaa",
    "dz": "Tibt", "fa": "Arab", "gu": "Gujr", "he": "Hebr", "hi": "Deva", "km": "Khmr", "kn": "Knda",
    "ks": "Arab", "lo": "Laoo", "mai": "Deva", "ml": "Mlym", "mr": "Deva", "my": "Mymr", "ne": "Deva",
    "nqo": "Nkoo", "or": "Orya", "pa": "Guru", "ps": "Arab", "sa": "Deva", "sd": "Arab", "si": "Sinh",
    "syr": "Syrc", "ta": "Taml", "te": "Telu", "th": "Thai", "ug": "Arab", "ur": "Arab", "yi": "Hebr",
}  # fmt: skip
"""Scripts of languages that are written in one that cannot be printed."""

_SCRIPTS: Mapping[str, tuple[tuple[int, int], ...]] = {
    "Hebr": ((0x0590, 0x05FF), (0xFB1D, 0xFB4F)),
    "Arab": ((0x0600, 0x06FF), (0x0750, 0x077F), (0x0870, 0x08FF), (0xFB50, 0xFDFF), (0xFE70, 0xFEFE)),
    "Syrc": ((0x0700, 0x074F),),
    "Thaa": ((0x0780, 0x07BF),),
    "Nkoo": ((0x07C0, 0x07FF),),
    "Samr": ((0x0800, 0x083F),),
    "Mand": ((0x0840, 0x085F),),
    "Deva": ((0x0900, 0x097F), (0xA8E0, 0xA8FF)),
    "Beng": ((0x0980, 0x09FF),),
    "Guru": ((0x0A00, 0x0A7F),),
    "Gujr": ((0x0A80, 0x0AFF),),
    "Orya": ((0x0B00, 0x0B7F),),
    "Taml": ((0x0B80, 0x0BFF),),
    "Telu": ((0x0C00, 0x0C7F),),
    "Knda": ((0x0C80, 0x0CFF),),
    "Mlym": ((0x0D00, 0x0D7F),),
    "Sinh": ((0x0D80, 0x0DFF),),
    "Thai": ((0x0E00, 0x0E7F),),
    "Laoo": ((0x0E80, 0x0EFF),),
    "Tibt": ((0x0F00, 0x0FFF),),
    "Mymr": ((0x1000, 0x109F), (0xAA60, 0xAA7F)),
    "Khmr": ((0x1780, 0x17FF),),
    "Mong": ((0x1800, 0x18AF),),
}
"""Scripts that run from right to left, or whose letters join or change places: cards are set letter by letter.

The blocks are Unicode’s; other such scripts are refused because the fonts lack their letters.
"""


_UNSUPPORTED = Pattern(
    f"[{''.join(f'{chr(start)}-{chr(end)}' for spans in _SCRIPTS.values() for start, end in spans)}]"
)
"""A letter in one of these scripts."""


def unsupported_script(language: str) -> str:
    """Script (ISO 15924) of a language, if it cannot be printed; else ''."""
    parts = language.split("-")
    subtag = next((part for part in parts[1:] if len(part) == _SCRIPT and part.isalpha()), "")
    script = subtag or _WRITTEN_IN.get(parts[0], "")
    return script if script in _SCRIPTS else ""


def is_unsupported(letter: str) -> bool:
    """Whether a letter belongs to a script that cannot be printed."""
    return _UNSUPPORTED.match(letter) is not None


def unsupported_letter(text: str) -> str:
    """First letter of a text in a script that cannot be printed; '' if there is none."""
    letter = None if text.isascii() else _UNSUPPORTED.search(text)
    return letter[0] if letter else ""


# Words that the program prints on cards, pads and reference cards, and a game’s own versions of them.
#
# The program has them in its own languages. A game provides them in any other: under `words` in `game.yaml`
# in its source language, and in its PO files under the context `word:NAME` in the others.

_ON_CARDS = {
    "rulebook": later("rulebook"),
    "community": later("community"),
    "sample": later("sample"),
}
_ON_PADS = {
    "pad-date": later("Date"),
    "pad-name": later("Name"),
    "pad-total": later("Total"),
    "pad-team": later("Team"),
    "team-number": later("Team {number}"),
    "if-tied": later("if tied"),
    "if-still-tied": later("if still tied"),
    "if-all-tied": later("If that is tied too, the victory is shared."),
    "lowest-of-totals": later("the lowest of its totals"),
    "highest-of-totals": later("the highest of its totals"),
    "totals-added": later("its totals added up"),
    "shared-victory": later("The victory is shared."),
    "pad-shared": later("In a tie, the victory is shared."),
    "pad-tied": later("In a tie: {names}. If still tied, the victory is shared."),
    "reading-cards": later("How to read the cards"),
    "pad-ties": later("{names}. If still tied, the victory is shared."),
    "pad-next": later("{names}, then {name}"),
    "pad-points": later("Points"),
    "pad-boxes": later("one number in each box"),
    "score-example": later("An example of scoring"),
    "example-tokens": later("{icon} marks a row this player completed."),
    "names-and": later("{names} and {last}"),
    "who-wins": later("{names} wins with {points}."),
    "who-shares": later("{names} share the victory with {points}."),
    "who-wins-tie": later("{names} wins: {points}, as many as {other}. {what}: {found} against {less}."),
}
_ON_REFERENCES = {
    "reference-card": later("Reference card"),
    "reference-tie": later("In a tie"),
    "reference-shared": later("shared victory"),
    "card-effect": later("Effect"),
    "number-of-cards": later("Cards"),
    "set-up": later("Set-up"),
    "reference-players": later("Players"),
    "at-the-table": later("At the table"),
    "ways-to-play": later("Ways to play"),
    "in-the-box": later("In the box"),
    "reference-marks": later("Marks"),
    "reference-icons": later("Icons"),
    "reference-all": later("all"),
    "reference-label": later("{label}:"),
    "of-each": later("{count} of each"),
    "zone-each": later("{zone}, each player"),
    "zone-at-most": later("{zone} limit"),
    "first-player": later("first player"),
    "each-player": later("Each player"),
    "draw-each-turn": later("Draw each turn"),
    "draw-every": later("Draw every {count} turns"),
    "page-of": later("{page} of {pages}"),
    "heading-continued": later("{title} (continued)"),
    "one-turn": later("A turn"),
    "rules-page": later("Rules"),
    "age-from": later("age {age}+"),
    "rules-unclear": later("Questions and variants"),
    "rules-otherwise": later("Or, if you agree"),
    "rules-as-above": later("As in the other ways to play."),
    "rules-part": later("What is not told here is as in the other ways to play."),
    "completed-by": later("Completed by {seat}"),
    "players-or": later("{numbers} or {last}"),
    "step-shuffle": later("shuffle"),
    "step-lay-out": later("lay out"),
    "step-lay-face-up": later("lay face up"),
    "step-deal": later("deal"),
    "first-by-chance": later("Choose the first player at random."),
    "first-is-seat": later("Seat {seat} goes first."),
    "first-is-highest": later("All show a card at once. The highest that nobody else shows goes first."),
    "first-are-all": later("All play at the same time."),
    "box-cut": later("Cut"),
    "box-fold": later("Fold"),
    "box-glue": later("Glue"),
    "box-inside": later("{width} × {height} × {depth} mm inside"),
}
_COUNTED_ON_PADS = {
    "pad-players": ("{count} player", "{count} players"),
    "score-points": ("{count} point", "{count} points"),
}
_COUNTED_ON_REFERENCES = {
    "players-of": ("{numbers} player", "{numbers} players"),
    "minutes-of": ("{numbers} minute", "{numbers} minutes"),
    "table-of": (
        "The table when all is dealt, with {count} player",
        "The table when all is dealt, with {count} players",
    ),
}
_COUNTED: Mapping[str, tuple[str, str]] = {**_COUNTED_ON_PADS, **_COUNTED_ON_REFERENCES}
"""Words that follow a number, in both forms of English."""

WORDS: Mapping[str, str] = {
    **_ON_CARDS,
    **_ON_PADS,
    **_ON_REFERENCES,
    **{name: one for name, (one, _) in _COUNTED.items()},
}
"""Every word by its name, in English, in the singular; a test holds the names to what is really printed.

But for those on cards, which faces share, they have a hyphen, which no word of a face has.
"""

_BY_MESSAGE = {message: name for name, message in WORDS.items()}

FaceWords = dict[str, dict[str, str]]
"""The own words of a game's faces: by name, then by language."""


class PrintedWords(NamedTuple):
    """The words a game can translate: `texts` in its source language by context; `faces` are those of its faces."""

    texts: Mapping[str, str]
    faces: Mapping[str, Mapping[str, str]]

    def missing_in(self, language: str) -> frozenset[str]:
        """Contexts of the words that nobody but the game can bring in a language."""
        return frozenset(context for context in self.texts if not self._has(context, language))

    def _has(self, context: str, language: str) -> bool:
        name = context.removeprefix(CONTEXT)
        return bool(by_language(self.faces.get(name, {}), language)) or (name in WORDS and speaks(language))


def printed_words(definition: Mapping[str, object], faces: FaceWords) -> PrintedWords:
    """Words that are printed for a game: on its cards, its reference cards and, if it is scored, its pads."""
    language, declared = str(definition["source_language"]), definition.get("words", {})
    words_of_game: Mapping[str, Any] = declared if isinstance(declared, dict) else {}
    counted = {**(_COUNTED_ON_PADS if "scoring" in definition else {}), **_COUNTED_ON_REFERENCES}
    program = {**_ON_CARDS, **(_ON_PADS if "scoring" in definition else {}), **_ON_REFERENCES}
    texts = {name: in_language(language, message) for name, message in program.items()}
    texts |= {name: _forms_in(language, *forms) for name, forms in counted.items()}
    texts |= {name: by_language(words, language) or words["en"] for name, words in faces.items()}
    return PrintedWords(
        {CONTEXT + name: plural_text(words_of_game.get(name, text)) for name, text in texts.items()}, faces
    )


def _forms_in(language: str, one: str, many: str) -> str:
    """Text with the forms of a word of the program in a language, or in English."""
    rule = plural_rule(language if speaks(language) else "en")
    counts = {rule.category(count): count for count in (2, 1)}
    return plural_text(
        {category: counted_in_language(language, one, many, count) for category, count in counts.items()}
    )


def game_word(game: Game, name: str, language: str) -> str:
    """Name that a game itself has for one of these words in a language; '' where it has none."""
    if language == game.source_language:
        return plural_text(game.definition.get("words", {}).get(name, ""))
    return game.labels.get(language, {}).get(CONTEXT + name, "")


def game_words(game: Game, language: str) -> dict[str, Callable[[float], str]]:
    """Words of the program as a game itself has them in a language, in the form for a count, by the English message.

    One whose placeholders are not those of the message is left to the program: it could not be filled.
    """
    texts = {message: game_word(game, name, language) for name, message in WORDS.items()}
    return {
        message: partial(form_for, text, language=language)
        for message, text in texts.items()
        if text and can_be_filled(text, message, language)
    }


def can_be_filled(text: str, message: str, language: str) -> bool:
    """Whether each form of a text has the placeholders of a message; the number may be left out where it is clear."""
    needed, without_number = _holds(message) or set(), forms_without_number(language)
    return all(
        _holds(form) in (needed, needed - {"count"} if category in without_number else needed)
        for category, form in (forms_of(text) or {"": text}).items()
    )


def context_of(message: str) -> str:
    """Context of a printed word by its English message."""
    return CONTEXT + _BY_MESSAGE[message]


def _holds(text: str) -> set[str] | None:
    """Names of the placeholders in a text; None where its braces do not match."""
    from string import Formatter

    try:
        return {name for _, name, _, _ in Formatter().parse(text) if name is not None}
    except ValueError:
        return None


# Capitals and small letters: Unicode’s, and what its file SpecialCasing.txt and ICU add by language.

_DOTTED = frozenset({"az", "crh", "tr"})
"""Languages in which i and ı are two letters, each with its own capital."""

_GREEK, _DUTCH = "el", "nl"


def has_own_capitals(language: str) -> bool:
    """Whether capitals of a language are not those that a font’s small capitals stand for, letter by letter."""
    return base_of(language) in {*_DOTTED, _GREEK}


def in_capitals(text: str, language: str) -> str:
    """Text in capitals: Turkish i is İ, and Greek has no accents. German ß is SS, because few fonts have ẞ."""
    base = base_of(language)
    if base in _DOTTED:
        text = text.replace("i\u0307", "i").replace("i", "İ")
    elif base == _GREEK:
        text = _without_accents(text)
    return text.upper()


def in_small_letters(text: str, language: str) -> str:
    """Text in small letters, each of which stays one letter: Turkish I is ı."""
    if base_of(language) in _DOTTED:
        text = text.replace("I\u0307", "i").replace("I", "ı")
    return text.replace("İ", "i").lower()


def with_capital(text: str, language: str) -> str:
    """Text with a capital at its beginning: both letters of Dutch ij are one."""
    base = base_of(language)
    if base == _DUTCH and text.startswith("ij"):
        return f"IJ{text[2:]}"
    first = "İ" if base in _DOTTED and text.startswith("i") else text[:1].title()
    return first + text[1:]


# Greek: capitals lose accents and breathings, except for the word ή. Where the accent was all that kept two vowels apart,
# the second has a diaeresis instead: μάιος, ΜΑΪΟΣ.


_GREEK_LETTER = Pattern("([\u0370-\u03ff])([\u0300-\u0344\u0346-\u036f]*)")
_WORD_OR = Pattern(r"(?<![\w’'\u0300-\u036f])[ήΉ](?!['’]?\w)")
_ACCENTS = frozenset("\u0300\u0301\u0342")
_VOWELS, _SECOND_VOWELS = frozenset("αεηιουωΑΕΗΙΟΥΩ"), frozenset("ιυΙΥ")


def _without_accents(text: str) -> str:
    parts = _WORD_OR.split(normalize("NFC", text))
    return "Ή".join(_without_accents_of(part) for part in parts)


def _without_accents_of(text: str) -> str:
    after_accent = -1

    def letter(match: re.Match[str]) -> str:
        nonlocal after_accent
        vowel, marks = match.groups()
        is_apart = "\u0308" in marks or (match.start() == after_accent and vowel in _SECOND_VOWELS)
        has_accent = vowel in _VOWELS and not _ACCENTS.isdisjoint(marks)
        after_accent = match.end() if has_accent and not is_apart else -1
        return vowel + "\u0308" * is_apart

    return normalize("NFC", _GREEK_LETTER.sub(letter, normalize("NFD", text)))

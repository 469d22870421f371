"""Checks of typography by language (spaces, quotation marks, apostrophes, accents), and of stray spaces."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from deckwright.messages import later, tr
from deckwright.model.languages import base_of
from deckwright.model.plurals import plural_text
from deckwright.translation.checks.wordbook import TextFinding

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deckwright.model.translation import Message
    from deckwright.translation.checks.wordbook import Wordbook


NBSP = "\u00a0\u202f"
"""The no-break spaces: a whole one, and the narrow one that French has before `;`, `!` and `?`."""


class Slip(NamedTuple):
    """A wrong pattern and its message, in which `{found}` is the passage and `{wanted}` what is right.

    The passage is shown from the beginning of its word: patterns that begin with the wrong sign are found much faster.

    A text without the letters that it `needs`, in any case, is not searched.
    """

    pattern: re.Pattern[str]
    message: str
    wanted: str = ""
    needs: str = ""


COMMON = (
    Slip(
        re.compile(r"'(?:(?<=[^\W\d]')|(?=[^\W\d]))\w*"),
        later("Write ’ for the apostrophe in “{found}”."),
        needs="'",
    ),
    Slip(re.compile(r"\.\.\."), later("Write … for the three dots after “{found}”."), needs="..."),
    Slip(re.compile(r"[,;](?<=\w[,;])(?=[^\W\d])\w*"), later("Missing space in “{found}”.")),
    Slip(
        re.compile(rf"(?:[)»”]|(?<=\w))[ {NBSP}]+[,.](?=\s|$)"),
        later("Remove the space before the comma or full stop: “{found}”."),
    ),
)
"""Slips in any language."""


QUOTES = later("Quotation marks are {wanted} in this language: {found}")
"""Message on quotation marks of another language."""


NO_SPACE = Slip(
    re.compile(rf"(?<![ {NBSP}])[ {NBSP}]+[;:!?](?=[\s»”)*]|$)"),
    later("Remove the space before this sign: “{found}”."),
)
"""A space before a sign that has one only in French."""


ENGLISH = (
    NO_SPACE,
    Slip(re.compile(r'"[^"]*"?|«[^»]*»?'), QUOTES, "“ ”"),
)


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
        re.compile(rf" ?(?:(?<=[^{NBSP}?!;:])[;!?»]|(?<=[^{NBSP}?!;:]):(?!//)(?!(?<=\d:)\d))"),
        later("Missing no-break space before the sign in “{found}”."),
    ),
    Slip(
        re.compile(r"(?<!\d)\d+ ?%"),
        later("Missing no-break space before the sign in “{found}”."),
        needs="%",
    ),
    Slip(re.compile(rf"«(?![{NBSP}])\w*"), later("Missing no-break space after the sign in “{found}”.")),
    Slip(
        re.compile(r'["“](?:(?<=")[^"]*"?|(?<=“)(?<![«“]“)[^”]*”?)'),
        QUOTES,
        "« »",
    ),
    Slip(
        re.compile(
            rf"A(?:(?<=^A)|(?<=[.!?:…«]\sA))(?=\s(?:{_AFTER_A})\b)\s\w+|E(?<!\wE)(?:{_ACCENTED})\w*|Ca(?<!\wCa)\b"
        ),
        later("Missing accent on a capital: “{found}”."),
    ),
    Slip(
        re.compile(
            r"\b(?:c|s|ch|ranc)oeurs?\b|\boeufs?\b|\b\w*oeuvr\w*|\bn?oeuds?\b|\bvoeux?\b|\boeil\w*|\bboeufs?\b"
            r"|\bmoeurs\b|\bfoet\w*",
            re.IGNORECASE,
        ),
        later("“{found}” is written with œ."),
        needs="oe",
    ),
)


_CUT_SHORT = "be|ca|co|da|de|di|e|fa|fe|i|mo|ne|o|pe|po|sta|su|to|tra|va|ve|vo"
"""Words that are written with an apostrophe at the end, such as `po’` and `di’`."""


_ACUTE = (
    "acciocch|affinch|allorch|anzich|bench|cosicch|dacch|finch|fuorch|giacch|macch|nonch|perch|poich|purch"
    "|sicch|talch|n|s|vicer|trentatr|ventitr"
)
"""Letters before a final é."""


_BARE = "fà|fù|mò|nò|pò|quà|quì|sà|sò|stà|sù|và"
"""Words that are written without an accent."""


ITALIAN = (
    NO_SPACE,
    Slip(re.compile(r"\b[Ee]['’](?=\s|$)"), later("“{found}” needs an accent: È, è.")),
    Slip(
        re.compile(rf"\b(?!(?:{_CUT_SHORT})['’])\w+[aeiou]['’](?=[\s.,;:!?»”)]|$)", re.IGNORECASE),
        later("“{found}” needs an accent, not an apostrophe."),
    ),
    Slip(
        re.compile(rf"\b(?:{_ACUTE})è\b|\b(?:caff|cio|t)é\b|\bé\b|\B[áíóú]\b", re.IGNORECASE),
        later("Wrong accent in “{found}”: perché and né, but è, cioè and più."),
    ),
    Slip(re.compile(rf"\b(?:{_BARE})\b", re.IGNORECASE), later("“{found}” has no accent.")),
    Slip(re.compile(r"\bqual['’]\s?è\b", re.IGNORECASE), later("“{found}” is written qual è.")),
    Slip(re.compile(r'"[^"]*"?'), QUOTES, "« », “ ”"),
    Slip(
        re.compile(rf"«[\s{NBSP}]\w*|[\s{NBSP}]»"),
        later("Remove the space inside the quotation marks: “{found}”."),
    ),
)


DUTCH = (Slip(re.compile(r"\bIj\w*"), later("“{found}” begins with two capitals: IJ.")),)


GERMAN = (
    Slip(
        re.compile(r"\b(?:[A-ZÄÖÜ]{2,}ß|[A-ZÄÖÜ]+ß[A-ZÄÖÜ])[A-ZÄÖÜ]*\b"),
        later("In capitals, ß is SS or ẞ: “{found}”."),
    ),
)


GREEK = (
    Slip(
        re.compile("\\b[Α-ΩΪΫ]*[ΆΈΉΊΌΎΏ][Α-ΫΆΈΉΊΌΎΏ]+\\b|\\b[Α-ΩΪΫ]+[ΆΈΉΊΌΎΏ]\\b"),
        later("Words in capitals have no accents: “{found}”."),
    ),
)


_BRACES = re.compile(r"\{[^{}\s]*\}")


_BY_LANGUAGE = {"de": GERMAN, "el": GREEK, "en": ENGLISH, "fr": FRENCH, "it": ITALIAN, "nl": DUTCH}


_EITHER = {"it": ("«", "“")}
"""Quotation marks of languages that have two sorts, of which a game should use one."""


def check_typography(book: Wordbook, entry: Message) -> Iterator[TextFinding]:
    """Find slips of the language’s typography, each sort once a text."""
    text = _BRACES.sub("0", entry.text).replace("*", "")
    small = text.lower()
    messages: set[str] = set()
    passages: set[str] = set()
    for slip in (*_BY_LANGUAGE.get(base_of(book.language), ()), *COMMON):
        slip_in_text = slip.pattern.search(text) if slip.needs in small else None
        passage = _from_its_word(slip_in_text, text) if slip_in_text else ""
        # What a language says about a passage goes before what all say: UNITA' needs an accent, and no other apostrophe.
        if slip_in_text and slip.message not in messages and passage not in passages:
            messages.add(slip.message)
            passages.add(passage)
            message = tr(slip.message, found=passage, wanted=slip.wanted)
            yield TextFinding("warning", message, passage=passage, kind=slip.message)


def _from_its_word(slip: re.Match[str], text: str) -> str:
    """Passage of a slip, from the beginning of the word that it is in or follows."""
    start = slip.start()
    while start and (text[start - 1].isalnum() or text[start - 1] == "_"):
        start -= 1
    return text[start : slip.end()].strip()


def check_quotes(book: Wordbook, entries: Sequence[Message]) -> Iterator[tuple[Message, TextFinding]]:
    """Find texts with the rarer sort of quotation marks of the game."""
    sorts = _EITHER.get(book.language, ())
    using = {sign: [entry for entry in entries if sign in entry.text] for sign in sorts}
    usual = max(sorts, key=lambda sign: len(using[sign]), default="")
    for sign in sorts:
        if sign != usual:
            message = tr(
                "Most texts of the game use {usual} as quotation marks, this one {sign}.",
                usual=usual,
                sign=sign,
            )
            yield from ((entry, TextFinding("warning", message)) for entry in using[sign])


# Slips with one right answer, which `translate fix` corrects.


class Fix(NamedTuple):
    """A wrong pattern, and what is right."""

    pattern: re.Pattern[str]
    replacement: str


_KEPT = re.compile(r"\{[^{}]*\}|\[[^\[\]]*\]|\w+://\S+")
"""Icons, placeholders, tags and addresses, in which nothing is corrected."""

_STAND_IN = "\ue000"
"""Private character that stands for one of them meanwhile."""

_CLOSING = rf"[\w)*”’»…%{_STAND_IN}]"
"""What may be before a sign that ends a passage."""

_FIX_SPACES = (
    Fix(re.compile(rf"(?<=\S)[ \t]*([{NBSP}])[ \t{NBSP}]+(?=\S)"), r"\1"),
    Fix(re.compile(rf"(?<=\S)[ \t]+([{NBSP}])(?=\S)"), r"\1"),
    Fix(re.compile(r"(?<=\S)[ \t]{2,}(?=\S)"), " "),
    Fix(re.compile(rf"(?<=\S)[ \t{NBSP}]+(?=\n)"), ""),
)
_FIX_COMMON = (
    Fix(re.compile(r"(?<=[^\W\d])'(?=[^\W\d])"), "’"),
    Fix(re.compile(r"(?<!\.)\.\.\.(?!\.)"), "…"),
    Fix(re.compile(rf"(?<={_CLOSING})[ {NBSP}]+([,.])(?=\s|$)"), r"\1"),
)
_FIX_NO_SPACE = Fix(re.compile(rf"(?<={_CLOSING})[ {NBSP}]+([;:!?])(?=[\s»”)*]|$)"), r"\1")
_QUOTED = r'(?<![\w"])"(?=\S)([^"\n]*?)(?<=\S)"(?![\w"])'
_FIXES = {
    "en": (
        Fix(re.compile(_QUOTED), r"“\1”"),
        Fix(re.compile(rf"«[ {NBSP}]?([^«»\n]+?)[ {NBSP}]?»"), r"“\1”"),
        _FIX_NO_SPACE,
    ),
    "fr": (
        Fix(re.compile(_QUOTED), r"«\1»"),
        Fix(re.compile(r"«(?=[^\s»])|« (?=\S)"), "«\u00a0"),
        Fix(re.compile(rf"(?<=[\w)*”’…%?!.,{_STAND_IN}]) ?»"), "\u00a0»"),
        Fix(re.compile(rf"(?<={_CLOSING}) ?([;!?])"), r"{thin}\1"),
        Fix(re.compile(rf"(?<={_CLOSING}) ?(?<!\d):(?=\s|$)|(?<=\d) ?:(?=\s|$)"), "\u00a0:"),
        Fix(re.compile(r"(?<=\d) ?%"), "\u00a0%"),
    ),
    "it": (
        Fix(re.compile(rf"«[ {NBSP}]+(?=\S)"), "«"),
        Fix(re.compile(rf"(?<=\S)[ {NBSP}]+»"), "»"),
        _FIX_NO_SPACE,
    ),
    "nl": (Fix(re.compile(r"\bIj(?=\w)"), "IJ"),),
}


def fixed_typography(language: str, text: str) -> str:
    """Text without the slips that have one right answer: spaces, apostrophes, ellipses and quotation marks."""
    kept = _KEPT.findall(text)
    fixed = _KEPT.sub(_STAND_IN, text)
    # French texts have a narrow space before ; ! ? or a whole one: that of the text stays the only one.
    thin = "\u202f" if "\u202f" in text else "\u00a0"
    for fix in (*_FIX_SPACES, *_FIX_COMMON, *_FIXES.get(base_of(language), ())):
        fixed = fix.pattern.sub(fix.replacement.replace("{thin}", thin), fixed)
    first, *others = fixed.split(_STAND_IN)
    return first + "".join(f"{part}{rest}" for part, rest in zip(kept, others, strict=True))


def fix_typography(language: str, entry: Message) -> Message:
    """Message with its slips corrected, unless somebody has accepted them; its waivers hold for the new text."""
    rules = {waiver.rule for waiver in entry.waivers if entry.holds(waiver)}
    forms = {category: fixed_typography(language, form) for category, form in entry.forms.items()}
    text = plural_text(forms or fixed_typography(language, entry.text))
    if text == entry.text or not rules.isdisjoint({"typography", "spaces"}):
        return entry
    waivers = tuple(waiver._replace(digest="") if entry.holds(waiver) else waiver for waiver in entry.waivers)
    return entry._replace(text=text, waivers=waivers).pinned()


_DOUBLE = re.compile(r"(?:(?<!\S)\S+)?[ \u00a0\u202f\t]{2,}\S*")
_SIGN_OF_DOUBLE = re.compile(r"[ \u00a0\u202f\t]{2}")
"""What is in it, and faster to find."""


_AT_LINE_END = re.compile(r"(?:(?<!\S)\S+)?(?<![ \u00a0\u202f\t])[ \u00a0\u202f\t]+(?=\n)")


def check_spaces(_: Wordbook, entry: Message) -> Iterator[TextFinding]:
    """Find spaces that cannot be seen on a card, or look like a gap."""
    text, source = entry.text, entry.source
    if text[:1].isspace() and not source[:1].isspace():
        yield TextFinding("warning", tr("It begins with a space, but its source does not."))
    if text[-1:].isspace() and not source[-1:].isspace():
        yield TextFinding("warning", tr("It ends with a space, but its source does not."))
    if _SIGN_OF_DOUBLE.search(text) and (double_space := _DOUBLE.search(text.strip())):
        yield TextFinding("warning", tr("Double space in “{found}”.", found=double_space[0]))
    if "\n" in text and (double_space := _AT_LINE_END.search(text.strip())):
        yield TextFinding(
            "warning", tr("A line ends with a space after “{found}”.", found=double_space[0].rstrip())
        )

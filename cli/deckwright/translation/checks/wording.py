"""Checks of how a text is written: what programs leave, words twice, brackets, capitals; and its icons, tags and emphasis."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from deckwright.messages import tr
from deckwright.model.languages import base_of
from deckwright.model.markup import EMPHASIS, ICON, tag_names, tags_of, unpaired_stars, without_markup
from deckwright.model.plurals import missing_forms, plural_rule
from deckwright.translation.checks.wordbook import TextFinding, difference_text, part_of, words_of_language

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deckwright.model.translation import Message
    from deckwright.translation.checks.wordbook import Wordbook


_LEFTOVER = re.compile(
    r"%(?:\d+\$)?[sd](?!\w)|(?<!\{)\{\}|&(?:[a-z]{2,6}|#\d{2,5}|#x[0-9a-f]{2,4});|</?[a-z]{1,6}(?:\s[^<>]{0,60})?/?>"
    r"|\\[nrt](?![a-z])|\b(?-i:FIXME|XXX|TODO(?=[:\]]|$))|�|Ã[\u0080-\u00bf]|â€.|\?{4,}",
    re.IGNORECASE,
)
"""What programs and people leave in texts: placeholders, entities and tags of HTML, escapes, notes, broken encodings."""

_SIGN_OF_LEFTOVERS = re.compile(r"[%{&<\\�Ãâ]|\?{4}|FIXME|XXX|TODO")
"""What is in all of them, and faster to find."""

_WORD = re.compile(r"[^\W\d_]+")
_TWICE = re.compile(r"(?<![\w-])([^\W\d_]+)[ \u00a0\u202f\n]+\1(?![\w’'-])", re.IGNORECASE)


def check_leftovers(_: Wordbook, entry: Message) -> Iterator[TextFinding]:
    """Find signs of programs and notes that would be printed as they are, unless the source has them too."""
    if not (_SIGN_OF_LEFTOVERS.search(entry.text) or _SIGN_OF_LEFTOVERS.search(entry.source)):
        return
    in_source = Counter(_LEFTOVER.findall(entry.source)) if entry.source != entry.text else Counter()
    in_text = Counter(_LEFTOVER.findall(entry.text))
    if added := list((in_text - in_source).elements()):
        message = tr("This would be printed as it is: {names}.", names=", ".join(added))
        yield TextFinding("error", message, passage=added[0])
    if missing := list((in_source - in_text).elements()):
        yield TextFinding("error", difference_text(missing, ()))


def check_doubled(book: Wordbook, entry: Message) -> Iterator[TextFinding]:
    """Find a word that is written twice; some are in every language (“nous nous”), and a source may have it so."""
    doubled = [match for match in _TWICE.finditer(entry.text) if not _may_double(match[1], book.language)]
    if doubled and (entry.source == entry.text or not _TWICE.search(entry.source)):
        message = tr("This word is written twice: “{found}”.", found=doubled[0][0])
        yield TextFinding("warning", message, passage=doubled[0][0])


def _may_double(word: str, language: str) -> bool:
    """Whether a language doubles a word, or it is a name or a cry: `Ha ha`."""
    return word.casefold() in words_of_language(language, "doubled")


_BRACKETS = (("(", ")"), ("[", "]"))
_QUOTES = {"de": (("„", "“"),), "pl": (("„", "”"),), "hu": (("„", "”"),), "cs": (("„", "“"),)}
_USUAL_QUOTES = (("“", "”"),)
_NUMBERED = re.compile(r"(?m)(?:^|(?<=\s))(?:\d{1,2}|[a-zA-Z])\)|[:;]-?[()]")
"""Numbers of lists such as `1)`, and smileys."""


def check_pairs(book: Wordbook, entry: Message) -> Iterator[TextFinding]:
    """Find brackets and quotation marks without their pair, and in Spanish questions and exclamations without ¿ and ¡."""
    text, source = (_without_list_numbers(part) for part in (entry.text, entry.source))
    usual = _QUOTES.get(base_of(book.language), _USUAL_QUOTES)
    if not any(opening in text for opening, _ in usual) and "”" in text:
        usual = _USUAL_QUOTES  # which `typography` finds
    pairs = (*_BRACKETS, ("«", "»"), *usual)
    is_alone = entry.source == entry.text
    for opening, closing in pairs:
        difference = text.count(opening) - text.count(closing)
        if difference and (is_alone or not _is_as_open(source, difference)):
            missing = closing if difference > 0 else opening
            present = opening if difference > 0 else closing
            message = tr("{present} has no match: {missing} is missing.", present=present, missing=missing)
            yield TextFinding("warning", message, passage=present)
    if text.count('"') % 2 and (is_alone or source.count('"') % 2 == 0):
        message = tr("{present} has no match: {missing} is missing.", present='"', missing='"')
        yield TextFinding("warning", message, passage='"')
    if base_of(book.language) == "es":
        yield from _unopened(text)


def _without_list_numbers(text: str) -> str:
    """Text without numbers of lists, which have a bracket of their own; one inside brackets closes these."""

    def shown(match: re.Match[str]) -> str:
        before = text[: match.start()]
        return match[0] if before.count("(") > before.count(")") else " "

    return _NUMBERED.sub(shown, text) if "(" in text or ")" in text else text


def _is_as_open(source: str, difference: int) -> bool:
    """Whether a source lacks as many marks of some pair."""
    counts = [
        source.count(opening) - source.count(closing)
        for opening, closing in (*_BRACKETS, ("«", "»"), ("“", "”"))
    ]
    return difference in counts or bool(source.count('"') % 2)


_OPENED = re.compile(r"[?!]+")


def _unopened(text: str) -> Iterator[TextFinding]:
    """Find Spanish questions and exclamations that no ¿ or ¡ opens."""
    for closing, opening in (("?", "¿"), ("!", "¡")):
        closed = sum(closing in signs[0] for signs in _OPENED.finditer(text))
        if closed and (len(_OPENED.findall(text)) > text.count("¿") + text.count("¡")):
            if closed > text.count(opening):
                message = tr(
                    "{present} has no match: {missing} is missing.", present=closing, missing=opening
                )
                yield TextFinding("warning", message, passage=closing)
        elif text.count(opening) and not closed:
            message = tr("{present} has no match: {missing} is missing.", present=opening, missing=closing)
            yield TextFinding("warning", message, passage=opening)


_LEADING = re.compile(rf"(?:[\s*“”„«\"'’‘(\[¿¡…—–-]|{ICON.pattern})*")


def check_initial(book: Wordbook, entry: Message) -> Iterator[TextFinding]:
    """Find a text that begins with a small letter, but its source with a capital, and sentences that do."""
    here, there = _initial(entry.text), _initial(entry.source)
    if entry.source == entry.text or not (here and there):
        here = there = ""
    if here.islower() and there.isupper():
        word = _first_word(entry.text)
        message = tr("It begins with a small letter, but its source with a capital: “{word}”.", word=word)
        yield TextFinding("warning", message, passage=word)
    elif here.isupper() and there.islower():
        word = _first_word(entry.text)
        message = tr("It begins with a capital, but its source with a small letter: “{word}”.", word=word)
        yield TextFinding("info", message, passage=word)
    is_alone = entry.source == entry.text
    if (small := _small_start(entry.text, book.language)) and (
        is_alone or not _small_start(entry.source, book.game.source_language)
    ):
        message = tr("A sentence begins with a small letter: “{found}”.", found=small)
        yield TextFinding("warning", message, passage=small)


def _initial(text: str) -> str:
    """First letter of a text; '' if an icon, a number or a sign comes first."""
    start = _LEADING.match(text)
    if start is None or ICON.search(start[0]):
        return ""
    return text[start.end() : start.end() + 1] if text[start.end() : start.end() + 1].isalpha() else ""


def _first_word(text: str) -> str:
    word = _WORD.search(text)
    return word[0] if word else ""


_SMALL = re.compile(r"([^\W\d_]{4,})[.!?]\s+([^\W\d_]+)")


def _small_start(text: str, language: str) -> str:
    """Passage in which a sentence begins with a small letter; '' if none does."""
    for match in _SMALL.finditer(text):
        if match[2][0].islower() and match[1].casefold() not in words_of_language(language, "abbreviations"):
            is_cry = text[match.end(1)] in "!?"
            if not is_cry:
                return match[0]
    return ""


_LEAST_CAPITALS, _LEAST_IN_SOURCE = 5, 3
"""The fewest letters of a word that is not an abbreviation, and of one in the source that excuses others."""


def check_capitals(_: Wordbook, entry: Message) -> Iterator[TextFinding]:
    """Find words in capitals where the source has none."""
    source, text = without_markup(entry.source), without_markup(entry.text)
    here = _capital_words(text, _LEAST_CAPITALS)
    if here and not _capital_words(source, _LEAST_IN_SOURCE) and source.upper() != source:
        words = [word for word in here if word not in source]
        if words:
            message = tr("In capitals, but not in the source: {names}.", names=", ".join(words[:3]))
            yield TextFinding("warning", message, passage=words[0], kind=message)


def _capital_words(text: str, least: int) -> list[str]:
    return [word for word in _WORD.findall(text) if len(word) >= least and word.isupper()]


_ARROWS = {"->": "→", "=>": "⇒", "<-": "←", "-->": "→"}
_SIGN = re.compile(r"-{1,2}>|=>|<-(?=\s)|[→←↑↓⇒⇐↔±≥≤≠•→]")
_DASH = re.compile(r"--?(?=\s)(?<=[\s\w*]-)|--|—|(?<=\s)–|–(?=\s)|(?<=\s)-(?=[^\W\d_]|[*“…])")
_INSTEAD_OF_DASH = re.compile(
    r"[:;(…]|\.\.\.|^\s*(?:•|\*\s)|(?<=[.!?”\n])\s*\*(?!\*)[^*\n]+\*$", re.MULTILINE
)
_TYPED = re.compile(r"-{1,2}>|=>|(?<=\s)--(?=\s)|(?<=\w)--(?=[\w\s])")
"""Arrows and dashes as a keyboard has them."""

_ANY_SIGN = re.compile(r"[-–—=<→←↑↓⇒⇐↔±≥≤≠•]")
"""What is in all signs, dashes and arrows, and faster to find."""


def check_signs(_: Wordbook, entry: Message) -> Iterator[TextFinding]:
    """Find arrows and signs of comparison that are lost or added, lost dashes, and such as are typed of hyphens."""
    if not (_ANY_SIGN.search(entry.source) or _ANY_SIGN.search(entry.text)):
        return
    source, text = (
        [_ARROWS.get(sign, sign) for sign in _SIGN.findall(part)] for part in (entry.source, entry.text)
    )
    if source != text:
        missing, added = Counter(source) - Counter(text), Counter(text) - Counter(source)
        if problem := difference_text(list(missing.elements()), list(added.elements())):
            yield TextFinding("warning", problem)
    if _loses_dash(entry):
        yield TextFinding("warning", tr("A dash of the source is missing."))
    typed = _TYPED.search(entry.text) if "-" in entry.text or "=" in entry.text else None
    if typed and (entry.source == entry.text or not _TYPED.search(entry.source)):
        message = tr("Write {wanted} for {found}.", wanted=_ARROWS.get(typed[0], "–"), found=typed[0])
        yield TextFinding("warning", message, passage=typed[0], kind="typed-sign")


def _loses_dash(entry: Message) -> bool:
    """Whether a line has fewer dashes than its source, and no colons, brackets or commas in their place."""
    if not _dashes(entry.source):
        return False
    source, text = entry.source.split("\n"), entry.text.split("\n")
    if len(source) != len(text):
        source, text = [entry.source], [entry.text]
    signs = "," if part_of(entry.context) == "flavour" else ""
    return any(
        _dashes(there) - _dashes(here) > max(0, _instead(here, signs) - _instead(there, signs))
        for there, here in zip(source, text, strict=True)
    )


def _dashes(text: str) -> int:
    return len(_DASH.findall(f"\n{text}"))


def _instead(text: str, signs: str) -> int:
    return len(_INSTEAD_OF_DASH.findall(f"\n{text}")) + sum(map(text.count, signs))


def check_style(book: Wordbook, entry: Message) -> Iterator[TextFinding]:
    """Find words that the game avoids, with those that it uses instead."""
    avoided: Mapping[str, str] = book.game.definition.get("style", {}).get(book.language, {})
    for word, instead in avoided.items():
        if match := re.search(rf"(?<!\w){re.escape(word)}(?!\w)", entry.text, re.IGNORECASE):
            advice = (
                tr("Write “{instead}”.", instead=instead)
                if instead
                else tr("Leave it out, or say it otherwise.")
            )
            message = tr("The style of the game avoids “{word}”.", word=match[0])
            yield TextFinding("warning", f"{message} {advice}", passage=match[0])


# Icons, marks, placeholders, tags and emphasis: each must occur as often as in the source


_BRACES = re.compile(r"\{[^{}\s]*\}")


def check_icons(book: Wordbook, entry: Message) -> Iterator[TextFinding]:
    """Find icons that are missing, added, or in another order; two names of one picture are one icon.

    The order is compared only if all icons are there, including those of marks.
    """
    source, text = _pictures(book, entry.source), _pictures(book, entry.text)
    yield from _compared(_icons(book, source, marks=False), _icons(book, text, marks=False))
    before, after = [picture for picture, _ in source], [picture for picture, _ in text]
    if before != after and Counter(before) == Counter(after):
        message = tr(
            "The icons are in another order here: {here}. In the source: {there}.",
            here=" ".join(token for _, token in text),
            there=" ".join(token for _, token in source),
        )
        yield TextFinding("warning", message)


def check_marks(book: Wordbook, entry: Message) -> Iterator[TextFinding]:
    """Find icons of marks that are missing or added."""
    source, text = _pictures(book, entry.source), _pictures(book, entry.text)
    yield from _compared(_icons(book, source, marks=True), _icons(book, text, marks=True))


def _pictures(book: Wordbook, text: str) -> list[tuple[str, str]]:
    """Icons of a text in order, each with its picture."""
    return [(book.pictures[icon[1]], icon[0]) for icon in ICON.finditer(text) if icon[1] in book.pictures]


def _icons(book: Wordbook, pictures: list[tuple[str, str]], *, marks: bool) -> list[tuple[str, str]]:
    return [(picture, token) for picture, token in pictures if (picture in book.marks) == marks]


def check_placeholders(book: Wordbook, entry: Message) -> Iterator[TextFinding]:
    """Find words in braces that are not icons, and are missing or added."""
    yield from _compared(_placeholders(book, entry.source), _placeholders(book, entry.text))


def _placeholders(book: Wordbook, text: str) -> list[tuple[str, str]]:
    return [(token, token) for token in _BRACES.findall(text) if token[1:-1] not in book.pictures]


def check_plurals(book: Wordbook, entry: Message) -> Iterator[TextFinding]:
    """Find plural forms that the language needs, or does not have."""
    if not entry.source_forms:
        return
    forms = entry.forms
    if message := missing_forms(forms, book.language):
        yield TextFinding("error", message)
    if others := forms.keys() - {*plural_rule(book.language).categories, "other"}:
        message = tr(
            "Plural forms that {language} does not have: {names}.",
            language=book.language,
            names=", ".join(sorted(others)),
        )
        yield TextFinding("error", message)


def check_tags(_: Wordbook, entry: Message) -> Iterator[TextFinding]:
    """Find tags that are missing, added, or without their pair; their order follows the language."""
    source = [tag for tag in tags_of(entry.source) if not tag.is_printed]
    source_names = {tag.name for tag in source}
    lost = [tag.written for tag in tags_of(entry.text) if tag.is_printed and tag.name in source_names | {""}]
    if lost and source:
        names = ", ".join(lost)
        yield TextFinding("error", tr("These tags are not in pairs, as in the source: {names}.", names=names))
        return
    in_source, in_text = (
        [(name, name) for name in sorted(tag_names(text))] for text in (entry.source, entry.text)
    )
    yield from _compared(in_source, in_text)


def _compared(source: list[tuple[str, str]], text: list[tuple[str, str]]) -> Iterator[TextFinding]:
    """Compare tokens by their meaning, and show them as they are written."""
    if [meaning for meaning, _ in source] == [meaning for meaning, _ in text]:
        return
    written = dict([*text, *source])
    in_source, in_text = (Counter(meaning for meaning, _ in signs) for signs in (source, text))
    missing = [written[meaning] for meaning in (in_source - in_text).elements()]
    added = [written[meaning] for meaning in (in_text - in_source).elements()]
    if problem := difference_text(missing, added):
        yield TextFinding("error", problem)


def check_emphasis(_: Wordbook, entry: Message) -> Iterator[TextFinding]:
    """Find unmatched stars, and passages that go over the end of a line."""
    if unpaired_stars(entry.text) >= 0:
        yield TextFinding("error", tr("These two stars have no match: they are printed as is."), passage="**")
        return
    is_alone = entry.source == entry.text
    if _single_stars(entry.text) > (0 if is_alone else _single_stars(entry.source)):
        yield TextFinding("error", tr("This star has no match: it is printed as is."), passage="*")
        return
    broken = next((passage for _, passage in _passages(entry.text) if "\n" in passage), "")
    if broken and not is_alone and "\n" not in _list_passages(entry.source):
        message = tr("This passage goes over the end of a line: a star is missing, or too many.")
        yield TextFinding("warning", message, passage=broken)
        return


_AT_WORD = re.compile(r"\*(?=\w)|(?<=\w)\*")


def _single_stars(text: str) -> int:
    """Number of stars at a word that emphasise nothing, also within an emphasised passage, as in `**now*`."""
    within = sum(_single_stars(passage[2]) for passage in EMPHASIS.finditer(text))
    return within + len(_AT_WORD.findall(EMPHASIS.sub("", text)))


def emphasised(text: str) -> list[EmphasisedPassage]:
    """Emphasised passages of a text, also those inside each other."""
    passages = _passages(text) if "*" in text else ()
    return [EmphasisedPassage(stars, passage.strip("*")) for stars, passage in passages]


class EmphasisedPassage(NamedTuple):
    """A passage between stars, and how many stars."""

    stars: int
    words: str

    def __str__(self) -> str:
        return f"{'*' * self.stars}{self.words}{'*' * self.stars}"


def _passages(text: str) -> Iterator[tuple[int, str]]:
    """Yield emphasised passages with their number of stars, also inside each other."""
    for passage in EMPHASIS.finditer(text):
        yield len(passage[1]), passage[0]
        yield from _passages(passage[2])


def _list_passages(text: str) -> str:
    return ", ".join(passage for _, passage in _passages(text)) or "–"

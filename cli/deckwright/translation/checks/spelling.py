"""The check of spelling: dictionaries, and words that are in none and not the game’s own."""

from __future__ import annotations

import os
import re
import warnings
import zipfile
from collections import defaultdict
from contextlib import contextmanager, suppress
from functools import cached_property
from glob import glob
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NamedTuple

from deckwright.errors import InputError
from deckwright.files.texts import decode, read_bytes, within
from deckwright.findings import Where
from deckwright.messages import tr, trn
from deckwright.model.glossary import joins_words, without_regular_ending
from deckwright.model.languages import base_of
from deckwright.model.markup import without_markup
from deckwright.model.translation import USED
from deckwright.model.words import did_you_mean, fold, nearest
from deckwright.translation.checks.wordbook import RuleFinding, TextFinding, list_of_places, part_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from deckwright.model.translation import Message
    from deckwright.translation.checks.wordbook import Wordbook


FOLDERS = (
    "~/.local/share/hunspell",
    "/usr/share/hunspell",
    "/usr/local/share/hunspell",
    "/usr/share/myspell",
    "/usr/share/myspell/dicts",
    "~/Library/Spelling",
    "/Library/Spelling",
    "/opt/homebrew/share/hunspell",
    "/usr/lib*/libreoffice/share/extensions/dict-*",
    "/opt/libreoffice*/share/extensions/dict-*",
    "/var/lib/flatpak/app/org.libreoffice.LibreOffice/current/active/files/libreoffice/share/extensions/dict-*",
    "~/.config/libreoffice/*/user/uno_packages/cache/uno_packages/*/*",
    "/Applications/LibreOffice.app/Contents/Resources/extensions/dict-*",
    "~/Library/Application Support/LibreOffice/*/user/uno_packages/cache/uno_packages/*/*",
    "${PROGRAMFILES}/LibreOffice/share/extensions/dict-*",
    "${APPDATA}/LibreOffice/*/user/uno_packages/cache/uno_packages/*/*",
    "~/.mozilla/firefox/*/extensions/*.xpi",
    "~/snap/firefox/common/.mozilla/firefox/*/extensions/*.xpi",
    "~/Library/Application Support/Firefox/Profiles/*/extensions/*.xpi",
    "${APPDATA}/Mozilla/Firefox/Profiles/*/extensions/*.xpi",
)
"""Where systems, LibreOffice and Firefox (in archives) have dictionaries of Hunspell's; those in its DICPATH go before them."""

LIMIT = 20_000_000
"""The most bytes of a dictionary; the largest of LibreOffice's have 10 million."""

_USUAL_DICTIONARIES = {"en": ("en_GB", "en_US"), "pt": ("pt_PT", "pt_BR"), "de": ("de_DE", "de_DE_frami")}
"""The dictionaries for a language that has several, where a game does not say of which country it is."""


_STEM = re.compile(r"^[^\S\n]*([^/\\\t\n ]*(?: (?!\w\w:)[^/\\\t\n ]+)*)", re.MULTILINE)
"""The word of a line in a .dic file, without its flags (after a slash) and its tags (after a space or tab)."""


class Dictionary(NamedTuple):
    """The words of a language: a dictionary of Hunspell’s, or None, and a plain list."""

    hunspell: Hunspell | None
    words: frozenset[str]


class Hunspell:
    """A dictionary of Hunspell’s: a .dic file, whose words take endings by the rules of the .aff file beside it.

    spylls reads the rules and looks words up. It gets a line of the .dic file when a word may need it: a game has some
    hundred words, a French dictionary 84,000, which it takes half a second to parse.

    Raises:
        InputError: it is not a dictionary, or spylls is not installed.
    """

    def __init__(self, file: Path) -> None:
        try:
            from spylls.hunspell.algo.lookup import Lookup
            from spylls.hunspell.readers import FileReader, read_aff
        except ImportError:
            message = tr("Hunspell dictionaries require the package spylls.")
            hint = "pip install 'deckwright[spelling]'"
            raise InputError("extra-missing", message, hint=hint) from None

        class Reader(FileReader):  # type: ignore[misc]  # spylls has no types
            def _open(self, path: Path, encoding: str) -> IO[str]:
                return _open(path, encoding)

        self._file = file
        with _faults_of(file), warnings.catch_warnings():
            # spylls reads conditions of endings as Python's own patterns.
            warnings.simplefilter("ignore", FutureWarning)
            rules, context = read_aff(Reader(file.with_suffix(".aff")))
            words = _open(file.with_suffix(".dic"), context.encoding).read()
            self._words = _DicFile(file, words, rules, context)
            self._lookup = Lookup(rules, self._words)
            self._lookup("a")

    def knows(self, word: str) -> bool:
        """Whether a word is in the dictionary, or made from one by its rules."""
        with _faults_of(self._file):
            return bool(self._lookup(word))

    @property
    def stems(self) -> frozenset[str]:
        """Its words without endings."""
        return self._words.stems


@contextmanager
def _faults_of(file: Path) -> Iterator[None]:
    try:
        yield
    except InputError:
        raise
    except Exception as fault:  # spylls says what is wrong by whatever exception comes first
        message = tr("{name} is not a Hunspell dictionary: {reason}.", name=file, reason=fault)
        raise InputError("bad-dictionary", message, where=Where(str(file))) from fault


class _DicFile:
    """The lines of a .dic file, in place of spylls’ `Dic`, of which `Lookup` uses only these two methods.

    Lines are grouped by their words in lower case: all that spylls may ask for with a word are in its group.
    """

    def __init__(self, file: Path, text: str, rules: Any, context: Any) -> None:
        self._file, self._rules, self._context = file, rules, context
        self._lines = text.split("\n")
        self._text = text.translate(context.ignore.tr) if context.ignore else text
        self._numbers: dict[str, list[int]] = defaultdict(list)
        for number, word in enumerate(_STEM.findall(self._text.casefold())):
            self._numbers[word].append(number)
        self._parsed: dict[str, Any] = {}
        self._read(self._with_misspellings())

    @cached_property
    def stems(self) -> frozenset[str]:
        """The words as they are written, without numbers, such as that of all words in the first line."""
        return frozenset(word for word in _STEM.findall(self._text) if word and not word.isdigit())

    def homonyms(self, stem: str, *, ignorecase: bool = False) -> Any:
        """Entries of a word."""
        return self._group(stem).homonyms(stem, ignorecase=ignorecase)

    def has_flag(self, stem: str, flag: str, *, for_all: bool = False) -> Any:
        """Whether entries of a word have a flag."""
        return self._group(stem).has_flag(stem, flag, for_all=for_all)

    def _group(self, stem: str) -> Any:
        """Entries whose words differ from this one in case at most, parsed."""
        word = _STEM.findall(stem.casefold())[0]
        if word not in self._parsed:
            self._parsed[word] = self._read(self._numbers.get(word, ()))
        return self._parsed[word]

    def _with_misspellings(self) -> list[int]:
        """Numbers of the lines that add to the rules."""
        return [number for number, line in enumerate(self._lines) if "ph:" in line]

    def _read(self, numbers: Iterable[int]) -> Any:
        """Lines, by their numbers from 0, as spylls’ `Dic`."""
        from spylls.hunspell.readers import read_dic

        lines = ((number + 1, self._lines[number].strip()) for number in numbers)
        with _faults_of(self._file):
            return read_dic((line for line in lines if line[1]), aff=self._rules, context=self._context)


def installed() -> dict[str, Path]:
    """Dictionaries on this machine by name, such as `it_IT`, each as the path of its .dic file."""
    dictionaries: dict[str, Path] = {}
    patterns = (os.path.expandvars(pattern) for pattern in FOLDERS)
    usual = [place for pattern in patterns for place in sorted(glob(str(Path(pattern).expanduser())))]  # noqa: PTH207 - from any root
    for place in [*filter(None, os.environ.get("DICPATH", "").split(os.pathsep)), *usual]:
        for file in _dictionaries_at(Path(place).expanduser()):
            dictionaries.setdefault(file.stem, file)
    return dictionaries


def _dictionaries_at(place: Path) -> Iterator[Path]:
    """The .dic files with rules in a folder, or an archive, and in its folder `dictionaries`."""
    files = {*place.glob("*.*"), *place.glob("dictionaries/*.*")}
    if place.is_file():
        with suppress(OSError, zipfile.BadZipFile), zipfile.ZipFile(place) as archive:
            files = {place / name for name in archive.namelist()}
    return (file for file in sorted(files) if file.suffix == ".dic" and file.with_suffix(".aff") in files)


def _open(file: Path, encoding: str) -> IO[str]:
    """A file of a dictionary in a folder, or in the folder `dictionaries` of an archive."""
    archive = file.parent.parent
    if archive.is_file():
        with zipfile.ZipFile(archive) as opened, opened.open(f"dictionaries/{file.name}") as member:
            data = within(member.read(LIMIT + 1), str(file), LIMIT)
    else:
        data = read_bytes(file, limit=LIMIT)
    return TextIOWrapper(BytesIO(data), encoding, errors="surrogateescape")


def dictionaries_for(language: str) -> list[Path]:
    """Installed dictionaries for a language tag such as `it` or `pt-BR`; of several for one language, the usual ones."""
    dictionaries = {name.lower().replace("-", "_"): path for name, path in installed().items()}
    tag = language.lower().replace("-", "_")
    names = [name.lower() for name in (*_USUAL_DICTIONARIES.get(tag, ()), tag, f"{tag}_{tag}")]
    usual = [dictionaries[name] for name in dict.fromkeys(names) if name in dictionaries]
    others = [dictionaries[name] for name in sorted(dictionaries) if name.startswith(f"{tag}_")]
    return usual[: len(_USUAL_DICTIONARIES.get(tag, "1"))] or others[:1]


def named_dictionary(name: str) -> Path:
    """The file of a dictionary that a user names: a path, or the name of one that is installed.

    Raises:
        InputError: the file does not exist, and no dictionary of that name is installed.
    """
    if Path(name).is_file():
        return Path(name)
    dictionaries = installed()
    if name in dictionaries:
        return dictionaries[name]
    near = ", ".join(nearest(name, list(dictionaries)) or sorted(dictionaries))
    hint = (
        tr("Installed: {names}.", names=near)
        if near
        else tr("Use a .dic file, or a list with one word per line.")
    )
    raise InputError(
        "no-such-dictionary", tr("Unknown dictionary: {name}.", name=name), hint=hint, where=Where(name)
    )


def read_dictionary(file: Path) -> Dictionary:
    """Read a Hunspell dictionary (a .dic file with its .aff file), or a list with one word per line."""
    is_archived = file.parent.parent.is_file()
    if file.suffix in {".dic", ".aff"} and (is_archived or file.with_suffix(".aff").is_file()):
        return Dictionary(Hunspell(file), frozenset())
    data = read_bytes(file, limit=LIMIT)
    lines = (
        re.split(r"[/\t#]", line, maxsplit=1)[0].strip() for line in decode(data, str(file)).splitlines()
    )
    return Dictionary(None, frozenset(line for line in lines if line and not line.isdigit()))


_LETTERS = r"[^\W\d_]+"
_WORD = re.compile(rf"{_LETTERS}(?:[-’']{_LETTERS})*[’']?")
_LONG_CUT = 6
"""The most letters of an elided word, such as `quell’` or `jusqu’`."""

_ENCLITICS = {
    "es": (re.compile(r"(?:me|te|se|nos|os|l[aeo]s?)$"), re.compile(r"(?:me|te|se|nos|os)l[aeo]s?$")),
}
"""Pronouns that a language writes at the end of a verb, which moves its accent: `descarta` and `lo` are `descártalo`."""

_SLIPS = 2
"""The most letters that a suggested word may differ in; one, if the word is short."""


class Speller:
    """The dictionaries of a language together."""

    def __init__(self, dictionaries: Iterable[Dictionary]) -> None:
        self._dictionaries = list(dictionaries)
        self._words = frozenset().union(*(dictionary.words for dictionary in self._dictionaries))

    def knows(self, word: str) -> bool:
        """Whether a word is in one of the dictionaries."""
        word = word.replace("’", "'")
        if word in self._words or word.lower() in self._words:
            return True
        return any(
            dictionary.hunspell.knows(word) for dictionary in self._dictionaries if dictionary.hunspell
        )

    def nearest(self, word: str) -> list[str]:
        """Up to three words of the dictionaries that differ from one that they lack in a letter or two.

        Hunspell's own suggestions take up to two minutes a word here (measured with a French dictionary), comparing
        with every word 20 ms.
        """
        from rapidfuzz import distance, process

        letters = fold(word)
        # Dictionaries have most words without the s of their plural.
        if accented := self._by_letters.get(letters) or self._by_letters.get(letters.removesuffix("s")):
            return accented[:3]
        limit = 1 if len(word) <= 2 * _SLIPS else _SLIPS
        matches = process.extract(
            word.lower(), self._stems, scorer=distance.OSA.distance, score_cutoff=limit, limit=None
        )
        # Letters that changed places first.
        matches.sort(key=lambda match: (match[1], sorted(match[0].lower()) != sorted(word.lower())))
        return [name for name, _, _ in matches[:3]]

    @cached_property
    def _by_letters(self) -> dict[str, list[str]]:
        """Words by their letters without accents."""
        words: dict[str, list[str]] = {}
        for stem in self._stems:
            if not stem.isascii():
                words.setdefault(fold(stem), []).append(stem)
        return words

    @cached_property
    def _stems(self) -> list[str]:
        stems = (dictionary.hunspell.stems for dictionary in self._dictionaries if dictionary.hunspell)
        return sorted(self._words.union(*stems))


class _UnknownWord(NamedTuple):
    """An unknown word of a message."""

    word: str
    entry: Message


def check_spelling(book: Wordbook, entries: Sequence[Message], speller: Speller) -> Iterator[RuleFinding]:
    """Find words that are in no dictionary and not the game’s own: one finding a word.

    It is on the first message that has the word and does not waive it, and names the others. A message that waives
    spelling has findings of its own.
    """
    unknown: dict[str, list[Message]] = {}
    for word, entry in _unknown_words(book, entries, speller):
        if any(waiver.rule == "spelling" and waiver.reason for waiver in entry.waivers):
            yield RuleFinding(
                entry, "spelling", TextFinding("warning", _message(word, [entry], speller), passage=word)
            )
        else:
            unknown.setdefault(word, []).append(entry)
    for word, places in unknown.items():
        finding = TextFinding("warning", _message(word, places, speller), len(places), word)
        yield RuleFinding(places[0], "spelling", finding)


def _unknown_words(book: Wordbook, entries: Sequence[Message], speller: Speller) -> Iterator[_UnknownWord]:
    """Yield each unknown word with its message, as often as it occurs."""
    own_words = _own_words(book, entries)
    unknown_parts: dict[str, list[str]] = {}
    for entry in entries:
        if entry.state in USED and part_of(entry.context) != "name":
            text = "\n".join(entry.forms.values()) or entry.text
            for word in _WORD.findall(without_markup(text)):
                if word not in unknown_parts:
                    unknown_parts[word] = _unknown_parts(word, own_words, speller, book.language)
                if unknown_parts[word] and not _is_name_of(entry.source, word, book.language):
                    yield from (_UnknownWord(part, entry) for part in unknown_parts[word])


def _is_name_of(source: str, word: str, language: str) -> bool:
    """Whether a word with a capital is in the source as it is: a name that stays, in German also with an ending (Annas)."""
    ending = "s?" if joins_words(language) else ""
    name = word.removesuffix("s") if ending else word
    return word[0].isupper() and re.search(rf"(?<!\w){re.escape(name)}{ending}(?!\w)", source) is not None


def _own_words(book: Wordbook, entries: Iterable[Message]) -> set[str]:
    """The game’s own words, without endings: names, terms, and those in its glossary."""
    texts = [
        text for entry in entries if part_of(entry.context) == "name" for text in (entry.text, entry.source)
    ]
    texts += [*book.glossary.keep, *book.glossary.words.get(book.language, ())]
    texts += [form for term in book.glossary.terms for form in term.accepted(book.language)]
    texts.append(book.game.title(book.language))
    parts = (part for text in texts for word in _WORD.findall(text) for part in (word, *_parts(word)))
    return {without_regular_ending(part.casefold(), book.language) for part in parts}


def _unknown_parts(word: str, own_words: set[str], speller: Speller, language: str) -> list[str]:
    """Unknown parts of a word; none if the whole word is known."""
    if without_regular_ending(word.casefold(), language) in own_words or speller.knows(word):
        return []
    return [part for part in _parts(word) if not _is_known(part, own_words, speller, language)]


def _parts(word: str) -> list[str]:
    """Parts of a word between hyphens and apostrophes, without elided ones such as `quell’`."""
    parts = re.split(r"([-’'])", word)
    signs = [*parts[1::2], ""]
    pairs = zip(parts[::2], signs, strict=True)
    return [part for part, sign in pairs if part and not (sign in {"’", "'"} and len(part) <= _LONG_CUT)]


def _is_known(part: str, own_words: set[str], speller: Speller, language: str) -> bool:
    """Whether a part of a word is known: single letters are, and words in capitals, which are names."""

    def is_word(word: str) -> bool:
        return without_regular_ending(word.casefold(), language) in own_words or speller.knows(word)

    def is_word_or_noun(word: str) -> bool:
        noun = word[0].upper() + word[1:]
        return is_word(word) or is_word(noun) or is_word(noun.removesuffix("s"))

    if len(part) == 1 or part.isupper() or is_word(part):
        return True
    if joins_words(language) and (
        (part[0].isupper() and is_word_or_noun(part)) or _is_joined(part, is_word_or_noun)
    ):
        return True
    pronouns = _ENCLITICS.get(base_of(language), ())
    verbs = [part[: end.start()] for pattern in pronouns if (end := pattern.search(part))]
    return any(speller.knows(fold(verb)) and _may_be_stressed(verb) for verb in verbs)


_LEAST_OF_JOINED = 4


def _is_joined(word: str, is_word: Callable[[str], bool]) -> bool:
    """Whether a word is made of two: Verderben-s-marker, zurück-zu-mischen."""
    return any(
        is_word(word[middle:]) and any(map(is_word, _firsts(word[:middle])))
        for middle in range(_LEAST_OF_JOINED, len(word) - _LEAST_OF_JOINED + 1)
    )


def _firsts(part: str) -> Iterator[str]:
    """First words that a part of a joined word may be, without what German and its relatives join words with."""
    for joint in ("", "s", "es", "n", "en", "zu"):
        if part.endswith(joint) and len(part) - len(joint) >= _LEAST_OF_JOINED - 1:
            yield part.removesuffix(joint)


_VOWELS = re.compile("[aeiou]+")


def _may_be_stressed(verb: str) -> bool:
    """Whether a Spanish verb before a pronoun has its accent, which `dame`, `jugarlo` and `jugadlo` need not."""
    return verb != fold(verb) or verb.endswith(("r", "d")) or len(_VOWELS.findall(verb)) == 1


def _message(word: str, places: Sequence[Message], speller: Speller) -> str:
    message = tr("“{word}” is not in the dictionary.", word=word)
    contexts = list(dict.fromkeys(entry.context for entry in places))
    if len(places) > 1:
        message += " " + trn(
            "It occurs {count} time: {places}.",
            "It occurs {count} times: {places}.",
            len(places),
            places=list_of_places(contexts),
        )
    return f"{message} {did_you_mean(speller.nearest(word))}".strip()

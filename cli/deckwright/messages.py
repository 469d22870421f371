"""Messages in the user's language: English text is the key, gettext catalogues have the translations.

`use` chooses the language once, before any command is imported. The words of the command-line library come
from the same catalogues, which is why the domain is bound for the whole process.
"""

from __future__ import annotations

import gettext
import os
from contextlib import contextmanager
from copy import copy
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    OwnWords = Mapping[str, Callable[[float], str]]

LANGUAGES = {"it": ",", "fr": ",", "en": "."}
"""The languages the program speaks, each with what it writes before decimals."""

_DOMAIN = "deckwright"
_LOCALES = Path(__file__).resolve().parent / "locales"
_spoken = [gettext.NullTranslations()]
"""The catalogue in use: gettext's own functions look for its file at every call (35 µs)."""
_used = [""]
"""The language that `use` was called with last."""
_printed: list[gettext.NullTranslations] = []
"""The catalogue of what is being printed, while something is."""


def use(language: str) -> None:
    """Use `language` for all messages from now on; an unknown one falls back to English."""
    os.environ["LANGUAGE"] = language
    gettext.bindtextdomain(_DOMAIN, str(_LOCALES))
    gettext.textdomain(_DOMAIN)
    _spoken[0] = _catalogue(language)
    _used[0] = language


def used_language() -> str:
    """The language of all messages, that `use` was called with; '' if that was never called."""
    return _used[0]


@cache
def _catalogue(language: str) -> gettext.NullTranslations:
    return gettext.translation(_DOMAIN, str(_LOCALES), [language.partition("-")[0]], fallback=True)


def speaks(language: str) -> bool:
    """Whether the program has messages in a language, in any region."""
    return language.partition("-")[0] in LANGUAGES


class _Printed(gettext.NullTranslations):
    """Words of one print: those that its game has translated, else the program's; `missed` is told of any other."""

    def __init__(self, language: str, own: OwnWords, missed: Callable[[str], None]) -> None:
        super().__init__()
        self._program, self._own = copy(_catalogue(language)), own
        self._info = {"language": language}
        if language.partition("-")[0] != "en":
            self._program.add_fallback(_Untranslated(missed))

    def gettext(self, message: str) -> str:
        own = self._own.get(message)
        return own(1) if own else self._program.gettext(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        own = self._own.get(msgid1)
        return own(n) if own else self._program.ngettext(msgid1, msgid2, n)


class _Untranslated(gettext.NullTranslations):
    """Words in English, of which `missed` is told."""

    def __init__(self, missed: Callable[[str], None]) -> None:
        super().__init__()
        self._missed = missed

    def gettext(self, message: str) -> str:
        self._missed(message)
        return message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        self._missed(msgid1)
        return super().ngettext(msgid1, msgid2, n)


@contextmanager
def printing_in(
    language: str, own: OwnWords | None = None, missed: Callable[[str], None] = lambda _: None
) -> Iterator[None]:
    """Make `print_tr` and `print_trn` use the language of what is printed, within the context.

    `own` are translations by the English message, each in the form for a count, and `missed` hears of each message that has none.
    """
    _printed.append(_Printed(language, own or {}, missed))
    try:
        yield
    finally:
        _printed.pop()


def print_tr(message: str, /, **values: object) -> str:
    """Words that are printed, in the language of the print."""
    catalogue = (_printed or _spoken)[-1]
    return _filled(catalogue, catalogue.gettext(message), values)


def print_list(names: Sequence[str]) -> str:
    """Names in a row, with “and” before the last, in the language of what is printed."""
    *others, last = names
    return print_tr("{names} and {last}", names=", ".join(others), last=last) if others else last


def print_trn(one: str, many: str, count: float, /, **values: object) -> str:
    """Words that are printed, in the form that fits `count`."""
    return _counted((_printed or _spoken)[-1], one, many, {"count": count, **values})


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Make `tr` and `trn` use a language within the context, such as for a file that several people share."""
    before, _spoken[0] = _spoken[0], _catalogue(language)
    try:
        yield
    finally:
        _spoken[0] = before


def in_language(language: str, message: str) -> str:
    """Message of the program in a language, or in English if it is not translated."""
    return _catalogue(language).gettext(message) if message else ""


def counted_in_language(language: str, one: str, many: str, count: int) -> str:
    """Form of a message of the program that fits `count` in a language, or in English."""
    return _catalogue(language).ngettext(one, many, count)


def tr(message: str, /, **values: object) -> str:
    """`message` in the user's language, with `{name}` replaced by the value of that name."""
    return _filled(_spoken[0], _spoken[0].gettext(message), values)


def trn(one: str, many: str, count: float, /, **values: object) -> str:
    """Form of a message that fits `count`, which it may show as `{count}`."""
    return _counted(_spoken[0], one, many, {"count": count, **values})


def _counted(catalogue: gettext.NullTranslations, one: str, many: str, values: dict[str, Any]) -> str:
    count = values["count"]
    message = catalogue.ngettext(one, many, abs(int(count)) if count == int(count) else 2)
    return _filled(catalogue, message, values)


def _filled(catalogue: gettext.NullTranslations, message: str, values: Mapping[str, object]) -> str:
    """A message with its values; a number with decimals is written as its language does."""
    written = {
        name: _numeral(value, catalogue) if isinstance(value, float) else value
        for name, value in values.items()
    }
    return message.format(**written)


def numeral(number: float) -> str:
    """Number with as many decimals as it has, in the user's language."""
    return _numeral(number, _spoken[0])


def _numeral(number: float, catalogue: gettext.NullTranslations) -> str:
    return _with_decimals(f"{number:.10g}", catalogue)


def with_decimals(digits: str) -> str:
    """Digits with the decimal sign of the user's language."""
    return _with_decimals(digits, _spoken[0])


def _with_decimals(digits: str, catalogue: gettext.NullTranslations) -> str:
    language = catalogue.info().get("language", "en").partition("-")[0]
    return digits.replace(".", LANGUAGES.get(language, "."))


def later(message: str) -> str:
    """Mark a message for translation; it is passed to `tr` when it is shown."""
    return message


def severity_name(severity: str) -> str:
    """Severity in the user's language."""
    return {"error": tr("error"), "warning": tr("warning"), "info": tr("note")}[severity]

"""What the program says, in the user's language: English text is the key, gettext catalogues hold the rest.

`use` chooses the language once, before any command is imported. The words of the command-line library come
from the same catalogues, which is why the domain is bound for the whole process.
"""

from __future__ import annotations

import gettext
import os
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

LANGUAGES = ("it", "fr", "en")
"""The languages the program speaks."""

_DOMAIN = "deckwright"
_LOCALES = Path(__file__).resolve().parent / "locales"
_spoken = [gettext.NullTranslations()]
"""The catalogue in use: gettext's own functions look for its file at every call (35 µs)."""


def use(language: str) -> None:
    """Say everything in `language` from now on; an unknown one falls back to English."""
    os.environ["LANGUAGE"] = language
    gettext.bindtextdomain(_DOMAIN, str(_LOCALES))
    gettext.textdomain(_DOMAIN)
    _spoken[0] = gettext.translation(_DOMAIN, str(_LOCALES), [language], fallback=True)


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Say everything in `language` for a while, as what is printed in it does; the command line keeps its own."""
    own = _spoken[0]
    _spoken[0] = gettext.translation(_DOMAIN, str(_LOCALES), [language], fallback=True)
    try:
        yield
    finally:
        _spoken[0] = own


def tr(message: str, /, **values: object) -> str:
    """Give `message` in the user's language, with `{name}` replaced by the value of that name."""
    return _spoken[0].gettext(message).format(**values)


def trn(one: str, many: str, count: float, /, **values: object) -> str:
    """Give the form of a message that fits `count`, which it may show as `{count}`."""
    return (
        _spoken[0]
        .ngettext(one, many, abs(int(count)) if count == int(count) else 2)
        .format(count=count, **values)
    )


def later(message: str) -> str:
    """Mark a message that is kept in a table and goes through `tr` when it is shown."""
    return message

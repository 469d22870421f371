"""Arguments and options that the commands of `deckwright translate` share."""

from __future__ import annotations

from typing import Annotated

from click import BadParameter

from deckwright.commands import completion
from deckwright.commands.declaring import INPUT, OUTPUT, argument
from deckwright.messages import tr
from deckwright.model.languages import canonical_tag

_ALL = 100.0

TranslatedGame = Annotated[str, argument("Id of a loaded game.", "GAME", completion.games)]


def read_language(text: str) -> str:
    """Language tag in its usual spelling, such as `pt-BR` for `pt_br`; anything else stays for the game to refuse."""
    return canonical_tag(text) or text


To = Annotated[
    str,
    INPUT.option(
        "Language to translate into.", "LANG", "--to", complete=completion.translated, parse=read_language
    ),
]

HandoutFile = Annotated[
    str,
    OUTPUT.option(
        "File to write: .po, .csv, .xlsx or .xlf; default: GAME.LANG.po.", "FILE", "-o", "--output"
    ),
]

Overwrite = Annotated[
    bool, OUTPUT.flag("Overwrite a file even if its translations are not merged.", "--overwrite")
]


def read_percent(text: str | float) -> float:
    """Percentage from 0 to 100, written with or without its sign.

    Raises:
        BadParameter: it is not a number from 0 to 100.
    """
    try:
        percent = float(str(text).rstrip("% \u00a0").replace(",", "."))
    except ValueError:
        percent = -1.0
    if not 0 <= percent <= _ALL:
        raise BadParameter(tr("Invalid percentage: {value}. Use a number from 0 to 100.", value=text))
    return percent

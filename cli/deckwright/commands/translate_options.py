"""Arguments and options that the commands of `deckwright translate` share."""

from __future__ import annotations

from typing import Annotated

from typer import Argument, BadParameter, Option

from deckwright.commands import completion
from deckwright.commands.options import INPUT, OUTPUT
from deckwright.messages import tr
from deckwright.model.languages import canonical_tag

_ALL = 100.0

TranslatedGame = Annotated[
    str, Argument(autocompletion=completion.games, metavar=tr("GAME"), help=tr("Id of a loaded game."))
]


def read_language(text: str) -> str:
    """Language tag in its usual spelling, such as `pt-BR` for `pt_br`; anything else stays for the game to refuse."""
    return canonical_tag(text) or text


To = Annotated[
    str,
    Option(
        "--to",
        parser=read_language,
        autocompletion=completion.translated,
        metavar=tr("LANG"),
        rich_help_panel=INPUT,
        help=tr("Language to translate into."),
    ),
]

HandoutFile = Annotated[
    str,
    Option(
        "-o",
        "--output",
        metavar=tr("FILE"),
        rich_help_panel=OUTPUT,
        help=tr("File to write: .po, .csv, .xlsx or .xlf; default: GAME.LANG.po."),
    ),
]

Overwrite = Annotated[
    bool,
    Option(
        "--overwrite",
        rich_help_panel=OUTPUT,
        help=tr("Overwrite a file even if its translations are not merged."),
    ),
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

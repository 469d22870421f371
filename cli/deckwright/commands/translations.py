"""What the commands of the translation desk have in common: languages, states, and files that go out."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Argument, BadParameter, Option

from deckwright.commands import completion
from deckwright.errors import InputError, finding_of
from deckwright.findings import Finding, Where
from deckwright.messages import tr, trn
from deckwright.model.languages import canonical
from deckwright.model.translation import read_comments

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deckwright.model.game import Game

_ALL = 100.0

_SHOWN = 5
"""How many entries are named of those that a note is about."""

TranslatedGame = Annotated[
    str, Argument(autocompletion=completion.games, metavar=tr("GAME"), help=tr("A game that is loaded."))
]


def read_language(text: str) -> str:
    """Read a language tag, whatever its case: `pt_br` is `pt-BR`; what is none is left for the game to refuse."""
    return canonical(text) or text


To = Annotated[
    str,
    Option(
        "--to",
        parser=read_language,
        autocompletion=completion.translated,
        metavar=tr("LANG"),
        help=tr("The language to translate into."),
    ),
]

HandoutFile = Annotated[
    str,
    Option(
        "-o",
        "--output",
        metavar=tr("FILE"),
        help=tr(
            "The file to write; its ending says of which sort. Without it, GAME.LANG.po; - is standard output."
        ),
    ),
]

Overwrite = Annotated[
    bool, Option("--overwrite", help=tr("Write over a file even if it holds work that is not merged."))
]


def read_percent(text: str | float) -> float:
    """Read a percentage, with its sign or without.

    Raises:
        BadParameter: it is none.
    """
    try:
        percent = float(str(text).rstrip("% \u00a0").replace(",", "."))
    except ValueError:
        percent = -1.0
    if not 0 <= percent <= _ALL:
        raise BadParameter(tr("{value} is no percentage. Write a number from 0 to 100.", value=text))
    return percent


def check_pivot(game: Game, pivot: str, language: str) -> str:
    """Give the language to show beside the source; '' where it is the source itself.

    Raises:
        InputError: the game is not in it, or it is the one to translate into.
    """
    if pivot in {"", game.source_language}:
        return ""
    if pivot not in game.languages:
        message = tr("{game} is not in {language}.", game=game.id, language=pivot)
        hint = tr(
            "Its languages are listed under languages in game.yaml: {names}.", names=", ".join(game.languages)
        )
        raise InputError("no-such-language", message, hint=hint)
    if pivot == language:
        raise InputError(
            "same-language", tr("--from and --to name the same language: {language}.", language=pivot)
        )
    return pivot


def stamp() -> str:
    """Give the time as PO files say it."""
    return datetime.now(UTC).strftime("%Y-%m-%d %H:%M+0000")


def today() -> str:
    """Give the day, where the user is."""
    return datetime.now(UTC).astimezone().date().isoformat()


def written_places(folder: str, language: str) -> tuple[dict[str, Where], list[Finding]]:
    """Return where each entry is in the game's folder, as that is now, and what is wrong with a file that is there."""
    from deckwright.files.po import parse_po
    from deckwright.files.texts import decode

    file = Path(folder) / "locales" / f"{language}.po"
    try:
        name = str(file.relative_to(Path.cwd())) if file.is_relative_to(Path.cwd()) else str(file)
        written = parse_po(decode(file.read_bytes(), name), name).entries
    except OSError:
        return {}, []
    except InputError as fault:
        return {}, [finding_of(fault)]
    places = {entry.context: Where(name, entry.line, 1) for entry in written}
    undated = [entry.context for entry in written if read_comments(entry.comments).lacks_digest]
    return places, [_without_digest(undated, name)] if undated else []


def _without_digest(contexts: Sequence[str], file: str) -> Finding:
    message = trn(
        "{count} entry is reviewed or waived without a digest of its texts, so that holds even if they change: {names}. "
        "The next merge adds it.",
        "{count} entries are reviewed or waived without a digest of their texts, so that holds even if they change: "
        "{names}. The next merge adds it.",
        len(contexts),
        names=", ".join([*contexts[:_SHOWN], *(["…"] if len(contexts) > _SHOWN else [])]),
    )
    return Finding("no-digest", "info", message, where=Where(file))

"""Make a case of a score file: which mode it is, and what it says."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from deckwright.errors import UsageError
from deckwright.files.scores import check_head, faulty_sheet, read_sheet
from deckwright.findings import Finding
from deckwright.messages import tr
from deckwright.model.rule import matcher_of
from deckwright.model.scoring import read_scoring
from deckwright.model.settings import NO_SETTINGS, played, setting_of
from deckwright.model.words import meant
from deckwright.scoring.checking import Case
from deckwright.scoring.scores import score_sheet

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deckwright.files.yaml import Document
    from deckwright.model.card import Card
    from deckwright.model.game import Game
    from deckwright.scoring.scores import Scores


def score_document(  # noqa: PLR0913 - what a score depends on, each thing on its own
    document: Document,
    game: Game,
    cards: Mapping[str, Card],
    *,
    mode: str = "",
    language: str = "en",
    settings: Mapping[str, str | int] = NO_SETTINGS,
) -> Scores:
    """Score a parsed file of a game that has scoring; `mode` and `settings` stand in for what the file says.

    Raises:
        InputError: something in it cannot be, with every fault at its place; then nothing is scored.
    """
    return score_sheet(*read_case(document, game, cards, mode=mode, language=language, settings=settings))


def read_case(  # noqa: PLR0913 - what a file is held against, each thing on its own
    document: Document,
    game: Game,
    cards: Mapping[str, Card],
    *,
    mode: str = "",
    language: str = "en",
    is_whole: bool = True,
    settings: Mapping[str, str | int] = NO_SETTINGS,
) -> tuple[Case, list[Finding]]:
    """Read a file as far as it can be read; give it with what is wrong with the rest.

    Raises:
        InputError: it has no seats, or they are not written as such.
    """
    faults = check_head(document)
    if faults:
        raise faulty_sheet(faults)
    faults += _head(document, game)
    chosen = {**_settings(document, game, faults), **settings}
    game = played(game, chosen)
    mode = mode or _mode(document, game)
    scoring = read_scoring(game, mode, matcher_of(game))
    declared = mode if game.names("modes") else ""
    sheet, more = read_sheet(document, game.id, declared, scoring, cards)
    sheet = replace(sheet, settings=chosen)
    return Case(sheet, scoring, game, cards, language, is_whole), faults + more


def _head(document: Document, game: Game) -> Iterator[Finding]:
    """Find a file that is for another game, or a mode that there is not."""
    said = document.value.get("game", game.id)
    if said != game.id:
        message = tr("This file is for {other}, not for {game}.", other=said, game=game.id)
        yield Finding("game", "error", message, where=document.where("game"))
    mode, modes = document.value.get("mode"), game.names("modes")
    if mode and mode not in modes:
        message = tr("The game {game} has no mode {mode}.", game=game.id, mode=mode)
        where = document.where("mode")
        yield Finding("unknown-mode", "error", f"{message} {meant(mode, modes)}", where=where)


def _settings(document: Document, game: Game, faults: list[Finding]) -> dict[str, str | int]:
    """Read the settings that a file says, as far as the game has them; add what is wrong with the others."""
    chosen: dict[str, str | int] = {}
    for name, value in document.value.get("settings", {}).items():
        try:
            setting = setting_of(name, game)
        except UsageError as fault:
            where = document.where("settings", name, key=True)
            faults.append(Finding("setting", "error", f"{fault.message} {fault.hint}".strip(), where=where))
            continue
        try:
            chosen[name] = setting.read(value)
        except UsageError as fault:
            where = document.where("settings", name)
            faults.append(Finding("setting", "error", f"{fault.message} {fault.hint}".strip(), where=where))
    return chosen


def _mode(document: Document, game: Game) -> str:
    said = document.value.get("mode", "")
    return said if said in game.names("modes") else game.mode_for(len(document.value["seats"]))

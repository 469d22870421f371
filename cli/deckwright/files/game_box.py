"""Open a game's folder: read it, check all of it, and give the game with its cards and decks.

Everything that is wrong is found before anything is kept: schemas first, then what refers to what.
"""

from __future__ import annotations

import gc
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from deckwright.errors import InputError, Where
from deckwright.files.cards import CardReader
from deckwright.files.decklists import resolve
from deckwright.files.definitions import check_definition, compile_queries, fault_at
from deckwright.files.game_folder import GameFolder, read_game_folder
from deckwright.files.references import undeclared, unknown_icons
from deckwright.files.schemas import check_document
from deckwright.files.yaml_lists import deck_list_of
from deckwright.messages import tr
from deckwright.model.box import GameBox
from deckwright.model.finding import Finding, finding_of, has_errors
from deckwright.model.flaws import flaws_in
from deckwright.model.game import Game, labels_of
from deckwright.model.markup import unpaired_stars
from deckwright.model.naming import CardNames

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from deckwright.files.catalogues import Catalogue
    from deckwright.files.documents import Document
    from deckwright.model.card import Card
    from deckwright.model.deck import Deck


def open_box(path: Path) -> tuple[GameBox | None, list[Finding]]:
    """Read and check a game's folder; a game that has an error is not given, only what is wrong with it.

    Raises:
        InputError: there is no such folder, or no game in it.
    """
    with _without_collecting():
        return _open(path)


@contextmanager
def _without_collecting() -> Iterator[None]:
    """Keep Python from looking for garbage: of what is read, there is none (measured: a sixth of the time)."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _open(path: Path) -> tuple[GameBox | None, list[Finding]]:
    try:
        folder = read_game_folder(path)
    except InputError as fault:
        if fault.code in {"no-such-folder", "no-game"}:
            raise
        return None, [finding_of(fault)]
    findings = [*folder.findings, *_check_files(folder)]
    if not has_errors(findings):
        findings += check_definition(folder.game, folder.assets)
    box = None if has_errors(findings) else _assemble(folder, findings)
    return (None if has_errors(findings) else box), list(dict.fromkeys(findings))


def _check_files(folder: GameFolder) -> Iterator[Finding]:
    """Find what does not fit the schemas."""
    yield from check_document(folder.game, "game")
    for document in folder.cards:
        yield from check_document(document, "cards")
    for _, document in folder.decks:
        yield from check_document(document, "deck")
    for document in folder.faces:
        yield from check_document(document, "face")


def _assemble(folder: GameFolder, findings: list[Finding]) -> GameBox:
    """Make the values, adding to the findings whatever is wrong with them."""
    definition = folder.game.value
    reader = CardReader(definition, folder.assets)
    for document in folder.cards:
        reader.read(document)
    findings += reader.findings
    for flaw in flaws_in(definition, reader.cards):
        findings.append(fault_at(folder.game, "format", flaw.message, *flaw.path))
    decks = _decks(folder, reader.cards, findings)
    sources = _sources(folder.game, reader.cards.values(), decks)
    translations = _translations(folder, sources, findings)
    language = definition["source_language"]
    labels = {language: _labels(sources), **{other: _labels(texts) for other, texts in translations.items()}}
    game = Game(definition["id"], language, tuple(definition["languages"]), definition, labels)
    game = replace(game, queries=compile_queries(folder.game, game, findings))
    cards = _translated(reader.cards, translations)
    return GameBox(
        game, tuple(cards.values()), tuple(decks), folder.assets, folder.digest, str(folder.path.resolve())
    )


def _decks(folder: GameFolder, cards: Mapping[str, Card], findings: list[Finding]) -> list[Deck]:
    decks: list[Deck] = []
    if not folder.decks:
        return decks
    names = CardNames(cards.values())
    for name, document in folder.decks:
        try:
            deck = resolve(deck_list_of(document), folder.game.value["id"], names)
        except InputError as fault:
            findings += fault.findings
            continue
        findings += _check_head(folder.game, deck, document)
        decks.append(replace(deck, id=name))
    return decks


def _check_head(game: Document, deck: Deck, document: Document) -> Iterator[Finding]:
    formats = game.value.get("formats", {})
    if deck.format and deck.format not in formats:
        yield fault_at(document, "format", undeclared(deck.format, formats), "format")
    said = document.value.get("game", deck.game)
    if said != deck.game:
        message = tr(
            "This deck is for {other}, but stands in the folder of {game}.", other=said, game=deck.game
        )
        yield fault_at(document, "game", message, "game")


def _sources(game: Document, cards: Iterable[Card], decks: Iterable[Deck]) -> dict[str, str]:
    """Give every text that can be translated, by its context."""
    sources = labels_of(game.value)
    sources |= {f"deck:{deck.id}": deck.name for deck in decks}
    for card in cards:
        for name, text in card.texts[card.source_language].items():
            sources[f"{card.id}.{name}"] = text
    return sources


def _translations(
    folder: GameFolder, sources: dict[str, str], findings: list[Finding]
) -> dict[str, dict[str, str]]:
    """Give the translated texts by language and context."""
    definition = folder.game.value
    wanted = [language for language in definition["languages"] if language != definition["source_language"]]
    for catalogue in folder.catalogues:
        if catalogue.language in wanted:
            findings += catalogue.check(sources)
            findings += _check_texts(catalogue, definition.get("icons", {}))
        else:
            message = _not_wanted(catalogue.language, definition["source_language"])
            findings.append(Finding("language", "error", message, where=Where(catalogue.file)))
    return {one.language: one.translated(sources) for one in folder.catalogues if one.language in wanted}


def _not_wanted(language: str, source_language: str) -> str:
    """Say that a translation belongs to no language of the game."""
    if language == source_language:
        return tr("The game is written in {language}: it needs no translation into it.", language=language)
    return tr(
        "The game does not list {language}: add it to languages in game.yaml, or rename this file.",
        language=language,
    )


def _check_texts(catalogue: Catalogue, icons: Mapping[str, str]) -> Iterator[Finding]:
    """Find icons in the translated texts of cards that the game does not name, and stars without a match."""
    for entry in catalogue.entries:
        card, _, name = entry.context.rpartition(".")
        if ":" not in card and name != "name":
            for _, message in unknown_icons(entry.text, icons):
                yield Finding("unknown-icon", "error", message, (card,), where=entry.where)
            if unpaired_stars(entry.text) >= 0:
                message = tr("Two stars here have no others to match: they are printed as they stand.")
                yield Finding("emphasis", "warning", message, (card,), where=entry.where)


def _labels(texts: Mapping[str, str]) -> dict[str, str]:
    """Keep the game's own words of some texts; the others are the cards'."""
    return {context: text for context, text in texts.items() if ":" in context}


def _translated(cards: dict[str, Card], translations: Mapping[str, Mapping[str, str]]) -> dict[str, Card]:
    """Put the translations to the cards they belong to."""
    texts: dict[str, dict[str, dict[str, str]]] = {}
    for language, entries in translations.items():
        for context, text in entries.items():
            if ":" not in context:
                card, _, name = context.rpartition(".")
                texts.setdefault(card, {}).setdefault(language, {})[name] = text
    return {
        name: replace(card, texts={**card.texts, **texts[name]}) if name in texts else card
        for name, card in cards.items()
    }

"""Open a game's folder: read it, check all of it, and give the game with its cards and decks.

Everything that is wrong is found before anything is kept: schemas first, then what refers to what.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from deckwright.errors import InputError, Where
from deckwright.files.cards import CardReader
from deckwright.files.decklists import deck_list_of, resolve
from deckwright.files.game_folder import GameFolder, finding_of, read_game_folder
from deckwright.files.schemas import check_document
from deckwright.messages import tr
from deckwright.model.box import GameBox
from deckwright.model.definition import queries_in
from deckwright.model.finding import Finding, has_errors
from deckwright.model.flaws import flaws_in
from deckwright.model.game import Game, labels_of
from deckwright.model.hints import meant
from deckwright.model.naming import CardNames
from deckwright.model.query.binding import parse
from deckwright.model.query.storing import dump
from deckwright.model.query.vocabulary import BUILT_IN, Vocabulary

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from deckwright.files.documents import Document
    from deckwright.model.card import Card
    from deckwright.model.deck import Deck


def open_box(path: Path) -> tuple[GameBox | None, list[Finding]]:
    """Read and check a game's folder; a game that has an error is not given, only what is wrong with it.

    Raises:
        InputError: there is no such folder, or no game in it.
    """
    try:
        folder = read_game_folder(path)
    except InputError as fault:
        if fault.code in {"no-such-folder", "no-game"}:
            raise
        return None, [finding_of(fault)]
    findings = [*folder.findings, *check_document(folder.game, "game")]
    if has_errors(findings):
        findings += [fault for document in folder.cards for fault in check_document(document, "cards")]
        return None, findings
    findings += _check_definition(folder)
    if has_errors(findings):
        return None, findings
    box = _assemble(folder, findings)
    return (None if has_errors(findings) else box), findings


def _check_definition(folder: GameFolder) -> Iterator[Finding]:
    """Find what does not fit together in game.yaml, before anything is read by it."""
    definition = folder.game.value
    for name in definition.get("fields", {}):
        if name in BUILT_IN:
            message = tr("Every card has {name} of its own: call this field something else.", name=name)
            yield _at(folder.game, "field", message, "fields", name, key=True)
    for kind, entry in definition["kinds"].items():
        for key in ("fields", "optional"):
            yield from _undeclared(folder.game, entry, definition.get("fields", {}), "kinds", kind, key)
    if definition["source_language"] not in definition["languages"]:
        yield _at(folder.game, "languages", tr("The source language is missing here."), "languages")
    mode = definition.get("default_mode")
    if mode and mode not in definition.get("modes", {}):
        yield _at(folder.game, "mode", _no(mode, definition.get("modes", {})), "default_mode")
    icons = {name: entry["icon"] for name, entry in definition.get("marks", {}).items()}
    for path, icon in [
        *((("marks", name, "icon"), icon) for name, icon in icons.items()),
        *_icons(definition),
    ]:
        if ":" not in icon and f"icons/{icon}.svg" not in folder.assets:
            yield _at(folder.game, "icon", tr("There is no file icons/{name}.svg.", name=icon), *path)


def _icons(definition: Mapping[str, Any]) -> Iterator[tuple[tuple[str, str], str]]:
    yield from ((("icons", name), icon) for name, icon in definition.get("icons", {}).items())


def _undeclared(
    document: Document, entry: Mapping[str, Any], known: Iterable[str], *path: str
) -> Iterator[Finding]:
    for number, name in enumerate(entry.get(path[-1], ())):
        if name not in known:
            yield _at(document, "field", _no(name, known), *path, number)


def _no(name: str, known: Iterable[str]) -> str:
    return f"{tr('{name} is not declared in this game.', name=name)} {meant(name, list(known))}"


def _at(document: Document, rule: str, message: str, *path: str | int, key: bool = False) -> Finding:
    return Finding(rule, "error", message, where=document.where(*path, key=key))


def _assemble(folder: GameFolder, findings: list[Finding]) -> GameBox:
    """Make the values, adding to the findings whatever is wrong with them."""
    definition = folder.game.value
    reader = CardReader(definition, folder.assets)
    for document in folder.cards:
        reader.read(document)
    findings += reader.findings
    findings += [
        _at(folder.game, "format", flaw.message, *flaw.path) for flaw in flaws_in(definition, reader.cards)
    ]
    decks = _decks(folder, reader.cards, findings)
    sources = _sources(definition, reader.cards.values(), decks)
    translations = _translations(folder, sources, findings)
    language = definition["source_language"]
    labels = {language: _labels(sources), **{other: _labels(texts) for other, texts in translations.items()}}
    game = Game(definition["id"], language, tuple(definition["languages"]), definition, labels)
    game = replace(game, queries=_compile(folder.game, game, findings))
    cards = _translated(reader.cards, translations)
    return GameBox(game, tuple(cards.values()), tuple(decks), folder.assets, folder.digest)


def _compile(document: Document, game: Game, findings: list[Finding]) -> dict[str, Any]:
    """Compile every query of the game once, so that checking a deck need not."""
    compiled: dict[str, Any] = {}
    vocabulary = Vocabulary.of([game])
    for text, path in queries_in(game.definition):
        try:
            compiled[text] = dump(parse(text, vocabulary, document.where(*path)))
        except InputError as fault:
            findings.append(finding_of(fault))
    return compiled


def _decks(folder: GameFolder, cards: Mapping[str, Card], findings: list[Finding]) -> list[Deck]:
    names = CardNames(cards.values())
    formats = folder.game.value.get("formats", {})
    decks = []
    for name, document in folder.decks:
        try:
            deck = resolve(deck_list_of(document), folder.game.value["id"], names)
        except InputError as fault:
            findings += fault.findings
            continue
        if deck.format and deck.format not in formats:
            findings.append(_at(document, "format", _no(deck.format, formats), "format"))
        decks.append(replace(deck, id=name))
    return decks


def _sources(definition: Mapping[str, Any], cards: Iterable[Card], decks: Iterable[Deck]) -> dict[str, str]:
    """Give every text that can be translated, by its context."""
    sources = labels_of(definition)
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
        else:
            message = f"{tr('The game is not translated into {language}.', language=catalogue.language)} {meant(catalogue.language, wanted)}"
            findings.append(Finding("language", "error", message, where=Where(catalogue.file)))
    return {one.language: one.translated(sources) for one in folder.catalogues if one.language in wanted}


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

"""Check that what a game.yaml says fits together, and compile its queries."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import TYPE_CHECKING, Any

from deckwright import resources
from deckwright.errors import InputError
from deckwright.files.references import missing_file, missing_icon, undeclared
from deckwright.files.schemas import flaw_of, schema
from deckwright.messages import tr
from deckwright.model.aliases import aliases_in
from deckwright.model.definition import parts_in, queries_in
from deckwright.model.finding import Finding
from deckwright.model.game import TEXTS, labels_of
from deckwright.model.glossary_flaws import flaws_in_glossary
from deckwright.model.query.binding import parse
from deckwright.model.query.storing import dump
from deckwright.model.query.vocabulary import BUILT_IN, Vocabulary
from deckwright.model.settings import variants_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deckwright.files.documents import Document
    from deckwright.model.game import Game


def check_definition(document: Document, assets: Mapping[str, bytes]) -> Iterator[Finding]:
    """Find what does not fit together in a game.yaml that fits its schema, before anything is read by it."""
    definition = document.value
    for name, field in definition.get("fields", {}).items():
        yield from _field(document, name, field)
    for name in definition.get("texts", {}):
        if name in TEXTS:
            message = tr("Every card has {name} of its own: call this text something else.", name=name)
            yield fault_at(document, "text", message, "texts", name, key=True)
    for kind, entry in definition["kinds"].items():
        yield from _kind(document, kind, entry)
    if definition["source_language"] not in definition["languages"]:
        yield fault_at(document, "languages", tr("The source language is missing here."), "languages")
    mode = definition.get("default_mode")
    if mode and mode not in definition.get("modes", {}):
        yield fault_at(document, "mode", undeclared(mode, definition.get("modes", {})), "default_mode")
    yield from _aliases(document)
    for flaw in flaws_in_glossary(definition):
        yield fault_at(document, "glossary", flaw.message, *flaw.path)
    yield from _settings(document)
    yield from _files(document, assets)


def _aliases(document: Document) -> Iterator[Finding]:
    """Find aliases in languages that the game does not have."""
    languages = document.value["languages"]
    for path, aliases in aliases_in(document.value):
        for language in (one for one in aliases if one not in languages):
            message = undeclared(language, languages)
            yield fault_at(document, "language", message, *path, language, key=True)


def _settings(document: Document) -> Iterator[Finding]:
    """Find settings without their default, and choices that change a game.yaml into something that is not one."""
    definition = document.value
    for name, entry in definition.get("settings", {}).items():
        if entry["default"] not in entry["choices"]:
            message = undeclared(entry["default"], entry["choices"])
            yield fault_at(document, "setting", message, "settings", name, "default")
        elif "changes" in entry["choices"][entry["default"]]:
            message = tr("The default choice changes nothing: write the rules above as they are with it.")
            place = ("settings", name, "choices", entry["default"], "changes")
            yield fault_at(document, "setting", message, *place, key=True)
        if any(part.get("setting") for part in _pile_parts(definition, name)):
            message = tr("The number of the pile {name} is a setting of this name already.", name=name)
            yield fault_at(document, "setting", message, "settings", name, key=True)
    usual = labels_of({**definition, "settings": {}})
    for path, variant in variants_of(definition):
        faults = [] if schema("game").is_valid(variant) else schema("game").faults(variant)
        for fault in faults:
            at = ".".join(map(str, fault.path))
            message = tr("With these changes, {place} is wrong: {message}", place=at, message=fault.message)
            yield fault_at(document, "setting", message, *path)
        if faults:
            continue
        for context, text in labels_of({**variant, "settings": {}}).items():
            if usual.get(context, text) != text:
                message = tr("{name} has another text without this choice: use another id.", name=context)
                yield fault_at(document, "setting", message, *path)


def _pile_parts(definition: Mapping[str, Any], pile: str) -> Iterator[Mapping[str, Any]]:
    entry = definition.get("piles", {}).get(pile)
    if entry:
        yield from (part for _, part in parts_in((), entry))


def _files(document: Document, assets: Mapping[str, bytes]) -> Iterator[Finding]:
    """Find the faces and icons that are not there."""
    for path, face in _faces(document.value):
        if message := missing_file("faces/{}.yaml", face, [*_packaged_faces(), *assets]):
            yield fault_at(document, "face", message, *path)
    for path, icon in _icons(document.value):
        if message := missing_icon(icon, assets):
            yield fault_at(document, "icon", message, *path)


def _field(document: Document, name: str, field: Mapping[str, Any]) -> Iterator[Finding]:
    path = ("fields", name)
    if name in BUILT_IN:
        message = tr("Every card has {name} of its own: call this field something else.", name=name)
        yield fault_at(document, "field", message, *path, key=True)
    if flaw := flaw_of(field):
        yield fault_at(document, "field", flaw.message, *path, *flaw.path)
    item = field.get("items", field)
    choices = Counter(one["const"] for one in item.get("oneOf", ()))
    for choice in (choice for choice, times in choices.items() if times > 1):
        yield fault_at(document, "field", tr("The choice {name} stands here twice.", name=choice), *path)


def _kind(document: Document, kind: str, entry: Mapping[str, Any]) -> Iterator[Finding]:
    known = document.value.get("fields", {})
    for key in ("fields", "optional"):
        for number, name in enumerate(entry.get(key, ())):
            if name not in known:
                yield fault_at(document, "field", undeclared(name, known), "kinds", kind, key, number)


@cache
def _packaged_faces() -> list[str]:
    return [f"faces/{file.name}" for file in resources.folder("exports").glob("faces/*.yaml")]


def _faces(definition: Mapping[str, Any]) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield the faces that fronts and backs name, and where."""
    if "back" in definition:
        yield ("back",), definition["back"]
    for kind, entry in definition["kinds"].items():
        for side in ("face", "back"):
            if side in entry:
                yield ("kinds", kind, side), entry[side]


def _icons(definition: Mapping[str, Any]) -> Iterator[tuple[tuple[str, ...], str]]:
    for name, mark in definition.get("marks", {}).items():
        yield ("marks", name, "icon"), mark["icon"]
    for name, icon in definition.get("icons", {}).items():
        yield ("icons", name), icon


def compile_queries(document: Document, game: Game, findings: list[Finding]) -> dict[str, Any]:
    """Compile every query of a game once, so that checking a deck need not; add what is wrong with them."""
    compiled: dict[str, Any] = {}
    vocabulary = Vocabulary.of([game])
    written = [*queries_in(game.definition)]
    for start, variant in variants_of(game.definition):
        written += [(text, (*start, *path)) for text, path in queries_in(variant)]
    for text, path in written:
        if text in compiled:
            continue
        try:
            compiled[text] = dump(parse(text, vocabulary))
        except InputError as fault:
            offset = fault.where.column - 1 if fault.where else 0
            where = document.where_in(offset, text, *path)
            findings.append(
                Finding(fault.code, "error", f"{fault.message} {fault.hint}".strip(), where=where)
            )
    return compiled


def fault_at(document: Document, rule: str, message: str, *path: str | int, key: bool = False) -> Finding:
    """Make the finding for what is wrong at a place of a document."""
    return Finding(rule, "error", message, where=document.where(*path, key=key))

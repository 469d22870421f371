"""A folder for Weblate: the texts and their template, the glossary, a picture of each card, and settings of its components."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from deckwright.errors import UsageError
from deckwright.files.game_folder import TEMPLATE
from deckwright.files.glossaries import write_tbx
from deckwright.files.handouts import write_po
from deckwright.files.po import LocaleUpdate, TextNotes, template_text
from deckwright.files.writing import content_of, make_folder, whole_folder
from deckwright.messages import speaking, tr
from deckwright.model.glossary import bilingual_glossary
from deckwright.store.translations import check_language, read_entries
from deckwright.workbench.library import no_progress
from deckwright.workbench.translating import (
    ExtractedTexts,
    ExtractOptions,
    build_handout,
    language_beside,
    picked_entries,
    refuse_unmerged,
)
from deckwright.workbench.translator_package import refuse_other_glossary

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deckwright.model.game import Game
    from deckwright.model.translation import OutgoingFile
    from deckwright.press.printing import PrintJob
    from deckwright.workbench.library import DeckLibrary, Progress
    from deckwright.workbench.translator_package import TranslatorPackage

_DPI = 150
_PICTURES, _SETTINGS = "screenshots", "weblate.json"
_TEXTS, _GLOSSARY = "texts", "glossary"
"""Names of the two components in Weblate’s addresses."""


def write_weblate_folder(
    library: DeckLibrary,
    game: str,
    package: TranslatorPackage,
    options: ExtractOptions,
    progress: Progress = no_progress,
) -> ExtractedTexts:
    """Write a folder that Weblate takes as a repository, whole or not at all; its settings stay as they were completed.

    Raises:
        UsageError: only some texts are asked for, but a repository has all.
        InputError: the folder has translations that are not merged, or another glossary, or cannot be written.
    """
    from deckwright.workbench.printing import make_print_job
    from deckwright.workbench.selection import select_game

    if options.states or options.changed_since:
        message = tr("A folder for Weblate has all texts: remove --only and --changed-since.")
        raise UsageError("weblate", message)
    loaded = library.game(game).game
    check_language(loaded, options.to)
    entries = read_entries(library.connection, loaded.id, options.to)
    if not package.overwrite:
        refuse_unmerged(str(Path(package.folder, package.file)), entries, loaded)
    beside = language_beside(loaded, options.beside, options.to)
    job = make_print_job(library, select_game(library, game), loaded.source_language)
    pictures = {card.id: f"{_PICTURES}/{card.id}.png" for card, _ in job.cards}
    with speaking("en"):
        picked = picked_entries(library, loaded, entries, options)
        handout = _with_pictures(build_handout(library, loaded, picked, options.to, beside), pictures)
        of_template = _with_pictures(build_handout(library, loaded, picked, ""), pictures)
    glossary = f"{_GLOSSARY}/{options.to}.tbx"
    contents = {
        package.file: write_po(handout),
        f"locales/{loaded.id}{TEMPLATE}": _template(loaded, of_template),
        glossary: write_tbx(bilingual_glossary(loaded, options.to)),
        _SETTINGS: _json(_components(loaded)),
        "screenshots.json": _json(_screenshots(handout, pictures)),
    }
    if not package.overwrite:
        refuse_other_glossary(package.folder, contents, glossary)
        if content_of(Path(package.folder, _SETTINGS)):
            del contents[_SETTINGS]
    with whole_folder(package.folder) as made:
        for name, content in contents.items():
            make_folder((made / name).parent)
            (made / name).write_bytes(content)
        make_folder(made / _PICTURES)
        _draw(job, pictures, made, progress)
    files = [str(Path(package.folder, name)) for name in (*contents, *pictures.values())]
    return ExtractedTexts(files[0], loaded.id, loaded.source_language, options.to, beside, picked, files)


def _draw(job: PrintJob, pictures: Mapping[str, str], folder: Path, progress: Progress) -> None:
    from deckwright.press.targets.pages import checked_context
    from deckwright.press.targets.pictures import CardSide, draw_sides
    from deckwright.press.targets.target import PictureOutput
    from deckwright.press.writing.raster import save_png

    output = PictureOutput(dpi=_DPI)
    sides = [CardSide(card) for card, _ in job.cards]
    with progress(tr("Drawing"), len(sides)) as advance:
        drawn = draw_sides(job, checked_context(job), output, sides)
        for number, (side, picture) in enumerate(zip(sides, drawn, strict=True), 1):
            save_png(picture, folder / pictures[side.card.id], _DPI)
            if advance:
                advance(number)


def _with_pictures(handout: OutgoingFile, pictures: Mapping[str, str]) -> OutgoingFile:
    """File with a note of the picture of each text."""
    return handout._replace(
        entries=tuple(
            outgoing._replace(about=(*outgoing.about, f"Picture: {pictures[outgoing.entry.card]}"))
            if outgoing.entry.card in pictures
            else outgoing
            for outgoing in handout.entries
        )
    )


def _template(game: Game, handout: OutgoingFile) -> bytes:
    notes = {
        outgoing.entry.context: TextNotes(outgoing.about, outgoing.flags) for outgoing in handout.entries
    }
    entries = [outgoing.entry for outgoing in handout.entries]
    return template_text(entries, LocaleUpdate(game, "", handout.stamp, notes=notes)).encode()


def _components(game: Game) -> list[dict[str, Any]]:
    """Settings of the components, in the fields of Weblate’s API, which its command import_json reads too."""
    common = {"source_language": {"code": game.source_language}, "push_on_commit": False}
    texts = {
        "name": game.title(game.source_language),
        "slug": _TEXTS,
        "vcs": "git",
        "repo": "",
        "branch": "main",
        "file_format": "po",
        "filemask": "locales/*.po",
        "new_base": f"locales/{game.id}{TEMPLATE}",
        "new_lang": "add",
        "screenshot_filemask": f"{_PICTURES}/*.png",
        "manage_units": False,
    }
    glossary = {
        "name": f"{texts['name']}: glossary",
        "slug": _GLOSSARY,
        "vcs": "git",
        "repo": f"weblate://{game.id}/{_TEXTS}",
        "file_format": "tbx",
        "filemask": f"{_GLOSSARY}/*.tbx",
        "is_glossary": True,
    }
    return [{**texts, **common}, {**glossary, **common}]


def _screenshots(handout: OutgoingFile, pictures: Mapping[str, str]) -> list[dict[str, Any]]:
    """Pictures with the contexts of their texts, as Weblate’s API takes them one by one."""
    contexts: dict[str, list[str]] = {}
    for outgoing in handout.entries:
        contexts.setdefault(outgoing.entry.card, []).append(outgoing.entry.context)
    return [
        {"name": card, "image": image, "contexts": contexts[card]}
        for card, image in pictures.items()
        if card in contexts
    ]


def _json(value: object) -> bytes:
    return f"{json.dumps(value, ensure_ascii=False, indent=2)}\n".encode()

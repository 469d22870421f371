"""Folders for translators: all that one person needs beside the file to translate, and a project for Weblate."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.errors import UsageError
from deckwright.files.catalogues import LocaleUpdate, TextNotes, template_text
from deckwright.files.game_folder import TEMPLATE
from deckwright.files.glossaries import write_glossary_csv, write_tbx
from deckwright.files.handout_formats import write_handout
from deckwright.files.handouts import write_po
from deckwright.files.texts import STDIN
from deckwright.files.writing import (
    atomic_file,
    check_ending,
    content_of,
    file_exists,
    make_folder,
    whole_folder,
)
from deckwright.files.xliff1 import write_tmx
from deckwright.messages import speaking, speaks, tr
from deckwright.model.glossary import bilingual_glossary
from deckwright.store.read import read_assets
from deckwright.store.translations import check_language, read_entries
from deckwright.workbench.library import no_progress
from deckwright.workbench.translating import (
    ExtractedTexts,
    ExtractOptions,
    build_handout,
    language_beside,
    picked_entries,
    refuse_unmerged,
    text_spaces,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from deckwright.model.game import Game
    from deckwright.model.glossary import BilingualGlossary
    from deckwright.model.translation import Message, OutgoingFile
    from deckwright.press.print_job import PrintJob
    from deckwright.press.proof.drawings import Proof, ProofJob
    from deckwright.translation.extract import TextSpace
    from deckwright.workbench.library import DeckLibrary, Progress


_OTHER_FILES = {STDIN, "instructions.html", "cards.html", "glossary.csv", "glossary.tbx", "memory.tmx"}
"""Names that the file to translate cannot have."""


class TranslatorPackage(NamedTuple):
    """Folder for a translator, with the name of the file to translate in it; one that is not merged is replaced to `overwrite`."""

    folder: str
    file: str
    overwrite: bool = False


def write_package(
    library: DeckLibrary,
    game: str,
    package: TranslatorPackage,
    options: ExtractOptions,
    progress: Progress = no_progress,
) -> ExtractedTexts:
    """Write a folder for a translator, whole or not at all.

    What the translator reads is in the language that they translate into if the program has it, else in English.

    Raises:
        UsageError: the file is not one in the folder.
        InputError: the folder has a file with translations that are not merged, or another glossary, or cannot be written.
    """
    if Path(package.file).name != package.file or package.file.lower() in _OTHER_FILES:
        message = tr("With --package, -o is the name of a file in the folder: {name}.", name=package.file)
        raise UsageError(
            "output", message, hint=tr("Use a name such as {name}.", name=f"{game}.{options.to}.po")
        )
    loaded_game = library.game(game).game
    entries = read_entries(library.connection, loaded_game.id, options.to)
    beside = language_beside(loaded_game, options.beside, options.to)
    picked = picked_entries(library, loaded_game, entries, options)
    if not package.overwrite:
        refuse_unmerged(str(Path(package.folder, package.file)), entries, loaded_game)
    drawn = _draw_cards(library, loaded_game, picked, progress)
    with speaking(options.to):
        handout = build_handout(library, loaded_game, picked, options.to, beside)
        done = [entry for entry in entries if entry.is_done]
        memory = write_tmx(build_handout(library, loaded_game, done, options.to))
        contents = {
            package.file: write_handout(handout, package.file),
            **_pages(library, loaded_game, handout, drawn, package.file),
            "memory.tmx": memory,
        }
    if not package.overwrite:
        refuse_other_glossary(package.folder, contents, "glossary.csv", "glossary.tbx")
    with whole_folder(package.folder) as made:
        for name, content in contents.items():
            (made / name).write_bytes(content)
    languages = (loaded_game.source_language, options.to, beside)
    files = [str(Path(package.folder, name)) for name in contents]
    return ExtractedTexts(files[0], loaded_game.id, *languages, picked, files)


def refuse_other_glossary(folder: str, contents: Mapping[str, bytes], *names: str) -> None:
    """Refuse to replace a glossary that somebody may have worked on."""
    for name in names:
        if content_of(Path(folder, name)) not in {None, contents[name]}:
            raise file_exists(Path(folder, name))


def extract_glossary(
    library: DeckLibrary, game: str, file: str, language: str, *, overwrite: bool = False
) -> BilingualGlossary:
    """Write the glossary of a game for translators into a language, as TBX or CSV by the ending of the file.

    Raises:
        UsageError: the ending is another one.
        InputError: the game is not in this language, or the file cannot be written, or exists and `overwrite` is not set.
    """
    if Path(file).is_file() and not overwrite:
        raise file_exists(file)
    loaded_game = library.game_alone(game)
    check_language(loaded_game, language)
    glossary = bilingual_glossary(loaded_game, language)
    content = (write_glossary_csv if check_ending(file, (".tbx", ".csv")) == ".csv" else write_tbx)(glossary)
    with atomic_file(file) as opened:
        opened.write(content)
    return glossary


def _draw_cards(
    library: DeckLibrary, game: Game, entries: Iterable[Message], progress: Progress
) -> tuple[ProofJob, Proof] | None:
    """Cards with texts to translate, drawn in the language of the game; None if there are none."""
    from deckwright.press.proof.drawings import draw_proof
    from deckwright.workbench.exports import Selection
    from deckwright.workbench.sheet_exports import make_proof_job

    ids = {entry.card for entry in entries}
    whole = make_proof_job(library, Selection([game.id]))
    shown = [(card, copies) for card, copies in whole.cards if card.id in ids]
    if not shown:
        return None
    job = replace(whole, cards=shown, languages=[game.source_language], findings=())
    with progress(tr("Drawing"), len(shown)) as advance:
        return job, draw_proof(job, advance)


def _pages(
    library: DeckLibrary, game: Game, handout: OutgoingFile, drawn: tuple[ProofJob, Proof] | None, file: str
) -> Mapping[str, bytes]:
    """The glossary and the pages to read, by their names."""
    from deckwright.press.proof.translators import Instructions, cards_page, instructions_page

    glossary = bilingual_glossary(game, handout.language)
    uses = {
        file: tr("the texts to translate"),
        "cards.html": tr("the cards beside their texts"),
        "glossary.csv": tr("the words of the game, as a table"),
        "glossary.tbx": tr("the words of the game, for translation programs"),
        "memory.tmx": tr("what is translated already, for translation programs"),
    }
    messages = [outgoing.entry for outgoing in handout.entries]
    page = Instructions(
        game,
        handout.language if speaks(handout.language) else "en",
        {name: use for name, use in uses.items() if drawn or name != "cards.html"},
        messages,
        glossary,
        _rooms(library, game, messages, handout.language),
        read_assets(library.connection, game.id),
    )
    pages = {"instructions.html": instructions_page(page)}
    if drawn:
        pages["cards.html"] = cards_page(page, handout.entries, drawn)
    return {
        **{name: "".join(parts).encode(errors="replace") for name, parts in pages.items()},
        "glossary.csv": write_glossary_csv(glossary),
        "glossary.tbx": write_tbx(glossary),
    }


def _rooms(
    library: DeckLibrary, game: Game, entries: Iterable[Message], language: str
) -> Mapping[tuple[str, str], TextSpace]:
    """The smallest room of each text by the names of the kind of its cards and of the text."""
    from deckwright.translation.extract import text_name

    spaces, cards = text_spaces(library, game, language), library.game(game.id).cards
    rooms: dict[tuple[str, str], TextSpace] = {}
    for entry in entries:
        card, text = cards.get(entry.card), entry.context.rpartition(".")[2]
        room = spaces.room(card, text) if card else None
        if card and room:
            key = game.label(f"kind:{card.kind}", game.source_language), text_name(game, text)
            rooms[key] = min(
                rooms.get(key, room), room, key=lambda space: space.least.lines * space.least.letters
            )
    return rooms


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
    from deckwright.workbench.exports import select_game
    from deckwright.workbench.sheet_exports import make_print_job

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

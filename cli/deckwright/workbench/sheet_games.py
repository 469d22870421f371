"""Start a game from a spreadsheet of its cards: propose game.yaml, load it for a trial, and print the first proof."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from deckwright.errors import InputError
from deckwright.files.game_folder import ENDINGS, FOLDER, ICON_ENDINGS, LIMIT, file_name, stops_load
from deckwright.files.game_package import inspect_package
from deckwright.files.game_proposals import FACE, GameTitle, game_yaml, propose_game
from deckwright.files.proposed_faces import STAND_IN, face_yaml, stand_in
from deckwright.files.sheet_columns import SHEET_WORDS
from deckwright.files.spreadsheets import (
    ASSUMED_ENCODING,
    read_json_tables,
    with_languages,
    write_json_tables,
)
from deckwright.files.starters import new_game_folder, workflow_of
from deckwright.files.texts import CARD_TABLES, OLD_WORKBOOK, STDIN, is_address, old_workbook, read_bytes
from deckwright.files.workbooks import read_spreadsheet
from deckwright.files.writing import write_text
from deckwright.files.yaml import DATA_LIMIT
from deckwright.findings import Finding, Where, as_warning
from deckwright.messages import tr, trn
from deckwright.model.card import Deck, DeckEntry
from deckwright.model.languages import canonical_tag, unsupported_script
from deckwright.press.graphics.pictures import pictures_by_loose_name
from deckwright.workbench.authoring import known_games, refuse_small_cards, room_on
from deckwright.workbench.exports import SelectedCards
from deckwright.workbench.library import find_database, ignore_notices
from deckwright.workbench.loading import LoadOptions, load_game
from deckwright.workbench.made_files import with_printable_pictures
from deckwright.workbench.sheet_exports import print_job

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from deckwright.files.game_proposals import GameProposal, GuessedColumn
    from deckwright.files.sheet_tables import LeftOut
    from deckwright.model.game import GamePackage
    from deckwright.press.print_job import PrintResult
    from deckwright.workbench.library import Notify

PROOF = "proof.pdf"
"""The first proof, in the folder of the new game."""

MOST_PROOFED = 180
"""The most cards of the first proof: enough to see whether the guesses are right."""

_PROOF_LANGUAGES = 3
"""The languages that fit on a sheet side by side."""

_MOST_FINDINGS = 20
"""The most errors of a sheet that are listed."""


@dataclass(frozen=True, slots=True)
class NewGame:
    """A game that was started from a spreadsheet: its files, and what each column was guessed to have.

    `left_out` are the worksheets that are not read, each with why. `cards` are those of the game, each once; `pages` are those of the file `proof`.
    """

    files: Sequence[Path]
    proof: Path
    cards: int
    pages: int
    columns: Sequence[GuessedColumn]
    left_out: Sequence[LeftOut] = ()
    findings: Sequence[Finding] = ()


@dataclass(frozen=True, slots=True)
class NewGameOptions:
    """How to start a game from a spreadsheet.

    `location` is the database whose games must keep their ids. `language` is that of the cards, '' to guess it;
    `spoken` is the language of the user, for a sheet whose words do not tell. `sheets` are the worksheets to read, all that
    seem to have cards if it is empty. `columns` are parts of cards by heading, and `cards` is where they are in a JSON
    file, where that is not to be guessed. `look` is one of LOOKS, '' to choose it by the columns; `size` is that of the cards, '' for poker. With `has_ci`, a workflow of GitHub Actions checks and prints the game, as for
    `new_game`. `notify` hears of a new database.
    """

    location: str = ""
    language: str = ""
    spoken: str = "en"
    sheets: Sequence[str] = ()
    columns: Mapping[str, str] = field(default_factory=dict)
    cards: str = ""
    look: str = ""
    size: str = ""
    has_ci: bool = False
    notify: Notify = ignore_notices


def new_game_from_sheet(title: str, sheet: str | Path, options: NewGameOptions = NewGameOptions()) -> NewGame:
    """Create the folder of a game in the current folder, with a spreadsheet, or one at an address, as its cards.

    What the columns have is guessed; game.yaml says how, and how to change it. The folder has a copy of the
    spreadsheet, the pictures that were found beside it, and a first proof.

    Raises:
        InputError: the title is not usable, its id is taken, the file is not a spreadsheet of cards, or they cannot
            be loaded, with all errors. Nothing is written.
        DatabaseError: the database cannot be created or read.
    """
    refuse_small_cards(options.size)
    source = _read(sheet, options)
    with new_game_folder(title, known_games(options.location), has_ci=options.has_ci) as folder:
        about = GameTitle(
            *(folder.name, title, options.language or source.language, options.spoken),
            worksheets=tuple(options.sheets),
            source=source.url,
            columns=options.columns,
            cards=source.cards,
        )
        proposal, findings = _propose(source, about)
        place = source.path.parent
        beside = {**_pictures(place, proposal), **_icons(place, proposal)}
        _write(folder, source, (proposal, options.look, options.size), beside)
        loaded = _try(folder, options)
        if stops_load(loaded):
            write_text(folder / "game.yaml", game_yaml(proposal.skipping_errors(), source.path.name))
            loaded = _try(folder, options)
        _refuse_errors(loaded, folder, source)
        findings += [finding for finding in loaded if finding.rule != "unknown-picture"]
        package = inspect_package(folder)[0]
        assert package is not None  # noqa: S101 - it was loaded for a trial
        printed = _print_proof(with_printable_pictures(package, folder).package, folder / PROOF)
        findings += [*_missing(proposal, beside, folder.name), *_of_proof(printed.findings, folder.name)]
        inside = [file.relative_to(folder.parent) for file in folder.rglob("*") if file.is_file()]
        files = sorted(inside, key=lambda file: (file.parts[1].startswith("."), file))
        findings = [_in_user_file(finding, folder, source) for finding in findings]
    made = Path(folder.name)
    files += [workflow_of(made)] if options.has_ci else []
    return NewGame(
        files, made / PROOF, len(package.cards), printed.pages, proposal.columns, proposal.left_out, findings
    )


class _Source(NamedTuple):
    """A spreadsheet as it was read once: its path as the user typed it, its bytes, and its address, '' for a file.

    `cards` is where its cards are, if it is JSON and somebody said so; `language` is the one in its name, '' without one.
    """

    path: Path
    data: bytes
    url: str = ""
    cards: str = ""
    language: str = ""

    @property
    def name(self) -> str:
        """What the user calls it."""
        return self.url or str(self.path)


def _read(sheet: str | Path, options: NewGameOptions) -> _Source:
    """Read a spreadsheet, or fetch it from its address."""
    if is_address(str(sheet)):
        from deckwright.files.fetching import fetch_sheet

        fetched = fetch_sheet(str(sheet))
        return _Source(Path(fetched.name), fetched.data, str(sheet), options.cards)
    path = Path(sheet)
    data = read_bytes(_spreadsheet(path), limit=DATA_LIMIT)
    language, others = _other_languages(path) if path.suffix.lower() in _LISTS else ("", {})
    if others or path.suffix.lower() in _YAML:
        return _one_file(path, data, options.cards, others)._replace(language=language)
    return _Source(path, data, cards=options.cards)


_YAML = (".yaml", ".yml")
_LISTS = (".json", *_YAML)
"""Endings of files with lists of objects; a game keeps those in YAML, or in several files, as one in JSON."""

_TAGGED = re.compile(r"(?P<base>.+?)[-_.](?P<tag>[a-z]{2}(?:[-_][A-Za-z]{2})?)")


def _other_languages(path: Path) -> tuple[str, dict[str, Path]]:
    """The language in a file's name, such as cards-en.yaml, and the files beside it that have others in theirs."""
    names = ((file, _TAGGED.fullmatch(file.stem)) for file in sorted(path.parent.glob(f"*{path.suffix}")))
    tagged = {
        file.name: (match["base"], canonical_tag(match["tag"]))
        for file, match in names
        if match and match["tag"][:2] in SHEET_WORDS["languages"]
    }
    base, language = tagged.get(path.name, ("", ""))
    others = {tag: path.with_name(name) for name, (other, tag) in tagged.items() if other == base}
    return (language, {tag: file for tag, file in others.items() if tag != language}) if base else ("", {})


def _one_file(path: Path, data: bytes, cards: str, others: Mapping[str, Path]) -> _Source:
    """Lists of objects, with those in other languages, as one file in JSON."""
    tables = read_json_tables(data, str(path), cards)
    translated = {
        tag: read_json_tables(read_bytes(file, limit=DATA_LIMIT), str(file), cards)
        for tag, file in others.items()
    }
    return _Source(path.with_suffix(".json"), write_json_tables(with_languages(tables, translated)))


def _spreadsheet(path: Path) -> Path:
    """The path, if its name is that of a spreadsheet.

    Raises:
        InputError: it is not.
    """
    if path.suffix.lower() == OLD_WORKBOOK:
        raise old_workbook(str(path))
    endings = (*CARD_TABLES, *_YAML)
    is_read = path.suffix.lower() in endings and not path.name.startswith((".", "~$"))
    if is_read or (not path.is_file() and str(path) != STDIN):
        return path
    message = tr("{name} is not a spreadsheet that can be read.", name=path)
    hint = tr("Save the cards in a file whose name ends in {endings}.", endings=", ".join(endings))
    raise InputError("not-a-sheet", message, hint=hint, where=Where(str(path)))


def _propose(source: _Source, about: GameTitle) -> tuple[GameProposal, list[Finding]]:
    """Propose the game of a sheet; findings say what is odd about the file.

    Raises:
        InputError: it cannot be read, or has no cards.
    """
    sheet = read_spreadsheet(source.data, str(source.path), cards=about.cards)
    findings = [_assumed(finding) for finding in sheet.findings if finding.rule == "encoding"]
    about = about._replace(encoding=ASSUMED_ENCODING if findings else "")
    proposal = propose_game(sheet, about, [*_icon_files(source.path.parent)])
    return proposal, [*findings, *proposal.findings]


def _assumed(finding: Finding) -> Finding:
    """Warning about the encoding of a sheet, which the proposed game.yaml names."""
    message = tr(
        "This file is not UTF-8: it is read as {encoding}. If letters are wrong, change the encoding under sheets in "
        "game.yaml.",
        encoding=ASSUMED_ENCODING,
    )
    return finding._replace(message=message)


_PICTURE_FOLDERS = ("", FOLDER, "images", "img", "art", "artwork", "illustrations")
"""Where a designer keeps pictures, from the folder of the sheet."""


def _pictures(folder: Path, proposal: GameProposal) -> dict[str, Path]:
    """Pictures that cards name and that are beside the sheet, by their place in the game's folder."""
    pictures: dict[str, Path] = {}
    for path in proposal.pictures:
        name = file_name(path)
        own = folder / path.replace("\\", "/").lstrip("/")
        places = [
            *([own] if own.resolve().is_relative_to(folder.resolve()) else []),
            *(folder / sub / name for sub in _PICTURE_FOLDERS),
        ]
        for place in places:
            file = _picture_named(place)
            if file and file.stat().st_size <= LIMIT:
                pictures.setdefault(f"{FOLDER}/{file.name}", file)
                break
    return pictures


def _picture_named(path: Path) -> Path | None:
    """File at a path, else one there that only differs in upper and lower case, or has an ending; None without one."""
    if path.is_file():
        return path
    if not path.parent.is_dir():
        return None
    names = (file.name for file in path.parent.iterdir() if file.name.lower().endswith(ENDINGS))
    loosely = pictures_by_loose_name(dict.fromkeys((f"{FOLDER}/{name}" for name in names), b""))
    name = loosely.get(path.name.lower())
    return path.with_name(name) if name else None


def _icons(folder: Path, proposal: GameProposal) -> dict[str, Path]:
    """Icons that cards name, which are beside the sheet, by their place in the game's folder."""
    files = _icon_files(folder)
    return {f"icons/{files[name].name}": files[name] for name in proposal.icons if name in files}


def _icon_files(folder: Path) -> dict[str, Path]:
    """Files by the name that they have as icons; one in the folder of icons comes before a picture."""
    folders = (*reversed(_PICTURE_FOLDERS), "icons")
    return {
        file.stem: file
        for sub in folders
        for ending in reversed(ICON_ENDINGS)
        for file in sorted((folder / sub).glob(f"*{ending}"))
    }


def _write(
    folder: Path, source: _Source, design: tuple[GameProposal, str, str], beside: Mapping[str, Path]
) -> None:
    """Write the files of the game: `design` is its proposal, and the look and size of its face."""
    proposal, look, size = design
    for name in {"cards", "faces", *(Path(name).parent.name for name in beside)}:
        (folder / name).mkdir(parents=True)
    if proposal.pictures:
        (folder / FOLDER).mkdir(exist_ok=True)
        (folder / FOLDER / STAND_IN).write_bytes(stand_in())
    (folder / "cards" / source.path.name).write_bytes(source.data)
    for name, file in beside.items():
        (folder / name).write_bytes(read_bytes(file, limit=LIMIT))
    write_text(folder / "game.yaml", game_yaml(proposal, source.path.name))
    write_text(folder / "faces" / f"{FACE}.yaml", face_yaml(proposal, look, room_on(size)))


def _try(folder: Path, options: NewGameOptions) -> list[Finding]:
    """Load a game without saving it; its findings."""
    database = find_database(options.location, options.notify)
    return load_game(database, folder, LoadOptions(dry_run=True)).findings


def _refuse_errors(findings: Sequence[Finding], folder: Path, source: _Source) -> None:
    """Refuse a game that cannot be loaded.

    Raises:
        InputError: it has errors, which name the user's file.
    """
    if not stops_load(findings):
        return
    faults = [_in_user_file(finding, folder, source) for finding in findings if finding.severity == "error"]
    faults = [finding for finding in faults if finding.rule != "no-cards"] or faults
    shown, more = faults[:_MOST_FINDINGS], len(faults) - _MOST_FINDINGS
    if more > 0:
        message = trn("There is {count} more error.", "There are {count} more errors.", more)
        shown.append(Finding("more", "error", message, where=Where(source.name)))
    message = tr("The cards of {name} cannot be loaded. Nothing was written.", name=source.name)
    raise InputError("bad-sheet", message, where=faults[0].where, findings=shown)


def _in_user_file(finding: Finding, folder: Path, source: _Source) -> Finding:
    """Finding about a file in the folder that is being made, as one about the user's sheet, or the file in its place."""
    names = {str(folder / "cards" / source.path.name): source.name, str(folder): folder.name}
    message, where = finding.message, finding.where
    for made, name in names.items():
        message = message.replace(made, name)
        where = where and where._replace(file=where.file.replace(made, name, 1))
    return finding._replace(message=message, where=where)


def _missing(proposal: GameProposal, beside: Iterable[str], game: str) -> Iterator[Finding]:
    names = dict.fromkeys(map(file_name, proposal.pictures))
    at_hand = pictures_by_loose_name(dict.fromkeys(beside, b""))
    missing = [name for name in names if name.lower() not in at_hand]
    if missing:
        message = trn(
            "{count} picture was not found beside the sheet: copy it to {folder} ({name}).",
            "{count} pictures were not found beside the sheet: copy them to {folder} ({name} and others).",
            len(missing),
            folder=f"{game}/{FOLDER}",
            name=missing[0],
        )
        yield Finding("picture", "warning", message)


def _of_proof(findings: Sequence[Finding], game: str) -> Iterator[Finding]:
    """Findings of the first proof: one for all texts that are cut off, and one for all that are not translated.

    Letters that cannot be printed are for later; warnings of the load name them, and braces that are printed.
    """
    cut = dict.fromkeys(
        card for finding in findings if finding.rule == "cut-off" for card in finding.subjects
    )
    if cut:
        message = trn(
            "{count} card has a text that is too long for its box, and cut off on the proof: {card}. Shorten it, or change "
            "the boxes in {face}.",
            "{count} cards have texts that are too long for their boxes, and cut off on the proof, first {card}. Shorten "
            "them, or change the boxes in {face}.",
            len(cut),
            card=next(iter(cut)),
            face=f"{game}/faces/{FACE}.yaml",
        )
        yield Finding("cut-off", "warning", message, tuple(cut))
    untranslated = sum(finding.rule == "untranslated" for finding in findings)
    if untranslated:
        message = trn(
            "{count} text is not translated yet, and printed in the source language. To translate it: deckwright translate "
            "extract {game} --to LANGUAGE.",
            "{count} texts, such as names of kinds and fields, are not translated yet, and printed in the source language. "
            "To translate them: deckwright translate extract {game} --to LANGUAGE.",
            untranslated,
            game=game,
        )
        yield Finding("untranslated", "warning", message)
    for finding in findings:
        if finding.rule == "unsupported-script":
            yield as_warning(finding)
        elif finding.rule not in {"missing-glyph", "cut-off", "untranslated", "unknown-picture", "braces"}:
            yield finding


def _print_proof(package: GamePackage, file: Path) -> PrintResult:
    """Print each card once, in the languages of the game that can be printed, side by side."""
    from deckwright.press.proof.drawings import print_side_by_side, proof_sheet, sheet_for_size

    game, cards = package.game, package.cards[:MOST_PROOFED]
    languages = [language for language in game.languages if not unsupported_script(language)][
        :_PROOF_LANGUAGES
    ]
    entries = tuple(DeckEntry(card.id, 1) for card in cards)
    deck = Deck(game.id, game.title(game.source_language), entries)
    selected = SelectedCards(deck, game, {card.id: card for card in package.cards})
    job = print_job(selected, package.assets, languages[0])
    languages = languages[: sheet_for_size(job).columns]
    job = replace(job, sheet=proof_sheet(job, len(languages)))
    with file.open("wb") as out:
        return print_side_by_side([replace(job, language=language) for language in languages], out)

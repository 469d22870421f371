"""Every reader of the program, with examples, the grammar of its input, and the functions that it stands for.

`test_readers` compares the table with the code: a new function that reads is in `covers` of a reader, or in `EXCUSED`.
"""

from __future__ import annotations

import io
import json
import os
import shutil
import sys
import tempfile
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from unittest.mock import patch

from typer import BadParameter

from deckwright import resources
from deckwright.errors import DeckwrightError, InputError
from deckwright.files.texts import LONGEST_TEXT
from deckwright.translation.services import LibreTranslate

from . import examples
from .examples import FILES, POND, ROOT, files, texts
from .invariants import refuse_waste

if TYPE_CHECKING:
    from collections.abc import Callable

    from deckwright.files.game_folder import ParsedFiles
    from deckwright.model.game import Game, GamePackage


class Reader(NamedTuple):
    """A reader: its name, what it does with bytes, examples, the grammar of `mutations.GRAMMARS`, and what it covers.

    `again` returns what was read, and the same after it was written and read again, to be compared. `refuses` are the errors by which
    it refuses an input.
    """

    name: str
    read: Callable[[bytes], Any]
    examples: Callable[[], list[bytes]]
    grammar: str
    covers: tuple[str, ...]
    again: Callable[[Any], tuple[Any, Any]] | None = None
    refuses: tuple[type[Exception], ...] = (DeckwrightError,)


READERS: list[Reader] = []
"""Every reader, by the kind of its input."""


def reads(
    name: str,
    examples: Callable[[], list[bytes]],
    grammar: str,
    *covers: str,
    argument: str = "",
    again: Callable[[Any], tuple[Any, Any]] | None = None,
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Declare a function as a reader, which is called with an `argument` before the bytes if it has one."""

    def declare(function: Callable[..., Any]) -> Callable[..., Any]:
        read = partial(function, argument) if argument else function
        READERS.append(Reader(name, read, examples, grammar, covers, again))
        return function

    return declare


# Where files are written that a reader opens itself, and the games that it looks into.


@cache
def folder() -> Path:
    """A folder in memory, where the system has one: a disk is slow, and wears out."""
    memory = Path("/dev/shm")  # noqa: S108 - a folder of its own is made there
    made = tempfile.TemporaryDirectory(prefix="deckwright-fuzz-", dir=memory if memory.is_dir() else None)
    _KEPT.append(made)
    return Path(made.name)


_KEPT: list[object] = []


def file(name: str, data: bytes) -> Path:
    path = folder() / name
    path.write_bytes(data)
    return path


@cache
def package(name: str = "pond") -> GamePackage:
    from deckwright.files.game_package import read_package

    found, _ = read_package(POND if name == "pond" else resources.folder("cards") / name)
    assert found
    return found


# YAML.


_YAML = (ROOT / "tests" / "files" / "positive", ROOT / "tests" / "files" / "negative")


def _all_yaml() -> list[bytes]:
    return [one for place in _YAML for one in files(place, "*/*.yaml")] + files(POND, "**/*.yaml")


@reads("yaml", _all_yaml, "yaml", "files.yaml:parse_document")
def _yaml(data: bytes) -> Any:
    from deckwright.files.yaml import parse_document

    return parse_document(data, "a.yaml").value


@reads("schemas", _all_yaml, "yaml", "files.schemas:check_document")
def _schemas(data: bytes) -> Any:
    """Findings of a document by each schema: the fast checker and the one that explains must agree for any."""
    from deckwright.files.schemas import check_document
    from deckwright.files.yaml import parse_document

    document = parse_document(data, "a.yaml")
    return [
        check_document(document, name)
        for name in ("game", "cards", "deck", "face", "sheet", "target", "score", "counts")
    ]


@reads(
    "game",
    lambda: files(POND, "game.yaml") + files(FILES, "*/game/*.yaml"),
    "yaml",
    "files.game_folder:read_game_folder",
    "files.game_package:inspect_package",
    "model.setup:read_pile",
    "model.format:read_format",
    "model.setup:read_deal",
    argument="game.yaml",
)
@reads(
    "cards",
    lambda: files(POND, "cards/*") + files(FILES, "*/cards/*.yaml"),
    "yaml",
    argument="cards/cards.yaml",
)
@reads(
    "card table",
    lambda: texts(examples.POND_TABLE),
    "table",
    "files.sheet_cards:read_sheet_cards",
    argument="cards/more.csv",
)
def _game(part: str, data: bytes) -> Any:
    """Findings of a game one of whose files is the input, which is parsed each time: all that `load` checks."""
    from deckwright.files.game_package import inspect_package
    from deckwright.workbench.game_checks import check_package

    made = folder() / f"game-{part.replace('/', '-')}"
    if not made.is_dir():
        shutil.copytree(POND, made)
        made.chmod(0o755)
    (made / part).write_bytes(data)
    parsed = _parsed()
    parsed.get(b"no input", str(made / part), lambda *_: None)
    found, findings = inspect_package(made, parsed)
    if found is None or any(one.severity == "error" for one in findings):
        return findings
    return check_package(None, found, made, findings), _tables(found.game)


@cache
def _parsed() -> ParsedFiles:
    """Files as they were parsed last, as `preview` keeps them: all but the input are the same each time."""
    from deckwright.files.game_folder import ParsedFiles

    return ParsedFiles(1 << 20)


def _tables(game: Game) -> Any:
    """Piles, deals and scores of a game, whose definition has no errors: nothing of them may fail."""
    from deckwright.model.rule import matcher_of
    from deckwright.model.scoring import read_scoring
    from deckwright.model.setup import read_deal, read_pile

    matcher = matcher_of(game)
    for mode in game.names("modes") or [""]:
        for pile in game.names("piles"):
            read_pile(game, pile, mode, matcher)
        if "deal" in game.definition:
            read_deal(game, mode)
        if "scoring" in game.definition:
            read_scoring(game, mode, matcher)


@reads(
    "face",
    lambda: files(POND, "faces/*") + files(ROOT / "exports" / "faces", "*.yaml"),
    "yaml",
    "press.faces.face_file:load_face",
)
def _face(data: bytes) -> Any:
    from deckwright.press.faces.face_file import face_reader, load_face
    from deckwright.press.faces.game_names import check_face_in_game

    face = load_face("fuzz", face_reader({"faces/fuzz.yaml": data}))
    own = package()
    return check_face_in_game(face, own.game, own.assets)


@reads(
    "target",
    lambda: files(ROOT / "exports" / "targets", "*.yaml"),
    "yaml",
    "press.targets.target:load_target",
)
def _target(data: bytes) -> Any:
    from deckwright.press.targets.target import load_target

    return load_target(str(file("target.yaml", data)))


@reads("sheet", lambda: files(ROOT / "exports" / "sheets", "*.yaml"), "yaml", "press.sheets.sheet:load_sheet")
def _sheet(data: bytes) -> Any:
    from deckwright.press.sheets.sheet import load_sheet

    return load_sheet(str(file("sheet.yaml", data)))


@reads(
    "counts",
    lambda: texts("game: pond\ncounts:\n  tree-frog: 3\n  Moor Frog: 0\n"),
    "yaml",
    "files.cards:read_counts_file",
)
def _counts(data: bytes) -> Any:
    from deckwright.files.cards import counts_in, read_counts_file

    own = package()
    return counts_in(
        read_counts_file(file("counts.yaml", data)).document, own.game, {card.id: card for card in own.cards}
    )


@reads(
    "score",
    lambda: texts(_SCORES) + files(FILES, "*/score/*.yaml"),
    "yaml",
    "files.scores:read_sheet",
    "scoring.score:read_case",
    "model.scoring:read_scoring",
)
def _score(data: bytes) -> Any:
    from deckwright.files.yaml import parse_document
    from deckwright.scoring.score import score_document

    own = package("dataset")
    return score_document(
        parse_document(data, "a.yaml"), own.game, {card.id: card for card in own.cards}
    ).findings


# Decks.


@cache
def _vocabulary() -> Any:
    from deckwright.files.deck_vocabulary import DeckVocabulary

    own = package()
    return DeckVocabulary(own.game.definition, own.cards, own.game.labels)


def _deck_again(deck: Any) -> tuple[Any, Any]:
    from deckwright.files.deck_writing import as_list, as_yaml

    cards = {card.id: card for card in package().cards}
    try:
        texts = as_yaml(deck, cards, "en"), as_list(deck, cards, "en")
    except InputError as fault:
        return fault.code, "unknown-format"
    back = [_shape(_deck(name, text.encode())) for name, text in zip(("a.yaml", "a.txt"), texts, strict=True)]
    return [_shape(deck)] * 2, back


@reads(
    "deck",
    lambda: _decks() + _pond_decks(),
    "text",
    "files.deck_formats:parse_deck_list",
    argument="deck",
    again=_deck_again,
)
@reads("deck list", lambda: _decks() + _pond_decks(), "text", argument="deck.txt", again=_deck_again)
@reads(
    "deck yaml",
    lambda: files(POND, "decks/*") + files(FILES, "*/deck/*.yaml"),
    "yaml",
    argument="deck.yaml",
    again=_deck_again,
)
@reads(
    "deck table",
    lambda: files(FILES / "decks", "*.csv") + texts("count,name,zone\n2,Tree Frog,\n1,moor-frog,side\n"),
    "table",
    argument="deck.csv",
    again=_deck_again,
)
@reads(
    "deck xml",
    lambda: [one for one in _decks() + _pond_decks() if one.lstrip().startswith(b"<")],
    "xml",
    argument="deck.cod",
    again=_deck_again,
)
def _deck(name: str, data: bytes) -> Any:
    from deckwright.files.deck_cards import resolve
    from deckwright.files.deck_formats import parse_deck_list

    deck = parse_deck_list(data, name)
    return resolve(deck, _vocabulary())


def _shape(deck: Any) -> Any:
    entries = sorted((one.zone, one.card, one.copies, repr(one.fields)) for one in deck.entries)
    return " ".join(deck.name.split()), deck.format, deck.players, deck.date, entries


@reads(
    "deck stream",
    lambda: [b"---\n".join(_decks()[:4]), *_decks()],
    "text",
    "workbench.deck_sources:split_decks",
)
def _deck_stream(data: bytes) -> Any:
    from deckwright.workbench.deck_sources import split_decks

    return split_decks(data)


@reads("deck zip", lambda: [examples.archive()], "zip", argument="decks.zip")
def _archive(name: str, data: bytes) -> Any:
    from deckwright.workbench.deck_sources import find_decks

    found = find_decks(None, [str(file(name, data))])  # type: ignore[arg-type] - an archive is no deck of the database
    return [repr(one) for one in found.decks], found.others


# Translations.


def _po_again(po: Any) -> tuple[Any, Any]:
    from deckwright.files.po import po_text

    back = _po(po_text(po).encode())

    def shape(one: Any) -> Any:
        return one.fields(), [entry._replace(line=0) for entry in one.entries], one.obsolete

    return shape(po), shape(back)


@reads("po", lambda: files(POND, "locales/*"), "text", "files.catalogues:parse_catalogue", again=_po_again)
def _po(data: bytes) -> Any:
    from deckwright.files.catalogues import parse_catalogue

    return parse_catalogue(data, "it.po", "it").po


@reads("catalogue", lambda: files(POND, "locales/*"), "text", "files.catalogues:parse_catalogue")
def _catalogue(data: bytes) -> Any:
    from deckwright.files.catalogues import Sources, parse_catalogue

    found = parse_catalogue(data, "it.po", "it")
    sources = Sources({"tree-frog.name": "Tree Frog", "moor-frog.name": "Moor Frog"}, {}, {})
    content = found.translate(sources)
    large = parse_catalogue(data, "it.po", "it", kept_size=0).translate(sources)
    assert (large.entries, large.lines, large.findings) == (content.entries, content.lines, content.findings)
    return content.findings, content.complete(sources)


@reads("glossary tbx", lambda: texts(examples.TBX), "xml", "files.glossaries:read_glossary", argument="a.tbx")
@reads("glossary csv", lambda: texts(examples.GLOSSARY), "table", argument="a.csv")
def _glossary(name: str, data: bytes) -> Any:
    from deckwright.files.glossaries import read_glossary

    return read_glossary(data, name)


@reads(
    "returned po",
    lambda: files(POND, "locales/*"),
    "text",
    "files.handouts:read_po",
    "files.handout_formats:read_returned",
    argument="a.po",
)
@reads(
    "returned csv", lambda: texts(examples.HANDOUT), "table", "files.handouts:read_table", argument="a.csv"
)
@reads(
    "returned xliff",
    lambda: texts(examples.XLIFF, examples.XLIFF1),
    "xml",
    "files.handouts:read_xliff2",
    "files.handout_formats:read_xliff",
    argument="a.xlf",
)
@reads("returned tmx", lambda: texts(examples.TMX), "xml", "files.xliff1:read_tmx", argument="a.tmx")
@reads("returned xlsx", lambda: [examples.workbook(".xlsx", examples.HANDOUT)], "zip", argument="a.xlsx")
def _returned(name: str, data: bytes) -> Any:
    from deckwright.files.handout_formats import read_returned

    return read_returned(str(file(name, data)))


class _Canned(LibreTranslate):
    """A server that answers an input, without a network."""

    def __init__(self, data: bytes) -> None:
        super().__init__("http://localhost")
        self._data = data

    def _ask(self, _: dict[str, Any]) -> Any:
        return json.loads(self._data)


@reads(
    "move", lambda: texts('{"type": "move", "card": "c1", "x": 3}', "[1]"), "text", "commands.play:read_move"
)
def _move(data: bytes) -> Any:
    from deckwright.commands.play import read_move

    return read_move(data)


@reads(
    "service answer", lambda: texts('{"translatedText": ["Raganella", "Salta"]}', '{"error": "no"}'), "text"
)
def _service(data: bytes) -> Any:
    return _Canned(data).translate(["Tree Frog", "Jump"], "en", "it")


# Spreadsheets.


def _csv_again(book: Any) -> tuple[Any, Any]:
    """Rows as they are exported, and read again; a row of headings decides what separates them."""
    from deckwright.files.card_tables import table_bytes

    def rows_of(book: Any) -> list[list[str]]:
        return [list(row.cells) for sheet in book.worksheets for row in sheet.rows]

    rows = rows_of(book)
    wide = max((len(row) for row in rows), default=0)
    if wide < 2 or not all(cell.isalnum() for cell in rows[0]):
        return None, None
    padded = [[*row, *[""] * (wide - len(row))] for row in rows]
    return rows, rows_of(_spreadsheet("a.csv", table_bytes(padded, ".csv")))


@reads(
    "csv",
    lambda: texts(examples.TABLE),
    "table",
    "files.workbooks:read_spreadsheet",
    argument="a.csv",
    again=_csv_again,
)
@reads(
    "json cards",
    lambda: texts(
        '[{"name": "Tree Frog", "cost": 2, "tags": ["a", "b"]}]', '{"suits": [{"cards": [{"id": "f"}]}]}'
    ),
    "text",
    "files.spreadsheets:read_json_tables",
    argument="a.json",
)
@reads("tsv", lambda: texts(examples.TABLE.replace(",", "\t")), "table", argument="a.tsv")
@reads(
    "xlsx",
    lambda: [examples.workbook(".xlsx")],
    "zip",
    "files.workbook_xlsx:read_worksheets",
    argument="a.xlsx",
)
@reads(
    "ods", lambda: [examples.workbook(".ods")], "zip", "files.workbook_ods:read_worksheets", argument="a.ods"
)
def _spreadsheet(name: str, data: bytes) -> Any:
    from deckwright.files.workbooks import read_spreadsheet

    return read_spreadsheet(data, name)


@reads("proposal", lambda: texts(examples.TABLE), "table", argument="a.csv")
def _proposal(name: str, data: bytes) -> Any:
    """Game that `new game --from` proposes, and its files: they must be read without any error of YAML."""
    from deckwright.files.game_proposals import GameTitle, game_yaml, propose_game
    from deckwright.files.proposed_faces import face_yaml

    found = propose_game(_spreadsheet(name, data), GameTitle("fuzz", "Fuzz"))
    return found, _yaml(game_yaml(found, name).encode()), _yaml(face_yaml(found).encode())


@reads(
    "card list",
    lambda: texts('card,value,since,until\ntree-frog,2,2026-01-01,2026-12-31\nMoor Frog,"1,5",,\n'),
    "table",
    "files.card_tables:read_card_list",
)
def _list(data: bytes) -> Any:
    from deckwright.files.card_tables import read_card_list

    return read_card_list(data, "a.csv", _vocabulary().names)


# The database.


def database() -> bytes:
    """A database with the pond, and a printer."""
    from deckwright.store.load import load
    from deckwright.store.locations import open_database

    path = folder() / "made.db"
    path.unlink(missing_ok=True)
    made = open_database(str(path), lambda _: None)
    load(made, package())
    return path.read_bytes()


@reads(
    "database",
    lambda: [database()],
    "bytes",
    "store.read:read_games",
    "store.read:read_cards",
    "store.read:read_counts",
    "store.read:read_assets",
    "store.read:read_deck",
    "store.translations:read_entries",
    "store.translations:read_own",
    "store.translations:read_stored_package",
    "store.prints:read_printers",
)
def _database(data: bytes) -> Any:
    """What is in a damaged database; what cannot be read must be blamed on the damage, as the command line does."""
    from deckwright.store import maintenance, prints, read, translations
    from deckwright.store.database import Database

    path = file("a.db", data)
    try:
        with Database(path).reading() as connection:
            games = read.read_games(connection)
            packages = [translations.read_stored_package(connection, game.id) for game in games]
            entries = [translations.read_entries(connection, game.id, "it") for game in games]
            own = [
                (
                    translations.read_own(connection, game.id),
                    read.read_counts(connection, game.id),
                )
                for game in games
            ]
            cards, assets = (
                read.read_cards(connection),
                [read.read_assets(connection, game.id) for game in games],
            )
            decks = [read.read_deck(connection, name) for name in read.deck_ids(connection)]
            return packages, entries, own, cards, assets, decks, prints.read_printers(connection)
    except DeckwrightError:
        raise
    except Exception:
        if damage := maintenance.find_damage(Database(path)):
            raise damage from None
        raise


# Small languages.


@cache
def _query_vocabulary() -> Any:
    from deckwright.model.query.binding import Vocabulary

    return Vocabulary.of([package().game])


def _text(data: bytes) -> str:
    """The input as a text that a user can type or a file contain: without the letters that are no letters."""
    return data.decode("utf-8", "replace")


def _query_again(found: Any) -> tuple[Any, Any]:
    from deckwright.model.query.matching import dump_query, load_query

    return found[0], load_query(json.loads(json.dumps(dump_query(found[0]))))


@reads(
    "query",
    lambda: texts(*_QUERIES),
    "text",
    "model.query.binding:parse",
    "model.query.matching:load_query",
    again=_query_again,
)
def _query(data: bytes) -> Any:
    from deckwright.model.query.binding import parse
    from deckwright.model.query.matching import card_test

    query = parse(_text(data), _query_vocabulary())
    test = card_test(query)
    return query, [test(card) for card in package().cards]


@reads(
    "expression",
    lambda: texts(
        "size + 1",
        "(cost - 2) * -3 / x | round 2",
        'name | pad 3 "0"',
        "a:b | upper",
        "max(size, x) | round 1",
        "habits | join name | first 2",
        "x | pad 4",
        "size | roman",
    ),
    "text",
    "press.looks.expressions:parse_expression",
)
def _expression(data: bytes) -> Any:
    """Value of an expression for a card; one that cannot be calculated is refused on that card."""
    from deckwright.press.looks.expressions import CalculationError, evaluate, names_in, parse_expression

    found = parse_expression(_text(data))
    values = {"size": 3, "cost": 2.5, "name": "Frog", "habits": ["jump", "sing"], "x": -7}
    try:
        return evaluate(found, values.get), list(names_in(found))
    except CalculationError as fault:
        return str(fault)


LONGEST_TEMPLATE = 20_000
"""The most letters of a text of a face, by its schema."""


@reads(
    "template",
    lambda: texts("{name} **{size + 1}** {icon:fly} {mdi:bee}[gold]x[/gold][br]{kind:frog}"),
    "text",
    "press.looks.expressions:parse_template",
)
def _template(data: bytes) -> Any:
    from deckwright.press.looks.expressions import parse_template, printed_braces

    text = _text(data)[:LONGEST_TEMPLATE]
    return parse_template(text), list(printed_braces(text))


@reads(
    "markup",
    lambda: texts("**Jump** over a {fly}.\n\n| a | b |\n|---|--:|\n| *c* | [gold]d[/] |\n[br][nobr]x[/nobr]"),
    "text",
)
def _markup(data: bytes) -> Any:
    from deckwright.model import markup

    text = _text(data)[:LONGEST_TEXT]
    return (
        markup.tags_of(text),
        markup.without_markup(text),
        markup.tag_names(text),
        markup.spoken_tables(text),
        markup.unpaired_stars(text),
        list(markup.unknown_braces(text)),
        markup.has_unknown_icons(text, {"fly"}),
        markup.without_tags(text, "\n"),
    )


@reads(
    "comments",
    lambda: texts(
        "state: reviewed 0123abcd by Ann 2026-01-31\nwaive: numbers abc\nnote", "abcdef12 draft", "pt-BR"
    ),
    "text",
    "model.translation:parse_comments",
    "files.handouts:parse_fingerprint",
    "files.handouts:parse_state",
)
def _comments(data: bytes) -> Any:
    from deckwright.files.handouts import parse_fingerprint, parse_state
    from deckwright.findings import Where
    from deckwright.model.languages import canonical_tag, match_language
    from deckwright.model.translation import parse_comments

    text = _text(data)
    found = (
        parse_comments(text.splitlines()),
        parse_fingerprint(text),
        match_language(text, ["en", "it"]),
        canonical_tag(text),
    )
    try:
        return found, parse_state(text, Where("a"))
    except InputError:
        return found


@reads("settings", lambda: texts("medals=4\nice-tiles=mutants", "a=b"), "text", "model.settings:read_pairs")
def _settings(data: bytes) -> Any:
    from deckwright.model.settings import read_pairs

    return read_pairs(_text(data).splitlines(), package("big-monster").game)


@reads(
    "options",
    lambda: texts(
        "2026-01-31",
        "0.8,-1.2",
        "unreviewed,draft",
        "tree=2",
        "medals=4",
        "1=frog",
        "95",
        "it-IT",
        "12345",
    ),
    "text",
    "commands.options:read_day",
    "commands.options:read_offset",
    "commands.options:read_plain",
    "commands.options:read_times",
    "commands.options:read_states",
    "commands.options:read_language",
    "commands.translate:read_percent",
    "table.piles:read_seed",
    "workbench.dealing:read_seats",
)
def _option(data: bytes) -> Any:
    """What options mean; each refuses what the others do not."""
    from deckwright.commands import options
    from deckwright.commands.translate import read_percent
    from deckwright.table.piles import random_for, read_seed
    from deckwright.workbench.dealing import read_seats

    text = _text(data)
    ways = (
        options.read_day,
        options.read_offset,
        options.read_plain,
        options.read_states,
        options.read_language,
        read_percent,
        lambda text: random_for(read_seed(text)).random(),
        lambda text: options.read_times([text], ["tree", "frog"]),
        lambda text: read_seats([text], 4),
    )
    return [_or_refused(way, text) for way in ways]


def _or_refused(way: Callable[[str], Any], text: str) -> Any:
    try:
        return way(text)
    except (DeckwrightError, BadParameter) as fault:
        return str(fault)


# Drawings, pictures and fonts.


@reads("xml", lambda: texts(examples.XLIFF, examples.DRAWING), "xml", "files.xml:parse_xml")
def _xml(data: bytes) -> Any:
    from deckwright.files.xml import parse_xml

    return [(one.name, one.attributes, one.where) for one in parse_xml(data, "a.xml").all()]


@reads(
    "drawing",
    lambda: texts(examples.DRAWING) + files(POND, "icons/*"),
    "xml",
    "press.graphics.svg:read_drawing",
    "press.graphics.svg_document:read_tree",
    "press.graphics.svg_document:classes_of",
)
def _drawing(data: bytes) -> Any:
    from deckwright.press.graphics.svg import read_drawing
    from deckwright.press.graphics.svg_document import classes_of

    classes = classes_of(data, "a.svg")
    return classes, read_drawing(data, "a.svg")


@reads("icon", lambda: files(POND, "icons/*") + texts(examples.DRAWING), "xml")
def _icon(data: bytes) -> Any:
    from deckwright.press.graphics import icons

    icons._svg.cache_clear()  # noqa: SLF001 - it keeps every icon that it has read
    assets = {"icons/a.svg": data}
    return icons.icon("a", assets), icons.icon_drawing("a", assets)


@reads(
    "path",
    lambda: texts("M0 0H9V9Z", "m1,2l3-4.5c1 1 2 2 3 3s4 4 5 5q6 6 7 7t8 8a9 9 0 1 0 10 10z"),
    "text",
    "press.graphics.svg:path_of_data",
)
def _path(data: bytes) -> Any:
    from deckwright.press.graphics.svg import path_of_data

    return path_of_data(_text(data))


@reads(
    "style",
    lambda: texts(
        "#112233",
        "rgb(1, 2, 3)",
        "2.5mm",
        "1 2,3-4",
        "translate(1 2) rotate(30, 4 5) matrix(1 0 0 1 2 3)",
        ".a, #b { fill: red; /* x */ } @media x { c { d: e } }",
    ),
    "text",
    "press.graphics.svg_document:parse_colour",
    "press.graphics.svg_document:parse_length",
    "press.graphics.svg_document:parse_numbers",
    "press.graphics.svg_document:parse_rules",
    "press.graphics.svg_document:parse_transform",
)
def _style(data: bytes) -> Any:
    from deckwright.press.graphics.svg_document import (
        parse_colour,
        parse_length,
        parse_numbers,
        parse_rules,
        parse_transform,
    )

    text = _text(data)
    ways = (parse_colour, parse_length, parse_numbers, parse_transform)
    return [_or_value_error(way, text) for way in ways], parse_rules(text).by_selector


def _or_value_error(way: Callable[[str], Any], text: str) -> Any:
    try:
        return way(text)
    except ValueError:
        return None


MANY_PIXELS = 4_000_000
"""Larger pictures are only read: printing them takes longer than an input may, which says nothing about a damaged file."""


@reads(
    "png",
    lambda: examples.pictures(".png"),
    "png",
    "press.graphics.pictures:read_pixels",
    "press.writing.images:pixmap_of",
    "press.writing.images:decode_picture",
    argument="a.png",
)
@reads("jpeg", lambda: examples.pictures(".jpg"), "bytes", argument="a.jpg")
@reads("webp", lambda: examples.pictures(".webp"), "bytes", argument="a.webp")
@reads("avif", lambda: examples.pictures(".avif"), "bytes", argument="a.avif")
def _picture(name: str, data: bytes) -> Any:
    """Picture as it is printed, in ink, tinted, and on a page: whatever is accepted can be drawn or is refused with a place."""
    from deckwright.press.graphics.parts import Tint
    from deckwright.press.graphics.pictures import read_pixels
    from deckwright.press.writing.images import pixmap_of
    from deckwright.press.writing.web import page_picture

    found = read_pixels(data, f"pictures/{name}")
    if found.width * found.height > MANY_PIXELS:
        return found
    made = [
        pixmap_of(name, data, found, limit, tint)
        for limit, tint in ((None, None), (2.4, None), (None, Tint("#112233", 0.5)))
    ]
    return found, made, page_picture(data, found)


@reads(
    "font",
    lambda: list(examples.fonts()),
    "bytes",
    "press.graphics.font_files:font_headers",
    "press.graphics.font_files:families_in",
)
def _font(data: bytes) -> Any:
    from deckwright.press.graphics.font_files import families_in

    found = families_in({"fonts/a.ttf": data})
    return (
        [(name, one.notice, sorted(one.cuts)) for name, one in found.families.items()],
        found.unreadable,
    )


@reads("font cut", lambda: list(examples.fonts()[:3]), "bytes", "press.graphics.font_cuts:cut_font")
def _font_cut(data: bytes) -> Any:
    """Why the first cut of a font cannot be embedded, '' if it can: it is made by a process of its own."""
    from deckwright.press.graphics import font_cuts
    from deckwright.press.graphics.fonts import Fonts

    used: list[Any] = []
    run = partial(_run_forked, used) if hasattr(os, "fork") else font_cuts.run_apart
    fonts = Fonts({"fonts/a.ttf": data})
    with patch.object(font_cuts, "run_apart", run):
        found = [
            fonts.obstacle(one.name, cut) for one in fonts.own.families.values() for cut in list(one.cuts)[:1]
        ]
    for one in used:
        refuse_waste(one)
    return found


@cache
def _import_font_tables() -> None:
    """Import what cuts of fonts need in this process, and not in each copy of it."""
    from deckwright.press.graphics import font_cuts

    for one in examples.fonts():
        font_cuts._made(one, {"number": 0, "axes": {}, "name": "Own"})  # noqa: SLF001 - what the copies do


def _run_forked(used: list[Any], _program: str, options: dict[str, Any], data: bytes, seconds: int) -> Any:
    """Do what `run_apart` does in a copy of this process, and add what it used: to start Python takes longer than a cut."""
    from deckwright.press.graphics import apart, font_cuts

    _import_font_tables()
    made = file("cut.ttf", b"")
    child = os.fork()
    if not child:
        code = 1
        try:
            apart._limit(seconds)  # noqa: SLF001 - as the program that `run_apart` runs
            sys.argv = ["", json.dumps(options)]
            sys.stdin = io.TextIOWrapper(io.BytesIO(data))
            sys.stdout = made.open("w")
            code = font_cuts._main()  # noqa: SLF001 - as above
            sys.stdout.close()
        finally:
            os._exit(code)
    _, status, usage = os.wait4(child, 0)
    used.append(usage)
    return apart.Ran(os.waitstatus_to_exitcode(status), made.read_bytes())


@reads(
    "word list",
    lambda: texts("frog\nToad/S\tpo:noun\n3\npond # x\n"),
    "text",
    "translation.checks.spelling:read_dictionary",
)
def _dictionary(data: bytes) -> Any:
    from deckwright.translation.checks.spelling import read_dictionary

    return sorted(read_dictionary(file("words.txt", data)).words)


@reads("hunspell aff", lambda: [_HUNSPELL[".aff"]], "text", argument=".aff")
@reads("hunspell dic", lambda: [_HUNSPELL[".dic"]], "text", argument=".dic")
def _hunspell(part: str, data: bytes) -> Any:
    from deckwright.translation.checks.spelling import Speller, read_dictionary

    (folder() / "h").mkdir(exist_ok=True)
    for ending, text in _HUNSPELL.items():
        (folder() / "h" / f"a{ending}").write_bytes(data if ending == part else text)
    speller = Speller([read_dictionary(folder() / "h" / "a.dic")])
    return speller.nearest("frag"), [speller.knows(word) for word in ("frog", "Frogs", "toad", "a-b", "İ")]


_HUNSPELL = {
    ".aff": b"SET UTF-8\nTRY esianrtolcdugmphbyfvkwz\nFLAG UTF-8\nREP 1\nREP f ph\nPFX A Y 1\nPFX A 0 re .\nSFX S Y 2\nSFX S 0 s [^y]\n"
    b"SFX S y ies y\nCOMPOUNDMIN 2\nBREAK 1\nBREAK -\n",
    ".dic": b"3\nfrog/S\ntoad/SA po:noun\npond\n",
}


# Examples that several readers have; and functions without a reader.


def _decks() -> list[bytes]:
    return (
        files(FILES / "decks", "*")
        + files(POND, "decks/*")
        + texts("// name: x\n2 Tree Frog\n1x moor-frog {size: 3}\nSideboard:\n1 Old Toad\n")
    )


def _pond_decks() -> list[bytes]:
    """Decks of the pond in the formats of other programs."""
    from deckwright.files.deck_formats import WRITTEN_FORMATS

    deck = _deck("a.yaml", (POND / "decks" / "first.yaml").read_bytes())
    cards = {card.id: card for card in package().cards}
    return [one.write(deck, cards, "en").encode() for one in WRITTEN_FORMATS.values()]


_SCORES = """game: dataset
mode: level-4
seats:
  Ann:
    treasures:
      - [purpose-profiling, health-red: 2, health-blue, health-yellow, health-green: 2]
    collected: {simple-red: 3}
  Bob:
    treasures:
      - [purpose-geolocation, simple-blue: 6, love-blue]
    frozen: [Amore rosso]
"""

_QUERIES = (
    "kind:frog size>=2 -colour:brown",
    '("Tree Frog" or jump) and not weight<1.5',
    "has:text habits:jump,sing order:size",
    "seen>2026-01-31 size=2..4",
    "id:tree-frog or name:/x/",
    "copies>size",
)

BY_NAME = {reader.name: reader for reader in READERS}

_OURS = "reads files of the program, or of what is installed with it"
_INSIDE = "is called by "

EXCUSED = {
    "files.writing:with_line_ends_of": "writes",
    "files.game_folder:contents_as_loaded": "keeps the bytes of files that were read when their game was loaded",
    "press.targets.tabletop:saved_table": "reads a script of ours",
    "workbench.database:role_script": _OURS,
    "press.graphics.font_files:sample_text": _INSIDE + "`font`, for a cut that was made",
    "store.prints:on_paper": "reads what printing stored",
    "workbench.glossary_merging:merge_glossary": "opens the file for `glossary tbx`",
    "workbench.authoring:add_language": _INSIDE + "`yaml`, for a game that was read",
    "files.cards:lines_of_card": _INSIDE + "`edit`, for a game that was read",
    "files.deck_formats:limit_of": _INSIDE + "`deck` for the size only",
    "files.deck_formats:read_deck_list": "opens the file for `deck`",
    "files.glossaries:is_glossary": _INSIDE + "`glossary csv`",
    "files.proposed_faces:stand_in": _OURS,
    "files.proposed_faces:face_yaml": _OURS,
    "files.schemas:definition_in": _OURS,
    "files.schemas:schema": _OURS,
    "files.spreadsheets:csv_rows": _INSIDE + "`csv`",
    "files.spreadsheets:read_text_table": _INSIDE + "`csv`",
    "files.texts:binary_sort": _INSIDE + "`csv`",
    "files.texts:decode": _INSIDE + "`yaml`, `po` and `deck`",
    "files.texts:within": "compares a size",
    "files.workbooks:packed_sort": _INSIDE + "`xlsx` and `ods`",
    "files.workbooks:refuse_workbook": _INSIDE + "`csv`",
    "files.workbooks:workbook_parts": _INSIDE + "`xlsx` and `ods`",
    "files.xml:scan_xml": _INSIDE + "`xlsx` and `ods`",
    "files.writing:content_of": "compares bytes",
    "files.yaml:read_document": "opens the file for `yaml`",
    "press.graphics.apart:run_apart": "runs a program of ours on a file, for `font cut`",
    "press.graphics.font_files:font_tables": "reads files that font_headers has read",
    "press.graphics.fonts:family": _OURS,
    "press.graphics.pictures:pixels_of": "names the bytes",
    "press.graphics.svg_pixels:svg_as_pixels": "runs resvg on what `drawing` has read, in a process with limits of its own",
    "press.targets.cgs:write_game": "writes",
    "press.writing.raster:pictures_of": "reads a PDF of ours",
    "press.writing.document:escaped": "writes",
    "press.writing.images:is_blurred": "looks at a picture that `png` has read",
    "press.writing.web:page_picture": _INSIDE + "`png`",
    "press.writing.web:picture_url": _INSIDE + "page_picture",
    "resources:icon_names": _OURS,
    "workbench.sheet_updates:load_fetched": "loads what `csv` and `game` have read; tests/files/test_fetching.py has answers of the web",
    "workbench.loading:settle": "compares bytes",
    "press.graphics.pictures:png_chunks": _INSIDE + "`png`",
}
"""Functions that read nothing from outside, or nothing that another reader does not read, and why."""

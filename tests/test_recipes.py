"""The recipes of CONTRIBUTING.md, followed in a scratch copy of the program: no more than they say is touched."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

pytestmark = pytest.mark.deep("follows recipes in copies of the program")


def test_a_scratch_copy_runs_its_own_modules_and_knows_what_changed(scratch_copy):
    assert scratch_copy.changed() == set()
    errors = scratch_copy.module("deckwright.errors")
    scratch_copy.insert(errors, "MADE_HERE = 1\n\n\n", before="class UsageError(")
    scratch_copy.write("cards/new/notes.txt", "new")
    done = scratch_copy.python("-c", "import deckwright.errors as e; print(e.__file__)")
    assert done.stdout.strip() == str(scratch_copy.root / errors), (sys.executable, done.stderr)
    assert scratch_copy.changed() == {errors, "cards/new/notes.txt"}


def test_a_scratch_copy_makes_its_documents(scratch_copy):
    scratch_copy.insert("docs/commands.md", "not what the commands say\n", before="# Commands\n")
    assert scratch_copy.changed() == {"docs/commands.md"}
    scratch_copy.make("docs")
    assert scratch_copy.changed() == set()


def test_a_scratch_copy_uses_a_database_of_its_own(scratch_copy):
    done = scratch_copy.deckwright("games")
    assert done.returncode == 0, done.stderr
    assert (scratch_copy.root / "cards.db").exists()


GAME = """\
id: forest
title: Forest
source_language: en
languages: [en]
players: {min: 1, max: 4}
fields:
  weight: {title: Weight, type: number, minimum: 0}
  shade: {title: Shade, enum: [dark, pale]}
kinds:
  beast: {name: Beast, optional: [weight, shade]}
"""
FORMAT = """\
formats:
  grove: {name: Grove, rules: [{id: even, measure: {spread: SPANNED}, max: 2}]}
"""
SCORING = """\
scoring:
  zones: {den: {name: Den, shape: cards}}
  counts:
    beasts: {name: Beasts, zone: den}
    twins: {name: Twins, double: COUNTED}
  parts: [beasts, twins]
"""
CARDS = """\
defaults: {kind: beast}
cards:
  - {id: fox, name: Fox, fields: {weight: 0.1, shade: dark}, copies: 9}
  - {id: wolf, name: Wolf, fields: {weight: 5}, copies: 9}
"""

SPREAD = """
def _find_spread(selection: Selection) -> list[Measurement]:
    numbers = [read_number(card, selection.arguments["spread"]) for card, _ in selection.matched]
    return [Measurement(plain(max(numbers, default=0) - min(numbers, default=0)), selection.matched)]


SPREAD = Measure(
    id="spread",
    counts="how far the numbers of the field are apart",
    measure=_find_spread,
    arguments={"spread": Argument("number field", "The number field to compare.")},
    is_whole=False,
    too_many=lambda shown: tr("{field} spreads over {found}, {excess} too much.", **shown),
    too_few=lambda shown: tr("{field} spreads over {found}, {missing} too little.", **shown),
)

"""
SPOKEN = {
    "it": (
        "{field}: divario di {found}, {excess} di troppo.",
        "{field}: divario di {found}, {missing} in meno.",
    ),
    "fr": (
        "{field} : écart de {found}, {excess} de trop.",
        "{field} : écart de {found}, {missing} de moins.",
    ),
}
CATALOGUES = {name: f"cli/deckwright/locales/{name}/LC_MESSAGES/deckwright.po" for name in SPOKEN}


def translate(copy, source, translations):
    """Fill the empty translations of new messages in the catalogues, as a person does."""
    for language, path in CATALOGUES.items():
        for message, translation in zip(source, translations[language], strict=True):
            empty = f'msgid "{message}"\nmsgstr ""\n'
            copy.replace(path, empty, f'msgid "{message}"\nmsgstr "{translation}"\n')


def load(copy, folder, rest, face="plain"):
    """Load the small game with more in its game.yaml, and return what that prints."""
    copy.write(f"{folder}/game.yaml", GAME.replace("name: Beast,", f"name: Beast, face: {face},") + rest)
    copy.write(f"{folder}/cards/cards.yaml", CARDS)
    return copy.deckwright("load", folder)


def test_a_measure_is_one_record_with_its_translations(scratch_copy):
    measures = scratch_copy.module("deckwright.model.measures")
    scratch_copy.insert(measures, SPREAD, before="\nMEASURES: ")
    scratch_copy.replace(measures, "for measure in (", "for measure in (SPREAD, ")
    scratch_copy.make("docs")
    scratch_copy.make("messages")
    source = (
        "{field} spreads over {found}, {excess} too much.",
        "{field} spreads over {found}, {missing} too little.",
    )
    translate(scratch_copy, source, SPOKEN)
    scratch_copy.make("messages")
    pages = {"docs/formats.md", "docs/scoring.md", "schemas/game.schema.json"}
    assert scratch_copy.changed() == {measures, *pages, *CATALOGUES.values()}
    assert "| `measure: {spread: …}` | how far the numbers" in scratch_copy.read("docs/formats.md")

    loaded = load(scratch_copy, "forest", FORMAT.replace("SPANNED", "weight"))
    assert loaded.returncode == 0, loaded.stderr
    scratch_copy.write("mine.yaml", "game: forest\nname: Mine\nformat: grove\ncards: {fox: 1, wolf: 2}\n")
    checked = scratch_copy.deckwright("check", "mine.yaml")
    assert checked.returncode == 1, checked.stderr
    assert "The rule even allows at most 2. Weight spreads over 4.9, 2.9 too much." in checked.stdout
    assert "Weight : écart de 4,9" in scratch_copy.deckwright("check", "mine.yaml", "--lang", "fr").stdout

    repaired = scratch_copy.deckwright("repair", "mine.yaml", "--json")
    assert [one["copies"] for one in json.loads(repaired.stdout)["removed"]] == [1]

    refused = load(scratch_copy, "shady", FORMAT.replace("SPANNED", "shade"))
    assert refused.returncode == 3
    assert (
        "game.yaml:12:61: error: The field “shade” cannot be counted. It is not a number field."
        in refused.stderr
    )


STARS = """\

def _read_stars(source: DeckText) -> DeckList:
    deck, deck_list = _read_xml(source, {"sky": ("star",)})
    for star in deck.named("star"):
        deck_list.add(*_texts_of(star, star.get("times"), star.text))
    return deck_list.made()


def _as_stars(deck: Deck, _cards: Mapping[str, Card], _language: str) -> str:
    return "".join(
        ["<sky>", *(f'<star times="{entry.copies}">{entry.card}</star>' for entry in deck.entries), "</sky>"]
    )


STARS = DeckFileFormat(
    "Stargazer",
    "stars",
    (".sky",),
    loads="cards",
    saves="cards, again",
    recognizes=_begins_with("sky"),
    read=_read_stars,
    write=_as_stars,
)

"""
MADE_OF_DECKS = {
    ".pre-commit-hooks.yaml",
    "docs/commands.md",
    "docs/decks.md",
    "docs/man/deckwright-export-list.1",
}


def test_a_deck_format_is_one_record_in_the_file_of_its_family(scratch_copy):
    family = scratch_copy.module("deckwright.files.deck_xml")
    scratch_copy.insert(family, STARS, before="\nXML_FORMATS = (")
    scratch_copy.replace(family, "XML_FORMATS = (", "XML_FORMATS = (STARS, ")
    scratch_copy.make("docs")
    assert scratch_copy.changed() == {family, *MADE_OF_DECKS}
    assert "| Stargazer | `stars` | **`.sky`** | cards | cards, again |" in scratch_copy.read("docs/decks.md")

    assert load(scratch_copy, "forest", FORMAT.replace("{spread: SPANNED}", "cards")).returncode == 0
    scratch_copy.write("sky/mine.sky", "<sky><star times='1'>fox</star><star times='1'>Wolf</star></sky>")
    for named in ("sky", "sky/mine.sky"):
        checked = scratch_copy.deckwright("check", named, "--game", "forest", "--format", "grove")
        assert checked.returncode == 0, checked.stderr
    listed = scratch_copy.deckwright("export", "list", "sky/mine.sky", "--game", "forest", "-o", "yours.sky")
    assert listed.returncode == 0, listed.stderr
    assert (
        scratch_copy.read("yours.sky") == '<sky><star times="1">fox</star><star times="1">wolf</star></sky>'
    )


DOUBLE = """
DOUBLE = CountMethod(
    id="double",
    counts="twice another count",
    of_zone=False,
    calculate=lambda counts, count: 2 * counts[count.arguments["double"]],
    arguments={"double": Argument("count", "The count to double.")},
)

"""


def test_a_count_is_one_record(scratch_copy):
    counts = scratch_copy.module("deckwright.model.score_counts")
    scratch_copy.insert(counts, DOUBLE, before="\nCOUNT_METHODS: ")
    scratch_copy.insert(counts, "DOUBLE, ", before="JOINS, LEAST, ")
    scratch_copy.make("docs")
    assert scratch_copy.changed() == {counts, "docs/scoring.md", "schemas/game.schema.json"}
    assert "| `double: …` | twice another count |" in scratch_copy.read("docs/scoring.md")

    loaded = load(scratch_copy, "forest", SCORING.replace("COUNTED", "beasts"))
    assert loaded.returncode == 0, loaded.stderr
    scratch_copy.write(
        "evening.yaml", "game: forest\nseats: {Ann: {den: {fox: 2, wolf: 1}}, Bob: {den: [fox]}}\n"
    )
    scored = scratch_copy.deckwright("score", "forest", "evening.yaml", "--json")
    assert scored.returncode == 0, scored.stderr
    assert [seat["points"] for seat in json.loads(scored.stdout)["seats"]] == [9, 3]

    circular = load(scratch_copy, "round", SCORING.replace("COUNTED", "twins"))
    assert "“twins” depends on itself" in circular.stderr
    unknown = load(scratch_copy, "lost", SCORING.replace("COUNTED", "beats"))
    assert "game.yaml:15:34: error: Unknown name: “beats”." in unknown.stderr


TARGET = """\
    # yaml-language-server: $schema=../../schemas/target.schema.json
    about: Pages for a workshop of our own.
    pages: {card: [63, 88], bleed: 2, backs: after}
    """
TARGET_ROW = "| `workshop` | `export pdf` | Pages for a workshop of our own. |\n"


def test_a_target_is_one_file_and_its_row_in_the_docs(scratch_copy):
    scratch_copy.write("exports/targets/workshop.yaml", TARGET)
    scratch_copy.insert("docs/targets.md", TARGET_ROW, before="| `tts` |")
    assert scratch_copy.changed() == {"exports/targets/workshop.yaml", "docs/targets.md"}
    cards = ("data-monsters", "--select", "kind:hack", "--target", "workshop", "-o", "cards.pdf", "--json")
    done = scratch_copy.deckwright("export", "pdf", *cards)
    assert done.returncode == 0, done.stderr
    printed = json.loads(done.stdout)
    assert printed["pages"] == 2 * printed["cards"] > 0
    assert (scratch_copy.root / "cards.pdf").read_bytes().startswith(b"%PDF")


CHECK = '''
    def check_longer(_: Wordbook, message: Message) -> Iterator[TextFinding]:
        """Find texts that are longer than their source."""
        if len(message.text) > len(message.source):
            yield TextFinding("info", tr("It is longer than its source."))


'''
CHECK_SUMMARY = "a text that is longer than its source (note)"


def test_a_check_of_translations_is_a_function_a_record_and_a_row(scratch_copy):
    module = scratch_copy.module("deckwright.translation.checks.typography")
    registry = scratch_copy.module("deckwright.translation.checks.run")
    scratch_copy.insert(module, CHECK, before="def check_spaces(")
    record = f'    Check("longer", "{CHECK_SUMMARY}", typography.check_longer),\n'
    scratch_copy.insert(registry, record, before='    Check("same-as-source",')
    scratch_copy.make("docs")
    scratch_copy.make("messages")
    helped = {"docs/commands.md", "docs/man/deckwright-translate-check.1"}
    touched = {module, registry, "docs/translating.md", *helped, *CATALOGUES.values()}
    assert scratch_copy.changed() == touched
    assert f"| `longer` | {CHECK_SUMMARY} |\n" in scratch_copy.read("docs/translating.md")
    checked = scratch_copy.deckwright(
        "translate", "check", "dataset", "--to", "fr", "--rule", "longer", "--json"
    )
    assert checked.returncode == 0, checked.stderr
    findings = json.loads(checked.stdout)["findings"]
    assert {(one["rule"], one["severity"]) for one in findings} == {("longer", "info")}
    refused = scratch_copy.deckwright("translate", "check", "dataset", "--rule", "lenght")
    assert (refused.returncode, "length" in refused.stderr) == (2, True)


GERMAN = "cli/deckwright/locales/de/LC_MESSAGES/deckwright.po"
GERMAN_HEAD = """\
    msgid ""
    msgstr ""
    "Content-Type: text/plain; charset=utf-8\\n"
    "Language: de\\n"
    "Plural-Forms: nplurals=2; plural=(n != 1);\\n"
    """


def test_a_language_of_the_program_is_its_code_and_a_catalogue(scratch_copy):
    messages = scratch_copy.module("deckwright.messages")
    scratch_copy.insert(messages, '"de": ",", ', before='"en": "."')
    scratch_copy.write(GERMAN, GERMAN_HEAD)
    scratch_copy.make("messages")
    scratch_copy.make("docs")
    assert scratch_copy.changed() == {messages, GERMAN}
    empty = 'msgid "{name} is empty."\nmsgstr ""\n'
    scratch_copy.replace(GERMAN, empty, empty.replace('""', '"{name} ist leer."'))
    scratch_copy.make("messages")
    scratch_copy.write("mine.txt", "")
    refused = scratch_copy.deckwright("check", "mine.txt", "--game", "dataset", "--lang", "de")
    assert (refused.returncode, "mine.txt ist leer." in refused.stderr) == (3, True)


FIELD = '    CommonField("words", "number", lambda card: (len(card.name("en").split()),)),\n'
FIELD_ROW = "| `words` | how many words the name has |\n"


def test_a_query_field_is_one_record_and_its_row_in_the_docs(scratch_copy):
    module = scratch_copy.module("deckwright.model.card")
    scratch_copy.insert(module, FIELD, before='    CommonField("name", "text"),\n')
    scratch_copy.insert("docs/queries.md", FIELD_ROW, before="\nA game's own fields are declared")
    assert scratch_copy.changed() == {module, "docs/queries.md"}
    query = ("words>=4 kind:tool", "--sort", "-words", "--game", "data-monsters", "--json")
    found = scratch_copy.deckwright("search", *query)
    assert found.returncode == 0, found.stderr
    counts = [len(card["name"].split()) for card in json.loads(found.stdout)]
    assert counts
    assert counts == sorted(counts, reverse=True)
    assert min(counts) >= 4


CLOCK_NUMBER = """\
def clock_number(text: str) -> float | None:
    return float(text.replace(":", "")) if re.fullmatch("[0-2][0-9]:[0-5][0-9]", text) else None


"""
CLOCK_PLACES = {
    "matching": [
        ('case "number" | "date":', 'case "number" | "date" | "clock":'),
        ("day_number(day) if day else None", "day_number(day) if day else clock_number(value)"),
        ("def compared_number(", CLOCK_NUMBER + "def compared_number("),
    ],
    "binding": [
        ('case "number" | "date" | "text":', 'case "number" | "date" | "clock" | "text":'),
        ('case "number" | "date":', 'case "number" | "date" | "clock":'),
        ('"date": Measured(', '"clock": Measured(clock_number, _no_date),\n    "date": Measured('),
        ("    day_number,\n", "    clock_number,\n    day_number,\n"),
    ],
    "online": [('case "date" | "text":', 'case "date" | "clock" | "text":')],
}


CLOCK_FORMAT = '"time": ValueFormat(lambda text: clock_number(text) is not None, _no_day), '


def test_a_type_of_fields_is_a_name_what_declares_it_and_the_places_that_lint_names(scratch_copy):
    card, game = map(scratch_copy.module, ("deckwright.model.card", "deckwright.model.game"))
    schema = "schemas/game.schema.json"
    scratch_copy.insert(card, '"clock", ', before='"flag", "text"]')
    scratch_copy.insert(card, '"clock", ', before='"choice", "text", "id"]')
    scratch_copy.insert(game, '"time": "clock", ', before='"integer": "number"')
    scratch_copy.replace(
        schema, '"format": {"enum": ["date"]', '"format": {"enum": ["date", "time"]', times=2
    )
    configured = ("--config-file", ROOT / "pyproject.toml", "--cache-dir", scratch_copy.root.parent / "types")
    linted = scratch_copy.python("-m", "mypy", *map(str, configured), "-p", "deckwright")
    places = set(re.findall(r"^(\S+?):\d+: error: Missing return", linted.stdout, re.MULTILINE))
    assert {Path(place).stem for place in places} == {*CLOCK_PLACES}, linted.stdout + linted.stderr
    for place in places:
        for before, after in CLOCK_PLACES[Path(place).stem]:
            scratch_copy.replace(place, before, after)
    schemas = scratch_copy.module("deckwright.files.schemas")
    scratch_copy.replace(schemas, "import DAY, day_of", "import DAY, clock_number, day_of")
    scratch_copy.insert(schemas, CLOCK_FORMAT, before='"date": ValueFormat(')
    assert scratch_copy.changed() == {card, game, schema, schemas, *places}

    scratch_copy.write(
        "forest/game.yaml",
        GAME.replace("fields:\n", "fields:\n  wakes: {title: Wakes, type: string, format: time}\n").replace(
            "[weight,", "[wakes, weight,"
        ),
    )
    cards = CARDS.replace("{weight: 5}", "{weight: 5, wakes: '21:30'}")
    scratch_copy.write(
        "forest/cards/cards.yaml", cards.replace("{weight: 0.1,", "{weight: 0.1, wakes: '05:45',")
    )
    loaded = scratch_copy.deckwright("load", "forest")
    assert loaded.returncode == 0, loaded.stderr

    def found(query):
        done = scratch_copy.deckwright("search", query, "--game", "forest", "--json")
        assert done.returncode == 0, done.stderr
        return [card["id"] for card in json.loads(done.stdout)]

    assert found("wakes>05:45") == ["wolf"]
    assert found("wakes:05:45") == ["fox"]
    assert found("wakes>=05:45") == ["fox", "wolf"]


OPERATOR = """\
    "!:": Operator(
        "other values; texts that have none of these words in a row",
        "!=",
        lambda field, words: all_of((Words(field, ""), Not(Words(field, words)))),
    ),
"""


def test_a_query_operator_is_one_record(scratch_copy):
    operators = scratch_copy.module("deckwright.model.query.language")
    scratch_copy.insert(operators, OPERATOR, before='    "<": Operator(')
    scratch_copy.make("docs")
    assert scratch_copy.changed() == {operators, "docs/queries.md"}
    row = "| `!:` | other values; texts that have none of these words in a row | every field |\n"
    assert row in scratch_copy.read("docs/queries.md")
    assert load(scratch_copy, "forest", "").returncode == 0

    def found(query):
        done = scratch_copy.deckwright("search", query, "--game", "forest", "--json")
        assert done.returncode == 0, done.stderr
        return [card["id"] for card in json.loads(done.stdout)]

    assert found("name!:fo") == ["wolf"]
    assert found("weight!:5 -shade!:dark") == ["fox"]
    refused = scratch_copy.deckwright("search", "name<fox", "--game", "forest")
    assert re.search(r"Use one of: .* !:", refused.stderr)


COUNT_WORDS = '''\
    """Words on the cards of a game."""

    from __future__ import annotations

    from typing import TYPE_CHECKING, NamedTuple

    if TYPE_CHECKING:
        from deckwright.workbench.library import DeckLibrary


    class WordCount(NamedTuple):
        """Number of words in the names of a game's cards."""

        game: str
        words: int


    def count_words(library: DeckLibrary, game: str) -> WordCount:
        """Count the words in the names of a game's cards."""
        found, cards = library.game(game)
        return WordCount(found.id, sum(len(card.name("en").split()) for card in cards.values()))
    '''
WORDS_COMMAND = '''\
    """`deckwright words`: the words on the cards of a game."""

    from __future__ import annotations

    from typing import Annotated

    from typer import Context

    from deckwright.commands.command import command
    from deckwright.commands.options import argument
    from deckwright.commands.options import library_of, show_result
    from deckwright.messages import trn
    from deckwright.workbench.wording import count_words


    @command("deckwright words dataset")
    def run(context: Context, game: Annotated[str, argument("Game to read.", "GAME")]) -> None:
        """Count the words in the names of cards."""
        with library_of(context) as library:
            count = count_words(library, game)
        line = trn("{game}: {count} word.", "{game}: {count} words.", count.words, game=count.game)
        show_result(context, count, [line])
    '''


def test_a_command_is_a_file_and_the_function_that_it_calls(scratch_copy):
    files = {
        "cli/deckwright/workbench/wording.py": COUNT_WORDS,
        "cli/deckwright/commands/words.py": WORDS_COMMAND,
    }
    for path, text in files.items():
        scratch_copy.write(path, text)
    scratch_copy.make("docs")
    scratch_copy.make("messages")
    assert scratch_copy.changed() == {
        *files,
        scratch_copy.module("deckwright.app"),
        f"{scratch_copy.module('deckwright.workbench')}i",
        "docs/commands.md",
        "docs/man/deckwright.1",
        "docs/man/deckwright-words.1",
        "docs/modules.md",
        "docs/python.md",
        *CATALOGUES.values(),
    }
    assert scratch_copy.read("docs/python.md").endswith("| `words` | `count_words` |\n")
    public = "from deckwright.workbench import WordCount, count_words"
    assert scratch_copy.python("-c", public).returncode == 0
    assert "Count the words in the names of cards." in scratch_copy.read("docs/commands.md")
    done = scratch_copy.deckwright("words", "dataset", "--json")
    assert done.returncode == 0, done.stderr
    counted = json.loads(done.stdout)
    assert counted["game"] == "dataset"
    assert scratch_copy.deckwright("words", "dataset").stdout == f"dataset: {counted['words']} words.\n"
    assert "deckwright words dataset" in scratch_copy.deckwright("words", "--help").stdout


FACE = """\
    # yaml-language-server: $schema=../../schemas/face.schema.json
    extends: base
    about: Only a name.
    boxes:
      - {text: "{name}", at: [5, 5, 53, 12], style: name}
    leaves_out: [weight, shade]
    """


def test_a_face_and_a_game_are_files_of_data(scratch_copy):
    scratch_copy.write("exports/faces/bare.yaml", FACE)
    scratch_copy.write("cards/forest/game.yaml", GAME.replace("name: Beast,", "name: Beast, face: bare,"))
    scratch_copy.write("cards/forest/cards/cards.yaml", CARDS)
    assert len(scratch_copy.changed()) == 3
    games = json.loads(scratch_copy.deckwright("games", "--json").stdout)
    assert "forest" in {game["id"] for game in games}
    done = scratch_copy.deckwright("export", "pdf", "forest", "-o", "forest.pdf", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["findings"] == []


PIE = '''\
    """Pies, which show a number as a share of its maximum."""

    from __future__ import annotations

    from dataclasses import dataclass
    from typing import TYPE_CHECKING

    from deckwright.press.boxes import keys
    from deckwright.press.boxes.box import Box
    from deckwright.press.graphics.parts import DrawnGroup, DrawnShape, outline, rectangle

    if TYPE_CHECKING:
        from collections.abc import Iterator

        from deckwright.press.drawing.context import Scope
        from deckwright.press.graphics.parts import Area, DrawnPart


    @dataclass(frozen=True, eq=False, repr=False, kw_only=True)
    class PieBox(Box):
        """A disc, filled from the left by the share that a number has of a total."""

        kind = "pie"
        example, draws = "pie: jump", "a disc that is filled by the share of a total"

        pie: str = keys.field_name("The field.")
        total: float = keys.key({"type": "number", "exclusiveMinimum": 0}, "Value that fills the disc.", float)
        fill: str = keys.paint("The colour of the part that is filled.")

        def draw(self, scope: Scope, area: Area) -> Iterator[DrawnPart]:
            """Draw the part that is filled."""
            filled = area._replace(width=area.width * min(scope.amount(self.pie) / self.total, 1.0))
            shape = DrawnShape(rectangle(filled), scope.paint(self.fill, area))
            yield DrawnGroup((shape,), clip=outline("ellipse", area, (0.0,) * 4))
    '''
PIE_EXAMPLE = """\
**`pie`**

```yaml
boxes:
  - {pie: jump, total: 9, at: [5, 3, 20, 20], fill: pond}
```

![A disc that is filled in part](faces/pie.svg)

"""
PIE_FACE = """\
    palette: {ink: "#000000"}
    boxes: [{pie: weight, total: 9, at: [5, 30, 53, 53], fill: ink}]
    leaves_out: [name, shade]
    """


def test_a_kind_of_box_is_a_class_and_its_example_in_the_docs(scratch_copy):
    scratch_copy.write("cli/deckwright/press/boxes/pie.py", PIE)
    scratch_copy.insert("docs/faces.md", PIE_EXAMPLE, before="**`qr`**\n")
    scratch_copy.make("docs")
    touched = {"cli/deckwright/press/boxes/pie.py", "docs/faces.md"}
    generated = {"schemas/face.schema.json", "docs/faces/pie.svg", "docs/modules.md"}
    assert scratch_copy.changed() == touched | generated
    assert "| `pie: jump` | a disc that is filled by the share of a total | `total`, `fill` |" in (
        scratch_copy.read("docs/faces.md")
    )

    scratch_copy.write("forest/faces/pies.yaml", PIE_FACE)
    loaded = load(scratch_copy, "forest", "", face="pies")
    assert loaded.returncode == 0, loaded.stderr
    done = scratch_copy.deckwright("export", "png", "forest", "-o", "pictures", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["findings"] == []
    # Each card has its own picture, although nothing but the field differs; the third is the back.
    pictures = {file.read_bytes() for file in (scratch_copy.root / "pictures").rglob("*.png")}
    assert len(pictures) == 3
    wrong = PIE_FACE.replace("pie: weight", "pie: wait").replace("fill: ink", "fill: inc")
    scratch_copy.write("marsh/faces/pies.yaml", wrong)
    refused = load(scratch_copy, "marsh", "", face="pies")
    assert "Unknown colour: inc." in refused.stderr
    scratch_copy.write("swamp/faces/pies.yaml", wrong.replace("fill: inc", "fill: ink"))
    assert "has no field wait" in load(scratch_copy, "swamp", "", face="pies").stderr


def test_the_recipes_name_files_that_are_there():
    recipes = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    for path in re.findall(r"`((?:cli|docs|exports|schemas|cards|tests)/[^`<]*)`", recipes):
        assert (ROOT / path).exists(), path

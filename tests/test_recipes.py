"""The recipes of CONTRIBUTING.md, followed in a scratch copy of the program: no more than they say is touched."""

from __future__ import annotations

import json
import sys


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
  grove: {name: Grove, rules: [{id: even, measure: {span: SPANNED}, max: 2}]}
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

SPAN = """
def _find_span(selection: Selection) -> list[Measurement]:
    name = selection.arguments["span"]
    held = tuple(Contribution(card, copies, plain(read_number(card, name))) for card, copies in selection.matched)
    numbers = [read_number(one.card, name) for one in held]
    return [Measurement(held, plain(max(numbers, default=Decimal(0)) - min(numbers, default=Decimal(0))))]


SPAN = Measure(
    id="span",
    counts="how far the numbers of the field are apart",
    measure=_find_span,
    arguments={"span": Argument("number field", "The number field to compare.")},
    is_whole=False,
    too_many=lambda shown: tr("{field} spans {found}, {excess} too much.", **shown),
    too_few=lambda shown: tr("{field} spans {found}, {missing} too little.", **shown),
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
        text = (copy.root / path).read_text(encoding="utf-8")
        for message, translation in zip(source, translations[language], strict=True):
            empty = f'msgid "{message}"\nmsgstr ""\n'
            assert text.count(empty) == 1, (language, message)
            text = text.replace(empty, f'msgid "{message}"\nmsgstr "{translation}"\n')
        (copy.root / path).write_text(text, encoding="utf-8")


def load(copy, folder, rest):
    """Load the small game with more in its game.yaml, and return what that prints."""
    copy.write(f"{folder}/game.yaml", GAME + rest)
    copy.write(f"{folder}/cards/cards.yaml", CARDS)
    return copy.deckwright("load", folder)


def test_a_measure_is_one_record_with_its_translations(scratch_copy):
    measures = scratch_copy.module("deckwright.model.measures")
    scratch_copy.insert(measures, SPAN, before="\nMEASURES: ")
    scratch_copy.insert(measures, "SPAN, ", before="CARDS, COPIES, ")
    scratch_copy.make("docs")
    scratch_copy.make("messages")
    source = ("{field} spans {found}, {excess} too much.", "{field} spans {found}, {missing} too little.")
    translate(scratch_copy, source, SPOKEN)
    scratch_copy.make("messages")
    pages = {"docs/formats.md", "docs/scoring.md", "schemas/game.schema.json"}
    assert scratch_copy.changed() == {measures, *pages, *CATALOGUES.values()}
    assert "| `measure: {span: …}` | how far the numbers" in scratch_copy.read("docs/formats.md")

    loaded = load(scratch_copy, "forest", FORMAT.replace("SPANNED", "weight"))
    assert loaded.returncode == 0, loaded.stderr
    scratch_copy.write("mine.yaml", "game: forest\nname: Mine\nformat: grove\ncards: {fox: 1, wolf: 2}\n")
    checked = scratch_copy.deckwright("check", "mine.yaml")
    assert checked.returncode == 1, checked.stderr
    assert "The rule even allows at most 2. Weight spans 4.9, 2.9 too much." in checked.stdout
    assert "Weight : écart de 4.9" in scratch_copy.deckwright("check", "mine.yaml", "--lang", "fr").stdout

    refused = load(scratch_copy, "shady", FORMAT.replace("SPANNED", "shade"))
    assert refused.returncode == 3
    assert (
        "game.yaml:12:59: error: The field “shade” cannot be counted. It is not a number field."
        in refused.stderr
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

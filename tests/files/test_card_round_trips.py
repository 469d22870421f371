"""Cards that are written as tables read back as the same cards: through real folders, by the reader of games."""

from __future__ import annotations

import itertools
import json
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright import resources
from deckwright.files.card_tables import TableCard, card_table, table_bytes
from deckwright.files.game_package import read_package
from deckwright.model.translation import digest_of_both, state_word

from ..registries import GAMES

ENDINGS = (".csv", ".tsv", ".xlsx")


def rows_of(package):
    translations = {}
    for language, messages in package.entries.items():
        for message in messages:
            own = translations.setdefault(message.card, {}).setdefault(language, {})
            own[message.context.rpartition(".")[2]] = message
    return card_table(
        [TableCard(card, package.game, card.copies, translations.get(card.id, {})) for card in package.cards]
    )


def read_back(package, folder, ending):
    """Game of a folder whose only card file is the table of `package`; it has game.yaml, and no translations."""
    (folder / "cards").mkdir(exist_ok=True)
    for file in (folder / "cards").iterdir():
        file.unlink()
    (folder / "cards" / f"all{ending}").write_bytes(table_bytes(rows_of(package), ending))
    read, findings = read_package(folder)
    errors = [one for one in findings if one.severity == "error"]
    assert not errors, errors
    assert read
    return read


def plain(card):
    """What a card is, without its translations; the order of its aliases means nothing."""
    own = {
        name: getattr(card, name) for name in ("id", "kind", "copies", "counts", "revision", "icon", "marks")
    }
    aliases = {language: set(names) for language, names in card.aliases.items() if names}
    more = {"origins": (card.name_origin, card.rules_origin), "fields": dict(card.fields), "aliases": aliases}
    return own | more | {"texts": card.texts[card.source_language]}


def translations_of(package):
    return {
        (language, message.context): (message.text, state_word(message))
        for language, messages in package.entries.items()
        for message in messages
        if message.card and message.text
    }


LINES = "First line\nsecond line\n\nA new paragraph"


@pytest.mark.parametrize("ending", ENDINGS)
def test_lines_and_paragraphs_of_a_cell_read_back(tmp_path, ending):
    game = "id: pond\ntitle: Pond\nsource_language: en\nlanguages: [en]\nkinds: {card: {name: Card}}\n"
    (tmp_path / "cards").mkdir()
    (tmp_path / "game.yaml").write_text(game, encoding="utf-8")
    cards = {"cards": [{"id": "frog", "name": "Frog", "kind": "card", "text": LINES}]}
    (tmp_path / "cards" / "all.yaml").write_text(json.dumps(cards), encoding="utf-8")
    package, _ = read_package(tmp_path)
    assert package
    read = read_back(package, tmp_path, ending)
    assert [card.texts["en"]["text"] for card in (*package.cards, *read.cards)] == [LINES, LINES]


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("name", GAMES)
def test_a_packaged_game_reads_back(tmp_path, packaged, name, ending):
    package = packaged(name)
    shutil.copytree(resources.folder("cards") / name, tmp_path / name)
    shutil.rmtree(tmp_path / name / "locales")
    read = read_back(package, tmp_path / name, ending)
    assert [plain(card) for card in read.cards] == [plain(card) for card in package.cards]
    assert translations_of(read) == translations_of(package)
    assert [card.texts for card in read.cards] == [card.texts for card in package.cards]
    assert rows_of(read) == rows_of(package)


# Games of any kind.

LETTERS = st.one_of(
    st.sampled_from([*"=+-@\t'\";:,|#{}[]*\n\n _x0041éàœ漢🐉\u00a0\u2028", "\r\n"]),
    st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\ufffe\uffff{}"),
)
ODD = [
    *("a; b", "a;", "a|b", "Ice, fire", "a\n\nb", "[x]", '["x"]', "x]", "-", "–", " c ", "\tc\n"),
    *(
        "true",
        "no",
        "x",
        "1",
        "1.0",
        "1,5",
        "007",
        "1e5",
        "2026-01-31",
        "#",
        "# x",
        "name",
        "kind",
        "'",
        "''=x",
    ),
    *(
        "=1+1",
        "+1",
        "-1; 2",
        "@x",
        "'=x",
        "_x0041_",
        '"q"',
        '"',
        "#N/A",
        "~",
        "null",
        "😀",
        "\u00a0x",
        "e\u0301",
    ),
]
WORDS = st.sampled_from(ODD)
PRINTED = st.one_of(WORDS, st.lists(LETTERS, min_size=1, max_size=30).map("".join)).filter(
    lambda text: text.strip() and "{" not in text and "}" not in text
)
"""Texts as cards have them; one of spaces alone is no text in a table."""

IDS = st.from_regex(r"[a-z0-9]{1,6}(-[a-z0-9]{1,4}){0,2}", fullmatch=True)
ODD_NUMBERS = [0, -1, 2.0, 1.5, -0.5, 0.1 + 0.2, 1e-7, 1e22, 2.2927209705289364e16, 10**17 - 1, 2**53 + 1]
NUMBERS = st.one_of(
    st.sampled_from(ODD_NUMBERS), st.integers(-(10**17), 10**17), st.floats(-1e30, 1e30), st.floats(-2, 2)
)
DATES = st.dates().map(str)
CHOICES = {
    "oneOf": [
        {"const": one, "title": title}
        for one, title in (("green", "Ice"), ("right", "Fire"), ("green-right", "Ice; fire"))
    ]
}
ENUM = {"enum": ["a", "b", "a; b", "A", " c", "=d"]}
TYPES = {
    "integer": ({"type": "integer"}, st.integers(-(10**17), 10**17)),
    "number": ({"type": "number"}, NUMBERS),
    "boolean": ({"type": "boolean"}, st.booleans()),
    "string": ({"type": "string"}, PRINTED),
    "date": ({"type": "string", "format": "date"}, DATES),
    "choice": (CHOICES, st.sampled_from(["green", "right", "green-right"])),
    "enum": (ENUM, st.sampled_from(ENUM["enum"])),
}
LISTS = {
    f"{name}s": ({"type": "array", "items": schema}, st.lists(values, min_size=1, max_size=4))
    for name, (schema, values) in TYPES.items()
    if name != "boolean"
}
FIELDS = [*TYPES.items(), *LISTS.items()]
TITLES = st.sampled_from(["Text", "Name", "Type", "Rule", "Fire", "État", "Nome", "Class"])
STATES = ["draft", "reviewed", "machine", "unsure", "stale"]


@st.composite
def games(draw):
    """A game.yaml and cards as documents, and translations by language and context with their states."""
    source, *others = draw(st.permutations(["en", "fr", "it"]))
    languages = [source, *others[: draw(st.integers(0, 2))]]
    names = draw(
        st.lists(
            st.sampled_from(
                ["icon", "marks", "counts", "aliases", "flavour", "state", "level", "name_fr", "rule"]
            ),
            unique=True,
            max_size=9,
        )
    )
    kinds = draw(st.lists(st.sampled_from(["tool", "card", "name"]), min_size=1, unique=True))
    fields = {name: draw(st.sampled_from(FIELDS))[1] for name in names[::2]}
    texts = draw(st.lists(st.sampled_from(["rule", "motto", "icon", "type"]), unique=True, max_size=3))
    game = {
        "id": "lab", "title": "Lab", "source_language": source, "languages": languages,
        "kinds": {kind: {"name": draw(TITLES), "optional": list(fields)} for kind in kinds},
        "fields": {name: {"title": draw(TITLES), **schema} for name, (schema, _) in fields.items()},
        "texts": {name: draw(TITLES) for name in texts},
        "marks": {name: {"name": draw(TITLES), "icon": "mdi:star", "rule": "Rule."} for name in ("unique", "global")},
    }  # fmt: skip
    ids = draw(st.lists(IDS, min_size=1, max_size=4, unique=True))
    cards = [draw(card_documents(one, game, fields, texts)) for one in ids]
    translations = {
        (language, f"{card['id']}.{name}"): (draw(PRINTED), draw(st.sampled_from(STATES)))
        for language in languages[1:]
        for card in cards
        for name in ("name", "text", "flavour", *card.get("texts", {}))
        if (name in card or name in texts) and draw(st.booleans())
    }
    return game, cards, translations


@st.composite
def card_documents(draw, name, game, fields, texts):
    sources = st.sampled_from(["rulebook", "community", "sample"])
    optional = {
        "text": PRINTED,
        "flavour": PRINTED,
        "copies": st.integers(1, 999),
        "counts": st.sampled_from(["exact", "sample"]),
        "revision": st.integers(1, 9999),
        "icon": st.sampled_from(["mdi:star", "ph:star"]),
        "origin": st.one_of(sources, st.fixed_dictionaries({"name": sources, "rules": sources})),
        "marks": st.lists(st.sampled_from(["unique", "global"]), unique=True),
        "aliases": st.dictionaries(
            st.sampled_from(game["languages"]), st.lists(PRINTED, unique=True, max_size=3), max_size=2
        ),
        "fields": st.fixed_dictionaries({}, optional={one: values for one, (_, values) in fields.items()}),
        "texts": st.fixed_dictionaries({}, optional=dict.fromkeys(texts, PRINTED)),
    }
    kind = st.sampled_from(list(game["kinds"]))
    needed = {"id": st.just(name), "name": PRINTED, "kind": kind}
    return draw(st.fixed_dictionaries(needed, optional=optional))


def write_game(folder, game, cards, translations):
    """Write a folder with YAML and PO files."""
    for name in ("cards", "locales"):
        (folder / name).mkdir()
    (folder / "game.yaml").write_text(as_yaml(game), encoding="utf-8")
    (folder / "cards" / "cards.yaml").write_text(as_yaml({"cards": cards}), encoding="utf-8")
    texts = {
        f"{card['id']}.{name}": text
        for card in cards
        for name, text in {**card, **card.get("texts", {})}.items()
    }
    for language in game["languages"][1:]:
        parts = ['msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n']
        for (own, context), (text, state) in translations.items():
            if own == language:
                comments = {"draft": "", "unsure": "#, fuzzy\n", "machine": "# state: machine\n#, fuzzy\n"}
                reviewed = f"# state: reviewed {digest_of_both(texts[context], text)}\n"
                source = f"Once {texts[context]}" if state == "stale" else texts[context]
                quoted = (json.dumps(one, ensure_ascii=False) for one in (context, source, text))
                parts.append(
                    comments.get(state, reviewed) + "msgctxt {}\nmsgid {}\nmsgstr {}\n".format(*quoted)
                )
        (folder / "locales" / f"{language}.po").write_text("\n".join(parts), encoding="utf-8")


def as_yaml(document):
    """Document as YAML: JSON, in which some separators must be escaped."""
    return json.dumps(document, ensure_ascii=False).replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def lines(value):
    """Value with the line ends that tables keep."""
    if isinstance(value, dict):
        return {key: lines(one) for key, one in value.items()}
    if isinstance(value, (list, tuple, set)):
        return type(value)(map(lines, value))
    return value.replace("\r\n", "\n") if isinstance(value, str) else value


def odd_values(name):
    """Values of a field of one of the `TYPES` that are read as something else by spreadsheets, or by chance."""
    choices = {"choice": ["green", "right", "green-right"], "enum": ENUM["enum"], "boolean": [True, False]}
    numbers = {"integer": [one for one in ODD_NUMBERS if isinstance(one, int)], "number": ODD_NUMBERS}
    return (choices | numbers | {"string": ODD, "date": ["2026-01-31", "0001-01-01"]})[name]


@pytest.mark.parametrize("ending", ENDINGS)
def test_every_odd_value_reads_back(tmp_path, ending):
    values = {name: odd_values(name) for name in TYPES}
    values |= {
        name: [*([one] for one in values[name[:-1]]), *map(list, itertools.pairwise(values[name[:-1]]))]
        for name in LISTS
    }
    fields = {name: {"title": name.title(), **schema} for name, (schema, _) in FIELDS}
    cards = [
        {"id": f"{name}-{number}", "name": f"{name} {number}", "kind": "card", "fields": {name: value}}
        for name, own in values.items()
        for number, value in enumerate(own)
    ]
    texts = [
        {
            "id": f"t{number}",
            "name": text,
            "kind": "card",
            "text": text,
            "aliases": {"en": [text], "fr": [text, "y"]},
        }
        for number, text in enumerate(ODD)
    ]
    game = {
        "id": "lab", "title": "Lab", "source_language": "en", "languages": ["en", "fr"],
        "kinds": {"card": {"name": "Card", "optional": list(fields)}}, "fields": fields,
    }  # fmt: skip
    translations = {("fr", f"t{number}.text"): (text, "draft") for number, text in enumerate(ODD)}
    write_game(tmp_path, game, [*cards, *texts], translations)
    package, findings = read_package(tmp_path)
    assert package, findings
    (tmp_path / "locales" / "fr.po").unlink()
    read = read_back(package, tmp_path, ending)
    for before, after in zip(package.cards, read.cards, strict=True):
        assert plain(after) == plain(before)
    assert translations_of(read) == translations_of(package) == translations


@given(games(), st.sampled_from(ENDINGS))
def test_any_game_reads_back(written, ending):
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_game(folder, *written)
        package, findings = read_package(folder)
        assert package, findings
        assert translations_of(package) == written[2]
        for file in (folder / "locales").iterdir():
            file.unlink()
        read = read_back(package, folder, ending)
    assert lines([plain(card) for card in read.cards]) == lines([plain(card) for card in package.cards])
    assert lines(translations_of(read)) == lines(translations_of(package))

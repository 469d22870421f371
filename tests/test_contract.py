"""What scripts rely on: every JSON shape of `docs/contract.md` against what the program writes.

A contract that lies beside the checkout, as `../shared/CONTRACT.md`, is read in the same way.
"""

from __future__ import annotations

import re
import shutil
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
CONTRACTS = [
    file for file in (ROOT / "docs" / "contract.md", ROOT.parent / "shared" / "CONTRACT.md") if file.is_file()
]
ANYTHING = object()
"""The shape of a value of which the contract says nothing more."""


def shape_of(text):
    """Read a shape as the contract writes it: a dict of required keys, a list of one shape, or anything.

    A dict whose only key is "*" is one with any keys, all of whose values have that shape.
    """
    tokens = re.findall(r'"[^"]*"|\.{3}|[][{}:,]|[^][{}:,".]+', re.sub(r"\([^)]*\)", "", text))
    shape, rest = _value([token.strip() for token in tokens if token.strip()])
    assert rest == [], f"{text}: not understood from {rest}"
    return shape


def _value(tokens):
    if tokens[0] == "{":
        return _object(tokens[1:])
    if tokens[0] != "[":
        return ANYTHING, tokens[next(i for i, one in enumerate([*tokens, ","]) if one in ",]}") :]
    if tokens[1] == "{":
        inner, rest = _value(tokens[1:])
        assert rest[0] == "]"
        return [inner], rest[1:]
    return [ANYTHING], tokens[tokens.index("]") + 1 :]


def _object(tokens):
    keys = {}
    while tokens[0] != "}":
        name, *tokens = tokens
        value = ANYTHING
        if tokens[0] == ":":
            value, tokens = _value(tokens[1:])
        if name.startswith('"'):
            keys[name.strip('"')] = value
        elif name != "..." and value is not ANYTHING:
            keys["*"] = value
        while tokens[0] != "}" and not tokens[0].startswith(('"', "...")):
            tokens = tokens[1:]
    return keys, tokens[1:]


def differences(shape, value, at="$"):
    """List where a value has not the shape: a missing key, or something else than a list or an object."""
    if shape is ANYTHING:
        return []
    if not isinstance(value, type(shape)):
        return [f"{at} is {type(value).__name__}"]
    if isinstance(shape, list):
        found = [] if value or shape == [ANYTHING] else [f"{at} is empty: the example shows nothing"]
        return found + [
            one for i, item in enumerate(value) for one in differences(shape[0], item, f"{at}[{i}]")
        ]
    if "*" in shape:
        return [one for key in value for one in differences(shape["*"], value[key], f"{at}.{key}")]
    missing = [f"{at}.{key} is missing" for key in shape if key not in value]
    return missing + [
        one for key in shape if key in value for one in differences(shape[key], value[key], f"{at}.{key}")
    ]


def rows(contract):
    """Yield the commands of a contract, each with the shape of its JSON, or None where it states none."""
    for line in contract.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        if len(cells) >= 2 and cells[0].startswith("`"):
            shape = re.search(r'(?:"\w+": )?[\[{].*[\]}]', cells[-1])
            for command in _commands(cells[0]):
                yield command, shape and (f"{{{shape[0]}}}" if shape[0].startswith('"') else shape[0])


def _commands(cell):
    """List the commands of a cell, such as `export pdf\\|png SOURCE...` or `export pdf`, `png`."""
    first, *others = re.findall(r"`([^`]*)`", cell)
    names = [word for word in first.split()[:2] if re.fullmatch(r"[a-z]+(\\\|[a-z]+)*", word)]
    *group, last = names or [""]
    found = [" ".join([*group, one]) for one in last.split("\\|")]
    return found + [" ".join([*group, one]) for one in others if re.fullmatch("[a-z]+", one)]


SCORE = """\
game: dataset
seats:
  Ann: {treasures: [[purpose-profiling, simple-red: 6]], collected: {simple-green: 2}}
  Bob: {collected: [love-red]}
"""
EXAMPLES = {
    "load": ["load"],
    "games": ["games"],
    "search": ["search", "kind:tool"],
    "show": ["show", "data-monsters/mainframe"],
    "check": ["check", "data-monsters/startup"],
    "combine": [
        "combine", "data-monsters/startup", "data-monsters/enterprise", "--format", "office", "--players", "4",
        "--times", "data-monsters/startup=2", "--times", "data-monsters/enterprise=2",
    ],
    "repair": ["repair", "data-monsters/startup", "--format", "office", "--players", "2"],
    "build": ["build", "data-monsters", "opportunity", "--players", "2"],
    "deal": ["deal", "data-monsters", "--players", "2"],
    "score": ["score", "dataset", "score.yaml"],
    "stats": ["stats", "data-monsters/startup"],
    "draw": ["draw", "data-monsters/startup", "--players", "2"],
    "export pdf": ["export", "pdf", "data-monsters/startup", "-o", "x.pdf"],
    "export png": ["export", "png", "data-monsters/startup", "--dpi", "30", "-o", "png"],
    "export tts": ["export", "tts", "data-monsters/startup", "-o", "tts"],
    "export cockatrice": ["export", "cockatrice", "data-monsters/startup", "-o", "cockatrice"],
    "play": ["play", "dataset", "--players", "2", "-o", "x.html"],
    "restore": ["restore", "latest", "-o", "printed"],
    "export tuckbox": ["export", "tuckbox", "data-monsters/startup", "-o", "box.pdf"],
    "export cgs": ["export", "cgs", "data-monsters/startup", "-o", "cgs"],
    "export pnp": ["export", "pnp", "frogs", "-o", "pnp"],
    "export list": ["export", "list", "data-monsters/startup", "-o", "x.txt"],
    "export csv": ["export", "csv", "data-monsters/startup", "-o", "x.csv"],
    "new game": ["new", "game", "Frogs", "--from", "frogs.csv"],
}  # fmt: skip
"""A run of each command that has something to show in every list of its shape; that of `demo` is in test_demo.py."""

NEEDS = {"restore": "export pdf", "export pnp": "new game"}
"""What is run before a command: it makes what the command reads."""

SHAPES = [
    pytest.param(command, shape, id=f"{contract.stem}: {command}")
    for contract in CONTRACTS
    for command, shape in rows(contract)
    if shape and command != "demo"
]


def differences_from_contract(command, value):
    """Where the JSON of a command has not the shape that a contract states."""
    stated = [shape for contract in CONTRACTS for name, shape in rows(contract) if name == command and shape]
    assert stated
    return [one for shape in stated for one in differences(shape_of(shape), value)]


@pytest.fixture(scope="module")
def folder(packaged_database, tmp_path_factory):
    """A folder with a database, for all contracts."""
    folder = tmp_path_factory.mktemp("contract")
    shutil.copy(packaged_database, folder / "cards.db")
    return folder


@pytest.fixture(scope="module")
def deckwright(run, folder):
    """Run a command in the folder, once for all contracts; its exit code and its JSON."""

    @cache
    def in_folder(*arguments):
        ran = run(*arguments, "--json", cwd=folder, DECKWRIGHT_DB=str(folder / "cards.db"))
        return ran.code, ran.json

    return in_folder


@pytest.mark.parametrize(("command", "shape"), SHAPES)
def test_json_has_the_shape_of_the_contract(deckwright, folder, command, shape):
    (folder / "score.yaml").write_text(SCORE, encoding="utf-8")
    (folder / "frogs.csv").write_text("Name,Cost\nFrog,1\n", encoding="utf-8")
    if needed := NEEDS.get(command):
        deckwright(*EXAMPLES[needed])
    code, value = deckwright(*EXAMPLES[command])
    assert code == 0, value
    assert differences(shape_of(shape), value) == []


def said_of(contract, thing):
    """Find the shape that a contract states in a sentence: "A finding is `{…}`"."""
    text = " ".join(contract.read_text(encoding="utf-8").split())
    return shape_of(re.search(thing + r" is `({[^`]*})`", text)[1])


@pytest.mark.parametrize("contract", CONTRACTS, ids=lambda one: one.stem)
def test_findings_have_the_shape_of_the_contract(deckwright, folder, contract):
    (folder / "deck.yaml").write_text(
        "game: data-monsters\nformat: lab\ncards: {mainframe: 9}\n", encoding="utf-8"
    )
    code, value = deckwright("check", "deck.yaml")
    assert code == 1
    placed = [one for one in value["decks"][0]["findings"] if one["where"]]
    assert differences([said_of(contract, r"A [*]{0,2}finding[*]{0,2}")], placed) == []


@pytest.mark.parametrize("contract", CONTRACTS, ids=lambda one: one.stem)
def test_errors_have_the_shape_of_the_contract(deckwright, contract):
    code, value = deckwright("show", "data-monsters/mainfrme")
    assert code == 3
    assert differences(said_of(contract, "error that ends a command(?: with `--json`)?"), value) == []


def test_a_value_of_another_shape_is_noticed():
    shape = shape_of(
        '{"seats": [{"seat","parts": {...}}], "zones": {name: [ids]}, "winners": [...], ...fields}'
    )
    right = {"seats": [{"seat": 1, "parts": {}}], "zones": {"hand": ["a"]}, "winners": ["Ann"], "more": 1}
    assert differences(shape, right) == []
    assert differences(shape, right | {"seats": [{"seat": 1}]}) == ["$.seats[0].parts is missing"]
    assert differences(shape, right | {"zones": {"hand": "a"}}) == ["$.zones.hand is str"]
    assert differences(shape, right | {"seats": []}) == ["$.seats is empty: the example shows nothing"]
    assert differences(shape, {key: right[key] for key in ("seats", "zones")}) == ["$.winners is missing"]

"""Every recipe of docs/rules-cookbook.md loads, and its decks are as legal as the page says, in the words of the page."""

from __future__ import annotations

import re
import runpy
from itertools import chain
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TOOL = runpy.run_path(str(ROOT / "cli" / "cookbook.py"))
PAGE = (ROOT / "docs" / "rules-cookbook.md").read_text(encoding="utf-8")
RECIPES = TOOL["recipes"](PAGE)
PARTS = PAGE.split("\n### ")[1:]
TITLES = [recipe.title for recipe in RECIPES]


@pytest.fixture(scope="module")
def written():
    """The page with what the program prints now."""
    return TOOL["written"](PAGE)


@pytest.mark.parametrize("number", range(len(RECIPES)), ids=TITLES)
def test_the_page_shows_what_the_program_prints(written, number):
    assert PARTS[number] == written.split("\n### ")[1:][number], "run: make docs"


@pytest.mark.parametrize("part", PARTS, ids=TITLES)
def test_a_recipe_has_a_legal_deck_and_two_illegal_ones_with_different_errors(part):
    decks = re.split(r"^(?=(?:Legal|Illegal): )", part, flags=re.MULTILINE)[1:]
    assert [deck.partition(":")[0] for deck in decks] == ["Legal", "Illegal", "Illegal"]
    errors = [re.findall(r"^> deck\.yaml.*?: error: (.*)$", deck, re.MULTILINE) for deck in decks]
    assert [bool(found) for found in errors] == [False, True, True]
    assert errors[1] != errors[2]


def test_the_recipes_load_without_an_error_or_a_warning(run, tmp_path, packaged_database):
    TOOL["write_game"](PAGE, tmp_path, RECIPES)
    ran = run("load", str(tmp_path), "--dry-run", cwd=tmp_path, DECKWRIGHT_DB=str(packaged_database))
    assert ran.code == 0
    assert "game.yaml" not in ran.err


def test_a_single_deck_is_reported_in_the_same_words(run, tmp_path, database_path):
    TOOL["write_game"](PAGE, tmp_path, RECIPES)
    _, deck, _ = RECIPES[0].decks
    (tmp_path / "deck.yaml").write_text(deck.file, encoding="utf-8")
    environment = {"cwd": tmp_path, "DECKWRIGHT_DB": str(database_path)}
    run("load", str(tmp_path), **environment)
    first, *others = run("check", "deck.yaml", **environment).out.splitlines()
    assert f"`{first}`" in PAGE
    assert [f"> {line.strip()}" for line in others] == re.findall(r"^> .*", PARTS[0], re.MULTILINE)[:1]


def test_no_format_or_title_is_there_twice():
    formats = [*chain.from_iterable(recipe.definition["formats"] for recipe in RECIPES)]
    assert len(formats) == len({*formats})
    assert len(TITLES) == len({*TITLES}) >= 40

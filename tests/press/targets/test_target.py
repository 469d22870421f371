import json
import re
from pathlib import Path

import pytest

from deckwright import resources
from deckwright.errors import InputError
from deckwright.press.graphics.cuts import card_size, card_size_names
from deckwright.press.targets.target import (
    OUTPUTS,
    ContactOutput,
    DeckOutput,
    PageOutput,
    PictureOutput,
    Press,
    SheetOutput,
    load_target,
    target_names,
)

ROOT = Path(__file__).parents[3]


def size_named_in(target):
    """The size of cards after which a target is named, such as `tarot`; None if it is not named after one."""
    size = target.rpartition("-")[2]
    return size if size in card_size_names() else None


@pytest.mark.parametrize("name", target_names())
def test_every_target_is_read(name):
    assert load_target(name).name == name


@pytest.mark.parametrize("name", target_names())
def test_what_a_target_says_of_its_size_and_bleed_is_what_it_makes(name):
    target = load_target(name)
    size = target.makes.size if isinstance(target.makes, PictureOutput) else None
    said = re.findall(r"(\d+) × (\d+) pixels", target.about)
    assert [(int(width), int(height)) for width, height in said] == ([size] if size else [])
    assert {float(one) for one in re.findall(r"bleed of ([\d.]+)", target.about)} <= {
        getattr(target.makes, "bleed", None)
    }


@pytest.mark.parametrize("name", [name for name in target_names() if size_named_in(name)])
def test_a_target_that_is_named_after_a_size_is_for_cards_of_that_size(name):
    makes = load_target(name).makes
    in_mm = 25.4 / getattr(makes, "dpi", 25.4)
    cut = getattr(makes, "card", None) or [(length - 2 * makes.bleed) * in_mm for length in makes.size]
    assert cut == pytest.approx(card_size(size_named_in(name), None).size, rel=0.02)


@pytest.mark.parametrize(
    ("name", "size", "bleed"), [("tgc-poker", (825, 1125), 37.5), ("mpc-poker", (822, 1122), 36)]
)
def test_print_shops_get_pictures_of_their_size(name, size, bleed):
    made = load_target(name).makes
    assert made == PictureOutput(300, size, bleed, safe=bleed)
    assert (size[0] - 2 * bleed, size[1] - 2 * bleed) == (750, 1050)


def test_a_press_gets_pages_of_its_standard():
    made = load_target("dtc-poker").makes
    assert isinstance(made, PageOutput)
    assert (made.card, made.bleed, made.backs) == ((63.5, 88.9), 3.175, "before")
    assert (made.press.standard, made.press.condition, made.press.ink) == (
        "PDF/X-1a:2003",
        "CGATS TR 001",
        240,
    )


@pytest.mark.parametrize("sheet", ["a4", "letter"])
def test_home_printers_get_sheets(sheet):
    assert load_target(f"home-{sheet}").makes == SheetOutput(sheet)


def test_a_file_of_the_users_is_a_target(tmp_path):
    file = tmp_path / "mine.yaml"
    file.write_text("about: Mine.\npictures: {size: [900, 1500], dpi: 300, bleed: 36}\n")
    assert load_target(str(file)).makes == PictureOutput(300, (900, 1500), 36)


def test_lengths_of_pictures_can_be_in_millimetres(tmp_path):
    file = tmp_path / "mine.yaml"
    file.write_text(
        "about: Mine.\npictures: {unit: mm, size: [76.2, 127], dpi: 300, bleed: 3.175, safe: 2.54, corner: 1.27}\n"
    )
    made = load_target(str(file)).makes
    assert (made.dpi, made.size) == (300, (900, 1500))
    assert (made.bleed, made.safe, made.corner) == pytest.approx((37.5, 30, 15))


PRESS = "standard: 'PDF/X-1a:2003', condition: C, name: N, registry: R, ink: 300"
SOLIDS = "solids: {cyan: [55, -37, -50], magenta: [48, 74, -3], yellow: [89, -5, 93], black: [16, 0, 0], red: [47, 68, 48], green: [50, -68, 33], blue: [24, 22, -46]}"


def test_a_file_of_the_users_says_what_its_press_holds(tmp_path):
    file = tmp_path / "mine.yaml"
    file.write_text(
        f"about: Mine.\npages:\n  bleed: 3\n  press: {{{PRESS}, overprint: true, tints: [5, 95], {SOLIDS}, shift: 30, small_text: 8}}\n"
    )
    rules = load_target(str(file)).makes.press.rules
    assert (rules.tints, rules.shift, rules.small_text, rules.inks.overprint) == ((0.05, 0.95), 30, 8, True)
    assert rules.solids.green == (50, -68, 33)


@pytest.mark.parametrize(
    ("text", "line", "expected"),
    [
        ("about: Mine.\n", 1, "pictures"),
        ("about: Mine.\npicture: {}\n", 2, "pictures"),
        ("about: Mine.\npictures: {size: [900, 1500], dpi: 9, bleed: 36}\n", 2, "30"),
        ("about: Mine.\npictures: {size: [900.5, 1500], dpi: 300, bleed: 36}\n", 2, "900.5"),
        ("about: Mine.\npictures: {unit: mm, size: [900, 50], dpi: 300, bleed: 3}\n", 2, "500"),
        ("about: Mine.\nsheet: a4\npages: {bleed: 3}\n", 2, "one kind of output"),
        (
            f"about: Mine.\npages:\n  bleed: 3\n  press: {{{PRESS}, shift: 9}}\n",
            4,
            "shift also requires solids",
        ),
        (
            f"about: Mine.\npages:\n  bleed: 3\n  press: {{{PRESS}, solids: {{cyan: [1, 2, 3]}}}}\n",
            4,
            "magenta",
        ),
        (
            f"about: Mine.\npages:\n  bleed: 3\n  press: {{{PRESS}, tints: [97, 3], {SOLIDS}}}\n",
            4,
            "97 and 3",
        ),
    ],
)
def test_a_wrong_file_is_an_error_at_its_line(tmp_path, text, line, expected):
    file = tmp_path / "mine.yaml"
    file.write_text(text)
    with pytest.raises(InputError) as caught:
        load_target(str(file))
    found = {(one.where.line, one.message) for one in caught.value.findings}
    found.add((caught.value.where.line, caught.value.message))
    assert any(at == line and expected in message for at, message in found)


def test_an_unknown_target_names_the_nearest():
    with pytest.raises(InputError) as caught:
        load_target("tgc")
    assert "tgc-poker" in caught.value.hint


SCHEMA = json.loads((resources.folder("schemas") / "target.schema.json").read_text())
RECORDS = {"pictures": PictureOutput, "pages": PageOutput, "deck": DeckOutput, "contact": ContactOutput}
NESTED = {("pages", "press"): Press}


def test_the_schema_has_every_kind_of_output():
    assert {one for rule in SCHEMA["anyOf"] for one in rule["required"]} == set(OUTPUTS)
    assert set(SCHEMA["properties"]) == {"about", *OUTPUTS}


@pytest.mark.parametrize("key", [key for key in OUTPUTS if key != "sheet"])
def test_the_schema_has_every_setting_of_an_output(key):
    """What the schema lets a file omit has a default in the record."""
    made = SCHEMA["properties"][key]
    record = RECORDS[key]
    assert set(made["properties"]) - {"unit"} == set(record._fields)
    assert set(made["required"]) >= set(record._fields) - set(record._field_defaults)
    for name, part in made["properties"].items():
        if part.get("type") == "object":
            nested = NESTED[key, name]
            assert set(part["properties"]) == set(nested._fields)
            assert set(part["required"]) == set(nested._fields) - set(nested._field_defaults)


def rows_of(text, head):
    """Rows of the table with these heads, without the marks of code."""
    rows = text.partition(head + "\n")[2].partition("\n\n")[0].splitlines()[1:]
    return [tuple(cell.strip().replace("`", "") for cell in row.strip("|").split("|")) for row in rows]


def test_the_page_on_targets_lists_every_packaged_target():
    page = (ROOT / "docs" / "targets.md").read_text(encoding="utf-8")
    targets = [load_target(name) for name in target_names()]
    expected = {(one.name, one.command, one.about) for one in targets}
    assert set(rows_of(page, "| target | command | output |")) == expected


def test_the_page_on_targets_lists_every_kind_of_output():
    page = (ROOT / "docs" / "targets.md").read_text(encoding="utf-8")
    found = [(key, command) for key, command, _ in rows_of(page, "| key | command | output |")]
    assert found == [(key, kind.command) for key, kind in OUTPUTS.items()]

"""The command `export tuckbox`: boxes for real games, read back by another library."""

from __future__ import annotations

import ctypes
import json
from collections import Counter

import pypdfium2
import pytest
from pypdfium2 import raw as pdfium

from ..registries import GAMES

POINT = 25.4 / 72
SIZES = {"poker": (63, 88), "mini": (44, 63), "tarot": (70, 120), "square": (88, 88)}


def dashed_lines(page):
    """Length across and down of each dashed line of a page, in mm."""
    lines = []
    for thing in page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_PATH], max_depth=3):
        if pdfium.FPDFPageObj_GetDashCount(thing) != 2:
            continue
        points = []
        for number in range(pdfium.FPDFPath_CountSegments(thing)):
            segment = pdfium.FPDFPath_GetPathSegment(thing, number)
            x, y = ctypes.c_float(), ctypes.c_float()
            pdfium.FPDFPathSegment_GetPoint(segment, x, y)
            points.append((x.value * POINT, y.value * POINT))
        (start_x, start_y), (end_x, end_y) = points
        lines.append((round(abs(end_x - start_x), 1), round(abs(end_y - start_y), 1)))
    return lines


def text_of(page):
    return page.get_textpage().get_text_bounded()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("sleeves", [(), ("--sleeves", "premium")])
def test_folds_are_as_long_as_the_cards_need(deckwright, tmp_path, size, sleeves):
    assert deckwright("new", "game", "Frogs", "--size", size).code == 0
    ran = deckwright("export", "tuckbox", "frogs", "--cards", "40", *sleeves, "-o", "box.pdf", "--json")
    assert ran.code == 0, ran.err
    report = json.loads(ran.out)
    edge = 4 if sleeves else 1
    card = SIZES[size]
    depth = round(40 * (0.32 + (0.2 if sleeves else 0)) + 1, 2)
    assert report["inside"] == {"width": card[0] + edge, "height": card[1] + edge, "depth": depth}
    assert (report["cards"], report["card"], report["files"]) == (40, list(card), ["box.pdf"])
    page = pypdfium2.PdfDocument(tmp_path / "box.pdf")[0]
    width, height = report["inside"]["width"], report["inside"]["height"]
    wanted = {(0, height): 4, (width, 0): 4, (round(depth, 1), 0): 4}
    legend = {(11.0, 0): 1}
    assert Counter(dashed_lines(page)) == Counter(wanted) + Counter(legend)
    assert {"Cut", "Fold", "Glue", f"{width:.1f} × {height:.1f} × {depth:.1f} mm inside"} <= set(
        text_of(page).splitlines()
    )


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["it", "fr", "en"])
def test_every_game_has_a_box_in_every_language(deckwright, tmp_path, game, language):
    ran = deckwright("export", "tuckbox", game, "--lang", language, "-o", "box.pdf", "--json")
    assert ran.code == 0, ran.err
    report = json.loads(ran.out)
    assert {finding["rule"] for finding in report["findings"]} <= {"card-size"}
    document = pypdfium2.PdfDocument(tmp_path / "box.pdf")
    title = json.loads(deckwright("games", game, "--lang", language, "--json").out)[0]["title"]
    assert len(document) == report["pages"] == 1
    words = " ".join(text_of(document[0]).split())
    assert words.count(" ".join(title.split())) >= 3
    # The words of the box are those of its language, whatever the program speaks.
    assert {"it": "Colla", "fr": "Coller", "en": "Glue"}[language] in words
    assert f"{report['inside']['depth']:.1f}".replace(".", "." if language == "en" else ",") + " mm" in words


def test_a_deck_has_a_box_of_its_own_with_its_name(deckwright, tmp_path):
    ran = deckwright(
        "export", "tuckbox", "data-monsters/startup", "--divider", "Tools", "-o", "box.pdf", "--json"
    )
    report = json.loads(ran.out)
    assert (report["dividers"], report["pages"]) == (1, 2)
    first, second = pypdfium2.PdfDocument(tmp_path / "box.pdf")
    assert "Startup" in text_of(first)
    assert text_of(second).strip() == "Tools"


def test_cards_of_other_sizes_are_counted_and_named(deckwright):
    ran = deckwright("export", "tuckbox", "monster-office", "-o", "box.pdf")
    assert ran.code == 0
    assert "cards have other sizes: use --select for their boxes." in ran.err


@pytest.mark.parametrize("sleeves", ["0", "-1", "nan", "3", "thick"])
def test_unknown_sleeves_are_refused(deckwright, tmp_path, sleeves):
    ran = deckwright("export", "tuckbox", "dataset", "--sleeves", sleeves, "-o", "box.pdf")
    assert ran.code == 2
    assert f"Unknown sleeves: {sleeves}. Use thin, premium, double, or mm from 0.01 to 2." in ran.err
    assert not (tmp_path / "box.pdf").exists()


def test_a_box_that_does_not_fit_writes_nothing(deckwright, tmp_path):
    ran = deckwright("export", "tuckbox", "dataset", "--cards", "1000", "-o", "box.pdf")
    assert ran.code == 3
    assert "The box does not fit on the paper" in ran.err
    assert not (tmp_path / "box.pdf").exists()
